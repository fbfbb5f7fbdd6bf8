//! The Rust target renders shapes that the canonical schemas do not have.

use std::path::Path;

use crate::support::cargo::cargo;
use crate::support::*;
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::model::*;
use hookwire_codegen::internal::render::Templates;
use serde_json::json;

fn render(types: Vec<TypeDef>) -> Result<Vec<hookwire_codegen::internal::artifact::Artifact>, Diagnostics> {
    let templates = Templates::open(Path::new("templates")).expect("the templates");
    rendered(&templates, &contract(types, &[]), "rust")
}

/// Returns the generated text of the module `odd`.
fn odd(types: Vec<TypeDef>) -> String {
    let files = render(types).unwrap_or_else(|found| panic!("{found:#?}"));
    files.into_iter().find(|file| file.path == "src/types/odd.rs").map(|file| file.contents).expect("the module")
}

fn def(name: &str, kind: Kind) -> TypeDef {
    type_def(name, "odd", kind)
}

fn optional(name: &str, expr: Expr) -> Field {
    Field { required: false, ..field(name, expr) }
}

fn positive() -> Expr {
    let bounds = Bounds { above: Some(0.into()), ..Bounds::default() };
    Expr::Bounded { inner: Box::new(Expr::Number), bounds }
}

fn nullable(expr: Expr) -> Expr {
    Expr::Nullable { inner: Box::new(expr) }
}

fn list(item: Expr) -> Expr {
    Expr::List { item: Box::new(item), min: None, max: None, places: None }
}

fn map(value: Expr) -> Expr {
    Expr::Map { value: Box::new(value), keys: Vec::new() }
}

fn reference(name: &str) -> Expr {
    Expr::Ref { name: name.to_owned(), closed: false }
}

/// Returns a struct that accepts other keys.
fn open(fields: Vec<Field>) -> Kind {
    Kind::Struct(Struct {
        fields,
        rest: Some(Expr::Any),
        free: false,
        rules: Vec::new(),
        mistakes: Vec::new(),
        strict: None,
        assertion: None,
    })
}

#[track_caller]
fn has(source: &str, lines: &[&str]) {
    for line in lines {
        assert!(source.lines().any(|known| known.trim() == *line), "{line} is not in\n{source}");
    }
}

#[test]
fn presence_and_null_are_in_the_type() {
    let source = odd(vec![def(
        "Four",
        object(vec![
            field("a", Expr::String),
            field("b", nullable(Expr::String)),
            optional("c", Expr::String),
            optional("d", nullable(Expr::String)),
        ]),
    )]);
    has(
        &source,
        &["pub a: String,", "pub b: Option<String>,", "pub c: Option<String>,", "pub d: Option<Option<String>>,"],
    );
    has(&source, &["a: required(\"a\"),", "b: required(\"b\"),", "d: optional(\"d\"),"]);
    has(
        &source,
        &[
            "pub fn new(a: impl Into<String>, b: impl Into<Option<String>>) -> Self {",
            "pub fn with_d_null(mut self) -> Self {",
        ],
    );
    assert!(!source.contains("Default,"), "what has to be there has no default");
}

#[test]
fn a_field_of_null_alone_needs_no_value() {
    let source = odd(vec![def("Blank", object(vec![field("a", Expr::Null), optional("b", Expr::Null)]))]);
    has(&source, &["pub a: (),", "pub b: Option<()>,", "pub fn new() -> Self {", "pub fn with_b(mut self) -> Self {"]);
    has(&source, &["self.b = Some(());", "b: optional(\"b\"),", "/// Sets `b` to `null`."]);
}

#[test]
fn fields_keep_their_order_and_their_names() {
    let source = odd(vec![def(
        "Names",
        object(vec![
            field("type", Expr::Boolean),
            field("updatedMCPToolOutput", Expr::Any),
            field("extra", Expr::Integer),
            field("a b", Expr::Number),
        ]),
    )]);
    let fields: Vec<&str> =
        source.lines().filter_map(|line| line.strip_prefix("    pub ")?.strip_suffix(',')).collect();
    let expected = ["type_: bool", "updated_mcp_tool_output: serde_json::Value", "extra_: i64", "a_b: f64"];
    assert_eq!(fields, expected);
    has(&source, &["extra_: required(\"extra\"),", "a_b: required(\"a b\"),"]);
}

#[test]
fn a_type_with_more_than_three_required_fields_has_a_builder() {
    let fields = |count: usize| {
        let required = (0..count).map(|at| field(&format!("f{at}"), Expr::String));
        let constant = field("kind", Expr::Constant { value: json!("few") });
        required.chain([constant, optional("build", Expr::String)]).collect()
    };
    let few = odd(vec![def("Few", object(fields(3)))]);
    assert!(few.contains("pub fn new(") && !few.contains("builder"));
    let many = odd(vec![def("Many", object(fields(4)))]);
    assert!(!many.contains("pub fn new("));
    has(
        &many,
        &[
            "pub fn builder() -> crate::builder::Builder<Self> {",
            "impl crate::builder::Builder<Many> {",
            "f3(impl Into<String>) as String, \"f3\", \"Sets `f3`.\";",
            "with_build(build: impl Into<String>) \"Sets `build`.\";",
        ],
    );
    let spaceless = many.replace(char::is_whitespace, "");
    assert!(spaceless.contains("(builder,\"kind\",Default::default()"), "the builder sets constants");
}

#[test]
fn the_setters_of_a_union_are_those_of_all_its_members() {
    let of = |block: Vec<Field>, other: Vec<Field>| {
        let mut all = vec![def("Block", object(block)), def("Other", object(other))];
        let tags = vec![
            tagged("Block", reference("Block"), &["block"], false),
            tagged("Other", reference("Other"), &[], true),
        ];
        all.push(def("Either", union(Discriminator::Tag { key: "decision".to_owned() }, tags)));
        all.iter_mut().for_each(|it| (it.input, it.output) = (false, true));
        odd(all)
    };
    let (reason, note) = (|| field("reason", Expr::String), || optional("note", Expr::String));
    let source = of(vec![reason(), note()], vec![note(), optional("own", Expr::Boolean)]);
    has(
        &source,
        &[
            "Self::Other(Other::new())",
            "pub fn block(reason: impl Into<String>) -> Self {",
            "pub fn with_note(self, value: impl Into<String>) -> Self {",
            "impl Default for Either {",
        ],
    );
    assert!(!source.contains("pub fn with_own(self"), "one member does not have it");
    // If both require nothing, the member without a tag is the obvious one.
    assert!(of(vec![note()], vec![note()]).contains("Self::Other(Other::new())"));
    assert!(!of(vec![reason()], vec![reason()]).contains("impl Default for Either"));
}

#[test]
fn a_recursive_type_is_boxed_where_it_has_to_be() {
    let mut tree =
        def("Tree", object(vec![optional("left", reference("Tree")), field("others", list(reference("Tree")))]));
    tree.recursive = true;
    has(&odd(vec![tree]), &["pub left: Option<Box<Tree>>,", "pub others: Vec<Tree>,"]);
}

#[test]
fn lists_maps_and_other_keys_nest() {
    let kind = Kind::Struct(Struct {
        fields: vec![
            field("lists", list(map(list(nullable(Expr::Integer))))),
            field("few", Expr::List { item: Box::new(Expr::Any), min: Some(1), max: Some(3), places: None }),
            field("positive", list(map(nullable(positive())))),
        ],
        rest: Some(list(Expr::String)),
        free: true,
        rules: Vec::new(),
        mistakes: Vec::new(),
        strict: None,
        assertion: None,
    });
    let source = odd(vec![def("Nest", kind)]);
    has(&source, &["pub lists: Vec<std::collections::BTreeMap<String, Vec<Option<i64>>>>,"]);
    has(&source, &["pub extra: std::collections::BTreeMap<String, Vec<String>>,", "..extra: rest"]);
    has(&source, &["object.count(\"few\", 1u64, 3u64)?;"]);
    has(&source, &["pub positive: Vec<std::collections::BTreeMap<String, Option<f64>>>,"]);
    has(&source, &["what: \"a number that is greater than 0\",", "above: Some(0f64),"]);
    assert!(source.replace(char::is_whitespace, "").contains("object.within(\"positive\",2usize,&"), "{source}");
}

#[test]
fn a_refusing_rule_shapes_the_types_and_advice_does_not() {
    let rule = |name: &str, severity| Rule {
        name: name.to_owned(),
        when: vec![Condition { path: vec!["a".to_owned(), "b".to_owned()], test: Test::Present }],
        then: vec![Condition { path: vec!["c".to_owned()], test: Test::In { values: vec![json!(true), json!(2)] } }],
        severity,
        unconfirmed: false,
        since: None,
        message: format!("{name} \"is\" broken"),
        origin: origin("/allOf/0"),
    };
    let rules = vec![rule("hard", Severity::Ignored), rule("soft", Severity::Inert)];
    let source = odd(vec![def(
        "Ruled",
        Kind::Struct(Struct {
            fields: Vec::new(),
            rest: Some(Expr::Any),
            free: false,
            rules,
            mistakes: Vec::new(),
            strict: None,
            assertion: None,
        }),
    )]);
    has(&source, &["when: &[crate::rule::present(&[\"a\", \"b\"])],", "message: \"hard \\\"is\\\" broken\","]);
    assert!(!source.contains("message: \"soft"), "advice refuses nothing");
    has(&source, &["/// What the types cannot say:", "/// - hard \"is\" broken", "/// - soft \"is\" broken"]);
}

#[test]
fn a_closed_reference_is_read_closed() {
    let inner = def("Inner", open(Vec::new()));
    let closed = list(Expr::Ref { name: "Inner".to_owned(), closed: true });
    let outer = def("Outer", object(vec![field("a", closed.clone()), optional("b", closed)]));
    has(&odd(vec![inner, outer]), &["a: required(\"a\") closed,", "b: optional(\"b\") closed,"]);
}

/// Returns the items of the type with this name, without the commas and braces of line breaks and without the letter
/// `q`.
fn tokens(tree: &syn::File, name: &str) -> String {
    let is_of = |item: &&syn::Item| match item {
        syn::Item::Struct(it) => it.ident == name,
        syn::Item::Enum(it) => it.ident == name,
        syn::Item::Impl(it) => matches!(&*it.self_ty, syn::Type::Path(ty) if ty.path.is_ident(name)),
        syn::Item::Macro(it) => it.mac.tokens.clone().into_iter().next().is_some_and(|it| it.to_string() == name),
        _ => false,
    };
    let items = tree.items.iter().filter(is_of);
    items.map(|item| quote::quote!(#item).to_string().replace(['{', '}', ',', 'q', ' '], "")).collect()
}

#[test]
fn however_long_a_name_is_the_rust_is_the_same() {
    let named = |length: usize| {
        let q = "q".repeat(length);
        let name = |with: &str| format!("f{q}{with}");
        let value = || reference(&format!("Value{q}"));
        let mut old = optional(&name("Old"), nullable(value()));
        old.facts.deprecated = Some(Deprecation { instead: Some(name("New")), ..Deprecation::default() });
        let fields = vec![
            field(&name("A"), Expr::String),
            field(&name("B"), nullable(list(map(list(nullable(value())))))),
            optional(&name("C"), Expr::Boolean),
            optional(&name("D"), nullable(Expr::Constant { value: json!(name("X")) })),
            optional(&name("F"), list(list(positive()))),
            field(&name("G"), Expr::List { item: Box::new(Expr::Any), min: Some(1), max: None, places: None }),
            old,
        ];
        let values = [name("X"), name("Y"), name("Z")];
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        [def(&format!("Struct{q}"), open(fields)), def(&format!("Value{q}"), choice(&values))]
    };
    let lengths = 1..90;
    let source = odd(lengths.clone().flat_map(named).collect());
    let tree = syn::parse_file(&source).expect("it is Rust");
    for kind in ["Struct", "Value"] {
        let all: Vec<String> =
            lengths.clone().map(|length| tokens(&tree, &format!("{kind}{}", "q".repeat(length)))).collect();
        assert!(all[0].contains("implement::"), "{}", all[0]);
        for (length, tokens) in lengths.clone().zip(&all) {
            assert_eq!(tokens, &all[0], "of {length}");
        }
    }
    let breakable = |line: &&str| line.trim_start().starts_with("pub fn ") && line.len() > 120 && line.contains(": ");
    assert_eq!(source.lines().filter(breakable).count(), 0, "a signature is broken where it is too long");
}

#[test]
fn a_hostile_description_stays_a_comment() {
    let hostile =
        "```\nfn main() { std::process::exit(1) }\n```\n\n*/ \u{202e} [Missing] <b> {{ x }} \"#\"\n\n    run()";
    let mut it = def("Hostile", object(vec![field("a", Expr::String)]));
    it.facts.description = Some(hostile.to_owned());
    it.facts.deprecated = Some(Deprecation { note: Some("\")] fn evil() {}".to_owned()), ..Deprecation::default() });
    let source = odd(vec![it]);
    assert!(!source.contains("```") && !source.contains('\u{202e}'));
    let tree = syn::parse_file(&source).expect("it is Rust");
    assert!(!tree.items.iter().any(|item| matches!(item, syn::Item::Fn(_))));
}

#[test]
fn shapes_that_typify_cannot_render_are_reported() {
    let inner = Expr::List { item: Box::new(Expr::String), min: Some(1), max: None, places: None };
    let found = render(vec![def("Bounds", object(vec![field("a", list(inner))]))]).expect_err("nested bounds");
    assert!(found.0.iter().any(|it| it.code.name() == "rust-shape"), "{found:#?}");
}

#[test]
fn constants_that_are_spelled_alike_have_types_of_their_own() {
    let constant = |name, value| field(name, Expr::Constant { value });
    let fields = vec![constant("a", json!("true")), constant("b", json!(true)), constant("c", json!(-1))];
    let files = render(vec![def("Constants", object(fields))]).unwrap_or_else(|found| panic!("{found:#?}"));
    let rust = files.into_iter().find(|file| file.path == "src/constant.rs").map(|file| file.contents).expect("them");
    for (name, value) in [("True", "\"true\""), ("BooleanTrue", "true"), ("Minus1", "-1")] {
        assert!(rust.contains(&format!("pub struct {name};")), "{name}");
        assert!(rust.contains(&format!(" = {value};")), "{value}");
    }
}

fn union(by: Discriminator, variants: Vec<Variant>) -> Kind {
    Kind::Union(Union { by, variants })
}

fn variant(name: &str, expr: Expr) -> Variant {
    Variant { name: name.to_owned(), ..Variant::of(expr, origin("/oneOf/0")) }
}

fn typed(name: &str, expr: Expr, json_type: &str) -> Variant {
    Variant { json_type: Some(json_type.to_owned()), ..variant(name, expr) }
}

fn tagged(name: &str, expr: Expr, tags: &[&str], absent: bool) -> Variant {
    Variant { tags: tags.iter().map(|tag| (*tag).to_owned()).collect(), absent, ..variant(name, expr) }
}

/// Returns the expression of a value whose type comes from a table, by the field `kind`.
fn keyed(column: &str, base: Expr) -> Expr {
    let (table, column) = ("things".to_owned(), column.to_owned());
    Expr::Keyed {
        table,
        column,
        by: Some("kind".to_owned()),
        except: Vec::new(),
        base: Box::new(base),
        unconfirmed: false,
        fails: false,
    }
}

/// Returns structs with values whose type comes from a table.
fn looked_up() -> Vec<TypeDef> {
    let one = vec![field("kind", Expr::String), field("value", keyed("value", Expr::Any))];
    let several = vec![
        field("kind", Expr::String),
        field("taken", keyed("input", Expr::Any)),
        optional("given", keyed("output", map(Expr::Any))),
        field("old", keyed("old", Expr::Any)),
        field("other", keyed("other", Expr::Any)),
    ];
    let mut written = def("Written", object(one.clone()));
    (written.input, written.output) = (false, true);
    let optional = vec![field("kind", Expr::String), optional("value", keyed("value", Expr::Any))];
    vec![
        def("One", open(one)),
        def("Several", object(several)),
        def("Perhaps", object(optional)),
        written,
        def("T", object(vec![field("u", Expr::String)])),
    ]
}

#[test]
fn a_value_whose_type_a_table_names_is_a_parameter_of_what_is_read() {
    let source = odd(looked_up());
    has(
        &source,
        &[
            "pub struct One<TT = serde_json::Value> {",
            "pub value: TT,",
            "pub fn with_value<U>(self, value: U) -> One<U> {",
            "One<TT> {",
            "pub given: Option<T1>,",
            "pub struct Written {",
            "pub value: serde_json::Value,",
            "impl Perhaps<serde_json::Value> {",
        ],
    );
    let several = source.split_once("pub struct Several<").unwrap().1.split_once('{').unwrap().0;
    let words: Vec<&str> = several.split_whitespace().collect();
    let parameters: Vec<&str> = words.windows(2).filter(|pair| pair[1] == "=").map(|pair| pair[0]).collect();
    assert_eq!(parameters, ["I", "T1", "T2", "T3"]);
}

fn everything() -> Vec<TypeDef> {
    let constants = ["text", "5 o'clock", "\"} x"].map(|text| json!(text)).into_iter().chain([json!(true), json!(1.5)]);
    let mut fields: Vec<Field> =
        constants.enumerate().map(|(at, value)| optional(&format!("c{at}"), Expr::Constant { value })).collect();
    fields.push(optional("n", nullable(Expr::Constant { value: json!("text") })));
    fields.push(field("self", nullable(reference("Open"))));
    let mut old = field("old", list(reference("String")));
    old.facts.deprecated = Some(Deprecation::default());
    fields.push(old);
    let mut many: Vec<Field> = (0..9).map(|at| field(&format!("f{at}"), Expr::Number)).collect();
    many.push(optional("g", map(Expr::Any)));
    let by_type = vec![
        typed("Text", Expr::String, "string"),
        typed("List", list(Expr::Any), "array"),
        typed("One", reference("Tree"), "object"),
    ];
    let tag = Discriminator::Tag { key: "c0".to_owned() };
    let tags = vec![
        tagged("Self", reference("Constants"), &["text"], true),
        tagged("Many", reference("Many"), &["a", "b"], false),
    ];
    let mut tree = def("Tree", open(vec![optional("left", reference("Tree")), field("type", reference("Value"))]));
    tree.recursive = true;
    let mut open_enum = choice(&["other", "unlisted", "5m", "\u{65e5}"]);
    if let Kind::Enum(it) = &mut open_enum {
        it.open = true;
    }
    let hostile = ["a`b``", "first\nsecond", "\u{202e}desrever", "c\\", "*/ {{ x }} <b>"];
    let mut odd: Vec<Field> = hostile
        .iter()
        .enumerate()
        .flat_map(|(at, text)| {
            let constant = Expr::Constant { value: json!(text) };
            [optional(text, nullable(Expr::String)), optional(&format!("h{at}"), nullable(constant))]
        })
        .collect();
    odd.extend(["a", "a_null", "extra"].map(|name| optional(name, nullable(Expr::Any))));
    let words = ["result", "into", "from", "default", "string", "none", "std", "serde", "value"];
    odd.extend(words.map(|word| optional(word, Expr::Constant { value: json!(word) })));
    let shadows = [
        "bool",
        "i64",
        "f64",
        "str",
        "Vec",
        "Option",
        "Box",
        "Result",
        "serde",
        "serde_json",
        "json",
        "constant",
        "rule",
        "event",
        "std",
        "ToOwned",
        "Into",
        "From",
        "Iterator",
        "Default",
        "Some",
        "Ok",
    ];
    let key = Discriminator::Key { key: "f0".to_owned() };
    let absent = Variant { absent: true, ..variant("Rest", reference("Tagged")) };
    let mut all: Vec<TypeDef> =
        shadows.iter().map(|name| def(name, open(vec![optional("next", list(Expr::Boolean))]))).collect();
    all.extend(["main", "build", "core", "alloc", "mod"].map(|name| {
        type_def(&format!("In{name}"), name, open(vec![field("id", Expr::Integer), field("x", list(Expr::Number))]))
    }));
    all.extend(vec![
        def("Odd", open(odd)),
        def("String", object(Vec::new())),
        def("Value", choice(&["a", "self", "5m", "cloud session", "\u{65e5}", "a\"b"])),
        def("Open", open_enum),
        def("Constants", object(fields)),
        def("Many", object(many)),
        tree,
        def("Typed", union(Discriminator::JsonType, by_type)),
        def("Tagged", union(tag, tags)),
        def("Keyed", union(key, vec![variant("Many", reference("Many")), absent])),
        def("Alias", Kind::Alias { target: nullable(list(reference("Keyed"))) }),
        def(
            "Rest",
            Kind::Struct(Struct {
                fields: Vec::new(),
                rest: Some(reference("Alias")),
                free: true,
                rules: Vec::new(),
                mistakes: Vec::new(),
                strict: None,
                assertion: None,
            }),
        ),
    ]);
    all.extend(looked_up());
    all
}

#[test]
fn setters_of_one_type_have_different_names() {
    let fields = ["a", "a_null", "extra"].map(|name| optional(name, nullable(Expr::String)));
    let source = odd(vec![def("Setters", open(fields.to_vec()))]);
    let setters: Vec<&str> = source.lines().filter_map(|line| line.trim().strip_prefix("pub fn with_")).collect();
    let names: Vec<&str> = setters.iter().filter_map(|line| line.split('(').next()).collect();
    assert_eq!(names, ["a", "a_null_", "a_null", "a_null_null", "extra_", "extra_null"]);
    has(&source, &["crate::setter::extra!(serde_json::Map<String, serde_json::Value>);"]);
}

#[test]
fn a_key_in_a_comment_is_code_and_nothing_else() {
    let constant = Expr::Constant { value: json!("\u{202e}x`y") };
    let source =
        odd(vec![def("Said", object(vec![optional("a`b\nc\u{202e}", Expr::String), optional("d", constant)]))]);
    assert!(!source.contains('\u{202e}'), "{source}");
    has(
        &source,
        &[
            r#"with_a_b_u000a_c_u202e(a_b_u000a_c_u202e: impl Into<String>) "Sets ``a`b c(U+202E)``.";"#,
            "/// Sets `d` to ``\"(U+202E)x`y\"``.",
        ],
    );
}

#[test]
fn an_alias_of_itself_is_reported_with_its_place() {
    let alias = |name, target| def(name, Kind::Alias { target });
    let types =
        vec![alias("A", list(reference("B"))), alias("B", nullable(reference("A"))), alias("C", reference("A"))];
    let found = render(types).expect_err("it would never end").0;
    let reported: Vec<_> =
        found.iter().map(|it| (it.code.name(), it.place.as_ref().and_then(|it| it.pointer.as_deref()))).collect();
    assert_eq!(reported, [("rust-shape", Some("/$defs/A")), ("rust-shape", Some("/$defs/B"))]);
    // With an object in between, the recursion ends.
    let mut node = def("Node", object(vec![optional("all", reference("Nodes"))]));
    node.recursive = true;
    assert!(render(vec![node, alias("Nodes", list(reference("Node")))]).is_ok());
}

#[test]
fn a_constant_that_is_not_a_scalar_is_reported() {
    let found = render(vec![def("Null", object(vec![field("a", Expr::Constant { value: json!(null) })]))]);
    let found = found.expect_err("null has no type of its own").0;
    assert_eq!(found[0].code.name(), "rust-shape", "{found:#?}");
}

#[test]
fn whatever_can_be_rendered_compiles_without_a_warning() {
    let files = render(everything()).unwrap_or_else(|found| panic!("{found:#?}"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-everything");
    for file in files {
        let path = folder.join(file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, file.contents).unwrap();
    }
    let cargo = cargo(&folder, &["check", "--quiet"]).output().expect("cargo runs");
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
}
