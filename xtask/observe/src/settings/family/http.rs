//! Hooks that are requests: which addresses settings allow, which of several are the same, and the variables of headers.

use serde_json::{Value, json};

use super::{group, handler, named, on, source};
use crate::settings::tree::{Case, Place};

/// The addresses that the family uses, but for the id at the end.
pub const ADDRESSES: [&str; 2] = ["http://127.0.0.1:8123/note/", "HTTP://127.0.0.1:8123/note/"];

/// Returns a handler with this id.
fn request(id: &str, more: &Value) -> Value {
    let mut made = json!({"type": "http", "url": format!("{}{id}", ADDRESSES[0])});
    if let (Some(made), Some(more)) = (made.as_object_mut(), more.as_object()) {
        made.extend(more.clone());
    }
    made
}

fn document(handlers: &[Value], more: &Value) -> Value {
    let mut document = on("PreToolUse", &[group(handlers)]);
    if let (Some(document), Some(more)) = (document.as_object_mut(), more.as_object()) {
        document.extend(more.clone());
    }
    document
}

/// Returns lists of allowed addresses, by name.
fn lists() -> Vec<(&'static str, Value)> {
    vec![
        ("empty", json!([])),
        ("star", json!(["*"])),
        ("whole", json!(["http://127.0.0.1:8123/note/one"])),
        ("folder", json!(["http://127.0.0.1:8123/*"])),
        ("prefix", json!(["http://127.0.0.1:8123/note/"])),
        ("host", json!(["http://127.0.0.1*"])),
        ("without-port", json!(["http://127.0.0.1/*"])),
        ("ending", json!(["*/note/one"])),
        ("middle", json!(["http://*/note/*"])),
        ("upper-scheme", json!(["HTTP://127.0.0.1:8123/*"])),
        ("upper-path", json!(["http://127.0.0.1:8123/NOTE/*"])),
        ("other-name", json!(["http://localhost:8123/*"])),
        ("other-scheme", json!(["https://127.0.0.1:8123/*"])),
        ("expression", json!(["http://127.0.0.1:8123/note/.+"])),
        ("question-mark", json!(["http://127.0.0.1:8123/note/on?"])),
        ("space", json!([" http://127.0.0.1:8123/* "])),
        ("text", json!("http://127.0.0.1:8123/*")),
        ("null", json!(null)),
        ("double-star", json!(["**"])),
        ("any-scheme", json!(["*://127.0.0.1:8123/note/one"])),
        ("after-star", json!(["*127.0.0.1:8123/*"])),
        ("scheme-part", json!(["http*"])),
        ("scheme-only", json!(["http:*"])),
        ("both-ends", json!(["*/note/*"])),
        ("last-word", json!(["*one"])),
        ("any-host", json!(["http://*:8123/note/one"])),
        ("part-of-host", json!(["http://127.*.1:8123/*"])),
        ("any-port", json!(["http://127.0.0.1:*/note/one"])),
        ("any-folder", json!(["http://127.0.0.1:8123/*/one"])),
        ("over-slash", json!(["http://127.0.0.1:8123/n*e"])),
        ("upper-word", json!(["http://127.0.0.1:8123/note/ONE"])),
        ("query", json!(["http://127.0.0.1:8123/note/one?*"])),
        ("fragment", json!(["http://127.0.0.1:8123/note/one#x"])),
        ("slash", json!(["http://127.0.0.1:8123/note/one/"])),
        ("short-address", json!(["http://127.1:8123/*"])),
        ("zero-port", json!(["http://127.0.0.1:08123/*"])),
        ("dots", json!(["http://127.0.0.1:8123/a/../note/one"])),
        ("escape", json!(["http://127.0.0.1:8123/note/%6Fne"])),
        ("no-scheme", json!(["127.0.0.1:8123/*"])),
        ("mixed", json!([1, "http://127.0.0.1:8123/*"])),
        ("several", json!(["https://one.example/*", "http://127.0.0.1:8123/*"])),
    ]
}

/// Places with a list, and places with a hook.
const PAIRS: [(Place, Place); 12] = [
    (Place::User, Place::Project),
    (Place::Project, Place::User),
    (Place::Local, Place::User),
    (Place::Flag, Place::User),
    (Place::Managed, Place::User),
    (Place::Managed, Place::Managed),
    (Place::User, Place::Managed),
    (Place::User, Place::PluginHooks),
    (Place::Managed, Place::PluginHooks),
    (Place::PluginHooks, Place::User),
    (Place::PluginHooks, Place::PluginHooks),
    (Place::User, Place::Flag),
];

/// Returns the cases.
pub fn http() -> Vec<Case> {
    let case = |name: String, sources: Vec<_>| Case::new(format!("http/{name}"), "call", sources);
    let one = || request("one", &json!({}));
    let mut cases = Vec::new();
    for (name, list) in lists() {
        let user = document(&[one(), handler("command")], &json!({"allowedHttpHookUrls": list}));
        cases.push(case(format!("list-{name}"), vec![source(Place::User, user)]));
    }
    for (list, hook) in PAIRS {
        for (word, allowed) in [("none", json!([])), ("other", json!(["https://one.example/*"]))] {
            let key = json!({"allowedHttpHookUrls": allowed});
            let sources = if list == hook {
                vec![source(list, document(&[one()], &key))]
            } else {
                vec![source(list, document(&[handler("command")], &key)), source(hook, document(&[one()], &json!({})))]
            };
            cases.push(case(format!("{word}-in-{}-for-{}", named(list), named(hook)), sources));
        }
    }
    for (name, managed, user) in [("none-all", json!([]), json!(["*"])), ("all-none", json!(["*"]), json!([]))] {
        let sources = vec![
            source(Place::Managed, document(&[one()], &json!({"allowedHttpHookUrls": managed}))),
            source(Place::User, document(&[handler("command")], &json!({"allowedHttpHookUrls": user}))),
        ];
        cases.push(case(format!("managed-user-{name}"), sources));
    }
    let (none, all) = (json!({"allowedHttpHookUrls": []}), json!({"allowedHttpHookUrls": ["*"]}));
    for (name, first, second) in [("none-all", &none, &all), ("all-none", &all, &none)] {
        let sources =
            vec![source(Place::User, document(&[one()], first)), source(Place::Project, document(&[], second))];
        cases.push(case(format!("user-project-{name}"), sources));
        let sources =
            vec![source(Place::User, document(&[one()], first)), source(Place::Managed, document(&[], second))];
        cases.push(case(format!("user-managed-{name}"), sources));
    }
    for (name, one, two) in [
        ("nothing", json!({}), json!({})),
        ("timeout", json!({"timeout": 10}), json!({"timeout": 20})),
        ("if", json!({"if": "Bash(*)"}), json!({"if": "Bash(echo *)"})),
        ("headers", json!({"headers": {"X-Note-A": "a"}}), json!({"headers": {"X-Note-A": "b"}})),
        ("variables", json!({"allowedEnvVars": ["HOME"]}), json!({})),
        ("status", json!({"statusMessage": "One"}), json!({"statusMessage": "Two"})),
        ("on-failure", json!({}), json!({"onFailure": "block"})),
        ("unknown-key", json!({}), json!({"note": "one"})),
        ("upper-scheme", json!({}), json!({"url": format!("{}same", ADDRESSES[1])})),
    ] {
        let user = document(&[request("same", &one), request("same", &two)], &json!({}));
        cases.push(case(format!("twice-{name}"), vec![source(Place::User, user)]));
        let (user, project) =
            (document(&[request("same", &one)], &json!({})), document(&[request("same", &two)], &json!({})));
        cases.push(case(
            format!("user-project-{name}"),
            vec![source(Place::User, user), source(Place::Project, project)],
        ));
    }
    let header = |value: &str, names: &[&str]| json!({"headers": {"X-Note-A": value}, "allowedEnvVars": names});
    let headers = [
        request("plain", &json!({"headers": {"X-Note-A": "a"}})),
        request("lower", &json!({"headers": {"x-note-a": "a"}})),
        request("named", &header("<$HOME>", &["HOME"])),
        request("braced", &header("<${HOME}>", &["HOME"])),
        request("default", &header("<${HOME:-x}>", &["HOME"])),
        request("unlisted", &json!({"headers": {"X-Note-A": "<$HOME>"}})),
        request("other-listed", &header("<$HOME>", &["PATH"])),
        request("unset", &header("<$NOTE_UNSET>", &["NOTE_UNSET"])),
        request("dollar", &header("<$>$1", &["HOME"])),
        request("escaped", &header("<\\$HOME>", &["HOME"])),
        request("longer", &header("<$HOMES>", &["HOME"])),
        request("twice", &header("$HOME$HOME", &["HOME"])),
    ];
    cases.push(case("headers".to_owned(), vec![source(Place::User, document(&headers, &json!({})))]));
    for (name, allowed) in [("none", json!([])), ("home", json!(["HOME"])), ("star", json!(["*"]))] {
        let key = json!({"httpHookAllowedEnvVars": allowed});
        let named = request("named", &header("<$HOME>", &["HOME"]));
        cases.push(case(format!("variables-{name}"), vec![source(Place::User, document(&[named], &key))]));
    }
    cases
}
