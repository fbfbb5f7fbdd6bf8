//! The effect of a change on an expression: on the types of the languages, and on the values that validators accept.

use super::change::Effect;
use crate::model::{Bounds, Expr};
use crate::schema::Exact;
use serde_json::Number;

/// The two effects of a change of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shift {
    /// The effect on the types of the languages.
    pub types: Effect,
    /// The effect on the valid values, beyond the types.
    pub bounds: Effect,
}

impl Shift {
    const NONE: Self = Self { types: Effect::Same, bounds: Effect::Same };

    fn types(types: Effect) -> Self {
        Self { types, ..Self::NONE }
    }

    /// Returns true if nothing changed.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Returns the effect on the valid values.
    pub fn effect(self) -> Effect {
        self.types.and(self.bounds)
    }

    fn and(self, bounds: Effect) -> Self {
        Self { bounds: self.bounds.and(bounds), ..self }
    }
}

/// Compares an expression with its newer state.
pub fn shift(old: &Expr, new: &Expr) -> Shift {
    if old == new {
        return Shift::NONE;
    }
    match (old, new) {
        (Expr::Bounded { .. }, _) | (_, Expr::Bounded { .. }) => {
            let ((old, had), (new, has)) = (unbound(old), unbound(new));
            shift(old, new).and(of_bounds(&had, &has))
        }
        (Expr::Asserted { .. } | Expr::String, Expr::Asserted { .. } | Expr::String)
            if old.native() != new.native() =>
        {
            Shift::types(Effect::Other)
        }
        (old, Expr::Nullable { inner }) if old.native().is_some() => around(shift(old, inner), Effect::Wider),
        (Expr::Nullable { inner }, new) if new.native().is_some() => around(shift(inner, new), Effect::Narrower),
        (Expr::Asserted { inner, assertion }, Expr::Asserted { inner: now, assertion: other }) => {
            shift(inner, now).and(if assertion == other { Effect::Same } else { Effect::Other })
        }
        (Expr::Asserted { inner, .. }, new) => shift(inner, new).and(Effect::Wider),
        (old, Expr::Asserted { inner, .. }) => shift(old, inner).and(Effect::Narrower),
        (Expr::Nullable { inner }, Expr::Nullable { inner: now })
        | (Expr::Map { value: inner, .. }, Expr::Map { value: now, .. })
        | (Expr::Matched { inner }, Expr::Matched { inner: now }) => shift(inner, now),
        (Expr::List { item, min, max, .. }, Expr::List { item: now, min: required_version, max: most, .. }) => {
            shift(item, now).and(lower_limit_effect(*min, *required_version)).and(upper_limit_effect(*max, *most))
        }
        (Expr::Ref { name, closed }, Expr::Ref { name: now, closed: is_closed }) if name == now => {
            Shift::NONE.and(Effect::when(*closed && !is_closed, !closed && *is_closed))
        }
        (Expr::Keyed { base, .. }, Expr::Keyed { base: now, .. }) => {
            Shift::types(shift(base, now).types.and(Effect::Other))
        }
        (_, Expr::Any) | (Expr::Never, _) => Shift::types(Effect::Wider),
        (Expr::Any, _) | (_, Expr::Never) => Shift::types(Effect::Narrower),
        (Expr::Null, Expr::Nullable { .. }) => Shift::types(Effect::Wider),
        (Expr::Nullable { .. }, Expr::Null) => Shift::types(Effect::Narrower),
        (old, Expr::Nullable { inner }) => around(shift(old, inner), Effect::Wider),
        (Expr::Nullable { inner }, new) => around(shift(inner, new), Effect::Narrower),
        (old, new) => Shift::types(if is_part(old, new) {
            Effect::Wider
        } else if is_part(new, old) {
            Effect::Narrower
        } else {
            Effect::Other
        }),
    }
}

fn around(inner: Shift, null: Effect) -> Shift {
    Shift { types: inner.types.and(null), ..inner }
}

/// Returns true if every value of one expression is a value of the other, by their types alone.
fn is_part(one: &Expr, of: &Expr) -> bool {
    match (one, of) {
        (Expr::Integer, Expr::Number) => true,
        (Expr::Constant { value }, Expr::String) => value.is_string(),
        (Expr::Constant { value }, Expr::Boolean) => value.is_boolean(),
        _ => false,
    }
}

fn unbound(expr: &Expr) -> (&Expr, Bounds) {
    match expr {
        Expr::Bounded { inner, bounds } => (inner, bounds.clone()),
        other => (other, Bounds::default()),
    }
}

fn of_bounds(old: &Bounds, new: &Bounds) -> Effect {
    let exact = |bound: &Option<Number>| bound.as_ref().map(Exact::of);
    let format = Effect::when(old.format.is_some(), new.format.is_some());
    lower_limit_effect(exact(&old.minimum), exact(&new.minimum))
        .and(lower_limit_effect(exact(&old.above), exact(&new.above)))
        .and(upper_limit_effect(exact(&old.maximum), exact(&new.maximum)))
        .and(lower_limit_effect(old.min_length, new.min_length))
        .and(if old.format == new.format { Effect::Same } else { format })
}

/// Returns the effect of moving a lower limit; `None` is no limit.
fn lower_limit_effect<T: PartialOrd>(old: Option<T>, new: Option<T>) -> Effect {
    Effect::when(new < old, new > old)
}

/// Returns the effect of moving an upper limit; `None` is no limit.
fn upper_limit_effect<T: PartialOrd>(old: Option<T>, new: Option<T>) -> Effect {
    match (old, new) {
        (Some(old), Some(new)) => Effect::when(new > old, new < old),
        (old, new) => Effect::when(old.is_some(), new.is_some()),
    }
}

/// Describes an expression in a few words.
pub fn words(expr: &Expr) -> String {
    match expr {
        Expr::Any => "anything".to_owned(),
        Expr::Never => "nothing".to_owned(),
        Expr::Null => "null".to_owned(),
        Expr::Boolean => "boolean".to_owned(),
        Expr::Integer => "integer".to_owned(),
        Expr::Number => "number".to_owned(),
        Expr::String => "string".to_owned(),
        Expr::Constant { value } => format!("the constant {value}"),
        Expr::List { item, min, max, .. } => format!("list of {}{}", words(item), sizes(*min, *max)),
        Expr::Map { value, .. } => format!("map of {}", words(value)),
        Expr::Matched { inner } => format!("{} where its pattern or its condition says so", words(inner)),
        Expr::Ref { name, closed: false } => name.clone(),
        Expr::Ref { name, closed: true } => format!("{name} without other keys"),
        Expr::Nullable { inner } => format!("{} or null", words(inner)),
        Expr::Bounded { inner, bounds } => format!("{}{}", words(inner), limits(bounds)),
        Expr::Asserted { inner, .. } => match expr.native() {
            Some(native) => format!("the native type {native}"),
            None => format!("{} with conditions", words(inner)),
        },
        Expr::Keyed { table, column, by, .. } => {
            let by = by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
            format!("{column} of the table {table}{by}")
        }
    }
}

fn sizes(min: Option<u64>, max: Option<u64>) -> String {
    let required_version = min.map(|min| format!(", {min} or more")).unwrap_or_default();
    required_version + &max.map(|max| format!(", {max} at most")).unwrap_or_default()
}

fn limits(bounds: &Bounds) -> String {
    let number = |bound: &Option<Number>, words: &str| bound.as_ref().map(|it| format!(", {words} {it}"));
    let all = [
        number(&bounds.minimum, "at least"),
        number(&bounds.above, "more than"),
        number(&bounds.maximum, "at most"),
        bounds.min_length.map(|length| format!(", {length} characters or more")),
        bounds.format.map(|format| format!(", of the format {}", format.name())),
    ];
    all.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Assertion, StandardFormat};

    fn nullable(inner: Expr) -> Expr {
        Expr::Nullable { inner: Box::new(inner) }
    }

    fn required_version(minimum: u64) -> Expr {
        let bounds = Bounds { minimum: Some(minimum.into()), ..Bounds::default() };
        Expr::Bounded { inner: Box::new(Expr::Integer), bounds }
    }

    #[test]
    fn types_become_wider_or_narrower() {
        let types = |old: &Expr, new: &Expr| (shift(old, new).types, shift(new, old).types);
        let there_and_back = (Effect::Wider, Effect::Narrower);
        assert_eq!(types(&Expr::String, &Expr::Any), there_and_back);
        assert_eq!(types(&Expr::Integer, &Expr::Number), there_and_back);
        assert_eq!(types(&Expr::String, &nullable(Expr::String)), there_and_back);
        assert_eq!(types(&Expr::Null, &nullable(Expr::String)), there_and_back);
        assert_eq!(types(&Expr::Constant { value: "a".into() }, &Expr::String), there_and_back);
        assert_eq!(types(&Expr::Integer, &nullable(Expr::Number)), there_and_back);
        assert_eq!(types(&Expr::String, &Expr::Boolean), (Effect::Other, Effect::Other));
    }

    #[test]
    fn a_native_format_is_another_type() {
        let date = |name| Expr::Asserted {
            inner: Box::new(Expr::String),
            assertion: Box::new(Assertion { format: StandardFormat::named(name), ..Assertion::default() }),
        };
        let (native, asserted) = (date("native-date"), date("date"));
        let types = [&asserted, &Expr::String, &date("native-uuid")].map(|old| shift(old, &native).types);
        assert_eq!(types, [Effect::Other; 3]);
        assert_eq!(shift(&native, &nullable(native.clone())).types, Effect::Wider);
        assert_eq!(shift(&Expr::String, &asserted).types, Effect::Same);
        assert_eq!(words(&native), "the native type Date");
    }

    #[test]
    fn bounds_that_are_one_double_differ() {
        let (one, next) = (9_007_199_254_740_992, 9_007_199_254_740_993);
        let accepted = |old, new| shift(&required_version(old), &required_version(new)).bounds;
        assert_eq!([accepted(one, next), accepted(next, one)], [Effect::Narrower, Effect::Wider]);
    }

    #[test]
    fn bounds_are_no_matter_of_types() {
        let found = [
            shift(&required_version(1), &required_version(2)),
            shift(&required_version(1), &Expr::Integer),
            shift(&required_version(1), &required_version(1)),
        ];
        assert!(found.iter().all(|shift| shift.types == Effect::Same));
        assert_eq!(found.map(|shift| shift.bounds), [Effect::Narrower, Effect::Wider, Effect::Same]);
        let list = |max| Expr::List { item: Box::new(Expr::Any), min: None, max, places: None };
        assert_eq!(shift(&list(None), &list(Some(3))).bounds, Effect::Narrower);
        assert_eq!(shift(&list(Some(4)), &list(Some(3))).bounds, Effect::Narrower);
    }
}
