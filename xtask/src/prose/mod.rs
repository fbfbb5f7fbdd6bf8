//! The step `docs`: checks the English of everything that a user reads.
//!
//! Two rules hold. Private words and internal history do not occur: `tests/prose/phrases.toml` lists them, with the
//! standard word for each. And sentences are short: 95 % of the different sentences of each [`Area`] and 90 % of those of
//! each page have at most 30 words, and no sentence has more than 45.
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
use sentences::{LONG, LONGEST, Sentences, split, text};
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

/// The share of the sentences of an area that have at most [`LONG`] words.
const OF_AREA: f64 = 0.95;

/// The share of the sentences of a page that have at most [`LONG`] words. A page can always have one longer sentence.
const OF_PAGE: f64 = 0.9;

/// Prints the figures of each area, and returns a problem for each area and page with sentences that are too long.
fn too_long(passages: &[Passage]) -> Vec<String> {
    let mut areas: BTreeMap<Area, Sentences> = BTreeMap::new();
    let mut pages: BTreeMap<&str, Sentences> = BTreeMap::new();
    for passage in passages.iter().filter(|passage| passage.has_sentences) {
        areas.entry(passage.area).or_default().add(passage);
        if passage.area == Area::Pages {
            pages.entry(&passage.file).or_default().add(passage);
        }
    }
    let mut problems = Vec::new();
    for (area, sentences) in &areas {
        println!(
            "{area}: {} sentences, {:.1} % with at most {LONG} words, {} with more than {LONGEST}",
            sentences.count(),
            sentences.share() * 100.0,
            sentences.longest()
        );
        if sentences.share() < OF_AREA || sentences.longest() > 0 {
            problems.push(format!("{area}: split these sentences\n{}", sentences.list()));
        }
    }
    for (page, sentences) in &pages {
        if sentences.share() < OF_PAGE && sentences.long() > 1 {
            problems.push(format!("{page}: split these sentences\n{}", sentences.list()));
        }
    }
    problems
}
