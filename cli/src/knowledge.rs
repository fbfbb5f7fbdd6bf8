//! What is said about codes, events, types and pages. It comes from the contract.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hookwire::testing::sample;
use hookwire::verbs::{VERBS, Verb};
use hookwire::{AnyCall, HookEvent, Reply};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::commands::{EVENT_FIELDS, TOOL_FIELDS};
use crate::finding::OWN;
use crate::session::Policy;

include!(concat!(env!("OUT_DIR"), "/cookbook.rs"));

/// The words of the host.
pub mod wire {
    include!(concat!(env!("OUT_DIR"), "/wire.rs"));
}

/// Where the host keeps its files.
pub mod host {
    include!(concat!(env!("OUT_DIR"), "/host.rs"));
}

/// The pages, by name.
pub static PAGES: LazyLock<BTreeMap<String, String>> =
    LazyLock::new(|| unpacked(include_bytes!(concat!(env!("OUT_DIR"), "/pages.bin"))));

/// The bundle of all schemas.
pub static SCHEMAS: LazyLock<Value> =
    LazyLock::new(|| unpacked(include_bytes!(concat!(env!("OUT_DIR"), "/schemas.bin"))));

/// Returns what the build has packed.
fn unpacked<T: serde::de::DeserializeOwned + Default>(packed: &[u8]) -> T {
    let text = miniz_oxide::inflate::decompress_to_vec(packed).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// What each code is about, in a few sentences: those of the contract first.
static CODES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let bundle = &*SCHEMAS;
    let of_contract = |code: &Value| {
        let code = code.as_str()?;
        let about = bundle.pointer(&format!("/$defs/ProblemCode/x-values/{code}/description"))?.as_str()?;
        Some((code.to_owned(), about.to_owned()))
    };
    let all = bundle.pointer("/$defs/ProblemCode/enum").and_then(Value::as_array);
    let all = all.into_iter().flatten().filter_map(of_contract);
    all.chain(OWN.iter().map(|it| (it.code.to_owned(), it.about.to_owned()))).collect()
});

/// An example for a code of the contract.
#[derive(Debug, Deserialize)]
pub struct Rule {
    /// The code.
    pub code: String,
    /// The command that finds the mistake.
    pub command: String,
    /// The file in which it finds it; `-` is the standard input.
    pub file: String,
    /// The mistake.
    pub wrong: String,
    /// How it is right.
    pub right: String,
}

#[derive(Deserialize)]
struct Rules {
    rule: Vec<Rule>,
}

/// Returns the example for a code.
pub fn example(code: &str) -> Option<Rule> {
    let rules: Rules = toml::from_str(include_str!("rules.toml")).ok()?;
    rules.rule.into_iter().find(|it| it.code == code)
}

/// Returns what a code is about.
pub fn about(code: &str) -> Option<&'static str> {
    CODES.iter().find(|(known, _)| known == code).map(|(_, about)| &**about)
}

/// Returns the codes of all findings.
pub fn codes() -> impl Iterator<Item = &'static str> {
    CODES.iter().map(|(code, _)| &**code)
}

/// Returns the values of a type of the contract, with those of the types that it refers to.
pub fn values(type_name: &str) -> Vec<String> {
    let bundle = &*SCHEMAS;
    let mut found = Vec::new();
    let mut open = vec![bundle.pointer(&format!("/$defs/{type_name}"))];
    while let Some(schema) = open.pop() {
        let Some(schema) = schema else { continue };
        let of = |key: &str| schema.get(key).and_then(Value::as_array).into_iter().flatten();
        found.extend(of("enum").chain(schema.get("const")).filter_map(Value::as_str).map(str::to_owned));
        found.extend(schema.get("x-values").and_then(Value::as_object).into_iter().flat_map(|it| it.keys().cloned()));
        open.extend(of("anyOf").chain(of("oneOf")).chain(of("allOf")).map(Some));
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix('#'));
        open.extend(target.map(|it| bundle.pointer(it)));
    }
    found.sort();
    found.dedup();
    found
}

/// Returns the text of a page, by its name.
pub fn page(name: &str) -> Option<&'static str> {
    PAGES.get(name).map(String::as_str)
}

/// Returns the names of the hooks in the cookbook, as values of an argument.
pub fn recipes() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(COOKBOOK.iter().map(|(name, _)| *name))
}

/// Returns the verb of this name, or says what is wrong with the name.
pub fn verb(name: &str) -> Result<&'static Verb, String> {
    VERBS.iter().find(|it| it.name == name).ok_or_else(|| {
        let all: Vec<&str> = VERBS.iter().map(|it| it.name).collect();
        let near = nearest(name, all.iter().copied()).or_else(|| writer(name));
        let near = near.map_or_else(String::new, |it| format!(" Did you mean `{it}`?"));
        format!("`{name}` is not a verb.{near} The verbs are {}", all.join(", "))
    })
}

/// The replies that each verb writes, on all events.
static REPLIES: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let policy = Policy { name: String::new(), guard: None };
    let reply = |verb: &str, event: &HookEvent| {
        let said = Reply::<AnyCall>::of_verb(verb, Some("".into())).ok()?;
        let input = sample(event.as_str()).build().ok()?.to_string();
        let reply: Value = serde_json::from_slice(&policy.answer(input.as_bytes(), || said.clone()).stdout).ok()?;
        Some(reply.to_string())
    };
    let all = |verb: &'static Verb| (verb.name, HookEvent::ALL.iter().filter_map(|it| reply(verb.name, it)).collect());
    VERBS.iter().map(all).collect()
});

/// Returns the verb that writes a word, as a value of its reply: somebody knows the replies, and not the verbs.
fn writer(word: &str) -> Option<&'static str> {
    let value = format!(":{}", json!(word));
    REPLIES.iter().find(|(_, replies)| replies.contains(&value)).map(|(verb, _)| *verb)
}

/// Returns the argument of the tool that a path begins with, if the event has arguments.
pub fn argument_of<'a>(event: &str, path: &'a str) -> Option<&'a str> {
    let mut keys = path.trim_start_matches('/').split(['/', '.']);
    let (field, argument) = (keys.next()?, keys.next()?);
    let is_known = EVENT_FIELDS.iter().any(|(it, fields)| *it == event && fields.iter().any(|(it, _)| *it == field));
    (field == wire::ARGUMENTS && is_known).then_some(argument)
}

/// A path that no input of an event has.
pub struct UnknownField {
    /// What is wrong.
    pub message: String,
    /// The field that was probably meant.
    pub near: Option<&'static str>,
}

/// Says what is wrong with a path that no input of this event and tool has.
pub fn unknown_field(event: &str, tool: &str, path: &str) -> Option<String> {
    let UnknownField { message, near } = unknown(event, tool, path)?;
    Some(message + &near.map_or_else(String::new, |it| format!(". Did you mean `{it}`?")))
}

/// Looks up a path that no input of this event and tool has. The arguments of a tool that is not known can be any.
pub fn unknown(event: &str, tool: &str, path: &str) -> Option<UnknownField> {
    let fields = |table: &'static [(&str, &'static [(&str, &str)])], name: &str| {
        table.iter().find(|(it, _)| *it == name).map(|(_, fields)| *fields)
    };
    let (what, key, known) = match argument_of(event, path) {
        Some(argument) => (tool, argument, fields(TOOL_FIELDS, tool)?),
        None => (event, path.trim_start_matches('/').split(['/', '.']).next()?, fields(EVENT_FIELDS, event)?),
    };
    // The arguments of some tools are not known.
    if known.is_empty() || known.iter().any(|(it, _)| *it == key) {
        return None;
    }
    let near = nearest(key, known.iter().map(|(it, _)| *it));
    Some(UnknownField { message: format!("the input of `{what}` has no `{key}`"), near })
}

/// Says which names in a matcher are nearly those of tools. Another tool can have such a name, but hardly does. The contract finds those
/// in another case.
pub fn unknown_tools(event: &str, matcher: &str) -> Vec<String> {
    let has_tool = |fields: &[(&str, &str)]| fields.iter().any(|(it, _)| *it == wire::TOOL);
    if !EVENT_FIELDS.iter().any(|(it, fields)| *it == event && has_tool(fields)) {
        return Vec::new();
    }
    let tools = || TOOL_FIELDS.iter().map(|(name, _)| *name);
    let is_plain = |it: &str| it.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    let is_unknown = |it: &&str| !it.starts_with("mcp__") && tools().all(|name| !name.eq_ignore_ascii_case(it));
    let said = |it: &str| Some(format!("no known tool is called `{it}`. Did you mean `{}`?", nearest(it, tools())?));
    let parts = || matcher.split(['|', ',']).map(str::trim);
    // If one part is a pattern, all of the matcher is, and it finds a part of a name.
    if !parts().all(is_plain) {
        return Vec::new();
    }
    parts().filter(is_unknown).filter_map(said).collect()
}

/// Adds the nearest of the names that the message of a reader lists: "unknown field `a`, expected one of `b`, `c`".
pub fn with_nearest(message: &str) -> String {
    let mut names = message.split('`').skip(1).step_by(2);
    let wrong = names.next().filter(|_| message.starts_with("unknown "));
    let near = wrong.and_then(|it| nearest(it, names)).map(|it| format!(". Did you mean `{it}`?"));
    format!("{message}{}", near.unwrap_or_default())
}

/// Returns the name that is nearest to a misspelled one, if any is near.
pub fn nearest<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |it: &str| it.to_lowercase().replace(['_', '-', ' '], "");
    let wanted = plain(name);
    let most = 1 + wanted.len() / 4;
    // Comparing takes time for each pair of signs, and nobody misspells a name of this length.
    let is_short = |it: &str| it.len() <= LONGEST_NAME && it.len().abs_diff(name.len()) <= most + 4;
    let all = all.filter(|it| is_short(it) && name.len() <= LONGEST_NAME);
    let near = all.map(|it| (strsim::damerau_levenshtein(&plain(it), &wanted), it));
    near.min_by_key(|(distance, _)| *distance).filter(|(distance, _)| *distance <= most).map(|(_, it)| it)
}

/// The longest name that is compared.
const LONGEST_NAME: usize = 64;
