//! Finds the last release, and the version that the next one needs: the changes of the contract and of the packages'
//! public interfaces decide.

use std::collections::BTreeMap;
use std::fs;

use hookwire_codegen::compat::{VersionStep, numbers};
use hookwire_codegen::internal::diagnostic;

use crate::compat::{self, Checkout};
use crate::interface;
use hookwire_harness::Root;
use hookwire_harness::git::{self, Failure};

/// A release: a git tag with the name of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// The version.
    pub version: String,
}

impl Release {
    /// Creates the release of a version.
    pub fn of(version: &str) -> Self {
        Self { version: version.to_owned() }
    }

    /// Returns the tag in git.
    pub fn tag(&self) -> String {
        format!("v{}", self.version)
    }

    /// Returns the full name of the tag, so that git does not look for a branch.
    fn revision(&self) -> String {
        format!("refs/tags/{}", self.tag())
    }
}

/// Returns the release before the next one; none, if the next one is the first. A tag of the current version at `HEAD`
/// is the next release.
///
/// # Errors
/// Git fails.
pub fn last(root: &Root) -> Result<Option<Release>, String> {
    let today = hookwire_harness::version(root)?;
    let here = tags(root, &["--points-at", "HEAD"])?;
    let is_made = |release: &Release| release.version == today && here.contains(release);
    let before = tags(root, &["--merged", "HEAD"])?.into_iter().filter(|it| !is_made(it));
    Ok(before.max_by_key(|release| numbers(&release.version)))
}

/// Reports a tag at `HEAD` that differs from the written version: the upload would have the wrong name.
///
/// # Errors
/// Git fails.
pub fn misnamed(root: &Root) -> Result<Option<String>, String> {
    let today = Release::of(&hookwire_harness::version(root)?);
    let here = tags(root, &["--points-at", "HEAD"])?;
    if here.contains(&today) {
        return Ok(None);
    }
    let changed_lines =
        |it: &Release| format!("this is tagged {}, and {} is written in schemas/codegen.toml", it.tag(), today.version);
    Ok(here.first().map(changed_lines))
}

/// Returns the releases among the tags. Tags of prereleases, such as `v1.0.0-rc.1`, are skipped.
fn tags(root: &Root, which: &[&str]) -> Result<Vec<Release>, String> {
    let words = ["tag", "--list", "v*"].iter().chain(which);
    let names = git::ask(&root.path(""), &words.collect::<Vec<_>>()).map_err(|failure| failure.to_string())?;
    let versions = names.lines().filter_map(|name| name.strip_prefix('v'));
    Ok(versions.filter(|it| !it.contains(['-', '+']) && numbers(it).is_some()).map(Release::of).collect())
}

/// Checks that the new version is high enough for the changes since a release.
///
/// # Errors
/// The version is too low (the text lists the changes and the required version), or the changes cannot be found.
pub fn is_sufficient(root: &Root, last: &Release) -> Result<(), String> {
    let today = hookwire_harness::version(root)?;
    let older = Checkout::of(&root.path("schemas"), &last.revision())?;
    let report = compat::since_release(&root.path("schemas"), &older, &last.tag())
        .map_err(|wrong| format!("what changed since {} cannot be told\n{wrong}", last.tag()))?;
    let (interface, shown) = of_interface(root, last)?;
    let contract = report.required_version.is_some().then_some(report.step);
    // A release needs a new version, even if nothing changed.
    let step = contract.max(interface).unwrap_or(VersionStep::Patch);
    let required_version =
        step.next(&last.version).ok_or_else(|| format!("`{}` is no version of three numbers", last.version))?;
    if numbers(&today) >= numbers(&required_version) {
        return Ok(());
    }
    let mut why = vec![format!(
        "{today} is written in schemas/codegen.toml, and {} is released: what changed since needs {required_version} or a later version",
        last.version
    )];
    let (changes, host_changes) = report.counts();
    why.extend(contract.map(|step| {
        let command = format!("cargo xtask compat --against {}", last.revision());
        let count = changes + host_changes;
        let plural = if count == 1 { "" } else { "s" };
        format!("the contract: {count} change{plural}, {step} (`{command}` names what)")
    }));
    why.extend(interface.map(|step| format!("what the packages let others use: {step}, for\n{shown}")));
    if why.len() == 1 {
        why.push("no version is released twice, so anything else that changed needs a patch".to_owned());
    }
    Err(why.join("\n  "))
}

/// Returns the step that the changes of the packages' public interface need, and the lines that show it.
///
/// Changes of the listed set itself do not count. If there are any, the set of the release is rendered with the current
/// templates, and compared with the listings of the release.
fn of_interface(root: &Root, last: &Release) -> Result<(Option<VersionStep>, String), String> {
    let listed = |language| {
        let of_release = format!("{}:{}", last.revision(), interface::listed(language));
        match git::ask(&root.path(""), &["show", &of_release]) {
            Ok(text) => Ok((language, text)),
            Err(Failure::Refused(_)) => Ok((language, String::new())),
            Err(other) => Err(other.to_string()),
        }
    };
    let before = interface::languages().map(listed).collect::<Result<BTreeMap<_, _>, String>>()?;
    let since = if set_differs(root, last)? { with_todays_templates(root, last)? } else { listed_today(root)? };
    let changes = || before.iter().flat_map(|(language, old)| changes(language, old, &since[language]));
    let step = changes().map(|change| if change.is_gone() { VersionStep::Major } else { VersionStep::Minor }).max();
    Ok((step, shown(&changes().collect::<Vec<_>>())))
}

fn listed_today(root: &Root) -> Result<BTreeMap<&'static str, String>, String> {
    let read = |language| {
        let path = interface::listed(language);
        fs::read_to_string(root.path(&path)).map(|it| (language, it)).map_err(|error| format!("{path}: {error}"))
    };
    interface::languages().map(read).collect()
}

/// Returns true if the listed set differs from the one in a release.
fn set_differs(root: &Root, last: &Release) -> Result<bool, String> {
    let revision = last.revision();
    let changed = git::ask(&root.path(""), &["diff", "--name-only", &revision, "--", interface::SET]);
    changed.map(|names| !names.is_empty()).map_err(|failure| failure.to_string())
}

/// Lists the interfaces of the packages that the current templates make of the set of a release.
fn with_todays_templates(root: &Root, last: &Release) -> Result<BTreeMap<&'static str, String>, String> {
    let older = Checkout::of(&root.path(interface::SET), &last.revision())?;
    interface::listings(root, older.schemas(), |found| {
        let found: String = older.named(found).0.iter().map(|one| diagnostic::text(one, false)).collect();
        format!("the templates of today cannot render {} of the release\n{found}", interface::SET)
    })
}

/// A line of a listing whose number of occurrences changed, with the line that it is nested in and the difference.
/// The difference is negative if occurrences are gone.
#[derive(Debug, PartialEq, Eq)]
struct Change {
    line: String,
    more: isize,
}

impl Change {
    fn is_gone(&self) -> bool {
        self.more < 0
    }
}

/// Returns the added and removed lines. The order of the lines does not count.
fn changes(language: &str, old: &str, new: &str) -> Vec<Change> {
    let mut counts: BTreeMap<String, isize> = BTreeMap::new();
    for (text, more) in [(old, -1), (new, 1)] {
        let (mut module, mut head) = ("", "");
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let place = if line.starts_with("// ") || line.starts_with("# ") {
                module = line;
                head = "";
                String::new()
            } else if line.starts_with(' ') {
                format!("{language} {module} {head} ")
            } else {
                head = line;
                format!("{language} {module} ")
            };
            *counts.entry(place + line.trim()).or_default() += more;
        }
    }
    counts.into_iter().filter(|(_, more)| *more != 0).map(|(line, more)| Change { line, more }).collect()
}

/// Returns the first changed lines, removed ones first.
fn shown(changes: &[Change]) -> String {
    const MOST: usize = 12;
    let (gone, new): (Vec<&Change>, Vec<&Change>) = changes.iter().partition(|change| change.is_gone());
    let line = |change: &&Change| format!("    {} {}", if change.is_gone() { '-' } else { '+' }, change.line);
    let mut lines: Vec<String> = gone.iter().chain(&new).take(MOST).map(line).collect();
    if changes.len() > MOST {
        lines.push(format!("    and {} others", changes.len() - MOST));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed_lines(old: &str, new: &str) -> Vec<(String, bool)> {
        changes("rust", old, new).into_iter().map(|change| (change.line.clone(), change.is_gone())).collect()
    }

    #[test]
    fn a_listed_line_is_identified_by_its_parents_not_its_number() {
        let old = "// crate\npub struct A {\n    pub a: u8,\n}\npub struct B {\n    pub a: u8,\n}\n";
        let other_order = "// crate\npub struct B {\n    pub a: u8,\n}\npub struct A {\n    pub a: u8,\n}\n";
        assert_eq!(changed_lines(old, other_order), []);
        let without = "// crate\npub struct A {\n    pub a: u8,\n}\npub struct B {\n}\n";
        assert_eq!(changed_lines(old, without), [("rust // crate pub struct B { pub a: u8,".to_owned(), true)]);
        assert_eq!(changed_lines(without, old), [("rust // crate pub struct B { pub a: u8,".to_owned(), false)]);
    }
}
