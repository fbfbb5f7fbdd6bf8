//! What descriptions promise: whatever the text, it stays text.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use hookwire_codegen::markdown::{self, Profile, read, write};
use pulldown_cmark::{Event, Options, Parser, Tag};

const MARKUP: [Profile; 4] = [Profile::Rustdoc, Profile::Tsdoc, Profile::Markdown, Profile::Cell];

/// Pieces that mean something to some reader of what is generated.
const PIECES: [&str; 63] = [
    "a",
    "word",
    "1.",
    "2)",
    "#",
    "##",
    ">",
    "-",
    "+",
    "*",
    "**",
    "_",
    "__",
    "`",
    "``",
    "```",
    "~~~",
    "~",
    "|",
    "---",
    "===",
    ":--",
    "\n",
    "\n\n",
    "    ",
    "\t",
    "\\",
    "[x]",
    "(y)",
    "[a](b)",
    "![i](j)",
    "<b>",
    "</script>",
    "<!--",
    "-->",
    "&amp;",
    "&#60;",
    "https://e.org/a_b_c",
    "(https://e.org/a_(b))",
    "www.e.org",
    "a@e.org",
    "x(www.e.org)",
    "<https://e.org>",
    "*/",
    "/*",
    "\"\"\"",
    "'",
    "\"",
    "{{ x }}",
    "{% y %}",
    "{@link Z}",
    "@param",
    "$x$",
    "\u{202e}",
    "\u{200b}",
    "\0",
    "\u{1b}[31m",
    "é",
    "😀",
    "[Type]",
    "[`Vec`]",
    "[r]: /u",
    "[^1]",
];

/// Texts of pieces, the same on every run.
fn texts(count: usize) -> impl Iterator<Item = String> {
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    (0..count).map(move |_| {
        let mut text = String::new();
        for _ in 0..=next(9) {
            text.push_str(PIECES[next(PIECES.len())]);
            if next(2) == 0 {
                text.push(' ');
            }
        }
        text
    })
}

/// As rustdoc and the forges read it, and more.
fn events(text: &str) -> Vec<Event<'_>> {
    Parser::new_ext(text, Options::all().difference(Options::ENABLE_SUPERSCRIPT)).collect()
}

fn is_harmless(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => {
            matches!(tag, Tag::Paragraph | Tag::List(_) | Tag::Item)
        }
        Event::Html(_)
        | Event::InlineHtml(_)
        | Event::FootnoteReference(_)
        | Event::Rule
        | Event::TaskListMarker(_) => false,
        Event::InlineMath(_) | Event::DisplayMath(_) | Event::HardBreak => false,
        Event::End(_) | Event::Text(_) | Event::Code(_) | Event::SoftBreak => true,
    }
}

#[test]
fn no_description_brings_more_than_paragraphs_lists_and_code_spans() {
    for text in texts(2_000) {
        for profile in [Profile::Rustdoc, Profile::Tsdoc, Profile::Markdown] {
            for width in [12, 100] {
                let written = markdown::lines(&[&text], profile, width).join("\n");
                let bad: Vec<_> = events(&written).into_iter().filter(|event| !is_harmless(event)).collect();
                assert!(bad.is_empty(), "{profile:?} of {text:?}\nis {written:?}\nwith {bad:?}");
            }
        }
    }
}

#[test]
fn what_is_written_reads_as_what_it_was_written_from() {
    for text in texts(2_000) {
        let first = markdown::lines(&[&text], Profile::Markdown, 40);
        let again = markdown::lines(&[&first.join("\n")], Profile::Markdown, 40);
        assert_eq!(again, first, "of {text:?}");
    }
}

#[test]
fn an_escaped_string_says_just_this() {
    for text in texts(2_000) {
        for profile in MARKUP {
            let escaped = write::escape(&text, profile);
            let shown: String = read::blocks(&format!("a {escaped} z")).iter().map(shown).collect();
            let plain = write::escape(&text, Profile::Docstring);
            assert_eq!(normal(&shown), normal(&format!("a {plain} z")), "{profile:?} of {text:?}: {escaped:?}");
        }
    }
}

#[test]
fn an_address_is_whole_and_has_nothing_of_the_sentence_around_it() {
    let cases = [
        ("https://x.y/a_(b)", "`https://x.y/a_(b)`"),
        ("(https://x.y/a_(b))", "(`https://x.y/a_(b)`)"),
        ("(see https://x.y/a_(b)).", "(see `https://x.y/a_(b)`)."),
        ("(https://x.y/a).", "(`https://x.y/a`)."),
        ("https://x.y/a_(b)_(c))", "`https://x.y/a_(b)_(c)`)"),
        ("\"https://x.y/?q=\",", "\"`https://x.y/?q=`\","),
        ("https://x.y/#a-", "`https://x.y/#a-`"),
        ("\\[https://x.y/a]", "\\[`https://x.y/a`\\]"),
        ("f(https://x.y/(a))", "f(`https://x.y/(a)`)"),
        ("(WWW.x.y/(a)/)!", "(`WWW.x.y/(a)/`)!"),
        ("awww.x.y", "awww.x.y"),
        ("(to a.b@x.y, or b@c)", "(to `a.b@x.y`, or b@c)"),
        ("@a/b.c", "@a/b.c"),
    ];
    for (text, written) in cases {
        assert_eq!(markdown::line(&[text], Profile::Markdown), written, "{text}");
        assert_eq!(markdown::line(&[written], Profile::Markdown), written, "{text}, again");
    }
}

#[test]
fn no_nesting_exhausts_the_stack() {
    for mark in ["- ", "> ", "1. ", "[", "![a](", "**a "] {
        let text = mark.repeat(20_000) + "x";
        assert!(!markdown::lines(&[&text], Profile::Rustdoc, 100).is_empty());
    }
}

fn shown(block: &read::Block) -> String {
    match block {
        read::Block::Paragraph(inlines) => inlines
            .iter()
            .map(|inline| match inline {
                read::Inline::Text(text) => text.as_str(),
                other => panic!("{other:?}"),
            })
            .collect(),
        list => panic!("{list:?}"),
    }
}

fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
