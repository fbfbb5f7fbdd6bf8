//! Names in square brackets: one file a module, an event, a type or a profile, in the folder of the package.

use super::folder::{Source, Target, output_path};
use super::names::{Names, Role, another_type_name, place};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Origin};

/// Where the name of the package stands in a path.
const PACKAGE: &str = "[package]";

/// A file to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Path from the root of the package.
    pub path: String,
    /// The variable that is bound: its name, which is that of the bracket, and the position in the collection.
    pub bound: Option<(Collection, usize)>,
}

impl Job {
    /// Where the definition is that the file is made of; of a module the first one.
    pub fn origin<'a>(&self, contract: &'a Contract) -> Option<&'a Origin> {
        let (collection, at) = self.bound?;
        let def = match collection {
            Collection::Types => contract.types.get(at),
            Collection::Modules => contract.get(contract.modules.get(at)?.types.first()?),
            Collection::Events => contract.get(&contract.events.get(at)?.input),
            Collection::Profiles => return contract.profiles.get(at).map(|profile| &profile.origin),
        };
        def.map(|def| &def.origin)
    }
}

impl Job {
    /// The name of what the file is made of.
    pub fn subject<'a>(&self, contract: &'a Contract) -> Option<&'a str> {
        let (collection, at) = self.bound?;
        collection.names(contract).get(at).copied()
    }
}

/// A collection that a bracket is repeated over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Collection {
    /// `[module]`
    Modules,
    /// `[event]`
    Events,
    /// `[type]`
    Types,
    /// `[profile]`
    Profiles,
}

impl Collection {
    const ALL: [Self; 4] = [Self::Modules, Self::Events, Self::Types, Self::Profiles];

    /// The name in the bracket, and of the variable.
    pub fn variable(self) -> &'static str {
        match self {
            Self::Modules => "module",
            Self::Events => "event",
            Self::Types => "type",
            Self::Profiles => "profile",
        }
    }

    /// The global variable that holds all of it.
    pub fn global(self) -> &'static str {
        match self {
            Self::Modules => "modules",
            Self::Events => "events",
            Self::Types => "types",
            Self::Profiles => "profiles",
        }
    }

    fn names(self, contract: &Contract) -> Vec<&str> {
        match self {
            Self::Modules => contract.modules.iter().map(|module| module.name.as_str()).collect(),
            Self::Events => contract.events.iter().map(|event| event.name.as_str()).collect(),
            Self::Types => contract.types.iter().map(|def| def.name.as_str()).collect(),
            Self::Profiles => contract.profiles.iter().map(|profile| profile.name.as_str()).collect(),
        }
    }

    /// What to write for the one at this position to be called otherwise.
    fn another_name(self, contract: &Contract, at: usize) -> String {
        match self {
            Self::Types => contract.types.get(at).map_or_else(String::new, another_type_name),
            Self::Modules => "rename its file: that is where the name comes from".to_owned(),
            Self::Profiles => "rename its folder: that is where the name comes from".to_owned(),
            Self::Events => "give the event another name in the catalogue".to_owned(),
        }
    }

    fn spell(self, names: &Names, name: &str) -> Result<String, String> {
        match self {
            Self::Modules | Self::Profiles => names.module_file(name),
            Self::Events | Self::Types => names.spell(Role::File, name),
        }
    }
}

/// The files that this one becomes.
pub fn jobs(target: &Target, source: &Source, contract: &Contract, names: &Names) -> Result<Vec<Job>, Diagnostics> {
    let path = packaged(output_path(source), contract, names).map_err(|reason| {
        let what = format!("no file can be named after the package {:?}", contract.set.package.name);
        Diagnostic::error(Code::NoFileName, what).in_file(target.path_of(&source.path)).because(reason)
    })?;
    let Some(collection) = bracket(target, source)? else {
        return Ok(vec![Job { path: path.to_owned(), bound: None }]);
    };
    let mut found = Diagnostics::default();
    let mut jobs = Vec::new();
    for (at, name) in collection.names(contract).into_iter().enumerate() {
        match collection.spell(names, name) {
            Ok(spelled) => {
                let path = path.replace(&format!("[{}]", collection.variable()), &spelled);
                jobs.push(Job { path, bound: Some((collection, at)) });
            }
            Err(reason) => {
                let what = format!("no file can be named after the {} {name:?}", collection.variable());
                let finding = Diagnostic::error(Code::NoFileName, what).because(reason);
                // It can be mended where the name is.
                let job = Job { path: String::new(), bound: Some((collection, at)) };
                found.push(match job.origin(contract) {
                    Some(origin) => finding.at(place(origin)).instead(collection.another_name(contract, at)),
                    None => finding.in_file(target.path_of(&source.path)),
                });
            }
        }
    }
    found.or(jobs).map(|(jobs, _)| jobs)
}

/// `[package]` repeats nothing: it is the package's name, as a folder of modules is called.
fn packaged(path: &str, contract: &Contract, names: &Names) -> Result<String, String> {
    if !path.contains(PACKAGE) {
        return Ok(path.to_owned());
    }
    Ok(path.replace(PACKAGE, &names.module_file(&contract.set.package.name)?))
}

/// The collection that the file's name has in brackets.
fn bracket(target: &Target, source: &Source) -> Result<Option<Collection>, Diagnostics> {
    let path = source.path.replace(PACKAGE, "");
    let mut inside = brackets(&path);
    inside.dedup();
    match inside.as_slice() {
        [] => Ok(None),
        [one] => match Collection::ALL.into_iter().find(|collection| collection.variable() == *one) {
            Some(collection) => Ok(Some(collection)),
            None => Err(bad_bracket(target, source, format!("there is nothing to repeat over for [{one}]"))),
        },
        _ => Err(bad_bracket(target, source, "a file can be repeated over one collection only".to_owned())),
    }
}

fn brackets(path: &str) -> Vec<&str> {
    path.split('[').skip(1).filter_map(|part| part.split_once(']')).map(|(name, _)| name).collect()
}

fn bad_bracket(target: &Target, source: &Source, what: String) -> Diagnostics {
    Diagnostic::error(Code::TemplateName, what)
        .in_file(target.path_of(&source.path))
        .instead("write [module], [event], [type], [profile] or [package]")
        .into()
}
