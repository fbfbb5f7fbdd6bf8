//! Checks that every path in a rule leads to a field, and that every value in a rule can occur there.

use indexmap::IndexMap;
use serde_json::Value;

use super::Scope;
use super::shape::{Extras, Rest};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Condition, Expr, Field, Kind, Origin, Rule, Test, TypeDef};

/// Reports rules with unknown fields or impossible values: they would never apply, or always. A rule that several types
/// inherit is correct if it is for one of them: `hookSpecificOutput.permissionDecision` is absent on other events.
pub fn check(scope: &mut Scope<'_>, shapes: &[(TypeDef, Extras)]) {
    let types = Types { shapes };
    let mut uses: IndexMap<(&Origin, &Condition), Vec<Option<Diagnostic>>> = IndexMap::new();
    for (def, _) in shapes {
        let Kind::Struct(it) = &def.kind else { continue };
        for rule in &it.rules {
            for condition in rule.when.iter().chain(&rule.then) {
                let wrong = types.wrong(&def.name, rule, condition);
                uses.entry((&rule.origin, condition)).or_default().push(wrong);
            }
        }
    }
    for ((origin, _), all) in uses {
        if let Some(mut wrong) = all.into_iter().collect::<Option<Vec<Diagnostic>>>() {
            scope.report_at(origin, wrong.remove(0));
        }
    }
}

struct Types<'a> {
    shapes: &'a [(TypeDef, Extras)],
}

/// The possible contents of a key.
enum Found<'a> {
    /// One of these expressions. If there are none, the key does not exist.
    Exprs(Vec<&'a Expr>),
    /// Any value.
    Anything,
}

/// What a condition tests beside values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tested {
    Number,
    Text,
    List,
}

impl<'a> Types<'a> {
    fn wrong(&self, of: &str, rule: &Rule, condition: &Condition) -> Option<Diagnostic> {
        let mut here = self.key(of, condition.path.first()?);
        for key in &condition.path[1..] {
            here = self.below(here, key);
        }
        let path = condition.path.join(".");
        match (here, &condition.test) {
            (Found::Anything, _) => None,
            (Found::Exprs(exprs), _) if exprs.is_empty() => {
                let message = format!("the rule `{}` speaks of `{path}`, which `{of}` does not have", rule.name);
                Some(
                    Diagnostic::error(Code::RulePath, message)
                        .because("it would never apply, and no one would notice")
                        .instead("fix the spelling, or add the property"),
                )
            }
            (Found::Exprs(exprs), Test::In { values }) => {
                let stray = values.iter().find(|value| !exprs.iter().any(|expr| self.fits(expr, value)))?;
                let message = format!("the rule `{}` asks for {stray} in `{path}`, which never holds that", rule.name);
                let diagnostic = Diagnostic::error(Code::RulePath, message);
                Some(diagnostic.instead("write a value that the property's type allows"))
            }
            (Found::Exprs(exprs), Test::Above { .. } | Test::AtMost { .. } | Test::Matches { .. }) => {
                let (tested, what) = match condition.test {
                    Test::Above { .. } => (Tested::Number, "a number"),
                    Test::AtMost { .. } => (Tested::List, "a list"),
                    _ => (Tested::Text, "a string"),
                };
                if exprs.iter().any(|expr| self.can_be(expr, tested)) {
                    return None;
                }
                let message = format!("the rule `{}` tests `{path}` as {what}, which it never is", rule.name);
                let diagnostic = Diagnostic::error(Code::RulePath, message);
                Some(diagnostic.instead("write a test that fits the property's type"))
            }
            (Found::Exprs(_), Test::Present | Test::Absent) => None,
        }
    }

    /// Returns true if a value can be what a condition tests.
    fn can_be(&self, expr: &Expr, tested: Tested) -> bool {
        match expr {
            Expr::Any | Expr::Matched { .. } => true,
            Expr::Integer | Expr::Number => tested == Tested::Number,
            Expr::String => tested == Tested::Text,
            Expr::List { .. } => tested == Tested::List,
            Expr::Constant { value } => match tested {
                Tested::Number => value.is_number(),
                Tested::Text => value.is_string(),
                Tested::List => value.is_array(),
            },
            Expr::Nullable { inner }
            | Expr::Bounded { inner, .. }
            | Expr::Keyed { base: inner, .. }
            | Expr::Asserted { inner, .. } => self.can_be(inner, tested),
            Expr::Never | Expr::Null | Expr::Boolean | Expr::Map { .. } => false,
            Expr::Ref { name, .. } => self.get(name).is_none_or(|(def, _)| match &def.kind {
                Kind::Struct(_) => false,
                Kind::Enum(_) => tested == Tested::Text,
                Kind::Union(it) => it.variants.iter().any(|variant| self.can_be(&variant.expr, tested)),
                Kind::Alias { target } => self.can_be(target, tested),
            }),
        }
    }

    fn get(&self, name: &str) -> Option<&'a (TypeDef, Extras)> {
        self.shapes.iter().find(|(def, _)| def.name == name)
    }

    fn below(&self, here: Found<'a>, key: &str) -> Found<'a> {
        let Found::Exprs(exprs) = here else { return Found::Anything };
        join(exprs.into_iter().map(|expr| self.key_of(expr, key)))
    }

    fn key_of(&self, expr: &'a Expr, key: &str) -> Found<'a> {
        match expr {
            Expr::Any | Expr::Matched { .. } => Found::Anything,
            Expr::Map { value, .. } => Found::Exprs(vec![value]),
            Expr::Nullable { inner } | Expr::Keyed { base: inner, .. } | Expr::Asserted { inner, .. } => {
                self.key_of(inner, key)
            }
            Expr::Ref { name, .. } => self.key(name, key),
            _ => Found::Exprs(Vec::new()),
        }
    }

    fn key(&self, name: &str, key: &str) -> Found<'a> {
        let Some((def, extras)) = self.get(name) else { return Found::Anything };
        match &def.kind {
            Kind::Struct(it) => match (it.fields.iter().find(|field: &&Field| field.name == key), &extras.rest) {
                (Some(field), _) => Found::Exprs(vec![&field.expr]),
                (None, Rest::Open(rest)) => Found::Exprs(vec![rest]),
                (None, Rest::Unsaid | Rest::Closed) => Found::Exprs(Vec::new()),
            },
            Kind::Union(it) => join(it.variants.iter().map(|variant| self.key_of(&variant.expr, key))),
            Kind::Alias { target } => self.key_of(target, key),
            Kind::Enum(_) => Found::Exprs(Vec::new()),
        }
    }

    fn fits(&self, expr: &Expr, value: &Value) -> bool {
        match expr {
            Expr::Any | Expr::Matched { .. } => true,
            Expr::Never => false,
            Expr::Null => value.is_null(),
            Expr::Boolean => value.is_boolean(),
            Expr::Integer | Expr::Number => value.is_number(),
            Expr::String => value.is_string(),
            Expr::Constant { value: only } => only == value,
            Expr::List { .. } => value.is_array(),
            Expr::Map { .. } => value.is_object(),
            Expr::Nullable { inner } => value.is_null() || self.fits(inner, value),
            Expr::Bounded { inner, bounds } => self.fits(inner, value) && bounds.hold(value),
            Expr::Keyed { base: inner, .. } | Expr::Asserted { inner, .. } => self.fits(inner, value),
            Expr::Ref { name, .. } => self.get(name).is_none_or(|(def, _)| match &def.kind {
                Kind::Struct(_) => value.is_object(),
                Kind::Enum(it) => value.is_string() && (it.open || it.values.iter().any(|known| *value == known.value)),
                Kind::Union(it) => it.variants.iter().any(|variant| self.fits(&variant.expr, value)),
                Kind::Alias { target } => self.fits(target, value),
            }),
        }
    }
}

fn join<'a>(all: impl Iterator<Item = Found<'a>>) -> Found<'a> {
    let mut exprs = Vec::new();
    for one in all {
        match one {
            Found::Exprs(more) => exprs.extend(more),
            Found::Anything => return Found::Anything,
        }
    }
    Found::Exprs(exprs)
}
