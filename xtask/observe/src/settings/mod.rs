//! Trees of settings on the real host: which of the registered hooks run on each input, and which do not.
//!
//! ```text
//! case (the documents of a tree, and a scene) ─▶ session (play, in a sandbox) ─▶ firings ─▶ record
//! ```
//!
//! | module | does |
//! |---|---|
//! | [`tree`] | a case: the documents of a tree with their places, and the scene that fires events |
//! | [`scenes`] | the scenes: a closed list |
//! | [`family`] | the cases, made from lists |
//! | [`session`] | one run of a tree in a sandbox |
//! | [`listener`] | the server of hooks that are requests |
//! | [`firing`] | the inputs of a session, and the hooks that ran on each |
//! | [`record`] | the committed observations |

pub mod family;
pub mod firing;
pub mod listener;
pub mod record;
pub mod scenes;
pub mod session;
pub mod tree;
