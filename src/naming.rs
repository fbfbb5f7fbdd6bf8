//! Where the name of a type comes from, and what gives it another one.

use std::borrow::Cow;

use heck::ToUpperCamelCase;

use crate::load::unescaped;
use crate::model::Origin;

/// The keyword that holds definitions, in either dialect.
pub const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

/// A key that a type can be called by as it is; of any other one, such as `is-string`, the `title` is the name.
pub fn is_name(key: &str) -> bool {
    key.chars().all(|c| c.is_alphanumeric() || c == '_') && key.chars().any(char::is_alphanumeric)
}

/// The name that a title gives. Several words are one name: many who write `title` mean a heading.
pub fn of_title(title: &str) -> Cow<'_, str> {
    let is_word = |c: char| c.is_alphanumeric() || " .,:'()/&+-_".contains(c);
    let camel =
        if title.contains(' ') && title.chars().all(is_word) { title.to_upper_camel_case() } else { String::new() };
    if camel.is_empty() { title.into() } else { camel.into() }
}

/// It has a name because somebody wrote one: it is a file, or a definition in one.
pub fn is_named(origin: &Origin) -> bool {
    origin.pointer.is_empty() || key_of(origin).is_some()
}

/// What to write for the type at this node to be called otherwise than `name`. `shaped`: it is a struct, an enum or a union,
/// of which the title is the name wherever they stand.
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

/// The keyword that a definition stands in, and its key there; none of anything else.
fn key_of(origin: &Origin) -> Option<(&'static str, String)> {
    let (keyword, key) = origin.pointer.strip_prefix('/')?.split_once('/').filter(|(_, key)| !key.contains('/'))?;
    let keyword = DEFINITIONS.into_iter().find(|known| *known == keyword)?;
    Some((keyword, unescaped(key)))
}
