//! The regular expressions that every language evaluates alike: those of features and of assertions.
//!
//! `docs/matching.md` describes them. The units of an assertion are code points, those of a feature UTF-16 code
//! units.
//!
//! The parser is also part of the Rust package, which gets its files unchanged through [`SHARED`].

pub mod data;
mod look_ahead;
#[allow(dead_code, reason = "the generator parses patterns, and the package also runs them")]
mod node;
#[allow(dead_code, reason = "the package also asks which patterns are invalid")]
mod parse;

use self::data::{LARGEST, LONGEST};
pub use self::look_ahead::{Condition, conditions};
use self::node::{Ast, Range};

/// The source files that the Rust package also contains, by name.
pub const SHARED: [(&str, &str); 2] = [("node", include_str!("node.rs")), ("parse", include_str!("parse.rs"))];

/// Checks that an assertion can have this pattern.
///
/// # Errors
/// The pattern is too long or too large, or not supported. The text is the reason.
pub fn check(pattern: &str) -> Result<(), String> {
    let units: Vec<u32> = pattern.chars().map(u32::from).collect();
    if units.len() > LONGEST {
        return Err(format!("it is longer than {LONGEST} characters"));
    }
    let node = parse::parse(&units).ok_or_else(|| {
        let what = construct(pattern).map_or_else(|| "it".to_owned(), |it| format!("`{it}`"));
        format!("{what} is not of the regular expressions that every language decides alike")
    })?;
    if node.size() > LARGEST {
        return Err(format!("with its repetitions written out it is larger than {LARGEST}"));
    }
    if splits_surrogates(&node) {
        return Err("half of a surrogate pair is not a character".to_owned());
    }
    Ok(())
}

/// Returns the first construct in a pattern that is not supported anywhere.
fn construct(pattern: &str) -> Option<String> {
    let mut in_class = false;
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let mut taken = first.len_utf8();
        match first {
            '\\' => {
                let escaped = after.chars().next()?;
                if !is_escape(after, in_class) {
                    return Some(format!("\\{escaped}"));
                }
                taken += escaped.len_utf8();
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class && after.starts_with('?') && !after.starts_with("?:") => {
                let sign = if after.starts_with("?<") { 3 } else { 2 };
                return Some(format!("({}", after.chars().take(sign).collect::<String>()));
            }
            _ => {}
        }
        rest = &rest[taken..];
    }
    None
}

/// Returns true if the text after a `\` makes an escape with it.
fn is_escape(after: &str, in_class: bool) -> bool {
    let digits = |number| after.chars().skip(1).take(number).filter(char::is_ascii_hexdigit).count() == number;
    match after.chars().next() {
        Some('x') => digits(2),
        Some('u') => digits(4),
        Some('B') => !in_class,
        Some(letter) => !letter.is_ascii_alphanumeric() || "dDwWsSbtnvfr".contains(letter),
        None => false,
    }
}

/// Returns true if a range begins or ends at half of a surrogate pair.
fn splits_surrogates(node: &Ast) -> bool {
    let is_half = |unit: &u32| (0xd800..=0xdfff).contains(unit);
    let halved = |range: &Range| range.iter().any(is_half);
    match node {
        Ast::Unit(set) => set.ranges.iter().any(halved),
        Ast::Anchor(_) => false,
        Ast::Sequence(parts) | Ast::Choice(parts) => parts.iter().any(splits_surrogates),
        Ast::Repeat(inner, _) => splits_surrogates(inner),
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn what_the_packages_cannot_decide_is_refused() {
        for pattern in ["^a+$", "[0-9]{2,}", "f.*o", r"^\S(|(.|\n)*\S)\Z", "\u{1f600}", r"\u00e9"] {
            assert_eq!(check(pattern).is_ok(), !pattern.contains(r"\Z"), "{pattern}");
        }
        for pattern in ["(?=a)", "(a", r"\p{L}", "(a)\\1", r"\ud83d", r"[\ud800-\udfff]", "(a{100}){101}"] {
            assert!(check(pattern).is_err(), "{pattern}");
        }
    }
}
