"""The state of telling a line of orders: acts so far, dice not yet told, moves under way."""

from dataclasses import dataclass, field

from rules.display import acts
from rules.display.acts import Act
from rules.rulescrusade.events.parts import Faces, Parts
from rules.rulescrusade.state import State


@dataclass(slots=True)
class DiceText:
    """The dice of one side as text, rerolls included, and their total."""

    ref: str
    what: str
    faces: str
    total: int

    def text(self) -> str:
        """RC-DICE-8: `R0 W1, R0>2 = 3`."""
        return f"{self.faces} = {self.total}"


@dataclass(slots=True)
class Teller(acts.Teller[State]):
    """Collects what is told of a line; `now` is the state before the next event.

    `thrown`: dice not yet told; `walks`: the acts of moves under way, by reference.
    """

    gm: bool = False
    thrown: list[DiceText] = field(default_factory=list)
    walks: dict[str, Act] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def take(self, act: Act) -> Act:
        """Begin this act; dice not told so far are told with the act before it."""
        self.let_fall()
        return acts.Teller.take(self, act)

    def turn_to(self, *refs: str) -> None:
        """Go back to the latest act of these units, unless the current one is theirs."""
        now = self.current
        if now is not None and not set(refs) <= set(now.actors):
            for act in reversed(self.acts):
                if refs and set(refs) <= set(act.actors):
                    self.current = act
                    return

    def result(self, who: str, word: str, strong: bool = True) -> None:
        """Add a result to the current act."""
        self.let_fall()
        self.here().result(who, word, strong)

    # --- dice -----------------------------------------------------------------------------------

    def cast(self, ref: str, what: str, faces: Faces, total: int) -> None:
        """Keep dice for the sum that a later event tells."""
        self.thrown.append(DiceText(ref, what, faces_text(faces), total))

    def reroll(self, whose: str, colour: str, old: int, new: int) -> None:
        """RC-REROLL-2: add a reroll to the kept dice of `whose`."""
        found = [one for one in self.thrown if one.ref == whose] or self.thrown
        if not found:
            self.here().sum(f"{colour}{old}>{new}")
            return
        found[-1].faces += f", {colour}{old}>{new}"
        found[-1].total += new - old

    def dice_of(self, refs: tuple[str, ...]) -> str:
        """Take the kept dice of these units, as `R3 W1 = 4`."""
        mine = [one for one in self.thrown if one.ref in refs]
        self.thrown = [one for one in self.thrown if one.ref not in refs]
        return " + ".join(one.text() for one in mine)

    def all_dice(self) -> str:
        """Take all kept dice."""
        found, self.thrown = self.thrown, []
        return " + ".join(one.text() for one in found)

    def let_fall(self) -> None:
        """RC-DICE-8: tell all kept dice by themselves, since no sum has told them."""
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
"""The parts of a total that come from dice."""


def faces_text(faces: Faces) -> str:
    """RC-DICE-8: `R3 W1`."""
    return " ".join(f"{colour}{face}" for colour, face in faces)


def with_parts(dice: str, parts: Parts, total: int, names: dict[str, str] | None = None) -> str:
    """`R3 W1 = 4, 13 inches -1 = 3`: the dice, the other parts, the total."""
    rest = [(name, amount) for name, amount in parts if name not in BASES and amount]
    base = next(((name, amount) for name, amount in parts if name in BASES), None)
    if base is not None and (not dice or base[0] == "highest die"):
        highest = f"{base[0]} {base[1]}" if base[0] == "highest die" else str(base[1])
        dice = f"{dice}, {highest}" if dice else highest
    if not rest:
        return dice or str(total)
    told = ", ".join(f"{(names or {}).get(name, name)} {amount:+d}" for name, amount in rest)
    return f"{dice}, {told} = {total}" if dice else f"{told} = {total}"
