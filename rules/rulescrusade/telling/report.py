"""RC-REP: one sentence or more for each event, as a viewer may read it (RC-VIEW-1, RC-VIEW-2)."""

from typing import assert_never

from rules.display.shared import Phrases
from rules.display.words import counted, listed
from rules.line.chapters import by_type
from rules.line.events import Event, Rolled
from rules.line.flow import seat_name
from rules.rulescrusade import events as ev
from rules.rulescrusade.state import State
from rules.rulescrusade.telling.report_fight import attacks, harm, rolls, structures
from rules.rulescrusade.telling.report_moves import moving, spot_text, things
from rules.rulescrusade.telling.teller import faces_text

Sentences = tuple[str, ...]


def report(event: Event, before: State, viewer: int | None) -> tuple[str, ...]:
    """What a viewer is told of an event; nothing if it is another seat's secret."""
    known = event.known_to
    if known is not None and viewer != 0 and viewer not in known:
        return ()
    return CHAPTERS[type(event)](event, before)


def _mustering(event: ev.SetupEvent, before: State) -> Sentences:
    """Section 4."""
    match event:
        case ev.TableLaid(rules, ground):
            mode = "in the corridors of a hulk" if rules.hulk else "on open ground"
            return (f"A board of {ground.rows} x {ground.cols} inches {mode} is laid out",)
        case ev.Mustered(seat, name, cost, _, units, unhidden, blanks):
            chits = f", {counted(blanks, 'blank')} among the chits" if unhidden and blanks else ""
            refs = ", ".join(unit.ref for unit in units)
            points = counted(cost, "point")
            return (f"{seat_name(seat)} takes {name} for {points}: {refs}{chits}",)
        case ev.Bought(seat, units, cost, spent):
            refs = ", ".join(unit.ref for unit in units)
            points = counted(cost, "point")
            return (f"{seat_name(seat)} buys {refs} for {points}, {spent} spent",)
        case ev.Dismissed(seat, refs, spent):
            return (f"{seat_name(seat)} dismisses {', '.join(refs)}, {spent} points spent",)
        case ev.Readied(seat):
            return (f"{seat_name(seat)} is ready",)
        case ev.StageBegan(stage, order):
            if stage == "-":
                return ()
            first = f": {', then '.join(map(seat_name, order))}" if order else ""
            return (f"Set-up, {stage}{first}",)
        case ev.RolledOff():
            return _roll_off(event)
        case ev.Deployed(ref, to, hidden):
            away = ", hidden" if hidden else ""
            return (f"{ref} is deployed at {spot_text(before, to)}{away}",)
        case ev.ChitDealt(_, chit, model, back):
            again = "" if back is None else f" instead of {back or 'nothing'}"
            return (f"{chit} stands for {model or 'nothing'}{again}",)
        case ev.DeploymentDone(seat, stage):
            done = "infiltrated" if stage == "infiltrate" else "deployed"
            return (f"{seat_name(seat)} has {done}",)
        case _:
            assert_never(event)


def _roll_off(event: ev.RolledOff) -> tuple[str, ...]:
    """RC-DICE-9: every roll, then who won."""
    rolls = tuple(
        f"{seat_name(seat)} rolls {faces_text(faces)} = {total}"
        for seat, faces, total in event.rolls
    )
    return (*rolls, f"{seat_name(event.winner)} wins the roll-off ({event.purpose})")


def _turns(event: ev.TurnEvent, before: State) -> Sentences:
    """Section 5."""
    match event:
        case ev.TurnBegan(seat, number, skipped):
            over = ", passed over" if skipped else ""
            return (f"Round {number}, {seat_name(seat)}{over}",)
        case ev.TurnEnded(seat):
            return (f"{seat_name(seat)} ends the turn",)
        case ev.StandingOrderGiven(_, ref, attribute, value):
            return (f"{ref} has the standing order {attribute} {value}",)
        case ev.ShambleRolled(refs, move):
            return (f"{listed(refs)} may move {move} this turn",)
        case ev.PointsScored(seat, points, total):
            knocked = "for knocked-out enemies"
            return (f"{seat_name(seat)} scores {counted(points, 'point')} {knocked}, now {total}",)
        case ev.Acted(ref, what):
            return (f"{ref} acts: {what}",) if what in TOLD_ACTIONS else ()
        case ev.Activated() | ev.Marked():
            return ()
        case _:
            assert_never(event)


TOLD_ACTIONS = ("extra move", "run")
"""Actions that no other event tells of."""


def _psychic(event: ev.PsychicEvent, before: State) -> Sentences:
    """Sections 7.14 to 7.16."""
    match event:
        case ev.CardsDrawn(seat, number):
            return (f"{seat_name(seat)} draws {counted(number, 'card')}",)
        case ev.HandDrawn(seat, cards):
            return (f"{seat_name(seat)} draws {listed(cards)}",)
        case ev.CardPlayed(ref, _, card, subjects, lost, readied):
            on = f" on {listed(subjects)}" if subjects else ""
            ready = ", which it had ready" if readied else ""
            gone = "; the card is discarded" if lost else ""
            return (f"{ref} plays {card}{on}{ready}{gone}",)
        case ev.CardRolled(_, card, subject, number, parts):
            on = f" on {subject}" if subject else ""
            return (f"{card}{on}: {number} ({parts_text(parts)})",)
        case ev.CardReadied(ref, _, ready):
            return (f"{ref} readies a card" if ready else f"{ref} stands down",)
        case ev.CardNamed(ref, _, card, target):
            whom = f" for {target}" if target else ""
            return (f"{ref} readies {card}{whom}",)
        case ev.CardsDiscarded(seat, number):
            return (f"{seat_name(seat)} discards {counted(number, 'card')}",)
        case ev.HandDiscarded(seat, cards, taken_back):
            back = f" and takes {taken_back} back" if taken_back else ""
            return (f"{seat_name(seat)} discards {listed(cards)}{back}",)
        case ev.IncursionCame(ref):
            return (f"incursion: the warp attacks {ref}",)
        case ev.Summoned(unit, by):
            source = f" of {by}" if by else ""
            at = spot_text(before, unit.spot)
            return (f"{unit.ref} {unit.kind}{source} stands at {at} for {seat_name(unit.seat)}",)
        case _:
            assert_never(event)


def parts_text(parts: ev.Parts) -> str:
    """`dice 4, range -1`."""
    return ", ".join(f"{name} {amount}" for name, amount in parts)


def _gm(event: ev.GMEvent, before: State) -> Sentences:
    """Section 6.4 and queries."""
    match event:
        case ev.Checked(ref, target, inches, penalty, sight, cover):
            return (
                f"{ref} to {target}: {inches} inches, penalty {penalty}, sight {sight}, "
                f"cover {cover or 'none'}",
            )
        case ev.UnitPut(unit):
            kind = "chit" if unit.chit else unit.kind
            spot = spot_text(before, unit.spot)
            at = f"at {spot}" if unit.place == "board" else "in reserve"
            return (f"The GM puts {kind} {unit.ref} for {seat_name(unit.seat)} {at}",)
        case ev.UnderChit(_, chit, unit):
            name = f"{unit.kind} {unit.ref}" if unit is not None else "nothing"
            return (f"{chit} stands for {name}",)
        case ev.UnitSet(what=what) | ev.ArmySet(what=what) | ev.GroundChanged(what=what):
            return (f"The GM: {what}",) if what else ()
        case ev.ItemsChanged(what=what) | ev.MarkersChanged(what=what):
            return (f"The GM: {what}",) if what else ()
        case ev.StatblockRead(weapon, model):
            return (f"The GM: {weapon if weapon is not None else model}",)
        case ev.Withdrew(seat):
            return (f"{seat_name(seat)} resigns",)
        case ev.GameReopened():
            return ("The game goes on",)
        case ev.GmActed():
            return ()
        case _:
            assert_never(event)


PHRASES = Phrases(resigned="")


def _shared(event: ev.CommonEvent, before: State) -> Sentences:
    """Events of every system; reds and whites are told with the roll that they belong to."""
    if isinstance(event, Rolled) and event.die == "pick":
        loaded = ", loaded by the GM" if event.loaded else ""
        return (f"pick {event.face}{loaded} ({event.why})",)
    return PHRASES.of(event)


CHAPTERS = by_type(
    *(_mustering, _turns, moving, things, rolls, attacks, harm, structures),
    *(_psychic, _gm, _shared),
)
"""Every event of the system by its type; what another event tells has an empty row."""
