//! Regular expressions that other engines read, spelled as every language reads them.

use serde_json::Value;

use crate::regex;
use crate::schema::JsonFile;

/// Respells the patterns of a file. The check refuses those that are still not read alike.
pub fn respell(file: &mut JsonFile) {
    file.each_schema_mut(&mut |schema, _| {
        if let Some(Value::String(pattern)) = schema.get_mut("pattern")
            && let Some(other) = spelled_out(pattern)
        {
            *pattern = other;
        }
    });
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
