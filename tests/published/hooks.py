"""Public packages with hooks: fetches them, and runs `hookwire check` in them. Nothing of a package is run.

    python tests/published/hooks.py    # below target/published-hooks, with the clients of the registries
"""

import json
import os
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = Path(os.environ.get("HOOKWIRE_PUBLISHED", ROOT / "target/published-hooks"))
PACKAGES = tomllib.loads((ROOT / "tests/published/hooks.toml").read_text())["package"]
LABELS = [json.loads(line) for line in (ROOT / "tests/published/hooks.jsonl").read_text().splitlines()]

Finding = tuple[str, int, int, str, str]


def folder_of(package: dict[str, Any]) -> Path:
    """Returns where a package is, if it was fetched."""
    return FOLDER / f"{package['name'].strip('@').replace('/', '-')}-{package['version']}"


def fetch(package: dict[str, Any]) -> None:
    """Fetches a package and unpacks it."""
    name, version = package["name"], package["version"]
    with tempfile.TemporaryDirectory() as folder:
        if package["registry"] == "npm":
            command = ["npm", "pack", "--silent", "--ignore-scripts", f"{name}@{version}"]
        else:
            command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", f"{name}=={version}"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).iterdir()
        if archive.suffix == ".whl":
            with zipfile.ZipFile(archive) as it:
                it.extractall(folder_of(package))
        else:
            with tarfile.open(archive) as it:
                it.extractall(folder_of(package), filter="data")


def found(program: Path, package: dict[str, Any]) -> set[Finding]:
    """Returns what `hookwire check` finds in a package: the file, the line, the column, the code and the level."""
    folder = folder_of(package)
    paths = sorted(str(it.relative_to(folder)) for pattern in package["paths"] for it in folder.glob(pattern))
    environment = {"PATH": os.environ["PATH"], "HOME": str(FOLDER / "home")}
    done = subprocess.run(
        [program, "check", "--format", "json", *paths], cwd=folder, env=environment, capture_output=True, check=False, text=True
    )
    assert done.returncode in (0, 1), done.stderr
    none = {"line": 0, "column": 0}
    return {
        (it["path"], it.get("start", none)["line"], it.get("start", none)["column"], it["code"], it["level"])
        for it in json.loads(done.stdout)["findings"]
    }


def labelled(package: dict[str, Any]) -> set[Finding]:
    """Returns the findings of a package that somebody has labelled."""
    rows = (it for it in LABELS if it["package"] == package["name"])
    return {(it["path"], it["line"], it["column"], it["code"], it["level"]) for it in rows}


if __name__ == "__main__":
    for each in PACKAGES:
        if not folder_of(each).is_dir():
            fetch(each)
