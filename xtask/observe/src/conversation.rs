//! The conversations that run the hooks of each event. This list is closed: nothing else reaches a tool, a file or a
//! setting of the host.
//!
//! To observe another event, add it to [`Conversation::of`], and say in [`crate::observation`] how it can end.

use std::time::Duration;

use serde_json::{Value, json};

/// Returns the name of the file that the command of a case makes.
#[must_use]
pub fn file(number: usize) -> String {
    format!("made-{number}")
}

/// Stands for [`command`] in the arguments of a case.
pub const COMMAND: &str = "{{command}}";

/// Returns the command that makes the file of a case.
#[must_use]
pub fn command(number: usize) -> String {
    format!("touch {}", file(number))
}

/// A conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conversation {
    /// The model calls `Bash` to make a file.
    MakeFile,
    /// The model calls `Bash` to make a file, and the user answers the question only when the hooks have ended.
    Ask,
    /// The model calls `Read` for a file that is not there, which fails.
    Fail,
    /// The model answers with text.
    Talk,
    /// The user types a command, which expands to a prompt.
    Command,
    /// The user types a command whose text runs a shell command to make a file.
    Skill,
    /// The model starts a subagent, which answers with text.
    Delegate,
    /// The user compacts the conversation, and writes another prompt.
    Compact,
    /// The user clears the conversation, and writes another prompt.
    Clear,
    /// The host starts, and the user writes a prompt.
    Start,
    /// The host starts with `--init`, and the user writes a prompt.
    Init,
    /// The program that drives the host switches the model, and the user writes a prompt.
    SwitchModel,
    /// The model's server answers with an error.
    Broken,
    /// A settings file changes, and the model calls `Bash`, which the new settings deny.
    Configure,
    /// The model calls `Bash` to change the directory.
    ChangeDirectory,
    /// A watched file changes.
    ChangeFile,
    /// The model reads a file in a folder that has instructions.
    Instruct,
    /// The model makes a task.
    MakeTask,
    /// The model makes a task and completes it.
    CompleteTask,
    /// The model starts a subagent in a worktree.
    Isolate,
    /// The model enters a worktree, and leaves it to be removed.
    Leave,
    /// The model calls a tool of an MCP server, which asks the user.
    Elicit,
    /// The program that drives the host adds a directory.
    AddDirectory,
    /// In auto mode, the model calls `Bash`, and the classifier refuses.
    Classify,
    /// In plan mode, the model shows a plan.
    LeavePlan,
    /// The model asks whether to plan first.
    Plan,
    /// The model asks the user a question.
    Question,
    /// In a terminal, the model answers with text, and the host tells the user that it waits.
    Notify,
    /// In a terminal, the model starts a teammate, which answers with text.
    Team,
}

/// A step of the driver.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Sends a prompt, and reads until the turn ends.
    Prompt(String),
    /// Sends a request as the program that drives the host, and reads until the response.
    Request(Value),
    /// Writes a file of the session: its path from the session's folder, and its text.
    Write(String, String),
    /// Waits until the hooks of the case have ended.
    Hooks,
    /// Lets the late hooks of the case answer.
    Release,
    /// Waits until the host is silent.
    Silence,
}

/// A call of a tool by the model: its name and its arguments.
pub type Call = (&'static str, Value);

impl Conversation {
    /// Returns the conversation that runs the hooks of this event, or `None` if no conversation here does.
    #[must_use]
    pub fn of(event: &str) -> Option<Self> {
        Some(match event {
            "PreToolUse" | "PostToolUse" | "PostToolBatch" => Self::MakeFile,
            "PermissionRequest" => Self::Ask,
            "PostToolUseFailure" => Self::Fail,
            "UserPromptSubmit" | "Stop" | "MessageDisplay" => Self::Talk,
            "UserPromptExpansion" => Self::Command,
            "PreSkillShellCommand" => Self::Skill,
            "SubagentStart" | "SubagentStop" => Self::Delegate,
            "PreCompact" | "PostCompact" => Self::Compact,
            "SessionEnd" => Self::Clear,
            "SessionStart" => Self::Start,
            "Setup" => Self::Init,
            "PreModelSwitch" | "PostModelSwitch" => Self::SwitchModel,
            "StopFailure" => Self::Broken,
            "ConfigChange" => Self::Configure,
            "CwdChanged" => Self::ChangeDirectory,
            "FileChanged" => Self::ChangeFile,
            "InstructionsLoaded" => Self::Instruct,
            "TaskCreated" => Self::MakeTask,
            "TaskCompleted" => Self::CompleteTask,
            "WorktreeCreate" => Self::Isolate,
            "WorktreeRemove" => Self::Leave,
            "Elicitation" | "ElicitationResult" => Self::Elicit,
            "DirectoryAdded" => Self::AddDirectory,
            "PermissionDenied" => Self::Classify,
            "Notification" => Self::Notify,
            "TeammateIdle" => Self::Team,
            _ => return None,
        })
    }

    /// Returns the steps of the case with this number.
    #[must_use]
    pub fn steps(self, number: usize, root: &str) -> Vec<Step> {
        let talk = || Step::Prompt(prompt(number));
        let after = || Step::Prompt(after(number));
        match self {
            Self::Command => vec![Step::Prompt(format!("/step {}", prompt(number)))],
            Self::Skill => vec![Step::Prompt(format!("/{SHELL} {number}")), after()],
            // Older hosts do not compact a conversation of one prompt.
            Self::Compact => vec![after(), talk(), Step::Prompt("/compact".to_owned()), after()],
            Self::Clear => vec![talk(), Step::Prompt("/clear".to_owned()), Step::Hooks, after()],
            Self::SwitchModel => {
                vec![Step::Request(json!({"subtype": "set_model", "model": model(number)})), Step::Hooks, talk()]
            }
            Self::Broken => vec![talk(), Step::Hooks, after()],
            Self::Configure => {
                let settings = json!({"permissions": {"deny": [format!("Bash(touch {})", file(number))]}});
                vec![
                    after(),
                    Step::Write("work/.claude/settings.local.json".to_owned(), settings.to_string()),
                    Step::Hooks,
                    after(),
                    talk(),
                ]
            }
            Self::ChangeFile => {
                vec![after(), Step::Write("work/watched".to_owned(), format!("{number}\n")), Step::Hooks, talk()]
            }
            Self::Instruct => vec![
                Step::Write(format!("work/dir-{number}/CLAUDE.md"), "Nothing.\n".to_owned()),
                Step::Write(format!("work/dir-{number}/file"), "Nothing.\n".to_owned()),
                talk(),
                Step::Hooks,
                after(),
            ],
            Self::AddDirectory => vec![
                Step::Write(format!("work/added-{number}/file"), "Nothing.\n".to_owned()),
                Step::Request(
                    json!({"subtype": "register_repo_root", "directory": format!("{root}/work/added-{number}")}),
                ),
                Step::Hooks,
                talk(),
            ],
            Self::ChangeDirectory | Self::Notify | Self::Team => vec![talk(), Step::Hooks, after()],
            Self::Isolate => vec![Step::Write(format!("trees/tree-{number}/file"), "Nothing.\n".to_owned()), talk()],
            _ => vec![talk()],
        }
    }

    /// Returns the calls that the model makes in the case with this number, one in each answer. `root` is the folder of
    /// the session.
    #[must_use]
    pub fn calls(self, number: usize, root: &str) -> Vec<Call> {
        let touch = |description: &str| ("Bash", json!({"command": command(number), "description": description}));
        match self {
            Self::MakeFile | Self::Ask | Self::Configure => vec![touch("A step of a case")],
            // The classifier is asked only about commands that the host does not know.
            Self::Classify => {
                let command = format!("sh -c 'touch {}'", file(number));
                vec![("Bash", json!({"command": command, "description": "A step of a case"}))]
            }
            Self::Fail => vec![("Read", json!({"file_path": format!("{root}/work/missing-{number}")}))],
            Self::Delegate => vec![("Agent", delegate(number))],
            Self::Isolate => {
                let mut arguments = delegate(number);
                arguments["isolation"] = json!("worktree");
                vec![("Agent", arguments)]
            }
            Self::Leave => vec![
                ("EnterWorktree", json!({})),
                ("ExitWorktree", json!({"action": "remove", "discard_changes": true})),
            ],
            Self::ChangeDirectory => {
                let command = format!("mkdir -p {root}/work/dir-{number} && cd {root}/work/dir-{number}");
                vec![("Bash", json!({"command": command, "description": "A step of a case"}))]
            }
            Self::Instruct => vec![("Read", json!({"file_path": format!("{root}/work/dir-{number}/file")}))],
            Self::MakeTask => vec![("TaskCreate", task(number))],
            Self::CompleteTask => {
                // The id is the one that the host gives to the task.
                vec![("TaskCreate", task(number)), ("TaskUpdate", json!({"taskId": TASK_ID, "status": "completed"}))]
            }
            Self::Elicit => vec![("mcp__steps__ask", json!({}))],
            Self::LeavePlan => vec![("ExitPlanMode", plan())],
            Self::Plan => vec![("EnterPlanMode", json!({}))],
            Self::Question => vec![("AskUserQuestion", questions())],
            Self::Team => {
                vec![("Agent", json!({"description": "A step of a case", "prompt": sub(number), "name": "helper"}))]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the number of requests of the main conversation if the agent goes on after the hooks.
    #[must_use]
    pub fn requests(self) -> usize {
        match self {
            Self::MakeFile | Self::Ask | Self::Fail | Self::Delegate | Self::Clear | Self::Skill => 2,
            Self::LeavePlan | Self::Plan | Self::Question => 2,
            Self::Isolate | Self::Elicit | Self::Classify | Self::MakeTask | Self::ChangeFile => 2,
            Self::ChangeDirectory | Self::Instruct | Self::CompleteTask | Self::Leave | Self::Compact => 3,
            Self::Configure => 4,
            Self::Broken | Self::Notify | Self::Team => 2,
            _ => 1,
        }
    }

    /// Returns how many cases run in one session. A session takes about a second to start.
    #[must_use]
    pub fn session(self) -> usize {
        match self {
            // What a hook prevents here would stay for the next case.
            Self::Start | Self::Init | Self::Leave | Self::Team | Self::LeavePlan | Self::Plan => 1,
            Self::Configure | Self::ChangeFile | Self::Notify => 10,
            _ => 60,
        }
    }

    /// Returns how long a session waits after the hooks have ended. The host reads changed settings after its hooks, and a
    /// machine with other work is slow.
    #[must_use]
    pub fn rest(self) -> Duration {
        Duration::from_millis(if self == Self::Configure { 500 } else { 0 })
    }

    /// Returns true if a session mostly waits, so that more of them can run at once.
    #[must_use]
    pub fn mostly_waits(self) -> bool {
        self.is_in_terminal() || self == Self::ChangeFile
    }

    /// Returns true if cases are cheap: many share a session, and none waits for a watcher of files.
    #[must_use]
    pub fn is_cheap(self) -> bool {
        !matches!(
            self,
            Self::Start | Self::Init | Self::Leave | Self::Configure | Self::ChangeFile | Self::Notify | Self::Team
        )
    }

    /// Returns the arguments of the host, beside those of every session.
    #[must_use]
    pub fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Init => &["--init"],
            // The default model has no tools for tasks.
            Self::MakeTask | Self::CompleteTask => &["--model", "claude-sonnet-4-5"],
            Self::Team => &["--model", "claude-sonnet-4-5", "--teammate-mode", "in-process"],
            Self::Classify => &["--permission-mode", "auto"],
            _ => &[],
        }
    }

    /// Returns true if the host runs in a terminal.
    #[must_use]
    pub fn is_in_terminal(self) -> bool {
        matches!(self, Self::Notify | Self::Team)
    }

    /// Returns more variables of the host's environment.
    #[must_use]
    pub fn variables(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Team => &[("CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS", "1")],
            // Older hosts have the tools for tasks only in a terminal.
            Self::MakeTask | Self::CompleteTask => &[("CLAUDE_CODE_ENABLE_TASKS", "1")],
            _ => &[],
        }
    }

    /// Returns the tools that the model may call without a question.
    #[must_use]
    pub fn allowed(self) -> &'static [&'static str] {
        if self == Self::Team { &["Agent"] } else { &[] }
    }

    /// Returns the matcher of the hooks, if they need one.
    #[must_use]
    pub fn matcher(self) -> Option<&'static str> {
        (self == Self::ChangeFile).then_some("watched")
    }

    /// Returns true if the session has a server with tools.
    #[must_use]
    pub fn has_server(self) -> bool {
        self == Self::Elicit
    }
}

/// The name of the command whose text runs a shell command.
pub const SHELL: &str = "shell";

/// Returns the text of that command. The host puts the number of a case for `$ARGUMENTS`.
#[must_use]
pub fn shell_text() -> String {
    let command = "touch made-$ARGUMENTS";
    format!("---\nallowed-tools: Bash(touch:*)\n---\ncase-prompt-$ARGUMENTS-end\n\n!`{command}`\n")
}

/// Stands for the id of a task that the host made.
pub const TASK_ID: &str = "{{task-id}}";

/// Returns the arguments with which the model shows a plan.
#[must_use]
pub fn plan() -> Value {
    json!({"plan": "A step of a case"})
}

/// Returns the arguments with which the model asks the user a question.
#[must_use]
pub fn questions() -> Value {
    let option = |label: &str| json!({"label": label, "description": "An answer of a case"});
    let options = [option("One"), option("Two")];
    json!({"questions": [{"question": QUESTION, "header": "Case", "multiSelect": false, "options": options}]})
}

/// The question of the model to the user.
pub const QUESTION: &str = "Which step of the case?";

/// Returns the prompt of the case with this number.
#[must_use]
pub fn prompt(number: usize) -> String {
    format!("case-prompt-{number}-end")
}

/// Returns the prompt after that of the case with this number.
#[must_use]
pub fn after(number: usize) -> String {
    format!("case-after-{number}-end")
}

/// Returns the prompt of the subagent of the case with this number.
#[must_use]
pub fn sub(number: usize) -> String {
    format!("case-inner-{number}-end")
}

/// Returns the model that the case with this number switches to.
#[must_use]
pub fn model(number: usize) -> String {
    format!("claude-case-{number}")
}

fn delegate(number: usize) -> Value {
    json!({
        "description": "A step of a case", "prompt": sub(number), "subagent_type": "general-purpose",
        "run_in_background": false,
    })
}

fn task(number: usize) -> Value {
    json!({"subject": format!("task {number}"), "description": "A step of a case"})
}

/// Returns the answer of the user to the question of a server.
#[must_use]
pub fn user_answer(number: usize) -> String {
    format!("user-answer-{number}-end")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that the model calls and the driver does. The number is 7, and the folder of the session `/s`.
    const CALLS: &[&str] = &[
        r#"Bash {"command":"touch made-7","description":"A step of a case"}"#,
        r#"Bash {"command":"sh -c 'touch made-7'","description":"A step of a case"}"#,
        r#"Bash {"command":"mkdir -p /s/work/dir-7 && cd /s/work/dir-7","description":"A step of a case"}"#,
        r#"Read {"file_path":"/s/work/missing-7"}"#,
        r#"Read {"file_path":"/s/work/dir-7/file"}"#,
        r#"Agent {"description":"A step of a case","prompt":"case-inner-7-end","subagent_type":"general-purpose","run_in_background":false}"#,
        r#"Agent {"description":"A step of a case","prompt":"case-inner-7-end","subagent_type":"general-purpose","run_in_background":false,"isolation":"worktree"}"#,
        "EnterWorktree {}",
        r#"ExitWorktree {"action":"remove","discard_changes":true}"#,
        r#"Agent {"description":"A step of a case","prompt":"case-inner-7-end","name":"helper"}"#,
        r#"TaskCreate {"subject":"task 7","description":"A step of a case"}"#,
        r#"TaskUpdate {"taskId":"{{task-id}}","status":"completed"}"#,
        "mcp__steps__ask {}",
        r#"ExitPlanMode {"plan":"A step of a case"}"#,
        "EnterPlanMode {}",
        r#"AskUserQuestion {"questions":[{"question":"Which step of the case?","header":"Case","multiSelect":false,"options":[{"label":"One","description":"An answer of a case"},{"label":"Two","description":"An answer of a case"}]}]}"#,
    ];

    const STEPS: &[&str] = &[
        "prompt case-prompt-7-end",
        "prompt case-after-7-end",
        "prompt /step case-prompt-7-end",
        "prompt /shell 7",
        "prompt /compact",
        "prompt /clear",
        r#"request {"subtype":"set_model","model":"claude-case-7"}"#,
        r#"request {"subtype":"register_repo_root","directory":"/s/work/added-7"}"#,
        r#"write work/.claude/settings.local.json {"permissions":{"deny":["Bash(touch made-7)"]}}"#,
        "write work/watched 7\n",
        "write work/dir-7/CLAUDE.md Nothing.\n",
        "write work/dir-7/file Nothing.\n",
        "write work/added-7/file Nothing.\n",
        "write trees/tree-7/file Nothing.\n",
        "hooks",
        "release",
    ];

    const EVENTS: &str = include_str!("../../../schemas/events.json");

    fn all() -> Result<Vec<Conversation>, String> {
        let events: Value = serde_json::from_str(EVENTS).map_err(|error| error.to_string())?;
        let names = events["events"].as_array().into_iter().flatten().filter_map(|event| event["name"].as_str());
        let asking = [Conversation::LeavePlan, Conversation::Plan, Conversation::Question];
        Ok(names.filter_map(Conversation::of).chain(asking).collect())
    }

    #[test]
    fn the_model_calls_tools_only_as_listed() -> Result<(), String> {
        for conversation in all()? {
            for (tool, arguments) in conversation.calls(7, "/s") {
                let call = format!("{tool} {arguments}");
                assert!(CALLS.contains(&call.as_str()), "{conversation:?}: {call}");
            }
        }
        Ok(())
    }

    #[test]
    fn the_driver_takes_only_the_listed_steps() -> Result<(), String> {
        for conversation in all()? {
            for step in conversation.steps(7, "/s") {
                let text = match step {
                    Step::Prompt(text) => format!("prompt {text}"),
                    Step::Request(value) => format!("request {value}"),
                    Step::Write(name, text) => format!("write {name} {text}"),
                    Step::Hooks => "hooks".to_owned(),
                    Step::Release => "release".to_owned(),
                    Step::Silence => "silence".to_owned(),
                };
                assert!(STEPS.contains(&text.as_str()), "{conversation:?}: {text}");
            }
        }
        Ok(())
    }
}
