//! The changes between two states of a contract, the people they harm, and the version step that they need.
//!
//! | module | does |
//! |---|---|
//! | [`state`] | a contract as it is written, or as it was at an older version of its host |
//! | [`older`](mod@older) | an older contract, from a folder that was written for another generator |
//! | [`outline`] | what holds of a contract at every time |
//! | [`compare`](mod@compare) | two states, side by side |
//! | [`kinds`] | a type in two states |
//! | [`shift`] | an expression in two states |
//! | [`change`] | what is found |
//! | [`harm`] | whom it harms, by language, and the step of a version |
//! | [`summary`] | a change in a line |
//! | [`steps`](mod@steps) | a contract version by version of its host |
//! | [`report`] | all that is between two states, for people ([`text`], [`markdown`], [`words`]) and for programs |

mod change;
mod compare;
mod harm;
mod kinds;
mod markdown;
mod older;
mod outline;
mod report;
mod shift;
mod state;
mod steps;
mod summary;
mod text;
mod words;

pub use change::{Change, ChangeKind, Direction, Effect};
pub use compare::compare;
pub use harm::{Harm, Harms, Step, numbers};
pub use older::{Older, older};
pub use report::{Group, Report, Side};
pub use state::{Edition, NoState, State};
pub use steps::{HostStep, changelog, steps};
