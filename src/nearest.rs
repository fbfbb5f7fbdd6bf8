//! Names that look like one that is not there.

use std::cmp::Ordering;

use heck::ToKebabCase;
use similar::TextDiff;

/// How alike two names have to be, from 0 to 1.
const ALIKE: f32 = 0.6;
/// Longer names are not compared: nobody misspells them, and it would take long.
const LONGEST: usize = 200;

/// No more than these are compared in earnest: those that begin and end most like the name.
const COMPARED: usize = 50;

/// Those of the names that one may have meant, the likeliest first, at most `count`. Case and separators count for nothing.
///
/// It is linear in the number of names.
pub fn nearest<'a>(name: &str, among: impl IntoIterator<Item = &'a str>, count: usize) -> Vec<&'a str> {
    if name.len() > LONGEST {
        return Vec::new();
    }
    let plain = Plain::of(name);
    let others = among.into_iter().filter(|other| other.len() <= LONGEST).map(|other| (Plain::of(other), other));
    let possible = others.filter(|(other, _)| plain.can_be_like(other));
    let mut possible: Vec<_> = possible.map(|(other, name)| (plain.ends_like(&other), other, name)).collect();
    if possible.len() > COMPARED {
        possible.select_nth_unstable_by(COMPARED, |(one, ..), (other, ..)| other.total_cmp(one));
        possible.truncate(COMPARED);
    }
    let alike = |other: &Plain| TextDiff::from_chars(plain.text.as_str(), other.text.as_str()).ratio();
    let close = possible.into_iter().map(|(_, other, name)| (alike(&other), name));
    let mut close: Vec<_> = close.filter(|(ratio, _)| *ratio > ALIKE).collect();
    close.sort_by(|(one, a), (other, b)| other.total_cmp(one).then_with(|| a.cmp(b)));
    close.dedup_by_key(|(_, name)| *name);
    close.into_iter().take(count).map(|(_, name)| name).collect()
}

/// A name without what counts for nothing.
struct Plain {
    text: String,
    chars: Vec<char>,
    sorted: Vec<char>,
}

impl Plain {
    fn of(name: &str) -> Self {
        let text = name.to_kebab_case();
        let chars: Vec<char> = text.chars().collect();
        let mut sorted = chars.clone();
        sorted.sort_unstable();
        Self { text, chars, sorted }
    }

    /// What so many characters in common are of both.
    fn ratio(&self, other: &Self, common: usize) -> f32 {
        2.0 * common as f32 / (self.chars.len() + other.chars.len()).max(1) as f32
    }

    /// No order of their characters has more of them in common than there are of each in both.
    fn can_be_like(&self, other: &Self) -> bool {
        let shorter = self.chars.len().min(other.chars.len());
        if self.ratio(other, shorter) <= ALIKE {
            return false;
        }
        let (mut one, mut two, mut common) = (self.sorted.iter().peekable(), other.sorted.iter().peekable(), 0);
        while let (Some(a), Some(b)) = (one.peek(), two.peek()) {
            match a.cmp(b) {
                Ordering::Less => drop(one.next()),
                Ordering::Greater => drop(two.next()),
                Ordering::Equal => {
                    common += 1;
                    one.next();
                    two.next();
                }
            }
        }
        self.ratio(other, common) > ALIKE
    }

    /// How much of them is the same from the beginning and from the end: they are at least as alike as that.
    fn ends_like(&self, other: &Self) -> f32 {
        let same = |pair: &(&char, &char)| pair.0 == pair.1;
        let first = self.chars.iter().zip(&other.chars).take_while(same).count();
        let last = self.chars[first..].iter().rev().zip(other.chars[first..].iter().rev()).take_while(same).count();
        self.ratio(other, first + last)
    }
}

/// What to write instead, if there is something near: `` did you mean `a`, `b` or `c`? ``
pub fn did_you_mean(near: &[&str]) -> Option<String> {
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    let (last, others) = quoted.split_last()?;
    let names = if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) };
    Some(format!("did you mean {names}?"))
}

/// What to write instead of a name: those of the names that are near, and what to do otherwise.
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
