"""Where harm comes from: who gets the points, which grazes, and what is special about it."""

from dataclasses import replace

from rules.line.frozen import Frozen
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.sheets import Weapon
from rules.rulescrusade.state import Unit
from rules.rulescrusade.words import PLAIN, Manner

SEVERITY = ("K", "KO", "W", "S")
"""RC-GRAZE-2: from the most severe to the mildest."""


class Source(Frozen):
    """RC-VIC-4, RC-GRAZE-2: an attack as its victims feel it.

    `seat` gets the points; `grazes` the results to choose from; `wide` for templates and Scythe
    (RC-ABIL-32); `bare` if neither Shield nor force field helps (RC-FALL-1); `mental` if no force
    field does (RC-MWAR-4).
    """

    ref: str = ""
    seat: int = 0
    grazes: tuple[str, ...] = ("S",)
    kill_ko: bool = False
    wide: bool = False
    prisoners: bool = False
    control: bool = False
    bare: bool = False
    mental: bool = False
    pull: int | None = None
    wish: str = ""

    def graze_for(self, target: Unit) -> str:
        """RC-GRAZE-2: as ordered, else the most severe that the target does not ignore."""
        if self.wish in self.grazes:
            return self.wish
        for letter in SEVERITY:
            if letter in self.grazes and not ignores(target, letter):
                return letter
        return self.grazes[0] if self.grazes else "S"


def ignores(target: Unit, letter: str) -> bool:
    """RC-GRAZE-8, RC-ABIL-17: Undead ignore W and KO, IS ignores S."""
    if letter in ("W", "KO"):
        return target.trait("Undead")
    return letter == "S" and target.trait("IS")


def source_of(
    battle: Battle, unit: Unit, weapons: tuple[Weapon, ...], manner: Manner = PLAIN
) -> Source:
    """RC-GRAZE-1, RC-GRAZE-2: an attack of a model with weapons, or unarmed with its base graze."""
    grazes = tuple(weapon.graze for weapon in weapons if weapon.graze) or (unit.graze,)
    wide = any(weapon.template or "Scythe" in weapon.effects for weapon in weapons)
    return Source(
        ref=unit.ref,
        seat=unit.boss,
        grazes=grazes,
        kill_ko=any("Kill=KO" in weapon.effects for weapon in weapons),
        wide=wide or unit.trait("Scythe"),
        prisoners=manner.prisoners or unit.finish == "ko",
        control=manner.controlling and unit.trait("Control"),
        pull=manner.pull,
        wish=manner.graze,
    )


def outright(source: Source, letter: str) -> Source:
    """RC-GRAZE-9: the same source, giving a graze result of its own."""
    return replace(source, grazes=(letter,), wish="", kill_ko=False, control=False)
