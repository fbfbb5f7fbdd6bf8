"""Compares the commands of lines with those that tree-sitter-bash finds.

`cargo xtask commands` runs it. The input has a line of JSON for each line of a shell: `line`, and `commands` as the package
returns it. The result is one JSON object: how many lines are the same, how many differ by class, and those without one.

A command is compared by the places of its words. Commands in texts, such as those of `bash -c`, are left out: the grammar
does not read texts.
"""

import collections
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

PARSER = Parser(Language(tree_sitter_bash.language()))

# What is a word of a command, by the name of the field or of the node.
NO_WORDS = {"variable_assignment", "variable_assignments", "file_redirect", "herestring_redirect", "heredoc_redirect", "comment"}

Span = tuple[int, int]
Found = list[list[Span]]


def of_grammar(text: str) -> "tuple[Found, set[str]]":
    """Returns the words of each command of the grammar, and the kinds of nodes in the tree."""
    data = text.encode()
    places = [0] * (len(data) + 1)
    at = 0
    for index, sign in enumerate(text):
        for _ in sign.encode():
            places[at] = index
            at += 1
    places[at] = len(text)
    found: Found = []
    kinds: set[str] = set()
    for node in nodes(PARSER.parse(data).root_node):
        kinds.add("error" if node.is_error or node.is_missing else node.type)
        if node.type in ("command", "declaration_command", "unset_command"):
            words = [it for it in node.children if it.type not in NO_WORDS and it.end_byte > it.start_byte]
            if node.type != "command":
                words = [it for it in node.children if it.end_byte > it.start_byte]
            found.append([(places[it.start_byte], places[it.end_byte]) for it in words])
    return sorted(it for it in found if it), kinds


def nodes(root: Node) -> Iterator[Node]:
    """Yields all nodes of a tree."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.children)


def of_package(found: Any) -> Found:
    """Returns the words of each command that is no part of a text, or of the words of another one."""
    inner = {"text", "argument", "remote", "here-document"}
    commands = [it for it in found["commands"] if it["words"] and not inner & {*it["reached"]}]
    # The grammar has tests apart.
    commands = [it for it in commands if it["words"][0]["text"] != "["]
    return sorted([(it["start"], it["end"]) for it in command["words"]] for command in commands)


def kind_of(line: str, own: Any, kinds: set[str]) -> str:
    """Returns the class of a difference. README.md explains each of them."""
    reasons = {it["reason"] for it in own["opaque"]}
    holds = {
        "grammar-error": "error" in kinds,
        "unread": reasons & {"unclosed", "syntax", "deep", "zsh"},
        "here-document": "heredoc_redirect" in kinds,
        "joined-lines": "\\\n" in line,
        "reserved-word": re.search(r"\b(time|coproc)\b|(^|\s)!\s", line),
        "comment": "comment" in kinds,
        "bracket": re.search(r"(^|\s)[]{}]([\s;)]|$)", line),
        "redirection": kinds & {"file_redirect", "herestring_redirect"},
        "backquotes": "`" in line,
        "expansion": "expansion" in kinds,
        "translation": '$"' in line,
        "process": re.search(r"[^\s;&|<>()][<>]\(", line),
        "declaration": "declaration_command" in kinds and re.search(r"\w(\"\"|'')\w", line),
    }
    return next((kind for kind, it in holds.items() if it), "")


def main() -> None:
    """Compares the lines of the input."""
    same, classes, unexplained = 0, collections.Counter[str](), []
    for row in map(json.loads, sys.stdin):
        line = row["line"]
        theirs, kinds = of_grammar(line)
        mine = of_package(row["commands"])
        if mine == theirs:
            same += 1
            continue
        kind = kind_of(line, row["commands"], kinds)
        classes[kind] += 1
        if "--show" in sys.argv and kind in sys.argv:
            print(kind, repr(line), mine, theirs, file=sys.stderr)
        if not kind:
            unexplained.append({"line": line, "package": mine, "grammar": theirs})
    json.dump({"same": same, "classes": classes, "unexplained": unexplained}, sys.stdout)


if __name__ == "__main__":
    main()
