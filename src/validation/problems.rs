//! The types of problems, for the packages of a set that does not define them.

use serde_json::Value;

use crate::diagnostic::{Code as DiagnosticCode, Diagnostics};
use crate::link::link;
use crate::load::{self, SchemaSet};
use crate::lower::{CatalogueOperations, lower};
use crate::model::{Contract, problem};
use crate::schema::JsonFile;

/// The types, with every code that a validator reports. Its words are about no domain.
const SCHEMA: &str = include_str!("problem.schema.json");

/// Returns the types of problems for a contract whose packages validate values and that does not define them, or `None` for any other
/// contract. They are in a contract of their own, so that both can have types of the same names.
///
/// # Errors
/// Never fails for the schema of this module.
pub fn problem_types(contract: &Contract) -> Result<Option<Contract>, Diagnostics> {
    if !contract.checks_values() || contract.defines_problems() {
        return Ok(None);
    }
    let file = JsonFile::parse("problem.schema.json", schema(!contract.operations.each.is_empty()).into_bytes())?;
    let settings = load::settings(DiagnosticCode::BadSetFile, "codegen.toml", "[package]\nname = \"problems\"\n")?;
    let set = SchemaSet::of_schema(settings, file);
    let operations = CatalogueOperations { noun: "operation", file: None, each: Vec::new(), input: None, output: None };
    lower(&set, &link(&set).definitions, &operations).map(|(types, _)| Some(types))
}

/// Returns the schema, with the codes of operations only if there are operations.
fn schema(has_operations: bool) -> String {
    let Ok(mut schema) = serde_json::from_str::<Value>(SCHEMA) else { return SCHEMA.to_owned() };
    if let Some(codes) = schema.pointer_mut("/$defs/ProblemCode/oneOf").and_then(Value::as_array_mut) {
        let is_of_operations =
            |it: &Value| problem::Code::ALL.iter().any(|code| it["const"] == code.name() && code.is_of_operations());
        codes.retain(|it| has_operations || !is_of_operations(it));
    }
    schema.to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_schema_has_the_words_of_the_validators() {
        let words = |has_operations: bool, name: &str| -> Vec<String> {
            let schema: Value = serde_json::from_str(&schema(has_operations)).unwrap();
            let values = schema["$defs"][name]["oneOf"].as_array().unwrap().clone();
            values.iter().map(|it| it["const"].as_str().unwrap().to_owned()).collect()
        };
        let codes = problem::Code::ALL.iter().filter(|code| !code.is_of_texts());
        assert_eq!(words(true, "ProblemCode"), codes.clone().map(|code| code.name()).collect::<Vec<_>>());
        let codes = codes.filter(|code| !code.is_of_operations());
        assert_eq!(words(false, "ProblemCode"), codes.map(|code| code.name()).collect::<Vec<_>>());
        assert_eq!(words(true, "ProblemSeverity"), problem::SEVERITIES);
        assert_eq!(words(true, "ProblemConfidence"), problem::CONFIDENCES);
        let schema: Value = serde_json::from_str(SCHEMA).unwrap();
        assert!(schema["properties"].as_object().unwrap().keys().eq(problem::FIELDS));
    }
}
