// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ActivePermissionMode,
  AsyncHookOutput,
  Effort,
  HookDecision,
  McpServerProvenance,
  PermissionUpdate,
} from "./common.js";

/**
 * Input of a `PermissionRequest` hook, which runs when Claude Code is about to ask for a permission, or would
 * refuse a call because nobody can be asked. It runs beside other ways to decide, such as the callback of a
 * program, and the first decision counts.
 *
 * Since Claude Code 2.0.45.
 */
export interface PermissionRequestInput {
  /**
   * Id of the session that the event belongs to.
   *
   * Since Claude Code 2.0.45.
   */
  session_id: string;
  /**
   * Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay, so
   * the newest messages can be missing.
   *
   * Since Claude Code 2.0.45.
   */
  transcript_path: string;
  /**
   * Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment variable
   * `CLAUDE_PROJECT_DIR` keeps the project root.
   *
   * Since Claude Code 2.0.45.
   */
  cwd: string;
  /**
   * Always `PermissionRequest`.
   *
   * Since Claude Code 2.0.45.
   */
  hook_event_name: "PermissionRequest";
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
   * Since Claude Code 2.0.45.
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
   * Name of the tool, as matchers spell it: `Bash`, `Edit`, or `mcp__server__tool` for an MCP tool.
   *
   * Since Claude Code 2.0.45.
   */
  tool_name: string;
  /**
   * Arguments of the call, as an object. Its shape follows from `tool_name`.
   *
   * Since Claude Code 2.0.45.
   */
  tool_input: unknown;
  /**
   * The choices of the dialog that would allow such calls from now on. Send one back in `updatedPermissions` to
   * pick it.
   *
   * Since Claude Code 2.0.54.
   */
  permission_suggestions?: Array<PermissionUpdate>;
  /**
   * The MCP server that the tool belongs to. Present only on calls of `mcp__*` tools.
   *
   * Since Claude Code 2.1.274.
   */
  mcp_server?: McpServerProvenance;
}

/**
 * Allows the tool call. Rules that deny still apply.
 *
 * Since Claude Code 2.0.45.
 */
export interface PermissionRequestAllow {
  /**
   * Says that the call is allowed.
   *
   * Since Claude Code 2.0.45.
   */
  behavior: "allow";
  /**
   * New arguments for the call, which replace the whole input. They are checked against the rules that deny or ask
   * once more.
   *
   * Since Claude Code 2.0.45.
   */
  updatedInput?: { [key: string]: unknown };
  /**
   * Changes of the permissions to make at the same time, as if the user had picked them in the dialog.
   *
   * Since Claude Code 2.0.54.
   */
  updatedPermissions?: Array<PermissionUpdate>;
}

/**
 * Denies the tool call.
 *
 * Since Claude Code 2.0.45.
 */
export interface PermissionRequestDeny {
  /**
   * Says that the call is denied.
   *
   * Since Claude Code 2.0.45.
   */
  behavior: "deny";
  /**
   * What Claude is told about the denial.
   *
   * Since Claude Code 2.0.45.
   */
  message?: string;
  /**
   * With `true` Claude stops as well.
   *
   * Since Claude Code 2.0.45.
   */
  interrupt?: boolean;
}

/**
 * Answer to a permission prompt.
 *
 * Since Claude Code 2.0.45.
 */
export type PermissionRequestDecision =
  | PermissionRequestAllow
  | PermissionRequestDeny;

/**
 * The answer of a hook to a permission prompt.
 *
 * Since Claude Code 2.0.45.
 */
export interface PermissionRequestSpecificOutput {
  /**
   * Name of the event, which must be the event that the hook was called for. Without it, or with another name, the
   * whole reply is refused.
   *
   * Since Claude Code 2.0.45.
   */
  hookEventName: "PermissionRequest";
  /**
   * The answer: allow the call or deny it.
   *
   * Since Claude Code 2.0.45.
   */
  decision: PermissionRequestDecision;
}

/** The immediate form of the reply. The decision belongs in `hookSpecificOutput`. */
export interface PermissionRequestSyncOutput {
  /**
   * With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
   * means `true`; events that discard their output take no notice.
   *
   * Since Claude Code 2.0.45.
   */
  continue?: boolean;
  /**
   * Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if the
   * conversation goes on.
   *
   * Since Claude Code 2.0.45.
   */
  stopReason?: string;
  /**
   * Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
   *
   * Since Claude Code 2.0.45.
   */
  suppressOutput?: boolean;
  /**
   * Message for the user, shown as a warning. Several events discard it.
   *
   * Since Claude Code 2.0.45. Claude Code spills what is longer than 10,000 characters to a file.
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
   * Since Claude Code 2.0.45.
   */
  decision?: HookDecision;
  /**
   * Explanation that goes with `decision`. The event decides who reads it; without a `decision` it has no effect.
   *
   * Since Claude Code 2.0.45.
   */
  reason?: string;
  /**
   * The fields that only this event has.
   *
   * Since Claude Code 2.0.45.
   */
  hookSpecificOutput?: PermissionRequestSpecificOutput;
  async?: never;
  asyncTimeout?: never;
}

/**
 * Reply of a `PermissionRequest` hook. It answers the prompt in the place of the user; saying nothing leaves the
 * prompt as it is. Exit code 2 does not refuse here.
 *
 * Since Claude Code 2.0.45.
 */
export type PermissionRequestOutput =
  | AsyncHookOutput
  | PermissionRequestSyncOutput;
