//! The phrases that do not occur in the product's prose.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::markdown::Word;
use super::sentences::text;

/// The file of phrases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    phrase: Vec<Entry>,
    #[serde(default)]
    allow: Vec<Allowed>,
}

/// Phrases with one replacement.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The phrases in lower case, each form of a word separately. `*` matches any word.
    avoid: Vec<String>,
    write: String,
    /// Longer phrases that contain one of `avoid`, and are plain English.
    #[serde(default)]
    unless: Vec<String>,
}

/// A place where a phrase is right.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Allowed {
    phrase: String,
    /// The file, or a folder that ends in `/`. Without it, every file.
    #[serde(default)]
    file: String,
    /// A part of the sentence. Without it, every sentence of the file.
    #[serde(default)]
    text: String,
    /// Why the phrase is right here. People read it, not the check.
    #[serde(rename = "because")]
    _because: String,
}

/// The phrases, by their first word.
pub struct Phrases {
    by_first_word: HashMap<String, Vec<(Vec<String>, usize)>>,
    entries: Vec<Entry>,
    /// The exceptions, and whether each has been needed.
    allowed: Vec<(Allowed, bool)>,
}

impl Phrases {
    /// Reads the file of phrases.
    ///
    /// # Errors
    /// The file cannot be read, or has another form.
    pub fn read(path: &Path) -> Result<Self, String> {
        let failed = |error: String| format!("{}: {error}", path.display());
        let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
        let file: File = toml::from_str(&text).map_err(|error| failed(error.to_string()))?;
        Ok(Self::new(file))
    }

    fn new(file: File) -> Self {
        let mut by_first_word: HashMap<String, Vec<_>> = HashMap::new();
        for (at, entry) in file.phrase.iter().enumerate() {
            for phrase in &entry.avoid {
                let words: Vec<String> = phrase.split(' ').map(str::to_owned).collect();
                by_first_word.entry(words.first().cloned().unwrap_or_default()).or_default().push((words, at));
            }
        }
        let allowed = file.allow.into_iter().map(|allowed| (allowed, false)).collect();
        Self { by_first_word, entries: file.phrase, allowed }
    }

    /// Returns a line for each phrase in a sentence: the place, the phrase, the standard word, and the sentence.
    pub fn problems(&mut self, file: &str, sentence: &[Word]) -> Vec<String> {
        let words: Vec<String> = sentence.iter().map(|word| bare(&word.text)).collect();
        let shown = text(sentence);
        let mut problems = Vec::new();
        for at in 0..words.len() {
            let Some((phrase, entry)) = self.hit(&words, at) else { continue };
            if !self.is_allowed(&phrase, file, &shown) {
                let line = sentence.get(at).map_or(0, |word| word.line);
                let write = self.entries.get(entry).map_or("", |entry| entry.write.as_str());
                problems.push(format!("{file}:{line}: `{phrase}`, write {write}\n    {shown}"));
            }
        }
        problems
    }

    /// Returns the phrase that begins at a word, and its entry.
    fn hit(&self, words: &[String], at: usize) -> Option<(String, usize)> {
        let candidates = self.by_first_word.get(words.get(at)?)?;
        let (phrase, entry) = candidates.iter().find(|(phrase, _)| matches_at(phrase, words, at))?;
        let unless = self.entries.get(*entry).map(|entry| entry.unless.as_slice()).unwrap_or_default();
        let is_plain = unless.iter().any(|longer| {
            let longer: Vec<String> = longer.split(' ').map(str::to_owned).collect();
            let first = at.saturating_sub(longer.len() - 1);
            (first..=at).any(|start| matches_at(&longer, words, start) && start + longer.len() >= at + phrase.len())
        });
        (!is_plain).then(|| (phrase.join(" "), *entry))
    }

    fn is_allowed(&mut self, phrase: &str, file: &str, sentence: &str) -> bool {
        let fits = |allowed: &Allowed| {
            let in_file = allowed.file.is_empty()
                || allowed.file == file
                || (allowed.file.ends_with('/') && file.starts_with(&allowed.file));
            allowed.phrase == phrase && in_file && sentence.contains(&allowed.text)
        };
        let found = self.allowed.iter_mut().find(|(allowed, _)| fits(allowed));
        found.map(|(_, used)| *used = true).is_some()
    }

    /// Returns a line for each exception that no text needed.
    pub fn unused(&self) -> impl Iterator<Item = String> {
        let unused = self.allowed.iter().filter(|(_, used)| !used);
        unused.map(|(allowed, _)| {
            let Allowed { phrase, file, text, .. } = allowed;
            format!("tests/prose/phrases.toml: remove the exception for `{phrase}` in {file:?} with {text:?}: it does not occur")
        })
    }
}

/// Returns a word in lower case, without the signs around it.
fn bare(word: &str) -> String {
    word.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '`').to_lowercase()
}

fn matches_at(phrase: &[String], words: &[String], at: usize) -> bool {
    let Some(words) = words.get(at..at + phrase.len()) else { return false };
    phrase.iter().zip(words).all(|(expected, word)| expected == "*" || expected == word)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::prose::markdown::blocks;

    fn problems(list: &str, file: &str, text: &str) -> Vec<String> {
        let mut phrases = Phrases::new(toml::from_str(list).unwrap());
        let mut found = Vec::new();
        for block in blocks(text, &[1, 2, 3]) {
            found.extend(phrases.problems(file, &block.words));
        }
        found.extend(phrases.unused());
        found
    }

    #[test]
    fn a_phrase_is_reported_with_its_line_and_what_to_write() {
        let list = r#"phrase = [{ avoid = ["is no"], write = "is not a", unless = ["is no longer", "there is no"] }]"#;
        let found = problems(list, "a.md", "There is no file, it is no longer. This\n*is no* `is no`\nfile.");
        assert_eq!(
            found,
            ["a.md:2: `is no`, write is not a\n    There is no file, it is no longer. This is no `is no` file."]
        );
    }

    #[test]
    fn an_exception_has_to_occur() {
        let list = r#"
            phrase = [{ avoid = ["judge"], write = "validate" }]
            allow = [{ phrase = "judge", file = "docs/", text = "an LLM judge", because = "the field's term" }]
        "#;
        assert_eq!(problems(list, "docs/a.md", "Ask an LLM judge."), Vec::<String>::new());
        assert_eq!(problems(list, "a.md", "Ask an LLM judge.").len(), 2);
    }
}
