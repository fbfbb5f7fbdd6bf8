//! The variables that hooks get.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::io;

use hookwire::host::SettingsPlace;
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::commands::EVENT;
use crate::project::{BY_WEIGHT, Kind, Source};
use crate::secrets::is_secret;
use crate::session::VARIABLES;

/// The key of the settings with variables.
const ENV: &str = "env";

/// How the names of variables begin by which interpreters and loaders find more files than they name.
const LOADERS: [&str; 15] = [
    "PYTHON",
    "NODE_",
    "RUBY",
    "PERL",
    "LD_",
    "DYLD_",
    "GIT_",
    "JAVA_",
    "PHP",
    "LUA_",
    "BUN_",
    "DENO_",
    "TS_",
    "ZDOTDIR",
    "BASH_FUNC_",
];

/// The variables that hooks get.
#[derive(Debug)]
pub struct Environment {
    variables: Vec<(OsString, OsString)>,
    of_settings: BTreeMap<String, String>,
    is_of_project: bool,
    withheld: Vec<String>,
}

impl Environment {
    /// Takes the variables of this program and those of the settings, without what looks like a secret and is not named.
    pub fn of(sources: &[Source], named: &[String]) -> Self {
        let mut of_settings = BTreeMap::new();
        let mut is_of_project = false;
        for place in BY_WEIGHT {
            let of_place = |it: &&Source| it.kind == Kind::Settings && it.settings.place == place;
            // Files of folders above come last in the list, and have less weight.
            for source in sources.iter().filter(of_place).rev() {
                let before = of_settings.clone();
                let env = source.document.value.get(ENV).and_then(Value::as_object).into_iter().flatten();
                of_settings.extend(env.filter_map(|(name, value)| Some((name.clone(), text_of(value)?))));
                is_of_project |=
                    before != of_settings && matches!(place, SettingsPlace::Project | SettingsPlace::Local);
            }
        }
        let own = of_settings.iter().map(|(name, value)| (name.into(), value.into()));
        // A hook that is tried in a hook is no part of it.
        let inherited = env::vars_os().filter(|(name, _)| !VARIABLES.iter().any(|it| name == it));
        let all: BTreeMap<OsString, OsString> = inherited.chain(own).collect();
        let mut withheld = Vec::new();
        let mut variables = Vec::new();
        for (name, value) in all {
            let text = name.to_string_lossy();
            if is_secret(&text, &value.to_string_lossy()) && !named.iter().any(|it| *it == text) {
                withheld.push(text.into_owned());
            } else {
                variables.push((name, value));
            }
        }
        of_settings.retain(|name, _| !withheld.contains(name));
        Self { variables, of_settings, is_of_project, withheld }
    }

    /// Returns all variables.
    pub fn variables(&self) -> &[(OsString, OsString)] {
        &self.variables
    }

    /// Returns the variables that the settings set.
    pub const fn of_settings(&self) -> &BTreeMap<String, String> {
        &self.of_settings
    }

    /// Returns true if the settings of the project set some of them.
    pub const fn is_of_project(&self) -> bool {
        self.is_of_project
    }

    /// Returns true if the settings say where programs look for files, or have a value in which a shell can fill in more: it does
    /// so in `BASH_ENV`.
    pub fn has_paths(&self) -> bool {
        let is_path = |name: &String| name.ends_with("PATH") || LOADERS.iter().any(|it| name.starts_with(it));
        let is_filled = |value: &String| value.starts_with('~') || value.contains(['$', '`']);
        self.of_settings.iter().any(|(name, value)| is_path(name) || is_filled(value))
    }

    /// Returns the names of the variables that look like secrets.
    pub fn withheld(&self) -> &[String] {
        &self.withheld
    }
}

include!(concat!(env!("OUT_DIR"), "/variables.rs"));

/// The files whose paths are in variables on some events. They are empty, and removed at the end.
pub struct VariableFiles(Vec<(&'static str, NamedTempFile)>);

impl VariableFiles {
    /// Creates those of the event of an input.
    pub fn of(input: &Value) -> io::Result<Self> {
        let event = input.get(EVENT).and_then(Value::as_str).unwrap_or_default();
        let names = FILE_VARIABLES.iter().filter(|(it, _)| *it == event).map(|(_, name)| *name);
        names.map(|it| Ok((it, NamedTempFile::new()?))).collect::<io::Result<_>>().map(Self)
    }

    /// Returns the variables.
    pub fn variables(&self) -> impl Iterator<Item = (OsString, OsString)> {
        self.0.iter().map(|(name, file)| (name.into(), file.path().into()))
    }
}

/// Returns the text of a value, if a variable can have it.
fn text_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        _ => return None,
    };
    (!text.contains('\0')).then_some(text)
}
