//! The schemas of the set with a file for each type. `generated/` has those that a person reads or links to, and the bundle.

use std::path::PathBuf;
use std::{env, fs};

use crate::environment::copy_folder;
use crate::once::once;
use crate::root::Root;

/// Renders the schemas below `target/`, once in a run, and returns their folder.
///
/// # Errors
/// This is not the program with the command `codegen`, or it fails; or the set leaves no files out.
pub fn type_schemas(root: &Root) -> Result<PathBuf, String> {
    once(root, "type-schemas", || render(root))?;
    Ok(root.path(OUT).join("schemas"))
}

const OUT: &str = "target/type-schemas/out";

fn render(root: &Root) -> Result<(), String> {
    const SET: &str = "target/type-schemas/set";
    let failed = |error: std::io::Error| format!("{SET}: {error}");
    let set = root.path(SET);
    if set.exists() {
        fs::remove_dir_all(&set).map_err(failed)?;
    }
    copy_folder(&root.path("schemas"), &set).map_err(failed)?;
    let file = set.join("codegen.toml");
    let mut settings: toml::Table =
        fs::read_to_string(&file).map_err(failed)?.parse().map_err(|error| format!("{SET}: {error}"))?;
    let targets = settings.get_mut("targets").and_then(toml::Value::as_table_mut);
    targets.and_then(|it| it.remove("schemas")).ok_or("schemas/codegen.toml leaves no schema out")?;
    fs::write(&file, settings.to_string()).map_err(failed)?;
    let program = env::current_exe().map_err(failed)?;
    root.run(program, &["codegen", "--only", "schemas", "--schemas", SET, "--out", OUT])
}
