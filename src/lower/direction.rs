//! Who writes a type, and so whether it is open.
//!
//! Openness belongs to the use: a payload that the host writes may have keys that this contract does not know yet, one
//! that a hook writes may not. A type that both use is open, and the places where an output uses it say so.

use std::collections::{BTreeMap, BTreeSet};

use super::Scope;
use super::graph::{Graph, on_cycles};
use super::shape::{Extras, Rest};
use super::tables::{self, Tables};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, TypeDef};

/// Sets `input`, `output` and `recursive` of every type, the rest of every struct, and `closed` of every reference.
pub fn settle(scope: &mut Scope<'_>, shapes: &mut [(TypeDef, Extras)], tables: &Tables) {
    let uses: BTreeMap<String, BTreeSet<String>> = shapes
        .iter()
        .map(|(def, extras)| {
            let mut names = BTreeSet::new();
            let mut found = |name: &str| {
                names.insert(name.to_owned());
            };
            def.refs(&mut found);
            // It is no part of the struct before it is known who writes it.
            if let Rest::Open(expr) = &extras.rest {
                expr.refs(&mut found);
            }
            (def.name.clone(), names)
        })
        .collect();
    // What is of the type that a table names is written by whoever writes the value.
    let mut leads_to = uses.clone();
    for (def, _) in &*shapes {
        leads_to.entry(def.name.clone()).or_default().extend(tables::named_by(def, tables));
    }
    let inputs = reached(scope, shapes, &leads_to, "input");
    let outputs = reached(scope, shapes, &leads_to, "output");
    let graph: Graph<'_> =
        uses.iter().map(|(name, used)| (&**name, used.iter().map(String::as_str).collect())).collect();
    let recursive = on_cycles(&graph);
    for (def, extras) in &mut *shapes {
        def.input = inputs.contains(&def.name);
        def.output = outputs.contains(&def.name);
        def.recursive = recursive.contains(&*def.name);
        if let Kind::Struct(it) = &mut def.kind {
            it.free = matches!(extras.rest, Rest::Open(_));
            it.rest = match &extras.rest {
                Rest::Closed => None,
                Rest::Open(expr) => Some(expr.clone()),
                Rest::Unsaid if def.output && !def.input => None,
                Rest::Unsaid => Some(Expr::Any),
            };
        }
    }
    let open: BTreeSet<String> = shapes
        .iter()
        .filter(|(def, extras)| {
            def.input && def.output && extras.rest == Rest::Unsaid && matches!(def.kind, Kind::Struct(_))
        })
        .map(|(def, _)| def.name.clone())
        .collect();
    // All that lead to a type that is open, if both directions use it.
    let mut closable = below(&turned(&uses), open.iter());
    closable.retain(|name| inputs.contains(name) && outputs.contains(name));
    for (def, _) in shapes.iter_mut().filter(|(def, _)| def.output && !def.input) {
        def.kind.exprs_mut().into_iter().for_each(|expr| close(expr, &closable));
    }
}

/// The types of a direction: the roots that name it, and all that they refer to.
fn reached(
    scope: &mut Scope<'_>,
    shapes: &[(TypeDef, Extras)],
    uses: &BTreeMap<String, BTreeSet<String>>,
    direction: &str,
) -> BTreeSet<String> {
    let mut roots = Vec::new();
    for (def, extras) in shapes {
        match extras.direction.as_deref() {
            Some(named) if named == direction => roots.push(&def.name),
            Some("input" | "output") | None => {}
            Some(other) if direction == "input" => {
                let diagnostic = Diagnostic::error(Code::Direction, format!("`{other}` is no direction"))
                    .instead("`input` (the host writes it) or `output` (a hook writes it)");
                scope.tell_at(&def.origin, diagnostic);
            }
            Some(_) => {}
        }
    }
    let mut all = below(uses, roots.iter().copied());
    // What is written beside a root in its file belongs to it even where only another file refers to it.
    all.extend(roots.into_iter().cloned());
    all
}

fn below<'a>(uses: &'a BTreeMap<String, BTreeSet<String>>, from: impl Iterator<Item = &'a String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&String> = from.collect();
    while let Some(name) = open.pop() {
        if found.insert(name.clone()) {
            open.extend(uses.get(name).into_iter().flatten());
        }
    }
    found
}

/// Who refers to each.
fn turned(uses: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    let mut users: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (user, used) in uses {
        for name in used {
            users.entry(name.clone()).or_default().insert(user.clone());
        }
    }
    users
}

/// Marks a reference to one of these. Through a type that only outputs use nothing has to be marked: its own references
/// are.
fn close(expr: &mut Expr, closable: &BTreeSet<String>) {
    match expr {
        Expr::Ref { name, closed } => *closed = closable.contains(name),
        Expr::List { item: inner, .. }
        | Expr::Map { value: inner }
        | Expr::Nullable { inner }
        | Expr::Asserted { inner, .. } => close(inner, closable),
        _ => {}
    }
}
