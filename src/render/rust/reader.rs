//! Renders the reader of a struct: presence, constants, closedness, bounds and rules, each with the pointer of its key.
//!
//! The derived `Deserialize` cannot say these things together (`flatten` excludes `deny_unknown_fields`, a rule needs
//! the whole object, an item of a list cannot be told that here it is closed), and it cannot say where in a payload it
//! failed. So the reader is made here, on the crate's `json` module, and `Deserialize` goes through it.
//!
//! Readers are `#[inline]`, so that they are compiled where they are used: a hook reads a few of the types, and building
//! the crate for it takes less than half as long.

use heck::ToUpperCamelCase;
use serde_json::{Number, Value};

use super::names::{self, EXTRA, string};
use super::structs::{Outline, Refined};
use super::writer::CodeWriter;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Bounds, Condition, Expr, Field, Rule, Struct, Test};
use crate::render::names::place;
use crate::validation::words;

/// The implementation of `FromJson`, and of `Deserialize` on top of it.
///
/// # Errors
/// A bound where the reader does not look.
pub fn write(source: &mut CodeWriter, outline: &Outline<'_>, it: &Struct) -> Result<(), Diagnostics> {
    let fields = outline.fields.iter().map(field);
    let extra = it.rest.as_ref().map(|rest| match rest {
        Expr::Any => format!("{EXTRA}: object.unknown()"),
        _ => format!("{EXTRA}: object.rest()?"),
    });
    let fields: Vec<String> = fields.chain(extra).collect();
    let (bound, ty) = (outline.bound(": crate::json::FromJson"), outline.ty());
    source.gap();
    source.open_impl(format_args!("{bound} crate::json::FromObject"), &ty);
    source.line("#[inline]");
    if outline.has_deprecated() {
        source.line("#[allow(deprecated)]");
    }
    let object = if fields.is_empty() { "_" } else { "object" };
    source.open(format_args!("fn from_object({object}: &mut crate::json::Object) -> crate::json::Result<Self> {{"));
    it.fields.iter().try_for_each(|field| count(source, field))?;
    it.fields.iter().for_each(|field| bounds(source, &field.name, &field.expr, 0));
    it.rules.iter().filter(|rule| rule.severity.refuses()).for_each(|it| rule(source, it));
    source.literal("Ok(", "Self", &fields, ")");
    source.close("}");
    source.close("}");
    source.gap();
    source.list("crate::json::object_type!(", &[&ty], ");");
    Ok(())
}

fn field(it: &Refined<'_>) -> String {
    let how = match (it.is_optional(), is_closed(&it.field.expr)) {
        (false, false) => "required",
        (true, false) => "optional",
        (false, true) => "required_closed",
        (true, true) => "optional_closed",
    };
    [&*it.ident, ": object.", how, "(", &it.wire, ")?"].concat()
}

/// It holds an open type whose unknown keys are refused here.
fn is_closed(expr: &Expr) -> bool {
    match expr {
        Expr::Ref { closed, .. } => *closed,
        _ => expr.inner().is_some_and(is_closed),
    }
}

/// The check of a number or a string, in as many lists and maps as it is.
fn bounds(source: &mut CodeWriter, wire: &str, expr: &Expr, depth: usize) {
    match expr {
        Expr::List { item: inner, .. } | Expr::Map { value: inner } => bounds(source, wire, inner, depth + 1),
        Expr::Nullable { inner } | Expr::Asserted { inner, .. } => bounds(source, wire, inner, depth),
        Expr::Bounded { inner, bounds } => within(source, wire, depth, scalar_word(inner), bounds),
        _ => {}
    }
}

fn within(source: &mut CodeWriter, wire: &str, depth: usize, scalar: &str, bounds: &Bounds) {
    let what = match bounds.format {
        Some(format) => format!("{scalar} of the format `{}`", format.name()),
        None => words::bounded(scalar, bounds),
    };
    let float = |bound: &Option<Number>| option(bound.as_ref().and_then(Number::as_f64).map(names::number));
    let format = bounds.format.map(|it| format!("crate::bounds::Format::{}", it.name().to_upper_camel_case()));
    let fields = [
        ("what", string(&what)),
        ("minimum", float(&bounds.minimum)),
        ("above", float(&bounds.above)),
        ("maximum", float(&bounds.maximum)),
        ("min_length", option(bounds.min_length.map(|it| format!("{it}u64")))),
        ("format", option(format)),
    ];
    let before = [string(wire), format!("{depth}usize")];
    call(source, "within", &before, "crate::bounds::Bounds", fields);
}

fn option(value: Option<String>) -> String {
    value.map_or_else(|| "None".to_owned(), |it| format!("Some({it})"))
}

/// A call whose last argument is a struct, which is never written in one line.
fn call<const N: usize>(
    source: &mut CodeWriter,
    method: &str,
    before: &[String],
    ty: &str,
    fields: [(&str, String); N],
) {
    source.open("object");
    source.open(format_args!(".{method}("));
    before.iter().for_each(|it| source.whole_line(format_args!("{it},")));
    source.open(format_args!("&{ty} {{"));
    fields.iter().for_each(|(name, value)| source.line(format_args!("{name}: {value},")));
    source.close("},");
    source.close(")?;");
    source.dedent();
}

fn scalar_word(expr: &Expr) -> &'static str {
    words::word(match expr {
        Expr::Integer => "integer",
        Expr::Number => "number",
        _ => "string",
    })
}

/// The check of a list's length.
fn count(source: &mut CodeWriter, field: &Field) -> Result<(), Diagnostics> {
    let Expr::List { item, min, max } = super::schema::bare(&field.expr).plain() else {
        return no_bounds(field, &field.expr);
    };
    no_bounds(field, item)?;
    if min.is_some() || max.is_some() {
        let max = max.map_or_else(|| "u64::MAX".to_owned(), |max| format!("{max}u64"));
        let (wire, min) = (string(&field.name), min.unwrap_or(0));
        source.line(format_args!("object.count({wire}, {min}u64, {max})?;"));
    }
    Ok(())
}

/// Bounds are checked at the fields of a struct; a list in a list must not have any.
fn no_bounds(field: &Field, expr: &Expr) -> Result<(), Diagnostics> {
    match expr {
        Expr::List { min: Some(_), .. } | Expr::List { max: Some(_), .. } => {
            let message = format!("the list inside the list `{}` has bounds", field.name);
            Err(Diagnostic::error(Code::RustShape, message)
                .at(place(&field.origin))
                .instead("make what holds the inner list a definition of its own")
                .into())
        }
        Expr::List { item: inner, .. }
        | Expr::Map { value: inner }
        | Expr::Nullable { inner }
        | Expr::Asserted { inner, .. } => no_bounds(field, inner),
        _ => Ok(()),
    }
}

/// The check of a rule.
fn rule(source: &mut CodeWriter, rule: &Rule) {
    let fields = [
        ("when", slice(rule.when.iter().map(condition))),
        ("then", slice(rule.then.iter().map(condition))),
        ("message", string(&rule.message)),
    ];
    call(source, "obey", &[], "crate::rule::Rule", fields);
}

fn condition(it: &Condition) -> String {
    let path = slice(it.path.iter().map(|key| string(key)));
    match &it.test {
        Test::Present => format!("crate::rule::present({path})"),
        Test::Absent => format!("crate::rule::absent({path})"),
        Test::In { values } => format!("crate::rule::is({path}, {})", slice(values.iter().map(scalar))),
    }
}

fn slice(items: impl Iterator<Item = String>) -> String {
    format!("&[{}]", items.collect::<Vec<_>>().join(", "))
}

/// Rules test for scalars; lowering has refused anything else.
fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => format!("crate::rule::Scalar::Text({})", string(text)),
        Value::Bool(flag) => format!("crate::rule::Scalar::Flag({flag})"),
        Value::Number(number) => {
            // JSON has no other numbers.
            let number = number.as_f64().filter(|number| number.is_finite()).unwrap_or_default();
            format!("crate::rule::Scalar::Number({})", names::number(number))
        }
        _ => "crate::rule::Scalar::Null".to_owned(),
    }
}
