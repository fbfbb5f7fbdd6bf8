//! The summary of a change in one line of CommonMark.

use super::change::{Change, ChangeKind};
use crate::markdown::{DocSyntax, code_span};

/// Returns the summary of a change. Names are code spans, and include their parent.
pub fn summary(change: &Change) -> String {
    let of = span(&change.of);
    let member = change.member.as_deref().map(span).unwrap_or_default();
    let part = |what: &str| format!("{what} {member} of {of}");
    let whole = match change.kind {
        ChangeKind::EventAdded => format!("new event {of}"),
        ChangeKind::EventRemoved => format!("the event {of} is gone"),
        ChangeKind::TypeAdded => format!("new type {of}"),
        ChangeKind::TypeRemoved => format!("the type {of} is gone"),
        ChangeKind::TypeMoved => format!("the type {of} is in another module"),
        ChangeKind::TypeChanged => format!("the type {of} is of another kind"),
        ChangeKind::AliasChanged => format!("{of} has another type"),
        ChangeKind::FieldAdded if change.required => part("new required field"),
        ChangeKind::FieldAdded => part("new field"),
        ChangeKind::FieldRemoved => format!("{} is gone", part("the field")),
        ChangeKind::FieldRequired => format!("{} is required now", part("the field")),
        ChangeKind::FieldOptional => format!("{} is optional now", part("the field")),
        ChangeKind::FieldChanged => format!("{} has another type", part("the field")),
        ChangeKind::DefaultChanged => format!("{} has another default", part("the field")),
        ChangeKind::StructOpened => format!("{of} accepts unknown keys"),
        ChangeKind::StructClosed => format!("{of} no longer accepts unknown keys"),
        ChangeKind::RestChanged => format!("the unknown keys of {of} have another type"),
        ChangeKind::StructAsserted => format!("{of} has other conditions"),
        ChangeKind::ValueAdded => part("new value"),
        ChangeKind::ValueRemoved => format!("{} is gone", part("the value")),
        ChangeKind::EnumOpened => format!("{of} accepts any other string"),
        ChangeKind::EnumClosed => format!("{of} no longer accepts other strings"),
        ChangeKind::VariantAdded => part("new form"),
        ChangeKind::VariantRemoved => format!("{} is gone", part("the form")),
        ChangeKind::VariantChanged => format!("{} has another type", part("the form")),
        ChangeKind::RuleAdded => part("new rule"),
        ChangeKind::RuleRemoved => format!("{} is gone", part("the rule")),
        ChangeKind::RuleChanged => format!("{} has changed", part("the rule")),
        ChangeKind::RowAdded => format!("new {} {member}", one_of(&change.of)),
        ChangeKind::RowRemoved => format!("the {} {member} is gone", one_of(&change.of)),
        ChangeKind::RowChanged => format!("the {} {member} has other types, or other names", one_of(&change.of)),
        ChangeKind::Deprecated if change.member.is_some() => format!("{} is deprecated", part("the field")),
        ChangeKind::Deprecated => format!("{of} is deprecated"),
    };
    whole + &details(change)
}

fn details(change: &Change) -> String {
    match (change.kind, &change.before, &change.after) {
        (ChangeKind::Deprecated, _, Some(instead)) => format!(": use {}", span(instead)),
        (ChangeKind::FieldAdded | ChangeKind::FieldRemoved, ..) => String::new(),
        (_, Some(before), Some(after)) => format!(": {}, not {}", span(after), span(before)),
        (_, None, Some(after)) => format!(": {}", span(after)),
        (_, Some(before), None) => format!(": no longer {}", span(before)),
        (_, None, None) => String::new(),
    }
}

/// Returns the word for one row of a table, whose name is the plural: `tools` has a tool in each row.
fn one_of(table: &str) -> String {
    table.strip_suffix('s').unwrap_or(table).replace(['-', '_'], " ")
}

/// Returns a code span that contains the text, even if the text contains backticks.
fn span(text: &str) -> String {
    code_span(text, DocSyntax::Markdown)
}
