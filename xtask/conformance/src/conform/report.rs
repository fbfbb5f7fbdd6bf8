//! The report: counts, differences, and a table.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::binding::Ready;
use crate::digest::digest;
use crate::doubles::same;
use crate::processes::{Answer, Closing};
use crate::vector::Vector;

/// The number of disagreements that are shown. All are counted.
const SHOWN: usize = 5;
/// The number of characters of a payload that are shown.
const LENGTH: usize = 2000;

/// A vector that the bindings disagree on.
#[derive(Debug, Clone)]
pub struct Disagreement {
    /// The vector.
    pub vector: Vector,
    /// The answer of each binding.
    pub answers: Vec<Answer>,
}

/// The answers to all vectors.
pub struct Report {
    names: Vec<&'static str>,
    sources: Vec<(&'static str, usize)>,
    ids: Vec<String>,
    /// The verdicts of each binding.
    verdicts: Vec<Vec<bool>>,
    /// The verdicts of the host, of the strict host, and under the profile, from the first binding that has them.
    hosts: Vec<[Option<bool>; 3]>,
    /// Pointer and code of each problem under a profile, by the vectors' ids.
    wrong: BTreeMap<String, Vec<[String; 2]>>,
    /// The number of disagreements of each binding.
    disagreements: Vec<usize>,
    shown: Vec<Disagreement>,
}

impl Report {
    /// Creates an empty report.
    pub fn of(bindings: &[Ready]) -> Self {
        let names: Vec<_> = bindings.iter().map(|it| it.name).collect();
        let count = names.len();
        Self {
            names,
            sources: Vec::new(),
            ids: Vec::new(),
            verdicts: vec![Vec::new(); count],
            hosts: Vec::new(),
            wrong: BTreeMap::new(),
            disagreements: vec![0; count],
            shown: Vec::new(),
        }
    }

    /// Records the answers of all bindings to these vectors.
    pub fn note(&mut self, source: &'static str, vectors: Vec<Vector>, answers: Vec<Vec<Answer>>) {
        match self.sources.last_mut() {
            Some((last, count)) if *last == source => *count += vectors.len(),
            _ => self.sources.push((source, vectors.len())),
        }
        for (verdicts, said) in self.verdicts.iter_mut().zip(&answers) {
            verdicts.extend(said.iter().map(|answer| answer.verdict));
        }
        for (at, vector) in vectors.into_iter().enumerate() {
            let said: Vec<Answer> = answers.iter().filter_map(|all| all.get(at).cloned()).collect();
            let apart = apart(&said);
            self.disagreements.iter_mut().zip(&apart).for_each(|(count, apart)| *count += usize::from(*apart));
            let flag = |key: &str| said.iter().find_map(|answer| answer.more.get(key)?.as_bool());
            self.hosts.push(["host", "strict", "under"].map(flag));
            if flag("under").is_some() {
                self.wrong.insert(vector.id.clone(), wrong(&said));
            }
            self.ids.push(vector.id.clone());
            if apart.contains(&true) && self.shown.len() < SHOWN {
                self.shown.push(Disagreement { vector, answers: said });
            }
        }
    }

    /// Returns the first disagreements.
    pub fn shown(&self) -> &[Disagreement] {
        &self.shown
    }

    /// Returns the id of every vector with the verdict of the reference.
    pub fn verdicts(&self) -> impl Iterator<Item = (&str, bool)> {
        self.said_by(0)
    }

    /// Returns the ids of vectors with the host's verdict, if a binding reports it.
    pub fn hosts(&self) -> impl Iterator<Item = (&str, bool)> {
        self.flags(0)
    }

    /// Returns the ids of vectors with the strict verdict (the host drops nothing), if a binding reports it.
    pub fn strict(&self) -> impl Iterator<Item = (&str, bool)> {
        self.flags(1)
    }

    /// Returns the ids of vectors that have a profile, with the verdict under it.
    pub fn under(&self) -> impl Iterator<Item = (&str, bool)> {
        self.flags(2)
    }

    /// Returns pointer and code of each problem of a vector under its profile.
    pub fn wrong(&self, id: &str) -> Option<&Vec<[String; 2]>> {
        self.wrong.get(id)
    }

    fn flags(&self, which: usize) -> impl Iterator<Item = (&str, bool)> {
        self.ids.iter().zip(&self.hosts).filter_map(move |(id, flags)| Some((id.as_str(), flags.get(which).copied()??)))
    }

    fn said_by(&self, binding: usize) -> impl Iterator<Item = (&str, bool)> {
        let verdicts = self.verdicts.get(binding).into_iter().flatten();
        self.ids.iter().map(String::as_str).zip(verdicts.copied())
    }

    /// Prints the table, the disagreements and the faults. Returns true if there are none of these.
    pub fn print(&self, closings: &[Closing], shown: &[Disagreement]) -> bool {
        let sources: Vec<String> = self.sources.iter().map(|(name, count)| format!("{count} {name}")).collect();
        println!("vectors: {}\n", sources.join(", "));
        println!(
            "{:<12} {:>9} {:>11} {:>15} {:>14}  digest",
            "binding", "vectors", "conforming", "not conforming", "disagreements"
        );
        for (at, closing) in closings.iter().enumerate() {
            self.print_row(at, closing);
        }
        shown.iter().for_each(|it| print_disagreement(&self.names, it));
        let faults = self.faults(closings);
        faults.iter().for_each(|fault| println!("\n{fault}"));
        let total: usize = self.disagreements.iter().sum();
        println!("\ndisagreements: {total}");
        total == 0 && faults.is_empty()
    }

    fn print_row(&self, at: usize, closing: &Closing) {
        let (vectors, conforming) =
            self.said_by(at).fold((0, 0), |(all, yes), (_, it)| (all + 1, yes + usize::from(it)));
        let (name, apart) = (self.names.get(at).unwrap_or(&""), self.disagreements.get(at).unwrap_or(&0));
        let digest = closing.digest.get(..16).unwrap_or(&closing.digest);
        let refused = vectors - conforming;
        println!("{name:<12} {vectors:>9} {conforming:>11} {refused:>15} {apart:>14}  {digest}");
    }

    /// Compares the count and digest of each process with the received answers, so that a missing answer is noticed.
    fn faults(&self, closings: &[Closing]) -> Vec<String> {
        let fault = |(at, closing): (usize, &Closing)| {
            let heard = Closing { digest: digest(self.said_by(at)), count: self.ids.len() };
            let name = self.names.get(at).unwrap_or(&"");
            (*closing != heard).then(|| format!("{name} says that it answered {closing:?}, but {heard:?} was heard"))
        };
        closings.iter().enumerate().filter_map(fault).collect()
    }
}

/// Returns pointer and code of the problems that are more than advice, from the first binding that reports problems.
fn wrong(said: &[Answer]) -> Vec<[String; 2]> {
    let problems = said.iter().find_map(|answer| answer.more.get("problems")?.as_array());
    let is_wrong = |it: &&Value| !["inert", "suspicious", "deprecated"].iter().any(|advice| it["severity"] == *advice);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let wrong = problems.into_iter().flatten().filter(is_wrong);
    let mut places: Vec<[String; 2]> = wrong.map(|it| [text(&it["pointer"]), text(&it["code"])]).collect();
    places.sort();
    places
}

/// Returns a flag for each answer: true if its verdict is not the first binding's, if it has an error, or if one of its
/// other keys differs from the first answer with that key.
pub fn apart(said: &[Answer]) -> Vec<bool> {
    let verdict = said.first().map(|it| it.verdict);
    let first = |key: &str| said.iter().find_map(|it| it.more.get(key));
    let is_apart = |it: &Answer| {
        let other = it.more.iter().any(|(key, value)| !first(key).is_some_and(|first| same(first, value)));
        other || Some(it.verdict) != verdict || it.error.is_some()
    };
    said.iter().map(is_apart).collect()
}

fn print_disagreement(names: &[&str], it: &Disagreement) {
    // A payload that this reader cannot parse is shown as the line that was sent.
    let payload = it.vector.payload().map_or_else(|_| it.vector.line.clone(), |payload| payload.to_string());
    println!("\n{} as {}: {}", it.vector.id, it.vector.of, cut(&payload));
    for (name, answer) in names.iter().zip(&it.answers) {
        let verdict = if answer.verdict { "conforms" } else { "does not conform" };
        let error = answer.error.as_ref().map_or(String::new(), |error| format!(", but {}", cut(error)));
        let more: String =
            answer.more.iter().map(|(key, value)| format!(", {key}: {}", cut(&value.to_string()))).collect();
        println!("  {name:<12} {verdict}{error}{more}");
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LENGTH) {
        Some((at, _)) => format!("{}… ({} bytes)", &text[..at], text.len()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answers(of: serde_json::Value) -> Vec<Answer> {
        serde_json::from_value(of).expect("answers")
    }

    #[test]
    fn an_answer_that_differs_from_the_first_or_is_inconsistent_is_counted() {
        let said = answers(json!([
            {"id": "1", "verdict": true},
            {"id": "1", "verdict": false},
            {"id": "1", "verdict": true, "error": "gives back {}"},
            {"id": "1", "verdict": true, "problems": []},
            {"id": "1", "verdict": true, "problems": [1]},
        ]));
        assert_eq!(apart(&said), [false, true, true, false, true]);
    }

    #[test]
    fn values_are_compared_as_json() {
        let same = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|text| serde_json::from_str(text).expect("JSON"));
            super::same(&one, &other)
        };
        assert!(same(r#"{"a": [5, 0], "b": 1e3}"#, r#"{"b": 1000, "a": [5.0, -0.0]}"#));
        assert!(same("9007199254740993", "9007199254740992"));
        assert!(!same(r#"{"a": 1}"#, r#"{"a": 1, "b": null}"#));
        assert!(!same("[1]", "[1, 1]"));
        assert!(!same("1", "true"));
    }
}
