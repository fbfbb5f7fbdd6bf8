//! The guarantees of the write step for the owner of the folder.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use hookwire_codegen::internal::artifact::{Artifact, COMMAND};
use hookwire_codegen::internal::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use hookwire_codegen::internal::write::{
    Format, MANIFEST, Mode, Plan, Provenance, Report, Status, Tally, apply_all, retired,
};
use tempfile::TempDir;

type Files<'a> = &'a [(&'a str, &'a str)];

const PACKAGE: Files = &[("README.md", "# A\n"), ("src/a.py", "a = 1\n"), ("src/b.py", "b = 2\n")];

/// The folder of a target, in a temporary folder.
struct Target {
    home: TempDir,
    out: PathBuf,
}

impl Target {
    /// Creates a target without files.
    fn new() -> Self {
        let home = TempDir::new().unwrap();
        let out = home.path().join("generated/python");
        Self { home, out }
    }

    /// Creates a target in which these files were generated.
    fn with(files: Files) -> Self {
        let target = Self::new();
        target.apply(files).unwrap();
        target
    }

    fn plan(&self, files: Files) -> Result<Plan, Diagnostics> {
        Plan::of(&self.out, artifacts(files))
    }

    fn apply(&self, files: Files) -> Result<Tally, Diagnostics> {
        self.plan(files)?.apply(false)
    }

    /// Returns the files that are not fresh.
    fn differences(&self, files: Files) -> Vec<(String, Status, Provenance)> {
        let entries = self.plan(files).unwrap().entries.into_iter().filter(|it| it.status != Status::Fresh);
        entries.map(|it| (it.path, it.status, it.provenance)).collect()
    }

    fn put(&self, path: &str, contents: &str) {
        let path = self.out.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }

    fn get(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.out.join(path)).ok()
    }

    fn has(&self, path: &str) -> bool {
        self.out.join(path).symlink_metadata().is_ok()
    }

    /// Returns every path in the folder with its contents.
    fn everything(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        collect(&self.out, &mut found);
        found
    }
}

fn collect(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else {
            found.insert(path.clone(), fs::read(path).unwrap());
        }
    }
}

fn artifacts(files: Files) -> Vec<Artifact> {
    files.iter().map(|(path, contents)| Artifact::new(*path, *contents)).collect()
}

fn codes(result: Result<impl Sized, Diagnostics>) -> Vec<&'static str> {
    result.err().map(|findings| findings.0.iter().map(|it| it.code.name()).collect()).unwrap_or_default()
}

fn difference(path: &str, status: Status, provenance: Provenance) -> (String, Status, Provenance) {
    (path.to_owned(), status, provenance)
}

mod statuses {
    use super::*;

    #[test]
    fn a_new_folder_misses_everything_and_looking_makes_nothing() {
        let target = Target::new();
        let plan = target.plan(PACKAGE).unwrap();
        assert!(plan.entries.iter().all(|it| it.status == Status::Missing));
        assert_eq!(plan.tally(), Tally { missing: 4, ..Tally::default() });
        assert!(!target.has(""));
    }

    #[test]
    fn what_was_applied_is_fresh() {
        let target = Target::new();
        assert_eq!(target.apply(PACKAGE).unwrap().missing, 4);
        assert!(target.plan(PACKAGE).unwrap().is_fresh());
        assert_eq!(target.get("src/a.py").unwrap(), "a = 1\n");
        assert_eq!(target.everything().len(), 4, "no lock and no temporary file is left");
    }

    #[test]
    fn each_kind_of_difference_is_reported_in_one_run() {
        let target = Target::with(PACKAGE);
        target.put("README.md", "# Mine\n");
        fs::remove_file(target.out.join("src/a.py")).unwrap();
        target.put("notes.txt", "mine");
        let wanted: Files = &[("README.md", "# A\n"), ("src/a.py", "a = 1\n"), ("src/c.py", "c = 3\n")];
        assert_eq!(
            target.differences(wanted),
            [
                difference(MANIFEST, Status::Stale, Provenance::Written),
                difference("README.md", Status::Stale, Provenance::Edited),
                difference("notes.txt", Status::Orphan, Provenance::Foreign),
                difference("src/a.py", Status::Missing, Provenance::Written),
                difference("src/b.py", Status::Orphan, Provenance::Written),
                difference("src/c.py", Status::Missing, Provenance::Written),
            ]
        );
    }

    #[test]
    fn a_stale_file_of_an_older_run_is_not_an_edit() {
        let target = Target::with(&[("a", "old")]);
        assert!(target.differences(&[("a", "new")]).contains(&difference("a", Status::Stale, Provenance::Written)));
    }

    #[test]
    fn a_missing_or_changed_manifest_entry_is_a_difference() {
        let target = Target::with(PACKAGE);
        let shorter = target.get(MANIFEST).unwrap().replace(r#""README.md""#, r#""OTHER.md""#);
        target.put(MANIFEST, &shorter);
        assert_eq!(target.differences(PACKAGE), [difference(MANIFEST, Status::Stale, Provenance::Written)]);
    }

    #[test]
    fn the_manifest_does_not_depend_on_the_order_of_the_files() {
        let (one, other) = (Target::new(), Target::new());
        one.apply(&[("b", "2"), ("a", "1")]).unwrap();
        other.apply(&[("a", "1"), ("b", "2")]).unwrap();
        assert_eq!(one.get(MANIFEST), other.get(MANIFEST));
        let hash = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b";
        assert!(one.get(MANIFEST).unwrap().contains(&format!(r#""a": "{hash}""#)));
    }
}

mod applying {
    use super::*;

    #[test]
    fn a_hand_edit_is_overwritten_and_a_deletion_restored() {
        let target = Target::with(PACKAGE);
        target.put("src/a.py", "a = 9\n");
        fs::remove_file(target.out.join("README.md")).unwrap();
        let tally = target.apply(PACKAGE).unwrap();
        assert_eq!((tally.stale, tally.missing), (1, 1));
        assert_eq!(target.get("src/a.py").unwrap(), "a = 1\n");
        assert!(target.plan(PACKAGE).unwrap().is_fresh());
    }

    #[test]
    fn a_fresh_file_is_not_touched() {
        let target = Target::with(PACKAGE);
        let kept = target.out.join("src/a.py");
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        File::options().write(true).open(&kept).unwrap().set_modified(long_ago).unwrap();
        target.apply(&[("src/a.py", "a = 1\n"), ("src/b.py", "b = 3\n")]).unwrap();
        assert_eq!(target.get("src/b.py").unwrap(), "b = 3\n");
        assert_eq!(fs::metadata(kept).unwrap().modified().unwrap(), long_ago);
    }

    #[test]
    fn orphans_go_with_the_folders_that_they_leave_empty() {
        let target = Target::with(&[("a", "1"), ("x/y/z", "2"), ("x/w", "3")]);
        let tally = target.apply(&[("a", "1"), ("x/w", "3")]).unwrap();
        assert_eq!(tally.orphan, 1);
        assert!(!target.has("x/y"));
        assert!(target.has("x/w"));
    }

    #[test]
    fn an_edited_orphan_takes_force_and_nothing_else_is_done_before() {
        let target = Target::with(PACKAGE);
        target.put("src/b.py", "b = 'precious'\n");
        let before = target.everything();
        let wanted: Files = &[("README.md", "# B\n")];
        assert_eq!(codes(target.apply(wanted)), ["edited-orphan"]);
        assert_eq!(target.everything(), before);
        target.plan(wanted).unwrap().apply(true).unwrap();
        assert!(!target.has("src"));
        assert!(target.plan(wanted).unwrap().is_fresh());
    }

    #[test]
    fn a_file_of_somebody_else_takes_force() {
        let target = Target::with(&[("a", "1")]);
        target.put("b", "mine");
        assert_eq!(codes(target.apply(&[("a", "1"), ("b", "2")])), ["foreign-file"]);
        assert_eq!(target.get("b").unwrap(), "mine");
        target.plan(&[("a", "1"), ("b", "2")]).unwrap().apply(true).unwrap();
        assert_eq!(target.get("b").unwrap(), "2");
    }

    #[test]
    fn an_unlisted_file_stays_even_with_force() {
        let target = Target::with(PACKAGE);
        target.put("src/mine.py", "mine");
        let plan = target.plan(&[("README.md", "# A\n")]).unwrap();
        assert_eq!(plan.apply(true).unwrap().foreign, 1);
        assert_eq!(target.get("src/mine.py").unwrap(), "mine");
        let rest = target.plan(&[("README.md", "# A\n")]).unwrap();
        assert!(!rest.is_fresh(), "a check still says so");
        assert!(!rest.has_work());
    }

    #[test]
    fn an_empty_folder_in_the_place_of_a_file_makes_room() {
        let target = Target::with(&[("a", "1")]);
        fs::create_dir_all(target.out.join("b/c/d")).unwrap();
        target.apply(&[("a", "1"), ("b", "2")]).unwrap();
        assert_eq!(target.get("b").unwrap(), "2");
    }

    #[test]
    fn a_file_is_replaced_by_a_folder_and_back() {
        let target = Target::with(&[("x", "1")]);
        target.apply(&[("x/y", "2")]).unwrap();
        assert_eq!(target.get("x/y").unwrap(), "2");
        target.apply(&[("x", "1")]).unwrap();
        assert_eq!(target.get("x").unwrap(), "1");
    }

    #[test]
    fn without_artifacts_the_target_goes() {
        let target = Target::with(PACKAGE);
        fs::create_dir_all(target.home.path().join("generated/else")).unwrap();
        let out = target.home.path().join("generated");
        assert_eq!(retired(&out, &["python".to_owned()]), Vec::<String>::new());
        assert_eq!(retired(&out, &[]), ["python"]);
        assert_eq!(target.apply(&[]).unwrap().orphan, 4);
        assert!(!target.has(""));
        assert!(target.plan(&[]).unwrap().is_fresh());
    }

    #[test]
    fn one_target_that_objects_stops_all() {
        let (good, bad) = (Target::with(PACKAGE), Target::with(PACKAGE));
        bad.put("src/b.py", "precious");
        let wanted: Files = &[("README.md", "# B\n")];
        let plans = [good.plan(wanted).unwrap(), bad.plan(wanted).unwrap()];
        assert_eq!(codes(apply_all(&plans, false)), ["edited-orphan"]);
        assert!(good.plan(PACKAGE).unwrap().is_fresh());
        assert_eq!(apply_all(&plans, true).unwrap(), Tally { stale: 4, orphan: 4, ..Tally::default() });
    }
}

mod refusals {
    use super::*;

    #[test]
    fn a_folder_that_is_not_ours() {
        let target = Target::new();
        target.put("thesis.txt", "years of work");
        assert_eq!(codes(target.plan(PACKAGE)), ["output-not-ours"]);
        assert_eq!(target.everything().len(), 1);
    }

    #[test]
    fn a_folder_without_its_manifest_is_reported_and_adopted_if_every_file_is_fresh() {
        let target = Target::with(PACKAGE);
        target.put("mine.txt", "mine");
        let listed = target.everything();
        fs::remove_file(target.out.join(MANIFEST)).unwrap();
        let plan = target.plan(PACKAGE).unwrap();
        let reported = plan.missing_manifest_warning().unwrap();
        assert!(reported.reason.unwrap().contains("3 of the 3 that it would list"));
        assert!(!plan.is_fresh(), "a check still says so");
        // If one file differs, all of them may be the user's, so they are not replaced even with force.
        target.put("src/a.py", "a = 9\n");
        let plan = target.plan(PACKAGE).unwrap();
        assert!(plan.missing_manifest_warning().unwrap().reason.unwrap().contains("2 of the 3"));
        assert_eq!(codes(plan.apply(true)), ["output-not-ours"]);
        assert!(!target.has(MANIFEST));
        target.put("src/a.py", "a = 1\n");
        target.apply(PACKAGE).unwrap();
        assert_eq!(target.everything(), listed);
        assert_eq!(target.plan(PACKAGE).unwrap().missing_manifest_warning(), None);
    }

    #[test]
    fn a_file_for_a_folder() {
        let target = Target::new();
        fs::create_dir_all(target.out.parent().unwrap()).unwrap();
        fs::write(&target.out, "").unwrap();
        assert_eq!(codes(target.plan(PACKAGE)), ["output-not-ours"]);
    }

    #[test]
    fn an_empty_folder_is_fine() {
        let target = Target::new();
        fs::create_dir_all(&target.out).unwrap();
        target.apply(PACKAGE).unwrap();
    }

    #[test]
    fn a_manifest_that_cannot_be_read() {
        for text in
            ["<<<<<<< HEAD\n", "{}", r#"{"version": 2, "files": {}}"#, r#"{"version": 1, "files": {"../x": ""}}"#]
        {
            let target = Target::with(PACKAGE);
            target.put(MANIFEST, text);
            assert_eq!(codes(target.plan(PACKAGE)), ["manifest-unreadable"], "{text}");
        }
    }

    #[test]
    fn paths_that_leave_the_folder_or_mean_another_file_elsewhere() {
        let target = Target::new();
        let paths = [
            "",
            "/etc/x",
            "../x",
            "a/../../x",
            "a//b",
            "./a",
            "a/",
            "a\\b",
            "C:/x",
            "a\0b",
            "a\nb",
            "con",
            "x/AUX.txt",
            "com1.py",
            "LPT9",
            "nul",
            "a.",
            "a ",
            "what?",
            ".codegen.json",
            ".CODEGEN.lock",
            "a.codegen-tmp",
            ".git/hooks/pre-commit",
        ];
        for path in paths {
            assert_eq!(codes(target.plan(&[(path, "")])), ["artifact-path"], "{path:?}");
        }
        let fine = ["console.py", "com10", "auxiliary/x", ".gitignore", "a b", "[id].ts", "é", "..a", "a..b"];
        let wanted: Vec<_> = fine.iter().map(|path| (*path, "")).collect();
        target.apply(&wanted).unwrap();
        assert_eq!(target.everything().len(), fine.len() + 1);
    }

    #[test]
    fn paths_that_collide() {
        let target = Target::new();
        let pairs: [[&str; 2]; 6] =
            [["a", "a"], ["a", "A"], ["a", "a/b"], ["a/b", "a"], ["x/a/b", "X/c"], ["Read/me", "read"]];
        for [one, other] in pairs {
            let found = codes(target.plan(&[(one, ""), (other, "")]));
            assert_eq!(found, ["artifact-collision"], "{one} and {other}");
        }
        target.plan(&[("a/b", ""), ("a/c", ""), ("a.b", ""), ("ab", "")]).unwrap();
    }

    #[test]
    fn every_bad_path_is_reported() {
        let files: Files = &[("../a", ""), ("ok", ""), ("con", ""), ("OK", "")];
        assert_eq!(codes(Target::new().plan(files)), ["artifact-path", "artifact-path", "artifact-collision"]);
    }

    #[test]
    fn a_file_in_place_of_a_folder() {
        let target = Target::with(&[("a", "1")]);
        target.put("b", "mine");
        target.put("c/mine", "mine");
        let wanted: Files = &[("a", "1"), ("b/x", "2"), ("c", "3")];
        assert_eq!(codes(target.plan(wanted)), ["in-the-way", "in-the-way"]);
    }

    #[test]
    fn a_repository_where_a_file_is_to_be_stays_whole() {
        for before in [&[("x/y", "1")] as Files, &[]] {
            let target = Target::with(before);
            fs::create_dir_all(target.out.join("x/z/.git/refs/heads")).unwrap();
            target.put("x/z/.git/HEAD", "ref: refs/heads/main");
            assert_eq!(codes(target.plan(&[("x", "1")])), ["in-the-way"]);
            assert!(target.out.join("x/z/.git/refs/heads").is_dir());
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_folder_is_not_followed() {
        use std::os::unix::fs::symlink;

        let target = Target::with(&[("a", "1"), ("src/b", "2")]);
        let outside = target.home.path().join("outside");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("b"), "2").unwrap();
        fs::remove_dir_all(target.out.join("src")).unwrap();
        symlink(&outside, target.out.join("src")).unwrap();
        // Nothing is written there …
        assert_eq!(codes(target.plan(&[("a", "1"), ("src/b", "3")])), ["in-the-way"]);
        // … and nothing that the manifest lists is removed there.
        target.apply(&[("a", "1")]).unwrap();
        assert_eq!(fs::read_to_string(outside.join("b")).unwrap(), "2");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_a_file_is_replaced_and_its_target_left() {
        use std::os::unix::fs::symlink;

        let target = Target::with(&[("a", "1")]);
        let outside = target.home.path().join("outside");
        fs::write(&outside, "1").unwrap();
        fs::remove_file(target.out.join("a")).unwrap();
        symlink(&outside, target.out.join("a")).unwrap();
        assert_eq!(target.differences(&[("a", "1")]), [difference("a", Status::Stale, Provenance::Edited)]);
        target.apply(&[("a", "2")]).unwrap();
        assert!(target.out.join("a").symlink_metadata().unwrap().is_file());
        assert_eq!(fs::read_to_string(outside).unwrap(), "1");
    }
}

mod runs {
    use super::*;

    /// Returns a path that begins with a name and can be checked, but not prepared, because the temporary path exceeds
    /// the 4,095 bytes of a system.
    fn unwritable(target: &Target, name: &str) -> String {
        let room = 4_089 - target.out.as_os_str().len() - 1 - name.len();
        let folders = "z".repeat(99) + "/";
        name.to_owned() + &folders.repeat(room / 100) + &"z".repeat(room % 100 + 1)
    }

    /// Runs until the file of this name, which cannot be written. Files are written in the order of their paths.
    fn cut(target: &Target, files: Files, at: &str) {
        let name = unwritable(target, at);
        let files: Vec<_> = files.iter().copied().chain([(name.as_str(), "")]).collect();
        assert_eq!(codes(target.apply(&files)), ["output-io"]);
    }

    #[test]
    fn a_run_that_was_cut_before_any_file_leaves_whole_files_and_the_next_run_finishes() {
        let (old, new): (Files, Files) = (
            &[("b", "1"), ("d", "1"), ("gone/x", "1"), ("h", "1"), ("turning", "1")],
            &[("b", "2"), ("d", "1"), ("f/y", "2"), ("h", "2"), ("turning/inside", "2")],
        );
        for (number, at) in ["a", "c", "e", "g", "i", "u"].into_iter().enumerate() {
            for next in [old, new, PACKAGE] {
                let target = Target::with(old);
                cut(&target, new, at);
                let new_files = new.iter().filter(|file| !old.contains(file));
                let written = new_files.filter(|(path, text)| target.get(path).as_deref() == Some(text)).count();
                assert_eq!(written, [0, 1, 1, 2, 3, 4][number], "before `{at}`");
                // A process that is killed leaves a part of the file that it prepares.
                target.put("h.codegen-tmp", "ha");
                let left = target.differences(next);
                assert!(!left.is_empty() && left.iter().all(|(.., by)| *by == Provenance::Written), "{at}: {left:?}");
                target.apply(next).unwrap();
                assert!(target.plan(next).unwrap().is_fresh(), "before `{at}`");
                assert_eq!(target.everything().len(), next.len() + 1, "before `{at}`");
            }
        }
    }

    #[test]
    fn a_first_run_that_was_killed_is_finished() {
        let target = Target::new();
        target.put(".codegen.json.codegen-tmp", "{");
        target.plan(PACKAGE).unwrap();
        cut(&target, &[("a", "1"), ("c", "2")], "b");
        assert_eq!((target.get("a").as_deref(), target.has("c")), (Some("1"), false));
        target.put("mine.codegen-tmp", "of somebody else");
        target.apply(PACKAGE).unwrap();
        assert_eq!(target.everything().len(), PACKAGE.len() + 2);
        assert!(target.has("mine.codegen-tmp"));
    }

    #[test]
    fn cuts_add_up() {
        let target = Target::with(&[("a", "1")]);
        cut(&target, &[("b", "2")], "c");
        cut(&target, &[("b", "3"), ("c", "3")], "d");
        target.apply(&[("d", "4")]).unwrap();
        assert_eq!(target.everything().len(), 2, "only the last run's file and the manifest are left");
    }

    #[test]
    fn what_was_edited_after_a_cut_still_takes_force() {
        let target = Target::with(&[("a", "1")]);
        cut(&target, &[("a", "2")], "b");
        target.put("a", "precious");
        assert_eq!(codes(target.apply(PACKAGE)), ["edited-orphan"]);
    }

    #[test]
    fn a_file_of_somebody_where_a_cut_run_would_have_written_takes_force() {
        let target = Target::with(PACKAGE);
        for text in ["1", "2"] {
            cut(&target, &[("a", text), ("c", text)], "b");
            target.put("c", "precious");
            assert_eq!(codes(target.apply(&[("a", "3"), ("c", "3")])), ["foreign-file"]);
            assert_eq!(target.apply(PACKAGE).err(), None, "nothing is to be written there");
            assert_eq!(target.get("c").as_deref(), Some("precious"));
            fs::remove_file(target.out.join("c")).unwrap();
        }
    }

    #[test]
    fn a_file_in_place_of_a_folder_after_a_cut_run() {
        let target = Target::with(&[("a", "1")]);
        cut(&target, &[("a", "1"), ("c", "1"), ("d/x", "1")], "b");
        target.put("c", "mine");
        target.put("d/x", "mine");
        assert_eq!(codes(target.plan(&[("c/x", "2"), ("d", "2")])), ["in-the-way", "in-the-way"]);
    }

    #[test]
    fn a_file_of_somebody_where_a_cut_run_has_removed_one_takes_force() {
        let target = Target::with(&[("a", "1"), ("z", "1")]);
        cut(&target, &[("z", "2")], "b");
        assert!(!target.has("a"));
        target.put("a", "precious");
        assert_eq!(codes(target.apply(&[("a", "3")])), ["foreign-file"]);
    }

    #[test]
    fn two_exclude_each_other() {
        let target = Target::with(PACKAGE);
        let before = target.everything();
        let plan = target.plan(&[("README.md", "# B\n")]).unwrap();
        target.put(".codegen.lock", "4711 1\n");
        let other = File::options().read(true).write(true).open(target.out.join(".codegen.lock")).unwrap();
        other.lock().unwrap();
        let Diagnostics(found) = plan.apply(false).unwrap_err();
        assert_eq!(found[0].code, Code::OutputBusy);
        assert!(found[0].message.starts_with("another run (process 4711) is writing to `"), "{}", found[0].message);
        assert_eq!(codes(target.plan(PACKAGE)), ["output-busy"]);
        fs::remove_file(target.out.join(".codegen.lock")).unwrap();
        drop(other);
        assert_eq!(target.everything(), before);
        plan.apply(false).unwrap();
        assert_eq!(target.everything().len(), 2);
    }

    #[test]
    fn a_lock_that_nobody_holds_hinders_nobody() {
        let target = Target::with(PACKAGE);
        target.put(".codegen.lock", "1 1\n");
        assert!(target.plan(PACKAGE).unwrap().is_fresh());
        target.apply(&[("README.md", "# B\n")]).unwrap();
        assert!(!target.has(".codegen.lock"));
    }

    #[test]
    fn many_at_once_leave_the_work_of_one_and_a_reader_finds_whole_files() {
        let target = Target::with(PACKAGE);
        let contents: Vec<String> = (0..8).map(|number| format!("{number}\n").repeat(50_000)).collect();
        let wanted = |text: &str| (0..10).map(|file| Artifact::new(format!("f{file}"), text)).collect::<Vec<_>>();
        let start = Barrier::new(contents.len());
        let is_done = AtomicBool::new(false);
        let (reads, torn) = thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let (mut reads, mut torn) = (0, 0);
                while !is_done.load(Ordering::SeqCst) {
                    for file in (0..10).filter_map(|file| target.get(&format!("f{file}"))) {
                        reads += 1;
                        torn += usize::from(!contents.contains(&file));
                    }
                }
                (reads, torn)
            });
            let run = |text: &str| {
                let plan = Plan::of(&target.out, wanted(text));
                start.wait();
                codes(plan.and_then(|plan| plan.apply(false)))
            };
            let runs: Vec<_> = contents.iter().map(|text| scope.spawn(move || run(text))).collect();
            let found: Vec<_> = runs.into_iter().map(|run| run.join().unwrap()).collect();
            is_done.store(true, Ordering::SeqCst);
            assert!(found.iter().all(|codes| codes.is_empty() || *codes == ["output-busy"]), "{found:?}");
            reader.join().unwrap()
        });
        assert!(reads > 0 && torn == 0, "{reads} files were read, {torn} of them not whole");
        let fresh = contents.iter().filter(|text| Plan::of(&target.out, wanted(text)).unwrap().is_fresh());
        assert_eq!(fresh.count(), 1);
        assert_eq!(target.everything().len(), 11);
    }

    #[test]
    fn runs_at_once_on_folders_of_their_own_do_not_wait_for_each_other() {
        let targets: Vec<_> = (0..5).map(|_| Target::new()).collect();
        thread::scope(|scope| targets.iter().for_each(|target| drop(scope.spawn(|| target.apply(PACKAGE).unwrap()))));
        assert!(targets.iter().all(|target| target.plan(PACKAGE).unwrap().is_fresh()));
    }

    #[test]
    fn a_plan_that_another_run_overtook_is_made_anew() {
        let target = Target::with(&[("a", "1")]);
        let plan = target.plan(&[("a", "2")]).unwrap();
        target.apply(&[("a", "1"), ("b", "1")]).unwrap();
        plan.apply(false).unwrap();
        assert!(target.plan(&[("a", "2")]).unwrap().is_fresh());
    }
}

mod git {
    use super::*;

    fn init(target: &Target) {
        let done = Command::new("git").arg("init").arg("--quiet").current_dir(target.home.path()).status().unwrap();
        assert!(done.success());
        fs::write(target.home.path().join(".gitignore"), "__pycache__/\n*.egg\nlisted\n").unwrap();
    }

    #[test]
    fn an_ignored_file_is_no_orphan() {
        let target = Target::with(PACKAGE);
        target.put("src/__pycache__/a.pyc", "");
        target.put("x.egg", "");
        assert_eq!(target.plan(PACKAGE).unwrap().tally().foreign, 2, "there is no git here yet");
        init(&target);
        target.put("other", "");
        assert_eq!(target.differences(PACKAGE), [difference("other", Status::Orphan, Provenance::Foreign)]);
    }

    #[test]
    fn a_generated_file_is_an_orphan_though_ignored() {
        let target = Target::with(&[("listed", "1")]);
        init(&target);
        target.apply(&[("a", "1")]).unwrap();
        assert!(!target.has("listed"));
    }

    #[test]
    fn git_keeps_its_own() {
        let target = Target::with(PACKAGE);
        assert!(Command::new("git").args(["init", "--quiet"]).current_dir(&target.out).status().unwrap().success());
        assert!(target.plan(PACKAGE).unwrap().is_fresh());
    }

    #[test]
    fn more_files_than_a_pipe_holds() {
        let target = Target::with(PACKAGE);
        init(&target);
        let long = "n".repeat(200);
        (0..1000).for_each(|number| target.put(&format!("__pycache__/{number}{long}"), ""));
        assert!(target.plan(PACKAGE).unwrap().is_fresh());
    }
}

mod locks {
    use super::*;

    #[test]
    fn the_lock_file_beside_a_generated_manifest_is_no_orphan_and_any_other_is_one() {
        let package: Files =
            &[("Cargo.toml", "[package]\n"), ("inner/package.json", "{}\n"), ("pyproject.toml", "[project]\n")];
        let target = Target::with(package);
        let locks = ["Cargo.lock", "poetry.lock", "uv.lock"].into_iter();
        let inner = ["inner/package-lock.json", "inner/pnpm-lock.yaml", "inner/yarn.lock"];
        locks.chain(inner).for_each(|lock| target.put(lock, "made by a package manager"));
        assert!(target.plan(package).unwrap().is_fresh());
        target.put("src/Cargo.lock", "");
        target.put("package-lock.json", "");
        let foreign = |path: &str| difference(path, Status::Orphan, Provenance::Foreign);
        assert_eq!(target.differences(package), [foreign("package-lock.json"), foreign("src/Cargo.lock")]);
    }

    #[test]
    fn a_folder_that_a_tool_has_marked_as_its_cache_holds_no_orphans() {
        let tag = "Signature: 8a477f597d28d172789f06886806bc55\n# A tool has made this.\n";
        let target = Target::with(PACKAGE);
        target.put("target/CACHEDIR.TAG", tag);
        ["target/debug/a.rlib", "targets"].iter().for_each(|path| target.put(path, ""));
        assert_eq!(target.differences(PACKAGE), [difference("targets", Status::Orphan, Provenance::Foreign)]);
        target.put("CACHEDIR.TAG", tag);
        assert_eq!(target.differences(PACKAGE).len(), 2, "the folder of a package is no cache, whatever says so");
    }

    #[test]
    fn a_file_that_only_has_the_name_of_the_mark_of_a_cache_marks_nothing() {
        let target = Target::with(PACKAGE);
        ["src/CACHEDIR.TAG", "src/evil.rs"].iter().for_each(|path| target.put(path, "Signature: none"));
        assert_eq!(target.differences(PACKAGE).len(), 2);
    }

    #[test]
    fn a_lock_file_that_was_generated_is_an_orphan_like_any_other() {
        let target = Target::with(&[("Cargo.toml", "1"), ("Cargo.lock", "2")]);
        assert_eq!(target.apply(&[("Cargo.toml", "1")]).unwrap().orphan, 1);
        assert!(!target.has("Cargo.lock"));
    }
}

mod reports {
    use super::*;

    /// The report, with `OUT` for the folder.
    fn reported(target: &Target, files: Files, mode: Mode, verbose: bool, format: Format) -> String {
        let plans = [target.plan(files).unwrap()];
        let (findings, command) = (&Diagnostics::default(), COMMAND);
        let report = Report { findings, plans: &plans, mode, command, verbose, colour: false };
        report.render(format).replace(target.out.to_str().unwrap(), "OUT")
    }

    fn changed() -> (Target, Files<'static>) {
        let target = Target::with(&[("a", "1\n2\n3\n"), ("b", "b\n"), ("c", "c\n")]);
        target.put("a", "1\ntwo\n3\n");
        target.put("x,y:%", "");
        (target, &[("a", "1\n2\n3\n"), ("c", "c\n"), ("d", "d\n")])
    }

    #[test]
    fn a_check_shows_what_how_much_and_what_to_do() {
        let (target, wanted) = changed();
        assert_eq!(
            reported(&target, wanted, Mode::Check, false, Format::Text),
            "       Stale OUT/.codegen.json
       Stale OUT/a (edited by hand)
--- OUT/a (on the disk)
+++ OUT/a (generated)
@@ -1,3 +1,3 @@
 1
-two
+2
 3
      Orphan OUT/b
     Missing OUT/d
     Foreign OUT/x,y:% (not made by the generator)
    Finished 1 fresh, 2 stale, 1 missing, 1 orphan, 1 foreign
run `cargo xtask codegen`; move away what was not generated, or have git ignore it
"
        );
    }

    #[test]
    fn a_write_reports_its_changes() {
        let (target, wanted) = changed();
        assert_eq!(
            reported(&target, wanted, Mode::Write, false, Format::Text),
            "     Updated OUT/.codegen.json
     Updated OUT/a (edited by hand)
     Removed OUT/b
     Created OUT/d
        Kept OUT/x,y:% (not made by the generator)
    Finished 1 fresh, 2 updated, 1 created, 1 removed, 1 kept
move away what was not generated, or have git ignore it
"
        );
    }

    #[test]
    fn fresh_files_are_listed_on_request() {
        let target = Target::with(&[("a", "")]);
        let quiet = reported(&target, &[("a", "")], Mode::Check, false, Format::Text);
        assert_eq!(quiet, "    Finished 2 fresh, 0 stale, 0 missing, 0 orphan\n");
        let verbose = reported(&target, &[("a", "")], Mode::Check, true, Format::Text);
        assert!(verbose.contains("       Fresh OUT/a\n"), "{verbose}");
    }

    #[test]
    fn a_long_diff_is_shortened_unless_requested_in_full() {
        let target = Target::with(&[("a", "")]);
        let long = "line\n".repeat(100);
        let short = reported(&target, &[("a", &long)], Mode::Check, false, Format::Text);
        assert_eq!(short.matches("+line").count(), 57);
        assert!(short.contains("… 43 more lines"), "{short}");
        assert_eq!(reported(&target, &[("a", &long)], Mode::Check, true, Format::Text).matches("+line").count(), 100);
    }

    #[test]
    fn a_diff_does_not_draw_on_the_terminal() {
        let target = Target::with(&[("a", "\tx\n")]);
        target.put("a", "\u{1b}[2J\tx\r\n");
        let reported = reported(&target, &[("a", "\tx\n")], Mode::Check, false, Format::Text);
        assert!(reported.contains("-\\u{1b}[2J\tx\\u{d}\n"), "{reported}");
    }

    #[test]
    fn a_program_gets_one_document() {
        let (target, wanted) = changed();
        let reported = reported(&target, wanted, Mode::DryRun, false, Format::Json);
        let document: serde_json::Value = serde_json::from_str(&reported).unwrap();
        assert_eq!(document["mode"], "dry-run");
        assert_eq!(document["fresh"], false);
        assert_eq!(document["tally"]["stale"], 2);
        let files = document["targets"][0]["files"].as_array().unwrap();
        assert_eq!(files.len(), 6);
        assert_eq!(files[1]["path"], "OUT/a");
        assert_eq!(files[1]["status"], "stale");
        assert_eq!(files[1]["provenance"], "edited");
        assert!(files[1]["diff"].as_str().unwrap().contains("-two\n+2\n"));
        assert_eq!(files[5]["provenance"], "foreign");
    }

    #[test]
    fn github_gets_a_command_a_line() {
        let (target, wanted) = changed();
        let reported = reported(&target, wanted, Mode::Check, false, Format::Github);
        let lines: Vec<_> = reported.lines().collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(
            lines[1],
            "::error file=OUT/a,title=Stale::This is not what the schemas and templates give.\
             %0AFixed by `cargo xtask codegen`."
        );
        assert_eq!(
            lines[4],
            "::error file=OUT/x%2Cy%3A%25,title=Orphan::This was not generated: move it away, or have git ignore it."
        );
    }

    #[test]
    fn findings_appear_in_every_format() {
        let place = Place::in_text("hooks/a,b.json", "{\n\n  \"a\": 1}", 8..9).with_pointer("/x");
        let findings =
            Diagnostic::error(Code::UnknownKeyword, "`a`: 100%\nwrong").at(place).instead("write `b`").into();
        let report = Report {
            findings: &findings,
            plans: &[],
            mode: Mode::Check,
            command: COMMAND,
            verbose: false,
            colour: false,
        };
        assert!(!report.is_fresh());
        assert_eq!(
            report.render(Format::Github),
            "::error file=hooks/a%2Cb.json,line=3,col=6,endLine=3,endColumn=7,title=unknown-keyword::\
             `a`: 100%25\\u{a}wrong%0Aat: /x%0Ado: write `b`\n"
        );
        let text = report.render(Format::Text);
        assert!(text.starts_with("error[unknown-keyword]: `a`: 100%"), "{text}");
        assert!(text.contains("\n      Failed 1 error\n"), "{text}");
        let document: serde_json::Value = serde_json::from_str(&report.render(Format::Json)).unwrap();
        assert_eq!(document["findings"][0]["place"]["line"], 3);
    }

    #[test]
    fn colour_is_used_only_on_request() {
        let (target, wanted) = changed();
        let plans = [target.plan(wanted).unwrap()];
        let findings = Diagnostics::default();
        let colour = |colour| {
            let mode = Mode::Check;
            let report = Report { findings: &findings, plans: &plans, mode, command: "x", verbose: false, colour };
            report.render(Format::Text).contains('\u{1b}')
        };
        assert!(colour(true));
        assert!(!colour(false));
    }
}

#[test]
fn one_file_among_those_of_others_is_compared_and_written_and_nothing_else_is_touched() {
    let home = TempDir::new().unwrap();
    let docs = home.path().join("docs");
    fs::create_dir(&docs).unwrap();
    fs::write(docs.join("schemas.md"), "theirs\n").unwrap();
    let plan = || Plan::of_one(&docs, Artifact::new("coverage.md", "ours\n")).unwrap();
    let status = |plan: &Plan| plan.entries.iter().map(|it| (it.path.clone(), it.status)).collect::<Vec<_>>();
    let mut seen = vec![status(&plan())];
    plan().apply(false).unwrap();
    seen.push(status(&plan()));
    fs::write(docs.join("coverage.md"), "edited\n").unwrap();
    seen.push(status(&plan()));
    plan().apply(false).unwrap();
    let names: Vec<_> = fs::read_dir(&docs).unwrap().map(|it| it.unwrap().file_name()).collect();
    let expected = [Status::Missing, Status::Fresh, Status::Stale].map(|it| vec![("coverage.md".to_owned(), it)]);
    assert_eq!(seen, expected);
    assert_eq!(names.len(), 2, "{names:?}");
    assert_eq!(fs::read_to_string(docs.join("coverage.md")).unwrap(), "ours\n");
    assert_eq!(fs::read_to_string(docs.join("schemas.md")).unwrap(), "theirs\n");
}
