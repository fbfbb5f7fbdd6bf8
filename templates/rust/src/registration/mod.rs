//! Finds texts in settings that cannot do what they say, as far as the document alone shows it.

mod data;
mod rules;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use self::data::{Values, words};
use self::rules::{Rule, at, escaped, is_named, is_short, variables};
use crate::event::HookEvent;
use crate::matcher::{self, Entries};
use crate::near::nearest;
use crate::problems::{Problem, ProblemCode, ProblemConfidence, ProblemSeverity};
use crate::regex;
use crate::validation::{HostVersion, LEVELS, did_you_mean, fill, is_deeper, order, quoted};

/// The maximum number of characters of a name that a message repeats without quotes.
const SHORT: usize = 60;

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
    let mut reader = Reader { document, name, host, found: Vec::new() };
    reader.read();
    problems.extend(reader.found);
    once(order::ordered(problems))
}

/// Leaves out advice that is given before, and says where it was.
fn once(mut problems: Vec<Problem>) -> Vec<Problem> {
    let key = |it: &Problem| (it.code.as_str(), it.confidence, it.message.clone());
    let mut places: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for it in &problems {
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
        if let Some((_, paths)) = data::DOCUMENTS.iter().find(|(name, _)| *name == self.name) {
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
        let matcher = group.get(data::MATCHER).and_then(Value::as_str);
        if let (Some(matcher), Ok(event)) = (matcher, event.parse()) {
            self.matcher(matcher, Spot { event, pointer: &format!("{pointer}/{}", data::MATCHER) });
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
            for (inner, text) in it.rule.places(value) {
                let Some(text) = rules::text(text) else { continue };
                let sets = |name: &str| !it.own || !(self.sets(name) || is_named(text, name));
                let mut names = variables(text, it.bare, it.braced).into_iter();
                let Some(name) = names.find(|name| it.is_unknown(value, name) && sets(name)) else { continue };
                let known: Vec<&'static str> = it.known.iter().copied().filter(|it| !it.ends_with('*')).collect();
                let near = nearest(name, &known).map_or_else(String::new, |near| format!(" {}", did_you_mean(near)));
                let message = fill(it.rule.message, &[("name", name), ("near", &near)]);
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

    fn matcher(&mut self, matcher: &str, spot: Spot<'_>) {
        if ["", "*"].contains(&matcher) || !is_short(matcher) {
            return;
        }
        let values = data::values(spot.event);
        let known = if values.names.is_empty() { values.closed } else { values.names };
        if known.is_empty() {
            return;
        }
        let rule = rule_of(matcher).filter(|_| matcher.contains('(') && !values.names.is_empty());
        if let Some(rule) = rule.filter(|_| !self.can_be(matcher, spot.event, known.iter().copied())) {
            if let Some(name) = respelled(rule, known).or_else(|| known.iter().copied().find(|it| *it == rule)) {
                let holes = [("name", name), ("value", &quoted(matcher))];
                return self.never(spot.pointer, fill(words::MATCHER_RULE, &holes));
            }
        }
        match matcher::entries(spot.event, matcher, self.host) {
            Entries::Unknown => {}
            Entries::Expression => self.expression(matcher, spot, &values, known),
            Entries::Names(names) => {
                let mut found: Vec<String> = Vec::new();
                for message in names.into_iter().filter_map(|name| of_entry(name, spot.event, &values, known)) {
                    if found.len() < MOST_PLACES && !found.contains(&message) {
                        found.push(message);
                    }
                }
                if !found.is_empty() {
                    self.never(spot.pointer, found.join(" "));
                }
            }
        }
    }

    fn expression(&mut self, matcher: &str, spot: Spot<'_>, values: &Values, known: &[&'static str]) {
        let can_be = || self.can_be(matcher, spot.event, known.iter().copied());
        if regex::is_invalid(matcher) {
            let word = if matcher.starts_with('*') { words::MATCHER_GLOB } else { words::MATCHER_INVALID };
            self.never(spot.pointer, fill(word, &[("value", &quoted(matcher))]));
        } else if !values.closed.is_empty() {
            if !can_be() {
                self.never(spot.pointer, no_value(matcher, spot.event, values));
            }
        } else if let Some(parts) = regex::parts(matcher, data::SIGNS).filter(|parts| parts.impossible) {
            let word = if parts.possible { words::MATCHER_ANYTHING } else { words::MATCHER_SIGNS };
            let message = fill(word, &[("value", &quoted(matcher))]);
            if !parts.possible {
                self.never(spot.pointer, message);
            } else if parts.empty {
                self.found.push(Problem {
                    code: ProblemCode::Suspicious,
                    severity: ProblemSeverity::Suspicious,
                    ..never(spot.pointer, message)
                });
            }
        } else if is_plain(matcher) && !can_be() {
            let lower = matcher.to_ascii_lowercase();
            let near = known.iter().find(|it| regex::test(&lower, &it.to_ascii_lowercase()) == Some(true));
            if let Some(near) = near {
                self.never(spot.pointer, fill(words::MATCHER_CASE, &[("value", &quoted(matcher)), ("near", near)]));
            }
        }
    }

    /// Returns true if a matcher may match one of these names.
    fn can_be<'n>(&self, matcher: &str, event: HookEvent, mut names: impl Iterator<Item = &'n str>) -> bool {
        match matcher::entries(event, matcher, self.host) {
            Entries::Unknown => true,
            Entries::Names(entries) => names.any(|name| entries.contains(&name)),
            Entries::Expression => {
                !regex::is_invalid(matcher) && names.any(|name| regex::test(matcher, name) != Some(false))
            }
        }
    }

    fn condition(&mut self, rule: &str, spot: Spot<'_>, matcher: Option<&str>) {
        if rule.is_empty() {
            return;
        }
        let values = data::values(spot.event);
        let known = values.names;
        let Some(name) = rule_of(rule) else {
            if is_short(rule) {
                self.never(spot.pointer, fill(words::CONDITION_SYNTAX, &[("value", &quoted(rule))]));
            }
            return;
        };
        if !known.contains(&name) {
            if let Some(near) = respelled(name, known) {
                self.never(spot.pointer, fill(words::CONDITION_CASE, &[("value", &quoted(name)), ("near", near)]));
            } else if let Some(form) = part_of_form(name, &values) {
                self.never(spot.pointer, fill(words::CONDITION_FORM, &[("value", &quoted(name)), ("form", form)]));
            }
            return;
        }
        let Some(matcher) = matcher.filter(|it| !["", "*"].contains(it) && is_short(it)) else { return };
        let current = |name| matcher::current_name(spot.event, name);
        let covered = data::COVERS.iter().find(|(of, _)| *of == name).map_or(&[] as &[&str], |(_, others)| others);
        let covered: BTreeSet<&str> = covered.iter().copied().chain([name]).map(current).collect();
        let also = known.iter().copied().filter(|it| covered.contains(current(it)));
        if !self.can_be(matcher, spot.event, covered.iter().copied().chain(also)) {
            self.never(spot.pointer, fill(words::CONDITION_OTHER, &[("name", name)]));
        }
    }

    // ---- problems ---------------------------------------------------------------------------------------------------

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

/// Returns the message about a name that cannot match.
fn of_entry(entry: &str, event: HookEvent, values: &Values, known: &[&'static str]) -> Option<String> {
    if entry.is_empty() || known.contains(&entry) {
        return None;
    }
    if let Some(near) = respelled(entry, known) {
        return Some(fill(words::MATCHER_CASE, &[("value", &quoted(entry)), ("near", near)]));
    }
    if !values.closed.is_empty() {
        return Some(no_value(entry, event, values));
    }
    part_of_form(entry, values).filter(|_| entry.chars().count() <= SHORT).map(|form| {
        let holes = [("value", &*quoted(entry)), ("form", form), ("value_text", entry.trim_end_matches('_'))];
        fill(words::MATCHER_FORM, &holes)
    })
}

/// Returns the form of names that a name begins like, if it is only a part of one.
fn part_of_form(name: &str, values: &Values) -> Option<&'static str> {
    let is_part = |begins: &str| name.strip_prefix(begins).is_some_and(|rest| !rest.contains("__"));
    values.forms.iter().find(|(begins, _)| is_part(begins)).map(|(_, form)| *form)
}

fn no_value(value: &str, event: HookEvent, values: &Values) -> String {
    let holes = [("value", &*quoted(value)), ("event", event.as_str()), ("listed", values.listed)];
    let said = fill(words::MATCHER_VALUE, &holes);
    nearest(value, values.closed).map_or_else(|| said.clone(), |near| format!("{said} {}", did_you_mean(near)))
}

/// Returns the tool of a permission rule, such as `Bash` of `Bash(git *)`; `None` for another text.
fn rule_of(text: &str) -> Option<&str> {
    let is_sign = |(at, sign): (usize, char)| {
        sign.is_ascii_alphabetic() || sign == '_' || (at > 0 && (sign.is_ascii_digit() || sign == '-'))
    };
    let end = text.char_indices().find(|it| !is_sign(*it)).map_or(text.len(), |(at, _)| at);
    let (name, rest) = text.split_at(end);
    let is_rule = rest.is_empty() || is_enclosed(rest);
    Some(name).filter(|name| !name.is_empty() && is_rule)
}

/// Returns true if a text is one pair of parentheses.
fn is_enclosed(text: &str) -> bool {
    let mut depth = 0_usize;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' if depth == 1 => return at + 1 == text.len(),
            ')' if depth > 1 => depth -= 1,
            _ if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

/// Returns the known name that differs only in upper and lower case.
fn respelled(name: &str, known: &[&'static str]) -> Option<&'static str> {
    known.iter().copied().find(|it| *it != name && it.eq_ignore_ascii_case(name))
}

/// Returns true if an expression is about the beginning of names, and means the same in lower case.
fn is_plain(matcher: &str) -> bool {
    matcher.starts_with('^') && matcher.is_ascii() && !matcher.contains('\\')
}
