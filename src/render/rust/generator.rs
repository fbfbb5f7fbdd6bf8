//! typify, with its failures as diagnostics.

use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};

use schemars::schema::RootSchema;
use typify::{TypeSpace, TypeSpaceSettings};

use super::schema::{Input, stand_in};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::TypeDef;
use crate::render::names::place;

/// What typify makes of one definition, as a syntax tree.
///
/// # Errors
/// typify refuses the schema or panics on it, or its output is no Rust.
pub fn generate(def: &TypeDef, input: Input) -> Result<syn::File, Diagnostics> {
    // Nothing of ours is seen after a panic: the type space lives and dies inside the closure.
    let outcome = catch_unwind(AssertUnwindSafe(|| run(input)));
    let source = outcome.unwrap_or_else(|panic| Err(panic_text(panic.as_ref())));
    source.map_err(|reason| surprise(def, &reason))
}

fn run(input: Input) -> Result<syn::File, String> {
    let mut settings = TypeSpaceSettings::default();
    settings.with_map_type("::std::collections::BTreeMap".to_owned());
    for (index, rust) in input.replacements.iter().enumerate() {
        settings.with_replacement(stand_in(index), rust, iter::empty());
    }
    let schema: RootSchema = serde_json::from_value(input.schema).map_err(|error| error.to_string())?;
    let mut space = TypeSpace::new(&settings);
    space.add_root_schema(schema).map_err(|error| error.to_string())?;
    syn::parse2(space.to_stream()).map_err(|error| error.to_string())
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("it panicked: {}", text.unwrap_or("without a message"))
}

/// typify gave something else than what the definition asks for.
pub fn surprise(def: &TypeDef, reason: &str) -> Diagnostics {
    let message = format!("typify cannot render `{}`: {reason}", def.name);
    Diagnostic::error(Code::RustTypify, message)
        .at(place(&def.origin))
        .because("structs and closed enums of the Rust crate are made by typify, and nothing is emitted unchecked")
        .into()
}
