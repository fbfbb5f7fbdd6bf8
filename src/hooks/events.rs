//! The events of the catalogue, each with its types, as templates see them.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use super::Catalogue;
use super::catalogue::EventEntry;
use super::feature::{Feature, Part, Plain, Sources};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::SchemaSet;
use crate::model::{Contract, Kind, Operation, TypeDef};
use crate::render::{Collection, Item};
use crate::schema::{JsonFile, step};

/// The events, which a catalogue lists.
pub const FEATURE: Feature =
    Feature { name: "events", needs: &[], types: &[], tables: &[], words: &[], namespace: Some("host"), read };

/// Checks that `specific` in the catalogue names the types that the outputs contain.
fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let mut found = Diagnostics::default();
    let wire = &sources.catalogue.wire;
    for event in &sources.catalogue.events {
        let has_context = sources.catalogue.facts(event).get("additional_context").is_some_and(|it| !it.is_null());
        if has_context && (wire.specific.is_empty() || wire.context.is_empty()) {
            let diagnostic =
                Diagnostic::error(Code::Catalogue, "nothing says which key of a reply `additional_context` is about")
                    .at(sources.catalogue.place(&step(&event.at, "additional_context")))
                    .because("it is below the key of the part that only its event has")
                    .instead("write both keys at the root: `\"wire\": {\"specific\": \"…\", \"context\": \"…\"}`");
            return Err(diagnostic.into());
        }
        let Some(output) = sources.contract.operations.named(&event.name).map(|it| &it.output) else { continue };
        let key = &wire.specific;
        if key.is_empty() && event.specific.is_some() {
            let diagnostic =
                Diagnostic::error(Code::Catalogue, "nothing says which key of a reply `specific` is about")
                    .at(sources.catalogue.place(&step(&event.at, "specific")))
                    .because("it is the type of the part that only this event has, below one key on every event")
                    .instead("write that key at the root: `\"wire\": {\"specific\": \"…\"}`");
            return Err(diagnostic.into());
        }
        let mut held = BTreeSet::new();
        let found_in = |def| specific(sources.contract, key, def, &mut held);
        sources.contract.get(output).into_iter().for_each(found_in);
        if held != event.specific.as_deref().into_iter().collect() {
            let held: Vec<String> = held.iter().map(|name| format!("`{name}`")).collect();
            let is = if held.is_empty() { "nothing".to_owned() } else { held.join(", ") };
            let diagnostic = Diagnostic::error(Code::Catalogue, format!("`{key}` of `{output}` holds {is}"))
                .at(sources.catalogue.place(&step(&event.at, "specific")))
                .because("the tables of every language are made from the catalogue")
                .instead("write that type here, or null where there is none");
            found.push(diagnostic);
        }
    }
    found.or(()).and_then(|_| Plain::read(sources))
}

/// Collects the types of the part of an output under this key, in any member of a union.
fn specific<'a>(contract: &'a Contract, key: &str, def: &'a TypeDef, held: &mut BTreeSet<&'a str>) {
    match &def.kind {
        Kind::Struct(it) => {
            for field in it.fields.iter().filter(|field| field.name == key) {
                field.expr.refs(&mut |name| {
                    held.insert(name);
                });
            }
        }
        Kind::Union(_) | Kind::Alias { .. } => {
            def.refs(&mut |name| contract.get(name).into_iter().for_each(|def| specific(contract, key, def, held)));
        }
        Kind::Enum(_) => {}
    }
}

/// Returns the enum of the names of all events, if the set defines it.
pub fn name_type(contract: &Contract) -> Option<&str> {
    let names: BTreeSet<&str> = contract.operations.each.iter().map(|it| it.name.as_str()).collect();
    let lists_them = |def: &&TypeDef| match &def.kind {
        Kind::Enum(it) => {
            !it.open && it.values.iter().map(|value| value.value.as_str()).collect::<BTreeSet<_>>() == names
        }
        _ => false,
    };
    contract.types.iter().find(lists_them).filter(|_| !names.is_empty()).map(|def| def.name.as_str())
}

/// An event with the types that belong to it, as templates see it.
#[derive(Debug, Clone, Serialize)]
pub struct Event {
    /// The name on the wire: `PreToolUse`.
    pub name: String,
    /// The module of its types: `pre-tool-use`.
    pub module: String,
    /// The type that a hook reads.
    pub input: String,
    /// The type that a hook writes.
    pub output: String,
    /// The type of its `hookSpecificOutput`, if it has one.
    pub specific: Option<String>,
    /// Its entry in the catalogue.
    pub facts: Value,
}

/// Returns the events that the contract has, in the order of the catalogue.
pub fn listed(contract: &Contract, catalogue: &Catalogue) -> Vec<Event> {
    let all = catalogue.events.iter().filter_map(|entry| Some((entry, contract.operations.named(&entry.name)?)));
    let listed = all.map(|(entry, operation)| Event {
        name: operation.name.clone(),
        module: operation.module.clone(),
        input: operation.input.clone(),
        output: operation.output.clone(),
        specific: entry.specific.clone(),
        facts: catalogue.facts(entry).clone(),
    });
    listed.collect()
}

/// Returns the collection that `[event]` repeats a file over.
pub fn collection(contract: &Contract) -> Collection {
    let item = |operation: &Operation| Item {
        name: operation.name.clone(),
        origin: contract.get(&operation.input).map(|def| def.origin.clone()),
        rename: "give the event another name in the catalogue".to_owned(),
    };
    let items = contract.operations.each.iter().map(item).collect();
    Collection { variable: "event", global: "events", is_module: false, items }
}

/// Removes from each profile the schemas of events that it does not have, and reports events that the set does not
/// have.
pub fn narrow(set: &mut SchemaSet, catalogue: &Catalogue) -> Diagnostics {
    let mut found = Diagnostics::default();
    for profile in &mut set.profiles {
        for event in profile.file.events.iter().filter(|event| !catalogue.has(event)) {
            let finding = Diagnostic::error(Code::Profile, format!("the catalogue has no event `{event}`"));
            found.push(finding.in_file(&profile.path).instead("fix the name in `events`"));
        }
        profile.set.only.clone_from(&profile.file.events);
        let own = &profile.set.only;
        if !own.is_empty() {
            let excluded: Vec<_> = catalogue.events.iter().filter(|event| !own.contains(&event.name)).collect();
            profile.set.schemas.retain(|schema| !belongs_to(&excluded, schema));
        }
    }
    found
}

/// Returns true if the schema is the input or the output of one of these events.
fn belongs_to(events: &[&EventEntry], schema: &JsonFile) -> bool {
    let title = schema.value.get("title").and_then(Value::as_str);
    title.is_some_and(|title| events.iter().any(|event| event.input == title || event.output == title))
}
