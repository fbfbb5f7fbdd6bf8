"""`simulate_settings`: the outcome of the hooks of settings, and what else may change it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hookwire.host import simulate_settings

TEXT = (Path(__file__).parents[1] / "conform" / "simulated.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", [pytest.param(it, id=it["id"]) for it in map(json.loads, TEXT.splitlines())])
def test_the_outcome_says_whether_another_handler_may_change_it(line: Any) -> None:
    """Each handler that may run, and was not run, is listed, and the outcome depends on it."""
    run = simulate_settings(line["settings"], line["input"])
    assert [it["message"] for it in run.depends_on] == line["depends_on"]
    expected = line["outcome"]
    if run.outcome is None or expected is None:
        assert run.outcome is expected
        return
    assert (run.outcome.action, run.outcome.depends_on) == (expected["action"], expected["depends_on"])
    assert run.outcome.explanation.endswith(expected["ends"])
    assert ("may change this" in run.outcome.explanation) is bool(line["depends_on"])
