//! What scripts print and how they end, as far as that is certain, and what the host does with it.

mod literal;
mod mistakes;
mod parts;
mod python;
mod shell;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use hookwire::host::{OutcomeAudience, REPEATS, exited, interpret};
use hookwire::problems::{Problem, ProblemCode};
use hookwire::validate::{Target, validate};
use hookwire::{Context, Guard, HandlerEntry, HookEvent, HostVersion};
use serde_json::{Value, json};

pub use self::literal::Literal;
pub use self::shell::range_of;
pub use self::words::{is_of_shell, runs_no_file};
use crate::commands::context;
use crate::finding::{FileText, Finding, Level};
use crate::knowledge::wire::FOLDER_VARIABLE;
use crate::project::{Ends, Language};
use crate::session::printed::refusal;

/// A handler that starts a script.
#[derive(Clone, Debug)]
pub struct Use {
    /// The event.
    pub event: String,
    /// The handler's entry.
    pub handler: Value,
    /// The document with the handler, and its place in it.
    pub at: (Rc<FileText>, Range<usize>),
    /// `hookwire run` starts the script, and mends what it prints and how it ends.
    pub is_guarded: bool,
    /// The system starts the script as a program, so that its first line says what reads it.
    pub is_program: bool,
    /// The entry has arguments that this version of the host ignores.
    pub is_without_arguments: bool,
    /// The values for which the handler runs, such as names of tools. Nothing if there can be others.
    pub values: Option<Vec<String>>,
    /// How the line ends, if not with the exit code of the script.
    pub ends: Option<Ends>,
}

/// What a script does, as far as it was read.
#[derive(Debug, Default)]
struct Behaviour {
    /// What it prints on stdout, in the order of the text.
    printed: Vec<Printed>,
    /// What it prints one after the other whenever it prints both, as indices in `printed`.
    sequences: Vec<(usize, usize)>,
    /// The replies that it prints on stderr.
    misdirected: Vec<Printed>,
    /// How it can end.
    exits: Vec<Exit>,
    /// True if it can print or end in other ways, too.
    has_more: bool,
    /// True if it prints something on stderr.
    has_errors: bool,
    /// Why it cannot be read.
    unread: Option<Unread>,
}

/// Where a script cannot be read.
#[derive(Debug)]
struct Unread {
    range: Range<usize>,
    /// What its interpreter does not accept, and what to write. Nothing if another version of it can read that.
    fault: Option<String>,
}

/// Something that a script prints on stdout.
#[derive(Debug)]
struct Printed {
    range: Range<usize>,
    what: What,
    /// True if it is printed each time that the script runs to this place.
    is_always: bool,
    /// The exit code that follows directly.
    then: Option<i32>,
}

#[derive(Debug)]
enum What {
    /// A reply, or a part of one.
    Reply(Box<Literal>),
    /// A text that is not a reply.
    Text,
    /// A dictionary as Python shows it, which is not JSON.
    Repr,
}

/// A place where a script ends.
#[derive(Debug)]
struct Exit {
    range: Range<usize>,
    code: i32,
    /// True if the message before it refuses something.
    refuses: bool,
    /// True if a message directly before it says something else than that a program failed.
    explains: bool,
}

/// Returns the findings about a script.
pub fn findings(file: &Rc<FileText>, language: Language, uses: &[Use], host: Option<&HostVersion>) -> Vec<Finding> {
    let Some(behaviour) = read(&file.text, language) else { return Vec::new() };
    let checker = Checker { file, uses, host, behaviour: &behaviour };
    if let Some(unread) = &behaviour.unread {
        return checker.unread(unread, language).into_iter().collect();
    }
    let mut found = checker.replies();
    found.extend(checker.reprs());
    found.extend(checker.verdicts());
    found.extend(checker.stray_output());
    found.extend(checker.misdirected());
    found.extend(checker.exit_codes());
    found.extend(checker.lost_reasons());
    found.extend(checker.endless_blocks());
    found.extend(checker.unknown_variables());
    if matches!(language, Language::Shell | Language::OtherShell) {
        found.extend(parts::findings(file, uses));
    }
    if language == Language::Shell {
        found.extend(mistakes::findings(file, uses));
    }
    found
}

/// Reads a script, if its language is known.
fn read(text: &str, language: Language) -> Option<Behaviour> {
    match language {
        Language::Shell => Some(shell::read(text)),
        Language::OtherShell => {
            let read = shell::read(text);
            let unread = read.unread.map(|it| Unread { fault: None, ..it });
            Some(Behaviour { unread, ..read })
        }
        Language::Python => Some(python::read(text)),
        Language::Other => None,
    }
}

/// Blocks that the line or the entry drops that starts the script.
pub fn lost_blocks(file: &Rc<FileText>, language: Language, uses: &[Use], host: Option<&HostVersion>) -> Vec<Finding> {
    let behaviour = read(&file.text, language).unwrap_or_default();
    let checker = Checker { file, uses: &[], host, behaviour: &behaviour };
    uses.iter().filter_map(|of| checker.lost_block(of)).collect()
}

/// The most pairs of texts for which the host is asked. Nobody prints that many.
const MOST_SEQUENCES: usize = 500;

/// The code of a script that was not read.
pub const NOT_READ: &str = "not-read";

/// What to do with a text beside a reply.
const TO_STDERR: &str = "Print it to stderr: `>&2` in a shell, `file=sys.stderr` in Python.";

struct Checker<'a> {
    file: &'a Rc<FileText>,
    uses: &'a [Use],
    host: Option<&'a HostVersion>,
    behaviour: &'a Behaviour,
}

/// The problems that hold whatever a value is that was not read.
const CERTAIN: [ProblemCode; 5] = [
    ProblemCode::UnknownField,
    ProblemCode::MisplacedField,
    ProblemCode::WrongType,
    ProblemCode::WrongValue,
    ProblemCode::WrongEventName,
];

impl Checker<'_> {
    fn context(&self, of: &Use) -> Context {
        let context = context(self.host);
        match HandlerEntry::try_from(of.handler.clone()) {
            Ok(handler) => context.with_handler(handler),
            Err(_) => context,
        }
    }

    /// Returns what the host does when the script prints and ends so.
    fn outcome(&self, of: &Use, code: i32, stdout: &str, stderr: &str) -> hookwire::host::Outcome {
        interpret(&of.event, &exited(code, stdout, stderr), &self.context(of))
    }

    /// Returns true if the script blocks with an exit code, by itself or by the line that starts it. Nothing if that is not known.
    fn blocks_with(&self, of: &Use, code: i32) -> Option<bool> {
        let blocked = |code: i32| self.outcome(of, code, "", "no").blocked();
        // A code that the line drops has a finding there.
        Some(blocked(code) || blocked(of.ends.map_or(Some(code), |it| it.code(code))?))
    }

    fn finding(&self, code: &str, level: Level, range: &Range<usize>, of: &Use, message: String) -> Finding {
        let related = (Rc::clone(&of.at.0), of.at.1.clone(), format!("it runs on {} here", of.event));
        Finding { related: Some(related), ..Finding::new(code, level, self.file, Some(range.clone()), message) }
    }

    // ---- replies ----------------------------------------------------------------------------------------------------

    /// Checks each reply against the events on which the script runs. With several events, a problem has to be one on each.
    fn replies(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        for (printed, reply) in self.literals() {
            let events: Vec<&Use> = self.events_of(reply);
            let Some((first, others)) = events.split_first() else { continue };
            let of = |of: &Use| self.problems(of, reply, printed.then.unwrap_or_default());
            let mut problems = of(first);
            for other in others {
                let there = of(other);
                problems.retain(|it| there.iter().any(|other| other.code == it.code && other.pointer == it.pointer));
            }
            for problem in problems {
                let range = reply.range(&problem.pointer, is_about_key(&problem), &printed.range);
                let finding = Finding::of_problem(&problem, self.file, Some(range));
                let related = (Rc::clone(&first.at.0), first.at.1.clone(), format!("it runs on {} here", first.event));
                found.push(Finding { related: Some(related), ..finding });
            }
        }
        found
    }

    fn literals(&self) -> impl Iterator<Item = (&Printed, &Literal)> {
        self.behaviour.printed.iter().filter_map(|it| match &it.what {
            What::Reply(reply) => Some((it, &**reply)),
            What::Text | What::Repr => None,
        })
    }

    /// Returns the uses that a reply can be for: of several events, the one that it names.
    fn events_of(&self, reply: &Literal) -> Vec<&Use> {
        let named: Vec<&Use> = self.uses.iter().filter(|it| reply.names(&it.event)).collect();
        if named.is_empty() { self.uses.iter().collect() } else { named }
    }

    fn problems(&self, of: &Use, reply: &Literal, code: i32) -> Vec<Problem> {
        let mut problems = self.outcome(of, code, &reply.text(), "").problems;
        let is_open = !reply.holes.is_empty() || reply.is_partial;
        let is_hole = |pointer: &str| {
            reply
                .holes
                .iter()
                .any(|hole| pointer == hole || pointer.strip_prefix(&**hole).is_some_and(|it| it.starts_with('/')))
        };
        // What is wrong with a key does not depend on its value.
        let is_unknown =
            |it: &Problem| is_hole(&it.pointer) && !(is_about_key(it) && reply.holes.contains(&it.pointer));
        let is_certain =
            |it: &Problem| CERTAIN.contains(&it.code) || (it.code == ProblemCode::MissingField && !reply.is_partial);
        problems.retain(|it| !is_unknown(it) && (!is_open || is_certain(it)));
        problems
    }

    /// Returns true if a reply blocks on an event.
    fn blocks(&self, of: &Use, printed: &Printed, reply: &Literal) -> bool {
        self.outcome(of, printed.then.unwrap_or_default(), &reply.text(), "").blocked()
    }

    /// A script that its interpreter refuses, or that cannot be read here.
    fn unread(&self, unread: &Unread, language: Language) -> Option<Finding> {
        // A shell stumbles over CR, and that has a finding.
        if language == Language::Shell && self.file.text.contains("\r\n") {
            return None;
        }
        let is_guard = |it: &&Use| it.event.parse::<HookEvent>().is_ok_and(|it| Guard::of(it) == Guard::Closed);
        let of = self.uses.iter().find(is_guard).or(self.uses.first())?;
        let (name, code, test) = match language {
            Language::Python => ("Python", 1, "python3 -m py_compile"),
            Language::OtherShell => ("the shell", 2, "zsh -n` or `ksh -n"),
            // Without a first line that names a program, the shell of the entry reads the file.
            _ if of.is_program && !self.file.text.starts_with("#!") => {
                ("`sh`, which reads a file without `#!`,", 2, "sh -n")
            }
            _ => ("the shell", 2, "bash -n"),
        };
        let Some(fault) = &unread.fault else {
            let message = format!(
                "This is a syntax that is not known here, so what the script prints was not checked. Try it with `{test}`."
            );
            return Some(Finding::new(NOT_READ, Level::Note, self.file, Some(unread.range.clone()), message));
        };
        let end = of.ends.map_or(Some(code), |it| it.code(code));
        let is_blocked = end.is_some_and(|it| self.outcome(of, it, "", "no").blocked());
        let then = match (of.is_guarded, is_guard(&of)) {
            (true, true) => "`hookwire run` then blocks each call".to_owned(),
            (false, _) if is_blocked => {
                format!("{name} ends with exit code {code}, and {} is blocked each time", of.event)
            }
            (false, true) => format!("{name} ends with exit code {code}, which does not block: the guard is open"),
            _ => format!("{name} ends with exit code {code}, and the hook does nothing of what it is for"),
        };
        let (first, rest) = then.split_at(then.chars().next().map_or(0, char::len_utf8));
        let message = format!("{fault} {}{rest}. Try it with `{test}`.", first.to_uppercase());
        Some(self.finding("syntax-error", Level::Error, &unread.range, of, message))
    }

    /// Dictionaries that are printed without `json.dumps`.
    fn reprs(&self) -> Vec<Finding> {
        let Some(of) = self.uses.first() else { return Vec::new() };
        let reprs = self.behaviour.printed.iter().filter(|it| matches!(it.what, What::Repr));
        let message = "`print` writes a dictionary as Python shows it, with single quotes. That is not JSON, and the reply is ignored. Write `print(json.dumps(...))`.";
        reprs.map(|it| self.finding("not-json", Level::Error, &it.range, of, message.to_owned())).collect()
    }

    /// A word such as `deny` that is printed instead of a reply, in a script with no other way to block.
    fn verdicts(&self) -> Option<Finding> {
        let is_closed = |it: &&Use| {
            !it.is_guarded
                && it.event.parse::<HookEvent>().is_ok_and(|it| Guard::of(it) == Guard::Closed)
                && !self.can_block(it)
        };
        let of = self.uses.iter().find(is_closed)?;
        // There is another finding about another exit code.
        let is_verdict = |it: &&Printed| matches!(it.what, What::Text) && it.then.unwrap_or_default() == 0;
        let mut texts = self.behaviour.printed.iter().filter(is_verdict);
        let word = |it: &Printed| {
            let source = self.file.text.get(it.range.clone())?.trim_start_matches("print(").trim_end_matches(')');
            let word = source.trim_matches(['"', '\'']);
            (!word.contains(char::is_whitespace)).then(|| refusal(word)).flatten().map(|word| (it.range.clone(), word))
        };
        let (range, word) = texts.find_map(word)?;
        let message = format!(
            "`{word}` is not a reply: Claude Code does not read it, and nothing is blocked. Exit with 2 and the reason on stderr, or print a reply: `hookwire docs {}` shows one.",
            of.event
        );
        Some(self.finding("not-json", Level::Error, &range, of, message))
    }

    /// Returns true if the script blocks somewhere, or may do that.
    fn can_block(&self, of: &Use) -> bool {
        self.behaviour.has_more
            || self.behaviour.exits.iter().any(|it| self.blocks_with(of, it.code).unwrap_or(true))
            || self.literals().any(|(printed, reply)| self.blocks(of, printed, reply))
    }

    // ---- other output -----------------------------------------------------------------------------------------------

    /// What is printed beside a reply each time: stdout is then not one JSON value.
    fn stray_output(&self) -> Vec<Finding> {
        let Some(of) = self.uses.first() else { return Vec::new() };
        let mut found: Vec<Finding> = Vec::new();
        for (first, second) in self.sequences().into_iter().take(MOST_SEQUENCES) {
            let said = match (&first.what, &second.what) {
                (What::Text, What::Reply(reply)) => self.is_lost(reply, second, &format!("text\n{}", reply.text())),
                (What::Reply(reply), What::Text) => self.is_lost(reply, second, &format!("{}\ntext", reply.text())),
                (What::Reply(one), What::Reply(other)) => {
                    let both = format!("{}\n{}", one.text(), other.text());
                    self.is_lost(one, second, &both) || self.is_lost(other, second, &both)
                }
                _ => false,
            };
            if !said {
                continue;
            }
            let line = |it: &Printed| self.file.text.position(it.range.start).line;
            let (stray, message) = match (&first.what, &second.what) {
                (What::Reply(_), What::Reply(_)) => (
                    second,
                    format!(
                        "This is printed after the reply in line {}. Two replies are not one JSON value, and both are ignored. Print one, or exit after the first.",
                        line(first)
                    ),
                ),
                (What::Reply(_), _) => (
                    second,
                    format!(
                        "This is printed after the reply in line {}. Stdout is then not JSON, and the reply is ignored. {TO_STDERR}",
                        line(first)
                    ),
                ),
                _ => (
                    first,
                    format!(
                        "This is printed before the reply in line {}. Stdout is then not JSON, and the reply is ignored. {TO_STDERR}",
                        line(second)
                    ),
                ),
            };
            let finding = self.finding("stray-output", Level::Error, &stray.range, of, message);
            if !found.iter().any(|it| it.range == finding.range) {
                found.push(finding);
            }
        }
        found
    }

    /// Returns what is printed one after the other.
    fn sequences(&self) -> Vec<(&Printed, &Printed)> {
        let all = &self.behaviour.printed;
        let known = self.behaviour.sequences.iter().filter_map(|(one, other)| Some((all.get(*one)?, all.get(*other)?)));
        let mut found: Vec<_> = known.collect();
        // What is printed each time is before everything after it in the text.
        let text = all.iter().find(|it| matches!(it.what, What::Text) && it.is_always);
        let behind = all.iter().filter(|it| matches!(it.what, What::Reply(_)));
        found.extend(
            text.into_iter().flat_map(|text| {
                behind.clone().filter(|it| it.range.start > text.range.start).map(move |it| (text, it))
            }),
        );
        found
    }

    /// Returns true if a reply does nothing on any event when stdout is this text. Some hosts and events read a reply behind
    /// other lines.
    fn is_lost(&self, reply: &Literal, last: &Printed, stdout: &str) -> bool {
        let code = last.then.unwrap_or_default();
        let lost = |of: &&Use| {
            let (alone, both) = (self.outcome(of, code, &reply.text(), ""), self.outcome(of, code, stdout, ""));
            let is_read =
                |it: &Problem| both.problems.iter().any(|other| (other.code, &other.pointer) == (it.code, &it.pointer));
            // A reply with mistakes may do nothing either way, and is not even read here.
            !of.is_guarded
                && ((alone.action, alone.stop, &alone.new_input) != (both.action, both.stop, &both.new_input)
                    || !alone.problems.iter().all(is_read))
        };
        self.events_of(reply).iter().all(lost)
    }

    /// Replies on stderr, in a script that ends with exit code 0: nothing reads them.
    fn misdirected(&self) -> Vec<Finding> {
        let ends_well = |it: &Printed| match it.then {
            Some(code) => code == 0,
            None => !self.behaviour.has_more && self.behaviour.exits.iter().all(|it| it.code == 0),
        };
        let blocks = |it: &Printed, code: i32| match &it.what {
            What::Reply(reply) => {
                let uses = self.events_of(reply);
                !uses.is_empty()
                    && uses.iter().all(|of| !of.is_guarded && self.outcome(of, code, &reply.text(), "").blocked())
            }
            _ => false,
        };
        // A script can print a reply in both places.
        if self.behaviour.printed.iter().any(|it| blocks(it, it.then.unwrap_or_default())) {
            return Vec::new();
        }
        let lost = self.behaviour.misdirected.iter().filter(|it| ends_well(it) && blocks(it, 0));
        let message = "This reply is printed on stderr, and the exit code is 0: the reply is not read, and nothing is blocked. Print it on stdout.";
        let found = lost.filter_map(|it| {
            Some(self.finding("lost-reply", Level::Error, &it.range, self.uses.first()?, message.to_owned()))
        });
        found.collect()
    }

    /// A block that the line or the entry drops.
    fn lost_block(&self, of: &Use) -> Option<Finding> {
        let is_guard = of.event.parse::<HookEvent>().is_ok_and(|it| Guard::of(it) == Guard::Closed);
        let plain = |code: i32, stdout: &str| interpret(&of.event, &exited(code, stdout, "no"), &context(self.host));
        // Programs also end so if their arguments are wrong.
        let has_usage = self.file.text.to_lowercase().contains("usage");
        let is_block = |it: &&Exit| it.code != 0 && (it.refuses || !has_usage) && plain(it.code, "").blocked();
        let exit = self.behaviour.exits.iter().find(is_block);
        // `hookwire run` blocks if the hook fails.
        let of_run = of.is_guarded && is_guard && plain(2, "").blocked();
        let (file, at) = &of.at;
        let finding = |message: String, place: Option<&Range<usize>>| {
            let related = place.map(|it| (Rc::clone(self.file), it.clone(), "it blocks here".to_owned()));
            Some(Finding { related, ..Finding::new("lost-reply", Level::Warning, file, Some(at.clone()), message) })
        };
        if let Some(ends) = of.ends {
            // The code of the line, if that is known and the block is lost.
            let lost = |code: i32| {
                let end = ends.code(code)?;
                let is_lost = self.outcome(of, code, "", "no").blocked() && !self.outcome(of, end, "", "").blocked();
                is_lost.then_some(end)
            };
            // A script that prints its block needs no exit code.
            let prints = self.literals().any(|(printed, reply)| self.blocks(of, printed, reply));
            let what = "Leave out what follows it in the line, or write `|| exit 2`.";
            if let Some(end) = lost(2).filter(|_| ends.is_of_run && of_run) {
                let message = format!(
                    "`hookwire run` blocks with exit code 2 if the hook fails, and this line drops the code: it ends with {end}, and the call goes on. {what}"
                );
                return finding(message, None);
            }
            let (it, end) = exit.filter(|_| !prints).and_then(|it| Some((it, lost(it.code)?)))?;
            let message = format!(
                "The script blocks with exit code {}, and this line drops the code: it ends with {end}, and nothing is blocked. {what}",
                it.code
            );
            return finding(message, Some(&it.range));
        }
        // In the background, a code can still wake Claude: that can be what somebody wants where nothing is guarded.
        let lost = |code: i32, stdout: &str| {
            let there = self.outcome(of, code, stdout, "no");
            let wakes = there.texts.iter().flat_map(|it| &it.audience).any(|it| it == &OutcomeAudience::Claude);
            plain(code, stdout).blocked() && !there.blocked() && (is_guard || !wakes)
        };
        let by_exit = exit.filter(|it| lost(it.code, "")).map(|it| &it.range);
        let mut replies = self.literals().filter(|(it, reply)| lost(it.then.unwrap_or_default(), &reply.text()));
        let place = by_exit.or_else(|| replies.next().map(|(it, _)| &it.range));
        if place.is_none() && !(of_run && lost(2, "")) {
            return None;
        }
        let message = format!(
            "The script blocks, and its entry drops that: {} goes on before the hook has ended. Let the hook run in the foreground.",
            of.event
        );
        finding(message, place)
    }

    // ---- exit codes -------------------------------------------------------------------------------------------------

    /// Exit codes that do not block, in a script that has no other way to block.
    fn exit_codes(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        for of in self.uses.iter().filter(|it| !it.is_guarded) {
            if self.can_block(of) {
                continue;
            }
            if !self.outcome(of, 2, "", "no").blocked() {
                found.extend(self.useless_codes(of));
                continue;
            }
            for exit in self.behaviour.exits.iter().filter(|it| it.code != 0) {
                // What else can somebody mean who ends a guard so, and says why?
                let is_of_guard = of.event.parse::<HookEvent>().is_ok_and(|it| Guard::of(it) == Guard::Closed);
                let is_meant = exit.refuses || self.is_guard() || (exit.explains && is_of_guard);
                let level = if is_meant { Level::Warning } else { Level::Note };
                let why = if level == Level::Note {
                    " This is a note, because nothing here says that it should."
                } else {
                    ""
                };
                let message = format!(
                    "Exit code {} does not block on {}. Claude goes on, and nothing else in this script blocks. If it is meant to block, exit with 2 and the reason on stderr.{why}",
                    exit.code, of.event
                );
                found.push(self.finding("exit-code", level, &exit.range, of, message));
            }
            break;
        }
        found
    }

    /// Exit codes 2 that refuse something on an event on which that does no more than any other failure. Where Claude reads the
    /// reason, it does more.
    fn useless_codes(&self, of: &Use) -> Vec<Finding> {
        // What the entry says about failures is not about this.
        let plain = |code: i32| interpret(&of.event, &exited(code, "", "no"), &context(self.host));
        let (wanted, other) = (plain(2), plain(1));
        let readers = |it: &hookwire::host::Outcome| {
            it.texts.iter().flat_map(|it| &it.audience).map(|it| it.as_str().to_owned()).collect::<BTreeSet<_>>()
        };
        let is_more = wanted.action != other.action || !readers(&wanted).is_subset(&readers(&other));
        let other_uses = self.uses.iter().filter(|it| !std::ptr::eq(*it, of));
        let mut other_uses = other_uses.filter(|it| self.outcome(it, 2, "", "no").blocked());
        if is_more || other_uses.next().is_some() {
            return Vec::new();
        }
        let exits = self.behaviour.exits.iter().filter(|it| it.code == 2 && it.refuses);
        let said = |it: &Exit| {
            // That of the newest version, so that all versions have one finding.
            let newest = interpret(&of.event, &exited(2, "", "no"), &context(None)).explanation;
            let message = format!("Exit code 2 does not block on {}. {newest}", of.event);
            self.finding("exit-code", Level::Warning, &it.range, of, message)
        };
        exits.map(said).collect()
    }

    /// Returns true if the script refuses something by its name.
    fn is_guard(&self) -> bool {
        let name = self.file.path.file_stem().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default();
        let words: Vec<&str> = name.split(['-', '_', '.']).collect();
        GUARDS.iter().any(|it| words.contains(it))
    }

    // ---- lost reasons -----------------------------------------------------------------------------------------------

    /// A reason on stdout before exit code 2, which is read from stderr.
    fn lost_reasons(&self) -> Vec<Finding> {
        if self.behaviour.has_errors {
            return Vec::new();
        }
        let lost = |of: &Use, code: i32| {
            let (out, err) = (self.outcome(of, code, "why", ""), self.outcome(of, code, "", "why"));
            let reaches = |it: &hookwire::host::Outcome| {
                it.texts
                    .iter()
                    .any(|it| it.text.contains("why") && !it.audience.iter().all(|it| it.as_str() == "debug-log"))
            };
            err.blocked() && reaches(&err) && !reaches(&out)
        };
        let texts = self.behaviour.printed.iter().filter(|it| matches!(it.what, What::Text));
        let found = texts.filter_map(|printed| {
            let code = printed.then.filter(|it| *it != 0)?;
            let of = self.uses.iter().find(|it| lost(it, code))?;
            let message = format!(
                "With exit code {code}, only stderr is read on {}: this reason on stdout reaches nobody. Print it to stderr.",
                of.event
            );
            Some(self.finding("lost-reason", Level::Warning, &printed.range, of, message))
        });
        found.collect()
    }

    // ---- variables ----------------------------------------------------------------------------------------------------

    /// Variables that the host does not set, in a script that reads its input nowhere.
    fn unknown_variables(&self) -> Vec<Finding> {
        let text: &str = &self.file.text;
        // The line of an entry belongs to its document.
        let Some(of) = self.uses.first().filter(|it| it.at.0.path != self.file.path) else { return Vec::new() };
        if READERS.iter().any(|it| text.contains(it)) {
            return Vec::new();
        }
        // A script can be that of a plugin.
        let targets = ["HooksSettings", "PluginHooks"].map(Target::named);
        let prefix = FOLDER_VARIABLE.split_inclusive('_').next().unwrap_or(FOLDER_VARIABLE);
        let mut known = BTreeSet::new();
        let mut found = Vec::new();
        for (at, _) in text.match_indices(prefix).take(MOST_VARIABLES) {
            let rest = &text[at..];
            let length = rest.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_')).unwrap_or(rest.len());
            let (name, behind) = rest.split_at(length);
            let before = text[..at].trim_end_matches(['"', '\'']);
            let is_read = text[..at].ends_with('$')
                || (text[..at].ends_with("${") && behind.starts_with('}'))
                || ["environ[", "environ.get(", "getenv("].iter().any(|it| before.ends_with(it));
            let line = text[..at].rfind('\n').map_or(0, |it| it + 1);
            let is_comment = text[line..at].trim_start().starts_with('#');
            // The settings can set it, for all hooks or in the line of this one; and so can the script.
            let is_set = of.at.0.text.contains(name)
                || [format!("{name}="), format!("{name}\"] ="), format!("{name}'] =")]
                    .iter()
                    .any(|it| text.contains(it));
            if !is_read || is_comment || is_set || !known.insert(name) {
                continue;
            }
            let entry = json!({"type": "command", "command": format!("echo \"${name}\"")});
            let settings = json!({"hooks": {&of.event: [{"hooks": [entry]}]}});
            let problem = |target: &Target| {
                let problems = validate(&settings, target, &context(self.host));
                problems.into_iter().find(|it| it.code == ProblemCode::UnknownVariable)
            };
            let each: Option<Vec<Problem>> = targets.iter().flatten().map(problem).collect();
            let problem = each.and_then(|it| it.into_iter().next());
            found.extend(
                problem.map(|it| self.finding(it.code.as_str(), Level::Warning, &(at..at + length), of, it.message)),
            );
        }
        found
    }

    // ---- endless blocks ---------------------------------------------------------------------------------------------

    /// A script that blocks an event again and again, and never looks at the field that says so.
    fn endless_blocks(&self) -> Vec<Finding> {
        for of in self.uses {
            let Some((_, field)) = REPEATS.iter().find(|(event, _)| *event == of.event) else { continue };
            if self.file.text.contains(field) {
                continue;
            }
            let is_block = |it: &&Exit| {
                let end = of.ends.map_or(Some(it.code), |ends| ends.code(it.code));
                end.is_some_and(|it| self.outcome(of, it, "", "no").blocked())
            };
            let by_exit = self.behaviour.exits.iter().find(is_block);
            let by_reply = self.literals().find(|(printed, reply)| self.blocks(of, printed, reply));
            let place = by_exit.map(|it| &it.range).or_else(|| by_reply.map(|(it, _)| &it.range));
            let Some(place) = place else { continue };
            let message = format!(
                "This blocks {}, and the script never reads `{field}`. Claude goes on because of the block, stops again, and is blocked again. Do not block if `{field}` is true.",
                of.event
            );
            // A file that marks the first time, or a part of the script that is elsewhere, can end it.
            let can_end = ["touch ", "source ", "\n. ", "rm ", "import os", "pathlib"]
                .iter()
                .any(|it| self.file.text.contains(it));
            let level = if can_end { Level::Note } else { Level::Warning };
            return vec![self.finding("endless-block", level, place, of, message)];
        }
        Vec::new()
    }
}

/// Returns true for a problem of a key, and not of its value.
pub fn is_about_key(problem: &Problem) -> bool {
    matches!(problem.code, ProblemCode::UnknownField | ProblemCode::MisplacedField | ProblemCode::NotAllowedHere)
}

/// The most variables of a script that are looked up.
const MOST_VARIABLES: usize = 100;

/// What a script has in it that reads its input, or another script.
const READERS: [&str; 11] =
    ["stdin", "jq", "cat", "read ", "hookwire", "tee", "python", "node", "source ", "mapfile", "/dev/fd/0"];

/// Words in the names of scripts that refuse something.
const GUARDS: [&str; 12] = [
    "guard", "block", "blocker", "deny", "protect", "prevent", "forbid", "firewall", "no", "gate", "restrict", "refuse",
];

/// Words of people who refuse something.
const REFUSALS: [&str; 18] = [
    "block",
    "blocks",
    "blocked",
    "blocking",
    "deny",
    "denied",
    "denying",
    "refused",
    "refusing",
    "forbidden",
    "prohibited",
    "rejected",
    "dangerous",
    "protected",
    "not allowed",
    "not permitted",
    "do not",
    "must not",
];

/// Words of people who say that something went wrong. Nothing is refused then.
const FAULTS: [&str; 37] = [
    "cannot",
    "can't",
    "could",
    "couldn't",
    "missing",
    "found",
    "fail",
    "failed",
    "failing",
    "fails",
    "failure",
    "error",
    "errors",
    "usage",
    "install",
    "installed",
    "invalid",
    "unable",
    "require",
    "required",
    "requires",
    "unknown",
    "unexpected",
    "empty",
    "timeout",
    "timed",
    "warning",
    "skip",
    "skipping",
    "skipped",
    "such",
    "exception",
    "exist",
    "exists",
    "malformed",
    "parse",
    "unset",
];

/// Returns the words of a message in lower case, each between blanks.
fn words_of(message: &str) -> String {
    let words = message.split(|it: char| !it.is_alphanumeric() && it != '\'').map(|it| it.trim_matches('\''));
    let words: Vec<String> = words.filter(|it| !it.is_empty()).map(str::to_lowercase).collect();
    format!(" {} ", words.join(" ").replace("don't", "do not"))
}

/// Returns true if a message refuses something.
fn is_refusal(message: &str) -> bool {
    let plain = words_of(message);
    REFUSALS.iter().any(|it| plain.contains(&format!(" {it} ")))
}

/// Returns true if a message has a few words, and none of them is about a failure.
fn is_reason(message: &str) -> bool {
    let plain = words_of(message);
    let literal = plain.split(' ').filter(|it| it.chars().any(char::is_alphabetic));
    literal.count() > 1 && !FAULTS.iter().any(|it| plain.contains(&format!(" {it} ")))
}

/// The pointers of values that were not read.
type Holes = BTreeSet<String>;
