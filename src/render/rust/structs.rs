//! A struct: typify's types of its fields, in model order, presence put back, our names, our docs.

use std::collections::BTreeSet;

use proc_macro2::Ident;
use syn::{Attribute, Fields, Item, ItemStruct, Type, parse_quote};

use super::generator::surprise;
use super::parameters::{self, Parameter};
use super::{Context, docs, methods, names, reader, schema};
use crate::diagnostic::Diagnostics;
use crate::model::{Expr, Field, Kind, Struct, TypeDef};
use crate::render::names::Role;

/// How a key may be missing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Always there: `T`.
    Required,
    /// Always there, perhaps `null`: `Option<T>`.
    Nullable,
    /// There or not, but never `null`: `Option<T>`.
    Optional,
    /// There, `null`, or not there: `Option<Option<T>>`.
    OptionalNullable,
}

/// A field of the refined struct.
pub struct Refined<'a> {
    /// What the model says.
    pub field: &'a Field,
    /// Its identifier.
    pub ident: Ident,
    /// The name of its setter.
    pub setter: Ident,
    /// The name of the setter of `null`, where the key can be absent and null.
    pub null_setter: Option<Ident>,
    /// The type of its value when it is there and not null.
    pub inner: Type,
    /// How it may be missing.
    pub presence: Presence,
    /// What stands for the type of its value, where that follows from the value of another field.
    pub parameter: Option<Parameter>,
}

impl Refined<'_> {
    /// It has one value only.
    pub fn is_constant(&self) -> bool {
        matches!(schema::bare(&self.field.expr), Expr::Constant { .. })
    }

    /// The key may be absent.
    pub fn is_optional(&self) -> bool {
        matches!(self.presence, Presence::Optional | Presence::OptionalNullable)
    }

    /// `T::new` asks for it.
    pub fn is_asked(&self) -> bool {
        match self.presence {
            Presence::Required => !self.is_constant(),
            Presence::Nullable => true,
            Presence::Optional | Presence::OptionalNullable => false,
        }
    }

    /// The type of the field.
    pub fn ty(&self) -> Type {
        let inner = &self.inner;
        match self.presence {
            Presence::Required => inner.clone(),
            Presence::Nullable | Presence::Optional => parse_quote!(Option<#inner>),
            Presence::OptionalNullable => parse_quote!(Option<Option<#inner>>),
        }
    }
}

/// The items of a struct.
///
/// # Errors
/// typify cannot say the type of a field, or a name is no identifier.
pub fn items(context: &Context<'_>, def: &TypeDef, it: &Struct) -> Result<Vec<Item>, Diagnostics> {
    let mut fields = refine(context, def, it)?;
    parameters::put(context, def, &mut fields);
    let ident = names::ident(context.names, Role::Type, &def.name)?;
    let extra = extra_type(context, def, it)?;
    let attrs = attributes(context, def, &fields);
    let named = Fields::Named(named(context, &fields, extra.as_ref()));
    let shape = Shape { ident: ident.clone(), fields, extra };
    let mut items = vec![Item::Struct(ItemStruct {
        attrs,
        vis: parse_quote!(pub),
        struct_token: <syn::Token![struct]>::default(),
        ident,
        generics: shape.declared(),
        fields: named,
        semi_token: None,
    })];
    items.extend(methods::items(&shape));
    items.extend(reader::items(&shape, it)?);
    Ok(items)
}

/// The refined struct, as its methods and its reader need it.
pub struct Shape<'a> {
    /// The type.
    pub ident: Ident,
    /// In model order.
    pub fields: Vec<Refined<'a>>,
    /// The type of the map of other keys, if there may be some.
    pub extra: Option<Type>,
}

impl Shape<'_> {
    /// Code that touches its fields would warn.
    pub fn has_deprecated(&self) -> bool {
        self.fields.iter().any(|it| it.field.facts.deprecated.is_some())
    }
}

/// The impl is of the definition itself.
pub fn targets_root(it: &syn::ItemImpl) -> bool {
    matches!(&*it.self_ty, Type::Path(path) if path.path.is_ident(schema::ROOT))
}

/// The path's last segment is this.
pub fn ends_with(path: &syn::Path, name: &str) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == name)
}

/// What an item is, for a message.
pub fn describe(item: &Item) -> String {
    let text = quote::quote!(#item).to_string();
    let head: String = text.chars().take(80).collect();
    format!("`{head}`")
}

/// The wire name in `#[serde(rename = "…")]`.
pub fn renamed(attrs: &[Attribute]) -> Option<String> {
    let mut name = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        // An argument of another form ends the search in this attribute; the count of the fields is asserted later.
        let _ = attr.parse_nested_meta(|meta| {
            if meta.input.peek(syn::Token![=]) {
                let value: syn::LitStr = meta.value()?.parse()?;
                if meta.path.is_ident("rename") {
                    name = Some(value.value());
                }
            }
            Ok(())
        });
    }
    name
}

/// The fields with what Rust calls them and their types.
fn refine<'a>(context: &Context<'_>, def: &TypeDef, it: &'a Struct) -> Result<Vec<Refined<'a>>, Diagnostics> {
    let mut fields: Vec<Refined<'a>> = Vec::with_capacity(it.fields.len());
    for field in &it.fields {
        fields.push(Refined {
            field,
            ident: names::ident(context.names, Role::Field, &field.name)?,
            setter: names::setter(context.names, &field.name, it.rest.is_some())?,
            null_setter: None,
            inner: context.shapes.spell(context, def, &field.expr)?,
            presence: presence(field),
            parameter: None,
        });
    }
    name_null_setters(&mut fields);
    Ok(fields)
}

/// `with_a_null`, unless there is a field `a_null`: then with as many underscores as it takes.
fn name_null_setters(fields: &mut [Refined<'_>]) {
    let mut taken: BTreeSet<String> = fields.iter().map(|it| it.setter.to_string()).collect();
    for it in fields.iter_mut().filter(|it| it.presence == Presence::OptionalNullable) {
        let mut name = format!("{}_null", it.setter.to_string().trim_end_matches('_'));
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        it.null_setter = Some(quote::format_ident!("{name}"));
    }
}

fn presence(field: &Field) -> Presence {
    match (field.required, field.expr.is_nullable()) {
        (true, false) => Presence::Required,
        (true, true) => Presence::Nullable,
        (false, false) => Presence::Optional,
        (false, true) => Presence::OptionalNullable,
    }
}

/// The type of the field for other keys. typify spells the type of their values as that of a field.
fn extra_type(context: &Context<'_>, def: &TypeDef, it: &Struct) -> Result<Option<Type>, Diagnostics> {
    let Some(rest) = &it.rest else { return Ok(None) };
    if *rest == Expr::Any {
        return Ok(Some(parse_quote!(serde_json::Map<String, serde_json::Value>)));
    }
    let value = type_of(context, def, rest)?;
    Ok(Some(parse_quote!(std::collections::BTreeMap<String, #value>)))
}

/// The type of an expression on its own.
fn type_of(context: &Context<'_>, def: &TypeDef, expr: &Expr) -> Result<Type, Diagnostics> {
    let list = Expr::List { item: Box::new(expr.clone()), min: None, max: None };
    let list = context.shapes.spell(context, def, &list)?;
    argument(&list).ok_or_else(|| surprise(def, "it made no list of the other keys' values"))
}

/// `T` of `Vec<T>`.
fn argument(list: &Type) -> Option<Type> {
    let Type::Path(path) = list else { return None };
    let syn::PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    }
}

fn attributes(context: &Context<'_>, def: &TypeDef, fields: &[Refined<'_>]) -> Vec<Attribute> {
    let rules = match &def.kind {
        Kind::Struct(it) => it.rules.as_slice(),
        _ => &[],
    };
    let mut attrs = docs::of_struct(context, &def.name, &def.facts, rules);
    attrs.extend(parameters::docs(fields));
    attrs.extend(docs::deprecated(&def.facts));
    // Where `new` asks for nothing, the type has a default, too.
    attrs.push(if fields.iter().any(Refined::is_asked) {
        parse_quote!(#[derive(Clone, Debug, PartialEq, serde::Serialize)])
    } else {
        parse_quote!(#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)])
    });
    attrs.push(parse_quote!(#[non_exhaustive]));
    attrs
}

fn named(context: &Context<'_>, fields: &[Refined<'_>], extra: Option<&Type>) -> syn::FieldsNamed {
    let fields = fields.iter().map(|it| {
        let (attrs, ident, ty) = (field_attributes(context, it), &it.ident, it.ty());
        quote::quote!(#(#attrs)* pub #ident: #ty)
    });
    let extra = extra.map(|ty| {
        let extra = syn::Ident::new(names::EXTRA, proc_macro2::Span::call_site());
        quote::quote! {
            /// Keys that this contract does not know, as they came.
            #[serde(flatten)]
            pub #extra: #ty
        }
    });
    let all = fields.chain(extra);
    parse_quote!({ #(#all,)* })
}

fn field_attributes(context: &Context<'_>, it: &Refined<'_>) -> Vec<Attribute> {
    let mut attrs = docs::of_field(context, it.field);
    attrs.extend(docs::deprecated(&it.field.facts));
    let wire = &it.field.name;
    match (it.ident != wire, it.is_optional()) {
        (true, true) => attrs.push(parse_quote!(#[serde(rename = #wire, skip_serializing_if = "Option::is_none")])),
        (true, false) => attrs.push(parse_quote!(#[serde(rename = #wire)])),
        (false, true) => attrs.push(parse_quote!(#[serde(skip_serializing_if = "Option::is_none")])),
        (false, false) => {}
    }
    attrs
}
