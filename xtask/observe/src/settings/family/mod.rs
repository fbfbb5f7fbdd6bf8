//! The cases, a file for each family.

mod conditions;
mod dropped;
mod duplicates;
mod http;
mod matchers;
mod placeholders;
mod plugins;
mod random;
mod rules;
mod sources;
mod witness;

pub use random::random_from;
use serde_json::{Value, json};

use super::tree::{Case, Content, Place, Source};

/// A family: its name, and what makes its cases.
type Family = (&'static str, fn() -> Vec<Case>);

/// The families, each with its cases. `witness` comes first: it shows which events each scene fires.
pub const FAMILIES: [Family; 11] = [
    (WITNESS, witness::witness),
    ("matchers", matchers::matchers),
    ("sources", sources::sources),
    ("duplicates", duplicates::duplicates),
    ("http", http::http),
    ("dropped", dropped::dropped),
    ("conditions", conditions::conditions),
    ("placeholders", placeholders::placeholders),
    ("plugins", plugins::plugins),
    ("random", random::random),
    ("rules", rules::rules),
];

/// The family whose trees have a handler that always runs.
pub const WITNESS: &str = "witness";

/// Returns a handler with this id.
fn handler(id: &str) -> Value {
    json!({"type": "command", "command": format!("{{{{note}}}} {id}")})
}

/// Returns a group of handlers without a matcher.
fn group(handlers: &[Value]) -> Value {
    json!({"hooks": handlers})
}

/// Returns a group with a matcher and one handler.
fn matched(matcher: impl Into<Value>, id: &str) -> Value {
    json!({"matcher": matcher.into(), "hooks": [handler(id)]})
}

/// Returns a document with groups on one event.
fn on(event: &str, groups: &[Value]) -> Value {
    json!({"hooks": {event: groups}})
}

fn source(place: Place, document: Value) -> Source {
    Source { place, content: Content::Document(document) }
}

/// Returns the word for a place in an id.
fn named(place: Place) -> &'static str {
    match place {
        Place::Managed => "managed",
        Place::ManagedPart => "managed-part",
        Place::User => "user",
        Place::Project => "project",
        Place::Local => "local",
        Place::SubfolderProject => "subfolder-project",
        Place::Flag => "flag",
        Place::PluginManifest => "plugin-manifest",
        Place::PluginHooks => "plugin-hooks",
        Place::PluginMore => "plugin-more",
        Place::Skill => "skill",
        Place::Agent => "agent",
        Place::PluginSkill => "plugin-skill",
        Place::PluginAgent => "plugin-agent",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::placeholders::{ARGUMENTS, EXECUTABLES, PATHS, SCRIPTS, WORDS};
    use super::*;
    use crate::settings::{record, scenes};
    use crate::shape::mcp::NOTE;

    fn all() -> Vec<(&'static str, Case)> {
        FAMILIES.iter().flat_map(|(family, cases)| cases().into_iter().map(|case| (*family, case))).collect()
    }

    /// Returns the values of a key in the text of a document, which may be broken.
    fn values(text: &str, key: &str) -> Vec<Value> {
        let starts = text.match_indices(key).map(|(at, _)| &text[at + key.len()..]);
        starts.filter_map(|rest| serde_json::Deserializer::from_str(rest).into_iter().next()?.ok()).collect()
    }

    fn is_id(text: &str) -> bool {
        !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
    }

    /// Returns true for a command that only notes its id and its arguments.
    fn is_listed(command: &str) -> bool {
        let noted = |rest: &str| match rest.trim_start().split_once(' ') {
            None => is_id(rest.trim_start()),
            Some((id, word)) => is_id(id) && WORDS.contains(&word),
        };
        let script =
            |script: &&str| command.strip_prefix(*script).and_then(|it| it.strip_prefix(' ')).is_some_and(is_id);
        command.is_empty()
            || command.strip_prefix("{{note}} ").is_some_and(noted)
            || command == "{{slow}} slow"
            || SCRIPTS.iter().any(script)
            || EXECUTABLES.contains(&command)
    }

    /// Returns true for an address that has an id where `written` has `{}`.
    fn is_spelled(address: &str, written: &str) -> bool {
        let parts = written.split_once("{}");
        parts.is_some_and(|(before, behind)| {
            address.strip_prefix(before).and_then(|it| it.strip_suffix(behind)).is_some_and(is_id)
        })
    }

    #[test]
    fn a_tree_runs_only_commands_that_note_their_ids() {
        for (_, case) in all() {
            for text in case.sources.iter().map(|source| source.content.text()) {
                for command in values(&text, "\"command\":") {
                    let texts = command.as_array().cloned().unwrap_or_else(|| vec![command.clone()]);
                    let fine = texts.iter().all(|it| it.as_str().is_none_or(is_listed));
                    assert!(fine, "{}: {command}", case.id);
                }
                for arguments in values(&text, "\"args\":") {
                    for argument in arguments.as_array().into_iter().flatten().filter_map(Value::as_str) {
                        let fine = argument == "{{root}}/hook/note.sh"
                            || is_id(argument)
                            || ARGUMENTS.contains(&argument)
                            || PATHS.contains(&argument);
                        assert!(fine, "{}: {argument}", case.id);
                    }
                }
                for url in values(&text, "\"url\":") {
                    let id =
                        |text: &str| http::ADDRESSES.iter().find_map(|it| text.strip_prefix(it)).is_some_and(is_id);
                    let spelled = |text: &str| {
                        http::SPELLINGS.iter().map(|it| it.1).chain([http::QUERIED]).any(|it| is_spelled(text, it))
                    };
                    let fine = url
                        .as_str()
                        .is_some_and(|it| ["nowhere", "${HOOK_URL}"].contains(&it) || id(it) || spelled(it));
                    assert!(fine, "{}: {url}", case.id);
                }
                for prompt in values(&text, "\"prompt\":") {
                    let is_note =
                        |it: &str| it.strip_prefix(NOTE).and_then(|it| it.strip_suffix('.')).is_some_and(is_id);
                    assert!(prompt.as_str().is_some_and(is_note), "{}: {prompt}", case.id);
                }
                for server in values(&text, "\"server\":") {
                    assert_eq!(server, "desk", "{}", case.id);
                }
            }
        }
    }

    /// The words of all commands that the model calls. None of them changes anything but a file of the session.
    const WORDS_OF_CALLS: &[&str] = &[
        "git",
        "gitk",
        "/usr/bin/git",
        "push",
        "status",
        "origin",
        "main",
        "-C",
        "sub",
        "echo",
        "one",
        "two",
        "three",
        "four",
        "five",
        "inner",
        "last",
        "$(date)",
        "$(git",
        "`git",
        "origin)",
        "origin`",
        "\"$HOME\"",
        "&&",
        "one;",
        "|",
        "||",
        "&",
        "cd",
        "ONE=1",
        "ONE=$(date)",
        "env",
        "timeout",
        "5",
        "sh",
        "-c",
        "'git",
        "origin'",
        "(git",
        "if",
        "true;",
        "then",
        "origin;",
        "fi",
        "#",
        "'one",
        "\\",
        ">",
        "new.txt",
        "touch",
        "exit",
        "3",
    ];

    /// The words of the lines of permission rules: letters and digits between signs. The user denies what changes anything.
    #[rustfmt::skip]
    const WORDS_OF_LINES: &[&str] = &[
        "C", "ab", "status",
        "0", "0x1", "7", "1", "2", "2ONE", "3", "5", "5s", "9", "A", "ALL", "B", "BASH", "CI", "COLUMNS", "CONFIG",
        "EDITOR", "ENV", "EOF", "EUID", "EXIT", "F", "GIT", "HEAD", "HOME", "HOSTNAME", "I", "IFS", "L", "LANG",
        "LC", "LINENO", "LOGNAME", "NODE", "OLDPWD", "ONE", "PATH", "PPID", "PUSH", "PWD", "RANDOM", "SECONDS",
        "SHELL", "TERM", "TMPDIR", "TWO", "UID", "USER", "VERSION", "X", "XDG", "Y", "a", "alias", "axb", "b",
        "bash", "bin", "break", "builtin", "c", "case", "cat", "cd", "command", "coproc", "d", "date", "declare",
        "dev", "diff", "do", "doas", "done", "e", "echo", "elif", "else", "env", "esac", "eval", "exec", "exit",
        "export", "f", "false", "fd", "fi", "find", "for", "force", "function", "g", "gi", "gin", "git", "gitk",
        "hash", "i", "if", "igin", "in", "ionice", "it", "j", "k", "let", "line", "linked", "ln", "local", "m",
        "main", "n", "n1", "n5", "name", "new", "nice", "noglob", "nohup", "notes", "npx", "null", "o", "o0", "oL",
        "one", "or", "origin", "other", "out", "p", "printf", "pu", "pull", "push", "pushx", "r", "read", "readonly",
        "return", "rigin", "root", "rs", "s", "select", "set", "setsid", "sh", "shift", "signal", "source", "src",
        "stdbuf", "sub", "sudo", "t", "tb", "test", "then", "three", "time", "timeout", "trap", "true", "two", "txt",
        "type", "typeset", "u", "unset", "until", "usr", "v", "while", "x", "xargs", "y", "z", "zzz",
    ];

    fn assert_listed(scene: &str, command: &str) {
        if scene.starts_with("rules-") {
            let mut words = command.split(|sign: char| !sign.is_ascii_alphanumeric());
            let unknown = words.find(|word| !word.trim_matches('a').is_empty() && !WORDS_OF_LINES.contains(word));
            assert_eq!(unknown, None, "{scene}: {command}");
        } else {
            let unknown = command.split_whitespace().find(|word| !WORDS_OF_CALLS.contains(word));
            assert_eq!(unknown, None, "{scene}: {command}");
        }
    }

    /// The tools that are called, apart from those of the shell. They change nothing but files of the session, and nothing
    /// answers their requests.
    const TOOLS: &[&str] = &[
        "Read",
        "Edit",
        "Write",
        "NotebookEdit",
        "MultiEdit",
        "Grep",
        "Glob",
        "LS",
        "Skill",
        "Agent",
        "WebFetch",
        "WebSearch",
        "AskUserQuestion",
        "EnterPlanMode",
        "ToolSearch",
        "TaskCreate",
        "TaskList",
        "CronList",
        "ListAgents",
        "ListMcpResourcesTool",
        "mcp__desk__echo",
        "mcp__desk__form",
    ];

    fn is_of_session(path: &str) -> bool {
        ["{{work}}/", "{{home}}/", "{{root}}/other/", "~/x", "../other/"].iter().any(|it| path.starts_with(it))
            || scenes::RELATIVE.contains(&path)
    }

    #[test]
    fn the_model_calls_only_what_is_listed() {
        for scene in scenes::all() {
            for turn in scene.talks.iter().flat_map(|talk| &talk.turns) {
                let crate::play::scene::Turn::Calls(calls) = turn else { continue };
                for (tool, input) in calls {
                    match *tool {
                        "Bash" | "Monitor" => assert_listed(scene.name, input["command"].as_str().unwrap_or_default()),
                        "WebFetch" => {
                            let url = input["url"].as_str().unwrap_or_default();
                            assert!(scenes::PAGES.contains(&url), "{}: {url}", scene.name);
                        }
                        _ => {
                            assert!(TOOLS.contains(tool), "{}: {tool}", scene.name);
                            for key in ["file_path", "notebook_path"] {
                                let path = input[key].as_str();
                                assert!(path.is_none_or(is_of_session), "{}: {path:?}", scene.name);
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn each_case_has_an_id_of_its_family_and_a_scene() {
        let mut ids = BTreeSet::new();
        for (family, case) in all() {
            assert!(case.id.starts_with(&format!("{family}/")), "{}", case.id);
            assert!(scenes::named(&case.scene).is_some(), "{}: {}", case.id, case.scene);
            assert!(ids.insert(case.id.clone()), "{} is there twice", case.id);
        }
    }

    #[test]
    fn the_records_of_every_version_are_about_cases() -> Result<(), Box<dyn std::error::Error>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for version in fs::read_dir(root.join("tests/observed"))? {
            let version = version?.file_name().to_string_lossy().into_owned();
            for (family, cases) in FAMILIES {
                let cases = cases();
                for (id, one) in record::read(&root.join(record::path(&version, family)))? {
                    assert!(cases.contains(&one.case), "{version}: {id}: record it again");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn the_records_of_the_reference_version_have_all_cases() -> Result<(), String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (family, cases) in FAMILIES {
            let recorded = record::read(&root.join(record::path(crate::REFERENCE, family)))?;
            let hint = format!("{family}: run `cargo xtask observe --settings --family {family} --record`");
            assert_eq!(recorded.len(), cases().len(), "{hint}");
        }
        Ok(())
    }
}
