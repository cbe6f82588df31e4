"""A line while it is told; Sections 7.4 to 7.9 in few words: strikes, melees, nerve, magic."""

from dataclasses import dataclass, field

from rules.display import acts
from rules.display.acts import Act
from rules.display.words import counted
from rules.line.events import Event
from rules.line.orders import Order
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei.fight.strike import ALL, NONE
from rules.machinadei.orders import place
from rules.machinadei.overrides import StrikeAt
from rules.machinadei.statblock import signed
from rules.machinadei.state import State, key

# A line of orders while it is told: the acts so far, and whose melee is being fought.


@dataclass(slots=True)
class Teller(acts.Teller[State]):
    """What has been told so far of a line, from the state `now`."""

    orders: tuple[Order, ...] = ()
    area: str = ""
    """The dice of an area attack, and what each unit needs."""
    phase: str = ""
    """A phase that has begun and of which nothing has been said: `Turn 2, Move`."""
    passed: list[str] = field(default_factory=list)
    """Phases that passed by themselves."""
    broken: dict[str, Act] = field(default_factory=dict)
    """The lines in which units have broken: their flight is told there."""

    def result(self, who: str, word: str, strong: bool = False) -> None:
        """Something came of what is being told; few things are a result of their own."""
        self.here().result(who, word, strong)

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


# Sections 7.4 to 7.9 in few words: strikes, areas, melees, nerve, magic.


DIVIDES = "divides its hits"

AREA = "?"
"""The sum of an area attack before it is known whom it strikes."""

FEW = 6
"""So many dice stand in the line; more are told as a number."""


def battles(teller: Teller, event: Event) -> bool:
    """One event of these sections; False if it is none."""
    return any(chapter(teller, event) for chapter in (_strikes, _areas, _results, _nerve, _magic))


def count(number: int, what: str) -> str:
    """`1 hit`, `2 hits`; `1 die`, `2 dice`."""
    if what == "die":
        return counted(number, "die", "dice")
    return counted(number, what)


# --- strikes ------------------------------------------------------------------------------------


def _strikes(teller: Teller, event: Event) -> bool:
    match event:
        case ev.Struck():
            _struck(teller, event)
        case ev.RolledOff(rolls, first):
            if teller.phase:
                teller.open_phase()
            told = ", ".join(f"{name} {die}" for name, die in rolls)
            act = teller.begin(f"roll-off: {told}", "roll-off")
            act.thrown = True
            if first:
                act.result("", f"{first} first")
        case _:
            return False
    return True


def _struck(teller: Teller, event: ev.Struck) -> None:
    """`Legion1 on Mob1: 10 dice at 3+, 2 hits, damage 2 each: 4 models lost, 6 left`."""
    if teller.phase:
        teller.open_phase()
    act = teller.current
    pair = f"{event.attacker} on {event.target}:"
    if act is not None and act.kind == "area" and act.actors == (event.attacker,):
        if act.sums and act.sums[-1].text == AREA:
            act.sums.pop()
        if act.head.endswith(DIVIDES):
            act.sum(hits_text(event), event.target)
        else:
            who = "" if act.targets == (event.target,) else f"{event.target}:"
            act.sum(blow_text(event), who)
    elif teller.now.flow.phase == "melee" or any(isinstance(o, StrikeAt) for o in teller.orders):
        if act is None or act.kind != "melee":
            act = teller.begin("", "melee")
        act.sum(blow_text(event), pair)
    else:
        head = f"{event.attacker} shoots {event.target} with {event.weapon}"
        act = teller.begin(head, "shot", (event.attacker,), (event.target,))
        act.sum(blow_text(event))
    act.thrown = act.thrown or bool(event.dice)
    _harm(teller, event)


def blow_text(event: ev.Struck) -> str:
    """Dice, hits, damage; where all or none hit the hits need not be said."""
    dice, hits = dice_text(event), hits_text(event)
    if event.needed == NONE:
        return dice
    if event.needed == ALL:
        return ", ".join((dice, *hits.split(", ")[1:]))
    return f"{dice}, {hits}"


def dice_text(event: ev.Struck) -> str:
    """`10 dice at 3+`; up to six dice stand there as they fell."""
    if event.needed in (ALL, NONE):
        end = "all hit" if event.needed == ALL else "none can hit"
        return f"{count(event.attacks, 'attack')}, {end}"
    faces = " ".join(map(str, event.dice))
    thrown = faces if 0 < len(event.dice) <= FEW else count(len(event.dice), "die")
    return f"{thrown} at {event.needed}+"


def hits_text(event: ev.Struck) -> str:
    """`2 hits, damage 2 each`; over a higher tier `16 hits, 16 damage / 5`."""
    hits = count(event.hits, "hit") if event.hits else "no hit"
    if not event.wounds:
        return hits
    if event.tiers < 0:
        return f"{hits}, {event.total} damage / {5**-event.tiers}"
    each = " each" if event.hits > 1 else ""
    return f"{hits}, damage {event.damage}{each}" if event.damage > 1 else hits


def _harm(teller: Teller, event: ev.Struck) -> None:
    """`4 models lost, 6 left`, `1 wound, 2 left`, `no wound`."""
    if not event.hits:
        return
    if not event.wounds:
        teller.result("", "no wound")
    elif event.models:
        unit = teller.now.find(event.target)
        limit = unit.wound_limit if unit is not None else 1
        told = []
        if event.lost:
            told.append(f"{count(event.lost, 'model')} lost, {event.models} left")
        if event.wounded or not event.lost:
            left = event.models * limit - event.wounded
            told.append(f"{count(event.wounds, 'wound')}, {left} left" if not event.lost else "")
            if event.lost:
                told[-1] = f"{count(event.wounded, 'wound')} on the next"
        teller.result("", ", ".join(told))


# --- areas --------------------------------------------------------------------------------------


def _areas(teller: Teller, event: Event) -> bool:
    match event:
        case ev.AreaRolled(ref, weapon, at, dice, needs):
            _area(teller, ref, weapon, place(at))
            teller.here().sum(AREA)
            teller.here().thrown = True
            faces = " ".join(map(str, dice))
            thrown = faces if len(dice) <= FEW else count(len(dice), "die")
            told = ", ".join(f"{unit} at {need}+ {count(h, 'hit')}" for unit, need, h in needs)
            teller.area = f"{thrown}: {told}"
        case ev.DivisionAwaited(pending):
            teller.here().sums[-1].text = teller.area
            teller.result(pending.unit, "must divide its hits", strong=True)
        case ev.HitsDivided(ref):
            teller.begin(f"{ref} {DIVIDES}", "area", (ref,))
        case ev.AttacksDivided(ref, shares, attacks):
            told = ", ".join(f"{amount} at {unit}" for unit, amount in shares)
            teller.begin(f"{ref} divides {count(attacks, 'attack')}: {told}", actors=(ref,))
        case _:
            return False
    return True


def _area(teller: Teller, ref: str, weapon: str, at: str) -> None:
    """A spell goes on in its line; shots from afar begin one."""
    act = teller.current
    if act is not None and act.kind == "area" and act.actors == (ref,):
        return
    volley = any(isinstance(order, od.Volley) for order in teller.orders)
    verb = "volleys" if volley else "bombards"
    teller.begin(f"{ref} {verb} {'at ' if volley else ''}{at} with {weapon}", "area", (ref,))


# --- results of melees --------------------------------------------------------------------------


def _results(teller: Teller, event: Event) -> bool:
    match event:
        case ev.Resolved(_, dealt, ranks, scores, winner):
            if winner is None:
                teller.begin("", "resolved")
                return True
            sums = [score_text(*one) for one in zip(dealt, ranks, strict=True)]
            if scores[winner - 1] and winner:
                told = sums[winner - 1]
            else:
                told = " against ".join(one for one in sums if one)
            head = f"Result {scores[0]} : {scores[1]}" + (f" ({told})" if told else "")
            act = teller.begin(head, "resolved")
            if not winner:
                act.result("", "a draw")
        case _:
            return False
    return True


def score_text(dealt: int, ranks: int) -> str:
    """MD-CR-1: `4 wounds and second rank`."""
    extra = "" if not ranks else "second rank" if ranks == 1 else f"{ranks} ranks behind the first"
    wounds = count(dealt, "wound") if dealt else ""
    return " and ".join(part for part in (wounds, extra) if part)


# --- nerve --------------------------------------------------------------------------------------


def _nerve(teller: Teller, event: Event) -> bool:
    match event:
        case ev.RoutChecked(ref, die, against, stands):
            thrown = f"{die} against {against}, " if die else "fearless, "
            end = "stands" if stands else "routs"
            teller.result(ref, f"checks rout: {thrown}{end}", strong=not stands)
            teller.here().thrown = True
        case ev.MoraleTested(ref, die, against, holds):
            thrown = f"{die} against {against}, " if die else "fearless, "
            end = "holds" if holds else "breaks"
            teller.result(ref, f"tests morale: {thrown}{end}", strong=not holds)
            teller.here().thrown = True
        case ev.Broke(ref, cause):
            _broke(teller, ref, cause)
        case ev.Recovered(ref):
            teller.result(ref, "no longer broken")
        case _:
            return False
    return True


def _broke(teller: Teller, ref: str, cause: str) -> None:
    """That it breaks has been said if it was tested; else it is said here."""
    act = teller.here()
    said = [word for one in act.sums for r in one.results if r.who == ref for word in r.words]
    if not any(word.endswith(("breaks", "routs")) for word in said):
        act.result(ref, "breaks" + (f" before {cause}" if cause else ""), strong=True)
    teller.broken[key(ref)] = act


# --- magic --------------------------------------------------------------------------------------


def _magic(teller: Teller, event: Event) -> bool:
    match event:
        case ev.EffectCast(ref, effect, target, left):
            on = f" on {target}" if target else ""
            uses = "" if left is None else f" ({left} left)"
            aim = (target,) if teller.now.find(target) is not None else ()
            teller.begin(f"{ref} casts {effect}{on}{uses}", "area", (ref,), aim)
        case ev.Modified(ref, modifier):
            what = f"{modifier.stat} {signed(modifier.amount)} until turn {modifier.last}"
            teller.result(ref, what)
        case ev.ModifiersExpired(ref, modifiers):
            told = ", ".join(f"{one.stat} {signed(one.amount)}" for one in modifiers)
            if teller.here().kind != "over":
                teller.begin("", "over")
            teller.result(ref, f"{told} ends")
        case _:
            return False
    return True
