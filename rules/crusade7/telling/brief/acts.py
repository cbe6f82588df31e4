"""A line of the short telling under way, and its words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rules.crusade7 import events as ev
from rules.crusade7.apply import apply
from rules.crusade7.army.statblock import STATS, Attack
from rules.crusade7.orders import ordinal
from rules.crusade7.sequence import average_text
from rules.crusade7.state import PHASES, Army, State, Until
from rules.crusade7.telling import report
from rules.crusade7.telling.describe import phase_name
from rules.crusade7.telling.report import is_secret
from rules.crusade7.telling.roll import listed_ranges, place_text, ranges
from rules.display.view import Line, Span
from rules.line.events import Event, PhaseBegan
from rules.line.frozen import Frozen
from rules.line.said import NO_WORDS, Words, filled

# The events of an entry as a viewer may see them, cut into acts.


Kind = Literal["deed", "strike", "magic", "turn"]


class Seen(Frozen):
    """An event and the state that it happened in."""

    event: Event
    before: State


@dataclass(slots=True)
class Act:
    """Something done and what came of it.

    `deed`: what the order itself says, and what follows without an act of its own; `strike`: one
    attack, a blast with all whom it hits; `magic`: a spell, an attempt at a power; `turn`: what
    the end of a turn or phase brings.
    """

    kind: Kind
    seen: list[Seen] = field(default_factory=list)

    def hits(self) -> list[ev.AttackResolved]:
        """The attacks of a strike: one, or one for each unit in a blast."""
        return [one.event for one in self.seen if isinstance(one.event, ev.AttackResolved)]


AHEAD = (ev.AttackMade, ev.UseSpent, ev.TacticSprung)
"""What is emitted before the strike that it belongs to."""

TURNS = (PhaseBegan, ev.SecondTurn, ev.MoraleTested, ev.RoundEnded, ev.OrderOfPlay)

DEEDS = (
    *(ev.Moved, ev.Stayed, ev.Embarked, ev.Arrived, ev.Charged, ev.Engaged, ev.StoodUp),
    *(ev.TacticUsed, ev.Denied),
)


def witnessed(state: State, events: Iterable[Event], viewer: int | None) -> Iterator[Seen]:
    """What this viewer may know of, each with the state before it."""
    for event in events:
        if not is_secret(event, state, viewer):
            yield Seen(event, state)
        state = apply(state, event)


def cut(witnesses: Iterable[Seen], first: Kind = "deed") -> list[Act]:
    """The acts in their order; the first one is the order itself, though it may be empty."""
    acts, ahead = [Act(first)], list[Seen]()
    for one in witnesses:
        if isinstance(one.event, AHEAD):
            ahead.append(one)
            continue
        kind = kind_of(one, acts[-1])
        if kind:
            acts.append(Act(kind))
        acts[-1].seen += (*ahead, one)
        ahead = []
    acts[-1].seen += ahead
    return acts


def kind_of(one: Seen, current: Act) -> Kind | None:
    """The kind of act that begins with an event; None: it belongs to the one under way."""
    match one.event:
        case ev.AttackResolved():
            return None if is_of_blast(one, current) else "strike"
        case ev.SpellCast() | ev.AttemptBegan():
            return "magic"
        case event if isinstance(event, TURNS):
            return None if current.kind == "turn" else "turn"
        case event if isinstance(event, DEEDS) or is_landing(event):
            return None if current.kind == "deed" else "deed"
    return None


def is_landing(event: Event) -> bool:
    """Did a unit get out of a transport because it was told to?"""
    return isinstance(event, ev.Disembarked) and not event.forced


def is_of_blast(one: Seen, current: Act) -> bool:
    """C7-ATTR-1: is it the same blast that reaches one more unit?"""
    hits, hit = current.hits(), one.event
    if current.kind != "strike" or not hits or not isinstance(hit, ev.AttackResolved):
        return False
    made = (hits[0].attacker, hits[0].attack, hits[0].cause)
    if made != (hit.attacker, hit.attack, hit.cause):
        return False
    is_new = hit.target not in [other.target for other in hits]
    return is_new and is_blast(one.before, hit)


def is_blast(state: State, hit: ev.AttackResolved) -> bool:
    """C7-ATTR-1: a blast of the statblock, or of a spell or power of that name."""
    unit = state.find(hit.attacker)
    block = state.block(unit) if unit else None
    attacks: list[Attack] = [*(block.attacks if block else ())]
    for text in (*(block.own_spells if block else ()), *state.library.spells):
        attacks += text.effects.strikes if text.name == hit.attack else ()
    for power in state.library.powers:
        attacks += power.effects.strikes if power.name == hit.attack else ()
    return any(one.blast for one in attacks if one.name in (hit.attack, ""))


def of_kind(acts: Sequence[Act], kind: Kind) -> list[Act]:
    """The acts of one kind."""
    return [act for act in acts if act.kind == kind]


# Pieces of a short line, and the numbers in them.


BETWEEN = " · "


def worded(text: str) -> Line:
    """Words as they are."""
    return (Span(text),)


def strong(text: str) -> Line:
    """A death, or a result."""
    return (Span(text, strong=True),)


def join(parts: Iterable[Line], between: str = BETWEEN) -> Line:
    """Pieces behind each other; neighbours of the same kind become one."""
    spans: list[Span] = []
    for part in parts:
        for span in ((Span(between),) if spans else ()) + part:
            if spans and not span.strong and not spans[-1].strong:
                spans[-1] = Span(spans[-1].text + span.text)
            else:
                spans.append(span)
    return tuple(span for span in spans if span.text)


def sentences(parts: Iterable[Line]) -> Line:
    """`WB1 moves to 11,17. Spear of L4: ...`."""
    return join(parts, ". ")


def change(before: object, after: object) -> str:
    """`32 → 25`."""
    return f"{before} → {after}"


def told(one: Seen, more: Words = NO_WORDS) -> str:
    """An event in the words of its short telling (`SHORT`), or else of the report; `more`: what the
    line that it stands in has to say of it."""
    return filled(one.event.SHORT or one.event.SAYS, one.event, {**words_of(one), **more})


def words_of(one: Seen) -> Words:
    """What both tellings of an event name behind a colon."""
    return {**report.words_of(one.before), **short_words(one.before)}


def short_words(before: State) -> Words:
    """What the short tellings of events name behind a colon besides the words of the report."""

    def army(event: ev.UnitsBought) -> Army:
        return before.armies[event.seat]

    def where_it_was(ref: str) -> str:
        unit = before.find(ref)
        return place_text(unit) if unit else ""

    return {
        "several": lambda units: listed_ranges(tuple(unit.ref for unit in units)),
        "gold left": lambda event: f"{army(event).gold - event.gold} gold",
        "cp left": lambda event: f"{army(event).cp - event.cp} CP",
        "old cp": lambda event: str(event.left + event.cp),
        "whereabouts": place_text,
        "where it was": where_it_was,
        "attribute": lambda attribute: str(NAMES.get(attribute, attribute)),
        "old total": lambda event: str(event.total - event.cp),
        "one more": lambda left: str(left + 1),
        "phase now": lambda event: phase_name(before.flow.phase),
        "phase": phase_name,
        "later": lambda one: f" of round {one.round}" * (one.round != before.flow.round),
        "in short": shortened,
        "at length": lambda text: shortened(text, 120),
        "in words": until_words,
        "ordinal": ordinal,
        "ranges": ranges,
        "value": lambda test: f", value {test.value}" * (test.value != test.die),
    }


NAMES = {
    **{name.lower(): name for name in STATS},
    **{"hp": "HP", "maxhp": "maximum HP", "ac": "AC", "cp": "CP"},
}
"""How attributes are written that are not written as they are said."""


def renamed(event: ev.BattleBegan) -> Iterator[str]:
    """C7-SETUP-9: the battle begins, and the references of army 2 that changed."""
    yield "the battle begins"
    if event.renamed:
        yield f"army 2's {', '.join(f'{old} is now {new}' for old, new in event.renamed)}"


def mean(number: tuple[int, int]) -> str:
    """A mean or a half without needless zeros: `4`, `3.5`, `2.33`."""
    text = average_text(number)
    return text.rstrip("0").rstrip(".") if "." in text else text


def until_words(until: Until | None) -> str:
    """C7-TURN-9: ` until the Mana Phase of round 3`; nothing if it has no time."""
    if until is None:
        return ""
    phase = phase_name(PHASES[until.phase]) if until.phase >= 0 else "Setup"
    return f" until the {phase} Phase of round {until.round}"


def shortened(text: str, most: int = 60) -> str:
    """A text of others on one line, cut where it is too long."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
