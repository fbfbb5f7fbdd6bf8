//! Hooks as users write them: the crate's own example, and those in `src/bin`. This library has the shared test code.

#[path = "../../conform/binding.rs"]
pub mod binding;

pub mod examples;

/// Every type of the contract, whatever namespace it is in.
pub mod all {
    pub use hookwire::host::*;
    pub use hookwire::problems::*;
    pub use hookwire::sdk::*;
    pub use hookwire::settings::*;
    pub use hookwire::shell::*;
    pub use hookwire::tools::*;
    pub use hookwire::validate::*;
    pub use hookwire::*;
}

/// Other crates cannot implement `ContractType`:
///
/// ```compile_fail,E0046
/// use hookwire::Mismatch;
/// use hookwire::read::{FromJson, Strictness};
///
/// trait ContractType: FromJson {
///     const NAME: &'static str;
/// }
///
/// struct Mine;
///
/// impl FromJson for Mine {
///     fn from_json(_: serde_json::Value, _: Strictness) -> Result<Self, Mismatch> {
///         Ok(Self)
///     }
/// }
///
/// impl hookwire::validate::ContractType for Mine {
///     const NAME: &'static str = "StopInput";
/// }
/// ```
///
/// With a local trait of the same form the code compiles:
///
/// ```
/// use hookwire::Mismatch;
/// use hookwire::read::{FromJson, Strictness};
///
/// trait ContractType: FromJson {
///     const NAME: &'static str;
/// }
///
/// struct Mine;
///
/// impl FromJson for Mine {
///     fn from_json(_: serde_json::Value, _: Strictness) -> Result<Self, Mismatch> {
///         Ok(Self)
///     }
/// }
///
/// impl ContractType for Mine {
///     const NAME: &'static str = "StopInput";
/// }
/// ```
#[cfg(doctest)]
pub struct Sealed;
