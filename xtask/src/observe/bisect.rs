//! `cargo xtask observe --bisect`: finds the version of the host in which the observation of a case changed.

use std::path::Path;

use hookwire_codegen::internal::model::Contract;
use hookwire_observe::bisect::bisect;
use hookwire_observe::case::Case;
use hookwire_observe::observation::Observation;
use hookwire_observe::program::{self, Program, Release};
use hookwire_observe::{family, other_versions, registry};

/// Bisects the versions from `from` to `to`, both included, and prints each step and the result. `look` runs the case on a
/// version; it returns `None` if the host got lost, or did not run the hook.
///
/// # Errors
/// There is no such case or version, a version cannot be fetched, or the host cannot be started.
pub fn run(
    contract: &Contract,
    root: &Path,
    (case, from, to): (&str, &str, &str),
    look: impl Fn(&Program, &Case) -> Result<Option<Observation>, String>,
) -> Result<(), String> {
    let case = one_case(contract, case)?;
    let all = between(program::releases()?, from, to)?;
    let first = all.first().map_or(from, |it| &it.version);
    println!("{}: {} versions from {first} to {to}", case.id, all.len());
    let found = bisect(all.len(), |at| {
        let version = &all[at];
        let program = Fetched::get(root, version)?;
        // A change of what the host can report is no change of what it does.
        let seen = look(&program.program, &case)?.map(|seen| other_versions::reportable(seen, from));
        println!("{:>9}  {}", version.version, shown(seen.as_ref()));
        program.end()?;
        Ok(seen)
    })?;
    match found {
        None => println!("{from} and {to} do the same"),
        Some(change) => {
            let after = &all[change.last + 1].version;
            println!("changed in {after}\n  {} {}", all[change.last].version, shown(change.before.as_ref()));
            println!("  {after} {}", shown(change.after.as_ref()));
        }
    }
    Ok(())
}

/// Returns the case of this id, or the only one whose id contains the text.
fn one_case(contract: &Contract, text: &str) -> Result<Case, String> {
    let all = contract.operations.each.iter().flat_map(|event| family::cases(contract, &event.name));
    let mut found: Vec<Case> = all.filter(|case| case.id.contains(text)).collect();
    if let Some(exact) = found.iter().position(|case| case.id == text) {
        return Ok(found.swap_remove(exact));
    }
    match found.len() {
        0 => Err(format!("no case has `{text}` in its id: tests/observed lists the ids")),
        1 => Ok(found.swap_remove(0)),
        count => {
            let some: Vec<&str> = found.iter().take(5).map(|case| case.id.as_str()).collect();
            Err(format!("{count} cases have `{text}` in their ids, give one of them: {}, …", some.join(", ")))
        }
    }
}

/// Returns the releases from one version to another.
fn between(mut all: Vec<Release>, from: &str, to: &str) -> Result<Vec<Release>, String> {
    for end in [from, to] {
        if !all.iter().any(|it| it.version == end) {
            return Err(format!("the registry has no version {end:?} of the host"));
        }
    }
    let range = registry::numbers(from)..=registry::numbers(to);
    all.retain(|it| range.contains(&registry::numbers(&it.version)));
    if all.len() < 2 {
        return Err(format!("{from} is not older than {to}: give the older version with `--from`"));
    }
    Ok(all)
}

fn shown(seen: Option<&Observation>) -> String {
    seen.map_or_else(|| "lost".to_owned(), |seen| serde_json::to_string(seen).unwrap_or_default())
}

/// A version on this disk. One that is not pinned is removed at the end, also after an error.
struct Fetched {
    program: Program,
    is_pinned: bool,
}

impl Fetched {
    fn get(root: &Path, release: &Release) -> Result<Self, String> {
        let is_pinned = program::pins().iter().any(|pin| pin.version == release.version);
        let program = if is_pinned {
            program::fetch(&release.version, &root.join("target/hosts"))?
        } else {
            program::fetch_release(release, &root.join("target/hosts/bisect"))?
        };
        Ok(Self { program, is_pinned })
    }

    /// Removes the version, unless it is pinned.
    fn end(mut self) -> Result<(), String> {
        let was_pinned = std::mem::replace(&mut self.is_pinned, true);
        if was_pinned { Ok(()) } else { self.program.remove() }
    }
}

impl Drop for Fetched {
    fn drop(&mut self) {
        if !self.is_pinned {
            drop(self.program.remove());
        }
    }
}

#[cfg(test)]
mod tests {
    use hookwire_observe::program::Form;

    use super::*;

    fn releases() -> Vec<Release> {
        let release = |version: &str| Release { version: version.to_owned(), form: Form::Executable };
        ["2.1.9", "2.1.10", "2.1.163", "2.1.330"].map(release).to_vec()
    }

    #[test]
    fn versions_are_compared_by_number_and_the_ends_belong_to_the_range() {
        let names = |from, to| -> Result<Vec<String>, String> {
            Ok(between(releases(), from, to)?.into_iter().map(|it| it.version).collect())
        };
        assert_eq!(names("2.1.9", "2.1.163"), Ok(["2.1.9", "2.1.10", "2.1.163"].map(str::to_owned).to_vec()));
        assert!(names("2.1.330", "2.1.9").is_err_and(|error| error.contains("is not older")));
        assert!(names("2.1.9", "latest").is_err_and(|error| error.contains("no version \"latest\"")));
    }
}
