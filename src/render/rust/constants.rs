//! The constants of a contract. Each is a type of the crate with this one value, so that a reader refuses any other.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::iter;
use std::sync::Arc;

use serde_json::Value;

use super::derives::Added;
use super::writer::CodeWriter;
use super::{derives, docs, names};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Origin};
use crate::render::builtin::{Input, Texts, texts};
use crate::render::names::{Names, place};

/// Returns the source of the types of all constants: those of the contract under the empty name, and those that only a
/// profile has under its name.
///
/// # Errors
/// A constant is not a scalar, has no name in Rust, or is spelled like another one.
pub fn constants(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let added = Added::read(input)?;
    let mut known = BTreeSet::new();
    let mut sources = BTreeMap::new();
    let contracts = iter::once(("", input.contract)).chain(input.profiles.iter().map(|it| (&*it.name, &it.contract)));
    for (name, contract) in contracts {
        let found = distinct(contract, input.names)?;
        let mut source = CodeWriter::default();
        for (name, (value, _)) in found {
            if !known.contains(&name) {
                write(&mut source, &added, &name, value);
                known.insert(name);
            }
        }
        sources.insert(name.to_owned(), source.into_text());
    }
    Ok(texts(sources))
}

/// Returns every constant once, by the name of its type, with the first place that has it.
fn distinct<'a>(
    contract: &'a Contract,
    names: &Names,
) -> Result<BTreeMap<Arc<str>, (&'a Value, &'a Origin)>, Diagnostics> {
    let mut found = BTreeMap::new();
    let mut problems = Diagnostics::default();
    // A type has the fields of the types that it extends. A problem of a field is reported once, at its origin.
    let mut reported = HashSet::new();
    let mut report = |found: Diagnostics, at: &'a Origin| {
        if reported.insert((&at.file, &at.pointer)) {
            problems.extend(found);
        }
    };
    for def in &contract.types {
        def.each_constant(&mut |value, origin| match names::constant(names, value) {
            Ok(_) if !is_scalar(value) => report(no_scalar(value, origin).into(), origin),
            Ok(name) => {
                let first = *found.entry(name.clone()).or_insert((value, origin));
                if first.0 != value {
                    report(collision(&name, first, (value, origin)).into(), origin);
                }
            }
            Err(found) => report(Diagnostics(found.0.into_iter().map(|it| it.at(place(origin))).collect()), origin),
        });
    }
    problems.or(found).map(|(found, _)| found)
}

/// Writes a type with this one value.
fn write(source: &mut CodeWriter, added: &Added, name: &str, value: &Value) {
    let (ty, scalar, literal) = match value {
        Value::String(text) => ("&'static str", "Text", names::string(text)),
        Value::Bool(flag) => ("bool", "Flag", flag.to_string()),
        Value::Number(number) if number.is_i64() => ("i64", "whole", number.to_string()),
        // Only scalars come here, and JSON numbers are finite.
        other => {
            let number = other.as_f64().filter(|number| number.is_finite()).unwrap_or_default();
            ("f64", "Number", names::number(number))
        }
    };
    source.gap();
    source.doc(&format!("Always {}.", docs::code(&value.to_string())));
    added.write(source, None, &derives::CONSTANT);
    source.line(format_args!("pub struct {name};"));
    source.gap();
    source.open(format_args!("impl {name} {{"));
    source.doc("The value on the wire.");
    source.whole_line(format_args!("pub const VALUE: {ty} = {literal};"));
    source.close("}");
    source.gap();
    source.list("constant!(", &[name, &format!("crate::rule::Scalar::{scalar}")], ");");
}

fn is_scalar(value: &Value) -> bool {
    match value {
        Value::String(_) | Value::Bool(_) => true,
        Value::Number(number) => number.as_f64().is_some_and(f64::is_finite),
        Value::Null | Value::Array(_) | Value::Object(_) => false,
    }
}

fn no_scalar(value: &Value, origin: &Origin) -> Diagnostic {
    Diagnostic::error(Code::RustShape, format!("the constant `{value}` has no type in Rust"))
        .at(place(origin))
        .because("a constant of the Rust crate is a string, a boolean or a finite number")
        .instead("describe the value by a type of its own")
}

fn collision(name: &str, first: (&Value, &Origin), second: (&Value, &Origin)) -> Diagnostic {
    Diagnostic::error(
        Code::RustName,
        format!("the constants `{}` and `{}` are both spelled `{name}` in Rust", first.0, second.0),
    )
    .at(place(second.1))
    .and_at(place(first.1))
    .because("each constant is a type of the crate, named after its value")
    .instead("write one of them as an `enum` of this one value, in a definition of its own")
}
