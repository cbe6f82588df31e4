"""A line of orders and its outcome in a few lines, as chat and console show it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rules.display import acts
from rules.display.acts import Act, Result, befallen, lines_of, said_of, told_of_gm, told_together
from rules.display.view import Line
from rules.display.words import counted
from rules.line import overrides
from rules.line.events import Event, Overridden, PhaseBegan, Rolled, TurnPassed
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order
from rules.line.said import Words, filled
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei import overrides as own
from rules.machinadei.apply import apply
from rules.machinadei.attributes import ATTRIBUTES
from rules.machinadei.fight.strike import ALL, NONE
from rules.machinadei.overrides import StrikeAt
from rules.machinadei.statblock import signed
from rules.machinadei.state import Modifier, State, Unit, key
from rules.machinadei.telling.report import report, words_of
from rules.machinadei.telling.view import shown

# A line of orders while it is being told: the acts so far, and what is still to be said.


@dataclass(slots=True)
class Teller(acts.Teller[State]):
    """What has been told so far of a line; `now` is the state before the next event."""

    orders: tuple[Order, ...] = ()
    area: str = ""
    """The text of an area attack: its dice, and what each unit needs."""
    phase: str = ""
    """A phase that has begun and has not been told yet: `Turn 2, Move`."""
    passed: list[str] = field(default_factory=list)
    """Phases that were skipped."""
    broken: dict[str, Act] = field(default_factory=dict)
    """The act in which each unit broke, by key: its flight is told there."""

    def result(self, who: str, word: str, strong: bool = False) -> None:
        """Add a result to the act being told."""
        self.here().result(who, word, strong)

    def open_phase(self, who: str = "") -> None:
        """Tell the phase that began: `Magic, army 2 to act`, behind the end of the last phase if
        that was told last."""
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
"""Stands for the sum of an area attack until it is known whom it strikes."""

FEW = 6
"""The most dice that are listed one by one; of more only the number is told."""


def battles(teller: Teller, event: Event) -> bool:
    """Tell one event of these sections; False if it is none."""
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
        case ev.AreaRolled(ref, weapon, at, dice, needs):
            _area(teller, ref, weapon, od.place(at))
            teller.here().sum(AREA)
            teller.here().thrown = True
            told = ", ".join(f"{unit} at {need}+ {counted(h, 'hit')}" for unit, need, h in needs)
            teller.area = f"{faces(dice)}: {told}"
        case ev.DivisionAwaited(pending):
            teller.here().sums[-1].text = teller.area
            teller.result(pending.unit, "must divide its hits", strong=True)
        case ev.HitsDivided(ref):
            teller.begin(f"{ref} {DIVIDES}", "area", (ref,))
        case ev.Resolved(_, dealt, ranks, scores, winner):
            sums = [score_text(*one) for one in zip(dealt, ranks, strict=True)]
            if winner and scores[winner - 1]:
                sums = [sums[winner - 1]]
            told = " against ".join(one for one in sums if one)
            head = f"Result {scores[0]} : {scores[1]}" + (f" ({told})" if told else "")
            act = teller.begin("" if winner is None else head, "resolved")
            if winner == 0:
                act.result("", "a draw")
        case ev.Broke(ref, cause):
            _broke(teller, ref, cause)
        case ev.EffectCast(ref, effect, target, left):
            on = f" on {target}" if target else ""
            uses = "" if left is None else f" ({left} left)"
            aim = (target,) if teller.now.find(target) is not None else ()
            teller.begin(f"{ref} casts {effect}{on}{uses}", "area", (ref,), aim)
        case ev.ModifiersExpired(ref, modifiers):
            if teller.here().kind != "over":
                teller.begin("", "over")
            teller.result(ref, f"{', '.join(map(modifier_apart, modifiers))} ends")
        case _:
            return False
    return True


def faces(dice: Sequence[int]) -> str:
    """The dice as they fell, or only how many there were."""
    return " ".join(map(str, dice)) if len(dice) <= FEW else counted(len(dice), "die", "dice")


def modifier_apart(modifier: Modifier) -> str:
    """`hit -1`."""
    return f"{modifier.stat} {signed(modifier.amount)}"


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
    """Dice, hits and damage; where all or none hit, the hits are not said."""
    dice, hits = dice_text(event), hits_text(event)
    if event.needed == NONE:
        return dice
    if event.needed == ALL:
        return ", ".join((dice, *hits.split(", ")[1:]))
    return f"{dice}, {hits}"


def dice_text(event: ev.Struck) -> str:
    """`10 dice at 3+`; up to six dice are listed as they fell."""
    if event.needed in (ALL, NONE):
        end = "all hit" if event.needed == ALL else "none can hit"
        return f"{counted(event.attacks, 'attack')}, {end}"
    return f"{faces(event.dice) or '0 dice'} at {event.needed}+"


def hits_text(event: ev.Struck) -> str:
    """`2 hits, damage 2 each`; against a higher tier `16 hits, 16 damage / 5`."""
    hits = counted(event.hits, "hit") if event.hits else "no hit"
    if not event.wounds:
        return hits
    if event.tiers < 0:
        return f"{hits}, {event.total} damage / {5**-event.tiers}"
    each = " each" if event.hits > 1 else ""
    return f"{hits}, damage {event.damage}{each}" if event.damage > 1 else hits


def _harm(teller: Teller, event: ev.Struck) -> None:
    """Tell what a strike did: `4 models lost, 6 left`, `1 wound, 2 left`, `no wound`."""
    if not event.hits:
        return
    if not event.wounds:
        teller.result("", "no wound")
    elif event.models and event.lost:
        rest = f", {counted(event.wounded, 'wound')} on the next" if event.wounded else ""
        told = f"{counted(event.lost, 'model')} lost, {event.models} left{rest}"
        teller.result("", told)
    elif event.models:
        unit = teller.now.find(event.target)
        limit = unit.wound_limit if unit is not None else 1
        left = event.models * limit - event.wounded
        teller.result("", f"{counted(event.wounds, 'wound')}, {left} left")


def _area(teller: Teller, ref: str, weapon: str, at: str) -> None:
    """Begin the act of a volley or bombardment; a spell goes on in the act of its casting."""
    act = teller.current
    if act is not None and act.kind == "area" and act.actors == (ref,):
        return
    volley = any(isinstance(order, od.Volley) for order in teller.orders)
    verb = "volleys" if volley else "bombards"
    teller.begin(f"{ref} {verb} {'at ' if volley else ''}{at} with {weapon}", "area", (ref,))


def score_text(dealt: int, ranks: int) -> str:
    """MD-CR-1: `4 wounds and second rank`."""
    extra = "" if not ranks else "second rank" if ranks == 1 else f"{ranks} ranks behind the first"
    wounds = counted(dealt, "wound") if dealt else ""
    return " and ".join(part for part in (wounds, extra) if part)


def _broke(teller: Teller, ref: str, cause: str) -> None:
    """Tell that a unit breaks, unless the test it failed has said so."""
    act = teller.here()
    said = [word for one in act.sums for r in one.results if r.who == ref for word in r.words]
    if not any(word.endswith(("breaks", "routs")) for word in said):
        act.result(ref, "breaks" + (f" before {cause}" if cause else ""), strong=True)
    teller.broken[key(ref)] = act


# Sections 7.1 to 7.3 in few words: how units come, move, charge and flee.


TOWARDS = {"N": "north", "E": "east", "S": "south", "W": "west"}


def marches(teller: Teller, event: Event) -> bool:
    """Tell one event of these sections; False if it is none."""
    match event:
        case ev.UnitEntered(unit, how, profile, points):
            block = profile or teller.now.profiles[unit.profile]
            where = "in reserve" if unit.waits else f"at {od.place(unit.position)}{shape(unit)}"
            who = f"{unit.ref} ({models_text(unit.models, block.name)})"
            if how == "summoned":
                teller.result(who, f"summoned {where}", strong=True)
            elif how == "put":
                teller.begin(f"{who} for {seat_name(unit.seat)} {where}", actors=(unit.ref,))
            else:
                teller.begin(f"{who} {where}, {points} points", actors=(unit.ref,))
        case ev.LeftPlay(ref, how, models):
            _left(teller, ref, how, models)
        case ev.Advanced(ref, inches, _, at):
            if not _charging(teller, ref, od.place(at)):
                said = f'advances {inches}" to|advance {inches}" to'
                _goes_on(teller, ref, said, od.place(at))
        case ev.Wheeled(ref, side, angle, done, cost):
            end = f", now at {od.place(event.at)} facing {event.facing}" if event.complete else ""
            part = f" ({done + angle} of 90)" if done + angle < 90 else ""
            if not _charging(teller, ref, ""):
                _goes_on(teller, ref, f'wheels {side} {angle} for {cost}"{part}{end}')
        case ev.Turned(ref, way, cost, _, facing):
            price = f' for {cost}"' if cost else ""
            _goes_on(teller, ref, f"turns {way}{price}, now facing {facing}")
        case ev.Reformed(ref, at, facing, files, ranks):
            said = f"reforms {files} wide, {ranks} deep at {od.place(at)} facing {facing}"
            _goes_on(teller, ref, said)
        case ev.Charged(ref, target, inches):
            head = f'{ref} charges {target} ({inches}")'
            teller.begin(head, "charge", (ref,), (target,))
        case ev.Walked(ref, _, spots, _, _, spent):
            if not _charging(teller, ref, od.place(spots[0])):
                _goes_on(teller, ref, f'moves to {od.place(spots[0])} ({spent}" used)')
        case ev.Fled(ref, inches, direction, end):
            _fled(teller, ref, inches, direction, end)
        case _:
            return False
    return True


def shape(unit: Unit) -> str:
    """`, 5 wide, facing N` for a formation, nothing for a loose unit."""
    return f", {unit.files} wide, facing {unit.facing}" if unit.is_formation else ""


def models_text(number: int, kind: str) -> str:
    """`20 Legionary`; only `Augur` if there is one."""
    return kind if number == 1 else f"{number} {kind}"


def _left(teller: Teller, ref: str, how: str, models: int) -> None:
    """Tell that a unit left the game: `Clans1 destroyed, 30 models lost`."""
    if how in ("fled", "cut down"):
        return  # told with the flight
    lost = f"{counted(models, 'model')} lost" if models else ""
    if how == "routed":  # the check has said so
        if lost:
            teller.result(ref, lost, strong=True)
        return
    teller.result(ref, f"{how}, {lost}" if lost else how, strong=True)


def _goes_on(teller: Teller, ref: str, said: str, where: str = "") -> None:
    """Tell a move of a unit, behind its last one; the same move of several units is one line."""
    act = teller.current
    if "|" in said and (act is None or act.actors != (ref,)):
        teller.item(said, ref, where)
        return
    said = f"{said.partition('|')[0]} {where}".strip()
    if act is not None and act.actors == (ref,) and not act.sums and (act.items or act.head):
        if act.items:
            verb = act.kind.partition("|")[0]
            act.head, act.kind = f"{ref} {verb} {act.items[0][1]}".strip(), ""
            act.items = []
        act.head += f", {said}"
        return
    teller.begin(f"{ref} {said}", actors=(ref,))


def _charging(teller: Teller, ref: str, to: str) -> bool:
    """Is this move part of the charge being told?  If so, only where it ends is told."""
    act = teller.current
    if act is None or act.kind != "charge" or act.actors != (ref,):
        return False
    if to:
        act.suffix = f", to {to}"
    return True


def _fled(teller: Teller, ref: str, inches: int, direction: str, end: str) -> None:
    """Tell a flight, in the act in which the unit broke: `flees 5" north as Move begins`."""
    broke = teller.broken.get(key(ref))
    act = broke if broke is not None else teller.begin("", actors=(ref,))
    towards = "".join(TOWARDS[one] for one in direction)
    told = f'flees {inches}" {towards}'
    several = sum(one is broke for one in teller.broken.values()) > 1
    if broke is None or several or not act.sums:
        act.result(ref, told if broke is None else f"{told} as Move begins", strong=False)
    else:
        act.sums[-1].results.append(Result("", [f"{told} as Move begins"], False, apart=True))
    if end:
        act.result(ref, end, strong=True)


# Sections 5, 6.12 and 6.13 in few words: which seat is to act, what the GM set, draws, the end.


def parts(teller: Teller, event: Event) -> bool:
    """Tell one event of these sections; False if it is none."""
    match event:
        case PhaseBegan(number, phase):
            if teller.phase:
                teller.passed.append(teller.phase)
            name = phase.capitalize()
            teller.phase = f"Turn {number}, {name}" if phase == "move" else name
            if phase == "over":
                teller.phase = ""
        case TurnPassed(turn):
            if turn:
                teller.open_phase(f"{seat_name(turn)} to act")
        case ev.FirstChosen(seat):
            if any(isinstance(order, overrides.Set) for order in teller.orders):
                teller.begin(f"first {seat_name(teller.now.first)} → {seat_name(seat)}")
        case ev.Shown(what):
            lines = shown(teller.now, what)
            for text in lines[:1] if what == "board" else lines:
                teller.begin(text)
        case ev.UnitRemoved(ref):
            teller.begin("").result(ref, "removed", True)
        case ev.UnitPlaced(ref, at, facing):
            unit = teller.now.find(ref)
            old = od.place(unit.position) if unit is not None else ""
            turned = unit is not None and facing and facing != unit.facing
            now = f"{od.place(at)} facing {facing}" if turned else od.place(at)
            teller.begin(f"{ref} at {old} → {now}")
        case ev.UnitChanged(unit, attribute, value):
            teller.begin(changed(teller.now, unit, attribute, value))
        case Overridden():
            teller.begin(acts.overridden(teller.now.flow, event))
        case _:
            act = said_of(event)
            if act is None:
                return False
            teller.take(act)
    return True


def changed(state: State, unit: Unit, attribute: str, value: str) -> str:
    """`Legion1 models 20 → 12`; `Legion1 no longer broken`."""
    if value in ("given", "cleared"):
        return f"{unit.ref} {'' if value == 'given' else 'no longer '}{attribute}"
    old = state.find(unit.ref)
    read = ATTRIBUTES.get(attribute)
    if old is None:
        return f"{unit.ref} {attribute} → {value}"
    if read is None:
        counts = dict(old.uses)
        news = [(name, left) for name, left in unit.uses if counts.get(name) != left]
        told = ", ".join(f"{name} {counts.get(name, 0)} → {left} left" for name, left in news)
        return f"{unit.ref} {told or value}"
    name = attribute.upper() if len(attribute) == 1 else attribute
    return f"{unit.ref} {name} {read(state, old)} → {read(state, unit)}"


# MD-REP in few lines: a line of orders and its outcome, as chat and console show it.


OF_GM = (
    *(own.PutUnit, own.MoveUnit, own.BreakBy, own.Modify, own.StrikeAt, own.EndPhaseFor),
    *(own.Import, overrides.Remove, overrides.Set, overrides.Give, overrides.Clear),
    *(overrides.NextDice, overrides.Rule, overrides.Timeout),
)
"""Orders that only the GM gives."""

DEPLOYMENT = "its deployment"

CHAPTERS: tuple[Callable[[Teller, Event], bool], ...] = (marches, battles, parts)


def brief(state: State, orders: Sequence[Order], events: Sequence[Event]) -> tuple[Line, ...]:
    """The lines that tell a line of orders and its events, for everybody (MD-INFO-1)."""
    teller = Teller(state, orders=tuple(orders))
    if any(isinstance(order, EndPhase | own.EndPhaseFor | overrides.Timeout) for order in orders):
        phase = DEPLOYMENT if state.flow.phase == "deploy" else state.flow.phase.capitalize()
        teller.begin(f"{seat_name(state.flow.turn)} ends {phase}", "phase")
    for event in events:
        tell(teller, event)
        teller.now = apply(teller.now, event)
    if teller.phase:
        teller.open_phase()
    for act in teller.acts:
        if act.items:
            act.head = told_together(act)
    thrown = [act for act in teller.acts if act.thrown] if teller.loaded else None
    return lines_of(told_of_gm(teller.acts, any(isinstance(one, OF_GM) for one in orders), thrown))


WORDS: Words = {
    "apart": modifier_apart,
    "attacks": lambda attacks: counted(attacks, "attack"),
    "at whom": lambda shares: ", ".join(f"{amount} at {unit}" for unit, amount in shares),
}
"""Formats behind a colon that only short sentences use, besides the words of the report."""


def tell(teller: Teller, event: Event) -> None:
    """Tell one event.  Dice are told with the roll they belong to; an event without a chapter or a
    short sentence is told as in the report."""
    words = {**words_of(teller.now), **WORDS}
    if isinstance(event, Rolled):
        teller.loaded = teller.loaded or event.loaded
    elif told := befallen(event, words):
        teller.result(told[0], told[2].removeprefix("**"), strong=told[2].startswith("**"))
        teller.here().thrown |= isinstance(event, ev.RoutChecked | ev.MoraleTested)
    elif not any(chapter(teller, event) for chapter in CHAPTERS):
        short = event.SHORT and (filled(event.SHORT, event, words),)
        for sentence in short or report(event, teller.now):
            act = teller.begin(sentence, actors=(getattr(event, "unit", ""),))
            act.thrown = isinstance(event, ev.ArrivalRolled)
