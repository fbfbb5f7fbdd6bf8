//! Types of the owner's own in the crate: an alias of the path, and a reader that calls serde. The path is parsed first, so
//! that no setting can be anything but a type.

use std::collections::{BTreeMap, BTreeSet};

use syn::parse::Parser;
use syn::{GenericArgument, PathArguments, Type, TypePath};

use super::derives::{STANDARD, known_crate};
use super::names;
use super::writer::CodeWriter;
use crate::diagnostic::Diagnostics;
use crate::render::builtin::{Input, Texts, texts};
use crate::render::choices::mistake;
use crate::render::names::Role;

/// The types that every crate can call by their bare names.
const PRELUDE: [&str; 21] = [
    "Box", "Option", "String", "Vec", "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str",
    "u128", "u16", "u32", "u64", "u8", "usize",
];

/// The types that the crate reads without serde, which cannot have a second reader.
const READ: [&str; 7] = ["BTreeMap", "Box", "Map", "Option", "String", "Value", "Vec"];

/// Returns the declarations of the owner's types, by the name of the type that they replace.
///
/// # Errors
/// One of them is no path of a type that the crate can name.
pub fn own_types(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let mut found = Diagnostics::default();
    let mut all = BTreeMap::new();
    let mut read = BTreeSet::new();
    for (name, written) in input.choices.own_types() {
        let path = match path(written, input) {
            Ok(path) => path,
            Err((message, advice)) => {
                found.push(mistake(input.target, ["types", name, "use"], message).instead(advice));
                continue;
            }
        };
        let ident = names::ident(input.names, Role::Type, name)?;
        let mut source = CodeWriter::default();
        source.line(format_args!("pub type {ident} = {path};"));
        // Two types of the set can be one of the owner's, which has one reader.
        if read.insert(path.clone()) {
            source.gap();
            source.open_impl(" crate::json::FromJson", &path);
            source.line(
                "fn from_json(value: serde_json::Value, _: crate::json::Strictness) -> crate::json::Result<Self> {",
            );
            source.line(
                "    serde_json::from_value(value).map_err(|error| crate::json::Mismatch::new(error.to_string()))",
            );
            source.line("}");
            source.close("}");
        }
        all.insert(name.to_owned(), source.into_text());
    }
    found.or(texts(all)).map(|(texts, _)| texts)
}

/// Returns the path of a type as the crate writes it.
///
/// # Errors
/// It is no path, or the crate cannot name a part of it. The error is the message and the advice.
fn path(text: &str, input: Input<'_>) -> Result<String, (String, String)> {
    const ADVICE: &str = "write the whole path of a type, beginning with its crate: `chrono::DateTime<chrono::Utc>`";
    let no_path = |reason: &str| (format!("{text:?} is not the path of a type: {reason}"), ADVICE.to_owned());
    let parsed = <Type as syn::parse::Parse>::parse.parse_str(text).map_err(|error| no_path(&error.to_string()))?;
    let segments = match &parsed {
        Type::Path(TypePath { qself: None, path }) => &path.segments,
        _ => return Err(no_path("it is a type of another kind")),
    };
    let (first, last) = match (segments.first(), segments.last()) {
        (Some(first), Some(last)) if segments.len() > 1 => (first.ident.to_string(), last.ident.to_string()),
        _ => return Err(no_path("it does not name its crate")),
    };
    if READ.contains(&last.as_str()) && (STANDARD.contains(&first.as_str()) || first == "serde_json") {
        let message = format!("`{text}` is a type that the crate reads without serde");
        return Err((message, "name a type of your own that holds it".to_owned()));
    }
    spelled(&parsed, input, &no_path)
}

/// Writes a type, if all its parts are paths that the crate can name.
fn spelled(
    ty: &Type,
    input: Input<'_>,
    no_path: &dyn Fn(&str) -> (String, String),
) -> Result<String, (String, String)> {
    let Type::Path(TypePath { qself: None, path }) = ty else { return Err(no_path("it has a part of another kind")) };
    let first = path.segments.first().map(|it| it.ident.to_string()).unwrap_or_default();
    match path.segments.len() {
        1 if PRELUDE.contains(&first.as_str()) => {}
        1 => return Err(no_path(&format!("`{first}` does not name its crate"))),
        _ => known_crate(&first, input)?,
    }
    let mut segments = Vec::new();
    for segment in &path.segments {
        let arguments = match &segment.arguments {
            PathArguments::None => String::new(),
            PathArguments::AngleBracketed(arguments) => {
                let each = arguments.args.iter().map(|argument| match argument {
                    GenericArgument::Type(ty) => spelled(ty, input, no_path),
                    _ => Err(no_path("it has an argument that is not a type")),
                });
                format!("<{}>", each.collect::<Result<Vec<_>, _>>()?.join(", "))
            }
            PathArguments::Parenthesized(_) => return Err(no_path("it is a function")),
        };
        segments.push(format!("{}{arguments}", segment.ident));
    }
    Ok(segments.join("::"))
}
