//! The parts of a type, as a list.

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object, ObjectRepr};

use super::{Node, Part};
use crate::model::{Kind, TypeDef};

/// The parts of one kind.
#[derive(Debug)]
pub struct List {
    pub def: Arc<TypeDef>,
    pub parts: Parts,
}

/// The kind of the parts.
#[derive(Debug, Clone, Copy)]
pub enum Parts {
    Fields,
    Values,
    Removed,
    Variants,
}

impl List {
    fn len(&self) -> usize {
        match (self.parts, &self.def.kind) {
            (Parts::Fields, Kind::Struct(it)) => it.fields.len(),
            (Parts::Values, Kind::Enum(it)) => it.values.len(),
            (Parts::Removed, Kind::Enum(it)) => it.removed.len(),
            (Parts::Variants, Kind::Union(it)) => it.variants.len(),
            _ => 0,
        }
    }

    fn part(&self, at: usize) -> Part {
        match self.parts {
            Parts::Fields => Part::Field(at),
            Parts::Values => Part::Value(at),
            Parts::Removed => Part::Removed(at),
            Parts::Variants => Part::Variant(at),
        }
    }
}

impl Object for List {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Seq
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let at = key.as_usize().filter(|at| *at < self.len())?;
        Some(Node { def: Arc::clone(&self.def), part: self.part(at) }.into())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Seq(self.len())
    }
}
