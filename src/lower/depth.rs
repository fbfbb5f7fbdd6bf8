//! Lists, maps, unions and other names in each other: compilers give up on a type that is too deep, some without a word.

use std::collections::{BTreeMap, BTreeSet};

use super::Scope;
use super::shape::Extras;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, TypeDef};

/// How many may be in each other until there is an object. Nobody reads more; rustc's own limit is at 128, and each of
/// ours is several of its steps.
const DEEPEST: usize = 32;

/// Tells every type that is too deep for a language.
pub fn check(scope: &mut Scope<'_>, shapes: &[(TypeDef, Extras)]) {
    let known = depths(shapes);
    for (def, _) in shapes {
        let is_deep = |expr: &Expr| depth(expr, &known) > DEEPEST;
        let fields = match &def.kind {
            Kind::Struct(it) => it.fields.as_slice(),
            _ => &[],
        };
        let deep = fields.iter().find(|field| is_deep(&field.expr)).map(|field| &field.origin);
        let elsewhere = || def.kind.exprs().into_iter().any(is_deep).then_some(&def.origin);
        if let Some(origin) = deep.or_else(elsewhere) {
            let message = format!("more than {DEEPEST} lists, maps, unions and other names in each other");
            let diagnostic = Diagnostic::error(Code::TooDeep, message)
                .because("the compilers of some languages give up on such a type")
                .instead("make an object of one of the inner ones: put what it holds into a property");
            scope.tell_at(origin, diagnostic);
        }
    }
}

/// How deep each union and each other name is. What leads back to itself is as deep as one time around. The stack is our
/// own: what is too deep would end the other one.
fn depths(shapes: &[(TypeDef, Extras)]) -> BTreeMap<&str, usize> {
    let exprs = |def: &'_ TypeDef| match &def.kind {
        Kind::Union(_) | Kind::Alias { .. } => def.kind.exprs().into_iter().cloned().collect(),
        Kind::Struct(_) | Kind::Enum(_) => Vec::new(),
    };
    let all: BTreeMap<&str, Vec<Expr>> = shapes.iter().map(|(def, _)| (def.name.as_str(), exprs(def))).collect();
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

/// How many expressions are around what is in the middle, and its name, if it has one.
fn inside(expr: &Expr) -> (usize, Option<&str>) {
    let (mut here, mut levels) = (expr, 0);
    while let Expr::List { item: inner, .. }
    | Expr::Map { value: inner }
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
