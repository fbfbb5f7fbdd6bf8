//! What the type of a value decides: keywords about other types, and conditions on the type.
//!
//! ```text
//! {"type": "string", "enum": ["a"], "additionalProperties": false}  ─▶ {"type": "string", "enum": ["a"]}
//! {"type": "object", "if": {"type": "object"}, "then": {"properties": …}}  ─▶ {"type": "object", "properties": …}
//! {"if": {"type": "object"}, "then": {"properties": …}}
//!   ─▶ {"anyOf": [{"type": "object", "properties": …}, {"type": ["array", "string", …]}]}
//! ```

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::about::{Known, is_about, is_condition, types_of};
use super::branches::kept;
use super::counted::Counted;
use super::objects::TYPES;
use super::targets::{self, Targets};
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::{At, JsonFile, Origin, is_asserted, step};
use crate::set::LintLevel;

type Keywords = Map<String, Value>;

/// Writes the schemas without what their types decide. What references lead to stays where it is. Reports the
/// keywords that are left out, unless the lint is allowed.
pub fn settle(schemas: &mut [JsonFile], level: LintLevel, found: &mut Counted) {
    let (known, mut targets, mut moved) = (Known::of(schemas), Targets::of(schemas), BTreeMap::new());
    for file in schemas.iter_mut() {
        let (path, mut places, mut left_out) = (file.path.clone(), Vec::new(), Vec::new());
        file.each_schema_mut(&mut |schema, at| {
            let origin = Origin { file: path.clone(), pointer: at.pointer() };
            let is_condition = at.keywords().into_iter().any(is_condition);
            let can_be_type = !is_condition && !matches!(at, At::Index(At::Key(_, "allOf"), _));
            let mut settled = |schema: &mut Keywords, (new, respelled): Settled| {
                let can_move = targets.respell(schema, new, &origin, &mut moved);
                places.extend(respelled.into_iter().filter(|_| can_move));
                can_move
            };
            let others = of_other_types(schema);
            if !others.is_empty() {
                let of = schema["type"].to_string();
                if settled(schema, (kept(schema, |key| !others.iter().any(|other| other == key)), Vec::new())) {
                    left_out.extend(others.into_iter().map(|key| (step(&origin.pointer, &key), key, of.clone())));
                }
            }
            if let Some(new) = decided(schema, &origin.pointer) {
                settled(schema, new);
            }
            if let Some(new) = can_be_type.then(|| split(&known, schema, &path, &origin.pointer)).flatten() {
                settled(schema, new);
            }
        });
        for (pointer, key, of) in left_out.iter().filter(|_| level == LintLevel::Warn && !file.is_built_in()) {
            found.add(&format!("{key} beside {of}"), || of_another_type(key, of), || file.key_place(pointer));
        }
        file.add_respelled(places);
    }
    targets::redirect(schemas, &moved);
}

/// A schema, and the places that what is in it had before.
type Settled = (Keywords, Vec<(String, String)>);

/// Returns the keywords of a schema that are about other types than its own. The format of a number is one of the languages.
fn of_other_types(schema: &Keywords) -> Vec<String> {
    let types = schema.get("type").map(types_of).unwrap_or_default();
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
    let types = types_of(schema.get("type")?);
    let asked = asked(schema.get("if")?)?;
    let fits = |of: &&str| asked.contains(of) || (*of == "integer" && asked.contains(&"number"));
    let key = match types.iter().filter(|of| fits(of)).count() {
        0 => "else",
        count if count == types.len() => "then",
        _ => return None,
    };
    let mut new = kept(schema, |key| !CONDITION.contains(&key));
    let (mut places, from) = (Vec::new(), step(pointer, key));
    match schema.get(key) {
        None | Some(Value::Bool(true)) => {}
        Some(Value::Object(part)) if part.keys().all(|key| !new.contains_key(key) || !is_asserted(key)) => {
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

/// The keywords of a condition.
const CONDITION: [&str; 3] = ["if", "then", "else"];

/// Returns a union of the types that fit the condition of a schema, and of the others, if what follows says more of a type.
fn split(known: &Known, schema: &Keywords, file: &str, pointer: &str) -> Option<Settled> {
    let asked = asked(schema.get("if")?)?;
    let is_object = |it: &Keywords| it.get("type").is_some_and(|of| of == "object");
    let is_alone = schema.keys().filter(|key| is_asserted(key)).all(|key| CONDITION.contains(&key.as_str()));
    let part = |key: &str| schema.get(key).and_then(Value::as_object);
    let shows = |key: &str| part(key).is_some_and(|it| known.shows_parts(it, file));
    let is_reference = |key: &str| part(key).is_some_and(|it| it.len() == 1 && it.contains_key("$ref"));
    if !is_alone || !(shows("then") || shows("else")) || (is_reference("then") && is_reference("else")) {
        return None;
    }
    let others: Vec<&str> = TYPES.iter().map(|(of, _)| *of).filter(|of| !asked.contains(of)).collect();
    let (mut branches, mut places) = (Vec::new(), Vec::new());
    for (key, types) in [("then", asked), ("else", others)] {
        let of = if let [one] = types[..] { json!(one) } else { json!(types) };
        let branch = match schema.get(key) {
            Some(Value::Bool(false)) => continue,
            _ if types.is_empty() => continue,
            Some(Value::Object(part)) => {
                let has_it = |own: &&str| types.contains(own) || (*own == "integer" && types.contains(&"number"));
                let has_other = part.get("type").is_some_and(|own| !types_of(own).iter().all(has_it));
                // No value would fit.
                if has_other || (!types.contains(&"object") && known.is_sure(&json!(part), file, &is_object)) {
                    return None;
                }
                let mut branch = Map::from_iter([("type".to_owned(), of)]);
                branch.extend(part.clone());
                let name = TYPES.iter().find(|(of, _)| types == [*of]).and_then(|(_, name)| *name);
                let name = name.filter(|_| !branch.contains_key("title"));
                branch.extend(name.map(|name| ("x-variant".to_owned(), json!(name))));
                Value::Object(branch)
            }
            _ => json!({"type": of}),
        };
        places.push((step(&step(pointer, "anyOf"), &branches.len().to_string()), step(pointer, key)));
        branches.push(branch);
    }
    let mut new = kept(schema, |key| !CONDITION.contains(&key));
    new.insert("anyOf".to_owned(), json!(branches));
    Some((new, places))
}
