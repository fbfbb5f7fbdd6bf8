//! A cache for values that are computed once for all threads.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::fast::RandomState;

/// The results so far, by key.
#[derive(Debug)]
pub struct Memo<Q, A>(Mutex<HashMap<Q, A, RandomState>>);

impl<Q, A> Default for Memo<Q, A> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Q: Eq + Hash, A: Clone> Memo<Q, A> {
    /// Returns the result for a key, and calls `find` for a new one. Two threads can call it for the same key at once;
    /// both compute the same result, and neither waits for the other.
    ///
    /// # Errors
    /// The error of `find`, which is called again the next time.
    pub fn get<B, E>(&self, asked: &B, find: impl FnOnce(&B) -> Result<A, E>) -> Result<A, E>
    where
        Q: Borrow<B>,
        B: Eq + Hash + ToOwned<Owned = Q> + ?Sized,
    {
        if let Some(answer) = self.known().get(asked) {
            return Ok(answer.clone());
        }
        let answer = find(asked)?;
        self.known().insert(asked.to_owned(), answer.clone());
        Ok(answer)
    }

    /// A thread that panicked has not inserted anything, so the map is consistent.
    fn known(&self) -> MutexGuard<'_, HashMap<Q, A, RandomState>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
