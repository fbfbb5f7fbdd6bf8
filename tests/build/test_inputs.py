"""The generated files depend on the inputs that the depfile names, and on nothing else."""

import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from project import CODEGEN, LONG, ROOT, Project, dependencies

MADE = ("--stamp", "made/stamp", "--depfile", "made/d")
# What a process opens, or a folder that it lists.
OPENED = re.compile(r'open(?:at)?\((?:AT_FDCWD(?:<[^>]*>)?, )?"([^"]+)", ([A-Z_|]+)[^)]*\) = \d+')
# Of every process on this system.
SYSTEM = ("/proc/", "/sys/", "/etc/ld.so", "/lib", "/usr/lib", "/dev/")


def traced(command: list[str], cwd: Path) -> set[Path]:
    """Every file and folder that a command has opened to read, but for the system's own."""
    with tempfile.TemporaryDirectory() as home:
        log = Path(home) / "log"
        done = subprocess.run(["strace", "-f", "-o", log, "-e", "trace=open,openat", *command], cwd=cwd, capture_output=True)
        assert done.returncode == 0, done.stdout[-2000:]
        opened = OPENED.findall(log.read_text(encoding="utf-8"))
    read = {path for path, flags in opened if "O_WRONLY" not in flags and not path.startswith(SYSTEM)}
    return {(cwd / path).resolve() for path in read}


def can_trace() -> bool:
    return shutil.which("strace") is not None and subprocess.run(["strace", "-o", "/dev/null", "true"]).returncode == 0


class Inputs(unittest.TestCase):
    def test_the_depfile_names_what_there_is(self):
        with Project() as project:
            project.codegen(*MADE)
            named = dependencies(project.get("made/d"))
            files = {f"{folder}/{path}" for folder in ("set", "templates") for path in project.tree(folder)}
            folders = {"set", "templates", "templates/list", "templates/drafts"}
            # What nobody has to read: a folder of templates that is no target's.
            self.assertEqual(named, (files - {"templates/drafts/README.md"}) | folders)

    def test_a_stamp_and_a_depfile_take_the_place_of_nothing_else(self):
        pairs = [("s", "s"), ("s", "./s"), ("s", "s/d"), ("d/s", "d"), ("s", "precious"), ("s", "folder"), ("precious", "d")]
        given = []
        for stamp, depfile in pairs:
            with Project() as project:
                project.put("precious", "precious")
                (project.root / "folder").mkdir()
                done = project.codegen("--stamp", stamp, "--depfile", depfile)
                kept = project.get("precious") == "precious" and (project.root / "folder").is_dir()
                made = stamp != "precious" and (project.root / stamp).exists()
                given.append((done.returncode, kept, made, "error[stamp]" in done.stderr + done.stdout))
        self.assertEqual(given, [(1, True, False, True)] * len(pairs))

    def test_a_target_that_cannot_be_looked_at_is_not_taken_for_gone(self):
        with Project() as project:
            project.codegen()
            before = project.tree()
            given = []
            for spoil in (lambda path: path.symlink_to("gone"), lambda path: path.mkdir()):
                path = project.root / "templates/list/target.toml"
                path.rename(path.with_suffix(".kept"))
                spoil(path)
                given.append(project.codegen().returncode)
                path.rmdir() if path.is_dir() else path.unlink()
                path.with_suffix(".kept").rename(path)
            self.assertEqual((given, project.tree()), ([1, 1], before))

    @unittest.skipUnless(can_trace(), "there is no strace here")
    def test_nothing_is_read_that_the_depfile_does_not_name(self):
        with Project() as project:
            command = [CODEGEN, "codegen", "--schemas", "set", "--templates", "templates", "--out", "out", *MADE]
            traced(command, project.root)
            # The second run has an output folder to compare with.
            self.assert_named(traced(command, project.root), project.root, project.get("made/d"), {"made", "out"})

    @unittest.skipUnless(LONG and can_trace(), "with `--long`, where there is strace")
    def test_nothing_else_is_read_for_this_repository(self):
        with tempfile.TemporaryDirectory() as home:
            command = [CODEGEN, "codegen", "--stamp", f"{home}/stamp", "--depfile", f"{home}/d"]
            read = {path for path in traced(command, ROOT) if not path.is_relative_to(home)}
            self.assert_named(read, ROOT, (Path(home) / "d").read_text(encoding="utf-8"), {"generated"})

    def assert_named(self, read: set[Path], root: Path, depfile: str, made: set[str]):
        named = {(root / path).resolve() for path in dependencies(depfile)}
        unnamed = {path for path in read - named if not any(path.is_relative_to(root / it) for it in made)}
        # The folder of the output is asked for what is beside the targets.
        self.assertEqual(unnamed, set())
        self.assertGreater(len(read & named), 10)

    def test_the_environment_and_the_place_do_not_show(self):
        """Another folder, home, language, zone, clock, order of folders: the same bytes, the stamp's too."""
        made = []
        environments = [
            None,
            {},
            {"HOME": "/nowhere", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "Pacific/Chatham"},
            {"PATH": "", "USER": "somebody", "TERM": "dumb", "NO_COLOR": "1", "CI": "true", "RUST_LOG": "trace"},
            {"CARGO_MANIFEST_DIR": "/nowhere", "SOURCE_DATE_EPOCH": "1", "RUST_BACKTRACE": "full", "COLUMNS": "7"},
        ]
        for number, environment in enumerate(environments):
            with Project(f"project{'x' * number}") as project:
                self.shuffle(project, number)
                done = project.codegen(*MADE, env=environment)
                self.assertEqual(done.returncode, 0, done.stdout)
                made.append((project.tree(), project.get("made/stamp"), project.get("made/d")))
        self.assertEqual(made, made[:1] * len(environments))
        self.assertGreater(len(made[0][0]), 4)

    def test_the_folder_that_it_is_called_from_does_not_show(self):
        with Project() as project:
            trees = []
            for cwd in (project.root, project.root / "set", Path("/")):
                shutil.rmtree(project.root / "out", ignore_errors=True)
                words = [f"--{name}={project.root / folder}" for name, folder in
                         (("schemas", "set"), ("templates", "templates"), ("out", "out"), ("stamp", "stamp"))]
                done = subprocess.run([CODEGEN, "codegen", *words], cwd=cwd, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout)
                trees.append((project.tree(), project.get("stamp")))
            self.assertEqual(trees, trees[:1] * 3)

    def shuffle(self, project: Project, number: int):
        """Files made in another order, at other times."""
        files = [(path, (project.root / path).read_bytes()) for path in sorted(
            str(it.relative_to(project.root)) for it in project.root.rglob("*") if it.is_file())]
        shutil.rmtree(project.root)
        for path, contents in files[number:] + files[:number]:
            (project.root / path).parent.mkdir(parents=True, exist_ok=True)
            (project.root / path).write_bytes(contents)
            os.utime(project.root / path, (time.time() - 1000 * number,) * 2)


if __name__ == "__main__":
    unittest.main()
