//! File names that every system accepts.

use std::borrow::Cow;

/// The prefix of the generator's own files in a target's folder; other files must not have it.
pub const RESERVED: &str = ".codegen.";

/// The file in a target's folder that lists the written files.
pub const MANIFEST: &str = ".codegen.json";

/// The suffix of a temporary file that replaces another one.
pub const TEMPORARY: &str = ".codegen-tmp";

/// The maximum length of a name in bytes. Most systems allow 255, and [`TEMPORARY`] is added while a file is written.
const LONGEST: usize = 200;

/// The names that Windows treats as devices, with any suffix.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Returns why some system refuses a file or a folder of this name, or `None` if all accept it.
pub fn refused_name(name: &str) -> Option<&'static str> {
    let lower = in_lower_case(name);
    if matches!(name, "" | "." | "..") {
        Some("a path is relative, and no part of it is empty, `.` or `..`")
    } else if name.chars().any(|c| c.is_control() || matches!(c, '\\' | '<' | '>' | ':' | '"' | '|' | '?' | '*')) {
        Some("a control character or one of `\\ < > : \" | ? *` is not allowed in a file name on every system")
    } else if name.len() > LONGEST {
        Some("a name of more than 200 bytes is too long for some systems")
    } else if name.ends_with(['.', ' ']) {
        Some("Windows drops a dot or a space at the end of a name")
    } else if is_device(&lower) {
        Some("Windows takes this name for a device")
    } else if lower == ".git" || lower.starts_with(RESERVED) || lower.ends_with(TEMPORARY) {
        Some("the name is kept for git or for the generator's own files")
    } else {
        None
    }
}

/// Returns the name in lower case. Most names already are, and are not copied.
pub fn in_lower_case(name: &str) -> Cow<'_, str> {
    let is_lower = name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_lower { name.into() } else { name.to_lowercase().into() }
}

fn is_device(lower: &str) -> bool {
    let stem = lower.split('.').next().unwrap_or(lower).trim_end();
    let numbered = |prefix| {
        stem.strip_prefix(prefix)
            .is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| (b'1'..=b'9').contains(&b)))
    };
    DEVICES.contains(&stem) || numbered("com") || numbered("lpt")
}
