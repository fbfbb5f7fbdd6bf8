//! Null, several types, and schemas by place or by pattern in their many spellings, which become those that the later steps
//! know as types: `anyOf` with null, `anyOf` with a branch for each type, `items`, `additionalProperties`, and bases in `allOf`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::about::{Known, is_about, is_condition, types_of};
use super::targets::{self, Respelled, Targets};
use crate::model::JsonType;
use crate::schema::{
    At, Find, JsonFile, any_pattern, enum_beside_any, enum_by_branches, has_fixed_places, is_asserted,
    values_by_pattern,
};

/// Takes null out of a list of types beside parts of which one refuses it. Writes a list of one type as that type, and the type of a scalar that a part of `allOf` has beside the parts: a value has to
/// have it.
pub fn name_types(schemas: &mut [JsonFile], known: &mut Known) {
    let mut is_changed = false;
    for file in schemas.iter_mut() {
        let path = file.path.clone();
        file.each_schema_mut(&mut |schema, _| {
            let parts = schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten();
            let refuses_null = parts.into_iter().any(|part| excludes_null(known, part, &path));
            if let Some(Value::Array(types)) = schema.keyword_mut("type").filter(|_| refuses_null) {
                types.retain(|of| of != "null");
                is_changed = true;
            }
            if let Some(Value::Array(types)) = schema.keyword("type")
                && let [one] = types.as_slice()
            {
                let one = one.clone();
                schema.insert("type".to_owned(), one);
                is_changed = true;
            }
            let is_bare =
                !["type", "$ref", "enum", "const", "properties", "oneOf", "anyOf"].iter().any(|key| schema.has(key));
            let parts = schema.keyword("allOf").and_then(Value::as_array).filter(|_| is_bare);
            // The type of a reference says more.
            let parts = parts.filter(|parts| !parts.iter().any(|part| part.keyword("$ref").is_some()));
            let is_scalar = |of: &&Value| ["string", "number", "integer", "boolean"].iter().any(|name| **of == *name);
            let mut scalars: Vec<&Value> =
                parts.into_iter().flatten().filter_map(|it| it.keyword("type")).filter(is_scalar).collect();
            // Every integer is a number.
            scalars.sort_by_key(|of| **of != "integer");
            if let Some(of) = scalars.first().map(|of| (*of).clone()) {
                schema.insert("type".to_owned(), of);
                is_changed = true;
            }
        });
    }
    if is_changed {
        *known = Known::of(schemas);
    }
}

/// Writes the type of a list at the branches beside it that are about lists and leave it out. Nothing else would say that they are
/// lists. Where no branch shows items, or the list itself does, the branches become a check of one type.
pub fn give_lists_to_branches(schemas: &mut [JsonFile], known: &mut Known) {
    let mut targets = known.targets(schemas);
    let is_changed = targets::respell(schemas, &mut targets, &mut |targets, schema, file, at| {
        let is_part = matches!(at, At::Index(At::Key(_, "allOf"), _));
        if is_part || at.has_keyword(is_condition) || schema.keyword("type")? != "array" {
            return None;
        }
        let key = ["oneOf", "anyOf"].into_iter().find(|key| schema.has(key))?;
        let branches = schema.keyword(key)?.as_array()?;
        if ["$ref", "const", "enum"].iter().any(|key| schema.has(key)) {
            return None;
        }
        let shows_items = |it: &Map<String, Value>| ["items", "prefixItems"].iter().any(|key| it.has(key));
        let is_about_lists = |it: &Value| {
            let mut keys = it.as_object().into_iter().flat_map(Map::keys).filter(|key| is_asserted(key)).peekable();
            keys.peek().is_some() && keys.all(|key| is_about(key, "array"))
        };
        let pointer = at.key(key).pointer();
        if branches.iter().all(is_about_lists)
            && (shows_items(schema) || !branches.iter().filter_map(Value::as_object).any(shows_items))
        {
            let mut new = without(schema, key);
            let parts = new.entry("allOf").or_insert_with(|| json!([])).as_array_mut()?;
            parts.push(json!({key: branches}));
            let check = at.key("allOf").index(parts.len() - 1).key(key).pointer();
            return Some(Respelled::new((new, vec![(check, pointer)])));
        }
        let mut new = schema.clone();
        for (index, branch) in new.get_mut(key)?.as_array_mut()?.iter_mut().enumerate() {
            let here = at.key(key).index(index).pointer();
            let is_referred_to = targets.below(file, &here).next() == Some(here.as_str());
            if is_about_lists(branch) && !is_referred_to {
                branch.as_object_mut()?.insert("type".to_owned(), json!("array"));
            }
        }
        (new != *schema).then(|| Respelled::new((new, Vec::new())))
    });
    known.update(schemas, targets, is_changed);
}

/// Respells unions. References into a schema follow it; where they cannot, the schema stays.
pub fn respell(schemas: &mut [JsonFile], mut targets: Targets, known: &Known) {
    let mut split = BTreeMap::<String, Vec<String>>::new();
    targets::respell(schemas, &mut targets, &mut |targets, schema, file, at| {
        let is_part = matches!(at, At::Index(At::Key(_, "allOf"), _));
        if is_part || at.has_keyword(is_condition) {
            return None;
        }
        give_type_to_branches(schema, targets, file, at);
        leave_type_to_branches(known, schema, file);
        let new = respelled(known, schema, file)?;
        let places = places_in(schema, &new, &at.pointer());
        if is_split(schema, &new) {
            split.entry(file.to_owned()).or_default().push(at.pointer());
        }
        Some(Respelled::new((new, places)))
    });
    for file in schemas {
        file.add_split(split.remove(&file.path).unwrap_or_default());
    }
}

/// Returns true if [`of_patterns`] wrote one pattern for those of a schema, which are in a part now.
fn is_split(schema: &Map<String, Value>, new: &Map<String, Value>) -> bool {
    let pattern = new.keyword("patternProperties");
    !schema.has("allOf") && pattern.is_some() && pattern != schema.keyword("patternProperties")
}

/// Returns the pointers of the branches of a respelled union, each with what it was in the schema: one of its branches, or the
/// schema itself.
fn places_in(old: &Map<String, Value>, new: &Map<String, Value>, at: &str) -> Vec<(String, String)> {
    let mut places = Vec::new();
    let source = |branch: &Value| {
        ["oneOf", "anyOf"].into_iter().find_map(|key| {
            let index = old.keyword(key)?.as_array()?.iter().position(|it| it == branch)?;
            Some(format!("{at}/{key}/{index}"))
        })
    };
    for key in ["allOf", "anyOf", "oneOf"].into_iter().filter(|key| old.keyword(key) != new.keyword(key)) {
        for (index, branch) in new.keyword(key).and_then(Value::as_array).into_iter().flatten().enumerate() {
            let place = format!("{at}/{key}/{index}");
            for inner in ["oneOf", "anyOf"].into_iter().filter(|_| source(branch).is_none()) {
                for (index, branch) in branch.get(inner).and_then(Value::as_array).into_iter().flatten().enumerate() {
                    let from = source(branch).unwrap_or_else(|| at.to_owned());
                    places.push((format!("{place}/{inner}/{index}"), from));
                }
            }
            places.push((place, source(branch).unwrap_or_else(|| at.to_owned())));
        }
    }
    places
}

/// Writes the type of a union of objects at the branches that are about objects and leave it out. Nothing else would say that
/// they are objects. A branch that is referred to from elsewhere stays, as it accepts other values there.
fn give_type_to_branches(schema: &mut Map<String, Value>, targets: &Targets, file: &str, at: At<'_>) {
    match schema.keyword("type").and_then(Value::as_str) {
        Some("object") if !schema.has("properties") => {}
        Some(of @ ("string" | "number" | "integer" | "boolean")) => {
            let of = of.to_owned();
            return give_scalar_to_branches(schema, &of, targets, file, at);
        }
        _ => return,
    }
    for key in ["oneOf", "anyOf"] {
        let branches = schema.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten();
        for (index, branch) in branches.enumerate() {
            let Value::Object(branch) = branch else { continue };
            let mut asserted = branch.keys().filter(|key| is_asserted(key)).peekable();
            let is_about_objects =
                asserted.peek().is_some() && asserted.all(|key| key == "allOf" || is_about(key, "object"));
            let pointer = at.key(key).index(index).pointer();
            let is_referred_to = || targets.below(file, &pointer).next() == Some(pointer.as_str());
            if is_about_objects && !is_referred_to() {
                branch.insert("type".to_owned(), json!("object"));
            }
        }
    }
}

/// Writes the type of a union of scalars at all of its branches, if none has another one or is referred to. Then a branch that says
/// nothing is a string, and not any value.
fn give_scalar_to_branches(schema: &mut Map<String, Value>, of: &str, targets: &Targets, file: &str, at: At<'_>) {
    if enum_by_branches(schema).is_some() {
        return;
    }
    for key in ["oneOf", "anyOf"] {
        let Some(Value::Array(branches)) = schema.get_mut(key) else { continue };
        if targets.below(file, &at.key(key).pointer()).next().is_some() {
            continue;
        }
        let can_be = |branch: &Value| {
            let Value::Object(branch) = branch else { return *branch == Value::Bool(true) };
            branch.keyword("type").is_none_or(|own| own == of) && !branch.has("$ref")
        };
        if branches.iter().all(can_be) {
            for branch in branches {
                match branch {
                    Value::Object(branch) => drop(branch.insert("type".to_owned(), json!(of))),
                    branch => *branch = json!({"type": of}),
                }
            }
        }
    }
}

/// Returns another spelling of a schema, if it needs one. Both accept the same values.
fn respelled(known: &Known, schema: &Map<String, Value>, file: &str) -> Option<Map<String, Value>> {
    let asserted: Vec<&str> = schema.keys().map(String::as_str).filter(|key| is_asserted(key)).collect();
    match asserted[..] {
        ["oneOf" | "anyOf"] => of_branches(known, schema, asserted[0], file),
        _ if schema.has("$ref") => of_reference(known, schema, file),
        _ if schema.has("const") => of_constant(schema),
        _ if schema.has("enum") => of_enum(schema, &asserted),
        _ => of_types(schema, &asserted)
            .or_else(|| of_places(schema))
            .or_else(|| of_patterns(schema))
            .or_else(|| without_other_keys(schema)),
    }
}

/// Respells a union that has null among its branches, or only one branch. A branch that is `false` says nothing.
fn of_branches(known: &Known, schema: &Map<String, Value>, key: &str, file: &str) -> Option<Map<String, Value>> {
    let branches = schema.keyword(key)?.as_array()?;
    let left: Vec<&Value> = branches.iter().filter(|it| **it != Value::Bool(false)).collect();
    if !left.is_empty() && left.len() < branches.len() {
        let new = with(schema, key, key, json!(left));
        return of_branches(known, &new, key, file).or(Some(new));
    }
    if let [Value::Object(only)] = branches.as_slice() {
        // The union over all operations stays one.
        let is_reference = only.len() == 1 && only.has("$ref") && !schema.has("x-direction");
        return is_reference.then(|| with(schema, key, "allOf", json!([only])));
    }
    let (nulls, others): (Vec<&Value>, Vec<&Value>) = branches.iter().partition(|it| is_null(it));
    // A union whose variants have names of their own stays one.
    let is_named = others.iter().any(|it| it.keyword("x-variant").is_some());
    let is_exact = key == "anyOf" || others.iter().all(|it| excludes_null(known, it, file));
    if nulls.len() != 1 || others.is_empty() || is_named || !is_exact {
        return None;
    }
    match others.as_slice() {
        [_] if key == "anyOf" => None,
        [one] => Some(with(schema, key, "anyOf", or_null((*one).clone()))),
        _ => Some(with(schema, key, "anyOf", or_null(json!({key: others})))),
    }
}

/// Returns true if a schema surely does not accept null.
fn excludes_null(known: &Known, schema: &Value, file: &str) -> bool {
    known.is_sure(schema, file, &|schema| {
        schema.keyword("type").is_some_and(|types| !types_of(types).contains(&"null"))
            || schema.keyword("const").is_some_and(|value| !value.is_null())
            || schema.keyword("enum").and_then(Value::as_array).is_some_and(|values| !values.contains(&Value::Null))
    })
}

/// Removes the type beside a union if each branch has it: the branches alone say the same.
fn leave_type_to_branches(known: &Known, schema: &mut Map<String, Value>, file: &str) {
    let asserted: Vec<&str> = schema.keys().map(String::as_str).filter(|key| is_asserted(key)).collect();
    let (["type", key @ ("oneOf" | "anyOf")] | [key @ ("oneOf" | "anyOf"), "type"]) = asserted[..] else { return };
    let types = schema.keyword("type").map(types_of).unwrap_or_default();
    let is_one = |of: &&str| types.contains(of) || (*of == "integer" && types.contains(&"number"));
    let has_it = |it: &Map<String, Value>| it.keyword("type").is_some_and(|own| types_of(own).iter().all(is_one));
    let branches = schema.keyword(key).and_then(Value::as_array);
    if branches.is_some_and(|branches| branches.iter().all(|branch| known.is_sure(branch, file, &has_it))) {
        schema.shift_remove("type");
    }
}

/// Respells a reference beside properties as later steps know a base: a part of `allOf`.
fn of_reference(known: &Known, schema: &Map<String, Value>, file: &str) -> Option<Map<String, Value>> {
    let reference = schema.keyword("$ref")?;
    let has_more = ["properties", "allOf"].iter().any(|key| schema.has(key));
    let is_object = |it: &Map<String, Value>| it.keyword("type").is_some_and(|of| of == "object");
    if !has_more || !known.is_sure(&Value::Object(schema.clone()), file, &is_object) {
        return None;
    }
    let mut new = without(schema, "$ref");
    new.entry("allOf").or_insert_with(|| json!([])).as_array_mut()?.push(json!({"$ref": reference}));
    Some(new)
}

/// Respells a constant beside several types, of which it has one.
fn of_constant(schema: &Map<String, Value>) -> Option<Map<String, Value>> {
    let (value, types) = (schema.keyword("const")?, schema.keyword("type")?.as_array()?);
    let has_it = |name: &Value| JsonType::deserialize(name).is_ok_and(|of| of.has(value));
    types.iter().any(has_it).then(|| without(schema, "type"))
}

/// Respells an enum that null is a value of, or whose type allows it without effect, or beside lengths that all of its strings have.
fn of_enum(schema: &Map<String, Value>, asserted: &[&str]) -> Option<Map<String, Value>> {
    let values = schema.keyword("enum")?.as_array()?;
    let has_length = |key: &str, fits: fn(u64, u64) -> bool| {
        let bound = schema.keyword(key).and_then(Value::as_u64)?;
        let length = |it: &Value| it.as_str().map(|text| text.chars().count() as u64);
        values.iter().all(|it| length(it).is_none_or(|length| fits(length, bound))).then(|| without(schema, key))
    };
    if let Some(new) = has_length("minLength", |length, least| length >= least)
        .or_else(|| has_length("maxLength", |length, most| length <= most))
    {
        let asserted: Vec<&str> = asserted.iter().copied().filter(|key| new.has(key)).collect();
        return of_enum(&new, &asserted).or(Some(new));
    }
    if asserted.iter().any(|key| !["enum", "type"].contains(key)) || schema.has("x-values") {
        return None;
    }
    let types = schema.keyword("type").map(types_of);
    let may_be_null = types.as_ref().is_none_or(|types| types.contains(&"null"));
    let rest: Vec<&Value> = values.iter().filter(|value| !value.is_null()).collect();
    let has_null = rest.len() < values.len();
    if rest.is_empty() || !(has_null || types.is_some_and(|types| types.len() > 1 && may_be_null)) {
        return None;
    }
    let mut inner = Map::new();
    let types =
        schema.keyword("type").map(|types| types_of(types).into_iter().filter(|it| *it != "null").collect::<Vec<_>>());
    match types.as_deref() {
        Some([one]) => drop(inner.insert("type".to_owned(), json!(one))),
        Some(several) if !several.is_empty() => drop(inner.insert("type".to_owned(), json!(several))),
        None if rest.iter().all(|value| value.is_string()) => drop(inner.insert("type".to_owned(), json!("string"))),
        Some(_) | None => {}
    }
    inner.insert("enum".to_owned(), json!(rest));
    if has_null && may_be_null {
        return Some(with(&without(schema, "type"), "enum", "anyOf", or_null(Value::Object(inner))));
    }
    let mut new = schema.clone();
    new.extend(inner);
    Some(new)
}

/// Respells a list of types: each gets a branch with the keywords that are about it.
fn of_types(schema: &Map<String, Value>, asserted: &[&str]) -> Option<Map<String, Value>> {
    let mut types = types_of(schema.keyword("type").filter(|types| types.is_array())?);
    let is_repeated = types.contains(&"number") && types.contains(&"integer");
    // Every integer is a number.
    types.retain(|it| !is_repeated || *it != "integer");
    let once = || {
        let types = if let [one] = types[..] { json!(one) } else { json!(types) };
        is_repeated.then(|| with(schema, "type", "type", types))
    };
    let has_null = types.contains(&"null");
    let types: Vec<&str> = types.iter().copied().filter(|it| *it != "null").collect();
    // These are about values of every type.
    let stays = |key: &str| matches!(key, "not" | "if" | "then" | "else");
    let keywords: Vec<&str> = asserted.iter().copied().filter(|key| *key != "type" && !stays(key)).collect();
    let is_plain =
        keywords.iter().all(|key| ["string", "number", "array", "object"].iter().any(|kind| is_about(key, kind)));
    // One type and null is known, except for an object with properties.
    let needs = types.len() > 1 || (types == ["object"] && has_null && !keywords.is_empty());
    if !needs || !is_plain {
        return once();
    }
    let branch = |kind: &&str| {
        let mut inner = Map::from_iter([("type".to_owned(), json!(kind))]);
        let own = schema.iter().filter(|(key, _)| is_about(key, kind));
        inner.extend(own.map(|(key, value)| (key.clone(), value.clone())));
        Value::Object(inner)
    };
    let branches: Vec<Value> = types.iter().map(branch).collect();
    let mut new = schema.clone();
    new.retain(|key, _| {
        *key != "type" && !types.iter().any(|kind| is_about(key, kind)) && !keywords.contains(&key.as_str())
    });
    let union = match (branches.as_slice(), has_null) {
        ([one], true) => or_null(one.clone()),
        (_, true) => or_null(json!({"anyOf": branches})),
        _ => json!(branches),
    };
    new.insert("anyOf".to_owned(), union);
    Some(new)
}

/// Respells a list with a schema for each place: each item is one of these schemas, and a check has the places.
/// Returns none if an item may be anything.
fn of_places(schema: &Map<String, Value>) -> Option<Map<String, Value>> {
    let (key, rest_key) = if schema.keyword("items").is_some_and(Value::is_array) {
        ("items", "additionalItems")
    } else {
        ("prefixItems", "items")
    };
    let places = schema.keyword(key)?.as_array()?;
    let is_list = types_of(schema.keyword("type")?).into_iter().filter(|it| *it != "null").eq(["array"]);
    if !is_list || schema.has("unevaluatedItems") {
        return None;
    }
    let has_no_more =
        || schema.keyword("maxItems").and_then(Value::as_u64).is_some_and(|most| most <= places.len() as u64);
    let rest = match schema.get(rest_key) {
        None if has_no_more() => None,
        rest => Some(rest?),
    };
    let mut item = any_of(places.iter().chain(rest))?;
    if has_fixed_places(schema, schema) {
        keep_enums_apart(&mut item);
    }
    with_check(schema, [key, rest_key], "items", item)
}

/// Names the enums among the items of a tuple. Without a name, they would be one enum with the strings of other places.
fn keep_enums_apart(item: &mut Value) {
    let is_enum = |it: &Map<String, Value>| enum_beside_any(it).is_some() || enum_by_branches(it).is_some();
    if !item.as_object().is_some_and(is_enum) {
        return;
    }
    for (index, branch) in item.keyword_mut("anyOf").and_then(Value::as_array_mut).into_iter().flatten().enumerate() {
        if let Value::Object(branch) = branch
            && branch.has("enum")
        {
            branch.insert("x-variant".to_owned(), json!(format!("Variant{}", index + 1)));
        }
    }
}

/// Respells a map with a schema for each pattern of keys: each value is one of these schemas, and a check has the patterns. If other
/// keys may have any value, only the values of keys that match one of the patterns are. Returns none if each may be anything.
fn of_patterns(schema: &Map<String, Value>) -> Option<Map<String, Value>> {
    const KEYS: [&str; 2] = ["patternProperties", "additionalProperties"];
    let patterns = schema.get(KEYS[0])?.as_object()?;
    let is_taken = ["unevaluatedProperties", "allOf"].iter().any(|key| schema.has(key));
    if schema.keyword("type")? != "object" || is_taken || values_by_pattern(schema).is_some() {
        return None;
    }
    let others = schema.get(KEYS[1]).unwrap_or(&Value::Bool(true));
    if schema.has("properties") {
        return of_patterns_beside_fields(schema, patterns).filter(|_| others.is_boolean());
    }
    if let Some(value) = any_of(patterns.values().chain([others])) {
        return with_check(schema, KEYS, KEYS[1], value);
    }
    // Keys that match a pattern whose values may be anything are like others.
    let limited = patterns.iter().filter(|(_, values)| any_of(std::iter::once(*values)).is_some());
    let (limited, values): (Vec<&String>, Vec<&Value>) = limited.unzip();
    if limited.is_empty() {
        return None;
    }
    let value = any_of(values.into_iter().chain(Some(others).filter(|it| it.is_object())))?;
    with_check(schema, KEYS, KEYS[0], json!({any_pattern(limited.into_iter()): value}))
}

/// Respells an object whose other keys have a schema for each of several patterns: the value of one that matches any of these is one
/// of the schemas, and a check has the patterns. Patterns whose values may be anything stay.
fn of_patterns_beside_fields(schema: &Map<String, Value>, patterns: &Map<String, Value>) -> Option<Map<String, Value>> {
    let (limited, mut left): (Map<String, Value>, Map<String, Value>) =
        patterns.clone().into_iter().partition(|(_, values)| !asserted_part(values).is_empty());
    let value = any_of(limited.values()).filter(|_| limited.len() > 1)?;
    left.insert(any_pattern(limited.keys()), value);
    let mut new = schema.clone();
    new.insert("patternProperties".to_owned(), Value::Object(left));
    new.insert("allOf".to_owned(), json!([{"patternProperties": limited}]));
    Some(new)
}

/// Respells an object that cannot have another key. Without properties, it becomes a closed struct, and not a map.
fn without_other_keys(schema: &Map<String, Value>) -> Option<Map<String, Value>> {
    let nothing = [json!(false), json!({"not": {}}), json!({"not": true})];
    if schema.keyword("type")? != "object" || !nothing.contains(schema.keyword("additionalProperties")?) {
        return None;
    }
    let mut new = schema.clone();
    new.insert("additionalProperties".to_owned(), json!(false));
    if !["properties", "patternProperties", "unevaluatedProperties", "allOf"].iter().any(|key| new.has(key)) {
        new.insert("properties".to_owned(), json!({}));
    }
    Some(new).filter(|new| new != schema)
}

/// Returns a schema of the values that one of these accepts. Returns none if that is any value, or no value.
fn any_of<'a>(schemas: impl Iterator<Item = &'a Value>) -> Option<Value> {
    let mut branches: Vec<&Value> = Vec::new();
    for branch in schemas.filter(|schema| **schema != Value::Bool(false)) {
        // Without one of these, any value of another type is accepted.
        let is_limited = ["type", "const", "enum", "$ref", "allOf", "anyOf", "oneOf"];
        if !is_limited.iter().any(|key| branch.keyword(key).is_some()) {
            return None;
        }
        if branches.iter().all(|known| asserted_part(known) != asserted_part(branch)) {
            branches.push(branch);
        }
    }
    match branches.as_slice() {
        [] => None,
        [one] => Some((*one).clone()),
        _ => Some(json!({"anyOf": branches})),
    }
}

/// Gives a schema another keyword instead of two, which become a part of `allOf`.
fn with_check(schema: &Map<String, Value>, moved: [&str; 2], key: &str, value: Value) -> Option<Map<String, Value>> {
    let (check, mut new): (Map<String, Value>, Map<String, Value>) =
        schema.clone().into_iter().partition(|(known, _)| moved.contains(&known.as_str()));
    new.insert(key.to_owned(), value);
    new.entry("allOf").or_insert_with(|| json!([])).as_array_mut()?.push(Value::Object(check));
    Some(new)
}

/// Returns the keywords of a schema that decide which values are valid.
fn asserted_part(schema: &Value) -> Vec<(&String, &Value)> {
    schema.as_object().into_iter().flatten().filter(|(key, _)| is_asserted(key)).collect()
}

/// Returns true for a schema of null alone.
fn is_null(schema: &Value) -> bool {
    let Value::Object(schema) = schema else { return false };
    let mut asserted = schema.iter().filter(|(key, _)| is_asserted(key));
    match (asserted.next(), asserted.next()) {
        (Some((key, value)), None) => match key.as_str() {
            "type" => types_of(value) == ["null"],
            "const" => value.is_null(),
            "enum" => *value == json!([null]),
            _ => false,
        },
        _ => false,
    }
}

fn or_null(schema: Value) -> Value {
    json!([schema, {"type": "null"}])
}

/// Returns a schema with another keyword in the place of one.
fn with(schema: &Map<String, Value>, key: &str, other: &str, value: Value) -> Map<String, Value> {
    let mut new = without(schema, key);
    new.insert(other.to_owned(), value);
    new
}

fn without(schema: &Map<String, Value>, key: &str) -> Map<String, Value> {
    schema.iter().filter(|(known, _)| *known != key).map(|(known, value)| (known.clone(), value.clone())).collect()
}
