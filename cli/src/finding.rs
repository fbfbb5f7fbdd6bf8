//! What is wrong, where, and how sure that is.

use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

use hookwire::problems::{Problem, ProblemCode, ProblemConfidence, ProblemSeverity};
use serde::{Deserialize, Serialize};

use crate::text::Text;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// It does not work.
    Error,
    /// It works otherwise than its author thinks, or does nothing.
    Warning,
    /// It can be better. Notes alone do not change the exit code.
    Note,
    /// It is not reported.
    Off,
}

impl Level {
    /// Returns the level of a problem of the contract.
    const fn of(problem: &Problem) -> Self {
        match problem.severity {
            // A guess from a name: it helps, and nothing is broken.
            _ if matches!(problem.code, ProblemCode::FailsOpen) => Self::Note,
            ProblemSeverity::Rejected | ProblemSeverity::Mismatch | ProblemSeverity::Ignored => Self::Error,
            _ => Self::Warning,
        }
    }
}

/// A file in which something was found.
#[derive(Debug)]
pub struct FileText {
    /// The path, as it is shown.
    pub path: PathBuf,
    /// The text.
    pub text: Text,
}

/// Something that was found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The code: a kind of problem of the contract, or one of [`OWN`].
    pub code: String,
    /// How much it matters.
    pub level: Level,
    /// The file.
    pub file: Rc<FileText>,
    /// The place in it, in bytes. Nothing for the file as a whole.
    pub range: Option<Range<usize>>,
    /// What is wrong, what happens, and what to write instead.
    pub message: String,
    /// True if only one source says so.
    pub is_unconfirmed: bool,
    /// A place in another file that matters for it, and what it is.
    pub related: Option<(Rc<FileText>, Range<usize>, String)>,
    /// The other places in the file where the same is wrong.
    pub others: Vec<Range<usize>>,
    /// The versions of the host for which it was found, if not for all that were asked for.
    pub hosts: Option<String>,
}

impl Finding {
    /// Creates a finding about a place.
    pub fn new(
        code: &str,
        level: Level,
        file: &Rc<FileText>,
        range: Option<Range<usize>>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code: code.to_owned(),
            level,
            file: Rc::clone(file),
            range,
            message: message.into(),
            is_unconfirmed: false,
            related: None,
            others: Vec::new(),
            hosts: None,
        }
    }

    /// Creates the finding for a problem of the contract.
    pub fn of_problem(problem: &Problem, file: &Rc<FileText>, range: Option<Range<usize>>) -> Self {
        let mut message = problem.message.clone();
        if problem.code == ProblemCode::UnsupportedByHost {
            message.push_str(" Update Claude Code, or leave it out where an older version runs.");
        }
        let found = Self::new(problem.code.as_str(), Level::of(problem), file, range, message);
        Self { is_unconfirmed: problem.confidence == ProblemConfidence::Unconfirmed, ..found }
    }

    /// Returns what findings are sorted by: the file, whether it is about all of the file, the place, and the rest.
    pub fn order(&self) -> impl Ord + '_ {
        let range = self.range.as_ref().map_or((0, 0), |it| (it.start, it.end));
        (&self.file.path, self.code != FILE_DROPPED, range, self.level, &self.code, &self.message)
    }

    /// Returns what makes two findings the same.
    pub fn identity(&self) -> Identity {
        (self.code.clone(), self.file.path.clone(), self.range.clone(), self.message.clone(), self.others.clone())
    }
}

/// The code of a setting that switches hooks off.
pub const HOOKS_OFF: &str = "hooks-off";

/// The code of a mistake because of which all of a file does nothing.
pub const FILE_DROPPED: &str = "file-dropped";

/// The code, the file, the place, the message and the other places of a finding.
pub type Identity = (String, PathBuf, Option<Range<usize>>, String, Vec<Range<usize>>);

/// A code of this program, which the contract does not have.
pub struct Own {
    /// The code.
    pub code: &'static str,
    /// What it is about, what happens, and what to do.
    pub about: &'static str,
    /// An example of the mistake, and how it is right.
    pub example: &'static str,
}

/// The codes that this program adds to those of the contract.
pub const OWN: [Own; 20] = [
    Own {
        code: "not-read",
        about: "A file that is there, but was not read: it is a link that leads out of the project, no regular file, or too large. What is in it was not checked. Replace a link by the file. Or it has hooks in a place where Claude Code reads none: move `hooks` to `.claude/settings.json`.",
        example: ".claude/settings.json -> ../../elsewhere/settings.json",
    },
    Own {
        code: HOOKS_OFF,
        about: "A setting switches off the hooks of the project. Remove it if they should run.",
        example: "{\"disableAllHooks\": true}",
    },
    Own {
        code: "duplicate-key",
        about: "An object has a key twice. Only the last one counts: hooks below the first one never run. Join what is below both.",
        example: "{\"hooks\": {\"PreToolUse\": [...], \"PreToolUse\": []}}",
    },
    Own {
        code: FILE_DROPPED,
        about: "Because of a mistake, Claude Code applies nothing of the file: hooks without a mistake do not run either. The other finding at this place says what to write instead. Older versions do so for mistakes on every event; newer ones only on events that guard a call.",
        example: "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": 7}]}]}}",
    },
    Own {
        code: "broken-line",
        about: "The command of a hook is empty, or a quote in it is not closed. The hook does nothing of what it is for. Write the command, and close the quote.",
        example: "{\"type\": \"command\", \"command\": \"bash \\\"guard.sh\"}",
    },
    Own {
        code: "script-missing",
        about: "A command starts a script that does not exist. The hook fails each time that it is started, and does nothing of what it is for. Write the path of the script, below `${CLAUDE_PROJECT_DIR}`.",
        example: "\"command\": \"\\\"$CLAUDE_PROJECT_DIR\\\"/.claude/hooks/gaurd.sh\"",
    },
    Own {
        code: "not-executable",
        about: "A command starts a file that is not executable. The hook fails each time, and blocks nothing. Run `chmod +x` on it, and in a repository `git update-index --chmod=+x`.",
        example: "-rw-r--r-- .claude/hooks/guard.sh",
    },
    Own {
        code: "no-interpreter",
        about: "A script does not say which program reads it, or names one that does not exist here. Begin its first line with `#!`, such as `#!/usr/bin/env bash`.",
        example: "#!/usr/local/bin/bahs",
    },
    Own {
        code: "windows-line-ends",
        about: "The lines of a script end with CR LF. The system looks for a program whose name ends with CR, and a shell reads the CR as a part of each last word. Save the script with LF, and add `*.sh text eol=lf` to `.gitattributes`.",
        example: "#!/bin/bash\\r\\n",
    },
    Own {
        code: "syntax-error",
        about: "The interpreter of a script refuses it. A shell ends with exit code 2 then, so that an event that can be blocked is blocked each time. Python ends with 1, which blocks nothing: a guard is open. Fix the place that the message names.",
        example: "if [[ $command == *push* ]]; then exit 2    # without `fi`",
    },
    Own {
        code: "exit-code",
        about: "A script ends with an exit code that does not block, and has no other way to block, or its code gets lost within the script. Claude Code shows the message to the user, and goes on. Exit with 2, with the reason on stderr. On some events, such as PermissionRequest, exit code 2 does not block either: print the reply that the message names. It is a warning if the message before it, or the name of the script, says that it refuses something. On an event that guards an action, it is one after any message that is not about a failure. Otherwise it is a note.",
        example: "echo 'Do not push.' >&2; exit 1",
    },
    Own {
        code: "lost-reason",
        about: "A script prints the reason for a block on stdout, and ends with exit code 2. Then only stderr is read, so the block has no reason. Print the reason to stderr.",
        example: "echo 'Open a pull request.'; exit 2",
    },
    Own {
        code: "lost-reply",
        about: "A script blocks, and its block gets lost: it prints its reply on stderr and exits with 0, or the line or the entry in the settings that starts it drops its exit code. Nothing is blocked. Print replies on stdout, and leave out what follows the script in the line.",
        example: "\"command\": \"bash guard.sh || true\"",
    },
    Own {
        code: "stray-output",
        about: "A script prints something else before or after its reply, so that stdout is not JSON, and the reply is ignored. Print the text to stderr, and one reply only.",
        example: "echo 'checking'; echo '{\"decision\": \"block\"}'",
    },
    Own {
        code: "endless-block",
        about: "A script blocks an event that its own block causes again, and never looks at the field that says so. Claude goes on, and is blocked again. Read the field, and do not block if it is true.",
        example: "make test >&2 || exit 2    # on Stop, without a look at stop_hook_active",
    },
    Own {
        code: "wrong-part",
        about: "A script has a `hookwire get`, `reply` or `commands` that fails each time: a verb that the event does not take, a field that its input does not have, or wrong arguments. On a guard, each call is blocked. `hookwire help reply` and `hookwire docs EVENT` say what is right.",
        example: "command=$(hookwire get tool_input.comand)",
    },
    Own {
        code: "missing-input",
        about: "A script reads something of its input that is not there: all of the input was read before, or no input of the event has this field. Keep the input in a variable, and read each value from that. `hookwire docs EVENT` lists the fields.",
        example: "input=$(cat); command=$(jq -r .tool_input.command)    # without `<<<\"$input\"`",
    },
    Own {
        code: "wrong-shell",
        about: "A script for `sh` has a syntax that only Bash and others have. On Debian and Ubuntu, `sh` is `dash`: the script fails there, and blocks nothing. Begin it with `#!/usr/bin/env bash`.",
        example: "#!/bin/sh    # and then `if [[ $command == *push* ]]`",
    },
    Own {
        code: "no-errexit",
        about: "A script that `hookwire run` starts goes on after a program that fails. A guard can then end without an answer, and lets the call pass. Begin it with `set -euo pipefail`, or write `|| exit 2` behind the program. It is a note on events that are not guards.",
        example: "grep -q secret \"$file\"; hookwire reply block 'No secrets.'    # without `set -euo pipefail` above",
    },
    Own {
        code: "misspelled-option",
        about: "The configuration of this program has a code or a level that does not exist.",
        example: "ignore = [\"relatve-path\"]",
    },
];
