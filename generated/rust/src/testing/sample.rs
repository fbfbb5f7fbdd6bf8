//! Makes payloads.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use serde_json::{Map, Value};

use super::data::{EVENTS, TOOLS};
use super::words::said;
use crate::context::Context;
use crate::event::HookEvent;
use crate::json::UnknownName;
use crate::plain::Plain;
use crate::shown::shown_lines;
use crate::validation::data::{TABLES, types_of};
use crate::validation::plan::{Kind, Others, Row, Struct, Table, Type, find, names};
use crate::validation::{HostVersion, InvalidVersion, Target, validate};
use crate::wire::{ARGUMENTS_KEY, TOOL_KEY};

/// Starts a payload as the host would write it, for tests.
///
/// The payload is complete: change what the test is about, and call [`build`](Sample::build). Events about a tool are about
/// `Bash`, unless you set another [`tool`](Sample::tool).
///
/// # Examples
/// ```
/// use hookwire::testing::sample;
///
/// let payload = sample("PreToolUse").tool("Bash").with("command", "rm -rf /").build()?;
/// assert_eq!(payload["tool_input"]["command"], "rm -rf /");
/// # Ok::<(), hookwire::testing::SampleError>(())
/// ```
#[must_use]
pub fn sample(event: impl Into<String>) -> Sample {
    Sample { event: event.into(), tool: None, host: None, values: Vec::new() }
}

/// A payload that is being made. [`sample`] starts one.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    event: String,
    tool: Option<String>,
    host: Option<String>,
    values: Vec<(String, Value)>,
}

impl Sample {
    /// Sets the tool, and with it the arguments and the result. The event must be about a tool.
    #[must_use]
    pub fn tool(mut self, name: impl Into<String>) -> Self {
        self.tool = Some(name.into());
        self
    }

    /// Sets the version of the host: the payload has no field that is newer. Without it, the host is the newest one.
    #[must_use]
    pub fn host(mut self, version: impl Into<String>) -> Self {
        self.host = Some(version.into());
        self
    }

    /// Sets a field of the input, or an argument of the tool: `.with("command", "ls")`. A field comes first.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.values.push((name.into(), value.into()));
        self
    }

    /// Returns the payload.
    ///
    /// # Errors
    /// The event, the tool, a field or an argument is unknown, or newer than the host. Or a value is wrong, the event is not
    /// about a tool, or the host is not a version.
    pub fn build(&self) -> Result<Value, SampleError> {
        let event = self.known_event()?;
        let fields = fields_of(types_of(event).input);
        let mut of = json_of(EVENTS, event.as_str());
        let mut payload = taken(&mut of, "input");
        let columns = taken(&mut of, "columns");
        if let Some(tool) = &self.tool {
            if !fields.is_some_and(|it| it.knows(TOOL_KEY)) {
                return Err(SampleError(format!("`{event}` is not about a tool")));
            }
            set_tool(&mut payload, tool, &columns)?;
        }
        for (name, value) in &self.values {
            set(&mut payload, event, fields, (name, value))?;
        }
        let mut payload = Value::Object(payload);
        validated(event, &payload)?;
        if let Some(host) = &self.host {
            let host = host.parse().map_err(|error: InvalidVersion| SampleError(error.to_string()))?;
            self.leave_out(&mut payload, &of, &columns, &host)?;
        }
        Ok(payload)
    }

    /// Leaves out the fields that are newer than a host. It is an error if one was asked for, or if the event or the tool is
    /// newer.
    fn leave_out(
        &self,
        payload: &mut Value,
        of: &Map<String, Value>,
        columns: &Map<String, Value>,
        host: &HostVersion,
    ) -> Result<(), SampleError> {
        refuse_newer(&format!("the event `{}`", self.event), of.get("since"), host)?;
        if let Some(tool) = payload.get(TOOL_KEY).and_then(Value::as_str).map(str::to_owned) {
            let of_tool = json_of(TOOLS, row(&tool)?.name);
            refuse_newer(&format!("the tool `{tool}`"), of_tool.get("since"), host)?;
            for (field, column) in columns {
                let newer = column.as_str().and_then(|column| of_tool.get("newer")?.get(column));
                self.leave_out_of(payload.get_mut(field), newer, host)?;
            }
        }
        self.leave_out_of(Some(payload), of.get("newer"), host)
    }

    fn leave_out_of(
        &self,
        value: Option<&mut Value>,
        newer: Option<&Value>,
        host: &HostVersion,
    ) -> Result<(), SampleError> {
        let Some(Value::Object(value)) = value else { return Ok(()) };
        for (name, since) in newer.and_then(Value::as_object).into_iter().flatten() {
            if value.contains_key(name) && newer_than(since, host).is_some() {
                if self.values.iter().any(|(asked, _)| asked == name) {
                    refuse_newer(&format!("`{name}`"), Some(since), host)?;
                }
                value.remove(name);
            }
        }
        Ok(())
    }

    fn known_event(&self) -> Result<HookEvent, SampleError> {
        let unknown = |_| SampleError::unknown("event", &self.event, names(EVENTS));
        self.event.parse().map_err(unknown)
    }
}

/// The error for a payload that the host would not write. Its message lists the reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleError(String);

impl SampleError {
    fn unknown(what: &str, name: &str, names: impl IntoIterator<Item = &'static str>) -> Self {
        Self(UnknownName::new(what, name, names).to_string())
    }

    /// Creates the error about a name that is not one of a few. It has the nearest one, or all.
    fn not_among(what: &str, name: &str, fields: Option<&'static Struct>) -> Self {
        let Self(unknown) = Self::unknown(what, name, field_names(fields));
        if unknown.ends_with('?') {
            return Self(unknown);
        }
        let every: Vec<String> = field_names(fields).map(|it| format!("`{it}`")).collect();
        Self(said("names", &[("unknown", &unknown), ("names", &every.join(", "))]))
    }
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown_lines(&self.0))
    }
}

impl Error for SampleError {}

/// A payload to try a hook with: a [`Sample`], or the JSON of an input.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a payload",
    label = "a payload is a `Sample` or a `serde_json::Value`"
)]
pub trait Payload {
    /// Returns the payload as JSON.
    ///
    /// # Errors
    /// It is a sample that cannot be built.
    fn json(&self) -> Result<Cow<'_, Value>, SampleError>;
}

impl Payload for Value {
    fn json(&self) -> Result<Cow<'_, Value>, SampleError> {
        Ok(Cow::Borrowed(self))
    }
}

impl Payload for Sample {
    fn json(&self) -> Result<Cow<'_, Value>, SampleError> {
        self.build().map(Cow::Owned)
    }
}

impl<P: Payload + ?Sized> Payload for &P {
    fn json(&self) -> Result<Cow<'_, Value>, SampleError> {
        (**self).json()
    }
}

/// Sets a field or an argument.
fn set(
    payload: &mut Map<String, Value>,
    event: HookEvent,
    fields: Option<&'static Struct>,
    (name, value): (&str, &Value),
) -> Result<(), SampleError> {
    if fields.is_some_and(|it| it.knows(name)) {
        payload.insert(name.to_owned(), value.clone());
        return Ok(());
    }
    let tool = payload.get(TOOL_KEY).and_then(Value::as_str).unwrap_or_default().to_owned();
    let Some(Value::Object(arguments)) = payload.get_mut(ARGUMENTS_KEY) else {
        return Err(SampleError::not_among(&format!("field of `{event}`"), name, fields));
    };
    check_argument(&tool, name)?;
    arguments.insert(name.to_owned(), value.clone());
    Ok(())
}

/// Sets the tool, and the fields that follow from it.
fn set_tool(payload: &mut Map<String, Value>, tool: &str, columns: &Map<String, Value>) -> Result<(), SampleError> {
    let of = taken(&mut json_of(TOOLS, row(tool)?.name), "values");
    payload.insert(TOOL_KEY.to_owned(), tool.into());
    for (field, column) in columns {
        let value = column.as_str().and_then(|column| of.get(column)).cloned();
        payload.insert(field.clone(), value.unwrap_or_else(|| Map::new().into()));
    }
    Ok(())
}

/// Returns the first version with something, if a host is certainly older: than that version, or as old as the newest one
/// that is known not to have it.
fn newer_than<'s>(since: &'s Value, host: &HostVersion) -> Option<&'s str> {
    let version = |at: usize| since.get(at)?.as_str()?.parse::<HostVersion>().ok();
    let is_newer = version(1).map_or_else(|| Some(*host < version(0)?), |after| Some(*host <= after))?;
    since.get(0)?.as_str().filter(|_| is_newer)
}

fn refuse_newer(what: &str, since: Option<&Value>, host: &HostVersion) -> Result<(), SampleError> {
    let Some(since) = since.and_then(|since| newer_than(since, host)) else { return Ok(()) };
    Err(SampleError(said("newer", &[("what", what), ("since", since)])))
}

/// Returns the row of a tool.
fn row(tool: &str) -> Result<&'static Row, SampleError> {
    let table = find(TABLES, "tools");
    let known = || table.into_iter().flat_map(|it: &Table| names(it.names));
    table.and_then(|it| it.row(tool)).ok_or_else(|| SampleError::unknown("tool", tool, known()))
}

/// Checks that a tool has an argument.
fn check_argument(tool: &str, name: &str) -> Result<(), SampleError> {
    let Some(arguments) = find(row(tool)?.types, "input").and_then(|it| fields_of(it)) else { return Ok(()) };
    if arguments.keys == Others::Free || arguments.fields.is_empty() || arguments.knows(name) {
        return Ok(());
    }
    Err(SampleError::not_among(&format!("argument of `{tool}`"), name, Some(arguments)))
}

/// Checks that the host would write a payload.
fn validated(event: HookEvent, payload: &Value) -> Result<(), SampleError> {
    let problems = validate(payload, &Target::input(event), &Context::new().with_input(payload.clone()));
    if problems.is_empty() {
        return Ok(());
    }
    let texts: Vec<String> = problems.iter().map(|it| format!("{}: {}", it.pointer, it.message)).collect();
    Err(SampleError(texts.join(" ")))
}

/// Returns the fields of a type that is an object with known fields.
fn fields_of(of: &'static Type) -> Option<&'static Struct> {
    let mut kind = &of.kind;
    while let Kind::Asserted(asserted) = kind {
        kind = asserted.inner;
    }
    if let Kind::Struct(it) = kind { Some(it) } else { None }
}

fn field_names(of: Option<&'static Struct>) -> impl Iterator<Item = &'static str> {
    of.into_iter().flat_map(|it| it.fields).map(|field| field.name)
}

/// Returns the object of a name in the data.
fn json_of(data: &[(&'static str, &str)], name: &str) -> Map<String, Value> {
    let text = find(data, name).copied().unwrap_or("{}");
    object(serde_json::from_str::<Plain>(text).map(|it| it.0).unwrap_or_default())
}

fn taken(of: &mut Map<String, Value>, key: &str) -> Map<String, Value> {
    object(of.remove(key).unwrap_or_default())
}

fn object(value: Value) -> Map<String, Value> {
    if let Value::Object(map) = value { map } else { Map::new() }
}
