//! Several files in one input: each begins with a line `>>> <its path>`.

/// Returns the files with their paths. Text before the first path has an empty path.
pub fn files(text: &str) -> Vec<(&str, &str)> {
    let mut files = Vec::new();
    for part in text.split("\n>>> ").map(|part| part.strip_prefix(">>> ").unwrap_or(part)) {
        files.push(part.split_once('\n').unwrap_or((part, "")));
    }
    files
}

/// Joins files into one input.
pub fn bundled(files: &[(&str, String)]) -> String {
    let parts: Vec<String> = files.iter().map(|(path, text)| format!(">>> {path}\n{text}")).collect();
    parts.join("\n")
}
