//! The reader of transcripts, and the hook of the documentation that uses it.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hookwire::Context;
use hookwire::host::read_transcript;
use hookwire::validate::{Target, validate};
use serde_json::{Value, json};

type Outcome = Result<(), Box<dyn Error>>;

const ENTRY: &str = "{\"type\": \"a\"}\n";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../transcripts")
}

/// Returns the cases of a file.
fn cases(name: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let text = fs::read_to_string(folder().join(name))?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Returns the transcript of a case.
fn bytes_of(case: &Value) -> Result<Vec<u8>, Box<dyn Error>> {
    if let Some(hex) = case["hex"].as_str() {
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16);
        return Ok((0..hex.len()).step_by(2).map(byte).collect::<Result<_, _>>()?);
    }
    let parts: Vec<(String, usize)> = serde_json::from_value(case["text"].clone())?;
    Ok(parts.into_iter().map(|(text, times)| text.repeat(times)).collect::<String>().into_bytes())
}

/// Returns what is read, as a case has it. `raw` is left out where the case does so.
fn read(reader: impl BufRead, case: &Value) -> Result<Value, Box<dyn Error>> {
    let mut transcript = read_transcript(reader);
    let mut entries: Vec<Value> = Vec::new();
    for entry in &mut transcript {
        let has_raw = case["entries"][entries.len()].get("raw").is_some();
        let mut entry = serde_json::to_value(entry?)?;
        if !has_raw {
            entry.as_object_mut().ok_or("an entry is an object")?.remove("raw");
        }
        entries.push(entry);
    }
    let mut found = case.clone();
    found["entries"] = entries.into();
    found["skipped"] = serde_json::to_value(transcript.skipped())?;
    found["skipped_count"] = transcript.skipped_count().into();
    Ok(found)
}

#[test]
fn a_transcript_is_read_from_any_reader() -> Outcome {
    let cases = cases("cases.jsonl")?;
    assert!(cases.len() > 50);
    for case in &cases {
        let bytes = bytes_of(case)?;
        // A text of many megabytes is read in large parts alone.
        for size in if bytes.len() > 100_000 { &[1 << 16][..] } else { &[1, 2, 7, 1 << 16] } {
            assert_eq!(read(BufReader::with_capacity(*size, &bytes[..]), case)?, *case, "parts of {size}");
        }
    }
    Ok(())
}

#[test]
fn what_is_read_is_of_its_type() -> Outcome {
    let (mut entries, mut skipped) = (0, 0);
    let (entry, line) = (Target::named("TranscriptEntry")?, Target::named("SkippedLine")?);
    for case in cases("cases.jsonl")? {
        let found = read(&bytes_of(&case)?[..], &case)?;
        for it in found["entries"].as_array().into_iter().flatten().filter(|it| it.get("raw").is_some()) {
            assert_eq!(validate(it, &entry, &Context::new()), [], "{it}");
            entries += 1;
        }
        for it in found["skipped"].as_array().into_iter().flatten() {
            assert_eq!(validate(it, &line, &Context::new()), [], "{it}");
            skipped += 1;
        }
    }
    assert!(entries > 50 && skipped > 50, "{entries}, {skipped}");
    Ok(())
}

/// A reader of endless entries, which counts the bytes that are asked for.
struct Endless {
    parts: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.parts += 1;
        let mut entry = ENTRY.as_bytes();
        entry.read(buffer)
    }
}

#[test]
fn lines_are_read_one_by_one_so_the_file_can_be_of_any_size() -> Outcome {
    let mut reader = BufReader::with_capacity(ENTRY.len(), Endless { parts: 0 });
    let lines: Vec<i64> =
        read_transcript(&mut reader).take(3).map(|it| it.map(|it| it.line)).collect::<Result<_, _>>()?;
    assert_eq!((lines, reader.get_ref().parts), (vec![1, 2, 3], 3));
    Ok(())
}

/// A reader that fails, again and again.
struct Failing;

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

#[test]
fn a_reader_that_fails_is_an_error_and_the_end() {
    let found: Vec<_> = read_transcript(BufReader::new(ENTRY.as_bytes().chain(Failing)))
        .map(|it| it.map(|it| it.line).map_err(|error| error.kind()))
        .take(9)
        .collect();
    assert_eq!(found, [Ok(1), Err(io::ErrorKind::PermissionDenied)]);
}

/// Returns the reply of the hook for a case, and the questions that the model got.
fn run(case: &Value, model: &Path) -> Result<(Value, Vec<String>), Box<dyn Error>> {
    let mut event = json!({
        "session_id": "s", "transcript_path": folder().join("hook-transcript.jsonl"), "cwd": "/p",
        "hook_event_name": "Stop", "stop_hook_active": false, "last_assistant_message": "All is done.",
    });
    let event = event.as_object_mut().ok_or("an object")?;
    event.extend(case["input"].as_object().cloned().unwrap_or_default());
    event.retain(|_, value| !value.is_null());
    fs::create_dir_all(model)?;
    fs::write(model.join("answers.json"), case["answers"].to_string())?;
    File::create(model.join("asked.jsonl"))?;
    let program = match case["is_slow"] == true {
        true => env!("CARGO_BIN_EXE_stop_hook_slow"),
        false => env!("CARGO_BIN_EXE_stop_hook"),
    };
    let mut hook = Command::new(program);
    let mut child =
        hook.env("MODEL", model).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    child.stdin.take().ok_or("stdin")?.write_all(Value::from(event.clone()).to_string().as_bytes())?;
    let output = child.wait_with_output()?;
    assert!(output.status.success(), "{}: {}", case["name"], output.status);
    let reply = if output.stdout.is_empty() { Value::Null } else { serde_json::from_slice(&output.stdout)? };
    let asked = fs::read_to_string(model.join("asked.jsonl"))?;
    Ok((reply, asked.lines().map(serde_json::from_str).collect::<Result<_, _>>()?))
}

#[test]
fn the_documented_hook_always_replies_whatever_the_model_answers() -> Outcome {
    let model = Path::new(env!("CARGO_TARGET_TMPDIR")).join("model");
    let question = fs::read_to_string(folder().join("hook-question.txt"))?;
    let cases = cases("hook.jsonl")?;
    assert!(cases.len() > 10);
    for case in &cases {
        let (reply, asked) = run(case, &model)?;
        assert_eq!(reply, case["reply"], "{}", case["name"]);
        if let Some(count) = case["asked"].as_u64() {
            assert_eq!(asked.len() as u64, count, "{}", case["name"]);
        }
        let has_last = case["input"].get("last_assistant_message").is_none();
        let expected = if has_last { question.clone() } else { question.replace("All is done.", "") };
        assert!(asked.iter().all(|it| it == expected.trim_end_matches('\n')), "{}: {asked:?}", case["name"]);
    }
    Ok(())
}
