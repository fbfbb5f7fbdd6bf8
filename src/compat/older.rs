//! Reads an older state of a set from its folder. Only its types are read; current lints and checks do not apply.

use std::path::Path;

use super::state::Edition;
use crate::check::check;
use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::hooks::{self, Catalogue, HostChange, changes};
use crate::link::link;
use crate::load::{SchemaSet, is_license, load};
use crate::lower::lower_older;
use crate::model::Contract;
use crate::set::{self, Lint};

/// An older state.
#[derive(Debug)]
pub struct Older {
    /// Its contract.
    pub contract: Contract,
    /// The changes of its host that are not visible in schemas.
    pub changes: Vec<HostChange>,
}

impl Older {
    /// Returns the contract with its changes.
    pub fn edition(&self) -> Edition<'_> {
        Edition { contract: &self.contract, changes: &self.changes }
    }
}

/// Reads the contract of an older set with the current generator. Mistakes in lints, examples, profiles and annotations
/// are ignored.
///
/// A set that is older than the lint `untyped` is read with the level of `today`, the newer state; if that fails, with
/// assertions.
///
/// # Errors
/// The set cannot be read, linked or lowered by the current rules. The rules of its time are not known.
pub fn older(schemas: &Path, today: &SchemaSet) -> Result<Older, Diagnostics> {
    let (mut set, mut found) = load(schemas, None)?;
    // A list of events that cannot be derived is a missing type. Other mistakes of features do not change types.
    let catalogue = Catalogue::read(&set);
    let derived = hooks::derive(&mut set, &catalogue);
    if derived.has_errors() {
        return Err(derived);
    }
    found.0.retain(|one| !is_of_other_part(&set, one));
    let said = set.file.lints.get(&Lint::Untyped).copied();
    let level = said.or(today.file.lints.get(&Lint::Untyped).copied());
    drop_unused_parts(&mut set);
    if level == Some(set::LintLevel::Deny) {
        set.file.lints.insert(Lint::Untyped, set::LintLevel::Deny);
        let strictly = lower_set(&set, &catalogue, found.clone());
        if strictly.is_ok() || said.is_some() {
            return strictly;
        }
        set.file.lints.insert(Lint::Untyped, set::LintLevel::Allow);
    }
    lower_set(&set, &catalogue, found)
}

fn lower_set(set: &SchemaSet, catalogue: &Catalogue, mut found: Diagnostics) -> Result<Older, Diagnostics> {
    found.extend(check(set));
    let linked = link(set);
    found.extend(linked.found);
    found.0.retain(|one| one.level == Level::Error && !one.code.is_beside_types());
    if found.has_errors() || !set.complete || !linked.sound {
        return Err(found);
    }
    found.extend(catalogue.mistakes.clone());
    if found.has_errors() {
        return Err(found);
    }
    let contract = lower_older(set, &linked.definitions, &catalogue.operations())?;
    // Mistakes in the list of changes do not change types.
    let changes = changes(set, catalogue, &mut Diagnostics::default());
    Ok(Older { contract, changes })
}

/// Returns true if the diagnostic is about a file that the model does not use: an example, a profile, a licence.
fn is_of_other_part(set: &SchemaSet, one: &Diagnostic) -> bool {
    let folders = [&set.file.files.examples, &set.file.files.profiles];
    let is_below = |file: &str, folder: &str| file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let place = one.place.as_ref();
    let is_other = |file: &str| is_license(file) || folders.into_iter().flatten().any(|it| is_below(file, it));
    place.is_some_and(|place| is_other(&place.file))
}

/// Removes the parts of a set that the model does not use.
fn drop_unused_parts(set: &mut SchemaSet) {
    set.examples.clear();
    set.profiles.clear();
    set.file.files.examples = None;
    set.file.files.profiles = None;
    set.file.lints = Lint::ALL.map(|lint| (lint, set::LintLevel::Allow)).into();
}
