//! The generators that people use today, with how each is installed and called.
//!
//! Everything is installed below `target/bench`, pinned. Where a generator has a faster way to write the same types (no
//! builders, no foreign formatter), that one is measured as well.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use hookwire_harness::{finish, python_of, tools};

/// The generated output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    Rust,
    TypeScript,
    TypedDict,
    Pydantic,
    Markdown,
}

impl Output {
    /// The outputs that a chain of generators has to produce.
    pub const ALL: [Self; 5] = [Self::Rust, Self::TypeScript, Self::TypedDict, Self::Pydantic, Self::Markdown];

    /// Returns the name on the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rust => "Rust",
            Self::TypeScript => "TypeScript",
            Self::TypedDict => "Python `TypedDict`",
            Self::Pydantic => "pydantic",
            Self::Markdown => "Markdown",
        }
    }
}

/// A generator with its settings.
pub struct Peer {
    /// The name on the page.
    pub name: &'static str,
    /// The output.
    pub output: Output,
    program: Program,
    arguments: &'static [&'static str],
}

#[derive(Clone, Copy)]
enum Program {
    Typify,
    Node(&'static str),
    Python(&'static str),
}

const fn peer(name: &'static str, output: Output, program: Program, arguments: &'static [&'static str]) -> Peer {
    Peer { name, output, program, arguments }
}

/// The folder of the installed programs.
pub const FOLDER: &str = "target/bench/peers";

/// All peers. `{in}` is the bundle, `{out}` a path that does not exist.
pub const PEERS: &[Peer] = &[
    peer("typify, no builders", Output::Rust, Program::Typify, &["typify", "-B", "{in}", "-o", "{out}.rs"]),
    peer("typify", Output::Rust, Program::Typify, &["typify", "{in}", "-o", "{out}.rs"]),
    peer(
        "quicktype, Rust",
        Output::Rust,
        Program::Node("quicktype"),
        &["-s", "schema", "{in}", "-l", "rust", "-o", "{out}.rs"],
    ),
    peer(
        "json-schema-to-typescript, no format",
        Output::TypeScript,
        Program::Node("json2ts"),
        &["--no-format", "{in}", "{out}.d.ts"],
    ),
    peer("json-schema-to-typescript", Output::TypeScript, Program::Node("json2ts"), &["{in}", "{out}.d.ts"]),
    peer(
        "quicktype, TypeScript",
        Output::TypeScript,
        Program::Node("quicktype"),
        &["-s", "schema", "{in}", "-l", "ts", "-o", "{out}.ts"],
    ),
    peer(
        "datamodel-code-generator, TypedDict",
        Output::TypedDict,
        Program::Python("datamodel-codegen"),
        &[DCG_IN, "{in}", DCG_TYPE, "typing.TypedDict", "--formatters", "builtin", "--output", "{out}.py"],
    ),
    peer(
        "datamodel-code-generator, pydantic",
        Output::Pydantic,
        Program::Python("datamodel-codegen"),
        &[DCG_IN, "{in}", DCG_TYPE, "pydantic_v2.BaseModel", "--formatters", "builtin", "--output", "{out}.py"],
    ),
    peer(
        "json-schema-for-humans",
        Output::Markdown,
        Program::Python("generate-schema-doc"),
        &["--config", "template_name=md", "{in}", "{out}.md"],
    ),
];

const DCG_IN: &str = "--input";
const DCG_TYPE: &str = "--output-model-type";

/// The installed programs, with the versions that the page names.
pub const VERSIONS: [(&str, &str); 5] = [
    ("cargo-typify", "0.8.0"),
    ("quicktype", "26.0.0"),
    ("json-schema-to-typescript", "16.0.0"),
    ("datamodel-code-generator", "0.89.0"),
    ("json-schema-for-humans", "1.5.1"),
];

fn version(of: &str) -> &'static str {
    VERSIONS.iter().find(|(name, _)| *name == of).map_or("", |(_, version)| version)
}

impl Peer {
    /// Returns the command that runs the generator.
    pub fn command(&self, installed: &Path, input: &Path, output: &Path) -> Command {
        let (input, output) = (input.display().to_string(), output.display().to_string());
        let mut command = match self.program {
            Program::Typify => Command::new(installed.join("cargo/bin/cargo-typify")),
            Program::Node(name) => Command::new(installed.join("node/node_modules/.bin").join(name)),
            Program::Python(name) => Command::new(python_of(&installed.join("python")).with_file_name(name)),
        };
        command.args(self.arguments.iter().map(|it| it.replace("{in}", &input).replace("{out}", &output)));
        command
    }
}

/// Installs the programs that are missing.
///
/// # Errors
/// A program cannot be installed.
pub fn install(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    once(&folder.join("cargo"), &typify(), |into| {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["install", "--locked", "--force", "--version", version("cargo-typify"), "--root"]).arg(into);
        finish(cargo.arg("--target-dir").arg(folder.join("build")).arg("cargo-typify"))
    })?;
    once(&folder.join("node"), &node(), |into| {
        let written = fs::write(into.join("package.json"), node());
        written.map_err(|error| error.to_string())?;
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        finish(Command::new(npm).args(["install", "--no-audit", "--no-fund"]).current_dir(into))
    })?;
    once(&folder.join("python"), &python(), |into| {
        finish(Command::new(tools::python3()).args(["-m", "venv", "--clear"]).arg(into))?;
        let mut pip = Command::new(python_of(into));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        finish(pip.args(python().lines()))
    })
}

fn typify() -> String {
    format!("cargo-typify {}\n", version("cargo-typify"))
}

fn node() -> String {
    let pinned = ["quicktype", "json-schema-to-typescript"].map(|name| (name, version(name)));
    let pinned: serde_json::Map<_, _> = pinned.iter().map(|(name, it)| ((*name).to_owned(), (*it).into())).collect();
    format!("{:#}\n", serde_json::json!({"private": true, "dependencies": pinned}))
}

fn python() -> String {
    let pinned = ["datamodel-code-generator", "json-schema-for-humans"];
    let pinned: String = pinned.iter().map(|name| format!("{name}=={}\n", version(name))).collect();
    // Some models that datamodel-code-generator writes import it.
    pinned + "email-validator==2.3.0\n"
}

/// Installs into the folder, unless exactly this is installed there.
///
/// # Errors
/// It cannot be installed.
pub fn once(folder: &PathBuf, wanted: &str, install: impl FnOnce(&Path) -> Result<(), String>) -> Result<(), String> {
    let stamp = folder.join("installed");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    install(folder)?;
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))
}
