//! Expands names in square brackets: one file for each item of a collection, in the folder of the package.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::folder::{Target, TemplateFile, output_path};
use super::names::{Names, Role, place};
use super::subject::{Collection, Item, Subject};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Origin};

/// The part of a path that is replaced by the package's name.
const PACKAGE: &str = "[package]";

/// The variable of the collection of all types.
const TYPE: &str = "type";

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Path from the root of the package.
    pub path: String,
    /// The index of the collection, and of the item in it, for the variable of the bracket.
    pub bound: Option<(usize, usize)>,
}

impl Job {
    /// Returns the definition that the file is made of; for a module, the first one.
    pub fn origin<'a>(&self, subject: &'a Subject<'_>) -> Option<&'a Origin> {
        self.item(subject)?.origin.as_ref()
    }

    /// Returns the name of the item that the file is made of.
    pub fn name<'a>(&self, subject: &'a Subject<'_>) -> Option<&'a str> {
        self.item(subject).map(|item| item.name.as_str())
    }

    fn item<'a>(&self, subject: &'a Subject<'_>) -> Option<&'a Item> {
        let (collection, at) = self.bound?;
        subject.collections.get(collection)?.items.get(at)
    }
}

fn spell(collection: &Collection, names: &Names, name: &str) -> Result<Arc<str>, String> {
    if collection.is_module { names.module_file(name) } else { names.spell(Role::File, name) }
}

/// Returns the files that this source expands to.
pub fn jobs(
    target: &Target,
    source: &TemplateFile,
    subject: &Subject<'_>,
    names: &Names,
) -> Result<Vec<Job>, Diagnostics> {
    let contract = subject.contract;
    let path = packaged(output_path(source), contract, names).map_err(|reason| {
        let what = format!("no file can be named after the package {:?}", contract.set.package.name);
        Diagnostic::error(Code::NoFileName, what).in_file(target.path_of(&source.path)).because(reason)
    })?;
    let Some(bound) = bracket(target, source, &subject.collections)? else {
        return Ok(vec![Job { path: path.to_owned(), bound: None }]);
    };
    let mut found = Diagnostics::default();
    let mut jobs = Vec::new();
    let collection = &subject.collections[bound];
    let files_for = &subject.choices(&target.name).files_for;
    // Some systems ignore the case of letters: `Bundle.schema.json` is also a file of the target.
    let fixed = target.sources.iter().map(output_path).filter(|path| brackets(path).is_empty());
    let fixed: BTreeSet<String> = fixed.map(str::to_lowercase).collect();
    let bracketed = format!("[{}]", collection.variable);
    let called = |name: &str| path.replace(&bracketed, name);
    for (at, item) in collection.items.iter().enumerate() {
        let name = &item.name;
        if collection.variable == TYPE && !files_for.is_empty() && !files_for.contains(name) {
            continue;
        }
        match spell(collection, names, name) {
            Ok(spelled) => {
                let mut path = called(&spelled);
                // No other file refers to that of a type by its path.
                if collection.variable == TYPE {
                    let longer = std::iter::successors(Some(spelled.to_string()), |it| Some(format!("{it}_")));
                    path = longer.map(|it| called(&it)).find(|it| !fixed.contains(&it.to_lowercase())).unwrap_or(path);
                }
                jobs.push(Job { path, bound: Some((bound, at)) });
            }
            Err(reason) => {
                let what = format!("no file can be named after the {} {name:?}", collection.variable);
                let finding = Diagnostic::error(Code::NoFileName, what).because(reason);
                // The name is fixed at its definition.
                found.push(match &item.origin {
                    Some(origin) => finding.at(place(origin)).instead(&item.rename),
                    None => finding.in_file(target.path_of(&source.path)),
                });
            }
        }
    }
    found.or(jobs).map(|(jobs, _)| jobs)
}

/// Replaces `[package]` by the package's name, spelled like a module. It does not repeat the file.
fn packaged(path: &str, contract: &Contract, names: &Names) -> Result<String, String> {
    if !path.contains(PACKAGE) {
        return Ok(path.to_owned());
    }
    Ok(path.replace(PACKAGE, &names.module_file(&contract.set.package.name)?))
}

/// Returns the index of the collection that the path names in brackets.
fn bracket(target: &Target, source: &TemplateFile, all: &[Collection]) -> Result<Option<usize>, Diagnostics> {
    let path = source.path.replace(PACKAGE, "");
    let mut inside = brackets(&path);
    inside.dedup();
    match inside.as_slice() {
        [] => Ok(None),
        [one] => match all.iter().position(|collection| collection.variable == *one) {
            Some(at) => Ok(Some(at)),
            None => Err(bad_bracket(target, source, all, format!("there is nothing to repeat over for [{one}]"))),
        },
        _ => Err(bad_bracket(target, source, all, "a file can be repeated over one collection only".to_owned())),
    }
}

fn brackets(path: &str) -> Vec<&str> {
    path.split('[').skip(1).filter_map(|part| part.split_once(']')).map(|(name, _)| name).collect()
}

fn bad_bracket(target: &Target, source: &TemplateFile, all: &[Collection], what: String) -> Diagnostics {
    let brackets: Vec<String> = all.iter().map(|collection| format!("[{}]", collection.variable)).collect();
    Diagnostic::error(Code::TemplateName, what)
        .in_file(target.path_of(&source.path))
        .instead(format!("write {} or [package]", brackets.join(", ")))
        .into()
}
