//! The page of a code: a summary, why it is reported, a wrong example and a right one.
//!
//! A page is Markdown. Its first paragraph is the summary; after the explanation stand `Wrong:` and `Right:`, each with the
//! files of an example, whose names stand behind the language of a block: ```` ```json lamp.schema.json ````. What is no
//! file is shown all the same.

/// The page of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    text: &'static str,
}

/// A file of an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExampleFile {
    /// Its path, from the root of the set.
    pub path: &'static str,
    /// The text.
    pub text: &'static str,
}

const WRONG: &str = "\nWrong:\n";
const RIGHT: &str = "\nRight:\n";
const FENCE: &str = "```";

impl Page {
    pub(super) fn new(text: &'static str) -> Self {
        Self { text }
    }

    /// All of it, in Markdown.
    pub fn text(self) -> &'static str {
        self.text.trim_end()
    }

    /// Returns the summary, in one line.
    pub fn summary(self) -> &'static str {
        self.text.lines().next().unwrap_or_default()
    }

    /// The text after the summary.
    pub fn rest(self) -> &'static str {
        self.text.split_once('\n').map_or("", |(_, rest)| rest).trim()
    }

    /// The files that are reported with this code; none, where it takes more than a few lines to get there.
    pub fn wrong(self) -> Vec<ExampleFile> {
        let wrong = self.text.split_once(WRONG).map_or("", |(_, wrong)| wrong);
        files(wrong.split_once(RIGHT).map_or(wrong, |(wrong, _)| wrong))
    }

    /// The same, fixed.
    pub fn right(self) -> Vec<ExampleFile> {
        files(self.text.split_once(RIGHT).map_or("", |(_, right)| right))
    }
}

/// The blocks that have the name of a file.
fn files(text: &'static str) -> Vec<ExampleFile> {
    let mut rest = text;
    let mut files = Vec::new();
    while let Some((head, body)) = rest.split_once(FENCE).and_then(|(_, block)| block.split_once('\n')) {
        let Some((body, after)) = body.split_once(FENCE) else { break };
        files.extend(head.split_once(' ').map(|(_, path)| ExampleFile { path, text: body }));
        rest = after;
    }
    files
}
