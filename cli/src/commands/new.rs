//! `hookwire new`: a hook that works, its tests, and how to register it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstyle::Style;
use hookwire::host::{Outcome, OutcomeAction, SettingsPlace, SettingsSource, exited, interpret, select};
use hookwire::settings::matcher_value;
use hookwire::shell::commands_of;
use hookwire::testing::sample;
use hookwire::verbs::{ArgumentKind, VERBS, Verb};
use hookwire::{AnyCall, Guard, HookEvent, HostVersion, Reply};
use serde_json::{Value, json};

use super::edit::{REQUIRE_REPLY, quoted};
use super::input::{ARGUMENTS, EVENT, TOOL, context, event, sample_in, whole};
use super::part::EVENT_FIELDS;
use crate::args::{Language, New};
use crate::files::{self, Unread};
use crate::knowledge::host::{self, HOOKS_FOLDER};
use crate::knowledge::wire::{FOLDER_VARIABLE, MATCHER};
use crate::knowledge::{COOKBOOK, SCHEMAS, nearest};
use crate::project::{HOOKS, Sources};
use crate::session::{Answer, Policy};
use crate::terminal::shown_path;
use crate::{Done, Failure, Found};

const BOLD: Style = Style::new().bold();

/// The file with the tests of the hooks in that folder.
const TESTS: &str = "hooks.test.toml";

/// What the hook looks for, if the event is about a line of a shell.
const COMMAND: &str = "git push";

/// What the hook looks for otherwise.
const CHANGE: &str = "change me";

/// What the hook does not look for, in its tests.
const OTHER_COMMAND: &str = "git status";
const OTHER: &str = "something else";

/// Runs the command.
pub fn new(arguments: &New) -> Done {
    let wanted = arguments.event.as_deref().map(event).transpose()?;
    if let Some(like) = &arguments.like {
        return copied(wanted, like, arguments);
    }
    let event = wanted.ok_or_else(|| {
        Failure::Wrong(
            "which event? `hookwire events` lists them; `--like HOOK` copies a hook of the cookbook".to_owned(),
        )
    })?;
    let tool = arguments.tool.as_deref();
    let hook = Hook::new(event, tool, arguments.language, arguments.require_reply)?;
    let name = arguments.name.clone().unwrap_or_else(|| hook.usual_name());
    if !is_name(&name) {
        return Err(Failure::Wrong(format!("`--name {name}`: write letters, digits and `-`, such as `no-push`")));
    }
    let files: Vec<NewFile> = hook.files(&name).into_iter().map(NewFile::of).collect();
    let written = write_all(arguments, files, &hook.tests()?)?;
    let mut all = steps(arguments.language, &name);
    let options = if arguments.require_reply { format!("{REQUIRE_REPLY} ") } else { String::new() };
    let program = program(arguments.language, &name);
    let events = hook.events().map(|it| (it.as_str(), tool));
    all.extend(added(events, arguments.language, &options, &program));
    all.push("hookwire test".to_owned());
    finished(&written, &all)
}

/// Writes a hook of the cookbook, and its test.
fn copied(event: Option<HookEvent>, like: &str, arguments: &New) -> Done {
    let all = COOKBOOK.iter().find(|(name, _)| *name == like).map(|(_, files)| *files);
    let files = all.ok_or_else(|| {
        let near = nearest(like, COOKBOOK.iter().map(|(name, _)| *name));
        let near = near.map_or_else(String::new, |it| format!(" Did you mean `{it}`?"));
        let all: Vec<&str> = COOKBOOK.iter().map(|(name, _)| *name).collect();
        Failure::Wrong(format!("the cookbook has no `{like}`.{near} It has {}", all.join(", ")))
    })?;
    let file = |name: &str| files.iter().find(|(it, _)| *it == name).map(|(_, text)| *text);
    let settings: Value = file(host::SETTINGS).and_then(|it| serde_json::from_str(it).ok()).unwrap_or_default();
    let events = settings[HOOKS].as_object().cloned().unwrap_or_default();
    if event.is_some_and(|it| !events.contains_key(it.as_str())) {
        let all: Vec<&str> = events.keys().map(String::as_str).collect();
        return Err(Failure::Wrong(format!("`{like}` is for {}", all.join(", "))));
    }
    let language = arguments.language;
    let name = arguments.name.clone().unwrap_or_else(|| like.to_owned());
    if !is_name(&name) {
        return Err(Failure::Wrong(format!("`--name {name}`: write letters, digits and `-`, such as `no-push`")));
    }
    let sources: &[&str] = match language {
        Language::Bash => &["run.sh", "hook.sh"],
        Language::Python => &["hook.py"],
        Language::Javascript => &["hook.mjs"],
        Language::Rust => &["hook.rs"],
    };
    let source = sources.iter().find_map(|it| file(it));
    let source = source.ok_or_else(|| Failure::Wrong(format!("`{like}` is not written in this language")))?;
    let program = program(language, &name);
    let path = if language == Language::Rust { format!("{name}/src/main.rs") } else { program.clone() };
    let mut new = vec![NewFile::of((path, source.to_owned()))];
    if language == Language::Rust {
        let manifest = include_str!("../../templates/Cargo.toml.in").replace("{name}", &name);
        let manifest = manifest.replace("{version}\"", &format!("{}\"\nserde_json = \"1\"", env!("HOOKWIRE_VERSION")));
        new.push(NewFile::of((format!("{name}/Cargo.toml"), manifest)));
    }
    let tests = cookbook_tests(like);
    let written = write_all(arguments, new, &tests)?;
    let mut steps: Vec<String> = steps(language, &name);
    let groups = events.iter().flat_map(|(event, all)| all.as_array().into_iter().flatten().map(move |it| (event, it)));
    steps.extend(added(groups.map(|(event, it)| (&**event, it[MATCHER].as_str())), language, "", &program));
    let try_out = |(event, groups): (&String, &Value)| {
        let options = groups[0][MATCHER].as_str().and_then(|it| matched_options(event, it)).unwrap_or_default();
        format!("hookwire try {event}{options}    # runs it once: it works on this project")
    };
    steps.extend(if tests.is_empty() { events.iter().next().map(try_out) } else { Some("hookwire test".to_owned()) });
    finished(&written, &steps)
}

/// Returns the options with which `try` makes an input that a matcher lets pass. Nothing if it needs none.
fn matched_options(event: &str, matcher: &str) -> Option<String> {
    let folder = Path::new(".");
    let document = json!({HOOKS: {event: [{MATCHER: matcher, HOOKS: [{"type": "command", "command": "true"}]}]}});
    let tree = Sources::one(SettingsSource::new(SettingsPlace::Local, document), folder);
    let selection = select(&tree, &json!({EVENT: event}), &context(None)).ok()?;
    let values = selection.runs.into_iter().next()?.values?;
    let plain = sample_in(folder, event, None, [], None).ok()?;
    let own = matcher_value(&plain)?;
    let value = values.first().filter(|_| values.iter().all(|it| it != own))?;
    let (key, _) = plain.as_object()?.iter().find(|(_, it)| it.as_str() == Some(own))?;
    Some(if key == TOOL { format!(" --tool {value}") } else { format!(" --set {key}={value}") })
}

/// Returns the tests of a hook of the cookbook, as they are written. Empty if there are none.
fn cookbook_tests(like: &str) -> String {
    // Each case begins with the name of its hook, and ends before the next one.
    let start = format!("[[{like}]]\n");
    let all = include_str!("../cookbook.toml").split("\n\n");
    let own: Vec<String> =
        all.filter_map(|it| it.strip_prefix(&start)).map(|it| format!("[[case]]\n{}\n", it.trim_end())).collect();
    own.join("\n")
}

/// Returns true if a hook of the cookbook is for an event.
fn is_for(files: &[(&str, &str)], event: HookEvent) -> bool {
    let settings = files.iter().find(|(name, _)| *name == host::SETTINGS).map(|(_, text)| *text);
    let settings: Option<Value> = settings.and_then(|it| serde_json::from_str(it).ok());
    settings.is_some_and(|it| it[HOOKS].get(event.as_str()).is_some())
}

/// Says what was written, and what to do now.
fn finished(written: &[Written], steps: &[String]) -> Done {
    let mut out = anstream::stdout().lock();
    for (how, path) in written {
        writeln!(out, "{BOLD}{how}{BOLD:#} {HOOKS_FOLDER}/{path}")?;
    }
    writeln!(out, "\nIt is an example: change what it looks for, and what it says. Then:\n")?;
    for step in steps {
        writeln!(out, "    {step}")?;
    }
    Ok(Found::Nothing)
}

/// Returns the commands that register a hook: its events, each with a matcher.
fn added<'a>(
    groups: impl Iterator<Item = (&'a str, Option<&'a str>)>,
    language: Language,
    options: &str,
    program: &str,
) -> Vec<String> {
    let how = match language {
        Language::Bash => "-- bash ",
        Language::Python => "--plain -- python3 ",
        Language::Javascript => "--plain -- node ",
        Language::Rust => "--plain -- ",
    };
    let groups: Vec<_> = groups.map(|(event, matcher)| (since(event), event, matcher)).collect();
    let oldest = groups.iter().filter_map(|(since, ..)| since.clone()).min();
    let mut steps = Vec::new();
    for (since, event, matcher) in groups {
        // A version that knows the other events can refuse the settings because of this one.
        if let Some(it) = since.filter(|it| oldest.as_ref().is_some_and(|oldest| it > oldest)) {
            steps.push(format!(
                "# needs Claude Code {it}: older versions ignore the entry, and old ones the whole file"
            ));
        }
        let matcher = matcher.map(|it| format!(" --matcher {}", quoted(&it.replace('\'', "")))).unwrap_or_default();
        steps.push(format!("hookwire add {event}{matcher} {options}{how}{HOOKS_FOLDER}/{program}"));
    }
    steps
}

/// Returns the first version of the host that has an event.
fn since(event: &str) -> Option<HostVersion> {
    SCHEMAS.pointer(&format!("/$defs/{event}Input/x-since/version"))?.as_str()?.parse().ok()
}

/// Returns the path of the program in the folder for hooks.
fn program(language: Language, name: &str) -> String {
    match language {
        Language::Bash => format!("{name}.sh"),
        Language::Python => format!("{name}.py"),
        Language::Javascript => format!("{name}.mjs"),
        Language::Rust => format!("{name}/target/release/{name}"),
    }
}

/// Returns what has to be done before the hook can run.
fn steps(language: Language, name: &str) -> Vec<String> {
    match language {
        Language::Bash => Vec::new(),
        Language::Python => vec!["# install the Python package of hookwire: hookwire docs python".to_owned()],
        Language::Javascript => vec!["# install the npm package of hookwire: hookwire docs typescript".to_owned()],
        Language::Rust => vec![format!("cargo build --release --manifest-path {HOOKS_FOLDER}/{name}/Cargo.toml")],
    }
}

fn is_name(name: &str) -> bool {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    name.chars().all(is_plain) && name.starts_with(|it: char| it.is_ascii_alphanumeric()) && name.len() <= 64
}

/// Makes the folder for hooks in a project, and returns it.
fn folder(project: &Path) -> Result<PathBuf, Failure> {
    let folder = project.join(HOOKS_FOLDER);
    let said = |why: String| Failure::Unreadable(format!("{}: {why}", shown_path(&folder)));
    // Before anything is made: a link could lead anywhere.
    let mut part = project.to_owned();
    for name in Path::new(HOOKS_FOLDER) {
        part.push(name);
        match files::real(&part, Some(project)) {
            Ok(_) => {}
            Err(Unread::Missing) => fs::create_dir(&part).map_err(|error| said(error.to_string()))?,
            Err(why) => return Err(said(why.to_string())),
        }
    }
    Ok(folder)
}

/// What was done with a file, and its path in the folder for hooks.
type Written = (&'static str, String);

/// A file of a new hook.
struct NewFile {
    /// Its path in the folder for hooks.
    path: String,
    text: String,
    is_program: bool,
}

impl NewFile {
    fn of((path, text): (String, String)) -> Self {
        let is_program = [".sh", ".py", ".mjs"].iter().any(|it| path.ends_with(it));
        Self { path, text, is_program }
    }
}

/// Writes the files of a hook, and adds its tests to the others: all of that, or nothing. Returns what was done with each file.
fn write_all(arguments: &New, files: Vec<NewFile>, tests: &str) -> Result<Vec<Written>, Failure> {
    let folder = folder(arguments.folder.as_deref().unwrap_or(Path::new(".")))?;
    let path = folder.join(TESTS);
    let before = match files::read(&path, Some(&folder)) {
        Ok(text) => text,
        Err(Unread::Missing) => String::new(),
        Err(why) => return Err(Failure::Unreadable(format!("{}: {why}", shown_path(&path)))),
    };
    let mut written: Vec<Written> = Vec::new();
    let mut done = Ok(());
    for it in &files {
        done = write_new(&folder.join(&it.path), &it.text, it.is_program);
        if done.is_err() {
            break;
        }
        written.push(("wrote", it.path.clone()));
    }
    // A second copy of a hook has the same cases.
    if done.is_ok() && !tests.is_empty() && !before.contains(tests) {
        done = add_tests(&path, &before, tests);
        written.push((if before.is_empty() { "wrote" } else { "added cases to" }, TESTS.to_owned()));
    }
    if let Err(error) = done {
        // A hook without its tests would be in the way of the next try.
        for it in files.iter().filter(|it| written.iter().any(|(_, path)| *path == it.path)) {
            let _ = fs::remove_file(folder.join(&it.path));
        }
        return Err(error);
    }
    Ok(written)
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, text: &str, is_program: bool) -> Result<(), Failure> {
    let said = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::Wrong(format!("{} is there already: give the new hook another `--name`", shown_path(path)))
        }
        _ => Failure::Unreadable(format!("{}: {error}", shown_path(path))),
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(said)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if is_program {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o777);
    }
    let _ = is_program;
    let mut file = options.open(path).map_err(said)?;
    file.write_all(text.as_bytes()).map_err(|error| {
        // Half of it would be in the way of the next try.
        let _ = fs::remove_file(path);
        said(error)
    })
}

/// Adds tests to the end of their file, which has this text.
fn add_tests(path: &Path, before: &str, tests: &str) -> Result<(), Failure> {
    let gap = if before.is_empty() || before.ends_with("\n\n") {
        ""
    } else if before.ends_with('\n') {
        "\n"
    } else {
        "\n\n"
    };
    let opened = File::options().append(true).create(true).open(path);
    opened
        .and_then(|mut file| file.write_all(format!("{gap}{tests}").as_bytes()))
        .map_err(|error| Failure::Unreadable(format!("{}: {error}", shown_path(path))))
}

/// A hook that looks for one value of an input, and says one thing.
struct Hook<'a> {
    event: HookEvent,
    tool: Option<&'a str>,
    language: Language,
    /// What it says, if the event takes any text.
    verb: Option<&'static Verb>,
    text: &'static str,
    /// What it looks at: the keys, and the value.
    looks: Option<Looks>,
    is_guard: bool,
    /// It replies each time: silence blocks.
    replies: bool,
}

/// What a hook looks at.
struct Looks {
    /// It is an argument of the tool.
    is_argument: bool,
    key: String,
    value: &'static str,
    is_line: bool,
}

impl<'a> Hook<'a> {
    fn new(event: HookEvent, tool: Option<&'a str>, language: Language, replies: bool) -> Result<Self, Failure> {
        if let Some((first, _)) = tool.and_then(|it| it.split_once(['|', ','])) {
            return Err(Failure::Wrong(format!(
                "`--tool` takes one tool: write `--tool {first}`, and in the line that registers the hook `--matcher {}`",
                quoted(tool.unwrap_or_default())
            )));
        }
        let input = whole(event, tool, &[])?;
        let policy = Policy { name: String::new(), guard: None };
        let is_guard = policy.is_closed(event.as_str());
        let data = input.to_string();
        let is_taken = |verb: &&Verb| {
            let takes = verb.takes.filter(|it| it.kind == ArgumentKind::Text);
            let said = takes.and_then(|_| Reply::<AnyCall>::of_verb(verb.name, Some(TEXT.into())).ok());
            said.is_some_and(|said| policy.answer(data.as_bytes(), || said.clone()).failures.is_empty())
        };
        let silent = interpret(event.as_str(), &exited(0, "", ""), &context(None).with_input(input.clone()));
        if silent.blocked() {
            let like = COOKBOOK.iter().find(|(_, files)| is_for(files, event)).map(|(name, _)| *name);
            let like = like.map_or_else(String::new, |it| format!(": write `--like {it}`"));
            return Err(Failure::Wrong(format!("a hook on `{event}` has to do the work itself{like}")));
        }
        if replies && !(is_guard && language == Language::Bash) {
            return Err(Failure::Wrong(format!(
                "`{REQUIRE_REPLY}` is for guards in Bash: leave it out. Other hooks on `{event}` need not say anything"
            )));
        }
        let verb = VERBS.iter().find(is_taken);
        if verb.is_none() && language != Language::Bash {
            return Err(Failure::Wrong(format!(
                "a hook on `{event}` can say nothing. `--lang bash` makes one that keeps its input"
            )));
        }
        let mut made =
            Self { event, tool, language, verb, text: TEXT, looks: looks(event, tool, &input), is_guard, replies };
        if made.outcome()?.action == OutcomeAction::Normal {
            made.text = OTHER_TEXT;
        }
        Ok(made)
    }

    /// Returns the event, and other guards that are about lines of a shell and belong to this one: a hook of the cookbook is on both.
    fn events(&self) -> impl Iterator<Item = HookEvent> {
        let is_about_lines = self.is_guard && self.looks.as_ref().is_some_and(|it| it.is_line);
        let is_other = move |it: &HookEvent| {
            let is_beside = || COOKBOOK.iter().any(|(_, files)| is_for(files, self.event) && is_for(files, *it));
            if !is_about_lines || *it == self.event || Guard::of(*it) == Guard::Open || !is_beside() {
                return false;
            }
            let input = whole(*it, None, &[]).unwrap_or_default();
            commands_of(&input).is_ok_and(|it| !it.commands.is_empty())
        };
        std::iter::once(self.event).chain(HookEvent::ALL.iter().copied().filter(is_other))
    }

    fn usual_name(&self) -> String {
        let tool = self.tool.unwrap_or_default();
        let mut name = String::new();
        for it in self.event.as_str().chars() {
            if it.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(it.to_ascii_lowercase());
        }
        let plain: String = tool.chars().filter(|it| it.is_ascii_alphanumeric() || *it == '_').collect();
        if plain.is_empty() { name } else { format!("{name}-{}", plain.to_lowercase()) }
    }

    /// Returns the files of the hook, in the folder for hooks.
    fn files(&self, name: &str) -> Vec<(String, String)> {
        let for_tool = self.tool.map(|it| format!(" for {it}")).unwrap_or_default();
        let fill = |template: &str| {
            // The comment has the name of a tool, which somebody wrote: nothing in it may end the comment.
            let for_tool: String =
                for_tool.chars().filter(|it| it.is_ascii_alphanumeric() || " _".contains(*it)).collect();
            let holes = [
                ("{event}", self.event.as_str().to_owned()),
                ("{for_tool}", for_tool),
                ("{and_blocks}", if self.is_guard { ", and blocks if it fails" } else { "" }.to_owned()),
                ("{verb}", self.verb.map_or("", |it| it.name).to_owned()),
                ("{body}", self.body(name)),
                ("{table}", self.table()),
                ("{on}", self.registered()),
                ("{name}", name.to_owned()),
                ("{version}", env!("HOOKWIRE_VERSION").to_owned()),
            ];
            holes.iter().fold(template.to_owned(), |text, (hole, value)| text.replace(hole, value))
        };
        let template = match self.language {
            Language::Bash => include_str!("../../templates/hook.sh"),
            Language::Python => include_str!("../../templates/hook.py"),
            Language::Javascript => include_str!("../../templates/hook.mjs"),
            Language::Rust => {
                return vec![
                    (format!("{name}/Cargo.toml"), fill(include_str!("../../templates/Cargo.toml.in"))),
                    (format!("{name}/src/main.rs"), fill(include_str!("../../templates/hook.rs"))),
                ];
            }
        };
        vec![(program(self.language, name), fill(template))]
    }

    /// Returns what the hook does, as code.
    fn body(&self, name: &str) -> String {
        let Some(verb) = self.verb else {
            return format!(
                "# The event takes no answer, so this keeps its input.\ncat >>\"${FOLDER_VARIABLE}/{HOOKS_FOLDER}/{name}.log\""
            );
        };
        let (verb, text, plain) = (verb.name, json!(self.text), self.text);
        let again = self.left_out().map(|it| format!(", but not while `{it}` is true")).unwrap_or_default();
        let each = format!("Without a condition, it says this each time{again}.");
        let Some(it) = &self.looks else {
            return match self.language {
                Language::Bash => format!("# {each}\nhookwire reply {verb} '{plain}'"),
                Language::Python => format!("    # {each}\n    return {verb}({text})"),
                Language::Javascript => format!("  // {each}\n  return {verb}({text});"),
                Language::Rust => format!("        // {each}\n        {verb}({text})"),
            };
        };
        let (key, value) = (json!(it.key), json!(it.value));
        let path = if it.is_argument { format!("{ARGUMENTS}.{}", it.key) } else { it.key.clone() };
        let pointer = json!(format!("/{}", path.replace('.', "/")));
        match (self.language, it.is_line) {
            (Language::Bash, true) => {
                let says = format!("hookwire reply {verb} '{plain}'");
                let found = format!("found=$(hookwire commands --match '{}')\n", it.value);
                if self.replies {
                    format!("{found}if [ -n \"$found\" ]; then\n  {says}\nelse\n  echo '{{}}'\nfi")
                } else {
                    format!("{found}[ -z \"$found\" ] || {says}")
                }
            }
            (Language::Bash, false) => format!(
                "value=$(hookwire get {path} --default '')\nif [ \"$value\" = '{}' ]; then\n  hookwire reply {verb} '{plain}'\n{}fi",
                it.value,
                if self.replies { "else\n  echo '{}'\n" } else { "" }
            ),
            (Language::Python, is_line) => {
                let condition = match (is_line, it.is_argument) {
                    (true, _) => format!("call.may_run({value})"),
                    (false, true) => format!("call.{ARGUMENTS}.get({key}) == {value}"),
                    (false, false) => format!("call.{} == {value}", it.key),
                };
                format!("    if {condition}:\n        return {verb}({text})")
            }
            (Language::Javascript, is_line) => {
                let condition =
                    if is_line { format!("call.mayRun({value})") } else { format!("call.{path} === {value}") };
                format!("  if ({condition}) return {verb}({text});")
            }
            (Language::Rust, is_line) => {
                let condition = if is_line {
                    format!("call.may_run({value})")
                } else {
                    format!("call.payload().pointer({pointer}).is_some_and(|it| it == {value})")
                };
                format!("        let is_about = {condition};\n        is_about.then(|| {verb}({text}))")
            }
        }
    }

    /// Returns the table of events in Python and JavaScript.
    fn table(&self) -> String {
        let hook = self.tool.map_or_else(|| "hook".to_owned(), |tool| format!("{{{}: hook}}", json!(tool)));
        let quote = if self.language == Language::Javascript { "" } else { "\"" };
        let all: Vec<String> = self.events().map(|event| format!("{quote}{event}{quote}: {hook}")).collect();
        format!("{{{}}}", all.join(", "))
    }

    /// Returns the calls that register the hook in Rust.
    fn registered(&self) -> String {
        let one = |event: HookEvent| match self.tool {
            Some(tool) => format!("on_tool(\"{event}\", {}, hook)", json!(tool)),
            None => format!("on_event(\"{event}\", hook)"),
        };
        self.events().map(one).collect::<Vec<_>>().join(".")
    }

    /// Returns the tests: what the hook is for, and everything else.
    fn tests(&self) -> Result<String, Failure> {
        let outcome = self.outcome()?;
        let mut tests = String::new();
        let mut cases = vec![(true, self.looks.as_ref().map(|it| (it, it.value)))];
        if let Some(it) = self.looks.as_ref().filter(|_| self.verb.is_some()) {
            cases.push((false, Some((it, if it.is_line { OTHER_COMMAND } else { OTHER }))));
        }
        for (is_about, looks) in cases {
            let mut lines = vec![format!("event = {}", json!(self.event.as_str()))];
            lines.extend(self.tool.map(|it| format!("tool = {}", json!(it))));
            lines.extend(looks.map(|(it, value)| format!("set = {{{} = {}}}", json!(it.key), json!(value))));
            let action = if is_about { outcome.action } else { OutcomeAction::Normal };
            lines.push(format!("expected = {}", json!(action.as_str())));
            // Some texts reach nobody.
            if is_about && outcome.texts.iter().any(|it| it.text.contains(self.text)) {
                lines.push(format!("texts = [{}]", json!(self.text)));
            }
            let gap = if tests.is_empty() { "" } else { "\n" };
            tests.push_str(&format!("{gap}[[case]]\n{}\n", lines.join("\n")));
        }
        Ok(tests)
    }

    /// Returns what the host does when the hook says what it says.
    fn outcome(&self) -> Result<Outcome, Failure> {
        let input = whole(self.event, self.tool, &[])?;
        let answer = self.answer(&input);
        let result = exited(answer.code.into(), answer.stdout, answer.stderr);
        Ok(interpret(self.event.as_str(), &result, &context(None).with_input(input)))
    }

    fn answer(&self, input: &Value) -> Answer {
        let policy = Policy { name: String::new(), guard: None };
        let said = self.verb.and_then(|verb| Reply::<AnyCall>::of_verb(verb.name, Some(self.text.into())).ok());
        policy.answer(input.to_string().as_bytes(), || said.clone())
    }

    /// Returns the field that says that the hook itself caused the event again. What it says is then left out.
    fn left_out(&self) -> Option<String> {
        let input = whole(self.event, self.tool, &[]).ok()?;
        let mut keys = input.as_object()?.iter().filter(|(_, it)| **it == json!(false)).map(|(key, _)| key);
        let is_silent = |key: &String| {
            let mut again = input.clone();
            again[key.as_str()] = json!(true);
            self.answer(&again).stdout.is_empty()
        };
        keys.find(|key| is_silent(key)).cloned()
    }
}

/// What the hook says.
const TEXT: &str = "Say why, and what to do instead.";

/// What the hook says if that stops nothing.
const OTHER_TEXT: &str = "Say what Claude or you should know.";

/// Returns what a hook of an event can check: the line of a shell, or the first text that is about this event. Nothing if each
/// text of the input has only some values, which an example cannot choose from.
fn looks(event: HookEvent, tool: Option<&str>, input: &Value) -> Option<Looks> {
    // The input in which a value is another one, if it can be.
    let with = |key: &str, value: &str| {
        let made = sample(event.as_str()).with(key, value);
        tool.map_or(made.clone(), |it| made.tool(it)).build().ok()
    };
    let takes = |map: &dyn Fn(&Value) -> Option<Value>, key: &str| {
        [CHANGE, OTHER].iter().all(|it| with(key, it).is_some_and(|input| map(&input) == Some(json!(it))))
    };
    if let Some(arguments) = input.get(ARGUMENTS).and_then(Value::as_object) {
        let mut keys = arguments.iter().filter(|(_, it)| it.is_string()).map(|(key, _)| key);
        let key = keys.find(|key| takes(&|it| it.get(ARGUMENTS)?.get(key.as_str()).cloned(), key))?;
        // A line of a shell that is not read here may run anything: the hook would stop each call.
        let is_read = |line: &str, runs: bool| {
            let found = with(key, line).and_then(|it| commands_of(&it).ok());
            found.is_some_and(|it| it.opaque.is_empty() && it.commands.is_empty() != runs)
        };
        let is_line = is_read(COMMAND, true) && is_read(OTHER_COMMAND, true);
        return Some(Looks {
            is_argument: true,
            key: key.clone(),
            value: if is_line { COMMAND } else { CHANGE },
            is_line,
        });
    }
    let fields = EVENT_FIELDS.iter().find(|(name, _)| *name == event.as_str()).map(|(_, fields)| *fields)?;
    let is_own = |key: &str| {
        key != EVENT && EVENT_FIELDS.iter().any(|(_, fields)| fields.iter().all(|(other, _)| *other != key))
    };
    let is_text = |key: &str| input.get(key).is_some_and(Value::is_string);
    let mut keys = fields.iter().map(|(key, _)| *key);
    let key = keys.find(|key| is_own(key) && is_text(key) && takes(&|it| it.get(key).cloned(), key))?;
    Some(Looks { is_argument: false, key: key.to_owned(), value: CHANGE, is_line: false })
}
