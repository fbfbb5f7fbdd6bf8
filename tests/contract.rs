//! The promises of the canonical schemas, checked on the model.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::canonical::{contract, read};
use hookwire_codegen::internal::hooks::Event;
use hookwire_codegen::internal::model::{
    Condition, Contract, Discriminator, Expr, Kind, Struct, Test, TypeDef, Variant,
};

fn events() -> &'static [Event] {
    &read().hooks.events
}

fn fields(def: &TypeDef) -> &Struct {
    match &def.kind {
        Kind::Struct(it) => it,
        other => panic!("{} is no struct: {other:?}", def.name),
    }
}

/// Types of files that also have keys for other purposes.
const SHARED_FILES: [&str; 3] = ["HooksFrontmatter", "HooksSettings", "PluginManifest"];

#[test]
fn a_host_keeps_the_names_of_all_events() {
    let contract = contract();
    let Some(Kind::Enum(kept)) = contract.get("HookEvent").map(|def| &def.kind) else { panic!("no HookEvent") };
    let kept: Vec<&str> = kept.values.iter().map(|value| value.value.as_str()).collect();
    let events: Vec<&str> = events().iter().map(|event| event.name.as_str()).collect();
    assert_eq!(kept, events, "`x-each-event` in `schemas/hooks/hook-event.schema.json` lists every event");
}

#[test]
fn inputs_are_open_and_outputs_are_closed() {
    let contract = contract();
    let (mut open, mut closed) = (0, 0);
    for def in &contract.types {
        if let Kind::Struct(it) = &def.kind {
            assert!(def.input || def.output, "nothing refers to {}: remove it, or set `x-direction`", def.name);
            let is_open = def.input || SHARED_FILES.contains(&&*def.name);
            assert_eq!(it.rest.is_some(), is_open, "{}", def.name);
            *if def.input { &mut open } else { &mut closed } += 1;
        }
    }
    assert!(open >= 33 && closed >= 33, "{open} open, {closed} closed");
}

#[test]
fn a_key_distinguishes_async_from_sync_replies() {
    let contract = contract();
    for event in events() {
        let Kind::Union(union) = &contract.get(&event.output).unwrap().kind else { panic!("{}", event.output) };
        assert_eq!(union.by, Discriminator::Key { key: "async".to_owned() }, "{}", event.name);
        let names: Vec<&str> = union.variants.iter().map(|variant| variant.name.as_str()).collect();
        assert_eq!(names, ["Async", "Sync"], "{}", event.name);
    }
}

#[test]
fn the_json_type_distinguishes_hits_and_text_of_a_search() {
    let contract = contract();
    let Kind::Union(union) = &contract.get("WebSearchResult").unwrap().kind else { panic!("no union") };
    assert_eq!(union.by, Discriminator::JsonType, "text has no keys, so a key cannot tell");
}

#[test]
fn a_block_of_a_stop_may_lack_a_reason() {
    let contract = contract();
    for name in ["StopBlock", "SubagentStopBlock"] {
        let reason = fields(contract.get(name).unwrap()).fields.iter().find(|field| field.name == "reason").unwrap();
        assert!(!reason.required, "{name}: the host blocks with a standard text");
    }
}

#[test]
fn an_allow_takes_no_message_and_a_deny_no_input() {
    let contract = contract();
    let names = |name: &str| -> BTreeSet<String> {
        fields(contract.get(name).unwrap()).fields.iter().map(|field| field.name.clone()).collect()
    };
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(names("PermissionRequestAllow"), set(&["behavior", "updatedInput", "updatedPermissions"]));
    assert_eq!(names("PermissionRequestDeny"), set(&["behavior", "message", "interrupt"]));
}

#[test]
fn what_both_directions_use_is_closed_where_an_output_uses_it() {
    let contract = contract();
    let allow = fields(contract.get("PermissionRequestAllow").unwrap());
    let field = allow.fields.iter().find(|field| field.name == "updatedPermissions").unwrap();
    let Expr::List { item, .. } = &field.expr else { panic!("{:?}", field.expr) };
    assert_eq!(**item, Expr::Ref { name: "PermissionUpdate".to_owned(), closed: true });
    let request = fields(contract.get("PermissionRequestInput").unwrap());
    let field = request.fields.iter().find(|field| field.name == "permission_suggestions").unwrap();
    let Expr::List { item, .. } = &field.expr else { panic!("{:?}", field.expr) };
    assert_eq!(**item, Expr::Ref { name: "PermissionUpdate".to_owned(), closed: false });
}

#[test]
fn suppressing_the_prompt_without_a_block_is_advised_against() {
    let contract = contract();
    for name in ["UserPromptSubmitSyncOutput", "UserPromptExpansionSyncOutput", "SyncHookOutput"] {
        let rules = &fields(contract.get(name).unwrap()).rules;
        assert!(
            rules.iter().any(|rule| !rule.severity.refuses()
                && rule.when[0].path == ["hookSpecificOutput", "suppressOriginalPrompt"]
                && rule.then[0].path == ["decision"]),
            "{name}"
        );
    }
}

#[test]
fn nothing_is_older_than_its_event() {
    let contract = contract();
    let since: BTreeMap<&str, Vec<u64>> = events()
        .iter()
        .filter_map(|event| {
            let since = contract.get(&event.input)?.facts.since.as_ref()?;
            Some((event.module.as_str(), since.parts()))
        })
        .collect();
    let mut compared = 0;
    for def in &contract.types {
        let (Kind::Struct(it), Some(event)) = (&def.kind, since.get(def.module.as_str())) else { continue };
        for field in &it.fields {
            if let Some(own) = &field.facts.since {
                compared += 1;
                assert!(own.parts() >= *event, "fix `x-since` of {}.{}", def.name, field.name);
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn a_settings_file_can_name_every_event_and_each_since_the_host_has_it() {
    let contract = contract();
    let named = fields(contract.get("HookEvents").unwrap()).fields.iter();
    let named: Vec<_> = named.map(|field| (&*field.name, serde_json::to_value(&field.facts.since).unwrap())).collect();
    let events = events().iter().map(|event| (&*event.name, event.facts["since"].clone()));
    assert_eq!(named, events.collect::<Vec<_>>(), "fix schemas/settings/hook-events.schema.json");
}

#[test]
fn every_event_has_a_minimal_and_a_full_example_of_both_directions() {
    let contract = contract();
    for event in events() {
        for name in [&event.input, &event.output] {
            let examples = &contract.get(name).unwrap().examples;
            let has = |prefix: &str| examples.iter().any(|it| it.valid && it.scenario.starts_with(prefix));
            assert!(has("minimal") && has("full"), "write the valid examples `minimal` and `full` of {name}");
        }
    }
}

/// Returns the expressions that a pointer can lead to from a value of this one; for a union, through every member.
fn at<'a>(contract: &'a Contract, expr: &'a Expr, pointer: &str) -> Vec<&'a Expr> {
    let Some((key, rest)) = pointer.strip_prefix('/').map(|it| it.split_once('/').unwrap_or((it, ""))) else {
        return vec![expr];
    };
    let rest = if pointer[1..].contains('/') { format!("/{rest}") } else { String::new() };
    match expr {
        Expr::Nullable { inner } => at(contract, inner, pointer),
        Expr::List { item, .. } => at(contract, item, &rest),
        Expr::Map { value, .. } => at(contract, value, &rest),
        Expr::Ref { name, .. } => match &contract.get(name).unwrap().kind {
            Kind::Struct(it) => {
                let fields = it.fields.iter().filter(|field| field.name == key);
                fields.flat_map(|field| at(contract, &field.expr, &rest)).collect()
            }
            Kind::Union(it) => it.variants.iter().flat_map(|variant| at(contract, &variant.expr, pointer)).collect(),
            Kind::Alias { target } => at(contract, target, pointer),
            Kind::Enum(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Collects the closed enums that a value of the expression can contain.
fn closed_enums<'a>(contract: &'a Contract, expr: &'a Expr, into: &mut BTreeSet<&'a str>) {
    match expr {
        Expr::Nullable { inner } => closed_enums(contract, inner, into),
        Expr::Ref { name, .. } => match &contract.get(name).unwrap().kind {
            Kind::Enum(it) if !it.open => drop(into.replace(name)),
            Kind::Alias { target } => closed_enums(contract, target, into),
            Kind::Union(it) => it.variants.iter().for_each(|it| closed_enums(contract, &it.expr, into)),
            Kind::Enum(_) | Kind::Struct(_) => {}
        },
        _ => {}
    }
}

fn expr_of(def: &TypeDef) -> Expr {
    Expr::Ref { name: def.name.clone(), closed: false }
}

#[test]
fn every_closed_enum_has_an_invalid_example() {
    let contract = contract();
    let mut refused: BTreeSet<String> = BTreeSet::new();
    for def in &contract.types {
        let root = expr_of(def);
        let problems = def.examples.iter().filter(|it| !it.valid).flat_map(|example| &example.problems);
        for problem in problems.filter(|problem| problem.code == "wrong-value") {
            let mut enums = BTreeSet::new();
            at(contract, &root, &problem.pointer).iter().for_each(|expr| closed_enums(contract, expr, &mut enums));
            refused.extend(enums.into_iter().map(str::to_owned));
        }
    }
    let closed = |def: &&TypeDef| matches!(&def.kind, Kind::Enum(it) if !it.open) && (def.input || def.output);
    let without: Vec<&str> = contract
        .types
        .iter()
        .filter(closed)
        .map(|def| def.name.as_str())
        .filter(|name| !refused.contains(*name))
        .collect();
    assert!(
        without.is_empty(),
        "no invalid example has another value where one of these stands; write one, with the problem \
         `wrong-value`: {without:?}"
    );
}

#[test]
fn the_full_examples_of_an_event_show_every_field_of_its_types() {
    let contract = contract();
    let mut missing = Vec::new();
    for event in events() {
        for name in [&event.input, &event.output] {
            let def = contract.get(name).unwrap();
            let full: Vec<_> = def
                .examples
                .iter()
                .filter(|it| it.valid && it.scenario.starts_with("full"))
                .map(|it| &it.value)
                .collect();
            let structs: Vec<&TypeDef> = match &def.kind {
                Kind::Struct(_) => vec![def],
                Kind::Union(it) => it
                    .variants
                    .iter()
                    .filter_map(|variant| match &variant.expr {
                        Expr::Ref { name, .. } => contract.get(name),
                        _ => None,
                    })
                    .filter(|def| matches!(def.kind, Kind::Struct(_)) && def.module == event.module)
                    .collect(),
                other => panic!("{name} is neither a struct nor a union: {other:?}"),
            };
            for field in structs.iter().flat_map(|def| &fields(def).fields) {
                if !full.iter().any(|value| value.get(&field.name).is_some()) {
                    missing.push(format!("{name}: {}", field.name));
                }
            }
            let specific =
                event.specific.as_ref().filter(|_| *name == event.output).map(|it| contract.get(it).unwrap());
            if let Some(Kind::Struct(it)) = specific.map(|def| &def.kind) {
                for field in &it.fields {
                    let shown = |value: &&serde_json::Value| value["hookSpecificOutput"].get(&field.name).is_some();
                    if !full.iter().any(shown) {
                        missing.push(format!("{name}: hookSpecificOutput.{}", field.name));
                    }
                }
            }
        }
    }
    assert!(
        missing.is_empty(),
        "add these to the valid example `full` of the type, or to another `full-…`: {missing:#?}"
    );
}

#[test]
fn every_rule_that_refuses_has_an_invalid_example() {
    let contract = contract();
    let mut without = Vec::new();
    for def in &contract.types {
        let Kind::Struct(it) = &def.kind else { continue };
        for rule in it.rules.iter().filter(|rule| rule.severity.refuses()) {
            let shown = contract.types.iter().filter(|other| other.module == def.module).any(|other| {
                let invalid = other.examples.iter().filter(|example| !example.valid);
                invalid.into_iter().any(|example| {
                    rule.when.iter().all(|it| holds(it, &example.value))
                        && !rule.then.iter().all(|it| holds(it, &example.value))
                })
            });
            if !shown {
                without.push(format!("{}: {}", def.name, rule.name));
            }
        }
    }
    assert!(without.is_empty(), "write an invalid example that breaks each of these rules: {without:#?}");
}

fn holds(condition: &Condition, value: &serde_json::Value) -> bool {
    let found = condition.path.iter().try_fold(value, |value, key| value.get(key));
    match &condition.test {
        Test::Present => found.is_some(),
        Test::Absent => found.is_none(),
        Test::In { values } => found.is_some_and(|value| values.contains(value)),
        Test::Above { .. } | Test::AtMost { .. } | Test::Matches { .. } => unreachable!("only advice tests it"),
    }
}

#[test]
fn what_an_example_expects_to_be_missing_is_a_field() {
    let contract = contract();
    let structs = contract.types.iter().filter_map(|def| match &def.kind {
        Kind::Struct(it) => Some(it),
        _ => None,
    });
    let known: BTreeSet<&str> = structs.flat_map(|it| &it.fields).map(|field| field.name.as_str()).collect();
    let mut missing = 0;
    for (def, example) in contract.types.iter().flat_map(|def| def.examples.iter().map(move |example| (def, example))) {
        let absent = |code: &str| matches!(code, "missing-field" | "required-here");
        for problem in example.problems.iter().filter(|problem| absent(&problem.code)) {
            missing += 1;
            let key = problem.pointer.rsplit('/').next().unwrap();
            assert!(known.contains(key), "{}/invalid/{}: no type has a field `{key}`", def.name, example.scenario);
        }
    }
    assert!(missing >= 50, "only {missing} examples lack a field");
}

#[test]
fn every_refusal_has_an_effect_on_the_action_and_on_the_reason() {
    let mut alone = Vec::new();
    let mut pairs = 0;
    for event in events() {
        let refusals = event.facts.get("prompt_refusal").and_then(serde_json::Value::as_object);
        for (handler, refusal) in refusals.into_iter().flatten().filter(|(_, it)| it.is_object()) {
            let ways = |key: &str| -> Vec<[Option<serde_json::Value>; 3]> {
                let cells = refusal[key].as_array().into_iter().flatten();
                cells.map(|cell| ["when", "since", "until"].map(|it| cell.get(it).cloned())).collect()
            };
            pairs += ways("action").len();
            if ways("action") != ways("reason") {
                alone.push(format!("{}: {handler}", event.name));
            }
        }
    }
    assert!(alone.is_empty(), "the same `when`, `since` and `until`, in the same order, is missing: {alone:?}");
    assert!(pairs >= 30, "{pairs}");
}

#[test]
fn the_words_of_handlers_are_those_of_the_types() {
    let contract = contract();
    let catalogue = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/events.schema.json");
    let catalogue: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(catalogue).unwrap()).unwrap();
    let words = |name: &str| -> Vec<String> {
        let Kind::Enum(it) = &contract.get(name).unwrap().kind else { panic!("{name} is no enum") };
        it.values.iter().map(|value| value.value.clone()).collect()
    };
    for (ours, of_catalogue) in [
        ("HandlerType", "HandlerName"),
        ("HandlerMechanism", "Mechanism"),
        ("HandlerAnswer", "AnsweredBy"),
        ("HandlerFailure", "FailureMode"),
    ] {
        assert_eq!(serde_json::json!(words(ours)), catalogue["$defs"][of_catalogue]["enum"], "{ours}");
    }
    let failures = read().hooks.catalogue.value()["prompt_failures"].as_array().unwrap();
    let reported: Vec<&str> = failures.iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(words("PromptFailure"), reported, "the order is that in which they are found out");
}

/// Collects the fields that a value shows, each as its struct and its name.
fn shown(contract: &Contract, expr: &Expr, value: &serde_json::Value, into: &mut BTreeSet<(String, String)>) {
    match expr {
        Expr::Nullable { inner } if !value.is_null() => shown(contract, inner, value, into),
        Expr::List { item, .. } => {
            value.as_array().into_iter().flatten().for_each(|value| shown(contract, item, value, into));
        }
        Expr::Map { value: inner, .. } => {
            value.as_object().into_iter().flatten().for_each(|(_, value)| shown(contract, inner, value, into));
        }
        Expr::Ref { name, .. } => match &contract.get(name).unwrap().kind {
            Kind::Struct(it) => {
                for field in &it.fields {
                    let Some(value) = value.get(&field.name) else { continue };
                    into.insert((name.clone(), field.name.clone()));
                    shown(contract, &field.expr, value, into);
                }
            }
            Kind::Union(it) => {
                let fits = |variant: &&Variant| fits(contract, &variant.expr, value);
                it.variants.iter().filter(fits).for_each(|variant| shown(contract, &variant.expr, value, into));
            }
            Kind::Alias { target } => shown(contract, target, value, into),
            Kind::Enum(_) => {}
        },
        _ => {}
    }
}

/// Returns true if a value has the required fields and the constants of a variant.
fn fits(contract: &Contract, expr: &Expr, value: &serde_json::Value) -> bool {
    let Expr::Ref { name, .. } = expr else { return true };
    let Kind::Struct(it) = &contract.get(name).unwrap().kind else { return true };
    it.fields.iter().filter(|field| field.required).all(|field| match (&field.expr, value.get(&field.name)) {
        (Expr::Constant { value: constant }, Some(value)) => constant == value,
        (_, value) => value.is_some(),
    })
}

fn types_of_tools(contract: &Contract) -> BTreeSet<&str> {
    contract.tables["tools"].iter().flat_map(|row| row.cells.values().flatten()).map(String::as_str).collect()
}

#[test]
fn every_type_of_a_tool_has_a_minimal_example_and_full_ones_that_show_every_field() {
    let contract = contract();
    let (mut all, mut missing, mut lacking) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for name in types_of_tools(contract) {
        let def = contract.get(name).unwrap();
        let valid = |prefix: &'static str| {
            def.examples.iter().filter(move |it| it.valid && it.scenario.starts_with(prefix)).map(|it| &it.value)
        };
        if valid("minimal").count() == 0 || valid("full").count() == 0 {
            lacking.push(name);
        }
        valid("full").for_each(|value| shown(contract, &expr_of(def), value, &mut all));
    }
    for def in contract.types.iter().filter(|def| def.origin.file.starts_with("tools/")) {
        let Kind::Struct(it) = &def.kind else { continue };
        let fields = it.fields.iter().map(|field| (def.name.clone(), field.name.clone()));
        missing.extend(fields.filter(|field| !all.contains(field)));
    }
    assert!(lacking.is_empty(), "write the valid examples `minimal` and `full`, or one for each variant: {lacking:?}");
    assert!(missing.is_empty(), "no full example of a tool shows these: {missing:?}");
}

#[test]
fn every_tool_of_the_table_has_types_or_a_reason_and_every_type_of_a_tool_a_row() {
    let contract = contract();
    let rows = &contract.tables["tools"];
    assert_eq!((rows.len(), rows.iter().filter(|row| row.facts["builtin"] == true).count()), (59, 54));
    let named = types_of_tools(contract);
    let of_tools = contract.types.iter().filter(|def| def.origin.file.starts_with("tools/")).map(|def| &*def.name);
    let ends: BTreeSet<&str> = of_tools.filter(|name| name.ends_with("Input") || name.ends_with("Response")).collect();
    assert_eq!(named, ends, "what the rows name, and what there is");
    for row in rows {
        let known = row.cells.values().all(Option::is_some);
        assert_eq!(row.facts.get("why").is_none(), known, "{}", row.name);
    }
}
