"""What is told of an event: its sentence, every number explained."""

from typing import assert_never

from rules.display.acts import Phrases
from rules.display.words import counted, listed
from rules.line.chapters import by_type
from rules.line.events import Ended, Event, Rolled
from rules.line.flow import seat_name
from rules.rulescrusade import events as ev
from rules.rulescrusade.field.terrain import relief, sector_text
from rules.rulescrusade.state import Spot, State
from rules.rulescrusade.telling.teller import faces_text

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


def moving(event: ev.MoveEvent, before: State) -> tuple[str, ...]:
    """Sections 7.1 to 7.6."""
    match event:
        case ev.Walked():
            return (_walked(event, before),)
        case ev.Stopped(ref, at, why):
            return (f"{ref} stops at {at[0]},{at[1]}" + (f": {why}" if why else ""),)
        case ev.Placed(ref, manner, _, to):
            return (f"{ref} {PLACED.get(manner, 'goes to')} {spot_text(before, to)}",)
        case ev.Fell(ref, inches, counted):
            softer = f", counted as {counted}" if counted != inches else ""
            return (f"{ref} falls {inches}{softer}",)
        case ev.PaidMove(ref, cost, left, action):
            act = " and its action" if action else ""
            if action and not cost:
                return (f"{ref} takes an extra move, {_inches(left)} left",)
            return (f"{ref} spends {_inches(cost)}{act}, {left} left",)
        case ev.Revealed(ref, why):
            return (f"{ref} is revealed" + (f" ({why})" if why else ""),)
        case ev.ChitTurned(chit, model, kind):
            return (_turned(chit, model, kind),)
        case ev.ChitScanned(chit, model, kind):
            return (f"{chit} is scanned", _turned(chit, model, kind))
        case ev.Hid(ref):
            return (f"{ref} hides",)
        case ev.Stepped():
            return ()
        case _:
            assert_never(event)


def things(event: ev.ThingEvent, before: State) -> tuple[str, ...]:
    """RC-CARRY and RC-WFX-29: things picked up, dropped, destroyed; smoke."""
    match event:
        case ev.PickedUp(ref, item, off):
            return (f"{ref} picks up {item}" + (f" from {off}" if off else ""),)
        case ev.Dropped(ref, item):
            return (f"{ref} drops {item}",)
        case ev.ItemDestroyed(item, at):
            return (f"{item} at {at[0]},{at[1]} is destroyed",)
        case ev.SmokeSpread(_, cells):
            return (f"smoke spreads over {len(cells)} cells",)
        case ev.SmokeLifted():
            return ("the smoke of grenades lifts",)
        case _:
            assert_never(event)


def _walked(event: ev.Walked, before: State) -> str:
    """`M1 moves from 16,7 to 13,7 (3 inches, 3 left)`."""
    verb = MANNERS.get(event.manner, "moves")
    origin, to = spot_text(before, event.origin), spot_text(before, event.to)
    return f"{event.ref} {verb} from {origin} to {to} ({_inches(event.cost)}, {event.left} left)"


def _inches(number: int) -> str:
    """`1 inch`, `2 inches`."""
    return "1 inch" if number == 1 else f"{number} inches"


def _turned(chit: str, model: str, kind: str) -> str:
    """`X1 is O7`, `X1 is nothing`."""
    return f"{chit} is {model} ({kind})" if model else f"{chit} is nothing"


AT = ("fires", "rapid fires", "throws", "snap fires", "volleys", "fires both pistols")
"""Ways of attacking whose weapon stands before the targets."""

RESULTS = {"won": "wins", "lost": "loses", "tie": "a tie"}


def _in_brackets(*texts: str) -> str:
    """` (dice 4, range -1; armour 1)`, or nothing."""
    told = "; ".join(text for text in texts if text)
    return f" ({told})" if told else ""


def rolls(event: ev.RollEvent, before: State) -> Sentences:
    """RC-REP-1, RC-DICE-8: every die, in drawing order, and the sum of the dice."""
    match event:
        case ev.Cast(ref, what, faces, total):
            dice = " ".join(f"{colour}{face}" for colour, face in faces)
            who = f"{ref} rolls " if ref else ""
            return (f"{who}{dice} = {total}" + (f" ({what})" if what else ""),)
        case ev.Rerolled(ref, whose, colour, old, new, why):
            of = f" of {whose}" if whose != ref else ""
            return (f"{ref}: reroll {colour}{old}>{new}{of}" + (f" ({why})" if why else ""),)
        case ev.Tested(ref, what, total, needs, success, parts):
            done = "succeeds" if success else "fails"
            detail = _in_brackets(parts_text(parts))
            return (f"{ref} {what}: {total}, needs {needs}: {done}{detail}",)
        case _:
            assert_never(event)


def attacks(event: ev.FightEvent, before: State) -> Sentences:
    """RC-REP-2."""
    match event:
        case ev.Attacked(ref, how, weapon, targets):
            return (_set_out(ref, how, weapon, targets),)
        case ev.Shot(_, weapon, target, total, value, parts, value_parts):
            detail = _in_brackets(parts_text(parts), parts_text(value_parts))
            return (f"{weapon} on {target}: {total} against {value}{detail}",)
        case ev.Parried(ref, bonus):
            return (f"{ref} parries (+{bonus})",)
        case ev.Fought(attackers, defender, total, against, result, parts, against_parts):
            detail = _in_brackets(parts_text(parts), parts_text(against_parts))
            names = "+".join(attackers)
            told = RESULTS.get(result, result)
            return (f"{names} {total} against {defender} {against}{detail}: {told}",)
        case ev.MindsMet(ref, target, total, against, parts, against_parts):
            detail = _in_brackets(parts_text(parts), parts_text(against_parts))
            return (f"mind {ref or 'of the warp'} {total} against {target} {against}{detail}",)
        case ev.Detonated(ref, total):
            return (f"{ref} detonates: {total}",)
        case ev.Reduced(ref, by, amount, left):
            return (f"{by} takes {amount} off the harm to {ref}, {left} left",)
        case _:
            assert_never(event)


def _set_out(ref: str, how: str, weapon: str, targets: tuple[str, ...]) -> str:
    """`M1 fires Bolter at O2`, `M1 fights O2 with Knife`."""
    whom = ", ".join(targets)
    if how in AT:
        armed = f" {weapon}" if weapon else ""
        return f"{ref} {how}{armed} at {whom}" if whom else f"{ref} {how}{armed}"
    armed = f" with {weapon}" if weapon else ""
    return f"{ref} {how} {whom}{armed}".replace("  ", " ")


def harm(event: ev.HarmEvent, before: State) -> Sentences:
    """RC-REP-3, RC-FAIL: hits, grazes, deaths, conditions, weapons."""
    match event:
        case ev.LostHits(ref, hits, left):
            change = f"loses {hits}" if hits >= 0 else f"gets {-hits} back"
            return (f"{ref} {change}, {left} left",)
        case ev.Grazed(ref, letter, ignored):
            return (f"{ref} grazed {letter}" + (", which it ignores" if ignored else ""),)
        case ev.KnockedOut(ref):
            return (f"{ref} is knocked out",)
        case ev.Killed(ref, seat, points):
            return (f"{ref} is killed{_scored(seat, points)}",)
        case ev.WentDown(ref, seat, points):
            return (f"{ref} goes down{_scored(seat, points)}",)
        case ev.RoseAgain(ref, result):
            return (f"{ref}: {result}",)
        case ev.ConditionGained(ref, condition, told):
            amount = f" {condition.amount}" if condition.amount else ""
            return (
                () if told else (f"{ref} is {NAMED.get(condition.name, condition.name)}{amount}",)
            )
        case ev.ConditionLost(ref, name):
            return (f"{ref} is no longer {NAMED.get(name, name)}",)
        case ev.ControlTaken(ref, seat, by):
            source = f" ({by})" if by else ""
            return (f"{ref} is controlled by {seat_name(seat)}{source}",)
        case ev.ControlEnded(ref):
            return (f"{ref} obeys its own army again",)
        case ev.Latched(ref, target):
            return (f"{ref} latches onto {target}",)
        case ev.LetGo(ref, target):
            return (f"{ref} lets go of {target}",)
        case ev.WeaponFailed(ref, weapon, effect):
            return (f"{ref}'s {weapon} fails: {effect or 'nothing happens'}",)
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


def _scored(seat: int, points: int) -> str:
    """RC-VIC-4: `, 3 points to army 1`."""
    if not seat or not points:
        return ""
    return f", {counted(points, 'point')} to {seat_name(seat)}"


def structures(event: ev.StructureEvent, before: State) -> Sentences:
    """RC-REP-3, RC-BLDG, RC-FORCE: buildings and objects."""
    match event:
        case ev.SectorHit(sector, hits, left):
            return (f"{sector_text(before.ground, sector)} loses {hits}, {left} left",)
        case ev.SectorCollapsed(sector):
            whole = sector_text(before.ground, sector)
            rest = f": all of {whole} collapses" if whole != sector else ""
            return (f"{sector} collapses{rest}",)
        case ev.RubbleLies(sector):
            return (f"{sector_text(before.ground, sector)} lies in rubble",)
        case ev.ObjectDestroyed(at, what):
            return (f"the {what} at {at[0]},{at[1]} is destroyed",)
        case ev.EntryForced(ref, marker):
            name = sector_text(before.ground, marker.sector)
            return (f"{ref} forces an entry into {name} at {marker.at[0]},{marker.at[1]}",)
        case ev.EntryClosed(ref, marker):
            name = sector_text(before.ground, marker.sector)
            return (f"{ref} closes the entry of {name} at {marker.at[0]},{marker.at[1]}",)
        case _:
            assert_never(event)


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
