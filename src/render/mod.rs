//! The model to the files of a target, through the templates of its folder.
//!
//! # Adding a target
//!
//! Make a folder `templates/<target>/` with a `target.toml` in it. **The folder is the package with holes in it**:
//!
//! | file | becomes |
//! |---|---|
//! | `target.toml` | nothing: it says how the target spells things; [`target`] is its reference |
//! | `_*.jinja` | nothing: other templates of the folder import or include it; `__init__.py.jinja` is no such file |
//! | `X.jinja` | `X`, rendered |
//! | anything else | the same file, byte by byte |
//!
//! A name in square brackets, anywhere in the path, repeats the file: `[module]` over `modules`,
//! `[type]` over `types`, `[profile]` over `profiles`, and what features add, such as `[event]`. The bracket becomes the name as the target's files are named (`[module]` as `names.module` says,
//! if it is there: an import has to find it), and the variable `module`, `event`, `type` or `profile` is bound. `[package]` is
//! the name of the set's package, spelled like a module. A rendered file with nothing but white space in it is not made.
//! Rendered files end their lines with `\n`, have no white space before it, and exactly one at the end.
//!
//! A template that a set does not need (`needs`) is not read for it: what is wrong in it is told by a set that does.
//!
//! No Rust is touched for that, except for what only one language has: see [`builtin`].
//!
//! # Templates
//!
//! The language is that of [minijinja](https://docs.rs/minijinja), strict: what is undefined is an error, also in an
//! `if`. So what the [model](crate::model) leaves out when there is none (`since`, `until`, `deprecated`, `cap`,
//! `default`, `min`, `max`, `json_type`) is asked for with `is defined`; what may be null (`description`, `rest`,
//! `specific`) is asked for with a plain `if`. The first newline after a block tag and the space before one are not
//! written. Only text and whole numbers are written as they are; everything else has to go through a filter. Nothing is
//! escaped by itself: whatever comes from the schemas goes through a filter of this page.
//!
//! `{% import "_macros.jinja" as m %}` and `{% include %}` take paths from the target's folder. A macro sees the variables
//! of the file that is being made, `template` among them.
//!
//! ## Variables
//!
//! | name | is |
//! |---|---|
//! | `set` | [`Identity`](crate::model::Identity): `set.package.name`, `set.host.name` (`set.host` may be null), `set.ids.prefix`, and `set.license_files`, each with `name` and `is_notice` |
//! | `modules`, `types`, `tables` | those of the [`Contract`](crate::model::Contract), in its order; `module.types` are names, for `lookup` |
//! | `features` | by name, the data of each feature that the set lists, and `false` for every other: `{% if features.problems %}`. `features.assertions`: something in the types has an [`Assertion`](crate::model::Contract::assertions); `features.regex`: the limits and classes of regular expressions, where some are decided |
//! | what features add | `events`, `catalogue`: see [`hooks`](crate::hooks) |
//! | `plan` | the [`ValidationPlan`](crate::validation::ValidationPlan), which the validators of every language read |
//! | `changelog` | every version of the host that changed something, the newest first: [`HostStep`](crate::compat::HostStep) |
//! | `target` | the target's name |
//! | `command` | what makes the file again: [`COMMAND`](crate::artifact::COMMAND), or the program that has the templates in it |
//! | `template` | the path of the template, for the header: `templates/python/types.py.jinja` |
//! | `module`, `event`, `type` | the one of a file with that bracket |
//!
//! ## Expressions
//!
//! `expr|spell` writes an expression; for forms that a pattern cannot say it asks a macro of the target. A template that looks
//! into one itself asks for its form, `expr.is`, one of those of [`Expr`](crate::model::Expr). Two forms are around another one, `inner`, and say more of its values than a type can:
//! `bounded` (by the keys of [`Bounds`](crate::model::Bounds)) and `asserted` (by its `assertion`). To the types they are what is in them, also where something is
//! collected from expressions: a macro without a branch for `asserted` overlooks the constants and references in there.
//! A struct can have an `assertion` as a whole; for other definitions the expression of the alias has it.
//!
//! ## Functions
//!
//! | call | gives |
//! |---|---|
//! | `lookup(name)` | the type of this name |
//! | `lookup_all(names)` | the types of these names, each once, in the order of the contract |
//! | `bases_of(type)` | the types at the roots of other files that a struct has fields from (`field.origin.file`), in the order of the contract |
//! | `unions_with(name)` | the unions that have the type of this name for a member, in the order of the contract |
//! | `module_of(name)` | the module that the type of this name stands in |
//! | `collector()` | lists by name that a template adds to while it writes: `{% do used.add("names", name) %}` keeps each of the values once, `used.names` is the list so far; `used.number("names", name)` adds it as well, and gives its number in the list |
//! | `fail(message)` | an error at this place of the template |
//! | those of `builtins` in `target.toml` | what only one language has: see [`builtin`] |
//!
//! ## Tests
//!
//! | test | holds of |
//! |---|---|
//! | `expr is recursive` | an expression with a reference in it to a type that refers to itself, be it by others |
//! | `expr is of_modules(names)`, and so of a type | one with a reference in it to a type of one of these modules |
//! | `expr is closed` | one with a reference that is closed |
//! | `node is noted` | a node of which more is known than its description: `since`, `until`, `deprecated`, `unconfirmed`, `cap` or `default` |
//! | `name is type_name`, and so for every filter for names | a name that the target spells just as it is |
//!
//! ## Filters for names
//!
//! `type_name`, `field_name`, `variant_name` (members of unions, values of enums), `module_name`, `file_name`,
//! `constant_name`: the name as the target spells it, a reserved word with the suffix. **A spelling cannot be undone**:
//! where it differs from the name, the template writes the name as well (`rename`, `alias`). A key that `field = "as-is"`
//! finds to be no identifier comes in quotes. Two types, modules, fields of a struct, variants of a union or values of an
//! enum that would be spelled alike are an error before anything is rendered; so is a name without a letter or digit.
//!
//! ## Filters for values
//!
//! | filter | gives |
//! |---|---|
//! | `value\|literal` | a literal of the target; strings with everything escaped outside printable ASCII, lists in `[]`, objects in `{}` |
//! | `expr\|spell` | a type expression (`field.type`, `variant.type`, `type.target`, `type.rest`) in the target's words |
//! | `expr\|spell(own, used, spelling)` | the same, where patterns are not enough: the macro `own` is called with each expression in it of a form that `own` in `target.toml` names, and gives its words; the collector `used` is told the types that it refers to (`used.refs`) and the names that its forms are spelled with (`used.names`, by `imports`); those of a form that is left to `own` are told by the macro; `spelling` is the name of another spelling. They stand in this order, and the last may be left out, or any be `none` |
//! | `value\|json`, `value\|json(pretty=true)` | JSON, with what cannot be seen escaped |
//! | `text\|toml` | a string of TOML |
//! | `names\|import_order`, `names\|import_order(cased=true)` | names in the order in which linters want imports: constants, what begins with a capital letter, the others; with `cased`, capital letters come first in each |
//! | `expr\|refs`, `type\|refs` | the references in an expression, or in all that a type is made of, at any depth: a list of expressions with `name` and `closed`. Those in what a keyed value is in any case are among them, what a table names is not |
//! | `type\|keyed` | the types of the fields of a struct that a table gives, in order; none for any other type |
//!
//! ## Filters for text
//!
//! They take a description (CommonMark), a list of descriptions, null, or a **node** that has one (a type, a field, a value
//! of an enum, a variant): then its description and behind it, as one paragraph, its notes. In no profile does text become
//! markup, a link, an element, a code block or a doctest; code spans and lists stay.
//!
//! | filter | gives |
//! |---|---|
//! | `node\|doc`, `node\|doc(indent=4)` | a comment as `[comments]` says: each line indented and **ended with a newline**, or nothing. So it stands at the beginning of a line with the next line directly behind it: `{{ field\|doc(indent=4) }}    name: str` |
//! | `type\|rules` | what the types cannot say, in one text; `type\|doc` has it at the end |
//! | `text\|doc(prefix="# ")` | the same as line comments behind this prefix |
//! | `node\|notes` | the notes as a list of CommonMark sentences: since when, until when, what to use instead, whether it is confirmed, where the host shortens it |
//! | `node\|markdown`, `node\|markdown(indent=2)` | blocks for a page of Markdown, each line ended with a newline, or nothing |
//! | `node\|cell` | one line for a cell of a Markdown table |
//! | `node\|plain` | one line without markup, code spans in backticks: for a string or a summary |
//! | `value\|code`, `value\|code(cell=true)` | a string, or the JSON of another value, as a Markdown code span |
//! | `string\|anchor` | the string as a part of an anchor: what is no letter, digit, `.`, `_` or `-` becomes a `-`, or its number where it is not of ASCII or nothing else is there |
//! | `string\|text`, `string\|text(cell=true)` | any string as one line of Markdown that says just this, wherever the line stands |

pub mod builtin;
mod collected;
pub mod comment;
mod environment;
mod expand;
mod failure;
mod filters;
mod folder;
mod import_order;
pub mod literal;
mod lookup;
pub mod names;
mod node;
pub mod notes;
pub mod pattern;
mod refs;
pub mod rust;
pub mod spell;
mod spelled;
mod subject;
pub mod target;
mod tidy;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use minijinja::{Environment, Error, ErrorKind, Value};

use crate::artifact::{Artifact, COMMAND};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::inputs::Inputs;
use crate::model::Origin;
use crate::nearest::instead_of;
use expand::Job;
use folder::{Fate, TARGET_FILE, Target, TemplateFile};
use names::Names;
use spell::Speller;
pub use subject::{Collection, Extras, Item, Subject};

/// The targets that a folder of templates has, read into memory.
#[derive(Debug, Clone)]
pub struct Templates {
    targets: BTreeMap<String, Target>,
    inputs: Inputs,
    command: String,
}

impl Templates {
    /// Reads every folder in `dir` that has a `target.toml`.
    ///
    /// # Errors
    /// Files that cannot be read or are no UTF-8, and `target.toml`s that are not what [`target`] describes.
    pub fn open(dir: &Path) -> Result<Self, Diagnostics> {
        let unreadable = |error: std::io::Error| {
            Diagnostic::error(Code::NoTarget, format!("the templates in `{}` cannot be read: {error}", dir.display()))
                .because("each target is a folder in there")
                .instead("name a folder of folders, each with a `target.toml`, with `--templates`, or leave that out")
        };
        let mut found = Diagnostics::default();
        let mut targets = BTreeMap::new();
        let mut inputs = Inputs::default();
        for (entry, _) in inputs.list(dir).map_err(unreadable)? {
            let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match folder::read(&entry, &name, &mut inputs) {
                Ok(target) => targets.extend(target.map(|target| (name, target))),
                Err(diagnostics) => found.extend(diagnostics),
            }
        }
        let command = COMMAND.to_owned();
        found.or(Self { targets, inputs, command }).map(|(templates, _)| templates)
    }

    /// Those that a program has in itself: each file with its path, `python/README.md.jinja`. What is generated names the
    /// command of that program as the one that makes it again.
    ///
    /// # Errors
    /// `target.toml`s that are not what [`target`] describes.
    pub fn embedded(files: Vec<(String, String)>, command: &str) -> Result<Self, Diagnostics> {
        let mut folders: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for (path, text) in files {
            if let Some((target, path)) = path.split_once('/') {
                folders.entry(target.to_owned()).or_default().push((path.to_owned(), text));
            }
        }
        let (mut found, mut targets) = (Diagnostics::default(), BTreeMap::new());
        for (name, files) in folders {
            match folder::target(files, &name) {
                Ok(target) => targets.extend([(name, target)]),
                Err(diagnostics) => found.extend(diagnostics),
            }
        }
        let templates = Self { targets, inputs: Inputs::default(), command: command.to_owned() };
        found.or(templates).map(|(templates, _)| templates)
    }

    /// All that they were read from.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The names of the targets, sorted.
    pub fn targets(&self) -> Vec<String> {
        self.targets.keys().cloned().collect()
    }

    /// Returns true if a package of this target can be published under this name, and imported.
    pub fn can_be_called(&self, target: &str, package: &str) -> bool {
        let kept = self.targets.get(target).map_or(&[][..], |target| &target.style.reserved.packages);
        !kept.contains(&package.replace('-', "_"))
    }

    /// Renders every file of a target, sorted by path. The same contract always gives the same bytes.
    ///
    /// # Errors
    /// All that is found: names that the target cannot spell or spells alike, templates that are wrong.
    pub fn render(&self, subject: &Subject<'_>, target: &str) -> Result<Vec<Artifact>, Diagnostics> {
        let Some(target) = self.targets.get(target) else { return Err(self.no_target(target)) };
        unknown_needs(target, subject).or(())?;
        let names = Names::new(&target.name, &target.style, subject.contract);
        names.check(subject.contract, subject.profiles).or(())?;
        let env = environment::build(target, subject, &names, &self.command)?;
        Renderer { target, subject, names: &names, env }.artifacts()
    }
}

/// A target's spelling of a contract, for callers that need a part of it.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The spelling of names.
    pub names: Names,
    /// The spelling of types, if the target has one.
    pub speller: Option<Speller>,
    /// Its files, each with the module, type or event that it is made of, if it is made of one.
    pub files: Vec<(Artifact, Option<String>)>,
}

impl Templates {
    /// The files of a target as [`render`](Self::render) makes them, with what they are made of, and how it spells.
    ///
    /// # Errors
    /// As for `render`.
    pub fn rendered(&self, subject: &Subject<'_>, target: &str) -> Result<Rendered, Diagnostics> {
        let artifacts = self.render(subject, target)?;
        let Some(target) = self.targets.get(target) else { return Err(self.no_target(target)) };
        let names = Names::new(&target.name, &target.style, subject.contract);
        let mut subjects = BTreeMap::new();
        for source in &target.sources {
            let jobs = expand::jobs(target, source, subject, &names).unwrap_or_default();
            subjects.extend(
                jobs.into_iter()
                    .filter_map(|job| Some((job.name(subject)?.to_owned(), job.path)))
                    .map(|(name, path)| (path, name)),
            );
        }
        let files = artifacts.into_iter().map(|artifact| {
            let subject = subjects.remove(&artifact.path);
            (artifact, subject)
        });
        let files = files.collect();
        let speller = Speller::new(&target.style, names.clone(), subject.contract);
        Ok(Rendered { names, speller, files })
    }

    fn no_target(&self, name: &str) -> Diagnostics {
        let what = format!("there is no target {name:?}");
        Diagnostic::error(Code::NoTarget, what).instead(format!("one of: {}", self.targets().join(", "))).into()
    }
}

struct Renderer<'a, 'c> {
    target: &'a Target,
    subject: &'a Subject<'c>,
    names: &'a Names,
    env: Environment<'a>,
}

impl Renderer<'_, '_> {
    fn artifacts(&self) -> Result<Vec<Artifact>, Diagnostics> {
        let mut found = Diagnostics::default();
        let mut made = Made::default();
        for source in self.target.sources.iter().filter(|source| self.is_made(source)) {
            match self.files(source) {
                Ok(artifacts) => {
                    let path = self.target.path_of(&source.path);
                    for (artifact, origin) in artifacts {
                        made.add(artifact, &path, origin, &mut found);
                    }
                }
                Err(diagnostics) => found.extend(diagnostics),
            }
        }
        for artifact in self.licenses() {
            let source = artifact.path.clone();
            made.add(artifact, &source, None, &mut found);
        }
        found.or(made.sorted()).map(|(artifacts, _)| artifacts)
    }

    /// The licence files of the set, if the target takes them.
    fn licenses(&self) -> impl Iterator<Item = Artifact> {
        let files = &self.subject.contract.set.license_files;
        files.iter().filter(|_| self.target.style.license_files).map(|file| Artifact::new(&file.name, &file.text))
    }

    fn is_made(&self, source: &TemplateFile) -> bool {
        source.fate != Fate::Partial && self.subject.has_all(&source.needs)
    }

    /// The files that a source becomes, each with what it is made of.
    fn files(&self, source: &TemplateFile) -> Result<Vec<(Artifact, Option<&Origin>)>, Diagnostics> {
        let jobs = expand::jobs(self.target, source, self.subject, self.names)?;
        if source.fate == Fate::Copied {
            let copy = |job: &Job| Artifact { path: job.path.clone(), contents: source.text.clone() };
            return Ok(jobs.iter().map(|job| (copy(job), job.origin(self.subject))).collect());
        }
        let mut artifacts = Vec::new();
        for job in jobs {
            // One failure says enough of a file that is made thirty times.
            let text = self.text(source, &job).map_err(|error| failure::diagnostic(&error, self.target))?;
            let origin = job.origin(self.subject);
            artifacts.extend(
                tidy::tidy(text, self.target.style.blank_lines)
                    .map(|contents| (Artifact { path: job.path, contents }, origin)),
            );
        }
        Ok(artifacts)
    }

    fn text(&self, source: &TemplateFile, job: &Job) -> Result<String, Error> {
        let mut variables = BTreeMap::from([("template", Value::from(self.target.path_of(&source.path)))]);
        if let Some((collection, at)) = job.bound {
            let collection = &self.subject.collections[collection];
            let all = self.env.globals().find(|(name, _)| *name == collection.global);
            let one = all.map(|(_, all)| all.get_item_by_index(at)).transpose()?;
            variables.insert(collection.variable, one.unwrap_or_default());
        }
        self.env.get_template(&source.path)?.render(Value::from(variables))
    }
}

/// The files so far, by their path in lower case: some systems do not tell the case of letters apart.
#[derive(Default)]
struct Made<'a>(BTreeMap<String, (Artifact, String, Option<&'a Origin>)>);

impl<'a> Made<'a> {
    fn add(&mut self, artifact: Artifact, source: &str, origin: Option<&'a Origin>, found: &mut Diagnostics) {
        match self.0.entry(artifact.path.to_lowercase()) {
            Entry::Occupied(known) => {
                let (first, other, one) = known.get();
                let collision =
                    Diagnostic::error(Code::FileCollision, format!("two files would be {:?}", artifact.path))
                        .because(format!("{:?} comes from {other}, the other one from {source}", first.path))
                        .instead("rename the template, or the definition that names the file");
                let collision = match origin {
                    Some(origin) => collision.at(names::place(origin)),
                    None => collision.in_file(source),
                };
                // Two templates of one definition are no two definitions.
                found.push(match one.filter(|one| Some(*one) != origin) {
                    Some(one) => collision.and_at(names::place(one)),
                    None => collision,
                });
            }
            Entry::Vacant(free) => drop(free.insert((artifact, source.to_owned(), origin))),
        }
    }

    fn sorted(self) -> Vec<Artifact> {
        let mut artifacts: Vec<_> = self.0.into_values().map(|(artifact, ..)| artifact).collect();
        artifacts.sort_by(|a, b| a.path.cmp(&b.path));
        artifacts
    }
}

/// Reports names under `[needs]` that no feature has: their files would be in no package.
fn unknown_needs(target: &Target, subject: &Subject<'_>) -> Diagnostics {
    let known: Vec<&str> = subject.feature_names().collect();
    let unknown = target.style.needs.keys().filter(|name| !known.contains(&name.as_str()));
    let finding = |name: &String| {
        let advice = instead_of(name, known.iter().copied(), &format!("one of: {}", known.join(", ")));
        Diagnostic::error(Code::TargetFile, format!("`[needs]` names `{name}`, and there is no such feature"))
            .in_file(target.path_of(TARGET_FILE))
            .instead(advice)
    };
    Diagnostics(unknown.map(finding).collect())
}

/// Returns the error for a value that a template cannot have.
fn failed(reason: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, reason)
}
