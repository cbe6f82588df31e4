"""Rounds, phases and turns: initiative, morale, the end."""

from rules.crusade7 import events as ev
from rules.crusade7 import magic, naming, tactics
from rules.crusade7.army.statblock import CLASSES, Regeneration, Statblock, Steadfast
from rules.crusade7.harm import conditions, numbers
from rules.crusade7.harm.damage import heal
from rules.crusade7.orders import SkipTo
from rules.crusade7.state import PHASE_NAMES, PHASES, Army, Battle, State, Unit, Until
from rules.line.common import each_alone
from rules.line.errors import Refusal
from rules.line.events import DrawOfferClosed, Ended, PhaseBegan, TurnPassed
from rules.line.flow import seat_name
from rules.numbers.arith import half_up

# Section 5.3: who goes first in a phase.


Average = tuple[int, int]
"""An exact mean: the sum of the initiatives, and the number of units."""

NOBODY: Average = (-999, 1)
"""C7-INIT-4: an army with no unit that counts has initiative -999."""

COUNTING: dict[str, tuple[str, ...]] = {
    "command": ("Warlord",),
    "move": CLASSES,
    "heavy": ("Heavy Support", "Transport", "Very Heavy Support"),
    "charge": ("Cavalry",),
    "fight": ("Troops", "Elites"),
    "morale": CLASSES,
}
"""C7-INIT-3: the classifications that count in a phase (Mana counts those with magic instead)."""

CHART: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Elves", ()),
    ("Drow", ()),
    ("Fellic Demons", ()),
    ("Praetorian Legions", ("Terminatus Type 1", "Terminatus Type 2")),
    ("Orc-Goblins", ()),
    ("Praetorian Legions", ()),
    ("Akaddis Empire", ()),
    ("Second Roman Empire", ("Veterans",)),
    ("Target Dummies", ()),
    ("Second Roman Empire", ()),
)
"""C7-INIT-5: for each place the faction and its subfactions (none: all that are left)."""


def settle(battle: Battle) -> None:
    """C7-TURN-2, C7-INIT-8: fix who goes first in the phase that has just begun."""
    battle.emit(order_of_play(battle.state))


def order_of_play(state: State) -> ev.OrderOfPlay:
    """C7-INIT-2: the army with the higher mean goes first; ties go by the chart."""
    round_, phase = state.flow.round, state.flow.phase
    averages = (average(state, 1, phase), average(state, 2, phase))
    lead = lead_of(*averages)
    if lead:
        return ev.OrderOfPlay(round_, phase, 1 if lead > 0 else 2, averages)
    places = (place_of(state.armies[1]), place_of(state.armies[2]))
    if places[0] != places[1]:
        first = 1 if places[0] < places[1] else 2
        return ev.OrderOfPlay(round_, phase, first, averages, min(places))
    first = first_of_twins(state.ties)
    return ev.OrderOfPlay(round_, phase, first, averages, places[0], alternated=True)


def average(state: State, seat: int, phase: str) -> Average:
    """C7-INIT-2: the exact mean of the initiatives of the army's units that count.

    C7-INIT-7: embarked units count, reserve and killed units do not.
    """
    values = [
        numbers.initiative_of(state, unit)
        for unit in state.living(seat)
        if not unit.reserve and counts_in(state.block(unit), phase)
    ]
    return (sum(values), len(values)) if values else NOBODY


def lead_of(one: Average, other: Average) -> int:
    """C7-INIT-2: above 0 if the first mean is higher, below 0 if the second is; exact."""
    return one[0] * other[1] - other[0] * one[1]


def counts_in(block: Statblock, phase: str) -> bool:
    """C7-INIT-3: does a unit of this type count in this phase?"""
    if phase == "mana":
        return block.casting is not None or block.psionic
    return block.classification in COUNTING[phase]


def place_of(army: Army) -> int:
    """C7-INIT-5: an army's place on the chart; a faction that is not listed ranks below all."""
    for place, (faction, subfactions) in enumerate(CHART, start=1):
        if naming.same_name(faction, army.faction) and (
            not subfactions or any(naming.same_name(one, army.subfaction) for one in subfactions)
        ):
            return place
    return len(CHART) + 1


def first_of_twins(ties: int) -> int:
    """C7-INIT-6: the first tie of armies in the same place goes to army 1, then they alternate."""
    return 1 + ties % 2


def average_text(mean: Average) -> str:
    """3.2: a mean is shown exactly if whole, else rounded half up to two decimals: `2.33`."""
    if mean[0] % mean[1] == 0:
        return str(mean[0] // mean[1])
    hundredths = half_up(100 * mean[0], mean[1])
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


# Section 7.9: the Morale check of each unit when its army's Morale turn ends.


def test_army(battle: Battle, seat: int) -> None:
    """C7-MORALE-1: test each unit of the army on the field, in order of reference."""
    for unit in naming.in_order(battle.state.on_field(seat)):
        test_unit(battle, unit)


def test_unit(battle: Battle, unit: Unit) -> None:
    """C7-MORALE-4: make a unit's Morale check; it becomes shaken if it fails."""
    state = battle.state
    thrown, dc = courage(state, unit), difficulty(casualties(state, unit.seat))
    passed, why = verdict(state, unit, thrown.value >= dc)
    battle.emit(ev.MoraleTested(unit.ref, thrown.value, dc, passed, why, thrown.parts))
    if not passed:
        end = end_of_shock(state.flow.round)
        conditions.give(battle, unit.ref, "shaken", end, cause="morale")


def courage(state: State, unit: Unit) -> numbers.Tally:
    """C7-MORALE-2: CHA + 10, as in any Type 3 saving throw, and the modifiers on morale.

    Advantage on morale, on saving throws and on CHA do not add up (C7-STAT-4).
    """
    edges = (part for part in numbers.tally(state, unit, "CHA").parts if part.edge)
    return numbers.add_up(
        (
            *numbers.stat_parts(state, unit, "CHA"),
            ev.Part("base", 10, rule="C7-MORALE-2"),
            *edges,
            *numbers.tally(state, unit, "saving throws", "morale").parts,
        )
    )


def casualties(state: State, seat: int) -> int:
    """C7-MORALE-2: all units killed in this round; with `morale=own` those of this army."""
    own = state.options.get("morale", "total") == "own"
    return state.armies[seat].lost if own else state.killed


def difficulty(killed: int) -> int:
    """C7-MORALE-2: 10 + a sixth of the killed, rounded half up (2 -> 10, 3 -> 11, 9 -> 12)."""
    return 10 + half_up(killed, 6)


def verdict(state: State, unit: Unit, thrown: bool) -> tuple[bool, str]:
    """C7-MORALE-3: whether the check is passed, and why if the throw did not decide it.

    Frightened units fail (C7-COND-9), steadfast ones pass even then.
    """
    for ability in state.block(unit).abilities:
        if isinstance(ability, Steadfast):
            return True, f"{ability.name}: always passes"
    if unit.has("frightened"):
        return False, "frightened"
    return thrown, ""


def end_of_shock(round_: int) -> Until:
    """C7-MORALE-4, C7-MORALE-5: shaken until the end of the next Move Phase.

    A check in the Morale Phase of round n looks ahead to the Move Phase of round n + 1.  By
    C7-TURN-9 its end is the start of the phase after it: the Mana Phase of round n + 1.  (By
    C7-TURN-10 `shaken` ends with the Move Phase anyway; this covers a GM who jumps over its end.)
    """
    return Until.of(round_ + 1, "mana")


# Section 5.2 and chapter 9: rounds, phases and turns, and who has won.


PHASE_OF = {word: phase for phase in PHASES for word in (phase, PHASE_NAMES[phase].lower())}
"""3.1: the phases by the words for them; `heavy` may be written out as `heavy support fight`."""


def phase_named(words: str) -> str | None:
    """3.1: a phase by the word for it, with or without `phase`."""
    return PHASE_OF.get(" ".join(words.lower().split()).removesuffix(" phase"))


def following(round_: int, phase: str) -> tuple[int, str]:
    """C7-TURN-1: the phase after this one; after Morale comes the next round."""
    index = PHASES.index(phase) + 1
    return (round_, PHASES[index]) if index < len(PHASES) else (round_ + 1, PHASES[0])


# --- the end of a turn and of a phase -----------------------------------------------------------


def end_turn(battle: Battle) -> None:
    """C7-TURN-6: end the turn and begin the next one; a seat that skips passes its turns."""
    hand_over(battle)
    pass_skipped(battle)


def hand_over(battle: Battle) -> None:
    """C7-TURN-6: after the first army's turn comes the second's, then at once the next phase."""
    flow = battle.state.flow
    if flow.phase == "morale":
        test_army(battle, flow.turn)
    check_victory(battle)
    if battle.state.flow.outcome is not None:
        return
    if not battle.state.second_turn:
        battle.emit(ev.SecondTurn())
        battle.emit(TurnPassed(3 - flow.turn))
        return
    end_phase(battle)
    begin_phase(battle, *following(flow.round, flow.phase))


def end_phase(battle: Battle) -> None:
    """C7-TURN-10: what ends with a phase, in this order."""
    phase = battle.state.flow.phase
    tactics.lapse(battle, phase)
    if phase == "move":
        end_shock(battle)
    elif phase == "mana":
        magic.lapse(battle)
    elif phase == "morale":
        end_round(battle)


def end_shock(battle: Battle) -> None:
    """C7-TURN-10: `shaken` ends with the Move Phase."""
    for unit in naming.in_order(battle.state.living()):
        if unit.has("shaken"):
            battle.emit(ev.ConditionLost(unit.ref, "shaken", "the Move Phase is over"))


def end_round(battle: Battle) -> None:
    """C7-TURN-10, C7-END-5: the counts of the killed return to 0, and an open draw offer lapses.

    The round number rises with the Command Phase that begins next.
    """
    state = battle.state
    lost = (state.armies[1].lost, state.armies[2].lost)
    battle.emit(ev.RoundEnded(state.flow.round, state.killed, lost))
    if state.flow.offer:
        battle.emit(DrawOfferClosed(state.flow.offer, declined=False))


# --- the start of a phase -----------------------------------------------------------------------


def begin_phase(battle: Battle, round_: int, phase: str) -> None:
    """C7-TURN-7: what happens when a phase begins, in this order."""
    battle.emit(PhaseBegan(round_, phase))
    end_expired(battle)
    conditions.check_all(battle)
    battle.emit(ev.MarksCleared(phase))
    if phase == "command":
        for seat in SEATS:  # C7-CMD-1: each army gains 1 CP
            battle.emit(ev.GainedCP(seat, 1, battle.state.armies[seat].cp + 1))
        regenerate(battle)
    settle(battle)
    battle.emit(TurnPassed(battle.state.first))


def end_expired(battle: Battle) -> None:
    """C7-TURN-7, C7-TURN-9: end the effects and conditions whose time is over."""
    now = Until.of(battle.state.flow.round, battle.state.flow.phase)
    for unit in naming.in_order(battle.state.living()):
        over = "its time is over"
        conditions.lose(battle, unit.ref, lambda one: has_come(one.until, now), over)
        for effect in unit.effects:
            if has_come(effect.until, now):
                battle.emit(ev.EffectEnded(unit.ref, effect.name, over, effect.number))


def has_come(until: Until | None, now: Until) -> bool:
    """C7-TURN-9: is it that phase or a later one?  False if there is no time."""
    return until is not None and until <= now


def regenerate(battle: Battle) -> None:
    """C7-CMD-2, C7-ABIL-3: units on the field regain HP, army 1's first, in order of reference."""
    for seat in (1, 2):
        for unit in naming.in_order(battle.state.on_field(seat)):
            for ability in battle.state.block(unit).abilities:
                if isinstance(ability, Regeneration):
                    heal(battle, unit.ref, ability.hp, ability.name)


# --- skipping -----------------------------------------------------------------------------------


def skip_to(battle: Battle, order: SkipTo) -> None:
    """C7-TURN-8: the seat passes its turns until one of that phase begins."""
    seat, flow, phase = battle.seat, battle.state.flow, phase_named(order.phase) or order.phase
    battle.emit(ev.SkippingTo(seat, phase, round_of_skip(battle.state, seat, phase)))
    if flow.turn == seat:
        end_turn(battle)


def round_of_skip(state: State, seat: int, phase: str) -> int:
    """C7-TURN-8: this round if the seat's turn in that phase is still to come, else the next."""
    ahead = PHASES.index(phase) - PHASES.index(state.flow.phase)
    waits = state.flow.turn != seat and not state.second_turn
    is_to_come = ahead > 0 or (ahead == 0 and waits)
    return state.flow.round if is_to_come else state.flow.round + 1


def pass_skipped(battle: Battle) -> None:
    """C7-TURN-8: pass the turns of a seat that skips, up to its turn in the phase it named."""
    while battle.state.flow.outcome is None:
        seat, phase = battle.state.flow.turn, battle.state.flow.phase
        target = battle.state.armies[seat].skip_to
        if not target:
            return
        if target == phase:
            battle.emit(ev.SkippingTo(seat, "", 0))
            return
        hand_over(battle)


# --- checks -------------------------------------------------------------------------------------


def check_phase(state: State, phases: tuple[str, ...], what: str) -> None:
    """C7-TURN-4: an order is legal only in the phases that its entry names."""
    if state.flow.phase not in phases:
        needed = " or ".join(PHASE_NAMES[phase] for phase in phases)
        why = f"{what} needs the {needed} Phase; this is {PHASE_NAMES[state.flow.phase]}"
        raise Refusal("C7-TURN-4", why)


def check_turn(state: State, seat: int) -> None:
    """C7-TURN-5, C7-TURN-3: only the army whose turn it is gives orders; in setup everybody."""
    if state.flow.phase != "setup" and state.flow.turn != seat:
        whose = seat_name(state.flow.turn)
        raise Refusal("C7-TURN-5", f"it is {whose}'s turn, not {seat_name(seat)}'s")


def awaits(state: State) -> tuple[int, ...]:
    """C7-TURN-2, C7-SETUP-8: the seat of the turn; in setup every seat that is not ready."""
    if state.flow.outcome is not None:
        return ()
    if state.flow.phase == "setup":
        return tuple(seat for seat, army in state.armies.items() if not army.ready)
    return (state.flow.turn,)


SEATS = (1, 2)
SIDES = each_alone(SEATS)


def check_victory(battle: Battle) -> None:
    """C7-END-2, C7-END-3: an army without a unit left has lost; if both have none, nobody won."""
    if battle.state.flow.outcome is not None or battle.state.flow.phase == "setup":
        return
    destroyed = [seat for seat in SEATS if is_destroyed(battle.state, seat)]
    if len(destroyed) == 2:
        battle.emit(Ended("C7-END-3", "both armies are destroyed", ()))
    elif destroyed:
        winners = tuple(seat for seat in SEATS if seat not in destroyed)
        battle.emit(Ended("C7-END-2", f"{seat_name(destroyed[0])} is destroyed", winners))


def is_destroyed(state: State, seat: int) -> bool:
    """C7-END-2: it has had a unit and has none left on the field, embarked or in reserve."""
    return state.armies[seat].fielded and next(state.living(seat), None) is None
