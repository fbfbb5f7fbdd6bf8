//! The model: a contract, independent of JSON Schema.
//!
//! [`lower`](crate::lower) makes it, nothing changes it afterwards, and every back end reads the same one. Templates
//! see it as it is: a field of these types is a variable of the same name.
//!
//! | module | holds |
//! |---|---|
//! | [`contract`] | the contract, its operations and tables |
//! | [`definition`] | structs, enums, unions and aliases |
//! | [`expression`] | type expressions |
//! | `constants` | the constants in a type |
//! | [`rule`] | rules |
//! | [`facts`] | descriptions, versions, sources |
//! | [`assertion`] | constraints that no type of a language expresses |
//! | [`format`] | formats of strings that are always checked |
//! | [`standard_format`] | formats of strings that a set asserts |
//! | [`identity`] | name, version, host and ids |
//! | [`problem`] | the codes of problems |
//! | [`types`] | all types of a contract, by name and in order |

pub mod assertion;
mod constants;
mod contract;
mod definition;
mod expression;
mod facts;
mod format;
mod identity;
pub mod problem;
mod rule;
mod standard_format;
mod types;

pub use assertion::{Assertion, Contains, JsonType};
pub use contract::{Column, Contract, Module, Namespace, Operation, Operations, Row};
pub use definition::{
    Discriminator, Enum, EnumValue, Example, Field, Kind, Missing, Mistake, Strict, Struct, TypeDef, Union, Variant,
};
pub use expression::{Bounds, Expr, Places};
pub use facts::{Cap, Confidence, Deprecation, Facts, Issue, Version, version_numbers};
pub use format::Format;
pub use identity::{Host, Identity, Ids, LicenseFile, Package};
pub use problem::ExpectedProblem;
pub use rule::{Condition, Rule, Severity, Test};
pub use standard_format::StandardFormat;
pub use types::{Iter, Types};

pub use crate::schema::Origin;
