//! The verdicts of every language on payloads of a set, compared with those of an independent validator.

use std::path::PathBuf;
use std::process::Command;
use std::{env, iter};

use hookwire_codegen::internal::model::TypeDef;
use serde_json::Value;

use super::documents::{Documents, Judge, Node};
use super::packages::Packages;
use super::samples::Samples;
use crate::binding::{self, Ready};
use crate::mutator::{Mutator, has_large_number};
use crate::processes::{Answer, Panel};
use crate::vector::Vector;
use hookwire_harness::Root;

/// How many payloads are made.
#[derive(Debug, Clone, Copy)]
pub struct Amount {
    /// The maximum number of types.
    pub types: usize,
    /// The number of payloads of a set, if each of its types then has at least [`LEAST`].
    pub payloads: usize,
}

/// The minimum number of payloads of a type.
const LEAST: usize = 10;

impl Amount {
    /// Returns the numbers of samples and of mutants of each type.
    fn of_type(self, types: usize) -> (usize, usize) {
        let all = self.payloads.checked_div(types).unwrap_or_default().max(LEAST);
        let samples = all * 2 / 5;
        (samples, all - samples)
    }
}

/// The seed of samples and mutants: every run makes the same ones.
const SEED: u64 = 22;

/// A payload with the verdict of the independent validator.
pub struct Payload {
    vector: Vector,
    value: Value,
    valid: bool,
}

/// The result of a comparison.
#[derive(Debug, Default, Clone)]
pub struct Verdicts {
    /// The number of valid payloads.
    pub valid: usize,
    /// The number of invalid payloads.
    pub invalid: usize,
    /// The types with a valid payload, and all types that were asked about.
    pub types: (usize, usize),
    /// What differs, a line for each answer.
    pub differences: Vec<String>,
    /// The number of payloads that differ because of an integer that is not exact in every language.
    pub by_design: usize,
    /// The number of valid payloads that a language read, wrote and found equal, over all languages with such types.
    pub round_trips: usize,
    /// The number of invalid payloads that Rust's types accept without the validator, if they were asked.
    pub typed: Option<usize>,
}

/// A type, with its schema.
pub type Type<'a> = (&'a TypeDef, Node<'a>);

/// Returns the types that are asked about: evenly chosen ones of those whose schema is in the published files.
pub fn chosen<'a>(packages: &'a Packages, documents: &'a Documents, amount: Amount) -> Vec<Type<'a>> {
    let node = |def: &'a TypeDef| Some((def, packages.published(def, documents)?));
    let all: Vec<_> = packages.contract().types.iter().filter_map(node).collect();
    let count = all.len().min(amount.types);
    (0..count).map(|at| all[at * all.len() / count]).collect()
}

/// Makes the payloads of these types. Samples are made from the schemas, and mutants from the valid samples.
///
/// # Errors
/// The independent validator cannot use a schema.
pub fn payloads(types: &[Type<'_>], documents: &Documents, amount: Amount) -> Result<Vec<Payload>, String> {
    let registry = documents.registry()?;
    let mut judge = Judge::new(documents, &registry);
    let mut samples = Samples::new(documents, SEED);
    let mut payloads = Vec::new();
    let (of_type, mutants) = amount.of_type(types.len());
    for (def, node) in types {
        for value in iter::repeat_with(|| samples.sample(*node)).take(of_type) {
            let valid = judge.accepts(*node, &def.origin.pointer, &value)?;
            payloads.push(Payload::new(payloads.len(), &def.name, value, valid));
        }
    }
    let mut mutator = Mutator::new(SEED, payloads.iter().map(|it| &it.value));
    for (def, node) in types {
        let own: Vec<Value> = {
            let of_it = payloads.iter().filter(|it| it.vector.of == def.name);
            let (valid, invalid): (Vec<_>, Vec<_>) = of_it.partition(|it| it.valid);
            if valid.is_empty() { invalid } else { valid }.into_iter().map(|it| it.value.clone()).collect()
        };
        for _ in 0..mutants {
            let Some(value) = mutator.pick(&own).cloned() else { break };
            let value = mutator.changed(&value);
            let valid = judge.accepts(*node, &def.origin.pointer, &value)?;
            payloads.push(Payload::new(payloads.len(), &def.name, value, valid));
        }
    }
    Ok(payloads)
}

impl Payload {
    fn new(number: usize, of: &str, value: Value, valid: bool) -> Self {
        Self { vector: Vector::new(number.to_string(), of, &value), value, valid }
    }
}

/// Returns the programs that validate payloads with the packages: in Rust if its program is built, and with the pydantic
/// models if they can be built.
///
/// # Errors
/// A file that a program reads cannot be written.
pub fn bindings(root: &Root, packages: &Packages, rust: Option<PathBuf>, models: bool) -> Result<Vec<Ready>, String> {
    let (python, module, names) = (binding::python(root), packages.module(), packages.python_names()?);
    let source = packages.folder.join("python/src");
    let (program, shared) = (root.path("tests/suite/validator.py"), root.path("tests/conform"));
    let of_python = move |models: bool| {
        let mut command = Command::new(&python);
        command.arg(&program).arg(&module);
        if models {
            command.arg("models").arg(&names);
        }
        let path = env::join_paths([&source, &shared]).map_err(|error| error.to_string())?;
        command.env("PYTHONPATH", path).env("PYTHONUTF8", "1").env("PYTHONDONTWRITEBYTECODE", "1");
        Ok(command)
    };
    let (node, folder) = (root.path("tests/suite/validator.js"), packages.folder.join("typescript"));
    let of_node = move || {
        let mut command = Command::new("node");
        command.arg(&node).arg(&folder);
        Ok(command)
    };
    let again = of_python.clone();
    let mut ready = vec![
        Ready { name: "python", command: Box::new(move || of_python(false)) },
        Ready { name: "typescript", command: Box::new(of_node) },
    ];
    if models {
        ready.push(Ready { name: "pydantic", command: Box::new(move || again(true)) });
    }
    if let Some(program) = rust {
        ready.insert(0, Ready { name: "rust", command: Box::new(move || Ok(Command::new(&program))) });
    }
    Ok(ready)
}

/// Asks every language about every payload, and compares the answers with the verdicts. Calls `failed` with each language
/// whose program does not answer all payloads; its answers are left out.
///
/// # Errors
/// A program cannot be started.
pub fn compare(
    payloads: &[Payload],
    bindings: &[Ready],
    mut failed: impl FnMut(&'static str, String),
) -> Result<Verdicts, String> {
    let vectors: Vec<Vector> = payloads.iter().map(|it| it.vector.clone()).collect();
    let mut panel = Panel::start(bindings)?;
    let (mut names, mut answers) = (Vec::new(), Vec::new());
    for (binding, answered) in bindings.iter().zip(panel.ask_each(&vectors)) {
        match answered {
            Ok(all) => {
                names.push(binding.name);
                answers.push(all);
            }
            Err(fault) => failed(binding.name, fault),
        }
    }
    if names.len() == bindings.len() {
        panel.finish()?;
    }
    Ok(compared(payloads, &names, &answers))
}

/// The bindings that write what they read.
const WRITERS: [&str; 2] = ["rust", "pydantic"];

fn compared(payloads: &[Payload], names: &[&str], answers: &[Vec<Answer>]) -> Verdicts {
    let mut found = Verdicts::default();
    for (at, payload) in payloads.iter().enumerate() {
        let said: Vec<(&str, &Answer)> =
            names.iter().copied().zip(answers.iter().filter_map(|all| all.get(at))).collect();
        let wrong: Vec<String> = said.iter().filter_map(|(name, answer)| payload.difference(name, answer)).collect();
        // Every language refuses it alike.
        let is_by_design =
            payload.valid && has_large_number(&payload.value) && said.iter().all(|(_, answer)| !answer.verdict);
        let (all, own) = if payload.valid { (&mut found.valid, true) } else { (&mut found.invalid, false) };
        *all += 1;
        if own {
            found.round_trips +=
                said.iter().filter(|(name, it)| WRITERS.contains(name) && it.verdict && it.error.is_none()).count();
        }
        if is_by_design {
            found.by_design += 1;
        } else {
            found.differences.extend(wrong);
        }
        let typed = said.iter().find_map(|(_, answer)| answer.more.get("typed")?.as_bool());
        if let Some(typed) = typed {
            *found.typed.get_or_insert(0) += usize::from(typed && !payload.valid);
        }
    }
    let of = |chosen: fn(&&Payload) -> bool| {
        let mut names: Vec<&str> = payloads.iter().filter(chosen).map(|it| it.vector.of.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names.len()
    };
    found.types = (of(|it| it.valid), of(|_| true));
    found
}

impl Payload {
    /// Returns what is wrong in an answer.
    fn difference(&self, name: &str, answer: &Answer) -> Option<String> {
        let due = if self.valid { "valid" } else { "invalid" };
        let wrong = match &answer.error {
            _ if answer.verdict != self.valid => {
                let problems = answer.more.get("problems").map(Value::to_string).unwrap_or_default();
                format!("is {due}, and {name} says otherwise: {problems}")
            }
            Some(error) => format!("{name}: {error}"),
            None => return None,
        };
        Some(format!("{} {}: {wrong}", self.vector.of, self.value))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Compares the answers of two languages to a payload.
    fn told(value: Value, valid: bool, said: [Value; 2]) -> Result<Verdicts, serde_json::Error> {
        let answers: Vec<Answer> = serde_json::from_value(json!(said))?;
        let answers: Vec<_> = answers.into_iter().map(|it| vec![it]).collect();
        Ok(compared(&[Payload::new(0, "Lamp", value, valid)], &["rust", "typescript"], &answers))
    }

    #[test]
    fn another_verdict_and_a_broken_round_trip_are_differences() -> Result<(), serde_json::Error> {
        let yes = || json!({"id": "0", "verdict": true, "typed": true});
        let no = || json!({"id": "0", "verdict": false, "typed": true});
        let broken = json!({"id": "0", "verdict": true, "typed": true, "error": "gives back 1"});
        let same = told(json!("a"), true, [yes(), yes()])?;
        assert_eq!((same.differences.len(), same.round_trips, same.typed), (0, 1, Some(0)));
        assert_eq!(told(json!("a"), true, [yes(), no()])?.differences.len(), 1);
        assert_eq!(told(json!("a"), false, [no(), yes()])?.differences.len(), 1);
        assert_eq!(told(json!("a"), false, [no(), no()])?.typed, Some(1));
        let broken = told(json!("a"), true, [broken, yes()])?;
        assert_eq!((broken.differences.len(), broken.round_trips), (1, 0));
        Ok(())
    }

    #[test]
    fn an_integer_that_is_not_exact_everywhere_is_counted_apart() -> Result<(), serde_json::Error> {
        let no = || json!({"id": "0", "verdict": false});
        let yes = || json!({"id": "0", "verdict": true});
        let large = || json!([9_007_199_254_740_993_i64]);
        let refused = told(large(), true, [no(), no()])?;
        assert_eq!((refused.differences.len(), refused.by_design), (0, 1));
        // Only a valid one that every language refuses.
        for (valid, said, differences) in [(true, [no(), yes()], 1), (false, [yes(), yes()], 2)] {
            let other = told(large(), valid, said)?;
            assert_eq!((other.differences.len(), other.by_design), (differences, 0));
        }
        Ok(())
    }
}
