// Generated from templates/typescript/events.d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ConfigChangeInput,
  ConfigChangeOutput,
} from "./types/config-change.js";
import type {
  CwdChangedInput,
  CwdChangedOutput,
} from "./types/cwd-changed.js";
import type {
  DirectoryAddedInput,
  DirectoryAddedOutput,
} from "./types/directory-added.js";
import type {
  ElicitationInput,
  ElicitationOutput,
} from "./types/elicitation.js";
import type {
  ElicitationResultInput,
  ElicitationResultOutput,
} from "./types/elicitation-result.js";
import type {
  FileChangedInput,
  FileChangedOutput,
} from "./types/file-changed.js";
import type {
  InstructionsLoadedInput,
  InstructionsLoadedOutput,
} from "./types/instructions-loaded.js";
import type {
  MessageDisplayInput,
  MessageDisplayOutput,
} from "./types/message-display.js";
import type {
  NotificationInput,
  NotificationOutput,
} from "./types/notification.js";
import type {
  PermissionDeniedInput,
  PermissionDeniedOutput,
} from "./types/permission-denied.js";
import type {
  PermissionRequestInput,
  PermissionRequestOutput,
} from "./types/permission-request.js";
import type {
  PostCompactInput,
  PostCompactOutput,
} from "./types/post-compact.js";
import type {
  PostModelSwitchInput,
  PostModelSwitchOutput,
} from "./types/post-model-switch.js";
import type {
  PostToolBatchInput,
  PostToolBatchOutput,
} from "./types/post-tool-batch.js";
import type {
  PostToolUseInput,
  PostToolUseOutput,
} from "./types/post-tool-use.js";
import type {
  PostToolUseFailureInput,
  PostToolUseFailureOutput,
} from "./types/post-tool-use-failure.js";
import type {
  PreCompactInput,
  PreCompactOutput,
} from "./types/pre-compact.js";
import type {
  PreModelSwitchInput,
  PreModelSwitchOutput,
} from "./types/pre-model-switch.js";
import type {
  PreToolUseInput,
  PreToolUseOutput,
} from "./types/pre-tool-use.js";
import type {
  SessionEndInput,
  SessionEndOutput,
} from "./types/session-end.js";
import type {
  SessionStartInput,
  SessionStartOutput,
} from "./types/session-start.js";
import type {
  SetupInput,
  SetupOutput,
} from "./types/setup.js";
import type {
  StopInput,
  StopOutput,
} from "./types/stop.js";
import type {
  StopFailureInput,
  StopFailureOutput,
} from "./types/stop-failure.js";
import type {
  SubagentStartInput,
  SubagentStartOutput,
} from "./types/subagent-start.js";
import type {
  SubagentStopInput,
  SubagentStopOutput,
} from "./types/subagent-stop.js";
import type {
  TaskCompletedInput,
  TaskCompletedOutput,
} from "./types/task-completed.js";
import type {
  TaskCreatedInput,
  TaskCreatedOutput,
} from "./types/task-created.js";
import type {
  TeammateIdleInput,
  TeammateIdleOutput,
} from "./types/teammate-idle.js";
import type {
  UserPromptExpansionInput,
  UserPromptExpansionOutput,
} from "./types/user-prompt-expansion.js";
import type {
  UserPromptSubmitInput,
  UserPromptSubmitOutput,
} from "./types/user-prompt-submit.js";
import type {
  WorktreeCreateInput,
  WorktreeCreateOutput,
} from "./types/worktree-create.js";
import type {
  WorktreeRemoveInput,
  WorktreeRemoveOutput,
} from "./types/worktree-remove.js";

/** Version of this package. */
export declare const VERSION: "0.1.0";

/** Version of Claude Code whose contract the types describe. */
export declare const CONTRACT: "2.1.330";

/** The names of all events. */
export declare const HOOK_EVENTS: readonly [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "Notification",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "SessionStart",
  "SessionEnd",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
  "PreModelSwitch",
  "PostModelSwitch",
  "PermissionRequest",
  "PermissionDenied",
  "Setup",
  "TeammateIdle",
  "TaskCreated",
  "TaskCompleted",
  "Elicitation",
  "ElicitationResult",
  "ConfigChange",
  "WorktreeCreate",
  "WorktreeRemove",
  "InstructionsLoaded",
  "CwdChanged",
  "FileChanged",
  "DirectoryAdded",
  "MessageDisplay",
];

/** The name of an event. */
export type HookEventName = (typeof HOOK_EVENTS)[number];

/** What a hook reads, by event. */
export interface HookInputs {
  /**
   * Runs after Claude wrote the arguments of a tool call and before the call is made. It does not run for `@file`
   * references, for `EndConversation`, or for a call whose input fails validation.
   */
  PreToolUse: PreToolUseInput;
  /** Runs right after a tool call succeeded. It may run for several calls at once. */
  PostToolUse: PostToolUseInput;
  /**
   * Runs when a tool that had started fails: it threw an error, or an MCP tool returned a result marked as an
   * error. It does not run for unknown tools, invalid input, a refused permission or a cancelled call.
   */
  PostToolUseFailure: PostToolUseFailureInput;
  /** Runs once after all tool calls of one message of the model are done, and before the next request. */
  PostToolBatch: PostToolBatchInput;
  /** Runs when Claude Code sends a notification, also when desktop notifications are switched off. */
  Notification: NotificationInput;
  /**
   * Runs on each submitted prompt before Claude sees it. It also runs on turns that Claude Code starts itself: a
   * scheduled task, a wake-up of a loop, a report of a background agent, a message from another session.
   */
  UserPromptSubmit: UserPromptSubmitInput;
  /**
   * Runs when a command that the user typed (a skill, a custom command, an MCP prompt) is expanded into a prompt.
   * PreToolUse on the Skill tool does not see this path.
   */
  UserPromptExpansion: UserPromptExpansionInput;
  /** Runs when a session starts, is resumed or forked, after `/clear`, and after a compaction. */
  SessionStart: SessionStartInput;
  /**
   * Runs when a session ends: on exit, `/clear`, logout, or a change to another session with the interactive
   * `/resume`.
   */
  SessionEnd: SessionEndInput;
  /**
   * Runs when the main agent is about to end its turn. It does not run when the user interrupts; on an API error
   * StopFailure runs instead. In the frontmatter of an agent a Stop hook becomes a SubagentStop hook.
   */
  Stop: StopInput;
  /** Runs in place of Stop when the turn ends with an API error. */
  StopFailure: StopFailureInput;
  /**
   * Runs when Claude starts a subagent with the Agent tool, when a subagent is resumed, and each time a teammate in
   * the same process takes a new message.
   */
  SubagentStart: SubagentStartInput;
  /**
   * Runs when a subagent has finished answering. It also runs for internal agents, then with the name of the
   * session's own agent or an empty one.
   */
  SubagentStop: SubagentStopInput;
  /** Runs before a compaction. */
  PreCompact: PreCompactInput;
  /** Runs after a compaction. */
  PostCompact: PostCompactInput;
  /**
   * Runs before a change of the model that the user or the host asked for: `/model`, `/config`, fast mode, the
   * picker, a request of the SDK.
   */
  PreModelSwitch: PreModelSwitchInput;
  /** Runs after the model of the session changed, also by an automatic fallback or on resume. */
  PostModelSwitch: PostModelSwitchInput;
  /**
   * Runs when Claude Code is about to ask for permission, or would refuse a call because the session cannot ask. It
   * runs beside `canUseTool` and the permission-prompt tool; the first decision counts. It does not run for network
   * requests of the sandbox or for `EndConversation`.
   */
  PermissionRequest: PermissionRequestInput;
  /**
   * Runs when auto mode refuses a tool call, with or without a verdict of the classifier. It does not run for a
   * refusal by the user, by a deny rule or by a PreToolUse hook.
   */
  PermissionDenied: PermissionDeniedInput;
  /**
   * Runs only when Claude Code is started with `--init-only`, or with `--init` or `--maintenance` together with
   * `-p`; never on a normal start.
   */
  Setup: SetupInput;
  /** Runs when a teammate of an agent team is about to go idle after its turn. */
  TeammateIdle: TeammateIdleInput;
  /** Runs while TaskCreate makes a task. It does not run in sessions without the task tools. */
  TaskCreated: TaskCreatedInput;
  /**
   * Runs when a task is being marked as complete with TaskUpdate, or when a teammate ends its turn with tasks still
   * in progress.
   */
  TaskCompleted: TaskCompletedInput;
  /** Runs when an MCP server asks the user for input. A hook can answer in place of the dialog. */
  Elicitation: ElicitationInput;
  /** Runs after the user answered a request of an MCP server, before the answer goes to the server. */
  ElicitationResult: ElicitationResultInput;
  /**
   * Runs when a settings file, a managed policy file or a skill file changes during the session. It does not run
   * for settings managed by a server, for managed preferences of macOS or for policy in the Windows registry.
   */
  ConfigChange: ConfigChangeInput;
  /**
   * Runs when a worktree is wanted: `--worktree`, `isolation: "worktree"`, a background session. The hook takes the
   * place of `git worktree`, and `.worktreeinclude` is not used.
   */
  WorktreeCreate: WorktreeCreateInput;
  /**
   * Runs when a worktree is removed: on leaving a `--worktree` session, at the end of an isolated subagent, when a
   * background session is deleted.
   */
  WorktreeRemove: WorktreeRemoveInput;
  /** Runs each time a `CLAUDE.md` or `.claude/rules/*.md` file enters the context, at the start or later. */
  InstructionsLoaded: InstructionsLoadedInput;
  /** Runs when the working directory changes, after `cd` for instance. */
  CwdChanged: CwdChangedInput;
  /** Runs when a watched file changes on disk, whoever changed it. */
  FileChanged: FileChangedInput;
  /**
   * Runs after `/add-dir`, or the request `register_repo_root` of the SDK, added a working directory. It does not
   * run for the `--add-dir` flag, for `/permissions`, or for a directory that was there already.
   */
  DirectoryAdded: DirectoryAddedInput;
  /**
   * Runs while text of the assistant is put on the screen: once for each batch of finished lines in the terminal,
   * once for a whole message with `-p` and in the SDK.
   */
  MessageDisplay: MessageDisplayInput;
}

/** What a hook may write, by event. */
export interface HookOutputs {
  /**
   * Runs after Claude wrote the arguments of a tool call and before the call is made. It does not run for `@file`
   * references, for `EndConversation`, or for a call whose input fails validation.
   */
  PreToolUse: PreToolUseOutput;
  /** Runs right after a tool call succeeded. It may run for several calls at once. */
  PostToolUse: PostToolUseOutput;
  /**
   * Runs when a tool that had started fails: it threw an error, or an MCP tool returned a result marked as an
   * error. It does not run for unknown tools, invalid input, a refused permission or a cancelled call.
   */
  PostToolUseFailure: PostToolUseFailureOutput;
  /** Runs once after all tool calls of one message of the model are done, and before the next request. */
  PostToolBatch: PostToolBatchOutput;
  /** Runs when Claude Code sends a notification, also when desktop notifications are switched off. */
  Notification: NotificationOutput;
  /**
   * Runs on each submitted prompt before Claude sees it. It also runs on turns that Claude Code starts itself: a
   * scheduled task, a wake-up of a loop, a report of a background agent, a message from another session.
   */
  UserPromptSubmit: UserPromptSubmitOutput;
  /**
   * Runs when a command that the user typed (a skill, a custom command, an MCP prompt) is expanded into a prompt.
   * PreToolUse on the Skill tool does not see this path.
   */
  UserPromptExpansion: UserPromptExpansionOutput;
  /** Runs when a session starts, is resumed or forked, after `/clear`, and after a compaction. */
  SessionStart: SessionStartOutput;
  /**
   * Runs when a session ends: on exit, `/clear`, logout, or a change to another session with the interactive
   * `/resume`.
   */
  SessionEnd: SessionEndOutput;
  /**
   * Runs when the main agent is about to end its turn. It does not run when the user interrupts; on an API error
   * StopFailure runs instead. In the frontmatter of an agent a Stop hook becomes a SubagentStop hook.
   */
  Stop: StopOutput;
  /** Runs in place of Stop when the turn ends with an API error. */
  StopFailure: StopFailureOutput;
  /**
   * Runs when Claude starts a subagent with the Agent tool, when a subagent is resumed, and each time a teammate in
   * the same process takes a new message.
   */
  SubagentStart: SubagentStartOutput;
  /**
   * Runs when a subagent has finished answering. It also runs for internal agents, then with the name of the
   * session's own agent or an empty one.
   */
  SubagentStop: SubagentStopOutput;
  /** Runs before a compaction. */
  PreCompact: PreCompactOutput;
  /** Runs after a compaction. */
  PostCompact: PostCompactOutput;
  /**
   * Runs before a change of the model that the user or the host asked for: `/model`, `/config`, fast mode, the
   * picker, a request of the SDK.
   */
  PreModelSwitch: PreModelSwitchOutput;
  /** Runs after the model of the session changed, also by an automatic fallback or on resume. */
  PostModelSwitch: PostModelSwitchOutput;
  /**
   * Runs when Claude Code is about to ask for permission, or would refuse a call because the session cannot ask. It
   * runs beside `canUseTool` and the permission-prompt tool; the first decision counts. It does not run for network
   * requests of the sandbox or for `EndConversation`.
   */
  PermissionRequest: PermissionRequestOutput;
  /**
   * Runs when auto mode refuses a tool call, with or without a verdict of the classifier. It does not run for a
   * refusal by the user, by a deny rule or by a PreToolUse hook.
   */
  PermissionDenied: PermissionDeniedOutput;
  /**
   * Runs only when Claude Code is started with `--init-only`, or with `--init` or `--maintenance` together with
   * `-p`; never on a normal start.
   */
  Setup: SetupOutput;
  /** Runs when a teammate of an agent team is about to go idle after its turn. */
  TeammateIdle: TeammateIdleOutput;
  /** Runs while TaskCreate makes a task. It does not run in sessions without the task tools. */
  TaskCreated: TaskCreatedOutput;
  /**
   * Runs when a task is being marked as complete with TaskUpdate, or when a teammate ends its turn with tasks still
   * in progress.
   */
  TaskCompleted: TaskCompletedOutput;
  /** Runs when an MCP server asks the user for input. A hook can answer in place of the dialog. */
  Elicitation: ElicitationOutput;
  /** Runs after the user answered a request of an MCP server, before the answer goes to the server. */
  ElicitationResult: ElicitationResultOutput;
  /**
   * Runs when a settings file, a managed policy file or a skill file changes during the session. It does not run
   * for settings managed by a server, for managed preferences of macOS or for policy in the Windows registry.
   */
  ConfigChange: ConfigChangeOutput;
  /**
   * Runs when a worktree is wanted: `--worktree`, `isolation: "worktree"`, a background session. The hook takes the
   * place of `git worktree`, and `.worktreeinclude` is not used.
   */
  WorktreeCreate: WorktreeCreateOutput;
  /**
   * Runs when a worktree is removed: on leaving a `--worktree` session, at the end of an isolated subagent, when a
   * background session is deleted.
   */
  WorktreeRemove: WorktreeRemoveOutput;
  /** Runs each time a `CLAUDE.md` or `.claude/rules/*.md` file enters the context, at the start or later. */
  InstructionsLoaded: InstructionsLoadedOutput;
  /** Runs when the working directory changes, after `cd` for instance. */
  CwdChanged: CwdChangedOutput;
  /** Runs when a watched file changes on disk, whoever changed it. */
  FileChanged: FileChangedOutput;
  /**
   * Runs after `/add-dir`, or the request `register_repo_root` of the SDK, added a working directory. It does not
   * run for the `--add-dir` flag, for `/permissions`, or for a directory that was there already.
   */
  DirectoryAdded: DirectoryAddedOutput;
  /**
   * Runs while text of the assistant is put on the screen: once for each batch of finished lines in the terminal,
   * once for a whole message with `-p` and in the SDK.
   */
  MessageDisplay: MessageDisplayOutput;
}
