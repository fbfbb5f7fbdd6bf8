// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ActivePermissionMode,
  AsyncHookOutput,
  Effort,
  HookDecision,
} from "./common.js";

/**
 * What a notification is about. New kinds appear often; treat one that you do not know as a plain message.
 *
 * - `permission_prompt`: A permission prompt has been waiting for about six seconds.
 * - `idle_prompt`: Claude has been waiting for input for about a minute.
 * - `auth_success`: A sign-in succeeded.
 * - `elicitation_dialog`: An MCP server asks for input with a form, and the dialog has been waiting for about six
 *   seconds.
 * - `elicitation_url_dialog`: An MCP server asks the user to open a page, and the dialog has been waiting for about
 *   six seconds.
 * - `elicitation_complete`: An elicitation is complete.
 * - `elicitation_response`: An elicitation was answered.
 * - `agent_needs_input`: An agent needs input. Since Claude Code 2.1.198.
 * - `agent_completed`: An agent has finished. Since Claude Code 2.1.198.
 * - `quota_auto_resume_fired`: Work went on by itself after a usage limit. Since Claude Code 2.1.234.
 * - `quota_auto_resume_stale`: A resumption planned for after a usage limit has become stale. Since Claude Code
 *   2.1.234.
 * - `quota_auto_resume_disabled`: Resuming by itself after a usage limit is switched off. Since Claude Code
 *   2.1.234.
 * - `worker_permission_prompt`: A worker waits for a permission. Not confirmed by a second source.
 * - `push_notification`: A push notification is sent. Not confirmed by a second source.
 * - `computer_use_enter`: Use of the computer begins. Not confirmed by a second source.
 * - `computer_use_exit`: Use of the computer ends. Not confirmed by a second source.
 * - `model_refusal_fallback`: Another model takes over after a refusal. Not confirmed by a second source.
 */
export type NotificationType =
  | "permission_prompt"
  | "idle_prompt"
  | "auth_success"
  | "elicitation_dialog"
  | "elicitation_url_dialog"
  | "elicitation_complete"
  | "elicitation_response"
  | "agent_needs_input"
  | "agent_completed"
  | "quota_auto_resume_fired"
  | "quota_auto_resume_stale"
  | "quota_auto_resume_disabled"
  | "worker_permission_prompt"
  | "push_notification"
  | "computer_use_enter"
  | "computer_use_exit"
  | "model_refusal_fallback"
  | (string & {});

/**
 * Input of a `Notification` hook, which runs when Claude Code sends a notification, also if desktop notifications
 * are switched off. Notices about waiting for the user come with a delay; for an immediate signal use
 * `PermissionRequest`.
 *
 * Since Claude Code 1.0.38.
 */
export interface NotificationInput {
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
   * Always `Notification`.
   *
   * Since Claude Code 1.0.41.
   */
  hook_event_name: "Notification";
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
   * Text of the notification.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  message: string;
  /**
   * Heading of the notification.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  title?: string;
  /**
   * What the notification is about. Matchers test this field.
   *
   * Since Claude Code 2.0.37.
   */
  notification_type: NotificationType;
}

/**
 * What a hook adds to a notification.
 *
 * Since Claude Code 2.1.19 at the latest.
 */
export interface NotificationSpecificOutput {
  /**
   * Name of the event, which must be the event that the hook was called for. Without it, or with another name, the
   * whole reply is refused.
   *
   * Since Claude Code 2.1.19 at the latest.
   */
  hookEventName: "Notification";
  /**
   * Text for Claude. The documentation names no effect of it.
   *
   * Since Claude Code 2.1.19 at the latest. Not confirmed by a second source. Claude Code spills what is longer
   * than 10,000 characters to a file.
   */
  additionalContext?: string;
}

/** The immediate form of the reply. `continue` and `systemMessage` are discarded. */
export interface NotificationSyncOutput {
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
   * The decision about the guarded action. `block` acts on the events that say so; leave the field out to let the
   * action pass.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  decision?: HookDecision;
  /**
   * Explanation that goes with `decision`. The event decides who reads it; without a `decision` it has no effect.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  reason?: string;
  /**
   * The fields that only this event has.
   *
   * Since Claude Code 2.1.19 at the latest.
   */
  hookSpecificOutput?: NotificationSpecificOutput;
  async?: never;
  asyncTimeout?: never;
}

/**
 * Reply of a `Notification` hook. It cannot stop the notification; `terminalSequence` is the way to raise an alert
 * in the terminal.
 *
 * Since Claude Code 1.0.38.
 */
export type NotificationOutput =
  | AsyncHookOutput
  | NotificationSyncOutput;
