//! Settings: the parts of a settings file that have no effect on some events, from the catalogue's facts about matchers
//! and handlers.
//!
//! The types are the same for all events; the validators know on which events a part has no effect. The object with
//! events as keys is found by its fields, and so are handlers and their groups, because a set can name them freely.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;

use super::cell::{HandlerOnEvent, OnFailure, Support};
use super::feature::{Feature, Part, Sources};
use super::wire::Wire;
use super::words;
use crate::diagnostic::Diagnostics;
use crate::model::problem::Code;
use crate::model::{Contract, Expr, Field, Kind, Severity, Struct, Test, TypeDef};
use crate::validation::{self, Condition, Hint, ProblemTemplate, Rule, ValidationPlan};

/// Validators that report settings without effect, and the page of the reference about settings.
pub const FEATURE: Feature = Feature {
    name: "settings",
    needs: &["events"],
    types: &["HooksSettings", "HookHandler"],
    tables: &[],
    words: &["matcher"],
    namespace: None,
    read,
};

/// The keys that this feature reads at the root of the catalogue.
#[derive(Debug, Deserialize)]
struct Root {
    handlers: Vec<Handler>,
}

#[derive(Debug, Deserialize)]
struct Handler {
    name: String,
}

/// The keys of an event that this feature reads.
#[derive(Debug, Deserialize)]
struct OfEvent {
    /// The matcher; null if the event has none.
    #[serde(default, deserialize_with = "present")]
    matcher: Option<Option<Value>>,
    /// The condition of handlers; absent if the host does not evaluate one.
    condition: Option<Value>,
    #[serde(default)]
    handlers: IndexMap<String, HandlerOnEvent>,
}

/// Deserialises null as `Some(None)`, which an absent key is not.
fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Option<Value>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// The key of a handler's entry that names its kind. The functions of the packages take entries with this key, too.
const KIND: &str = "type";

/// The matchers that match everything.
const EVERYTHING: [&str; 2] = ["", "*"];

/// The facts about settings for the validators.
#[derive(Debug)]
struct Settings {
    wire: Wire,
    handlers: Vec<String>,
    events: IndexMap<String, OfEvent>,
}

fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let Root { handlers } = sources.catalogue.root()?;
    let handlers = handlers.into_iter().map(|it| it.name).collect();
    let wire = sources.catalogue.wire.clone();
    Ok(Box::new(Settings { wire, handlers, events: sources.catalogue.of_events()? }))
}

impl Part for Settings {
    fn extend(&self, contract: &Contract, plan: &mut ValidationPlan) {
        for def in contract.types.iter().filter(|def| def.output && !def.input) {
            let Kind::Struct(it) = &def.kind else { continue };
            let Some(validation::PlanKind::Struct(planned)) = plan.types.get_mut(&def.name).map(|it| &mut it.kind)
            else {
                continue;
            };
            if is_by_event(contract, it) {
                planned.fields.values_mut().for_each(|field| field.by_operation = true);
                planned.unknown = Some(words::unknown_event(contract));
            }
            planned.hints.extend(outside(contract, it, &planned.rules));
            // Of two problems of one value, the first is reported: what holds on some events only says more.
            planned.rules.splice(0..0, self.rules(contract, def, it));
        }
    }
}

/// Returns true if the keys of the struct are events: everything below a field is about that event.
pub(super) fn is_by_event(contract: &Contract, it: &Struct) -> bool {
    let is_event = |field: &Field| contract.operations.has(&field.name);
    !it.fields.is_empty() && it.fields.iter().all(is_event)
}

/// Returns the hint about events that are beside the key for all hooks instead of in it, except for those that the schema
/// has a rule for.
fn outside(contract: &Contract, it: &Struct, rules: &[Rule]) -> Option<Hint> {
    let is_of_events =
        |expr: &Expr| matches!(kind_of(contract, expr), Some(Kind::Struct(it)) if is_by_event(contract, it));
    // A manifest has them, or the path of a file with them.
    let hooks = it.fields.iter().find(|field| match kind_of(contract, &field.expr) {
        Some(Kind::Union(of)) => of.variants.iter().any(|variant| is_of_events(&variant.expr)),
        _ => is_of_events(&field.expr),
    })?;
    let tested: Vec<&str> =
        rules.iter().flat_map(|rule| &rule.when).filter_map(|it| Some(it.path.first()?.as_str())).collect();
    let events = contract.operations.each.iter().map(|it| it.name.clone());
    let keys: Vec<String> = events.filter(|event| !tested.contains(&event.as_str()) && !has(it, event)).collect();
    // A schema refuses other keys of a closed object.
    let (code, severity) = match it.rest {
        Some(_) => (Code::WithoutEffect, Severity::Inert),
        None => (Code::MisplacedField, Severity::Ignored),
    };
    let message = Some(words::outside_of_hooks(&hooks.name));
    let template = ProblemTemplate { code, severity, unconfirmed: false, message };
    (!keys.is_empty()).then_some(Hint { keys, beside: None, template })
}

/// Returns what the type is that an expression names.
fn kind_of<'c>(contract: &'c Contract, expr: &Expr) -> Option<&'c Kind> {
    let Expr::Ref { name, .. } = expr else { return None };
    contract.get(name).map(|def| &def.kind)
}

/// Returns true if the type is an item of the lists below the events.
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

/// Returns the type of a group of handlers, the key of its handlers, and the types of a handler.
pub(super) fn handlers_of(contract: &Contract, matcher: &str) -> Option<(String, String, Vec<String>)> {
    let groups = contract.types.iter().filter(|def| is_group(contract, def));
    let mut found = groups.filter_map(|def| {
        let Kind::Struct(it) = &def.kind else { return None };
        let list = it.fields.iter().find_map(|field| match &field.expr {
            Expr::List { item, .. } => Some((field.name.clone(), &**item)),
            _ => None,
        });
        let (key, Expr::Ref { name, .. }) = list.filter(|_| has(it, matcher))? else { return None };
        let mut handlers = vec![name.clone()];
        if let Some(Kind::Union(it)) = contract.get(name).map(|def| &def.kind) {
            handlers.extend(it.variants.iter().filter_map(|variant| match &variant.expr {
                Expr::Ref { name, .. } => Some(name.clone()),
                _ => None,
            }));
        }
        Some((def.name.clone(), key, handlers))
    });
    found.next()
}

fn has(it: &Struct, key: &str) -> bool {
    it.fields.iter().any(|field| field.name == key)
}

impl Settings {
    /// Returns the rules of a handler, or of a group of handlers, that apply to some events only.
    fn rules(&self, contract: &Contract, def: &TypeDef, it: &Struct) -> Vec<Rule> {
        if let Some(kind) = self.handler(it) {
            self.of_handler(contract, it, kind)
        } else if is_group(contract, def) && has(it, &self.wire.matcher) {
            let none = |event: &OfEvent| event.matcher == Some(None);
            // These two change nothing anywhere.
            let rule = rule(&self.wire.matcher, Test::Present, self.events(contract, none), words::NO_MATCHER, false);
            rule.map(|rule| unless(rule, &self.wire.matcher, &EVERYTHING)).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    /// Returns the kind of handler that the constant at [`KIND`] names.
    fn handler<'a>(&self, it: &'a Struct) -> Option<&'a str> {
        let field = it.fields.iter().find(|field| field.name == KIND)?;
        let Expr::Constant { value: Value::String(kind) } = &field.expr else { return None };
        self.handlers.contains(kind).then_some(kind)
    }

    fn of_handler(&self, contract: &Contract, it: &Struct, kind: &str) -> Vec<Rule> {
        let wire = &self.wire;
        let on = |is_one: &dyn Fn(&HandlerOnEvent) -> bool| {
            self.events(contract, |event| event.handlers.get(kind).is_some_and(is_one))
        };
        let supported = |word: Support| on(&|it| it.support == word);
        let failing = |word: OnFailure| on(&|it| it.on_failure == Some(word));
        let block = Test::In { values: vec![Value::from("block")] };
        let mut found = vec![
            rule(KIND, Test::Present, supported(Support::Rejected), &words::handler_refused(kind), false),
            rule(KIND, Test::Present, supported(Support::Skipped), &words::handler_skipped(kind), false),
            rule(KIND, Test::Present, supported(Support::Unsupported), &words::handler_not_offered(kind), true),
        ];
        if has(it, &wire.on_failure) {
            found.push(rule(
                &wire.on_failure,
                Test::Present,
                failing(OnFailure::Ignored),
                &wire.fill(words::ON_FAILURE_IGNORED),
                false,
            ));
            found.push(rule(
                &wire.on_failure,
                block,
                failing(OnFailure::NoEffect),
                &wire.fill(words::NOTHING_TO_BLOCK),
                false,
            ));
        }
        if has(it, &wire.condition) {
            let unconditional = self.events(contract, |event| event.condition.is_none());
            let all = unconditional.len() == contract.operations.each.len();
            let never = rule(&wire.condition, Test::Present, unconditional, &wire.fill(words::NEVER_RUNS), false);
            found.push(never.filter(|_| !all).map(|rule| unless(rule, &wire.condition, &[""])));
        }
        found.into_iter().flatten().collect()
    }

    fn events(&self, contract: &Contract, is_one: impl Fn(&OfEvent) -> bool) -> Vec<String> {
        let all = self.events.iter().filter(|(name, event)| contract.operations.has(name) && is_one(event));
        all.map(|(name, _)| name.clone()).collect()
    }
}

/// Returns the rule for all values but these.
fn unless(rule: Rule, key: &str, values: &[&str]) -> Rule {
    let test = Test::In { values: values.iter().copied().map(Value::from).collect() };
    Rule { then: vec![Condition { path: vec![key.to_owned()], test }], ..rule }
}

/// Returns the rule that the key should be absent on these events, or not have this value. Returns `None` without
/// events.
fn rule(key: &str, test: Test, within: Vec<String>, message: &str, unconfirmed: bool) -> Option<Rule> {
    let at = || vec![key.to_owned()];
    let template = ProblemTemplate {
        code: Code::WithoutEffect,
        severity: Severity::Inert,
        unconfirmed,
        message: Some(message.to_owned()),
    };
    let rule = Rule {
        when: vec![Condition { path: at(), test }],
        then: vec![Condition { path: at(), test: Test::Absent }],
        template,
        at: Some(at()),
        since: None,
        within,
    };
    (!rule.within.is_empty()).then_some(rule)
}
