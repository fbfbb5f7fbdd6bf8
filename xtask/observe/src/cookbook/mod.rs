//! The hooks of the cookbook on the real host: does what their authors meant happen?
//!
//! ```text
//! recipe ─▶ project (the hook, its settings, fake programs) ─▶ session (play, in a sandbox) ─▶ facts
//! ```
//!
//! | module | does |
//! |---|---|
//! | [`recipe`] | a hook with what it means, in a session; [`recipes`] has all of them: a closed list |
//! | [`fact`] | what can be seen after a session |
//! | [`language`] | the languages: their files, their commands, and copies of a hook that crash |
//! | [`project`] | the folder that a hook runs in |
//! | [`session`] | one run of a hook in a sandbox |
//!
//! The hooks and the settings are those of `generated/docs/cookbook`, as users copy them.

pub mod fact;
pub mod language;
pub mod project;
pub mod recipe;
pub mod recipes;
pub mod session;

use std::fmt;

use language::Language;
use recipe::Recipe;

/// What is done to a hook before it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Nothing.
    Works,
    /// Its handlers raise an error.
    Crash,
    /// It gets only the first half of its input.
    BadInput,
    /// Its package is missing, or the program itself.
    Missing,
    /// It takes longer than its limit.
    TimeLimit,
}

impl Variant {
    /// All variants, in the order of the report.
    pub const ALL: [Self; 5] = [Self::Works, Self::Crash, Self::BadInput, Self::Missing, Self::TimeLimit];

    /// Returns the name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Works => "works",
            Self::Crash => "crash",
            Self::BadInput => "bad-input",
            Self::Missing => "missing",
            Self::TimeLimit => "time-limit",
        }
    }
}

/// A hook in a language, with what is done to it.
#[derive(Debug, Clone)]
pub struct Case {
    /// The hook.
    pub recipe: Recipe,
    /// The language.
    pub language: Language,
    /// What is done to it.
    pub variant: Variant,
}

impl fmt::Display for Case {
    /// Writes the id: `deny-a-command/python/crash`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.recipe.hook, self.language.name(), self.variant.name())
    }
}

/// Returns all cases.
#[must_use]
pub fn cases() -> Vec<Case> {
    let of = |recipe: &Recipe| {
        let recipe = recipe.clone();
        Language::ALL.into_iter().flat_map(move |language| {
            let recipe = recipe.clone();
            Variant::ALL.into_iter().map(move |variant| Case { recipe: recipe.clone(), language, variant })
        })
    };
    recipes::all().iter().flat_map(of).collect()
}
