//! Shows the effect of a keyword in each language: the difference between a schema with it and the same schema without
//! it.
//!
//! `probes.json` has a schema for each supported keyword, either the whole type (`type`) or the property `a`
//! (`property`). The schema without the keyword is given (`without`), or made by removing the keyword everywhere.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, io, process};

use heck::{ToKebabCase, ToUpperCamelCase};
use hookwire_codegen::generate::{Read, read};
use hookwire_codegen::internal::diagnostic::{Code, Diagnostic, Diagnostics};
use hookwire_codegen::internal::render::Templates;
use hookwire_codegen::internal::schema::Dialect;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use hookwire_harness::workspace;

/// A schema that shows the effect of a keyword.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Probe {
    #[serde(rename = "type")]
    whole: Option<Value>,
    property: Option<Value>,
    without: Option<Value>,
    #[serde(default)]
    draft: Draft,
}

#[derive(Debug, Default, Clone, Copy, Deserialize)]
enum Draft {
    #[default]
    #[serde(rename = "2020-12")]
    Newest,
    #[serde(rename = "draft-07")]
    Seven,
}

const PROBES: &str = include_str!("probes.json");
const SET: &str = "package = {name = \"probes\", version = \"0.0.0\", license = \"MIT\", summary = \"Probes.\"}\n\
                   ids = {prefix = \"urn:probes:\"}\nhost = {name = \"Host\", version = \"2.0.0\"}\ntables = {kinds = \"kinds.json\"}\n\
                   lints = {undescribed = \"allow\", inline-object = \"allow\", untyped = \"allow\"}\n";

/// The effect of a keyword: a cell for each of [`COLUMNS`].
pub type Made = [String; COLUMNS.len()];

/// The outputs in which a keyword can have an effect.
pub const COLUMNS: [&str; 7] = ["Rust", "TypedDict", "pydantic", "TypeScript", "validators", "bundled schemas", "docs"];

/// Returns the effect of each supported keyword with the templates of this repository, in `root`.
///
/// # Errors
/// A probe is refused, or cannot be rendered; returns the diagnostics.
pub fn made(root: &Path) -> Result<BTreeMap<String, Made>, Diagnostics> {
    let probes: BTreeMap<String, Probe> = serde_json::from_str(PROBES)
        .map_err(|error| Diagnostic::error(Code::NotJson, error.to_string()).in_file("xtask/src/docs/probes.json"))?;
    let with = Rendered::of(root, &probes, "with", |probe, _| probe.schema())?;
    let without = Rendered::of(root, &probes, "without", Probe::schema_without)?;
    let rows = probes.keys().map(|keyword| {
        let name = slug(keyword);
        let cells = COLUMNS.map(|column| cell(column, keyword, with.part(&name, column), without.part(&name, column)));
        (keyword.clone(), cells)
    });
    Ok(rows.collect())
}

impl Probe {
    fn schema(&self) -> Value {
        match (&self.whole, &self.property) {
            (Some(schema), _) => schema.clone(),
            (None, Some(schema)) => json!({"type": "object", "properties": {"a": schema}}),
            (None, None) => json!({}),
        }
    }

    fn schema_without(&self, keyword: &str) -> Value {
        self.without.clone().unwrap_or_else(|| {
            let mut schema = self.schema();
            let inner = if self.property.is_some() { schema.pointer_mut("/properties/a") } else { Some(&mut schema) };
            inner.into_iter().for_each(|it| leave_out(it, keyword));
            schema
        })
    }
}

fn leave_out(schema: &mut Value, keyword: &str) {
    match schema {
        Value::Object(object) => {
            object.shift_remove(keyword);
            object.values_mut().for_each(|it| leave_out(it, keyword));
        }
        Value::Array(items) => items.iter_mut().for_each(|it| leave_out(it, keyword)),
        _ => {}
    }
}

/// Returns the module of a probe. No reserved name of a language begins this way.
fn slug(keyword: &str) -> String {
    format!("of-{}", keyword.to_kebab_case())
}

fn title(keyword: &str) -> String {
    slug(keyword).to_upper_camel_case()
}

/// The number of the next folder with probes. Tests run in parallel, so each needs its own folder.
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// The rendered lines, by the module of a probe and the column.
struct Rendered(BTreeMap<(String, &'static str), Vec<String>>);

impl Rendered {
    fn of(
        root: &Path,
        probes: &BTreeMap<String, Probe>,
        name: &str,
        schema: impl Fn(&Probe, &str) -> Value,
    ) -> Result<Self, Diagnostics> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = workspace::path("target").join(format!("keywords-{}-{number}-{name}", process::id()));
        let written = write(&folder, probes, schema).map_err(|error| {
            Diagnostic::error(Code::OutputIo, format!("cannot write `{}`: {error}", folder.display()))
        });
        let found = written.map_err(Diagnostics::from).and_then(|()| read(&folder));
        let _ = fs::remove_dir_all(&folder);
        Self::render(root, probes, &found?)
    }

    fn render(root: &Path, probes: &BTreeMap<String, Probe>, read: &Read) -> Result<Self, Diagnostics> {
        let mut all = BTreeMap::new();
        let templates = Templates::open(&root.join("templates"))?;
        let subject = read.subject();
        for target in templates.targets() {
            let rendered = templates.rendered(&subject, &target)?;
            for (file, subject) in &rendered.files {
                let module = subject.as_deref().and_then(|it| {
                    probes.keys().find(|keyword| slug(keyword) == it || title(keyword) == it).map(|it| slug(it))
                });
                let Some((module, column)) = module.zip(column(&target, &file.path)) else { continue };
                let lines: &mut Vec<String> = all.entry((module, column)).or_default();
                lines.extend(marked_lines(column, &file.contents));
            }
        }
        for keyword in probes.keys() {
            // An inline schema becomes a separate type, whose name begins with that of the probe.
            let own = subject.plan.types.iter().filter(|(name, _)| name.starts_with(&title(keyword)));
            let lines = own.flat_map(|it| format!("{:#}", json!(it)).lines().map(plain).collect::<Vec<_>>());
            all.insert((slug(keyword), "validators"), lines.collect());
        }
        Ok(Self(all))
    }

    fn part(&self, module: &str, column: &'static str) -> &[String] {
        self.0.get(&(module.to_owned(), column)).map_or(&[], Vec::as_slice)
    }
}

fn write(folder: &Path, probes: &BTreeMap<String, Probe>, schema: impl Fn(&Probe, &str) -> Value) -> io::Result<()> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder)?;
    fs::write(folder.join("codegen.toml"), SET)?;
    fs::write(folder.join("kinds.json"), "{\"rows\": [{\"name\": \"desk\", \"room\": \"Room\"}]}")?;
    fs::write(folder.join("kinds.schema.json"), "{}")?;
    // A table that nothing refers to is reported as a mistake.
    let keyed = json!({"table": "kinds", "column": "room", "by": "kind"});
    let properties = json!({"a": {"type": "string"}, "kind": {"type": "string"}, "of": {"x-keyed": keyed}});
    let room = json!({"title": "Room", "type": "object", "properties": properties});
    write_schema(&folder.join("room.schema.json"), room, Draft::Newest)?;
    for (keyword, probe) in probes {
        let mut own = schema(probe, keyword);
        if let Some(object) = own.as_object_mut() {
            object.insert("title".to_owned(), json!(title(keyword)));
        }
        write_schema(&folder.join(format!("{}.schema.json", slug(keyword))), own, probe.draft)?;
    }
    Ok(())
}

fn write_schema(path: &PathBuf, schema: Value, draft: Draft) -> io::Result<()> {
    let dialect = match draft {
        Draft::Newest => Dialect::Draft202012,
        Draft::Seven => Dialect::Draft07,
    };
    let mut file = Map::from_iter([("$schema".to_owned(), json!(dialect.url()))]);
    file.extend(schema.as_object().cloned().unwrap_or_default());
    fs::write(path, format!("{:#}", Value::Object(file)))
}

fn column(target: &str, path: &str) -> Option<&'static str> {
    match target {
        "rust" => Some("Rust"),
        "python" if path.contains("/types/") => Some("TypedDict"),
        "python" if path.contains("/models/") => Some("pydantic"),
        "typescript" if path.ends_with(".d.ts") => Some("TypeScript"),
        "schemas" => Some("bundled schemas"),
        "docs" => Some("docs"),
        _ => None,
    }
}

/// Returns the lines of a file. Lines of documentation begin with [`SAID`].
fn marked_lines(column: &str, text: &str) -> Vec<String> {
    let mut in_docstring = false;
    let mut lines = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let quotes = line.matches("\"\"\"").count();
        let marked = ["//", "/*", "*", "#"].iter().any(|mark| line.starts_with(mark)) && !line.starts_with("#[");
        let said = column == "docs" || in_docstring || quotes > 0 || marked;
        in_docstring ^= quotes % 2 == 1;
        lines.push(if said { format!("{SAID}{}", plain(line)) } else { plain(line) });
    }
    lines
}

/// The mark at the start of a line of documentation.
const SAID: char = '\u{1}';

fn plain(line: &str) -> String {
    line.trim().trim_end_matches([',', ';']).to_owned()
}

/// Returns the difference: the declaration, if it changed; otherwise a word for the changed part.
fn cell(column: &str, keyword: &str, with: &[String], without: &[String]) -> String {
    let new = |lines: &[String], others: &[String]| -> Vec<String> {
        lines.iter().filter(|line| !others.contains(line)).cloned().collect()
    };
    let (added, removed) = (new(with, without), new(without, with));
    if added.is_empty() && removed.is_empty() {
        return "–".to_owned();
    }
    match column {
        "validators" => "checked".to_owned(),
        "docs" => "said".to_owned(),
        "bundled schemas" if added.iter().any(|it| it.starts_with(&format!("\"{keyword}\":"))) => {
            "as written".to_owned()
        }
        "bundled schemas" => "in another form".to_owned(),
        _ => in_language(column, &added, &removed),
    }
}

fn in_language(column: &str, added: &[String], removed: &[String]) -> String {
    // The declaration of the property is the most useful one.
    let declared = |lines: &[String]| {
        let own = lines.iter().find(|line| of_property(column).iter().any(|word| line.starts_with(word)));
        own.or_else(|| lines.iter().find(|line| is_declaration(line))).map(|line| code(line))
    };
    let documented = added.iter().chain(removed).all(|line| line.starts_with(SAID));
    match (declared(added), declared(removed)) {
        // A private name of the module is of no use to a reader.
        (Some(line), _) if line.contains("_ASSERTED_") => "checked".to_owned(),
        (Some(line), _) => line,
        (None, Some(line)) => format!("no {line}"),
        (None, None) if documented => "documentation".to_owned(),
        (None, None) => "checked".to_owned(),
    }
}

/// Returns the possible first words of a property's declaration.
fn of_property(column: &str) -> &'static [&'static str] {
    if column == "Rust" { &["pub a:"] } else { &["a:", "a?:"] }
}

/// The first words of other declarations, in any language.
const DECLARING: [&str; 10] = [
    "Annotated[",
    "deprecated=",
    "pub struct ",
    "pub enum ",
    "pub type ",
    "class ",
    "export type ",
    "export interface ",
    "[key: ",
    "#[deprecated",
];

fn is_declaration(line: &str) -> bool {
    let line = line.trim_start_matches(SAID);
    DECLARING.iter().any(|word| line.starts_with(word))
        || line.contains(": TypeAlias")
        || line.starts_with("pub extra:")
        || line.starts_with("Words(")
        || line.starts_with("@deprecated")
}

/// Returns a line for a cell, without opening and closing punctuation, and with a mark if it continues on the next
/// line.
fn code(line: &str) -> String {
    let line = line.trim_start_matches("pub ").trim_start_matches("export ").trim_end_matches(['{', ' ', '=']);
    let more = if line.ends_with('(') { "…)" } else { "" };
    format!("`{}{more}`", line.replace('|', "\\|"))
}
