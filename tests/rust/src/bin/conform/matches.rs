//! Answers questions about matchers with the crate.

use hookwire::settings::{Match, matcher_value, matches};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Answer;

/// A line of the harness that has `match` or `value_of`.
#[derive(Deserialize)]
pub struct Line {
    id: String,
    r#match: Option<Question>,
    value_of: Option<Value>,
}

/// A question about a matcher.
#[derive(Deserialize)]
struct Question {
    event: String,
    matcher: Option<String>,
    value: Option<String>,
    host: Option<String>,
}

/// The rest of the answer.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Said {
    Matcher { matches: &'static str },
    Input { value: Option<String> },
}

pub fn answer(line: Line) -> Result<Answer, String> {
    let (verdict, said) = match (&line.r#match, &line.value_of) {
        (Some(question), _) => {
            let said = question.said()?;
            (said == Match::Yes, Said::Matcher { matches: said.as_str() })
        }
        (None, input) => {
            let value = input.as_ref().and_then(matcher_value).map(str::to_owned);
            (value.is_some(), Said::Input { value })
        }
    };
    Ok(Answer { id: line.id, verdict, error: None, said: crate::Said::Matched(said) })
}

impl Question {
    fn said(&self) -> Result<Match, String> {
        let context = crate::context(self.host.as_deref(), None, None)?;
        let event = crate::event(&self.event)?;
        Ok(matches(event, self.matcher.as_deref(), self.value.as_deref(), &context))
    }
}
