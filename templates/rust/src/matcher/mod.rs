//! Decides whether the matcher of a hook lets it run, as the host reads matchers.

mod data;
mod names;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

#[allow(unused_imports, reason = "the runtime needs only the names")]
pub use self::value::matcher_value;
use crate::context::Context;
use crate::event::HookEvent;
use crate::regex;
use crate::validation::HostVersion;

/// The decision about a matcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Match {
    /// The hook runs.
    Yes,
    /// The hook does not run.
    No,
    /// The behaviour of the host is unknown, or the matcher is a regular expression that this crate cannot evaluate.
    Undecidable,
}

impl Match {
    /// Returns the name, which is the same in every language: `match`, `no-match` or `undecidable`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Yes => "match",
            Self::No => "no-match",
            Self::Undecidable => "undecidable",
        }
    }
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Decides whether a hook with this matcher runs.
///
/// Get the value of an input from [`matcher_value`]. A matcher that is absent, empty or `*` matches everything, and so
/// does any matcher of an event that ignores matchers. The running time is limited for every matcher and value.
///
/// Of the context, the host counts. Returns [`Match::Undecidable`] if the rules of that version are not known and the
/// possible rules disagree.
#[must_use]
pub fn matches(event: HookEvent, matcher: Option<&str>, value: Option<&str>, context: &Context) -> Match {
    if data::matched(event).is_none() {
        return Match::Yes;
    }
    let Some(matcher) = matcher.filter(|it| !matches_all(it)) else { return Match::Yes };
    let Some(value) = value else { return Match::Undecidable };
    matches_each(event, matcher, &[value], context.host()).pop().unwrap_or(Match::Undecidable)
}

/// Returns whether a matcher matches every value, as an absent one does.
pub(crate) fn matches_all(matcher: &str) -> bool {
    data::MATCHES_ALL.contains(&matcher)
}

/// Does the same for several values, with a matcher that does not match everything.
pub(crate) fn matches_each(event: HookEvent, matcher: &str, values: &[&str], host: Option<&HostVersion>) -> Vec<Match> {
    let Some(matched) = data::matched(event) else { return vec![Match::Yes; values.len()] };
    let holding = matched.readings.iter().filter(|reading| reading.holds_for(host));
    let said: Vec<Vec<Match>> = holding.map(|it| it.says(matcher, values, matched.aliases, host)).collect();
    let of = |index: usize| {
        let mut all = said.iter().filter_map(|it| it.get(index).copied());
        let first = all.next().unwrap_or(Match::Undecidable);
        if all.all(|other| other == first) { first } else { Match::Undecidable }
    };
    (0..values.len()).map(of).collect()
}

/// Returns the names in a matcher that is compared with the value of a key, if it is a name or a list of names.
#[allow(dead_code, reason = "not every contract has a runtime")]
pub(crate) fn listed<'m>(key: &str, matcher: &'m str) -> Option<Vec<&'m str>> {
    let matched = HookEvent::ALL.iter().filter_map(|event| data::matched(*event)).find(|it| it.on == key)?;
    let reading = matched.readings.iter().find(|reading| reading.holds_for(None))?;
    let names = matcher.split(|it| reading.separators.contains(it)).map(|name| name.trim_matches(' '));
    reading.is_of_names(matcher).then(|| names.filter(|name| !name.is_empty()).collect())
}

/// What a matcher is, as the host reads it.
#[allow(dead_code, reason = "settings need it")]
#[derive(PartialEq, Eq)]
pub(crate) enum Entries<'m> {
    /// A name, or a list of names.
    Names(Vec<&'m str>),
    /// A regular expression.
    Expression,
    /// Hosts of this version may read it in different ways, or the event has no matchers.
    Unknown,
}

/// Returns true if the event has matchers.
#[allow(dead_code, reason = "settings need it")]
pub(crate) fn has_matcher(event: HookEvent) -> bool {
    data::matched(event).is_some()
}

/// Returns true if a matcher of the event is compared with the canonical name of a model, which no input has.
#[allow(dead_code, reason = "selections need it")]
pub(crate) fn is_of_model(event: HookEvent) -> bool {
    data::matched(event).is_some_and(|matched| matches!(matched.part, Part::CanonicalModel))
}

/// Returns what a matcher is.
#[allow(dead_code, reason = "settings need it")]
pub(crate) fn entries<'m>(event: HookEvent, matcher: &'m str, host: Option<&HostVersion>) -> Entries<'m> {
    let Some(matched) = data::matched(event) else { return Entries::Unknown };
    let mut all = matched.readings.iter().filter(|reading| reading.holds_for(host)).map(|it| it.entries(matcher));
    let first = all.next().unwrap_or(Entries::Unknown);
    if all.all(|it| it == first) { first } else { Entries::Unknown }
}

/// Returns true if it was seen what matchers of an event do with other names of a value.
#[allow(dead_code, reason = "settings need it")]
pub(crate) fn is_settled(event: HookEvent, host: Option<&HostVersion>) -> bool {
    let of = |reading: &Reading| !reading.holds_for(host) || reading.is_settled(host);
    data::matched(event).is_none_or(|matched| matched.readings.iter().all(of))
}

/// Returns the current name for a name that a matcher of this event is compared with.
#[allow(dead_code, reason = "settings need it")]
pub(crate) fn current_name(event: HookEvent, name: &str) -> &str {
    data::matched(event).map_or(name, |matched| names::own(name, matched.aliases))
}

/// The value that a matcher is compared with, and its syntax.
struct Matched {
    on: &'static str,
    part: Part,
    readings: &'static [Reading],
    aliases: names::Aliases,
}

/// The compared part of a value.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "not every contract needs all of them")]
enum Part {
    Whole,
    Basename,
    CanonicalModel,
}

/// The syntax of names and lists of names. Everything else is a regular expression.
struct Reading {
    /// Characters of names, in addition to ASCII letters and digits. `None`: every matcher is a regular expression.
    names: Option<&'static str>,
    /// The characters that separate the names of a list.
    separators: &'static str,
    since: Option<&'static [u64]>,
    until: Option<&'static [u64]>,
    /// The first version in which it was seen what single names with spaces, invalid regular expressions and other names
    /// of a value do.
    settled: Option<&'static [u64]>,
}

impl Reading {
    fn holds_for(&self, host: Option<&HostVersion>) -> bool {
        let Some(host) = host else { return self.until.is_none() };
        let begins = self.since.is_none_or(|version| !host.is_older_than(version));
        begins && self.until.is_none_or(|version| host.is_older_than(version))
    }

    fn is_settled(&self, host: Option<&HostVersion>) -> bool {
        self.settled.is_some_and(|version| host.is_none_or(|host| !host.is_older_than(version)))
    }

    /// Returns true if a matcher is a name or a list of names.
    fn is_of_names(&self, matcher: &str) -> bool {
        let is_one = |names: &str| matcher.chars().all(|it| it.is_ascii_alphanumeric() || names.contains(it));
        self.names.is_some_and(is_one)
    }

    fn entries<'m>(&self, matcher: &'m str) -> Entries<'m> {
        if !self.is_of_names(matcher) {
            return Entries::Expression;
        }
        Entries::Names(matcher.split(|it| self.separators.contains(it)).map(|it| it.trim_matches(' ')).collect())
    }

    /// Returns what a matcher does with each of the values.
    fn says(&self, matcher: &str, values: &[&str], aliases: names::Aliases, host: Option<&HostVersion>) -> Vec<Match> {
        let is_settled = self.is_settled(host);
        if let Entries::Names(entries) = self.entries(matcher) {
            return values.iter().map(|it| names::compared(matcher, &entries, it, aliases, is_settled)).collect();
        }
        let every: BTreeSet<&str> =
            values.iter().flat_map(|it| names::others(it, aliases).chain(std::iter::once(*it))).collect();
        let verdicts = regex::tests(matcher, every.iter().copied());
        let said: BTreeMap<&str, Option<bool>> = every.into_iter().zip(verdicts).collect();
        if is_settled && said.values().any(Option::is_none) && regex::is_invalid(matcher) {
            return vec![Match::No; values.len()];
        }
        let verdict = |name: &str| said.get(name).copied().flatten();
        let of = |value: &&str| match verdict(value) {
            Some(true) => Match::Yes,
            Some(false) => {
                let others: Vec<_> =
                    names::others(value, aliases).map(verdict).filter(|it| *it != Some(false)).collect();
                // Before it was seen, nobody knew whether regular expressions match the other names, too.
                let is_match = is_settled && others.contains(&Some(true));
                if is_match {
                    Match::Yes
                } else if others.is_empty() {
                    Match::No
                } else {
                    Match::Undecidable
                }
            }
            None => Match::Undecidable,
        };
        values.iter().map(of).collect()
    }
}
