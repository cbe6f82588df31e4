"""The exact odds of an attack before it is ordered, from what the seat may know.

In another seat's turn and in the set-up the odds are those of the seat's next turn, with all units
where they are now.  No die is drawn; the loaded dice in the tray are ignored, because no player may
know of them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction

from rules.line.errors import Refusal
from rules.line.events import Rolled
from rules.line.flow import seat_name, winner_name
from rules.line.orders import Order
from rules.line.work import Spent, check_dice, spend
from rules.numbers.arith import half_up
from rules.numbers.chances import Laid, every, folded
from rules.rulescrusade import orders as od
from rules.rulescrusade.adjudicate import carry_out
from rules.rulescrusade.apply import apply
from rules.rulescrusade.checks import COLOURS, DICE, HIGHEST, Battle, Thrown
from rules.rulescrusade.sequence.turns import finish_turn, open_turn
from rules.rulescrusade.state import CONDITIONS, USUAL, State, Unit, in_order

KINDS = (od.Fire, od.RapidFire, od.Throw, od.FireBoth, od.Fight, od.Attack, od.MindWar, od.Mob)
"""The orders that have odds: no moves, which might show what lies under a chit."""

BITS = 16
"""Bits that hold how often a face lies in a pool."""

TRIED = 300
"""Steps of work for each trial of an order, on top of those that carrying it out spends."""


REFUSED = 70
"""Steps of work for each part of a tried order that is refused."""


def odds(state: State, seat: int, order: Order) -> tuple[str, ...]:
    """One line for each outcome, the likeliest first.  Raises `Refusal` as the order would."""
    if not isinstance(order, KINDS):
        raise Refusal("RC-ORD-1", "odds are for attacks from where a model stands")
    known = as_known(state, seat)
    flow = known.flow
    over = flow.phase == "over" or flow.outcome or not 1 <= seat <= len(known.armies)
    if over or (flow.phase, flow.turn) == ("play", seat):
        return worked_out(known, seat, order)
    head = f"In the next turn of {seat_name(seat)}, from where everybody stands now:"
    return (head, *worked_out(in_next_turn(known, seat), seat, order))


def in_next_turn(state: State, seat: int) -> State:
    """RC-TURN-6, RC-TURN-7: the state as if the present turn had ended and the seat's begun."""
    flow = replace(state.flow, phase="play")
    battle = Battle(replace(state, flow=flow), seat, lambda die: die.faces[0], apply)
    if state.flow.phase == "play":
        finish_turn(battle, flow.turn)
    open_turn(battle, seat, max(1, flow.round))
    return battle.state


def worked_out(known: State, seat: int, order: Order) -> tuple[str, ...]:
    """One line for each outcome in this state.

    If the budget runs out, the `Spent` carries the lines found so far.
    """

    def run(dice: Laid) -> str:
        spend(TRIED)
        battle = Foreseen(known, seat, dice)
        carry_out(battle, (order,))
        return changes(known, battle.state if battle.finish() else known)

    found: dict[str, Fraction] = {}
    try:
        for fall in every(run):
            found[fall.result] = found.get(fall.result, Fraction(0)) + fall.chance
    except Spent as spent:
        spent.found = told(found)
        raise
    return told(found)


def told(found: Mapping[str, Fraction]) -> tuple[str, ...]:
    """`52.8%: O2 becomes wounded`, the likeliest first."""
    lines = []
    for text, chance in sorted(found.items(), key=lambda one: (-one[1], one[0])):
        tenths = half_up(1000 * chance.numerator, chance.denominator)
        lines.append(f"{tenths // 10}.{tenths % 10}%: {text}")
    return tuple(lines)


# --- hypothetical dice ----------------------------------------------------------------------------


Class = tuple[int, int, int, int]
"""RC-DICE-8, RC-FAIL-1: a class of throws, of which only one is tried.

The margin of the first pool over the second; the highest faces (up to two a pool), the faces that
show, and how often each shows, as bits.
"""


class Foreseen(Battle):
    """An order with hypothetical dice: of all throws with the same outcome only one is tried.

    Pools are folded die by die into classes.  What can matter is their sums, their fails and, where
    dice are rerolled or the highest one counts, which faces show.
    """

    def __init__(self, state: State, seat: int, dice: Laid) -> None:
        super().__init__(state, seat, dice, apply)
        self._laid = dice
        self._pools: list[list[Thrown]] = []
        self._plain, self._held = True, False

    def refuse(self, refusal: Refusal) -> None:
        """Spend work for it: a crowd whose target is dead is refused one by one, in every trial."""
        spend(REFUSED)
        super().refuse(refusal)

    def throw(self, pool: list[Thrown], colours: str, why: str, plain: bool) -> None:
        """RC-BOUND-2: keep dice for `settle`; hypothetical dice are limited too."""
        self._plain = self._plain and plain
        if not any(one is pool for one in self._pools):
            self._pools.append(pool)
        spend(2 * len(colours))
        pool += [Thrown(colour, 0) for colour in colours]
        check_dice(sum(map(len, self._pools)), DICE)

    def settle(self) -> None:
        """Give the dice thrown the faces of one class."""
        if self._held or not any(self._pools):
            return
        self.emit(Rolled("pool", 0, "in thought"))  # RC-ORD-8: what was drawn stays
        fallen: Class = self._laid.thrown(lambda: classes(self._pools, self._plain))
        for number, pool in enumerate(self._pools):
            for colour in COLOURS:
                values = faces_in(fallen, number, colour)
                for die in pool:
                    if die.colour == colour:
                        die.value = next(values)
        self._pools, self._plain = [], True

    @contextmanager
    def together(self) -> Iterator[None]:
        """Fold both pools of a melee together."""
        self._held = True
        yield
        self._held = False
        self.settle()


def classes(pools: list[list[Thrown]], plain: bool) -> Mapping[Class, int]:
    """The number of throws in each class of these pools."""
    dice = ((number, die.colour) for number, pool in enumerate(pools) for die in pool)
    throws = (((number, colour), COLOURS[colour]) for number, colour in dice)
    start: Class = (0, 0, 0, 0)
    return folded(throws, start, joined, tells_sums if plain else tells_all)


def joined(known: Class, whose: tuple[int, str], face: int) -> Class:
    """The class after one more die of a pool."""
    number, colour = whose
    margin, highest, seen, often = known
    margin += -face if number else face
    slot = slot_of(number, colour, face)
    if face == HIGHEST[colour] and highest >> 2 * number & 3 < 2:
        highest += 1 << 2 * number
    return margin, highest, seen | 1 << slot, often + (1 << BITS * slot)


def slot_of(number: int, colour: str, face: int) -> int:
    """The slot in which a face of a pool is counted."""
    return 8 * number + 4 * (colour == "W") + face


def tells_all(known: Class) -> tuple[int, int, int]:
    """What tells classes apart where single dice matter: also which faces show."""
    return known[:3]


def tells_sums(known: Class) -> tuple[int, int]:
    """What tells classes apart otherwise: the margin and the fails."""
    return known[:2]


def faces_in(fallen: Class, number: int, colour: str) -> Iterator[int]:
    """Yield the faces of a pool's dice of one colour."""
    for face in dict.fromkeys(COLOURS[colour].faces):
        slot = slot_of(number, colour, face)
        for _ in range(fallen[3] >> BITS * slot & (1 << BITS) - 1):
            yield face


# --- what is known, and what has changed ----------------------------------------------------------


def as_known(state: State, seat: int) -> State:
    """RC-VIEW-1: the state as the seat knows it: other teams' secrets are replaced by defaults.

    Their standing orders, readied cards and chits are unknown, and so is the tray.
    """
    units = {}
    for key, unit in state.units.items():
        if state.team(unit.boss) == state.team(seat):
            units[key] = unit
        elif unit.place not in ("under", "unhidden"):
            units[key] = replace(
                unit,
                **USUAL,
                loadout=None,
                readied="",
                readied_for="",
                under="" if unit.chit else unit.under,
            )
    return replace(state, units=units, flow=replace(state.flow, tray=()))


def changes(before: State, after: State) -> str:
    """What has changed between two states: `O2 becomes wounded; M1 Bolter jammed`."""
    parts = []
    changed = (one for one in before.on_board() if after.units[one.ref.upper()] is not one)
    for unit in in_order(changed):
        told = list(unit_changes(unit, after.units[unit.ref.upper()]))
        if told and not unit.chit:
            parts.append(f"{unit.ref} {', '.join(told)}")
    if after.flow.outcome is not None and before.flow.outcome is None:
        parts.append(f"the game ends: {winner_name(after.flow.outcome)}")
    return "; ".join(parts) or "nothing changes"


def unit_changes(before: Unit, now: Unit) -> Iterator[str]:
    """Yield `is killed`, `3 -> 1 hits`, `becomes wounded`, `Bolter jammed`, `goes to 5,6`."""
    if now.place == "dead":
        yield "is killed"
        return
    if now.hits != before.hits:
        yield f"{before.hits} -> {now.hits} hits"
    yield from (f"becomes {one}" for one in CONDITIONS if now.has(one) and not before.has(one))
    lost = [one for one in CONDITIONS if before.has(one) and not now.has(one)]
    yield from (f"is no longer {one}" for one in lost)
    for old, new in zip(before.weapons, now.weapons, strict=True):
        if old.state != new.state:
            yield f"{new.name} {new.state}"
    if now.at != before.at:
        yield f"goes to {now.at[0]},{now.at[1]}"
