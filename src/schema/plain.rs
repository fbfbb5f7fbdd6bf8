//! Reads valid JSON without the positions of its nodes, which is enough for most files.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Returns the value of a text. Returns `None` if a reader with positions may have to report something: invalid JSON,
/// too many levels, a repeated key, or a number that may be rounded to zero or out of range.
pub fn read(text: &str) -> Option<Value> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Plain.deserialize(&mut reader).ok()?;
    reader.end().ok().map(|()| value)
}

#[derive(Clone, Copy)]
struct Plain;

impl<'de> DeserializeSeed<'de> for Plain {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Plain {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        // A number that is too small for a double is also 0.
        let number = Number::from_f64(value).filter(|_| value != 0.0);
        number.map(Value::Number).ok_or_else(|| E::custom("a number that may be another one"))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut read = Vec::new();
        while let Some(key) = entries.next_key::<String>()? {
            // serde_json gives numbers with such a key if another crate enables `arbitrary_precision`.
            if key.starts_with("$serde_json::private::") {
                return Err(A::Error::custom("a key that is not certainly one of the text"));
            }
            read.push((key, entries.next_value_seed(self)?));
        }
        // A map that grows takes more memory than it needs.
        let mut object = Map::with_capacity(read.len());
        for (key, value) in read {
            if object.insert(key, value).is_some() {
                return Err(A::Error::custom("a key that occurs twice"));
            }
        }
        Ok(Value::Object(object))
    }
}
