//! The Rust type of an expression. typify spells it, once for each shape.

use serde_json::Value;
use syn::{GenericArgument, PathArguments, PathSegment, Type, TypePath};

use super::Context;
use super::generator::{type_of_field, unexpected_output};
use super::schema::{STAND_IN, Shape};
use crate::diagnostic::Diagnostics;
use crate::model::{Expr, TypeDef};

/// The types that typify writes with their whole path, which the prelude makes unnecessary.
const PRELUDE: [&str; 4] = ["String", "Vec", "Option", "Box"];

/// Returns the type of an expression in a field of the definition, without a `null` at its top.
///
/// # Errors
/// Something in the expression has no name in Rust, or typify does not return one struct with one field.
pub fn spell(context: &Context<'_>, def: &TypeDef, expr: &Expr) -> Result<String, Diagnostics> {
    let (shape, named) = Shape::of_field(context, def, expr)?;
    let ty = context.shapes.get(&shape, |shape| ask_typify(def, shape.schema(), named.len()))?;
    filled(&ty, &named).ok_or_else(|| unexpected_output(def, "it made a stand-in of its own"))
}

/// Returns the type with names instead of their placeholders. `None` if a placeholder has no name.
fn filled(ty: &str, named: &[String]) -> Option<String> {
    let mut out = String::with_capacity(ty.len());
    let mut rest = ty;
    while let Some(at) = rest.find(STAND_IN) {
        let (before, from) = rest.split_at(at);
        let digits = &from[STAND_IN.len()..];
        let (number, behind) = digits.split_at(digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len()));
        out.push_str(before);
        out.push_str(named.get(number.parse::<usize>().ok()?)?);
        rest = behind;
    }
    out.push_str(rest);
    Some(out)
}

/// Returns the type that typify spells, with placeholders for `named` types.
fn ask_typify(def: &TypeDef, schema: Value, named: usize) -> Result<String, Diagnostics> {
    let ty = type_of_field(def, schema, named)?;
    text(&ty).ok_or_else(|| unexpected_output(def, "it made a field of a type that is neither a tuple nor a path"))
}

/// Returns the type as text, if it is a tuple, or a path whose arguments are such types.
fn text(ty: &Type) -> Option<String> {
    let path = match ty {
        Type::Tuple(tuple) => {
            let places = tuple.elems.iter().map(text).collect::<Option<Vec<_>>>()?;
            // One place has a comma after it: otherwise the brackets are only brackets.
            return Some(format!("({}{})", places.join(", "), if places.len() == 1 { "," } else { "" }));
        }
        Type::Path(TypePath { qself: None, path }) => path,
        _ => return None,
    };
    let last = path.segments.last()?;
    // No name of ours hides one of the prelude.
    let is_prelude = path.leading_colon.is_some() && PRELUDE.iter().any(|name| last.ident == name);
    let skipped = if is_prelude { path.segments.len() - 1 } else { 0 };
    let segments: Option<Vec<String>> = path.segments.iter().skip(skipped).map(segment).collect();
    Some(segments?.join("::"))
}

fn segment(it: &PathSegment) -> Option<String> {
    let arguments = match &it.arguments {
        PathArguments::None => return Some(it.ident.to_string()),
        PathArguments::AngleBracketed(arguments) => &arguments.args,
        PathArguments::Parenthesized(_) => return None,
    };
    let types = arguments.iter().map(|argument| match argument {
        GenericArgument::Type(ty) => text(ty),
        _ => None,
    });
    Some(format!("{}<{}>", it.ident, types.collect::<Option<Vec<_>>>()?.join(", ")))
}
