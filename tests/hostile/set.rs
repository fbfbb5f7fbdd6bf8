//! A schema set in memory, in which any string can be replaced.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// Every file of a set by its path, as a value, including TOML files.
#[derive(Debug, Clone)]
pub struct Set(pub BTreeMap<String, Value>);

impl Set {
    /// Returns the set of the tests, with the types of problems that validators need.
    pub fn of_tests() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = BTreeMap::new();
        collect(&root.join("tests/hostile/set"), "", &mut files);
        files.insert("problem.schema.json".to_owned(), parse("json", &root.join("schemas/problem.schema.json")));
        Self(files)
    }

    /// Writes the set into a folder.
    ///
    /// # Errors
    /// The system refuses a path.
    pub fn write(&self, to: &Path) -> std::io::Result<()> {
        for (path, value) in &self.0 {
            let target = to.join(path);
            fs::create_dir_all(target.parent().expect("a folder"))?;
            fs::write(target, text(path, value))?;
        }
        Ok(())
    }
}

fn text(path: &str, value: &Value) -> String {
    if path.ends_with(".toml") { toml::to_string(value).expect("TOML holds it") } else { value.to_string() }
}

fn parse(ending: &str, path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("a file of the tests");
    if ending == "toml" { toml::from_str(&text).expect("TOML") } else { serde_json::from_str(&text).expect("JSON") }
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Value>) {
    for entry in fs::read_dir(folder).expect("a folder of the tests").map(Result::unwrap) {
        let name = format!("{prefix}{}", entry.file_name().into_string().unwrap());
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files);
        } else {
            let ending = name.rsplit('.').next().unwrap_or_default();
            files.insert(name.clone(), parse(ending, &entry.path()));
        }
    }
}
