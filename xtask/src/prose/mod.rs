//! The step `docs`: checks the English of everything that a user reads.
//!
//! Two rules hold. Private words and internal history do not occur: `tests/prose/phrases.toml` lists them, with the
//! standard word for each. And sentences are short: of the different sentences of each [`Area`], 95 % have at most 30
//! words, and none has more than 45.
//!
//! A sentence that occurs in several files is reported once, in the first of them. Sources come before what is
//! generated from them, so the report names the file to edit, or one that leads to its template.

mod comments;
mod literals;
mod markdown;
mod phrases;
mod sentences;
mod sources;

use std::collections::{BTreeMap, HashSet};

use hookwire_harness::Root;

use phrases::Phrases;
use sentences::{LONG, LONGEST, SHARE, Sentences, split, text};
use sources::{Area, Passage, passages};

/// The list of phrases, with the standard word for each, and the exceptions.
const PHRASES: &str = "tests/prose/phrases.toml";

/// Checks the phrases and the length of the sentences in all texts that a user reads.
///
/// # Errors
/// All phrases with their places, and the longest sentences of each area that has too many long ones.
pub fn step(root: &Root) -> Result<(), String> {
    let mut phrases = Phrases::read(&root.path(PHRASES))?;
    let passages = passages(root)?;
    let mut problems = Vec::new();
    let mut seen = HashSet::new();
    for passage in &passages {
        let new = split(&passage.words).into_iter().filter(|sentence| seen.insert(text(sentence)));
        problems.extend(new.flat_map(|sentence| phrases.problems(&passage.file, sentence)));
    }
    let hits = problems.len();
    problems.extend(phrases.unused());
    problems.extend(too_long(&passages));
    println!("{hits} phrases to replace");
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Prints the figures of each area, and returns a problem for each one with sentences that are too long.
fn too_long(passages: &[Passage]) -> Vec<String> {
    let mut areas: BTreeMap<Area, Sentences> = BTreeMap::new();
    for passage in passages.iter().filter(|passage| passage.has_sentences) {
        areas.entry(passage.area).or_default().add(passage);
    }
    let mut problems = Vec::new();
    for (area, sentences) in &areas {
        println!(
            "{area}: {} sentences, {:.1} % with at most {LONG} words, {} with more than {LONGEST}",
            sentences.count(),
            sentences.share() * 100.0,
            sentences.longest().count()
        );
        if sentences.share() < SHARE || sentences.longest().next().is_some() {
            problems.push(format!("{area}: split these sentences\n{}", sentences.list()));
        }
    }
    problems
}
