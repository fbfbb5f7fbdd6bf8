//! The step `assertions`: compares the validators of all languages on constraints that the types cannot express.
//!
//! ```text
//! tests/sets/assertions ─▶ rendered into target/assertions ─▶ mypy, pyright, tsc
//!                                                          └▶ one validator per language ─▶ problems, exactly the same
//! tests/assertions/payloads.json ─▶ payloads, and random mutants ───┘                └▶ and the verdict of JSON Schema
//! tests/fuzz/corpus/assertions.jsonl ─▶ payloads ───────────────────┘
//! ```
//!
//! See tests/assertions/README.md for the protocol of a validator.

mod payloads;
mod validator;

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use hookwire_codegen::generate::{Options, generate};
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::model::StandardFormat;
use hookwire_codegen::internal::write::apply_all;
use jsonschema::Validator;
use serde_json::Value;

use self::payloads::Payload;
use self::validator::{Answer, PackageValidator};
use crate::mutator::has_large_number;
use crate::{binding, language, vector};
use hookwire_harness::{Root, finish};

/// The set, and the folder of its generated packages.
const SET: &str = "tests/sets/assertions";
const PACKAGES: &str = "target/assertions";

/// The number of random payloads, and their seed: every run makes the same ones.
const MADE: usize = 800;
const SEED: u64 = 1;

/// Runs the step. All answers are collected before they are compared.
pub fn run(root: &Root) -> Result<(), String> {
    render(root)?;
    let payloads = payloads::all(root, SEED, MADE)?;
    let validators = validator::validators(root)?;
    let answers = validator::ask(root, validators, &payloads)?;
    let verdicts = verdicts(root, &payloads)?;
    let mut faults = unexpected(&payloads, &verdicts);
    faults.extend(answers.iter().flat_map(|(validator, answers)| faults_of(validator, answers, &payloads, &verdicts)));
    faults.extend(differences(&answers, &payloads));
    faults.iter().for_each(|fault| println!("{fault}"));
    let of = |verdict: bool| verdicts.iter().filter(|it| **it == Some(verdict)).count();
    println!("payloads: {}, {} of them valid, {} not", payloads.len(), of(true), of(false));
    answers.iter().for_each(|(validator, answers)| println!("{}: {}", validator.name, summary(answers)));
    let checked = checked(root);
    let replayed = root.cargo_on(validator::RUST, "test", &["--quiet", "--locked"], "");
    match faults.len() {
        0 => checked.and(replayed),
        many => Err(format!("{many} faults")),
    }
}

/// Returns the number of answers, and of problems with each code.
fn summary(answers: &[Answer]) -> String {
    let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
    for problem in answers.iter().flat_map(|it| &it.problems) {
        *codes.entry(problem["code"].as_str().unwrap_or("none")).or_default() += 1;
    }
    let codes: Vec<String> = codes.iter().map(|(code, count)| format!("{code} {count}")).collect();
    format!("{} answers; {}", answers.len(), codes.join(", "))
}

/// Renders the packages of the set, and replaces earlier ones.
///
/// # Errors
/// The set has mistakes, or a file cannot be written.
pub fn render(root: &Root) -> Result<(), String> {
    let only = language::targets();
    let options =
        Options { schemas: root.path(SET), templates: root.path("templates"), only, name: None, single_file: false };
    let summary = |found: Diagnostics| found.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let generated = generate(&options).map_err(summary)?;
    if root.path(PACKAGES).exists() {
        fs::remove_dir_all(root.path(PACKAGES)).map_err(|error| error.to_string())?;
    }
    let (plans, found) = generated.compare(&root.path(PACKAGES));
    found.or(()).map_err(summary)?;
    apply_all(&plans, false).map_err(summary).map(|_| ())
}

/// Checks the packages with mypy, pyright and tsc.
fn checked(root: &Root) -> Result<(), String> {
    let python = binding::python(root);
    let tool = |args: &[&str]| finish(Command::new(&python).args(args).current_dir(root.path(PACKAGES).join("python")));
    tool(&["-m", "mypy", "--strict", "--cache-dir", "../mypy"])?;
    tool(&["-m", "pyright", "--pythonpath", &python.to_string_lossy()])?;
    binding::typescript_installed(root)?;
    let mut tsc = Command::new("node");
    tsc.arg(root.path("target/typescript/node_modules/typescript/bin/tsc"));
    tsc.args(["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext", "--target", "es2022"]);
    finish(tsc.arg(root.path("tests/assertions/user.ts")).current_dir(root.path("")))
}

/// Returns the verdict of the bundled schemas on each payload. The `jsonschema` crate treats large numbers differently
/// (not as integers, and no two as equal) and does not terminate on deep payloads. For these, the expected verdict
/// counts.
fn verdicts(root: &Root, payloads: &[Payload]) -> Result<Vec<Option<bool>>, String> {
    let mut known: BTreeMap<&str, Validator> = BTreeMap::new();
    let mut verdicts = Vec::new();
    for Payload { of, value, valid, levels } in payloads {
        if !known.contains_key(of.as_str()) {
            let schema = vector::read_json(&root.path(&format!("{PACKAGES}/schemas/{of}.schema.json")))?;
            known.insert(of, validator_of(&schema).map_err(|error| format!("{of}: {error}"))?);
        }
        let is_decided = *levels == 0 && !has_large_number(value);
        let verdict = || known.get(of.as_str()).map(|validator| validator.is_valid(value));
        verdicts.push(if is_decided { verdict() } else { *valid });
    }
    Ok(verdicts)
}

/// Returns the validator of a bundled schema. It checks the formats that the set asserts as the packages do: the verdicts of
/// the payloads about formats are those of the official test suite.
fn validator_of(schema: &Value) -> Result<Validator, String> {
    let options = jsonschema::options().should_validate_formats(true);
    let options = StandardFormat::ALL
        .into_iter()
        .fold(options, |options, format| options.with_format(format.published(), move |text: &str| format.fits(text)));
    // No language checks it.
    options.with_format("hostname", |_: &str| true).build(schema).map_err(|error| error.to_string())
}

/// Returns the payloads whose verdict by the schemas is not the expected one.
fn unexpected(payloads: &[Payload], verdicts: &[Option<bool>]) -> Vec<String> {
    let differs =
        |(payload, verdict): &(&Payload, &Option<bool>)| payload.valid.is_some() && payload.valid != **verdict;
    let fault = |(payload, _)| format!("{payload}: the schemas say otherwise");
    payloads.iter().zip(verdicts).filter(differs).map(fault).collect()
}

/// Returns the differences between a validator's answers and JSON Schema.
fn faults_of(
    validator: &PackageValidator,
    answers: &[Answer],
    payloads: &[Payload],
    verdicts: &[Option<bool>],
) -> Vec<String> {
    let mut faults = Vec::new();
    if answers.len() != payloads.len() {
        faults.push(format!("{}: {} answers to {} payloads", validator.name, answers.len(), payloads.len()));
    }
    for ((payload, verdict), answer) in payloads.iter().zip(verdicts).zip(answers) {
        let verdict = verdict.unwrap_or(answer.problems.is_empty());
        if answer.problems.is_empty() != verdict {
            faults
                .push(format!("{payload}: {} tells {:?}, the schema says {verdict}", validator.name, answer.problems));
        }
        if answer.typed.is_some_and(|typed| typed != verdict) {
            faults.push(format!("{payload}: the types of {} say {}", validator.name, !verdict));
        }
    }
    faults
}

/// Returns the payloads whose problems are not exactly those of the first validator.
fn differences(answers: &[(PackageValidator, Vec<Answer>)], payloads: &[Payload]) -> Vec<String> {
    let [(first, said), others @ ..] = answers else { return Vec::new() };
    let mut found = Vec::new();
    for (other, others) in others {
        for ((payload, one), another) in payloads.iter().zip(said).zip(others) {
            if one.problems != another.problems {
                let (one, another) = (&one.problems, &another.problems);
                found.push(format!("{payload}: {} tells {one:?}, {} {another:?}", first.name, other.name));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn payload() -> [Payload; 1] {
        [Payload { of: "Name".to_owned(), value: json!("a"), valid: Some(false), levels: 0 }]
    }

    fn saying(problems: &[Value], typed: Option<bool>) -> (PackageValidator, Vec<Answer>) {
        (
            PackageValidator { name: "it", command: Command::new("it") },
            vec![Answer { problems: problems.to_vec(), typed }],
        )
    }

    #[test]
    fn each_part_of_an_answer_can_be_wrong() {
        let faults = |(validator, answers): (PackageValidator, Vec<Answer>)| {
            faults_of(&validator, &answers, &payload(), &[Some(false)]).len()
        };
        assert_eq!(faults(saying(&[json!({})], None)), 0);
        assert_eq!(faults(saying(&[], None)), 1);
        assert_eq!(faults(saying(&[json!({})], Some(true))), 1);
        assert_eq!(faults((saying(&[], None).0, Vec::new())), 1);
        assert_eq!(unexpected(&payload(), &[Some(true)]).len(), 1);
    }

    #[test]
    fn a_different_message_is_reported() {
        let said = |message: &str| saying(&[json!({"message": message})], None);
        assert!(differences(&[said("No."), said("No.")], &payload()).is_empty());
        assert_eq!(differences(&[said("No."), said("Na.")], &payload()).len(), 1);
    }
}
