//! Reading JSON as the types of this crate, and saying where it does not fit.
//!
//! Every type reads itself from a [`serde_json::Value`], and its `Deserialize` goes the same way. What the contract
//! tells apart stays apart: a key that is absent, one that is `null`, and one that holds an empty value; `null` is
//! refused where the contract does not have it.

#![allow(dead_code, unused_imports, unused_macros, reason = "not every contract needs all of it")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use serde_json::{Map, Value};

use crate::bounds::Bounds;
use crate::rule::Rule;

/// Why a value is not of the type that it was read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// From the inside out: the innermost step comes first.
    steps: Vec<String>,
    message: String,
}

impl Mismatch {
    /// Creates an error about the value itself.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { steps: Vec::new(), message: message.into() }
    }

    /// The same, seen from the object or list that holds the value under this key.
    #[must_use]
    pub fn under(mut self, key: impl Into<String>) -> Self {
        self.steps.push(key.into());
        self
    }

    /// Where it is: a JSON pointer into the value that was read. For a key that is missing, where it should be.
    #[must_use]
    pub fn pointer(&self) -> String {
        self.steps.iter().rev().map(|step| format!("/{}", step.replace('~', "~0").replace('/', "~1"))).collect()
    }

    /// Returns the message without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.steps.is_empty() {
            true => write!(f, "{}", self.message),
            false => write!(f, "{} at {}", self.message, self.pointer()),
        }
    }
}

impl Error for Mismatch {}

/// A string that is not a value of an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownValue;

impl fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a value of this type")
    }
}

impl Error for UnknownValue {}

/// The treatment of keys that a type does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keys {
    /// Each type does as it was declared: what the host writes is open, what it reads is closed.
    #[default]
    Declared,
    /// They are refused at every depth, also by types that are open elsewhere.
    Closed,
}

/// A type of the contract, or one that its types are made of.
pub trait FromJson: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// The first that is found.
    fn from_json(value: Value, keys: Keys) -> Result<Self>;
}

/// Reads a value as a type of the contract. `serde_json::from_value` does the same, with the place only in the text of
/// its error.
///
/// # Errors
/// The first that is found, with its place.
pub fn from_value<T: FromJson>(value: Value) -> Result<T> {
    T::from_json(value, Keys::Declared)
}

/// The largest integer that is one: up to here every integer is a double, and no other one is the same double.
pub(crate) const LARGEST: f64 = 9_007_199_254_740_991.0;

/// The result of reading.
pub(crate) type Result<T> = std::result::Result<T, Mismatch>;

/// An object type, which `object_type!` makes readable.
pub(crate) trait FromObject: Sized {
    /// Takes the keys that it knows out of the object.
    fn from_object(object: &mut Object) -> Result<Self>;
}

/// Reads an object, all of it.
pub(crate) fn object<T: FromObject>(value: Value, keys: Keys) -> Result<T> {
    let mut object = Object::new(value, keys)?;
    let read = T::from_object(&mut object)?;
    object.end()?;
    Ok(read)
}

/// An object that is being read, key by key.
pub(crate) struct Object {
    map: Map<String, Value>,
    keys: Keys,
}

impl Object {
    fn new(value: Value, keys: Keys) -> Result<Self> {
        match value {
            Value::Object(map) => Ok(Self { map, keys }),
            other => Err(expected("an object", &other)),
        }
    }

    /// A key that has to be there.
    pub(crate) fn required<T: FromJson>(&mut self, key: &str) -> Result<T> {
        self.take(key, self.keys)?.ok_or_else(|| missing(key))
    }

    /// A key that may be absent.
    pub(crate) fn optional<T: FromJson>(&mut self, key: &str) -> Result<Option<T>> {
        self.take(key, self.keys)
    }

    /// A key that has to be there, and whose value must not have keys that its type does not know.
    pub(crate) fn required_closed<T: FromJson>(&mut self, key: &str) -> Result<T> {
        self.take(key, Keys::Closed)?.ok_or_else(|| missing(key))
    }

    /// A key that may be absent, and whose value must not have keys that its type does not know.
    pub(crate) fn optional_closed<T: FromJson>(&mut self, key: &str) -> Result<Option<T>> {
        self.take(key, Keys::Closed)
    }

    fn take<T: FromJson>(&mut self, key: &str, keys: Keys) -> Result<Option<T>> {
        self.map.remove(key).map(|value| T::from_json(value, keys).map_err(|mismatch| mismatch.under(key))).transpose()
    }

    /// Checks how many items the list at a key has, if it is there.
    pub(crate) fn count(&self, key: &str, min: u64, max: u64) -> Result<()> {
        let Some(Value::Array(items)) = self.map.get(key) else { return Ok(()) };
        let count = items.len() as u64;
        let message = match count {
            _ if count < min => format!("expected {min} items or more, found {count}"),
            _ if count > max => format!("expected {max} items or fewer, found {count}"),
            _ => return Ok(()),
        };
        Err(Mismatch::new(message).under(key))
    }

    /// Checks a number or a string at a key, if it is there, or those in it: `depth` says in how many lists and maps.
    pub(crate) fn within(&self, key: &str, depth: usize, bounds: &Bounds) -> Result<()> {
        self.map.get(key).map_or(Ok(()), |value| bounds.check(value, depth).map_err(|mismatch| mismatch.under(key)))
    }

    /// Checks a rule. It has to come first, as long as all keys are there.
    pub(crate) fn obey(&self, rule: &Rule) -> Result<()> {
        rule.check(&self.map)
    }

    /// The keys that are left, with values of one type.
    pub(crate) fn rest<T: FromJson>(&mut self) -> Result<BTreeMap<String, T>> {
        let read = |(key, value)| match T::from_json(value, self.keys) {
            Ok(value) => Ok((key, value)),
            Err(mismatch) => Err(mismatch.under(key)),
        };
        std::mem::take(&mut self.map).into_iter().map(read).collect()
    }

    /// The keys that are left and that the type does not know, unless they are refused here.
    pub(crate) fn unknown(&mut self) -> Map<String, Value> {
        match self.keys {
            Keys::Declared => std::mem::take(&mut self.map),
            Keys::Closed => Map::new(),
        }
    }

    /// Nothing may be left.
    fn end(self) -> Result<()> {
        match self.map.into_iter().next() {
            Some((key, _)) => Err(Mismatch::new("unknown key").under(key)),
            None => Ok(()),
        }
    }
}

fn missing(key: &str) -> Mismatch {
    Mismatch::new("missing key").under(key)
}

/// Another type was expected.
pub(crate) fn expected(what: &str, found: &Value) -> Mismatch {
    Mismatch::new(format!("expected {what}, found {}", brief(found)))
}

/// The value in a message: scalars as they are, in a length that a reader can take in.
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
    known.ok_or_else(|| expected(&listed(all.iter().map(|it| text(*it))), &value))
}

/// Reads a constant.
pub(crate) fn constant<T>(value: &Value, wanted: &Value, constant: T) -> Result<T> {
    let same_number = || value.as_f64().is_some_and(|number| wanted.as_f64() == Some(number));
    if value == wanted || same_number() { Ok(constant) } else { Err(expected(&wanted.to_string(), value)) }
}

/// The string that distinguishes the variants of a union, if the key is there.
pub(crate) fn tag(value: &Value, key: &str) -> Result<Option<String>> {
    let Value::Object(map) = value else { return Err(expected("an object", value)) };
    match map.get(key) {
        None => Ok(None),
        Some(Value::String(tag)) => Ok(Some(tag.clone())),
        Some(other) => Err(expected("a string", other).under(key)),
    }
}

/// The tag belongs to no variant.
pub(crate) fn unknown_tag<T>(key: &str, found: Option<&str>, known: &[&str]) -> Result<T> {
    match found {
        None => Err(missing(key)),
        Some(tag) => Err(expected(&listed(known.iter().copied()), &Value::from(tag)).under(key)),
    }
}

/// Returns true if the key is present.
pub(crate) fn has(value: &Value, key: &str) -> Result<bool> {
    match value {
        Value::Object(map) => Ok(map.contains_key(key)),
        other => Err(expected("an object", other)),
    }
}

/// The name of the value's JSON type.
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

/// `"a", "b" or "c"`.
fn listed<'a>(values: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = values.map(|value| format!("{value:?}")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "no value at all".to_owned(),
    }
}

impl FromJson for Value {
    fn from_json(value: Value, _: Keys) -> Result<Self> {
        Ok(value)
    }
}

impl FromJson for bool {
    fn from_json(value: Value, _: Keys) -> Result<Self> {
        value.as_bool().ok_or_else(|| expected("a boolean", &value))
    }
}

impl FromJson for String {
    fn from_json(value: Value, _: Keys) -> Result<Self> {
        match value {
            Value::String(text) => Ok(text),
            other => Err(expected("a string", &other)),
        }
    }
}

impl FromJson for f64 {
    fn from_json(value: Value, _: Keys) -> Result<Self> {
        value.as_f64().ok_or_else(|| expected("a number", &value))
    }
}

impl FromJson for i64 {
    /// `5.0` is the integer 5, as it is for JSON Schema.
    fn from_json(value: Value, _: Keys) -> Result<Self> {
        let whole = value.as_f64().filter(|number| number.fract() == 0.0);
        match whole {
            Some(number) if number.abs() <= LARGEST => Ok(number as Self),
            Some(_) => Err(expected("an integer that a double holds exactly", &value)),
            None => Err(expected("an integer", &value)),
        }
    }
}

impl<T: FromJson> FromJson for Option<T> {
    /// `null` is `None`. A key that may be absent is another matter, which the object settles.
    fn from_json(value: Value, keys: Keys) -> Result<Self> {
        if value.is_null() { Ok(None) } else { T::from_json(value, keys).map(Some) }
    }
}

impl<T: FromJson> FromJson for Box<T> {
    fn from_json(value: Value, keys: Keys) -> Result<Self> {
        T::from_json(value, keys).map(Self::new)
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: Value, keys: Keys) -> Result<Self> {
        let Value::Array(items) = value else { return Err(expected("a list", &value)) };
        let read = |(index, item): (usize, Value)| T::from_json(item, keys).map_err(|it| it.under(index.to_string()));
        items.into_iter().enumerate().map(read).collect()
    }
}

impl<T: FromJson> FromJson for BTreeMap<String, T> {
    fn from_json(value: Value, keys: Keys) -> Result<Self> {
        Object::new(value, keys)?.rest()
    }
}

impl FromJson for Map<String, Value> {
    fn from_json(value: Value, keys: Keys) -> Result<Self> {
        Object::new(value, keys).map(|object| object.map)
    }
}

/// `Deserialize` for types that have `FromJson`.
macro_rules! deserialize {
    ($($name:ident $(<$($parameter:ident),+>)?),+ $(,)?) => {$(
        impl<'de $($(, $parameter: crate::json::FromJson)+)?> serde::Deserialize<'de> for $name $(<$($parameter),+>)? {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
                let crate::plain::Plain(value) = serde::Deserialize::deserialize(deserializer)?;
                crate::json::from_value(value).map_err(serde::de::Error::custom)
            }
        }
    )+};
}

/// `FromJson` and `Deserialize` for types that have `FromObject`.
macro_rules! object_type {
    ($($name:ident $(<$($parameter:ident),+>)?),+ $(,)?) => {$(
        impl $(<$($parameter: crate::json::FromJson),+>)? crate::json::FromJson for $name $(<$($parameter),+>)? {
            #[inline]
            fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
                crate::json::object(value, keys)
            }
        }
        crate::json::deserialize!($name $(<$($parameter),+>)?);
    )+};
}

pub(crate) use {deserialize, object_type};
