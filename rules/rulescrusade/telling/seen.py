"""What everybody sees of a model or chit, in short: state, weapons, what has changed."""

from rules.display.acts import in_ranges
from rules.display.words import counted
from rules.rulescrusade.expect import carried_by
from rules.rulescrusade.state import State, Unit
from rules.rulescrusade.telling.key import condition_words, where

Sight = tuple[object, ...]


def sight_of(state: State, unit: Unit) -> Sight:
    """RC-BRD-3: what the key says of it; of a chit, where it lies and whether it was scanned."""
    if unit.chit:
        return (unit.place, unit.at, unit.inside, unit.has("scanned"))
    return (unit.place, unit.at, unit.inside, *state_of(state, unit))


def state_of(state: State, unit: Unit) -> Sight:
    """The same without its place: models that agree in it stand in one line."""
    return (unit.kind, unit.boss, hits_text(unit), notes_of(state, unit))


def hits_text(unit: Unit) -> str:
    """`1 hit`; hurt, `1/2 hits`."""
    if unit.hits != unit.maxhits:
        return f"{unit.hits}/{unit.maxhits} hits"
    return counted(unit.hits, "hit")


def notes_of(state: State, unit: Unit) -> str:
    """RC-BRD-3: conditions, weapons that are not ready, what it carries and owes."""
    facts = [", ".join(condition_words(unit))]
    facts.append(", ".join(f"{arm.name} {arm.state}" for arm in unit.weapons if not arm.ready))
    carried = carried_by(state, unit)
    facts.append(f"carries {', '.join(carried)}" if carried else "")
    facts.append(f"latched onto {unit.latched}" if unit.latched else "")
    facts.append(f"owes {counted(unit.owes, 'action')}" if unit.owes else "")
    return "; ".join(fact for fact in facts if fact)


def has_changed(state: State, unit: Unit, since: State | None) -> bool:
    """Does the key say something else of it than in that earlier state?"""
    if since is None:
        return False
    old = since.find(unit.ref)
    return old is None or sight_of(since, old) != sight_of(state, unit)


def place_of(state: State, unit: Unit) -> str:
    """`5,12`, `4,5 inside B1.1`."""
    return where(state, unit)


def labels(refs: list[str]) -> str:
    """`O1-O6, O8`: of a key, from two on."""
    return in_ranges(refs, least=2)
