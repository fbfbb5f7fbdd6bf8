"""Importing the package loads few modules."""

import inspect
import json
import pickle
import traceback

import hookwire
import pytest
from hookwire import models, types

from support import SOURCE, run


def loaded(statement: str) -> set[str]:
    """Returns the modules that a statement loads in a new interpreter."""
    program = "; ".join(
        [
            "import sys",
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


def test_the_package_loads_itself_only() -> None:
    """It loads no other module, such as pydantic or typing. `-S` keeps them from being preloaded."""
    assert loaded("import hookwire") == {"hookwire"}


def test_the_type_checkers_names_cost_nothing() -> None:
    """Fast hooks import the types for annotations only."""
    statement = "import hookwire, hookwire.types"
    assert loaded(statement) == {"hookwire", "hookwire.types"}


def test_a_profile_is_loaded_when_it_is_asked_for() -> None:
    """Validating without a profile does not load it."""
    of_wave = "hookwire._plan.profiles.wave_design_2025_11"
    assert of_wave not in loaded("import hookwire; hookwire.validate({}, type='StopOutput')")
    asked = "hookwire.validate({}, type='StopOutput', profile='wave-design-2025-11')"
    assert of_wave in loaded(f"import hookwire; {asked}")


def test_a_type_loads_its_module() -> None:
    """It also loads the modules that the type refers to, but not pydantic or other events."""
    modules = loaded("from hookwire import PreToolUseInput")
    ours = {name for name in modules if name.startswith("hookwire")}
    assert ours == {
        "hookwire",
        "hookwire.types",
        "hookwire.types.common",
        "hookwire.types.pre_tool_use",
        "hookwire.types.row",
    }
    assert "pydantic" not in modules


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("TypeName", "type_name"),
        ("HandlerName", "handler_name"),
        ("Match", "match"),
        ("ProfileName", "profile_name"),
        ("Match", "match"),
    ],
)
def test_a_list_of_names_loads_its_module(name: str, module: str) -> None:
    """The types that it names are not loaded."""
    modules = loaded(f"from hookwire import {name}")
    ours = {name for name in modules if name.startswith("hookwire")}
    assert ours == {"hookwire", "hookwire.types", f"hookwire.types.{module}"}


def test_reading_loads_json_only() -> None:
    """The validator is small; the module with the messages is loaded for the first problem."""
    bare = loaded("import json")
    stop = '{"session_id": "", "transcript_path": "", "cwd": "", "hook_event_name": "Stop", "stop_hook_active": true}'
    fine = f"import hookwire; assert not hookwire.read_input({stop!r})[1]"
    ours = {"hookwire", "hookwire._read", "hookwire._plan", "hookwire._validate"}
    assert loaded(fine) - bare == ours
    wrong = "import hookwire; assert hookwire.read_reply('{\"a\": 1}').problems"
    assert loaded(wrong) - bare == ours | {"hookwire._message"}


def test_replying_for_a_validator_loads_what_it_needs() -> None:
    """Only this function loads the answers."""
    bare = loaded("import json, copy")
    result = '{"passed": True, "violations": [], "summary": ""}'
    reply = f"import hookwire; hookwire.validator_reply({result}, severity='info', event='Stop')"
    ours = {"_arguments", "_plan", "_plan.answers", "_validate", "_validator"}
    assert loaded(reply) - bare == {"hookwire"} | {f"hookwire.{name}" for name in ours}


def test_matching_loads_the_regular_expressions_for_one_only() -> None:
    """Most matchers are names, which need no regular expressions."""
    name = "import hookwire; assert hookwire.matches('PreToolUse', 'Bash', 'Bash') == 'match'"
    ours = {"hookwire", "hookwire._matches", "hookwire._plan", "hookwire._plan.matchers"}
    ours |= {"hookwire._arguments", "hookwire._validate"}
    assert loaded(name) == ours
    regex = "import hookwire; assert hookwire.matches('PreToolUse', 'B.*', 'Bash') == 'match'"
    engine = {f"hookwire._regex{module}" for module in ("", "._parse", "._program", ".data")}
    assert loaded(regex) == ours | engine


def test_telling_a_tool_loads_the_table_only() -> None:
    """The types of the tools and `typing` are not loaded; the names of MCP tools do not even need the table."""
    call = "{'tool_name': 'Bash'}"
    known = loaded(f"import hookwire; assert hookwire.is_known_tool({call})")
    assert known == {"hookwire", "hookwire.tool", "hookwire._plan"}
    parts = loaded("import hookwire; assert hookwire.mcp_tool('mcp__a__b') == ('a', 'b')")
    assert parts == {"hookwire", "hookwire.tool"}


def test_without_pydantic_the_models_say_what_to_install() -> None:
    """The import error has the advice. Other import errors are unchanged."""
    statement = "from hookwire.models import PreToolUseInput"
    done = run("-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {statement}")
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: the models need pydantic")
    assert 'pip install "hookwire[pydantic]"' in last


@pytest.mark.parametrize("package", [hookwire, types, models])
def test_every_name_is_there(package: object) -> None:
    """Public names exist and are listed; any other name is an `AttributeError`."""
    promised: list[str] = package.__all__  # type: ignore[attr-defined]  # pyright: ignore
    assert len(promised) == len(set(promised)) > 0
    assert all(getattr(package, name) is not None for name in promised)
    assert set(promised) <= set(dir(package))
    with pytest.raises(AttributeError, match="PreToolUseInptu"):
        _ = package.PreToolUseInptu  # type: ignore[attr-defined]  # pyright: ignore


def test_the_same_types_in_both_places() -> None:
    """The root exports the types of `types`; `models` has a model for each, or the same list."""
    others = {
        "ReadError",
        "Reply",
        "UnknownInput",
        "ValidatorReply",
        "canonical_tool",
        "is_known",
        "is_known_tool",
        "matcher_value",
        "matches",
        "mcp_tool",
        "mcp_tool_name",
        "plugin_server",
        "read_input",
        "read_prompt_reply",
        "read_reply",
        "any_failure",
        "HANDLER_KINDS",
        "validate",
        "validator_reply",
    }
    assert set(types.__all__) == set(hookwire.__all__) - {"CONTRACT", "__version__"} - others
    names = {"HandlerName", "HookEventName", "Match", "ProfileName", "TypeName"}
    assert set(types.__all__) - set(models.__all__) == names
    assert all(getattr(hookwire, name) is getattr(types, name) for name in types.__all__)


def test_the_version_is_that_of_the_package() -> None:
    """It is the version in the package's metadata."""
    pyproject = (SOURCE.parent / "pyproject.toml").read_text()
    assert f'version = "{hookwire.__version__}"' in pyproject


def test_what_is_public_is_told_by_the_name_that_it_is_imported_by() -> None:
    """Tracebacks and pickles show the public name, because the module is private."""
    public = [getattr(hookwire, name) for name in hookwire.__all__]
    placed = [it for it in public if callable(it) and hasattr(it, "__module__")]
    private = [it for it in placed if "._" in it.__module__]
    assert len(placed) > 100
    assert private == []
    with pytest.raises(hookwire.ReadError) as caught:
        hookwire.read_input("no JSON")
    shown = "".join(traceback.format_exception_only(caught.value))
    again = [pickle.loads(pickle.dumps(it)) for it in (caught.value, hookwire.UnknownInput(a=1))]
    functions = [hookwire.validate, hookwire.read_reply, hookwire.matches, hookwire.validator_reply]
    assert shown == "hookwire.ReadError: The text is not one JSON value.\n"
    assert again[0].problem == caught.value.problem
    assert isinstance(again[1], hookwire.UnknownInput) and again[1] == {"a": 1}
    assert [pickle.loads(pickle.dumps(it)) is it for it in functions] == [True] * 4
    assert all(it.__name__ in inspect.getsource(it) for it in functions)
    assert "payload" in inspect.signature(hookwire.validate).parameters
