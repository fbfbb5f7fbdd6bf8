//! Draws the lines of a terminal as SVG.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, context};

use super::session::Line;

/// Returns the picture. Text stays text: it is escaped.
pub fn drawn(lines: &[Line]) -> Result<String, minijinja::Error> {
    let mut templates = Environment::new();
    templates.set_auto_escape_callback(|_| AutoEscape::Html);
    templates.set_syntax(SyntaxConfig::builder().trim_blocks(true).keep_trailing_newline(true).build()?);
    let transcript: Vec<String> = lines.iter().map(|line| format!("{}{}", line.prompt, line.text)).collect();
    templates.render_str(
        include_str!("terminal.svg.jinja"),
        context! { lines => Serde(lines.to_vec()), transcript => transcript.join("\n") },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_never_becomes_markup() {
        let line = Line { prompt: "$ ", text: "</text><script>&\"'{{ 1 }}".to_owned(), is_denial: false, second: 0 };
        let picture = drawn(&[line]).unwrap_or_default();
        assert!(!picture.contains("<script>"), "{picture}");
        assert_eq!(picture.matches("&lt;&#x2f;text&gt;&lt;script&gt;&amp;&quot;&#x27;{{ 1 }}").count(), 2, "{picture}");
    }
}
