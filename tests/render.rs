//! What the render engine promises, whatever the templates say.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use hookwire_codegen::link::Definitions;
use hookwire_codegen::model::*;
use support::*;

fn small() -> Contract {
    let types = vec![
        type_def("Mode", "common", choice(&["accept-edits", "plan"])),
        type_def(
            "StopInput",
            "stop",
            object(vec![
                field("session_id", Expr::String),
                field("mode", Expr::Ref { name: "Mode".into(), closed: false }),
            ]),
        ),
    ];
    contract(types, &["Stop", "PreToolUse"])
}

/// Renders one template of a target with this target.toml.
fn render(style: &str, template: &str, contract: &Contract) -> String {
    let folder = Folder::new(&[("target.toml", style), ("out.txt.jinja", template)]);
    let artifacts = folder.open().render(contract, &Definitions::default(), "demo").unwrap_or_else(|found| panic!("{found:#?}"));
    artifacts.into_iter().find(|artifact| artifact.path == "out.txt").map(|it| it.contents).unwrap_or_default()
}

#[test]
fn a_folder_is_the_package_with_holes_in_it() {
    let folder = Folder::new(&[
        ("target.toml", "needs-catalogue = [\"events/*\"]\n[names]\nmodule = \"snake\"\nfile = \"kebab\"\n"),
        ("_macros.jinja", "{% macro header(of) %}# {{ of }} by {{ command }}{% endmacro %}"),
        ("copied.txt", "{{ untouched }}  \r\n\n"),
        ("index.txt.jinja", "{% import '_macros.jinja' as m %}\n{{ m.header(template) }}\n\n\n"),
        ("m/[module].txt.jinja", "{{ module.name }}: {{ module.types|join(', ') }}"),
        ("events/[event].txt.jinja", "{{ event.input }}"),
        ("types/[type].txt.jinja", "{{ type.kind }}"),
        ("empty.txt.jinja", "{% if false %}nothing{% endif %}\n"),
    ]);
    let templates = folder.open();
    assert_eq!(templates.targets(), ["demo"]);
    let files: Vec<_> =
        templates.render(&small(), &Definitions::default(), "demo").unwrap().into_iter().map(|it| (it.path, it.contents)).collect();
    let expected = [
        ("copied.txt", "{{ untouched }}  \r\n\n"),
        ("events/pre-tool-use.txt", "PreToolUseInput\n"),
        ("events/stop.txt", "StopInput\n"),
        ("index.txt", "# templates/demo/index.txt.jinja by cargo xtask codegen\n"),
        ("m/common.txt", "common: Mode\n"),
        ("m/stop.txt", "stop: StopInput\n"),
        ("types/mode.txt", "enum\n"),
        ("types/stop-input.txt", "struct\n"),
    ];
    assert_eq!(files, expected.map(|(path, text)| (path.to_owned(), text.to_owned())));
}

#[test]
fn a_type_is_spelled_and_documented_as_the_target_says() {
    let python = r##"
[names]
type = "as-is"
field = "snake"
variant = "pascal"
module = "snake"
[types]
any = "object"
boolean = "bool"
integer = "int"
number = "float"
string = "str"
constant = "Literal[{}]"
list = "list[{}]"
map = "dict[str, {}]"
nullable = "{} | None"
ref = "{}"
[literals]
escape = "code-point"
[comments]
markup = "docstring"
line = "{}"
single = '"""{}"""'
open = '"""{}'
close = '"""'
replace = { '\' = '\\', '"""' = '\"\"\"' }
"##;
    let out = render(
        python,
        "{% for type in types %}class {{ type.name|type_name }}:\n{{ type|doc(indent=4) }}{% if type.kind == 'struct' %}{% for field in type.fields %}    {{ field.name|field_name }}: {{ field.type|spell }}\n{{ field|doc(indent=4) }}{% endfor %}{% endif %}{% endfor %}",
        &small(),
    );
    assert_eq!(
        out,
        r#"class Mode:
    """What Mode is."""
class StopInput:
    """What StopInput is."""
    session_id: str
    """What session_id is."""
    mode: Mode
    """What mode is."""
"#
    );
}
