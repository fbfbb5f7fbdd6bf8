//! The programs on the pages of the documentation run, and print what the page shows. `build.rs` collects them. Those
//! that are tests are tests of this file.
#![cfg(unix)]

use std::cell::RefCell;
use std::fmt::{Arguments, Write};

thread_local! {
    static PRINTED: RefCell<String> = const { RefCell::new(String::new()) };
}

fn print(line: Arguments<'_>) {
    PRINTED.with_borrow_mut(|text| writeln!(text, "{line}").expect("a string takes any text"));
}

/// Keeps what a program prints.
macro_rules! println {
    ($($part:tt)*) => { crate::docs::print(format_args!($($part)*)) };
}

include!(concat!(env!("OUT_DIR"), "/docs.rs"));

#[test]
fn each_program_prints_what_the_page_shows() {
    assert!(PROGRAMS.len() > 4);
    for (name, program, output) in PROGRAMS {
        program();
        assert_eq!(PRINTED.take(), *output, "{name}");
    }
}
