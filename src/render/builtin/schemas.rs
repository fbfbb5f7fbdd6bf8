//! The published schemas: `bundle(name)` is a type in one file, `bundle("")` all of them, `closed_bundle(name)` the closed
//! twin of a type that inputs use as well, and nothing for any other; `profile_bundle(profile)` the types that are otherwise
//! under a profile. `whole_bundle("")` is `bundle("")`, where the others are not asked for.

use std::sync::Arc;

use super::{Input, Texts, texts};
use crate::bundle::Bundler;
use crate::diagnostic::Diagnostics;
use crate::profile::Profile;
use crate::validation;

/// Each type by its name, and all of them by the empty one.
pub fn bundle(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let bundler = Arc::clone(input.bundler);
    Ok(Box::new(move |name| if name.is_empty() { Some(bundler.all()) } else { bundler.schema(name, false) }))
}

/// All of them in one file, and only if there are validators: a package of types alone has no use for it.
pub fn whole_bundle(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let (bundler, judges) = (Arc::clone(input.bundler), input.contract.reports_problems());
    Ok(Box::new(move |name| (judges && name.is_empty()).then(|| bundler.all())))
}

/// The closed copies.
pub fn closed_bundle(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let bundler = Arc::clone(input.bundler);
    let twin = move |name: &str| match bundler.is_shared(name)? {
        true => bundler.schema(name, true),
        false => Some(String::new()),
    };
    Ok(Box::new(twin))
}

/// Returns the bundle of each profile: the types that it changes.
pub fn profile_bundle(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let bundle = |profile: &Profile| {
        let bundler = Bundler::new(&profile.contract, &profile.definitions);
        let types = input.plan.profiles.get(&profile.name).map(|it| &it.types);
        let uses: Vec<(&str, &str)> =
            types.into_iter().flatten().map(|(name, it)| (&**name, judged_as(name, it))).collect();
        bundler.profile(&profile.name, &uses)
    };
    Ok(texts(input.profiles.iter().map(|profile| (profile.name.clone(), bundle(profile))).collect()))
}

/// The type that is used for this one, or itself.
fn judged_as<'a>(name: &'a str, it: &'a validation::Type) -> &'a str {
    match &it.kind {
        validation::Kind::Alias { expr: validation::Expr::Ref { name, .. } } => name.split(':').next().unwrap_or(name),
        _ => name,
    }
}
