//! A guard in a settings file that has something else beside it: whether the host still runs the guard.

use crate::case::{Beside, Hook};

/// Returns the cases: a hook that blocks, with each thing beside it.
pub fn settings(event: &str) -> Vec<(String, Hook, Beside)> {
    if event != "PreToolUse" {
        return Vec::new();
    }
    let case = |(name, beside)| (format!("settings/{name}/exit-2"), Hook::script("", "{{stderr}}", 2), beside);
    Beside::ALL.map(case).to_vec()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;
    use std::{error, fs};

    use serde_json::Value;

    use crate::observation::NOT_RUN;
    use crate::registry::numbers;
    use crate::{other_versions, record};

    /// The rules of the catalogue about settings files, each with the cases that show it.
    const RULES: [(&str, &[&str]); 2] = [
        ("configuration-unknown-event", &["unknown-event", "new-event"]),
        ("configuration-schema", &["schema-path", "schema-url"]),
    ];

    #[test]
    fn the_rules_about_settings_files_hold_on_every_recorded_host() -> Result<(), Box<dyn error::Error>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let catalogue: Value = serde_json::from_str(&fs::read_to_string(root.join("schemas/events.json"))?)?;
        let rule = |name: &str| catalogue["rules"].as_array().and_then(|all| all.iter().find(|it| it["name"] == name));
        let reference = record::read(&root.join(record::path(crate::REFERENCE, "PreToolUse")))?;
        let mut seen: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
        for entry in fs::read_dir(root.join("tests/observed"))? {
            let version = entry?.file_name().to_string_lossy().into_owned();
            let file = root.join(record::path(&version, "PreToolUse"));
            if !file.is_file() {
                continue;
            }
            let all = other_versions::complete(record::read(&file)?, &reference);
            for (name, cases) in RULES {
                let since = rule(name).and_then(|it| it["since"]["version"].as_str()).ok_or(name)?;
                let is_new = numbers(&version) >= numbers(since);
                for case in cases {
                    let id = format!("PreToolUse/settings/{case}/exit-2");
                    let Some(one) = all.get(&id) else { continue };
                    assert_eq!(one.seen.hook != NOT_RUN, is_new, "{version} {id}: fix `since` of the rule {name}");
                    seen.entry(name).or_default().push(is_new);
                }
            }
        }
        for (name, _) in RULES {
            let both = seen.get(name).is_some_and(|all| all.contains(&true) && all.contains(&false));
            assert!(both, "no record shows the rule {name} before and after its version");
        }
        Ok(())
    }
}
