// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  AsyncHookOutput,
  HookDecision,
} from "./common.js";
import type {
  ConfigChangeInput,
} from "./config-change.js";
import type {
  CwdChangedInput,
  CwdChangedSpecificOutput,
} from "./cwd-changed.js";
import type {
  DirectoryAddedInput,
} from "./directory-added.js";
import type {
  ElicitationInput,
  ElicitationSpecificOutput,
} from "./elicitation.js";
import type {
  ElicitationResultInput,
  ElicitationResultSpecificOutput,
} from "./elicitation-result.js";
import type {
  FileChangedInput,
  FileChangedSpecificOutput,
} from "./file-changed.js";
import type {
  InstructionsLoadedInput,
} from "./instructions-loaded.js";
import type {
  MessageDisplayInput,
  MessageDisplaySpecificOutput,
} from "./message-display.js";
import type {
  NotificationInput,
  NotificationSpecificOutput,
} from "./notification.js";
import type {
  PermissionDeniedInput,
  PermissionDeniedSpecificOutput,
} from "./permission-denied.js";
import type {
  PermissionRequestInput,
  PermissionRequestSpecificOutput,
} from "./permission-request.js";
import type {
  PostCompactInput,
} from "./post-compact.js";
import type {
  PostModelSwitchInput,
  PostModelSwitchSpecificOutput,
} from "./post-model-switch.js";
import type {
  PostToolBatchInput,
  PostToolBatchSpecificOutput,
} from "./post-tool-batch.js";
import type {
  PostToolUseInput,
  PostToolUseSpecificOutput,
} from "./post-tool-use.js";
import type {
  PostToolUseFailureInput,
  PostToolUseFailureSpecificOutput,
} from "./post-tool-use-failure.js";
import type {
  PreCompactInput,
} from "./pre-compact.js";
import type {
  PreModelSwitchInput,
  PreModelSwitchSpecificOutput,
} from "./pre-model-switch.js";
import type {
  PreToolUseInput,
  PreToolUseSpecificOutput,
} from "./pre-tool-use.js";
import type {
  SessionEndInput,
} from "./session-end.js";
import type {
  SessionStartInput,
  SessionStartSpecificOutput,
} from "./session-start.js";
import type {
  SetupInput,
  SetupSpecificOutput,
} from "./setup.js";
import type {
  StopInput,
  StopSpecificOutput,
} from "./stop.js";
import type {
  StopFailureInput,
} from "./stop-failure.js";
import type {
  SubagentStartInput,
  SubagentStartSpecificOutput,
} from "./subagent-start.js";
import type {
  SubagentStopInput,
  SubagentStopSpecificOutput,
} from "./subagent-stop.js";
import type {
  TaskCompletedInput,
} from "./task-completed.js";
import type {
  TaskCreatedInput,
} from "./task-created.js";
import type {
  TeammateIdleInput,
} from "./teammate-idle.js";
import type {
  UserPromptExpansionInput,
  UserPromptExpansionSpecificOutput,
} from "./user-prompt-expansion.js";
import type {
  UserPromptSubmitInput,
  UserPromptSubmitSpecificOutput,
} from "./user-prompt-submit.js";
import type {
  WorktreeCreateInput,
  WorktreeCreateSpecificOutput,
} from "./worktree-create.js";
import type {
  WorktreeRemoveInput,
} from "./worktree-remove.js";

/**
 * The input of any event that this contract describes, told apart by `hook_event_name`. A newer Claude Code can
 * send events that are not in it.
 */
export type HookInput =
  | PreToolUseInput
  | PostToolUseInput
  | PostToolUseFailureInput
  | PostToolBatchInput
  | NotificationInput
  | UserPromptSubmitInput
  | UserPromptExpansionInput
  | SessionStartInput
  | SessionEndInput
  | StopInput
  | StopFailureInput
  | SubagentStartInput
  | SubagentStopInput
  | PreCompactInput
  | PostCompactInput
  | PreModelSwitchInput
  | PostModelSwitchInput
  | PermissionRequestInput
  | PermissionDeniedInput
  | SetupInput
  | TeammateIdleInput
  | TaskCreatedInput
  | TaskCompletedInput
  | ElicitationInput
  | ElicitationResultInput
  | ConfigChangeInput
  | WorktreeCreateInput
  | WorktreeRemoveInput
  | InstructionsLoadedInput
  | CwdChangedInput
  | FileChangedInput
  | DirectoryAddedInput
  | MessageDisplayInput;

/** The part of a reply that belongs to one event, told apart by `hookEventName`. */
export type HookSpecificOutput =
  | PreToolUseSpecificOutput
  | PostToolUseSpecificOutput
  | PostToolUseFailureSpecificOutput
  | PostToolBatchSpecificOutput
  | NotificationSpecificOutput
  | UserPromptSubmitSpecificOutput
  | UserPromptExpansionSpecificOutput
  | SessionStartSpecificOutput
  | StopSpecificOutput
  | SubagentStartSpecificOutput
  | SubagentStopSpecificOutput
  | PreModelSwitchSpecificOutput
  | PostModelSwitchSpecificOutput
  | PermissionRequestSpecificOutput
  | PermissionDeniedSpecificOutput
  | SetupSpecificOutput
  | ElicitationSpecificOutput
  | ElicitationResultSpecificOutput
  | WorktreeCreateSpecificOutput
  | CwdChangedSpecificOutput
  | FileChangedSpecificOutput
  | MessageDisplaySpecificOutput;

/**
 * The immediate form of a reply to any event.
 *
 * What the types cannot say:
 *
 * - `suppressOriginalPrompt: true` has an effect only on a reply that blocks; set the top-level `decision` to
 *   `block`, or leave the field out.
 * - `decision: "block"` on `Stop` and `SubagentStop` needs a `reason`, which is what to do next; write one, or
 *   leave `decision` out.
 */
export interface SyncHookOutput {
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
   * The fields that only one event has. Eleven events have none and refuse this.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  hookSpecificOutput?: HookSpecificOutput;
  async?: never;
  asyncTimeout?: never;
}

/**
 * A reply of which only the form is known, not the event that it answers. Where the event is known, its own output
 * says more exactly what is accepted.
 */
export type HookOutput =
  | AsyncHookOutput
  | SyncHookOutput;
