"""Importing the package loads few modules."""

import ast
import inspect
import json
import pickle
import traceback
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_args

import hookwire
import pytest
from hookwire import HOOK_EVENTS, HookEvent, models

from support import NAMESPACES, SOURCE, run


def loaded(statement: str) -> set[str]:
    """Returns the modules that a statement loads in a new interpreter."""
    program = "; ".join(
        [
            "import gc, sys",  # `gc` is built in
            f"sys.path.insert(0, {str(SOURCE)!r})",
            "before = set(sys.modules)",
            statement,
            "after = set(sys.modules) - before",
            "import json",
            "print(json.dumps(sorted(after)))",
        ]
    )
    done = run("-I", "-S", "-c", program)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


def test_the_root_loads_only_itself() -> None:
    """It loads no other module, such as pydantic or typing. `-S` keeps them from being preloaded."""
    assert loaded("import hookwire") == {"hookwire"}


def test_the_root_loads_modules_on_first_use() -> None:
    """They need no import of their own, and are not among the names of `from hookwire import *`."""
    assert loaded("import hookwire; hookwire.read") == {"hookwire", "hookwire.read"}
    assert loaded("from hookwire import host") == {"hookwire", "hookwire.host"}
    assert all(find_spec(f"hookwire.{name}") for name in hookwire._MODULES)
    assert not set(hookwire._MODULES) & set(hookwire.__all__)


def test_the_names_of_events_load_only_themselves() -> None:
    """They are the names of the type `HookEvent`."""
    assert loaded("import hookwire; hookwire.HOOK_EVENTS") == {"hookwire", "hookwire._hook_events"}
    assert get_args(HookEvent) == hookwire.HOOK_EVENTS


@pytest.mark.parametrize("name", ["read", "validate", "problems", "tools", "settings", "host", "sdk", "shell", "testing"])
def test_a_namespace_loads_only_itself(name: str) -> None:
    """Its functions and types are loaded on first use."""
    assert loaded(f"import hookwire.{name}") == {"hookwire", f"hookwire.{name}"}


def test_a_usual_text_loads_nothing_for_unusual_ones() -> None:
    """The code for lone surrogates, huge numbers and many levels is loaded for a text that has them."""
    start = "import json; from hookwire import read_input; read_input('{\"hook_event_name\": \"Stop\", \"a\": %s}')"
    unusual = "hookwire._unusual"
    assert unusual not in loaded(start % "[1.5e300, {}]")
    for value in (r'\"\\\\ud83d\"', "1e400", "[" * 130 + "]" * 130):
        assert unusual in loaded(start % value), value


def test_a_profile_is_loaded_on_first_use() -> None:
    """Validating without a profile does not load it."""
    of_wave = "hookwire._plan.profiles.wave_design_2025_11"
    start = "from hookwire import Context; from hookwire.validate import validate; "
    assert of_wave not in loaded(f"{start}validate({{}}, 'StopOutput')")
    asked = "validate({}, 'StopOutput', Context(profile='wave-design-2025-11'))"
    assert of_wave in loaded(f"{start}{asked}")


def test_a_context_loads_no_other_module() -> None:
    """It is made of the package's own modules, without `typing`, `re` or `dataclasses`."""
    made = "import hookwire; hookwire.Context(host='2.1.42', handler='http', input={})"
    modules = {"", "._arguments", "._context", "._json_values", "._plan", "._validate", "._walk"}
    assert loaded(made) == {"_json", *(f"hookwire{name}" for name in modules)}


def test_a_type_loads_its_module() -> None:
    """It also loads the modules that the type refers to, but not pydantic or other events."""
    modules = loaded("from hookwire import PreToolUseInput")
    ours = {name for name in modules if name.startswith("hookwire")}
    assert ours == {
        "hookwire",
        "hookwire._types",
        "hookwire._types.common",
        "hookwire._types.pre_tool_use",
        "hookwire._types.row",
    }
    assert "pydantic" not in modules


@pytest.mark.parametrize(
    ("place", "name", "module"),
    [
        ("validate", "TypeName", "type_name"),
        ("validate", "ProfileName", "type_name"),
        ("read", "HandlerName", "type_name"),
        ("read", "ReplyKind", "type_name"),
        ("settings", "Match", "type_name"),
        ("host", "Cap", "cap"),
    ],
)
def test_a_list_of_names_loads_its_module(place: str, name: str, module: str) -> None:
    """The types that it names are not loaded."""
    modules = loaded(f"from hookwire.{place} import {name}")
    ours = {name for name in modules if name.startswith("hookwire")}
    assert ours == {"hookwire", f"hookwire.{place}", "hookwire._types", f"hookwire._types.{module}"}


def test_reading_loads_json_only() -> None:
    """The validator is small; the module with the messages is loaded for the first problem."""
    stop = '{"session_id": "", "transcript_path": "", "cwd": "", "hook_event_name": "Stop", "stop_hook_active": true}'
    fine = f"import hookwire; assert not hookwire.read_input({stop!r})[1]"
    ours = {"_json", "hookwire", *(f"hookwire.{it}" for it in ("_input", "_json_values", "_plan", "_walk"))}
    assert loaded(fine) == ours | {"hookwire._plan.of_stop"}
    wrong = "from hookwire.read import read_reply; assert read_reply('{\"a\": 1}').problems"
    types = {f"hookwire._plan.of_{it}" for it in ("hook",)}
    more = {f"hookwire.{it}" for it in ("read", "_read", "_message", "_plan.words", "_report", "_validate")}
    assert loaded(wrong) == ours | types | more


def test_a_hook_loads_only_what_it_needs() -> None:
    """The types and sayings of its event; no `json`, `re`, `enum` or `typing`."""
    call = '{"hook_event_name": "Stop", "session_id": "", "transcript_path": "", "cwd": "", "stop_hook_active": false}'
    hook = f"from hookwire import block, decide; assert decide({{'Stop': lambda _: block('a')}}, {call!r}).stdout"
    ours = {"_input", "_json_values", "_plan", "_plan.of_stop", "_walk"}
    ours |= {"_runtime", "_runtime.answer", "_runtime.decide", "_runtime.verbs"}
    assert loaded(hook) == {"_json", "hookwire", *(f"hookwire.{it}" for it in ours)}


def test_validator_reply_loads_only_its_own_modules() -> None:
    """Only this function loads the answers."""
    bare = loaded("import _json, copy")
    result = '{"passed": True, "violations": [], "summary": ""}'
    reply = f"validator_reply({result}, severity='info', event='Stop')"
    ours = {"_arguments", "_json_values", "_plan", "_plan.answers", "_validate", "_validator", "_walk", "validate"}
    ours |= {"_plan.of_validation_result"}
    made = loaded(f"from hookwire.validate import validator_reply; {reply}") - bare
    assert made == {"hookwire"} | {f"hookwire.{name}" for name in ours}


def test_matches_loads_regular_expressions_on_first_use() -> None:
    """Most matchers are names, which need no regular expressions."""
    start = "from hookwire.settings import matches; "
    name = f"{start}assert matches('PreToolUse', 'Bash', 'Bash') == 'match'"
    ours = {"hookwire", "hookwire._matches", "hookwire._plan", "hookwire._plan.matchers"}
    ours |= {"_json", "hookwire._arguments", "hookwire._json_values", "hookwire._validate", "hookwire._walk", "hookwire.settings"}
    assert loaded(name) == ours
    regex = f"{start}assert matches('PreToolUse', 'B.*', 'Bash') == 'match'"
    engine = {f"hookwire._regex{module}" for module in ("", "._parse", "._program", ".data")}
    assert loaded(regex) == ours | engine


def test_tool_functions_load_only_the_table() -> None:
    """The types of the tools and `typing` are not loaded; the names of MCP tools do not even need the table."""
    start = "from hookwire.tools import is_known_tool, mcp_tool; "
    ours = {"hookwire", "hookwire.tools", "hookwire._tool"}
    known = loaded(f"{start}assert is_known_tool({{'tool_name': 'Bash'}})")
    assert known == ours | {"hookwire._plan"}
    assert loaded(f"{start}assert mcp_tool('mcp__a__b') == ('a', 'b')") == ours


def test_without_pydantic_the_import_error_has_advice() -> None:
    """The import error has the advice. Other import errors are unchanged."""
    statement = "from hookwire.models import PreToolUseInput"
    done = run("-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {statement}")
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: the models need pydantic")
    assert 'pip install "hookwire[pydantic]"' in last


PLACES = [import_module(f"hookwire{it}") for it in NAMESPACES]


@pytest.mark.parametrize("place", [*PLACES, models], ids=lambda it: it.__name__)
def test_every_public_name_exists(place: Any) -> None:
    """Public names exist and are listed; any other name is an `AttributeError`."""
    promised: list[str] = place.__all__
    assert len(promised) == len(set(promised)) > 0
    assert all(getattr(place, name) is not None for name in promised)
    assert sorted([*promised, *getattr(place, "_MODULES", ())]) == dir(place)
    with pytest.raises(AttributeError, match="PreToolUseInptu"):
        _ = place.PreToolUseInptu


def is_type(name: str) -> bool:
    """Returns whether a name is that of a type of the contract, which costs nothing at run time."""
    return name in models.__all__


def test_the_root_is_short() -> None:
    """It has few names that are not types, and the types of the events."""
    runtime = {it for it, home in hookwire._FUNCTIONS.items() if home.partition(".")[0] == "_runtime"}
    assert set(HOOK_EVENTS) <= runtime
    others = [name for name in hookwire.__all__ if not is_type(name) and name not in runtime]
    assert sorted(others) == [
        "Context",
        "HOOK_EVENTS",
        "HOST_VERSION",
        "Handlers",
        "Input",
        "ReadError",
        "UnknownInput",
        "__version__",
        "is_known",
        "read_input",
    ]
    events = {f"{event}{end}" for event in get_args(HookEvent) for end in ("Input", "Output")}
    assert events <= set(dir(hookwire))


def test_there_is_one_way_to_import_each_name() -> None:
    """Only `read` has names of the root again; every model has a typed dictionary in one of the modules."""
    count = Counter(name for it in PLACES for name in it.__all__)
    twice = {name for name, times in count.items() if times > 1}
    assert twice == {"Input", "ReadError", "UnknownInput", "read_input"}
    assert set(models.__all__) - set(count) == {"MISSING", "Missing"}
    stated = ["tool", "facts", "types", "matches", "kinds"]
    gone = [name for name in stated if find_spec(f"hookwire.{name}")]
    assert gone == []


@pytest.mark.parametrize("place", [*PLACES, models], ids=lambda it: it.__name__)
def test_the_stub_has_the_same_names(place: Any) -> None:
    """Type checkers see all names that exist at run time, and no other."""
    stub = ast.parse(Path(str(place.__file__)).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [it for node in stub.body if isinstance(node, ast.ImportFrom) for it in node.names]
    assert all(it.name == it.asname for it in imports)
    values = [it.target.id for it in stub.body if isinstance(it, ast.AnnAssign) and isinstance(it.target, ast.Name)]
    assert sorted([it.name for it in imports] + values) == sorted([*place.__all__, *getattr(place, "_MODULES", ())])


def test_version() -> None:
    """It is the version in the package's metadata."""
    pyproject = (SOURCE.parent / "pyproject.toml").read_text()
    assert f'version = "{hookwire.__version__}"' in pyproject


def test_public_objects_report_their_public_module() -> None:
    """Tracebacks and pickles show the public name, because the module is private."""
    placed = [(place, name, getattr(place, name)) for place in PLACES for name in place._FUNCTIONS]
    objects = [(place, name, it) for place, name, it in placed if callable(it)]
    homes = {name: it.__module__ for _, name, it in objects}
    assert {name: homes[name] for name in ("read_input", "read_reply", "validate", "matches")} == {
        "read_input": "hookwire",
        "read_reply": "hookwire.read",
        "validate": "hookwire.validate",
        "matches": "hookwire.settings",
    }
    assert [name for name, home in homes.items() if "._" in home] == []
    assert [pickle.loads(pickle.dumps(it)) is it for _, _, it in objects] == [True] * len(objects)
    functions = [it for _, _, it in objects if inspect.isfunction(it)]
    assert all(it.__name__ in inspect.getsource(it) for it in functions)
    assert len(functions) == 73


def test_errors_and_unknown_inputs_can_be_pickled() -> None:
    """An error keeps its problem, and an input its class."""
    with pytest.raises(hookwire.ReadError) as caught:
        hookwire.read_input("no JSON")
    shown = "".join(traceback.format_exception_only(caught.value))
    again = [pickle.loads(pickle.dumps(it)) for it in (caught.value, hookwire.UnknownInput(a=1))]
    message = 'Expected a JSON object, found the word "no" at line 1, column 1.'
    assert shown == f"hookwire.ReadError: {message}\n"
    assert again[0].problem == caught.value.problem
    assert isinstance(again[1], hookwire.UnknownInput) and again[1] == {"a": 1}
