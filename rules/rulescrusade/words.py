"""What orders are made of: who, where, at what, and how (section 6 of the rules)."""

from types import MappingProxyType

from rules.display.acts import ranges
from rules.line.orders import Named
from rules.line.said import Said
from rules.numbers.grid import Cell

STEPS: dict[str, Cell] = {
    "north": (-1, 0),
    "east": (0, 1),
    "south": (1, 0),
    "west": (0, -1),
    "northeast": (-1, 1),
    "southeast": (1, 1),
    "southwest": (1, -1),
    "northwest": (-1, -1),
}
"""One cell in each direction: rows down, columns to the right."""

DIRECTIONS = tuple(STEPS)
"""In the order in which routes prefer them (RC-MOVE-12)."""


class Who(Named):
    """The models that an order is for, each by itself (`M1` or `Marine 1`), without ranges."""

    VERBS = ("hangs and drops", "mind wars", "mind blasts", "rapid fires")

    def shown(self) -> tuple[str, ...]:
        return tuple(ranges(self.refs))


class Heading(Said):
    """A direction and a number of cells: `4 north`."""

    SAYS = "{steps} {direction}"

    steps: int
    direction: str


Goal = Cell | Heading

Target = str | Cell
"""A model, a chit, a building or a sector by its reference, or a cell."""


def means(said: str, name: str) -> bool:
    """RC-ORD-9: does the text name it, in any case, in the singular or in the plural?"""
    spoken, known = (" ".join(text.lower().split()) for text in (said, name))
    endings = [f"{known}s", f"{known}es"]
    if known.endswith("y"):
        endings.append(f"{known[:-1]}ies")
    return spoken in (known, *endings)


def cell_text(cell: Cell) -> str:
    """`5,12`."""
    return f"{cell[0]},{cell[1]}"


def target_text(target: Target) -> str:
    """`O2`, `B1.2` or `8,9`."""
    return target if isinstance(target, str) else cell_text(target)


def goal_text(goal: Goal) -> str:
    """`to 5,12`, or `4 north`."""
    return str(goal) if isinstance(goal, Heading) else f"to {cell_text(goal)}"


GRAZE_VERBS = {"S": "stun", "W": "wound", "KO": "KO", "K": "kill"}


def graze_verb(graze: str) -> str:
    """`stun` for S; an unknown graze is returned unchanged."""
    return GRAZE_VERBS.get(graze, graze)


class Manner(Said):
    """The options that may follow an attack (6.2).

    `pull`: the most damage to do (RC-MELEE-10).  `graze`: S, W, KO or K (RC-GRAZE-2).
    `throwing`: a direction (RC-ABIL-34).  `controlling`: RC-ABIL-6.  `prisoners`: RC-GRAZE-4.
    `no_scope`: without scope (RC-WFX-21).  `split`: the shares (RC-WFX-24).
    """

    SAYS = (
        "[, pulling to {pull}][, to {graze:verb}][, throwing {throwing}][, {controlling}]"
        "[{prisoners?}, taking prisoners][{no_scope?}, without scope][, split {split: }]"
    )
    WORDS = MappingProxyType({"verb": graze_verb})

    pull: int | None = None
    graze: str = ""
    throwing: str = ""
    controlling: bool = False
    prisoners: bool = False
    no_scope: bool = False
    split: tuple[int, ...] = ()


PLAIN = Manner()
"""An attack without options."""
