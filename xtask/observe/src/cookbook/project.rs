//! The folder that a hook runs in: a project with the hook and its settings, and programs that take the place of others.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hookwire_harness::tools;
use serde_json::Value;

use super::language::Language;
use super::recipe::{Recipe, Session};
use super::{Case, Variant};
use crate::program;
use crate::sandbox::Sandbox;

/// An interpreter of Python.
#[derive(Debug, Clone)]
pub struct Python {
    /// The folder with the interpreter and the standard library.
    pub prefix: PathBuf,
    /// The path of the interpreter in it.
    pub executable: PathBuf,
}

impl Python {
    /// Returns the interpreter that a virtual environment is made of. `venv` is the interpreter of the environment.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn of(venv: &Path) -> Result<Self, String> {
        const PATHS: &str = "import os, sys\nprint(sys.base_prefix)\nprint(os.path.realpath(sys.executable))";
        let printed = tools::quietly(Command::new(venv).args(["-c", PATHS]))?;
        let (prefix, executable) = printed.trim().split_once('\n').ok_or("Python does not say where it is")?;
        let below =
            Path::new(executable).strip_prefix(prefix).map_err(|_| format!("{executable} is not in {prefix}"))?;
        Ok(Self { prefix: prefix.into(), executable: below.to_owned() })
    }

    /// Makes Python readable, unless it is one of the system's programs, which can be read already. Returns the path of the
    /// interpreter inside.
    pub fn enter(&self, read: &mut dyn FnMut(&Path, &str) -> String) -> String {
        let Self { prefix, executable } = self;
        if prefix.starts_with("/usr") {
            return prefix.join(executable).display().to_string();
        }
        format!("{}/{}", read(prefix, PYTHON), executable.display())
    }
}

/// What hooks need to run, outside of the sandbox.
#[derive(Debug, Clone)]
pub struct Kit {
    /// The cookbook: `generated/docs/cookbook`.
    pub cookbook: PathBuf,
    /// The interpreter of Python.
    pub python: Python,
    /// The folder of the Python package.
    pub python_package: PathBuf,
    /// The folder of the npm package.
    pub npm_package: PathBuf,
    /// The folder of the programs in Rust: `notify`, and `notify-broken`, whose handler panics.
    pub programs: PathBuf,
    /// The program `hookwire`.
    pub hookwire: PathBuf,
}

/// The names of folders and files in a sandbox.
const PYTHON: &str = "python";
const PACKAGE: &str = "package";
const NODE: &str = "node";
const HOOKWIRE: &str = "hookwire";

/// What a slow hook does first. Its limit is one second.
const SLEEPS: &str = "sleep 30";

/// What a hook needs, inside of the sandbox.
#[derive(Debug)]
pub struct Inside {
    /// The path of the interpreter, or of `hookwire`.
    real: String,
    /// The path of the package.
    package: String,
}

impl Kit {
    /// Makes readable what a language needs: the interpreter and the package, and nothing else.
    ///
    /// # Errors
    /// There is no Node.
    pub fn enter(&self, sandbox: &mut Sandbox, language: Language) -> Result<Inside, String> {
        let mut read = |path: &Path, name: &str| sandbox.read(path, name);
        Ok(match language {
            Language::Python => {
                Inside { real: self.python.enter(&mut read), package: read(&self.python_package, PACKAGE) }
            }
            Language::JavaScript => {
                Inside { real: read(&program::node()?, NODE), package: read(&self.npm_package, PACKAGE) }
            }
            Language::Hookwire => Inside { real: read(&self.hookwire, HOOKWIRE), package: String::new() },
            // The program is copied to the project. Bash is a program of the system.
            Language::Rust | Language::Bash => Inside { real: String::new(), package: String::new() },
        })
    }

    /// Reads the source of a hook.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn source(&self, hook: &str, file: &str) -> Result<String, String> {
        let path = self.cookbook.join(hook).join(file);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// The folder of a session, outside and inside of the sandbox.
#[derive(Debug)]
pub struct Project<'a> {
    /// The path outside.
    pub folder: PathBuf,
    /// The path inside.
    pub root: String,
    /// The case.
    pub case: &'a Case,
    /// The session of the case.
    pub session: &'a Session,
}

impl Project<'_> {
    /// Returns the variables that the host and its hooks get, beside those of every session.
    #[must_use]
    pub fn environment(&self, inside: &Inside) -> Vec<(String, String)> {
        let mut all = vec![("PATH".to_owned(), format!("{}/bin:/usr/local/bin:/usr/bin:/bin", self.root))];
        if self.case.language == Language::Python && self.case.variant != Variant::Missing {
            all.push(("PYTHONPATH".to_owned(), inside.package.clone()));
        }
        all
    }

    /// Writes all files.
    ///
    /// # Errors
    /// A file cannot be read or written, or Git fails.
    pub fn write(&self, kit: &Kit, inside: &Inside) -> Result<(), String> {
        let Case { recipe, language, variant } = self.case;
        for (name, script) in &recipe.programs {
            self.program(&format!("bin/{name}"), &script.replace("{{root}}", &self.root))?;
        }
        let settings = kit.source(recipe.hook, "settings.json")?;
        let settings: Value = serde_json::from_str(&settings).map_err(|error| error.to_string())?;
        let settings = language.settings(settings, recipe, *variant == Variant::TimeLimit);
        self.text("work/.claude/settings.json", &settings.to_string())?;
        match language {
            Language::Python => self.write_script(kit, inside, "python3")?,
            Language::JavaScript => self.write_script(kit, inside, "node")?,
            Language::Hookwire => self.write_script(kit, inside, HOOKWIRE)?,
            Language::Rust | Language::Bash => self.write_program(kit)?,
        }
        if recipe.in_repository { repository(&self.folder.join("work"), recipe) } else { Ok(()) }
    }

    /// Writes a hook with an interpreter, which finds the package.
    fn write_script(&self, kit: &Kit, inside: &Inside, interpreter: &str) -> Result<(), String> {
        let Case { recipe, language, variant } = self.case;
        let source = kit.source(recipe.hook, language.source())?;
        let source = match variant {
            Variant::Crash => language.broken(&source)?,
            // The limit is that of `hookwire run`, so what it starts has to be slow.
            Variant::TimeLimit if *language == Language::Hookwire => language.with_first(&source, SLEEPS)?,
            _ => source,
        };
        self.text(&format!("work/{}", language.file(recipe.hook)), &source)?;
        if *language == Language::Hookwire && *variant == Variant::Missing {
            return Ok(());
        }
        self.program(&format!("bin/{interpreter}"), &self.wrapper(&inside.real))?;
        if *language == Language::JavaScript && *variant != Variant::Missing {
            let modules = self.folder.join("work/node_modules");
            fs::create_dir_all(&modules).map_err(|error| error.to_string())?;
            link(&inside.package, &modules.join("hookwire"))?;
        }
        Ok(())
    }

    /// Copies a hook that is a program, or a script of Bash: Bash itself cannot be replaced, because the host needs it.
    fn write_program(&self, kit: &Kit) -> Result<(), String> {
        let Case { recipe, language, variant } = self.case;
        let hook = recipe.hook;
        let copy = self.folder.join("real").join(hook);
        if *language == Language::Bash {
            let source = kit.source(hook, language.source())?;
            let source = if *variant == Variant::Crash { language.broken(&source)? } else { source };
            self.text(&format!("real/{hook}"), &source)?;
            program::executable(&copy).map_err(|error| format!("{hook}: {error}"))?;
        } else {
            let name = if *variant == Variant::Crash { format!("{hook}-broken") } else { hook.to_owned() };
            fs::create_dir_all(self.folder.join("real"))
                .and_then(|()| fs::copy(kit.programs.join(&name), &copy))
                .map_err(|error| format!("{name}: {error}"))?;
        }
        if *variant == Variant::Missing {
            return Ok(());
        }
        self.program(&format!("work/{}", language.file(hook)), &self.wrapper(&format!("{}/real/{hook}", self.root)))
    }

    /// Returns a script that runs the hook, and keeps what it gets and says. It can cut the input in the middle.
    fn wrapper(&self, real: &str) -> String {
        let given = match self.case.variant {
            Variant::BadInput => "head -c $(($(wc -c < \"$run/input\") / 2)) \"$run/input\" > \"$run/given\"",
            _ => "cp \"$run/input\" \"$run/given\"",
        };
        let is_slow = self.case.variant == Variant::TimeLimit && self.case.language != Language::Hookwire;
        let sleeps = if is_slow { SLEEPS } else { ":" };
        format!(
            "hook={root}/hook\n\
             run=\"$hook/run-$(date +%s%N)-$$\"\n\
             mkdir \"$run\"\n\
             cat > \"$run/input\"\n\
             sed -n 's/.*\"hook_event_name\":\"\\([A-Za-z]*\\)\".*/\\1/p' \"$run/input\" > \"$run/event\"\n\
             {given}\n\
             {sleeps}\n\
             {real} \"$@\" < \"$run/given\" > \"$run/stdout\" 2> \"$run/stderr\"\n\
             code=$?\n\
             cat \"$run/stderr\" >&2\n\
             cat \"$run/stdout\"\n\
             echo $code > \"$run/exit\"\n\
             : > \"$hook/input-$(cat \"$run/event\")-${{run##*run-}}\"\n\
             exit $code\n",
            root = self.root,
        )
    }

    fn text(&self, path: &str, text: &str) -> Result<(), String> {
        let file = self.folder.join(path);
        let parent = file.parent().unwrap_or(&self.folder);
        fs::create_dir_all(parent).and_then(|()| fs::write(&file, text)).map_err(|error| format!("{path}: {error}"))
    }

    fn program(&self, path: &str, script: &str) -> Result<(), String> {
        self.text(path, &format!("#!/bin/sh\n{script}"))?;
        program::executable(&self.folder.join(path)).map_err(|error| format!("{path}: {error}"))
    }
}

/// Makes a folder a repository with one commit, on the branch `topic`.
fn repository(folder: &Path, recipe: &Recipe) -> Result<(), String> {
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        // No settings of the user or the system have an influence.
        git.env("HOME", folder).env("GIT_CONFIG_NOSYSTEM", "1").env_remove("GIT_DIR").arg("-C").arg(folder);
        git.args(["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "core.hooksPath=/dev/null"]);
        let output = git.args(arguments).output().map_err(|error| format!("git: {error}"))?;
        let said = || String::from_utf8_lossy(&output.stderr).trim().to_owned();
        if output.status.success() { Ok(()) } else { Err(format!("{}: git: {}", recipe.hook, said())) }
    };
    git(&["init", "--quiet", "--initial-branch=topic"])?;
    git(&["commit", "--quiet", "--allow-empty", "--message=First"])
}

#[cfg(unix)]
fn link(to: &str, from: &Path) -> Result<(), String> {
    std::os::unix::fs::symlink(to, from).map_err(|error| format!("{}: {error}", from.display()))
}

#[cfg(not(unix))]
fn link(_: &str, from: &Path) -> Result<(), String> {
    Err(format!("{}: this system has no symbolic links", from.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_python_that_is_not_of_the_system_is_made_readable() {
        for (prefix, path, names) in
            [("/usr", "/usr/bin/python3", vec![]), ("/home/a/python", "/inside/python/bin/python3", vec!["python"])]
        {
            let mut seen = Vec::new();
            let mut read = |_: &Path, name: &str| {
                seen.push(name.to_owned());
                format!("/inside/{name}")
            };
            let python = Python { prefix: prefix.into(), executable: "bin/python3".into() };
            assert_eq!(python.enter(&mut read), path);
            assert_eq!(seen, names);
        }
    }

    #[test]
    fn a_wrapper_cuts_the_input_only_if_it_is_bad() {
        for case in super::super::cases() {
            let session = &case.recipe.sessions[0];
            let project = Project { folder: PathBuf::new(), root: "/s".to_owned(), case: &case, session };
            let wrapper = project.wrapper("/real");
            assert_eq!(wrapper.contains("head -c"), case.variant == Variant::BadInput, "{case}");
            let is_slow = case.variant == Variant::TimeLimit && case.language != Language::Hookwire;
            assert_eq!(wrapper.contains(SLEEPS), is_slow, "{case}");
            assert!(wrapper.contains("/real \"$@\" <"), "{wrapper}");
        }
    }
}
