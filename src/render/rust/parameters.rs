//! A parameter of the type for each value whose type a table names: `PreToolUseInput<T = serde_json::Value>`.
//!
//! Only what is read has them. In what a hook writes the field stays what a schema says of it.

use proc_macro2::Ident;
use quote::{format_ident, quote};
use syn::{Attribute, Generics, Type, parse_quote};

use super::structs::{Refined, Shape};
use super::{Context, docs};
use crate::markdown::{Profile, code_span};
use crate::model::{Expr, TypeDef};

/// A parameter of a type.
#[derive(Clone)]
pub struct Parameter {
    /// `T`, or the first letter of the column.
    pub ident: Ident,
    /// What stands for another type that takes its place.
    pub other: Ident,
    /// What it is where nothing else is said: what the field holds in any case.
    pub default: Type,
}

/// Gives each field whose type a table names a parameter for a type.
pub fn put(context: &Context<'_>, def: &TypeDef, fields: &mut [Refined<'_>]) {
    if !def.input || def.output {
        return;
    }
    let columns: Vec<&str> = fields.iter().filter_map(column).collect();
    let names = names(context, &columns);
    let taken: Vec<String> = names.iter().map(ToString::to_string).collect();
    for (field, ident) in fields.iter_mut().filter(|field| column(field).is_some()).zip(names) {
        let default = std::mem::replace(&mut field.inner, parse_quote!(#ident));
        let other = fresh(context, "U".to_owned(), &taken);
        field.parameter = Some(Parameter { ident, other, default });
    }
}

fn column<'a>(field: &Refined<'a>) -> Option<&'a str> {
    match &field.field.expr {
        Expr::Keyed { column, .. } => Some(column),
        _ => None,
    }
}

/// One alone is `T`. Of several each has the first letter of its column, or a number where that is not enough.
fn names(context: &Context<'_>, columns: &[&str]) -> Vec<Ident> {
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

/// The name, with as many letters as it takes to be none of a type and none of these.
fn fresh(context: &Context<'_>, mut name: String, taken: &[String]) -> Ident {
    while context.types.contains(name.as_str()) || taken.contains(&name) {
        name.push('T');
    }
    format_ident!("{name}")
}

/// A line of documentation for each parameter.
pub fn docs(fields: &[Refined<'_>]) -> Vec<Attribute> {
    let lines = fields.iter().filter_map(|field| {
        let ident = &field.parameter.as_ref()?.ident;
        let name = code_span(&field.field.name, Profile::Rustdoc);
        Some(docs::attribute(&format!("`{ident}` is what {name} holds.")))
    });
    let lines: Vec<Attribute> = lines.collect();
    let empty = (!lines.is_empty()).then(|| docs::attribute(""));
    empty.into_iter().chain(lines).collect()
}

impl Shape<'_> {
    /// The parameters, in the order of the fields.
    pub fn parameters(&self) -> Vec<&Parameter> {
        self.fields.iter().filter_map(|it| it.parameter.as_ref()).collect()
    }

    /// As the struct declares them, with their defaults.
    pub fn declared(&self) -> Generics {
        let all = self.parameters();
        if all.is_empty() {
            return Generics::default();
        }
        let declared = all.iter().map(|Parameter { ident, default, .. }| quote!(#ident = #default));
        parse_quote!(<#(#declared),*>)
    }

    /// As an `impl` for all of them declares them, each with this bound.
    pub fn bound(&self, bound: Option<&Type>) -> Generics {
        let bound = bound.map(|bound| quote!(: #bound));
        let idents: Vec<&Ident> = self.parameters().into_iter().map(|it| &it.ident).collect();
        if idents.is_empty() { Generics::default() } else { parse_quote!(<#(#idents #bound),*>) }
    }

    /// The type with its parameters.
    pub fn ty(&self) -> Type {
        self.ty_with(|it| {
            let ident = &it.ident;
            parse_quote!(#ident)
        })
    }

    /// The type with something in the place of each parameter.
    pub fn ty_with(&self, argument: impl Fn(&Parameter) -> Type) -> Type {
        let ident = &self.ident;
        let arguments: Vec<Type> = self.parameters().into_iter().map(argument).collect();
        if arguments.is_empty() { parse_quote!(#ident) } else { parse_quote!(#ident<#(#arguments),*>) }
    }
}
