//! The cases of each event, made from the contract. Each file is a family; [`cases`] lists them.

mod field;
#[cfg(test)]
mod harmless;
mod pairs;
mod single;
mod texts;

use hookwire_codegen::internal::model::Contract;

use crate::case::{Case, Hook};
use crate::conversation::Conversation;

/// The exit codes: success, blocking, and three other errors.
const EXITS: [u8; 5] = [0, 1, 2, 3, 127];

/// The exit codes of replies with one field, which are many.
const FEW_EXITS: [u8; 2] = [0, 2];

/// Returns the cases of an event, in order; none if no conversation runs its hooks.
#[must_use]
pub fn cases(contract: &Contract, event: &str) -> Vec<Case> {
    if Conversation::of(event).is_none() {
        return Vec::new();
    }
    let mut cases = Cases { event, all: Vec::new() };
    for (name, text) in texts::texts() {
        cases.add(name, &text, &EXITS);
    }
    let fields = field::fields(contract, event);
    for (name, reply) in single::single(event, &fields) {
        cases.add(&name, &reply.to_string(), &FEW_EXITS);
    }
    for (name, reply) in pairs::pairs(event, &fields) {
        cases.add(&name, &reply.to_string(), &FEW_EXITS);
    }
    cases.all
}

struct Cases<'a> {
    event: &'a str,
    all: Vec<Case>,
}

impl Cases<'_> {
    fn add(&mut self, name: &str, stdout: &str, exits: &[u8]) {
        for exit in exits {
            self.all.push(Case {
                id: format!("{}/{name}/exit-{exit}", self.event),
                event: self.event.to_owned(),
                // Exit code 0 without a text on stderr is the common case; with another code the text matters.
                hook: Hook::script(stdout, if *exit == 0 { "" } else { "{{stderr}}" }, *exit),
                others: Vec::new(),
            });
        }
    }
}
