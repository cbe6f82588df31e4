"""A line of orders while it is told: the acts so far, and whose melee is being fought."""

from dataclasses import dataclass, field

from rules.display.acts import Act
from rules.line.orders import Order
from rules.machinadei.state import State


@dataclass(slots=True)
class Teller:
    """What has been told so far of a line, from the state `now`."""

    now: State
    orders: tuple[Order, ...] = ()
    acts: list[Act] = field(default_factory=list)
    current: Act | None = None
    loaded: bool = False
    area: str = ""
    """The dice of an area attack, and what each unit needs."""
    phase: str = ""
    """A phase that has begun and of which nothing has been said: `Turn 2, Move`."""
    passed: list[str] = field(default_factory=list)
    """Phases that passed by themselves."""
    broken: dict[str, Act] = field(default_factory=dict)
    """The lines in which units have broken: their flight is told there."""

    def begin(
        self,
        head: str,
        kind: str = "",
        actors: tuple[str, ...] = (),
        targets: tuple[str, ...] = (),
        weak: bool = False,
    ) -> Act:
        """A new act, on which what follows is told."""
        return self.take(Act(head, kind, actors, targets, weak=weak))

    def take(self, act: Act) -> Act:
        """Go on with this act."""
        self.acts.append(act)
        self.current = act
        return act

    def item(self, kind: str, who: str, where: str) -> Act:
        """One more of acts of a kind that follow each other."""
        last = self.current
        if last is None or last.kind != kind or last.sums or last.head:
            last = self.begin("", kind)
        last.items.append((who, where))
        last.actors = (*last.actors, who)
        return last

    def open_phase(self, who: str = "") -> None:
        """`Magic, army 2 to act`, on the line of the end before if it is the last one told."""
        told = ", ".join(part for part in (self.phase, who) if part)
        passed = " and ".join(self.passed)
        act = self.acts[-1] if self.acts else None
        if act is None or act.kind != "phase":
            act = self.begin("", "phase")
        self.current = act
        if passed:
            act.result("", f"{passed} {'pass' if len(self.passed) > 1 else 'passes'}", False)
        if told:
            act.result("", told, True)
        self.phase = ""
        self.passed = []

    def here(self) -> Act:
        """The act that is being told, a nameless one if there is none."""
        return self.current if self.current is not None else self.begin("")

    def result(self, who: str, word: str, strong: bool = False) -> None:
        """Something came of what is being told."""
        self.here().result(who, word, strong)
