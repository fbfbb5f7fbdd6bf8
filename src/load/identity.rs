//! Checks that the values in `codegen.toml` are usable in every language, and its paths stay inside the set.

use std::ops::Range;

use fluent_uri::Uri;
use heck::ToSnakeCase;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place, is_invisible};
use crate::file_name::refused_name;
use crate::model::{StandardFormat, problem};
use crate::nearest::{did_you_mean, nearest};
use crate::schema::step;
use crate::set::{PackageFile, SetFile};

/// Reports every setting that some package or registry could not accept.
pub fn check(file: &SetFile, text: &str) -> Diagnostics {
    let mut found = Diagnostics::default();
    let mut report = |section: &str, key: &str, wrong: bool, message: &str, advice: &str| {
        if wrong {
            let message = format!("`{section}.{key}` {message}");
            found.push(Diagnostic::error(Code::BadSetFile, message).at(place(text, section, key)).instead(advice));
        }
    };
    let package = &file.package;
    let name = "small letters, digits, `-` and `_`, a letter first and no sign last, at most 64, and not what a package of \
                ours needs itself: every registry takes that";
    report("package", "name", !is_package(&package.name), "is not a package name", name);
    let version = "three numbers with dots, `1.2.3`, and at most a pre-release behind them, `1.2.3-beta.1`";
    let unless = |text: Option<&String>, fits: fn(&str) -> bool| text.is_some_and(|text| !fits(text));
    report("package", "version", unless(package.version.as_ref(), is_version), "is not a version", version);
    let of_version = package.version.as_ref().is_some_and(|text| is_version(text) && !fits(text));
    let largest = "numbers up to 9007199254740991, and at most 256 characters: npm takes no others";
    report("package", "version", of_version, "is greater than a registry takes", largest);
    let license = "write an SPDX expression, `MIT OR Apache-2.0`, or leave it out";
    let of_license = unless(package.license.as_ref(), is_license);
    report("package", "license", of_license, "is not a licence expression", license);
    let line = "write one line of text, or leave it out: no registry takes more, and what cannot be seen misleads";
    let of_summary = unless(package.summary.as_ref(), is_line);
    report("package", "summary", of_summary, "is not one line that can be seen", line);
    let repository = "write the address of its page, `https://example.org/our/set`, without `.git` and `/` at the end, or leave \
                      it out: each registry gets it in the form that it requires";
    let of_repository = unless(package.repository.as_ref(), is_repository);
    report("package", "repository", of_repository, "is not the address of a repository", repository);
    let url = "write the whole URL, `https://example.org/page`, or remove the key: registries show it as a link";
    for (key, address) in [("homepage", &package.homepage), ("changelog", &package.changelog)] {
        report("package", key, unless(address.as_ref(), is_url), "is not an https URL", url);
    }
    let folder = "write the URL of the folder of pages, `https://example.org/docs`, without `/` at its end: READMEs link its \
                  pages as `https://example.org/docs/README.md`. It can have letters, digits, `-`, `.`, `_`, `~`, `:`, `/` and `%`";
    let of_documentation = unless(package.documentation.as_ref(), is_folder_url);
    report("package", "documentation", of_documentation, "is not the https URL of a folder", folder);
    let of_notice = unless(package.notice.as_ref(), is_line);
    report("package", "notice", of_notice, "is not one line that can be seen", line);
    if let Some(host) = &file.host {
        report("host", "name", !is_line(&host.name), "is not one line that can be seen", line);
        report("host", "version", !is_line(&host.version), "is not one line that can be seen", line);
    }
    let prefix =
        "write the part of an id before the type's name, `urn:example:`: characters of a URL, without `#` and `%`";
    let of_prefix = unless(file.ids.as_ref().map(|ids| &ids.prefix), is_prefix);
    report("ids", "prefix", of_prefix, "is not the beginning of an id", prefix);
    let advice = "a path from the folder of `codegen.toml` down, with `/`";
    let files = &file.files;
    let data = [("catalogue", &files.catalogue), ("changes", &files.changes)];
    let files = data.into_iter().chain([("examples", &files.examples), ("profiles", &files.profiles)]);
    let files = files.filter_map(|(key, path)| Some(("files", key, path.as_ref()?)));
    let tables = file.tables.iter().map(|(name, path)| ("tables", name.as_str(), path));
    for (section, key, path) in files.chain(tables.clone()) {
        report(section, key, !is_inside(path), "leads out of the set", advice);
    }
    let data = data.into_iter().filter_map(|(key, path)| Some(("files", key, path.as_ref()?))).chain(tables);
    for (section, key, path) in data {
        report(section, key, !path.ends_with(".json"), "is not a JSON file", "a file whose name ends in `.json`");
    }
    let defines_problems = package.features.iter().any(|name| name == problem::FEATURE);
    report(
        "package",
        "validators",
        !package.validators && defines_problems,
        "is false, but the feature `problems` is about the validators",
        "take one of them out",
    );
    for (name, paths) in &file.namespaces {
        let is_of_validators = package.validators && problem::NAMESPACES.contains(&&*name.to_snake_case());
        report(
            "namespaces",
            name,
            is_of_validators && !defines_problems,
            "has the name of a module of the validators",
            "give it another name, or write `validators = false` in `[package]`",
        );
        report(
            "namespaces",
            name,
            !is_name(name),
            "is not a namespace name",
            "letters, digits, `-` and `_`, a letter first",
        );
        let advice = "list folders and schema files, `[\"parts\", \"unit.schema.json\"]`";
        report("namespaces", name, paths.is_empty(), "lists nothing", advice);
    }
    for name in file.tables.keys() {
        report("tables", name, !is_name(name), "is not a table name", "letters, digits, `-` and `_`, a letter first");
    }
    for (target, choices) in &file.targets {
        let leads_out = choices.templates.as_ref().is_some_and(|path| !is_inside(path));
        if leads_out {
            let message = format!("`targets.{target}.templates` leads out of the set");
            let place = place_at(text, &step(&step("/targets", target), "templates"));
            found.push(Diagnostic::error(Code::BadSetFile, message).at(place).instead(advice));
        }
    }
    formats(file, text, &mut found);
    lists(package).iter().for_each(|list| list.check(text, &mut found));
    found
}

/// Reports each format that no package checks.
fn formats(file: &SetFile, text: &str, found: &mut Diagnostics) {
    let mut report = |key: &str, listed: &[String], known: &[&str], what: &str, because: &str| {
        for (index, name) in listed.iter().enumerate().filter(|(_, name)| !known.contains(&name.as_str())) {
            let finding = Diagnostic::error(Code::BadSetFile, format!("`formats.{key}` lists {name:?}, which {what}"))
                .at(item_place(text, "formats", key, index))
                .because(because);
            let near = did_you_mean(&nearest(name, known.iter().copied(), 1));
            found.push(finding.instead(near.unwrap_or_else(|| format!("one of: {}", known.join(", ")))));
        }
    };
    report(
        "assert",
        &file.formats.assert,
        &StandardFormat::ALL.map(StandardFormat::published),
        "is not checked",
        "the languages check the formats that they decide alike, and no others",
    );
    report(
        "native",
        &file.formats.native,
        &StandardFormat::ALL_NATIVE.map(StandardFormat::published),
        "is not a native type",
        "not every language has a type that holds the same strings of this format",
    );
    if !file.formats.native.is_empty() && !file.package.validators {
        let message = "`formats.native` is in a set without validators";
        let finding = Diagnostic::error(Code::BadSetFile, message)
            .at(item_place(text, "formats", "native", 0))
            .because("a string that the types of a language cannot hold has to be refused in every language");
        found.push(finding.instead("take it out, or take `validators = false` out of `[package]`"));
    }
}

/// A list of words that a registry knows, or accepts in this form.
struct List<'a> {
    key: &'static str,
    words: &'a [String],
    most: usize,
    fits: fn(&str) -> bool,
    /// The noun for one of them.
    one: &'static str,
    /// The advice for a name that does not fit.
    advice: &'static str,
}

fn lists(package: &PackageFile) -> [List<'_>; 3] {
    let keywords = List {
        key: "keywords",
        words: &package.keywords,
        most: 5,
        fits: is_keyword,
        one: "keyword",
        advice: "at most 20 small letters, digits, `-`, `_` and `+`, a letter or digit first: crates.io takes no others",
    };
    let categories = List {
        key: "categories",
        words: &package.categories,
        most: 5,
        fits: is_category,
        one: "category",
        advice: "write it as crates.io lists it, such as `development-tools::testing`",
    };
    let classifiers = List {
        key: "classifiers",
        words: &package.classifiers,
        most: usize::MAX,
        fits: is_classifier,
        one: "classifier",
        advice: "write it as PyPI lists it, such as `Topic :: Software Development`; `license` says the licence, and PyPI \
                 takes no classifier beside that",
    };
    [keywords, categories, classifiers]
}

impl List<'_> {
    /// Reports each wrong word at its location.
    fn check(&self, text: &str, found: &mut Diagnostics) {
        let Self { key, words, most, one, .. } = self;
        for (index, word) in words.iter().enumerate() {
            let (message, advice) = if !(self.fits)(word) {
                (format!("{word:?} in `package.{key}` is not a {one}"), self.advice.to_owned())
            } else if words[..index].contains(word) {
                (format!("{word:?} is in `package.{key}` twice"), "take one of the two out".to_owned())
            } else if index == *most {
                let message =
                    format!("`package.{key}` has {} entries, and no registry takes more than {most}", words.len());
                (message, format!("take out {} of them", words.len() - most))
            } else {
                continue;
            };
            let diagnostic = Diagnostic::error(Code::BadSetFile, message);
            found.push(diagnostic.at(item_place(text, "package", key, index)).instead(advice));
        }
    }
}

/// Names that the packages use themselves, or that every program has.
const TAKEN: [&str; 8] = ["alloc", "core", "proc_macro", "pydantic", "serde", "serde_json", "std", "test"];

/// Returns true if every registry accepts the name, also as a module folder. The strictest one allows 64 characters.
pub fn is_package(name: &str) -> bool {
    is_name(name)
        && !name.contains(|c: char| c.is_ascii_uppercase())
        && name.ends_with(|c: char| c.is_ascii_alphanumeric())
        && name.len() <= 64
        && refused_name(name).is_none()
        && !TAKEN.contains(&name.replace('-', "_").as_str())
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Returns true if the text is not blank and has no hidden characters.
fn is_line(text: &str) -> bool {
    !text.trim().is_empty() && !text.chars().any(|c| c.is_control() || is_invisible(c))
}

/// Checks the form of an SPDX expression, which registries require with single spaces and operators in capitals. Only
/// the registries know the licences.
fn is_license(text: &str) -> bool {
    let spaced = text.replace('(', "( ").replace(')', " )");
    let (mut depth, mut wants_name) = (0_usize, true);
    for word in spaced.split(' ') {
        match word {
            "(" if wants_name => depth += 1,
            ")" if !wants_name && depth > 0 => depth -= 1,
            "AND" | "OR" | "WITH" if !wants_name => wants_name = true,
            name if wants_name && is_license_name(name) => wants_name = false,
            _ => return false,
        }
    }
    !wants_name && depth == 0
}

fn is_license_name(name: &str) -> bool {
    !matches!(name, "AND" | "OR" | "WITH")
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.+:".contains(&b))
}

fn is_keyword(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    word.len() <= 20 && word.starts_with(plain) && word.chars().all(|c| plain(c) || "-_+".contains(c))
}

fn is_category(slug: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    slug.split("::").all(|part| !part.is_empty() && part.chars().all(plain))
}

/// Checks the form of a classifier. Only the registry and the tools that build for it know the classifiers.
fn is_classifier(text: &str) -> bool {
    let parts: Vec<&str> = text.split(" :: ").collect();
    parts.len() > 1 && parts[0] != "License" && parts.iter().all(|part| part.trim() == *part && is_line(part))
}

/// Returns true if it is an https URL of a host and at least one path segment.
fn is_repository(text: &str) -> bool {
    let Some((host, path)) = text.strip_prefix("https://").and_then(|rest| rest.split_once('/')) else { return false };
    let plain =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b));
    plain(host) && path.split('/').all(plain) && !path.ends_with(".git")
}

/// Returns true if it is an https URL of a host, without a user name.
fn is_url(text: &str) -> bool {
    let Ok(url) = Uri::parse(text) else { return false };
    let authority = url.authority().filter(|it| !it.host().is_empty() && it.userinfo().is_none());
    url.scheme().as_str() == "https" && authority.is_some()
}

/// Returns true if `/` and a path can follow the URL, also as the target of a link in Markdown.
fn is_folder_url(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~:/%".contains(&b);
    is_url(text) && text.bytes().all(plain) && !text.ends_with('/')
}

/// Returns true if the prefix has only characters that a URL does not escape.
fn is_prefix(prefix: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~:/?@!$&'()*+,;=".contains(&b);
    !prefix.is_empty() && prefix.bytes().all(plain)
}

/// Returns true for a semver version without build metadata, which registries drop.
fn is_version(version: &str) -> bool {
    let (core, pre) = version.split_once('-').map_or((version, None), |(core, pre)| (core, Some(pre)));
    let number = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) && (part == "0" || !part.starts_with('0'))
    };
    let word = |part: &str| {
        let is_number = part.bytes().all(|b| b.is_ascii_digit());
        let fits = part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if is_number { number(part) } else { fits }
    };
    core.split('.').count() == 3 && core.split('.').all(number) && pre.is_none_or(|pre| pre.split('.').all(word))
}

/// Returns true if every registry accepts the numbers: those of npm are doubles.
fn fits(version: &str) -> bool {
    const LARGEST: u64 = (1 << 53) - 1;
    let core = version.split('-').next().unwrap_or_default();
    version.len() <= 256 && core.split('.').all(|part| part.parse::<u64>().is_ok_and(|number| number <= LARGEST))
}

fn is_inside(path: &str) -> bool {
    !path.is_empty() && !path.contains(['\\', ':']) && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// Returns the location of a key in a section, or of the file if the key is missing.
pub fn place(text: &str, section: &str, key: &str) -> Place {
    in_set_file(text, set_at(text, section, key).map(|(name, value)| name.start..value.span().end))
}

/// Returns the location of an item of a list.
pub fn item_place(text: &str, section: &str, key: &str, index: usize) -> Place {
    let item = set_at(text, section, key).and_then(|(_, list)| Some(list.get_ref().as_array()?.get(index)?.span()));
    in_set_file(text, item)
}

/// Returns the location of the setting that a JSON pointer leads to, or of the file if it is missing.
pub fn place_at(text: &str, pointer: &str) -> Place {
    let keys = pointer.split('/').skip(1).map(|key| key.replace("~1", "/").replace("~0", "~"));
    let mut at = None;
    let mut value = DeTable::parse(text).ok().map(|file| DeValue::Table(file.into_inner()));
    for key in keys {
        let Some(found) = value.and_then(|value| entry(value, &key)) else { break };
        at = Some(found.0);
        value = Some(found.1);
    }
    in_set_file(text, at)
}

/// Returns the range and the value of an entry of a table or a list.
fn entry<'t>(value: DeValue<'t>, key: &str) -> Option<(Range<usize>, DeValue<'t>)> {
    match value {
        DeValue::Table(table) => {
            let (name, value) = table.into_iter().find(|(name, _)| name.get_ref() == key)?;
            let is_section = value.get_ref().is_table();
            let end = if is_section { name.span().end } else { value.span().end };
            Some((name.span().start..end, value.into_inner()))
        }
        DeValue::Array(list) => {
            let value = list.into_iter().nth(key.parse().ok()?)?;
            Some((value.span(), value.into_inner()))
        }
        _ => None,
    }
}

/// Returns the paths of all namespaces, each with its location.
pub fn namespaces(file: &SetFile, text: &str) -> Vec<(String, Place)> {
    let of_one = |(name, paths): (&String, &Vec<String>)| {
        let place = |(at, path): (usize, &String)| (path.clone(), item_place(text, "namespaces", name, at));
        paths.iter().enumerate().map(place).collect::<Vec<_>>()
    };
    file.namespaces.iter().flat_map(of_one).collect()
}

fn in_set_file(text: &str, bytes: Option<Range<usize>>) -> Place {
    bytes.map_or_else(|| Place::of_file(super::SET_FILE), |bytes| Place::in_text(super::SET_FILE, text, bytes))
}

/// Returns the range of a key's name in a section, and its value.
fn set_at<'t>(text: &'t str, section: &str, key: &str) -> Option<(Range<usize>, Spanned<DeValue<'t>>)> {
    let file = DeTable::parse(text).ok()?.into_inner();
    let (_, section) = file.into_iter().find(|(name, _)| name.get_ref() == section)?;
    let DeValue::Table(section) = section.into_inner() else { return None };
    section.into_iter().find(|(name, _)| name.get_ref() == key).map(|(name, value)| (name.span(), value))
}
