//! The depth of types in types, which decides how deep the compiler has to look into them.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostics;
use crate::model::Contract;
use crate::render::builtin::{Input, Texts, texts};

/// The compiler's own limit of recursion.
const LIMIT: usize = 128;

/// The most levels of the compiler for each type in a type: its list, its option, its box and the type itself.
const LEVELS: usize = 8;

/// Returns the limit of recursion that the crate needs, under the empty name; an empty text if it is not above that of
/// the compiler.
///
/// # Errors
/// Never; builtins can fail.
pub fn nesting(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let contracts = std::iter::once(input.contract).chain(input.profiles.iter().map(|profile| &profile.contract));
    let needed = LEVELS * contracts.map(depth).max().unwrap_or_default();
    let limit = if needed > LIMIT { (LIMIT + needed).to_string() } else { String::new() };
    Ok(texts(BTreeMap::from([(String::new(), limit)])))
}

/// Returns the most types that contain each other. A type that contains itself counts once.
fn depth(contract: &Contract) -> usize {
    // Types come after those that they contain, except for those that contain themselves.
    let mut depths: BTreeMap<&str, usize> = BTreeMap::new();
    for def in contract.types.iter() {
        let mut below = 0;
        def.refs(&mut |name| below = below.max(depths.get(name).copied().unwrap_or_default()));
        depths.insert(&def.name, below + 1);
    }
    depths.into_values().max().unwrap_or_default()
}
