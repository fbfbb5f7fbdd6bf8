//! Hooks that are requests to a server.

use super::ALL_KINDS;
use super::field::{Field, blocking, reply};
use super::texts::texts;
use crate::case::{Handler, Hook, OnFailure};

/// The statuses of responses beside 200: another success, a refusal and a failure.
const STATUSES: [u16; 4] = [201, 403, 404, 500];

/// Returns the cases with a request.
pub fn http(event: &str, fields: &[Field]) -> Vec<(String, Vec<Hook>)> {
    if !ALL_KINDS.contains(&event) && event != "WorktreeCreate" {
        return Vec::new();
    }
    let answer = |status: u16, body: &str, on_failure: Option<OnFailure>| {
        vec![Hook { status: Some(status), on_failure, ..Hook::of(Handler::Http, body) }]
    };
    let mut all = Vec::new();
    for (name, text) in texts(event) {
        all.push((format!("http/{name}"), answer(200, &text, None)));
    }
    for field in fields {
        for (word, value) in field.right.iter().chain(&field.wrong) {
            let body = reply(event, &[(field, value)]).to_string();
            all.push((format!("http/{}-{word}", field.called()), answer(200, &body, None)));
        }
    }
    let block = blocking(event, fields).to_string();
    for (word, on_failure) in
        [("", None), ("/on-failure-block", Some(OnFailure::Block)), ("/on-failure-continue", Some(OnFailure::Continue))]
    {
        for status in STATUSES {
            all.push((format!("http/status-{status}/block{word}"), answer(status, &block, on_failure)));
            all.push((format!("http/status-{status}/empty{word}"), answer(status, "", on_failure)));
        }
        all.push((format!("http/status-200/text{word}"), answer(200, "{{stdout}}", on_failure)));
        let unreachable = Hook { on_failure, ..Hook::of(Handler::HttpUnreachable, "") };
        all.push((format!("http/unreachable{word}"), vec![unreachable]));
    }
    all
}
