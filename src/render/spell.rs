//! Type expressions as a language writes them.

use super::literal;
use super::names::{Names, Role};
use super::target::{LiteralStyle, TypePatterns};
use crate::model::{Contract, Expr, Types};

/// How one target spells type expressions.
#[derive(Debug, Clone)]
pub struct Speller {
    patterns: TypePatterns,
    literals: Option<LiteralStyle>,
    names: Names,
    types: Types,
}

impl Speller {
    /// The speller of a target for the types of a contract.
    pub fn new(patterns: TypePatterns, literals: Option<LiteralStyle>, names: Names, contract: &Contract) -> Self {
        Self { patterns, literals, names, types: contract.types.clone() }
    }

    /// The expression in the target's words. A closed reference is spelled like any other.
    ///
    /// # Errors
    /// Says what has no spelling.
    pub fn spell(&self, expr: &Expr) -> Result<String, String> {
        let patterns = &self.patterns;
        Ok(match expr {
            Expr::Any => patterns.any.clone(),
            Expr::Boolean => patterns.boolean.clone(),
            Expr::Integer => patterns.integer.clone(),
            Expr::Number => patterns.number.clone(),
            Expr::String => patterns.string.clone(),
            Expr::Constant { value } => self.constant(value)?,
            Expr::List { item, .. } => patterns.list.fill(&self.spell(item)?),
            Expr::Map { value } => patterns.map.fill(&self.spell(value)?),
            Expr::Nullable { inner } => patterns.nullable.fill(&self.spell(inner)?),
            Expr::Bounded { inner, .. } | Expr::Asserted { inner, .. } => self.spell(inner)?,
            Expr::Keyed { base, .. } => self.spell(base)?,
            Expr::Ref { name, .. } => self.reference(name)?,
        })
    }

    fn constant(&self, value: &serde_json::Value) -> Result<String, String> {
        let pattern = &self.patterns.constant;
        let name = if pattern.has_name() { self.names.constant(value)? } else { String::new() };
        if !pattern.has_literal() {
            return Ok(pattern.fill("", &name));
        }
        let style = self.literals.as_ref().ok_or("target.toml has no [literals], so a constant has no spelling")?;
        Ok(pattern.fill(&literal::spell(value, style), &name))
    }

    fn reference(&self, name: &str) -> Result<String, String> {
        let def = self.types.named(name).ok_or_else(|| format!("there is no type {name:?}"))?;
        let pattern = match &self.patterns.recursive {
            Some(boxed) if def.recursive => boxed,
            _ => &self.patterns.reference,
        };
        let spelled = self.names.spell(Role::Type, name)?;
        // A type of symbols has no name of a file, and mostly needs none.
        let wanted = |hole: &str, spelled: Result<String, String>| match pattern.asks_for(hole) {
            true => spelled,
            false => Ok(String::new()),
        };
        let module = wanted("{module}", self.names.module_file(&def.module))?;
        let file = wanted("{file}", self.names.spell(Role::File, name))?;
        Ok(pattern.fill_all(&[("{}", &spelled), ("{module}", &module), ("{file}", &file)]))
    }
}
