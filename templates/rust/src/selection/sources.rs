//! Reads the documents of a selection: which of them count, and which parts the host drops.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::data::{self, PLACES, REFUSED, SPARED, SWITCHES, words};
use super::facts::{Broken, Duplicates, Place, Switch, TypeFacts};
use super::given::{Given, Session};
use super::host::{Host, Since};
use super::{Doubt, NoRun};
use crate::event::HookEvent;
use crate::problems::{ProblemCode, ProblemSeverity};
use crate::reading::HandlerEntry;
use crate::registration::data::{DOCUMENTS, HANDLERS};
use crate::registration::rules::{at, escaped};
use crate::types::{NoRunReason, RunCondition, SettingsPlace, SettingsPointer, SettingsSource, SettingsTree};
use crate::validation::plan::Type;
use crate::validation::{self, LEVELS, fill, is_deeper, problems_of, quoted};

/// A pointer, and what is wrong there.
type Mistake = (String, String);

/// A document with hooks, and what is known about it.
pub(super) struct Source<'s> {
    pub(super) index: usize,
    pub(super) document: &'s Value,
    pub(super) given: Given<'s>,
    pub(super) session: Session<'s>,
    pub(super) place: &'static Place,
    /// The type of the document.
    of: &'static Type,
    /// The objects with events as keys, each with its pointer.
    pub(super) events: Vec<(String, &'s Map<String, Value>)>,
    /// Their indices.
    by_pointer: HashMap<String, usize>,
    /// What the documents of one plugin, skill or agent have in common.
    owner: Scope<'s>,
    /// Why none of its hooks runs.
    pub(super) stop: Option<NoRun>,
    /// The parts that the host drops, by pointer.
    pub(super) wrong: HashMap<String, NoRun>,
    /// The parts that this version of the host does not know, and ignores.
    unknown: HashSet<String>,
    /// Other parts without effect, with their pointers.
    pub(super) notes: Vec<(String, NoRun)>,
    /// What decides whether its hooks run.
    pub(super) doubts: Vec<Doubt>,
}

/// What the handlers have in common of which one that is the same as another runs only once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scope<'s> {
    /// They are of settings.
    Settings,
    /// They are of one place.
    Place(SettingsPlace),
    /// They are of the owner with this folder.
    Root(SettingsPlace, &'s str),
    /// They are of the owner with this name.
    Name(SettingsPlace, &'s str),
    /// They are of this document.
    Document(usize),
}

/// The place and the name of a plugin, a skill or an agent.
type Named<'s> = (SettingsPlace, &'s str);

/// Returns the sources of settings, in the order of the answer.
pub(super) fn sources_of<'s>(settings: &'s SettingsTree, host: Host<'_>) -> Vec<Source<'s>> {
    let sources = settings.sources.iter().enumerate();
    let mut all: Vec<Source<'s>> = sources.map(|(index, given)| Source::new(index, given, settings)).collect();
    all.sort_by_key(|it| it.place.order);
    find_owners(&mut all);
    for source in &mut all {
        source.stop = source.not_read(host);
        if source.stop.is_none() {
            source.read(host);
        }
    }
    drop_together(&mut all);
    stop_all(&mut all, host);
    for switch in SWITCHES.iter().filter(|it| it.holds_for(host)) {
        switch_off(&mut all, switch, host);
    }
    let notes: Vec<_> = all.iter().map(|it| notes_of(it, &all, host)).collect();
    for (source, notes) in all.iter_mut().zip(notes) {
        source.notes = notes;
    }
    all
}

impl<'s> Source<'s> {
    /// Creates a source that is not read yet.
    fn new(index: usize, source: &'s SettingsSource, tree: &'s SettingsTree) -> Self {
        let (place, document) = (data::place(source.place), &source.document);
        let (given, session) = (Given::of(source), Session::of(tree));
        let of = place.together.filter(|_| given.manifest == Some(true)).unwrap_or(place.document);
        let found = paths_of(of).iter().flat_map(|path| at(document, path));
        let events: Vec<(String, _)> = found.filter_map(|(pointer, it)| Some((pointer, it.as_object()?))).collect();
        let by_pointer = events.iter().enumerate().map(|(index, (pointer, _))| (pointer.clone(), index)).collect();
        let (wrong, unknown) = (HashMap::new(), HashSet::new());
        let (owner, stop, notes, doubts) = (Scope::Document(index), None, Vec::new(), Vec::new());
        Self { index, document, given, session, place, of, events, by_pointer, owner, stop, wrong, unknown, notes, doubts }
    }

    /// Returns the document, if it is an object.
    pub(super) fn object(&self) -> Option<&'s Map<String, Value>> {
        self.document.as_object()
    }

    /// Returns the entry of a handler as this version of the host reads it.
    pub(super) fn entry(&self, handler: &'s Map<String, Value>, pointer: &str) -> Cow<'s, Map<String, Value>> {
        if self.unknown.is_empty() {
            return Cow::Borrowed(handler);
        }
        let known = handler.iter().filter(|(key, _)| !self.unknown.contains(&format!("{pointer}/{}", escaped(key))));
        Cow::Owned(known.map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    /// Returns what the handlers have in common that are compared with those of this document; `None` if none are.
    pub(super) fn scope(&self) -> Option<Scope<'s>> {
        match self.place.duplicates {
            Duplicates::Settings => Some(Scope::Settings),
            Duplicates::Place => Some(Scope::Place(self.place.name)),
            Duplicates::Owner => Some(self.owner),
            Duplicates::None => None,
        }
    }

    /// Returns why the host does not read the document in this session.
    fn not_read(&mut self, host: Host<'_>) -> Option<NoRun> {
        let (place, session) = (self.place, &self.session);
        if let Some(since) = place.since.filter(|since| !host.has(Some(since))) {
            let message = fill(words::PLACE_SINCE, &[("since", &since.shown())]);
            return Some(NoRun::new(NoRunReason::NotRead, message));
        }
        let is_above = |above| place.above.is_some_and(|known| !known.contains(&above));
        let is_left_out = |listed: &[SettingsPlace]| place.listed && !listed.contains(&place.name);
        let word = if self.given.above.is_some_and(is_above) {
            words::ABOVE
        } else if session.setting_sources.is_some_and(is_left_out) {
            words::LISTED
        } else if session.plain == Some(true) && !place.plain {
            words::PLAIN
        } else if session.trusted != Some(false) {
            return None;
        } else if session.session == Some("terminal") {
            words::TRUST
        } else if place.trusted.is_some() && host.has(place.trusted) {
            words::AGENT_TRUST
        } else {
            if session.session.is_none() {
                self.doubts.push((RunCondition::Session, words::TRUST_UNSURE.to_owned()));
            }
            return None;
        };
        Some(NoRun::new(NoRunReason::NotRead, word))
    }

    /// Finds what the host drops of the document.
    fn read(&mut self, host: Host<'_>) {
        if self.place.functions {
            return;
        }
        if is_deeper(self.document, LEVELS) {
            self.drop_all("", validation::words::TOO_DEEP_VALUE);
            return;
        }
        if !self.document.is_object() {
            self.drop_all("", if self.document.is_string() { words::NO_VALUE } else { words::NO_OBJECT });
            return;
        }
        let steps: [fn(&mut Self, Host<'_>) -> Vec<Mistake>; 3] = [Self::refused, Self::invalid, Self::not_of_host];
        for find in steps {
            for (pointer, message) in find(self, host) {
                match self.part_of(&pointer, host) {
                    Part::Nothing => {}
                    Part::Whole => return self.drop_all(&pointer, &message),
                    Part::At(part) => {
                        let message = fill(words::MALFORMED, &[("problem", &message)]);
                        let why = || NoRun::new(NoRunReason::Malformed, message);
                        self.wrong.entry(part).or_insert_with(why);
                    }
                }
            }
        }
    }

    fn drop_all(&mut self, pointer: &str, problem: &str) {
        let pointer = self.existing(pointer);
        let word = if pointer.is_empty() { words::DROPPED_WHOLE } else { words::DROPPED };
        let message = fill(word, &[("problem", problem), ("pointer", &quoted(pointer))]);
        let because = Some(self.pointer(pointer));
        self.stop = Some(NoRun { because, ..NoRun::new(NoRunReason::Dropped, message) });
    }

    /// Returns a place in the document, or the one around a value that is missing.
    fn existing<'p>(&self, pointer: &'p str) -> &'p str {
        let (mut value, mut end) = (self.document, 0);
        for step in pointer.split('/').skip(1) {
            let inner = match value {
                Value::Object(map) => map.get(&step.replace("~1", "/").replace("~0", "~")),
                Value::Array(items) => step.parse::<usize>().ok().and_then(|index| items.get(index)),
                _ => None,
            };
            let Some(inner) = inner else { break };
            (value, end) = (inner, end + 1 + step.len());
        }
        pointer.get(..end).unwrap_or_default()
    }

    /// Returns a part of the document.
    pub(super) fn pointer(&self, pointer: &str) -> SettingsPointer {
        SettingsPointer { source: number(self.index), pointer: pointer.to_owned() }
    }

    /// Returns the values outside of the hooks that drop the document, and hooks at a wrong place.
    fn refused(&mut self, host: Host<'_>) -> Vec<Mistake> {
        let mut found = Vec::new();
        let document = self.document;
        for it in REFUSED.iter().filter(|it| document.is_object() && it.is_about(self.of.name, host)) {
            let values = at(document, it.at);
            if values.is_empty() && it.required {
                found.push(format!("/{}", escaped(it.at.first().unwrap_or(&""))));
            }
            found.extend(values.into_iter().filter(|(_, value)| !it.accepts(value)).map(|(pointer, _)| pointer));
        }
        let found = found.into_iter().map(of_refused);
        let misplaced = self.misplaced(Broken::of(host).elsewhere).into_iter();
        let misplaced = misplaced.map(|(pointer, name)| (pointer, fill(words::MISPLACED_EVENT, &[("event", name)])));
        found.chain(misplaced).collect()
    }

    /// Returns the events that are beside the object with the events, or below another name in it.
    pub(super) fn misplaced(&self, names: &[&'static str]) -> Vec<(String, &'static str)> {
        let roots = roots_of(self.of);
        let Some(document) = self.object().filter(|_| !names.is_empty() && !roots.is_empty()) else {
            return Vec::new();
        };
        let is_root = |key: &str| roots.contains(&key);
        let respelled = in_names(document).filter(|(key, _)| !is_root(key) && is_root(&key.to_lowercase()));
        let respelled = respelled.map(|(key, value)| (format!("/{}", escaped(key)), value.as_object()));
        let in_events = self.events.iter().flat_map(|(pointer, events)| {
            let others = in_names(events).filter(|(key, _)| event_of(key).is_none());
            others.map(move |(key, value)| (format!("{pointer}/{}", escaped(key)), value.as_object()))
        });
        let beside = std::iter::once((String::new(), Some(document))).chain(respelled).chain(in_events);
        let below = |(pointer, object): (String, Option<&Map<String, Value>>)| {
            let found = names.iter().filter(|name| object.is_some_and(|it| it.contains_key(**name)));
            found.map(|name| (format!("{pointer}/{name}"), *name)).collect::<Vec<_>>()
        };
        beside.flat_map(below).collect()
    }

    /// Returns the values that are not valid, except in what this version of the host does not know.
    fn invalid(&mut self, host: Host<'_>) -> Vec<Mistake> {
        let problems = problems_of(self.document, self.of, host.version, None);
        // What a host does not know, it does not refuse.
        let is_unknown =
            |severity, code| severity == ProblemSeverity::Ignored && code == ProblemCode::UnsupportedByHost;
        let unknown = problems.iter().filter(|it| is_unknown(it.severity, it.code));
        self.unknown = unknown.map(|it| it.pointer.clone()).collect();
        let rejected = problems.into_iter().filter(|it| it.severity == ProblemSeverity::Rejected);
        rejected.filter(|it| !self.is_unknown(&it.pointer)).map(|it| (it.pointer, it.message)).collect()
    }

    /// Returns true if a pointer is in a part that this version of the host does not know.
    fn is_unknown(&self, pointer: &str) -> bool {
        let above = || std::iter::successors(Some(pointer), |it| it.rsplit_once('/').map(|(above, _)| above));
        !self.unknown.is_empty() && above().any(|it| !it.is_empty() && self.unknown.contains(it))
    }

    /// Returns the events and handlers that this version of the host does not have, and texts that it cannot read.
    fn not_of_host(&mut self, host: Host<'_>) -> Vec<Mistake> {
        let mut found = Vec::new();
        for (pointer, events) in &self.events {
            for (name, groups) in in_names(events) {
                let below = format!("{pointer}/{}", escaped(name));
                if known_event(name, host).is_none() {
                    found.push((below.clone(), of_unknown(name)));
                }
                for (index, group) in groups.as_array().into_iter().flatten().enumerate() {
                    let handlers = group.get(HANDLERS).and_then(Value::as_array);
                    for (number, handler) in handlers.into_iter().flatten().enumerate() {
                        let place = || format!("{below}/{index}/{HANDLERS}/{number}");
                        handler_mistakes(handler, place, host, &mut found);
                    }
                }
            }
        }
        found
    }

    /// Returns the part that a mistake drops.
    fn part_of(&self, pointer: &str, host: Host<'_>) -> Part {
        let Some((inside, events)) = self.events_around(pointer) else {
            return if self.is_spared(pointer, host) { Part::Nothing } else { Part::Whole };
        };
        let steps: Vec<&str> = pointer.get(inside.len() + 1..).unwrap_or_default().split('/').collect();
        let Some((name, rest)) = steps.split_first() else { return Part::Whole };
        let reading = Broken::of(host);
        let last = pointer.rsplit_once('/').map_or("", |(_, last)| last);
        if reading.elsewhere.contains(&last) && event_of(name).is_none() {
            return Part::Whole;
        }
        let Some(event) = known_event(name, host) else {
            return if reading.unknown.has(&self.place.name) { Part::Whole } else { Part::Nothing };
        };
        if rest.is_empty() && reading.null && events.get(*name).is_some_and(Value::is_null) {
            return Part::Nothing;
        }
        let dropping = if rest.is_empty() { &reading.event } else { &reading.entry };
        if self.place.whole || dropping.has(&event) {
            return Part::Whole;
        }
        // A handler, a group or an event.
        let is_of_handler = rest.len() > 2 && rest.get(1) == Some(&HANDLERS);
        let depth = if is_of_handler { 4 } else { steps.len().min(2) };
        let steps = steps.into_iter().take(depth);
        Part::At(std::iter::once(inside).chain(steps).collect::<Vec<_>>().join("/"))
    }

    /// Returns the object with events that a pointer is in, with its pointer.
    fn events_around<'p>(&self, pointer: &'p str) -> Option<(&'p str, &'s Map<String, Value>)> {
        let longest = paths_of(self.of).iter().map(|path| path.len()).max().unwrap_or_default();
        let mut above = pointer.match_indices('/').take(longest + 1).filter_map(|(end, _)| pointer.get(..end));
        let events = |above| Some((above, self.events.get(*self.by_pointer.get(above)?)?.1));
        above.find_map(events)
    }

    /// Returns true if a mistake outside of the hooks drops nothing.
    fn is_spared(&self, pointer: &str, host: Host<'_>) -> bool {
        let Some((document, key)) = self.object().zip(pointer.split('/').nth(1)) else { return false };
        let keeps = self.place.keeps_broken_keys;
        if keeps.is_some() && host.has(keeps) && !roots_of(self.of).contains(&key) && event_of(key).is_none() {
            return true;
        }
        let value = document.get(key).unwrap_or(&Value::Null);
        SPARED.iter().any(|it| it.at == key && it.has(value))
    }

    /// Returns true if the settings of the document count. Those of some places do, even if its hooks are dropped.
    fn counts(&self, host: Host<'_>) -> bool {
        let keeps = self.place.required.is_some() && host.has(self.place.required);
        self.stop.is_none() || (keeps && self.is_dropped())
    }

    /// Returns true if the host reads nothing of the document: it is dropped, and has nothing but hooks.
    fn is_unreadable(&self) -> bool {
        let roots = roots_of(self.of);
        self.is_dropped() && self.object().is_none_or(|it| it.keys().all(|key| roots.contains(&key.as_str())))
    }

    /// Returns true if the document is dropped because of a mistake.
    pub(super) fn is_dropped(&self) -> bool {
        self.stop.as_ref().is_some_and(|it| it.reason == NoRunReason::Dropped)
    }
}

/// What a mistake drops.
enum Part {
    Nothing,
    At(String),
    Whole,
}

/// Adds the mistakes of a handler because of which a version of the host drops it.
fn handler_mistakes(handler: &Value, place: impl Fn() -> String, host: Host<'_>, found: &mut Vec<Mistake>) {
    let Some(kind) = handler.get(HandlerEntry::KIND).and_then(Value::as_str) else { return };
    for it in data::MALFORMED.iter().filter(|it| it.of == kind) {
        let text = handler.get(it.key).and_then(Value::as_str);
        if text.is_some_and(|text| !text.contains(it.contains)) {
            found.push(of_refused(format!("{}/{}", place(), escaped(it.key))));
        }
    }
    if let Some(since) = TypeFacts::of(kind).and_then(|it| it.since).filter(|since| !host.has(Some(since))) {
        found.push((place(), fill(words::TYPE_SINCE, &[("type", kind), ("since", &since.shown())])));
    }
}

/// Returns the mistake of a value that the host does not accept.
fn of_refused(pointer: String) -> Mistake {
    let message = fill(words::REFUSED_VALUE, &[("pointer", &quoted(&pointer))]);
    (pointer, message)
}

/// Finds the documents of the same plugin, skill or agent: of the same folder, or of the same name.
fn find_owners<'s>(sources: &mut [Source<'s>]) {
    let mut roots: HashMap<Named<'s>, &'s str> = HashMap::new();
    for it in &*sources {
        if let (Some(root), Some(name)) = (it.given.root, it.given.name) {
            roots.entry((it.place.name, name)).or_insert(root);
        }
    }
    for it in sources {
        let (place, given) = (it.place.name, it.given);
        let root = given.root.or_else(|| roots.get(&(place, given.name?)).copied());
        it.owner = match (root, given.name) {
            (Some(root), _) => Scope::Root(place, root),
            (None, Some(name)) => Scope::Name(place, name),
            (None, None) => it.owner,
        };
    }
}

/// Drops what depends on another document that cannot be read.
fn drop_together(sources: &mut [Source<'_>]) {
    let mut dropped: HashMap<Scope<'_>, NoRun> = HashMap::new();
    for source in &*sources {
        let is_needed = source.place.together.is_some_and(|it| it.name == source.of.name);
        if let Some(stop) = source.stop.as_ref().filter(|_| is_needed && source.is_dropped()) {
            dropped
                .entry(source.owner)
                .or_insert_with(|| NoRun { message: words::TOGETHER.to_owned(), ..stop.clone() });
        }
    }
    for source in sources.iter_mut().filter(|it| it.stop.is_none()) {
        source.stop = dropped.get(&source.owner).cloned();
    }
}

/// Stops all documents if the host does not start.
fn stop_all(sources: &mut [Source<'_>], host: Host<'_>) {
    for place in PLACES.iter().filter(|it| it.required.is_some() && host.has(it.required)) {
        let own = || sources.iter().filter(|it| it.place.name == place.name);
        let Some(first) = own().next().filter(|_| own().all(Source::is_unreadable)) else { continue };
        let because = first.stop.as_ref().and_then(|it| it.because.clone());
        let message = fill(words::NOT_STARTED, &[("place", place.title)]);
        let stop = NoRun { because, ..NoRun::new(NoRunReason::NotStarted, message) };
        for source in sources.iter_mut().filter(|it| it.stop.is_none()) {
            source.stop = Some(stop.clone());
        }
    }
}

/// Switches hooks off because of a setting.
fn switch_off(sources: &mut [Source<'_>], switch: &Switch, host: Host<'_>) {
    let Some(decisive) = decisive(sources, switch, host) else { return };
    let of = decisive.place;
    let because = decisive.pointer(&format!("/{}", escaped(switch.key)));
    let message = |word| fill(word, &[("key", switch.key), ("place", of.title)]);
    for source in sources.iter_mut().filter(|it| it.stop.is_none()) {
        let name = source.place.name;
        if switch.keeps.contains(&name) && !switch.none_if.contains(&of.name) {
            continue;
        }
        let can_be_forced = switch.forced.contains(&name) && host.has(switch.forced_since);
        let forced = if can_be_forced { source.given.forced } else { Some(false) };
        if switch.unsure.contains(&name) {
            source.doubts.push((RunCondition::Switch, message(words::SWITCH_UNSURE)));
        } else if forced.is_none() {
            source.doubts.push((RunCondition::Plugin, words::FORCED.to_owned()));
        } else if forced == Some(false) {
            let because = Some(because.clone());
            source.stop = Some(NoRun { because, ..NoRun::new(NoRunReason::Disabled, message(words::DISABLED)) });
        }
    }
}

/// Returns the document that switches hooks off, if one does.
fn decisive<'a, 's>(sources: &'a [Source<'s>], switch: &Switch, host: Host<'_>) -> Option<&'a Source<'s>> {
    let mut found = None;
    for place in switch.places {
        for source in sources.iter().filter(|it| it.place.name == *place && it.counts(host)) {
            match source.object().and_then(|it| switch.reads(it.get(switch.key).unwrap_or(&Value::Null))) {
                Some(true) => found = Some(source),
                Some(false) => found = None,
                None => {}
            }
        }
    }
    found
}

/// Returns the switches of a document that do not count in its place, and the files that are not among the sources.
fn notes_of(source: &Source<'_>, sources: &[Source<'_>], host: Host<'_>) -> Vec<(String, NoRun)> {
    let place = source.place;
    let Some(document) = source.object().filter(|_| source.stop.is_none() && !place.functions) else {
        return Vec::new();
    };
    let is_on = |it: &Switch| document.get(it.key).and_then(|value| it.reads(value)) == Some(true);
    let switches = SWITCHES.iter().filter(|it| !it.places.contains(&place.name) && it.holds_for(host) && is_on(it));
    let mut notes: Vec<_> = switches
        .map(|it| {
            let titles: Vec<&str> = it.places.iter().map(|name| data::place(*name).title).collect();
            let message = fill(words::NO_SWITCH, &[("key", it.key), ("places", &titles.join(", "))]);
            (format!("/{}", escaped(it.key)), NoRun::new(NoRunReason::WithoutEffect, message))
        })
        .collect();
    let is_manifest = |it: &Source<'_>| place.together.is_some_and(|of| of.name == it.of.name);
    let Some(key) = place.files.filter(|_| is_manifest(source)) else { return notes };
    let paths: HashSet<&str> = match document.get(key) {
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        named => named.and_then(Value::as_str).into_iter().collect(),
    };
    let others = sources.iter().filter(|it| it.owner == source.owner && !is_manifest(it));
    if others.count() < paths.len() {
        notes.push((format!("/{}", escaped(key)), NoRun::new(NoRunReason::NotGiven, words::NOT_GIVEN)));
    }
    notes
}

/// Returns the paths of the objects with events in documents of a type.
fn paths_of(of: &Type) -> &'static [&'static [&'static str]] {
    DOCUMENTS.iter().find(|(name, _)| *name == of.name).map_or(&[], |(_, paths)| paths)
}

/// Returns the first steps of these paths.
fn roots_of(of: &Type) -> Vec<&'static str> {
    paths_of(of).iter().filter_map(|path| path.first().copied()).collect()
}

/// Returns the entries of an object in the order of their names, which the map of a crate need not have.
pub(super) fn in_names(map: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    let mut all: Vec<_> = map.iter().collect();
    all.sort_unstable_by_key(|(key, _)| *key);
    all.into_iter()
}

/// Returns the event of a name.
pub(super) fn event_of(name: &str) -> Option<HookEvent> {
    HookEvent::ALL.iter().copied().find(|it| it.as_str() == name)
}

/// Returns the event of a name, if this version of the host has it.
fn known_event(name: &str, host: Host<'_>) -> Option<HookEvent> {
    event_of(name).filter(|event| host.has(data::event(*event).since))
}

/// Returns the message about an event that this version of the host does not have.
fn of_unknown(name: &str) -> String {
    let since = event_of(name).and_then(|event| Some((event, data::event(event).since?)));
    let unknown = || fill(words::EVENT_UNKNOWN, &[("name", &quoted(name))]);
    since.map_or_else(unknown, |(event, since)| event_since(event, since))
}

/// Returns the message that an older host does not have an event.
pub(super) fn event_since(event: HookEvent, since: &Since) -> String {
    fill(words::EVENT_SINCE, &[("event", event.as_str()), ("since", &since.shown())])
}

/// Returns an index as the contract has it.
pub(super) fn number(index: usize) -> i64 {
    i64::try_from(index).unwrap_or(i64::MAX)
}
