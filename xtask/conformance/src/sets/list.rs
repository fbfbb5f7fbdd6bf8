//! The list of public sets: tests/published/sets.toml.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use serde::Deserialize;

use hookwire_harness::Root;

/// The path of the list.
pub const LIST: &str = "tests/published/sets.toml";

/// A public set.
#[derive(Debug, Clone)]
pub struct PublicSet {
    /// Its name, which is also the name of its packages.
    pub name: String,
    /// The package that it is published in.
    pub package: Arc<Package>,
    /// Its files. The first one is its root.
    pub files: Vec<SetFile>,
}

/// A file of a set.
#[derive(Debug, Clone)]
pub struct SetFile {
    /// The path in the package.
    pub path: String,
    /// The path in the set: below the folder that all its files have in common.
    pub name: String,
    /// The digest of its contents, in hexadecimal digits.
    pub sha256: String,
}

/// A package of a registry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Package {
    /// Its registry.
    pub registry: Registry,
    /// Its name.
    pub name: String,
    /// The version.
    pub version: String,
}

/// A registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registry {
    /// npm
    Npm,
    /// PyPI
    Pypi,
}

impl PublicSet {
    /// Returns the name of its root.
    pub fn first_name(&self) -> &str {
        self.files.first().map(|file| file.name.as_str()).unwrap_or_default()
    }
}

impl Package {
    /// Returns its name and version as people write them.
    pub fn title(&self) -> String {
        format!("{} {}", self.name, self.version)
    }

    /// Returns the name of its folder.
    pub fn folder(&self) -> String {
        format!("{}-{}", self.name.trim_start_matches('@').replace('/', "-"), self.version)
    }
}

impl Registry {
    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Pypi => "PyPI",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    package: Vec<ListedPackage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListedPackage {
    registry: Registry,
    name: String,
    version: String,
    folder: String,
    /// The path and the digest of each file, by set.
    sets: BTreeMap<String, Vec<(String, String)>>,
}

/// Reads the list. Packages are in its order, the sets of a package in the order of their names.
///
/// # Errors
/// The list cannot be read, or two sets have one name.
pub fn read(root: &Root) -> Result<Vec<PublicSet>, String> {
    let text = fs::read_to_string(root.path(LIST)).map_err(|error| format!("{LIST}: {error}"))?;
    parse(&text).map_err(|error| format!("{LIST}: {error}"))
}

fn parse(text: &str) -> Result<Vec<PublicSet>, String> {
    let listed: Listed = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut sets: Vec<PublicSet> = Vec::new();
    for ListedPackage { registry, name, version, folder, sets: own } in listed.package {
        let package = Arc::new(Package { registry, name, version });
        let path = |file: String| if folder.is_empty() { file } else { format!("{folder}/{file}") };
        for (name, files) in own {
            if sets.iter().any(|set| set.name == name) {
                return Err(format!("two sets are called `{name}`"));
            }
            let common = common_folder(files.iter().map(|(file, _)| file.as_str()));
            let file =
                |(file, sha256): (String, _)| SetFile { name: file[common..].to_owned(), path: path(file), sha256 };
            let files = files.into_iter().map(file).collect();
            sets.push(PublicSet { name, package: Arc::clone(&package), files });
        }
    }
    Ok(sets)
}

/// Returns the length of the folder that all files have in common, with its last `/`.
fn common_folder<'a>(files: impl Iterator<Item = &'a str>) -> usize {
    let folder = |file: &'a str| file.rfind('/').map_or("", |at| &file[..=at]);
    let both = |one: &'a str, other: &'a str| {
        let same = one.split_inclusive('/').zip(other.split_inclusive('/')).take_while(|(one, other)| one == other);
        &one[..same.map(|(one, _)| one.len()).sum()]
    };
    files.map(folder).reduce(both).map_or(0, str::len)
}

/// Returns the sets with these names, or all if there are no names.
///
/// # Errors
/// There is no set of a name.
pub fn chosen(sets: Vec<PublicSet>, names: &[impl AsRef<str>]) -> Result<Vec<PublicSet>, String> {
    if let Some(unknown) = names.iter().map(AsRef::as_ref).find(|name| sets.iter().all(|set| set.name != *name)) {
        let known: Vec<&str> = sets.iter().map(|set| set.name.as_str()).collect();
        return Err(format!("there is no set `{unknown}`; {LIST} has {}", known.join(", ")));
    }
    let is_chosen = |set: &PublicSet| names.is_empty() || names.iter().any(|name| name.as_ref() == set.name);
    Ok(sets.into_iter().filter(is_chosen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
        [[package]]
        registry = "npm"
        name = "@a/b"
        version = "1.0.0"
        folder = "schema"
        [package.sets]
        two = [["v2/s.json", "22"]]
        one = [["v1/s.json", "11"], ["t.json", "12"]]
        three = [["v3/a/s.json", "31"], ["v3/ab/s.json", "32"]]
    "#;

    #[test]
    fn a_set_has_its_package_and_the_paths_of_its_files() -> Result<(), String> {
        let sets = parse(TEXT)?;
        let names: Vec<_> = sets.iter().map(|set| set.name.as_str()).collect();
        assert_eq!(names, ["one", "three", "two"]);
        assert_eq!(sets[0].package.folder(), "a-b-1.0.0");
        let paths = |set: &PublicSet| -> Vec<(String, String)> {
            set.files.iter().map(|file| (file.path.clone(), file.name.clone())).collect()
        };
        let due = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(path, name)| (format!("schema/{path}"), (*name).to_owned())).collect()
        };
        assert_eq!(paths(&sets[0]), due(&[("v1/s.json", "v1/s.json"), ("t.json", "t.json")]));
        assert_eq!(paths(&sets[1]), due(&[("v3/a/s.json", "a/s.json"), ("v3/ab/s.json", "ab/s.json")]));
        assert_eq!(paths(&sets[2]), due(&[("v2/s.json", "s.json")]));
        Ok(())
    }

    #[test]
    fn an_unknown_set_and_a_name_that_two_sets_have_are_refused() -> Result<(), String> {
        assert_eq!(chosen(parse(TEXT)?, &["two"])?.len(), 1);
        assert!(chosen(parse(TEXT)?, &["four"]).is_err());
        assert!(parse(&format!("{TEXT}\n{TEXT}")).is_err());
        Ok(())
    }
}
