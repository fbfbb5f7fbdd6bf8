// Generated from templates/typescript/types/[module].js.jinja by `cargo xtask codegen`. Do not edit.

// Types only: `message-display.d.ts` has them.
export {};
