//! Where the name of a type comes from, and what gives it another one.

use std::borrow::Cow;

use heck::ToUpperCamelCase;

use crate::schema::Origin;
use crate::schema::{DEFINITIONS, unescaped};

/// A key that a type can be called by as it is; of any other one, such as `is-string`, the `title` is the name.
pub fn is_name(key: &str) -> bool {
    key.chars().all(|c| c.is_alphanumeric() || c == '_') && key.chars().any(char::is_alphanumeric)
}

/// The name that a title gives. Several words are one name, whatever stands between them: many who write `title` mean a heading.
pub fn of_title(title: &str) -> Cow<'_, str> {
    let is_one_word = title.chars().all(|c| c.is_alphanumeric() || "._-".contains(c));
    let camel = if is_one_word { String::new() } else { title.to_upper_camel_case() };
    if camel.is_empty() { title.into() } else { camel.into() }
}

/// The letters of Latin alphabets that are not ASCII, small, and how they are written in it.
const LATIN: [(&str, &str); 22] = [
    ("àáâãåāăą", "a"),
    ("äæ", "ae"),
    ("çćč", "c"),
    ("ďđð", "d"),
    ("èéêëēęě", "e"),
    ("ğģ", "g"),
    ("ìíîïīįı", "i"),
    ("ķ", "k"),
    ("ĺļľł", "l"),
    ("ñńņň", "n"),
    ("òóôõøōő", "o"),
    ("öœ", "oe"),
    ("ŕř", "r"),
    ("śşšș", "s"),
    ("ß", "ss"),
    ("ţťț", "t"),
    ("þ", "th"),
    ("ùúûūůűų", "u"),
    ("ü", "ue"),
    ("ŵ", "w"),
    ("ýÿ", "y"),
    ("źżž", "z"),
];

/// A name in ASCII for one that has other letters; none if it has none, or such as are of no Latin alphabet.
pub fn in_ascii(name: &str) -> Option<String> {
    let letters: Option<Vec<String>> = name.chars().map(letter).collect();
    letters.map(|letters| letters.concat()).filter(|ascii| ascii != name && is_name(ascii))
}

fn letter(c: char) -> Option<String> {
    if c.is_ascii() {
        return Some(c.to_string());
    }
    let small: String = c.to_lowercase().collect();
    let (_, plain) = LATIN.iter().find(|(letters, _)| letters.contains(&small))?;
    Some(if c.is_uppercase() { plain.to_upper_camel_case() } else { (*plain).to_owned() })
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

#[cfg(test)]
mod tests {
    use super::{in_ascii, of_title};

    #[test]
    fn the_words_of_a_title_are_one_name_whatever_stands_between_them() {
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

    #[test]
    fn what_is_advised_for_a_name_is_ascii_or_nothing() {
        let names = ["GrößeDerLampe", "Økonomi", "ŁódźÉtat", "Lamp", "日本", "Lampe日"];
        let ascii = [Some("GroesseDerLampe"), Some("Okonomi"), Some("LodzEtat"), None, None, None];
        assert_eq!(names.map(in_ascii).each_ref().map(Option::as_deref), ascii);
    }
}
