//! CommonMark to the blocks that descriptions may have.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// A block of a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list; with the first number, if it is ordered.
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

/// Lists in lists that are kept; what is deeper belongs to the item around it, so that no text exhausts the stack.
const DEEPEST: usize = 6;

/// Takes a description apart.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut reader = BlockReader::default();
    Parser::new(text).for_each(|event| reader.event(event));
    reader.finish()
}

#[derive(Default)]
struct BlockReader {
    /// Blocks that are complete, at the level that is being read.
    blocks: Vec<Block>,
    /// The paragraph that is being read.
    inlines: Vec<Inline>,
    /// The elements around it that are still open.
    open: Vec<Open>,
    /// Addresses of the links around the text, with the place where the link's text begins.
    links: Vec<(usize, String)>,
    /// The number of lists around the text.
    depth: usize,
    /// The lines of a code block are kept apart.
    in_code: bool,
}

/// A container that is not complete.
enum Open {
    /// A list, the items that it has so far, and the blocks before it.
    List { start: Option<u64>, items: Vec<Vec<Block>>, before: Vec<Block> },
    /// An item; its blocks are those that are being read.
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
            // Neither a rule nor what only extensions give says anything.
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
                // A text of its own, so that it can be told from what is before the link.
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

    /// A code block would be run by rustdoc: each of its lines becomes a paragraph of its own.
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

    /// Two lists in a row are distinguished by their marks only, and these are not kept: they become one.
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

/// Texts that touch as one: only together do they show what has to be escaped.
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

    /// Its contents.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Code(text) => text,
        }
    }
}
