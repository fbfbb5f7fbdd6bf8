//! Renders the ledger as a page.

use hookwire_codegen::internal::artifact::COMMAND;
use hookwire_codegen::internal::markdown::{self, DocSyntax};

use super::ledger::{Ledger, Row, Standing};
use super::place::file_of;

/// The number of rows by standing.
#[derive(Default)]
struct Counts {
    lives: usize,
    replaced: usize,
    planned: usize,
}

impl Counts {
    fn of<'a>(rows: impl Iterator<Item = &'a Row>) -> Self {
        rows.fold(Self::default(), |mut counts, row| {
            match row.standing {
                Standing::Lives => counts.lives += 1,
                Standing::Replaced { .. } => counts.replaced += 1,
                Standing::Planned { .. } => counts.planned += 1,
            }
            counts
        })
    }

    fn cells(&self) -> String {
        let Self { lives, replaced, planned } = self;
        format!("{} | {lives} | {replaced} | {planned}", lives + replaced + planned)
    }
}

/// Returns the text of `docs/coverage.md`.
pub fn page(ledgers: &[Ledger]) -> String {
    let mut out = format!(
        "<!-- Made from docs/coverage/*.toml by `{COMMAND}`. Changes made here are lost. -->\n\n\
         # What became of the seed documents\n\n\
         The project began with five documents that people had written about hooks. They are not in this repository. Of each \
         table row, block of code, numbered rule and list item in them the ledger in [coverage/](coverage/) has a row: its id, the hash of its \
         text, what it says in our own words, and where that is to be found here. `{COMMAND}` makes this page of it, and \
         fails if a place is not there, if a test that is named is not one that `cargo xtask test` runs, and, \
         where the documents lie in `../shared/seeds` beside the repository, if a row is missing, is too many, or was written for another text.\n\n\
         A row *lives* where the contract of today agrees with the document, and is *replaced* where it does not: then it says what is true in its place, and since which version \
         of the host, or since which day of its documentation, if that is known; *never* means that the host never was as the document says. A row that is *planned* says what is missing.\n\n\
         | document | about | rows | live | replaced | planned |\n|---|---|---|---|---|---|\n"
    );
    for ledger in ledgers {
        let about = cell(&ledger.about);
        let counts = Counts::of(ledger.rows.iter()).cells();
        out.push_str(&format!("| [{0}](#{0}) | {about} | {counts} |\n", name(ledger)));
    }
    let all = Counts::of(ledgers.iter().flat_map(|ledger| &ledger.rows)).cells();
    out.push_str(&format!("| all | | {all} |\n"));
    ledgers.iter().for_each(|ledger| out.push_str(&section(ledger)));
    out
}

fn section(ledger: &Ledger) -> String {
    let mut out = format!(
        "\n## <a id=\"{0}\"></a>{0}: {1}\n\n| id | what the document says | where it is | and today |\n|---|---|---|---|\n",
        name(ledger),
        cell(&ledger.about)
    );
    for row in &ledger.rows {
        let places: Vec<_> = row.at.iter().map(|place| link(place)).collect();
        let (id, says, places) = (cell(&row.id), cell(&row.says), places.join("<br>"));
        out.push_str(&format!("| {id} | {says} | {places} | {} |\n", today(&row.standing)));
    }
    out
}

fn today(standing: &Standing) -> String {
    match standing {
        Standing::Lives => String::new(),
        Standing::Replaced { now, since } if since == "never" => format!("Never so: {}", cell(now)),
        Standing::Replaced { now, since } if since == "unknown" => format!("Now: {}", cell(now)),
        Standing::Replaced { now, since } => format!("Since {since}: {}", cell(now)),
        Standing::Planned { part } => format!("Planned: {}", cell(part)),
    }
}

/// Returns the number of a document.
fn name(ledger: &Ledger) -> &str {
    ledger.document.split('_').next().unwrap_or(&ledger.document)
}

/// Links to the file of a place. The text of the link is the full place.
fn link(place: &str) -> String {
    let file = file_of(place);
    let anchor = place.strip_prefix(file).filter(|_| file.ends_with(".md")).unwrap_or_default();
    format!("[{}](../{file}{anchor})", markdown::code_span(place, DocSyntax::Cell))
}

fn cell(text: &str) -> String {
    markdown::line(&[text], DocSyntax::Cell)
}
