//! Bounds of numbers, strings and list lengths.

use serde_json::{Map, Number, Value};

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Bounds, Expr, Format};
use crate::schema::Find;
use crate::set::Integers;

/// The largest integer up to which every integer is exactly one double.
pub const LARGEST: f64 = 9_007_199_254_740_991.0;

/// A wrong bound: its keyword and the finding.
type Wrong = Box<(&'static str, Diagnostic)>;

/// Reads the bounds next to a scalar's type. Returns `None` if there are none.
///
/// # Errors
/// A bound cannot be represented in every language.
pub fn bounds(schema: &Map<String, Value>, of: &Expr, integers: Integers) -> Result<Option<Bounds>, Wrong> {
    let is_wide = integers == Integers::Wide && *of == Expr::Integer;
    let number = if is_wide { wide } else { number };
    let mut bounds = Bounds {
        minimum: number(schema, "minimum", of)?,
        above: number(schema, "exclusiveMinimum", of)?,
        maximum: number(schema, "maximum", of)?,
        min_length: length(schema)?,
        format: format(schema, of),
    };
    if is_wide {
        unsigned(schema, &mut bounds)?;
    }
    Ok(Some(bounds).filter(|it| *it != Bounds::default()))
}

/// Returns the value of a counting keyword. JSON Schema also allows an integer with a fraction of zero.
pub fn count(schema: &Map<String, Value>, key: &str) -> Option<u64> {
    let count = schema.keyword(key)?.as_f64()?;
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

/// Returns an integer in this value that 64 bits do not hold.
pub fn beyond_wide(value: &Value, whole: bool) -> Option<&Number> {
    match value {
        Value::Number(number) => {
            let is_beyond = number.is_f64() && number.as_f64().is_some_and(|it| it.abs() > u64::MAX as f64);
            (is_beyond && whole).then_some(number)
        }
        Value::Array(items) => items.iter().find_map(|item| beyond_wide(item, whole)),
        Value::Object(object) => object.values().find_map(|value| beyond_wide(value, whole)),
        _ => None,
    }
}

/// Returns an integer of 64 bits, also if it is written with a fraction of zero.
pub fn whole(number: &Number) -> Option<Number> {
    let double = || number.as_f64().filter(|it| it.fract() == 0.0);
    let from_double = || match double()? {
        it if it.abs() < i64::MAX as f64 => Some(Number::from(it as i64)),
        it if it > 0.0 && it < u64::MAX as f64 => Some(Number::from(it as u64)),
        _ => None,
    };
    if number.is_f64() { from_double() } else { Some(number.clone()) }
}

/// Reads a bound of an integer of 64 bits.
fn wide(schema: &Map<String, Value>, key: &'static str, of: &Expr) -> Result<Option<Number>, Wrong> {
    let Some(Value::Number(number)) = schema.keyword(key) else { return Ok(None) };
    match whole(number) {
        Some(number) => Ok(Some(number)),
        None if number.as_f64().is_some_and(|it| it.fract() != 0.0) => self::number(schema, key, of),
        None => {
            let diagnostic = Diagnostic::error(Code::Bounds, format!("`{key}` is an integer that 64 bits do not hold"))
                .because("no type of Rust would hold every integer within it")
                .instead("write one from -9223372036854775808 to 18446744073709551615, or leave it out");
            Err(Box::new((key, diagnostic)))
        }
    }
}

/// Completes the bounds of an integer that is a `u64`: those of its format, or of the maximum.
fn unsigned(schema: &Map<String, Value>, bounds: &mut Bounds) -> Result<(), Wrong> {
    let is_large = |bound: &Option<Number>| {
        bound.as_ref().is_some_and(Number::is_u64) && !bound.as_ref().is_some_and(Number::is_i64)
    };
    let format = schema.keyword("format").and_then(Value::as_str);
    let has_format = matches!(format, Some("uint64" | "uint"));
    if !has_format && ![&bounds.minimum, &bounds.above, &bounds.maximum].into_iter().any(is_large) {
        return Ok(());
    }
    let least = |bound: &Option<Number>, least: i64| {
        bound.as_ref().is_some_and(|it| it.is_u64() || it.as_i64().is_some_and(|it| it >= least))
    };
    if !least(&bounds.minimum, 0) && !least(&bounds.above, -1) {
        if !has_format {
            let message = "the maximum of an integer that can be negative is above 9223372036854775807";
            let diagnostic = Diagnostic::error(Code::Bounds, message)
                .because("no type of 64 bits holds every integer within the bounds")
                .instead("write `\"minimum\": 0` beside it, or a maximum of 9223372036854775807 at most");
            return Err(Box::new(("maximum", diagnostic)));
        }
        bounds.minimum = Some(Number::from(0));
    }
    bounds.maximum.get_or_insert_with(|| Number::from(u64::MAX));
    Ok(())
}

fn number(schema: &Map<String, Value>, key: &'static str, of: &Expr) -> Result<Option<Number>, Wrong> {
    let Some(number) = schema.keyword(key).and_then(Value::as_f64) else { return Ok(None) };
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
    if schema.keyword("minLength").and_then(Value::as_f64).is_some_and(|it| it > LARGEST) {
        let diagnostic = Diagnostic::error(Code::Bounds, "`minLength` is longer than any string")
            .because("nothing could ever be a value of this")
            .instead("write the length that is meant");
        return Err(Box::new(("minLength", diagnostic)));
    }
    Ok(count(schema, "minLength").filter(|it| *it > 0))
}

/// Reads a format that is checked. Any other format is an annotation.
fn format(schema: &Map<String, Value>, of: &Expr) -> Option<Format> {
    let name = schema.keyword("format").and_then(Value::as_str).filter(|_| *of == Expr::String)?;
    Format::named(name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(schema: Value, of: &Expr) -> Result<Option<Bounds>, &'static str> {
        bounds(schema.as_object().unwrap_or(&Map::new()), of, Integers::Safe).map_err(|wrong| wrong.0)
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
