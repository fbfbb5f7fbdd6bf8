"""Makes inputs to start from out of the sets, the mistakes and the examples in the repository: seeds.py <folder>."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EVENTS = ["PreToolUse", "Stop", "PermissionRequest", "Elicitation", "WorktreeCreate"]


def bundle(files: list[tuple[str, str]]) -> str:
    return "\n".join(f">>> {path}\n{text}" for path, text in files)


def sets(out: Path) -> int:
    """Each folder that has schemas, whole, unless it is a big one."""
    folders = {path.parent for base in ("tests/sets", "tests/diagnostics", "tests/newer") for path in (ROOT / base).rglob("*.schema.json")}
    made = 0
    for folder in sorted(folders):
        files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".json", ".toml") and path.stat().st_size < 8000]
        texts = [(str(path.relative_to(folder)), path.read_text(errors="replace")) for path in files]
        texts = [(path, text) for path, text in texts if ">>> " not in text]
        if sum(len(text) for _, text in texts) < 16000:
            (out / "-".join(folder.relative_to(ROOT / "tests").parts)).write_text(bundle(texts))
            made += 1
    return made


def payloads(out: Path) -> int:
    """Each example, with its type."""
    made = 0
    files = {path.stem: json.loads(path.read_text()) for path in sorted((ROOT / "schemas/examples").glob("*.json"))}
    examples = [(of, kind, *it) for of, kinds in files.items() for kind, all_ in kinds.items() for it in all_.items()]
    for of, kind, name, example in examples:
        text = json.dumps(example["value"], indent=2)
        if len(text) > 4000:
            continue
        event = next((event for event in EVENTS if of.startswith(event)), EVENTS[made % len(EVENTS)])
        asked = {"type": of, "event": event, "host": "2.1.163", "tool": "Bash", "profile": "validator", "handler": "http",
                 "matcher": "Ba.*|Edit", "value": "Bash"}
        (out / f"{of}-{kind}-{name}").write_text(bundle([("asked", json.dumps(asked)), ("payload", text)]))
        made += 1
    return made


def assertions(out: Path) -> int:
    """Each payload of the step `assertions`, with its type."""
    made = 0
    for of, kinds in json.loads((ROOT / "tests/assertions/payloads.json").read_text()).items():
        for payload in kinds["valid"] + kinds["invalid"]:
            (out / f"{of}-{made}").write_text(bundle([(of, json.dumps(payload))]))
            made += 1
    return made


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, make in {"generate": sets, "validators": payloads, "assertions": assertions}.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        print(name, make(folder / name))
