//! A text that was read, with the positions of what is in it.

mod json;
mod lines;
mod yaml;

use std::collections::HashMap;
use std::ops::Range;

use serde_json::Value;

pub use self::lines::{Position, Text};

/// A text of JSON or YAML.
#[derive(Debug)]
pub struct Document {
    /// The text.
    pub text: Text,
    /// Its value. Null if it is not JSON.
    pub value: Value,
    /// Why it is not JSON.
    pub fault: Option<Fault>,
    root: Option<Node>,
}

/// A key that an object has twice.
pub struct Twice {
    /// The key.
    pub key: String,
    /// The place of the one that does not count.
    pub lost: Range<usize>,
}

/// Why a text cannot be read.
#[derive(Debug)]
pub struct Fault {
    /// Where it is, in bytes.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
}

/// A value in a text.
#[derive(Debug)]
struct Node {
    /// Its place, in bytes.
    range: Range<usize>,
    /// What is inside of it.
    members: Members,
}

#[derive(Debug)]
enum Members {
    None,
    List(Vec<Node>),
    Object(Object),
}

/// The name of a key, its place, and its value.
type Member = (String, Range<usize>, Node);

#[derive(Debug)]
struct Object {
    members: Vec<Member>,
    /// The indices of the members, by their names. A document can have thousands of keys, and as many problems.
    order: Vec<usize>,
}

impl Object {
    fn of(members: Vec<Member>) -> Self {
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by(|one, other| members[*one].0.cmp(&members[*other].0));
        Self { members, order }
    }

    /// Returns the member with a name. The last of several counts.
    fn get(&self, name: &str) -> Option<&Member> {
        let end = self.order.partition_point(|it| self.members[*it].0.as_str() <= name);
        let last = self.order.get(end.checked_sub(1)?)?;
        self.members.get(*last).filter(|(key, ..)| key == name)
    }
}

/// The places of a value in a text, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The place of its key, if it has one.
    pub key: Option<Range<usize>>,
    /// Its own place.
    pub value: Range<usize>,
    /// False if the text does not have it: this is the place of what should have it.
    pub is_there: bool,
}

impl Place {
    /// Returns the place to show: of the key if the key is what is wrong, or if what is missing should be below it.
    pub fn shown(self, is_about_key: bool) -> Range<usize> {
        self.key.filter(|_| is_about_key || !self.is_there).unwrap_or(self.value)
    }
}

impl Document {
    /// Reads JSON.
    pub fn of_json(text: String) -> Self {
        match json::read(&text) {
            Ok((value, root)) => Self { text: text.into(), value, fault: None, root: Some(root) },
            Err(fault) => Self { text: text.into(), value: Value::Null, fault: Some(fault), root: None },
        }
    }

    /// Reads the front matter of a text of Markdown: YAML between two lines of `---` at its beginning. Returns nothing if
    /// there is none.
    pub fn of_front_matter(text: String) -> Option<Self> {
        let inner = yaml::front_matter(&text)?;
        Some(match yaml::read(&text[inner.clone()], inner.start) {
            Ok((value, root)) => Self { text: text.into(), value, fault: None, root: Some(root) },
            Err(fault) => Self { text: text.into(), value: Value::Null, fault: Some(fault), root: None },
        })
    }

    /// Returns the keys that objects have twice.
    pub fn twice(&self) -> Vec<Twice> {
        let mut found = Vec::new();
        let mut open: Vec<&Node> = self.root.iter().collect();
        while let Some(node) = open.pop() {
            match &node.members {
                Members::None => {}
                Members::List(all) => open.extend(all),
                Members::Object(it) => {
                    let mut last: HashMap<&str, &Range<usize>> = HashMap::new();
                    for (key, at, inner) in &it.members {
                        open.push(inner);
                        if let Some(lost) = last.insert(key, at) {
                            found.push(Twice { key: key.clone(), lost: lost.clone() });
                        }
                    }
                }
            }
        }
        found
    }

    /// Returns the place of a value, by its JSON Pointer.
    pub fn place(&self, pointer: &str) -> Place {
        let Some(mut node) = self.root.as_ref() else {
            return Place { key: None, value: 0..0, is_there: pointer.is_empty() };
        };
        let mut key = None;
        for step in pointer.split('/').skip(1).map(|it| it.replace("~1", "/").replace("~0", "~")) {
            let next = match &node.members {
                Members::Object(it) => it.get(&step).map(|(_, at, of)| (Some(at.clone()), of)),
                Members::List(all) => step.parse().ok().and_then(|at: usize| all.get(at)).map(|of| (None, of)),
                Members::None => None,
            };
            let Some((found, inner)) = next else {
                return Place { key, value: node.range.clone(), is_there: false };
            };
            (key, node) = (found, inner);
        }
        Place { key, value: node.range.clone(), is_there: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(document: &Document, pointer: &str) -> String {
        document.text[document.place(pointer).value].to_owned()
    }

    #[test]
    fn a_pointer_has_the_place_of_its_value_in_json_and_in_yaml() {
        let json = Document::of_json(r#"{"a": {"b/c": [1, "ä"]}, "a": {"b/c": [2, "ü", {"x": null}]}}"#.to_owned());
        assert_eq!(at(&json, "/a/b~1c/1"), "\"ü\"");
        assert_eq!(json.value["a"]["b/c"][0], 2, "the last key counts");
        assert_eq!(at(&json, "/a/b~1c/2/x"), "null");
        assert!(!json.place("/a/b~1c/7").is_there);
        let yaml = "---\nname: ä\nhooks:\n  Stop:\n    - hooks: [{type: command, command: \"x y\"}]\n---\n# text\n";
        let yaml = Document::of_front_matter(yaml.to_owned());
        let found = yaml.as_ref().map(|it| (at(it, "/hooks/Stop/0/hooks/0/command"), at(it, "/name")));
        assert_eq!(found, Some(("\"x y\"".to_owned(), "ä".to_owned())));
    }

    #[test]
    fn a_text_that_cannot_be_read_has_the_place_of_the_fault() {
        let json = Document::of_json("{\n  \"a\": 1,\n}".to_owned());
        let fault = json.fault.map(|it| it.range.start);
        assert_eq!(fault, Some(10), "the comma");
        let yaml = Document::of_front_matter("---\na: [1\n---\n".to_owned());
        assert!(yaml.is_some_and(|it| it.fault.is_some()));
        assert!(Document::of_front_matter("# no front matter\n".to_owned()).is_none());
        for deep in [format!("{}1{}", "[".repeat(90_000), "]".repeat(90_000)), "{\"a\":".repeat(90_000)] {
            assert!(Document::of_json(deep).fault.is_some());
        }
        let deep = format!("---\na: {}{}\n---\n", "[".repeat(90_000), "]".repeat(90_000));
        assert!(Document::of_front_matter(deep).is_some_and(|it| it.fault.is_some()));
    }
}
