//! Hooks as their users write them: the crate's own example, and those in `src/bin`. And what the tests share.

use serde_json::{Map, Number, Value};

/// The value as JSON has it: an object has no order, a number is a double.
pub fn plain(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let mut pairs: Vec<(String, Value)> = object.into_iter().map(|(key, value)| (key, plain(value))).collect();
            pairs.sort_by(|one, other| one.0.cmp(&other.0));
            Value::Object(pairs.into_iter().collect::<Map<_, _>>())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(plain).collect()),
        // `0.0` and `-0.0` are one number.
        Value::Number(number) => {
            number.as_f64().and_then(|it| Number::from_f64(it + 0.0)).map_or(Value::Null, Value::Number)
        }
        other => other,
    }
}

/// Nobody else's type is one of the contract:
///
/// ```compile_fail,E0277
/// use hookwire::{FromJson, Keys, Mismatch};
///
/// trait ContractType: FromJson {
///     const NAME: &'static str;
/// }
///
/// struct Mine;
///
/// impl FromJson for Mine {
///     fn from_json(_: serde_json::Value, _: Keys) -> Result<Self, Mismatch> {
///         Ok(Self)
///     }
/// }
///
/// impl hookwire::ContractType for Mine {
///     const NAME: &'static str = "StopInput";
/// }
/// ```
///
/// With a trait of one's own the same compiles:
///
/// ```
/// use hookwire::{FromJson, Keys, Mismatch};
///
/// trait ContractType: FromJson {
///     const NAME: &'static str;
/// }
///
/// struct Mine;
///
/// impl FromJson for Mine {
///     fn from_json(_: serde_json::Value, _: Keys) -> Result<Self, Mismatch> {
///         Ok(Self)
///     }
/// }
///
/// impl ContractType for Mine {
///     const NAME: &'static str = "StopInput";
/// }
/// ```
#[cfg(doctest)]
pub struct Sealed;
