//! The results of hooks: what is left of a hook when it has ended.

use crate::prompt::ModelAnswer;

/// The result of a hook. Functions such as [`exited`] create it.
#[derive(Clone, Debug, PartialEq)]
pub struct HandlerResult(pub(super) Kind);

/// How a hook ended, and what it wrote.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A command ended: its exit code, or `None` if a signal ended it.
    Ended { code: Option<i32>, stdout: Vec<u8>, stderr: Vec<u8> },
    /// A server answered.
    Http { status: u16, body: Vec<u8> },
    /// A tool answered.
    Mcp { text: Vec<u8>, is_error: bool },
    /// A model answered.
    Model(ModelAnswer),
    TimedOut,
    NotStarted,
    /// The host does not wait for a command, which printed this later.
    Backgrounded { later: Vec<u8> },
}

/// Returns the result of a command that ended with an exit code. Pass all that it wrote.
#[must_use]
pub fn exited(code: i32, stdout: impl Into<Vec<u8>>, stderr: impl Into<Vec<u8>>) -> HandlerResult {
    HandlerResult(Kind::Ended { code: Some(code), stdout: stdout.into(), stderr: stderr.into() })
}

/// Returns the result of a command that a signal ended. Pass all that it wrote.
#[must_use]
pub fn signalled(stdout: impl Into<Vec<u8>>, stderr: impl Into<Vec<u8>>) -> HandlerResult {
    HandlerResult(Kind::Ended { code: None, stdout: stdout.into(), stderr: stderr.into() })
}

/// Returns the result of a request: the status of the response, and its whole body.
#[must_use]
pub fn http(status: u16, body: impl Into<Vec<u8>>) -> HandlerResult {
    HandlerResult(Kind::Http { status, body: body.into() })
}

/// Returns the result of a call of an MCP tool: its text, and whether the tool failed.
#[must_use]
pub fn mcp(text: impl Into<Vec<u8>>, is_error: bool) -> HandlerResult {
    HandlerResult(Kind::Mcp { text: text.into(), is_error })
}

/// Returns the result of a question to a model.
#[must_use]
pub fn model(answer: impl Into<ModelAnswer>) -> HandlerResult {
    HandlerResult(Kind::Model(answer.into()))
}

/// Returns the result of a hook that exceeded its time limit.
#[must_use]
pub const fn timed_out() -> HandlerResult {
    HandlerResult(Kind::TimedOut)
}

/// Returns the result of a command that cannot be started, or of a server that cannot be reached.
#[must_use]
pub const fn not_started() -> HandlerResult {
    HandlerResult(Kind::NotStarted)
}

/// Returns the result of a command that the host does not wait for, and what it prints later.
#[must_use]
pub fn backgrounded(later: impl Into<Vec<u8>>) -> HandlerResult {
    HandlerResult(Kind::Backgrounded { later: later.into() })
}
