//! `cargo xtask codegen`: the generator with the schemas and templates of this repository, and the files that follow from
//! both.

use std::path::Path;
use std::process::ExitCode;

use hookwire_codegen::generate::Options;
use hookwire_codegen::internal::artifact::COMMAND;
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::write::{Format, Mode, Plan, Report};
use hookwire_codegen::program::{Arguments, Home, Program};
use hookwire_codegen::run::{self, Outcome, Run};

use crate::docs;
use hookwire_harness::workspace;

/// Runs the command and prints its report.
pub fn run(arguments: &Arguments) -> ExitCode {
    Program { command: COMMAND, home: Some(Home { root: workspace::path(""), more: carry_out_docs }) }.run(arguments)
}

/// Checks that everything that the repository generates is up to date.
///
/// # Errors
/// A file is out of date, or cannot be generated; the text is the report.
pub fn drift(root: &Path) -> Result<(), String> {
    let mode = Mode::Check;
    let options = Options {
        schemas: root.join("schemas"),
        templates: root.join("templates"),
        only: Vec::new(),
        name: None,
        single_file: false,
    };
    let out = root.join("generated");
    let run = Run { options, templates: None, out, mode, force: false, stamp: None, depfile: None };
    let Outcome { plans, findings, .. } = run.execute(|_| carry_out_docs(root, mode));
    let report = Report { findings: &findings, plans: &plans, mode, command: COMMAND, verbose: false, colour: false };
    if run::exit_code(&report) == run::SUCCESS { Ok(()) } else { Err(report.render(Format::Text)) }
}

/// Plans the pages under `docs/` and the lock files of the tests, and writes them in write mode. The packages are written
/// before, because the pages describe the generator that wrote them.
fn carry_out_docs(root: &Path, mode: Mode) -> (Vec<Plan>, Diagnostics) {
    let (pages, mut findings) = docs::pages(root);
    let files = pages.into_iter().map(|page| ("docs", page)).chain(docs::locks(root));
    let planned = files.map(|(folder, file)| {
        let plan = Plan::of_one(&root.join(folder), file)?;
        if mode == Mode::Write {
            plan.apply(false)?;
        }
        Ok(plan)
    });
    let plans = planned.filter_map(|plan| plan.map_err(|found: Diagnostics| findings.extend(found)).ok()).collect();
    (plans, findings)
}
