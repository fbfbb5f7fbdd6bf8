// Generated from templates/typescript/types/[module].js.jinja by `cargo xtask codegen`. Do not edit.

// Types only: `session-end.d.ts` has them.
export {};
