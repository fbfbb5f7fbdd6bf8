//! `hookwire add` and `hookwire remove`: one entry in a settings file.

use std::env;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use hookwire::problems::{Problem, ProblemSeverity};
use hookwire::settings::{CommandHandler, FailureAction, HookEntry, HookHandler, HookShell, add_hook, remove_hook};
use hookwire::validate::{Target, validate};
use hookwire::{Context, Guard, HookEvent, HostVersion};
use serde_json::{Value, json};

use super::input::{context, event};
use crate::args::{Edit, OnFailure};
use crate::files::{self, Unread};
use crate::fix::Change;
use crate::hosts::Hosts;
use crate::project::Person;
use crate::terminal::{agreed, safe, shown_path};
use crate::{Done, Failure, Found};

/// The type of a settings file.
const SETTINGS: &str = "HooksSettings";

/// The placeholder for the folder of the project, in a command without a shell.
const FOLDER: &str = "${CLAUDE_PROJECT_DIR}";

/// The same in a line for a shell, as the start of a word.
const FOLDER_IN_SHELL: &str = "\"$CLAUDE_PROJECT_DIR\"";

/// The name of this program.
const PROGRAM: &str = "hookwire";

/// Adds an entry.
pub fn add(arguments: &Edit, hosts: &Hosts) -> Done {
    let edit = Planned::of(arguments, hosts)?;
    let after = add_hook(&edit.text, &edit.entry).map_err(|error| edit.said(&error.to_string()))?;
    if after == edit.text {
        return edit.nothing("has it already");
    }
    for problem in new_problems(&edit.text, &after, hosts) {
        let said = safe(&format!("{}: {}", problem.pointer, problem.message));
        if problem.severity <= ProblemSeverity::Inert {
            return Err(Failure::Wrong(format!("it would do nothing: {said}")));
        }
        anstream::eprintln!("note: {said}");
    }
    edit.write(after, arguments.yes, "Add it?")
}

/// Removes an entry.
pub fn remove(arguments: &Edit, hosts: &Hosts) -> Done {
    let edit = Planned::of(arguments, hosts)?;
    let after = remove_hook(&edit.text, &edit.entry).map_err(|error| edit.said(&error.to_string()))?;
    if after == edit.text {
        return edit.nothing("does not have it");
    }
    edit.write(after, arguments.yes, "Remove it?")
}

/// An entry, and the file that it is for.
struct Planned {
    entry: HookEntry,
    /// The file, without links.
    path: PathBuf,
    /// The folder that it has to be in.
    inside: PathBuf,
    /// Its text. Empty if it is not there.
    text: String,
    is_new: bool,
}

impl Planned {
    fn of(arguments: &Edit, hosts: &Hosts) -> Result<Self, Failure> {
        let event = event(&arguments.event)?;
        let (path, mut inside) = place(arguments)?;
        let handler = match &arguments.entry {
            Some(entry) => serde_json::from_str(entry)
                .map_err(|error| Failure::Wrong(format!("`--entry` has to be a JSON object: {error}")))?,
            None => handler(event, arguments, hosts)?,
        };
        let entry = HookEntry::new(event.as_str(), handler);
        let entry = match &arguments.matcher {
            Some(matcher) => entry.with_matcher(matcher),
            None => entry,
        };
        // In a project, a link may lead anywhere. The user's own files may be where the user wants them.
        let within = (!arguments.user).then_some(&*inside);
        let (path, text, is_new) = match files::real(&path, within) {
            Ok(real) => {
                let bytes = fs::read(&real).map_err(|error| unreadable(&path, &error))?;
                // Bytes that are no text would not survive.
                let text = String::from_utf8(bytes).map_err(|_| unreadable(&path, &"it is not UTF-8"))?;
                if arguments.user {
                    inside = real.parent().unwrap_or(&real).to_owned();
                }
                (real, text, false)
            }
            Err(Unread::Missing) => (path, String::new(), true),
            Err(why) => return Err(unreadable(&path, &why)),
        };
        Ok(Self { entry, path, inside, text, is_new })
    }

    fn said(&self, why: &str) -> Failure {
        Failure::Unreadable(format!("{} was not changed: {why}", shown_path(&self.path)))
    }

    /// Says that there is nothing to do.
    fn nothing(&self, why: &str) -> Done {
        writeln!(anstream::stdout(), "{} {why}: nothing to do", shown_path(&self.path))?;
        Ok(Found::Nothing)
    }

    /// Shows what changes, asks, and writes it.
    fn write(self, after: String, is_sure: bool, question: &str) -> Done {
        let change = Change::of_edit(&self.path, self.text.clone(), after, self.is_new);
        let mut out = anstream::stdout().lock();
        write!(out, "{}", safe_lines(&change.diff()))?;
        out.flush()?;
        if !is_sure {
            if !io::stdin().is_terminal() {
                return Err(Failure::Wrong(
                    "nothing was changed: there is no terminal to ask on. Add `--yes`".to_owned(),
                ));
            }
            if !agreed(question)? {
                writeln!(out, "Nothing was changed.")?;
                return Ok(Found::Nothing);
            }
        }
        change.write(&self.inside).map_err(Failure::Unreadable)?;
        writeln!(out, "Changed {}.", shown_path(&self.path))?;
        Ok(Found::Nothing)
    }
}

fn unreadable(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::Unreadable(format!("{}: {why}", shown_path(path)))
}

/// Returns a text whose lines cannot move the cursor.
fn safe_lines(text: &str) -> String {
    text.lines().map(|line| safe(line) + "\n").collect()
}

/// Returns the settings file, and the folder that it has to be in.
fn place(arguments: &Edit) -> Result<(PathBuf, PathBuf), Failure> {
    let project = arguments.folder.clone().unwrap_or_else(|| PathBuf::from("."));
    let project = fs::canonicalize(&project).map_err(|error| unreadable(&project, &error))?;
    if let Some(file) = &arguments.file {
        let folder = file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).map_err(|error| unreadable(folder, &error))?;
        let name = file.file_name().ok_or_else(|| Failure::Wrong("`--file` has to be a file".to_owned()))?;
        return Ok((folder.join(name), folder));
    }
    if arguments.user {
        let config = Person::of_environment().config;
        let config =
            config.ok_or_else(|| Failure::Unreadable("the home folder is not known: write `--file`".to_owned()))?;
        return Ok((config.join("settings.json"), config));
    }
    let name = if arguments.project { "settings.json" } else { "settings.local.json" };
    Ok((project.join(".claude").join(name), project))
}

/// Returns the entry for a command. Where a version of the host does not know what it needs, it is a line for a shell.
fn handler(event: HookEvent, arguments: &Edit, hosts: &Hosts) -> Result<Value, Failure> {
    let project = arguments.folder.clone().unwrap_or_else(|| PathBuf::from("."));
    let project = fs::canonicalize(&project).map_err(|error| unreadable(&project, &error))?;
    let mut words: Vec<Word> = arguments.command.iter().map(|it| Word::of(it, &project, arguments.user)).collect();
    if words.is_empty() {
        return Err(Failure::Wrong(format!("what does the hook run? Write `{PROGRAM} add {event} -- bash guard.sh`")));
    }
    if !arguments.plain {
        let mut run = vec![Word::plain(&this_program(arguments.project)), Word::plain("run")];
        run.extend(arguments.limit.iter().flat_map(|it| ["--limit", it]).map(Word::plain));
        run.push(Word::plain("--"));
        words.splice(0..0, run);
    }
    let is_guard = match arguments.on_failure {
        None => Guard::of(event) == Guard::Closed,
        Some(wish) => wish == OnFailure::Block,
    };
    let made = |handler: CommandHandler| {
        let handler = if is_guard { handler.with_on_failure(FailureAction::Block) } else { handler };
        let handler = match arguments.timeout {
            Some(timeout) => handler.with_timeout(timeout),
            None => handler,
        };
        serde_json::to_value(HookHandler::from(handler)).map_err(|error| Failure::Wrong(error.to_string()))
    };
    let (program, rest) = words.split_at(1);
    let program: String = program.iter().map(Word::placeholder).collect();
    let direct = made(CommandHandler::new(program).with_args(rest.iter().map(Word::placeholder).collect::<Vec<_>>()))?;
    let is_known = |it: &Option<HostVersion>| is_accepted(event, arguments, &direct, &context(it.as_ref()));
    if hosts.each().iter().all(is_known) {
        return Ok(direct);
    }
    let line: Vec<String> = words.iter().map(Word::in_shell).collect();
    let line = line.join(" ");
    // A program that is missing has the exit code 127, which opens a guard.
    let line = if is_guard { format!("{line} || exit 2") } else { line };
    made(CommandHandler::new(line)).map(|mut it| {
        if let Some(entry) = it.as_object_mut() {
            entry.retain(|key, value| is_needed(event, arguments, key, value, hosts));
        }
        it
    })
}

/// Returns true if a version of the host takes an entry.
fn is_accepted(event: HookEvent, arguments: &Edit, handler: &Value, context: &Context) -> bool {
    let document = document(event, arguments, handler);
    problems(&document, context).iter().all(|it| it.severity > ProblemSeverity::Ignored)
}

/// Returns true if each version of the host knows a key of an entry.
fn is_needed(event: HookEvent, arguments: &Edit, key: &str, value: &Value, hosts: &Hosts) -> bool {
    let shell = serde_json::to_value(HookHandler::from(CommandHandler::new("true").with_shell(HookShell::Bash)));
    let mut with = shell.unwrap_or_default();
    if let Some(entry) = with.as_object_mut() {
        entry.retain(|it, _| it != "shell");
        entry.insert(key.to_owned(), value.clone());
    }
    hosts.each().iter().all(|it| is_accepted(event, arguments, &with, &context(it.as_ref())))
}

fn document(event: HookEvent, arguments: &Edit, handler: &Value) -> Value {
    let mut group = json!({"hooks": [handler]});
    if let Some(matcher) = &arguments.matcher {
        group["matcher"] = matcher.as_str().into();
    }
    json!({"hooks": {event.as_str(): [group]}})
}

fn problems(document: &Value, context: &Context) -> Vec<Problem> {
    Target::named(SETTINGS).map_or_else(|_| Vec::new(), |target| validate(document, &target, context))
}

/// Returns what is wrong with a text, and was not before.
fn new_problems(before: &str, after: &str, hosts: &Hosts) -> Vec<Problem> {
    let context = context(hosts.newest());
    let of = |text: &str| {
        let text = text.trim_start_matches('\u{feff}');
        let document = serde_json::from_str(text).unwrap_or_else(|_| json!({}));
        problems(&document, &context)
    };
    let old = of(before);
    let is_new = |it: &Problem| !old.iter().any(|old| old.pointer == it.pointer && old.code == it.code);
    of(after).into_iter().filter(is_new).collect()
}

/// Returns how this program is started from settings.
fn this_program(is_shared: bool) -> String {
    if is_shared {
        // Others have it elsewhere.
        return PROGRAM.to_owned();
    }
    let this = env::current_exe().and_then(fs::canonicalize);
    let path = env::var_os("PATH").unwrap_or_default();
    // A link that stays when the program is updated is better than what it leads to now.
    let is_this = |it: &PathBuf| it.is_absolute() && fs::canonicalize(it).ok() == this.as_ref().ok().cloned();
    let found = env::split_paths(&path).map(|it| it.join(PROGRAM)).find(is_this);
    let found = found.or_else(|| this.as_ref().ok().cloned());
    found.map_or_else(|| PROGRAM.to_owned(), |it| it.to_string_lossy().into_owned())
}

/// A word of a command.
struct Word {
    /// It begins with the folder of the project.
    is_in_project: bool,
    text: String,
}

impl Word {
    fn plain(text: &str) -> Self {
        Self { is_in_project: false, text: text.to_owned() }
    }

    /// Makes a word of a path in the project independent of the folder in which the host runs a hook.
    fn of(text: &str, project: &Path, is_user: bool) -> Self {
        let is_path = text.contains('/') && !text.starts_with('-') && !text.contains('$');
        let real = if is_path { fs::canonicalize(project.join(text)).ok() } else { None };
        match real.as_ref().map(|it| (it, it.strip_prefix(project))) {
            Some((_, Ok(inside))) if !is_user => {
                Self { is_in_project: true, text: format!("/{}", inside.to_string_lossy()) }
            }
            Some((real, _)) if !Path::new(text).is_absolute() => Self::plain(&real.to_string_lossy()),
            _ => Self::plain(text),
        }
    }

    /// Returns the word for a command without a shell.
    fn placeholder(&self) -> String {
        format!("{}{}", if self.is_in_project { FOLDER } else { "" }, self.text)
    }

    /// Returns the word for a line of a shell.
    fn in_shell(&self) -> String {
        let is_plain = |it: char| it.is_ascii_alphanumeric() || "_-./=:,+@%".contains(it);
        let text = if !self.text.is_empty() && self.text.chars().all(is_plain) {
            self.text.clone()
        } else {
            format!("'{}'", self.text.replace('\'', r"'\''"))
        };
        format!("{}{text}", if self.is_in_project { FOLDER_IN_SHELL } else { "" })
    }
}
