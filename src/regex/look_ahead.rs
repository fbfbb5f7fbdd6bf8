//! Look-ahead at the start of a pattern. `^(?=a)(?!b)c` says three things about a value, each without look-ahead: `^(?:a)` and
//! `^c` are found in it, and `^(?:b)` is not.

use super::check;

/// A pattern that is found in a value, or that is not.
#[derive(Debug, PartialEq, Eq)]
pub struct Condition {
    /// The pattern.
    pub pattern: String,
    /// The pattern must not be found.
    pub is_refused: bool,
}

/// Returns the conditions that a pattern with look-ahead at its start consists of. `None` if it has none there, or if a condition
/// is not supported either.
pub fn conditions(pattern: &str) -> Option<Vec<Condition>> {
    let (mut all, mut is_anchored, mut rest) = (Vec::new(), false, pattern);
    loop {
        if let Some(after) = rest.strip_prefix('^') {
            (is_anchored, rest) = (true, after);
        } else if let Some((is_refused, inside, after)) = look_ahead(rest) {
            all.push(Condition { pattern: format!("^(?:{inside})"), is_refused });
            rest = after;
        } else {
            break;
        }
    }
    let has_branches = signs(rest).any(|sign| matches!(sign, Sign { character: '|', depth: 0, .. }));
    if all.is_empty() || !is_anchored || has_branches {
        return None;
    }
    if !rest.is_empty() {
        all.push(Condition { pattern: format!("^{rest}"), is_refused: false });
    }
    all.iter().all(|it| check(&it.pattern).is_ok()).then_some(all)
}

/// Splits a look-ahead from the start of a pattern. Returns whether it is a negative one, what is in it, and what follows it.
fn look_ahead(pattern: &str) -> Option<(bool, &str, &str)> {
    const LENGTH: usize = "(?=".len();
    let is_refused = pattern.starts_with("(?!");
    if !is_refused && !pattern.starts_with("(?=") {
        return None;
    }
    let end = signs(pattern).find(|sign| sign.character == ')' && sign.depth == 0)?.at;
    Some((is_refused, &pattern[LENGTH..end], &pattern[end + 1..]))
}

/// A parenthesis or a bar.
struct Sign {
    at: usize,
    character: char,
    /// The number of groups around it.
    depth: usize,
}

/// Returns the parentheses and bars of a pattern that are no literals.
fn signs(pattern: &str) -> impl Iterator<Item = Sign> {
    let (mut is_escaped, mut is_in_class, mut depth) = (false, false, 0_usize);
    pattern.char_indices().filter_map(move |(at, character)| {
        if std::mem::take(&mut is_escaped) {
            return None;
        }
        match character {
            '\\' => is_escaped = true,
            '[' => is_in_class = true,
            ']' => is_in_class = false,
            '(' if !is_in_class => {
                depth += 1;
                return Some(Sign { at, character, depth: depth - 1 });
            }
            ')' if !is_in_class => {
                depth = depth.saturating_sub(1);
                return Some(Sign { at, character, depth });
            }
            '|' if !is_in_class => return Some(Sign { at, character, depth }),
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_ahead_at_the_start_is_a_condition_of_its_own() {
        let split = |pattern| {
            let all = conditions(pattern)?.into_iter();
            Some(all.map(|it| format!("{}{}", if it.is_refused { "not " } else { "" }, it.pattern)).collect::<Vec<_>>())
        };
        let are = |parts: &[&str]| Some(parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>());
        assert_eq!(split("^(?!aws:)[a-z]+$"), are(&["not ^(?:aws:)", "^[a-z]+$"]));
        assert_eq!(split(r"^(?=[^)|]+$)(?=(.*\w)).+$"), are(&["^(?:[^)|]+$)", r"^(?:(.*\w))", "^.+$"]));
        assert_eq!(split(r"(?!^a|b\))^(c|d)$"), are(&[r"not ^(?:^a|b\))", "^(c|d)$"]));
        assert_eq!(split("^(?!a)(?!b)"), are(&["not ^(?:a)", "not ^(?:b)"]));
    }

    #[test]
    fn other_look_around_is_not_split() {
        // Where the match begins is open, the look-ahead is in one branch, in a group, repeated, or in look-ahead.
        let patterns =
            ["(?!a)b", "^(?!a)b|c", "^((?!a)b)", "^(?!a)*b", "^(?=(?!a)b)c", "^a(?!b)", "^(?<!a)b", "^(?!a", "^a"];
        for pattern in patterns {
            assert_eq!(conditions(pattern), None, "{pattern}");
        }
    }
}
