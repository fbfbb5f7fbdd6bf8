//! Checks that unions over all operations are complete, that operations have examples, and that nothing is older than
//! its operation.

use std::collections::BTreeSet;

use super::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Facts, Kind, Operation, Origin, TypeDef, Version};
use crate::schema::reference;
use crate::schema::step;

/// Reports missing union members and examples, and nodes that are older than their operation.
pub fn check(scope: &mut Scope<'_>, operations: &[Operation], types: &[TypeDef]) {
    let inputs: BTreeSet<&str> = operations.iter().map(|it| it.input.as_str()).collect();
    let parts: BTreeSet<&str> = operations.iter().flat_map(|it| &it.parts).map(String::as_str).collect();
    for def in types {
        members(scope, def, &inputs, types);
        members(scope, def, &parts, types);
    }
    if scope.set.file.files.examples.is_some() {
        examples(scope, operations, types);
    }
    for operation in operations {
        let input = types.iter().find(|def| def.name == operation.input);
        if let Some(since) = input.and_then(|def| def.facts.since.as_ref()) {
            let own = types.iter().filter(|def| def.module == operation.module);
            own.for_each(|def| ages(scope, def, &operation.name, since));
        }
    }
}

/// Reports missing members of a union that contains only types of operations: such a union is over all of them.
fn members(scope: &mut Scope<'_>, def: &TypeDef, all: &BTreeSet<&str>, types: &[TypeDef]) {
    let Kind::Union(union) = &def.kind else { return };
    let members: BTreeSet<&str> = union
        .variants
        .iter()
        .map(|variant| match &variant.expr {
            Expr::Ref { name, .. } => name,
            _ => "",
        })
        .collect();
    if !members.is_subset(all) {
        return;
    }
    for missing in types.iter().filter(|def| all.contains(&*def.name) && !members.contains(&*def.name)) {
        let at = Origin { pointer: step(&def.origin.pointer, "oneOf"), ..def.origin.clone() };
        let diagnostic =
            Diagnostic::error(Code::Catalogue, format!("`{}` is not a member of `{}`", missing.name, def.name))
                .because(format!("the union is over the {}s, and that one would not be read", scope.catalogue.noun))
                .instead(format!("add `{{\"$ref\": \"{}\"}}`", reference::to(&missing.origin, &def.origin.file)));
        scope.report_at(&at, diagnostic);
    }
}

fn examples(scope: &mut Scope<'_>, operations: &[Operation], types: &[TypeDef]) {
    let folder = scope.set.file.files.examples.clone().unwrap_or_default();
    let named = |name: &str| types.iter().find(|def| def.name == name);
    for def in operations.iter().flat_map(|it| [named(&it.input), named(&it.output)]).flatten() {
        if !def.examples.iter().any(|example| example.valid) {
            let diagnostic = Diagnostic::error(Code::NoExample, format!("no example shows a valid `{}`", def.name))
                .because("the documentation quotes one, and every language is tested with it")
                .instead(format!(
                    "write one in `{folder}/{}.json`: {{\"valid\": {{\"minimal\": {{\"value\": …}}}}}}",
                    def.name
                ));
            scope.report_at(&def.origin, diagnostic);
        }
    }
}

fn ages(scope: &mut Scope<'_>, def: &TypeDef, operation: &str, least: &Version) {
    let noun = scope.catalogue.noun;
    let mut report = |facts: &Facts, what: &str, origin: &Origin| {
        if let Some(since) = facts.since.as_ref().filter(|since| since.is_older_than(least)) {
            let message = format!("{what} is of {}, and the {noun} `{operation}` of {}", since.version, least.version);
            let diagnostic = Diagnostic::error(Code::OlderThanItsOperation, message)
                .instead(format!("fix one of the two `x-since`; a field that came with the {noun} needs none"));
            scope.report_at(origin, diagnostic);
        }
    };
    report(&def.facts, &format!("`{}`", def.name), &def.origin);
    match &def.kind {
        Kind::Struct(it) => {
            it.fields.iter().for_each(|field| report(&field.facts, &format!("`{}`", field.name), &field.origin));
        }
        Kind::Enum(it) => it.values.iter().for_each(|value| {
            let at = step(&step(&def.origin.pointer, "x-values"), &value.value);
            report(&value.facts, &format!("`{}`", value.value), &Origin { pointer: at, ..def.origin.clone() });
        }),
        Kind::Union(_) | Kind::Alias { .. } => {}
    }
}
