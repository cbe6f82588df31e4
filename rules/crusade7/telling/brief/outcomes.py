"""What came of acts: who was hurt, killed, changed; equal outcomes are one piece."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rules.crusade7 import events as ev
from rules.crusade7.harm.resolve import uses_left
from rules.crusade7.orders import ordinal
from rules.crusade7.state import State
from rules.crusade7.telling.brief.acts import Seen
from rules.crusade7.telling.brief.spans import change, shortened, strong, until_words, worded
from rules.crusade7.telling.labels import places, ranges
from rules.crusade7.telling.wording import modifiers_text
from rules.display.view import Line
from rules.line.events import DrawOfferClosed, Event
from rules.line.flow import seat_name
from rules.numbers.grid import Cell


@dataclass(slots=True)
class Wound:
    """The HP of one unit from the first to the last of what befell it for one reason."""

    unit: str
    cause: str
    before: int
    after: int


@dataclass(slots=True)
class Gathered:
    """The outcomes of some acts, before equal ones are put together."""

    names: tuple[str, ...]
    """Causes that the line has named already."""
    wounds: list[Wound] = field(default_factory=list)
    killed: list[tuple[str, str]] = field(default_factory=list)
    told: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """Units by what stands before and behind them."""
    uses: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """Units by the limited attack and by how many uses it had and has."""

    out: dict[str, dict[str, Cell]] = field(default_factory=dict)
    """The passengers of transports that are no more, with their places."""

    def add(self, unit: str, behind: str, before: str = "") -> None:
        """`O2 prone`; those of whom the same is said stand together."""
        self.told.setdefault((before, behind), []).append(unit)

    def cause(self, cause: str) -> str:
        """A cause that is still to be named."""
        return "" if cause in self.names else cause


def outcomes(seen: Iterable[Seen], names: tuple[str, ...] = (), target: str = "") -> list[Line]:
    """Pieces for a line: `O2, O3 32 → 25`, `O5 killed`, `O4 prone`.

    `names`: causes that need not be said; `target`: a unit that has just been named, whose label
    is left out where nothing else is told.
    """
    found = Gathered((*names, "GM", ""))
    for one in seen:
        gather(found, one)
    dead = [unit for unit, _ in found.killed]
    pieces = [*hurt(found, dead, target), *died(found)]
    for (before, behind), units in found.told.items():
        pieces.append(worded(f"{before}{ranges(units)}{behind}"))
    return [*pieces, *put_out(found), *spent(found)]


def put_out(found: Gathered) -> Iterator[Line]:
    """C7-TRANS-10: `L1, L2 out of CR1 at 1,1-2`."""
    for transport, riders in found.out.items():
        yield worded(f"{ranges(riders)} out of {transport} at {places(riders.values())}")


def spent(found: Gathered) -> Iterator[Line]:
    """C7-ATK-10: `Javelin 3 → 2`; with the units where it is not the same for all."""
    for attack, changes in found.uses.items():
        for text, units in changes.items():
            whose = f" ({ranges(units)})" if len(changes) > 1 else ""
            yield worded(f"{attack}{text}{whose}")


def hurt(found: Gathered, dead: list[str], target: str) -> Iterator[Line]:
    """`O2, O3 32 → 25`: those who live, grouped by equal HP."""
    groups: dict[tuple[int, int, str], list[str]] = {}
    for wound in found.wounds:
        if wound.unit not in dead:
            groups.setdefault((wound.before, wound.after, wound.cause), []).append(wound.unit)
    alone = len(groups) == 1 and not dead and not found.told
    for (before, after, cause), units in groups.items():
        label = "" if alone and units == [target] else f"{ranges(units)} "
        yield worded(f"{label}{change(before, after)}{behind(cause)}")


def died(found: Gathered) -> Iterator[Line]:
    """The dead, strong, by what killed them."""
    causes: dict[str, list[str]] = {}
    for unit, cause in found.killed:
        causes.setdefault(cause, []).append(unit)
    for cause, units in causes.items():
        yield strong(f"{ranges(units)} killed") + (worded(behind(cause)) if cause else ())


def behind(cause: str) -> str:
    """` (Regeneration)`."""
    return f" ({cause})" if cause else ""


def gather(found: Gathered, one: Seen) -> None:
    """One event; those that a line tells of elsewhere are passed over."""
    match one.event:
        case ev.Damaged(unit, _, before, after, _, cause) | ev.Healed(
            unit, _, before, after, cause
        ):
            wound(found, Wound(unit, found.cause(cause), before, after))
        case ev.Killed(unit, cause):
            found.killed.append((unit, found.cause(cause)))
        case ev.ShieldBroken(unit, loss, ac):
            found.add(unit, f" without shield: AC {change(ac + loss, ac)}")
        case ev.UseSpent(unit, attack, left):
            spent = f" {change(uses_before(one.before, unit, attack, left), left)}"
            found.uses.setdefault(attack, {}).setdefault(spent, []).append(unit)
        case ev.StrikeLost(_, attack, target):
            found.add(target, " being dead", f"{attack} lost, ")
        case _:
            for chapter in (afflictions, gather_magic, gather_rest):
                if chapter(found, one.event, one.before):
                    return


def wound(found: Gathered, new: Wound) -> None:
    """Blows on one unit for one reason add up."""
    last = next((one for one in reversed(found.wounds) if one.unit == new.unit), None)
    if last is not None and last.cause == new.cause and last.after == new.before:
        last.after = new.after
    else:
        found.wounds.append(new)


def uses_before(state: State, ref: str, name: str, left: int) -> int:
    """C7-ATTR-5: how many uses there were."""
    unit = state.find(ref)
    attacks = state.block(unit).attacks if unit else ()
    attack = next((one for one in attacks if one.name == name), None)
    uses = uses_left(unit, attack) if unit and attack else None
    return left + 1 if uses is None else uses


def afflictions(found: Gathered, event: Event, before: State) -> bool:
    """Conditions and effects."""
    match event:
        case ev.ConditionGained(unit, affliction, cause):
            why = behind(found.cause(cause))
            found.add(unit, f" {affliction.condition}{until_words(affliction.until)}{why}")
        case ev.ConditionResisted(unit, condition, why):
            found.add(unit, f" not {condition}" + (f": {why}" if why else ""))
        case ev.ConditionLost(unit, condition, why):
            if why != "stands up":
                found.add(unit, f" no longer {condition}")
        case ev.CauseEnded(unit, affliction):
            source = affliction.source or "one cause"
            found.add(unit, f" ends, still {affliction.condition}", f"{source} on ")
        case ev.EffectGained(unit, effect):
            gain = f" {modifiers_text(effect.modifiers)}{until_words(effect.until)}"
            found.add(unit, gain + behind(found.cause(effect.name)))
        case ev.EffectEnded(unit, name):
            found.add(unit, " ends", f"{name} on ")
        case _:
            return False
    return True


def gather_magic(found: Gathered, event: Event, before: State) -> bool:
    """Concentration, slots, denials, and what the GM has to say."""
    match event:
        case ev.ConcentrationBegan(unit, held):
            found.add(unit, f" concentrates on {held.spell}{until_words(held.until)}")
        case ev.ConcentrationTested(unit, spell, value, dc, kept):
            found.add(unit, f" {'keeps' if kept else 'loses'} {spell} ({value} against DC {dc})")
        case ev.ConcentrationEnded(unit, spell, why):
            if why == "stops":
                found.add(unit, f" stops concentrating on {spell}")
            elif why != "damage":
                found.add(unit, " ends", f"{spell} of ")
        case ev.SlotLost(unit, level, left):
            slots = change(left + 1, left)
            found.add(unit, f" loses a {ordinal(level)} level slot ({slots})")
        case ev.DenialsLapsed(denials):
            for denier, target in denials:
                found.add(denier, f" of {target} lapses", "denial by ")
        case ev.GMAdjudicates(unit, name, text):
            found.add(name, f' is for the GM to resolve: "{shortened(text, 120)}"')
        case _:
            return False
    return True


def gather_rest(found: Gathered, event: Event, before: State) -> bool:
    """Passengers put out, tactics that worked or lapsed, command points."""
    match event:
        case ev.Disembarked(unit, transport, to, forced=True):
            found.out.setdefault(transport, {})[unit] = to
        case ev.TacticSprung(seat, tactic):
            if tactic not in found.names:
                found.add(seat_name(seat), " is used", f"{tactic} of ")
        case ev.TacticLapsed(seat, tactic, refund):
            back = f", {refund} CP back" if refund else ""
            found.add(seat_name(seat), f" lapses{back}", f"{tactic} of ")
        case ev.GainedCP(seat, cp, total):
            found.add(seat_name(seat), f" CP {change(total - cp, total)}")
        case DrawOfferClosed(seat, declined):
            how = "is declined" if declined else "lapses"
            found.add(seat_name(seat), f" {how}", "the draw offer of ")
        case _:
            return False
    return True
