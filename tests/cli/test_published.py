"""What `hookwire check` finds in public packages is what somebody has labelled, and at most 1 in 50 is false."""

import sys
from typing import Any

import pytest

from conftest import PROGRAM, ROOT

sys.path.insert(0, str(ROOT / "tests/published"))

import hooks


@pytest.mark.parametrize("package", hooks.PACKAGES, ids=[it["name"] for it in hooks.PACKAGES])
def test_what_is_found_in_a_public_package_is_labelled(package: dict[str, Any]) -> None:
    """A new finding needs a label; one that is gone, too."""
    if not hooks.folder_of(package).is_dir():
        pytest.skip("the package is not here: python tests/published/hooks.py")
    assert hooks.found(PROGRAM, package) == hooks.labelled(package)


def test_at_most_one_in_fifty_is_false() -> None:
    """Of the findings with a label."""
    labels = [it["label"] for it in hooks.LABELS]
    assert set(labels) <= {"true", "noise", "false"}
    assert labels.count("false") * 50 <= len(labels)
    assert all(it["why"] for it in hooks.LABELS)
