//! Diagnostics: a problem, its location, the reason and the fix.

mod code;
mod page;
mod place;
mod text;

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;

pub use code::{Code, Step};
pub use page::{ExampleFile, Page};
pub use place::{Excerpt, Place};
pub use text::text;

/// The severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Nothing is written.
    Error,
    /// Reported; the run goes on.
    Warning,
}

/// What the types lose of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    /// The type is any value, although the schema says more.
    Type,
    /// The schema states a part that no type has: a property of a branch, or the place of an item.
    Part,
    /// There is a type, and only validators check the rest.
    Check,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The severity.
    pub level: Level,
    /// The kind of finding: `unknown-keyword`.
    pub code: Code,
    /// The problem, in one line.
    pub message: String,
    /// The location, if it is about a file.
    pub place: Option<Place>,
    /// The location of the other file or node, if it is about two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Place>,
    /// The reason why it matters.
    pub reason: Option<String>,
    /// The fix.
    pub advice: Option<String>,
    /// What the types lose here, if the finding is about that.
    #[serde(skip)]
    pub loss: Option<Loss>,
}

impl Diagnostic {
    /// Creates an error of this kind.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            level: Level::Error,
            code,
            message: message.into(),
            place: None,
            other: None,
            reason: None,
            advice: None,
            loss: None,
        }
    }

    /// Creates a warning of this kind.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { level: Level::Warning, ..Self::error(code, message) }
    }

    /// Sets the location.
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// Sets the location of the other file or node.
    pub fn and_at(mut self, place: Place) -> Self {
        self.other = Some(place);
        self
    }

    /// Sets the location to a whole file.
    pub fn in_file(self, file: impl Into<String>) -> Self {
        self.at(Place::of_file(file))
    }

    /// Sets the reason.
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// Sets what the types lose.
    pub fn losing(mut self, loss: Loss) -> Self {
        self.loss = Some(loss);
        self
    }

    /// Sets the fix.
    pub fn instead(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    /// Writes it like compilers, without colours: `error[code]: message`, then the line, the reason and the fix.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::text(self, false))
    }
}

/// Escapes control characters, so that the text of a schema cannot control the terminal.
pub(crate) fn visible(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_invisible(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    shown
}

/// Returns true for characters that are invisible, or change the display of the text around them.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// All diagnostics of a step. They are collected, so that one run reports all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds the diagnostics of another step.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Returns true if one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|diagnostic| diagnostic.level == Level::Error)
    }

    /// Returns true if there are errors, and all of them are about the command's arguments.
    pub fn are_of_usage(&self) -> bool {
        let mut errors = self.0.iter().filter(|diagnostic| diagnostic.level == Level::Error).peekable();
        errors.peek().is_some() && errors.all(|diagnostic| diagnostic.code.is_of_usage())
    }

    /// Returns each of them once.
    #[must_use]
    pub fn without_repetitions(self) -> Self {
        let mut known: HashMap<_, Vec<Diagnostic>> = HashMap::new();
        let mut all = Vec::with_capacity(self.0.len());
        for one in self.0 {
            let place = one.place.as_ref().map(|it| (it.file.clone(), it.line, it.column));
            let alike = known.entry((one.message.clone(), place)).or_default();
            if !alike.contains(&one) {
                alike.push(one.clone());
                all.push(one);
            }
        }
        Self(all)
    }

    /// Returns the value with the diagnostics, unless one of them is an error.
    ///
    /// # Errors
    /// One of the diagnostics is an error. All of them are returned.
    pub fn or<T>(self, value: T) -> Result<(T, Self), Self> {
        if self.has_errors() { Err(self) } else { Ok((value, self)) }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}
