//! A case: the hooks of an event, with what each answers. All of it is markers, words of the contract, and values of
//! closed lists.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::conversation::Conversation;

/// The part of the id of each case whose texts are compared in full.
pub const BOTH: &str = "/both/";

/// A case. Cases are harmless: the steps of a conversation are those of [`crate::conversation`], the commands of hooks
/// are those of [`Handler`], and a reply consists of markers, words of the contract, and values of [`safe_value`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The id, which stays the same: `PreToolUse/exit-2/json-reason`.
    pub id: String,
    /// The event.
    pub event: String,
    /// The hook.
    #[serde(flatten)]
    pub hook: Hook,
    /// More hooks on the same event, in the order of the settings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Hook>,
    /// The host runs in a terminal, although the event fires without one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub terminal: bool,
    /// The permission mode of the session, if it is not the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// The tool that asks the user, if the model calls one instead of `Bash`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<Asking>,
    /// The arguments of the call, if the model writes other ones than those of the conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Value>,
    /// What the settings file has beside the hooks of the case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Beside>,
}

/// What a settings file has beside hooks that a host knows. The host reads all of the file, a part of it, or nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beside {
    /// A hook on an event that no host has.
    UnknownEvent,
    /// A hook on `PreSkillShellCommand`, which older hosts do not have.
    NewEvent,
    /// A path as `$schema`.
    SchemaPath,
    /// A URL as `$schema` that the host does not know.
    SchemaUrl,
    /// The URL as `$schema` under which the schema of the settings is published.
    SchemaStore,
}

impl Beside {
    /// Every such thing, with its name in the id of a case.
    pub const ALL: [(&str, Self); 5] = [
        ("unknown-event", Self::UnknownEvent),
        ("new-event", Self::NewEvent),
        ("schema-path", Self::SchemaPath),
        ("schema-url", Self::SchemaUrl),
        ("schema-store", Self::SchemaStore),
    ];

    /// Adds it to settings. `group` has the hooks of the case.
    pub fn add(self, settings: &mut Value, group: &Value) {
        match self {
            Self::UnknownEvent => settings["hooks"]["NoSuchEvent"] = json!([group]),
            Self::NewEvent => settings["hooks"]["PreSkillShellCommand"] = json!([group]),
            Self::SchemaPath => settings["$schema"] = json!("./HooksSettings.schema.json"),
            Self::SchemaStore => {
                settings["$schema"] = json!("https://json.schemastore.org/claude-code-settings.json");
            }
            Self::SchemaUrl => settings["$schema"] = json!("https://schemas.invalid/HooksSettings.schema.json"),
        }
    }
}

/// The permission modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// The permission rules decide, and ask the user. A case without a mode has this one, too.
    Default,
    /// Changes of files need no question.
    AcceptEdits,
    /// Nothing changes until the user has accepted a plan.
    Plan,
    /// Nothing needs a question.
    BypassPermissions,
    /// What needs a question is refused.
    DontAsk,
    /// A classifier answers instead of the user.
    Auto,
}

impl Mode {
    /// Every mode beside the default.
    pub const ALL: [Self; 5] = [Self::AcceptEdits, Self::Plan, Self::BypassPermissions, Self::DontAsk, Self::Auto];

    /// Returns the word of the host for the mode.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::AcceptEdits => "acceptEdits",
            Self::Plan => "plan",
            Self::BypassPermissions => "bypassPermissions",
            Self::DontAsk => "dontAsk",
            Self::Auto => "auto",
        }
    }
}

/// The tools that ask the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Asking {
    /// Asks whether a plan is good.
    ExitPlanMode,
    /// Asks whether to plan first.
    EnterPlanMode,
    /// Asks questions with answers to choose from.
    AskUserQuestion,
}

impl Asking {
    /// Every such tool.
    pub const ALL: [Self; 3] = [Self::ExitPlanMode, Self::EnterPlanMode, Self::AskUserQuestion];

    /// Returns the name of the tool.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ExitPlanMode => "ExitPlanMode",
            Self::EnterPlanMode => "EnterPlanMode",
            Self::AskUserQuestion => "AskUserQuestion",
        }
    }
}

impl Case {
    /// Creates a case with one hook, in the default mode and without a terminal.
    #[must_use]
    pub fn new(id: String, event: String, hook: Hook) -> Self {
        Self {
            id,
            event,
            hook,
            others: Vec::new(),
            terminal: false,
            mode: None,
            tool: None,
            arguments: None,
            beside: None,
        }
    }

    /// Returns all hooks of the case, in the order of the settings.
    pub fn hooks(&self) -> impl Iterator<Item = &Hook> {
        std::iter::once(&self.hook).chain(&self.others)
    }

    /// Returns the conversation that runs the hooks of the case, or `None` if no conversation does.
    #[must_use]
    pub fn conversation(&self) -> Option<Conversation> {
        match self.tool {
            Some(Asking::ExitPlanMode) => Some(Conversation::LeavePlan),
            Some(Asking::EnterPlanMode) => Some(Conversation::Plan),
            Some(Asking::AskUserQuestion) => Some(Conversation::Question),
            None => Conversation::of(&self.event),
        }
    }

    /// Returns the permission mode of the session, if it is not the default.
    #[must_use]
    pub fn permission_mode(&self) -> Option<Mode> {
        self.mode.or((self.tool == Some(Asking::ExitPlanMode)).then_some(Mode::Plan))
    }

    /// Returns true if the case is about a permission mode, or a tool that asks the user.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.mode.is_some() || self.tool.is_some()
    }

    /// Returns true if another case is about the same mode and the same tool.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        (self.terminal, self.mode, self.tool, self.beside) == (other.terminal, other.mode, other.tool, other.beside)
    }

    /// Returns the names of the markers of the case, each once, in order.
    #[must_use]
    pub fn markers(&self) -> Vec<&str> {
        let mut names = Vec::new();
        let printed = self.hooks().flat_map(|hook| holes(&hook.stdout).into_iter().chain(holes(&hook.stderr)));
        for name in printed.chain(self.hooks().flat_map(|hook| hook.handler.texts()).copied()) {
            if !names.contains(&name) && !SAFE_HOLES.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Returns true if the texts that Claude and the user got are compared in full, and not by their markers alone.
    #[must_use]
    pub fn compares_texts(&self) -> bool {
        self.id.contains(BOTH)
    }

    /// Returns true if the host runs in a terminal.
    #[must_use]
    pub fn is_in_terminal(&self) -> bool {
        self.terminal || self.conversation().is_some_and(Conversation::is_in_terminal)
    }

    /// Returns how many cases like this one run in one session.
    #[must_use]
    pub fn session(&self) -> usize {
        // A call that the host runs in the background reports its end while a later case runs.
        let is_in_background = self.arguments.as_ref().is_some_and(|it| it.get("run_in_background").is_some());
        // The screen has what earlier cases left on it, and the settings have the markers of one case.
        if self.terminal || is_in_background || self.hooks().any(|hook| !hook.handler.texts().is_empty()) {
            1
        } else {
            self.conversation().map_or(1, Conversation::session)
        }
    }

    /// Returns true if a hook of the case runs in the background.
    #[must_use]
    pub fn is_async(&self) -> bool {
        self.hooks().any(Hook::is_async)
    }
}

/// A hook, and what it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hook {
    /// Its kind, and how it runs.
    #[serde(default, skip_serializing_if = "Handler::is_script")]
    pub handler: Handler,
    /// What it answers: the standard output of a command, the body of an HTTP response, the text of the model, the
    /// result of a tool. `{{name}}` is the marker of this name, which is different in each case.
    pub stdout: String,
    /// The standard error of a command, with markers like `stdout`.
    pub stderr: String,
    /// The exit code of a command. For a tool, 1 is a result with `isError`.
    pub exit: u8,
    /// The status of an HTTP response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The value of `onFailure` in the settings.
    #[serde(default, rename = "onFailure", skip_serializing_if = "Option::is_none")]
    pub on_failure: Option<OnFailure>,
    /// The value of `continueOnBlock` in the settings.
    #[serde(default, rename = "continueOnBlock", skip_serializing_if = "Option::is_none")]
    pub continue_on_block: Option<bool>,
    /// The program that answers, if it is an attack. No recorded case has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

/// A program that runs as a hook: an attack of `tests/attacks`, or one that xtask writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The shell command that starts it, inside of the sandbox.
    pub command: String,
    /// The file with its standard input, inside of the sandbox. Without it, the program gets what the host sends.
    pub input: Option<String>,
    /// The time limit in the settings, in seconds.
    pub seconds: u64,
}

impl Hook {
    /// Creates a command that prints and exits.
    #[must_use]
    pub fn script(stdout: &str, stderr: &str, exit: u8) -> Self {
        Self {
            handler: Handler::Script,
            stdout: stdout.to_owned(),
            stderr: stderr.to_owned(),
            exit,
            status: None,
            on_failure: None,
            continue_on_block: None,
            program: None,
        }
    }

    /// Creates a command that runs a program.
    #[must_use]
    pub fn program(program: Program) -> Self {
        Self { program: Some(program), ..Self::of(Handler::Program, "") }
    }

    /// Creates a hook of another kind, with its answer.
    #[must_use]
    pub fn of(handler: Handler, answer: &str) -> Self {
        Self { handler, ..Self::script(answer, "", 0) }
    }

    /// Returns true if the host moves the hook to the background: its first line is an object with `async: true`.
    #[must_use]
    pub fn is_async(&self) -> bool {
        let is_async = |line: &str| serde_json::from_str::<Value>(line).is_ok_and(|it| it["async"] == json!(true));
        match self.handler {
            Handler::Script => self.stdout.lines().next().is_some_and(is_async),
            Handler::Late => true,
            _ => self.handler.is_set_to_background(),
        }
    }

    /// Returns the settings of the hook, without what only its answer says. Cases with the same settings share sessions.
    #[must_use]
    pub fn setting(&self) -> (Handler, Option<OnFailure>, Option<bool>, Option<u64>) {
        (self.handler, self.on_failure, self.continue_on_block, self.program.as_ref().map(|it| it.seconds))
    }
}

/// The kinds of hooks. This list is closed: nothing else runs as a hook.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Handler {
    /// A command that prints its answer and exits.
    #[default]
    Script,
    /// A command that prints `{"async": true}` first, and its answer when the turn is over.
    Late,
    /// A command whose settings have `async: true`, which answers when the turn is over.
    Async,
    /// The same, which answers at once.
    AsyncNow,
    /// A command whose settings have `asyncRewake: true`, which answers when the turn is over.
    Rewake,
    /// The same, which answers at once.
    RewakeNow,
    /// As [`Self::Rewake`], with a `rewakeMessage` and a `rewakeSummary`.
    RewakeTexts,
    /// A command with a time limit of one second, which prints its answer after three.
    Slow,
    /// A command with a time limit of one second, which prints its answer and then runs for three.
    Stuck,
    /// A command that runs a program, which is given with the hook.
    Program,
    /// `sh` with a script that is not there.
    MissingSh,
    /// `bash` with a script that is not there.
    MissingBash,
    /// `python3` with a script that is not there.
    MissingPython,
    /// An executable that is not there.
    MissingExecutable,
    /// A request to the server of the scripted model.
    Http,
    /// A request to a port of loopback where nothing listens.
    HttpUnreachable,
    /// A question to the model.
    Prompt,
    /// An agent: the model answers with a call of a tool of the host.
    Agent,
    /// A tool of the MCP server of the session.
    McpTool,
    /// A tool that the MCP server of the session does not have.
    McpMissing,
}

impl Handler {
    fn is_script(&self) -> bool {
        *self == Self::Script
    }

    /// Returns true if the settings of the hook move it to the background.
    #[must_use]
    pub fn is_set_to_background(self) -> bool {
        matches!(self, Self::Async | Self::AsyncNow | Self::Rewake | Self::RewakeNow | Self::RewakeTexts)
    }

    /// Returns true if the hook answers when the turn is over.
    #[must_use]
    pub fn is_late(self) -> bool {
        matches!(self, Self::Late | Self::Async | Self::Rewake | Self::RewakeTexts)
    }

    /// Returns the names of the markers in the settings of the hook.
    #[must_use]
    pub fn texts(self) -> &'static [&'static str] {
        if self == Self::RewakeTexts { &["rewakeMessage", "rewakeSummary"] } else { &[] }
    }

    /// Returns true if the hook leaves a trace in the session when it runs.
    #[must_use]
    pub fn leaves_trace(self) -> bool {
        matches!(
            self,
            Self::Script
                | Self::Late
                | Self::Async
                | Self::AsyncNow
                | Self::Rewake
                | Self::RewakeNow
                | Self::RewakeTexts
                | Self::Slow
                | Self::Stuck
                | Self::Program
                | Self::Http
                | Self::Prompt
                | Self::Agent
                | Self::McpTool
        )
    }
}

/// The values of `onFailure`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFailure {
    /// A hook that fails blocks.
    Block,
    /// A hook that fails changes nothing.
    Continue,
}

/// Returns the name of the file that a replaced command makes.
#[must_use]
pub fn other_file(number: usize) -> String {
    format!("other-{number}")
}

/// Returns the text of a marker. The number keeps the markers of two cases apart.
#[must_use]
pub fn marker(number: usize, name: &str) -> String {
    format!("mark-{number}-{name}-end")
}

/// The holes that are not markers: each stands for a harmless value of the session.
pub const SAFE_HOLES: [&str; 2] = ["other-command", "worktree"];

/// The marker in an answer that a hook gives to the question of the model.
pub const ANSWER: &str = "answer";

/// Fills the holes of a text: `{{name}}` is a marker, `{{other-command}}` the replaced command of the case, and
/// `{{worktree}}` a folder below `root`, the folder of the session.
#[must_use]
pub fn fill(text: &str, number: usize, root: &str) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, hole)) = rest.split_once("{{") {
        let Some((name, after)) = hole.split_once("}}") else { break };
        filled.push_str(before);
        match name {
            "other-command" => filled.push_str(&format!("touch {}", other_file(number))),
            "worktree" => filled.push_str(&format!("{root}/trees/tree-{number}")),
            _ => filled.push_str(&marker(number, name)),
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// Returns the names of the holes in a text, each once, in order. They are the names of its markers.
#[must_use]
pub fn holes(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for part in text.split("{{").skip(1) {
        if let Some((name, _)) = part.split_once("}}")
            && !found.contains(&name)
        {
            found.push(name);
        }
    }
    found
}

/// Returns the only value that a case has for a key whose value could reach a tool, a file or a process. `None` for all
/// other keys.
#[must_use]
pub fn safe_value(key: &str) -> Option<Value> {
    Some(match key {
        "updatedInput" => json!({"command": "{{other-command}}"}),
        "updatedToolOutput" => {
            json!({"stdout": "{{updatedToolOutput}}", "stderr": "", "interrupted": false, "isImage": false})
        }
        "updatedMCPToolOutput" => json!("{{updatedMCPToolOutput}}"),
        "updatedPermissions" => json!([{"type": "setMode", "mode": "plan", "destination": "session"}]),
        "watchPaths" => json!([]),
        "worktreePath" => json!("{{worktree}}"),
        "content" => json!({"answer": "{{content}}"}),
        "terminalSequence" => json!("\u{7}"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_once_and_with_the_number_of_the_case() {
        assert_eq!(fill("a {{reason}} b {{other-command}}", 7, "/at"), "a mark-7-reason-end b touch other-7");
        assert_eq!(fill("{{worktree}}", 7, "/at"), "/at/trees/tree-7");
        assert_eq!(fill("{{not closed", 7, "/at"), "{{not closed");
        assert_eq!(holes("{{a}} {{b}} {{a}}"), ["a", "b"]);
    }
}
