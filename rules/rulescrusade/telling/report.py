"""What is told of an event: its sentence, every number explained."""

from collections.abc import Sequence
from typing import assert_never

from rules.display.acts import Phrases, told_by
from rules.display.words import counted, listed
from rules.line.events import Ended, Event, Rolled
from rules.line.flow import seat_name
from rules.line.said import Words
from rules.numbers.luck import Fallen, Thrown, thrown
from rules.rulescrusade import events as ev
from rules.rulescrusade.checks import COLOURS
from rules.rulescrusade.events import Cast, Rerolled
from rules.rulescrusade.field.terrain import relief, sector_text
from rules.rulescrusade.state import Spot, State, Unit
from rules.rulescrusade.telling.teller import faces_text

NAMES = {"R": "red dice, points", "W": "white dice, points"}


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """RC-DICE-1, RC-DICE-2: every die by its points; one that was rolled again counts twice."""
    fallen, found = Fallen(), list[Thrown]()
    colours = {die.name: colour for colour, die in COLOURS.items()}
    for event in events:
        if isinstance(event, Rolled) and event.die in colours:
            fallen.waiting.append(event)
        elif isinstance(event, Cast | Rerolled):
            ref = event.ref if isinstance(event, Cast) else event.whose
            count = len(event.faces) if isinstance(event, Cast) else 1
            unit = state.units.get(ref.upper())
            for die in fallen.last(count):
                colour = colours[die.die]
                if unit is not None and unit.seat:
                    kind = COLOURS[colour]
                    found += thrown(unit.seat, NAMES[colour], [die], kind, lambda face: face)
    return tuple(found)


# RC-REP: one sentence or more for each event, as a viewer may read it (RC-VIEW-1, RC-VIEW-2).


Sentences = tuple[str, ...]


def report(event: Event, before: State, viewer: int | None) -> tuple[str, ...]:
    """What a viewer is told of an event; nothing if it is another seat's secret."""
    known = event.known_to
    if known is not None and viewer != 0 and viewer not in known:
        return ()
    return CHAPTERS[type(event)](event, before)


MANNERS = {
    "move": "moves",
    "run": "runs",
    "charge": "charges",
    "slip": "slips",
    "fly": "flies",
    "phase": "phases",
    "deploy": "moves before the battle",
    "infiltrate": "moves before the battle",
}

PLACED = {
    "jump": "jumps to",
    "dive": "dives to",
    "climb": "climbs to",
    "scrabble": "scrabbles to",
    "drop": "drops to",
    "teleport": "teleports to",
    "telekinesis": "is moved to",
    "drag": "is dragged to",
    "body": "is carried to",
    "back": "steps back to",
    "gm": "is put at",
    "throw": "thrown to",
    "knock": "knocked to",
    "push": "pushed to",
    "fall": "lands at",
}
"""RC-REP-4: how a model came to another place without walking."""


def spot_text(state: State, spot: Spot) -> str:
    """`5,12`, `4,5 inside B1.1`, `4,5 on the roof of B1`."""
    cell = (spot[0], spot[1])
    at = f"{cell[0]},{cell[1]}"
    sector = relief(state.ground).sector_at(cell) if state.ground.holds(cell) else ""
    if not sector:
        return at
    return f"{at} inside {sector}" if spot[2] else f"{at} on the roof of {sector.split('.')[0]}"


def _moving(event: ev.Fell | ev.PaidMove | ev.ChitScanned | ev.Acted, before: State) -> Sentences:
    """Sections 7.1 to 7.6."""
    match event:
        case ev.Fell(ref, inches, counted):
            softer = f", counted as {counted}" if counted != inches else ""
            return (f"{ref} falls {inches}{softer}",)
        case ev.PaidMove(ref, cost, left, action):
            act = " and its action" if action else ""
            if action and not cost:
                return (f"{ref} takes an extra move, {_inches(left)} left",)
            return (f"{ref} spends {_inches(cost)}{act}, {left} left",)
        case ev.ChitScanned(chit, model, kind):
            what = f"{model} ({kind})" if model else "nothing"
            return (f"{chit} is scanned", f"{chit} is {what}")
        case ev.Acted(ref, what):
            return (f"{ref} acts: {what}",) if what in TOLD_ACTIONS else ()
        case _:
            assert_never(event)


TOLD_ACTIONS = ("extra move", "run")
"""Actions that no other event tells of."""


def _inches(number: int) -> str:
    """`1 inch`, `2 inches`."""
    return "1 inch" if number == 1 else f"{number} inches"


AT = ("fires", "rapid fires", "throws", "snap fires", "volleys", "fires both pistols")
"""Ways of attacking whose weapon stands before the targets."""

RESULTS = {"won": "wins", "lost": "loses", "tie": "a tie"}


def _in_brackets(*texts: str) -> str:
    """` (dice 4, range -1; armour 1)`, or nothing."""
    told = "; ".join(text for text in texts if text)
    return f" ({told})" if told else ""


def _rerolled(event: ev.Rerolled, before: State) -> Sentences:
    """RC-REP-1, RC-DICE-8."""
    of = f" of {event.whose}" if event.whose != event.ref else ""
    why = f" ({event.why})" if event.why else ""
    return (f"{event.ref}: reroll {event.colour}{event.old}>{event.new}{of}{why}",)


def _totals(event: ev.Shot | ev.Fought | ev.MindsMet, before: State) -> Sentences:
    """RC-REP-2: a total against another, with their parts."""
    match event:
        case ev.Shot(_, weapon, target, total, value, parts, value_parts):
            detail = _in_brackets(parts_text(parts), parts_text(value_parts))
            return (f"{weapon} on {target}: {total} against {value}{detail}",)
        case ev.Fought(attackers, defender, total, against, result, parts, against_parts):
            detail = _in_brackets(parts_text(parts), parts_text(against_parts))
            names = "+".join(attackers)
            told = RESULTS.get(result, result)
            return (f"{names} {total} against {defender} {against}{detail}: {told}",)
        case ev.MindsMet(ref, target, total, against, parts, against_parts):
            detail = _in_brackets(parts_text(parts), parts_text(against_parts))
            return (f"mind {ref or 'of the warp'} {total} against {target} {against}{detail}",)
        case _:
            assert_never(event)


def _set_out(event: ev.Attacked, before: State) -> Sentences:
    """`M1 fires Bolter at O2`, `M1 fights O2 with Knife`."""
    whom = ", ".join(event.targets)
    if event.how in AT:
        armed = f"{event.ref} {event.how}" + (f" {event.weapon}" if event.weapon else "")
        return (f"{armed} at {whom}" if whom else armed,)
    armed = f" with {event.weapon}" if event.weapon else ""
    return (f"{event.ref} {event.how} {whom}{armed}".replace("  ", " "),)


def _harmed(
    event: ev.LostHits | ev.Grazed | ev.ConditionGained | ev.WeaponChanged | ev.Left, before: State
) -> Sentences:
    """RC-REP-3, RC-FAIL: hits, grazes, conditions, weapons."""
    match event:
        case ev.LostHits(ref, hits, left):
            change = f"loses {hits}" if hits >= 0 else f"gets {-hits} back"
            return (f"{ref} {change}, {left} left",)
        case ev.Grazed(ref, letter, ignored):
            return (f"{ref} grazed {letter}" + (", which it ignores" if ignored else ""),)
        case ev.ConditionGained(ref, condition, told):
            amount = f" {condition.amount}" if condition.amount else ""
            return (
                () if told else (f"{ref} is {NAMED.get(condition.name, condition.name)}{amount}",)
            )
        case ev.WeaponChanged(ref, _, weapon, state, told):
            return () if told else (f"{ref}'s {weapon} is {state}",)
        case ev.Left(ref, why):
            if why == "blank":
                return ()
            return (f"{ref} is gone" + (f": {why}" if why else ""),)
        case _:
            assert_never(event)


NAMED = {"ko": "knocked out", "lastattack": "at its last attack"}
"""Conditions that are called otherwise in a sentence."""


def _lost(event: ev.Killed | ev.WentDown, before: State) -> Sentences:
    """RC-VIC-4: `O1 is killed, 3 points to army 1`."""
    what = "is killed" if isinstance(event, ev.Killed) else "goes down"
    if not event.seat or not event.points:
        return (f"{event.ref} {what}",)
    return (f"{event.ref} {what}, {counted(event.points, 'point')} to {seat_name(event.seat)}",)


def _collapsed(event: ev.SectorCollapsed, before: State) -> Sentences:
    """RC-BLDG-17."""
    whole = sector_text(before.ground, event.sector)
    rest = f": all of {whole} collapses" if whole != event.sector else ""
    return (f"{event.sector} collapses{rest}",)


def _mustering(
    event: ev.TableLaid | ev.Mustered | ev.StageBegan | ev.ChitDealt, before: State
) -> Sentences:
    """Section 4."""
    match event:
        case ev.TableLaid(rules, ground):
            mode = "in the corridors of a hulk" if rules.hulk else "on open ground"
            return (f"A board of {ground.rows} x {ground.cols} inches {mode} is laid out",)
        case ev.Mustered(seat, name, cost, _, units, unhidden, blanks):
            chits = f", {counted(blanks, 'blank')} among the chits" if unhidden and blanks else ""
            points = counted(cost, "point")
            return (f"{seat_name(seat)} takes {name} for {points}: {refs_text(units)}{chits}",)
        case ev.StageBegan(stage, order):
            if stage == "-":
                return ()
            first = f": {', then '.join(map(seat_name, order))}" if order else ""
            return (f"Set-up, {stage}{first}",)
        case ev.ChitDealt(_, chit, model, back):
            again = "" if back is None else f" instead of {back or 'nothing'}"
            return (f"{chit} stands for {model or 'nothing'}{again}",)
        case _:
            assert_never(event)


def refs_text(units: tuple[Unit, ...]) -> str:
    """`M1, M2`."""
    return ", ".join(unit.ref for unit in units)


def _roll_off(event: ev.RolledOff, before: State) -> Sentences:
    """RC-DICE-9: every roll, then who won."""
    rolls = tuple(
        f"{seat_name(seat)} rolls {faces_text(faces)} = {total}"
        for seat, faces, total in event.rolls
    )
    return (*rolls, f"{seat_name(event.winner)} wins the roll-off ({event.purpose})")


def _turn_began(event: ev.TurnBegan, before: State) -> Sentences:
    """RC-TURN-6."""
    over = ", passed over" if event.skipped else ""
    return (f"Round {event.round}, {seat_name(event.seat)}{over}",)


def _cards(event: ev.CardPlayed | ev.CardRolled | ev.CardReadied, before: State) -> Sentences:
    """Sections 7.14 to 7.16."""
    match event:
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
        case _:
            assert_never(event)


def parts_text(parts: ev.Parts) -> str:
    """`dice 4, range -1`."""
    return ", ".join(f"{name} {amount}" for name, amount in parts)


def _put(event: ev.UnitPut, before: State) -> Sentences:
    """Section 6.4: a model or chit of the GM's."""
    unit = event.unit
    kind = "chit" if unit.chit else unit.kind
    at = f"at {spot_text(before, unit.spot)}" if unit.place == "board" else "in reserve"
    return (f"The GM puts {kind} {unit.ref} for {seat_name(unit.seat)} {at}",)


def _under(event: ev.UnderChit, before: State) -> Sentences:
    """RC-CHIT-1: what the GM's chit stands for."""
    unit = event.unit
    return (f"{event.chit} stands for {f'{unit.kind} {unit.ref}' if unit else 'nothing'}",)


PHRASES = Phrases(resigned="")


def _shared(event: ev.CommonEvent, before: State) -> Sentences:
    """Events of every system; reds and whites are told with the roll that they belong to."""
    if isinstance(event, Rolled) and event.die == "pick":
        loaded = ", loaded by the GM" if event.loaded else ""
        return (f"pick {event.face}{loaded} ({event.why})",)
    return PHRASES.of(event)


WORDS: Words = {
    "army": seat_name,
    "cell": lambda spot: f"{spot[0]},{spot[1]}",
    "walks": lambda manner: MANNERS.get(manner, "moves"),
    "comes": lambda manner: PLACED.get(manner, "goes to"),
    "inches": _inches,
    "refs": refs_text,
    "points": lambda number: counted(number, "point"),
    "cards": lambda number: counted(number, "card"),
    "number": lambda things: str(len(things)),
    "done": lambda stage: "infiltrated" if stage == "infiltrate" else "deployed",
    "condition": lambda name: NAMED.get(name) or str(name),
    "faces": faces_text,
    "outcome": lambda success: "succeeds" if success else "fails",
    "bracketed": lambda parts: _in_brackets(parts_text(parts)),
}
"""What sentences of events name behind a colon."""


def words_of(before: State) -> Words:
    """The same, with places as they are called where they lie."""
    return {
        **WORDS,
        "spot": lambda spot: spot_text(before, spot),
        "sector": lambda ref: sector_text(before.ground, ref),
    }


CHAPTERS = told_by(
    ev,
    *(_mustering, _roll_off, _turn_began, _moving, _rerolled, _set_out, _totals, _harmed, _lost),
    *(_collapsed, _cards, _put, _under, _shared),
    words=words_of,
)
"""How every event of the system is told, by its type."""


# An event unfolded: formula, every part with its source, and the rules behind it.


def why(event: Event, before: State) -> tuple[str, ...]:
    """How the numbers of an event came about; nothing if it has none."""
    for chapter in (_fights, _tests, _harm, _rest):
        told = chapter(event, before)
        if told:
            return told
    return ()


def total_text(name: str, total: int, parts: ev.Parts) -> str:
    """`total 3 = 4 dice - 1 range`."""
    if not parts:
        return f"{name} {total}"
    first, *rest = parts
    text = f"{first[1]} {first[0]}"
    for source, amount in rest:
        text += f" {'-' if amount < 0 else '+'} {abs(amount)} {source}"
    return f"{name} {total} = {text}"


def _fights(event: Event, before: State) -> tuple[str, ...]:
    """Totals against totals."""
    match event:
        case ev.Shot(_, weapon, target, total, value, parts, value_parts):
            return (
                f"{total_text(f'{weapon}: total', total, parts)} (RC-SHOOT-7)",
                f"{total_text(f'{target}: value', value, value_parts)} (RC-SHOOT-8)",
                f"damage {total} - {value} = {total - value}; 0 or less does nothing (RC-DMG-1)",
            )
        case ev.Fought(attackers, defender, total, against, result, parts, against_parts):
            lines = (
                f"{total_text('+'.join(attackers), total, parts)} (RC-MELEE-4)",
                f"{total_text(defender, against, against_parts)} (RC-MELEE-4)",
            )
            return (*lines, _melee_result(result, total - against))
        case ev.MindsMet(ref, target, total, against, parts, against_parts):
            rule = "RC-MWAR-3" if ref else "RC-INC-2"
            return (
                f"{total_text(ref or 'the warp', total, parts)} ({rule})",
                f"{total_text(target, against, against_parts)} ({rule})",
                "the higher total harms the other as in a melee (RC-MWAR-4)",
            )
        case ev.Parried(ref, bonus):
            return (f"{ref} adds {bonus} and does no harm; a shield counts 2 (RC-PARRY-1)",)
    return ()


def _melee_result(result: str, difference: int) -> str:
    """RC-MELEE-6."""
    if result == "won":
        return f"the attacker is higher: damage {difference} (RC-MELEE-6)"
    if result == "lost":
        return "the defender is higher: 1 damage on the attacker (RC-MELEE-6, RC-ABIL-23 for mobs)"
    return "a tie: nothing but the effects of a tie (RC-MELEE-6, RC-WFX-25)"


def _tests(event: Event, before: State) -> tuple[str, ...]:
    """Rolls against a number."""
    match event:
        case ev.Tested(ref, what, total, needs, success, parts):
            return (
                total_text(f"{ref} {what}: total", total, parts),
                f"needs at least {needs}: {'success' if success else 'failure'}",
            )
        case ev.CardRolled(_, card, _, number, parts):
            return (f"{total_text(f'{card}: N', number, parts)}, at least 0 (RC-PSY-11)",)
        case ev.Rerolled(_, _, colour, old, new, reason):
            half = "1" if colour == "R" else "1/2"
            name = "red" if colour == "R" else "white"
            return (
                f"a {name} die is {half} on average; it was {old}, now {new} (RC-REACT-4)",
                f"because of {reason}" if reason else "",
            )
        case ev.Detonated(_, total):
            return (f"total {total} against every model in the template (RC-ABIL-7)",)
        case Rolled(die, face, _, loaded):
            return (f"{die}: {face}, {'loaded by the GM' if loaded else 'drawn'} (RC-DICE-5)",)
    return ()


def _harm(event: Event, before: State) -> tuple[str, ...]:
    """What damage did."""
    match event:
        case ev.LostHits(ref, hits, left) if hits < 0:
            return (f"{ref}: {left + hits} hits + {-hits} = {left} (RC-CARD-5)",)
        case ev.LostHits(ref, hits, left):
            return (f"{ref}: {left + hits} hits - {hits} = {left} (RC-DMG-2)",)
        case ev.Grazed(ref, letter):
            return (
                f"exactly 1 damage on exactly 1 hit, or a result given outright: {ref} takes the "
                f"result {letter} (RC-DMG-3, RC-GRAZE-3, RC-GRAZE-4, RC-GRAZE-9)",
            )
        case ev.Killed(ref, seat, points) | ev.WentDown(ref, seat, points):
            unit = before.find(ref)
            value = unit.value if unit is not None else 0
            whose = f"{points} of {value} go to {seat_name(seat)}" if seat else "nobody scores"
            return (f"damage of at least its hits, or a second graze (RC-DMG-2); {whose}",)
        case ev.Reduced(ref, by, amount, left):
            return (f"{by}: {left + amount} - {amount} = {left} damage on {ref} (RC-DMG-5)",)
        case ev.Fell(ref, inches, counted):
            return (f"{counted} of {inches} inches / 4, rounded down, are hits (RC-FALL-1)",)
        case ev.WeaponFailed(ref, weapon, _):
            return (f"two or more dice showed their highest face: {weapon} of {ref} (RC-FAIL-1)",)
        case ev.IncursionCame(ref):
            return (f"every die of {ref} showed its highest face (RC-INC-1)",)
        case ev.SectorHit(sector, hits, left):
            return (f"{sector}: {left + hits} hits - {hits} = {left} (RC-BLDG-15)",)
    return ()


def _rest(event: Event, before: State) -> tuple[str, ...]:
    """Moves, queries, turns."""
    match event:
        case ev.Walked(ref, _, _, _, cost, left, path):
            cells = " ".join(f"{spot[0]},{spot[1]}" for spot in path)
            way = f"by {cells}" if cells else "without a step"
            return (f"{ref}: {left + cost} - {cost} = {left} inches, {way} (RC-MOVE-5)",)
        case ev.Checked(_, _, inches, penalty, _, _):
            return (f"penalty {inches} / 12, rounded down = {penalty} (RC-GEO-5)",)
        case ev.RolledOff(_, rolls, _):
            return tuple(f"{seat_name(seat)}: 2R = {total} (RC-DICE-9)" for seat, _, total in rolls)
        case Ended(rule, termination, _):
            return (f"{rule}: {termination}",)
    return ()
