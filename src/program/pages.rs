//! The reference, as it stands in `docs/`: who has the program alone reads it by `--explain`.

use hookwire_codegen::artifact;
use hookwire_codegen::diagnostic::{Code, Diagnostics};
use hookwire_codegen::nearest::{did_you_mean, nearest};

/// A page: its name, its file in `docs/`, and what it says.
type Page = (&'static str, &'static str, &'static str);

macro_rules! pages {
    ($($name:literal: $file:literal),* $(,)?) => {
        [$(($name, $file, include_str!(concat!("../../docs/", $file)))),*]
    };
}

/// Those that a message names, and all that these lead to.
pub const PAGES: [Page; 10] = pages! {
    "schemas": "schemas.md",
    "keywords": "keywords.md",
    "diagnostics": "diagnostics.md",
    "validation": "validation.md",
    "matching": "matching.md",
    "validator-replies": "validator-replies.md",
    "prompt-replies": "prompt-replies.md",
    "compat": "compat.md",
    "building": "building.md",
    "report": "report.schema.json",
};

/// What there is to read under a name, a code or a page, as the program of this name prints it.
///
/// # Errors
/// There is nothing of this name; says what is near.
pub fn explained(name: &str, program: &str) -> Result<String, String> {
    let name = PAGES.iter().find(|(_, file, _)| *file == name).map_or(name, |(name, ..)| name);
    if let Some((.., text)) = PAGES.iter().find(|(page, ..)| *page == name) {
        return Ok(text.replace(artifact::COMMAND, program));
    }
    if let Some(code) = Code::named(name) {
        let text = code.page().text().replace(artifact::COMMAND, program);
        let linked =
            |text: String, (page, file, _): &Page| text.replace(&format!("[{file}]({file})"), &shown(page, program));
        return Ok(format!("{code}: {}\n", PAGES.iter().fold(text, linked)));
    }
    let names = || PAGES.iter().map(|(page, ..)| *page);
    let near = nearest(name, Code::ALL.iter().map(|code| code.name()).chain(names()), 3);
    let advice = did_you_mean(&near).unwrap_or_else(|| format!("pages are {}", names().collect::<Vec<_>>().join(", ")));
    Err(format!("there is no diagnostic and no page `{name}`; {advice}"))
}

/// Names the pages as this program shows them, in whatever names a file of `docs/`, which its user does not have.
pub fn name_as_shown(found: &mut Diagnostics, program: &str) {
    for one in &mut found.0 {
        for text in [&mut one.message].into_iter().chain(&mut one.reason).chain(&mut one.advice) {
            for (page, file, _) in &PAGES {
                *text = text.replace(&format!("`docs/{file}`"), &shown(page, program));
            }
        }
    }
}

fn shown(page: &str, program: &str) -> String {
    format!("`{program} --explain {page}`")
}
