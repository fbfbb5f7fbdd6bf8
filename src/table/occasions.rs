//! What of a settings file does nothing on some events: from what the catalogue says of matchers and handlers.
//!
//! The object that has the events for keys is told by its fields, and so are a handler and what groups them, as other
//! sets have such types, too, or have none. The types are the same for all events; the validators know on which they are.

use serde::Deserialize;
use serde_json::Value;

use super::{Condition, Rule, Say, words};
use crate::model::{Contract, Event, Expr, Field, Kind, Severity, Struct, Test, TypeDef};
use crate::problem::Code;

/// What this step reads of what the catalogue says of a handler on an event.
#[derive(Debug, Deserialize)]
struct Cell {
    support: String,
    on_failure: String,
}

/// The struct has the events for keys: what is below a field of it is about the event.
pub fn is_by_event(contract: &Contract, it: &Struct) -> bool {
    let is_event = |field: &Field| contract.events.iter().any(|event| event.name == field.name);
    !it.fields.is_empty() && it.fields.iter().all(is_event)
}

/// The rules of a handler, or of a group of them, that hold on some events only.
pub fn rules(contract: &Contract, def: &TypeDef, it: &Struct) -> Vec<Rule> {
    if let Some(kind) = handler(contract, it) {
        of_handler(contract, it, kind)
    } else if is_group(contract, def) && has(it, "matcher") {
        let none = |event: &&Event| event.facts.get("matcher").is_some_and(Value::is_null);
        rule("matcher", Test::Present, events(contract, none), words::NO_MATCHER, false).into_iter().collect()
    } else {
        Vec::new()
    }
}

fn has(it: &Struct, key: &str) -> bool {
    it.fields.iter().any(|field| field.name == key)
}

/// The kind of handler that the constant at `type` names.
fn handler<'a>(contract: &Contract, it: &'a Struct) -> Option<&'a str> {
    let field = it.fields.iter().find(|field| field.name == "type")?;
    let Expr::Constant { value: Value::String(kind) } = &field.expr else { return None };
    let known = contract.catalogue.get("handlers")?.as_array()?.iter();
    known.filter_map(|it| it.get("name")?.as_str()).any(|name| name == kind).then_some(kind)
}

/// An item of the lists below the events.
fn is_group(contract: &Contract, def: &TypeDef) -> bool {
    let maps = contract.types.iter().filter_map(|other| match &other.kind {
        Kind::Struct(it) if is_by_event(contract, it) => Some(it),
        _ => None,
    });
    let mut items = maps.flat_map(|it| &it.fields).filter_map(|field| match &field.expr {
        Expr::List { item, .. } => Some(&**item),
        _ => None,
    });
    items.any(|item| matches!(item, Expr::Ref { name, .. } if *name == def.name))
}

fn of_handler(contract: &Contract, it: &Struct, kind: &str) -> Vec<Rule> {
    let cell = |event: &Event| -> Option<Cell> { Cell::deserialize(event.facts.get("handlers")?.get(kind)?).ok() };
    let supported = |word: &str| events(contract, |event| cell(event).is_some_and(|it| it.support == word));
    let failing = |word: &str| events(contract, |event| cell(event).is_some_and(|it| it.on_failure == word));
    let block = Test::In { values: vec![Value::from("block")] };
    let mut found = vec![
        rule("type", Test::Present, supported("rejected"), &words::handler_refused(kind), false),
        rule("type", Test::Present, supported("skipped"), &words::handler_skipped(kind), false),
        rule("type", Test::Present, supported("unsupported"), &words::handler_not_offered(kind), true),
    ];
    if has(it, "onFailure") {
        found.push(rule("onFailure", Test::Present, failing("ignored"), words::ON_FAILURE_IGNORED, false));
        found.push(rule("onFailure", block, failing("no-effect"), words::NOTHING_TO_BLOCK, false));
    }
    if has(it, "if") {
        let unconditional = events(contract, |event| event.facts.get("condition").is_none());
        let all = unconditional.len() == contract.events.len();
        found.push(rule("if", Test::Present, unconditional, words::NEVER_RUNS, false).filter(|_| !all));
    }
    found.into_iter().flatten().collect()
}

fn events(contract: &Contract, is_one: impl Fn(&&Event) -> bool) -> Vec<String> {
    contract.events.iter().filter(is_one).map(|event| event.name.clone()).collect()
}

/// On these events the key should not be there, or not with this value; none, if there are no such events.
fn rule(key: &str, test: Test, within: Vec<String>, message: &str, unconfirmed: bool) -> Option<Rule> {
    let at = || vec![key.to_owned()];
    let say =
        Say { code: Code::WithoutEffect, severity: Severity::Inert, unconfirmed, message: Some(message.to_owned()) };
    let rule = Rule {
        when: vec![Condition { path: at(), test }],
        then: vec![Condition { path: at(), test: Test::Absent }],
        say,
        at: Some(at()),
        since: None,
        within,
    };
    (!rule.within.is_empty()).then_some(rule)
}
