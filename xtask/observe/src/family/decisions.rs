//! Each decision in each permission mode, and on each tool that asks the user.

use serde_json::{Value, json};

use super::field::SPECIFIC;
use crate::case::{Asking, Hook, Mode};
use crate::conversation::{QUESTION, plan, questions};

/// A case of this family: its name, its hooks, the mode and the tool.
pub type Decided = (String, Hook, Option<Mode>, Option<Asking>);

/// The beginning of the names of cases in a permission mode.
pub const MODE: &str = "headless-mode";

/// The beginning of the names of cases in a permission mode, in a terminal.
pub const TERMINAL: &str = "terminal-mode";

/// The beginning of the names of cases about a tool that asks the user.
pub const TOOL: &str = "headless-asking";

/// The name of the case without an answer, which others are compared with.
pub const BASE: &str = "none";

/// Returns the cases of an event; none if it decides nothing about a call.
pub fn decisions(event: &str) -> Vec<Decided> {
    let command = json!({"command": "{{other-command}}"});
    // In all of these modes, or for a tool that plans, nobody is asked, so no request for permission is made.
    let is_request = event == "PermissionRequest";
    let modes = Mode::ALL.into_iter().filter(|_| !is_request).flat_map(|mode| {
        let name = format!("{MODE}-{}", mode.word());
        let more = old_answers(event, &[]);
        named(name, [answers(event, &[("other", command.clone())]), more].concat(), Some(mode), None)
    });
    let asks = |tool: &Asking| !is_request || *tool != Asking::EnterPlanMode;
    let tools = Asking::ALL.into_iter().filter(asks).flat_map(|tool| {
        let name = format!("{TOOL}-{}", tool.name());
        let inputs = inputs(tool);
        let more = [old_answers(event, &inputs), unfit_answers(event, tool)].concat();
        named(name, [answers(event, &inputs), more].concat(), None, Some(tool))
    });
    let in_terminal = std::iter::once(Mode::Default).chain(Mode::ALL).filter(|_| event == "PreToolUse");
    let in_terminal = in_terminal.flat_map(|mode| {
        let name = format!("{TERMINAL}-{}", mode.word());
        named(name, answers(event, &[("other", command.clone())]), Some(mode), None)
    });
    modes.chain(tools).chain(in_terminal).collect()
}

fn named(
    name: String,
    answers: Vec<(String, Value)>,
    mode: Option<Mode>,
    tool: Option<Asking>,
) -> impl Iterator<Item = Decided> {
    answers.into_iter().map(move |(answer, reply)| {
        let stdout = if reply.is_null() { String::new() } else { reply.to_string() };
        (format!("{name}/{answer}"), Hook::script(&stdout, "", 0), mode, tool)
    })
}

/// Returns the inputs that a hook can give to a tool that asks the user.
pub(super) fn inputs(tool: Asking) -> Vec<(&'static str, Value)> {
    match tool {
        Asking::ExitPlanMode => vec![("same", plan())],
        Asking::EnterPlanMode => vec![("same", json!({}))],
        Asking::AskUserQuestion => {
            let mut answered = questions();
            answered["answers"] = json!({QUESTION: "{{answer}}"});
            vec![("same", questions()), ("answer", answered)]
        }
    }
}

/// Returns every decision of an event, alone and with each input, and each input alone.
fn answers(event: &str, inputs: &[(&'static str, Value)]) -> Vec<(String, Value)> {
    let decisions: &[&str] = match event {
        "PreToolUse" => &["allow", "deny", "ask", "defer"],
        "PermissionRequest" => &["allow", "deny"],
        _ => return Vec::new(),
    };
    let place = if event == "PreToolUse" { on_call } else { on_request };
    let mut all = vec![(BASE.to_owned(), Value::Null)];
    for decision in decisions {
        all.push(((*decision).to_owned(), place(Some(decision), None)));
        let with = inputs.iter().filter(|_| *decision != "deny");
        all.extend(with.map(|(name, input)| (format!("{decision}-and-{name}"), place(Some(decision), Some(input)))));
    }
    if event == "PreToolUse" {
        all.extend(inputs.iter().map(|(name, input)| ((*name).to_owned(), place(None, Some(input)))));
    }
    all
}

/// Returns the decisions at the top level of a reply, alone and with each input.
fn old_answers(event: &str, inputs: &[(&'static str, Value)]) -> Vec<(String, Value)> {
    if event != "PreToolUse" {
        return Vec::new();
    }
    let approve = |input: Option<&Value>| {
        let mut reply = input.map_or_else(|| json!({}), |input| on_call(None, Some(input)));
        reply["decision"] = json!("approve");
        reply
    };
    let with = inputs.iter().map(|(name, input)| (format!("old-approve-and-{name}"), approve(Some(input))));
    let block = json!({"decision": "block", "reason": "{{reason}}"});
    [("old-approve".to_owned(), approve(None)), ("old-block".to_owned(), block)].into_iter().chain(with).collect()
}

/// The ends of the names of cases with an input that does not fit the tool.
pub const UNFIT: [&str; 2] = ["/allow-and-empty", "/allow-and-no-questions"];

/// Returns the inputs that lack what a tool needs, or are too short for it.
pub(super) fn unfit(tool: Asking) -> Vec<(&'static str, Value)> {
    match tool {
        Asking::EnterPlanMode => Vec::new(),
        Asking::ExitPlanMode => vec![("empty", json!({}))],
        Asking::AskUserQuestion => vec![("empty", json!({})), ("no-questions", json!({"questions": []}))],
    }
}

/// Returns permissions with such an input; none if the event decides nothing about a call.
fn unfit_answers(event: &str, tool: Asking) -> Vec<(String, Value)> {
    let place = match event {
        "PreToolUse" => on_call,
        "PermissionRequest" => on_request,
        _ => return Vec::new(),
    };
    let allow = |(name, input): (&str, Value)| (format!("allow-and-{name}"), place(Some("allow"), Some(&input)));
    unfit(tool).into_iter().map(allow).collect()
}

fn on_call(decision: Option<&str>, input: Option<&Value>) -> Value {
    let mut own = json!({"hookEventName": "PreToolUse"});
    if let Some(decision) = decision {
        own["permissionDecision"] = json!(decision);
        own["permissionDecisionReason"] = json!("{{reason}}");
    }
    if let Some(input) = input {
        own["updatedInput"] = input.clone();
    }
    json!({SPECIFIC: own})
}

fn on_request(decision: Option<&str>, input: Option<&Value>) -> Value {
    let mut own = json!({"behavior": decision});
    if decision == Some("deny") {
        own["message"] = json!("{{reason}}");
    }
    if let Some(input) = input {
        own["updatedInput"] = input.clone();
    }
    json!({SPECIFIC: {"hookEventName": "PermissionRequest", "decision": own}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_events_that_decide_about_a_call_have_cases() {
        for event in ["Stop", "PostToolUse", "SessionStart"] {
            let names: Vec<_> = decisions(event).into_iter().map(|(name, ..)| name).collect();
            assert_eq!(names, Vec::<String>::new(), "{event}");
        }
        assert!(decisions("PreToolUse").iter().any(|(name, ..)| name.ends_with(UNFIT[0])));
    }
}
