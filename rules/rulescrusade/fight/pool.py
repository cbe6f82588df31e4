"""RC-DICE-4, RC-REROLL: a pool of dice as it is drawn, rerolled and looked at for fails."""

from dataclasses import dataclass, field

from rules.rulescrusade.battle import COLOURS, HIGHEST, Battle, Thrown
from rules.rulescrusade.events import Cast, Rerolled
from rules.rulescrusade.sheets import Dice

MEAN_TWICE = {"R": 2, "W": 1}
"""RC-REACT-4: twice the mean of a die: a red has 1, a white one half."""


@dataclass
class Pool:
    """All dice of one side of a roll; `failed` once two of them showed their highest faces.

    RC-FAIL-1: looked at after the first roll and after every reroll, never taken back.  `plain`: no
    die of it is rerolled, and nobody asks for the highest.
    """

    ref: str
    what: str
    dice: list[Thrown] = field(default_factory=list)
    failed: bool = False
    all_highest: bool = False
    plain: bool = False

    @property
    def total(self) -> int:
        """RC-DICE-8: the sum without modifiers."""
        return sum(die.value for die in self.dice)

    def draw(self, battle: Battle, dice: Dice, reds: int = 0) -> None:
        """RC-DICE-4: a component of the pool: all reds, then all whites."""
        colours = "R" * (dice.reds + reds) + "W" * dice.whites
        battle.throw(self.dice, colours, self.what, self.plain)

    def show(self, battle: Battle) -> None:
        """RC-DICE-8: the report shows every die."""
        battle.settle()
        if self.dice:
            faces = tuple((die.colour, die.value) for die in self.dice)
            battle.emit(Cast(self.ref, self.what, faces, self.total))
        self.look()

    def look(self) -> None:
        """RC-FAIL-1, RC-INC-1: are two dice, or all, at their highest?"""
        highest = sum(die.value == HIGHEST[die.colour] for die in self.dice)
        self.failed = self.failed or highest >= 2
        self.all_highest = self.all_highest or 0 < len(self.dice) == highest

    def reroll(self, battle: Battle, die: Thrown, by: str, why: str) -> None:
        """RC-REROLL-2: one die again; a fail is looked for after it (RC-RULING-6)."""
        old = die.value
        die.value = battle.roll(COLOURS[die.colour], f"reroll ({why})")
        battle.emit(Rerolled(by, self.ref, die.colour, old, die.value, why))
        self.look()


def gain(die: Thrown) -> int:
    """RC-REACT-4: twice what rerolling an own die brings on average."""
    return MEAN_TWICE[die.colour] - 2 * die.value


def best_own(pool: Pool) -> Thrown | None:
    """RC-REACT-4: the own die with the largest positive gain, the earlier of two."""
    best = max(pool.dice, key=gain, default=None)
    return best if best is not None and gain(best) > 0 else None


def worst_of(pool: Pool) -> Thrown | None:
    """RC-REACT-4: the opponent's die whose reroll hurts him most."""
    best = min(pool.dice, key=gain, default=None)
    return best if best is not None and gain(best) < 0 else None


def choose(own: Pool, other: Pool, level: int) -> tuple[Pool, Thrown] | None:
    """RC-REACT-4: which die to reroll at this level; ties prefer an own die."""
    mine = best_own(own) if level >= 1 else None
    theirs = worst_of(other) if level >= 2 else None
    if mine is not None and (theirs is None or gain(mine) >= -gain(theirs)):
        return own, mine
    return (other, theirs) if theirs is not None else None
