//! The origin of a node.

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};

use super::Node;

/// The origin of a type or of a field.
#[derive(Debug)]
pub struct OriginOf(pub Node);

impl Object for OriginOf {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let origin = self.0.origin()?;
        match key {
            "file" => Some(origin.file.as_str().into()),
            "pointer" => Some(origin.pointer.as_str().into()),
            _ => None,
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&["file", "pointer"])
    }
}
