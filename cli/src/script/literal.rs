//! A reply that a script has as a literal.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use super::Holes;
use crate::text::Document;

/// A reply in a script.
#[derive(Debug)]
pub struct Literal {
    /// Its value. Nothing if it is not JSON.
    value: Option<Value>,
    /// Its text, if it is written as one.
    text: Option<String>,
    /// The pointers of values that the script fills in.
    pub holes: Holes,
    /// True if the script can add more to it.
    pub is_partial: bool,
    places: Places,
}

/// Where the parts of a literal are.
#[derive(Debug)]
enum Places {
    /// The text is in the script as it is, from this byte.
    Same(Box<Document>, usize),
    /// The places of the keys and values, by pointer.
    Map(BTreeMap<String, (Option<Range<usize>>, Range<usize>)>),
    /// Only the place of the whole is known.
    Whole,
}

/// What stands for a value that the script fills in.
pub const HOLE: &str = "…";

impl Literal {
    /// Creates the literal for a text. With `at`, the text is in the script as it is, from this byte. If the script fills
    /// something in, `is_filled` says where.
    pub fn of_text(text: String, at: Option<usize>, is_filled: impl Fn(&str) -> bool) -> Self {
        let document = Document::of_json(text.clone());
        let value = document.fault.is_none().then(|| document.value.clone());
        let mut holes = Holes::new();
        if let Some(value) = &value {
            add_holes(value, &mut String::new(), &is_filled, &mut holes);
        }
        let places = at.map_or(Places::Whole, |at| Places::Same(Box::new(document), at));
        Self { value, text: Some(text), holes, is_partial: false, places }
    }

    /// Creates the literal for a value, with the places of its parts by pointer.
    pub fn of_value(
        value: Value,
        holes: Holes,
        is_partial: bool,
        places: BTreeMap<String, (Option<Range<usize>>, Range<usize>)>,
    ) -> Self {
        Self { value: Some(value), text: None, holes, is_partial, places: Places::Map(places) }
    }

    /// Returns the text that the script prints.
    pub fn text(&self) -> String {
        self.text.clone().or_else(|| Some(self.value.as_ref()?.to_string())).unwrap_or_default()
    }

    /// Returns true if any text in it is this one, as that of an event that it names.
    pub fn names(&self, text: &str) -> bool {
        fn has(value: &Value, text: &str) -> bool {
            match value {
                Value::String(it) => it == text,
                Value::Array(all) => all.iter().any(|it| has(it, text)),
                Value::Object(all) => all.values().any(|it| has(it, text)),
                _ => false,
            }
        }
        self.value.as_ref().is_some_and(|it| has(it, text))
    }

    /// Returns the place of a part in the script, or that of the whole.
    pub fn range(&self, pointer: &str, is_key: bool, whole: &Range<usize>) -> Range<usize> {
        match &self.places {
            Places::Whole => whole.clone(),
            Places::Same(document, at) => {
                let range = document.place(pointer).shown(is_key);
                if range.is_empty() { whole.clone() } else { range.start + at..range.end + at }
            }
            Places::Map(map) => {
                let mut pointer = pointer;
                let mut is_there = true;
                loop {
                    if let Some((key, value)) = map.get(pointer) {
                        return key.clone().filter(|_| is_key || !is_there).unwrap_or_else(|| value.clone());
                    }
                    is_there = false;
                    match pointer.rfind('/') {
                        Some(at) => pointer = &pointer[..at],
                        None => return whole.clone(),
                    }
                }
            }
        }
    }
}

fn add_holes(value: &Value, pointer: &mut String, is_filled: &impl Fn(&str) -> bool, holes: &mut Holes) {
    let length = pointer.len();
    match value {
        Value::String(text) if is_filled(text) => drop(holes.insert(pointer.clone())),
        Value::Array(all) => {
            for (at, it) in all.iter().enumerate() {
                pointer.push_str(&format!("/{at}"));
                add_holes(it, pointer, is_filled, holes);
                pointer.truncate(length);
            }
        }
        Value::Object(all) => {
            for (key, it) in all {
                pointer.push('/');
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
                add_holes(it, pointer, is_filled, holes);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}
