//! The folders of a session: a home, a working directory, and the hooks with their replies.

use std::fs;
use std::path::Path;

use hookwire_harness::INSIDE;
use serde_json::{Value, json};

use crate::case::{Case, Handler, Hook, Mode, OnFailure, marker};
use crate::conversation::{Conversation, shell_text};
use crate::mcp;
use crate::replies::{QUESTION, Replies};
use crate::sandbox::CASE;
use crate::terminal;

/// The folders of a session, below the writable one.
#[derive(Debug)]
pub struct Folder {
    /// The path of the folder that holds all others.
    pub root: String,
    /// The replies of its hooks.
    pub replies: Replies,
    /// The number of its first case.
    number: usize,
}

impl Folder {
    /// Creates the folders of the session whose first case has this number.
    ///
    /// # Errors
    /// A folder cannot be made.
    pub fn new(number: usize) -> Result<Self, String> {
        let root = format!("{CASE}/session-{number}");
        for folder in ["home/.claude/commands", "work/.claude", "hook", "tmp", "trees"] {
            fs::create_dir_all(format!("{root}/{folder}")).map_err(|error| format!("{root}: {error}"))?;
        }
        let replies = Replies::new(&root);
        Ok(Self { root, replies, number })
    }

    /// Returns the path of a file or folder of the session.
    #[must_use]
    pub fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.root)
    }

    /// Writes a file, and the folders that it is in.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.path(name);
        let parent = Path::new(&path).parent().unwrap_or(Path::new(CASE));
        fs::create_dir_all(parent).and_then(|()| fs::write(&path, text)).map_err(|error| format!("{name}: {error}"))
    }

    /// Returns true if there is such a file or folder.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        Path::new(&self.path(name)).exists()
    }

    /// Writes the settings with the hooks of a case, and all that the conversation needs.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn prepare(&self, case: &Case, conversation: Conversation, port: u16, own: &str) -> Result<(), String> {
        self.files(case, conversation, port, own).iter().try_for_each(|(name, text)| self.write(name, text))
    }

    /// Returns the files of a session, each with its text.
    fn files(&self, case: &Case, conversation: Conversation, port: u16, own: &str) -> Vec<(&'static str, String)> {
        let hooks: Vec<Value> = case.hooks().enumerate().map(|(index, hook)| self.setting(hook, index, port)).collect();
        let mut group = json!({"hooks": hooks});
        if let Some(matcher) = conversation.matcher() {
            group["matcher"] = json!(matcher);
        }
        let mut settings = json!({"hooks": {&case.event: [group]}});
        if let Some(beside) = case.beside {
            beside.add(&mut settings, &group);
        }
        if case.event == "WorktreeRemove" {
            let make = json!({"type": "command", "command": format!("mkdir -p {0}/trees/tree; echo {0}/trees/tree", self.root)});
            settings["hooks"]["WorktreeCreate"] = json!([{"hooks": [make]}]);
        }
        // In a terminal nobody answers a question for permission, unless the case is about it.
        let called = conversation.calls(0, &self.root).into_iter().map(|(tool, _)| tool);
        let allowed: Vec<&str> = called
            .filter(|_| case.terminal && !case.is_decided())
            .chain(conversation.allowed().iter().copied())
            .collect();
        if !allowed.is_empty() {
            settings["permissions"] = json!({"allow": allowed});
        }
        // Newer hosts start in auto mode, whose classifier the scripted model is not.
        if case.terminal && conversation != Conversation::Classify {
            settings["permissions"]["defaultMode"] = json!("default");
        }
        if case.mode == Some(Mode::BypassPermissions) {
            settings["skipDangerousModePermissionPrompt"] = json!(true);
        }
        let server = json!({"command": own, "args": [INSIDE, mcp::COMMAND, &self.root]});
        let mut files = vec![
            ("home/.claude/settings.json", settings.to_string()),
            ("hook/hook.sh", self.replies.script()),
            ("home/.claude/commands/step.md", "$ARGUMENTS\n".to_owned()),
            ("home/.claude/commands/shell.md", shell_text()),
            ("work/watched", "\n".to_owned()),
            ("work/.claude/settings.local.json", "{}\n".to_owned()),
            ("server.json", json!({"mcpServers": {mcp::SERVER: server}}).to_string()),
        ];
        if case.is_in_terminal() {
            files.push(("home/.claude.json", terminal::state(&self.root).to_string()));
        }
        files
    }

    /// Returns the settings of a hook.
    fn setting(&self, hook: &Hook, index: usize, port: u16) -> Value {
        let script = |how: &str| json!({"type": "command", "command": format!("sh {} {index} {how}", self.path("hook/hook.sh"))});
        let command = |text: &str| json!({"type": "command", "command": text});
        let limited = |mut setting: Value, seconds: u64| {
            setting["timeout"] = json!(seconds);
            setting
        };
        let with = |mut setting: Value, key: &str| {
            setting[key] = json!(true);
            setting
        };
        let question = format!("{QUESTION}{index}-end");
        let tool = |tool: &str| json!({"type": "mcp_tool", "server": mcp::SERVER, "tool": tool, "input": {"index": index.to_string()}});
        let mut setting = match hook.handler {
            Handler::Script => script("now"),
            Handler::Late => script("late"),
            Handler::Async => with(script("when-over"), "async"),
            Handler::AsyncNow => with(script("now"), "async"),
            Handler::Rewake | Handler::RewakeTexts => with(script("when-over"), "asyncRewake"),
            Handler::RewakeNow => with(script("now"), "asyncRewake"),
            Handler::Slow => limited(script("slow"), 1),
            Handler::Stuck => limited(script("stuck"), 1),
            Handler::Program => limited(script("program"), hook.program.as_ref().map_or(1, |it| it.seconds)),
            Handler::MissingSh => command("sh none.sh"),
            Handler::MissingBash => command("bash none.sh"),
            Handler::MissingPython => command("python3 none.py"),
            Handler::MissingExecutable => command("./none"),
            Handler::Http => json!({"type": "http", "url": format!("http://127.0.0.1:{port}/hook/{index}")}),
            // The port of the discard service, where nothing listens in a network of its own.
            Handler::HttpUnreachable => json!({"type": "http", "url": format!("http://127.0.0.1:9/hook/{index}")}),
            Handler::Prompt => json!({"type": "prompt", "prompt": question}),
            Handler::Agent => json!({"type": "agent", "prompt": question}),
            Handler::McpTool => tool(mcp::ANSWER),
            Handler::McpMissing => tool("none"),
        };
        for name in hook.handler.texts() {
            setting[*name] = json!(marker(self.number, name));
        }
        match hook.on_failure {
            Some(OnFailure::Block) => setting["onFailure"] = json!("block"),
            Some(OnFailure::Continue) => setting["onFailure"] = json!("continue"),
            None => {}
        }
        if let Some(value) = hook.continue_on_block {
            setting["continueOnBlock"] = json!(value);
        }
        setting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HANDLERS: [Handler; 20] = [
        Handler::Script,
        Handler::Late,
        Handler::Async,
        Handler::AsyncNow,
        Handler::Rewake,
        Handler::RewakeNow,
        Handler::RewakeTexts,
        Handler::Slow,
        Handler::Stuck,
        Handler::Program,
        Handler::MissingSh,
        Handler::MissingBash,
        Handler::MissingPython,
        Handler::MissingExecutable,
        Handler::Http,
        Handler::HttpUnreachable,
        Handler::Prompt,
        Handler::Agent,
        Handler::McpTool,
        Handler::McpMissing,
    ];

    /// All that a hook can run. The folder of the session is `/s`, the port 8000.
    const ACTIONS: &[&str] = &[
        "sh /s/hook/hook.sh 0 now",
        "sh /s/hook/hook.sh 0 late",
        "sh /s/hook/hook.sh 0 when-over",
        "sh /s/hook/hook.sh 0 slow",
        "sh /s/hook/hook.sh 0 stuck",
        "sh /s/hook/hook.sh 0 program",
        "sh none.sh",
        "bash none.sh",
        "python3 none.py",
        "./none",
        "http://127.0.0.1:8000/hook/0",
        "http://127.0.0.1:9/hook/0",
        "question-of-hook-0-end",
        "steps answer",
        "steps none",
    ];

    /// Collects the strings below these keys.
    fn strings(value: &Value, keys: &[&str], found: &mut Vec<String>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| strings(item, keys, found)),
            Value::Object(map) => map.iter().for_each(|(key, value)| match value.as_str() {
                Some(text) if keys.contains(&key.as_str()) => found.push(text.to_owned()),
                _ => strings(value, keys, found),
            }),
            _ => {}
        }
    }

    #[test]
    fn the_files_of_a_session_run_only_what_is_listed() -> Result<(), String> {
        let folder = Folder { root: "/s".to_owned(), replies: Replies::new("/s"), number: 0 };
        for (event, commands) in [
            ("Stop", vec!["sh /s/hook/hook.sh 0 now"]),
            ("WorktreeRemove", vec!["sh /s/hook/hook.sh 0 now", "mkdir -p /s/trees/tree; echo /s/trees/tree"]),
        ] {
            let hook = Hook::script("", "", 0);
            let case = Case::new(String::new(), event.to_owned(), hook);
            let conversation = Conversation::of(event).ok_or("no conversation")?;
            let files = folder.files(&case, conversation, 8000, "/own");
            let mut found = Vec::new();
            for (name, text) in &files {
                match *name {
                    "home/.claude/commands/step.md" => assert_eq!(text, "$ARGUMENTS\n"),
                    "home/.claude/commands/shell.md" => {
                        let ran: Vec<&str> = text.split("!`").skip(1).filter_map(|it| it.split('`').next()).collect();
                        assert_eq!(ran, ["touch made-$ARGUMENTS"]);
                    }
                    "work/watched" => assert_eq!(text, "\n"),
                    "hook/hook.sh" => {}
                    _ => {
                        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
                        strings(&value, &["command", "url", "prompt", "args", "env"], &mut found);
                    }
                }
            }
            assert_eq!(found, commands.into_iter().chain(["/own"]).collect::<Vec<_>>());
        }
        Ok(())
    }

    #[test]
    fn a_hook_runs_only_what_is_listed() {
        let folder = Folder { root: "/s".to_owned(), replies: Replies::new("/s"), number: 0 };
        for handler in HANDLERS {
            let setting = folder.setting(&Hook::of(handler, "{{stdout}}"), 0, 8000);
            let text = |name: &str| setting[name].as_str();
            let tool = || Some(format!("{} {}", text("server")?, text("tool")?));
            let action = text("command").or(text("url")).or(text("prompt")).map(str::to_owned).or_else(tool);
            assert!(action.as_deref().is_some_and(|it| ACTIONS.contains(&it)), "{setting}");
            assert!(setting["args"].is_null() && setting["headers"].is_null(), "{setting}");
        }
    }
}
