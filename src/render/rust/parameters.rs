//! A type parameter for each value whose type a table decides: `PreToolUseInput<T = serde_json::Value>`.
//!
//! Only inputs have them. In a type that is also an output, the field keeps its type in the schema.

use std::borrow::Borrow;

use super::structs::{Outline, Refined};
use super::writer::CodeWriter;
use super::{Context, docs};
use crate::model::{Expr, TypeDef};

/// A parameter of a type.
#[derive(Clone)]
pub struct Parameter {
    /// The parameter's name: `T`, or the first letter of the column.
    pub ident: String,
    /// The name of the setter's own type parameter.
    pub other: String,
    /// The default: the field's type in the schema.
    pub default: String,
}

/// Adds a type parameter to each field whose type a table decides.
pub fn put(context: &Context<'_>, def: &TypeDef, fields: &mut [Refined<'_>]) {
    if !def.input || def.output {
        return;
    }
    let columns: Vec<&str> = fields.iter().filter_map(column).collect();
    let names = names(context, &columns);
    for (field, ident) in fields.iter_mut().filter(|field| column(field).is_some()).zip(names.clone()) {
        let default = std::mem::replace(&mut field.inner, ident.clone());
        let other = fresh(context, "U".to_owned(), &names);
        field.parameter = Some(Parameter { ident, other, default });
    }
}

fn column<'a>(field: &Refined<'a>) -> Option<&'a str> {
    match &field.field.expr {
        Expr::Keyed { column, .. } => Some(column),
        _ => None,
    }
}

/// Returns the names of the parameters: `T` for a single one, otherwise the first letter of its column, or a number if
/// that is not unique.
fn names(context: &Context<'_>, columns: &[&str]) -> Vec<String> {
    let letter =
        |column: &&str| column.chars().next().filter(char::is_ascii_alphabetic).map(|it| it.to_ascii_uppercase());
    let letters: Vec<Option<char>> = columns.iter().map(letter).collect();
    let named = letters.iter().enumerate().map(|(at, own)| {
        let alone = letters.iter().filter(|other| *other == own).count() == 1;
        let name = match own.filter(|_| alone) {
            _ if columns.len() == 1 => "T".to_owned(),
            Some(letter) => letter.to_string(),
            None => format!("T{at}"),
        };
        fresh(context, name, &[])
    });
    named.collect()
}

/// Appends `T` to the name until it differs from all types and from the taken names.
fn fresh(context: &Context<'_>, mut name: String, taken: &[String]) -> String {
    while context.types.contains(name.as_str()) || taken.contains(&name) {
        name.push('T');
    }
    name
}

/// Writes a line of documentation for each parameter.
pub fn docs(source: &mut CodeWriter, fields: &[Refined<'_>]) {
    let with = fields.iter().filter_map(|field| Some((field, field.parameter.as_ref()?)));
    for (at, (field, parameter)) in with.enumerate() {
        if at == 0 {
            source.doc("");
        }
        source.doc(&format!("`{}` is what {} holds.", parameter.ident, docs::code(&field.field.name)));
    }
}

impl Outline<'_> {
    /// Returns the parameters, in the order of the fields.
    pub fn parameters(&self) -> Vec<&Parameter> {
        self.fields.iter().filter_map(|it| it.parameter.as_ref()).collect()
    }

    /// Returns the type as the struct declares it: with its parameters and their defaults.
    pub fn declared(&self) -> String {
        self.ty_with(|Parameter { ident, default, .. }| format!("{ident} = {default}"))
    }

    /// Returns the parameters as an `impl` declares them, each with this bound.
    pub fn bound(&self, bound: &str) -> String {
        angled(&self.parameters().iter().map(|it| format!("{}{bound}", it.ident)).collect::<Vec<_>>())
    }

    /// Returns the type with its parameters.
    pub fn ty(&self) -> String {
        self.ty_with(|it| it.ident.clone())
    }

    /// Returns the type with an argument for each parameter.
    pub fn ty_with(&self, argument: impl Fn(&Parameter) -> String) -> String {
        let arguments: Vec<String> = self.parameters().into_iter().map(argument).collect();
        format!("{}{}", self.ident, angled(&arguments))
    }
}

/// Returns the items in angle brackets, or nothing if there are none.
pub fn angled(items: &[impl Borrow<str>]) -> String {
    if items.is_empty() { String::new() } else { format!("<{}>", items.join(", ")) }
}
