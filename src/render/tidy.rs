//! White space of rendered files.

/// The text with `\n` at the ends of lines, no white space before it, and exactly one at the end of the file. Nothing,
/// if there is nothing but white space.
pub fn tidy(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let joined = lines.join("\n");
    let body = joined.trim_end().trim_start_matches('\n');
    (!body.is_empty()).then(|| format!("{body}\n"))
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn lines_end_with_a_line_feed_and_nothing_before_it() {
        assert_eq!(tidy("\n a \r\nb\t\n\n\n").as_deref(), Some(" a\nb\n"));
        assert_eq!(tidy(" \n\n"), None);
    }
}
