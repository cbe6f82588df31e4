"""What `breakdown` watches is still called so."""

from tests.bench.tracing import steps_of_a_message


def test_every_step_that_is_watched_is_there() -> None:
    """Else the bench would end at it."""
    for owner, attribute, name in steps_of_a_message():
        assert callable(getattr(owner, attribute, None)), name
