//! The published schemas: `bundle(name)` is a type in one file, `bundle("")` all of them, `closed_bundle(name)` the closed
//! twin of a type that inputs use as well, and nothing for any other.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Input;
use crate::bundle::Bundler;
use crate::diagnostic::Diagnostics;

/// Each type by its name, and all of them by the empty one.
pub fn bundle(input: Input<'_>) -> Result<BTreeMap<String, String>, Diagnostics> {
    let bundler = Bundler::new(input.contract, input.definitions);
    let mut texts: BTreeMap<String, String> =
        input.contract.types.iter().map(|def| (def.name.clone(), text(&bundler.schema(&def.name, false)))).collect();
    texts.insert(String::new(), text(&bundler.all()));
    Ok(texts)
}

/// The closed twins.
pub fn closed_bundle(input: Input<'_>) -> Result<BTreeMap<String, String>, Diagnostics> {
    let bundler = Bundler::new(input.contract, input.definitions);
    let twin = |name: &str| if bundler.is_shared(name) { text(&bundler.schema(name, true)) } else { String::new() };
    Ok(input.contract.types.iter().map(|def| (def.name.clone(), twin(&def.name))).collect())
}

fn text(schema: &Value) -> String {
    format!("{schema:#}\n")
}
