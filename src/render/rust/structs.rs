//! Renders a struct: fields in model order with typify's types, presence restored, our names, our docs.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::generator::unexpected_output;
use super::names::FieldName;
use super::parameters::{self, Parameter};
use super::writer::CodeWriter;
use super::{Context, derives, docs, methods, names, reader, schema, types};
use crate::diagnostic::Diagnostics;
use crate::model::{Expr, Field, Struct, TypeDef};
use crate::render::names::Role;

/// The presence of a key, and of `null` as its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Always present: `T`.
    Required,
    /// Always present, perhaps `null`: `Option<T>`.
    Nullable,
    /// May be absent, but never `null`: `Option<T>`.
    Optional,
    /// May be absent or `null`: `Option<Option<T>>`.
    OptionalNullable,
    /// May be absent, and has its default then: `Filled<T>`.
    Filled,
    /// May be absent, and has its default then, or `null`: `Filled<Option<T>>`.
    FilledNullable,
}

/// The type of a field that has its default where it is absent.
pub const FILLED: &str = "crate::filled::Filled";

/// A field of the rendered struct.
pub struct Refined<'a> {
    /// The field of the model.
    pub field: &'a Field,
    /// Its identifier.
    pub ident: Arc<str>,
    /// Its key, as a Rust string literal.
    pub wire: Arc<str>,
    /// The name of its setter.
    pub setter: String,
    /// The name of the setter of `null`, if the key can be absent and null.
    pub null_setter: Option<String>,
    /// The type of its value when present and not null.
    pub inner: String,
    /// Its presence.
    pub presence: Presence,
    /// The type parameter of its value, if the value of another field decides its type.
    pub parameter: Option<Parameter>,
}

impl Refined<'_> {
    /// Returns true if the field has only one value.
    pub fn is_constant(&self) -> bool {
        let bare = schema::without_null(&self.field.expr);
        matches!(bare, Expr::Constant { .. }) || *bare.plain() == Expr::Null
    }

    /// Returns true if the key may be absent.
    pub fn is_optional(&self) -> bool {
        matches!(self.presence, Presence::Optional | Presence::OptionalNullable)
    }

    /// Returns true if `T::new` requires it.
    pub fn is_parameter(&self) -> bool {
        match self.presence {
            Presence::Required => !self.is_constant(),
            Presence::Nullable => true,
            Presence::Optional | Presence::OptionalNullable | Presence::Filled | Presence::FilledNullable => false,
        }
    }

    /// Returns the default of a field that has it where it is absent, as a Rust literal of its JSON.
    pub fn filled(&self) -> Option<String> {
        self.field.default.as_ref().filter(|_| self.field.filled).map(|value| names::string(&value.to_string()))
    }

    /// Returns the type of the field.
    pub fn ty(&self) -> String {
        let inner = &self.inner;
        match self.presence {
            Presence::Required => inner.clone(),
            Presence::Nullable | Presence::Optional => ["Option<", inner, ">"].concat(),
            Presence::OptionalNullable => format!("Option<Option<{inner}>>"),
            Presence::Filled => format!("{FILLED}<{inner}>"),
            Presence::FilledNullable => format!("{FILLED}<Option<{inner}>>"),
        }
    }
}

/// Writes the items of a struct.
///
/// # Errors
/// typify cannot spell the type of a field, or a name is not an identifier.
pub fn write(source: &mut CodeWriter, context: &Context<'_>, def: &TypeDef, it: &Struct) -> Result<(), Diagnostics> {
    let mut fields = refine(context, def, it)?;
    parameters::put(context, def, &mut fields);
    let ident = names::ident(context.names, Role::Type, &def.name)?;
    let outline = Outline { ident, fields, extra: extra_type(context, def, it)? };
    docs::of_struct(source, context, &def.name, &def.facts, &it.rules);
    declaration(source, context, def, &outline);
    methods::write(source, &outline);
    reader::write(source, &outline, it, context.contract.wide)
}

/// The rendered struct, for its methods and its reader.
pub struct Outline<'a> {
    /// The name of the type.
    pub ident: Arc<str>,
    /// The fields, in model order.
    pub fields: Vec<Refined<'a>>,
    /// The type of the map of other keys, if there may be any.
    pub extra: Option<String>,
}

impl Outline<'_> {
    /// Returns true if a field has its default where it is absent.
    pub fn is_filled(&self) -> bool {
        self.fields.iter().any(|it| it.field.filled)
    }

    /// Returns true if code that touches the fields would cause a deprecation warning.
    pub fn has_deprecated(&self) -> bool {
        self.fields.iter().any(|it| it.field.facts.deprecated.is_some())
    }
}

/// Returns the fields with their Rust names and types.
pub fn refine<'a>(context: &Context<'_>, def: &TypeDef, it: &'a Struct) -> Result<Vec<Refined<'a>>, Diagnostics> {
    let mut fields: Vec<Refined<'a>> = Vec::with_capacity(it.fields.len());
    for field in &it.fields {
        let name = context.fields.get(&field.name, |wire| FieldName::of(context.names, wire))?;
        fields.push(Refined {
            field,
            setter: name.setter(it.rest.is_some()),
            ident: name.ident,
            wire: name.wire,
            null_setter: None,
            inner: types::spell(context, def, &field.expr)?,
            presence: presence(field),
            parameter: None,
        });
    }
    name_null_setters(&mut fields);
    Ok(fields)
}

/// Names the setters of `null`: `with_a_null`, with underscores added until no other setter has the name.
fn name_null_setters(fields: &mut [Refined<'_>]) {
    let mut taken: BTreeSet<String> = fields.iter().map(|it| it.setter.clone()).collect();
    let is_nullable =
        |it: &&mut Refined<'_>| matches!(it.presence, Presence::OptionalNullable | Presence::FilledNullable);
    for it in fields.iter_mut().filter(is_nullable) {
        let mut name = format!("{}_null", it.setter.trim_end_matches('_'));
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        it.null_setter = Some(name);
    }
}

fn presence(field: &Field) -> Presence {
    match (field.required, field.expr.is_nullable()) {
        (false, false) if field.filled => Presence::Filled,
        (false, true) if field.filled => Presence::FilledNullable,
        (true, false) => Presence::Required,
        (true, true) => Presence::Nullable,
        (false, false) => Presence::Optional,
        (false, true) => Presence::OptionalNullable,
    }
}

/// Returns the type of the field for other keys. typify spells the type of its values.
fn extra_type(context: &Context<'_>, def: &TypeDef, it: &Struct) -> Result<Option<String>, Diagnostics> {
    let Some(rest) = &it.rest else { return Ok(None) };
    if *rest == Expr::Any {
        return Ok(Some("serde_json::Map<String, serde_json::Value>".to_owned()));
    }
    let value = type_of(context, def, rest)?;
    Ok(Some(format!("std::collections::BTreeMap<String, {value}>")))
}

/// Returns the type of an expression on its own.
pub(super) fn type_of(context: &Context<'_>, def: &TypeDef, expr: &Expr) -> Result<String, Diagnostics> {
    let list = Expr::List { item: Box::new(expr.clone()), min: None, max: None, places: None };
    let list = types::spell(context, def, &list)?;
    let item = list.strip_prefix("Vec<").and_then(|it| it.strip_suffix('>'));
    item.map(str::to_owned).ok_or_else(|| unexpected_output(def, "it made no list of the other keys' values"))
}

fn declaration(source: &mut CodeWriter, context: &Context<'_>, def: &TypeDef, outline: &Outline<'_>) {
    parameters::docs(source, &outline.fields);
    docs::deprecated(source, &def.facts);
    // If `new` requires nothing, the type has a default, too.
    let has_default = !outline.fields.iter().any(Refined::is_parameter);
    // A derive would not know the defaults of fields: see `methods`.
    let derived: &[&str] =
        if has_default && !outline.is_filled() { &derives::STRUCT_WITH_DEFAULT } else { &derives::STRUCT };
    context.added.write(source, Some(&def.name), derived);
    source.line("#[non_exhaustive]");
    if outline.fields.is_empty() && outline.extra.is_none() {
        return source.line(format_args!("pub struct {} {{}}", outline.ident));
    }
    source.open(format_args!("pub struct {} {{", outline.declared()));
    outline.fields.iter().for_each(|it| field(source, context, it));
    if let Some(ty) = &outline.extra {
        source.doc("Keys that this contract does not know, as they came.");
        source.line(format_args!("pub {}: {ty},", names::EXTRA));
    }
    source.close("}");
}

fn field(source: &mut CodeWriter, context: &Context<'_>, it: &Refined<'_>) {
    docs::of_field(source, context, it.field);
    docs::deprecated(source, &it.field.facts);
    source.line(format_args!("pub {}: {},", it.ident, it.ty()));
}
