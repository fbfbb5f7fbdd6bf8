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
    let is_empty = outline.fields.is_empty() && outline.extra.is_none();
    source.line(format_args!("let {}map = crate::json::map(serializer)?;", if is_empty { "" } else { "mut " }));
    outline.fields.iter().for_each(|it| source.line(field(it)));
    if outline.extra.is_some() {
        source.line(format_args!("crate::json::put_all(&mut map, &self.{EXTRA})?;"));
    }
    source.line("serde::ser::SerializeMap::end(map)");
    source.close("}");
    source.close("}");
}

fn field(it: &Refined<'_>) -> String {
    let put = if it.is_optional() { "put_some" } else { "put" };
    format!("crate::json::{put}(&mut map, {}, &self.{})?;", it.wire, it.ident)
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
