"""Schema sets of other projects: their packages pass type checks, and read their examples."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from binding import same
from support import ROOT, examples, run

SETS = {
    "tour": "cookbook",
    "inline": "inline",
    "found": "found",
    "awkward": "awkward",
    "lights": "lights",
    "codex": "agent_hooks",
    "native": "logbook",
    "filled": "filled",
}

DRAFT = {"$schema": "https://json-schema.org/draft/2020-12/schema"}

PROGRAM = """
import importlib
import json
import sys

from pydantic import TypeAdapter, ValidationError

package = importlib.import_module(sys.argv[1])
importlib.import_module(sys.argv[1] + ".problems").Problem
assert not any("._plan" in name or "._validate" in name for name in sys.modules)
models = importlib.import_module(sys.argv[1] + ".models")
for name in [*package.__all__, *models.__all__]:
    getattr(package if name in package.__all__ else models, name)
reported, problems = [], []
validate = importlib.import_module(sys.argv[1] + ".validate").validate
for type_name, payload in json.load(sys.stdin):
    problems.append([[it["pointer"], it["code"]] for it in validate(payload, type_name)])
    adapter = TypeAdapter(getattr(models, type_name))
    try:
        reported.append([adapter.dump_python(adapter.validate_python(payload), mode="json")])
    except ValidationError:
        reported.append(None)
json.dump({"reported": reported, "problems": problems}, sys.stdout)
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with the sources of all packages."""
    out = tmp_path_factory.mktemp("sets")
    generator = shlex.split(os.environ.get("HOOKWIRE_CODEGEN", "cargo xtask"))
    for name, package in SETS.items():
        schemas = shutil.copytree(ROOT / "tests/sets" / name, out / f"{name}-set")
        arguments = ["--schemas", str(schemas), "--out", str(out / f"{name}-made")]
        done = subprocess.run(
            [*generator, "codegen", "--only", "python", *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        (out / f"{name}-made" / "python/src" / package).rename(out / package)
        page = (out / f"{name}-made" / "python/README.md").read_text(encoding="utf-8")
        programs = [part.split("```")[0] for part in page.split("```python\n")[1:]]
        for at, program in enumerate(programs):
            (out / f"page_{package}_{at}.py").write_text(program, encoding="utf-8")
    return out


@pytest.mark.slow
@pytest.mark.any_set
def test_packages_pass_type_checkers(packages: Path, tmp_path: Path) -> None:
    """Checks all packages and the programs on their pages at once, in strict mode."""
    pages = sorted(path.name for path in packages.glob("page_*.py"))
    assert {page.removeprefix("page_").rpartition("_")[0] for page in pages} == set(SETS.values())
    folders = [str(packages / name) for name in [*SETS.values(), *pages]]
    strict = ["--strict", "--python-version", "3.11", "--cache-dir", str(tmp_path)]
    done = run("-m", "mypy", *strict, *folders, cwd=packages)
    assert done.returncode == 0, done.stdout + done.stderr
    settings = {
        "include": [*SETS.values(), *pages],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
    }
    (packages / "pyrightconfig.json").write_text(json.dumps(settings))
    done = run("-m", "pyright", "--pythonpath", sys.executable, cwd=packages)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", SETS)
def test_payloads_round_trip(packages: Path, tmp_path: Path, name: str) -> None:
    """Valid payloads come back equal through the models, and invalid ones have their problems."""
    all_ = list(examples(ROOT / "tests/sets" / name / "examples"))
    script = tmp_path / "program.py"
    script.write_text(f"import sys; sys.path.insert(0, {str(packages)!r})\n{PROGRAM}")
    asked = json.dumps([[it.type, it.value] for it in all_])
    done = run("-W", "error", str(script), SETS[name], stdin=asked)
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(done.stdout)
    reported = said["reported"]
    assert len(reported) == len(all_)
    wrong = [
        it.name
        for it, read in zip(all_, reported, strict=True)
        if (read is not None and same(read[0], it.value)) != it.valid
    ]
    assert wrong == []
    assert said["problems"] == [[list(pair) for pair in it.expected] for it in all_]


NATIVE = """
import copy
import pickle
from datetime import UTC, date, datetime, timedelta
from ipaddress import IPv6Address
from uuid import UUID

from pydantic import AnyUrl, ValidationError

from logbook.models import Entry
from logbook.validate import validate

key = "F81d4fae-7dec-11d0-a765-00a0c91e6bf6"
text = f'{{"id":"{key}","at":"2024-02-29t12:00:00.50+01:00","home":"https://A","v6":"1::0:2"}}'
read = Entry.model_validate_json(text)
assert (read.at.year, read.id, read.home) == (2024, UUID(key), AnyUrl("https://a"))
for other in (copy.deepcopy(read), pickle.loads(pickle.dumps(read)), Entry(**read.model_dump())):
    assert other == read and other.model_dump_json() == text

later = read.at + timedelta(days=1)
made = Entry(id=read.id, at=later, when=date(2024, 1, 1), due=date(2024, 1, 2), v6=IPv6Address("1::2"))
assert made.model_dump(mode="json") == {
    "id": key, "at": "2024-03-01T12:00:00.500000+01:00", "v6": "1::2", "when": "2024-01-01", "due": "2024-01-02"
}
assert Entry(id=read.id, at=datetime(2024, 1, 1, tzinfo=UTC)).model_dump(mode="json")["at"] == "2024-01-01T00:00:00Z"
for wrong in ({"at": datetime(2024, 1, 1)}, {"day": read.at}, {"v4": IPv6Address("::")}):
    try:
        Entry(**{**read.model_dump(), **wrong})
    except ValidationError:
        continue
    raise AssertionError(wrong)

# Messages name a format as the schema does.
mistake = {"id": key, "at": "0000-01-01T00:00:00Z", "day": "0000-01-01", "home": "a b", "when": "x", "secure": "http:"}
problems = [it["message"] for it in validate(mistake, "Entry")]
try:
    Entry.model_validate(mistake)
except ValidationError as error:
    problems += [it["msg"] for it in error.errors()]
assert any("date-time" in it for it in problems) and not any("native" in it for it in problems), problems
"""


def test_native_values_keep_their_text(packages: Path) -> None:
    """Values that were read are written as they were, and those of programs as their standards say."""
    done = run("-W", "error", "-c", NATIVE, cwd=packages)
    assert (done.returncode, done.stderr) == (0, "")


OUTCOMES = """
import json
import sys
from agent_hooks.host import exited, interpret

for row in map(json.loads, sys.stdin):
    found = interpret(row["event"], exited(row["code"], row["stdout"], row["stderr"]))
    texts = [[it["text"], who] for it in found["texts"] for who in it["audience"]]
    print(json.dumps({"action": found["action"], "stop": found["stop"], "texts": texts}))
"""

GUARD = """
from agent_hooks import block, run

def guard(call):
    if "rm " in call.tool_input["command"]:
        return block("Keep the files.")

run({"PreToolUse": {"Bash": guard}})
"""


def test_outcomes_of_another_host(packages: Path) -> None:
    """The package of a host without prompts returns what its catalogue says of each reply."""
    text = (ROOT / "tests/conform/other-host.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    done = run("-W", "error", "-c", OUTCOMES, cwd=packages, stdin=text)
    assert done.stderr == ""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == len(rows) > 20
    wrong = [
        (row["case"], it)
        for row, it in zip(rows, found, strict=True)
        if it != {key: row[key] for key in it}
    ]
    assert wrong == []


@pytest.mark.parametrize(("command", "action"), [("rm -rf wheels", "blocked"), ("ls", "normal")])
def test_a_guard_of_another_host(packages: Path, command: str, action: str) -> None:
    """`run` writes a reply that this host obeys, and a command runs as its settings say."""
    script = packages / "guard_of_agent_hooks.py"
    script.write_text(GUARD, encoding="utf-8")
    program = f"""
import shlex
import sys
from agent_hooks.host import run_hook
from agent_hooks.testing import sample

payload = sample("PreToolUse", tool_input={{"command": {command!r}}})
entry = {{"type": "command", "command": shlex.join([sys.executable, {str(script)!r}])}}
done = run_hook(entry, payload, env={{"PYTHONPATH": {str(packages)!r}}})
print(done.outcome["action"], [it["text"] for it in done.outcome["texts"]])
"""
    done = run("-W", "error", "-c", program, cwd=packages)
    texts = ["Keep the files."] if action == "blocked" else []
    assert (done.stderr, done.stdout) == ("", f"{action} {texts}\n")


def test_constructors_fill_in_null(packages: Path) -> None:
    """A required field of null alone has one value; an optional one may be missing."""
    program = """
from inline.models import Blank
print(Blank(items=[]).model_dump())
print(Blank(items=[None], sometimes=None).model_dump())
"""
    done = run("-W", "error", "-c", program, cwd=packages)
    assert (done.stderr, done.stdout.splitlines()) == (
        "",
        ["{'always': None, 'items': []}", "{'always': None, 'sometimes': None, 'items': [None]}"],
    )


def test_absent_fields_have_their_defaults(packages: Path) -> None:
    """They are not written back. What a payload or a constructor says is written, also if it equals the default."""
    program = """
from pydantic import TypeAdapter, ValidationError
from filled import models
from filled.models import Allow, Config, Deny, Many, Options, Server

read = Config.model_validate_json('{"must": 1}')
assert (read.limit, read.ratio, read.on, read.level, read.mode) == (10, 0.5, True, "low", "auto")
assert (read.tags, read.pair, read.sizes, read.any) == (["x"], ("a", 1), {"s": 1}, {"k": [1]})
assert (read.note, read.label, read.nothing, read.name) == (None, "none", None, 'a "b" \\\\ \u00e9\\0')
assert read.server == Server(host="local") and (read.server.port, read.server.a_b) == (80, "c")
assert isinstance(read.rule, Deny) and read.rule.code == 1 and read.servers[0].host == "one"
assert read.next is not None and (read.next.must, read.next.next, read.next.limit) == (1, None, 10)
assert read.plain is models.MISSING
assert "limit" not in read.model_fields_set and "must" in read.model_fields_set
for kind in ("json", "python"):
    for by_alias in (None, True, False):
        assert read.model_dump(mode=kind, by_alias=by_alias) == {"must": 1}
assert read.model_dump_json() == '{"must":1}'
assert TypeAdapter(dict[str, Config]).dump_python({"a": read}) == {"a": {"must": 1}}

assert Config(must=1).tags is not Config(must=1).tags
assert Config(must=1, limit=10).model_dump() == {"must": 1, "limit": 10}
made = Config(must=1, server=Server(host="h", a_b="c"), note=None, rule=Allow())
assert made.model_dump() == {
    "must": 1, "server": {"host": "h", "a-b": "c"}, "rule": {"kind": "allow"}, "note": None,
}
assert read.model_copy(update={"limit": 3}).model_dump() == {"must": 1, "limit": 3}
assert Server(host="h", a_b="d").model_dump(by_alias=False) == {"host": "h", "a_b": "d"}
assert Many.model_validate({"a": 1, "b": 2, "c": 3, "d": 4}).e == 6
assert Options().depth == 1 and Options().model_dump() == {}
limit = Config.model_json_schema(mode="serialization")["$defs"]["Config"]["properties"]["limit"]
assert limit["default"] == 10
for wrong in ({"limit": models.MISSING}, {"limit": None}, {"limit": 0}):
    try:
        Config(must=1, **wrong)
    except ValidationError:
        continue
    raise AssertionError(wrong)
"""
    done = run("-W", "error", "-c", program, cwd=packages)
    assert (done.returncode, done.stderr) == (0, "")


def test_integers_of_64_bits(tmp_path: Path) -> None:
    """They are validated as in Rust, and written with the same digits."""
    generator = shlex.split(os.environ.get("HOOKWIRE_CODEGEN", "cargo xtask"))
    wide = ROOT / "tests/wide"
    arguments = ["--schemas", str(wide / "set"), "--out", str(tmp_path), "--only", "python"]
    command = [*generator, "codegen", *arguments]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    text = (wide / "payloads.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    script = tmp_path / "python/src/program.py"
    shutil.copy(wide / "main.py", script)
    done = run("-W", "error", str(script), stdin="".join(row["text"] + "\n" for row in rows))
    assert done.stderr == ""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert found == [{key: row[key] for key in ("problems", "written")} for row in rows]


def generated(folder: Path, name: str, schema: dict[str, Any]) -> Path:
    """Generates the package of a set with one schema, and returns the folder that holds it."""
    schemas = folder / name
    schemas.mkdir()
    (schemas / "codegen.toml").write_text(
        f'[package]\nname = "{name}"\n\n[lints]\nundescribed = "allow"\n'
    )
    (schemas / f"{name}.schema.json").write_text(json.dumps({**DRAFT, **schema}))
    generator = shlex.split(os.environ.get("HOOKWIRE_CODEGEN", "cargo xtask"))
    arguments = ["--schemas", str(schemas), "--out", str(folder / "made"), "--only", "python"]
    command = [*generator, "codegen", *arguments]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return folder / "made/python"


COUNT = """
import sys
from nested.validate import validate

def calls(depth, leaf):
    for _ in range(depth):
        leaf = {"x": leaf}
    count = 0
    def note(_, event, __):
        nonlocal count
        count += event == "call"
    sys.setprofile(note)
    problems = validate(leaf, "Nested")
    sys.setprofile(None)
    return count, len(problems)

calls(1, 1), calls(1, {"y": 1})  # what is loaded and parsed once
for leaf in (1, {"y": 1}):
    (few, _), (many, problems) = calls(30, leaf), calls(120, leaf)
    print(many < 5 * few, problems)
"""


def test_recursive_types_are_validated_in_linear_time(tmp_path: Path) -> None:
    """What is known about a part of a payload is not found out again at each level around it."""
    inner: dict[str, Any] = {"$ref": "#"}
    schema = {
        "title": "Nested",
        "description": "A value of two types, which both have it inside.",
        "allOf": [{"$ref": "#/$defs/One"}, {"$ref": "#/$defs/Other"}],
        "$defs": {
            "One": {"type": "object", "description": "One.", "properties": {"x": inner}},
            "Other": {
                "type": "object",
                "description": "Another.",
                "minProperties": 1,
                "properties": {"x": {"anyOf": [inner, {"type": "null"}]}},
            },
        },
    }
    package = generated(tmp_path, "nested", schema)
    done = run("-c", COUNT, cwd=package / "src")
    assert done.stdout == "True 121\nTrue 0\n", done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.any_set
def test_type_checkers_read_long_unions_and_many_aliases(tmp_path: Path) -> None:
    """Pyright reads 256 levels of an expression, and mypy follows each alias of a recursive type."""
    words = [{"enum": [f"word {at}"], "description": f"The word {at}."} for at in range(300)]
    after = {"next": {"$ref": "#/$defs/Nested"}, "few": {"$ref": "#/$defs/Few"}}
    again = {"title": "Again", "description": "More.", "type": "object", "properties": after}
    aliases = {f"Alias{at}": {"$ref": "#/$defs/Tree"} for at in range(40)}
    branches = {name.lower(): {"$ref": f"#/$defs/{name}"} for name in aliases}
    mixed = [{"type": "object", "additionalProperties": {}}, {"type": "string"}]
    last = {"title": "Last", "description": "The last.", "type": "object", "properties": after}
    definitions = {
        **aliases,
        "Word": {"anyOf": words},
        "Nested": {"anyOf": [*words, again]},
        "Few": {"anyOf": [{"const": "word"}, last]},
        "Tree": {"description": "A tree.", "type": "object", "properties": branches},
        "Mixed": {"minProperties": 1, "anyOf": mixed},
    }
    named = ["Word", "Nested", "Tree", "Mixed"]
    every = {name.lower(): {"$ref": f"#/$defs/{name}"} for name in named}
    schema = {"title": "Long", "description": "All.", "type": "object", "properties": every}
    package = generated(tmp_path, "long", {**schema, "$defs": definitions})
    done = run("-m", "mypy", "--cache-dir", str(tmp_path / "mypy"), cwd=package)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("-m", "pyright", "--pythonpath", sys.executable, cwd=package)
    assert done.returncode == 0, done.stdout + done.stderr
    modules = [f"src/long/{folder}/long.py" for folder in ["_types", "models"]]
    # The names of the members have numbers, which ruff sorts by their values.
    done = run("-m", "ruff", "check", "--no-cache", "--ignore", "I001", *modules, cwd=package)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.any_set
def test_type_checkers_read_types_that_refer_to_each_other(tmp_path: Path) -> None:
    """The time of mypy grows with the types, not with the ways that lead from one to another."""
    count = 40
    definitions = {
        f"T{at}": {
            "properties": {
                **{f"f{k}": {"$ref": f"#/$defs/T{(at * 7 + k * 11) % count}"} for k in range(5)},
                "all": {"type": "array", "items": {"$ref": f"#/$defs/T{(at + 1) % count}"}},
            }
        }
        for at in range(count)
    }
    package = generated(tmp_path, "dense", {"$ref": "#/$defs/T0", "$defs": definitions})
    done = run("-m", "mypy", "--cache-dir", str(tmp_path / "mypy"), cwd=package, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("-m", "pyright", "--pythonpath", sys.executable, cwd=package)
    assert done.returncode == 0, done.stdout + done.stderr


def test_type_checkers_read_calls_of_models_whose_other_keys_have_a_type(tmp_path: Path) -> None:
    """A constructor takes the fields alone, also that of a model that extends another."""
    base = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
    numbers: dict[str, Any] = {"type": "integer"}
    schema = {
        "title": "Extra",
        "allOf": [{"$ref": "#/$defs/Base"}],
        "properties": {"x": numbers},
        "$defs": {"Base": {**base, "additionalProperties": numbers}},
    }
    package = generated(tmp_path, "extra", schema)
    program = package / "src/program.py"
    program.write_text(
        "from extra.models import Base, Extra\n\n"
        'assert Base(id="a").model_extra == {}\n'
        'assert Extra.model_validate({"id": "a", "x": 1, "y": 2}).model_extra == {"y": 2}\n'
        'assert Extra(id="a", x=1).model_dump() == {"id": "a", "x": 1}\n'
    )
    done = run("-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "mypy"), cwd=package)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("-m", "pyright", "--pythonpath", sys.executable, cwd=package)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("-W", "error", str(program), cwd=package / "src")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_long_chain_of_models(tmp_path: Path) -> None:
    """The models are nested in each other. Pydantic alone would recurse too deep to build the first one."""
    count = 300
    linked = [
        {"properties": {"next": {"$ref": f"#/$defs/Link{at + 1}"}}} for at in range(count - 1)
    ]
    links = {f"Link{at}": {"type": "object", **it} for at, it in enumerate([*linked, {}])}
    chain = {"title": "Chain", "type": "object", "properties": {"next": {"$ref": "#/$defs/Link0"}}}
    generated(tmp_path, "chain", {**chain, "$defs": links})
    program = f"""
import sys

sys.path.insert(0, {str(tmp_path / "made/python/src")!r})
from pydantic import TypeAdapter

from chain.models import Chain, Link{count - 2}, Link0

payload = {{}}
for _ in range({count}):
    payload = {{"next": payload}}
adapter = TypeAdapter(list[Link0 | Chain])
print(adapter.dump_python(adapter.validate_python([payload["next"]]), mode="json") == [payload["next"]])
print(Chain.model_validate(payload).model_dump(mode="json") == payload)
print(Link{count - 2}.model_validate({{"next": {{}}}}).model_dump(mode="json"))
"""
    done = run("-W", "error", "-c", program)
    assert (done.stderr[-500:], done.stdout) == ("", "True\nTrue\n{'next': {}}\n")


BUILT = """
import sys
from {name}.models import Root

count = 0
def note(frame, event, _):
    global count
    count += event == "call" and frame.f_code.co_name == "_model_schema"
sys.setprofile(note)
Root.model_validate({{"u0": {{"f0": {{"f1": {{}}}}}}}})
sys.setprofile(None)
print(count)

from {name}.models import T0Object

class Derived(T0Object, frozen=True):
    own: "list[Derived] | None" = None

assert Derived.model_validate({{"f0": {{}}, "own": [{{"f1": {{}}}}]}}).own[0].f1
"""


def test_models_that_refer_to_each_other_are_built_in_linear_time(tmp_path: Path) -> None:
    """What is known about a cycle of models is not found out again for each model that refers to it."""

    def built(count: int) -> int:
        of_cycle = {
            f"T{at}": {
                "properties": {
                    f"f{k}": {"$ref": f"#/$defs/T{(at * 7 + k * 11 + 1) % count}"} for k in range(5)
                }
            }
            for at in range(count)
        }
        users = {
            f"U{at}": {"type": "object", "properties": {"f0": {"$ref": f"#/$defs/T{at}"}}}
            for at in range(count)
        }
        properties = {name.lower(): {"$ref": f"#/$defs/{name}"} for name in users}
        root = {"title": "Root", "type": "object", "properties": properties}
        name = f"cycle{count}"
        package = generated(tmp_path, name, {**root, "$defs": {**of_cycle, **users}})
        done = run("-W", "error", "-c", BUILT.format(name=name), cwd=package / "src")
        assert done.stderr == ""
        return int(done.stdout)

    few, many = built(5), built(20)
    assert many < 6 * few, (few, many)


RING = """
import sys
from pydantic import TypeAdapter
from ring import models

class Derived(models.M{first}):
    own: int = 0

assert Derived.model_validate({{"n": {{}}}}).own == 0

for at in {order}:
    model = getattr(models, f"M{{at}}")
    assert model.model_validate({{"n": {{"n": {{}}}}}}).model_dump() == {{"n": {{"n": {{}}}}}}
    assert TypeAdapter(list[model]).validate_python([{{"n": {{}}}}])[0].n == getattr(models, f"M{{(at + 1) % {count}}}")()
    # Pydantic recurses through all models for a JSON schema, so there it has a limit.
    assert {count} > 20 or model.model_json_schema()["$ref"] == f"#/$defs/M{{at}}"

class Other(models.M2):
    own: int = 0

assert Derived.model_validate({{"own": 1, "n": {{"n": {{}}}}}}).own == 1
assert Other.model_validate({{"own": 2, "n": {{"n": {{}}}}}}).own == 2
"""


def test_each_model_of_a_cycle_can_be_used_first_and_after_another_one(tmp_path: Path) -> None:
    """A cycle is built once, from any of its models, for validation, JSON schemas and classes that extend one."""

    def check(count: int, runs: list[tuple[int, list[int]]]) -> None:
        ring = {
            f"M{at}": {
                "type": "object",
                "properties": {"n": {"$ref": f"#/$defs/M{(at + 1) % count}"}},
            }
            for at in range(count)
        }
        root = {"title": "Root", "type": "object", "properties": {"m": {"$ref": "#/$defs/M0"}}}
        (tmp_path / str(count)).mkdir()
        package = generated(tmp_path / str(count), "ring", {**root, "$defs": ring})
        for first, order in runs:
            program = RING.format(first=first, order=order, count=count)
            done = run("-W", "error", "-c", program, cwd=package / "src")
            assert done.stderr == "", done.stderr[-2000:]

    check(16, [(1, [*range(16)]), (3, [7, 3, 0, 1])])
    # Any model can be extended first, also one whose types are quoted because they come later in the file.
    check(4, [(first, [(first + 1) % 4]) for first in range(4)])
    check(60, [(1, [*range(60)]), (30, [*reversed(range(60))])])


def test_validating_models_keeps_no_memory(tmp_path: Path) -> None:
    """A model with constraints between its keys does not remember the values that it has validated."""
    forms = {"anyOf": [{"required": ["left"]}, {"required": ["right"]}]}
    sides = {"left": {"type": "string"}, "right": {"type": "string"}}
    schema = {"title": "Sides", "type": "object", "properties": sides, **forms}
    package = generated(tmp_path, "sides", schema)
    program = f"""
import sys
import tracemalloc

sys.path.insert(0, {str(package / "src")!r})
from sides.models import Sides

def size(count):
    for _ in range(count):
        Sides.model_validate({{"left": "a"}})
    return tracemalloc.get_traced_memory()[0]

tracemalloc.start()
before = size(100)
print(size(1000) - before < 10_000)
"""
    done = run("-W", "error", "-c", program)
    assert (done.stderr[-500:], done.stdout) == ("", "True\n")
