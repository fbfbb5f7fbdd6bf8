//! Runs the real host offline, as a black box, against a scripted model, and records what its hooks do.
//!
//! ```text
//! program ─▶ sandbox ─▶ session (host, hooks, scripted model) ─▶ signals ─▶ observation
//! ```
//!
//! | module | does |
//! |---|---|
//! | [`registry`] | reads packages of the npm registry |
//! | [`sandbox`] | runs a program without a network, without the user's files, and with one folder to write to |
//! | [`program`] | fetches a version of the host, by its digest |
//! | [`model`] | the scripted model: an HTTP server on loopback |
//! | [`case`] | a case: the hooks of an event, with what each answers |
//! | [`conversation`] | the conversations that run the hooks of each event |
//! | [`family`] | the cases of each event, made from the contract |
//! | [`replies`] | the replies of the current case, for the processes of a session |
//! | [`mcp`] | a server with two tools |
//! | [`terminal`] | the host in a terminal, which tmux provides |
//! | [`play`] | one run of the host with a scene |
//! | [`session`] | one run of the host with many cases |
//! | [`observation`] | what was seen of a case, in a closed vocabulary |
//! | [`record`] | the committed observations |
//! | [`compare`] | the catalogue, compared with the records |
//! | [`pairwise`] | how many pairs of fields the recorded cases have |
//! | [`unseen`] | the cells that no case can show, with the reasons |
//! | [`other_versions`] | the events and cases of other versions than the reference version |
//! | [`bisect`] | halves a list of versions |
//! | [`environment`] | the environment of the host |
//! | [`shape`] | the real inputs of hooks, compared with the contract and made into vectors |
//! | [`settings`] | trees of settings: which of the registered hooks run |
//! | [`cookbook`] | the hooks of the cookbook: what they do on the host |
//!
//! Nothing that strangers wrote reaches the host: commands, tool arguments and paths come from closed lists in [`case`]
//! and [`conversation`], and all other text is a marker.

/// The reference version: the newest one that the contract is checked against.
pub const REFERENCE: &str = "2.1.332";

pub mod bisect;
pub mod case;
pub mod compare;
pub mod conversation;
pub mod cookbook;
pub mod environment;
pub mod family;
pub mod mcp;
pub mod model;
pub mod observation;
pub mod other_versions;
pub mod pairwise;
pub mod play;
pub mod program;
pub mod record;
pub mod registry;
pub mod replies;
pub mod sandbox;
pub mod session;
pub mod settings;
pub mod shape;
pub mod terminal;
pub mod unseen;

#[cfg(test)]
mod tests {
    #[test]
    fn the_reference_version_is_that_of_the_contract() {
        let set = include_str!("../../../schemas/codegen.toml");
        let (_, host) = set.split_once("[host]").unwrap_or_default();
        let line = format!("version = \"{}\"", super::REFERENCE);
        assert!(host.contains(&line), "write `version` of `[host]` in schemas/codegen.toml into `REFERENCE`");
    }
}
