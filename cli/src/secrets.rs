//! What looks like a secret, and how it is hidden. Each output that shows a part of a file, or of what a hook printed, uses this.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::{Match, Regex, RegexBuilder};
use serde_json::Value;

use crate::terminal::safe;

/// What the names of secrets have in them: those of variables, keys and options.
const NAME: &str = "(?:(?:token|secret|passwd|password|passphrase|pass_?key|pwd|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|authorization|cookie|session[-_]?(?:id|key)|jwt|signature)[a-z0-9_-]*|pass\\b|auth\\b|[a-z0-9][-_]?key(?:s?\\b|[-_][a-z0-9_-]*)|[-_]pat\\b|(?:\\b|_)(?:pw|creds?|t?otp(?:[-_](?:seed|code))?)\\b)";

/// A value, in quotes up to the closing one and otherwise up to a space. Both can follow each other in a word.
const VALUE: &str = r#"(?:\\"((?:[^"\\]|\\[^"])+)\\"|("(?:[^"\\]|\\.)*"[A-Za-z0-9_$][^\s"'\\;&|)}\]\[,]*)|"((?:[^"\\]|\\.)+)"|\$?('[^']*'[^\s"'\\;&|)}\]\[]*)|([^\s"'\\;&|)}\]\[{](?:[^\s"'\\;&|)}\]\[]|\$\{|\\[^\r\n"n]|"[^"\s,:{}\[\]]+"|'[^'\s]+')*))"#;

/// What is between two words: in a line, over the end of one, and in a list of JSON or YAML.
const NEXT: &str = r#"(?:["']?(?:\s|\\\r?\n|\\n)+(?:-\s+)?|["']\s*,\s*(?:["']--["']\s*,\s*)?)"#;

/// What is between a program and one of its options, in the same command. A sign in quotes does not end it.
const ARGS: &str = r#"(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\$\{|[,\\\[]\s*\n|\n\s*-\s|\\[^n]|[^|;&{\n\\])*?"#;

/// Texts that are probably secrets. The group `name` is what names the secret, and the next one is what is hidden.
static SECRETS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    // The user of a request, and the password.
    let user = format!(r#"(?:\\?"[^":\\]*:([^"\\]+)|'[^':]*:([^']+)|(?:[^\s:"']|"[^\s:"]*"|'[^\s:']*')*:{VALUE})"#);
    let all = [
        // A variable, a key of JSON, or an option: `API_TOKEN=…`, `"apiKey": ["…"`, `--password=…`.
        format!(r#"(?i)(?P<name>{NAME})\\?["']?\]?\s*\+?[=:]\s*\[?\s*{VALUE}"#),
        format!(r"(?:\bKEY=|(?i:[?&](?:key|sig|code)=)){VALUE}"),
        format!(r"(?i)--?(?:[\w-]*?(?P<name>{NAME})|key\b){NEXT}{VALUE}"),
        // `set("X-Api-Key", "…")`
        format!(r#"(?i)\w\(\s*["'][\w.-]*?(?P<name>{NAME})["']\s*,\s*{VALUE}"#),
        // Headers: all of the line, or up to the quote that begins before their name.
        {
            let name = r#"[\w-]*(?:\bcookie|authorization):\s*"#;
            let first = r#"(?:[^\s"'\\]|\\[^\s"'\\nr])"#;
            let to = |quote: &str| format!(r"{name}({first}(?:[^\\\r\n{quote}]|\\[^\\\snr])*)");
            format!(
                r#"(?i)\\"{name}({first}(?:[^\\\r\n"]|\\[^"\\\snr]|\\\\\\")*)|"{}|'{}|{}"#,
                to("\""),
                to("'"),
                to("")
            )
        },
        r"\b(?i:bearer|basic|token)\s+([a-z._~+/-]{0,60}[0-9A-Z=][A-Za-z0-9._~+/=-]{6,})".to_owned(),
        format!(r#"\bcurl\b["']?{ARGS}[\s"'](?:-[a-zA-Z]*[uU]|--(?:proxy-)?user)["']?[\s,=]*{user}"#),
        format!(r#"\bcurl\b["']?{ARGS}\s(?:-b|--cookie)[\s=]*(?:"[^"=]+=([^"]+)"|'[^'=]+=([^']+)'|[^\s="']+={VALUE})"#),
        // Programs that take a secret by a short option.
        format!(r#"\b(?:sshpass["']?{ARGS}[\s"']-p|redis-cli\b{ARGS}\s-a|ldap\w+{ARGS}\s-w|twine\s+upload\b["']?{ARGS}[\s"']-p|secret\s+set{ARGS}\s(?:-b|--body))["']?[\s,=]*{VALUE}"#),
        format!(r#"(?:^|[\s;&|("'`/])(?:(?:un)?zip\b{ARGS}\s-P|(?:az|buildah|cf|crane|docker|helm|ibmcloud|nerdctl|oc|oras|podman|skopeo)\b["']?{ARGS}[\s"']login["']?{ARGS}[\s"']-p)["']?[\s,=]*{VALUE}"#),
        format!(r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b{ARGS}\s-p{VALUE}"),
        format!(r"\bopenssl\b{ARGS}\spass:{VALUE}"),
        format!(r"\b(?:config(?:ure)?\s+set|set\s+-\S+|setenv|setx)\s+\S*?(?i:(?P<name>{NAME}))\s+{VALUE}"),
        format!(r"\blogin\s+\S+\s+password\s+{VALUE}"),
        r#"\becho\s+["']?([^\s"'|]{3,})["']?\s*\|[^|;&]*--password-stdin"#.to_owned(),
        // The beginnings that services give to theirs.
        r"\b((?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|xapp-[\w-]{10,}|A[KS]IA[A-Z0-9]{16}|AIza[\w-]{30,}|hf_\w{16,}|npm_\w{20,}|pypi-[\w-]{16,}|SG\.[\w.-]{16,}|dop_v1_\w{16,}|AGE-SECRET-KEY-1[A-Z0-9]{16,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)".to_owned(),
        r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----([^-]+)".to_owned(),
        // The user in a URL, and the path of one that is a secret itself.
        r#"://[^/\s:@"']*:([^/\s"']+)@"#.to_owned(),
        r#"\b[\w.-]+:([^\s"']+)@(?:tcp|udp|unix)\d?\("#.to_owned(),
        r"https?://([^/\s:@$]{3,})@".to_owned(),
        r"://([^/\s:@$]{8,})@".to_owned(),
        r"(?:hooks\.slack\.com/(?:services|workflows|triggers)|discord(?:app)?\.com/api/webhooks)/([\w/-]{3,})".to_owned(),
    ];
    // Without the tables of Unicode, they are ready in microseconds.
    all.iter().filter_map(|it| regex(it)).collect()
});

/// The words of names, in small letters, that have the name of a secret in them, and are about something else. And the ends of
/// names that are not about the secret itself, such as `password_file`, and of those whose values are counts.
static PLAIN: LazyLock<Option<[Regex; 3]>> = LazyLock::new(|| {
    Some([
        regex(
            r"^public_?keys?|(?:^|_)(?:(?:mon|don|tur|hoc|joc|whis)keys?|(?:hot|shortcut|primary|foreign|sort|partition|cache|authorized)_?keys?|(?:ask|by|com|tres|sur)pass|tokeni[sz](?:ation|ing|e[dr]?s?)|secretar(?:y|ies|ial)|cookiecutter)",
        )?,
        regex(
            r"google_application_credentials$|_(?:file|path|dir|store|helper|jar|stdin|uri|url|endpoint|name|type|algorithm|count|length|size|limit|policy|ttl|expiry)s?$",
        )?,
        regex(
            r"(?:^|_)(?:max|min|input|output|total|prompt|completion|thinking|reasoning|budget|context|cached?|new|num|used)_tokens$",
        )?,
    ])
});

/// Words with which a message goes on behind a name, as in `password: must be set`, and values of settings: no secret is one of
/// them.
const WORDS: [&str; 31] = [
    "apikey",
    "basic",
    "bearer",
    "cannot",
    "command",
    "could",
    "denied",
    "does",
    "empty",
    "expected",
    "expired",
    "false",
    "include",
    "incorrect",
    "invalid",
    "missing",
    "must",
    "needs",
    "none",
    "null",
    "omit",
    "parameter",
    "permission",
    "required",
    "should",
    "there",
    "this",
    "true",
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
    let begin =
        format!(r#"(?i)"(?:headers|[\w-]*?(?P<name>{NAME}))"\s*:\s*[\[{{]((?:"(?:[^"\\]|\\.)*"|[^\[\]{{}}"])*)"#);
    Some([
        regex(&begin)?,
        regex(r#""(?:[^"\\]|\\.)*"\s*:|"((?:[^"\\]|\\.)*)""#)?,
        regex(r"\bheaders:\s*\{((?:\$\{\w*\}|[^{}])*)\}")?,
        regex(r#"[\w-]+"?:\s+(?:"([^"]*)"|'([^']*)'|([^\s,"'][^,]*))"#)?,
    ])
});

/// What is not a secret in a value: `$NAME`, `${NAME}` and `$(…)`, and the word before a token.
static VARIABLES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(r"(?i)\\.|\$[0-9]|\$[a-z_]\w*|\$\{[^}]*\}?|\$\([^)]*\)?|`[^`]*`?|bearer|basic|token|apikey|digest|negotiate")
});

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

/// Returns true for a value that is not a secret, by its name or by itself.
fn is_plain(name: &[u8], value: &[u8]) -> bool {
    let is_number = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
    let is_other = |[words, ends, numbers]: &[Regex; 3]| {
        let name = in_words(name);
        let rest = words.replace_all(&name, &b"x"[..]);
        let is_left = || NAMES.as_ref().is_none_or(|it| it.is_match(&rest));
        // `max_tokens: 4096`
        ends.is_match(&name) || (is_number && numbers.is_match(&name)) || (*rest != name && !is_left())
    };
    WORDS.iter().any(|it| value.eq_ignore_ascii_case(it.as_bytes())) || PLAIN.as_ref().is_some_and(is_other)
}

/// Returns a name in small letters, with an underscore between its words: `tokenFile` and `TOKEN-FILE` are `token_file`.
fn in_words(name: &[u8]) -> Vec<u8> {
    let mut words = Vec::with_capacity(name.len());
    let mut before = 0_u8;
    for sign in name {
        if sign.is_ascii_uppercase() && before.is_ascii_lowercase() {
            words.push(b'_');
        }
        words.push(if *sign == b'-' { b'_' } else { sign.to_ascii_lowercase() });
        before = *sign;
    }
    words
}

/// The most bytes of a name.
const LONGEST: usize = 64;

/// Returns a name that a pattern may have begun in the middle of.
fn whole_name<'t>(text: &'t [u8], name: Match<'_>) -> &'t [u8] {
    let is_sign = |it: &&u8| it.is_ascii_alphanumeric() || b"_-".contains(it);
    let before = text[..name.start()].iter().rev().take(LONGEST).take_while(is_sign).count();
    &text[name.start() - before..name.end()]
}

/// Returns what a pattern hides in a text.
fn hidden_by(pattern: &Regex, text: &[u8]) -> Vec<Range<usize>> {
    let (mut found, mut at, mut skipped) = (Vec::new(), 0, 0);
    while let Some(it) = pattern.captures_at(text, at) {
        let (name, before) = (it.name("name"), at);
        at = it.get(0).map_or(text.len(), |it| it.end().max(before + 1));
        let Some(value) = it.iter().skip(1 + usize::from(name.is_some())).flatten().next() else { continue };
        let name = name.map_or(&b""[..], |it| whole_name(text, it));
        if is_value(value.as_bytes()) && !is_plain(name, value.as_bytes()) {
            found.push(value.range());
        } else if skipped <= text.len() {
            // What is in the value can be a secret itself. A text is read at most twice.
            skipped += value.len();
            at = value.start().max(before + 1);
        }
    }
    found
}

/// Returns where the secrets of a text are, in order. Give it all of a text: what names a secret can be in the line before.
pub fn secrets(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found: Vec<_> = SECRETS.iter().flat_map(|it| hidden_by(it, bytes)).collect();
    if let Some([json, of_json, yaml, of_yaml]) = GROUPS.as_ref() {
        for (groups, value) in [(json, of_json), (yaml, of_yaml)] {
            for it in groups.captures_iter(bytes) {
                let is_other = |it: Match<'_>| is_plain(whole_name(bytes, it), b"");
                let Some(all) = it.iter().flatten().last().filter(|_| !it.name("name").is_some_and(is_other)) else {
                    continue;
                };
                let of = |it: regex::bytes::Captures<'_>| it.iter().skip(1).flatten().next().map(|it| it.range());
                let values = value.captures_iter(all.as_bytes()).filter_map(of);
                found.extend(values.map(|it| all.start() + it.start..all.start() + it.end));
            }
        }
    }
    found.extend(headers_below(text));
    found.retain(|it| bytes.get(it.clone()).is_some_and(|it| is_value(it) && !is_plain(b"", it)));
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
    NAMES.as_ref().is_some_and(|it| it.is_match(name.as_bytes())) && !is_plain(name.as_bytes(), b"")
}

/// The ends of names of variables that systems set, and that are not secrets.
const OF_SYSTEM: [&str; 3] = ["PWD", "SESSION_ID", "SSH_AUTH_SOCK"];

/// Returns true if a variable is probably a secret, by its name or by its value.
pub fn is_secret(name: &str, value: &str) -> bool {
    let is_of_system = name == "OLDPWD" || OF_SYSTEM.iter().any(|it| name == *it || name == format!("XDG_{it}"));
    (!is_of_system && is_name(name) && !is_plain(name.as_bytes(), value.as_bytes()))
        || matches!(mask(value), Cow::Owned(_))
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
            ("DSN", "user:hunter2@tcp(db:3306)/x"),
            ("ROOT_PW", "x"),
            ("ENCRYPTION_PW", "x"),
            ("CREDS", "admin:x"),
            ("NETRC", "machine x login u password hunter2"),
            ("OTP_SEED", "x"),
            ("AGE", "AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQ"),
            ("TOKENIZER_PASSWORD", "x"),
            ("SECRET_PROFILE", "x"),
            ("ACCESS_TOKENS", "123456789"),
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
            ("OTP_VERSION", "27.1"),
            ("TOKENIZERS_PARALLELISM", "x"),
        ] {
            assert!(!is_secret(name, value), "{name}");
        }
    }

    #[test]
    fn secrets_are_masked_and_other_texts_are_not() {
        assert_eq!(SECRETS.len(), 22, "a pattern that is none would be left out");
        assert!(GROUPS.is_some() && NAMES.is_some() && PLAIN.is_some() && VARIABLES.is_some());
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
    fn secrets_of_each_kind_are_hidden() {
        let shown: Vec<String> =
            SHOWN.iter().map(|it| mask(it).into_owned()).filter(|it| it.contains("hunter2")).collect();
        assert!(shown.is_empty(), "{shown:#?}");
        let gone: Vec<_> = SHOWN.iter().filter(|it| it.contains("visible") && !mask(it).contains("visible")).collect();
        assert!(gone.is_empty(), "{gone:#?}");
    }

    #[test]
    fn what_a_reader_needs_is_shown() {
        let hidden: Vec<String> =
            PLAIN_TEXTS.iter().filter(|it| mask(it) != **it).map(|it| mask(it).into_owned()).collect();
        assert!(hidden.is_empty(), "{hidden:#?}");
    }

    const SHOWN: &[&str] = &[
        "Cookie: a=b; sid=hunter2",
        "Cookie: sid=hunter2; theme=dark; auth=hunter2\nAccept: visible",
        "cookie: \"a=b; sid=hunter2\"",
        "headers:\n  Cookie: 'a=b; sid=hunter2'\nvisible: x",
        "- Cookie: a=b; sid=hunter2",
        "curl -H \"Cookie: a=b; sid=hunter2\" https://visible",
        "curl -H 'cookie: a=b; sid=hunter2' https://visible",
        "Set-Cookie: sid=hunter2; Path=/; HttpOnly",
        "set-cookie: a=b; Path=/; sid=hunter2",
        r#"{"Cookie": "a=b; sid=hunter2", "visible": 1}"#,
        r#"{"command": "curl -H \"Cookie: a=b; sid=hunter2\" https://visible"}"#,
        r#"{"text": "Cookie: a=b; sid=hunter2\nX: visible"}"#,
        "Cookie: a=\"b c\"; sid=\"hunter2\"",
        "curl -b 'a=b; sid=hunter2' https://visible",
        "curl --cookie \"a=b; sid=hunter2\" https://visible",
        "curl -u 'me:hunter2' https://visible",
        "curl -u \"me:hunter2\" https://visible",
        "curl -u \"$USER:hunter2\" https://visible",
        "curl -u \"$USER\":hunter2 https://visible",
        "curl -s -u me:'hunter2' https://visible",
        "curl -H \"Accept: x\" -u 'me:hunter2' https://visible",
        "curl -d '{\"a\": 1}' -u me:hunter2 https://visible",
        "curl 'https://visible/?a=1&b=2' -u me:hunter2",
        "curl -u 'me:hunter2 hunter2' https://visible",
        r#"{"command": "curl -u \"me:hunter2\" visible"}"#,
        "curl -U me:hunter2 -x proxy visible",
        "curl --proxy-user 'me:hunter2' visible",
        "curl --proxy-user=me:hunter2 visible",
        r#"["curl", "-s", "-U", "me:hunter2", "visible"]"#,
        "docker login -u me -p hunter2 visible",
        "docker login -phunter2 visible",
        "podman login -u me -p 'hunter2' visible",
        "docker login --username me --password hunter2 visible",
        r#"["docker", "login", "-u", "me", "-p", "hunter2", "visible"]"#,
        "docker \\\n  login \\\n  -p hunter2 visible",
        "twine upload -u me -p hunter2 visible",
        "Authorization: AWS4-HMAC-SHA256 Credential=hunter2/20260101/s3, SignedHeaders=host, Signature=hunter2",
        "curl -H 'Authorization: AWS4-HMAC-SHA256 Credential=hunter2/x, Signature=hunter2' visible",
        "Authorization: ApiKey hunter2",
        "curl -H \"Authorization: ApiKey hunter2\" https://visible",
        "Authorization: Digest username=\"me\", nonce=\"hunter2\", response=\"hunter2\"",
        "curl -H 'Authorization: Digest username=\"me\", response=\"hunter2\"' visible",
        r#"{"command": "curl -H \"Authorization: Negotiate hunter2\" visible"}"#,
        "Authorization: token hunter2",
        "Proxy-Authorization: Basic hunter2",
        r#"{"Authorization": "Hawk id=\"hunter2\", mac=\"hunter2\"", "x": "visible"}"#,
        "Authorization: hunter2",
        "The hook ran wget --user me --password hunter2 https://x, visible",
        "wget --http-password=hunter2 visible",
        "it failed: psql postgres://me:hunter2@db/x -c visible",
        "it failed: PGPASSWORD=hunter2 psql -h visible",
        r#"{"text": "PGPASSWORD=\"hunter2\" psql visible"}"#,
        "fatal: git clone https://x-access-token:hunter2@github.com/a/b",
        "git clone https://oauth2:hunter2@gitlab.com/a/visible.git",
        "psql \"host=db user=me password=hunter2 dbname=visible\"",
        "psql \"host=db password='hunter2 hunter2'\"",
        "mongodb+srv://me:hunter2@visible.example.net",
        "Server=visible;User Id=me;Password=hunter2;",
        "MYSQL_PWD=hunter2 mysql visible",
        "curl -H 'X-Auth-Token: hunter2' visible",
        "curl -H \"PRIVATE-TOKEN: hunter2\" visible",
        "set -gx GITHUB_TOKEN hunter2",
        "$env:API_TOKEN = \"hunter2\"",
        "os.environ[\"API_TOKEN\"] = \"hunter2\"",
        "os.environ.setdefault(\"API_TOKEN\", \"hunter2\")",
        "request.setHeader('Authorization', 'hunter2')",
        "zip -P hunter2 visible.zip",
        "ldapsearch -x -w hunter2 visible",
        "sshpass -phunter2 ssh visible",
        "sshpass -p 'hunter2 hunter2' ssh visible",
        "redis-cli -a \"hunter2 hunter2\" visible",
        "npm config set //registry.example.com/:_authToken hunter2",
        "//registry.example.com/:_authToken=hunter2",
        "machine visible login me password hunter2",
        "gpg --batch --passphrase hunter2 visible",
        "AccountKey=hunter2==;EndpointSuffix=visible",
        "DB_PW=hunter2 visible",
        "npm publish --otp hunter2 visible",
        "password_file=x API_TOKEN=hunter2",
        "password_file=PASSWORD=hunter2",
        "TOKEN_URL=https://me:hunter2@visible/token",
        "monkey=1 TOKEN=hunter2",
        "gh secret set X --body hunter2",
        "curl 'x' doesn't work: curl -u me:hunter2 visible",
        "token_is: hunter2",
        "PASSWORDS=123456hunter2",
        "-e API_TOKEN=hunter2 visible",
        "TOKENIZER_PASSWORD=hunter2 visible",
        "tokenizer_api_key=hunter2",
        "tokenizerKey: hunter2",
        "secretaryPassword=hunter2",
        "cookiecutter_token=hunter2",
        "monkey_pw=hunter2",
        "RUBYPASS=hunter2",
        "SECRET_PROFILE=hunter2",
        "secret_prototype=hunter2",
        "SECRET_RESTORE=hunter2",
        "secretname=hunter2",
        "STRIPE_PUBLIC_KEY=hunter2",
        "Cookie: a='b'; sid=hunter2\nvisible",
        "Cookie: it's=1; sid=hunter2",
        "Authorization: x \"hunter2\"",
        "Authorization: x 'hunter2'",
        "curl -H \"Authorization: x 'hunter2'\" visible",
        "curl -H 'Authorization: x \"hunter2\"' visible",
        "curl -H \"Authorization: x \\\"hunter2\\\"\" visible",
        r#"{"command": "curl -H 'Cookie: a=\"b\"; sid=hunter2' visible"}"#,
        r#"{"command": "curl -H \"Cookie: a='b'; sid=hunter2\" visible"}"#,
        "unzip -P hunter2 visible.zip",
        "cd x; /usr/bin/unzip -q -P hunter2 visible.zip",
        "helm registry login -u me -p hunter2 visible",
    ];

    const PLAIN_TEXTS: &[&str] = &[
        "max_tokens=4096",
        "\"max_tokens\": 4096",
        "{\"max_output_tokens\": \"8192\"}",
        "CLAUDE_CODE_MAX_OUTPUT_TOKENS=32000",
        "tool --max-tokens 4096",
        "input_tokens: 1200",
        "maxTokens: 100000",
        "token_count=512",
        "token_limit: 8000",
        "monkey=value",
        "donkey: grey",
        "\"turkey\": \"sandwich\"",
        "\"turkeys\": [\"sandwich\"]",
        "hockey=stick",
        "GIT_ASKPASS=/usr/bin/x",
        "SSH_ASKPASS=/usr/lib/ssh/x11-ssh-askpass",
        "tool --token-file path",
        "tool --password-file=/run/secrets/db",
        "password_file: /run/x",
        "POSTGRES_PASSWORD_FILE=/run/secrets/pg",
        "\"tokenFile\": \"/run/token\"",
        "passthrough: true",
        "author: Kay Doe",
        "authority=example.com",
        "authors = [\"Kay Doe\"]",
        "keyboard: colemak",
        "tool --keyboard colemak",
        "keyword=something",
        "tokenizer: cl100k_base",
        "\"tokenizer\": \"tiktoken\"",
        "tokenize=never",
        "bypass=strict",
        "compass: north",
        "hotkey: ctrl+x",
        "primary_key=user_id",
        "foreign-key: owner",
        "sort_key=created",
        "cache-key: linux-cargo",
        "public_key=id_ed25519.pub",
        "docker login --password-stdin registry.example.com",
        "curl --cookie-jar /tmp/jar.txt https://x",
        "curl -b cookies.txt https://x",
        "token_type: bearer",
        "TOKEN_URL=https://example.com/oauth/token",
        "secret_name: database",
        "password_length=32 x",
        "token_expiry: 3600",
        "secretary: Kay Doe",
        "cookiecutter=gh:someone/pkg",
        "credentials: include",
        "persist-credentials: false",
        "GOOGLE_APPLICATION_CREDENTIALS=/etc/app.json",
        "authorized_keys: /home/me/.ssh",
        "\"auth\": true",
        "jwt_algorithm: HS256",
        "cookie_name: sid-main",
        "curl -u \"$USER:$PASSWORD\" https://x",
        "curl -u me: https://x",
        "Authorization: ApiKey $TOKEN",
        "curl -H \"Cookie: $COOKIE\" x",
        "Authorization: Bearer ${TOKEN}",
        "docker login -u me -p \"$TOKEN\" x",
        "docker login registry\nmkdir -p build/dir",
        "docker login registry && mkdir -p build/dir",
        "wget -P downloads https://x",
        "zip -r out.zip folder",
        "tar czf a.zip -P /etc/passwd",
        "ssh login -p 2222",
        "git config credential.helper store",
        "PASSWORD_STORE_DIR=/home/me/.store",
        "use_cookies=true",
    ];

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
