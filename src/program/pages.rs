//! The reference, as it is in `docs/`. Users who only have the program read it with `explain`.

use crate::artifact;
use crate::diagnostic::{Code, Diagnostics};
use crate::nearest::{did_you_mean, nearest};

/// A page: its name, its file in `docs/`, and its text.
type Page = (&'static str, &'static str, &'static str);

macro_rules! pages {
    ($($name:literal: $file:literal),* $(,)?) => {
        [$(($name, $file, include_str!(concat!("../../docs/", $file)))),*]
    };
}

/// The pages that messages name, and the pages that those link to.
const PAGES: [Page; 12] = pages! {
    "schemas": "schemas.md",
    "keywords": "keywords.md",
    "diagnostics": "diagnostics.md",
    "validation": "validation.md",
    "matching": "matching.md",
    "validator-replies": "validator-replies.md",
    "prompt-replies": "prompt-replies.md",
    "outcomes": "outcomes.md",
    "transcripts": "transcripts.md",
    "building": "building.md",
    "own-code": "own-code.md",
    "report": "report.schema.json",
};

/// Returns the text of a name, a code or a page, as the program of this name prints it.
pub fn explained(name: &str, program: &str) -> Option<String> {
    if let Some((.., text)) = PAGES.iter().find(|(page, file, _)| *page == name || *file == name) {
        return Some(as_printed(text, program));
    }
    let code = Code::named(name)?;
    Some(format!("{code}: {}\n", as_printed(code.page().text(), program)))
}

/// Returns true for a name that is written like a code or a page.
pub fn is_like_one(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

/// Returns the error for a name that there is not.
pub fn unknown(name: &str) -> String {
    let pages = PAGES.iter().map(|(page, ..)| *page);
    let near = nearest(name, Code::ALL.iter().map(|code| code.name()).chain(pages), 3);
    let advice = did_you_mean(&near)
        .unwrap_or_else(|| format!("pages are {}; for a node of a schema, name its set with `--schemas`", names()));
    format!("there is no diagnostic and no page `{name}`; {advice}")
}

/// Returns a list of the pages in a sentence.
pub fn names() -> String {
    PAGES.map(|(page, ..)| page).join(", ")
}

/// Returns a page for users without `docs/` and the commands of the repository: the line about its template is removed,
/// and a link becomes the command that prints its page, or only its text.
fn as_printed(text: &str, program: &str) -> String {
    let text = text.strip_prefix("<!--").and_then(|rest| rest.split_once("-->\n")).map_or(text, |(_, rest)| rest);
    let text = text.trim_start().replace(artifact::COMMAND, program);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once("](") {
        match (before.rfind('['), behind.split_once(')')) {
            (Some(at), Some((target, after))) if is_file(target) => {
                out.push_str(&before[..at]);
                out.push_str(&without_link(&before[at + 1..], target, program));
                rest = after;
            }
            _ => {
                out.push_str(before);
                out.push_str("](");
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

/// Returns true for a file of the repository, or a part of one.
fn is_file(target: &str) -> bool {
    let file = target.split('#').next().unwrap_or_default();
    !target.contains("://") && (file.ends_with(".md") || file.ends_with(".json"))
}

fn without_link(words: &str, target: &str, program: &str) -> String {
    let file = target.split('#').next().unwrap_or_default();
    match PAGES.iter().find(|(_, of, _)| *of == file) {
        Some((page, ..)) if words == file => shown(page, program),
        Some((page, ..)) => format!("{words} ({})", shown(page, program)),
        None => words.to_owned(),
    }
}

/// Replaces file names of `docs/` in diagnostics by the names of the pages in this program.
pub fn name_as_shown(found: &mut Diagnostics, program: &str) {
    for one in &mut found.0 {
        for text in [&mut one.message].into_iter().chain(&mut one.reason).chain(&mut one.advice) {
            for (page, file, _) in &PAGES {
                *text = text.replace(&format!("`docs/{file}`"), &shown(page, program));
            }
        }
    }
}

fn shown(page: &str, program: &str) -> String {
    format!("`{program} explain {page}`")
}
