//! The types of a contract: in order, and by name.

use std::collections::HashMap;
use std::ops::Deref;

use serde::{Serialize, Serializer};

use super::TypeDef;

/// Types in the order of a contract, which finds each by its name without looking at the others. It is a slice of them.
#[derive(Debug, Clone, Default)]
pub struct Types {
    all: Vec<TypeDef>,
    places: HashMap<String, usize>,
}

impl Types {
    /// The type of this name; of several the first one.
    pub fn named(&self, name: &str) -> Option<&TypeDef> {
        self.place(name).map(|at| &self.all[at])
    }

    /// Where the type of this name stands among them.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }
}

impl From<Vec<TypeDef>> for Types {
    fn from(all: Vec<TypeDef>) -> Self {
        // The first one of a name is the last to be written.
        let places = all.iter().enumerate().rev().map(|(at, def)| (def.name.clone(), at)).collect();
        Self { all, places }
    }
}

impl FromIterator<TypeDef> for Types {
    fn from_iter<I: IntoIterator<Item = TypeDef>>(all: I) -> Self {
        all.into_iter().collect::<Vec<_>>().into()
    }
}

impl Deref for Types {
    type Target = [TypeDef];

    fn deref(&self) -> &[TypeDef] {
        &self.all
    }
}

impl<'a> IntoIterator for &'a Types {
    type Item = &'a TypeDef;
    type IntoIter = std::slice::Iter<'a, TypeDef>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl IntoIterator for Types {
    type Item = TypeDef;
    type IntoIter = std::vec::IntoIter<TypeDef>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl Serialize for Types {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.all.serialize(serializer)
    }
}
