// Generated from templates/typescript/types/[module].js.jinja by `cargo xtask codegen`. Do not edit.

// Types only: `post-tool-use-failure.d.ts` has them.
export {};
