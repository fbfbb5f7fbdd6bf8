use std::{env, fs};

use hookwire::HandlerEntry;
use hookwire::testing::{check, sample};
use serde_json::Value;

#[test]
#[ignore = "needs PROJECT, the folder of your project"]
fn push_is_blocked() {
    env::set_current_dir(env::var("PROJECT").expect("PROJECT")).expect("the folder of the project");
    let settings = fs::read_to_string(".claude/settings.json").expect("the settings");
    let settings: Value = serde_json::from_str(&settings).expect("JSON");
    let entry = settings["hooks"]["PreToolUse"][0]["hooks"][0].clone();
    let hook = HandlerEntry::try_from(entry).expect("a handler");
    for event in ["PreToolUse", "PreSkillShellCommand"] {
        let bash = |command: &str| sample(event).tool("Bash").with("command", command);
        check(&hook, [(bash("git push origin main"), "blocked"), (bash("git status"), "normal")]);
    }
}
