//! The programs of the attacks, as files and built, below `target/attacks`.

use std::env::consts::EXE_SUFFIX;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use hookwire_harness::{RUST_USER, Root, copy_folder};
use toml::Table;

use super::table::{Attack, Language};

/// The folder of all programs.
const FOLDER: &str = "target/attacks";

/// A program in Rust with a module for each attack, which its first argument selects.
struct Build {
    /// Its name, and that of its folder.
    name: &'static str,
    /// The profile of cargo, and the folder that this profile writes to.
    profile: &'static str,
    output: &'static str,
    /// Its dependencies and profiles, as parts of a manifest. `None`: the dependencies of tests/rust.
    manifest: Option<&'static str>,
}

/// The program whose panics unwind. It has all dependencies of tests/rust, because each of them can switch on a feature of another
/// one: so the crate is built once for both.
const UNWINDS: Build = Build { name: "attacks", profile: "dev", output: "debug", manifest: None };

/// The program that a panic ends.
const ABORTS: Build = Build {
    name: "attacks-abort",
    profile: "abort",
    output: "abort",
    manifest: Some(
        "[dependencies]\n\
         hookwire = { path = PACKAGE }\n\
         serde = { version = \"1\", features = [\"derive\"] }\n\
         serde_json = \"1\"\n\
         [profile.abort]\ninherits = \"dev\"\npanic = \"abort\"\ndebug = false\n",
    ),
};

/// Returns the program in Rust that has an attack.
fn build_of(attack: &Attack) -> &'static Build {
    if attack.aborts { &ABORTS } else { &UNWINDS }
}

/// The programs, ready to run.
pub struct Programs {
    root: Root,
    python: PathBuf,
}

impl Programs {
    /// Writes the programs of these attacks, and builds those in Rust. `python` is the interpreter.
    ///
    /// # Errors
    /// A file cannot be written, or a program does not compile.
    pub fn make(root: &Root, python: PathBuf, attacks: &[Attack]) -> Result<Self, String> {
        let programs = Self { root: root.clone(), python };
        programs.write(attacks).map_err(|error| format!("{FOLDER}: {error}"))?;
        for build in [&UNWINDS, &ABORTS] {
            programs.build(build, attacks)?;
        }
        Ok(programs)
    }

    /// Returns the command that runs an attack.
    pub fn command(&self, attack: &Attack, language: Language) -> Command {
        let file = self.file(attack, language);
        match language {
            Language::Python => {
                let mut command = Command::new(&self.python);
                command.arg(file).env("PYTHONPATH", self.root.path("generated/python/src"));
                // The package is compiled once, and not beside its sources.
                command.env("PYTHONPYCACHEPREFIX", self.root.path(&format!("{FOLDER}/python/cache")));
                command
            }
            Language::TypeScript => {
                let mut command = Command::new("node");
                command.arg(file);
                command
            }
            Language::Rust => {
                let mut command = Command::new(file);
                command.arg(attack.name());
                command
            }
        }
    }

    /// Returns the folder of all programs but those in Rust.
    pub fn folder(&self) -> PathBuf {
        self.root.path(FOLDER)
    }

    /// Returns the programs in Rust that are built.
    pub fn built(&self) -> Vec<PathBuf> {
        [&UNWINDS, &ABORTS].map(|it| self.binary(it)).into_iter().filter(|it| it.exists()).collect()
    }

    /// Returns the file with the standard input of an attack that has its own.
    pub fn input(&self, attack: &Attack) -> PathBuf {
        self.path(&format!("input/{}", attack.name()))
    }

    /// Returns the file that is run.
    pub fn file(&self, attack: &Attack, language: Language) -> PathBuf {
        match language {
            Language::Python => self.path(&format!("python/{}.py", attack.name())),
            Language::TypeScript => self.path(&format!("typescript/{}.mjs", attack.name())),
            Language::Rust => self.binary(build_of(attack)),
        }
    }

    fn binary(&self, build: &Build) -> PathBuf {
        self.root.path(&format!("target/generated/{}/{}{EXE_SUFFIX}", build.output, build.name))
    }

    fn path(&self, below: &str) -> PathBuf {
        self.root.path(&format!("{FOLDER}/{below}"))
    }

    /// Writes the sources. What is there from an earlier run is removed, but for what Python has compiled.
    fn write(&self, attacks: &[Attack]) -> io::Result<()> {
        let package = self.path("typescript/node_modules/hookwire");
        if package.exists() {
            fs::remove_dir_all(&package)?;
        }
        copy_folder(&self.root.path("generated/typescript"), &package)?;
        for attack in attacks {
            if let Some(input) = &attack.input {
                write_changed(&self.input(attack), input)?;
            }
            for (language, source) in &attack.sources {
                if *language == Language::Rust {
                    let module = format!("rust/{}/src/{}.rs", build_of(attack).name, module(attack));
                    write_changed(&self.path(&module), source.as_bytes())?;
                } else {
                    write_changed(&self.file(attack, *language), source.as_bytes())?;
                }
            }
        }
        Ok(())
    }

    /// Builds a program in Rust, if there is an attack in it.
    fn build(&self, build: &Build, attacks: &[Attack]) -> Result<(), String> {
        let own = |it: &&Attack| it.sources.contains_key(&Language::Rust) && build_of(it).name == build.name;
        let own: Vec<&Attack> = attacks.iter().filter(own).collect();
        if own.is_empty() {
            return Ok(());
        }
        let folder = self.path(&format!("rust/{}", build.name));
        let failed = |error: io::Error| format!("{}: {error}", folder.display());
        let package = self.root.path("generated/rust").display().to_string();
        let parts = match build.manifest {
            Some(parts) => parts.replace("PACKAGE", &format!("{package:?}")),
            None => dependencies_of_tests(&self.root, package)?,
        };
        let manifest = format!(
            "[workspace]\n[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n{parts}",
            build.name,
        );
        write_changed(&folder.join("Cargo.toml"), manifest.as_bytes()).map_err(failed)?;
        write_changed(&folder.join("src/main.rs"), main(&own).as_bytes()).map_err(failed)?;
        // The versions that the tests of the crate use.
        fs::copy(self.root.path("tests/rust/Cargo.lock"), folder.join("Cargo.lock")).map_err(failed)?;
        let manifest = folder.join("Cargo.toml").display().to_string();
        self.root.cargo_on(&manifest, "build", &["--quiet", "--profile", build.profile], "")
    }
}

/// Returns the dependencies of tests/rust, with the crate in this folder, as parts of a manifest.
fn dependencies_of_tests(root: &Root, package: String) -> Result<String, String> {
    let failed = |reason: &dyn Display| format!("{RUST_USER}: {reason}");
    let text = fs::read_to_string(root.path(RUST_USER)).map_err(|error| failed(&error))?;
    let mut tests: Table = text.parse().map_err(|error| failed(&error))?;
    let dependencies = tests.get_mut("dependencies").ok_or_else(|| failed(&"there are no dependencies"))?;
    let path = dependencies.get_mut("hookwire").and_then(|it| it.get_mut("path"));
    *path.ok_or_else(|| failed(&"`hookwire` has no path"))? = package.into();
    tests.retain(|name, _| name == "dependencies");
    Ok(tests.to_string())
}

/// Returns the source of the program that has these attacks.
fn main(attacks: &[&Attack]) -> String {
    let modules: String = attacks.iter().map(|it| format!("mod {};\n", module(it))).collect();
    let arms: String =
        attacks.iter().map(|it| format!("        Some({:?}) => {}::main(),\n", it.name(), module(it))).collect();
    format!(
        "// Attacks are wrong on purpose.\n#![allow(warnings)]\n\n{modules}\n\
         fn main() -> std::process::ExitCode {{\n    match std::env::args().nth(1).as_deref() {{\n{arms}        \
         other => panic!(\"there is no attack {{other:?}}\"),\n    }}\n}}\n"
    )
}

/// Returns the name of the module of an attack. It cannot be a keyword.
fn module(attack: &Attack) -> String {
    format!("attack_{}", attack.name().replace(['-', '/'], "_"))
}

/// Writes a file whose content is another one. cargo builds again what was written.
fn write_changed(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|known| known == content) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, content)
}
