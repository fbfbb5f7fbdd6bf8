//! A handler on each event of a scene, which always runs: the inputs that the scene fires.

use serde_json::{Value, json};

use super::{group, handler, source};
use crate::settings::scenes;
use crate::settings::tree::{Case, Place};

/// The events of the scenes.
pub const EVENTS: [&str; 27] = [
    "Setup",
    "SessionStart",
    "InstructionsLoaded",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "PreToolUse",
    "PermissionRequest",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "SubagentStart",
    "SubagentStop",
    "Stop",
    "StopFailure",
    "PreCompact",
    "PostCompact",
    "PreModelSwitch",
    "PostModelSwitch",
    "ConfigChange",
    "FileChanged",
    "CwdChanged",
    "DirectoryAdded",
    "Elicitation",
    "ElicitationResult",
    "MessageDisplay",
    "Notification",
    "SessionEnd",
];

/// Returns a case for each scene.
pub fn witness() -> Vec<Case> {
    let on_event = |event: &str| {
        // The matcher of this event also says which files to watch.
        let mut groups = vec![group(&[handler("witness")])];
        if event == "FileChanged" {
            groups = vec![json!({"matcher": "watched.txt", "hooks": [handler("witness")]})];
        }
        (event.to_owned(), Value::Array(groups))
    };
    let case = |name: &str| {
        // The rules of permissions are compared with calls alone.
        let is_of = |event: &&str| !name.starts_with("rules-") || *event == "PreToolUse";
        let hooks: serde_json::Map<String, Value> = EVENTS.into_iter().filter(is_of).map(on_event).collect();
        let document = json!({"hooks": hooks});
        Case::new(format!("{}/{name}", super::WITNESS), name, vec![source(Place::User, document)])
    };
    let all = scenes::all();
    all.iter().filter(|scene| scenes::witness(scene.name) == scene.name).map(|scene| case(scene.name)).collect()
}
