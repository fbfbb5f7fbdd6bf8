//! Hooks as users write them: the crate's own example, and those in `src/bin`. This library has the shared test code.

#[path = "../../conform/binding.rs"]
pub mod binding;

/// Other crates cannot implement `ContractType`:
///
/// ```compile_fail,E0277
/// use hookwire::{FromJson, Keys, Mismatch};
///
/// trait ContractType: FromJson {
///     const NAME: &'static str;
/// }
///
/// struct Mine;
///
/// impl FromJson for Mine {
///     fn from_json(_: serde_json::Value, _: Keys) -> Result<Self, Mismatch> {
///         Ok(Self)
///     }
/// }
///
/// impl hookwire::ContractType for Mine {
///     const NAME: &'static str = "StopInput";
/// }
/// ```
///
/// With a local trait of the same form the code compiles:
///
/// ```
/// use hookwire::{FromJson, Keys, Mismatch};
///
/// trait ContractType: FromJson {
///     const NAME: &'static str;
/// }
///
/// struct Mine;
///
/// impl FromJson for Mine {
///     fn from_json(_: serde_json::Value, _: Keys) -> Result<Self, Mismatch> {
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
