//! Deep, circular and wide schemas: each gives an output or a diagnostic, in a time that grows with the schema, without
//! a stack overflow. Each case runs in a thread, whose stack is smaller than that of the main thread.

use std::fs;
use std::path::Path;

use hookwire_codegen::generate::{self, Options, generate};
use hookwire_codegen::internal::diagnostic::{Code, Diagnostics, Level};
use serde_json::{Map, Value, json};

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The files of a set, without its `codegen.toml`.
type Files = Vec<(String, String)>;

const TOML: &str = "[package]\nname = \"deep\"\nversion = \"1.0.0\"\nlicense = \"MIT\"\nsummary = \"Deep.\"\n\n[ids]\nprefix = \"urn:deep:\"\n\n\
[lints]\nundescribed = \"allow\"\ninline-object = \"allow\"\n";

/// The treatment of constraints without a type: a mistake, or an assertion for the validators.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Untyped {
    Denied,
    Asserted,
}

fn of(schema: &Value) -> Files {
    vec![("deep.schema.json".to_owned(), schema.to_string())]
}

/// Returns a schema file with these definitions.
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

fn in_folder<T>(files: &Files, untyped: Untyped, run: impl FnOnce(&Path) -> T) -> T {
    let set = tempfile::tempdir().unwrap();
    let level = if untyped == Untyped::Denied { "deny" } else { "warn" };
    fs::write(set.path().join("codegen.toml"), format!("{TOML}untyped = \"{level}\"\n")).unwrap();
    for (path, text) in files {
        fs::write(set.path().join(path), text).unwrap();
    }
    run(set.path())
}

/// Runs all steps up to the model.
fn read(files: &Files, untyped: Untyped) -> Result<(), Diagnostics> {
    in_folder(files, untyped, |root| generate::read(root).map(drop))
}

fn chain(count: usize, link: impl Fn(usize, Option<String>) -> Value) -> Files {
    defs((0..count).map(|at| (format!("T{at}"), link(at, (at + 1 < count).then(|| format!("T{}", at + 1))))))
}

type Case = (&'static str, Box<dyn Fn() -> Files>, Option<Code>);

/// Returns the cases, each with the expected diagnostic.
fn cases() -> Vec<Case> {
    let object = |properties: Value| json!({"type": "object", "properties": properties});
    vec![
        (
            "inline 100",
            Box::new(|| nested(100, "{\"type\": \"string\"}", "{\"type\": \"object\", \"properties\": {\"a\": ", "}}")),
            Some(Code::TooDeep),
        ),
        (
            "inline 240",
            Box::new(|| nested(240, "{\"type\": \"string\"}", "{\"type\": \"object\", \"properties\": {\"a\": ", "}}")),
            Some(Code::TooDeep),
        ),
        (
            "inline 1000",
            Box::new(|| {
                nested(1000, "{\"type\": \"string\"}", "{\"type\": \"object\", \"properties\": {\"a\": ", "}}")
            }),
            Some(Code::TooDeep),
        ),
        ("items 30", Box::new(|| nested(30, "{\"type\": \"string\"}", "{\"type\": \"array\", \"items\": ", "}")), None),
        (
            "items 100",
            Box::new(|| nested(100, "{\"type\": \"string\"}", "{\"type\": \"array\", \"items\": ", "}")),
            Some(Code::TooDeep),
        ),
        (
            "items 500",
            Box::new(|| nested(500, "{\"type\": \"string\"}", "{\"type\": \"array\", \"items\": ", "}")),
            Some(Code::TooDeep),
        ),
        (
            "items 1000",
            Box::new(|| nested(1000, "{\"type\": \"string\"}", "{\"type\": \"array\", \"items\": ", "}")),
            Some(Code::TooDeep),
        ),
        (
            "maps 500",
            Box::new(|| {
                nested(500, "{\"type\": \"string\"}", "{\"type\": \"object\", \"additionalProperties\": ", "}")
            }),
            Some(Code::TooDeep),
        ),
        ("allOf 240", Box::new(|| nested(240, "{\"type\": \"string\"}", "{\"allOf\": [", "]}")), Some(Code::TooDeep)),
        (
            "anyOf null 240",
            Box::new(|| nested(240, "{\"type\": \"string\"}", "{\"anyOf\": [{\"type\": \"null\"}, ", "]}")),
            Some(Code::TooDeep),
        ),
        (
            "oneOf 240",
            Box::new(|| nested(240, "{\"type\": \"string\"}", "{\"oneOf\": [{\"type\": \"boolean\"}, ", "]}")),
            Some(Code::TooDeep),
        ),
        ("json 100000", Box::new(|| nested(100_000, "1", "[", "]")), Some(Code::TooDeep)),
        ("json 100000 objects", Box::new(|| nested(100_000, "1", "{\"a\":", "}")), Some(Code::TooDeep)),
        (
            "default 100000",
            Box::new(|| nested(1, &format!("{{\"default\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000)), "", "")),
            Some(Code::TooDeep),
        ),
        (
            "default 400",
            Box::new(|| nested(1, &format!("{{\"default\": {}{}}}", "[".repeat(400), "]".repeat(400)), "", "")),
            Some(Code::TooDeep),
        ),
        (
            "alias chain 1000",
            Box::new(|| chain(1000, |_, next| next.map_or(json!({"type": "string"}), |next| refer(&next)))),
            Some(Code::TooDeep),
        ),
        (
            "alias cycle 1000",
            Box::new(|| chain(1000, |_, next| refer(&next.unwrap_or("T0".to_owned())))),
            Some(Code::AliasCycle),
        ),
        (
            "list alias cycle",
            Box::new(|| {
                chain(1000, |_, next| json!({"type": "array", "items": refer(&next.unwrap_or("T0".to_owned()))}))
            }),
            Some(Code::AliasCycle),
        ),
        (
            "list alias chain",
            Box::new(|| {
                chain(1000, |_, next| {
                    next.map_or(json!({"type": "string"}), |next| json!({"type": "array", "items": refer(&next)}))
                })
            }),
            Some(Code::TooDeep),
        ),
        (
            "struct chain 1000",
            Box::new(move || chain(1000, |_, next| object(next.map_or(json!({}), |next| json!({"a": refer(&next)}))))),
            None,
        ),
        (
            "struct cycle 1000",
            Box::new(move || chain(1000, |_, next| object(json!({"a": refer(&next.unwrap_or("T0".to_owned()))})))),
            None,
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
            Some(Code::TooDeep),
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
            Some(Code::TooDeep),
        ),
        (
            "allOf cycle 1",
            Box::new(move || chain(1, |_, _| json!({"type": "object", "allOf": [refer("T0")]}))),
            Some(Code::AllOfCycle),
        ),
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
            None,
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
            Some(Code::AmbiguousUnion),
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
            Some(Code::AmbiguousUnion),
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
            None,
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
            Some(Code::TooDeep),
        ),
        (
            "oneOf cycle",
            Box::new(move || {
                chain(1000, |_, next| json!({"oneOf": [refer(&next.unwrap_or("T0".to_owned())), {"type": "string"}]}))
            }),
            Some(Code::UnionCycle),
        ),
        (
            "anyOf null cycle",
            Box::new(move || {
                chain(1000, |_, next| json!({"anyOf": [refer(&next.unwrap_or("T0".to_owned())), {"type": "null"}]}))
            }),
            Some(Code::AliasCycle),
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
            None,
        ),
        (
            "default beside deep aliases",
            Box::new(move || {
                let mut files = chain(1000, |_, next| next.map_or(json!({"type": "string"}), |next| refer(&next)));
                files.push(("other.schema.json".to_owned(), json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Other", "type": "object",
                "properties": {"a": {"$ref": "deep.schema.json#/$defs/T0", "default": "x"}}}).to_string()));
                files
            }),
            Some(Code::TooDeep),
        ),
        (
            "default beside recursion",
            Box::new(move || {
                let schema = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Other", "type": "object",
                "properties": {"a": {"$ref": "#", "default": {"a": {"a": {}}}}}});
                of(&schema)
            }),
            None,
        ),
        (
            "enum 10000",
            Box::new(|| {
                let values: Vec<String> = (0..10_000).map(|at| format!("value-{at}")).collect();
                defs([("Many".to_owned(), json!({"type": "string", "enum": values}))].into_iter())
            }),
            None,
        ),
        (
            "properties 10000",
            Box::new(move || {
                let properties: Map<String, Value> =
                    (0..10_000).map(|at| (format!("p{at}"), json!({"type": "string"}))).collect();
                defs([("Many".to_owned(), object(Value::Object(properties)))].into_iter())
            }),
            None,
        ),
        ("long keyword", Box::new(move || nested(1, &json!({"x".repeat(1 << 20): 1}).to_string(), "", "")), None),
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
            None,
        ),
    ]
}

/// Returns deep, circular or wide assertions, which no type can express.
fn asserted_cases() -> Vec<Case> {
    let within = |depth: usize, around: fn(Value) -> Value| of(&asserted(depth, around));
    let mut cases: Vec<Case> = Vec::new();
    for (depth, expected) in [(32, None), (33, Some(Code::TooDeep)), (60, Some(Code::TooDeep))] {
        cases
            .extend(AROUND.map(|(name, around)| -> Case { (name, Box::new(move || within(depth, around)), expected) }));
    }
    let wide = |count: usize| (0..count).map(|at| json!({"required": [format!("p{at}")]})).collect::<Vec<_>>();
    let never = "{\"not\": ";
    cases.extend::<[Case; 14]>([
        ("not 1000", Box::new(|| nested(1000, "true", never, "}")), Some(Code::TooDeep)),
        ("allOf 1000", Box::new(|| nested(1000, "true", "{\"not\": {\"allOf\": [", "]}}")), Some(Code::TooDeep)),
        ("items 1000", Box::new(|| nested(1000, "true", "{\"not\": {\"items\": ", "}}")), Some(Code::TooDeep)),
        (
            "const 31",
            Box::new(|| {
                nested(1, &format!("{{\"not\": {{\"const\": {}}}}}", "[".repeat(30) + &"]".repeat(30)), "", "")
            }),
            None,
        ),
        (
            "const 100",
            Box::new(|| {
                nested(1, &format!("{{\"not\": {{\"const\": {}}}}}", "[".repeat(99) + &"]".repeat(99)), "", "")
            }),
            Some(Code::TooDeep),
        ),
        (
            "not chain 1000",
            Box::new(|| {
                chain(1000, |_, next| json!({"not": next.map_or(json!({"type": "string"}), |next| refer(&next))}))
            }),
            None,
        ),
        ("not cycle 1", Box::new(|| chain(1, |_, _| json!({"not": refer("T0")}))), Some(Code::ReferenceCycle)),
        (
            "not cycle 1000",
            Box::new(|| chain(1000, |_, next| json!({"not": refer(&next.unwrap_or("T0".to_owned()))}))),
            Some(Code::ReferenceCycle),
        ),
        (
            "not cycle through a property",
            Box::new(|| {
                chain(1000, |_, next| json!({"not": {"properties": {"a": refer(&next.unwrap_or("T0".to_owned()))}}}))
            }),
            None,
        ),
        ("not cycle through an item", Box::new(|| chain(1, |_, _| json!({"not": {"contains": refer("T0")}}))), None),
        (
            "if cycle",
            Box::new(|| chain(1000, |_, next| json!({"if": refer(&next.unwrap_or("T0".to_owned())), "then": false}))),
            Some(Code::ReferenceCycle),
        ),
        (
            "not diamond 30",
            Box::new(|| {
                defs((0..30).flat_map(|at| {
                    ["A", "B"].map(|side| {
                        let below = |side: &str| refer(&format!("{side}{}", at - 1));
                        let schema = if at > 0 {
                            json!({"not": {"anyOf": [below("A"), below("B")]}})
                        } else {
                            json!({"not": {"const": side}})
                        };
                        (format!("{side}{at}"), schema)
                    })
                }))
            }),
            None,
        ),
        (
            "anyOf 10000",
            Box::new(move || {
                of(&json!({"$schema": DIALECT, "title": "Deep", "type": "object", "not": {"anyOf": wide(10_000)}}))
            }),
            None,
        ),
        (
            "enum of everything 10000",
            Box::new(|| {
                let values: Vec<Value> =
                    (0..10_000).map(|at| if at % 2 == 0 { json!(at) } else { json!([at.to_string()]) }).collect();
                of(&json!({"$schema": DIALECT, "title": "Deep", "enum": values}))
            }),
            None,
        ),
    ]);
    cases
}

/// A keyword, and a function that wraps a schema in it.
type Around = (&'static str, fn(Value) -> Value);

/// The keywords in which an assertion can contain another one.
const AROUND: [Around; 10] = [
    ("not", |inner| json!({"not": inner})),
    ("allOf", |inner| json!({"allOf": [inner, true]})),
    ("if", |inner| json!({"if": inner, "then": false})),
    ("items", |inner| json!({"items": inner})),
    ("prefixItems", |inner| json!({"prefixItems": [inner]})),
    ("contains", |inner| json!({"contains": inner, "maxContains": 1})),
    ("properties", |inner| json!({"properties": {"a": inner}})),
    ("patternProperties", |inner| json!({"patternProperties": {"a": inner}})),
    ("dependentSchemas", |inner| json!({"dependentSchemas": {"a": inner}})),
    ("unevaluatedProperties", |inner| json!({"unevaluatedProperties": inner})),
];

/// Returns a schema with assertions nested to this depth.
fn asserted(depth: usize, around: fn(Value) -> Value) -> Value {
    let inner = (2..depth).fold(json!({"pattern": "a"}), |inner, _| around(inner));
    json!({"$schema": DIALECT, "title": "Deep", "type": "object", "not": inner})
}

/// Returns the failure of each case.
fn faults(cases: Vec<Case>, untyped: Untyped) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, make, expected) in cases {
        let files = make();
        // The stack of a thread of this size is a quarter of that of a program.
        let run = std::thread::Builder::new().stack_size(2 << 20).spawn(move || read(&files, untyped)).unwrap().join();
        let code = match &run {
            Ok(Ok(())) => None,
            Ok(Err(found)) => found.0.iter().find(|one| one.level == Level::Error).map(|one| one.code),
            Err(_) => {
                wrong.push(format!("{name}: it panics"));
                continue;
            }
        };
        if code != expected {
            wrong.push(format!("{name}: {code:?}, and not {expected:?}"));
        }
    }
    wrong
}

#[test]
fn deep_circular_and_wide_schemas_are_rendered_or_diagnosed() {
    let cases = cases();
    assert!(cases.len() >= 30, "only {} cases", cases.len());
    let wrong = faults(cases, Untyped::Denied);
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn deep_circular_and_wide_assertions_are_rendered_or_diagnosed() {
    let mut cases = cases();
    for (name, _, expected) in &mut cases {
        if let Some((_, code)) = AS_ASSERTIONS.iter().find(|(other, _)| name == other) {
            *expected = *code;
        }
    }
    cases.extend(asserted_cases());
    assert!(cases.len() >= 80, "only {} cases", cases.len());
    let wrong = faults(cases, Untyped::Asserted);
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The outcomes that differ when untyped schemas are allowed: the schemas become assertions.
const AS_ASSERTIONS: [(&str, Option<Code>); 3] =
    [("list alias cycle", None), ("oneOf diamond 30", None), ("oneOf diamond of any 30", None)];

#[test]
fn the_deepest_accepted_schema_is_rendered_in_every_language() {
    let object = |properties: Value| json!({"type": "object", "properties": properties});
    let list = nested(30, "{\"type\": \"string\"}", "{\"type\": \"array\", \"items\": ", "}");
    let cycle = chain(100, |_, next| object(json!({"a": refer(&next.unwrap_or("T0".to_owned()))})));
    let mutual = defs(
        [
            ("A".to_owned(), object(json!({"b": {"type": "array", "items": refer("B")}, "c": refer("C")}))),
            ("B".to_owned(), object(json!({"c": {"type": "object", "additionalProperties": refer("C")}}))),
            (
                "C".to_owned(),
                json!({"oneOf": [refer("D"), {"type": "array", "items": refer("A")}, {"type": "string"}]}),
            ),
            ("D".to_owned(), object(json!({"a": {"anyOf": [refer("A"), {"type": "null"}]}, "d": refer("D")}))),
        ]
        .into_iter(),
    );
    let asserted = AROUND.iter().map(|(name, around)| (format!("T{name}"), asserted(32, *around)));
    let asserted = defs(asserted.map(|(name, schema)| (name, json!({"not": schema["not"]}))));
    for (name, files, untyped) in [
        ("lists", list, Untyped::Denied),
        ("a circle of structs", cycle, Untyped::Denied),
        ("everything through everything", mutual, Untyped::Denied),
        ("what no type shows", asserted, Untyped::Asserted),
    ] {
        let made = in_folder(&files, untyped, |root| {
            let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
            generate(&Options { schemas: root.to_owned(), templates, only: Vec::new(), name: None, single_file: false })
        });
        let made = made.unwrap_or_else(|found| panic!("{name}: {}", found.0[0]));
        assert!(made.outputs.len() >= 5, "{name}");
    }
}

#[test]
fn python_validator_and_models_accept_the_same_depth() {
    let limit = |file: &str, name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/python/src/[package]").join(file);
        let text = fs::read_to_string(path).unwrap();
        text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = ")).unwrap().parse::<usize>().unwrap()
    };
    assert_eq!(limit("_json_values.py", "LEVELS"), limit("models/_asserted/__init__.py.jinja", "_LEVELS"));
}
