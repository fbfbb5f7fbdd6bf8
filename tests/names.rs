//! Names that are words of a language, of its libraries, or of the generated code. As properties, values, types,
//! members of unions and modules, they are refused, or compile in every language.
//!
//! The compilers of all languages check the accepted names together, in a few sets: `cargo xtask test --only any-set`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::hostile::tools;
use crate::support::cargo::cargo;
use hookwire_codegen::generate::{Options, Output, generate};
use hookwire_codegen::internal::diagnostic::{Code, Diagnostics, Level};
use serde_json::{Map, Value, json};

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

const SET: &str = "[package]\nname = \"names\"\nversion = \"1.0.0\"\nlicense = \"MIT\"\nsummary = \"Names.\"\n\n\
[ids]\nprefix = \"urn:names:\"\n\n[lints]\nundescribed = \"allow\"\n";

/// Words, grouped by their source.
const WORDS: &[&str] = &[
    // Rust
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "macro_rules",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "raw",
    "ref",
    "return",
    "self",
    "Self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "union",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "auto",
    "default",
    "safe",
    "'static",
    "r#type",
    // Names around a Rust crate
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "String",
    "Vec",
    "Box",
    "ToString",
    "Default",
    "Clone",
    "Copy",
    "Debug",
    "Display",
    "From",
    "Into",
    "TryFrom",
    "Iterator",
    "Send",
    "Sync",
    "Sized",
    "Drop",
    "Fn",
    "FnOnce",
    "Eq",
    "Ord",
    "PartialEq",
    "Hash",
    "Value",
    "Map",
    "Number",
    "Error",
    "Serialize",
    "Deserialize",
    "Serializer",
    "Deserializer",
    "Formatter",
    "BTreeMap",
    "HashMap",
    "Cow",
    "Rc",
    "std",
    "core",
    "alloc",
    "serde",
    "serde_json",
    "str",
    "bool",
    "char",
    "u8",
    "i64",
    "u64",
    "f64",
    "usize",
    "vec",
    "format",
    "panic",
    "println",
    "drop",
    "extra",
    "new",
    "with",
    "with_extra",
    "with_new",
    "fmt",
    "serialize",
    "deserialize",
    "from_json",
    "value",
    "values",
    "keys",
    "key",
    "name",
    "T",
    "U",
    "E",
    "S",
    "D",
    "A",
    "De",
    "Ser",
    "Other",
    "Unlisted",
    "Unknown",
    "_",
    "__",
    "_x",
    "x_",
    "a__b",
    "main",
    "lib",
    "build",
    "tests",
    "test",
    // Python
    "False",
    "True",
    "and",
    "assert",
    "class",
    "def",
    "del",
    "elif",
    "except",
    "finally",
    "from",
    "global",
    "import",
    "is",
    "lambda",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "with",
    "print",
    "exec",
    "case",
    "object",
    "int",
    "float",
    "dict",
    "list",
    "set",
    "tuple",
    "frozenset",
    "bytes",
    "complex",
    "property",
    "classmethod",
    "staticmethod",
    "super",
    "id",
    "hash",
    "len",
    "min",
    "max",
    "map",
    "filter",
    "iter",
    "next",
    "open",
    "input",
    "eval",
    "vars",
    "dir",
    "getattr",
    "setattr",
    "isinstance",
    "repr",
    "range",
    "zip",
    "all",
    "any",
    "Exception",
    "BaseException",
    "NotImplemented",
    "Ellipsis",
    "__init__",
    "__new__",
    "__class__",
    "__dict__",
    "__slots__",
    "__name__",
    "__file__",
    "__all__",
    "__doc__",
    "__annotations__",
    "__getattr__",
    "__debug__",
    "__future__",
    "__main__",
    "annotations",
    "typing",
    "TypedDict",
    "NotRequired",
    "Required",
    "Literal",
    "Any",
    "Annotated",
    "Union",
    "Optional",
    "Generic",
    "TypeVar",
    "TypeAlias",
    "Final",
    "ClassVar",
    "Never",
    "Protocol",
    "NamedTuple",
    "ReadOnly",
    "Unpack",
    "cls",
    "BaseModel",
    "Field",
    "ConfigDict",
    "RootModel",
    "model_config",
    "model_fields",
    "model_dump",
    "model_extra",
    "model_validate",
    "mro",
    "register",
    "copy",
    "json",
    "dict_",
    "schema",
    "validate",
    "construct",
    "fields",
    "extra_",
    "root",
    "MISSING",
    "field",
    "input",
    "output",
    "present",
    "absent",
    "matches",
    "plan",
    "rule",
    "types",
    "models",
    "facts",
    "row",
    "tool",
    "collections",
    "abc",
    "enum_",
    "sys",
    "os",
    "re",
    // TypeScript and JavaScript
    "arguments",
    "catch",
    "debugger",
    "delete",
    "export",
    "extends",
    "function",
    "implements",
    "instanceof",
    "interface",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "switch",
    "this",
    "throw",
    "var",
    "void",
    "declare",
    "namespace",
    "module",
    "readonly",
    "keyof",
    "infer",
    "unique",
    "never",
    "unknown",
    "undefined",
    "symbol",
    "bigint",
    "number",
    "string",
    "boolean",
    "asserts",
    "satisfies",
    "accessor",
    "of",
    "get",
    "constructor",
    "prototype",
    "__proto__",
    "hasOwnProperty",
    "toString",
    "valueOf",
    "then",
    "length",
    "Array",
    "Record",
    "Partial",
    "Pick",
    "Omit",
    "Exclude",
    "Readonly",
    "ReadonlyArray",
    "Object",
    "Function",
    "Date",
    "Promise",
    "RegExp",
    "Symbol",
    "Math",
    "JSON",
    "NaN",
    "Infinity",
    "globalThis",
    "window",
    "require",
    "exports",
    "index",
    "NonNullable",
    "Uppercase",
    "ThisType",
    "Boolean",
    "BigInt",
    "Proxy",
    "Reflect",
    // Generated names
    "HookInput",
    "HookOutput",
    "UnknownInput",
    "Problem",
    "Problems",
    "HostVersion",
    "InvalidVersion",
    "Context",
    "Builder",
    "HookEvent",
    "Host",
    "Profile",
    "Event",
    "EventInput",
    "Handler",
    "Input",
    "Output",
    "Reply",
    "ReadError",
    "InputReading",
    "Mismatch",
    "FromJson",
    "Strictness",
    "UnknownName",
    "Match",
    "matches",
    "read",
    "read_input",
    "parse",
    "CONTRACT",
    "HOST_VERSION",
    "VERSION",
    "TypeName",
    "HookEventName",
    "ProfileName",
    "ValidationProfile",
    "HandlerName",
    "HOST_VERSION",
    "HookEvent",
    "Context",
    "ModelAnswer",
    "ReplyKind",
    "Rule",
    "Condition",
    "Table",
    "Tag",
    "Exact",
    "Integer",
    "NoExtras",
    "OpenModel",
    "ClosedModel",
    "Missing",
    "constant",
    "plain",
    "bounds",
    "rule",
    "event",
    "matcher",
    "prompt",
    "validator",
    "validation",
    "reading",
    "results",
    "tools",
    "settings",
    "host",
    "types",
    "internal",
    "tables",
    "kinds",
    // Words that are hardly names
    "1",
    "1st",
    "007",
    "-1",
    "3.14",
    "a b",
    "a-b",
    "a.b",
    "a/b",
    "a\\b",
    "a:b",
    "a$b",
    "$",
    "$ref",
    "@type",
    "#",
    "-",
    "--",
    ".",
    "..",
    "a.",
    ".a",
    "a ",
    " a",
    "\"",
    "'",
    "`",
    "\n",
    "\0",
    "ä",
    "é",
    "e\u{301}",
    "名前",
    "😀",
    "ﬁ",
    "İ",
    "ß",
    "ſ",
    "K",
    "\u{202e}a",
    "a\u{200b}b",
    "con",
    "aux",
    "nul",
    "prn",
    "com1",
    "lpt9",
    "CON",
    "",
    " ",
    "{}",
    "{{x}}",
    "a\u{2028}b",
];

/// The place of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Property,
    Required,
    EnumValue,
    OpenEnumValue,
    Constant,
    Variant,
    Tag,
    Type,
    Struct,
    Module,
}

const PLACES: &[Place] = &[
    Place::Property,
    Place::Required,
    Place::EnumValue,
    Place::OpenEnumValue,
    Place::Constant,
    Place::Variant,
    Place::Tag,
    Place::Type,
    Place::Struct,
    Place::Module,
];

/// Schemas by their path.
type Files = BTreeMap<String, Map<String, Value>>;

/// Adds a name to a set. Names with other numbers can be added too.
fn add(files: &mut Files, place: Place, word: &str, at: usize) {
    let object = |properties: Value| json!({"type": "object", "properties": properties, "x-source": ["own"]});
    let mut defs = |name: String, schema: Value| {
        let file = files.entry(format!("f{place:?}.schema.json").to_lowercase()).or_default();
        file.insert(name, schema);
    };
    let name = format!("Of{place:?}{at}");
    match place {
        Place::Property => defs(name, object(json!({word: {"type": ["string", "null"]}}))),
        Place::Required => {
            let mut schema = object(json!({word: {"type": "array", "items": {"type": "string"}}}));
            schema["required"] = json!([word]);
            defs(name, schema);
        }
        Place::EnumValue => defs(name, json!({"type": "string", "enum": [word, "some other value"]})),
        Place::OpenEnumValue => {
            defs(name, json!({"anyOf": [{"enum": [word, "some other value"]}, {"type": "string"}]}))
        }
        Place::Constant => defs(name, object(json!({"kind": {"const": word}}))),
        Place::Variant | Place::Tag => {
            let tag = if place == Place::Tag { word } else { "one" };
            let member = |tag: &str| {
                let mut schema = object(json!({"kind": {"const": tag}}));
                schema["required"] = json!(["kind"]);
                schema
            };
            defs(format!("{name}One"), member(tag));
            defs(format!("{name}Two"), member("some other value"));
            let mut one = json!({"$ref": format!("#/$defs/{name}One")});
            if place == Place::Variant {
                one["x-variant"] = word.into();
            }
            defs(
                name.clone(),
                json!({"oneOf": [one, {"$ref": format!("#/$defs/{name}Two"), "x-variant": "SomeOther"}]}),
            );
        }
        Place::Type => {
            defs(word.to_owned(), json!({"type": "string", "enum": ["a", "b"]}));
            let pointer = word.replace('~', "~0").replace('/', "~1").replace('%', "%25");
            defs(name, object(json!({"a": {"$ref": format!("#/$defs/{pointer}")}})));
        }
        Place::Struct => {
            // A type that refers to itself, so that its name occurs in all positions.
            let pointer = word.replace('~', "~0").replace('/', "~1").replace('%', "%25");
            let itself = json!({"$ref": format!("#/$defs/{pointer}")});
            let schema = json!({"a": itself.clone(), "b": {"type": "array", "items": itself.clone()}, "c": {"type": "object", "additionalProperties": itself}, "d": {}});
            defs(word.to_owned(), object(schema));
        }
        Place::Module => {
            let file = files.entry(format!("{word}.schema.json")).or_default();
            file.insert(name.clone(), object(json!({"a": {"type": "string"}})));
            // Another file refers to it, if the name is valid in a reference.
            if word.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)) {
                let other = files.entry("others.schema.json".to_owned()).or_default();
                let target = json!({"$ref": format!("{word}.schema.json#/$defs/{name}")});
                other.insert(format!("{name}Other"), object(json!({"a": target})));
            }
        }
    }
}

/// Writes a set and renders it for every language.
fn render(files: &Files) -> Result<Made, Diagnostics> {
    render_with("", files)
}

/// Writes a set with more in its set file, and renders it for every language.
fn render_with(settings: &str, files: &Files) -> Result<Made, Diagnostics> {
    let set = tempfile::tempdir().unwrap();
    fs::write(set.path().join("codegen.toml"), format!("{SET}{settings}")).unwrap();
    for (path, defs) in files {
        let path = set.path().join(path);
        let schema = json!({"$schema": DIALECT, "$defs": defs});
        // A set cannot contain a file with a name that the system refuses.
        if fs::create_dir_all(path.parent().unwrap()).and_then(|()| fs::write(&path, schema.to_string())).is_err() {
            return Err(hookwire_codegen::internal::diagnostic::Diagnostic::error(
                Code::FileName,
                "the system has no such file",
            )
            .into());
        }
    }
    let only = ["schemas", "typescript", "python", "rust"].map(str::to_owned).to_vec();
    let options =
        Options { schemas: set.path().to_owned(), templates: tools::templates(), only, name: None, single_file: false };
    let outputs = generate(&options)?.outputs.into_iter();
    let made = outputs.flat_map(|Output { target, artifacts, .. }| {
        artifacts.into_iter().map(move |it| (format!("{target}/{}", it.path), it.contents))
    });
    Ok(made.collect())
}

/// The codes that a refused name may have.
const REFUSALS: [Code; 8] = [
    Code::NoIdentifier,
    Code::NameCollision,
    Code::NoFileName,
    Code::FileName,
    Code::FileCollision,
    Code::RustName,
    Code::SameName,
    Code::ArtifactPath,
];

/// A name in a place.
type Named = (Place, &'static str);

/// Returns the file of a name in a set, and the keys of its definitions there.
fn schema_with(place: Place, word: &str, at: usize) -> (String, Vec<String>) {
    let mut files = Files::new();
    add(&mut files, place, word, at);
    let own = files.into_iter().find(|(path, _)| path != "others.schema.json").expect("a file");
    (own.0, own.1.keys().cloned().collect())
}

/// The files of every language, by language and path.
type Made = BTreeMap<String, String>;

/// Returns what is made of sets that contain every accepted name in every place. Refused names are removed until nothing is
/// reported. Of two names that collide, the second one goes to the next set.
fn taken() -> Vec<Made> {
    let words: BTreeSet<&'static str> = WORDS.iter().copied().collect();
    let mut left: Vec<Named> = PLACES.iter().flat_map(|place| words.iter().map(|word| (*place, *word))).collect();
    if let Ok(only) = std::env::var("PLACE") {
        left.retain(|(place, _)| only.split(',').any(|it| it == format!("{place:?}")));
    }
    // No file can have such a name.
    left.retain(|(place, word)| *place != Place::Module || !word.contains(['/', '\0']));
    let (mut sets, mut wrong, mut refused) = (Vec::new(), Vec::new(), 0);
    while !left.is_empty() && wrong.is_empty() && sets.len() < 6 {
        let (made, others, alone) = settle(left, &mut wrong);
        refused += alone;
        sets.push(made);
        left = others;
    }
    println!("{} sets, {refused} names are refused", sets.len());
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    sets
}

/// Returns what is made of compatible names, the names that collide with them, and the number of refused names.
fn settle(mut names: Vec<Named>, wrong: &mut Vec<String>) -> (Made, Vec<Named>, usize) {
    let (mut later, mut alone) = (Vec::new(), 0);
    loop {
        let mut files = Files::new();
        let mut known: BTreeMap<(String, String), usize> = BTreeMap::new();
        for (at, (place, word)) in names.iter().enumerate() {
            add(&mut files, *place, word, at);
            let (file, keys) = schema_with(*place, word, at);
            known.extend(keys.into_iter().map(|key| ((file.clone(), key), at)));
        }
        let found = match render(&files) {
            Ok(made) => return (made, later, alone),
            Err(found) => found,
        };
        println!("{} names, {} findings", names.len(), found.0.len());
        let mut out = BTreeSet::new();
        for one in found.0.iter().filter(|one| one.level == Level::Error) {
            let Some(at) =
                one.place.as_ref().and_then(|place| which(place, &known)).filter(|_| REFUSALS.contains(&one.code))
            else {
                wrong.push(one.to_string());
                continue;
            };
            if out.insert(at) {
                // If two names collide, the other one stays.
                if one.other.is_some() { later.push(names[at]) } else { alone += 1 }
            }
        }
        if !wrong.is_empty() {
            return (Made::new(), Vec::new(), alone);
        }
        names = names.into_iter().enumerate().filter(|(at, _)| !out.contains(at)).map(|(_, it)| it).collect();
    }
}

/// Returns the name that a finding is about.
fn which(
    place: &hookwire_codegen::internal::diagnostic::Place,
    known: &BTreeMap<(String, String), usize>,
) -> Option<usize> {
    let own = |file: &str| place.file == file || place.file.ends_with(&format!("/{file}"));
    let key = place.pointer.as_deref().unwrap_or_default().split('/').nth(2).unwrap_or_default();
    let key = key.replace("~1", "/").replace("~0", "~");
    let mut of_file = known.iter().filter(|((file, _), _)| own(file));
    of_file
        .clone()
        .find(|((_, it), _)| *it == key)
        .or_else(|| of_file.next().filter(|_| key.is_empty()))
        .map(|(_, at)| *at)
}

#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn every_name_is_refused_or_compiles_in_every_language() {
    let mut wrong = Vec::new();
    for (at, made) in taken().into_iter().enumerate() {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("names-{at}"));
        wrong.extend(compiled(&folder, &made).into_iter().map(|it| format!("the set {at} in {it}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Writes the packages of a set into a folder, and returns what the compilers report.
fn compiled(folder: &Path, made: &Made) -> Vec<String> {
    // Removes the files of an earlier run, but keeps compiled ones.
    for target in ["rust", "python", "typescript", "schemas"] {
        fs::remove_dir_all(folder.join(target)).ok();
    }
    for (path, contents) in made {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }
    let run = |(language, mut command): (&str, Command)| {
        let output = command.output().expect("the compiler runs");
        let reported = [output.stdout, output.stderr].concat();
        let reported = String::from_utf8_lossy(&reported).lines().take(200).collect::<Vec<_>>().join("\n");
        (!output.status.success()).then(|| format!("{language}:\n{reported}"))
    };
    compilers(folder).into_iter().filter_map(run).collect()
}

/// What the code of a package is made of can be the name of a type, a key and a value in it.
#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn every_name_in_the_code_of_a_package_can_be_in_its_schemas() {
    let settings = format!("inline-object = \"allow\"\nuntyped = \"allow\"\n{WITH_EVERYTHING}");
    let set = |words: &BTreeSet<String>| {
        let (word, whole) = (json!({"type": "string"}), json!({"type": "integer"}));
        let mut properties: Map<String, Value> = words.iter().map(|name| (name.clone(), word.clone())).collect();
        properties.extend(of_every_kind());
        let pair = json!({"type": "array", "prefixItems": [word, whole], "items": false, "minItems": 2});
        let values: Vec<&str> = ["some value"].into_iter().chain(words.iter().map(String::as_str)).collect();
        let mut defs = Map::new();
        for (at, name) in words.iter().enumerate() {
            let itself = json!({"$ref": format!("#/$defs/{name}")});
            let of_itself = json!({"a": itself, "b": {"type": "array", "items": itself}, "c": pair});
            let kinds = [
                json!({"type": "string", "enum": ["a", "b"]}),
                json!({"type": "object", "properties": of_itself}),
                pair.clone(),
                whole.clone(),
            ];
            defs.insert(name.clone(), kinds[at % kinds.len()].clone());
        }
        let all = [
            ("OfThing", json!({"type": "object", "properties": properties, "minProperties": 1})),
            ("OfValues", json!({"type": "string", "enum": values})),
            ("OfOthers", json!({"anyOf": [{"enum": values}, {"type": "string"}]})),
        ];
        defs.extend(all.map(|(name, schema)| (name.to_owned(), schema)));
        let files = Files::from([("things.schema.json".to_owned(), defs)]);
        render_with(&settings, &files).unwrap_or_else(|found| panic!("{:#?}", found.0))
    };
    let mut words: BTreeSet<String> =
        set(&BTreeSet::new()).iter().flat_map(|(path, text)| names_in(path, text)).collect();
    words.retain(|word| word.contains(char::is_alphanumeric) && !word.starts_with("Of"));
    assert!(["tuple", "list", "str", "Option", "Vec", "Array", "self", "None"].iter().all(|it| words.contains(*it)));
    let wrong = compiled(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("names-of-code"), &set(&words));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the names in the types of a package, and in the code that all packages have, without those in remarks.
fn names_in(path: &str, text: &str) -> Vec<String> {
    let is_type =
        ["types/", "models/", "/lib.rs", "/__init__.py", "/index.d.ts"].iter().any(|part| path.contains(part));
    let is_code = is_type && [".rs", ".py", ".ts"].iter().any(|ending| path.ends_with(ending));
    let is_remark =
        |line: &str| ["//", "#", "*", "/*"].iter().any(|begin| line.starts_with(begin) && !line.starts_with("#["));
    let lines = text.lines().map(str::trim).filter(|line| is_code && !is_remark(line));
    let words = lines.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && word.len() < 30;
    words.filter(is_name).map(str::to_owned).collect()
}

/// Returns the compiler command of each language, for the packages in a folder.
fn compilers(folder: &Path) -> [(&'static str, Command); 4] {
    // It has optional dependencies that no other crate may have brought here. Without a network, the check says which is missing.
    let _ = Command::new(env!("CARGO")).args(["fetch", "--quiet"]).current_dir(folder.join("rust")).status();
    let cargo = cargo(&folder.join("rust"), &["check", "--lib", "--quiet"]);
    let mut mypy = Command::new(tools::python());
    mypy.args(["-m", "mypy", "--no-error-summary", "--cache-dir"])
        .arg(folder.join("mypy"))
        .current_dir(folder.join("python"));
    // Imported modules also run.
    let mut python = Command::new(tools::python());
    let names = "import names, names.models\nfor it in (names, names.models):\n    for name in it.__all__:\n        getattr(it, name)\n";
    python.args(["-c", names]).env("PYTHONPATH", folder.join("python/src")).env("PYTHONDONTWRITEBYTECODE", "1");
    let mut tsc = Command::new("node");
    tsc.arg(tools::node_modules().join("typescript-oldest/bin/tsc"));
    tsc.args([
        "--noEmit",
        "--strict",
        "--module",
        "nodenext",
        "--moduleResolution",
        "nodenext",
        "--target",
        "es2022",
        "index.d.ts",
    ]);
    tsc.current_dir(folder.join("typescript"));
    [("Rust", cargo), ("Python for mypy", mypy), ("Python", python), ("TypeScript", tsc)]
}

#[test]
fn names_that_would_be_spelled_alike_are_told_apart() {
    let object = |properties: Value| json!({"type": "object", "properties": properties});
    let twice = |one: &str, other: &str| object(json!({one: {"type": "string"}, other: {"type": "string"}}));
    let objects = |names: [&str; 2]| Map::from_iter(names.map(|name| (name.to_owned(), twice("a", "b"))));
    let cases: Vec<(&str, Map<String, Value>)> = vec![
        ("pub a_b_u005f:", Map::from_iter([("Thing".to_owned(), twice("a-b", "a_b"))])),
        ("pub foo_bar_u005f:", Map::from_iter([("Thing".to_owned(), twice("fooBar", "foo_bar"))])),
        ("pub type_u005f:", Map::from_iter([("Thing".to_owned(), twice("type", "type_"))])),
        (
            "pub struct Foobar ",
            Map::from_iter([("FooBar".to_owned(), twice("a", "b")), ("Foobar".to_owned(), twice("a", "b"))]),
        ),
        ("pub struct FooBar2 ", objects(["FooBar", "Foo-Bar"])),
        ("pub struct Groesse2 ", objects(["Größe", "Groesse"])),
        ("pub groesse_2:", Map::from_iter([("Thing".to_owned(), twice("größe", "groesse"))])),
        ("pub groesse:", Map::from_iter([("Thing".to_owned(), twice("größe", "groesse"))])),
        ("pub struct FooBar2 ", objects(["fooBar", "foo_bar"])),
        ("pub struct LampLower ", objects(["Lamp", "lamp"])),
        ("pub struct RiBen ", objects(["日本", "Country"])),
        ("\"schemas/Missing-upper.schema.json\"", objects(["Missing", "MISSING"])),
        ("\"schemas/Groesse-2.schema.json\"", objects(["Größe", "Groesse"])),
        ("ABU002d,", Map::from_iter([("Thing".to_owned(), json!({"type": "string", "enum": ["a b", "a-b"]}))])),
    ];
    let mut wrong = Vec::new();
    for (spelled, defs) in cases {
        match render(&Files::from([("things.schema.json".to_owned(), defs)])) {
            Ok(outputs) if format!("{outputs:?}").contains(spelled) => {}
            other => wrong.push(format!("{spelled}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_key_that_is_called_as_a_type_hides_it_from_no_other_key() {
    let unit = json!({"$ref": "#/$defs/Unit"});
    let properties = json!({"Unit": unit, "int": {"type": "integer", "description": "In cents."}, "units": {"type": "array", "items": unit}});
    let defs = [
        ("Unit".to_owned(), json!({"type": "string", "enum": ["piece", "kg"]})),
        ("Price".to_owned(), json!({"type": "object", "properties": properties})),
    ];
    let files = Files::from([("prices.schema.json".to_owned(), Map::from_iter(defs))]);
    let made = render(&files).unwrap_or_else(|found| panic!("{:#?}", found.0));
    let types = &made["python/src/names/_types/prices.py"];
    let (keys, class) = types.split_once("class Price(_PriceKeys):").unwrap_or_else(|| panic!("{types}"));
    assert!(keys.contains("        \"Unit\": NotRequired[Unit],\n"), "{types}");
    assert!(class.contains("    units: NotRequired[list[Unit]]\n") && !class.contains(" Unit:"), "{types}");
    // The class documents those keys that have a text.
    assert!(class.contains("`int`: In cents.") && !class.contains("`Unit`:"), "{types}");
}

/// Schemas of every kind, so that a class of Python with them uses all the names that classes can use.
fn of_every_kind() -> Map<String, Value> {
    let (word, whole) = (json!({"type": "string"}), json!({"type": "integer"}));
    let all = json!({
        "k1": {"type": "array", "prefixItems": [word, whole], "items": false, "minItems": 2}, "k2": {"enum": [0.5, 1.5]},
        "k3": {"type": "string", "format": "date-time"}, "k4": {"type": "object", "additionalProperties": whole},
        "k5": {"type": "string", "pattern": "^a"}, "k6": {"const": 3}, "k7": {"const": "z"}, "k8": {"const": true},
        "k9": {"anyOf": [word, whole]}, "k10": {"type": "array", "items": whole, "maxItems": 3}, "k11": {}, "k12": false,
        "k13": {"type": "null"}, "k14": {"type": "integer", "minimum": 3}, "k15": {"type": "integer", "default": 3},
        "k16": {"type": "string", "format": "email"}, "k17": {"type": ["number", "null"]}, "k18": {"type": "boolean"},
        "k19": {"enum": ["x", "y"]}, "k20": {"type": "array", "items": {"const": true}}
    });
    let Value::Object(all) = all else { unreachable!() };
    all
}

/// A set file with what brings more code into the packages.
const WITH_EVERYTHING: &str = "[types]\ndefaults = \"fill\"\n[formats]\nassert = [\"email\"]\nnative = [\"date-time\", \"date\", \"uuid\", \"uri\"]\n";

/// The class of a model or a typed dictionary uses names for its types. A field with one of them would hide it from the others.
#[test]
fn no_field_has_a_name_that_its_class_uses() {
    let settings = "inline-object = \"allow\"\nuntyped = \"allow\"\n[types]\ndefaults = \"fill\"\n[formats]\nassert = [\"email\"]\nnative = [\"date-time\"]\n";
    let made = |properties: Map<String, Value>| {
        let required: Vec<&String> = properties.keys().filter(|name| name.ends_with('9')).collect();
        let thing = json!({
            "type": "object", "required": required, "properties": properties, "minProperties": 1,
            "if": {"required": ["k9"]}, "then": {"properties": {"k21": {"type": "string"}}}, "additionalProperties": true
        });
        let union = |kind: &str| {
            let mut fields = properties.clone();
            fields.retain(|_, schema| *schema != json!(false));
            fields.insert("kind".to_owned(), json!({"const": kind}));
            json!({"type": "object", "required": ["kind"], "properties": fields, "additionalProperties": false})
        };
        let either = json!({"oneOf": [{"$ref": "#/$defs/One"}, {"$ref": "#/$defs/Two"}]});
        let defs = [("Thing", thing), ("One", union("one")), ("Two", union("two")), ("Either", either)];
        let defs = Map::from_iter(defs.map(|(name, schema)| (name.to_owned(), schema)));
        let files = Files::from([("things.schema.json".to_owned(), defs)]);
        render_with(settings, &files).unwrap_or_else(|found| panic!("{:#?}", found.0))
    };
    let paths = ["python/src/names/models/things.py", "python/src/names/_types/things.py"];
    let first = made(of_every_kind());
    let used: BTreeSet<String> =
        paths.iter().flat_map(|path| fields_of_classes(&first[*path])).flat_map(|it| it.1).collect();
    assert!(["Literal", "dict", "tuple", "str", "model_validator"].iter().all(|name| used.contains(*name)), "{used:?}");
    let mut properties: Map<String, Value> =
        used.iter().map(|name| (name.clone(), json!({"type": "string"}))).collect();
    properties.extend(of_every_kind());
    let second = made(properties);
    for path in paths {
        let own: BTreeSet<String> = fields_of_classes(&second[path]).into_iter().flat_map(|it| it.1).collect();
        let hidden: Vec<String> =
            fields_of_classes(&second[path]).into_iter().map(|it| it.0).filter(|name| own.contains(name)).collect();
        assert!(hidden.is_empty(), "{path}: {hidden:?}");
    }
}

/// Returns the name of each field in the classes of a module, and the names that it uses, also those of decorators.
fn fields_of_classes(module: &str) -> Vec<(String, Vec<String>)> {
    let (mut found, mut is_class) = (Vec::new(), false);
    for line in module.lines().filter(|line| !line.is_empty()) {
        if !line.starts_with(' ') {
            is_class = line.starts_with("class ");
        }
        let Some(line) = line.strip_prefix("    ").filter(|line| is_class && !line.starts_with([' ', '"'])) else {
            continue;
        };
        // Without the texts, and the names of arguments.
        let code: String = line.split('"').step_by(2).collect();
        let (name, of) =
            code.strip_prefix('@').map_or_else(|| code.split_once(": "), |of| Some(("", of))).unwrap_or_default();
        let words = of.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.ends_with('='));
        let words = words.map(|word| word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_').to_owned());
        let is_name = |word: &String| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        found.push((name.to_owned(), words.filter(is_name).collect()));
    }
    found
}

#[test]
fn a_type_may_be_called_profile_in_typescript() {
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    let files = Files::from([("people.schema.json".to_owned(), Map::from_iter([("Profile".to_owned(), schema)]))]);
    let made = render(&files).unwrap_or_else(|found| panic!("{:#?}", found.0));
    let declared = &made["typescript/types/people.d.ts"];
    assert!(declared.contains("export interface Profile {"), "{declared}");
}

#[test]
fn ten_thousand_of_a_kind_are_rendered() {
    let many = |name: &str| -> Vec<String> { (0..10_000).map(|at| format!("{name}-{at}")).collect() };
    let defs = Map::from_iter([
        ("Many".to_owned(), json!({"type": "string", "enum": many("value")})),
        ("Open".to_owned(), json!({"anyOf": [{"enum": many("value")}, {"type": "string"}]})),
    ]);
    let made =
        render(&Files::from([("many.schema.json".to_owned(), defs)])).unwrap_or_else(|found| panic!("{}", found.0[0]));
    for (path, least) in [
        ("rust/src/types/many.rs", 20_000),
        ("python/src/names/_types/many.py", 20_000),
        ("schemas/bundle.schema.json", 20_000),
    ] {
        let count = made[path].matches("value-").count();
        assert!(count >= least, "{path} has {count}");
    }
}
