//! The hook of the page about prompt hooks, with a model of the tests.

include!(concat!(env!("OUT_DIR"), "/stop_hook.rs"));
