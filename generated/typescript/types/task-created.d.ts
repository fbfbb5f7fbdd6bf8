// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ActivePermissionMode,
  AsyncHookOutput,
  Effort,
  HookDecision,
} from "./common.js";

/**
 * Input of a `TaskCreated` hook, which runs while a task is being created with `TaskCreate`. Sessions without the
 * task tools do not raise it.
 *
 * Since Claude Code 2.1.84.
 */
export interface TaskCreatedInput {
  /**
   * Id of the session that the event belongs to.
   *
   * Since Claude Code 2.1.84.
   */
  session_id: string;
  /**
   * Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay, so
   * the newest messages can be missing.
   *
   * Since Claude Code 2.1.84.
   */
  transcript_path: string;
  /**
   * Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment variable
   * `CLAUDE_PROJECT_DIR` keeps the project root.
   *
   * Since Claude Code 2.1.84.
   */
  cwd: string;
  /**
   * Always `TaskCreated`.
   *
   * Since Claude Code 2.1.84.
   */
  hook_event_name: "TaskCreated";
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
   * Since Claude Code 2.1.84.
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
   * Since Claude Code 2.1.84.
   */
  agent_id?: string;
  /**
   * Name of the agent that the event comes from. Present inside a subagent, and without `agent_id` on the main
   * thread of a session that was started with `--agent`.
   *
   * Since Claude Code 2.1.84.
   */
  agent_type?: string;
  /**
   * Id of the task.
   *
   * Since Claude Code 2.1.84.
   */
  task_id: string;
  /**
   * Title of the task.
   *
   * Since Claude Code 2.1.84.
   */
  task_subject: string;
  /**
   * Details of the task.
   *
   * Since Claude Code 2.1.84.
   */
  task_description?: string;
  /**
   * Name of the teammate that creates the task.
   *
   * Since Claude Code 2.1.84.
   */
  teammate_name?: string;
  /**
   * Name of the team, derived from the session.
   *
   * Since Claude Code 2.1.84.
   *
   * @deprecated since Claude Code 2.1.178. A session has one team of its own, so the name tells nothing. It will be
   * removed, and nothing takes its place.
   */
  team_name?: string;
}

/** The immediate form of the reply. It has no `hookSpecificOutput`. */
export interface TaskCreatedSyncOutput {
  /**
   * With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
   * means `true`; events that discard their output take no notice.
   *
   * Since Claude Code 2.1.84.
   */
  continue?: boolean;
  /**
   * Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if the
   * conversation goes on.
   *
   * Since Claude Code 2.1.84.
   */
  stopReason?: string;
  /**
   * Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
   *
   * Since Claude Code 2.1.84.
   */
  suppressOutput?: boolean;
  /**
   * Message for the user, shown as a warning. Several events discard it.
   *
   * Since Claude Code 2.1.84. Claude Code spills what is longer than 10,000 characters to a file.
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
   * `block` removes the task again. `approve` has no effect.
   *
   * Since Claude Code 2.1.84.
   */
  decision?: HookDecision;
  /**
   * What Claude is told as the error of the tool when `decision` is `block`.
   *
   * Since Claude Code 2.1.84.
   */
  reason?: string;
  async?: never;
  asyncTimeout?: never;
}

/**
 * Reply of a `TaskCreated` hook. It can take the task back. `continue: false` is ignored here.
 *
 * Since Claude Code 2.1.84.
 */
export type TaskCreatedOutput =
  | AsyncHookOutput
  | TaskCreatedSyncOutput;
