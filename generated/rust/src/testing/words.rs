//! The messages.

use super::data::WORDS;
use crate::validation::plan::find;

/// Returns a message.
pub(super) fn said(word: &str, values: &[(&str, &str)]) -> String {
    let text = find(WORDS, word).copied().unwrap_or_default().to_owned();
    values.iter().fold(text, |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}
