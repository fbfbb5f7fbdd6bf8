//! The facts in the crate are equal to those of the catalogue.

use hookwire::HostVersion;
use hookwire::host::{Beyond, CAPS, CONTROLS, CapUnit, ENVIRONMENT, HOST_VERSIONS, REPEATS, cap};
use serde_json::Value;

#[test]
fn figures_and_variables_are_those_of_the_catalogue() {
    let catalogue = include_str!("../../../schemas/events.json");
    let catalogue: Value = serde_json::from_str(catalogue).expect("the catalogue is JSON");
    let rows = |key: &str| catalogue[key].as_array().cloned().unwrap_or_default();
    let set: Vec<_> = rows("environment").into_iter().filter(|it| it["status"] == "set").collect();
    let said: Vec<_> = ENVIRONMENT.iter().map(|(name, when)| (Value::from(*name), Value::from(*when))).collect();
    assert_eq!(said, set.iter().map(|it| (it["name"].clone(), it["when"].clone())).collect::<Vec<_>>());
    assert_eq!(CONTROLS.len(), rows("controls").len());
    let stdout = cap("stdout").expect("plain text has a limit");
    assert_eq!(Value::from(stdout.limit), rows("caps")[0]["limit"]);
    assert_eq!((stdout.unit, stdout.beyond), (CapUnit::Characters, Beyond::Spilled));
    let classifier = cap("classifierContext").map(|it| (it.limit, it.unit, it.beyond));
    assert_eq!(classifier, Some((2000, CapUnit::Utf16, Beyond::Truncated)));
    assert_eq!(cap("reason"), None);
    assert!(CAPS.iter().any(|(name, it)| *name == "additionalContext" && it.limit == 10_000));
}

#[test]
fn the_versions_are_in_order_and_have_those_of_the_catalogue() {
    let versions: Vec<HostVersion> = HOST_VERSIONS.iter().map(|it| it.parse().expect("a version")).collect();
    assert!(versions.is_sorted(), "{HOST_VERSIONS:?}");
    for version in ["2.1.85", "2.1.163", "2.1.281", "2.1.332"] {
        assert!(HOST_VERSIONS.contains(&version), "{version}");
    }
    assert_eq!(REPEATS, [("Stop", "stop_hook_active"), ("SubagentStop", "stop_hook_active")]);
}
