//! Verdicts that are written down: an example's by its folder, a payload of the corpus by what was recorded of it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::vector::{self, Seed};
use crate::test::Root;

/// More exceptions than this would be another contract.
const MOST: usize = 10;

/// Why the schemas say another thing than what was recorded, and of which vectors.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    reason: String,
    ids: Vec<String>,
}

/// What is written down.
pub struct Recorded {
    exceptions: Vec<Exception>,
    verdicts: BTreeMap<String, bool>,
}

impl Recorded {
    /// Reads the exceptions.
    pub fn read(root: &Root) -> Result<Self, String> {
        let exceptions: Vec<Exception> = vector::read_json(&root.path("tests/conform/exceptions.json"))?;
        if exceptions.len() > MOST {
            return Err(format!("tests/conform/exceptions.json has more than {MOST} exceptions"));
        }
        Ok(Self { exceptions, verdicts: BTreeMap::new() })
    }

    /// Takes down what is expected of these.
    pub fn expect<'a>(&mut self, seeds: impl Iterator<Item = &'a Seed>) {
        self.verdicts.extend(seeds.map(|seed| (seed.vector.id.clone(), seed.verdict)));
    }

    /// Prints what differs. Whether nothing does that is not an exception, and no exception is idle.
    pub fn print<'a>(&self, said: impl Iterator<Item = (&'a str, bool)>) -> bool {
        let faults = self.faults(said);
        faults.iter().for_each(|fault| println!("{fault}"));
        let (count, exceptions) = (self.verdicts.len(), self.exceptions.len());
        println!("recorded verdicts: {count}, exceptions: {exceptions}, faults: {}", faults.len());
        faults.is_empty()
    }

    fn faults<'a>(&self, said: impl Iterator<Item = (&'a str, bool)>) -> Vec<String> {
        let other: BTreeMap<&str, bool> =
            said.filter(|(id, verdict)| self.verdicts.get(*id).is_some_and(|known| known != verdict)).collect();
        let explained = |id: &str| self.exceptions.iter().any(|it| it.ids.iter().any(|known| known == id));
        let unexplained = other.iter().filter(|(id, _)| !explained(id));
        let unexplained =
            unexplained.map(|(id, verdict)| format!("{id}: the schemas say {verdict}, which is not what was recorded"));
        let idle = self.exceptions.iter().flat_map(|it| it.ids.iter().map(move |id| (id, &it.reason)));
        let idle = idle.filter(|(id, _)| !other.contains_key(id.as_str()));
        unexplained.chain(idle.map(|(id, reason)| format!("{id} is no exception any more ({reason})"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(exceptions: &[&str], said: &[(&str, bool)]) -> Vec<String> {
        let ids = exceptions.iter().map(|id| (*id).to_owned()).collect();
        let exceptions = vec![Exception { reason: "a reason".to_owned(), ids }];
        let verdicts = [("a", true), ("b", false)].map(|(id, verdict)| (id.to_owned(), verdict)).into();
        Recorded { exceptions, verdicts }.faults(said.iter().copied())
    }

    #[test]
    fn what_differs_has_a_reason_and_every_reason_is_needed() {
        assert!(faults(&[], &[("a", true), ("b", false), ("a mutant", true)]).is_empty());
        assert!(faults(&["a"], &[("a", false), ("b", false)]).is_empty());
        assert_eq!(faults(&[], &[("a", false)]), ["a: the schemas say false, which is not what was recorded"]);
        assert_eq!(faults(&["b"], &[("b", false)]), ["b is no exception any more (a reason)"]);
    }
}
