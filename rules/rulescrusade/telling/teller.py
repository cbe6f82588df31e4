"""A line of orders while it is told: the acts so far, dice not yet spoken for, walks under way."""

from dataclasses import dataclass, field

from rules.display import acts
from rules.display.acts import Act
from rules.rulescrusade.events.parts import Faces, Parts
from rules.rulescrusade.state import State


@dataclass(slots=True)
class Thrown:
    """Dice of one side as they fell, with rerolls behind them, and what they come to."""

    ref: str
    what: str
    faces: str
    total: int

    def text(self) -> str:
        """RC-DICE-8: `R0 W1, R0>2 = 3`."""
        return f"{self.faces} = {self.total}"


@dataclass(slots=True)
class Teller(acts.Teller[State]):
    """What has been told so far of a line, from the state `now`."""

    gm: bool = False
    thrown: list[Thrown] = field(default_factory=list)
    walks: dict[str, Act] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def take(self, act: Act) -> Act:
        """Go on with this act; dice that nothing was said of belong to the one before."""
        self.let_fall()
        self.acts.append(act)
        self.current = act
        return act

    def turn_to(self, *refs: str) -> None:
        """Go on with the latest act of these, if the present one is not theirs."""
        now = self.current
        if now is not None and not set(refs) <= set(now.actors):
            for act in reversed(self.acts):
                if refs and set(refs) <= set(act.actors):
                    self.current = act
                    return

    def result(self, who: str, word: str, strong: bool = True) -> None:
        """Something came of what is being told."""
        self.let_fall()
        self.here().result(who, word, strong)

    # --- dice -----------------------------------------------------------------------------------

    def cast(self, ref: str, what: str, faces: Faces, total: int) -> None:
        """Dice that belong to a sum which comes later."""
        self.thrown.append(Thrown(ref, what, faces_text(faces), total))

    def reroll(self, whose: str, colour: str, old: int, new: int) -> None:
        """RC-REROLL-2: a die of theirs fell again."""
        found = [one for one in self.thrown if one.ref == whose] or self.thrown
        if not found:
            self.here().sum(f"{colour}{old}>{new}")
            return
        found[-1].faces += f", {colour}{old}>{new}"
        found[-1].total += new - old

    def dice_of(self, refs: tuple[str, ...]) -> str:
        """The dice that these have thrown and nothing was said of, `R3 W1 = 4`."""
        mine = [one for one in self.thrown if one.ref in refs]
        self.thrown = [one for one in self.thrown if one.ref not in refs]
        return " + ".join(one.text() for one in mine)

    def all_dice(self) -> str:
        """Whatever has been thrown."""
        found, self.thrown = self.thrown, []
        return " + ".join(one.text() for one in found)

    def let_fall(self) -> None:
        """RC-DICE-8: dice that no sum has named are told by themselves."""
        found, self.thrown = self.thrown, []
        for one in found:
            act = self.current if self.current is not None else Act()
            if act not in self.acts:
                self.acts.append(act)
                self.current = act
            who = one.ref if one.ref not in act.actors else ""
            known = one.what in act.head or one.what in act.kind
            act.sum(one.text() if known else f"{one.what} {one.text()}", who)


BASES = ("dice", "share", "highest die")
"""The part of a total that comes from dice."""


def faces_text(faces: Faces) -> str:
    """RC-DICE-8: `R3 W1`."""
    return " ".join(f"{colour}{face}" for colour, face in faces)


def with_parts(dice: str, parts: Parts, total: int, names: dict[str, str] | None = None) -> str:
    """`R3 W1 = 4, 13 inches -1 = 3`: dice, then what else counts, then what it comes to."""
    rest = [(name, amount) for name, amount in parts if name not in BASES and amount]
    base = next(((name, amount) for name, amount in parts if name in BASES), None)
    if base is not None and (not dice or base[0] == "highest die"):
        highest = f"{base[0]} {base[1]}" if base[0] == "highest die" else str(base[1])
        dice = f"{dice}, {highest}" if dice else highest
    if not rest:
        return dice or str(total)
    told = ", ".join(f"{(names or {}).get(name, name)} {amount:+d}" for name, amount in rest)
    return f"{dice}, {told} = {total}" if dice else f"{told} = {total}"
