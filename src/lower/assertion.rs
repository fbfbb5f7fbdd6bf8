//! Lowers schemas to assertions: the constraints that no type expresses, translated one to one for the validators.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::{Map, Number, Value};

use super::Scope;
use super::bounds::count;
use super::graph::on_cycles;
use crate::diagnostic::{Code, Diagnostic};
use crate::link::Definition;
use crate::model::assertion::identity;
use crate::model::{Assertion, Bounds, Contains, Expr, JsonType, TypeDef};
use crate::regex;
use crate::schema::{Find, is_asserted, step};
use crate::set::Integers;

/// Returns the assertion of a whole schema.
pub fn assertion(scope: &mut Scope<'_>, definition: &Definition, schema: &Value, pointer: &str) -> Assertion {
    match schema {
        Value::Object(object) => AssertionReader { scope, definition, schema: object, pointer }.read(),
        Value::Bool(false) => Assertion::never(),
        _ => Assertion::default(),
    }
}

/// Returns the assertion of a schema, without the keywords that became a type.
pub fn remaining_assertion(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    pointer: &str,
    typed: &[&str],
) -> Assertion {
    let rest: Map<String, Value> =
        schema.iter().filter(|(key, _)| !typed.contains(&key.as_str())).map(|(k, v)| (k.clone(), v.clone())).collect();
    AssertionReader { scope, definition, schema: &rest, pointer }.read()
}

/// Adds an assertion to an expression, unless the assertion is empty.
pub fn asserted(inner: Expr, assertion: Assertion) -> Expr {
    match inner {
        inner if assertion.is_empty() => inner,
        inner => Expr::Asserted { inner: Box::new(inner), assertion: Box::new(assertion) },
    }
}

/// Turns bounds into assertions. Bounds of numbers and strings stay if `scalars` is true (a field), and those of a list
/// if `lists` is true (a field's own list).
pub fn instead_of_bounds(expr: &mut Expr, scalars: bool, lists: bool) {
    match expr {
        Expr::Bounded { inner, bounds } if !scalars && bounds.format.is_none() => {
            let Bounds { minimum, above, maximum, min_length, .. } = bounds.clone();
            let assertion = Assertion { minimum, above, maximum, min_length, ..Assertion::default() };
            *expr = asserted((**inner).clone(), assertion);
        }
        Expr::List { item, min, max, .. } => {
            instead_of_bounds(item, scalars, false);
            if !lists {
                let (min_items, max_items) = (min.take().filter(|least| *least > 0), max.take());
                *expr = asserted(expr.clone(), Assertion { min_items, max_items, ..Assertion::default() });
            }
        }
        Expr::Map { value, .. } => instead_of_bounds(value, scalars, false),
        Expr::Nullable { inner } | Expr::Asserted { inner, .. } => instead_of_bounds(inner, scalars, lists),
        _ => {}
    }
}

/// Returns the definitions that assertions refer to, each as an assertion.
pub fn definitions(scope: &mut Scope<'_>, types: &[TypeDef]) -> IndexMap<String, Assertion> {
    let mut open: Vec<String> = Vec::new();
    for assertion in types.iter().flat_map(|def| def.kind.assertions()) {
        assertion.refs(&mut |name| open.push(name.to_owned()));
    }
    let mut found: IndexMap<String, Assertion> = IndexMap::new();
    let all = scope.definitions;
    while let Some(name) = open.pop() {
        let Some(definition) = all.get(&name).filter(|_| !found.contains_key(&name)) else { continue };
        let own = assertion(scope, definition, &Value::Object(definition.schema.clone()), "");
        own.refs(&mut |name| open.push(name.to_owned()));
        found.insert(name, own);
    }
    found.sort_keys();
    refuse_cycles(scope, &found);
    refuse_deep(scope, types, &found);
    found
}

/// The maximum depth of nested assertions: each level is several stack frames of the generator and of the compilers.
const DEEPEST: usize = 32;

/// Refuses assertions that are too deep, in a type or in a definition. The depth of each definition is counted
/// separately.
fn refuse_deep(scope: &mut Scope<'_>, types: &[TypeDef], all: &IndexMap<String, Assertion>) {
    let message = format!("more than {DEEPEST} schemas or values in each other, which no type shows");
    let diagnostic = Diagnostic::error(Code::TooDeep, message)
        .because("the validators hold a value against all of them at once, and compilers give up on so many")
        .instead("give one of the inner ones a name: make it a definition, and refer to it");
    for def in types.iter().filter(|def| def.kind.assertions().into_iter().any(|it| it.depth() > DEEPEST)) {
        scope.report_at(&def.origin, diagnostic.clone());
    }
    for name in all.iter().filter(|(_, assertion)| assertion.depth() > DEEPEST).map(|(name, _)| name) {
        if let Some(definition) = scope.definitions.get(name) {
            scope.report(definition, "", diagnostic.clone());
        }
    }
}

/// Refuses an assertion that refers to itself without descending into the value: evaluating it would never end.
fn refuse_cycles(scope: &mut Scope<'_>, all: &IndexMap<String, Assertion>) {
    let graph = all.iter().map(|(name, assertion)| (name.as_str(), at_once(assertion))).collect();
    for name in on_cycles(&graph) {
        let diagnostic = Diagnostic::error(Code::ReferenceCycle, format!("`{name}` refers to itself"))
            .because("the same value would be held against it again and again, without an end")
            .instead("take the reference out, or put it into a property or an item");
        if let Some(definition) = scope.definitions.get(name) {
            scope.report(definition, "", diagnostic);
        }
    }
}

/// Returns the definitions that apply to the same value, not to a part of it.
fn at_once(assertion: &Assertion) -> Vec<&str> {
    let mut found = Vec::new();
    let mut open = vec![assertion];
    while let Some(next) = open.pop() {
        found.extend(next.reference.as_deref());
        open.extend(next.at_once());
    }
    found
}

/// Parses a type name of the keyword `type`.
fn json_type(name: &Value) -> Option<JsonType> {
    serde_json::from_value(name.clone()).ok()
}

struct AssertionReader<'a, 'b, 's> {
    scope: &'a mut Scope<'s>,
    definition: &'b Definition,
    schema: &'b Map<String, Value>,
    pointer: &'b str,
}

impl AssertionReader<'_, '_, '_> {
    fn read(&mut self) -> Assertion {
        let format = self.scope.set.file.asserted_format(self.schema);
        let mut it = Assertion { format, ..Assertion::default() };
        if !self.schema.keys().any(|key| is_asserted(key)) {
            return it;
        }
        self.values(&mut it);
        self.scalars(&mut it);
        self.arrays(&mut it);
        self.objects(&mut it);
        self.whole(&mut it);
        it
    }

    fn below(&mut self, key: &str, schema: &Value) -> Assertion {
        let at = step(self.pointer, key);
        assertion(self.scope, self.definition, schema, &at)
    }

    fn one(&mut self, key: &str) -> Option<Box<Assertion>> {
        let schema = self.schema.keyword(key)?;
        Some(Box::new(self.below(key, schema)))
    }

    fn list(&mut self, key: &str) -> Vec<Assertion> {
        let at = step(self.pointer, key);
        let all = self.schema.keyword(key).and_then(Value::as_array).into_iter().flatten().enumerate();
        all.map(|(index, it)| assertion(self.scope, self.definition, it, &step(&at, &index.to_string()))).collect()
    }

    fn by_key(&mut self, key: &str) -> IndexMap<String, Assertion> {
        let at = step(self.pointer, key);
        let all = self.schema.keyword(key).and_then(Value::as_object).into_iter().flatten();
        // `dependencies` can also hold an array of names.
        let schemas = all.filter(|(_, it)| !it.is_array());
        schemas.map(|(name, it)| (name.clone(), assertion(self.scope, self.definition, it, &step(&at, name)))).collect()
    }

    // ---- keywords ---------------------------------------------------------------------------------------------------

    /// Reads `type`, `const` and `enum`. With listed values, the types only filter them.
    fn values(&self, it: &mut Assertion) {
        it.types = match self.schema.keyword("type") {
            Some(Value::Array(names)) => names.iter().filter_map(json_type).collect(),
            Some(name) => json_type(name).into_iter().collect(),
            None => Vec::new(),
        };
        let only = self.schema.keyword("const").map(std::slice::from_ref);
        let listed = self.schema.keyword("enum").and_then(Value::as_array).map(Vec::as_slice);
        let Some(values) = only.or(listed) else { return };
        let of_type = |value: &&Value| it.types.is_empty() || it.types.iter().any(|of| of.has(value));
        let all: Option<BTreeSet<String>> =
            listed.filter(|_| only.is_some()).map(|all| all.iter().map(identity).collect());
        let mut seen = BTreeSet::new();
        for value in values.iter().filter(of_type) {
            let own = identity(value);
            if all.as_ref().is_none_or(|all| all.contains(&own)) && seen.insert(own) {
                it.values.push(value.clone());
            }
        }
        it.types.clear();
        it.never = it.values.is_empty();
    }

    fn scalars(&mut self, it: &mut Assertion) {
        it.minimum = self.number("minimum");
        it.above = self.number("exclusiveMinimum");
        it.maximum = self.number("maximum");
        it.below = self.number("exclusiveMaximum");
        it.multiple_of = self.number("multipleOf");
        it.min_length = count(self.schema, "minLength").filter(|least| *least > 0);
        it.max_length = count(self.schema, "maxLength");
        if let Some(pattern) = self.schema.keyword("pattern").and_then(Value::as_str) {
            self.expect_known(pattern, &step(self.pointer, "pattern"));
            it.pattern = Some(pattern.to_owned());
        }
    }

    fn arrays(&mut self, it: &mut Assertion) {
        it.min_items = count(self.schema, "minItems").filter(|least| *least > 0);
        it.max_items = count(self.schema, "maxItems");
        it.unique = self.schema.keyword("uniqueItems") == Some(&Value::Bool(true));
        // Draft-07 uses `items` for both.
        let listed = self.schema.keyword("items").is_some_and(Value::is_array);
        it.prefix = self.list(if listed { "items" } else { "prefixItems" });
        it.items = self.one(if listed { "additionalItems" } else { "items" });
        it.unevaluated_items = self.one("unevaluatedItems");
        it.contains = self.one("contains").map(|assertion| {
            let min = count(self.schema, "minContains").unwrap_or(1);
            Box::new(Contains { assertion: *assertion, min, max: count(self.schema, "maxContains") })
        });
    }

    fn objects(&mut self, it: &mut Assertion) {
        it.min_properties = count(self.schema, "minProperties").filter(|least| *least > 0);
        it.max_properties = count(self.schema, "maxProperties");
        it.required = names(self.schema.keyword("required"));
        it.properties = self.by_key("properties");
        it.patterns = self.by_key("patternProperties").into_iter().collect();
        for (pattern, _) in &it.patterns {
            self.expect_known(pattern, &step(&step(self.pointer, "patternProperties"), pattern));
        }
        it.rest = self.one("additionalProperties");
        it.names = self.one("propertyNames");
        it.dependent = self.by_key("dependentSchemas");
        it.dependent.extend(self.by_key("dependencies"));
        for key in ["dependentRequired", "dependencies"] {
            let all = self.schema.keyword(key).and_then(Value::as_object).into_iter().flatten();
            let lists = all.filter(|(_, needed)| needed.is_array());
            it.dependent_required.extend(lists.map(|(name, needed)| (name.clone(), names(Some(needed)))));
        }
        it.unevaluated_properties = self.one("unevaluatedProperties");
    }

    fn whole(&mut self, it: &mut Assertion) {
        it.reference = self.schema.keyword("$ref").and_then(Value::as_str).map(str::to_owned);
        it.all = self.list("allOf");
        it.any = self.list("anyOf");
        it.one = self.list("oneOf");
        it.not = self.one("not");
        it.condition = self.one("if");
        if it.condition.is_some() {
            it.consequence = self.one("then");
            it.alternative = self.one("else");
        }
        if it.not.as_ref().is_some_and(|not| not.is_empty()) {
            it.not = None;
            it.never = true;
        }
    }

    // ---- values of keywords -----------------------------------------------------------------------------------------

    /// Reads a number as a double, and as an integer if it has no fraction. If integers are wide, an integer is exact.
    fn number(&self, key: &str) -> Option<Number> {
        let exact = self.schema.keyword(key)?.as_number()?;
        if self.scope.set.file.types.integers == Integers::Wide && !exact.is_f64() {
            return Some(exact.clone());
        }
        let number = self.schema.keyword(key)?.as_f64()?;
        let whole = number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_991.0;
        if whole { Some(Number::from(number as i64)) } else { Number::from_f64(number) }
    }

    fn expect_known(&mut self, pattern: &str, pointer: &str) {
        expect_known(self.scope, self.definition, pattern, pointer);
    }
}

/// Reports a pattern that not every language can match alike.
pub fn expect_known(scope: &mut Scope<'_>, definition: &Definition, pattern: &str, pointer: &str) {
    if let Err(why) = regex::check(pattern) {
        let diagnostic = Diagnostic::error(Code::Pattern, format!("the pattern `{pattern}` is not supported"))
            .because(why)
            .instead(TAKEN);
        scope.report(definition, pointer, diagnostic);
    }
}

/// The supported syntax of a pattern.
const TAKEN: &str = "write it with characters, `.`, `[…]`, `(…)`, `(?:…)`, `|`, `*`, `+`, `?`, `{1,2}`, `^`, `$`, and `\\` before one \
                     of `dDwWsSbBtnvfr`, before `xHH`, `uHHHH` or a sign: what every language matches alike, in linear time";

fn names(list: Option<&Value>) -> Vec<String> {
    let all = list.and_then(Value::as_array).into_iter().flatten();
    all.filter_map(Value::as_str).map(str::to_owned).collect()
}
