//! Hooks in several places: which add up, and which settings turn them off.

use serde_json::{Value, json};

use super::{group, handler, named, on, source};
use crate::settings::tree::{Case, Place, Source};

/// The places that register hooks for a whole session.
pub const PLACES: [Place; 7] =
    [Place::Managed, Place::ManagedPart, Place::User, Place::Project, Place::Local, Place::Flag, Place::PluginHooks];

/// Returns a tree with a handler in each place, and more settings in one of them.
fn each(place: Place, settings: &Value) -> Vec<Source> {
    let document = |at: Place| {
        let mut document = on("PreToolUse", &[group(&[handler(named(at))])]);
        if at == place
            && let (Some(document), Some(more)) = (document.as_object_mut(), settings.as_object())
        {
            document.extend(more.clone());
        }
        source(at, document)
    };
    PLACES.into_iter().map(document).collect()
}

/// Settings that turn hooks off, or look like it.
fn switches() -> Vec<(&'static str, Value)> {
    vec![
        ("disableAllHooks", json!(true)),
        ("disableAllHooks", json!(false)),
        ("disableAllHooks", json!("true")),
        ("disableAllHooks", json!("false")),
        ("disableAllHooks", json!(1)),
        ("disableAllHooks", json!(null)),
        ("allowManagedHooksOnly", json!(true)),
        ("allowManagedHooksOnly", json!(false)),
        ("allowManagedHooksOnly", json!("true")),
        ("allowManagedHooksOnly", json!("false")),
        ("allowManagedHooksOnly", json!(1)),
        ("allowManagedHooksOnly", json!(null)),
        ("strictPluginOnlyCustomization", json!(true)),
        ("strictPluginOnlyCustomization", json!(["hooks"])),
        ("strictPluginOnlyCustomization", json!(["skills"])),
        ("strictPluginOnlyCustomization", json!("hooks")),
    ]
}

/// The values of `disableAllHooks` in two places.
const TWO: [(Place, bool, Place, bool); 10] = [
    (Place::User, true, Place::Project, false),
    (Place::User, false, Place::Project, true),
    (Place::Project, true, Place::Local, false),
    (Place::Local, true, Place::Flag, false),
    (Place::Project, true, Place::Flag, false),
    (Place::Flag, true, Place::Local, false),
    (Place::User, true, Place::Managed, false),
    (Place::User, false, Place::Managed, true),
    (Place::Managed, true, Place::ManagedPart, false),
    (Place::Managed, false, Place::ManagedPart, true),
];

/// Scenes that start the host in other ways.
const STARTS: [&str; 10] = [
    "bare",
    "safe",
    "safe-mode",
    "simple",
    "no-sources",
    "user-source",
    "project-source",
    "local-source",
    "agent-flag",
    "git",
];

/// Returns the cases.
pub fn sources() -> Vec<Case> {
    let case = |name: String, sources: Vec<Source>| Case::new(format!("sources/{name}"), "call", sources);
    let plain = || each(Place::User, &json!({}));
    let mut cases = vec![case("each".to_owned(), plain())];
    for (at, first) in PLACES.into_iter().enumerate() {
        for second in PLACES.into_iter().skip(at + 1) {
            let document = |place: Place| {
                let groups = [group(&[handler("same"), handler(named(place))])];
                let other = [json!({"matcher": "Bash", "hooks": [handler("same")]})];
                source(place, json!({"hooks": {"PreToolUse": groups, "PostToolUse": other, "Stop": groups}}))
            };
            let name = format!("pair-{}-{}", named(first), named(second));
            cases.push(case(name, vec![document(first), document(second)]));
        }
    }
    for (key, value) in switches() {
        let word = value.to_string().replace(|it: char| !it.is_ascii_alphanumeric(), "");
        let kind = if value.is_string() {
            "text-"
        } else if value.is_array() {
            "list-"
        } else {
            ""
        };
        for place in PLACES {
            // All other values are about their types: the places that read them show it.
            if value != json!(true) && !matches!(place, Place::Managed | Place::User | Place::Flag) {
                continue;
            }
            cases.push(case(format!("{key}-{kind}{word}-{}", named(place)), each(place, &json!({key: value}))));
        }
    }
    for (first, one, second, two) in TWO {
        let mut sources = each(first, &json!({"disableAllHooks": one}));
        for source in each(second, &json!({"disableAllHooks": two})) {
            if source.place == second {
                sources.retain(|it| it.place != second);
                sources.push(source);
            }
        }
        cases.push(case(format!("disableAllHooks-{}-{one}-{}-{two}", named(first), named(second)), sources));
    }
    cases.push(Case { untrusted: true, ..case("untrusted".to_owned(), plain()) });
    for scene in ["call", "git"] {
        for start in ["", "sub"] {
            let mut sources = plain();
            sources.push(source(Place::SubfolderProject, on("PreToolUse", &[group(&[handler("subfolder-project")])])));
            let name = format!("sources/start-{scene}-{}", if start.is_empty() { "root" } else { start });
            cases.push(Case { start: start.to_owned(), ..Case::new(name, scene, sources) });
        }
    }
    // On a call that fails, hooks of some places run on both events.
    let documents = PLACES.map(|place| {
        let groups = [group(&[handler(named(place))])];
        source(place, json!({"hooks": {"PostToolUse": groups, "PostToolUseFailure": groups}}))
    });
    cases.push(Case::new("sources/failed".to_owned(), "failed", documents.to_vec()));
    // In a terminal the host asks whether the user trusts the folder.
    let start = |scene: &str| {
        let document = |at: Place| source(at, on("SessionStart", &[group(&[handler(named(at))])]));
        Case::new(format!("sources/in-{scene}"), scene, PLACES.map(document).to_vec())
    };
    cases.push(start("terminal"));
    cases.push(Case { untrusted: true, ..start("dialog") });
    cases.extend(STARTS.map(|scene| Case::new(format!("sources/started-{scene}"), scene, plain())));
    cases
}
