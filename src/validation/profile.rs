//! The differences of a profile: the types of its plan that differ from those of the set.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::plan::{Expr, Hint, Operation, PlanKind, ProblemTemplate, ProfilePlan, Struct, Type, Union, ValidationPlan};
use super::words;
use crate::model::problem::Code;
use crate::model::{Confidence, Severity};
use crate::profile;

/// Returns the differences of a profile from the plan of the set. `own` is the plan of the profile's contract.
pub fn profile(plan: &ValidationPlan, mut own: ValidationPlan, profile: &profile::Profile) -> ProfilePlan {
    keep_removed_operations(plan, &mut own);
    add_foreign_hints(plan, &mut own);
    let names = differing_types(plan, &own, profile);
    let mut types: IndexMap<String, Type> = own.types.into_iter().filter(|(name, _)| names.contains(name)).collect();
    for expr in types.values_mut().flat_map(exprs) {
        references(expr, &mut |name| {
            if names.contains(name) {
                *name = format!("{name}:{}", profile.name);
            }
        });
    }
    let unconfirmed = profile.file.confidence == Confidence::Unconfirmed;
    ProfilePlan { unconfirmed, output_keys: own.output_keys, types }
}

/// An operation that the profile does not have is validated as any of its operations.
fn keep_removed_operations(plan: &ValidationPlan, own: &mut ValidationPlan) {
    let gone = plan.operations.iter().filter(|(name, _)| !own.operations.contains_key(*name));
    for (_, Operation { input, output, .. }) in gone {
        for (name, any) in [(input, &own.input), (output, &own.output)] {
            if let (Some(any), Some(of_set)) = (any, plan.types.get(name)) {
                let expr = Expr::Ref { name: any.clone(), closed: false };
                own.types.insert(name.clone(), Type { kind: PlanKind::Alias { expr }, since: None, ..of_set.clone() });
            }
        }
    }
}

/// Adds the hints about keys of other operations to the types of the profile, if they differ from those of the set.
fn add_foreign_hints(plan: &ValidationPlan, own: &mut ValidationPlan) {
    if own.foreign == plan.foreign {
        return;
    }
    for it in own.types.values_mut().filter_map(structure) {
        let Some(operation) = it.operation.clone() else { continue };
        let known = |key: &String| it.fields.contains_key(key) || it.hints.iter().any(|hint| hint.keys.contains(key));
        let reported =
            own.foreign.iter().map(|(key, message)| (vec![key.clone()], message.replace("{operation}", &operation)));
        // No operation has the key, so the hint can only list the fields that exist.
        let gone: Vec<String> = plan.foreign.keys().filter(|key| !own.foreign.contains_key(*key)).cloned().collect();
        let all = reported.chain([(gone, words::no_such_key(it.takes.as_deref()))]);
        let hints: Vec<Hint> =
            all.filter_map(|(keys, message)| hint(keys.into_iter().filter(|key| !known(key)), message)).collect();
        it.hints.extend(hints);
    }
}

fn hint(keys: impl Iterator<Item = String>, message: String) -> Option<Hint> {
    let keys: Vec<String> = keys.collect();
    let (code, severity) = (Code::UnknownField, Severity::Ignored);
    (!keys.is_empty()).then_some(Hint {
        keys,
        beside: None,
        template: ProblemTemplate { code, severity, unconfirmed: false, message: Some(message) },
    })
}

fn structure(of: &mut Type) -> Option<&mut Struct> {
    match &mut of.kind {
        PlanKind::Struct(it) => Some(it),
        _ => None,
    }
}

/// Returns the types that differ, and the types that refer to them. A type does not differ only because nothing refers
/// to it.
fn differing_types(plan: &ValidationPlan, own: &ValidationPlan, profile: &profile::Profile) -> BTreeSet<String> {
    let said = profile.differences.iter().map(|it| &it.name);
    let operations = own.operations.values().flat_map(|it| [&it.input, &it.output]);
    let bases = plan.operations.values().flat_map(|it| [&it.input, &it.output]);
    let roots = said.chain(operations).chain(bases).chain(&own.input).chain(&own.output);
    let reached = below(own, roots.cloned().collect());
    let differs = |name: &String| plan.types.get(name) != own.types.get(name);
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

/// Returns these types, and all types that they refer to.
fn below(own: &ValidationPlan, mut open: Vec<String>) -> BTreeSet<String> {
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

/// Returns the names that a type refers to.
fn refers(of: &Type) -> Vec<String> {
    let mut found = Vec::new();
    let mut of = of.clone();
    exprs(&mut of).into_iter().for_each(|expr| references(expr, &mut |name| found.push(name.clone())));
    found
}

/// Returns the expressions of a type.
fn exprs(of: &mut Type) -> Vec<&mut Expr> {
    match &mut of.kind {
        PlanKind::Alias { expr } => vec![expr],
        PlanKind::Enum(_) => Vec::new(),
        PlanKind::Struct(it) => it.fields.values_mut().map(|field| &mut field.expr).chain(&mut it.rest).collect(),
        PlanKind::Union(Union::Tag { tags, absent, .. }) => tags.values_mut().chain(absent).collect(),
        PlanKind::Union(Union::Key { with, without, .. }) => vec![with, without],
        PlanKind::Union(Union::Type { types, .. }) => types.values_mut().collect(),
        PlanKind::Union(Union::Trial { members, .. }) => members.iter_mut().collect(),
    }
}

/// Calls a function with the name of every type in an expression.
fn references(expr: &mut Expr, visit: &mut impl FnMut(&mut String)) {
    match expr {
        Expr::Ref { name, .. } => visit(name),
        Expr::List { item: inner, .. }
        | Expr::Map { value: inner, .. }
        | Expr::Nullable { inner }
        | Expr::Bounded { inner, .. }
        | Expr::Asserted { inner, .. }
        | Expr::Keyed { base: inner, .. } => references(inner, visit),
        Expr::Any
        | Expr::Null
        | Expr::Boolean
        | Expr::Integer
        | Expr::Number
        | Expr::String
        | Expr::Constant { .. } => {}
    }
}
