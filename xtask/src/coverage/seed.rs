//! Splits a seed document into the units that the ledger covers: table rows, code blocks, numbered rules and list
//! items.

use std::collections::BTreeMap;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd};
use sha2::{Digest, Sha256};

/// The kinds of units in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum UnitKind {
    Row,
    Code,
    Rule,
    Item,
}

impl UnitKind {
    fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Code => "code",
            Self::Rule => "rule",
            Self::Item => "item",
        }
    }
}

/// One part of a document that has to be covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The section, the kind, and the number of this kind in the section: `exit-codes/row-2`. A section is named by the
    /// number or label that its heading begins with (`2.3`, `dd-001`), otherwise by the heading's anchor.
    pub id: String,
    /// The text, with white space collapsed; a block of code is unchanged.
    pub text: String,
    /// The line in the document where it begins, from 1.
    pub line: usize,
}

impl Unit {
    /// Returns the first twelve hexadecimal digits of the text's SHA-256.
    pub fn hash(&self) -> String {
        Sha256::digest(self.text.as_bytes()).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Returns every unit of a document, in order.
///
/// A row includes the header of its table. An item or rule is only its own text: nested lists and blocks of code are
/// separate units. A heading with a label and a number (`DD-001: …`, `Failure Mode 2: …`) is a rule, together with the
/// paragraphs below it.
pub fn units(document: &str) -> Vec<Unit> {
    let text = unnested(document);
    let mut reader = DocumentReader { text: &text, ..DocumentReader::default() };
    let options = Options::ENABLE_TABLES | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    for (event, range) in Parser::new_ext(&text, options).into_offset_iter() {
        reader.event(event, range.start);
    }
    reader.finish()
}

/// Adds a fourth backtick to a block of code that contains another one. If both have three, CommonMark ends the outer
/// block with the inner one, and reads the text after it as code.
fn unnested(document: &str) -> String {
    let lines: Vec<&str> = document.lines().collect();
    let mut out = String::with_capacity(document.len() + 16);
    // Counts bare fences until the outer block ends.
    let (mut open, mut closing) = (false, 0);
    for (at, line) in lines.iter().enumerate() {
        let bare = line.trim_end() == "```";
        let mut outer = false;
        if closing > 0 {
            closing -= usize::from(bare);
            outer = bare && closing == 0;
        } else if bare && !open && lines.get(at + 1).is_some_and(|next| opens_with_language(next)) {
            (closing, outer) = (2, true);
        } else if bare || (!open && opens_with_language(line)) {
            open = !open;
        }
        out.push_str(if outer { "````" } else { line });
        out.push('\n');
    }
    out
}

fn opens_with_language(line: &str) -> bool {
    line.strip_prefix("```").is_some_and(|language| !language.trim().is_empty() && !language.contains('`'))
}

#[derive(Default)]
struct DocumentReader<'a> {
    text: &'a str,
    units: Vec<Unit>,
    /// The name of the section.
    section: String,
    /// The number of uses of each section name.
    sections: BTreeMap<String, usize>,
    /// The number of units of each kind below the last heading.
    counts: BTreeMap<UnitKind, usize>,
    /// For each list around the text, whether it is numbered.
    lists: Vec<bool>,
    /// The index of the unit of each item around the text.
    items: Vec<usize>,
    /// The index of the unit of the rule that the last heading begins.
    rule: Option<usize>,
    /// The text of a heading, a cell or a block of code.
    apart: Option<String>,
    header: Vec<String>,
    cells: Vec<String>,
    in_header: bool,
    /// The start of the heading, the row or the block.
    start: usize,
    in_metadata: bool,
}

impl DocumentReader<'_> {
    fn event(&mut self, event: Event<'_>, at: usize) {
        match event {
            Event::Start(tag) => self.start(&tag, at),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) | Event::Html(text) => self.text(&text),
            Event::SoftBreak | Event::HardBreak => self.text(" "),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, at: usize) {
        match tag {
            Tag::MetadataBlock(_) => self.in_metadata = true,
            Tag::List(first) => self.lists.push(first.is_some()),
            Tag::Item => {
                let kind = if self.lists.last() == Some(&true) { UnitKind::Rule } else { UnitKind::Item };
                let unit = self.unit(kind, at);
                self.items.push(unit);
            }
            Tag::TableHead => (self.in_header, self.header) = (true, Vec::new()),
            Tag::Heading { .. }
            | Tag::TableRow
            | Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                (self.start, self.cells, self.apart) = (at, Vec::new(), Some(String::new()));
            }
            Tag::TableCell => self.apart = Some(String::new()),
            Tag::Link { dest_url, .. } => self.address(dest_url),
            Tag::Paragraph => self.text(" "),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::MetadataBlock(_) => self.in_metadata = false,
            TagEnd::List(_) => _ = self.lists.pop(),
            TagEnd::Item => _ = self.items.pop(),
            TagEnd::TableHead => self.in_header = false,
            TagEnd::TableCell => {
                let cell = self.apart.take().unwrap_or_default();
                if self.in_header { self.header.push(cell) } else { self.cells.push(cell) }
            }
            TagEnd::TableRow => self.end_row(),
            TagEnd::CodeBlock => {
                let text = self.apart.take().unwrap_or_default();
                self.push(UnitKind::Code, text);
            }
            TagEnd::Heading(_) => self.end_heading(),
            _ => {}
        }
    }

    /// Adds text to the heading, cell or block that is open, otherwise to the innermost item, otherwise to the rule.
    fn text(&mut self, text: &str) {
        if let Some(apart) = &mut self.apart {
            apart.push_str(text);
        } else if let Some(unit) = self.items.last().copied().or(self.rule)
            && !self.in_metadata
        {
            self.units[unit].text.push_str(text);
        }
    }

    /// Adds the address of a link to the text.
    fn address(&mut self, address: &CowStr<'_>) {
        self.text(&format!("({address}) "));
    }

    fn end_row(&mut self) {
        self.apart = None;
        let cells = self.header.iter().zip(&self.cells).map(|(column, cell)| format!("{column}: {cell}"));
        let text = cells.collect::<Vec<_>>().join(" | ");
        self.push(UnitKind::Row, text);
    }

    fn end_heading(&mut self) {
        let title = self.apart.take().unwrap_or_default();
        self.section = self.section(&title);
        self.counts.clear();
        self.rule = None;
        if has_numbered_label(&title) {
            self.rule = Some(self.unit(UnitKind::Rule, self.start));
            self.text(&title);
        }
    }

    fn push(&mut self, kind: UnitKind, text: String) {
        let unit = self.unit(kind, self.start);
        self.units[unit].text = text;
    }

    /// Adds a unit without text. Returns its index.
    fn unit(&mut self, kind: UnitKind, at: usize) -> usize {
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        let id = format!("{}/{}-{count}", self.section, kind.name());
        let line = self.text[..at].matches('\n').count() + 1;
        self.units.push(Unit { id, text: String::new(), line });
        self.units.len() - 1
    }

    /// Returns a unique name of a section. The second of a name is `name-1`, as sites that render Markdown count.
    fn section(&mut self, title: &str) -> String {
        let name = short(title).unwrap_or_else(|| slug(title));
        let used = self.sections.entry(name.clone()).or_default();
        *used += 1;
        if *used == 1 { name } else { format!("{name}-{}", *used - 1) }
    }

    fn finish(mut self) -> Vec<Unit> {
        for unit in self.units.iter_mut().filter(|unit| !unit.id.contains("/code-")) {
            unit.text = unit.text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        self.units
    }
}

/// Returns the anchor of a heading: lower-case letters, digits, `-` and `_`. A space becomes `-`; the rest is left out.
pub fn slug(title: &str) -> String {
    let kept = title.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns the number that a heading begins with, otherwise its label, if that has a number.
fn short(title: &str) -> Option<String> {
    let (first, _) = title.split_once(' ')?;
    let number = first.trim_end_matches('.');
    if number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return Some(number.to_owned());
    }
    has_numbered_label(title).then(|| slug(title.split_once(": ").map_or(title, |(label, _)| label)))
}

/// Returns true for words and a number before a colon: `DD-001: …`, `Q1: …`, `2.1 Failure Mode 1: …`.
fn has_numbered_label(title: &str) -> bool {
    let Some((label, _)) = title.split_once(": ") else { return false };
    let label = label.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start();
    let word = label.trim_end_matches(|c: char| c.is_ascii_digit());
    word.len() < label.len() && word.starts_with(|c: char| c.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(document: &str) -> Vec<(String, String, usize)> {
        units(document).into_iter().map(|unit| (unit.id, unit.text, unit.line)).collect()
    }

    fn unit(id: &str, text: &str, line: usize) -> (String, String, usize) {
        (id.to_owned(), text.to_owned(), line)
    }

    #[test]
    fn rows_are_read_with_their_header_and_lists_item_by_item() {
        let document = "## Exit codes\n\n| code | what |\n|---|---|\n| `0` | all  is well |\n| 2 | it *blocks* |\n\n\
                        - one\n  1. two\n  2. three\n- four\n  [a](b)\n";
        let expected = [
            unit("exit-codes/row-1", "code: 0 | what: all is well", 5),
            unit("exit-codes/row-2", "code: 2 | what: it blocks", 6),
            unit("exit-codes/item-1", "one", 8),
            unit("exit-codes/rule-1", "two", 9),
            unit("exit-codes/rule-2", "three", 10),
            unit("exit-codes/item-2", "four (b) a", 11),
        ];
        assert_eq!(reported(document), expected);
    }

    #[test]
    fn headings_of_one_name_have_anchors_of_their_own_and_labels_with_a_number_are_rules() {
        let document = "---\ntitle: none\n---\n# Stop\n* a\n\n# Stop\n* b\n\n## DD-001: Files\n\nOne an event.\n\n\
                        * c\n\n### 2.1 Note: no number before the colon\n\ntext\n* d\n";
        let expected = [
            unit("stop/item-1", "a", 5),
            unit("stop-1/item-1", "b", 8),
            unit("dd-001/rule-1", "DD-001: Files One an event.", 10),
            unit("dd-001/item-1", "c", 14),
            unit("2.1/item-1", "d", 19),
        ];
        assert_eq!(reported(document), expected);
    }

    #[test]
    fn code_that_shows_code_ends_where_its_author_meant() {
        let document = "# A\n```\n```json\n{}\n```\n```\n\n- b\n\n```ts\nlet  c;\n```\n- d\n";
        let expected = [
            unit("a/code-1", "```json\n{}\n```\n", 2),
            unit("a/item-1", "b", 8),
            unit("a/code-2", "let  c;\n", 10),
            unit("a/item-2", "d", 13),
        ];
        assert_eq!(reported(document), expected);
    }

    #[test]
    fn another_text_has_another_hash() {
        let hashes: Vec<_> = units("- a\n- b\n").iter().map(Unit::hash).collect();
        // The first digits that `printf a | sha256sum` prints.
        assert_eq!(hashes, ["ca978112ca1b", "3e23e8160039"]);
    }
}
