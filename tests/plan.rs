//! The validation plan: its codes are those of the schemas, and every message is complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::canonical::{contract, read};
use hookwire_codegen::generate;
use hookwire_codegen::internal::model::problem::Code;
use hookwire_codegen::internal::model::{Contract, Kind, Row};
use hookwire_codegen::internal::validation::{self, ValidationPlan};
use serde_json::Value;

/// Returns the data of a feature, as templates see it.
fn feature(name: &str) -> Value {
    read().hooks.extras(contract()).features[name].clone()
}

/// Collects every string of the plan at a key of this name.
fn strings<'a>(value: &'a Value, key: &str, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(map) => {
            for (name, inner) in map {
                match inner.as_str() {
                    Some(text) if name == key => found.push(text),
                    _ => strings(inner, key, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| strings(item, key, found)),
        _ => {}
    }
}

/// Returns the names in braces.
fn holes(text: &str) -> BTreeSet<&str> {
    let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    parts.map(|(name, _)| name).filter(|name| name.chars().all(|it| it.is_ascii_lowercase())).collect()
}

#[test]
fn the_codes_are_those_of_the_schemas() {
    let contract = contract();
    let Some(Kind::Enum(codes)) = contract.get("ProblemCode").map(|def| &def.kind) else { panic!("no ProblemCode") };
    let described: Vec<&str> = codes.values.iter().map(|value| value.value.as_str()).collect();
    assert_eq!(described, Code::ALL.iter().map(|code| code.name()).collect::<Vec<_>>());
}

#[test]
fn a_message_is_plain_ascii_and_has_no_other_holes_than_its_own() {
    let plan = serde_json::to_value(read().plan()).unwrap();
    let mut messages = Vec::new();
    strings(&plan["types"], "message", &mut messages);
    strings(&plan["types"], "takes", &mut messages);
    let strange: Vec<_> = messages.iter().filter(|text| !text.is_ascii() || text.is_empty()).collect();
    assert!(strange.is_empty(), "{strange:#?}");
    let holed: Vec<_> = messages.iter().filter(|text| !holes(text).is_subset(&BTreeSet::from(["key"]))).collect();
    assert!(holed.is_empty(), "{holed:#?}");
    assert!(messages.len() > 200, "{}", messages.len());
}

/// Returns the events to which the advice for a key of a type is limited, if it is.
fn within<'a>(plan: &'a ValidationPlan, of: &str, key: &str, word: &str) -> Vec<&'a str> {
    let validation::PlanKind::Struct(it) = &plan.types[of].kind else { panic!("{of} is no struct") };
    let reported = |rule: &&validation::Rule| {
        rule.at.as_deref() == Some(&[key.to_owned()])
            && rule.template.message.as_ref().is_some_and(|it| it.contains(word))
    };
    let rules: Vec<_> = it.rules.iter().filter(reported).collect();
    assert_eq!(rules.len(), 1, "{of}.{key}: {word}");
    rules[0].within.iter().map(String::as_str).collect()
}

#[test]
fn settings_without_effect_are_reported_on_their_events() {
    let plan = read().plan();
    let validation::PlanKind::Struct(by_event) = &plan.types["HookEvents"].kind else { panic!("no HookEvents") };
    assert!(by_event.fields.values().all(|field| field.by_operation));
    let no_matcher = within(&plan, "HookMatcherGroup", "matcher", "has no matcher");
    assert!(no_matcher.contains(&"Stop") && !no_matcher.contains(&"PreToolUse"), "{no_matcher:?}");
    let ignored = within(&plan, "CommandHandler", "onFailure", "ignores");
    assert_eq!(ignored, ["Stop", "SubagentStop", "TeammateIdle", "TaskCompleted"]);
    let never = within(&plan, "PromptHandler", "if", "never runs");
    let unconditional = read().hooks.events.iter().filter(|event| event.facts.get("condition").is_none());
    assert_eq!(never, unconditional.map(|event| event.name.as_str()).collect::<Vec<_>>());
    assert_eq!(within(&plan, "HttpHandler", "type", "refuses"), ["SessionStart"]);
    assert_eq!(within(&plan, "AgentHandler", "type", "refuses"), ["SessionStart", "SubagentStart", "Setup"]);
    assert_eq!(within(&plan, "AgentHandler", "type", "never run"), ["PermissionRequest"]);
    assert_eq!(within(&plan, "McpToolHandler", "type", "never run"), ["Setup"]);
}

#[test]
fn a_key_has_one_hint_and_is_no_field() {
    let ValidationPlan { types, .. } = read().plan();
    let mut seen = 0;
    for (name, it) in &types {
        let validation::PlanKind::Struct(it) = &it.kind else { continue };
        let keys: Vec<&String> = it.hints.iter().flat_map(|hint| &hint.keys).collect();
        let once: BTreeSet<_> = keys.iter().collect();
        assert_eq!(once.len(), keys.len(), "{name}: {keys:?}");
        assert!(keys.iter().all(|key| !it.fields.contains_key(*key)), "{name}: {keys:?}");
        seen += keys.len();
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn every_event_is_answered_by_its_model() {
    let models = read().hooks.catalogue.value()["decision_models"].as_array().expect("models of decision");
    let names: BTreeSet<&str> = models.iter().filter_map(|model| model["name"].as_str()).collect();
    assert_eq!(names.len(), models.len(), "{names:?}");
    let events = &read().hooks.events;
    let used: BTreeSet<&str> = events.iter().filter_map(|event| event.facts["decision"].as_str()).collect();
    assert_eq!(used, names);

    let answers = feature("results")["events"].as_object().expect("an answer for each event").clone();
    assert_eq!(answers.len(), events.len());
    for event in events {
        let answer = &answers[&event.name];
        let refuses = |way: &Value| way["exit_code"] != 0 || !way["reply"].as_object().unwrap().is_empty();
        let can = event.facts["blocks"].as_bool().unwrap();
        assert!(refuses(&answer["error"]) || !can, "{}: what can be refused is refused", event.name);
        for way in ["error", "warning", "info", "passed"].map(|severity| &answer[severity]) {
            let leads = |path: &Vec<Value>| {
                let pointer: String =
                    path[..path.len() - 1].iter().map(|key| format!("/{}", key.as_str().unwrap())).collect();
                way["reply"].pointer(&pointer).is_some_and(Value::is_object)
            };
            assert!(way["text"].as_array().is_none_or(leads), "{}: the text is in an object", event.name);
            assert!(way["note"].as_str().is_none_or(|note| note.is_ascii() && !note.contains('{')), "{way:?}");
        }
    }
}

#[test]
fn a_value_has_the_row_of_its_name_or_alias_and_else_that_of_the_longest_prefix() {
    let row = |name: &str, prefix: Option<&str>, aliases: &[&str], cell: Option<&str>| Row {
        name: name.to_owned(),
        prefix: prefix.map(str::to_owned),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        cells: [("input".to_owned(), cell.map(str::to_owned))].into(),
        facts: Value::Null,
    };
    let rows = vec![
        row("any <m>", Some("m"), &[], Some("Problem")),
        row("Agent", None, &["Task"], Some("StopInput")),
        row("any <mcp>", Some("mcp__"), &["mcp"], None),
    ];
    let contract = Contract { tables: [("tools".to_owned(), rows)].into(), ..contract().clone() };
    let tools = read().hooks.plan(&contract, &[]).tables.swap_remove("tools").unwrap();
    let names: Vec<(&str, usize)> = tools.names.iter().map(|(name, at)| (&**name, *at)).collect();
    assert_eq!(names, [("Agent", 1), ("Task", 1), ("mcp", 2)]);
    assert_eq!(tools.prefixes, [("mcp__".to_owned(), 2), ("m".to_owned(), 0)]);
    let types: Vec<Option<&str>> = tools.rows.iter().map(|row| row.types.get("input").map(|it| &**it)).collect();
    assert_eq!(types, [Some("Problem"), Some("StopInput"), None]);
}

#[test]
fn what_a_tool_takes_and_gives_is_open_in_an_input_and_closed_in_an_output() {
    let contract = contract();
    let rows = contract.tables["tools"].iter();
    let names: Vec<&String> = rows.flat_map(|row| row.cells.values().flatten()).collect();
    assert!(names.len() >= 2, "{names:?}");
    let one_way: Vec<_> =
        names.iter().filter(|name| !contract.get(name).is_some_and(|def| def.input && def.output)).collect();
    assert!(one_way.is_empty(), "{one_way:?}");
}

#[test]
fn matchers_are_read_by_the_rules_of_the_catalogue() {
    let matchers = feature("matchers");
    let matched = read().hooks.events.iter().filter(|event| event.facts["matcher"].is_object());
    let matched: Vec<&String> = matched.map(|event| &event.name).collect();
    assert_eq!(matchers["events"].as_object().unwrap().keys().collect::<Vec<_>>(), matched);
    let newest = |readings: &Value| readings.as_array().unwrap().iter().filter(|it| it.get("until").is_none()).count();
    let syntaxes = matchers["syntaxes"].as_object().unwrap();
    assert!(syntaxes.values().all(|readings| newest(readings) == 1), "{syntaxes:?}");
    let aliases = &matchers["aliases"]["tools"];
    assert_eq!((aliases.as_object().unwrap().len(), &aliases["Brief"]), (9, &Value::from("SendUserMessage")));
}

/// `BLESS=1 cargo test --workspace --test generator plan::` rewrites the file; review the difference.
#[test]
fn the_plan_of_assertions_is_as_it_was_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let set = generate::read(&root.join("sets/assertions")).expect("the set is sound");
    let mut plan = serde_json::to_value(set.plan()).unwrap();
    // The other keys are the same in every set. One of the `Link` types is enough.
    plan.as_object_mut().unwrap().retain(|key, _| key == "types" || key == "assertions");
    for part in plan.as_object_mut().unwrap().values_mut() {
        let is_other = |name: &str| name.starts_with("Problem") || (name.starts_with("Link") && name.len() > 5);
        part.as_object_mut().unwrap().retain(|name, _| !is_other(name));
    }
    let text = format!("{}\n", serde_json::to_string_pretty(&plan).unwrap());
    let golden = root.join("assertions/plan.json");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&golden, &text).unwrap();
    }
    assert!(fs::read_to_string(&golden).unwrap() == text, "the plan differs from {}", golden.display());
}
