//! Finds pairs of limits that exclude every value.

use serde_json::{Map, Value};

use super::untyped;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::SchemaSet;
use crate::schema::{At, Exact, Find, JsonFile, walk};

/// The counted things, with the keywords of the minimum and the maximum.
const COUNTED: [(&str, &str, &str); 3] = [
    ("string", "minLength", "maxLength"),
    ("list", "minItems", "maxItems"),
    ("object", "minProperties", "maxProperties"),
];

/// Reports every pair of limits that excludes every value. `enforced` describes who enforces what no type expresses.
pub fn check(set: &SchemaSet, file: &JsonFile, enforced: &str, found: &mut Diagnostics) {
    walk(&file.value, At::Root(""), &mut |schema, at| {
        // Most schemas have no lower limit, and then some value always fits.
        if !schema.keys().any(|key| key.starts_with("min") || key == "exclusiveMinimum") {
            return;
        }
        let counted = COUNTED.iter().filter(|(_, least, most)| limit(schema, least) > limit(schema, most));
        let counted = counted.filter_map(|(what, _, most)| schema.contains_key(*most).then_some((*what, *most)));
        for (what, key) in counted.chain(no_number(schema).map(|key| ("number", key))) {
            let diagnostic = Diagnostic::error(Code::Bounds, format!("no {what} is within these bounds"))
                .because(format!("every {what} is refused by them"))
                .instead("fix one of the bounds");
            found.0.extend(untyped(set, diagnostic, enforced).map(|it| it.at(file.place(&at.key(key).pointer()))));
        }
    });
}

fn limit(schema: &Map<String, Value>, key: &str) -> Option<Exact> {
    schema.keyword(key).and_then(Value::as_number).map(Exact::of)
}

/// Returns the keyword of the upper of two bounds that exclude every number.
fn no_number(schema: &Map<String, Value>) -> Option<&'static str> {
    let whole = schema.keyword("type").is_some_and(|it| it == "integer");
    let lower =
        [limit(schema, "minimum").map(|it| (it, true)), limit(schema, "exclusiveMinimum").map(|it| (it, false))];
    ["maximum", "exclusiveMaximum"].into_iter().find(|&key| {
        let upper = limit(schema, key).map(|it| (it, key == "maximum"));
        lower.iter().flatten().any(|lower| upper.is_some_and(|upper| is_empty(*lower, upper, whole)))
    })
}

/// Returns true if no number is between the bounds. Each bound has a flag, true if the bound itself is allowed.
fn is_empty((lower, with_lower): (Exact, bool), (upper, with_upper): (Exact, bool), whole: bool) -> bool {
    // For integers, compare the first one above with the last one below.
    let first = if with_lower { lower.ceil() } else { lower.floor().saturating_add(1) };
    let last = if with_upper { upper.floor() } else { upper.ceil().saturating_sub(1) };
    lower > upper || (lower == upper && !(with_lower && with_upper)) || (whole && first > last)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::no_number;

    #[test]
    fn bounds_that_nothing_is_within_are_found() {
        let of = |schema: serde_json::Value| schema.as_object().and_then(no_number);
        assert_eq!(of(json!({"minimum": 2, "maximum": 1})), Some("maximum"));
        assert_eq!(of(json!({"minimum": 1, "maximum": 1})), None);
        assert_eq!(of(json!({"exclusiveMinimum": 1, "maximum": 1})), Some("maximum"));
        assert_eq!(of(json!({"minimum": 1, "exclusiveMaximum": 1})), Some("exclusiveMaximum"));
        assert_eq!(of(json!({"exclusiveMinimum": 0, "maximum": 1, "type": "integer"})), None);
        assert_eq!(of(json!({"exclusiveMinimum": 0, "exclusiveMaximum": 1})), None);
        assert_eq!(
            of(json!({"exclusiveMinimum": 0, "exclusiveMaximum": 1, "type": "integer"})),
            Some("exclusiveMaximum")
        );
        assert_eq!(of(json!({"minimum": 0.2, "maximum": 0.8, "type": "integer"})), Some("maximum"));
        // Doubles are the same for these.
        let (one, next) = (9_007_199_254_740_992_u64, 9_007_199_254_740_993_u64);
        assert_eq!(of(json!({"minimum": next, "maximum": one, "type": "integer"})), Some("maximum"));
        assert_eq!(of(json!({"minimum": next, "maximum": next, "type": "integer"})), None);
        assert_eq!(
            of(json!({"exclusiveMinimum": next, "exclusiveMaximum": next + 1, "type": "integer"})),
            Some("exclusiveMaximum")
        );
        assert_eq!(of(json!({"exclusiveMinimum": one, "exclusiveMaximum": next + 1, "type": "integer"})), None);
        assert_eq!(of(json!({"minimum": u64::MAX, "exclusiveMaximum": u64::MAX})), Some("exclusiveMaximum"));
        assert_eq!(of(json!({"minimum": 1e300, "maximum": 1e299, "type": "integer"})), Some("maximum"));
    }
}
