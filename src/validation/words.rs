//! The sentences of the validators. The interpreters fill the holes in one pass; sentences without holes are complete
//! in the plan. They contain names of the contract and of JSON types, and never text from a payload.

use indexmap::IndexMap;
use serde_json::{Number, Value};

use super::vocabulary::Vocabulary;
use crate::model::{Bounds, Contract, Deprecation, Identity};

/// The maximum number of values in a message.
const LISTED: usize = 8;

/// The sentences and words of the interpreters.
const WORDS: &[(&str, &str)] = &[
    ("root", "The payload"),
    ("root-name", "the payload"),
    ("item", "An item of {name}"),
    ("value", "A value of {name}"),
    ("any", "any value"),
    ("null", "null"),
    ("boolean", "a boolean"),
    ("integer", "an integer"),
    ("number", "a number"),
    ("string", "a string"),
    ("list", "an array"),
    ("map", "an object"),
    ("struct", "an object"),
    ("nullable", "{what} or null"),
    ("found-null", "null"),
    ("found-boolean", "a boolean"),
    ("found-number", "a number"),
    ("found-fraction", "a number with a fraction"),
    ("found-string", "a string"),
    ("found-array", "an array"),
    ("found-object", "an object"),
    ("wrong-type", "{place} has to be {what}, not {found}."),
    ("wrong-value", "{place} has to be {what}, not {value}."),
    ("near", "Did you mean `{nearest}`?"),
    ("missing-field", "{place} is missing. It has to be {what}."),
    ("rename", "Rename {value} to {place}."),
    ("unknown-field", "There is no field {value} here."),
    ("empty", "{place} has to be empty here."),
    ("too-short", "{place} has too few items."),
    ("too-long", "{place} has too many items."),
    ("out-of-range", "{place} is an integer that not every language can hold exactly."),
    ("out-of-bounds", "{place} has to be {what}."),
    (
        "format-terminal-sequence",
        "{place} has text other than OSC 0, 1, 2, 9, 99 or 777, each ended by BEL or ST, and BEL alone: the host \
         ignores all of it. Leave out plain text, colours, links and every other sequence.",
    ),
    ("unsure", "The exact version is not known."),
    ("too-large", "The text is larger than 64 MiB, and is not read. That is a limit of this package, not of the host."),
    ("not-utf8", "The text has bytes that are not UTF-8. They are read as U+FFFD, as the host reads them."),
    (
        "too-deep",
        "The text has more than 10,000 levels of arrays and objects, and is not read. That is a limit of this package, \
         not of the host.",
    ),
    (
        "too-deep-value",
        "The payload has more than 128 levels of arrays and objects, and is not validated. That is a limit of this \
         package, not of the host.",
    ),
    ("deep-as-text", "Arrays and objects below level 128 are read as their JSON text. The host has no such limit."),
    (
        "beyond-doubles",
        "A number is too large for a double, and is read as the largest one. The host reads it as infinity.",
    ),
    ("not-json", "Expected {what}, found {found} at line {line}, column {column}."),
    ("json-object", "a JSON object"),
    ("json-value", "a JSON value"),
    ("fault-empty", "an empty text"),
    ("fault-end", "the end of the text"),
    ("fault-more", "text after the JSON value"),
    ("fault-trailing-comma", "a trailing comma"),
    ("fault-no-comma", "no comma between two values, or a quote without `\\` inside of a string,"),
    ("fault-no-colon", "no colon after a key"),
    ("fault-single-quotes", "single quotes"),
    ("fault-typographic-quote", "the typographic quote {character}"),
    ("fault-backtick", "a backtick"),
    ("fault-comment", "a comment"),
    ("fault-fence", "a Markdown code fence"),
    ("fault-bare-key", "a key without quotation marks"),
    ("fault-number", "a number that is not JSON"),
    ("fault-word", "the word {value}"),
    ("fault-character", "the character {value}"),
    ("fault-open-string", "a string without an end"),
    ("fault-line-break", "a line break in a string"),
    ("fault-control", "a control character in a string"),
    ("fault-escape", "an invalid escape in a string"),
];

/// The sentences about assertions, for sets with assertions.
const OF_ASSERTIONS: &[(&str, &str)] = &[
    ("never", "{place} is not accepted, whatever its value is."),
    ("refused-field", "No field {value} is accepted here."),
    ("at-least", "{place} has to be at least {limit}."),
    ("above", "{place} has to be greater than {limit}."),
    ("at-most", "{place} has to be at most {limit}."),
    ("below", "{place} has to be less than {limit}."),
    ("multiple-of", "{place} has to be a multiple of {limit}."),
    ("few-characters", "{place} has too few characters: {limit} at least."),
    ("many-characters", "{place} has too many characters: {limit} at most."),
    ("few-items", "{place} has too few items: {limit} at least."),
    ("many-items", "{place} has too many items: {limit} at most."),
    ("few-fields", "{place} has too few fields: {limit} at least."),
    ("many-fields", "{place} has too many fields: {limit} at most."),
    ("pattern", "{place} has to match the regular expression {pattern}."),
    ("format", "{place} has to be of the format `{format}`."),
    ("unique", "{place} has two items that are equal."),
    ("contains-few", "{place} has too few items of the kind that some have to be of: {limit} at least."),
    ("contains-many", "{place} has too many items of the kind that some have to be of: {limit} at most."),
    ("names", "No field can be called {value} here."),
    ("no-form", "{place} has none of the forms that it may have."),
    ("many-forms", "{place} has more than one of the forms of which it may have one alone."),
    ("refused-form", "{place} has the form that it must not have."),
    ("required", "{place} is missing."),
    ("dependent", "{place} is missing. It has to be there where `{key}` is."),
];

/// Returns every sentence by its purpose: with the name of the host, the words for operations, and the sentences about
/// assertions in a set that has some.
pub fn words(host: Option<&str>, vocabulary: &Vocabulary, contract: &Contract) -> IndexMap<&'static str, String> {
    let host = host.unwrap_or("the host");
    let own = [
        ("without-effect", vocabulary.without_effect.to_owned()),
        ("without-effect-anywhere", vocabulary.without_effect_anywhere.to_owned()),
        ("unsupported", format!("{{place}} requires {host} {{since}} or newer.")),
    ];
    let asserts = contract.has_assertions();
    let of_assertions = OF_ASSERTIONS.iter().filter(|_| asserts);
    let of_wide = [("out-of-range", OUT_OF_WIDE.to_owned())].into_iter().filter(|_| contract.wide);
    WORDS.iter().chain(of_assertions).map(|(key, text)| (*key, (*text).to_owned())).chain(own).chain(of_wide).collect()
}

/// The message about an integer that is not one of 64 bits.
const OUT_OF_WIDE: &str = "{place} is an integer that its 64 bits cannot hold exactly.";

/// Returns a sentence without holes.
pub fn word(key: &str) -> &'static str {
    WORDS.iter().find(|(known, _)| *known == key).map_or("", |(_, text)| text)
}

/// Returns the words for a value that can also be null.
pub fn nullable(what: &str) -> String {
    word("nullable").replace("{what}", what)
}

/// Returns the words for a scalar within bounds.
pub fn bounded(what: &str, bounds: &Bounds) -> String {
    let number = |word: &str, bound: &Option<Number>| bound.as_ref().map(|it| format!("{word} {it}"));
    let numbers = [
        number("at least", &bounds.minimum),
        number("greater than", &bounds.above),
        number("at most", &bounds.maximum),
    ];
    let length = bounds.min_length.map(|least| match least {
        1 => "not empty".to_owned(),
        least => format!("at least {least} characters long"),
    });
    let all: Vec<String> = numbers.into_iter().chain([length]).flatten().collect();
    if all.is_empty() {
        return what.to_owned();
    }
    format!("{what} that is {}", joined(&all, "and"))
}

/// Returns the words for a constant.
pub fn constant(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{text}`"),
        other => format!("`{other}`"),
    }
}

/// Returns the words for one of several values.
pub fn one_of<'a>(values: impl IntoIterator<Item = &'a str>, name: &str) -> String {
    let values: Vec<String> = values.into_iter().map(|value| format!("`{value}`")).collect();
    if values.len() > LISTED { format!("one of the values of `{name}`") } else { either(&values) }
}

/// Returns the words for one of several values of any JSON type: each as JSON in ASCII, and shortened.
pub fn one_of_values(values: &[Value]) -> String {
    if values.len() > LISTED {
        return format!("one of {} values", values.len());
    }
    either(&values.iter().map(shown).collect::<Vec<_>>())
}

fn shown(value: &Value) -> String {
    const SHOWN: usize = 60;
    let escape = |letter: char| match letter {
        '`' => r"\u0060".to_owned(),
        ' '..='~' => letter.to_string(),
        other => other.encode_utf16(&mut [0; 2]).iter().map(|unit| format!(r"\u{unit:04x}")).collect(),
    };
    let json = value.to_string();
    let text: String = json.chars().take(SHOWN).map(escape).collect();
    format!("`{text}`{}", if json.chars().nth(SHOWN).is_some() { "..." } else { "" })
}

/// Joins names: `a`, `a or b`, `a, b or c`.
pub fn either(words: &[String]) -> String {
    joined(words, "or")
}

fn joined(words: &[String], last: &str) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Returns a list of the fields of a struct, if there are few.
pub fn takes<'a>(fields: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let fields: Vec<String> = fields.into_iter().map(|name| format!("`{name}`")).collect();
    (!fields.is_empty() && fields.len() <= LISTED).then(|| format!("The fields are {}.", joined(&fields, "and")))
}

/// Returns the message that a required constant is missing.
pub fn missing_constant(key: &str, value: &Value) -> String {
    format!("`{key}` is missing. Write `\"{key}\": {value}`.")
}

/// Returns the message for a key that one member of a union requires.
pub fn required_beside(key: &str, tag: &str, values: &[String], what: &str) -> String {
    format!("`{key}` is missing. It is required where `{tag}` is {}, and has to be {what}.", either(values))
}

/// Returns the message for a key of another member of a union, which this tag selects.
pub fn only_with_tag(tag: &str, values: &[String], absent: bool) -> String {
    let absent = if absent { " or absent" } else { "" };
    format!("`{{key}}` is allowed only where `{tag}` is {}{absent}.", either(values))
}

/// Returns the message for a key of the member of a union without a tag.
pub fn only_without(other: &str) -> String {
    format!("`{{key}}` is allowed only without `{other}`.")
}

/// Returns the message for a key of the member of a union with another tag, which has only this value.
pub fn only_beside(other: &str, value: Option<&Value>) -> String {
    let value = value.map(|it| format!(": {it}")).unwrap_or_default();
    format!("`{{key}}` is allowed only with `{other}{value}`.")
}

/// Returns the words for the name of an operation: any, or one of those with such an object.
pub fn operation_name(vocabulary: &Vocabulary, any: bool) -> String {
    if any { vocabulary.any_name.to_owned() } else { vocabulary.some_name.to_owned() }
}

/// Returns the message for an operation that is newer than the contract, with a hole for its name.
pub fn unknown_operation(vocabulary: &Vocabulary, set: &Identity) -> String {
    let host = set.host.as_ref().map(|host| format!(" (host {})", host.version)).unwrap_or_default();
    filled(vocabulary.unknown, &[("package", &format!("{}{host}", set.package.name))])
}

/// Returns the message that the name of the operation is missing.
pub fn missing_operation_name(vocabulary: &Vocabulary, key: &str, such_as: &str) -> String {
    filled(vocabulary.missing_name, &[("key", key), ("such_as", such_as)])
}

/// Returns the name of an operation in messages.
pub fn called(vocabulary: &Vocabulary, name: &str) -> String {
    filled(vocabulary.called, &[("name", name)])
}

/// Returns the message for a key of another level; `beside` is a constant that is required there.
pub fn misplaced(vocabulary: &Vocabulary, path: &[String], beside: Option<(&str, &str)>) -> String {
    let beside = beside.map(|(key, name)| format!(", beside `\"{key}\": \"{name}\"`")).unwrap_or_default();
    match path {
        [] => vocabulary.top_level.to_owned(),
        path => format!("`{{key}}` belongs in `{}`{beside}, not here.", path.join(".")),
    }
}

/// Returns the message for a key of some operations in the output of another one.
pub fn of_others(vocabulary: &Vocabulary, key: &str, owners: &[&str]) -> String {
    const NAMED: usize = 3;
    let names: Vec<String> = owners.iter().map(|name| format!("`{name}`")).collect();
    let whose = if names.len() > NAMED { vocabulary.others.to_owned() } else { joined(&names, "and") };
    filled(vocabulary.foreign, &[("key", key), ("whose", &whose)])
}

/// Returns the sentence with these holes filled, in one pass, because a name can look like a hole. Other holes stay.
fn filled(sentence: &str, holes: &[(&str, &str)]) -> String {
    let mut parts = sentence.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let hole = part.split_once('}').and_then(|(name, rest)| {
            let (_, value) = holes.iter().find(|(known, _)| *known == name)?;
            Some((value, rest))
        });
        match hole {
            Some((value, rest)) => text.extend([*value, rest]),
            None => text.extend(["{", part]),
        }
    }
    text
}

/// Returns the message for an unknown key. A hint keeps a hole for the key.
pub fn no_such_key(takes: Option<&str>) -> String {
    let said = word("unknown-field").replace("{value}", "\"{key}\"");
    takes.map_or_else(|| said.clone(), |takes| format!("{said} {takes}"))
}

/// Returns the message for a key that most operations have at the top, and that makes the host reject this output.
pub fn refused_by(own: &str) -> String {
    format!("`{{key}}` is refused on `{own}`, which has none. Leave it out.")
}

/// Returns the message for something deprecated.
pub fn deprecated(name: &str, how: &Deprecation) -> String {
    let instead = how.instead.as_ref().map(|it| format!(": write `{it}`")).unwrap_or_default();
    let note = how.note.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
    format!("{name} is deprecated{instead}.{note}")
}
