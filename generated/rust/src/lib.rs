// Made from templates/rust/src/lib.rs.jinja by `cargo xtask codegen`: edit that, not this.
//! Types for the hook contract of Claude Code, generated from one JSON Schema set.
//!
//! The contract is that of Claude Code 2.1.330.
//!
//! ```
//! use hookwire::{PermissionDecision, PreToolUseInput, PreToolUseSpecificOutput, PreToolUseSyncOutput};
//!
//! # fn main() -> Result<(), serde_json::Error> {
//! let input: PreToolUseInput = serde_json::from_str(
//!     r#"{"session_id": "1", "transcript_path": "/t.jsonl", "cwd": "/", "hook_event_name": "PreToolUse",
//!         "tool_name": "Bash", "tool_input": {"command": "rm -rf /"}, "tool_use_id": "toolu_1"}"#,
//! )?;
//! let mut reply = PreToolUseSyncOutput::new();
//! if input.tool_input["command"].as_str().is_some_and(|command| command.contains("rm -rf /")) {
//!     reply = reply.with_hook_specific_output(
//!         PreToolUseSpecificOutput::new()
//!             .with_permission_decision(PermissionDecision::Deny)
//!             .with_permission_decision_reason("The root is not to be deleted."),
//!     );
//! }
//! let specific = r#"{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"The root is not to be deleted."}"#;
//! assert_eq!(serde_json::to_string(&reply)?, format!(r#"{{"hookSpecificOutput":{specific}}}"#));
//! # Ok(())
//! # }
//! ```
//!
//! * A struct is made by `new`, which takes what must be there, and by `with_…` for everything else. Constants fill
//!   themselves in. A newer contract may add fields and variants without breaking what is written today.
//! * Absent, `null` and empty are three things: `Option<T>` is absent or there and never `null`, except where the
//!   contract has `null`; where a key can be both absent and `null`, it is an `Option<Option<T>>`.
//! * What is read is checked: types, values, constants, keys that a payload must not have, and rules across keys.
//!   [`from_value`] says where a value is wrong; `serde_json`'s functions say it in their error's text.
//! * Numbers are doubles, so `5` comes back as `5.0`, which is the same number to JSON. An integer may be written with
//!   a fraction of zero.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

// The programs of the package's page are compiled with its tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod constant;
pub mod event;
pub mod json;
pub mod common;
pub mod config_change;
pub mod cwd_changed;
pub mod directory_added;
pub mod elicitation;
pub mod elicitation_result;
pub mod file_changed;
pub mod instructions_loaded;
pub mod message_display;
pub mod notification;
pub mod permission_denied;
pub mod permission_request;
pub mod post_compact;
pub mod post_model_switch;
pub mod post_tool_batch;
pub mod post_tool_use;
pub mod post_tool_use_failure;
pub mod pre_compact;
pub mod pre_model_switch;
pub mod pre_tool_use;
pub mod session_end;
pub mod session_start;
pub mod setup;
pub mod stop;
pub mod stop_failure;
pub mod subagent_start;
pub mod subagent_stop;
pub mod task_completed;
pub mod task_created;
pub mod teammate_idle;
pub mod user_prompt_expansion;
pub mod user_prompt_submit;
pub mod worktree_create;
pub mod worktree_remove;
pub mod hook;
pub mod hook_input_base;
pub mod hook_output_base;
mod rule;

pub use event::{Event, EventInput};
pub use json::{FromJson, Keys, Problem, UnknownValue, from_value};

pub use common::{ActivePermissionMode, PermissionUpdateDestination, AddDirectoriesUpdate, PermissionRule, PermissionBehavior, AddRulesUpdate, AsyncHookOutput, BackgroundTaskType, BackgroundTaskSummary, CompactTrigger, EffortLevel, Effort, ElicitationMode, ElicitationRefusalAction, EmptyObject, HookDecision, McpServerSource, McpServerProvenance, ModelSwitchPricing, PermissionDecision, PermissionMode, ReplaceRulesUpdate, RemoveRulesUpdate, SetModeUpdate, RemoveDirectoriesUpdate, PermissionUpdate, PromptCacheTtl, SessionCronSummary};
pub use config_change::{ConfigChangeSource, ConfigChangeInput, ConfigChangeSyncOutput, ConfigChangeOutput};
pub use cwd_changed::{CwdChangedInput, CwdChangedSpecificOutput, CwdChangedSyncOutput, CwdChangedOutput};
pub use directory_added::{DirectoryAddedSource, DirectoryAddedInput, DirectoryAddedSyncOutput, DirectoryAddedOutput};
pub use elicitation::{ElicitationInput, ElicitationAccept, ElicitationRefusal, ElicitationSpecificOutput, ElicitationSyncOutput, ElicitationOutput};
pub use elicitation_result::{ElicitationAction, ElicitationResultInput, ElicitationResultAccept, ElicitationResultRefusal, ElicitationResultSpecificOutput, ElicitationResultSyncOutput, ElicitationResultOutput};
pub use file_changed::{FileChangeKind, FileChangedInput, FileChangedSpecificOutput, FileChangedSyncOutput, FileChangedOutput};
pub use instructions_loaded::{MemoryType, InstructionsLoadReason, InstructionsLoadedInput, InstructionsLoadedSyncOutput, InstructionsLoadedOutput};
pub use message_display::{MessageDisplayInput, MessageDisplaySpecificOutput, MessageDisplaySyncOutput, MessageDisplayOutput};
pub use notification::{NotificationType, NotificationInput, NotificationSpecificOutput, NotificationSyncOutput, NotificationOutput};
pub use permission_denied::{PermissionDeniedInput, PermissionDeniedSpecificOutput, PermissionDeniedSyncOutput, PermissionDeniedOutput};
pub use permission_request::{PermissionRequestInput, PermissionRequestAllow, PermissionRequestDeny, PermissionRequestDecision, PermissionRequestSpecificOutput, PermissionRequestSyncOutput, PermissionRequestOutput};
pub use post_compact::{PostCompactInput, PostCompactSyncOutput, PostCompactOutput};
pub use post_model_switch::{PostModelSwitchSource, PostModelSwitchInput, PostModelSwitchSpecificOutput, PostModelSwitchSyncOutput, PostModelSwitchOutput};
pub use post_tool_batch::{PostToolBatchCall, PostToolBatchInput, PostToolBatchSpecificOutput, PostToolBatchSyncOutput, PostToolBatchOutput};
pub use post_tool_use::{PostToolUseInput, PostToolUseSpecificOutput, PostToolUseSyncOutput, PostToolUseOutput};
pub use post_tool_use_failure::{PostToolUseFailureInput, PostToolUseFailureSpecificOutput, PostToolUseFailureSyncOutput, PostToolUseFailureOutput};
pub use pre_compact::{PreCompactInput, PreCompactSyncOutput, PreCompactOutput};
pub use pre_model_switch::{PreModelSwitchSource, PreModelSwitchInput, PreModelSwitchDecision, PreModelSwitchSpecificOutput, PreModelSwitchSyncOutput, PreModelSwitchOutput};
pub use pre_tool_use::{PreToolUseInput, PreToolUseSpecificOutput, PreToolUseSyncOutput, PreToolUseOutput};
pub use session_end::{SessionEndReason, SessionEndInput, SessionEndSyncOutput, SessionEndOutput};
pub use session_start::{SessionStartSource, SessionStartInput, SessionStartSpecificOutput, SessionStartSyncOutput, SessionStartOutput};
pub use setup::{SetupTrigger, SetupInput, SetupSpecificOutput, SetupSyncOutput, SetupOutput};
pub use stop::{StopInput, StopSpecificOutput, StopBlock, StopProceed, StopSyncOutput, StopOutput};
pub use stop_failure::{StopFailureError, StopFailureInput, StopFailureSyncOutput, StopFailureOutput};
pub use subagent_start::{SubagentStartInput, SubagentStartSpecificOutput, SubagentStartSyncOutput, SubagentStartOutput};
pub use subagent_stop::{SubagentStopInput, SubagentStopSpecificOutput, SubagentStopBlock, SubagentStopProceed, SubagentStopSyncOutput, SubagentStopOutput};
pub use task_completed::{TaskCompletedInput, TaskCompletedSyncOutput, TaskCompletedOutput};
pub use task_created::{TaskCreatedInput, TaskCreatedSyncOutput, TaskCreatedOutput};
pub use teammate_idle::{TeammateIdleInput, TeammateIdleSyncOutput, TeammateIdleOutput};
pub use user_prompt_expansion::{PromptExpansionType, CommandSource, UserPromptExpansionInput, UserPromptExpansionSpecificOutput, UserPromptExpansionSyncOutput, UserPromptExpansionOutput};
pub use user_prompt_submit::{UserPromptSource, UserPromptSubmitInput, UserPromptSubmitSpecificOutput, UserPromptSubmitSyncOutput, UserPromptSubmitOutput};
pub use worktree_create::{WorktreeCreateInput, WorktreeCreateSpecificOutput, WorktreeCreateSyncOutput, WorktreeCreateOutput};
pub use worktree_remove::{WorktreeRemoveInput, WorktreeRemoveSyncOutput, WorktreeRemoveOutput};
pub use hook::{HookInput, HookSpecificOutput, SyncHookOutput, HookOutput};
pub use hook_input_base::{HookInputBase};
pub use hook_output_base::{HookOutputBase};
