//! Mutants: known payloads with one to three changes. Some are validated for an older host, for a tool, or under a
//! profile.
//!
//! The changes follow from a seed alone, so that a disagreement can be reproduced.

mod bytes;
pub mod documents;
mod keys;
pub mod places;
mod pool;
mod shapes;
mod values;

use std::collections::BTreeMap;

use serde_json::Value;

use self::pool::Pool;
use crate::random::Random;
use crate::vector::{self, Seed, Vector};
use hookwire_harness::Root;

/// Changes a payload. Returns `false` if there is nothing to change.
type Operator = fn(&mut Value, &mut Hand<'_>) -> bool;

/// Every kind of change, by its name in the ids of mutants.
const OPERATORS: &[(&str, Operator)] = &[
    ("drop", keys::drop),
    ("recase", keys::recase),
    ("misspell", keys::misspell),
    ("relocate", keys::relocate),
    ("foreign", keys::foreign),
    ("extra", keys::extra),
    ("retype", values::retype),
    ("null", values::null),
    ("empty", values::empty),
    ("constant", values::constant),
    ("unknown-word", values::unknown_word),
    ("twin", values::twin),
    ("number", values::number),
    ("fraction", values::fraction),
    ("long", values::long),
    ("unicode", values::unicode),
    ("sequence", values::sequence),
    ("wrap", shapes::wrap),
    ("unwrap", shapes::unwrap),
    ("nest", shapes::nest),
    ("repeat", shapes::repeat),
    ("swap", shapes::swap),
    ("other-event", shapes::other_event),
];

/// The maximum depth of a mutant. Deeper nesting is tested with documents, because readers have their own limits.
const DEEPEST: usize = 100;

/// The numbers of changes to a payload, each as often as it is listed.
const COUNTS: &[usize] = &[1, 1, 1, 2, 2, 3];

/// The random numbers and the values that an operator chooses from.
pub struct Hand<'a> {
    random: &'a mut Random,
    pool: &'a Pool,
}

impl Hand<'_> {
    /// Returns a random place in the payload whose value fits.
    fn place<'v>(&mut self, payload: &'v mut Value, fits: fn(&Value) -> bool) -> Option<&'v mut Value> {
        let pointers = places::pointers(payload, fits);
        payload.pointer_mut(self.random.pick(&pointers)?)
    }

    /// Changes the payload and returns the name of the change.
    fn change(&mut self, payload: &mut Value) -> &'static str {
        loop {
            let Some((name, operator)) = self.random.pick(OPERATORS) else { return "nothing" };
            let mut changed = payload.clone();
            if operator(&mut changed, self) && places::depth(&changed) <= DEEPEST {
                *payload = changed;
                return name;
            }
        }
    }
}

/// An endless source of mutants. It is empty if there are no seeds.
pub struct Mutants {
    seed: u64,
    random: Random,
    made: u64,
    seeds: Vec<Seed>,
    /// The seeds that conform, grouped by type so that no type is rare. Mutants of invalid seeds seldom become valid.
    valid: Vec<Vec<Seed>>,
    pool: Pool,
    asked: Asked,
}

/// The hosts, tools and profiles that mutants may be validated for.
pub struct Asked {
    /// Older hosts.
    pub hosts: Vec<String>,
    /// Names of tools.
    pub tools: Vec<String>,
    /// Names of profiles.
    pub profiles: Vec<String>,
}

impl Asked {
    /// Collects all that the schemas name.
    pub fn all(root: &Root) -> Result<Self, String> {
        Ok(Self { hosts: vector::versions(root)?, tools: vector::tools(root)?, profiles: vector::profiles(root)? })
    }
}

impl Mutants {
    /// Creates mutants of these seeds, with the words of the bundled schemas.
    pub fn new(seed: u64, seeds: Vec<Seed>, bundle: &Value, asked: Asked) -> Self {
        let mut valid: BTreeMap<&str, Vec<Seed>> = BTreeMap::new();
        for it in seeds.iter().filter(|it| it.conforms()) {
            valid.entry(&it.vector.of).or_default().push(it.clone());
        }
        let valid: Vec<Vec<Seed>> = valid.into_values().collect();
        let pool = Pool::new(bundle, valid.iter().flatten().map(|it| it.payload.clone()).collect());
        Self { seed, random: Random::new(seed), made: 0, seeds, valid, pool, asked }
    }

    fn choose(&mut self) -> Option<Seed> {
        let any = self.random.one_in(5);
        let among = if any { &self.seeds } else { self.random.pick(&self.valid)? };
        self.random.pick(among).cloned()
    }

    /// Returns the tool to validate for: mostly the seed's own. A type that may concern a tool often gets another one.
    fn tool(&mut self, of: &str, own: Option<String>) -> Option<String> {
        let often = if own.is_some() { 6 } else { 3 };
        let is_about = own.is_some() || ["Tool", "Permission", "Hook"].iter().any(|word| of.contains(word));
        if is_about && self.random.one_in(often) { self.random.pick(&self.asked.tools).cloned() } else { own }
    }

    /// Returns the profile to validate under: mostly the seed's own, if it has one.
    fn judged_under(&mut self, under: Option<String>) -> Option<String> {
        let other = self.random.one_in(8);
        if other { self.random.pick(&self.asked.profiles).cloned() } else { under }
    }

    /// Returns the type to validate as: mostly the seed's own, often the union over all events, sometimes any other.
    fn judged_as(&mut self, of: &str) -> String {
        let union = if of.ends_with("Input") { "HookInput" } else { "HookOutput" };
        let other = self.random.one_in(12).then(|| self.random.pick(&self.pool.types)).flatten();
        let union = self.random.one_in(6).then(|| union.to_owned());
        other.cloned().or(union).unwrap_or_else(|| of.to_owned())
    }
}

impl Iterator for Mutants {
    type Item = Vector;

    fn next(&mut self) -> Option<Vector> {
        let Seed { vector, mut payload, tool, under, .. } = self.choose()?;
        let of = self.judged_as(&vector.of);
        let count = *self.random.pick(COUNTS)?;
        let mut hand = Hand { random: &mut self.random, pool: &self.pool };
        let names: Vec<&str> = (0..count).map(|_| hand.change(&mut payload)).collect();
        self.made += 1;
        let id = format!("mutant/{}/{:07}/{}/{}", self.seed, self.made, names.join("+"), vector.id);
        let vector = Vector::new(id, of, &payload);
        let vector = match self.judged_under(under.map(|it| it.profile)) {
            Some(profile) => vector.under(&profile).ok()?,
            None => vector,
        };
        let host = self.random.one_in(6).then(|| self.random.pick(&self.asked.hosts)).flatten();
        let vector = match host {
            Some(host) => vector.for_host(host).ok()?,
            None => vector,
        };
        match self.tool(&vector.of, tool) {
            Some(tool) => vector.for_tool(&tool).ok(),
            None => Some(vector),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn seeds() -> Vec<Seed> {
        let payload =
            json!({"hook_event_name": "Stop", "count": 5, "on": true, "inner": {"text": "a\u{7} b", "list": [1]}});
        let vector = Vector::new("one", "StopInput", &payload);
        vec![Seed::valid(vector, payload)]
    }

    fn bundle() -> Value {
        json!({"$defs": {"StopInput": {"properties": {"hook_event_name": {"const": "Stop"}}}, "A": {"enum": ["a", "b"]}}})
    }

    fn lines(seed: u64) -> Vec<String> {
        let [hosts, tools, profiles] = ["2.1.42", "Bash", "other"].map(|name| vec![name.to_owned()]);
        let mutants = Mutants::new(seed, seeds(), &bundle(), Asked { hosts, tools, profiles });
        mutants.take(200).map(|vector| vector.line).collect()
    }

    #[test]
    fn a_seed_gives_the_same_mutants_and_another_one_others() {
        assert_eq!(lines(1), lines(1));
        assert_ne!(lines(1), lines(2));
    }

    #[test]
    fn every_operator_changes_something() {
        let other = json!({"hook_event_name": "Start", "count": 6, "on": false, "inner": {"text": "c", "list": [2]}});
        let pool = Pool::new(&bundle(), vec![other]);
        for (name, operator) in OPERATORS {
            let mut random = Random::new(7);
            let changes = (0..50).filter(|_| {
                let mut payload = seeds().remove(0).payload;
                let before = payload.clone();
                operator(&mut payload, &mut Hand { random: &mut random, pool: &pool }) && payload != before
            });
            assert!(changes.count() > 10, "{name}");
        }
    }
}
