//! The dependencies that the owner of a set adds to the crate, for its `Cargo.toml`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Namespace};
use crate::nearest::instead_of;
use crate::render::builtin::{Input, Texts, texts};
use crate::render::choices::mistake;
use crate::render::literal::toml_string;
use crate::render::names::place;

/// The crates that the template lists.
const LISTED: [&str; 3] = ["rustix", "serde", "serde_json"];

/// The keys of a dependency that is a table.
const KEYS: [&str; 9] = ["version", "features", "default-features", "path", "git", "branch", "tag", "rev", "package"];

/// Returns the lines of the dependencies, under the empty name.
///
/// # Errors
/// One of them is a dependency of the crate anyway, or is not written as cargo reads it.
pub fn dependencies(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let mut found = features(input.contract);
    let mut lines = String::new();
    for (name, requirement) in &input.choices.dependencies {
        let mut checked = Checked { input, name, found: &mut found };
        checked.name();
        if let Some(text) = checked.requirement(requirement) {
            lines.push_str(&format!("{name} = {text}\n"));
        }
    }
    found.or(texts(BTreeMap::from([(String::new(), lines)]))).map(|(texts, _)| texts)
}

/// Returns the crates with the types of native formats. Each is a feature of its name.
fn native_crates(contract: &Contract) -> impl Iterator<Item = &'static str> {
    const CRATES: [(&str, &[&str]); 3] = [("chrono", &["DateTime", "Date"]), ("url", &["Uri"]), ("uuid", &["Uuid"])];
    let used = contract.natives();
    CRATES.into_iter().filter(move |(_, types)| types.iter().any(|name| used.contains(name))).map(|(name, _)| name)
}

/// Reports namespaces whose feature would have the name of that of a crate.
fn features(contract: &Contract) -> Diagnostics {
    let crates: Vec<&str> = native_crates(contract).collect();
    let doubled = contract.namespaces.iter().filter(|namespace| crates.contains(&namespace.name.as_str()));
    let reported = |namespace: &Namespace| {
        let message =
            format!("the namespace `{}` is called as a crate with the types of native formats", namespace.name);
        let finding = Diagnostic::error(Code::RustName, message)
            .because("both are features of the Rust crate")
            .instead("rename the namespace in `codegen.toml`");
        let origin = namespace.types.first().and_then(|name| contract.get(name)).map(|def| &def.origin);
        match origin {
            Some(origin) => finding.at(place(origin)),
            None => finding,
        }
    };
    Diagnostics(doubled.map(reported).collect())
}

/// A dependency that is checked.
struct Checked<'a> {
    input: Input<'a>,
    name: &'a str,
    found: &'a mut Diagnostics,
}

impl Checked<'_> {
    fn report(&mut self, key: Option<&str>, message: String, advice: impl Into<String>) {
        let keys = ["dependencies", self.name].into_iter().chain(key);
        let finding: Diagnostic = mistake(self.input.target, keys, message);
        self.found.push(finding.instead(advice));
    }

    fn name(&mut self) {
        let name = self.name;
        let is_native = native_crates(self.input.contract).any(|listed| listed == name);
        if is_native || LISTED.contains(&name.replace('-', "_").as_str()) {
            let message = format!("the crate depends on `{name}` already");
            self.report(None, message, "take the line out: the crate chooses its version and features");
        } else if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')) {
            let message = format!("{name:?} is not a crate name");
            self.report(None, message, "write it as crates.io has it, with letters, digits, `-` and `_`");
        }
    }

    /// Returns the requirement as TOML.
    fn requirement(&mut self, requirement: &Value) -> Option<String> {
        let name = self.name;
        match requirement {
            Value::String(version) => Some(toml_string(version)),
            Value::Object(entries) => {
                let mut written = Vec::new();
                for (key, value) in entries {
                    match self.entry(key, value) {
                        Some(text) => written.push(format!("{key} = {text}")),
                        None => return None,
                    }
                }
                Some(format!("{{ {} }}", written.join(", ")))
            }
            _ => {
                let message = format!("`{name}` needs a version, or a table with one");
                self.report(None, message, format!("write `{name} = \"1.0\"`"));
                None
            }
        }
    }

    /// Returns the value of a key of a table as TOML.
    fn entry(&mut self, key: &str, value: &Value) -> Option<String> {
        if !KEYS.contains(&key) {
            let advice = instead_of(key, KEYS, &format!("write one of: {}", KEYS.join(", ")));
            self.report(Some(key), format!("a dependency has no key `{key}` here"), advice);
            return None;
        }
        let written = match (key, value) {
            ("features", Value::Array(items)) => {
                let names: Option<Vec<String>> = items.iter().map(|item| item.as_str().map(toml_string)).collect();
                names.map(|names| format!("[{}]", names.join(", ")))
            }
            ("default-features", Value::Bool(flag)) => Some(flag.to_string()),
            ("features" | "default-features", _) => None,
            (_, Value::String(text)) => Some(toml_string(text)),
            _ => None,
        };
        if written.is_none() {
            let form = match key {
                "features" => "a list of names: `features = [\"derive\"]`",
                "default-features" => "`true` or `false`",
                _ => "a text in double quotes",
            };
            self.report(
                Some(key),
                format!("`{key}` of `{}` has a value of another kind", self.name),
                format!("write {form}"),
            );
        }
        written
    }
}
