//! Parses pages as CommonMark with tables, so that no check depends on the templates.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The parts of a page that the checks need.
#[derive(Default)]
pub struct Page {
    /// Every `<a id="…"></a>`, in order.
    pub anchors: Vec<String>,
    /// Every address of a link or picture.
    pub links: Vec<String>,
    /// Each table as the number of cells of its rows, the header first.
    pub tables: Vec<Vec<usize>>,
    /// Every block of code.
    pub blocks: Vec<Block>,
    /// Elements and entities that no page should have.
    pub foreign: Vec<String>,
    /// Lines that look like rows of a table and are not read as such.
    pub stray_rows: Vec<String>,
    /// Headings, as plain text.
    pub headings: Vec<String>,
    /// The anchor of each heading in a repository's web view, with the anchors inside the heading.
    pub slugs: Vec<(String, Vec<String>)>,
}

pub struct Block {
    /// The language.
    pub info: String,
    pub text: String,
    /// The comment before the block: the type, a profile, and the example's kind and name: `valid/minimal`.
    pub subject: Option<Subject>,
}

#[derive(Clone)]
pub struct Subject {
    pub type_name: String,
    pub profile: Option<String>,
    pub example: Option<String>,
}

impl Subject {
    /// Returns the file of its examples, relative to the schemas.
    pub fn file(&self) -> String {
        let beside = self.profile.as_ref().map_or(String::new(), |profile| format!("profiles/{profile}/"));
        format!("{beside}examples/{}.json", self.type_name)
    }
}

/// The languages of the programs on pages. The tests of each language run its programs on the pages of the canonical set.
pub const PROGRAMS: [&str; 3] = ["python", "rust", "ts"];

/// Returns every page of a folder, including `llms.txt`, by its relative path with `/`.
pub fn pages(root: &Path) -> Result<BTreeMap<String, Page>, Box<dyn Error>> {
    let mut paths = Vec::new();
    collect(root, &mut paths)?;
    let mut pages = BTreeMap::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|it| it == "md" || it == "txt")) {
        let name: Vec<_> = path.strip_prefix(root)?.iter().map(|part| part.to_string_lossy()).collect();
        let mut page = read(&fs::read_to_string(path)?);
        // A picture that is there is no page.
        page.links.retain(|link| !link.ends_with(".svg") || !path.with_file_name(link).is_file());
        pages.insert(name.join("/"), page);
    }
    Ok(pages)
}

/// Collects every file below a folder.
pub fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, paths)? } else { paths.push(path) }
    }
    Ok(())
}

/// Parses a page.
pub fn read(text: &str) -> Page {
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
            // The parser pads short rows and cuts long ones, so the cells are counted in the source.
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
            Event::Start(Tag::Heading { .. }) => heading = Some((String::new(), page.anchors.len())),
            Event::End(TagEnd::Heading(_)) => {
                if let Some((text, before)) = heading.take() {
                    page.slugs.push((slug(&text, &page.slugs), page.anchors[before..].to_vec()));
                    page.headings.push(text);
                }
            }
            Event::Text(it) | Event::Code(it) => {
                if let Some(block) = &mut code {
                    block.text.push_str(&it);
                } else if let Some((heading, _)) = &mut heading {
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

/// Returns the anchor of a heading in a repository's web view: lower case, without punctuation, with `-` for a space,
/// and with a number if it is already on the page.
fn slug(heading: &str, before: &[(String, Vec<String>)]) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    let plain = kept.collect::<String>().to_lowercase().replace(' ', "-");
    let is_taken = |slug: &str| before.iter().any(|(it, _)| it == slug);
    let numbered = (1..).map(|number| format!("{plain}-{number}"));
    std::iter::once(plain.clone()).chain(numbered).find(|slug| !is_taken(slug)).unwrap_or_default()
}

/// Counts the cells of a row. Every pipe without a backslash before it divides cells.
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

/// Records an element: an anchor, a comment about the next block, or one that no page should have.
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

/// The result of a check: the number of checked items, and the problems.
#[derive(Default)]
pub struct Found {
    pub looked_at: usize,
    pub problems: Vec<String>,
}

/// Finds incomplete rows of tables.
pub fn tables(pages: &BTreeMap<String, Page>) -> Found {
    let mut found = Found::default();
    for (path, page) in pages {
        for table in &page.tables {
            found.looked_at += 1;
            if table.len() < 2 {
                found.problems.push(format!("{path}: a table without rows"));
            }
            if table.iter().any(|&cells| cells == 0 || cells != table[0]) {
                found.problems.push(format!("{path}: a table with rows of {table:?} cells"));
            }
        }
        found.problems.extend(page.stray_rows.iter().map(|row| format!("{path}: not read as a row: {row}")));
    }
    found
}

/// Finds links that are not relative, or lead to no page or no anchor.
pub fn links(pages: &BTreeMap<String, Page>) -> Found {
    let mut found = Found::default();
    for (path, page) in pages {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in &page.links {
            found.looked_at += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { Some(path.clone()) } else { resolve(folder, file) };
            match target.and_then(|target| pages.get(&target)) {
                None => found.problems.push(format!("{path}: no page {link}")),
                Some(target) if !anchor.is_empty() && !target.anchors.iter().any(|it| it == anchor) => {
                    found.problems.push(format!("{path}: no anchor {link}"));
                }
                Some(_) => {}
            }
        }
    }
    found
}

/// Returns the path of a relative address, without `.` and `..`.
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

/// Finds anchors that occur twice, that need escaping, or that lead to another heading in a repository's web view.
pub fn anchors(pages: &BTreeMap<String, Page>) -> Found {
    let mut found = Found::default();
    for (path, page) in pages {
        let mut seen = BTreeSet::new();
        for anchor in &page.anchors {
            found.looked_at += 1;
            if !seen.insert(anchor) {
                found.problems.push(format!("{path}: {anchor} stands twice"));
            }
            // The view gives each heading an anchor, and opens the first of two equal anchors.
            if page.slugs.iter().any(|(slug, within)| slug == anchor && !within.contains(anchor)) {
                found.problems.push(format!("{path}: {anchor} is also what the view calls another heading"));
            }
            if anchor.is_empty() || !anchor.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)) {
                found.problems.push(format!("{path}: {anchor:?} is no anchor"));
            }
        }
    }
    found
}

/// Finds elements, empty headings and blocks of code that no page should have.
pub fn foreign(pages: &BTreeMap<String, Page>) -> Found {
    let mut found = Found { looked_at: pages.len(), ..Found::default() };
    for (path, page) in pages {
        let empty = page.headings.iter().filter(|it| it.trim().is_empty());
        let known =
            |info: &str| PROGRAMS.contains(&info) || ["bash", "js", "json", "jsonc", "sh", "text"].contains(&info);
        let unknown = page.blocks.iter().filter(|it| !known(&it.info));
        found.problems.extend(page.foreign.iter().map(|it| format!("{path}: element {it}")));
        found.problems.extend(empty.map(|_| format!("{path}: empty heading")));
        found.problems.extend(unknown.map(|it| format!("{path}: block {:?}", it.info)));
    }
    found
}

/// Finds programs, which no test runs on the pages of other sets.
pub fn programs(pages: &BTreeMap<String, Page>) -> Found {
    let mut found = Found { looked_at: pages.len(), ..Found::default() };
    for (path, page) in pages {
        let programs = page.blocks.iter().filter(|it| PROGRAMS.contains(&&*it.info));
        found.problems.extend(programs.map(|it| format!("{path}: no test runs this program:\n{}", it.text)));
    }
    found
}
