//! Every valid example of the schemas is read and comes back equal; every invalid one is refused.

use std::fs;
use std::path::Path;

use hookwire_user::binding::same;
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

fn payloads(folder: &Path) -> Vec<(String, Value)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), serde_json::from_slice(&fs::read(&path).unwrap()).unwrap()))
        .collect()
}

/// Returns the number of payloads in the folders, independently of the crate's types.
fn count(kind: &str) -> usize {
    let types = fs::read_dir("../../schemas/examples").unwrap();
    types.map(|entry| payloads(&entry.unwrap().path().join(kind)).len()).sum()
}

#[test]
fn valid_examples_come_back_equal_and_invalid_ones_are_refused() {
    let (mut valid, mut invalid, mut wrong) = (0, 0, Vec::new());
    for (name, round_trip) in TYPES {
        let folder = Path::new("../../schemas/examples").join(name);
        for (path, payload) in payloads(&folder.join("valid")) {
            valid += 1;
            match round_trip(payload.clone()) {
                Ok(back) if same(&back, &payload) => {}
                Ok(back) => wrong.push(format!("{path} came back as {back}")),
                Err(error) => wrong.push(format!("{path} was refused: {error}")),
            }
        }
        for (path, payload) in payloads(&folder.join("invalid")) {
            invalid += 1;
            if round_trip(payload).is_ok() {
                wrong.push(format!("{path} was accepted"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((valid, invalid), (count("valid"), count("invalid")), "as many examples ran as there are files");
    assert!(valid > 0 && invalid > 0, "there are no examples");
}
