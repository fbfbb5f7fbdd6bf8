//! Payloads of every event, and functions that try a hook with them.

mod data;
mod sample;
mod simulate;

pub use self::sample::{Payload, Sample, SampleError, sample};
pub use self::simulate::{Expected, Hook, check, check_with, simulate, simulate_with};
