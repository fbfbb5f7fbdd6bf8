//! What Rust calls the type of an expression. typify says it, once for each shape: all lists of a type with a name are one
//! shape, whatever the type is called.

use std::cell::RefCell;
use std::collections::HashMap;

use syn::{Item, ItemStruct, Type, TypePath, visit_mut::VisitMut};

use super::Context;
use super::generator::{generate, surprise};
use super::schema::{self, Input};
use super::structs::{describe, ends_with, renamed, targets_root};
use crate::diagnostic::Diagnostics;
use crate::model::{Expr, TypeDef};

/// The shapes that typify has been asked for, by their schema. In each type stand-ins are in the place of names.
#[derive(Default)]
pub struct Shapes(RefCell<HashMap<String, Type>>);

impl Shapes {
    /// The type of an expression that a field of the definition holds, without a `null` at its top.
    ///
    /// # Errors
    /// Something that it refers to has no name in Rust, or typify gave something else than one struct with one field.
    pub fn spell(&self, context: &Context<'_>, def: &TypeDef, expr: &Expr) -> Result<Type, Diagnostics> {
        let Input { schema, replacements } = schema::of_field(context, expr)?;
        let key = schema.to_string();
        let known = self.0.borrow().get(&key).cloned();
        let mut ty = match known {
            Some(ty) => ty,
            None => {
                let ty = ask(def, schema, replacements.len())?;
                self.0.borrow_mut().insert(key, ty.clone());
                ty
            }
        };
        let named = replacements.iter().map(|rust| syn::parse_str(rust)).collect::<Result<Vec<Type>, _>>();
        let named = named.map_err(|error| surprise(def, &error.to_string()))?;
        Named(named).visit_type_mut(&mut ty);
        Ok(ty)
    }
}

/// Asks typify, with stand-ins for what has a name.
fn ask(def: &TypeDef, schema: serde_json::Value, names: usize) -> Result<Type, Diagnostics> {
    let replacements = (0..names).map(schema::stand_in).collect();
    let given = sole_struct(def, generate(def, Input { schema, replacements })?)?;
    let mut fields = given.fields.into_iter();
    let (Some(field), None) = (fields.next(), fields.next()) else {
        return Err(surprise(def, "it made another number of fields than one"));
    };
    let ident = field.ident.as_ref().map(ToString::to_string);
    if renamed(&field.attrs).or(ident).as_deref() != Some(schema::FIELD) {
        return Err(surprise(def, "it made a field of another name"));
    }
    let mut ty = field.ty;
    ShortPaths.visit_type_mut(&mut ty);
    Ok(ty)
}

/// Asserts that the tree is what a plain struct makes: the struct, the conversion from its reference, the module of
/// conversion errors.
fn sole_struct(def: &TypeDef, tree: syn::File) -> Result<ItemStruct, Diagnostics> {
    let mut found = None;
    for item in tree.items {
        match item {
            Item::Struct(it) if it.ident == schema::ROOT && found.is_none() => found = Some(it),
            Item::Impl(it)
                if targets_root(&it) && it.trait_.as_ref().is_some_and(|(_, path, _)| ends_with(path, "From")) => {}
            Item::Impl(it)
                if targets_root(&it) && it.trait_.as_ref().is_some_and(|(_, path, _)| ends_with(path, "Default")) => {}
            Item::Mod(it) if it.ident == "error" => {}
            other => return Err(surprise(def, &format!("it added {}", describe(&other)))),
        }
    }
    found.ok_or_else(|| surprise(def, "it made no struct"))
}

/// The types in the place of their stand-ins.
struct Named(Vec<Type>);

impl VisitMut for Named {
    fn visit_type_mut(&mut self, it: &mut Type) {
        let stood_for = match it {
            Type::Path(TypePath { qself: None, path }) => path.get_ident().and_then(|ident| {
                self.0.iter().enumerate().find(|(at, _)| *ident == schema::stand_in(*at)).map(|(_, ty)| ty.clone())
            }),
            _ => None,
        };
        match stood_for {
            Some(ty) => *it = ty,
            None => syn::visit_mut::visit_type_mut(self, it),
        }
    }
}

/// `::std::string::String` as `String`: our names never hide the prelude's.
struct ShortPaths;

impl VisitMut for ShortPaths {
    fn visit_type_path_mut(&mut self, it: &mut TypePath) {
        syn::visit_mut::visit_type_path_mut(self, it);
        let is_prelude = it.path.segments.last().is_some_and(|last| {
            it.path.leading_colon.is_some() && ["String", "Vec", "Option", "Box"].iter().any(|name| last.ident == name)
        });
        it.path.leading_colon = None;
        if is_prelude {
            it.path.segments = it.path.segments.pop().map(|last| last.into_value()).into_iter().collect();
        }
    }
}
