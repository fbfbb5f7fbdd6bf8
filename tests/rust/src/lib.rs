//! Three hooks, as their users write them: see `src/bin`.
