//! Hostile strings for places that hold text.

/// A string, and its name in a failure.
#[derive(Debug, Clone)]
pub struct Hostile {
    pub name: String,
    pub text: String,
}

/// Pieces with a meaning in some language.
const PIECES: &[(&str, &str)] = &[
    ("end of a block comment", "x */ y"),
    ("end of a doc comment", "x **/ y /* z"),
    ("end of a docstring", "x \"\"\" y"),
    ("end of the other docstring", "x ''' y"),
    ("end of a raw string", "x \"# y \"## z"),
    ("end of a script", "x </script><script>y()</script>"),
    ("end of an HTML comment", "x --> <!-- y"),
    ("end of a CDATA section", "x ]]> y <![CDATA["),
    ("end of a line comment", "x\n} fn y() {}\nclass z: pass"),
    ("double quote", "x \" y"),
    ("double quote at the end", "x \""),
    ("three double quotes at the end", "x\"\"\""),
    ("single quote", "x ' y"),
    ("backtick", "x ` y"),
    ("odd backticks", "x ``` y `` z"),
    ("backslash", "x \\ y"),
    ("backslash at the end", "x\\"),
    ("backslash before a quote", "x \\\" y"),
    ("escape of a line", "x\\\ny"),
    ("escapes", "x \\u0022 \\x22 \\N{DIGIT ONE} \\u{22} \\0 \\\\u0022"),
    ("line feed", "x\ny"),
    ("carriage return", "x\ry"),
    ("both", "x\r\ny\r\n"),
    ("line separator", "x\u{2028}y"),
    ("paragraph separator", "x\u{2029}y"),
    ("next line", "x\u{85}y"),
    ("vertical tab", "x\u{b}y"),
    ("form feed", "x\u{c}y"),
    ("file, group, record, unit separator", "x\u{1c}y\u{1d}z\u{1e}a\u{1f}b"),
    ("template expression", "x {{ set.package.name }} {{ 7 * 7 }} y"),
    ("template statement", "x {% for a in range(9) %}y{% endfor %} {% include 'target.toml' %}"),
    ("template comment", "x {# y #} z {%- raw -%} a"),
    ("placeholder", "x {} {0} {x} {key} ${y} %s %(z)s $1 \\1"),
    ("attribute of Rust", "x #[derive(Debug)] #![allow(warnings)] y"),
    ("attribute at the start", "#[test] fn x() {}"),
    ("decorator", "@x y @deprecated {@link z} {@code a} @"),
    ("decorator on a line", "x\n@param y\n@returns {z}\n@see a"),
    ("type comment", "x # type: ignore # noqa # pyright: strict"),
    ("encoding", "x -*- coding: utf-7 -*- +AD0-"),
    ("lint comments", "x // @ts-nocheck\n// eslint-disable\n/// <reference path=\"y\"/>"),
    ("source map", "x //# sourceMappingURL=data:y"),
    ("import", "x\"; import os; os.system(\"y\"); \""),
    ("element", "x <b onclick=\"y()\">z</b> <img src=a onerror=b()> <br/>"),
    ("entity", "x &lt;y&gt; &#60; &amp; &nbsp;"),
    ("link", "x [y](https://z.example/a) [b][c] <https://d.example> https://e.example www.f.example g@h.example"),
    ("link to code", "x [y] [`z`] [crate::a] [b]: https://c.example"),
    ("reference on a line", "x\n\n[y]: https://z.example \"a\"\n"),
    ("image", "x ![y](z.png) ![a][b]"),
    ("fence", "x\n```\ny\n```\n"),
    ("fence of Rust", "```rust\npanic!()\n```"),
    ("open fence", "x\n\n~~~\ny"),
    ("indented code", "x\n\n    y()\n\n\tz()"),
    ("table", "x\n\n| a | b |\n|---|---|\n| c | d |\n"),
    ("cells", "x | y || z \\| a |"),
    ("heading", "# x"),
    ("headings", "x\n\n## y\n\nz\n===\n\na\n---\n"),
    ("quote", "> x\n> y"),
    ("items", "- x\n- [ ] y\n1. z\n* a\n+ b"),
    ("rule", "x\n\n***\n\ny\n\n---\n"),
    ("footnote", "x[^1] y\n\n[^1]: z"),
    ("definition", "x\n: y\n"),
    ("mathematics", "x $y$ $$z$$ \\(a\\)"),
    ("emphasis", "x *y* __z__ ~~a~~ ==b== ||c|| H~2~O x^2^ [[d]]"),
    ("front matter", "---\nx: y\n---\nz"),
    ("TOML", "x\"\n[package]\nname = \"y"),
    ("JSON", "x\", \"y\": \"z"),
    ("YAML", "x: !!python/object y\n- z"),
    ("right to left", "x \u{202e}y\u{202c} \u{2066}z\u{2069} \u{200f}a \u{61c}b"),
    ("zero width", "x\u{200b}y\u{200c}z\u{200d}a\u{2060}b\u{ad}c\u{180e}d"),
    ("byte order mark", "\u{feff}x\u{feff}y"),
    ("tags", "x\u{e0001}\u{e0041}\u{e007f}y"),
    ("null", "x\0y"),
    ("controls", "x\u{1}\u{7}\u{8}\u{1a}\u{1b}[31m\u{7f}\u{80}\u{9b}y"),
    ("no characters", "x\u{fffe}y\u{ffff}z\u{10ffff}a\u{fdd0}b\u{fffd}"),
    ("far characters", "x 😀 𝔘 \u{1d173} e\u{301} \u{212b} ﬁ ß İ ı y"),
    ("space of other kinds", "x\u{a0}y\u{2003}z\u{3000}a\u{1680}b\ty"),
    ("white space around", "  \n\t x \t\n  "),
    ("white space at the end of lines", "x  \ny\t\nz "),
    ("path", "../../../x /etc/passwd C:\\y file:///z"),
    ("shell", "x; rm -rf / $(y) `z` && a | b > c"),
    ("prototype", "x.__proto__.constructor"),
];

/// The name of the string that joins all pieces.
pub const EVERYTHING: &str = "everything";

/// Returns every string. Each has visible text, so that it can be found in the output.
pub fn all() -> Vec<Hostile> {
    let mut all: Vec<Hostile> = PIECES.iter().map(|(name, text)| hostile(name, text)).collect();
    all.push(everything());
    all
}

/// Returns all pieces in one string.
pub fn everything() -> Hostile {
    let all: Vec<&str> = PIECES.iter().map(|(_, text)| *text).collect();
    hostile(EVERYTHING, &all.join(" "))
}

/// Returns a megabyte of each kind: words, one word, and the pieces that take most room or time.
pub fn large() -> Vec<Hostile> {
    const SIZE: usize = 1 << 20;
    let mut all = vec![hostile("a long word", &"x".repeat(SIZE)), hostile("many words", &"word ".repeat(SIZE / 5))];
    for (name, text) in PIECES {
        all.push(hostile(&format!("a megabyte of: {name}"), &text.repeat(SIZE / text.len())));
    }
    for text in [
        "[", "![a](", "> ", "- ", "*a ", "_", "`", "<", "&", "\\", "\"", "\0", "\u{202e}", "\n", "|", "a_", "(", "{{",
        "{%", "😀",
    ] {
        all.push(hostile(&format!("a megabyte of {text:?}"), &format!("x{}", text.repeat(SIZE / text.len()))));
    }
    all
}

fn hostile(name: &str, text: &str) -> Hostile {
    Hostile { name: name.to_owned(), text: text.to_owned() }
}
