//! Compares the assertions of a set with those that the code of a target implements. A part without code would accept every
//! value.

use std::collections::BTreeSet;

use super::folder::{TARGET_FILE, Target};
use super::subject::Subject;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Assertion, Contract};
use crate::nearest::instead_of;

/// Reports unknown keys under `assertions` of a target, and keys that the set needs and the target does not implement. Only a
/// target with files for `assertions` validates.
pub(super) fn check(target: &Target, subject: &Subject<'_>) -> Diagnostics {
    if !target.style.needs.contains_key("assertions") {
        return Diagnostics::default();
    }
    let listed = &target.style.assertions;
    let known = Assertion::default().keys().map(|(key, _)| key);
    let unknown = listed.iter().filter(|key| !known.contains(&key.as_str())).map(|key| {
        let advice = instead_of(key, known, &format!("one of: {}", known.join(", ")));
        Diagnostic::error(Code::TargetFile, format!("`assertions` names `{key}`, and no assertion has such a key"))
            .in_file(target.path_of(TARGET_FILE))
            .instead(advice)
    });
    let missing = used(subject).into_iter().filter(|(key, _)| listed.iter().all(|it| it != key)).map(|(key, name)| {
        let message =
            format!("`{name}` is checked with `{key}`, which the target `{}` does not implement", target.name);
        Diagnostic::error(Code::AssertionPart, message)
            .in_file(target.path_of(TARGET_FILE))
            .because("its validators would accept every value")
            .instead(format!("implement `{key}`, and add it to `assertions`, or do not generate this target"))
    });
    Diagnostics(unknown.chain(missing).collect())
}

/// Returns each key that a set and its profiles need, with the first type or definition that has it.
fn used<'a>(subject: &Subject<'a>) -> BTreeSet<(&'static str, &'a str)> {
    let contracts = std::iter::once(subject.contract).chain(subject.profiles.iter().map(|it| &it.contract));
    let mut found = Vec::new();
    contracts.for_each(|contract| of_contract(contract, &mut found));
    let mut seen = BTreeSet::new();
    found.into_iter().filter(|(key, _)| seen.insert(*key)).collect()
}

fn of_contract<'a>(contract: &'a Contract, found: &mut Vec<(&'static str, &'a str)>) {
    let of_types =
        contract.types.iter().flat_map(|def| def.kind.assertions().into_iter().map(|it| (def.name.as_str(), it)));
    let definitions = contract.assertions.iter().map(|(name, it)| (name.as_str(), it));
    let mut open: Vec<(&str, &Assertion)> = of_types.chain(definitions).collect();
    open.reverse();
    while let Some((name, assertion)) = open.pop() {
        found.extend(assertion.keys().into_iter().filter(|(_, has)| *has).map(|(key, _)| (key, name)));
        open.extend(assertion.parts().into_iter().map(|part| (name, part)));
    }
}
