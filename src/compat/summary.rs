//! A change in a line of CommonMark.

use super::change::{Change, Kind};
use crate::markdown::{Profile, code_span};

/// What became of what. A name is in a code span; what it is of is said, unless it stands for itself.
pub fn summary(change: &Change) -> String {
    let of = span(&change.of);
    let member = change.member.as_deref().map(span).unwrap_or_default();
    let part = |what: &str| format!("{what} {member} of {of}");
    let whole = match change.kind {
        Kind::EventAdded => format!("new event {of}"),
        Kind::EventRemoved => format!("the event {of} is gone"),
        Kind::TypeAdded => format!("new type {of}"),
        Kind::TypeRemoved => format!("the type {of} is gone"),
        Kind::TypeMoved => format!("the type {of} is in another module"),
        Kind::TypeChanged => format!("the type {of} is of another kind"),
        Kind::AliasChanged => format!("{of} stands for something else"),
        Kind::FieldAdded if change.required => part("new required field"),
        Kind::FieldAdded => part("new field"),
        Kind::FieldRemoved => format!("{} is gone", part("the field")),
        Kind::FieldRequired => format!("{} has to be there", part("the field")),
        Kind::FieldOptional => format!("{} can be left out", part("the field")),
        Kind::FieldChanged => format!("{} holds something else", part("the field")),
        Kind::DefaultChanged => format!("{} is taken for something else where it is absent", part("the field")),
        Kind::StructOpened => format!("{of} takes other keys"),
        Kind::StructClosed => format!("{of} takes no other keys any more"),
        Kind::RestChanged => format!("the other keys of {of} hold something else"),
        Kind::StructAsserted => format!("{of} as a whole is asked for something else"),
        Kind::ValueAdded => part("new value"),
        Kind::ValueRemoved => format!("{} is gone", part("the value")),
        Kind::EnumOpened => format!("{of} can be any other string, too"),
        Kind::EnumClosed => format!("{of} cannot be any other string any more"),
        Kind::VariantAdded => part("new variant"),
        Kind::VariantRemoved => format!("{} is gone", part("the variant")),
        Kind::VariantChanged => format!("{} is another one", part("the variant")),
        Kind::RuleAdded => part("new rule"),
        Kind::RuleRemoved => format!("{} is gone", part("the rule")),
        Kind::RuleChanged => format!("{} says something else", part("the rule")),
        Kind::RowAdded => format!("new row {member} in the table {of}"),
        Kind::RowRemoved => format!("the row {member} of the table {of} is gone"),
        Kind::RowChanged => format!("the row {member} of the table {of} leads elsewhere, or has other names"),
        Kind::Deprecated if change.member.is_some() => format!("{} is deprecated", part("the field")),
        Kind::Deprecated => format!("{of} is deprecated"),
    };
    whole + &details(change)
}

fn details(change: &Change) -> String {
    match (change.kind, &change.before, &change.after) {
        (Kind::Deprecated, _, Some(instead)) => format!(": use {}", span(instead)),
        (Kind::FieldAdded | Kind::FieldRemoved, ..) => String::new(),
        (_, Some(before), Some(after)) => format!(": {}, not {}", span(after), span(before)),
        (_, None, Some(after)) => format!(": {}", span(after)),
        (_, Some(before), None) => format!(": no longer {}", span(before)),
        (_, None, None) => String::new(),
    }
}

/// A code span that ends where it should.
fn span(text: &str) -> String {
    code_span(text, Profile::Markdown)
}
