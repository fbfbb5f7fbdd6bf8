//! How names are spelled in Rust. The wire name cannot be won back from the spelling, so it is always kept beside it.

use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::{Ident, Span};
use serde_json::Value;

use crate::diagnostic::Diagnostic;

/// Words that Rust keeps for itself, and names that the generated code uses without a path.
const RESERVED: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match",
    "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Names of types and variants that the prelude has, and which a type of the contract would hide.
const PRELUDE: &[&str] = &[
    "Box", "Clone", "Copy", "Debug", "Default", "Err", "Eq", "From", "Hash", "Into", "None", "Ok", "Option",
    "PartialEq", "Result", "Some", "String", "Vec",
];

/// The field that holds keys which the contract does not know.
pub const EXTRA: &str = "extra";

/// A field: snake case.
pub fn field(wire: &str) -> String {
    let name = digit_safe(wire.to_snake_case());
    if name == EXTRA { format!("{name}_") } else { keyword_safe(name) }
}

/// The setter of a field.
pub fn setter(wire: &str) -> String {
    format!("with_{}", wire.to_snake_case())
}

/// A variant of an enum: upper camel case.
pub fn variant(wire: &str) -> String {
    keyword_safe(digit_safe(wire.to_upper_camel_case()))
}

/// A type, as the schema names it.
pub fn type_name(name: &str) -> String {
    if PRELUDE.contains(&name) { format!("{name}_") } else { keyword_safe(name.to_owned()) }
}

/// The type of a constant: its text in upper camel case, `True`, `False`, or its digits after an `N`.
pub fn constant(value: &Value) -> String {
    match value {
        Value::String(text) => type_name(&variant(text)),
        other => variant(&other.to_string()),
    }
}

/// The identifier, if the text is one.
pub fn ident(text: &str) -> Result<Ident, Diagnostic> {
    syn::parse_str::<Ident>(text).map(|_| Ident::new(text, Span::call_site())).map_err(|_| {
        Diagnostic::error("rust-name", format!("`{text}` is no identifier in Rust"))
            .instead("give it a name that has letters in it")
    })
}

fn keyword_safe(name: String) -> String {
    if RESERVED.contains(&name.as_str()) { format!("{name}_") } else { name }
}

fn digit_safe(name: String) -> String {
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("N{name}") } else { name }
}
