//! Diagnostics: what is wrong, where, why, and what to write instead.

mod code;
mod page;
mod place;
mod text;

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

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The severity.
    pub level: Level,
    /// The kind of finding: `unknown-keyword`.
    pub code: Code,
    /// The problem, in one line.
    pub message: String,
    /// Where, if it is about a file.
    pub place: Option<Place>,
    /// Where the other one is, if it is about two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Place>,
    /// Why it matters.
    pub reason: Option<String>,
    /// The fix.
    pub advice: Option<String>,
}

impl Diagnostic {
    /// An error of this kind.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            level: Level::Error,
            code,
            message: message.into(),
            place: None,
            other: None,
            reason: None,
            advice: None,
        }
    }

    /// The same, as a warning.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { level: Level::Warning, ..Self::error(code, message) }
    }

    /// Says where.
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// Says where the other one is.
    pub fn and_at(mut self, place: Place) -> Self {
        self.other = Some(place);
        self
    }

    /// Says that it is about this file as a whole.
    pub fn in_file(self, file: impl Into<String>) -> Self {
        self.at(Place::of_file(file))
    }

    /// Says why it matters.
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// Says what to write instead.
    pub fn instead(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    /// As compilers do: `error[code]: what`, then the line, why and what to write. Without colours.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::text(self, false))
    }
}

/// A schema's text must not draw on the reader's terminal: control characters are written as escapes.
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

/// Characters that change how the text around them is shown, or are not shown at all.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// All findings of a step: they are collected, so that one run tells them all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds those of another step.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// There is an error among them.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|diagnostic| diagnostic.level == Level::Error)
    }

    /// There are errors, and all of them are of what the command was asked for.
    pub fn are_of_usage(&self) -> bool {
        let mut errors = self.0.iter().filter(|diagnostic| diagnostic.level == Level::Error).peekable();
        errors.peek().is_some() && errors.all(|diagnostic| diagnostic.code.is_of_usage())
    }

    /// The value, if there is no error; else the findings.
    ///
    /// # Errors
    /// The findings themselves, when one of them is an error.
    pub fn or<T>(self, value: T) -> Result<(T, Self), Self> {
        if self.has_errors() { Err(self) } else { Ok((value, self)) }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}
