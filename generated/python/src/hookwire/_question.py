"""Asks a model as the host does for a prompt or agent hook: the question, and the answer in a message."""

from ._arguments import expect_mapping
from ._input_text import text_of_input
from ._json_values import is_array, is_object
from ._plan import EVENT_KEY, MODEL_HANDLERS
from ._prompt import ModelAnswer
from ._prompts import COMPLETE, EVENTS, INSTRUCTIONS, LIMITS, TOOL
from ._validate import asked

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ._context import Context
    from ._types import PromptQuestion

_ARGUMENTS = "$ARGUMENTS"


def prompt_question(
    handler: "Mapping[str, Any]",
    input: "Mapping[str, Any]",  # noqa: A002  # the same name in every language
    context: "Context | None" = None,
) -> "PromptQuestion":
    """Builds the question to a model for a prompt or agent hook.

    Args:
        handler: The handler's entry in the settings, of type `prompt` or `agent`. Uses `prompt`,
            `model` and `timeout`.
        input: The input of the event.
        context: Uses the `host`.

    Returns:
        The question: send its `system`, its `prompt` and its `schema` to a model. Pass the answer
        to `read_prompt_reply`, or to `interpret` as `model(answer)`.

    Raises:
        ValueError: The handler is of another type or has no `prompt`, or its prompt has a
            placeholder for a word of the input, such as `$1`.
        TypeError: `handler` or `input` is not a mapping, or `context` is not a `Context`.
    """
    expect_mapping("handler", handler)
    expect_mapping("input", input)
    kind, prompt = handler.get("type"), handler.get("prompt")
    limit: Any = handler.get("timeout")
    if kind not in MODEL_HANDLERS:
        raise ValueError(f"a question needs a handler of type `prompt` or `agent`, not `{kind}`")
    if not isinstance(prompt, str) or not prompt:
        raise ValueError(f"a `{kind}` handler needs a `prompt`")
    version = asked(context)[0]
    is_complete = version is None or version >= COMPLETE
    is_agent = kind == "agent"
    on_event = EVENTS.get(str(input.get(EVENT_KEY)), {}).get(kind, {})
    can_give_up = bool(on_event.get("impossible"))
    properties: dict[str, Any] = {"ok": {"type": "boolean"}, "reason": {"type": "string"}}
    instructions = [INSTRUCTIONS["judge"]]
    if is_agent:
        instructions.append(INSTRUCTIONS["agent"].replace("{tool}", TOOL))
    else:
        instructions.append(INSTRUCTIONS["answer"])
    if can_give_up and is_complete:
        instructions[-1] += "\n" + INSTRUCTIONS["impossible"]
        properties["impossible"] = {"type": "boolean"}
    question: PromptQuestion = {
        "system": "\n\n".join(instructions),
        "prompt": _filled(prompt, text_of_input(input)),
        "schema": {
            "type": "object",
            "properties": properties,
            "required": ["ok", "reason"] if is_complete and not is_agent else ["ok"],
            "additionalProperties": False,
        },
        "timeout": limit if _is_limit(limit) else LIMITS[kind],
        "transcript": can_give_up,
    }
    if is_agent:
        question["tool"] = TOOL
    model = handler.get("model")
    if isinstance(model, str):
        question["model"] = model
    return question


def message_answer(message: "Mapping[str, Any]", handler: str = "prompt") -> ModelAnswer:
    """Returns the answer in a message of a model.

    Args:
        message: The message, as the API of the model returns it: its `content` is a text, or a list
            of blocks, each with a `type`. Uses the `stop_reason`, too.
        handler: The kind of the hook. A `prompt` is answered by the texts of the message, and an
            `agent` by its last call of the tool for answers.

    Raises:
        ValueError: `handler` is neither `prompt` nor `agent`.
        TypeError: `message` is not a mapping.
    """
    expect_mapping("message", message)
    if handler not in MODEL_HANDLERS:
        raise ValueError(f"`handler` is `prompt` or `agent`, not {handler!r}")
    content, stop = message.get("content"), message.get("stop_reason")
    blocks = content if is_array(content) else [{"type": "text", "text": content}]
    known = [it for it in blocks if is_object(it)]
    texts = [it.get("text") for it in known if it.get("type") == "text"]
    text = "".join(it for it in texts if isinstance(it, str))
    reason = stop if isinstance(stop, str) else None
    if handler == "prompt":
        return ModelAnswer(text, stop_reason=reason)
    calls = [it for it in known if it.get("type") == "tool_use" and it.get("name") == TOOL]
    if not calls:
        return ModelAnswer(text, stop_reason=reason, structured_output=False)
    return ModelAnswer(text_of_input(calls[-1].get("input")), stop_reason=reason)


def _is_limit(value: object) -> bool:
    return isinstance(value, (int, float)) and value is not True and value > 0


def _filled(prompt: str, arguments: str) -> str:
    """Puts the input in the place of `$ARGUMENTS`, or after the prompt."""
    parts: list[str] = []
    start, is_filled = 0, False
    while (at := prompt.find("$", start)) >= 0:
        if at > start and prompt[at - 1] == "\\":
            parts.append(prompt[start : at - 1] + "$")
            start = at + 1
            continue
        is_whole = prompt.startswith(_ARGUMENTS, at)
        end = at + len(_ARGUMENTS) if is_whole else at + 1
        number = _number(prompt, end, is_index=is_whole)
        if number:
            message = INSTRUCTIONS["word"].replace("{found}", prompt[at:end] + number)
            raise ValueError(message)
        parts.append(prompt[start:at] + (arguments if is_whole else "$"))
        start, is_filled = end, is_filled or is_whole
    filled = "".join(parts) + prompt[start:]
    return filled if is_filled else f"{filled}\n\nARGUMENTS: {arguments}"


def _number(text: str, at: int, *, is_index: bool) -> str:
    """Returns the number of a word at this place: `1`, or `[1]`."""
    first = at + 1 if is_index else at
    if is_index and text[at : at + 1] != "[":
        return ""
    end = first
    while end < len(text) and "0" <= text[end] <= "9":
        end += 1
    after = text[end : end + 1]
    if end == first:
        return ""
    if is_index:
        return text[at : end + 1] if after == "]" else ""
    is_word = after.isascii() and (after.isalnum() or after == "_")
    return "" if is_word else text[at:end]
