//! `cargo xtask conform`: sends the same payloads to every binding and compares the answers.
//!
//! ```text
//! examples + corpus ─▶ mutants ─▶ vectors ─▶ one process per binding ─▶ answers ─▶ table, disagreements, digests
//! ```
//!
//! Then it compares other answers:
//!
//! * `text`: the verdicts of all readers on documents
//! * `readings`: how the packages read inputs, replies, and answers of models, and the inputs that the real host sent
//! * `matches`: the packages' answers to matchers
//! * `observed`: what the packages say about a reply, with what the real host did
//! * `outcomes`: what the packages say that the host does with results of hooks
//! * `cells`: that, with what each cell of the catalogue says
//! * `explained`: what the packages say about that in plain English, with the outcome beside it
//! * `written`: that, with what is written down of the seed documents
//! * `selections`: which hooks of random trees of settings run, as the packages say
//! * `commands`: what lines of a shell run, as the packages say
//! * `validators`: the packages' replies to the results of validators
//!
//! See tests/conform/README.md for the protocol of a binding, and how to add one.

mod cells;
mod commands;
mod document;
mod expected;
mod explained;
mod matches;
mod mutate;
mod observed;
mod outcomes;
mod patterns;
mod readings;
mod recorded;
mod report;
mod seen;
mod selections;
mod settings;
mod shrink;
mod text;
mod tools;
mod validators;
mod written;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use hookwire_harness::Root;

use self::mutate::{Asked, Mutants};
use self::recorded::Recorded;
use self::report::Report;
use self::settings::Settings;
use crate::binding::{self, Ready};
use crate::processes::Panel;
use crate::vector::{self, Vector};

pub use self::commands::{of_python as commands_of_python, rows as command_rows};
pub use self::observed::run as observed;
pub use self::outcomes::{acts, observed as interpreted};
pub use self::seen::Recorded as RecordedCase;

/// The number of vectors in a batch: few enough to keep in memory, enough to keep every process busy.
const BATCH: usize = 2000;

/// The vectors of a run, and the destination of its verdicts.
pub struct Options {
    /// The seed of the mutants. The same seed gives the same mutants.
    pub seed: u64,
    /// The number of mutants, and of random matchers. A tenth of it for documents and results of validators.
    pub count: u64,
    /// A file of vectors to use instead of those of the repository.
    pub vectors: Option<PathBuf>,
    /// A file to write every verdict to.
    pub verdicts: Option<PathBuf>,
}

/// Asks every binding and prints the report. Returns true if all of them agree.
///
/// # Errors
/// A binding cannot be prepared, started or asked.
pub fn run(root: &Root, args: &Options) -> Result<bool, String> {
    let sink = args.verdicts.as_ref().map(create).transpose()?;
    let bindings = binding::prepared(root, binding::BINDINGS)?;
    let mut asking = Asking { panel: Panel::start(&bindings)?, report: Report::of(&bindings), sink };
    let agreed = match &args.vectors {
        Some(path) => {
            asking.ask("file", vector::from_file(root, path)?.into_iter())?;
            true
        }
        None => own_vectors(root, args, &bindings, &mut asking)?,
    };
    let digests = asking.panel.finish()?;
    let disagreements = shrink::shrunk(&bindings, asking.report.shown())?;
    let agreed = asking.report.print(&digests, &disagreements) && agreed;
    match args.vectors {
        Some(_) => Ok(agreed),
        None => {
            let (seed, tenth) = (args.seed, number(args.count / 10)?);
            let others = [
                text::run(root)?,
                readings::run(root, readings::READINGS, seed, tenth)?,
                readings::run(root, readings::PROMPTS, seed, tenth)?,
                readings::run_observed(root, seed, tenth)?,
                matches::run(root, seed, number(args.count)?)?,
                outcomes::run(root, seed, number(args.count)?)?,
                cells::run(root)?,
                explained::run(root, seed, number(args.count)?)?,
                written::run(root)?,
                selections::run(root, seed, number(args.count)?)?,
                commands::run(root, seed, number(args.count)?)?,
                validators::run(root, seed, tenth)?,
            ];
            Ok(agreed && others == [true; 12])
        }
    }
}

fn number(count: u64) -> Result<usize, String> {
    usize::try_from(count).map_err(|error| error.to_string())
}

/// Asks about the vectors of the repository and mutants of them. Returns true if the recorded verdicts hold.
fn own_vectors(root: &Root, args: &Options, bindings: &[Ready], asking: &mut Asking) -> Result<bool, String> {
    let examples = vector::examples(root)?;
    let corpus = vector::corpus(root)?;
    let tools = tools::written(root)?;
    let of_tools: Vec<_> = tools.iter().map(|it| it.seed.clone()).collect();
    let under = vector::of_profiles(root)?;
    let seeds = [&examples[..], &corpus[..], &of_tools[..], &under[..]].concat();
    let mutants = Mutants::new(args.seed, seeds, &vector::bundle(root)?, Asked::all(root)?);
    let mut recorded = Recorded::read(root)?;
    let older = vector::older(root)?;
    let formats = vector::formats(root)?;
    let all = examples.iter().chain(&corpus).chain(&older).chain(&formats).chain(&of_tools);
    recorded.expect(all.chain(&under));
    asking.ask("examples", examples.into_iter().map(|seed| seed.vector))?;
    asking.ask("corpus", corpus.into_iter().map(|seed| seed.vector))?;
    asking.ask("for older hosts", older.into_iter().map(|seed| seed.vector))?;
    asking.ask("formats", formats.into_iter().map(|seed| seed.vector))?;
    asking.ask("under profiles", under.into_iter().map(|seed| seed.vector))?;
    let as_written = tools::ask(&tools, bindings, asking)?;
    asking.ask("mutants", mutants.take(number(args.count)?))?;
    asking.ask("random settings", Settings::new(root, args.seed)?.take(number(args.count)?))?;
    Ok(recorded.print(&asking.report) && as_written)
}

fn create(path: &PathBuf) -> Result<fs::File, String> {
    fs::File::create(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The running bindings, and their answers so far.
struct Asking {
    panel: Panel,
    report: Report,
    sink: Option<fs::File>,
}

impl Asking {
    /// Sends the vectors to all bindings, a batch at a time.
    fn ask(&mut self, source: &'static str, mut vectors: impl Iterator<Item = Vector>) -> Result<(), String> {
        loop {
            let batch: Vec<Vector> = vectors.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return Ok(());
            }
            let answers = self.panel.ask(&batch)?;
            if let Some(sink) = &mut self.sink {
                let lines = self.panel.lines(&batch, &answers);
                sink.write_all(lines.as_bytes()).map_err(|error| format!("the verdicts cannot be written: {error}"))?;
            }
            self.report.note(source, batch, answers);
        }
    }
}
