//! Runs the real host offline, as a black box, against a scripted model, and records what its hooks do.
//!
//! ```text
//! program ─▶ sandbox ─▶ session (host, hook, scripted model) ─▶ signals ─▶ observation
//! ```
//!
//! | module | does |
//! |---|---|
//! | [`registry`] | reads packages of the npm registry |
//! | [`sandbox`] | runs a program without a network, without the user's files, and with one folder to write to |
//! | [`program`] | fetches a version of the host, by its digest |
//! | [`model`] | the scripted model: an HTTP server on loopback |
//! | [`case`] | a case: what a hook prints, and the conversation that runs it |
//! | [`family`] | the cases of each event, made from the contract |
//! | [`session`] | one run of the host with many cases |
//! | [`observation`] | what was seen of a case, in a closed vocabulary |
//! | [`record`] | the committed observations |
//! | [`other_versions`] | the cases of other versions than the reference version |
//! | [`bisect`] | halves a list of versions |
//!
//! Nothing that strangers wrote reaches the host: commands, tool arguments and paths come from a closed list in
//! [`case`], and all other text is a marker.

pub mod bisect;
pub mod case;
pub mod family;
pub mod model;
pub mod observation;
pub mod other_versions;
pub mod program;
pub mod record;
pub mod registry;
pub mod sandbox;
pub mod session;
