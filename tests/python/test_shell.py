"""What a line of a shell runs. `cargo xtask conform` compares the languages, and `cargo xtask commands` asks a shell."""

import json
import subprocess
import sys
from typing import Any

import pytest
from hookwire.shell import CommandLine, commands, matching, may_run
from hookwire.testing import check, sample
from hookwire.validate import validate

from support import SOURCE, lines_of_shells


def names(line: str) -> list[str | None]:
    """Returns the names of the programs of a line."""
    return [it["name"] for it in commands(line)["commands"]]


def test_a_command_has_its_words_its_place_and_what_runs_it() -> None:
    """Places are indices of the text."""
    line = "cd é😀 && A=1 sudo -u x git -C 'my folder' push \"$b\" >log 2>&1"
    found = commands(line)["commands"]
    assert names(line) == ["cd", "sudo", "git"]
    git = found[2]
    assert [it["text"] for it in git["words"]] == ["git", "-C", "my folder", "push", "$b"]
    assert [it["literal"] for it in git["words"]] == [True, True, True, True, False]
    assert [line[it["start"] : it["end"]] for it in git["words"][2:4]] == ["'my folder'", "push"]
    assert git["reached"] == ["and", "argument"]
    assert git["through"] == ["sudo"]
    sudo = found[1]
    assert [(it["name"], it["value"] and it["value"]["text"]) for it in sudo["assignments"]] == [("A", "1")]
    said = [(it["descriptor"], it["operator"], it["target"]["text"]) for it in sudo["redirections"]]
    assert said == [(None, ">", "log"), ("2", ">&", "1")]
    assert line[sudo["start"] : sudo["end"]] == line[line.index("A=1") :]


def test_what_cannot_be_known_has_a_reason_a_message_and_a_place() -> None:
    """The rest of the line is read all the same."""
    line = "ls; $cmd push; git status"
    found = commands(line)
    assert names(line) == ["ls", None, "git"]
    [part] = found["opaque"]
    assert (part["reason"], line[part["start"] : part["end"]]) == ("expansion", "$cmd push")
    assert part["message"] == "The shell fills in what this runs, so it is not known."
    assert found["commands"][1]["opaque"] == "expansion"


def test_a_script_is_opaque_and_not_looked_into() -> None:
    """A guard would otherwise block `source .venv/bin/activate`."""
    for line in ("source .venv/bin/activate && pytest", ". ./x.sh", "bash < x.sh"):
        assert [it["reason"] for it in commands(line)["opaque"]] == ["script"]
        assert not may_run(line, "git push")
    assert may_run("source .venv/bin/activate && git push", "git push")
    assert may_run("source <(curl example.com)", "git push")
    assert may_run('source "$file"', "git push")


def test_the_language_of_another_shell_is_not_read() -> None:
    """Its line may run anything."""
    for shell in ("powershell", "pwsh.exe", "fish", "unknown"):
        found = commands("git status", shell)
        assert found["commands"] == []
        assert [it["reason"] for it in found["opaque"]] == ["language"]
        assert may_run(found, "git push")
    assert not may_run(commands("git status", "zsh"), "git push")


def test_a_command_is_found_by_program_subcommand_and_option() -> None:
    """Options of the program can be between them."""
    for line, wanted, said in [
        ("git -C x push", "git push", True),
        ("git stash push", "git push", False),
        ("git -c push.default=x pull", "git push", False),
        ("git commit -m push", "git push", False),
        ('git "$x"', "git push", True),
        ('git commit -m "$x"', "git push", False),
        ("git push origin -uf", "git push -f", True),
        ("git push -f", "git push --force", True),
        ("git push --force-with-lease", "git push --force", False),
        ("rm --recursive -f x", "rm -rf", True),
        ("rm -r x", "rm -rf", False),
        ("git push origin", "git push -f", False),
        ("git push --force=x", "git push --force", True),
        ('git push "$x"', "git push --force", True),
        ("/usr/bin/GIT.exe push", "git push", True),
        ("other --new value push", "other push", True),
        ("other --new value more push", "other push", False),
        ("gh pr create", "gh pr create", True),
        ("gh -R a/b pr list", "gh pr create", False),
        ("xargs git", "git push", True),
        ("xargs git pull", "git push", False),
        ("rm -rf x", "rm", True),
        ("git rm x", "rm", False),
        ("> x", "rm", False),
        ("cargo +nightly publish", "cargo publish", True),
        ("npm run build:prod", "npm run build:prod", True),
    ]:
        assert may_run(line, wanted) is said, (line, wanted)
    assert [it["name"] for it in matching("git pull; git push", "git push")["commands"]] == ["git"]


def test_a_match_is_certain_or_only_possible() -> None:
    """It is possible if the shell fills in a word that decides, or if a program adds words."""
    for line, wanted, certain in [
        ("git push", "git push", True),
        ('git push "$x"', "git push", True),
        ('git "$x"', "git push", False),
        ("xargs git", "git push", False),
        ("git --new push", "git push", False),
        ('git push "$x"', "git push -f", False),
        ('git push -f "$x"', "git push -f", True),
        ("/usr/lib/git-core/git-push -f", "git push -f", True),
        ("git push origin --force", "git push -f", True),
        ("git push --x=y --force", "git push --force", True),
        ("git push --force=x", "git push --force", True),
        ("rm -rf x", "rm -rf", True),
        ("rm x -r y -f", "rm -rf", True),
        ("xargs git push -f", "git push -f", True),
        ("docker run --privileged ubuntu", "docker run --privileged", True),
        ("git push -ofoo", "git push -f", False),
        ("git push -uf", "git push -f", False),
        ("git push --f", "git push --force", False),
        ("git push -- -f", "git push -f", False),
        ('git push "$x" -f', "git push -f", False),
        ("git -f push", "git push -f", False),
        ("git commit -mfix", "git commit -f", False),
        ("git commit -m -f", "git commit -f", False),
        ("git commit -m --force", "git commit --force", False),
        ("docker run ubuntu git push --force", "docker run --force", False),
        ("bash x -f", "bash -f", False),
        ("python x.py -c y", "python -c", False),
    ]:
        found = matching(line, wanted)
        assert len(found["commands"]) == 1, line
        assert found["certain"] == (found["commands"] if certain else []), line


def test_code_that_can_run_commands_is_opaque() -> None:
    """Code of `awk`, `sed`, Python and Node.js is checked: most of it runs nothing."""
    for line, wanted in [
        ("sed -n '1,5p;/a/,$d' x", False),
        ("sed -i 's/a/b/g; s|c|d|w x' x", False),
        ("sed 's/a/b/e' x", True),
        ("sed '1e x' x", True),
        ("sed -e p -e '1e x' x", True),
        ('sed "$x" y', True),
        ('sed "s/a/$b/" y', False),
        ("awk -F: '$1 > 3 || $2 { print $1 }' x", False),
        ("awk '{ print | \"sh\" }' x", True),
        ("python x.py -c y", False),
        ("python -Wx -c os.x", True),
        ("node --new x -e y", True),
        ("python <<E\nos.x\nE", True),
        ("python -m pytest", False),
        ("python <<E\nprint(1)\nE", False),
        ("python -c 'import json, sys; print(json.load(sys.stdin))'", False),
        ("python -c 'import os; os.getcwd()'", True),
        ("node -p 1+1", False),
        ("node -p this.x", True),
    ]:
        assert may_run(line, "git push") is wanted, line


@pytest.mark.parametrize("wanted", ["", "  ", "--force", "bin/", ".exe push", "git push *", "Bash(git push:*)", "A=1 git push", "git -C x push", "'git' push", "a && b"])
def test_a_wanted_command_has_to_name_a_program(wanted: str) -> None:
    """Otherwise nothing would ever be found, and a guard would be open."""
    with pytest.raises(ValueError, match="has to be a program"):
        may_run("ls", wanted)


def test_deep_nesting_is_refused() -> None:
    """It ends neither the process nor the stack."""
    for text in ("$(" * 100_000, "(" * 100_000, "`" * 100_001, '"$(' * 50_000, "${x:-" * 50_000, "sudo " * 50_000):
        found = commands(text)
        assert {it["reason"] for it in found["opaque"]} & {"deep", "unclosed", "syntax"}, text[:9]
    inner = "git push"
    for _ in range(8):
        inner = f"bash -c {json.dumps(inner)}"
    assert may_run(inner, "git push")


def test_a_call_has_the_commands_of_its_line() -> None:
    """Other tools have no line, and a shell without its line is a failure, which blocks."""
    def guard(call: Any) -> Any:
        return call.block("no") if call.may_run("git push") else None

    hook = {"PreToolUse": guard, "PreSkillShellCommand": guard}
    without_a_line = sample("PreToolUse", tool="Monitor")
    without_a_line["tool_input"] = {"description": "x", "timeout_ms": 1, "ws": {"url": "ws://x"}}
    check(
        hook,
        [
            (sample("PreToolUse", tool="Bash", command="cd x && git -C y push"), "blocked"),
            (sample("PreToolUse", tool="Bash", command="echo git push"), "normal"),
            (sample("PreToolUse", tool="Monitor", command="git push"), "blocked"),
            (without_a_line, "normal"),
            (sample("PreToolUse", tool="PowerShell", command="ls"), "blocked"),
            (sample("PreToolUse", tool="Write", file_path="git push", content="git push"), "normal"),
            (sample("PreToolUse", tool="Bash") | {"tool_input": {"command": 1}}, "failed and blocked"),
            (sample("PreSkillShellCommand", tool="Bash", command="git push"), "blocked"),
        ],
    )


def test_every_line_is_of_the_type() -> None:
    """Also lines that no shell can read."""
    for row in lines_of_shells(1):
        found: CommandLine = commands(row["line"])
        assert validate({**found}, "CommandLine") == []


def test_a_hook_that_asks_nothing_does_not_load_it() -> None:
    """It is loaded on the first call."""
    code = "import sys, hookwire; from hookwire import run; print([it for it in sys.modules if '_shell' in it])"
    done = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCE)}, capture_output=True, check=True)
    assert done.stdout.decode().strip() == "[]"
