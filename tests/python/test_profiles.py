"""The types and models of profiles accept the examples of their profile."""

from importlib import import_module
from typing import Any, get_type_hints, is_typeddict

import pytest
from hookwire import models
from pydantic import TypeAdapter, ValidationError

from binding import same
from fits import misfits
from support import SET, Example, examples, type_of

PROFILES = {"validator": "validator", "wave-design-2025-11": "wave_design_2025_11"}
"""The modules of the profiles."""

EXAMPLES = [
    (profile, example)
    for profile in PROFILES
    for example in examples(SET / "profiles" / profile / "examples")
]


def of_profile(profile: str, name: str) -> tuple[Any, Any]:
    """Returns the model and the typed dictionary of a type under a profile."""
    module = PROFILES[profile]
    own = import_module(f"hookwire.profiles.{module}")
    if not hasattr(own, name):
        return getattr(models, name), type_of(name)
    return getattr(import_module(f"hookwire.models.profiles.{module}"), name), getattr(own, name)


@pytest.mark.parametrize(
    ("profile", "example"), EXAMPLES, ids=lambda it: it.name if isinstance(it, Example) else it
)
def test_examples_of_profiles(profile: str, example: Example) -> None:
    """Valid payloads round-trip and fit the typed dictionary, and invalid ones are refused."""
    payload = example.value
    model, typed = of_profile(profile, example.type)
    adapter: TypeAdapter[Any] = TypeAdapter(model)
    if not example.valid:
        with pytest.raises(ValidationError):
            adapter.validate_python(payload)
        return
    assert same(adapter.dump_python(adapter.validate_python(payload), mode="json"), payload)
    assert misfits(payload, typed, open_=False) == []


def test_every_profile_has_examples() -> None:
    """Each profile of the set is tested, with valid and invalid payloads."""
    folders = {path.parent.name for path in (SET / "profiles").glob("*/profile.toml")}
    assert folders == set(PROFILES)
    tested = {(profile, example.kind) for profile, example in EXAMPLES}
    assert tested == {(it, kind) for it in PROFILES for kind in ("valid", "invalid")}


def test_a_type_that_does_not_differ_is_that_of_the_package() -> None:
    """A profile has only types that differ, or refer to one that does."""
    own = import_module("hookwire.profiles.validator")
    assert not hasattr(own, "PreToolUseInput")
    assert own.PreToolUseSpecificOutput is type_of("PreToolUseSpecificOutput")


@pytest.mark.parametrize("module", PROFILES.values())
def test_every_type_of_every_profile_is_complete(module: str) -> None:
    """Every type that one of them refers to exists, with as many parameters as it is given."""
    own = import_module(f"hookwire.profiles.{module}")
    of_models = import_module(f"hookwire.models.profiles.{module}")
    declared = {name for name, it in vars(own).items() if is_typeddict(it)}
    assert len(declared) > 10
    for name in declared:
        get_type_hints(getattr(own, name), include_extras=True)
    for name in declared & vars(of_models).keys():
        TypeAdapter(getattr(of_models, name)).json_schema()
