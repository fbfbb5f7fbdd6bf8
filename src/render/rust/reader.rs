//! What reads a struct: the contract's presence, constants, closedness, bounds and rules, at the keys' own places.
//!
//! The derived `Deserialize` cannot say these things together (`flatten` excludes `deny_unknown_fields`, a rule needs
//! the whole object, an item of a list cannot be told that here it is closed), and it cannot say where in a payload it
//! failed. So the reader is made here, on the crate's `json` module, and `Deserialize` goes through it.
//!
//! Readers are `#[inline]`, so that they are compiled where they are used: a hook reads a few of the types, and building
//! the crate for it takes less than half as long.

use heck::ToUpperCamelCase;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::{Number, Value};
use syn::{Item, parse_quote};

use super::structs::{Refined, Shape};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::format::Format;
use crate::model::{Condition, Expr, Field, Rule, Struct, Test};
use crate::render::names::place;
use crate::table::words;

/// The implementation of `FromJson`, and of `Deserialize` on top of it.
///
/// # Errors
/// A bound where the reader does not look.
pub fn items(shape: &Shape<'_>, it: &Struct) -> Result<Vec<Item>, Diagnostics> {
    let counts = it.fields.iter().map(count).collect::<Result<Vec<_>, _>>()?;
    let bounds = it.fields.iter().filter_map(|field| bounds(&field.name, &field.expr, 0));
    let rules = it.rules.iter().filter(|rule| rule.severity.refuses()).map(rule);
    let fields = shape.fields.iter().map(field);
    let allow = shape.has_deprecated().then(|| quote!(#[allow(deprecated)]));
    let extra = it.rest.as_ref().map(|rest| match rest {
        Expr::Any => quote!(extra: object.unknown(),),
        _ => quote!(extra: object.rest()?,),
    });
    let object = if shape.fields.is_empty() && extra.is_none() { quote!(_) } else { quote!(object) };
    let (bound, ty) = (shape.bound(Some(&parse_quote!(crate::json::FromJson))), shape.ty());
    let reader = parse_quote! {
        impl #bound crate::json::FromObject for #ty {
            #[inline]
            #allow
            fn from_object(#object: &mut crate::json::Object) -> crate::json::Result<Self> {
                #(#counts)*
                #(#bounds)*
                #(#rules)*
                Ok(Self { #(#fields,)* #extra })
            }
        }
    };
    Ok(vec![reader, parse_quote!(crate::json::object_type!(#ty);)])
}

fn field(it: &Refined<'_>) -> TokenStream {
    let (ident, wire) = (&it.ident, &it.field.name);
    let how = match (it.is_optional(), is_closed(&it.field.expr)) {
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
        Expr::List { item: inner, .. }
        | Expr::Map { value: inner }
        | Expr::Nullable { inner }
        | Expr::Asserted { inner, .. }
        | Expr::Keyed { base: inner, .. } => is_closed(inner),
        Expr::Any
        | Expr::Boolean
        | Expr::Integer
        | Expr::Number
        | Expr::String
        | Expr::Constant { .. }
        | Expr::Bounded { .. } => false,
    }
}

/// The check of a number or a string, in as many lists and maps as it stands.
fn bounds(wire: &str, expr: &Expr, depth: usize) -> Option<TokenStream> {
    match expr {
        Expr::List { item: inner, .. } | Expr::Map { value: inner } => bounds(wire, inner, depth + 1),
        Expr::Nullable { inner } | Expr::Asserted { inner, .. } => bounds(wire, inner, depth),
        Expr::Bounded { inner, bounds } => {
            let what = match bounds.format {
                Some(format) => format!("{} of the format `{}`", scalar_word(inner), format.name()),
                None => words::bounded(scalar_word(inner), bounds),
            };
            let number = |bound: &Option<Number>| {
                let number = bound.as_ref().and_then(Number::as_f64);
                number.map_or_else(|| quote!(None), |it| quote!(Some(#it)))
            };
            let (minimum, above, maximum) = (number(&bounds.minimum), number(&bounds.above), number(&bounds.maximum));
            let min_length = bounds.min_length.map_or_else(|| quote!(None), |it| quote!(Some(#it)));
            let format = bounds.format.map_or_else(|| quote!(None), some_format);
            let bounds = quote! {
                crate::bounds::Bounds {
                    what: #what, minimum: #minimum, above: #above, maximum: #maximum, min_length: #min_length,
                    format: #format
                }
            };
            Some(quote!(object.within(#wire, #depth, &#bounds)?;))
        }
        _ => None,
    }
}

fn some_format(format: Format) -> TokenStream {
    let variant = format_ident!("{}", format.name().to_upper_camel_case());
    quote!(Some(crate::bounds::Format::#variant))
}

fn scalar_word(expr: &Expr) -> &'static str {
    words::word(match expr {
        Expr::Integer => "integer",
        Expr::Number => "number",
        _ => "string",
    })
}

/// The check of a list's length.
fn count(field: &Field) -> Result<TokenStream, Diagnostics> {
    let wire = &field.name;
    let Expr::List { item, min, max } = super::schema::bare(&field.expr).plain() else {
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
fn rule(rule: &Rule) -> TokenStream {
    let when = rule.when.iter().map(condition);
    let then = rule.then.iter().map(condition);
    let message = &rule.message;
    quote! {
        object.obey(&crate::rule::Rule { when: &[#(#when),*], then: &[#(#then),*], message: #message })?;
    }
}

fn condition(it: &Condition) -> TokenStream {
    let path = &it.path;
    match &it.test {
        Test::Present => quote!(crate::rule::present(&[#(#path),*])),
        Test::Absent => quote!(crate::rule::absent(&[#(#path),*])),
        Test::In { values } => {
            let values = values.iter().map(scalar);
            quote!(crate::rule::is(&[#(#path),*], &[#(#values),*]))
        }
    }
}

/// Rules test for scalars; lowering has refused anything else.
fn scalar(value: &Value) -> TokenStream {
    match value {
        Value::String(text) => quote!(crate::rule::Scalar::Text(#text)),
        Value::Bool(flag) => quote!(crate::rule::Scalar::Flag(#flag)),
        Value::Number(number) => {
            // JSON has no other numbers.
            let number = number.as_f64().filter(|number| number.is_finite()).unwrap_or_default();
            quote!(crate::rule::Scalar::Number(#number))
        }
        _ => quote!(crate::rule::Scalar::Null),
    }
}
