//! The schemas of a revision, in a folder that goes when it is no longer used. The work tree and its index stay as they are.

use std::path::Path;

use tempfile::TempDir;

use crate::git::{Failure, answer, ask, git};

/// The schemas of a revision.
pub struct Checkout {
    folder: TempDir,
}

impl Checkout {
    /// What stood at a revision in the folder in which the schemas of today are.
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
        let checkout = Self { folder };
        checkout.fill(Path::new(&root), &tree).map_err(|failure| match failure {
            Failure::Refused(_) => format!("`{revision}` has no folder `{prefix}`"),
            other => other.to_string(),
        })?;
        Ok(checkout)
    }

    /// The folder.
    pub fn schemas(&self) -> &Path {
        self.folder.path()
    }

    /// Writes all files of a tree there, by an index of its own. Git writes those alone that are below where it is called, so
    /// it is called from the root.
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
mod tests {
    use std::fs;

    use super::*;
    use crate::git::without_settings;

    /// A repository in which a file below `set/` has held each of these, a commit each.
    fn repository(held: &[&str]) -> TempDir {
        let home = TempDir::new().unwrap_or_else(|error| unreachable!("{error}"));
        fs::create_dir_all(home.path().join("set/below")).unwrap_or_default();
        let mut steps = vec![vec!["init", "-q"]];
        for text in held {
            steps.push(vec!["write", text]);
            steps.push(vec!["add", "-A"]);
            steps.push(vec!["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "A step"]);
        }
        for step in steps {
            if let ["write", text] = step[..] {
                fs::write(home.path().join("set/below/a.json"), text).unwrap_or_default();
            } else {
                assert!(answer(without_settings(home.path()).args(&step).output()).is_ok(), "{step:?}");
            }
        }
        home
    }

    #[test]
    fn the_files_of_a_revision_are_read_and_those_of_today_stay() {
        let home = repository(&["old", "new"]);
        let set = home.path().join("set");
        fs::write(set.join("below/a.json"), "newer").unwrap_or_default();
        let older = Checkout::of(&set, "HEAD~1").map(|it| fs::read_to_string(it.schemas().join("below/a.json")).ok());
        assert_eq!(older, Ok(Some("old".to_owned())));
        assert_eq!(fs::read_to_string(set.join("below/a.json")).ok().as_deref(), Some("newer"));
        assert_eq!(ask(home.path(), &["status", "--porcelain"]).ok().as_deref(), Some(" M set/below/a.json"));
    }

    #[test]
    fn what_is_no_revision_or_has_no_such_folder_is_refused() {
        let home = repository(&["old"]);
        let refused = |folder: &Path, revision: &str| Checkout::of(folder, revision).err().unwrap_or_default();
        assert!(refused(home.path(), "--output=x").contains("no revision"));
        assert!(refused(home.path(), "older").contains("`older` is no folder"));
        let new = home.path().join("new");
        fs::create_dir_all(&new).unwrap_or_default();
        assert!(refused(&new, "HEAD").contains("has no folder `new/`"));
    }
}
