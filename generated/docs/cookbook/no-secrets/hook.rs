//! Blocks a command with what looks like a secret.

use std::process::ExitCode;

use hookwire::{PreToolUse, block, run};
use regex::Regex;

const SECRETS: [(&str, &str); 4] = [
    ("a token", r"(ghp_|github_pat_|glpat-|xox[bp]-|sk-|AKIA)[A-Za-z0-9_-]{16}"),
    ("a password", r#"(password|PASSWORD|passwd|token|TOKEN|secret|SECRET)=["']?[^"'$ ]"#),
    ("a password in a URL", r"://[^/:@ ]+:[^/:@$ ]+@"),
    ("a private key", r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
];

fn main() -> ExitCode {
    run(|call: PreToolUse| {
        let commands = call.commands().commands;
        // The words of a shell have no quotes in between.
        let mut texts: Vec<&str> = commands.iter().flat_map(|it| &it.words).map(|word| word.text.as_str()).collect();
        texts.extend(call.tool_input.get("command").and_then(|it| it.as_str()));
        let is_in = |pattern| {
            let pattern = Regex::new(pattern).expect("a pattern");
            texts.iter().any(|text| pattern.is_match(text))
        };
        let found = SECRETS.iter().find(|(_, pattern)| is_in(pattern));
        found.map(|(kind, _)| block(format!("This looks like {kind}. Read it from a variable or a file instead.")))
    })
}
