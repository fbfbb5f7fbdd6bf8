//! Random schemas of objects: what they are read as accepts the values that the published schema accepts.

use serde_json::{Map, Value, json};

use super::{DRAFT_2020, read, verdicts};

/// How many schemas are made, and with `cargo xtask test --long`. A fault shows in one of some hundred.
const SCHEMAS: [u64; 2] = [400, 5000];

/// A generator of numbers: the same seed gives the same schemas on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % count as u64).unwrap()
    }

    /// Returns true in so many of a hundred cases.
    fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn one(&mut self, all: &[Value]) -> Value {
        all[self.below(all.len())].clone()
    }

    fn name(&mut self) -> &'static str {
        ["k", "a", "b", "type"][self.below(4)]
    }

    fn names(&mut self) -> Value {
        let (one, other) = (self.name(), self.name());
        if one == other { json!([one]) } else { json!([one, other]) }
    }

    fn property(&mut self, depth: usize) -> Value {
        if depth < 2 && self.happens(10) {
            return Value::Object(self.object(depth + 1));
        }
        self.one(&[
            json!({"const": "x"}),
            json!({"const": "y"}),
            json!({"enum": ["x", "y"]}),
            json!({"enum": ["z", "y"]}),
            json!({"enum": ["x", null]}),
            json!({"type": "string"}),
            json!({"type": "string", "minLength": 2}),
            json!({"type": "integer"}),
            json!({"type": "integer", "minimum": 1}),
            json!({"type": ["string", "null"]}),
            json!({"type": "array", "items": {"type": "integer"}}),
            json!({"not": {"const": "x"}}),
            json!({"$ref": "#/$defs/Text"}),
            json!({"$ref": "#/$defs/Word"}),
            json!({"$ref": "#/$defs/One"}),
            json!({}),
            json!(true),
            json!(false),
        ])
    }

    /// Returns a map by the patterns of its keys, or a list by the places of its items.
    fn by_key_or_place(&mut self) -> Value {
        let count = 1 + self.below(3);
        let is_map = self.happens(50);
        let mut each = || if self.happens(25) { json!({}) } else { self.property(1) };
        if is_map {
            let patterns = ["^a", "^b", "^[ak]", ".*", "^", "^(a|b)$", "^(?:b|k)$", "^a$"];
            let values: Vec<_> = (0..count).map(|_| each()).collect();
            let first = self.below(patterns.len());
            let patterns = patterns.iter().cycle().skip(first);
            let values: Map<_, _> = values.into_iter().zip(patterns).map(|(it, key)| ((*key).to_owned(), it)).collect();
            let mut map = json!({"type": "object", "patternProperties": values});
            if self.happens(60) {
                map["additionalProperties"] = self.one(&[
                    json!(true),
                    json!(false),
                    json!({}),
                    json!({"type": "string"}),
                    json!({"$ref": "#/$defs/One"}),
                ]);
            }
            return map;
        }
        let places: Vec<Value> = (0..count).map(|_| each()).collect();
        let mut list = json!({"type": "array", "prefixItems": places});
        if self.happens(70) {
            list["items"] = self.one(&[json!(true), json!(false), json!(false), json!({"type": "string"})]);
        }
        for key in ["minItems", "maxItems"] {
            if self.happens(50) {
                list[key] = json!(self.below(4));
            }
        }
        list
    }

    fn object(&mut self, depth: usize) -> Map<String, Value> {
        let mut schema = Map::new();
        let mut set = |key: &str, value: Value| drop(schema.insert(key.to_owned(), value));
        if self.happens(60) {
            set("type", json!("object"));
        }
        if self.happens(90) {
            let names = [self.name(), self.name()];
            let properties: Map<_, _> = names.into_iter().map(|name| (name.to_owned(), self.property(depth))).collect();
            set("properties", properties.into());
        }
        if self.happens(40) {
            set("required", self.names());
        }
        match self.below(20) {
            0 | 1 => set("additionalProperties", json!(false)),
            2 => set("additionalProperties", json!({"type": "string"})),
            3 => set("patternProperties", json!({"^a": {"type": "string"}})),
            4 => set("patternProperties", json!({"^k": false})),
            13 => {
                set("patternProperties", json!({"^a": {"type": "integer"}}));
                set("additionalProperties", json!({"type": "string"}));
            }
            5 => set("unevaluatedProperties", json!(false)),
            6 => set("unevaluatedProperties", json!({"type": "integer"})),
            7 => set("maxProperties", json!(1)),
            8 => set("dependentRequired", json!({"a": ["b"]})),
            9 => set("propertyNames", json!({"maxLength": 1})),
            11 => set("patternProperties", json!({"^(a|b)$": self.property(depth), "^(b|k)$": self.property(depth)})),
            12 => set("patternProperties", json!({"^b$": self.property(depth), "^k": {}})),
            10 => set("not", json!({"required": [self.name()]})),
            _ => {}
        }
        schema
    }

    /// Returns a branch of a union, or what follows from a condition.
    fn branch(&mut self, depth: usize) -> Value {
        match self.below(20) {
            0 => return json!({"$ref": "#/$defs/One"}),
            1 => return json!({"$ref": "#/$defs/Either"}),
            2 => return json!({"required": [self.name()]}),
            3 => return json!(self.happens(50)),
            _ => {}
        }
        let mut schema = self.object(depth);
        if self.happens(12) {
            schema.insert("allOf".to_owned(), json!([self.object(depth)]));
        }
        if self.happens(8) {
            schema.insert("$ref".to_owned(), json!("#/$defs/Other"));
        }
        if depth == 0 && self.happens(10) {
            schema.insert("oneOf".to_owned(), json!([self.branch(1), self.branch(1)]));
        }
        schema.into()
    }

    /// Returns branches with a tag.
    fn tagged(&mut self) -> Value {
        let count = 2 + self.below(2);
        let branch = |of: &&str| {
            let mut schema = self.object(0);
            let properties = schema.entry("properties").or_insert_with(|| json!({}));
            properties["k"] =
                self.one(&[json!({"const": of}), json!({"enum": [of]}), json!({"type": "string", "const": of})]);
            if self.happens(60) {
                schema.insert("required".to_owned(), json!(["k"]));
            }
            Value::Object(schema)
        };
        ["y", "x", "z"].iter().take(count).map(branch).collect()
    }

    fn condition(&mut self) -> Value {
        let tag =
            self.one(&[json!({"const": "x"}), json!({"enum": ["y", "z"]}), json!({"type": "string", "const": "y"})]);
        let mut condition = json!({"properties": {"k": tag}});
        match self.below(9) {
            6 => condition = json!({"not": {"required": ["k"]}}),
            7 => condition = self.one(&[json!({"type": "object"}), json!({"not": {"type": ["string", "array"]}})]),
            8 => condition = json!({"required": ["k"], "not": {"properties": {"k": {"enum": ["x", "y"]}}}}),
            0 | 1 => condition["required"] = json!(["k"]),
            2 => condition["properties"]["a"] = json!({"const": "x"}),
            3 => condition = json!({"required": ["a"]}),
            _ => {}
        }
        let mut schema = json!({"if": condition});
        if self.happens(85) {
            schema["then"] = self.branch(0);
        }
        if self.happens(40) {
            schema["else"] = self.branch(0);
        }
        schema
    }

    fn schema(&mut self) -> Value {
        let mut schema = Value::Object(self.object(0));
        let definitions = json!({
            "Text": {"type": "string"}, "Word": {"enum": ["x", "y", "z"]}, "One": self.object(1), "Other": self.object(1),
            "Either": {"oneOf": self.tagged()}
        });
        if self.happens(75) {
            schema["type"] = self.one(&[json!("object"), json!("object"), json!("object"), json!(["object", "null"])]);
        }
        match self.below(7) {
            5 => {
                // One key decides everything, and can be absent.
                let of_key = [json!({"enum": ["x", "y"]}), json!({"type": "string"}), json!({}), json!({"const": "x"})];
                schema["properties"]["k"] = self.one(&of_key);
                let mut tagged = || {
                    let asked =
                        self.one(&[json!({"const": "x"}), json!({"enum": ["x", "y"]}), json!({"not": {"const": "y"}})]);
                    let mut condition = json!({"properties": {"k": asked}});
                    match self.below(4) {
                        0 => condition = json!({"required": ["k"]}),
                        1 => condition = json!({"not": {"required": ["k"]}}),
                        2 => condition["required"] = json!(["k"]),
                        _ => {}
                    }
                    let then = if self.happens(50) { json!({"$ref": "#/$defs/Other"}) } else { self.branch(0) };
                    let mut part = json!({"if": condition, "then": then});
                    if self.happens(30) {
                        part["else"] = self.branch(1);
                    }
                    part
                };
                schema["allOf"] = json!([tagged(), tagged()]);
            }
            6 => {
                schema = self.condition();
                schema["if"] = self.one(&[json!({"type": "object"}), json!({"not": {"type": ["object", "null"]}})]);
                if self.happens(30) {
                    schema["type"] = self.one(&[json!("object"), json!(["object", "null"]), json!("string")]);
                }
            }
            4 => {
                let name = self.name();
                schema["properties"] = json!({name: self.by_key_or_place(), "k": self.by_key_or_place()});
            }
            0 => {
                let branches = if self.happens(50) { self.tagged() } else { json!([self.branch(0), self.branch(0)]) };
                schema[if self.happens(50) { "oneOf" } else { "anyOf" }] = branches;
                if self.happens(15) {
                    schema["allOf"] = json!([self.branch(0)]);
                }
            }
            1 => {
                schema["properties"]["k"] = self.one(&[json!({"enum": ["x", "y"]}), json!({"$ref": "#/$defs/Word"})]);
                schema["required"] = json!(["k"]);
                schema["allOf"] = json!([self.condition(), self.condition()]);
            }
            2 => schema["allOf"] = json!([self.branch(0), {"oneOf": self.tagged()}, {"$ref": "#/$defs/Either"}]),
            _ => {
                schema["unevaluatedProperties"] = self.one(&[json!(false), json!(false), json!({"type": "string"})]);
                schema["allOf"] = json!([self.condition(), self.branch(0)]);
                schema["anyOf"] = json!([self.branch(0), self.branch(0)]);
            }
        }
        schema["$schema"] = json!(DRAFT_2020);
        schema["title"] = json!("Lamp");
        schema["$defs"] = definitions;
        schema
    }

    fn value(&mut self) -> Value {
        let mut value = Map::new();
        for _ in 0..self.below(5) {
            let of = self.one(&[
                json!("x"),
                json!("y"),
                json!("z"),
                json!("xx"),
                json!(1),
                json!(0),
                json!(null),
                json!([1]),
                json!({"a": "x"}),
                json!({"k": "x", "a": 1}),
                json!({"b": "x", "ab": null}),
                json!({"z": {"k": "x"}}),
                json!(["x", 1]),
                json!(["x"]),
                json!(["y", "xx", null]),
            ]);
            value.insert(self.name().to_owned(), of);
        }
        value.into()
    }
}

#[test]
fn what_a_random_schema_is_read_as_accepts_the_same_values() {
    let [short, long] = SCHEMAS;
    for seed in 0..if std::env::var_os("HOOKWIRE_LONG").is_some() { long } else { short } {
        let mut random = Random(seed);
        let schema = random.schema();
        let mut values: Vec<Value> = (0..60).map(|_| random.value()).collect();
        values.extend([json!("x"), json!(1), json!(null), json!([])]);
        let read = read(&[("lamp.schema.json", schema.clone())]);
        for (value, (own, other)) in values.iter().zip(verdicts(&read, &schema, &values)) {
            assert_eq!(own, other, "{value} under the schema of seed {seed}:\n{schema}");
        }
    }
}
