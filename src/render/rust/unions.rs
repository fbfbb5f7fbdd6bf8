//! Renders the constructors and setters of a union of structs in outputs.
//!
//! `new` creates the member without a tag, or the only one that requires nothing. Each other member has a function with
//! its required fields, and the optional fields of all members have setters.

use std::sync::Arc;

use super::Context;
use super::docs::code;
use super::methods::{MOST, parameter};
use super::names;
use super::structs::{Presence, Refined, refine};
use super::writer::CodeWriter;
use crate::diagnostic::Diagnostics;
use crate::model::{Contract, Discriminator, Expr, Kind, TypeDef, Union};
use crate::render::names::Role;

/// A member of a union.
struct Member<'a> {
    /// The name of its variant.
    variant: Arc<str>,
    /// The name of its function.
    function: Arc<str>,
    /// The name of its type.
    ty: Arc<str>,
    /// It is the member without the union's tag.
    untagged: bool,
    fields: Vec<Refined<'a>>,
}

impl Member<'_> {
    fn required(&self) -> impl Iterator<Item = &Refined<'_>> {
        self.fields.iter().filter(|it| it.is_parameter())
    }
}

/// Returns the methods of a union; nothing for any other type, and for a union of which no single member is the obvious
/// one.
///
/// # Errors
/// A name is not an identifier, or typify cannot spell the type of a field.
pub fn methods(context: &Context<'_>, contract: &Contract, def: &TypeDef) -> Result<String, Diagnostics> {
    let Kind::Union(it) = &def.kind else { return Ok(String::new()) };
    let is_written = def.output && !def.input && it.variants.len() > 1;
    let Some(members) = is_written.then(|| members(context, contract, it)).transpose()?.flatten() else {
        return Ok(String::new());
    };
    let mut source = CodeWriter::default();
    let empty: Vec<&Member<'_>> = members.iter().filter(|it| it.required().next().is_none()).collect();
    let plain = empty.iter().find(|it| it.untagged).or_else(|| empty.first().filter(|_| empty.len() == 1));
    if let Some(plain) = plain {
        let root = names::ident(context.names, Role::Type, &def.name)?;
        source.open(format_args!("impl {root} {{"));
        new(&mut source, plain);
        let tag = tag(context, it)?;
        let others = members.iter().filter(|it| it.variant != plain.variant && it.required().count() <= MOST);
        others.filter(|it| Some(&it.function) != tag.as_ref()).for_each(|it| constructor(&mut source, it));
        shared(&members).for_each(|field| setter(&mut source, &members, field));
        source.close("}");
        default(&mut source, &root);
        source.line("");
    }
    Ok(source.into_text())
}

/// Returns the members, if all are structs.
fn members<'a>(
    context: &Context<'_>,
    contract: &'a Contract,
    it: &Union,
) -> Result<Option<Vec<Member<'a>>>, Diagnostics> {
    let mut members = Vec::new();
    for variant in &it.variants {
        let Expr::Ref { name, .. } = &variant.expr else { return Ok(None) };
        let Some(def) = contract.get(name).filter(|def| !def.recursive) else { return Ok(None) };
        let Kind::Struct(of) = &def.kind else { return Ok(None) };
        members.push(Member {
            variant: names::ident(context.names, Role::Variant, &variant.name)?,
            function: names::ident(context.names, Role::Field, &variant.name)?,
            ty: names::ident(context.names, Role::Type, name)?,
            untagged: variant.absent && matches!(it.by, Discriminator::Tag { .. }),
            fields: refine(context, def, of)?,
        });
    }
    Ok(Some(members))
}

/// Returns the name of the method that returns the tag.
fn tag(context: &Context<'_>, it: &Union) -> Result<Option<Arc<str>>, Diagnostics> {
    match &it.by {
        Discriminator::Tag { key } => names::ident(context.names, Role::Field, key).map(Some),
        _ => Ok(None),
    }
}

fn new(source: &mut CodeWriter, it: &Member<'_>) {
    source.doc(&format!("Creates a [`{}`] in which nothing is set.", it.ty));
    source.line("#[must_use]");
    source.open("pub fn new() -> Self {");
    source.line(format_args!("Self::{}({}::new())", it.variant, it.ty));
    source.close("}");
}

fn default(source: &mut CodeWriter, root: &str) {
    source.gap();
    source.open_impl(" Default", root);
    source.open("fn default() -> Self {");
    source.line("Self::new()");
    source.close("}");
    source.close("}");
}

fn constructor(source: &mut CodeWriter, it: &Member<'_>) {
    let parameters: Vec<String> =
        it.required().map(|field| format!("{}: {}", field.ident, parameter(&field.ty()))).collect();
    let arguments: Vec<&str> = it.required().map(|field| &*field.ident).collect();
    source.gap();
    let end = if arguments.is_empty() { "." } else { " with the required fields." };
    source.doc(&format!("Creates a [`{}`]{end}", it.ty));
    source.line("#[must_use]");
    source.open(format_args!("pub fn {}({}) -> Self {{", it.function, parameters.join(", ")));
    source.line(format_args!("Self::{}({}::new({}))", it.variant, it.ty, arguments.join(", ")));
    source.close("}");
}

/// Returns the optional fields that all members have, with the same type.
fn shared<'a, 'b>(members: &'b [Member<'a>]) -> impl Iterator<Item = &'b Refined<'a>> {
    let is_settable = |it: &Refined<'_>| {
        matches!(it.presence, Presence::Optional | Presence::Filled)
            && !it.is_constant()
            && it.field.facts.deprecated.is_none()
    };
    let is_same = move |one: &Refined<'_>, other: &Refined<'_>| {
        is_settable(other) && one.setter == other.setter && one.inner == other.inner
    };
    let first = members.first().map(|it| &it.fields[..]).unwrap_or_default();
    first.iter().filter(move |one| members.iter().all(|it| it.fields.iter().any(|other| is_same(one, other))))
}

fn setter(source: &mut CodeWriter, members: &[Member<'_>], field: &Refined<'_>) {
    source.gap();
    source.doc(&["Sets ", &code(&field.field.name), "."].concat());
    source.line("#[must_use]");
    let ty = parameter(&field.inner);
    source.open(format_args!("pub fn {}(self, value: {ty}) -> Self {{", field.setter));
    source.open("match self {");
    for it in members {
        let of = format!("Self::{}", it.variant);
        source.arm(format_args!("{of}(it)"), format_args!("{of}(it.{}(value))", field.setter));
    }
    source.close("}");
    source.close("}");
}
