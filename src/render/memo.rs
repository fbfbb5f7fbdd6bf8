//! Texts that are asked for again and again, kept as the engine of the templates holds them.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use minijinja::{Error, Value};

/// What was made so far, by what it was made of.
#[derive(Debug)]
pub struct Memo<K>(Mutex<HashMap<K, Value>>);

impl<K> Default for Memo<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Hash + Eq> Memo<K> {
    /// The text of this key: `make` is asked for it the first time only.
    ///
    /// # Errors
    /// Those of `make`; an error is not kept.
    pub fn get<Q>(&self, key: &Q, make: impl FnOnce(&Q) -> Result<String, Error>) -> Result<Value, Error>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        if let Some(known) = self.known().get(key) {
            return Ok(known.clone());
        }
        let made = Value::from(make(key)?);
        self.known().insert(key.to_owned(), made.clone());
        Ok(made)
    }

    /// Another thread cannot have left it half changed: each entry is put in whole.
    fn known(&self) -> MutexGuard<'_, HashMap<K, Value>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
