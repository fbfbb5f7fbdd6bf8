//! The step `cli`: the program `hookwire`, end to end.

use hookwire_harness::{Root, compiled_once, finish, python};

/// The manifest of the program. It has a workspace of its own.
const MANIFEST: &str = "cli/Cargo.toml";

/// Checks, builds and tests the program.
///
/// # Errors
/// One of the commands fails.
pub fn step(root: &Root) -> Result<(), String> {
    root.cargo(&["fmt", "--manifest-path", MANIFEST, "--check"])?;
    root.cargo_on(MANIFEST, "clippy", &["--all-targets", "--locked", "--", "-D", "warnings"], "")?;
    root.cargo_on(MANIFEST, "test", &["--locked"], "")?;
    root.cargo_on(MANIFEST, "build", &["--locked"], "")?;
    let mut pytest = root.command(python(root)?);
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "auto"]).current_dir(root.path("tests/cli"));
    pytest.env("HOOKWIRE_COMMAND", root.path("target/generated/debug/hookwire"));
    finish(compiled_once(root, &mut pytest).env("PYTHONPATH", root.path("generated/python/src")))
}
