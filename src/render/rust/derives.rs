//! The derives and attributes at the head of an item: those that the crate needs, and those that the owner of the set
//! adds in `[targets.rust]`. What the owner adds is parsed first, so that a mistake is reported at its line, and no
//! setting can be anything but a derive or an attribute.

use std::collections::{BTreeMap, BTreeSet};

use syn::parse::Parser;
use syn::{Attribute, Path};

use super::writer::CodeWriter;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::Kind;
use crate::render::builtin::{Input, Texts, texts};
use crate::render::choices::mistake;

/// The traits of a struct.
pub const STRUCT: [&str; 3] = ["Clone", "Debug", "PartialEq"];
/// The traits of a struct whose `new` requires nothing.
pub const STRUCT_WITH_DEFAULT: [&str; 4] = ["Clone", "Debug", "Default", "PartialEq"];
/// The traits of a closed enum.
pub const CLOSED_ENUM: [&str; 8] = ["Clone", "Copy", "Debug", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];
/// The traits of a constant.
pub const CONSTANT: [&str; 9] = ["Clone", "Copy", "Debug", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];
/// The traits of an enum that keeps other values.
const OPEN_ENUM: [&str; 7] = ["Clone", "Debug", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];
/// The traits of a union.
const UNION: [&str; 3] = ["Clone", "Debug", "PartialEq"];

/// The traits that every crate can derive by their bare names.
const PRELUDE: [&str; 9] = ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];
/// The traits that the crate implements without a derive.
const WRITTEN: [&str; 2] = ["Deserialize", "Serialize"];
/// The crates that every crate can name.
pub const STANDARD: [&str; 3] = ["alloc", "core", "std"];
/// The crates that the generated one depends on anyway.
const NEEDED: [&str; 2] = ["serde", "serde_json"];

/// The derives and attributes that the owner of the set adds.
#[derive(Debug, Default)]
pub struct Added {
    every: Head,
    of_type: BTreeMap<String, Head>,
}

/// Derives and attributes, as they are written in the crate.
#[derive(Debug, Default, Clone)]
struct Head {
    derives: Vec<String>,
    attributes: Vec<String>,
}

impl Added {
    /// Reads the choices for the crate.
    ///
    /// # Errors
    /// One of them is no derive or no attribute, or it is about a type that is an alias.
    pub fn read(input: Input<'_>) -> Result<Self, Diagnostics> {
        let mut reader = Reader { input, found: Diagnostics::default() };
        let choices = input.choices;
        let every = reader.head(&[], &choices.derive, &choices.attributes);
        let mut of_type = BTreeMap::new();
        for (name, own) in &choices.types {
            let keys = ["types", name.as_str()];
            let is_alias = input.contract.get(name).is_some_and(|def| matches!(def.kind, Kind::Alias { .. }));
            if is_alias && own.own.is_none() {
                reader.found.extend(of_alias(input, name));
            }
            of_type.insert(name.clone(), reader.head(&keys, &own.derive, &own.attributes));
        }
        reader.found.or(Self { every, of_type }).map(|(added, _)| added)
    }

    /// Writes the derives and the attributes of a type, or of a constant without a name. `derived` are the traits that it
    /// derives in any case.
    pub fn write(&self, source: &mut CodeWriter, name: Option<&str>, derived: &[&str]) {
        let own = name.and_then(|name| self.of_type.get(name));
        let heads = || std::iter::once(&self.every).chain(own);
        let mut known: BTreeSet<&str> = derived.iter().copied().chain(WRITTEN).collect();
        let mut derives: Vec<&str> = derived.to_vec();
        for derive in heads().flat_map(|head| &head.derives) {
            if known.insert(trait_of(derive)) {
                derives.push(derive);
            }
        }
        source.list("#[derive(", &derives, ")]");
        heads().flat_map(|head| &head.attributes).for_each(|attribute| source.whole_line(attribute));
    }
}

/// Returns the heads of the unions and open enums, which templates write, by the name of the type; those of a profile's
/// types by the names of the profile and the type: `validator:StopBlock`.
///
/// # Errors
/// A derive or an attribute of the owner is no path or no attribute.
pub fn derives(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let added = Added::read(input)?;
    let contracts = std::iter::once((String::new(), input.contract));
    let profiles = input.profiles.iter().map(|profile| (format!("{}:", profile.name), &profile.contract));
    let mut all = BTreeMap::new();
    for (prefix, contract) in contracts.chain(profiles) {
        for def in contract.types.iter() {
            let derived: &[&str] = match &def.kind {
                Kind::Union(_) => &UNION,
                // Templates ask for an enum that keeps other values, which may be a closed one in the contract.
                Kind::Enum(_) => &OPEN_ENUM,
                _ => continue,
            };
            let mut source = CodeWriter::default();
            added.write(&mut source, Some(&def.name), derived);
            all.insert(format!("{prefix}{}", def.name), source.into_text());
        }
    }
    Ok(texts(all))
}

/// Reads what the owner adds, and collects the mistakes in it.
struct Reader<'a> {
    input: Input<'a>,
    found: Diagnostics,
}

impl Reader<'_> {
    /// Reads the derives and attributes below these keys.
    fn head(&mut self, keys: &[&str], derives: &[String], attributes: &[String]) -> Head {
        let mut head = Head::default();
        for (at, text) in derives.iter().enumerate() {
            match derive(text, self.input) {
                Ok(path) => head.derives.push(path),
                Err((message, advice)) => self.report(keys, "derive", at, message, advice),
            }
        }
        for (at, text) in attributes.iter().enumerate() {
            match attribute(text) {
                Ok(()) => head.attributes.push(text.clone()),
                Err(reason) => {
                    let message = format!("{text:?} is not an attribute: {reason}");
                    let advice = "write one attribute as it is in Rust, on one line: `#[must_use]`";
                    self.report(keys, "attributes", at, message, advice.to_owned());
                }
            }
        }
        head
    }

    fn report(&mut self, keys: &[&str], key: &str, at: usize, message: String, advice: String) {
        let at = at.to_string();
        let keys = keys.iter().copied().chain([key, at.as_str()]);
        self.found.push(mistake(self.input.target, keys, message).instead(advice));
    }
}

/// Reads a trait to derive. Returns its path as the crate writes it.
///
/// # Errors
/// It is no path, or the crate does not have what the path begins with. The error is the message and the advice.
fn derive(text: &str, input: Input<'_>) -> Result<String, (String, String)> {
    let path = Path::parse_mod_style.parse_str(text).map_err(|error| {
        let advice = "write the path of a derive macro: `Eq`, `schemars::JsonSchema`".to_owned();
        (format!("{text:?} is not a path: {error}"), advice)
    })?;
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    if let [name] = names.as_slice() {
        if !PRELUDE.contains(&name.as_str()) && !WRITTEN.contains(&name.as_str()) {
            let message = format!("the crate knows no derive `{name}`");
            return Err((message, format!("write its whole path, beginning with its crate: `schemars::{name}`")));
        }
        return Ok(name.clone());
    }
    let first = names.first().map(String::as_str).unwrap_or_default();
    known_crate(first, input)?;
    Ok(names.join("::"))
}

/// Checks that the generated crate can name another crate.
///
/// # Errors
/// It cannot. The error is the message and the advice.
pub fn known_crate(name: &str, input: Input<'_>) -> Result<(), (String, String)> {
    let is_dependency = || input.choices.dependencies.keys().any(|known| known.replace('-', "_") == name);
    if STANDARD.contains(&name) || NEEDED.contains(&name) || is_dependency() {
        return Ok(());
    }
    let section = format!("[targets.{}.dependencies]", input.target);
    Err((format!("the crate does not depend on `{name}`"), format!("add it below `{section}`: `{name} = \"1.0\"`")))
}

/// Checks that the text is one attribute on one line.
///
/// # Errors
/// It is not. The error is the reason.
fn attribute(text: &str) -> Result<(), String> {
    if !text.starts_with("#[") || !text.ends_with(']') {
        return Err("it begins with `#[` and ends with `]`".to_owned());
    }
    if text.contains(char::is_control) || text.contains("//") || text.contains("/*") {
        return Err("it has a comment or a control character in it".to_owned());
    }
    let attributes = Attribute::parse_outer.parse_str(text).map_err(|error| error.to_string())?;
    match attributes.as_slice() {
        [one] if one.path().is_ident("derive") => Err("it is a derive, which is written in `derive`".to_owned()),
        [_] => Ok(()),
        others => Err(format!("there are {} in it", others.len())),
    }
}

/// Returns what tells two derives apart: the name of a trait that the crate has, or the whole path.
fn trait_of(path: &str) -> &str {
    match path.rsplit_once("::") {
        Some((before, name)) if STANDARD.contains(&first(before)) || before == "serde" => name,
        _ => path,
    }
}

fn first(path: &str) -> &str {
    path.split("::").next().unwrap_or(path)
}

fn of_alias(input: Input<'_>, name: &str) -> Diagnostics {
    let is_made = |(_, keys): &(_, Vec<String>)| keys.get(1).is_some_and(|own| own == name);
    let made = input.choices.made().into_iter().filter(is_made);
    let finding = |(_, keys): (_, Vec<String>)| -> Diagnostic {
        let message = format!("`{name}` is another name for a type, which has no derives and no attributes");
        mistake(input.target, keys.iter().map(String::as_str), message)
            .instead("take them out, or write them for the types that it leads to")
    };
    Diagnostics(made.map(finding).collect())
}
