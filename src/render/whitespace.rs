//! White space of rendered files.

use memchr::{memchr_iter, memmem};

/// Ends each line with `\n` without white space before it, and the text with exactly one. Keeps at most `blank` empty
/// lines in a row, if given. Returns `None` if there is only white space.
pub fn tidy(mut text: String, blank: Option<usize>) -> Option<String> {
    // A function's text ends with a newline, and the template may add its own. Without the extra one, most text is
    // tidy.
    text.truncate(text.trim_end_matches('\n').len() + 1);
    if !is_tidy(&text, blank) {
        return tidied(&text, blank);
    }
    // All files are kept until the last one is rendered.
    text.shrink_to_fit();
    Some(text)
}

/// Returns true if there is nothing to do, as for most text from functions. The check takes a fraction of the time of
/// tidying. Lines that end outside visible ASCII count as untidy, and `tidied` decides.
fn is_tidy(text: &str, blank: Option<usize>) -> bool {
    let too_many = |blank| memmem::find(text.as_bytes(), "\n".repeat(blank + 2).as_bytes()).is_some();
    let begins_and_ends = text.ends_with('\n') && !text.ends_with("\n\n") && !text.starts_with('\n');
    begins_and_ends && lines_end_visibly(text.as_bytes()) && !blank.is_some_and(too_many)
}

/// Returns true if every line ends with a visible ASCII character, or is empty. Folds over blocks instead of searching,
/// so that the compiler can vectorize it.
fn lines_end_visibly(text: &[u8]) -> bool {
    const BLOCK: usize = 4096;
    let hidden = |byte: u8| !byte.is_ascii_graphic() & (byte != b'\n');
    let mut blocks = text.chunks(BLOCK).zip(text.get(1..).unwrap_or_default().chunks(BLOCK));
    blocks.all(|(block, next)| {
        let ends = block.iter().zip(next).map(|(byte, next)| hidden(*byte) & (*next == b'\n'));
        !ends.fold(false, |found, end| found | end)
    })
}

fn tidied(text: &str, blank: Option<usize>) -> Option<String> {
    let mut tidy = String::with_capacity(text.len());
    // The pending lines, which stay as they are, and the number of empty lines after them.
    let (mut lines, mut empty) = (0..0, 0);
    let mut start = 0;
    for end in memchr_iter(b'\n', text.as_bytes()).chain([text.len()]) {
        let line = start..start + without_end(&text[start..end]).len();
        start = end + 1;
        if line.is_empty() {
            empty += 1;
        } else if !lines.is_empty() && line.start == lines.end + 1 {
            lines.end = line.end;
        } else {
            put(&mut tidy, &text[lines], empty.min(blank.unwrap_or(usize::MAX)));
            (lines, empty) = (line, 0);
        }
    }
    put(&mut tidy, &text[lines], 0);
    (!tidy.is_empty()).then_some(tidy)
}

/// Returns the line without trailing white space. Most lines have none, so the last character is checked first.
fn without_end(line: &str) -> &str {
    if line.ends_with(|c: char| c.is_ascii_graphic()) { line } else { line.trim_end() }
}

/// Writes lines, and this many empty lines after them. Nothing is written before the first line.
fn put(tidy: &mut String, lines: &str, empty: usize) {
    if !lines.is_empty() {
        tidy.push_str(lines);
        (0..=empty).for_each(|_| tidy.push('\n'));
    }
}

#[cfg(test)]
mod tests {
    use super::{is_tidy, tidied};
    use crate::combinations::combinations;

    fn tidy(text: &str, blank: Option<usize>) -> Option<String> {
        super::tidy(text.to_owned(), blank)
    }

    /// Every text of up to six of these pieces.
    #[test]
    fn what_is_tidy_stays_as_it_is() {
        let pieces = ["", "a", " ", "\t", "\r", "\u{b}", "\u{c}", "\n", "b\n", "\u{a0}", "é\n"];
        let texts = combinations(&pieces, 6);
        let (mut tidy_already, mut wrong) = (0, Vec::new());
        for text in &texts {
            for blank in [None, Some(0), Some(1)] {
                tidy_already += usize::from(is_tidy(text, blank));
                wrong.extend((tidy(text, blank) != tidied(text, blank)).then_some((text, blank)));
            }
        }
        assert!(tidy_already > 100, "{tidy_already} of {} are tidy", texts.len());
        assert!(wrong.is_empty(), "{wrong:?}");
    }

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
