//! Doc comments: each is Markdown, with the lines of its file.

/// The text of a doc comment.
#[derive(Default)]
pub struct Comment {
    pub text: String,
    /// The line of the file for each line of the text.
    pub lines: Vec<usize>,
}

impl Comment {
    fn push(&mut self, text: &str, line: usize) {
        self.text.push_str(text);
        self.text.push('\n');
        self.lines.push(line);
    }
}

/// Returns the doc comments of a Rust file.
pub fn of_rust(source: &str) -> Vec<Comment> {
    let mut comments = vec![Comment::default()];
    for (at, line) in source.lines().enumerate() {
        let line = line.trim_start();
        let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        match (text, comments.last_mut()) {
            (Some(text), Some(comment)) => comment.push(text.strip_prefix(' ').unwrap_or(text), at + 1),
            _ => comments.push(Comment::default()),
        }
    }
    filled(comments)
}

/// Returns the docstrings of a Python file. Each entry of a section, such as `Args:`, is a paragraph of its own.
pub fn of_python(source: &str) -> Vec<Comment> {
    let mut comments = Vec::new();
    let mut lines = source.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        let Some(first) = line.trim_start().trim_start_matches('r').strip_prefix("\"\"\"") else { continue };
        let mut docstring = vec![(at + 1, first)];
        if !first.contains("\"\"\"") {
            for (at, line) in lines.by_ref() {
                docstring.push((at + 1, line.get(indent..).unwrap_or_default()));
                if line.contains("\"\"\"") {
                    break;
                }
            }
        }
        comments.push(without_sections(&docstring));
    }
    filled(comments)
}

fn without_sections(docstring: &[(usize, &str)]) -> Comment {
    let mut comment = Comment::default();
    let mut in_section = false;
    for (at, line) in docstring {
        let text = line.split("\"\"\"").next().unwrap_or_default();
        if ["Args", "Returns", "Raises", "Yields", "Attributes"].iter().any(|name| text.strip_suffix(':') == Some(name))
        {
            in_section = true;
            comment.push("", *at);
        } else if in_section && (text.is_empty() || text.starts_with("    ")) {
            let entry = text.get(4..).unwrap_or_default();
            let named = (!entry.starts_with(' ')).then(|| entry.split_once(": ")).flatten();
            match named.filter(|(name, _)| !name.contains(' ')) {
                Some((_, meaning)) => {
                    comment.push("", *at);
                    comment.push(meaning, *at);
                }
                None => comment.push(entry.trim_start(), *at),
            }
        } else {
            in_section = false;
            comment.push(text, *at);
        }
    }
    comment
}

/// Returns the doc comments of a TypeScript or JavaScript file. Each tag, such as `@param`, begins a paragraph.
pub fn of_typescript(source: &str) -> Vec<Comment> {
    let mut comments = Vec::new();
    let mut lines = source.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(first) = line.trim_start().strip_prefix("/**") else { continue };
        let mut comment = Comment::default();
        push_tagged(&mut comment, first.split("*/").next().unwrap_or_default(), at + 1);
        if !first.contains("*/") {
            for (at, line) in lines.by_ref() {
                let text = line.split("*/").next().unwrap_or_default().trim_start();
                push_tagged(&mut comment, text.strip_prefix('*').unwrap_or(text), at + 1);
                if line.contains("*/") {
                    break;
                }
            }
        }
        comments.push(comment);
    }
    filled(comments)
}

fn push_tagged(comment: &mut Comment, text: &str, at: usize) {
    let text = text.strip_prefix(' ').unwrap_or(text).replace("{@link ", "`").replace('}', "`");
    let Some(tag) = text.strip_prefix('@') else {
        return comment.push(&text, at);
    };
    let (name, rest) = tag.split_once(' ').unwrap_or((tag, ""));
    comment.push("", at);
    match (name, rest.split_once(' ')) {
        ("param" | "property", Some((_, meaning))) => comment.push(meaning.trim_start_matches("- "), at),
        ("typedef" | "type", _) => {}
        _ => comment.push(rest, at),
    }
}

fn filled(comments: Vec<Comment>) -> Vec<Comment> {
    comments.into_iter().filter(|comment| !comment.text.trim().is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(comments: &[Comment]) -> Vec<(String, usize)> {
        let lines = |comment: &Comment| {
            comment.text.lines().map(str::to_owned).zip(comment.lines.iter().copied()).collect::<Vec<_>>()
        };
        comments.iter().flat_map(lines).filter(|(text, _)| !text.is_empty()).collect()
    }

    #[test]
    fn comments_of_rust_are_apart() {
        let found = of_rust("//! A.\n\nuse b;\n    /// C\n    /// d.\nfn e() {} // f\n");
        assert_eq!(found.len(), 2);
        assert_eq!(shown(&found), [("A.".to_owned(), 1), ("C".to_owned(), 4), ("d.".to_owned(), 5)]);
    }

    #[test]
    fn entries_of_sections_are_paragraphs() {
        let source =
            "def f():\n    \"\"\"Does it.\n\n    Args:\n        a: One\n            more.\n    \"\"\"\n    b = 1\n";
        let expected = [("Does it.".to_owned(), 2), ("One".to_owned(), 5), ("more.".to_owned(), 6)];
        assert_eq!(shown(&of_python(source)), expected);
        let source = "/** Does it.\n * @param a - One\n *   more, {@link B}.\n * @returns C.\n */\n/** D. */\n";
        let expected = [("Does it.", 1), ("One", 2), ("  more, `B`.", 3), ("C.", 4), ("D. ", 6)];
        assert_eq!(shown(&of_typescript(source)), expected.map(|(text, line)| (text.to_owned(), line)));
    }
}
