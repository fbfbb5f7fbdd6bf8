//! What is wrong with the file of a script that a handler starts.

use std::path::Path;

use hookwire::shell::{OpaqueReason, commands};
use hookwire::{Guard, HookEvent};

use crate::files::{self, Unread};
use crate::finding::{Finding, Level};
use crate::knowledge;
use crate::project::{Language, Script, Start};
use crate::script::Use;
use crate::terminal::shown_path;

/// The code of a script that is not there.
pub const SCRIPT_MISSING: &str = "script-missing";

/// The code of a script that is started as a program, and is not one.
pub const NOT_EXECUTABLE: &str = "not-executable";

/// A script that a handler starts.
pub struct Started {
    /// The script.
    pub script: Script,
    /// The handler.
    pub of: Use,
}

impl Started {
    /// Returns what is wrong with the file of the script.
    pub fn finding(&self, folder: &Path) -> Option<Finding> {
        let path = &self.script.path;
        let (file, range) = &self.of.at;
        let found = |code: &str, level: Level, message: String| {
            Some(Finding::new(code, level, file, Some(range.clone()), message))
        };
        let shown = shown_path(path);
        let real = match files::real(path, None) {
            Ok(real) => real,
            Err(Unread::Missing) if self.script.is_tested => return None,
            Err(Unread::Missing) => {
                let near = nearest_file(path, folder).map(|it| format!(" Did you mean `{it}`?")).unwrap_or_default();
                let is_python = self.script.start == Start::Interpreted && self.script.language == Language::Python;
                let what = if is_python && !self.of.is_guarded {
                    "Python ends with exit code 2 then, which blocks each call where 2 blocks, and does nothing elsewhere."
                } else if self.of.is_guarded && is_guard(&self.of.event) {
                    "`hookwire run` then blocks each call."
                } else {
                    "The hook fails each time that it is started, and does nothing of what it is for."
                };
                // A shell takes the sign away, so that the name has no folders.
                let line = file.text.get(range.clone()).unwrap_or_default();
                let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
                let is_escaped = line.contains('\\') && !line.contains(&name) && line.replace('\\', "").contains(&name);
                let slash = if is_escaped { " A shell leaves out each `\\`: write `/`." } else { "" };
                let message = format!("`{shown}` does not exist. {what}{slash}{near}");
                return found(SCRIPT_MISSING, self.missing_level(folder), message);
            }
            Err(_) => return None,
        };
        if self.script.start == Start::Interpreted || !real.starts_with(folder) {
            return None;
        }
        if !is_executable(&real) {
            let message = format!(
                "`{shown}` is not executable. The hook fails each time that it is started, and blocks nothing. Run `chmod +x {shown}`."
            );
            return found(NOT_EXECUTABLE, Level::Error, message);
        }
        let text = files::read(&real, None).ok()?;
        self.interpreter(&text).and_then(|message| found("no-interpreter", Level::Error, message))
    }

    /// Returns how sure it is that a missing script is a mistake: another machine can have it, or a build can make it.
    fn missing_level(&self, folder: &Path) -> Level {
        let Ok(inner) = self.script.path.strip_prefix(folder) else { return Level::Note };
        let is_built = inner.iter().any(|it| BUILT.iter().any(|name| it == *name));
        match (is_built, self.script.is_relative) {
            (true, _) => Level::Note,
            (false, true) => Level::Warning,
            (false, false) => Level::Error,
        }
    }

    /// Says what is wrong with the first line of a script.
    fn interpreter(&self, text: &str) -> Option<String> {
        let shown = shown_path(&self.script.path);
        let Some(line) = text.strip_prefix("#!").map(|it| it.lines().next().unwrap_or_default()) else {
            // The system refuses a text without it; a shell reads the text itself. A program is no text.
            let is_text = !text.contains('\0') && !text.contains('\u{fffd}');
            let message = || {
                format!(
                    "`{shown}` does not begin with `#!`, so the system cannot start it. The hook fails each time, and blocks nothing. Write `#!/usr/bin/env bash`, or the program that reads it, into its first line."
                )
            };
            return (self.script.start == Start::Program && is_text && cfg!(unix)).then(message);
        };
        let program = line.split_whitespace().next().unwrap_or_default();
        let is_here = !program.starts_with('/') || Path::new(program).exists();
        (!is_here && cfg!(unix)).then(|| format!("The first line of `{shown}` names `{program}`, which does not exist here. The hook does not start then, and blocks nothing. Write `#!/usr/bin/env` with the name of the program."))
    }
}

/// Says why a line for a shell does nothing: it is empty, or a quote in it is not closed.
pub fn broken_line(line: &str) -> Option<&'static str> {
    if line.trim().is_empty() {
        return Some(
            "The command is empty: the hook starts, and does nothing. Write the command, or remove the entry.",
        );
    }
    // Quotes inside of what these begin can have another end in another shell.
    let is_plain = !["$(", "`", "<<", "$'", "${", "#"].iter().any(|it| line.contains(it));
    let is_open = || commands(line, "bash").opaque.iter().any(|it| it.reason == OpaqueReason::Unclosed);
    (is_plain && line.contains(['"', '\'']) && is_open()).then_some(
        "A quote in this line is not closed. The shell refuses the line, and the hook fails each time that it is started. Close the quote.",
    )
}

/// Returns true for an event that guards an action.
fn is_guard(event: &str) -> bool {
    event.parse::<HookEvent>().is_ok_and(|it| Guard::of(it) == Guard::Closed)
}

/// Folders that a build makes.
const BUILT: [&str; 7] = ["dist", "build", "out", "target", "bin", "node_modules", ".venv"];

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|it| it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}

/// Returns the name of a file beside a missing one that is nearly the same. What other files somebody has outside of the project
/// is not for every log.
fn nearest_file(path: &Path, folder: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let beside = path.parent().filter(|it| it.starts_with(folder))?;
    let entries = files::entries(beside, Some(folder)).ok()?;
    let names = entries.iter().filter_map(|it| it.file_name()?.to_str());
    knowledge::nearest(&name, names).map(str::to_owned)
}
