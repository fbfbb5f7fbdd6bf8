//! White space of rendered files.

use memchr::memchr_iter;

/// The text with `\n` at the ends of lines, no white space before it, and exactly one at the end of the file. Nothing,
/// if there is nothing but white space. At most `blank` empty lines stand in a row, if it is given.
pub fn tidy(text: &str, blank: Option<usize>) -> Option<String> {
    let most = blank.unwrap_or(usize::MAX);
    let mut tidy = String::with_capacity(text.len());
    // Empty lines are written before the line behind them, and so none at the beginning and at the end.
    let (mut start, mut row) = (0, 0);
    for end in memchr_iter(b'\n', text.as_bytes()).chain([text.len()]) {
        let line = text[start..end].trim_end();
        start = end + 1;
        if line.is_empty() {
            row += 1;
            continue;
        }
        let empty = if tidy.is_empty() { 0 } else { row.min(most) };
        (0..empty).for_each(|_| tidy.push('\n'));
        tidy.push_str(line);
        tidy.push('\n');
        row = 0;
    }
    (!tidy.is_empty()).then_some(tidy)
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn lines_end_with_a_line_feed_and_nothing_before_it() {
        assert_eq!(tidy("\n a \r\nb\t\n\n\n", None).as_deref(), Some(" a\nb\n"));
        assert_eq!(tidy(" \n\n", None), None);
    }

    #[test]
    fn no_more_blank_lines_in_a_row_than_the_target_wants() {
        assert_eq!(tidy("a\n\n \n\nb\n", Some(1)).as_deref(), Some("a\n\nb\n"));
        assert_eq!(tidy("a\n\n\nb\n", None).as_deref(), Some("a\n\n\nb\n"));
    }
}
