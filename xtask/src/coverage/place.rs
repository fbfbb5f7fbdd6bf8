//! Checks that the places in a ledger row exist.
//!
//! | place | exists if |
//! |---|---|
//! | `schemas/events.json#/events/0`, `schemas/examples/StopOutput/valid/minimal.json` | the file has a value at the pointer |
//! | `generated/docs/stdout.md#json-whole`, `docs/schemas.md#rules` | the page has the anchor, or a heading of that name |
//! | `tests/conform/hosts.jsonl#host/stop-empty` | the file has a vector of that id, and `conform` reads the file |
//! | `tests/rust.rs::name`, `tests/python/test_read.py::test_name`, `tests/typescript/read.test.js::title` | there is such a test, it is not skipped, and a step of `cargo xtask test` runs it |

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hookwire_codegen::internal::inputs::Inputs;
use hookwire_codegen::internal::nearest::nearest;
use serde_json::Value;

use super::seed::slug;

/// The repository in which places are looked up. Every file is read once.
pub struct Places {
    root: PathBuf,
    texts: RefCell<HashMap<String, Option<Rc<str>>>>,
    documents: RefCell<HashMap<String, Option<Rc<Value>>>>,
    inputs: RefCell<Inputs>,
}

impl Places {
    /// Creates a lookup for the repository with this root.
    pub fn new(root: &Path) -> Self {
        let (texts, documents, inputs) = (RefCell::default(), RefCell::default(), RefCell::default());
        Self { root: root.to_owned(), texts, documents, inputs }
    }

    /// Returns the files that were read.
    pub fn into_inputs(self) -> Inputs {
        self.inputs.into_inner()
    }

    /// Looks a place up.
    ///
    /// # Errors
    /// The place does not exist; the text has the reason.
    pub fn find(&self, place: &str) -> Result<(), String> {
        let file = file_of(place);
        let part = place.get(file.len()..).unwrap_or_default();
        if file.split('/').any(|name| name == "..") {
            return Err("it leads out of the repository".to_owned());
        }
        let text = self.text(file).ok_or("there is no such file")?;
        if let Some(test) = part.strip_prefix("::") {
            return find_test(file, &text, test);
        }
        let part = part.strip_prefix('#');
        match file.rsplit_once('.').map(|(_, ending)| ending) {
            Some("json") if file.starts_with("schemas/") => self.find_value(file, part.unwrap_or_default()),
            Some("md") => find_anchor(&text, part.ok_or("it names no anchor")?),
            Some("jsonl") => self.find_vector(file, &text, part.ok_or("it names no vector")?),
            _ => Err("it is no schema, no page, no vector and no test".to_owned()),
        }
    }

    fn find_value(&self, file: &str, pointer: &str) -> Result<(), String> {
        let document = self.document(file).ok_or("it is not JSON")?;
        document.pointer(pointer).map(drop).ok_or_else(|| "it has nothing at this pointer".to_owned())
    }

    /// Looks up a vector. Its file must be named by the command that replays it.
    fn find_vector(&self, file: &str, text: &str, id: &str) -> Result<(), String> {
        let name = file.strip_prefix("tests/conform/").ok_or("vectors lie in `tests/conform`")?;
        let quoted = format!("\"{name}\"");
        let whole = format!("\"{file}\"");
        let mut inputs = self.inputs.borrow_mut();
        let mut sources = Vec::new();
        for folder in ["xtask/conformance/src", "xtask/conformance/src/conform"] {
            sources.extend(inputs.list(&self.root.join(folder)).map_err(|error| error.to_string())?);
        }
        let mut names_it =
            |path: &Path| inputs.read_to_string(path).is_ok_and(|it| it.contains(&quoted) || it.contains(&whole));
        if !sources.iter().any(|(path, _)| names_it(path)) {
            return Err("`cargo xtask conform` does not read this file".to_owned());
        }
        let is_it = |line: &str| serde_json::from_str::<Value>(line).is_ok_and(|vector| vector["id"] == id);
        text.lines().any(is_it).then_some(()).ok_or_else(|| "it has no vector of this id".to_owned())
    }

    fn text(&self, file: &str) -> Option<Rc<str>> {
        let read = || self.inputs.borrow_mut().read_to_string(&self.root.join(file)).ok().map(Rc::from);
        self.texts.borrow_mut().entry(file.to_owned()).or_insert_with(read).clone()
    }

    fn document(&self, file: &str) -> Option<Rc<Value>> {
        let text = self.text(file)?;
        let parse = || serde_json::from_str(&text).ok().map(Rc::new);
        self.documents.borrow_mut().entry(file.to_owned()).or_insert_with(parse).clone()
    }
}

/// Returns the file of a place.
pub fn file_of(place: &str) -> &str {
    let end = place.find("::").or_else(|| place.find('#')).unwrap_or(place.len());
    place.get(..end).unwrap_or(place)
}

fn find_anchor(text: &str, anchor: &str) -> Result<(), String> {
    let explicit = text.contains(&format!("<a id=\"{anchor}\">"));
    let title = |line: &str| Some(slug(line.trim_start_matches('#').strip_prefix(' ')?.trim()));
    let heading =
        || text.lines().filter(|line| line.starts_with('#')).any(|line| title(line).is_some_and(|it| it == anchor));
    (explicit || heading()).then_some(()).ok_or_else(|| "the page has no such anchor".to_owned())
}

fn find_test(file: &str, text: &str, name: &str) -> Result<(), String> {
    let lines: Vec<&str> = text.lines().collect();
    let runner = runner(file).ok_or("no step of `cargo xtask test` runs this file")?;
    is_test(&lines, name, &runner).then_some(()).ok_or_else(|| {
        let near = nearest(
            name,
            lines.iter().filter_map(|line| test_name(line, &runner)).filter(|name| is_test(&lines, name, &runner)),
            1,
        );
        let renamed =
            near.first().map(|near| format!("; if it was renamed to `{near}`, write that")).unwrap_or_default();
        format!("it has no test of this name, or one that is skipped{renamed}")
    })
}

/// Returns true if there is a test of this name that is not skipped.
fn is_test(lines: &[&str], name: &str, runner: &Runner) -> bool {
    match runner {
        Runner::Cargo => rust_test(lines, name),
        Runner::Pytest => python_test(lines, name),
        Runner::Node => lines.iter().any(|line| node_test(line, name)),
    }
}

/// Returns the name of the function or test that begins on a line.
fn test_name<'a>(line: &'a str, runner: &Runner) -> Option<&'a str> {
    match runner {
        Runner::Cargo => line.trim_start().strip_prefix("fn ")?.split('(').next(),
        Runner::Pytest => line.trim_start().strip_prefix("def ")?.split('(').next(),
        Runner::Node => line.trim_start().strip_prefix("test(\"")?.split('"').next(),
    }
}

enum Runner {
    Cargo,
    Pytest,
    Node,
}

/// Returns the program that runs a file of tests.
fn runner(file: &str) -> Option<Runner> {
    let (folder, name) = file.rsplit_once('/')?;
    let is_rust = name.ends_with(".rs");
    let crates = ["tests", "tests/rust/tests"];
    let sources =
        ["src", "xtask/src", "xtask/conformance/src", "xtask/harness/src", "tests/rust/src", "generated/rust/src"];
    let is_source = || sources.iter().any(|root| file.strip_prefix(root).is_some_and(|rest| rest.starts_with('/')));
    match folder {
        "tests/python" if name.starts_with("test_") && name.ends_with(".py") => Some(Runner::Pytest),
        "tests/typescript" if name.ends_with(".test.js") => Some(Runner::Node),
        _ if is_rust && (crates.contains(&folder) || is_source()) => Some(Runner::Cargo),
        _ => None,
    }
}

fn rust_test(lines: &[&str], name: &str) -> bool {
    let is_it = |line: &str| line.trim_start().starts_with(&format!("fn {name}("));
    let Some(at) = lines.iter().position(|line| is_it(line)) else { return false };
    let attributes: Vec<_> =
        before(lines, at).take_while(|line| line.starts_with("#[") || line.starts_with("//")).collect();
    attributes.contains(&"#[test]") && !attributes.iter().any(|line| line.starts_with("#[ignore"))
}

fn python_test(lines: &[&str], name: &str) -> bool {
    let is_it = |line: &str| line.starts_with(&format!("def {name}("));
    let Some(at) = lines.iter().position(|line| is_it(line)) else { return false };
    name.starts_with("test_")
        && !before(lines, at).take_while(|line| line.starts_with('@')).any(|line| line.contains("skip"))
}

/// Returns true if a line begins a test of this name. A title with a placeholder matches by its start.
fn node_test(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    let made = line.strip_prefix("test(`").and_then(|title| title.strip_prefix(name));
    line.starts_with(&format!("test(\"{name}\"")) || made.is_some_and(|rest| rest.trim_start().starts_with("${"))
}

fn before<'a>(lines: &'a [&str], at: usize) -> impl Iterator<Item = &'a str> {
    lines[..at].iter().rev().map(|line| line.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookwire_harness::workspace;

    #[test]
    fn existing_places_are_found_and_others_are_not() {
        let places = Places::new(&workspace::root());
        let there = [
            "schemas/hooks/stop-output.schema.json#/$defs/StopSpecificOutput",
            "schemas/examples/StopOutput/valid/minimal.json",
            "docs/schemas.md#the-supported-shapes",
            "generated/docs/stdout.md#json-whole",
            "tests/conform/hosts.jsonl#host/stop-empty",
            "tests/docs.rs::every_example_is_on_a_page",
            "xtask/src/coverage/place.rs::existing_places_are_found_and_others_are_not",
        ];
        let not_there = [
            "schemas/hooks/stop-output.schema.json#/$defs/Nothing",
            "schemas/examples/StopOutput/valid",
            "docs/schemas.md#no-such-heading",
            "docs/schemas.md",
            "generated/docs/stdout.md#no-such-anchor",
            "tests/conform/hosts.jsonl#host/no-such-vector",
            "tests/docs.rs::resolve",
            "tests/docs.rs::no_such_test",
            "tests/support/mod.rs::every_example_is_on_a_page",
            "../README.md#two-commands",
            "Cargo.toml",
        ];
        let wrong = there.iter().filter(|place| places.find(place).is_err());
        let wrong: Vec<_> = wrong.chain(not_there.iter().filter(|place| places.find(place).is_ok())).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn a_test_that_is_skipped_is_none() {
        let rust = |text: &str| rust_test(&text.lines().collect::<Vec<_>>(), "a");
        assert!(rust("#[test]\nfn a() {}"));
        assert!(!rust("#[test]\n#[ignore = \"slow\"]\nfn a() {}"));
        let python = |text: &str| python_test(&text.lines().collect::<Vec<_>>(), "test_a");
        assert!(python("@pytest.mark.parametrize(\"it\", [1])\ndef test_a(it):"));
        assert!(!python("@pytest.mark.skip\ndef test_a():"));
        assert!(node_test("  test(`all of them: ${way}`, () => {", "all of them:"));
        assert!(!node_test("test(`all of them: ${way}`, () => {", "all of"));
        assert!(!node_test("test.skip(\"a\", () => {", "a"));
    }
}
