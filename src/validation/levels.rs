//! The objects of an operation's output, level by level. They show where a key belongs.

use foldhash::{HashMap, HashMapExt};
use serde_json::Value;

use crate::model::{Contract, Discriminator, Expr, Kind, Struct, TypeDef, Union};

/// The objects of the output that a type describes.
pub struct Levels<'a> {
    /// The operation; `None` for the output of an unknown operation.
    pub operation: Option<&'a str>,
    /// From the top down: the keys that lead to an object, and its struct.
    pub objects: Vec<(Vec<String>, &'a TypeDef, &'a Struct)>,
}

/// Returns the levels of every operation, and then those of the output of an unknown operation.
pub fn levels(contract: &Contract) -> Vec<Levels<'_>> {
    let mut all: Vec<Levels<'_>> =
        contract.operations.each.iter().map(|it| of(contract, Some(&it.name), &it.output)).collect();
    all.extend(contract.operations.output.iter().map(|name| of(contract, None, name)));
    all
}

/// Returns the place of a struct: in the output of one operation, or in that of any operation. A struct that several
/// operations share does not have a place.
pub fn place<'a>(all: &'a [Levels<'a>], name: &str) -> Option<(&'a Levels<'a>, &'a [String])> {
    let with_struct = |levels: &'a Levels<'a>| {
        levels.objects.iter().find(|(_, def, _)| def.name == name).map(|(path, ..)| (levels, &**path))
    };
    let (own, others): (Vec<_>, Vec<_>) =
        all.iter().filter_map(with_struct).partition(|(levels, _)| levels.operation.is_some());
    match (&own[..], &others[..]) {
        ([one], _) | ([], [one]) => Some(*one),
        _ => None,
    }
}

fn of<'a>(contract: &'a Contract, operation: Option<&'a str>, root: &str) -> Levels<'a> {
    let mut objects: Vec<(Vec<String>, &TypeDef, &Struct)> = Vec::new();
    let mut next = vec![(Vec::new(), leaves(contract, root))];
    while !next.is_empty() {
        let mut deeper = Vec::new();
        for (path, found) in next {
            for (def, it) in found {
                if objects.iter().any(|(_, known, _)| known.name == def.name) {
                    continue;
                }
                objects.push((path.clone(), def, it));
                for field in &it.fields {
                    if let Some(name) = reference(&field.expr) {
                        let below = path.iter().cloned().chain([field.name.clone()]).collect();
                        deeper.push((below, leaves(contract, name)));
                    }
                }
            }
        }
        next = deeper;
    }
    Levels { operation, objects }
}

/// Returns the type that an expression refers to. Items of lists and maps are not levels.
fn reference(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Ref { name, .. } => Some(name),
        Expr::Nullable { inner } => reference(inner),
        _ => None,
    }
}

/// Collects the structs that a type can be.
pub fn leaves<'a>(contract: &'a Contract, name: &str) -> Vec<(&'a TypeDef, &'a Struct)> {
    let Some(def) = contract.get(name) else { return Vec::new() };
    match &def.kind {
        Kind::Struct(it) => vec![(def, it)],
        Kind::Enum(_) => Vec::new(),
        Kind::Alias { target } => leaves_of(contract, target),
        Kind::Union(union) => union.variants.iter().flat_map(|variant| leaves_of(contract, &variant.expr)).collect(),
    }
}

/// Collects the structs that an expression can be.
pub fn leaves_of<'a>(contract: &'a Contract, expr: &Expr) -> Vec<(&'a TypeDef, &'a Struct)> {
    reference(expr).map(|name| leaves(contract, name)).unwrap_or_default()
}

/// The unions whose tag is not the operation, with the structs that each can be, in the order of the contract.
pub struct Unions<'a>(HashMap<&'a str, Vec<(&'a TypeDef, &'a Union)>>);

impl<'a> Unions<'a> {
    /// Returns the unions of a contract.
    pub fn of(contract: &'a Contract) -> Self {
        let mut found: HashMap<&str, Vec<(&TypeDef, &Union)>> = HashMap::new();
        for def in contract.types.iter().filter(|def| !is_by_operation(contract, def)) {
            let Kind::Union(union) = &def.kind else { continue };
            for (leaf, _) in leaves(contract, &def.name) {
                let unions = found.entry(&leaf.name).or_default();
                if unions.last().is_none_or(|(last, _)| last.name != def.name) {
                    unions.push((def, union));
                }
            }
        }
        Self(found)
    }

    /// Returns the unions that can be this struct.
    pub fn with(&self, name: &str) -> &[(&'a TypeDef, &'a Union)] {
        self.0.get(name).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Returns true if the values of the tag are names of operations.
pub fn is_by_operation(contract: &Contract, def: &TypeDef) -> bool {
    let Kind::Union(union) = &def.kind else { return false };
    let tags = || union.variants.iter().flat_map(|variant| &variant.tags);
    matches!(union.by, Discriminator::Tag { .. })
        && tags().next().is_some()
        && tags().all(|tag| contract.operations.has(tag))
}

/// Returns the only value of the key that selects a member of a union; `None` if it can have several.
pub fn constant_at<'a>(contract: &'a Contract, union: &Union, key: &str) -> Option<&'a Value> {
    let with = union.variants.iter().find(|variant| !variant.absent)?;
    let leaves = leaves_of(contract, &with.expr);
    let field = leaves.into_iter().flat_map(|(_, it)| &it.fields).find(|field| field.name == key)?;
    match &field.expr {
        Expr::Constant { value } => Some(value),
        _ => None,
    }
}
