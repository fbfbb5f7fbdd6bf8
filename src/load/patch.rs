//! JSON Merge Patch (RFC 7396), in which a profile writes its differences.

use serde_json::{Map, Value};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::schema::{JsonFile, step};

/// Applies a patch to a file. Objects are patched key by key, `null` removes a key, and any other value replaces the
/// old one.
pub fn patched(file: &JsonFile, patch: JsonFile, found: &mut Diagnostics) -> JsonFile {
    let mut removals = Removals { patch: &patch, found };
    let value = removals.merge(Some(&file.value), &patch.value, "");
    file.patched(patch, value)
}

/// A merge in progress, which reports removals of missing keys.
struct Removals<'a> {
    patch: &'a JsonFile,
    found: &'a mut Diagnostics,
}

impl Removals<'_> {
    fn merge(&mut self, target: Option<&Value>, patch: &Value, pointer: &str) -> Value {
        let Value::Object(changes) = patch else { return patch.clone() };
        let mut merged: Map<String, Value> = target.and_then(Value::as_object).cloned().unwrap_or_default();
        for (key, change) in changes {
            let at = step(pointer, key);
            if !change.is_null() {
                let value = self.merge(merged.get(key), change, &at);
                merged.insert(key.clone(), value);
            } else if merged.shift_remove(key).is_none() {
                self.report_missing_target(&at);
            }
        }
        Value::Object(merged)
    }

    /// Reports the removal of a missing key, which the standard ignores. Here the key is misspelled, or the set has
    /// been fixed since.
    fn report_missing_target(&mut self, pointer: &str) {
        self.found.push(
            Diagnostic::error(Code::NothingToRemove, "the patch takes out what is not there")
                .at(self.patch.place(pointer))
                .because("the profile would be the same without it")
                .instead("fix the key, or remove it"),
        );
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::*;

    fn file(path: &str, text: &str) -> JsonFile {
        JsonFile::parse(path, text.as_bytes().to_vec()).unwrap()
    }

    #[test]
    fn a_patch_merges_objects_and_takes_out_nulls() {
        let mut found = Diagnostics::default();
        let base = file("a.json", r#"{"a": {"b": 1, "c": [1, 2]}, "d": "x"}"#);
        let made = patched(&base, file("p.json", r#"{"a": {"b": null, "c": [3], "e": {"f": 1}}}"#), &mut found);
        assert_eq!(made.value, json!({"a": {"c": [3], "e": {"f": 1}}, "d": "x"}));
        assert_eq!((made.path.as_str(), found.0.len()), ("a.json", 0));
    }

    #[test]
    fn a_patched_value_has_its_place_in_the_patch() {
        let base = file("a.json", "{\n\"a\": {\"b\": 1, \"c\": [1, 2]},\n\"d\": \"x\"}");
        let patch = file("p.json", "{\n\n\n\"a\": {\"c\": [3]}}");
        let made = patched(&base, patch, &mut Diagnostics::default());
        let at = |pointer| {
            let place = made.place(pointer);
            (place.file, place.line)
        };
        for (pointer, file, line) in
            [("/a", "p.json", 4), ("/a/c/1", "p.json", 4), ("/a/b", "a.json", 2), ("/d", "a.json", 3)]
        {
            assert_eq!(at(pointer), (file.to_owned(), line), "{pointer}");
        }
    }

    #[test]
    fn removing_a_missing_value_is_reported() {
        let mut found = Diagnostics::default();
        patched(&file("a.json", r#"{"a": 1}"#), file("p.json", "{\n\"b\": null}"), &mut found);
        let place = found.0[0].place.clone().unwrap();
        assert_eq!((found.0[0].code, place.file.as_str(), place.line), (Code::NothingToRemove, "p.json", 2));
    }
}
