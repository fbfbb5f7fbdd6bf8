//! The types of a contract: in order, and by name.

use std::slice;
use std::sync::Arc;

use foldhash::HashMap;
use serde::{Serialize, Serializer};

use super::TypeDef;

/// The types of a contract, in order, with an index by name. They never change, so clones share them.
#[derive(Debug, Clone, Default)]
pub struct Types(Arc<All>);

#[derive(Debug, Default)]
struct All {
    defs: Vec<Arc<TypeDef>>,
    places: HashMap<String, usize>,
}

/// Iterates over types in order.
pub type Iter<'a> = std::iter::Map<slice::Iter<'a, Arc<TypeDef>>, fn(&'a Arc<TypeDef>) -> &'a TypeDef>;

impl Types {
    /// Returns the type of this name, the first if there are several.
    pub fn named(&self, name: &str) -> Option<&TypeDef> {
        self.shared(self.place(name)?).map(|def| &**def)
    }

    /// Returns the index of the type of this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.0.places.get(name).copied()
    }

    /// Returns the type at this index.
    pub fn get(&self, at: usize) -> Option<&TypeDef> {
        self.shared(at).map(|def| &**def)
    }

    /// Returns the type at this index, for callers that keep it.
    pub fn shared(&self, at: usize) -> Option<&Arc<TypeDef>> {
        self.0.defs.get(at)
    }

    /// Returns the number of types.
    pub fn len(&self) -> usize {
        self.0.defs.len()
    }

    /// Returns true if there are no types.
    pub fn is_empty(&self) -> bool {
        self.0.defs.is_empty()
    }

    /// Iterates over the types in order.
    pub fn iter(&self) -> Iter<'_> {
        self.0.defs.iter().map(|def| &**def)
    }
}

impl From<Vec<TypeDef>> for Types {
    fn from(defs: Vec<TypeDef>) -> Self {
        // In reverse, so that the first type of a name is written last and wins.
        let places = defs.iter().enumerate().rev().map(|(at, def)| (def.name.clone(), at)).collect();
        Self(Arc::new(All { defs: defs.into_iter().map(Arc::new).collect(), places }))
    }
}

impl FromIterator<TypeDef> for Types {
    fn from_iter<I: IntoIterator<Item = TypeDef>>(all: I) -> Self {
        all.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'a> IntoIterator for &'a Types {
    type Item = &'a TypeDef;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Serialize for Types {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
