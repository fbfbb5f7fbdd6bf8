//! Runs all steps: from schemas and templates to the files of every target, and to their plans.

use std::collections::BTreeSet;
use std::mem::take;
use std::path::{Path, PathBuf};

use crate::artifact::Artifact;
use crate::check::{check, check_examples, leveled};
use crate::compat::{Edition, changelog, host_versions};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Level, Place};
use crate::file_name::refused_name;
use crate::hooks::{self, Catalogue, Hooks};
use crate::inputs::Inputs;
use crate::link::{self, Definitions, Linked, link};
use crate::load::{self, SET_FILE, SchemaSet, load};
use crate::lower::{lower, lower_unbroken};
use crate::model::{Contract, TypeDef};
use crate::nearest::{instead_of, nearest};
use crate::profile::Profile;
use crate::render::{Subject, Templates, own_type_findings, place_of_choice};
use crate::set::{Integers, Lint, LintLevel, SetFile};
use crate::validation::{ValidationPlan, problem_types};
use crate::write::{Plan, retired};

/// The inputs of the generator, and the targets to generate.
#[derive(Debug, Clone)]
pub struct Options {
    /// The root of the schema set, or its only schema.
    pub schemas: PathBuf,
    /// The name of the packages, instead of the one in the set file. A set without such a file has the name of its folder or of
    /// its schema otherwise.
    pub name: Option<String>,
    /// The folder that contains the targets' folders.
    pub templates: PathBuf,
    /// The names of the targets to generate; empty for all.
    pub only: Vec<String>,
    /// True for the types alone, in one file in place of each package. Targets without such a file are left out, unless they are
    /// named.
    pub single_file: bool,
}

/// The files of every target.
#[derive(Debug, Clone)]
pub struct Generated {
    /// Each target with its files, sorted by name.
    pub outputs: Vec<Output>,
    /// True if no target was left out.
    pub complete: bool,
    /// The folders of the schemas and templates; the generator never writes there.
    pub inputs: [PathBuf; 2],
    /// Warnings.
    pub findings: Diagnostics,
    /// Every file that was read.
    pub read: Inputs,
}

/// The source of the files. It is large, so a program that ends should not spend time on freeing it.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Source {
    /// The schemas and their model. Their warnings are in [`Generated::findings`].
    pub read: Read,
    /// The templates.
    pub templates: Templates,
}

impl Source {
    /// Returns everything that was read.
    pub(crate) fn inputs(&self) -> Inputs {
        let mut inputs = self.read.set.inputs.clone();
        inputs.extend(self.templates.inputs().clone());
        inputs
    }
}

/// Returns what a run with these options reads, also if the set has mistakes. Of a file that is not there, its folder is read.
#[cfg(feature = "program")]
pub(crate) fn inputs(options: &Options) -> Inputs {
    let root = load::root_of(&options.schemas);
    let mut paths = vec![options.schemas.clone(), root.join(SET_FILE)];
    let mut inputs = Inputs::default();
    if let Ok((set, _)) = load(&options.schemas, options.name.as_deref()) {
        inputs.extend(set.inputs);
        paths.extend(set.schemas.iter().flat_map(load::files_referred_to).map(|path| root.join(path)));
    }
    for path in paths {
        // What is wrong with it has been reported.
        let _ = inputs.has_file(&path);
    }
    inputs.add_below(&options.templates);
    inputs
}

/// The files of one target.
#[derive(Debug, Clone)]
pub struct Output {
    /// The name of its folder, in the templates and in the output.
    pub target: String,
    /// Its files.
    pub artifacts: Vec<Artifact>,
    /// There is a single file in place of a package.
    pub is_single_file: bool,
}

/// Runs every step except writing.
///
/// # Errors
/// The mistakes of the schemas or, without any, those of the templates of all targets. Places begin with the folders of
/// the options, so that you can open them from the current folder.
pub fn generate(options: &Options) -> Result<Generated, Diagnostics> {
    generate_with(options, || Templates::open(&options.templates)).map(|(generated, _)| generated)
}

/// Generates with these templates instead of those of the folder, whose path is only used in messages. Also returns the
/// source of the files.
///
/// # Errors
/// As for [`generate`].
#[doc(hidden)]
pub fn generate_with(
    options: &Options,
    open: impl FnOnce() -> Result<Templates, Diagnostics>,
) -> Result<(Generated, Source), Diagnostics> {
    generate_as(options, open, |_| {})
}

/// Like [`generate_with`], with a change of the set's settings before anything is rendered.
///
/// # Errors
/// As for [`generate`].
pub(crate) fn generate_as(
    options: &Options,
    open: impl FnOnce() -> Result<Templates, Diagnostics>,
    change: impl FnOnce(&mut SetFile),
) -> Result<(Generated, Source), Diagnostics> {
    let mut source =
        read_as(&options.schemas, options.name.as_deref()).map_err(|found| locate(found, None, options))?;
    change(&mut source.set.file);
    let mut findings = take(&mut source.findings);
    let opened = open().and_then(|templates| templates.replaced(&source.set.templates));
    let chosen = opened.and_then(|templates| Ok((choose(&templates, &options.only)?, templates)));
    let (mut targets, templates) = match chosen {
        Ok(chosen) => chosen,
        Err(found) => {
            // Warnings about the schemas are reported anyway.
            let mut findings = locate(findings, Some(&source.set), options);
            findings.extend(locate(found, Some(&source.set), options));
            return Err(findings);
        }
    };
    if source.set.file.types.integers == Integers::Wide {
        let (with, without): (Vec<_>, Vec<_>) = targets.into_iter().partition(|it| templates.has_wide_integers(it));
        let all = templates.targets().into_iter().filter(|it| templates.has_wide_integers(it)).collect::<Vec<_>>();
        findings.extend(without_wide_integers(&without, &all, &source.set, options.only.is_empty()));
        targets = with;
    }
    if options.single_file {
        let (with, without): (Vec<_>, Vec<_>) = targets.into_iter().partition(|it| templates.has_single_file(it));
        findings.extend(without_single_file(&without, &options.only, &templates));
        with.iter().for_each(|it| source.set.file.targets.entry(it.clone()).or_default().single_file = true);
        targets = with;
    }
    if targets.iter().any(|it| templates.has_types(it)) && targets.iter().all(|it| templates.has_places(it)) {
        findings.0.retain(|it| !is_about_places(it));
    }
    let Read { set, contract, .. } = &source;
    findings.extend(refused_as_package(&targets, &templates, set));
    findings.extend(choices_for_no_target(&templates, set));
    findings.extend(own_types(&targets, set));
    let subject = source.subject();
    let mut outputs = Vec::new();
    for target in targets {
        match templates.render(&subject, &target) {
            Ok(artifacts) => {
                let is_single_file = subject.choices(&target).single_file;
                outputs.push(Output { target, artifacts, is_single_file });
            }
            Err(found) => add_unreported_file_names(&mut findings, found),
        }
    }
    findings.extend(refused_by_systems(&outputs, contract));
    quote_titles(&mut findings, set);
    let complete = options.only.is_empty() && !options.single_file;
    let (outputs, findings) = locate(findings, Some(set), options).or(outputs)?;
    let inputs = [options.schemas.clone(), options.templates.clone()];
    let source = Source { read: source, templates };
    let read = source.inputs();
    Ok((Generated { outputs, complete, inputs, findings, read }, source))
}

/// Returns true for a warning that no type shows what is at the places of a list.
fn is_about_places(finding: &Diagnostic) -> bool {
    let pointer = finding.place.as_ref().and_then(|place| place.pointer.as_deref()).unwrap_or_default();
    let is_places = ["prefixItems", "items", "additionalItems"].iter().any(|key| pointer.ends_with(&format!("/{key}")));
    finding.code == Code::UntypedKeyword && finding.level == Level::Warning && is_places
}

/// Names the author's own spelling in a diagnostic about a file name: several words can become one name.
fn quote_titles(findings: &mut Diagnostics, set: &SchemaSet) {
    for one in findings.0.iter_mut().filter(|one| one.code == Code::NoFileName) {
        let node = one.place.as_ref().and_then(|place| set.schema(&place.file)?.value.pointer(place.pointer.as_ref()?));
        let title = node.and_then(|node| node.get("title")?.as_str()).map(|title| format!("{title:?}"));
        if let Some(title) = title.filter(|title| !one.message.contains(title.as_str())) {
            one.message = format!("{}, which is made of the title {title}", one.message);
        }
    }
}

/// Reports each target that cannot have a package of the set's name.
fn refused_as_package(targets: &[String], templates: &Templates, set: &SchemaSet) -> Diagnostics {
    let name = &set.file.package.name;
    let refused = targets.iter().filter(|target| !templates.can_be_called(target, name));
    let finding = |target: &String| {
        Diagnostic::error(Code::BadSetFile, format!("`package.name` is not a valid package name in {target}: `{name}`"))
            .at(set.named_at.clone())
            .because("the language, or its registry, has something else of that name: nobody could import the package")
            .instead(format!(
                "give the set another name, `{name}-types`, or name the other targets alone with `--only`"
            ))
    };
    Diagnostics(refused.map(finding).collect())
}

/// Reports the types of the owner's in these targets, at the level of the lint.
fn own_types(targets: &[String], set: &SchemaSet) -> Diagnostics {
    let found = targets.iter().flat_map(|target| own_type_findings(target, &set.file).0);
    match set.file.level(Lint::OwnType) {
        LintLevel::Allow => Diagnostics::default(),
        level => Diagnostics(found.map(|one| leveled(one, level)).collect()),
    }
}

/// Reports each section of choices for a target that there is not: as an error, if the name looks like a misspelling. A set can be
/// rendered from several folders of templates, and a target be in one of them only.
fn choices_for_no_target(templates: &Templates, set: &SchemaSet) -> Diagnostics {
    let all = templates.targets();
    let unknown = set.file.targets.keys().filter(|name| !all.contains(name));
    let finding = |name: &String| {
        let advice = instead_of(name, all.iter().map(String::as_str), &format!("write one of: {}", all.join(", ")));
        let finding =
            Diagnostic::error(Code::BadSetFile, format!("`[targets.{name}]` is about a target that there is not"))
                .at(place_of_choice(name, []))
                .instead(advice);
        let is_misspelled = !nearest(name, all.iter().map(String::as_str), 1).is_empty();
        if is_misspelled { finding } else { Diagnostic { level: Level::Warning, ..finding } }
    };
    Diagnostics(unknown.map(finding).collect())
}

/// Reports each definition whose name makes a file name that some system rejects. A file name of a template is reported
/// at the template.
fn refused_by_systems(outputs: &[Output], contract: &Contract) -> Diagnostics {
    let mut found = Diagnostics::default();
    let mut reported = BTreeSet::new();
    for name in outputs.iter().flat_map(|output| &output.artifacts).flat_map(|file| file.path.split('/')) {
        let Some(reason) = refused_name(name) else { continue };
        let stem = name.split('.').next().unwrap_or_default();
        let named = |def: &&TypeDef| [&def.name, &def.module].into_iter().any(|it| it.eq_ignore_ascii_case(stem));
        let Some(def) = contract.types.iter().find(named).filter(|def| reported.insert(&def.name)) else { continue };
        let what = format!("no file can be called `{name}`, which is made of `{}`", def.name);
        let place = Place::of_file(&def.origin.file).with_pointer(&def.origin.pointer);
        let finding = Diagnostic::error(Code::NoFileName, what).at(place).because(reason);
        found.push(finding.instead("rename the definition, or its file"));
    }
    found
}

impl Generated {
    /// Compares every target with its folder under `out`, and finds folders without a target. If all targets were
    /// generated, other files in `out` are foreign orphans, which have their own plan, the last.
    ///
    /// Returns the plans, and the diagnostics of targets without one.
    pub fn compare(self, out: &Path) -> (Vec<Plan>, Diagnostics) {
        if let Some(input) = self.inputs.iter().find(|input| is_inside(out, input)) {
            return (Vec::new(), in_input(out, input).into());
        }
        if let Some(file) = out.ancestors().find(|part| part.exists()).filter(|part| !part.is_dir()) {
            return (Vec::new(), in_the_way(out, file).into());
        }
        let mut outputs = self.outputs;
        if self.complete {
            let gone = retired(out, &names(&outputs)).into_iter();
            outputs.extend(gone.map(|target| Output { target, artifacts: Vec::new(), is_single_file: false }));
        }
        let folders = names(&outputs);
        let compared = outputs.into_iter().map(|Output { target, artifacts, is_single_file }| match is_single_file {
            true => Plan::of_single_file(&out.join(target), artifacts),
            false => Plan::of(&out.join(target), artifacts),
        });
        let mut plans: Vec<_> = compared.map(|plan| plan.map(Some)).collect();
        if self.complete {
            plans.push(Ok(Plan::outside_targets(out, &folders)));
        }
        let mut findings = Diagnostics::default();
        let reported = plans.into_iter().filter_map(|plan| plan.map_err(|found| findings.extend(found)).ok().flatten());
        let plans: Vec<_> = reported.collect();
        plans
            .iter()
            .filter_map(Plan::missing_manifest_warning)
            .for_each(|missing_manifest_warning| findings.push(missing_manifest_warning));
        (plans, findings)
    }
}

/// Returns true if a folder is another one or is inside it, with links resolved. It does not need to exist yet.
fn is_inside(folder: &Path, other: &Path) -> bool {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let real = absolute.ancestors().find_map(|part| part.canonicalize().ok());
    real.zip(other.canonicalize().ok()).is_some_and(|(real, other)| real.starts_with(other))
}

fn in_input(out: &Path, input: &Path) -> Diagnostic {
    let place = if is_inside(input, out) { "is" } else { "lies in" };
    let message =
        format!("the folder to write to, `{}`, {place} one that is read, `{}`", out.display(), input.display());
    Diagnostic::error(Code::OutputNotOurs, message)
        .because("the next run would take what is written there for schemas or templates")
        .instead("name a folder with `--out` that is neither that of the schemas nor that of the templates, nor in one of them")
}

fn in_the_way(out: &Path, file: &Path) -> Diagnostic {
    let message = format!("`{}` is a file, and has to be a folder to write `{}`", file.display(), out.display());
    Diagnostic::error(Code::InTheWay, message)
        .because("each target gets a folder there")
        .instead("name another folder with `--out`, or move the file away")
}

fn names(outputs: &[Output]) -> Vec<String> {
    outputs.iter().map(|output| output.target.clone()).collect()
}

/// Returns `[names]` for the set file, as TOML: each name that the schemas do not give, so that no addition to them changes it.
/// The names that are there already are in it.
///
/// # Errors
/// The schemas have a mistake.
pub fn names_table(schemas: &Path, name: Option<&str>) -> Result<String, Diagnostics> {
    let names = link::names_table(&read_as(schemas, name)?.set);
    Ok(toml::Table::from_iter([("names".to_owned(), names.into())]).to_string())
}

/// The results of every step up to the model.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Read {
    /// The loaded set.
    pub set: SchemaSet,
    /// The model.
    pub contract: Contract,
    /// The definitions of the model.
    pub definitions: Definitions,
    /// The features of the set.
    pub hooks: Hooks,
    /// The profiles.
    pub profiles: Vec<Profile>,
    /// The types of problems, if the packages have validators and the set does not define them.
    pub problems: Option<Contract>,
    /// Warnings.
    pub findings: Diagnostics,
}

impl Read {
    /// Returns the contract with the changes of its host that are not visible in schemas.
    pub fn edition(&self) -> Edition<'_> {
        Edition { contract: &self.contract, changes: &self.hooks.changes }
    }

    /// Returns the validation plan of the set.
    pub fn plan(&self) -> ValidationPlan {
        self.hooks.plan(&self.contract, &self.profiles)
    }

    /// Returns all data for rendering a target.
    pub fn subject(&self) -> Subject<'_> {
        let mut extras = self.hooks.extras(&self.contract);
        let changelog = changelog(self.edition());
        extras.set("host_versions", &host_versions(&changelog, self.hooks.catalogue.value()));
        extras.set("changelog", &changelog);
        let problems = self.problems.as_ref();
        let subject = Subject::new(&self.contract, &self.definitions, self.plan(), &self.profiles, problems, extras);
        subject.choosing(&self.set.file.targets)
    }
}

/// Runs every step up to the model. Each step continues after mistakes where it can, so that one run reports them all.
///
/// # Errors
/// All findings, warnings included, if one of them is an error.
#[doc(hidden)]
pub fn read(schemas: &Path) -> Result<Read, Diagnostics> {
    read_as(schemas, None)
}

/// Like [`read`], with another name for the packages.
///
/// # Errors
/// As for [`read`].
#[doc(hidden)]
pub fn read_as(schemas: &Path, name: Option<&str>) -> Result<Read, Diagnostics> {
    let (set, findings) = load(schemas, name)?;
    read_loaded(set, findings)
}

/// Runs the steps between loading and the model. `findings` are those of loading.
pub(crate) fn read_loaded(set: SchemaSet, findings: Diagnostics) -> Result<Read, Diagnostics> {
    if set.file.types.views.is_empty() {
        return modelled(set, findings);
    }
    // A view has the mistakes of its type, at the same places.
    match modelled(set, findings) {
        Ok(read) => Ok(Read { findings: read.findings.without_repetitions(), ..read }),
        Err(found) => Err(found.without_repetitions()),
    }
}

fn modelled(mut set: SchemaSet, mut findings: Diagnostics) -> Result<Read, Diagnostics> {
    let (catalogue, found) = hooks::prepare(&mut set);
    findings.extend(found);
    let (contract, definitions, mut findings) = lower_set(&set, &catalogue, findings)?;
    let hooks = Hooks::read(&set, &contract, &catalogue);
    let hooks = hooks.map_err(|found| findings.extend(found)).unwrap_or_default();
    let mut profiles = Vec::new();
    for profile in &set.profiles {
        match lower_set(&profile.set, &catalogue.of_profile(&profile.set), Diagnostics::default()) {
            Ok((own, definitions, found)) => {
                add_of_profile(&mut findings, found, profile);
                let profile = Profile::new(profile, &contract, own, definitions);
                findings.extend(profile.check());
                profiles.push(profile);
            }
            Err(found) => add_of_profile(&mut findings, found, profile),
        }
    }
    let problems = problem_types(&contract).map_err(|found| findings.extend(found)).unwrap_or_default();
    findings.or(()).map(|((), findings)| Read { set, contract, definitions, hooks, profiles, problems, findings })
}

/// Returns the model of a set. Its findings follow the given ones.
fn lower_set(
    set: &SchemaSet,
    catalogue: &Catalogue,
    mut findings: Diagnostics,
) -> Result<(Contract, Definitions, Diagnostics), Diagnostics> {
    findings.extend(check(set));
    let sound = !findings.has_errors();
    // References to a file that cannot be read are not reported again.
    if !set.complete {
        return Err(findings);
    }
    let Linked { definitions, found, sound: linked } = link(set);
    findings.extend(found);
    if !linked {
        add_unreported(&mut findings, lower_unbroken(set, &definitions));
        return Err(findings);
    }
    // Its own schema has already reported most of these mistakes.
    add_unreported(&mut findings, catalogue.mistakes.clone());
    let lowered = lower(set, &definitions, &catalogue.operations());
    // In a schema with a mistake, a validator would only report consequences of it.
    if sound && lowered.is_ok() {
        findings.extend(check_examples(set));
    }
    match lowered {
        Ok((contract, found)) => {
            findings.extend(found);
            findings.or(()).map(|((), findings)| (contract, definitions, findings))
        }
        Err(found) => {
            add_unreported(&mut findings, found);
            Err(findings)
        }
    }
}

/// Adds the findings of a profile, except those of the set.
fn add_of_profile(findings: &mut Diagnostics, found: Diagnostics, profile: &load::LoadedProfile) {
    for one in found.0.into_iter().filter(|one| !findings.0.contains(one)).collect::<Vec<_>>() {
        let message = format!("in the profile `{}`: {}", profile.name, one.message);
        findings.push(Diagnostic { message, ..one });
    }
}

/// Adds the findings of a later step, except those about a mistake that is already reported.
fn add_unreported(findings: &mut Diagnostics, found: Diagnostics) {
    for one in found.0 {
        let is_news = |reported: &Diagnostic| {
            let follows = reported.code == one.code || reported.code == Code::MetaSchema;
            one.place.is_none() || !follows || reported.place != one.place
        };
        if findings.0.iter().all(is_news) {
            findings.push(one);
        }
    }
}

/// Adds the findings of a target. An impossible file name is added once, although every template that is repeated over
/// types reports it in every target.
fn add_unreported_file_names(findings: &mut Diagnostics, found: Diagnostics) {
    let key =
        |one: &Diagnostic| (one.message.clone(), one.place.as_ref().map(|it| (it.file.clone(), it.pointer.clone())));
    let of_file = |one: &&Diagnostic| one.code == Code::NoFileName;
    let mut reported: BTreeSet<_> = findings.0.iter().filter(of_file).map(key).collect();
    let is_news = |one: &Diagnostic| one.code != Code::NoFileName || reported.insert(key(one));
    findings.0.extend(found.0.into_iter().filter(is_news));
}

/// Returns the requested targets; all, if none is named.
///
/// # Errors
/// There are no targets, or one of the names is unknown.
pub(crate) fn choose(templates: &Templates, only: &[String]) -> Result<Vec<String>, Diagnostics> {
    let all = templates.targets();
    let mut findings = Diagnostics::default();
    if all.is_empty() {
        // Otherwise a misspelt folder would look as if all targets were removed.
        findings.push(
            Diagnostic::error(Code::NoTarget, "there is no target in the folder of templates")
                .instead("name a folder of folders, each with a `target.toml`, with `--templates`, or leave that out"),
        );
    }
    let called: Vec<&str> = only.iter().filter_map(|name| templates.target_called(name)).collect();
    for name in only.iter().filter(|name| templates.target_called(name).is_none()) {
        let finding = Diagnostic::error(Code::NoTarget, format!("there is no target `{name}`"));
        findings.push(finding.instead(format!("one of: {}", all.join(", "))));
    }
    let chosen = all.into_iter().filter(|name| only.is_empty() || called.contains(&name.as_str())).collect();
    findings.or(chosen).map(|(chosen, _)| chosen)
}

/// Reports each target without integers of 64 bits: as an error if it was named, and otherwise that it is left out.
fn without_wide_integers(targets: &[String], others: &[String], set: &SchemaSet, leaves_out: bool) -> Diagnostics {
    let finding = |target: &String| {
        let message = format!("the target `{target}` cannot hold integers of 64 bits");
        let advice = match others {
            [] => "take `integers = \"wide\"` out".to_owned(),
            _ => format!("generate with `--only {}`, or take `integers = \"wide\"` out", others.join(",")),
        };
        let place = set.place_of_setting("/types/integers");
        let error = Diagnostic::error(Code::NoTarget, message).at(place).instead(advice);
        if leaves_out {
            let left_out = error.because("the set has `integers = \"wide\"`, so this target is left out");
            return Diagnostic { level: Level::Warning, ..left_out };
        }
        error.because("the set has `integers = \"wide\"`")
    };
    Diagnostics(targets.iter().map(finding).collect())
}

/// Reports each target that was named and has no form of one file.
fn without_single_file(targets: &[String], only: &[String], templates: &Templates) -> Diagnostics {
    let with: Vec<String> = templates.targets().into_iter().filter(|it| templates.has_single_file(it)).collect();
    let is_named = |target: &&String| only.iter().any(|name| templates.target_called(name) == Some(target.as_str()));
    let finding = |target: &String| {
        Diagnostic::error(Code::NoTarget, format!("the target `{target}` is not a single file"))
            .because("it has no template for one")
            .instead(format!("name one of these with `--only`: {}", with.join(", ")))
    };
    Diagnostics(targets.iter().filter(is_named).map(finding).collect())
}

/// The prefix of template names, for any folder of templates.
const TEMPLATES: &str = "templates/";

/// Completes the places of diagnostics. Steps name a schema from the root of its set, and a template from the folder of
/// all templates; later steps only know the pointer, and the set knows the line.
fn locate(mut findings: Diagnostics, set: Option<&SchemaSet>, options: &Options) -> Diagnostics {
    for place in findings.0.iter_mut().flat_map(|finding| finding.place.iter_mut().chain(&mut finding.other)) {
        if let Some(exact) = set.and_then(|set| line_of(place, set)) {
            *place = exact;
        }
        // Without a set, there are no diagnostics about templates.
        let is_of_set = set.is_none_or(|set| set.schema(&place.file).is_some() || set.has_template(&place.file));
        let template = place.file.strip_prefix(TEMPLATES).filter(|_| !is_of_set);
        let path = template
            .map_or_else(|| load::root_of(&options.schemas).join(&place.file), |file| options.templates.join(file));
        place.file = path.display().to_string();
    }
    findings
}

/// Adds line and column to a place with a pointer, if the set has the file.
pub(crate) fn line_of(place: &Place, set: &SchemaSet) -> Option<Place> {
    let pointer = place.pointer.as_deref().filter(|_| place.line == 0)?;
    if place.file == SET_FILE {
        return Some(set.place_of_setting(pointer));
    }
    Some(set.schema(&place.file)?.place(pointer))
}
