//! The notes of a node, in short sentences, the same in every language.

use crate::markdown::{self, DocSyntax};
use crate::model::{Cap, Deprecation, Facts, Host, Version};

/// The name of the program that the contract describes, as CommonMark. Notes about versions and limits contain it.
#[derive(Debug, Clone)]
pub struct Program(Option<String>);

impl Program {
    /// Returns the program of a set.
    pub fn of(host: Option<&Host>) -> Self {
        Self(host.map(|host| escape(&host.name)))
    }
}

/// Returns the texts of a node as CommonMark: its description, and its notes as a paragraph of their own.
pub fn texts(facts: &Facts, cap: Option<&Cap>, program: &Program) -> Vec<String> {
    let notes = notes(facts, cap, program).join(" ");
    facts.description.iter().cloned().chain((!notes.is_empty()).then_some(notes)).collect()
}

/// Returns the facts as CommonMark sentences: first and last version, the replacement, the confidence, the length
/// limit.
pub fn notes(facts: &Facts, cap: Option<&Cap>, program: &Program) -> Vec<String> {
    let name = program.0.as_deref().unwrap_or("version");
    let mut out = Vec::new();
    out.extend(facts.since.as_ref().map(|version| bound("Since", version, name)));
    out.extend(facts.until.as_ref().map(|version| bound("Removed in", version, name)));
    if let Some(deprecation) = &facts.deprecated {
        out.push(deprecated(deprecation, name));
        out.extend(deprecation.note.clone());
    }
    if facts.unconfirmed {
        out.push("Not confirmed by a second source.".to_owned());
    }
    out.extend(cap.map(|cap| shortened(cap, program)));
    out
}

/// Returns the rules of a struct as CommonMark. Types cannot express them, so the comment documents them.
pub fn rules<'a>(messages: impl Iterator<Item = &'a str>) -> Option<String> {
    let items: Vec<String> = messages.map(|message| format!("- {}", message.replace('\n', " "))).collect();
    (!items.is_empty()).then(|| format!("What the types cannot say:\n\n{}", items.join("\n")))
}

/// Escapes text for a note, because notes are CommonMark.
fn escape(text: &str) -> String {
    markdown::text(text, DocSyntax::Markdown)
}

fn bound(word: &str, version: &Version, program: &str) -> String {
    let at_the_latest = if version.exact { "" } else { " at the latest" };
    [word, " ", program, " ", &escape(&version.version), at_the_latest, "."].concat()
}

fn deprecated(deprecation: &Deprecation, program: &str) -> String {
    let since = deprecation.since.as_ref().map(|version| format!(" since {program} {}", escape(version)));
    let instead = deprecation
        .instead
        .as_ref()
        .map(|name| format!(": write {} instead", markdown::code_span(name, DocSyntax::Markdown)));
    format!("Deprecated{}{}.", since.unwrap_or_default(), instead.unwrap_or_default())
}

fn shortened(cap: &Cap, program: &Program) -> String {
    let host = program.0.as_deref().unwrap_or("The host");
    let unit = if cap.unit == "utf16" { "UTF-16 units" } else { "characters" };
    let longer = format!("what is longer than {} {unit}", thousands(cap.limit));
    match cap.beyond.as_str() {
        "spilled" => format!("{host} spills {longer} to a file."),
        "truncated" => format!("{host} truncates {longer}."),
        "clipped" => format!("{host} clips {longer}, and marks the place."),
        "gutted" => format!("{host} takes the middle out of {longer}."),
        _ => format!("{host} shortens {longer}."),
    }
}

/// Returns `10000` as `10,000`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
