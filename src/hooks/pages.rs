//! Features that only pages of the documentation use. Their facts are in the catalogue, as its schema defines them.

use super::feature::{Feature, Plain};

/// The reference of the events: a page for each, and pages across them.
pub const REFERENCE: Feature = Feature {
    name: "reference",
    about: "pages about what each event does, from a catalogue with all facts",
    needs: &["events"],
    types: &[],
    tables: &[],
    read: Plain::read,
};

/// The page about hooks that are functions of a program.
pub const CALLBACKS: Feature = Feature {
    name: "callbacks",
    about: "a page about callbacks of the host's library",
    needs: &["reference"],
    types: &["HookCallbackRequest"],
    tables: &[],
    read: Plain::read,
};

/// The page for programs that run hooks.
pub const HOST: Feature = Feature {
    name: "host",
    about: "a page about the model of a host, which runs hooks",
    needs: &["reference"],
    types: &["HookEventContext"],
    tables: &[],
    read: Plain::read,
};
