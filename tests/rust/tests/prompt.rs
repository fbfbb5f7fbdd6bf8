//! The answers of models, and how often they are unusable. `cargo xtask conform` tests their reader.

use std::error::Error;
use std::fs;
use std::path::Path;

use hookwire::host::{
    HANDLER_KINDS, HandlerKind, ModelAnswer, PromptKind, PromptReading, any_failure, read_prompt_reply,
};
use hookwire::read::read_reply;
use hookwire::validate::{Target, validate};
use hookwire::{Context, Handler, HandlerEntry, HookEvent, ProfileName};
use serde_json::json;

/// An answer that refuses.
const REFUSAL: &str = r#"{"ok": false, "reason": "Run the tests."}"#;

type Outcome = Result<(), Box<dyn Error>>;

/// The share that fails, the number of hooks, and the documented result.
type Figure = (f64, u32, String);

/// Returns the figures on the page.
fn documented() -> Result<Vec<Figure>, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../generated/docs/prompt-hooks.md");
    let page = fs::read_to_string(path)?;
    let section = page.split("<a id=\"many-hooks\">").nth(1).and_then(|rest| rest.split("<a id=").next());
    let lines = section.ok_or("there is no such section")?.lines().filter(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    let number = |cell: &str| cell.split(' ').next().unwrap_or_default().parse::<u32>();
    let mut figures = Vec::new();
    for row in rows.iter().skip(2) {
        for (count, said) in rows[0].iter().zip(row).skip(1) {
            figures.push((f64::from(number(row[0])?) / 100.0, number(count)?, (*said).to_owned()));
        }
    }
    Ok(figures)
}

#[test]
fn the_figures_of_the_page_are_those_of_the_function() -> Outcome {
    let figures = documented()?;
    assert_eq!(figures.len(), 20);
    for (p, n, said) in figures {
        assert_eq!(format!("{:.1} %", any_failure(p, n).ok_or("no probability")? * 100.0), said, "{p}, {n}");
    }
    assert_eq!(format!("{:.1}", any_failure(0.02, 6).ok_or("no probability")? * 100.0), "11.4");
    Ok(())
}

#[test]
fn very_small_chances_are_not_lost_and_other_numbers_are_no_probability() {
    assert!(any_failure(1e-18, 3).is_some_and(|it| (it / 3e-18 - 1.0).abs() < 1e-12));
    let certain = [(0.0, 5), (1.0, 5), (0.3, 0), (1.0, 0)].map(|(p, n)| any_failure(p, n));
    assert_eq!(certain, [0.0, 1.0, 0.0, 0.0].map(Some));
    assert!([-0.1, 1.1, f64::NAN].into_iter().all(|p| any_failure(p, 1).is_none()));
}

#[test]
fn what_is_known_of_handlers_and_what_is_read_are_of_their_types() -> Outcome {
    let kinds = &*HANDLER_KINDS;
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
    assert_eq!(names, ["command", "http", "mcp_tool", "prompt", "agent"]);
    let target = Target::named("HandlerKind")?;
    for kind in kinds {
        let value = serde_json::to_value(kind)?;
        assert_eq!(validate(&value, &target, &Context::new()), [], "{value}");
        assert_eq!(serde_json::from_value::<HandlerKind>(value)?, *kind);
    }
    let reading = read_prompt_reply(REFUSAL, HookEvent::Stop, &Context::new());
    assert_eq!((reading.kind, reading.reason.as_deref()), (PromptKind::NotMet, Some("Run the tests.")));
    let value = serde_json::to_value(&reading)?;
    assert_eq!(validate(&value, &Target::named("PromptReading")?, &Context::new()), []);
    assert_eq!(serde_json::from_value::<PromptReading>(value)?, reading);
    Ok(())
}

#[test]
fn an_answer_is_text_bytes_or_text_with_what_else_is_known_of_it() {
    let read = |answer: ModelAnswer| read_prompt_reply(&answer, HookEvent::Stop, &Context::new());
    let expected = read(ModelAnswer::new(REFUSAL));
    let others: [ModelAnswer; 4] =
        [REFUSAL.as_bytes().into(), REFUSAL.to_owned().into(), (&REFUSAL.to_owned()).into(), REFUSAL.into()];
    assert!(others.into_iter().all(|answer| read(answer) == expected));
    assert_eq!(read(ModelAnswer::new(REFUSAL).with_timed_out(true)).kind, PromptKind::Failed);
}

#[test]
fn the_entry_of_the_handler_has_its_kind_and_its_settings() -> Outcome {
    let effects = |entry: HandlerEntry| {
        let context = Context::new().with_handler(entry);
        let of = |event: &HookEvent| read_prompt_reply(REFUSAL, *event, &context).effects;
        HookEvent::ALL.iter().map(of).collect::<Vec<_>>()
    };
    let entry = |value| HandlerEntry::try_from(value);
    assert_eq!(effects(entry(json!({"type": "prompt"}))?), effects(Handler::Prompt.into()));
    assert_eq!(effects(entry(json!("prompt"))?), effects(Handler::Prompt.into()));
    let continued = effects(entry(json!({"type": "prompt", "continueOnBlock": true}))?);
    assert_ne!(continued, effects(Handler::Prompt.into()));
    assert_ne!(effects(Handler::Agent.into()), continued);
    let message = |value| entry(value).map(|it| it.kind()).map_err(|it| it.to_string());
    assert_eq!(message(json!({"type": "telepathy"})), Err("there is no handler \"telepathy\"".to_owned()));
    assert_eq!(message(json!("htp")), Err("there is no handler \"htp\": did you mean \"http\"?".to_owned()));
    let without = "the handler's entry has no `type`: write one of `command`, `http`, `mcp_tool`, `prompt`, `agent`";
    for value in [json!({}), json!({"type": 1}), json!(["http"])] {
        assert_eq!(message(value), Err(without.to_owned()));
    }
    Ok(())
}

#[test]
fn a_context_returns_its_parts_and_is_compared_by_them() -> Outcome {
    let entry = HandlerEntry::try_from(json!({"type": "prompt", "continueOnBlock": true}))?;
    let input = json!({"tool_name": "Read"});
    let made = || Context::new().with_input(input.clone()).with_handler(entry.clone());
    let context = made().with_host("2.1.42".parse()?).with_profile(ProfileName::Validator);
    assert_eq!(context.host().map(ToString::to_string).as_deref(), Some("2.1.42"));
    assert_eq!((context.tool(), context.input()), (Some("Read"), Some(&input)));
    assert_eq!((context.profile(), context.handler()), (Some(ProfileName::Validator), Some(&entry)));
    assert_eq!(made().with_tool("Bash").tool(), Some("Bash"));
    assert!(made() == made() && made() != context && Context::new() == Context::default());
    Ok(())
}

#[test]
fn a_handler_of_another_kind_is_ignored() {
    let with = |kind: Handler| Context::new().with_handler(kind);
    for event in [HookEvent::Stop, HookEvent::WorktreeCreate, HookEvent::SessionStart] {
        for text in ["", "Done.", "{}"] {
            let read = |kind| read_reply(text.as_bytes(), event, &with(kind));
            assert_eq!(read(Handler::Prompt), read(Handler::McpTool), "{event} {text:?}");
            assert_eq!(read(Handler::Agent), read(Handler::McpTool), "{event} {text:?}");
        }
        let read = |kind| read_prompt_reply(REFUSAL, event, &with(kind));
        assert_eq!(read(Handler::Http), read(Handler::Prompt), "{event}");
    }
}
