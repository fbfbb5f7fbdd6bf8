//! Documents: files of bytes for the readers, and the comparison with recorded answers.

use std::fs;
use std::path::{Path, PathBuf};

use crate::binding::Ready;
use crate::processes::Answer;
use hookwire_harness::Root;

/// Returns the bytes of a line: from texts, each with a number of repetitions, or from hexadecimal digits.
pub fn bytes(text: Option<&[(String, usize)]>, hex: Option<&str>) -> Result<Vec<u8>, String> {
    match (text, hex) {
        (Some(text), None) => Ok(text.iter().map(|(part, times)| part.repeat(*times)).collect::<String>().into()),
        (None, Some(hex)) => from_hex(hex).map_err(|error| format!("{hex}: {error}")),
        _ => Err("either `text` or `hex` has to be there".to_owned()),
    }
}

fn from_hex(hex: &str) -> Result<Vec<u8>, std::num::ParseIntError> {
    let digits: Vec<char> = hex.chars().filter(|digit| !digit.is_whitespace()).collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16);
    digits.chunks(2).map(byte).collect()
}

/// A folder of documents, which is kept until the next run.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates an empty folder of this name.
    pub fn empty(root: &Root, name: &str) -> Result<Self, String> {
        let folder = root.path("target/conform").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
        }
        fs::create_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
        Ok(Self(folder))
    }

    /// Writes a document to a file named after its id, and returns the path.
    pub fn hold(&self, id: &str, bytes: &[u8]) -> Result<PathBuf, String> {
        let file = self.0.join(id.replace('/', "-"));
        fs::write(&file, bytes).map_err(|error| failed(&file, &error))?;
        Ok(file)
    }
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Returns the faults in each reader's answers to each document.
pub fn faults<D>(
    readers: &[Ready],
    documents: &[D],
    answers: &[Vec<Answer>],
    fault: impl Fn(&D, &str, &Answer) -> Option<String>,
) -> Vec<String> {
    let said = readers.iter().zip(answers);
    let each =
        said.flat_map(|(reader, said)| documents.iter().zip(said).map(move |(it, said)| (it, reader.name, said)));
    each.filter_map(|(document, reader, answer)| fault(document, reader, answer)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_texts_again_and_again_or_digits() {
        let text = [("{".to_owned(), 2), ("\u{e9}".to_owned(), 1)];
        assert_eq!(bytes(Some(&text), None).as_deref(), Ok("{{\u{e9}".as_bytes()));
        assert_eq!(bytes(None, Some("7b ff")).as_deref(), Ok(&b"{\xff"[..]));
        assert!(bytes(None, Some("7x")).is_err());
        assert!(bytes(None, None).is_err());
        assert!(bytes(Some(&text), Some("7b")).is_err());
    }
}
