//! Rust's names, the names of things without one in the contract, and the notation of values.

use std::sync::Arc;

use proc_macro2::{Ident, Literal};
use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::render::names::{Names, Role};

/// The field that holds keys which the contract does not know. `target.toml` keeps other fields from it.
pub const EXTRA: &str = "extra";

/// The identifier of a name, as templates spell it.
///
/// # Errors
/// The target has no such identifier.
pub fn ident(names: &Names, role: Role, name: &str) -> Result<String, Diagnostics> {
    let spelled = spell(names, role, name)?;
    if syn::parse_str::<Ident>(&spelled).is_err() {
        return Err(no_name(name, &format!("`{spelled}` is no identifier")));
    }
    Ok(spelled)
}

/// The name of a field.
#[derive(Debug, Clone)]
pub struct FieldName {
    /// By Rust.
    pub ident: Arc<str>,
    /// On the wire, as a string of Rust.
    pub wire: Arc<str>,
}

impl FieldName {
    /// The field that is called so on the wire.
    ///
    /// # Errors
    /// The target has no such identifier.
    pub fn of(names: &Names, wire: &str) -> Result<Self, Diagnostics> {
        Ok(Self { ident: ident(names, Role::Field, wire)?.into(), wire: string(wire).into() })
    }

    /// Its setter. A reserved word is none any more behind `with_`, but the setter of the keys that an `open` type does
    /// not know is called `with_extra`.
    pub fn setter(&self, open: bool) -> String {
        let plain = self.ident.trim_end_matches('_');
        ["with_", if open && plain == EXTRA { &self.ident } else { plain }].concat()
    }
}

/// The number as one of Rust.
pub fn number(number: f64) -> String {
    Literal::f64_suffixed(number).to_string()
}

/// The text as a string of Rust, with its quotes.
pub fn string(text: &str) -> String {
    Literal::string(text).to_string()
}

/// The type of a constant: its text in upper camel case, `True`, `False`, or its digits after an `N`.
///
/// # Errors
/// The target has no such identifier.
pub fn constant(names: &Names, value: &Value) -> Result<String, Diagnostics> {
    names.constant(value).map_err(|reason| no_name(value.as_str().unwrap_or(&value.to_string()), &reason))
}

/// The name of a type.
///
/// # Errors
/// The target has no such identifier.
pub fn type_name(names: &Names, name: &str) -> Result<String, Diagnostics> {
    spell(names, Role::Type, name)
}

fn spell(names: &Names, role: Role, name: &str) -> Result<String, Diagnostics> {
    names.spell(role, name).map_err(|reason| no_name(name, &reason))
}

fn no_name(name: &str, reason: &str) -> Diagnostics {
    Diagnostic::error(Code::NoIdentifier, format!("Rust has no name for {name:?}")).because(reason).into()
}
