//! Decodes files as text. All inputs (schemas, data, settings, templates) have one rule: UTF-8. A byte order mark at the start
//! is left out.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};

/// Returns the text of the file at this path.
///
/// # Errors
/// The bytes are not UTF-8.
pub fn text(path: &str, bytes: Vec<u8>) -> Result<String, Diagnostics> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        not_utf_8(path, &error.into_bytes(), at).instead("save the file as UTF-8, or remove it if it is not text")
    })?;
    // Some editors write one at the start of a file, where nobody sees it.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

fn not_utf_8(path: &str, bytes: &[u8], at: usize) -> Diagnostic {
    let message = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file is in UTF-16, and not in UTF-8".to_owned(),
        _ => format!("byte {at} is not UTF-8: 0x{:02x}", bytes.get(at).copied().unwrap_or_default()),
    };
    // The bytes before the error are unchanged, so its offset stays right.
    let shown = String::from_utf8_lossy(bytes);
    let place = Place::in_text(path, &shown, at..at + char::REPLACEMENT_CHARACTER.len_utf8());
    Diagnostic::error(Code::NotUtf8, message).at(place).because("every program would read it as another text")
}
