//! The type of a schema that is `false`.

use serde_json::Value;

use crate::json::{FromJson, Result, Strictness, expected};

/// Nothing: no value is of this type. A field of it can only be absent.
// An enum without variants would make the compiler warn of code after its values, which is generated like that of any other type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Never(());

impl FromJson for Never {
    fn from_json(value: Value, _: Strictness) -> Result<Self> {
        Err(expected("nothing", &value))
    }
}

impl serde::Serialize for Never {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

crate::implement::deserialize!(Never);
