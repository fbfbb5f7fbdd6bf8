//! Type expressions as objects for templates.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};

use super::made;
use crate::model::{Bounds, Expr, Kind, Places, TypeDef};

/// An expression of a type, at any depth.
#[derive(Debug, Clone)]
pub struct Expression {
    def: Arc<TypeDef>,
    root: Root,
    /// The steps from the outermost expression to it.
    steps: Vec<Descent>,
}

/// A step from an expression to one inside it.
#[derive(Debug, Clone, Copy)]
enum Descent {
    /// To the only one, as [`Expr::inner`] returns it.
    Inner,
    /// To the item at this place of a list.
    Place(usize),
    /// To the items after those that have a place.
    Rest,
}

/// The place of the outermost expression in a type.
#[derive(Debug, Clone, Copy)]
pub enum Root {
    Field(usize),
    Rest,
    Variant(usize),
    Target,
}

/// The keys of the model. `native` is derived from the others.
const KEYS: [&str; 22] = [
    "is",
    "value",
    "item",
    "min",
    "max",
    "places",
    "name",
    "closed",
    "inner",
    "minimum",
    "above",
    "maximum",
    "min_length",
    "format",
    "assertion",
    "table",
    "column",
    "by",
    "except",
    "base",
    "unconfirmed",
    "fails",
];

impl Expression {
    /// Creates the expression at this place.
    pub fn at(def: &Arc<TypeDef>, root: Root) -> Self {
        Self { def: Arc::clone(def), root, steps: Vec::new() }
    }

    /// Returns the expression in the model.
    pub fn look(&self) -> Option<&Expr> {
        let root = match (self.root, &self.def.kind) {
            (Root::Field(at), Kind::Struct(it)) => &it.fields.get(at)?.expr,
            (Root::Rest, Kind::Struct(it)) => it.rest.as_ref()?,
            (Root::Variant(at), Kind::Union(it)) => &it.variants.get(at)?.expr,
            (Root::Target, Kind::Alias { target }) => target,
            _ => return None,
        };
        self.steps.iter().try_fold(root, |expr, step| match (step, expr) {
            (Descent::Inner, expr) => expr.inner(),
            (Descent::Place(at), Expr::List { places: Some(places), .. }) => places.first.get(*at),
            (Descent::Rest, Expr::List { places: Some(places), .. }) => places.rest.as_ref(),
            _ => None,
        })
    }

    /// Returns the expression inside this one.
    pub fn inner(&self) -> Self {
        self.below(Descent::Inner)
    }

    /// Returns the expressions inside this one: the inner one, and those of the places of a tuple.
    pub fn parts(&self) -> Vec<Self> {
        let Some(expr) = self.look() else { return Vec::new() };
        let places = match expr {
            Expr::List { places: Some(places), .. } => places.fixed().map_or(0, <[Expr]>::len),
            _ => 0,
        };
        let inner = expr.inner().map(|_| self.inner());
        inner.into_iter().chain((0..places).map(|at| self.below(Descent::Place(at)))).collect()
    }

    fn below(&self, step: Descent) -> Self {
        let mut below = self.clone();
        below.steps.push(step);
        below
    }

    /// Returns what is at which place of a list.
    fn places(&self, places: &Places) -> Value {
        let first: Vec<Value> = (0..places.first.len()).map(|at| self.below(Descent::Place(at)).into()).collect();
        let rest = places.rest.as_ref().map(|_| ("rest", Value::from(self.below(Descent::Rest))));
        let known = [("first", Value::from(first)), ("least", places.least.into())];
        known.into_iter().chain(rest).collect::<BTreeMap<_, _>>().into()
    }

    fn of_form(&self, expr: &Expr, key: &str) -> Option<Value> {
        Some(match (expr, key) {
            (Expr::Constant { value }, "value") => made(value),
            (Expr::List { .. }, "item")
            | (Expr::Map { .. }, "value")
            | (Expr::Matched { .. } | Expr::Nullable { .. } | Expr::Bounded { .. } | Expr::Asserted { .. }, "inner")
            | (Expr::Keyed { .. }, "base") => self.inner().into(),
            (Expr::List { min, .. }, "min") => (*min)?.into(),
            (Expr::List { max, .. }, "max") => (*max)?.into(),
            (Expr::List { places, .. }, "places") => self.places(places.as_deref()?),
            (Expr::Ref { name, .. }, "name") => name.as_str().into(),
            (Expr::Ref { closed, .. }, "closed") => (*closed).into(),
            (Expr::Bounded { bounds, .. }, _) => return of_bounds(bounds, key),
            (Expr::Asserted { assertion, .. }, "assertion") => made(assertion),
            (Expr::Asserted { .. }, "numbers") => made(expr.listed_numbers()?),
            (Expr::Asserted { .. }, "native") => expr.native()?.into(),
            (Expr::Keyed { .. }, _) => return of_keyed(expr, key),
            _ => return None,
        })
    }
}

impl From<Expression> for Value {
    fn from(expression: Expression) -> Self {
        Self::from_object(expression)
    }
}

fn of_bounds(bounds: &Bounds, key: &str) -> Option<Value> {
    Some(match key {
        "minimum" => made(bounds.minimum.as_ref()?),
        "above" => made(bounds.above.as_ref()?),
        "maximum" => made(bounds.maximum.as_ref()?),
        "min_length" => bounds.min_length?.into(),
        "format" => made(bounds.format.as_ref()?),
        _ => return None,
    })
}

fn of_keyed(expr: &Expr, key: &str) -> Option<Value> {
    let Expr::Keyed { table, column, by, except, base: _, unconfirmed, fails } = expr else { return None };
    Some(match key {
        "table" => table.as_str().into(),
        "column" => column.as_str().into(),
        "by" => by.as_deref()?.into(),
        "except" if !except.is_empty() => made(except),
        "unconfirmed" => (*unconfirmed).into(),
        "fails" => (*fails).into(),
        _ => return None,
    })
}

impl Object for Expression {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let expr = self.look()?;
        if key == "is" { Some(expr.form().into()) } else { self.of_form(expr, key) }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let there = |key: &&str| self.get_value_by_str(key).is_some();
        Enumerator::Values(KEYS.into_iter().filter(there).map(Value::from).collect())
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }
}
