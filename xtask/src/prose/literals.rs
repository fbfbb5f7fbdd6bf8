//! The texts in string literals of Rust, and in strings of JSON.

use proc_macro2::{TokenStream, TokenTree};
use serde_json::Value;
use syn::LitStr;

/// Keywords of JSON Schema whose values are data.
const DATA: [&str; 5] = ["const", "enum", "default", "examples", "$comment"];

/// A text, with the line where it begins.
pub struct Literal {
    pub text: String,
    pub line: usize,
}

/// Finds literals in the order of a source, and so their lines.
struct Places<'a> {
    source: &'a str,
    offset: usize,
    line: usize,
}

impl<'a> Places<'a> {
    fn new(source: &'a str) -> Self {
        Self { source, offset: 0, line: 1 }
    }

    /// Returns the line of the next place where the source has this text.
    fn next(&mut self, written: &str) -> usize {
        let rest = self.source.get(self.offset..).unwrap_or_default();
        if let Some(at) = rest.find(written) {
            self.line += rest.get(..at).unwrap_or_default().matches('\n').count();
            let skipped = rest.get(at..at + written.len()).unwrap_or_default().matches('\n').count();
            self.offset += at + written.len();
            let line = self.line;
            self.line += skipped;
            return line;
        }
        self.line
    }
}

/// Returns the string literals of a Rust file, without those of its tests and attributes.
///
/// # Errors
/// The file is not Rust.
pub fn of_rust(source: &str) -> Result<Vec<Literal>, String> {
    let tokens: TokenStream = source.parse().map_err(|error: proc_macro2::LexError| error.to_string())?;
    let mut literals = Vec::new();
    collect(tokens, &mut Places::new(source), &mut literals);
    Ok(literals)
}

fn collect(tokens: TokenStream, places: &mut Places<'_>, literals: &mut Vec<Literal>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                while let Some(TokenTree::Punct(_)) = tokens.peek() {
                    tokens.next();
                }
                let attribute = tokens.next().map(|it| it.to_string()).unwrap_or_default();
                if attribute.replace(' ', "").starts_with("[cfg(test)") {
                    // The tests of a module are at its end.
                    return;
                }
            }
            TokenTree::Group(group) => collect(group.stream(), places, literals),
            TokenTree::Literal(literal) => {
                let written = literal.to_string();
                if let Ok(text) = syn::parse_str::<LitStr>(&written) {
                    literals.push(Literal { text: text.value(), line: places.next(&written) });
                }
            }
            TokenTree::Punct(_) | TokenTree::Ident(_) => {}
        }
    }
}

/// Returns the strings of a JSON document that are not data.
///
/// # Errors
/// The document is not JSON.
pub fn of_json(source: &str) -> Result<Vec<Literal>, String> {
    let document: Value = serde_json::from_str(source).map_err(|error| error.to_string())?;
    let mut literals = Vec::new();
    strings(&document, &mut Places::new(source), &mut literals);
    Ok(literals)
}

/// Returns the notes in a file of examples, whose other strings are data. Any other document has none.
///
/// # Errors
/// The document is not JSON.
pub fn notes(source: &str) -> Result<Vec<Literal>, String> {
    let document: Value = serde_json::from_str(source).map_err(|error| error.to_string())?;
    let mut places = Places::new(source);
    let mut found = Vec::new();
    for kind in ["valid", "invalid"] {
        for example in document[kind].as_object().into_iter().flat_map(serde_json::Map::values) {
            if let Some(note) = example["note"].as_str() {
                found.push(Literal { text: note.to_owned(), line: places.next(&example["note"].to_string()) });
            }
        }
    }
    Ok(found)
}

fn strings(value: &Value, places: &mut Places<'_>, literals: &mut Vec<Literal>) {
    match value {
        Value::String(text) => literals.push(Literal { text: text.clone(), line: places.next(&value.to_string()) }),
        Value::Array(items) => items.iter().for_each(|item| strings(item, places, literals)),
        Value::Object(fields) => {
            let described = fields.iter().filter(|(key, _)| !DATA.contains(&key.as_str()));
            described.for_each(|(_, value)| strings(value, places, literals));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_their_lines() {
        let source = "fn a() {\n  b(\"c \\\n     d\", r#\"e\"#);\n}\n#[cfg(test)]\nmod tests { \"f\" }\n";
        let found: Vec<_> = of_rust(source).unwrap().into_iter().map(|it| (it.text, it.line)).collect();
        assert_eq!(found, [("c d".to_owned(), 2), ("e".to_owned(), 3)]);
        let source = "{\n\"a\": \"b\",\n\"enum\": [\"c\"], \"d\": {\n\"e\": [\"f\"]}}";
        let found: Vec<_> = of_json(source).unwrap().into_iter().map(|it| (it.text, it.line)).collect();
        assert_eq!(found, [("b".to_owned(), 2), ("f".to_owned(), 4)]);
        let source = "{\"valid\": {\n\"a\": {\"note\": \"b\", \"value\": \"c\"},\n\"d\": {\"note\": \"e\"}}}";
        let found: Vec<_> = notes(source).unwrap().into_iter().map(|it| (it.text, it.line)).collect();
        assert_eq!(found, [("b".to_owned(), 2), ("e".to_owned(), 3)]);
    }
}
