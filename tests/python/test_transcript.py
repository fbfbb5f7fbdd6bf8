"""The reader of transcripts, and the hook of the documentation that uses it."""

import builtins
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hookwire.host import Transcript, read_transcript
from hookwire.validate import validate

from support import ROOT, mypy, pyright, run

FOLDER = ROOT / "tests/transcripts"
PAGE = ROOT / "generated/docs/prompt-hooks.md"
ENTRY = b'{"type": "a"}\n'


def lines_of(name: str) -> dict[str, dict[str, Any]]:
    """Returns the cases of a file by name."""
    cases = [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]
    found = {case["name"]: case for case in cases}
    assert len(found) == len(cases), "a name is there twice"
    return found


CASES = lines_of("cases.jsonl")
HOOK = lines_of("hook.jsonl")


def bytes_of(case: dict[str, Any]) -> bytes:
    """Returns the transcript of a case."""
    if "hex" in case:
        return bytes.fromhex(case["hex"])
    return b"".join(text.encode() * times for text, times in case["text"])


def read(transcript: Transcript, case: dict[str, Any]) -> dict[str, Any]:
    """Returns what is read, as a case has it. `raw` is left out where the case does so."""
    entries: list[dict[str, Any]] = [{**entry} for entry in transcript]
    for entry, expected in zip(entries, case["entries"], strict=False):
        if "raw" not in expected:
            del entry["raw"]
    skipped = {"skipped": transcript.skipped, "skipped_count": transcript.skipped_count}
    return {**case, "entries": entries, **skipped}


@pytest.mark.parametrize("name", CASES)
def test_a_transcript_is_read_from_anything(name: str, tmp_path: Path) -> None:
    """A path, an open file and lines give the entries and the skipped lines of the case."""
    case = CASES[name]
    data = bytes_of(case)
    path = tmp_path / "transcript.jsonl"
    path.write_bytes(data)
    assert read(read_transcript(path), case) == case
    if len(data) > 100_000:
        return
    assert read(read_transcript(str(path)), case) == case
    assert read(read_transcript(io.BytesIO(data)), case) == case
    assert read(read_transcript(io.BytesIO(data).readlines()), case) == case
    text = data.decode("utf-8", "replace")
    assert read(read_transcript(io.StringIO(text, newline="\n")), case) == case


def test_what_is_read_is_of_its_type() -> None:
    """Every entry and every skipped line is valid."""
    entries, skipped = 0, 0
    for case in CASES.values():
        transcript = read_transcript(io.BytesIO(bytes_of(case)))
        for entry in transcript:
            entries += 1
            assert validate({**entry, "raw": {}}, "TranscriptEntry") == []
        for line in transcript.skipped:
            skipped += 1
            assert validate(line, "SkippedLine") == []
    assert min(entries, skipped) > 50


def test_lines_without_line_ends_are_lines() -> None:
    """Lines that `splitlines` has split are read, too."""
    lines = ['{"type": "a"}', "", "{", '{"type": "b"}']
    transcript = read_transcript(lines)
    assert [(it["line"], it["raw"]["type"]) for it in transcript] == [(1, "a"), (4, "b")]
    assert [(it["line"], it["reason"]) for it in transcript.skipped] == [
        (2, "empty"),
        (3, "not-json"),
    ]


def test_lines_are_read_one_by_one() -> None:
    """No line is read before its entry is asked for, so the file can be of any size."""
    count = 0

    def lines() -> Iterator[bytes]:
        nonlocal count
        while True:
            count += 1
            yield ENTRY

    transcript = read_transcript(lines())
    assert count == 0
    assert [next(transcript)["line"] for _ in range(3)] == [1, 2, 3]
    assert count == 3


def test_no_more_than_a_part_of_a_line_is_read_at_once() -> None:
    """A line that has no end does not fill the memory."""
    sizes: list[int] = []

    class File(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            sizes.append(-1 if size is None else size)
            return super().readline(size)

    (entry,) = read_transcript(File(ENTRY))
    assert entry["line"] == 1
    assert sizes
    assert all(0 < size <= 64 * 1024 * 1024 + 1 for size in sizes)


def test_the_file_is_closed_when_the_reading_ends_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that has found what it looked for need not read the rest."""
    path = tmp_path / "transcript.jsonl"
    path.write_bytes(ENTRY * 3)
    files: list[Any] = []
    real = open

    def opened(*arguments: Any, **options: Any) -> Any:
        files.append(real(*arguments, **options))
        return files[-1]

    monkeypatch.setattr(builtins, "open", opened)
    for entry in read_transcript(path):
        assert entry["line"] == 1
        break
    assert [file.closed for file in files] == [True]


def test_what_cannot_be_read_raises() -> None:
    """A file that is missing, and lines of another type."""
    with pytest.raises(FileNotFoundError):
        next(read_transcript("no-such-file.jsonl"))
    data: Any
    for data in (b"{}", [1], [None]):
        with pytest.raises(
            TypeError, match="a line of a transcript has to be bytes or a string, not"
        ):
            list(read_transcript(data))


def documented() -> str:
    """Returns the hook of the documentation."""
    section = PAGE.read_text(encoding="utf-8").split('<a id="command-that-asks">')[1]
    return section.split("```python\n")[1].split("```\n")[0]


def with_files(folder: Path, case: dict[str, Any]) -> None:
    """Writes the hook into a folder, with a model that answers as the case says."""
    hook = documented()
    assert "\nSECONDS = 20 " in hook
    if case.get("is_slow"):
        hook = hook.replace("\nSECONDS = 20 ", "\nSECONDS = 0.2 ")
    (folder / "stop_hook.py").write_text(hook, encoding="utf-8")
    (folder / "my_model.py").write_text((FOLDER / "my_model.py").read_text(encoding="utf-8"))
    (folder / "answers.json").write_text(json.dumps(case["answers"]))
    (folder / "asked.jsonl").touch()


@pytest.mark.parametrize("name", HOOK)
def test_the_documented_hook_always_replies(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the model answers, the reply is the expected one."""
    case = HOOK[name]
    with_files(tmp_path, case)
    monkeypatch.setenv("MODEL", str(tmp_path))
    event = {
        "session_id": "s",
        "transcript_path": str(FOLDER / "hook-transcript.jsonl"),
        "cwd": "/p",
        "hook_event_name": "Stop",
        "stop_hook_active": False,
        "last_assistant_message": "All is done.",
        **case.get("input", {}),
    }
    event = {key: value for key, value in event.items() if value is not None}
    done = run("-W", "error", str(tmp_path / "stop_hook.py"), stdin=json.dumps(event))
    assert done.returncode == 0, done.stderr
    assert (json.loads(done.stdout) if done.stdout else None) == case["reply"]
    asked = [json.loads(line) for line in (tmp_path / "asked.jsonl").read_text().splitlines()]
    if "asked" in case:
        assert len(asked) == case["asked"]
    expected = (FOLDER / "hook-question.txt").read_text(encoding="utf-8").removesuffix("\n")
    if "last_assistant_message" in case.get("input", {}):
        expected = expected.removesuffix("All is done.")
    assert all(question == expected for question in asked)


@pytest.mark.slow
def test_the_documented_hook_has_types(tmp_path: Path) -> None:
    """Type checkers accept it as it is."""
    with_files(tmp_path, next(iter(HOOK.values())))
    assert mypy(tmp_path) == []
    assert pyright(tmp_path) == []
