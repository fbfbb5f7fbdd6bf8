//! The scenes that fire events. This list is closed: nothing else reaches a tool, a shell or a file.

mod lines;
mod rules;

use serde_json::{Value, json};

use crate::play::scene::{Scene, Step, Talk, Turn};

#[cfg(test)]
pub use rules::{PAGES, RELATIVE};

/// Returns the scene with this name.
#[must_use]
pub fn named(name: &str) -> Option<Scene> {
    all().into_iter().find(|scene| scene.name == name)
}

/// Returns all scenes.
#[must_use]
pub fn all() -> Vec<Scene> {
    let mut all = vec![
        call(),
        tools(),
        mixed(),
        failed(),
        commands(),
        agent(),
        session_agent(),
        moved(),
        git(),
        life(),
        turns(),
        changes(),
        failure(),
        setup(),
    ];
    all.extend(rules::all());
    all.extend([terminal(), dialog()]);
    all.extend(STARTS.iter().map(|(name, args, env)| Scene { name, args: args.to_vec(), env: env.to_vec(), ..call() }));
    all
}

fn calls(all: &[(&'static str, Value)]) -> Vec<Turn> {
    all.iter().map(|one| Turn::Calls(vec![one.clone()])).collect()
}

fn bash(command: &str) -> (&'static str, Value) {
    ("Bash", json!({"command": command}))
}

fn agent_call(kind: &str) -> (&'static str, Value) {
    let input = json!({"description": "Says a word", "prompt": "Say a word.", "subagent_type": kind,
                       "run_in_background": false});
    ("Agent", input)
}

/// One call of a tool.
fn call() -> Scene {
    Scene {
        name: CALL,
        files: vec![("work/sub/notes.txt", "alpha\n")],
        talks: vec![Talk { prompt: "Say hello.", turns: calls(&[bash("echo one")]) }],
        steps: vec![Step::Says("Say hello.")],
        ..Scene::default()
    }
}

/// A way to start the host: the name of a scene, arguments, and variables.
type Start = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

/// Ways to start the host that could leave out settings.
const STARTS: [Start; 9] = [
    ("bare", &["--bare"], &[]),
    ("safe", &[], &[("CLAUDE_CODE_SAFE_MODE", "1")]),
    ("safe-mode", &["--safe-mode"], &[]),
    ("simple", &[], &[("CLAUDE_CODE_SIMPLE", "1")]),
    ("no-sources", &["--setting-sources", ""], &[]),
    ("user-source", &["--setting-sources", "user"], &[]),
    ("project-source", &["--setting-sources", "project"], &[]),
    ("local-source", &["--setting-sources", "local"], &[]),
    (AGENT, &["--agent", "general-purpose"], &[]),
];

/// Returns the scene whose witness shows the inputs of a scene: a start that leaves out settings shows none itself.
#[must_use]
pub fn witness(scene: &str) -> &str {
    match scene {
        "dialog" => "terminal",
        AGENT => AGENT,
        _ if STARTS.iter().any(|(name, ..)| *name == scene) => CALL,
        _ => scene,
    }
}

/// The scene with one call.
const CALL: &str = "call";

/// The scene whose main thread is an agent, which inputs say.
const AGENT: &str = "agent-flag";

/// One call, in a repository of git.
fn git() -> Scene {
    Scene {
        name: "git",
        files: vec![
            ("work/.git/HEAD", "ref: refs/heads/main\n"),
            ("work/.git/config", "[core]\n\trepositoryformatversion = 0\n"),
            ("work/.git/objects/info/packs", ""),
            ("work/.git/refs/heads/.keep", ""),
            ("work/sub/notes.txt", "alpha\n"),
        ],
        ..call()
    }
}

/// A call in another folder, to which a call before it changes.
fn moved() -> Scene {
    Scene {
        name: "moved",
        talks: vec![Talk { prompt: "Say hello.", turns: calls(&[bash("cd sub"), bash("echo one")]) }],
        ..call()
    }
}

/// A few tools of all kinds.
fn mixed() -> Scene {
    let all = [
        bash("echo one"),
        bash("git push origin"),
        ("Read", json!({"file_path": "{{work}}/notes.txt"})),
        ("Write", json!({"file_path": "{{work}}/new.txt", "content": "one\n"})),
        ("mcp__desk__echo", json!({"text": "one"})),
    ];
    Scene { name: "mixed", talks: vec![Talk { prompt: "Use tools.", turns: calls(&all) }], ..tools() }
}

/// Calls that fail, of two tools.
fn failed() -> Scene {
    let all = [bash("exit 3"), ("Read", json!({"file_path": "{{work}}/missing.txt"})), bash("echo one")];
    Scene { name: "failed", talks: vec![Talk { prompt: "Use tools.", turns: calls(&all) }], ..tools() }
}

/// Tools of all kinds: of the host, with an older name, with several words, and of a server.
fn tools() -> Scene {
    let all = [
        bash("echo one"),
        bash("touch new.txt"),
        bash("exit 3"),
        ("Read", json!({"file_path": "{{work}}/notes.txt"})),
        ("Edit", json!({"file_path": "{{work}}/notes.txt", "old_string": "beta", "new_string": "delta"})),
        ("Write", json!({"file_path": "{{work}}/other.txt", "content": "one\n"})),
        ("mcp__desk__echo", json!({"text": "one"})),
        ("mcp__desk__form", json!({"text": "one"})),
        ("ListMcpResourcesTool", json!({"server": "desk"})),
        agent_call("general-purpose"),
    ];
    Scene {
        name: "tools",
        args: vec!["--mcp-config", "{{root}}/servers.json"],
        files: vec![("servers.json", SERVERS), ("work/notes.txt", "alpha\nbeta\n"), ("work/sub/notes.txt", "alpha\n")],
        talks: vec![
            Talk { prompt: "Use tools.", turns: calls(&all) },
            Talk { prompt: "Say a word.", turns: vec![Turn::Text("one")] },
        ],
        steps: vec![Step::Says("Use tools.")],
        ..Scene::default()
    }
}

/// The server of [`tools`].
const SERVERS: &str =
    r#"{"mcpServers":{"desk":{"type":"stdio","command":"{{tools}}","args":["inside","scene-tools"]}}}"#;

/// Commands of a shell that conditions read in different ways. They print words, or change nothing.
const COMMANDS: [&str; 30] = [
    "git push origin main",
    "git push",
    "git status",
    "git",
    "gitk",
    "/usr/bin/git push",
    "git  push origin",
    "git -C sub push origin",
    "echo one",
    "echo git push origin",
    "echo $(date)",
    "echo $(git push origin)",
    "echo `git push origin`",
    "echo \"$HOME\"",
    "echo one && git push origin",
    "echo one; git push origin",
    "echo one | git push origin",
    "echo one || git push origin",
    "git push origin & echo one",
    "cd sub && git push origin",
    "ONE=1 git push origin",
    "ONE=$(date) git push origin",
    "env git push origin",
    "timeout 5 git push origin",
    "sh -c 'git push origin'",
    "(git push origin)",
    "if true; then git push origin; fi",
    "echo one\ngit push origin",
    "# one\ngit push origin",
    "echo 'one",
];

/// Commands and files that conditions read.
fn commands() -> Scene {
    let mut all: Vec<_> = COMMANDS.into_iter().map(bash).collect();
    all.push(bash("git push \\\norigin"));
    all.push(bash("git push origin > new.txt"));
    for path in
        ["{{work}}/src/one.rs", "{{work}}/src/sub/two.rs", "{{work}}/sub/src/one.rs", "{{home}}/x", "src/one.rs"]
    {
        all.push(("Read", json!({"file_path": path})));
    }
    all.push(("Edit", json!({"file_path": "{{work}}/src/one.rs", "old_string": "beta", "new_string": "delta"})));
    all.push(("Write", json!({"file_path": "{{work}}/src/new.rs", "content": "one\n"})));
    all.push(("Grep", json!({"pattern": "alpha", "path": "{{work}}/src"})));
    Scene {
        name: "commands",
        files: vec![
            ("work/src/one.rs", "alpha\nbeta\n"),
            ("work/src/sub/two.rs", "alpha\n"),
            ("work/sub/src/one.rs", "alpha\n"),
            ("home/x", "alpha\n"),
        ],
        talks: vec![Talk { prompt: "Run commands.", turns: calls(&all) }],
        steps: vec![Step::Says("Run commands.")],
        ..Scene::default()
    }
}

/// A skill without hooks.
const SKILL: &str = "---\nname: noted\ndescription: Says a word\n---\nBe brief.\n";

/// An agent without hooks.
const SUBAGENT: &str = "---\nname: noter\ndescription: Says a word\n---\nBe brief.\n";

/// A skill, an agent, and calls before, within and after each.
fn agent() -> Scene {
    Scene {
        name: "agent",
        // A tree that has documents in these places writes them instead.
        args: vec!["--plugin-dir", "{{root}}/plugin"],
        files: vec![
            ("work/.claude/skills/noted/SKILL.md", SKILL),
            ("work/.claude/agents/noter.md", SUBAGENT),
            ("plugin/.claude-plugin/plugin.json", r#"{"name":"noting"}"#),
            ("plugin/skills/noted/SKILL.md", SKILL),
            ("plugin/agents/noter.md", SUBAGENT),
        ],
        talks: vec![
            Talk { prompt: "Say one.", turns: calls(&[bash("echo one")]) },
            Talk { prompt: "Use a skill.", turns: calls(&[("Skill", json!({"skill": "noted"})), bash("echo two")]) },
            Talk { prompt: "Use the skill of a plugin.", turns: calls(&[("Skill", json!({"skill": "noting:noted"}))]) },
            Talk { prompt: "Say three.", turns: calls(&[bash("echo three")]) },
            Talk { prompt: "Ask an agent.", turns: calls(&[agent_call("noter"), bash("echo four")]) },
            Talk { prompt: "Ask the agent of a plugin.", turns: calls(&[agent_call("noting:noter")]) },
            Talk { prompt: "Say a word.", turns: calls(&[bash("echo inner"), bash("echo last")]) },
            Talk { prompt: "Say five.", turns: calls(&[bash("echo five")]) },
        ],
        steps: vec![
            Step::Says("Say one."),
            Step::Says("Use a skill."),
            Step::Says("Use the skill of a plugin."),
            Step::Says("Say three."),
            Step::Says("Ask an agent."),
            Step::Says("Ask the agent of a plugin."),
            Step::Says("Say five."),
        ],
        ..Scene::default()
    }
}

/// A session whose main thread is the agent with hooks, which calls another agent and itself.
fn session_agent() -> Scene {
    let all = [bash("echo one"), agent_call("general-purpose"), agent_call("noter")];
    Scene {
        name: "session-agent",
        args: vec!["--agent", "noter"],
        files: vec![("work/.claude/agents/noter.md", SUBAGENT)],
        talks: vec![
            Talk { prompt: "Say hello.", turns: calls(&all) },
            Talk { prompt: "Say a word.", turns: calls(&[bash("echo inner")]) },
        ],
        steps: vec![Step::Says("Say hello.")],
        ..Scene::default()
    }
}

/// The id of a session that is continued.
const SESSION: &str = "00000000-0000-4000-8000-000000000000";

/// The starts and ends of sessions, and compactions.
fn life() -> Scene {
    Scene {
        name: "life",
        args: vec!["--session-id", SESSION],
        files: vec![("work/CLAUDE.md", "Be brief.\n")],
        talks: vec![Talk { prompt: "Say hello.", turns: vec![Turn::Text("one")] }],
        steps: vec![
            Step::Says("Say hello."),
            Step::Says("/compact"),
            Step::Says("Say hello."),
            Step::Starts(vec!["--resume", SESSION]),
            Step::Says("Say hello."),
            Step::Says("/clear"),
            Step::Says("Say hello."),
        ],
        ..Scene::default()
    }
}

/// What happens in a turn, apart from tools.
fn turns() -> Scene {
    Scene {
        name: "turns",
        files: vec![
            ("work/.claude/commands/greet.md", "Greet $ARGUMENTS.\n"),
            ("work/.claude/skills/short/SKILL.md", "---\ndescription: Says a word\n---\nSay a word.\n"),
        ],
        talks: vec![
            Talk { prompt: "Say hello.", turns: vec![Turn::Text("one")] },
            Talk { prompt: "Greet one.", turns: vec![Turn::Text("one")] },
        ],
        steps: vec![
            Step::Says("Say hello."),
            Step::Says("/greet one"),
            Step::Says("/short"),
            Step::Asks(json!({"subtype": "set_model", "model": "haiku"})),
            Step::Says("Say hello."),
        ],
        ..Scene::default()
    }
}

/// Changes of files, settings and folders.
fn changes() -> Scene {
    Scene {
        name: "changes",
        files: vec![
            ("work/watched.txt", "alpha\n"),
            ("work/.claude/settings.json", "{\"cleanupPeriodDays\": 30}\n"),
            ("work/extra/notes.txt", "alpha\n"),
        ],
        talks: vec![Talk { prompt: "Say hello.", turns: vec![Turn::Text("one")] }],
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

/// A turn that ends with an error of the API.
fn failure() -> Scene {
    Scene {
        name: "failure",
        env: vec![("CLAUDE_CODE_MAX_RETRIES", "0")],
        talks: vec![Talk { prompt: "Say hello.", turns: vec![Turn::Fails(429, "rate_limit_error", "No.")] }],
        steps: vec![Step::Says("Say hello."), Step::Awaits("StopFailure")],
        ..Scene::default()
    }
}

/// The start of a session in a terminal.
fn terminal() -> Scene {
    Scene { name: "terminal", terminal: true, steps: vec![Step::Settles, Step::Settles], ..Scene::default() }
}

/// The same, with the dialog about an untrusted folder, which nobody answers.
fn dialog() -> Scene {
    Scene { name: "dialog", ..terminal() }
}

fn setup() -> Scene {
    Scene { name: "setup", args: vec!["--init"], ..call() }
}
