//! The fields of calls: reading one fails if the host did not send what its type can hold.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, Not};
use std::panic::resume_unwind;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::call::AnyCall;
use crate::json::{FromJson, Mismatch, Strictness, expected};

/// A field of a call.
///
/// Use it like its value, `T`: it dereferences to it, a text to `str`, and compares with what `T` compares with. To match on
/// it, or to test a boolean in an `if`, write `*call.field`.
///
/// The field of a required key has the type of its value. An optional key has an `Option`, which is `None` only if the key
/// is absent.
///
/// # Panics
/// Reading a field fails if the host did not send a required key, or sent a value that the type cannot hold. The hook fails
/// then, and the policy of the event decides. So a guard is never called with a value that the host did not send. Fields
/// that the handler does not read may be absent, or have any value.
pub struct Field<T, S: ?Sized = T> {
    read: Result<T, Unread>,
    shown: PhantomData<fn(&S)>,
}

/// The reason why a field cannot be read.
#[derive(Clone, Copy)]
struct Unread {
    /// The keys that lead to the field, joined by dots.
    path: &'static str,
    is_absent: bool,
}

impl Unread {
    fn message(self) -> String {
        let Self { path, is_absent } = self;
        if is_absent {
            format!("the input has no `{path}`")
        } else {
            format!("the input has a `{path}` that cannot be read")
        }
    }
}

impl<T, S: ?Sized> Field<T, S> {
    const fn of(read: Result<T, Unread>) -> Self {
        Self { read, shown: PhantomData }
    }

    fn value(&self) -> &T {
        match &self.read {
            Ok(value) => value,
            Err(unread) => unreadable(unread.message()),
        }
    }
}

/// What a handler ends with that reads what cannot be read: the message.
pub(crate) struct Unreadable(pub(crate) String);

/// Ends a handler that reads what cannot be read.
#[cold]
pub(crate) fn unreadable(message: String) -> ! {
    if cfg!(panic = "abort") {
        // The panic hook answers. Without it, nobody would.
        panic!("{message}")
    }
    resume_unwind(Box::new(Unreadable(message)))
}

impl Field<String, str> {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.value()
    }

    /// Returns a copy of the text.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the copy of a text that was read is a text")]
    pub fn clone(&self) -> String {
        self.value().clone()
    }
}

impl<T: Borrow<S>, S: ?Sized> Deref for Field<T, S> {
    type Target = S;

    fn deref(&self) -> &S {
        self.value().borrow()
    }
}

impl<T: Copy> Clone for Field<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy> Copy for Field<T> {}

impl<T: PartialEq<U>, S: ?Sized, U: ?Sized> PartialEq<U> for Field<T, S> {
    fn eq(&self, other: &U) -> bool {
        *self.value() == *other
    }
}

impl<T: PartialOrd<U>, S: ?Sized, U: ?Sized> PartialOrd<U> for Field<T, S> {
    fn partial_cmp(&self, other: &U) -> Option<Ordering> {
        self.value().partial_cmp(other)
    }
}

impl Not for Field<bool> {
    type Output = bool;

    fn not(self) -> bool {
        !*self.value()
    }
}

impl<T: AsRef<U>, S: ?Sized, U: ?Sized> AsRef<U> for Field<T, S> {
    fn as_ref(&self) -> &U {
        self.value().as_ref()
    }
}

impl From<&Field<String, str>> for String {
    fn from(field: &Field<String, str>) -> Self {
        field.value().clone()
    }
}

impl<'a, T> IntoIterator for &'a Field<T>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.value().into_iter()
    }
}

impl<T: fmt::Display, S: ?Sized> fmt::Display for Field<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

/// Writes the value, or why it cannot be read. It never fails.
impl<T: fmt::Debug, S: ?Sized> fmt::Debug for Field<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.read {
            Ok(value) => value.fmt(f),
            Err(Unread { is_absent, .. }) => f.write_str(if *is_absent { "<absent>" } else { "<unreadable>" }),
        }
    }
}

impl<T: Serialize, S: ?Sized> Serialize for Field<T, S> {
    fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
        self.value().serialize(serializer)
    }
}

/// An object of which the fields are read.
pub(crate) struct Reader(Map<String, Value>);

#[allow(dead_code, reason = "not every contract has every kind of field")]
impl Reader {
    /// Creates a reader of the input of a call.
    pub(crate) fn of(call: &AnyCall) -> Self {
        Self(call.payload().as_object().cloned().unwrap_or_default())
    }

    pub(crate) fn new(value: Value) -> Result<Self, Mismatch> {
        match value {
            Value::Object(map) => Ok(Self(map)),
            other => Err(expected("an object", &other)),
        }
    }

    /// Reads a required key with a function.
    pub(crate) fn with<T, S: ?Sized>(
        &mut self,
        key: &str,
        path: &'static str,
        read: fn(Value) -> Result<T, Mismatch>,
    ) -> Field<T, S> {
        let value = self.0.remove(key).ok_or(Unread { path, is_absent: true });
        Field::of(value.and_then(|value| read(value).map_err(|_| Unread { path, is_absent: false })))
    }

    /// Reads a required key.
    pub(crate) fn required<T: FromJson, S: ?Sized>(&mut self, key: &str, path: &'static str) -> Field<T, S> {
        self.with(key, path, typed)
    }

    /// Reads an optional key.
    pub(crate) fn optional<T: FromJson>(&mut self, key: &str, path: &'static str) -> Field<Option<T>> {
        if self.0.contains_key(key) {
            self.with(key, path, |value| typed(value).map(Some))
        } else {
            Field::of(Ok(None))
        }
    }

    /// Returns the keys that are left over, all of which have one type.
    pub(crate) fn rest<T: FromJson>(self, path: &'static str) -> Field<T> {
        Field::of(typed(Value::Object(self.0)).map_err(|_| Unread { path, is_absent: false }))
    }

    /// Returns the keys that the contract does not know.
    pub(crate) fn extra(self) -> Map<String, Value> {
        self.0
    }
}

fn typed<T: FromJson>(value: Value) -> Result<T, Mismatch> {
    T::from_json(value, Strictness::Typed)
}
