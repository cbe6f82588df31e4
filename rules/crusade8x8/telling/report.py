"""What is told of an event: its sentences, its short form, and why it happened."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rules.crusade8x8 import events as ev
from rules.crusade8x8.apply import apply
from rules.crusade8x8.attributes import army_count
from rules.crusade8x8.board import COLOURS, KIND_OF_LETTER, KINDS, by_name, counts_text, tile_name
from rules.crusade8x8.orders import Choose
from rules.crusade8x8.setup import automatic_choice, due_text
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.view import changes
from rules.display.acts import SharedSentences, begun, sentences, told_by
from rules.display.view import Line, Span
from rules.line import events as shared
from rules.line.orders import Order
from rules.line.said import Words, filled

# C8-REPORT-1: one sentence or more for each event, as a viewer may read it.


Sentences = tuple[str, ...]


def report(event: shared.Event, viewer: int | None) -> Sentences:
    """What this viewer reads about an event; 0 is the GM, None the public."""
    return CHAPTERS[type(event)](event, viewer)


PHRASES = SharedSentences(
    called=COLOURS.__getitem__,
    phase="phase: {phase}",
    won="{winners} wins: {how}",
    drawn="Draw: {how}",
    ruled='GM: rule "{text}"',
    refused="refused: {rule}: {why}",
    overridden="",
    dice="GM: next dice {faces}",
    between=" ",
    no_dice="",
)


def of_match(event: shared.SharedEvent, viewer: int | None) -> Sentences:
    """The sentence of an event that every system has."""
    if isinstance(event, shared.DrawOfferClosed):
        return (f"{COLOURS[3 - event.seat]} declines the draw",) if event.declined else ()
    return PHRASES.of(event)


WORDS: Words = {
    "Colour": COLOURS.__getitem__,
    "colour": lambda seat: COLOURS[seat].lower(),
    "whoever": lambda seat: COLOURS[seat] or "both armies",
    "removed": lambda letters: ", ".join(KIND_OF_LETTER[letter] for letter in letters),
    "dice": lambda dice: " ".join(f"{die}={face}" for die, face in dice),
    "army": lambda kinds: counts_text(kinds.count),
    "due": lambda event: f"Pawns {event.due_pawns}, Nobles {event.due_nobles}",
    "due in short": lambda event: due_text(event.due_pawns, event.due_nobles),
    "of White": lambda choices: ", ".join(choices[0]),
    "of Black": lambda choices: ", ".join(choices[1]),
    "White's": lambda choices: counts_text(choices[0].count),
    "Black's": lambda choices: counts_text(choices[1].count),
    "one less": lambda count: str(count - 1),
}
"""C8-REPORT-1: formats that sentences of events use behind a colon, such as `{seat:Colour}`."""


def words_for(viewer: int | None) -> Words:
    """C8-CHOICE-5, C8-PLACE-1: `WORDS`, and secrets, for their owner and the GM only."""

    def known(text: Callable[[Any], str]) -> Callable[[Any], str]:
        return lambda event: text(event) if viewer in (0, event.seat) else ""

    return {
        **WORDS,
        "secretly": known(lambda event: f": {', '.join(event.kinds)}"),
        "secretly in short": known(lambda event: f": {counts_text(event.kinds.count)}"),
        "placed": known(
            lambda event: f"placed: {COLOURS[event.seat].lower()} {event.kind} at {event.tile}"
        ),
    }


CHAPTERS = told_by(ev, of_match, words=words_for)
"""How every event of the system is told, by its type."""


# A turn in one line: the notation, and its results.


PHASES = {
    "choose": "both armies choose units",
    "place": "both armies place their units",
    "play": "play begins",
    "over": "the game is over",
}

BLOOD = (ev.Captured, ev.CounterCaptured, ev.TreasureCaptured)
"""Events in which a unit or a treasure was taken."""


def brief(
    state: State, orders: Sequence[Order], events: Sequence[shared.Event], viewer: int | None
) -> tuple[Line, ...]:
    """C8-REPORT-1 in short: one line for all, `White Ba5xc3 · captured: black Rogue at c3`.

    A victory, a draw and a clock that ran out are told in the same line.
    """
    pieces = [piece for piece in told(state, events, viewer) if piece]
    if not pieces:
        return ()
    return (begun(tuple(span for piece in pieces for span in (Span(" · "), *piece))[1:]),)


def told(state: State, events: Iterable[shared.Event], viewer: int | None) -> Iterator[Line]:
    """A piece for each event that the viewer's report tells of."""
    seen = list(events)
    for event in seen:
        if isinstance(event, ev.Placed):
            if event is next(one for one in seen if isinstance(one, ev.Placed)):
                yield placed(seen, viewer)
        elif report(event, viewer) and not is_said(event, seen):
            yield piece(event, state, viewer)
        state = apply(state, event)


def is_said(event: shared.Event, seen: Sequence[shared.Event]) -> bool:
    """Is the event told by another one: the end by its result, a choice by the reveal?"""
    if isinstance(event, ev.Chosen):
        return any(isinstance(one, ev.ChoicesRevealed) for one in seen)
    over = isinstance(event, shared.PhaseBegan) and event.phase == "over"
    return over and any(isinstance(one, shared.Ended) for one in seen)


def piece(event: shared.Event, before: State, viewer: int | None) -> Line:
    """The short form of an event; results are told in their own way."""
    if isinstance(event, shared.Ended):
        result = f"{COLOURS[event.winners[0]]} wins" if event.winners else "Draw"
        return (Span(result, strong=True), Span(f": {event.termination}"))
    texts = shortened(event, before, viewer)
    strong = isinstance(event, BLOOD)
    return tuple(Span(text, strong=strong) for text in texts if text)


def shortened(event: shared.Event, before: State, viewer: int | None) -> tuple[str, ...]:
    """C8-CHOICE-5, C8-GM-1: the short sentence of an event, else its report; secrets only for their
    owner and the GM."""
    if event.SHORT is not None:
        return (filled(event.SHORT, event, words_for(viewer)),)
    match event:
        case ev.TableChanged(position, what) | ev.CounterSet(position, what):
            return (f"GM: {'; '.join(changes(before.position, position)) or what}",)
        case shared.DiceLoaded(faces):
            return (f"GM: dice laid ready: {' '.join(map(str, faces)) or 'none'}",)
        case shared.Ruled(text):
            return (f"Ruling: {' '.join(text.split())}",)
        case shared.Refused(_, why):
            return (f"not done: {why}",)
        case shared.PhaseBegan(_, phase):
            return (PHASES.get(phase, ""),)
        case _:
            return report(event, viewer)


def placed(events: Sequence[shared.Event], viewer: int | None) -> Line:
    """C8-PLACE-1: `Archer a3, Commander b1 placed`, for the seat that did it and the GM."""
    spots = [one for one in events if isinstance(one, ev.Placed) and viewer in (0, one.seat)]
    if not spots:
        return ()
    whose = f"{COLOURS[spots[0].seat]}: " if viewer == 0 else ""
    return (Span(f"{whose}{', '.join(f'{one.kind} {one.tile}' for one in spots)} placed"),)


# --- what a seat is told when it is called to act -------------------------------------------------


def situation(state: State, seat: int, viewer: int | None) -> tuple[str, ...]:
    """What the seat should know: a choice due, a draw offer, frozen units, running counters."""
    if state.flow.phase == "choose":
        return () if state.choices[seat - 1] else to_choose(state, seat)
    if state.flow.phase != "play":
        return ()
    position, told_ = state.position, []
    if position.offer == 3 - seat:
        told_.append(f"{COLOURS[position.offer]} offers a draw")
    frozen = by_name(tile for tile in position.tiles_of(seat) if position.is_frozen(tile))
    if frozen:
        told_.append(f"Frozen: {' '.join(map(tile_name, frozen))}")
    if position.forfeits[seat - 1]:
        told_.append(f"{COLOURS[seat]} has passed; to pass again offers a draw")
    if state.house.progress and 4 * position.progress >= 3 * state.house.progress:
        told_.append(f"{position.progress} of {state.house.progress} turns without a capture")
    return tuple(told_)


def to_choose(state: State, seat: int) -> tuple[str, ...]:
    """C8-CHOICE-1, C8-CHOICE-2: how many units to choose, an example, and the army so far."""
    army = state.armies[seat - 1]
    order = Choose(automatic_choice(army, state.position.removed, state.due))
    return f"Choose {due_text(*state.due)}, as in: {order}", f"So far: {counts_text(army.count)}"


def waiting(state: State, seat: int, viewer: int | None) -> str:
    """C8-PLACE-1: the units not placed yet, for their seat and the GM; empty in play."""
    if state.flow.phase != "place" or viewer not in (0, seat) or state.done[seat - 1]:
        return ""
    mine = [kind for kind, _ in state.placed[seat - 1]]
    counts = ((kind, army_count(state, seat, (kind,)) - mine.count(kind)) for kind in KINDS)
    left = ", ".join(f"{kind} {count}" for kind, count in counts if count > 0)
    return f"Not placed: {left}" if left else ""


# An event explained: the rule behind it, and the facts that it followed from.


def why(event: shared.Event, before: State) -> tuple[str, ...]:
    """The rule behind an event, with its facts; empty if no rule explains it."""
    if isinstance(event, shared.Ended):
        return (f"{event.rule}: {event.termination}",)
    if isinstance(event, shared.Rolled):
        return ()
    position = before.position

    def reserve(event: ev.Recruited) -> str:
        left = position.reserve(event.seat, event.kind)
        return f"{left} in reserve before, {left - 1} after"

    words: Words = {
        **WORDS,
        "left": lambda seat: str(position.treasures_left(3 - seat) - 1),
        "reserve": reserve,
        "limit": lambda event: str(before.house.progress or "no limit"),
    }
    return sentences(event.WHY, event, words)
