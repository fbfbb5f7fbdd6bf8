"""The exit codes are those of docs/building.md, and who called the program wrongly is told what to give."""

import re
import subprocess
import unittest

from project import CODEGEN, ROOT, Project



class ExitCodes(unittest.TestCase):
    def test_each_is_that_of_the_page(self):
        page = (ROOT / "docs/building.md").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"^\| (\d) \|", page, re.M), ["0", "1", "2", "4"])
        with Project() as project:
            calls = [
                (0, (), ""),
                (0, ("--check",), ""),
                (0, ("--only", "list"), ""),
                (2, ("--only", "lists"), "one of: list"),
                (2, ("--only", "list", "--only", "nope"), "one of: list"),
                (2, ("--templates", "nope"), "`--templates`"),
                (2, ("--templates", "set"), "`--templates`"),
                (1, ("--schemas", "nope"), "`--schemas`"),
                (1, ("--out", "set"), "the folder to write to, `set`, is one that is read, `set`"),
                (1, ("--out", "set/new"), "the folder to write to, `set/new`, lies in one that is read, `set`"),
                (2, ("explain", "no-set"), "the subcommand 'explain' cannot be used with"),
                (2, ("--chekc",), "--check"),
            ]
            wrong = []
            for code, words, reported in calls:
                done = self.codegen(project, words)
                if done.returncode != code or reported not in done.stdout + done.stderr:
                    wrong.append((words, done.returncode, done.stdout, done.stderr))
            self.assertEqual(wrong, [])
            project.edit("templates/list/types.txt.jinja", "{%", "Types:\n{%")
            self.assertEqual(project.codegen("--check").returncode, 4)

    def test_a_code_that_there_is_not_and_a_node_that_there_is_not_are_wrong_usage(self):
        with Project() as project:
            explain = ("codegen", "explain", "--schemas", "set", "--templates", "templates")
            calls = [
                (0, ("codegen", "explain", "no-set")),
                (2, ("codegen", "explain", "no-sets")),
                (0, (*explain, "DimmedInput")),
                (2, (*explain, "DimmdInput")),
                (2, (*explain, "DimmedInput", "--only", "lists")),
            ]
            how = {"cwd": project.root, "capture_output": True}
            given = [subprocess.run([CODEGEN, *words], **how).returncode for _, words in calls]
        self.assertEqual(given, [code for code, _ in calls])

    def codegen(self, project: Project, words: tuple):
        """Each option once: what is given takes the place of the project's own."""
        own = {"--schemas": "set", "--templates": "templates", "--out": "out"}
        rest = [word for name, folder in own.items() if name not in words for word in (name, folder)]
        return subprocess.run([CODEGEN, "codegen", *rest, *words], cwd=project.root, capture_output=True, text=True)


if __name__ == "__main__":
    unittest.main()
