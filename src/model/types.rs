//! The types of a contract: in order, and by name.

use std::slice;
use std::sync::Arc;

use foldhash::HashMap;
use serde::{Serialize, Serializer};

use super::TypeDef;

/// Types in the order of a contract, which finds each by its name without looking at the others. A clone has the same
/// types: nothing changes them any more.
#[derive(Debug, Clone, Default)]
pub struct Types(Arc<All>);

#[derive(Debug, Default)]
struct All {
    defs: Vec<Arc<TypeDef>>,
    places: HashMap<String, usize>,
}

/// Types, in their order.
pub type Iter<'a> = std::iter::Map<slice::Iter<'a, Arc<TypeDef>>, fn(&'a Arc<TypeDef>) -> &'a TypeDef>;

impl Types {
    /// The type of this name; of several the first one.
    pub fn named(&self, name: &str) -> Option<&TypeDef> {
        self.shared(self.place(name)?).map(|def| &**def)
    }

    /// Where the type of this name is among them.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.0.places.get(name).copied()
    }

    /// The type that is there.
    pub fn get(&self, at: usize) -> Option<&TypeDef> {
        self.shared(at).map(|def| &**def)
    }

    /// The type that is there, for who keeps it.
    pub fn shared(&self, at: usize) -> Option<&Arc<TypeDef>> {
        self.0.defs.get(at)
    }

    /// Returns the number of types.
    pub fn len(&self) -> usize {
        self.0.defs.len()
    }

    /// There is none.
    pub fn is_empty(&self) -> bool {
        self.0.defs.is_empty()
    }

    /// Each of them, in order.
    pub fn iter(&self) -> Iter<'_> {
        self.0.defs.iter().map(|def| &**def)
    }
}

impl From<Vec<TypeDef>> for Types {
    fn from(defs: Vec<TypeDef>) -> Self {
        // The first one of a name is the last to be written.
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
