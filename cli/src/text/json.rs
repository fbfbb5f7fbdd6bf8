//! JSON with positions.

use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, ast, parse_to_ast};
use serde_json::Value;

use super::lines::byte;
use super::{Fault, Members, Node, Object};

/// The JSON that the host takes: no comments, and nothing else that only some readers know.
const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Reads a text.
pub fn read(text: &str) -> Result<(Value, Node), Fault> {
    // A byte order mark is no part of the value.
    let body = text.trim_start_matches('\u{feff}');
    let skipped = text.len() - body.len();
    // The first reader has the better words for mistakes, the second one decides.
    let parsed = parse_to_ast(body, &CollectOptions::default(), &STRICT).map_err(|error| {
        let range = error.range();
        Fault { range: range.start + skipped..range.end + skipped, message: error.kind().to_string() }
    })?;
    let root = parsed.value.ok_or_else(|| Fault { range: 0..0, message: "it is empty".to_owned() })?;
    let value: Value = serde_json::from_str(body).map_err(|error| fault(body, skipped, &error))?;
    Ok((value, node(&root, skipped)))
}

fn fault(text: &str, skipped: usize, error: &serde_json::Error) -> Fault {
    let start = byte(text, error.line(), error.column());
    let end = text[start..].chars().next().map_or(start, |it| start + it.len_utf8());
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(it, _)| it).to_owned();
    Fault { range: start + skipped..end + skipped, message }
}

fn node(value: &ast::Value<'_>, skipped: usize) -> Node {
    let range = |of: &dyn Ranged| of.start() + skipped..of.end() + skipped;
    let members = match value {
        ast::Value::Array(it) => Members::List(it.elements.iter().map(|it| node(it, skipped)).collect()),
        ast::Value::Object(it) => Members::Object(Object::of(
            it.properties
                .iter()
                .map(|it| (it.name.as_str().to_owned(), range(&it.name), node(&it.value, skipped)))
                .collect(),
        )),
        _ => Members::None,
    };
    Node { range: range(value), members }
}
