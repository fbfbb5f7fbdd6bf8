//! The scripts that commands name.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};

use hookwire::host::{HandlerStart, StartForm};
use hookwire::shell::{ReachedBy, ShellWord, commands};
use serde_json::Value;

use super::ends::Ends;
use crate::files;
use crate::knowledge::wire::FOLDER_VARIABLE;
use crate::script::{is_of_shell, runs_no_file};

/// A script that a command starts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Script {
    /// The file.
    pub path: PathBuf,
    /// Its language.
    pub language: Language,
    /// How it is started.
    pub start: Start,
    /// True if the path depends on the folder in which the agent is.
    pub is_relative: bool,
    /// True if the command first tests whether a file is there.
    pub is_tested: bool,
    /// True if `hookwire run` starts it: what would open a guard is mended then.
    pub is_guarded: bool,
    /// How the line ends, if not with the exit code of the script.
    pub ends: Option<Ends>,
}

/// A language in which scripts are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// Bash, and shells that are like it.
    Shell,
    /// A shell with more syntax than Bash has.
    OtherShell,
    /// Python.
    Python,
    /// Any other one.
    Other,
}

/// How a script is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Start {
    /// As a program, by the system: it has to be executable, and begins with `#!` if it is a text.
    Program,
    /// As a program, by a shell, which reads a text without `#!` itself.
    FromShell,
    /// As the argument of an interpreter.
    Interpreted,
}

/// Programs whose first argument is a script, and the language of the script.
const INTERPRETERS: [(&str, Language); 17] = [
    ("bash", Language::Shell),
    ("sh", Language::Shell),
    ("zsh", Language::OtherShell),
    ("dash", Language::Shell),
    ("ksh", Language::OtherShell),
    ("python", Language::Python),
    ("python3", Language::Python),
    ("pypy3", Language::Python),
    ("node", Language::Other),
    ("bun", Language::Other),
    ("deno", Language::Other),
    ("tsx", Language::Other),
    ("ts-node", Language::Other),
    ("ruby", Language::Other),
    ("perl", Language::Other),
    ("php", Language::Other),
    ("lua", Language::Other),
];

/// Words between a program and its script: `uv run check.py`.
const RUNNERS: [(&str, &[&str]); 5] =
    [("uv", &["run"]), ("bun", &["run"]), ("deno", &["run"]), ("npx", &["tsx", "ts-node"]), ("poetry", &["run"])];

/// The names of this program.
const GUARDIANS: [&str; 2] = ["hookwire", "hookwire.exe"];

/// Options of interpreters that have no value, and do not replace the script.
const fn plain_options(language: Option<Language>) -> &'static [&'static str] {
    match language {
        Some(Language::Shell | Language::OtherShell) => &["-e", "-u", "-x", "-eu", "-ex", "-eux"],
        Some(Language::Python) => &["-u", "-B", "-E", "-s", "-S", "-I", "-O", "-OO"],
        _ => &["--quiet", "--experimental-strip-types", "--no-warnings", "--bun"],
    }
}

/// Returns the scripts that a command starts, as far as its text says.
pub fn script_of(start: &HandlerStart, folder: &Path, home: Option<&Path>) -> Vec<Script> {
    let words = start.command.as_deref().unwrap_or_default();
    match start.form {
        StartForm::Exec => {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let behind = behind_run(&words);
            match line_of(behind.unwrap_or(&words)) {
                Some(line) => {
                    let all = of_line(line, start, folder, home).into_iter();
                    all.map(|it| Script { is_guarded: it.is_guarded || behind.is_some(), ..it }).collect()
                }
                None => named(&words, folder, true).into_iter().collect(),
            }
        }
        StartForm::Shell => match words {
            [.., line] => of_line(line, start, folder, home),
            [] => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns the first relative path of a script in a line for a shell, or in a program's name, as it is written.
pub fn script_in(line: &str) -> Option<String> {
    let here = Path::new("");
    let read = commands(line, "bash");
    let mut all = read.commands.iter().filter_map(|command| {
        let words: Vec<&str> = command.words.iter().map_while(|it| it.literal.then_some(&*it.text)).collect();
        let script = named(&words, here, false).filter(|it| it.is_relative)?;
        script.path.to_str().map(str::to_owned)
    });
    all.next()
}

/// Returns the words of the command that `hookwire run` starts, if it is in the words.
fn behind_run<'w>(words: &'w [&'w str]) -> Option<&'w [&'w str]> {
    let (program, arguments) = words.split_first()?;
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    if !GUARDIANS.contains(&name) || arguments.first() != Some(&"run") {
        return None;
    }
    let start = arguments.iter().position(|it| *it == "--")? + 1;
    arguments.get(start..)
}

/// Returns the line that words give to a shell: `sh -c LINE`.
fn line_of<'w>(words: &[&'w str]) -> Option<&'w str> {
    let [shell, "-c", line, ..] = words else { return None };
    let name = shell.rsplit(['/', '\\']).next().unwrap_or(shell);
    matches!(language_of(name), Some(Language::Shell | Language::OtherShell)).then_some(line)
}

/// Returns the programs that a command starts and that are not on this machine: as far as its text says, in the order of the text.
pub fn missing_programs(start: &HandlerStart) -> Vec<String> {
    let words = start.command.as_deref().unwrap_or_default();
    let mut found = Vec::new();
    match start.form {
        StartForm::Exec => add_programs(&words.iter().map(String::as_str).collect::<Vec<_>>(), &mut found),
        StartForm::Shell => {
            let read = commands(words.last().map_or("", String::as_str), "bash");
            // A function can have any name. What follows a test may never start, and a test may fail.
            let is_open = |it: &ReachedBy| {
                matches!(it, ReachedBy::Function | ReachedBy::Or | ReachedBy::Branch | ReachedBy::Loop)
            };
            let is_plain = !read.commands.iter().any(|it| it.reached.iter().any(is_open));
            for it in read.commands.iter().filter(|it| is_plain && it.reached.is_empty()) {
                let words: Vec<&str> = it.words.iter().map_while(|it| it.literal.then_some(&*it.text)).collect();
                if !words.first().is_some_and(|it| is_of_shell(it)) {
                    add_programs(&words, &mut found);
                }
            }
        }
        _ => {}
    }
    found.retain(|it| !is_program(it));
    found
}

/// Adds the program that words start, and the one that it starts.
fn add_programs(words: &[&str], found: &mut Vec<String>) {
    let Some(program) = words.first() else { return };
    found.extend((!program.is_empty()).then(|| (*program).to_owned()));
    if let Some(words) = behind_run(words) {
        add_programs(words, found);
    }
}

/// Returns true if a program is there, or if it is a path: a script that is not there is reported as such.
fn is_program(program: &str) -> bool {
    let path = Path::new(program);
    if program.contains(['/', '\\']) {
        let is_guardian = path.file_name().is_some_and(|it| GUARDIANS.iter().any(|name| it == *name));
        return !(is_guardian && path.is_absolute()) || path.is_file();
    }
    let endings: &[&str] = if cfg!(windows) { &["", ".exe", ".cmd", ".bat", ".com", ".ps1"] } else { &[""] };
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut all =
        env::split_paths(&folders).flat_map(|it| endings.iter().map(move |end| it.join(format!("{program}{end}"))));
    all.any(|it| it.is_file())
}

/// Returns the files that a command and other texts name: its scripts, and every other word that is a file, such as an option's.
///
/// `folder` is that of the project, and `cwd` the one in which the command runs.
pub fn files_of<'t>(
    start: &'t HandlerStart,
    others: impl Iterator<Item = &'t str>,
    folder: &Path,
    cwd: &Path,
    home: Option<&Path>,
) -> BTreeSet<PathBuf> {
    let variables = variables_of(start, folder, home);
    let mut texts: Vec<String> = Vec::new();
    for text in start.command.iter().flatten().map(String::as_str).chain(others) {
        // The parts of a line are also words of a line in quotes, and the names of files to read from.
        let unquoted = text.replace(['"', '\'', '\\'], "");
        texts.extend(unquoted.split(|it: char| it.is_whitespace() || ";|&<>()=`:,".contains(it)).map(str::to_owned));
        texts.push(text.to_owned());
    }
    // A word in quotes is a name as it is.
    let filled: Vec<String> = texts.iter().filter_map(|it| fill(it, false, &variables)).collect();
    let words: BTreeSet<String> = texts.into_iter().chain(filled).collect();
    let words: Vec<&String> = words.iter().filter(|it| !it.is_empty() && !it.contains('\0')).collect();
    // What a command writes changes each time. If it runs that, too, it is a script below.
    let line = start.command.iter().flatten().last().filter(|_| start.form == StartForm::Shell);
    let read = commands(line.map_or("", String::as_str), "bash");
    let written = read.commands.iter().flat_map(|it| &it.redirections).filter(|it| it.operator.contains('>'));
    let written: BTreeSet<&str> = written.map(|it| &*it.target.text).collect();
    let words: Vec<&String> = words.into_iter().filter(|it| !written.contains(it.as_str())).collect();
    let paths = |folder: &Path| words.iter().map(|it| folder.join(it)).collect::<Vec<_>>();
    let here: Vec<PathBuf> = paths(cwd).into_iter().chain(paths(folder)).collect();
    // What follows a `cd` is in the other folder.
    let folders: Vec<&PathBuf> = here.iter().filter(|it| it.is_dir()).take(MOST_FOLDERS).collect();
    let named = folders.iter().flat_map(|it| paths(it)).chain(here.iter().cloned());
    let scripts = [cwd, folder].into_iter().flat_map(|it| script_of(start, it, home)).map(|it| it.path);
    let plain = |path: PathBuf| path.components().collect::<PathBuf>();
    let entries = folders.iter().flat_map(|it| entries_of(it));
    let named = named.chain(entries).filter(|it| it.is_file());
    scripts.filter(|it| !it.is_dir()).chain(named).map(plain).collect()
}

/// Returns the files that an interpreter runs if it gets a folder.
fn entries_of(folder: &Path) -> Vec<PathBuf> {
    let manifest = folder.join("package.json");
    let main = || {
        serde_json::from_str::<Value>(&files::read(&manifest, None).ok()?)
            .ok()?
            .get("main")?
            .as_str()
            .map(str::to_owned)
    };
    // Node adds an ending, and takes a folder as well.
    let mains = main().into_iter().flat_map(|it| [it.clone(), format!("{it}.js"), format!("{it}/index.js")]);
    let usual = ["__main__.py", "index.js", "package.json"].map(str::to_owned);
    usual.into_iter().chain(mains).map(|it| folder.join(it)).collect()
}

/// The most folders of a command in which its files are looked for.
const MOST_FOLDERS: usize = 16;

/// Returns the variables in a command that are known.
fn variables_of<'s>(start: &'s HandlerStart, folder: &Path, home: Option<&Path>) -> BTreeMap<&'s str, String> {
    let mut variables: BTreeMap<&str, String> =
        start.environment.iter().flatten().map(|(k, v)| (&**k, v.clone())).collect();
    variables.entry(FOLDER_VARIABLE).or_insert_with(|| folder.to_string_lossy().into_owned());
    if let Some(home) = home {
        variables.insert("HOME", home.to_string_lossy().into_owned());
    }
    variables
}

/// Returns the scripts of a line for a shell.
fn of_line(line: &str, start: &HandlerStart, folder: &Path, home: Option<&Path>) -> Vec<Script> {
    let variables = variables_of(start, folder, home);
    let read = commands(line, "bash");
    let filled = |text: &str, is_literal: bool| fill(text, is_literal, &variables);
    // `[[` is a keyword, and no command of the line.
    let is_tested =
        line.contains("[[ -") || read.commands.iter().any(|it| matches!(it.name.as_deref(), Some("[" | "test")));
    // What follows a `cd` is in the other folder, if that is known.
    let moved = read.commands.iter().find(|it| it.name.as_deref() == Some("cd")).map(|it| it.words.get(1));
    let folder = match moved {
        None => Some(folder.to_owned()),
        Some(to) => {
            let to = to.and_then(|it| filled(&it.text, it.literal)).map(PathBuf::from);
            to.filter(|it| it.is_absolute() || folder.join(it).is_dir()).map(|it| folder.join(it))
        }
    };
    let (moves, folder) = (folder.is_none(), folder.unwrap_or_default());
    let all = read.commands.iter().flat_map(|command| {
        let words: Option<Vec<String>> = command.words.iter().map(|it| filled(&it.text, it.literal)).collect();
        // What follows a word that is not known cannot be the script.
        let words =
            words.unwrap_or_else(|| command.words.iter().map_while(|it| filled(&it.text, it.literal)).collect());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let is_of_run = behind_run(&words).is_some();
        let ends = Ends::of(line, &read.commands, &command.range(), is_of_run);
        let all = match behind_run(&words).and_then(line_of) {
            Some(line) => {
                let all = of_line(line, start, &folder, home).into_iter();
                all.map(|it| Script { is_guarded: true, ..it }).collect()
            }
            None => Vec::from_iter(named(&words, &folder, false)),
        };
        let of = |it: Script| Script { is_tested: it.is_tested || is_tested, ends: ends.or(it.ends), ..it };
        all.into_iter().map(of).collect::<Vec<_>>()
    });
    let all: Vec<Script> = all.filter(|it| !(moves && it.is_relative)).collect();
    // `uv run a.py` runs `a.py` as its argument: it is read by `uv`, and not started by the shell.
    let is_read = |path: &Path| all.iter().any(|it| it.start == Start::Interpreted && it.path == path);
    let own = |it: &&Script| it.start == Start::Interpreted || !is_read(&it.path);
    all.iter().filter(own).cloned().collect()
}

/// Returns true if a command runs nothing but the scripts that are found in it. Another one can name files in ways that only its
/// programs know.
pub fn is_all_known(start: &HandlerStart, folder: &Path, home: Option<&Path>) -> bool {
    let words: Vec<&str> = start.command.iter().flatten().map(String::as_str).collect();
    let variables = variables_of(start, folder, home);
    match start.form {
        _ if words.is_empty() => true,
        StartForm::Exec => are_words_known(&words, folder, true, &variables),
        StartForm::Shell => is_line_known(words.last().copied().unwrap_or_default(), folder, &variables),
        _ => true,
    }
}

/// Returns true if a line runs nothing but such scripts.
fn is_line_known(line: &str, folder: &Path, variables: &BTreeMap<&str, String>) -> bool {
    let read = commands(line, "bash");
    let mut all = read.commands.iter().map(|command| {
        let words: Option<Vec<String>> = command.words.iter().map(|it| fill(&it.text, it.literal, variables)).collect();
        let words = words.unwrap_or_default();
        if command.name.as_deref().is_some_and(runs_no_file) {
            // They can set a variable: `printf -v HOME …`, `: $((HOME=1))`, `: ${HOME:=…}`.
            let sets = |it: &ShellWord| it.text.starts_with("-v") || !it.literal && it.text.contains(['(', '[', '=']);
            return !command.words.iter().any(sets);
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        command.assignments.is_empty() && command.name.is_some() && are_words_known(&words, folder, false, variables)
    });
    read.opaque.is_empty() && !read.commands.is_empty() && all.all(|it| it)
}

/// Returns true if a program and its arguments are such a script, or a line for a shell that runs nothing else.
fn are_words_known(words: &[&str], folder: &Path, is_exec: bool, variables: &BTreeMap<&str, String>) -> bool {
    let behind = behind_run(words);
    let (words, is_exec) = (behind.unwrap_or(words), is_exec || behind.is_some());
    if let Some(line) = line_of(words).filter(|_| is_exec) {
        return is_line_known(line, folder, variables);
    }
    // A missing one counts if it can only be that file: `node hook.js` also finds `hook.js.js`.
    let is_one = |it: &Script| it.path.is_file() || (!it.path.exists() && it.language != Language::Other);
    let script = named(words, folder, is_exec).filter(is_one);
    // Words before the script can be options with a file.
    script.is_some_and(|it| words.iter().take(2).any(|word| folder.join(word) == it.path))
}

/// Fills in the variables that are known. Returns nothing if there is another one, or if a shell can make other words of it.
fn fill(text: &str, is_literal: bool, variables: &BTreeMap<&str, String>) -> Option<String> {
    if is_literal {
        return Some(text.to_owned());
    }
    let mut text = text.to_owned();
    if let (Some(rest), Some(home)) = (text.strip_prefix("~/"), variables.get("HOME")) {
        text = format!("{home}/{rest}");
    }
    if let Some(folder) = variables.get(FOLDER_VARIABLE) {
        text = text.replace("$(git rev-parse --show-toplevel)", folder);
    }
    // Such as `~root` and `~+`.
    if text.starts_with('~') {
        return None;
    }
    let plain = |it: &str| (!it.contains(['`', '*', '?', '[', '{'])).then_some(());
    let mut out = String::new();
    let mut rest = &*text;
    while let Some(at) = rest.find('$') {
        plain(&rest[..at])?;
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let braced = rest.strip_prefix('{');
        let inner = braced.unwrap_or(rest);
        let length = inner.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_')).unwrap_or(inner.len());
        out.push_str(variables.get(&inner[..length])?);
        rest = &inner[length..];
        if braced.is_some() {
            // Also `${NAME:-.}`, which is the value if there is one.
            let end = rest.find('}').filter(|at| *at == 0 || rest.starts_with(":-"))?;
            rest = &rest[end + 1..];
        }
    }
    plain(rest)?;
    out.push_str(rest);
    Some(out)
}

/// Returns the script that the words of a command start.
fn named(words: &[&str], folder: &Path, is_exec: bool) -> Option<Script> {
    let (program, arguments) = words.split_first()?;
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    if let Some(words) = behind_run(words) {
        return named(words, folder, true).map(|it| Script { is_guarded: true, ..it });
    }
    let at = |word: &str, language: Language, start: Start| {
        let path = Path::new(word);
        let is_relative = !path.is_absolute();
        (!word.contains("${")).then(|| Script {
            path: folder.join(path),
            language,
            start,
            is_relative,
            is_tested: false,
            is_guarded: false,
            ends: None,
        })
    };
    let language = language_of(name);
    let runner = RUNNERS.iter().find(|(it, _)| *it == name);
    let skipped =
        runner.filter(|(_, between)| arguments.first().is_some_and(|it| between.contains(it))).map_or(0, |_| 1);
    if language.is_none() && skipped == 0 {
        // A program of its own. One without a folder is found in `PATH`.
        let by = if is_exec { Start::Program } else { Start::FromShell };
        return if program.contains('/') { at(program, by_name(program), by) } else { None };
    }
    let word = arguments[skipped..].iter().find(|it| !plain_options(language).contains(it))?;
    // A file has a folder or an ending: `bash -c …`, `python3 -m name` and `uv run pytest` name none.
    let is_file = !word.starts_with('-') && (word.contains('/') || by_name(word) != Language::Other || skipped == 0);
    is_file.then(|| at(word, language.unwrap_or_else(|| by_name(word)), Start::Interpreted)).flatten()
}

/// Returns the language of an interpreter, also of one with a version, such as `python3.12`.
fn language_of(name: &str) -> Option<Language> {
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let plain = name.split_once('.').map_or(name, |(it, _)| it);
    INTERPRETERS.iter().find(|(known, _)| *known == plain).map(|(_, language)| *language)
}

/// Returns the language of a script by the ending of its name.
fn by_name(word: &str) -> Language {
    match Path::new(word).extension().and_then(|it| it.to_str()) {
        Some("sh" | "bash" | "zsh") => Language::Shell,
        Some("py") => Language::Python,
        _ => Language::Other,
    }
}

impl Script {
    /// Returns the language that the first line of the script names, or that of its start.
    pub fn language_in(&self, text: &str) -> Language {
        let Some(line) = text.strip_prefix("#!").filter(|_| self.start != Start::Interpreted) else {
            return self.language;
        };
        let line = line.lines().next().unwrap_or_default();
        let words = line.split_whitespace().filter(|it| !it.starts_with('-'));
        let names = words.map(|it| it.rsplit('/').next().unwrap_or(it));
        names.filter(|it| *it != "env").find_map(language_of).unwrap_or(Language::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Vec<String> {
        let start =
            hookwire::host::HandlerStart::new(StartForm::Shell).with_command(["sh", "-c", line].map(str::to_owned));
        let found = script_of(&start, Path::new("/p"), Some(Path::new("/home/me")));
        found.into_iter().map(|it| format!("{:?} {:?} {}", it.start, it.language, it.path.display())).collect()
    }

    #[test]
    fn a_command_names_its_script() {
        for (line, script) in [
            ("\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/a.sh", "FromShell Shell /p/.claude/hooks/a.sh"),
            ("python3 -u ${CLAUDE_PROJECT_DIR}/a.py --x", "Interpreted Python /p/a.py"),
            ("python3.12 '/x y/a.py'", "Interpreted Python /x y/a.py"),
            ("~/bin/check", "FromShell Other /home/me/bin/check"),
            ("FOO=1 timeout 5 bash a.sh || true", "Interpreted Shell /p/a.sh"),
            ("uv run hooks/a.py", "Interpreted Python /p/hooks/a.py"),
            ("node $HOME/a.mjs", "Interpreted Other /home/me/a.mjs"),
            ("python3 \"${CLAUDE_PROJECT_DIR:-.}/a.py\"", "Interpreted Python /p/a.py"),
            ("cd \"$CLAUDE_PROJECT_DIR\" && python3 h/a.py", "Interpreted Python /p/h/a.py"),
            ("bash \"$(git rev-parse --show-toplevel)/a.sh\"", "Interpreted Shell /p/a.sh"),
            ("/x/hookwire run --limit 5s -- bash \"$CLAUDE_PROJECT_DIR\"/a.sh || exit 2", "Interpreted Shell /p/a.sh"),
        ] {
            assert_eq!(of(line), [script], "{line}");
        }
        for line in [
            "jq -r .x",
            "python3 -m pkg",
            "bash -c 'true'",
            "$X/a.sh",
            "uv run pytest",
            "cd x && ./a.sh",
            "node",
            "perl -e '/foo/ and print'",
        ] {
            assert_eq!(of(line), [""; 0], "{line}");
        }
    }
}
