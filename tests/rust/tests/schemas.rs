//! The feature `schemas`: it has the published schemas, unchanged.

use hookwire::SCHEMAS;
use serde_json::Value;

#[test]
fn the_schemas_of_the_crate_are_those_that_are_published() {
    let path = "../../generated/schemas/bundle.schema.json";
    let published = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let schemas: Value = serde_json::from_str(SCHEMAS).unwrap();
    assert!(schemas == serde_json::from_str::<Value>(&published).unwrap());
    assert_eq!(schemas["x-host"]["version"], hookwire::HOST_VERSION);
    assert!(schemas["$defs"]["StopOutput"].is_object());
}
