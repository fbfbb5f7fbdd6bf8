//! Says which hooks run on an event, and why the others do not.

mod data;
mod facts;
mod identity;
mod source;
mod start;
mod trial;

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value};

use self::data::{CONDITION_SINCE, DEFAULT, IDENTITY, words};
use self::facts::{Duplicates, Host, is_older};
use self::source::{Scope, Source, event_of, event_since, number, sources_of};
use self::start::{Allowed, limit_and_start, of_placeholders};
pub use self::trial::{SettingsRun, simulate_settings};
use crate::context::Context;
use crate::event::HookEvent;
use crate::json::UnknownName;
use crate::matcher::{Entries, Match, current_name, entries, has_matcher, matcher_value, matches_each};
use crate::near::nearest;
use crate::reading::HandlerEntry;
use crate::regex;
use crate::registration::data::{CONDITION, COVERS, HANDLERS, MATCHER, values};
use crate::registration::rules::escaped;
use crate::registration::{respelled, rule_of};
use crate::types::{
    NoRunReason, OtherHandler, RunCondition, SelectedHandler, Selection, SettingsPointer, SettingsSource, SettingsTree,
    UndecidedHandler,
};
use crate::validation::data::EVENT_KEY;
use crate::validation::{fill, quoted};

/// Returns which hooks run on an event, and why the others do not.
///
/// The handlers that run are in the order in which the host starts them; the others have the reason. Those for which what
/// decides is not known here are in `depends_on`. Of the context, the host counts.
///
/// `input` is the input of the event, or the part of it that is known. For one without the value that matchers are
/// compared with, it answers for all values: `values` of a handler has those with which it runs.
///
/// # Errors
/// `input` is not an object with the name of an event of the contract.
pub fn select(settings: &SettingsTree, input: &Value, context: &Context) -> Result<Selection, UnknownName> {
    let wrong =
        || UnknownName::missing(format!("`input` has to be an object with the name of an event as `{EVENT_KEY}`"));
    let name = input.get(EVENT_KEY).and_then(Value::as_str).ok_or_else(wrong)?;
    let names = || UnknownName::new("event", name, HookEvent::ALL.iter().map(|it| it.as_str()));
    let event = event_of(name).ok_or_else(names)?;
    let sources = sources_of(settings, context.host());
    let selector = Selector {
        event,
        input,
        value: matcher_value(input),
        host: context.host(),
        allowed: Allowed::of(&sources),
        made: Selection { event: name.to_owned(), runs: Vec::new(), others: Vec::new(), depends_on: Vec::new() },
        handlers: HashSet::new(),
        groups: HashSet::new(),
        matched: HashMap::new(),
    };
    Ok(selector.selection(&sources))
}

impl SettingsTree {
    /// Creates the tree of one document, such as the settings of a project.
    #[must_use]
    pub fn of_document(document: impl Into<Value>) -> Self {
        Self::new([SettingsSource::new(DEFAULT, document)])
    }
}

/// What decides whether a handler runs, and the message.
type Doubt = (RunCondition, String);

/// Why a handler does not run.
#[derive(Clone)]
struct NoRun {
    reason: NoRunReason,
    message: String,
    /// The part of a document that is the reason.
    because: Option<SettingsPointer>,
}

impl NoRun {
    fn new(reason: NoRunReason, message: impl Into<String>) -> Self {
        Self { reason, message: message.into(), because: None }
    }

    /// Creates the reason of something that is not a group or a handler.
    fn malformed() -> Self {
        Self::new(NoRunReason::Malformed, words::MALFORMED_PART)
    }
}

/// What a matcher or a condition decides.
#[derive(Clone, Default)]
struct Decided {
    no_run: Option<NoRun>,
    /// The values with which the handler runs. `None`: with each, or the input has one.
    values: Option<Vec<String>>,
    doubt: Option<String>,
}

impl Decided {
    fn no_run(reason: NoRunReason, message: String) -> Self {
        Self { no_run: Some(NoRun::new(reason, message)), ..Self::default() }
    }
}

/// Whether a condition holds for a tool.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Yes,
    No,
    /// The call decides.
    Unsure,
}

struct Selector<'s> {
    event: HookEvent,
    input: &'s Value,
    /// The value that matchers are compared with.
    value: Option<&'s str>,
    host: Host<'s>,
    allowed: Allowed<'s>,
    made: Selection,
    /// What makes handlers that run, and groups, the same as others.
    handlers: HashSet<(Scope<'s>, String)>,
    groups: HashSet<(&'s str, String)>,
    // What is decided before: a document can have the same matcher in many groups.
    matched: HashMap<Option<&'s str>, Decided>,
}

/// A group of handlers.
struct Group<'s> {
    event: HookEvent,
    matcher: Option<&'s str>,
    // What the matcher decides, found out once: it can be as long as the document.
    said: Option<Match>,
    decided: Option<Decided>,
}

impl<'s> Selector<'s> {
    fn selection(mut self, sources: &'s [Source<'s>]) -> Selection {
        for source in sources {
            for (pointer, events) in &source.events {
                for (key, groups) in *events {
                    self.of_key(source, pointer, key, groups);
                }
            }
        }
        self.made
    }

    fn of_key(&mut self, source: &'s Source<'s>, pointer: &str, key: &'s str, groups: &'s Value) {
        let below = || format!("{pointer}/{}", escaped(key));
        if let Some(event) = event_of(key) {
            if event == self.event || source.place.renamed(event) == self.event {
                self.of_event(source, &below(), event, groups);
            }
            return;
        }
        let names: Vec<&'static str> = HookEvent::ALL.iter().map(|it| it.as_str()).collect();
        if nearest(key, &names) == Some(self.event.as_str()) {
            let holes = [("name", &*quoted(key)), ("event", self.event.as_str())];
            let misspelled = || NoRun::new(NoRunReason::UnknownEvent, fill(words::EVENT_NAME, &holes));
            self.other(source, below(), source.stop.clone().unwrap_or_else(misspelled));
        }
    }

    fn of_event(&mut self, source: &'s Source<'s>, pointer: &str, event: HookEvent, groups: &'s Value) {
        let is_unknown = is_older(self.host, data::event(event).since);
        let unknown = is_unknown.then(|| NoRun::new(NoRunReason::UnknownEvent, event_since(event)));
        let dropped = source.dropped(pointer);
        let stop = source.stop.clone().or(unknown).or_else(|| dropped.cloned());
        let Some(groups) = groups.as_array().filter(|_| dropped.is_none()) else {
            if let Some(stop) = stop {
                self.other(source, pointer.to_owned(), stop);
            }
            return;
        };
        for (index, group) in groups.iter().enumerate() {
            let below = format!("{pointer}/{index}");
            let dropped = source.dropped(&below);
            let handlers = group.get(HANDLERS).and_then(Value::as_array).filter(|_| dropped.is_none());
            let Some(handlers) = handlers else {
                let stop = stop.as_ref().or(dropped).cloned();
                self.other(source, below, stop.unwrap_or_else(NoRun::malformed));
                continue;
            };
            let is_repeated = stop.is_none() && self.is_repeated(source, event, group);
            let matcher = group.get(MATCHER).and_then(Value::as_str);
            let mut of = Group { event, matcher, said: None, decided: None };
            for (index, handler) in handlers.iter().enumerate() {
                let pointer = format!("{below}/{HANDLERS}/{index}");
                let repeated = || is_repeated.then(|| NoRun::new(NoRunReason::Duplicate, words::DUPLICATE));
                let found = stop.as_ref().or_else(|| source.dropped(&pointer)).cloned().or_else(repeated);
                match (found, handler.as_object()) {
                    (Some(found), _) => self.other(source, pointer, found),
                    (None, None) => self.other(source, pointer, NoRun::malformed()),
                    (None, Some(handler)) => {
                        let handler = source.entry(handler, &pointer);
                        self.handler(source, pointer, &mut of, handler);
                    }
                }
            }
        }
    }

    /// Returns true if the host leaves a group out, because it is equal to another one.
    fn is_repeated(&mut self, source: &Source<'_>, event: HookEvent, group: &Value) -> bool {
        if !matches!(source.place.duplicates, Duplicates::Settings | Duplicates::Place) {
            return false;
        }
        let mut identity = String::new();
        identity::write(group, &mut identity);
        let whole = (event.as_str(), identity);
        let is_there = self.groups.contains(&whole);
        if source.place.equal_groups {
            self.groups.insert(whole);
        }
        is_there
    }

    fn other(&mut self, source: &Source<'_>, pointer: String, found: NoRun) {
        let NoRun { reason, message, because } = found;
        let (source, place) = (number(source.index), source.place.name);
        self.made.others.push(OtherHandler { source, place, pointer, reason, because, message });
    }

    // ---- a handler --------------------------------------------------------------------------------------------------

    fn handler(&mut self, source: &'s Source<'s>, pointer: String, group: &mut Group<'s>, handler: Map<String, Value>) {
        let mut doubts = source.doubts.clone();
        let before = self.of_place(source, group.event, &mut doubts).or_else(|| self.of_type(source, &handler));
        let (found, values) = match before {
            Some(found) => (Some(found), None),
            None => self.of_matcher(group, &handler, &mut doubts),
        };
        let found = found
            .or_else(|| of_placeholders(source, &handler, &mut doubts))
            .or_else(|| self.allowed.refuses(source, &handler, &mut doubts));
        if let Some(found) = found {
            return self.other(source, pointer, found);
        }
        if handler.get("once") == Some(&Value::Bool(true)) && source.place.once.contains(&group.event) {
            doubts.push((RunCondition::Once, words::ONCE.to_owned()));
        }
        let same = source.scope().map(|scope| (scope, what_counts(&handler)));
        if same.as_ref().is_some_and(|same| self.handlers.contains(same)) {
            return self.other(source, pointer, NoRun::new(NoRunReason::Duplicate, words::DUPLICATE));
        }
        let (timeout, start) = limit_and_start(source, self.event, &handler);
        let runs_always = values.is_none();
        let (source, place, handler) = (number(source.index), source.place.name, Value::Object(handler));
        let made = SelectedHandler { source, place, pointer, handler, timeout, start, values };
        if let Some((condition, message)) = doubts.into_iter().next() {
            self.made.depends_on.push(UndecidedHandler { handler: made, condition, message });
            return;
        }
        self.handlers.extend(same.filter(|_| runs_always));
        self.made.runs.push(made);
    }

    /// Returns why hooks of the place do not run on the input.
    fn of_place(&self, source: &Source<'_>, event: HookEvent, doubts: &mut Vec<Doubt>) -> Option<NoRun> {
        let (place, given) = (source.place, source.given);
        let no_run = |message: String| Some(NoRun::new(NoRunReason::Place, message));
        if place.own && given.from_plugin == Some(true) {
            return no_run(words::AGENT_PLUGIN.to_owned());
        }
        if place.but.contains(&self.event) || place.but.contains(&event) {
            return no_run(fill(words::PLACE_EVENT, &[("event", self.event.as_str())]));
        }
        if place.outside.is_some_and(|key| self.input.get(key).is_some()) && !place.outside_but.contains(&self.event) {
            return no_run(words::OUTSIDE.to_owned());
        }
        let name = self.input.get(place.inside?).filter(|it| !it.is_null());
        let is_inside = name.is_some_and(|name| given.name.as_ref().is_none_or(|own| name.as_str() == Some(own)));
        if !is_inside {
            return no_run(words::INSIDE.to_owned());
        }
        let renamed = place.renamed(event);
        if renamed != self.event {
            doubts.push((RunCondition::Agent, fill(words::AGENT_RENAMED, &[("event", renamed.as_str())])));
        } else if given.name.is_none() {
            doubts.push((RunCondition::Agent, words::AGENT_UNKNOWN.to_owned()));
        }
        None
    }

    /// Returns why handlers of the type do not run on the event.
    fn of_type(&self, source: &Source<'_>, handler: &Map<String, Value>) -> Option<NoRun> {
        let kind = handler.get(HandlerEntry::KIND).filter(|_| source.place.is_read())?.as_str()?;
        let (_, word) = data::event(self.event).refuses.iter().find(|(name, _)| *name == kind)?;
        Some(NoRun::new(NoRunReason::Type, fill(word, &[("type", kind)])))
    }

    // ---- matchers and conditions ------------------------------------------------------------------------------------

    /// Returns why the matcher or the condition does not let a handler run, and the values with which it runs.
    fn of_matcher(
        &mut self,
        group: &mut Group<'s>,
        handler: &Map<String, Value>,
        doubts: &mut Vec<Doubt>,
    ) -> (Option<NoRun>, Option<Vec<String>>) {
        let condition = handler.get(CONDITION).and_then(Value::as_str);
        let condition = condition.filter(|it| !it.is_empty() && !is_older(self.host, CONDITION_SINCE));
        if let Some(condition) = condition {
            let never = |message: String| (Some(NoRun::new(NoRunReason::Condition, message)), None);
            if !values(self.event).condition {
                return never(words::CONDITION_EVENT.to_owned());
            }
            if rule_of(condition).is_none() {
                return never(fill(words::CONDITION_SYNTAX, &[("condition", &quoted(condition))]));
            }
        }
        let all = has_matcher(self.event) && self.value.is_none();
        let decided = if all { self.of_all(group, condition, doubts) } else { self.of_value(group, condition, doubts) };
        doubts.extend(decided.doubt.map(|message| (RunCondition::Condition, message)));
        (decided.no_run, decided.values)
    }

    /// Decides for the value of the input.
    fn of_value(&self, group: &mut Group<'_>, condition: Option<&str>, doubts: &mut Vec<Doubt>) -> Decided {
        let value = self.value.unwrap_or_default();
        let matcher = group.matcher;
        let message =
            |word| fill(word, &[("matcher", &quoted(matcher.unwrap_or_default())), ("value", &quoted(value))]);
        match *group.said.get_or_insert_with(|| self.matches(matcher)) {
            Match::Yes => {}
            Match::No => return Decided::no_run(NoRunReason::Matcher, message(words::MATCHER)),
            Match::Undecidable => doubts.push((RunCondition::Matcher, message(words::MATCHER_UNKNOWN))),
        }
        let Some(condition) = condition else { return Decided::default() };
        match self.held(condition, value) {
            Held::Yes => Decided::default(),
            Held::No => {
                let holes = [("condition", &*quoted(condition)), ("value", value)];
                Decided::no_run(NoRunReason::Condition, fill(words::CONDITION, &holes))
            }
            Held::Unsure => Decided { doubt: Some(of_call(condition)), ..Decided::default() },
        }
    }

    /// Returns whether a matcher matches the value of the input.
    fn matches(&self, matcher: Option<&str>) -> Match {
        let text = matcher.filter(|it| has_matcher(self.event) && !matches_all(it));
        let said = text.zip(self.value).map(|(text, value)| matches_each(self.event, text, &[value], self.host));
        said.map_or(Match::Yes, |said| said.first().copied().unwrap_or(Match::Undecidable))
    }

    /// Decides for an input without a value: for all values that are known.
    fn of_all(&mut self, group: &mut Group<'s>, condition: Option<&str>, doubts: &mut Vec<Doubt>) -> Decided {
        let Decided { no_run, values, doubt } =
            group.decided.get_or_insert_with(|| self.decided(group.matcher)).clone();
        let is_unsure = doubt.is_some();
        doubts.extend(doubt.map(|message| (RunCondition::Matcher, message)));
        let is_none = is_unsure && values.as_ref().is_none_or(Vec::is_empty);
        let Some(condition) = condition.filter(|_| no_run.is_none() && !is_none) else {
            return Decided { no_run, values, doubt: None };
        };
        let possible = values.unwrap_or_else(|| {
            let own = rule_of(condition).unwrap_or_default();
            let others = self::values(self.event).known().iter().copied().filter(|it| *it != own);
            std::iter::once(own).chain(others).map(str::to_owned).collect()
        });
        let mut is_unsure = false;
        let mut may_hold = |value: &String| {
            let held = self.held(condition, value);
            is_unsure |= held == Held::Unsure;
            held != Held::No
        };
        let values: Vec<String> = possible.into_iter().filter(|it| may_hold(it)).collect();
        if values.is_empty() {
            let message = fill(words::CONDITION_TOOLS, &[("condition", &quoted(condition))]);
            return Decided::no_run(NoRunReason::Condition, message);
        }
        Decided { values: Some(values), doubt: is_unsure.then(|| of_call(condition)), no_run: None }
    }

    /// Returns what a matcher decides for all values.
    fn decided(&mut self, matcher: Option<&'s str>) -> Decided {
        if let Some(decided) = self.matched.get(&matcher) {
            return decided.clone();
        }
        let decided = self.values_of(matcher);
        self.matched.insert(matcher, decided.clone());
        decided
    }

    /// Returns why a matcher matches nothing, the values that it may match, and what decides.
    fn values_of(&self, matcher: Option<&str>) -> Decided {
        let Some(matcher) = matcher.filter(|it| !matches_all(it)) else { return Decided::default() };
        let facts = values(self.event);
        let (every, is_closed) = (facts.known(), !facts.closed.is_empty());
        let mut listed: Vec<&str> = Vec::new();
        let mut known: HashSet<&str> = HashSet::new();
        if let Entries::Names(names) = entries(self.event, matcher, self.host) {
            listed.extend(names.into_iter().filter(|name| known.insert(name)));
        }
        let meant: BTreeMap<&str, &str> = listed.iter().filter_map(|it| Some((*it, respelled(it, every)?))).collect();
        let is_value = |it: &&&str| !it.is_empty() && !meant.contains_key(*it) && (!is_closed || every.contains(*it));
        let others: Vec<&str> = every.iter().copied().filter(|it| !known.contains(it)).collect();
        let said = matches_each(self.event, matcher, &others, self.host);
        let possible = others.iter().zip(&said).filter(|(_, said)| **said != Match::No).map(|(value, _)| value);
        let values: Vec<String> = listed.iter().filter(is_value).chain(possible).map(|it| (*it).to_owned()).collect();
        let shown = quoted(matcher);
        let unknown = others.iter().zip(&said).find(|(_, said)| **said == Match::Undecidable);
        if let Some((value, _)) = unknown {
            let doubt = fill(words::MATCHER_UNKNOWN, &[("matcher", &shown), ("value", &quoted(value))]);
            return Decided { values: Some(values), doubt: Some(doubt), no_run: None };
        }
        if !values.is_empty() {
            let is_all = !is_closed && values.len() == every.len();
            return Decided { values: Some(values).filter(|_| !is_all), ..Decided::default() };
        }
        let near = listed.iter().filter_map(|it| meant.get(it)).map(|it| format!("`{it}`"));
        let near: Vec<String> = near.collect();
        let message = if !near.is_empty() {
            fill(words::MATCHER_CASE, &[("matcher", &shown), ("near", &near.join(", "))])
        } else if is_closed || !listed.is_empty() || regex::is_invalid(matcher) {
            fill(words::MATCHER_VALUES, &[("matcher", &shown)])
        } else {
            let doubt = Some(fill(words::MATCHER_OPEN, &[("matcher", &shown)]));
            return Decided { doubt, ..Decided::default() };
        };
        Decided::no_run(NoRunReason::Matcher, message)
    }

    /// Returns whether a condition holds for a tool.
    fn held(&self, condition: &str, value: &str) -> Held {
        let name = rule_of(condition).unwrap_or_default();
        let (own, tool) = (current_name(self.event, name), current_name(self.event, value));
        let covered = COVERS.iter().find(|(of, _)| *of == own).is_some_and(|(_, others)| others.contains(&tool));
        if own != tool {
            return if covered { Held::Unsure } else { Held::No };
        }
        let inner = condition.get(name.len() + 1..condition.len().saturating_sub(1)).unwrap_or_default();
        if matches_all(inner) { Held::Yes } else { Held::Unsure }
    }
}

/// Returns true if a matcher, or what a rule is about, is one for everything.
fn matches_all(text: &str) -> bool {
    matches!(text, "" | "*")
}

/// Returns the message about a condition that the call decides.
fn of_call(condition: &str) -> String {
    fill(words::CONDITION_CALL, &[("condition", &quoted(condition))])
}

/// Returns what makes a handler the same as another one.
fn what_counts(handler: &Map<String, Value>) -> String {
    let kind = handler.get(HandlerEntry::KIND).and_then(Value::as_str).unwrap_or_default();
    let mut same = format!("{kind}:");
    match IDENTITY.iter().find(|(name, _)| *name == kind) {
        None => identity::write_object(handler, &mut same),
        Some((_, keys)) => {
            // An empty text is like an absent key.
            let values = keys.iter().map(|key| handler.get(*key).filter(|it| it.as_str() != Some("")));
            for value in values {
                identity::write(value.unwrap_or(&Value::Null), &mut same);
                same.push(',');
            }
        }
    }
    same
}
