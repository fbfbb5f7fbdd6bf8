//! Validates the examples and defaults against the schemas, and the catalogue and the tables against theirs, with an
//! independent validator.

use std::borrow::Cow;
use std::collections::BTreeMap;

use foldhash::HashMap;
use indexmap::IndexMap;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{Keyword, Registry, ValidationError, Validator};
use serde_json::{Map, Value};

use super::{level, level_of_defaults, leveled};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::{Data, SchemaSet};
use crate::model::{Format, StandardFormat};
use crate::nearest::instead_of;
use crate::schema::{At, Dialect, Find, JsonFile, reference, to_fragment, walk};
use crate::set::{Lint, LintLevel};

/// The base URI of the set in the registry. Nothing is fetched from it.
const BASE: &str = "json-schema:///";

/// Makes validators for the types of a set.
pub struct Validators<'a> {
    registry: Registry<'a>,
    /// The formats that the set asserts.
    formats: Vec<StandardFormat>,
}

impl<'a> Validators<'a> {
    /// Creates validators for the types of these files, which must include all files that they refer to. They check these
    /// formats.
    ///
    /// # Errors
    /// A reference leads nowhere, or to a file that is not among these.
    pub fn new(files: &[&'a JsonFile], formats: Vec<StandardFormat>) -> Result<Self, Diagnostics> {
        let files = files.iter().map(|file| (format!("{BASE}{}", file.path), &file.value));
        let registry = Registry::new()
            .extend(files)
            .and_then(|builder| builder.prepare())
            .map_err(|error| Diagnostics::from(Diagnostic::error(Code::Reference, error.to_string())))?;
        Ok(Self { registry, formats })
    }

    /// Returns the validator of the schema at this reference: a file's path, or a path with `#/$defs/Name` after it.
    ///
    /// # Errors
    /// The validator refuses the schema.
    pub fn get(&self, reference: &str) -> Result<Validator, Diagnostics> {
        let schema = serde_json::json!({
            "$schema": Dialect::Draft202012.url(),
            "$ref": format!("{BASE}{reference}"),
        });
        let formats = self.formats.clone();
        jsonschema::options()
            .with_registry(&self.registry)
            .with_keyword("format", move |_, name, _| {
                let name = name.as_str().unwrap_or_default();
                let standard = StandardFormat::named(name).filter(|format| formats.contains(format));
                Ok(Box::new(Checked { own: Format::named(name), standard }))
            })
            .build(&schema)
            .map_err(|error| Diagnostics::from(Diagnostic::error(Code::Reference, error.to_string())))
    }
}

/// The keyword `format`. It checks only the formats that every language checks.
struct Checked {
    own: Option<Format>,
    standard: Option<StandardFormat>,
}

impl<'i> Keyword<'i> for Checked {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        let name = self.own.map(Format::name).or(self.standard.map(StandardFormat::published)).unwrap_or_default();
        if self.is_valid(instance) {
            Ok(())
        } else {
            Err(ValidationError::custom(format!("it is not a valid `{name}`")))
        }
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        let Some(text) = instance.as_str() else { return true };
        self.own.is_none_or(|format| format.fits(text)) && self.standard.is_none_or(|format| format.fits(text))
    }
}

/// Checks that valid examples and defaults are accepted, and invalid examples refused.
///
/// Call it after references are checked: a validator reports broken references less clearly.
pub fn check(set: &SchemaSet) -> Diagnostics {
    let stated = all_stated(set);
    if stated.is_empty() && set.examples.is_empty() {
        return Diagnostics::default();
    }
    let files = if set.examples.is_empty() { reached(set, &stated) } else { set.schemas.iter().collect() };
    let mut found = Diagnostics::default();
    match Validators::new(&files, set.file.asserted_formats()) {
        Ok(validators) => {
            stated.iter().for_each(|stated| check_stated(set, &validators, stated, &mut found));
            check_examples(set, &validators, &mut found);
        }
        Err(unsound) => found.extend(unsound),
    }
    found
}

/// A schema with `default` or `examples`.
struct Stated<'a> {
    file: &'a JsonFile,
    pointer: String,
    /// The values, each with its pointer below the schema.
    values: Vec<(String, &'a Value)>,
}

fn all_stated(set: &SchemaSet) -> Vec<Stated<'_>> {
    let mut all = Vec::new();
    for file in &set.schemas {
        walk(&file.value, At::Root(""), &mut |schema, at| {
            let values: Vec<_> =
                stated(schema).into_iter().filter(|(at, _)| level_at(set, at) != LintLevel::Allow).collect();
            if !values.is_empty() {
                all.push(Stated { file, pointer: at.pointer(), values });
            }
        });
    }
    all
}

/// Returns the files with such values, and all files that they refer to; mostly a few. Returns every file if an `$id`
/// differs from its file name, or a reference is more than a path.
fn reached<'a>(set: &'a SchemaSet, stated: &[Stated<'a>]) -> Vec<&'a JsonFile> {
    let name = |file: &'a JsonFile| file.path.rsplit('/').next();
    let is_renamed = |file: &'a JsonFile| file.value.keyword("$id").is_some_and(|id| id.as_str() != name(file));
    if set.schemas.iter().any(is_renamed) {
        return set.schemas.iter().collect();
    }
    let by_path: HashMap<&str, &JsonFile> = set.schemas.iter().map(|file| (file.path.as_str(), file)).collect();
    let mut open: Vec<&JsonFile> = stated.iter().map(|stated| stated.file).collect();
    let mut reached = IndexMap::new();
    while let Some(file) = open.pop() {
        if reached.insert(file.path.as_str(), file).is_some() {
            continue;
        }
        let mut is_known = true;
        walk(&file.value, At::Root(""), &mut |schema, _| {
            let Some(reference) = schema.keyword("$ref").and_then(Value::as_str) else { return };
            let path = reference.split('#').next().unwrap_or_default();
            if !path.is_empty() {
                let other = reference::join(&file.path, path).and_then(|path| by_path.get(path.as_str()).copied());
                is_known &= other.is_some();
                open.extend(other);
            }
        });
        if !is_known {
            return set.schemas.iter().collect();
        }
    }
    reached.into_values().collect()
}

/// Checks that the schema accepts its own `default` and `examples`, at the level of the lint `default-refused`.
fn check_stated(set: &SchemaSet, validators: &Validators<'_>, stated: &Stated<'_>, found: &mut Diagnostics) {
    let Stated { file, pointer, values } = stated;
    match validators.get(&format!("{}#{}", file.path, to_fragment(pointer))) {
        Ok(validator) => {
            // `is_valid` is a good deal cheaper than looking for errors.
            for (at, value) in values.iter().filter(|(_, value)| !validator.is_valid(value)) {
                let keyword = at.split('/').nth(1).unwrap_or_default();
                let message = format!("the schema refuses its own `{keyword}`: {value}");
                let refused = Diagnostic::error(Code::DefaultRefused, message)
                    .instead("write a value that the schema accepts, or let the schema accept this one");
                // The reason is about a part of the value, so the location is that of the part.
                let refused = match validator.iter_errors(value).next() {
                    Some(error) => refused
                        .at(file.place(&format!("{pointer}{at}{}", error.instance_path())))
                        .because(error.masked_with("it").to_string()),
                    None => refused.at(file.place(&format!("{pointer}{at}"))),
                };
                found.push(leveled(refused, level_at(set, at)));
            }
        }
        Err(unsound) => found.extend(unsound),
    }
}

/// Returns the level of a value that its schema refuses, by its pointer below the schema.
fn level_at(set: &SchemaSet, pointer: &str) -> LintLevel {
    if pointer == DEFAULT { level_of_defaults(set) } else { level(set, Lint::DefaultRefused) }
}

/// The pointer of the default below its schema.
const DEFAULT: &str = "/default";

/// Returns the `default` and the `examples` of a schema, each with its pointer below it.
fn stated(schema: &Map<String, Value>) -> Vec<(String, &Value)> {
    let examples = schema.keyword("examples").and_then(Value::as_array).into_iter().flatten().enumerate();
    let default = schema.keyword("default").map(|value| (DEFAULT.to_owned(), value));
    default.into_iter().chain(examples.map(|(index, value)| (format!("/examples/{index}"), value))).collect()
}

/// The codes and the advice for a kind of data file.
pub struct Words {
    code: Code,
    of_schema: Code,
    advice: &'static str,
}

/// The codes and the advice for the catalogue.
pub const CATALOGUE: Words = Words {
    code: Code::Catalogue,
    of_schema: Code::CatalogueSchema,
    advice: "copy a similar entry and change what differs",
};

/// The codes and the advice for a table.
pub const TABLE: Words =
    Words { code: Code::Table, of_schema: Code::TableSchema, advice: "copy a similar row and change what differs" };

/// The codes and the advice for the changes of the host.
pub const CHANGES: Words = Words {
    code: Code::Changes,
    of_schema: Code::ChangesSchema,
    advice: "copy the entry of a similar change and change what differs",
};

/// Validates the catalogue, a table, or the list of changes against its schema.
pub fn check_data(data: &Data, words: &Words, found: &mut Diagnostics) {
    let Data { file, schema } = data;
    let validator = match jsonschema::draft202012::new(&schema.value) {
        Ok(validator) => validator,
        Err(error) => {
            let finding = Diagnostic::error(words.of_schema, error.to_string()).at(schema.place(""));
            return found.push(finding.instead("write a JSON Schema of draft 2020-12"));
        }
    };
    // This is a good deal cheaper than looking for errors.
    if validator.is_valid(&file.value) {
        return;
    }
    // All missing keys of one entry are one mistake: somebody has begun to write it.
    let mut missing: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for error in validator.iter_errors(&file.value) {
        if let ValidationErrorKind::Required { property } = error.kind() {
            let key = format!("`{}`", property.as_str().unwrap_or_default());
            missing.entry(error.instance_path().as_str().to_owned()).or_default().push(key);
        } else {
            found.push(refused(&error, words.code).at(file.place(error.instance_path().as_str())));
        }
    }
    for (pointer, keys) in missing {
        found.push(
            Diagnostic::error(words.code, format!("missing: {}", keys.join(", ")))
                .at(file.place(&pointer))
                .because("templates read every key of an entry")
                .instead(words.advice),
        );
    }
}

/// Returns the diagnostic for a validation error; for an enum, with all its values.
fn refused(error: &ValidationError<'_>, code: Code) -> Diagnostic {
    match error.kind() {
        ValidationErrorKind::Enum { options } => {
            let values: Vec<String> = options.as_array().into_iter().flatten().map(Value::to_string).collect();
            Diagnostic::error(code, format!("{} is not one of the values", error.instance()))
                .instead(format!("one of: {}", values.join(", ")))
        }
        _ => Diagnostic::error(code, error.to_string()),
    }
}

fn check_examples(set: &SchemaSet, validators: &Validators<'_>, found: &mut Diagnostics) {
    let roots = super::roots(set);
    for examples in set.examples.chunk_by(|one, other| one.type_name == other.type_name) {
        let Some(example) = examples.first() else { continue };
        let reference = roots
            .get(example.type_name.as_str())
            .map(|file| file.path.clone())
            .or_else(|| definition(set, &example.type_name));
        let Some(reference) = reference else {
            found.push(
                Diagnostic::error(
                    Code::UnknownType,
                    format!("examples of `{}`, which no schema defines", example.type_name),
                )
                .in_file(&example.file.path)
                .because("nothing would check them")
                .instead(instead_of(
                    &example.type_name,
                    names(set, &roots),
                    "name the file as the type's `title` or key in `$defs`",
                )),
            );
            continue;
        };
        match validators.get(&reference) {
            Ok(validator) => examples.iter().for_each(|example| verdict(example, &validator, found)),
            Err(unsound) => found.extend(unsound),
        }
    }
}

/// Returns the names of the types that files and their definitions have.
fn names<'a>(set: &'a SchemaSet, roots: &'a BTreeMap<Cow<'_, str>, &JsonFile>) -> impl Iterator<Item = &'a str> {
    let defs = set.schemas.iter().flat_map(|file| ["$defs", "definitions"].map(|key| file.value.keyword(key)));
    let keys = defs.filter_map(|defs| defs?.as_object()).flat_map(|defs| defs.keys().map(String::as_str));
    roots.keys().map(AsRef::as_ref).chain(keys)
}

fn definition(set: &SchemaSet, name: &str) -> Option<String> {
    set.schemas.iter().find_map(|file| {
        let key = ["$defs", "definitions"].into_iter().find(|key| {
            file.value.keyword(key).and_then(Value::as_object).is_some_and(|defs| defs.contains_key(name))
        })?;
        Some(format!("{}#/{key}/{name}", file.path))
    })
}

fn verdict(example: &crate::load::LoadedExample, validator: &Validator, found: &mut Diagnostics) {
    if example.valid {
        for error in validator.iter_errors(example.value()) {
            let message = format!("the schema of `{}` refuses this example: {error}", example.type_name);
            let at = example.place(error.instance_path().as_str());
            found.push(
                Diagnostic::error(Code::ExampleRefused, message).at(at).instead(
                    "fix the example or the schema; move an example that is refused on purpose into `invalid`",
                ),
            );
        }
    } else if validator.is_valid(example.value()) {
        let message =
            format!("the schema of `{}` accepts this example, which is meant to be invalid", example.type_name);
        found.push(
            Diagnostic::error(Code::ExampleAccepted, message)
                .at(example.place(""))
                .because("what it shows would pass in every language")
                .instead("let the schema refuse it, or move it to `valid`"),
        );
    }
}
