"""The choices for the Python package in `codegen.toml` do what docs/own-code.md says."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from support import ROOT, run

PAGE = (ROOT / "docs/own-code.md").read_text(encoding="utf-8")

OWN = """
from typing import Annotated

from pydantic import AfterValidator


def _known(text: str) -> str:
    if not text.startswith("2"):
        raise ValueError("not of this age")
    return text


Instant = Annotated[str, AfterValidator(_known)]
"""

PROGRAM = """
from pydantic import ValidationError
from shop import Order, Timestamp
from shop.models import Order as Model

order: Order = {"id": "1", "placed": "2024-01-01T00:00:00Z", "payment": {"kind": "cash"}}
placed: Timestamp = order["placed"]
assert Model.model_validate(order).model_dump() == order
try:
    Model.model_validate({**order, "placed": "1999-01-01T00:00:00Z"})
except ValidationError as error:
    assert "not of this age" in str(error)
    print("refused")
"""


def settings(heading: str) -> str:
    """Returns the settings below a heading of the page."""
    section = next(part for part in PAGE.split("\n## ") if part.startswith(heading))
    return section.split("```toml\n")[1].split("```")[0]


def block(head: str) -> str:
    """Returns the code block of the page that begins with this line."""
    found = re.search(f"```{re.escape(head)}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def generated(folder: Path, choices: str, *arguments: str) -> Path:
    """Generates the set of the page with these settings, and returns the folder of the target."""
    schemas = folder / "set"
    schemas.mkdir()
    (schemas / "order.schema.json").write_text(block("json order.schema.json"))
    (schemas / "codegen.toml").write_text(f"{block('toml codegen.toml')}\n{choices}")
    generator = shlex.split(os.environ.get("HOOKWIRE_CODEGEN", "cargo xtask"))
    folders = ["--schemas", str(schemas), "--out", str(folder / "made"), *arguments]
    done = subprocess.run(
        [*generator, "codegen", "--only", "python", *folders],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "made/python"


@pytest.mark.slow
@pytest.mark.any_set
def test_a_type_of_the_owner_is_used_in_place_of_the_generated_one(tmp_path: Path) -> None:
    """A package with a type of the owner's passes type checks, and its models validate with that type."""
    made = generated(tmp_path, settings("A type of your own"))
    (made / "src/shop").rename(tmp_path / "shop")
    (tmp_path / "shop_time.py").write_text(OWN)
    (tmp_path / "program.py").write_text(PROGRAM)
    strict = ["--strict", "--python-version", "3.11", "--cache-dir", str(tmp_path / "cache")]
    done = run("-m", "mypy", *strict, "shop", "shop_time.py", "program.py", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("program.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "refused\n"), done.stderr


SINGLE = """
import shop
from shop import Order

order: Order = {"id": "1", "placed": "2024", "status": "paid", "payment": {"kind": "cash"}}
print(order["payment"]["kind"], len(shop.__annotations__) > 0)
"""


def checked(folder: Path, package: str, program: str) -> str:
    """Returns what a program prints that passes the checks of mypy beside a package."""
    (folder / "program.py").write_text(program)
    strict = ["--strict", "--python-version", "3.11", "--cache-dir", str(folder / "cache")]
    done = run("-m", "mypy", *strict, package, "program.py", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("program.py", cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.any_set
def test_a_single_file_passes_type_checks(tmp_path: Path) -> None:
    """The file has all types, and needs nothing else."""
    made = generated(tmp_path, settings("A single file"))
    (made / "shop.py").rename(tmp_path / "shop.py")
    assert checked(tmp_path, "shop.py", SINGLE) == "cash True\n"


NAMED = """
from shop import OrderDto, StatusDto
from shop.models import OrderDto as Model, PaymentDto

status: StatusDto = "paid"
order: OrderDto = {"id": "1", "placed": "2024", "status": status, "payment": {"kind": "cash"}}
model = Model.model_validate(order)
payment: PaymentDto = model.payment
assert model.model_dump() == order
print(payment)
"""


@pytest.mark.slow
@pytest.mark.any_set
def test_types_have_the_names_that_their_owner_chooses(tmp_path: Path) -> None:
    """A package with other names of types passes type checks, and its models work."""
    made = generated(tmp_path, settings("Other names of types"))
    (made / "src/shop").rename(tmp_path / "shop")
    assert checked(tmp_path, "shop", NAMED) == "kind='cash'\n"
