//! Deep, circular and wide schemas: there is an answer or a diagnostic, in a time that grows with the schema, and never
//! the end of the stack. Each case runs on the stack of a thread, which is smaller than that of a program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fmt::Write;
use std::fs;
use std::path::Path;

use hookwire_codegen::diagnostic::Diagnostics;
use hookwire_codegen::generate::{Options, generate};
use serde_json::{Map, Value, json};

/// Files of a set beside its `codegen.toml`.
type Files = Vec<(String, String)>;

const TOML: &str = "[package]\nname = \"deep\"\nversion = \"1.0.0\"\nlicense = \"MIT\"\nsummary = \"Deep.\"\n\n[ids]\nprefix = \"urn:deep:\"\n\n\
[lints]\nundescribed = \"allow\"\ninline-object = \"allow\"\n";

fn of(schema: &Value) -> Files {
    vec![("deep.schema.json".to_owned(), schema.to_string())]
}

/// A file of these definitions.
fn defs(defs: impl Iterator<Item = (String, Value)>) -> Files {
    let defs: Map<String, Value> = defs.collect();
    of(&json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": defs}))
}

fn refer(name: &str) -> Value {
    json!({"$ref": format!("#/$defs/{name}")})
}

fn nested(depth: usize, inner: &str, open: &str, close: &str) -> Files {
    let mut text = String::from(
        "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"title\": \"Deep\", \"type\": \"object\", \"properties\": {\"a\": ",
    );
    for _ in 0..depth {
        text.push_str(open);
    }
    text.push_str(inner);
    for _ in 0..depth {
        text.push_str(close);
    }
    text.push_str("}}");
    vec![("deep.schema.json".to_owned(), text)]
}

fn run(files: &Files) -> Result<usize, Diagnostics> {
    let set = tempfile::tempdir().unwrap();
    fs::write(set.path().join("codegen.toml"), TOML).unwrap();
    for (path, text) in files {
        let path = set.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    if std::env::var_os("READ").is_some() {
        return hookwire_codegen::generate::read(set.path()).map(|_| 0);
    }
    let generated = generate(&Options {
        schemas: set.path().to_owned(),
        templates,
        only: std::env::var("TARGETS").map(|it| it.split(',').map(str::to_owned).collect()).unwrap_or_default(),
    })?;
    Ok(generated.outputs.iter().map(|output| output.artifacts.len()).sum())
}

fn chain(count: usize, link: impl Fn(usize, Option<String>) -> Value) -> Files {
    defs((0..count).map(|at| (format!("T{at}"), link(at, (at + 1 < count).then(|| format!("T{}", at + 1))))))
}

fn cases() -> Vec<(&'static str, Box<dyn Fn() -> Files>)> {
    let object = |properties: Value| json!({"type": "object", "properties": properties});
    vec![
        (
            "inline 100",
            Box::new(|| nested(100, "{\"type\": \"string\"}", "{\"type\": \"object\", \"properties\": {\"a\": ", "}}")),
        ),
        (
            "inline 240",
            Box::new(|| nested(240, "{\"type\": \"string\"}", "{\"type\": \"object\", \"properties\": {\"a\": ", "}}")),
        ),
        (
            "inline 1000",
            Box::new(|| {
                nested(1000, "{\"type\": \"string\"}", "{\"type\": \"object\", \"properties\": {\"a\": ", "}}")
            }),
        ),
        ("items 30", Box::new(|| nested(30, "{\"type\": \"string\"}", "{\"type\": \"array\", \"items\": ", "}"))),
        ("items 100", Box::new(|| nested(100, "{\"type\": \"string\"}", "{\"type\": \"array\", \"items\": ", "}"))),
        ("items 500", Box::new(|| nested(500, "{\"type\": \"string\"}", "{\"type\": \"array\", \"items\": ", "}"))),
        ("items 1000", Box::new(|| nested(1000, "{\"type\": \"string\"}", "{\"type\": \"array\", \"items\": ", "}"))),
        (
            "maps 500",
            Box::new(|| {
                nested(500, "{\"type\": \"string\"}", "{\"type\": \"object\", \"additionalProperties\": ", "}")
            }),
        ),
        ("allOf 240", Box::new(|| nested(240, "{\"type\": \"string\"}", "{\"allOf\": [", "]}"))),
        (
            "anyOf null 240",
            Box::new(|| nested(240, "{\"type\": \"string\"}", "{\"anyOf\": [{\"type\": \"null\"}, ", "]}")),
        ),
        (
            "oneOf 240",
            Box::new(|| nested(240, "{\"type\": \"string\"}", "{\"oneOf\": [{\"type\": \"boolean\"}, ", "]}")),
        ),
        ("json 100000", Box::new(|| nested(100_000, "1", "[", "]"))),
        ("json 100000 objects", Box::new(|| nested(100_000, "1", "{\"a\":", "}"))),
        (
            "example deep",
            Box::new(|| {
                nested(1, "{\"type\": \"array\", \"items\": {}, \"examples\": [[[[[[[[[[[[]]]]]]]]]]]]}", "", "")
            }),
        ),
        (
            "default 100000",
            Box::new(|| nested(1, &format!("{{\"default\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000)), "", "")),
        ),
        (
            "default 400",
            Box::new(|| nested(1, &format!("{{\"default\": {}{}}}", "[".repeat(400), "]".repeat(400)), "", "")),
        ),
        (
            "alias chain 1000",
            Box::new(|| chain(1000, |_, next| next.map_or(json!({"type": "string"}), |next| refer(&next)))),
        ),
        (
            "alias chain 10000",
            Box::new(|| chain(10_000, |_, next| next.map_or(json!({"type": "string"}), |next| refer(&next)))),
        ),
        ("alias cycle 1000", Box::new(|| chain(1000, |_, next| refer(&next.unwrap_or("T0".to_owned()))))),
        (
            "list alias cycle",
            Box::new(|| {
                chain(1000, |_, next| json!({"type": "array", "items": refer(&next.unwrap_or("T0".to_owned()))}))
            }),
        ),
        (
            "list alias chain",
            Box::new(|| {
                chain(1000, |_, next| {
                    next.map_or(json!({"type": "string"}), |next| json!({"type": "array", "items": refer(&next)}))
                })
            }),
        ),
        (
            "struct chain 1000",
            Box::new(move || chain(1000, |_, next| object(next.map_or(json!({}), |next| json!({"a": refer(&next)}))))),
        ),
        (
            "struct cycle 1000",
            Box::new(move || chain(1000, |_, next| object(json!({"a": refer(&next.unwrap_or("T0".to_owned()))})))),
        ),
        (
            "allOf chain 1000",
            Box::new(move || {
                chain(1000, |at, next| {
                    let mut schema = object(json!({format!("p{at}"): {"type": "string"}}));
                    if let Some(next) = next {
                        schema["allOf"] = json!([refer(&next)]);
                    }
                    schema
                })
            }),
        ),
        (
            "allOf cycle 1000",
            Box::new(move || {
                chain(1000, |_, next| {
                    let mut schema = object(json!({}));
                    schema["allOf"] = json!([refer(&next.unwrap_or("T0".to_owned()))]);
                    schema
                })
            }),
        ),
        ("allOf cycle 1", Box::new(move || chain(1, |_, _| json!({"allOf": [refer("T0")]})))),
        (
            "allOf diamond 30",
            Box::new(move || {
                defs((0..30).flat_map(move |at| {
                    ["A", "B"].map(|side| {
                        let mut schema = object(json!({format!("{side}{at}"): {"type": "string"}}));
                        if at > 0 {
                            schema["allOf"] = json!([refer(&format!("A{}", at - 1)), refer(&format!("B{}", at - 1))]);
                        }
                        (format!("{side}{at}"), schema)
                    })
                }))
            }),
        ),
        (
            "oneOf diamond 30",
            Box::new(move || {
                defs((0..30).flat_map(move |at| {
                    ["A", "B"].map(|side| {
                        let schema = if at > 0 {
                            json!({"oneOf": [refer(&format!("A{}", at - 1)), refer(&format!("B{}", at - 1))]})
                        } else {
                            json!({"type": "object", "properties": {"kind": {"const": side}}, "required": ["kind"]})
                        };
                        (format!("{side}{at}"), schema)
                    })
                }))
            }),
        ),
        (
            "oneOf diamond of any 30",
            Box::new(move || {
                defs((0..30).flat_map(move |at| {
                    ["A", "B"].map(|side| {
                        let schema = if at > 0 {
                            json!({"oneOf": [refer(&format!("A{}", at - 1)), refer(&format!("B{}", at - 1))]})
                        } else {
                            object(json!({"kind": {"type": "string"}}))
                        };
                        (format!("{side}{at}"), schema)
                    })
                }))
            }),
        ),
        (
            "oneOf nest 30",
            Box::new(move || {
                chain(30, |at, next| match next {
                    Some(next) => {
                        json!({"oneOf": [{"$ref": format!("#/$defs/{next}")}, {"type": "object", "title": format!("M{at}"), "properties": {"kind": {"const": format!("k{at}")}}, "required": ["kind"]}]})
                    }
                    None => json!({"type": "object", "properties": {"kind": {"const": "last"}}, "required": ["kind"]}),
                })
            }),
        ),
        (
            "oneOf nest 1000",
            Box::new(move || {
                chain(1000, |at, next| match next {
                    Some(next) => {
                        json!({"oneOf": [{"$ref": format!("#/$defs/{next}")}, {"type": "object", "title": format!("M{at}"), "properties": {"kind": {"const": format!("k{at}")}}, "required": ["kind"]}]})
                    }
                    None => json!({"type": "object", "properties": {"kind": {"const": "last"}}, "required": ["kind"]}),
                })
            }),
        ),
        (
            "oneOf cycle",
            Box::new(move || {
                chain(1000, |_, next| json!({"oneOf": [refer(&next.unwrap_or("T0".to_owned())), {"type": "string"}]}))
            }),
        ),
        (
            "anyOf null cycle",
            Box::new(move || {
                chain(1000, |_, next| json!({"anyOf": [refer(&next.unwrap_or("T0".to_owned())), {"type": "null"}]}))
            }),
        ),
        (
            "default beside deep refs",
            Box::new(move || {
                let mut files =
                    chain(1000, |_, next| object(next.map_or(json!({}), |next| json!({"a": refer(&next)}))));
                files.push(("other.schema.json".to_owned(), json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Other", "type": "object",
                "properties": {"a": {"$ref": "deep.schema.json#/$defs/T0", "default": {}}}}).to_string()));
                files
            }),
        ),
        (
            "default beside deep aliases",
            Box::new(move || {
                let mut files = chain(1000, |_, next| next.map_or(json!({"type": "string"}), |next| refer(&next)));
                files.push(("other.schema.json".to_owned(), json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Other", "type": "object",
                "properties": {"a": {"$ref": "deep.schema.json#/$defs/T0", "default": "x"}}}).to_string()));
                files
            }),
        ),
        (
            "default beside recursion",
            Box::new(move || {
                let schema = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Other", "type": "object",
                "properties": {"a": {"$ref": "#", "default": {"a": {"a": {}}}}}});
                of(&schema)
            }),
        ),
        (
            "enum 10000",
            Box::new(|| {
                let values: Vec<String> = (0..10_000).map(|at| format!("value-{at}")).collect();
                defs([("Many".to_owned(), json!({"type": "string", "enum": values}))].into_iter())
            }),
        ),
        (
            "properties 10000",
            Box::new(move || {
                let properties: Map<String, Value> =
                    (0..10_000).map(|at| (format!("p{at}"), json!({"type": "string"}))).collect();
                defs([("Many".to_owned(), object(Value::Object(properties)))].into_iter())
            }),
        ),
        ("long keyword", Box::new(move || nested(1, &json!({"x".repeat(1 << 20): 1}).to_string(), "", ""))),
        (
            "many unknown keywords",
            Box::new(move || {
                let keywords: Map<String, Value> =
                    (0..10_000).map(|at| (format!("propertiez{at}"), json!(1))).collect();
                nested(1, &Value::Object(keywords).to_string(), "", "")
            }),
        ),
        (
            "members 1000",
            Box::new(move || {
                let mut all: Vec<(String, Value)> = (0..1000).map(|at| (format!("M{at}"), json!({"type": "object", "properties": {"kind": {"const": format!("k{at}")}}, "required": ["kind"]}))).collect();
                all.push((
                    "All".to_owned(),
                    json!({"oneOf": (0..1000).map(|at| refer(&format!("M{at}"))).collect::<Vec<_>>()}),
                ));
                defs(all.into_iter())
            }),
        ),
    ]
}

#[test]
fn depth() {
    let only = std::env::var("CASE").ok();
    let mut out = String::new();
    for (name, make) in cases() {
        if only.as_ref().is_some_and(|only| !name.contains(only)) {
            continue;
        }
        if name.contains("10000") && name.contains("alias") {
            continue;
        }
        let now = std::time::Instant::now();
        let told = match run(&make()) {
            Ok(files) => format!("{files} files"),
            Err(found) => found
                .0
                .iter()
                .take(2)
                .map(|one| one.to_string().chars().take(400).collect())
                .collect::<Vec<String>>()
                .join("\n   "),
        };
        println!("{name}: {:?} {told}", now.elapsed());
        write!(out, "").unwrap();
    }
}
