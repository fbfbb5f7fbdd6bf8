//! Samples: a payload of every event, and of every tool, for tests of hooks. They are the examples of the set.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Value, json};

use super::feature::{Feature, Part, Sources};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Expr, Kind};

/// The functions that make payloads and try hooks.
pub const FEATURE: Feature = Feature {
    name: "samples",
    needs: &["runtime", "outcomes"],
    types: &[],
    tables: &["tools"],
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
    /// The values of each tool, by column of the table.
    tools: IndexMap<String, IndexMap<String, Value>>,
}

/// The sample of an event.
#[derive(Debug, Serialize)]
struct Event {
    input: Value,
    /// The fields whose type follows from the tool, each with its column.
    columns: IndexMap<String, String>,
}

impl Part for Samples {
    fn data(&self) -> Value {
        json!(self)
    }
}

fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let mut found = Diagnostics::default();
    let mut events = IndexMap::new();
    for event in &sources.catalogue.events {
        match example(sources, &event.input) {
            Some(input) => {
                events.insert(event.name.clone(), Event { input, columns: columns(sources.contract, &event.input) });
            }
            None => found.push(missing(sources, &event.input).at(sources.catalogue.place(&event.at))),
        }
    }
    let mut tools = IndexMap::new();
    for row in sources.contract.tables.get(TOOLS).into_iter().flatten() {
        let mut values = IndexMap::new();
        for (column, name) in row.cells.iter().filter_map(|(column, name)| Some((column, name.as_ref()?))) {
            match example(sources, name) {
                Some(value) => drop(values.insert(column.clone(), value)),
                None => found.push(missing(sources, name)),
            }
        }
        tools.insert(row.name.clone(), values);
    }
    found.or(())?;
    Ok(Box::new(Samples { events, tools }))
}

fn example(sources: &Sources<'_>, type_name: &str) -> Option<Value> {
    let all = || sources.set.examples.iter().filter(|it| it.valid && it.type_name == type_name);
    let found = all().find(|it| it.scenario == SCENARIO).or_else(|| all().next());
    found.map(|it| it.file.value.clone())
}

fn missing(sources: &Sources<'_>, type_name: &str) -> Diagnostic {
    let folder = sources.set.file.files.examples.as_deref().unwrap_or("examples");
    Diagnostic::error(Code::Feature, format!("`{type_name}` has no valid example"))
        .because("the feature `samples` shows it to people who test their hooks")
        .instead(format!("write `{folder}/{type_name}/valid/{SCENARIO}.json`"))
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
