//! The texts that a user reads, and where they are.

use std::fmt::{Display, Formatter};
use std::fs;

use hookwire_harness::{Root, files};

use super::comments::{self, Comment};
use super::literals::{self, Literal};
use super::markdown::{Block, Word, blocks};

/// What a text is part of.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Area {
    Pages,
    Schemas,
    DocComments,
    Messages,
}

impl Display for Area {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Pages => "pages",
            Self::Schemas => "descriptions in schemas",
            Self::DocComments => "doc comments",
            Self::Messages => "messages and command help",
        })
    }
}

/// A paragraph, heading or cell of a table in a file.
pub struct Passage {
    pub area: Area,
    pub file: String,
    pub words: Vec<Word>,
    /// Whether it is made of sentences.
    pub has_sentences: bool,
}

/// A place with texts: a file or a folder, and how its files end.
struct Place {
    area: Area,
    path: &'static str,
    endings: &'static [&'static str],
    read: Reader,
}

/// Returns the texts of a file with this source.
type Reader = fn(&str) -> Result<Vec<Comment>, String>;

const fn place(area: Area, path: &'static str, endings: &'static [&'static str], read: Reader) -> Place {
    Place { area, path, endings, read }
}

/// The places, in the order in which a text is reported.
const PLACES: [Place; 17] = [
    place(Area::Schemas, "schemas", &[".schema.json", "events.json", "tools.json", "changes.json"], json),
    place(Area::Schemas, "schemas/examples", &[".json"], notes),
    place(Area::Schemas, "schemas/profiles", &[".json"], notes),
    place(Area::Messages, "src", &[".rs"], strings),
    place(Area::Messages, "src/program", &[".rs"], rust),
    place(Area::Messages, "xtask/src", &[".rs"], rust),
    place(Area::Pages, "src/diagnostic/codes", &[".md"], page),
    place(Area::Pages, "README.md", &[".md"], page),
    place(Area::Pages, "CONTRIBUTING.md", &[".md"], page),
    place(Area::Pages, "docs", &[".md"], page),
    place(Area::Pages, "cli/README.md", &[".md"], page),
    place(Area::Pages, "cli/docs", &[".md"], page),
    place(Area::DocComments, "generated/rust", &[".rs"], rust),
    place(Area::Messages, "generated/rust/src", &[".rs"], strings),
    place(Area::DocComments, "generated/python", &[".py", ".pyi"], python),
    place(Area::DocComments, "generated/typescript", &[".ts", ".js"], typescript),
    place(Area::Pages, "generated", &[".md"], page),
];

/// Strings with fewer words are names and parts of messages.
const FEWEST_WORDS: usize = 3;

fn page(source: &str) -> Result<Vec<Comment>, String> {
    Ok(vec![Comment { text: source.to_owned(), lines: (1..=source.lines().count().max(1)).collect() }])
}

fn rust(source: &str) -> Result<Vec<Comment>, String> {
    Ok(comments::of_rust(source))
}

fn python(source: &str) -> Result<Vec<Comment>, String> {
    Ok(comments::of_python(source))
}

fn typescript(source: &str) -> Result<Vec<Comment>, String> {
    Ok(comments::of_typescript(source))
}

fn json(source: &str) -> Result<Vec<Comment>, String> {
    Ok(as_comments(literals::of_json(source)?))
}

fn notes(source: &str) -> Result<Vec<Comment>, String> {
    Ok(as_comments(literals::notes(source)?))
}

fn strings(source: &str) -> Result<Vec<Comment>, String> {
    Ok(as_comments(literals::of_rust(source)?))
}

fn as_comments(literals: Vec<Literal>) -> Vec<Comment> {
    let long = literals.into_iter().filter(|literal| literal.text.split_whitespace().count() >= FEWEST_WORDS);
    long.map(|literal| Comment { text: literal.text, lines: vec![literal.line] }).collect()
}

/// Returns the passages of all places.
///
/// # Errors
/// A place or a file cannot be read.
pub fn passages(root: &Root) -> Result<Vec<Passage>, String> {
    let mut passages = Vec::new();
    for place in &PLACES {
        for (file, source) in sources(root, place)? {
            let texts = (place.read)(&source).map_err(|error| format!("{file}: {error}"))?;
            let found = texts.iter().flat_map(|text| blocks(&text.text, &text.lines));
            passages.extend(found.map(|Block { words, is_paragraph }| Passage {
                area: place.area,
                file: file.clone(),
                words,
                has_sentences: is_paragraph,
            }));
        }
    }
    Ok(passages)
}

/// Returns the files of a place, with their paths from the root of the repository.
fn sources(root: &Root, place: &Place) -> Result<Vec<(String, String)>, String> {
    let path = root.path(place.path);
    let failed = |error: std::io::Error| format!("{}: {error}", place.path);
    if path.is_file() {
        return Ok(vec![(place.path.to_owned(), fs::read_to_string(&path).map_err(failed)?)]);
    }
    let mut sources = Vec::new();
    for (file, contents) in files(&path).map_err(failed)? {
        let file = format!("{}/{}", place.path, file.display());
        if place.endings.iter().any(|ending| file.ends_with(ending)) && !file.contains("/target/") {
            sources.push((file, String::from_utf8(contents).map_err(|error| error.to_string())?));
        }
    }
    Ok(sources)
}
