//! Renders Rust's structs and closed enums, from the types that typify returns.
//!
//! `templates/rust` has everything else of the crate. A definition goes through these steps:
//!
//! | step | module |
//! |---|---|
//! | a field alone in a struct, or an enum, as a draft-07 schema, with names and presence taken out | `schema` |
//! | that schema through typify, alone in its type space; the type, or the code as a syntax tree, is checked | `generator` |
//! | once for each shape, and for all threads | `crate::memo` |
//! | the types of fields | `types` |
//! | fields in model order, presence restored, our names, our docs | `structs`, `enums` |
//! | the derives and attributes, with those that the owner of the set adds | `derives` |
//! | a parameter for each value whose type a table decides | `parameters` |
//! | `new` and the setters | `methods` |
//! | reading and writing, which refuses what the contract does not describe | `reader` |
//! | the constructors and setters of a union | `unions` |
//! | the types that the owner of the set has | `own_types` |
//! | the depth of types in types | `nesting` |
//! | the enums of inputs, which keep values that the contract does not list | `lenient` |
//! | all of it as text, line by line | `writer` |
//! | a line that is too long | `wrap` |
//!
//! Items are written directly as text; a syntax tree would only be printed again. The text is valid Rust by
//! construction: names come from `names`, literals from proc-macro2, and all other schema text goes into comments.
//!
//! typify does little here, because it drops an empty optional list, treats `null` as absent, leaves constants
//! unchecked and gives up on colliding names. It is used for types, which it does well.

mod constants;
mod dependencies;
mod derives;
mod docs;
mod enums;
mod generator;
mod lenient;
mod methods;
mod names;
mod nesting;
mod own_types;
mod parameters;
mod reader;
mod schema;
mod structs;
mod types;
mod unions;
mod wrap;
mod writer;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

pub use constants::constants;
pub use dependencies::dependencies;
use derives::Added;
pub use derives::derives;
pub use lenient::lenient;
use names::FieldName;
pub use nesting::nesting;
pub use own_types::own_types;
use schema::Shape;
use writer::CodeWriter;

use super::builtin::{Input, Texts, texts};
use super::names::{self as spelling, Names};
use super::notes::Program;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::memo::Memo;
use crate::model::{Contract, Expr, Kind, TypeDef};

/// Returns the source of every struct and closed enum of the contract, by the name of its type: the item with its docs,
/// its constructors and its reader. Items refer to other types by their bare names, which the module has to bring into
/// scope, and to the runtime of the crate as `crate::json`, `crate::rule` and `crate::constant`.
///
/// # Errors
/// A name is not an identifier, Rust cannot express a shape, or typify returns something unexpected.
pub fn items(input: Input<'_>) -> Result<Texts, Diagnostics> {
    rendered(&Context::new(input)?, |_| true).map(texts)
}

/// Returns the same for the types of profiles, by the name of the profile and of the type: `validator:StopBlock`.
///
/// # Errors
/// As [`items`].
pub fn profile_items(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let mut all = BTreeMap::new();
    for profile in input.profiles {
        let context = Context::new(Input { contract: &profile.contract, ..input })?;
        let items = rendered(&context, |def| profile.types.contains(&def.name))?;
        all.extend(items.into_iter().map(|(name, text)| (format!("{}:{name}", profile.name), text)));
    }
    Ok(texts(all))
}

/// Returns the same for the types of problems, if they are not those of the contract.
///
/// # Errors
/// As [`items`].
pub fn problem_items(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let Some(contract) = input.problems else { return Ok(texts(BTreeMap::new())) };
    rendered(&Context::new(Input { contract, ..input })?, |_| true).map(texts)
}

/// Returns the items of these types, by name.
fn rendered(
    context: &Context<'_>,
    is_wanted: impl Fn(&TypeDef) -> bool,
) -> Result<BTreeMap<String, String>, Diagnostics> {
    let contract = context.contract;
    let mut problems = circles(contract);
    problems.extend(unchecked(contract));
    problems.or(())?;
    let wanted: Vec<&TypeDef> = contract.types.iter().filter(|def| is_item(def) && is_wanted(def)).collect();
    let mut items = BTreeMap::new();
    let mut problems = Diagnostics::default();
    for (def, result) in wanted.iter().zip(render_all(context, &wanted)) {
        match result {
            Ok(source) => {
                items.insert(def.name.clone(), source);
            }
            Err(found) => problems.extend(placed(found, def)),
        }
    }
    problems.or(items).map(|(items, _)| items)
}

/// Adds the place of the definition to findings without one.
fn placed(found: Diagnostics, def: &TypeDef) -> Diagnostics {
    let place = || spelling::place(&def.origin);
    let at = |it: Diagnostic| if it.place.is_some() { it } else { it.at(place()) };
    Diagnostics(found.0.into_iter().map(at).collect())
}

/// The data that all items share: names, facts about types, and caches.
struct Context<'a> {
    /// The contract.
    contract: &'a Contract,
    /// The spelling of names in templates.
    names: &'a Names,
    /// The program whose versions the notes name.
    program: Program,
    /// The derives and attributes that the owner of the set adds.
    added: Added,
    /// Types that contain themselves. A field of such a type is boxed.
    recursive: BTreeSet<&'a str>,
    /// The names of all types, which no type parameter may have.
    types: BTreeSet<&'a str>,
    /// The types of fields, with placeholders instead of names.
    shapes: Memo<Shape, String>,
    /// The numbers of values for which typify's enum has been checked; see `enums`.
    enums: Memo<usize, ()>,
    /// The lines of comments, by description and notes: events share the fields of their base.
    docs: Memo<(Option<String>, String), Arc<[String]>>,
    /// The names of fields by their keys. Many types share some.
    fields: Memo<String, FieldName>,
}

impl<'a> Context<'a> {
    fn new(input: Input<'a>) -> Result<Self, Diagnostics> {
        let Input { contract, names, .. } = input;
        Ok(Self {
            contract,
            names,
            added: Added::read(input)?,
            program: Program::of(contract.set.host.as_ref()),
            recursive: recursive(contract),
            types: contract.types.iter().map(|def| def.name.as_str()).collect(),
            shapes: Memo::default(),
            enums: Memo::default(),
            docs: Memo::default(),
            fields: Memo::default(),
        })
    }
}

/// Returns the source of the constructors and setters of every union, by the name of its type; those of a profile's types
/// as in [`profile_items`]. It is empty for a union without them.
///
/// # Errors
/// As [`items`].
pub fn union_methods(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let contracts = std::iter::once((String::new(), input.contract));
    let profiles = input.profiles.iter().map(|profile| (format!("{}:", profile.name), &profile.contract));
    let (mut all, mut problems) = (BTreeMap::new(), Diagnostics::default());
    for (prefix, contract) in contracts.chain(profiles) {
        let context = Context::new(Input { contract, ..input })?;
        for def in contract.types.iter() {
            match unions::methods(&context, contract, def) {
                Ok(text) => drop(all.insert(format!("{prefix}{}", def.name), text)),
                Err(found) => problems.extend(placed(found, def)),
            }
        }
    }
    problems.or(all).map(|(all, _)| texts(all))
}

/// Returns true for structs and closed enums. Templates write the rest.
fn is_item(def: &TypeDef) -> bool {
    match &def.kind {
        Kind::Struct(_) => true,
        Kind::Enum(it) => !it.open,
        Kind::Union(_) | Kind::Alias { .. } => false,
    }
}

fn recursive(contract: &Contract) -> BTreeSet<&str> {
    contract.types.iter().filter(|def| def.recursive).map(|def| def.name.as_str()).collect()
}

/// Reports aliases that refer to themselves. Rust expands an alias where it is used, and would never end.
fn circles(contract: &Contract) -> Diagnostics {
    let next = |def: &TypeDef| -> Vec<String> {
        let mut names = Vec::new();
        if let Kind::Alias { target } = &def.kind {
            target.refs(&mut |name| names.push(name.to_owned()));
        }
        names
    };
    let leads_back = |def: &&TypeDef| {
        let (mut open, mut seen) = (next(def), BTreeSet::new());
        while let Some(name) = open.pop() {
            if seen.insert(name.clone()) {
                open.extend(contract.get(&name).map(next).unwrap_or_default());
            }
        }
        seen.contains(&def.name)
    };
    let reported = |def: &TypeDef| {
        Diagnostic::error(Code::RustShape, format!("`{}` is another name for something with itself in it", def.name))
            .at(spelling::place(&def.origin))
            .because("an alias of Rust is expanded where it is used, and this one would never end")
            .instead("make it, or what it leads to, an object with properties")
    };
    Diagnostics(contract.types.iter().filter(leads_back).map(reported).collect())
}

/// Reports bounds that no reader would check: it checks only the fields of a struct.
fn unchecked(contract: &Contract) -> Diagnostics {
    let elsewhere = |def: &TypeDef| match &def.kind {
        Kind::Struct(it) => it.rest.iter().any(is_bounded),
        other => other.exprs().into_iter().any(is_bounded),
    };
    let reported = |def: &TypeDef| {
        Diagnostic::error(Code::RustShape, format!("`{}` has a bound where no field of an object is", def.name))
            .at(spelling::place(&def.origin))
            .because("the crate checks bounds where it reads the fields of an object")
            .instead("write the bound on the properties that hold this")
    };
    Diagnostics(contract.types.iter().filter(|def| elsewhere(def)).map(reported).collect())
}

fn is_bounded(expr: &Expr) -> bool {
    match expr {
        Expr::Bounded { .. } | Expr::List { min: Some(_), .. } | Expr::List { max: Some(_), .. } => true,
        Expr::List { item: inner, .. }
        | Expr::Map { value: inner, .. }
        | Expr::Nullable { inner }
        | Expr::Asserted { inner, .. } => is_bounded(inner),
        _ => false,
    }
}

/// The number of definitions that are worth a thread. With fewer, a thread costs more time than it saves.
const SHARE: usize = 1000;

/// Renders the definitions on all cores; they do not depend on each other. The results are in the order of `defs`.
fn render_all(context: &Context<'_>, defs: &[&TypeDef]) -> Vec<Result<String, Diagnostics>> {
    let render_part = |part: &[&TypeDef]| part.iter().map(|def| render(context, def)).collect::<Vec<_>>();
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let workers = cores.min(defs.len() / SHARE);
    if workers < 2 {
        return render_part(defs);
    }
    let share = defs.len().div_ceil(workers);
    thread::scope(|scope| {
        let workers: Vec<_> =
            defs.chunks(share).map(|part| (part.len(), scope.spawn(move || render_part(part)))).collect();
        workers
            .into_iter()
            .flat_map(|(count, worker)| worker.join().unwrap_or_else(|_| vec![Err(lost_worker()); count]))
            .collect()
    })
}

/// Returns the error for a panic in our code, which must not take the process down. `generator` catches typify's own.
fn lost_worker() -> Diagnostics {
    Diagnostic::error(Code::RustInternal, "a thread that renders Rust items ended early").into()
}

/// Renders the items of one definition as text.
fn render(context: &Context<'_>, def: &TypeDef) -> Result<String, Diagnostics> {
    let mut source = CodeWriter::default();
    match &def.kind {
        Kind::Struct(it) => structs::write(&mut source, context, def, it)?,
        Kind::Enum(it) => enums::write(&mut source, context, def, it)?,
        Kind::Union(_) | Kind::Alias { .. } => {}
    }
    Ok(source.into_text())
}
