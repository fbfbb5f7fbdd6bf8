//! `once`, plugins, and the front matter of skills and agents.

use serde_json::{Value, json};

use super::sources::PLACES;
use super::{group, handler, named, on, source};
use crate::settings::tree::{Case, Place, Source};

/// Events of the scene with a skill and an agent.
const EVENTS: [&str; 8] = [
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "SubagentStart",
    "SubagentStop",
    "Stop",
    "SessionEnd",
];

/// Returns a handler on each event, whose id says the event.
fn each_event(prefix: &str, once: bool) -> Value {
    let of_event = |event: &str| {
        let mut handler = handler(&format!("{prefix}-{event}"));
        if once {
            handler["once"] = json!(true);
        }
        (event.to_owned(), json!([group(&[handler])]))
    };
    Value::Object(EVENTS.map(of_event).into_iter().collect())
}

fn one(id: &str) -> Value {
    on("PreToolUse", &[group(&[handler(id)])])
}

/// Forms of `hooks` in the manifest of a plugin that has `hooks/hooks.json` and `hooks/more.json`, too.
fn manifests() -> Vec<(&'static str, Value)> {
    vec![
        ("absent", json!({"name": "noting"})),
        ("default-path", json!({"name": "noting", "hooks": "./hooks/hooks.json"})),
        ("default-path-bare", json!({"name": "noting", "hooks": "hooks/hooks.json"})),
        ("other-path", json!({"name": "noting", "hooks": "./hooks/more.json"})),
        ("other-path-bare", json!({"name": "noting", "hooks": "hooks/more.json"})),
        ("missing-path", json!({"name": "noting", "hooks": "./hooks/none.json"})),
        ("folder-path", json!({"name": "noting", "hooks": "./hooks"})),
        ("path-outside", json!({"name": "noting", "hooks": "../work/hooks.json"})),
        ("paths", json!({"name": "noting", "hooks": ["./hooks/hooks.json", "./hooks/more.json"]})),
        ("inline", json!({"name": "noting", "hooks": one("inline")["hooks"]})),
        ("inline-wrapped", json!({"name": "noting", "hooks": one("inline")})),
        ("inline-same", json!({"name": "noting", "hooks": one("default")["hooks"]})),
        ("path-and-inline", json!({"name": "noting", "hooks": ["./hooks/more.json", one("inline")["hooks"]]})),
        ("number", json!({"name": "noting", "hooks": 1})),
        ("empty-list", json!({"name": "noting", "hooks": []})),
        ("without-name", json!({"hooks": "./hooks/more.json"})),
        ("unknown-key", json!({"name": "noting", "note": "one"})),
    ]
}

/// Forms of `hooks/hooks.json`.
fn files() -> Vec<(&'static str, Value)> {
    let hooks = one("default")["hooks"].clone();
    vec![
        ("description", json!({"description": "Notes", "hooks": hooks})),
        ("schema", json!({"$schema": "https://example.com/hooks.json", "hooks": hooks})),
        ("unknown-key", json!({"note": "one", "hooks": hooks})),
        ("bare", hooks.clone()),
        ("disable-all", json!({"disableAllHooks": true, "hooks": hooks})),
        (
            "unknown-event",
            json!({"hooks": {"NoSuchEvent": [group(&[handler("unknown")])], "PreToolUse": hooks["PreToolUse"]}}),
        ),
        ("group-without-hooks", json!({"hooks": {"PreToolUse": [{"matcher": "Bash"}, hooks["PreToolUse"][0]]}})),
        (
            "handler-unknown-type",
            json!({"hooks": {"PreToolUse": [{"hooks": [{"type": "script"}]}, hooks["PreToolUse"][0]]}}),
        ),
        ("hooks-empty", json!({"hooks": {}})),
        ("empty", json!({})),
    ]
}

/// Returns the cases of an agent that is the main thread of a session.
fn session_agents() -> Vec<Case> {
    let front = |once: bool| source(Place::Agent, each_event("front", once));
    let twice =
        json!({"Stop": [group(&[handler("same"), handler("same")])], "SubagentStop": [group(&[handler("same")])]});
    let user = json!({"hooks": {"Stop": [group(&[handler("same")])], "SubagentStop": [group(&[handler("same")])]}});
    let case =
        |name: &str, sources: Vec<Source>| Case::new(format!("plugins/session-{name}"), "session-agent", sources);
    let off = source(Place::User, json!({"disableAllHooks": true}));
    vec![
        case("agent", vec![front(false)]),
        case("agent-once", vec![front(true)]),
        case("agent-twice", vec![source(Place::Agent, twice.clone())]),
        case("agent-same", vec![source(Place::Agent, twice), source(Place::User, user)]),
        case("agent-disabled", vec![front(false), off]),
        Case { untrusted: true, ..case("agent-untrusted", vec![front(false)]) },
    ]
}

/// Returns the cases.
pub fn plugins() -> Vec<Case> {
    let case = |name: String, scene: &str, sources: Vec<Source>| Case::new(format!("plugins/{name}"), scene, sources);
    let mut cases = Vec::new();
    for place in PLACES {
        let once = source(place, json!({"hooks": each_event("once", true)}));
        cases.push(case(format!("once-{}", named(place)), "agent", vec![once]));
    }
    for place in [Place::Skill, Place::Agent, Place::PluginSkill, Place::PluginAgent] {
        for once in [false, true] {
            let name = format!("front-{}{}", named(place), if once { "-once" } else { "" });
            cases.push(case(name, "agent", vec![source(place, each_event("front", once))]));
        }
        // The same command is in the settings, too.
        let own = source(place, json!({"PreToolUse": [group(&[handler("same")])]}));
        let user = source(Place::User, on("PreToolUse", &[group(&[handler("same"), handler("user")])]));
        cases.push(case(format!("front-{}-same", named(place)), "agent", vec![own.clone(), user]));
        let off = source(Place::User, json!({"disableAllHooks": true}));
        cases.push(case(format!("front-{}-disabled", named(place)), "agent", vec![own.clone(), off]));
        let policy = source(Place::Managed, json!({"allowManagedHooksOnly": true}));
        cases.push(case(format!("front-{}-managed-only", named(place)), "agent", vec![own.clone(), policy]));
        let untrusted = case(format!("front-{}-untrusted", named(place)), "agent", vec![own]);
        cases.push(Case { untrusted: true, ..untrusted });
        let wrong = source(place, json!({"PreToolUse": [{"matcher": "Bash"}], "Stop": [group(&[handler("stop")])]}));
        cases.push(case(format!("front-{}-wrong", named(place)), "agent", vec![wrong]));
        let wrapped = source(place, on("PreToolUse", &[group(&[handler("wrapped")])]));
        cases.push(case(format!("front-{}-wrapped", named(place)), "agent", vec![wrapped]));
        let matched = json!({"PreToolUse": [{"matcher": "Bash", "hooks": [handler("bash")]}, {"matcher": "Read", "hooks": [handler("read")]}]});
        cases.push(case(format!("front-{}-matcher", named(place)), "agent", vec![source(place, matched)]));
    }
    cases.extend(session_agents());
    for (name, manifest) in manifests() {
        let files =
            [(Place::PluginManifest, manifest), (Place::PluginHooks, one("default")), (Place::PluginMore, one("more"))];
        let sources = files.into_iter().map(|(place, document)| source(place, document)).collect();
        cases.push(case(format!("manifest-{name}"), "call", sources));
    }
    for (name, document) in files() {
        cases.push(case(format!("file-{name}"), "call", vec![source(Place::PluginHooks, document)]));
    }
    let alone = source(Place::PluginManifest, json!({"name": "noting", "hooks": one("inline")["hooks"]}));
    cases.push(case("manifest-alone".to_owned(), "call", vec![alone]));
    cases
}
