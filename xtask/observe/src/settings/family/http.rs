//! Hooks that are requests: which addresses settings allow, which of several are the same, and the variables of headers.

use serde_json::{Value, json};

use super::{group, handler, named, on, source};
use crate::settings::tree::{Case, Place};

/// The addresses that the family uses, but for the id at the end.
pub const ADDRESSES: [&str; 2] = ["http://127.0.0.1:8123/note/", "HTTP://127.0.0.1:8123/note/"];

/// Addresses that a browser could send to the server, by the id that replaces `{}`. Each is that of a handler, and a pattern.
pub const SPELLINGS: &[(&str, &str)] = &[
    ("plain", "http://127.0.0.1:8123/note/{}"),
    ("short", "http://127.1:8123/note/{}"),
    ("hexadecimal", "http://0x7f.0.0.1:8123/note/{}"),
    ("octal", "http://0177.0.0.1:8123/note/{}"),
    ("number", "http://2130706433:8123/note/{}"),
    ("zero-port", "http://127.0.0.1:08123/note/{}"),
    ("host-dot", "http://127.0.0.1.:8123/note/{}"),
    ("user", "http://me@127.0.0.1:8123/note/{}"),
    ("password", "http://me:it@127.0.0.1:8123/note/{}"),
    ("empty-user", "http://@127.0.0.1:8123/note/{}"),
    ("escaped-host", "http://%31%32%37.0.0.1:8123/note/{}"),
    ("wide-host", "http://\u{ff11}\u{ff12}\u{ff17}.0.0.1:8123/note/{}"),
    ("wide-dot", "http://127\u{3002}0.0.1:8123/note/{}"),
    ("up", "http://127.0.0.1:8123/a/../note/{}"),
    ("up-root", "http://127.0.0.1:8123/../note/{}"),
    ("dot", "http://127.0.0.1:8123/./note/{}"),
    ("escaped-up", "http://127.0.0.1:8123/a/%2e%2E/note/{}"),
    ("half-escaped-up", "http://127.0.0.1:8123/a/.%2e/note/{}"),
    ("backslash", "http:\\\\127.0.0.1:8123\\note\\{}"),
    ("backslash-path", "http://127.0.0.1:8123/a\\..\\note/{}"),
    ("one-slash", "http:/127.0.0.1:8123/note/{}"),
    ("no-slash", "http:127.0.0.1:8123/note/{}"),
    ("three-slashes", "http:///127.0.0.1:8123/note/{}"),
    ("tab", "http://127.0.0.1:8123/no\tte/{}"),
    ("tab-host", "http://127.0\t.0.1:8123/note/{}"),
    ("line-end", "http://127.0.0.1:8123/no\nte/{}"),
    ("spaces", "  http://127.0.0.1:8123/note/{} "),
    ("control", "\u{1}http://127.0.0.1:8123/note/{}"),
    ("query", "http://127.0.0.1:8123/note/{}?a"),
    ("empty-query", "http://127.0.0.1:8123/note/{}?"),
    ("fragment", "http://127.0.0.1:8123/note/{}#a"),
    ("localhost", "http://localhost:8123/note/{}"),
    ("upper-host", "http://LOCALHOST:8123/note/{}"),
    ("name-dot", "http://localhost.:8123/note/{}"),
    ("wide-name", "http://\u{ff4c}ocalhost:8123/note/{}"),
    ("escaped-name", "http://%6cocalhost:8123/note/{}"),
    ("soft-hyphen", "http://local\u{ad}host:8123/note/{}"),
];

/// The address of [`QUERIES`].
pub const QUERIED: &str = "http://127.0.0.1:8123/note/{}?a=b";

/// More patterns, by the id of the handler that each may allow.
const PATTERNS: &[(&str, &str)] = &[
    ("any-user", "http://*@127.0.0.1:8123/note/{}"),
    ("star-up", "http://127.0.0.1:8123/*/../note/{}"),
    ("star-dot", "http://127.0.0.1:8123/*/./{}"),
    ("up-star", "http://127.0.0.1:8123/../*/{}"),
    ("star-short", "http://127.1:8123/*/{}"),
    ("star-backslash", "http:\\\\127.0.0.1:8123\\*\\{}"),
    ("star-letter", "http://127.0.0.1:8123/n%6Fte/{}"),
    ("escaped-star", "http://127.0.0.1:8123/%2A/{}"),
    ("double-slash", "http://127.0.0.1:8123//note/{}"),
    ("star-query", "http://127.0.0.1:8123/note/{}?*"),
    ("star-fragment", "http://127.0.0.1:8123/*/{}#*"),
    ("star-scheme", "*://127.0.0.1:8123/note/{}"),
    ("star-scheme-short", "*://127.1:8123/note/{}"),
    ("star-scheme-up", "*://127.0.0.1:8123/a/../note/{}"),
    ("part-of-scheme", "h*p://127.0.0.1:8123/note/{}"),
    ("end-of-scheme", "http*://127.0.0.1:8123/note/{}"),
    ("upper-star-scheme", "*://LOCALHOST:8123/note/{}"),
    ("star-port", "http://127.0.0.1:*/note/{}"),
    ("star-port-short", "http://127.1:*/note/{}"),
    ("star-port-up", "http://127.0.0.1:*/a/../note/{}"),
    ("part-of-port", "http://127.0.0.1:81*/note/{}"),
    ("end-of-port", "http://127.0.0.1:*23/note/{}"),
    ("zero-star-port", "http://127.0.0.1:0*/note/{}"),
    ("star-host", "http://*:8123/note/{}"),
    ("star-host-port", "http://*/note/{}"),
    ("star-first", "http://*.0.0.1:8123/note/{}"),
    ("star-first-short", "http://*.1:8123/note/{}"),
    ("star-first-hexadecimal", "http://*.0.0.0x1:8123/note/{}"),
    ("star-in-first", "http://12*.0.0.1:8123/note/{}"),
    ("star-after-first", "http://127.0*.0.1:8123/note/{}"),
    ("star-middle", "http://127.*.1:8123/note/{}"),
    ("star-middle-part", "http://127.*.0.1:8123/note/{}"),
    ("star-last", "http://127.0.0.*:8123/note/{}"),
    ("star-after-last", "http://127.0.0.1*:8123/note/{}"),
    ("star-before-last", "http://127.0.0.*1:8123/note/{}"),
    ("star-before-all", "http://*127.0.0.1:8123/note/{}"),
    ("star-two-parts", "http://127.0.*:8123/note/{}"),
    ("star-rest", "http://127*:8123/note/{}"),
    ("host-and-port", "http://127.0.0.1*/note/{}"),
    ("host-over-port", "http://127.0.0.*/note/{}"),
    ("into-port", "http://127*8123/note/{}"),
    ("port-into-path", "http://127.0.0.1:81*te/{}"),
    ("port-to-path", "http://127.0.0.1:8123*{}"),
    ("host-to-path", "http://127.0.0.1*{}"),
    ("part-to-path", "http://127.0.0.*{}"),
    ("scheme-to-path", "http://*{}"),
    ("name-first", "http://*host:8123/note/{}"),
    ("name-last", "http://local*:8123/note/{}"),
    ("name-middle", "http://loc*ost:8123/note/{}"),
    ("upper-name-last", "http://LOCAL*:8123/note/{}"),
    ("name-wide", "http://\u{ff4c}ocal*:8123/note/{}"),
    ("name-port", "http://localhost*/note/{}"),
    ("colon-star", "http:*{}"),
    ("colon-host", "http:*127.0.0.1:8123/note/{}"),
    ("colon-word", "http:*/note/{}"),
    ("upper-colon", "HTTP:*/note/{}"),
    ("star-colon", "*:*{}"),
    ("star-colon-slashes", "*://*{}"),
    ("star-colon-short", "*:*.1:8123/note/{}"),
    ("star-only", "*{}"),
    ("star-slashes", "*//127.0.0.1:8123/note/{}"),
    ("star-port-only", "*:8123/note/{}"),
    ("colon-first", ":*{}"),
    ("slashes-first", "//127.0.0.1:8123/note/{}"),
    ("double-star", "http://**/note/{}"),
    ("double-path", "http://127.0.0.1:8123/**/{}"),
    ("space", "http://127.0.0.1:8123/*/{} x"),
    ("middle-without-port", "http://127.*.1/note/{}"),
    ("first-without-port", "http://*.0.0.1/note/{}"),
    ("part-without-port", "http://12*.0.0.1/note/{}"),
    ("last-without-port", "http://*.*/note/{}"),
    ("scheme-without-port", "*://127.0.0.1/note/{}"),
    ("scheme-and-last", "*://127.0.0.*/note/{}"),
    ("scheme-and-host", "*://*/note/{}"),
    ("three-stars", "*://*:*/note/{}"),
    ("no-port", "http://127.0.0.1:/note/{}"),
    ("star-no-port", "http://*:/note/{}"),
    ("two-stars", "http://*.0.*:8123/note/{}"),
    ("between-stars", "http://*0*:8123/note/{}"),
    ("double-middle", "http://127.**.1:8123/note/{}"),
    ("colon-port", "http:*:8123/note/{}"),
    ("slash-star", "http:/*/note/{}"),
    ("three-slashes-star", "http:///*/note/{}"),
    ("star-user-host", "http://me@*:8123/note/{}"),
    ("path-star-up", "http://127.0.0.1:8123/a*/../note/{}"),
    ("path-middle", "http://127.0.0.1:8123/n*te/{}"),
    ("path-no-text", "http://127.0.0.1:8123/note*/{}"),
    ("path-question", "http://127.0.0.1:8123/note/?{}"),
];

/// Patterns for an address with `?a=b`, by the id of the handler that each may allow.
const QUERIES: &[(&str, &str)] = &[
    ("without", "http://127.0.0.1:8123/note/{}"),
    ("star-behind", "http://127.0.0.1:8123/note/{}*"),
    ("star-query", "http://127.0.0.1:8123/note/{}?*"),
    ("whole-query", "http://127.0.0.1:8123/note/{}?a=b"),
    ("part-of-query", "http://127.0.0.1:8123/note/{}?a=*"),
    ("upper-query", "http://127.0.0.1:8123/note/{}?A=B"),
    ("empty-query", "http://127.0.0.1:8123/note/{}?"),
    ("over-question", "http://127.0.0.1:8123/note/{}*b"),
    ("longer-query", "http://127.0.0.1:8123/note/{}?a=b&c=d"),
];

/// Patterns for an address with a name, alone in their lists.
const NAMED: &[(&str, &str)] = &[
    ("first", "http://*host:8123/*"),
    ("first-any-port", "http://*host:*/*"),
    ("first-without-port", "http://*host/*"),
    ("first-word", "http://*host:8123/note/*"),
    ("first-part-of-path", "http://*host:8123/n*"),
    ("first-no-path", "http://*host:8123"),
    ("middle", "http://loc*ost:8123/*"),
    ("root", "http://localhost:8123/"),
    ("root-first", "http://*host:8123/"),
    ("user", "http://me@*host:8123/*"),
    ("last", "http://local*:8123/*"),
    ("before", "http://*localhost:8123/*"),
    ("after", "http://localhost*:8123/*"),
    ("any-scheme-first", "*://*host:8123/*"),
    ("two-segments", "http://*host:8123/*/*"),
    ("star-word", "http://*host:8123/*/named"),
    ("star-letter", "http://*host:8123/*d"),
    ("host-star-port", "http://*host:8*/note/named"),
];

/// Lists that show which spelling of a handler's address is compared.
const COMPARED: &[(&str, &[&str])] = &[
    ("any", &["*"]),
    ("normal", &["http://127.0.0.1:8123/note/*", "http://localhost:8123/note/*"]),
    (
        "written",
        &[
            "http://127.1:*",
            "http://0x7f.*",
            "http://0177.*",
            "http://2130706433*",
            "http://127.0.0.1:0*",
            "http://127.0.0.1.:*",
            "http://me*",
            "http://@*",
            "http://%31*",
            "http://*/a/*",
            "http://*..*",
        ],
    ),
];

/// Returns cases about how the host spells addresses before it compares them.
fn spellings() -> Vec<(String, Value)> {
    let at = |(id, address): &(&str, &str)| address.replace("{}", id);
    let handler = |id: &str, url: String| json!({"type": "http", "url": url, "note": id});
    let written: Vec<Value> = SPELLINGS.iter().map(|it| handler(it.0, at(it))).collect();
    // A mistake in a handler drops nothing else there.
    let document = |handlers: &[Value], list: Option<Value>| {
        let mut document = on("PostToolUse", &[group(handlers)]);
        if let (Some(document), Some(list)) = (document.as_object_mut(), list) {
            document.insert("allowedHttpHookUrls".to_owned(), list);
        }
        document
    };
    let mut cases = vec![("spelling-open".to_owned(), document(&written, None))];
    for (name, list) in COMPARED {
        cases.push((format!("spelling-{name}"), document(&written, Some(json!(list)))));
    }
    let literal: Vec<String> = SPELLINGS.iter().map(at).collect();
    cases.push(("spelling-literal".to_owned(), document(&written, Some(json!(literal)))));
    for (name, patterns) in [("pattern-spelling", SPELLINGS), ("pattern-more", PATTERNS)] {
        let list: Vec<String> = patterns.iter().map(at).collect();
        for (host, of) in [("address", "plain"), ("name", "localhost")] {
            let normal = SPELLINGS.iter().find(|it| it.0 == of).map_or("", |it| it.1);
            let normal = |id: &str| at(&(id, normal));
            let handlers: Vec<Value> = patterns.iter().map(|(id, _)| handler(id, normal(id))).collect();
            cases.push((format!("{name}-{host}"), document(&handlers, Some(json!(list)))));
        }
    }
    let localhost = handler("named", "http://localhost:8123/note/named".to_owned());
    for (name, pattern) in NAMED {
        cases.push((format!("named-{name}"), document(std::slice::from_ref(&localhost), Some(json!([pattern])))));
    }
    let queried: Vec<Value> = QUERIES.iter().map(|(id, _)| handler(id, at(&(id, QUERIED)))).collect();
    let list: Vec<String> = QUERIES.iter().map(at).collect();
    cases.push(("pattern-query".to_owned(), document(&queried, Some(json!(list)))));
    cases
}

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
        ("no-path", json!(["http://127.0.0.1:8123"])),
        ("root", json!(["http://127.0.0.1:8123/"])),
        ("root-any-host", json!(["http://*:8123/"])),
        ("root-any", json!(["*://*:*/"])),
        ("no-path-query", json!(["http://127.0.0.1:8123?*"])),
        ("no-path-any-port", json!(["http://127.0.0.1:*"])),
        ("no-path-part-of-port", json!(["http://127.0.0.1:81*"])),
        ("no-path-middle", json!(["http://127.*.1"])),
        ("no-path-first", json!(["http://*.0.0.1"])),
        ("no-path-first-port", json!(["http://*.0.0.1:8123"])),
        ("no-path-last", json!(["http://127.0.0.*"])),
        ("no-path-any-host", json!(["http://*"])),
        ("no-path-any-host-port", json!(["http://*:8123"])),
        ("no-path-any", json!(["http://*:*"])),
        ("no-path-any-scheme", json!(["*://*"])),
        ("no-path-scheme-last", json!(["*://127.0.0.1*"])),
        ("no-path-scheme", json!(["*://127.0.0.1:8123"])),
        ("port-star", json!(["http://127.0.0.1:8123*"])),
        ("one-slash-star", json!(["http:/*"])),
        ("no-host", json!(["http://"])),
        ("no-host-any-scheme", json!(["*://"])),
        ("star-and-colon", json!(["*:*"])),
        ("star-and-slashes", json!(["*//*"])),
        ("folder-first", json!(["http://*.0.0.1:8123/*"])),
        ("folder-first-word", json!(["http://*.0.0.1:8123/note/*"])),
        ("folder-last", json!(["http://127.0.0.*:8123/*"])),
        ("folder-rest", json!(["http://127.*:8123/*"])),
        ("folder-in-part", json!(["http://12*.0.0.1:8123/*"])),
        ("folder-before", json!(["http://*127.0.0.1:8123/*"])),
        ("folder-middle-part", json!(["http://127.*.0.1:8123/*"])),
        ("folder-middle-word", json!(["http://127.*.1:8123/note/*"])),
        ("folder-middle-part-of-path", json!(["http://127.*.1:8123/n*"])),
        ("folder-any-port", json!(["http://127.0.0.1:*/*"])),
        ("folder-part-of-port", json!(["http://127.0.0.1:81*/*"])),
        ("folder-any-host", json!(["http://*:8123/*"])),
        ("folder-any-host-port", json!(["http://*:*/*"])),
        ("folder-any", json!(["*://*/*"])),
        ("folder-scheme", json!(["*://127.0.0.1:8123/*"])),
        ("folder-host-port", json!(["http://127.0.0.*/*"])),
        ("folder-two-stars", json!(["http://127.0.0.1:8123/*/*"])),
        ("folder-path-query", json!(["http://127.0.0.1:8123/*?*"])),
        ("part-of-host-word", json!(["http://127.*.1:8123/note/one"])),
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
    cases.extend(spellings().into_iter().map(|(name, user)| case(name, vec![source(Place::User, user)])));
    cases
}
