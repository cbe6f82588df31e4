"""C8-REPORT-1: one sentence or more for each event, as a viewer may read it."""

from typing import assert_never

from rules.crusade8x8 import events as ev
from rules.crusade8x8.board.tables import COLOURS, KIND_OF_LETTER, KINDS
from rules.display.shared import Phrases
from rules.line.chapters import by_type
from rules.line.events import DrawOfferClosed, Event, SharedEvent

Sentences = tuple[str, ...]


def report(event: Event, viewer: int | None) -> Sentences:
    """What this viewer reads about an event; 0 is the GM, None the public."""
    return CHAPTERS[type(event)](event, viewer)


def of_deed(event: ev.Deed, viewer: int | None = None) -> Sentences:
    """C8-REPORT-1: the phrases for what happens in a turn; the notation tells the movements."""
    match event:
        case ev.Captured(seat, kind, tile):
            return (f"captured: {unit_name(seat, kind)} at {tile}",)
        case ev.CounterCaptured(seat, kind, tile):
            return (f"counter-captured: {unit_name(seat, kind)} at {tile}",)
        case ev.Froze(seat, kind, tile):
            return (f"frozen: {unit_name(seat, kind)} at {tile}",)
        case ev.TreasureCaptured(seat, kind, tile):
            return (f"treasure: {COLOURS[seat]} captures the {kind} at {tile}",)
        case ev.Recruited(seat, kind, tile):
            return (f"recruit: {unit_name(seat, kind)} at {tile}",)
        case ev.Moved() | ev.Swapped() | ev.Turned():
            return ()
        case _:
            assert_never(event)


def of_turn(event: ev.TurnEvent, viewer: int | None = None) -> Sentences:
    """C8-REPORT-1: an action in its notation, passes and the clock."""
    match event:
        case ev.Acted(seat, note):
            return (f"{COLOURS[seat]}: {note}",)
        case ev.Forfeited(seat, count):
            passed = f"{COLOURS[seat]} forfeits the turn ({count} in a row)"
            offer = f"{COLOURS[seat]} offers a draw (two forfeits in a row)"
            return (passed, offer) if event.offers else (passed,)
        case ev.ClockRanOut(seat):
            return (f"{COLOURS[seat]}'s clock has run out",)
        case ev.TurnEnded():
            return ()
        case _:
            assert_never(event)


def of_setup(event: ev.SetupEvent, viewer: int | None) -> Sentences:
    """C8-CHOICE-5, C8-PLACE-1: secrets are told to their owner and to the GM only."""
    match event:
        case ev.GameOpened(_, layout, removed):
            return opening(layout, removed)
        case ev.ArmiesRolled(kinds, pawns, nobles, dice):
            return armies(kinds, pawns, nobles, dice)
        case ev.Chosen(seat, kinds):
            secret = f": {', '.join(kinds)}" if viewer in (0, seat) else ""
            return (f"{COLOURS[seat]} has chosen{secret}",)
        case ev.ChoicesRevealed(choices):
            ours, theirs = choices
            return (f"White chose {', '.join(ours)}", f"Black chose {', '.join(theirs)}")
        case ev.Placed(seat, kind, tile):
            seen = viewer in (0, seat)
            return (f"placed: {unit_name(seat, kind)} at {tile}",) if seen else ()
        case ev.PlacementDone(seat):
            return (f"{COLOURS[seat]} is done with placing",)
        case ev.ClockNoticed(seat):
            return (f"time is up for {COLOURS[seat] or 'both armies'}; nothing is forfeited",)
        case ev.Deployed():
            return ("both armies stand on the board",)
        case _:
            assert_never(event)


def of_gm(event: ev.GMEvent, viewer: int | None) -> Sentences:
    """C8-GM-1: what the GM set, in his own words."""
    return (f"GM: {event.what}",)


PHRASES = Phrases(
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


def of_match(event: SharedEvent, viewer: int | None) -> Sentences:
    """Draws, the end, and what every system has."""
    if isinstance(event, DrawOfferClosed):
        return (f"{COLOURS[3 - event.seat]} declines the draw",) if event.declined else ()
    return PHRASES.of(event)


def opening(layout: str, removed: str) -> Sentences:
    """C8-SETUP-2, C8-SETUP-3: what the rule dice changed."""
    gone = ", ".join(KIND_OF_LETTER[letter] for letter in removed)
    lines = (f"treasures: {layout}", f"removed from the game: {gone}" if gone else "")
    return tuple(text for text in lines if text)


def armies(
    kinds: tuple[str, ...], pawns: int, nobles: int, dice: tuple[tuple[str, int], ...]
) -> Sentences:
    """C8-REPORT-1: the setup report shows every die."""
    shown = " ".join(f"{die}={face}" for die, face in dice)
    counts = ((kind, kinds.count(kind)) for kind in KINDS)
    army = ", ".join(f"{kind} {count}" for kind, count in counts if count) or "none"
    due = f"to choose: Pawns {pawns}, Nobles {nobles}" if pawns or nobles else ""
    lines = (f"dice: {shown}" if shown else "", f"both armies: {army}", due)
    return tuple(text for text in lines if text)


def unit_name(seat: int, kind: str) -> str:
    """C8-REPORT-1: the colour in small letters before a unit."""
    return f"{COLOURS[seat].lower()} {kind}"


CHAPTERS = by_type(of_deed, of_turn, of_setup, of_gm, of_match)
"""Every event of the system by its type; what another event tells has an empty row."""
