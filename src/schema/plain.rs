//! JSON with which nothing is wrong, read without the positions of its nodes: most files are only ever read so.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

/// The value of a text. Nothing, if there may be something to tell of it, which a reader with positions finds out: it is no
/// JSON, too deep, has a key twice, or a number that is not certainly what it was written as.
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
        // A number that is too small for a double is 0 as well.
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
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            // So a number is handed out where somebody in the same program has serde_json keep all its digits.
            if key.starts_with("$serde_json::private::") {
                return Err(A::Error::custom("a key that is not certainly one of the text"));
            }
            match object.entry(key) {
                Entry::Vacant(free) => drop(free.insert(entries.next_value_seed(self)?)),
                Entry::Occupied(_) => return Err(A::Error::custom("a key that stands twice")),
            }
        }
        Ok(Value::Object(object))
    }
}
