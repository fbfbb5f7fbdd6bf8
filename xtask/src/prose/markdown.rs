//! The words of Markdown, without its code.

use std::mem;
use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A word, with the line of the file where it is.
#[derive(Clone, Debug)]
pub struct Word {
    /// Inline code is one word, in backticks. Its spaces are no-break spaces.
    pub text: String,
    pub line: usize,
}

/// A paragraph, a heading, or a cell of a table.
pub struct Block {
    pub words: Vec<Word>,
    /// Whether it is a paragraph of sentences. Headings, cells of tables, and lists of names are not.
    pub is_paragraph: bool,
}

/// Returns the blocks of a text. `lines` has the line of the file for each line of the text.
pub fn blocks(text: &str, lines: &[usize]) -> Vec<Block> {
    let mut reader = Reader { lines, starts: starts(text), blocks: Vec::new(), text: Vec::new(), in_code: false };
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        reader.read(event, range);
    }
    reader.end(true);
    reader.blocks
}

/// Returns where each line of a text starts.
fn starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

struct Reader<'a> {
    lines: &'a [usize],
    starts: Vec<usize>,
    blocks: Vec<Block>,
    /// The pieces of the current block, with their lines.
    text: Vec<(String, usize)>,
    in_code: bool,
}

impl Reader<'_> {
    fn read(&mut self, event: Event<'_>, range: Range<usize>) {
        let line = self.line(range.start);
        match event {
            Event::Start(Tag::CodeBlock(_)) => {
                self.end(true);
                self.in_code = true;
            }
            Event::End(TagEnd::CodeBlock) => self.in_code = false,
            Event::Start(Tag::Paragraph | Tag::Item | Tag::Heading { .. } | Tag::TableCell)
            | Event::End(TagEnd::Paragraph | TagEnd::Item) => self.end(true),
            Event::End(TagEnd::Heading(_) | TagEnd::TableCell) => self.end(false),
            Event::Text(text) if !self.in_code => self.text.push((text.into_string(), line)),
            Event::Code(code) => self.text.push((format!("`{}`", code.replace(char::is_whitespace, "\u{a0}")), line)),
            Event::SoftBreak | Event::HardBreak => self.text.push((" ".to_owned(), line)),
            Event::InlineHtml(html) if html.starts_with("<br") => self.text.push((" ".to_owned(), line)),
            _ => {}
        }
    }

    /// Ends the current block, if it has words.
    fn end(&mut self, is_paragraph: bool) {
        let mut words: Vec<Word> = Vec::new();
        let mut joined = false;
        for (piece, line) in mem::take(&mut self.text) {
            for (at, part) in piece.split(' ').enumerate() {
                match words.last_mut() {
                    Some(last) if at == 0 && joined => last.text.push_str(part),
                    _ if part.is_empty() => {}
                    _ => words.push(Word { text: part.to_owned(), line }),
                }
            }
            joined = !piece.ends_with(' ');
        }
        if !words.is_empty() {
            let is_list = words.iter().any(|word| word.text == "·") || words.iter().all(|word| word.text.contains('`'));
            self.blocks.push(Block { words, is_paragraph: is_paragraph && !is_list });
        }
    }

    fn line(&self, offset: usize) -> usize {
        let index = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        self.lines.get(index).or(self.lines.last()).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_one_word_and_blocks_of_code_are_left_out() {
        let text = "# A *title*\n\nUse `a b`, [the\nlink](there).\n\n    code\n\n| c |\n|---|\n| d e |\n\n- one\n- two · three\n";
        let lines: Vec<usize> = (11..).take(text.lines().count()).collect();
        let found: Vec<_> = blocks(text, &lines)
            .into_iter()
            .map(|block| {
                let words: Vec<String> =
                    block.words.iter().map(|word| format!("{}@{}", word.text, word.line)).collect();
                (words.join(" "), block.is_paragraph)
            })
            .collect();
        let expected = [
            ("A@11 title@11", false),
            ("Use@13 `a\u{a0}b`,@13 the@13 link.@14", true),
            ("c@18", false),
            ("d@20 e@20", false),
            ("one@22", true),
            ("two@23 ·@23 three@23", false),
        ];
        let expected: Vec<_> = expected.map(|(text, is_paragraph)| (text.to_owned(), is_paragraph)).into();
        assert_eq!(found, expected);
    }
}
