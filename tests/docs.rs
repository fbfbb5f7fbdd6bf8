//! The generated reference is valid Markdown: tables are complete, links resolve, and examples are valid.
//!
//! Each page and `llms.txt` are parsed as CommonMark with tables, so these checks do not depend on the templates. An
//! example is a block of JSON after a comment that names its type and, if it is from a file, the file. It must be equal
//! to that file, and valid for the schema of the type; an example of a mistake must be invalid. A block of JSON without
//! such a comment is reported. The tests of each language run the programs on the pages.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::pages::{self, Page, Subject, collect};
use serde_json::Value;

type Outcome = Result<(), Box<dyn Error>>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every page of `generated/docs`.
fn pages() -> Result<BTreeMap<String, Page>, Box<dyn Error>> {
    let root = root().join("generated/docs");
    if !root.is_dir() {
        return Err("generated/docs is missing: run `cargo xtask codegen`".into());
    }
    pages::pages(&root)
}

/// Fails with all problems, if there are any.
fn report(problems: &[String]) -> Outcome {
    if problems.is_empty() { Ok(()) } else { Err(format!("\n{}", problems.join("\n")).into()) }
}

#[test]
fn every_event_has_a_page_and_a_row_in_the_index() -> Outcome {
    let pages = pages()?;
    let catalogue: Value = serde_json::from_str(&fs::read_to_string(root().join("schemas/events.json"))?)?;
    let events: Vec<_> =
        catalogue["events"].as_array().into_iter().flatten().filter_map(|event| event["name"].as_str()).collect();
    let mut problems = Vec::new();
    for event in &events {
        match pages.iter().find(|(path, page)| path.starts_with("events/") && page.headings.iter().any(|h| h == event))
        {
            None => problems.push(format!("{event}: no page")),
            Some((path, _)) if !pages["README.md"].links.contains(path) => {
                problems.push(format!("{event}: the index has no link to {path}"));
            }
            Some(_) => {}
        }
    }
    let found = pages.keys().filter(|path| path.starts_with("events/")).count();
    if found != events.len() || found == 0 {
        problems.push(format!("{} events and {found} pages", events.len()));
    }
    report(&problems)
}

/// A cell of the catalogue can have several facts: for a version, or with a condition. The first one need not be the usual one.
#[test]
fn no_sentence_is_made_from_one_fact_of_several() -> Outcome {
    let mut problems = Vec::new();
    for (path, text) in sources(&root().join("templates/docs"))? {
        for (line, text) in text.lines().enumerate().filter(|(_, text)| text.contains("[0].effect")) {
            problems.push(format!("{}:{}: write `usual(…)` instead: {text}", path.display(), line + 1));
        }
    }
    report(&problems)
}

/// Returns the templates below a folder, with their text.
fn sources(folder: &Path) -> Result<Vec<(PathBuf, String)>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else {
            found.push((path.clone(), fs::read_to_string(path)?));
        }
    }
    Ok(found)
}

#[test]
fn tables_have_the_cells_of_their_header_in_every_row() -> Outcome {
    let pages = pages()?;
    let found = pages::tables(&pages);
    assert!(found.looked_at > pages.len(), "{} pages, {} tables", pages.len(), found.looked_at);
    report(&found.problems)
}

#[test]
fn links_are_relative_and_lead_to_an_anchor() -> Outcome {
    let pages = pages()?;
    let found = pages::links(&pages);
    assert!(found.looked_at > pages.len(), "{} links", found.looked_at);
    report(&found.problems)
}

#[test]
fn anchors_are_explicit_and_unique_on_a_page() -> Outcome {
    let pages = pages()?;
    let found = pages::anchors(&pages);
    assert!(found.looked_at > pages.len(), "{} anchors", found.looked_at);
    report(&found.problems)
}

#[test]
fn a_program_that_reads_finds_every_page_in_llms_txt_and_what_each_is() -> Outcome {
    let (pages, mut problems) = (pages()?, Vec::new());
    let text = fs::read_to_string(root().join("generated/docs/llms.txt"))?;
    let (head, sections) = text.split_once("\n## ").ok_or("there is no section")?;
    let mut lines = head.lines().filter(|line| !line.is_empty());
    let starts = [lines.next(), lines.next()].map(|line| line.and_then(|line| line.chars().next()));
    assert_eq!(starts, [Some('#'), Some('>')], "a title, then a quotation:\n{head}");
    // After that there are only lists of links with descriptions.
    let sections = sections.rsplit_once("\n<!--").map_or(sections, |(sections, _)| sections);
    let is_entry = |line: &str| {
        let parts = line.strip_prefix("- [").and_then(|rest| rest.split_once("]("));
        parts
            .and_then(|(title, rest)| Some((title, rest.split_once("): ")?)))
            .is_some_and(|(title, (path, says))| !title.is_empty() && pages.contains_key(path) && says.len() > 10)
    };
    let of_list = sections.split("\n## ").flat_map(|section| section.lines().skip(1)).filter(|line| !line.is_empty());
    problems.extend(of_list.filter(|line| !is_entry(line)).map(|line| format!("no entry of a list: {line}")));
    for path in pages.keys().filter(|path| *path != "llms.txt") {
        let times = pages["llms.txt"].links.iter().filter(|link| *link == path).count();
        if times != 1 {
            problems.push(format!("{path} is in the lists {times} times"));
        }
    }
    report(&problems)
}

#[test]
fn descriptions_bring_no_elements_and_no_headings() -> Outcome {
    report(&pages::foreign(&pages()?).problems)
}

#[test]
fn a_page_begins_with_a_sentence_and_ends_none_twice() -> Outcome {
    let (pages, mut problems) = (pages()?, Vec::new());
    for path in pages.keys().filter(|path| path.ends_with(".md")) {
        let text = fs::read_to_string(root().join("generated/docs").join(path))?;
        let (_, body) = text.split_once("\n# ").ok_or_else(|| format!("{path} has no title"))?;
        let first = body.lines().skip(1).find(|line| !line.is_empty() && !line.starts_with("<!--")).unwrap_or_default();
        if ["```", "|", "* "].iter().any(|start| first.starts_with(start)) {
            problems.push(format!("{path}: the page begins with `{first}`, and no sentence says what it answers"));
        }
        let ends_twice = |line: &&str| line.replace("...", "…").contains(".. ");
        problems.extend(text.lines().filter(ends_twice).map(|line| format!("{path}: two full stops: {line}")));
    }
    report(&problems)
}

#[test]
fn a_page_with_a_program_has_it_in_every_language() -> Outcome {
    let (pages, mut problems) = (pages()?, Vec::new());
    // The pages of the cookbook and the pages for beginners have tests of their own.
    for (path, page) in pages.iter().filter(|(path, _)| ![COOKBOOK, BEGINNERS].iter().any(|it| path.starts_with(it))) {
        let of = |language: &str| page.blocks.iter().filter(|block| block.info == language).count();
        let counts = pages::PROGRAMS.map(of);
        if counts.iter().any(|count| *count != counts[0]) {
            problems.push(format!("{path}: {:?} have {counts:?} programs", pages::PROGRAMS));
        }
    }
    report(&problems)
}

/// The folder of the cookbook. Each folder in it is a hook.
const COOKBOOK: &str = "cookbook/";

/// The files of a hook in the order of its page, each with the language of its block.
const OF_A_HOOK: [(&str, &str); 7] = [
    ("hook.py", "python"),
    ("hook.mjs", "js"),
    ("hook.rs", "rust"),
    ("hook.sh", "bash"),
    ("run.sh", "bash"),
    ("settings.json", "json"),
    ("test_hook.py", "python"),
];

/// Returns the folders of the hooks.
fn hooks() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = fs::read_dir(root().join("generated/docs").join(COOKBOOK))?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|it| it.path())).collect();
    // A server has a folder of its own, which Python's tests of the cookbook know.
    let mut folders: Vec<_> = paths?.into_iter().filter(|path| path.join("hook.py").is_file()).collect();
    folders.sort();
    if folders.is_empty() { Err("no hooks".into()) } else { Ok(folders) }
}

#[test]
fn a_page_of_the_cookbook_has_the_files_of_its_hook() -> Outcome {
    let (pages, mut problems) = (pages()?, Vec::new());
    for folder in hooks()? {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(page) = pages.get(&format!("{COOKBOOK}{name}/README.md")) else {
            problems.push(format!("{name} has no page"));
            continue;
        };
        let file = |(file, language): &(&'static str, &'static str)| {
            fs::read_to_string(folder.join(file)).map(|text| (*language, text))
        };
        let files: Result<Vec<_>, _> = OF_A_HOOK.iter().map(file).collect();
        let shown: Vec<_> = page.blocks.iter().map(|block| (block.info.as_str(), block.text.clone())).collect();
        if shown != files? {
            problems.push(format!("{name}: the page has other programs than the folder"));
        }
        if !pages["cookbook/README.md"].links.contains(&format!("{name}/README.md")) {
            problems.push(format!("{name} is not in the list"));
        }
    }
    report(&problems)
}

/// The folder of the pages for beginners. Each page has a folder with its files.
const BEGINNERS: &str = "getting-started/";

#[test]
fn a_page_for_beginners_has_the_files_of_its_folder() -> Outcome {
    let (pages, mut problems) = (pages()?, Vec::new());
    for language in ["python", "typescript", "rust", "shell"] {
        let path = format!("{BEGINNERS}{language}.md");
        let page = pages.get(&path).ok_or_else(|| format!("{path} is missing"))?;
        let mut files = Vec::new();
        collect(&root().join("generated/docs").join(BEGINNERS).join(language), &mut files)?;
        assert!(files.len() > 1, "{language}: {files:?}");
        for file in files {
            let text = fs::read_to_string(&file)?;
            if !page.blocks.iter().any(|block| block.text == text) {
                problems.push(format!("{path} does not have {}", file.display()));
            }
        }
        if !pages["README.md"].links.contains(&path) {
            problems.push(format!("the index has no link to {path}"));
        }
    }
    report(&problems)
}

/// Returns the handlers in settings, each with its event.
fn entries(settings: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let events = settings["hooks"].as_object().into_iter().flatten();
    events.flat_map(|(event, groups)| {
        let handlers = groups.as_array().into_iter().flatten().filter_map(|group| group["hooks"].as_array()).flatten();
        handlers.map(move |handler| (event, handler))
    })
}

#[test]
fn the_settings_of_a_guard_block_if_it_cannot_start() -> Outcome {
    let catalogue: Value = serde_json::from_str(&fs::read_to_string(root().join("schemas/events.json"))?)?;
    let facts = |name: &str| catalogue["events"].as_array().and_then(|all| all.iter().find(|it| it["name"] == *name));
    let (mut problems, mut closed) = (Vec::new(), 0);
    for folder in hooks()? {
        let path = folder.join("settings.json");
        let settings: Value = serde_json::from_str(&fs::read_to_string(&path)?)?;
        for (event, handler) in entries(&settings) {
            let facts = facts(event).ok_or_else(|| format!("{}: no event {event}", path.display()))?;
            let effect = facts["handlers"]["command"]["on_failure"].as_str().unwrap_or_default();
            let wanted = facts["guard"] == "closed" && ["blocks", "denies"].contains(&effect);
            closed += usize::from(wanted);
            if wanted != (handler["onFailure"] == "block") {
                problems.push(format!("{}: {event}", path.display()));
            }
        }
    }
    assert!(closed > 0, "no guard");
    report(&problems)
}

/// Pages with JSON for another program, and a key of it.
const OTHER_PROGRAMS: [(&str, &str); 1] = [("editor.md", "\"json.schemas\"")];

#[test]
fn examples_are_of_their_type_and_wrong_ones_are_not() -> Outcome {
    let pages = pages()?;
    let schemas = root().join("generated/schemas");
    let mut validators = BTreeMap::new();
    let mut problems = Vec::new();
    let (mut right, mut wrong, mut validated) = (0, 0, 0);
    for (path, page) in &pages {
        for block in page.blocks.iter().filter(|block| block.info.starts_with("json")) {
            if OTHER_PROGRAMS.iter().any(|(page, key)| path == page && block.text.contains(key)) {
                continue;
            }
            let Some(subject) = &block.subject else {
                problems.push(format!("{path}: a block without a type:\n{}", block.text));
                continue;
            };
            let place =
                format!("{path}: {} {}", subject.type_name, subject.example.as_deref().unwrap_or("of the page"));
            let value = match value(&block.text, block.info == "jsonc") {
                Ok(value) => value,
                Err(error) => {
                    problems.push(format!("{place}: {error}"));
                    continue;
                }
            };
            if !pages.values().any(|page| page.anchors.contains(&subject.type_name)) {
                problems.push(format!("{place}: the type is defined nowhere"));
            }
            problems.extend(differs_from_source(subject, &value)?.map(|why| format!("{place}: {why}")));
            if block.info == "json" {
                right += 1
            } else {
                wrong += 1
            }
            if !schemas.is_dir() {
                continue;
            }
            let validator = match validators.entry((subject.type_name.clone(), subject.profile.clone())) {
                std::collections::btree_map::Entry::Occupied(it) => it.into_mut(),
                std::collections::btree_map::Entry::Vacant(it) => {
                    it.insert(jsonschema::validator_for(&schema_of(&schemas, subject)?)?)
                }
            };
            validated += 1;
            match (block.info == "json", validator.validate(&value)) {
                (true, Err(error)) => problems.push(format!("{place}: {error}")),
                (false, Ok(())) => problems.push(format!("{place}: it is called wrong and is not")),
                _ => {}
            }
        }
    }
    assert!(right > 0, "no example");
    assert!(!schemas.is_dir() || validated == right + wrong, "{validated} of {right} + {wrong} validated");
    report(&problems)
}

#[test]
fn every_example_is_on_a_page() -> Outcome {
    let pages = pages()?;
    let shown: BTreeSet<_> = pages
        .values()
        .flat_map(|page| &page.blocks)
        .filter_map(|block| block.subject.as_ref())
        .filter_map(|subject| Some(format!("{}#/{}", subject.file(), subject.example.as_deref()?)))
        .collect();
    let folder = root().join("schemas");
    let mut paths = Vec::new();
    collect(&folder, &mut paths)?;
    paths.retain(|path| path.parent().is_some_and(|folder| folder.ends_with("examples")));
    let mut problems = Vec::new();
    for path in &paths {
        let name: Vec<_> = path.strip_prefix(&folder)?.iter().map(|part| part.to_string_lossy()).collect();
        let name = name.join("/");
        let kinds: serde_json::Map<String, Value> = serde_json::from_str(&fs::read_to_string(path)?)?;
        for (kind, examples) in &kinds {
            let examples = examples.as_object().into_iter().flat_map(serde_json::Map::keys);
            let examples = examples.map(|scenario| format!("{name}#/{kind}/{scenario}"));
            problems.extend(examples.filter(|it| !shown.contains(it)).map(|it| format!("{it} is on no page")));
        }
    }
    report(&problems)
}

/// Returns the schema for an example, in the profile of the example if it has one.
fn schema_of(schemas: &Path, subject: &Subject) -> Result<Value, Box<dyn Error>> {
    let Subject { type_name, profile, .. } = subject;
    let path = match profile {
        Some(profile) => format!("profiles/{profile}.schema.json"),
        None => "bundle.schema.json".to_owned(),
    };
    let bundle: Value = serde_json::from_str(&fs::read_to_string(schemas.join(path))?)?;
    // A validator prepares all definitions that it is given.
    let (mut needed, mut open) = (serde_json::Map::new(), vec![type_name.clone()]);
    while let Some(name) = open.pop() {
        let definition = &bundle["$defs"][&name];
        if needed.insert(name, definition.clone()).is_none() {
            referred(definition, &mut open);
        }
    }
    Ok(serde_json::json!({"$schema": bundle["$schema"], "$ref": format!("#/$defs/{type_name}"), "$defs": needed}))
}

/// Finds the definitions that a schema refers to.
fn referred(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(keywords) => {
            let own = keywords.get("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix("#/$defs/"));
            found.extend(own.map(str::to_owned));
            keywords.values().for_each(|it| referred(it, found));
        }
        Value::Array(items) => items.iter().for_each(|it| referred(it, found)),
        _ => {}
    }
}

/// Parses the JSON of a block, which may have comments on separate lines.
fn value(text: &str, comments: bool) -> Result<Value, serde_json::Error> {
    if !comments {
        return serde_json::from_str(text);
    }
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with("//")).collect();
    serde_json::from_str(&lines.join("\n"))
}

/// Returns the difference between a block and the example that it names.
fn differs_from_source(subject: &Subject, shown: &Value) -> Result<Option<String>, Box<dyn Error>> {
    let Some(example) = &subject.example else { return Ok(None) };
    let path = root().join("schemas").join(subject.file());
    let source: Value = serde_json::from_str(&fs::read_to_string(&path)?)?;
    let Some(source) = source.pointer(&format!("/{example}/value")) else {
        return Ok(Some(format!("{} has no example {example}", path.display())));
    };
    Ok((source != shown).then(|| "it is not what the example says".to_owned()))
}

/// Returns why a place on the page of requirements does not exist: `path`, `path#part` or `path::test`.
fn missing(place: &str) -> Option<String> {
    let (path, part) = match (place.split_once("::"), place.split_once('#')) {
        (Some(found), _) | (None, Some(found)) => found,
        (None, None) => (place, ""),
    };
    let text = match fs::read_to_string(root().join(path)) {
        Ok(text) => text,
        Err(error) => return (!root().join(path).is_dir()).then(|| error.to_string()),
    };
    let is_there = if place.contains("::") || part.is_empty() {
        text.contains(part)
    } else if path.ends_with(".json") {
        let pointer = part.replace("%20", " ");
        serde_json::from_str::<Value>(&text).is_ok_and(|value| value.pointer(&pointer).is_some())
    } else if path.ends_with(".jsonl") {
        [format!("\"id\": \"{part}\""), format!("\"id\":\"{part}\"")].iter().any(|id| text.contains(id))
    } else {
        let slug = |line: &str| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
            kept.collect::<String>().replace(' ', "-")
        };
        let is_heading = |line: &str| line.starts_with('#') && slug(line) == part;
        text.contains(&format!("id=\"{part}\"")) || text.lines().any(is_heading)
    };
    (!is_there).then(|| format!("{path} has no {part:?}"))
}

/// Returns the verdict of a place that has one: a vector, or an example of a mistake.
fn verdict(place: &str) -> Result<Option<String>, Box<dyn Error>> {
    let codes = |problems: &Value| {
        let code = |it: &Value| it.get("code").or_else(|| it.get(0)).and_then(Value::as_str).map(str::to_owned);
        problems.as_array().map(|all| all.iter().filter_map(code).collect::<Vec<_>>().join(", "))
    };
    if let Some((file, name)) = place.split_once("#/invalid/") {
        let examples: Value = serde_json::from_str(&fs::read_to_string(root().join(file))?)?;
        return Ok(codes(&examples["invalid"][name]["problems"]));
    }
    let Some((path, id)) = place.split_once(".jsonl#") else { return Ok(None) };
    let text = fs::read_to_string(root().join(format!("{path}.jsonl")))?;
    let vectors = text.lines().map(serde_json::from_str::<Value>).collect::<Result<Vec<_>, _>>()?;
    let vector = vectors.iter().find(|it| it["id"] == id).ok_or_else(|| format!("no vector {place}"))?;
    let word = |key: &str| vector.get(key).and_then(Value::as_str);
    // What a prompt's answer is, whether a matcher matches, or the keys of the reply of a validator.
    if let Some(kind) = word("kind") {
        return Ok(Some(word("failure").map_or_else(|| kind.to_owned(), |why| format!("{kind}, {why}"))));
    } else if let Some(expected) = word("expected") {
        return Ok(Some(expected.to_owned()));
    } else if let Some(reply) = vector.pointer("/said/reply").and_then(Value::as_object) {
        let keys: Vec<_> = reply.keys().map(String::as_str).collect();
        return Ok(Some(if keys.is_empty() { "empty reply".to_owned() } else { keys.join(", ") }));
    }
    // What the host does, or the problems that a validator reports.
    let accepted = vector.get("accepted").or_else(|| vector.get("verdict")).and_then(Value::as_bool);
    let word = if accepted.ok_or("a vector has a verdict")? { "accepted" } else { "rejected" };
    Ok(codes(&vector["problems"]).filter(|all| !all.is_empty()).or_else(|| Some(word.to_owned())))
}

/// The rows of the page of requirements: the document of each, the cells, and the places with their verdicts.
type Requirement = (String, Vec<String>, Vec<(String, String)>);

/// Returns the rows of the page of requirements.
fn requirements() -> Result<Vec<Requirement>, Box<dyn Error>> {
    let page = fs::read_to_string(root().join("tests/requirements.md"))?;
    let (mut document, mut rows) = (String::new(), Vec::new());
    for line in page.lines() {
        if let Some((id, _)) = line.strip_prefix("## <a id=\"").and_then(|rest| rest.split_once('"')) {
            id.clone_into(&mut document);
        }
        let Some(row) = line.strip_prefix("| ").filter(|row| row.contains("](../")) else { continue };
        let cells: Vec<String> = row.trim_end_matches('|').split(" | ").map(|it| it.trim().to_owned()).collect();
        let places = cells.get(2).ok_or("a row has places")?.split("<br>").map(|link| {
            let (place, rest) = link.split_once("](../").ok_or("a place is a link")?;
            let verdict = rest.split_once("): ").map_or("", |(_, verdict)| verdict);
            // A name with a backtick is between two.
            Ok((place.trim_matches(['[', '`', ' ']).to_owned(), verdict.to_owned()))
        });
        let places = places.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
        rows.push((document.clone(), cells, places));
    }
    Ok(rows)
}

#[test]
fn each_place_on_the_page_of_requirements_exists() -> Outcome {
    let rows = requirements()?;
    let places: Vec<_> = rows.iter().flat_map(|(_, _, places)| places).collect();
    let problems: Vec<_> =
        places.iter().filter_map(|(place, _)| Some(format!("{place}: {}", missing(place)?))).collect();
    assert!(places.len() > 442, "{} places of 442 rows", places.len());
    for wrong in
        ["tests/none.rs", "tests/requirements.md#999", "schemas/events.json#/none", "tests/conform/outcomes.jsonl#none"]
    {
        assert!(missing(wrong).is_some(), "{wrong}");
    }
    report(&problems)
}

#[test]
fn each_verdict_on_the_page_of_requirements_is_that_of_its_place() -> Outcome {
    let mut problems = Vec::new();
    let mut count = 0;
    for (document, cells, places) in requirements()? {
        for (place, said) in places {
            let found = verdict(&place)?.unwrap_or_default();
            count += usize::from(!found.is_empty());
            if found != said {
                problems.push(format!("{document}, {}: {place}: {found}, not {said:?}", cells[0]));
            }
        }
    }
    assert!(count > 60, "{count} places have a verdict");
    report(&problems)
}

#[test]
fn the_page_of_requirements_counts_its_rows() -> Outcome {
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for (document, cells, _) in requirements()? {
        let live = usize::from(cells.get(3).is_none_or(String::is_empty));
        for name in [document.as_str(), "all"] {
            let [rows, current, replaced] = counts.entry(name.to_owned()).or_default();
            (*rows, *current, *replaced) = (*rows + 1, *current + live, *replaced + 1 - live);
        }
    }
    let page = fs::read_to_string(root().join("tests/requirements.md"))?;
    let says = |name: &str, [rows, live, replaced]: [usize; 3]| {
        let start = if name == "all" { "| all |".to_owned() } else { format!("| [{name}](#{name}) |") };
        let end = format!("| {rows} | {live} | {replaced} |");
        page.lines().any(|line| line.starts_with(&start) && line.ends_with(&end)).then_some(()).ok_or((start, end))
    };
    let problems = counts.into_iter().filter_map(|(name, count)| says(&name, count).err());
    report(&problems.map(|(start, end)| format!("{start} ... {end}")).collect::<Vec<_>>())
}
