//! The features of a set: a set gets exactly what it lists, and each feature works alone with the features that it
//! needs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::canonical::contract;
use crate::support::copy::copy;
use hookwire_codegen::generate::{Options, generate};
use hookwire_codegen::internal::hooks::{FEATURES, Feature};
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns a copy of a set that lists these features.
fn listing(set: &Path, features: &BTreeSet<&str>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(set, folder.path());
    let file = folder.path().join("codegen.toml");
    let text = fs::read_to_string(&file).unwrap();
    let line = text.lines().find(|line| line.starts_with("features = ")).expect("a set with features");
    // A file that no listed feature reads would be a mistake.
    // The set has namespaces of the names of the validators' own.
    let validators = if features.contains("problems") { "" } else { "\nvalidators = false" };
    let text = text.replace(line, &format!("features = {:?}{validators}", features.iter().collect::<Vec<_>>()));
    let kept = text.lines().filter(|line| features.contains("events") || !is_of_events(line));
    fs::write(file, kept.collect::<Vec<_>>().join("\n")).unwrap();
    if !features.contains("events") {
        ["events.json", "events.schema.json", "changes.json", "changes.schema.json"].iter().for_each(|name| {
            let _ = fs::remove_file(folder.path().join(name));
        });
        let _ = fs::remove_dir_all(folder.path().join("profiles"));
    }
    let profile = folder.path().join("profiles/wave-design-2025-11/profile.toml");
    if let Some(text) = fs::read_to_string(&profile).ok().filter(|_| !features.contains("outcomes")) {
        fs::write(profile, text.split("[exits]").next().unwrap().replace("inside = ", "# ")).unwrap();
    }
    folder
}

fn is_of_events(line: &str) -> bool {
    ["catalogue = ", "changes = ", "profiles = "].iter().any(|key| line.starts_with(key))
}

/// Returns every file of these targets, or of all, with its text.
fn files(set: &Path, only: &[&str]) -> Vec<(PathBuf, String)> {
    let only = only.iter().map(|name| (*name).to_owned()).collect();
    let options =
        Options { schemas: set.to_owned(), templates: root().join("templates"), only, name: None, single_file: false };
    let generated = generate(&options).unwrap_or_else(|found| panic!("{}: {found:#?}", set.display()));
    let files = generated.outputs.into_iter().flat_map(|output| {
        let target = PathBuf::from(output.target);
        output.artifacts.into_iter().map(move |file| (target.join(file.path), file.contents))
    });
    files.collect()
}

/// Returns a feature with all features that it needs.
fn closure(feature: &Feature) -> BTreeSet<&'static str> {
    let mut all = BTreeSet::from([feature.name]);
    for name in feature.needs {
        all.extend(closure(FEATURES.iter().find(|it| it.name == *name).expect("a feature that there is")));
    }
    all
}

/// Generates a set with no feature, with each feature alone, and with all.
fn works_with_each_feature(set: &str, only: &[&str], least: &[&str]) {
    let least: BTreeSet<&str> = least.iter().copied().collect();
    let set = root().join(set);
    let text = fs::read_to_string(set.join("codegen.toml")).unwrap();
    let listed = FEATURES.iter().filter(|it| text.contains(&format!("\"{}\"", it.name)));
    for feature in listed {
        let needed = closure(feature).union(&least).copied().collect();
        assert!(!files(listing(&set, &needed).path(), only).is_empty(), "{}", feature.name);
    }
    let none = files(listing(&set, &least).path(), only);
    let of_python =
        ["_read.py", "_validate.py", "_matches.py", "_prompt.py", "_validator/__init__.py", "_tool/__init__.py"];
    let of_rust = ["src/reading/mod.rs", "src/validation/mod.rs", "src/matcher/mod.rs", "src/event.rs"];
    let of_npm = ["read.js", "validate.js", "settings.js", "internal/core.js", "internal/prompt.js"];
    let of_features: Vec<&str> = [&of_python[..], &of_rust, &of_npm].concat();
    let unasked = none.iter().find(|(path, _)| of_features.iter().any(|name| path.ends_with(name)));
    assert!(unasked.is_none(), "{unasked:?}");
    let all = files(&set, only);
    assert!(all.iter().any(|(path, _)| path.ends_with("_read.py")), "{}", set.display());
}

#[test]
fn a_set_works_with_no_feature_with_each_alone_and_with_all() {
    works_with_each_feature("tests/sets/codex", &[], &[]);
}

/// One package is enough, because the templates of all packages use the same data. Some schemas of the set list every event, so
/// it always needs events.
#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn the_canonical_set_works_with_each_feature_alone() {
    works_with_each_feature("schemas", &["python"], &["events"]);
}

#[test]
fn the_packages_of_another_host_speak_of_that_host_alone() {
    let all = files(&root().join("tests/sets/codex"), &[]);
    assert!(all.len() > 200, "{}", all.len());
    for (path, text) in &all {
        let named = text.lines().find(|line| line.to_lowercase().contains("claude"));
        assert!(named.is_none(), "{}: {named:?}", path.display());
    }
    // They still read inputs, check replies and have documentation.
    for path in ["python/src/agent_hooks/_read.py", "rust/src/reading/mod.rs", "typescript/read.js", "docs/problems.md"]
    {
        assert!(all.iter().any(|(known, _)| known == Path::new(path)), "no {path}");
    }
}

/// Returns what the generator says about the second host's set, after a change of its catalogue.
fn second_host_with(change: impl FnOnce(&mut serde_json::Value)) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("tests/sets/codex"), folder.path());
    let file = folder.path().join("events.json");
    let mut catalogue = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    change(&mut catalogue);
    fs::write(&file, serde_json::to_string_pretty(&catalogue).unwrap()).unwrap();
    let (schemas, templates) = (folder.path().to_owned(), root().join("templates"));
    let options = Options { schemas, templates, only: vec!["docs".to_owned()], name: None, single_file: false };
    let found = generate(&options).err().unwrap_or_default();
    found.0.iter().map(|it| it.to_string()).collect()
}

/// Does so for a rule about settings.
fn registration_with(change: &str) -> Vec<String> {
    let change: serde_json::Value = serde_json::from_str(change).unwrap();
    second_host_with(|catalogue| {
        for (key, value) in change.as_object().unwrap() {
            catalogue["registration"]["texts"][0][key] = value.clone();
        }
    })
}

#[test]
fn a_rule_about_settings_names_what_there_is() {
    for (change, said) in [
        (r#"{"code": "relativ-path"}"#, "there is no code `relativ-path`"),
        (r#"{"severity": "rejected"}"#, "the host does not refuse settings because of a text"),
        (r#"{"events": ["PreToolUs"]}"#, "there is no event `PreToolUs`"),
        (r#"{"types": ["HookSettings"]}"#, "there is no type `HookSettings`"),
        (r#"{"pattern": "(?=a)"}"#, "the packages cannot read the pattern `(?=a)`"),
    ] {
        let found = registration_with(change);
        assert!(found.len() == 1 && found[0].contains(said), "{change}: {found:?}");
    }
    assert_eq!(registration_with("{}"), Vec::<String>::new());
}

#[test]
fn a_tool_with_a_line_names_a_shell_that_there_is() {
    let with = |shell: &str| {
        second_host_with(|catalogue| catalogue["commands"]["tools"]["Bash"]["shell"] = serde_json::Value::from(shell))
    };
    let found = with("bsh");
    assert!(found.len() == 1 && found[0].contains("there is no shell `bsh`"), "{found:?}");
    assert_eq!(with("zsh"), Vec::<String>::new());
}

/// Does so for the value at a pointer.
fn selection_with(pointer: &str, value: &str) -> Vec<String> {
    let value = serde_json::from_str(value).unwrap();
    second_host_with(|catalogue| *catalogue.pointer_mut(pointer).unwrap() = value)
}

#[test]
fn a_fact_about_selection_names_what_there_is() {
    for (pointer, value, said) in [
        ("/places/0/name", "\"usr\"", "there is no value of `SettingsPlace` `usr`"),
        ("/places/0/documents", "[\"Settings\"]", "there is no type `Settings`"),
        ("/places", "[]", "there is no entry with the name `user`"),
        ("/selection/default", "\"local\"", "there is no place `local`"),
        ("/selection/broken/0/entry", "[\"Stopp\"]", "there is no name `Stopp`"),
        ("/selection/broken/0/unknown", "\"every\"", "there is no word `every`"),
        ("/selection/switches", r#"[{"key": "a", "on": [true], "off": [], "places": ["usr"], "keeps": []}]"#, "`usr`"),
        ("/selection/placeholders", r#"[{"name": "A", "is": "root", "places": ["usr"]}]"#, "`usr`"),
        ("/handlers/0/mechanism", "\"programm\"", "the packages cannot start a handler by `programm`"),
    ] {
        let found = selection_with(pointer, value);
        assert!(found.iter().any(|it| it.contains(said)), "{pointer}: {found:?}");
    }
    assert_eq!(selection_with("/selection/default", "\"user\""), Vec::<String>::new());
}

/// Returns every file of a folder with its path in the folder, and its text.
fn texts(folder: &Path, prefix: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder.join(prefix)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let path = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
        if folder.join(&path).is_dir() {
            found.extend(texts(folder, &path));
        } else {
            let text = fs::read_to_string(folder.join(&path)).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// Returns the words of a text that can be names of types.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_ascii_alphanumeric())
}

/// Returns the names that a template quotes in its expressions, and the names that a module of a package imports from
/// the types.
fn named<'a>(path: &str, text: &'a str) -> Vec<&'a str> {
    let mut found = Vec::new();
    if path.ends_with(".jinja") {
        let tags = ["{{", "{%"].into_iter().flat_map(|tag| text.split(tag).skip(1));
        let tags = tags.filter_map(|rest| rest.split_once('}'));
        found.extend(tags.flat_map(|(tag, _)| tag.split('"').skip(1).step_by(2)));
    }
    for (start, end) in
        [("use crate::", ";"), ("}}::{", ";"), ("from .types import (", ")"), ("from .types import ", "\n")]
    {
        let lists = text.split(start).skip(1).filter_map(|rest| rest.split(end).next());
        found.extend(lists.flat_map(words));
    }
    found
}

/// Returns true if a pattern of `[needs]` matches a path.
fn matches(pattern: &str, path: &str) -> bool {
    pattern
        .split_once('*')
        .map_or(pattern == path, |(head, tail)| path.strip_prefix(head).is_some_and(|rest| rest.ends_with(tail)))
}

/// Types that templates name and do without: the packages define the first themselves, a reply need not be async, pages list
/// the types of other places for hooks if the set has them, and the features require the last two of sets that need them.
const OPTIONAL: [&str; 7] = [
    "HookEvent",
    "AsyncHookOutput",
    "PluginHooks",
    "PluginManifest",
    "HooksFrontmatter",
    "PermissionUpdate",
    "RecordedAnswer",
];

#[test]
fn a_feature_lists_every_type_that_its_templates_name() {
    let contract = contract();
    let mut unlisted = BTreeSet::new();
    let mut read = 0;
    for target in ["rust", "python", "typescript", "docs"] {
        let folder = root().join("templates").join(target);
        let file: toml::Table = fs::read_to_string(folder.join("target.toml")).unwrap().parse().unwrap();
        let needs: Vec<(&str, Vec<&str>)> = file["needs"]
            .as_table()
            .unwrap()
            .iter()
            .map(|(name, all)| (&**name, all.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect()))
            .collect();
        for (path, text) in texts(&folder, "") {
            let of_file = |feature: &&Feature| {
                needs.iter().any(|(name, all)| *name == feature.name && all.iter().any(|it| matches(it, &path)))
            };
            let mut features: BTreeSet<&str> = FEATURES.iter().filter(of_file).flat_map(closure).collect();
            if features.is_empty() {
                continue;
            }
            // A part of a template can be for sets with another feature.
            let is_asked = |it: &&Feature| text.contains(&format!("if features.{}", it.name));
            features.extend(FEATURES.iter().filter(is_asked).flat_map(closure));
            read += 1;
            let of_features = FEATURES.iter().filter(|it| features.contains(it.name));
            let listed: BTreeSet<&str> = of_features.flat_map(|it| it.types).copied().collect();
            let names = named(&path, &text).into_iter().filter(|name| contract.get(name).is_some());
            let names = names.filter(|name| !OPTIONAL.contains(name));
            unlisted.extend(
                names.filter(|name| !listed.contains(name)).map(|name| format!("{target}/{path} names `{name}`")),
            );
        }
    }
    assert!(read > 80, "{read}");
    assert!(unlisted.is_empty(), "add these to `types` of the feature: {unlisted:#?}");
}

#[test]
fn the_page_lists_every_feature_with_what_it_needs() {
    let page = fs::read_to_string(root().join("docs/schemas.md")).unwrap();
    let rows: Vec<&str> =
        page.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 4).collect();
    for Feature { name, needs, types, tables, .. } in FEATURES {
        let row = rows.iter().find(|row| row.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("add `{name}` to the table under Features in docs/schemas.md"));
        let unnamed: Vec<_> =
            needs.iter().chain(*types).chain(*tables).filter(|it| !row.contains(&format!("`{it}`"))).collect();
        assert!(unnamed.is_empty(), "`{name}` needs {unnamed:?} as well");
    }
}
