//! All steps in one call: from the schemas and the templates to the files of every target, and to their plans.

use std::path::{Path, PathBuf};

use crate::artifact::Artifact;
use crate::check::{check, check_examples};
use crate::diagnostic::{Diagnostic, Diagnostics, Place};
use crate::link::{Definitions, link};
use crate::load::{SchemaSet, load};
use crate::lower::lower;
use crate::model::Contract;
use crate::render::Templates;
use crate::write::{Plan, retired};

/// What is generated from what.
#[derive(Debug, Clone)]
pub struct Options {
    /// The root of the schema set.
    pub schemas: PathBuf,
    /// The folder of the targets' folders.
    pub templates: PathBuf,
    /// Names of the targets to generate; all, if empty.
    pub only: Vec<String>,
}

/// The files of every target.
#[derive(Debug, Clone)]
pub struct Generated {
    /// Each target with its files, by name.
    pub outputs: Vec<Output>,
    /// These are all targets that there are.
    pub complete: bool,
    /// Warnings.
    pub findings: Diagnostics,
}

/// The files of one target.
#[derive(Debug, Clone)]
pub struct Output {
    /// Its name: its folder under the templates, and under the output.
    pub target: String,
    /// Its files.
    pub artifacts: Vec<Artifact>,
}

/// Runs every step but the last. Nothing is written.
///
/// # Errors
/// What is wrong with the schemas; if nothing is, what is wrong with the templates, in all targets. The places in it
/// start with the folders of the options, so that they can be opened from where those lead to.
pub fn generate(options: &Options) -> Result<Generated, Diagnostics> {
    let set = load(&options.schemas).map_err(|found| locate(found, None, options))?;
    let (contract, definitions, mut findings) = read(&set).map_err(|found| locate(found, Some(&set), options))?;
    let templates = Templates::open(&options.templates)?;
    let targets = choose(&templates, &options.only)?;
    let mut outputs = Vec::new();
    for target in targets {
        match templates.render(&contract, &definitions, &target) {
            Ok(artifacts) => outputs.push(Output { target, artifacts }),
            Err(found) => findings.extend(found),
        }
    }
    let complete = options.only.is_empty();
    let (outputs, findings) = locate(findings, Some(&set), options).or(outputs)?;
    Ok(Generated { outputs, complete, findings })
}

impl Generated {
    /// Compares every target with its folder under `out`, and finds the folders there whose target is gone. Where all
    /// targets were generated, whatever else stands in `out` is a foreign orphan: it has a plan of its own, the last.
    ///
    /// Gives the plans that could be made, and why the others could not.
    pub fn compare(self, out: &Path) -> (Vec<Plan>, Diagnostics) {
        let mut outputs = self.outputs;
        if self.complete {
            let gone = retired(out, &names(&outputs)).into_iter();
            outputs.extend(gone.map(|target| Output { target, artifacts: Vec::new() }));
        }
        let folders = names(&outputs);
        let compared = outputs.into_iter().map(|Output { target, artifacts }| Plan::of(&out.join(target), artifacts));
        let mut plans: Vec<_> = compared.map(|plan| plan.map(Some)).collect();
        if self.complete {
            plans.push(Plan::beside(out, &folders));
        }
        let mut findings = Diagnostics::default();
        let told = plans.into_iter().filter_map(|plan| plan.map_err(|found| findings.extend(found)).ok().flatten());
        (told.collect(), findings)
    }
}

fn names(outputs: &[Output]) -> Vec<String> {
    outputs.iter().map(|output| output.target.clone()).collect()
}

fn read(set: &SchemaSet) -> Result<(Contract, Definitions, Diagnostics), Diagnostics> {
    let mut findings = check(set);
    // What is wrong with the references is told in the same run as what is wrong with the keywords.
    let definitions = match link(set) {
        Ok((definitions, found)) => {
            findings.extend(found);
            definitions
        }
        Err(found) => {
            findings.extend(found);
            return Err(findings);
        }
    };
    let (definitions, mut findings) = findings.or(definitions)?;
    let (contract, found) = lower(set, &definitions)?;
    findings.extend(found);
    findings.extend(check_examples(set));
    findings.or((contract, definitions)).map(|((contract, definitions), findings)| (contract, definitions, findings))
}

fn choose(templates: &Templates, only: &[String]) -> Result<Vec<String>, Diagnostics> {
    let all = templates.targets();
    let mut findings = Diagnostics::default();
    if all.is_empty() {
        // Without this, a misspelt folder would read as: every target is gone, remove them.
        findings.push(
            Diagnostic::error("no-target", "there is no target in the folder of templates")
                .instead("name a folder of folders, each with a `target.toml`"),
        );
    }
    for name in only.iter().filter(|name| !all.contains(name)) {
        let finding = Diagnostic::error("no-target", format!("there is no target `{name}`"));
        findings.push(finding.instead(format!("one of: {}", all.join(", "))));
    }
    let chosen = all.into_iter().filter(|name| only.is_empty() || only.contains(name)).collect();
    findings.or(chosen).map(|(chosen, _)| chosen)
}

/// Steps name a schema from the root of its set, and a template from beside the folder of all templates; those that have
/// the model only know the pointer, and the set knows the line.
fn locate(mut findings: Diagnostics, set: Option<&SchemaSet>, options: &Options) -> Diagnostics {
    let beside = options.templates.parent().unwrap_or(Path::new(""));
    for place in findings.0.iter_mut().flat_map(|finding| finding.place.iter_mut().chain(&mut finding.other)) {
        if let Some(exact) = set.and_then(|set| line_of(place, set)) {
            *place = exact;
        }
        let template = beside.join(&place.file);
        let path = if template.starts_with(&options.templates) { template } else { options.schemas.join(&place.file) };
        place.file = path.display().to_string();
    }
    findings
}

fn line_of(place: &Place, set: &SchemaSet) -> Option<Place> {
    let pointer = place.pointer.as_deref().filter(|_| place.line == 0)?;
    Some(set.schema(&place.file)?.place(pointer))
}
