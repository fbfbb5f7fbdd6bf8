//! What was found out: a table by file of the suite, and what is wrong.

use std::collections::BTreeMap;

use super::languages::Answers;
use super::refused::{Fate, Outcome, Refused};
use super::source::Draft;
use crate::conform::binding::Ready;
use crate::conform::panel::Answer;
use crate::conform::report::same;

/// So many of a hundred cases have to agree everywhere.
const SHARE: usize = 60;

/// All that was found out of a draft.
pub struct Report {
    draft: Draft,
    groups: Vec<Outcome>,
    names: Vec<&'static str>,
    /// For each case of what is generated: its id, the suite's verdict, and what each binding says.
    cases: Vec<(String, bool, Vec<Answer>)>,
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
    /// What the generator alone was asked for.
    pub fn of_outcomes(draft: Draft, groups: Vec<Outcome>) -> Self {
        Self { draft, groups, names: Vec::new(), cases: Vec::new() }
    }

    /// What the bindings say of the cases of what is generated.
    pub fn of(draft: Draft, groups: Vec<Outcome>, bindings: &[Ready], answers: Vec<Answers>) -> Self {
        let generated = groups.iter().filter(|it| it.is_generated()).map(|it| &it.group);
        let due = generated.flat_map(|it| it.cases.iter().enumerate().map(|(at, case)| (it.case_id(at), case.valid)));
        let said = |at: usize| answers.iter().filter_map(|all| all.get(at).cloned()).collect();
        let cases = due.enumerate().map(|(at, (id, valid))| (id, valid, said(at))).collect();
        Self { draft, groups, names: bindings.iter().map(|it| it.name).collect(), cases }
    }

    /// How many groups are refused, by keyword.
    pub fn print_refusals(&self) {
        let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
        for refusal in self.groups.iter().filter_map(Outcome::refused) {
            *refused.entry(refusal.entry.keyword.as_str()).or_default() += 1;
        }
        let generated = self.groups.iter().filter(|it| it.is_generated()).count();
        let refused: Vec<String> = refused.iter().map(|(keyword, count)| format!("{keyword} {count}")).collect();
        let (name, groups) = (self.draft.name(), self.groups.len());
        println!("{name}: {groups} groups, {generated} modelled; refused: {}", refused.join(", "));
    }

    /// The table, and how many cases each binding agrees with.
    pub fn print_table(&self) {
        self.print_refusals();
        println!("\n{:<24} {:>7} {:>9} {:>6} {:>6} {:>9}", "file", "groups", "generated", "cases", "run", "agreeing");
        let rows = self.rows();
        rows.iter().for_each(|(file, row)| row.print(file));
        self.total().print("all");
        for (at, name) in self.names.iter().enumerate() {
            let agreeing = self.cases.iter().filter(|(_, due, said)| said.get(at).is_some_and(|it| agrees(it, *due)));
            println!("{name}: {} of {} cases", agreeing.count(), self.cases.len());
        }
    }

    fn rows(&self) -> BTreeMap<&str, Row> {
        let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
        let mut ran = self.cases.iter();
        for outcome in &self.groups {
            let row = rows.entry(&outcome.group.file).or_default();
            let cases = outcome.group.cases.len();
            (row.groups, row.cases) = (row.groups + 1, row.cases + cases);
            if outcome.is_generated() {
                (row.generated, row.run) = (row.generated + 1, row.run + cases);
                row.agreeing += ran.by_ref().take(cases).filter(|case| faults_of(&self.names, case).is_empty()).count();
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

    /// Groups that are neither generated nor refused.
    pub fn failures(&self) -> Vec<String> {
        let failure = |it: &Outcome| match &it.fate {
            Fate::Failed(how) => Some(format!("{}: {}: {how}", self.draft.name(), it.group.id())),
            Fate::Generated | Fate::Refused(_) => None,
        };
        self.groups.iter().filter_map(failure).collect()
    }

    /// All that is not as it should be.
    pub fn faults(&self, listed: &Refused) -> Vec<String> {
        let mut faults = self.failures();
        faults.extend(listed.faults(&self.groups));
        faults.extend(self.cases.iter().flat_map(|case| faults_of(&self.names, case)));
        let Row { cases, agreeing, .. } = self.total();
        if agreeing * 100 < cases * SHARE {
            faults.push(format!("{agreeing} of {cases} cases agree everywhere, fewer than {SHARE} %"));
        }
        faults
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

/// Each binding that has another verdict than the suite, contradicts itself, or tells other problems than the first one
/// that tells any.
fn faults_of(names: &[&str], (id, due, said): &(String, bool, Vec<Answer>)) -> Vec<String> {
    let problems = |it: &Answer| it.more.get("problems").cloned();
    let first = said.iter().find_map(problems);
    let differs = |it: &Answer| problems(it).zip(first.as_ref()).is_some_and(|(own, first)| !same(&own, first));
    let wrong = names.iter().zip(said).filter(|(_, it)| !agrees(it, *due) || differs(it));
    let fault = |(name, it): (&&str, &Answer)| {
        let error = it.error.as_ref().map_or(String::new(), |error| format!(", but {error}"));
        let told = problems(it).map_or(String::new(), |problems| format!(", {problems}"));
        format!("{id}: {name}: {}{error}{told}; the suite says {}", word(it.verdict), word(*due))
    };
    wrong.map(fault).collect()
}

const fn word(valid: bool) -> &'static str {
    if valid { "valid" } else { "invalid" }
}
