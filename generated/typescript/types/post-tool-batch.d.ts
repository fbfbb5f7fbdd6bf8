// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ActivePermissionMode,
  AsyncHookOutput,
  Effort,
  HookDecision,
} from "./common.js";

/**
 * One tool call of a batch.
 *
 * Since Claude Code 2.1.118.
 */
export interface PostToolBatchCall {
  /**
   * Name of the tool, as matchers spell it: `Bash`, `Edit`, or `mcp__server__tool` for an MCP tool.
   *
   * Since Claude Code 2.1.118.
   */
  tool_name: string;
  /**
   * Arguments of the call, as an object. Its shape follows from `tool_name`.
   *
   * Since Claude Code 2.1.118.
   */
  tool_input: unknown;
  /**
   * Id of the call in the API, such as `toolu_…`. It is the same in every event about this call.
   *
   * Since Claude Code 2.1.118.
   */
  tool_use_id: string;
  /**
   * The result as Claude sees it: a text, or a list of content blocks. It is not the structured result that
   * `PostToolUse` receives.
   *
   * Since Claude Code 2.1.118.
   */
  tool_response?: unknown;
}

/**
 * Input of a `PostToolBatch` hook, which runs once when all tool calls of one message of the model are done and
 * before the next request is sent.
 *
 * Since Claude Code 2.1.118.
 */
export interface PostToolBatchInput {
  /**
   * Id of the session that the event belongs to.
   *
   * Since Claude Code 2.1.118.
   */
  session_id: string;
  /**
   * Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay, so
   * the newest messages can be missing.
   *
   * Since Claude Code 2.1.118.
   */
  transcript_path: string;
  /**
   * Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment variable
   * `CLAUDE_PROJECT_DIR` keeps the project root.
   *
   * Since Claude Code 2.1.118.
   */
  cwd: string;
  /**
   * Always `PostToolBatch`.
   *
   * Since Claude Code 2.1.118.
   */
  hook_event_name: "PostToolBatch";
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
   * Since Claude Code 2.1.118.
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
   * Since Claude Code 2.1.118.
   */
  agent_id?: string;
  /**
   * Name of the agent that the event comes from. Present inside a subagent, and without `agent_id` on the main
   * thread of a session that was started with `--agent`.
   *
   * Since Claude Code 2.1.118.
   */
  agent_type?: string;
  /**
   * All calls of the batch.
   *
   * Since Claude Code 2.1.118.
   */
  tool_calls: Array<PostToolBatchCall>;
}

/**
 * What a hook adds after a batch of tool calls.
 *
 * Since Claude Code 2.1.118.
 */
export interface PostToolBatchSpecificOutput {
  /**
   * Name of the event, which must be the event that the hook was called for. Without it, or with another name, the
   * whole reply is refused.
   *
   * Since Claude Code 2.1.118.
   */
  hookEventName: "PostToolBatch";
  /**
   * Text for Claude, added once before the next request.
   *
   * Since Claude Code 2.1.118. Claude Code spills what is longer than 10,000 characters to a file.
   */
  additionalContext?: string;
}

/** The immediate form of the reply. */
export interface PostToolBatchSyncOutput {
  /**
   * With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
   * means `true`; events that discard their output take no notice.
   *
   * Since Claude Code 2.1.118.
   */
  continue?: boolean;
  /**
   * Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if the
   * conversation goes on.
   *
   * Since Claude Code 2.1.118.
   */
  stopReason?: string;
  /**
   * Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
   *
   * Since Claude Code 2.1.118.
   */
  suppressOutput?: boolean;
  /**
   * Message for the user, shown as a warning. Several events discard it.
   *
   * Since Claude Code 2.1.118. Claude Code spills what is longer than 10,000 characters to a file.
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
   * `block` stops the agent before the next request. `approve` has no effect.
   *
   * Since Claude Code 2.1.118.
   */
  decision?: HookDecision;
  /**
   * Shown to the user as a warning when `decision` is `block`; it stays in the conversation, so Claude sees it if
   * the conversation goes on.
   *
   * Since Claude Code 2.1.118.
   */
  reason?: string;
  /**
   * The fields that only this event has.
   *
   * Since Claude Code 2.1.118.
   */
  hookSpecificOutput?: PostToolBatchSpecificOutput;
  async?: never;
  asyncTimeout?: never;
}

/**
 * Reply of a `PostToolBatch` hook. It can stop the agent before the next request, or give Claude something to read
 * with it.
 *
 * Since Claude Code 2.1.118.
 */
export type PostToolBatchOutput =
  | AsyncHookOutput
  | PostToolBatchSyncOutput;
