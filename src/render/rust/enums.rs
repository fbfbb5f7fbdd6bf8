//! typify's closed enum, refined: our names and docs, and the crate's own error for an unknown value.

use std::collections::BTreeMap;

use proc_macro2::Ident;
use syn::{Attribute, Item, ItemEnum, ItemImpl, LitStr, parse_quote, visit_mut::VisitMut};

use super::generator::{generate, surprise};
use super::structs::{describe, ends_with, renamed, targets_root};
use super::{Context, docs, names, schema};
use crate::diagnostic::Diagnostics;
use crate::model::{Enum, EnumValue, TypeDef};
use crate::render::names::Role;

/// The items of a closed enum.
///
/// # Errors
/// typify gave something else than one enum with these values, or two values are spelled alike.
pub fn items(context: &Context<'_>, def: &TypeDef, it: &Enum) -> Result<Vec<Item>, Diagnostics> {
    let tree = generate(def, schema::of_enum(it))?;
    let (mut given, mut impls) = parts(def, tree)?;
    let variants = spelling(context, def, it, &given)?;
    let values_of = it.values.iter().enumerate().map(|(index, value)| (schema::value(index), value.value.clone()));
    let root = names::ident(context.names, Role::Type, &def.name)?;
    let mut renames = Renames { root, variants, values: values_of.collect() };
    renames.visit_item_enum_mut(&mut given);
    refine(context, def, it, &mut given)?;
    impls.iter_mut().for_each(|item| renames.visit_item_impl_mut(item));
    impls.insert(0, values(context, it, &renames.root)?);
    if it.values.iter().any(|value| value.facts.deprecated.is_some()) {
        impls.iter_mut().for_each(|item| item.attrs.push(parse_quote!(#[allow(deprecated)])));
    }
    let mut items = vec![Item::Enum(given)];
    items.extend(impls.into_iter().map(Item::Impl));
    items.push(reader(&renames.root));
    let ident = &renames.root;
    items.push(parse_quote!(crate::json::deserialize!(#ident);));
    Ok(items)
}

/// Asserts that the tree is what a string enum makes, and takes what is kept of it: the enum, `Display`, `FromStr` and
/// the conversion from a string slice, which fails like `FromStr`.
fn parts(def: &TypeDef, tree: syn::File) -> Result<(ItemEnum, Vec<ItemImpl>), Diagnostics> {
    let (mut found, mut kept) = (None, Vec::new());
    for item in tree.items {
        match item {
            Item::Enum(it) if it.ident == schema::ROOT && found.is_none() => found = Some(it),
            Item::Impl(it) if targets_root(&it) && is_one_of(&it, &["Display", "FromStr"]) => kept.push(it),
            Item::Impl(it) if targets_root(&it) && is_one_of(&it, &["From", "TryFrom"]) => {}
            Item::Mod(it) if it.ident == "error" => {}
            other => return Err(surprise(def, &format!("it added {}", describe(&other)))),
        }
    }
    if kept.len() != 2 {
        return Err(surprise(def, "`Display` and `FromStr` are not both there"));
    }
    let found = found.ok_or_else(|| surprise(def, "it made no enum"))?;
    Ok((found, kept))
}

fn is_one_of(it: &ItemImpl, names: &[&str]) -> bool {
    it.trait_.as_ref().is_some_and(|(_, path, _)| names.iter().any(|name| ends_with(path, name)))
}

/// Our identifier for each of typify's. Both must have just the same values.
fn spelling(
    context: &Context<'_>,
    def: &TypeDef,
    it: &Enum,
    given: &ItemEnum,
) -> Result<BTreeMap<String, Ident>, Diagnostics> {
    let mut theirs: BTreeMap<String, String> = given
        .variants
        .iter()
        .map(|variant| (renamed(&variant.attrs).unwrap_or(variant.ident.to_string()), variant.ident.to_string()))
        .collect();
    let mut spelling = BTreeMap::new();
    for (index, value) in it.values.iter().enumerate() {
        let ident = names::ident(context.names, Role::Variant, &value.value)?;
        let their = theirs
            .remove(&schema::value(index))
            .ok_or_else(|| surprise(def, &format!("it left out `{}`", value.value)))?;
        spelling.insert(their, ident);
    }
    match theirs.keys().next() {
        Some(extra) => Err(surprise(def, &format!("it added the value `{extra}`"))),
        None => Ok(spelling),
    }
}

/// Model order, our attributes.
fn refine(context: &Context<'_>, def: &TypeDef, it: &Enum, given: &mut ItemEnum) -> Result<(), Diagnostics> {
    given.attrs = docs::of_type(context, &def.name, &def.facts);
    given.attrs.extend(docs::deprecated(&def.facts));
    given
        .attrs
        .push(parse_quote!(#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]));
    given.attrs.push(parse_quote!(#[non_exhaustive]));
    given.variants = it.values.iter().map(|value| variant(context, value)).collect::<Result<_, _>>()?;
    Ok(())
}

fn variant(context: &Context<'_>, value: &EnumValue) -> Result<syn::Variant, Diagnostics> {
    let ident = names::ident(context.names, Role::Variant, &value.value)?;
    let wire = &value.value;
    let mut attrs: Vec<Attribute> = docs::of_value(context, wire, &value.facts);
    attrs.extend(docs::deprecated(&value.facts));
    if ident != wire {
        attrs.push(parse_quote!(#[serde(rename = #wire)]));
    }
    Ok(parse_quote!(#(#attrs)* #ident))
}

/// `ALL` and `as_str`.
fn values(context: &Context<'_>, it: &Enum, root: &Ident) -> Result<ItemImpl, Diagnostics> {
    let ident = |value: &EnumValue| names::ident(context.names, Role::Variant, &value.value);
    let idents = it.values.iter().map(ident).collect::<Result<Vec<_>, _>>()?;
    let wires = it.values.iter().map(|value| &value.value);
    Ok(parse_quote! {
        impl #root {
            /// Every value, in the order of the contract.
            pub const ALL: &'static [Self] = &[#(Self::#idents),*];

            /// The value on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { #(Self::#idents => #wires,)* }
            }
        }
    })
}

fn reader(root: &Ident) -> Item {
    parse_quote! {
        impl crate::json::FromJson for #root {
            #[inline]
            fn from_json(value: serde_json::Value, _: crate::json::Keys) -> crate::json::Result<Self> {
                crate::json::one_of(value, Self::ALL, Self::as_str)
            }
        }
    }
}

/// typify's names into ours, and its paths into short ones.
struct Renames {
    root: Ident,
    variants: BTreeMap<String, Ident>,
    /// By what stands in for them.
    values: BTreeMap<String, String>,
}

impl VisitMut for Renames {
    fn visit_ident_mut(&mut self, it: &mut Ident) {
        if it == schema::ROOT {
            *it = self.root.clone();
        }
    }

    fn visit_lit_str_mut(&mut self, it: &mut LitStr) {
        if let Some(value) = self.values.get(&it.value()) {
            *it = LitStr::new(value, it.span());
        }
    }

    /// The text that typify makes its error of: ours says the same by its name.
    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        if matches!(it, syn::Expr::MethodCall(call) if call.method == "into" && matches!(*call.receiver, syn::Expr::Lit(_)))
        {
            *it = parse_quote!(crate::json::UnknownValue);
        }
        syn::visit_mut::visit_expr_mut(self, it);
    }

    fn visit_path_mut(&mut self, it: &mut syn::Path) {
        if it.segments.len() == 2 && it.segments[0].ident == "Self" {
            let their = it.segments[1].ident.to_string();
            if let Some(ours) = self.variants.get(&their) {
                it.segments[1].ident = ours.clone();
            }
        }
        if ends_with(it, "ConversionError") {
            *it = parse_quote!(crate::json::UnknownValue);
        }
        it.leading_colon = None;
        syn::visit_mut::visit_path_mut(self, it);
    }
}
