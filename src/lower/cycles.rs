//! Names and unions that come back to themselves: nothing would ever end them.

use std::collections::{BTreeMap, BTreeSet};

use super::Scope;
use super::shape::Extras;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, TypeDef};

type Graph<'a> = BTreeMap<&'a str, Vec<&'a str>>;

/// Tells every alias that stands for itself and every union that is a member of itself.
pub fn refuse(scope: &mut Scope<'_>, shapes: &[(TypeDef, Extras)]) {
    let at_once: Graph<'_> = shapes.iter().map(|(def, _)| (def.name.as_str(), met_at_once(def))).collect();
    let is_alias = |def: &TypeDef| matches!(def.kind, Kind::Alias { .. });
    let aliases: Graph<'_> =
        shapes.iter().filter(|(def, _)| is_alias(def)).map(|(def, _)| (def.name.as_str(), refs(def))).collect();
    for (def, _) in shapes {
        let (own, again) = (is_alias(def), comes_back(&def.name, &at_once));
        let diagnostic = if own && (again || comes_back(&def.name, &aliases)) {
            Diagnostic::error(Code::AliasCycle, format!("`{}` is another name for itself", def.name))
                .because("a name for an expression must have an end; not every language has one that contains itself")
                .instead("put the list, map or reference into a property of a struct")
        } else if again {
            Diagnostic::error(Code::UnionCycle, format!("`{}` is a member of itself", def.name))
                .because("what its members have in common could never be found")
                .instead("name the members of the inner union, not the union")
        } else {
            continue;
        };
        scope.tell_at(&def.origin, diagnostic);
    }
}

/// The types that a value is of as soon as it is of this one.
fn met_at_once(def: &TypeDef) -> Vec<&str> {
    match &def.kind {
        Kind::Union(_) | Kind::Alias { .. } => def.kind.exprs().into_iter().filter_map(direct).collect(),
        Kind::Struct(_) | Kind::Enum(_) => Vec::new(),
    }
}

fn direct(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Ref { name, .. } => Some(name),
        Expr::Nullable { inner } => direct(inner),
        _ => None,
    }
}

fn refs(def: &TypeDef) -> Vec<&str> {
    let mut names = Vec::new();
    def.refs(&mut |name| names.push(name));
    names
}

fn comes_back(start: &str, graph: &Graph<'_>) -> bool {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&str> = graph.get(start).into_iter().flatten().copied().collect();
    while let Some(name) = open.pop() {
        if name == start {
            return true;
        }
        if seen.insert(name) {
            open.extend(graph.get(name).into_iter().flatten());
        }
    }
    false
}
