// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ActivePermissionMode,
  AsyncHookOutput,
  Effort,
  HookDecision,
} from "./common.js";

/**
 * Input of a `MessageDisplay` hook, which runs while text of the assistant is put on the screen: once for each
 * group of finished lines in the terminal, once for the whole message with `-p` or the SDK. The text is held back
 * until the hook has answered.
 *
 * Since Claude Code 2.1.152.
 */
export interface MessageDisplayInput {
  /**
   * Id of the session that the event belongs to.
   *
   * Since Claude Code 2.1.152.
   */
  session_id: string;
  /**
   * Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay, so
   * the newest messages can be missing.
   *
   * Since Claude Code 2.1.152.
   */
  transcript_path: string;
  /**
   * Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment variable
   * `CLAUDE_PROJECT_DIR` keeps the project root.
   *
   * Since Claude Code 2.1.152.
   */
  cwd: string;
  /**
   * Always `MessageDisplay`.
   *
   * Since Claude Code 2.1.152.
   */
  hook_event_name: "MessageDisplay";
  /**
   * UUID of the prompt that is being worked on, the same as the `prompt.id` attribute of OpenTelemetry. Absent
   * before the first user input.
   *
   * Since Claude Code 2.1.196.
   */
  prompt_id?: string;
  /**
   * Folder for temporary files of this session. Absent when the session has no scratchpad or the folder for
   * temporary files cannot be used.
   *
   * Since Claude Code 2.1.257.
   */
  scratchpad_dir?: string;
  /**
   * Permission mode that is in force. Not every event carries it, so do not rely on it being there.
   *
   * Since Claude Code 2.1.152.
   */
  permission_mode?: ActivePermissionMode;
  /**
   * How much effort the model spends. Present on events around tool calls and at the end of a turn, on models that
   * have effort levels.
   *
   * Since Claude Code 2.1.152.
   */
  effort?: Effort;
  /**
   * Id of the subagent that the event comes from; absent on the main thread. Test this field, not `agent_type`, to
   * tell a subagent from the main thread.
   *
   * Since Claude Code 2.1.152.
   */
  agent_id?: string;
  /**
   * Name of the agent that the event comes from. Present inside a subagent, and without `agent_id` on the main
   * thread of a session that was started with `--agent`.
   *
   * Since Claude Code 2.1.152.
   */
  agent_type?: string;
  /**
   * UUID of the turn.
   *
   * Since Claude Code 2.1.152.
   */
  turn_id: string;
  /**
   * UUID of the message, the same for all its parts. It is not the `msg_…` id of the API.
   *
   * Since Claude Code 2.1.152.
   */
  message_id: string;
  /**
   * Number of the part within the message, from `0`.
   *
   * Since Claude Code 2.1.152.
   */
  index: number;
  /**
   * Whether this is the last part of the message.
   *
   * Since Claude Code 2.1.152.
   */
  final: boolean;
  /**
   * The new lines with their line ends. On the last part it can be empty or end in the middle of a line.
   *
   * Since Claude Code 2.1.152.
   */
  delta: string;
}

/**
 * What a hook shows in the place of a text.
 *
 * Since Claude Code 2.1.152.
 */
export interface MessageDisplaySpecificOutput {
  /**
   * Name of the event, which must be the event that the hook was called for. Without it, or with another name, the
   * whole reply is refused.
   *
   * Since Claude Code 2.1.152.
   */
  hookEventName: "MessageDisplay";
  /**
   * Text to show in the place of `delta`; leave it out to show the original. Claude and the transcript keep the
   * original.
   *
   * Since Claude Code 2.1.152.
   */
  displayContent?: string;
}

/** The immediate form of the reply. `continue` and `systemMessage` are discarded. */
export interface MessageDisplaySyncOutput {
  /**
   * With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
   * means `true`; events that discard their output take no notice.
   *
   * Since Claude Code 2.1.152.
   */
  continue?: boolean;
  /**
   * Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if the
   * conversation goes on.
   *
   * Since Claude Code 2.1.152.
   */
  stopReason?: string;
  /**
   * Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
   *
   * Since Claude Code 2.1.152.
   */
  suppressOutput?: boolean;
  /**
   * Message for the user, shown as a warning. Several events discard it.
   *
   * Since Claude Code 2.1.152. Claude Code spills what is longer than 10,000 characters to a file.
   */
  systemMessage?: string;
  /**
   * Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended by BEL or ST, or a
   * lone BEL. If the text holds anything else the whole field is ignored. It acts in an interactive session with
   * its interface on screen, also on events that discard `systemMessage`, but not for a command on
   * `WorktreeCreate`.
   *
   * Since Claude Code 2.1.152.
   */
  terminalSequence?: string;
  /**
   * The decision about the guarded action. `block` acts on the events that say so; leave the field out to let the
   * action pass.
   *
   * Since Claude Code 2.1.152.
   */
  decision?: HookDecision;
  /**
   * Explanation that goes with `decision`. The event decides who reads it; without a `decision` it has no effect.
   *
   * Since Claude Code 2.1.152.
   */
  reason?: string;
  /**
   * The fields that only this event has.
   *
   * Since Claude Code 2.1.152.
   */
  hookSpecificOutput?: MessageDisplaySpecificOutput;
  async?: never;
  asyncTimeout?: never;
}

/**
 * Reply of a `MessageDisplay` hook. It can change what the screen shows, and nothing else; if the hook fails or
 * takes too long the original text is shown.
 *
 * Since Claude Code 2.1.152.
 */
export type MessageDisplayOutput =
  | AsyncHookOutput
  | MessageDisplaySyncOutput;
