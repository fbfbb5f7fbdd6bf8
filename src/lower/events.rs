//! The catalogue and the schemas, one to one.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};

use super::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::load::{JsonFile, step};
use crate::model::{Event, Expr, Kind, TypeDef, Version};
use crate::nearest::instead_of;

/// What this step reads of a catalogue entry; the rest is for templates.
#[derive(Debug, Deserialize)]
struct Entry {
    name: String,
    input: String,
    output: String,
    specific: Option<String>,
    since: Option<Version>,
}

/// Joins the catalogue's events with their types.
pub fn events(scope: &mut Scope<'_>, types: &[TypeDef]) -> Vec<Event> {
    let Some(catalogue) = &scope.set.catalogue else { return Vec::new() };
    let file = &catalogue.file;
    let mut events: Vec<Event> = Vec::new();
    for (index, facts) in file.value.get("events").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let at = step("/events", &index.to_string());
        let entry: Entry = match serde_json::from_value(facts.clone()) {
            Ok(entry) => entry,
            Err(error) => {
                scope.found.push(Diagnostic::error(Code::Catalogue, error.to_string()).at(file.place(&at)));
                continue;
            }
        };
        if !scope.set.has_event(&entry.name) {
            continue;
        }
        if events.iter().any(|known| known.name == entry.name) {
            let message = format!("`{}` stands in the catalogue twice", entry.name);
            scope.found.push(Diagnostic::error(Code::Catalogue, message).at(file.place(&step(&at, "name"))));
            continue;
        }
        events.extend(event(scope, file, &at, entry, facts, types));
    }
    unlisted(scope, &events, types);
    events
}

fn event(
    scope: &mut Scope<'_>,
    file: &JsonFile,
    at: &str,
    entry: Entry,
    facts: &Value,
    types: &[TypeDef],
) -> Option<Event> {
    let mut types_of_event = Vec::new();
    let named = [("input", Some(&entry.input)), ("output", Some(&entry.output)), ("specific", entry.specific.as_ref())];
    for (key, name) in named.into_iter().filter_map(|(key, name)| Some((key, name?))) {
        match types.iter().find(|def| def.name == *name) {
            Some(def) => types_of_event.push((key, def)),
            None => {
                let message = format!("no schema defines `{name}`");
                let diagnostic = Diagnostic::error(Code::Catalogue, message)
                    .at(file.place(&step(at, key)))
                    .because("every event of the catalogue has its schemas, and every schema its event")
                    .instead(instead_of(name, types.iter().map(|def| def.name.as_str()), "add the schema"));
                scope.found.push(diagnostic);
            }
        }
    }
    let input = types_of_event.iter().find(|(key, _)| *key == "input")?.1;
    let complete = types_of_event.len() == 2 + usize::from(entry.specific.is_some());
    for (key, def) in types_of_event.iter().filter(|(key, _)| *key != "output") {
        if !names(def, &entry.name, types) {
            let message = format!("no property of `{}` is the constant `{}`", def.name, entry.name);
            let diagnostic = Diagnostic::error(Code::Catalogue, message)
                .at(file.place(&step(at, key)))
                .because("a reader tells by it which event it is")
                .instead(format!("give it a property with `\"const\": {}`, or mend the name here", json!(entry.name)));
            scope.found.push(diagnostic);
        }
    }
    if let Some((_, output)) = types_of_event.iter().find(|(key, _)| *key == "output") {
        one_event(scope, file, at, &entry, [input, output], types);
    }
    if input.facts.since != entry.since {
        let diagnostic =
            Diagnostic::error(Code::Catalogue, format!("`since` differs from `x-since` of `{}`", input.name))
                .at(file.place(&step(at, "since")))
                .instead("write the same version in both");
        scope.found.push(diagnostic);
    }
    complete.then(|| Event {
        module: input.module.clone(),
        name: entry.name,
        input: entry.input,
        output: entry.output,
        specific: entry.specific,
        facts: facts.clone(),
    })
}

/// Both directions are of one module, and `specific` is what the output's own field holds.
fn one_event(
    scope: &mut Scope<'_>,
    file: &JsonFile,
    at: &str,
    entry: &Entry,
    [input, output]: [&TypeDef; 2],
    types: &[TypeDef],
) {
    if input.module != output.module {
        let message = format!("`{}` and `{}` are not of one event", input.name, output.name);
        let diagnostic = Diagnostic::error(Code::Catalogue, message)
            .at(file.place(&step(at, "output")))
            .because("the files of the two differ in more than `-input` and `-output`")
            .instead("name the output of the same event");
        scope.found.push(diagnostic);
    }
    let mut held = BTreeSet::new();
    specific(output, types, &mut held);
    if held != entry.specific.as_deref().into_iter().collect() {
        let held: Vec<String> = held.iter().map(|name| format!("`{name}`")).collect();
        let is = if held.is_empty() { "nothing".to_owned() } else { held.join(", ") };
        let message = format!("`hookSpecificOutput` of `{}` holds {is}", output.name);
        let diagnostic = Diagnostic::error(Code::Catalogue, message)
            .at(file.place(&step(at, "specific")))
            .because("the tables of every language are made from the catalogue")
            .instead("write that type here, or null where there is none");
        scope.found.push(diagnostic);
    }
}

/// The types that the field `hookSpecificOutput` refers to, in any member.
fn specific<'a>(def: &'a TypeDef, types: &'a [TypeDef], held: &mut BTreeSet<&'a str>) {
    match &def.kind {
        Kind::Struct(it) => {
            for field in it.fields.iter().filter(|field| field.name == "hookSpecificOutput") {
                field.expr.refs(&mut |name| {
                    held.insert(name);
                });
            }
        }
        Kind::Union(_) | Kind::Alias { .. } => def.refs(&mut |name| {
            types.iter().filter(|def| def.name == name).for_each(|def| specific(def, types, held));
        }),
        Kind::Enum(_) => {}
    }
}

/// A property says which event the payload is of; in a union, one of each member.
fn names(def: &TypeDef, event: &str, types: &[TypeDef]) -> bool {
    match &def.kind {
        Kind::Struct(it) => {
            it.fields.iter().any(|field| matches!(&field.expr, Expr::Constant { value } if value == event))
        }
        Kind::Union(it) => it.variants.iter().all(|variant| match &variant.expr {
            Expr::Ref { name, .. } => types.iter().any(|def| def.name == *name && names(def, event, types)),
            _ => false,
        }),
        Kind::Enum(_) | Kind::Alias { .. } => false,
    }
}

/// The keys at which the inputs of the catalogue's events say which event they are of.
fn event_keys<'a>(events: &[Event], types: &'a [TypeDef]) -> BTreeSet<&'a str> {
    let fields = |event: &Event| -> Vec<&'a str> {
        let input = types.iter().find(|def| def.name == event.input).map(|def| &def.kind);
        let Some(Kind::Struct(it)) = input else { return Vec::new() };
        let names = |expr: &Expr| matches!(expr, Expr::Constant { value } if *value == event.name);
        it.fields.iter().filter(|field| names(&field.expr)).map(|field| field.name.as_str()).collect()
    };
    events.iter().flat_map(fields).collect()
}

/// The other way round: a schema of one event that the catalogue does not have.
fn unlisted(scope: &mut Scope<'_>, events: &[Event], types: &[TypeDef]) {
    let listed: BTreeSet<&str> =
        events.iter().flat_map(|event| [event.input.as_str(), event.output.as_str()]).collect();
    let modules: BTreeSet<&str> = events.iter().map(|event| event.module.as_str()).collect();
    let keys = event_keys(events, types);
    let roots = types.iter().filter(|def| def.origin.pointer.is_empty() && (def.input || def.output));
    for def in roots.filter(|def| !listed.contains(def.name.as_str())) {
        let of_one_event = match &def.kind {
            // A base is extended and never a payload; the unions over all events are of no single one.
            Kind::Struct(it) => it.fields.iter().any(|field| {
                matches!(field.expr, Expr::Constant { .. }) && (keys.is_empty() || keys.contains(field.name.as_str()))
            }),
            Kind::Union(_) => modules.contains(def.module.as_str()),
            Kind::Enum(_) | Kind::Alias { .. } => false,
        };
        if of_one_event {
            let diagnostic =
                Diagnostic::error(Code::Catalogue, format!("no event of the catalogue has `{}`", def.name))
                    .because("the documentation and the tables of every language are made from the catalogue")
                    .instead("add the event to the catalogue, or remove the schema");
            scope.tell_at(&def.origin, diagnostic);
        }
    }
}
