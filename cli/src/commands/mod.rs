//! The commands.

mod check;
mod doctor;
mod explain;
mod input;
mod line;
mod pages;
mod validate;
mod which;

pub use self::check::check;
pub use self::doctor::doctor;
pub use self::explain::explain;
pub use self::line::commands;
pub use self::pages::{completions, docs, events, man, rule, schema};
pub use self::validate::validate;
pub use self::which::which;
