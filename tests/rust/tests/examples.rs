//! Every valid example of the schemas is read and comes back equal; every invalid one is refused.

use hookwire_user::binding::same;
use hookwire_user::examples;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

type RoundTrip = fn(Value) -> Result<Value, serde_json::Error>;

fn round_trip<T: DeserializeOwned + Serialize>(value: Value) -> Result<Value, serde_json::Error> {
    let text = value.to_string();
    let read: T = serde_json::from_str(&text)?;
    let same: T = serde_json::from_value(value)?;
    let written = serde_json::to_value(&read)?;
    assert_eq!(written, serde_json::to_value(&same)?, "a text and a value are read alike: {text}");
    Ok(written)
}

include!(concat!(env!("OUT_DIR"), "/types.rs"));

#[test]
fn valid_examples_come_back_equal_and_invalid_ones_are_refused() {
    let (mut valid, mut invalid, mut wrong) = (0, 0, Vec::new());
    for (name, round_trip) in TYPES {
        for example in examples::of(name, "valid") {
            valid += 1;
            match round_trip(example.value.clone()) {
                Ok(back) if same(&back, &example.value) => {}
                Ok(back) => wrong.push(format!("{} came back as {back}", example.name)),
                Err(error) => wrong.push(format!("{} was refused: {error}", example.name)),
            }
        }
        for example in examples::of(name, "invalid") {
            invalid += 1;
            if round_trip(example.value).is_ok() {
                wrong.push(format!("{} was accepted", example.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let count = |kind| examples::all(kind).len();
    assert_eq!((valid, invalid), (count("valid"), count("invalid")), "every example ran");
    assert!(valid > 0 && invalid > 0, "there are no examples");
}
