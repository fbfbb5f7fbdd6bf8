//! Follows the README in a fresh clone: its three commands install the packages in an empty project, and its guards run there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::project::guard;
use super::{cargo_in, without_of_caller};
use hookwire_harness::{Root, git, python_of, readme, tools};

/// The programs of the README: the language of the block, and the file to save it in.
const GUARDS: [(&str, &str); 3] = [("python", "guard.py"), ("ts", "guard.mjs"), ("rust,no_run", "src/main.rs")];

/// The name of the project and its program.
const NAME: &str = "cloned-hookwire";

/// Installs the packages as the README says, and calls the guards.
///
/// # Errors
/// A command of the README fails, or a guard does not answer as expected.
pub fn check(root: &Root) -> Result<(), String> {
    let home = tempfile::tempdir().map_err(|error| error.to_string())?;
    let project = home.path().join("project");
    let failed = |error: std::io::Error| format!("{}: {error}", project.display());
    copy(root, &home.path().join("hookwire"))?;
    fs::create_dir_all(project.join("src")).map_err(failed)?;
    for (language, file) in GUARDS {
        fs::write(project.join(file), readme::program(root, language)?).map_err(failed)?;
    }
    let manifest = format!("[workspace]\n\n[package]\nname = \"{NAME}\"\nedition = \"2024\"\n");
    fs::write(project.join("Cargo.toml"), manifest).map_err(failed)?;
    // Uses the versions of the other tests, so that no new release of a dependency changes the outcome.
    fs::copy(root.path("tests/rust/Cargo.lock"), project.join("Cargo.lock")).map_err(failed)?;
    let programs = Programs::install(root, &project)?;
    let calls = programs.guards(root).map(|(name, command)| guard(command).map_err(|error| format!("{name}: {error}")));
    let calls: usize = calls.into_iter().sum::<Result<_, _>>()?;
    println!("clone: the commands of the README install 3 packages, {calls} calls of guards");
    Ok(())
}

/// Copies what a clone has of `generated/`: the files that git knows.
fn copy(root: &Root, to: &Path) -> Result<(), String> {
    let listing = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z", "--", "generated"];
    let names = git::ask(&root.path(""), &listing).map_err(|failure| failure.to_string())?;
    // A file that was removed is listed until that is committed.
    for name in names.split('\0').filter(|name| root.path(name).is_file()) {
        let target = to.join(name);
        let made = target.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::copy(root.path(name), &target)).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// The project with the installed packages.
struct Programs<'a> {
    project: &'a Path,
    python: PathBuf,
}

impl<'a> Programs<'a> {
    /// Runs the commands of the README in the project, with a Python that has nothing else.
    fn install(root: &Root, project: &'a Path) -> Result<Self, String> {
        let environment = project.join(".venv");
        tools::quietly(Command::new(tools::python3()).args(["-m", "venv"]).arg(&environment))?;
        let programs = Self { project, python: python_of(&environment) };
        let commands = readme::program(root, "sh")?;
        for line in commands.lines() {
            let words: Vec<&str> = line.split(" #").next().unwrap_or_default().split_whitespace().collect();
            let [program, arguments @ ..] = words.as_slice() else { continue };
            tools::quietly(programs.command(root, program)?.args(arguments))
                .map_err(|error| format!("{line}: {error}"))?;
        }
        tools::quietly(cargo_in(root, project).arg("build"))?;
        Ok(programs)
    }

    fn command(&self, root: &Root, program: &str) -> Result<Command, String> {
        let mut command = match program {
            "pip" => Command::new(&self.python),
            "npm" => Command::new(tools::npm()),
            "cargo" => cargo_in(root, self.project),
            other => return Err(format!("README.md installs with `{other}`, which this step does not know")),
        };
        if program == "pip" {
            command.args(["-m", "pip", "--disable-pip-version-check"]);
        }
        without_of_caller(command.current_dir(self.project));
        Ok(command)
    }

    /// Returns what starts each guard.
    fn guards(&self, root: &Root) -> [(&'static str, Command); 3] {
        let of = |program: &Path, file: &str| {
            let mut command = Command::new(program);
            command.arg(self.project.join(file));
            command
        };
        let built = root.path("target/generated/debug").join(NAME).with_extension(std::env::consts::EXE_EXTENSION);
        let [python, typescript, _] = GUARDS.map(|(_, file)| file);
        [
            ("python", of(&self.python, python)),
            ("typescript", of(Path::new("node"), typescript)),
            ("rust", Command::new(built)),
        ]
    }
}
