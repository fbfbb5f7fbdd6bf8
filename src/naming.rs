//! Names of types: where they come from, and how to change them.

use std::borrow::Cow;

use any_ascii::any_ascii_char;
use heck::ToUpperCamelCase;
use serde_json::Value;

use crate::schema::{Below, DEFINITIONS, Origin, below, unescaped};

/// Returns whether a key can name a type as it is. For any other key, such as `is-string`, the `title` is the name.
pub fn is_name(key: &str) -> bool {
    key.chars().all(|c| c.is_alphanumeric() || c == '_') && key.chars().any(char::is_alphanumeric)
}

/// Returns the name that a title gives. Several words become one name: many titles are headings.
pub fn of_title(title: &str) -> Cow<'_, str> {
    let is_one_word = title.chars().all(|c| c.is_alphanumeric() || "._-".contains(c));
    let camel = if is_one_word { String::new() } else { title.to_upper_camel_case() };
    if camel.is_empty() { title.into() } else { camel.into() }
}

/// Returns the name of a value: its text if it is a string, or else its JSON, with words for the signs that no name has.
pub fn of_value(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string().replace('-', "minus ").replace('.', " point "),
        other => other.to_string(),
    }
}

/// Returns the name of a value with that of its JSON type, for one whose name alone is that of a string.
pub fn of_value_with_type(value: &Value) -> String {
    let of = match value {
        Value::Null => "",
        Value::Bool(_) => "boolean ",
        Value::Number(_) => "number ",
        Value::String(_) => "string ",
        Value::Array(_) => "array ",
        Value::Object(_) => "object ",
    };
    format!("{of}{}", of_value(value))
}

/// Names a node by its path: the names of definitions and properties, and the other keywords with the numbers of their parts.
pub fn of_path(pointer: &str) -> String {
    let mut name = String::new();
    let mut steps = pointer.split('/').skip(1).map(unescaped);
    while let Some(key) = steps.next() {
        match (key.as_str(), below(&key)) {
            ("items", Below::Schema) => name.push_str("Item"),
            ("additionalProperties" | "unevaluatedProperties", Below::Schema) => name.push_str("Value"),
            (_, Below::Named) => name.extend(steps.next().map(|inner| inner.to_upper_camel_case())),
            (_, Below::Schema | Below::Data) => match key.parse::<usize>() {
                Ok(index) => name.push_str(&(index + 1).to_string()),
                Err(_) => name.push_str(&key.to_upper_camel_case()),
            },
        }
    }
    name
}

/// Returns the letters in ASCII for another letter, or `None` if there are none. German has two for an umlaut; other languages
/// that have the same letter have one.
pub fn letters_in_ascii(c: char) -> Option<&'static str> {
    let letters = match c {
        'ä' => "ae",
        'Ä' => "Ae",
        'ö' => "oe",
        'Ö' => "Oe",
        'ü' => "ue",
        'Ü' => "Ue",
        c if c.is_ascii() => return None,
        c => any_ascii_char(c),
    };
    Some(letters).filter(|letters| !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Returns whether the author named the node: it is a file, or a definition in one.
pub fn is_named(origin: &Origin) -> bool {
    origin.pointer.is_empty() || key_of(origin).is_some()
}

/// Returns what to write to give the type at this node another name than `name`.
///
/// `shaped` says whether it is a struct, an enum or a union: their title is their name wherever they are.
pub fn another(origin: &Origin, name: &str, shaped: bool) -> String {
    match key_of(origin) {
        _ if origin.pointer.is_empty() => "give it another `title`".to_owned(),
        Some((keyword, key)) if is_name(&key) => format!("give it another key in `{keyword}`"),
        Some((keyword, key)) if key == name => format!("give it a `title`, or another key in `{keyword}`"),
        Some((keyword, _)) => {
            format!("give it another `title`, or a key in `{keyword}` that has letters, digits and `_` only")
        }
        None if shaped => "give it a `title` of its own, or move it to `$defs` and refer to it there".to_owned(),
        None => "move it to `$defs`, and refer to it there".to_owned(),
    }
}

/// Returns the keyword that contains a definition, and its key there. `None` if the node is not a definition.
fn key_of(origin: &Origin) -> Option<(&'static str, String)> {
    let (keyword, key) = origin.pointer.strip_prefix('/')?.split_once('/').filter(|(_, key)| !key.contains('/'))?;
    let keyword = DEFINITIONS.into_iter().find(|known| *known == keyword)?;
    Some((keyword, unescaped(key)))
}

#[cfg(test)]
mod tests {
    use super::{of_path, of_title};

    #[test]
    fn a_path_is_a_name() {
        assert_eq!(of_path("/$defs/list/properties/of-all/items/oneOf/1"), "ListOfAllItemOneOf2");
        assert_eq!(of_path("/properties/a/additionalProperties"), "AValue");
    }

    #[test]
    fn the_words_of_a_title_are_one_name_whatever_separates_them() {
        let titles = [
            ("What is shown?", "WhatIsShown"),
            ("User’s settings – v2", "UserSSettingsV2"),
            ("Widget™ settings", "WidgetSettings"),
            ("Map(x)", "MapX"),
            ("a\tb", "AB"),
            ("Größe der Lampe", "GrößeDerLampe"),
            ("HTTPReply", "HTTPReply"),
            ("Foo-Bar_1.0", "Foo-Bar_1.0"),
            ("?!", "?!"),
        ];
        assert_eq!(titles.map(|(title, _)| of_title(title).into_owned()), titles.map(|(_, name)| name));
    }
}
