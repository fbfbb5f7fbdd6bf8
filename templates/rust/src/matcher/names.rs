//! Matchers that are names, and lists of names.

use super::Match;

/// Other names, each with the current name.
pub(super) type Aliases = &'static [(&'static str, &'static str)];

/// Compares a matcher that is not a regular expression.
pub(super) fn compared(matcher: &str, entries: &[&str], value: &str, aliases: Aliases, is_settled: bool) -> Match {
    let may_be = |entry: &&str| may_be(entry, value, aliases);
    if let ([entry], false) = (entries, is_settled) {
        if *entry != matcher {
            // Before it was seen, nobody knew whether spaces around a single name count.
            let either = matcher == value || is(entry, value, aliases) || may_be(entry);
            return if either { Match::Undecidable } else { Match::No };
        }
    }
    if entries.iter().any(|entry| is(entry, value, aliases)) {
        Match::Yes
    } else if entries.iter().any(may_be) {
        Match::Undecidable
    } else {
        Match::No
    }
}

/// Returns the current name.
pub(super) fn own(name: &str, aliases: Aliases) -> &str {
    aliases.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, own)| own)
}

fn is(entry: &str, value: &str, aliases: Aliases) -> bool {
    !entry.is_empty() && (entry == value || own(entry, aliases) == value)
}

/// Returns true if the entry may match. It is not documented whether an empty entry matches an empty value, nor which
/// names older hosts understand.
fn may_be(entry: &str, value: &str, aliases: Aliases) -> bool {
    (entry.is_empty() && value.is_empty()) || (own(value, aliases) != value && own(entry, aliases) == own(value, aliases))
}

/// Returns the other names for a name.
pub(super) fn others<'v>(value: &'v str, aliases: Aliases) -> impl Iterator<Item = &'v str> {
    let own = aliases.iter().find(|(alias, of)| *alias == value || *of == value).map(|(_, own)| -> &'v str { own });
    let old = aliases.iter().filter(move |(_, of)| Some(*of) == own).map(|(alias, _)| *alias);
    own.into_iter().chain(old)
}
