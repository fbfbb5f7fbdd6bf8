//! Plain values are read as the types that fit them.

use serde_json::json;

#[test]
fn an_integer_is_one_that_a_double_holds_exactly() {
    let largest = (1_i64 << 53) - 1;
    for right in [largest, -largest, 0] {
        assert_eq!(hookwire::read::from_value::<i64>(json!(right)), Ok(right));
    }
    assert_eq!(hookwire::read::from_value::<i64>(json!(5.0)), Ok(5));
    for wrong in [json!(largest + 1), json!(-largest - 1), json!(u64::MAX), json!(1e300), json!(0.5), json!("1")] {
        assert!(hookwire::read::from_value::<i64>(wrong.clone()).is_err(), "{wrong}");
    }
}
