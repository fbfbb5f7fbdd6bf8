//! Finds texts in settings that cannot do what they say, as far as the document alone shows it.

pub(crate) mod data;
mod edit;
pub(crate) mod rules;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use self::data::{Values, words};
pub use self::edit::{HookEntry, SettingsError, add_hook, remove_hook};
use self::rules::{Rule, at, escaped, is_named, is_short, size_of, variables};
use crate::event::HookEvent;
use crate::matcher::{self, Entries};
use crate::near::nearest;
use crate::problems::{Problem, ProblemCode, ProblemConfidence, ProblemSeverity};
use crate::regex;
use crate::validation::{HostVersion, LEVELS, did_you_mean, fill, is_deeper, order, quoted};

/// The maximum number of characters of a name that a message repeats without quotes.
const SHORT: usize = 60;

/// Several rules in one text.
const SEVERAL: &str = r"\)\s*(?:\|\|?|,|&&|;)\s*[A-Za-z_][A-Za-z0-9_]*\(";

/// The number of other places that a message names.
const MOST_PLACES: usize = 3;

/// Returns true if the texts of a type have problems of their own.
fn has_texts(name: &str) -> bool {
    data::DOCUMENTS.iter().any(|(document, _)| *document == name)
        || data::GROUP == name
        || data::HANDLER_TYPES.contains(&name)
}

/// Returns the problems of a payload, with those of its texts if it is of a type of settings. Of several problems that say
/// the same, the first is kept.
pub(crate) fn with_texts(
    mut problems: Vec<Problem>,
    document: &Value,
    name: &str,
    host: Option<&HostVersion>,
) -> Vec<Problem> {
    if !has_texts(name) || is_deeper(document, LEVELS) {
        return problems;
    }
    let (possible, covered) = (BTreeMap::new(), BTreeMap::new());
    let mut reader = Reader { document, name, host, found: Vec::new(), possible, covered };
    reader.read();
    problems.extend(reader.found);
    once(order::ordered(problems))
}

/// Returns why a matcher matches nothing, if that is certain.
#[allow(dead_code, reason = "only `selection` asks, which needs a second feature")]
pub(crate) fn why_never(matcher: &str, event: HookEvent, host: Option<&HostVersion>) -> Option<String> {
    let (found, possible, covered) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
    let mut reader = Reader { document: &Value::Null, name: "", host, found, possible, covered };
    reader.matcher(matcher, Spot { event, pointer: "" });
    reader.found.into_iter().find(|it| it.code == ProblemCode::NeverMatches).map(|it| it.message)
}

/// Leaves out advice that is given before, and says where it was.
fn once(mut problems: Vec<Problem>) -> Vec<Problem> {
    let key = |it: &Problem| (it.severity, it.code.as_str(), it.confidence, it.message.clone());
    let mut places: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for it in problems.iter().filter(|it| it.severity >= ProblemSeverity::Inert) {
        places.entry(key(it)).or_default().push(it.pointer.clone());
    }
    problems.retain_mut(|it| {
        if it.severity < ProblemSeverity::Inert {
            return true;
        }
        let Some(places) = places.remove(&key(it)) else { return false };
        it.message = with_places(&it.message, places.get(1..).unwrap_or_default());
        true
    });
    problems
}

fn with_places(message: &str, others: &[String]) -> String {
    if others.is_empty() {
        return message.to_owned();
    }
    let named: Vec<String> = others.iter().take(MOST_PLACES).map(|it| quoted(it)).collect();
    let more = others.len().saturating_sub(MOST_PLACES);
    let word = match more {
        0 => words::ELSEWHERE,
        1 => words::ELSEWHERE_ONE_MORE,
        _ => words::ELSEWHERE_MORE,
    };
    format!("{message} {}", fill(word, &[("places", &named.join(", ")), ("count", &more.to_string())]))
}

struct Reader<'d> {
    document: &'d Value,
    name: &'d str,
    host: Option<&'d HostVersion>,
    found: Vec<Problem>,
    // What is decided before: a document can have the same matcher in many groups.
    possible: BTreeMap<(String, HookEvent), Option<BTreeSet<&'static str>>>,
    covered: BTreeMap<(String, HookEvent), Vec<&'static str>>,
}

/// A matcher or a condition: its event, and the pointer to it.
#[derive(Clone, Copy)]
struct Spot<'a> {
    event: HookEvent,
    pointer: &'a str,
}

impl<'d> Reader<'d> {
    fn read(&mut self) {
        let document = self.document;
        if size_of(document) > data::MOST {
            self.found.push(Problem {
                pointer: String::new(),
                code: ProblemCode::TooLarge,
                severity: ProblemSeverity::Inert,
                confidence: ProblemConfidence::Unconfirmed,
                message: fill(words::TOO_LARGE, &[("most", &data::MOST.to_string())]),
            });
        } else if let Some((_, paths)) = data::DOCUMENTS.iter().find(|(name, _)| *name == self.name) {
            self.texts(document, "", "", true);
            for (pointer, events) in paths.iter().flat_map(|path| at(document, path)) {
                self.events(events, &pointer);
            }
        } else if self.name == data::GROUP {
            self.group(document, "", "");
        } else {
            self.handler(document, "", "", None);
        }
    }

    fn events(&mut self, events: &'d Value, pointer: &str) {
        for (event, groups) in events.as_object().into_iter().flatten() {
            for (index, group) in groups.as_array().into_iter().flatten().enumerate() {
                self.group(group, &format!("{pointer}/{}/{index}", escaped(event)), event);
            }
        }
    }

    fn group(&mut self, group: &'d Value, pointer: &str, event: &str) {
        let mut matcher = group.get(data::MATCHER).and_then(Value::as_str);
        if let (Some(text), Ok(event)) = (matcher, event.parse()) {
            if self.matcher(text, Spot { event, pointer: &format!("{pointer}/{}", data::MATCHER) }) {
                matcher = None; // what is wrong with a condition follows from it
            }
        }
        let handlers = group.get(data::HANDLERS).and_then(Value::as_array);
        for (index, handler) in handlers.into_iter().flatten().enumerate() {
            self.handler(handler, &format!("{pointer}/{}/{index}", data::HANDLERS), event, matcher);
        }
    }

    fn handler(&mut self, handler: &'d Value, pointer: &str, event: &str, matcher: Option<&str>) {
        self.texts(handler, pointer, event, false);
        let condition = handler.get(data::CONDITION).and_then(Value::as_str);
        if let (Some(condition), Ok(event)) = (condition, event.parse::<HookEvent>()) {
            if data::values(event).condition {
                self.condition(condition, Spot { event, pointer: &format!("{pointer}/{}", data::CONDITION) }, matcher);
            }
        }
    }

    // ---- texts ------------------------------------------------------------------------------------------------------

    /// Reads the texts of a handler, or of the whole document.
    fn texts(&mut self, value: &Value, pointer: &str, event: &str, of_document: bool) {
        for it in data::TEXTS {
            if !self.applies(&it.rule, value, event, of_document) {
                continue;
            }
            for (inner, text) in it.rule.places(value) {
                if it.finds(text) {
                    self.add(format!("{pointer}{inner}"), &it.rule, it.rule.message.to_owned());
                }
            }
        }
        for it in data::VARIABLES {
            if !self.applies(&it.rule, value, event, of_document) {
                continue;
            }
            let listed = it.listed(value);
            for (inner, text) in it.rule.places(value) {
                let Some(text) = rules::text(text) else { continue };
                let sets = |name: &str| !it.own || !(self.sets(name) || is_named(text, name));
                let mut names = variables(text, it.bare, it.braced).into_iter();
                let Some(name) = names.find(|name| !listed.contains(name) && it.is_unknown(name) && sets(name)) else {
                    continue;
                };
                let known: Vec<&'static str> = it.known.iter().copied().filter(|it| !it.ends_with('*')).collect();
                let near = nearest(name, &known).map_or_else(String::new, |near| format!(" {}", did_you_mean(near)));
                // A name is ASCII.
                let shown = name.get(..SHORT).filter(|_| name.len() > SHORT).map(|begins| format!("{begins}..."));
                let message = fill(it.rule.message, &[("name", shown.as_deref().unwrap_or(name)), ("near", &near)]);
                self.add(format!("{pointer}{inner}"), &it.rule, message);
            }
        }
    }

    fn applies(&self, rule: &Rule, value: &Value, event: &str, of_document: bool) -> bool {
        let is_old = rule.since.is_some_and(|since| self.host.is_some_and(|host| host.is_older_than(since)));
        value.is_object()
            && rule.document == of_document
            && (rule.types.is_empty() || rule.types.contains(&self.name))
            && (rule.events.is_empty() || rule.events.contains(&event))
            && !is_old
            && rule.is_about(value)
    }

    /// Returns true if the document sets a variable.
    fn sets(&self, name: &str) -> bool {
        at(self.document, data::SETS).into_iter().any(|(_, it)| it.get(name).is_some())
    }

    // ---- matchers and conditions ------------------------------------------------------------------------------------

    /// Reports a matcher that cannot match, and returns whether it did.
    fn matcher(&mut self, matcher: &str, spot: Spot<'_>) -> bool {
        let before = self.found.len();
        let is_read = matcher::has_matcher(spot.event) && !matcher::matches_all(matcher) && is_short(matcher);
        if !is_read {
            return false;
        }
        let values = data::values(spot.event);
        let rule = rule_of(matcher).filter(|_| matcher.contains('('));
        let name = rule.and_then(|rule| {
            let same = values.known().iter().copied().find(|it| *it == rule);
            same.or_else(|| respelled(rule, values.known()))
        });
        if let Some(name) = name.filter(|_| is_one(matcher) && !self.can_be(matcher, spot.event, None)) {
            self.never(spot.pointer, fill(words::MATCHER_RULE, &[("name", name)]));
            return true;
        }
        match matcher::entries(spot.event, matcher, self.host) {
            Entries::Unknown => {}
            Entries::Expression => self.expression(matcher, spot, &values),
            Entries::Names(names) => self.names(matcher, &names, spot, &values),
        }
        self.found.len() > before
    }

    fn names(&mut self, matcher: &str, names: &[&str], spot: Spot<'_>, values: &Values) {
        if names.iter().all(|name| name.is_empty()) {
            return self.never(spot.pointer, fill(words::MATCHER_EMPTY, &[("value", &quoted(matcher))]));
        }
        let (mut known, mut found): (BTreeSet<&str>, Vec<String>) = (BTreeSet::new(), Vec::new());
        for message in names.iter().filter(|name| known.insert(name)).filter_map(|name| of_entry(name, spot.event, values)) {
            if found.len() < MOST_PLACES && !found.contains(&message) {
                found.push(message);
            }
        }
        if !found.is_empty() {
            self.never(spot.pointer, found.join(" "));
        }
    }

    fn expression(&mut self, matcher: &str, spot: Spot<'_>, values: &Values) {
        if regex::is_invalid(matcher) {
            let word = if matcher.starts_with('*') { words::MATCHER_GLOB } else { words::MATCHER_INVALID };
            self.never(spot.pointer, fill(word, &[("value", &quoted(matcher))]));
        } else if !values.closed.is_empty() {
            if !self.can_be(matcher, spot.event, None) {
                self.never(spot.pointer, no_value(matcher, spot.event, values));
            }
        } else if !values.names.is_empty() && !self.is_condition(matcher, spot.pointer) && is_plain(matcher) {
            if self.can_be(matcher, spot.event, None) {
                return;
            }
            let names: Vec<String> = values.names.iter().map(|name| name.to_ascii_lowercase()).collect();
            let lower = regex::tests(&matcher.to_ascii_lowercase(), names.iter().map(String::as_str));
            let near = values.names.iter().zip(lower).filter(|(_, verdict)| *verdict == Some(true));
            let near: Vec<String> = near.take(MOST_PLACES).map(|(name, _)| format!("`{name}`")).collect();
            if !near.is_empty() {
                let holes = [("value", &*quoted(matcher)), ("near", &*near.join(", "))];
                self.never(spot.pointer, fill(words::MATCHER_CASE, &holes));
            }
        }
    }

    /// Reports an expression that asks for characters which no name contains.
    fn is_condition(&mut self, matcher: &str, pointer: &str) -> bool {
        let Some(parts) = regex::parts(matcher, data::SIGNS).filter(|parts| parts.impossible) else { return false };
        if !parts.possible {
            let sign = matcher.chars().find(|sign| !is_usual(*sign)).map(String::from);
            let word = if sign.is_some() { words::MATCHER_CONTAINS } else { words::MATCHER_CHARACTERS };
            let holes = [("value", &*quoted(matcher)), ("sign", &*quoted(&sign.unwrap_or_default()))];
            self.never(pointer, fill(word, &holes));
        } else if parts.empty {
            self.suspect(pointer, fill(words::MATCHER_ANYTHING, &[("value", &quoted(matcher))]));
        }
        true
    }

    /// Returns true if a matcher may match a known value, or one of these.
    fn can_be(&mut self, matcher: &str, event: HookEvent, names: Option<&[&str]>) -> bool {
        let host = self.host;
        let possible = self.possible.entry((matcher.to_owned(), event)).or_insert_with(|| matched(matcher, event, host));
        let Some(possible) = possible else { return true };
        names.map_or_else(|| !possible.is_empty(), |names| names.iter().any(|name| possible.contains(name)))
    }

    fn condition(&mut self, rule: &str, spot: Spot<'_>, matcher: Option<&str>) {
        if rule.is_empty() || !is_short(rule) {
            return;
        }
        let values = data::values(spot.event);
        let Some(name) = rule_of(rule) else {
            return self.never(spot.pointer, fill(words::CONDITION_SYNTAX, &[("value", &quoted(rule))]));
        };
        if !values.known().contains(&name) {
            if let Some(near) = respelled(name, values.known()) {
                let holes = [("value", &*quoted(name)), ("near", &*format!("`{near}`"))];
                self.never(spot.pointer, fill(words::CONDITION_CASE, &holes));
            } else if let Some(form) = part_of_form(name, &values) {
                self.never(spot.pointer, fill(words::CONDITION_FORM, &[("value", &quoted(name)), ("form", form)]));
            }
            return;
        }
        let matcher = matcher.filter(|it| !matcher::matches_all(it) && is_short(it));
        let covered = self.covered.entry((name.to_owned(), spot.event)).or_insert_with(|| covers(name, spot.event)).clone();
        if matcher.is_some_and(|matcher| !self.can_be(matcher, spot.event, Some(&covered))) {
            self.never(spot.pointer, fill(words::CONDITION_OTHER, &[("name", name)]));
        } else if regex::finds(SEVERAL, rule) {
            self.suspect(spot.pointer, fill(words::CONDITION_SEVERAL, &[("name", name)]));
        }
    }

    // ---- problems ---------------------------------------------------------------------------------------------------

    fn suspect(&mut self, pointer: &str, message: String) {
        let (code, severity) = (ProblemCode::Suspicious, ProblemSeverity::Suspicious);
        self.found.push(Problem { code, severity, ..never(pointer, message) });
    }

    fn never(&mut self, pointer: &str, message: String) {
        self.found.push(never(pointer, message));
    }

    fn add(&mut self, pointer: String, rule: &Rule, message: String) {
        let Rule { code, severity, confidence, .. } = *rule;
        self.found.push(Problem { pointer, code, severity, confidence, message });
    }
}

/// Returns the problem of a matcher or a condition that nothing fulfils.
fn never(pointer: &str, message: String) -> Problem {
    Problem {
        pointer: pointer.to_owned(),
        code: ProblemCode::NeverMatches,
        severity: ProblemSeverity::Inert,
        confidence: ProblemConfidence::Confirmed,
        message,
    }
}

impl Values {
    /// Returns the values that a matcher can match, as far as they are known.
    pub(crate) fn known(&self) -> &'static [&'static str] {
        if self.closed.is_empty() { self.names } else { self.closed }
    }
}

/// Returns the known values that a matcher may match; `None` if that is not known.
fn matched(matcher: &str, event: HookEvent, host: Option<&HostVersion>) -> Option<BTreeSet<&'static str>> {
    let known = data::values(event).known().iter().copied();
    match matcher::entries(event, matcher, host) {
        Entries::Unknown => None,
        Entries::Names(names) => {
            let names: BTreeSet<&str> = names.into_iter().collect();
            Some(known.filter(|name| names.contains(name)).collect())
        }
        Entries::Expression if regex::is_invalid(matcher) => Some(BTreeSet::new()),
        Entries::Expression => {
            let verdicts = regex::tests(matcher, known.clone());
            Some(known.zip(verdicts).filter(|(_, verdict)| *verdict != Some(false)).map(|(name, _)| name).collect())
        }
    }
}

/// Returns the names of the tools that a rule for a tool is about.
fn covers(name: &str, event: HookEvent) -> Vec<&'static str> {
    let also = data::COVERS.iter().find(|(of, _)| *of == name).map_or(&[] as &[&str], |(_, others)| others);
    let covered: BTreeSet<&str> = also.iter().copied().chain([name]).map(|it| matcher::current_name(event, it)).collect();
    let known = data::values(event).known().iter().copied();
    known.filter(|it| covered.contains(matcher::current_name(event, it))).collect()
}

/// Returns the message about a name that cannot match.
fn of_entry(entry: &str, event: HookEvent, values: &Values) -> Option<String> {
    if entry.is_empty() || values.known().contains(&entry) {
        return None;
    }
    if let Some(near) = respelled(entry, values.known()) {
        return Some(fill(words::MATCHER_CASE, &[("value", &quoted(entry)), ("near", &format!("`{near}`"))]));
    }
    if !values.closed.is_empty() {
        return Some(no_value(entry, event, values));
    }
    part_of_form(entry, values).filter(|_| entry.chars().count() <= SHORT).map(|form| {
        let holes = [("value", &*quoted(entry)), ("form", form), ("value_text", entry.trim_end_matches('_'))];
        fill(words::MATCHER_FORM, &holes)
    })
}

/// Returns the form of names that a name begins like, if it is only a part of one: nothing has such a name.
pub(crate) fn part_of_form(name: &str, values: &Values) -> Option<&'static str> {
    let is_part = |begins: &str| name.strip_prefix(begins).is_some_and(|rest| !rest.trim_end_matches('_').contains("__"));
    values.forms.iter().find(|(begins, _)| is_part(begins)).map(|(_, form)| *form)
}

fn no_value(value: &str, event: HookEvent, values: &Values) -> String {
    let holes = [("value", &*quoted(value)), ("event", event.as_str()), ("listed", values.listed)];
    let said = fill(words::MATCHER_VALUE, &holes);
    nearest(value, values.closed).map_or_else(|| said.clone(), |near| format!("{said} {}", did_you_mean(near)))
}

/// Returns the tool of a permission rule, such as `Bash` of `Bash(git *)`; `None` for another text.
pub(crate) fn rule_of(text: &str) -> Option<&str> {
    let is_sign = |(at, sign): (usize, char)| {
        sign.is_ascii_alphabetic() || sign == '_' || (at > 0 && (sign.is_ascii_digit() || sign == '-'))
    };
    let end = text.char_indices().find(|it| !is_sign(*it)).map_or(text.len(), |(at, _)| at);
    let (name, rest) = text.split_at(end);
    let is_rule = rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')'));
    Some(name).filter(|name| !name.is_empty() && is_rule)
}

/// Returns true if a rule ends with the parenthesis that its first one opens.
fn is_one(text: &str) -> bool {
    let mut depth = 0_usize;
    for (at, sign) in text.char_indices().skip_while(|(_, sign)| *sign != '(') {
        match sign {
            '(' => depth += 1,
            ')' if depth == 1 => return at + 1 == text.len(),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

/// Returns true if names contain a character, or it means something in an expression.
fn is_usual(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || data::SIGNS.contains(sign) || "\\^$.|?*+()[]{}-".contains(sign)
}

/// Returns the known name that differs only in upper and lower case.
pub(crate) fn respelled(name: &str, known: &[&'static str]) -> Option<&'static str> {
    known.iter().copied().find(|it| *it != name && it.eq_ignore_ascii_case(name))
}

/// Returns true if an expression is about the beginning of names, and means the same in lower case.
fn is_plain(matcher: &str) -> bool {
    matcher.starts_with('^') && matcher.is_ascii() && !matcher.contains('\\')
}
