//! What Rust calls things, what it calls those that have no name in the contract, and how it writes values.

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

/// The setter of a field. A reserved word is none any more behind `with_`, but the setter of the keys that an `open`
/// type does not know is called `with_extra`.
///
/// # Errors
/// The target has no such identifier.
pub fn setter(names: &Names, wire: &str, open: bool) -> Result<String, Diagnostics> {
    let spelled = spell(names, Role::Field, wire)?;
    let plain = spelled.trim_end_matches('_');
    let field = if open && plain == EXTRA { spelled.as_str() } else { plain };
    Ok(format!("with_{field}"))
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
