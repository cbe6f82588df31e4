"""What is told of an event: its sentence, and the luck of its dice."""

from collections.abc import Callable, Sequence
from typing import assert_never

from rules.candlebre import events as ev
from rules.candlebre.court.espionage import is_success
from rules.candlebre.naming import name_of, names_of
from rules.candlebre.state import D6, D20, State
from rules.candlebre.telling.view import (
    card_words,
    killed_and_captured,
    leaders_text,
    long,
    offer_words,
)
from rules.candlebre.units import NOBODY, Tally
from rules.candlebre.war.movement import CAUGHT
from rules.candlebre.war.tiers import is_hit
from rules.candlebre.words import building_words, plurals, side_name
from rules.display.acts import Phrases, told_by
from rules.line.events import Event, Overridden, Rolled, SharedEvent
from rules.line.said import Words
from rules.numbers.luck import Fallen, Thrown, thrown

# CB-BOARD-6: sentences for every event, in the same words for everybody (CB-SCOPE-3).


Sentences = tuple[str, ...]


def report(event: Event, before: State) -> tuple[str, ...]:
    """CB-DICE-2: what happened, with every die and number; nothing for what needs no words."""
    return CHAPTERS[type(event)](event, before)


def battle_began(event: ev.BattleBegan, before: State) -> Sentences:
    """CB-TIER-1: the forces, and who may roll again."""
    sides = (event.attacker, event.attack_counters), (event.defender, event.defend_counters)
    counters = [f"{side_name(side)} has {count} reroll counters" for side, count in sides if count]
    forces = (
        f"battle in {name_of(before, event.province)}: "
        f"{side_name(event.attacker)} {long(event.attackers)} "
        f"against {side_name(event.defender)} {long(event.defenders)}"
    )
    return (forces, *counters)


def charge_spent(event: ev.ChargeSpent, before: State) -> Sentences:
    """CB-CHARGE-5, CB-CHARGE-6: a charge that was carried out shows in its dice."""
    side, kinds = side_name(event.seat), plurals(event.kinds)
    if event.how == "stopped":
        return (f"Pikemen stop the charge of {side}'s {kinds}",)
    return (f"{side} calls off the charge of its {kinds}",) if event.how == "called off" else ()


def volley(event: ev.Volley, before: State) -> Sentences:
    """CB-BOARD-6: `Brindle round 1 tier 3 army 1 infantry need 7: 3 12 7 = 2 hits (1 captured)`."""
    where = f"{name_of(before, event.province)} round {event.round} tier {event.tier}"
    who = f"{side_name(event.seat)} {event.kind} need {event.need}"
    if event.target:
        end = f", precision {event.precision} on {event.target}"
    else:
        end = f" ({event.captured} captured)"
    return (f"{where} {who}: {' '.join(map(str, event.rolls))} = {event.hits} hits{end}",)


def losses(event: ev.LossesTaken, before: State) -> Sentences:
    """CB-BOARD-6: `army 2 loses 1 infantry, 2 cavalry captured`."""
    lost = killed_and_captured(event.killed.tally, event.captured.tally)
    return (f"{side_name(event.seat)} loses {lost}",) if lost else ()


def withdrawal(event: ev.Withdrew, before: State) -> Sentences:
    """CB-BATTLE-5: where to, with every die, and who was caught."""
    dice = " ".join(map(str, event.rolls))
    there, here = name_of(before, event.to), name_of(before, event.province)
    told = f" ({long(event.caught)})" if any(event.caught) else ""
    gone = f"{side_name(event.seat)} withdraws from {here} to {there}: {dice}"
    return (f"{gone}, {sum(event.caught)} caught{told}",)


def nightfall(event: ev.NightFell, before: State) -> Sentences:
    """CB-FIGHT-6: after the last round the attackers go back."""
    here = name_of(before, event.province)
    begun = f"nightfall in {here} after round {event.round}"
    units = event.units.tally
    force = long(units) if units != NOBODY else "no unit"
    led = f" with {leaders_text(event.leaders)}" if event.leaders else ""
    if event.to:
        there = name_of(before, event.to)
        return (f"{begun}: {side_name(event.seat)} goes back to {there} ({force}{led})",)
    fate = f"captured by {side_name(event.captor)}" if event.captor else "lost"
    return (f"{begun}: {side_name(event.seat)} has nowhere to go; {force} {fate}",)


def opening(event: ev.ValuesFound | ev.MapLaid | ev.HouseChosen, before: State) -> Sentences:
    """CB-MAP-5, CB-MAP-7: values from dice, another map with its warnings; the Houses."""
    match event:
        case ev.ValuesFound(values, faces):
            if not faces:
                return ()
            found = zip(before.sites, faces, values, strict=True)
            told = ", ".join(f"{site.code} {face} = {value}" for site, face, value in found)
            return (f"province values: {told}",)
        case ev.MapLaid(sites, warnings):
            laid = f"GM: another map, {len(sites)} provinces"
            return (laid, *(f"warning, {rule}: {what}" for rule, what in warnings))
        case ev.HouseChosen(seat, house, honor):
            played = before.lore.house(house)
            name = f"{played.name}, {played.title}" if played else house
            return (f"{side_name(seat)} plays {name} (honor {honor})",)
        case _:
            assert_never(event)


def moving(event: ev.Attacked | ev.Marched | ev.Revolted, before: State) -> Sentences:
    """Section 7.6: attacks and marches; CB-MERC-8."""
    match event:
        case ev.Attacked(seat, source, target, units, leaders=leaders):
            led = with_leaders(units.tally, leaders)
            ways = f"{name_of(before, target)} from {name_of(before, source)}"
            return (f"{side_name(seat)} attacks {ways} with {led}",)
        case ev.Marched(seat, source, target, units, leaders=leaders):
            led = with_leaders(units.tally, leaders)
            ways = f"from {name_of(before, source)} to {name_of(before, target)}"
            return (f"{side_name(seat)} moves {led} {ways}",)
        case ev.Revolted(seat, province, mercenaries, units, leaders, to):
            here = name_of(before, province)
            seized = f"mercenaries seize {here} from {side_name(seat)}"
            guard = f"{mercenaries} mercenaries are its guard"
            if not any(units.tally) and not leaders:
                return (f"{seized}; {guard}",)
            gone = with_leaders(units.tally, leaders)
            went = f"sent to {name_of(before, to)}: {gone}" if to else f"lost with it: {gone}"
            return (f"{seized}; {guard}; {went}",)
        case _:
            assert_never(event)


def with_leaders(units: Tally, leaders: tuple[int, ...]) -> str:
    """`3 infantry, 1 archer and GL1`."""
    if not leaders:
        return long(units)
    led = leaders_text(leaders)
    return f"{long(units)} and {led}" if any(units) else led


def taking(event: ev.ProvinceTaken | ev.UnitsGone, before: State) -> Sentences:
    """CB-BATTLE-3, CB-ELIM-2: what changes hands or is gone without a word of the battle."""
    here = name_of(before, event.province)
    match event:
        case ev.ProvinceTaken(seat, _, former, how):
            if how == "unopposed":
                return (f"{side_name(seat)} takes {here} unopposed",)
            return (f"{here} of {side_name(former)} becomes neutral",) if how == "resigned" else ()
        case ev.UnitsGone(_, _, units, why):
            return () if why == "override" else (f"gone from {here}: {long(units.tally)}",)
        case _:
            assert_never(event)


def rally(event: ev.RallyCounted, before: State) -> Sentences:
    """CB-INC-5."""
    return () if event.turns else (f"the rally of {side_name(event.seat)} is over",)


def received(event: ev.GoldReceived, before: State) -> Sentences:
    """CB-GOLD-2: the amount, how it parts, and where it is from."""
    who, split = side_name(event.seat), f"({event.military} military, {event.civil} civil)"
    match event.why:
        case "bonus":
            return (f"{who} receives a bonus of {event.amount} gold {split}",)
        case "first income":
            return (f"{who} first income: {event.amount} gold {split}",)
        case _:
            why = card_words(before, event.why)
            return (f"{who} receives {event.amount} gold {split}: {why}",)


def built(event: ev.Built, before: State) -> Sentences:
    """Section 7.5: what it cost, or why it is free."""
    here = f"in {name_of(before, event.province)}"
    told = f"{side_name(event.seat)} builds {building_words(event.building)} {here}"
    if event.price:
        return (f"{told}: {event.price} {event.purse} gold, {event.left} left",)
    if event.why == "setup":
        return (f"{told}: the free building",)
    return (f"{told}: {card_words(before, event.why) or 'free'}",)


def research_dice(event: ev.ResearchRolled, before: State) -> Sentences:
    """CB-RES-6: the dice, the total, and the levels that it bought."""
    dice = " ".join(map(str, event.faces))
    rolled = (
        f"{side_name(event.seat)} rolls {len(event.faces)} research dice on {event.tree} for "
        f"{event.price} civil gold, {event.left} left: {dice}; total {event.total}"
    )
    if not event.levels:
        return (rolled,)
    gained = f"{event.tree} level {event.level}, in force next turn; {event.rest} left over"
    return (rolled, f"{side_name(event.seat)} reaches {gained}")


def captives(event: ev.CaptivesReturned | ev.LeaderDied, before: State) -> Sentences:
    """Section 7.15: what becomes of captives."""
    match event:
        case ev.CaptivesReturned(seat, owner, units, why):
            if not owner:
                return (f"{side_name(seat)} releases {long(units)} of neutral",)
            home = f"{long(units)} come home to the reserve of {side_name(owner)}"
            return (f"{home} from {side_name(seat)} ({why})",)
        case ev.LeaderDied(number, owner, why, seat):
            if why == "killed":
                return (f"{side_name(seat)} kills GL{number} of {side_name(owner)}",)
            return (f"GL{number} of {side_name(owner)} is dead ({why})",)
        case _:
            assert_never(event)


def alliances(event: ev.ProposalClosed | ev.AllianceEnded, before: State) -> Sentences:
    """Section 7.7."""
    match event:
        case ev.ProposalClosed(seat, to, how):
            declined = f"{side_name(to)} declines the alliance with {side_name(seat)}"
            return (declined,) if how == "declined" else ()
        case ev.AllianceEnded(seat, ally, how):
            if how == "broken":
                return (f"{side_name(seat)} breaks the alliance with {side_name(ally)}",)
            return (f"the alliance of {side_name(seat)} and {side_name(ally)} is over",)
        case _:
            assert_never(event)


def mission(event: ev.MissionSent, before: State) -> Sentences:
    """CB-ESP-6, CB-ESP-7."""
    against = side_name(event.target)
    sent = f"{side_name(event.seat)} sends a mission to {event.mission} against {against}"
    if event.guarded:
        return (sent, f"mission {event.mission}: turned away by honor")
    end = "success" if event.success else "failure"
    return (sent, f"mission {event.mission}: need {event.need}, rolled {event.roll}: {end}")


def drawn(event: ev.CardDrawn, before: State) -> Sentences:
    """Section 7.19: drawing."""
    card = before.lore.card(event.card)
    name = f" ({card.name})" if card else ""
    hand = ", kept" if event.kept else ""
    return (f"{side_name(event.seat)} draws {event.card}{name}{hand}; {event.left} cards left",)


def course(event: ev.FirstPlayerRolled | ev.TurnBegan | ev.Eliminated, before: State) -> Sentences:
    """CB-TURN-5: rounds and turns, who is out."""
    match event:
        case ev.FirstPlayerRolled(rolls, first):
            told = ", ".join(f"{side_name(seat)} {face}" for seat, face in rolls)
            end = f"; {side_name(first)} goes first" if first else "; the highest roll again"
            return (f"first player: {told}{end}",)
        case ev.TurnBegan(number, seat, levels, gained):
            begun = f"round {number}: {side_name(seat)} to play"
            found = zip("MIE", levels, gained, strict=True)
            new = [f"{letter}{level}" for letter, level, more in found if more]
            return (begun, f"{side_name(seat)}: {', '.join(new)} in force") if new else (begun,)
        case ev.Eliminated(seat, resigned):
            gone = (f"{side_name(seat)} is eliminated",)
            return (f"{side_name(seat)} resigns", *gone) if resigned else gone
        case _:
            assert_never(event)


PHRASES = Phrases(
    called=side_name,
    listing=" and ".join,
    phase="phase: {phase}",
    agreed="{seat} accepts the draw",
    declined="the draw is declined",
    lapsed="the draw offer lapses",
    won="{winners} wins: {how}",
    drawn="Draw: {how}",
    ruled='GM: rule "{text}"',
    refused="refused: {rule}: {why}",
    overridden="GM: set {attribute} {value}",
    dice="GM: next dice {faces}",
    between=" ",
    no_dice="",
)


def shared(event: SharedEvent, before: State) -> Sentences:
    """CB-WIN-1, CB-WIN-3, CB-WIN-5: draws, who has won, and what every system has."""
    if isinstance(event, Overridden) and event.attribute == "turn":
        return (f"GM: set turn {side_name(int(event.value))}",)
    return PHRASES.of(event)


WORDS: Words = {
    "side": side_name,
    "sides": lambda seats: ", ".join(map(side_name, seats)),
    "both": lambda seats: " and ".join(map(side_name, seats)),
    "force": long,
    "plurals": plurals,
    "building": building_words,
    "offer": offer_words,
    "signed": lambda number: f"{number:+}",
    "number": lambda things: str(len(things)),
    "wins": lambda taken: "wins" if taken else "holds",
    "switch": lambda on: "on" if on else "off",
    "closed": lambda how: "void" if how == "eliminated" else str(how),
}
"""What sentences of events name behind a colon."""


def words_of(before: State) -> Words:
    """The same, with provinces and cards by their names."""
    return {
        **WORDS,
        "place": lambda number: name_of(before, number),
        "places": lambda numbers: names_of(before, numbers),
        "card": lambda code: card_words(before, code),
    }


CHAPTERS = told_by(
    ev,
    *(battle_began, charge_spent, volley, losses, withdrawal, nightfall),
    *(opening, moving, taking, rally, received, built, research_dice),
    *(captives, alliances, mission, drawn, course, shared),
    words=words_of,
)
"""How every event of the system is told, by its type."""


# The dice of an order by what they could have brought: battle, withdrawal, missions, research.


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """CB-HIT-2, CB-WDRAW-5, CB-ESP-7, CB-RES-5: each die against what it needed; a die that was
    rolled again counts both times.  Neutral towns have no luck of their own."""
    fallen, again, found = Fallen(), dict[str, list[Rolled]](), list[Thrown]()
    for event in events:
        match event:
            case Rolled():
                fallen.waiting.append(event)
            case ev.Rerolled(kind=kind):
                again.setdefault(kind, []).append(fallen.waiting.pop())
            case ev.Volley(seat=seat, attacking=attacking, kind=kind, need=need, rolls=rolls):
                dice = [*fallen.first(len(rolls)), *again.pop(kind, [])]
                what = "attack" if attacking else "defend"
                found += thrown(seat, what, dice, D20, hit_at(need))
            case ev.Withdrew(seat=seat, rolls=rolls):
                dice = fallen.last(len(rolls))
                found += thrown(seat, "withdrawal", dice, D20, lambda face: int(face > CAUGHT))
            case ev.MissionSent(seat=seat, need=need, guarded=False):
                found += thrown(seat, "missions", fallen.last(1), D20, succeeds_at(need))
            case ev.ResearchRolled(seat, _, faces):
                dice = fallen.last(len(faces))
                found += thrown(seat, "research, points", dice, D6, lambda face: face)
            case _:
                pass
    return tuple(one for one in found if one.seat)


def hit_at(need: int) -> Callable[[int], int]:
    """CB-HIT-2: what a face brings in battle."""
    return lambda face: int(is_hit(face, need))


def succeeds_at(need: int) -> Callable[[int], int]:
    """CB-ESP-7: what a face brings on a mission."""
    return lambda face: int(is_success(face, need))
