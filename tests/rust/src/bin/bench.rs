//! The crate's part of `cargo xtask bench --host`. Prints its measurements as JSON.
//!
//! `interpret EVENT FILE BATCHES` compares `interpret` with `read_reply`, and `queue QUESTIONS` puts a permission queue under load.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;
use std::{env, fs};

use hookwire::host::{
    Asked, PendingQuestion, PermissionAllowed, PermissionAnswer, PermissionAnswerDecision, PermissionQueue,
    PermissionRefused, exited, interpret,
};
use hookwire::read::read_reply;
use hookwire::{Context, HookEvent};
use serde_json::{Value, json};

/// The seconds of a batch. Most are shorter than what the system gives a process at a time, so other load spoils few.
const BATCH: f64 = 0.000_2;

const OPEN: usize = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let found = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["interpret", event, file, batches] => compared(event.parse()?, &fs::read(file)?, batches.parse()?),
        ["queue", questions] => loaded(questions.parse()?)?,
        _ => return Err("write `interpret EVENT FILE BATCHES` or `queue QUESTIONS`".into()),
    };
    println!("{found}");
    Ok(())
}

/// Returns the microseconds of both functions, by batch.
fn compared(event: HookEvent, text: &[u8], batches: usize) -> Value {
    let context = Context::new();
    let result = exited(0, text, "");
    let reading = || drop(black_box(read_reply(black_box(text), event, &context)));
    let interpreting = || drop(black_box(interpret(event.as_str(), black_box(&result), &context)));
    assert!(read_reply(text, event, &context).problems.is_empty());
    assert!(interpret(event.as_str(), &result, &context).problems.is_empty());
    let runs: [&dyn Fn(); 2] = [&reading, &interpreting];
    let seconds = |run: &dyn Fn(), count: usize| {
        let start = Instant::now();
        (0..count).for_each(|_| run());
        start.elapsed().as_secs_f64()
    };
    let count = (1000.0 * BATCH / seconds(runs[0], 1000)).max(1.0) as usize;
    let mut found = [Vec::new(), Vec::new()];
    for batch in 0..batches {
        for which in if batch % 2 == 0 { [1, 0] } else { [0, 1] } {
            found[which].push(seconds(runs[which], count) / count as f64 * 1e6);
        }
    }
    let [read, interpret] = found;
    json!({"read": read, "interpret": interpret})
}

#[derive(Default)]
struct Load {
    queue: PermissionQueue,
    waiting: Vec<PendingQuestion>,
    lost: usize,
    twice: usize,
    disordered: usize,
}

impl Load {
    fn answer(&mut self, at: usize) -> Result<(), Box<dyn Error>> {
        let question = self.waiting.remove(at);
        let number: usize = question.pending.tool_name.trim_start_matches("tool ").parse()?;
        let allows = number.is_multiple_of(3);
        let decision = if allows { PermissionAnswerDecision::Allow } else { PermissionAnswerDecision::Deny };
        let is_taken = self.queue.answer(question.id(), decision, None)?;
        self.twice += usize::from(self.queue.answer(question.id(), PermissionAnswerDecision::Deny, None)?);
        let (allowed, tool) = match question.wait(None) {
            PermissionAnswer::Allow(PermissionAllowed { tool_name, .. }) => (true, tool_name),
            PermissionAnswer::Deny(PermissionRefused { tool_name, .. }) => (false, tool_name),
            other => return Err(format!("{other:?}").into()),
        };
        self.lost += usize::from(!(is_taken && allowed == allows && tool == format!("tool {number}")));
        Ok(())
    }

    fn is_ordered(&self) -> bool {
        self.queue.pending().iter().map(|it| &*it.id).eq(self.waiting.iter().map(PendingQuestion::id))
    }
}

/// Asks this many questions and answers them, with many open at once.
fn loaded(questions: usize) -> Result<Value, Box<dyn Error>> {
    let timeout = std::time::Duration::from_secs(600);
    let queue = PermissionQueue::new().with_capacity(OPEN).with_timeout(timeout);
    let mut load = Load { queue, ..Load::default() };
    let mut memory = Vec::new();
    for number in 1..=questions {
        let input = [("command".to_owned(), json!(format!("ls {number}")))].into_iter().collect();
        let asked = Asked::new().with_input(input).with_reason("It may be slow.");
        load.waiting.push(load.queue.ask(&format!("tool {number}"), asked));
        if number.is_multiple_of(1000) {
            load.disordered += usize::from(!load.is_ordered());
        }
        if number == questions / 10 || number == questions {
            memory.push(held());
        }
        if load.waiting.len() == OPEN {
            // The answers come in another order than the questions.
            load.answer(number * 37 % OPEN)?;
        }
    }
    while !load.waiting.is_empty() {
        load.answer(load.waiting.len() / 2)?;
    }
    let Load { queue, lost, twice, disordered, .. } = load;
    let lost = lost + queue.pending().len();
    Ok(json!({"lost": lost, "twice": twice, "disordered": disordered, "memory": memory}))
}

/// Returns the bytes of memory that the process holds, where the system tells.
fn held() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}
