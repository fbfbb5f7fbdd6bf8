//! The known faults of external validators, with their reasons.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::vector;
use hookwire_harness::Root;

/// A reason why a validator has other verdicts than the suite, and the cases.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// A binding of the bundled schemas.
    validator: String,
    #[expect(dead_code, reason = "for people")]
    reason: String,
    cases: Vec<String>,
}

/// All known faults, as pairs of validator and case.
#[derive(Debug, Default)]
pub struct Exceptions(BTreeSet<(String, String)>);

const LIST: &str = "tests/suite/other_validators.json";
/// The bindings with external validators.
const VALIDATORS: [&str; 2] = ["schema", "schema-js"];

impl Exceptions {
    /// Reads the committed list.
    ///
    /// # Errors
    /// The list cannot be read, or excuses one of our own languages.
    pub fn read(root: &Root) -> Result<Self, String> {
        let entries: Vec<Entry> = vector::read_json(&root.path(LIST))?;
        match entries.iter().find(|it| !VALIDATORS.contains(&it.validator.as_str())) {
            Some(entry) => Err(format!("{LIST}: `{}` is not another validator", entry.validator)),
            None => Ok(Self::of(entries)),
        }
    }

    /// Creates the list of these entries.
    pub fn of(entries: Vec<Entry>) -> Self {
        let known = |it: Entry| it.cases.into_iter().map(move |case| (it.validator.clone(), case));
        Self(entries.into_iter().flat_map(known).collect())
    }

    /// Returns true if this validator is known to be wrong in this case.
    pub fn excuse(&self, validator: &str, case: &str) -> bool {
        self.0.contains(&(validator.to_owned(), case.to_owned()))
    }

    /// Returns a fault for each listed case in which the validator is not wrong.
    pub fn stale(&self, is_wrong: impl Fn(&str, &str) -> bool) -> Vec<String> {
        let stale = self.0.iter().filter(|(validator, case)| !is_wrong(validator, case));
        stale.map(|(validator, case)| format!("{case}: in {LIST}, and {validator} is not wrong there")).collect()
    }
}
