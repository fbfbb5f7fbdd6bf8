//! Writes the schemas of a revision into a temporary folder. The work tree and its index do not change.

use std::path::Path;

use tempfile::TempDir;

use hookwire_codegen::internal::diagnostic::Diagnostics;

use hookwire_harness::git::{Failure, answer, ask, git};

/// The schemas of a revision.
pub struct Checkout {
    folder: TempDir,
    /// The name in git: `main~3:schemas/`.
    name: String,
}

impl Checkout {
    /// Checks out the folder of the schemas, as it was at a revision.
    ///
    /// # Errors
    /// There is no git, no such revision, or no such folder in it.
    pub fn of(schemas: &Path, revision: &str) -> Result<Self, String> {
        let commit = ask(
            schemas,
            &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")],
        )
        .map_err(|failure| match failure {
            Failure::Refused(_) => format!(
                "`{revision}` is no folder, no version of the host and no revision: name one of them, as `main~3`, \
                     `../older/schemas` or `2.1.163`"
            ),
            other => other.to_string(),
        })?;
        let known = |question| ask(schemas, &["rev-parse", question]).map_err(|failure| failure.to_string());
        let (root, prefix) = (known("--show-toplevel")?, known("--show-prefix")?);
        let tree = format!("{commit}:{}", prefix.trim_end_matches('/'));
        let folder = TempDir::new().map_err(|error| format!("no temporary folder can be made: {error}"))?;
        let checkout = Self { folder, name: format!("{revision}:{prefix}") };
        checkout.fill(Path::new(&root), &tree).map_err(|failure| match failure {
            Failure::Refused(_) => format!("`{revision}` has no folder `{prefix}`"),
            other => other.to_string(),
        })?;
        Ok(checkout)
    }

    /// Returns the temporary folder.
    pub fn schemas(&self) -> &Path {
        self.folder.path()
    }

    /// Adds git's names of the files to the findings: `main~3:schemas/a.schema.json`.
    pub fn named(&self, mut found: Diagnostics) -> Diagnostics {
        let folder = format!("{}/", self.schemas().display());
        for place in found.0.iter_mut().flat_map(|one| one.place.iter_mut().chain(&mut one.other)) {
            let below = place.file.strip_prefix(&folder).unwrap_or(&place.file);
            if !Path::new(below).is_absolute() {
                place.file = format!("{}{below}", self.name);
            }
        }
        found
    }

    /// Writes all files of a tree into the folder, with a separate index. Git only writes files below its current
    /// folder, so it is called from the root.
    fn fill(&self, repository: &Path, tree: &str) -> Result<(), Failure> {
        let home = TempDir::new().map_err(Failure::NotRun)?;
        let index = home.path().join("index");
        let prefix = format!("--prefix={}/", self.schemas().display());
        for arguments in [["read-tree", tree], ["checkout-index", "--all"]] {
            let mut git = git(repository);
            git.args(arguments).env("GIT_INDEX_FILE", &index);
            if arguments[0] == "checkout-index" {
                git.arg(&prefix);
            }
            answer(git.output())?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub mod tests {
    use std::fs;

    use super::*;
    use hookwire_harness::git::without_settings;

    /// Creates a repository with a commit for each state. The files are in its folder `set`.
    pub fn repository(states: &[&[(&str, &str)]]) -> TempDir {
        let home = TempDir::new().unwrap_or_else(|error| unreachable!("{error}"));
        let git = |step: &[&str]| {
            assert!(answer(without_settings(home.path()).args(step).output()).is_ok(), "{step:?}");
        };
        git(&["init", "-q"]);
        for files in states {
            for (path, text) in *files {
                let path = home.path().join("set").join(path);
                fs::create_dir_all(path.parent().unwrap_or(home.path())).unwrap_or_default();
                fs::write(path, text).unwrap_or_default();
            }
            git(&["add", "-A"]);
            git(&["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "A step"]);
        }
        home
    }

    #[test]
    fn the_files_of_a_revision_are_read_and_those_of_today_stay() {
        let home = repository(&[&[("below/a.json", "old")], &[("below/a.json", "new")]]);
        let set = home.path().join("set");
        fs::write(set.join("below/a.json"), "newer").unwrap_or_default();
        let older = Checkout::of(&set, "HEAD~1").map(|it| fs::read_to_string(it.schemas().join("below/a.json")).ok());
        assert_eq!(older, Ok(Some("old".to_owned())));
        assert_eq!(fs::read_to_string(set.join("below/a.json")).ok().as_deref(), Some("newer"));
        assert_eq!(ask(home.path(), &["status", "--porcelain"]).ok().as_deref(), Some(" M set/below/a.json"));
    }

    #[test]
    fn what_is_no_revision_or_has_no_such_folder_is_refused() {
        let home = repository(&[&[("a.json", "old")]]);
        let refused = |folder: &Path, revision: &str| Checkout::of(folder, revision).err().unwrap_or_default();
        assert!(refused(home.path(), "--output=x").contains("no revision"));
        assert!(refused(home.path(), "older").contains("`older` is no folder"));
        let new = home.path().join("new");
        fs::create_dir_all(&new).unwrap_or_default();
        assert!(refused(&new, "HEAD").contains("has no folder `new/`"));
    }
}
