//! Vectors: payloads with the type that they are validated as, from the repository or from a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use hookwire_harness::Root;

/// A question for every binding.
#[derive(Debug, Clone)]
pub struct Vector {
    /// Its name in every report.
    pub id: String,
    /// The type's name.
    pub of: String,
    /// The line of JSON that a binding reads.
    pub line: String,
}

impl Vector {
    /// Creates a vector that validates a payload as a type.
    pub fn new(id: impl Into<String>, of: impl Into<String>, payload: &Value) -> Self {
        let (id, of) = (id.into(), of.into());
        let line = json!({"id": id, "type": of, "payload": payload}).to_string();
        Self { id, of, line }
    }

    /// Returns the same vector, validated for an older host.
    pub fn for_host(self, host: &str) -> Result<Self, String> {
        self.with("host", host)
    }

    /// Returns the same vector, validated for a tool.
    pub fn for_tool(self, tool: &str) -> Result<Self, String> {
        self.with("tool", tool)
    }

    /// Returns the same vector, validated under a profile.
    pub fn under(self, profile: &str) -> Result<Self, String> {
        self.with("profile", profile)
    }

    fn with(self, key: &str, value: &str) -> Result<Self, String> {
        let mut line = self.parsed()?;
        line[key] = json!(value);
        Ok(Self { line: line.to_string(), ..self })
    }

    /// Returns the same vector with another payload, for the same host, tool and profile.
    pub fn of_payload(&self, payload: &Value) -> Result<Self, String> {
        let mut line = self.parsed()?;
        line["payload"] = payload.clone();
        Ok(Self { line: line.to_string(), ..self.clone() })
    }

    /// Returns the payload. Fails for a document, and for a line that this reader cannot parse.
    pub fn payload(&self) -> Result<Value, String> {
        self.parsed()?.get_mut("payload").map(Value::take).ok_or_else(|| format!("{} has no payload", self.id))
    }

    fn parsed(&self) -> Result<Value, String> {
        serde_json::from_str(&self.line).map_err(|error| format!("{}: {error}", self.id))
    }
}

/// A vector with its recorded verdicts, for comparison and as the source of mutants.
#[derive(Debug, Clone)]
pub struct Seed {
    /// The vector.
    pub vector: Vector,
    /// The payload of the vector, for mutants.
    pub payload: Value,
    /// The recorded verdict of the schemas.
    pub verdict: Option<bool>,
    /// The recorded verdict of the host.
    pub host: Option<bool>,
    /// The recorded strict verdict: the host drops no part of the payload.
    pub strict: Option<bool>,
    /// The tool that it is validated for.
    pub tool: Option<String>,
    /// The recorded verdict under a profile.
    pub under: Option<Under>,
}

/// The verdict under a profile.
#[derive(Debug, Clone)]
pub struct Under {
    /// The profile.
    pub profile: String,
    /// True if the payload conforms.
    pub verdict: bool,
    /// Pointer and code of each problem, in the order of problems.
    pub wrong: Vec<[String; 2]>,
}

impl Seed {
    /// Creates a seed without recorded verdicts.
    pub fn new(vector: Vector, payload: Value) -> Self {
        Self { vector, payload, verdict: None, host: None, strict: None, tool: None, under: None }
    }

    /// Creates a seed that conforms.
    #[cfg(test)]
    pub fn valid(vector: Vector, payload: Value) -> Self {
        Self { verdict: Some(true), ..Self::new(vector, payload) }
    }

    /// Returns true if the recorded verdict is that the payload conforms, by itself or under its profile.
    pub fn conforms(&self) -> bool {
        self.verdict.or(self.under.as_ref().map(|it| it.verdict)) == Some(true)
    }
}

/// Reads every example of the schemas, in the order of their names.
pub fn examples(root: &Root) -> Result<Vec<Seed>, String> {
    let folder = root.path("schemas/examples");
    let seed = |it: Example| {
        let vector = Vector::new(format!("example/{}", it.name), &it.of, &it.payload);
        Seed { verdict: Some(it.is_valid), ..Seed::new(vector, it.payload) }
    };
    Ok(examples_in(&folder)?.into_iter().map(seed).collect())
}

/// Reads every example of the profiles.
pub fn of_profiles(root: &Root) -> Result<Vec<Seed>, String> {
    let mut seeds = Vec::new();
    for profile in profiles(root)? {
        for it in examples_in(&root.path(&format!("schemas/profiles/{profile}/examples")))? {
            let vector = Vector::new(format!("profile/{profile}/{}", it.name), &it.of, &it.payload).under(&profile)?;
            let under = Under { profile: profile.clone(), verdict: it.is_valid, wrong: it.wrong };
            seeds.push(Seed { under: Some(under), ..Seed::new(vector, it.payload) });
        }
    }
    Ok(seeds)
}

/// Returns the names of the profiles.
pub fn profiles(root: &Root) -> Result<Vec<String>, String> {
    let folder = root.path("schemas/profiles");
    if folder.exists() { listed(&folder) } else { Ok(Vec::new()) }
}

/// An example, as read from the file of its type.
struct Example {
    /// Type, kind and scenario, separated by `/`.
    name: String,
    of: String,
    is_valid: bool,
    payload: Value,
    /// Pointer and code of each expected problem.
    wrong: Vec<[String; 2]>,
}

/// Reads the examples of a folder, in the order of their names.
fn examples_in(folder: &Path) -> Result<Vec<Example>, String> {
    let mut found = Vec::new();
    for file in listed(folder)? {
        let Some(of) = file.strip_suffix(".json") else { continue };
        let kinds: BTreeMap<String, BTreeMap<String, Value>> = read_json(&folder.join(&file))?;
        for (kind, examples) in kinds {
            for (scenario, mut example) in examples {
                found.push(Example {
                    name: format!("{of}/{kind}/{scenario}"),
                    of: of.to_owned(),
                    is_valid: kind == "valid",
                    wrong: expected(&example),
                    payload: example["value"].take(),
                });
            }
        }
    }
    Ok(found)
}

/// Returns pointer and code of the problems that an example lists, sorted.
fn expected(example: &Value) -> Vec<[String; 2]> {
    let problems = example["problems"].as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut wrong: Vec<[String; 2]> = problems.map(|it| [text(&it["pointer"]), text(&it["code"])]).collect();
    wrong.sort();
    wrong
}

/// Returns the sorted names in a folder.
fn listed(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?;
    let names = entries.map(|entry| entry.map(|it| it.file_name().to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect::<Result<_, _>>().map_err(failed)?;
    names.sort();
    Ok(names)
}

/// A line of the corpus.
#[derive(Deserialize)]
struct Found {
    id: String,
    event: String,
    direction: Direction,
    payload: Value,
    verdict_lenient: bool,
    verdict_strict: bool,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Input,
    Output,
}

impl Direction {
    /// Returns the type of an event's payloads. For `(none)` and `(unknown)`, it is the union over all events.
    fn of(self, event: &str) -> String {
        let event = if event.starts_with('(') { "Hook" } else { event };
        format!("{event}{}", if self == Self::Input { "Input" } else { "Output" })
    }
}

/// Reads the corpus. The schemas' verdict is the lenient one for an input, and the strict one for an output. The
/// lenient verdict on an output is the host's.
pub fn corpus(root: &Root) -> Result<Vec<Seed>, String> {
    let lines: Vec<Found> = read_lines(&root.path("tests/conform/corpus.jsonl"))?;
    let seed = |it: Found| {
        let vector = Vector::new(it.id, it.direction.of(&it.event), &it.payload);
        let (verdict, host) = match it.direction {
            Direction::Input => (it.verdict_lenient, None),
            Direction::Output => (it.verdict_strict, Some(it.verdict_lenient)),
        };
        Seed { verdict: Some(verdict), host, strict: host.map(|_| verdict), ..Seed::new(vector, it.payload) }
    };
    Ok(lines.into_iter().map(seed).collect())
}

/// A payload with all recorded verdicts of a validator, for the newest host or an older one.
#[derive(Deserialize)]
struct RecordedVector {
    id: String,
    r#type: String,
    host: Option<String>,
    payload: Value,
    verdict: bool,
    accepted: bool,
    strict: bool,
}

/// Reads the payloads that are validated for older hosts.
pub fn older(root: &Root) -> Result<Vec<Seed>, String> {
    recorded(root, "tests/conform/hosts.jsonl")
}

/// Reads the payloads with strings that match their format, or do not.
pub fn formats(root: &Root) -> Result<Vec<Seed>, String> {
    recorded(root, "tests/conform/formats.jsonl")
}

fn recorded(root: &Root, file: &str) -> Result<Vec<Seed>, String> {
    let lines: Vec<RecordedVector> = read_lines(&root.path(file))?;
    let seed = |it: RecordedVector| {
        let vector = Vector::new(it.id, it.r#type, &it.payload);
        let vector = match &it.host {
            Some(host) => vector.for_host(host)?,
            None => vector,
        };
        let (host, strict) = (Some(it.accepted), Some(it.strict));
        Ok(Seed { verdict: Some(it.verdict), host, strict, ..Seed::new(vector, it.payload) })
    };
    lines.into_iter().map(seed).collect()
}

/// A line of a file of vectors that the user passes.
#[derive(Deserialize)]
struct ExternalVector {
    id: String,
    r#type: Option<String>,
    event: Option<String>,
    direction: Option<Direction>,
    payload: Box<RawValue>,
    host: Option<String>,
    tool: Option<String>,
    profile: Option<String>,
}

impl ExternalVector {
    fn vector(self) -> Result<Vector, String> {
        let of = match (self.r#type, self.direction) {
            (Some(name), _) => name,
            (None, Some(direction)) => direction.of(self.event.as_deref().unwrap_or("(none)")),
            (None, None) => return Err(format!("{}: neither a type nor a direction", self.id)),
        };
        let (host, tool, profile) = (self.host.as_deref(), self.tool.as_deref(), self.profile.as_deref());
        let line = Line { id: &self.id, r#type: &of, host, tool, profile, payload: &self.payload };
        let line = serde_json::to_string(&line).map_err(|error| format!("{}: {error}", self.id))?;
        Ok(Vector { id: self.id, of, line })
    }
}

/// A line for the bindings. The payload keeps its original text, so that only the bindings parse it.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    r#type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'a str>,
    payload: &'a RawValue,
}

/// Reads the vectors of a file, one a line. Fails on an unknown type.
pub fn from_file(root: &Root, path: &Path) -> Result<Vec<Vector>, String> {
    let bundle = bundle(root)?;
    let known = |vector: Vector| match bundle["$defs"].get(&vector.of) {
        Some(_) => Ok(vector),
        None => Err(format!("{}: there is no type {}", vector.id, vector.of)),
    };
    read_lines::<ExternalVector>(path)?.into_iter().map(|external| external.vector().and_then(known)).collect()
}

/// Returns every version of the host that the catalogue names, once each.
pub fn versions(root: &Root) -> Result<Vec<String>, String> {
    fn collect(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, inner)| match inner {
                Value::String(text) if key == "version" || key == "after" => drop(found.insert(text.clone())),
                inner => collect(inner, found),
            }),
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    collect(&read_json(&root.path("schemas/events.json"))?, &mut found);
    Ok(found.into_iter().collect())
}

/// Returns every name and alias in the table of tools, a name for each prefix, and an unknown name.
pub fn tools(root: &Root) -> Result<Vec<String>, String> {
    let table: Value = read_json(&root.path("schemas/tools.json"))?;
    let rows = table["rows"].as_array().into_iter().flatten();
    let names = rows.flat_map(|row| {
        let aliases = row["aliases"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
        let own = match (row["prefix"].as_str(), row["name"].as_str()) {
            (Some(prefix), _) => Some(format!("{prefix}lorem__ipsum")),
            (None, name) => name.map(str::to_owned),
        };
        own.into_iter().chain(aliases).collect::<Vec<_>>()
    });
    Ok(names.chain(["ToolOfNobody".to_owned()]).collect())
}

/// Returns the names of all events.
pub fn events(root: &Root) -> Result<Vec<String>, String> {
    let catalogue: Value = read_json(&root.path("schemas/events.json"))?;
    let events = catalogue["events"].as_array().into_iter().flatten();
    Ok(events.filter_map(|event| event["name"].as_str()).map(str::to_owned).collect())
}

/// Returns the names of the events that read a matcher.
pub fn events_with_matchers(root: &Root) -> Result<Vec<String>, String> {
    let catalogue: Value = read_json(&root.path("schemas/events.json"))?;
    let events = catalogue["events"].as_array().into_iter().flatten().filter(|event| event["matcher"].is_object());
    Ok(events.filter_map(|event| event["name"].as_str()).map(str::to_owned).collect())
}

/// Reads the bundle of all schemas.
pub fn bundle(root: &Root) -> Result<Value, String> {
    read_json(&root.path("generated/schemas/bundle.schema.json"))
}

/// Parses a JSON file.
pub fn read_json<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the inputs that the real host sent, as they are in tests/observed, each with an id.
pub fn observed(root: &Root) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    let folder = root.path("tests/observed");
    for version in listed(&folder)? {
        let inputs = folder.join(&version).join("inputs");
        for name in if inputs.is_dir() { listed(&inputs)? } else { Vec::new() } {
            let file = inputs.join(&name);
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let id = |at: usize| format!("observed/{version}/{name}/{}", at + 1);
            found.extend(text.lines().enumerate().map(|(at, line)| (id(at), line.to_owned())));
        }
    }
    if found.is_empty() { Err("tests/observed has no inputs".to_owned()) } else { Ok(found) }
}

/// Parses a file of JSON lines. Skips blank lines.
pub fn read_lines<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(at, line)| {
        serde_json::from_str(line).map_err(|error| format!("{}, line {}: {error}", path.display(), at + 1))
    };
    lines.map(read).collect()
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    fn external(line: &str) -> Result<Vector, String> {
        serde_json::from_str::<ExternalVector>(line).map_err(|error| error.to_string())?.vector()
    }

    #[test]
    fn a_type_is_named_or_follows_from_event_and_direction() {
        let of = |line| external(line).map(|vector| vector.of);
        assert_eq!(of(r#"{"id": "1", "type": "PermissionUpdate", "payload": 1}"#).as_deref(), Ok("PermissionUpdate"));
        assert_eq!(
            of(r#"{"id": "1", "event": "Stop", "direction": "input", "payload": 1}"#).as_deref(),
            Ok("StopInput")
        );
        assert_eq!(of(r#"{"id": "1", "direction": "output", "payload": 1}"#).as_deref(), Ok("HookOutput"));
        assert!(of(r#"{"id": "1", "event": "Stop", "payload": 1}"#).is_err());
    }

    #[test]
    fn a_payload_goes_on_as_it_is_written() {
        let vector = external(r#"{"id": "}", "type": "T", "payload": {"a": 1.10, "a": 1e400}}"#).expect("a vector");
        assert_eq!(vector.line, r#"{"id":"}","type":"T","payload":{"a": 1.10, "a": 1e400}}"#);
    }
}
