//! The way to a node, of which a pointer is made only where one is told.

use std::iter;

/// Where a node stands. Who goes through a value makes one for each step, and few are ever told.
#[derive(Debug, Clone, Copy)]
pub enum At<'a> {
    /// At this pointer, where the way begins.
    Root(&'a str),
    /// At a key.
    Key(&'a At<'a>, &'a str),
    /// In a list.
    Index(&'a At<'a>, usize),
}

impl At<'_> {
    /// The value of a key of this node.
    #[must_use]
    pub fn key<'b>(&'b self, key: &'b str) -> At<'b> {
        At::Key(self, key)
    }

    /// An item of this node.
    #[must_use]
    pub fn index(&self, index: usize) -> At<'_> {
        At::Index(self, index)
    }

    /// The keys on the way, the last one first.
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

    /// The pointer.
    pub fn pointer(&self) -> String {
        match self {
            Self::Root(pointer) => (*pointer).to_owned(),
            Self::Key(outer, key) => step(&outer.pointer(), key),
            Self::Index(outer, index) => step(&outer.pointer(), &index.to_string()),
        }
    }
}

/// A step of a pointer, escaped as RFC 6901 wants it.
pub fn step(pointer: &str, key: &str) -> String {
    let mut longer = String::with_capacity(pointer.len() + 1 + key.len());
    longer.push_str(pointer);
    longer.push('/');
    if key.contains(['~', '/']) {
        longer.push_str(&key.replace('~', "~0").replace('/', "~1"));
    } else {
        longer.push_str(key);
    }
    longer
}
