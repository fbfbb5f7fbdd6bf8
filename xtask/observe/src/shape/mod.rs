//! The real inputs of hooks: which fields each event really sends.
//!
//! ```text
//! scenes ─▶ stage (host, hooks on all events) ─▶ inputs ─▶ keys: compared with the contract
//!                                                   └────▶ normal ─▶ vectors in tests/observed
//! ```
//!
//! | module | does |
//! |---|---|
//! | [`scenes`] | sessions that run the hooks of many events: a closed list |
//! | [`stage`] | runs a scene in a sandbox |
//! | [`mcp`] | the MCP server of the scenes |
//! | [`keys`] | the keys of inputs, compared with the contract |
//! | [`normal`] | replaces everything in an input that is of one machine or of the host |
//! | [`vectors`] | the committed inputs, few for each event |

pub mod keys;
pub mod mcp;
pub mod normal;
pub mod scenes;
pub mod stage;
pub mod vectors;

#[cfg(test)]
pub(crate) mod tests {
    use std::path::{Path, PathBuf};

    use hookwire_codegen::generate;
    use hookwire_codegen::internal::model::Contract;

    /// Returns the root of the repository.
    pub fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    /// Returns the contract of this repository.
    #[allow(clippy::panic)]
    pub fn contract() -> Contract {
        generate::read(&root().join("schemas")).unwrap_or_else(|found| panic!("{found:?}")).contract
    }
}
