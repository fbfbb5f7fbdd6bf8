//! Values that have a type only where a pattern of their keys, or a condition, says so.

use serde_json::Value;

use crate::json::{FromJson, Result, Strictness};

/// A value of a type, where a pattern of its key or a condition says so, or any other value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Matched<T> {
    /// A value of the type. The pattern or the condition says so, or it happens to have the type.
    Value(T),
    /// A value for which the pattern or the condition does not hold.
    Other(Value),
}

impl<T> Matched<T> {
    /// Returns the value if it has the type.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Other(_) => None,
        }
    }
}

impl<T> From<T> for Matched<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T: FromJson> FromJson for Matched<T> {
    fn from_json(value: Value, strictness: Strictness) -> Result<Self> {
        Ok(T::from_json(value.clone(), strictness).map_or(Self::Other(value), Self::Value))
    }
}

impl<T: serde::Serialize> serde::Serialize for Matched<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => value.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de, T: FromJson> serde::Deserialize<'de> for Matched<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        crate::json::read_as(deserializer)
    }
}
