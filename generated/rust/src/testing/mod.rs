//! Payloads of every event, and functions that try a hook with them.

mod command;
mod data;
mod expected;
mod sample;
mod selected;
mod simulate;
mod tried;
mod words;

pub use self::expected::Expected;
pub use self::sample::{Payload, Sample, SampleError, sample};
#[doc(hidden)]
pub use self::selected::{HookTrial, try_selected};
pub use self::simulate::{Hook, check, check_with, simulate, simulate_with};
