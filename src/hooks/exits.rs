//! Exits: what a profile says about replies and exit codes in place of the catalogue, for [`outcomes`](super::outcomes).

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Serialize;

use super::meanings::{Fits, Meanings};
use super::outcomes::{Advising, OfEvent};
use super::wire::Wire;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::{LoadedProfile, SchemaSet};
use crate::nearest::instead_of;
use crate::set::ProfileFile;

/// The keys that a profile can have in `[exits]`, each with the cells whose words it takes.
const KEYS: [(&str, Fits); 3] = [("json", Fits::Json), ("invalid_json", Fits::Profile), ("other_event", Fits::Profile)];

/// What a profile says about all events.
#[derive(Debug, Serialize)]
pub struct OfProfile {
    /// The events of the profile; empty for all.
    events: Vec<String>,
    /// The effects that it has in place of those of the catalogue, by key.
    exits: BTreeMap<String, String>,
    /// The fields at the top level of a reply that belong in its specific output.
    inside: Vec<String>,
    /// How to block the events on which that is another reply than in the catalogue.
    advice: IndexMap<String, IndexMap<&'static str, String>>,
}

/// Returns the profiles of a set in which an event, or an exit code, is another one than in the catalogue.
///
/// # Errors
/// A profile has a key, or a word, that means nothing.
pub fn of_profiles(
    set: &SchemaSet,
    of_events: &IndexMap<String, OfEvent>,
    advising: Advising<'_>,
) -> Result<IndexMap<String, OfProfile>, Diagnostics> {
    let mut found = Diagnostics::default();
    let mut all = IndexMap::new();
    for profile in &set.profiles {
        check(profile, advising.wire, advising.meanings, &mut found);
        let ProfileFile { events, exits, inside, .. } = profile.file.clone();
        if !(events.is_empty() && exits.is_empty() && inside.is_empty()) {
            let is_of = |name: &String| events.is_empty() || events.contains(name);
            let own = |(name, event): (&String, &OfEvent)| {
                let advice = advising.advice(name, event, &inside);
                (advice != advising.advice(name, event, &[])).then(|| (name.clone(), advice))
            };
            let advice = of_events.iter().filter(|(name, _)| is_of(name)).filter_map(own).collect();
            all.insert(profile.name.clone(), OfProfile { events, exits, inside, advice });
        }
    }
    found.or(all).map(|(all, _)| all)
}

fn check(profile: &LoadedProfile, wire: &Wire, meanings: &Meanings, found: &mut Diagnostics) {
    // The fields at the top level that decide.
    let movable = [wire.decision.as_str(), wire.reason.as_str()];
    for name in profile.file.inside.iter().filter(|name| !movable.contains(&name.as_str())) {
        let message = format!("`{name}` in `inside` is not a field of `{}`", wire.specific);
        let advice = instead_of(name, movable, &format!("one of: {}", movable.join(", ")));
        found.push(Diagnostic::error(Code::Profile, message).in_file(&profile.path).instead(advice));
    }
    for (key, word) in &profile.file.exits {
        let words = KEYS.iter().find(|(known, _)| known == key).map(|(_, fits)| meanings.words(*fits));
        let (message, word, known) = match words {
            None => (format!("`[exits]` has no key `{key}`"), key, KEYS.iter().map(|(known, _)| *known).collect()),
            Some(words) if words.contains(&word.as_str()) => continue,
            Some(words) => (format!("`{key}` in `[exits]` cannot be `{word}`"), word, words),
        };
        let advice = instead_of(word, known.iter().copied(), &format!("one of: {}", known.join(", ")));
        let finding = Diagnostic::error(Code::Profile, message).in_file(&profile.path);
        found.push(finding.because("no package would know what it means").instead(advice));
    }
}
