//! Parses CommonMark into the blocks that descriptions may have.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// A block of a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list, with the first number if it is ordered.
    List {
        /// The number of the first item.
        start: Option<u64>,
        /// The blocks of each item.
        items: Vec<Vec<Block>>,
    },
}

/// A part of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Text without markup.
    Text(String),
    /// A code span.
    Code(String),
}

/// The maximum depth of lists. Deeper ones belong to the item around them, so that no text exhausts the stack.
const DEEPEST: usize = 6;

/// Parses a description.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut reader = BlockReader::default();
    Parser::new(text).for_each(|event| reader.event(event));
    reader.finish()
}

#[derive(Default)]
struct BlockReader {
    /// The complete blocks at the current level.
    blocks: Vec<Block>,
    /// The current paragraph.
    inlines: Vec<Inline>,
    /// The open elements around it.
    open: Vec<Open>,
    /// The addresses of the links around the text, each with the position where the link's text begins.
    links: Vec<(usize, String)>,
    /// The depth of lists around the text.
    depth: usize,
    /// True in a code block, whose lines are kept apart.
    in_code: bool,
}

/// An incomplete container.
enum Open {
    /// A list, its items so far, and the blocks before it.
    List { start: Option<u64>, items: Vec<Vec<Block>>, before: Vec<Block> },
    /// An item; its blocks are the current ones.
    Item,
}

impl BlockReader {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_code => self.code_lines(&text),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(text) => self.inlines.push(Inline::Code(text.into_string())),
            Event::SoftBreak | Event::HardBreak => self.text(" "),
            // Rules and the events of extensions contain no text.
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(start) => self.start_list(start),
            Tag::Item if self.depth <= DEEPEST => self.open.push(Open::Item),
            Tag::Emphasis | Tag::Strong => {}
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.links.push((self.inlines.len(), dest_url.into_string()));
                // A separate text, so that it differs from the text before the link.
                self.inlines.push(Inline::Text(String::new()));
            }
            Tag::CodeBlock(_) => {
                self.flush();
                self.in_code = true;
            }
            _ => self.flush(),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong => {}
            TagEnd::Link | TagEnd::Image => self.end_link(),
            TagEnd::Item if self.depth <= DEEPEST => self.end_item(),
            TagEnd::List(_) => self.end_list(),
            TagEnd::CodeBlock => self.in_code = false,
            _ => self.flush(),
        }
    }

    fn text(&mut self, text: &str) {
        match self.inlines.last_mut() {
            Some(Inline::Text(last)) => last.push_str(text),
            _ => self.inlines.push(Inline::Text(text.to_owned())),
        }
    }

    /// Makes a paragraph of each line of a code block, because rustdoc would run the block.
    fn code_lines(&mut self, text: &str) {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            self.inlines.push(Inline::Code(line.trim().to_owned()));
            self.flush();
        }
    }

    fn end_link(&mut self) {
        let Some((from, address)) = self.links.pop() else { return };
        let named = self.inlines.get(from..) != Some(&[Inline::Text(address.clone())]);
        if !named {
            self.inlines.truncate(from);
            self.inlines.push(Inline::Code(address));
        } else if !address.is_empty() {
            self.text(" (");
            self.inlines.push(Inline::Code(address));
            self.text(")");
        }
    }

    fn end_item(&mut self) {
        self.flush();
        self.open.pop();
        let blocks = std::mem::take(&mut self.blocks);
        if let Some(Open::List { items, .. }) = self.open.last_mut()
            && !blocks.is_empty()
        {
            items.push(blocks);
        }
    }

    fn start_list(&mut self, start: Option<u64>) {
        self.flush();
        self.depth += 1;
        if self.depth <= DEEPEST {
            let before = std::mem::take(&mut self.blocks);
            self.open.push(Open::List { start, items: Vec::new(), before });
        }
    }

    fn end_list(&mut self) {
        self.flush();
        if self.depth <= DEEPEST
            && let Some(Open::List { start, items, before }) = self.open.pop()
        {
            self.blocks = before;
            self.push_list(start, items);
        }
        self.depth -= 1;
    }

    /// Joins two adjacent lists. They differ only in their markers, which are not kept.
    fn push_list(&mut self, start: Option<u64>, items: Vec<Vec<Block>>) {
        match self.blocks.last_mut() {
            Some(Block::List { start: last, items: all }) if last.is_some() == start.is_some() => all.extend(items),
            _ if items.is_empty() => {}
            _ => self.blocks.push(Block::List { start, items }),
        }
    }

    fn flush(&mut self) {
        let inlines = merged(std::mem::take(&mut self.inlines));
        if inlines.iter().any(Inline::says_something) {
            self.blocks.push(Block::Paragraph(inlines));
        }
    }

    fn finish(mut self) -> Vec<Block> {
        self.flush();
        self.blocks
    }
}

/// Joins adjacent texts, because escaping depends on the characters around.
fn merged(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut out: Vec<Inline> = Vec::new();
    for inline in inlines {
        match (out.last_mut(), inline) {
            (Some(Inline::Text(last)), Inline::Text(text)) => last.push_str(&text),
            (_, inline) => out.push(inline),
        }
    }
    out
}

impl Inline {
    fn says_something(&self) -> bool {
        !self.text().trim().is_empty()
    }

    /// Returns its contents.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Code(text) => text,
        }
    }
}
