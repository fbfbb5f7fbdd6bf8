//! Names and unions that come back to themselves: nothing would ever end them.

use std::collections::{BTreeMap, BTreeSet};

use super::Scope;
use super::shape::{self, Extras};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, TypeDef};

type Graph = BTreeMap<String, Vec<String>>;

/// Tells every alias that stands for itself and every union that is a member of itself. An alias that is only found again
/// inside of itself can become an assertion.
pub fn refuse(scope: &mut Scope<'_>, shapes: &mut [(TypeDef, Extras)]) {
    let at_once: Graph = shapes.iter().map(|(def, _)| (def.name.clone(), met_at_once(def))).collect();
    let is_alias = |def: &TypeDef| matches!(def.kind, Kind::Alias { .. });
    let aliases: Graph =
        shapes.iter().filter(|(def, _)| is_alias(def)).map(|(def, _)| (def.name.clone(), refs(def))).collect();
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
        if again {
            scope.tell_at(&def.origin, diagnostic);
            continue;
        }
        scope.untyped_at(&def.origin, diagnostic, super::ANY);
        if let Some(definition) = scope.definitions.get(&def.name) {
            def.kind = shape::untyped(scope, definition);
        }
    }
}

/// The types that a value is of as soon as it is of this one.
fn met_at_once(def: &TypeDef) -> Vec<String> {
    match &def.kind {
        Kind::Union(_) | Kind::Alias { .. } => {
            def.kind.exprs().into_iter().filter_map(direct).map(str::to_owned).collect()
        }
        Kind::Struct(_) | Kind::Enum(_) => Vec::new(),
    }
}

fn direct(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Ref { name, .. } => Some(name),
        Expr::Nullable { inner } | Expr::Asserted { inner, .. } => direct(inner),
        _ => None,
    }
}

fn refs(def: &TypeDef) -> Vec<String> {
    let mut names = Vec::new();
    def.refs(&mut |name| names.push(name.to_owned()));
    names
}

fn comes_back(start: &str, graph: &Graph) -> bool {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&String> = graph.get(start).into_iter().flatten().collect();
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
