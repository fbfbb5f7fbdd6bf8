//! Hooks as their users write them: the crate's own example, and those in `src/bin`.
