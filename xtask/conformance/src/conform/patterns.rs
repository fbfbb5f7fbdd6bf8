//! Random matchers and values: patterns from the grammar of the subset, arbitrary signs, and values that may match.

use crate::random::Random;

/// The alphabet of patterns and values: few letters, so that matches are likely, and characters of every kind.
const LETTERS: &[&str] = &["a", "b", "m", "Z", "_", "0", "7", " ", "-", ":", "\u{e9}", "\u{2028}", "\n", "\u{1f600}"];

/// Atoms of the subset.
const ATOMS: &[&str] = &[
    ".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\.", "\\-", "\\_", "\\\\", "\\n", "\\x61", "\\u0062", "]", "}",
    "{", "{,2}", "/", "mcp__", "Edit", ",",
];

/// Anchors and word boundaries of the subset.
const PLACES: &[&str] = &["^", "$", "\\b", "\\B"];

/// Quantifiers of the subset.
const COUNTS: &[&str] = &["*", "+", "?", "{2}", "{0}", "{1,}", "{0,3}", "*?", "+?", "??", "{1,2}?"];

/// The members of a class.
const MEMBERS: &[&str] = &[
    "a",
    "b",
    "a-m",
    "0-7",
    "\\d",
    "\\W",
    "\\s",
    "_",
    "\\-",
    "\\]",
    "\\b",
    "[",
    "^",
    ".",
    "\\w-a",
    "\u{e9}",
    "\u{1f600}",
];

/// Syntax of regular expressions, some of it from other dialects.
const SIGNS: &[&str] = &[
    "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<a>", "(?i:", "[", "[^", "]", "{", "}", "{2}", "{2,1}", "{1,", "{,1}",
    "*", "+", "?", "|", "^", "$", "\\", "\\b", "\\B", "\\d", "\\1", "\\0", "\\c", "\\cA", "\\k", "\\p{L}", "\\u{61}",
    "\\x6", "\\u006", "\\z", ".", "-", ",", "=", "!", ":", "<", "a", "b", "1", "2",
];

/// A source of matchers and values.
pub struct Patterns {
    random: Random,
}

impl Patterns {
    /// Creates a source with this seed.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    /// Returns the random numbers that it uses.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Returns a pattern of the subset.
    pub fn of_subset(&mut self) -> String {
        self.choice(3)
    }

    /// Returns signs in random order. Few results are in the subset, and JavaScript rejects many.
    pub fn of_signs(&mut self) -> String {
        (0..=self.random.below(6)).map(|_| self.pick(SIGNS)).collect()
    }

    /// Returns a list of names, sometimes with other characters.
    pub fn of_names(&mut self) -> String {
        let parts = ["Edit", "Task", "Agent", "mcp__a", "a-b", "|", "|", ",", " ", "_", "1", "\u{e9}"];
        (0..=self.random.below(4)).map(|_| self.pick(&parts)).collect()
    }

    /// Returns a value to match.
    pub fn value(&mut self) -> String {
        let words = ["Edit", "Task", "Agent", "mcp__a", "mcp__", "a-b", "\\", "{", "]", ","];
        let part = |patterns: &mut Self| {
            let among = if patterns.random.one_in(5) { &words } else { LETTERS };
            patterns.pick(among)
        };
        (0..self.random.below(6)).map(|_| part(self)).collect()
    }

    fn choice(&mut self, levels: usize) -> String {
        let count = if self.random.one_in(3) { 2 + self.random.below(2) } else { 1 };
        (0..count).map(|_| self.sequence(levels)).collect::<Vec<_>>().join("|")
    }

    fn sequence(&mut self, levels: usize) -> String {
        (0..self.random.below(4)).map(|_| self.part(levels)).collect()
    }

    fn part(&mut self, levels: usize) -> String {
        if self.random.one_in(8) {
            return self.pick(PLACES).to_owned();
        }
        let atom = match self.random.below(8) {
            0 | 1 if levels > 0 => format!("({}{})", self.pick(&["", "?:"]), self.choice(levels - 1)),
            2 => self.class(),
            3 | 4 => self.pick(ATOMS).to_owned(),
            _ => self.pick(LETTERS).to_owned(),
        };
        // After a word, a quantifier repeats only the last character.
        if self.random.one_in(3) { format!("{atom}{}", self.pick(COUNTS)) } else { atom }
    }

    fn class(&mut self) -> String {
        let members: String = (0..self.random.below(4)).map(|_| self.pick(MEMBERS)).collect();
        let negation = self.pick(&["", "", "^"]);
        format!("[{negation}{members}{}]", self.pick(&["", "", "-"]))
    }

    fn pick<'a>(&mut self, among: &[&'a str]) -> &'a str {
        self.random.pick(among).copied().unwrap_or_default()
    }
}
