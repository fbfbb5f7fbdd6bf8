//! Reads JSON as the types of this crate, and reports where a value does not match.
//!
//! Every type reads itself from a [`serde_json::Value`], and its `Deserialize` does the same. An absent key, `null` and
//! an empty value remain distinct. `null` is rejected where the contract does not allow it.

#![allow(dead_code, unused_imports, reason = "not every contract needs all of it")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use crate::bounds::Bounds;
use crate::near::nearest;
use crate::plain::Plain;
use crate::rule::{Rule, Scalar};
use crate::shown::shown;

/// The error for a value that does not match the type that it was read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The path to the value, with the innermost key or index first.
    steps: Vec<String>,
    message: String,
}

impl Mismatch {
    /// Creates an error about the value itself.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { steps: Vec::new(), message: message.into() }
    }

    /// Prepends the key or index under which an object or list contains the value.
    #[must_use]
    pub fn under(mut self, key: impl Into<String>) -> Self {
        self.steps.push(key.into());
        self
    }

    /// Returns a JSON pointer into the value that was read. For a missing key, it points to where the key belongs.
    #[must_use]
    pub fn pointer(&self) -> String {
        self.steps.iter().rev().map(|step| format!("/{}", step.replace('~', "~0").replace('/', "~1"))).collect()
    }

    /// Returns the message without the pointer.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.steps.is_empty() {
            true => f.write_str(&shown(&self.message)),
            false => write!(f, "{} at {}", shown(&self.message), shown(&self.pointer())),
        }
    }
}

impl Error for Mismatch {}

/// The error for an unknown name of a type, an event, a profile or a handler, or for an unknown value of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    name: String,
    message: String,
}

impl UnknownName {
    /// Creates the error for a name that is not one of `names`. The message suggests the nearest one.
    pub(crate) fn new(what: &str, name: &str, names: impl IntoIterator<Item = &'static str>) -> Self {
        let names: Vec<&'static str> = names.into_iter().collect();
        let hint = nearest(name, &names).map_or_else(String::new, |near| format!(": did you mean {near:?}?"));
        Self { name: name.to_owned(), message: format!("there is no {what} {name:?}{hint}") }
    }

    /// Creates the error for a name that needs a Cargo feature.
    pub(crate) fn without(feature: &str, what: &str, name: &str) -> Self {
        let message = format!("the {what} {name:?} needs the feature `{feature}` of `{}`", env!("CARGO_PKG_NAME"));
        Self { name: name.to_owned(), message }
    }

    /// Creates the error for a name that is missing.
    pub(crate) fn missing(message: String) -> Self {
        Self { name: String::new(), message }
    }

    /// Returns the name. Empty if there is none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for UnknownName {}

/// The treatment of values that differ from the contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strictness {
    /// Any difference is an error. Types that the host writes accept unknown keys, types that it reads reject them.
    #[default]
    Declared,
    /// Unknown keys are errors at every depth, even for types that accept them elsewhere.
    Closed,
    /// Only a value that the type cannot hold is an error: a required field that is missing or has a wrong JSON type. An
    /// optional field that cannot be read is absent, a string that an enum does not list is its variant `Unlisted`, and
    /// keys and rules are not checked.
    Lenient,
    /// Like [`Lenient`](Self::Lenient), but an optional field that cannot be read is an error, too.
    Typed,
}

impl Strictness {
    /// Returns the treatment of a value in which unknown keys are errors, unless it is read leniently.
    #[must_use]
    pub(crate) fn closed(self) -> Self {
        if self == Self::Declared { Self::Closed } else { self }
    }

    /// Returns true if what a newer host adds is kept: only a value that the type cannot hold is an error.
    #[must_use]
    pub(crate) const fn keeps_newer(self) -> bool {
        matches!(self, Self::Lenient | Self::Typed)
    }
}

/// A type that can be read from JSON: a type of the contract, or one that its types contain.
pub trait FromJson: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// The value does not match the type. The error is the first mismatch.
    fn from_json(value: Value, strictness: Strictness) -> Result<Self>;
}

/// Reads a value as a type of the contract.
///
/// `serde_json::from_value` does the same, but its error mentions the place only in the message.
///
/// # Errors
/// The value does not match the type. The error is the first mismatch, with its place.
pub fn from_value<T: FromJson>(value: Value) -> Result<T> {
    T::from_json(value, Strictness::Declared)
}

/// The largest safe integer, 2^53 − 1. Each integer up to it is a double, and no other integer is the same double.
pub(crate) const LARGEST: f64 = 9_007_199_254_740_991.0;

/// The result of reading.
pub(crate) type Result<T> = std::result::Result<T, Mismatch>;

/// An object type. `implement::fields!` implements it.
pub(crate) trait FromObject: Sized {
    /// Checks what the types do not express. Reading removes keys, so this is first.
    #[inline]
    fn check(_: &Object) -> Result<()> {
        Ok(())
    }

    /// Reads the known keys and removes them from the object.
    fn from_object(object: &mut Object) -> Result<Self>;
}

/// Reads an object, and rejects keys that are left over.
pub(crate) fn object<T: FromObject>(value: Value, strictness: Strictness) -> Result<T> {
    let mut object = Object::new(value, strictness)?;
    T::check(&object)?;
    let read = T::from_object(&mut object);
    // An optional key that does not match comes before what is found later.
    match object.mismatch.take() {
        Some(mismatch) => Err(mismatch),
        None => {
            let read = read?;
            object.end()?;
            Ok(read)
        }
    }
}

/// An object that is being read, key by key.
pub(crate) struct Object {
    map: Map<String, Value>,
    strictness: Strictness,
    /// The first mismatch of an optional key.
    mismatch: Option<Mismatch>,
}

impl Object {
    fn new(value: Value, strictness: Strictness) -> Result<Self> {
        match value {
            Value::Object(map) => Ok(Self { map, strictness, mismatch: None }),
            other => Err(expected("an object", &other)),
        }
    }

    /// Reads a required key.
    pub(crate) fn required<T: FromJson>(&mut self, key: &str) -> Result<T> {
        self.take(key, self.strictness)?.ok_or_else(|| missing(key))
    }

    /// Reads an optional key. The first one that does not match is the error of the object.
    pub(crate) fn optional<T: FromJson>(&mut self, key: &str) -> Option<T> {
        match self.take(key, self.strictness) {
            Ok(read) => read,
            Err(mismatch) => {
                if self.strictness != Strictness::Lenient {
                    self.mismatch.get_or_insert(mismatch);
                }
                None
            }
        }
    }

    /// Reads a required key, and rejects unknown keys in its value.
    pub(crate) fn required_closed<T: FromJson>(&mut self, key: &str) -> Result<T> {
        self.closed(|it| it.required(key))
    }

    /// Reads an optional key, and rejects unknown keys in its value.
    pub(crate) fn optional_closed<T: FromJson>(&mut self, key: &str) -> Option<T> {
        self.closed(|it| it.optional(key))
    }

    /// Reads with unknown keys as errors, unless the object is read leniently.
    fn closed<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let own = self.strictness;
        self.strictness = own.closed();
        let value = read(self);
        self.strictness = own;
        value
    }

    fn take<T: FromJson>(&mut self, key: &str, strictness: Strictness) -> Result<Option<T>> {
        self.map.remove(key).map(|value| T::from_json(value, strictness).map_err(|mismatch| mismatch.under(key))).transpose()
    }

    /// Checks the number of items of the list at a key, if present.
    pub(crate) fn count(&self, key: &str, min: u64, max: u64) -> Result<()> {
        let Some(Value::Array(items)) = self.map.get(key).filter(|_| !self.strictness.keeps_newer()) else { return Ok(()) };
        let count = items.len() as u64;
        let message = match count {
            _ if count < min => format!("expected {min} items or more, found {count}"),
            _ if count > max => format!("expected {max} items or fewer, found {count}"),
            _ => return Ok(()),
        };
        Err(Mismatch::new(message).under(key))
    }

    /// Checks a number or string at a key, if present. `depth` is the number of lists and maps that contain it.
    pub(crate) fn within(&self, key: &str, depth: usize, bounds: &Bounds) -> Result<()> {
        let value = self.map.get(key).filter(|_| !self.strictness.keeps_newer());
        value.map_or(Ok(()), |value| bounds.check(value, depth).map_err(|mismatch| mismatch.under(key)))
    }

    /// Checks a rule.
    pub(crate) fn obey(&self, rule: &Rule) -> Result<()> {
        if self.strictness.keeps_newer() { Ok(()) } else { rule.check(&self.map) }
    }

    /// Reads the remaining keys, whose values have one type.
    pub(crate) fn rest<T: FromJson>(&mut self) -> Result<BTreeMap<String, T>> {
        let read = |(key, value)| match T::from_json(value, self.strictness) {
            Ok(value) => Ok((key, value)),
            Err(mismatch) => Err(mismatch.under(key)),
        };
        std::mem::take(&mut self.map).into_iter().map(read).collect()
    }

    /// Returns the remaining keys, which are unknown. With `Strictness::Closed`, leaves them for `end` to reject.
    pub(crate) fn unknown(&mut self) -> Map<String, Value> {
        match self.strictness {
            Strictness::Declared | Strictness::Lenient | Strictness::Typed => std::mem::take(&mut self.map),
            Strictness::Closed => Map::new(),
        }
    }

    /// Rejects keys that have not been read.
    fn end(self) -> Result<()> {
        let keeps_newer = self.strictness.keeps_newer();
        match self.map.into_iter().next() {
            Some((key, _)) if !keeps_newer => Err(Mismatch::new("unknown key").under(key)),
            _ => Ok(()),
        }
    }
}

fn missing(key: &str) -> Mismatch {
    Mismatch::new("missing key").under(key)
}

/// Creates the error for a value other than expected.
pub(crate) fn expected(what: &str, found: &Value) -> Mismatch {
    Mismatch::new(format!("expected {what}, found {}", brief(found)))
}

/// Formats a value for a message. Long scalars are shortened.
fn brief(value: &Value) -> String {
    const LONG: usize = 60;
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        scalar => {
            let text = scalar.to_string();
            let cut = text.char_indices().nth(LONG).map_or(text.len(), |(at, _)| at);
            if cut < text.len() { format!("{}…", &text[..cut]) } else { text }
        }
    }
}

/// Reads a value of a closed enum.
pub(crate) fn one_of<T: Copy>(value: Value, all: &[T], text: impl Fn(T) -> &'static str) -> Result<T> {
    let known = all.iter().copied().find(|it| value.as_str() == Some(text(*it)));
    known.ok_or_else(|| not_listed(&value, all.iter().map(|it| text(*it))))
}

/// Creates the error for a text that is not a value of an enum.
pub(crate) fn unknown(of: &str, text: &str, names: impl Iterator<Item = &'static str>) -> UnknownName {
    UnknownName::new(&format!("`{of}`"), text, names)
}

/// Creates the error for a value that is none of these strings.
pub(crate) fn not_listed<'a>(value: &Value, known: impl Iterator<Item = &'a str>) -> Mismatch {
    expected(&listed(known), value)
}

/// Checks that a value is the constant. If it is read leniently, only its JSON type has to be that of the constant.
pub(crate) fn constant(value: &Value, wanted: &Scalar, strictness: Strictness) -> Result<()> {
    if wanted.is(value) || (strictness.keeps_newer() && wanted.is_like(value)) {
        return Ok(());
    }
    Err(expected(&wanted.to_json().to_string(), value))
}

/// Returns the string that distinguishes the variants of a union, if the key is present.
pub(crate) fn tag(value: &Value, key: &str) -> Result<Option<String>> {
    let Value::Object(map) = value else { return Err(expected("an object", value)) };
    match map.get(key) {
        None => Ok(None),
        Some(Value::String(tag)) => Ok(Some(tag.clone())),
        Some(other) => Err(expected("a string", other).under(key)),
    }
}

/// Returns the error for a missing or unknown tag.
pub(crate) fn unknown_tag<T>(key: &str, found: Option<&str>, known: &[&str]) -> Result<T> {
    match found {
        None => Err(missing(key)),
        Some(tag) => Err(expected(&listed(known.iter().copied()), &Value::from(tag)).under(key)),
    }
}

/// Creates the error for a value that no member of a union accepts.
pub(crate) fn no_member(of: &str, found: &Value) -> Mismatch {
    expected(&format!("a value of `{of}`"), found)
}

/// Returns true if the key is present.
pub(crate) fn has(value: &Value, key: &str) -> Result<bool> {
    match value {
        Value::Object(map) => Ok(map.contains_key(key)),
        other => Err(expected("an object", other)),
    }
}

/// Returns the name of the value's JSON type.
pub(crate) fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Formats a list of values: `"a", "b" or "c"`.
fn listed<'a>(values: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = values.map(|value| format!("{value:?}")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "no value at all".to_owned(),
    }
}

impl FromJson for Value {
    fn from_json(value: Value, _: Strictness) -> Result<Self> {
        Ok(value)
    }
}

impl FromJson for () {
    fn from_json(value: Value, _: Strictness) -> Result<Self> {
        if value.is_null() { Ok(()) } else { Err(expected("null", &value)) }
    }
}

impl FromJson for bool {
    fn from_json(value: Value, _: Strictness) -> Result<Self> {
        value.as_bool().ok_or_else(|| expected("a boolean", &value))
    }
}

impl FromJson for String {
    fn from_json(value: Value, _: Strictness) -> Result<Self> {
        match value {
            Value::String(text) => Ok(text),
            other => Err(expected("a string", &other)),
        }
    }
}

impl FromJson for f64 {
    fn from_json(value: Value, _: Strictness) -> Result<Self> {
        value.as_f64().ok_or_else(|| expected("a number", &value))
    }
}

impl FromJson for i64 {
    /// Reads an integer. `5.0` is the integer 5, as in JSON Schema.
    fn from_json(value: Value, _: Strictness) -> Result<Self> {
        let whole = value.as_f64().filter(|number| number.fract() == 0.0);
        match whole {
            Some(number) if number.abs() <= LARGEST => Ok(number as Self),
            Some(_) => Err(expected("an integer that a double holds exactly", &value)),
            None => Err(expected("an integer", &value)),
        }
    }
}

impl<T: FromJson> FromJson for Option<T> {
    /// Reads `null` as `None`. Absent keys are handled where the object is read.
    fn from_json(value: Value, strictness: Strictness) -> Result<Self> {
        if value.is_null() { Ok(None) } else { T::from_json(value, strictness).map(Some) }
    }
}

impl<T: FromJson> FromJson for Box<T> {
    fn from_json(value: Value, strictness: Strictness) -> Result<Self> {
        T::from_json(value, strictness).map(Self::new)
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: Value, strictness: Strictness) -> Result<Self> {
        let Value::Array(items) = value else { return Err(expected("a list", &value)) };
        let read = |(index, item): (usize, Value)| T::from_json(item, strictness).map_err(|it| it.under(index.to_string()));
        items.into_iter().enumerate().map(read).collect()
    }
}

impl<T: FromJson> FromJson for BTreeMap<String, T> {
    fn from_json(value: Value, strictness: Strictness) -> Result<Self> {
        Object::new(value, strictness)?.rest()
    }
}

impl FromJson for Map<String, Value> {
    fn from_json(value: Value, strictness: Strictness) -> Result<Self> {
        Object::new(value, strictness).map(|object| object.map)
    }
}

/// An object that is being written, key by key. The first error ends it.
pub(crate) struct Fields<S: Serializer>(std::result::Result<S::SerializeMap, S::Error>);

impl<S: Serializer> Fields<S> {
    /// Starts an object.
    pub(crate) fn new(serializer: S) -> Self {
        Self(serializer.serialize_map(None))
    }

    /// Writes a key that is always there.
    pub(crate) fn required<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) {
        let written = self.0.as_mut().map_or(Ok(()), |map| map.serialize_entry(key, value));
        if let Err(error) = written {
            self.0 = Err(error);
        }
    }

    /// Writes a key that may be absent.
    pub(crate) fn optional<T: Serialize>(&mut self, key: &str, value: &Option<T>) {
        if let Some(value) = value {
            self.required(key, value);
        }
    }

    /// Writes keys whose values have one type.
    pub(crate) fn rest<'a, T: Serialize + 'a>(&mut self, all: impl IntoIterator<Item = (&'a String, &'a T)>) {
        all.into_iter().for_each(|(key, value)| self.required(key, value));
    }

    /// Writes unknown keys.
    pub(crate) fn unknown(&mut self, all: &Map<String, Value>) {
        self.rest(all);
    }

    /// Ends the object.
    pub(crate) fn end(self) -> std::result::Result<S::Ok, S::Error> {
        self.0.and_then(SerializeMap::end)
    }
}

/// Reads a type from a deserializer.
pub(crate) fn read_as<'de, T: FromJson, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<T, D::Error> {
    let Plain(value) = Plain::deserialize(deserializer)?;
    from_value(value).map_err(serde::de::Error::custom)
}
