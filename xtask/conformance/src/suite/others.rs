//! Where a validator of somebody else is known to be wrong, and why.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::vector;
use hookwire_harness::Root;

/// A reason why a validator judges some cases differently from the suite.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// A binding of bundled schemas.
    validator: String,
    #[expect(dead_code, reason = "for people")]
    reason: String,
    cases: Vec<String>,
}

/// All that are known.
#[derive(Debug, Default)]
pub struct Others(BTreeSet<(String, String)>);

const LIST: &str = "tests/suite/others.json";
/// The bindings that are not ours.
const VALIDATORS: [&str; 2] = ["schema", "schema-js"];

impl Others {
    /// As it is committed.
    ///
    /// # Errors
    /// It cannot be read, or excuses one of our own languages.
    pub fn read(root: &Root) -> Result<Self, String> {
        let entries: Vec<Entry> = vector::read_json(&root.path(LIST))?;
        match entries.iter().find(|it| !VALIDATORS.contains(&it.validator.as_str())) {
            Some(entry) => Err(format!("{LIST}: `{}` is no validator of others", entry.validator)),
            None => Ok(Self::of(entries)),
        }
    }

    /// These.
    pub fn of(entries: Vec<Entry>) -> Self {
        let known = |it: Entry| it.cases.into_iter().map(move |case| (it.validator.clone(), case));
        Self(entries.into_iter().flat_map(known).collect())
    }

    /// This validator is known to be wrong in this case.
    pub fn excuse(&self, validator: &str, case: &str) -> bool {
        self.0.contains(&(validator.to_owned(), case.to_owned()))
    }

    /// Each that is in the list and is not wrong.
    pub fn stale(&self, is_wrong: impl Fn(&str, &str) -> bool) -> Vec<String> {
        let stale = self.0.iter().filter(|(validator, case)| !is_wrong(validator, case));
        stale.map(|(validator, case)| format!("{case}: in {LIST}, and {validator} is not wrong there")).collect()
    }
}
