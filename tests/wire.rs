//! The words of a host are data of its set: no code of the generator or of a template has them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::support::copy::copy;
use hookwire_codegen::Diagnostics;
use hookwire_codegen::generate::{Generated, Options, generate};
use serde_json::Value;

/// Names that our own functions and types have, too: an option of `model`, and the tool of a question.
const OWN: [&str; 2] = ["stopReason", "toolName"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns every file below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
}

fn properties(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            let named = object.get("properties").and_then(Value::as_object);
            found.extend(named.into_iter().flatten().map(|(name, _)| name.clone()));
            object.values().for_each(|value| properties(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| properties(value, found)),
        _ => {}
    }
}

/// Returns the keys of inputs, replies and settings, and the other words of the wire, of which each is no word of English.
fn words() -> BTreeSet<String> {
    let schemas = root().join("schemas");
    let mut all = BTreeSet::new();
    let of_hooks = ["hooks", "settings"].iter().flat_map(|folder| below(&schemas.join(folder)));
    for path in of_hooks.chain(["hook-input.schema.json", "hook-output.schema.json"].map(|name| schemas.join(name))) {
        properties(&json(&path), &mut all);
    }
    let wire = json(&schemas.join("events.json"))["wire"].clone();
    all.extend(wire.as_object().unwrap().values().map(|word| word.as_str().unwrap().to_owned()));
    let is_distinct = |word: &String| word.contains('_') || word.chars().skip(1).any(char::is_uppercase);
    all.retain(|word| is_distinct(word) && !OWN.contains(&word.as_str()));
    all
}

/// Returns the lines of code of a file: none of its comments, and none of its tests.
fn code(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let text = if path.extension().is_some_and(|it| it == "rs") {
        text.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
    } else {
        text
    };
    let is_comment = |line: &str| ["//", "#", "*", "/*", "{#"].iter().any(|mark| line.trim_start().starts_with(mark));
    text.lines().filter(|line| !is_comment(line)).map(str::to_owned).collect()
}

/// Returns true if a line has a word by itself. Between backticks it is prose, and behind a dot a member: in Rust and Python that is
/// a field or a function of a type, as before a colon or a parenthesis.
fn has(line: &str, word: &str, is_javascript: bool) -> bool {
    let is_part = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (line[..at].chars().next_back(), line[at + word.len()..].chars().next());
        let is_prose = before == Some('`') || after == Some('`');
        let is_member = !is_javascript && (before == Some('.') || matches!(after, Some('(' | ':')));
        !(is_part(before) || is_part(after) || is_prose || is_member)
    })
}

#[test]
fn no_code_has_a_word_of_the_wire() {
    let words = words();
    assert!(words.len() > 80 && words.contains("permissionDecision") && words.contains("tool_name"), "{words:?}");
    let folders = ["templates/python", "templates/rust", "templates/typescript", "src/hooks", "src/validation"];
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| below(&root().join(folder))).collect();
    // Pages and examples are about one host. `target.toml` has names that types may not have.
    let is_code = |path: &&PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        !["README", "CHANGELOG", "target.toml"].iter().any(|page| name.starts_with(page))
            && !path.components().any(|it| it.as_os_str() == "examples")
    };
    let mut found = Vec::new();
    for path in files.iter().filter(is_code) {
        let is_javascript = path.components().any(|it| it.as_os_str() == "typescript");
        for line in code(path) {
            if let Some(word) = words.iter().find(|word| has(&line, word, is_javascript)) {
                found.push(format!("{}: `{word}` in {}", path.display(), line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "write the word in `wire` of the catalogue:\n{}", found.join("\n"));
}

/// A replaced word: the end of the paths of its files, the word, and the new one.
type Replaced<'a> = (&'a str, &'a str, &'a str);

/// Generates the packages from a copy of the set with these words replaced.
fn generated(words: &[Replaced]) -> Result<Generated, Diagnostics> {
    let set = tempfile::tempdir().unwrap();
    copy(&root().join("schemas"), set.path());
    for path in below(set.path()) {
        let text = fs::read_to_string(&path).unwrap();
        let own = words.iter().filter(|(end, ..)| path.to_string_lossy().ends_with(end));
        let changed = own.fold(text.clone(), |text, (_, old, new)| text.replace(old, new));
        if text != changed {
            fs::write(path, changed).unwrap();
        }
    }
    let only = ["rust", "python", "typescript"].map(str::to_owned).to_vec();
    generate(&Options {
        schemas: set.path().to_owned(),
        templates: root().join("templates"),
        only,
        name: None,
        single_file: false,
    })
}

/// Returns the code of the packages that are made of a copy of the set with a key, an audience and an effect renamed. It is generated
/// once for all tests.
fn renamed() -> &'static [(String, String)] {
    static CODE: OnceLock<Vec<(String, String)>> = OnceLock::new();
    CODE.get_or_init(|| {
        let words = [
            ("", "permissionDecision", "verdictOnTheCall"),
            ("", "\"debug-log\"", "\"diary\""),
            ("", "\"keeps-working\"", "\"toils-on\""),
        ];
        let generated = generated(&words).unwrap_or_else(|found| panic!("{found:#?}"));
        let is_page = |path: &str| path.ends_with(".md") || path.contains("examples/");
        let files = generated.outputs.into_iter().flat_map(|output| {
            let target = output.target;
            output.artifacts.into_iter().map(move |it| (format!("{target}/{}", it.path), it.contents))
        });
        files.filter(|(path, _)| !is_page(path)).collect()
    })
}

#[test]
fn a_renamed_word_is_renamed_in_every_package() {
    let code = renamed();
    let old: Vec<&String> =
        code.iter().filter(|(_, text)| text.contains("permissionDecision")).map(|(path, _)| path).collect();
    assert!(old.is_empty(), "{old:?}");
    // What a hook says on the event, and how the host reads it.
    for plan in [
        "python/src/hookwire/_plan/__init__.py",
        "python/src/hookwire/_outcomes/data.py",
        "rust/src/outcomes/data.rs",
        "typescript/index.js",
        "typescript/internal/outcomes.js",
    ] {
        assert!(code.iter().any(|(path, text)| path == plan && text.contains("verdictOnTheCall")), "{plan}");
    }
}

/// Words for effects and audiences that our own names repeat: causes and sentences of explanations, values of outcomes, severities
/// of problems, verbs of the runtime, kinds of readers, and keys.
const OWN_WORDS: [&str; 27] = [
    "blocks",
    "context",
    "continues",
    "decides",
    "display",
    "error",
    "exit-code",
    "fails",
    "feedback",
    "host",
    "ignored",
    "input",
    "instruction",
    "log",
    "output",
    "path",
    "permissions",
    "reason",
    "retries",
    "stops",
    "subagent",
    "teammate",
    "text",
    "tool-error",
    "unknown",
    "user",
    "whole",
];

/// Returns the words in `effect` and `audience` of the catalogue that our own names do not repeat.
fn words_of_cells() -> BTreeSet<String> {
    let meanings = json(&root().join("schemas/events.json"))["meanings"].clone();
    let all = ["effects", "audiences"].iter().flat_map(|part| meanings[part].as_object().unwrap().keys().cloned());
    all.filter(|word| !OWN_WORDS.contains(&word.as_str())).collect()
}

#[test]
fn no_code_has_a_word_for_an_effect() {
    let words = words_of_cells();
    assert!(words.len() > 25 && words.contains("keeps-working") && words.contains("claude"), "{words:?}");
    let folders = ["templates/python", "templates/rust", "templates/typescript", "src/hooks", "src/validation"];
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| below(&root().join(folder))).collect();
    let is_code = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !["README", "CHANGELOG", "target.toml"].iter().any(|it| name.starts_with(it))
    };
    let mut found = Vec::new();
    for path in files.iter().filter(is_code) {
        for line in code(path) {
            let has = |word: &&String| ['"', '\''].iter().any(|quote| line.contains(&format!("{quote}{word}{quote}")));
            if let Some(word) = words.iter().find(has) {
                found.push(format!("{}: `{word}` in {}", path.display(), line.trim()));
            }
        }
    }
    assert!(
        found.is_empty(),
        "ask for the meaning of the word, from `meanings` of the catalogue:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_renamed_audience_is_renamed_in_every_package() {
    let code = renamed();
    let old: Vec<&String> =
        code.iter().filter(|(_, text)| text.contains("\"debug-log\"")).map(|(path, _)| path).collect();
    assert!(old.is_empty(), "{old:?}");
    for (data, reader) in [
        ("python/src/hookwire/_outcomes/data.py", "\"diary\": \"log\""),
        ("rust/src/outcomes/data.rs", "(OutcomeAudience::Diary, \"log\")"),
        ("typescript/internal/outcomes.js", "\"diary\": \"log\""),
    ] {
        assert!(code.iter().any(|(path, text)| path == data && text.contains(reader)), "{data}");
    }
}

#[test]
fn a_renamed_effect_is_renamed_in_every_package() {
    let code = renamed();
    let is_old = |text: &str| text.contains("\"keeps-working\"") || text.contains("KeepsWorking");
    let old: Vec<&String> = code.iter().filter(|(_, text)| is_old(text)).map(|(path, _)| path).collect();
    assert!(old.is_empty(), "{old:?}");
    for (data, word) in [
        ("python/src/hookwire/_outcomes/data.py", "\"toils-on\": {\"action\": \"blocked\"}"),
        ("rust/src/outcomes/data.rs", "\"toils-on\" => Meaning { action: Some(OutcomeAction::Blocked)"),
        ("rust/src/prompt/data.rs", "PromptAction::ToilsOn"),
        ("typescript/internal/outcomes.js", "\"toils-on\": {\"action\": \"blocked\"}"),
    ] {
        assert!(code.iter().any(|(path, text)| path == data && text.contains(word)), "{data}");
    }
}

#[test]
fn a_word_of_a_cell_that_no_public_type_has_is_reported() {
    let words = [
        ("prompt-reading.schema.json", "PromptAction", "undoes"),
        ("prompt-reading.schema.json", "PromptReasonUse", "feedback"),
        ("prompt-reading.schema.json", "PromptAudience", "teammate"),
        ("outcome.schema.json", "OutcomePurpose", "tool-error"),
        ("outcome.schema.json", "OutcomeEffectKind", "watch-paths"),
        ("outcome.schema.json", "OutcomeAudience", "debug-log"),
    ];
    let replaced = words.map(|(file, _, word)| (file, format!("\"{word}\""), format!("\"not-{word}\"")));
    let replaced: Vec<Replaced> = replaced.iter().map(|(file, old, new)| (*file, &**old, &**new)).collect();
    let report = generated(&replaced).err().unwrap_or_default();
    for (_, of, word) in words {
        let expected = format!("`{of}` has no value `{word}`");
        assert!(report.0.iter().any(|it| it.message == expected), "{expected}: {report:#?}");
    }
}
