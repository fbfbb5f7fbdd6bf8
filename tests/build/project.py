"""A project with a schema set and templates of its own, to generate from with the program under test."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODEGEN = os.environ["HOOKWIRE_CODEGEN"]
NINJA = Path(sys.executable).with_name("ninja")
LONG = "HOOKWIRE_LONG" in os.environ

TEMPLATES = {
    "list/target.toml": "",
    "list/README.md": "Copied.\n",
    "list/_line.jinja": "{% macro line(type) %}{{ type.name }}\n{% endmacro %}",
    "list/types.txt.jinja": '{% from "_line.jinja" import line %}{% for type in types %}{{ line(type) }}{% endfor %}',
    "list/[event].txt.jinja": "{{ event.name }}\n",
    "drafts/README.md": "No target yet.\n",
}


class Project:
    """A folder with `set`, `templates` and, after a run, `out`."""

    def __init__(self, name: str = "project"):
        self.home = tempfile.TemporaryDirectory()
        self.root = Path(self.home.name).resolve() / name
        shutil.copytree(ROOT / "tests/sets/lights", self.root / "set")
        for path, text in TEMPLATES.items():
            self.put(f"templates/{path}", text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.home.cleanup()

    def put(self, path: str, text: str):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def get(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def edit(self, path: str, old: str, new: str):
        text = self.get(path)
        assert old in text, (path, old)
        self.put(path, text.replace(old, new))

    def tree(self, below: str = "out") -> dict[str, bytes]:
        root = self.root / below
        return {str(it.relative_to(root)): it.read_bytes() for it in sorted(root.rglob("*")) if it.is_file()}

    def times(self, below: str = "out") -> dict[str, int]:
        return {path: (self.root / below / path).stat().st_mtime_ns for path in self.tree(below)}

    def codegen(self, *arguments: str, before: tuple = (), **how) -> subprocess.CompletedProcess:
        """Runs the program in the project's folder, on its set."""
        command = [*before, CODEGEN, "codegen", "--schemas", "set", "--templates", "templates", "--out", "out"]
        how = {"cwd": self.root, "capture_output": True, "text": True, "encoding": "utf-8", **how}
        return subprocess.run([*command, *arguments], **how)


def dependencies(text: str) -> set[str]:
    """Returns the paths in the one rule of a depfile, for paths without anything to escape."""
    rule = text.partition("\n\n")[0].replace("\\\n", " ")
    return set(rule.partition(":")[2].split())
