//! Variables and paths in commands and their arguments: what a hook gets.

use serde_json::{Value, json};

use super::{group, named, on, source};
use crate::settings::tree::{Case, Place};

/// Words behind the id of a handler, as a shell reads them.
pub const WORDS: &[&str] = &[
    "${CLAUDE_PROJECT_DIR}",
    "$CLAUDE_PROJECT_DIR",
    "\"${CLAUDE_PROJECT_DIR}\"",
    "\"$CLAUDE_PROJECT_DIR\"/one",
    "'${CLAUDE_PROJECT_DIR}'",
    "'$CLAUDE_PROJECT_DIR'",
    "\\${CLAUDE_PROJECT_DIR}",
    "${CLAUDE_PLUGIN_ROOT}",
    "$CLAUDE_PLUGIN_ROOT",
    "'${CLAUDE_PLUGIN_ROOT}'",
    "'${CLAUDE_PLUGIN_DATA}'",
    "'$CLAUDE_PLUGIN_ROOT'",
    "${CLAUDE_PLUGIN_ROOT:-none}",
    "'${CLAUDE_SKILL_DIR}'",
    "${CLAUDE_SKILL_DIR:-none}",
    "'${CLAUDE_SESSION_ID}'",
    "'${CLAUDE_CODE_SESSION_ID}'",
    "${CLAUDE_ENV_FILE:-none}",
    "'${HOME}'",
    "$HOME",
    "~",
    "~/one",
    "\"~/one\"",
    "$PWD",
    "'$ARGUMENTS'",
    "'${tool_name}'",
    "'${tool_input.command}'",
    "'${user_config.KEY}'",
    "'{{CLAUDE_PROJECT_DIR}}'",
    "'%CLAUDE_PROJECT_DIR%'",
    "${CLAUDE_TOOL_INPUT:-none}",
    "${CLAUDE_TOOL_FILE_PATH:-none}",
    "${CLAUDE_MODEL:-none}",
    "one\\ two",
    "'one two'",
    "$0",
];

/// Commands that name the script of the hooks with a variable or a path. The id is added.
pub const SCRIPTS: &[&str] = &[
    "sh ${CLAUDE_PROJECT_DIR}/.claude/note.sh",
    "sh $CLAUDE_PROJECT_DIR/.claude/note.sh",
    "sh \"$CLAUDE_PROJECT_DIR\"/.claude/note.sh",
    "sh \"${CLAUDE_PROJECT_DIR}/.claude/note.sh\"",
    "sh '${CLAUDE_PROJECT_DIR}/.claude/note.sh'",
    "sh .claude/note.sh",
    "sh ./.claude/note.sh",
    "sh ~/note.sh",
    "sh \"~/note.sh\"",
    "sh ${CLAUDE_PLUGIN_ROOT}/note.sh",
    "sh \"$CLAUDE_PLUGIN_ROOT\"/note.sh",
    "sh note.sh",
];

/// Arguments of handlers without a shell.
pub const ARGUMENTS: &[&str] = &[
    "${CLAUDE_PROJECT_DIR}",
    "${CLAUDE_PROJECT_DIR}/one",
    "$CLAUDE_PROJECT_DIR",
    "\"${CLAUDE_PROJECT_DIR}\"",
    "'${CLAUDE_PROJECT_DIR}'",
    "\\${CLAUDE_PROJECT_DIR}",
    "${CLAUDE_PROJECT_DIR:-none}",
    "${CLAUDE_PROJECT_DIR}${CLAUDE_PROJECT_DIR}",
    "${claude_project_dir}",
    "${CLAUDE_PLUGIN_ROOT}",
    "$CLAUDE_PLUGIN_ROOT",
    "${CLAUDE_PLUGIN_DATA}",
    "${CLAUDE_SKILL_DIR}",
    "${CLAUDE_SESSION_ID}",
    "${CLAUDE_ENV_FILE}",
    "${CLAUDE_EFFORT}",
    "${HOME}",
    "$HOME",
    "~",
    "~/one",
    "$ARGUMENTS",
    "${tool_name}",
    "${tool_input.command}",
    "${user_config.KEY}",
    "one two",
    "'one'",
    "\"one\"",
    "*",
    "$(echo one)",
    "",
];

/// Paths of the script as an argument without a shell.
pub const PATHS: &[&str] = &[
    "${CLAUDE_PROJECT_DIR}/.claude/note.sh",
    "$CLAUDE_PROJECT_DIR/.claude/note.sh",
    ".claude/note.sh",
    "~/note.sh",
    "${CLAUDE_PLUGIN_ROOT}/note.sh",
];

/// Executables of handlers without a shell.
pub const EXECUTABLES: &[&str] = &[
    "sh",
    "/bin/sh",
    "sh -e",
    "${CLAUDE_PROJECT_DIR}/../bin/sh",
    "$CLAUDE_PROJECT_DIR/../bin/sh",
    "../bin/sh",
    "~/sh",
    "'sh'",
];

/// Returns the cases.
pub fn placeholders() -> Vec<Case> {
    let in_place = |place: Place, scene: &str, start: &str| {
        let command = |text: String| json!({"type": "command", "command": text});
        let direct =
            |program: &str, arguments: &[&str]| json!({"type": "command", "command": program, "args": arguments});
        let mut handlers: Vec<Value> = Vec::new();
        handlers.extend(WORDS.iter().enumerate().map(|(at, word)| command(format!("{{{{note}}}} w{at} {word}"))));
        handlers.extend(SCRIPTS.iter().enumerate().map(|(at, script)| command(format!("{script} s{at}"))));
        let note = "{{root}}/hook/note.sh";
        handlers.extend(ARGUMENTS.iter().enumerate().map(|(at, it)| direct("sh", &[note, &format!("a{at}"), it])));
        handlers.extend(PATHS.iter().enumerate().map(|(at, it)| direct("sh", &[it, &format!("p{at}")])));
        handlers.extend(EXECUTABLES.iter().enumerate().map(|(at, it)| direct(it, &[note, &format!("e{at}")])));
        // The whole command is the executable, as without a shell.
        handlers.push(json!({"type": "command", "command": "{{note}} whole", "args": []}));
        let name = format!("placeholders/{}-{scene}{}", named(place), if start.is_empty() { "" } else { "-subfolder" });
        let sources = vec![source(place, on("PreToolUse", &[group(&handlers)]))];
        Case { start: start.to_owned(), ..Case::new(name, scene, sources) }
    };
    let mut cases = vec![
        in_place(Place::User, "call", "sub"),
        in_place(Place::User, "moved", ""),
        in_place(Place::User, "git", "sub"),
    ];
    cases.extend(
        [Place::User, Place::Project, Place::Managed, Place::Flag, Place::PluginHooks]
            .map(|it| in_place(it, "call", "")),
    );
    cases.push(front(in_place(Place::Skill, "agent", "")));
    cases.push(front(in_place(Place::PluginSkill, "agent", "")));
    cases
}

/// Returns a case of front matter, which has the events without `hooks` around them.
fn front(mut case: Case) -> Case {
    for source in &mut case.sources {
        if let crate::settings::tree::Content::Document(document) = &mut source.content {
            *document = document["hooks"].take();
        }
    }
    case
}
