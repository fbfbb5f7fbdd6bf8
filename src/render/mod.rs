//! Renders the model to the files of a target, through the templates of its folder.
//!
//! # Adding a target
//!
//! Make a folder `templates/<target>/` with a `target.toml` in it. **The folder is the package with holes in it**:
//!
//! | file | becomes |
//! |---|---|
//! | `target.toml` | nothing: it configures how the target spells names, types and comments; [`target`] is its reference |
//! | `_*.jinja` | nothing: other templates of the folder import or include it. `__init__.py.jinja` is an exception |
//! | anything in a folder `_parts` | nothing: templates include it, as it is. It is code that several files have, or a part of a large one. |
//! | `X.jinja` | `X`, rendered |
//! | anything else | the same file, byte for byte |
//!
//! A name in square brackets, anywhere in the path, repeats the file: `[module]` for each of `modules`, `[type]` for
//! each of `types`, `[namespace]` for each of `namespaces`, `[profile]` for each of `profiles`, and `[event]` and others that features add. The name is spelled
//! as the target spells file names, or by `names.module` if that is set, because an import has to find the file. In the
//! template, the variable `module`, `event`, `type` or `profile` has the value. `[package]` is the name of the set's
//! package, spelled like a module.
//!
//! A rendered file that contains only white space is not written. Lines of rendered files end with `\n`, without white
//! space before it, and a file ends with exactly one. A set that does not need a template (`needs`) does not read it,
//! so only sets that need it report its mistakes.
//!
//! None of this needs Rust code, except things that only one language has: see [`builtin`].
//!
//! # Templates
//!
//! The language is that of [minijinja](https://docs.rs/minijinja), in its strict mode: an undefined value is an error,
//! even in an `if`. Test values that the [model](crate::model) may leave out (`since`, `until`, `deprecated`, `cap`,
//! `default`, `min`, `max`, `json_type`) with `is defined`. Test values that may be null (`description`, `rest`,
//! `specific`) with a plain `if`. The first newline after a block tag and the space before a tag are not written. Only
//! text and integers can be written directly; all other values need a filter. Nothing is escaped automatically:
//! everything that comes from the schemas needs a filter of this page.
//!
//! `{% import "_macros.jinja" as m %}` and `{% include %}` take paths from the target's folder. A macro sees the
//! variables of the file that is rendered, including `template`.
//!
//! ## Variables
//!
//! | name | value |
//! |---|---|
//! | `set` | [`Identity`](crate::model::Identity): `set.package.name`, `set.host.name` (`set.host` may be null), `set.ids.prefix`, and `set.license_files`, each with `name` and `is_notice` |
//! | `modules`, `types`, `tables` | those of the [`Contract`](crate::model::Contract), in its order; `module.types` are names, for `lookup` |
//! | `features` | by name, the data of each feature that the set lists, and `false` for every other: `{% if features.problems %}`. `features.validators`: the packages have validators. `features.assertions`: a type has an [`Assertion`](crate::model::Contract::assertions). `features.regex`: the limits and classes of regular expressions, if the set has any |
//! | additions of features | `events`, `catalogue`: see [`hooks`](crate::hooks) |
//! | `problem_types` | the four types of problems: those of the set if it has the feature `problems`, and otherwise those of the generator, which are in no module |
//! | `plan` | the [`ValidationPlan`](crate::validation::ValidationPlan), which the validators of every language read |
//! | `host_versions` | every version of the host that is known to have changed something, the oldest first |
//! | `changelog` | every version of the host that changed something, the newest first: [`HostStep`](crate::compat::HostStep) |
//! | `target` | the target's name |
//! | `choices` | what `codegen.toml` says about this target, the [`Choices`](crate::set::Choices) |
//! | `command` | the command that makes the file again: [`COMMAND`](crate::artifact::COMMAND), or the installed program |
//! | `template` | the path of the template, for the header: `templates/rust/src/event.rs.jinja` |
//! | `namespaces` | every [`Namespace`](crate::model::Namespace) of the packages: those of the set, and those of functions, which may have no types. `module.namespace` is null for types at the root |
//! | `module`, `namespace`, `event`, `type`, `profile` | the value of the bracket in the path |
//!
//! ## Expressions
//!
//! `expr|spell` writes an expression. For forms that a pattern cannot express, it calls a macro of the target. A
//! template that looks into an expression itself tests its form, `expr.is`, one of those of
//! [`Expr`](crate::model::Expr). Two forms wrap another one, `inner`, with constraints that types cannot express:
//! `bounded` (by the keys of [`Bounds`](crate::model::Bounds)) and `asserted` (by its `assertion`). Treat them as their
//! `inner`, also when you collect something from expressions: a macro without a branch for `asserted` misses its
//! constants and references. A struct can have an `assertion` as a whole; for other definitions, the expression of the
//! alias has it.
//!
//! ## Functions
//!
//! | call | returns |
//! |---|---|
//! | `lookup(name)` | the type with this name |
//! | `lookup_all(names)` | the types with these names, each once, in the order of the contract |
//! | `bases_of(type)` | the root types of other files that a struct has fields from (`field.origin.file`), in the order of the contract |
//! | `unions_with(name)` | the unions with the type of this name as a member, in the order of the contract |
//! | `module_of(name)` | the module of the type with this name |
//! | `profile_types(name)` | the types that a profile has for itself: those that differ from the set, and those that refer to them |
//! | `collector()` | lists by name that a template adds to while it is rendered: `{% do used.add("names", name) %}` keeps each value once, and `used.names` is the list so far; `used.number("names", name)` also returns the value's number in the list. `used.has("names", name)` is true for a value in it, and takes as long for a long list as for a short one. Add texts: `1` and `true` are one value to minijinja, and two texts |
//! | `own_type(name)` | the type of the owner's that replaces the type with this name, as `use` and `from`; `none` without one |
//! | `fail(message)` | an error at this place of the template |
//! | those of `builtins` in `target.toml` | things that only one language has: see [`builtin`] |
//!
//! ## Tests
//!
//! | test | true for |
//! |---|---|
//! | `expr is recursive` | an expression with a reference to a type that refers to itself, directly or through others |
//! | `expr is of_modules(names)`, `type is of_modules(names)` | one with a reference to a type of one of these modules |
//! | `expr is late_below(names, own)`, `type is late_below(names, own)` | one that refers, itself or through others, to an alias or a union that is on a cycle or refers to a type of one of these modules. `own`: types that come before those that `lookup` finds |
//! | `expr is closed` | one with a closed reference |
//! | `node is noted` | a node with facts beside its description: `since`, `until`, `deprecated`, `unconfirmed`, `cap` or `default` |
//! | `name is type_name`, and so for every filter for names | a name that the target does not change |
//!
//! ## Filters for names
//!
//! `type_name`, `field_name`, `variant_name` (members of unions, values of enums), `module_name`, `file_name`,
//! `constant_name`: the name as the target spells it, with the suffix if it is a reserved word. **A spelling cannot be
//! undone**: where it differs from the name, the template writes the name as well (`rename`, `alias`). With `field =
//! "as-is"`, a key that is not an identifier is quoted. Two types, modules, fields of a struct, variants of a union or
//! values of an enum with the same spelling are an error before anything is rendered; so is a name without a letter or
//! digit. `own_variant_name` is for words of the generator. A set's name that is spelled like another one has a longer
//! spelling, and these words stay as they are.
//!
//! ## Filters for values
//!
//! | filter | returns |
//! |---|---|
//! | `value\|literal` | a literal of the target; strings with everything outside printable ASCII escaped, lists in `[]`, objects in `{}` |
//! | `expr\|spell` | a type expression (`field.type`, `variant.type`, `type.target`, `type.rest`) in the target's language |
//! | `expr\|spell(own, used, spelling)` | the same, if patterns are not enough. `own`: a macro that spells the forms that `own` in `target.toml` names. `used`: a collector for the referenced types (`used.refs`) and the imported names (`used.names`, by `imports`); the macro `own` adds those of its forms itself. `spelling`: the name of another spelling. The arguments have this order; each may be `none`, and the last ones may be left out |
//! | `value\|json`, `value\|json(pretty=true)` | JSON, with invisible characters escaped |
//! | `text\|toml` | a string of TOML |
//! | `names\|import_order`, `names\|import_order(cased=true)` | names in the order that linters want for imports: constants, names with a capital letter, the others; with `cased`, capital letters come first in each |
//! | `expr\|refs`, `type\|refs` | the references in an expression or a type, at any depth: a list of expressions with `name` and `closed`. For a keyed value, those of its default type, but not those in the rows of the table |
//! | `names\|by_module` | names of types by module: pairs of the module's name and the names of its types. Modules are sorted; types are in the order of the contract, each once |
//! | `type\|keyed` | the types of the fields of a struct that come from a table, in order; none for any other type |
//!
//! ## Filters for text
//!
//! They take a description (CommonMark), a list of descriptions, null, or a **node** with a description (a type, a
//! field, a value of an enum, a variant): then the result is its description, and its notes as a paragraph after it.
//! Text never becomes markup, a link, an element, a code block or a doctest; code spans and lists are kept.
//!
//! | filter | returns |
//! |---|---|
//! | `node\|doc`, `node\|doc(indent=4)` | a comment in the style of `[comments]`: each line indented and **ended with a newline**, or nothing. Write it at the start of a line, directly before the next line: `{{ field\|doc(indent=4) }}    name: str` |
//! | `type\|rules` | the constraints that the types cannot express, in one text; `type\|doc` ends with it |
//! | `text\|doc(prefix="# ")` | the same as line comments with this prefix |
//! | `node\|notes` | the notes as a list of CommonMark sentences: first and last version, the replacement, the confidence, the length limit |
//! | `node\|markdown`, `node\|markdown(indent=2)` | blocks for a page of Markdown, each line ended with a newline, or nothing |
//! | `node\|cell` | one line for a cell of a Markdown table |
//! | `node\|plain` | one line without markup, code spans in backticks: for a string or a summary |
//! | `value\|code`, `value\|code(cell=true)` | a string, or the JSON of another value, as a Markdown code span |
//! | `string\|anchor` | the string as a part of an anchor. Other characters than letters, digits, `.`, `_` and `-` become `-`, or their number if they are not ASCII or nothing else is there |
//! | `string\|text`, `string\|text(cell=true)` | the string as one line of Markdown that renders as the string, anywhere in a line |

pub mod builtin;
pub mod choices;
mod collected;
pub mod comment;
#[cfg(feature = "templates")]
mod embedded;
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
mod own_types;
pub mod pattern;
mod refs;
pub mod rust;
mod spell_filter;
pub mod spelling;
mod subject;
pub mod target;
mod unimplemented;
mod whitespace;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;
use std::sync::Arc;

use minijinja::{Environment, Error, ErrorKind, Value};

use crate::artifact::{Artifact, COMMAND};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::inputs::Inputs;
use crate::load::OwnTemplate;
use crate::model::{Origin, TypeDef};
use crate::nearest::instead_of;
pub use choices::place as place_of_choice;
use expand::Job;
use folder::{TARGET_FILE, Target, TemplateFile, TemplateKind};
use names::{Names, Role};
pub use own_types::findings as own_type_findings;
use spelling::Speller;
pub use subject::{Collection, Extras, Item, Subject};

/// The templates of all targets, in memory.
#[derive(Debug, Clone)]
pub struct Templates {
    /// Shared, because a program that watches uses them again and again.
    targets: BTreeMap<String, Arc<Target>>,
    inputs: Inputs,
    command: String,
}

impl Templates {
    /// Reads every folder in `dir` that has a `target.toml`.
    ///
    /// # Errors
    /// A file cannot be read or is not UTF-8, or a `target.toml` does not match [`target`].
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
                Ok(target) => targets.extend(target.map(|target| (name, Arc::new(target)))),
                Err(diagnostics) => found.extend(diagnostics),
            }
        }
        let command = COMMAND.to_owned();
        found.or(Self { targets, inputs, command }).map(|(templates, _)| templates)
    }

    /// Creates the templates that are embedded in a program, each with its path: `python/README.md.jinja`. Generated
    /// files name `command` as the command that makes them again.
    ///
    /// # Errors
    /// A `target.toml` does not match [`target`].
    #[doc(hidden)]
    pub fn embedded(files: Vec<(String, Cow<'static, str>)>, command: &str) -> Result<Self, Diagnostics> {
        let mut folders: BTreeMap<String, Vec<(String, Cow<'static, str>)>> = BTreeMap::new();
        for (path, text) in files {
            if let Some((target, path)) = path.split_once('/') {
                folders.entry(target.to_owned()).or_default().push((path.to_owned(), text));
            }
        }
        let (mut found, mut targets) = (Diagnostics::default(), BTreeMap::new());
        for (name, files) in folders {
            match folder::target(files, &name) {
                Ok(target) => targets.extend([(name, Arc::new(target))]),
                Err(diagnostics) => found.extend(diagnostics),
            }
        }
        let templates = Self { targets, inputs: Inputs::default(), command: command.to_owned() };
        found.or(templates).map(|(templates, _)| templates)
    }

    /// Replaces templates of targets by those of a set. Targets that there are not are left out.
    ///
    /// # Errors
    /// A target has no template of this path.
    #[doc(hidden)]
    pub fn replaced(mut self, own: &BTreeMap<String, Vec<OwnTemplate>>) -> Result<Self, Diagnostics> {
        let mut found = Diagnostics::default();
        for (name, files) in own {
            let Some(target) = self.targets.get_mut(name) else { continue };
            for file in files {
                found.extend(
                    Arc::make_mut(target).replace(&file.path, &file.text, &file.origin).err().unwrap_or_default(),
                );
            }
        }
        found.or(self).map(|(templates, _)| templates)
    }

    /// Returns the files and folders that the templates were read from.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Returns the names of the targets, sorted.
    pub fn targets(&self) -> Vec<String> {
        self.targets.keys().cloned().collect()
    }

    /// Returns the name of the target that has this name or alias.
    pub fn target_called(&self, name: &str) -> Option<&str> {
        let is_name = |it: &String| it.eq_ignore_ascii_case(name);
        let is_it = |(own, target): &(&String, &Arc<Target>)| is_name(own) || target.style.aliases.iter().any(is_name);
        self.targets.iter().find(is_it).map(|(own, _)| own.as_str())
    }

    /// Returns true if the types of this target can be in one file in place of a package.
    pub fn has_single_file(&self, target: &str) -> bool {
        self.targets.get(target).is_some_and(|target| target.style.single_file.is_some())
    }

    /// Returns true if the target has types.
    pub fn has_types(&self, target: &str) -> bool {
        self.targets.get(target).is_some_and(|target| target.style.types.is_some())
    }

    /// Returns true if the types of the target show what is at each place of a list of any length, or if it has no types.
    pub fn has_places(&self, target: &str) -> bool {
        let types = self.targets.get(target).and_then(|target| target.style.types.as_ref());
        types.is_none_or(|types| types.tuple.as_ref().is_some_and(|tuple| tuple.open.is_some()))
    }

    /// Returns true if the target has integers of 64 bits.
    pub fn has_wide_integers(&self, target: &str) -> bool {
        self.targets.get(target).is_some_and(|target| target.style.wide_integers)
    }

    /// Returns true if a package of this target can be published under this name, and imported.
    pub fn can_be_called(&self, target: &str, package: &str) -> bool {
        let kept = self.targets.get(target).map_or(&[][..], |target| &target.style.reserved.packages);
        !kept.contains(&package.replace('-', "_"))
    }

    /// Returns the name of each type in a target, by its name in the schemas. Empty if there is no such target.
    #[doc(hidden)]
    pub fn type_names(&self, target: &str, subject: &Subject<'_>) -> BTreeMap<String, String> {
        let Some(target) = self.targets.get(target) else { return BTreeMap::new() };
        let names = choices::names(target, subject);
        let spelled = |def: &TypeDef| Some((def.name.clone(), names.spell(Role::Type, &def.name).ok()?.to_string()));
        subject.contract.types.iter().filter_map(spelled).collect()
    }

    /// Renders every file of a target, sorted by path. The same contract always gives the same bytes.
    ///
    /// # Errors
    /// The target is unknown, cannot spell a name or spells two alike, or a template has a mistake.
    #[doc(hidden)]
    pub fn render(&self, subject: &Subject<'_>, target: &str) -> Result<Vec<Artifact>, Diagnostics> {
        let Some(target) = self.targets.get(target) else { return Err(self.no_target(target)) };
        unknown_needs(target, subject).or(())?;
        unimplemented::check(target, subject).or(())?;
        let replaced = own_types::replaced(subject.contract, subject.choices(&target.name));
        let own = replaced.as_ref().map(|contract| subject.with_contract(contract));
        let subject = own.as_ref().unwrap_or(subject);
        let names = choices::names(target, subject);
        choices::check(target, subject, &names).or(())?;
        names.check(subject.contract, subject.profiles).or(())?;
        let env = environment::build(target, subject, &names, &self.command)?;
        Renderer { target, subject, names: &names, env }.artifacts()
    }
}

/// A target's spelling and files, for callers that need a part of them.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The spelling of names.
    pub names: Names,
    /// The spelling of types, if the target has one.
    pub speller: Option<Speller>,
    /// The files, each with the name of its module, type or event, if it has one.
    pub files: Vec<(Artifact, Option<String>)>,
}

impl Templates {
    /// Renders a target like [`render`](Self::render). Returns its spelling as well, and the item that each file is
    /// made of.
    ///
    /// # Errors
    /// As for `render`.
    #[doc(hidden)]
    pub fn rendered(&self, subject: &Subject<'_>, target: &str) -> Result<Rendered, Diagnostics> {
        let artifacts = self.render(subject, target)?;
        let Some(target) = self.targets.get(target) else { return Err(self.no_target(target)) };
        let names = choices::names(target, subject);
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
        let speller = Speller::new(&target.style, names.clone(), subject);
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

    /// Returns the licence files of the set, if the target includes them.
    fn licenses(&self) -> impl Iterator<Item = Artifact> {
        let files = &self.subject.contract.set.license_files;
        let is_package = !self.subject.choices(&self.target.name).single_file;
        files
            .iter()
            .filter(move |_| is_package && self.target.style.license_files)
            .map(|file| Artifact::new(&file.name, &file.text))
    }

    fn is_made(&self, source: &TemplateFile) -> bool {
        let choices = self.subject.choices(&self.target.name);
        !source.kind.is_within() && self.target.has(source, choices) && self.subject.has_all(&source.needs)
    }

    /// Renders a source to its files, each with the definition that it is made of.
    fn files(&self, source: &TemplateFile) -> Result<Vec<(Artifact, Option<&Origin>)>, Diagnostics> {
        let jobs = expand::jobs(self.target, source, self.subject, self.names)?;
        if source.kind == TemplateKind::Copied {
            let copy = |job: &Job| Artifact { path: job.path.clone(), contents: source.text.to_string() };
            return Ok(jobs.iter().map(|job| (copy(job), job.origin(self.subject))).collect());
        }
        let blank = self.target.style.blank_lines.filter(|_| !source.keeps_blank_lines);
        let mut artifacts = Vec::new();
        for job in jobs {
            // Stops at the first failure. The other files of this template would only repeat it.
            let text = self.text(source, &job).map_err(|error| failure::diagnostic(&error, self.target))?;
            let origin = job.origin(self.subject);
            artifacts
                .extend(whitespace::tidy(text, blank).map(|contents| (Artifact { path: job.path, contents }, origin)));
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

/// The files so far, by path in lower case, because some systems ignore the case of letters.
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
                // Two templates of the same definition need no second place.
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

/// Reports unknown features under `[needs]`: no package would get their files.
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

/// Returns a template error with this reason.
fn failed(reason: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, reason)
}
