//! Runs handlers: reads an event, calls the handlers that are for it, and writes what they say as the event takes it.

mod answer;
pub(crate) mod call;
pub(crate) mod calls;
mod channel;
mod choose;
mod data;
mod decide;
pub(crate) mod field;
pub(crate) mod fields;
mod hooks;
mod http;
mod kept;
mod keys;
mod plan;
mod policy;
mod process;
pub(crate) mod reply;
mod spelled;
pub(crate) mod verbs;
mod whole;

pub use self::call::{AnyCall, Call};
pub use self::hooks::{Decision, Guard, Hooks, run};
pub use self::http::{HttpAnswer, ToolResult, tool_result};
pub use self::reply::{IntoReply, Reply, combine};
