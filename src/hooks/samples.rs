//! Samples: a payload of every event, and of every tool, for tests of hooks. They are the examples of the set.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Value, json};

use super::feature::{Feature, Part, Sources};
use super::words;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Expr, Field, Kind, Version};

/// The functions that make payloads and try hooks.
pub const FEATURE: Feature = Feature {
    name: "samples",
    needs: &["runtime", "outcomes"],
    types: &[],
    tables: &["tools"],
    words: &["tool", "arguments"],
    namespace: Some("testing"),
    read,
};

/// The scenario of the examples: what is always there, and nothing else. Without it, the first scenario is the sample.
const SCENARIO: &str = "minimal";
const TOOLS: &str = "tools";

/// The data of the samples.
#[derive(Debug, Serialize)]
struct Samples {
    /// The input of each event.
    events: IndexMap<String, Event>,
    tools: IndexMap<String, Tool>,
    /// The messages.
    words: IndexMap<&'static str, String>,
    /// Words that people write for outcomes.
    meant: IndexMap<&'static str, &'static str>,
}

/// The sample of an event.
#[derive(Debug, Serialize)]
struct Event {
    input: Value,
    /// The fields whose type follows from the tool, each with its column.
    columns: IndexMap<String, String>,
    /// The first host with the event.
    since: Since,
    /// The first host with each field that not every host has.
    newer: IndexMap<String, Since>,
}

/// The sample of a tool, by column of the table.
#[derive(Debug, Default, Serialize)]
struct Tool {
    values: IndexMap<String, Value>,
    /// The first host with the tool.
    since: Since,
    /// The first host with each field that not every host has.
    newer: IndexMap<String, IndexMap<String, Since>>,
}

/// The first version that has something, and the newest one that is known not to have it, if the first is not certain.
/// Empty if every host may have it.
type Since = Vec<String>;

impl Part for Samples {
    fn data(&self) -> Value {
        json!(self)
    }
}

fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let contract = sources.contract;
    let mut found = Diagnostics::default();
    let mut events = IndexMap::new();
    for event in &sources.catalogue.events {
        match example(sources, &event.input) {
            Some(input) => {
                let since = contract.get(&event.input).map_or_else(Since::new, |def| dated(def.facts.since.as_ref()));
                let (columns, newer) = (columns(contract, &event.input), newer(contract, &event.input));
                events.insert(event.name.clone(), Event { input, columns, since, newer });
            }
            None => found.push(missing(sources, &event.input).at(sources.catalogue.place(&event.at))),
        }
    }
    let mut tools = IndexMap::new();
    for row in contract.tables.get(TOOLS).into_iter().flatten() {
        let since = row.facts.get("since").and_then(|it| serde_json::from_value(it.clone()).ok());
        let mut tool = Tool { since: dated(since.as_ref()), ..Tool::default() };
        for (column, name) in row.cells.iter().filter_map(|(column, name)| Some((column, name.as_ref()?))) {
            tool.newer.insert(column.clone(), newer(contract, name));
            match example(sources, name) {
                Some(value) => drop(tool.values.insert(column.clone(), value)),
                None => found.push(missing(sources, name)),
            }
        }
        tools.insert(row.name.clone(), tool);
    }
    found.or(())?;
    let host = contract.set.host.as_ref().map_or("the host", |host| &host.name);
    let own = [("newer", words::newer_than_host(host))];
    let words = words::OF_TESTS.iter().map(|(key, text)| (*key, (*text).to_owned())).chain(own).collect();
    Ok(Box::new(Samples { events, tools, words, meant: words::MEANT_OUTCOMES.iter().copied().collect() }))
}

fn example(sources: &Sources<'_>, type_name: &str) -> Option<Value> {
    let all = || sources.set.examples.iter().filter(|it| it.valid && it.type_name == type_name);
    let found = all().find(|it| it.scenario == SCENARIO).or_else(|| all().next());
    found.map(|it| it.value().clone())
}

fn missing(sources: &Sources<'_>, type_name: &str) -> Diagnostic {
    let folder = sources.set.file.files.examples.as_deref().unwrap_or("examples");
    Diagnostic::error(Code::Feature, format!("`{type_name}` has no valid example"))
        .because("the feature `samples` shows it to people who test their hooks")
        .instead(format!(
            "write one in `{folder}/{type_name}.json`: {{\"valid\": {{\"{SCENARIO}\": {{\"value\": …}}}}}}"
        ))
}

/// Returns the version that has something, unless every host may have it.
fn dated(version: Option<&Version>) -> Since {
    let after = version.and_then(|it| it.after.clone()).filter(|_| version.is_some_and(|it| !it.exact));
    let is_known = |it: &&Version| it.exact || after.is_some();
    version.filter(is_known).map(|it| it.version.clone()).into_iter().chain(after.clone()).collect()
}

/// Returns the fields of a type, or of the members of a union, that not every host has.
fn newer(contract: &Contract, name: &str) -> IndexMap<String, Since> {
    match contract.get(name).map(|def| &def.kind) {
        Some(Kind::Struct(it)) => {
            let of = |field: &Field| (field.name.clone(), dated(field.facts.since.as_ref()));
            it.fields.iter().map(of).filter(|(_, since)| !since.is_empty()).collect()
        }
        Some(Kind::Union(it)) => {
            let names = it
                .variants
                .iter()
                .filter_map(|it| if let Expr::Ref { name, .. } = &it.expr { Some(name) } else { None });
            names.flat_map(|name| newer(contract, name)).collect()
        }
        _ => IndexMap::new(),
    }
}

/// Returns the fields of an input whose type follows from the tool.
fn columns(contract: &Contract, input: &str) -> IndexMap<String, String> {
    let Some(Kind::Struct(it)) = contract.get(input).map(|def| &def.kind) else { return IndexMap::new() };
    let of_tool = it.fields.iter().filter_map(|field| match &field.expr {
        Expr::Keyed { table, column, .. } if table == TOOLS => Some((field.name.clone(), column.clone())),
        _ => None,
    });
    of_tool.collect()
}
