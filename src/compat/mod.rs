//! The changes between two states of a contract, the code that they break, and the version step that they require.
//!
//! | module | contains |
//! |---|---|
//! | `state` | a contract as it is written, or as it was at an older version of its host |
//! | `older` | an older contract, from a folder that was written for another generator |
//! | `outline` | the facts of a contract that hold in every version |
//! | `compare` | the comparison of two states |
//! | `kinds` | the comparison of a type |
//! | `expression_change` | the comparison of an expression |
//! | `change` | a change |
//! | `breakage` | the code that a change breaks, by language, and the version step |
//! | `summary` | a change in one line |
//! | `host_versions` | a contract version by version of its host |
//! | `report` | all changes, for people (`text`, `markdown`, `words`) and for programs |

mod breakage;
mod change;
mod compare;
mod expression_change;
mod host_versions;
mod kinds;
mod markdown;
mod older;
mod outline;
mod report;
mod state;
mod summary;
mod text;
mod words;

#[doc(hidden)]
pub use breakage::numbers;
pub use breakage::{Harm, Harms, VersionStep};
pub use change::{Change, ChangeKind, Direction, Effect};
#[doc(hidden)]
pub use compare::compare;
#[doc(hidden)]
pub use host_versions::{HostStep, changelog, host_versions, steps};
#[doc(hidden)]
pub use older::{Older, older};
pub use report::{Group, Report, Side};
#[doc(hidden)]
pub use state::{Edition, NoState, State};

pub use crate::hooks::{HostChange, HostChangeKind};
pub use crate::model::{Origin, Version};
