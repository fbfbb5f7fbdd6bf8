//! Calls the guard, and returns the lines of the terminal.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use hookwire_harness::{Root, readme, tools};
use serde::Serialize;

/// The width of the terminal in characters. The denial wraps between two of its keys.
const COLUMNS: usize = 80;

/// The name of the guard's file.
const GUARD: &str = "guard.py";

/// A line of the terminal.
#[derive(Clone, Serialize)]
pub struct Line {
    /// The prompt before typed text; empty for output.
    pub prompt: &'static str,
    /// The text without the prompt.
    pub text: String,
    /// The line is part of a denial.
    pub is_denial: bool,
    /// The number of seconds after which the line appears.
    pub second: u32,
}

/// A call of the guard.
struct Call {
    /// The event, as it is typed, on two lines.
    event: [&'static str; 2],
    is_denied: bool,
}

const OUTSIDE: Call = Call {
    event: [
        r#"{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"#,
        r#""command": "npm test", "dangerouslyDisableSandbox": true}}"#,
    ],
    is_denied: true,
};

const INSIDE: Call = Call {
    event: [r#"{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"#, r#""command": "npm test"}}"#],
    is_denied: false,
};

/// Returns the whole session: the guard, a call that it denies, and one that it does not.
pub fn lines(root: &Root) -> Result<Vec<Line>, String> {
    let guard = readme::program(root, "python")?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join(GUARD);
    fs::write(&path, &guard).map_err(|error| format!("{}: {error}", path.display()))?;

    let mut terminal = Terminal { lines: Vec::new(), second: 0 };
    terminal.typed("$ ", format!("cat {GUARD}"));
    terminal.printed(&guard, false)?;
    for call in [OUTSIDE, INSIDE] {
        let [first, second] = call.event;
        terminal.typed("$ ", format!("echo '{first}"));
        terminal.continued(format!("{second}' | python3 {GUARD}"));
        let mut python = root.command(tools::python3());
        python.arg(&path).env("PYTHONPATH", root.path("generated/python/src")).env("PYTHONDONTWRITEBYTECODE", "1");
        terminal.printed(&reply(&mut python, &call)?, call.is_denied)?;
    }
    terminal.typed("$ ", "echo $?".to_owned());
    terminal.printed("0", false)?;
    Ok(terminal.lines)
}

/// Calls the guard and returns what it prints.
///
/// # Errors
/// The guard cannot be run, fails, or decides otherwise.
fn reply(python: &mut Command, call: &Call) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("python3 cannot be run: {error}");
    let mut child =
        python.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(call.event.join("\n").as_bytes()).map_err(failed)?;
    }
    let done = child.wait_with_output().map_err(failed)?;
    let [printed, reported] = [done.stdout, done.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    let is_denied = printed.contains(r#""permissionDecision":"deny""#);
    // A denial is a reply, and exit code 2 with the reason on stderr.
    let is_right = if call.is_denied {
        is_denied && done.status.code() == Some(2) && !reported.is_empty()
    } else {
        printed.is_empty() && done.status.success() && reported.is_empty()
    };
    if !is_right {
        let event = call.event.join(" ");
        return Err(format!("the guard of README.md ends with {}, given {event}\n{printed}{reported}", done.status));
    }
    // A terminal shows both, the reason first.
    Ok(reported + &printed)
}

/// The lines so far, and the time.
struct Terminal {
    lines: Vec<Line>,
    second: u32,
}

impl Terminal {
    fn typed(&mut self, prompt: &'static str, text: String) {
        if !self.lines.is_empty() {
            self.second += 2;
        }
        self.lines.push(Line { prompt, text, is_denial: false, second: self.second });
    }

    /// Adds the second line of a command.
    fn continued(&mut self, text: String) {
        self.lines.push(Line { prompt: "> ", text, is_denial: false, second: self.second });
        self.second += 1;
    }

    /// Adds the output of a command, with long lines wrapped.
    ///
    /// # Errors
    /// There is a control character in it, which SVG cannot contain.
    fn printed(&mut self, output: &str, is_denial: bool) -> Result<(), String> {
        for line in output.lines() {
            if line.contains(char::is_control) {
                return Err(format!("the terminal cannot show a control character: {line:?}"));
            }
            let characters: Vec<char> = line.chars().collect();
            let rows = characters.chunks(COLUMNS).map(|row| row.iter().collect());
            let empty = characters.is_empty().then(String::new);
            let second = self.second;
            self.lines.extend(rows.chain(empty).map(|text| Line { prompt: "", text, is_denial, second }));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(output: &str) -> Result<Vec<String>, String> {
        let mut terminal = Terminal { lines: Vec::new(), second: 0 };
        terminal.printed(output, false)?;
        Ok(terminal.lines.into_iter().map(|line| line.text).collect())
    }

    #[test]
    fn output_wraps_at_the_edge_of_the_terminal() {
        let (full, over) = ("ä".repeat(COLUMNS), "ä".repeat(COLUMNS + 1));
        assert_eq!(
            printed(&format!("{full}\r\n\n{over}")),
            Ok(vec![full.clone(), String::new(), full, "ä".to_owned()])
        );
    }

    #[test]
    fn what_is_typed_fits_the_terminal() {
        for [first, second] in [OUTSIDE.event, INSIDE.event] {
            assert!(format!("$ echo '{first}").len() <= COLUMNS, "{first}");
            assert!(format!("> {second}' | python3 {GUARD}").len() <= COLUMNS, "{second}");
        }
    }

    #[test]
    fn a_control_character_is_not_drawn() {
        assert!(printed("\u{1b}[31mred").is_err());
    }
}
