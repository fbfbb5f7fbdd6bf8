//! Bounds of numbers, strings and list lengths.

use serde_json::{Map, Number, Value};

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Bounds, Expr, Format};

/// The largest integer up to which every integer is exactly one double.
pub const LARGEST: f64 = 9_007_199_254_740_991.0;

/// A wrong bound: its keyword and the finding.
type Wrong = Box<(&'static str, Diagnostic)>;

/// Reads the bounds next to a scalar's type. Returns `None` if there are none.
///
/// # Errors
/// A bound cannot be represented in every language.
pub fn bounds(schema: &Map<String, Value>, of: &Expr) -> Result<Option<Bounds>, Wrong> {
    let bounds = Bounds {
        minimum: number(schema, "minimum", of)?,
        above: number(schema, "exclusiveMinimum", of)?,
        maximum: number(schema, "maximum", of)?,
        min_length: length(schema)?,
        format: format(schema, of),
    };
    Ok(Some(bounds).filter(|it| *it != Bounds::default()))
}

/// Returns the value of a counting keyword. JSON Schema also allows an integer with a fraction of zero.
pub fn count(schema: &Map<String, Value>, key: &str) -> Option<u64> {
    let count = schema.get(key)?.as_f64()?;
    (count >= 0.0 && count.fract() == 0.0 && count <= LARGEST).then_some(count as u64)
}

/// Returns an integer in this value that not every language can represent. Numbers with a fraction or an exponent are
/// the same double everywhere, so they count only if `whole` is true.
pub fn inexact_number(value: &Value, whole: bool) -> Option<&Number> {
    match value {
        Value::Number(number) => {
            let is_large = number.as_f64().is_some_and(|it| it.abs() > LARGEST);
            (is_large && (whole || !number.is_f64())).then_some(number)
        }
        Value::Array(items) => items.iter().find_map(|item| inexact_number(item, whole)),
        Value::Object(object) => object.values().find_map(|value| inexact_number(value, whole)),
        _ => None,
    }
}

fn number(schema: &Map<String, Value>, key: &'static str, of: &Expr) -> Result<Option<Number>, Wrong> {
    let Some(number) = schema.get(key).and_then(Value::as_f64) else { return Ok(None) };
    let whole = number.fract() == 0.0;
    if number.abs() > LARGEST {
        let diagnostic = Diagnostic::error(Code::Bounds, format!("`{key}` is a number that not every language holds"))
            .because("the languages would not agree on what is within it")
            .instead("write one that a double holds exactly, 9007199254740991 at most, or leave it out");
        return Err(Box::new((key, diagnostic)));
    }
    if *of == Expr::Integer && !whole {
        let diagnostic = Diagnostic::error(Code::Bounds, format!("`{key}` of an integer is a number with a fraction"))
            .because("no value is ever equal to it")
            .instead("write the integer that is meant, or `\"type\": \"number\"`");
        return Err(Box::new((key, diagnostic)));
    }
    Ok(if whole { Some(Number::from(number as i64)) } else { Number::from_f64(number) })
}

/// Reads `minLength`; zero is not a bound. The meta-schema reports a value that is not an integer.
fn length(schema: &Map<String, Value>) -> Result<Option<u64>, Wrong> {
    if schema.get("minLength").and_then(Value::as_f64).is_some_and(|it| it > LARGEST) {
        let diagnostic = Diagnostic::error(Code::Bounds, "`minLength` is longer than any string")
            .because("nothing could ever be a value of this")
            .instead("write the length that is meant");
        return Err(Box::new(("minLength", diagnostic)));
    }
    Ok(count(schema, "minLength").filter(|it| *it > 0))
}

/// Reads a format that is checked. Any other format is an annotation.
fn format(schema: &Map<String, Value>, of: &Expr) -> Option<Format> {
    let name = schema.get("format").and_then(Value::as_str).filter(|_| *of == Expr::String)?;
    Format::named(name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(schema: Value, of: &Expr) -> Result<Option<Bounds>, &'static str> {
        bounds(schema.as_object().unwrap_or(&Map::new()), of).map_err(|wrong| wrong.0)
    }

    #[test]
    fn a_number_is_read_as_what_it_is_however_it_is_written() {
        let within = |number: Value| read(json!({"minimum": number}), &Expr::Number);
        assert_eq!(within(json!(1.0)), within(json!(1)));
        assert_ne!(within(json!(0.5)), within(json!(0)));
        assert_eq!(within(json!(-0.0)), within(json!(0)));
        assert_eq!(within(json!(9_007_199_254_740_992_u64)), Err("minimum"));
        assert_eq!(within(json!(1e300)), Err("minimum"));
        assert_eq!(count(json!({"minItems": 2.0}).as_object().unwrap_or(&Map::new()), "minItems"), Some(2));
    }

    #[test]
    fn bounds_without_effect_are_dropped() {
        assert_eq!(read(json!({"minLength": 0}), &Expr::String), Ok(None));
        assert_eq!(read(json!({"minLength": 1e300}), &Expr::String), Err("minLength"));
    }
}
