//! Renders `docs/diagnostics.md`, with every diagnostic code.

use std::fmt::Write as _;

use hookwire_codegen::internal::diagnostic::{Code, Step};

const ABOUT: &str = "# Diagnostics

This page lists what `cargo xtask codegen` reports, by step. A finding has a level, a code, a message and a place, and often a reason and a
fix. After an error, nothing is written. After a warning, the run goes on.

```text
warning[unknown-keyword]: `requird` is not a keyword of JSON Schema
 --> schemas/lamp.schema.json:9:3
  |
9 |   \"requird\": [\"on\"]
  |   ^^^^^^^^^ /requird
  |
  = why: validators skip it, and so do the packages
  = do:  did you mean `required`?
```

A code never changes its name. `cargo xtask codegen explain CODE` shows its section of this page. `--format json` prints all findings as
one document, described by [report.schema.json](report.schema.json). `--format github` shows them beside the files of a pull
request. `explain NODE --format json` describes a node of a schema as in [explanation.schema.json](explanation.schema.json). Exit codes are
0 (success, with or without warnings), 1 (an error), 2 (wrong usage) and 4 (with `--check`: the files on the disk are out of date).

The examples show only the relevant part. A schema also names its dialect in `$schema`, definitions and properties also have a
`description`, and `codegen.toml` has the name of the set.
";

/// Returns the whole page.
pub fn page() -> String {
    let mut page = super::made_from("src/diagnostic/codes/*.md");
    page.push_str(ABOUT);
    for step in Step::ALL {
        let _ = write!(page, "\n## {}\n\n| code | |\n|---|---|\n", heading(*step));
        for code in of(*step) {
            let _ = writeln!(page, "| [`{code}`](#{code}) | {} |", code.page().summary());
        }
        for code in of(*step) {
            let _ = write!(page, "\n### <a id=\"{code}\"></a>{code}\n\n{}\n", code.page().text());
        }
    }
    page
}

fn of(step: Step) -> impl Iterator<Item = Code> {
    Code::ALL.iter().copied().filter(move |code| code.step() == step)
}

fn heading(step: Step) -> &'static str {
    match step {
        Step::Load => "Reading the files of a set",
        Step::Check => "Checking each file separately",
        Step::Link => "Names and references",
        Step::Lower => "What the schemas mean",
        Step::Features => "Features",
        Step::Render => "Templates",
        Step::Explain => "Explaining a node",
        Step::Write => "Writing",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_line_and_a_section_for_each_code() {
        let page = page();
        for code in Code::ALL {
            assert_eq!(page.matches(&format!("\n| [`{code}`](#{code}) | ")).count(), 1, "{code}");
            assert_eq!(page.matches(&format!("\n### <a id=\"{code}\"></a>{code}\n")).count(), 1, "{code}");
        }
    }
}
