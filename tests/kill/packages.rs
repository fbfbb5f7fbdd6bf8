//! What is written in the tests of cuts: two packages, in generations of which each adds, changes and removes something.

use std::path::PathBuf;

use hookwire_codegen::artifact::Artifact;
use hookwire_codegen::diagnostic::Diagnostics;
use hookwire_codegen::generate::{Generated, Output};
use hookwire_codegen::inputs::Inputs;

/// The package that is there in all generations.
pub const ALWAYS: &str = "always";
/// The one that is gone in some.
pub const SOMETIMES: &str = "sometimes";

/// Everything of a generation.
pub fn generated(generation: usize) -> Generated {
    let always = Output { target: ALWAYS.to_owned(), artifacts: package(generation, 9) };
    let sometimes = Output { target: SOMETIMES.to_owned(), artifacts: package(generation + 1, 4) };
    let gone = generation % 3 == 2;
    let outputs = [always].into_iter().chain((!gone).then_some(sometimes)).collect();
    Generated {
        outputs,
        complete: true,
        findings: Diagnostics::default(),
        inputs: [PathBuf::from("/no/schemas"), PathBuf::from("/no/templates")],
        read: Inputs::default(),
    }
}

/// Of every three files one stays, one changes, and one comes and goes; another is a file and a folder in turn.
fn package(generation: usize, size: usize) -> Vec<Artifact> {
    let numbered =
        (0..size).filter(|number| number % 3 != 2 || (generation + number).is_multiple_of(2)).map(|number| {
            let state = if number % 3 == 0 { 0 } else { generation };
            Artifact::new(format!("{}/{number}.txt", ["a", "b/c"][number % 2]), text(number, state))
        });
    let turning = ["turning", "turning/inside"][generation % 2];
    numbered.chain([Artifact::new(turning, text(size, generation))]).collect()
}

/// Some lines, and some thousand for one file in four: enough to be found half written.
fn text(number: usize, state: usize) -> String {
    let lines = if number % 4 == 1 { 3000 } else { 3 };
    (0..lines).map(|line| format!("file {number}, state {state}, line {line}\n")).collect()
}
