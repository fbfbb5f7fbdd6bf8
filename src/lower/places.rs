//! Lowers what is at each place of a list.

use serde_json::{Map, Value};

use super::assertion::asserted;
use super::expr::{is_false, of_constant};
use super::{Scope, bounds};
use crate::model::{Assertion, Expr, Places, StandardFormat};
use crate::schema::{Find, is_asserted};
use crate::set::Integers;

/// Returns true if each language has a type for the places.
pub fn is_fixed(places: &Option<Box<Places>>) -> bool {
    places.as_ref().is_some_and(|it| it.fixed().is_some())
}

/// Returns what is at each place of a list, if the schema or a part of it says other things of some. `item` is what is at every one.
pub fn places(scope: &Scope<'_>, schema: &Map<String, Value>, item: &Expr) -> Option<Box<Places>> {
    let by_place = |schema: &Map<String, Value>| {
        let keys = [("prefixItems", "items"), ("items", "additionalItems")];
        let (key, rest) = keys.into_iter().find(|(key, _)| schema.keyword(key).is_some_and(Value::is_array))?;
        Some((schema[key].as_array()?.clone(), schema.get(rest).cloned()))
    };
    let parts = schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
    let own = by_place(schema);
    let is_own = own.is_some();
    let (first, rest) = own.or_else(|| parts.into_iter().find_map(by_place))?;
    let size = |key: &str| bounds::count(schema, key).map(|size| usize::try_from(size).unwrap_or(usize::MAX));
    let (least, most) = (size("minItems").unwrap_or(0), size("maxItems"));
    let has_rest = most.is_none_or(|most| most > first.len());
    let refuses = |it: &Value| *it == Value::Bool(false) || it.as_object().is_some_and(is_false);
    let is_refused = rest.as_ref().is_some_and(refuses);
    let branches = Branches::of(scope, item, first.iter().chain(&rest));
    let at_place = |it: &Value| branches.at_place(it);
    // What a part leaves open is in the whole.
    let open = |it: Option<Value>| it.map_or_else(|| if is_own { Expr::Any } else { item.clone() }, |it| at_place(&it));
    let places = most.unwrap_or(usize::MAX).min(first.len());
    let first: Vec<Expr> = first[..places].iter().map(at_place).collect();
    let rest = (has_rest && !is_refused).then(|| open(rest));
    let differs = rest.is_none() || first.iter().chain(&rest).any(|place| place != item);
    // Without others, no list has more items than there are places.
    let can_be = rest.is_some() || least <= first.len();
    let least = least.min(first.len());
    (differs && can_be && !first.is_empty()).then(|| Box::new(Places { first, least, rest }))
}

/// The schemas of a list's places, and the types that they have as members of the one of every item.
struct Branches<'a> {
    item: &'a Expr,
    /// The schemas, each once, and without `false` and null.
    schemas: Vec<Value>,
    /// The members, in the order of the schemas.
    members: Vec<&'a Value>,
    /// Numbers can be constants.
    numbers: Option<Integers>,
}

impl<'a> Branches<'a> {
    fn of<'v>(scope: &'a Scope<'_>, item: &'a Expr, places: impl Iterator<Item = &'v Value>) -> Self {
        let is_null = |schema: &Value| schema.keyword("type").is_some_and(|it| it == "null");
        let mut schemas: Vec<Value> = Vec::new();
        for schema in places.filter(|it| it.is_object() && !is_null(it)).map(without_annotations) {
            if !schemas.contains(&schema) {
                schemas.push(schema);
            }
        }
        let union = match item {
            Expr::Ref { name, .. } => Some(name),
            Expr::Nullable { inner } => match &**inner {
                Expr::Ref { name, .. } => Some(name),
                _ => None,
            },
            _ => None,
        };
        let members = union.and_then(|name| scope.definitions.get(name)?.schema.keyword("anyOf")?.as_array());
        let members: Vec<&Value> = members.into_iter().flatten().filter(|it| !is_null(it)).collect();
        Self { item, schemas, members, numbers: scope.constants() }
    }

    /// Returns what is at a place. Where the type of every item does not say it, that is the one of every item.
    fn at_place(&self, schema: &Value) -> Expr {
        let Value::Object(schema) = schema else {
            return if *schema == Value::Bool(true) { Expr::Any } else { Expr::Never };
        };
        self.simple(schema).or_else(|| self.member(schema)).unwrap_or_else(|| self.item.clone())
    }

    /// Returns the type of a schema that needs no name.
    fn simple(&self, schema: &Map<String, Value>) -> Option<Expr> {
        const BOUNDS: [&str; 4] = ["format", "minimum", "exclusiveMinimum", "maximum"];
        const OTHERS: [&str; 6] = ["const", "enum", "allOf", "anyOf", "oneOf", "$ref"];
        let alone: Vec<&str> = OTHERS.into_iter().filter(|key| schema.has(key)).collect();
        let of_name = |name: &str| match name {
            "string" => {
                let named = schema.keyword("format").and_then(Value::as_str).and_then(StandardFormat::named);
                let format = named.filter(|format| format.native_type().is_some());
                Some(asserted(Expr::String, Assertion { format, ..Assertion::default() }))
            }
            "boolean" => Some(Expr::Boolean),
            // They choose the type of an integer.
            "integer" if self.numbers == Some(Integers::Wide) && BOUNDS.iter().any(|key| schema.has(key)) => None,
            "integer" => Some(Expr::Integer),
            "number" => Some(Expr::Number),
            "null" => Some(Expr::Null),
            "array" => {
                let item = match schema.keyword("items") {
                    Some(Value::Object(item)) => self.simple(item)?,
                    None => Expr::Any,
                    _ => return None,
                };
                let is_by_place = schema.has("prefixItems");
                (!is_by_place).then(|| Expr::List { item: Box::new(item), min: None, max: None, places: None })
            }
            _ => None,
        };
        match (&alone[..], schema.keyword("type")) {
            (["$ref"], _) => {
                Some(Expr::Ref { name: schema.keyword("$ref").and_then(Value::as_str)?.to_owned(), closed: false })
            }
            (["const"], _) => of_constant(&schema["const"], self.numbers),
            ([], Some(Value::String(name))) => of_name(name),
            ([], Some(Value::Array(names))) => match &names[..] {
                [Value::String(name), null] | [null, Value::String(name)] if null == "null" && name != "null" => {
                    Some(Expr::Nullable { inner: Box::new(of_name(name)?) })
                }
                _ => None,
            },
            ([], None) if schema.keys().all(|key| !is_asserted(key)) => Some(Expr::Any),
            _ => None,
        }
    }

    /// Returns the type of the member of the union of all items that is made of the schema.
    fn member(&self, schema: &Map<String, Value>) -> Option<Expr> {
        let schema = without_annotations(&Value::Object(schema.clone()));
        let at = self.schemas.iter().position(|known| *known == schema)?;
        let member = (self.schemas.len() == self.members.len()).then(|| self.members.get(at))??;
        self.simple(member.as_object()?)
    }
}

/// Returns what decides which values are valid.
fn without_annotations(schema: &Value) -> Value {
    let asserted = schema.as_object().into_iter().flatten().filter(|(key, _)| is_asserted(key));
    asserted.map(|(key, value)| (key.clone(), value.clone())).collect()
}
