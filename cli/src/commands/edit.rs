//! `hookwire add` and `hookwire remove`: one entry in a settings file.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hookwire::host::time_limit;
use hookwire::problems::{Problem, ProblemCode, ProblemSeverity};
use hookwire::settings::{CommandHandler, FailureAction, HookEntry, HookHandler, HookShell, add_hook, remove_hook};
use hookwire::shell::{ReachedBy, ShellCommand, commands};
use hookwire::validate::{Target, validate};
use hookwire::{Context, Guard, HandlerEntry, HookEvent, HostVersion};
use serde_json::{Value, json};

use super::input::{context, event};
use crate::args::{Edit, OnFailure};
use crate::files::{self, Unread};
use crate::fix::Change;
use crate::hosts::Hosts;
use crate::knowledge::host;
use crate::knowledge::unknown_tools;
use crate::knowledge::wire::{FOLDER_VARIABLE, MATCHER};
use crate::project::{HOOKS, Person};
use crate::script::range_of;
use crate::terminal::{agreed, safe, shown_path};
use crate::text::Document;
use crate::{Done, Failure, Found};

/// The type of a settings file.
const SETTINGS: &str = "HooksSettings";

/// The most bytes of a settings file.
const LARGEST: u64 = 16 << 20;

/// The part of the host's time limit that the command has.
const SHARE: f64 = 0.9;

/// The endings of scripts.
const SCRIPTS: [&str; 8] = ["sh", "bash", "py", "js", "mjs", "cjs", "ts", "rb"];

/// The name of this program.
const PROGRAM: &str = "hookwire";

/// Adds an entry.
pub fn add(arguments: &Edit, hosts: &Hosts) -> Done {
    let edit = Planned::of(arguments, hosts)?;
    let mut after = add_hook(&edit.text, &edit.entry).map_err(|error| edit.said(&error.to_string()))?;
    if after == edit.text {
        return edit.nothing("has it already");
    }
    if !edit.is_new && edit.text.trim().is_empty() {
        // `remove` deletes a file that `add` has made, and knows it by its text. This one was there.
        after.truncate(after.trim_end().len());
    }
    for problem in new_problems(&edit.text, &after, hosts) {
        let said = format!("{}: {}", safe(&problem.pointer), safe(&problem.message));
        if problem.severity <= ProblemSeverity::Inert {
            // The hook of an entry with such a part runs.
            let what = if problem.code == ProblemCode::WithoutEffect { "a part of it" } else { "it" };
            return Err(Failure::Wrong(format!("{what} would do nothing: {said}")));
        }
        anstream::eprintln!("note: {said}");
    }
    for said in edit.notes(arguments) {
        anstream::eprintln!("note: {}", safe(&said));
    }
    for (line, it) in edit.equal(arguments) {
        let named = named(&it);
        anstream::eprintln!(
            "note: line {line} has this command with other options, and both will run. `remove` takes {named}"
        );
    }
    edit.write(Some(after), arguments, "Add it?")
}

/// Removes an entry.
pub fn remove(arguments: &Edit, hosts: &Hosts) -> Done {
    let mut edit = Planned::of(arguments, hosts)?;
    // With an option, it is the entry that `add` writes with it.
    let is_exact = arguments.entry.is_some()
        || arguments.plain
        || arguments.timeout.is_some()
        || arguments.limit.is_some()
        || arguments.require_reply
        || arguments.on_failure.is_some();
    if !is_exact {
        let mut equal = edit.equal(arguments);
        match equal.len() {
            0 => {}
            1 => edit.entry.hook = equal.remove(0).1,
            // With a version, it is the entry that `add` writes for it.
            _ if hosts.newest().is_some() && equal.iter().any(|(_, it)| *it == edit.entry.hook) => {}
            _ => return Err(several(&edit.path, &equal)),
        }
    }
    let after = remove_hook(&edit.text, &edit.entry).map_err(|error| edit.said(&error.to_string()))?;
    if after == edit.text {
        edit.nothing("does not have it")?;
        if let Some(said) = edit.elsewhere(arguments) {
            writeln!(anstream::stdout(), "{}", safe(&said))?;
        }
        return Ok(Found::Something);
    }
    // A file that has nothing else is the one that `add` has made.
    let is_all = add_hook("", &edit.entry).is_ok_and(|it| it == edit.text);
    edit.write((!is_all).then_some(after), arguments, "Remove it?")
}

/// Returns the option that names an entry.
fn named(entry: &Value) -> String {
    safe(&format!("--entry '{}'", entry.to_string().replace('\'', r"'\''")))
}

/// Says that several entries have this command, and how they differ.
fn several(path: &Path, all: &[(usize, Value)]) -> Failure {
    for (line, it) in all {
        anstream::eprintln!("  line {line}: {}", named(it));
    }
    Failure::Wrong(format!(
        "{} has {} hooks with this command. Write the options that `add` had, such as `--plain`, or one of the entries above instead of the command",
        shown_path(path),
        all.len()
    ))
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
    /// Keeps others who use this program from changing the file.
    lock: Option<File>,
}

/// Locks the folder of a file, where the system can. The lock ends with the file that is returned.
fn locked(path: &Path) -> Option<File> {
    let folder = File::open(path.ancestors().skip(1).find(|it| it.is_dir())?).ok()?;
    folder.lock().ok()?;
    Some(folder)
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
        let entry = entry(event, arguments, handler);
        // In a project, a link may lead anywhere. The user's own files may be where the user wants them.
        let within = (!arguments.user).then_some(&*inside);
        // One after another: a change of another process in between would be lost. Not while a question is asked.
        let lock = if arguments.yes { Some(locked(&path)) } else { None };
        let (path, text, is_new) = match files::real(&path, within) {
            Ok(real) => {
                let opened = files::open(&real).map_err(|error| unreadable(&path, &error))?;
                let (file, _) = opened.ok_or_else(|| unreadable(&path, &"it is not a regular file"))?;
                let bytes = files::bounded(file, LARGEST).map_err(|error| unreadable(&path, &error))?;
                let bytes = bytes.ok_or_else(|| unreadable(&path, &"it is too large for settings"))?;
                // Bytes that are no text would not survive.
                let text = String::from_utf8(bytes).map_err(|_| unreadable(&path, &"it is not UTF-8"))?;
                if arguments.user {
                    inside = real.parent().unwrap_or(&real).to_owned();
                }
                (real, text, false)
            }
            Err(Unread::Missing) => {
                files::place_for(&path, within).map_err(|why| unreadable(&path, &why))?;
                (path, String::new(), true)
            }
            Err(why) => return Err(unreadable(&path, &why)),
        };
        Ok(Self { entry, path, inside, text, is_new, lock: lock.flatten() })
    }

    fn said(&self, why: &str) -> Failure {
        Failure::Unreadable(format!("{} was not changed: {why}", shown_path(&self.path)))
    }

    /// Returns what is not certain to be wrong, and good to know.
    fn notes(&self, arguments: &Edit) -> Vec<String> {
        let mut notes = Vec::new();
        let project = project(arguments).unwrap_or_default();
        let words = match line_of(arguments) {
            Some(line) => Line::of(line, &project, arguments.user).words,
            None => arguments.command.iter().map(|it| (it.clone(), Word::of(it, &project, arguments.user))).collect(),
        };
        for (word, it) in words {
            let path =
                if it.is_in_project { project.join(it.text.trim_start_matches('/')) } else { PathBuf::from(&it.text) };
            if (it.is_in_project || it.text != word) && !path.exists() {
                notes.push(format!("`{word}` does not exist yet. Until it does, the hook fails each time"));
            }
        }
        let matcher = arguments.matcher.as_deref().unwrap_or_default();
        notes.extend(unknown_tools(&self.entry.event, matcher));
        if arguments.project && !arguments.plain {
            notes.push(format!("everybody who uses the project needs `{PROGRAM}` in `PATH`"));
        }
        notes
    }

    /// Says that there is nothing to do.
    fn nothing(&self, why: &str) -> Done {
        writeln!(anstream::stdout(), "{} {why}: nothing to do", shown_path(&self.path))?;
        Ok(Found::Nothing)
    }

    /// Shows what changes, asks, and writes it.
    fn write(self, after: Option<String>, arguments: &Edit, question: &str) -> Done {
        let is_gone = after.is_none();
        let change = match after {
            Some(after) => Change::of_edit(&self.path, self.text.clone(), after, self.is_new),
            None => Change::of_removal(&self.path, self.text.clone()),
        };
        let mut out = anstream::stdout().lock();
        write!(out, "{}", safe_lines(&change.diff()))?;
        out.flush()?;
        if arguments.dry_run {
            return Ok(Found::Nothing);
        }
        if !arguments.yes {
            if !io::stdin().is_terminal() {
                let why = "nothing was changed: there is no terminal to ask on. Write `--yes` before `--`";
                return Err(Failure::Refused(why.to_owned()));
            }
            if !agreed(question)? {
                return Err(Failure::Refused("nothing was changed".to_owned()));
            }
        }
        let _lock = self.lock.or_else(|| locked(&self.path));
        change.write(&self.inside).map_err(Failure::Unreadable)?;
        let done = if is_gone { "Removed" } else { "Changed" };
        writeln!(out, "{done} {}.", shown_path(&self.path))?;
        Ok(Found::Nothing)
    }

    /// Says where the command is: in another file, under another matcher, or with other options.
    fn elsewhere(&self, arguments: &Edit) -> Option<String> {
        let project = project(arguments).ok()?.join(host::FOLDER);
        let user = Person::of_environment().config.map(|it| (" --user", it.join(host::SETTINGS)));
        let files = [("", project.join(host::LOCAL_SETTINGS)), (" --project", project.join(host::SETTINGS))];
        let event = self.entry.event.as_str();
        files.into_iter().chain(user).find_map(|(place, path)| {
            let document = Document::of_json(files::read(&path, None).ok()?);
            let groups = document.value.get(HOOKS)?.get(event)?.as_array()?;
            let matchers = groups.iter().map(|it| it.get(MATCHER).and_then(Value::as_str).unwrap_or_default());
            let matcher = matchers.into_iter().find(|it| !self.equal_under(&document, it).is_empty())?;
            let matcher = if matcher.is_empty() { String::new() } else { format!(" --matcher {}", quoted(matcher)) };
            let words: Vec<String> = arguments.command.iter().map(|it| Word::plain(it).in_shell()).collect();
            let folder = arguments.folder.as_ref().map(|it| it.to_string_lossy());
            let folder = folder.map_or_else(String::new, |it| format!(" --folder {}", Word::plain(&it).in_shell()));
            let line = format!("{PROGRAM} remove {event}{matcher}{folder}{place} -- {}", words.join(" "));
            Some(format!("{} has this command. Write `{line}`", shown_path(&path)))
        })
    }

    /// Returns the entries in the file that start the same command on the same event, with their lines.
    fn equal(&self, arguments: &Edit) -> Vec<(usize, Value)> {
        let document = Document::of_json(self.text.trim_start_matches('\u{feff}').to_owned());
        self.equal_under(&document, arguments.matcher.as_deref().unwrap_or_default())
    }

    /// Returns those under a matcher.
    fn equal_under(&self, document: &Document, matcher: &str) -> Vec<(usize, Value)> {
        let wanted = words_of(&self.entry.hook);
        let plain = |it: &str| if it == "*" { String::new() } else { it.to_owned() };
        let matcher = plain(matcher);
        let event = self.entry.event.as_str();
        let mut found = Vec::new();
        let groups = document.value.get(HOOKS).and_then(|it| it.get(event)).and_then(Value::as_array);
        for (at, group) in groups.into_iter().flatten().enumerate() {
            if plain(group.get(MATCHER).and_then(Value::as_str).unwrap_or_default()) != matcher {
                continue;
            }
            let all = group.get(HOOKS).and_then(Value::as_array).into_iter().flatten().enumerate();
            for (index, it) in all.filter(|(_, it)| words_of(it) == wanted) {
                let place = document.place(&format!("/{HOOKS}/{event}/{at}/{HOOKS}/{index}")).value;
                found.push((document.text.position(place.start).line, it.clone()));
            }
        }
        found
    }
}

/// Returns a matcher as a shell reads it.
pub fn quoted(matcher: &str) -> String {
    let is_plain = matcher.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    if is_plain { matcher.to_owned() } else { format!("'{}'", matcher.replace('\'', r"'\''")) }
}

/// Returns the words that an entry starts, without what `add` writes around them.
fn words_of(handler: &Value) -> Vec<String> {
    let Ok(CommandHandler { command, args, .. }) = serde_json::from_value(handler.clone()) else { return Vec::new() };
    let filled = |it: &str| it.replace(&format!("${FOLDER_VARIABLE}"), &braced());
    let mut words: Vec<String> = match args {
        Some(all) => std::iter::once(command).chain(all).map(|it| filled(&it)).collect(),
        // As `add` writes it for versions that do not know arguments.
        None => words_of_line(command.strip_suffix(CLOSED).unwrap_or(&command)),
    };
    let program = words.first().and_then(|it| it.rsplit(['/', '\\']).next()).unwrap_or_default();
    let is_run = program.trim_end_matches(".exe") == PROGRAM && words.get(1).is_some_and(|it| it == "run");
    if let Some(at) = words.iter().position(|it| it == "--").filter(|_| is_run) {
        words.drain(..=at);
    }
    // Somebody writes the line itself, and `add` a shell for it.
    match words.as_slice() {
        [shell, option, line] if shell == "sh" && option == "-c" => words_of_line(line),
        _ => words,
    }
}

/// Returns the words of a line for a shell that is one command, and the line itself otherwise.
fn words_of_line(line: &str) -> Vec<String> {
    let line = line.replace(&format!("${FOLDER_VARIABLE}"), &braced());
    let is_outer = |it: &&ShellCommand| !it.reached.iter().any(|it| INNER.contains(it));
    let read = commands(&line, "bash").commands;
    match read.iter().filter(is_outer).collect::<Vec<_>>().as_slice() {
        [one] if one.assignments.is_empty() && one.redirections.is_empty() => {
            one.words.iter().map(|it| it.text.clone()).collect()
        }
        _ => vec![line],
    }
}

/// Returns the placeholder for the folder of the project.
fn braced() -> String {
    format!("${{{FOLDER_VARIABLE}}}")
}

/// The option of `hookwire run` by which silence blocks.
pub const REQUIRE_REPLY: &str = "--require-reply";

/// What makes a guard of a line for a shell: a program that is missing has the exit code 127, which opens one.
const CLOSED: &str = " || exit 2";

fn unreadable(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::Unreadable(format!("{}: {why}", shown_path(path)))
}

/// Returns a text whose lines cannot move the cursor.
fn safe_lines(text: &str) -> String {
    text.lines().map(|line| safe(line) + "\n").collect()
}

/// Returns the folder of the project.
fn project(arguments: &Edit) -> Result<PathBuf, Failure> {
    let project = arguments.folder.as_deref().unwrap_or(Path::new("."));
    fs::canonicalize(project).map_err(|error| unreadable(project, &error))
}

/// Returns the settings file, and the folder that it has to be in.
fn place(arguments: &Edit) -> Result<(PathBuf, PathBuf), Failure> {
    let project = project(arguments)?;
    if let Some(file) = &arguments.file {
        let whole = std::path::absolute(file).map_err(|error| unreadable(file, &error))?;
        if let Ok(inner) = whole.strip_prefix(&project) {
            return Ok((project.join(inner), project));
        }
        let folder = file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).map_err(|error| unreadable(folder, &error))?;
        let name = file.file_name().ok_or_else(|| Failure::Wrong("`--file` has to be a file".to_owned()))?;
        return Ok((folder.join(name), folder));
    }
    if arguments.user {
        let config = Person::of_environment().config;
        let config =
            config.ok_or_else(|| Failure::Unreadable("the home folder is not known: write `--file`".to_owned()))?;
        return Ok((config.join(host::SETTINGS), config));
    }
    let name = if arguments.project { host::SETTINGS } else { host::LOCAL_SETTINGS };
    Ok((project.join(host::FOLDER).join(name), project))
}

/// Returns the entry for a command. Where a version of the host does not know what it needs, it is a line for a shell.
fn handler(event: HookEvent, arguments: &Edit, hosts: &Hosts) -> Result<Value, Failure> {
    let project = project(arguments)?;
    if arguments.command.is_empty() {
        return Err(Failure::Wrong(
            "what does the hook run? Write its command behind `--`: `-- bash guard.sh`".to_owned(),
        ));
    }
    let mut words: Vec<Word> = match line_of(arguments) {
        None => arguments.command.iter().map(|it| Word::of(it, &project, arguments.user)).collect(),
        // The shell would take the name apart.
        Some(line) if project.join(line).is_file() => {
            return Err(Failure::Wrong(format!(
                "`{line}` is a file, and one word with spaces is a line for a shell: write the program, too, such as `bash '{line}'`"
            )));
        }
        Some(line) => {
            let line = Line::of(line, &project, arguments.user);
            if let Some(word) = line.relative {
                return Err(Failure::Wrong(format!(
                    "`{word}` in this line depends on the folder in which the hook runs: write `\"${FOLDER_VARIABLE}\"/{}`",
                    word.trim_start_matches("./")
                )));
            }
            ["sh", "-c", &line.text].map(Word::plain).into()
        }
    };
    let limit = limit(event, arguments, hosts)?;
    if !arguments.plain {
        let mut run = vec![Word::plain(&this_program(arguments.project)), Word::plain("run")];
        run.extend(limit.iter().flat_map(|it| ["--limit", it]).map(Word::plain));
        run.extend(arguments.require_reply.then(|| Word::plain(REQUIRE_REPLY)));
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
    let line = if is_guard { line + CLOSED } else { line };
    made(CommandHandler::new(line)).map(|mut it| {
        if let Some(entry) = it.as_object_mut() {
            entry.retain(|key, value| is_needed(event, arguments, key, value, hosts));
        }
        it
    })
}

/// Returns the time limit for `hookwire run`: it has to answer before the host ends it.
fn limit(event: HookEvent, arguments: &Edit, hosts: &Hosts) -> Result<Option<String>, Failure> {
    let usual = serde_json::to_value(HookHandler::from(CommandHandler::new(""))).unwrap_or_default();
    let of_host = HandlerEntry::try_from(usual).map(|it| time_limit(&it, event.as_str(), hosts.newest()));
    let of_host = of_host.unwrap_or(Duration::MAX);
    match (arguments.limit, arguments.timeout) {
        (Some(limit), Some(timeout)) if limit.0.as_secs_f64() >= timeout => {
            Err(Failure::Wrong("`--limit` has to be less than `--timeout`: the host ends the hook then".to_owned()))
        }
        (Some(limit), None) if limit.0 >= of_host => {
            let most = of_host.as_secs_f64();
            Err(Failure::Wrong(format!("the host ends the hook after {most} s: give it a longer `--timeout`, too")))
        }
        (Some(limit), _) => Ok(Some(format!("{}s", limit.0.as_secs_f64()))),
        (None, Some(timeout)) => Ok(Some(format!("{}ms", (timeout * SHARE * 1000.0).round()))),
        (None, None) => Ok(None),
    }
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

/// Returns settings with this entry alone.
fn document(event: HookEvent, arguments: &Edit, handler: &Value) -> Value {
    let text = add_hook("", &entry(event, arguments, handler.clone())).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

fn entry(event: HookEvent, arguments: &Edit, handler: Value) -> HookEntry {
    let entry = HookEntry::new(event.as_str(), handler);
    match &arguments.matcher {
        Some(matcher) => entry.with_matcher(matcher),
        None => entry,
    }
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
    let found =
        env::split_paths(&path).map(|it| it.join(format!("{PROGRAM}{}", env::consts::EXE_SUFFIX))).find(is_this);
    let found = found.or_else(|| env::current_exe().ok());
    found.map_or_else(|| PROGRAM.to_owned(), |it| it.to_string_lossy().into_owned())
}

/// Returns the line for a shell that is in the place of a command: as in `try`, one word with spaces.
fn line_of(arguments: &Edit) -> Option<&str> {
    match arguments.command.as_slice() {
        [line] if line.contains(char::is_whitespace) => Some(line),
        _ => None,
    }
}

/// A line for a shell.
struct Line {
    /// Its text, with paths in the project that do not depend on the folder in which the host runs a hook.
    text: String,
    /// Its words, as they were written.
    words: Vec<(String, Word)>,
    /// A path in the project, in quotes or in a substitution, where another one would have to be written in another way.
    relative: Option<String>,
}

impl Line {
    fn of(line: &str, project: &Path, is_user: bool) -> Self {
        let read = commands(line, "bash");
        let mut found = Self { text: line.to_owned(), words: Vec::new(), relative: None };
        let mut changes = BTreeMap::new();
        for command in &read.commands {
            let targets = command.redirections.iter().map(|it| &it.target);
            for word in command.words.iter().chain(targets).filter(|it| it.literal) {
                let path = Word::of(&word.text, project, is_user);
                if path.is_in_project || path.text != word.text {
                    let is_inner = command.reached.iter().any(|it| INNER.contains(it));
                    if is_inner {
                        found.relative = Some(word.text.clone());
                    } else {
                        changes.insert(range_of(word).start, (range_of(word), path.in_shell()));
                    }
                }
                found.words.push((word.text.clone(), path));
            }
            // What follows is in the other folder.
            if command.name.as_deref() == Some("cd") {
                break;
            }
        }
        for (range, text) in changes.into_values().rev() {
            found.text.replace_range(range, &text);
        }
        found
    }
}

/// Where a word can be inside of quotes.
const INNER: [ReachedBy; 5] =
    [ReachedBy::Substitution, ReachedBy::HereDocument, ReachedBy::Text, ReachedBy::Argument, ReachedBy::Remote];

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
        let path = Path::new(text);
        let can_be = !text.starts_with('-') && !text.contains(['$', '\n']) && !text.contains("://");
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        // What the word says counts, too: the script can be written later, or be gone when its entry is removed.
        let is_script = text.starts_with("./") || path.starts_with(host::FOLDER) || SCRIPTS.contains(&ending);
        let whole = std::path::absolute(project.join(path)).unwrap_or_else(|_| project.join(path));
        // The file itself can be a link that matters: the Python of a virtual environment is one.
        let folder = whole.parent().and_then(|it| fs::canonicalize(it).ok());
        let whole = match (folder, whole.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => whole.components().collect(),
        };
        if !can_be || !(is_script || (text.contains('/') && whole.exists())) {
            return Self::plain(text);
        }
        match whole.strip_prefix(project) {
            Ok(inside) if !is_user => {
                Self { is_in_project: true, text: format!("/{}", inside.to_string_lossy().replace('\\', "/")) }
            }
            _ if path.is_absolute() => Self::plain(text),
            _ => Self::plain(&whole.to_string_lossy()),
        }
    }

    /// Returns the word for a command without a shell.
    fn placeholder(&self) -> String {
        if self.is_in_project { braced() + &self.text } else { self.text.clone() }
    }

    /// Returns the word for a line of a shell.
    fn in_shell(&self) -> String {
        let is_plain = |it: char| it.is_ascii_alphanumeric() || "_-./=:,+@%".contains(it);
        let text = if !self.text.is_empty() && self.text.chars().all(is_plain) {
            self.text.clone()
        } else {
            format!("'{}'", self.text.replace('\'', r"'\''"))
        };
        if self.is_in_project { format!("\"${FOLDER_VARIABLE}\"{text}") } else { text }
    }
}
