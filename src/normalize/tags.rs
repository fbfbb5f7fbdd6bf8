//! Conditions on one property, whose value or absence decides all of them, are a union.
//!
//! ```text
//! {"properties": {"kind": {"enum": ["a", "b"]}}, "required": ["kind"], "if": {"properties": {"kind": {"const": "a"}}}, "then": …}
//!   ─▶ {"oneOf": [{"properties": {"kind": {"const": "a"}}, …}, {"properties": {"kind": {"const": "b"}}}]}
//! ```
//!
//! If a string can be absent or have other values, there are branches for these, too. Where every branch would be the same,
//! the schema has what follows, without a union. A boolean or an integer decides only if every object has it, with listed values.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::about::{Known, types_of};
use super::both::Part;
use super::branches::{Beside, Branch, kept, shows_more, stays, tag_name};
use crate::model::assertion::same;
use crate::schema::{At, DEFINITIONS, Find, is_asserted, step};

/// A property that conditions ask for.
struct Tag<'a> {
    name: &'a str,
    /// What is in the place of the property, each of which decides the conditions.
    cases: Vec<Case<'a>>,
}

/// What is in the place of a property.
#[derive(Clone, Copy, PartialEq)]
enum Case<'a> {
    /// This string, boolean or integer.
    Is(&'a Value),
    /// Any value that no other case has.
    Other,
    /// Nothing.
    Absent,
}

/// Whether an object with one case of the tag fits a schema.
#[derive(PartialEq, Clone, Copy)]
enum Fits {
    Yes,
    No,
    /// The schema asks for more than the tag.
    Unknown,
}

/// A schema with `if`, and its pointer.
struct Condition {
    pointer: String,
    schema: Map<String, Value>,
    /// The part of `allOf` that it is, or refers to it.
    part: Option<usize>,
}

/// The cases of a tag for which the same follows.
struct Group<'a> {
    cases: Vec<Case<'a>>,
    /// What each condition says of them.
    fits: Vec<Fits>,
    /// What follows.
    parts: Vec<Part>,
}

/// Finds conditions on a tag, if what follows from one says more of the properties.
pub fn by_tag(known: &Known, schema: &Map<String, Value>, file: &str, at: At<'_>) -> Option<Beside> {
    let properties = schema.keyword("properties")?.as_object()?;
    let conditions = conditions(known, schema, file, at);
    if conditions.is_empty() {
        return None;
    }
    let tag = Tag::of(known, schema, file, &conditions)?;
    let is_of_tag = |it: &&Condition| tag.cases.iter().any(|case| tag.holds(it, *case) != Fits::Unknown);
    let (of_tag, others): (Vec<&Condition>, Vec<&Condition>) = conditions.iter().partition(is_of_tag);
    let left_out: BTreeSet<usize> = of_tag.iter().filter_map(|it| it.part).collect();
    let mut shared = kept(schema, |key| !stays(key) || key.starts_with("unevaluated"));
    if others.iter().all(|it| it.part.is_some()) {
        ["if", "then", "else"].iter().for_each(|key| drop(shared.shift_remove(*key)));
    }
    if let Some(Value::Array(parts)) = shared.keyword_mut("allOf") {
        let mut index = 0..;
        parts.retain(|_| index.next().is_none_or(|index| !left_out.contains(&index)));
        if parts.is_empty() {
            shared.shift_remove("allOf");
        }
    }
    let groups = tag.groups(&of_tag);
    // Where a key can be absent or have any value, it decides everything, and other fields than objects and lists stay in one struct.
    let is_listed = tag.is_listed();
    let is_undecided = || !others.is_empty() || groups.iter().any(|it| it.fits.contains(&Fits::Unknown));
    if !is_listed && is_undecided() {
        return None;
    }
    let is_part = |name: &str, it: &Value| {
        properties.get(name) != Some(it) && it.as_object().is_some_and(|it| known.shows_parts(it, file))
    };
    let has_parts = |part: &Value| {
        let own = part.keyword("properties").and_then(Value::as_object).into_iter().flatten();
        part.keyword("$ref").is_some() || own.into_iter().any(|(name, it)| is_part(name, it))
    };
    let follows = |part: &Value| shows_more(known, part, &shared, file) && (is_listed || has_parts(part));
    if !groups.iter().flat_map(|it| &it.parts).any(|(_, part)| follows(part)) {
        return None;
    }
    let outer = at.pointer();
    let is_alone = groups.len() == 1;
    let branches = groups.into_iter().map(|group| {
        let mut parts = vec![(outer.clone(), tag.only(&group.cases))];
        let name = tag.name_of(&group.cases);
        parts.extend(group.parts);
        Branch { pointer: outer.clone(), parts, name: Some(name).filter(|_| !is_alone) }
    });
    Some(Beside { key: "oneOf", branches: branches.collect(), shared, left_out, others: 1 })
}

/// Returns the conditions of a schema: its own, those of its parts, and those that a part refers to.
fn conditions(known: &Known, schema: &Map<String, Value>, file: &str, at: At<'_>) -> Vec<Condition> {
    let is_condition = |schema: &Map<String, Value>| {
        let is_part =
            |key: &String| ["if", "then", "else"].contains(&key.as_str()) || DEFINITIONS.contains(&key.as_str());
        schema.has("if") && schema.keys().filter(|key| is_asserted(key)).all(is_part)
    };
    let mut found = Vec::new();
    if schema.has("if") {
        let own = kept(schema, |key| ["if", "then", "else"].contains(&key));
        found.push(Condition { pointer: at.pointer(), schema: own, part: None });
    }
    for (index, part) in schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let Value::Object(part) = part else { continue };
        let here = || step(&step(&at.pointer(), "allOf"), &index.to_string());
        if is_condition(part) {
            found.push(Condition { pointer: here(), schema: part.clone(), part: Some(index) });
        } else if let Some((origin, target)) =
            known.lone_target(part, file).filter(|(origin, it)| origin.file == file && is_condition(it))
        {
            found.push(Condition { pointer: origin.pointer, schema: target.clone(), part: Some(index) });
        }
    }
    found
}

impl<'a> Tag<'a> {
    /// Finds the property that the first condition on one asks for. One that every object has, with listed values, comes first, and
    /// of those a string, by which every language reads a union.
    fn of(known: &'a Known, schema: &'a Map<String, Value>, file: &str, conditions: &'a [Condition]) -> Option<Self> {
        let properties = schema.keyword("properties")?.as_object()?;
        let required: Vec<&str> = schema
            .keyword("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let of = |name: &'a str, listed: Option<Vec<&'a Value>>| {
            let mut asked = Vec::new();
            conditions.iter().for_each(|it| asked_of(&it.schema["if"], name, &mut asked));
            let mut cases: Vec<Case<'a>> = match listed {
                Some(listed) => listed.into_iter().map(Case::Is).collect(),
                None => asked.into_iter().map(Case::Is).chain([Case::Other]).collect(),
            };
            cases.extend((!required.contains(&name)).then_some(Case::Absent));
            let tag = Tag { name, cases };
            let is_asked =
                conditions.iter().any(|it| tag.cases.iter().any(|case| tag.holds(it, *case) != Fits::Unknown));
            (is_asked && tag.cases.len() > 1).then_some(tag)
        };
        let listed = |name: &str| known.scalars(properties.get(name)?.as_object()?, file);
        let strings = |name: &str| known.strings(properties.get(name)?.as_object()?, file);
        let required_names = || required.iter().filter_map(|name| Some(properties.get_key_value(*name)?.0.as_str()));
        let of_listed = |listed: Option<Vec<&'a Value>>, name| of(name, Some(listed?));
        let of_strings = || required_names().find_map(|name| of_listed(strings(name), name));
        let of_others = || required_names().find_map(|name| of_listed(listed(name), name));
        let of_any = || properties.keys().find_map(|name| of(name, strings(name)));
        of_strings().or_else(of_others).or_else(of_any)
    }

    /// Returns true if every object has the tag, and a listed value of it.
    fn is_listed(&self) -> bool {
        self.cases.iter().all(|case| matches!(case, Case::Is(_)))
    }

    /// Returns whether the condition holds for an object with this case.
    fn holds(&self, condition: &Condition, case: Case<'_>) -> Fits {
        condition.schema.keyword("if").map_or(Fits::Unknown, |it| self.fits(it, case))
    }

    fn fits(&self, schema: &Value, case: Case<'_>) -> Fits {
        let Value::Object(schema) = schema else { return Fits::of(*schema == Value::Bool(true)) };
        let asserted = schema.iter().filter(|(key, _)| is_asserted(key));
        all(asserted.map(|(key, value)| match key.as_str() {
            "type" => Fits::of(types_of(value).contains(&"object")),
            "required" => {
                let names = value.as_array().into_iter().flatten();
                all(names.map(|name| if name == self.name { Fits::of(case != Case::Absent) } else { Fits::Unknown }))
            }
            "properties" => all(value.as_object().into_iter().flatten().map(|(name, it)| match case {
                _ if *it == Value::Bool(true) => Fits::Yes,
                _ if name != self.name => Fits::Unknown,
                Case::Absent => Fits::Yes,
                _ => self.value_fits(it, case),
            })),
            "not" => self.fits(value, case).not(),
            "allOf" => all(value.as_array().into_iter().flatten().map(|it| self.fits(it, case))),
            "anyOf" => all(value.as_array().into_iter().flatten().map(|it| self.fits(it, case).not())).not(),
            _ => Fits::Unknown,
        }))
    }

    /// Returns whether the value of the tag fits a schema.
    fn value_fits(&self, schema: &Value, case: Case<'_>) -> Fits {
        let Value::Object(schema) = schema else { return Fits::of(*schema == Value::Bool(true)) };
        let is_one = |values: &[Value]| match case {
            Case::Is(value) => Fits::of(values.iter().any(|it| same(it, value))),
            // What a condition asks for is a case of its own.
            _ if values
                .iter()
                .all(|it| self.cases.iter().any(|case| matches!(case, Case::Is(one) if same(it, one)))) =>
            {
                Fits::No
            }
            _ => Fits::Unknown,
        };
        let asserted = schema.iter().filter(|(key, _)| is_asserted(key));
        all(asserted.map(|(key, value)| match (key.as_str(), value) {
            ("const", value) => is_one(std::slice::from_ref(value)),
            ("enum", Value::Array(values)) => is_one(values),
            ("type", types) => match case {
                Case::Is(value) => Fits::of(types_of(types).iter().any(|of| is_of_type(value, of))),
                _ => Fits::Unknown,
            },
            ("not", value) => self.value_fits(value, case).not(),
            _ => Fits::Unknown,
        }))
    }

    /// Returns the cases for which the same conditions hold. An object without the tag is like one with a value for which the same
    /// follows.
    fn groups(&self, conditions: &[&Condition]) -> Vec<Group<'a>> {
        let mut groups: Vec<Group<'a>> = Vec::new();
        for case in &self.cases {
            let fits: Vec<Fits> = conditions.iter().map(|it| self.holds(it, *case)).collect();
            let mut parts: Vec<Part> = Vec::new();
            for part in conditions.iter().zip(&fits).filter_map(|(it, fits)| it.part_that(*fits)) {
                if parts.iter().all(|(_, known)| *known != part.1) {
                    parts.push(part);
                }
            }
            let follows = |parts: &[Part]| parts.iter().map(|(_, part)| part.clone()).collect::<Vec<_>>();
            let is_same = |group: &&mut Group<'a>| {
                group.fits == fits || (*case == Case::Absent && follows(&group.parts) == follows(&parts))
            };
            match groups.iter_mut().find(is_same) {
                Some(group) => group.cases.push(*case),
                None => groups.push(Group { cases: vec![*case], fits, parts }),
            }
        }
        groups
    }

    /// Returns the schema of the objects that have one of these cases.
    fn only(&self, cases: &[Case<'a>]) -> Value {
        let is_left_out = |case: &&Case<'a>| !cases.contains(case);
        let is = |case: &Case<'a>| if let Case::Is(value) = case { Some(json!(value)) } else { None };
        let (values, others): (Vec<Value>, Vec<Value>) =
            (cases.iter().filter_map(is).collect(), self.cases.iter().filter(is_left_out).filter_map(is).collect());
        let is_any = others.is_empty() && (cases.contains(&Case::Other) || !self.cases.contains(&Case::Other));
        let value = match (&values[..], &others[..]) {
            ([], _) if cases == [Case::Absent] => Some(json!(false)),
            _ if is_any && self.cases.contains(&Case::Other) => None,
            (_, [one]) if cases.contains(&Case::Other) => Some(json!({"not": {"const": one}})),
            (_, others) if cases.contains(&Case::Other) => Some(json!({"not": {"enum": others}})),
            ([one], _) => Some(json!({"const": one})),
            _ => Some(json!({"enum": values})),
        };
        let mut only = Map::new();
        only.extend(value.map(|it| ("properties".to_owned(), json!({self.name: it}))));
        if self.cases.contains(&Case::Absent) && !cases.contains(&Case::Absent) {
            only.insert("required".to_owned(), json!([self.name]));
        }
        Value::Object(only)
    }

    /// Returns the name of a branch.
    fn name_of(&self, cases: &[Case<'a>]) -> String {
        let is = |case: &Case<'a>| if let Case::Is(value) = case { Some(tag_name(self.name, value)) } else { None };
        let values: Vec<String> = cases.iter().filter_map(is).collect();
        let has_values = self.cases.iter().any(|case| matches!(case, Case::Is(_)));
        match &values[..] {
            [] if cases == [Case::Absent] => format!("without {}", self.name),
            [] if !has_values => format!("with {}", self.name),
            _ if cases.contains(&Case::Other) => "other".to_owned(),
            [one] => one.clone(),
            [one, other] => format!("{one} or {other}"),
            _ if cases.contains(&Case::Absent) => "default".to_owned(),
            _ => "other".to_owned(),
        }
    }
}

/// Returns true if a string, boolean or integer is of a type.
fn is_of_type(value: &Value, of: &str) -> bool {
    match value {
        Value::String(_) => of == "string",
        Value::Bool(_) => of == "boolean",
        _ => of == "integer" || of == "number",
    }
}

/// Adds the strings that a schema compares a property with.
fn asked_of<'s>(schema: &'s Value, name: &str, asked: &mut Vec<&'s Value>) {
    let Value::Object(schema) = schema else { return };
    let mut of_value = schema.keyword("properties").and_then(|all| all.get(name));
    while let Some(property) = of_value {
        let listed = property.keyword("enum").and_then(Value::as_array).into_iter().flatten();
        let values = property.keyword("const").into_iter().chain(listed).filter(|it| it.is_string());
        values.for_each(|it| asked.extend((!asked.contains(&it)).then_some(it)));
        of_value = property.keyword("not");
    }
    schema.keyword("not").into_iter().for_each(|it| asked_of(it, name, asked));
    for key in ["allOf", "anyOf"] {
        schema.keyword(key).and_then(Value::as_array).into_iter().flatten().for_each(|it| asked_of(it, name, asked));
    }
}

/// Returns whether something fits that has to fit all of these.
fn all(each: impl Iterator<Item = Fits>) -> Fits {
    each.fold(Fits::Yes, |all, one| match (all, one) {
        (Fits::No, _) | (_, Fits::No) => Fits::No,
        (Fits::Unknown, _) | (_, Fits::Unknown) => Fits::Unknown,
        (Fits::Yes, Fits::Yes) => Fits::Yes,
    })
}

impl Fits {
    fn of(fits: bool) -> Self {
        if fits { Self::Yes } else { Self::No }
    }

    fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Unknown => Self::Unknown,
        }
    }
}

impl Condition {
    /// Returns the part of the condition that holds, if there is one.
    fn part_that(&self, fits: Fits) -> Option<Part> {
        let below = |key: &str| Some((step(&self.pointer, key), self.schema.keyword(key)?.clone()));
        match fits {
            Fits::Yes => below("then"),
            Fits::No => below("else"),
            Fits::Unknown => {
                let condition = kept(&self.schema, |key| ["if", "then", "else"].contains(&key));
                Some((self.pointer.clone(), json!({"allOf": [condition]})))
            }
        }
    }
}
