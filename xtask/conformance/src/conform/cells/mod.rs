//! Cells: a result of a hook for each cell of `schemas/events.json` that says what a result does, with what the words of the
//! cell mean for the outcome. Every package has to say that. The meanings here do not come from `meanings` of the catalogue: the
//! packages do, and an oracle has to be independent of them.
//!
//! | module | has |
//! |---|---|
//! | `event` | the versions and situations in which a cell counts |
//! | `action` | the meaning of the words for actions |
//! | `exits` | results for the cells about exit codes |
//! | `fields` | results for the cells about fields of a reply |
//! | `handlers` | results for the cells about kinds of handlers: time limits, `onFailure`, the background |

mod action;
mod event;
mod exits;
mod fields;
mod handlers;

use std::collections::BTreeSet;

use hookwire_harness::Root;
use hookwire_harness::catalogue::{self, Cell};
use serde_json::{Map, Value, json};

use self::event::Event;
use self::handlers::Failing;
use super::expected::{Expected, Text};
use super::outcomes::{Hook, question};
use crate::binding::{self, PACKAGES};
use crate::processes::{Answer, Panel};
use crate::vector::Vector;

/// The parts of an event's entry with cells. `handlers` has a word for each kind of handler, and the answers of models are
/// in tests/conform/prompts.jsonl.
const PARTS: [&str; 6] = ["exit", "universal", "additional_context", "answers", "interactions", "timeout"];

/// A result of a hook, and what a cell says about its outcome.
#[derive(Debug, Clone)]
struct Case {
    hook: Hook,
    expected: Expected,
    /// The same hook without the field that the cell is about: the field changes nothing.
    without: Option<Box<Hook>>,
}

impl Case {
    fn new(event: &Event<'_>, result: Value, context: Map<String, Value>, expected: Expected) -> Self {
        Self { hook: Hook { event: event.name.to_owned(), result, context }, expected, without: None }
    }
}

/// Returns the purpose and the audience of the text of a cell, if somebody gets it.
fn text_of(cell: &Value) -> Option<Text> {
    let all = cell["audience"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let audience: Vec<String> = all.filter(|who| *who != "nobody").map(str::to_owned).collect();
    (!audience.is_empty()).then(|| (cell["effect"].as_str().unwrap_or_default().to_owned(), audience))
}

/// Cells without a result, and why.
const WITHOUT: [Reason; 4] = [
    ("nobody knows on which versions it counts", |_, cell| cell.value["earlier"] == true),
    ("a cell above it counts on every version", |event, cell| {
        let above = event.part(&cell.part).into_iter().take(cell.index);
        let is_always = |it: &Value| ["since", "until", "when", "earlier"].iter().all(|key| it.get(key).is_none());
        above.into_iter().any(|it| is_always(it) && event::is_about_same(it, cell.value))
    }),
    ("a callback of the SDK has no result of this kind", |_, cell| cell.part == "timeout/callback"),
    ("`reason` is beside `decision`, and an interaction says what it does there", |event, cell| {
        let block = json!([{"field": "decision", "values": ["block"]}]);
        let is_other = |it: &Value| ["effect", "audience"].iter().any(|key| it[*key] != cell.value[*key]);
        let is_instead = |it: &&Value| it["field"] == "reason" && it["beside"] == block && is_other(it);
        cell.part == "universal/reason" && event.part("interactions").iter().any(is_instead)
    }),
];

/// A reason, and whether it is that of a cell of an event.
type Reason = (&'static str, fn(&Event<'_>, &Cell<'_>) -> bool);

/// A cell of an event, and the results for it.
struct Vectors {
    /// The event, and the pointer of the cell.
    id: String,
    cases: Vec<Case>,
}

/// Asks every package about a result for every cell. Returns true if all say what the cells say.
///
/// # Errors
/// The catalogue cannot be read, or a package cannot be asked.
pub fn run(root: &Root) -> Result<bool, String> {
    let (all, without) = vectors(root)?;
    let mut faults = Vec::new();
    faults.extend(all.iter().filter(|it| it.cases.is_empty()).map(|it| format!("{}: no result is about it", it.id)));
    for ((reason, _), count) in WITHOUT.iter().zip(without) {
        println!("cells without a result, because {reason}: {count}");
        if count == 0 {
            faults.push(format!("no cell needs the reason that {reason}"));
        }
    }
    let agreed = ask(root, &all)?;
    faults.iter().for_each(|fault| println!("{fault}"));
    Ok(agreed && faults.is_empty())
}

/// Returns the results for every cell, each with its id.
///
/// # Errors
/// The catalogue cannot be read.
pub fn hooks(root: &Root) -> Result<Vec<(String, Hook)>, String> {
    let (all, _) = vectors(root)?;
    let of_cell =
        |it: Vectors| it.cases.into_iter().enumerate().map(move |(at, case)| (format!("{}#{at}", it.id), case.hook));
    Ok(all.into_iter().flat_map(of_cell).collect())
}

/// Returns the cells with a result, and the number of those without one, by reason.
fn vectors(root: &Root) -> Result<(Vec<Vectors>, [usize; WITHOUT.len()]), String> {
    let catalogue = catalogue::read(root)?;
    let newest = hookwire_harness::identity(root)?.host.map(|it| it.version).unwrap_or_default();
    let mut all = Vec::new();
    let mut without = [0; WITHOUT.len()];
    for value in catalogue["events"].as_array().into_iter().flatten() {
        let event = Event { name: value["name"].as_str().unwrap_or_default(), value, newest: &newest };
        for cell in catalogue::cells(value, &PARTS) {
            if let Some(count) = without_result(&event, &cell).and_then(|at| without.get_mut(at)) {
                *count += 1;
                continue;
            }
            all.push(Vectors { id: format!("{}{}", event.name, cell.pointer), cases: of_cell(&event, &cell) });
        }
        all.extend(of_handlers(&catalogue, &event));
        all.extend(of_background(&catalogue, &event));
        let too_old = event.older_host().and_then(|place| handlers::too_old(&event, &place));
        all.extend(too_old.map(|case| Vectors { id: format!("{}/since", event.name), cases: vec![case] }));
    }
    Ok((all, without))
}

/// Returns the reason why a cell has no result.
fn without_result(event: &Event<'_>, cell: &Cell<'_>) -> Option<usize> {
    WITHOUT.iter().position(|(_, is_about)| is_about(event, cell))
}

/// Returns the results that bring a cell about.
fn of_cell(event: &Event<'_>, cell: &Cell<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in event.places(cell, &event.part(&cell.part)) {
        let found = match cell.part.split('/').next() {
            Some("exit") => exits::case(event, cell, &place).map(|it| vec![it]),
            Some("timeout") => handlers::timeout(event, cell.value, &place).map(|it| vec![it]),
            _ => fields::cases(event, cell, &place),
        };
        // One version that no result can be made for is a fault of all.
        let Some(mut found) = found else { return Vec::new() };
        if let (true, Some(when)) = (event::is_untold(cell.value), cell.value["when"].as_str()) {
            for case in &mut found {
                case.without = None;
                case.expected = Expected { depends_on: Some(vec![when.to_owned()]), ..Expected::default() };
            }
        }
        cases.extend(found);
    }
    cases
}

fn of_handlers(catalogue: &Value, event: &Event<'_>) -> Vec<Vectors> {
    let kinds = event.value["handlers"].as_object().into_iter().flatten();
    let each = kinds.map(|(kind, entry)| {
        let kinds = catalogue["handlers"].as_array().into_iter().flatten();
        let since = kinds
            .into_iter()
            .find(|it| it["name"] == **kind)
            .and_then(|it| it["on_failure"]["since"]["version"].as_str());
        let before = since.and_then(event::before);
        let failing = Failing { event, kind, entry, before };
        let cases = failing.cases(entry["on_failure"].as_str().unwrap_or_default()).unwrap_or_default();
        Vectors { id: format!("{}/handlers/{kind}/on_failure", event.name), cases }
    });
    each.collect()
}

fn of_background(catalogue: &Value, event: &Event<'_>) -> Vec<Vectors> {
    let mut all = Vec::new();
    let printed = catalogue::cells(&catalogue["background"], &["printed"]);
    let others: Vec<&Value> = printed.iter().map(|it| it.value).collect();
    for cell in printed {
        let places = event.places(&cell, &others);
        let cases = places.iter().map(|place| handlers::printed(event, cell.value, place).unwrap_or_default());
        all.push(Vectors {
            id: format!("{}/background{}", event.name, cell.pointer),
            cases: cases.flatten().collect(),
        });
    }
    for (at, path) in catalogue["background"]["answer"].as_array().into_iter().flatten().enumerate() {
        let case = path.as_str().and_then(|path| handlers::later(event, path));
        all.push(Vectors { id: format!("{}/background/answer/{at}", event.name), cases: case.into_iter().collect() });
    }
    all
}

/// Asks every package, and prints how much of it each one answered as expected. Returns true if all did.
fn ask(root: &Root, all: &[Vectors]) -> Result<bool, String> {
    let cases: Vec<(&str, String, &Case)> = all
        .iter()
        .flat_map(|it| it.cases.iter().enumerate().map(move |(at, case)| (&*it.id, format!("{}#{at}", it.id), case)))
        .collect();
    let mut questions: Vec<Vector> = Vec::new();
    for (_, id, case) in &cases {
        questions.push(question(id, std::slice::from_ref(&case.hook), None));
        let without = case.without.as_deref();
        questions.extend(without.map(|hook| question(&format!("{id}/without"), std::slice::from_ref(hook), None)));
    }
    let packages = binding::prepared(root, PACKAGES)?;
    let mut panel = Panel::start(&packages)?;
    let answers = panel.ask(&questions)?;
    panel.finish()?;
    let mut agreed = true;
    for (package, answers) in packages.iter().zip(&answers) {
        let mut answers = answers.iter();
        let (mut held, mut failed) = (0, BTreeSet::new());
        for (cell, id, case) in &cases {
            let answer = answers.next();
            let found = faults(case, answer, case.without.as_ref().and_then(|_| answers.next()));
            held += usize::from(found.is_empty());
            for fault in found {
                println!("{id}: {}: {fault}, of {} with {}", package.name, case.hook.result, json!(case.hook.context));
                failed.insert(*cell);
            }
        }
        println!(
            "{}: {} of {} cells of the catalogue, {held} of {} results",
            package.name,
            all.len() - failed.len(),
            all.len(),
            cases.len()
        );
        agreed = agreed && held == cases.len() && answers.next().is_none();
    }
    Ok(agreed)
}

/// Returns what an answer says otherwise.
fn faults(case: &Case, answer: Option<&Answer>, without: Option<&Answer>) -> Vec<String> {
    let outcome = |answer: Option<&Answer>| answer.and_then(|it| it.more.get("outcome")).cloned().unwrap_or_default();
    let said = outcome(answer);
    let mut found = case.expected.differences(&said);
    found.extend(answer.and_then(|it| it.error.clone()));
    if case.without.is_some() {
        let [one, other] = [said, outcome(without)].map(|it| fields::unaffected(&it));
        if one != other {
            found.push(format!("the field changes something: {one}, without it {other}"));
        }
    }
    found
}
