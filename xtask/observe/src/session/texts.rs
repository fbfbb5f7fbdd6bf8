//! The full texts that a case has led to, as digests: two cases with the same digests led to the same texts.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::script::results;
use crate::case::{Case, marker};

/// Returns the digests of the texts with a marker of the case in messages of the host, each once, in order.
pub fn with_markers<'m>(case: &Case, number: usize, messages: impl Iterator<Item = &'m Value>) -> Vec<String> {
    digests(messages.flat_map(strings).filter(|text| has_marker(case, number, text)))
}

/// Returns the digests of the texts in requests to the model that have a marker of the case or are the result of one of its
/// calls, each once, in order.
pub fn in_requests(case: &Case, number: usize, requests: &[Value]) -> Vec<String> {
    let of_request = |request| {
        let own = results(request, number).flat_map(|block| strings(&block["content"]));
        strings(&request["messages"]).into_iter().filter(|text| has_marker(case, number, text)).chain(own)
    };
    digests(requests.iter().flat_map(of_request))
}

fn has_marker(case: &Case, number: usize, text: &str) -> bool {
    case.markers().iter().any(|name| text.contains(&marker(number, name)))
}

fn digests<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for digest in texts.map(|text| digest(&without_numbers(text))) {
        if !all.contains(&digest) {
            all.push(digest);
        }
    }
    all
}

/// Replaces each word with a digit. Numbers of cases and sessions, ids and times are different in each run.
fn without_numbers(text: &str) -> String {
    let (mut all, mut word) = (String::new(), String::new());
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_alphanumeric() {
            word.push(letter);
            continue;
        }
        all.push_str(if word.contains(|it: char| it.is_ascii_digit()) { "#" } else { &word });
        all.push(letter);
        word.clear();
    }
    all
}

/// Returns the first digits of the SHA-256 digest of a text.
fn digest(text: &str) -> String {
    Sha256::digest(text).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the strings of a value, without its keys.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(strings).collect(),
        Value::Object(map) => map.values().flat_map(strings).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::case::Hook;

    fn of(number: usize, text: &str) -> Vec<String> {
        let hook = Hook::script("", "{{reason}}", 2);
        let case = Case::new(String::new(), "Stop".to_owned(), hook);
        let message = json!({"content": [text, "other", {"again": text}]});
        with_markers(&case, number, [&message].into_iter())
    }

    #[test]
    fn texts_that_differ_in_numbers_alone_have_the_same_digest() {
        let seven = of(7, "error: [sh /case/session-0/hook.sh]: mark-7-reason-end");
        assert_eq!(seven.len(), 1);
        assert_eq!(seven, of(18, "error: [sh /case/session-12/hook.sh]: mark-18-reason-end"));
        assert_ne!(seven, of(18, "error: mark-18-reason-end"));
    }

    #[test]
    fn the_result_of_a_call_is_compared_without_a_marker() {
        let hook = Hook::script("", "{{reason}}", 2);
        let case = Case::new(String::new(), "Stop".to_owned(), hook);
        let result = json!({"type": "tool_result", "tool_use_id": "call-7-1", "content": "removed"});
        let request = json!({"messages": [{"role": "user", "content": [result]}]});
        assert_eq!(in_requests(&case, 7, std::slice::from_ref(&request)).len(), 1);
        assert!(in_requests(&case, 8, &[request]).is_empty());
    }
}
