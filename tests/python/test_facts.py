"""The facts in the package are equal to those of the schemas."""

import json

from hookwire.host import CAPS, CONTROLS, ENVIRONMENT

from support import SET

CATALOGUE = json.loads((SET / "events.json").read_text(encoding="utf-8"))


def test_caps_and_variables_match_the_schemas() -> None:
    """Caps come from `x-cap` and the catalogue, variables from the catalogue."""
    stdout = CATALOGUE["caps"][0]
    base = json.loads((SET / "hooks/hook-output-base.schema.json").read_text(encoding="utf-8"))
    assert CAPS["stdout"] == {key: stdout[key] for key in ("limit", "unit", "beyond")}
    assert CAPS["systemMessage"] == base["properties"]["systemMessage"]["x-cap"]
    assert "reason" not in CAPS
    variables = [it for it in CATALOGUE["environment"] if it["status"] == "set"]
    assert {it["name"]: it["when"] for it in variables} == ENVIRONMENT
    assert [it["name"] for it in CATALOGUE["controls"]] == list(CONTROLS)
