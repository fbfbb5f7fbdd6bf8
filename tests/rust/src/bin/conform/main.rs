//! The crate as a binding of `cargo xtask conform`: its validator, its types and its readers. tests/conform/README.md
//! documents its input and output.

mod matches;
mod outcomes;
mod read;
mod commands;
mod selections;
mod validator;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use hookwire::problems::{Problem, ProblemSeverity};
use hookwire::read::{FromJson, from_value, read_json};
use hookwire::validate::{Target, validate};
use hookwire::{Context, HookEvent, ProfileName};
use hookwire_user::binding::{answer_all, same};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// Returns true if serde reads a value, and its text if there is one, as the type. Returns an error if the crate
/// contradicts itself.
type Validate = fn(Option<&RawValue>, &Value) -> Result<bool, String>;

include!(concat!(env!("OUT_DIR"), "/all_types.rs"));

/// A line of the harness: a payload, or the bytes of a document.
#[derive(Deserialize)]
struct Vector<'a> {
    id: String,
    r#type: String,
    #[serde(borrow, default, deserialize_with = "there")]
    payload: Option<&'a RawValue>,
    file: Option<PathBuf>,
    host: Option<String>,
    tool: Option<String>,
    profile: Option<String>,
}

/// Distinguishes a payload of `null` from a missing one.
fn there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// The answer to a vector.
#[derive(Serialize)]
struct Answer {
    id: String,
    verdict: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    said: Said,
}

/// The rest of the answer.
#[derive(Serialize)]
#[serde(untagged)]
enum Said {
    Validated(Validated),
    Read(read::Reading),
    Replied(validator::Replied),
    Matched(matches::Said),
    Interpreted(outcomes::Said),
    Selected(selections::Said),
    Line(commands::Said),
}

/// The validator's result for the requested host.
#[derive(Serialize)]
struct Validated {
    /// True if the host accepts the payload.
    host: bool,
    /// True if the host also uses all of it.
    strict: bool,
    /// True if the newest host uses all of it under the requested profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    under: Option<bool>,
    problems: Vec<Problem>,
}

/// The keys of a line that requests something other than a verdict.
#[derive(Deserialize)]
struct Peek {
    hooks: Option<IgnoredAny>,
    read: Option<read::Side>,
    severity: Option<IgnoredAny>,
    select: Option<IgnoredAny>,
    commands: Option<IgnoredAny>,
    r#match: Option<IgnoredAny>,
    value_of: Option<IgnoredAny>,
}

/// Checks that an accepted payload comes back equal, and that its text and its value are read alike.
fn typed<T: DeserializeOwned + Serialize + FromJson>(text: Option<&RawValue>, value: &Value) -> Result<bool, String> {
    let from_value = from_value::<T>(value.clone());
    let from_text = text.map(|text| serde_json::from_str::<T>(text.get())).transpose();
    match (from_text, from_value) {
        (Ok(one), Ok(other)) => one.iter().chain([&other]).try_for_each(|it| gives_back(it, value)).map(|()| true),
        (Ok(None) | Err(_), Err(_)) => Ok(false),
        (Ok(Some(_)), Err(problem)) => Err(format!("reads the text but not the value: {problem}")),
        (Err(error), Ok(_)) => Err(format!("reads the value but not the text: {error}")),
    }
}

fn gives_back<T: Serialize>(read: &T, value: &Value) -> Result<(), String> {
    let written = serde_json::to_value(read).map_err(|error| error.to_string())?;
    if same(&written, value) { Ok(()) } else { Err(format!("gives back {written}")) }
}

fn answer(line: &str) -> Result<Answer, String> {
    let failed = |error: serde_json::Error| format!("{error}: {line}");
    match serde_json::from_str(line).map_err(failed)? {
        Peek { hooks: Some(_), .. } => outcomes::answer(serde_json::from_str(line).map_err(failed)?),
        Peek { read: Some(_), .. } => read::answer(serde_json::from_str(line).map_err(failed)?),
        Peek { severity: Some(_), .. } => validator::answer(serde_json::from_str(line).map_err(failed)?),
        Peek { select: Some(_), .. } => selections::answer(serde_json::from_str(line).map_err(failed)?),
        Peek { commands: Some(_), .. } => commands::answer(serde_json::from_str(line).map_err(failed)?),
        Peek { r#match: None, value_of: None, .. } => validated(serde_json::from_str(line).map_err(failed)?),
        Peek { .. } => matches::answer(serde_json::from_str(line).map_err(failed)?),
    }
}

fn validated(vector: Vector<'_>) -> Result<Answer, String> {
    let text = match (&vector.payload, &vector.file) {
        (Some(payload), _) => payload.get().as_bytes().to_vec(),
        (None, Some(file)) => fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?,
        (None, None) => return Err(format!("{} has no payload", vector.id)),
    };
    let newest = Target::named(&vector.r#type).map_err(|error| error.to_string())?;
    let asked = context(vector.host.as_deref(), vector.tool.as_deref(), vector.profile.as_deref())?;
    let under = context(None, Some(""), vector.profile.as_deref())?;
    let (verdict, error, problems, conforming) = match read_json(&text) {
        Ok(value) => {
            // The verdict is for the newest host and no tool, because the types are.
            let verdict = conforms(&validate(&value, &newest, &Context::new().with_tool("")));
            let error = contradiction(verdict, newest.name(), vector.payload, &value)?;
            let conforming = vector.profile.as_ref().map(|_| conforms(&validate(&value, &newest, &under)));
            (verdict, error, validate(&value, &newest, &asked), conforming)
        }
        Err(error) => (false, None, error.into_problems(), vector.profile.as_ref().map(|_| false)),
    };
    Ok(Answer { id: vector.id, verdict, error, said: Said::Validated(Validated::of(problems, conforming)) })
}

/// Returns the context of these names.
pub fn context(host: Option<&str>, tool: Option<&str>, profile: Option<&str>) -> Result<Context, String> {
    let mut context = Context::new();
    if let Some(version) = host {
        context = context.with_host(version.parse().map_err(|error| format!("{version}: {error}"))?);
    }
    if let Some(name) = tool {
        context = context.with_tool(name);
    }
    if let Some(name) = profile {
        context = context.with_profile(name.parse::<ProfileName>().map_err(|error| error.to_string())?);
    }
    Ok(context)
}

/// Returns the event of this name.
pub fn event(name: &str) -> Result<HookEvent, String> {
    name.parse().map_err(|error: hookwire::UnknownName| error.to_string())
}

impl Validated {
    fn of(problems: Vec<Problem>, under: Option<bool>) -> Self {
        Self { host: !has(REFUSED, &problems), strict: conforms(&problems), under, problems }
    }
}

const REFUSED: &[ProblemSeverity] = &[ProblemSeverity::Rejected, ProblemSeverity::Mismatch];

fn has(severities: &[ProblemSeverity], problems: &[Problem]) -> bool {
    problems.iter().any(|it| severities.contains(&it.severity))
}

/// Returns true if nothing is rejected or ignored.
fn conforms(problems: &[Problem]) -> bool {
    !has(REFUSED, problems) && !has(&[ProblemSeverity::Ignored], problems)
}

/// Returns the contradiction between the types and the validator, if there is one.
fn contradiction(verdict: bool, name: &str, text: Option<&RawValue>, value: &Value) -> Result<Option<String>, String> {
    let at = TYPES.binary_search_by(|(known, _)| (*known).cmp(name));
    let (_, typed) = TYPES[at.map_err(|_| format!("there is no schema of {name}"))?];
    Ok(match typed(text, value) {
        Ok(read) if read == verdict => None,
        Ok(true) => Some("the type takes what the validator refuses".to_owned()),
        Ok(false) => Some("the type refuses what the validator takes".to_owned()),
        Err(error) => Some(error),
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    answer_all(answer, |it| (it.id, it.verdict))
}
