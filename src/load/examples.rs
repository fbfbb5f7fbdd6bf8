//! Reads the examples: a file for each type, `<Type>.json`, with its valid and its invalid examples by scenario.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{About, LoadedExample, Loader, expectation};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::nearest::instead_of;
use crate::schema::{JsonFile, step};

const VALID: &str = "valid";
const INVALID: &str = "invalid";

/// The keys of an example.
const NOTE: &str = "note";
const PROBLEMS: &str = "problems";
const VALUE: &str = "value";

/// The advice for what has the wrong form.
const FORM: &str = "the form is in `docs/schemas.md`, under An example";

impl Loader<'_> {
    /// Reads the examples in the files at these paths, which are all below a folder of examples.
    pub(super) fn examples(&mut self, paths: &[String], prefix: &str) -> Vec<LoadedExample> {
        paths.iter().flat_map(|path| self.examples_of(path, prefix)).collect()
    }

    /// Reads the examples of a type, without those that have the wrong form.
    fn examples_of(&mut self, path: &str, prefix: &str) -> Vec<LoadedExample> {
        let name = path.strip_prefix(prefix).and_then(|name| name.strip_suffix(".json"));
        let Some(type_name) = name.filter(|name| !name.contains('/')) else {
            let finding = Diagnostic::error(Code::StrayFile, "a file in a subfolder of the examples").in_file(path);
            self.found.push(finding.instead(format!("write the examples of a type into `{prefix}<Type>.json`")));
            return Vec::new();
        };
        let Some(file) = self.read(path).map(Arc::new) else { return Vec::new() };
        let Some(kinds) = file.value.as_object() else {
            self.bad_form("a file of examples is an object with `valid` and `invalid`", file.place(""), FORM);
            return Vec::new();
        };
        self.expect_keys(&file, "", kinds, &[VALID, INVALID]);
        let mut examples = Vec::new();
        let mut is_empty = true;
        // The page of a profile shows the invalid examples first.
        for kind in [INVALID, VALID] {
            let pointer = step("", kind);
            let Some(of_kind) = kinds.get(kind) else { continue };
            let Some(of_kind) = of_kind.as_object() else {
                is_empty = false;
                self.bad_form(
                    format!("`{kind}` is an object with an example for each key"),
                    file.place(&pointer),
                    FORM,
                );
                continue;
            };
            is_empty &= of_kind.is_empty();
            for (scenario, entry) in of_kind {
                examples.extend(self.example(&file, type_name, kind, scenario, entry));
            }
        }
        // The name of the file is checked with its examples, so a file without one would be ignored silently.
        if is_empty && kinds.keys().all(|key| [VALID, INVALID].contains(&key.as_str())) {
            self.bad_form("a file of examples without an example", file.place(""), "write one, or remove the file");
        }
        examples
    }

    /// Reads an example, unless it has the wrong form.
    fn example(
        &mut self,
        file: &Arc<JsonFile>,
        type_name: &str,
        kind: &str,
        scenario: &str,
        entry: &Value,
    ) -> Option<LoadedExample> {
        let pointer = step(&step("", kind), scenario);
        let Some(entry) = entry.as_object() else {
            self.bad_form("an example is an object with its payload in `value`", file.place(&pointer), FORM);
            return None;
        };
        let has_right_keys = self.expect_keys(file, &pointer, entry, &[NOTE, PROBLEMS, VALUE]);
        let note = self.part(file, &pointer, entry, NOTE);
        let problems = self.part(file, &pointer, entry, PROBLEMS);
        let Some(payload) = entry.get(VALUE) else {
            self.bad_form("an example without `value`", file.key_place(&pointer), "write its payload in `value`");
            return None;
        };
        let about = About { problems: problems?, note: note? };
        if !has_right_keys {
            return None;
        }
        if kind == VALID && !about.problems.is_empty() {
            let finding = Diagnostic::error(Code::BadExpectation, "a valid example with problems")
                .at(file.place(&step(&pointer, PROBLEMS)))
                .because("every language accepts it")
                .instead("remove `problems`, or move the example to `invalid`");
            self.found.push(finding);
            return None;
        }
        if kind == INVALID && about.problems.is_empty() {
            let finding =
                Diagnostic::error(Code::NoExpectation, "an invalid example without the problems that it shows")
                    .at(file.key_place(&pointer))
                    .instead("list them in it: `\"problems\": [{\"code\": …, \"pointer\": …}]`");
            self.found.push(finding);
        }
        expectation::check(&about, file, &pointer, payload, &mut self.found);
        Some(LoadedExample {
            type_name: type_name.to_owned(),
            valid: kind == VALID,
            scenario: scenario.to_owned(),
            file: Arc::clone(file),
            pointer: step(&pointer, VALUE),
            about,
        })
    }

    /// Reads a part of an example, or its default if the example does not have it. Reports one of another form.
    fn part<T: DeserializeOwned + Default>(
        &mut self,
        file: &JsonFile,
        pointer: &str,
        entry: &Map<String, Value>,
        key: &str,
    ) -> Option<T> {
        let Some(value) = entry.get(key) else { return Some(T::default()) };
        let read = T::deserialize(value);
        read.map_err(|error| self.bad_form(format!("`{key}`: {error}"), file.place(&step(pointer, key)), FORM)).ok()
    }

    /// Reports the keys of an object that are none of these. Returns true if there are none.
    fn expect_keys(&mut self, file: &JsonFile, pointer: &str, object: &Map<String, Value>, known: &[&str]) -> bool {
        let is_unknown = |key: &&String| !known.contains(&key.as_str());
        for key in object.keys().filter(is_unknown) {
            let all = known.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
            let advice = instead_of(key, known.iter().copied(), &format!("one of: {all}"));
            self.bad_form(format!("unknown key `{key}`"), file.key_place(&step(pointer, key)), advice);
        }
        !object.keys().any(|key| is_unknown(&key))
    }

    fn bad_form(&mut self, message: impl Into<String>, at: Place, advice: impl Into<String>) {
        self.found.push(Diagnostic::error(Code::BadExampleFile, message).at(at).instead(advice));
    }
}
