//! Rust identifiers, including those of things without a name in the contract, and Rust literals.

use std::sync::Arc;

use proc_macro2::{Ident, Literal};
use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::render::names::{Names, Role};

/// The field for keys that the contract does not know. `target.toml` reserves its name.
pub const EXTRA: &str = "extra";

/// Returns the identifier of a name, as templates spell it.
///
/// # Errors
/// The target has no such identifier.
pub fn ident(names: &Names, role: Role, name: &str) -> Result<Arc<str>, Diagnostics> {
    let spelled = spell(names, role, name)?;
    if syn::parse_str::<Ident>(&spelled).is_err() {
        return Err(no_name(name, &format!("`{spelled}` is not an identifier")));
    }
    Ok(spelled)
}

/// The name of a field.
#[derive(Debug, Clone)]
pub struct FieldName {
    /// In Rust.
    pub ident: Arc<str>,
    /// On the wire, as a Rust string literal.
    pub wire: Arc<str>,
}

impl FieldName {
    /// Creates the name of the field with this key.
    ///
    /// # Errors
    /// The target has no such identifier.
    pub fn of(names: &Names, wire: &str) -> Result<Self, Diagnostics> {
        Ok(Self { ident: ident(names, Role::Field, wire)?, wire: string(wire).into() })
    }

    /// Returns the name of its setter. After `with_`, a reserved word needs no suffix. In an `open` type,
    /// `extra_` keeps its suffix, because `with_extra` sets the unknown keys.
    pub fn setter(&self, open: bool) -> String {
        let plain = self.ident.trim_end_matches('_');
        ["with_", if open && plain == EXTRA { &self.ident } else { plain }].concat()
    }
}

/// Returns the number as a Rust literal.
pub fn number(number: f64) -> String {
    Literal::f64_suffixed(number).to_string()
}

/// Returns the text as a Rust string literal, with its quotes.
pub fn string(text: &str) -> String {
    Literal::string(text).to_string()
}

/// Returns the type name of a constant: its text in upper camel case, `True`, `False`, or its digits after an `N`.
///
/// # Errors
/// The target has no such identifier.
pub fn constant(names: &Names, value: &Value) -> Result<Arc<str>, Diagnostics> {
    names.constant(value).map_err(|reason| no_name(value.as_str().unwrap_or(&value.to_string()), &reason))
}

/// Returns the name of a type.
///
/// # Errors
/// The target has no such identifier.
pub fn type_name(names: &Names, name: &str) -> Result<Arc<str>, Diagnostics> {
    spell(names, Role::Type, name)
}

fn spell(names: &Names, role: Role, name: &str) -> Result<Arc<str>, Diagnostics> {
    names.spell(role, name).map_err(|reason| no_name(name, &reason))
}

fn no_name(name: &str, reason: &str) -> Diagnostics {
    Diagnostic::error(Code::NoIdentifier, format!("Rust has no name for {name:?}")).because(reason).into()
}
