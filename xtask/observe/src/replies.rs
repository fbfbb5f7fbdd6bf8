//! The replies of the current case. Each is given once, to whatever runs first as this hook.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::case::{Case, Hook, fill};
use crate::conversation::{COMMAND, command};

/// Begins the question of a prompt or agent hook; the index of the hook follows.
pub const QUESTION: &str = "question-of-hook-";

/// The replies of the current case, as files that all processes of a session see.
///
/// `current` has the number of the case. `reply-7-0` is a folder with the reply of its first hook; whoever gives the
/// reply renames it to `used-7-0` first, and makes `ended-7-0` when it has ended.
#[derive(Debug, Clone)]
pub struct Replies {
    root: String,
}

impl Replies {
    /// Creates the replies of a session. `root` is its folder.
    #[must_use]
    pub fn new(root: &str) -> Self {
        Self { root: root.to_owned() }
    }

    /// Returns the folder of the session.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// Returns the folder of the replies.
    #[must_use]
    pub fn folder(&self) -> String {
        format!("{}/hook", self.root)
    }

    fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.folder())
    }

    /// Writes the replies of a case, which is the current one from now on.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, case: &Case, number: usize) -> Result<(), String> {
        for (index, hook) in case.hooks().enumerate() {
            let folder = self.path(&format!("reply-{number}-{index}"));
            let failed = |error: std::io::Error| format!("{folder}: {error}");
            fs::create_dir_all(&folder).map_err(failed)?;
            let filled = Hook {
                stdout: fill(&hook.stdout, number, &self.root),
                stderr: fill(&hook.stderr, number, &self.root),
                ..hook.clone()
            };
            let text = serde_json::to_string(&filled).map_err(|error| error.to_string())?;
            fs::write(format!("{folder}/hook.json"), text).map_err(failed)?;
            fs::write(format!("{folder}/stdout"), &filled.stdout).map_err(failed)?;
            fs::write(format!("{folder}/stderr"), &filled.stderr).map_err(failed)?;
            fs::write(format!("{folder}/exit"), filled.exit.to_string()).map_err(failed)?;
            if let Some(program) = &filled.program {
                let input = program.input.clone().unwrap_or_else(|| self.path(&format!("input-{number}-{index}")));
                let start = format!("cd {}/work\ncat {input} | {}\n", self.root, program.command);
                fs::write(format!("{folder}/program"), start).map_err(failed)?;
            }
        }
        if let Some(arguments) = &case.arguments {
            let text = arguments.to_string().replace(COMMAND, &command(number));
            fs::write(self.path(&format!("arguments-{number}")), text).map_err(|error| error.to_string())?;
        }
        let (part, current) = (self.path("next"), self.path("current"));
        fs::write(&part, number.to_string())
            .and_then(|()| fs::rename(&part, &current))
            .map_err(|error| error.to_string())
    }

    /// Takes the reply of a hook in the current case. `None` if it was given before.
    #[must_use]
    pub fn take(&self, index: usize) -> Option<Hook> {
        let number = fs::read_to_string(self.path("current")).ok()?;
        let used = self.path(&format!("used-{number}-{index}"));
        fs::rename(self.path(&format!("reply-{number}-{index}")), &used).ok()?;
        fs::write(self.path(&format!("ended-{number}-{index}")), "").ok()?;
        serde_json::from_str(&fs::read_to_string(format!("{used}/hook.json")).ok()?).ok()
    }

    /// Returns the reply of a hook in the current case again, if it was given and is not an answer to the question of a
    /// hook: the host asks once more after an answer that it cannot read. After one that it can read, the next question is
    /// that of another run of the hook.
    #[must_use]
    pub fn repeat(&self, index: usize) -> Option<Hook> {
        let number = fs::read_to_string(self.path("current")).ok()?;
        let text = fs::read_to_string(self.path(&format!("used-{number}-{index}/hook.json"))).ok()?;
        let hook: Hook = serde_json::from_str(&text).ok()?;
        let is_answer = serde_json::from_str::<Value>(&hook.stdout).is_ok_and(|value| value["ok"].is_boolean());
        (!is_answer).then_some(hook)
    }

    /// Returns the arguments that the model writes in a case, if they are not those of the conversation.
    #[must_use]
    pub fn arguments(&self, number: usize) -> Option<Value> {
        serde_json::from_str(&fs::read_to_string(self.path(&format!("arguments-{number}"))).ok()?).ok()
    }

    /// Returns the arguments that a hook of a case was given.
    #[must_use]
    pub fn given(&self, number: usize) -> Option<Value> {
        let text = fs::read_to_string(self.path(&format!("input-{number}-0"))).ok()?;
        let mut input: Value = serde_json::from_str(&text.replace(&command(number), COMMAND)).ok()?;
        Some(input.get_mut("tool_input")?.take())
    }

    /// Lets the late hooks of a case answer.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn release(&self, number: usize) -> Result<(), String> {
        fs::write(self.path(&format!("go-{number}")), "").map_err(|error| error.to_string())
    }

    /// Returns true if a hook of the case has begun.
    #[must_use]
    pub fn has_begun(&self, number: usize, index: usize) -> bool {
        Path::new(&self.path(&format!("used-{number}-{index}"))).exists()
    }

    /// Returns true if a hook of the case has ended.
    #[must_use]
    pub fn has_ended(&self, number: usize, index: usize) -> bool {
        Path::new(&self.path(&format!("ended-{number}-{index}"))).exists()
    }

    /// Returns the text of the script that gives the replies of commands. Its first argument is the index of the hook,
    /// its second how it runs.
    ///
    /// The host runs all hooks of an event side by side. Each one waits here for the one before it, so that they end in
    /// the order of the settings, and what the host does does not depend on chance.
    #[must_use]
    pub fn script(&self) -> String {
        let folder = self.folder();
        format!(
            "cd {folder} || exit 0\n\
             read n < current || test -n \"$n\" || exit 0\n\
             mv reply-$n-$1 used-$n-$1 2>/dev/null || exit 0\n\
             cat > input-$n-$1\n\
             case $2 in\n\
             late) echo '{{\"async\": true}}';;\n\
             esac\n\
             case $2 in\n\
             late|when-over) i=0; while [ ! -e go-$n ] && [ $i -lt 200 ]; do sleep 0.05; i=$((i+1)); done;;\n\
             slow) sleep 3;;\n\
             program) sh used-$n-$1/program; code=$?; : > ended-$n-$1; exit $code;;\n\
             esac\n\
             if [ $1 -gt 0 ]; then\n\
             i=0; while [ ! -e ended-$n-$(($1-1)) ] && [ $i -lt 40 ]; do sleep 0.05; i=$((i+1)); done\n\
             sleep 0.2\n\
             fi\n\
             cat used-$n-$1/stderr >&2\n\
             cat used-$n-$1/stdout\n\
             read code < used-$n-$1/exit || test -n \"$code\"\n\
             case $2 in stuck) sleep 3;; esac\n\
             : > ended-$n-$1\n\
             exit $code\n"
        )
    }
}
