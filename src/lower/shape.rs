//! Finds the kind of a definition: a struct, an enum (see `enums`), a union or an alias. Merges `allOf`.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::form::{self, Position};
use super::{Scope, assertion, bounds, enums, expr, facts, narrow, origin, rules};
use crate::check::{level_of_defaults, leveled};
use crate::diagnostic::{Code, Diagnostic, Loss};
use crate::link::Definition;
use crate::model::{Assertion, Discriminator, Expr, Field, Kind, Mistake, Rule, Struct, Union, Variant, Version};
use crate::nearest::instead_of;
use crate::schema::{ByPattern, Find, composes_objects, is_asserted, nullable, step, values_by_pattern};
use crate::set::{Integers, LintLevel};

/// Facts about a definition, besides its kind, that later parts of this step need.
#[derive(Debug, Clone, Default)]
pub struct Extras {
    /// The rule for keys that it does not name.
    pub rest: Rest,
    /// `x-direction` of the file's root.
    pub direction: Option<String>,
}

/// A rule for keys that a schema does not name.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Rest {
    /// Not specified: the writer of the type decides.
    #[default]
    Unsaid,
    /// No other keys.
    Closed,
    /// Other keys, with this expression.
    Open(Expr),
}

/// Lowers a definition. Constraints that no type expresses become an assertion, and are reported.
pub fn shape(scope: &mut Scope<'_>, definition: &Definition) -> Option<(Kind, Extras)> {
    let schema = &definition.schema;
    let direction = facts::read(scope, definition, schema, "", "x-direction");
    let mut extras = Extras { direction, ..Extras::default() };
    let more = |scope: &mut Scope<'_>, form| form::check(scope, definition, schema, "", form, Position::Definition);
    let is_struct = is_struct(scope, definition);
    let kind = if let Some(it) = enums::of_values(scope, definition) {
        more(scope, &form::ENUM);
        it
    } else if let Some(it) = enums::read(scope, definition, is_struct) {
        it.map_or_else(|| untyped(scope, definition), Kind::Enum)
    } else if let Some((key, branches, form)) = branches(schema).filter(|_| !is_struct) {
        let asks = more(scope, form);
        let mut it = union(scope, definition, key, branches);
        if asks {
            it.by = Discriminator::Trial { assertion: Box::new(whole(scope, definition)) };
        }
        Kind::Union(it)
    } else if let Some(it) = conditional(scope, definition).filter(|_| !is_struct) {
        Kind::Union(it)
    } else if is_struct {
        if !schema.has("type") && !scope.objects.contains(&definition.name) {
            no_object_type(scope, definition, super::ANY);
        }
        let merged = merged(scope, definition, &mut Vec::new())?;
        unique_rules(scope, definition, &merged.rules);
        let assertion = merged.asserted.then(|| Box::new(beside_fields(scope, definition, &merged)));
        let Merged { fields, rules, mistakes, rest, free, .. } = merged;
        let mut of_objects = schema.clone();
        of_objects.insert("type".to_owned(), Value::String("object".to_owned()));
        extras.rest = match values_by_pattern(&of_objects).filter(|_| !scope.denies_untyped()) {
            Some(by_pattern) => Rest::Open(unasserted(expr::value_by_pattern(scope, definition, "", by_pattern))),
            None if free => Rest::Open(Expr::Any),
            None => rest,
        };
        let strict = facts::read(scope, definition, schema, "", "x-strict");
        Kind::Struct(Struct { fields, rest: None, free: false, rules, mistakes, strict, assertion })
    } else if let Some((index, name)) = first_reference(schema) {
        let target = first_part(scope, definition, index, name);
        // Without a check, nothing is lost.
        if matches!(target, Expr::Asserted { .. }) || scope.denies_untyped() {
            no_object_type(scope, definition, super::OF_FIRST_REFERENCE);
        }
        Kind::Alias { target }
    } else if has_fields(definition) {
        no_object_type(scope, definition, super::ANY);
        untyped(scope, definition)
    } else {
        let schema = Value::Object(schema.clone());
        Kind::Alias { target: expr::expr(scope, definition, &schema, "", Position::Definition) }
    };
    if scope.denies_untyped() {
        return Some((kind, extras));
    }
    if let Rest::Open(expr) = &mut extras.rest {
        assertion::instead_of_bounds(expr, false, false);
    }
    Some((without_bounds(kind), extras))
}

/// Returns the type of a value that the assertion of the whole checks.
fn unasserted(expr: Expr) -> Expr {
    match expr {
        Expr::Matched { inner } => Expr::Matched { inner: Box::new(unasserted(*inner)) },
        expr if expr.native().is_some() => expr,
        Expr::Asserted { inner, .. } | Expr::Bounded { inner, .. } => unasserted(*inner),
        expr => expr,
    }
}

/// Turns bounds into assertions, except those of a struct's fields and their lists.
fn without_bounds(mut kind: Kind) -> Kind {
    let of_field = matches!(kind, Kind::Struct(_));
    kind.exprs_mut().into_iter().for_each(|expr| assertion::instead_of_bounds(expr, of_field, of_field));
    kind
}

/// Reports a schema with fields that is not required to be an object.
fn no_object_type(scope: &mut Scope<'_>, definition: &Definition, becomes: (Loss, &str)) {
    let diagnostic = if definition.schema.has("properties") {
        Diagnostic::error(Code::NoObjectType, "`properties` without `\"type\": \"object\"`")
            .because("JSON Schema accepts here any value that is not an object")
            .instead("write `\"type\": \"object\"` beside them")
    } else if let Some((_, name)) = first_reference(&definition.schema).filter(|(_, it)| !may_be_object(scope, it)) {
        Diagnostic::error(Code::NoObjectType, format!("a part of `allOf` is `{name}`, which is not an object"))
            .because("only the properties of objects are put together")
            .instead(format!("write the type of `{name}` and the keywords of the parts in one schema, without `allOf`"))
    } else {
        Diagnostic::error(Code::NoObjectType, "`allOf` without `\"type\": \"object\"`")
            .because("it is a type where it puts together the properties of an object, and nothing says that it is one")
            .instead("write `\"type\": \"object\"` beside it")
    };
    scope.untyped(definition, "", diagnostic, becomes);
}

/// Returns true for a definition of objects, or one that says only what they are if they are objects.
fn may_be_object(scope: &Scope<'_>, name: &str) -> bool {
    scope.objects.contains(name) || scope.definitions.get(name).is_some_and(has_fields)
}

/// Returns the first part of an `allOf` that is a reference, and its target. A value has to be one of that type at least.
fn first_reference(schema: &Map<String, Value>) -> Option<(usize, &str)> {
    if ["type", "enum", "$ref"].into_iter().any(|key| schema.has(key)) {
        return None;
    }
    let mut parts = schema.keyword("allOf")?.as_array()?.iter().enumerate();
    parts.find_map(|(index, part)| Some((index, part.keyword("$ref")?.as_str()?)))
}

/// Returns the type of a part of `allOf`, with an assertion of everything else.
fn first_part(scope: &mut Scope<'_>, definition: &Definition, index: usize, name: &str) -> Expr {
    let mut schema = definition.schema.clone();
    let needs_all = ["unevaluatedItems", "unevaluatedProperties"].iter().any(|key| schema.has(key));
    if let Some(Value::Array(parts)) = schema.keyword_mut("allOf").filter(|_| !needs_all)
        && let Some(Value::Object(part)) = parts.get_mut(index)
    {
        part.shift_remove("$ref");
    }
    let mut rest = assertion::assertion(scope, definition, &Value::Object(schema), "");
    rest.all.retain(|part| !part.is_empty());
    assertion::asserted(Expr::Ref { name: name.to_owned(), closed: false }, rest)
}

/// Returns an alias for any value of the schema's JSON type, with an assertion of the whole schema.
pub fn untyped(scope: &mut Scope<'_>, definition: &Definition) -> Kind {
    let inner = match definition.schema.keyword("type").and_then(Value::as_str) {
        Some("null") => Expr::Null,
        Some("string") => Expr::String,
        Some("boolean") => Expr::Boolean,
        Some("integer") => Expr::Integer,
        Some("number") => Expr::Number,
        Some("array") => Expr::List { item: Box::new(Expr::Any), min: None, max: None, places: None },
        Some("object") => Expr::Map { value: Box::new(Expr::Any), keys: Vec::new() },
        _ => Expr::Any,
    };
    Kind::Alias { target: assertion::asserted(inner, whole(scope, definition)) }
}

/// Returns the assertion of a definition's whole schema.
pub fn whole(scope: &mut Scope<'_>, definition: &Definition) -> Assertion {
    assertion::assertion(scope, definition, &Value::Object(definition.schema.clone()), "")
}

/// Returns the keyword, the members and the form of a union. An `anyOf` with null is a nullable expression instead.
fn branches(schema: &Map<String, Value>) -> Option<(&'static str, &Vec<Value>, &'static form::Form)> {
    if nullable(schema).is_some() || schema.has("const") {
        return None;
    }
    // Of both, the readers try the branches of `anyOf`.
    let forms = [("anyOf", &form::ANY_OF), ("oneOf", &form::ONE_OF)];
    forms.into_iter().find_map(|(key, form)| Some((key, schema.keyword(key)?.as_array()?, form)))
}

/// Returns true if the definition is an object with fields. If the lint `untyped` is denied, everything with fields is
/// treated as one.
fn is_struct(scope: &Scope<'_>, definition: &Definition) -> bool {
    let object = || scope.objects.contains(&definition.name) && !definition.schema.has("$ref");
    is_base(scope, definition) && (scope.denies_untyped() || object())
}

fn has_fields(definition: &Definition) -> bool {
    let has = |key: &str| definition.schema.has(key);
    !has("enum") && (has("properties") || composes_objects(&definition.schema))
}

// ---- unions ---------------------------------------------------------------------------------------------------------

/// Lowers the members. The discriminator is found when all structs are known.
fn union(scope: &mut Scope<'_>, definition: &Definition, key: &str, branches: &[Value]) -> Union {
    let mut variants = Vec::new();
    for (index, branch) in branches.iter().enumerate() {
        let at = step(&step("", key), &index.to_string());
        let expr = expr::expr(scope, definition, branch, &at, Position::Branch);
        let text = |name: &str| branch.get(name).and_then(Value::as_str).map(str::to_owned);
        variants.push(Variant {
            name: text("x-variant").unwrap_or_default(),
            description: text("description"),
            title: text("title").filter(|_| !matches!(expr, Expr::Ref { .. })),
            ..Variant::of(expr, super::origin(definition, &at))
        });
    }
    Union { by: Discriminator::JsonType, variants }
}

/// Lowers `if` with a reference in `then` and one in `else`: a union of both, of which the condition selects the member.
fn conditional(scope: &mut Scope<'_>, definition: &Definition) -> Option<Union> {
    let schema = &definition.schema;
    let is_reference = |key: &str| {
        let of = schema.keyword(key).and_then(Value::as_object)?;
        (of.len() == 1).then(|| of.keyword("$ref"))?
    };
    if scope.denies_untyped() || !schema.has("if") || schema.has("$ref") {
        return None;
    }
    let mut variants = Vec::new();
    for key in ["then", "else"] {
        let name = is_reference(key)?.as_str()?.to_owned();
        variants.push(Variant::of(Expr::Ref { name, closed: false }, super::origin(definition, &step("", key))));
    }
    let mut assertion = whole(scope, definition);
    let (condition, then, other) =
        (assertion.condition.take()?, assertion.consequence.take()?, assertion.alternative.take()?);
    let not = Some(condition.clone());
    assertion.one = vec![
        Assertion { all: vec![*condition, *then], ..Assertion::default() },
        Assertion { not, all: vec![*other], ..Assertion::default() },
    ];
    Some(Union { by: Discriminator::Trial { assertion: Box::new(assertion) }, variants })
}

// ---- structs --------------------------------------------------------------------------------------------------------

/// A struct with everything that it inherits.
#[derive(Debug, Clone, Default)]
pub struct Merged {
    fields: Vec<Field>,
    rules: Vec<Rule>,
    mistakes: Vec<Mistake>,
    rest: Rest,
    /// It has constraints that no field or rule expresses.
    asserted: bool,
    /// The assertion decides which other keys are allowed.
    free: bool,
}

/// Returns the assertion of a struct, without its fields. A struct of several parts is validated as a whole.
fn beside_fields(scope: &mut Scope<'_>, definition: &Definition, merged: &Merged) -> Assertion {
    let schema = &definition.schema;
    let has = |key: &str| schema.has(key);
    if composes_objects(schema) || ["unevaluatedProperties", "unevaluatedItems"].into_iter().any(has) {
        return assertion::assertion(scope, definition, &Value::Object(schema.clone()), "");
    }
    let mut remaining_assertion = schema.clone();
    if !has("patternProperties") {
        remaining_assertion.shift_remove("additionalProperties");
    }
    if let Some(ByPattern { pattern, .. }) = values_by_pattern(schema)
        && has("allOf")
        && expr::is_split(scope, definition, "")
        && let Some(Value::Object(patterns)) = remaining_assertion.keyword_mut("patternProperties")
    {
        patterns.insert(pattern.to_owned(), Value::Bool(true));
    }
    match remaining_assertion.keyword_mut("properties") {
        // Only the names matter here: they exclude keys from the assertion of other keys.
        Some(Value::Object(properties)) if has("patternProperties") && has("additionalProperties") => {
            properties.values_mut().for_each(|it| *it = Value::Bool(true));
        }
        _ => drop(remaining_assertion.shift_remove("properties")),
    }
    if let Some(Value::Array(names)) = remaining_assertion.keyword_mut("required") {
        names.retain(|name| !merged.fields.iter().any(|field| *name == field.name));
    }
    assertion::remaining_assertion(scope, definition, &remaining_assertion, "", &["type"])
}

const OF_OBJECTS: &str = "write `\"type\": \"object\"`; where it can be null as well, say so where it is used: \
                          `{\"anyOf\": [{\"$ref\": …}, {\"type\": \"null\"}]}`";

/// Returns true if the schema has properties that are not next to its own, but in a part of `allOf`.
fn is_extension(schema: &Map<String, Value>) -> bool {
    let parts = schema.keyword("allOf").and_then(Value::as_array);
    parts.into_iter().flatten().any(|part| part.keyword("$ref").is_some() || part.keyword("properties").is_some())
}

/// The maximum number of structs that extend each other in a row.
const DEEPEST: usize = 64;

/// Merges a definition with its bases. The result of a base is cached, because many paths can lead to it.
fn merged(scope: &mut Scope<'_>, definition: &Definition, through: &mut Vec<String>) -> Option<Merged> {
    if let Some(known) = scope.merged.get(&definition.name) {
        return known.clone();
    }
    let merged = if through.len() < DEEPEST {
        // A cycle is reported wherever it is entered.
        Some(merge(scope, definition, through)?)
    } else {
        let diagnostic = Diagnostic::error(Code::TooDeep, format!("more than {DEEPEST} structs extend each other"))
            .because("nobody would find a property among so many bases")
            .instead("extend fewer: write the properties of some bases in what extends them");
        scope.report(definition, "/allOf", diagnostic);
        None
    };
    if !through.is_empty() {
        scope.merged.insert(definition.name.clone(), merged.clone());
    }
    merged
}

/// Merges the fields of a definition and of those that it extends, the base's first.
fn merge(scope: &mut Scope<'_>, definition: &Definition, through: &mut Vec<String>) -> Option<Merged> {
    if through.contains(&definition.name) {
        let diagnostic = Diagnostic::error(Code::AllOfCycle, format!("`{}` extends itself", definition.name))
            .because("no value could ever be checked against it")
            .instead("take the reference out of `allOf` that leads back to it");
        scope.report(definition, "/allOf", diagnostic);
        return None;
    }
    through.push(definition.name.clone());
    let mut merged = Merged::default();
    let schema = &definition.schema;
    let form = if is_extension(schema) { &form::EXTENSION } else { &form::STRUCT };
    merged.asserted |= form::check(scope, definition, schema, "", form, Position::Definition);
    merged.asserted |= form::check_type(scope, definition, schema, "", "object", OF_OBJECTS);
    for (index, part) in schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten().enumerate() {
        all_of_part(scope, definition, part, &step("/allOf", &index.to_string()), &mut merged, through)?;
    }
    own(scope, definition, schema, "", &mut merged);
    for (index, part) in schema.keyword("x-advice").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let at = step("/x-advice", &index.to_string());
        if let Some(object) = part.as_object() {
            merged.rules.extend(rules::rule(scope, definition, object, &at, false));
        }
    }
    override_mistakes(&mut merged.mistakes, facts::mistakes(scope, definition, schema, ""));
    merged.free |= merged.asserted && schema.has("unevaluatedProperties");
    through.pop();
    Some(merged)
}

fn all_of_part(
    scope: &mut Scope<'_>,
    definition: &Definition,
    part: &Value,
    pointer: &str,
    merged: &mut Merged,
    through: &mut Vec<String>,
) -> Option<()> {
    let Some(object) = part.as_object() else {
        let diagnostic = Diagnostic::error(Code::NoObject, "a part of `allOf` is not an object");
        scope.untyped(definition, pointer, diagnostic.instead("leave the part out"), super::NOT_IN_TYPES);
        merged.asserted = true;
        return Some(());
    };
    if object.has("if") && (scope.denies_untyped() || object.keys().any(|key| key.starts_with("x-"))) {
        merged.rules.extend(rules::rule(scope, definition, object, pointer, true));
        return Some(());
    }
    let Some(name) = object.keyword("$ref").and_then(Value::as_str) else {
        let has_more = form::check(scope, definition, object, pointer, &form::PART, Position::Inner);
        merged.asserted |= has_more;
        merged.asserted |= form::check_type(scope, definition, object, pointer, "object", OF_OBJECTS);
        // What else the part has can evaluate properties.
        merged.free |= has_more && object.has("unevaluatedProperties");
        own(scope, definition, object, pointer, merged);
        return Some(());
    };
    merged.asserted |= form::check(scope, definition, object, pointer, &form::BASE, Position::Inner);
    let base = match base(scope, definition, name, pointer) {
        Some(Base::Struct(base)) => base,
        Some(Base::Map(value)) => {
            merged.asserted = true;
            add_rest(scope, value, merged);
            return Some(());
        }
        None => {
            merged.asserted = true;
            return Some(());
        }
    };
    let inherited = self::merged(scope, base, through)?;
    merged.asserted |= inherited.asserted;
    merged.free |= inherited.free;
    if inherited.rest != Rest::Unsaid {
        merged.asserted = true;
        let message = format!("`{name}` is extended, and says what its other properties are");
        let diagnostic = Diagnostic::error(Code::ClosedBase, message)
            .because("it speaks of every property that is added to it, too")
            .instead("leave the base open and write `unevaluatedProperties` on what extends it");
        scope.untyped(definition, pointer, diagnostic, super::NOT_IN_TYPES);
    }
    if let Rest::Open(value) = inherited.rest {
        add_rest(scope, value, merged);
    }
    let since: Option<Version> = file_since(scope, definition);
    merged.fields.reserve_exact(inherited.fields.len());
    for mut field in inherited.fields {
        // An inherited field is not older than the file that inherits it.
        if let (Some(own), Some(least)) = (&field.facts.since, &since)
            && own.is_older_than(least)
        {
            field.facts.since = since.clone();
        }
        add(scope, field, merged);
    }
    override_mistakes(&mut merged.mistakes, inherited.mistakes);
    // The same base can be reached twice; its rules are added once.
    let new = inherited.rules.into_iter().filter(|rule| !merged.rules.iter().any(|known| known.origin == rule.origin));
    merged.rules.extend(new.collect::<Vec<_>>());
    Some(())
}

/// Returns true if a struct can inherit from the definition.
fn is_base(scope: &Scope<'_>, definition: &Definition) -> bool {
    let plain = !definition.schema.has("oneOf") && !definition.schema.has("anyOf");
    has_fields(definition) && (plain || !scope.denies_untyped())
}

/// What a struct extends.
enum Base<'a> {
    Struct(&'a Definition),
    /// A map, with the type of its values.
    Map(Expr),
}

/// Returns what a struct extends by this name, following aliases.
fn base<'a>(scope: &mut Scope<'a>, definition: &Definition, name: &str, pointer: &str) -> Option<Base<'a>> {
    let definitions = scope.definitions;
    let mut found = definitions.get(name)?;
    let mut seen = vec![name];
    while !is_base(scope, found) {
        match found.schema.keyword("$ref").and_then(Value::as_str).or_else(|| only_object(scope, found)) {
            Some(next) if !seen.contains(&next) => {
                seen.push(next);
                found = definitions.get(next)?;
            }
            _ => {
                let schema = Value::Object(found.schema.clone());
                if !scope.denies_untyped()
                    && found.schema.keyword("type").is_some_and(|of| of == "object")
                    && let Expr::Map { value, .. } = expr::expr(scope, found, &schema, "", Position::Definition).plain()
                {
                    return Some(Base::Map((**value).clone()));
                }
                let diagnostic = Diagnostic::error(Code::Base, format!("`{name}` is extended and is not a struct"))
                    .because("only the properties of a struct can be taken over")
                    .instead("extend a definition with `properties`; a union is extended member by member");
                scope.untyped(definition, pointer, diagnostic, super::NOT_IN_TYPES);
                return None;
            }
        }
    }
    Some(Base::Struct(found))
}

/// Returns the only member of a union that is a struct, if no other one is an object. What extends the union is an object, so it
/// extends this member.
fn only_object<'a>(scope: &Scope<'a>, definition: &'a Definition) -> Option<&'a str> {
    if scope.denies_untyped() || definition.schema.keys().any(|key| is_asserted(key) && key != "anyOf") {
        return None;
    }
    let branches = definition.schema.keyword("anyOf")?.as_array()?;
    let name = |branch: &'a Value| branch.keyword("$ref").and_then(Value::as_str);
    let mut named = branches.iter().filter_map(name);
    let (only, None) = (named.next()?, named.next()) else { return None };
    let is_scalar = |branch: &Value| branch.keyword("type").and_then(Value::as_str).is_some_and(|of| of != "object");
    let is_struct = scope.definitions.get(only).is_some_and(|it| is_base(scope, it));
    (is_struct && branches.iter().all(|it| it.keyword("$ref").is_some() || is_scalar(it))).then_some(only)
}

/// Adds what a part says of the values of other keys. They have to fit all parts.
fn add_rest(scope: &Scope<'_>, value: Expr, merged: &mut Merged) {
    merged.rest = match std::mem::take(&mut merged.rest) {
        Rest::Unsaid | Rest::Closed => Rest::Open(value),
        Rest::Open(known) => {
            let both = narrow::narrow(scope, &known, &value).or_else(|| narrow::narrower(scope, &known, &value));
            Rest::Open(both.unwrap_or(known))
        }
    };
}

/// Returns the version that added the definition's file, which is that of its operation.
fn file_since(scope: &Scope<'_>, definition: &Definition) -> Option<Version> {
    let since = scope.files.get(&*definition.origin.file)?.value.keyword("x-since")?;
    Version::deserialize(since).ok()
}

/// Reports rules of one name: a problem names the rule that was broken.
fn unique_rules(scope: &mut Scope<'_>, definition: &Definition, rules: &[Rule]) {
    for (index, rule) in rules.iter().enumerate() {
        if rules[..index].iter().any(|known| known.name == rule.name) {
            let message = format!("`{}` has two rules called `{}`", definition.name, rule.name);
            let diagnostic = Diagnostic::error(Code::Rule, message)
                .because("a problem names the rule that was broken")
                .instead("give one of them another `x-rule`");
            scope.report_at(&rule.origin, diagnostic);
        }
    }
}

/// Reads the schema's own parts: its properties, the required ones, and the rule for other keys.
fn own(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    pointer: &str,
    merged: &mut Merged,
) {
    merged.free |= schema.has("patternProperties");
    let properties = schema.keyword("properties").and_then(Value::as_object);
    // Fields are large and many, so the list reserves exactly the room that it needs.
    merged.fields.reserve_exact(properties.map_or(0, Map::len));
    for (name, property) in properties.into_iter().flatten() {
        let at = step(&step(pointer, "properties"), name);
        let field = field(scope, definition, name, property, &at);
        add(scope, field, merged);
    }
    for (index, name) in schema.keyword("required").and_then(Value::as_array).into_iter().flatten().enumerate() {
        match merged.fields.iter_mut().find(|field| *name == field.name) {
            Some(field) => field.required = true,
            None => {
                let at = step(&step(pointer, "required"), &index.to_string());
                let known = merged.fields.iter().map(|field| field.name.as_str());
                let advice = instead_of(name.as_str().unwrap_or_default(), known, "add it to `properties`");
                let diagnostic = Diagnostic::error(Code::Required, format!("{name} is required and is not a property"))
                    .because("nothing says what it holds, and no language has a field for it")
                    .instead(advice);
                scope.untyped(definition, &at, diagnostic, super::NOT_IN_TYPES);
                merged.asserted = true;
            }
        }
    }
    for key in ["additionalProperties", "unevaluatedProperties"] {
        match schema.keyword(key) {
            None => {}
            Some(Value::Bool(false)) => merged.rest = Rest::Closed,
            Some(other) => {
                let value = expr::expr(scope, definition, other, &step(pointer, key), Position::Inner);
                if scope.denies_untyped() || key == "unevaluatedProperties" {
                    merged.rest = Rest::Open(value);
                } else {
                    add_rest(scope, value, merged);
                }
            }
        }
    }
}

fn field(scope: &mut Scope<'_>, definition: &Definition, name: &str, property: &Value, pointer: &str) -> Field {
    let empty = Map::new();
    let schema = property.as_object().unwrap_or(&empty);
    Field {
        name: name.to_owned(),
        expr: expr::expr(scope, definition, property, pointer, Position::Property),
        required: false,
        default: default(scope, definition, schema, pointer),
        filled: false,
        cap: facts::cap(scope, definition, schema, pointer),
        mistakes: facts::mistakes(scope, definition, schema, pointer),
        missing: facts::read(scope, definition, schema, pointer, "x-missing"),
        origin: origin(definition, pointer),
        facts: facts::facts(scope, definition, schema, pointer),
    }
}

/// Reads the default value of a property. One with a number that not every language holds is left out, unless the set denies it.
fn default(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    pointer: &str,
) -> Option<Value> {
    let (definition, schema, pointer) = with_default(scope, definition, schema, pointer)?;
    let value = schema.keyword("default")?;
    let is_whole = schema.keyword("type").is_some_and(|it| it == "integer");
    let inexact = match scope.set.file.types.integers {
        Integers::Wide => bounds::beyond_wide,
        Integers::Safe => bounds::inexact_number,
    };
    if let Some(number) = inexact(value, is_whole) {
        let diagnostic =
            Diagnostic::error(Code::Number, format!("`default` has {number}, which not every language holds"))
                .because("where numbers are doubles it would be another one")
                .instead("write an integer of 9007199254740991 at most, or a string");
        let origin = origin(definition, &step(pointer, "default"));
        match level_of_defaults(scope.set) {
            LintLevel::Deny => scope.report_at(&origin, diagnostic),
            LintLevel::Warn => {
                scope.lint_at(&origin, leveled(diagnostic.because(NO_DEFAULT), LintLevel::Warn));
                return None;
            }
            LintLevel::Allow => return None,
        }
    }
    Some(value.clone())
}

/// Returns the schema that has the default of a property, and its place: the property, or what it refers to if types fill in defaults.
fn with_default<'d>(
    scope: &Scope<'d>,
    definition: &'d Definition,
    schema: &'d Map<String, Value>,
    pointer: &'d str,
) -> Option<(&'d Definition, &'d Map<String, Value>, &'d str)> {
    let (mut found, mut seen) = ((definition, schema, pointer), BTreeSet::new());
    while !found.1.has("default") {
        let name = found.1.keyword("$ref").and_then(Value::as_str).filter(|_| scope.fills_defaults())?;
        let target = scope.definitions.get(name).filter(|_| seen.insert(name))?;
        found = (target, &target.schema, "");
    }
    Some(found)
}

/// The consequence of a default with a number that not every language holds.
const NO_DEFAULT: &str = "where numbers are doubles it would be another one, so the packages have no default here";

/// Adds a field, or narrows the base's field of the same name.
fn add(scope: &mut Scope<'_>, field: Field, merged: &mut Merged) {
    let Some(known) = merged.fields.iter_mut().find(|known| known.name == field.name) else {
        merged.fields.push(field);
        return;
    };
    let expr = narrow::narrow(scope, &known.expr, &field.expr).or_else(|| {
        // A value has to fit both, and the whole is checked.
        merged.asserted |= !scope.denies_untyped();
        narrow::narrower(scope, &known.expr, &field.expr).filter(|_| !scope.denies_untyped())
    });
    let Some(expr) = expr else {
        let message = format!("`{}` differs from the property of the base", field.name);
        let diagnostic = Diagnostic::error(Code::Narrowing, message)
            .because("a value has to fit both")
            .instead("repeat the base's type, or narrow it: a constant, fewer values, the same with a description");
        scope.untyped_at(&field.origin, diagnostic, super::NOT_IN_TYPES);
        merged.asserted = true;
        return;
    };
    let base = std::mem::replace(known, field);
    let facts = &mut known.facts;
    facts.description = facts.description.take().or(base.facts.description);
    facts.since = facts.since.take().or(base.facts.since);
    facts.until = facts.until.take().or(base.facts.until);
    if facts.source.is_empty() {
        facts.source = base.facts.source;
    }
    known.expr = expr;
    known.required |= base.required;
    known.cap = known.cap.take().or(base.cap);
    known.default = known.default.take().or(base.default);
    known.missing = known.missing.take().or(base.missing);
    let own = std::mem::replace(&mut known.mistakes, base.mistakes);
    override_mistakes(&mut known.mistakes, own);
}

/// Adds advice about mistakes. It replaces inherited advice about the same mistake.
fn override_mistakes(known: &mut Vec<Mistake>, own: Vec<Mistake>) {
    known.retain(|known| !own.iter().any(|it| it.written == known.written));
    known.extend(own);
}
