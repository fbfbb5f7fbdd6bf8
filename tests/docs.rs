//! The generated reference is sound Markdown: tables are whole, links lead somewhere, examples are what they say.
//!
//! Each page is read as any reader of CommonMark with tables reads it, so these checks do not depend on the templates.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

type Outcome = Result<(), Box<dyn Error>>;

/// What one page holds, as far as the checks need it.
#[derive(Default)]
struct Page {
    /// Every `<a id="…"></a>`, in order.
    anchors: Vec<String>,
    /// Every address of a link or picture.
    links: Vec<String>,
    /// Each table as the number of cells of its rows, the header first.
    tables: Vec<Vec<usize>>,
    /// Every block of code.
    blocks: Vec<Block>,
    /// Elements and entities that no page should have.
    foreign: Vec<String>,
    /// Lines that look like rows of a table and are not read as such.
    stray_rows: Vec<String>,
    /// Headings, as plain text.
    headings: Vec<String>,
}

struct Block {
    /// The language.
    info: String,
    text: String,
    /// What the comment before it says: the type, a profile, and the example's path below the type's folder.
    subject: Option<Subject>,
}

#[derive(Clone)]
struct Subject {
    type_name: String,
    profile: Option<String>,
    example: Option<String>,
}

impl Subject {
    /// The folder of its examples, from that of the schemas.
    fn folder(&self) -> String {
        let beside = self.profile.as_ref().map_or(String::new(), |profile| format!("profiles/{profile}/"));
        format!("{beside}examples/{}", self.type_name)
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every page of `generated/docs`, by its path from there, with `/`.
fn pages() -> Result<BTreeMap<String, Page>, Box<dyn Error>> {
    let root = root().join("generated/docs");
    if !root.is_dir() {
        return Err("generated/docs is missing: run `cargo xtask codegen`".into());
    }
    let mut paths = Vec::new();
    collect(&root, &mut paths)?;
    let mut pages = BTreeMap::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|it| it == "md")) {
        let name: Vec<_> = path.strip_prefix(&root)?.iter().map(|part| part.to_string_lossy()).collect();
        pages.insert(name.join("/"), read(&fs::read_to_string(path)?));
    }
    Ok(pages)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, paths)? } else { paths.push(path) }
    }
    Ok(())
}

fn read(text: &str) -> Page {
    let mut page = Page::default();
    let mut taken: Vec<Range<usize>> = Vec::new();
    let mut html = String::new();
    let mut subject = None;
    let mut code = None;
    let mut heading = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Table(_)) => {
                taken.push(range);
                page.tables.push(Vec::new());
            }
            // The parser fills up a row that is too short and cuts one that is too long, so the source is counted.
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                if let Some(rows) = page.tables.last_mut() {
                    rows.push(cells(text[range].lines().next().unwrap_or_default()));
                }
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => page.links.push(dest_url.into()),
            Event::Start(Tag::CodeBlock(kind)) => {
                taken.push(range);
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => "indented".to_owned(),
                };
                code = Some(Block { info, text: String::new(), subject: subject.take() });
            }
            Event::End(TagEnd::CodeBlock) => page.blocks.extend(code.take()),
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => page.headings.extend(heading.take()),
            Event::Text(it) | Event::Code(it) => {
                if let Some(block) = &mut code {
                    block.text.push_str(&it);
                } else if let Some(heading) = &mut heading {
                    heading.push_str(&it);
                }
            }
            Event::Start(Tag::HtmlBlock) => html.clear(),
            Event::Html(it) => html.push_str(&it),
            Event::End(TagEnd::HtmlBlock) => subject = element(html.trim(), &mut page).or(subject),
            Event::InlineHtml(it) => _ = element(&it, &mut page),
            Event::Start(Tag::Paragraph) => subject = None,
            _ => {}
        }
    }
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with('|') && !taken.iter().any(|range| range.contains(&at)) {
            page.stray_rows.push(line.trim_end().to_owned());
        }
        at += line.len();
    }
    page
}

/// Cells of a row: a pipe divides them wherever it stands, unless a backslash is before it.
fn cells(row: &str) -> usize {
    let row = row.trim();
    if !row.starts_with('|') || !row.ends_with('|') || row.ends_with("\\|") {
        return 0;
    }
    let mut escaped = false;
    let mut pipes = 0_usize;
    for c in row.chars() {
        pipes += usize::from(c == '|' && !escaped);
        escaped = c == '\\' && !escaped;
    }
    pipes - 1
}

/// Takes an element for what it is: an anchor, a comment that speaks of the next block, or one that no page should have.
fn element(html: &str, page: &mut Page) -> Option<Subject> {
    if let Some(comment) = html.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->")) {
        let parts: BTreeMap<&str, &str> = comment.trim().split(", ").filter_map(|part| part.split_once(": ")).collect();
        let part = |key: &str| parts.get(key).map(|text| (*text).to_owned());
        return Some(Subject { type_name: part("type")?, profile: part("profile"), example: part("example") });
    }
    let id = html.strip_prefix("<a id=\"").and_then(|rest| rest.split_once('"'));
    match id {
        Some((id, "></a>" | ">")) => page.anchors.push(id.to_owned()),
        _ if html == "</a>" || html == "<br>" => {}
        _ => page.foreign.push(html.to_owned()),
    }
    None
}

/// Fails with everything that was found, if anything was.
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

#[test]
fn tables_have_the_cells_of_their_header_in_every_row() -> Outcome {
    let pages = pages()?;
    let mut problems = Vec::new();
    let (mut tables, mut rows) = (0, 0);
    for (path, page) in &pages {
        for table in &page.tables {
            tables += 1;
            rows += table.len() - 1;
            if table.len() < 2 {
                problems.push(format!("{path}: a table without rows"));
            }
            if table.iter().any(|&cells| cells == 0 || cells != table[0]) {
                problems.push(format!("{path}: a table with rows of {table:?} cells"));
            }
        }
        problems.extend(page.stray_rows.iter().map(|row| format!("{path}: not read as a row: {row}")));
    }
    assert!(tables > pages.len() && rows > tables, "{} pages, {tables} tables, {rows} rows", pages.len());
    report(&problems)
}

#[test]
fn links_are_relative_and_lead_to_an_anchor() -> Outcome {
    let pages = pages()?;
    let mut problems = Vec::new();
    let mut count = 0;
    for (path, page) in &pages {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in &page.links {
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { Some(path.clone()) } else { resolve(folder, file) };
            match target.and_then(|target| pages.get(&target)) {
                None => problems.push(format!("{path}: no page {link}")),
                Some(target) if !anchor.is_empty() && !target.anchors.iter().any(|it| it == anchor) => {
                    problems.push(format!("{path}: no anchor {link}"));
                }
                Some(_) => {}
            }
        }
    }
    assert!(count > pages.len(), "{count} links");
    report(&problems)
}

/// A relative address from a folder, without `.` and `..`.
fn resolve(folder: &str, address: &str) -> Option<String> {
    let mut parts: Vec<_> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in address.split('/') {
        match part {
            ".." => _ = parts.pop()?,
            "" | "." => return None,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[test]
fn anchors_are_explicit_and_stand_once_on_a_page() -> Outcome {
    let pages = pages()?;
    let mut problems = Vec::new();
    let mut count = 0;
    for (path, page) in &pages {
        let mut seen = BTreeSet::new();
        for anchor in &page.anchors {
            count += 1;
            if !seen.insert(anchor) {
                problems.push(format!("{path}: {anchor} stands twice"));
            }
            if anchor.is_empty() || !anchor.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)) {
                problems.push(format!("{path}: {anchor:?} is no anchor"));
            }
        }
    }
    assert!(count > pages.len(), "{count} anchors");
    report(&problems)
}

#[test]
fn descriptions_bring_no_elements_and_no_headings() -> Outcome {
    let pages = pages()?;
    let mut problems = Vec::new();
    for (path, page) in &pages {
        problems.extend(page.foreign.iter().map(|it| format!("{path}: element {it}")));
        problems
            .extend(page.headings.iter().filter(|it| it.trim().is_empty()).map(|_| format!("{path}: empty heading")));
        let known = ["json", "jsonc", "text"];
        problems.extend(
            page.blocks
                .iter()
                .filter(|it| !known.contains(&&*it.info))
                .map(|it| format!("{path}: block {:?}", it.info)),
        );
    }
    report(&problems)
}

#[test]
fn examples_are_of_their_type_and_wrong_ones_are_not() -> Outcome {
    let pages = pages()?;
    let schemas = root().join("generated/schemas");
    let mut validators = BTreeMap::new();
    let mut problems = Vec::new();
    let (mut right, mut wrong, mut validated) = (0, 0, 0);
    for (path, page) in &pages {
        for block in page.blocks.iter().filter(|block| block.info.starts_with("json")) {
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
        .filter_map(|subject| Some(format!("{}/{}.json", subject.folder(), subject.example.as_deref()?)))
        .collect();
    let folder = root().join("schemas");
    let mut paths = Vec::new();
    collect(&folder, &mut paths)?;
    paths.retain(|path| path.iter().any(|part| part == "examples"));
    let mut problems = Vec::new();
    for path in &paths {
        let name: Vec<_> = path.strip_prefix(&folder)?.iter().map(|part| part.to_string_lossy()).collect();
        let name = name.join("/");
        let beside = name.ends_with(".expect.json") || name.ends_with(".note.json");
        if !beside && !shown.contains(&name) {
            problems.push(format!("{name} is on no page"));
        }
    }
    report(&problems)
}

/// The schema that an example is held against: of a profile's the type as it is there.
fn schema_of(schemas: &Path, subject: &Subject) -> Result<Value, Box<dyn Error>> {
    let Subject { type_name, profile, .. } = subject;
    let Some(profile) = profile else {
        return Ok(serde_json::from_str(&fs::read_to_string(schemas.join(format!("{type_name}.schema.json")))?)?);
    };
    let path = schemas.join(format!("profiles/{profile}.schema.json"));
    let mut schema: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
    schema["$ref"] = format!("#/$defs/{type_name}").into();
    Ok(schema)
}

/// The JSON of a block; one with comments has them on lines of their own.
fn value(text: &str, comments: bool) -> Result<Value, serde_json::Error> {
    if !comments {
        return serde_json::from_str(text);
    }
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with("//")).collect();
    serde_json::from_str(&lines.join("\n"))
}

/// A block that names an example shows just this example.
fn differs_from_source(subject: &Subject, shown: &Value) -> Result<Option<String>, Box<dyn Error>> {
    let Some(example) = &subject.example else { return Ok(None) };
    let path = root().join("schemas").join(subject.folder()).join(format!("{example}.json"));
    if !path.is_file() {
        return Ok(Some(format!("no example {}", path.display())));
    }
    let source: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
    Ok((source != *shown).then(|| "it is not what the example says".to_owned()))
}
