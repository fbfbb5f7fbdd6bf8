//! A file of JSON, or of YAML that is read as JSON, with the position of every node.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

use foldhash::{HashMap, HashMapExt};
use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::map::Entry;
use serde_json::{Map, Value};

use super::find::Find;
use super::plain;
use super::pointer::{At, step};
use super::text::text;
use super::walk::{is_visited, walk, walk_mut};
use super::yaml::{self, is_yaml};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};

/// A file with its value, and the position of each node in it.
#[derive(Debug, Clone)]
pub struct JsonFile {
    /// The path from the root of the set, with `/`.
    pub path: String,
    /// The value, with keys in the order of the file.
    pub value: Value,
    /// The real path of the file; `path` can be another one.
    lies: String,
    text: String,
    /// The positions of the nodes, found only when something is reported.
    nodes: OnceLock<HashMap<String, KeyAndValue>>,
    /// The positions of the line breaks, found as late.
    breaks: OnceLock<Vec<usize>>,
    /// The patch that was applied to it.
    patch: Option<Box<Self>>,
    /// The pointers of schemas that are below no keyword, but that references lead to.
    elsewhere: Vec<String>,
    /// The pointers of nodes that were respelled, with those that they have in the text.
    respelled: BTreeMap<String, String>,
    /// The properties that select the members of unions, by the pointers of the unions in the text.
    selecting: BTreeMap<String, String>,
    /// The pointers of objects whose patterns of keys are one pattern now: see [`Self::add_split`].
    split: BTreeSet<String>,
    /// True for the schema of a draft, which nobody wrote for the set.
    is_built_in: bool,
}

/// The position of a node in the text, in bytes.
#[derive(Debug, Clone)]
pub(super) struct KeyAndValue {
    /// The key, if it has one.
    pub key: Option<Range<usize>>,
    pub value: Range<usize>,
}

/// The maximum depth of objects and lists. Many JSON parsers have the same limit.
pub(super) const DEEPEST: usize = 128;

/// Where an OpenAPI document has its schemas.
pub const COMPONENTS: &str = "/components/schemas";

/// Strict JSON: the parser supports JSON5, which other readers of these files would refuse.
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

impl JsonFile {
    /// Parses the bytes of a file: YAML if its name says so, JSON otherwise.
    ///
    /// # Errors
    /// The bytes are not [text](text()), not JSON or YAML, or repeat a key in one object (parsers differ in which one they
    /// use).
    pub fn parse(path: &str, bytes: Vec<u8>) -> Result<Self, Diagnostics> {
        let text = text(path, bytes)?;
        if is_yaml(path) {
            return Self::parse_yaml(path, text);
        }
        let value = plain::read(&text).map_or_else(|| JsonReader::reported(path, &text), Ok)?;
        Ok(Self::new(path, text, value, OnceLock::new()))
    }

    /// Parses the bytes of a file without a name that says what it is: JSON if it begins as JSON, YAML otherwise.
    ///
    /// # Errors
    /// As for [`Self::parse`].
    pub fn parse_either(path: &str, bytes: Vec<u8>) -> Result<Self, Diagnostics> {
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        // An empty text is neither.
        if first.is_none_or(|byte| b"{[".contains(byte)) {
            Self::parse(path, bytes)
        } else {
            Self::parse_yaml(path, text(path, bytes)?)
        }
    }

    fn parse_yaml(path: &str, text: String) -> Result<Self, Diagnostics> {
        let yaml::Document { value, nodes } = yaml::read(path, &text)?;
        Ok(Self::new(path, text, value, nodes.into()))
    }

    fn new(path: &str, text: String, value: Value, nodes: OnceLock<HashMap<String, KeyAndValue>>) -> Self {
        let lies = path.to_owned();
        Self {
            path: lies.clone(),
            value,
            lies,
            text,
            nodes,
            breaks: OnceLock::new(),
            patch: None,
            elsewhere: Vec::new(),
            respelled: BTreeMap::new(),
            selecting: BTreeMap::new(),
            split: BTreeSet::new(),
            is_built_in: false,
        }
    }

    /// Uses the file at another path. Diagnostics still name the real path.
    #[must_use]
    pub fn standing_at(self, path: &str) -> Self {
        Self { path: path.to_owned(), ..self }
    }

    /// Marks the schema of a draft, about which nothing is reported.
    #[must_use]
    pub fn built_in(self) -> Self {
        Self { is_built_in: true, ..self }
    }

    /// Returns true for the schema of a draft, which nobody wrote for the set.
    pub const fn is_built_in(&self) -> bool {
        self.is_built_in
    }

    /// Returns true for the schemas of an OpenAPI document: its components are the definitions.
    pub fn is_of_document(&self) -> bool {
        let name = self.value.keyword("$defs").and_then(Value::as_object).and_then(|all| all.keys().next());
        name.is_some_and(|name| *self.published(&step("/$defs", name)) == *step(COMPONENTS, name))
    }

    /// Adds the pointers of schemas that are below no keyword.
    pub fn add_elsewhere(&mut self, pointers: Vec<String>) {
        self.elsewhere.extend(pointers);
    }

    /// Returns the pointers of schemas that are below no keyword.
    pub fn elsewhere(&self) -> &[String] {
        &self.elsewhere
    }

    /// Adds the pointers of nodes that were respelled, each with its pointer before. Outer nodes come first.
    pub fn add_respelled(&mut self, pointers: Vec<(String, String)>) {
        for (new, old) in pointers {
            let published = self.published(&old).into_owned();
            self.respelled.insert(new, published);
        }
    }

    /// Adds the pointers of objects whose patterns of keys are one pattern now; what each of them says is in the first part.
    pub fn add_split(&mut self, pointers: Vec<String>) {
        self.split.extend(pointers);
    }

    /// Returns true if the first part of the object at a pointer says what its patterns of keys say, each for itself.
    pub fn is_split(&self, pointer: &str) -> bool {
        self.split.contains(pointer)
    }

    /// Adds the property that selects the member of a union, as its author says.
    pub fn add_selecting(&mut self, pointer: &str, property: String) {
        let published = self.published(pointer).into_owned();
        self.selecting.insert(published, property);
    }

    /// Returns the property that selects the member of a union, if its author says so.
    pub fn selecting(&self, pointer: &str) -> Option<&str> {
        self.selecting.get(&*self.published(pointer)).map(String::as_str)
    }

    /// Returns the pointer that a node has in the text of the file.
    pub fn published<'a>(&self, pointer: &'a str) -> Cow<'a, str> {
        let mut outer = pointer;
        while let Some(slash) = outer.rfind('/').filter(|_| !self.respelled.is_empty()) {
            if let Some(old) = self.respelled.get(outer) {
                return format!("{old}{}", &pointer[outer.len()..]).into();
            }
            outer = &outer[..slash];
        }
        pointer.into()
    }

    /// Returns the pointer of the node that has this one in the text of the file, or the pointer itself if none has.
    pub fn respelled<'a>(&self, published: &'a str) -> Cow<'a, str> {
        if self.value.pointer(published).is_some() {
            return published.into();
        }
        let inside = |(new, old): (&String, &String)| Some(format!("{new}{}", published.strip_prefix(old.as_str())?));
        let mut all = self.respelled.iter().filter_map(inside);
        let found = all.find(|it| self.value.pointer(it).is_some() && self.published(it) == published);
        found.map_or_else(|| published.into(), Cow::from)
    }

    /// Calls `visit` with every schema of the file, also with those that are below no keyword, parents first.
    pub fn each_schema<'a>(&'a self, visit: &mut impl FnMut(&'a Map<String, Value>, At<'_>)) {
        walk(&self.value, At::Root(""), visit);
        for pointer in &self.elsewhere {
            self.value.pointer(pointer).into_iter().for_each(|node| walk(node, At::Root(pointer), visit));
        }
    }

    /// Returns true if [`Self::each_schema`] visits the node at a pointer.
    pub fn has_schema(&self, pointer: &str) -> bool {
        let is_in = |outer: &String| match (self.value.pointer(outer), pointer.strip_prefix(outer)) {
            (Some(node), Some(rest)) if rest.is_empty() || rest.starts_with('/') => is_visited(node, rest),
            _ => false,
        };
        is_visited(&self.value, pointer) || self.elsewhere.iter().any(is_in)
    }

    /// Like [`Self::each_schema`], for changes: what is below a schema is visited as it is after the visit.
    pub fn each_schema_mut(&mut self, visit: &mut impl FnMut(&mut Map<String, Value>, At<'_>)) {
        self.each_root_mut(&mut |root, pointer| walk_mut(root, At::Root(pointer), visit));
    }

    /// Calls `visit` with the schemas that are in no other one, and their pointers: the whole file, and those below no keyword.
    pub fn each_root_mut(&mut self, visit: &mut impl FnMut(&mut Value, &str)) {
        visit(&mut self.value, "");
        for pointer in &self.elsewhere {
            self.value.pointer_mut(pointer).into_iter().for_each(|node| visit(node, pointer));
        }
    }

    /// Returns the path of the file on the disk, from the root of the set.
    pub fn real_path(&self) -> &str {
        &self.lies
    }

    /// Returns this file with a patch and the merged value. Nodes from the patch are located in the patch, all others
    /// here.
    #[must_use]
    pub fn patched(&self, patch: Self, value: Value) -> Self {
        Self { value, patch: Some(Box::new(patch)), ..self.clone() }
    }

    /// Returns the location of the node at this pointer, or of its nearest existing parent.
    pub fn place(&self, pointer: &str) -> Place {
        self.place_of(pointer, |node| node.value.clone())
    }

    /// Returns the location of this node's key, or of the node if it has no key.
    pub fn key_place(&self, pointer: &str) -> Place {
        self.place_of(pointer, |node| node.key.clone().unwrap_or(node.value.clone()))
    }

    fn place_of(&self, pointer: &str, part: impl Fn(&KeyAndValue) -> Range<usize>) -> Place {
        let pointer = self.published(pointer);
        let pointer = pointer.as_ref();
        if let Some(patch) = self.patch.as_ref().filter(|patch| patch.decides(pointer)) {
            return patch.place_of(pointer, part);
        }
        let bytes = self.nodes().get(self.nearest(pointer)).map(part).unwrap_or_default();
        let breaks = self.breaks.get_or_init(|| self.text.match_indices('\n').map(|(at, _)| at).collect());
        let line = breaks.partition_point(|at| *at < bytes.start) + 1;
        Place::in_line(&self.lies, &self.text, bytes, line).with_pointer(pointer)
    }

    fn nodes(&self) -> &HashMap<String, KeyAndValue> {
        self.nodes.get_or_init(|| nodes(&self.text))
    }

    /// Returns the longest part of a pointer that leads to a node.
    fn nearest<'a>(&self, pointer: &'a str) -> &'a str {
        let mut known = pointer;
        while let (false, Some(slash)) = (self.nodes().contains_key(known), known.rfind('/')) {
            known = &known[..slash];
        }
        known
    }

    /// Returns true if this patch sets the node at this pointer: the node is in it, or in a value that it sets as a
    /// whole.
    fn decides(&self, pointer: &str) -> bool {
        let known = self.nearest(pointer);
        known == pointer || !self.value.pointer(known).is_some_and(Value::is_object)
    }
}

/// Returns the position of every node in a text. The text was parsed before, so it has no errors.
fn nodes(text: &str) -> HashMap<String, KeyAndValue> {
    let mut nodes = HashMap::new();
    if let Ok(parsed) = parse_to_ast(text, &CollectOptions::default(), &STRICT)
        && let Some(root) = parsed.value
    {
        add_nodes(&mut nodes, &root, None, String::new());
    }
    nodes
}

fn add_nodes(
    nodes: &mut HashMap<String, KeyAndValue>,
    value: &ast::Value<'_>,
    key: Option<Range<usize>>,
    pointer: String,
) {
    match value {
        ast::Value::Array(it) => {
            for (index, item) in it.elements.iter().enumerate() {
                add_nodes(nodes, item, None, step(&pointer, &index.to_string()));
            }
        }
        ast::Value::Object(it) => {
            for property in &it.properties {
                let at = step(&pointer, property.name.as_str());
                add_nodes(nodes, &property.value, Some(range(&property.name)), at);
            }
        }
        _ => {}
    }
    nodes.insert(pointer, KeyAndValue { key, value: range(value) });
}

fn range(node: &impl Ranged) -> Range<usize> {
    node.start()..node.end()
}

/// Returns the fix for syntax of other formats that is not JSON.
fn instead_of(kind: &ParseErrorKind) -> &'static str {
    use ParseErrorKind as Kind;
    match kind {
        Kind::CommentsNotAllowed => "JSON has no comments: write `\"$comment\": \"…\"`, or `description`",
        Kind::TrailingCommasNotAllowed => "take out the comma: nothing follows it",
        Kind::SingleQuotedStringsNotAllowed => "write the string in double quotes: `\"…\"`",
        Kind::ExpectedStringObjectProperty | Kind::UnexpectedWord => "write it in double quotes: `\"…\"`",
        Kind::ExpectedComma => "write a comma between the two",
        Kind::NonFiniteNumbersNotAllowed => "JSON has no `NaN` and no `Infinity`: leave it out",
        Kind::MultipleRootJsonValues => "a file holds one value: write each into a file of its own",
        _ => "fix the JSON here; nothing after it was read",
    }
}

/// Parses a number, and refuses one that a double cannot represent.
pub(super) fn number(written: &str) -> Result<Value, Box<Diagnostic>> {
    let mantissa = written.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = !mantissa.contains(|c: char| matches!(c, '1'..='9'));
    let what = match serde_json::from_str::<Value>(written) {
        Ok(number) if number.as_f64() != Some(0.0) || is_zero => return Ok(number),
        Ok(_) => "so small that it would be 0",
        Err(_) => "greater than a double holds",
    };
    let finding = Diagnostic::error(Code::Number, format!("`{written}` is {what}"));
    let finding = finding.because("not every language could keep it");
    Err(Box::new(finding.instead("write a number that a double holds, or a string")))
}

/// Reports objects and lists that are deeper in each other than [`DEEPEST`].
pub(super) fn too_deep(place: Place) -> Diagnostic {
    Diagnostic::error(Code::TooDeep, format!("more than {DEEPEST} objects and lists in each other"))
        .at(place)
        .because("many readers of JSON stop there, and so would those of what is generated")
        .instead("make definitions of the inner schemas and refer to them; a definition may refer to itself")
}

struct JsonReader<'a> {
    path: &'a str,
    text: &'a str,
    found: Diagnostics,
}

impl JsonReader<'_> {
    /// Returns the value of a text, or all errors in it.
    fn reported(path: &str, text: &str) -> Result<Value, Diagnostics> {
        let mut reader = JsonReader { path, text, found: Diagnostics::default() };
        let value = reader.read()?;
        reader.found.or(value).map(|(value, _)| value)
    }

    fn read(&mut self) -> Result<Value, Diagnostics> {
        let text = self.text;
        let parsed = parse_to_ast(text, &CollectOptions::default(), &STRICT).map_err(|error| {
            let bytes = error.range().start..error.range().end;
            match error.kind() {
                // The parser's own limit is greater than [`DEEPEST`].
                ParseErrorKind::NestingDepthExceeded => too_deep(Place::in_text(self.path, self.text, bytes)),
                kind => self.not_json(kind.to_string(), bytes).instead(instead_of(kind)),
            }
        });
        let parsed = parsed.map_err(Diagnostics::from)?;
        match parsed.value {
            Some(root) => self.value(&root, At::Root(""), 0),
            None => Err(self.not_json("the file is empty".to_owned(), 0..0).into()),
        }
    }

    fn value(&mut self, node: &ast::Value<'_>, at: At<'_>, depth: usize) -> Result<Value, Diagnostics> {
        if depth > DEEPEST {
            let place = Place::in_text(self.path, self.text, range(node)).with_pointer(at.pointer());
            return Err(too_deep(place).into());
        }
        Ok(match node {
            ast::Value::StringLit(it) => Value::String(it.value.to_string()),
            ast::Value::BooleanLit(it) => Value::Bool(it.value),
            ast::Value::NullKeyword(_) => Value::Null,
            ast::Value::NumberLit(it) => number(it.value).unwrap_or_else(|finding| {
                let place = Place::in_text(self.path, self.text, range(it)).with_pointer(at.pointer());
                self.found.push(finding.at(place));
                Value::Null
            }),
            ast::Value::Array(it) => Value::Array(
                it.elements
                    .iter()
                    .enumerate()
                    .map(|(index, item)| self.value(item, at.index(index), depth + 1))
                    .collect::<Result<_, _>>()?,
            ),
            ast::Value::Object(it) => Value::Object(self.object(it, at, depth + 1)?),
        })
    }

    fn object(&mut self, node: &ast::Object<'_>, at: At<'_>, depth: usize) -> Result<Map<String, Value>, Diagnostics> {
        let mut object = Map::with_capacity(node.properties.len());
        for property in &node.properties {
            let key = property.name.as_str();
            let at = at.key(key);
            match object.entry(key) {
                Entry::Vacant(free) => drop(free.insert(self.value(&property.value, at, depth)?)),
                Entry::Occupied(_) => self.twice(node, property, at),
            }
        }
        Ok(object)
    }

    fn twice(&mut self, node: &ast::Object<'_>, property: &ast::ObjectProp<'_>, at: At<'_>) {
        let key = property.name.as_str();
        let first = node.properties.iter().find(|it| it.name.as_str() == key).unwrap_or(property);
        let place = |name: &ast::ObjectPropName<'_>| Place::in_text(self.path, self.text, range(name));
        self.found.push(
            Diagnostic::error(Code::DuplicateKey, format!("the key `{key}` occurs twice in one object"))
                .at(place(&property.name).with_pointer(at.pointer()))
                .and_at(place(&first.name))
                .because("readers of JSON differ in which of the two they take")
                .instead("keep one of them"),
        );
    }

    fn not_json(&self, message: String, bytes: Range<usize>) -> Diagnostic {
        Diagnostic::error(Code::NotJson, message).at(Place::in_text(self.path, self.text, bytes))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn parse(text: &str) -> Result<JsonFile, Diagnostics> {
        JsonFile::parse("a.json", text.as_bytes().to_vec())
    }

    #[test]
    fn a_node_knows_its_line_and_column() {
        let file = parse("{\n  \"ä\": {\"b\": [1, true]}\n}").unwrap();
        let place = file.place("/ä/b/1");
        assert_eq!((place.line, place.column), (2, 18));
        assert_eq!(file.place("/ä/nowhere").line, 2);
    }

    #[test]
    fn json_with_extras_is_refused() {
        for text in
            ["", "{} {}", "{\"a\": 1,}", "// a\n{}", "{'a': 1}", "{a: 1}", "[1 2]", "[0x1]", "[+1]", "[.5]", "[NaN]"]
        {
            let found = parse(text).map(|file| file.value);
            assert_eq!(found.unwrap_err().0[0].code, Code::NotJson, "{text}");
        }
    }

    #[test]
    fn a_number_is_read_if_a_double_holds_it() {
        for text in ["0", "-0.0e-400", "0e400", "5e-324", "1.7e308", "12345678901234567890"] {
            assert!(parse(text).is_ok(), "{text}");
        }
        for text in ["1e-400", "-0.1e-323", "1e309", "-1e400"] {
            assert_eq!(parse(text).map(|file| file.value).unwrap_err().0[0].code, Code::Number, "{text}");
        }
    }

    #[test]
    fn what_is_read_without_positions_is_what_is_read_with_them() {
        let numbers =
            ["0", "-0", "-0.0", "0e9", "1.0", "1E2", "1e-400", "1e400", "-9223372036854775808", "18446744073709551616"];
        let others = [
            r#""\u00e4\ud83d\ude00\n""#,
            r#""\ud83d""#,
            r#"{"a": {"b": [null, true, {}]}, "c": "ä"}"#,
            r#"{"a": 1, "a": 1}"#,
        ];
        let deep = [DEEPEST, DEEPEST + 1].map(|depth| "[".repeat(depth) + &"]".repeat(depth));
        let bad = ["", "{", "[1,]", "1 2", "\u{feff}1", "\"\t\"", "'a'", "01", "+1", "NaN", "// a\n1"];
        let texts = numbers.into_iter().chain(others).chain(bad).chain(deep.iter().map(String::as_str));
        let mut read = 0;
        for text in texts {
            let reported = JsonReader::reported("a.json", text).ok();
            let plain = plain::read(text);
            read += usize::from(plain.is_some());
            assert!(plain.is_none() || plain == reported, "{text}: {plain:?}, {reported:?}");
        }
        // For all other texts the plain reader may refuse, because something may have to be reported.
        assert_eq!(read, 7);
    }

    #[test]
    fn every_duplicate_key_is_reported_with_its_place() {
        let found = parse("{\"a\": 1,\n \"a\": 2, \"b\": {\"c\": 1, \"c\": 1}}").unwrap_err().0;
        let places: Vec<_> = found.iter().map(|one| one.place.clone().unwrap()).collect();
        assert_eq!(places.len(), 2);
        assert_eq!((places[0].line, places[0].column), (2, 2));
        assert_eq!(places[1].pointer.as_deref(), Some("/b/c"));
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_refused() {
        let found = JsonFile::parse("a.json", vec![b'"', 0xff, b'"']).unwrap_err();
        assert_eq!(found.0[0].code, Code::NotUtf8);
    }

    #[test]
    fn thirty_thousand_levels_are_an_answer_and_no_overflow() {
        let found = parse(&"[".repeat(30_000)).unwrap_err();
        assert_eq!(found.0[0].code, Code::TooDeep);
    }

    #[test]
    fn as_many_levels_as_readers_take_are_read_and_one_more_is_not() {
        let nested = |depth: usize| parse(&format!("{}1{}", "[".repeat(depth), "]".repeat(depth)));
        assert!(nested(DEEPEST).is_ok());
        assert_eq!(nested(DEEPEST + 1).unwrap_err().0[0].code, Code::TooDeep);
    }
}
