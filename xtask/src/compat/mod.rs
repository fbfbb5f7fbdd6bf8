//! `cargo xtask compat`: lists the changes between an older state of the contract and the current one.

mod revision;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use hookwire_codegen::compat::{Report, older};
use hookwire_codegen::generate::{Read, read};
use hookwire_codegen::internal::diagnostic::{self, Diagnostics};
use hookwire_codegen::internal::model::version_numbers;
use hookwire_codegen::run::{FAILED, OUT_OF_DATE, SUCCESS, WRONG_USAGE, colour, end};

pub use self::revision::Checkout;
use hookwire_harness::workspace;

/// List the changes since an older state of the contract, whom they harm, and the version step that they need
///
/// Exit codes: 0 all is well, 1 something is wrong, 2 wrong usage, 4 the version of the packages is too low (with
/// --check). See docs/compat.md.
#[derive(clap::Args)]
pub struct Args {
    /// The older state: a folder of schemas, a version of the host (`2.1.163`), or a revision of git (`main~3`)
    #[arg(long, value_name = "REV|DIR|VERSION")]
    against: String,
    /// The current schema set [default: schemas/ of this repository]
    #[arg(long, value_name = "DIR")]
    schemas: Option<PathBuf>,
    /// The format of the report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Fail if the version in `codegen.toml` is too low for the changes; not with a version of the host
    #[arg(long)]
    check: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON document for programs, described in docs/compat.schema.json
    Json,
    /// For a changelog, or a comment in a review
    Markdown,
}

/// The reasons for a missing report.
enum Failure {
    /// An error outside of the schemas.
    Message(String),
    /// The schemas have mistakes.
    Findings(Diagnostics),
    /// The arguments cannot be combined.
    Usage(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Message(message) | Self::Usage(message) => write!(f, "error: {message}"),
            Self::Findings(found) => {
                found.0.iter().try_for_each(|one| writeln!(f, "{}\n", diagnostic::text(one, false)))
            }
        }
    }
}

/// Runs the command and prints its report.
pub fn run(args: &Args) -> ExitCode {
    match report(args) {
        Ok(report) => {
            let text = match args.format {
                Format::Text => report.text(colour()),
                Format::Json => report.json(),
                Format::Markdown => report.markdown(),
            };
            end(&text, if args.check && !report.is_sufficient { OUT_OF_DATE } else { SUCCESS })
        }
        Err(failure) => {
            eprintln!("{}", failure.to_string().trim_end_matches('\n'));
            ExitCode::from(if matches!(failure, Failure::Usage(_)) { WRONG_USAGE } else { FAILED })
        }
    }
}

/// Compares the current schemas with those of a revision.
///
/// # Errors
/// One of the two cannot be read as a contract; the text lists its mistakes.
pub fn since_release(schemas: &Path, older: &Checkout, revision: &str) -> Result<Report, String> {
    let report = current(schemas).and_then(|today| against_revision(&today, older, revision));
    report.map_err(|failure| failure.to_string())
}

fn report(args: &Args) -> Result<Report, Failure> {
    let schemas = args.schemas.clone().unwrap_or_else(|| workspace::path("schemas"));
    let against = args.against.as_str();
    let today = current(&schemas)?;
    if Path::new(against).is_dir() {
        let folder = Path::new(against);
        let old = older(folder, &today.set).map_err(|found| Failure::Findings(below(folder, found)))?;
        return Ok(Report::between(old.edition(), today.edition(), against));
    }
    if against.contains('.') && version_numbers(against).is_some() {
        if args.check {
            let why = "an older state of the host is no package, and needs no version of its own";
            return Err(Failure::Usage(format!("--check is not for a version of the host: {why}")));
        }
        return Report::since(today.edition(), against).map_err(|error| Failure::Message(error.to_string()));
    }
    let checkout = Checkout::of(&schemas, against).map_err(Failure::Message)?;
    against_revision(&today, &checkout, against)
}

fn current(schemas: &Path) -> Result<Read, Failure> {
    read(schemas).map_err(|found| Failure::Findings(below(schemas, found)))
}

fn against_revision(today: &Read, checkout: &Checkout, revision: &str) -> Result<Report, Failure> {
    let old = older(checkout.schemas(), &today.set).map_err(|found| Failure::Findings(checkout.named(found)))?;
    Ok(Report::between(old.edition(), today.edition(), revision))
}

/// Adds the path of this folder to the findings.
fn below(schemas: &Path, mut found: Diagnostics) -> Diagnostics {
    for place in found.0.iter_mut().flat_map(|one| one.place.iter_mut().chain(&mut one.other)) {
        place.file = schemas.join(&place.file).display().to_string();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::revision::tests::repository;
    use super::*;

    /// Compares the small set of the tour with another state.
    fn against(against: &str, check: bool) -> Result<Report, Failure> {
        let schemas = Some(workspace::path("tests/sets/tour"));
        report(&Args { against: against.to_owned(), schemas, format: Format::Text, check })
    }

    fn tour() -> String {
        workspace::path("tests/sets/tour").display().to_string()
    }

    #[test]
    fn a_folder_is_read_and_compared() {
        let same = against(&tour(), true).ok();
        assert_eq!(same.map(|report| (report.counts(), report.is_sufficient)), Some(((0, 0), true)));
        let other = against(&workspace::path("tests/sets/lights").display().to_string(), false).ok();
        assert!(other.is_some_and(|report| report.counts().0 > 4));
    }

    #[test]
    fn a_folder_without_schemas_is_reported_with_its_place() {
        let found = match against(&workspace::path("tests/compat").display().to_string(), false) {
            Err(Failure::Findings(found)) => found,
            _ => Diagnostics::default(),
        };
        let files: Vec<String> = found.0.iter().filter_map(|one| Some(one.place.as_ref()?.file.clone())).collect();
        assert!(files.iter().any(|file| file.ends_with("tests/compat/codegen.toml")), "{files:?}");
    }

    /// Returns a schema of one type with these keywords.
    fn lamp(inside: &str) -> String {
        let head = r#""$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Lamp", "type": "object""#;
        format!("{{{head},\n{inside}}}\n")
    }

    const NAMED: &str = "[package]\nname = \"lamps\"\n";
    const STRICT: &str =
        "[package]\nname = \"lamps\"\n[lints]\nundescribed = \"deny\"\nuntyped = \"deny\"\ninline-object = \"deny\"\n";

    #[test]
    fn an_old_revision_is_not_checked_by_newer_rules() {
        // No description, an old form of an annotation, a removed annotation, a stray example, an inline type.
        let of_old = r#""x-strict": {"confirmed": "1"}, "x-gone": 1, "properties": {"on": {"type": "boolean"},
            "at": {"type": "object", "properties": {"x": {"type": "integer"}}}}"#;
        let current =
            r#""description": "A lamp.", "properties": {"on": {"type": "boolean", "description": "It is on."}}"#;
        let (old, today) = (lamp(of_old), lamp(current));
        let settings = format!("{STRICT}default-refused = \"deny\"\n[files]\nexamples = \"examples\"\n");
        let home = repository(&[
            &[("codegen.toml", &settings), ("lamp.schema.json", &old), ("examples/stray.json", "{}")],
            &[("codegen.toml", STRICT), ("lamp.schema.json", &today)],
        ]);
        std::fs::remove_dir_all(home.path().join("set/examples")).unwrap_or_default();
        let args = |against: &str| Args {
            against: against.to_owned(),
            schemas: Some(home.path().join("set")),
            format: Format::Text,
            check: false,
        };
        let reported = report(&args("HEAD~1")).map_or_else(|failure| failure.to_string(), |it| it.text(false));
        assert!(reported.contains("`LampAt` is gone") && reported.contains("Needs  a major step"), "{reported}");
        let same = report(&args("HEAD")).map_or_else(|failure| failure.to_string(), |it| it.text(false));
        assert!(!same.contains("major") && !same.contains("Lamp"), "{same}");
    }

    #[test]
    fn an_unreadable_revision_is_reported_with_its_place() {
        let old = lamp(r##""properties": {"on": {"$ref": "#/$defs/Switch"}}"##);
        let today = lamp(r#""properties": {"on": {"type": "boolean"}}"#);
        let home = repository(&[
            &[("codegen.toml", NAMED), ("below/lamp.schema.json", &old)],
            &[("codegen.toml", NAMED), ("below/lamp.schema.json", &today)],
        ]);
        let schemas = Some(home.path().join("set"));
        let args = Args { against: "HEAD~1".to_owned(), schemas, format: Format::Text, check: false };
        let reported = report(&args).err().map(|failure| failure.to_string()).unwrap_or_default();
        assert!(reported.contains("error[reference]"), "{reported}");
        assert!(reported.contains("--> HEAD~1:set/below/lamp.schema.json:2:"), "{reported}");
        assert_eq!(run(&args), ExitCode::from(FAILED));
    }

    #[test]
    fn numbers_with_dots_are_a_version_of_the_host_which_is_no_package() {
        assert!(
            matches!(against("1.0", false), Err(Failure::Message(reported)) if reported.contains("names no `[host]`"))
        );
        assert!(matches!(against("1.0", true), Err(Failure::Usage(_))));
    }
}
