//! Makes replies of validator results with the crate.

use hookwire::problems::Problem;
use hookwire::read::from_value;
use hookwire::validate::{Target, ValidationResult, ValidationSeverity, ValidatorReply, validate, validator_reply};
use hookwire::{Context, HookEvent, ProfileName, UnknownName};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Answer;

/// A line of the harness that has `severity`.
#[derive(Deserialize)]
pub struct Question {
    id: String,
    severity: String,
    event: String,
    reason: Option<String>,
    result: Value,
}

/// A reply, with the problems of its plain form and of its form with the result in the `validator` profile.
#[derive(Serialize)]
pub struct Replied {
    problems: Vec<Problem>,
    reply: Option<Value>,
    #[serde(flatten)]
    rest: Option<Rest>,
}

#[derive(Serialize)]
struct Rest {
    exit_code: u8,
    stderr: String,
    note: Option<&'static str>,
}

pub fn answer(question: Question) -> Result<Answer, String> {
    let event = crate::event(&question.event)?;
    let severity: ValidationSeverity = question.severity.parse().map_err(|error: UnknownName| error.to_string())?;
    let said = match from_value::<ValidationResult>(question.result.clone()) {
        Ok(result) => replied(&result, severity, event, question.reason.as_deref()),
        Err(_) => refused(&question.result)?,
    };
    let verdict = said.reply.is_some() && said.problems.is_empty();
    Ok(Answer { id: question.id, verdict, error: None, said: crate::Said::Replied(said) })
}

fn replied(result: &ValidationResult, severity: ValidationSeverity, event: HookEvent, reason: Option<&str>) -> Replied {
    let ValidatorReply { reply, exit_code, stderr, note, .. } = validator_reply(result, severity, event, reason);
    let mut plain = reply.clone();
    if let Value::Object(plain) = &mut plain {
        plain.retain(|key, _| !["passed", "violations", "summary"].contains(&&**key));
    }
    let mut problems = validate(&plain, &Target::output(event), &Context::new());
    problems.extend(validate(&reply, &Target::output(event), &Context::new().with_profile(ProfileName::Validator)));
    Replied { problems, reply: Some(reply), rest: Some(Rest { exit_code, stderr, note }) }
}

fn refused(result: &Value) -> Result<Replied, String> {
    let target = Target::named("ValidationResult").map_err(|error| error.to_string())?;
    Ok(Replied { problems: validate(result, &target, &Context::new()), reply: None, rest: None })
}
