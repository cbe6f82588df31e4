"""A sample of the hostile inputs; `make hostile` tries as many as one likes."""

import pytest

from tests.hostile.doors import DOORS
from tests.hostile.trying import part

EACH = 8


@pytest.mark.parametrize("door", DOORS)
def test_hostile_inputs(door: str) -> None:
    """Whatever comes in is answered or refused as the house refuses, in bounded time."""
    tried = part(door, "suite", EACH)
    assert tried.tried == EACH
    assert not tried.wrong, "\n".join(tried.wrong)
    assert tried.answers
