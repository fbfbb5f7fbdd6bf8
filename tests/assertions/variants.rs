//! A union that nothing in the value tells apart: the schemas of the members decide, not what their types could hold.
#![allow(clippy::unwrap_used, missing_docs)]

use serde_json::json;
use stations::Reading;
use stations::validate::parse;

#[test]
fn a_value_is_the_variant_whose_schema_accepts_it() {
    // Both are integers: the first is 0 or more, the second 100 at most, and only one of them may accept it.
    assert!(matches!(serde_json::from_str("101").unwrap(), Reading::Integer(101)));
    assert!(matches!(serde_json::from_str("-1").unwrap(), Reading::Integer2(-1)));
    assert!(serde_json::from_str::<Reading>("50").is_err());
}

#[test]
fn a_value_that_no_member_accepts_has_problems_and_no_variant() {
    let problems = parse::<Reading>(&json!([{"value": 1}, {"value": "1"}])).unwrap_err();
    assert!(!problems.into_vec().is_empty());
    let read: Reading = parse(&json!([{"value": 1}, [-1]])).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), json!([{"value": 1.0}, [-1]]));
}
