//! What the type of a value decides: keywords about other types, and conditions on the type.
//!
//! ```text
//! {"type": "string", "enum": ["a"], "additionalProperties": false}  ─▶ {"type": "string", "enum": ["a"]}
//! {"type": "object", "if": {"type": "object"}, "then": {"properties": …}}  ─▶ {"type": "object", "properties": …}
//! {"if": {"type": "object"}, "then": {"properties": …}}
//!   ─▶ {"anyOf": [{"type": "object", "properties": …}, {"type": ["array", "string", …]}]}
//! {"type": ["object", "null"], "properties": …, "anyOf": …}
//!   ─▶ {"anyOf": [{"type": "object", "properties": …, "anyOf": …}, {"type": "null"}]}
//! {"allOf": [{"$ref": an object or a boolean}, {"properties": …}]}
//!   ─▶ {"anyOf": [{"type": "object", "allOf": [{"$ref": …}, {"properties": …}]}, {"type": "boolean"}]}
//! ```

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::about::{Accepts, Known, is_about, is_condition, types_of};
use super::branches::kept;
use super::counted::Counted;
use super::objects::TYPES;
use super::targets;
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::{At, DEFINITIONS, Find, JsonFile, Origin, is_asserted, step, walk};
use crate::set::LintLevel;

type Keywords = Map<String, Value>;

/// Writes the schemas without what their types decide. What references lead to stays where it is. Reports the
/// keywords that are left out, unless the lint is allowed.
pub fn settle(schemas: &mut [JsonFile], level: LintLevel, known: &mut Known, found: &mut Counted) {
    let (mut targets, mut moved, mut is_changed) = (known.targets(schemas), BTreeMap::new(), false);
    for file in schemas.iter_mut() {
        let (path, mut places, mut left_out) = (file.path.clone(), Vec::new(), Vec::new());
        let dialect = file.value.keyword("$schema").cloned();
        file.each_schema_mut(&mut |schema, at| {
            let others = of_other_types(schema);
            let can_be_other = schema.has("if") || schema.has("allOf") || is_of_several(schema);
            if others.is_empty() && !can_be_other {
                return;
            }
            let origin = Origin { file: path.clone(), pointer: at.pointer() };
            // What is wrong stays where it is, and is refused there.
            let is_right = |schema: &Keywords| is_right(known, schema, &path, &dialect);
            let is_condition = at.has_keyword(is_condition);
            let can_be_type = !is_condition && !matches!(at, At::Index(At::Key(_, "allOf"), _));
            let mut settled = |schema: &mut Keywords, (new, respelled): Settled| {
                let can_move = targets.respell(schema, new, &origin, &mut moved);
                places.extend(respelled.into_iter().filter(|_| can_move));
                is_changed |= can_move;
                can_move
            };
            if !others.is_empty() && is_right(&kept(schema, |key| others.iter().any(|other| other == key))) {
                let of = schema["type"].to_string();
                if settled(schema, (kept(schema, |key| !others.iter().any(|other| other == key)), Vec::new())) {
                    left_out.extend(others.into_iter().map(|key| (step(&origin.pointer, &key), key, of.clone())));
                }
            }
            let has_right_condition = |schema: &Keywords| is_right(&kept(schema, |key| CONDITION.contains(&key)));
            if let Some(new) = decided(schema, &origin.pointer).filter(|_| has_right_condition(schema)) {
                settled(schema, new);
            }
            if let Some(new) = can_be_type.then(|| object_or_others(known, schema, &path, &origin.pointer)).flatten() {
                settled(schema, new);
            }
            if let Some(new) = can_be_type.then(|| extended(known, schema, &path, &origin.pointer)).flatten() {
                settled(schema, new);
            }
            let union = can_be_type.then(|| split(known, schema, &path, &origin.pointer)).flatten();
            if let Some(new) = union.filter(|_| has_right_condition(schema)) {
                settled(schema, new);
            }
        });
        for (pointer, key, of) in left_out.iter().filter(|_| level == LintLevel::Warn && !file.is_built_in()) {
            found.add(&format!("{key} beside {of}"), || of_another_type(key, of), || file.key_place(pointer));
        }
        file.add_respelled(places);
    }
    targets::redirect(schemas, &moved);
    known.update(schemas, targets, is_changed);
}

/// Returns true if the keywords of a schema have the form that its dialect asks for, and its references lead somewhere.
fn is_right(known: &Known, schema: &Keywords, file: &str, dialect: &Option<Value>) -> bool {
    let mut whole = schema.clone();
    whole.extend(dialect.clone().map(|dialect| ("$schema".to_owned(), dialect)));
    let mut refers = true;
    walk(&json!(schema), At::Root(""), &mut |schema, _| {
        refers &= !schema.has("$ref") || known.target(schema, file).is_some();
    });
    refers && jsonschema::meta::validator_for(&Value::Object(whole.clone())).is_ok_and(|it| it.is_valid(&json!(whole)))
}

/// A schema, and the places that what is in it had before.
type Settled = (Keywords, Vec<(String, String)>);

/// Returns the keywords of a schema that are about other types than its own. The format of a number is one of the languages.
fn of_other_types(schema: &Keywords) -> Vec<String> {
    let types = schema.keyword("type").map(types_of).unwrap_or_default();
    let is_other = |key: &str| {
        let mut about = TYPES.iter().map(|(of, _)| *of).filter(|of| is_about(key, of)).peekable();
        let has_it = |of: &str| types.contains(&of) || (of == "number" && types.contains(&"integer"));
        key != "format" && about.peek().is_some() && !about.any(has_it)
    };
    schema.keys().filter(|key| !types.is_empty() && is_other(key)).cloned().collect()
}

fn of_another_type(key: &str, of: &str) -> Diagnostic {
    Diagnostic::warning(Code::MisplacedKeyword, format!("`{key}` means nothing beside `\"type\": {of}`"))
        .because("it is about values of another type, so it accepts every value here, and is left out")
        .instead("leave it out, or write the `type` that it is about")
}

/// Returns the types that fit the condition of a schema, if it asks for nothing else.
fn asked(condition: &Value) -> Option<Vec<&'static str>> {
    let all = || TYPES.iter().map(|(of, _)| *of);
    let condition = condition.as_object()?;
    let mut asserted = condition.iter().filter(|(key, _)| is_asserted(key));
    match (asserted.next()?, asserted.next()) {
        ((key, value), None) if key == "type" => {
            let types = types_of(value);
            // What is no type stays where it is, and is refused there.
            if !types.iter().all(|of| *of == "integer" || all().any(|known| known == *of)) {
                return None;
            }
            // The other integers are numbers.
            let is_whole = !types.contains(&"integer") || types.contains(&"number");
            is_whole.then(|| all().filter(|of| types.contains(of)).collect())
        }
        ((key, value), None) if key == "not" => {
            let types = asked(value)?;
            Some(all().filter(|of| !types.contains(of)).collect())
        }
        _ => None,
    }
}

/// Returns a schema with what follows from a condition that its type decides.
fn decided(schema: &Keywords, pointer: &str) -> Option<Settled> {
    let types = types_of(schema.keyword("type")?);
    let asked = asked(schema.keyword("if")?)?;
    let fits = |of: &&str| asked.contains(of) || (*of == "integer" && asked.contains(&"number"));
    let key = match types.iter().filter(|of| fits(of)).count() {
        0 => "else",
        count if count == types.len() => "then",
        _ => return None,
    };
    let mut new = kept(schema, |key| !CONDITION.contains(&key));
    let (mut places, from) = (Vec::new(), step(pointer, key));
    match schema.keyword(key) {
        None | Some(Value::Bool(true)) => {}
        Some(Value::Object(part)) if part.keys().all(|key| !new.has(key) || !is_asserted(key)) => {
            let inner = part.iter().filter(|(key, _)| is_asserted(key));
            places.extend(inner.clone().map(|(key, _)| (step(pointer, key), step(&from, key))));
            new.extend(inner.map(|(key, value)| (key.clone(), value.clone())));
        }
        Some(part) => {
            let parts = new.entry("allOf").or_insert_with(|| json!([])).as_array_mut()?;
            parts.push(part.clone());
            places.push((step(&step(pointer, "allOf"), &(parts.len() - 1).to_string()), from));
        }
    }
    Some((new, places))
}

/// Returns true for an object or a value of other types, about which more is said than in keywords of one type.
fn is_of_several(schema: &Keywords) -> bool {
    const MORE: [&str; 6] = ["allOf", "anyOf", "oneOf", "if", "dependentSchemas", "dependencies"];
    let types = schema.keyword("type").map(types_of).unwrap_or_default();
    types.len() > 1 && types.contains(&"object") && MORE.iter().any(|key| schema.has(key))
}

/// Returns a union of the object and the other types, or the object alone if what is said of it refuses every other value.
fn object_or_others(known: &Known, schema: &Keywords, file: &str, pointer: &str) -> Option<Settled> {
    let is_said = |key: &str| is_asserted(key) && key != "type" && !DEFINITIONS.contains(&key);
    let said = kept(schema, is_said);
    if !is_of_several(schema) || !known.is_about_objects(&said, file) {
        return None;
    }
    let mut object = Map::from_iter([("type".to_owned(), json!("object"))]);
    match known.accepts_other_types(&said, file) {
        Accepts::Unknown => None,
        Accepts::Nothing => {
            let mut new = schema.clone();
            new.extend(object);
            Some((new, Vec::new()))
        }
        Accepts::All => {
            let others: Vec<&str> =
                types_of(schema.keyword("type")?).into_iter().filter(|of| *of != "object").collect();
            let others = if let [one] = others[..] { json!(one) } else { json!(others) };
            let here = step(&step(pointer, "anyOf"), "0");
            let places = said.keys().map(|key| (step(&here, key), step(pointer, key))).collect();
            object.extend(said);
            let mut new = kept(schema, |key| key != "type" && !is_said(key));
            new.insert("anyOf".to_owned(), json!([object, {"type": others}]));
            Some((new, places))
        }
    }
}

/// Returns a union of the object and the other types of a base, if what extends it is about objects alone.
fn extended(known: &Known, schema: &Keywords, file: &str, pointer: &str) -> Option<Settled> {
    let is_said = |key: &str| is_asserted(key) && !DEFINITIONS.contains(&key);
    let said = kept(schema, is_said);
    let parts = said.keyword("allOf")?.as_array()?;
    if ["type", "$ref"].iter().any(|key| said.has(key)) || !known.shows_parts(&said, file) {
        return None;
    }
    let is_base = |(_, base): &(Origin, &Keywords)| {
        let of = base.keyword("type").filter(|of| of.is_array()).map(types_of).unwrap_or_default();
        of.len() > 1 && of.contains(&"object")
    };
    let base_of = |part: &Value| known.lone_target(part.as_object()?, file).filter(is_base);
    let (at, base) = parts.iter().find_map(base_of)?;
    let mut rest = said.clone();
    let others: Vec<Value> = parts.iter().filter(|part| base_of(part).is_none()).cloned().collect();
    let has_one_base = others.len() + 1 == parts.len();
    rest.insert("allOf".to_owned(), json!(others));
    let shows = known.shows_parts(&rest, file);
    let of_base = kept(base, |key| is_said(key) && key != "type");
    let is_of_objects = |said: &Keywords, file: &str| {
        known.is_about_objects(said, file) && known.accepts_other_types(said, file) == Accepts::All
    };
    if !has_one_base || !shows || !is_of_objects(&rest, file) || !is_of_objects(&of_base, &at.file) {
        return None;
    }
    let others: Vec<&str> = types_of(base.keyword("type")?).into_iter().filter(|of| *of != "object").collect();
    let others = if let [one] = others[..] { json!(one) } else { json!(others) };
    let here = step(&step(pointer, "anyOf"), "0");
    let places = said.keys().map(|key| (step(&here, key), step(pointer, key))).collect();
    let mut object = Map::from_iter([("type".to_owned(), json!("object"))]);
    object.extend(said);
    let mut new = kept(schema, |key| !is_said(key));
    new.insert("anyOf".to_owned(), json!([object, {"type": others}]));
    Some((new, places))
}

/// The keywords of a condition.
const CONDITION: [&str; 3] = ["if", "then", "else"];

/// Returns a union of the types that fit the condition of a schema, and of the others, if what follows says more of a type. It is
/// one type if no value can fit what follows for the others.
fn split(known: &Known, schema: &Keywords, file: &str, pointer: &str) -> Option<Settled> {
    let asked = asked(schema.keyword("if")?)?;
    let is_alone = schema.keys().filter(|key| is_asserted(key)).all(|key| CONDITION.contains(&key.as_str()));
    let part = |key: &str| schema.keyword(key).and_then(Value::as_object);
    let shows = |key: &str| part(key).is_some_and(|it| known.shows_parts(it, file));
    let is_reference = |key: &str| part(key).is_some_and(|it| it.len() == 1 && it.has("$ref"));
    if !is_alone || !(shows("then") || shows("else")) || (is_reference("then") && is_reference("else")) {
        return None;
    }
    let others: Vec<&str> = TYPES.iter().map(|(of, _)| *of).filter(|of| !asked.contains(of)).collect();
    let mut branches: Vec<(&str, Option<&str>, Keywords)> = Vec::new();
    for (key, types) in [("then", asked), ("else", others)] {
        let part = match schema.keyword(key) {
            Some(Value::Bool(false)) => continue,
            Some(Value::Object(part)) => part.clone(),
            _ => Keywords::new(),
        };
        let name = TYPES.iter().find(|(of, _)| types == [*of]).and_then(|(_, name)| *name);
        let branch = of_types(known, &part, &types, file);
        branches.extend(branch.map(|branch| (key, name.filter(|_| !part.has("title")), branch)));
    }
    let (mut new, mut places) = (kept(schema, |key| !CONDITION.contains(&key)), Vec::new());
    match branches.len() {
        0 => return None,
        1 => {
            let (key, _, only) = branches.remove(0);
            for (below, value) in only.into_iter().filter(|(key, _)| is_asserted(key) || !schema.has(key)) {
                places.push((step(pointer, &below), step(&step(pointer, key), &below)));
                new.insert(below, value);
            }
        }
        _ => {
            let mut all = Vec::new();
            for (key, name, mut branch) in branches {
                branch.extend(name.map(|name| ("x-variant".to_owned(), json!(name))));
                places.push((step(&step(pointer, "anyOf"), &all.len().to_string()), step(pointer, key)));
                all.push(branch);
            }
            new.insert("anyOf".to_owned(), json!(all));
        }
    }
    Some((new, places))
}

/// Returns a schema for the values of some types, or nothing if none of them fits it.
fn of_types(known: &Known, schema: &Keywords, types: &[&str], file: &str) -> Option<Keywords> {
    let has_it = |own: &&str| types.contains(own) || (*own == "integer" && types.contains(&"number"));
    let types = match schema.keyword("type") {
        Some(own) => types_of(own).into_iter().filter(has_it).collect(),
        None => types.to_vec(),
    };
    let is_object = |it: &Keywords| it.keyword("type").is_some_and(|of| of == "object");
    if types.is_empty() || (!types.contains(&"object") && known.is_sure(&json!(schema), file, &is_object)) {
        return None;
    }
    let mut of_them = Map::from_iter([("type".to_owned(), json!([]))]);
    of_them.extend(schema.clone());
    of_them.insert("type".to_owned(), if let [one] = types[..] { json!(one) } else { json!(types) });
    Some(of_them)
}
