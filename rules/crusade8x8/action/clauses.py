"""C8-ACT-2, C8-ACT-3: what a Pawn's clause consists of, before any tile is looked at."""

from collections.abc import Sequence

from rules.crusade8x8 import orders
from rules.crusade8x8.board.position import Unit
from rules.line.errors import Refusal
from rules.line.frozen import Frozen

Main = orders.Step | orders.Capture | orders.Shoot | orders.Swap | None


class Clause(Frozen):
    """One Pawn's clause in order: main deed, side-steps, turns, telekinesis; each may lack."""

    main: Main
    sides: tuple[orders.SideStep, ...]
    turns: tuple[orders.Turning, ...]
    cast: orders.Cast | None
    late: bool
    """Whether anything was ordered after the telekinesis."""

    @property
    def leaves(self) -> bool:
        """C8-FRZ-2: what a frozen unit cannot do by itself."""
        return isinstance(self.main, orders.Step | orders.Capture | orders.Swap)


def read_clause(unit: Unit, name: str, deeds: Sequence[orders.Deed], commanded: bool) -> Clause:
    """The checks of section 6.4 that need no tile: C8-ACT-3, C8-MOVE-2, C8-CMD-8, C8-ACT-2."""
    known = [_attack_as(unit, deed) for deed in deeds]
    for deed in known:
        check_able(unit, name, deed)
    check_side_steps(name, known)
    if commanded:
        check_basic(name, known)
    mains = [
        deed
        for deed in known
        if isinstance(deed, orders.Step | orders.Capture | orders.Shoot | orders.Swap)
    ]
    check_one_action(name, known, len(mains))
    casts = [
        place for place, deed in enumerate(known) if isinstance(deed, orders.Push | orders.Twist)
    ]
    end = casts[0] if casts else len(known)
    last = known[end] if casts else None
    return Clause(
        mains[0] if mains else None,
        tuple(deed for deed in known if isinstance(deed, orders.SideStep)),
        tuple(deed for deed in known[:end] if isinstance(deed, orders.Rotate | orders.Face)),
        last if isinstance(last, orders.Push | orders.Twist) else None,
        end + 1 < len(known),
    )


def check_able(unit: Unit, name: str, deed: orders.Deed) -> None:
    """C8-ACT-3: only Archers shoot, only Casters have telekinesis, only Rogues swap, only
    Commanders hold, only Knights choose an arrival."""
    match deed:
        case orders.Shoot():
            able, what = unit.kind == "Archer", "shoot"
        case orders.Push() | orders.Twist():
            able, what = unit.kind == "Caster", "use telekinesis"
        case orders.Swap():
            able, what = unit.kind == "Rogue", "swap"
        case orders.Hold():
            able, what = unit.kind == "Commander", "hold and give orders"
        case orders.Step(_, corner) | orders.Capture(_, corner):
            able, what = not corner or unit.kind == "Knight", "choose an arrival"
        case _:
            able, what = True, ""
    if not able:
        raise Refusal("C8-ACT-3", f"{name} cannot {what}")


def check_side_steps(name: str, deeds: Sequence[orders.Deed]) -> None:
    """C8-MOVE-2: a side-step comes right after the step."""
    for before, deed in zip((None, *deeds), deeds, strict=False):
        if isinstance(deed, orders.SideStep) and not isinstance(
            before, orders.Step | orders.SideStep
        ):
            raise Refusal("C8-MOVE-2", f"{name} side-steps only right after a step")


def check_basic(name: str, deeds: Sequence[orders.Deed]) -> None:
    """C8-CMD-8: a Commander gives basic actions only; telekinesis may follow one."""
    for deed in deeds:
        if isinstance(deed, orders.Shoot | orders.Swap):
            why = f"{name} can be commanded to basic actions only, not to a special"
            raise Refusal("C8-CMD-8", why)
    if deeds and isinstance(deeds[0], orders.Push | orders.Twist):
        why = f"{name} can be commanded to telekinesis only after a basic action"
        raise Refusal("C8-CMD-8", why)


def check_one_action(name: str, deeds: Sequence[orders.Deed], mains: int) -> None:
    """C8-ACT-2: one basic action or one special; a Rotate or telekinesis comes after it."""
    late = any(
        isinstance(deed, orders.Step | orders.Capture | orders.Shoot | orders.Swap)
        and any(
            not isinstance(earlier, orders.Step | orders.Capture | orders.Shoot | orders.Swap)
            for earlier in deeds[:place]
        )
        for place, deed in enumerate(deeds)
    )
    if mains > 1 or late:
        raise Refusal("C8-ACT-2", f"{name} was ordered two different actions in one turn")


def _attack_as(unit: Unit, deed: orders.Deed) -> orders.Deed:
    """C8-NOTE-4: an Archer's attack is a shot, any other unit's a capture."""
    if not isinstance(deed, orders.Attack):
        return deed
    if unit.kind == "Archer" and not deed.corner:
        return orders.Shoot(deed.target)
    return orders.Capture(deed.target, deed.corner)
