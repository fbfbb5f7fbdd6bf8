//! Validates payloads with the crate of a set with assertions. README.md documents its input and output.

use std::error::Error;
use std::io::{self, BufRead};

use serde::Deserialize;
use serde_json::{Value, json};
use stations::Context;
use stations::validate::{Target, validate};

#[derive(Deserialize)]
struct Question {
    r#type: String,
    payload: Value,
    levels: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    for line in io::stdin().lock().lines() {
        let Question { r#type, payload, levels } = serde_json::from_str(&line?)?;
        let payload = (0..levels).fold(payload, |inner, _| json!({"next": inner}));
        println!("{}", json!({"problems": validate(&payload, &Target::named(&r#type)?, &Context::new())}));
    }
    Ok(())
}
