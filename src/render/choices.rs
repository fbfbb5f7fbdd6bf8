//! The choices of a set's owner for one target: `[targets.<name>]` in `codegen.toml`. A mistake in them is reported at its
//! line there.

use std::iter;

use super::folder::Target;
use super::names::{Names, Role};
use super::own_types;
use super::subject::Subject;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place, is_invisible};
use crate::load::SET_FILE;
use crate::nearest::instead_of;
use crate::schema::step;
use crate::set::Choices;

/// Returns the place of a setting of a target, by the keys that lead to it. `generate` adds the line.
pub fn place<'a>(target: &str, keys: impl IntoIterator<Item = &'a str>) -> Place {
    let section = step("/targets", target);
    Place::of_file(SET_FILE).with_pointer(keys.into_iter().fold(section, |pointer, key| step(&pointer, key)))
}

/// Creates an error about a setting of a target.
pub fn mistake<'a>(target: &str, keys: impl IntoIterator<Item = &'a str>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::BadSetFile, message).at(place(target, keys))
}

/// Reports choices that the target does not have, that are about no type of the set, or that no registry accepts.
pub fn check(target: &Target, subject: &Subject<'_>, names: &Names) -> Diagnostics {
    let choices = subject.choices(&target.name);
    let mut found = not_for(target, choices);
    found.extend(unknown_types(target, choices, subject));
    found.extend(chosen_names(target, choices, subject, names));
    if choices.single_file && !subject.contract.tables.is_empty() {
        let finding = mistake(&target.name, ["single-file"], "a set with tables does not fit into a single file");
        let finding = finding.because("types that follow from a table are in modules of their own");
        found.push(finding.instead("take `single-file` out"));
    }
    found.extend(own_types::check(target, choices, subject));
    found.extend(dependencies(target, choices));
    found
}

fn not_for(target: &Target, choices: &Choices) -> Diagnostics {
    let known = &target.style.choices;
    let refused = choices.made().into_iter().filter(|(choice, _)| !known.contains(choice));
    let finding = |(choice, keys): (crate::set::Choice, Vec<String>)| {
        let key = choice.key();
        let all: Vec<_> = known.iter().map(|choice| format!("`{}`", choice.key())).collect();
        let advice = if all.is_empty() {
            format!("take it out: `[targets.{}]` has no such settings", target.name)
        } else {
            format!("take it out: `[targets.{}]` has {}", target.name, all.join(", "))
        };
        let message = format!("`{key}` is a setting that the target `{}` does not have", target.name);
        mistake(&target.name, keys.iter().map(String::as_str), message).instead(advice)
    };
    Diagnostics(refused.map(finding).collect())
}

fn unknown_types(target: &Target, choices: &Choices, subject: &Subject<'_>) -> Diagnostics {
    let is_known = |name: &str| {
        subject.contract.get(name).is_some() || subject.profiles.iter().any(|it| it.contract.get(name).is_some())
    };
    let has_file = |keys: &[String], name: &str| keys[0] != "files-for" || subject.contract.get(name).is_some();
    let finding = |(keys, name): (Vec<String>, &String)| {
        let names = subject.contract.types.iter().map(|def| def.name.as_str());
        let advice = instead_of(name, names, "write the name of a type as the pages of the docs target list it");
        mistake(&target.name, keys.iter().map(String::as_str), format!("the set has no type `{name}`")).instead(advice)
    };
    let named = |key: &str, name: &String| vec![key.to_owned(), name.clone()];
    let of_types = choices.types.keys().map(|name| (named("types", name), name));
    let renamed = choices.rename.keys().map(|name| (named("rename", name), name));
    let files = choices.files_for.iter().enumerate().map(|(at, name)| (named("files-for", &at.to_string()), name));
    let all = of_types.chain(renamed).chain(files);
    // A profile has a file for all its types.
    Diagnostics(all.filter(|(keys, name)| !is_known(name) || !has_file(keys, name)).map(finding).collect())
}

/// Returns the spelling of names with those that the owner chooses.
pub fn names(target: &Target, subject: &Subject<'_>) -> Names {
    let choices = subject.choices(&target.name);
    let contracts = iter::once(subject.contract).chain(subject.profiles.iter().map(|profile| &profile.contract));
    let all = contracts.flat_map(|contract| contract.types.iter()).map(|def| &def.name);
    let all = all.filter(|name| !subject.needs(name));
    let chosen = all.map(|name| (name.clone(), choices.name_of(name))).filter(|(name, chosen)| name != chosen);
    Names::new(&target.name, &target.style, subject.contract, chosen.collect())
}

/// Reports names that the owner chooses and the target would spell in another way, or that another type has.
fn chosen_names(target: &Target, choices: &Choices, subject: &Subject<'_>, names: &Names) -> Diagnostics {
    let other_type = |spelled: &str, name: &str| {
        let others = subject.contract.types.iter().map(|def| &def.name).filter(|other| *other != name);
        others.into_iter().find(|other| names.alone(Role::Type, other).is_ok_and(|it| it == spelled))
    };
    let mut found = Diagnostics::default();
    let is_part = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    for (key, text, fits) in [
        ("prefix", &choices.prefix, choices.prefix.starts_with(|c: char| c.is_ascii_alphabetic())),
        ("suffix", &choices.suffix, true),
    ] {
        let is_valid = text.is_empty() || (fits && is_part(text));
        if !is_valid {
            let finding = mistake(&target.name, [key], format!("no name of a type can have the {key} {text:?}"));
            found.push(finding.instead("use letters, digits and `_`, a letter first"));
        }
    }
    for (name, chosen) in &choices.rename {
        let of = |message: String| mistake(&target.name, ["rename", name], message);
        if subject.needs(name) {
            found.push(needed(of(format!("`{name}` cannot be renamed"))));
        } else if names.spell(Role::Type, name).as_deref() != Ok(chosen) {
            let finding = of(format!("{chosen:?} is not a type name in the target `{}`", target.name));
            found.push(
                finding
                    .instead("use letters, digits and `_`, a letter first, and no name that the package needs itself"),
            );
        } else if let Some(other) = other_type(chosen, name) {
            let finding = of(format!("two types would be called `{chosen}`: `{name}` and `{other}`"));
            found.push(finding.instead("choose a name that no other type has"));
        }
    }
    found
}

/// Explains that functions of the packages work with a type.
pub fn needed(finding: Diagnostic) -> Diagnostic {
    let finding = finding.because("functions of the packages work with it, for a feature that the set lists");
    finding.instead("take it out, and convert the type in your own code")
}

fn dependencies(target: &Target, choices: &Choices) -> Diagnostics {
    let mut found = Diagnostics::default();
    for (name, requirement) in &choices.dependencies {
        let of = |message: String| mistake(&target.name, ["dependencies", name], message);
        if !is_package(name) {
            let advice =
                "write the name as its registry has it: letters, digits, `-`, `_`, `.`, and `@` and `/` for a scope";
            found.push(of(format!("{name:?} is not a package name")).instead(advice));
        }
        // What else a requirement can be is for the target to say.
        if requirement.as_str().is_some_and(|text| !is_line(text)) {
            found.push(
                of(format!("the version of `{name}` is not one line that can be seen")).instead("write `\"1.2\"`"),
            );
        }
    }
    found
}

fn is_package(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.@/".contains(c))
}

fn is_line(text: &str) -> bool {
    !text.trim().is_empty() && !text.chars().any(|c| c.is_control() || is_invisible(c))
}
