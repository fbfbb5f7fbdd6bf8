//! Assertions: the constraints that no type of a language expresses. The validators of every language check them.
//!
//! An assertion is a schema, translated one to one; `docs/validation.md` describes each key. All keys have to hold.
//! Each key applies to values of one JSON type and accepts every other value. The empty assertion accepts every value.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use super::StandardFormat;

/// An assertion about a value. The plan omits keys without content.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Assertion {
    /// No value is accepted.
    #[serde(skip_serializing_if = "is_false")]
    pub never: bool,
    /// The accepted JSON types; empty for any. An assertion with `values` has no types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<JsonType>,
    /// The accepted values; empty for any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
    /// The expected kind of value, for messages. Derived from `types` or `values` when the plan is built.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,

    /// For numbers: the minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Number>,
    /// The exclusive minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<Number>,
    /// The maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<Number>,
    /// The exclusive maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<Number>,
    /// The number that it is a multiple of, greater than zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiple_of: Option<Number>,

    /// For strings: the minimum number of code points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<u64>,
    /// The maximum number of code points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u64>,
    /// A regular expression that matches some part of it, from the subset in `docs/matching.md`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// A format that the set asserts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<StandardFormat>,

    /// For arrays: the minimum number of items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_items: Option<u64>,
    /// The maximum number of items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_items: Option<u64>,
    /// No two items are equal.
    #[serde(skip_serializing_if = "is_false")]
    pub unique: bool,
    /// The assertions of the first items, by position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prefix: Vec<Self>,
    /// The assertion of each further item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Box<Self>>,
    /// The assertion of some items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contains: Option<Box<Contains>>,

    /// For objects: the minimum number of keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_properties: Option<u64>,
    /// The maximum number of keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_properties: Option<u64>,
    /// The required keys.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<String>,
    /// The keys that are required if another key is present.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub dependent_required: IndexMap<String, Vec<String>>,
    /// The assertions of values, by key; each applies if the key is present.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub properties: IndexMap<String, Self>,
    /// The assertions of the values whose keys match a regular expression.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<(String, Self)>,
    /// The assertion of each value whose key is not in `properties` and matches none of `patterns`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<Box<Self>>,
    /// The assertion of each key itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Box<Self>>,
    /// The assertions of the whole object, by key; each applies if the key is present.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub dependent: IndexMap<String, Self>,

    /// All of these hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub all: Vec<Self>,
    /// At least one of these holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub any: Vec<Self>,
    /// Exactly one of these holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub one: Vec<Self>,
    /// This does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not: Option<Box<Self>>,
    /// The condition that selects one of the next two.
    #[serde(rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Box<Self>>,
    /// Holds if the condition does.
    #[serde(rename = "then", skip_serializing_if = "Option::is_none")]
    pub consequence: Option<Box<Self>>,
    /// Holds if the condition does not.
    #[serde(rename = "else", skip_serializing_if = "Option::is_none")]
    pub alternative: Option<Box<Self>>,
    /// The name of a definition whose assertion holds.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,

    /// The assertion of each item that no other part has evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unevaluated_items: Option<Box<Self>>,
    /// The assertion of each value whose key no other part has evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unevaluated_properties: Option<Box<Self>>,
}

/// The assertion of some items of an array.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Contains {
    /// The assertion about them.
    pub assertion: Assertion,
    /// The minimum number of these items.
    pub min: u64,
    /// The maximum number of these items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u64>,
}

/// A JSON type, as in the keyword `type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JsonType {
    /// `null`
    Null,
    /// `true` and `false`
    Boolean,
    /// A number without a fraction, of any size.
    Integer,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl JsonType {
    /// Returns true if the value has this type.
    pub fn has(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Null, Value::Null)
            | (Self::Boolean, Value::Bool(_))
            | (Self::Number, Value::Number(_))
            | (Self::String, Value::String(_))
            | (Self::Array, Value::Array(_))
            | (Self::Object, Value::Object(_)) => true,
            (Self::Integer, Value::Number(number)) => number.as_f64().is_some_and(|number| number.fract() == 0.0),
            _ => false,
        }
    }
}

impl Assertion {
    /// Returns the assertion that accepts no value.
    pub fn never() -> Self {
        Self { never: true, ..Self::default() }
    }

    /// Returns true if it accepts every value.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns true if it has a constraint of this keyword.
    pub fn has(&self, keyword: &str) -> bool {
        match keyword {
            "type" => !self.types.is_empty(),
            "const" | "enum" => !self.values.is_empty(),
            "minimum" => self.minimum.is_some(),
            "exclusiveMinimum" => self.above.is_some(),
            "maximum" => self.maximum.is_some(),
            "exclusiveMaximum" => self.below.is_some(),
            "multipleOf" => self.multiple_of.is_some(),
            "minLength" => self.min_length.is_some(),
            "maxLength" => self.max_length.is_some(),
            "pattern" => self.pattern.is_some(),
            "format" => self.format.is_some(),
            "minItems" => self.min_items.is_some(),
            "maxItems" => self.max_items.is_some(),
            "uniqueItems" => self.unique,
            "prefixItems" => !self.prefix.is_empty(),
            "items" | "additionalItems" => self.items.is_some() || !self.prefix.is_empty(),
            "contains" | "minContains" | "maxContains" => self.contains.is_some(),
            "unevaluatedItems" => self.unevaluated_items.is_some(),
            "minProperties" => self.min_properties.is_some(),
            "maxProperties" => self.max_properties.is_some(),
            "required" => !self.required.is_empty(),
            "dependentRequired" => !self.dependent_required.is_empty(),
            "dependentSchemas" => !self.dependent.is_empty(),
            "dependencies" => !(self.dependent.is_empty() && self.dependent_required.is_empty()),
            "properties" => !self.properties.is_empty(),
            "patternProperties" => !self.patterns.is_empty(),
            "additionalProperties" => self.rest.is_some(),
            "propertyNames" => self.names.is_some(),
            "unevaluatedProperties" => self.unevaluated_properties.is_some(),
            "allOf" => !self.all.is_empty(),
            "anyOf" => !self.any.is_empty(),
            "oneOf" => !self.one.is_empty(),
            "not" => self.not.is_some() || self.never,
            "if" => self.condition.is_some(),
            "then" => self.consequence.is_some(),
            "else" => self.alternative.is_some(),
            "$ref" => self.reference.is_some(),
            _ => false,
        }
    }

    /// Returns every key of the plan, and whether this assertion has it: what a target's code has to implement.
    pub fn keys(&self) -> [(&'static str, bool); 37] {
        // A new field does not compile without its line. `what` is only for messages.
        let Self {
            never,
            types,
            values,
            minimum,
            above,
            maximum,
            below,
            multiple_of,
            min_length,
            max_length,
            pattern,
            format,
            min_items,
            max_items,
            unique,
            prefix,
            items,
            contains,
            min_properties,
            max_properties,
            required,
            dependent_required,
            properties,
            patterns,
            rest,
            names,
            dependent,
            all,
            any,
            one,
            not,
            condition,
            consequence,
            alternative,
            reference,
            unevaluated_items,
            unevaluated_properties,
            what: _,
        } = self;
        [
            ("never", *never),
            ("types", !types.is_empty()),
            ("values", !values.is_empty()),
            ("minimum", minimum.is_some()),
            ("above", above.is_some()),
            ("maximum", maximum.is_some()),
            ("below", below.is_some()),
            ("multiple_of", multiple_of.is_some()),
            ("min_length", min_length.is_some()),
            ("max_length", max_length.is_some()),
            ("pattern", pattern.is_some()),
            ("format", format.is_some()),
            ("min_items", min_items.is_some()),
            ("max_items", max_items.is_some()),
            ("unique", *unique),
            ("prefix", !prefix.is_empty()),
            ("items", items.is_some()),
            ("contains", contains.is_some()),
            ("min_properties", min_properties.is_some()),
            ("max_properties", max_properties.is_some()),
            ("required", !required.is_empty()),
            ("dependent_required", !dependent_required.is_empty()),
            ("properties", !properties.is_empty()),
            ("patterns", !patterns.is_empty()),
            ("rest", rest.is_some()),
            ("names", names.is_some()),
            ("dependent", !dependent.is_empty()),
            ("all", !all.is_empty()),
            ("any", !any.is_empty()),
            ("one", !one.is_empty()),
            ("not", not.is_some()),
            ("if", condition.is_some()),
            ("then", consequence.is_some()),
            ("else", alternative.is_some()),
            ("ref", reference.is_some()),
            ("unevaluated_items", unevaluated_items.is_some()),
            ("unevaluated_properties", unevaluated_properties.is_some()),
        ]
    }

    /// Returns the assertions directly inside it.
    pub fn parts(&self) -> Vec<&Self> {
        let one = [
            &self.items,
            &self.rest,
            &self.names,
            &self.not,
            &self.condition,
            &self.consequence,
            &self.alternative,
            &self.unevaluated_items,
            &self.unevaluated_properties,
        ];
        let several = [&self.prefix, &self.all, &self.any, &self.one];
        let patterns = self.patterns.iter().map(|(_, part)| part);
        let by_key = self.properties.values().chain(self.dependent.values()).chain(patterns);
        let contains = self.contains.iter().map(|it| &it.assertion);
        let one = one.into_iter().flatten().map(|part| &**part);
        one.chain(several.into_iter().flatten()).chain(by_key).chain(contains).collect()
    }

    /// Returns the assertions directly inside it, mutable.
    pub fn parts_mut(&mut self) -> Vec<&mut Self> {
        let one = [
            &mut self.items,
            &mut self.rest,
            &mut self.names,
            &mut self.not,
            &mut self.condition,
            &mut self.consequence,
            &mut self.alternative,
            &mut self.unevaluated_items,
            &mut self.unevaluated_properties,
        ];
        let several = [&mut self.prefix, &mut self.all, &mut self.any, &mut self.one];
        let patterns = self.patterns.iter_mut().map(|(_, part)| part);
        let by_key = self.properties.values_mut().chain(self.dependent.values_mut()).chain(patterns);
        let contains = self.contains.iter_mut().map(|it| &mut it.assertion);
        let one = one.into_iter().flatten().map(|part| &mut **part);
        one.chain(several.into_iter().flatten()).chain(by_key).chain(contains).collect()
    }

    /// Returns the parts that apply to the same value, not to a part of it.
    pub fn at_once(&self) -> Vec<&Self> {
        let one = [&self.not, &self.condition, &self.consequence, &self.alternative];
        let several = [&self.all, &self.any, &self.one];
        let one = one.into_iter().flatten().map(|part| &**part);
        one.chain(several.into_iter().flatten()).chain(self.dependent.values()).collect()
    }

    /// Returns the depth of nested assertions and values, including itself.
    pub fn depth(&self) -> usize {
        // The depth is limited by the parser of the schema file.
        let parts = self.parts().into_iter().map(Self::depth);
        1 + parts.chain(self.values.iter().map(levels)).max().unwrap_or_default()
    }

    /// Returns true if it can refuse null.
    pub fn speaks_of_null(&self) -> bool {
        self.never
            || self.reference.is_some()
            || !(self.types.is_empty() && self.values.is_empty())
            || !self.at_once().is_empty()
    }

    /// Calls `visit` with the name of every definition that it refers to.
    pub fn refs<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        if let Some(name) = &self.reference {
            visit(name);
        }
        // The depth is limited by the parser of the schema file.
        self.parts().into_iter().for_each(|part| part.refs(visit));
    }
}

/// Returns the depth of nested lists and objects in a value.
fn levels(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(levels).max().unwrap_or_default(),
        Value::Object(entries) => 1 + entries.values().map(levels).max().unwrap_or_default(),
        _ => 0,
    }
}

/// Lets serde omit a flag that is false.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes it like this")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Returns true if both are the same JSON value: keys have no order, and `1` is `1.0`.
pub fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => digits(one) == digits(other),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, value)| other.get(key).is_some_and(|other| same(value, other)))
        }
        (one, other) => one == other,
    }
}

/// Returns text that is the same for equal numbers only. An integer of 64 bits is exact.
fn digits(number: &Number) -> String {
    match number.as_f64().filter(|_| number.is_f64()) {
        // Both zeros are the same.
        Some(double) if double.fract() == 0.0 && double.abs() < 1e20 => format!("{}", double as i128),
        Some(double) => format!("{double:?}"),
        None => number.to_string(),
    }
}

/// Returns a text that is equal for values that are the [`same`]. It finds one of many values at once.
pub fn identity(value: &Value) -> String {
    let joined = |parts: Vec<String>| parts.join(",");
    match value {
        Value::Number(number) => digits(number),
        Value::Array(items) => format!("[{}]", joined(items.iter().map(identity).collect())),
        Value::Object(members) => {
            let mut parts: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}:{}", Value::from(key.as_str()), identity(value)))
                .collect();
            parts.sort();
            format!("{{{}}}", joined(parts))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::KEYWORDS;

    #[test]
    fn the_same_values_have_one_identity() {
        let values = [
            json!(1),
            json!(1.0),
            json!(-0.0),
            json!(0),
            json!("1"),
            json!(null),
            json!(true),
            json!([1, [2.0]]),
            json!([1.0, [2]]),
            json!({"a": 1, "b": [0]}),
            json!({"b": [-0.0], "a": 1.0}),
            json!({"a": "1,b"}),
            json!({"a": 1}),
            json!([]),
            json!({}),
            json!("a,b"),
            json!(["a,b"]),
            json!(["a", "b"]),
            json!(1e300),
            json!(9_007_199_254_740_993_u64),
            json!(9_007_199_254_740_992_u64),
        ];
        for one in &values {
            for other in &values {
                assert_eq!(same(one, other), identity(one) == identity(other), "{one} and {other}");
            }
        }
    }

    #[test]
    fn each_keyword_that_can_refuse_a_value_is_in_the_assertion_or_not() -> serde_json::Result<()> {
        let full: Assertion = serde_json::from_value(json!({
            "types": ["null"], "values": [1], "minimum": 1, "above": 1, "maximum": 1, "below": 1, "multiple_of": 1,
            "min_length": 1, "max_length": 1, "pattern": "a", "min_items": 1, "max_items": 1, "unique": true,
            "prefix": [{}], "items": {}, "contains": {"assertion": {}, "min": 1}, "min_properties": 1,
            "max_properties": 1, "required": ["a"], "dependent_required": {"a": ["b"]}, "properties": {"a": {}},
            "patterns": [["a", {}]], "rest": {}, "names": {}, "dependent": {"a": {}}, "all": [{}], "any": [{}],
            "one": [{}], "not": {}, "if": {}, "then": {}, "else": {}, "ref": "A", "unevaluated_items": {},
            "unevaluated_properties": {}
        }))?;
        for keyword in KEYWORDS {
            assert_eq!(full.has(keyword.name), keyword.is_asserted(), "{}", keyword.name);
            assert!(!Assertion::default().has(keyword.name), "{}", keyword.name);
        }
        Ok(())
    }
}
