//! Reads YAML as JSON: the values that JSON has, with the position of every node.
//!
//! YAML is read as version 1.2 with its core schema: `yes`, `no`, `on` and dates are strings. What readers of YAML differ in, or
//! JSON does not have, is refused: tags, keys that are not strings, merge keys, several documents.

use std::ops::Range;

use foldhash::{HashMap, HashMapExt};
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span, StrInput, Tag};
use serde_json::map::Entry;
use serde_json::{Map, Value};

use super::json::{DEEPEST, KeyAndValue, number, too_deep};
use super::pointer::step;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};

/// Returns true for the path of a YAML file.
pub fn is_yaml(path: &str) -> bool {
    [".yaml", ".yml"].iter().any(|ending| path.ends_with(ending))
}

/// The maximum number of nodes that aliases add. A few lines could otherwise stand for more than any memory holds.
const MOST_COPIES: usize = 100_000;

/// The message of the parser, whose own limit is greater than [`DEEPEST`].
const TOO_DEEP: &str = "recursion limit exceeded";

/// The value of a text, and the position of each node.
pub struct Document {
    pub value: Value,
    pub nodes: HashMap<String, KeyAndValue>,
}

/// Reads a text.
///
/// # Errors
/// It is not YAML, not one document, or has something that JSON does not have.
pub fn read(path: &str, text: &str) -> Result<Document, Diagnostics> {
    let mut reader = Reader {
        path,
        text,
        characters: if text.is_ascii() { Vec::new() } else { text.char_indices().map(|(at, _)| at).collect() },
        events: Parser::new_from_str(text),
        nodes: HashMap::new(),
        anchors: HashMap::new(),
        copies: 0,
        found: Diagnostics::default(),
    };
    let value = reader.document().map_err(|finding| Diagnostics::from(*finding))?;
    let (value, _) = reader.found.or(value)?;
    Ok(Document { value, nodes: reader.nodes })
}

/// A mistake after which nothing can be read.
type Fatal = Box<Diagnostic>;

struct Reader<'a> {
    path: &'a str,
    text: &'a str,
    /// The byte at which each character starts; empty for ASCII.
    characters: Vec<usize>,
    events: Parser<'a, StrInput<'a>>,
    nodes: HashMap<String, KeyAndValue>,
    /// The complete nodes that have an anchor, each with its number of nodes.
    anchors: HashMap<usize, (Value, usize)>,
    /// The nodes that aliases have added.
    copies: usize,
    found: Diagnostics,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Result<Value, Fatal> {
        self.expect_version()?;
        let mut value = None;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => break,
                Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd | Event::Nothing => {}
                _ if value.is_some() => {
                    let finding = self.refused("a second document", span);
                    return Err(Box::new(
                        finding.instead("a file holds one schema: write each into a file of its own"),
                    ));
                }
                event => value = Some(self.node(event, span, "", None, 0)?.0),
            }
        }
        let empty = || self.refused("the file is empty", Span::default());
        value.ok_or_else(|| Box::new(empty()))
    }

    /// Refuses files of an older version of YAML, in which the same words mean something else.
    fn expect_version(&self) -> Result<(), Fatal> {
        let head = self.text.lines().take_while(|line| line.starts_with(['%', '#']) || line.trim().is_empty());
        let version = head.filter_map(|line| line.strip_prefix("%YAML")).map(str::trim).next();
        match version.filter(|version| !version.starts_with("1.2")) {
            None => Ok(()),
            Some(version) => {
                let message = format!("the file is in YAML {version}, and not in YAML 1.2");
                let finding = self.refused(message, Span::default());
                Err(Box::new(
                    finding
                        .because("the older version reads `yes`, `on` and `012` as something else")
                        .instead("leave the line out, and write `true` or `false` where you mean it"),
                ))
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), Fatal> {
        match self.events.next_event() {
            Some(event) => event.map_err(|error| self.not_yaml(&error)),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    /// Reads a node, and returns it with its number of nodes.
    fn node(
        &mut self,
        event: Event<'a>,
        span: Span,
        pointer: &str,
        key: Option<Range<usize>>,
        depth: usize,
    ) -> Result<(Value, usize), Fatal> {
        if depth > DEEPEST {
            return Err(Box::new(too_deep(self.place(span).with_pointer(pointer))));
        }
        let start = self.bytes(span).start;
        let (read, anchor, end) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                let value = self.scalar(&text, style, tag.as_deref(), span, pointer);
                ((value, 1), anchor, self.bytes(span).end)
            }
            Event::SequenceStart(anchor, tag) => {
                self.expect_tag(tag.as_deref(), "seq", span, pointer);
                let (items, end) = self.sequence(pointer, depth)?;
                (items, anchor, end)
            }
            Event::MappingStart(anchor, tag) => {
                self.expect_tag(tag.as_deref(), "map", span, pointer);
                let (object, end) = self.mapping(pointer, depth)?;
                (object, anchor, end)
            }
            Event::Alias(id) => (self.alias(id, span, pointer, depth)?, 0, self.bytes(span).end),
            _ => return Err(Box::new(self.refused("a node is missing", span))),
        };
        if anchor > 0 {
            self.anchors.insert(anchor, read.clone());
        }
        self.nodes.insert(pointer.to_owned(), KeyAndValue { key, value: start..end.max(start) });
        Ok(read)
    }

    fn sequence(&mut self, pointer: &str, depth: usize) -> Result<((Value, usize), usize), Fatal> {
        let (mut items, mut size) = (Vec::new(), 1);
        loop {
            let (event, span) = self.next()?;
            if event == Event::SequenceEnd {
                return Ok(((Value::Array(items), size), self.bytes(span).end));
            }
            let at = step(pointer, &items.len().to_string());
            let (item, own) = self.node(event, span, &at, None, depth + 1)?;
            items.push(item);
            size += own;
        }
    }

    fn mapping(&mut self, pointer: &str, depth: usize) -> Result<((Value, usize), usize), Fatal> {
        let (mut object, mut size) = (Map::new(), 1);
        loop {
            let (event, span) = self.next()?;
            if event == Event::MappingEnd {
                return Ok(((Value::Object(object), size), self.bytes(span).end));
            }
            let key = self.key(event, span, pointer)?;
            let at = step(pointer, &key);
            let bytes = self.bytes(span);
            let (event, of_value) = self.next()?;
            let first = self.nodes.get(&at).and_then(|node| node.key.clone());
            let (value, own) = self.node(event, of_value, &at, Some(bytes.clone()), depth + 1)?;
            size += own;
            match object.entry(key) {
                Entry::Vacant(free) => drop(free.insert(value)),
                Entry::Occupied(known) => {
                    let message = format!("the key `{}` occurs twice in one object", known.key());
                    let finding = Diagnostic::error(Code::DuplicateKey, message)
                        .at(Place::in_text(self.path, self.text, bytes).with_pointer(&at))
                        .and_at(Place::in_text(self.path, self.text, first.unwrap_or_default()))
                        .because("YAML has each key once, and readers differ in which of the two they take");
                    self.found.push(finding.instead("keep one of them"));
                }
            }
        }
    }

    /// Reads the key of a mapping, which JSON has as a string.
    fn key(&mut self, event: Event<'a>, span: Span, pointer: &str) -> Result<String, Fatal> {
        let Event::Scalar(text, style, anchor, tag) = event else {
            let finding = self.refused("a key that is not a string", span);
            let finding = finding.because("JSON has no other keys");
            return Err(Box::new(finding.instead("write the key as a string")));
        };
        let key = text.clone().into_owned();
        let plain = style == ScalarStyle::Plain;
        if plain && key == "<<" {
            let finding =
                self.refused("a merge key", span).because("YAML 1.2 has none: it would be a key like any other");
            self.found.push(finding.instead("write the keys out, or refer to a schema with `$ref`"));
        }
        let value = self.scalar(&text, style, tag.as_deref(), span, &step(pointer, &key));
        // Every reader makes the same string of the digits of `404`.
        let is_number = value.as_u64().is_some_and(|number| number.to_string() == key);
        if !value.is_string() && !is_number {
            let finding = self.refused(format!("the key `{key}` is not a string"), span);
            let finding = finding
                .because("JSON has no other keys, and readers of YAML differ in the string that they make of it");
            self.found.push(finding.instead(format!("write it in quotes: `{}`", Value::from(&*key))));
        }
        if anchor > 0 {
            self.anchors.insert(anchor, (value, 1));
        }
        Ok(key)
    }

    /// Copies the node of an anchor.
    fn alias(&mut self, id: usize, span: Span, pointer: &str, depth: usize) -> Result<(Value, usize), Fatal> {
        let Some((value, size)) = self.anchors.get(&id).cloned() else {
            let finding = self.refused("an alias inside of its own anchor", span);
            let finding = finding.because("the value would contain itself, without an end");
            return Err(Box::new(finding.instead("refer to a definition with `$ref`: a schema may refer to itself")));
        };
        self.copies += size;
        if self.copies > MOST_COPIES {
            let finding = self.refused(format!("the aliases are copies of more than {MOST_COPIES} values"), span);
            let finding =
                finding.because("each alias is a copy, and copies of copies soon take more memory than there is");
            return Err(Box::new(finding.instead("make definitions, and refer to them with `$ref`")));
        }
        if depth + height(&value) > DEEPEST {
            return Err(Box::new(too_deep(self.place(span).with_pointer(pointer))));
        }
        Ok((value, size))
    }

    /// Reads a scalar as the core schema has it. What JSON does not have is reported, and read as null.
    fn scalar(&mut self, text: &str, style: ScalarStyle, tag: Option<&Tag>, span: Span, pointer: &str) -> Value {
        let resolved = |reader: &mut Self| {
            plain(text).unwrap_or_else(|finding| {
                let place = reader.place(span).with_pointer(pointer);
                reader.found.push(finding.at(place));
                Value::Null
            })
        };
        let Some(tag) = tag else {
            return if style == ScalarStyle::Plain { resolved(self) } else { Value::from(text) };
        };
        let name = core(tag);
        if matches!(name, Some("str" | "")) {
            return Value::from(text);
        }
        let value = resolved(self);
        let fits = match name {
            Some("null") => value.is_null(),
            Some("bool") => value.is_boolean(),
            Some("int") => value.is_i64() || value.is_u64(),
            Some("float") => value.is_number(),
            _ => false,
        };
        if !fits {
            self.refuse_tag(tag, span, pointer);
        }
        value
    }

    fn expect_tag(&mut self, tag: Option<&Tag>, name: &str, span: Span, pointer: &str) {
        if let Some(tag) = tag.filter(|tag| !matches!(core(tag), Some(known) if known == name || known.is_empty())) {
            self.refuse_tag(tag, span, pointer);
        }
    }

    fn refuse_tag(&mut self, tag: &Tag, span: Span, pointer: &str) {
        let shown = match core(tag) {
            Some(name) => format!("!!{name}"),
            None => tag.to_string(),
        };
        let finding = Diagnostic::error(Code::NotYaml, format!("the tag `{shown}` is not supported here"))
            .at(self.place(span).with_pointer(pointer))
            .because("JSON has no tags: the value would be another one for each reader");
        self.found.push(finding.instead("leave the tag out; a string that begins with `!` is written in quotes"));
    }

    // ---- places -----------------------------------------------------------------------------------------------------

    fn refused(&self, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::error(Code::NotYaml, message).at(self.place(span))
    }

    fn not_yaml(&self, error: &ScanError) -> Fatal {
        let span = Span::empty(*error.marker());
        if error.info() == TOO_DEEP {
            return Box::new(too_deep(self.place(span)));
        }
        let finding = self.refused(error.info(), span);
        let tab = self.text[..self.bytes(span).start].ends_with('\t');
        let advice =
            if tab { "indent with spaces: YAML takes no tabs" } else { "fix the YAML here; nothing after it was read" };
        Box::new(finding.instead(advice))
    }

    fn place(&self, span: Span) -> Place {
        Place::in_text(self.path, self.text, self.bytes(span))
    }

    /// Returns the bytes of a span, without space at its end.
    fn bytes(&self, span: Span) -> Range<usize> {
        let byte = |marker: Marker| {
            let known = if self.characters.is_empty() {
                Some(marker.index())
            } else {
                self.characters.get(marker.index()).copied()
            };
            known.unwrap_or(self.text.len()).min(self.text.len())
        };
        let (start, end) = (byte(span.start), byte(span.end));
        let text = self.text.get(start..end).unwrap_or_default();
        start..start + text.trim_end().len()
    }
}

/// Returns the name of a tag of the core schema, without `!!`; empty for `!`.
fn core(tag: &Tag) -> Option<&str> {
    match (tag.handle.as_str(), tag.suffix.as_str()) {
        ("tag:yaml.org,2002:" | "!!", name) => Some(name),
        ("" | "!", "" | "!") => Some(""),
        ("", whole) => whole.strip_prefix("tag:yaml.org,2002:"),
        _ => None,
    }
}

/// Returns the value of a scalar without quotes, as the core schema of YAML 1.2 has it.
fn plain(text: &str) -> Result<Value, Box<Diagnostic>> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Ok(Value::Null),
        "true" | "True" | "TRUE" => return Ok(Value::Bool(true)),
        "false" | "False" | "FALSE" => return Ok(Value::Bool(false)),
        _ => {}
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        let digits = text.strip_prefix(prefix).filter(|it| !it.is_empty() && it.chars().all(|c| c.is_digit(radix)));
        if let Some(digits) = digits {
            // A number that is too large for 64 bits is one that a double holds at best.
            return u64::from_str_radix(digits, radix).map(Value::from).map_err(|_| beyond(text));
        }
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err(beyond(text));
    }
    match as_json(unsigned) {
        Some(json) if text.starts_with('-') => number(&format!("-{json}")),
        Some(json) => number(&json),
        None => Ok(Value::from(text)),
    }
}

fn beyond(text: &str) -> Box<Diagnostic> {
    let finding = Diagnostic::error(Code::Number, format!("`{text}` is not a number of JSON"));
    let finding = finding.because("not every language could keep it");
    Box::new(finding.instead("write a number that a double holds, or a string in quotes"))
}

/// Returns a number without its sign as JSON writes it: `.5` is `0.5`. `None` for any other text.
fn as_json(text: &str) -> Option<String> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let power = exponent.map(|it| it.strip_prefix(['+', '-']).unwrap_or(it));
    if power.is_some_and(|power| power.is_empty() || !digits(power)) {
        return None;
    }
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let fits =
        digits(whole) && fraction.is_none_or(digits) && !(whole.is_empty() && fraction.is_none_or(str::is_empty));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = match fraction {
        Some("") => ".0".to_owned(),
        Some(fraction) => format!(".{fraction}"),
        None => String::new(),
    };
    let exponent = exponent.map_or_else(String::new, |it| format!("e{it}"));
    fits.then(|| format!("{whole}{fraction}{exponent}"))
}

/// Returns how many objects and lists are in each other.
fn height(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(height).max().unwrap_or(0),
        Value::Object(object) => 1 + object.values().map(height).max().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::*;

    fn value(text: &str) -> Value {
        read("a.yaml", text).map(|it| it.value).map_err(|found| format!("{text}: {found:#?}")).unwrap()
    }

    /// Returns the codes and places of the findings.
    fn found(text: &str) -> Vec<(Code, usize, usize)> {
        let found = read("a.yaml", text).map(|it| it.value).unwrap_err();
        found
            .0
            .iter()
            .map(|one| {
                (one.code, one.place.as_ref().map_or(0, |it| it.line), one.place.as_ref().map_or(0, |it| it.column))
            })
            .collect()
    }

    #[test]
    fn scalars_are_those_of_the_core_schema() {
        let cases = [
            ("yes", json!("yes")),
            ("no", json!("no")),
            ("on", json!("on")),
            ("y", json!("y")),
            ("True", json!(true)),
            ("~", json!(null)),
            ("", json!(null)),
            ("2024-01-01", json!("2024-01-01")),
            ("12:30:45", json!("12:30:45")),
            ("0o17", json!(15)),
            ("0xfF", json!(255)),
            ("017", json!(17)),
            ("+1", json!(1)),
            ("-0", json!(-0.0)),
            ("1.", json!(1.0)),
            (".5", json!(0.5)),
            ("-.5e+1", json!(-5.0)),
            ("1e3", json!(1000.0)),
            ("1_000", json!("1_000")),
            ("0b1", json!("0b1")),
            ("\"1\"", json!("1")),
            ("'yes'", json!("yes")),
            ("!!str 1", json!("1")),
            ("!!int 1", json!(1)),
            ("! 1", json!("1")),
            (".", json!(".")),
            ("1e", json!("1e")),
            ("e1", json!("e1")),
            ("18446744073709551615", json!(18446744073709551615_u64)),
            ("1.0", json!(1.0)),
            ("|\n  a\n  b\n", json!("a\nb\n")),
            ("a # b", json!("a")),
        ];
        for (text, expected) in cases {
            assert_eq!(value(&format!("- {text}"))[0], expected, "{text}");
        }
    }

    #[test]
    fn what_json_does_not_have_is_refused_with_its_place() {
        let cases: [(&str, Code, usize, usize); 22] = [
            ("a: 1e400", Code::Number, 1, 4),
            ("a: .inf", Code::Number, 1, 4),
            ("a: [.nan]", Code::Number, 1, 5),
            ("a: 1e-400", Code::Number, 1, 4),
            ("a: 0xfffffffffffffffff", Code::Number, 1, 4),
            ("a: 1\nb: 2\na: 3", Code::DuplicateKey, 3, 1),
            ("a: {b: 1, \"b\": 2}", Code::DuplicateKey, 1, 11),
            ("a: !reference [b]", Code::NotYaml, 1, 4),
            ("a: !!int x", Code::NotYaml, 1, 4),
            ("a: !!binary aGk=", Code::NotYaml, 1, 4),
            ("ä: !!set {b}", Code::NotYaml, 1, 4),
            ("1.5: x", Code::NotYaml, 1, 1),
            ("true: x", Code::NotYaml, 1, 1),
            ("? [a]\n: x", Code::NotYaml, 1, 3),
            ("a: &a {b: 1}\nc:\n  <<: *a", Code::NotYaml, 3, 3),
            ("a: 1\n---\nb: 2", Code::NotYaml, 3, 1),
            ("", Code::NotYaml, 1, 1),
            ("a: *b", Code::NotYaml, 1, 4),
            ("a: &a [*a]", Code::NotYaml, 1, 8),
            ("%YAML 1.1\n---\na: yes", Code::NotYaml, 1, 1),
            ("a:\n\t- b", Code::NotYaml, 2, 2),
            ("a: [", Code::NotYaml, 1, 5),
        ];
        for (text, code, line, column) in cases {
            assert_eq!(found(text)[0], (code, line, column), "{text}");
        }
    }

    #[test]
    fn a_quoted_merge_key_and_a_whole_number_are_keys() {
        assert_eq!(
            value("\"<<\": 1\n'404': 2\n500: 2\non: 3\nno: 4"),
            json!({"<<": 1, "404": 2, "500": 2, "on": 3, "no": 4})
        );
    }

    #[test]
    fn every_mistake_is_reported() {
        assert_eq!(found("a: 1e400\n1.5: x\nb: !x y").len(), 3);
    }

    #[test]
    fn an_alias_is_a_copy() {
        assert_eq!(value("a: &a {b: [1]}\nc: *a"), json!({"a": {"b": [1]}, "c": {"b": [1]}}));
    }

    #[test]
    fn aliases_of_aliases_and_deep_values_end() {
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let before = level - 1;
            let copies = vec![format!("*a{before}"); 9].join(", ");
            bomb += &format!("a{level}: &a{level} [{copies}]\n");
        }
        assert_eq!(found(&bomb)[0].0, Code::NotYaml);
        assert_eq!(found(&("[".repeat(30_000)))[0].0, Code::TooDeep);
        let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        assert!(read("a.yaml", &nested(DEEPEST)).is_ok());
        assert_eq!(found(&nested(DEEPEST + 1))[0].0, Code::TooDeep);
        let inner = format!("a: &a {}\nb: {}*a{}", nested(100), "[".repeat(100), "]".repeat(100));
        assert_eq!(found(&inner)[0].0, Code::TooDeep);
    }

    #[test]
    fn json_is_the_same_in_both() {
        for text in [r#"{"a": [1, -2.5e3, true, null, "\u00e4\n"], "b": {}}"#, "[]", "{\n  \"x\": \"y\"\n}"] {
            assert_eq!(value(text), serde_json::from_str::<Value>(text).unwrap());
        }
    }

    #[test]
    fn places_are_right_beside_other_letters_and_line_ends() {
        let document = read("a.yaml", "é: 1\r\nb:\r\n  - ü: x\r\n    y: |\r\n      z\r\n").unwrap();
        let text = "é: 1\r\nb:\r\n  - ü: x\r\n    y: |\r\n      z\r\n";
        let shown = |pointer: &str| &text[document.nodes[pointer].value.clone()];
        assert_eq!((shown("/é"), shown("/b/0/ü")), ("1", "x"));
        assert_eq!(document.nodes["/b/0/y"].key.clone().map(|key| &text[key]), Some("y"));
    }
}
