//! The environment that the host runs with: empty, but for these variables.

use std::process::Command;

use crate::case::{Case, Mode};

/// Gives a command the environment of the host. `root` is the session's folder, with a `home` and a `tmp` in it; the
/// model listens on `port`.
pub fn set(command: &mut Command, root: &str, port: u16) {
    command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin");
    command.env("HOME", format!("{root}/home")).env("TMPDIR", format!("{root}/tmp"));
    command.env("ANTHROPIC_BASE_URL", format!("http://127.0.0.1:{port}")).env("ANTHROPIC_API_KEY", "none");
    // Otherwise the host refuses to run as root without questions.
    command.env("IS_SANDBOX", "1");
    for name in [
        "DISABLE_AUTOUPDATER",
        "DISABLE_TELEMETRY",
        "DISABLE_ERROR_REPORTING",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    ] {
        command.env(name, "1");
    }
}

/// Returns the arguments of the host for the permission mode of a case.
pub fn of_mode(case: &Case) -> impl Iterator<Item = &'static str> {
    case.permission_mode().into_iter().flat_map(|mode: Mode| ["--permission-mode", mode.word()])
}
