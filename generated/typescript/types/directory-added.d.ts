// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ActivePermissionMode,
  AsyncHookOutput,
  Effort,
  HookDecision,
} from "./common.js";

/**
 * How a working directory was added.
 *
 * - `slash_command`: The user typed `/add-dir`. Since Claude Code 2.1.219.
 * - `register_repo_root`: A program sent the SDK request `register_repo_root`. Since Claude Code 2.1.219.
 */
export type DirectoryAddedSource =
  | "slash_command"
  | "register_repo_root";

/**
 * Input of a `DirectoryAdded` hook, which runs in the background after `/add-dir` or a request of the SDK has added
 * a working directory. The flag `--add-dir`, `/permissions`, and a directory that was there already do not raise
 * it.
 *
 * Since Claude Code 2.1.219.
 */
export interface DirectoryAddedInput {
  /**
   * Id of the session that the event belongs to.
   *
   * Since Claude Code 2.1.219.
   */
  session_id: string;
  /**
   * Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay, so
   * the newest messages can be missing.
   *
   * Since Claude Code 2.1.219.
   */
  transcript_path: string;
  /**
   * Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment variable
   * `CLAUDE_PROJECT_DIR` keeps the project root.
   *
   * Since Claude Code 2.1.219.
   */
  cwd: string;
  /**
   * Always `DirectoryAdded`.
   *
   * Since Claude Code 2.1.219.
   */
  hook_event_name: "DirectoryAdded";
  /**
   * UUID of the prompt that is being worked on, the same as the `prompt.id` attribute of OpenTelemetry. Absent
   * before the first user input.
   *
   * Since Claude Code 2.1.219.
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
   * Since Claude Code 2.1.219.
   */
  permission_mode?: ActivePermissionMode;
  /**
   * How much effort the model spends. Present on events around tool calls and at the end of a turn, on models that
   * have effort levels.
   *
   * Since Claude Code 2.1.219.
   */
  effort?: Effort;
  /**
   * Id of the subagent that the event comes from; absent on the main thread. Test this field, not `agent_type`, to
   * tell a subagent from the main thread.
   *
   * Since Claude Code 2.1.219.
   */
  agent_id?: string;
  /**
   * Name of the agent that the event comes from. Present inside a subagent, and without `agent_id` on the main
   * thread of a session that was started with `--agent`.
   *
   * Since Claude Code 2.1.219.
   */
  agent_type?: string;
  /**
   * Absolute path of the directory.
   *
   * Since Claude Code 2.1.219.
   */
  directory: string;
  /**
   * How it was added. Matchers test this field.
   *
   * Since Claude Code 2.1.219.
   */
  source: DirectoryAddedSource;
}

/** The immediate form of the reply. It has no `hookSpecificOutput`, and `continue` is discarded. */
export interface DirectoryAddedSyncOutput {
  /**
   * With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
   * means `true`; events that discard their output take no notice.
   *
   * Since Claude Code 2.1.219.
   */
  continue?: boolean;
  /**
   * Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if the
   * conversation goes on.
   *
   * Since Claude Code 2.1.219.
   */
  stopReason?: string;
  /**
   * Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
   *
   * Since Claude Code 2.1.219.
   */
  suppressOutput?: boolean;
  /**
   * Message for the user, shown as a warning. Several events discard it.
   *
   * Since Claude Code 2.1.219. Claude Code spills what is longer than 10,000 characters to a file.
   */
  systemMessage?: string;
  /**
   * Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended by BEL or ST, or a
   * lone BEL. If the text holds anything else the whole field is ignored. It acts in an interactive session with
   * its interface on screen, also on events that discard `systemMessage`, but not for a command on
   * `WorktreeCreate`.
   *
   * Since Claude Code 2.1.219.
   */
  terminalSequence?: string;
  /**
   * The decision about the guarded action. `block` acts on the events that say so; leave the field out to let the
   * action pass.
   *
   * Since Claude Code 2.1.219.
   */
  decision?: HookDecision;
  /**
   * Explanation that goes with `decision`. The event decides who reads it; without a `decision` it has no effect.
   *
   * Since Claude Code 2.1.219.
   */
  reason?: string;
  async?: never;
  asyncTimeout?: never;
}

/**
 * Reply of a `DirectoryAdded` hook. The directory stays; `systemMessage` goes to Claude on the next turn after
 * `/add-dir`, and to the debug log after a request of the SDK.
 *
 * Since Claude Code 2.1.219.
 */
export type DirectoryAddedOutput =
  | AsyncHookOutput
  | DirectoryAddedSyncOutput;
