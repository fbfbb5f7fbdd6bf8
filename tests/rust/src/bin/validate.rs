//! Compares `validate` with the crate `jsonschema`, for `cargo xtask bench --cold --peers`. Prints the microseconds of each
//! batch as JSON. Arguments: the payload, and a JSON Schema of it.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use hookwire::Context;
use hookwire::validate::{Target, validate};
use serde_json::{Value, json};

const BATCHES: usize = 1000;
const COUNT: u32 = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let read = |at| -> Result<Value, Box<dyn Error>> {
        Ok(serde_json::from_str(&std::fs::read_to_string(std::env::args().nth(at).ok_or("a file is missing")?)?)?)
    };
    let (event, schema) = (read(1)?, read(2)?);
    let (target, context) = (Target::named("PreToolUseInput")?, Context::new());
    let theirs = jsonschema::validator_for(&schema)?;
    let runs: [&dyn Fn() -> usize; 2] = [
        &|| validate(black_box(&event), &target, &context).len(),
        &|| theirs.iter_errors(black_box(&event)).count(),
    ];
    assert_eq!(runs.map(|run| run()), [0, 0]);
    let mut found = [Vec::new(), Vec::new()];
    for batch in 0..BATCHES {
        for which in if batch % 2 == 0 { [0, 1] } else { [1, 0] } {
            let start = Instant::now();
            for _ in 0..COUNT {
                black_box(runs[which]());
            }
            found[which].push(start.elapsed().as_secs_f64() / f64::from(COUNT) * 1e6);
        }
    }
    println!("{}", json!(found));
    Ok(())
}
