//! What looks like a secret, and how it is hidden. Each output that shows a part of a file, or of what a hook printed, uses this.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::{Regex, RegexBuilder};
use serde_json::Value;

use crate::terminal::safe;

/// Texts that are probably secrets. The group is what is hidden.
static SECRETS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let name = "(?:token|secret|pass(?:wd|word|phrase|_?key)?|pwd|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|auth|authorization|cookie|session[-_]?(?:id|key)|jwt|signature)";
    // What follows the name: in quotes up to the closing one, otherwise up to a space. A variable is no secret.
    let value = r#"(?:\\?"([^"\\$]{3,})\\?"|'([^'$]{3,})'|([^\s"'\\$,;&|)}\]\[]{4,}))"#;
    let all = [
        // A variable, a key of JSON, or an option: `API_TOKEN=…`, `"apiKey": ["…"`, `--password …`, `?key=…`.
        format!(r#"(?i)(?:[\w-]*{name}s?[\w-]*|[?&]key)\\?["']?\s*[=:]\s*\[?\s*{value}"#),
        format!(r#"(?i)--?[\w-]*{name}[\w-]*(?:["'],)?\s+{value}"#),
        // A header, and the user of a request.
        r#"(?i)(?:bearer|basic|token)\s+([A-Za-z0-9._~+/=-]{8,})"#.to_owned(),
        r#"\bcurl\b[^|;&]*\s(?:-u|--user)\s*["']?[^\s:"']*:([^\s"'$]{3,})"#.to_owned(),
        // The beginnings that services give to theirs.
        r"\b((?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)".to_owned(),
        // The user in a URL.
        r"://[^/\s:@]+:([^/\s:@]+)@".to_owned(),
        r"://([^/\s:@$]{8,})@".to_owned(),
    ];
    // Without the tables of Unicode, they are ready in microseconds.
    all.iter().filter_map(|it| RegexBuilder::new(it).unicode(false).build().ok()).collect()
});

/// Words with which a message goes on behind a name, as in `password: must be set`: no secret is one of them.
const WORDS: [&str; 24] = [
    "cannot",
    "command",
    "could",
    "denied",
    "does",
    "empty",
    "expected",
    "expired",
    "incorrect",
    "invalid",
    "missing",
    "must",
    "needs",
    "none",
    "null",
    "parameter",
    "permission",
    "required",
    "should",
    "there",
    "this",
    "unbound",
    "unknown",
    "wrong",
];

/// The headers of a request, and the values in them: what a request carries is for its server alone.
static HEADERS: LazyLock<Option<[Regex; 2]>> = LazyLock::new(|| {
    let of = |it: &str| RegexBuilder::new(it).unicode(false).build().ok();
    Some([of(r#""headers"\s*:\s*\{([^{}]*)\}"#)?, of(r#":\s*"([^"\\$]{3,})""#)?])
});

/// Returns where the secrets of a text are, in order. Give it all of a text: what names a secret can be in the line before.
pub fn secrets(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found: Vec<_> = SECRETS
        .iter()
        .flat_map(|it| it.captures_iter(bytes))
        .filter_map(|it| it.iter().skip(1).flatten().next().map(|it| it.range()))
        .collect();
    if let Some([headers, value]) = HEADERS.as_ref() {
        for all in headers.captures_iter(bytes).filter_map(|it| it.get(1)) {
            let values = value.captures_iter(all.as_bytes()).filter_map(|it| it.get(1));
            found.extend(values.map(|it| all.start() + it.start()..all.start() + it.end()));
        }
    }
    found.retain(|it| !text.get(it.clone()).is_some_and(|it| WORDS.iter().any(|word| it.eq_ignore_ascii_case(word))));
    // The patterns know bytes; a place inside of a sign cannot be cut out.
    found.retain(|it| text.is_char_boundary(it.start) && text.is_char_boundary(it.end));
    found.sort_by_key(|it| (it.start, it.end));
    let mut done = 0;
    for range in &mut found {
        range.start = range.start.max(done);
        done = done.max(range.end);
    }
    found.retain(|it| !it.is_empty());
    found
}

/// Returns a text in which the signs of secrets are stars. Its length in characters, and its lines, stay the same.
pub fn mask(text: &str) -> Cow<'_, str> {
    masked(text, secrets(text))
}

fn masked(text: &str, secrets: Vec<Range<usize>>) -> Cow<'_, str> {
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for range in secrets {
        out.push_str(&text[done..range.start]);
        out.extend(text[range.clone()].chars().map(|it| if it == '\n' { it } else { '*' }));
        done = range.end;
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Returns words of a command as they can be shown.
pub fn shown_words<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let mut all = Value::from_iter(words);
    mask_value(&mut all);
    let words: Vec<&str> = all.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    safe(&words.join(" "))
}

/// Hides the secrets in all texts of a value.
pub fn mask_value(value: &mut Value) {
    mask_behind("", value);
}

/// Hides the secrets in a value. What is before it can say that it is one: its key, or the option before it in a list.
fn mask_behind(before: &str, value: &mut Value) {
    match value {
        // In quotes, a secret can have spaces.
        Value::String(text) => {
            for quote in ["", "\""] {
                let start = before.len() + quote.len();
                let of_text =
                    |it: Range<usize>| it.start.max(start) - start..it.end.max(start).min(start + text.len()) - start;
                let found = secrets(&format!("{before}{quote}{text}{quote}")).into_iter().map(of_text);
                let found = found.filter(|it| !it.is_empty()).collect();
                *text = masked(text, found).into_owned();
            }
        }
        Value::Array(all) => {
            let mut before = before.to_owned();
            for it in all {
                let option = it.as_str().filter(|it| it.starts_with('-'));
                let next = option.map(|it| format!("{it} ")).unwrap_or_default();
                mask_behind(&before, it);
                before = next;
            }
        }
        Value::Object(all) => {
            for (key, it) in all.iter_mut() {
                match it {
                    Value::Object(inner) if key == "headers" => {
                        inner.values_mut().for_each(|it| *it = "***".into());
                    }
                    it => mask_behind(&format!("{key}: "), it),
                }
            }
        }
        _ => {}
    }
}

/// Parts of the names of variables with secrets.
const SECRET_NAMES: [&str; 8] =
    ["TOKEN", "SECRET", "KEY", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "AUTHORIZATION"];

/// Returns true if a variable is probably a secret, by its name or by its value.
pub fn is_secret(name: &str, value: &str) -> bool {
    let name = name.to_ascii_uppercase();
    SECRET_NAMES.iter().any(|it| name.contains(it)) || matches!(mask(value), Cow::Owned(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_with_secrets_have_names_or_values_that_say_so() {
        for (name, value) in [
            ("GITHUB_TOKEN", "x"),
            ("aws_secret_access_key", "x"),
            ("DB_PASSWORD", ""),
            ("DATABASE_URL", "postgres://me:hunter22@db/x"),
            ("X", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
        ] {
            assert!(is_secret(name, value), "{name}");
        }
        for (name, value) in
            [("PATH", "/usr/bin:/bin"), ("GIT_AUTHOR_NAME", "Kay"), ("LANG", "C.UTF-8"), ("HOME", "/home/me")]
        {
            assert!(!is_secret(name, value), "{name}");
        }
    }

    #[test]
    fn secrets_are_masked_and_other_texts_are_not() {
        assert_eq!(SECRETS.len(), 7, "a pattern that is none would be left out");
        for secret in [
            "GITHUB_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345 node a.js",
            "\"Authorization\": \"Bearer abcdefgh12345678\"",
            "{\"apiKey\": \"hunter2hunter2\"}",
            "curl https://me:hunter2hunter2@example.com",
            "export DB_PASSWORD='hunter2hunter2'",
            "sk-ant-api03-abcdefghijklmnop",
            "tool --password hunter2hunter2",
            "tool --api-key 'hunter2 hunter2'",
            "PASSPHRASE=\"correct hunter2 battery\"",
            "\"X-Api-Key\": [\"hunter2hunter2\"]",
            "curl -u me:hunter2hunter2 https://example.com",
            "https://hunter2hunter2@example.com/?a=1",
            "https://example.com/?key=hunter2hunter2",
            "{\"Cookie\": \"hunter2 hunter2\"}",
            "\"args\": [\n  \"--password\",\n  \"hunter2hunter2\"\n]",
            "\"headers\": {\n  \"X-Own\": \"hunter2 hunter2\"\n}",
        ] {
            let out = mask(secret);
            assert!(out.contains("****") && out.chars().count() == secret.chars().count(), "{out}");
            assert!(!out.contains("hunter2") && !out.contains("abcdefgh"), "{out}");
        }
        for text in [
            "\"Authorization\": \"Bearer $TOKEN\"",
            "python3 .claude/hooks/token_guard.py",
            "TOKEN=$TOKEN x",
            "ls",
            "git commit --author me",
            "https://example.com/@scope/pkg",
            "pass the tests",
            "a.sh: line 2: password: must be set",
            "a.sh: line 2: API_TOKEN: unbound variable",
            "/session_id: There is no field \"session_id\" here.",
            "\"session_id\": \"$ID\"",
        ] {
            assert_eq!(mask(text), text);
        }
    }
}
