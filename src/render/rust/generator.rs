//! Runs typify, and reports its failures as diagnostics.

use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};

use quote::ToTokens;
use schemars::schema::RootSchema;
use serde_json::Value;
use syn::{Item, ItemImpl, Type};
use typify::{TypeDetails, TypeSpace, TypeSpaceSettings};

use super::schema::{FIELD, ROOT, placeholder};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::TypeDef;
use crate::render::names::place;

/// Returns typify's code for a schema, as a syntax tree. Errors name `def`.
///
/// # Errors
/// typify refuses the schema or panics on it, or its output is not Rust.
pub fn generate(def: &TypeDef, schema: Value) -> Result<syn::File, Diagnostics> {
    guarded(def, || syn::parse2(types(schema, 0)?.to_stream()).map_err(|error| error.to_string()))
}

/// Returns the type of [`FIELD`] in the struct of this schema, with placeholders for `named` types. Errors name `def`.
///
/// typify knows the type without its code, which would take most of the time to write and to parse.
///
/// # Errors
/// typify refuses the schema or panics on it, or does not return one struct with this field.
pub fn type_of_field(def: &TypeDef, schema: Value, named: usize) -> Result<Type, Diagnostics> {
    guarded(def, || sole_field(&types(schema, named)?))
}

/// Calls typify, and returns its panics as errors.
fn guarded<T>(def: &TypeDef, ask: impl FnOnce() -> Result<T, String>) -> Result<T, Diagnostics> {
    // No state survives a panic: the type space is created and dropped inside the closure.
    let outcome = catch_unwind(AssertUnwindSafe(ask));
    let answer = outcome.unwrap_or_else(|panic| Err(panic_text(panic.as_ref())));
    answer.map_err(|reason| unexpected_output(def, &reason))
}

fn types(schema: Value, named: usize) -> Result<TypeSpace, String> {
    let mut settings = TypeSpaceSettings::default();
    settings.with_map_type("::std::collections::BTreeMap".to_owned());
    for name in (0..named).map(placeholder) {
        settings.with_replacement(&name, &name, iter::empty());
    }
    let schema: RootSchema = serde_json::from_value(schema).map_err(|error| error.to_string())?;
    let mut space = TypeSpace::new(&settings);
    space.add_root_schema(schema).map_err(|error| error.to_string())?;
    Ok(space)
}

/// Asserts that the only type with code of its own is the root struct, and that it has only [`FIELD`]. Returns its type.
fn sole_field(space: &TypeSpace) -> Result<Type, String> {
    let mut field = None;
    for ty in space.iter_types() {
        match ty.details() {
            TypeDetails::Struct(it) if ty.name() == ROOT && field.is_none() => {
                let mut properties = it.properties();
                let (Some((FIELD, id)), None) = (properties.next(), properties.next()) else {
                    return Err(format!("it made other fields than `{FIELD}`"));
                };
                field = Some(id);
            }
            TypeDetails::Struct(_) | TypeDetails::Enum(_) | TypeDetails::Newtype(_) => {
                return Err(format!("it added `{}`", ty.name()));
            }
            _ => {}
        }
    }
    let ty = space.get_type(&field.ok_or("it made no struct")?).map_err(|error| error.to_string())?;
    syn::parse2(ty.ident()).map_err(|error| error.to_string())
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("it panicked: {}", text.unwrap_or("without a message"))
}

/// Returns true if the `impl` is of one of these traits, for the root type.
pub fn implements(it: &ItemImpl, traits: &[&str]) -> bool {
    let of_root = matches!(&*it.self_ty, Type::Path(ty) if ty.path.is_ident(ROOT));
    let last = it.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
    of_root && last.is_some_and(|last| traits.iter().any(|name| last.ident == name))
}

/// Reports an item that typify should not have made.
pub fn unexpected(def: &TypeDef, item: &Item) -> Diagnostics {
    let head: String = item.to_token_stream().to_string().chars().take(80).collect();
    unexpected_output(def, &format!("it added `{head}`"))
}

/// Reports that typify returned something other than the definition requires.
pub fn unexpected_output(def: &TypeDef, reason: &str) -> Diagnostics {
    let message = format!("typify cannot render `{}`: {reason}", def.name);
    Diagnostic::error(Code::RustTypify, message)
        .at(place(&def.origin))
        .because("typify says how Rust spells the type of a field and what a closed enum is, and what it says is not taken unchecked")
        .into()
}
