//! One run of all steps, as a command does it: everything that a program does after it has parsed its arguments.

use std::env;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::diagnostic::Diagnostics;
use crate::generate::{Options, Source, generate_with};
use crate::inputs::Inputs;
use crate::render::Templates;
use crate::write::{Mode, Plan, Report, Stamp, apply_all};

/// The exit code of success.
pub const SUCCESS: u8 = 0;
/// The exit code of an error: nothing was compared or written.
pub const FAILED: u8 = 1;
/// The exit code of wrong arguments.
pub const WRONG_USAGE: u8 = 2;
/// The exit code if the files on the disk differ from the generated ones.
pub const OUT_OF_DATE: u8 = 4;

/// The options of a run.
#[derive(Debug, Clone)]
pub struct Run {
    /// The inputs of the generator, and the targets to generate.
    pub options: Options,
    /// The templates of the program, which replace those of a folder.
    pub templates: Option<Templates>,
    /// The folder in which each target gets a folder.
    pub out: PathBuf,
    /// The treatment of differences.
    pub mode: Mode,
    /// True to replace foreign files, and to remove edited orphans.
    pub force: bool,
    /// A file that is written after a success.
    pub stamp: Option<PathBuf>,
    /// The path of a depfile, which lists everything that was read in the syntax of a Makefile.
    pub depfile: Option<PathBuf>,
}

/// The outcome of a run.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// The plans, applied if the mode says so. A target that failed does not have one.
    pub plans: Vec<Plan>,
    /// All diagnostics.
    pub findings: Diagnostics,
    /// The source of the files, if they were generated.
    #[doc(hidden)]
    pub source: Option<Source>,
}

impl From<Diagnostics> for Outcome {
    fn from(findings: Diagnostics) -> Self {
        Self { findings, ..Self::default() }
    }
}

impl Run {
    /// Runs all steps.
    ///
    /// `more` makes the program's own outputs after the targets have succeeded, and adds the inputs that it reads.
    pub fn execute(&self, more: impl FnOnce(&mut Inputs) -> (Vec<Plan>, Diagnostics)) -> Outcome {
        let stamp = match self.begin_stamp() {
            Ok(stamp) => stamp,
            Err(findings) => return findings.into(),
        };
        let open = || match &self.templates {
            Some(embedded) => Ok(embedded.clone()),
            None => Templates::open(&self.options.templates),
        };
        let (generated, source) = match generate_with(&self.options, open) {
            Ok(generated) => generated,
            Err(findings) => return findings.into(),
        };
        let mut findings = generated.findings.clone();
        let mut inputs = generated.read.clone();
        let (mut plans, found) = generated.compare(&self.out);
        findings.extend(found);
        if self.mode == Mode::Write {
            if findings.has_errors() {
                return findings.into();
            }
            if let Err(found) = apply_all(&plans, self.force) {
                findings.extend(found);
                return findings.into();
            }
        }
        let (others, found) = more(&mut inputs);
        plans.extend(others);
        findings.extend(found);
        if let Some(stamp) = stamp.filter(|_| !findings.has_errors()) {
            // A file that this run writes is not one of its inputs.
            let inputs = inputs.paths().filter(|path| !path.starts_with(&self.out));
            findings.extend(stamp.finish(&plans, inputs).err().unwrap_or_default());
        }
        Outcome { plans, findings, source: Some(source) }
    }

    fn begin_stamp(&self) -> Result<Option<Stamp>, Diagnostics> {
        let folders = [&self.options.schemas, &self.options.templates, &self.out].map(PathBuf::as_path);
        let begin = |path: &PathBuf| Stamp::begin(path, self.depfile.as_deref(), &folders);
        self.stamp.as_ref().map(begin).transpose()
    }
}

/// Returns the exit code of a program that printed this report.
pub fn exit_code(report: &Report<'_>) -> u8 {
    if report.findings.are_of_usage() {
        WRONG_USAGE
    } else if report.findings.has_errors() {
        FAILED
    } else if report.mode == Mode::Check && !report.is_fresh() {
        OUT_OF_DATE
    } else {
        SUCCESS
    }
}

/// Writes the output of a program to stdout, and ends the program with this code. If writing fails, the program reports
/// that and ends with another code. The memory of the caller is not freed first: that would only take time.
pub fn end(text: &str, code: u8) -> ! {
    let write_to = write_to(&mut io::stdout().lock(), text);
    let code = match write_to {
        Ok(()) => code,
        Err(error) => {
            // If this fails as well, nobody can be informed.
            let _ = writeln!(io::stderr(), "error: the report could not be written: {error}");
            if code == SUCCESS { FAILED } else { code }
        }
    };
    process::exit(code.into())
}

/// A reader that has closed the pipe (`| head`) has what it wanted.
fn write_to(out: &mut impl Write, text: &str) -> io::Result<()> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Returns a command with these arguments, pairs of a name and a value, quoted for a shell.
pub fn command<'a>(program: &str, arguments: impl IntoIterator<Item = (&'a str, &'a Path)>) -> String {
    let arguments = arguments.into_iter().map(|(name, value)| format!(" {name} {}", quoted(value)));
    arguments.fold(program.to_owned(), |command, argument| command + &argument)
}

/// Returns the text as one word of a shell.
fn quoted(value: &Path) -> String {
    let text = value.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "-_./\\:".contains(c);
    if !text.is_empty() && text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// Returns true for a terminal, unless the environment asks for no colours.
pub fn colour() -> bool {
    let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let unable = env::var_os("TERM").is_some_and(|value| value == "dumb");
    io::stdout().is_terminal() && !unwanted && !unable
}
