//! Findings that need more than a set: bytes that are not text, links, foreign folders, a file system that refuses.

use std::fs;
use std::path::Path;

use hookwire_codegen::explain::explain;
use hookwire_codegen::generate::{self, Options};
use hookwire_codegen::internal::artifact::Artifact;
use hookwire_codegen::internal::depfile::depfile;
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::write::{MANIFEST, Plan, Stamp};

/// Creates the situation in an empty folder, and returns the diagnostics.
pub type Situation = fn(&Path) -> Diagnostics;

/// Every situation, with the name of the folder of its golden files.
pub const ALL: &[(&str, Situation)] = &[
    ("no-set", |home| read(home)),
    ("not-utf-8", |home| {
        set(home);
        fs::write(home.join("lamp.schema.json"), b"{\"title\": \"L\xe4mp\"}").unwrap();
        read(home)
    }),
    ("set-file-not-utf-8", |home| {
        set(home);
        fs::write(home.join("codegen.toml"), b"[package]\nname = \"l\xe4mps\"\n").unwrap();
        read(home)
    }),
    ("set-file-in-utf-16", |home| {
        set(home);
        fs::write(home.join("codegen.toml"), b"\xff\xfe[\0p\0a\0").unwrap();
        read(home)
    }),
    ("link", |home| {
        set(home);
        link("/etc/hostname", &home.join("room.schema.json"));
        read(home)
    }),
    ("no-target", |home| {
        set(home);
        generated(home, &["ruts"])
    }),
    ("template-unreadable", |home| {
        // Outside of the set, where a link would be reported separately.
        let (schemas, target) = (home.join("set"), home.join("templates/pictures"));
        fs::create_dir(&schemas).unwrap();
        fs::create_dir_all(&target).unwrap();
        set(&schemas);
        fs::write(target.join("target.toml"), "").unwrap();
        link("lamp.svg", &target.join("room.svg"));
        let options =
            Options { schemas, templates: home.join("templates"), only: Vec::new(), name: None, single_file: false };
        generate::generate(&options).unwrap_err()
    }),
    ("template-not-utf-8", |home| {
        set(home);
        let target = home.join("templates/pictures");
        fs::create_dir_all(&target).unwrap();
        fs::write(target.join("target.toml"), "").unwrap();
        fs::write(target.join("lamp.png"), b"\x89PNG\xff").unwrap();
        generated(home, &[])
    }),
    ("assertion-part", |home| {
        set(home);
        let settings = fs::read_to_string(home.join("codegen.toml")).unwrap();
        fs::write(home.join("codegen.toml"), settings.replace("untyped = \"deny\"", "untyped = \"allow\"")).unwrap();
        let schema = r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Lamp", "description": "A lamp.",
            "type": "object", "properties": {"name": {"type": "string", "description": "Its name.", "pattern": "^[a-z]+$"}}}"#;
        fs::write(home.join("lamp.schema.json"), schema).unwrap();
        let target = home.join("templates/pictures");
        fs::create_dir_all(&target).unwrap();
        fs::write(target.join("target.toml"), "assertions = [\"types\"]\n[needs]\nassertions = [\"check.txt\"]")
            .unwrap();
        fs::write(target.join("check.txt"), "").unwrap();
        generated(home, &[])
    }),
    ("no-node", |home| {
        set(home);
        let options = Options {
            schemas: home.to_owned(),
            templates: home.join("templates"),
            only: Vec::new(),
            name: None,
            single_file: false,
        };
        explain(&options, "Lmap").err().unwrap()
    }),
    ("artifact-path", |home| planned(home, &[("../lamp.rs", ""), ("aux.rs", "")])),
    ("artifact-collision", |home| planned(home, &[("lamp.rs", ""), ("Lamp.rs", "")])),
    ("output-not-ours", |home| {
        fs::write(home.join("letter.txt"), "Dear Ada").unwrap();
        planned(home, &[("lamp.rs", "")])
    }),
    ("manifest-unreadable", |home| {
        fs::write(home.join(MANIFEST), "<<<<<<< ours").unwrap();
        planned(home, &[("lamp.rs", "")])
    }),
    ("manifest-missing", |home| {
        written(home, &[("lamp.rs", "")]);
        fs::remove_file(home.join(MANIFEST)).unwrap();
        Diagnostics::from(Plan::of(home, artifacts(&[("lamp.rs", "")])).unwrap().missing_manifest_warning().unwrap())
    }),
    ("stamp", |home| {
        fs::write(home.join("letter.txt"), "Dear Ada").unwrap();
        Stamp::begin(&home.join("letter.txt"), None, &[]).unwrap_err()
    }),
    ("depfile-path-of-a-pattern", |home| {
        Stamp::begin(&home.join("50%/stamp"), Some(&home.join("d")), &[]).map(drop).unwrap_err()
    }),
    ("depfile-path", |home| depfile(&home.join("stamp"), [Path::new("set/a;b.schema.json")].into_iter()).unwrap_err()),
    ("in-the-way", |home| {
        written(home, &[("lamp.rs", "")]);
        link("/tmp", &home.join("src"));
        planned(home, &[("lamp.rs", ""), ("src/room.rs", "")])
    }),
    ("folder-to-write-to-that-is-a-file", |home| {
        let schemas = home.join("set");
        fs::create_dir(&schemas).unwrap();
        set(&schemas);
        for target in ["templates/one", "templates/two"] {
            fs::create_dir_all(home.join(target)).unwrap();
            fs::write(home.join(target).join("target.toml"), "").unwrap();
            fs::write(home.join(target).join("lamp.txt"), "a lamp").unwrap();
        }
        fs::write(home.join("out"), "a file").unwrap();
        let options =
            Options { schemas, templates: home.join("templates"), only: Vec::new(), name: None, single_file: false };
        generate::generate(&options).unwrap().compare(&home.join("out/all")).1
    }),
    ("foreign-file", |home| {
        written(home, &[("lamp.rs", "")]);
        fs::write(home.join("room.rs"), "// mine").unwrap();
        planned(home, &[("lamp.rs", ""), ("room.rs", "")])
    }),
    ("edited-orphan", |home| {
        written(home, &[("lamp.rs", ""), ("room.rs", "")]);
        fs::write(home.join("room.rs"), "// mine").unwrap();
        planned(home, &[("lamp.rs", "")])
    }),
    ("output-busy", |home| {
        written(home, &[("lamp.rs", "")]);
        let lock = fs::File::create(home.join(".codegen.lock")).unwrap();
        lock.lock().unwrap();
        planned(home, &[("lamp.rs", "")])
    }),
    ("output-io", |home| {
        fs::write(home.join("out"), "a file").unwrap();
        planned(&home.join("out/rust"), &[("lamp.rs", "")])
    }),
];

fn set(home: &Path) {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics/codegen.toml");
    fs::copy(own, home.join("codegen.toml")).unwrap();
    let schema = r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Lamp", "description": "A lamp.",
        "type": "object", "properties": {}}"#;
    fs::write(home.join("lamp.schema.json"), schema).unwrap();
}

/// Creates a symbolic link.
fn link(to: &str, at: &Path) {
    #[cfg(unix)]
    std::os::unix::fs::symlink(to, at).unwrap();
    #[cfg(windows)]
    std::os::windows::fs::symlink_file(to, at).unwrap();
}

fn read(home: &Path) -> Diagnostics {
    generate::read(home).map_or_else(|found| found, |read| read.findings)
}

/// Renders with the templates of the folder, if it has some, otherwise with those of this repository.
fn generated(home: &Path, only: &[&str]) -> Diagnostics {
    let own = home.join("templates");
    let templates = if own.is_dir() { own } else { Path::new(env!("CARGO_MANIFEST_DIR")).join("templates") };
    let only = only.iter().map(|&name| name.to_owned()).collect();
    generate::generate(&Options { schemas: home.to_owned(), templates, only, name: None, single_file: false })
        .map_or_else(|found| found, |generated| generated.findings)
}

fn artifacts(files: &[(&str, &str)]) -> Vec<Artifact> {
    files.iter().map(|(path, text)| Artifact::new(*path, *text)).collect()
}

fn written(out: &Path, files: &[(&str, &str)]) {
    Plan::of(out, artifacts(files)).unwrap().apply(false).unwrap();
}

/// Returns the diagnostics of comparing and writing; nothing, if all is well.
fn planned(out: &Path, files: &[(&str, &str)]) -> Diagnostics {
    Plan::of(out, artifacts(files)).and_then(|plan| plan.apply(false)).err().unwrap_or_default()
}
