//! Types of the owner's own: `use` in `[targets.<name>.types.<Type>]`. The package refers to such a type in place of the
//! generated one, by the name of the generated one.

use std::collections::BTreeSet;

use super::choices::{mistake, needed};
use super::folder::Target;
use super::subject::Subject;
use super::target::OwnModules;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, is_invisible};
use crate::model::{Contract, Expr, Kind, TypeDef};
use crate::set::{Choices, SetFile};

/// Returns the contract in which each type of the owner's is an alias, whose target only templates know; `None` if there is
/// no such type. Nothing then looks into a type that is not generated.
pub fn replaced(contract: &Contract, choices: &Choices) -> Option<Contract> {
    let own: BTreeSet<&str> = choices.own_types().map(|(name, _)| name).collect();
    if own.is_empty() {
        return None;
    }
    let replace = |def: &TypeDef| {
        let mut def = def.clone();
        if own.contains(def.name.as_str()) {
            def.kind = Kind::Alias { target: Expr::Any };
        }
        def
    };
    let mut replaced = Contract { types: contract.types.iter().map(replace).collect(), ..contract.clone() };
    let types = replaced.types.clone();
    for module in &mut replaced.modules {
        let mut used = BTreeSet::new();
        for def in module.types.iter().filter_map(|name| types.named(name)) {
            def.refs(&mut |name| used.extend(types.named(name).map(|def| def.module.clone())));
        }
        module.uses.retain(|name| used.contains(name));
        module.back.retain(|name| used.contains(name));
    }
    Some(replaced)
}

/// Returns a finding for each type of the owner's: the packages of other targets still have the one of the schema.
pub fn findings(target: &str, file: &SetFile) -> Diagnostics {
    let choices = file.targets.get(target);
    let own = choices.into_iter().flat_map(Choices::own_types);
    let finding = |(name, own): (&str, &str)| {
        let message = format!("`{name}` is your type `{own}` in the target `{target}`");
        let warning = Diagnostic::warning(Code::OwnType, message);
        warning
            .at(super::choices::place(target, ["types", name, "use"]))
            .because(
                "your type decides what it accepts and how it is written, so this package can differ from the others and from the validators",
            )
            .instead("write `own-type = \"allow\"` in `[lints]` if that is what you want")
    };
    Diagnostics(own.map(finding).collect())
}

/// Reports types of the owner's that the target cannot refer to.
pub fn check(target: &Target, choices: &Choices, subject: &Subject<'_>) -> Diagnostics {
    let mut found = Diagnostics::default();
    for (name, of_type) in &choices.types {
        let of = |key, message: String| mistake(&target.name, ["types", name.as_str(), key], message);
        let Some(own) = &of_type.own else {
            if of_type.from.is_some() {
                found.push(
                    of("from", format!("`from` of `{name}` is without `use`")).instead("name the type: `use = \"…\"`"),
                );
            }
            continue;
        };
        if subject.needs(name) {
            found.push(needed(of("use", format!("`{name}` cannot be a type of yours"))));
        } else if !subject.contract.operations.each.is_empty() {
            let finding = of("use", format!("`{name}` cannot be a type of yours in a set with a catalogue"));
            let finding = finding.because("functions of the packages work with the fields of its types");
            found.push(finding.instead("take it out, and convert the type in your own code"));
        }
        if let Some(profile) = subject.profiles.iter().find(|it| it.types.contains(name)) {
            let finding = of("use", format!("`{name}` differs under the profile `{}`", profile.name));
            found.push(finding.instead("take it out, and convert the type in your own code"));
        }
        for (key, list) in [("derive", &of_type.derive), ("attributes", &of_type.attributes)] {
            if !list.is_empty() {
                let finding = of(key, format!("`{name}` is a type of yours, which the package does not declare"));
                found.push(finding.instead(format!("take `{key}` out, and write it where you declare the type")));
            }
        }
        found.extend(check_import(target, own, of_type.from.as_deref(), &of));
    }
    found
}

/// Checks the name and the module of a type.
fn check_import(
    target: &Target,
    own: &str,
    from: Option<&str>,
    of: &dyn Fn(&'static str, String) -> Diagnostic,
) -> Diagnostics {
    let mut found = Diagnostics::default();
    let is_name = |text: &str| is_identifier(text) && !target.style.reserved.words.contains(text);
    match (target.style.own_modules, from) {
        (None, None) => return found,
        (None, Some(_)) => {
            let finding = of("from", format!("the target `{}` has no `from`", target.name));
            found.push(finding.instead("write the whole path in `use`"));
            return found;
        }
        (Some(_), None) => {
            let finding = of("use", format!("nothing says where `{own}` is imported from"));
            found.push(finding.instead("name its module: `from = \"…\"`"));
        }
        (Some(OwnModules::Dotted), Some(from)) if !from.split('.').all(is_name) => {
            let finding = of("from", format!("{from:?} is not a module"));
            found.push(finding.instead("write the whole name of a module: `shop_types.time`"));
        }
        (Some(OwnModules::Quoted), Some(from)) if !is_specifier(from) => {
            let finding = of("from", format!("{from:?} is not a package"));
            let finding = finding.because("a relative path would begin at a generated file");
            found.push(
                finding.instead("write the name of a package, with a path in it if necessary: `shop-types/time`"),
            );
        }
        (Some(_), Some(_)) => {}
    }
    if !is_name(own) {
        found.push(of("use", format!("{own:?} is not a type name")).instead("write the name that the module exports"));
    }
    found
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_specifier(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(['.', '/'])
        && !text.chars().any(|c| c.is_whitespace() || c.is_control() || is_invisible(c))
}
