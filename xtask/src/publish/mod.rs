//! `cargo xtask publish --dry-run`: does everything that comes before the upload of the packages.
//!
//! The upload itself is done by `.github/workflows/publish.yml`: the registries trust that workflow, so no machine and
//! no repository has a token that could be lost.

mod ready;
mod registry;
mod release;
mod step;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub use registry::{Upload, Version, uploads};
pub use step::step;

use crate::package;
use hookwire_harness::{Root, workspace};

/// The exit code for wrong arguments.
const WRONG_USAGE: u8 = 2;

/// Do everything that comes before the upload of the packages; requires `--dry-run`
///
/// Refuses uncommitted files, generated files or listings that are out of date, and a version that is too low for the
/// changes since the last release (a tag `v<version>`). Exit codes: 0 all is well, 1 something is wrong, 2 wrong usage.
/// See docs/publishing.md.
#[derive(clap::Args)]
pub struct Args {
    /// Upload nothing
    #[arg(long)]
    dry_run: bool,
    /// The folder of the packages [default: target/publish]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let root = Root::new(workspace::root());
    if !args.dry_run {
        eprintln!("error: {}", not_from_here(&root));
        return ExitCode::from(WRONG_USAGE);
    }
    let out = args.out.clone().unwrap_or_else(|| workspace::path("target/publish"));
    match rehearse(&root, &out) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(wrong) => {
            eprintln!("error: {wrong}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the reason why nothing is uploaded, and how to upload.
fn not_from_here(root: &Root) -> String {
    let tag =
        hookwire_harness::version(root).map_or("v<version>".to_owned(), |version| release::Release::of(&version).tag());
    format!(
        "nothing is uploaded from a machine, which would need a token for each registry: a tag that is pushed has \
         .github/workflows/publish.yml do it\n\n    cargo xtask publish --dry-run    # all that comes before\n    \
         git tag {tag} && git push origin {tag}"
    )
}

/// The limit of the rehearsal: npm checks the repository only with the upload.
const NO_REPOSITORY: &str = "\nnote: npm takes the provenance of a package only if that names its repository: write `repository` in \
                             `[package]` of schemas/codegen.toml\n";

/// The packages of the command are made on a machine of each platform.
const NO_WHEELS: &str =
    "\nnote: the packages of the command are not among them: only the workflow has a machine of each platform\n";

/// Another limit: no tool of a registry follows the links of a README.
const NO_DOCUMENTATION: &str = "\nnote: on a registry, the links of the READMEs to the documentation lead nowhere: write `documentation` \
                                in `[package]` of schemas/codegen.toml\n";

/// Makes the packages, if they may be published, and runs each registry's dry run. Returns the order of the uploads.
fn rehearse(root: &Root, out: &Path) -> Result<String, String> {
    let last = release::last(root)?;
    let since = last.map_or("no tag is called after a version".to_owned(), |it| format!("{} was the last", it.tag()));
    println!("the release of {} ({since})", hookwire_harness::version(root)?);
    let reasons = ready::reasons(root)?;
    if !reasons.is_empty() {
        let one = |reason: &String| format!("\n* {}\n", reason.trim_end().replace('\n', "\n  "));
        let count = if reasons.len() == 1 { "1 reason".to_owned() } else { format!("{} reasons", reasons.len()) };
        return Err(format!("{count} not to publish this:\n{}", reasons.iter().map(one).collect::<String>()));
    }
    let made = package::checked(root, out)?;
    let mut uploads = uploads(root, &made, out, Version::New)?;
    let wrong: Vec<String> = uploads.iter_mut().filter_map(|upload| upload.rehearse().err()).collect();
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    let mut texts: Vec<String> = uploads.iter().map(Upload::text).collect();
    let command = registry::command(root, &out.join("command"))?;
    let of_command = if command.is_none() { NO_WHEELS } else { "" };
    // What depends on the command comes after it.
    for (place, text) in [2, 4, 5].into_iter().zip(command.into_iter().flatten()) {
        texts.insert(place, text);
    }
    let list = texts.iter().enumerate().map(|(place, text)| format!("\n{}. {text}", place + 1));
    let package = hookwire_harness::identity(root)?.package;
    let notes = [(package.repository, NO_REPOSITORY), (package.documentation, NO_DOCUMENTATION)];
    let notes = notes.into_iter().filter(|(url, _)| url.is_none()).map(|(_, note)| note);
    let [list, notes] = [list.collect::<String>(), notes.collect()];
    Ok(format!("\nNothing was uploaded. This is the order:\n{list}{of_command}{notes}"))
}
