//! Selection: how the hooks of several documents add up, and which of them run on an event.
//!
//! `docs/registration.md` describes the data and how it is read. The facts are in `places` and `selection` of the
//! catalogue; what matchers and conditions match is in the features `matchers` and `registration`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::cell::{HandlerOnEvent, Support};
use super::feature::{Feature, Part, Sources};
use super::settings::handlers_of;
use super::words;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Kind, Version};
use crate::nearest::instead_of;
use crate::schema::step;

/// The functions that say which hooks run.
pub const FEATURE: Feature = Feature {
    name: "selection",
    needs: &["registration", "outcomes"],
    types: &[
        "Selection",
        "SelectedHandler",
        "OtherHandler",
        "UndecidedHandler",
        "HandlerStart",
        "StartForm",
        "SettingsTree",
        "SettingsSource",
        "SettingsPlace",
        "SettingsPointer",
        "NoRunReason",
        "RunCondition",
    ],
    tables: &[],
    words: &["matcher"],
    namespace: Some("host"),
    read,
};

/// The keys that this feature reads at the root of the catalogue.
#[derive(Deserialize)]
struct Root {
    places: Vec<Place>,
    selection: Written,
    handlers: Vec<Handler>,
}

/// A type of handlers.
#[derive(Deserialize)]
struct Handler {
    name: String,
    since: Option<Version>,
    mechanism: String,
}

/// The keys of an event that this feature reads.
#[derive(Deserialize)]
struct OfEvent {
    since: Option<Version>,
    #[serde(default)]
    handlers: IndexMap<String, HandlerOnEvent>,
}

/// A place of hooks. The names of the fields are those of the catalogue, whose schema describes them.
#[derive(Debug, Deserialize, Serialize)]
struct Place {
    #[serde(default)]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    since: Option<Version>,
    #[serde(rename = "place", skip_serializing)]
    title: String,
    #[serde(rename = "title", default, skip_deserializing)]
    said: String,
    #[serde(default)]
    documents: Vec<String>,
    #[serde(default)]
    duplicates: String,
    #[serde(default, skip_serializing_if = "is_false")]
    equal_groups: bool,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    keeps_broken_keys: Option<Version>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    required: Option<Version>,
    #[serde(default, skip_serializing_if = "is_false")]
    plain: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    listed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    above: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    together: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    whole: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    inside: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outside_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outside: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outside_but: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    but: Vec<String>,
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    renames: IndexMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    once: Option<Once>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    session: Option<Version>,
    #[serde(default, skip_serializing_if = "is_false")]
    functions: bool,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    trusted: Option<Version>,
    #[serde(default, skip_serializing_if = "is_false")]
    own: bool,
}

/// A key of a handler that lets it run once.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Once {
    key: String,
    but: Vec<String>,
}

/// What the catalogue says besides the places.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Written {
    default: String,
    identity: IndexMap<String, Vec<String>>,
    /// The keys of `identity` in whose objects the order of keys counts.
    #[serde(default)]
    ordered: IndexMap<String, Vec<String>>,
    broken: Vec<Broken>,
    refused: Vec<Refused>,
    #[serde(default)]
    malformed: Vec<Malformed>,
    #[serde(default)]
    spared: Vec<Spared>,
    switches: Vec<Switch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failures: Option<Failures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    addresses: Option<Addresses>,
    placeholders: Vec<Placeholder>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Rules>,
}

/// How the host compares a permission rule in a condition with a call.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    /// The table with the names of tools.
    table: String,
    /// The texts of rules that cover every call of their tools, as a rule without a text does.
    covers_all: Vec<String>,
    /// The most that is compared.
    most_compared: u64,
    /// The tools of which nobody has seen what their rules are compared with.
    unseen: Vec<String>,
    /// The tools of which an argument is compared, by name. Rules for other tools cover no call if they say more than the
    /// name.
    tools: IndexMap<String, Compared>,
    lines: Lines,
    /// The version in which this was seen.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    since: Option<Version>,
}

/// What of a call is compared with a rule.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Compared {
    argument: String,
    is: Reading,
}

/// How an argument is read.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Reading {
    /// A line of a shell.
    Line,
    /// The path of a file.
    Path,
}

/// How the host reads a line of a shell.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    /// The most characters of a line that it reads.
    longest: usize,
    /// The signs that make a line too complex.
    signs: String,
    /// The text in place of the output of a command.
    output: String,
    /// The text in place of a value that it does not know.
    variable: String,
    /// The variable with the home folder, whose value it knows.
    home: String,
    /// The variables whose assignments make a line too complex.
    names: Vec<String>,
    /// The program whose here-document is a text.
    prints: String,
    /// The programs whose words are compared as a command, too.
    through: Vec<String>,
    /// The programs that make a line too complex if their words are not known.
    complex: Vec<String>,
    /// The programs of which nobody has seen that.
    unsure: Vec<String>,
}

/// All, or these.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
enum Names {
    /// The word `all`.
    All(String),
    /// The names.
    These(Vec<String>),
}

impl Default for Names {
    fn default() -> Self {
        Self::These(Vec::new())
    }
}

/// What a mistake in the hooks drops.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Broken {
    entry: Names,
    event: Names,
    #[serde(default)]
    unknown: Names,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    elsewhere: Vec<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    null: bool,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    since: Option<Version>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    until: Option<Version>,
}

/// A value outside of the hooks that drops a document.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    types: Vec<String>,
    at: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    is: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<f64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    values: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    begins: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    since: Option<Version>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    until: Option<Version>,
}

/// A text of a handler that the host cannot read.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Malformed {
    #[serde(rename = "type")]
    of: String,
    key: String,
    contains: String,
}

/// A key whose mistakes do not drop the document.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Spared {
    at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<Value>>,
}

/// A key that switches hooks off.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Switch {
    key: String,
    on: Vec<Value>,
    off: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<String>,
    places: Vec<String>,
    keeps: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    forced: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    forced_since: Option<Version>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unsure: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    none_if: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    since: Option<Version>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "bound")]
    until: Option<Version>,
}

/// An input about a call that failed, on an event about calls that succeed.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Failures {
    event: String,
    /// The key of the input with what the call returned: a text that begins so.
    key: String,
    begins: String,
    /// The places whose hooks run on such an input.
    places: Vec<String>,
    /// The places of which nobody has seen what happens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unsure: Vec<String>,
}

/// A key with the addresses that are allowed.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Addresses {
    key: String,
    of: String,
    places: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    exempt: Vec<String>,
    /// The schemes, each with its default port.
    default_ports: IndexMap<String, String>,
    /// The most that is compared.
    most_compared: u64,
}

/// A name that the host replaces in a command.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Placeholder {
    name: String,
    is: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "is_false")]
    direct: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(it: &bool) -> bool {
    !it
}

#[allow(clippy::ref_option, reason = "serde passes a reference")]
fn bound<S: serde::Serializer>(version: &Option<Version>, to: S) -> Result<S::Ok, S::Error> {
    version.as_ref().map(Bound::of).serialize(to)
}

/// A version from which something holds.
#[derive(Debug, Serialize)]
struct Bound {
    from: Vec<u64>,
    /// It may hold from the first version after this one; empty if no older version was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Vec<u64>>,
}

impl Bound {
    fn of(version: &Version) -> Self {
        let after = (!version.exact).then(|| version.after_parts().unwrap_or_default());
        Self { from: version.parts(), after }
    }
}

/// The data of the packages.
#[derive(Debug, Serialize)]
struct Selection {
    places: Vec<Place>,
    #[serde(flatten)]
    written: Written,
    /// The events: the first version with each, and the types of handlers that do not run on it.
    events: IndexMap<String, Event>,
    /// The types of handlers: the first version with each, and how it is started.
    types: IndexMap<String, HandlerType>,
    /// The first version whose handlers have conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition_since: Option<Bound>,
    words: IndexMap<&'static str, String>,
}

#[derive(Debug, Serialize)]
struct Event {
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Bound>,
    /// What the host does with handlers of a type, if it does not run all of them.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    types: IndexMap<String, TypeOnEvent>,
}

#[derive(Debug, Serialize)]
struct TypeOnEvent {
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Bound>,
    /// The name of a message: why handlers of the type do not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    never: Option<&'static str>,
    /// The name of a message: why they may not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    unsure: Option<&'static str>,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

#[derive(Debug, Serialize)]
struct HandlerType {
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Bound>,
    /// `command` for a program, which has two forms.
    form: &'static str,
}

impl Part for Selection {
    fn data(&self) -> Value {
        json!(self)
    }
}

fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let Root { mut places, selection: written, handlers } = sources.catalogue.root()?;
    let mut found = check(sources, &places, &written);
    places.retain(|it| !it.name.is_empty());
    for place in &mut places {
        place.said = std::mem::take(&mut place.title);
    }
    let of_events: IndexMap<String, OfEvent> = sources.catalogue.of_events()?;
    let events = of_events.into_iter().map(|(name, event)| {
        let types = event.handlers.iter().filter_map(|(kind, it)| Some((kind.clone(), on_event(it)?)));
        (name, Event { since: event.since.as_ref().map(Bound::of), types: types.collect() })
    });
    let events = events.collect();
    let mut types = IndexMap::new();
    for (index, it) in handlers.into_iter().enumerate() {
        let Some(form) = form(&it.mechanism) else {
            let place = sources.catalogue.place(&step(&step("/handlers", &index.to_string()), "mechanism"));
            let message = format!("the packages cannot start a handler by `{}`", it.mechanism);
            found.push(Diagnostic::error(Code::Catalogue, message).at(place).instead(MECHANISMS));
            continue;
        };
        types.insert(it.name, HandlerType { since: it.since.as_ref().map(Bound::of), form });
    }
    let wire = &sources.catalogue.wire;
    let condition_since = condition_since(sources.contract, &wire.matcher, &wire.condition);
    let words = words::of_selection(wire);
    let part = Selection { places, written, events, types, condition_since, words };
    found.or(Box::new(part) as Box<dyn Part>).map(|(part, _)| part)
}

/// The mechanisms of handlers that the packages know.
const MECHANISMS: &str = "one of: program, request, tool-call, model-call, subagent";

/// Returns how a handler is started: a value of `StartForm`, or `command`.
fn form(mechanism: &str) -> Option<&'static str> {
    Some(match mechanism {
        "program" => "command",
        "request" => "request",
        "tool-call" => "tool",
        "model-call" | "subagent" => "question",
        _ => return None,
    })
}

/// Returns what an event does with a type of handlers; `None` if it runs all of them.
fn on_event(it: &HandlerOnEvent) -> Option<TypeOnEvent> {
    let (never, unsure) = match it.support {
        Support::Runs => (None, None),
        Support::Sometimes => (None, Some("type-sometimes")),
        Support::Skipped => (Some("type-skipped"), None),
        Support::Rejected => (Some("type-refused"), None),
        Support::Unsupported => (None, Some("type-undocumented")),
    };
    let note = unsure.and(it.note.clone()).unwrap_or_default();
    let since = it.since.as_ref().map(Bound::of);
    (since.is_some() || never.is_some() || unsure.is_some()).then_some(TypeOnEvent { since, never, unsure, note })
}

/// Returns the first version in which handlers have conditions, if it is known.
fn condition_since(contract: &Contract, matcher: &str, condition: &str) -> Option<Bound> {
    let (_, _, types) = handlers_of(contract, matcher)?;
    let fields = types.iter().filter_map(|name| match &contract.get(name)?.kind {
        Kind::Struct(it) => it.fields.iter().find(|field| field.name == condition),
        _ => None,
    });
    fields.filter_map(|field| field.facts.since.as_ref()).min_by_key(|it| it.parts()).map(Bound::of)
}

/// Reports names in the catalogue that name nothing.
fn check(sources: &Sources<'_>, places: &[Place], written: &Written) -> Diagnostics {
    let mut found = Diagnostics::default();
    let mut expect = |pointer: &str, what: &str, names: &[&String], known: &[&str]| {
        for name in names.iter().filter(|name| !known.contains(&name.as_str())) {
            let advice = instead_of(name, known.iter().copied(), &format!("one of: {}", known.join(", ")));
            let message = format!("there is no {what} `{name}`");
            found
                .push(Diagnostic::error(Code::Catalogue, message).at(sources.catalogue.place(pointer)).instead(advice));
        }
    };
    let events: Vec<&str> = sources.catalogue.events.iter().map(|it| it.name.as_str()).collect();
    let types: Vec<&str> = sources.contract.types.iter().map(|it| it.name.as_str()).collect();
    let words: Vec<&str> = match sources.contract.get("SettingsPlace").map(|it| &it.kind) {
        Some(Kind::Enum(it)) => it.values.iter().map(|it| it.value.as_str()).collect(),
        _ => Vec::new(),
    };
    let named: Vec<&str> = places.iter().map(|it| it.name.as_str()).filter(|it| !it.is_empty()).collect();
    for (index, place) in places.iter().enumerate().filter(|(_, it)| !it.name.is_empty()) {
        let at = step("/places", &index.to_string());
        expect(&step(&at, "name"), "value of `SettingsPlace`", &[&place.name], &words);
        let documents: Vec<&String> = place.documents.iter().chain(&place.together).collect();
        expect(&step(&at, "documents"), "type", &documents, &types);
        expect(&step(&at, "but"), "event", &place.but.iter().collect::<Vec<_>>(), &events);
        let once = place.once.iter().flat_map(|it| &it.but).collect::<Vec<_>>();
        expect(&step(&at, "once"), "event", &once, &events);
        expect(&step(&at, "outside_but"), "event", &place.outside_but.iter().collect::<Vec<_>>(), &events);
        let renamed: Vec<&String> = place.renames.iter().flat_map(|(from, to)| [from, to]).collect();
        expect(&step(&at, "renames"), "event", &renamed, &events);
    }
    let missing: Vec<String> = words.iter().filter(|it| !named.contains(it)).map(|it| (*it).to_owned()).collect();
    expect("/places", "entry with the name", &missing.iter().collect::<Vec<_>>(), &named);
    expect("/selection/default", "place", &[&written.default], &named);
    for (index, it) in written.switches.iter().enumerate() {
        let at = step("/selection/switches", &index.to_string());
        let of: Vec<&String> =
            it.places.iter().chain(&it.keeps).chain(&it.forced).chain(&it.unsure).chain(&it.none_if).collect();
        expect(&at, "place", &of, &named);
    }
    for (index, it) in written.broken.iter().enumerate() {
        let at = step("/selection/broken", &index.to_string());
        for (key, value, known) in
            [("entry", &it.entry, &events), ("event", &it.event, &events), ("unknown", &it.unknown, &named)]
        {
            match value {
                Names::All(word) if word != "all" => expect(&step(&at, key), "word", &[word], &["all"]),
                Names::All(_) => {}
                Names::These(names) => expect(&step(&at, key), "name", &names.iter().collect::<Vec<_>>(), known),
            }
        }
    }
    for (index, it) in written.placeholders.iter().enumerate() {
        let of: Vec<&String> = it.places.iter().flatten().collect();
        expect(&step("/selection/placeholders", &index.to_string()), "place", &of, &named);
    }
    if let Some(it) = &written.failures {
        expect("/selection/failures", "event", &[&it.event], &events);
        expect("/selection/failures", "place", &it.places.iter().chain(&it.unsure).collect::<Vec<_>>(), &named);
    }
    if let Some(it) = &written.addresses {
        expect("/selection/addresses", "place", &it.places.iter().chain(&it.exempt).collect::<Vec<_>>(), &named);
    }
    found
}
