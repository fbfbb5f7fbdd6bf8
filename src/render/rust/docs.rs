//! Descriptions and notes as doc comments.

use syn::{Attribute, parse_quote};

use super::Context;
use crate::diagnostic::is_invisible;
use crate::markdown::{self, Profile};
use crate::model::{Cap, Deprecation, Facts, Field, Rule};
use crate::render::notes::{notes, rules};

/// How long a line of a comment is, without its indent and `/// `.
const WIDTH: usize = 108;

/// The docs of a definition: the description, then what else is known. What has neither is told by its name.
pub fn of_type(context: &Context<'_>, name: &str, facts: &Facts) -> Vec<Attribute> {
    or(of_facts(context, facts), || format!("The type {}.", markdown::code_span(name, Profile::Rustdoc)))
}

/// The same of a value, or of a key, as it is on the wire.
pub fn of_value(context: &Context<'_>, wire: &str, facts: &Facts) -> Vec<Attribute> {
    or(of_facts(context, facts), || on_the_wire(wire))
}

fn on_the_wire(wire: &str) -> String {
    format!("{} on the wire.", markdown::code_span(wire, Profile::Rustdoc))
}

fn of_facts(context: &Context<'_>, facts: &Facts) -> Vec<Attribute> {
    let notes = notes(&without_deprecation(facts), None, context.host);
    attributes(facts.description.as_deref(), &notes)
}

/// These, or this line where nothing is said: a description can be empty, or markup of which no text is left.
fn or(docs: Vec<Attribute>, line: impl FnOnce() -> String) -> Vec<Attribute> {
    if docs.is_empty() { vec![attribute(&line())] } else { docs }
}

/// The docs of a struct: those of a definition, and its rules.
pub fn of_struct(context: &Context<'_>, name: &str, facts: &Facts, rules: &[Rule]) -> Vec<Attribute> {
    let mut lines = of_type(context, name, facts);
    if let Some(text) = self::rules(rules.iter().map(|rule| rule.message.as_str())) {
        lines.push(attribute(""));
        lines.extend(markdown::lines(&[&text], Profile::Rustdoc, WIDTH).iter().map(|line| attribute(line)));
    }
    lines
}

/// The docs of a field.
pub fn of_field(context: &Context<'_>, field: &Field) -> Vec<Attribute> {
    let cap: Option<&Cap> = field.cap.as_ref();
    let mut notes = notes(&without_deprecation(&field.facts), cap, context.host);
    notes.extend(field.default.as_ref().map(|value| {
        let value = markdown::code_span(&value.to_string(), Profile::Markdown);
        format!("Where it is absent, {value} is taken.")
    }));
    or(attributes(field.facts.description.as_deref(), &notes), || on_the_wire(&field.name))
}

/// `#[deprecated]`, if it is.
pub fn deprecated(facts: &Facts) -> Option<Attribute> {
    let note = deprecation_note(facts.deprecated.as_ref()?);
    Some(if note.is_empty() { parse_quote!(#[deprecated]) } else { parse_quote!(#[deprecated(note = #note)]) })
}

/// rustdoc tells a deprecation by itself.
fn without_deprecation(facts: &Facts) -> Facts {
    Facts { deprecated: None, ..facts.clone() }
}

/// The notes as one paragraph below the description.
fn attributes(description: Option<&str>, notes: &[String]) -> Vec<Attribute> {
    let notes = notes.join(" ");
    let texts: Vec<&str> = description.into_iter().chain((!notes.is_empty()).then_some(notes.as_str())).collect();
    let lines = markdown::lines(&texts, Profile::Rustdoc, WIDTH);
    lines.iter().map(|line| attribute(line)).collect()
}

/// A line of a doc comment.
pub fn attribute(line: &str) -> Attribute {
    let line = if line.is_empty() { String::new() } else { format!(" {line}") };
    parse_quote!(#[doc = #line])
}

/// Shown by the compiler, so it is plain text.
fn deprecation_note(deprecation: &Deprecation) -> String {
    let since = deprecation.since.as_ref().map(|version| format!("since {version}"));
    let instead = deprecation.instead.as_ref().map(|field| format!("use `{field}`"));
    let head = since.into_iter().chain(instead).collect::<Vec<_>>().join(": ");
    let parts = Some(head).filter(|head| !head.is_empty()).into_iter().chain(deprecation.note.clone());
    visible(&parts.collect::<Vec<_>>().join(". "))
}

/// Controls and invisible characters as their code points: none should hide in a message of the compiler.
fn visible(text: &str) -> String {
    let hidden = |c: char| c.is_control() || is_invisible(c);
    let code = |c: char| if c.is_whitespace() { " ".to_owned() } else { format!("U+{:04X}", u32::from(c)) };
    text.chars().map(|c| if hidden(c) { code(c) } else { c.to_string() }).collect()
}
