//! `hookwire check`: everything about hooks in a project.

mod checked;
mod document;
mod started;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use hookwire::HostVersion;
use hookwire::problems::ProblemCode;

use self::checked::Checked;
pub use self::checked::MOST_SETTINGS;
use self::started::SCRIPT_MISSING;
use super::which::sources;
use crate::args::{Check, Folder};
use crate::config::{self, Config};
use crate::files;
use crate::finding::{Finding, Level};
use crate::hosts::Hosts;
use crate::knowledge::host::{FOLDER, LOCAL_SETTINGS, SETTINGS};
use crate::project::{Person, Sources, is_in_place, project_folders, project_of};
use crate::report;
use crate::terminal::shown_path;
use crate::{Done, Failure, note_newer};

/// Runs the command.
pub fn check(arguments: &Check, hosts: &Hosts, quiet: bool) -> Done {
    config::known(arguments.select.iter().chain(&arguments.ignore)).map_err(Failure::Wrong)?;
    let mut config = Config::read(arguments.config.as_deref())?;
    config.ignore.extend(arguments.ignore.iter().cloned());
    if !arguments.select.is_empty() {
        config.select.clone_from(&arguments.select);
    }
    let own = if *hosts == Hosts::default() { config.hosts()? } else { None };
    note_newer(own.as_ref());
    let hosts = own.as_ref().unwrap_or(hosts);
    let person = Person::of_environment();
    let mut paths: Vec<PathBuf> = arguments.paths.iter().chain(&arguments.folder).cloned().collect();
    if paths.is_empty() {
        paths.push(PathBuf::from("."));
    }
    let paths = &*paths;
    if arguments.fix && !arguments.yes && !io::stdin().is_terminal() {
        return Err(Failure::Refused(
            "`--fix` asks before it writes, and there is no terminal: add `--yes`".to_owned(),
        ));
    }
    let mut checked = match all(arguments, paths, &person, hosts, &config)? {
        checked if arguments.diff => {
            io::stdout().lock().write_all(checked.diff().as_bytes())?;
            if checked.changes.is_empty() {
                anstream::eprintln!("Nothing can be fixed for certain. `hookwire check` lists the mistakes.");
            }
            return Ok((!checked.changes.is_empty()).into());
        }
        checked if arguments.fix => {
            // What is left has other places in the new files.
            if checked.fix(arguments.yes)? { all(arguments, paths, &person, hosts, &config)? } else { checked }
        }
        checked => checked,
    };
    let (mut findings, ignored) = config.apply(without_repeats(checked.findings));
    findings.sort_by(|a, b| a.order().cmp(&b.order()));
    let findings = folded(findings);
    checked.looked.ignored = ignored;
    checked.looked.fixable = if arguments.fix { 0 } else { checked.changes.len() };
    Ok(report::print(&findings, checked.looked, arguments.format, quiet)?.into())
}

/// Checks all paths.
fn all(
    arguments: &Check,
    paths: &[PathBuf],
    person: &Person,
    hosts: &Hosts,
    config: &Config,
) -> Result<Checked, Failure> {
    let mut checked = Checked::of(config.clone());
    let real = |path: &Path| {
        files::real(path, None).map_err(|why| Failure::Unreadable(format!("{}: {why}", shown_path(path))))
    };
    for path in paths {
        let real = real(path)?;
        if real.is_dir() {
            for folder in project_folders(&real) {
                let mut sources = Sources::default();
                sources.add_project(&folder);
                sources.add_plugin(&folder);
                checked.add(sources, &folder, person, hosts);
            }
        } else {
            let folder = project_of(&real).to_owned();
            let mut sources = Sources::default();
            sources.add_file(&real);
            if sources.read.is_empty() && sources.unread.is_empty() {
                return Err(Failure::Wrong(format!(
                    "{} has no hooks: expected settings, the hooks or the manifest of a plugin, or a skill, agent or command with `hooks` in its front matter. Scripts are checked with the settings that start them",
                    shown_path(path)
                )));
            }
            let before = checked.findings.len();
            checked.add(sources, &folder, person, hosts);
            // Settings to copy, such as an example, start scripts of a project that is elsewhere.
            let missing = checked.findings.iter_mut().skip(before).filter(|it| it.code == SCRIPT_MISSING);
            missing.filter(|_| !is_in_place(&real)).for_each(|it| it.level = Level::Note);
        }
    }
    if arguments.user {
        let mut sources = Sources::default();
        sources.add_user(person);
        sources.add_managed(person);
        let home = person.home.clone().unwrap_or_else(|| "/".into());
        checked.add(sources, &home, person, hosts);
    }
    if let Some(managed) = &arguments.managed {
        let person = Person { managed: real(managed)?, ..person.clone() };
        let mut sources = Sources::default();
        sources.add_managed(&person);
        if sources.read.is_empty() && sources.unread.is_empty() {
            return Err(Failure::Wrong(format!("{} has no settings of an administrator", shown_path(managed))));
        }
        checked.add(sources, &person.managed, &person, hosts);
    }
    if checked.looked.documents == 0 && checked.findings.is_empty() {
        let all: Vec<String> = paths.iter().map(|it| shown_path(it)).collect();
        return Err(Failure::Unreadable(format!(
            "nothing to check in {}: it has no `{SETTINGS}` or `{LOCAL_SETTINGS}` in `{FOLDER}`, no plugin, skill, agent or command",
            all.join(", ")
        )));
    }
    Ok(checked)
}

/// Returns what there is to find in the files that a session in a folder reads, except in those that cannot be read, and
/// what the options of the project leave out.
pub fn found(about: &Folder, folder: &Path, version: Option<&HostVersion>) -> Result<Vec<Finding>, Failure> {
    let (_, sources) = sources(about)?;
    let broken: Vec<_> =
        sources.read.iter().filter(|it| it.document.fault.is_some()).map(|it| it.path.clone()).collect();
    let hosts = version.cloned().map(Hosts::from).unwrap_or_default();
    let mut checked = Checked::default();
    checked.add(sources, folder, &Person::of_environment(), &hosts);
    checked.findings.retain(|it| !broken.contains(&it.file.path));
    // A script elsewhere can be on another machine, and is missing on this one.
    checked.findings.iter_mut().filter(|it| it.code == SCRIPT_MISSING).for_each(|it| it.level = Level::Error);
    Ok(Config::read(None)?.apply(without_repeats(checked.findings)).0)
}

/// Returns true for a finding about a hook that does not work.
pub fn is_in_the_way(it: &Finding) -> bool {
    it.level == Level::Error
}

/// Makes one finding of a key that a version does not have, if several places of a file have it.
fn folded(findings: Vec<Finding>) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut known: BTreeMap<_, usize> = BTreeMap::new();
    for it in findings {
        if it.code == ProblemCode::UnsupportedByHost.as_str() {
            let index =
                *known.entry((it.file.path.clone(), it.message.clone(), it.hosts.clone())).or_insert(found.len());
            if let Some(first) = found.get_mut(index) {
                first.others.extend(it.range);
                first.others.extend(it.others);
                continue;
            }
        }
        found.push(it);
    }
    found
}

/// Leaves out what is there twice, and an exit code in a line for a shell that the contract has an advice about.
fn without_repeats(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(|a, b| a.order().cmp(&b.order()));
    findings.dedup_by(|a, b| a.order() == b.order());
    let place = |it: &Finding| (it.file.path.clone(), it.range.as_ref().map(|it| (it.start, it.end)));
    let advised: BTreeSet<_> =
        findings.iter().filter(|it| it.code == ProblemCode::Suspicious.as_str()).map(place).collect();
    findings.retain(|it| it.code != "exit-code" || !advised.contains(&place(it)));
    // Without `hooks` around them, the events say what is missing.
    let misplaced: BTreeSet<PathBuf> = findings
        .iter()
        .filter(|it| it.code == ProblemCode::MisplacedField.as_str())
        .map(|it| it.file.path.clone())
        .collect();
    let is_of_file = |it: &Finding| {
        let before = it.range.as_ref().and_then(|range| it.file.text.get(..range.start));
        before.is_some_and(|it| it.trim().is_empty()) && misplaced.contains(&it.file.path)
    };
    findings.retain(|it| it.code != ProblemCode::RequiredHere.as_str() || !is_of_file(it));
    findings
}
