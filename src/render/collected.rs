//! Values that a template collects while it is rendered. The imports of a file, for example, are known after its body.
//!
//! `namespace` can do the same, but it copies the whole list for each added value. A file with many types would take
//! quadratic time.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::fast::RandomState;
use indexmap::IndexSet;
use minijinja::value::{Object, Rest, from_args};
use minijinja::{Error, ErrorKind, State, Value};

/// Lists by name. Each keeps a value once, in the order of insertion.
#[derive(Debug, Default)]
pub struct Collected(Mutex<BTreeMap<String, Values>>);

type Values = IndexSet<Value, RandomState>;

impl Collected {
    /// Locks the lists. A poisoned lock is safe to use, because no call leaves them half changed.
    fn lists(&self) -> MutexGuard<'_, BTreeMap<String, Values>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds values to a list. Returns the number of the last one; numbers start at 1.
    pub fn add(&self, list: &str, values: impl IntoIterator<Item = Value>) -> usize {
        let mut lists = self.lists();
        if let Some(known) = lists.get_mut(list) {
            return put(known, values);
        }
        put(lists.entry(list.to_owned()).or_default(), values)
    }
}

fn put(known: &mut Values, values: impl IntoIterator<Item = Value>) -> usize {
    values.into_iter().fold(0, |_, value| known.insert_full(value).0 + 1)
}

impl Object for Collected {
    /// Returns the values of a list. A list without values is empty.
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let list = key.as_str()?;
        Some(self.lists().get(list).map_or_else(Vec::new, |values| values.iter().cloned().collect()).into())
    }

    fn call_method(self: &Arc<Self>, _: &mut State<'_, '_>, method: &str, args: &[Value]) -> Result<Value, Error> {
        match method {
            "add" => {
                let (list, values): (&str, Rest<Value>) = from_args(args)?;
                self.add(list, values.0);
                Ok(Value::from(""))
            }
            "has" => {
                let (list, value): (&str, Value) = from_args(args)?;
                Ok(Value::from(self.lists().get(list).is_some_and(|values| values.contains(&value))))
            }
            "number" => {
                let (list, value): (&str, Value) = from_args(args)?;
                Ok(Value::from(self.add(list, [value])))
            }
            _ => Err(Error::from(ErrorKind::UnknownMethod)),
        }
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.lists())
    }
}
