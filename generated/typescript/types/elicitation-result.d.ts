// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ActivePermissionMode,
  AsyncHookOutput,
  Effort,
  ElicitationMode,
  ElicitationRefusalAction,
  EmptyObject,
  HookDecision,
} from "./common.js";

/**
 * How a user answered an elicitation.
 *
 * - `accept`: The user gave the values or opened the page. Since Claude Code 2.1.76.
 * - `decline`: The user turned the request down. Since Claude Code 2.1.76.
 * - `cancel`: The user dismissed the dialog without a choice. Since Claude Code 2.1.76.
 */
export type ElicitationAction =
  | "accept"
  | "decline"
  | "cancel";

/**
 * Input of an `ElicitationResult` hook, which runs when the user has answered an MCP server and before the answer
 * is sent.
 *
 * Since Claude Code 2.1.76.
 */
export interface ElicitationResultInput {
  /**
   * Id of the session that the event belongs to.
   *
   * Since Claude Code 2.1.76.
   */
  session_id: string;
  /**
   * Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay, so
   * the newest messages can be missing.
   *
   * Since Claude Code 2.1.76.
   */
  transcript_path: string;
  /**
   * Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment variable
   * `CLAUDE_PROJECT_DIR` keeps the project root.
   *
   * Since Claude Code 2.1.76.
   */
  cwd: string;
  /**
   * Always `ElicitationResult`.
   *
   * Since Claude Code 2.1.76.
   */
  hook_event_name: "ElicitationResult";
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
   * Since Claude Code 2.1.76.
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
   * Since Claude Code 2.1.76.
   */
  agent_id?: string;
  /**
   * Name of the agent that the event comes from. Present inside a subagent, and without `agent_id` on the main
   * thread of a session that was started with `--agent`.
   *
   * Since Claude Code 2.1.76.
   */
  agent_type?: string;
  /**
   * Name of the server that asked. Matchers test this field.
   *
   * Since Claude Code 2.1.76.
   */
  mcp_server_name: string;
  /**
   * Id of the request.
   *
   * Since Claude Code 2.1.76.
   */
  elicitation_id?: string;
  /**
   * How the server asked.
   *
   * Since Claude Code 2.1.76.
   */
  mode?: ElicitationMode;
  /**
   * What the user answered.
   *
   * Since Claude Code 2.1.76.
   */
  action: ElicitationAction;
  /**
   * The values that the user gave, by the names of the fields.
   *
   * Since Claude Code 2.1.76.
   */
  content?: { [key: string]: unknown };
}

/**
 * Sends an answer with values, whatever the user chose.
 *
 * Since Claude Code 2.1.76.
 */
export interface ElicitationResultAccept {
  /**
   * Name of the event, which must be the event that the hook was called for. Without it, or with another name, the
   * whole reply is refused.
   *
   * Since Claude Code 2.1.76.
   */
  hookEventName: "ElicitationResult";
  /**
   * Says that the request is answered.
   *
   * Since Claude Code 2.1.76.
   */
  action: "accept";
  /**
   * The values to send in the place of those that the user gave.
   *
   * Since Claude Code 2.1.76.
   */
  content?: { [key: string]: unknown };
}

/**
 * Sends a refusal, or, without an `action`, changes nothing.
 *
 * Since Claude Code 2.1.76.
 */
export interface ElicitationResultRefusal {
  /**
   * Name of the event, which must be the event that the hook was called for. Without it, or with another name, the
   * whole reply is refused.
   *
   * Since Claude Code 2.1.76.
   */
  hookEventName: "ElicitationResult";
  /**
   * How the request is refused. Without it the hook changes nothing.
   *
   * Since Claude Code 2.1.76.
   */
  action?: ElicitationRefusalAction;
  /**
   * Values are used only with an `action` of `accept`, so there can be none here.
   *
   * Since Claude Code 2.1.76.
   */
  content?: EmptyObject;
}

/**
 * What a hook makes of the answer to an MCP server.
 *
 * Since Claude Code 2.1.76.
 */
export type ElicitationResultSpecificOutput =
  | ElicitationResultAccept
  | ElicitationResultRefusal;

/** The immediate form of the reply. `continue` and `systemMessage` are discarded. */
export interface ElicitationResultSyncOutput {
  /**
   * With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
   * means `true`; events that discard their output take no notice.
   *
   * Since Claude Code 2.1.76.
   */
  continue?: boolean;
  /**
   * Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if the
   * conversation goes on.
   *
   * Since Claude Code 2.1.76.
   */
  stopReason?: string;
  /**
   * Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
   *
   * Since Claude Code 2.1.76.
   */
  suppressOutput?: boolean;
  /**
   * Message for the user, shown as a warning. Several events discard it.
   *
   * Since Claude Code 2.1.76. Claude Code spills what is longer than 10,000 characters to a file.
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
   * Since Claude Code 2.1.76.
   */
  decision?: HookDecision;
  /**
   * Explanation that goes with `decision`. The event decides who reads it; without a `decision` it has no effect.
   *
   * Since Claude Code 2.1.76.
   */
  reason?: string;
  /**
   * The fields that only this event has.
   *
   * Since Claude Code 2.1.76.
   */
  hookSpecificOutput?: ElicitationResultSpecificOutput;
  async?: never;
  asyncTimeout?: never;
}

/**
 * Reply of an `ElicitationResult` hook. It can change the answer before it is sent. If the hook exits with code 2
 * the answer becomes `decline` and its `hookSpecificOutput` is ignored.
 *
 * Since Claude Code 2.1.76.
 */
export type ElicitationResultOutput =
  | AsyncHookOutput
  | ElicitationResultSyncOutput;
