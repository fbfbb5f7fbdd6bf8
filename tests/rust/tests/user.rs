//! The tests of the crate's user. They are one program, which links the crate once for all of them.
//!
//! The tests share a process, so none may change its environment variables or its current folder.

mod boundary;
mod calls;
mod docs;
mod examples;
mod facts;
mod fields;
mod fuzz;
mod getting_started;
mod hooks;
mod keys;
mod matches;
mod messages;
mod mistakes;
mod natural_program;
mod outcomes;
mod programs;
mod prompt;
mod question;
mod queue;
mod read;
mod records;
mod run;
mod schemas;
mod testing;
mod tool;
mod transcript;
mod transports;
mod types;
mod validate;
mod validator;
mod values;
