//! The ledger: a file for each seed document, with a row for each unit of it that names its current place.

use std::collections::BTreeMap;
use std::path::Path;

use hookwire_codegen::internal::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use hookwire_codegen::internal::inputs::Inputs;
use serde::Deserialize;
use toml::Spanned;

/// Parts of the plan that are not implemented yet. Nothing else may be open.
const PARTS: &[&str] = &["executing hooks", "retry and fallback inside a command hook"];

/// The rows of one seed document.
pub struct Ledger {
    /// The name of the document's file.
    pub document: String,
    /// The description of the document, in one line.
    pub about: String,
    /// The rows, in order.
    pub rows: Vec<Row>,
}

/// The entry for one unit of a document.
pub struct Row {
    /// The id of the unit.
    pub id: String,
    /// The hash of the text that the row was written for.
    pub hash: String,
    /// The statement of the document, in other words.
    pub says: String,
    /// The places in this repository.
    pub at: Vec<String>,
    /// Its relation to the document.
    pub standing: Standing,
    /// The place of the row in the ledger file.
    pub place: Place,
}

/// The relation of the current state to the statement of a document.
pub enum Standing {
    /// It is as the document says.
    Lives,
    /// It is different now.
    Replaced {
        /// The current state.
        now: String,
        /// The first version, or day of the documentation, with the current state; `never` if it never was as the
        /// document says; or `unknown`.
        since: String,
    },
    /// It is not written yet.
    Planned {
        /// The part of the plan.
        part: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    document: String,
    about: String,
    items: BTreeMap<Spanned<String>, Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    hash: String,
    says: String,
    #[serde(default)]
    at: Vec<String>,
    now: Option<String>,
    since: Option<String>,
    planned: Option<String>,
    part: Option<String>,
}

impl Ledger {
    /// Reads a ledger file.
    ///
    /// # Errors
    /// The file cannot be read, or is not a ledger.
    pub fn read(path: &Path, inputs: &mut Inputs) -> Result<Self, Diagnostics> {
        let shown = path.display().to_string();
        let unreadable = |why: String| Diagnostic::error(Code::LedgerUnreadable, why);
        let text = inputs.read_to_string(path).map_err(|error| unreadable(error.to_string()).in_file(&shown))?;
        let written: Written = toml::from_str(&text).map_err(|error| {
            let place = Place::in_text(&shown, &text, error.span().unwrap_or_default());
            unreadable(error.message().to_owned()).at(place)
        })?;
        let mut findings = Diagnostics::default();
        let mut items: Vec<_> = written.items.into_iter().collect();
        items.sort_by_key(|(id, _)| id.span().start);
        let mut rows = Vec::new();
        for (id, entry) in items {
            let place = Place::in_text(&shown, &text, id.span());
            match entry.row(id.into_inner(), place) {
                Ok(row) => rows.push(row),
                Err(found) => findings.extend(found),
            }
        }
        findings.or(Self { document: written.document, about: written.about, rows }).map(|(ledger, _)| ledger)
    }
}

impl Entry {
    fn row(self, id: String, place: Place) -> Result<Row, Diagnostics> {
        let refused = |what: &str, advice: &str| {
            let finding = Diagnostic::error(Code::LedgerRow, format!("the row `{id}` {what}"));
            Err(finding.at(place.clone()).instead(advice).into())
        };
        let standing = match (self.now, self.since, self.planned.as_deref(), self.part) {
            (None, None, None, None) => Standing::Lives,
            (Some(now), Some(since), None, None) if is_since(&since) => Standing::Replaced { now, since },
            (Some(_), Some(_), None, None) => {
                return refused("has a `since` that is none", "a version, a day (2026-08-11), `never`, or `unknown`");
            }
            (None, None, Some("runtime"), Some(part)) if PARTS.contains(&part.as_str()) => Standing::Planned { part },
            (None, None, Some(_), _) => {
                let advice = format!("`planned = \"runtime\"`, with a `part` out of: {}", PARTS.join("; "));
                return refused("plans something that is not on the list", &advice);
            }
            _ => {
                let advice = "`at` alone; `at` with `now` and `since`; or `planned` with `part`";
                return refused("does not say how it stands to the document", advice);
            }
        };
        if self.says.trim().is_empty() {
            return refused("does not say what the document says", "write `says`, in words of our own");
        }
        if self.at.is_empty() && !matches!(standing, Standing::Planned { .. }) {
            return refused("leads nowhere", "name in `at` where it is to be found");
        }
        Ok(Row { id, hash: self.hash, says: self.says, at: self.at, standing, place })
    }
}

/// Returns true for a version, a day, `never` or `unknown`.
fn is_since(text: &str) -> bool {
    let numbers = |by: char| text.split(by).all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
    ["never", "unknown"].contains(&text) || (text.contains('.') && numbers('.')) || (text.len() == 10 && numbers('-'))
}
