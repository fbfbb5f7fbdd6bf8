//! What only Rust has: structs and closed enums, made by typify and refined as syntax trees.
//!
//! Everything else of the crate is in `templates/rust`. The way of one definition:
//!
//! | step | module |
//! |---|---|
//! | the definition as a draft-07 schema, with references and presence taken out | `schema` |
//! | that schema through typify, alone in its type space; the result as a syntax tree | `generator` |
//! | fields in model order, presence put back, our names, our docs | `structs`, `enums` |
//! | `new` and the setters | `methods` |
//! | the reader, which refuses what the contract does not describe | `reader` |
//! | the tree as text | `print` |
//!
//! Why so little is left to typify: it drops an empty optional list, takes `null` for absent, leaves constants
//! unchecked and gives up on colliding names. It spells types, derives and conversions, and there it is good.

mod constants;
mod docs;
mod enums;
mod generator;
mod methods;
mod names;
mod print;
mod reader;
mod schema;
mod structs;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::thread;

pub use constants::constants;

use super::builtin::Input;
use super::names::Names;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Contract, Kind, TypeDef};
use crate::set::Host;

/// The source of every struct and every closed enum of the contract, by the name of its type: the item itself with its
/// docs, what constructs it and what reads it. Items refer to other types by their bare names, which the module has to
/// bring into scope, and to the runtime of the crate as `crate::json`, `crate::rule` and `crate::constant`.
///
/// # Errors
/// A name that is no identifier, a shape that Rust cannot express, and any surprise in what typify gives.
pub fn items(input: Input<'_>) -> Result<BTreeMap<String, String>, Diagnostics> {
    let Input { contract, names, .. } = input;
    let context = Context { names, host: contract.set.host.as_ref(), recursive: recursive(contract) };
    let wanted: Vec<&TypeDef> = contract.types.iter().filter(|def| is_item(def)).collect();
    let mut items = BTreeMap::new();
    let mut problems = Diagnostics::default();
    for (def, result) in wanted.iter().zip(render_all(&context, &wanted)) {
        match result {
            Ok(source) => {
                items.insert(def.name.clone(), source);
            }
            Err(found) => problems.extend(found),
        }
    }
    problems.or(items).map(|(items, _)| items)
}

/// What every definition needs to know of the others.
struct Context<'a> {
    /// How the templates spell names.
    names: &'a Names,
    /// Whose versions the notes are about.
    host: Option<&'a Host>,
    /// Types that contain themselves: a field of one holds a box.
    recursive: BTreeSet<&'a str>,
}

/// Structs and closed enums; the rest comes from templates.
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

/// Renders on all cores: definitions do not depend on each other. The results are in the order of `defs`.
fn render_all(context: &Context<'_>, defs: &[&TypeDef]) -> Vec<Result<String, Diagnostics>> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let share = defs.len().div_ceil(cores).max(1);
    thread::scope(|scope| {
        let workers: Vec<_> = defs
            .chunks(share)
            .map(|part| {
                (part.len(), scope.spawn(move || part.iter().map(|def| render(context, def)).collect::<Vec<_>>()))
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|(count, worker)| worker.join().unwrap_or_else(|_| vec![Err(lost_worker()); count]))
            .collect()
    })
}

/// typify's own panics are caught in `generator`; this is for one in our code, which must not take the process down.
fn lost_worker() -> Diagnostics {
    Diagnostic::error("rust-internal", "a thread that renders Rust items ended early").into()
}

/// The items of one definition, as text.
fn render(context: &Context<'_>, def: &TypeDef) -> Result<String, Diagnostics> {
    let items = match &def.kind {
        Kind::Struct(it) => structs::items(context, def, it)?,
        Kind::Enum(it) => enums::items(context, def, it)?,
        Kind::Union(_) | Kind::Alias { .. } => Vec::new(),
    };
    Ok(print::items(&items))
}
