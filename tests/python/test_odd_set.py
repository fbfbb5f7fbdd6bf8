"""A schema set of another project, with shapes that the hook contract does not have."""

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from support import HERE, ROOT, run

PROGRAM = """
import json

import odd_set
from odd_set import models
from pydantic import TypeAdapter, ValidationError

leaf = {"kind": "leaf"}
branch = {"kind": "branch", "left": leaf, "right": {"kind": "branch", "left": leaf}}
payload = {
    "children": [{"yes": True, "either": branch}],
    "either": branch,
    "from": "x", "list": ["a"], "names": [], "__dunder": "d", "a-b": 3, "json": 1, "nul": None,
    "least": 3, "shares": [0.75, None], "word": "\U0001f600\U0001f600", "yes": True,
}
node = models.Node.model_validate(payload)
assert node.model_dump() == payload
assert (node.from_, node.list_, node.dunder, node.a_b, node.json_) == ("x", ["a"], "d", 3, 1)
assert set(payload) == odd_set.Node.__required_keys__ | odd_set.Node.__optional_keys__
assert odd_set.Node.__required_keys__ == {"yes"}
assert models.Node.model_validate({"yes": True, "a-b": 1.0}).a_b == 1
assert models.Branch(left=models.Leaf()).model_dump() == {"kind": "branch", "left": leaf}

table = TypeAdapter(models.Table)
assert table.dump_python(table.validate_python({"x": {"n": 1, "k": leaf}})) == {"x": {"n": 1, "k": leaf}}

def refused(model, value):
    try:
        TypeAdapter(model).validate_python(value)
    except ValidationError as error:
        return error.errors()[0]["loc"][-1] if error.errors()[0]["loc"] else ""
    raise AssertionError(value)

assert refused(models.Node, {"yes": 1}) == "yes"
assert refused(models.Node, {"yes": True, "list": []}) == "list"
assert refused(models.Node, {"yes": True, "list": ["a"] * 4}) == "list"
assert refused(models.Node, {"yes": True, "a_b": 1}) == "a_b"
assert refused(models.Node, {"yes": True, "a-b": 1.5}) == "a-b"
assert refused(models.Node, {"yes": True, "a-b": True}) == "a-b"
assert models.Node(yes=True, a_b=2**53 - 1).a_b == 2**53 - 1
assert refused(models.Node, {"yes": True, "a-b": 2**53}) == "a-b"
assert refused(models.Node, {"yes": True, "a-b": -(2.0**53)}) == "a-b"
assert models.Node.model_validate({"yes": True, "least": 1.0}).least == 1
for bad in ({"least": 0}, {"least": 4}, {"least": 1.5}, {"shares": [0.5]}, {"word": "\U0001f600"}):
    assert refused(models.Node, {"yes": True, **bad}) in (*bad, 0), bad
assert refused(models.Tree, {"kind": "branch", "left": {"kind": "twig"}}) == "left"
assert refused(models.Table, {"x": {"k": {"kind": "twig"}}}) == "kind"
assert models.Bare.model_validate({}).model_dump() == {}
free = {"whole": 1.0, "wholes": [1.0, None, 2], "maybe": 3.0, "other": "kept"}
same = {"whole": 1, "wholes": [1, None, 2], "maybe": 3, "other": "kept"}
for read in (models.Free.model_validate(free), models.Free.model_validate_json(json.dumps(free))):
    assert read.model_dump() == same
    assert [type(it) for it in (read.whole, read.wholes[0], read.maybe)] == [int, int, int]
assert TypeAdapter(models.Whole).validate_python([1.0]) == [1]
assert refused(models.Whole, 1.5) == ""
assert refused(models.Bare, {"x": 1}) == "x"
for name in ("HookEvent", "HOST_VERSION", "read_input"):
    assert not hasattr(odd_set, name) and name not in dir(odd_set)
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Generates the package of the set."""
    out = tmp_path_factory.mktemp("odd")
    generator = shlex.split(os.environ.get("HOOKWIRE_CODEGEN", "cargo xtask"))
    arguments = ["codegen", "--only", "python", "--schemas", str(HERE / "odd"), "--out", str(out)]
    done = subprocess.run(
        [*generator, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return out / "python"


def test_package_works(package: Path, tmp_path: Path) -> None:
    """It works under the name of the set."""
    script = tmp_path / "program.py"
    script.write_text(f"import sys; sys.path.insert(0, {str(package / 'src')!r})\n{PROGRAM}")
    done = run("-W", "error", str(script))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.any_set
def test_package_passes_checkers(package: Path, tmp_path: Path) -> None:
    """It passes the checkers, whatever the descriptions and keys contain."""
    for command in (
        ["ruff", "check", "--no-cache", "--ignore", "D101", "."],
        ["mypy", "--cache-dir", str(tmp_path)],
        ["pyright"],
    ):
        done = run("-m", *command, cwd=package)
        assert done.returncode == 0, done.stdout + done.stderr
