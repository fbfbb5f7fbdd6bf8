//! Paths that lead elsewhere: nothing is read from outside of a set, nothing is written outside of the output, and only
//! generated files are removed. All other files are listed with their contents before and after.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hookwire_codegen::generate::{self, Options, generate};
use hookwire_codegen::internal::diagnostic::{Code, Diagnostics};
use hookwire_codegen::internal::write::{MANIFEST, apply_all};
use serde_json::json;
use tempfile::TempDir;

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A folder with a set, templates, an output, and unrelated files.
struct World(TempDir);

impl World {
    fn new() -> Self {
        let world = Self(tempfile::tempdir().unwrap());
        world.write("home/letters/secret.schema.json", &schema("Secret", &json!({"type": "string"})));
        world.write("home/notes.txt", "Somebody's notes.");
        world.write("home/.config/settings", "x");
        world.write("set/thing.schema.json", &schema("Thing", &json!({"type": "object", "properties": {}})));
        world.write("set/codegen.toml", SET);
        world.write("templates/demo/target.toml", "[names]\ntype = \"as-is\"\nfile = \"as-is\"\nmodule = \"as-is\"\n");
        world.write("templates/demo/all.txt.jinja", "{% for type in types %}{{ type.name }}\n{% endfor %}");
        world
    }

    fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Generates from the set, compares with `out`, and writes.
    fn run(&self, out: &str, force: bool) -> Result<(), Diagnostics> {
        let options = Options {
            schemas: self.path("set"),
            templates: self.path("templates"),
            only: Vec::new(),
            name: None,
            single_file: false,
        };
        let (plans, findings) = generate(&options)?.compare(&self.path(out));
        findings.or(())?;
        apply_all(&plans, force).map(drop)
    }

    fn findings(&self) -> Diagnostics {
        generate::read(&self.path("set")).map_or_else(|found| found, |read| read.findings)
    }

    /// Lists every file, folder and link with its contents, except for those below these paths.
    fn listing(&self, but: &[&str]) -> BTreeMap<String, String> {
        let mut all = BTreeMap::new();
        list(self.0.path(), "", but, &mut all);
        all
    }
}

fn list(folder: &Path, prefix: &str, but: &[&str], all: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().unwrap();
        if but.contains(&name.as_str()) {
            continue;
        } else if kind.is_dir() {
            all.insert(format!("{name}/"), String::new());
            list(&entry.path(), &format!("{name}/"), but, all);
        } else if kind.is_symlink() {
            all.insert(name, format!("to {}", fs::read_link(entry.path()).unwrap().display()));
        } else if kind.is_file() {
            all.insert(name, String::from_utf8_lossy(&fs::read(entry.path()).unwrap()).into_owned());
        } else {
            all.insert(name, "no file".to_owned());
        }
    }
}

const SET: &str = "[package]\nname = \"things\"\nversion = \"1.0.0\"\nlicense = \"MIT\"\nsummary = \"Things.\"\n\n\
[ids]\nprefix = \"urn:things:\"\n\n[lints]\nundescribed = \"allow\"\n";

fn schema(title: &str, body: &serde_json::Value) -> String {
    let mut schema = body.clone();
    schema["$schema"] = DIALECT.into();
    schema["title"] = title.into();
    schema.to_string()
}

#[test]
fn a_reference_out_of_the_set_is_refused_and_nothing_is_fetched() {
    let secret = "home/letters/secret.schema.json";
    let world = World::new();
    let absolute = world.path(secret).display().to_string();
    let mut references: Vec<String> = [
        "../home/letters/secret.schema.json",
        "./../home/letters/secret.schema.json",
        "a/../../home/letters/secret.schema.json",
        "%2e%2e/home/letters/secret.schema.json",
        "..%2fhome/letters/secret.schema.json",
        "%2e%2e%2fhome%2fletters%2fsecret.schema.json",
        "..\\home\\letters\\secret.schema.json",
        "C:\\secret.schema.json",
        "C:/secret.schema.json",
        "\\\\server\\share\\secret.schema.json",
        "//server/share/secret.schema.json",
        "http://127.0.0.1:9/secret.schema.json",
        "https://example.org/secret.schema.json",
        "HTTP://127.0.0.1:9/secret.schema.json",
        "ftp://127.0.0.1:9/secret.schema.json",
        "urn:things:Secret",
        "data:application/json,{}",
        "json-schema:///thing.schema.json",
        "https://json-schema.org/draft/2020-12/schema",
        "?thing.schema.json",
        "thing.schema.json?x",
        "thing.schema.json#/../home",
        "thing.schema.json#/%24defs/%ff",
        "#/properties/../../..",
        "#nowhere",
        "~/letters/secret.schema.json",
        "$HOME/secret.schema.json",
        "thing.schema.json/../../home/letters/secret.schema.json",
        "/dev/zero",
        "\0",
        "..",
        ".",
        "/",
    ]
    .map(str::to_owned)
    .to_vec();
    references.push(absolute.clone());
    references.push(format!("file://{absolute}"));
    references.push(format!("file:{absolute}"));
    let before = world.listing(&["set"]);
    let mut wrong = Vec::new();
    for reference in &references {
        for key in ["$ref", "$id", "$schema"] {
            let body = match key {
                "$ref" => json!({"type": "object", "properties": {"a": {"$ref": reference}}}),
                key => json!({"type": "object", "properties": {}, key: reference}),
            };
            let mut text = schema("Other", &body);
            if key == "$schema" {
                text = text.replace(&json!(DIALECT).to_string(), &json!(reference).to_string());
            }
            world.write("set/other.schema.json", &text);
            match world.run("out", false) {
                Err(found) if found.0.iter().all(|one| one.place.is_some()) => {}
                // An id is only a name. Any is valid, and it is never opened.
                _ if key == "$id" => {}
                // The dialect is a valid `$schema`, and its own schema is built in.
                Ok(()) if reference == DIALECT => {}
                other => wrong.push(format!("{key} {reference:?}: {other:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    fs::remove_dir_all(world.path("out")).ok();
    assert_eq!(world.listing(&["set"]), before);
}

#[test]
fn a_schema_of_data_fetches_nothing() {
    let world = World::new();
    world.write("set/codegen.toml", &SET.replace("[lints]", "[files]\ncatalogue = \"events.json\"\n\n[lints]"));
    world.write("set/events.json", r#"{"events": []}"#);
    let before = world.listing(&["set"]);
    let secret = world.path("home/letters/secret.schema.json").display().to_string();
    let mut wrong = Vec::new();
    for reference in [
        "http://127.0.0.1:9/a.json",
        "../home/letters/secret.schema.json",
        "#/$defs/nowhere",
        &secret,
        &format!("file://{secret}"),
    ] {
        for body in [json!({"$ref": reference}), json!({"$id": reference, "$ref": "b.json"})] {
            world.write("set/events.schema.json", &body.to_string());
            let found = world.findings();
            if !found.has_errors() {
                wrong.push(format!("{body}: nothing is told"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(world.listing(&["set"]), before);
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    let world = World::new();
    symlink(world.path("home/letters/secret.schema.json"), world.path("set/link.schema.json")).unwrap();
    symlink(world.path("home/letters"), world.path("set/folder")).unwrap();
    symlink("/dev/zero", world.path("set/zero.schema.json")).unwrap();
    symlink(world.path("nowhere"), world.path("set/broken.schema.json")).unwrap();
    symlink(world.path("set"), world.path("set/round")).unwrap();
    let _socket = UnixListener::bind(world.path("set/s.schema.json")).unwrap();
    let pipe = world.path("set/pipe.schema.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let before = world.listing(&[]);
    let found = world.findings();
    let mut reported: Vec<(String, Code)> = found
        .0
        .iter()
        .map(|one| (one.place.clone().unwrap().file.rsplit('/').next().unwrap().to_owned(), one.code))
        .collect();
    reported.sort();
    let link = |name: &str| (name.to_owned(), Code::Link);
    let no_file = |name: &str| (name.to_owned(), Code::Unreadable);
    let expected = [
        link("broken.schema.json"),
        link("folder"),
        link("link.schema.json"),
        no_file("pipe.schema.json"),
        link("round"),
        no_file("s.schema.json"),
        link("zero.schema.json"),
    ];
    assert_eq!(reported, expected);
    assert_eq!(world.listing(&[]), before);

    // `codegen.toml` and templates are refused too.
    for (place, code) in [("set/codegen.toml", Code::NoSet), ("templates/demo/pipe.txt", Code::TemplateUnreadable)] {
        let world = World::new();
        fs::remove_file(world.path(place)).ok();
        assert!(std::process::Command::new("mkfifo").arg(world.path(place)).status().unwrap().success());
        let found = world.run("out", false).unwrap_err();
        assert_eq!(found.0[0].code, code, "{place}");
    }
}

#[test]
fn a_setting_that_leads_out_of_the_set_is_refused() {
    let world = World::new();
    let before = world.listing(&["set"]);
    let absolute = world.path("home").display().to_string();
    let mut wrong = Vec::new();
    for path in ["..", "../home", "a/../../home", &absolute, "file:///etc", "\\\\server", "C:\\x", "a//b", "./a", ""] {
        for setting in ["examples", "profiles", "catalogue", "table"] {
            let path =
                if matches!(setting, "catalogue" | "table") { format!("{path}/x.json") } else { path.to_owned() };
            let line = match setting {
                "table" => format!("[tables]\nt = {}\n", toml::Value::from(path.as_str())),
                setting => format!("[files]\n{setting} = {}\n", toml::Value::from(path.as_str())),
            };
            world.write("set/codegen.toml", &SET.replace("[lints]", &format!("{line}\n[lints]")));
            let found = world.findings();
            if !found.has_errors() {
                wrong.push(format!("{setting} {path:?} is taken"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(world.listing(&["set"]), before);
}

#[test]
fn no_name_leads_a_file_out_of_its_folder() {
    let names = [
        "..",
        "../../home/notes",
        "/etc/x",
        "a/b",
        "a\\b",
        "con",
        "AUX",
        "com1.x",
        "nul.schema",
        ".hidden",
        "a.",
        "a ",
        "a:b",
        "-rf",
        "~",
    ];
    let mut wrong = Vec::new();
    for template in
        ["[type].txt.jinja", "[module].txt.jinja", "[type]/a.txt.jinja", "[package]/a.txt.jinja", "copied-[type].txt"]
    {
        for name in names {
            let world = World::new();
            world.write(&format!("templates/demo/{template}"), "x");
            let before = world.listing(&["set", "out"]);
            world.write(
                "set/other.schema.json",
                &schema("Other", &json!({"type": "object", "properties": {}, "$defs": {name: {"type": "string"}}})),
            );
            let outcome = world.run("out", false);
            if world.listing(&["set", "out"]) != before {
                wrong.push(format!("{template} with {name:?} writes elsewhere: {outcome:?}"));
            }
            for path in world.listing(&[]).keys().filter(|path| path.starts_with("out/")) {
                let is_device = |part: &str| {
                    let stem = part.split('.').next().unwrap().to_lowercase();
                    ["con", "aux", "nul", "com1"].contains(&stem.as_str())
                };
                if path.split('/').any(|part| part == ".." || part.ends_with([' ', '.']) || is_device(part)) {
                    wrong.push(format!("{template} with {name:?} makes {path}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_name_of_a_schema_file_is_one_on_every_system() {
    let mut wrong = Vec::new();
    let names = [
        "con",
        "AUX",
        "nul",
        "com1",
        "a.",
        "a ",
        " a",
        "a b",
        "a#b",
        "a?b",
        "a%20b",
        "a:b",
        "a\"b",
        "a'b",
        "a`b",
        "a\\b",
        "a\nb",
        "ä",
        "😀",
        "",
        "-",
        "a&b",
        "a$b",
        "{{ a }}",
        "*",
        "<a>",
        "a|b",
        "\u{202e}a",
        ".a",
        "..a",
    ];
    for name in names {
        let world = World::new();
        world.write(&format!("set/{name}.schema.json"), &schema("Other", &json!({"type": "object", "properties": {}})));
        let found = world.findings();
        if !found.0.iter().any(|one| one.code == Code::FileName) {
            wrong.push(format!("{name:?}: {:?}", found.0));
        }
        let world = World::new();
        world.write(
            &format!("set/x{name}x/other.schema.json"),
            &schema("Other", &json!({"type": "object", "properties": {}})),
        );
        let found = world.findings();
        let plain = format!("x{name}x").chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
        if found.0.iter().any(|one| one.code == Code::FileName) == plain {
            wrong.push(format!("a folder {name:?}: {:?}", found.0));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_output_that_is_somebody_elses_stays_as_it_is() {
    let mut wrong = Vec::new();
    for out in ["home", "set", "templates", ".", "home/notes.txt", "home/letters", "set/thing.schema.json"] {
        for force in [false, true] {
            let world = World::new();
            // The folder of the target exists, with a file that was not generated.
            if !out.ends_with(".txt") && !out.ends_with(".json") {
                world.write(&format!("{out}/demo/mine.txt"), "Somebody's.");
            }
            let before = world.listing(&[]);
            let outcome = world.run(out, force);
            if outcome.is_ok() || world.listing(&[]) != before {
                wrong.push(format!("{out}, force {force}: {outcome:?}"));
            }
        }
    }
    // Next to unrelated files the target gets a new folder, and nothing else changes.
    for out in ["home", "."] {
        let world = World::new();
        let before = world.listing(&[]);
        let outcome = world.run(out, false);
        let prefix = if out == "." { "demo".to_owned() } else { format!("{out}/demo") };
        if outcome.is_err() || world.listing(&[&prefix]) != before {
            wrong.push(format!("beside {out}: {outcome:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_folder_of_the_schemas_or_of_the_templates_is_no_output() {
    let mut wrong = Vec::new();
    for out in ["set", "set/below", "templates", "templates/demo"] {
        let world = World::new();
        let before = world.listing(&[]);
        let outcome = world.run(out, false);
        if outcome.is_ok() || world.listing(&[]) != before {
            wrong.push(format!("{out}: {outcome:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[cfg(unix)]
#[test]
fn no_link_in_an_output_is_followed() {
    use std::os::unix::fs::symlink;
    let mut wrong = Vec::new();
    for (from, to) in [
        ("out/demo", "home"),
        ("out/demo", "home/empty"),
        ("out/demo", "other/demo"),
        ("out/older", "other/demo"),
        ("out/demo/all.txt", "home/notes.txt"),
        ("out/demo/all.txt.codegen-tmp", "home/notes.txt"),
        ("out/demo/.codegen.json", "home/notes.txt"),
        ("out/demo/.codegen.lock", "home/notes.txt"),
        ("out/demo/below", "home"),
        ("out/demo/below.codegen-tmp", "home"),
        ("out", "home"),
    ] {
        for force in [false, true] {
            let world = World::new();
            // So many files are prepared in a new folder.
            (0..20).for_each(|number| world.write(&format!("templates/demo/below/{number}.txt"), "b"));
            fs::create_dir(world.path("home/empty")).unwrap();
            world.run("other", false).unwrap();
            // The new files would replace those that were generated there.
            world.write("templates/demo/all.txt.jinja", "Other.");
            let link = world.path(from);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink(world.path(to), link).unwrap();
            let before = world.listing(&["out", "home/demo"]);
            let outcome = world.run("out", force);
            if world.listing(&["out", "home/demo"]) != before {
                wrong.push(format!("{from} to {to}, force {force}: {outcome:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_manifest_that_names_files_outside_removes_none() {
    let mut wrong = Vec::new();
    for path in
        ["../../home/notes.txt", "/etc/hostname", "a/../../../home/notes.txt", "..\\home\\notes.txt", "./all.txt", ""]
    {
        let world = World::new();
        world.run("out", false).unwrap();
        let manifest = world.path("out/demo").join(MANIFEST);
        let text = fs::read_to_string(&manifest).unwrap();
        let forged = text.replace("all.txt", path);
        assert_ne!(forged, text);
        fs::write(&manifest, forged).unwrap();
        let before = world.listing(&["out"]);
        let outcome = world.run("out", true);
        if world.listing(&["out"]) != before {
            wrong.push(format!("{path}: {outcome:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
