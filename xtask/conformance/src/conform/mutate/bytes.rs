//! Changes of a text, which may be JSON: removed, inserted and repeated parts.

use serde_json::Value;

use super::Hand;
use crate::random::Random;

/// Texts that confuse readers: JSON punctuation, real and apparent white space, invalid numbers and surrogates, and
/// invalid UTF-8.
const MARKS: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"'",
    b"\\",
    b",",
    b":",
    b"\n",
    b"\r\n",
    b"\r",
    b"\t",
    b" ",
    b"\0",
    b"\x0b",
    b"\x1c",
    b"\x1f",
    "\u{85}".as_bytes(),
    "\u{a0}".as_bytes(),
    "\u{1680}".as_bytes(),
    "\u{180e}".as_bytes(),
    "\u{200b}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{3000}".as_bytes(),
    "\u{feff}".as_bytes(),
    "\u{fffd}".as_bytes(),
    "\u{1f600}".as_bytes(),
    b"\x80",
    b"\xff",
    b"\xc0\xaf",
    b"\xe2\x82",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\\ud83d",
    b"\\ude00",
    b"\\u0000",
    b"0",
    b"-",
    b".",
    b"e",
    b"1e400",
    b"NaN",
    b"-Infinity",
    b"//",
];

/// Values to put behind a key. Some of them are invalid JSON.
const VALUES: &[&str] = &[
    "null",
    "0",
    "1.0",
    "1e400",
    "1e-400",
    "9007199254740993",
    "-0",
    "NaN",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\"Stop\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"\\\\ud83d\"",
    "\"1e400 [{\"",
    "\"\\u0041\\\"}\"",
    "{\"a\":1,\"a\":2}",
];

/// Nesting depths: small ones, those around the limit of values, and those around the limit of texts.
const LEVELS: &[usize] = &[1, 2, 126, 127, 128, 129, 200, 256, 9_996, 10_001];

/// Returns a position in the text. It is often the beginning or the end, which readers treat specially.
fn place(text: &[u8], random: &mut Random) -> usize {
    match random.below(5) {
        0 => 0,
        1 => text.len(),
        _ => random.below(text.len() + 1),
    }
}

fn splice(text: &mut Vec<u8>, at: usize, length: usize, with: &[u8]) {
    text.splice(at..text.len().min(at + length), with.iter().copied());
}

/// Removes the end, the beginning, or something in between.
pub fn cut(text: &mut Vec<u8>, hand: &mut Hand<'_>) -> bool {
    if text.is_empty() {
        return false;
    }
    let at = hand.random.below(text.len());
    match hand.random.below(4) {
        0 => text.truncate(at),
        1 => drop(text.drain(..at)),
        _ => {
            let length = 1 + hand.random.below(6);
            splice(text, at, length, b"");
        }
    }
    true
}

/// Inserts a mark.
pub fn insert(text: &mut Vec<u8>, hand: &mut Hand<'_>) -> bool {
    let (at, mark) = (place(text, hand.random), hand.random.pick(MARKS).copied().unwrap_or_default());
    splice(text, at, 0, mark);
    true
}

/// Replaces a byte by a mark or by another byte.
pub fn replace(text: &mut Vec<u8>, hand: &mut Hand<'_>) -> bool {
    if text.is_empty() {
        return false;
    }
    let (at, any) = (hand.random.below(text.len()), [hand.random.below(256) as u8]);
    let mark = if hand.random.one_in(4) { Some(&any[..]) } else { hand.random.pick(MARKS).copied() };
    splice(text, at, 1, mark.unwrap_or_default());
    true
}

/// Moves a byte, mostly past the next one.
pub fn shift(text: &mut Vec<u8>, hand: &mut Hand<'_>) -> bool {
    if text.len() < 2 {
        return false;
    }
    let from = hand.random.below(text.len() - 1);
    let to = if hand.random.one_in(3) { hand.random.below(text.len()) } else { from + 1 };
    let byte = text.remove(from);
    text.insert(to, byte);
    text[from] != byte
}

/// Repeats a line.
pub fn repeat(text: &mut Vec<u8>, hand: &mut Hand<'_>) -> bool {
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let (at, times) = (hand.random.below(lines.len()), *hand.random.pick(&[1, 1, 2, 130]).unwrap_or(&1));
    let line = lines[at];
    lines.splice(at..at, std::iter::repeat_n(line, times));
    *text = lines.join(&b'\n');
    true
}

/// Adds another document before or after the text, on its own line or not.
pub fn join(text: &mut Vec<u8>, hand: &mut Hand<'_>) -> bool {
    let Some(other) = hand.random.pick(&hand.pool.documents) else { return false };
    let between = ["", "\n", "\n", "\r\n", "\n\u{a0}\n", " ", ",", "\r", "\u{2028}"];
    let between = hand.random.pick(&between).copied().unwrap_or_default().as_bytes();
    let (first, second) = if hand.random.one_in(2) { (&*text, other) } else { (other, &*text) };
    *text = [first, between, second].concat();
    true
}

/// Inserts a key at the beginning of an object, which may already have it.
pub fn key(text: &mut Vec<u8>, hand: &mut Hand<'_>) -> bool {
    let opened: Vec<usize> = (0..text.len()).filter(|at| text[*at] == b'{').collect();
    let Some(at) = hand.random.pick(&opened) else { return false };
    let own: Vec<String> = keys(text);
    let known = if hand.random.one_in(3) { &hand.pool.keys } else { &own };
    let Some(key) = hand.random.pick(known) else { return false };
    let value = hand.random.pick(VALUES).copied().unwrap_or_default();
    splice(text, at + 1, 0, format!("\"{key}\":{value},").as_bytes());
    true
}

/// Returns the keys of the text if it is a JSON object.
fn keys(text: &[u8]) -> Vec<String> {
    let object = serde_json::from_slice::<Value>(text).ok();
    object.and_then(|it| it.as_object().map(|it| it.keys().cloned().collect())).unwrap_or_default()
}

/// Writes a letter as an escape, which means the same within a string and is invalid elsewhere.
pub fn escape(text: &mut Vec<u8>, hand: &mut Hand<'_>) -> bool {
    let letters: Vec<usize> = (0..text.len()).filter(|at| text[*at].is_ascii_alphanumeric()).collect();
    let Some(at) = hand.random.pick(&letters).copied() else { return false };
    let escape = format!("\\u{:04x}", text[at]);
    splice(text, at, 1, escape.as_bytes());
    true
}

/// Nests the text some levels deep.
pub fn nest(text: &mut Vec<u8>, hand: &mut Hand<'_>) -> bool {
    let levels = hand.random.pick(LEVELS).copied().unwrap_or_default();
    let (open, close) = if hand.random.one_in(2) { ("{\"a\":", "}") } else { ("[", "]") };
    *text = [open.repeat(levels).as_bytes(), text, close.repeat(levels).as_bytes()].concat();
    true
}

/// Changes the JSON value of the text.
pub fn value(text: &mut Vec<u8>, hand: &mut Hand<'_>) -> bool {
    let Ok(mut value) = serde_json::from_slice::<Value>(text) else { return false };
    hand.change(&mut value);
    *text = value.to_string().into_bytes();
    true
}

/// Writes the JSON value of the text on many lines.
pub fn lines(text: &mut Vec<u8>, _: &mut Hand<'_>) -> bool {
    let value = serde_json::from_slice::<Value>(text);
    let written = value.and_then(|value| serde_json::to_vec_pretty(&value));
    written.is_ok_and(|written| std::mem::replace(text, written) != *text)
}
