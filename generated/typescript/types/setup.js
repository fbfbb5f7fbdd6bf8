// Generated from templates/typescript/types/[module].js.jinja by `cargo xtask codegen`. Do not edit.

// Types only: `setup.d.ts` has them.
export {};
