//! Runs the real host offline, as a black box, against a scripted model, and records what its hooks do.
//!
//! ```text
//! program ─▶ sandbox ─▶ session (host, hook, scripted model) ─▶ signals ─▶ observation
//! ```
//!
//! | module | does |
//! |---|---|
//! | [`program`] | fetches a version of the host from the registry, by its digest |
//! | [`sandbox`] | runs a program without a network, without the user's files, and with one folder to write to |
//! | [`model`] | the scripted model: an HTTP server on loopback |
//! | [`case`] | a case: what a hook prints, and the conversation that runs it |
//! | [`family`] | the cases of each event, made from the contract |
//! | [`session`] | one run of the host with many cases |
//! | [`observation`] | what was seen of a case, in a closed vocabulary |
//! | [`record`] | the committed observations |
//! | [`environment`] | the environment of the host |
//! | [`shape`] | the real inputs of hooks, compared with the contract and made into vectors |
//!
//! Nothing that strangers wrote reaches the host: commands, tool arguments and paths come from a closed list in
//! [`case`], and all other text is a marker.

pub mod case;
pub mod environment;
pub mod family;
pub mod model;
pub mod observation;
pub mod program;
pub mod record;
pub mod sandbox;
pub mod session;
pub mod shape;
