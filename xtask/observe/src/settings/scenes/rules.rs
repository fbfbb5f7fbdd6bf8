//! The scenes of permission rules: many lines of a shell, files, and calls of other tools.
//!
//! The user denies what needs permission, so most lines do not run.

use serde_json::{Value, json};

use super::lines::{AROUND, BROKEN, COMPOUND, FILLED, MIXED, OPEN, PIECES, WORDS, long};
use super::{SERVERS, SKILL, SUBAGENT, bash, calls};
use crate::play::scene::{Scene, Step, Talk};

/// Returns all of them.
pub fn all() -> Vec<Scene> {
    let lines = |name, lines: &[&str]| of_calls(name, lines.iter().map(|line| bash(line)).collect());
    vec![
        lines("rules-words", WORDS),
        lines("rules-compound", COMPOUND),
        lines("rules-broken", BROKEN),
        lines("rules-around", AROUND),
        lines("rules-filled", FILLED),
        lines("rules-mixed", MIXED),
        lines("rules-open", OPEN),
        lines("rules-pieces", PIECES),
        of_calls("rules-long", long().iter().map(|line| bash(line)).collect()),
        files(),
        tools(),
    ]
}

/// The prompts of the parts of a scene. A part is short, because a turn has a time limit.
const PROMPTS: [&str; 24] = [
    "Do part A.",
    "Do part B.",
    "Do part C.",
    "Do part D.",
    "Do part E.",
    "Do part F.",
    "Do part G.",
    "Do part H.",
    "Do part I.",
    "Do part J.",
    "Do part K.",
    "Do part L.",
    "Do part M.",
    "Do part N.",
    "Do part O.",
    "Do part P.",
    "Do part Q.",
    "Do part R.",
    "Do part S.",
    "Do part T.",
    "Do part U.",
    "Do part V.",
    "Do part W.",
    "Do part X.",
];

/// How many calls a part has.
const PART: usize = 20;

fn of_calls(name: &'static str, all: Vec<(&'static str, Value)>) -> Scene {
    let parts: Vec<_> = all.chunks(PART).zip(PROMPTS).collect();
    Scene {
        name,
        files: vec![("work/notes.txt", "alpha\n"), ("work/sub/notes.txt", "alpha\n")],
        talks: parts.iter().map(|(part, prompt)| Talk { prompt, turns: calls(part) }).collect(),
        steps: parts.iter().map(|(_, prompt)| Step::Says(prompt)).collect(),
        denies: true,
        ..Scene::default()
    }
}

/// Paths that begin at the folder of the project.
#[cfg(test)]
pub const RELATIVE: [&str; 4] = ["src/one.rs", "./src/one.rs", "src/../one.rs", "new.txt"];

/// The files that are read.
const READ: &[&str] = &[
    "{{work}}/src/one.rs",
    "{{work}}/src/sub/two.rs",
    "{{work}}/sub/src/one.rs",
    "{{work}}/one.rs",
    "{{work}}/.env",
    "{{work}}/.hidden/one",
    "{{work}}/src/.env",
    "{{work}}/a b.txt",
    "{{work}}/[x].txt",
    "{{work}}/x.txt",
    "{{work}}/!neg.txt",
    "{{work}}/#hash.txt",
    "{{work}}/star*.txt",
    "{{work}}/back\\slash.txt",
    "{{work}}/é.txt",
    "{{work}}/UPPER.RS",
    "{{work}}/src.d/one.rs",
    "{{work}}/deep/a/b/c.txt",
    "{{work}}/~/x",
    "{{work}}/(y).txt",
    "{{work}}/$z.txt",
    "{{work}}/{w}.txt",
    "{{work}}/.claude/notes.txt",
    "{{home}}/x",
    "{{home}}/sub/x",
    "{{home}}/.hidden",
    "{{home}}/.claude/notes.txt",
    "{{root}}/other/one.rs",
    "src/one.rs",
    "./src/one.rs",
    "src/../one.rs",
    "{{work}}/src/../one.rs",
    "{{work}}/../other/one.rs",
    "../other/one.rs",
    "{{work}}//src//one.rs",
    "{{work}}/./src/one.rs",
    "~/x",
    "{{work}}/linked/one.rs",
    "{{work}}/linked.rs",
    "{{work}}/out/one.rs",
];

/// Files that are read and edited.
fn files() -> Scene {
    let read = |path: &&str| ("Read", json!({"file_path": path}));
    let edit = |path: &str| ("Edit", json!({"file_path": path, "old_string": "alpha", "new_string": "beta"}));
    let write = |path: &str| ("Write", json!({"file_path": path, "content": "one\n"}));
    let mut all: Vec<_> =
        ["ln -s src linked", "ln -s src/one.rs linked.rs", "ln -s ../other out"].into_iter().map(bash).collect();
    all.extend(READ.iter().map(read));
    all.extend([
        edit("{{work}}/src/one.rs"),
        edit("src/one.rs"),
        edit("{{work}}/x.txt"),
        edit("{{home}}/x"),
        edit("{{root}}/other/one.rs"),
        write("{{work}}/new.txt"),
        write("{{work}}/src/new.rs"),
        write("new.txt"),
        write("{{home}}/new.txt"),
        write("{{root}}/other/new.rs"),
        read(&"{{work}}/book.ipynb"),
        ("NotebookEdit", json!({"notebook_path": "{{work}}/book.ipynb", "cell_id": "first", "new_source": "two"})),
        ("Grep", json!({"pattern": "alpha", "path": "{{work}}/src"})),
        ("Grep", json!({"pattern": "alpha"})),
        ("Grep", json!({"pattern": "alpha", "glob": "*.rs"})),
        ("Glob", json!({"pattern": "**/*.rs"})),
        ("Glob", json!({"pattern": "*.rs", "path": "{{work}}/src"})),
        ("LS", json!({"path": "{{work}}/src"})),
        (
            "MultiEdit",
            json!({"file_path": "{{work}}/src/one.rs", "edits": [{"old_string": "beta", "new_string": "delta"}]}),
        ),
        bash("cat src/one.rs"),
        bash("cd sub"),
        read(&"{{work}}/src/one.rs"),
        read(&"{{work}}/sub/src/one.rs"),
        read(&"src/one.rs"),
        write("new.txt"),
    ]);
    Scene { files: FILES.to_vec(), denies: false, ..of_calls("rules-files", all) }
}

/// The files of the session.
const FILES: &[(&str, &str)] = &[
    ("work/src/one.rs", "alpha\n"),
    ("work/src/sub/two.rs", "alpha\n"),
    ("work/sub/src/one.rs", "alpha\n"),
    ("work/one.rs", "alpha\n"),
    ("work/.env", "alpha\n"),
    ("work/.hidden/one", "alpha\n"),
    ("work/src/.env", "alpha\n"),
    ("work/a b.txt", "alpha\n"),
    ("work/[x].txt", "alpha\n"),
    ("work/x.txt", "alpha\n"),
    ("work/!neg.txt", "alpha\n"),
    ("work/#hash.txt", "alpha\n"),
    ("work/star*.txt", "alpha\n"),
    ("work/back\\slash.txt", "alpha\n"),
    ("work/é.txt", "alpha\n"),
    ("work/UPPER.RS", "alpha\n"),
    ("work/src.d/one.rs", "alpha\n"),
    ("work/deep/a/b/c.txt", "alpha\n"),
    ("work/~/x", "alpha\n"),
    ("work/(y).txt", "alpha\n"),
    ("work/$z.txt", "alpha\n"),
    ("work/{w}.txt", "alpha\n"),
    ("work/.claude/notes.txt", "alpha\n"),
    ("work/book.ipynb", NOTEBOOK),
    ("home/x", "alpha\n"),
    ("home/sub/x", "alpha\n"),
    ("home/.hidden", "alpha\n"),
    ("home/.claude/notes.txt", "alpha\n"),
    ("other/one.rs", "alpha\n"),
];

/// A notebook with one cell.
const NOTEBOOK: &str = r#"{"cells":[{"cell_type":"markdown","id":"first","metadata":{},"source":["one"]}],"metadata":{"language_info":{"name":"python"}},"nbformat":4,"nbformat_minor":5}"#;

/// The addresses of pages. Nothing has these names, and the user denies each call.
pub const PAGES: &[&str] = &[
    "https://one.example/page",
    "https://docs.one.example/page",
    "https://a.docs.one.example/page",
    "https://ONE.example/page",
    "http://one.example/",
    "https://one.example:8080/page",
    "https://one.example:443/page",
    "https://one.example./page",
    "https://me@one.example/page",
    "https://notone.example/page",
    "https://one.example.two.example/page",
    "https://two.example/one.example",
    "https://two.example/?one.example",
    "https://127.0.0.1:9/page",
    "http://127.1/page",
    "https://[::1]/page",
    "https://bücher.example/page",
    "https://xn--bcher-kva.example/page",
    "https://localhost/page",
];

fn agent(kind: &str) -> Value {
    json!({"description": "Says a word", "prompt": "Say a word.", "subagent_type": kind, "run_in_background": false})
}

/// Calls of tools that get neither a line nor a file.
fn tools() -> Scene {
    let mut all: Vec<(&'static str, Value)> =
        PAGES.iter().map(|url| ("WebFetch", json!({"url": url, "prompt": "Read the page."}))).collect();
    all.extend([
        ("WebSearch", json!({"query": "weather"})),
        ("WebSearch", json!({"query": "weather in town", "allowed_domains": ["one.example"]})),
        ("Skill", json!({"skill": "noted"})),
        ("Skill", json!({"skill": "noted", "args": "one"})),
        ("Skill", json!({"skill": "/noted"})),
        ("Skill", json!({"skill": "noting:noted"})),
        ("Skill", json!({"skill": "noting:noted", "args": "one two"})),
        ("Agent", agent("general-purpose")),
        ("Agent", agent("noter")),
        ("Agent", agent("noting:noter")),
        (
            "Agent",
            json!({"description": "Says a word", "prompt": "Say a word.", "subagent_type": "noter",
                         "model": "haiku", "run_in_background": false}),
        ),
        ("Bash", json!({"command": "echo one", "description": "Prints a word"})),
        ("Bash", json!({"command": "echo one", "run_in_background": true})),
        ("Bash", json!({"command": "echo one", "timeout": 5000})),
        ("Monitor", json!({"description": "Waits", "command": "echo one", "timeout_ms": 1000})),
        ("Monitor", json!({"description": "Waits", "command": "git push origin && echo $(date)", "timeout_ms": 1000})),
        ("mcp__desk__echo", json!({"text": "one"})),
        ("mcp__desk__form", json!({"text": "one"})),
        ("ListMcpResourcesTool", json!({"server": "desk"})),
        ("ToolSearch", json!({"query": "select:CronList", "max_results": 1})),
        ("TaskCreate", json!({"subject": "First", "description": "The first task"})),
        ("TaskList", json!({})),
        ("CronList", json!({})),
        ("ListAgents", json!({})),
        (
            "AskUserQuestion",
            json!({"questions": [{"question": "Which colour?", "header": "Colour", "multiSelect": false,
            "options": [{"label": "Red", "description": "Warm"}, {"label": "Blue", "description": "Cold"}]}]}),
        ),
        ("EnterPlanMode", json!({})),
    ]);
    Scene {
        args: vec!["--mcp-config", "{{root}}/servers.json", "--plugin-dir", "{{root}}/plugin"],
        env: vec![("CLAUDE_CODE_ENABLE_TASKS", "1")],
        files: vec![
            ("servers.json", SERVERS),
            ("work/.claude/skills/noted/SKILL.md", SKILL),
            ("work/.claude/agents/noter.md", SUBAGENT),
            ("plugin/.claude-plugin/plugin.json", r#"{"name":"noting"}"#),
            ("plugin/skills/noted/SKILL.md", SKILL),
            ("plugin/agents/noter.md", SUBAGENT),
        ],
        ..of_calls("rules-tools", all)
    }
}
