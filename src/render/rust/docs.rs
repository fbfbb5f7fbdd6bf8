//! Descriptions and notes as doc comments.

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::Arc;

use super::names::string;
use super::{Context, writer::CodeWriter};
use crate::diagnostic::is_invisible;
use crate::markdown::{self, DocSyntax};
use crate::model::{Cap, Deprecation, Facts, Field, Rule};
use crate::render::notes::{notes, rules};

/// The width of a line of a comment, without its indent and `/// `.
const WIDTH: usize = 108;

/// Writes the docs of a definition: its description, then its notes. Without either, a line with its name.
pub fn of_type(source: &mut CodeWriter, context: &Context<'_>, name: &str, facts: &Facts) {
    put(source, &of_facts(context, facts), || format!("The type {}.", code(name)));
}

/// Writes the docs of a value, by its text on the wire.
pub fn of_value(source: &mut CodeWriter, context: &Context<'_>, wire: &str, facts: &Facts) {
    put(source, &of_facts(context, facts), || on_the_wire(wire));
}

/// Writes the docs of a struct: those of a definition, and its rules.
pub fn of_struct(source: &mut CodeWriter, context: &Context<'_>, name: &str, facts: &Facts, rules: &[Rule]) {
    of_type(source, context, name, facts);
    if let Some(text) = self::rules(rules.iter().map(|rule| rule.message.as_str())) {
        source.doc("");
        markdown::lines(&[&text], DocSyntax::Rustdoc, WIDTH).iter().for_each(|line| source.doc(line));
    }
}

/// Writes the docs of a field.
pub fn of_field(source: &mut CodeWriter, context: &Context<'_>, field: &Field) {
    let cap: Option<&Cap> = field.cap.as_ref();
    let mut notes = notes(&without_deprecation(&field.facts), cap, &context.program);
    notes.extend(field.default.as_ref().map(|value| {
        let value = markdown::code_span(&value.to_string(), DocSyntax::Markdown);
        format!("Where it is absent, {value} is taken.")
    }));
    put(source, &lines(context, field.facts.description.as_deref(), &notes), || on_the_wire(&field.name));
}

/// Writes `#[deprecated]`, if the facts have a deprecation.
pub fn deprecated(source: &mut CodeWriter, facts: &Facts) {
    let Some(deprecation) = &facts.deprecated else { return };
    let note = deprecation_note(deprecation);
    if note.is_empty() {
        source.line("#[deprecated]");
    } else {
        source.list("#[deprecated(", &[&format!("note = {}", string(&note))], ")]");
    }
}

/// Returns the text as a code span, so that nothing in a key becomes markup.
pub fn code(text: &str) -> String {
    markdown::code_span(text, DocSyntax::Rustdoc)
}

fn on_the_wire(wire: &str) -> String {
    format!("{} on the wire.", code(wire))
}

/// Writes these lines, or one other line if there are none. A description can be empty, or markup without text.
fn put(source: &mut CodeWriter, lines: &[String], otherwise: impl FnOnce() -> String) {
    lines.iter().for_each(|line| source.doc(line));
    if lines.is_empty() {
        source.doc(&otherwise());
    }
}

fn of_facts(context: &Context<'_>, facts: &Facts) -> Arc<[String]> {
    let notes = notes(&without_deprecation(facts), None, &context.program);
    lines(context, facts.description.as_deref(), &notes)
}

/// Returns the facts without the deprecation, which rustdoc shows itself.
fn without_deprecation(facts: &Facts) -> Cow<'_, Facts> {
    if facts.deprecated.is_none() {
        return Cow::Borrowed(facts);
    }
    Cow::Owned(Facts { deprecated: None, ..facts.clone() })
}

/// Returns the lines of a description, with the notes as one paragraph below it.
fn lines(context: &Context<'_>, description: Option<&str>, notes: &[String]) -> Arc<[String]> {
    let Ok(lines) = context.docs.get(&(description.map(str::to_owned), notes.join(" ")), |(description, notes)| {
        let notes = (!notes.is_empty()).then_some(notes.as_str());
        let texts: Vec<&str> = description.as_deref().into_iter().chain(notes).collect();
        Ok::<_, Infallible>(markdown::lines(&texts, DocSyntax::Rustdoc, WIDTH).into())
    });
    lines
}

/// Returns the note of a deprecation as plain text, because the compiler shows it.
fn deprecation_note(deprecation: &Deprecation) -> String {
    let since = deprecation.since.as_ref().map(|version| format!("since {version}"));
    let instead = deprecation.instead.as_ref().map(|field| format!("use `{field}`"));
    let head = since.into_iter().chain(instead).collect::<Vec<_>>().join(": ");
    let parts = Some(head).filter(|head| !head.is_empty()).into_iter().chain(deprecation.note.clone());
    visible(&parts.collect::<Vec<_>>().join(". "))
}

/// Replaces control and invisible characters by their code points, so that none hides in a message of the compiler.
fn visible(text: &str) -> String {
    let hidden = |c: char| c.is_control() || is_invisible(c);
    let code = |c: char| if c.is_whitespace() { " ".to_owned() } else { format!("U+{:04X}", u32::from(c)) };
    text.chars().map(|c| if hidden(c) { code(c) } else { c.to_string() }).collect()
}
