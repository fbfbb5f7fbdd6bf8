"""The paths of the tests, and functions that run type checkers."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PACKAGE = Path(os.environ.get("HOOKWIRE_PYTHON", ROOT / "generated" / "python")).resolve()
SOURCE = PACKAGE / "src"
SET = Path(os.environ.get("HOOKWIRE_SET", ROOT / "schemas")).resolve()
BUNDLES = Path(
    os.environ.get("HOOKWIRE_BUNDLES", ROOT / "target/type-schemas/out/schemas")
).resolve()


def named(value: object) -> str:
    """Returns the name of a test about a value, which is the same in every process."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def run(
    *arguments: str,
    stdin: str = "",
    cwd: Path = HERE,
    stdout: int = subprocess.PIPE,
    timeout: float | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs Python with the package on its path, in UTF-8, with warnings as errors."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(SOURCE),
        "PYTHONUTF8": "1",
        "MYPYPATH": str(SOURCE),
        # Uses the installed Node, and does not look for newer versions.
        "PYRIGHT_PYTHON_GLOBAL_NODE": "on",
        "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1",
    }
    return subprocess.run(
        [sys.executable, *arguments],
        input=stdin,
        cwd=cwd,
        env=environment,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=timeout,
    )


@dataclass(frozen=True)
class Finding:
    """A type checker's message about a line."""

    file: str
    line: int
    rule: str
    message: str
    notes: str = ""
    """What mypy adds to the message."""


def mypy(folder: Path, *, plugin: bool = False) -> list[Finding]:
    """Returns the errors of mypy in strict mode for a folder, with pydantic's plugin or without."""
    config = folder / f"mypy-{'plugin' if plugin else 'plain'}.ini"
    # Without `init_typed` the plugin accepts any argument of a constructor.
    plugins = "plugins = pydantic.mypy\n[pydantic-mypy]\ninit_typed = True\n" if plugin else ""
    # What mypy has read of the package serves every test of this process. Two processes must not write one cache.
    process = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    cache = ROOT / "target" / "mypy" / f"{process}-{config.stem}"
    config.write_text(
        f"[mypy]\nstrict = True\npython_version = 3.11\ncache_dir = {cache}\n{plugins}"
    )
    done = run("-m", "mypy", "--config-file", str(config), "--output=json", str(folder))
    if done.returncode not in (0, 1):
        raise AssertionError(done.stdout + done.stderr)
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return [
        Finding(Path(it["file"]).name, it["line"], it["code"], it["message"], it["hint"] or "")
        for it in found
        if it["severity"] == "error"
    ]


def pyright(folder: Path) -> list[Finding]:
    """Returns the errors of pyright in strict mode for a folder."""
    settings = {
        "include": ["."],
        "extraPaths": [str(SOURCE)],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    done = run("-m", "pyright", "--outputjson", "--pythonpath", sys.executable, cwd=folder)
    if not done.stdout.startswith("{"):
        raise AssertionError(done.stdout + done.stderr)
    result = json.loads(done.stdout)
    assert result["summary"]["filesAnalyzed"] == len(list(folder.glob("*.py")))
    return [
        Finding(
            Path(it["file"]).name,
            it["range"]["start"]["line"] + 1,
            it.get("rule", "syntax"),
            it["message"],
        )
        for it in result["generalDiagnostics"]
        if it["severity"] == "error"
    ]


NAMESPACES = (
    "",
    ".tools",
    ".settings",
    ".host",
    ".sdk",
    ".shell",
    ".problems",
    ".validate",
    ".read",
    ".testing",
)
"""The public modules of the package, apart from the models; the first one is the root."""


def type_of(name: str) -> Any:
    """Returns the typed dictionary of this name, from the root or a namespace."""
    if name == "Outcome":  # the public name is a class, with an attribute for each key of the type
        return import_module("hookwire._types.outcome").Outcome
    modules = [import_module(f"hookwire{it}") for it in NAMESPACES]
    return next(getattr(it, name) for it in modules if name in it.__all__)


def readme_programs() -> list[str]:
    """Returns the programs on the package's page, in order."""
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    return [part.split("```")[0] for part in readme.split("```python\n")[1:]]


@dataclass(frozen=True)
class DocsProgram:
    """A program on a page of the documentation."""

    name: str
    """The page, and the number of the program on it."""
    text: str
    output: str
    """The text that it prints: the next block of text in the same section, if there is one."""

    @property
    def is_test(self) -> bool:
        """Whether it is a program for pytest."""
        return "def test_" in self.text

    @property
    def is_hook(self) -> bool:
        """Whether it is a hook, which reads an event."""
        return "\nrun(" in self.text


def docs_programs() -> list[DocsProgram]:
    """Returns the Python programs on all pages of the documentation, in order."""
    programs = []
    for page in sorted((ROOT / "generated" / "docs").rglob("*.md")):
        # The hooks of the cookbook and of the pages for beginners have tests of their own.
        if {"cookbook", "getting-started"} & {*page.parts}:
            continue
        # Headings and blocks of code. A heading ends what programs before it may print.
        parts = re.findall(
            r"^(?:#+ [^\n]*|```(\w+)\n(.*?)^```)$", page.read_text("utf-8"), re.M | re.S
        )
        for at, (language, text) in enumerate(parts):
            # The hook that asks a model has tests of its own.
            if language == "python" and "my_model" not in text:
                rest = [it for it in parts[at + 1 :] if it[0] in ("", "text")]
                output = rest[0][1] if rest else ""
                programs.append(DocsProgram(f"{page.stem}-{at}", text, output))
    return programs


@dataclass(frozen=True)
class Example:
    """An example from the file of its type."""

    type: str
    valid: bool
    scenario: str
    text: str
    """The payload as JSON."""
    expected: tuple[tuple[str, str], ...]
    """The pointers and codes of the expected problems."""

    @property
    def value(self) -> Any:
        """Returns the payload."""
        return json.loads(self.text)

    @property
    def kind(self) -> str:
        """Returns `valid` or `invalid`."""
        return "valid" if self.valid else "invalid"

    @property
    def name(self) -> str:
        """Returns the name for reports: `StopInput/valid/full`."""
        return f"{self.type}/{self.kind}/{self.scenario}"


def examples(folder: Path = SET / "examples") -> Iterator[Example]:
    """Yields every example of a folder. A key that is neither `valid` nor `invalid` is an error."""
    for path in sorted(folder.glob("*.json")):
        for kind, entries in json.loads(path.read_text(encoding="utf-8")).items():
            if kind not in ("valid", "invalid"):
                raise AssertionError(f"unknown key {kind} in {path}")
            for scenario, entry in entries.items():
                problems = entry.get("problems", [])
                expected = tuple((it["pointer"], it["code"]) for it in problems)
                text = json.dumps(entry["value"])
                yield Example(path.stem, kind == "valid", scenario, text, expected)


def lines_of_shells(every: int) -> list[dict[str, Any]]:
    """Returns lines that are made to slip through a guard against `git push`, and harmless ones: one of so many."""
    text = (ROOT / "tests" / "conform" / "commands.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.split("\n")[::every] if line]
