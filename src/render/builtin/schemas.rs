//! The published schemas:
//!
//! - `bundle(name)`: a type in one file; `bundle("")`: all types.
//! - `whole_bundle("")`: the same, only for packages of sets with the feature `problems`.
//! - `closed_bundle(name)`: the closed copy of a type that inputs use as well; empty for any other type.
//! - `profile_bundle(profile)`: the types that a profile changes.

use std::sync::Arc;

use super::{Input, Texts, texts};
use crate::bundle::Bundler;
use crate::diagnostic::Diagnostics;
use crate::profile::Profile;
use crate::validation;

/// Returns each type by its name, and all types under the empty name.
pub fn bundle(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let bundler = Arc::clone(input.bundler);
    Ok(Box::new(
        move |name| if name.is_empty() { Some(bundler.all()) } else { bundler.schema(name, false).map(Arc::from) },
    ))
}

/// Returns all types in one file, only if the set has the feature `problems`. All other packages have no use for it.
pub fn whole_bundle(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let (bundler, is_wanted) = (Arc::clone(input.bundler), input.contract.defines_problems());
    Ok(Box::new(move |name| (is_wanted && name.is_empty()).then(|| bundler.all())))
}

/// Returns the closed copies.
pub fn closed_bundle(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let bundler = Arc::clone(input.bundler);
    let closed_copy = move |name: &str| match bundler.is_shared(name)? {
        true => bundler.schema(name, true).map(Arc::from),
        false => Some(Arc::default()),
    };
    Ok(Box::new(closed_copy))
}

/// Returns the bundle of each profile: the types that it changes.
pub fn profile_bundle(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let bundle = |profile: &Profile| {
        let bundler = Bundler::new(&profile.contract, &profile.definitions);
        let types = input.plan.profiles.get(&profile.name).map(|it| &it.types);
        let uses: Vec<(&str, &str)> =
            types.into_iter().flatten().map(|(name, it)| (&**name, validated_as(name, it))).collect();
        bundler.profile(&profile.name, &uses)
    };
    Ok(texts(input.profiles.iter().map(|profile| (profile.name.clone(), bundle(profile))).collect()))
}

/// Returns the type that replaces this one, or itself.
fn validated_as<'a>(name: &'a str, it: &'a validation::Type) -> &'a str {
    match &it.kind {
        validation::PlanKind::Alias { expr: validation::Expr::Ref { name, .. } } => {
            name.split(':').next().unwrap_or(name)
        }
        _ => name,
    }
}
