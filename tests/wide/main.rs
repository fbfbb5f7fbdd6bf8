//! Reads each payload as a `Row`, and prints its problems and what the row is written as.

use std::io::{self, BufRead};

use serde_json::{Value, json};
use wide::Row;
use wide::validate::{Target, validate};
use wide::Context;

fn main() {
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let row = serde_json::from_str::<Row>(&line);
        let written = row.ok().map(|row| serde_json::to_string(&row).unwrap());
        let Ok(payload) = serde_json::from_str::<Value>(&line) else {
            println!("{}", json!({"problems": ["refused"], "written": written}));
            continue;
        };
        let found = validate(&payload, &Target::named("Row").unwrap(), &Context::new());
        let problems: Vec<String> = found.iter().map(|it| format!("{} {} {}", it.pointer, it.code.as_str(), it.message)).collect();
        println!("{}", json!({"problems": problems, "written": written}));
    }
}
