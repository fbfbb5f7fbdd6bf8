//! Suggests names that are similar to an unknown one.
//!
//! Two names are compared word by word. Common first and last words are ignored, and the rest may have about one
//! mistake for every three characters. A name with only an additional or missing word is similar if that word is at
//! most a third of it.

use std::cmp::Ordering;

use heck::ToKebabCase;
use strsim::osa_distance;

/// Longer names are not compared: a misspelling is unlikely, and comparing takes long.
const LONGEST: usize = 200;

/// The maximum number of names to compare fully: those that begin and end most alike.
const COMPARED: usize = 50;

/// Returns the most similar names, most similar first, at most `count`. Case and separators are ignored. Names that are
/// much less similar than the first are left out.
///
/// The time is linear in the number of names.
pub fn nearest<'a>(name: &str, among: impl IntoIterator<Item = &'a str>, count: usize) -> Vec<&'a str> {
    if name.len() > LONGEST {
        return Vec::new();
    }
    let plain = name.to_kebab_case();
    let others = among.into_iter().filter(|other| other.len() <= LONGEST).map(|other| (other.to_kebab_case(), other));
    let possible = others.filter(|(other, _)| Apart::of(&plain, other).may_be_near());
    let mut possible: Vec<_> = possible.map(|(other, name)| (ends_alike(&plain, &other), other, name)).collect();
    if possible.len() > COMPARED {
        possible.select_nth_unstable_by(COMPARED, |(one, ..), (other, ..)| other.total_cmp(one));
        possible.truncate(COMPARED);
    }
    let mistakes =
        |(ends, other, name): (_, String, &'a str)| Some((Apart::of(&plain, &other).mistakes()?, ends, name));
    let mut near: Vec<(usize, f32, &str)> = possible.into_iter().filter_map(mistakes).collect();
    near.sort_unstable_by(|(few, one, a), (many, other, b)| few.cmp(many).then(other.total_cmp(one)).then(a.cmp(b)));
    near.dedup_by_key(|(.., name)| *name);
    let most = near.first().map_or(0, |(fewest, ..)| fewest + fewest / 2);
    near.into_iter().take_while(|(mistakes, ..)| *mistakes <= most).take(count).map(|(.., name)| name).collect()
}

/// The rest of two names without their common first and last words.
struct Apart<'a> {
    one: &'a str,
    other: &'a str,
    /// The number of characters of the longer name.
    whole: usize,
}

impl<'a> Apart<'a> {
    fn of(one: &'a str, other: &'a str) -> Self {
        let whole = length(one).max(length(other));
        let (one, other) = without_first_words(one, other);
        let (one, other) = without_last_words(one, other);
        Self { one, other, whole }
    }

    /// Returns the number of edits between them; `None` if there are too many.
    fn mistakes(&self) -> Option<usize> {
        if !self.may_be_near() {
            return None;
        }
        let mistakes = osa_distance(self.one, self.other);
        (mistakes <= self.allowed()).then_some(mistakes)
    }

    fn longer(&self) -> usize {
        length(self.one).max(length(self.other))
    }

    fn allowed(&self) -> usize {
        match self.longer() {
            _ if self.whole < 3 => 0,
            _ if self.one.is_empty() || self.other.is_empty() => self.whole / 3,
            0 | 1 => 0,
            2..=5 => 1,
            longer => longer / 3,
        }
    }

    /// Each character that only one of them has is a mistake, in any order.
    fn may_be_near(&self) -> bool {
        self.longer() - in_common(self.one, self.other) <= self.allowed()
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn without_first_words<'a>(mut one: &'a str, mut other: &'a str) -> (&'a str, &'a str) {
    while !one.is_empty() && !other.is_empty() {
        let (first, rest) = one.split_once('-').unwrap_or((one, ""));
        let (first_of_other, rest_of_other) = other.split_once('-').unwrap_or((other, ""));
        if first != first_of_other {
            break;
        }
        (one, other) = (rest, rest_of_other);
    }
    (one, other)
}

fn without_last_words<'a>(mut one: &'a str, mut other: &'a str) -> (&'a str, &'a str) {
    while !one.is_empty() && !other.is_empty() {
        let (rest, last) = one.rsplit_once('-').unwrap_or(("", one));
        let (rest_of_other, last_of_other) = other.rsplit_once('-').unwrap_or(("", other));
        if last != last_of_other {
            break;
        }
        (one, other) = (rest, rest_of_other);
    }
    (one, other)
}

/// Returns the number of characters that both contain.
fn in_common(one: &str, other: &str) -> usize {
    let sorted = |text: &str| {
        let mut chars: Vec<char> = text.chars().collect();
        chars.sort_unstable();
        chars
    };
    let (one, other) = (sorted(one), sorted(other));
    let (mut one, mut other, mut common) = (one.iter().peekable(), other.iter().peekable(), 0);
    while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
        match a.cmp(b) {
            Ordering::Less => drop(one.next()),
            Ordering::Greater => drop(other.next()),
            Ordering::Equal => {
                common += 1;
                one.next();
                other.next();
            }
        }
    }
    common
}

/// Returns the shared part of their beginnings and ends, from 0 to 1.
fn ends_alike(one: &str, other: &str) -> f32 {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let same = |pair: &(&char, &char)| pair.0 == pair.1;
    let first = one.iter().zip(&other).take_while(same).count();
    let last = one[first..].iter().rev().zip(other[first..].iter().rev()).take_while(same).count();
    2.0 * (first + last) as f32 / (one.len() + other.len()).max(1) as f32
}

/// Returns the suggestion, if a name is near: `` did you mean `a`, `b` or `c`? ``
pub fn did_you_mean(near: &[&str]) -> Option<String> {
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    let (last, others) = quoted.split_last()?;
    let names = if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) };
    Some(format!("did you mean {names}?"))
}

/// Returns the advice for an unknown name: the near names, and the alternative.
pub fn instead_of<'a>(name: &str, among: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    match did_you_mean(&nearest(name, among, 3)) {
        Some(question) => format!("{question} Else {otherwise}"),
        None => otherwise.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_comes_first_and_what_is_not_alike_not_at_all() {
        let names = ["required", "readOnly", "minimum", "minItems", "require"];
        assert_eq!(nearest("requird", names, 2), ["required", "require"]);
        assert_eq!(nearest("MIN_ITEMS", names, 1), ["minItems"]);
        assert_eq!(nearest("colour", names, 3), Vec::<&str>::new());
        assert_eq!(nearest(&"x".repeat(1_000_000), names, 3), Vec::<&str>::new());
    }

    /// Typed names, the known names, and the expected suggestions.
    const TABLE: &[(&str, &[&str], &[&str])] = &[
        // A wrong, missing or additional letter; two swapped letters; another case; other separators.
        ("tipe", &["type", "title"], &["type"]),
        ("tpe", &["type", "title"], &["type"]),
        ("typee", &["type", "title"], &["type"]),
        ("tyep", &["type", "title"], &["type"]),
        ("sessionId", &["session_id", "version"], &["session_id"]),
        ("session_di", &["session_id"], &["session_id"]),
        ("max-lenght", &["maxLength", "minLength"], &["maxLength"]),
        ("unkown_keyword", &["unknown-keyword", "refused-keyword", "unknown-type"], &["unknown-keyword"]),
        // A missing or additional word.
        ("PreToolUse", &["PreToolUseInput", "PostToolUseInput"], &["PreToolUseInput"]),
        ("event_name", &["hook_event_name", "name"], &["hook_event_name"]),
        ("tool", &["tool_name", "tool_input"], &[]),
        // Long names are not similar only because they share most words.
        ("lamp.schema.json", &["room.schema.json", "lamps.schema.json"], &["lamps.schema.json"]),
        ("#/$defs/Lamp", &["#/$defs/Room", "#/$defs/Lam"], &["#/$defs/Lam"]),
        ("minItems", &["maxItems", "minimum"], &[]),
        ("UserPromptSubmitInput", &["UserPromptExpansionInput"], &[]),
        // Short names are similar only to themselves.
        ("a", &["b", "A", "ab"], &["A"]),
        ("on", &["no", "of", "On"], &["On"]),
        ("if", &["in", "it"], &[]),
        ("", &["a", "type"], &[]),
        // Two names that are equally similar, and a less similar one that is left out.
        ("lmp", &["lamp", "lump", "limbs"], &["lamp", "lump"]),
        ("rust", &["python", "docs", "schemas"], &[]),
        ("dépôt", &["depot", "dépot"], &["dépot"]),
    ];

    #[test]
    fn only_near_names_are_suggested() {
        let wrong: Vec<_> = TABLE
            .iter()
            .filter(|(name, all, near)| nearest(name, all.iter().copied(), 3) != *near)
            .map(|(name, all, _)| (name, nearest(name, all.iter().copied(), 3)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn of_many_that_are_alike_the_likeliest_come_first() {
        let names: Vec<String> = (0..5_000).map(|number| format!("#/$defs/Name{number:04}")).collect();
        let all = || names.iter().map(String::as_str);
        assert_eq!(nearest("#/$defs/Name1234x", all(), 1), ["#/$defs/Name1234"]);
        assert_eq!(nearest("#/$defs/name_4321", all().rev(), 1), ["#/$defs/Name4321"]);
        assert_eq!(nearest("#/definitely/another", all(), 3), Vec::<&str>::new());
    }

    #[test]
    fn a_question_names_all_of_them() {
        assert_eq!(did_you_mean(&["a"]).as_deref(), Some("did you mean `a`?"));
        assert_eq!(did_you_mean(&["a", "b", "c"]).as_deref(), Some("did you mean `a`, `b` or `c`?"));
        assert_eq!(did_you_mean(&[]), None);
        assert_eq!(instead_of("lam", ["lamp"], "add it"), "did you mean `lamp`? Else add it");
        assert_eq!(instead_of("x", ["lamp"], "add it"), "add it");
    }
}
