//! The languages: each compiles its package once, and judges every case with it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::packages::Packages;
use super::refused::Outcome;
use crate::conform::binding::{self, Ready};
use crate::conform::panel::{Answer, Panel};
use crate::conform::report::digest;
use crate::conform::vector::Vector;
use crate::test::{Root, finish};

const RUST: &str = "tests/suite/rust/Cargo.toml";
/// As `tests/suite/codegen.toml` names the package.
const PYTHON_PACKAGE: &str = "json_schema_suite";

/// Compiles every package, and says how each is asked. The bundled schemas are asked through two validators of others.
///
/// # Errors
/// A compiler or a type checker refuses a package.
pub fn prepared(root: &Root, packages: &Packages) -> Result<Vec<Ready>, String> {
    binding::python_installed(root)?;
    binding::typescript_installed(root)?;
    let [python, typescript, schemas] = ["python", "typescript", "schemas"].map(|target| packages.folder.join(target));
    root.cargo_on(RUST, "build", &["--quiet", "--locked"], "")?;
    type_checked(root, &python, &typescript)?;
    let built = root.path(&format!("target/generated/debug/suite-judge{}", env::consts::EXE_SUFFIX));
    let judge = |how| python_program(root, &python, how);
    Ok(vec![
        ready("rust", built, Vec::new()),
        judge("validate"),
        judge("models"),
        ready("typescript", "node".into(), vec![root.path("tests/suite/judge.js"), typescript.clone()]),
        ready(
            "schema",
            env::current_exe().map_err(|error| error.to_string())?,
            vec!["conform-schema".into(), schemas.clone()],
        ),
        ready(
            "schema-js",
            "node".into(),
            vec![
                root.path("tests/conform/schemas.js"),
                root.path("target/typescript"),
                schemas.join("bundle.schema.json"),
                "as-they-are".into(),
            ],
        ),
    ])
}

fn ready(name: &'static str, program: PathBuf, args: Vec<PathBuf>) -> Ready {
    let command = move || {
        let mut command = Command::new(&program);
        command.args(&args);
        Ok(command)
    };
    Ready { name, command: Box::new(command) }
}

fn python_program(root: &Root, package: &Path, how: &'static str) -> Ready {
    let (program, judge, source) = (binding::python(root), root.path("tests/suite/judge.py"), package.join("src"));
    let command = move || {
        let mut command = Command::new(&program);
        command.arg(&judge).args([PYTHON_PACKAGE, how]).env("PYTHONPATH", &source);
        command.env("PYTHONUTF8", "1").env("PYTHONDONTWRITEBYTECODE", "1");
        Ok(command)
    };
    Ready { name: if how == "models" { "pydantic" } else { "python" }, command: Box::new(command) }
}

/// What is no compiler's business in Rust is a type checker's in Python and TypeScript.
fn type_checked(root: &Root, python: &Path, typescript: &Path) -> Result<(), String> {
    let cache = root.path("target/suite/mypy");
    let mut mypy = Command::new(binding::python(root));
    finish(mypy.args(["-m", "mypy", "--cache-dir"]).arg(cache).current_dir(python))?;
    let tsc = root.path("target/typescript/node_modules/typescript/bin/tsc");
    let strict = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"];
    finish(Command::new("node").arg(tsc).args(strict).arg(typescript.join("index.d.ts")).current_dir(&root.0))
}

/// What a binding has said of every case, in their order.
pub type Answers = Vec<Answer>;

/// The cases of what is generated, as they are asked.
pub fn vectors(groups: &[Outcome]) -> Vec<Vector> {
    let of = |it: &Outcome| {
        let name = it.group.type_name();
        let cases = it.group.cases.iter().enumerate();
        cases.map(|(at, case)| Vector::new(it.group.case_id(at), &name, &case.data)).collect::<Vec<_>>()
    };
    groups.iter().filter(|it| it.is_generated()).flat_map(of).collect()
}

/// Asks every binding about every case of what is generated.
///
/// # Errors
/// One does not answer, or counts otherwise than what was heard.
pub fn ask(bindings: &[Ready], groups: &[Outcome]) -> Result<Vec<Answers>, String> {
    let vectors = vectors(groups);
    let mut panel = Panel::start(bindings)?;
    let answers = panel.ask(&vectors)?;
    for ((binding, answers), closing) in bindings.iter().zip(&answers).zip(panel.finish()?) {
        let heard = digest(vectors.iter().zip(answers).map(|(vector, it)| (vector.id.as_str(), it.verdict)));
        if closing.digest != heard || closing.count != vectors.len() {
            return Err(format!("{} says that it answered otherwise than was heard", binding.name));
        }
    }
    Ok(answers)
}
