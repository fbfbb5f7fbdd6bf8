//! Builds types with many required fields.

#![allow(dead_code, reason = "not every contract has such a type")]

use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::json::{FromJson, Mismatch, from_value};

/// Builds a value of a type with many required fields, one field at a time.
///
/// `T::builder()` creates it. It has a method for each required field; set all others with `with_…` on the built value.
pub struct Builder<T> {
    fields: Map<String, Value>,
    mismatch: Option<Mismatch>,
    built: PhantomData<fn() -> T>,
}

/// Creates a builder in which nothing is set.
pub(crate) fn start<T>() -> Builder<T> {
    Builder { fields: Map::new(), mismatch: None, built: PhantomData }
}

/// Sets a field. The first value that cannot be written as JSON is the error of `build`.
pub(crate) fn set<T, V: Serialize>(mut builder: Builder<T>, key: &str, value: V) -> Builder<T> {
    match serde_json::to_value(value) {
        Ok(value) => drop(builder.fields.insert(key.to_owned(), value)),
        Err(error) => {
            builder.mismatch.get_or_insert_with(|| Mismatch::new(error.to_string()).under(key));
        }
    }
    builder
}

impl<T: FromJson> Builder<T> {
    /// Builds the value.
    ///
    /// # Errors
    /// A required field is not set, or a value does not match the type.
    pub fn build(self) -> Result<T, Mismatch> {
        match self.mismatch {
            Some(mismatch) => Err(mismatch),
            None => from_value(Value::Object(self.fields)),
        }
    }
}

impl<T> Clone for Builder<T> {
    fn clone(&self) -> Self {
        Self { fields: self.fields.clone(), mismatch: self.mismatch.clone(), built: PhantomData }
    }
}

impl<T> fmt::Debug for Builder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("fields", &self.fields).field("mismatch", &self.mismatch).finish()
    }
}
