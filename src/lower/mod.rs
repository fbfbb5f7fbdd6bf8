//! Lowers JSON Schema to the model: the meaning of the schemas.
//!
//! | module | settles |
//! |---|---|
//! | [`facts`] | descriptions, versions, sources, deprecation |
//! | [`expr`] | the expressions of properties |
//! | [`bounds`] | the bounds of numbers, strings and lists |
//! | [`assertion`] | constraints that no type expresses |
//! | [`defaults`] | the defaults that types have where a field is absent |
//! | [`shape`] | the kind of a definition: struct, enum, union, alias; `allOf` merged |
//! | [`narrow`] | the type of a property that two schemas state |
//! | [`rules`] | `if` and `then` |
//! | [`union`] | the discriminators of unions |
//! | [`form`] | the keywords that each shape takes |
//! | [`depth`] | the nesting of lists and maps |
//! | [`cycles`] | aliases and unions that contain themselves |
//! | [`paths`] | the paths and values in rules |
//! | [`direction`] | the writers of a type, and so whether it is open |
//! | [`graph`] | graph algorithms on names |
//! | [`object`] | definitions that accept only objects |
//! | [`order`] | modules and types, dependencies first |
//! | [`namespaces`] | the parts of a package with names of their own |
//! | [`operations`] | the operations of the catalogue, matched with their types one to one |
//! | [`tables`] | tables, and the types in them that keyed values have |
//! | [`advice`] | advice about mistakes |
//! | [`broken_references`] | definitions that cannot be lowered before a reference is fixed |
//! | [`coverage`] | unions over all operations, their examples, their versions |

mod advice;
mod assertion;
mod bounds;
mod broken_references;
mod coverage;
mod cycles;
mod defaults;
mod depth;
mod direction;
mod enums;
mod expr;
mod facts;
mod form;
mod graph;
mod namespaces;
mod narrow;
mod object;
mod operations;
mod order;
mod paths;
mod places;
mod rules;
mod shape;
mod tables;
mod union;

pub use form::places_with_effect;
pub use operations::{CatalogueOperation, CatalogueOperations};

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{level, untyped};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Loss};
use crate::link::{Definition, Definitions};
use crate::load::SchemaSet;
use crate::model::problem;
use crate::model::{Contract, Example, Origin, TypeDef};
use crate::schema::JsonFile;
use crate::set::{Defaults, Integers, Lint, LintLevel};

/// Lowers a set to its model.
///
/// # Errors
/// A shape that no language could express, an annotation that does not match `docs/schemas.md`, or a catalogue that
/// does not match the schemas one to one.
pub fn lower(
    set: &SchemaSet,
    definitions: &Definitions,
    catalogue: &CatalogueOperations<'_>,
) -> Result<(Contract, Diagnostics), Diagnostics> {
    let mut scope = Scope::new(set, definitions, catalogue);
    let contract = model(&mut scope)?;
    scope.found.or(contract)
}

/// Lowers an older state of a set, ignoring errors that do not concern its types.
///
/// # Errors
/// The schemas have other errors, or the current model cannot represent an operation of its catalogue.
pub fn lower_older(
    set: &SchemaSet,
    definitions: &Definitions,
    catalogue: &CatalogueOperations<'_>,
) -> Result<Contract, Diagnostics> {
    let mut scope = Scope { passes: Code::is_beside_types, ..Scope::new(set, definitions, catalogue) };
    let contract = model(&mut scope)?;
    stop_at_errors(&mut scope)?;
    if catalogue.each.len() > contract.operations.each.len() {
        scope.passed.0.retain(|one| one.code == Code::Catalogue);
        return Err(scope.passed);
    }
    Ok(contract)
}

fn model(scope: &mut Scope<'_>) -> Result<Contract, Diagnostics> {
    let (set, definitions) = (scope.set, scope.definitions);
    let mut shapes: Vec<(TypeDef, shape::Extras)> =
        definitions.all.iter().filter_map(|definition| type_def(scope, definition)).collect();
    // The next steps read several types at once. With types missing they would only repeat the same errors.
    stop_at_errors(scope)?;
    cycles::refuse(scope, &mut shapes);
    depth::check(scope, &shapes);
    stop_at_errors(scope)?;
    union::discriminate_unions(scope, &mut shapes);
    paths::check(scope, &shapes);
    advice::check(scope, &shapes);
    let tables = tables::tables(scope, &shapes);
    stop_at_errors(scope)?;
    direction::set_directions(scope, &mut shapes, &tables);
    let types: Vec<TypeDef> = shapes.into_iter().map(|(def, _)| def).collect();
    let operations = operations::operations(scope, &types);
    coverage::check(scope, &operations.each, &types);
    let assertions = assertion::definitions(scope, &types);
    let (mut types, modules) = order::order(types, &set.file);
    tables::unbound(&mut types);
    defaults::fill(scope, &mut types);
    let contract = Contract {
        set: set.identity(),
        features: set.file.package.features.clone(),
        validators: set.file.package.validators,
        wide: set.file.types.integers == Integers::Wide,
        namespaces: namespaces::namespaces(&modules),
        modules,
        types: types.into(),
        operations,
        tables,
        assertions,
    };
    Ok(contract)
}

/// Returns the diagnostics of each definition alone, for a set with broken references. Definitions with such a
/// reference, and those that extend them, are left out, because their diagnostics would only be consequences.
pub fn lower_unbroken(set: &SchemaSet, definitions: &Definitions) -> Diagnostics {
    let broken = broken_references::broken(definitions);
    let catalogue = CatalogueOperations::default();
    let mut scope = Scope::new(set, definitions, &catalogue);
    for definition in definitions.all.iter().filter(|it| !broken.contains(it.name.as_str())) {
        type_def(&mut scope, definition);
    }
    scope.found
}

fn stop_at_errors(scope: &mut Scope<'_>) -> Result<(), Diagnostics> {
    let passes = scope.passes;
    scope.passed.0.extend(scope.found.0.extract_if(.., |one| passes(one.code)));
    if scope.found.has_errors() { Err(std::mem::take(&mut scope.found)) } else { Ok(()) }
}

fn type_def(scope: &mut Scope<'_>, definition: &Definition) -> Option<(TypeDef, shape::Extras)> {
    let facts = facts::facts(scope, definition, &definition.schema, "");
    let (kind, extras) = shape::shape(scope, definition)?;
    let examples = scope.set.examples.iter().filter(|example| example.type_name == definition.name);
    let def = TypeDef {
        name: definition.name.clone(),
        module: definition.module.clone(),
        origin: definition.origin.clone(),
        input: false,
        output: false,
        recursive: false,
        unbound: Vec::new(),
        facts,
        kind,
        examples: examples.map(example).collect(),
    };
    Some((def, extras))
}

fn example(loaded: &crate::load::LoadedExample) -> Example {
    Example {
        scenario: loaded.scenario.clone(),
        valid: loaded.valid,
        value: loaded.value().clone(),
        problems: loaded.about.problems.clone(),
        note: loaded.about.note.clone(),
    }
}

/// The context of every part of this step. It collects the diagnostics.
struct Scope<'a> {
    set: &'a SchemaSet,
    /// The files of the set, by path.
    files: BTreeMap<&'a str, &'a JsonFile>,
    definitions: &'a Definitions,
    catalogue: &'a CatalogueOperations<'a>,
    found: Diagnostics,
    /// Selects the codes whose diagnostics do not stop the step.
    passes: fn(Code) -> bool,
    /// The diagnostics that did not stop the step.
    passed: Diagnostics,
    /// The definitions that accept only objects.
    objects: BTreeSet<String>,
    /// The merged structs that others extend; `None` for one that cannot be extended.
    merged: BTreeMap<String, Option<shape::Merged>>,
}

/// A schema without a matching type.
const ANY: (Loss, &str) = (Loss::Type, "the types say `any` here");

/// An `allOf` that is no struct.
const OF_FIRST_REFERENCE: (Loss, &str) = (Loss::Check, "the type is that of its first reference");

/// A keyword that no type expresses.
const NOT_IN_TYPES: (Loss, &str) = (Loss::Check, "the types do not show it");

impl<'a> Scope<'a> {
    fn new(set: &'a SchemaSet, definitions: &'a Definitions, catalogue: &'a CatalogueOperations<'a>) -> Self {
        let objects = object::objects(definitions);
        let (found, passed) = (Diagnostics::default(), Diagnostics::default());
        let files = set.by_path();
        Self { set, files, definitions, catalogue, found, passes: |_| false, passed, objects, merged: BTreeMap::new() }
    }

    /// Returns true if the lint `untyped` is denied: everything needs a type.
    fn denies_untyped(&self) -> bool {
        level(self.set, Lint::Untyped) == LintLevel::Deny
    }

    /// Returns true if types have the default of an absent field.
    fn fills_defaults(&self) -> bool {
        self.set.file.types.defaults == Defaults::Fill
    }

    /// Returns the integers that can be constants; `None` if no number can.
    fn constants(&self) -> Option<Integers> {
        (!self.denies_untyped()).then_some(self.set.file.types.integers)
    }

    /// Reports, at the level of the lint `untyped`, a constraint that no type expresses. `becomes` describes the
    /// outcome.
    fn untyped(&mut self, definition: &Definition, pointer: &str, diagnostic: Diagnostic, becomes: (Loss, &str)) {
        self.untyped_at(&origin(definition, pointer), diagnostic, becomes);
    }

    /// Like [`Self::untyped`], at a node.
    fn untyped_at(&mut self, origin: &Origin, diagnostic: Diagnostic, (loss, becomes): (Loss, &str)) {
        let enforced = problem::enforcement(self.set.file.package.validators);
        if let Some(diagnostic) = untyped(self.set, diagnostic, &format!("{becomes}, and {enforced}")) {
            self.lint_at(origin, diagnostic.losing(loss));
        }
    }

    /// Reports, at the level of the lint `untyped`, an annotation that is left out of the packages.
    fn left_out(&mut self, definition: &Definition, pointer: &str, diagnostic: Diagnostic) {
        self.noted(definition, pointer, diagnostic, "it is left out of the packages");
    }

    /// Reports, at the level of the lint `untyped`, what is no loss. `becomes` describes the outcome.
    fn noted(&mut self, definition: &Definition, pointer: &str, diagnostic: Diagnostic, becomes: &str) {
        if let Some(diagnostic) = untyped(self.set, diagnostic, becomes) {
            self.lint_at(&origin(definition, pointer), diagnostic);
        }
    }

    /// Reports a lint at a node, unless nobody wrote the node for the set.
    fn lint_at(&mut self, origin: &Origin, diagnostic: Diagnostic) {
        if !self.files.get(&*origin.file).is_some_and(|file| file.is_built_in()) {
            self.report_at(origin, diagnostic);
        }
    }

    /// Reports a diagnostic at a pointer below a definition.
    fn report(&mut self, definition: &Definition, pointer: &str, diagnostic: Diagnostic) {
        let origin = Origin { pointer: format!("{}{pointer}", definition.origin.pointer), ..definition.origin.clone() };
        self.report_at(&origin, diagnostic);
    }

    /// Reports a diagnostic at a node.
    fn report_at(&mut self, origin: &Origin, diagnostic: Diagnostic) {
        let diagnostic = match self.files.get(&*origin.file) {
            Some(file) => diagnostic.at(file.place(&origin.pointer)),
            None => diagnostic,
        };
        // A base is read again for each definition that extends it.
        if !self.found.0.contains(&diagnostic) {
            self.found.push(diagnostic);
        }
    }
}

/// Returns the node at a pointer below a definition.
fn origin(definition: &Definition, pointer: &str) -> Origin {
    Origin { file: definition.origin.file.clone(), pointer: format!("{}{pointer}", definition.origin.pointer) }
}
