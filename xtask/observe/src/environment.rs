//! The environment that the host runs with: empty, but for these variables.

use std::process::Command;

/// Gives a command the environment of the host. `root` is the session's folder, with a `home` and a `tmp` in it; the
/// model listens on `port`.
pub fn set(command: &mut Command, root: &str, port: u16) {
    command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin");
    command.env("HOME", format!("{root}/home")).env("TMPDIR", format!("{root}/tmp"));
    command.env("ANTHROPIC_BASE_URL", format!("http://127.0.0.1:{port}")).env("ANTHROPIC_API_KEY", "none");
    for name in [
        "DISABLE_AUTOUPDATER",
        "DISABLE_TELEMETRY",
        "DISABLE_ERROR_REPORTING",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    ] {
        command.env(name, "1");
    }
}
