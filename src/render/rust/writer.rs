//! Writes Rust line by line: each at the indent of its block, and broken if it is too long.

use std::fmt::{Display, Write};

use super::wrap::{INDENT, WIDTH, item, pad, wrap};

/// The maximum length of a struct literal on one line.
const LITERAL: usize = 34;

/// The rendered text.
#[derive(Default)]
pub struct CodeWriter {
    text: String,
    indent: usize,
}

impl CodeWriter {
    /// Returns the text.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Writes a line, broken in its brackets if it is too long.
    pub fn line(&mut self, line: impl Display) {
        let (start, end) = self.write(line);
        if end - start > WIDTH {
            let long = self.text.split_off(start);
            wrap(&mut self.text, &long[self.indent..], self.indent);
        }
        self.text.push('\n');
    }

    /// Writes a line as it is, however long.
    pub fn whole_line(&mut self, line: impl Display) {
        self.write(line);
        self.text.push('\n');
    }

    /// Writes the head of a block. The lines after it are indented until the block is closed.
    pub fn open(&mut self, head: impl Display) {
        self.line(head);
        self.indent += INDENT;
    }

    /// Writes the head of a block as it is, however long.
    pub fn open_whole(&mut self, head: impl Display) {
        self.whole_line(head);
        self.indent += INDENT;
    }

    /// Returns an empty text for the content of a block that is about to be opened.
    pub fn inner(&self) -> Self {
        Self { text: String::new(), indent: self.indent + INDENT }
    }

    /// Writes lines that are complete.
    pub fn lines(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes the end of the innermost block.
    pub fn close(&mut self, end: &str) {
        self.indent = self.indent.saturating_sub(INDENT);
        self.whole_line(end);
    }

    /// Writes the head of an `impl` of a trait. If it is too long, the type has a line of its own.
    pub fn open_impl(&mut self, of: impl Display, ty: impl Display) {
        let (start, end) = self.write(format_args!("impl{of} for {ty} {{"));
        if end - start > WIDTH {
            self.text.truncate(start);
            self.whole_line(format_args!("impl{of}"));
            self.write(format_args!("for {ty} {{"));
        }
        self.text.push('\n');
        self.indent += INDENT;
    }

    /// Writes an empty line before the next item, but none at the head of a block.
    pub fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("{\n") {
            self.text.push('\n');
        }
    }

    /// Writes a doc comment, with a line for each line of the text.
    pub fn doc(&mut self, text: &str) {
        // Most texts are lines of a broken comment already, and finding no newline in them is cheap.
        match memchr::memchr2(b'\n', b'\r', text.as_bytes()) {
            None => self.doc_line(text),
            Some(_) => text.split(['\n', '\r']).for_each(|line| self.doc_line(line)),
        }
    }

    fn doc_line(&mut self, line: &str) {
        let line = line.trim_end_matches(' ');
        pad(&mut self.text, self.indent);
        self.text.push_str(if line.is_empty() { "///" } else { "/// " });
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes an attribute with arguments, or a call of a macro: `#[serde(`, the arguments, `)]`. There is never a
    /// comma after the last argument.
    pub fn list(&mut self, open: &str, items: &[&str], close: &str) {
        let (start, end) = self.write(format_args!("{open}{}{close}", items.join(", ")));
        if end - start <= WIDTH {
            return self.text.push('\n');
        }
        self.text.truncate(start);
        self.open(open);
        items.iter().enumerate().for_each(|(at, item)| {
            let comma = if at + 1 < items.len() { "," } else { "" };
            self.whole_line(format_args!("{item}{comma}"));
        });
        self.close(close);
    }

    /// Writes a struct literal, between `before` and `behind`.
    pub fn literal(&mut self, before: &str, name: &str, fields: &[String], behind: &str) {
        let width = name.len() + " { ".len() + fields.iter().map(|field| field.len() + ", ".len()).sum::<usize>();
        if fields.is_empty() {
            self.line(format_args!("{before}{name} {{}}{behind}"));
        } else if width - 1 <= LITERAL {
            self.line(format_args!("{before}{name} {{ {} }}{behind}", fields.join(", ")));
        } else {
            self.open(format_args!("{before}{name} {{"));
            for (at, field) in fields.iter().enumerate() {
                item(&mut self.text, field, self.indent, at + 1 == fields.len());
                self.text.push('\n');
            }
            self.close(&format!("}}{behind}"));
        }
    }

    /// Writes an arm of a `match`. If it is too long, its value is in a block.
    pub fn arm(&mut self, pattern: impl Display, value: impl Display) {
        let (start, end) = self.write(format_args!("{pattern} => {value}"));
        if end - start <= WIDTH {
            return self.text.push_str(",\n");
        }
        self.text.truncate(start);
        self.open(format_args!("{pattern} => {{"));
        self.line(value);
        self.close("}");
    }

    /// Writes the line as it is, and returns its start and end in the text.
    fn write(&mut self, line: impl Display) -> (usize, usize) {
        let start = self.text.len();
        pad(&mut self.text, self.indent);
        // Writing to a string never fails.
        let _ = write!(self.text, "{line}");
        (start, self.text.len())
    }
}
