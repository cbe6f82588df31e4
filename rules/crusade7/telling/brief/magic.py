"""Spells and attempts at powers in short, each with what came of it."""

from collections.abc import Iterator, Sequence

from rules.crusade7 import events as ev
from rules.crusade7.orders import ordinal
from rules.crusade7.telling.brief import strikes
from rules.crusade7.telling.brief.acts import Act
from rules.crusade7.telling.brief.outcomes import outcomes
from rules.crusade7.telling.brief.spans import change, join, worded
from rules.crusade7.telling.labels import ranges
from rules.display.view import Line
from rules.line.events import Rolled


def lines_of(acts: Sequence[Act]) -> Iterator[Line]:
    """One line for each spell or attempt; its own attacks are part of it."""
    for number, act in enumerate(acts):
        if act.kind == "magic":
            yield line(act, list(own_strikes(act, acts[number + 1 :])))


def own_strikes(act: Act, after: Sequence[Act]) -> Iterator[Act]:
    """The attacks that are the spell's or the power's own."""
    for other in after:
        if other.kind != "strike" or other.hits()[0].attack != name_of(act):
            return
        yield other


def is_magic(strike: Act, acts: Sequence[Act]) -> bool:
    """Is it told with a spell or a power?"""
    return any(
        strike is own
        for number, act in enumerate(acts)
        if act.kind == "magic"
        for own in own_strikes(act, acts[number + 1 :])
    )


def name_of(act: Act) -> str:
    """The spell, or the power."""
    for one in act.seen:
        if isinstance(one.event, ev.SpellCast):
            return one.event.spell
        if isinstance(one.event, ev.AttemptBegan):
            return one.event.power
    return ""


def line(act: Act, own: Sequence[Act]) -> Line:
    """`HM1 casts Ward on L1 (1st level slot 4 → 3) · L1 +2 AC until ...`."""
    seen = [*act.seen, *(one for strike in own for one in strike.seen)]
    told = join([worded(head(act)), *outcomes(seen, (name_of(act), "Support"))])
    hits = [hit for strike in own for hit in strike.hits()]
    sums = list(dict.fromkeys(strikes.arithmetic(hit) for hit in hits))
    if len(sums) != 1:
        return join([told, *strikes.unhurt(hits)])
    results = outcomes(seen, (name_of(act), "Support"))
    return join([worded(f"{head(act)}: {sums[0]}"), *results, *strikes.unhurt(hits)])


def head(act: Act) -> str:
    """What was cast or attempted, and whether the test passed."""
    support = strikes.with_support(act)
    for one in act.seen:
        if isinstance(one.event, ev.SpellCast):
            cast = one.event
            on = f" on {ranges(cast.targets)}" if cast.targets else ""
            slots = f" ({ordinal(cast.level)} level slot {change(cast.left + 1, cast.left)})"
            return f"{cast.unit} casts {cast.spell}{on}{support}{slots if cast.level else ''}"
        if isinstance(one.event, ev.PsionicTested):
            return tested(one.event, support, was_loaded(act))
    began = act.seen[0].event
    assert isinstance(began, ev.AttemptBegan)
    return f"{began.unit} attempts {began.power}"


def tested(test: ev.PsionicTested, support: str, loaded: bool) -> str:
    """C7-PSI-1: `PP1 manifests Smite on L1: roll 9, value 5 against charge 5, passed`."""
    on = f" on {ranges(test.targets)}" if test.targets else ""
    value = "" if test.value == test.die else f", value {test.value}"
    denied = f", denied by {test.denier}" if test.denier else ""
    by_gm = " (loaded by the GM)" if loaded else ""
    result = "passed" if test.passed else "failed"
    return (
        f"{test.unit} manifests {test.power}{on}{support}: roll {test.die}{by_gm}{denied}{value} "
        f"against charge {test.charge}, {result}"
    )


def was_loaded(act: Act) -> bool:
    """Did the GM lay the face ready?"""
    return any(isinstance(one.event, Rolled) and one.event.loaded for one in act.seen)
