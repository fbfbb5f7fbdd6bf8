//! `cargo xtask commands`: runs lines in a shell, and checks that the packages list what ran.
//!
//! Each line runs in a sandbox without a network and with limits on processes, time and output. There is nothing to run but
//! the shell, a few programs that run another one, and a recorder in place of all others: it writes down its words, and
//! answers 0 in one run and 1 in the other. Builtins that act are switched off. Every command that ran has to be listed by
//! `commands`, or the line has to be opaque. With `--long`, the commands are also compared with those that tree-sitter-bash
//! finds.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use clap::Args as Arguments;
use hookwire_conformance::conform::{command_rows, commands_of_python};
use hookwire_conformance::lines::{Lines, PROGRAMS};
use hookwire_harness::{NOT_RUN, Root, environment, workspace};
use serde_json::{Value, json};

use crate::sandbox;

/// Run lines in a shell, and check that the packages list what ran.
#[derive(Debug, Arguments)]
pub struct Args {
    /// Run all written lines, and 5,000 random ones; without it a sample
    #[arg(long)]
    long: bool,
    /// The number that the random lines start from
    #[arg(long, default_value_t = 7)]
    seed: u64,
    /// Run this shell instead of Bash: `zsh`
    #[arg(long, default_value = "bash")]
    shell: String,
}

pub fn run(args: &Args) -> ExitCode {
    match checked(&Root::new(workspace::root()), args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a sample.
///
/// # Errors
/// A command ran that the packages do not list; or there is no sandbox, and the step is not run.
pub fn step(root: &Root) -> Result<(), String> {
    checked(root, &Args { long: false, seed: 7, shell: "bash".to_owned() })
}

/// The programs of the system that run another one.
const RUNNERS: &[&str] = &["env", "timeout", "nice", "nohup", "xargs", "find", "setsid", "stdbuf"];

/// In place of a program: writes its name and words down, and answers.
const RECORDER: &str = r#"#!/bin/bash -p
IFS=$'\2'
entry="$#$IFS${HW_NAME:-${0##*/}}$IFS$*"
# In one piece, because others write at the same time: a shell writes each line for itself.
printf '%s\1' "${entry//$'\n'/$'\3'}" >>/log/log
[ "${0##*/}" = cat ] && exec /usr/bin/cat >/dev/null 2>&1
exit "${HW_CODE:-0}"
"#;

/// What Bash reads first: programs without a file are recorded, too, and builtins that act are off.
const BASH: &str = r#"command_not_found_handle() { HW_NAME="${1##*/}" /rec/recorder "${@:2}"; }
enable -n echo printf cd kill source . exit pwd test [ read mapfile readarray hash type ulimit umask wait fg bg jobs \
    disown suspend logout history fc dirs pushd popd help caller bind complete compgen compopt getopts times enable
"#;

/// The same for zsh.
const ZSH: &str = r#"command_not_found_handler() { HW_NAME="${1##*/}" /rec/recorder "${@:2}"; }
disable echo printf cd kill source . exit pwd test '[' read hash type ulimit umask wait fg bg jobs disown suspend \
    logout fc dirs pushd popd print
"#;

fn checked(root: &Root, args: &Args) -> Result<(), String> {
    let path = sandbox::path(root)?;
    let rows = command_rows(root)?;
    let every = if args.long { 1 } else { 6 };
    let mut lines: Vec<String> = rows.into_iter().step_by(every).map(|row| row.line).collect();
    let mut random = Lines::new(args.seed);
    lines.extend((0..if args.long { 5000 } else { 120 }).map(|_| random.command()));
    let listed = commands_of_python(root, &lines)?;
    if args.long {
        compare(root, &lines, &listed)?;
    }
    let place = Shell::new(root, &args.shell, path)?;
    let (mut ran, mut opaque, mut faults) = (0, 0, Vec::new());
    for (line, listed) in lines.iter().zip(&listed) {
        // What scripts run is not looked into.
        let hides = listed["opaque"].as_array().into_iter().flatten().any(|it| it["reason"] != "script");
        for code in [0, 1] {
            for words in place.run(line, code)? {
                ran += 1;
                let commands = listed["commands"].as_array().map(Vec::as_slice).unwrap_or_default();
                if commands.iter().any(|it| is_that(it, &words)) || (args.shell == "zsh" && is_of_zsh(line, &words)) {
                    continue;
                }
                if hides {
                    opaque += 1;
                } else {
                    faults.push(format!("{line:?} runs {words:?}, which is not listed"));
                }
            }
        }
    }
    println!("{} lines, each twice: {ran} commands ran, {opaque} of them hidden in opaque lines", lines.len());
    if ran < lines.len() {
        return Err(format!("only {ran} commands ran: the recorder does not work"));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Returns true if zsh runs this for a line, and it is known and harmless: `cat` for a redirection without a command, and an
/// option of `time` as a program.
fn is_of_zsh(line: &str, words: &[String]) -> bool {
    let [name, rest @ ..] = words else { return false };
    (name == "cat" && rest.is_empty() && line.contains(['<', '>'])) || (name.starts_with('-') && line.contains("time"))
}

/// Compares the commands with those that a grammar of Bash finds. `tests/shell/README.md` explains the differences.
fn compare(root: &Root, lines: &[String], listed: &[Value]) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("tests/shell/compare.py: {error}");
    let python = environment(root, "target/shell/python", "tests/shell/requirements.txt")?;
    let rows: String = lines
        .iter()
        .zip(listed)
        .map(|(line, found)| format!("{}\n", json!({"line": line, "commands": found})))
        .collect();
    let input = root.path("target/shell/lines.jsonl");
    fs::write(&input, rows).map_err(failed)?;
    let mut command = Command::new(python);
    command.arg(root.path("tests/shell/compare.py")).stdin(fs::File::open(&input).map_err(failed)?);
    let done = command.stderr(Stdio::inherit()).output().map_err(failed)?;
    if !done.status.success() {
        return Err(format!("tests/shell/compare.py ended with {}", done.status));
    }
    let said: Value =
        serde_json::from_slice(&done.stdout).map_err(|error| format!("tests/shell/compare.py: {error}"))?;
    println!("a grammar finds the same in {} of {} lines; differences: {}", said["same"], lines.len(), said["classes"]);
    let faults = faults_of(&said);
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Returns what is wrong with the result of a comparison. If no line is the same, the lines show why.
fn faults_of(said: &Value) -> Vec<String> {
    let has_same = said["same"].as_u64().is_some_and(|it| it > 0);
    let nothing = (!has_same).then(|| "no line has the same commands: the comparison does not work".to_owned());
    let unexplained = said["unexplained"].as_array().into_iter().flatten();
    nothing.into_iter().chain(unexplained.map(|it| format!("not explained: {it}"))).collect()
}

/// Returns true if a command that ran can be this one.
fn is_that(command: &Value, words: &[String]) -> bool {
    let listed = command["words"].as_array().map(Vec::as_slice).unwrap_or_default();
    fits(listed, words, true, command["more"] == Value::Bool(true))
}

/// Returns true if words that ran can be these: what the shell fills in can be any number of words.
fn fits(listed: &[Value], words: &[String], is_name: bool, more: bool) -> bool {
    let Some((first, rest)) = listed.split_first() else { return words.is_empty() || more };
    if first["literal"] != Value::Bool(true) {
        return (0..=words.len()).any(|count| fits(rest, &words[count..], false, more));
    }
    let text = first["text"].as_str().unwrap_or_default();
    let text = if is_name { text.rsplit('/').next().unwrap_or_default() } else { text };
    words.split_first().is_some_and(|(word, others)| word == text && fits(rest, others, false, more))
}

/// A shell in a sandbox.
struct Shell {
    name: String,
    programs: tempfile::TempDir,
    path: std::ffi::OsString,
}

impl Shell {
    fn new(root: &Root, name: &str, path: std::ffi::OsString) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("the programs of the sandbox: {error}");
        if !Path::new("/usr/bin").join(name).is_file() {
            return Err(format!("{NOT_RUN}there is no `{name}` in /usr/bin"));
        }
        fs::create_dir_all(root.path("target/tmp")).map_err(failed)?;
        let programs = tempfile::tempdir_in(root.path("target/tmp")).map_err(failed)?;
        let recorder = programs.path().join("recorder");
        fs::write(&recorder, RECORDER).map_err(failed)?;
        make_executable(&recorder).map_err(failed)?;
        for program in PROGRAMS {
            link("recorder", &programs.path().join(program)).map_err(failed)?;
        }
        for program in RUNNERS {
            link(&format!("/usr/bin/{program}"), &programs.path().join(program)).map_err(failed)?;
        }
        for shell in ["bash", "sh"] {
            link("/usr/bin/bash", &programs.path().join(shell)).map_err(failed)?;
        }
        Ok(Self { name: name.to_owned(), programs, path })
    }

    /// Runs a line, and returns the words of each command that ran.
    fn run(&self, line: &str, code: u8) -> Result<Vec<Vec<String>>, String> {
        let failed = |error: std::io::Error| format!("the sandbox: {error}");
        // A program cannot get a text with this sign: it ends arguments.
        if line.contains('\0') {
            return Ok(Vec::new());
        }
        let log = tempfile::tempdir_in(self.programs.path().parent().unwrap_or(Path::new("/tmp"))).map_err(failed)?;
        for (name, text) in [("log", ""), ("env", BASH), (".zshenv", ZSH)] {
            fs::write(log.path().join(name), text).map_err(failed)?;
        }
        let mut command = Command::new("bwrap");
        command.env("PATH", &self.path);
        command.args([
            "--unshare-all",
            "--die-with-parent",
            "--new-session",
            "--clearenv",
            "--ro-bind",
            "/usr",
            "/usr",
        ]);
        command.args([
            "--symlink",
            "usr/bin",
            "/bin",
            "--symlink",
            "usr/lib",
            "/lib",
            "--symlink",
            "usr/lib64",
            "/lib64",
        ]);
        command.args(["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/work", "--chdir", "/work"]);
        command.arg("--ro-bind").arg(self.programs.path()).arg("/rec").arg("--bind").arg(log.path()).arg("/log");
        for (name, value) in [("PATH", "/rec"), ("HOME", "/work"), ("BASH_ENV", "/log/env"), ("ZDOTDIR", "/log")] {
            command.args(["--setenv", name, value]);
        }
        command.args(["--setenv", "HW_CODE", &code.to_string()]);
        command.args([
            "/usr/bin/prlimit",
            "--nproc=200",
            "--cpu=3",
            "--fsize=1000000",
            "/usr/bin/timeout",
            "-s",
            "KILL",
            "5",
        ]);
        command.args([&format!("/usr/bin/{}", self.name), "-c", "eval \"$1\"", "shell", line]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().map_err(failed)?;
        let log = fs::read(log.path().join("log")).map_err(failed)?;
        Ok(String::from_utf8_lossy(&log).split_terminator('\u{1}').filter_map(words_of).collect())
    }
}

/// Reads an entry of the recorder: the number of arguments, the name, the arguments.
fn words_of(entry: &str) -> Option<Vec<String>> {
    let mut parts = entry.splitn(3, '\u{2}');
    let (count, name, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let arguments = (count != "0").then(|| rest.split('\u{2}'));
    let words = std::iter::once(name).chain(arguments.into_iter().flatten());
    Some(words.map(|word| word.replace('\u{3}', "\n")).collect())
}

#[cfg(unix)]
fn link(target: &str, at: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, at)
}

#[cfg(unix)]
fn make_executable(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn link(_: &str, _: &Path) -> std::io::Result<()> {
    Err(std::io::Error::other("there is no sandbox on this system"))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Err(std::io::Error::other("there is no sandbox on this system"))
}

#[cfg(test)]
mod tests {
    use super::{faults_of, fits, words_of};
    use serde_json::json;

    #[test]
    fn an_entry_of_the_recorder_is_read() {
        assert_eq!(words_of("2\u{2}git\u{2}a b\u{2}c"), Some(vec!["git".to_owned(), "a b".to_owned(), "c".to_owned()]));
        assert_eq!(words_of("0\u{2}git\u{2}"), Some(vec!["git".to_owned()]));
        assert_eq!(words_of("1\u{2}git\u{2}"), Some(vec!["git".to_owned(), String::new()]));
    }

    #[test]
    fn a_comparison_that_compared_nothing_fails() {
        assert!(faults_of(&json!({"same": 1, "unexplained": []})).is_empty());
        assert_eq!(faults_of(&json!({"same": 0, "unexplained": []})).len(), 1);
        assert_eq!(faults_of(&json!({"same": 1, "unexplained": [{}]})).len(), 1);
        // The lines show why nothing is the same.
        assert_eq!(faults_of(&json!({"same": 0, "unexplained": [{}, {}]})).len(), 3);
        assert_eq!(faults_of(&json!({})).len(), 1);
    }

    #[test]
    fn words_that_ran_are_compared_with_listed_ones() {
        let word = |text: &str, literal: bool| json!({"text": text, "literal": literal});
        let ran = |words: &[&str]| words.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let listed = [word("/bin/git", true), word("$x", false), word("push", true)];
        assert!(fits(&listed, &ran(&["git", "push"]), true, false));
        assert!(fits(&listed, &ran(&["git", "a", "b", "push"]), true, false));
        assert!(!fits(&listed, &ran(&["git", "a"]), true, false));
        assert!(!fits(&listed[2..], &ran(&["push", "x"]), true, false));
        assert!(fits(&listed[2..], &ran(&["push", "x"]), true, true));
    }
}
