//! What `codegen.toml` says has to be of use in every language, and has to stay inside the set.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use crate::set::SetFile;

/// Tells every setting that a package could not carry.
pub fn check(file: &SetFile, text: &str) -> Diagnostics {
    let mut found = Diagnostics::default();
    let mut tell = |section: &str, key: &str, wrong: bool, message: &str, advice: &str| {
        if wrong {
            let message = format!("`{section}.{key}` {message}");
            found.push(Diagnostic::error(Code::BadSetFile, message).at(place(text, section, key)).instead(advice));
        }
    };
    let package = &file.package;
    let name = "letters, digits, `-` and `_`, a letter first: every registry takes that";
    tell("package", "name", !is_name(&package.name), "is no name of a package", name);
    let version = "three numbers with dots, `1.2.3`, and at most a pre-release behind them, `1.2.3-beta.1`";
    let no_version = package.version.as_deref().is_some_and(|version| !is_version(version));
    tell("package", "version", no_version, "is no version", version);
    let is_empty = |text: Option<&String>| text.is_some_and(|text| text.trim().is_empty());
    let license = "write an SPDX expression, `MIT OR Apache-2.0`, or leave it out";
    tell("package", "license", is_empty(package.license.as_ref()), "is empty", license);
    tell("package", "summary", is_empty(package.summary.as_ref()), "is empty", "write a sentence, or leave it out");
    let prefix = "what stands before a type's name in its id, `urn:example:`";
    tell("ids", "prefix", is_empty(file.ids.as_ref().map(|ids| &ids.prefix)), "is empty", prefix);
    let advice = "a path from the folder of `codegen.toml` down, with `/`";
    let files =
        [("catalogue", &file.files.catalogue), ("examples", &file.files.examples), ("profiles", &file.files.profiles)];
    let files = files.into_iter().filter_map(|(key, path)| Some(("files", key, path.as_ref()?)));
    let tables = file.tables.iter().map(|(name, path)| ("tables", name.as_str(), path));
    for (section, key, path) in files.chain(tables.clone()) {
        tell(section, key, !is_inside(path), "leads out of the set", advice);
    }
    let data = file.files.catalogue.iter().map(|path| ("files", "catalogue", path)).chain(tables);
    for (section, key, path) in data {
        tell(section, key, !path.ends_with(".json"), "is no JSON file", "a file whose name ends in `.json`");
    }
    for name in file.tables.keys() {
        tell("tables", name, !is_name(name), "is no name of a table", "letters, digits, `-` and `_`, a letter first");
    }
    found
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// As semver has it, without build metadata, which registries drop.
fn is_version(version: &str) -> bool {
    let (core, pre) = version.split_once('-').map_or((version, None), |(core, pre)| (core, Some(pre)));
    let number = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) && (part == "0" || !part.starts_with('0'))
    };
    let word = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    core.split('.').count() == 3 && core.split('.').all(number) && pre.is_none_or(|pre| pre.split('.').all(word))
}

fn is_inside(path: &str) -> bool {
    !path.is_empty() && !path.contains(['\\', ':']) && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// Where a key of a section is set; the file alone, if it is not there.
fn place(text: &str, section: &str, key: &str) -> Place {
    let set = toml::de::DeTable::parse(text).ok().and_then(|file| {
        let (_, section) = file.get_ref().iter().find(|(name, _)| name.get_ref() == section)?;
        let (name, value) = section.get_ref().as_table()?.iter().find(|(name, _)| name.get_ref() == key)?;
        Some(name.span().start..value.span().end)
    });
    match set {
        Some(bytes) => Place::in_text(super::SET_FILE, text, bytes),
        None => Place::of_file(super::SET_FILE),
    }
}
