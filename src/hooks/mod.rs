//! Hooks: the only module that knows events, replies, handlers, matchers, tools and prompts.
//!
//! A set lists its features in `codegen.toml`, and each feature has its file here. It declares its requirements, reads
//! its part of the catalogue once, and adds to two things: the value that templates see under `features`, and the
//! validation plan.
//!
//! | file | holds |
//! |---|---|
//! | [`catalogue`] | the typed catalogue, and the functions to read parts of it |
//! | [`cell`] | the parts of the catalogue that several features read |
//! | [`feature`] | the definition of a feature |
//! | [`problems`] | the types of problems, from the set |
//! | [`events`] | the events, each with its types |
//! | [`derive`] | schemas that list every event |
//! | [`replies`] | reading inputs and replies of any event |
//! | [`effects`] | the fields of a reply without effect, for [`replies`] |
//! | [`matchers`] | reading the matchers of the events |
//! | [`tools`] | the tool of a call |
//! | [`prompts`] | the outcome of a model's answer |
//! | [`outcomes`] | what the host does with the result of a hook |
//! | [`exits`] | what profiles say about that, for [`outcomes`] |
//! | [`blocks`] | what the user and the agent see of it |
//! | [`queue`] | the questions to the user |
//! | [`runtime`] | what a hook can say on each event, and what happens if it fails |
//! | [`samples`] | payloads for tests of hooks |
//! | [`results`] | the replies that report the result of a validator |
//! | [`transcripts`] | the reader of the transcript of a session |
//! | [`settings`] | the parts of a settings file without effect on some events |
//! | [`registration`] | matchers, conditions and commands in a settings file that cannot do what they say |
//! | [`commands`] | the commands that a line of a shell runs |
//! | [`guard`] | the example of the packages |
//! | [`reference`](mod@reference) | the pages of the events |
//! | [`callbacks`] | the page about hooks that are functions |
//! | [`host`] | the page for programs that run hooks |
//! | [`command`] | the command line program, which pages name |
//! | [`cookbook`] | pages with whole hooks |
//! | [`changes`] | the changes of the host that no schema shows |
//! | [`meanings`] | the meanings of the words in cells of the catalogue |
//! | [`wire`] | the words of the host that the functions know by their meaning |
//! | [`words`] | the messages |
//!
//! To add a feature, write its file and list it in [`FEATURES`].

mod blocks;
mod callbacks;
mod catalogue;
mod cell;
mod changes;
mod command;
mod commands;
mod cookbook;
mod derive;
mod effects;
mod events;
mod exits;
mod feature;
mod guard;
mod host;
mod matchers;
mod meanings;
mod outcomes;
mod problems;
mod prompts;
mod queue;
mod reference;
mod registration;
mod replies;
mod results;
mod runtime;
mod samples;
mod selection;
mod settings;
mod tools;
mod transcripts;
mod wire;
mod words;

use std::sync::Arc;

use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::SchemaSet;
use crate::model::Contract;
use crate::nearest::instead_of;
use crate::profile::Profile;
use crate::render::Extras;
use crate::validation::{NEUTRAL, ValidationPlan, Vocabulary};

pub use catalogue::Catalogue;
pub use changes::{HostChange, HostChangeKind, changes};
pub use derive::derive;
pub use events::Event;
pub use feature::{Feature, Part, Sources};
pub use wire::Wire;
use words::VOCABULARY;

/// Every feature that a set can list, in the order in which they add to the plan.
pub const FEATURES: &[Feature] = &[
    problems::FEATURE,
    events::FEATURE,
    replies::FEATURE,
    tools::FEATURE,
    matchers::FEATURE,
    prompts::FEATURE,
    outcomes::FEATURE,
    blocks::FEATURE,
    queue::FEATURE,
    settings::FEATURE,
    registration::FEATURE,
    selection::FEATURE,
    commands::FEATURE,
    results::FEATURE,
    runtime::FEATURE,
    samples::FEATURE,
    transcripts::FEATURE,
    guard::FEATURE,
    reference::FEATURE,
    callbacks::FEATURE,
    host::FEATURE,
    cookbook::FEATURE,
    command::FEATURE,
];

/// The features that a set lists, each with its data.
#[derive(Debug, Clone, Default)]
pub struct Hooks {
    parts: Vec<(&'static str, Arc<dyn Part>)>,
    /// The events as templates see them.
    pub events: Vec<Event>,
    /// The catalogue, with the words of the host.
    pub catalogue: Catalogue,
    /// The changes of the host that no schema shows, the oldest first.
    pub changes: Vec<HostChange>,
}

impl Hooks {
    /// Reads every feature of a set.
    ///
    /// # Errors
    /// The set lists an unknown feature, or a feature's requirements or its part of the catalogue are missing or wrong.
    pub fn read(set: &SchemaSet, contract: &Contract, catalogue: &Catalogue) -> Result<Self, Diagnostics> {
        // The features look for the words in the types.
        let mut found = catalogue.wire.check(contract, catalogue);
        found.extend(catalogue.meanings.check(catalogue));
        if found.has_errors() {
            return Err(found);
        }
        let mut parts = Vec::new();
        let sources = Sources { set, contract, catalogue };
        for feature in FEATURES.iter().filter(|feature| set.has_feature(feature.name)) {
            let missing = missing_requirements(feature, &sources);
            if missing.has_errors() {
                found.extend(missing);
                continue;
            }
            match (feature.read)(&sources) {
                Ok(part) => parts.push((feature.name, Arc::from(part))),
                Err(errors) => found.extend(errors),
            }
        }
        let changes = changes(set, catalogue, &mut found);
        let events = events::listed(contract, catalogue);
        found.or(()).map(|_| Self { parts, events, catalogue: catalogue.clone(), changes })
    }

    /// Returns the values that templates see besides the contract: `features`, with the data of each feature that the
    /// set lists and `false` for every other; `events`, `catalogue` and `wire`; and `[event]`, which repeats a file over the
    /// events.
    pub fn extras(&self, contract: &Contract) -> Extras {
        let data = |name: &str| self.parts.iter().find(|(known, _)| *known == name).map(|(_, part)| part.data());
        let features =
            FEATURES.iter().map(|it| (it.name.to_owned(), data(it.name).unwrap_or(Value::Bool(false)))).collect();
        let patterns = self.has(matchers::FEATURE.name);
        let namespaces = FEATURES.iter().filter(|it| self.has(it.name)).filter_map(|it| it.namespace).collect();
        let needed = FEATURES.iter().filter(|it| self.has(it.name)).flat_map(|it| it.types).copied().collect();
        let mut extras = Extras {
            features,
            needed,
            patterns,
            collections: vec![events::collection(contract)],
            namespaces,
            ..Extras::default()
        };
        extras.set("events", &self.events);
        extras.set("event_type", &events::name_type(contract));
        extras.set("catalogue", self.catalogue.value());
        extras.set("wire", &self.catalogue.wire);
        extras
    }

    /// Returns true if the set lists the feature.
    pub fn has(&self, name: &str) -> bool {
        self.parts.iter().any(|(known, _)| *known == name)
    }

    /// Makes the validation plan of a set and its profiles, with the additions of each feature.
    pub fn plan(&self, contract: &Contract, profiles: &[Profile]) -> ValidationPlan {
        let vocabulary: &Vocabulary = if self.has(events::FEATURE.name) { &VOCABULARY } else { &NEUTRAL };
        let extend = |contract: &Contract, plan: &mut ValidationPlan| {
            self.parts.iter().for_each(|(_, part)| part.extend(contract, plan));
        };
        crate::validation::plan(contract, profiles, vocabulary, &extend)
    }
}

/// Prepares a loaded set: removes from its profiles the events that they do not have, and derives the schemas that list
/// every event. Returns the catalogue, which is read only here.
///
/// The diagnostics report unknown features, unknown events of profiles, and `x-each-event` without a catalogue or with
/// a wrong value.
pub fn prepare(set: &mut SchemaSet) -> (Catalogue, Diagnostics) {
    let mut found = check(set);
    let catalogue = Catalogue::read(set);
    found.extend(events::narrow(set, &catalogue));
    found.extend(derive(set, &catalogue));
    for profile in &mut set.profiles {
        // A profile repeats the schemas of the set, and their errors.
        let own = derive(&mut profile.set, &catalogue).0.into_iter().filter(|one| !found.0.contains(one)).collect();
        found.extend(Diagnostics(own));
    }
    (catalogue, found)
}

/// Reports unknown and repeated names in `features`, and a catalogue and parts of profiles that no feature reads.
fn check(set: &SchemaSet) -> Diagnostics {
    let mut found = Diagnostics::default();
    for (index, (name, place)) in set.features.iter().enumerate() {
        if set.features[..index].iter().any(|(known, _)| known == name) {
            let message = format!("the feature `{name}` is listed twice");
            found.push(Diagnostic::error(Code::Feature, message).at(place.clone()).instead("remove one of them"));
            continue;
        }
        if !FEATURES.iter().any(|feature| feature.name == name) {
            let all: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
            let advice = instead_of(name, all.iter().copied(), &format!("one of: {}", all.join(", ")));
            let message = format!("there is no feature `{name}`");
            found.push(Diagnostic::error(Code::Feature, message).at(place.clone()).instead(advice));
        }
    }
    if set.catalogue.is_some() && !set.has_feature(events::FEATURE.name) && found.0.is_empty() {
        found.push(
            Diagnostic::error(Code::Feature, "no feature reads the catalogue")
                .at(set.named_at.clone())
                .because("what it says would be in no package")
                .instead("add `features = [\"events\"]` to `[package]`, or take `catalogue` out of `[files]`"),
        );
    }
    if !set.has_feature(outcomes::FEATURE.name) {
        for profile in set.profiles.iter().filter(|it| !(it.file.exits.is_empty() && it.file.inside.is_empty())) {
            found.push(
                Diagnostic::error(Code::Feature, "no feature reads `exits` and `inside`")
                    .in_file(&profile.path)
                    .because("what it says would be in no package")
                    .instead("add `outcomes` to `features` in `codegen.toml`, or take them out"),
            );
        }
    }
    found
}

/// Reports requirements of a feature that the set does not meet.
fn missing_requirements(feature: &Feature, sources: &Sources<'_>) -> Diagnostics {
    let Sources { set, contract, catalogue } = *sources;
    let place = set.features.iter().find(|(name, _)| name == feature.name).map(|(_, place)| place.clone());
    let missing = |what: &str, name: &str, advice: String| {
        let message = format!("the feature `{}` needs the {what} `{name}`", feature.name);
        Diagnostic::error(Code::Feature, message)
            .at(place.clone().unwrap_or_else(|| set.named_at.clone()))
            .because("it cannot be generated without")
            .instead(advice)
    };
    let features = feature.needs.iter().filter(|name| !set.has_feature(name));
    let types = feature.types.iter().filter(|name| contract.get(name).is_none());
    let tables = feature.tables.iter().filter(|name| !contract.tables.contains_key(**name));
    let features = features.map(|name| missing("feature", name, format!("add `{name}` to `features`")));
    let types = types.map(|name| missing("type", name, format!("define `{name}`, or take the feature out")));
    let tables =
        tables.map(|name| missing("table", name, "add it under `[tables]`, or take the feature out".to_owned()));
    let words = feature.words.iter().filter(|meaning| catalogue.wire.word(meaning).is_none());
    let words = words.map(|meaning| {
        let advice = format!(
            "write `\"{meaning}\"` with the word of the host under `wire` in the catalogue, or take the feature out"
        );
        missing("word", meaning, advice)
    });
    Diagnostics(features.chain(types).chain(tables).chain(words).collect())
}
