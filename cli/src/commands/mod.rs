//! The commands.

mod check;
mod doctor;
mod edit;
mod explain;
mod input;
mod line;
mod new;
mod pages;
mod part;
mod run;
mod test;
mod trial;
mod validate;
mod which;

pub use self::check::check;
pub use self::doctor::doctor;
pub use self::edit::{add, remove};
pub use self::explain::explain;
pub use self::input::{ARGUMENTS, EVENT, context, folder_of, whole};
pub use self::line::{commands, of_call, refused as refused_match};
pub use self::new::new;
pub use self::pages::{completions, docs, events, man, rule, schema};
pub use self::part::{EVENT_FIELDS, TOOL_FIELDS, failed, get, pair, reply, unread};
pub use self::run::run;
pub use self::test::test;
pub use self::trial::try_hooks;
pub use self::validate::validate;
pub use self::which::which;
