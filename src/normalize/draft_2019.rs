//! Draft 2019-09, which is written as draft 2020-12: lists of items, and references that depend on where validation begins.

use serde_json::{Map, Value, json};

use crate::schema::{Draft, Find, JsonFile};

/// The URL of the draft, without its protocol.
const URL: &str = "json-schema.org/draft/2019-09/schema";

/// The name of the anchor that takes the place of `$recursiveAnchor`.
const ANCHOR: &str = "recursive";

/// Writes the schemas of draft 2019-09 as draft 2020-12.
pub fn respell(schemas: &mut [JsonFile]) {
    for file in schemas {
        if !file.value.keyword("$schema").is_some_and(is_it) {
            continue;
        }
        let is_dynamic = file.value.keyword("$recursiveAnchor") == Some(&Value::Bool(true));
        file.each_schema_mut(&mut |schema, _| {
            if schema.keyword("$schema").is_some_and(is_it) {
                schema.insert("$schema".to_owned(), Value::from(Draft::Newest.url()));
            }
            respell_references(schema, is_dynamic);
            respell_items(schema);
        });
    }
}

fn is_it(url: &Value) -> bool {
    let plain = url.as_str().map(|url| url.trim_start_matches("https://").trim_start_matches("http://"));
    plain.is_some_and(|plain| plain.trim_end_matches(['#', '/']) == URL)
}

/// Without a recursive anchor at the root, a recursive reference is one like any other.
fn respell_references(schema: &mut Map<String, Value>, is_dynamic: bool) {
    if let Some(Value::Bool(true)) = schema.shift_remove("$recursiveAnchor") {
        schema.insert("$dynamicAnchor".to_owned(), Value::from(ANCHOR));
    }
    if schema.shift_remove("$recursiveRef").is_some() {
        let (keyword, to) = if is_dynamic { ("$dynamicRef", format!("#{ANCHOR}")) } else { ("$ref", "#".to_owned()) };
        // Both kinds of reference can be in one schema.
        match schema.has(keyword) {
            false => drop(schema.insert(keyword.to_owned(), Value::from(to))),
            true => {
                if let Value::Array(parts) = schema.entry("allOf").or_insert_with(|| json!([])) {
                    parts.push(json!({keyword: to}));
                }
            }
        }
    }
}

fn respell_items(schema: &mut Map<String, Value>) {
    let rest = schema.shift_remove("additionalItems");
    if !schema.keyword("items").is_some_and(Value::is_array) {
        return;
    }
    let prefix = schema.shift_remove("items").unwrap_or_default();
    // An empty list says nothing, and draft 2020-12 does not have one.
    if prefix.as_array().is_some_and(|prefix| !prefix.is_empty()) {
        schema.insert("prefixItems".to_owned(), prefix);
    }
    if let Some(rest) = rest {
        schema.insert("items".to_owned(), rest);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn respelled(mut schema: Value) -> Value {
        schema["$schema"] = json!("https://json-schema.org/draft/2019-09/schema");
        let file = JsonFile::parse("a.schema.json", schema.to_string().into_bytes());
        let mut files = [file.unwrap()];
        respell(&mut files);
        assert_eq!(files[0].value["$schema"], Draft::Newest.url());
        files[0].value.as_object_mut().map(|root| root.shift_remove("$schema"));
        files[0].value.clone()
    }

    #[test]
    fn lists_of_items_are_prefixes() {
        let list = json!({"items": [{"type": "string"}], "additionalItems": false});
        assert_eq!(respelled(list), json!({"prefixItems": [{"type": "string"}], "items": false}));
        // Beside one schema for all items, `additionalItems` means nothing.
        assert_eq!(respelled(json!({"items": {}, "additionalItems": false})), json!({"items": {}}));
    }

    #[test]
    fn recursive_references_are_dynamic_where_the_root_says_so() {
        let tree = json!({"properties": {"child": {"$recursiveRef": "#"}}});
        assert_eq!(respelled(tree.clone()), json!({"properties": {"child": {"$ref": "#"}}}));
        let mut open = tree;
        open["$recursiveAnchor"] = json!(true);
        let dynamic = json!({"$dynamicRef": "#recursive"});
        assert_eq!(respelled(open), json!({"properties": {"child": dynamic}, "$dynamicAnchor": "recursive"}));
    }
}
