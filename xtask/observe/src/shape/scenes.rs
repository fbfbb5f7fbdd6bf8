//! All scenes. This list is closed: nothing else reaches a tool, a shell or a file in a run of `--shape`.

use serde_json::{Value, json};

use crate::play::scene::{Scene, Step, Talk, Turn};

/// Returns all scenes.
#[must_use]
pub fn all() -> Vec<Scene> {
    vec![
        files(),
        failures(),
        misfits(),
        shell(),
        denials(),
        auto_mode(),
        lists(),
        tasks(),
        subagent(),
        background_agent(),
        team(),
        commands(),
        shell_commands(),
        planning(),
        worktree(),
        isolated_agent(),
        mcp(),
        environment(),
        compaction(),
        setup(),
        maintenance(),
        resume(),
        named_agent(),
        api_error("error-400", 400, "invalid_request_error"),
        api_error("error-401", 401, "authentication_error"),
        api_error("error-429", 429, "rate_limit_error"),
        api_error("error-500", 500, "api_error"),
        terminal(),
        terminal_permission(),
    ]
}

fn calls(all: &[(&'static str, Value)]) -> Turn {
    Turn::Calls(all.to_vec())
}

fn talk(prompt: &'static str, turns: Vec<Turn>) -> Talk {
    Talk { prompt, turns }
}

/// Tools that work on files, and searches.
fn files() -> Scene {
    Scene {
        name: "files",
        files: vec![
            ("work/CLAUDE.md", "Be brief.\n"),
            ("work/.claude/rules/text.md", "---\npaths: \"*.txt\"\n---\nUse short lines.\n"),
            ("work/notes.txt", "alpha\nbeta\n"),
            ("work/sub/CLAUDE.md", "Be exact.\n"),
            ("work/sub/deep.txt", "gamma\n"),
            ("work/book.ipynb", NOTEBOOK),
        ],
        settings: json!({"permissions": {"allow": ["Read", "Edit", "Write", "Glob", "Grep", "NotebookEdit"]}}),
        talks: vec![talk(
            "Work on the files.",
            vec![
                calls(&[("Read", json!({"file_path": "{{work}}/notes.txt"}))]),
                calls(&[("Read", json!({"file_path": "{{work}}/notes.txt", "offset": 2, "limit": 1}))]),
                calls(&[("Read", json!({"file_path": "{{work}}/sub/deep.txt"}))]),
                calls(&[(
                    "Edit",
                    json!({"file_path": "{{work}}/notes.txt", "old_string": "beta", "new_string": "delta"}),
                )]),
                calls(&[(
                    "Edit",
                    json!({"file_path": "{{work}}/notes.txt", "old_string": "delta", "new_string": "epsilon",
                           "replace_all": true}),
                )]),
                calls(&[("Write", json!({"file_path": "{{work}}/new.txt", "content": "one\ntwo\n"}))]),
                calls(&[("Read", json!({"file_path": "{{work}}/new.txt"}))]),
                calls(&[("Write", json!({"file_path": "{{work}}/new.txt", "content": "three\n"}))]),
                calls(&[("Glob", json!({"pattern": "*.txt"}))]),
                calls(&[("Glob", json!({"pattern": "*.txt", "path": "{{work}}/sub"}))]),
                calls(&[("Grep", json!({"pattern": "gamma"}))]),
                calls(&[(
                    "Grep",
                    json!({"pattern": "gamma", "path": "{{work}}", "glob": "*.txt", "output_mode": "content", "-n": true,
                           "-i": true, "head_limit": 5}),
                )]),
                calls(&[("Grep", json!({"pattern": "gamma", "output_mode": "count"}))]),
                calls(&[("Read", json!({"file_path": "{{work}}/book.ipynb"}))]),
                calls(&[(
                    "NotebookEdit",
                    json!({"notebook_path": "{{work}}/book.ipynb", "cell_id": "first", "new_source": "two"}),
                )]),
            ],
        )],
        steps: vec![Step::Says("Work on the files.")],
        ..Scene::default()
    }
}

/// A notebook with one cell.
const NOTEBOOK: &str = r#"{"cells":[{"cell_type":"markdown","id":"first","metadata":{},"source":["one"]}],"metadata":{"language_info":{"name":"python"}},"nbformat":4,"nbformat_minor":5}"#;

/// Calls that fail, and calls that never run.
fn failures() -> Scene {
    Scene {
        name: "failures",
        settings: json!({"permissions": {"allow": ["Read", "Bash", "Edit", "WebFetch"]}}),
        talks: vec![talk(
            "Fail.",
            vec![
                calls(&[("Read", json!({"file_path": "{{work}}/missing.txt"}))]),
                calls(&[("Bash", json!({"command": "exit 3", "description": "Fails"}))]),
                calls(&[(
                    "Edit",
                    json!({"file_path": "{{work}}/missing.txt", "old_string": "one", "new_string": "two"}),
                )]),
                calls(&[("WebFetch", json!({"url": "http://127.0.0.1:9/page", "prompt": "Read the page."}))]),
                calls(&[("WebSearch", json!({"query": "weather"}))]),
                calls(&[("Read", json!({}))]),
                calls(&[("NoSuchTool", json!({"text": "one"}))]),
                calls(&[
                    ("Bash", json!({"command": "echo one"})),
                    ("Bash", json!({"command": "echo two", "timeout": 5000})),
                ]),
            ],
        )],
        steps: vec![Step::Says("Fail.")],
        ..Scene::default()
    }
}

/// Calls whose arguments are not as the tool describes them. The host converts some of them, and refuses all others before
/// any hook runs.
fn misfits() -> Scene {
    let bash = |input: Value| calls(&[("Bash", input)]);
    Scene {
        name: "misfits",
        settings: json!({"permissions": {"allow": ["Read", "Write", "Edit", "Bash"]}}),
        files: vec![("work/notes.txt", "alpha\nbeta\n")],
        talks: vec![talk(
            "Call in other ways.",
            vec![
                bash(json!({"command": "echo 1", "dangerouslyDisableSandbox": "true"})),
                bash(json!({"command": "echo 2", "dangerouslyDisableSandbox": "false"})),
                bash(json!({"command": "echo 3", "dangerouslyDisableSandbox": "yes"})),
                bash(json!({"command": "echo 4", "dangerouslyDisableSandbox": 1})),
                bash(json!({"command": "echo 5", "timeout": "5000"})),
                bash(json!({"command": "echo 6", "timeout": "soon"})),
                bash(json!({"command": "echo 7", "timeout": null})),
                bash(json!({"command": "echo 8", "run_in_background": "false"})),
                bash(json!({"description": "Has no command"})),
                bash(json!({"command": 10})),
                bash(json!({"command": ["echo", "11"]})),
                bash(json!({"command": null})),
                bash(json!({"command": ""})),
                bash(json!("echo 14")),
                bash(json!(["echo 15"])),
                bash(json!(16)),
                bash(json!(null)),
                bash(json!({"command": "echo 18", "extra": {"one": 1}})),
                bash(json!({"command": "echo 19", "description": 19})),
                bash(json!({"Command": "echo 20"})),
                bash(json!({"command": {"command": "echo 21"}})),
                calls(&[("Read", json!({"file_path": "{{work}}/notes.txt", "limit": "1", "offset": "2"}))]),
                calls(&[("Read", json!({"file_path": "notes.txt"}))]),
                calls(&[("Read", json!({"path": "{{work}}/notes.txt"}))]),
                calls(&[(
                    "Edit",
                    json!({"file_path": "{{work}}/notes.txt", "old_string": "beta", "new_string": "delta",
                           "replace_all": "true"}),
                )]),
                calls(&[("Write", json!({"file_path": "{{work}}/new.txt", "content": 26}))]),
                calls(&[("Write", json!({"file_path": "{{work}}/new.txt", "content": {"number": 27}}))]),
                calls(&[("bash", json!({"command": "echo 28"}))]),
            ],
        )],
        steps: vec![Step::Says("Call in other ways.")],
        ..Scene::default()
    }
}

/// Commands, in the foreground and in the background.
fn shell() -> Scene {
    Scene {
        name: "shell",
        settings: json!({"permissions": {"allow": ["Bash", "BashOutput", "KillShell", "TaskOutput", "TaskStop", "Monitor"]}}),
        files: vec![("work/sub/deep.txt", "gamma\n")],
        talks: vec![talk(
            "Run commands.",
            vec![
                calls(&[("Bash", json!({"command": "echo one", "description": "Prints a word"}))]),
                calls(&[("Bash", json!({"command": "echo one >&2"}))]),
                calls(&[("Bash", json!({"command": "true"}))]),
                calls(&[("Bash", json!({"command": "cd sub", "description": "Changes the folder"}))]),
                calls(&[("Bash", json!({"command": "cd .."}))]),
                calls(&[("Bash", json!({"command": "cat -", "run_in_background": true}))]),
                calls(&[("Monitor", json!({"description": "Waits", "command": "echo one", "timeout_ms": 1000}))]),
            ],
        )],
        steps: vec![Step::Says("Run commands.")],
        ..Scene::default()
    }
}

/// Calls that the user allows or denies, in several permission modes.
fn denials() -> Scene {
    Scene {
        name: "denials",
        denies: true,
        settings: json!({"permissions": {"deny": ["Read(secret.txt)"]}}),
        files: vec![("work/secret.txt", "one\n")],
        talks: vec![talk(
            "Ask first.",
            vec![
                calls(&[("Bash", json!({"command": "touch new.txt", "description": "Makes a file"}))]),
                calls(&[("Write", json!({"file_path": "{{work}}/new.txt", "content": "one\n"}))]),
                calls(&[("WebFetch", json!({"url": "http://127.0.0.1:9/page", "prompt": "Read the page."}))]),
                calls(&[("Read", json!({"file_path": "{{work}}/secret.txt"}))]),
            ],
        )],
        steps: vec![
            Step::Says("Ask first."),
            Step::Asks(json!({"subtype": "set_permission_mode", "mode": "acceptEdits"})),
            Step::Says("Ask first."),
            Step::Asks(json!({"subtype": "set_permission_mode", "mode": "plan"})),
            Step::Says("Ask first."),
        ],
        ..Scene::default()
    }
}

/// Auto mode. The model that classifies calls gives no verdict, so the host refuses them.
fn auto_mode() -> Scene {
    Scene {
        name: "auto-mode",
        args: vec!["--permission-mode", "auto"],
        settings: json!({"skipAutoPermissionPrompt": true}),
        talks: vec![talk(
            "Decide yourself.",
            vec![calls(&[("Bash", json!({"command": "touch new.txt", "description": "Makes a file"}))])],
        )],
        steps: vec![Step::Says("Decide yourself.")],
        ..Scene::default()
    }
}

/// The list of steps of older sessions. The host does not offer this tool by itself any more.
fn lists() -> Scene {
    Scene {
        name: "lists",
        args: vec!["--tools", "TodoWrite,TaskCreate,TaskUpdate"],
        env: vec![("CLAUDE_CODE_ENABLE_TASKS", "0")],
        talks: vec![talk(
            "Make a list.",
            vec![
                calls(&[(
                    "TodoWrite",
                    json!({"todos": [{"content": "First", "status": "in_progress", "activeForm": "Doing the first"}]}),
                )]),
                calls(&[(
                    "TodoWrite",
                    json!({"todos": [{"content": "First", "status": "completed", "activeForm": "Doing the first"}]}),
                )]),
            ],
        )],
        steps: vec![Step::Says("Make a list.")],
        ..Scene::default()
    }
}

/// The tools for tasks, which the host offers to older models, and other tools that need nothing from outside.
fn tasks() -> Scene {
    Scene {
        name: "tasks",
        args: vec!["--model", "claude-sonnet-4-5"],
        settings: json!({"permissions": {"allow": ["CronCreate", "CronList", "CronDelete", "ToolSearch", "ScheduleWakeup", "SendMessage", "ListAgents", "Skill"]}}),
        env: vec![("CLAUDE_CODE_ENABLE_TASKS", "1")],
        files: vec![("work/.claude/skills/short/SKILL.md", "---\ndescription: Says a word\n---\nSay a word.\n")],
        talks: vec![talk(
            "Make tasks.",
            vec![
                calls(&[("TaskCreate", json!({"subject": "First", "description": "The first task"}))]),
                calls(&[(
                    "TaskCreate",
                    json!({"subject": "Second", "description": "The second task", "activeForm": "Doing the second"}),
                )]),
                calls(&[("TaskUpdate", json!({"taskId": "1", "status": "in_progress"}))]),
                calls(&[("TaskUpdate", json!({"taskId": "1", "status": "completed"}))]),
                calls(&[("TaskUpdate", json!({"taskId": "2", "addBlockedBy": ["1"]}))]),
                calls(&[("TaskGet", json!({"taskId": "2"}))]),
                calls(&[("TaskList", json!({}))]),
                calls(&[("ToolSearch", json!({"query": "select:CronList", "max_results": 1}))]),
                calls(&[("CronCreate", json!({"cron": "0 0 1 1 *", "prompt": "Say a word.", "recurring": false}))]),
                calls(&[("CronList", json!({}))]),
                calls(&[("Skill", json!({"skill": "short", "args": "one"}))]),
                calls(&[("ListAgents", json!({}))]),
            ],
        )],
        steps: vec![Step::Says("Make tasks.")],
        ..Scene::default()
    }
}

/// A subagent that the session waits for.
fn subagent() -> Scene {
    Scene {
        name: "subagent",
        files: vec![("work/notes.txt", "alpha\nbeta\n")],
        settings: json!({"permissions": {"allow": ["Read", "Agent", "Bash"]}}),
        talks: vec![
            talk(
                "Ask an agent.",
                vec![calls(&[(
                    "Agent",
                    json!({"description": "Reads notes", "prompt": "Read the notes.",
                           "subagent_type": "general-purpose", "run_in_background": false}),
                )])],
            ),
            talk(
                "Read the notes.",
                vec![
                    calls(&[("Read", json!({"file_path": "{{work}}/notes.txt"}))]),
                    calls(&[("Bash", json!({"command": "exit 3", "description": "Fails"}))]),
                    calls(&[("Bash", json!({"command": "touch new.txt"}))]),
                ],
            ),
        ],
        steps: vec![Step::Says("Ask an agent.")],
        ..Scene::default()
    }
}

/// A subagent in the background, and a message to it.
fn background_agent() -> Scene {
    Scene {
        name: "background-agent",
        settings: json!({"permissions": {"allow": ["Agent", "SendMessage"]}}),
        talks: vec![
            talk(
                "Start an agent.",
                vec![calls(&[(
                    "Agent",
                    json!({"description": "Says a word", "prompt": "Say a word.", "name": "helper"}),
                )])],
            ),
            talk(
                "Write to it.",
                vec![calls(&[(
                    "SendMessage",
                    json!({"to": "helper", "message": "Say it again.", "summary": "Again"}),
                )])],
            ),
            talk("Say a word.", vec![Turn::Text("one")]),
        ],
        steps: vec![Step::Says("Start an agent."), Step::Awaits("SubagentStop"), Step::Says("Write to it.")],
        ..Scene::default()
    }
}

/// A team of agents.
fn team() -> Scene {
    Scene {
        name: "team",
        args: vec!["--model", "claude-sonnet-4-5", "--teammate-mode", "in-process"],
        terminal: true,
        env: vec![("CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS", "1")],
        settings: json!({"permissions": {"allow": ["Agent", "SendMessage", "TeamCreate", "TaskCreate", "TaskUpdate"]}}),
        talks: vec![
            talk(
                "Form a team.",
                vec![
                    calls(&[("TaskCreate", json!({"subject": "First", "description": "The first task"}))]),
                    calls(&[(
                        "Agent",
                        json!({"description": "Says a word", "prompt": "Say a word.", "name": "helper"}),
                    )]),
                ],
            ),
            talk(
                "Say a word.",
                vec![calls(&[("TaskUpdate", json!({"taskId": "1", "status": "in_progress"}))]), Turn::Text("one")],
            ),
        ],
        steps: vec![
            Step::Awaits("SessionStart"),
            Step::Types("Form a team."),
            Step::Presses("Enter"),
            Step::Awaits("TeammateIdle"),
        ],
        ..Scene::default()
    }
}

/// Commands that the user types, and hooks that block.
fn commands() -> Scene {
    Scene {
        name: "commands",
        files: vec![
            (
                "work/.claude/commands/greet.md",
                "---\ndescription: Greets\nargument-hint: word\n---\nGreet $ARGUMENTS.\n",
            ),
            ("work/.claude/skills/short/SKILL.md", "---\ndescription: Says a word\n---\nSay a word.\n"),
        ],
        replies: vec![("Stop", r#"{"decision":"block","reason":"Once more."}"#)],
        talks: vec![talk("Greet one.", vec![Turn::Text("one")]), talk("Say hello.", vec![Turn::Text("two")])],
        steps: vec![
            Step::Says("/greet one"),
            Step::Says("/short"),
            Step::Says("Say hello."),
            Step::Asks(json!({"subtype": "set_model", "model": "haiku"})),
            Step::Says("Say hello."),
            Step::Asks(json!({"subtype": "set_model", "model": "sonnet"})),
            Step::Says("Say hello."),
            Step::Says("/clear"),
            Step::Says("Say hello."),
        ],
        ..Scene::default()
    }
}

/// Skills and commands whose text runs shell commands: typed by the user, called by Claude, and with two commands.
fn shell_commands() -> Scene {
    Scene {
        name: "shell-commands",
        files: vec![
            (
                "work/.claude/commands/where.md",
                "---\nallowed-tools: Bash(echo:*)\n---\nSay !`echo $ARGUMENTS` and !`echo two`.\n",
            ),
            (
                "work/.claude/skills/here/SKILL.md",
                "---\ndescription: Says a word\nallowed-tools: Bash(echo:*)\n---\nSay !`echo three`.\n",
            ),
        ],
        settings: json!({"permissions": {"allow": ["Skill"]}}),
        talks: vec![talk("Use the skill.", vec![calls(&[("Skill", json!({"skill": "here"}))])])],
        steps: vec![Step::Says("/where one"), Step::Says("/here"), Step::Says("Use the skill.")],
        ..Scene::default()
    }
}

/// Plan mode, and a question to the user.
fn planning() -> Scene {
    Scene {
        name: "planning",
        talks: vec![talk(
            "Make a plan.",
            vec![
                calls(&[(
                    "AskUserQuestion",
                    json!({"questions": [{"question": "Which colour?", "header": "Colour", "multiSelect": false,
                        "options": [{"label": "Red", "description": "Like fire"}, {"label": "Blue", "description": "Like water"}]}]}),
                )]),
                calls(&[("EnterPlanMode", json!({}))]),
                calls(&[("ExitPlanMode", json!({"plan": "Do it."}))]),
            ],
        )],
        steps: vec![Step::Says("Make a plan.")],
        ..Scene::default()
    }
}

/// Worktrees that a hook makes.
fn worktree() -> Scene {
    Scene {
        name: "worktree",
        files: vec![("tree/notes.txt", "alpha\n")],
        replies: vec![("WorktreeCreate", "{{root}}/tree\n")],
        settings: json!({"permissions": {"allow": ["EnterWorktree", "ExitWorktree"]}}),
        talks: vec![talk(
            "Use a worktree.",
            vec![
                calls(&[("EnterWorktree", json!({"name": "side"}))]),
                calls(&[("ExitWorktree", json!({"action": "remove", "discard_changes": true}))]),
            ],
        )],
        steps: vec![Step::Says("Use a worktree.")],
        ..Scene::default()
    }
}

/// A subagent in a worktree of its own.
fn isolated_agent() -> Scene {
    Scene {
        name: "isolated-agent",
        files: vec![("tree/notes.txt", "alpha\n")],
        replies: vec![("WorktreeCreate", "{{root}}/tree\n")],
        settings: json!({"permissions": {"allow": ["Agent"]}}),
        talks: vec![
            talk(
                "Isolate an agent.",
                vec![calls(&[(
                    "Agent",
                    json!({"description": "Says a word", "prompt": "Say a word.", "isolation": "worktree",
                           "run_in_background": false}),
                )])],
            ),
            talk("Say a word.", vec![Turn::Text("one")]),
        ],
        steps: vec![Step::Says("Isolate an agent.")],
        ..Scene::default()
    }
}

/// A server of MCP that asks the user.
fn mcp() -> Scene {
    Scene {
        name: "mcp",
        args: vec!["--mcp-config", "{{work}}/servers.json"],
        files: vec![(
            "work/servers.json",
            r#"{"mcpServers":{"desk":{"type":"stdio","command":"{{tools}}","args":["inside","scene-tools"]}}}"#,
        )],
        settings: json!({"permissions": {"allow": ["mcp__desk", "ListMcpResourcesTool", "ReadMcpResourceTool"]}}),
        talks: vec![talk(
            "Use the server.",
            vec![
                calls(&[("mcp__desk__echo", json!({"text": "one"}))]),
                calls(&[("mcp__desk__fail", json!({"text": "one"}))]),
                calls(&[("mcp__desk__form", json!({"text": "one"}))]),
                calls(&[("mcp__desk__page", json!({"text": "one"}))]),
                calls(&[("ListMcpResourcesTool", json!({"server": "desk"}))]),
                calls(&[("ReadMcpResourceTool", json!({"server": "desk", "uri": "desk://note"}))]),
            ],
        )],
        steps: vec![Step::Says("Use the server.")],
        ..Scene::default()
    }
}

/// Changes outside of the conversation: files, settings, folders.
fn environment() -> Scene {
    Scene {
        name: "environment",
        files: vec![
            ("work/watched.txt", "alpha\n"),
            ("work/.claude/settings.json", "{\"cleanupPeriodDays\": 30}\n"),
            ("work/extra/notes.txt", "alpha\n"),
        ],
        talks: vec![talk("Say hello.", vec![Turn::Text("one")])],
        steps: vec![
            Step::Says("Say hello."),
            Step::Writes("work/watched.txt", "beta\n"),
            Step::Awaits("FileChanged"),
            Step::Writes("work/.claude/settings.json", "{\"cleanupPeriodDays\": 31}\n"),
            Step::Awaits("ConfigChange"),
            Step::Asks(json!({"subtype": "register_repo_root", "directory": "{{work}}/extra"})),
            Step::Awaits("DirectoryAdded"),
            Step::Says("Say hello."),
        ],
        ..Scene::default()
    }
}

/// A compaction that the user asks for.
fn compaction() -> Scene {
    Scene {
        name: "compaction",
        files: vec![("work/CLAUDE.md", "Be brief.\n")],
        talks: vec![talk("Say hello.", vec![Turn::Text("one")])],
        steps: vec![
            Step::Says("Say hello."),
            Step::Says("/compact Keep the names."),
            Step::Says("Say hello."),
            Step::Says("/compact"),
            Step::Says("Say hello."),
        ],
        ..Scene::default()
    }
}

fn setup() -> Scene {
    Scene {
        name: "setup",
        args: vec!["--init"],
        talks: vec![talk("Say hello.", vec![Turn::Text("one")])],
        steps: vec![Step::Says("Say hello.")],
        ..Scene::default()
    }
}

fn maintenance() -> Scene {
    Scene { name: "maintenance", args: vec!["--maintenance"], ..setup() }
}

/// A session that is continued.
fn resume() -> Scene {
    Scene {
        name: "resume",
        args: vec!["--session-id", SESSION],
        talks: vec![talk("Say hello.", vec![Turn::Text("one")])],
        steps: vec![
            Step::Says("Say hello."),
            Step::Says("/rename short"),
            Step::Starts(vec!["--resume", SESSION]),
            Step::Says("Say hello."),
        ],
        ..Scene::default()
    }
}

/// The id of a session that is continued.
const SESSION: &str = "00000000-0000-4000-8000-000000000000";

/// A session whose main thread is an agent.
fn named_agent() -> Scene {
    Scene {
        name: "named-agent",
        args: vec!["--agent", "reader", "--permission-mode", "dontAsk"],
        files: vec![(
            "work/.claude/agents/reader.md",
            "---\nname: reader\ndescription: Reads files\n---\nRead files.\n",
        )],
        talks: vec![talk(
            "Say hello.",
            vec![calls(&[("Bash", json!({"command": "touch new.txt"}))]), Turn::Text("one")],
        )],
        steps: vec![Step::Says("Say hello.")],
        ..Scene::default()
    }
}

/// A turn that ends with an error of the API.
fn api_error(name: &'static str, status: u16, kind: &'static str) -> Scene {
    Scene {
        name,
        env: vec![("CLAUDE_CODE_MAX_RETRIES", "0")],
        talks: vec![talk("Say hello.", vec![Turn::Fails(status, kind, "No.")])],
        // The host does not wait for this hook, so the session goes on until it has run.
        steps: vec![Step::Says("Say hello."), Step::Awaits("StopFailure")],
        ..Scene::default()
    }
}

/// A session in a terminal.
fn terminal() -> Scene {
    Scene {
        name: "terminal",
        terminal: true,
        talks: vec![talk("Say hello.", vec![Turn::Text("one")])],
        steps: vec![
            Step::Awaits("SessionStart"),
            Step::Types("Say hello."),
            Step::Presses("Enter"),
            Step::Awaits("Stop"),
            Step::Types("/exit"),
            Step::Presses("Enter"),
            Step::Awaits("SessionEnd"),
        ],
        ..Scene::default()
    }
}

/// A question for permission in a terminal, with the notification about it.
fn terminal_permission() -> Scene {
    Scene {
        name: "terminal-permission",
        terminal: true,
        talks: vec![talk(
            "Ask first.",
            vec![calls(&[("Bash", json!({"command": "touch new.txt", "description": "Makes a file"}))])],
        )],
        steps: vec![
            Step::Awaits("SessionStart"),
            Step::Types("Ask first."),
            Step::Presses("Enter"),
            Step::Awaits("Notification"),
            Step::Presses("Enter"),
            Step::Awaits("Stop"),
            Step::Types("/exit"),
            Step::Presses("Enter"),
            Step::Awaits("SessionEnd"),
        ],
        ..Scene::default()
    }
}
