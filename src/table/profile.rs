//! What is otherwise under a profile: the types of its own table that differ from those of the set's.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::{Event, Expr, Hint, Kind, Profile, Say, Struct, Table, Type, Union, build, words};
use crate::model::Severity;
use crate::problem::Code;
use crate::profile;
use crate::set::Confidence;

/// The part of a profile, beside the table of the set.
pub fn profile(table: &Table, profile: &profile::Profile) -> Profile {
    let mut own = build::whole(&profile.contract, true);
    stand_in(table, &mut own);
    shadow(table, &mut own);
    let names = otherwise(table, &own, profile);
    let mut types: IndexMap<String, Type> = own.types.into_iter().filter(|(name, _)| names.contains(name)).collect();
    for expr in types.values_mut().flat_map(exprs) {
        references(expr, &mut |name| {
            if names.contains(name) {
                *name = format!("{name}:{}", profile.name);
            }
        });
    }
    let unconfirmed = profile.file.confidence == Confidence::Unconfirmed;
    Profile { unconfirmed, output_keys: own.output_keys, types }
}

/// What is for an event that the profile does not have is judged as something for any of its events.
fn stand_in(table: &Table, own: &mut Table) {
    for (_, Event { input, output, .. }) in table.events.iter().filter(|(name, _)| !own.events.contains_key(*name)) {
        for (name, any) in [(input, &own.input), (output, &own.output)] {
            if let (Some(any), Some(of_set)) = (any, table.types.get(name)) {
                let expr = Expr::Ref { name: any.clone(), closed: false };
                own.types.insert(name.clone(), Type { kind: Kind::Alias { expr }, since: None, ..of_set.clone() });
            }
        }
    }
}

/// What is said of keys of other events holds for the set, and is looked up there: where that is not so under the profile,
/// each of its types says it itself.
fn shadow(table: &Table, own: &mut Table) {
    if own.foreign == table.foreign {
        return;
    }
    for it in own.types.values_mut().filter_map(structure) {
        let Some(event) = it.event.clone() else { continue };
        let known = |key: &String| it.fields.contains_key(key) || it.hints.iter().any(|hint| hint.keys.contains(key));
        let told = own.foreign.iter().map(|(key, message)| (vec![key.clone()], message.replace("{event}", &event)));
        // No event has them, so that only what there is can be named.
        let gone: Vec<String> = table.foreign.keys().filter(|key| !own.foreign.contains_key(*key)).cloned().collect();
        let all = told.chain([(gone, words::no_such_key(it.takes.as_deref()))]);
        let hints: Vec<Hint> =
            all.filter_map(|(keys, message)| hint(keys.into_iter().filter(|key| !known(key)), message)).collect();
        it.hints.extend(hints);
    }
}

fn hint(keys: impl Iterator<Item = String>, message: String) -> Option<Hint> {
    let keys: Vec<String> = keys.collect();
    let (code, severity) = (Code::UnknownField, Severity::Ignored);
    (!keys.is_empty()).then_some(Hint { keys, say: Say { code, severity, unconfirmed: false, message: Some(message) } })
}

fn structure(of: &mut Type) -> Option<&mut Struct> {
    match &mut of.kind {
        Kind::Struct(it) => Some(it),
        _ => None,
    }
}

/// The types that differ, and those that lead to one of them. Where nothing refers to a type any more it is no other one
/// for that.
fn otherwise(table: &Table, own: &Table, profile: &profile::Profile) -> BTreeSet<String> {
    let said = profile.differences.iter().map(|it| &it.name);
    let events = own.events.values().flat_map(|event| [&event.input, &event.output]);
    let stand_ins = table.events.values().flat_map(|event| [&event.input, &event.output]);
    let roots = said.chain(events).chain(stand_ins).chain(&own.input).chain(&own.output);
    let reached = below(own, roots.cloned().collect());
    let differs = |name: &String| table.types.get(name) != own.types.get(name);
    let mut names: BTreeSet<String> = reached.into_iter().filter(differs).collect();
    loop {
        let leads = |(_, it): &(&String, &Type)| refers(it).iter().any(|name| names.contains(name));
        let more: Vec<String> = own.types.iter().filter(leads).map(|(name, _)| name.clone()).collect();
        let before = names.len();
        names.extend(more);
        if names.len() == before {
            return names;
        }
    }
}

/// These types, and all that they refer to.
fn below(own: &Table, mut open: Vec<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(it) = own.types.get(&name)
            && found.insert(name)
        {
            open.extend(refers(it));
        }
    }
    found
}

/// The names that a type refers to.
fn refers(of: &Type) -> Vec<String> {
    let mut found = Vec::new();
    let mut of = of.clone();
    exprs(&mut of).into_iter().for_each(|expr| references(expr, &mut |name| found.push(name.clone())));
    found
}

/// The expressions of a type.
fn exprs(of: &mut Type) -> Vec<&mut Expr> {
    match &mut of.kind {
        Kind::Alias { expr } => vec![expr],
        Kind::Enum(_) => Vec::new(),
        Kind::Struct(it) => it.fields.values_mut().map(|field| &mut field.expr).chain(&mut it.rest).collect(),
        Kind::Union(Union::Tag { tags, absent, .. }) => tags.values_mut().chain(absent).collect(),
        Kind::Union(Union::Key { with, without, .. }) => vec![with, without],
        Kind::Union(Union::Type { types, .. }) => types.values_mut().collect(),
    }
}

/// Every name of a type in an expression.
fn references(expr: &mut Expr, visit: &mut impl FnMut(&mut String)) {
    match expr {
        Expr::Ref { name, .. } => visit(name),
        Expr::List { item: inner, .. }
        | Expr::Map { value: inner }
        | Expr::Nullable { inner }
        | Expr::Bounded { inner, .. }
        | Expr::Asserted { inner, .. }
        | Expr::Keyed { base: inner, .. } => references(inner, visit),
        Expr::Any | Expr::Boolean | Expr::Integer | Expr::Number | Expr::String | Expr::Constant { .. } => {}
    }
}
