//! The attacks that are the same on every event that a hook can block: a plain block, a crash, a reason that looks like a
//! missing script, and a child that prints.

use std::time::Duration;

use super::table::{Attack, Expect, Language};

/// The name of the kind.
pub const KIND: &str = "every-event";

/// An attempt: its name, and what the handler does in each language.
struct Attempt {
    name: &'static str,
    python: &'static str,
    typescript: &'static str,
    rust: &'static str,
}

const ATTEMPTS: [Attempt; 4] = [
    Attempt {
        name: "block",
        python: "return block(\"no\")",
        typescript: "return block(\"no\");",
        rust: "block(\"no\").into()",
    },
    Attempt {
        name: "crash",
        python: "raise RuntimeError(\"no\")",
        typescript: "throw new Error(\"no\");",
        rust: "panic!(\"no\")",
    },
    Attempt {
        name: "no-such-file",
        python: "return block(\"No such file: x\")",
        typescript: "return block(\"No such file: x\");",
        rust: "block(\"No such file: x\").into()",
    },
    Attempt {
        name: "child-prints",
        python: "subprocess.run([\"echo\", \"linting\"])\n    return block(\"no\")",
        typescript: "execFileSync(\"echo\", [\"linting\"], { stdio: \"inherit\" });\n    return block(\"no\");",
        rust: "std::process::Command::new(\"echo\").arg(\"linting\").status().unwrap();\n            block(\"no\").into()",
    },
];

const PYTHON: &str = r#"import subprocess

from hookwire import block, run


def guard(call):
    BODY


run({"EVENT": guard}, guard="closed")
"#;

const TYPESCRIPT: &str = r#"import { execFileSync } from "node:child_process";

import { block, run } from "hookwire";

const guards = {
  EVENT: () => {
    BODY
  },
};
run(guards, { guard: "closed" });
"#;

const RUST: &str = r#"use hookwire::{AnyCall, Guard, Hooks, Reply, block};

pub fn main() -> std::process::ExitCode {
    Hooks::new()
        .guard(Guard::Closed)
        .on_event("EVENT", |_: AnyCall| -> Reply<AnyCall> {
            BODY
        })
        .run()
}
"#;

/// Returns the attacks on these events.
pub fn attacks<'e>(events: impl Iterator<Item = &'e str>) -> Vec<Attack> {
    events.flat_map(|event| ATTEMPTS.iter().map(move |attempt| attempt.on(event))).collect()
}

impl Attempt {
    fn on(&self, event: &str) -> Attack {
        let source = |frame: &str, body: &str| frame.replace("EVENT", event).replace("BODY", body);
        Attack {
            id: format!("{}-on-{}", self.name, kebab(event)),
            kind: KIND.to_owned(),
            event: event.to_owned(),
            input: None,
            expect: Expect::Prevented,
            limit: Duration::from_secs(10),
            aborts: false,
            sources: [
                (Language::Python, source(PYTHON, self.python)),
                (Language::TypeScript, source(TYPESCRIPT, self.typescript)),
                (Language::Rust, source(RUST, self.rust)),
            ]
            .into(),
        }
    }
}

fn kebab(name: &str) -> String {
    heck::AsKebabCase(name).to_string()
}
