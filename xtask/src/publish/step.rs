//! The step `publish`: in a copy of the repository with its own history, checks that each reason not to publish is
//! reported.

use std::fs;
use std::path::Path;

use hookwire_codegen::compat::VersionStep;
use tempfile::TempDir;

use super::ready;
use super::release::{self, Release};
use hookwire_harness::{Root, git};

/// Tags a release in the copy, then changes it in several ways, and compares the reported reasons.
///
/// # Errors
/// An unexpected report, or a missing one.
pub fn step(root: &Root) -> Result<(), String> {
    let copy = Copy::of(root)?;
    let mut asked = Asked::default();
    asked.that("nothing is against the first release", release::last(&copy.root)?.is_none());
    asked.reasons("what is committed", &ready::reasons(&copy.root)?, &[]);

    let released = hookwire_harness::version(root)?;
    copy.git(&["tag", &Release::of(&released).tag()])?;
    asked.that("what is tagged with its own version is the release that is made", release::last(&copy.root)?.is_none());
    copy.git(&["tag", "v0.0.1"])?;
    asked.that("one tag of two may be that of the version", release::misnamed(&copy.root)?.is_none());
    copy.write("docs/new.md", "New.\n")?;
    copy.commit()?;
    let last = release::last(&copy.root)?.ok_or("the release is not found")?;
    let reported = |last: &Release| release::is_sufficient(&copy.root, last).err().into_iter().collect::<Vec<_>>();
    let after = |step: VersionStep| step.next(&released).ok_or_else(|| format!("`{released}` is not a version"));
    let needs = |step: VersionStep| after(step).map(|version| format!("needs {version}"));
    let (patch, minor, major) = (needs(VersionStep::Patch)?, needs(VersionStep::Minor)?, needs(VersionStep::Major)?);
    asked.reasons("another page", &reported(&last), &[&patch, "no version is released twice"]);
    for (change, expected) in [
        (INTERFACE_MORE, [&minor, "let others use: minor", "+ python"]),
        (INTERFACE, [&major, "let others use: major", "- python"]),
        (CONTRACT, [&minor, "the contract: 1 change, minor", "--against refs/tags/v"]),
    ] {
        copy.replace(&change)?;
        asked.reasons(change.file, &reported(&last), &expected);
        copy.git(&["checkout", "--quiet", "."])?;
    }

    // All changes at once. The listed set changed too, so the set of the release is rendered, and only the templates
    // count.
    copy.write("stray.txt", "Stray.\n")?;
    [INTERFACE, TEMPLATE, SET, CONTRACT].iter().try_for_each(|change| copy.replace(change))?;
    let expected = [
        "stray.txt",
        CONTRACT.file,
        "types/stop.py",
        "tests/interface is out of date",
        "1 change, minor",
        "let others use: major",
        &major,
    ];
    asked.reasons("all at once", &ready::reasons(&copy.root)?, &expected);
    let [old, new] = [&released, &after(VersionStep::Major)?].map(|version| format!("version = \"{version}\""));
    copy.replace(&Replacement { file: "schemas/codegen.toml", old: &old, new: &new })?;
    asked.reasons("the version that all this needs", &reported(&last), &[]);
    copy.git(&["tag", "v0.0.2"])?;
    asked.reasons("another tag", &release::misnamed(&copy.root)?.into_iter().collect::<Vec<_>>(), &["tagged v0.0.2"]);
    asked.reasons("a whole history", &ready::shallow(&copy.root)?.into_iter().collect::<Vec<_>>(), &[]);
    let cut = copy.cut()?;
    let reported = ready::shallow(&Root::new(cut.path().to_owned()))?;
    asked.reasons("a history that is cut", &reported.into_iter().collect::<Vec<_>>(), &["--unshallow"]);
    asked.outcome()
}

/// A text in a file of the repository, and its replacement.
struct Replacement<'a> {
    file: &'static str,
    old: &'a str,
    new: &'a str,
}

/// Removes a public name of a package from its listing.
const INTERFACE: Replacement<'_> =
    Replacement { file: "tests/interface/python.txt", old: "__version__: str\n", new: "" };

/// Removes the same name from the template.
const TEMPLATE: Replacement<'_> =
    Replacement { file: "templates/python/src/[package]/__init__.pyi.jinja", old: "__version__: str\n", new: "" };

/// Adds a public name to the listing.
const INTERFACE_MORE: Replacement<'_> = Replacement {
    file: "tests/interface/python.txt",
    old: "__version__: str\n",
    new: "__version__: str\n__versions__: list[str]\n",
};

/// Adds a field to the listed set.
const SET: Replacement<'_> = Replacement {
    file: "tests/interface/set/hooks/session-start-input.schema.json",
    old: "\"properties\": {\n",
    new: "\"properties\": {\n\"turn_count\": {\"type\": \"integer\"},\n",
};

/// Adds an optional field to the contract.
const CONTRACT: Replacement<'_> = Replacement {
    file: "schemas/hooks/stop-input.schema.json",
    old: "\"properties\": {\n",
    new: "\"properties\": {\n\"turn_count\": {\"type\": \"integer\", \"description\": \"How many turns there were.\"},\n",
};

/// A copy of the files that git tracks or would add, in a new repository.
struct Copy {
    folder: TempDir,
    root: Root,
}

impl Copy {
    fn of(root: &Root) -> Result<Self, String> {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let listed = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
        let listed = git::ask(&root.path(""), &listed).map_err(|failure| failure.to_string())?;
        for path in listed.split_terminator('\0').filter(|path| root.path(path).is_file()) {
            let to = folder.path().join(path);
            let copied =
                fs::create_dir_all(to.parent().unwrap_or(folder.path())).and_then(|()| fs::copy(root.path(path), to));
            copied.map_err(|error| format!("{path}: {error}"))?;
        }
        let copy = Self { root: root.of_copy(folder.path().to_owned()), folder };
        copy.git(&["init", "--quiet"])?;
        copy.commit()?;
        Ok(copy)
    }

    fn git(&self, words: &[&str]) -> Result<(), String> {
        git::answer(git::without_settings(self.folder.path()).args(words).output())
            .map(drop)
            .map_err(|failure| format!("{words:?}: {failure}"))
    }

    /// Returns a shallow clone with only the last commit, as on CI machines.
    fn cut(&self) -> Result<TempDir, String> {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let [from, to] = [self.folder.path(), folder.path()].map(|path| path.display().to_string());
        self.git(&["clone", "--quiet", "--no-checkout", "--no-local", "--depth", "1", &from, &to])?;
        Ok(folder)
    }

    fn commit(&self) -> Result<(), String> {
        self.git(&["add", "--all"])?;
        let author = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        self.git(&[&author[..], &["commit", "--quiet", "--no-verify", "--message", "A step"]].concat())
    }

    fn write(&self, file: &str, text: &str) -> Result<(), String> {
        fs::write(self.folder.path().join(file), text).map_err(|error| format!("{file}: {error}"))
    }

    fn replace(&self, change: &Replacement) -> Result<(), String> {
        let path: &Path = &self.folder.path().join(change.file);
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", change.file))?;
        if text.matches(change.old).count() != 1 {
            return Err(format!("{} does not hold this once:\n{}", change.file, change.old));
        }
        self.write(change.file, &text.replace(change.old, change.new))
    }
}

/// The checks of a step, and the failed ones.
#[derive(Default)]
struct Asked {
    count: usize,
    wrong: Vec<String>,
}

impl Asked {
    fn that(&mut self, what: &str, is_so: bool) {
        self.count += 1;
        if !is_so {
            self.wrong.push(format!("it is not so that {what}"));
        }
    }

    /// Checks that each of these words is in some reason; if there are none, that there is no reason.
    fn reasons(&mut self, of: &str, reported: &[String], expected: &[&str]) {
        self.count += 1;
        let all = reported.join("\n");
        if reported.is_empty() != expected.is_empty() || expected.iter().any(|word| !all.contains(word)) {
            self.wrong.push(format!("{of}: expected is {expected:?}, and told is\n{all}"));
        }
    }

    fn outcome(self) -> Result<(), String> {
        println!("{} questions, {} answered otherwise", self.count, self.wrong.len());
        if self.wrong.is_empty() { Ok(()) } else { Err(self.wrong.join("\n")) }
    }
}
