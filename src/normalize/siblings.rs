//! Keywords beside `$ref`: draft-07 skips them, and so does every validator.

use serde_json::{Map, Value};

use super::counted::Counted;
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::{Dialect, JsonFile, is_asserted};

/// Removes the keywords beside a reference that would refuse values. Annotations stay: the documentation shows them.
pub fn remove(file: &mut JsonFile, found: &mut Counted) {
    if Dialect::of(&file.value) != Some(Dialect::Draft07) {
        return;
    }
    let mut removed = Vec::new();
    file.each_schema_mut(&mut |schema, at| {
        if !schema.get("$ref").is_some_and(Value::is_string) {
            return;
        }
        for key in skipped(schema) {
            schema.shift_remove(&key);
            removed.push((at.key(&key).pointer(), key));
        }
    });
    for (pointer, key) in removed {
        let finding = || {
            Diagnostic::warning(Code::Dialect, format!("draft-07 does not look at `{key}` beside `$ref`"))
                .because("validators skip it, and so do the packages")
                .instead("write the reference as a part of `allOf`, which stands beside the others, or leave it")
        };
        found.add(&format!("beside {key}"), finding, || file.place(&pointer));
    }
}

fn skipped(schema: &Map<String, Value>) -> Vec<String> {
    schema.keys().filter(|key| *key != "$ref" && is_asserted(key)).cloned().collect()
}
