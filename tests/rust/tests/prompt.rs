//! The answers of models, and how often they are unusable. `cargo xtask conform` tests their reader.

use std::error::Error;
use std::fs;
use std::path::Path;

use hookwire::{
    Event, HandlerKind, PromptContext, PromptKind, PromptReading, Target, any_failure, handler_kinds,
    read_prompt_reply, validate,
};

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
        assert_eq!(format!("{:.1} %", any_failure(p, n)? * 100.0), said, "{p}, {n}");
    }
    assert_eq!(format!("{:.1}", any_failure(0.02, 6)? * 100.0), "11.4");
    Ok(())
}

#[test]
fn very_small_chances_are_not_lost_and_what_is_none_is_refused() -> Outcome {
    assert!((any_failure(1e-18, 3)? / 3e-18 - 1.0).abs() < 1e-12);
    let certain = [(0.0, 5), (1.0, 5), (0.3, 0), (1.0, 0)].map(|(p, n)| any_failure(p, n));
    assert_eq!(certain, [Ok(0.0), Ok(1.0), Ok(0.0), Ok(0.0)]);
    assert!([-0.1, 1.1, f64::NAN].into_iter().all(|p| any_failure(p, 1).is_err()));
    Ok(())
}

#[test]
fn what_is_known_of_handlers_and_what_is_read_are_of_their_types() -> Outcome {
    let kinds = handler_kinds();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
    assert_eq!(names, ["command", "http", "mcp_tool", "prompt", "agent"]);
    let target = Target::named("HandlerKind")?;
    for kind in &kinds {
        let value = serde_json::to_value(kind)?;
        assert_eq!(validate(&value, &target), [], "{value}");
        assert_eq!(serde_json::from_value::<HandlerKind>(value)?, *kind);
    }
    let context = PromptContext::new().for_event(Event::Stop);
    let reading = read_prompt_reply(br#"{"ok": false, "reason": "Run the tests."}"#, &context);
    assert_eq!((reading.kind, reading.reason.as_deref()), (PromptKind::NotMet, Some("Run the tests.")));
    let value = serde_json::to_value(&reading)?;
    assert_eq!(validate(&value, &Target::named("PromptReading")?), []);
    assert_eq!(serde_json::from_value::<PromptReading>(value)?, reading);
    Ok(())
}
