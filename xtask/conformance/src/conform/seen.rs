//! Compares an outcome with what the real host did in a recorded case. docs/observing.md describes the records.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Map, Value, json};

use super::outcomes::Hook;

/// A recorded case, and the case without a reply that it is compared with.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The line of the record.
    pub line: Value,
    /// What was seen without a reply.
    pub base: Value,
    /// The version of the host, if it is not that of the contract.
    pub host: Option<String>,
}

/// How often each field of an observation was compared.
#[derive(Debug, Default)]
pub struct Counts {
    compared: usize,
    /// The host reports no outcome of the hook, so there is nothing to compare.
    without_report: usize,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fields: {}, outcomes of hooks that the host does not report: {}", self.compared, self.without_report)
    }
}

/// The events about a call of the tool `Bash`.
const ABOUT_BASH: [&str; 3] = ["PreToolUse", "PostToolUse", "PermissionRequest"];

/// The events on which the user can be asked because of the hook, in the recorded conversation.
const CAN_ASK: [&str; 3] = ["PreToolUse", "PermissionRequest", "Elicitation"];

/// The marker in place of which the host got the path of a worktree.
const WORKTREE: &str = "worktree";

/// The markers in the settings of a hook.
const OF_SETTINGS: [&str; 2] = ["rewakeMessage", "rewakeSummary"];

impl Recorded {
    /// Returns the name of the case in reports.
    pub fn name(&self) -> String {
        let id = self.text("id");
        self.host.as_ref().map_or_else(|| id.to_owned(), |host| format!("{host}/{id}"))
    }

    fn text(&self, key: &str) -> &str {
        self.line[key].as_str().unwrap_or_default()
    }

    /// Returns the hooks of the case, in the order of the settings.
    pub fn hooks(&self) -> Vec<Hook> {
        let others = self.line["others"].as_array().into_iter().flatten();
        std::iter::once(&self.line).chain(others).map(|it| self.hook(it)).collect()
    }

    fn hook(&self, it: &Value) -> Hook {
        let event = self.text("event");
        let (kind, result) = result(it);
        let mut entry = json!({ "type": kind });
        let setting = match it["handler"].as_str() {
            Some("async" | "async-now") => Some("async"),
            Some("rewake" | "rewake-now" | "rewake-texts") => Some("asyncRewake"),
            _ => None,
        };
        if let Some(setting) = setting {
            entry[setting] = json!(true);
        }
        for key in ["onFailure", "continueOnBlock"] {
            if let Some(value) = it.get(key) {
                entry[key] = value.clone();
            }
        }
        let mut context = Map::from_iter([("handler".to_owned(), entry)]);
        if let Some(host) = &self.host {
            context.insert("host".to_owned(), json!(host));
        }
        let tool = self.line["tool"].as_str();
        if ABOUT_BASH.contains(&event) {
            context.insert("tool".to_owned(), json!(tool.unwrap_or("Bash")));
        }
        let mode = self.line["mode"].as_str().unwrap_or(if tool == Some("ExitPlanMode") { "plan" } else { "default" });
        // The conversations fire these events in one way.
        let told = match event {
            "PreCompact" => Some(json!({"hook_event_name": event, "trigger": "manual"})),
            "PreToolUse" | "PermissionRequest" => Some(json!({"hook_event_name": event, "permission_mode": mode})),
            "DirectoryAdded" => Some(json!({"hook_event_name": event, "source": "register_repo_root"})),
            _ => None,
        };
        context.extend(told.map(|input| ("input".to_owned(), input)));
        Hook { event: event.to_owned(), result, context }
    }

    /// Returns what an outcome says otherwise than the record.
    pub fn differences(&self, outcome: &Value, counts: &mut Counts) -> Vec<String> {
        let expected = self.expected(outcome);
        let seen = &self.line["seen"];
        let mut found = self.acts_of(&expected);
        counts.compared += ACTS;
        let mut compare = |field: &str, is_same: bool, said: String| {
            counts.compared += 1;
            if !is_same {
                found.push(otherwise(field, seen, &said));
            }
        };
        let all = |field: &str| markers_of(&seen[field]);
        let (mut claude, user) = (all("claude"), all("user"));
        // They are texts of the settings, and not of the hook.
        claude.retain(|marker| !OF_SETTINGS.contains(&marker.as_str()));
        // A path that is none, and what a server answers instead of one, is quoted in an error.
        let can_reach: BTreeSet<_> = expected.claude.union(&expected.host).cloned().collect();
        compare(
            "claude",
            expected.claude.is_subset(&claude) && claude.is_subset(&can_reach),
            format!("{:?}", expected.claude),
        );
        // The stream of a session without a terminal has only some texts for the user.
        compare("user", user.is_subset(&expected.user), format!("{:?}", expected.user));
        match (seen["hook"].as_str(), self.line.get("others")) {
            (Some("error" | "success"), None) => {
                let said = if self.is_failure(outcome) { "error" } else { "success" };
                compare("hook", seen["hook"] == said, said.to_owned());
            }
            _ => counts.without_report += 1,
        }
        found
    }

    /// Returns what an outcome says otherwise than the record about what happened, whoever reads which text.
    pub fn acts(&self, outcome: &Value) -> Vec<String> {
        self.acts_of(&self.expected(outcome))
    }

    fn acts_of(&self, expected: &Expected) -> Vec<String> {
        let seen = &self.line["seen"];
        let acts: [(&str, Value); ACTS] =
            [("action", json!(expected.action)), ("agent", json!(expected.agent)), ("asked", json!(expected.asked))];
        let other = acts.iter().filter(|(field, said)| seen[field] != *said);
        other.map(|(field, said)| otherwise(field, seen, &said.to_string())).collect()
    }

    /// Returns true if the host reports the hook as an error.
    fn is_failure(&self, outcome: &Value) -> bool {
        let is_command = !matches!(self.line["handler"].as_str(), Some("http" | "mcp-tool" | "mcp-missing"));
        let result = &result(&self.line).1;
        outcome.get("failure").is_some() || (is_command && result["code"] != 0)
    }

    fn expected(&self, outcome: &Value) -> Expected {
        let event = self.text("event");
        let action = outcome["action"].as_str().unwrap_or_default();
        let base = |key: &str| self.base[key].as_str().unwrap_or_default();
        let has_effect =
            |kind: &str| outcome["effects"].as_array().is_some_and(|all| all.iter().any(|it| it["kind"] == kind));
        let texts = || outcome["texts"].as_array().into_iter().flatten();
        let reach = |who: &[&str]| {
            let is_for = |it: &&Value| {
                it["audience"].as_array().is_some_and(|all| all.iter().any(|it| who.iter().any(|who| it == who)))
            };
            texts().filter(is_for).flat_map(|it| markers(&it["text"])).collect::<BTreeSet<String>>()
        };
        let tool = self.line["tool"].as_str();
        let done = match action {
            "blocked" if has_effect("erase-prompt") => "erased",
            "blocked" | "deferred" => "prevented",
            // The program that switches the model cannot be asked.
            "asked" if event == "PreModelSwitch" => "prevented",
            // Only the path of the case is one.
            "normal" if event == "WorktreeCreate" => {
                let is_marker = |it: &Value| *it == marker(WORKTREE);
                let effects = || outcome["effects"].as_array().into_iter().flatten();
                let is_path = texts().any(|it| is_marker(&it["text"])) || effects().any(|it| is_marker(&it["value"]));
                if is_path { "done" } else { "prevented" }
            }
            "allowed" if event == "Elicitation" => "replaced",
            // Without a decision the call is refused, whatever its input.
            "normal" if tool.is_none() && base("action") == "prevented" => "prevented",
            // Only an answer makes another result, and the user's comes last.
            "allowed" if tool.is_some() && !markers(&outcome["new_input"]["answers"]).is_empty() => "replaced",
            _ if outcome.get("new_input").is_some() && tool.is_none() => "replaced",
            "asked" | "allowed" => "done",
            _ => base("action"),
        };
        let is_late_stop = event == "Stop" && self.line["handler"] == "late";
        let agent = match outcome["agent"].as_str() {
            // The next prompt comes while the hook still runs.
            _ if is_late_stop => base("agent"),
            Some("stops") => "stopped",
            _ => "continued",
        };
        // A command that is blank runs nothing, so the user is not asked.
        let command = [&outcome["new_input"], &self.line["arguments"]].map(|it| it["command"].as_str());
        let is_blank = command.into_iter().flatten().any(|it| it.trim().is_empty());
        let asked = match action {
            _ if is_blank => false,
            "normal" if CAN_ASK.contains(&event) => self.base["asked"] == true,
            _ if CAN_ASK.contains(&event) => action == "asked",
            // The old rule asks, and the refused one would have denied.
            _ if event == "ConfigChange" => action == "blocked",
            _ => self.base["asked"] == true,
        };
        let mut claude = reach(&["claude", "subagent", "teammate"]);
        claude.extend(["new_input", "new_output"].iter().filter_map(|key| outcome.get(*key)).flat_map(markers));
        // The user answers, too.
        if asked && tool.is_some() {
            claude.remove("answer");
        }
        // The other command runs instead of being read, and the host got a real path.
        claude.remove("other-command");
        claude.remove(WORKTREE);
        let mut user = reach(&["user"]);
        // An error can quote what a server answered.
        let is_server = matches!(self.line["handler"].as_str(), Some("http" | "mcp-tool"));
        let is_quoted = is_server && outcome.get("failure").is_some();
        let quoted = if is_quoted { markers(&json!(marked(self.text("stdout")))) } else { Vec::new() };
        user.extend(quoted.iter().cloned());
        let mut host = reach(&["host"]);
        if event == "WorktreeCreate" {
            host.extend(quoted);
        }
        let titles = outcome["effects"].as_array().into_iter().flatten().filter(|it| it["kind"] == "session-title");
        user.extend(titles.flat_map(|it| markers(&it["value"])));
        Expected {
            action: if is_late_stop { base("action").to_owned() } else { done.to_owned() },
            agent: agent.to_owned(),
            asked,
            claude,
            user,
            host,
        }
    }
}

/// The number of fields of an observation that say what happened.
const ACTS: usize = 3;

fn otherwise(field: &str, seen: &Value, said: &str) -> String {
    format!("{field}: {} was seen, and a package says {said}", seen[field])
}

/// What would be seen of an outcome.
struct Expected {
    action: String,
    agent: String,
    asked: bool,
    claude: BTreeSet<String>,
    user: BTreeSet<String>,
    host: BTreeSet<String>,
}

/// Returns the kind of the hook in the settings, and its result.
fn result(hook: &Value) -> (&'static str, Value) {
    let text = |key: &str| marked(hook[key].as_str().unwrap_or_default());
    let exited = |code: u8, stdout: String, stderr: &str| {
        ("command", json!({"kind": "exited", "code": code, "stdout": stdout, "stderr": stderr}))
    };
    let stderr = text("stderr");
    match hook["handler"].as_str() {
        None | Some("async" | "async-now" | "rewake" | "rewake-now" | "rewake-texts") => {
            ("command", json!({"kind": "exited", "code": hook["exit"], "stdout": text("stdout"), "stderr": stderr}))
        }
        Some("late") => ("command", json!({"kind": "backgrounded", "later": text("stdout")})),
        Some("slow" | "stuck") => ("command", json!({"kind": "timed_out"})),
        Some("missing-sh") => exited(2, String::new(), "sh: 0: cannot open none.sh: No such file"),
        Some("missing-python") => exited(2, String::new(), "python3: can't open file 'none.py'"),
        Some("missing-bash" | "missing-executable") => exited(127, String::new(), "not found"),
        Some("http") => {
            let status = hook.get("status").cloned().unwrap_or_else(|| json!(200));
            ("http", json!({"kind": "http", "status": status, "body": text("stdout")}))
        }
        Some("http-unreachable") => ("http", json!({"kind": "not_started"})),
        Some("mcp-tool") => ("mcp_tool", json!({"kind": "mcp", "text": text("stdout"), "is_error": hook["exit"] != 0})),
        Some("mcp-missing") => ("mcp_tool", json!({"kind": "mcp", "text": "", "is_error": false})),
        Some("agent") => ("agent", json!({"kind": "model", "text": text("stdout")})),
        Some(_) => ("prompt", json!({"kind": "model", "text": text("stdout")})),
    }
}

/// What stands around the name of a marker.
const MARK: &str = "mark-";
const END: &str = "-end";

fn marker(name: &str) -> String {
    format!("{MARK}{name}{END}")
}

/// Returns a text with a word for each marker, as the host got it: `{{reason}}` would look like an object.
pub fn marked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, hole)) = rest.split_once("{{") {
        let name =
            hole.split_once("}}").filter(|(name, _)| name.bytes().all(|it| it.is_ascii_alphabetic() || it == b'-'));
        out.push_str(before);
        match name {
            Some((name, after)) => {
                out.push_str(&marker(name));
                rest = after;
            }
            None => {
                out.push_str("{{");
                rest = hole;
            }
        }
    }
    out + rest
}

/// Returns the names of the markers in a value.
fn markers(value: &Value) -> Vec<String> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.split(MARK).skip(1).filter_map(|it| Some(it.split_once(END)?.0.to_owned())).collect()
}

fn markers_of(list: &Value) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(seen: &Value) -> Recorded {
        let line =
            json!({"id": "Stop/a", "event": "Stop", "stdout": "", "stderr": "{{stderr}}", "exit": 2, "seen": seen});
        let base = json!({"action": "done", "agent": "stopped", "asked": false});
        Recorded { line, base, host: None }
    }

    #[test]
    fn an_outcome_is_compared_field_by_field() {
        let text = json!({"text": "mark-stderr-end", "audience": ["claude"]});
        let outcome = json!({"action": "blocked", "agent": "continues", "effects": [], "texts": [text]});
        let seen = json!({
            "action": "prevented", "agent": "continued", "asked": false, "hook": "error", "claude": ["stderr"], "user": [],
        });
        let differences = |seen: &Value| recorded(seen).differences(&outcome, &mut Counts::default()).len();
        assert_eq!(differences(&seen), 0);
        for (field, value) in [
            ("action", json!("done")),
            ("agent", json!("stopped")),
            ("asked", json!(true)),
            ("hook", json!("success")),
            ("claude", json!([])),
            ("user", json!(["stderr"])),
        ] {
            let mut other = seen.clone();
            other[field] = value;
            assert_eq!(differences(&other), 1, "{field}");
        }
    }
}
