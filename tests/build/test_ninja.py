"""A build system runs the generator when it has to, and only then: ninja, with one action and its depfile."""

import os
import subprocess
import time
import unittest

from project import CODEGEN, NINJA, Project

BUILD = """
rule codegen
  command = $codegen codegen --schemas {schemas} --templates templates --out out --depfile made/d --stamp made/stamp
  depfile = made/d
  {deps}
codegen = {codegen}
build made/stamp: codegen | {codegen}
"""


class Build(Project):
    def __init__(self, deps: str = "", name: str = "project", schemas: str = "set"):
        super().__init__(name)
        self.put("build.ninja", BUILD.format(deps=deps, codegen=CODEGEN, schemas=schemas))

    def ninja(self) -> tuple[int, str]:
        done = subprocess.run([NINJA], cwd=self.root, capture_output=True, text=True, encoding="utf-8")
        return done.returncode, done.stdout + done.stderr

    def builds(self) -> str:
        """Whether a build ran the action, did nothing, or failed, with what it said; a second one behind a success does nothing."""
        code, reported = self.ninja()
        if code:
            return f"failed: {reported}"
        again = self.ninja()
        assert again == (0, "ninja: no work to do.\n"), again
        return "nothing" if "no work to do" in reported else "ran"

    def written(self) -> tuple[str, set[str]]:
        """Returns the commands of a build, and the generated files that it changed."""
        before = self.times()
        time.sleep(0.02)
        did = self.builds()
        after = self.times()
        return did, {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


class Ninja(unittest.TestCase):
    maxDiff = None

    def each(self, test):
        for deps in ("", "deps = gcc"):
            with self.subTest(deps=deps), Build(deps) as build:
                self.assertEqual(build.builds(), "ran")
                test(build)

    def test_a_second_build_does_nothing(self):
        self.each(lambda build: self.assertEqual(build.written(), ("nothing", set())))

    def test_a_file_that_is_touched_reruns_the_action_and_nothing_is_rewritten(self):
        files = ["set/lamp.schema.json", "set/codegen.toml", "set/lamps.json", "set/events.json", "set/events.schema.json"]
        files += ["templates/list/target.toml", "templates/list/_line.jinja", "templates/list/README.md"]

        def test(build):
            stamp = build.get("made/stamp")
            for file in files:
                time.sleep(0.02)
                os.utime(build.root / file)
                self.assertEqual(build.written(), ("ran", set()), file)
            self.assertEqual(build.get("made/stamp"), stamp)

        self.each(test)

    def test_only_what_changes_is_rewritten(self):
        def test(build):
            stamp = build.get("made/stamp")
            build.put("templates/list/README.md", "Copied otherwise.\n")
            self.assertEqual(build.written(), ("ran", {"list/README.md", "list/.codegen.json"}))
            self.assertNotEqual(build.get("made/stamp"), stamp)

        self.each(test)

    def test_a_new_file_reruns_the_action_and_one_that_is_gone_too(self):
        def test(build):
            schema = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "bulb.schema.json", "title": "Bulb",'
            schema += ' "description": "A bulb.", "type": "string", "enum": ["warm", "cold"]}'
            build.put("set/deep/folder/bulb.schema.json", schema)
            changed = {"list/types.txt", "list/.codegen.json"}
            self.assertEqual(build.written(), ("ran", changed))
            self.assertIn("Bulb", build.get("out/list/types.txt"))
            (build.root / "set/deep/folder/bulb.schema.json").unlink()
            self.assertEqual(build.written(), ("ran", changed))
            self.assertNotIn("Bulb", build.get("out/list/types.txt"))

        self.each(test)

    def test_what_was_looked_for_and_comes_reruns_the_action(self):
        def test(build):
            build.put("templates/drafts/target.toml", "")
            self.assertEqual(build.written(), ("ran", {"drafts/README.md", "drafts/.codegen.json"}))

        self.each(test)

    def test_a_run_that_fails_leaves_no_stamp(self):
        def test(build):
            before = build.tree()
            build.edit("set/lamp.schema.json", '"object"', '"objekt"')
            self.assertIn("meta-schema", build.builds())
            self.assertFalse((build.root / "made/stamp").exists())
            self.assertIn("meta-schema", build.builds(), "until it is mended")
            self.assertEqual(build.tree(), before)
            build.edit("set/lamp.schema.json", '"objekt"', '"object"')
            self.assertEqual(build.written(), ("ran", set()))

        self.each(test)

    def test_names_with_characters_that_the_syntax_knows(self):
        name = "a b#c$d%e'(f){g},ä~&!@+"
        folder = f"{name}[h]:i\\j"
        schemas = "'" + f"../{folder}/set".replace("'", "'\\''").replace("$", "$$") + "'"
        for deps in ("", "deps = gcc"):
            with self.subTest(deps=deps), Build(deps, folder, schemas) as build:
                build.put(f"templates/list/{name}", "copied\n")
                self.assertEqual(build.builds(), "ran")
                for file in ("set/lamp.schema.json", f"templates/list/{name}"):
                    time.sleep(0.02)
                    os.utime(build.root / file)
                    self.assertEqual(build.written(), ("ran", set()), file)


class Stamp(unittest.TestCase):
    """The program's own behaviour, without a build system."""

    def test_exit_codes(self):
        made = ("--stamp", "made/stamp", "--depfile", "made/d")
        with Project() as project:
            codes = [project.codegen("--check").returncode, project.codegen(*made).returncode]
            codes += [project.codegen("--check").returncode, project.codegen("--depfile", "d").returncode]
            codes += [project.codegen(*made, mode).returncode for mode in ("--check", "--dry-run", "--no-such")]
            project.put("set/lamp.schema.json", "{")
            codes += [project.codegen(*made).returncode, project.codegen("--check").returncode]
            self.assertEqual(codes, [4, 0, 0, 2, 2, 2, 2, 1, 1])
            self.assertFalse((project.root / "made/stamp").exists())

    def test_a_stamp_is_as_old_as_the_beginning_of_its_run(self):
        with Project() as project:
            project.codegen("--stamp", "stamp")
            stamp = (project.root / "stamp").stat().st_mtime_ns
            self.assertTrue(all(time >= stamp for time in project.times().values()))

    def test_nothing_else_is_taken_for_a_stamp(self):
        with Project() as project:
            project.put("precious", "mine")
            places = ["precious", "set/stamp", "templates/list/stamp", "out/stamp", "set"]
            codes = [project.codegen("--stamp", place).returncode for place in places]
            codes.append(project.codegen("--stamp", "stamp", "--depfile", "set/d").returncode)
            self.assertEqual(codes, [1] * 6)
            self.assertEqual(project.get("precious"), "mine")
            self.assertFalse((project.root / "set/stamp").exists() or (project.root / "stamp").exists())


if __name__ == "__main__":
    unittest.main()
