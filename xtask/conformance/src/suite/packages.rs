//! The packages: one for each language, with a type for every group that can be generated.

use std::fs;
use std::path::{Path, PathBuf};

use hookwire_codegen::generate::{Generated, Options, generate};
use hookwire_codegen::internal::diagnostic::{Diagnostics, Level};
use hookwire_codegen::internal::write::apply_all;
use serde_json::Value;

use super::refused::{Outcome, write};
use super::source::Remote;
use super::wrap::{file_name, remote_name};
use crate::language;
use hookwire_harness::Root;

/// The generated packages.
#[derive(Debug, Clone)]
pub struct Packages {
    /// The folder with a folder for each target.
    pub folder: PathBuf,
}

impl Packages {
    /// Makes one set of all groups that can be generated, and renders it. Groups that fail only here are refused, too.
    ///
    /// # Errors
    /// A diagnostic belongs to no group, or a file cannot be written.
    pub fn make(root: &Root, groups: &mut [Outcome], remotes: &[Remote]) -> Result<Self, String> {
        let set = root.path("target/suite/set");
        loop {
            let files = groups.iter().filter(|it| it.is_generated()).map(|it| (file_name(&it.group), &it.file));
            write_set(root, &set, files, remotes)?;
            let only = language::targets();
            let options = Options {
                schemas: set.clone(),
                templates: root.path("templates"),
                only,
                name: None,
                single_file: false,
            };
            match generate(&options) {
                Ok(generated) => return Self::write(root, generated),
                Err(found) if refuse(groups, &found) => {}
                Err(found) => return Err(messages(&found)),
            }
        }
    }

    fn write(root: &Root, generated: Generated) -> Result<Self, String> {
        let folder = root.path("target/suite/packages");
        let (plans, found) = generated.compare(&folder);
        found.or(()).map_err(|found| messages(&found))?;
        apply_all(&plans, true).map_err(|found| messages(&found))?;
        Ok(Self { folder })
    }
}

/// Refuses each group with an error. Returns true if there is one.
fn refuse(groups: &mut [Outcome], found: &Diagnostics) -> bool {
    let mut refused = false;
    for outcome in groups.iter_mut().filter(|it| it.is_generated()) {
        let name = file_name(&outcome.group);
        let is_of_it = |file: &str| Path::new(file).file_name().is_some_and(|file| file == name.as_str());
        let own = found.0.iter().filter(|it| it.place.as_ref().is_some_and(|place| is_of_it(&place.file)));
        outcome.refuse(&Diagnostics(own.cloned().collect()));
        refused |= !outcome.is_generated();
    }
    refused
}

/// Writes a set of these schemas, and of those from the suite's server.
///
/// # Errors
/// A file cannot be written.
pub fn write_set<'a>(
    root: &Root,
    folder: &Path,
    files: impl IntoIterator<Item = (String, &'a Value)>,
    remotes: &'a [Remote],
) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)?;
    let mut settings = fs::read_to_string(root.path("tests/suite/codegen.toml")).map_err(failed)?;
    settings.push_str("\n[references]\n");
    settings.extend(remotes.iter().map(|it| format!("{:?} = {:?}\n", it.url, remote_name(it))));
    write(&folder.join("codegen.toml"), &settings)?;
    let files = files.into_iter().chain(remotes.iter().map(|it| (remote_name(it), &it.schema)));
    files.into_iter().try_for_each(|(name, schema)| write(&folder.join(name), &format!("{schema:#}\n")))
}

fn messages(found: &Diagnostics) -> String {
    found.0.iter().filter(|it| it.level == Level::Error).map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
