//! Names that look like one that is not there.

use heck::ToKebabCase;
use similar::TextDiff;

/// How alike two names have to be, from 0 to 1.
const ALIKE: f32 = 0.6;
/// Longer names are not compared: nobody misspells them, and it would take long.
const LONGEST: usize = 200;

/// Those of the names that one may have meant, the likeliest first, at most `count`. Case and separators count for nothing.
pub fn nearest<'a>(name: &str, among: impl IntoIterator<Item = &'a str>, count: usize) -> Vec<&'a str> {
    if name.len() > LONGEST {
        return Vec::new();
    }
    let plain = name.to_kebab_case();
    let alike = |other: &str| TextDiff::from_chars(plain.as_str(), other.to_kebab_case().as_str()).ratio();
    let close = among.into_iter().filter(|other| other.len() <= LONGEST).map(|other| (alike(other), other));
    let mut close: Vec<_> = close.filter(|(ratio, _)| *ratio > ALIKE).collect();
    close.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    close.dedup_by_key(|(_, name)| *name);
    close.into_iter().take(count).map(|(_, name)| name).collect()
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
    fn a_question_names_all_of_them() {
        assert_eq!(did_you_mean(&["a"]).as_deref(), Some("did you mean `a`?"));
        assert_eq!(did_you_mean(&["a", "b", "c"]).as_deref(), Some("did you mean `a`, `b` or `c`?"));
        assert_eq!(did_you_mean(&[]), None);
        assert_eq!(instead_of("lam", ["lamp"], "add it"), "did you mean `lamp`? Else add it");
        assert_eq!(instead_of("x", ["lamp"], "add it"), "add it");
    }
}
