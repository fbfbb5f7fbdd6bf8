//! Renders `Serialize` of a struct and of an enum.
//!
//! It is written here instead of derived, so that building the crate needs no procedural macro.

use super::names::EXTRA;
use super::structs::{Outline, Refined};
use super::writer::CodeWriter;

/// Writes the implementation for a struct: its fields in model order, without absent ones, and then the other keys.
pub fn of_struct(source: &mut CodeWriter, outline: &Outline<'_>) {
    source.gap();
    source.open_impl(format_args!("{} serde::Serialize", outline.bound(": serde::Serialize")), outline.ty());
    if outline.has_deprecated() {
        source.line("#[allow(deprecated)]");
    }
    source.open("fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {");
    let extra = outline.extra.is_some().then(|| format!(".put_all(&self.{EXTRA})"));
    let mut calls: Vec<String> = outline.fields.iter().map(field).chain(extra).collect();
    if let Some(last) = calls.last_mut() {
        last.push(';');
        source.line("let mut fields = crate::json::Fields::new(serializer);");
        source.open("fields");
        calls.iter().for_each(|call| source.line(call));
        source.dedent();
        source.line("fields.end()");
    } else {
        source.line("crate::json::Fields::new(serializer).end()");
    }
    source.close("}");
    source.close("}");
}

fn field(it: &Refined<'_>) -> String {
    let how = match (it.field.filled, it.is_optional()) {
        (true, _) => "put_filled",
        (false, true) => "put_some",
        (false, false) => "put",
    };
    format!(".{how}({}, &self.{})", it.wire, it.ident)
}

/// Writes the implementation for an enum, which is written as its string.
pub fn of_enum(source: &mut CodeWriter, root: &str) {
    source.gap();
    source.open_impl(" serde::Serialize", root);
    source.open("fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {");
    source.line("serializer.serialize_str(self.as_str())");
    source.close("}");
    source.close("}");
}
