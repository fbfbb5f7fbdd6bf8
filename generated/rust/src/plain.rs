//! Reads a JSON value exactly as it is written.
//!
//! `serde_json`'s own `Value` treats some keys specially as soon as any crate of a program enables its features
//! `raw_value` or `arbitrary_precision`. A payload with such a key would be read differently than the host reads it.

use std::fmt;
use std::sync::OnceLock;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The key of the map that represents a number if the feature `arbitrary_precision` is on.
const NUMBER: &str = "$serde_json::private::Number";

/// A value as it is written.
pub(crate) struct Plain(pub(crate) Value);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Self)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number that no double holds"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Plain(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Plain(value))) = entries.next_entry::<String, Plain>()? {
            map.insert(key, value);
        }
        match number(&map) {
            Some(number) => self.visit_f64(number),
            None => Ok(Value::Object(map)),
        }
    }
}

/// Returns the number that a map represents, if numbers are maps in this program.
fn number(map: &Map<String, Value>) -> Option<f64> {
    let digits = map.get(NUMBER).filter(|_| map.len() == 1)?.as_str()?;
    if numbers_are_maps() { digits.parse().ok() } else { None }
}

fn numbers_are_maps() -> bool {
    static KNOWN: OnceLock<bool> = OnceLock::new();
    *KNOWN.get_or_init(|| serde_json::from_str::<Probe>("1").is_ok_and(|probe| probe.0))
}

/// True if serde_json represents a number as a map.
struct Probe(bool);

impl<'de> Deserialize<'de> for Probe {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Asked).map(Self)
    }
}

struct Asked;

impl<'de> Visitor<'de> for Asked {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_u64<E>(self, _: u64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<bool, A::Error> {
        while entries.next_entry::<String, String>()?.is_some() {}
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_serde_json_itself_are_keys() {
        for text in [r#"{"$serde_json::private::RawValue":"1"}"#, r#"{"a":{"$serde_json::private::RawValue":"{}"}}"#] {
            let read = serde_json::from_str::<Plain>(text).map(|it| it.0.to_string());
            assert_eq!(read.ok().as_deref(), Some(text));
        }
    }

    #[test]
    fn every_kind_of_value_comes_as_it_is() {
        let text = r#"[null,true,-1,18446744073709551615,1.5,"a",{"b":[]}]"#;
        assert_eq!(serde_json::from_str::<Plain>(text).map(|it| it.0.to_string()).ok().as_deref(), Some(text));
        assert!(serde_json::from_str::<Plain>("1e400").is_err());
    }
}
