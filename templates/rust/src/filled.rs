//! Fields that have their default where a payload does not have the key.

use std::fmt;
use std::ops::{Deref, DerefMut};

use serde::{Serialize, Serializer};

use crate::json::{Fields, FromJson, Mismatch, Object, Result, Strictness};
use crate::plain::Plain;

/// The value of a field with a default. It derefs to the value, and knows whether the field is written.
///
/// A payload without the key has the default, and is written without the key. A value that you set is written, also if it
/// equals the default.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Filled<T> {
    value: T,
    written: bool,
}

impl<T> Filled<T> {
    /// Creates a field that is written.
    #[must_use]
    pub const fn new(value: T) -> Self {
        Self { value, written: true }
    }

    /// Returns true if the field is written: the payload has the key, or you set the value.
    #[must_use]
    pub const fn is_written(&self) -> bool {
        self.written
    }

    /// Returns the value.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T: FromJson> Filled<T> {
    /// Reads the default of an absent field from its JSON.
    fn read(default: &str) -> Result<Self> {
        let Plain(value) = serde_json::from_str(default).map_err(|error| Mismatch::new(error.to_string()))?;
        // The schema has accepted it.
        T::from_json(value, Strictness::Lenient).map(|value| Self { value, written: false })
    }

    /// Returns the default of an absent field. Only a type of your own in place of a generated one can refuse it.
    #[track_caller]
    #[allow(dead_code, reason = "only `new` uses it")]
    pub(crate) fn absent(default: &str) -> Self {
        Self::read(default).unwrap_or_else(|why| panic!("the default {default} is refused: {why}"))
    }
}

impl<T> Deref for Filled<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Filled<T> {
    /// Lends the value, and marks the field as written.
    fn deref_mut(&mut self) -> &mut T {
        self.written = true;
        &mut self.value
    }
}

impl<T: PartialEq> PartialEq<T> for Filled<T> {
    fn eq(&self, other: &T) -> bool {
        self.value == *other
    }
}

impl<T> From<T> for Filled<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T: fmt::Debug> fmt::Debug for Filled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.written { "Written" } else { "Default" };
        f.debug_tuple(name).field(&self.value).finish()
    }
}

impl Object {
    /// Reads a key that has a default where it is absent.
    pub(crate) fn filled<T: FromJson>(&mut self, key: &str, default: &str) -> Result<Filled<T>> {
        self.optional(key).map_or_else(|| Filled::read(default).map_err(|it| it.under(key)), |it| Ok(Filled::new(it)))
    }

    /// Reads such a key, and rejects unknown keys in its value.
    #[allow(dead_code, reason = "not every contract has such a field")]
    pub(crate) fn filled_closed<T: FromJson>(&mut self, key: &str, default: &str) -> Result<Filled<T>> {
        self.optional_closed(key).map_or_else(|| Filled::read(default).map_err(|it| it.under(key)), |it| Ok(Filled::new(it)))
    }
}

impl<S: Serializer> Fields<S> {
    /// Writes a key that has a default, unless it is absent.
    pub(crate) fn filled<T: Serialize>(&mut self, key: &str, field: &Filled<T>) {
        if field.written {
            self.required(key, &field.value);
        }
    }
}
