//! The page of a code: a summary, an explanation, a wrong example and a right one.
//!
//! A page is Markdown. The first paragraph is the summary. After the explanation come `Wrong:` and `Right:`, each with
//! the files of an example. A file's path follows the language of its code block: ```` ```json lamp.schema.json ````.
//! Blocks without a path are shown, but are not files.

/// The page of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    text: &'static str,
}

/// A file of an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExampleFile {
    /// The path, from the root of the set.
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

    /// Returns the whole page, in Markdown.
    pub fn text(self) -> &'static str {
        self.text.trim_end()
    }

    /// Returns the summary, in one line.
    pub fn summary(self) -> &'static str {
        self.text.lines().next().unwrap_or_default()
    }

    /// Returns the text after the summary.
    pub fn rest(self) -> &'static str {
        self.text.split_once('\n').map_or("", |(_, rest)| rest).trim()
    }

    /// Returns the wrong example; empty if it would take more than a few lines.
    pub fn wrong(self) -> Vec<ExampleFile> {
        let wrong = self.text.split_once(WRONG).map_or("", |(_, wrong)| wrong);
        files(wrong.split_once(RIGHT).map_or(wrong, |(wrong, _)| wrong))
    }

    /// Returns the right example.
    pub fn right(self) -> Vec<ExampleFile> {
        files(self.text.split_once(RIGHT).map_or("", |(_, right)| right))
    }
}

/// Returns the code blocks with a path.
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
