//! Trees made at random, always the same: several places, matchers, conditions, duplicates, switches and mistakes.

use serde_json::{Map, Value, json};

use super::sources::PLACES;
use super::{matched, source};
use crate::settings::tree::Case;

/// The number of trees that are recorded.
const COUNT: u64 = 160;

/// The number of trees that a run with another seed makes.
const MORE: u64 = 200;

/// A generator of numbers: splitmix64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const EVENTS: [&str; 8] = [
    "PreToolUse",
    "PreToolUse",
    "PreToolUse",
    "PostToolUse",
    "PermissionRequest",
    "UserPromptSubmit",
    "SessionStart",
    "Stop",
];

const MATCHERS: [&str; 24] = [
    "Bash",
    "bash",
    "Read",
    "Bash|Read",
    "Read, Bash",
    "Edit|Write",
    "Write",
    "",
    "*",
    ".*",
    "^Bash$",
    "B.*",
    "Bash(*)",
    "*.py",
    "(",
    "mcp__desk",
    "mcp__desk__.*",
    "mcp__.*",
    "mcp__desk__echo",
    " Bash",
    "Bash|mcp__desk__echo",
    "startup",
    "resume|startup",
    "Task",
];

const RULES: [&str; 10] = [
    "Bash",
    "Bash(*)",
    "Bash(git *)",
    "Bash(git push *)",
    "Bash(echo *)",
    "Read(*)",
    "Read(notes.txt)",
    "Write(*.txt)",
    "mcp__desk__echo",
    "git push",
];

/// Returns the cases.
pub fn random() -> Vec<Case> {
    (0..COUNT).map(tree).collect()
}

/// Returns cases that are not recorded, made from a seed.
#[must_use]
pub fn random_from(seed: u64) -> Vec<Case> {
    (seed..seed.saturating_add(MORE)).map(tree).collect()
}

fn tree(seed: u64) -> Case {
    let mut numbers = Numbers(seed);
    let mut places = PLACES.to_vec();
    let mut sources = Vec::new();
    let mut ids = 0;
    for _ in 0..1 + numbers.below(4) {
        let place = places.remove(numbers.below(places.len()));
        sources.push(source(place, document(&mut numbers, &mut ids)));
    }
    let mut case = Case::new(format!("random/{seed:03}"), "mixed", sources);
    case.untrusted = numbers.one_in(6);
    if numbers.one_in(6) {
        "sub".clone_into(&mut case.start);
    }
    case
}

fn document(numbers: &mut Numbers, ids: &mut usize) -> Value {
    let mut hooks = Map::new();
    for _ in 0..1 + numbers.below(3) {
        let event = numbers.pick(&EVENTS);
        let groups: Vec<Value> = (0..1 + numbers.below(3)).map(|_| group(numbers, ids)).collect();
        hooks.insert(event.to_owned(), Value::Array(groups));
    }
    if numbers.one_in(15) {
        hooks.insert("NoSuchEvent".to_owned(), json!([matched("Bash", "unknown")]));
    }
    let mut document = json!({"hooks": hooks});
    if numbers.one_in(12) {
        document["disableAllHooks"] = json!(!numbers.one_in(3));
    }
    if numbers.one_in(15) {
        document["allowManagedHooksOnly"] = json!(true);
    }
    if numbers.one_in(15) {
        document["$schema"] = json!("./settings.schema.json");
    }
    document
}

fn group(numbers: &mut Numbers, ids: &mut usize) -> Value {
    let mut handlers: Vec<Value> = (0..1 + numbers.below(3)).map(|_| handler(numbers, ids)).collect();
    if numbers.one_in(25) {
        handlers.push(
            numbers.pick(&[r#"{"type": "script"}"#, r#"{"type": "command"}"#, "null"]).parse().unwrap_or_default(),
        );
    }
    let mut group = json!({"hooks": handlers});
    match numbers.below(40) {
        0 => group["matcher"] = json!(["Bash"]),
        1..=28 => group["matcher"] = json!(numbers.pick(&MATCHERS)),
        _ => {}
    }
    group
}

fn handler(numbers: &mut Numbers, ids: &mut usize) -> Value {
    // A number that came before makes a duplicate.
    let id = if *ids > 0 && numbers.one_in(4) {
        numbers.below(*ids)
    } else {
        *ids += 1;
        *ids - 1
    };
    let mut handler = super::handler(&format!("h{id}"));
    if numbers.one_in(4) {
        handler["if"] = json!(numbers.pick(&RULES));
    }
    if numbers.one_in(8) {
        handler["timeout"] = json!(numbers.pick(&[5, 10, 20]));
    }
    if numbers.one_in(12) {
        handler["once"] = json!(true);
    }
    if numbers.one_in(12) {
        handler["statusMessage"] = json!("Notes");
    }
    handler
}
