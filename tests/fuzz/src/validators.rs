//! Passes any payload to every function of the crate that reads foreign data: nothing may panic, and the results must
//! agree.

use std::collections::BTreeSet;

use hookwire::host::{ModelAnswer, read_prompt_reply, read_transcript};
use hookwire::problems::{Problem, ProblemSeverity};
use hookwire::read::{from_value, read_json, read_reply};
use hookwire::settings::{matcher_value, matches};
use hookwire::validate::{
    ContractType, Target, ValidationResult, ValidationSeverity, parse, validate, validator_reply,
};
use hookwire::{
    Context, Handler, HookEvent, HookInput, HookOutput, HostVersion, Input, ProfileName, host, read_input, settings,
};
use serde_json::Value;

use super::bundle;

/// Passes a bundle to the crate. Its first file has the arguments (an object with `type`, `event`, `host`, `tool`,
/// `profile`, `handler`, `model`, `matcher`, `value`); each other file is a payload.
///
/// # Panics
/// A function of the crate panics, or two of them contradict each other.
pub fn validators(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let files = bundle::files(&text);
    let Some(((_, asked), payloads)) = files.split_first() else { return };
    let asked = Asked(serde_json::from_str(asked).unwrap_or_default());
    matchers(&asked);
    for (_, payload) in payloads {
        read(payload.as_bytes(), &asked);
        if let Ok(payload) = read_json(payload.as_bytes()) {
            validated(&payload, &asked);
        }
    }
    // Bytes that are not UTF-8 go to the readers unchanged.
    read(data, &asked);
}

struct Asked(Value);

impl Asked {
    fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_str()
    }

    fn parsed<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        self.text(key)?.parse().ok()
    }

    fn event(&self) -> HookEvent {
        self.parsed("event").unwrap_or(HookEvent::ALL[0])
    }

    fn known_event(&self) -> Option<HookEvent> {
        self.text("event").map(|_| self.event())
    }

    /// Returns the context, with the handler under this key.
    fn context(&self, handler: &str) -> Context {
        let context = self.parsed::<HostVersion>("host").into_iter().fold(Context::new(), Context::with_host);
        let context = self.parsed::<Handler>(handler).into_iter().fold(context, Context::with_handler);
        let context = self.text("tool").into_iter().fold(context, Context::with_tool);
        self.parsed::<ProfileName>("profile").into_iter().fold(context, Context::with_profile)
    }
}

fn matchers(asked: &Asked) {
    let (event, matcher, value) = (asked.event(), asked.text("matcher"), asked.text("value"));
    let _ = matches(event, matcher, value, &Context::new());
    let _ = matches(event, matcher, value, &asked.context("handler"));
}

fn validated(payload: &Value, asked: &Asked) {
    let _ = matcher_value(payload);
    let named = asked.text("type").and_then(|name| Target::named(name).ok());
    let events = [Target::input(asked.event()), Target::output(asked.event())];
    for target in events.into_iter().chain(named) {
        reported(&validate(payload, &target, &Context::new()), payload);
        reported(&validate(payload, &target, &asked.context("handler")), payload);
    }
    typed::<HookInput>(payload);
    typed::<HookOutput>(payload);
    typed::<settings::HooksSettings>(payload);
    typed::<settings::HooksFrontmatter>(payload);
    typed::<host::PromptReply>(payload);
    if let Ok(result) = parse::<ValidationResult>(payload) {
        results(&result, asked);
    }
}

fn results(result: &ValidationResult, asked: &Asked) {
    for severity in ValidationSeverity::ALL {
        let made = validator_reply(result, *severity, asked.event(), asked.text("value"));
        let dialect = Context::new().with_profile(ProfileName::Validator);
        let problems = validate(&made.reply, &Target::output(asked.event()), &dialect);
        let refusing: Vec<_> = problems.iter().filter(|it| refuses(it)).collect();
        assert!(refusing.is_empty(), "the reply {} to {} has {refusing:?}", made.reply, asked.event());
    }
}

/// Checks that a type and the validation plan agree. The type of an input leaves the arguments of its tool open, so the plan is
/// asked about no tool.
fn typed<T: ContractType + serde::Serialize>(payload: &Value) {
    let problems: Vec<Problem> =
        validate(payload, &Target::named(T::NAME).expect("a type has its name"), &Context::new().with_tool(""));
    let is_refused = problems.iter().any(refuses);
    assert_eq!(parse::<T>(payload).is_err(), is_refused, "{}: {problems:?}", T::NAME);
    if is_refused {
        return;
    }
    let read: T = from_value(payload.clone()).unwrap_or_else(|mismatch| panic!("{}: {mismatch}", T::NAME));
    let again = serde_json::to_value(&read).expect("what was read can be written");
    assert!(from_value::<T>(again).is_ok(), "{}: what is written cannot be read", T::NAME);
}

fn read(bytes: &[u8], asked: &Asked) {
    match read_input(bytes, &asked.context("handler")) {
        Ok(reading) => reported(&reading.problems, &reading.payload),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            reported(error.problems(), error.payload().unwrap_or(&Value::Null));
        }
    }
    let reading = read_input(bytes, &Context::new()).ok();
    if let Some((Input::Known(known), problems)) = reading.as_ref().map(|it| (&it.input, &it.problems)) {
        let has_problems = validate_again(known).iter().any(refuses);
        assert!(!has_problems || problems.iter().any(refuses), "what is valid has problems: {known:?}");
    }
    let reply = read_reply(bytes, asked.known_event(), &asked.context("handler"));
    if let Some(payload) = &reply.reply {
        reported(&reply.problems, payload);
    }
    let answer = ModelAnswer::new(bytes);
    let answer = asked.text("stopped").into_iter().fold(answer, ModelAnswer::with_stop_reason);
    let reading = read_prompt_reply(answer, asked.known_event(), &asked.context("model"));
    let written = serde_json::to_value(&reading).expect("a reading can be written");
    let name = "PromptReading";
    let problems = Target::named(name).map(|it| validate(&written, &it, &Context::new())).unwrap_or_default();
    assert!(!problems.iter().any(refuses), "{written} is no {name}: {problems:?}");
    let mut transcript = read_transcript(bytes);
    let entries = transcript.by_ref().filter(Result::is_ok).count() as u64;
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').count() as u64;
    assert_eq!(entries + transcript.skipped_count(), lines, "a line is an entry or skipped");
}

/// Validates an input as its reader did, which does not validate the arguments of tools.
fn validate_again(input: &HookInput) -> Vec<Problem> {
    let payload = serde_json::to_value(input).expect("an input can be written");
    let target = Target::named("HookInput").expect("the union over all inputs");
    validate(&payload, &target, &Context::new().with_tool(""))
}

const fn refuses(problem: &Problem) -> bool {
    !matches!(problem.severity, ProblemSeverity::Inert | ProblemSeverity::Suspicious | ProblemSeverity::Deprecated)
}

/// Checks that problems are in order, unique for each place and code, and point to a value or a key of an object.
fn reported(problems: &[Problem], payload: &Value) {
    let keys: Vec<_> = problems.iter().map(|it| (it.severity, it.pointer.as_str(), it.code.as_str())).collect();
    assert!(keys.is_sorted(), "not in order: {keys:?}");
    let places: BTreeSet<_> = keys.iter().map(|(_, pointer, code)| (pointer, code)).collect();
    assert_eq!(places.len(), keys.len(), "not unique: {keys:?}");
    for problem in problems {
        assert!(!problem.message.is_empty(), "{problem:?}");
        assert!(leads_somewhere(&problem.pointer, payload), "{problem:?} leads nowhere in {payload}");
    }
}

fn leads_somewhere(pointer: &str, payload: &Value) -> bool {
    payload.pointer(pointer).is_some()
        || pointer.rsplit_once('/').is_some_and(|(parent, _)| payload.pointer(parent).is_some_and(Value::is_object))
}
