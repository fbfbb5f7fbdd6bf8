//! Commands: what a line of a shell runs.
//!
//! Which programs run another one, and how their options are read, is in `programs.json`: it is the same for every host.
//! The catalogue says which tools get a line.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::feature::{Feature, Part, Sources};
use super::words;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::nearest::instead_of;
use crate::schema::step;

/// The functions that list the commands of a line.
pub const FEATURE: Feature = Feature {
    name: "commands",
    needs: &["tools"],
    types: &[
        "CommandLine",
        "CommandMatches",
        "ShellCommand",
        "ShellWord",
        "ShellAssignment",
        "ShellRedirection",
        "OpaquePart",
        "OpaqueReason",
        "ReachedBy",
    ],
    tables: &[],
    words: &["arguments"],
    namespace: Some("shell"),
    read,
};

/// The keys that this feature reads at the root of the catalogue.
#[derive(Deserialize)]
struct Root {
    commands: Written,
}

/// What the catalogue says about lines.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// The tools that get a line, by name.
    tools: IndexMap<String, Tool>,
}

/// A tool that runs a line.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Tool {
    /// The argument with the line.
    argument: String,
    /// The shell that reads it.
    shell: String,
    /// Some calls have no line.
    #[serde(default, skip_serializing_if = "is_false")]
    optional: bool,
}

/// The facts about shells and programs.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Programs {
    /// The shells whose language is read.
    shells: Vec<String>,
    /// The shells, and programs that start one, in which words of Bash can mean something else.
    posix: Vec<String>,
    /// The shells with another language.
    languages: Vec<String>,
    /// The builtins and words of zsh that hide commands.
    zsh: Vec<String>,
    /// The tables of zsh and Bash that define commands.
    tables: Vec<String>,
    /// The programs that another `g` can be before, as in `gtimeout`.
    gnu: Vec<String>,
    /// The variables whose values run something, each with the effect. `*` is the rest of a name.
    variables: IndexMap<String, String>,
    /// The languages whose code is read, by name.
    codes: IndexMap<String, Source>,
    /// The builtins and programs that hide commands, by name: letters of options, each with the reason. An empty text is any word,
    /// `=` a word with an assignment, and a longer text this word.
    hiding: IndexMap<String, IndexMap<String, String>>,
    /// The builtins that evaluate a word in brackets, by name, each with the option that it needs.
    evaluating: IndexMap<String, String>,
    /// The programs that run another one, by name. A name of several words is a program and its subcommands.
    wrappers: IndexMap<String, Options>,
    /// The programs with subcommands, or with arguments that are code, by name.
    programs: IndexMap<String, Options>,
}

/// What is known to run nothing in the code of a language. All else can run a command.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Source {
    /// The signs that strings begin and end with. In backquotes, code is filled in.
    quotes: String,
    /// The letters before a string: with `f` or `t`, code is filled in. A language with them has strings in three quotes.
    #[serde(default)]
    prefixes: String,
    /// The signs after a backslash in a string. Without any, all can be there.
    #[serde(default)]
    escapes: String,
    /// The sign of a comment. Without one, comments are not read.
    #[serde(default)]
    comment: String,
    /// What begins code in a string.
    field: String,
    /// The signs that cannot be outside of strings.
    signs: String,
    /// The texts that cannot be anywhere.
    texts: Vec<String>,
    /// The words that cannot be anywhere, also not in strings.
    words: Vec<String>,
    /// The words that can only be after a dot, or in strings.
    names: Vec<String>,
    /// The modules that can be imported.
    modules: Vec<String>,
    /// What can be after a dot. Without any, all can be there.
    #[serde(default)]
    members: Vec<String>,
    /// The functions that can only be called, each with what can be after the first argument: a string, or the name of an
    /// argument. Without any, the call has a module, or a file of data.
    calls: IndexMap<String, Vec<String>>,
    /// The objects of which only these parts can be used.
    #[serde(default)]
    parts: IndexMap<String, Vec<String>>,
    /// A name in brackets can be a member.
    #[serde(default)]
    brackets: bool,
}

/// The facts as they are written: what several programs have in common is there once.
#[derive(Deserialize)]
struct Facts {
    /// The effects that several options have.
    shared: IndexMap<String, Effects>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// What the values of an option run: how a value begins, and its effect. The first one decides.
///
/// An effect is the reason why what runs is not known; or `text`, if it is a text for a shell; or `checked`, if it is code
/// that runs nothing without certain signs. A variable can also have `prompt`: only what the shell fills in hides commands;
/// `options`: it has options of programs whose code is read; and `startup`: interactive shells read that file first.
type Effects = IndexMap<String, String>;

/// How the words of a program are read.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    /// The letters of options without a value.
    #[serde(skip_serializing_if = "String::is_empty")]
    flags: String,
    /// The letters of options with a value.
    #[serde(skip_serializing_if = "String::is_empty")]
    values: String,
    /// The letters of options that can have a value in the same word.
    #[serde(skip_serializing_if = "String::is_empty")]
    optional: String,
    /// The letters of options that digits can follow, and then other letters.
    #[serde(skip_serializing_if = "String::is_empty")]
    digits: String,
    /// The long options without a value. If they also have an effect, a value can be in the same word.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    long_flags: Vec<String>,
    /// The long options with a value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    long_values: Vec<String>,
    /// A number can be an option, as in `nice -5`.
    #[serde(skip_serializing_if = "is_false")]
    number: bool,
    /// A lone `-` is an option.
    #[serde(skip_serializing_if = "is_false")]
    dash: bool,
    /// Assignments can be among the options.
    #[serde(skip_serializing_if = "is_false")]
    assignments: bool,
    /// Options can be after other words, and no other word is a command. Effects without an option are for these.
    #[serde(skip_serializing_if = "is_false")]
    permutes: bool,
    /// How many words are before the command. With more of them, a program reads no input.
    #[serde(skip_serializing_if = "is_zero")]
    operands: u8,
    /// With one of these options there are no such words: the command comes first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unless: Vec<String>,
    /// Options can be after these words, too.
    #[serde(skip_serializing_if = "is_false")]
    again: bool,
    /// The options with which nothing runs. What follows is not for the program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    none: Vec<String>,
    /// The options with which it is not known what runs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    opaque: Vec<String>,
    /// The options whose value is a text for a shell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    text: Vec<String>,
    /// The words are a text for a shell.
    #[serde(skip_serializing_if = "is_false")]
    joined: bool,
    /// With one of these options, the words are a command and its arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    exact: Vec<String>,
    /// The words end with `:::`, which a list of arguments follows.
    #[serde(skip_serializing_if = "is_false")]
    lists: bool,
    /// Other words follow those of the command.
    #[serde(skip_serializing_if = "is_false")]
    more: bool,
    /// The options with a text that something is filled in for; `{}` without a value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replaces: Vec<String>,
    /// The command begins after `--`.
    #[serde(skip_serializing_if = "is_false")]
    separator: bool,
    /// Without a command, a shell reads the input.
    #[serde(skip_serializing_if = "is_false")]
    shell: bool,
    /// The options with which a shell reads the input if there is no command.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shell_with: Vec<String>,
    /// It runs on another machine.
    #[serde(skip_serializing_if = "is_false")]
    remote: bool,
    /// The options that mean the same, each list with one hyphen first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    synonyms: Vec<Vec<String>>,
    /// The options with values that run something.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    effects: IndexMap<String, Effects>,
    /// A word without an option is a name, and the next one its value.
    #[serde(skip_serializing_if = "is_false")]
    pairs: bool,
    /// The language of `checked` values: `sed`, `awk` or `perl`; one of `codes`; otherwise the signs without which nothing
    /// runs. With `unless`, the first word without an option is code, too.
    #[serde(skip_serializing_if = "String::is_empty")]
    code: String,
    /// The signs in the name of a file with which code opens a command.
    #[serde(skip_serializing_if = "String::is_empty")]
    opens: String,
    /// Without a file, it reads code from its input.
    #[serde(skip_serializing_if = "is_false")]
    input: bool,
    /// The options with which it reads none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    no_input: Vec<String>,
    /// A subcommand is also a program, with a hyphen between the names.
    #[serde(skip_serializing_if = "is_false")]
    dashed: bool,
}

/// The data of this feature.
#[derive(Debug, Serialize)]
struct Commands {
    #[serde(flatten)]
    programs: Programs,
    /// The tools that get a line.
    tools: IndexMap<String, Tool>,
    /// The messages, by the reason why a part is opaque.
    messages: IndexMap<&'static str, &'static str>,
}

impl Part for Commands {
    fn data(&self) -> Value {
        json!(self)
    }
}

fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let Root { commands } = sources.catalogue.root()?;
    let programs = programs().map_err(|error| Diagnostic::error(Code::Catalogue, format!("programs.json: {error}")))?;
    let mut found = Diagnostics::default();
    let known: Vec<&str> = programs.shells.iter().chain(&programs.languages).map(String::as_str).collect();
    for (name, tool) in &commands.tools {
        if !known.contains(&tool.shell.as_str()) {
            let at = step(&step("/commands/tools", name), "shell");
            let advice = instead_of(&tool.shell, known.iter().copied(), &format!("one of: {}", known.join(", ")));
            let message = format!("there is no shell `{}`", tool.shell);
            found.push(Diagnostic::error(Code::Catalogue, message).at(sources.catalogue.place(&at)).instead(advice));
        }
    }
    let messages = words::OF_COMMANDS.iter().copied().collect();
    found.or(Box::new(Commands { programs, tools: commands.tools, messages }) as Box<dyn Part>).map(|(part, _)| part)
}

/// Returns the facts about shells and programs, which are a part of the generator.
fn programs() -> serde_json::Result<Programs> {
    let Facts { shared, mut others } = serde_json::from_str(include_str!("programs.json"))?;
    for table in ["wrappers", "programs"] {
        let Some(entries) = others.get_mut(table).and_then(Value::as_object_mut) else { continue };
        let written = entries.clone();
        for entry in entries.values_mut() {
            if let Some(same) = entry.as_str().and_then(|name| written.get(name)) {
                *entry = same.clone();
            }
            let effects = entry.get_mut("effects").and_then(Value::as_object_mut);
            for effect in effects.into_iter().flat_map(Map::values_mut) {
                if let Some(same) = effect.as_str().and_then(|name| shared.get(name)) {
                    *effect = json!(same);
                }
            }
        }
    }
    serde_json::from_value(Value::Object(others))
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_false(value: &bool) -> bool {
    !value
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_zero(value: &u8) -> bool {
    *value == 0
}

#[cfg(test)]
mod tests {
    use super::{programs, words};

    #[test]
    fn each_option_is_listed_once() -> serde_json::Result<()> {
        let programs = programs()?;
        for (name, it) in programs.wrappers.iter().chain(&programs.programs) {
            let letters: Vec<char> =
                it.flags.chars().chain(it.values.chars()).chain(it.optional.chars()).chain(it.digits.chars()).collect();
            let twice = letters.iter().find(|letter| letters.iter().filter(|it| it == letter).count() > 1);
            assert_eq!(twice, None, "{name}");
            let both: Vec<&String> = it.long_flags.iter().filter(|name| it.long_values.contains(name)).collect();
            assert!(both.is_empty(), "{name} {both:?}");
            let named =
                [&it.none, &it.opaque, &it.text, &it.exact, &it.replaces, &it.shell_with, &it.unless, &it.no_input];
            for option in named.into_iter().flatten() {
                let long = it.long_flags.contains(option) || it.long_values.contains(option);
                let letter = option.chars().nth(1).is_some_and(|letter| letters.contains(&letter));
                let known = if option.len() > "-c".len() { long } else { letter };
                assert!(known || it.effects.contains_key(option), "{name} {option}");
            }
        }
        Ok(())
    }

    #[test]
    fn each_reason_has_a_message() -> serde_json::Result<()> {
        let programs = programs()?;
        let known = |name: &str| words::OF_COMMANDS.iter().any(|(it, _)| *it == name);
        let of_options =
            programs.wrappers.values().chain(programs.programs.values()).flat_map(|it| it.effects.values());
        for effect in of_options.flat_map(|it| it.values()) {
            assert!(known(effect) || matches!(effect.as_str(), "text" | "checked"), "{effect}");
        }
        for effect in programs.variables.values() {
            assert!(known(effect) || matches!(effect.as_str(), "text" | "prompt" | "startup" | "options"), "{effect}");
        }
        for reason in programs.hiding.values().flat_map(|it| it.values()) {
            assert!(known(reason), "{reason}");
        }
        Ok(())
    }
}
