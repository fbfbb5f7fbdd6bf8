"""The facts in the package are equal to those of the schemas."""

import json

from hookwire.host import CAPS, CONTROLS, ENVIRONMENT, HOST_VERSIONS, REPEATS

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
    assert {it["name"]: it["again"] for it in CATALOGUE["events"] if "again" in it} == REPEATS


def test_versions_are_in_order_and_have_those_of_the_catalogue() -> None:
    """A change of a type, and one that only a cell of the catalogue has."""
    assert list(HOST_VERSIONS) == sorted(HOST_VERSIONS, key=lambda it: [int(part) for part in it.split(".")])
    assert {"2.1.85", "2.1.163", "2.1.281", "2.1.332"} <= set(HOST_VERSIONS)
