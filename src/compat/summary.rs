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
        ChangeKind::AliasChanged => format!("{of} means something different"),
        ChangeKind::FieldAdded if change.required => part("new required field"),
        ChangeKind::FieldAdded => part("new field"),
        ChangeKind::FieldRemoved => format!("{} is gone", part("the field")),
        ChangeKind::FieldRequired => format!("{} has to be there", part("the field")),
        ChangeKind::FieldOptional => format!("{} can be left out", part("the field")),
        ChangeKind::FieldChanged => format!("{} holds something else", part("the field")),
        ChangeKind::DefaultChanged => format!("{} has a different meaning when it is absent", part("the field")),
        ChangeKind::StructOpened => format!("{of} takes other keys"),
        ChangeKind::StructClosed => format!("{of} takes no other keys any more"),
        ChangeKind::RestChanged => format!("the other keys of {of} hold something else"),
        ChangeKind::StructAsserted => format!("{of} as a whole is asked for something else"),
        ChangeKind::ValueAdded => part("new value"),
        ChangeKind::ValueRemoved => format!("{} is gone", part("the value")),
        ChangeKind::EnumOpened => format!("{of} can be any other string, too"),
        ChangeKind::EnumClosed => format!("{of} cannot be any other string any more"),
        ChangeKind::VariantAdded => part("new variant"),
        ChangeKind::VariantRemoved => format!("{} is gone", part("the variant")),
        ChangeKind::VariantChanged => format!("{} is another one", part("the variant")),
        ChangeKind::RuleAdded => part("new rule"),
        ChangeKind::RuleRemoved => format!("{} is gone", part("the rule")),
        ChangeKind::RuleChanged => format!("{} says something else", part("the rule")),
        ChangeKind::RowAdded => format!("new row {member} in the table {of}"),
        ChangeKind::RowRemoved => format!("the row {member} of the table {of} is gone"),
        ChangeKind::RowChanged => format!("the row {member} of the table {of} leads elsewhere, or has other names"),
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

/// Returns a code span that contains the text, even if the text contains backticks.
fn span(text: &str) -> String {
    code_span(text, DocSyntax::Markdown)
}
