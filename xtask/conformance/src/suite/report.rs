//! The report: a table by file of the suite, and the faults.

use std::collections::BTreeMap;

use super::languages::Answers;
use super::other_validators::Exceptions;
use super::refused::{Fate, Outcome, Refused};
use super::source::Draft;
use crate::binding::Ready;
use crate::doubles::same;
use crate::processes::Answer;

/// The minimum percentage of cases in which all bindings agree with the suite.
const SHARE: usize = 60;

/// The results of all groups and cases.
pub struct Report {
    groups: Vec<Outcome>,
    names: Vec<&'static str>,
    cases: Vec<CaseResult>,
    exceptions: Exceptions,
}

/// A case of a generated group.
struct CaseResult {
    id: String,
    /// The suite's verdict.
    due: bool,
    /// The answer of each binding.
    said: Vec<Answer>,
}

/// A row of the table.
#[derive(Default, Clone, Copy)]
struct Row {
    groups: usize,
    generated: usize,
    cases: usize,
    run: usize,
    agreeing: usize,
}

impl Report {
    /// Collects the answers of the bindings to the cases of the generated groups.
    pub fn of(groups: Vec<Outcome>, bindings: &[Ready], answers: Vec<Answers>, exceptions: Exceptions) -> Self {
        let generated = groups.iter().filter(|it| it.is_generated()).map(|it| &it.group);
        let due = generated.flat_map(|it| it.cases.iter().enumerate().map(|(at, case)| (it.case_id(at), case.valid)));
        let said = |at: usize| answers.iter().filter_map(|all| all.get(at).cloned()).collect();
        let cases = due.enumerate().map(|(at, (id, due))| CaseResult { id, due, said: said(at) }).collect();
        Self { groups, names: bindings.iter().map(|it| it.name).collect(), cases, exceptions }
    }

    /// Prints the number of refused groups of a draft, by keyword.
    fn print_refusals(&self, draft: Draft) {
        let groups: Vec<&Outcome> = self.groups.iter().filter(|it| it.group.draft == draft).collect();
        let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
        for refusal in groups.iter().filter_map(|it| it.refused()) {
            *refused.entry(refusal.entry.keyword.as_str()).or_default() += 1;
        }
        let generated = groups.iter().filter(|it| it.is_generated()).count();
        let refused: Vec<String> = refused.iter().map(|(keyword, count)| format!("{keyword} {count}")).collect();
        let (name, groups) = (draft.name(), groups.len());
        println!("{name}: {groups} groups, {generated} modelled; refused: {}", refused.join(", "));
    }

    /// Prints the table, and the number of cases in which each binding agrees with the suite.
    pub fn print_table(&self) {
        Draft::ALL.into_iter().for_each(|draft| self.print_refusals(draft));
        println!("\n{:<24} {:>7} {:>9} {:>6} {:>6} {:>9}", "file", "groups", "generated", "cases", "run", "agreeing");
        let rows = self.rows();
        rows.iter().for_each(|(file, row)| row.print(file));
        self.total().print("all");
        for (at, name) in self.names.iter().enumerate() {
            let agreeing = self.cases.iter().filter(|it| it.said.get(at).is_some_and(|said| agrees(said, it.due)));
            println!("{name}: {} of {} cases", agreeing.count(), self.cases.len());
        }
    }

    fn rows(&self) -> BTreeMap<String, Row> {
        let mut rows: BTreeMap<String, Row> = BTreeMap::new();
        let mut ran = self.cases.iter();
        for outcome in &self.groups {
            let row = rows.entry(outcome.group.file_id()).or_default();
            let cases = outcome.group.cases.len();
            (row.groups, row.cases) = (row.groups + 1, row.cases + cases);
            if outcome.is_generated() {
                (row.generated, row.run) = (row.generated + 1, row.run + cases);
                row.agreeing += ran.by_ref().take(cases).filter(|case| self.faults_of(case).is_empty()).count();
            }
        }
        rows
    }

    fn total(&self) -> Row {
        self.rows().values().fold(Row::default(), |all, row| Row {
            groups: all.groups + row.groups,
            generated: all.generated + row.generated,
            cases: all.cases + row.cases,
            run: all.run + row.run,
            agreeing: all.agreeing + row.agreeing,
        })
    }

    /// Returns a fault for each group that is neither generated nor refused.
    fn failures(&self) -> Vec<String> {
        let failure = |it: &Outcome| match &it.fate {
            Fate::Failed(how) => Some(format!("{}: {how}", it.group.id())),
            Fate::Generated | Fate::Refused(_) => None,
        };
        self.groups.iter().filter_map(failure).collect()
    }

    /// Returns a fault if fewer groups of a draft are generated than should be.
    fn shortage(&self, draft: Draft) -> Option<String> {
        let groups = || self.groups.iter().filter(|it| it.group.draft == draft);
        let (all, generated) = (groups().count(), groups().filter(|it| it.is_generated()).count());
        let (name, share) = (draft.name(), draft.share());
        let is_short = generated * 100 < all * share;
        is_short.then(|| format!("{name}: {generated} of {all} groups are generated, fewer than {share} %"))
    }

    /// Returns all faults.
    pub fn faults(&self, listed: &Refused) -> Vec<String> {
        let mut faults = self.failures();
        faults.extend(listed.faults(&self.groups));
        faults.extend(self.cases.iter().flat_map(|case| self.faults_of(case)));
        faults.extend(self.exceptions.stale(|validator, case| self.is_wrong(validator, case)));
        faults.extend(Draft::ALL.into_iter().filter_map(|draft| self.shortage(draft)));
        let Row { cases, agreeing, .. } = self.total();
        if agreeing * 100 < cases * SHARE {
            faults.push(format!("{agreeing} of {cases} cases agree everywhere, fewer than {SHARE} %"));
        }
        faults
    }

    /// Returns true if a binding is wrong in a case, or was not asked.
    fn is_wrong(&self, binding: &str, case: &str) -> bool {
        let Some(at) = self.names.iter().position(|name| *name == binding) else { return true };
        let judged = self.cases.iter().find(|it| it.id == case);
        judged.is_some_and(|it| it.said.get(at).is_some_and(|said| !agrees(said, it.due)))
    }

    /// Returns a fault for each binding that has another verdict than the suite, contradicts itself, or reports other
    /// problems than the first one that reports any. Known faults of external validators are excused.
    fn faults_of(&self, CaseResult { id, due, said }: &CaseResult) -> Vec<String> {
        let problems = |it: &Answer| it.more.get("problems").cloned();
        let first = said.iter().find_map(problems);
        let differs = |it: &Answer| problems(it).zip(first.as_ref()).is_some_and(|(own, first)| !same(&own, first));
        let wrong = self.names.iter().zip(said).filter(|(_, it)| !agrees(it, *due) || differs(it));
        let wrong = wrong.filter(|(name, _)| !self.exceptions.excuse(name, id));
        let fault = |(name, it): (&&str, &Answer)| {
            let error = it.error.as_ref().map_or(String::new(), |error| format!(", but {error}"));
            let reported = problems(it).map_or(String::new(), |problems| format!(", {problems}"));
            format!("{id}: {name}: {}{error}{reported}; the suite says {}", word(it.verdict), word(*due))
        };
        wrong.map(fault).collect()
    }
}

impl Row {
    fn print(&self, file: &str) {
        let Self { groups, generated, cases, run, agreeing } = self;
        println!("{file:<24} {groups:>7} {generated:>9} {cases:>6} {run:>6} {agreeing:>9}");
    }
}

fn agrees(answer: &Answer, due: bool) -> bool {
    answer.verdict == due && answer.error.is_none()
}

const fn word(valid: bool) -> &'static str {
    if valid { "valid" } else { "invalid" }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::source::{Case, Group};
    use super::*;

    /// Returns a report on a valid case with the answers of two languages and an external validator.
    fn report(said: Value) -> Result<Report, serde_json::Error> {
        let cases = vec![Case { data: json!(1), valid: true }];
        let group = Group { draft: Draft::Newest, file: "not".to_owned(), number: 3, schema: json!({}), cases };
        let outcome = Outcome { group, file: json!({}), fate: Fate::Generated };
        let judged = CaseResult { id: "not/3/0".to_owned(), due: true, said: serde_json::from_value(said)? };
        let (names, exceptions) = (vec!["rust", "python", "schema"], Exceptions::default());
        Ok(Report { groups: vec![outcome], names, cases: vec![judged], exceptions })
    }

    fn said(verdict: bool, message: &str) -> Value {
        json!({"id": "not/3/0", "verdict": verdict, "problems": [message]})
    }

    #[test]
    fn another_verdict_another_word_and_a_contradiction_are_faults() -> Result<(), serde_json::Error> {
        let plain = json!({"id": "not/3/0", "verdict": true});
        let faults = |all: [Value; 3]| report(json!(all)).map(|it| it.faults(&Refused::default()));
        assert_eq!(faults([said(true, "a"), said(true, "a"), plain.clone()])?, Vec::<String>::new());
        // Each has one more fault: no case agrees everywhere.
        assert_eq!(faults([said(true, "a"), said(true, "b"), plain.clone()])?.len(), 2);
        assert_eq!(faults([said(false, "a"), said(true, "a"), plain.clone()])?.len(), 2);
        assert_eq!(faults([said(false, "a"), said(false, "a"), plain])?.len(), 3);
        let contradicts = json!({"id": "not/3/0", "verdict": true, "error": "gives back 1"});
        assert_eq!(faults([said(true, "a"), said(true, "a"), contradicts])?.len(), 2);
        Ok(())
    }

    #[test]
    fn a_known_fault_of_another_validator_is_excused_as_long_as_it_is_one() -> Result<(), serde_json::Error> {
        let faults = |schema: bool| -> Result<Vec<String>, serde_json::Error> {
            let plain = json!({"id": "not/3/0", "verdict": schema});
            let mut report = report(json!([said(true, "a"), said(true, "a"), plain]))?;
            report.exceptions = Exceptions::of(serde_json::from_value(
                json!([{"validator": "schema", "reason": "It is.", "cases": ["not/3/0"]}]),
            )?);
            Ok(report.faults(&Refused::default()))
        };
        assert_eq!(faults(false)?, Vec::<String>::new());
        assert_eq!(faults(true)?.len(), 1);
        Ok(())
    }

    #[test]
    fn a_group_that_is_neither_generated_nor_refused_is_a_fault() -> Result<(), serde_json::Error> {
        let mut report = report(json!([]))?;
        report.groups[0].fate = Fate::Failed("gone".to_owned());
        report.cases.clear();
        assert_eq!(report.failures(), ["not/3: gone"]);
        Ok(())
    }
}
