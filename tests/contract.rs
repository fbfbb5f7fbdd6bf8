//! What the schemas of this repository promise, seen through the model.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use hookwire_codegen::model::{Contract, Discriminator, Expr, Kind, Struct, TypeDef};
use hookwire_codegen::{check, link, load, lower};

fn contract() -> Contract {
    let set = load::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas")).expect("the schemas load");
    let found = check::check(&set);
    assert!(found.0.is_empty(), "{:#?}", found.0);
    let (definitions, found) = link::link(&set).expect("the references lead somewhere");
    assert!(found.0.is_empty(), "{:#?}", found.0);
    let (contract, found) = lower::lower(&set, &definitions).expect("the shapes can be expressed");
    assert!(found.0.is_empty(), "{:#?}", found.0);
    let found = check::check_examples(&set);
    assert!(found.0.is_empty(), "{:#?}", found.0);
    contract
}

fn fields(def: &TypeDef) -> &Struct {
    match &def.kind {
        Kind::Struct(it) => it,
        other => panic!("{} is no struct: {other:?}", def.name),
    }
}

#[test]
fn thirty_three_events_of_which_eleven_have_no_specific_output() {
    let contract = contract();
    assert_eq!(contract.events.len(), 33);
    let without: BTreeSet<&str> =
        contract.events.iter().filter(|event| event.specific.is_none()).map(|event| event.name.as_str()).collect();
    let expected = [
        "ConfigChange",
        "DirectoryAdded",
        "InstructionsLoaded",
        "PostCompact",
        "PreCompact",
        "SessionEnd",
        "StopFailure",
        "TaskCompleted",
        "TaskCreated",
        "TeammateIdle",
        "WorktreeRemove",
    ];
    assert_eq!(without, expected.into());
}

#[test]
fn inputs_are_open_and_outputs_are_closed() {
    let contract = contract();
    let (mut open, mut closed) = (0, 0);
    for def in &contract.types {
        if let Kind::Struct(it) = &def.kind {
            assert!(def.input || def.output, "{} has no direction", def.name);
            assert_eq!(it.rest.is_some(), def.input, "{}", def.name);
            *if def.input { &mut open } else { &mut closed } += 1;
        }
    }
    assert!(open >= 33 && closed >= 33, "{open} open, {closed} closed");
}

#[test]
fn every_reply_is_async_or_sync_told_by_a_key() {
    let contract = contract();
    for event in &contract.events {
        let Kind::Union(union) = &contract.get(&event.output).unwrap().kind else { panic!("{}", event.output) };
        assert_eq!(union.by, Discriminator::Key { key: "async".to_owned() }, "{}", event.name);
        let names: Vec<&str> = union.variants.iter().map(|variant| variant.name.as_str()).collect();
        assert_eq!(names, ["Async", "Sync"], "{}", event.name);
    }
}

#[test]
fn a_block_of_a_stop_carries_a_reason() {
    let contract = contract();
    for name in ["StopBlock", "SubagentStopBlock"] {
        let reason = fields(contract.get(name).unwrap()).fields.iter().find(|field| field.name == "reason").unwrap();
        assert!(reason.required, "{name}");
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
fn suppressing_the_prompt_needs_a_block() {
    let contract = contract();
    for name in ["UserPromptSubmitSyncOutput", "UserPromptExpansionSyncOutput", "SyncHookOutput"] {
        let rules = &fields(contract.get(name).unwrap()).rules;
        assert!(
            rules.iter().any(|rule| rule.severity.refuses()
                && rule.when[0].path == ["hookSpecificOutput", "suppressOriginalPrompt"]
                && rule.then[0].path == ["decision"]),
            "{name}"
        );
    }
}

#[test]
fn nothing_is_older_than_its_event() {
    let contract = contract();
    let since: BTreeMap<&str, Vec<u64>> = contract
        .events
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
                assert!(own.parts() >= *event, "{}.{}", def.name, field.name);
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn every_event_has_a_minimal_and_a_full_example_of_both_directions() {
    let contract = contract();
    for event in &contract.events {
        for name in [&event.input, &event.output] {
            let examples = &contract.get(name).unwrap().examples;
            let has = |prefix: &str| examples.iter().any(|it| it.valid && it.scenario.starts_with(prefix));
            assert!(has("minimal") && has("full"), "{name}");
        }
    }
}

#[test]
fn every_closed_enum_has_an_invalid_example() {
    let contract = contract();
    let mut refused: Vec<&serde_json::Value> = Vec::new();
    for example in contract.types.iter().flat_map(|def| &def.examples).filter(|example| !example.valid) {
        for problem in example.problems.iter().filter(|problem| problem.code == "wrong-value") {
            refused.extend(example.value.pointer(&problem.pointer));
        }
    }
    assert!(refused.len() >= 15, "{}", refused.len());
}
