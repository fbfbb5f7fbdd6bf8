//! The shape of a generated file: its syntax tree without names and literals, from the language's own parser.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde::Deserialize;
use serde_json::Value;

/// The result of a parser: the shape, and the number of each string literal. Comments are a part of the shape, but
/// their text is not a literal.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Shape {
    pub shape: String,
    pub strings: BTreeMap<String, usize>,
}

/// The parser for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    Rust,
    Python,
    TypeScript,
    Json,
    Toml,
    Markdown,
    /// Plain text.
    Text,
}

impl Language {
    pub fn of(path: &str) -> Self {
        match path.rsplit('.').next().unwrap_or_default() {
            "rs" => Self::Rust,
            "py" | "pyi" => Self::Python,
            "ts" | "js" => Self::TypeScript,
            "json" => Self::Json,
            "toml" => Self::Toml,
            "md" => Self::Markdown,
            _ => Self::Text,
        }
    }

    /// Returns the shape of a file, or `None` for Python and TypeScript, whose parsers are separate programs.
    pub fn shape(self, text: &str) -> Option<Result<Shape, String>> {
        Some(match self {
            Self::Rust => rust(text),
            Self::Json => json(text),
            Self::Toml => data(toml::from_str(text).map_err(|error| error.to_string())),
            Self::Markdown => Ok(Shape { shape: markdown(text), ..Shape::default() }),
            Self::Text => Ok(Shape::default()),
            Self::Python | Self::TypeScript => return None,
        })
    }
}

fn json(text: &str) -> Result<Shape, String> {
    data(serde_json::from_str(text).map_err(|error| error.to_string()))
}

fn data(value: Result<Value, String>) -> Result<Shape, String> {
    let mut found = Shape::default();
    found.shape = of_data(&value?, &mut found.strings);
    Ok(found)
}

fn of_data(value: &Value, strings: &mut BTreeMap<String, usize>) -> String {
    match value {
        Value::String(text) => {
            *strings.entry(text.clone()).or_default() += 1;
            "s".to_owned()
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| of_data(item, strings)).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(entries) => {
            // If keys are sorted, another key has another position.
            let mut entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| {
                    *strings.entry(key.clone()).or_default() += 1;
                    of_data(value, strings)
                })
                .collect();
            entries.sort();
            format!("{{{}}}", entries.join(","))
        }
        Value::Null => "null".to_owned(),
        Value::Bool(it) => it.to_string(),
        Value::Number(_) => "n".to_owned(),
    }
}

fn rust(text: &str) -> Result<Shape, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut found = Shape::default();
    let mut items: Vec<String> = Vec::new();
    items.push(tokens(attributes(&file.attrs), &mut found.strings));
    for item in &file.items {
        items.push(tokens(quote::quote!(#item), &mut found.strings));
    }
    items.sort();
    found.shape = items.join("\n");
    Ok(found)
}

fn attributes(attrs: &[syn::Attribute]) -> TokenStream {
    quote::quote!(#(#attrs)*)
}

/// Returns tokens by their kind. The docs of an item are one text, which may only have paragraphs, lists and code
/// spans.
fn tokens(stream: TokenStream, strings: &mut BTreeMap<String, usize>) -> String {
    let mut out = String::new();
    let mut docs: Option<String> = None;
    let mut rest = stream.into_iter().peekable();
    while let Some(token) = rest.next() {
        if let TokenTree::Punct(it) = &token
            && it.as_char() == '#'
            && let Some(line) = rest.peek().and_then(doc)
        {
            rest.next();
            let docs = docs.get_or_insert_with(String::new);
            docs.push_str(&line);
            docs.push('\n');
            continue;
        }
        // `#![doc = …]` is `#`, `!`, and then the group.
        if let TokenTree::Punct(it) = &token
            && it.as_char() == '!'
            && let Some(line) = rest.peek().and_then(doc)
        {
            rest.next();
            out.truncate(out.trim_end_matches(" #").len());
            let docs = docs.get_or_insert_with(String::new);
            docs.push_str(&line);
            docs.push('\n');
            continue;
        }
        let is_hash = matches!(&token, TokenTree::Punct(it) if it.as_char() == '#');
        if !is_hash && let Some(text) = docs.take() {
            out.push_str(&format!(" docs<{}>", markdown(&text)));
        }
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                let inside = tokens(group.stream(), strings);
                // rustfmt puts the body of a match arm in braces if the line would be too long.
                let broken = out.ends_with(" = >");
                out.push_str(&if broken { inside } else { format!(" {open}{inside}{close}") });
            }
            TokenTree::Ident(_) => out.push_str(" i"),
            // rustfmt adds a comma after the last item of a list on several lines.
            TokenTree::Punct(it) if it.as_char() == ',' => {}
            TokenTree::Punct(it) => out.push_str(&format!(" {}", it.as_char())),
            TokenTree::Literal(it) => match syn::Lit::new(it) {
                syn::Lit::Str(it) => {
                    *strings.entry(it.value()).or_default() += 1;
                    out.push_str(" s");
                }
                _ => out.push_str(" l"),
            },
        }
    }
    if let Some(text) = docs {
        out.push_str(&format!(" docs<{}>", markdown(&text)));
    }
    out
}

/// Returns the text of `[doc = "…"]`.
fn doc(token: &TokenTree) -> Option<String> {
    let TokenTree::Group(group) = token else { return None };
    let mut inside = group.stream().into_iter();
    match (inside.next()?, inside.next()?, inside.next()?) {
        (TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(text)) if name == "doc" => {
            match syn::Lit::new(text) {
                syn::Lit::Str(it) => Some(it.value()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Counts the elements of a text that are more than words, with all Markdown extensions.
fn markdown(text: &str) -> String {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let options = Options::all().difference(Options::ENABLE_SUPERSCRIPT);
    let unknown = |link: pulldown_cmark::BrokenLink<'_>| Some((link.reference.to_string().into(), "".into()));
    for event in Parser::new_with_broken_link_callback(text, options, Some(unknown)) {
        if let Some(name) = foreign(&event) {
            *counts.entry(name).or_default() += 1;
        }
    }
    let counts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    counts.join(", ")
}

fn foreign(event: &Event<'_>) -> Option<&'static str> {
    Some(match event {
        Event::Html(_) | Event::InlineHtml(_) => "html",
        Event::FootnoteReference(_) => "footnote",
        Event::Rule => "rule",
        Event::TaskListMarker(_) => "task",
        Event::InlineMath(_) | Event::DisplayMath(_) => "mathematics",
        Event::HardBreak => "break",
        Event::Start(tag) => match tag {
            Tag::Paragraph | Tag::List(_) | Tag::Item => return None,
            Tag::Link { .. } => "link",
            Tag::Image { .. } => "image",
            Tag::Heading { .. } => "heading",
            Tag::CodeBlock(_) => "code block",
            Tag::HtmlBlock => "html block",
            Tag::BlockQuote(_) => "quote",
            Tag::Table(_) => "table",
            Tag::TableHead => "head",
            Tag::TableRow => "row",
            Tag::TableCell => "cell",
            _ => "markup",
        },
        Event::End(_) | Event::Text(_) | Event::Code(_) | Event::SoftBreak => return None,
    })
}
