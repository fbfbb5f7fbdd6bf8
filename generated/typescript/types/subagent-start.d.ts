// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ActivePermissionMode,
  AsyncHookOutput,
  Effort,
  HookDecision,
} from "./common.js";

/**
 * Input of a `SubagentStart` hook, which runs when Claude starts a subagent, when a subagent is resumed, and each
 * time a teammate in the same process takes a new message.
 *
 * Since Claude Code 2.0.43.
 */
export interface SubagentStartInput {
  /**
   * Id of the session that the event belongs to.
   *
   * Since Claude Code 2.0.43.
   */
  session_id: string;
  /**
   * Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay, so
   * the newest messages can be missing.
   *
   * Since Claude Code 2.0.43.
   */
  transcript_path: string;
  /**
   * Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment variable
   * `CLAUDE_PROJECT_DIR` keeps the project root.
   *
   * Since Claude Code 2.0.43.
   */
  cwd: string;
  /**
   * Always `SubagentStart`.
   *
   * Since Claude Code 2.0.43.
   */
  hook_event_name: "SubagentStart";
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
   * Since Claude Code 2.0.43.
   */
  permission_mode?: ActivePermissionMode;
  /**
   * How much effort the model spends. Present on events around tool calls and at the end of a turn, on models that
   * have effort levels.
   *
   * Since Claude Code 2.1.133.
   */
  effort?: Effort;
  /**
   * Id of the subagent.
   *
   * Since Claude Code 2.0.43.
   */
  agent_id: string;
  /**
   * Name of the agent. Matchers test this field; the name of a plugin's agent contains a colon, so its matcher is
   * read as a regular expression.
   *
   * Since Claude Code 2.0.43.
   */
  agent_type: string;
}

/**
 * What a hook brings into a subagent that starts.
 *
 * Since Claude Code 2.0.43.
 */
export interface SubagentStartSpecificOutput {
  /**
   * Name of the event, which must be the event that the hook was called for. Without it, or with another name, the
   * whole reply is refused.
   *
   * Since Claude Code 2.0.43.
   */
  hookEventName: "SubagentStart";
  /**
   * Text for the subagent, placed before its first prompt. On a later run it is placed only if the context no
   * longer holds the earlier copy.
   *
   * Since Claude Code 2.0.43. Claude Code spills what is longer than 10,000 characters to a file.
   */
  additionalContext?: string;
}

/** The immediate form of the reply. */
export interface SubagentStartSyncOutput {
  /**
   * With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
   * means `true`; events that discard their output take no notice.
   *
   * Since Claude Code 2.0.43.
   */
  continue?: boolean;
  /**
   * Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if the
   * conversation goes on.
   *
   * Since Claude Code 2.0.43.
   */
  stopReason?: string;
  /**
   * Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
   *
   * Since Claude Code 2.0.43.
   */
  suppressOutput?: boolean;
  /**
   * Message for the user, shown as a warning. Several events discard it.
   *
   * Since Claude Code 2.0.43. Claude Code spills what is longer than 10,000 characters to a file.
   */
  systemMessage?: string;
  /**
   * Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended by BEL or ST, or a
   * lone BEL. If the text holds anything else the whole field is ignored. It acts in an interactive session with
   * its interface on screen, also on events that discard `systemMessage`, but not for a command on
   * `WorktreeCreate`.
   *
   * Since Claude Code 2.1.141.
   */
  terminalSequence?: string;
  /**
   * The decision about the guarded action. `block` acts on the events that say so; leave the field out to let the
   * action pass.
   *
   * Since Claude Code 2.0.43.
   */
  decision?: HookDecision;
  /**
   * Explanation that goes with `decision`. The event decides who reads it; without a `decision` it has no effect.
   *
   * Since Claude Code 2.0.43.
   */
  reason?: string;
  /**
   * The fields that only this event has.
   *
   * Since Claude Code 2.0.43.
   */
  hookSpecificOutput?: SubagentStartSpecificOutput;
  async?: never;
  asyncTimeout?: never;
}

/**
 * Reply of a `SubagentStart` hook. It cannot stop the subagent; it can give it context.
 *
 * Since Claude Code 2.0.43.
 */
export type SubagentStartOutput =
  | AsyncHookOutput
  | SubagentStartSyncOutput;
