//! Describes the first mistake in a text that is not a JSON object, and its place. The errors of serde_json are not used,
//! because those of other languages have other words and places.

use super::text::{MOST_LEVELS, SIZE, string_of};
use crate::validation::data::EVENT_KEY;
use crate::validation::{fill, quoted, words};

/// What was found in place of JSON: its description, and the index in the text.
pub(crate) type Fault = (&'static str, usize);

/// Returns the sentence about a text that is not `what`, a JSON object or value: what was found, and where. `part` is the
/// part that should be JSON. It follows at `start` of the text, maybe after white space. Lines and columns are counted in
/// the text.
pub(crate) fn not_json(text: &str, part: &str, start: usize, what: &str) -> String {
    let (found, at) = fault_of(part).unwrap_or_else(|| value_of(part));
    let space = part.chars().next().and_then(|first| text.get(start..)?.find(first)).unwrap_or_default();
    let before = text.get(..start + space + at).unwrap_or(text);
    let rest = part.get(at..).unwrap_or_default();
    let character = rest.chars().next().map(String::from).unwrap_or_default();
    let word = run(rest, is_of_word);
    let value = if word.is_empty() { &character } else { word };
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    let holes = [
        ("what", what),
        ("found", &*fill(found, &[("value", &quoted(value)), ("character", &character)])),
        ("line", &*line.to_string()),
        ("column", &*column.to_string()),
    ];
    fill(words::NOT_JSON, &holes)
}

/// Returns the first mistake in a text. `None` if the text is JSON.
pub(crate) fn fault_of(text: &str) -> Option<Fault> {
    Scanner::new(text, None).fault().err()
}

/// Returns the name of the event in a text that cannot be read.
///
/// It counts only if a JSON reader reaches it before the first mistake: the key and the text are complete, and at the top
/// level of an object. What is too large, too deep or not UTF-8 is a mistake, too, where it begins. If the key is there
/// twice, nobody knows which one is meant.
#[allow(dead_code, reason = "not every contract has a runtime")]
pub(crate) fn name_before_fault(data: &[u8]) -> Option<String> {
    let data = data.get(..SIZE).unwrap_or(data);
    let valid = std::str::from_utf8(data).map_or_else(|error| error.valid_up_to(), |_| data.len());
    let text = std::str::from_utf8(data.get(..valid)?).ok()?;
    let mut scanner = Scanner::new(text.strip_prefix('\u{feff}').unwrap_or(text), Some(Wanted::default()));
    let _ = scanner.fault();
    scanner.wanted.filter(|wanted| wanted.count == 1)?.name
}

/// Returns the type of a text that is JSON, as what was found.
fn value_of(text: &str) -> Fault {
    let at = text.len() - text.trim_start_matches(is_json_space).len();
    let found = match text.as_bytes().get(at) {
        Some(b'{') => words::FOUND_OBJECT,
        Some(b'[') => words::FOUND_ARRAY,
        Some(b'"') => words::FOUND_STRING,
        Some(b't' | b'f') => words::FOUND_BOOLEAN,
        Some(b'n') => words::FOUND_NULL,
        _ => words::FOUND_NUMBER,
    };
    (found, at)
}

/// What comes next in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Value,
    /// The first key of an object, or its end.
    FirstKey,
    Key,
    Colon,
    /// The first item of an array, or its end.
    FirstItem,
    Item,
    /// What follows a value: a comma, or an end.
    Next,
}

/// The name of the event in an object, as far as it has been read.
#[derive(Default)]
struct Wanted {
    /// The number of times that the key is there.
    count: usize,
    /// The key was the last one.
    is_next: bool,
    name: Option<String>,
}

impl Wanted {
    /// Takes a key of the object, or a string that is a value in it, as it is written.
    fn note(&mut self, string: &str, is_key: bool) {
        if is_key || self.is_next {
            let read = string_of(string);
            self.is_next = is_key && read.as_deref() == Some(EVENT_KEY);
            self.count += usize::from(self.is_next);
            if !is_key {
                self.name = read;
            }
        }
    }
}

/// Scans a text, token by token. It does not recurse, so that no depth exhausts the stack.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// The brackets that are open.
    opened: Vec<char>,
    expected: Expected,
    /// The index of the last comma.
    comma: usize,
    /// With it, a text with too many levels is a mistake, too.
    wanted: Option<Wanted>,
}

impl<'a> Scanner<'a> {
    const fn new(text: &'a str, wanted: Option<Wanted>) -> Self {
        Self { text, at: 0, opened: Vec::new(), expected: Expected::Value, comma: 0, wanted }
    }

    fn fault(&mut self) -> Result<(), Fault> {
        self.skip_space();
        if self.rest().is_empty() {
            return Err((words::FAULT_EMPTY, 0));
        }
        if self.rest().starts_with("```") {
            return self.here(words::FAULT_FENCE);
        }
        while let Some(char) = self.rest().chars().next() {
            self.token(char)?;
            self.skip_space();
        }
        if self.expected == Expected::Next && self.opened.is_empty() { Ok(()) } else { self.here(words::FAULT_END) }
    }

    fn token(&mut self, char: char) -> Result<(), Fault> {
        match (self.opened.last(), self.expected, char) {
            (Some('{'), _, '}') | (Some('['), _, ']') => self.close(),
            (_, Expected::Next, _) => self.after_value(char),
            (_, Expected::Colon, ':') => self.advance(1, Expected::Value),
            (_, Expected::Colon, _) => self.here(words::FAULT_NO_COLON),
            (_, _, '"') => self.string(),
            (_, Expected::FirstKey | Expected::Key, _) => self.unexpected(words::FAULT_BARE_KEY, is_of_word),
            (_, _, '{') => self.open(char, Expected::FirstKey),
            (_, _, '[') => self.open(char, Expected::FirstItem),
            (_, _, '-' | '0'..='9') => self.number(),
            _ if is_of_word(char) => self.word(),
            _ => self.unexpected(words::FAULT_CHARACTER, |_| false),
        }
    }

    fn open(&mut self, bracket: char, expected: Expected) -> Result<(), Fault> {
        if self.wanted.is_some() && self.opened.len() >= MOST_LEVELS as usize {
            return self.here(words::TOO_DEEP);
        }
        self.opened.push(bracket);
        self.advance(1, expected)
    }

    fn close(&mut self) -> Result<(), Fault> {
        match self.expected {
            Expected::Key | Expected::Item => Err((words::FAULT_TRAILING_COMMA, self.comma)),
            Expected::Value | Expected::Colon => self.here(words::FAULT_CHARACTER),
            Expected::FirstKey | Expected::FirstItem | Expected::Next => {
                self.opened.pop();
                self.advance(1, Expected::Next)
            }
        }
    }

    fn after_value(&mut self, char: char) -> Result<(), Fault> {
        let Some(bracket) = self.opened.last() else { return self.here(words::FAULT_MORE) };
        if char != ',' {
            let starts_value = |char| matches!(char, '"' | '{' | '[' | '-') || is_of_word(char);
            return self.unexpected(words::FAULT_NO_COMMA, starts_value);
        }
        let expected = if *bracket == '{' { Expected::Key } else { Expected::Item };
        self.comma = self.at;
        self.advance(1, expected)
    }

    fn string(&mut self) -> Result<(), Fault> {
        let bytes = self.text.as_bytes();
        let mut at = self.at + 1;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    let is_key = matches!(self.expected, Expected::FirstKey | Expected::Key);
                    if let (Some(wanted), [_]) = (&mut self.wanted, &*self.opened) {
                        wanted.note(self.text.get(self.at..=at).unwrap_or_default(), is_key);
                    }
                    return self.advance(at + 1 - self.at, if is_key { Expected::Colon } else { Expected::Next });
                }
                b'\\' if at + 1 < bytes.len() => {
                    at += length_of_escape(bytes.get(at + 1..).unwrap_or_default()).ok_or((words::FAULT_ESCAPE, at))?;
                }
                b'\n' | b'\r' => return Err((words::FAULT_LINE_BREAK, at)),
                0..=0x1f => return Err((words::FAULT_CONTROL, at)),
                _ => at += 1,
            }
        }
        self.here(words::FAULT_OPEN_STRING)
    }

    fn word(&mut self) -> Result<(), Fault> {
        let word = run(self.rest(), is_of_word);
        match word {
            "true" | "false" | "null" => self.advance(word.len(), Expected::Next),
            _ => self.here(words::FAULT_WORD),
        }
    }

    fn number(&mut self) -> Result<(), Fault> {
        let number = run(self.rest(), |char| matches!(char, '+' | '-' | '.' | 'e' | 'E' | '0'..='9'));
        if is_number(number) { self.advance(number.len(), Expected::Next) } else { self.here(words::FAULT_NUMBER) }
    }

    /// Fails at a character that cannot come here, with `word` if it is one of these.
    fn unexpected(&self, word: &'static str, is_one: impl Fn(char) -> bool) -> Result<(), Fault> {
        let rest = self.rest();
        self.here(match rest.chars().next() {
            Some('\'') => words::FAULT_SINGLE_QUOTES,
            Some('`') => words::FAULT_BACKTICK,
            Some('\u{2018}'..='\u{201f}' | '«' | '»' | '‹' | '›') => words::FAULT_TYPOGRAPHIC_QUOTE,
            Some('#') => words::FAULT_COMMENT,
            Some('/') if rest.starts_with("//") || rest.starts_with("/*") => words::FAULT_COMMENT,
            Some(char) if is_one(char) => word,
            _ => words::FAULT_CHARACTER,
        })
    }

    fn here(&self, word: &'static str) -> Result<(), Fault> {
        Err((word, self.at))
    }

    fn advance(&mut self, length: usize, expected: Expected) -> Result<(), Fault> {
        self.at += length;
        self.expected = expected;
        Ok(())
    }

    fn skip_space(&mut self) {
        self.at += run(self.rest(), is_json_space).len();
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

const fn is_json_space(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\n' | '\r')
}

const fn is_of_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '_' | '$')
}

/// Returns the longest beginning of a text that has only these characters.
fn run(text: &str, is_one: impl Fn(char) -> bool) -> &str {
    let end = text.find(|char| !is_one(char)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// Returns the length of an escape, from what follows its backslash. `None` if it is not one of JSON.
fn length_of_escape(rest: &[u8]) -> Option<usize> {
    match rest {
        [b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => Some(2),
        [b'u', digits @ ..] => digits.get(..4).filter(|all| all.iter().all(u8::is_ascii_hexdigit)).map(|_| 6),
        _ => None,
    }
}

fn is_number(text: &str) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(it, rest)| (it, Some(rest)));
    let unsigned = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (whole, fraction) = unsigned.split_once('.').map_or((unsigned, None), |(it, rest)| (it, Some(rest)));
    are_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(are_digits)
        && exponent.is_none_or(|it| are_digits(it.strip_prefix(['+', '-']).unwrap_or(it)))
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_event_counts_only_before_the_first_mistake() {
        let name = format!("{{\"{EVENT_KEY}\": \"A\"");
        let escaped = format!("{{\"\\u{:04x}{}\": \"\\u0041\\ud800\"", EVENT_KEY.as_bytes()[0], &EVENT_KEY[1..]);
        let deep = "[".repeat(20_000);
        for rest in ["", "}}", ", \"x\": nul", ", \"a\": {\"b\": ", "} {", &format!(", \"a\": {deep}")] {
            assert_eq!(name_before_fault(format!("{name}{rest}").as_bytes()).as_deref(), Some("A"), "{rest:.20}");
        }
        assert_eq!(name_before_fault(format!("\u{feff}{escaped}").as_bytes()).as_deref(), Some("A\u{fffd}"));
        for text in [
            format!("{{\"a\": {deep}{}, {}", "]".repeat(20_000), &name[1..]),
            format!("{{\"a\": nul, {}", &name[1..]),
            format!("{{\"a\": {name}}}, "),
            format!("[{name}}}, "),
            format!("{{}} {name}"),
            format!("{name}, {}, ", &name[1..]),
            format!("{name}, \"{EVENT_KEY}\": "),
            format!("{{\"{EVENT_KEY}\": \"A"),
            format!("{{\"{EVENT_KEY}\": 1, \"A\": 2, "),
            format!("\u{feff}\u{feff}{name}"),
        ] {
            assert_eq!(name_before_fault(text.as_bytes()), None, "{text:.60}");
        }
        let bytes = |before: &[u8], after: &[u8]| [before, name.get(1..).unwrap_or_default().as_bytes(), after].concat();
        assert_eq!(name_before_fault(&bytes(b"{", b", \"a\": \"\xff")).as_deref(), Some("A"));
        assert_eq!(name_before_fault(&bytes(b"{\"a\": \"\xff\", ", b", ")), None);
    }
}
