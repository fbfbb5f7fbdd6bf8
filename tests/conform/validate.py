"""The Python package as a binding of `cargo xtask conform`; README.md documents its input and output.

It validates texts and values, and reads bytes and strings, which must give the same results.
"""

import json
from pathlib import Path
from typing import Any

from hookwire import Context, ReadError, UnknownInput, read_input
from hookwire._read import UnreadableError, decoded, parsed
from hookwire._walk import type_of
from hookwire.host import (
    HandlerResult,
    ModelAnswer,
    interpret,
    merge,
    read_prompt_reply,
    recorded_result,
    select,
)
from hookwire.problems import Problem
from hookwire.read import read_reply
from hookwire.settings import matcher_value, matches
from hookwire.shell import commands, matching, may_run
from hookwire.validate import validate, validator_reply

from binding import answer_all

REFUSED = {"rejected", "mismatch"}
WRONG = REFUSED | {"ignored"}


def of_text(text: bytes, name: Any, context: Context | None = None) -> list[Problem]:
    """Returns the problems of a document's bytes."""
    try:
        payload = parsed(decoded(text, []), [])
    except UnreadableError as error:
        severity: Any = "rejected" if type_of(name)["output"] else "mismatch"
        return [error.problem(severity, "json-value")]
    return validate(payload, name, context)


def context_of(vector: Any, *names: str) -> Context:
    """Returns the context that a vector describes."""
    return Context(**{name: vector[name] for name in names if vector.get(name) is not None})


def has(severities: set[str], problems: list[Problem]) -> bool:
    """Returns true if a problem has one of these severities."""
    return any(problem["severity"] in severities for problem in problems)


def checked(vector: Any) -> dict[str, Any]:
    """Returns the validator's result: the verdict for the newest host, everything else for the requested one."""
    name = vector["type"]
    context = context_of(vector, "host", "tool", "profile")
    if "file" in vector:
        text = Path(vector["file"]).read_bytes()
    else:
        text = json.dumps(vector["payload"]).encode()
    problems = of_text(text, name, context)
    said: dict[str, Any] = {
        # The verdict is that of the schema, which is about no tool.
        "verdict": not has(WRONG, of_text(text, name, Context(tool=""))),
        "host": not has(REFUSED, problems),
        "strict": not has(WRONG, problems),
        "problems": problems,
    }
    if vector.get("profile"):
        said["under"] = not has(WRONG, of_text(text, name, context_of({**vector, "tool": ""}, "profile", "tool")))
    if "payload" in vector and problems != validate(vector["payload"], name, context):
        return {**said, "error": "says another thing of the value than of its text"}
    return said


def reading_of(data: bytes | str, vector: Any) -> dict[str, Any]:
    """Returns the reading of a document."""
    if vector["read"] == "prompt":
        return of_model(data, vector)
    if vector["read"] == "reply":
        context = context_of(vector, "host", "handler", "tool", "profile")
        reply = read_reply(data, vector.get("event"), context)
        return {"kind": reply.kind, "problems": reply.problems, "payload": reply.reply}
    try:
        payload, problems = read_input(data, context_of(vector, "host"))
    except ReadError as error:
        return {"kind": "unreadable", "problems": [error.problem], "payload": None}
    known = "misfit" if problems else "known"
    kind = "unknown" if isinstance(payload, UnknownInput) else known
    return {"kind": kind, "problems": problems, "payload": payload}


def of_model(data: bytes | str, vector: Any) -> dict[str, Any]:
    """Returns the outcome of a model's answer."""
    handler = {"type": vector.get("handler", "prompt")}
    if "continue_on_block" in vector:
        handler["continueOnBlock"] = vector["continue_on_block"]
    answer = ModelAnswer(
        data,
        stop_reason=vector.get("stop_reason"),
        timed_out=vector.get("timed_out", False),
        structured_output=not vector["unstructured"],
    )
    context = Context(host=vector.get("host"), handler=handler)
    reading = read_prompt_reply(answer, vector.get("event"), context)
    return {"kind": reading["kind"], "problems": reading["problems"], "reading": reading}


def read(vector: Any) -> dict[str, Any]:
    """Returns the readers' result for a document."""
    data = Path(vector["file"]).read_bytes()
    reading = reading_of(data, vector)
    said = {"verdict": not has(WRONG, reading["problems"]), **reading}
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return said
    if reading_of(text, vector) != reading:
        return {**said, "error": "reads the string unlike its bytes"}
    return said


def replied(vector: Any) -> dict[str, Any]:
    """Returns the reply to a validator's result, with the problems of its plain form and in the `validator` profile."""
    result, event = vector["result"], vector["event"]
    context = {key: vector[key] for key in ("severity", "event", "reason") if key in vector}
    try:
        said = validator_reply(result, **context)
    except ValueError:
        problems = validate(result, "ValidationResult")
        return {"verdict": False, "problems": problems, "reply": None}
    plain = {key: value for key, value in said.reply.items() if key not in result}
    problems = validate(plain, event=event, direction="output")
    dialect = validate(said.reply, event=event, direction="output", context=Context(profile="validator"))
    return {
        "verdict": not problems and not dialect,
        "problems": [*problems, *dialect],
        "reply": said.reply,
        "exit_code": said.exit_code,
        "stderr": said.stderr,
        "note": said.note,
    }


def matched(question: Any) -> dict[str, Any]:
    """Returns the result for a matcher."""
    said = matches(question["event"], question["matcher"], question["value"], context_of(question, "host"))
    return {"verdict": said == "match", "matches": said}


def selected(question: Any) -> dict[str, Any]:
    """Returns which hooks run."""
    selection = select(question["settings"], question["input"], context_of(question, "host"))
    said = {"verdict": True, "selection": selection}
    wrong = validate({**selection}, "Selection")
    return {**said, "error": f"returns no valid selection: {wrong[0]}"} if wrong else said


def lines_of(question: Any) -> dict[str, Any]:
    """Returns what a line of a shell runs."""
    line = commands(question["line"])
    matches = matching(line, question["wanted"])
    counted = [len(matches["commands"]), len(matches["certain"])]
    said = {"verdict": may_run(line, question["wanted"]), "commands": line, "found": counted}
    wrong = validate({**line}, "CommandLine")
    return {**said, "error": f"returns no valid line: {wrong[0]}"} if wrong else said


def value_of(event: Any) -> dict[str, Any]:
    """Returns the value that the matcher of an input is compared with."""
    value = matcher_value(event)
    return {"verdict": value is not None, "value": value}


def text_of(data: bytes) -> bytes | str:
    """Returns the string of bytes, or the bytes if they are not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def with_strings(result: HandlerResult) -> HandlerResult:
    """Returns the result with a string in place of all bytes that are UTF-8."""
    for name in ("stdout", "stderr", "body"):
        setattr(result, name, text_of(getattr(result, name)))
    if result.answer:
        result.answer.text = text_of(result.answer.text)
    return result


def interpreted(vector: Any) -> dict[str, Any]:
    """Returns the outcome of the results of hooks: of bytes, which has to be that of strings; and the results as JSON."""
    said, records = [], []
    for form in (lambda it: it, with_strings):
        results = [form(recorded_result(it["result"])) for it in vector["hooks"]]
        contexts = [Context(**it.get("context", {})) for it in vector["hooks"]]
        given = zip(vector["hooks"], results, contexts, strict=True)
        outcomes = [interpret(it["event"], result, context) for it, result, context in given]
        one = len(outcomes) == 1 and "finished" not in vector
        said.append(outcomes[0] if one else merge(outcomes, vector.get("finished")))
        records.append([it.record() for it in results])
    answer = {"verdict": True, "outcome": said[0], "records": records[0]}
    wrong = validate({**said[0]}, "Outcome")
    if wrong:
        return {**answer, "error": f"returns no valid outcome: {wrong[0]}"}
    if said[0] != said[1] or records[0] != records[1]:
        return {**answer, "error": "reads the string unlike its bytes"}
    return answer


def said_of(vector: Any) -> dict[str, Any]:
    """Returns the result for a vector of any kind."""
    if "hooks" in vector:
        return interpreted(vector)
    if "severity" in vector:
        return replied(vector)
    if "match" in vector:
        return matched(vector["match"])
    if "select" in vector:
        return selected(vector["select"])
    if "commands" in vector:
        return lines_of(vector["commands"])
    if "value_of" in vector:
        return value_of(vector["value_of"])
    return read(vector) if "read" in vector else checked(vector)


if __name__ == "__main__":
    answer_all(said_of)
