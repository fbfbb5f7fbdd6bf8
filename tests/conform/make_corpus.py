#!/usr/bin/env python3
"""Makes corpus.jsonl: payloads that people have published, without their private text.

    python3 tests/conform/make_corpus.py FOLDER            # writes corpus.jsonl next to this file
    python3 tests/conform/make_corpus.py FOLDER --check    # fails if the file would change

FOLDER contains `inputs.jsonl` and `outputs.jsonl` with the original payloads. Structure, keys, numbers and the words of
the contract are kept, so that the recorded verdicts stay true; `cargo xtask conform` checks them. Any other text is
replaced by neutral text of the same length and kind: a path stays a path, an address an address.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
OUT = HERE / "corpus.jsonl"
BUNDLE = HERE.parent.parent / "generated" / "schemas" / "bundle.schema.json"

KEPT = ("id", "event", "direction", "payload", "verdict_lenient", "verdict_strict")
"""The keys of a payload that a line keeps; not where it was found."""

NAMES = {"hook_event_name", "hookEventName", "tool_name", "toolName"}
"""Keys whose text is a name of the contract, also one that does not exist."""

LETTERS = "loremipsumdolorsitametconsecteturadipiscingelit"
LATIN, IDEOGRAPH = "\u00e9", "\u6587"

UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
WHOLE = re.compile(rf"{UUID.pattern}|\b(?:https?|file|wss?)://|\.[A-Za-z]{{1,5}}\b(?![./])")
"""Parts that are replaced as a whole: an id, the scheme of an address, the ending of a file's name."""


def contract_words(schema: Any) -> Iterator[str]:
    """Yields every constant, enum value and property name of a schema."""
    if isinstance(schema, dict):
        yield from (word for word in [schema.get("const")] if isinstance(word, str))
        yield from (word for word in schema.get("enum", []) if isinstance(word, str))
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from contract_words(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from contract_words(part)


class Neutral:
    """Replaces text. Each string is replaced independently, so equal strings stay equal."""

    def __init__(self, words: set[str]) -> None:
        """Keeps strings that are one of these words."""
        self.words = words

    def value(self, value: Any, key: str = "") -> Any:
        """Returns the value with neutral text; its keys are kept."""
        if isinstance(value, dict):
            return {name: self.value(item, name) for name, item in value.items()}
        if isinstance(value, list):
            return [self.value(item, key) for item in value]
        if isinstance(value, str) and key not in NAMES and value not in self.words:
            return text(value)
        return value


def text(found: str) -> str:
    """Returns neutral text of the same length, with the same punctuation in the same places."""
    letters, digits = cycle(LETTERS), cycle("1234567890")

    def plain(part: str) -> str:
        return "".join(character(one, letters, digits) for one in part)

    parts, at = [], 0
    for match in WHOLE.finditer(found):
        kept = uuid(match[0]) if UUID.fullmatch(match[0]) else match[0]
        parts += [plain(found[at : match.start()]), kept]
        at = match.end()
    return "".join([*parts, plain(found[at:])])


def character(one: str, letters: Iterator[str], digits: Iterator[str]) -> str:
    """Replaces a letter by a letter and a digit by a digit; anything else is structure."""
    if not one.isascii():
        return (LATIN if one.lower() != one.upper() else IDEOGRAPH) if one.isalpha() else one
    if one.isalpha():
        return next(letters).upper() if one.isupper() else next(letters)
    return next(digits) if one.isdigit() else one


def uuid(found: str) -> str:
    """Returns an id of the same form."""
    digits = cycle("0123456789abcdef")
    return "".join(one if one == "-" else next(digits) for one in found)


def corpus(folder: Path) -> str:
    """Returns the lines of the corpus, from the payloads in a folder."""
    neutral = Neutral(set(contract_words(json.loads(BUNDLE.read_text(encoding="utf-8")))))
    lines = []
    for name in ("inputs.jsonl", "outputs.jsonl"):
        for line in (folder / name).read_text(encoding="utf-8").splitlines():
            found = {key: value for key, value in json.loads(line).items() if key in KEPT}
            found["payload"] = neutral.value(found["payload"])
            lines.append(json.dumps(found, separators=(",", ":")))
    return "\n".join(lines) + "\n"


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--check", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    made = corpus(arguments.folder)
    if not arguments.check:
        OUT.write_text(made, encoding="utf-8", newline="\n")
    elif made != OUT.read_text(encoding="utf-8"):
        print(f"{OUT.name} is not what the script makes of {arguments.folder}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
