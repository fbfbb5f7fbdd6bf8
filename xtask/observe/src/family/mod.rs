//! The cases of each event, made from the contract. Each file is a family; [`cases`] lists them.
//!
//! To add a family: a file with a function that returns names and hooks, and a line in [`cases`].

mod arguments;
mod background;
mod blank;
mod both;
mod decisions;
mod failure;
mod field;
#[cfg(test)]
mod harmless;
mod http;
mod lines;
mod missing;
mod pairs;
mod question;
mod set_background;
mod settings;
mod several;
mod single;
mod stderr_lines;
mod texts;
mod time_limit;
mod tool;
mod triples;
mod unnamed;

pub use blank::BLANK;
pub use both::BLOCKS;
pub use decisions::{BASE, UNFIT};
use hookwire_codegen::internal::model::Contract;

use serde_json::Value;

use crate::case::{Beside, Case, Hook};
use crate::conversation::Conversation;

/// The exit codes: success, blocking, and three other errors.
const EXITS: [u8; 5] = [0, 1, 2, 3, 127];

/// The exit codes of replies that are many.
const FEW_EXITS: [u8; 2] = [0, 2];

/// The texts that are tried with every exit code on every event: one of each kind of standard output.
const EVERYWHERE: [&str; 6] = ["empty", "text", "empty-object", "unclosed", "trailing-comma", "other-event"];

/// The wrong value that is tried with exit code 2 on every event. The host refuses every other one in the same way.
const WRONG_EVERYWHERE: &str = "top-continue-wrong-number";

/// The pairs of fields that are tried even where each case takes a session of its own: the texts beside what they explain.
const ALWAYS: [&str; 2] = ["continue-false-and-stopReason-text", "decision-block-and-reason-text"];

/// The beginnings of the names of cases that are about what the user sees, so the host runs in a terminal.
const IN_TERMINAL: [&str; 2] = ["both/screen", "failure"];

/// Returns the cases of an event, in order; none if no conversation runs its hooks.
#[must_use]
pub fn cases(contract: &Contract, event: &str) -> Vec<Case> {
    let Some(conversation) = Conversation::of(event) else { return Vec::new() };
    let is_cheap = conversation.is_cheap();
    let fields = field::fields(contract, event);
    let mut cases = Cases { event, all: Vec::new() };
    for (name, text) in texts::texts(event) {
        let all = ALL_KINDS.contains(&event) || EVERYWHERE.contains(&name);
        cases.add(name, &text, if all { &EXITS } else { &FEW_EXITS });
    }
    for (name, text) in unnamed::unnamed(event) {
        // With another exit code, PreCompact quotes the object to Claude, for which the catalogue has no word.
        cases.add(name, &text, if event == "PreCompact" { &FEW_EXITS } else { &[0, 1, 2] });
    }
    cases.extend(stderr_lines::stderr_lines(event));
    cases.extend(vec![("stderr/exit-0".to_owned(), vec![Hook::script("", "{{stderr}}", 0)])]);
    for (name, text) in lines::lines(event) {
        cases.add(&name, &text, &FEW_EXITS);
    }
    for (name, reply) in single::single(event, &fields) {
        if is_cheap || !is_repeated(&name) {
            let is_wrong = name.contains(single::WRONG) && name != WRONG_EVERYWHERE;
            let all = ALL_KINDS.contains(&event) || !is_wrong;
            cases.add(&name, &reply.to_string(), if all { &FEW_EXITS } else { &FEW_EXITS[..1] });
        }
    }
    for (name, reply) in
        pairs::pairs(event, &fields).into_iter().filter(|(name, _)| is_cheap || ALWAYS.contains(&&**name))
    {
        cases.add(&name, &reply.to_string(), &FEW_EXITS);
    }
    for (name, reply) in triples::triples(event, &fields) {
        cases.add(&name, &reply.to_string(), &FEW_EXITS);
    }
    cases.extend(several::several(event, &fields));
    cases.extend(missing::missing(event));
    cases.extend(both::both(event, &fields));
    cases.extend(failure::failure(event));
    cases.extend(background::background(event, &fields));
    cases.extend(set_background::set_background(event, &fields));
    cases.extend(blank::blank(event));
    cases.extend(time_limit::time_limit(event, &fields));
    cases.extend(http::http(event, &fields));
    cases.extend(tool::tool(event, &fields));
    cases.extend(question::question(event));
    cases.decide(decisions::decisions(event));
    if event == "PreToolUse" {
        cases.call(arguments::arguments());
    }
    cases.settle(settings::settings(event));
    cases.all
}

/// Returns the names of the fields of an event's replies that cases are about, as `reason` and
/// `hookSpecificOutput/additionalContext`.
#[must_use]
pub fn fields(contract: &Contract, event: &str) -> Vec<String> {
    let name = |it: field::Field| if it.specific { format!("{}/{}", field::SPECIFIC, it.name) } else { it.name };
    field::fields(contract, event).into_iter().map(name).collect()
}

/// Returns true for a reply with one field that is not tried where each case takes a session of its own: a second wrong
/// type, and a field at the other level.
fn is_repeated(name: &str) -> bool {
    name.starts_with(single::MISPLACED) || (name.contains(single::WRONG) && !name.ends_with("-wrong-number"))
}

struct Cases<'a> {
    event: &'a str,
    all: Vec<Case>,
}

impl Cases<'_> {
    /// Adds a reply of a command with each of these exit codes.
    fn add(&mut self, name: &str, stdout: &str, exits: &[u8]) {
        for exit in exits {
            // Exit code 0 without a text on stderr is the common case; with another code the text matters.
            let stderr = if *exit == 0 { "" } else { "{{stderr}}" };
            self.extend(vec![(format!("{name}/exit-{exit}"), vec![Hook::script(stdout, stderr, *exit)])]);
        }
    }

    /// Adds cases with their hooks.
    fn extend(&mut self, cases: Vec<(String, Vec<Hook>)>) {
        for (name, mut hooks) in cases {
            if hooks.is_empty() {
                continue;
            }
            let others = hooks.split_off(1);
            for hook in hooks {
                let id = format!("{}/{name}", self.event);
                let terminal = IN_TERMINAL.iter().any(|it| name.starts_with(it));
                let event = self.event.to_owned();
                self.all.push(Case { others: others.clone(), terminal, ..Case::new(id, event, hook) });
            }
        }
    }

    /// Adds calls with arguments of their own, and a hook that prints nothing.
    fn call(&mut self, calls: Vec<(String, Value)>) {
        for (name, arguments) in calls {
            let case = Case::new(format!("{}/{name}", self.event), self.event.to_owned(), Hook::script("", "", 0));
            self.all.push(Case { arguments: Some(arguments), ..case });
        }
    }

    /// Adds cases whose settings file has more than the hooks.
    fn settle(&mut self, cases: Vec<(String, Hook, Beside)>) {
        for (name, hook, beside) in cases {
            let id = format!("{}/{name}", self.event);
            self.all.push(Case { beside: Some(beside), ..Case::new(id, self.event.to_owned(), hook) });
        }
    }

    /// Adds cases with a mode or a tool of their own.
    fn decide(&mut self, cases: Vec<decisions::Decided>) {
        for (name, hook, mode, tool) in cases {
            let id = format!("{}/{name}", self.event);
            let terminal = name.starts_with(decisions::TERMINAL);
            self.all.push(Case { mode, tool, terminal, ..Case::new(id, self.event.to_owned(), hook) });
        }
    }
}

/// The events on which hooks of all kinds run.
const ALL_KINDS: [&str; 5] = ["PreToolUse", "PreSkillShellCommand", "PostToolUse", "UserPromptSubmit", "Stop"];
