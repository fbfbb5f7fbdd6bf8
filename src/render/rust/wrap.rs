//! Breaks lines that are too long, in their brackets and before the dot of a call.
//!
//! A line comes from the modules beside this one: calls, types, signatures, arrays, with `, ` between the items of a
//! list. It is broken from the outside to the inside, bracket by bracket, and only where the content does not fit:
//!
//! ```text
//! pub fn with_entries(                     entries: object
//!     mut self,                                .optional("…")?,
//!     value: impl Into<Vec<Entry>>,
//! ) -> Self {
//! ```

use std::ops::Range;

/// The maximum length of a line, in bytes.
pub const WIDTH: usize = 120;

/// The indent of a block, relative to its head.
pub const INDENT: usize = 4;

/// The minimum room in a line, however deeply it is indented.
const ROOM: usize = 60;

/// Writes the line at this indent, broken if necessary, without a newline at the end.
pub fn wrap(out: &mut String, line: &str, indent: usize) {
    put(out, line, indent, 0);
}

/// Writes an item of a broken list, with its comma.
pub fn item(out: &mut String, item: &str, indent: usize, is_last: bool) {
    // The last comma is there only because the list is broken, and need not fit.
    put(out, item, indent, usize::from(!is_last));
    out.push(',');
}

/// Writes the line like `wrap`, with room for `behind` more bytes at its end.
fn put(out: &mut String, mut line: &str, indent: usize, behind: usize) {
    pad(out, indent);
    let limit = WIDTH.max(indent + ROOM);
    if indent + line.len() + behind <= limit {
        return out.push_str(line);
    }
    while let Some(Range { start, end }) = inner(line) {
        let rest = together(line, end).unwrap_or(line.len() + behind) - end;
        out.push_str(&line[..start]);
        let inner = &line[start..end];
        if column(out) + inner.len() + rest <= limit {
            out.push_str(inner);
        } else if inner.starts_with('.') {
            out.push('\n');
            put(out, inner, indent + INDENT, rest);
        } else {
            list(out, inner, indent);
        }
        line = &line[end..];
    }
    out.push_str(line);
}

/// Writes each item on lines of its own, and the closing bracket.
fn list(out: &mut String, text: &str, indent: usize) {
    let (text, bracket) = text.split_at(text.len() - 1);
    let mut items = items(text).peekable();
    while let Some(item) = items.next() {
        out.push('\n');
        self::item(out, item, indent + INDENT, items.peek().is_none());
    }
    out.push('\n');
    pad(out, indent);
    out.push_str(bracket);
}

/// Writes the spaces at the start of a line.
pub fn pad(out: &mut String, indent: usize) {
    const SPACES: &str = "                ";
    let mut left = indent;
    while left > 0 {
        let some = left.min(SPACES.len());
        out.push_str(&SPACES[..some]);
        left -= some;
    }
}

fn column(out: &str) -> usize {
    out.len() - out.rfind('\n').map_or(0, |at| at + 1)
}

/// Returns the first part that can move to other lines: the content of a bracket with the closing one, or a call with
/// its dot.
fn inner(line: &str) -> Option<Range<usize>> {
    let after = |at: usize| line.as_bytes().get(at + 1).copied().unwrap_or_default();
    code(line, 0).find_map(|(at, byte)| match byte {
        b'(' | b'[' | b'<' if !is_closing(after(at)) => Some(at + 1..closed(line, at)?),
        // Text no longer than an indent is not left alone on a line.
        b'.' if at > INDENT && after(at).is_ascii_alphabetic() => Some(at..call(line, at)),
        _ => None,
    })
}

/// Returns the end of the text that must fit on the line after `from`, if it is not the whole rest: ` = ` before a
/// value, or `(` before the parameters of a generic function.
fn together(line: &str, from: usize) -> Option<usize> {
    [" = ", "("].iter().find(|it| line[from..].starts_with(**it)).map(|it| from + it.len())
}

/// Returns the parts between the commas outside of brackets.
fn items(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let commas = code(text, 0).filter_map(move |(at, byte)| {
        depth = nested(text, at, byte, depth);
        (byte == b',' && depth == 0).then_some(at)
    });
    let mut start = 0;
    commas.chain([text.len()]).map(move |end| {
        let item = text[start..end].trim_start();
        start = end + 1;
        item
    })
}

/// Returns the end of the bracket that opens here.
fn closed(line: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    let close = code(line, open).find(|(at, byte)| {
        depth = nested(line, *at, *byte, depth);
        depth == 0
    });
    close.map(|(at, _)| at + 1)
}

/// Returns the end of the call, or of the field's name, after this dot.
fn call(line: &str, dot: usize) -> usize {
    let word = line[dot + 1..].bytes().take_while(|byte| is_word(*byte)).count();
    let name = dot + 1 + word;
    if line[name..].starts_with('(') { closed(line, name).unwrap_or(name) } else { name }
}

/// Returns the depth of brackets after this byte.
fn nested(line: &str, at: usize, byte: u8, depth: usize) -> usize {
    match byte {
        b'(' | b'[' | b'<' => depth + 1,
        b'>' if line[..at].ends_with('-') => depth,
        _ if is_closing(byte) => depth.saturating_sub(1),
        _ => depth,
    }
}

fn is_closing(byte: u8) -> bool {
    matches!(byte, b')' | b']' | b'>')
}

/// Returns true for a byte of a name, including letters outside of ASCII.
fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

/// Returns the bytes from here on that are outside of strings.
fn code(line: &str, from: usize) -> impl Iterator<Item = (usize, u8)> {
    let (mut quoted, mut escaped) = (false, false);
    line.bytes().enumerate().skip(from).filter(move |(_, byte)| {
        let was_quoted = quoted;
        quoted ^= *byte == b'"' && !escaped;
        escaped = was_quoted && *byte == b'\\' && !escaped;
        !was_quoted && !quoted
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that the line at this indent becomes these lines.
    #[track_caller]
    fn becomes(line: &str, indent: usize, lines: &[&str]) {
        let mut out = String::new();
        wrap(&mut out, line, indent);
        assert_eq!(out, lines.join("\n"));
    }

    /// Returns a name of this length.
    fn name(length: usize) -> String {
        "n".repeat(length)
    }

    #[test]
    fn a_line_that_fits_stays_and_one_byte_more_breaks_it() {
        let line = format!("pub fn f(value: {}) -> Self {{", name(WIDTH - 27));
        becomes(&line, 0, &[&line]);
        becomes(
            &line.replace("value", "values"),
            0,
            &["pub fn f(", &format!("    values: {},", name(WIDTH - 27)), ") -> Self {"],
        );
    }

    #[test]
    fn brackets_break_from_the_outside_to_the_inside() {
        let (a, b) = (name(80), name(108));
        becomes(
            &format!("pub field: Vec<Map<{a}, Vec<{b}>>>,"),
            4,
            &[
                "    pub field: Vec<",
                "        Map<",
                &format!("            {a},"),
                "            Vec<",
                &format!("                {b},"),
                "            >,",
                "        >,",
                "    >,",
            ],
        );
    }

    #[test]
    fn a_call_moves_to_a_line_of_its_own_before_its_arguments_break() {
        let long = name(60);
        becomes(
            &format!("{long}: object.required(\"{long}\")?"),
            8,
            &[&format!("        {long}: object"), &format!("            .required(\"{long}\")?")],
        );
        becomes(
            &format!("f.write_str(\"{long}{long}\")"),
            8,
            &["        f.write_str(", &format!("            \"{long}{long}\","), "        )"],
        );
    }

    #[test]
    fn a_string_is_one_piece_whatever_is_in_it() {
        let text = format!("\"a, (b) <c> \\\" . [d], {}\"", name(WIDTH));
        becomes(
            &format!("rule(&[{text}, {text}], 0.5f64)?;"),
            0,
            &[
                "rule(",
                "    &[",
                &format!("        {text},"),
                &format!("        {text},"),
                "    ],",
                "    0.5f64,",
                ")?;",
            ],
        );
    }

    #[test]
    fn what_has_no_bracket_that_closes_is_left_as_it_is() {
        for line in ["(".repeat(WIDTH + 1), format!("{})", name(WIDTH)), format!("f({}é", name(WIDTH)), name(2 * WIDTH)]
        {
            becomes(&line, 0, &[&line]);
        }
    }
}
