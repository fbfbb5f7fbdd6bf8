//! Passes any payload to every function of the crate that reads foreign data: nothing may panic, and the results must
//! agree.

use hookwire::{
    Event, Handler, Host, Input, ModelHandler, Problem, ProblemSeverity, Profile, PromptContext, ReplyContext, Target,
    ValidationResult, ValidationSeverity, from_value, matcher_value, matches, matches_for, parse, read_input,
    read_input_for, read_json, read_prompt_reply, read_reply, validate, validator_reply_with_reason,
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

    fn event(&self) -> Event {
        self.parsed("event").unwrap_or(Event::ALL[0])
    }
}

fn matchers(asked: &Asked) {
    let (event, matcher, value) = (asked.event(), asked.text("matcher"), asked.text("value"));
    let _ = matches(event, matcher, value);
    if let Some(host) = asked.parsed::<Host>("host") {
        let _ = matches_for(event, matcher, value, &host);
    }
}

fn validated(payload: &Value, asked: &Asked) {
    let _ = matcher_value(payload);
    let named = asked.text("type").and_then(|name| Target::named(name).ok());
    let events = [Target::input(asked.event()), Target::output(asked.event())];
    for target in events.into_iter().chain(named) {
        reported(&validate(payload, &target), payload);
        reported(&validate(payload, &asked.around(target)), payload);
    }
    typed::<hookwire::HookInput>(payload);
    typed::<hookwire::HookOutput>(payload);
    typed::<hookwire::HooksSettings>(payload);
    typed::<hookwire::HooksFrontmatter>(payload);
    typed::<hookwire::PromptReply>(payload);
    if let Ok(result) = parse::<ValidationResult>(payload) {
        results(&result, asked);
    }
}

impl Asked {
    fn around(&self, target: Target) -> Target {
        let target = self.parsed::<Host>("host").into_iter().fold(target, Target::for_host);
        let target = self.text("tool").into_iter().fold(target, Target::for_tool);
        self.parsed::<Profile>("profile").into_iter().fold(target, Target::for_profile)
    }
}

fn results(result: &ValidationResult, asked: &Asked) {
    for severity in ValidationSeverity::ALL {
        let reason = asked.text("value").unwrap_or_default();
        let made = validator_reply_with_reason(result, *severity, asked.event(), reason);
        let problems = validate(&made.reply, &Target::output(asked.event()).for_profile(Profile::Validator));
        let refusing: Vec<_> = problems.iter().filter(|it| refuses(it)).collect();
        assert!(refusing.is_empty(), "the reply {} to {} has {refusing:?}", made.reply, asked.event());
    }
}

/// Checks that a type and the validation plan agree.
fn typed<T: hookwire::ContractType + serde::Serialize>(payload: &Value) {
    let problems: Vec<Problem> = validate(payload, &Target::named(T::NAME).expect("a type has its name"));
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
    if let Ok(input) = read_input(bytes) {
        let payload = input.payload().cloned();
        if let Some(payload) = payload {
            reported(input.problems(), &payload);
        }
        if let Input::Known(known) = &input {
            assert!(!validate_again(known).iter().any(refuses), "what is known has problems: {known:?}");
        }
    }
    if let Some(host) = asked.parsed::<Host>("host") {
        let _ = read_input_for(bytes, &host);
    }
    let reply = read_reply(bytes, &asked.context());
    if let Some(payload) = &reply.reply {
        reported(&reply.problems, payload);
    }
    let reading = read_prompt_reply(bytes, &asked.prompt());
    let written = serde_json::to_value(&reading).expect("a reading can be written");
    let name = "PromptReading";
    let problems = Target::named(name).map(|target| validate(&written, &target)).unwrap_or_default();
    assert!(!problems.iter().any(refuses), "{written} is no {name}: {problems:?}");
}

fn validate_again(input: &hookwire::HookInput) -> Vec<Problem> {
    let payload = serde_json::to_value(input).expect("an input can be written");
    validate(&payload, &Target::named("HookInput").expect("the union over all inputs"))
}

impl Asked {
    fn context(&self) -> ReplyContext {
        let mut context = ReplyContext::new();
        if self.text("event").is_some() {
            context = context.for_event(self.event());
        }
        context = self.parsed::<Host>("host").into_iter().fold(context, ReplyContext::for_host);
        context = self.parsed::<Handler>("handler").into_iter().fold(context, ReplyContext::from_handler);
        context = self.text("tool").into_iter().fold(context, ReplyContext::for_tool);
        self.parsed::<Profile>("profile").into_iter().fold(context, ReplyContext::for_profile)
    }

    fn prompt(&self) -> PromptContext {
        let mut context = PromptContext::new();
        if self.text("event").is_some() {
            context = context.for_event(self.event());
        }
        context = self.parsed::<ModelHandler>("model").into_iter().fold(context, PromptContext::from_handler);
        context = self.text("stopped").into_iter().fold(context, PromptContext::stopped_by);
        self.parsed::<Host>("host").into_iter().fold(context, PromptContext::for_host)
    }
}

const fn refuses(problem: &Problem) -> bool {
    !matches!(problem.severity, ProblemSeverity::Inert | ProblemSeverity::Deprecated)
}

/// Checks that problems are sorted, unique for each place and code, and point to a value or a key of an object.
fn reported(problems: &[Problem], payload: &Value) {
    let keys: Vec<_> = problems.iter().map(|it| (it.pointer.clone(), it.code.as_str())).collect();
    assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "not in order: {keys:?}");
    for problem in problems {
        assert!(!problem.message.is_empty(), "{problem:?}");
        assert!(leads_somewhere(&problem.pointer, payload), "{problem:?} leads nowhere in {payload}");
    }
}

fn leads_somewhere(pointer: &str, payload: &Value) -> bool {
    payload.pointer(pointer).is_some()
        || pointer.rsplit_once('/').is_some_and(|(parent, _)| payload.pointer(parent).is_some_and(Value::is_object))
}
