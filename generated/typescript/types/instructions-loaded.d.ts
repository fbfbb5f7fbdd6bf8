// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ActivePermissionMode,
  AsyncHookOutput,
  Effort,
  HookDecision,
} from "./common.js";

/**
 * Whose file of instructions it is.
 *
 * - `User`: Instructions of the user, for every project. Since Claude Code 2.1.69.
 * - `Project`: Instructions that the project shares. Since Claude Code 2.1.69.
 * - `Local`: Instructions of the user, for this project. Since Claude Code 2.1.69.
 * - `Managed`: Instructions of the organisation. Since Claude Code 2.1.69.
 */
export type MemoryType =
  | "User"
  | "Project"
  | "Local"
  | "Managed";

/**
 * Why a file of instructions was loaded.
 *
 * - `session_start`: The session started. Since Claude Code 2.1.69.
 * - `nested_traversal`: Claude used a file below the folder that holds it. Since Claude Code 2.1.69.
 * - `path_glob_match`: Claude used a file that one of its patterns matches. Since Claude Code 2.1.69.
 * - `include`: Another file of instructions includes it. Since Claude Code 2.1.69.
 * - `compact`: It was loaded again after a compaction. Since Claude Code 2.1.78 at the latest.
 */
export type InstructionsLoadReason =
  | "session_start"
  | "nested_traversal"
  | "path_glob_match"
  | "include"
  | "compact";

/**
 * Input of an `InstructionsLoaded` hook, which runs each time a `CLAUDE.md` or a file of `.claude/rules` enters the
 * context, at the start or later. Nothing waits for it.
 *
 * Since Claude Code 2.1.69.
 */
export interface InstructionsLoadedInput {
  /**
   * Id of the session that the event belongs to.
   *
   * Since Claude Code 2.1.69.
   */
  session_id: string;
  /**
   * Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay, so
   * the newest messages can be missing.
   *
   * Since Claude Code 2.1.69.
   */
  transcript_path: string;
  /**
   * Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment variable
   * `CLAUDE_PROJECT_DIR` keeps the project root.
   *
   * Since Claude Code 2.1.69.
   */
  cwd: string;
  /**
   * Always `InstructionsLoaded`.
   *
   * Since Claude Code 2.1.69.
   */
  hook_event_name: "InstructionsLoaded";
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
   * Since Claude Code 2.1.69.
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
   * Id of the subagent that the event comes from; absent on the main thread. Test this field, not `agent_type`, to
   * tell a subagent from the main thread.
   *
   * Since Claude Code 2.1.69.
   */
  agent_id?: string;
  /**
   * Name of the agent that the event comes from. Present inside a subagent, and without `agent_id` on the main
   * thread of a session that was started with `--agent`.
   *
   * Since Claude Code 2.1.69.
   */
  agent_type?: string;
  /**
   * Absolute path of the file.
   *
   * Since Claude Code 2.1.69.
   */
  file_path: string;
  /**
   * Whose file it is.
   *
   * Since Claude Code 2.1.69.
   */
  memory_type: MemoryType;
  /**
   * Why the file was loaded. Matchers test this field.
   *
   * Since Claude Code 2.1.69.
   */
  load_reason: InstructionsLoadReason;
  /**
   * The patterns under `paths` of the file. Only when `load_reason` is `path_glob_match`.
   *
   * Since Claude Code 2.1.69.
   */
  globs?: Array<string>;
  /**
   * The file whose use caused this one to be loaded.
   *
   * Since Claude Code 2.1.69.
   */
  trigger_file_path?: string;
  /**
   * The file that includes this one. Only when `load_reason` is `include`.
   *
   * Since Claude Code 2.1.69.
   */
  parent_file_path?: string;
}

/** The immediate form of the reply. It has no `hookSpecificOutput`. */
export interface InstructionsLoadedSyncOutput {
  /**
   * With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
   * means `true`; events that discard their output take no notice.
   *
   * Since Claude Code 2.1.69.
   */
  continue?: boolean;
  /**
   * Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if the
   * conversation goes on.
   *
   * Since Claude Code 2.1.69.
   */
  stopReason?: string;
  /**
   * Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
   *
   * Since Claude Code 2.1.69.
   */
  suppressOutput?: boolean;
  /**
   * Message for the user, shown as a warning. Several events discard it.
   *
   * Since Claude Code 2.1.69. Claude Code spills what is longer than 10,000 characters to a file.
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
   * Since Claude Code 2.1.69.
   */
  decision?: HookDecision;
  /**
   * Explanation that goes with `decision`. The event decides who reads it; without a `decision` it has no effect.
   *
   * Since Claude Code 2.1.69.
   */
  reason?: string;
  async?: never;
  asyncTimeout?: never;
}

/**
 * Reply of an `InstructionsLoaded` hook. The event is for watching only: everything but `terminalSequence` is
 * discarded, and the exit code is ignored.
 *
 * Since Claude Code 2.1.69.
 */
export type InstructionsLoadedOutput =
  | AsyncHookOutput
  | InstructionsLoadedSyncOutput;
