//! Adds the words of messages to assertions.

use super::words;
use crate::model::{Assertion, JsonType};

/// Returns the assertion with its words.
pub fn worded(assertion: &Assertion) -> Assertion {
    let mut worded = assertion.clone();
    put(&mut worded);
    worded
}

fn put(it: &mut Assertion) {
    it.what = what(it);
    it.parts_mut().into_iter().for_each(put);
}

fn what(it: &Assertion) -> Option<String> {
    if !it.values.is_empty() {
        return Some(words::one_of_values(&it.values));
    }
    let types: Vec<String> = it.types.iter().map(|of| words::word(word(*of)).to_owned()).collect();
    (!types.is_empty()).then(|| words::either(&types))
}

fn word(of: JsonType) -> &'static str {
    match of {
        JsonType::Null => "found-null",
        JsonType::Boolean => "boolean",
        JsonType::Integer => "integer",
        JsonType::Number => "number",
        JsonType::String => "string",
        JsonType::Array => "list",
        JsonType::Object => "map",
    }
}
