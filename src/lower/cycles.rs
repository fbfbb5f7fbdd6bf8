//! Refuses aliases and unions that contain themselves.

use std::collections::BTreeSet;

use super::Scope;
use super::graph::on_cycles;
use super::shape::{self, Extras};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, TypeDef};

/// Reports each alias of itself and each union that is a member of itself. An alias that contains itself only deeper
/// inside can become an assertion.
pub fn refuse(scope: &mut Scope<'_>, shapes: &mut [(TypeDef, Extras)]) {
    let is_alias = |def: &TypeDef| matches!(def.kind, Kind::Alias { .. });
    let at_once = types_on_cycles(shapes, same_value_types);
    let inside = types_on_cycles(shapes, |def| if is_alias(def) { refs(def) } else { Vec::new() });
    for (def, _) in shapes {
        let (own, again) = (is_alias(def), at_once.contains(&def.name));
        let diagnostic = if own && (again || inside.contains(&def.name)) {
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
            scope.report_at(&def.origin, diagnostic);
            continue;
        }
        scope.untyped_at(&def.origin, diagnostic, super::ANY);
        if let Some(definition) = scope.definitions.get(&def.name) {
            def.kind = shape::untyped(scope, definition);
        }
    }
}

/// Returns the types on cycles of the graph that `leads_to` defines.
fn types_on_cycles(shapes: &[(TypeDef, Extras)], leads_to: impl Fn(&TypeDef) -> Vec<&str>) -> BTreeSet<String> {
    let ways = shapes.iter().map(|(def, _)| (def.name.as_str(), leads_to(def)));
    let graph = ways.filter(|(_, names)| !names.is_empty()).collect();
    on_cycles(&graph).into_iter().map(str::to_owned).collect()
}

/// Returns the types that apply to the same value as this one: union members and alias targets.
fn same_value_types(def: &TypeDef) -> Vec<&str> {
    match &def.kind {
        Kind::Union(_) | Kind::Alias { .. } => def.kind.exprs().into_iter().filter_map(direct).collect(),
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

fn refs(def: &TypeDef) -> Vec<&str> {
    let mut names = Vec::new();
    def.refs(&mut |name| names.push(name));
    names
}
