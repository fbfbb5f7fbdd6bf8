//! JSON pointers (RFC 6901), as text and as the path of a walk.

use std::iter;

use super::keywords::{Below, below};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The path to a node. A walk makes one at each step without allocating; the pointer is only written for a diagnostic.
#[derive(Debug, Clone, Copy)]
pub enum At<'a> {
    /// The start of the walk, at this pointer.
    Root(&'a str),
    /// The value of a key.
    Key(&'a At<'a>, &'a str),
    /// An item of a list.
    Index(&'a At<'a>, usize),
}

impl At<'_> {
    /// Returns the path to the value of a key of this node.
    #[must_use]
    pub fn key<'b>(&'b self, key: &'b str) -> At<'b> {
        At::Key(self, key)
    }

    /// Returns the path to an item of this node.
    #[must_use]
    pub fn index(&self, index: usize) -> At<'_> {
        At::Index(self, index)
    }

    /// Returns the keys on the path, the last one first.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let outer = |at: &&Self| match at {
            Self::Root(_) => None,
            Self::Key(outer, _) | Self::Index(outer, _) => Some(*outer),
        };
        let key = |at: &Self| match at {
            Self::Key(_, key) => Some(*key),
            Self::Root(_) | Self::Index(..) => None,
        };
        iter::successors(Some(self), outer).filter_map(key)
    }

    /// Returns the keywords on the path, the first one first, without the names in them: a property can be called `if`.
    pub fn keywords(&self) -> Vec<&str> {
        let keys: Vec<&str> = self.keys().collect();
        keywords(keys.into_iter().rev())
    }

    /// Returns true if one of the [keywords](Self::keywords) is such a one. Most paths have no key that is, be it a keyword or a name.
    pub fn has_keyword(&self, is: impl Fn(&str) -> bool) -> bool {
        self.keys().any(&is) && self.keywords().into_iter().any(is)
    }

    /// Writes the pointer.
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        self.write(&mut pointer);
        pointer
    }

    fn write(&self, pointer: &mut String) {
        match self {
            Self::Root(start) => pointer.push_str(start),
            Self::Key(outer, key) => {
                outer.write(pointer);
                push_step(pointer, key);
            }
            Self::Index(outer, index) => {
                outer.write(pointer);
                push_step(pointer, &index.to_string());
            }
        }
    }
}

/// Returns the keywords among the steps of a pointer to a schema, and the indices, without the names.
pub fn keywords<'s>(steps: impl Iterator<Item = &'s str>) -> Vec<&'s str> {
    let (mut found, mut is_name) = (Vec::new(), false);
    for step in steps {
        if !is_name {
            found.push(step);
        }
        is_name = !is_name && below(step) == Below::Named;
    }
    found
}

/// Adds a key to a pointer, escaped.
pub fn step(pointer: &str, key: &str) -> String {
    let mut longer = String::with_capacity(pointer.len() + 1 + key.len());
    longer.push_str(pointer);
    push_step(&mut longer, key);
    longer
}

fn push_step(pointer: &mut String, key: &str) {
    pointer.push('/');
    if key.contains(['~', '/']) {
        pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
    } else {
        pointer.push_str(key);
    }
}

/// The characters of a pointer that a fragment keeps as they are.
const KEPT: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':').remove(b'/').remove(b'$');

/// Writes a pointer as the fragment of a URL.
pub fn to_fragment(pointer: &str) -> String {
    utf8_percent_encode(pointer, KEPT).to_string()
}

/// Reads the pointer in the fragment of a URL.
pub fn from_fragment(fragment: &str) -> String {
    percent_decode_str(fragment).decode_utf8_lossy().into_owned()
}

/// Returns the key of a step of a pointer, unescaped.
pub fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_survives_being_a_fragment() {
        let cases = [("/$defs/A b", "/$defs/A%20b"), ("/a~1b/ä%", "/a~1b/%C3%A4%25"), ("", "")];
        for (pointer, fragment) in cases {
            assert_eq!(to_fragment(pointer), fragment);
            assert_eq!(from_fragment(fragment), pointer);
        }
        // Text that is not an escape is unchanged.
        assert_eq!(from_fragment("/100%/%zz/%+1"), "/100%/%zz/%+1");
    }
}
