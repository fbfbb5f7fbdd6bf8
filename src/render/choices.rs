//! The choices of a set's owner for one target: `[targets.<name>]` in `codegen.toml`. A mistake in them is reported at its
//! line there.

use super::folder::Target;
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
pub fn check(target: &Target, subject: &Subject<'_>) -> Diagnostics {
    let choices = subject.choices(&target.name);
    let mut found = not_for(target, choices);
    found.extend(unknown_types(target, choices, subject));
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
    let finding = |name: &String| {
        let names = subject.contract.types.iter().map(|def| def.name.as_str());
        let advice = instead_of(name, names, "write the name of a type as the pages of the docs target list it");
        mistake(&target.name, ["types", name], format!("the set has no type `{name}`")).instead(advice)
    };
    Diagnostics(choices.types.keys().filter(|name| !is_known(name)).map(finding).collect())
}

fn dependencies(target: &Target, choices: &Choices) -> Diagnostics {
    let mut found = Diagnostics::default();
    for (name, requirement) in &choices.dependencies {
        let of = |message: String| mistake(&target.name, ["dependencies", name], message);
        if !is_package(name) {
            let advice =
                "write the name as its registry has it: letters, digits, `-`, `_`, `.`, and `@` and `/` for a scope";
            found.push(of(format!("{name:?} is no name of a package")).instead(advice));
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
