//! The guarantees of the render engine, for any templates and any schemas.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::styles::{MARKDOWN, PYTHON, RUST, TYPESCRIPT};
use crate::support::*;
use hookwire_codegen::generate::{Read, read};
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::link::Definitions;
use hookwire_codegen::internal::model::*;
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Value, json};

/// Strings with a meaning in an output language.
const HOSTILE: [&str; 20] = [
    "\"",
    "say \"\"\"hi\"\"\" and \"",
    "a \\ b \\",
    "\\u{41} \\n \\x41",
    "first\nsecond\r\nthird\rfourth",
    "*/ alert(1) /*",
    "{{ 7 * 7 }} {% raw %} {# x #}",
    "\u{202e}desrever\u{2066} \u{200b}\u{feff}",
    "nul \0 bell \u{7} escape \u{1b}[31m \u{2028}\u{85}",
    "</script><!-- <b>",
    "[link](javascript:alert(1)) ![image](x) [Type] [`Vec`]",
    "```\nstd::process::exit(1)\n```",
    "    let run = \"by rustdoc\";",
    "@param {string} x {@link y}",
    "a | b\n--|--\nc | d",
    "# heading\n\n> quote\n\n- item\n\n1. item\n\n---",
    "\u{e9}\u{1f600}\u{10ffff}",
    "$(rm -rf /) `id` ${x} %s {}",
    "'''",
    "",
];

fn small() -> Contract {
    let mode = Expr::Ref { name: "Mode".into(), closed: false };
    let types = vec![
        type_def("Mode", "common", choice(&["accept-edits", "plan"])),
        type_def("StopInput", "stop", object(vec![field("session_id", Expr::String), field("mode", mode)])),
    ];
    contract(types, &["Stop", "PreToolUse"])
}

/// Returns a contract of one struct with one field with this description.
fn saying(text: &str) -> Contract {
    let mut said = field("said", Expr::Constant { value: json!(text) });
    said.facts = described(text);
    said.default = Some(json!(text));
    contract(vec![type_def("Thing", "thing", object(vec![said]))], &[])
}

/// Renders one template of a target with this `target.toml`.
fn try_render(style: &str, template: &str, contract: &Contract) -> Result<String, Diagnostics> {
    let folder = Folder::new(&[("target.toml", style), ("out.txt.jinja", template)]);
    let artifacts = rendered(&folder.open(), contract, "demo")?;
    Ok(artifacts.into_iter().map(|artifact| artifact.contents).collect())
}

fn render(style: &str, template: &str, contract: &Contract) -> String {
    try_render(style, template, contract).unwrap_or_else(|found| panic!("{found:#?}"))
}

/// Returns the text of the only finding.
fn finding(style: &str, template: &str, contract: &Contract) -> String {
    let found = try_render(style, template, contract).expect_err("a finding").0;
    assert_eq!(found.len(), 1, "{found:#?}");
    found[0].to_string()
}

mod folders {
    use super::*;

    #[test]
    fn a_folder_is_the_package_with_holes_in_it() {
        let folder = Folder::new(&[
            ("target.toml", "[names]\nmodule = \"snake\"\nfile = \"kebab\"\n"),
            ("_macros.jinja", "{% macro header(of) %}# {{ of }} by {{ command }}{% endmacro %}"),
            ("copied.txt", "{{ untouched }}  \r\n\n"),
            ("index.txt.jinja", "{% import '_macros.jinja' as m %}\n{{ m.header(template) }}  \n\n\n"),
            ("m/[module].txt.jinja", "{{ module.name }}: {{ module.types|join(', ') }}"),
            ("events/[event].txt.jinja", "{{ event.input }}"),
            ("types/[type]/[type].txt.jinja", "{{ type.kind }}"),
            ("empty.txt.jinja", "{% if false %}nothing{% endif %}\n"),
        ]);
        let templates = folder.open();
        assert_eq!(templates.targets(), ["demo"]);
        let artifacts = rendered(&templates, &small(), "demo").unwrap();
        let files: Vec<_> = artifacts.iter().map(|it| (it.path.as_str(), it.contents.as_str())).collect();
        let expected = [
            ("copied.txt", "{{ untouched }}  \r\n\n"),
            ("events/pre-tool-use.txt", "PreToolUseInput\n"),
            ("events/stop.txt", "StopInput\n"),
            ("index.txt", "# templates/demo/index.txt.jinja by cargo xtask codegen\n"),
            ("m/common.txt", "common: Mode\n"),
            ("m/stop.txt", "stop: StopInput\n"),
            ("types/mode/mode.txt", "enum\n"),
            ("types/stop-input/stop-input.txt", "struct\n"),
        ];
        assert_eq!(files, expected);
    }

    #[test]
    fn a_set_gets_the_files_of_the_features_that_it_lists() {
        let folder = Folder::new(&[
            (
                "target.toml",
                "needs = { events = [\"runtime/*\", \"[event].md.jinja\"], problems = [\"validator.py\"] }",
            ),
            ("runtime/verdict.py", "run"),
            ("[event].md.jinja", "{{ event.name }}"),
            ("validator.py", "validator"),
            ("core.py", "core"),
        ]);
        let paths = |features: &[&str]| -> Vec<String> {
            let (contract, definitions) = (contract(Vec::new(), &["Stop"]), Definitions::default());
            let artifacts = folder.open().render(&subject(&contract, &definitions, features), "demo").unwrap();
            artifacts.into_iter().map(|artifact| artifact.path).collect()
        };
        assert_eq!(paths(&[]), ["core.py"]);
        assert_eq!(paths(&["problems"]), ["core.py", "validator.py"]);
        assert_eq!(paths(&["events"]), ["core.py", "runtime/verdict.py", "stop.md"]);
    }

    #[test]
    fn a_feature_that_there_is_not_is_an_error_with_the_nearest_one() {
        let folder = Folder::new(&[("target.toml", "needs = { event = [\"core.py\"] }"), ("core.py", "core")]);
        let found = rendered(&folder.open(), &small(), "demo").unwrap_err().0[0].to_string();
        assert!(found.contains("`[needs]` names `event`") && found.contains("`events`"), "{found}");
    }

    #[test]
    fn rendering_again_gives_the_same_bytes_in_whatever_order_the_files_were_made() {
        let files = [("target.toml", RUST), ("b.rs", "b"), ("a/[type].rs.jinja", "{{ type|doc }}"), ("c.rs", "c")];
        let mut reversed = files;
        reversed.reverse();
        let (one, two) = (Folder::new(&files).open(), Folder::new(&reversed).open());
        let first = rendered(&one, &small(), "demo").unwrap();
        assert_eq!(first, rendered(&one, &small(), "demo").unwrap());
        assert_eq!(first, rendered(&two, &small(), "demo").unwrap());
        assert!(first.is_sorted_by(|a, b| a.path < b.path));
    }

    #[test]
    fn a_file_can_keep_more_blank_lines_than_the_target_wants() {
        let style = "blank-lines = 1\nkeep-blank-lines = [\"kept/*\"]\n";
        let text = "a\n\n\nb\n";
        let folder = Folder::new(&[("target.toml", style), ("a.py.jinja", text), ("kept/a.py.jinja", text)]);
        let files = rendered(&folder.open(), &small(), "demo").unwrap();
        let texts: Vec<_> = files.iter().map(|it| (it.path.as_str(), it.contents.as_str())).collect();
        assert_eq!(texts, [("a.py", "a\n\nb\n"), ("kept/a.py", text)]);
    }

    #[test]
    fn mistakes_in_a_target_folder_are_reported_with_their_place() {
        let open = |style: &str| {
            let folder = Folder::new(&[("target.toml", style)]);
            hookwire_codegen::internal::render::Templates::open(folder.path()).unwrap_err().0[0].to_string()
        };
        let unknown = open("[names]\ntipe = \"snake\"\n");
        assert!(unknown.contains("unknown field `tipe`") && unknown.contains("templates/demo/target.toml:2:1"));
        assert!(open("needs = { events = [\"runtime/*\"] }").contains("\"runtime/*\", and there is no such file"));
        assert!(open("keep-blank-lines = [\"a.py\"]").contains("`keep-blank-lines` names \"a.py\", and there is no"));
        assert!(open(&RUST.replace("Vec<{}>", "Vec")).contains("there is no `{}` in it"));
        assert!(open(&RUST.replace("[types]\n", "[types]\nown = [\"short\"]\n")).contains("unknown variant `short`"));
    }

    #[test]
    fn a_bracket_is_a_collection_and_two_files_are_not_one() {
        let render = |files: &[(&str, &str)]| {
            let folder = Folder::new(files);
            rendered(&folder.open(), &small(), "demo").unwrap_err().0[0].to_string()
        };
        assert!(render(&[("target.toml", ""), ("[tool].py", "")]).contains("nothing to repeat over for [tool]"));
        assert!(render(&[("target.toml", ""), ("[event]/[type].py", "")]).contains("one collection only"));
        let twice = render(&[("target.toml", ""), ("Stop.py", ""), ("[event].py", "")]);
        assert!(twice.contains("[file-collision]") && twice.contains("templates/demo/Stop.py"), "{twice}");
    }

    #[test]
    fn no_name_leads_out_of_the_package() {
        let style = "[names]\nfile = \"as-is\"\n";
        let folder = Folder::new(&[("target.toml", style), ("[type].json", "")]);
        let types = vec![type_def("../../etc/passwd", "m", object(Vec::new()))];
        let found = rendered(&folder.open(), &contract(types, &[]), "demo").unwrap_err();
        assert!(found.0[0].message.contains("no file can be named after"), "{found:?}");
    }
}

mod templates {
    use super::*;

    #[test]
    fn what_is_undefined_is_an_error_with_file_line_and_column() {
        let text = finding("", "one\n{{ set.package.nam }}\n", &small());
        assert!(text.contains("undefined value"), "{text}");
        assert!(text.contains("--> templates/demo/out.txt.jinja:2:"), "{text}");
        let text = finding("", "{% if types[0].sinse %}x{% endif %}", &small());
        assert!(text.contains("--> templates/demo/out.txt.jinja:1:"), "{text}");
    }

    #[test]
    fn a_part_is_included_as_it_is_and_is_no_file() {
        let part = "const f = ({ a }) => `{{a}} {% b %}`; {# c #}\n";
        let folder = Folder::new(&[
            ("target.toml", TYPESCRIPT),
            ("deep/_parts/code.js", part),
            ("out.js.jinja", "// {{ set.package.name }}\n{% include 'deep/_parts/code.js' %}\nf();\n"),
        ]);
        let artifacts = rendered(&folder.open(), &small(), "demo").unwrap();
        assert_eq!(artifacts.len(), 1);
        assert_eq!(artifacts[0].contents, format!("// demo\n{part}f();\n"));
    }

    #[test]
    fn an_error_in_a_partial_names_the_partial_and_its_includes() {
        let folder = Folder::new(&[
            ("target.toml", ""),
            ("_part.jinja", "\n\n{{ nothing }}"),
            ("out.txt.jinja", "\n{% include '_part.jinja' %}"),
        ]);
        let text = rendered(&folder.open(), &small(), "demo").unwrap_err().0[0].to_string();
        assert!(text.contains("--> templates/demo/_part.jinja:3:4"), "{text}");
        assert!(text.contains("reached from templates/demo/out.txt.jinja:2"), "{text}");
    }

    #[test]
    fn every_template_with_a_syntax_error_is_reported() {
        let folder = Folder::new(&[
            ("target.toml", ""),
            ("a.jinja", "{% if %}"),
            ("b.jinja", "{{ x | }}"),
            ("c.jinja", "{% for %}"),
        ]);
        assert_eq!(rendered(&folder.open(), &small(), "demo").unwrap_err().0.len(), 3);
    }

    #[test]
    fn a_failure_in_a_repeated_file_is_reported_once() {
        let folder = Folder::new(&[("target.toml", ""), ("[type].txt.jinja", "{{ nothing }}")]);
        assert_eq!(rendered(&folder.open(), &small(), "demo").unwrap_err().0.len(), 1);
    }

    #[test]
    fn what_languages_spell_differently_is_not_written_as_it_is() {
        for value in ["true", "none", "1.5", "[1]", "{'a': 1}", "types"] {
            let text = finding("", &format!("{{{{ {value} }}}}"), &small());
            assert!(text.contains("is not text"), "{value}: {text}");
        }
        assert_eq!(render("", "{{ 1 }}{{ 'a' if false }}{{ '<&>' }}", &small()), "1<&>\n");
    }

    #[test]
    fn filters_that_are_wrong_for_code_are_not_there() {
        for filter in ["tojson", "escape", "safe"] {
            assert!(finding("", &format!("{{{{ 'x'|{filter} }}}}"), &small()).contains("unknown filter"));
        }
        for value in ["set", "1", "types[0].nothing", "[true]"] {
            let text = finding(RUST, &format!("{{{{ {value}|doc }}}}"), &small());
            assert!(text.contains("is not a description"), "{text}");
        }
        let text = finding("", "{{ 'x'|literal }}", &small());
        assert!(text.contains("target.toml has no [literals]"), "{text}");
    }

    #[test]
    fn functions_find_what_there_is() {
        let template = "{% set it = lookup('StopInput') %}{{ it.kind }} {{ module_of('StopInput').name }}";
        assert_eq!(render("", template, &small()), "struct stop\n");
        assert!(finding("", "{{ lookup('Nothing') }}", &small()).contains("there is no type \"Nothing\""));
        assert!(finding("", "{{ fail('not like this') }}", &small()).contains("not like this"));
        assert!(finding("builtins = [\"other\"]", "", &small()).contains("there is no builtin \"other\""));
    }

    #[test]
    fn what_a_template_meets_is_collected_once_each_in_order() {
        let template = "{% set used = collector() %}{% macro seen(name) %}{% do used.add('names', name, 'b') %}{% endmacro %}\
                        {% for name in ['b', 'c', 'a', 'c'] %}{{ seen(name) }}{% endfor %}\
                        {{ used.names|join(' ') }}; {{ used.others|length }}";
        assert_eq!(render("", template, &small()), "b c a; 0\n");
        assert!(finding("", "{{ collector().take('names') }}", &small()).contains("take"));
    }

    #[test]
    fn wrong_arguments_of_a_filter_are_reported() {
        let field = "{% set field = types[1].fields[1] %}";
        let cases = [
            ("{{ field.type|spell(misspelled) }}", "one of these is undefined"),
            ("{{ field.type|spell(none, none, none, none) }}", "this is more"),
            ("{{ field.type|spell(none, 'no collector') }}", "`collector()`"),
            ("{{ field|spell }}", "is not a type expression"),
            ("{{ field.type|spell('no macro') }}", "the first is not a macro"),
            ("{{ 1 if field is closed }}", "neither a type nor an expression"),
            ("{{ lookup_all([1])|length }}", "`lookup_all` takes names"),
            ("{{ 'text'|rules }}", "`rules` takes a node"),
            ("{{ {'description': 'x'}|notes }}", "pass a text, a list of texts or a node"),
            ("{{ 1 if field.type is noted }}", "`noted` is asked of a node"),
            ("{{ field|keyed|length }}", "`keyed` takes a type"),
            ("{{ [1]|import_order|join }}", "a list of names"),
            ("{{ [field.name]|import_order(case=true)|join }}", "there is no option \"case\": one of cased"),
            ("{{ field.name|json(indent=2) }}", "there is no option \"indent\": one of pretty"),
        ];
        let reported = |(template, _): &(&str, &str)| finding(RUST, &format!("{field}{template}"), &small());
        let found: Vec<String> = cases.iter().map(reported).collect();
        let wrong = cases.iter().zip(&found).filter(|((_, reported), found)| !found.contains(reported));
        assert_eq!(wrong.collect::<Vec<_>>(), []);
        assert_eq!(
            render("", "{% for it in [1, 2] %}{{ it }}{{ ',' if loop.nextitem is defined }}{% endfor %}", &small()),
            "1,2\n"
        );
    }

    #[test]
    fn references_are_found_wherever_a_type_or_an_expression_has_them() {
        let mode = || Box::new(Expr::Ref { name: "Mode".into(), closed: true });
        let nullable = Expr::Nullable { inner: Box::new(Expr::Map { value: mode(), keys: Vec::new() }) };
        let list = Expr::List { item: mode(), min: None, max: None, places: None };
        let fields = vec![field("a", list), field("b", Expr::String), field("c", nullable)];
        let mut held = object(fields);
        if let Kind::Struct(it) = &mut held {
            it.rest = Some(*mode());
        }
        let mut types = vec![type_def("Mode", "common", choice(&["plan"])), type_def("Held", "held", held)];
        let template = "{% set it = lookup('Held') %}{{ it|refs|map(attribute='name')|join(' ') }}; \
                        {% for field in it.fields %}{{ field.type|refs|length }}{% endfor %}; \
                        {{ (it.fields[0].type|refs)[0].closed|literal }}; \
                        {% for field in it.fields %}{{ 1 if field.type is closed else 0 }}{% endfor %} \
                        {% for field in it.fields %}{{ 1 if field.type is recursive else 0 }}{% endfor %}";
        assert_eq!(render(RUST, template, &contract(types.clone(), &[])), "Mode Mode Mode; 101; true; 101 000\n");
        types[0].recursive = true;
        assert_eq!(render(RUST, template, &contract(types, &[])), "Mode Mode Mode; 101; true; 101 101\n");
        assert!(finding("", "{{ types|refs }}", &small()).contains("refs"));
    }

    #[test]
    fn what_a_table_gives_is_found_among_the_fields_of_a_struct_alone() {
        let cell = |by: Option<&str>| Expr::Keyed {
            table: "tools".into(),
            column: "input".into(),
            by: by.map(str::to_owned),
            except: Vec::new(),
            base: Box::new(Expr::Any),
            unconfirmed: false,
            fails: false,
        };
        let nullable = Expr::Nullable { inner: Box::new(cell(None)) };
        let fields = [("a", cell(Some("b"))), ("b", Expr::String), ("c", nullable), ("d", cell(None))];
        let mut held = object(fields.map(|(name, expr)| field(name, expr)).into());
        if let Kind::Struct(it) = &mut held {
            it.rest = Some(cell(None));
        }
        let types = vec![type_def("Mode", "common", choice(&["plan"])), type_def("Held", "held", held)];
        let template = "{% for it in lookup('Held')|keyed %}{{ it.table }} {{ it.by|default('alone') }}, {% endfor %}\
                        {{ lookup('Mode')|keyed|length }}";
        assert_eq!(render(RUST, template, &contract(types, &[])), "tools b, tools alone, 0\n");
    }

    #[test]
    fn a_macro_sees_the_variables_of_the_file_that_is_made() {
        let folder = Folder::new(&[
            ("target.toml", ""),
            ("_m.jinja", "{% macro f() %}{{ set.package.name }} {{ template }} {{ event.name }}{% endmacro %}"),
            ("[event].txt.jinja", "{% import '_m.jinja' as m %}{{ m.f() }}"),
        ]);
        let artifacts = rendered(&folder.open(), &small(), "demo").unwrap();
        assert_eq!(artifacts[1].contents, "demo templates/demo/[event].txt.jinja Stop\n");
    }

    #[test]
    fn the_names_of_the_model_are_attributes() {
        let template = "{{ types[0].values[0].value }} {{ types[1].fields[1].type.is }} {{ types[1].fields|length }}";
        assert_eq!(render("", template, &small()), "accept-edits ref 2\n");
    }

    #[test]
    fn templates_have_of_a_type_what_serde_makes_of_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let sets = fs::read_dir(root.join("tests/sets")).unwrap().map(|set| set.unwrap().path());
        let (mut reported, mut forms, mut wrong) = (0, BTreeSet::new(), Vec::new());
        for set in sets.chain([root.join("schemas")]) {
            let Read { contract, .. } = read(&set).unwrap_or_else(|found| panic!("{}: {found:#?}", set.display()));
            let texts = render("", "{% for type in types %}{{ type|json }}\n{% endfor %}", &contract);
            let values = texts.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            for (def, value) in contract.types.iter().zip(values) {
                // Compared as text, because equal values can differ in the order of keys.
                let [expected, found] = [&serde_json::to_value(def).unwrap(), &value].map(Value::to_string);
                reported += 1;
                forms.extend(def.kind.exprs().into_iter().map(Expr::form));
                if expected != found {
                    wrong.push(format!("{}: {expected}\n{found}", def.name));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(reported > 500 && forms.len() == 15, "{reported} types, with {forms:?}");
    }

    #[test]
    fn a_string_of_the_schema_is_never_a_template() {
        let contract = saying("{{ 7 * 7 }}{% for x in types %}x{% endfor %}{# gone #}");
        let template = "{% set f = types[0].fields[0] %}{{ f.description }}";
        assert_eq!(render("", template, &contract), "{{ 7 * 7 }}{% for x in types %}x{% endfor %}{# gone #}\n");
    }
}

mod names {
    use super::*;

    fn fields(names: &[&str]) -> Contract {
        let fields = names.iter().map(|name| field(name, Expr::String)).collect();
        contract(vec![type_def("Thing", "thing", object(fields))], &[])
    }

    fn spelled(style: &str, names: &[&str]) -> String {
        let template = "{% for f in types[0].fields %}{{ f.name|field_name }} {% endfor %}";
        render(style, template, &fields(names)).trim_end().to_owned()
    }

    #[test]
    fn every_name_is_an_identifier() {
        let names = ["updatedMCPToolOutput", "$schema", "3d", "type", "größe", "a.b-c"];
        assert_eq!(spelled(RUST, &names), "updated_mcp_tool_output schema n3d type_ groesse a_b_c");
        assert_eq!(spelled(TYPESCRIPT, &["fooBar", "a-b", "1", "\"\u{202e}"]), r#"fooBar "a-b" "1" "\"\u202e""#);
    }

    #[test]
    fn names_that_would_be_spelled_alike_are_told_apart() {
        assert_eq!(
            spelled(RUST, &["foo-bar", "fooBar", "foo_bar", "foo-Bar"]),
            "foo_bar foo_bar_upper foo_bar_u005f foo_bar_2"
        );
        // The original names differ.
        assert_eq!(spelled(TYPESCRIPT, &["foo-bar", "fooBar"]), "\"foo-bar\" fooBar");
        // The suffix of a reserved word can collide with another name too.
        assert_eq!(spelled(RUST, &["type", "type_"]), "type_ type_u005f");
    }

    #[test]
    fn types_that_are_spelled_alike_are_told_apart_and_modules_are_reported() {
        let pair = |a: TypeDef, b: TypeDef| contract(vec![a, b], &[]);
        let empty = || object(Vec::new());
        let pascal = RUST.replace("type = \"as-is\"", "type = \"pascal\"");
        let types = pair(type_def("fooBar", "a", empty()), type_def("FooBar", "a", empty()));
        let template = "{% for type in types %}{{ type.name|type_name }} {% endfor %}";
        // The one that is spelled as it is keeps its name, wherever it is.
        assert_eq!(render(&pascal, template, &types), "FooBarUpper FooBar\n");
        let modules = pair(type_def("A", "foo-bar", empty()), type_def("B", "foo_bar", empty()));
        assert!(finding(RUST, "", &modules).contains("two modules of modules `foo_bar`"));
    }

    #[test]
    fn a_type_called_by_signs_has_no_identifier() {
        let text = finding(RUST, "", &contract(vec![type_def("+", "s", choice(&["a"]))], &[]));
        assert!(text.contains("demo has no name for the type \"+\" of types"), "{text}");
        assert!(text.contains("neither a letter nor a digit"), "{text}");
    }

    #[test]
    fn signs_that_are_sent_are_spelled_by_their_numbers() {
        let signs = contract(vec![type_def("E", "e", choice(&["", "<", "<=", "_", "+1", "-1", "1", "-a"]))], &[]);
        let template = "{% for v in types[0]['values'] %}{{ v.value|variant_name }} {% endfor %}";
        assert_eq!(render(RUST, template, &signs), "Empty U003c U003cU003d U005f U002b1 U002d1 N1 A\n");
    }

    #[test]
    fn a_reserved_word_of_its_kind_gets_the_suffix() {
        let other = contract(vec![type_def("E", "e", choice(&["other", "self"]))], &[]);
        let template = "{% for v in types[0]['values'] %}{{ v.value|variant_name }} {% endfor %}";
        assert_eq!(render(RUST, template, &other), "Other_ Self_\n");
    }
}

mod values {
    use super::*;

    fn literal(style: &str, text: &str) -> String {
        render(style, "{{ types[0].fields[0].default|literal }}", &saying(text)).trim_end().to_owned()
    }

    #[test]
    fn any_string_is_one_literal_of_printable_ascii() {
        for text in HOSTILE {
            let (rust, python, typescript) = (literal(RUST, text), literal(PYTHON, text), literal(TYPESCRIPT, text));
            assert_eq!(syn::parse_str::<syn::LitStr>(&rust).unwrap().value(), text);
            assert_eq!(serde_json::from_str::<String>(&typescript).unwrap(), text);
            // TOML has all escapes that are used in Python here.
            let table: toml::Table = toml::from_str(&format!("x = {python}")).unwrap();
            assert_eq!(table["x"].as_str(), Some(text));
            for literal in [rust, python, typescript] {
                assert!(literal.chars().all(|c| matches!(c, ' '..='~')), "{literal:?}");
            }
        }
    }

    #[test]
    fn values_have_the_words_of_the_language() {
        let template = "{{ [true, none, 1, -2.5, {'__proto__': 'a'}]|literal }}";
        assert_eq!(render(PYTHON, template, &small()), "[True, None, 1, -2.5, {\"__proto__\": \"a\"}]\n");
        assert_eq!(render(TYPESCRIPT, template, &small()), "[true, null, 1, -2.5, {[\"__proto__\"]: \"a\"}]\n");
    }

    #[test]
    fn a_language_without_types_of_one_value_needs_no_hole_for_it() {
        let style = PYTHON.replace("constant = \"Literal[{}]\"", "constant = \"str\"");
        let style = style.replace("markup = \"docstring\"", "markup = \"plain\"");
        assert_eq!(render(&style, "{{ types[0].fields[0].type|spell }}", &saying("{} x")), "str\n");
    }

    #[test]
    fn json_and_toml_hold_any_string() {
        for text in HOSTILE {
            let template = "{{ types[0].fields[0].default|json(pretty=true) }}\n{{ types[0].fields[0].default|toml }}";
            let out = render("", template, &saying(text));
            let (json, toml) = out.trim_end().split_once('\n').unwrap();
            assert_eq!(serde_json::from_str::<String>(json).unwrap(), text);
            let table: toml::Table = toml::from_str(&format!("x = {toml}")).unwrap();
            assert_eq!(table["x"].as_str(), Some(text));
        }
    }

    #[test]
    fn every_expression_has_a_spelling() {
        let list = |item| Expr::List { item: Box::new(item), min: Some(1), max: None, places: None };
        let nullable = |inner| Expr::Nullable { inner: Box::new(inner) };
        let named = |name: &str, closed| Expr::Ref { name: name.to_owned(), closed };
        let fields = vec![
            field("a", list(nullable(Expr::Integer))),
            field("b", Expr::Map { value: Box::new(Expr::Any), keys: Vec::new() }),
            field("c", Expr::Constant { value: json!("x\"y") }),
            field("d", nullable(list(named("Mode", true)))),
            field("e", named("Tree", false)),
            field("f", Expr::Boolean),
            field("g", Expr::Number),
        ];
        let mut tree = type_def("Tree", "tree", object(Vec::new()));
        tree.recursive = true;
        let contract =
            contract(vec![type_def("T", "t", object(fields)), tree, type_def("Mode", "my-mode", choice(&[]))], &[]);
        let spell = |style: &str| {
            render(style, "{% for f in types[0].fields %}{{ f.type|spell }}\n{% endfor %}", &contract)
                .lines()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            spell(RUST),
            [
                "Vec<Option<i64>>",
                "BTreeMap<String, Value>",
                "Const /* \"x\\\"y\" */",
                "Option<Vec<my_mode::Mode>>",
                "Box<Tree>",
                "bool",
                "f64"
            ]
        );
        assert_eq!(
            spell(TYPESCRIPT)[..4],
            ["Array<number | null>", "Record<string, unknown>", "\"x\\\"y\"", "Array<Mode> | null"]
        );
        assert_eq!(spell(MARKDOWN)[3], "list of [Mode](mode.md) or null");
    }

    #[test]
    fn a_map_of_any_values_can_have_a_spelling_of_its_own() {
        let map = |value| Expr::Map { value: Box::new(value), keys: Vec::new() };
        let fields = vec![field("a", map(map(Expr::Any))), field("b", map(Expr::String))];
        let contract = contract(vec![type_def("T", "t", object(fields))], &[]);
        let style = PYTHON.replace("[types]\n", "[types]\nany-map = \"Object\"\n");
        let out = render(&style, "{% for f in types[0].fields %}{{ f.type|spell }};{% endfor %}", &contract);
        assert_eq!(out.trim(), "dict[str, Object];dict[str, str];");
    }

    #[test]
    fn a_target_without_a_spelling_of_null_spells_it_as_any_value() {
        let contract = contract(vec![type_def("T", "t", object(vec![field("a", Expr::Null)]))], &[]);
        let style = PYTHON.replace("[types]\n", "[types]\nimports = { any = [\"Any\"], null = [\"Nothing\"] }\n");
        let template =
            "{% set used = collector() %}{{ types[0].fields[0].type|spell(none, used) }} {{ used.names|join }}";
        assert_eq!(render(&style, template, &contract).trim(), "object Any");
        let style = style.replace("any = \"object\"", "any = \"object\"\nnull = \"None\"");
        assert_eq!(render(&style, template, &contract).trim(), "None Nothing");
    }

    #[test]
    fn a_spelling_leaves_the_targets_own_forms_to_its_macro_and_tells_what_it_meets() {
        let list = |item, min| Expr::List { item: Box::new(item), min, max: None, places: None };
        let mode = || Expr::Ref { name: "Mode".to_owned(), closed: false };
        let of_mode = || Expr::Nullable { inner: Box::new(list(mode(), Some(2))) };
        let fields =
            [("a", list(Expr::Any, None)), ("b", of_mode()), ("c", list(of_mode(), None)), ("d", Expr::Integer)];
        let fields = fields.map(|(name, expr)| field(name, expr)).to_vec();
        let types = vec![type_def("T", "t", object(fields)), type_def("Mode", "m", choice(&["plan"]))];
        let style =
            PYTHON.replace("[types]\n", "[types]\nown = [\"limited\"]\nimports = { any = [\"Any\", \"Object\"] }\n");
        let strict = PYTHON
            .split("[types]")
            .nth(1)
            .unwrap()
            .split("[literals]")
            .next()
            .unwrap()
            .replace("\"int\"", "\"Strict\"");
        let style = format!("{style}\n[spellings.strict]{strict}");
        let template = "{% set used = collector() %}{% set calls = namespace(count=0) %}\
                        {% macro own(it) %}{% set calls.count = calls.count + 1 %}\
                        {{ it.min }}+ {{ it.item|spell(own, used) }}{% endmacro %}\
                        {% for it in types[0].fields %}{{ it.type|spell(own, used) }}; {% endfor %}\
                        {{ used.refs|join }} {{ used.names|join(' ') }} {{ calls.count }}\n\
                        {% for it in types[0].fields %}{{ it.type|spell }}; {% endfor %}\
                        {{ types[0].fields[3].type|spell(none, none, 'strict') }}";
        let expected = "list[object]; 2+ Mode | None; list[2+ Mode | None]; int; Mode Any Object 2\n\
                        list[object]; list[Mode] | None; list[list[Mode] | None]; int; Strict\n";
        let contract = contract(types, &[]);
        assert_eq!(render(&style, template, &contract), expected);
        let wrong = |call: &str| finding(&style, &format!("{{{{ types[0].fields[1].type|{call} }}}}"), &contract);
        assert!(wrong("spell(none, none, 'loose')").contains("no spelling \"loose\""));
        assert!(wrong("spell(none, 1)").contains("`collector()`"));
        let failing =
            "{% macro own(it) %}{{ fail('not this one') }}{% endmacro %}\n{{ types[0].fields[1].type|spell(own) }}";
        assert!(finding(&style, failing, &contract).contains("not this one"));
    }

    #[test]
    fn an_alias_of_a_recursive_type_can_be_spelled_as_that_type() {
        let to = |name: &str| Expr::Ref { name: name.to_owned(), closed: false };
        let alias = |name: &str, module: &str, target: Expr| {
            let mut def = type_def(name, module, Kind::Alias { target });
            def.recursive = true;
            def
        };
        let list = |item| Expr::List { item: Box::new(item), min: None, max: None, places: None };
        let names = ["Leaf", "Branch", "Twig", "Many", "Far", "Plain"];
        let fields = names.map(|name| field(name, to(name))).to_vec();
        let mut tree = type_def("Tree", "t", object(fields));
        tree.recursive = true;
        let types = vec![
            tree,
            alias("Leaf", "t", to("Tree")),
            alias("Branch", "t", Expr::Nullable { inner: Box::new(to("Tree")) }),
            alias("Twig", "t", to("Leaf")),
            alias("Many", "t", list(to("Leaf"))),
            alias("Far", "other", to("Tree")),
            type_def("Plain", "t", Kind::Alias { target: Expr::String }),
        ];
        let template = "{% set used = collector() %}{% for it in types[0].fields %}\
                        {{ it.type|spell(none, used) }} {% endfor %}{{ types[4].target|spell }}; {{ used.refs|join(' ') }}";
        let style = PYTHON.replace("[types]\n", "[types]\nrecursive-alias-as-target = true\n");
        let contract = contract(types, &[]);
        let expected = "Tree Branch Tree Many Far Plain list[Tree]; Tree Branch Many Far Plain\n";
        assert_eq!(render(&style, template, &contract), expected);
        let kept = "Leaf Branch Twig Many Far Plain list[Leaf]; Leaf Branch Twig Many Far Plain\n";
        assert_eq!(render(PYTHON, template, &contract), kept);
    }

    #[test]
    fn a_union_of_one_recursive_type_and_plain_values_is_spelled_as_its_members() {
        let to = |name: &str| Expr::Ref { name: name.to_owned(), closed: false };
        let union = |name: &str, module: &str, members: Vec<Expr>| {
            let variants = members.into_iter().map(|expr| Variant {
                name: "V".to_owned(),
                expr,
                tags: Vec::new(),
                absent: false,
                json_type: None,
                description: None,
                title: None,
                origin: origin(""),
            });
            let kind = Kind::Union(Union { by: Discriminator::JsonType, variants: variants.collect() });
            TypeDef { recursive: true, ..type_def(name, module, kind) }
        };
        let names = ["Tree", "OrText", "OrOther", "Far", "Two"];
        let mut tree = type_def("Tree", "t", object(names.iter().map(|name| field(name, to(name))).collect()));
        tree.recursive = true;
        let word = Expr::Constant { value: json!("word") };
        let types = vec![
            tree,
            union("OrText", "t", vec![to("Tree"), Expr::String, Expr::Boolean]),
            union("OrOther", "t", vec![to("Tree"), word]),
            union("Far", "other", vec![to("Tree"), Expr::String]),
            union("Two", "t", vec![to("Tree"), to("OrText")]),
        ];
        let template = "{% set used = collector() %}{% for it in types[0].fields %}\
                        {{ it.type|spell(none, used) }}, {% endfor %}{{ used.refs|join(' ') }}";
        let style = PYTHON.replace("[types]\n", "[types]\nrecursive-union-as-members = \" | \"\n");
        let contract = contract(types, &[]);
        let expected = "Tree, Tree | str | bool, OrOther, Far, Two, Tree OrOther Far Two\n";
        assert_eq!(render(&style, template, &contract), expected);
        assert_eq!(
            render(PYTHON, template, &contract),
            "Tree, OrText, OrOther, Far, Two, Tree OrText OrOther Far Two\n"
        );
    }

    #[test]
    fn a_node_is_noted_where_more_is_known_of_it_than_its_description() {
        let plain = field("a", Expr::String);
        let mut unconfirmed = field("b", Expr::String);
        unconfirmed.facts.unconfirmed = true;
        let mut defaulting = field("c", Expr::String);
        defaulting.default = Some(json!(null));
        let types = vec![type_def("T", "t", object(vec![plain, unconfirmed, defaulting]))];
        let template = "{% for it in types[0].fields %}{{ 1 if it is noted else 0 }}{% endfor %}";
        assert_eq!(render("", template, &contract(types, &[])), "011\n");
    }
}

mod comments {
    use super::*;

    const DOC: &str = "{{ types[0].fields[0]|doc(indent=2) }}";

    #[test]
    fn rust_stays_one_documented_item_without_links_or_doctests() {
        for text in HOSTILE {
            let out = render(RUST, &format!("{DOC}  struct X;"), &saying(text));
            let file = syn::parse_file(&out).unwrap_or_else(|error| panic!("{error}: {out}"));
            assert_eq!(file.items.len(), 1, "{out}");
            let docs: Vec<_> =
                out.lines().filter_map(|line| line.strip_prefix("  ///")).map(|line| line.trim_start()).collect();
            assert_eq!(docs.len() + 1, out.lines().count(), "{out}");
            assert_harmless(&docs.join("\n"));
        }
    }

    #[test]
    fn typescript_ends_a_comment_only_where_it_ends() {
        for text in HOSTILE {
            let out = render(TYPESCRIPT, &format!("{DOC}  x;"), &saying(text));
            let Some((comment, rest)) = out.split_once("*/") else {
                assert_eq!(out, "  x;\n");
                continue;
            };
            assert_eq!(rest, "\n  x;\n", "{out}");
            assert!(comment.starts_with("  /**"), "{out}");
            for at in ["@", "{"] {
                let escaped = comment.matches(&format!("\\{at}")).count();
                let in_code = text.contains('`');
                assert!(in_code || comment.matches(at).count() == escaped, "{out}");
            }
        }
    }

    #[test]
    fn python_ends_a_docstring_only_where_it_ends() {
        for text in HOSTILE {
            let out = render(PYTHON, &format!("{DOC}  x"), &saying(text));
            let Some(body) = out.strip_prefix("  \"\"\"") else {
                assert_eq!(out, "  x\n");
                continue;
            };
            assert_eq!(&body[end_of_docstring(body)..], "\n  x\n", "{out}");
        }
    }

    /// Returns the index at which Python ends the docstring.
    fn end_of_docstring(body: &str) -> usize {
        let mut at = 0;
        while !body[at..].starts_with("\"\"\"") {
            at += if body[at..].starts_with('\\') { 2 } else { body[at..].chars().next().unwrap().len_utf8() };
        }
        at + 3
    }

    #[test]
    fn a_line_comment_is_allowed_in_a_block_of_the_template() {
        let template = "/*\n{{ 'a */ b'|doc(prefix=' * ', indent=1) }} */";
        assert_eq!(render(TYPESCRIPT, template, &small()), "/*\n  * a \\*\\/ b\n */\n");
    }

    #[test]
    fn long_lines_are_wrapped_and_short_ones_stay_one() {
        let text = "word ".repeat(60);
        let out = render(TYPESCRIPT, DOC, &saying(&text));
        assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
        assert_eq!(out.lines().count(), 6, "{out}");
        assert_eq!(render(TYPESCRIPT, DOC, &saying("One line.")), "  /** One line. */\n");
    }

    #[test]
    fn lists_and_code_spans_stay() {
        let text = "Either:\n\n* `a` or\n* `b`, as **bold**.\n\nSee [the page](https://e.org/x).";
        let out = render(RUST, DOC, &saying(text));
        let expected = "  /// Either:\n  ///\n  /// - `a` or\n  /// - `b`, as bold.\n  ///\n  /// See the page (`https://e.org/x`).\n";
        assert_eq!(out, expected);
    }

    #[test]
    fn notes_have_the_same_words_in_every_target() {
        let version = |version: &str, exact| Version { version: version.into(), exact, after: None };
        let mut noted = field("text", Expr::String);
        noted.facts = Facts {
            description: Some("A text.".into()),
            since: Some(version("2.1.19", false)),
            until: Some(version("2.1.300", true)),
            deprecated: Some(Deprecation {
                since: Some("2.1.178".into()),
                instead: Some("updated_output".into()),
                note: None,
            }),
            unconfirmed: true,
            ..Facts::default()
        };
        noted.cap = Some(Cap { limit: 10_000, unit: "characters".into(), beyond: "spilled".into() });
        let contract = contract(vec![type_def("T", "t", object(vec![noted]))], &[]);
        let notes = "Since Claude Code 2.1.19 at the latest.
Removed in Claude Code 2.1.300.
Deprecated since Claude Code 2.1.178: write `updated_output` instead.
Not confirmed by a second source.
Claude Code spills what is longer than 10,000 characters to a file.
";
        let each = "{% for note in types[0].fields[0]|notes %}{{ note }}\n{% endfor %}";
        assert_eq!(render("", each, &contract), notes);
        let line = format!("A text. {}\n", notes.trim_end().replace('\n', " "));
        assert_eq!(render("", "{{ types[0].fields[0]|plain }}", &contract), line);
    }
}

mod markdown {
    use super::*;

    #[test]
    fn a_cell_is_one_cell_and_nothing_else() {
        for text in HOSTILE {
            let template = "{% set f = types[0].fields[0] %}| a | b | c | d |\n|---|---|---|---|\n\
                | {{ f|cell }} | {{ f.default|code(cell=true) }} | {{ f.default|text(cell=true) }} | {{ f.type|spell }} |";
            let out = render(MARKDOWN, template, &saying(text));
            let events: Vec<_> = Parser::new_ext(&out, Options::ENABLE_TABLES | Options::ENABLE_GFM).collect();
            let cells = events.iter().filter(|event| matches!(event, Event::Start(Tag::TableCell))).count();
            assert_eq!(cells, 8, "{out}");
            assert_eq!(out.lines().count(), 3, "{out}");
            assert!(!events.iter().any(is_foreign), "{out}");
        }
    }

    #[test]
    fn a_block_stays_a_description() {
        for text in HOSTILE {
            assert_harmless(&render(MARKDOWN, "{{ types[0].fields[0]|markdown }}", &saying(text)));
        }
    }
}

/// Asserts that a text has no code blocks, links, elements, headings or tables.
fn assert_harmless(text: &str) {
    let bad: Vec<_> = Parser::new_ext(text, Options::all().difference(Options::ENABLE_SUPERSCRIPT))
        .filter(|event| is_foreign(event) || matches!(event, Event::Start(Tag::Table(_) | Tag::BlockQuote(_))))
        .collect();
    assert!(bad.is_empty(), "{text}\n{bad:?}");
    assert!(
        !text.chars().any(|c| c != '\n' && (c.is_control() || hookwire_codegen::internal::diagnostic::is_invisible(c)))
    );
}

fn is_foreign(event: &Event<'_>) -> bool {
    match event {
        Event::Html(_) | Event::InlineHtml(_) | Event::Rule | Event::FootnoteReference(_) => true,
        Event::Start(tag) => matches!(
            tag,
            Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::Heading { .. }
        ),
        _ => false,
    }
}

#[test]
fn a_model_without_anything_is_rendered_too() {
    let contract = contract(Vec::new(), &[]);
    assert_eq!(render(RUST, "{{ types|length }} {{ set.package.name|toml }}", &contract), "0 \"demo\"\n");
}
