//! Renders a closed enum: typify's variants with our names and docs. A macro of the crate writes its conversions, from a
//! line for each value.
//!
//! What typify makes depends only on the number of values, so it gets placeholders for them. At most two values are
//! checked: a test shows that the pinned version treats more values the same way.

use std::sync::Arc;

use syn::{Fields, Item, ItemEnum};

use super::generator::{generate, implements, unexpected, unexpected_output};
use super::names::string;
use super::writer::CodeWriter;
use super::{Context, derives, docs, names, schema};
use crate::diagnostic::Diagnostics;
use crate::model::{Enum, EnumValue, TypeDef};
use crate::render::names::Role;

/// The maximum number of values to check.
const ENOUGH: usize = 2;

/// A value: its Rust name, and its text on the wire as a Rust string literal.
struct Spelled {
    ident: Arc<str>,
    wire: String,
}

/// Writes the items of a closed enum.
///
/// # Errors
/// typify returns something else, or a value has no name.
pub fn write(source: &mut CodeWriter, context: &Context<'_>, def: &TypeDef, it: &Enum) -> Result<(), Diagnostics> {
    context.enums.get(&it.values.len().min(ENOUGH), |count| assert_shape(def, *count))?;
    let root = names::ident(context.names, Role::Type, &def.name)?;
    let spelled = it.values.iter().map(|value| spell(context, value)).collect::<Result<Vec<_>, _>>()?;
    declaration(source, context, def, it, &root, &spelled);
    conversions(source, &root, &spelled);
    Ok(())
}

fn spell(context: &Context<'_>, value: &EnumValue) -> Result<Spelled, Diagnostics> {
    let ident = names::ident(context.names, Role::Variant, &value.value)?;
    Ok(Spelled { ident, wire: string(&value.value) })
}

/// Writes the enum itself, in model order.
fn declaration(
    source: &mut CodeWriter,
    context: &Context<'_>,
    def: &TypeDef,
    it: &Enum,
    root: &str,
    spelled: &[Spelled],
) {
    docs::of_type(source, context, &def.name, &def.facts);
    docs::deprecated(source, &def.facts);
    context.added.write(source, Some(&def.name), &derives::CLOSED_ENUM);
    source.line("#[non_exhaustive]");
    source.open(format_args!("pub enum {root} {{"));
    for (value, Spelled { ident, .. }) in it.values.iter().zip(spelled) {
        docs::of_value(source, context, &value.value, &value.facts);
        docs::deprecated(source, &value.facts);
        source.line(format_args!("{ident},"));
    }
    source.close("}");
}

/// Writes the call of the macro.
fn conversions(source: &mut CodeWriter, root: &str, spelled: &[Spelled]) {
    source.gap();
    source.open("crate::implement::closed_enum! {");
    source.open(format_args!("{root} {{"));
    spelled.iter().for_each(|it| source.whole_line(format_args!("{} = {},", it.ident, it.wire)));
    source.close("}");
    source.close("}");
}

/// Asserts that typify's enum with this many values has them as its variants.
fn assert_shape(def: &TypeDef, count: usize) -> Result<(), Diagnostics> {
    let given = declared(def, generate(def, schema::of_enum(count))?)?;
    let values: Vec<String> = (0..count).map(schema::value).collect();
    let is_value =
        |(variant, value): (&syn::Variant, &String)| variant.ident == value && variant.fields == Fields::Unit;
    if given.variants.len() != count || !given.variants.iter().zip(&values).all(is_value) {
        return Err(unexpected_output(def, "its enum has other values than the schema"));
    }
    Ok(())
}

/// Asserts that the tree is that of a string enum with its conversions, and returns the enum.
fn declared(def: &TypeDef, tree: syn::File) -> Result<ItemEnum, Diagnostics> {
    let mut found = None;
    for item in tree.items {
        match item {
            Item::Enum(it) if it.ident == schema::ROOT && found.is_none() => found = Some(it),
            Item::Impl(it) if implements(&it, &["Display", "From", "FromStr", "TryFrom"]) => {}
            Item::Mod(it) if it.ident == "error" => {}
            other => return Err(unexpected(def, &other)),
        }
    }
    found.ok_or_else(|| unexpected_output(def, "it made no enum"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Facts, Kind, Origin};

    #[test]
    fn of_any_number_of_values_typify_makes_what_it_makes_of_two() {
        let def = TypeDef {
            name: schema::ROOT.to_owned(),
            module: String::new(),
            origin: Origin { file: String::new(), pointer: String::new() },
            input: true,
            output: true,
            recursive: false,
            unbound: Vec::new(),
            facts: Facts::default(),
            kind: Kind::Enum(Enum { values: Vec::new(), open: false, removed: Vec::new() }),
            examples: Vec::new(),
        };
        let wrong: Vec<_> =
            (1..40).chain([300]).filter_map(|count| Some((count, assert_shape(&def, count).err()?))).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
