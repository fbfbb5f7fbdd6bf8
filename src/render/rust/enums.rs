//! Renders a closed enum like typify, with our names and docs, and the crate's own error for an unknown value.
//!
//! typify's `Display` and `FromStr` depend only on the number of values. So typify gets placeholders for the values,
//! and its items must equal those that this module writes for the same placeholders. At most two values are checked: a
//! test shows that the pinned version treats more values the same way.

use std::sync::Arc;

use syn::{Fields, Item, ItemEnum, ItemImpl, parse_quote, visit_mut::VisitMut};

use super::generator::{generate, implements, unexpected, unexpected_output};
use super::names::string;
use super::writer::CodeWriter;
use super::{Context, derives, docs, names, schema, serializer};
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
    let has_deprecated = it.values.iter().any(|value| value.facts.deprecated.is_some());
    values(source, &root, &spelled, has_deprecated);
    conversions(source, &root, &spelled, has_deprecated);
    reader(source, &root);
    serializer::of_enum(source, &root);
    source.gap();
    source.list("crate::json::deserialize!(", &[&root], ");");
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

/// Writes `ALL` and `as_str`.
fn values(source: &mut CodeWriter, root: &str, spelled: &[Spelled], has_deprecated: bool) {
    let all: Vec<String> = spelled.iter().map(|it| format!("Self::{}", it.ident)).collect();
    source.gap();
    allow_deprecated(source, has_deprecated);
    source.open(format_args!("impl {root} {{"));
    source.doc("Every value, in the order of the contract.");
    source.line(format_args!("pub const ALL: &'static [Self] = &[{}];", all.join(", ")));
    source.doc("The value on the wire.");
    source.line("#[must_use]");
    source.open("pub const fn as_str(self) -> &'static str {");
    source.open("match self {");
    spelled.iter().for_each(|it| source.arm(format_args!("Self::{}", it.ident), &it.wire));
    source.close("}");
    source.close("}");
    source.close("}");
}

/// Writes `Display` and `FromStr`, as typify does.
fn conversions(source: &mut CodeWriter, root: &str, spelled: &[Spelled], has_deprecated: bool) {
    source.gap();
    allow_deprecated(source, has_deprecated);
    source.open_impl(" std::fmt::Display", root);
    source.open("fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {");
    source.open("match *self {");
    spelled
        .iter()
        .for_each(|it| source.arm(format_args!("Self::{}", it.ident), format_args!("f.write_str({})", it.wire)));
    source.close("}");
    source.close("}");
    source.close("}");
    source.gap();
    allow_deprecated(source, has_deprecated);
    source.open_impl(" std::str::FromStr", root);
    source.line("type Err = crate::json::UnknownName;");
    source.open("fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownName> {");
    source.open("match value {");
    spelled.iter().for_each(|it| source.arm(&it.wire, format_args!("Ok(Self::{})", it.ident)));
    let error = format_args!("crate::json::unknown({}, value, Self::ALL, Self::as_str)", string(root));
    source.arm("_", format_args!("Err({error})"));
    source.close("}");
    source.close("}");
    source.close("}");
}

fn allow_deprecated(source: &mut CodeWriter, has_deprecated: bool) {
    if has_deprecated {
        source.line("#[allow(deprecated)]");
    }
}

fn reader(source: &mut CodeWriter, root: &str) {
    source.gap();
    source.open_impl(" crate::json::FromJson", root);
    source.line("#[inline]");
    source.open("fn from_json(value: serde_json::Value, _: crate::json::Strictness) -> crate::json::Result<Self> {");
    source.line("crate::json::one_of(value, Self::ALL, Self::as_str)");
    source.close("}");
    source.close("}");
}

/// Asserts that typify's enum with this many values is the one that this module writes.
fn assert_shape(def: &TypeDef, count: usize) -> Result<(), Diagnostics> {
    let (given, mut impls) = parts(def, generate(def, schema::of_enum(count))?)?;
    let values: Vec<String> = (0..count).map(schema::value).collect();
    let is_value =
        |(variant, value): (&syn::Variant, &String)| variant.ident == value && variant.fields == Fields::Unit;
    if given.variants.len() != count || !given.variants.iter().zip(&values).all(is_value) {
        return Err(unexpected_output(def, "its enum has other values than the schema"));
    }
    let spelled: Vec<Spelled> = values.into_iter().map(|it| Spelled { wire: string(&it), ident: it.into() }).collect();
    let mut source = CodeWriter::default();
    conversions(&mut source, schema::ROOT, &spelled, false);
    let ours: syn::File =
        syn::parse_str(&source.into_text()).map_err(|error| unexpected_output(def, &error.to_string()))?;
    impls.iter_mut().for_each(|it| OurErrors.visit_item_impl_mut(it));
    if !ours.items.iter().eq(impls.into_iter().map(Item::Impl).collect::<Vec<_>>().iter()) {
        return Err(unexpected_output(def, "it shows or parses an enum in another way"));
    }
    Ok(())
}

/// Asserts that the tree is that of a string enum. Returns the enum, `Display` and `FromStr`. The other conversions
/// fail like `FromStr`.
fn parts(def: &TypeDef, tree: syn::File) -> Result<(ItemEnum, Vec<ItemImpl>), Diagnostics> {
    let (mut found, mut kept) = (None, Vec::new());
    for item in tree.items {
        match item {
            Item::Enum(it) if it.ident == schema::ROOT && found.is_none() => found = Some(it),
            Item::Impl(it) if implements(&it, &["Display", "FromStr"]) => kept.push(it),
            Item::Impl(it) if implements(&it, &["From", "TryFrom"]) => {}
            Item::Mod(it) if it.ident == "error" => {}
            other => return Err(unexpected(def, &other)),
        }
    }
    let found = found.ok_or_else(|| unexpected_output(def, "it made no enum"))?;
    Ok((found, kept))
}

/// Replaces typify's error, which contains a text, by ours, which contains the name. Shortens paths.
struct OurErrors;

impl VisitMut for OurErrors {
    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        if matches!(it, syn::Expr::MethodCall(call) if call.method == "into" && matches!(*call.receiver, syn::Expr::Lit(_)))
        {
            let root = schema::ROOT;
            *it = parse_quote!(crate::json::unknown(#root, value, Self::ALL, Self::as_str));
        }
        syn::visit_mut::visit_expr_mut(self, it);
    }

    fn visit_path_mut(&mut self, it: &mut syn::Path) {
        if it.segments.last().is_some_and(|last| last.ident == "ConversionError") {
            *it = parse_quote!(crate::json::UnknownName);
        }
        it.leading_colon = None;
        syn::visit_mut::visit_path_mut(self, it);
    }
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
