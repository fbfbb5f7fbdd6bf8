//! Settings of the host in an editor: completion and errors by the path to a bundled schema, as the page `editor.md` says.

use std::process::Command;

use hookwire_harness::{Root, finish, npm_tests, tools};

/// Checks settings of the host with the JSON language service of VS Code.
///
/// # Errors
/// The service cannot be installed, or a test fails.
pub fn step(root: &Root) -> Result<(), String> {
    let copy = npm_tests(root)?;
    let mut tests = Command::new(tools::npm());
    finish(tests.args(["test", "--", "settings-editor.test.js"]).current_dir(copy))
}
