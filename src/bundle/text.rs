//! The text of a file that has the same definitions as others: each is written once, and files are put together.

use std::borrow::Borrow;

use serde::Serialize;
use serde_json::{Map, Value};

/// What a member is moved in by: it stands in an object of an object.
const INDENT: &str = "\n    ";

/// A member of the object at a keyword of a file, without what comes behind it.
pub fn member(key: &str, value: &impl Serialize) -> String {
    // No string of JSON has a line feed in it.
    format!("{INDENT}{}: {}", Value::from(key), pretty(value).replace('\n', INDENT))
}

/// An object, which is not empty, with one more keyword, of these members; without members it has not got it.
pub fn file<M: Borrow<str>>(object: &Map<String, Value>, keyword: &str, members: &[M]) -> String {
    let object = pretty(object);
    if members.is_empty() {
        return format!("{object}\n");
    }
    let open = object.strip_suffix("\n}").unwrap_or(&object);
    format!("{open},\n  {}: {{{}\n  }}\n}}\n", Value::from(keyword), members.join(","))
}

fn pretty(value: &impl Serialize) -> String {
    // Of values of JSON with names for keys: nothing in it can fail.
    serde_json::to_string_pretty(value).unwrap_or_default()
}
