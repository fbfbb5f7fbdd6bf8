//! A hook of the cookbook with what it means, in a session of its own.

use super::fact::Fact;
use crate::play::scene::Scene;

/// What happens if a hook fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// The event is blocked.
    Closed,
    /// The event goes on as if there were no hook.
    Open,
}

impl Policy {
    /// Returns what the hook writes to stderr if it fails.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Self::Closed => "failed, so it blocks",
            Self::Open => "failed, and",
        }
    }
}

/// A hook with what it means.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// The name of its folder in the cookbook.
    pub hook: &'static str,
    /// The events that it is for.
    pub events: Vec<&'static str>,
    /// What happens if it fails.
    pub policy: Policy,
    /// The project is a Git repository with one commit, on the branch `topic`.
    pub in_repository: bool,
    /// Programs that are found first: the name and the script of each.
    pub programs: Vec<(&'static str, &'static str)>,
    /// The hook in Bash reads its input.
    pub is_read_in_bash: bool,
    /// The sessions.
    pub sessions: Vec<Session>,
    /// What is seen if `hookwire run` cannot read its input, where that is not the same as for every failure: it does not know
    /// the event then.
    pub unread: Option<Vec<Fact>>,
}

/// A session, and what can be seen after it.
#[derive(Debug, Clone)]
pub struct Session {
    /// What happens in it.
    pub scene: Scene,
    /// What the author of the hook meant.
    pub meant: Vec<Fact>,
    /// What is seen if the hook fails.
    pub failed: Vec<Fact>,
}
