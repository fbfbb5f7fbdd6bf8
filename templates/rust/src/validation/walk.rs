//! Walks through a payload along the validation plan. This module validates expressions and types, `object` the keys of
//! objects. `telling` reports problems.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

use super::data::words;
use super::host::HostVersion;
use super::message::what;
use super::spot::Spot;
use super::plan::{Bounded, Constant, Enum, Expr, Keyed, Kind, List, Lookup, OfTool, Tagged, Tried, Type, Typed, find, names};
use super::messages::Choice;
use super::order::Found;
use crate::json::{LARGEST, json_type};
use crate::problems::{Problem, ProblemCode, ProblemSeverity};

/// The consequence of most mistakes.
pub(super) const REJECTED: ProblemSeverity = ProblemSeverity::Rejected;

/// Returns the problems of a payload, in order.
pub(super) fn walk(
    payload: &Value,
    root: &'static Type,
    host: Option<&HostVersion>,
    tool: Option<OfTool<'_>>,
) -> Vec<Problem> {
    let mut walk = Walk { input: !root.output, tool, found: Found::default(), shared: SharedResults::new() };
    walk.definition(payload, root, Spot::root(host));
    walk.found.ordered()
}

/// Returns the place of the member that a value of a union by trial is. `None` if the union does not accept it.
#[allow(dead_code, reason = "only unions by trial use it")]
pub(crate) fn member(value: &Value, of: &'static Type) -> Option<usize> {
    let Kind::Tried(it) = &of.kind else { return None };
    let mut walk = Walk { input: !of.output, tool: None, found: Found::default(), shared: SharedResults::new() };
    it.by.choose(&mut walk, value, Spot::root(None))
}

/// The state of a validation.
pub(crate) struct Walk<'t> {
    /// True if the host writes the payload.
    pub(super) input: bool,
    /// The tool that the payload is about.
    tool: Option<OfTool<'t>>,
    pub(super) found: Found,
    /// What assertions found out about values of the payload.
    #[allow(dead_code, reason = "only assertions use it")]
    pub(super) shared: SharedResults,
}

/// The results of assertions that report nothing, by the addresses of the assertion and the value. Neither moves while a
/// payload is validated.
pub(super) type SharedResults = BTreeMap<(*const (), *const Value), bool>;

/// Expressions.
impl Walk<'_> {
    pub(super) fn check(&mut self, value: &Value, expr: &'static Expr, spot: Spot<'_>) {
        match (expr, value) {
            (Expr::Any, _)
            | (Expr::Null | Expr::Nullable(_), Value::Null)
            | (Expr::Boolean, Value::Bool(_))
            | (Expr::Number, Value::Number(_))
            | (Expr::String, Value::String(_)) => {}
            (Expr::Integer, Value::Number(number)) => drop(self.integer(number, words::INTEGER, spot)),
            (Expr::List(list), Value::Array(items)) => self.list(items, list, spot),
            (Expr::Map(each), Value::Object(map)) => self.map(map, each, spot),
            (Expr::Constant(constant), _) => self.constant(value, constant, spot),
            (Expr::Nullable(inner), _) => self.check(value, inner, spot.or_null()),
            (Expr::Bounded(it), _) => self.bounded(value, it, spot),
            (Expr::Keyed(it), _) => self.check(value, it.base, spot),
            (Expr::Asserted(it), _) => {
                self.check(value, it.inner, spot);
                it.by.check(self, value, spot);
            }
            (Expr::Ref(it), _) => self.definition(value, it.to, spot.closed_if(it.closed)),
            (Expr::Null | Expr::Boolean | Expr::Integer | Expr::Number | Expr::String | Expr::List(_) | Expr::Map(_), _) => {
                self.wrong_type(value, &what(expr), REJECTED, spot);
            }
        }
    }

    /// Returns true if the number is a safe integer, and reports it otherwise.
    fn integer(&mut self, number: &Number, what: &str, spot: Spot<'_>) -> bool {
        let number = number.as_f64().unwrap_or(f64::MAX);
        if number.fract() != 0.0 {
            self.fraction(what, spot);
        } else if number.abs() > LARGEST {
            self.reject(ProblemCode::OutOfRange, words::OUT_OF_RANGE, spot);
        } else {
            return true;
        }
        false
    }

    fn bounded(&mut self, value: &Value, it: &'static Bounded, spot: Spot<'_>) {
        let what = it.bounds.what;
        match (it.inner, value) {
            (Expr::Number, Value::Number(_)) | (Expr::String, Value::String(_)) => {}
            (Expr::Integer, Value::Number(number)) => {
                if !self.integer(number, what, spot) {
                    return;
                }
            }
            _ => return self.wrong_type(value, what, REJECTED, spot),
        }
        if it.bounds.hold(value) {
            return;
        }
        match it.bounds.format.filter(|_| it.bounds.has_length(value)) {
            Some(format) => self.not_of_format(format, spot),
            None if value.is_string() => self.out_of_bounds(ProblemCode::TooShort, what, spot),
            None => self.out_of_bounds(ProblemCode::OutOfRange, what, spot),
        }
    }

    fn list(&mut self, items: &[Value], it: &'static List, spot: Spot<'_>) {
        if it.min.is_some_and(|min| items.len() < min) {
            self.reject(ProblemCode::TooShort, words::TOO_SHORT, spot);
        }
        if it.max.is_some_and(|max| items.len() > max) {
            self.reject(ProblemCode::TooLong, words::TOO_LONG, spot);
        }
        for (index, item) in items.iter().enumerate() {
            self.check(item, it.item, spot.item(index));
        }
    }

    fn map(&mut self, map: &Map<String, Value>, each: &'static Expr, spot: Spot<'_>) {
        for (key, value) in map {
            self.check(value, each, spot.value(key));
        }
    }

    fn constant(&mut self, value: &Value, it: &'static Constant, spot: Spot<'_>) {
        if !it.value.is(value) {
            self.other_value(value, it, REJECTED, spot);
        }
    }

    /// Reports a value that is not the constant.
    fn other_value(&mut self, value: &Value, it: &'static Constant, severity: ProblemSeverity, spot: Spot<'_>) {
        if it.value.is_like(value) {
            let choice = Choice { what: it.what, operation: it.operation, unknown: None, candidates: Vec::new(), severity };
            self.wrong_value(value, &choice, spot);
        } else {
            self.wrong_type(value, it.what, severity, spot);
        }
    }
}

/// Keyed values.
impl Walk<'_> {
    /// Validates a keyed value against the type in the tool's row. `beside` is the object that contains the value.
    pub(super) fn looked_up(&mut self, value: &Value, it: &Lookup, beside: &Map<String, Value>, spot: Spot<'_>) {
        let Some(tool) = self.tool else { return };
        let row = |name| (tool.rows)(it.table, name);
        let named = |key| beside.get(key).and_then(Value::as_str).and_then(row);
        let own = || it.by.filter(|_| self.input).and_then(named);
        let row = tool.name.map_or_else(own, row);
        let Some(row) = row.filter(|row| !it.except.contains(&row.name)) else { return };
        let is_of_tool = it.by.is_none_or(|key| named(key).is_some_and(|other| std::ptr::eq(other, row)));
        if let Some(def) = find(row.types, it.column).filter(|_| is_of_tool) {
            let spot = spot.closed_if(!self.input).passed_on(it);
            self.definition(value, def, spot);
        }
    }
}

/// Types.
impl Walk<'_> {
    fn definition(&mut self, value: &Value, def: &'static Type, spot: Spot<'_>) {
        let spot = self.since(def.since, None, spot);
        self.kind(value, &def.kind, spot);
    }

    fn kind(&mut self, value: &Value, kind: &'static Kind, spot: Spot<'_>) {
        match kind {
            Kind::Alias(expr) => self.check(value, expr, spot),
            Kind::Enum(it) => self.enumeration(value, it, spot),
            Kind::Struct(it) => self.structure(value, it, spot),
            Kind::Tagged(it) => self.tagged(value, it, spot),
            Kind::Keyed(it) => self.keyed(value, it, spot),
            Kind::Typed(it) => self.typed(value, it, spot),
            Kind::Tried(it) => self.tried(value, it, spot),
            Kind::Asserted(it) => {
                self.kind(value, it.inner, spot);
                if value.is_object() {
                    it.by.check(self, value, spot);
                }
            }
        }
    }

    fn enumeration(&mut self, value: &Value, it: &'static Enum, spot: Spot<'_>) {
        let Some(text) = value.as_str() else { return self.wrong_type(value, it.what, REJECTED, spot) };
        if it.values.contains(&text) {
            self.since(find(it.added, text), None, spot);
            return self.deprecated(find(it.deprecated, text), spot);
        }
        let had = |until: &&[u64]| spot.host.is_some_and(|host| host.is_older_than(until));
        if !it.open && !find(it.removed, text).is_some_and(had) {
            let (candidates, severity) = (it.values.to_vec(), REJECTED);
            let choice = Choice { what: it.what, operation: false, unknown: None, candidates, severity };
            self.wrong_value(value, &choice, spot);
        }
    }

    fn typed(&mut self, value: &Value, it: &'static Typed, spot: Spot<'_>) {
        match find(it.types, json_type(value)) {
            Some(expr) => self.check(value, expr, spot.member()),
            None => self.wrong_type(value, it.what, REJECTED, spot),
        }
    }

    /// Validates a union by trial: as a whole, and then the member that accepts the value as its type.
    fn tried(&mut self, value: &Value, it: &'static Tried, spot: Spot<'_>) {
        if let Some(expr) = it.by.choose(self, value, spot).and_then(|at| it.members.get(at)) {
            self.check(value, expr, spot.member());
        }
    }

    fn tagged(&mut self, value: &Value, it: &'static Tagged, spot: Spot<'_>) {
        let Value::Object(map) = value else { return self.wrong_type(value, words::STRUCT, REJECTED, spot) };
        let at = spot.key(it.key, it.mistakes);
        let chosen = match (map.get(it.key), it.absent) {
            (Some(tag), _) => self.tag(tag, it, at),
            (None, Some(absent)) => Some(absent),
            (None, None) => {
                self.missing(it.missing.as_ref(), || it.what.into(), it.key, map, at);
                None
            }
        };
        match chosen {
            Some(expr) => self.check(value, expr, spot.member()),
            None => self.found.extend_to(spot.to_string(), &at.to_string()),
        }
    }

    /// Returns the member of the union that the tag selects.
    fn tag(&mut self, tag: &Value, it: &'static Tagged, spot: Spot<'_>) -> Option<&'static Expr> {
        let Some(text) = tag.as_str() else {
            self.wrong_type(tag, words::STRING, REJECTED, spot);
            return None;
        };
        let expr = find(it.tags, text);
        if expr.is_none() {
            let (candidates, severity) = (names(it.tags).collect(), REJECTED);
            let choice = Choice { what: it.what, operation: it.operation, unknown: it.unknown, candidates, severity };
            self.wrong_value(tag, &choice, spot);
        }
        expr
    }

    /// Validates a union by key. If the key has a value that is not allowed, the host treats it as absent.
    fn keyed(&mut self, value: &Value, it: &'static Keyed, spot: Spot<'_>) {
        let Value::Object(map) = value else { return self.wrong_type(value, words::STRUCT, REJECTED, spot) };
        match (map.get(it.key), &it.value) {
            (None, _) => self.check(value, &it.without, spot.member()),
            (Some(found), Some(constant)) if !constant.value.is(found) => {
                self.other_value(found, constant, ProblemSeverity::Ignored, spot.key(it.key, &[]));
                self.check(value, &it.without, spot.member().skipping(it.key));
            }
            (Some(_), _) => self.check(value, &it.with, spot.member()),
        }
    }
}
