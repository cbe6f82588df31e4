"""Section 5.3: who goes first in a phase."""

from rules.crusade7 import events as ev
from rules.crusade7.army.statblock import CLASSES, Statblock
from rules.crusade7.battle import Battle
from rules.crusade7.harm.numbers import initiative_of
from rules.crusade7.naming import same_name
from rules.crusade7.state import Army, State, Unit
from rules.numbers.arith import half_up

Average = tuple[int, int]
"""An exact mean: the sum of the initiatives, and how many units they are of."""

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
"""C7-INIT-5: faction, and the subfactions that a place is for (none: all that are left)."""


def settle(battle: Battle) -> None:
    """C7-TURN-2, C7-INIT-8: the order of the phase that has just begun is fixed now."""
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
    """C7-INIT-2: the exact mean of the initiatives of the army's units that count."""
    values = [
        initiative_of(state, unit)
        for unit in state.living(seat)
        if is_counted(unit) and counts_in(state.block(unit), phase)
    ]
    return (sum(values), len(values)) if values else NOBODY


def lead_of(one: Average, other: Average) -> int:
    """C7-INIT-2: above 0 if the first mean is higher, below 0 if the second is; exact."""
    return one[0] * other[1] - other[0] * one[1]


def is_counted(unit: Unit) -> bool:
    """C7-INIT-7: embarked units count, reserve and killed units do not."""
    return not unit.dead and not unit.reserve


def counts_in(block: Statblock, phase: str) -> bool:
    """C7-INIT-3: does a unit of this type count in this phase?"""
    if phase == "mana":
        return block.casting is not None or block.psionic
    return block.classification in COUNTING[phase]


def place_of(army: Army) -> int:
    """C7-INIT-5: an army's place on the chart; a faction that is not listed ranks below all."""
    for place, (faction, subfactions) in enumerate(CHART, start=1):
        if same_name(faction, army.faction) and (
            not subfactions or any(same_name(one, army.subfaction) for one in subfactions)
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
