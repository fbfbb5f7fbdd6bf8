//! What is said about codes, events, types and pages. It comes from the contract.

use hookwire::SCHEMAS;
use serde_json::Value;

use crate::finding::OWN;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Returns what a code is about, in a few sentences.
pub fn about(code: &str) -> Option<String> {
    let own = OWN.iter().find(|it| it.code == code).map(|it| it.about.to_owned());
    own.or_else(|| {
        let bundle: Value = serde_json::from_str(SCHEMAS).ok()?;
        let values = bundle.pointer("/$defs/ProblemCode/x-values")?;
        Some(values.get(code)?.get("description")?.as_str()?.to_owned())
    })
}

/// Returns the text of a page, by its name.
pub fn page(name: &str) -> Option<&'static str> {
    PAGES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Returns the codes of all findings.
pub fn codes() -> Vec<String> {
    let bundle: Value = serde_json::from_str(SCHEMAS).unwrap_or_default();
    let all = bundle.pointer("/$defs/ProblemCode/enum").and_then(Value::as_array);
    let all = all.into_iter().flatten().filter_map(|it| Some(it.as_str()?.to_owned()));
    all.chain(OWN.iter().map(|it| it.code.to_owned())).collect()
}

/// Returns the name that is nearest to a misspelled one, if any is near.
pub fn nearest<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |it: &str| it.to_lowercase().replace(['_', '-', ' '], "");
    let wanted = plain(name);
    let distance = |it: &&str| strsim::damerau_levenshtein(&plain(it), &wanted);
    let best = all.min_by_key(distance)?;
    (distance(&best) <= 1 + wanted.chars().count() / 4).then_some(best)
}
