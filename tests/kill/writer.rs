//! Writes packages, or compares them, as `cargo xtask codegen` does; and stops where it is told to, so that a test can kill
//! it there.
//!
//! ```text
//! failing-writer OUT GENERATION write|check [stop POINT HIT | refuse POINT HIT ERROR | count]
//! ```
//!
//! `stop` prints `reached` at that hit of the fail point and waits for its end. `refuse` has the system say that error, by
//! its number, from that hit on. `count` prints every fail point with its hits, behind the report.

// A test program: it fails by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod packages;

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use hookwire_codegen::diagnostic::Diagnostics;
use hookwire_codegen::write::{FAIL_POINTS, Format, Mode, Plan, Report, apply_all};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [out, generation, mode, rest @ ..] = words.as_slice() else { panic!("{arguments:?}") };
    let counts = prepare(rest);
    let mode = if *mode == "check" { Mode::Check } else { Mode::Write };
    let code = run(Path::new(out), generation.parse().unwrap(), mode);
    counts.iter().for_each(|(point, hits)| println!("{point} {}", hits.load(Ordering::SeqCst)));
    code
}

type Counts = Vec<(&'static str, Arc<AtomicUsize>)>;

fn prepare(words: &[&str]) -> Counts {
    match words {
        [] => {}
        ["count"] => return FAIL_POINTS.iter().map(|point| (*point, count(point))).collect(),
        ["stop", point, hit] => stop(point, hit.parse().unwrap()),
        ["refuse", point, "1", error] => fail::cfg(*point, &format!("return({error})")).unwrap(),
        ["refuse", point, hit, error] => {
            let before = hit.parse::<usize>().unwrap() - 1;
            fail::cfg(*point, &format!("{before}*off->return({error})")).unwrap();
        }
        other => panic!("{other:?}"),
    }
    Vec::new()
}

fn count(point: &str) -> Arc<AtomicUsize> {
    let hits = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&hits);
    let reached = move || {
        counted.fetch_add(1, Ordering::SeqCst);
    };
    fail::cfg_callback(point, reached).unwrap();
    hits
}

fn stop(point: &str, hit: usize) {
    let hits = AtomicUsize::new(0);
    let reached = move || {
        if hits.fetch_add(1, Ordering::SeqCst) + 1 == hit {
            println!("reached");
            io::stdout().flush().unwrap();
            loop {
                thread::park();
            }
        }
    };
    fail::cfg_callback(point, reached).unwrap();
}

fn run(out: &Path, generation: usize, mode: Mode) -> ExitCode {
    let (plans, mut findings) = packages::generated(generation).compare(out);
    if mode == Mode::Write && !findings.has_errors() {
        findings.extend(apply_all(&plans, false).err().unwrap_or_default());
    }
    tell(&plans, &findings, mode);
    if findings.has_errors() {
        ExitCode::from(1)
    } else if mode == Mode::Check && !plans.iter().all(Plan::is_fresh) {
        ExitCode::from(4)
    } else {
        ExitCode::SUCCESS
    }
}

fn tell(plans: &[Plan], findings: &Diagnostics, mode: Mode) {
    let report = Report { findings, plans, mode, command: "the next run", verbose: false, colour: false };
    print!("{}", report.render(Format::Text));
}
