//! Regular expressions that not every language reads alike.

use serde_json::{Map, Value};

use super::counted::Counted;
use crate::diagnostic::{Code, Diagnostic};
use crate::regex;
use crate::schema::{At, JsonFile, walk_mut};

/// Removes the patterns that the packages could not decide alike, and reports them. More values are valid without them.
pub fn remove(file: &mut JsonFile, found: &mut Counted) {
    let mut removed = Vec::new();
    walk_mut(&mut file.value, At::Root(""), &mut |schema, at| {
        if let Some(pattern) = schema.get("pattern").and_then(Value::as_str).filter(|it| is_unknown(it)) {
            removed.push((at.key("pattern").pointer(), pattern.to_owned()));
            schema.shift_remove("pattern");
        }
        let keys = schema.get("patternProperties").and_then(Value::as_object).map(Map::keys);
        let unknown: Vec<String> = keys.into_iter().flatten().filter(|it| is_unknown(it)).cloned().collect();
        for pattern in &unknown {
            removed.push((at.key("patternProperties").key(pattern).pointer(), pattern.clone()));
            if let Some(Value::Object(all)) = schema.get_mut("patternProperties") {
                all.shift_remove(pattern);
            }
        }
        // They are about the keys that no pattern matches.
        if !unknown.is_empty() {
            schema.shift_remove("additionalProperties");
            schema.shift_remove("unevaluatedProperties");
        }
    });
    for (pointer, pattern) in removed {
        let why = regex::check(&pattern).err().unwrap_or_default();
        let finding = || {
            Diagnostic::warning(Code::Pattern, format!("the pattern `{pattern}` is not supported"))
                .because(format!("{why}; it is left out, and nothing checks it"))
                .instead("write it with what every language matches alike, see `hookwire-codegen --explain matching`")
        };
        found.add(&format!("pattern {pattern}"), finding, || file.place(&pointer));
    }
}

fn is_unknown(pattern: &str) -> bool {
    regex::check(pattern).is_err()
}
