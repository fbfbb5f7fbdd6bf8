//! Finds the discriminator of a union: a tag, the presence of a key, the JSON type, or, failing these, trial.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use heck::ToUpperCamelCase;
use serde_json::{Map, Value};

use super::Scope;
use super::shape::{self, Extras, Rest};
use crate::diagnostic::{Code, Diagnostic, Loss};
use crate::model::{Discriminator, Expr, Field, Kind, TypeDef, Union, Variant};
use crate::naming;
use crate::schema::{Find, JsonFile};

/// Finds the discriminator of every union, and names its variants. A union of one member, twice, becomes an assertion,
/// which can remove the discriminator of another union, so this repeats until nothing changes.
pub fn discriminate_unions(scope: &mut Scope<'_>, shapes: &mut [(TypeDef, Extras)]) {
    shapes.iter_mut().for_each(|(def, _)| leave_out_repeated(scope, def));
    let chosen: BTreeSet<(String, String)> = shapes.iter().flat_map(|(def, _)| chosen_names(def)).collect();
    loop {
        let members = Members::new(shapes, &scope.files, !scope.denies_untyped());
        let (reported, empty) = (members.discriminators(), members.unions_of_any());
        let mut settled = true;
        for (((def, _), reported), empty) in shapes.iter_mut().zip(reported).zip(empty) {
            match reported {
                Outcome::NoUnion if empty && !scope.denies_untyped() => settled &= !says_nothing(scope, def),
                Outcome::NoUnion => {}
                Outcome::Apart(union) => def.kind = Kind::Union(union),
                Outcome::Nothing => settled &= !ambiguous(scope, def),
            }
        }
        if settled {
            break;
        }
    }
    shapes.iter_mut().for_each(|(def, _)| name_apart(def, &chosen));
}

/// Settles a union without a discriminator: its members are tried. Returns true if the definition changed.
fn ambiguous(scope: &mut Scope<'_>, def: &mut TypeDef) -> bool {
    let Kind::Union(union) = &mut def.kind else { return false };
    let twice: Vec<Diagnostic> =
        members_twice(union).into_iter().map(|name| member_is_twice(&name, &def.name)).collect();
    let report = |scope: &mut Scope<'_>, twice: Vec<Diagnostic>, becomes| {
        twice.into_iter().for_each(|diagnostic| scope.untyped_at(&def.origin, diagnostic, becomes));
    };
    let Some(definition) = scope.definitions.get(&def.name).filter(|_| !scope.denies_untyped()) else {
        let apart = twice.is_empty().then(|| nothing_tells_them_apart(&def.name));
        report(scope, twice.into_iter().chain(apart).collect(), super::ANY);
        return false;
    };
    if !twice.is_empty() {
        leave_out_second(union);
        if union.variants.len() < 2 {
            report(scope, twice, super::ANY);
            def.kind = shape::untyped(scope, definition);
            return true;
        }
        report(scope, twice, ONCE);
    }
    union.by = Discriminator::Trial { assertion: Box::new(shape::whole(scope, definition)) };
    true
}

/// Leaves out members that an `anyOf` has before: they say nothing, and without them the union can have a discriminator.
fn leave_out_repeated(scope: &mut Scope<'_>, def: &mut TypeDef) {
    let Kind::Union(union) = &mut def.kind else { return };
    let is_plain = |schema: &Map<String, Value>| schema.has("anyOf") && !schema.has("oneOf");
    let definition = scope.definitions.get(&def.name).filter(|_| !scope.denies_untyped());
    let Some(definition) = definition.filter(|it| is_plain(&it.schema) && union.by.assertion().is_none()) else {
        return;
    };
    let (twice, mut once) = (members_twice(union), union.clone());
    leave_out_second(&mut once);
    // A union of one member, twice, is an assertion.
    if once.variants.len() < 2 {
        return;
    }
    for name in twice {
        scope.noted(definition, "", member_is_twice(&name, &def.name), ONCE.1);
    }
    *union = once;
}

/// Makes an assertion of a union of any values, which says nothing as a type. Returns true if it did.
fn says_nothing(scope: &mut Scope<'_>, def: &mut TypeDef) -> bool {
    let definition = scope.definitions.get(&def.name);
    if let Some(definition) = definition {
        def.kind = shape::untyped(scope, definition);
    }
    definition.is_some()
}

fn member_is_twice(member: &str, union: &str) -> Diagnostic {
    Diagnostic::error(Code::AmbiguousUnion, format!("`{member}` is a member of `{union}` twice"))
        .because("in `oneOf` no value of it is valid, as it is so by both; in `anyOf` the second one says nothing")
        .instead("leave one of the two out, or refer to the type that is meant")
}

/// Returns the names of variants that the schema chose, each with that of the union.
fn chosen_names(def: &TypeDef) -> Vec<(String, String)> {
    let Kind::Union(union) = &def.kind else { return Vec::new() };
    let named = union.variants.iter().filter(|variant| !variant.name.is_empty());
    named.map(|variant| (def.name.clone(), variant.name.clone())).collect()
}

/// Names the variants of a union by trial, and tells variants apart that were named alike. Names that the schema chose
/// stay.
fn name_apart(def: &mut TypeDef, chosen: &BTreeSet<(String, String)>) {
    let Kind::Union(union) = &mut def.kind else { return };
    let mut taken: BTreeSet<String> = BTreeSet::new();
    // The next number of each name. All numbers before it are taken: there can be thousands.
    let mut next: BTreeMap<String, usize> = BTreeMap::new();
    for variant in &mut union.variants {
        if variant.name.is_empty() {
            let word = variant.title.clone().or_else(|| own_word(&variant.expr));
            variant.name = name(variant, word.as_deref());
        }
        let same = |name: &str| taken.contains(&name.to_upper_camel_case());
        if same(&variant.name) && !chosen.contains(&(def.name.clone(), variant.name.clone())) {
            let number = next.entry(variant.name.clone()).or_insert(2);
            while same(&format!("{}{number}", variant.name)) {
                *number += 1;
            }
            variant.name = format!("{}{number}", variant.name);
        }
        taken.insert(variant.name.to_upper_camel_case());
    }
}

/// Returns a word for the values of an expression that is no reference.
fn own_word(expr: &Expr) -> Option<String> {
    if let Some(native) = expr.native() {
        return Some(native.to_owned());
    }
    let word = match expr {
        Expr::Ref { .. } => return None,
        Expr::Constant { value } => return Some(naming::of_value(value)),
        Expr::Never => "never",
        Expr::Null => "null",
        Expr::Boolean => "boolean",
        Expr::Integer => "integer",
        Expr::Number => "number",
        Expr::String => "string",
        Expr::List { .. } => "array",
        Expr::Map { .. } => "object",
        Expr::Any | Expr::Matched { .. } => "any",
        Expr::Nullable { inner }
        | Expr::Bounded { inner, .. }
        | Expr::Asserted { inner, .. }
        | Expr::Keyed { base: inner, .. } => return own_word(inner),
    };
    Some(word.to_owned())
}

/// Returns the names of the types that several members refer to.
fn members_twice(union: &Union) -> Vec<String> {
    let (mut seen, mut twice) = (BTreeSet::new(), Vec::new());
    for variant in &union.variants {
        if let Expr::Ref { name, .. } = &variant.expr
            && !seen.insert(name)
            && !twice.contains(name)
        {
            twice.push(name.clone());
        }
    }
    twice
}

/// Removes each member that the union has before. They are told apart by trial then: the discriminator would take a value of such a
/// member, which is not valid in `oneOf`.
fn leave_out_second(union: &mut Union) {
    let mut seen = BTreeSet::new();
    union.variants.retain(|variant| match &variant.expr {
        Expr::Ref { name, .. } => seen.insert(name.clone()),
        _ => true,
    });
}

/// What the types say of a union with a member twice.
const ONCE: (Loss, &str) = (Loss::Check, "the types have it once");

fn nothing_tells_them_apart(union: &str) -> Diagnostic {
    Diagnostic::error(Code::AmbiguousUnion, format!("nothing distinguishes the members of `{union}`"))
        .because("a reader would have to try them one by one, and take the first that happens to fit")
        .instead(
            "give the members a property with a `const` or `enum` of their own, or, of two members, let one \
                 require a key that the other does not have",
        )
}

/// The outcome for a type.
enum Outcome {
    /// It is not a union.
    NoUnion,
    /// Its members can be told apart by the union's discriminator.
    Apart(Union),
    /// Its members cannot be told apart.
    Nothing,
}

/// The types, before any union has its discriminator.
struct Members<'a> {
    shapes: &'a [(TypeDef, Extras)],
    by_name: BTreeMap<&'a str, &'a (TypeDef, Extras)>,
    files: &'a BTreeMap<&'a str, &'a JsonFile>,
    /// Members have to exclude each other in JSON Schema, too.
    exact: bool,
    known: Known,
}

/// Cached facts about a definition, by its name, or its name and a key. Many paths can lead to it, and each would cost
/// as much as the first.
#[derive(Default)]
struct Known {
    fields: Memo<String, Vec<String>>,
    requires: Memo<(String, String), bool>,
    tags: Memo<(String, String), Option<Tags>>,
    json_type: Memo<String, Option<&'static str>>,
}

type Memo<K, V> = RefCell<BTreeMap<K, V>>;

/// Returns the cached value of a key, and computes it the first time.
fn once<K: Clone + Ord, V: Clone>(memo: &Memo<K, V>, key: K, find: impl FnOnce() -> V) -> V {
    if let Some(known) = memo.borrow().get(&key) {
        return known.clone();
    }
    let found = find();
    memo.borrow_mut().insert(key, found.clone());
    found
}

/// The strings that a member can have at a key, and true if the key can be missing.
#[derive(Debug, Clone, PartialEq)]
struct Tags {
    values: Vec<String>,
    absent: bool,
}

impl<'a> Members<'a> {
    fn new(shapes: &'a [(TypeDef, Extras)], files: &'a BTreeMap<&'a str, &'a JsonFile>, exact: bool) -> Self {
        let by_name = shapes.iter().map(|shape| (shape.0.name.as_str(), shape)).collect();
        Self { shapes, by_name, files, exact, known: Known::default() }
    }

    fn discriminators(&self) -> Vec<Outcome> {
        let reported = |(def, _): &(TypeDef, Extras)| match &def.kind {
            // A union with other constraints is validated as a whole, so that nothing of it is lost.
            Kind::Union(Union { by: Discriminator::Trial { .. }, .. }) => Outcome::NoUnion,
            Kind::Union(union) => {
                let file = self.files.get(def.origin.file.as_str());
                let selecting = file.and_then(|file| file.selecting(&def.origin.pointer));
                self.discriminate(union, selecting).map_or(Outcome::Nothing, Outcome::Apart)
            }
            Kind::Struct(_) | Kind::Enum(_) | Kind::Alias { .. } => Outcome::NoUnion,
        };
        self.shapes.iter().map(reported).collect()
    }

    /// Returns, for each type, true for a union by trial in which each member is any value.
    fn unions_of_any(&self) -> Vec<bool> {
        let is_one = |union: &Union| {
            union.by.assertion().is_some() && union.variants.iter().all(|variant| self.is_any(&variant.expr, 0))
        };
        self.shapes.iter().map(|(def, _)| matches!(&def.kind, Kind::Union(union) if is_one(union))).collect()
    }

    fn is_any(&self, expr: &Expr, depth: usize) -> bool {
        match expr.plain() {
            Expr::Any => true,
            Expr::Ref { .. } if depth < 32 => {
                matches!(self.get(expr.plain()), Some(TypeDef { kind: Kind::Alias { target }, .. }) if self.is_any(target, depth + 1))
            }
            _ => false,
        }
    }

    fn shape(&self, expr: &Expr) -> Option<&'a (TypeDef, Extras)> {
        match expr {
            Expr::Ref { name, .. } => self.by_name.get(name.as_str()).copied(),
            _ => None,
        }
    }

    fn get(&self, expr: &Expr) -> Option<&'a TypeDef> {
        self.shape(expr).map(|(def, _)| def)
    }

    /// Returns true if the type refuses unknown keys.
    fn is_closed(&self, expr: &Expr) -> bool {
        self.shape(expr).is_some_and(|(_, extras)| extras.rest == Rest::Closed)
    }

    /// Finds a discriminator. If several properties tell the members apart, it is the `selecting` one, or the first.
    fn discriminate(&self, union: &Union, selecting: Option<&str>) -> Option<Union> {
        if !members_twice(union).is_empty() {
            return None;
        }
        self.by_tag(union, selecting).or_else(|| self.by_key(union)).or_else(|| self.by_json_type(union))
    }

    fn by_tag(&self, union: &Union, selecting: Option<&str>) -> Option<Union> {
        let mut keys = self.fields(&union.variants.first()?.expr, &mut Vec::new());
        keys.sort_by_key(|key| Some(key.as_str()) != selecting);
        keys.iter().find_map(|key| {
            let tags: Vec<Tags> =
                union.variants.iter().map(|variant| self.tags(&variant.expr, key)).collect::<Option<_>>()?;
            let mut all: Vec<&String> = tags.iter().flat_map(|tags| &tags.values).collect();
            let count = all.len();
            all.sort();
            all.dedup();
            let absent = tags.iter().filter(|tags| tags.absent).count();
            (all.len() == count && absent <= 1).then(|| Union {
                by: Discriminator::Tag { key: key.clone() },
                variants: union
                    .variants
                    .iter()
                    .zip(tags)
                    .map(|(variant, tags)| Variant {
                        name: name(variant, (tags.values.len() == 1).then(|| tags.values[0].as_str())),
                        tags: tags.values,
                        absent: tags.absent,
                        ..variant.clone()
                    })
                    .collect(),
            })
        })
    }

    fn by_key(&self, union: &Union) -> Option<Union> {
        // Only objects can lack a key.
        if union.variants.iter().any(|variant| self.json_type(&variant.expr, 0) != Some("object")) {
            return None;
        }
        union.variants.iter().find_map(|one| {
            let mut keys = self.fields(&one.expr, &mut Vec::new());
            keys.retain(|key| self.requires(&one.expr, key));
            let key = keys.into_iter().find(|key| {
                union
                    .variants
                    .iter()
                    .all(|other| other.expr == one.expr || !self.fields(&other.expr, &mut Vec::new()).contains(key))
            })?;
            let open = |variant: &Variant| variant.expr != one.expr && !self.is_closed(&variant.expr);
            let overlap = self.exact && union.variants.iter().any(open);
            (union.variants.len() == 2 && !overlap).then(|| Union {
                variants: union
                    .variants
                    .iter()
                    .map(|variant| Variant {
                        name: name(variant, None),
                        absent: variant.expr != one.expr,
                        ..variant.clone()
                    })
                    .collect(),
                by: Discriminator::Key { key },
            })
        })
    }

    fn by_json_type(&self, union: &Union) -> Option<Union> {
        let types: Vec<&str> =
            union.variants.iter().map(|variant| self.json_type(&variant.expr, 0)).collect::<Option<_>>()?;
        let mut sorted = types.clone();
        sorted.sort_unstable();
        sorted.dedup();
        // An integer is also a number.
        let overlap = sorted.contains(&"integer") && sorted.contains(&"number");
        (sorted.len() == types.len() && !overlap).then(|| Union {
            by: Discriminator::JsonType,
            variants: union
                .variants
                .iter()
                .zip(types)
                .map(|(variant, json_type)| Variant {
                    name: name(variant, Some(json_type)),
                    json_type: Some(json_type.to_owned()),
                    ..variant.clone()
                })
                .collect(),
        })
    }

    /// Returns the keys of a member; for a nested union, the keys of all its members.
    fn fields(&self, expr: &Expr, through: &mut Vec<String>) -> Vec<String> {
        let Some(def) = self.get(expr) else { return Vec::new() };
        if through.contains(&def.name) {
            return Vec::new();
        }
        through.push(def.name.clone());
        let fields = once(&self.known.fields, def.name.clone(), || match &def.kind {
            Kind::Struct(it) => it.fields.iter().map(|field| field.name.clone()).collect(),
            Kind::Union(it) => {
                let mut all: Vec<String> = Vec::new();
                for variant in &it.variants {
                    let fields = self.fields(&variant.expr, through);
                    all.extend(fields.into_iter().filter(|field| !all.contains(field)).collect::<Vec<_>>());
                }
                all
            }
            Kind::Enum(_) | Kind::Alias { .. } => Vec::new(),
        });
        through.pop();
        fields
    }

    fn requires(&self, expr: &Expr, key: &str) -> bool {
        let Some(def) = self.get(expr) else { return false };
        once(&self.known.requires, (def.name.clone(), key.to_owned()), || match &def.kind {
            Kind::Struct(it) => it.fields.iter().any(|field| field.name == key && field.required),
            Kind::Union(it) => it.variants.iter().all(|variant| self.requires(&variant.expr, key)),
            Kind::Enum(_) | Kind::Alias { .. } => false,
        })
    }

    fn tags(&self, expr: &Expr, key: &str) -> Option<Tags> {
        let def = self.get(expr)?;
        once(&self.known.tags, (def.name.clone(), key.to_owned()), || match &def.kind {
            Kind::Struct(it) => self.tags_of_field(it.fields.iter().find(|field| field.name == key)?),
            Kind::Union(it) => {
                let all: Vec<Tags> =
                    it.variants.iter().map(|variant| self.tags(&variant.expr, key)).collect::<Option<_>>()?;
                let absent = all.iter().any(|tags| tags.absent);
                let mut values: Vec<String> = Vec::new();
                for value in all.into_iter().flat_map(|tags| tags.values) {
                    if !values.contains(&value) {
                        values.push(value);
                    }
                }
                Some(Tags { values, absent })
            }
            Kind::Enum(_) | Kind::Alias { .. } => None,
        })
    }

    fn tags_of_field(&self, field: &Field) -> Option<Tags> {
        let values = match &field.expr {
            Expr::Constant { value: Value::String(value) } => vec![value.clone()],
            other => match &self.get(other)?.kind {
                Kind::Enum(it) if !it.open => it.values.iter().map(|value| value.value.clone()).collect(),
                _ => return None,
            },
        };
        Some(Tags { values, absent: !field.required })
    }

    fn json_type(&self, expr: &Expr, depth: usize) -> Option<&'static str> {
        match expr {
            Expr::Keyed { base, .. } => self.json_type(base, depth),
            Expr::Never => None,
            Expr::Null => Some("null"),
            Expr::Boolean => Some("boolean"),
            Expr::Integer => Some("integer"),
            Expr::Number => Some("number"),
            Expr::String => Some("string"),
            Expr::List { .. } => Some("array"),
            Expr::Map { .. } => Some("object"),
            Expr::Constant { value } => match value {
                Value::Bool(_) => Some("boolean"),
                Value::String(_) => Some("string"),
                Value::Number(_) => Some("integer"),
                _ => None,
            },
            Expr::Bounded { inner, .. } | Expr::Asserted { inner, .. } => self.json_type(inner, depth),
            Expr::Any | Expr::Matched { .. } | Expr::Nullable { .. } => None,
            Expr::Ref { .. } if depth > 32 => None,
            Expr::Ref { name, .. } => once(&self.known.json_type, name.clone(), || match &self.get(expr)?.kind {
                Kind::Struct(_) => Some("object"),
                Kind::Enum(_) => Some("string"),
                Kind::Alias { target } => self.json_type(target, depth + 1),
                Kind::Union(it) => {
                    let first = self.json_type(&it.variants.first()?.expr, depth + 1)?;
                    it.variants
                        .iter()
                        .all(|variant| self.json_type(&variant.expr, depth + 1) == Some(first))
                        .then_some(first)
                }
            }),
        }
    }
}

/// Returns the name of a variant: the one in the schema, the tag if it has letters, or the name of its type.
fn name(variant: &Variant, tag: Option<&str>) -> String {
    let tag = tag.map(ToUpperCamelCase::to_upper_camel_case).filter(|tag| !tag.is_empty());
    match (&variant.name, tag, &variant.expr) {
        (given, _, _) if !given.is_empty() => given.clone(),
        (_, Some(tag), _) => tag,
        (_, None, Expr::Ref { name, .. }) => name.clone(),
        _ => "Value".to_owned(),
    }
}
