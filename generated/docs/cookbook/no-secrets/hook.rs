//! Blocks a command with what looks like a secret.

use std::process::ExitCode;

use hookwire::tools::Bash;
use hookwire::{PreToolUse, block, run};
use regex::Regex;

const SECRETS: [(&str, &str); 4] = [
    ("a token", r"(ghp_|github_pat_|glpat-|xox[bp]-|sk-|AKIA)[A-Za-z0-9_-]{16}"),
    ("a password", r#"(password|PASSWORD|passwd|token|TOKEN|secret|SECRET)=["']?[^"'$ ]"#),
    ("a password in a URL", r"://[^/:@ ]+:[^/:@$ ]+@"),
    ("a private key", r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
];

fn main() -> ExitCode {
    run(|call: PreToolUse<Bash>| {
        let is_in = |pattern| Regex::new(pattern).expect("a pattern").is_match(&call.tool_input.command);
        let found = SECRETS.iter().find(|(_, pattern)| is_in(pattern));
        found.map(|(kind, _)| block(format!("This looks like {kind}. Read it from a variable or a file instead.")))
    })
}
