// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

/**
 * The permission mode of a session, as inputs report it. New modes can appear, so treat a value that you do not
 * know as one that you know nothing about.
 *
 * Since Claude Code 2.0.0 at the latest.
 *
 * - `default`: The normal mode; the mode that the interface labels Manual arrives under this name.
 * - `acceptEdits`: File edits are accepted without asking.
 * - `bypassPermissions`: No permission is asked for.
 * - `plan`: Claude makes a plan and executes nothing.
 * - `dontAsk`: Nobody is asked: what is not allowed in advance is refused. Since Claude Code 2.0.62 at the latest.
 * - `auto`: A classifier decides on what would otherwise be asked. Since Claude Code 2.1.91.
 */
export type ActivePermissionMode =
  | "default"
  | "acceptEdits"
  | "bypassPermissions"
  | "plan"
  | "dontAsk"
  | "auto"
  | (string & {});

/**
 * Where a change of the permissions is written, and with that how long it holds.
 *
 * Since Claude Code 2.0.0 at the latest.
 *
 * - `userSettings`: The settings of the user for every project, `~/.claude/settings.json`.
 * - `projectSettings`: The settings that the project shares, `.claude/settings.json`.
 * - `localSettings`: The settings of the user for this project, `.claude/settings.local.json`.
 * - `session`: Memory only; forgotten when the session ends.
 * - `cliArg`: The rules that came from the command line. Since Claude Code 2.0.62 at the latest.
 */
export type PermissionUpdateDestination =
  | "userSettings"
  | "projectSettings"
  | "localSettings"
  | "session"
  | "cliArg";

/**
 * Adds working directories.
 *
 * Since Claude Code 2.0.0 at the latest.
 */
export interface AddDirectoriesUpdate {
  /**
   * Tells the kinds of update apart.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  type: "addDirectories";
  /**
   * Paths of the directories to add.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  directories: Array<string>;
  /**
   * Where the change is written.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  destination: PermissionUpdateDestination;
}

/**
 * One permission rule, split into the tool and what follows it in parentheses.
 *
 * Since Claude Code 2.0.0 at the latest.
 */
export interface PermissionRule {
  /**
   * Name of the tool that the rule is about.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  toolName: string;
  /**
   * What the call must look like, such as `git *` for `Bash`. Without it the rule covers the whole tool.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  ruleContent?: string;
}

/**
 * What a permission rule does with a tool call that it matches.
 *
 * Since Claude Code 2.0.0 at the latest.
 *
 * - `allow`: The call needs no prompt.
 * - `deny`: The call is refused.
 * - `ask`: The user is asked.
 */
export type PermissionBehavior =
  | "allow"
  | "deny"
  | "ask";

/**
 * Adds permission rules to those of the destination.
 *
 * Since Claude Code 2.0.0 at the latest.
 */
export interface AddRulesUpdate {
  /**
   * Tells the kinds of update apart.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  type: "addRules";
  /**
   * The rules to add.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  rules: Array<PermissionRule>;
  /**
   * What the new rules do with a tool call that they match.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  behavior: PermissionBehavior;
  /**
   * Where the change is written.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  destination: PermissionUpdateDestination;
}

/**
 * Reply that puts the answer off: the hook goes on in the background and its late answer is taken when it comes.
 * Documented for callbacks of the SDK; whether the command of a hook may print it is not confirmed, and the `async`
 * setting of the hook is the documented way there.
 *
 * Since Claude Code 2.0.0 at the latest.
 */
export interface AsyncHookOutput {
  /**
   * Says that the answer comes later.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  async: true;
  /**
   * How long the late answer may take, in milliseconds.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  asyncTimeout?: number;
}

/**
 * Kind of a background task. A kind that has no label yet arrives under its internal name.
 *
 * Since Claude Code 2.1.145.
 *
 * - `shell`: A command that runs in the background.
 * - `subagent`: A subagent.
 * - `monitor`: A monitor that waits for something to happen.
 * - `workflow`: A workflow.
 * - `teammate`: A teammate of an agent team.
 * - `cloud session`: A session in the cloud.
 * - `MCP task`: A task of an MCP server.
 */
export type BackgroundTaskType =
  | "shell"
  | "subagent"
  | "monitor"
  | "workflow"
  | "teammate"
  | "cloud session"
  | "MCP task"
  | (string & {});

/**
 * A piece of work that still runs in the background of the session. Which of the optional fields it has follows
 * from `type`.
 *
 * Since Claude Code 2.1.145.
 */
export interface BackgroundTaskSummary {
  /**
   * Id of the task.
   *
   * Since Claude Code 2.1.145.
   */
  id: string;
  /**
   * What kind of work it is.
   *
   * Since Claude Code 2.1.145.
   */
  type: BackgroundTaskType;
  /**
   * State of the task. The values are not published, so compare only with those that you have seen.
   *
   * Since Claude Code 2.1.145.
   */
  status: string;
  /**
   * What the task does. A text that was cut ends in `… [+N chars]`.
   *
   * Since Claude Code 2.1.145. Claude Code clips what is longer than 1,000 characters.
   */
  description: string;
  /**
   * Command line of a `shell` task.
   *
   * Since Claude Code 2.1.145. Claude Code clips what is longer than 1,000 characters.
   */
  command?: string;
  /**
   * Name of the agent of a `subagent` task.
   *
   * Since Claude Code 2.1.145.
   */
  agent_type?: string;
  /**
   * MCP server of a `monitor` or `MCP task` task.
   *
   * Since Claude Code 2.1.145.
   */
  server?: string;
  /**
   * MCP tool of a `monitor` or `MCP task` task.
   *
   * Since Claude Code 2.1.145.
   */
  tool?: string;
  /**
   * Name of the workflow of a `workflow` task.
   *
   * Since Claude Code 2.1.145.
   */
  name?: string;
}

/**
 * Who asked for a compaction.
 *
 * - `manual`: The user, with `/compact`.
 * - `auto`: Claude Code, because the context is filling up.
 */
export type CompactTrigger =
  | "manual"
  | "auto";

/**
 * Level of effort, from the least to the most. The level called ultracode arrives as `xhigh`.
 *
 * Since Claude Code 2.1.133.
 *
 * - `low`: The least effort.
 * - `medium`: Medium effort.
 * - `high`: High effort.
 * - `xhigh`: Higher than `high`.
 * - `max`: The most effort.
 */
export type EffortLevel =
  | "low"
  | "medium"
  | "high"
  | "xhigh"
  | "max"
  | (string & {});

/**
 * How much effort the model spends.
 *
 * Since Claude Code 2.1.133.
 */
export interface Effort {
  /**
   * The level that is in force.
   *
   * Since Claude Code 2.1.133.
   */
  level: EffortLevel;
}

/**
 * How an MCP server asks for input.
 *
 * - `form`: With a form to fill in. Since Claude Code 2.1.76.
 * - `url`: With a web page to open. Since Claude Code 2.1.76.
 */
export type ElicitationMode =
  | "form"
  | "url";

/**
 * The answers to an elicitation that give no values.
 *
 * - `decline`: The request is turned down. Since Claude Code 2.1.76.
 * - `cancel`: The request is dismissed without a choice. Since Claude Code 2.1.76.
 */
export type ElicitationRefusalAction =
  | "decline"
  | "cancel";

/** An object without keys. */
export interface EmptyObject {
  [key: string]: never;
}

/**
 * The top-level decision of a reply. To let the action pass leave the field out.
 *
 * Since Claude Code 2.0.0 at the latest.
 *
 * - `approve`: Old word for `allow` on `PreToolUse`, replaced in 1.0.59 by `permissionDecision`; accepted on every
 *   other event, where it has no effect. Deprecated.
 * - `block`: Stops the guarded action; what that means is said at each event.
 */
export type HookDecision =
  | "approve"
  | "block";

/**
 * Where an MCP server was defined. Treat a value that you do not know as some configured source, never as `sdk`.
 *
 * Since Claude Code 2.1.274.
 *
 * - `sdk`: Runs inside the program that uses the SDK; no configuration can claim this value.
 * - `plugin`: Came with a plugin.
 * - `user`: Configuration of the user, for every project.
 * - `project`: Configuration that the project shares.
 * - `local`: Configuration of the user for this project.
 * - `dynamic`: Given with `--mcp-config` or set while the session runs.
 * - `managed`: Managed settings of an organisation.
 * - `enterprise`: Configuration of an enterprise.
 * - `claudeai`: Connected through the claude.ai account.
 * - `agent`: Declared by an agent.
 */
export type McpServerSource =
  | "sdk"
  | "plugin"
  | "user"
  | "project"
  | "local"
  | "dynamic"
  | "managed"
  | "enterprise"
  | "claudeai"
  | "agent"
  | (string & {});

/**
 * The MCP server that a tool belongs to. Base trust on `source`: the name is free text from a configuration.
 *
 * Since Claude Code 2.1.274.
 */
export interface McpServerProvenance {
  /**
   * Name of the server as its configuration or the SDK program gave it. Escape it before you show it.
   *
   * Since Claude Code 2.1.274.
   */
  name: string;
  /**
   * Where the definition of the server comes from.
   *
   * Since Claude Code 2.1.274.
   */
  source: McpServerSource;
}

/**
 * Where the price in an estimate comes from.
 *
 * - `configured`: The `modelPricing` of the managed settings. Since Claude Code 2.1.251.
 * - `catalog`: The list price of the model. Since Claude Code 2.1.251.
 * - `default`: The price of the usual tier, because the model is not known. Since Claude Code 2.1.251.
 */
export type ModelSwitchPricing =
  | "configured"
  | "catalog"
  | "default";

/**
 * What becomes of a tool call that a hook was asked about. With several hooks `deny` beats `defer`, `defer` beats
 * `ask`, and `ask` beats `allow`.
 *
 * Since Claude Code 1.0.59.
 *
 * - `allow`: The call goes ahead without a prompt. Rules that deny or ask still apply, and some tools prompt all
 *   the same.
 * - `deny`: The call is refused and the reason goes to Claude.
 * - `ask`: The user is asked, in auto mode as well.
 * - `defer`: A run with `-p` ends so that it can be resumed later with a decision. It works only when the turn
 *   holds this one tool call, and is ignored with a warning elsewhere. Since Claude Code 2.1.89.
 */
export type PermissionDecision =
  | "allow"
  | "deny"
  | "ask"
  | "defer";

/**
 * The permission modes that a hook can switch to. Since 2.1.200 the host also takes `manual` as another word for
 * `default`; the declarations do not have it, so these types do not either: write `default`.
 *
 * Since Claude Code 2.0.0 at the latest.
 *
 * - `default`: The normal mode, labelled Manual in the interface: what no rule allows is asked for.
 * - `acceptEdits`: File edits are accepted without asking.
 * - `bypassPermissions`: No permission is asked for. A hook can only switch to it in a session that was started
 *   with this mode available, and it is never saved as the default.
 * - `plan`: Claude makes a plan and executes nothing.
 * - `dontAsk`: Nobody is asked: what is not allowed in advance is refused. Since Claude Code 2.0.62 at the latest.
 * - `auto`: A classifier decides on what would otherwise be asked. Since Claude Code 2.1.91.
 */
export type PermissionMode =
  | "default"
  | "acceptEdits"
  | "bypassPermissions"
  | "plan"
  | "dontAsk"
  | "auto";

/**
 * Replaces all rules of one behavior at the destination.
 *
 * Since Claude Code 2.0.0 at the latest.
 */
export interface ReplaceRulesUpdate {
  /**
   * Tells the kinds of update apart.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  type: "replaceRules";
  /**
   * The rules to put in their place.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  rules: Array<PermissionRule>;
  /**
   * Which rules of the destination are replaced: those that allow, those that deny or those that ask.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  behavior: PermissionBehavior;
  /**
   * Where the change is written.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  destination: PermissionUpdateDestination;
}

/**
 * Removes permission rules from the destination.
 *
 * Since Claude Code 2.0.0 at the latest.
 */
export interface RemoveRulesUpdate {
  /**
   * Tells the kinds of update apart.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  type: "removeRules";
  /**
   * The rules to remove.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  rules: Array<PermissionRule>;
  /**
   * Which rules of the destination are searched: those that allow, those that deny or those that ask.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  behavior: PermissionBehavior;
  /**
   * Where the change is written.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  destination: PermissionUpdateDestination;
}

/**
 * Changes the permission mode.
 *
 * Since Claude Code 2.0.0 at the latest.
 */
export interface SetModeUpdate {
  /**
   * Tells the kinds of update apart.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  type: "setMode";
  /**
   * The mode to change to.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  mode: PermissionMode;
  /**
   * Where the change is written.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  destination: PermissionUpdateDestination;
}

/**
 * Removes working directories.
 *
 * Since Claude Code 2.0.0 at the latest.
 */
export interface RemoveDirectoriesUpdate {
  /**
   * Tells the kinds of update apart.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  type: "removeDirectories";
  /**
   * Paths of the directories to remove.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  directories: Array<string>;
  /**
   * Where the change is written.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  destination: PermissionUpdateDestination;
}

/**
 * A change of the permissions. Inputs offer such changes as suggestions and a reply can apply them; sending a
 * suggestion back is the same as picking that choice in the dialog.
 *
 * Since Claude Code 2.0.0 at the latest.
 */
export type PermissionUpdate =
  | AddRulesUpdate
  | ReplaceRulesUpdate
  | RemoveRulesUpdate
  | SetModeUpdate
  | AddDirectoriesUpdate
  | RemoveDirectoriesUpdate;

/**
 * How long the prompt cache keeps an entry.
 *
 * - `5m`: Five minutes. Since Claude Code 2.1.251.
 * - `1h`: One hour. Since Claude Code 2.1.251.
 */
export type PromptCacheTtl =
  | "5m"
  | "1h";

/**
 * A wake-up that the session has scheduled for itself.
 *
 * Since Claude Code 2.1.145.
 */
export interface SessionCronSummary {
  /**
   * Id of the schedule.
   *
   * Since Claude Code 2.1.145.
   */
  id: string;
  /**
   * When it fires, as a cron expression.
   *
   * Since Claude Code 2.1.145.
   */
  schedule: string;
  /**
   * Whether it fires again and again or once.
   *
   * Since Claude Code 2.1.145.
   */
  recurring: boolean;
  /**
   * Prompt that the wake-up submits.
   *
   * Since Claude Code 2.1.145. Claude Code clips what is longer than 1,000 characters.
   */
  prompt: string;
}
