//! What looks like a secret, and how it is hidden. Each output that shows a part of a file, or of what a hook printed, uses this.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::{Regex, RegexBuilder};
use serde_json::Value;

use crate::terminal::safe;

/// What the names of secrets have in them: those of variables, keys and options.
const NAME: &str = "(?:(?:token|secret|passwd|password|passphrase|pass_?key|pwd|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|authorization|cookie|session[-_]?(?:id|key)|jwt|signature)[a-z0-9_-]*|pass\\b|auth\\b|[a-z0-9][-_]?key(?:s?\\b|[-_][a-z0-9_-]*)|[-_]pat\\b)";

/// A value, in quotes up to the closing one and otherwise up to a space. Both can follow each other in a word.
const VALUE: &str = r#"(?:\\"((?:[^"\\]|\\[^"])+)\\"|("(?:[^"\\]|\\.)*"[A-Za-z0-9_$][^\s"'\\;&|)}\]\[,]*)|"((?:[^"\\]|\\.)+)"|\$?('[^']*'[^\s"'\\;&|)}\]\[]*)|([^\s"'\\;&|)}\]\[{](?:[^\s"'\\;&|)}\]\[]|\$\{|\\[^\r\n"n]|"[^"\s,:{}\[\]]+"|'[^'\s]+')*))"#;

/// What is between two words: in a line, over the end of one, and in a list of JSON or YAML.
const NEXT: &str = r#"(?:["']?(?:\s|\\\r?\n|\\n)+(?:-\s+)?|["']\s*,\s*(?:["']--["']\s*,\s*)?)"#;

/// Texts that are probably secrets. The group is what is hidden.
static SECRETS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let all = [
        // A variable, a key of JSON, or an option: `API_TOKEN=…`, `"apiKey": ["…"`, `--password=…`.
        format!(r#"(?i){NAME}\\?["']?\s*\+?[=:]\s*\[?\s*{VALUE}"#),
        format!(r"(?:\bKEY=|(?i:[?&](?:key|sig|code)=)){VALUE}"),
        format!(r"(?i)--?(?:[\w-]*?{NAME}|key\b){NEXT}{VALUE}"),
        // A header, and the user of a request.
        r"\b(?i:bearer|basic|token)\s+([a-z._~+/-]{0,60}[0-9A-Z=][A-Za-z0-9._~+/=-]{6,})".to_owned(),
        r#"\bcurl\b(?:\$\{|[^|;&{])*?[\s"'](?:-[a-zA-Z]*u|--user)["']?[\s,=]*["']?[^\s:"']*:([^\s"']{3,})"#.to_owned(),
        // Programs that take a secret by a short option.
        r#"\b(?:sshpass\s+-p|redis-cli\b(?:\$\{|[^|;&{])*?\s-a)\s*["']?([^\s"']{3,})"#.to_owned(),
        r#"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b(?:\$\{|[^|;&{])*?\s-p["']?([^\s"']{3,})"#.to_owned(),
        r#"\bcurl\b(?:\$\{|[^|;&{])*?\s(?:-b|--cookie)\s*["']?[^\s="']+=([^\s"']{3,})"#.to_owned(),
        r#"\bopenssl\b(?:\$\{|[^|;&{])*?\spass:([^\s"']{3,})"#.to_owned(),
        format!(r"\baws\s+configure\s+set\s+\S*(?i:{NAME})\s+{VALUE}"),
        r#"\becho\s+["']?([^\s"'|]{3,})["']?\s*\|[^|;&]*--password-stdin"#.to_owned(),
        // The beginnings that services give to theirs.
        r"\b((?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|xapp-[\w-]{10,}|A[KS]IA[A-Z0-9]{16}|AIza[\w-]{30,}|hf_\w{16,}|npm_\w{20,}|pypi-[\w-]{16,}|SG\.[\w.-]{16,}|dop_v1_\w{16,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)".to_owned(),
        r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----([^-]+)".to_owned(),
        // The user in a URL, and the path of one that is a secret itself.
        r#"://[^/\s:@"']*:([^/\s"']+)@"#.to_owned(),
        r"https?://([^/\s:@$]{3,})@".to_owned(),
        r"://([^/\s:@$]{8,})@".to_owned(),
        r"(?:hooks\.slack\.com/(?:services|workflows|triggers)|discord(?:app)?\.com/api/webhooks)/([\w/-]{3,})".to_owned(),
    ];
    // Without the tables of Unicode, they are ready in microseconds.
    all.iter().filter_map(|it| regex(it)).collect()
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

fn regex(text: &str) -> Option<Regex> {
    RegexBuilder::new(text).unicode(false).build().ok()
}

/// What names a secret.
static NAMES: LazyLock<Option<Regex>> = LazyLock::new(|| regex(&format!("(?i){NAME}|^key$|^pat$")));

/// The lists and objects below the name of a secret, and the headers of a request in JSON: what a request carries is for its server
/// alone. The headers in YAML between braces. And the values in both: the first group is empty for a key.
static GROUPS: LazyLock<Option<[Regex; 4]>> = LazyLock::new(|| {
    let begin = format!(r#"(?i)"(?:headers|[\w-]*?{NAME})"\s*:\s*[\[{{]((?:"(?:[^"\\]|\\.)*"|[^\[\]{{}}"])*)"#);
    Some([
        regex(&begin)?,
        regex(r#""(?:[^"\\]|\\.)*"\s*:|"((?:[^"\\]|\\.)*)""#)?,
        regex(r"\bheaders:\s*\{((?:\$\{\w*\}|[^{}])*)\}")?,
        regex(r#"[\w-]+"?:\s+(?:"([^"]*)"|'([^']*)'|([^\s,"'][^,]*))"#)?,
    ])
});

/// What is not a secret in a value: `$NAME`, `${NAME}` and `$(…)`, and the word before a token.
static VARIABLES: LazyLock<Option<Regex>> =
    LazyLock::new(|| regex(r"(?i)\\.|\$[0-9]|\$[a-z_]\w*|\$\{[^}]*\}?|\$\([^)]*\)?|`[^`]*`?|bearer|basic|token"));

/// The fewest signs of a secret.
const FEWEST: usize = 3;

/// Returns true if a value is more than variables.
fn is_value(value: &[u8]) -> bool {
    let all = || value.iter().filter(|it| !it.is_ascii_whitespace()).count();
    // Between single quotes, a shell puts nothing in.
    if value.starts_with(b"'") || (!value.contains(&b'$') && !value.contains(&b'`')) {
        return all() >= FEWEST;
    }
    let rest = VARIABLES.as_ref().map(|it| it.replace_all(value, &b""[..]));
    rest.is_none_or(|it| it.iter().filter(|it| it.is_ascii_alphanumeric()).count() >= FEWEST)
}

/// Returns where the secrets of a text are, in order. Give it all of a text: what names a secret can be in the line before.
pub fn secrets(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let first = |it: regex::bytes::Captures<'_>| it.iter().skip(1).flatten().next().map(|it| it.range());
    let mut found: Vec<_> = SECRETS.iter().flat_map(|it| it.captures_iter(bytes)).filter_map(first).collect();
    if let Some([json, of_json, yaml, of_yaml]) = GROUPS.as_ref() {
        for (groups, value) in [(json, of_json), (yaml, of_yaml)] {
            for all in groups.captures_iter(bytes).filter_map(|it| it.get(1)) {
                let values = value.captures_iter(all.as_bytes()).filter_map(first);
                found.extend(values.map(|it| all.start() + it.start..all.start() + it.end));
            }
        }
    }
    found.extend(headers_below(text));
    found.retain(|it| bytes.get(it.clone()).is_some_and(is_value));
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

/// Returns where the values of headers are that YAML has below their key.
fn headers_below(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut at, mut below) = (Vec::new(), 0, None);
    if !text.contains("headers:") {
        return found;
    }
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start_matches([' ', '-']);
        let indent = line.len() - trimmed.len();
        let begin = at + indent;
        at += line.len();
        if trimmed.trim_end() == "headers:" {
            below = Some(indent);
        } else if below.is_some_and(|it| indent <= it) && !trimmed.trim().is_empty() {
            below = None;
        } else if below.is_some()
            && let Some((name, value)) = trimmed.split_once(": ")
        {
            let start = begin + name.len() + 2;
            found.push(start..start + value.trim_end().len());
        }
    }
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
            let mut option = String::new();
            for it in all {
                let next = it.as_str().filter(|it| it.starts_with('-')).map(|it| format!("{it} "));
                mask_behind(&format!("{before}{option}"), it);
                // `--` ends the options.
                if next.as_deref() != Some("-- ") {
                    option = next.unwrap_or_default();
                }
            }
        }
        Value::Object(all) => {
            let program = all.get("command").and_then(Value::as_str).map(|it| format!("{it} ")).unwrap_or_default();
            for (key, it) in all.iter_mut() {
                match it {
                    Value::Object(inner) if key == "headers" => {
                        inner.values_mut().for_each(|it| *it = "***".into());
                    }
                    it if is_name(key) => hide(&format!("{key}: "), it),
                    it if key == "args" => mask_behind(&program, it),
                    it => mask_behind(&format!("{key}: "), it),
                }
            }
        }
        _ => {}
    }
}

/// Hides what is below the name of a secret.
fn hide(before: &str, value: &mut Value) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|it| hide(before, it)),
        Value::Object(all) => all.values_mut().for_each(|it| hide(before, it)),
        value => mask_behind(before, value),
    }
}

fn is_name(name: &str) -> bool {
    NAMES.as_ref().is_some_and(|it| it.is_match(name.as_bytes()))
}

/// The ends of names of variables that systems set, and that are not secrets.
const OF_SYSTEM: [&str; 3] = ["PWD", "SESSION_ID", "SSH_AUTH_SOCK"];

/// Returns true if a variable is probably a secret, by its name or by its value.
pub fn is_secret(name: &str, value: &str) -> bool {
    let is_of_system = name == "OLDPWD" || OF_SYSTEM.iter().any(|it| name == *it || name == format!("XDG_{it}"));
    (!is_of_system && is_name(name)) || matches!(mask(value), Cow::Owned(_))
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
            ("DEPLOY_KEY", "x"),
            ("GH_PAT", "x"),
            ("X", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
        ] {
            assert!(is_secret(name, value), "{name}");
        }
        for (name, value) in [
            ("PATH", "/usr/bin:/bin"),
            ("GIT_AUTHOR_NAME", "Kay"),
            ("LANG", "C.UTF-8"),
            ("PWD", "/x"),
            ("SSH_AUTH_SOCK", "/x"),
            ("HOME", "/home/me"),
        ] {
            assert!(!is_secret(name, value), "{name}");
        }
    }

    #[test]
    fn secrets_are_masked_and_other_texts_are_not() {
        assert_eq!(SECRETS.len(), 17, "a pattern that is none would be left out");
        assert!(GROUPS.is_some() && NAMES.is_some() && VARIABLES.is_some());
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
            r#"{"args":["--password","hunter2hunter2"]}"#,
            r#"{"args":["--secret","--","hunter2hunter2"]}"#,
            r#""headers": {"X-Own": "$A hunter2", "X-B": "a\" hunter2"}"#,
            "headers: {X-Own: hunter2}",
            "hooks:\n- type: http\n  headers:\n    X-Own: hunter2$B\n  x: y\n",
            r#"{"command": "PASSWORD=\"hunter2$aaaa\" x"}"#,
            r#"PASSWORD="hunter2$aaaa""#,
            "PASSWORD='hunter2$aaaa'",
            r#"PASSWORD="abc\"hunter2" x"#,
            "PASSWORD=abcd,hunter2 x",
            "PASSWORD='abcd'hunter2 x",
            "PASSWORD=$'hunter2' x",
            "PASSWORD=\"abcd\"hunter2 x",
            "TOKEN=\"$A\"hunter2 x",
            "PASSWORD='$hunter2' x",
            r"PASSWORD=abcd\ hunter2 x",
            r#"PASSWORD="pa\$hunter2" x"#,
            "PASSWORD=$1hunter2 x",
            "TOKEN+=hunter2",
            "redis://:hunter2@host",
            "tool --token \\\n  hunter2hunter2",
            "https://ab:cd@hunter2@host/x",
            "DEPLOY_KEY=hunter2",
            "KEY=hunter2",
            "tool --key hunter2",
            "GH_PAT=hunter2",
            r#"{"tokens": ["aaaa1111", "hunter2"]}"#,
            r#"{"auth": {"value": "hunter2"}}"#,
            "curl -sume:hunter2 https://x",
            r#"{"command": "curl", "args": ["-u", "me:hunter2"]}"#,
            "sshpass -p hunter2 ssh x",
            "redis-cli -h x -a hunter2",
            "mysql -u me -phunter2",
            "curl -b session=hunter2 https://x",
            "openssl enc -pass pass:hunter2",
            "aws configure set aws_secret_access_key hunter2",
            "echo hunter2 | docker login --password-stdin",
            "https://hooks.slack.com/services/hunter2/B",
            "https://x/?a=1&sig=hunter2",
            "https://x/?code=hunter2",
            "https://hunter2@host/x",
            "hf_abcdefgh1234567890",
            "npm_abcdefgh12345678901234",
            "pypi-abcdefgh1234567890",
            "SG.abcdefgh1234567890",
            "xapp-abcdefgh1234567890",
            "dop_v1_abcdefgh1234567890",
            "-----BEGIN RSA PRIVATE KEY-----\nhunter2hunter2\n-----END RSA PRIVATE KEY-----",
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
            "\"key\": \"hooks\"",
            "git commit --author 'Some One'",
            "headers: {X-Own: $A}",
            "TOKEN=${TOKEN:-} x",
            "TOKEN=$(cat token.txt) x",
            "docker run -u 1000:1000 x",
            "monkeypatch: applied",
            "echo \"basic information follows\"",
            "a basic understanding of it",
        ] {
            assert_eq!(mask(text), text);
        }
    }

    #[test]
    fn a_mask_ends_where_the_secret_ends() {
        for (text, out) in [
            ("{\"command\": \"TOKEN=hunter2\", \"x\": \"y\"}", "{\"command\": \"TOKEN=*******\", \"x\": \"y\"}"),
            ("TOKEN=hunter2; ls -la", "TOKEN=*******; ls -la"),
            ("{\"args\":[\"--token\",\"hunter2\",\"visible\"]}", "{\"args\":[\"--token\",\"*******\",\"visible\"]}"),
            ("curl https://me:hunter2@host/visible", "curl https://me:*******@host/visible"),
        ] {
            assert_eq!(mask(text), out);
        }
    }

    #[test]
    fn values_have_secrets_below_their_names() {
        for (text, visible) in [
            (r#"{"tokens": ["aaaa1111", "hunter2"]}"#, ""),
            (r#"{"auth": {"value": ["hunter2"]}}"#, ""),
            (r#"{"command": "curl", "args": ["-u", "me:hunter2", "visible"]}"#, "visible"),
            (r#"["--secret", "--", "hunter2", "visible"]"#, "visible"),
        ] {
            let mut value = serde_json::from_str(text).unwrap_or_default();
            mask_value(&mut value);
            let out = value.to_string();
            assert!(!out.contains("hunter2") && out.contains("***") && out.contains(visible), "{out}");
        }
    }
}
