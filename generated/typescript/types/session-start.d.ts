// Generated from templates/typescript/types/[module].d.ts.jinja by `cargo xtask codegen`. Do not edit.

import type {
  ActivePermissionMode,
  AsyncHookOutput,
  Effort,
  HookDecision,
} from "./common.js";

/**
 * How a session began.
 *
 * - `startup`: A new session. Since Claude Code 2.0.0 at the latest.
 * - `resume`: A session that was resumed. Since Claude Code 2.0.0 at the latest.
 * - `clear`: The conversation was cleared with `/clear`. Since Claude Code 2.0.0 at the latest.
 * - `compact`: The conversation was compacted. Since Claude Code 2.0.0 at the latest.
 * - `fork`: A copy of another session; before 2.1.214 such a session reported `resume`. Since Claude Code 2.1.214.
 */
export type SessionStartSource =
  | "startup"
  | "resume"
  | "clear"
  | "compact"
  | "fork";

/**
 * Input of a `SessionStart` hook, which runs when a session starts, is resumed or forked, after `/clear`, and after
 * a compaction. Apart from the events about a switch of the model it is the only one that can name the model in
 * use.
 *
 * Since Claude Code 1.0.62.
 */
export interface SessionStartInput {
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
   * Since Claude Code 1.0.62.
   */
  cwd: string;
  /**
   * Always `SessionStart`.
   *
   * Since Claude Code 1.0.62.
   */
  hook_event_name: "SessionStart";
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
   * Name of the agent when the session was started with `--agent`.
   *
   * Since Claude Code 2.1.2.
   */
  agent_type?: string;
  /**
   * How the session began. Matchers test this field.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  source: SessionStartSource;
  /**
   * Id of the model in use. It can be missing, for instance after `/clear`.
   *
   * Since Claude Code 2.1.12 at the latest.
   */
  model?: string;
  /**
   * Title that the user has given the session. Absent while it has only an automatic one.
   *
   * Since Claude Code 2.1.152 at the latest.
   */
  session_title?: string;
  /**
   * Age of the last answer of the assistant, in seconds. Only after a resume or a fork.
   *
   * Since Claude Code 2.1.251.
   */
  seconds_since_last_response?: number;
  /**
   * Tokens in the context as of the last response, cached ones and output included. Only after a resume or a fork.
   *
   * Since Claude Code 2.1.251.
   */
  context_tokens?: number;
  /**
   * Whether the last answer is older than the prompt cache keeps entries. Only after a resume or a fork.
   *
   * Since Claude Code 2.1.251.
   */
  prompt_cache_likely_expired?: boolean;
  /**
   * Estimated price, in US dollars, of putting the context into the cache again. Only after a resume or a fork.
   *
   * Since Claude Code 2.1.251.
   */
  estimated_cache_write_usd?: number;
}

/**
 * What a hook brings into a session that starts.
 *
 * Since Claude Code 2.0.0 at the latest.
 */
export interface SessionStartSpecificOutput {
  /**
   * Name of the event, which must be the event that the hook was called for. Without it, or with another name, the
   * whole reply is refused.
   *
   * Since Claude Code 2.0.0 at the latest.
   */
  hookEventName: "SessionStart";
  /**
   * Text for Claude, placed before the first prompt. The texts of several hooks are all kept.
   *
   * Since Claude Code 2.0.0 at the latest. Claude Code spills what is longer than 10,000 characters to a file.
   */
  additionalContext?: string;
  /**
   * First message of the user. It acts with `-p` only; a prompt given there follows as the next turn.
   *
   * Since Claude Code 2.1.81 at the latest. Claude Code spills what is longer than 10,000 characters to a file.
   */
  initialUserMessage?: string;
  /**
   * New title of the session. It acts when `source` is `startup`, `resume` or `fork` and is ignored otherwise.
   *
   * Since Claude Code 2.1.152.
   */
  sessionTitle?: string;
  /**
   * Absolute paths to watch; a change of one of them raises `FileChanged`.
   *
   * Since Claude Code 2.1.83.
   */
  watchPaths?: Array<string>;
  /**
   * With `true` the folders of skills and commands are read again once the hooks are done, so that what a hook
   * installed is found.
   *
   * Since Claude Code 2.1.152.
   */
  reloadSkills?: boolean;
}

/** The immediate form of the reply. */
export interface SessionStartSyncOutput {
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
   * Since Claude Code 2.0.0 at the latest.
   */
  hookSpecificOutput?: SessionStartSpecificOutput;
  async?: never;
  asyncTimeout?: never;
}

/**
 * Reply of a `SessionStart` hook. It cannot stop the session; it can give Claude context, set the title, name files
 * to watch, and supply the first message.
 *
 * Since Claude Code 1.0.62.
 */
export type SessionStartOutput =
  | AsyncHookOutput
  | SessionStartSyncOutput;
