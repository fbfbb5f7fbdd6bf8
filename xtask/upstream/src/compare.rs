//! The differences between the facts of a host version and a contract.
//!
//! Inputs must be readable: the contract allows what the declarations allow. Replies must be accepted: the declarations
//! allow what the contract allows.

use std::collections::{BTreeMap, BTreeSet};

use hookwire_codegen::compat::State;
use hookwire_codegen::internal::model::{Origin, Row};
use serde::Serialize;

use crate::facts::{Event, Fact, Facts, Fields, join, plain};
pub use crate::kind::Kind;
use crate::known::Known;
use crate::outline::{Place, Word, is_declared};

/// A difference.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Difference {
    /// The kind.
    pub kind: Kind,
    /// Where it is: `PreToolUse.input/mcp_server`, `StopFailure.input/error=overloaded`, `Bash.response/stdout`.
    pub at: String,
    /// What differs, in words.
    pub what: String,
    /// The file of the schema set to change.
    pub file: String,
    /// The JSON pointer to change.
    pub pointer: String,
    /// The new part, if it can be drafted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<Draft>,
}

/// What a new field or word is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draft {
    /// A field with this name and type.
    Field {
        /// The name.
        name: String,
        /// It is always there.
        required: bool,
        /// The JSON types.
        types: Vec<String>,
        /// The words, if it has a list of words.
        values: Vec<String>,
    },
    /// A word.
    Value {
        /// The word.
        value: String,
    },
}

/// Who writes the values: it decides which side must allow the other's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// The host writes, a hook reads.
    Input,
    /// A hook or a settings file writes, the host reads.
    Output,
}

/// Compares facts with a contract as of some version.
#[must_use]
pub fn compare(facts: &Facts, state: &State<'_>, known: &Known) -> Vec<Difference> {
    let mut found = Comparison { state, found: BTreeMap::new() };
    found.events(facts);
    found.tools(facts, known);
    found.fields("settings", &facts.settings, Place::of(state, ["HooksSettings"]), Direction::Output);
    for (name, fields) in &facts.messages {
        let of = known.messages.get(name).unwrap_or(name);
        found.fields(name, fields, Place::of(state, [of.as_str()]), Direction::Input);
    }
    found.observed(facts);
    let is_right = |one: &Difference| known.accepted.iter().any(|it| (it.kind, &it.at) == (one.kind, &one.at));
    // The name of a new event is in each list of events, too. With the event's schemas, the contract has it in all of them.
    let is_named = |one: &Difference| {
        let word = one.at.rsplit_once('=').filter(|_| one.kind == Kind::NewValue).map(|(_, word)| word);
        word.is_some_and(|name| facts.events.contains_key(name) && state.event(name).is_none())
    };
    found.found.into_values().filter(|one| !is_right(one) && !is_named(one)).collect()
}

struct Comparison<'a> {
    state: &'a State<'a>,
    /// By kind, location in the schemas and words: types that several fields have are reported once.
    found: BTreeMap<(Kind, String, String, String), Difference>,
}

impl<'a> Comparison<'a> {
    fn add(&mut self, kind: Kind, at: String, what: String, (file, pointer): (String, String), draft: Option<Draft>) {
        let detail = match &draft {
            Some(Draft::Value { value }) => value.clone(),
            _ => String::new(),
        };
        let key = (kind, file.clone(), pointer.clone(), detail);
        self.found.entry(key).or_insert(Difference { kind, at, what, file, pointer, draft });
    }

    fn events(&mut self, facts: &Facts) {
        let state = self.state;
        let catalogue = |event: &str| ("events.json".to_owned(), format!("/events/{event}"));
        for name in facts.events.keys().filter(|name| state.event(name).is_none()) {
            let what = format!("the event `{name}` is new: CONTRIBUTING.md has a section about adding one");
            self.add(Kind::NewEvent, name.clone(), what, catalogue(name), None);
        }
        for event in state.events().filter(|it| !facts.events.contains_key(&it.name)) {
            let what = format!("the event `{}` is gone", event.name);
            self.add(Kind::GoneEvent, event.name.clone(), what, catalogue(&event.name), None);
        }
        self.fields("input", &facts.input, Place::of(state, ["HookInputBase"]), Direction::Input);
        let outputs: Vec<&str> = state.events().map(|it| it.output.as_str()).collect();
        let mut output = Place::of(state, outputs);
        output.objects.retain(|(def, _)| def.name != "AsyncHookOutput");
        // A new field of all replies belongs into their base.
        if let Some(base) = Place::of(state, ["HookOutputBase"]).objects.pop() {
            output.objects.insert(0, base);
        }
        let mut declared = facts.output.clone();
        declared.insert("hookSpecificOutput".to_owned(), any_object());
        self.fields("output", &declared, output, Direction::Output);
        self.fields("background", &facts.background, Place::of(state, ["AsyncHookOutput"]), Direction::Output);
        for (name, event) in &facts.events {
            self.event(name, event);
        }
    }

    fn observed(&mut self, facts: &Facts) {
        let Some(observed) = &facts.observed else { return };
        for case in &observed.cases {
            let event = case.split('/').next().unwrap_or_default();
            let what = format!(
                "the host does something else than is recorded: `cargo xtask observe --host {} --case {case}`",
                facts.host
            );
            // The key of a difference is its pointer, and each case is one.
            let to = ("events.json".to_owned(), format!("/events/{event}"));
            let draft = None;
            let one =
                Difference { kind: Kind::ChangedBehaviour, at: case.clone(), what, file: to.0, pointer: to.1, draft };
            self.found.insert((one.kind, one.file.clone(), one.pointer.clone(), case.clone()), one);
        }
        for (event, keys) in &observed.keys {
            let input = self.state.event(event).map(|it| Place::of(self.state, [it.input.as_str()]));
            let of = input.as_ref().and_then(|it| it.objects.first()).map(|(def, _)| &def.origin);
            for key in keys {
                let to = match of {
                    Some(origin) if !key.contains(['.', '[', '<']) => below(key)(origin),
                    Some(origin) => located(origin),
                    None => ("events.json".to_owned(), format!("/events/{event}")),
                };
                let what = format!("real inputs have the key `{key}`");
                self.add(Kind::NewKey, format!("{event}.input/{key}"), what, to, None);
            }
        }
    }

    fn event(&mut self, name: &str, declared: &Event) {
        let state = self.state;
        let Some(event) = state.event(name) else { return };
        let mut input = Place::of(state, [event.input.as_str()]);
        // Only the own fields: those of every input are compared once.
        let base: BTreeSet<String> =
            Place::of(state, ["HookInputBase"]).keys(state).map(|it| it.name.clone()).collect();
        let own = &declared.input;
        input.is_open = false;
        self.fields_without(&format!("{name}.input"), own, input, Direction::Input, &base);
        let output = Place::of(state, [event.output.as_str()]);
        let specific = output.key(state, "hookSpecificOutput");
        let at = format!("{name}.output");
        match (&declared.specific, specific) {
            (Some(fields), Some(place)) => self.fields(&at, fields, place, Direction::Output),
            (Some(_), None) => {
                let place = output.objects.iter().map(|(def, _)| &def.origin).find(|it| !it.file.contains("common"));
                let to = place.map_or_else(|| ("events.json".to_owned(), String::new()), below("hookSpecificOutput"));
                self.add(Kind::NewField, at, format!("replies to `{name}` have `hookSpecificOutput`"), to, None);
            }
            (None, Some(place)) => {
                if let Some(field) = place.fields.first().filter(|it| is_declared(&it.facts.source)) {
                    let what = format!("replies to `{name}` have no `hookSpecificOutput`");
                    self.add(Kind::GoneField, at, what, located(&field.origin), None);
                }
            }
            (None, None) => {}
        }
    }

    fn tools(&mut self, facts: &Facts, known: &Known) {
        let rows: Vec<&Row> = self.state.rows("tools").collect();
        let mut seen = BTreeSet::new();
        for (declared, tool) in &facts.tools {
            let name = known.tools.get(declared).unwrap_or(declared);
            let Some(row) = rows.iter().find(|row| row.name == *name) else {
                let what = format!("the tool with the types of `{declared}` is new");
                let to = ("tools.json".to_owned(), format!("/rows/{declared}"));
                self.add(Kind::NewTool, declared.clone(), what, to, None);
                continue;
            };
            seen.insert(row.name.as_str());
            for (column, fields) in [("input", &tool.input), ("response", &tool.response)] {
                let of = row.cells.get(column).and_then(Option::as_deref);
                if let (Some(fields), Some(of)) = (fields, of) {
                    let place = Place::of(self.state, [of]);
                    self.fields(&format!("{name}.{column}"), fields, place, Direction::Input);
                }
            }
        }
        let has_types = |row: &&&Row| row.cells.values().any(Option::is_some) && is_declared(&sources(row));
        for row in rows.iter().filter(has_types).filter(|row| !seen.contains(row.name.as_str())) {
            let to = ("tools.json".to_owned(), format!("/rows/{}", row.name));
            let what = format!("the declarations have no types of the tool `{}`", row.name);
            self.add(Kind::GoneTool, row.name.clone(), what, to, None);
        }
    }

    fn fields(&mut self, root: &str, fields: &Fields, place: Place<'a>, direction: Direction) {
        self.fields_without(root, fields, place, direction, &BTreeSet::new());
    }

    /// Compares the fields of a value. Keys of the contract in `elsewhere` are declared elsewhere.
    fn fields_without(
        &mut self,
        root: &str,
        fields: &Fields,
        place: Place<'a>,
        direction: Direction,
        elsewhere: &BTreeSet<String>,
    ) {
        for (path, fact) in fields {
            self.declared(root, path, fact, &place, direction);
        }
        let mut keys: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for path in fields.keys() {
            let (above, key) = path.rsplit_once('/').unwrap_or(("", path));
            keys.entry(plain(above)).or_default().insert(key);
        }
        let plain_fields: BTreeSet<String> = fields.keys().map(|path| plain(path)).collect();
        for path in &plain_fields {
            let Some(here) = self.at(&place, path) else { continue };
            let of_object = keys.get(path).cloned().unwrap_or_default();
            let is_object = fields.iter().any(|(at, fact)| plain(at) == *path && fact.types.contains("object"));
            if !is_object || of_object.contains("*") {
                continue;
            }
            let is_gone = |name: &str| !(of_object.contains(name) || path.is_empty() && elsewhere.contains(name));
            // An object of which nothing is declared is any object.
            let is_described = !of_object.is_empty() || fields.len() == 1;
            let gone: Vec<_> = here
                .keys(self.state)
                .filter(|it| is_described && is_gone(&it.name) && is_declared(&it.facts.source))
                .map(|it| (it.name.clone(), it.origin.clone()))
                .collect();
            for (name, origin) in gone {
                let at = format!("{root}/{}", join(path, &name));
                self.add(Kind::GoneField, at, format!("the field `{name}` is gone"), located(&origin), None);
            }
        }
    }

    /// Returns what the contract has at a path; `None` if it does not have the path.
    fn at(&self, root: &Place<'a>, path: &str) -> Option<Place<'a>> {
        let mut place = root.clone();
        for segment in path.split('/').filter(|it| !it.is_empty()) {
            place = step(self.state, &place, segment)?;
        }
        Some(place)
    }

    /// Compares a declared value with the contract.
    fn declared(&mut self, root: &str, path: &str, fact: &Fact, of: &Place<'a>, direction: Direction) {
        if path.is_empty() {
            return;
        }
        let (above, segment) = path.rsplit_once('/').unwrap_or(("", path));
        // What is new as a whole is reported once.
        let Some(parent) = self.at(of, above) else { return };
        if parent.is_any() {
            return;
        }
        let at = if path.is_empty() { root.to_owned() } else { format!("{root}/{path}") };
        let Some(here) = step(self.state, &parent, segment) else {
            let Some((def, _)) = parent.objects.first().filter(|_| !parent.is_free()) else { return };
            let draft = Draft::Field {
                name: segment.to_owned(),
                required: !fact.optional,
                types: fact.types.iter().cloned().collect(),
                values: fact.values.iter().cloned().collect(),
            };
            let to = below(segment)(&def.origin);
            self.add(Kind::NewField, at, format!("the field `{segment}` is new"), to, Some(draft));
            return;
        };
        self.words(&at, fact, &here);
        self.types(&at, fact, &here, parent.objects.len(), direction);
    }

    fn words(&mut self, at: &str, fact: &Fact, here: &Place<'a>) {
        if fact.values.is_empty() || here.is_any() {
            return;
        }
        let to = here.enums.first().map(|def| &def.origin).or(here.fields.first().map(|it| &it.origin));
        let is_list = !here.words.is_empty();
        for word in fact.values.iter().filter(|word| is_list && !here.words.contains_key(word.as_str())) {
            let (file, pointer) = to.map(located).unwrap_or_default();
            let pointer = if here.enums.is_empty() { pointer } else { format!("{pointer}/enum") };
            let draft = (!here.enums.is_empty()).then(|| Draft::Value { value: word.clone() });
            self.add_word(Kind::NewValue, at, word, "is new", (file, pointer), draft);
        }
        let gone = |(word, it): &(&&str, &Word<'_>)| it.is_declared && !fact.values.contains(**word);
        let gone: Vec<(String, Origin)> =
            here.words.iter().filter(gone).map(|(word, it)| ((*word).to_owned(), it.origin.clone())).collect();
        for (word, origin) in gone {
            self.add_word(Kind::GoneValue, at, &word, "is gone", located(&origin), None);
        }
    }

    fn add_word(&mut self, kind: Kind, at: &str, word: &str, verb: &str, to: (String, String), draft: Option<Draft>) {
        let key = (kind, to.0.clone(), to.1.clone(), word.to_owned());
        let difference = Difference {
            kind,
            at: format!("{at}={word}"),
            what: format!("the value `{word}` {verb}"),
            file: to.0,
            pointer: to.1,
            draft,
        };
        self.found.entry(key).or_insert(difference);
    }

    /// Compares the types of a field, and whether it can be absent. `objects` is the number of objects that could have it.
    fn types(&mut self, at: &str, fact: &Fact, here: &Place<'a>, objects: usize, direction: Direction) {
        let Some(field) = here.fields.first() else { return };
        let theirs: BTreeSet<&str> = fact.types.iter().map(String::as_str).collect();
        let ours: BTreeSet<&str> = here.types.iter().copied().collect();
        let (narrow, wide) = match direction {
            Direction::Input => (&theirs, &ours),
            Direction::Output => (&ours, &theirs),
        };
        let fits = wide.contains("any") || narrow.contains("any") || narrow.is_subset(wide);
        if !fits {
            let list = |types: &BTreeSet<&str>| types.iter().copied().collect::<Vec<_>>().join(" or ");
            let what = format!("the declarations say {}, and the contract {}", list(&theirs), list(&ours));
            self.add(Kind::ChangedType, at.to_owned(), what, located(&field.origin), None);
        }
        let is_required = here.fields.len() == objects && here.fields.iter().all(|it| it.required);
        let what = match direction {
            Direction::Input if fact.optional && is_required => "it can be absent, and the contract requires it",
            Direction::Output if !fact.optional && !is_required && !at.starts_with("output/") => {
                "it is required, and can be absent in the contract"
            }
            _ => return,
        };
        self.add(Kind::ChangedPresence, at.to_owned(), what.to_owned(), located(&field.origin), None);
    }
}

/// Returns what the contract has at the next segment of a path.
fn step<'a>(state: &'a State<'a>, place: &Place<'a>, segment: &str) -> Option<Place<'a>> {
    if segment == "[]" {
        return Some(place.items(state)).filter(|_| place.types.contains("list"));
    }
    if segment == "*" {
        // Structs stand for objects with any keys where the contract knows the keys, such as events.
        let mut all = place.values(state);
        for field in place.keys(state) {
            all = merged(all, place.key(state, &field.name));
        }
        return Some(all);
    }
    if let Some((key, words)) = segment.strip_prefix('{').and_then(|it| it.strip_suffix('}')?.split_once('=')) {
        return Some(place.only(state, key, &words.split('|').collect::<Vec<_>>()))
            .filter(|it| !it.objects.is_empty() || place.objects.is_empty());
    }
    place.key(state, segment)
}

fn merged<'a>(mut one: Place<'a>, other: Option<Place<'a>>) -> Place<'a> {
    if let Some(other) = other {
        one.merge(other);
    }
    one.fields.clear();
    one
}

fn any_object() -> Fact {
    Fact { optional: true, types: BTreeSet::from(["any".to_owned()]), values: BTreeSet::new() }
}

fn sources(row: &Row) -> Vec<String> {
    let all = row.facts["source"].as_array().cloned().unwrap_or_default();
    all.iter().filter_map(|it| Some(it.as_str()?.to_owned())).collect()
}

fn located(origin: &Origin) -> (String, String) {
    (origin.file.clone(), origin.pointer.clone())
}

/// Returns the location of a property of the type at a location.
fn below(key: &str) -> impl Fn(&Origin) -> (String, String) {
    move |origin| (origin.file.clone(), format!("{}/properties/{key}", origin.pointer))
}
