//! The recorded verdicts: those of examples follow from their folders, all others are in files below tests/conform.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::report::Report;
use crate::vector::{self, Seed};
use hookwire_harness::Root;

/// The maximum number of exceptions. More would mean that the contract is another one.
const MOST: usize = 10;

/// A reason for verdicts that differ from the recorded ones, with the ids of the vectors.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    reason: String,
    ids: Vec<String>,
}

/// The recorded verdicts.
pub struct Recorded {
    exceptions: Vec<Exception>,
    /// The verdicts of the schemas, of the host, of the strict host, and under the profile.
    verdicts: [Verdicts; 4],
    /// Pointer and code of each problem under a profile, by the vectors' ids.
    wrong: BTreeMap<String, Vec<[String; 2]>>,
}

/// Verdicts by the vectors' ids.
type Verdicts = BTreeMap<String, bool>;

/// The sources of the verdicts, in their order.
const WHO: [&str; 4] = ["the schemas", "the host", "strictly", "under the profile"];

impl Recorded {
    /// Reads the exceptions.
    pub fn read(root: &Root) -> Result<Self, String> {
        let exceptions: Vec<Exception> = vector::read_json(&root.path("tests/conform/exceptions.json"))?;
        if exceptions.len() > MOST {
            return Err(format!("tests/conform/exceptions.json has more than {MOST} exceptions"));
        }
        Ok(Self { exceptions, verdicts: Default::default(), wrong: BTreeMap::new() })
    }

    /// Records the expected verdicts and problems of these seeds.
    pub fn expect<'a>(&mut self, seeds: impl Iterator<Item = &'a Seed>) {
        for seed in seeds {
            let under = seed.under.as_ref();
            self.wrong.extend(under.map(|it| (seed.vector.id.clone(), it.wrong.clone())));
            let written = [seed.verdict, seed.host, seed.strict, under.map(|it| it.verdict)];
            for (verdicts, written) in self.verdicts.iter_mut().zip(written) {
                verdicts.extend(written.map(|verdict| (seed.vector.id.clone(), verdict)));
            }
        }
    }

    /// Prints the faults: differences without an exception, and exceptions without a difference. Returns true if there
    /// are none.
    pub fn print(&self, report: &Report) -> bool {
        let said = [
            report.verdicts().collect(),
            report.hosts().collect(),
            report.strict().collect(),
            report.under().collect(),
        ];
        let mut faults = self.faults(&said);
        faults.extend(self.wrong.iter().filter_map(|(id, wrong)| other_problems(id, wrong, report.wrong(id))));
        faults.iter().for_each(|fault| println!("{fault}"));
        let [verdicts, hosts, strict, under] = self.verdicts.each_ref().map(BTreeMap::len);
        let counts = format!("{verdicts}, of hosts: {hosts}, strict ones: {strict}, under profiles: {under}");
        println!("recorded verdicts: {counts}, exceptions: {}, faults: {}", self.exceptions.len(), faults.len());
        faults.is_empty()
    }

    fn faults(&self, said: &[BTreeMap<&str, bool>; 4]) -> Vec<String> {
        let all = WHO.iter().zip(&self.verdicts).zip(said);
        let differing: Vec<_> = all.flat_map(|((who, recorded), said)| differing(who, recorded, said)).collect();
        let explained = |id: &str| self.exceptions.iter().any(|it| it.ids.iter().any(|known| known == id));
        let unexplained = differing.iter().filter(|(id, _)| !explained(id)).map(|(_, fault)| fault.clone());
        let idle = self.exceptions.iter().flat_map(|it| it.ids.iter().map(move |id| (id, &it.reason)));
        let idle = idle.filter(|(id, _)| !differing.iter().any(|(other, _)| other == *id));
        unexplained.chain(idle.map(|(id, reason)| format!("{id} is no exception any more ({reason})"))).collect()
    }
}

/// Returns the difference between the expected problems of an example and the reported ones.
fn other_problems(id: &str, expected: &[[String; 2]], said: Option<&Vec<[String; 2]>>) -> Option<String> {
    let said = said.map(Vec::as_slice);
    (said != Some(expected)).then(|| format!("{id}: {said:?} is wrong, and not {expected:?}"))
}

/// Returns the ids of recorded verdicts that differ or are missing.
fn differing(who: &str, recorded: &Verdicts, said: &BTreeMap<&str, bool>) -> Vec<(String, String)> {
    let fault = |(id, known): (&String, &bool)| match said.get(id.as_str()) {
        Some(verdict) if verdict == known => None,
        Some(verdict) => Some((id.clone(), format!("{id}: {who}: {verdict}, which is not what was recorded"))),
        None => Some((id.clone(), format!("{id}: {who}: nothing, and something was recorded"))),
    };
    recorded.iter().filter_map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(exceptions: &[&str], verdicts: [bool; 2], host: bool) -> Vec<String> {
        let ids = exceptions.iter().map(|id| (*id).to_owned()).collect();
        let exceptions = vec![Exception { reason: "a reason".to_owned(), ids }];
        let recorded = [("a", true), ("b", false)].map(|(id, verdict)| (id.to_owned(), verdict)).into();
        let recorded = [recorded, [("a".to_owned(), true)].into(), Verdicts::new(), Verdicts::new()];
        let said = [("a", verdicts[0]), ("b", verdicts[1]), ("a mutant", true)].into();
        let said = [said, [("a", host)].into(), BTreeMap::new(), BTreeMap::new()];
        Recorded { exceptions, verdicts: recorded, wrong: BTreeMap::new() }.faults(&said)
    }

    #[test]
    fn what_differs_has_a_reason_and_every_reason_is_needed() {
        assert!(faults(&[], [true, false], true).is_empty());
        assert!(faults(&["a"], [false, false], true).is_empty());
        assert!(faults(&["a"], [true, false], false).is_empty());
        assert_eq!(faults(&[], [false, false], true), ["a: the schemas: false, which is not what was recorded"]);
        assert_eq!(faults(&[], [true, false], false), ["a: the host: false, which is not what was recorded"]);
        assert_eq!(faults(&["b"], [true, false], true), ["b is no exception any more (a reason)"]);
    }

    #[test]
    fn an_unanswered_vector_is_a_fault() {
        let recorded: BTreeMap<String, bool> = [("a".to_owned(), true)].into();
        assert_eq!(differing("the host", &recorded, &BTreeMap::new()).len(), 1);
    }
}
