//! Regular expressions that not every language reads alike.

use serde_json::Value;

use super::counted::Counted;
use crate::diagnostic::{Code, Diagnostic};
use crate::regex;
use crate::schema::JsonFile;

/// Removes the patterns that the packages could not decide alike, and reports them. It removes only those without which more
/// values are valid: the check refuses the others, and those of keys.
pub fn remove(file: &mut JsonFile, found: &mut Counted) {
    let mut removed = Vec::new();
    file.each_schema_mut(&mut |schema, at| {
        if let Some(Value::String(pattern)) = schema.get_mut("pattern")
            && let Some(other) = spelled_out(pattern)
        {
            *pattern = other;
        }
        if at.keys().any(|key| matches!(key, "not" | "oneOf" | "if" | "contains")) {
            return;
        }
        if let Some(pattern) = schema.get("pattern").and_then(Value::as_str).filter(|it| regex::check(it).is_err()) {
            removed.push((at.key("pattern").pointer(), pattern.to_owned()));
            schema.shift_remove("pattern");
        }
    });
    for (pointer, pattern) in removed {
        let why = regex::check(&pattern).err().unwrap_or_default();
        let finding = || {
            Diagnostic::warning(Code::Pattern, format!("the pattern `{pattern}` is not supported"))
                .because(format!("{why}; it is left out, and nothing checks it"))
                .instead("write it with what every language matches alike, see `hookwire-codegen --explain matching`")
        };
        found.add(&format!("pattern {pattern}"), finding, || file.place(&pointer));
    }
}

/// Spells out the control characters of a pattern that nothing else keeps from being read alike in every language.
fn spelled_out(pattern: &str) -> Option<String> {
    const NAME: &str = "\\p{Cc}";
    const CHARACTERS: &str = "\\x00-\\x1f\\x7f-\\x9f";
    if !pattern.contains(NAME) || regex::check(pattern).is_ok() {
        return None;
    }
    let (mut other, mut rest, mut is_in_class) = (String::new(), pattern, false);
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix(NAME) {
            other.push_str(&if is_in_class { CHARACTERS.to_owned() } else { format!("[{CHARACTERS}]") });
            rest = after;
            continue;
        }
        let length =
            if c == '\\' { c.len_utf8() + rest.chars().nth(1).map_or(0, char::len_utf8) } else { c.len_utf8() };
        is_in_class = if is_in_class { c != ']' } else { c == '[' };
        other.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    Some(other).filter(|other| regex::check(other).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(
            spelled_out(r"^[^\s\p{Cc}]+\p{Cc}$").as_deref(),
            Some(r"^[^\s\x00-\x1f\x7f-\x9f]+[\x00-\x1f\x7f-\x9f]$")
        );
        assert_eq!(spelled_out(r"^\p{Lu}"), None);
    }
}
