// Generated from templates/typescript/types/[module].js.jinja by `cargo xtask codegen`. Do not edit.

// Types only: `file-changed.d.ts` has them.
export {};
