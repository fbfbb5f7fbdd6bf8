//! A description stays plain text, whatever it contains.

use hookwire_codegen::internal::markdown::{self, DocSyntax, read, write};
use pulldown_cmark::{Event, Options, Parser, Tag};

const MARKUP: [DocSyntax; 4] = [DocSyntax::Rustdoc, DocSyntax::Tsdoc, DocSyntax::Markdown, DocSyntax::Cell];

/// Pieces with a meaning to some reader of the generated files.
const PIECES: [&str; 70] = [
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
    "@e.org",
    "@",
    "a@",
    ".org",
    "www.",
    "http://",
    "//e.org",
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

/// Returns texts made of pieces, the same on every run.
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

/// Parses with all extensions of rustdoc and the forges, and more.
fn events(text: &str) -> Vec<Event<'_>> {
    Parser::new_ext(text, Options::all().difference(Options::ENABLE_SUPERSCRIPT)).collect()
}

/// Returns the texts of a page in which GFM looks for addresses, split at everything that is not text. The parser used
/// here does not detect addresses.
fn texts_of(written: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    for event in events(written) {
        match event {
            Event::Text(text) => texts.last_mut().unwrap().push_str(&text),
            _ => texts.push(String::new()),
        }
    }
    texts
}

/// Returns the text that GFM turns into a link: a scheme and `://`, `www.` at the start of a word, or a name, `@` and a
/// host with a dot.
fn linked(text: &str) -> Option<&str> {
    let is_host = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_name = |c: char| is_host(c) || c == '+';
    let from = |at: usize| text[at..].split_whitespace().next();
    let lower = text.to_ascii_lowercase();
    let begins = |mark: &'static str| lower.match_indices(mark).map(move |(at, _)| at);
    let host = |at: usize| text[at..].split(|c| !is_host(c)).next().unwrap_or_default();
    let schemes = ["http://", "https://", "ftp://"].into_iter().find_map(|scheme| {
        begins(scheme).find(|at| text[at + scheme.len()..].starts_with(|c: char| c.is_ascii_alphanumeric()))
    });
    let www = begins("www.").find(|at| {
        !text[..*at].ends_with(|c: char| c.is_alphanumeric())
            && host(at + 4).contains(|c: char| c.is_ascii_alphanumeric())
    });
    let mail = begins("@").find(|at| {
        let mut labels = host(at + 1).trim_end_matches(['.', '-', '_']).split('.');
        text[..*at].ends_with(is_name) && labels.clone().count() > 1 && labels.all(|label| !label.is_empty())
    });
    [schemes, www, mail].into_iter().flatten().find_map(from)
}

#[test]
fn no_bare_address_becomes_a_link() {
    let known = ["see http://e.org", "(www.e.org)", "!@c@evil.org", "@,a@evil.org"];
    assert_eq!(known.map(linked).map(|it| it.is_some()), [true; 4]);
    assert_eq!(["e.org", "@e.org", "a@e", "awww.e", "http://", "a@.org"].map(linked), [None; 6]);
    let chosen = ["@,a@evil.org", "@@b@evil.org", "!@c@evil.org", "a@b,c@evil.org", "@www.e.org"].map(str::to_owned);
    let mut bad = Vec::new();
    for text in chosen.into_iter().chain(texts(20_000)) {
        for profile in [DocSyntax::Rustdoc, DocSyntax::Markdown, DocSyntax::Cell] {
            let written = markdown::lines(&[&text], profile, 100).join("\n");
            let found = texts_of(&written).iter().find_map(|it| linked(it).map(str::to_owned));
            bad.extend(found.map(|link| format!("{profile:?} of {text:?}\nis {written:?}\nwith {link:?}")));
        }
    }
    assert!(bad.is_empty(), "{} such, the first: {}", bad.len(), bad[0]);
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
        for profile in [DocSyntax::Rustdoc, DocSyntax::Tsdoc, DocSyntax::Markdown] {
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
        let first = markdown::lines(&[&text], DocSyntax::Markdown, 40);
        let again = markdown::lines(&[&first.join("\n")], DocSyntax::Markdown, 40);
        assert_eq!(again, first, "of {text:?}");
    }
}

#[test]
fn an_escaped_string_renders_as_the_string() {
    for text in texts(2_000) {
        for profile in MARKUP {
            let escaped = write::escape(&text, profile);
            let shown: String = read::blocks(&format!("a {escaped} z")).iter().map(shown).collect();
            let plain = write::escape(&text, DocSyntax::Docstring);
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
        assert_eq!(markdown::line(&[text], DocSyntax::Markdown), written, "{text}");
        assert_eq!(markdown::line(&[written], DocSyntax::Markdown), written, "{text}, again");
    }
}

#[test]
fn no_nesting_exhausts_the_stack() {
    for mark in ["- ", "> ", "1. ", "[", "![a](", "**a "] {
        let text = mark.repeat(20_000) + "x";
        assert!(!markdown::lines(&[&text], DocSyntax::Rustdoc, 100).is_empty());
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
