"""C8-REPORT-1: one sentence or more for each event, as a viewer may read it."""

from rules.crusade8x8.board.tables import COLOURS, KIND_OF_LETTER, KINDS
from rules.crusade8x8.events import (
    Acted,
    ArmiesRolled,
    Captured,
    ChoicesRevealed,
    Chosen,
    ClockNoticed,
    ClockRanOut,
    CounterCaptured,
    CounterSet,
    Deployed,
    Forfeited,
    Froze,
    GameOpened,
    Placed,
    PlacementDone,
    Recruited,
    TableChanged,
    TreasureCaptured,
)
from rules.events import (
    DiceLoaded,
    DrawOfferClosed,
    DrawOffered,
    Ended,
    Event,
    PhaseBegan,
    Refused,
    Ruled,
)

Sentences = tuple[str, ...]


def report(event: Event, viewer: int | None) -> Sentences:
    """What this viewer reads about an event; 0 is the GM, None the public."""
    return of_turn(event) or of_setup(event, viewer) or of_match(event)


def of_turn(event: Event) -> Sentences:
    """C8-REPORT-1: the phrases for what happens in a turn."""
    match event:
        case Acted(seat, note):
            return (f"{COLOURS[seat]}: {note}",)
        case Captured(seat, kind, tile):
            return (f"captured: {unit_name(seat, kind)} at {tile}",)
        case CounterCaptured(seat, kind, tile):
            return (f"counter-captured: {unit_name(seat, kind)} at {tile}",)
        case Froze(seat, kind, tile):
            return (f"frozen: {unit_name(seat, kind)} at {tile}",)
        case TreasureCaptured(seat, kind, tile):
            return (f"treasure: {COLOURS[seat]} captures the {kind} at {tile}",)
        case Recruited(seat, kind, tile):
            return (f"recruit: {unit_name(seat, kind)} at {tile}",)
        case Forfeited(seat, count):
            passed = f"{COLOURS[seat]} forfeits the turn ({count} in a row)"
            offer = f"{COLOURS[seat]} offers a draw (two forfeits in a row)"
            return (passed, offer) if event.offers else (passed,)
        case ClockRanOut(seat):
            return (f"{COLOURS[seat]}'s clock has run out",)
        case _:
            return ()


def of_setup(event: Event, viewer: int | None) -> Sentences:
    """C8-CHOICE-5, C8-PLACE-1: secrets are told to their owner and to the GM only."""
    match event:
        case GameOpened(_, layout, removed):
            return opening(layout, removed)
        case ArmiesRolled(kinds, pawns, nobles, dice):
            return armies(kinds, pawns, nobles, dice)
        case Chosen(seat, kinds):
            secret = f": {', '.join(kinds)}" if viewer in (0, seat) else ""
            return (f"{COLOURS[seat]} has chosen{secret}",)
        case ChoicesRevealed((ours, theirs)):
            return (f"White chose {', '.join(ours)}", f"Black chose {', '.join(theirs)}")
        case Placed(seat, kind, tile):
            return (f"placed: {unit_name(seat, kind)} at {tile}",) if viewer in (0, seat) else ()
        case PlacementDone(seat):
            return (f"{COLOURS[seat]} is done with placing",)
        case ClockNoticed(seat):
            return (f"time is up for {COLOURS[seat] or 'both armies'}; nothing is forfeited",)
        case Deployed():
            return ("both armies stand on the board",)
        case _:
            return ()


def of_match(event: Event) -> Sentences:
    """Draws, the end, and what the GM does."""
    match event:
        case DrawOffered(seat):
            return (f"{COLOURS[seat]} offers a draw",)
        case DrawOfferClosed(seat, True):
            return (f"{COLOURS[3 - seat]} declines the draw",)
        case Ended(_, how, winners):
            return (f"{COLOURS[winners[0]]} wins: {how}" if winners else f"Draw: {how}",)
        case PhaseBegan(_, phase):
            return (f"phase: {phase}",)
        case TableChanged(_, what) | CounterSet(_, what):
            return (f"GM: {what}",)
        case DiceLoaded(faces):
            return (f"GM: next dice {' '.join(map(str, faces))}",)
        case Ruled(text):
            return (f'GM: rule "{text}"',)
        case Refused(rule, why):
            return (f"refused: {rule}: {why}",)
        case _:
            return ()


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
