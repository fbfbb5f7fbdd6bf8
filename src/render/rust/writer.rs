//! Rust as text, line by line: each at the indent of its block, and broken where it is too long.

use std::fmt::{Display, Write};

use super::wrap::{INDENT, WIDTH, item, wrap};

/// A struct literal in one line is no longer than this.
const LITERAL: usize = 34;

/// The rendered text.
#[derive(Default)]
pub struct CodeWriter {
    text: String,
    indent: usize,
}

impl CodeWriter {
    /// All of it.
    pub fn into_text(self) -> String {
        self.text
    }

    /// A line, broken in its brackets where it is too long.
    pub fn line(&mut self, line: impl Display) {
        let (start, end) = self.write(line);
        if end - start > WIDTH {
            let long = self.text.split_off(start);
            wrap(&mut self.text, &long[self.indent..], self.indent);
        }
        self.text.push('\n');
    }

    /// A line that is what it is, however long.
    pub fn whole_line(&mut self, line: impl Display) {
        self.write(line);
        self.text.push('\n');
    }

    /// The head of a block. What follows is deeper, until the block is closed.
    pub fn open(&mut self, head: impl Display) {
        self.line(head);
        self.indent += INDENT;
    }

    /// The end of the block that was opened last.
    pub fn close(&mut self, end: &str) {
        self.dedent();
        self.whole_line(end);
    }

    /// Ends an indented block, without a line for it.
    pub fn dedent(&mut self) {
        self.indent = self.indent.saturating_sub(INDENT);
    }

    /// The head of an `impl` of a trait: where it is too long, the type is on a line of its own.
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

    /// An empty line before the next item, but none at the head of a block.
    pub fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("{\n") {
            self.text.push('\n');
        }
    }

    /// A line of a doc comment, and a line of its own for each of the text's.
    pub fn doc(&mut self, text: &str) {
        for line in text.split(['\n', '\r']).map(|line| line.trim_end_matches(' ')) {
            let space = if line.is_empty() { "" } else { " " };
            self.whole_line(format_args!("///{space}{line}"));
        }
    }

    /// An attribute with arguments, or a call of a macro: `#[serde(`, the arguments, `)]`. Behind the last argument there is
    /// no comma in any case.
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

    /// A struct literal, with what is before and behind it.
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

    /// An arm of a `match`: where it is too long, what it gives is in a block.
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

    /// The line as it is, and where it begins and ends.
    fn write(&mut self, line: impl Display) -> (usize, usize) {
        let start = self.text.len();
        self.text.extend(std::iter::repeat_n(' ', self.indent));
        // A string takes everything.
        let _ = write!(self.text, "{line}");
        (start, self.text.len())
    }
}
