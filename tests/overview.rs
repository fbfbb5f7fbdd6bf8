//! `tests/README.md` lists every entry of `tests/`, and no other; `tests/generator.rs` has every file; `CONTRIBUTING.md`
//! names files that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn the_readme_of_the_tests_lists_every_folder_and_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut entries = BTreeSet::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let is_folder = entry.file_type().unwrap().is_dir();
        entries.insert(if is_folder { format!("{name}/") } else { name });
    }
    assert!(entries.remove("README.md"));
    let page = fs::read_to_string(folder.join("README.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| [`")?.split_once("`]("));
    let mut listed = BTreeSet::new();
    let mut last = "";
    for (name, rest) in rows {
        let link = name.trim_end_matches('/');
        let promise = rest.strip_prefix(&format!("{link}) | ")).unwrap_or_default();
        assert!(promise.ends_with(". |"), "{name}: a link to it, and a sentence: {rest}");
        // Folders have a table of their own, the first.
        assert!(
            last < name || (last.ends_with('/') && !name.ends_with('/')),
            "sort the rows: {name} comes after {last}"
        );
        last = name;
        assert!(listed.insert(name.to_owned()), "{name} is listed twice");
    }
    let missing: Vec<_> = entries.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&entries).collect();
    assert!(missing.is_empty() && gone.is_empty(), "tests/README.md: missing {missing:?}, gone {gone:?}");
}

#[test]
fn the_program_of_the_tests_has_every_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = names.filter_map(|name| Some(name.strip_suffix(".rs")?.to_owned())).collect();
    let program = fs::read_to_string(folder.join("generator.rs")).unwrap();
    let modules = program.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    let modules: BTreeSet<String> = modules.map(str::to_owned).collect();
    let missing: Vec<_> = files.difference(&modules).filter(|file| *file != "generator").collect();
    assert!(missing.is_empty(), "tests/generator.rs does not run {missing:?}");
}

#[test]
fn every_path_in_the_guide_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let tops = ["schemas/", "src/", "templates/", "xtask/", "tests/", "docs/"];
    let spans = page.split('`').skip(1).step_by(2);
    let is_path = |text: &&str| tops.iter().any(|top| text.starts_with(top)) && !text.contains('<');
    let paths: Vec<&str> = spans.filter(is_path).collect();
    assert!(paths.len() > 60, "{}", paths.len());
    let gone: Vec<_> = paths.iter().filter(|path| !root.join(path).exists()).collect();
    assert!(gone.is_empty(), "CONTRIBUTING.md names {gone:?}");
}
