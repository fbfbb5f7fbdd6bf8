//! Finds who writes each type, which decides whether the type is open.
//!
//! Openness depends on the use. An input may have keys that this contract does not know yet; an output may
//! not. A type with both uses is open, and references from outputs are marked as closed.

use std::collections::BTreeSet;

use foldhash::{HashSet, HashSetExt};

use super::Scope;
use super::graph::{self, Graph, on_cycles};
use super::shape::{Extras, Rest};
use super::tables::{self, Tables};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, TypeDef};

/// Sets `input`, `output` and `recursive` of every type, the rest of every struct, and `closed` of every reference.
pub fn set_directions(scope: &mut Scope<'_>, shapes: &mut [(TypeDef, Extras)], tables: &Tables) {
    let Directions { uses, closable } = directions(scope, shapes, tables);
    for ((def, extras), used) in shapes.iter_mut().zip(uses) {
        (def.input, def.output, def.recursive) = (used.input, used.output, used.recursive);
        if let Kind::Struct(it) = &mut def.kind {
            it.free = matches!(extras.rest, Rest::Open(_));
            it.rest = match &extras.rest {
                Rest::Closed => None,
                Rest::Open(expr) => Some(expr.clone()),
                Rest::Unsaid if def.output && !def.input => None,
                Rest::Unsaid => Some(Expr::Any),
            };
        }
        if def.output && !def.input {
            def.kind.exprs_mut().into_iter().for_each(|expr| close(expr, &closable));
        }
    }
}

/// The facts about all types, collected before any type is changed.
struct Directions {
    /// The uses of each type, in the order of the types.
    uses: Vec<Use>,
    /// The types that references from outputs close.
    closable: BTreeSet<String>,
}

/// The writers of a type.
struct Use {
    input: bool,
    output: bool,
    recursive: bool,
}

fn directions(scope: &mut Scope<'_>, shapes: &[(TypeDef, Extras)], tables: &Tables) -> Directions {
    let uses: Graph<'_> = shapes.iter().map(|(def, extras)| (def.name.as_str(), used_by(def, extras))).collect();
    // Whoever writes a keyed value also writes the types that its table names.
    let mut leads_to = uses.clone();
    for (def, _) in shapes {
        leads_to.entry(&def.name).or_default().extend(tables::named_by(def, tables));
    }
    let inputs = reached(scope, shapes, &leads_to, "input");
    let outputs = reached(scope, shapes, &leads_to, "output");
    let recursive = on_cycles(&uses);
    let use_of = |(def, _): &(TypeDef, Extras)| {
        let name = def.name.as_str();
        Use { input: inputs.contains(name), output: outputs.contains(name), recursive: recursive.contains(name) }
    };
    let is_open = |(def, extras): &&(TypeDef, Extras)| {
        let both = inputs.contains(def.name.as_str()) && outputs.contains(def.name.as_str());
        both && extras.rest == Rest::Unsaid && matches!(def.kind, Kind::Struct(_))
    };
    // The types that lead to an open type, if both directions use them.
    let open = shapes.iter().filter(is_open).map(|(def, _)| def.name.as_str());
    let closable = below(&reversed(&uses), open).into_iter();
    let closable = closable.filter(|name| inputs.contains(name) && outputs.contains(name)).map(str::to_owned).collect();
    Directions { uses: shapes.iter().map(use_of).collect(), closable }
}

/// Returns the names that a type refers to.
fn used_by<'a>(def: &'a TypeDef, extras: &'a Extras) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut found = |name| names.push(name);
    def.refs(&mut found);
    // `rest` becomes a part of the struct only after its writers are known.
    if let Rest::Open(expr) = &extras.rest {
        expr.refs(&mut found);
    }
    names
}

/// Returns the types of a direction: the roots that declare it, and everything that they refer to.
fn reached<'a>(
    scope: &mut Scope<'_>,
    shapes: &'a [(TypeDef, Extras)],
    uses: &Graph<'a>,
    direction: &str,
) -> HashSet<&'a str> {
    let mut roots = Vec::new();
    for (def, extras) in shapes {
        match extras.direction.as_deref() {
            Some(named) if named == direction => roots.push(def.name.as_str()),
            Some("input" | "output") | None => {}
            Some(other) if direction == "input" => {
                let diagnostic = Diagnostic::error(Code::Direction, format!("`{other}` is not a direction"))
                    .instead("`input` (it is read) or `output` (it is written)");
                scope.report_at(&def.origin, diagnostic);
            }
            Some(_) => {}
        }
    }
    below(uses, roots.into_iter())
}

fn below<'a>(uses: &Graph<'a>, from: impl Iterator<Item = &'a str>) -> HashSet<&'a str> {
    let mut seen = HashSet::new();
    from.for_each(|name| drop(graph::reached(name, uses, &mut seen)));
    seen
}

/// Reverses a graph of references.
fn reversed<'a>(uses: &Graph<'a>) -> Graph<'a> {
    let mut users = Graph::new();
    for (user, used) in uses {
        used.iter().for_each(|name| users.entry(name).or_default().push(user));
    }
    users
}

/// Marks a reference to one of these types as closed. Types that only outputs use need no mark: their own references
/// have it.
fn close(expr: &mut Expr, closable: &BTreeSet<String>) {
    match expr {
        Expr::Ref { name, closed } => *closed = closable.contains(name),
        Expr::List { item, places, .. } => {
            close(item, closable);
            places.iter_mut().flat_map(|it| it.first.iter_mut().chain(&mut it.rest)).for_each(|it| close(it, closable));
        }
        Expr::Map { value: inner, .. } | Expr::Nullable { inner } | Expr::Asserted { inner, .. } => {
            close(inner, closable)
        }
        _ => {}
    }
}
