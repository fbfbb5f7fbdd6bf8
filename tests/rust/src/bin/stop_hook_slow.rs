//! The hook of the page about prompt hooks, with a short time limit.

include!(concat!(env!("OUT_DIR"), "/stop_hook_slow.rs"));
