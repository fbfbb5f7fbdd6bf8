//! Compares output with hostile strings to output with harmless ones: the shape is the same, only the literals differ.

use std::collections::{BTreeMap, BTreeSet};

use super::parsers::{Parsers, Ticket};
use super::shape::{Language, Shape};

type Files = BTreeMap<String, String>;

/// The languages with generated validators.
const JUDGES: [Language; 3] = [Language::Rust, Language::Python, Language::TypeScript];

/// The rendered files that are not checked yet.
pub struct Comparison {
    parsers: Parsers,
    cases: Vec<Case>,
    /// The number of files that differ from the harmless ones, and so were checked.
    pub files: usize,
}

struct Case {
    name: String,
    pairs: Vec<Pair>,
    /// The strings in each place: first harmless, then hostile.
    stood: Vec<(String, String)>,
    /// True if the strings have to be in a literal of every language with validators.
    judged: bool,
    missing: Vec<String>,
}

struct Pair {
    path: String,
    harmless: Look,
    hostile: Look,
}

enum Look {
    Done(Result<Shape, String>),
    Asked(Ticket),
}

impl Comparison {
    pub fn new() -> Self {
        Self { parsers: Parsers::new(), cases: Vec::new(), files: 0 }
    }

    /// Adds the files of one set, with harmless and with hostile strings. If `judged` is set, the strings have to be in
    /// the files of each language with validators.
    pub fn add(&mut self, name: &str, harmless: &Files, hostile: Files, stood: Vec<(String, String)>, judged: bool) {
        let mut pairs = Vec::new();
        let mut missing: Vec<String> = Vec::new();
        // A file that is named after a string has another path; all others keep theirs.
        let (own, others): (Vec<_>, Vec<_>) = hostile.into_iter().partition(|(path, _)| harmless.contains_key(path));
        let mut renamed: Vec<&String> =
            harmless.keys().filter(|path| !own.iter().any(|(own, _)| own == *path)).collect();
        renamed.reverse();
        for (path, contents) in own {
            let before = &harmless[&path];
            if *before != contents {
                pairs.push(self.pair(&path, before, &contents));
            }
        }
        for (path, contents) in others {
            match renamed.pop() {
                Some(before) => pairs.push(self.pair(&path, &harmless[before], &contents)),
                None => missing.push(format!("`{path}` is not there with harmless words")),
            }
        }
        missing.extend(renamed.iter().map(|path| format!("`{path}` is there with harmless words alone")));
        self.files += pairs.len();
        self.cases.push(Case { name: name.to_owned(), pairs, stood, judged, missing });
    }

    fn pair(&mut self, path: &str, harmless: &str, hostile: &str) -> Pair {
        let language = Language::of(path);
        let mut look = |text: &str| match language.shape(text) {
            Some(shape) => Look::Done(shape),
            None => Look::Asked(self.parsers.take(language, path, text)),
        };
        Pair { path: path.to_owned(), harmless: look(harmless), hostile: look(hostile) }
    }

    /// Returns all differences.
    pub fn differences(&self) -> Vec<String> {
        let shapes = self.parsers.shapes();
        let look = |look: &Look| match look {
            Look::Done(shape) => shape.clone(),
            Look::Asked(ticket) => shapes[ticket].clone(),
        };
        let mut wrong = Vec::new();
        for case in &self.cases {
            let mut tell = |what: String| wrong.push(format!("{}: {what}", case.name));
            case.missing.iter().cloned().for_each(&mut tell);
            let mut judges = BTreeSet::new();
            for pair in &case.pairs {
                if let Ok(hostile) = look(&pair.hostile)
                    && case.stood.iter().all(|(_, after)| hostile.strings.contains_key(after))
                {
                    judges.insert(Language::of(&pair.path));
                }
                match (look(&pair.harmless), look(&pair.hostile)) {
                    (Ok(harmless), Ok(hostile)) => {
                        for one in differences(&harmless, &hostile, &case.stood) {
                            tell(format!("{}: {one}", pair.path));
                        }
                    }
                    (Err(error), _) => tell(format!("{}: even with harmless words: {error}", pair.path)),
                    (_, Err(error)) => tell(format!("{}: it does not parse: {error}", pair.path)),
                }
            }
            for judge in JUDGES.iter().filter(|judge| case.judged && !judges.contains(judge)) {
                tell(format!("it has not come to {judge:?}"));
            }
        }
        wrong
    }
}

fn differences(harmless: &Shape, hostile: &Shape, stood: &[(String, String)]) -> Vec<String> {
    let mut wrong = Vec::new();
    if harmless.shape != hostile.shape {
        wrong.push(format!("another shape: {}", first_difference(&harmless.shape, &hostile.shape)));
    }
    // Literals stay literals.
    let mut became: BTreeMap<&str, &str> = BTreeMap::new();
    for (before, after) in stood {
        let other = became.insert(before, after).filter(|other| other != after);
        assert_eq!(other, None, "of {before:?} nobody can count what became of it");
    }
    let mut expected: BTreeMap<&str, usize> = BTreeMap::new();
    for (before, after) in became {
        *expected.entry(after).or_default() += harmless.strings.get(before).copied().unwrap_or_default();
    }
    for (text, count) in expected {
        let found = hostile.strings.get(text).copied().unwrap_or_default();
        if found != count {
            wrong.push(format!(
                "{found} literals, and not {count}, are {:?}",
                text.chars().take(60).collect::<String>()
            ));
        }
    }
    wrong
}

fn first_difference(one: &str, other: &str) -> String {
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| {
        let bytes = &text.as_bytes()[same.saturating_sub(300).min(text.len())..(same + 100).min(text.len())];
        String::from_utf8_lossy(bytes).into_owned()
    };
    format!("\n    {}\n    {}", part(one), part(other))
}
