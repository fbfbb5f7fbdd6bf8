//! Returns what the host does with the results of hooks, and merges the outcomes of several.

mod data;
mod draft;
mod explain;
mod interpret;
mod merge;
mod plan;
mod record;
mod result;
mod run;

#[allow(unused_imports, reason = "only blocks of messages use it")]
pub(crate) use self::data::READERS;
pub use self::interpret::interpret;
pub use self::merge::{MergeError, merge};
pub use self::record::{RecordError, recorded_result};
#[allow(unused_imports, reason = "only tests of hooks use them")]
pub(crate) use self::{interpret::not_run, run::Ended};
#[cfg(all(feature = "host", feature = "settings"))]
pub(crate) use self::run::{Means, absolute, command_of, limit_of, run_with};
pub use self::run::{Ask, HookRun, LaterAnswer, Request, RunError, RunOptions, Transport, run_hook, time_limit};
pub use self::result::{HandlerResult, backgrounded, exited, http, mcp, model, not_started, signalled, timed_out};
use crate::types::{Outcome, OutcomeAction};

impl Outcome {
    /// Returns true if the hook broke. Only `simulate` of the module `testing` knows.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.failed == Some(true)
    }

    /// Returns true if the hook blocks. One that broke may do so, too.
    #[must_use]
    pub fn blocked(&self) -> bool {
        self.action == OutcomeAction::Blocked
    }

    /// Returns true if the user is asked because of the hook.
    #[must_use]
    pub fn asked(&self) -> bool {
        self.action == OutcomeAction::Asked
    }

    /// Returns true if the hook stops the agent, or the subagent or teammate that the event is about.
    #[must_use]
    pub const fn stops(&self) -> bool {
        self.stop
    }
}
