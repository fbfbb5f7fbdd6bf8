//! What constructs a struct: `new` with what it must have, and a setter for everything else.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Item, Type, parse_quote};

use super::docs;
use super::parameters::Parameter;
use super::structs::{Presence, Refined, Shape};
use crate::markdown::{Profile, code_span};
use crate::model::Expr;

/// More parameters than this, and clippy would complain.
const MANY: usize = 7;

/// The `impl` with `new` and the setters.
pub fn items(shape: &Shape<'_>) -> Vec<Item> {
    let (ident, new) = (&shape.ident, new(shape));
    let set = shape.fields.iter().filter(|it| !it.is_asked() && !is_fixed(it) && it.parameter.is_none());
    let setters = set.flat_map(setters);
    let extra = shape.extra.as_ref().map(extra_setter);
    if shape.parameters().is_empty() {
        return vec![parse_quote! { impl #ident { #new #(#setters)* #extra } }];
    }
    let (bound, ty) = (shape.bound(None), shape.ty());
    let keyed = shape.fields.iter().filter_map(|it| keyed_setter(shape, it));
    let setters = quote! { #(#keyed)* #(#setters)* #extra };
    // A parameter that `new` is given nothing for is what it is by default.
    let asked: Vec<_> = shape.fields.iter().filter(|it| it.is_asked()).filter_map(|it| it.parameter.as_ref()).collect();
    if asked.len() == shape.parameters().len() {
        return vec![parse_quote! { impl #bound #ty { #new #setters } }];
    }
    let is_asked = |it: &Parameter| asked.iter().any(|other| other.ident == it.ident);
    let asked_idents = asked.iter().map(|it| &it.ident);
    let own = shape.ty_with(|it| {
        let (ident, default) = (&it.ident, &it.default);
        if is_asked(it) { parse_quote!(#ident) } else { default.clone() }
    });
    vec![parse_quote! { impl<#(#asked_idents),*> #own { #new } }, parse_quote! { impl #bound #ty { #setters } }]
}

/// Sets a value whose type a table names, and with it what the type's parameter stands for.
fn keyed_setter(shape: &Shape<'_>, it: &Refined<'_>) -> Option<TokenStream> {
    let parameter = it.parameter.as_ref()?;
    let doc = format!(" The same with another {}, of whatever type.", code(&it.field.name));
    let value = if it.is_optional() { quote!(Some(value)) } else { quote!(value) };
    let others = shape.fields.iter().filter(|other| other.ident != it.ident).map(|other| &other.ident);
    let (ident, name, own) = (&shape.ident, &it.setter, &it.ident);
    let extra = shape.extra.is_some().then(|| quote!(extra: self.extra,));
    let allow_deprecated = shape.has_deprecated().then(|| quote!(#[allow(deprecated)]));
    let new = shape.ty_with(|other| {
        let ident = if other.ident == parameter.ident { &parameter.other } else { &other.ident };
        parse_quote!(#ident)
    });
    let other = &parameter.other;
    Some(quote! {
        #[doc = #doc]
        #[must_use]
        #allow_deprecated
        pub fn #name<#other>(self, value: #other) -> #new {
            #ident { #own: #value, #(#others: self.#others,)* #extra }
        }
    })
}

/// There is nothing to set: it always has its one value.
fn is_fixed(it: &Refined<'_>) -> bool {
    it.is_constant() && it.presence == Presence::Required
}

fn new(shape: &Shape<'_>) -> TokenStream {
    let asked: Vec<&Refined<'_>> = shape.fields.iter().filter(|it| it.is_asked()).collect();
    let doc = format!(" {}", new_doc(shape, asked.is_empty()));
    if asked.is_empty() {
        return quote! { #[doc = #doc] #[must_use] pub fn new() -> Self { Self::default() } };
    }
    let allow_many = (asked.len() > MANY).then(|| quote!(#[allow(clippy::too_many_arguments)]));
    let allow_deprecated = shape.has_deprecated().then(|| quote!(#[allow(deprecated)]));
    let parameters = asked.iter().map(|it| {
        let (ident, ty) = (&it.ident, it.ty());
        // What a parameter stands for follows from what is given.
        let ty = if it.parameter.is_some() { quote!(#ty) } else { parameter(&ty) };
        quote!(#ident: #ty)
    });
    let values = shape.fields.iter().map(initial);
    let extra = shape.extra.is_some().then(|| quote!(extra: Default::default(),));
    quote! {
        #[doc = #doc] #[must_use] #allow_many #allow_deprecated
        pub fn new(#(#parameters),*) -> Self { Self { #(#values,)* #extra } }
    }
}

fn new_doc(shape: &Shape<'_>, is_empty: bool) -> String {
    if is_empty && shape.fields.iter().all(|it| !is_fixed(it)) {
        return "One in which nothing is set.".to_owned();
    }
    if is_empty {
        "One with its constants and nothing else.".to_owned()
    } else {
        "One with what it must have.".to_owned()
    }
}

/// What `new` puts into a field.
fn initial(it: &Refined<'_>) -> TokenStream {
    let ident = &it.ident;
    match (it.is_asked(), is_plain(&it.ty())) {
        (true, true) => quote!(#ident),
        (true, false) if it.parameter.is_some() => quote!(#ident),
        (true, false) => quote!(#ident: #ident.into()),
        (false, _) if is_fixed(it) => quote!(#ident: Default::default()),
        (false, _) => quote!(#ident: None),
    }
}

/// The setters of a field: one that takes the value, and one for `null` where the key can hold it.
fn setters(it: &Refined<'_>) -> Vec<TokenStream> {
    let value = if it.is_constant() { constant_setter(it) } else { value_setter(it) };
    let Some(name) = &it.null_setter else { return vec![value] };
    let doc = format!(" Sets {} to `null`.", code(&it.field.name));
    vec![value, setter(it, &doc, name, quote!(), quote!(Some(None)))]
}

fn value_setter(it: &Refined<'_>) -> TokenStream {
    let doc = format!(" Sets {}.", code(&it.field.name));
    let ty = parameter(&it.inner);
    let value = if is_plain(&it.inner) { quote!(value) } else { quote!(value.into()) };
    setter(it, &doc, &it.setter, quote!(value: #ty), some(it, value))
}

/// There is one value to set, so none is asked for.
fn constant_setter(it: &Refined<'_>) -> TokenStream {
    let value = match super::schema::bare(&it.field.expr) {
        Expr::Constant { value } => code(&value.to_string()),
        _ => "its one value".to_owned(),
    };
    let doc = format!(" Sets {} to {value}.", code(&it.field.name));
    setter(it, &doc, &it.setter, quote!(), some(it, quote!(Default::default())))
}

/// Whatever a key is called, in a comment it is nothing but code.
fn code(text: &str) -> String {
    code_span(text, Profile::Rustdoc)
}

fn some(it: &Refined<'_>, value: TokenStream) -> TokenStream {
    if it.presence == Presence::OptionalNullable { quote!(Some(Some(#value))) } else { quote!(Some(#value)) }
}

fn setter(it: &Refined<'_>, doc: &str, name: &syn::Ident, parameter: TokenStream, value: TokenStream) -> TokenStream {
    let ident = &it.ident;
    let deprecated = docs::deprecated(&it.field.facts).map(|attr| quote!(#attr #[allow(deprecated)]));
    quote! {
        #[doc = #doc]
        #[must_use]
        #deprecated
        pub fn #name(mut self, #parameter) -> Self {
            self.#ident = #value;
            self
        }
    }
}

fn extra_setter(ty: &Type) -> TokenStream {
    quote! {
        /// Sets the keys that this contract does not know.
        #[must_use]
        pub fn with_extra(mut self, value: #ty) -> Self {
            self.extra = value;
            self
        }
    }
}

/// Whatever becomes the type; but where nothing else does, the type itself.
fn parameter(ty: &Type) -> TokenStream {
    if is_plain(ty) { quote!(#ty) } else { quote!(impl Into<#ty>) }
}

fn is_plain(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("bool"))
}
