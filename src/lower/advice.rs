//! Checks the annotations that give advice: `x-mistakes`, `x-missing` and `x-strict`.

use serde_json::Value;

use super::Scope;
use super::shape::{Extras, Rest};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Field, Kind, Mistake, Origin, Struct, TypeDef};
use crate::schema::step;

/// Reports advice that could never be given.
pub fn check(scope: &mut Scope<'_>, shapes: &[(TypeDef, Extras)]) {
    for (def, extras) in shapes {
        if let Kind::Struct(it) = &def.kind {
            structure(scope, def, it, extras);
            it.fields.iter().for_each(|field| self::field(scope, shapes, field));
        }
    }
}

fn structure(scope: &mut Scope<'_>, def: &TypeDef, it: &Struct, extras: &Extras) {
    for mistake in &it.mistakes {
        if it.fields.iter().any(|field| field.name == mistake.written) {
            let message = format!("`x-mistakes` speaks of `{}`, which is a property here", mistake.written);
            report(
                scope,
                &at(&def.origin, mistake),
                message,
                "name keys that people write and that do not belong here",
            );
        }
        plain(scope, &def.origin, mistake, "{key}");
    }
    if it.strict.is_some() && extras.rest != Rest::Closed {
        let origin = Origin { pointer: step(&def.origin.pointer, "x-strict"), ..def.origin.clone() };
        let message = format!("`x-strict` on `{}`, which takes other keys", def.name);
        report(scope, &origin, message, "write `unevaluatedProperties: false` beside it, or leave the keyword out");
    }
}

fn field(scope: &mut Scope<'_>, shapes: &[(TypeDef, Extras)], field: &Field) {
    if field.missing.is_some() && !field.required {
        let message = format!("`x-missing` on `{}`, which may be absent", field.name);
        let origin = Origin { pointer: step(&field.origin.pointer, "x-missing"), ..field.origin.clone() };
        report(scope, &origin, message, "add the property to `required`, or leave the keyword out");
    }
    for mistake in &field.mistakes {
        if accepted(shapes, &field.expr, &mistake.written) {
            let message = format!("`x-mistakes` speaks of `{}`, which is a value of `{}`", mistake.written, field.name);
            report(scope, &at(&field.origin, mistake), message, "name values that people write and that are none");
        }
        plain(scope, &field.origin, mistake, "");
    }
}

/// Returns true if this string is valid here.
fn accepted(shapes: &[(TypeDef, Extras)], expr: &Expr, value: &str) -> bool {
    match expr {
        Expr::Any | Expr::Matched { .. } | Expr::String => true,
        Expr::Constant { value: only } => only.as_str() == Some(value),
        Expr::Bounded { inner, bounds } => accepted(shapes, inner, value) && bounds.hold(&Value::from(value)),
        // The assertion is not evaluated here.
        Expr::Asserted { .. } => false,
        Expr::Nullable { inner } | Expr::Keyed { base: inner, .. } => accepted(shapes, inner, value),
        Expr::Ref { name, .. } => shapes.iter().any(|(def, _)| match &def.kind {
            Kind::Enum(it) if def.name == *name => it.open || it.values.iter().any(|known| known.value == value),
            Kind::Alias { target } if def.name == *name => accepted(shapes, target, value),
            _ => false,
        }),
        Expr::Never
        | Expr::Null
        | Expr::Boolean
        | Expr::Integer
        | Expr::Number
        | Expr::List { .. }
        | Expr::Map { .. } => false,
    }
}

/// Reports advice that cannot be used in a message: every language and terminal has to show it alike.
fn plain(scope: &mut Scope<'_>, origin: &Origin, mistake: &Mistake, hole: &str) {
    let rest = if hole.is_empty() { mistake.advice.clone() } else { mistake.advice.replace(hole, "") };
    let has_hole = rest
        .split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}'))
        .any(|(name, _)| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase()));
    if mistake.written.is_empty() || !mistake.advice.is_ascii() || mistake.advice.trim().is_empty() || has_hole {
        let message = format!("the advice for `{}` is not what a message can hold", mistake.written);
        report(
            scope,
            &at(origin, mistake),
            message,
            "write a sentence in ASCII; the only hole is `{key}`, for a key of a struct",
        );
    }
}

/// Returns the location of a mistake. An inherited one is in the base, and is reported there.
fn at(origin: &Origin, mistake: &Mistake) -> Origin {
    let pointer = step(&step(&origin.pointer, "x-mistakes"), &mistake.written);
    Origin { pointer, ..origin.clone() }
}

fn report(scope: &mut Scope<'_>, origin: &Origin, message: String, advice: &str) {
    let diagnostic = Diagnostic::error(Code::Annotation, message)
        .because("the validators would never report it, or not as it is written")
        .instead(advice);
    scope.report_at(origin, diagnostic);
}
