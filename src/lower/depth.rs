//! Limits the nesting of lists, maps, unions and aliases: compilers give up on a type that is too deep, some silently.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashSet, HashSetExt};

use indexmap::IndexMap;

use super::Scope;
use super::graph::{Graph, reached};
use super::shape::Extras;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Origin, TypeDef};

/// The maximum nesting without an object. rustc's own limit is 128, and each level here is several of its steps.
const DEEPEST: usize = 32;

/// Reports each type that is too deep for a language, unless it is inside a reported one. Fixing the outer type may fix
/// the inner one.
pub fn check(scope: &mut Scope<'_>, shapes: &[(TypeDef, Extras)]) {
    let known = depths(shapes);
    let deep: IndexMap<&str, &Origin> =
        shapes.iter().filter_map(|(def, _)| Some((def.name.as_str(), too_deep(def, &known)?))).collect();
    let mut graph = Graph::new();
    for (def, _) in shapes.iter().filter(|(def, _)| deep.contains_key(def.name.as_str())) {
        let names = def.kind.exprs().into_iter().filter_map(|expr| inside(expr).1);
        // Depth is counted anew inside a struct.
        let inner = names.filter(|name| deep.contains_key(name) && known.get(name).is_some_and(|depth| *depth > 0));
        graph.insert(&def.name, inner.collect());
    }
    let mut seen = HashSet::new();
    for name in outermost_first(&deep, &graph) {
        let inner = reached(name, &graph, &mut seen).len().checked_sub(1);
        if let (Some(inner), Some(origin)) = (inner, deep.get(name)) {
            scope.report_at(origin, diagnostic(inner));
        }
    }
}

/// Returns the types that are in no other type first, then the rest. Any type of a cycle may come first.
fn outermost_first<'a>(deep: &IndexMap<&'a str, &Origin>, graph: &Graph<'a>) -> Vec<&'a str> {
    let others = |(name, all): (&&'a str, &Vec<&'a str>)| {
        let name = *name;
        all.iter().copied().filter(move |inner| *inner != name).collect::<Vec<_>>()
    };
    let inner: BTreeSet<&str> = graph.iter().flat_map(others).collect();
    let (outer, inner): (Vec<&str>, Vec<&str>) = deep.keys().partition(|name| !inner.contains(*name));
    [outer, inner].concat()
}

fn diagnostic(inner: usize) -> Diagnostic {
    let message = format!("more than {DEEPEST} lists, maps, unions and other names in each other");
    let message = match inner {
        0 => message,
        1 => format!("{message}; so has 1 type in it"),
        many => format!("{message}; so have {many} types in it"),
    };
    Diagnostic::error(Code::TooDeep, message)
        .because("the compilers of some languages give up on such a type")
        .instead("make an object of one of the inner ones: put what it holds into a property")
}

/// Returns the location at which a type is too deep, if it is.
fn too_deep<'a>(def: &'a TypeDef, known: &BTreeMap<&str, usize>) -> Option<&'a Origin> {
    let is_deep = |expr: &Expr| depth(expr, known) > DEEPEST;
    let fields = match &def.kind {
        Kind::Struct(it) => it.fields.as_slice(),
        _ => &[],
    };
    let deep = fields.iter().find(|field| is_deep(&field.expr)).map(|field| &field.origin);
    deep.or_else(|| def.kind.exprs().into_iter().any(is_deep).then_some(&def.origin))
}

/// Returns the depth of each union and alias. A recursive type is as deep as one cycle. It uses an explicit stack,
/// because deep types would overflow the call stack.
fn depths(shapes: &[(TypeDef, Extras)]) -> BTreeMap<&str, usize> {
    let is_one = |def: &&TypeDef| matches!(def.kind, Kind::Union(_) | Kind::Alias { .. });
    let all = shapes.iter().map(|(def, _)| def).filter(is_one);
    let all: BTreeMap<&str, Vec<&Expr>> = all.map(|def| (def.name.as_str(), def.kind.exprs())).collect();
    let mut known = BTreeMap::new();
    let mut entered = BTreeSet::new();
    for name in all.keys().copied() {
        let mut open = vec![name];
        while let Some(name) = open.last().copied() {
            let Some((name, exprs)) = all.get_key_value(name).filter(|(name, _)| !known.contains_key(**name)) else {
                open.pop();
                continue;
            };
            let below = exprs.iter().filter_map(|expr| all.get_key_value(inside(expr).1?).map(|(name, _)| *name));
            let new: Vec<&str> = if entered.insert(*name) { below.collect() } else { Vec::new() };
            let new: Vec<&str> = new.into_iter().filter(|name| !entered.contains(name)).collect();
            if new.is_empty() {
                let deepest = exprs.iter().map(|expr| depth(expr, &known)).max();
                known.insert(*name, deepest.map_or(0, |below| below + 1));
                open.pop();
            }
            open.extend(new);
        }
    }
    known
}

fn depth(expr: &Expr, known: &BTreeMap<&str, usize>) -> usize {
    let (levels, name) = inside(expr);
    levels + name.and_then(|name| known.get(name)).copied().unwrap_or_default()
}

/// Returns the number of expressions around the innermost one, and the name of that one.
fn inside(expr: &Expr) -> (usize, Option<&str>) {
    let (mut here, mut levels) = (expr, 0);
    while let Expr::List { item: inner, .. }
    | Expr::Map { value: inner, .. }
    | Expr::Nullable { inner }
    | Expr::Asserted { inner, .. } = here
    {
        (here, levels) = (inner, levels + 1);
    }
    match here {
        Expr::Ref { name, .. } => (levels, Some(name)),
        _ => (levels, None),
    }
}
