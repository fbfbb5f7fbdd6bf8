//! Reads the examples: payloads at `<Type>/{valid,invalid}/<scenario>.json`, and for each type an `about.json` with
//! notes on them and the problems that the invalid ones have.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{About, ExampleFile, Loader, expectation};
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::{JsonFile, step};

/// The name of the file with the notes in a type's folder.
const ABOUT: &str = "about.json";

/// The advice for an entry of the wrong form.
const FORM: &str = "its form is in `docs/schemas.md`, under An example";

/// An `about.json`: for valid and for invalid examples, an entry for each scenario with notes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    #[serde(default)]
    valid: Map<String, Value>,
    #[serde(default)]
    invalid: Map<String, Value>,
}

/// An example's place in the folder of examples.
struct Address<'a> {
    type_name: &'a str,
    /// `valid` or `invalid`.
    kind: &'a str,
    scenario: &'a str,
}

impl Address<'_> {
    fn is_valid(&self) -> bool {
        self.kind == "valid"
    }

    /// Returns the pointer of its entry in `about.json`.
    fn entry(&self) -> String {
        step(&step("", self.kind), self.scenario)
    }
}

impl Loader<'_> {
    /// Reads the examples among the given paths, which are all below a folder of examples.
    pub(super) fn examples(&mut self, paths: &[String], prefix: &str) -> Vec<ExampleFile> {
        let (abouts, payloads): (Vec<_>, Vec<_>) = paths.iter().partition(|path| about_of(path, prefix).is_some());
        let mut files = BTreeMap::new();
        for path in abouts {
            let file = self.about_file(path);
            if let Some((file, entries)) = &file {
                self.expect_examples(file, entries, paths);
            }
            files.extend(about_of(path, prefix).map(|type_name| (type_name, file.map(|(file, _)| file))));
        }
        payloads.into_iter().filter_map(|path| self.example(path, prefix, &files)).collect()
    }

    /// Reads an example, unless its `about.json` cannot be read.
    fn example(&mut self, path: &str, prefix: &str, abouts: &BTreeMap<&str, Option<JsonFile>>) -> Option<ExampleFile> {
        let parts: Vec<&str> = path.strip_prefix(prefix)?.split('/').collect();
        let [type_name, kind @ ("valid" | "invalid"), name] = parts[..] else {
            self.found.push(
                Diagnostic::error(Code::StrayFile, "not in a folder of examples")
                    .in_file(path)
                    .instead("put it at `<Type>/valid/<scenario>.json` or `<Type>/invalid/<scenario>.json`"),
            );
            return None;
        };
        let address = Address { type_name, kind, scenario: name.trim_end_matches(".json") };
        let about = match abouts.get(type_name) {
            Some(file) => self.about(file.as_ref()?, &address)?,
            None => About::default(),
        };
        if !address.is_valid() && about.problems.is_empty() {
            self.expect_problems(path, prefix, &address);
        }
        let payload = self.read(path)?;
        if let Some(Some(file)) = abouts.get(type_name) {
            expectation::check(&about, file, &address.entry(), &payload, &mut self.found);
        }
        Some(ExampleFile {
            type_name: type_name.to_owned(),
            valid: address.is_valid(),
            scenario: address.scenario.to_owned(),
            file: payload,
            about,
        })
    }

    /// Reads an `about.json`; the form of its entries is checked later.
    fn about_file(&mut self, path: &str) -> Option<(JsonFile, Entries)> {
        let file = self.read(path)?;
        match Entries::deserialize(&file.value) {
            Ok(entries) => Some((file, entries)),
            Err(error) => {
                let finding = Diagnostic::error(Code::BadExpectation, error.to_string()).at(file.place(""));
                self.found.push(finding.instead(FORM));
                None
            }
        }
    }

    /// Returns the entry of an example; the default one, if there is none.
    fn about(&mut self, file: &JsonFile, address: &Address<'_>) -> Option<About> {
        let pointer = address.entry();
        let Some(entry) = file.value.pointer(&pointer) else { return Some(About::default()) };
        let about = About::deserialize(entry).map_err(|error| {
            Diagnostic::error(Code::BadExpectation, error.to_string()).at(file.place(&pointer)).instead(FORM)
        });
        let about = about.map_err(|finding| self.found.push(finding)).ok()?;
        if address.is_valid() && !about.problems.is_empty() {
            let finding = Diagnostic::error(Code::BadExpectation, "a valid example with problems")
                .at(file.place(&step(&pointer, "problems")))
                .because("every language accepts it")
                .instead("remove `problems`, or move the example and its entry to `invalid`");
            self.found.push(finding);
            return None;
        }
        Some(about)
    }

    /// Reports an invalid example that has no problems in `about.json`.
    fn expect_problems(&mut self, path: &str, prefix: &str, address: &Address<'_>) {
        let Address { type_name, scenario, .. } = address;
        let entry = Value::from(*scenario);
        let advice = format!(
            "list them in `{prefix}{type_name}/{ABOUT}`: {{\"invalid\": {{{entry}: {{\"problems\": [{{\"code\": …, \
             \"pointer\": …}}]}}}}}}"
        );
        let message = "an invalid example without the problems that it shows";
        self.found.push(Diagnostic::error(Code::NoExpectation, message).in_file(path).instead(advice));
    }

    /// Reports the entries of an `about.json` whose examples do not exist.
    fn expect_examples(&mut self, file: &JsonFile, entries: &Entries, paths: &[String]) {
        let folder = file.path.trim_end_matches(ABOUT);
        for (kind, of_kind) in [("valid", &entries.valid), ("invalid", &entries.invalid)] {
            for scenario in of_kind.keys() {
                let payload = format!("{folder}{kind}/{scenario}.json");
                if !paths.contains(&payload) {
                    let message = format!("an entry without its example: `{payload}` does not exist");
                    let at = file.key_place(&step(&step("", kind), scenario));
                    let advice = "name the entry as the file of the example, without `.json`, or remove it";
                    self.found.push(Diagnostic::error(Code::StrayExpectation, message).at(at).instead(advice));
                }
            }
        }
    }
}

/// Returns the type of an `about.json`, or `None` if the path is another file.
fn about_of<'p>(path: &'p str, prefix: &str) -> Option<&'p str> {
    let (type_name, name) = path.strip_prefix(prefix)?.split_once('/')?;
    (name == ABOUT).then_some(type_name)
}
