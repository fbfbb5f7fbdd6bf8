"""Reads replies that are more or less than one JSON object: plain text, logs, and replies of several lines."""

from ._input import UnreadableError, parsed
from ._json_values import is_object
from ._plan import BACKGROUND, BACKGROUND_ANSWER, OUTPUT, OUTPUT_KEYS
from ._plan.words import WORDS
from ._read import is_for_background, is_in_braces, object_of, trimmed
from ._walk import problem, problems_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ._types import Problem
    from ._validate import Asked


# In the background


def background(text: str, whole: str, options: "Asked") -> "tuple[str, list[Problem]]":
    """Returns the reply of a command, which may run in the background, and the problems with that.

    The host moves a command to the background as soon as it has read the first line, if the reply
    for that is on it. What the command prints later is another answer, which can do less.
    """
    first, _, later = text.partition("\n")
    first = trimmed(first)
    if _is_for_background(first):
        return first, _problems_of_answers(text, later, options)
    if _is_for_background(whole):
        return whole, [
            problem("without-effect", "ignored", WORDS["background-over-lines"], f"/{BACKGROUND}")
        ]
    return whole, []


def answer_of(text: str, options: "Asked") -> "tuple[dict[str, Any] | None, list[Problem]]":
    """Returns the answer of a command in the background, and the problems with it.

    It is all of the text if that is an object, and otherwise the first line that is one.
    """
    answer = object_of(text)
    if answer is None:
        answer = next((it for it in map(object_of, text.split("\n")) if it is not None), None)
    return answer, _problems_of_answers(text, text, options)


def _problems_of_answer(answer: "dict[str, Any]", options: "Asked") -> "list[Problem]":
    if not _is_lost(answer, options):
        return []
    return [problem("without-effect", "ignored", WORDS["background-answer"])]


def _problems_of_answers(text: str, later: str, options: "Asked") -> "list[Problem]":
    """Returns the problems of lines at the end of a text, the first object of which is the answer."""
    whole = object_of(later)
    if whole is not None:
        return _problems_of_answer(whole, options)
    problems: list[Problem] = []
    lines = later.split("\n")
    answer, *others = [it for it in map(object_of, lines) if it is not None] or [{}]
    problems += _problems_of_answer(answer, options)
    if any(_has_key_of_reply(it, options) for it in others):
        problems.append(problem("without-effect", "ignored", WORDS["background-second"]))
    start = len(text) - len(later)
    for line in lines:
        if trimmed(line).startswith("{") and object_of(line) is None:
            message = f"{_not_an_object(text, trimmed(line), start)} {WORDS['background-line']}"
            return [*problems, problem("not-json", "ignored", message)]
        start += len(line) + 1
    return problems


def _is_for_background(text: str) -> bool:
    return is_for_background(object_of(text))


def _is_lost(answer: "dict[str, Any]", options: "Asked") -> bool:
    """Returns whether an answer has a field of a reply that does not act in the background."""
    keys = _keys(options)
    for key, value in answer.items():
        if key in keys and key not in BACKGROUND_ANSWER:
            if not is_object(value):
                return True
            if any(f"{key}/{inner}" not in BACKGROUND_ANSWER for inner in value):
                return True
    return False


# Plain text


def not_read(text: str, whole: str) -> "Problem":
    """Returns the problem of a reply that has to be an object. `whole` is the text without white space around it."""
    message = f"{_not_an_object(text, whole)} {WORDS['not-json-reply']}"
    return problem("not-json", "rejected", message)


def problems_of_text(
    text: str, whole: str, event: "str | None", stdout: "str | None", options: "Asked"
) -> "list[Problem]":
    """Returns the problems of plain text, in which the reply may have been meant.

    `whole` is the text without white space around it.
    """
    severity: Any = "inert" if stdout == "used" else "ignored"
    consequence = WORDS["text-as-reply"]
    if _is_lost_reply(whole, options):
        severity, consequence = "rejected", WORDS["text-around"]
    elif not _is_meant_as_object(whole):
        if stdout != "unused":
            return []
        from ._json_fault import fault_of  # noqa: PLC0415

        message = WORDS["text-unused"].replace("{event}", event or "")
        if fault_of(whole) is None:
            message = f"{_not_an_object(text, whole)} {message}"
        return [problem("not-json", "inert", message)]
    sentences = [_not_an_object(text, whole), consequence]
    if stdout and event:
        word = "text-shown" if stdout == "used" else "text-dropped"
        sentences.append(WORDS[word].replace("{event}", event))
    message = " ".join([*sentences, WORDS["print-object"]])
    return [problem("not-json", severity, message)]


def _not_an_object(text: str, part: str, start: int = 0) -> str:
    """Returns the sentence about a part of a text. At `start`, the part follows, maybe after white space."""
    from ._json_fault import not_json  # noqa: PLC0415

    start = text.index(part[0], start)
    return not_json(text, start, start + len(part))


def _is_lost_reply(text: str, options: "Asked") -> bool:
    """Returns whether a text contains an object with a key of a reply, or begins with an object that is not JSON."""
    whole = text[text.find("{") : text.rfind("}") + 1]
    objects = [it for part in (whole, *_lines(text)) if (it := object_of(part)) is not None]
    if not objects:
        # In another encoding, bytes that are not UTF-8 precede it.
        return text.lstrip("\ufffd").startswith(("{", '"{'))
    return any(_has_key_of_reply(it, options) for it in objects)


def _is_meant_as_object(text: str) -> bool:
    """Returns whether a text seems to contain an object: in a string, in other text, or in another encoding."""
    if text[0] in "{`\ufffd" or text.startswith('"{') or text[-1] == "}":
        return True
    return any(is_in_braces(trimmed(line)) for line in _lines(text))


def _lines(text: str) -> "list[str]":
    """Returns the lines that may be objects. A flood of output has millions of others."""
    return [line for line in text.split("\n") if "{" in line]


def is_log(text: str, options: "Asked") -> bool:
    """Returns whether a text is lines of JSON without a reply, which the host reads as plain text."""
    lines = [line for line in text.split("\n") if trimmed(line)]
    return len(lines) > 1 and all(_is_other_json(line, options) for line in lines)


def _is_other_json(line: str, options: "Asked") -> bool:
    """Returns whether a line is JSON, and not a valid reply to some event that sets a field."""
    try:
        value = parsed(line, [])
    except UnreadableError:
        return False
    if not is_object(value) or not _sets_field(value, options):
        return True
    return any(it["severity"] == "rejected" for it in problems_of(value, OUTPUT, *options))


def _sets_field(value: "dict[str, Any]", options: "Asked") -> bool:
    """Returns whether an object has a key of a reply, which is not about the background."""
    if BACKGROUND in value:
        return value[BACKGROUND] is True
    return _has_key_of_reply(value, options)


def _has_key_of_reply(value: "dict[str, Any]", options: "Asked") -> bool:
    return any(key in value for key in _keys(options))


def _keys(options: "Asked") -> "list[str]":
    profile: Any = options[2]
    keys: list[str] = profile.OUTPUT_KEYS if profile else OUTPUT_KEYS
    return keys
