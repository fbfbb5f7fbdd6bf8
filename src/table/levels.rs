//! Where a key may stand in the replies to the events: the objects of a reply, level by level.

use foldhash::{HashMap, HashMapExt};
use serde_json::Value;

use crate::model::{Contract, Discriminator, Expr, Kind, Struct, TypeDef, Union};

/// The objects of the reply that a type describes.
pub struct Levels<'a> {
    /// The event, if it is the reply to one.
    pub event: Option<&'a str>,
    /// From the top down: the keys that lead there, and the struct that may stand there.
    pub objects: Vec<(Vec<String>, &'a TypeDef, &'a Struct)>,
}

/// Those of every event, and then of the reply whose event is not known.
pub fn levels(contract: &Contract) -> Vec<Levels<'_>> {
    let mut all: Vec<Levels<'_>> =
        contract.events.iter().map(|event| of(contract, Some(&event.name), &event.output)).collect();
    all.extend(reply(contract).map(|def| of(contract, None, &def.name)));
    all
}

/// Where a struct stands: in the replies to one event alone, or else in a reply of any event. One that several events
/// share has no place.
pub fn place<'a>(all: &'a [Levels<'a>], name: &str) -> Option<(&'a Levels<'a>, &'a [String])> {
    let standing = |levels: &'a Levels<'a>| {
        levels.objects.iter().find(|(_, def, _)| def.name == name).map(|(path, ..)| (levels, &**path))
    };
    let (of_events, others): (Vec<_>, Vec<_>) =
        all.iter().filter_map(standing).partition(|(levels, _)| levels.event.is_some());
    match (&of_events[..], &others[..]) {
        ([one], _) | ([], [one]) => Some(*one),
        _ => None,
    }
}

/// The reply whose event is not known: what only hooks write, no event's own, and leads to the union over all that only
/// one event has.
pub fn reply(contract: &Contract) -> Option<&TypeDef> {
    if contract.events.is_empty() {
        return None;
    }
    let with_specific = contract.events.iter().filter(|event| event.specific.is_some()).count();
    let is_over_all = |def: &TypeDef| match &def.kind {
        Kind::Union(union) => is_by_event(contract, def) && union.variants.len() == with_specific,
        _ => false,
    };
    let own = |def: &TypeDef| contract.events.iter().any(|event| event.output == def.name);
    let leads_there = |def: &&TypeDef| {
        let objects = of(contract, None, &def.name).objects;
        let mut fields = objects.iter().flat_map(|(_, _, it)| &it.fields);
        fields.any(|field| reference(&field.expr).and_then(|name| contract.get(name)).is_some_and(is_over_all))
    };
    let is_reply = |def: &&TypeDef| matches!(def.kind, Kind::Union(_) | Kind::Alias { .. });
    let all = contract.types.iter().filter(|def| def.output && !def.input).filter(is_reply);
    all.filter(|def| !own(def) && !is_over_all(def)).find(leads_there)
}

fn of<'a>(contract: &'a Contract, event: Option<&'a str>, root: &str) -> Levels<'a> {
    let mut objects: Vec<(Vec<String>, &TypeDef, &Struct)> = Vec::new();
    let mut next = vec![(Vec::new(), leaves(contract, root))];
    while !next.is_empty() {
        let mut deeper = Vec::new();
        for (path, found) in next {
            for (def, it) in found {
                if objects.iter().any(|(_, known, _)| known.name == def.name) {
                    continue;
                }
                objects.push((path.clone(), def, it));
                for field in &it.fields {
                    if let Some(name) = reference(&field.expr) {
                        let below = path.iter().cloned().chain([field.name.clone()]).collect();
                        deeper.push((below, leaves(contract, name)));
                    }
                }
            }
        }
        next = deeper;
    }
    Levels { event, objects }
}

/// The type that an expression refers to; items of lists and maps are no level of their own.
fn reference(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Ref { name, .. } => Some(name),
        Expr::Nullable { inner } => reference(inner),
        _ => None,
    }
}

/// The structs that a type can be.
pub fn leaves<'a>(contract: &'a Contract, name: &str) -> Vec<(&'a TypeDef, &'a Struct)> {
    let Some(def) = contract.get(name) else { return Vec::new() };
    match &def.kind {
        Kind::Struct(it) => vec![(def, it)],
        Kind::Enum(_) => Vec::new(),
        Kind::Alias { target } => leaves_of(contract, target),
        Kind::Union(union) => union.variants.iter().flat_map(|variant| leaves_of(contract, &variant.expr)).collect(),
    }
}

/// The structs that an expression can be.
pub fn leaves_of<'a>(contract: &'a Contract, expr: &Expr) -> Vec<(&'a TypeDef, &'a Struct)> {
    reference(expr).map(|name| leaves(contract, name)).unwrap_or_default()
}

/// The unions that something else than the event tells apart, by the structs that each can be, in the order of the contract.
pub struct Unions<'a>(HashMap<&'a str, Vec<(&'a TypeDef, &'a Union)>>);

impl<'a> Unions<'a> {
    /// Those of a contract.
    pub fn of(contract: &'a Contract) -> Self {
        let mut found: HashMap<&str, Vec<(&TypeDef, &Union)>> = HashMap::new();
        for def in contract.types.iter().filter(|def| !is_by_event(contract, def)) {
            let Kind::Union(union) = &def.kind else { continue };
            for (leaf, _) in leaves(contract, &def.name) {
                let unions = found.entry(&leaf.name).or_default();
                if unions.last().is_none_or(|(last, _)| last.name != def.name) {
                    unions.push((def, union));
                }
            }
        }
        Self(found)
    }

    /// Those that can be this struct.
    pub fn with(&self, name: &str) -> &[(&'a TypeDef, &'a Union)] {
        self.0.get(name).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The values of the tag are names of events.
pub fn is_by_event(contract: &Contract, def: &TypeDef) -> bool {
    let Kind::Union(union) = &def.kind else { return false };
    let tags = || union.variants.iter().flat_map(|variant| &variant.tags);
    matches!(union.by, Discriminator::Tag { .. })
        && tags().next().is_some()
        && tags().all(|tag| contract.events.iter().any(|event| event.name == *tag))
}

/// The value that the key of a union told apart by it may have, if it is one alone.
pub fn constant_at<'a>(contract: &'a Contract, union: &Union, key: &str) -> Option<&'a Value> {
    let with = union.variants.iter().find(|variant| !variant.absent)?;
    let leaves = leaves_of(contract, &with.expr);
    let field = leaves.into_iter().flat_map(|(_, it)| &it.fields).find(|field| field.name == key)?;
    match &field.expr {
        Expr::Constant { value } => Some(value),
        _ => None,
    }
}
