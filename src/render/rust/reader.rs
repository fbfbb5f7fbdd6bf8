//! Renders reading and writing of a struct, as a call of the crate's macro `fields`: a line for each field, and the checks
//! of bounds and rules, each with the pointer of its key.
//!
//! The derived `Deserialize` cannot combine these checks: `flatten` excludes `deny_unknown_fields`, a rule needs the
//! whole object, and an item of a list cannot be closed in one place only. It also cannot report where in a payload it
//! failed. Without derives, building the crate needs no procedural macro either.
//!
//! Readers are `#[inline]`, so that they are compiled where they are used. A hook reads few of the types, and building
//! the crate for it takes less than half as long.

use heck::ToUpperCamelCase;
use serde_json::{Number, Value};

use super::names::{self, EXTRA, string};
use super::structs::{Outline, Presence, Refined};
use super::writer::CodeWriter;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Bounds, Condition, Expr, Field, Rule, Struct, Test};
use crate::render::names::place;
use crate::validation::words;

/// Writes the call of the macro: the fields in model order, the other keys, and the checks.
///
/// # Errors
/// The reader cannot check a bound at its place.
pub fn write(source: &mut CodeWriter, outline: &Outline<'_>, it: &Struct, wide: bool) -> Result<(), Diagnostics> {
    source.gap();
    source.open("crate::implement::fields! {");
    source.open(format_args!("{} {{", outline.ty()));
    outline.fields.iter().for_each(|it| source.whole_line(field(it)));
    if let Some(rest) = &it.rest {
        source.whole_line(format_args!("..{EXTRA}: {}", if *rest == Expr::Any { "unknown" } else { "rest" }));
    }
    source.close("}");
    checks(source, it, wide)?;
    source.close("}");
    Ok(())
}

/// Writes the checks, if there are any.
fn checks(source: &mut CodeWriter, it: &Struct, wide: bool) -> Result<(), Diagnostics> {
    let mut all = source.inner();
    it.fields.iter().try_for_each(|field| count(&mut all, field))?;
    it.fields.iter().for_each(|field| bounds(&mut all, &field.name, &field.expr, 0, wide));
    it.rules.iter().filter(|rule| rule.severity.refuses()).for_each(|it| rule(&mut all, it, wide));
    let all = all.into_text();
    if !all.is_empty() {
        source.open("check(object) {");
        source.lines(&all);
        source.close("}");
    }
    Ok(())
}

fn field(it: &Refined<'_>) -> String {
    let how = match it.presence {
        Presence::Filled | Presence::FilledNullable => "filled",
        Presence::Optional | Presence::OptionalNullable => "optional",
        Presence::Required | Presence::Nullable => "required",
    };
    let default = it.filled().map_or_else(String::new, |default| [", ", &default].concat());
    let closed = if is_closed(&it.field.expr) { " closed" } else { "" };
    [&*it.ident, ": ", how, "(", &it.wire, &default, ")", closed, ","].concat()
}

/// Returns true if the expression contains a reference that refuses unknown keys of an open type.
fn is_closed(expr: &Expr) -> bool {
    match expr {
        Expr::Ref { closed, .. } => *closed,
        _ => expr.inner().is_some_and(is_closed),
    }
}

/// Writes the check of a number or a string, at any depth of lists and maps.
fn bounds(source: &mut CodeWriter, wire: &str, expr: &Expr, depth: usize, wide: bool) {
    match expr {
        Expr::List { item: inner, .. } | Expr::Map { value: inner, .. } => bounds(source, wire, inner, depth + 1, wide),
        Expr::Nullable { inner } | Expr::Asserted { inner, .. } => bounds(source, wire, inner, depth, wide),
        Expr::Bounded { inner, bounds } => within(source, wire, depth, scalar_word(inner), bounds, wide),
        _ => {}
    }
}

fn within(source: &mut CodeWriter, wire: &str, depth: usize, scalar: &str, bounds: &Bounds, wide: bool) {
    let what = match bounds.format {
        Some(format) => format!("{scalar} of the format `{}`", format.name()),
        None => words::bounded(scalar, bounds),
    };
    let float = |bound: &Option<Number>| bound.as_ref().map(|it| number(it, wide));
    let format = bounds.format.map(|it| format!("crate::bounds::Format::{}", it.name().to_upper_camel_case()));
    let set = [
        ("minimum", float(&bounds.minimum)),
        ("above", float(&bounds.above)),
        ("maximum", float(&bounds.maximum)),
        ("min_length", bounds.min_length.map(|it| format!("{it}u64"))),
        ("format", format),
    ];
    let set = set.into_iter().filter_map(|(name, value)| Some(format!("{name}: Some({}),", value?)));
    let rest = "..crate::bounds::Bounds::NONE".to_owned();
    let fields = [format!("what: {},", string(&what))].into_iter().chain(set).chain([rest]);
    let before = [string(wire), format!("{depth}usize")];
    call(source, "within", &before, "crate::bounds::Bounds", fields);
}

/// Returns a number as the readers compare it: as a double, or exactly.
fn number(number: &Number, wide: bool) -> String {
    // JSON numbers are finite.
    let double = || names::number(number.as_f64().filter(|it| it.is_finite()).unwrap_or_default());
    match (wide, number.is_f64()) {
        (false, _) => double(),
        (true, false) => format!("crate::exact::Exact::Whole({number})"),
        (true, true) => format!("crate::exact::Exact::Double({})", double()),
    }
}

/// Writes a call whose last argument is a struct, with a line for each field.
fn call(source: &mut CodeWriter, method: &str, before: &[String], ty: &str, fields: impl IntoIterator<Item = String>) {
    let before: String = before.iter().map(|it| format!("{it}, ")).collect();
    source.open_whole(format_args!("object.{method}({before}&{ty} {{"));
    fields.into_iter().for_each(|field| source.line(field));
    source.close("})?;");
}

fn scalar_word(expr: &Expr) -> &'static str {
    words::word(match expr {
        Expr::Integer => "integer",
        Expr::Number => "number",
        _ => "string",
    })
}

/// Writes the check of a list's length.
fn count(source: &mut CodeWriter, field: &Field) -> Result<(), Diagnostics> {
    let Expr::List { item, min, max, .. } = super::schema::without_null(&field.expr).plain() else {
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

/// Reports bounds of a list inside a list. The reader checks only those of a field.
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
        | Expr::Map { value: inner, .. }
        | Expr::Nullable { inner }
        | Expr::Asserted { inner, .. } => no_bounds(field, inner),
        _ => Ok(()),
    }
}

/// Writes the check of a rule.
fn rule(source: &mut CodeWriter, rule: &Rule, wide: bool) {
    let fields = [
        format!("when: {},", slice(rule.when.iter().map(|it| condition(it, wide)))),
        format!("then: {},", slice(rule.then.iter().map(|it| condition(it, wide)))),
        format!("message: {},", string(&rule.message)),
    ];
    call(source, "obey", &[], "crate::rule::Rule", fields);
}

fn condition(it: &Condition, wide: bool) -> String {
    let path = slice(it.path.iter().map(|key| string(key)));
    match &it.test {
        Test::Present => format!("crate::rule::present({path})"),
        Test::Absent => format!("crate::rule::absent({path})"),
        Test::Above { limit } if wide => format!("crate::rule::above({path}, {})", number(limit, wide)),
        Test::Above { limit } => format!("crate::rule::above({path}, {limit}f64)"),
        Test::AtMost { limit } => format!("crate::rule::at_most({path}, {limit})"),
        Test::Matches { pattern } => format!("crate::rule::matches({path}, {}, crate::regex::finds)", string(pattern)),
        Test::In { values } => format!("crate::rule::is({path}, {})", slice(values.iter().map(|it| scalar(it, wide)))),
    }
}

fn slice(items: impl Iterator<Item = String>) -> String {
    format!("&[{}]", items.collect::<Vec<_>>().join(", "))
}

/// Returns a scalar that a rule tests for. Lowering has refused any other value.
fn scalar(value: &Value, wide: bool) -> String {
    match value {
        Value::String(text) => format!("crate::rule::Scalar::Text({})", string(text)),
        Value::Bool(flag) => format!("crate::rule::Scalar::Flag({flag})"),
        Value::Number(one) => format!("crate::rule::Scalar::Number({})", number(one, wide)),
        _ => "crate::rule::Scalar::Null".to_owned(),
    }
}
