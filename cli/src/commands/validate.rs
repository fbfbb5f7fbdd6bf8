//! `hookwire validate`: payloads, replies and settings of any type.

use std::io::{self, BufRead, BufReader, IsTerminal, Read as _};
use std::path::Path;
use std::rc::Rc;

use hookwire::HostVersion;
use hookwire::problems::Problem;
use hookwire::validate::{Target, validate as problems_of};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::Value;

use super::input::context;
use super::pages::unknown_type;
use crate::args::Validate;
use crate::files;
use crate::finding::{FileText, Finding, Level};
use crate::hosts::Hosts;
use crate::report::{self, Format, Looked};
use crate::script::is_about_key;
use crate::terminal::shown_path;
use crate::text::Document;
use crate::{Done, Failure, Found};

/// The bytes that are read at once. They are shared between the cores, and twice as many are what the program holds at most.
const BLOCK: usize = 4 << 20;

/// The longest line, and the largest document.
const LARGEST: u64 = 64 << 20;

/// The most findings that are kept for a report as a whole.
const MOST: usize = 100_000;

/// The most bytes of lines with findings that are kept for a report.
const MOST_KEPT: usize = 32 << 20;

/// Runs the command.
pub fn validate(arguments: &Validate, hosts: &Hosts, quiet: bool) -> Done {
    Target::named(&arguments.name).map_err(|_| {
        let file = Path::new(&arguments.name).is_file().then_some(". Write the type before the file");
        Failure::Wrong(format!("{}{}", unknown_type(&arguments.name), file.unwrap_or_default()))
    })?;
    let mut run =
        Run { name: &arguments.name, hosts, looked: Looked::default(), findings: Vec::new(), found: 0, kept: 0 };
    let stdin = Path::new("-").to_owned();
    let files = if arguments.files.is_empty() { std::slice::from_ref(&stdin) } else { &arguments.files };
    for path in files {
        let by_name = path.extension().is_some_and(|it| it == "jsonl" || it == "ndjson");
        let unreadable = |error: io::Error| Failure::Unreadable(format!("{}: {error}", shown_path(path)));
        let (input, length): (Box<dyn io::Read + Send>, _) = if path == Path::new("-") {
            (Box::new(io::stdin()), None)
        } else {
            let opened = files::open(path).map_err(unreadable)?;
            let (file, length) = opened.ok_or_else(|| unreadable(io::Error::other("it is not a regular file")))?;
            (Box::new(file), Some(length))
        };
        if arguments.lines || by_name {
            run.lines(path, input, length).map_err(unreadable)?;
        } else {
            run.document(path, input).map_err(unreadable)?;
        }
    }
    if run.found > run.findings.len() as u64 && arguments.format != Format::Text {
        anstream::eprintln!("the report has the first {MOST} of {} findings", run.found);
    }
    let is_wrong = run.findings.iter().any(|it| it.level <= Level::Warning);
    report::print(&run.findings, run.looked, arguments.format, quiet)?;
    Ok(Found::from(is_wrong || run.found > 0))
}

struct Run<'a> {
    name: &'a str,
    hosts: &'a Hosts,
    looked: Looked,
    findings: Vec<Finding>,
    found: u64,
    kept: usize,
}

impl Run<'_> {
    /// Validates a document.
    fn document(&mut self, path: &Path, input: impl io::Read) -> io::Result<()> {
        let too_large = || {
            io::Error::other(format!(
                "it has more than {} MiB; `--lines` reads JSON Lines of any length",
                LARGEST >> 20
            ))
        };
        let bytes = files::bounded(input, LARGEST)?.ok_or_else(too_large)?;
        self.looked.documents += 1;
        let text = files::text(bytes);
        let mut document = Document::of_json(text);
        let name = if path == Path::new("-") { Path::new("stdin") } else { path };
        let file = Rc::new(FileText { path: name.to_owned(), text: std::mem::take(&mut document.text) });
        let found = self.of(&document, &file);
        self.found += found.len() as u64;
        self.findings.extend(found);
        Ok(())
    }

    /// Returns the findings of a payload.
    fn of(&self, document: &Document, file: &Rc<FileText>) -> Vec<Finding> {
        if let Some(fault) = &document.fault {
            let is_several = file.text.trim().contains("}\n{");
            let hint = if is_several { " A payload in each line needs `--lines`." } else { "" };
            return vec![not_json(
                file,
                fault.range.clone(),
                &format!("{}.{hint}", fault.message.trim_end_matches('.')),
            )];
        }
        self.hosts.findings(|host| {
            let Ok(target) = Target::named(self.name) else { return Vec::new() };
            let problems = problems_of(&document.value, &target, &context(host));
            problems.iter().map(|it| placed(it, document, file)).collect()
        })
    }

    /// Validates each line of a file, as many at once as there are cores, while the next ones are read.
    fn lines(&mut self, path: &Path, input: impl io::Read + Send, length: Option<u64>) -> io::Result<()> {
        let bar = progress(length);
        let (name, hosts) = (self.name, self.hosts.each());
        let mut reader = BufReader::with_capacity(1 << 20, input);
        let mut first = 1;
        let mut block = Block::next(&mut reader)?;
        while !block.ends.is_empty() {
            bar.inc(block.bytes.len() as u64);
            let is_wrong = |at: &usize| is_wrong(block.line(*at), name, &hosts);
            let wrong = || -> Vec<usize> { (0..block.ends.len()).into_par_iter().filter(is_wrong).collect() };
            let (wrong, next) = rayon::join(wrong, || Block::next(&mut reader));
            self.looked.documents += block.documents;
            for at in wrong {
                self.line(path, first + at, block.line(at));
            }
            first += block.ends.len();
            block = next?;
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Adds the findings of a line.
    fn line(&mut self, path: &Path, number: usize, line: &[u8]) {
        let text = String::from_utf8_lossy(line).into_owned();
        let mut document = Document::of_json(text);
        let text = std::mem::take(&mut document.text).behind(number - 1);
        let file = Rc::new(FileText { path: path.to_owned(), text });
        let found = self.of(&document, &file);
        self.found += found.len() as u64;
        // The text of a line stays for its findings.
        if !found.is_empty() && self.kept < MOST_KEPT {
            self.kept += file.text.len();
            let room = MOST.saturating_sub(self.findings.len());
            self.findings.extend(found.into_iter().take(room));
        }
    }
}

/// Returns true if a line has a problem.
fn is_wrong(line: &[u8], name: &str, hosts: &[Option<HostVersion>]) -> bool {
    if line.trim_ascii().is_empty() {
        return false;
    }
    let (Ok(value), Ok(target)) = (serde_json::from_slice::<Value>(line), Target::named(name)) else { return true };
    hosts.iter().any(|host| !problems_of(&value, &target, &context(host.as_ref())).is_empty())
}

/// Whole lines: about [`BLOCK`] bytes, or one longer line.
struct Block {
    bytes: Vec<u8>,
    /// Where each line ends, with its line end.
    ends: Vec<usize>,
    /// The lines that are not blank.
    documents: u64,
}

impl Block {
    /// Reads the next lines; none at the end.
    fn next(reader: &mut impl BufRead) -> io::Result<Self> {
        let mut block = Self { bytes: Vec::with_capacity(BLOCK + (64 << 10)), ends: Vec::new(), documents: 0 };
        while block.bytes.len() < BLOCK {
            let start = block.bytes.len();
            let room = LARGEST - (start as u64).min(LARGEST);
            if reader.by_ref().take(room).read_until(b'\n', &mut block.bytes)? == 0 {
                break;
            }
            if block.bytes.len() as u64 >= LARGEST && !block.bytes.ends_with(b"\n") {
                return Err(io::Error::other(format!("a line has more than {} MiB", LARGEST >> 20)));
            }
            block.documents += u64::from(!block.bytes[start..].trim_ascii().is_empty());
            block.ends.push(block.bytes.len());
        }
        Ok(block)
    }

    /// Returns a line, without its line end.
    fn line(&self, at: usize) -> &[u8] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        let line = &self.bytes[start..self.ends[at]];
        line.strip_suffix(b"\n").unwrap_or(line)
    }
}

fn not_json(file: &Rc<FileText>, range: std::ops::Range<usize>, message: &str) -> Finding {
    Finding::new(
        "not-json",
        Level::Error,
        file,
        Some(range),
        format!("This is not JSON: {}.", message.trim_end_matches('.')),
    )
}

fn placed(problem: &Problem, document: &Document, file: &Rc<FileText>) -> Finding {
    let range = document.place(&problem.pointer).shown(is_about_key(problem));
    Finding::of_problem(problem, file, Some(range))
}

/// Returns a bar for a person who waits.
fn progress(length: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    match length {
        Some(length) => {
            let style = ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta}");
            let bar = ProgressBar::new(length);
            style.map_or(ProgressBar::hidden(), |style| bar.with_style(style))
        }
        None => ProgressBar::no_length(),
    }
}
