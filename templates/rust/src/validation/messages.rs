//! Reports problems.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::data::words;
use super::host::Support;
use super::message::{did_you_mean, fill, found, quoted, shown, with};
use crate::near::{is_respelled, nearest};
use super::spot::Spot;
use super::plan::{Deprecated, Field, Inert, ProblemTemplate, Since, Strict, find};
use super::walk::{REJECTED, Walk};
use crate::bounds::Format;
use crate::problems::{Problem, ProblemCode, ProblemConfidence, ProblemSeverity};

/// The allowed values of a string or a boolean.
pub(super) struct Choice<'a> {
    pub(super) what: &'a str,
    /// The value is the name of an operation.
    pub(super) operation: bool,
    /// The message, if it is not the usual one.
    pub(super) unknown: Option<&'static str>,
    /// The allowed values. Empty for a constant.
    pub(super) candidates: Vec<&'static str>,
    pub(super) severity: ProblemSeverity,
}

impl Choice<'_> {
    /// Returns the advice for a wrong string.
    fn advice(&self, text: &str, spot: Spot<'_>) -> Option<String> {
        let candidates = Some(&self.candidates).filter(|it| it.len() > 1);
        let near = || candidates.and_then(|it| nearest(text, it)).map(did_you_mean);
        find(spot.mistakes, text).map(|&advice| advice.to_owned()).or_else(near)
    }
}

impl Walk<'_> {
    /// Reports a value of the wrong JSON type.
    pub(super) fn wrong_type(&mut self, value: &Value, what: &str, severity: ProblemSeverity, spot: Spot<'_>) {
        let message = type_message(found(value), what, spot);
        let advice = value.as_str().and_then(|text| find(spot.mistakes, text));
        self.tell(ProblemCode::WrongType, severity, with(message, advice.copied()), spot);
    }

    /// Reports a value that should be an object. `takes` names the fields of the object.
    pub(super) fn no_object(&mut self, value: &Value, takes: Option<&str>, spot: Spot<'_>) {
        let advice = value.as_str().and_then(|text| find(spot.mistakes, text)).copied().or(takes);
        let message = with(type_message(found(value), words::STRUCT, spot), advice);
        self.tell(ProblemCode::WrongType, REJECTED, message, spot);
    }

    /// Reports a number with a fraction where an integer is required.
    pub(super) fn fraction(&mut self, what: &str, spot: Spot<'_>) {
        let message = type_message(words::FOUND_FRACTION, what, spot);
        self.tell(ProblemCode::WrongType, REJECTED, message, spot);
    }

    /// Reports a value of the right type that is out of bounds.
    pub(super) fn out_of_bounds(&mut self, code: ProblemCode, what: &str, spot: Spot<'_>) {
        let holes = [("place", &*spot.place()), ("what", &*spot.what(what))];
        self.tell(code, REJECTED, fill(words::OUT_OF_BOUNDS, &holes), spot);
    }

    /// Reports a string that does not match its format.
    pub(super) fn not_of_format(&mut self, format: Format, spot: Spot<'_>) {
        let word = match format {
            Format::TerminalSequence => words::FORMAT_TERMINAL_SEQUENCE,
        };
        self.tell(ProblemCode::WrongValue, ProblemSeverity::Ignored, fill(word, &[("place", &*spot.place())]), spot);
    }

    pub(super) fn wrong_value(&mut self, value: &Value, choice: &Choice<'_>, spot: Spot<'_>) {
        let holes = [("place", &*spot.place()), ("what", &*spot.what(choice.what)), ("value", &*shown(value))];
        let advice = value.as_str().and_then(|text| choice.advice(text, spot));
        let message = with(fill(choice.unknown.unwrap_or(words::WRONG_VALUE), &holes), advice.as_deref());
        let code = if choice.operation { super::data::WRONG_NAME } else { ProblemCode::WrongValue };
        self.tell(code, choice.severity, message, spot);
    }

    /// Reports a problem whose message names only the place.
    pub(super) fn reject(&mut self, code: ProblemCode, word: &str, spot: Spot<'_>) {
        self.tell(code, REJECTED, fill(word, &[("place", &spot.place())]), spot);
    }

    /// Reports what the host does not know. Returns the spot to continue with, without a host if it does not know it.
    pub(super) fn since<'a>(
        &mut self,
        since: Option<&'static Since>,
        strict: Option<&Strict>,
        spot: Spot<'a>,
    ) -> Spot<'a> {
        let Some((since, host)) = since.zip(spot.host).filter(|_| !self.input) else { return spot };
        let code = ProblemCode::UnsupportedByHost;
        match host.support(since) {
            Support::Known => spot,
            Support::Unsure => {
                let message = with(came_with(since, spot), Some(words::UNSURE));
                self.add(code, ProblemSeverity::Inert, ProblemConfidence::Unconfirmed, message, spot, &[]);
                spot
            }
            Support::Unknown => {
                self.not_known(code, came_with(since, spot), strict, spot);
                spot.without_host()
            }
        }
    }

    /// Reports a missing key of an object, if it is required. The default message describes the expected value, and names
    /// a key of the object that is another spelling.
    pub(super) fn missing(
        &mut self,
        template: Option<&ProblemTemplate>,
        what: impl FnOnce() -> Cow<'static, str>,
        key: &str,
        beside: &Map<String, Value>,
        spot: Spot<'_>,
    ) {
        let Some(template) = template else { return };
        let usual = || {
            let place = spot.place();
            let similar = beside.keys().filter(|other| is_respelled(other, key)).min();
            let rename = similar.map(|it| fill(words::RENAME, &[("value", &quoted(it)), ("place", &place)]));
            with(fill(words::MISSING_FIELD, &[("place", &place), ("what", &what())]), rename.as_deref())
        };
        self.report(template, template.message.map_or_else(usual, str::to_owned), spot);
    }

    /// Reports a field, or one of its values, that has no effect.
    pub(super) fn without_effect(&mut self, inert: &Inert, operation: Option<&str>, field: &Field, spot: Spot<'_>) {
        let value = inert.value.as_ref().map(|value| format!("`{}: {}`", field.name, value.to_json()));
        let place = value.unwrap_or_else(|| spot.place());
        let message = match operation {
            _ if inert.message.is_some() => inert.message.unwrap_or_default().to_owned(),
            Some(operation) => fill(words::WITHOUT_EFFECT, &[("place", &place), ("operation", operation)]),
            None => fill(words::WITHOUT_EFFECT_ANYWHERE, &[("place", &place)]),
        };
        self.add(ProblemCode::WithoutEffect, ProblemSeverity::Inert, confidence(inert.unconfirmed), message, spot, &[]);
    }

    pub(super) fn report_if(&mut self, template: Option<&ProblemTemplate>, spot: Spot<'_>) {
        if let Some(template) = template {
            self.report(template, template.message.unwrap_or_default().to_owned(), spot);
        }
    }

    /// Reports something deprecated, unless the host is older than its deprecation.
    pub(super) fn deprecated(&mut self, deprecated: Option<&Deprecated>, spot: Spot<'_>) {
        let is_older = |since: &[u64]| spot.host.is_some_and(|host| host.is_older_than(since));
        let deprecated = deprecated.filter(|it| !it.since.is_some_and(is_older));
        self.report_if(deprecated.map(|it| &it.template), spot);
    }

    /// Reports a key that the host does not know. The host drops the key or, if `strict`, rejects the whole reply.
    pub(super) fn not_known(&mut self, code: ProblemCode, message: String, strict: Option<&Strict>, spot: Spot<'_>) {
        match strict {
            Some(strict) => self.add(code, REJECTED, confidence(strict.unconfirmed), message, spot, &[]),
            None => self.ignore(code, message, spot),
        }
    }

    pub(super) fn ignore(&mut self, code: ProblemCode, message: String, spot: Spot<'_>) {
        self.tell(code, ProblemSeverity::Ignored, message, spot);
    }

    pub(super) fn tell(&mut self, code: ProblemCode, severity: ProblemSeverity, message: String, spot: Spot<'_>) {
        self.add(code, severity, ProblemConfidence::Confirmed, message, spot, &[]);
    }

    /// Reports a problem of the plan, with its placeholders filled.
    pub(super) fn report(&mut self, template: &ProblemTemplate, message: String, spot: Spot<'_>) {
        self.report_unless(&[], template, message, spot);
    }

    /// Reports a problem of the plan, unless it follows from one at the pointers in `causes`.
    pub(super) fn report_unless(&mut self, causes: &[String], template: &ProblemTemplate, message: String, spot: Spot<'_>) {
        self.add(template.code, template.severity, confidence(template.unconfirmed), message, spot, causes);
    }

    /// Adds a problem. For an input, every problem is a mismatch, and problems without consequences are omitted.
    fn add(
        &mut self,
        code: ProblemCode,
        severity: ProblemSeverity,
        confidence: ProblemConfidence,
        message: String,
        spot: Spot<'_>,
        causes: &[String],
    ) {
        let severity = match severity {
            ProblemSeverity::Rejected if !self.input => spot.passed_on.unwrap_or(severity),
            severity if !self.input => severity,
            ProblemSeverity::Inert | ProblemSeverity::Suspicious | ProblemSeverity::Deprecated => return,
            _ => ProblemSeverity::Mismatch,
        };
        let confidence = if spot.unconfirmed { ProblemConfidence::Unconfirmed } else { confidence };
        let pointer = spot.pointer.to_string();
        self.found.add(Problem { pointer, code, severity, confidence, message }, causes);
    }
}

const fn confidence(unconfirmed: bool) -> ProblemConfidence {
    if unconfirmed { ProblemConfidence::Unconfirmed } else { ProblemConfidence::Confirmed }
}

fn type_message(found: &str, what: &str, spot: Spot<'_>) -> String {
    fill(words::WRONG_TYPE, &[("place", &spot.place()), ("what", &spot.what(what)), ("found", found)])
}

fn came_with(since: &Since, spot: Spot<'_>) -> String {
    let place = since.name.map_or_else(|| spot.place(), str::to_owned);
    since_message(since, &place)
}

/// Returns the message that an older host does not know something, and which version introduced it.
pub(crate) fn since_message(since: &Since, place: &str) -> String {
    let version: Vec<String> = since.from.iter().map(u64::to_string).collect();
    fill(words::UNSUPPORTED, &[("place", place), ("since", &version.join("."))])
}
