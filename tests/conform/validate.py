"""The validator of the Python package as a binding of `cargo xtask conform`; README.md says what it reads and answers.

Beside the verdict it answers with what the host makes of the payload (`host`), the verdict again
(`strict`), and the problems.
"""

import hashlib
import json
import sys
from typing import Any

from hookwire import Problem, validate
from hookwire._read import UnreadableError, decoded, parsed
from hookwire._table import WORDS
from hookwire._validate import problem, type_of

REFUSED = {"rejected", "mismatch"}
WRONG = REFUSED | {"ignored"}


def of_text(text: bytes, name: str, host: str | None) -> list[Problem]:
    """What is wrong with the bytes of a document."""
    try:
        payload = parsed(decoded(text))
    except UnreadableError as error:
        severity = "rejected" if type_of(name)["output"] else "mismatch"
        return [problem(error.code, severity, WORDS[error.code])]
    return validate(payload, type=name, host=host)


def answer(vector: Any) -> dict[str, Any]:
    """What is said of a vector."""
    name, host = vector["type"], vector.get("host")
    if "hex" in vector:
        problems = again = of_text(bytes.fromhex(vector["hex"]), name, host)
    else:
        problems = validate(vector["payload"], type=name, host=host)
        again = of_text(json.dumps(vector["payload"]).encode(), name, host)
    severities = {problem["severity"] for problem in problems}
    verdict = not severities & WRONG
    said = {
        "id": vector["id"],
        "verdict": verdict,
        "host": not severities & REFUSED,
        "strict": verdict,
        "problems": problems,
    }
    return said if problems == again else {**said, "error": f"says of the text: {again}"}


def main() -> None:
    """Answers line by line, then with the digest over all answers in the order of their ids."""
    answers = []
    for line in sys.stdin.buffer:
        said = answer(json.loads(line))
        answers.append((said["id"], "true" if said["verdict"] else "false"))
        print(json.dumps(said), flush=True)
    lines = "".join(f"{name} {verdict}\n" for name, verdict in sorted(answers))
    digest = hashlib.sha256(lines.encode()).hexdigest()
    print(json.dumps({"digest": digest, "count": len(answers)}), flush=True)


if __name__ == "__main__":
    main()
