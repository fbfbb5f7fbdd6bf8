//! What is asked for again and again, found once for all threads.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// The answers so far, by what was asked.
#[derive(Debug)]
pub struct Memo<Q, A>(Mutex<HashMap<Q, A>>);

impl<Q, A> Default for Memo<Q, A> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Q: Eq + Hash, A: Clone> Memo<Q, A> {
    /// The answer; `find` is asked for one that is not known. Another thread that wants the same waits for it.
    ///
    /// # Errors
    /// What `find` fails with. It is asked again the next time.
    pub fn get<B, E>(&self, asked: &B, find: impl FnOnce(&B) -> Result<A, E>) -> Result<A, E>
    where
        Q: Borrow<B>,
        B: Eq + Hash + ToOwned<Owned = Q> + ?Sized,
    {
        // A thread that panicked has put nothing in: what is there is whole.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known.get(asked) {
            return Ok(answer.clone());
        }
        let answer = find(asked)?;
        known.insert(asked.to_owned(), answer.clone());
        Ok(answer)
    }
}
