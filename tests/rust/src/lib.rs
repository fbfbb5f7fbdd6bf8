//! Hooks as their users write them: the crate's own example, and those in `src/bin`. And what the tests share.

#[path = "../../conform/binding.rs"]
pub mod binding;

/// Nobody else's type is one of the contract:
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
/// With a trait of one's own the same compiles:
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
