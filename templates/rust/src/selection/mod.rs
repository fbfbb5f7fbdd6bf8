//! Says which hooks run on an event, and why the others do not.

mod addresses;
mod data;
mod facts;
mod given;
mod host;
mod identity;
mod sources;
mod start;
mod trial;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::iter;

use serde_json::{Map, Value};

use self::addresses::Addresses;
use self::data::{CONDITION_SINCE, DEFAULT, FAILURES, IDENTITY, ORDERED, RULES_SINCE, words};
use self::facts::Duplicates;
use self::host::Host;
use self::sources::{Scope, Source, event_of, event_since, in_names, number, sources_of};
use self::start::{limit_and_start, placeholders_of};
#[allow(unused_imports, reason = "only tests of hooks use them")]
pub(crate) use self::trial::{entry_of, missing, run_selected};
pub use self::trial::{SettingsRun, simulate_settings};
use crate::context::Context;
use crate::event::HookEvent;
use crate::json::UnknownName;
use crate::matcher::{
    Entries, Match, current_name, entries, has_matcher, is_of_model, is_settled, matcher_value, matches_all, matches_each,
};
use crate::near::nearest;
use crate::reading::HandlerEntry;
use crate::regex;
use crate::registration::data::{CONDITION, COVERS, HANDLERS, MATCHER, values};
use crate::registration::rules::escaped;
use crate::registration::{part_of_form, respelled, rule_of, why_never};
use crate::rules::{Call, RuleFolders, covers_all, is_compared};
use crate::types::{
    NoRunReason, OtherHandler, RunCondition, SelectedHandler, Selection, SettingsPlace, SettingsPointer, SettingsSource, SettingsTree,
    UndecidedHandler,
};
use crate::validation::data::EVENT_KEY;
use crate::validation::{HostVersion, fill, quoted};
use crate::wire::SESSION_KEY;

/// Returns which hooks run on an event, and why the others do not.
///
/// The handlers that run are in the order of the settings; the others have the reason. Those for which what decides is not
/// known here are in `depends_on`. Of the context, the host counts. Handlers start together: the order of their starts is
/// not promised.
///
/// `input` is the input of the event, or the part of it that is known. For one without the value that matchers are
/// compared with, it answers for all values: `values` of a handler has those with which it runs. An input without a
/// session is a part of one: what it does not have is not known.
///
/// # Errors
/// `input` is not an object with the name of an event of the contract.
pub fn select(settings: &SettingsTree, input: &Value, context: &Context) -> Result<Selection, UnknownName> {
    let wrong =
        || UnknownName::missing(format!("`input` has to be an object with the name of an event as `{EVENT_KEY}`"));
    let name = input.get(EVENT_KEY).and_then(Value::as_str).ok_or_else(wrong)?;
    let event = event_of(name).ok_or_else(|| UnknownName::new("event", name, names()))?;
    let mut call = Call::new(input, RuleFolders { home: settings.home.clone(), project: settings.folder.clone() });
    let mut selection =
        |early| selection(settings, event, input, Host { version: context.host(), early }, &mut call);
    let late = selection(false);
    let Some(version) = context.host() else { return Ok(late) };
    let early = selection(true);
    Ok(if early == late { late } else { between(&early, &late, version) })
}

/// Returns the names of the events.
fn names() -> impl Iterator<Item = &'static str> {
    HookEvent::ALL.iter().map(|it| it.as_str())
}

/// Returns the selection for a version of the host, in one way to read it.
fn selection(
    settings: &SettingsTree,
    event: HookEvent,
    input: &Value,
    host: Host<'_>,
    call: &mut Call<'_>,
) -> Selection {
    let sources = sources_of(settings, host);
    let selector = Selector {
        event,
        input,
        is_part: input.get(SESSION_KEY).is_none(),
        value: matcher_value(input),
        host,
        call,
        addresses: Addresses::of(&sources),
        made: empty(event.as_str()),
        handlers: HashMap::new(),
        copies: Vec::new(),
        groups: HashMap::new(),
        matched: HashMap::new(),
    };
    selector.selection(&sources)
}

fn empty(event: &str) -> Selection {
    Selection { event: event.to_owned(), runs: Vec::new(), others: Vec::new(), depends_on: Vec::new() }
}

impl SettingsTree {
    /// Creates the tree of one document, such as the settings of a project.
    #[must_use]
    pub fn of_document(document: impl Into<Value>) -> Self {
        Self::new([SettingsSource::new(DEFAULT, document)])
    }
}

// ---- between two versions -------------------------------------------------------------------------------------------

/// The index of a document, and a pointer in it.
type At<'a> = (i64, &'a str);

/// A handler that runs, or that may run.
#[derive(Clone, Copy)]
struct Possible<'a> {
    handler: &'a SelectedHandler,
    /// What decides; nothing if it runs.
    conditions: &'a [RunCondition],
    message: &'a str,
}

impl<'a> Possible<'a> {
    fn all(selection: &'a Selection) -> Vec<Self> {
        let runs = selection.runs.iter().map(|handler| Self { handler, conditions: &[], message: "" });
        let others = selection.depends_on.iter();
        let others = others.map(|it| Self { handler: &it.handler, conditions: &it.conditions, message: &it.message });
        runs.chain(others).collect()
    }

    fn at(self) -> At<'a> {
        (self.handler.source, &self.handler.pointer)
    }

    fn is_like(self, other: Self) -> bool {
        (self.conditions, self.message) == (other.conditions, other.message)
    }
}

/// Returns a selection for a version for which nobody has seen which of two is right.
fn between(early: &Selection, late: &Selection, version: &HostVersion) -> Selection {
    let said = [(RunCondition::Version, fill(words::VERSION, &[("host", &version.to_string())]))];
    let (possible, other) = (Possible::all(late), Possible::all(early));
    let by_place: HashMap<At<'_>, Possible<'_>> = other.iter().map(|it| (it.at(), *it)).collect();
    let mut listed: HashSet<At<'_>> = possible.iter().map(|it| it.at()).collect();
    let mut made = empty(&late.event);
    for it in &possible {
        match by_place.get(&it.at()) {
            Some(same) if it.is_like(*same) && it.conditions.is_empty() => made.runs.push(it.handler.clone()),
            Some(same) if it.is_like(*same) => made.depends_on.push(UndecidedHandler {
                handler: it.handler.clone(),
                conditions: it.conditions.to_vec(),
                message: it.message.to_owned(),
            }),
            _ => made.depends_on.push(undecided(it.handler.clone(), &said)),
        }
    }
    let only_early = other.iter().filter(|it| !listed.contains(&it.at()));
    made.depends_on.extend(only_early.map(|it| undecided(it.handler.clone(), &said)));
    let never = late.others.iter().filter(|it| !by_place.contains_key(&at(it)));
    let never: Vec<&OtherHandler> = never.collect();
    listed.extend(by_place.keys().copied().chain(never.iter().map(|it| at(it))));
    let above: HashSet<At<'_>> = listed.iter().flat_map(|it| above(*it)).collect();
    let is_new = |it: &&OtherHandler| !listed.contains(&at(it)) && !above.contains(&at(it));
    made.others = never.into_iter().chain(last_of_each(&early.others).into_iter().filter(is_new)).cloned().collect();
    made
}

fn at(it: &OtherHandler) -> At<'_> {
    (it.source, &it.pointer)
}

/// Returns what a place is in.
fn above((source, pointer): At<'_>) -> impl Iterator<Item = At<'_>> {
    pointer.match_indices('/').filter_map(move |(end, _)| Some((source, pointer.get(..end)?)))
}

/// Returns one entry for each place, in the order of the places: the last one.
fn last_of_each(all: &[OtherHandler]) -> Vec<&OtherHandler> {
    let mut found: Vec<&OtherHandler> = Vec::new();
    let mut indices: HashMap<At<'_>, usize> = HashMap::new();
    for it in all {
        let index = *indices.entry(at(it)).or_insert(found.len());
        match found.get_mut(index) {
            Some(before) => *before = it,
            None => found.push(it),
        }
    }
    found
}

/// Returns a handler for which what decides is not known. Doubts that say the same count once.
fn undecided(handler: SelectedHandler, doubts: &[Doubt]) -> UndecidedHandler {
    let mut conditions = Vec::new();
    let mut messages: Vec<&str> = Vec::new();
    let mut said = HashSet::new();
    for (condition, message) in doubts {
        if !conditions.contains(condition) {
            conditions.push(*condition);
        }
        if said.insert(message) {
            messages.push(message);
        }
    }
    UndecidedHandler { handler, conditions, message: messages.join(" ") }
}

// ---- one version ----------------------------------------------------------------------------------------------------

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
    fn no_part() -> Self {
        Self::new(NoRunReason::Malformed, words::MALFORMED_PART)
    }

    /// Creates the reason of an event that is not one.
    fn unknown_event(name: &str) -> Self {
        let shown = quoted(name);
        let message = match nearest(name, &names().collect::<Vec<_>>()) {
            None => fill(words::EVENT_UNKNOWN, &[("name", &shown)]),
            Some(near) => fill(words::EVENT_NAME, &[("name", &shown), ("event", near)]),
        };
        Self::new(NoRunReason::UnknownEvent, message)
    }
}

/// What a matcher decides.
#[derive(Clone, Default)]
struct Decided {
    no_run: Option<NoRun>,
    /// The values with which the handlers run. `None`: with each, or the input has one.
    values: Option<Vec<String>>,
    doubt: Option<String>,
}

impl Decided {
    fn no_run(message: String) -> Self {
        Self { no_run: Some(NoRun::new(NoRunReason::Matcher, message)), ..Self::default() }
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

/// What a handler has in common with those that are the same.
type Same<'s> = (Scope<'s>, String, Option<Vec<String>>);

struct Selector<'s, 'i> {
    event: HookEvent,
    input: &'s Value,
    /// What the input does not have is not known.
    is_part: bool,
    /// The value that matchers are compared with.
    value: Option<&'s str>,
    host: Host<'s>,
    /// The call that conditions are compared with.
    call: &'s mut Call<'i>,
    addresses: Addresses<'s>,
    made: Selection,
    /// The indices of those that run.
    handlers: HashMap<Same<'s>, usize>,
    /// The handlers that are the same as one that runs: the index in `others`, and that of the one in `runs`.
    copies: Vec<(usize, usize)>,
    groups: HashMap<(HookEvent, String), SettingsPointer>,
    // What is decided before: a document can have the same matcher in many groups.
    matched: HashMap<Option<&'s str>, Decided>,
}

/// A group of handlers.
struct Group<'s> {
    event: HookEvent,
    whole: &'s Map<String, Value>,
    matcher: Option<&'s str>,
    // What the matcher decides, looked up once: it can be as long as the document.
    decided: Option<Decided>,
}

impl<'s> Selector<'s, '_> {
    fn selection(mut self, sources: &'s [Source<'s>]) -> Selection {
        for source in sources {
            let listed = self.made.others.len();
            for (pointer, events) in &source.events {
                for (key, groups) in in_names(events) {
                    self.of_key(source, pointer, key, groups);
                }
            }
            for (pointer, name) in source.misplaced(&[self.event.as_str()]) {
                let message = || fill(words::MISPLACED_EVENT, &[("event", name)]);
                let misplaced = || NoRun::new(NoRunReason::Malformed, message());
                self.other(source, pointer, source.stop.clone().unwrap_or_else(misplaced));
            }
            for (pointer, found) in &source.notes {
                self.other(source, pointer.clone(), found.clone());
            }
            let is_hidden = source.is_dropped() && source.events.is_empty() && self.made.others.len() == listed;
            if let Some(stop) = source.stop.as_ref().filter(|_| is_hidden) {
                self.other(source, String::new(), stop.clone());
            }
        }
        for (copy, index) in &self.copies {
            if let (Some(copy), Some(of)) = (self.made.others.get_mut(*copy), self.made.runs.get(*index)) {
                copy.because = Some(SettingsPointer { source: of.source, pointer: of.pointer.clone() });
            }
        }
        self.made
    }

    fn of_key(&mut self, source: &'s Source<'s>, pointer: &str, key: &str, groups: &'s Value) {
        let below = format!("{pointer}/{}", escaped(key));
        match event_of(key) {
            Some(event) if event == self.event || source.place.renamed(event) == self.event => {
                self.of_event(source, &below, event, groups);
            }
            Some(_) => {}
            None => {
                let unknown = || NoRun::unknown_event(key);
                self.other(source, below, source.stop.clone().unwrap_or_else(unknown));
            }
        }
    }

    fn of_event(&mut self, source: &'s Source<'s>, pointer: &str, event: HookEvent, groups: &'s Value) {
        let since = data::event(event).since.filter(|since| !self.host.has(Some(since)));
        let unknown = since.map(|since| NoRun::new(NoRunReason::UnknownEvent, event_since(event, since)));
        let wrong = source.wrong.get(pointer);
        let stop = source.stop.clone().or(unknown).or_else(|| wrong.cloned());
        let Some(groups) = groups.as_array().filter(|_| wrong.is_none()) else {
            if let Some(stop) = stop {
                self.other(source, pointer.to_owned(), stop);
            }
            return;
        };
        for (index, group) in groups.iter().enumerate() {
            self.of_group(source, &format!("{pointer}/{index}"), (event, group), stop.as_ref());
        }
    }

    fn of_group(
        &mut self,
        source: &'s Source<'s>,
        pointer: &str,
        (event, group): (HookEvent, &'s Value),
        stop: Option<&NoRun>,
    ) {
        let wrong = source.wrong.get(pointer);
        let whole = group.as_object().filter(|_| wrong.is_none());
        let parts = whole.and_then(|whole| Some((whole, whole.get(HANDLERS)?.as_array()?)));
        let Some((whole, handlers)) = parts else {
            let found = stop.or(wrong).cloned();
            return self.other(source, pointer.to_owned(), found.unwrap_or_else(NoRun::no_part));
        };
        let repeated = if stop.is_none() { self.repeated(source, event, group, pointer) } else { None };
        let stop = stop.or(repeated.as_ref());
        let matcher = whole.get(MATCHER).and_then(Value::as_str);
        let mut of = Group { event, whole, matcher, decided: None };
        for (number, handler) in handlers.iter().enumerate() {
            let place = format!("{pointer}/{HANDLERS}/{number}");
            match (stop.or_else(|| source.wrong.get(&place)), handler.as_object()) {
                (Some(found), _) => self.other(source, place, found.clone()),
                (None, None) => self.other(source, place, NoRun::no_part()),
                (None, Some(handler)) => {
                    let handler = source.entry(handler, &place);
                    self.handler(source, place, &mut of, handler);
                }
            }
        }
    }

    /// Returns that the host leaves a group out, if it is equal to another one.
    fn repeated(&mut self, source: &Source<'_>, event: HookEvent, group: &Value, pointer: &str) -> Option<NoRun> {
        if !matches!(source.place.duplicates, Duplicates::Settings | Duplicates::Place) {
            return None;
        }
        let mut identity = String::new();
        identity::write(group, &mut identity);
        let whole = (event, identity);
        if let Some(first) = self.groups.get(&whole) {
            let because = Some(first.clone());
            return Some(NoRun { because, ..NoRun::new(NoRunReason::Duplicate, words::DUPLICATE_GROUP) });
        }
        if source.place.equal_groups {
            self.groups.insert(whole, source.pointer(pointer));
        }
        None
    }

    fn other(&mut self, source: &Source<'_>, pointer: String, found: NoRun) {
        let NoRun { reason, message, because } = found;
        let (source, place) = (number(source.index), source.place.name);
        self.made.others.push(OtherHandler { source, place, pointer, reason, because, message });
    }

    // ---- a handler --------------------------------------------------------------------------------------------------

    fn handler(
        &mut self,
        source: &'s Source<'s>,
        pointer: String,
        group: &mut Group<'s>,
        handler: Cow<'s, Map<String, Value>>,
    ) {
        let mut doubts = source.doubts.clone();
        let before =
            self.of_place(source, group.event, &mut doubts).or_else(|| self.of_type(source, &handler, &mut doubts));
        let (found, values) = match before {
            Some(found) => (Some(found), None),
            None => self.of_matcher(group, &handler, &mut doubts),
        };
        let found = found
            .or_else(|| placeholders_of(source, &handler, &mut doubts))
            .or_else(|| self.addresses.no_run(source, &handler, &mut doubts));
        if let Some(found) = found {
            return self.other(source, pointer, found);
        }
        let once = source.place.once.as_ref().filter(|it| handler.get(it.key) == Some(&Value::Bool(true)));
        if once.is_some_and(|it| !it.but.contains(&group.event)) {
            doubts.push((RunCondition::Once, words::ONCE.to_owned()));
        }
        let same = source.scope().map(|scope| (scope, identity_of(&handler), values.clone()));
        let index = same.as_ref().and_then(|same| self.handlers.get(same).copied());
        let is_sure = index.is_none() || !has_order(&handler);
        if let Some(index) = index.filter(|_| !doubts.is_empty() && is_sure) {
            return self.copy((number(source.index), source.place.name, pointer), index);
        }
        let (timeout, start) = limit_and_start(source, self.event, group.whole, &handler, self.host);
        let at = source.pointer(&pointer);
        let handler = Value::Object(handler.into_owned());
        let made =
            SelectedHandler { source: at.source, place: source.place.name, pointer, handler, timeout, start, values };
        if !doubts.is_empty() {
            return self.made.depends_on.push(undecided(made, &doubts));
        }
        if let Some((index, before)) = index.and_then(|index| Some((index, self.made.runs.get_mut(index)?))) {
            // The last one counts, in the place of the first.
            let first = std::mem::replace(before, made);
            if !is_sure {
                let doubt = (RunCondition::Duplicate, words::DUPLICATE_ORDER.to_owned());
                return self.made.depends_on.push(undecided(first, &[doubt]));
            }
            let SelectedHandler { source, place, pointer, .. } = first;
            return self.copy((source, place, pointer), index);
        }
        if let Some(same) = same {
            self.handlers.insert(same, self.made.runs.len());
        }
        self.made.runs.push(made);
    }

    /// Notes that a handler is the same as one that runs. A later one can still replace that one in `runs`.
    fn copy(&mut self, (source, place, pointer): (i64, SettingsPlace, String), index: usize) {
        let (reason, message) = (NoRunReason::Duplicate, words::DUPLICATE.to_owned());
        self.copies.push((self.made.others.len(), index));
        self.made.others.push(OtherHandler { source, place, pointer, reason, because: None, message });
    }

    /// Returns why hooks of a place do not run on the input.
    fn of_place(&self, source: &Source<'_>, key: HookEvent, doubts: &mut Vec<Doubt>) -> Option<NoRun> {
        let (place, event) = (source.place, self.event);
        let no_run = |message: String| Some(NoRun::new(NoRunReason::Place, message));
        if place.own && source.given.from_plugin == Some(true) {
            return no_run(words::AGENT_PLUGIN.to_owned());
        }
        let is_of_session = key == event && self.is_of_session(source);
        if !is_of_session && (place.but.contains(&event) || place.but.contains(&key)) {
            return no_run(fill(words::PLACE_EVENT, &[("event", event.as_str())]));
        }
        if let Some(failures) = FAILURES.as_ref().filter(|it| it.is_of(event, self.input) && !it.places.contains(&place.name)) {
            if !failures.unsure.contains(&place.name) {
                return no_run(fill(words::FAILED, &[("event", event.as_str())]));
            }
            doubts.push((RunCondition::Type, fill(words::FAILED_UNSURE, &[("event", event.as_str())])));
        }
        if let Some(outside) = place.outside.filter(|_| !place.outside_but.contains(&event)) {
            if self.input.get(outside).is_some() {
                return no_run(words::OUTSIDE.to_owned());
            }
            if self.is_part {
                doubts.push((RunCondition::Agent, fill(words::OUTSIDE_PART, &[("key", outside)])));
            }
        }
        if is_of_session {
            if source.given.name.is_none() {
                doubts.push((RunCondition::Agent, words::AGENT_UNKNOWN.to_owned()));
            }
            return None;
        }
        self.inside(source, key, place.inside?, doubts)
    }

    /// Returns whether the front matter is that of the agent with which the session was started.
    fn is_of_session(&self, source: &Source<'_>) -> bool {
        let (place, own) = (source.place, source.given.name);
        let Some(inside) = place.inside.filter(|_| self.host.has(place.session)) else { return false };
        if let Some(name) = source.session.agent {
            return own.is_none_or(|own| own == name);
        }
        let is_main = !self.is_part && self.input.get(place.outside_id).is_none();
        let name = self.input.get(inside).filter(|it| is_main && !it.is_null());
        name.is_some_and(|name| own.is_none_or(|own| name.as_str() == Some(own)))
    }

    /// Returns why the front matter of an agent does not count for the input.
    fn inside(&self, source: &Source<'_>, key: HookEvent, inside: &str, doubts: &mut Vec<Doubt>) -> Option<NoRun> {
        let (place, own) = (source.place, source.given.name);
        let name = self.input.get(inside).filter(|it| !it.is_null());
        if name.is_none() && self.is_part {
            doubts.push((RunCondition::Agent, fill(words::AGENT_PART, &[("key", inside)])));
            return None;
        }
        let is_session = self.input.get(place.outside_id).is_none() && !self.is_part;
        let is_new = !is_session || self.host.has(place.session);
        let is_inside = name.is_some_and(|name| own.is_none_or(|own| name.as_str() == Some(own)));
        if !is_inside || !is_new {
            return Some(NoRun::new(NoRunReason::Place, words::INSIDE));
        }
        let renamed = place.renamed(key);
        if renamed != self.event {
            if source.session.agent.is_some() {
                return Some(NoRun::new(NoRunReason::Place, words::INSIDE));
            }
            doubts.push((RunCondition::Agent, fill(words::AGENT_RENAMED, &[("event", renamed.as_str())])));
        } else if own.is_none() {
            doubts.push((RunCondition::Agent, words::AGENT_UNKNOWN.to_owned()));
        }
        None
    }

    /// Returns why handlers of a type do not run on the event.
    fn of_type(&self, source: &Source<'_>, handler: &Map<String, Value>, doubts: &mut Vec<Doubt>) -> Option<NoRun> {
        let kind = handler.get(HandlerEntry::KIND).filter(|_| !source.place.functions)?.as_str()?;
        let of = data::event(self.event).types.iter().find(|it| it.name == kind)?;
        let no_run = |message: String| Some(NoRun::new(NoRunReason::Type, message));
        if let Some(never) = of.never {
            return no_run(fill(never, &[("type", kind)]));
        }
        if let Some(since) = of.since.filter(|since| !self.host.has(Some(since))) {
            return no_run(fill(words::TYPE_EVENT_SINCE, &[("type", kind), ("since", &since.shown())]));
        }
        if let Some(unsure) = of.unsure {
            let said = fill(unsure, &[("type", kind), ("note", of.note)]);
            doubts.push((RunCondition::Type, said.trim_end_matches(' ').to_owned()));
        }
        None
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
        let condition = condition.filter(|it| !it.is_empty() && self.host.has(CONDITION_SINCE));
        if let Some(found) = condition.and_then(|it| self.never_holds(it)) {
            return (Some(found), None);
        }
        let matcher = group.matcher;
        let Decided { no_run, values, doubt } = group.decided.get_or_insert_with(|| self.decided(matcher)).clone();
        let is_none = doubt.is_some() && values.as_ref().is_none_or(Vec::is_empty);
        doubts.extend(doubt.map(|message| (RunCondition::Matcher, message)));
        match condition {
            Some(condition) if no_run.is_none() && !self.is_for_all() => (self.of_one(condition, doubts), None),
            Some(condition) if no_run.is_none() && !is_none => self.of_all(condition, values, doubts),
            _ => (no_run, values),
        }
    }

    fn never_holds(&self, condition: &str) -> Option<NoRun> {
        if !values(self.event).condition {
            return Some(NoRun::new(NoRunReason::Condition, words::CONDITION_EVENT));
        }
        let message = || fill(words::CONDITION_SYNTAX, &[("condition", &quoted(condition))]);
        rule_of(condition).is_none().then(|| NoRun::new(NoRunReason::Condition, message()))
    }

    /// Returns true if the answer is for all values, because the input has none.
    fn is_for_all(&self) -> bool {
        has_matcher(self.event) && self.value.is_none()
    }

    /// Returns what a matcher decides.
    fn decided(&mut self, matcher: Option<&'s str>) -> Decided {
        if let Some(decided) = self.matched.get(&matcher) {
            return decided.clone();
        }
        let decided = if self.is_for_all() { self.values_of(matcher) } else { self.value_of(matcher) };
        self.matched.insert(matcher, decided.clone());
        decided
    }

    /// Returns what a matcher decides for the value of the input.
    fn value_of(&self, matcher: Option<&str>) -> Decided {
        let value = self.value.unwrap_or_default();
        let matcher_text = quoted(matcher.unwrap_or_default());
        let message = |word| fill(word, &[("matcher", &matcher_text), ("value", &quoted(value))]);
        let text = matcher.filter(|it| has_matcher(self.event) && !matches_all(it));
        if text.is_some() && is_of_model(self.event) {
            // No input has that name.
            return Decided { doubt: Some(message(words::MATCHER_MODEL)), ..Decided::default() };
        }
        let said = text.map(|text| matches_each(self.event, text, &[value], self.host.version));
        match said.map_or(Match::Yes, |said| said.first().copied().unwrap_or(Match::Undecidable)) {
            Match::Yes => Decided::default(),
            Match::No => Decided::no_run(match text.and_then(|text| self.near(text, value)) {
                Some(near) => {
                    let holes = [("matcher", &*matcher_text), ("value", &quoted(value)), ("near", near)];
                    fill(words::MATCHER_LETTERS, &holes)
                }
                None => message(words::MATCHER),
            }),
            Match::Undecidable => Decided { doubt: Some(message(words::MATCHER_UNKNOWN)), ..Decided::default() },
        }
    }

    /// Returns the name for a value that a matcher has in other letters.
    fn near<'n>(&'n self, matcher: &str, value: &'n str) -> Option<&'n str> {
        let Entries::Names(entries) = entries(self.event, matcher, self.host.version) else { return None };
        let of_value = current_name(self.event, value);
        let known = values(self.event).known().iter().copied();
        let known = iter::once(value).chain(known).filter(|it| it.is_ascii() && current_name(self.event, it) == of_value);
        let mut names: HashMap<String, &str> = HashMap::new();
        for name in known {
            names.entry(name.to_ascii_lowercase()).or_insert(name);
        }
        entries.iter().find_map(|it| names.get(&it.to_ascii_lowercase()).copied())
    }

    /// Decides a condition for the value of the input.
    fn of_one(&mut self, condition: &str, doubts: &mut Vec<Doubt>) -> Option<NoRun> {
        let value = self.value.unwrap_or_default();
        let message = match self.held(condition, value) {
            Held::Yes => return None,
            Held::No => fill(words::CONDITION, &[("condition", &quoted(condition)), ("value", &quoted(value))]),
            Held::Unsure => match self.held_by_call(condition, value) {
                Held::Yes => return None,
                Held::No => fill(words::CONDITION_OF_CALL, &[("condition", &quoted(condition))]),
                Held::Unsure => {
                    doubts.push(of_call(condition));
                    return None;
                }
            },
        };
        Some(NoRun::new(NoRunReason::Condition, message))
    }

    /// Decides a condition for all values that a matcher matches: with `None`, every one.
    fn of_all(
        &self,
        condition: &str,
        matched: Option<Vec<String>>,
        doubts: &mut Vec<Doubt>,
    ) -> (Option<NoRun>, Option<Vec<String>>) {
        let every = values(self.event).known();
        let mut is_unsure = false;
        let mut may_hold = |value: &String| {
            let held = self.held(condition, value);
            is_unsure |= held == Held::Unsure;
            held != Held::No
        };
        let matched = matched.unwrap_or_else(|| every.iter().map(|it| (*it).to_owned()).collect());
        let matched: Vec<String> = matched.into_iter().filter(|it| may_hold(it)).collect();
        if !matched.is_empty() {
            doubts.extend(is_unsure.then(|| of_call(condition)));
            return (None, Some(matched));
        }
        if rule_of(condition).is_none_or(|name| !every.contains(&name)) {
            // The tool of a newer host, or of a server.
            doubts.push(of_call(condition));
            return (None, None);
        }
        let message = fill(words::CONDITION_TOOLS, &[("condition", &quoted(condition))]);
        (Some(NoRun::new(NoRunReason::Condition, message)), None)
    }

    /// Returns why a matcher matches nothing, the known values that it may match, and what decides.
    fn values_of(&self, matcher: Option<&str>) -> Decided {
        let Some(matcher) = matcher.filter(|it| !matches_all(it)) else { return Decided::default() };
        let of = values(self.event);
        let (every, is_closed) = (of.known(), !of.closed.is_empty());
        let mut listed: Vec<&str> = Vec::new();
        let mut seen: HashSet<&str> = HashSet::new();
        if let Entries::Names(names) = entries(self.event, matcher, self.host.version) {
            listed.extend(names.into_iter().filter(|name| seen.insert(name)));
        }
        let said = matches_each(self.event, matcher, every, self.host.version);
        let said: HashMap<&str, Match> = every.iter().copied().zip(said).collect();
        let known = listed.iter().filter(|it| said.contains_key(*it));
        let in_order = known.chain(every.iter().filter(|it| !seen.contains(*it)));
        let in_order: Vec<&str> = in_order.copied().collect();
        let certain: Vec<&str> = in_order.iter().copied().filter(|it| said.get(it) == Some(&Match::Yes)).collect();
        // A host that is settled does not send the old name of a tool.
        let is_settled = is_settled(self.event, self.host.version);
        let is_sent = |it: &str| {
            !is_settled || certain.contains(&it) || !certain.contains(&current_name(self.event, it))
        };
        let is_matched = |it: &&str| said.get(it) != Some(&Match::No) && is_sent(it);
        let matched: Vec<&str> = in_order.into_iter().filter(is_matched).collect();
        let owned = || Some(matched.iter().map(|it| (*it).to_owned()).collect());
        let shown = quoted(matcher);
        if let Some(unsure) = matched.iter().find(|it| said.get(*it) == Some(&Match::Undecidable)) {
            let listed: Vec<String> = certain.iter().map(|it| quoted(it)).collect();
            let word = if certain.is_empty() { words::MATCHER_UNKNOWN } else { words::MATCHER_PARTLY };
            let holes = [("matcher", &*shown), ("value", &*quoted(unsure)), ("values", &*listed.join(", "))];
            let doubt = fill(word, &holes);
            return Decided { values: owned(), doubt: Some(doubt), no_run: None };
        }
        if !matched.is_empty() {
            let is_all = !is_closed && matched.len() == every.len();
            return Decided { values: if is_all { None } else { owned() }, ..Decided::default() };
        }
        let meant: Vec<Option<&str>> = listed.iter().map(|it| respelled(it, every)).collect();
        let is_other = |(entry, meant): (&&str, &Option<&str>)| {
            !entry.is_empty() && meant.is_none() && part_of_form(entry, &of).is_none()
        };
        let can_be = listed.iter().zip(&meant).any(is_other);
        if !is_closed && (can_be || (listed.is_empty() && !regex::is_invalid(matcher))) {
            let why = listed.is_empty().then(|| why_never(matcher, self.event, self.host.version)).flatten();
            if let Some(why) = why {
                return Decided::no_run(why);
            }
            let doubt = fill(words::MATCHER_OPEN, &[("matcher", &shown)]);
            return Decided { values: Some(Vec::new()), doubt: Some(doubt), no_run: None };
        }
        let near: Vec<String> = meant.iter().flatten().map(|it| format!("`{it}`")).collect();
        Decided::no_run(if near.is_empty() {
            fill(words::MATCHER_VALUES, &[("matcher", &shown)])
        } else {
            fill(words::MATCHER_CASE, &[("matcher", &shown), ("near", &near.join(", "))])
        })
    }

    /// Returns whether a condition holds for a tool.
    fn held(&self, condition: &str, value: &str) -> Held {
        let name = rule_of(condition).unwrap_or_default();
        let (own, tool) = (current_name(self.event, name), current_name(self.event, value));
        if own != tool && !COVERS.iter().any(|(of, others)| *of == own && others.contains(&tool)) {
            return Held::No;
        }
        let inner = condition.get(name.len() + 1..condition.len().saturating_sub(1)).unwrap_or_default();
        let is_known = own == tool || (self.host.has(RULES_SINCE) && is_compared(tool));
        if covers_all(inner) && is_known { Held::Yes } else { Held::Unsure }
    }

    /// Returns whether a condition holds for the call of the input.
    fn held_by_call(&mut self, condition: &str, value: &str) -> Held {
        if !self.host.has(RULES_SINCE) {
            return Held::Unsure;
        }
        match self.call.covers(condition) {
            Some(true) => Held::Yes,
            // Whether a rule is about the calls of another tool, nobody has seen for each.
            Some(false) if self.is_own(condition, value) => Held::No,
            _ => Held::Unsure,
        }
    }

    /// Returns whether a condition names the tool itself.
    fn is_own(&self, condition: &str, value: &str) -> bool {
        let name = rule_of(condition).unwrap_or_default();
        current_name(self.event, name) == current_name(self.event, value)
    }
}

/// Returns the doubt about a condition that the call decides.
fn of_call(condition: &str) -> Doubt {
    (RunCondition::Condition, fill(words::CONDITION_CALL, &[("condition", &quoted(condition))]))
}

/// Returns whether a handler has keys whose order counts when it is compared.
fn has_order(handler: &Map<String, Value>) -> bool {
    let kind = handler.get(HandlerEntry::KIND).and_then(Value::as_str).unwrap_or_default();
    let mut keys = ORDERED.iter().filter(|(name, _)| *name == kind).flat_map(|(_, keys)| *keys);
    keys.any(|key| handler.get(*key).is_some_and(is_ordered))
}

/// Returns whether there is an object with several keys in a value.
fn is_ordered(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(is_ordered),
        Value::Object(map) => map.len() > 1 || map.values().any(is_ordered),
        _ => false,
    }
}

/// Returns what makes a handler the same as another one.
fn identity_of(handler: &Map<String, Value>) -> String {
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
