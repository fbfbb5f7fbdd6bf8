//! What a contract has at a path, as of a version of its host.

use std::collections::{BTreeMap, BTreeSet};

use hookwire_codegen::compat::State;
use hookwire_codegen::internal::model::{Expr, Field, Kind, Origin, Struct, TypeDef};
use serde_json::Value;

/// The values that a contract allows somewhere.
#[derive(Debug, Clone, Default)]
pub struct Place<'a> {
    /// The JSON types.
    pub types: BTreeSet<&'static str>,
    /// The words that it lists, each with its location and whether the declarations have it.
    pub words: BTreeMap<&'a str, Word<'a>>,
    /// Strings that are in no list are allowed, too.
    pub is_open: bool,
    /// The objects.
    pub objects: Vec<(&'a TypeDef, &'a Struct)>,
    /// The enums.
    pub enums: Vec<&'a TypeDef>,
    /// The fields that have these values.
    pub fields: Vec<&'a Field>,
    items: Vec<&'a Expr>,
    values: Vec<&'a Expr>,
}

/// A word of a list.
#[derive(Debug, Clone, Copy)]
pub struct Word<'a> {
    /// Its location.
    pub origin: &'a Origin,
    /// The declarations have it.
    pub is_declared: bool,
}

/// Returns true if a fact with these sources is one of the declarations. Without sources, nothing else is known.
#[must_use]
pub fn is_declared(sources: &[String]) -> bool {
    sources.is_empty() || sources.iter().any(|source| source == "declarations")
}

impl<'a> Place<'a> {
    /// Returns what the types of these names allow.
    pub fn of<'n>(state: &'a State<'a>, names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut place = Self::default();
        for name in names {
            place.add_type(state, name, &mut Vec::new());
        }
        place
    }

    fn of_exprs(state: &'a State<'a>, exprs: &[&'a Expr]) -> Self {
        let mut place = Self::default();
        exprs.iter().for_each(|expr| place.add(state, expr, None, &mut Vec::new()));
        place
    }

    /// Returns true if nothing is known of the values.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.types.contains("any")
    }

    /// Returns true if the objects can have any keys, with values of which nothing else is known.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.is_any() || !self.values.is_empty()
    }

    /// Returns what is allowed at a key, or `None` if no object has it.
    #[must_use]
    pub fn key(&self, state: &'a State<'a>, key: &str) -> Option<Self> {
        let fields: Vec<&Field> =
            self.objects.iter().flat_map(|(_, it)| state.fields(it)).filter(|it| it.name == key).collect();
        if fields.is_empty() {
            return None;
        }
        let mut place = Self::default();
        for field in &fields {
            place.add(state, &field.expr, Some(field), &mut Vec::new());
        }
        place.fields = fields;
        Some(place)
    }

    /// Returns what the items of the lists allow.
    #[must_use]
    pub fn items(&self, state: &'a State<'a>) -> Self {
        Self::of_exprs(state, &self.items)
    }

    /// Returns what the values of the objects with any keys allow.
    #[must_use]
    pub fn values(&self, state: &'a State<'a>) -> Self {
        Self::of_exprs(state, &self.values)
    }

    /// Returns the place with only the objects that can have one of these words at a key. Objects without the key have
    /// any.
    #[must_use]
    pub fn only(&self, state: &'a State<'a>, key: &str, words: &[&str]) -> Self {
        let fits = |it: &&(&'a TypeDef, &'a Struct)| {
            let alone = Self { objects: vec![**it], ..Self::default() };
            alone.key(state, key).is_none_or(|at| at.is_open || words.iter().any(|word| at.words.contains_key(word)))
        };
        Self { objects: self.objects.iter().filter(fits).copied().collect(), ..self.clone() }
    }

    /// Returns the fields of the objects.
    pub fn keys(&self, state: &'a State<'a>) -> impl Iterator<Item = &'a Field> {
        self.objects.iter().flat_map(|(_, it)| state.fields(it))
    }

    /// Adds what another place allows.
    pub fn merge(&mut self, other: Self) {
        self.types.extend(other.types);
        self.words.extend(other.words);
        self.is_open |= other.is_open;
        for one in other.objects {
            if !self.objects.iter().any(|known| std::ptr::eq(known.1, one.1)) {
                self.objects.push(one);
            }
        }
        self.enums.extend(other.enums);
        self.items.extend(other.items);
        self.values.extend(other.values);
    }

    fn add_type(&mut self, state: &'a State<'a>, name: &str, through: &mut Vec<&'a str>) {
        let Some(def) = state.get(name) else { return };
        if through.contains(&def.name.as_str()) {
            return;
        }
        through.push(&def.name);
        match &def.kind {
            Kind::Struct(it) => {
                self.types.insert("object");
                self.objects.push((def, it));
            }
            Kind::Enum(it) => {
                self.types.insert("string");
                self.is_open |= it.open;
                self.enums.push(def);
                for value in state.values(it) {
                    let is_declared = is_declared(&value.facts.source);
                    self.words.insert(&value.value, Word { origin: &value.origin, is_declared });
                }
            }
            Kind::Union(it) => state.variants(it).for_each(|variant| self.add(state, &variant.expr, None, through)),
            Kind::Alias { target } => self.add(state, target, None, through),
        }
        through.pop();
    }

    fn add(&mut self, state: &'a State<'a>, expr: &'a Expr, of: Option<&'a Field>, through: &mut Vec<&'a str>) {
        match expr {
            Expr::Any | Expr::Matched { .. } => _ = self.types.insert("any"),
            Expr::Never => {}
            Expr::Null => _ = self.types.insert("null"),
            Expr::Boolean => _ = self.types.insert("boolean"),
            Expr::Integer | Expr::Number => _ = self.types.insert("number"),
            Expr::String => {
                self.types.insert("string");
                self.is_open = true;
            }
            Expr::Constant { value: Value::String(word) } => {
                self.types.insert("string");
                match of {
                    Some(field) => {
                        let is_declared = is_declared(&field.facts.source);
                        self.words.insert(word, Word { origin: &field.origin, is_declared });
                    }
                    None => self.is_open = true,
                }
            }
            Expr::Constant { .. } => _ = self.types.insert("boolean"),
            Expr::List { item, .. } => {
                self.types.insert("list");
                self.items.push(item);
            }
            Expr::Map { value, .. } => {
                self.types.insert("object");
                self.values.push(value);
            }
            Expr::Ref { name, .. } => self.add_type(state, name, through),
            Expr::Nullable { inner } => {
                self.types.insert("null");
                self.add(state, inner, of, through);
            }
            Expr::Bounded { inner, .. } | Expr::Asserted { inner, .. } => self.add(state, inner, of, through),
            Expr::Keyed { base, .. } => self.add(state, base, of, through),
        }
    }
}
