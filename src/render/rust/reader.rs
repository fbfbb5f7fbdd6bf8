//! What reads a struct: the contract's presence, constants, closedness, bounds and rules, at the keys' own places.
//!
//! The derived `Deserialize` cannot say these things together (`flatten` excludes `deny_unknown_fields`, a rule needs
//! the whole object, an item of a list cannot be told that here it is closed), and it cannot say where in a payload it
//! failed. So the reader is made here, on the crate's `json` module, and `Deserialize` goes through it.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;
use syn::{Item, parse_quote};

use super::structs::{Presence, Refined, Shape};
use crate::diagnostic::Diagnostic;
use crate::model::{Condition, Expr, Field, Rule, Struct, Test};

/// The implementation of `FromJson`, and of `Deserialize` on top of it.
///
/// # Errors
/// A bound where the reader does not look.
pub fn items(shape: &Shape<'_>, it: &Struct) -> Result<Vec<Item>, Diagnostic> {
    let ident = &shape.ident;
    let checks = it.fields.iter().map(bounds).collect::<Result<Vec<_>, _>>()?;
    let rules = rules(it);
    let fields = shape.fields.iter().map(field);
    let allow = shape.has_deprecated().then(|| quote!(#[allow(deprecated)]));
    let body = match &shape.extra {
        Some(_) => quote!(Ok(Self { #(#fields,)* extra: object.rest()? })),
        None => quote! {
            let read = Self { #(#fields,)* };
            object.end()?;
            Ok(read)
        },
    };
    let reader = parse_quote! {
        impl crate::json::FromJson for #ident {
            #allow
            fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> Result<Self, crate::json::Problem> {
                let mut object = crate::json::Object::new(value, keys)?;
                #(#checks)*
                #rules
                #body
            }
        }
    };
    Ok(vec![reader, parse_quote!(crate::json::deserialize!(#ident);)])
}

fn field(it: &Refined<'_>) -> TokenStream {
    let (ident, wire) = (&it.ident, &it.field.name);
    let optional = matches!(it.presence, Presence::Optional | Presence::OptionalNullable);
    let how = match (optional, is_closed(&it.field.expr)) {
        (false, false) => quote!(required),
        (true, false) => quote!(optional),
        (false, true) => quote!(required_closed),
        (true, true) => quote!(optional_closed),
    };
    quote!(#ident: object.#how(#wire)?)
}

/// It holds an open type whose unknown keys are refused here.
fn is_closed(expr: &Expr) -> bool {
    match expr {
        Expr::Ref { closed, .. } => *closed,
        Expr::List { item: inner, .. } | Expr::Map { value: inner } | Expr::Nullable { inner } => is_closed(inner),
        Expr::Any | Expr::Boolean | Expr::Integer | Expr::Number | Expr::String | Expr::Constant { .. } => false,
    }
}

/// The check of a list's length.
fn bounds(field: &Field) -> Result<TokenStream, Diagnostic> {
    let wire = &field.name;
    let Expr::List { item, min, max } = super::schema::bare(&field.expr) else {
        return no_bounds(field, &field.expr).map(|()| quote!());
    };
    no_bounds(field, item)?;
    if min.is_none() && max.is_none() {
        return Ok(quote!());
    }
    let min = min.unwrap_or(0);
    let max = max.map_or_else(|| quote!(u64::MAX), |max| quote!(#max));
    Ok(quote!(object.count(#wire, #min, #max)?;))
}

/// Bounds are checked at the fields of a struct; a list in a list must not have any.
fn no_bounds(field: &Field, expr: &Expr) -> Result<(), Diagnostic> {
    match expr {
        Expr::List { min: Some(_), .. } | Expr::List { max: Some(_), .. } => {
            let message = format!("the list inside the list `{}` has bounds", field.name);
            Err(Diagnostic::error("rust-shape", message)
                .in_file(&field.origin.file)
                .instead("make what holds the inner list a definition of its own"))
        }
        Expr::List { item: inner, .. } | Expr::Map { value: inner } | Expr::Nullable { inner } => no_bounds(field, inner),
        _ => Ok(()),
    }
}

/// The check of the rules that refuse.
fn rules(it: &Struct) -> TokenStream {
    let rules: Vec<TokenStream> = it.rules.iter().filter(|rule| rule.severity.refuses()).map(rule).collect();
    if rules.is_empty() { quote!() } else { quote!(object.obey(&[#(#rules),*])?;) }
}

fn rule(rule: &Rule) -> TokenStream {
    let when = rule.when.iter().map(condition);
    let then = rule.then.iter().map(condition);
    let message = &rule.message;
    quote!(crate::rule::Rule { when: &[#(#when),*], then: &[#(#then),*], message: #message })
}

fn condition(it: &Condition) -> TokenStream {
    let path = &it.path;
    let test = match &it.test {
        Test::Present => quote!(Present),
        Test::Absent => quote!(Absent),
        Test::In { values } => {
            let values = values.iter().map(scalar);
            quote!(In(&[#(#values),*]))
        }
    };
    quote!(crate::rule::Condition { path: &[#(#path),*], test: crate::rule::Test::#test })
}

/// Rules test for strings, booleans and numbers; what has a structure is compared as its text.
fn scalar(value: &Value) -> TokenStream {
    match value {
        Value::String(text) => quote!(crate::rule::Scalar::Text(#text)),
        Value::Bool(flag) => quote!(crate::rule::Scalar::Flag(#flag)),
        other => {
            let number = other.as_f64().unwrap_or(f64::NAN);
            quote!(crate::rule::Scalar::Number(#number))
        }
    }
}
