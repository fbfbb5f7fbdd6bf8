//! Matches the operations of a catalogue with their types, one to one.

use std::collections::BTreeSet;

use serde_json::json;

use super::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Operation, Operations, TypeDef, Version};
use crate::nearest::instead_of;
use crate::schema::{JsonFile, step};

/// The operations of a catalogue, before their types are known to exist.
#[derive(Debug, Default)]
pub struct CatalogueOperations<'a> {
    /// The noun for an operation in messages: `event`.
    pub noun: &'static str,
    /// The catalogue.
    pub file: Option<&'a JsonFile>,
    /// The operations, in the order of the catalogue.
    pub each: Vec<CatalogueOperation>,
    /// The union over all inputs.
    pub input: Option<String>,
    /// The output of an unknown operation.
    pub output: Option<String>,
}

/// An operation of a catalogue.
#[derive(Debug)]
pub struct CatalogueOperation {
    /// The name on the wire.
    pub name: String,
    /// The name of the input's type.
    pub input: String,
    /// The name of the output's type.
    pub output: String,
    /// The type of each further part, with the key of the entry that names it.
    pub parts: Vec<(&'static str, String)>,
    /// The host version that added it.
    pub since: Option<Version>,
    /// Its pointer in the catalogue.
    pub at: String,
}

/// Matches the operations with their types.
pub fn operations(scope: &mut Scope<'_>, types: &[TypeDef]) -> Operations {
    let Some(file) = scope.catalogue.file else { return Operations::default() };
    let each: Vec<Operation> =
        scope.catalogue.each.iter().filter_map(|entry| operation(scope, file, entry, types)).collect();
    unlisted(scope, &each, types);
    let [input, output] = [&scope.catalogue.input, &scope.catalogue.output];
    Operations {
        input: any(scope, file, "input", input, types),
        output: any(scope, file, "output", output, types),
        each,
    }
}

/// Returns the type for any input or output, which the catalogue names at its root.
fn any(scope: &mut Scope<'_>, file: &JsonFile, key: &str, name: &Option<String>, types: &[TypeDef]) -> Option<String> {
    let name = name.as_ref()?;
    if types.iter().any(|def| def.name == *name) {
        return Some(name.clone());
    }
    undefined(scope, file, &step("", key), name, types);
    None
}

fn undefined(scope: &mut Scope<'_>, file: &JsonFile, at: &str, name: &str, types: &[TypeDef]) {
    let noun = scope.catalogue.noun;
    let diagnostic = Diagnostic::error(Code::Catalogue, format!("no schema defines `{name}`"))
        .at(file.place(at))
        .because(format!("every {noun} of the catalogue has its schemas, and every schema its {noun}"))
        .instead(instead_of(name, types.iter().map(|def| def.name.as_str()), "add the schema"));
    scope.found.push(diagnostic);
}

fn operation(
    scope: &mut Scope<'_>,
    file: &JsonFile,
    entry: &CatalogueOperation,
    types: &[TypeDef],
) -> Option<Operation> {
    let mut own = Vec::new();
    let parts = entry.parts.iter().map(|(key, name)| (*key, name));
    let named: Vec<(&str, &String)> =
        [("input", &entry.input), ("output", &entry.output)].into_iter().chain(parts).collect();
    for (key, name) in &named {
        match types.iter().find(|def| def.name == **name) {
            Some(def) => own.push((*key, def)),
            None => undefined(scope, file, &step(&entry.at, key), name, types),
        }
    }
    let input = own.iter().find(|(key, _)| *key == "input")?.1;
    for (key, def) in own.iter().filter(|(key, _)| *key != "output") {
        if !names(def, &entry.name, types) {
            let message = format!("no property of `{}` is the constant `{}`", def.name, entry.name);
            let diagnostic = Diagnostic::error(Code::Catalogue, message)
                .at(file.place(&step(&entry.at, key)))
                .because(format!("a reader uses it to find the {}", scope.catalogue.noun))
                .instead(format!("give it a property with `\"const\": {}`, or fix the name here", json!(entry.name)));
            scope.found.push(diagnostic);
        }
    }
    if let Some((_, output)) = own.iter().find(|(key, _)| *key == "output").filter(|(_, it)| it.module != input.module)
    {
        let message = format!("`{}` and `{}` are not of one {}", input.name, output.name, scope.catalogue.noun);
        let diagnostic = Diagnostic::error(Code::Catalogue, message)
            .at(file.place(&step(&entry.at, "output")))
            .because("the files of the two differ in more than `-input` and `-output`")
            .instead(format!("name the output of the same {}", scope.catalogue.noun));
        scope.found.push(diagnostic);
    }
    if input.facts.since != entry.since {
        let diagnostic =
            Diagnostic::error(Code::Catalogue, format!("`since` differs from `x-since` of `{}`", input.name))
                .at(file.place(&step(&entry.at, "since")))
                .instead("write the same version in both");
        scope.found.push(diagnostic);
    }
    (own.len() == named.len()).then(|| Operation {
        name: entry.name.clone(),
        module: input.module.clone(),
        input: entry.input.clone(),
        output: entry.output.clone(),
        parts: entry.parts.iter().map(|(_, name)| name.clone()).collect(),
    })
}

/// Returns true if a constant property names the operation; in a union, one of each member.
fn names(def: &TypeDef, operation: &str, types: &[TypeDef]) -> bool {
    match &def.kind {
        Kind::Struct(it) => {
            it.fields.iter().any(|field| matches!(&field.expr, Expr::Constant { value } if value == operation))
        }
        Kind::Union(it) => it.variants.iter().all(|variant| match &variant.expr {
            Expr::Ref { name, .. } => types.iter().any(|def| def.name == *name && names(def, operation, types)),
            _ => false,
        }),
        Kind::Enum(_) | Kind::Alias { .. } => false,
    }
}

/// Returns the keys at which the inputs name their operation.
fn naming_keys<'a>(each: &[Operation], types: &'a [TypeDef]) -> BTreeSet<&'a str> {
    let fields = |operation: &Operation| -> Vec<&'a str> {
        let input = types.iter().find(|def| def.name == operation.input).map(|def| &def.kind);
        let Some(Kind::Struct(it)) = input else { return Vec::new() };
        let names = |expr: &Expr| matches!(expr, Expr::Constant { value } if *value == operation.name);
        it.fields.iter().filter(|field| names(&field.expr)).map(|field| field.name.as_str()).collect()
    };
    each.iter().flat_map(fields).collect()
}

/// Reports a schema of a single operation that is missing from the catalogue.
fn unlisted(scope: &mut Scope<'_>, each: &[Operation], types: &[TypeDef]) {
    let listed: BTreeSet<&str> = each.iter().flat_map(|it| [it.input.as_str(), it.output.as_str()]).collect();
    let modules: BTreeSet<&str> = each.iter().map(|it| it.module.as_str()).collect();
    let keys = naming_keys(each, types);
    let roots = types.iter().filter(|def| def.origin.pointer.is_empty() && (def.input || def.output));
    for def in roots.filter(|def| !listed.contains(def.name.as_str())) {
        let of_one = match &def.kind {
            // A base is never a payload, and unions over all operations belong to no single one.
            Kind::Struct(it) => it.fields.iter().any(|field| {
                matches!(field.expr, Expr::Constant { .. }) && (keys.is_empty() || keys.contains(field.name.as_str()))
            }),
            Kind::Union(_) => modules.contains(def.module.as_str()),
            Kind::Enum(_) | Kind::Alias { .. } => false,
        };
        if of_one {
            let noun = scope.catalogue.noun;
            let diagnostic =
                Diagnostic::error(Code::Catalogue, format!("no {noun} of the catalogue has `{}`", def.name))
                    .because("the documentation and the tables of every language are made from the catalogue")
                    .instead(format!("add the {noun} to the catalogue, or remove the schema"));
            scope.report_at(&def.origin, diagnostic);
        }
    }
}
