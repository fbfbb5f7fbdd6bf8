// Generated from templates/typescript/index.js.jinja by `cargo xtask codegen`. Do not edit.

export * from "./events.js";
