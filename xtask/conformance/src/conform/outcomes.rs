//! Outcomes: compares what the packages say that the host does with the results of hooks: with each other, and with what
//! the real host did, as recorded.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};

use super::Asking;
use super::mutate::documents::Mutants;
use super::readings::{Document, Side};
use super::report::Report;
use super::seen::{self, Recorded};
use crate::binding::{self, PACKAGES, Ready};
use crate::processes::{Answer, Panel};
use crate::random::Random;
use crate::vector::{self, Vector};
use hookwire_harness::Root;

/// A hook that has ended: the event, the result, and the context.
#[derive(Debug, Clone)]
pub struct Hook {
    /// The event.
    pub event: String,
    /// The result, as the type `RecordedResult`.
    pub result: Value,
    /// The context: `host`, `tool`, `profile`, `input`, `handler`.
    pub context: Map<String, Value>,
}

/// Creates the question about hooks of one event.
pub fn question(id: &str, hooks: &[Hook], finished: Option<&[usize]>) -> Vector {
    let each: Vec<Value> =
        hooks.iter().map(|it| json!({"event": it.event, "result": it.result, "context": it.context})).collect();
    let mut line = json!({"id": id, "hooks": each});
    if let Some(finished) = finished {
        line["finished"] = json!(finished);
    }
    Vector { id: id.to_owned(), of: "result".to_owned(), line: line.to_string() }
}

/// Asks every package about the recorded cases. Returns the number of differences: from what the host did, and between
/// packages.
///
/// # Errors
/// A package cannot be asked.
pub fn observed(root: &Root, all: &[Recorded]) -> Result<usize, String> {
    let (packages, answers) = asked(root, all)?;
    let mut faults = 0;
    let mut counts = seen::Counts::default();
    for (package, answers) in packages.iter().zip(&answers) {
        for (case, answer) in all.iter().zip(answers) {
            let outcome = answer.more.get("outcome").unwrap_or(&Value::Null);
            let error = answer.error.iter().cloned();
            for fault in case.differences(outcome, &mut counts).into_iter().chain(error) {
                faults += 1;
                println!("{}: {}: {fault}, of {outcome}", case.name(), package.name);
            }
        }
    }
    for (at, case) in all.iter().enumerate() {
        let said: Vec<&Value> = answers.iter().filter_map(|all| all.get(at)?.more.get("outcome")).collect();
        if said.windows(2).any(|pair| pair.first() != pair.last()) {
            faults += 1;
            println!("{}: the packages say different things: {said:?}", case.name());
        }
    }
    println!("outcomes that were compared with the records: {}, {counts}, faults: {faults}", all.len());
    Ok(faults)
}

/// Asks every package about results of hooks like the recorded ones. Returns what a package says otherwise than the record
/// about what happened, each with the index of its case.
///
/// # Errors
/// A package cannot be asked.
pub fn acts(root: &Root, all: &[Recorded]) -> Result<Vec<(usize, String)>, String> {
    let (packages, answers) = asked(root, all)?;
    let mut found = Vec::new();
    for (package, answers) in packages.iter().zip(&answers) {
        for (at, (case, answer)) in all.iter().zip(answers).enumerate() {
            let outcome = answer.more.get("outcome").unwrap_or(&Value::Null);
            let faults = case.acts(outcome).into_iter().chain(answer.error.clone());
            found.extend(faults.map(|fault| (at, format!("{}, like {}: {fault}", package.name, case.name()))));
        }
    }
    Ok(found)
}

/// Asks every package about recorded cases. Returns the packages, and the answers of each.
fn asked(root: &Root, all: &[Recorded]) -> Result<(Vec<Ready>, Vec<Vec<Answer>>), String> {
    let vectors: Vec<Vector> = all.iter().map(|it| question(&it.name(), &it.hooks(), None)).collect();
    let packages = binding::prepared(root, PACKAGES)?;
    let mut panel = Panel::start(&packages)?;
    let answers = panel.ask(&vectors)?;
    panel.finish()?;
    Ok((packages, answers))
}

/// Asks every package about random results of hooks. Returns true if all agree.
///
/// # Errors
/// A package cannot be asked.
pub fn run(root: &Root, seed: u64, count: usize) -> Result<bool, String> {
    let mut questions = Questions::new(root, seed)?;
    let packages = binding::prepared(root, PACKAGES)?;
    let mut asking = Asking { panel: Panel::start(&packages)?, report: Report::of(&packages), sink: None };
    asking.ask("results", (0..count).map_while(|number| questions.question(number)))?;
    let agreed = asking.report.print(&asking.panel.finish()?, asking.report.shown());
    println!("results of hooks: {count}");
    Ok(agreed)
}

/// Hooks of one event with their id, and the order in which they ended.
type Several = (String, Vec<Hook>, Option<Vec<usize>>);

/// Returns random results of hooks, alone and several of one event.
///
/// # Errors
/// The events cannot be read.
pub fn random(root: &Root, seed: u64, count: usize) -> Result<Vec<Several>, String> {
    let mut questions = Questions::new(root, seed)?;
    Ok((0..count).map_while(|number| questions.several(number)).collect())
}

/// A source of random results.
struct Questions {
    seed: u64,
    random: Random,
    texts: Mutants,
    events: Vec<String>,
    hosts: Vec<String>,
}

const CODES: [i64; 9] = [0, 0, 0, 2, 2, 1, 3, 127, -1];
const STATUSES: [u64; 6] = [200, 204, 301, 403, 404, 500];
const STDERRS: [&str; 5] = ["", "no", " two\nlines ", "sh: 0: cannot open none.sh: No such file", "\u{fffd}"];
const TOOLS: [&str; 4] = ["Bash", "mcp__server__tool", "Read", "unknown"];
const PROFILES: [&str; 2] = ["wave-design-2025-11", "validator"];
const KINDS: [&str; 5] = ["command", "http", "mcp_tool", "prompt", "agent"];
const ENDS: [&str; 10] =
    ["exited", "exited", "exited", "signalled", "http", "mcp", "model", "timed_out", "not_started", "backgrounded"];

impl Questions {
    fn new(root: &Root, seed: u64) -> Result<Self, String> {
        let events = vector::events(root)?;
        let mut documents = Vec::new();
        for (number, line) in replies().into_iter().enumerate() {
            for event in &events {
                let text = line.replace("EVENT", event);
                documents.push(document(format!("reply-{number}"), event, text));
            }
        }
        let hosts = ["2.1.42", "2.1.163", "2.1.248", "2.1.330", "2.1.89", "2.1.210"].map(str::to_owned).to_vec();
        Ok(Self { seed, random: Random::new(seed), texts: Mutants::new(root, seed, &documents)?, events, hosts })
    }

    fn question(&mut self, number: usize) -> Option<Vector> {
        let (id, hooks, finished) = self.several(number)?;
        Some(question(&id, &hooks, finished.as_deref()))
    }

    fn several(&mut self, number: usize) -> Option<Several> {
        let event = self.random.pick(&self.events)?.clone();
        let event = if self.random.one_in(50) { "NewEvent".to_owned() } else { event };
        let count = if self.random.one_in(5) { 2 + self.random.below(3) } else { 1 };
        let hooks: Option<Vec<Hook>> = (0..count).map(|_| self.hook(&event)).collect();
        let finished = (count > 1 && self.random.one_in(2)).then(|| {
            let mut order: Vec<usize> = (0..count).collect();
            order.rotate_left(self.random.below(count));
            order
        });
        Some((format!("result/{}/{number:07}", self.seed), hooks?, finished))
    }

    fn hook(&mut self, event: &str) -> Option<Hook> {
        let mut document = self.texts.next()?;
        // Most replies are for the event.
        if self.random.one_in(2) {
            let own = document.event.take().unwrap_or_default();
            let text = String::from_utf8_lossy(&document.bytes).replace(&own, event);
            document.bytes = text.into_bytes();
        }
        let text = bytes(&document.bytes);
        let stderr = *self.random.pick(&STDERRS)?;
        let result = match *self.random.pick(&ENDS)? {
            "exited" => {
                json!({"kind": "exited", "code": self.random.pick(&CODES)?, "stdout": text, "stderr": stderr})
            }
            "signalled" => json!({"kind": "signalled", "stdout": text, "stderr": stderr}),
            "http" => json!({"kind": "http", "status": self.random.pick(&STATUSES)?, "body": text}),
            "mcp" => json!({"kind": "mcp", "text": text, "is_error": self.random.one_in(4)}),
            "model" => {
                json!({"kind": "model", "text": text, "stop_reason": self.random.pick(&["end_turn", "refusal"])?})
            }
            "backgrounded" => json!({"kind": "backgrounded", "later": text}),
            kind => json!({ "kind": kind }),
        };
        Some(Hook { event: event.to_owned(), result, context: self.context(event)? })
    }

    fn context(&mut self, event: &str) -> Option<Map<String, Value>> {
        let mut context = Map::new();
        if self.random.one_in(4) {
            context.insert("host".to_owned(), json!(self.random.pick(&self.hosts)?));
        }
        if self.random.one_in(8) {
            context.insert("profile".to_owned(), json!(self.random.pick(&PROFILES)?));
        }
        if self.random.one_in(3) {
            context.insert("tool".to_owned(), json!(self.random.pick(&TOOLS)?));
        }
        if self.random.one_in(4) {
            let name = if self.random.one_in(4) { "Stop" } else { event };
            let trigger = self.random.pick(&["manual", "auto"])?;
            let source = self.random.pick(&["slash_command", "register_repo_root"])?;
            context.insert("input".to_owned(), json!({"hook_event_name": name, "trigger": trigger, "source": source}));
        }
        if self.random.one_in(2) {
            let mut entry = json!({"type": self.random.pick(&KINDS)?});
            for (key, values) in [
                ("onFailure", [json!("block"), json!("continue"), json!(7)]),
                ("async", [json!(true), json!(false), json!(false)]),
                ("asyncRewake", [json!(true), json!(false), json!(false)]),
            ] {
                if self.random.one_in(4) {
                    entry[key] = self.random.pick(&values)?.clone();
                }
            }
            if self.random.one_in(4) {
                entry["continueOnBlock"] = json!(self.random.one_in(2));
            }
            context.insert("handler".to_owned(), entry);
        }
        Some(context)
    }
}

/// Returns bytes as a string, or as an object with their base64 if they are not UTF-8.
fn bytes(bytes: &[u8]) -> Value {
    std::str::from_utf8(bytes).map_or_else(|_| json!({"base64": BASE64_STANDARD.encode(bytes)}), |text| json!(text))
}

fn document(id: String, event: &str, text: String) -> Document {
    Document {
        id,
        read: Side::Reply,
        event: Some(event.to_owned()),
        handler: None,
        host: None,
        tool: None,
        profile: None,
        asked: None,
        bytes: text.into_bytes(),
    }
}

/// Replies that mutants are made of: together they have every field.
fn replies() -> Vec<&'static str> {
    vec![
        "",
        "plain text",
        "{}",
        r#"{"continue": false, "stopReason": "s", "systemMessage": "m"}"#,
        r#"{"decision": "block", "reason": "r"}"#,
        r#"{"decision": "approve", "reason": "r", "terminalSequence": "\u0007"}"#,
        r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "additionalContext": "c"}}"#,
        r#"{"decision": "block", "hookSpecificOutput": {"hookEventName": "EVENT", "permissionDecision": "deny", "permissionDecisionReason": "p", "updatedInput": {"command": "x"}, "additionalContext": "c"}}"#,
        r#"{"continue": false, "hookSpecificOutput": {"hookEventName": "EVENT", "permissionDecision": "ask", "permissionDecisionReason": "p"}}"#,
        r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "permissionDecision": "defer"}}"#,
        r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "permissionDecision": "allow", "updatedInput": {"command": "x"}}}"#,
        r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "decision": {"behavior": "allow", "updatedInput": {}, "updatedPermissions": []}}}"#,
        r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "decision": {"behavior": "deny", "message": "m", "interrupt": true}}}"#,
        r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "action": "accept", "content": {"a": 1}}}"#,
        r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "updatedToolOutput": "o", "updatedMCPToolOutput": [1], "classifierContext": "k"}}"#,
        r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "sessionTitle": "t", "watchPaths": ["/a"], "initialUserMessage": "i", "reloadSkills": true}}"#,
        r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "suppressOriginalPrompt": true, "retry": true, "displayContent": "d", "worktreePath": "/w"}}"#,
        "{\"async\": true}\n{\"systemMessage\": \"m\", \"hookSpecificOutput\": {\"hookEventName\": \"EVENT\", \"additionalContext\": \"c\"}}",
        "/a/path",
        r#"{"ok": false, "reason": "r", "impossible": true}"#,
        r#"{"ok": true}"#,
    ]
}
