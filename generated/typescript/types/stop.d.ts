// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ActivePermissionMode,
  AsyncHookOutput,
  BackgroundTaskSummary,
  Effort,
  SessionCronSummary,
} from "./common.js";

/**
 * Input of a `Stop` hook, which runs when the main agent is about to end its turn. It does not run when the user
 * interrupts, and an error of the API raises `StopFailure` instead.
 *
 * Since Claude Code 1.0.38.
 */
export interface StopInput {
  /**
   * Id of the session that the event belongs to.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  session_id: string;
  /**
   * Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay, so
   * the newest messages can be missing.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  transcript_path: string;
  /**
   * Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment variable
   * `CLAUDE_PROJECT_DIR` keeps the project root.
   *
   * Since Claude Code 1.0.54.
   */
  cwd: string;
  /**
   * Always `Stop`.
   *
   * Since Claude Code 1.0.41.
   */
  hook_event_name: "Stop";
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
   * Since Claude Code 2.0.0 at the latest.
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
   * Whether the turn already goes on because of a stop hook. Let it end then, or the hook keeps Claude working in a
   * loop.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  stop_hook_active: boolean;
  /**
   * Text of the last message of the assistant, so that the transcript need not be read.
   *
   * Since Claude Code 2.1.47.
   */
  last_assistant_message?: string;
  /**
   * Work that still runs in the background of the session, an empty list when there is none. Absent when the list
   * of tasks cannot be reached.
   *
   * Since Claude Code 2.1.145.
   */
  background_tasks?: Array<BackgroundTaskSummary>;
  /**
   * Wake-ups that the session has scheduled, an empty list when there are none.
   *
   * Since Claude Code 2.1.145.
   */
  session_crons?: Array<SessionCronSummary>;
}

/**
 * What a hook tells Claude at the end of a turn.
 *
 * Since Claude Code 2.1.163.
 */
export interface StopSpecificOutput {
  /**
   * Name of the event, which must be the event that the hook was called for. Without it, or with another name, the
   * whole reply is refused.
   *
   * Since Claude Code 2.1.163.
   */
  hookEventName: "Stop";
  /**
   * Feedback for Claude that is not an error: the turn goes on with it. It counts as a continuation, like a block.
   *
   * Since Claude Code 2.1.163. Claude Code spills what is longer than 10,000 characters to a file.
   */
  additionalContext?: string;
}

/** Keeps Claude working. `continue: false` beside it beats it and ends the turn. */
export interface StopBlock {
  /**
   * With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
   * means `true`; events that discard their output take no notice.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  continue?: boolean;
  /**
   * Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if the
   * conversation goes on.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  stopReason?: string;
  /**
   * Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  suppressOutput?: boolean;
  /**
   * Message for the user, shown as a warning. Several events discard it.
   *
   * Since Claude Code 1.0.64. Claude Code spills what is longer than 10,000 characters to a file.
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
   * Keeps Claude working.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  decision: "block";
  /**
   * What Claude should do next. The documentation requires it whenever `decision` is `block`.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  reason: string;
  /**
   * The fields that only this event has.
   *
   * Since Claude Code 2.1.163.
   */
  hookSpecificOutput?: StopSpecificOutput;
  async?: never;
  asyncTimeout?: never;
}

/** Lets the turn end, unless `additionalContext` gives Claude something to go on with. */
export interface StopProceed {
  /**
   * With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
   * means `true`; events that discard their output take no notice.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  continue?: boolean;
  /**
   * Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if the
   * conversation goes on.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  stopReason?: string;
  /**
   * Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  suppressOutput?: boolean;
  /**
   * Message for the user, shown as a warning. Several events discard it.
   *
   * Since Claude Code 1.0.64. Claude Code spills what is longer than 10,000 characters to a file.
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
   * Accepted, and the same as leaving the field out.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  decision?: "approve";
  /**
   * Has no effect without a `decision` of `block`.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  reason?: string;
  /**
   * The fields that only this event has.
   *
   * Since Claude Code 2.1.163.
   */
  hookSpecificOutput?: StopSpecificOutput;
  async?: never;
  asyncTimeout?: never;
}

/** The immediate form of the reply: it blocks, or it lets the turn end. */
export type StopSyncOutput =
  | StopBlock
  | StopProceed;

/**
 * Reply of a `Stop` hook. It can make Claude go on working, eight times in a row at most unless configured
 * otherwise.
 *
 * Since Claude Code 1.0.38.
 */
export type StopOutput =
  | AsyncHookOutput
  | StopSyncOutput;
