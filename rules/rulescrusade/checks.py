"""The adjudication of this system (`Battle`), new models, and the checks common to all orders."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rules.line.adjudication import Adjudication, Dice, Die
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.line.frozen import Frozen, fields_of
from rules.line.work import check_dice, spend
from rules.rulescrusade import events as ev
from rules.rulescrusade.field.routes import gone, known
from rules.rulescrusade.field.terrain import is_heavy
from rules.rulescrusade.sheets import ModelType
from rules.rulescrusade.state import Arm, Condition, State, Unit
from rules.rulescrusade.words import Who, means

# An order of Rules Crusade under way: the state so far, its dice, and what is still pending.


RED = Die("red", (0, 0, 0, 1, 2, 3), "RC-DICE-5")
"""RC-DICE-1, RC-SCOPE-3: the red die, as in the board game that the original rules use."""
WHITE = Die("white", (0, 0, 0, 0, 1, 2), "RC-DICE-5")
"""RC-DICE-2: the white die."""
COLOURS = {"R": RED, "W": WHITE}
HIGHEST = {"R": 3, "W": 2}


def one_of(count: int) -> Die:
    """RC-DICE-6: the die that picks one of `count` things."""
    return Die("pick", tuple(range(1, count + 1)), "RC-DICE-5")


DICE = "RC-BOUND-2"

WRITTEN = 20
"""Steps of work for each event, which makes a new state."""


@dataclass
class Thrown:
    """One die of a pool."""

    colour: str
    value: int


class Battle(Adjudication[State]):
    """An adjudication that also keeps what an order still has to do.

    `found`: models with Ambush that an enemy has found (RC-ABIL-1).  `incursions`: psykers who
    rolled nothing but highest faces (RC-INC-1).  `volatile`: bearers and weapon indices that will
    explode (RC-WFX-26), with the seat that gets the points.
    """

    def __init__(
        self, state: State, seat: int, dice: Dice, apply: Callable[[State, Event], State]
    ) -> None:
        super().__init__(state, seat, dice, apply)
        self.found: list[str] = []
        self.incursions: list[str] = []
        self.volatile: list[tuple[str, int, int]] = []

    def emit(self, event: Event) -> None:
        """Record an event and apply it; that spends work."""
        spend(WRITTEN)
        super().emit(event)

    def throw(self, pool: list[Thrown], colours: str, why: str, plain: bool) -> None:
        """RC-DICE-4: roll dice into a pool, one by one; `plain`: only sum and fails matter."""
        check_dice(len(colours), DICE)
        for colour in colours:
            pool.append(Thrown(colour, self.roll(COLOURS[colour], why)))

    def settle(self) -> None:
        """Called before thrown dice are read; a subclass may give them their values only here."""

    @contextmanager
    def together(self) -> Iterator[None]:
        """Throw several pools inside before any of them is read.

        Only the difference of the first and the second may matter, and which of them failed.
        """
        yield

    def unit(self, ref: str) -> Unit:
        """A unit as it is now (it may be dead)."""
        return self.state.unit(ref)

    def mark(self, ref: str, **changes: ev.Value) -> None:
        """Set fields of a unit, with one event for those that really change."""
        unit = self.unit(ref)
        news = tuple(
            (name, value) for name, value in changes.items() if getattr(unit, name) != value
        )
        if news:
            self.emit(ev.Marked(unit.ref, news))

    def pick(self, count: int, why: str) -> int:
        """RC-DICE-6: pick one of `count` things, from 0; for a single one no die is drawn."""
        if count <= 1:
            return 0
        return self.roll(one_of(count), why) - 1

    def pick_secretly(self, count: int, why: str, seat: int) -> int:
        """RC-VIEW-1: the same, but only this seat and the GM may know the result."""
        if count <= 1:
            return 0

        def picked(face: int, loaded: bool) -> ev.Picked:
            return ev.Picked("pick", face, why, loaded, seat)

        return self.draw(one_of(count), picked) - 1

    def cure(self, ref: str, name: str) -> None:
        """RC-TURN-8, RC-GM-8: end a condition; who was controlled obeys its own seat again."""
        self.emit(ev.ControlEnded(ref) if name == "controlled" else ev.ConditionLost(ref, name))

    def is_turn_of(self, unit: Unit) -> bool:
        """Is it the turn of the seat that the unit obeys?"""
        return self.state.flow.turn == unit.boss

    def for_one_turn(self, name: str, amount: int = 0) -> Condition:
        """RC-TURN-8: a condition until the next turn of the seat whose turn it is now."""
        return Condition(name, until=self.state.flow.turn, amount=amount)


# New models: from a statblock to a model (RC-SETUP-7, RC-GM-1).


CHIT_MOVE = 10
"""RC-CHIT-1: the move of a chit in inches."""

MOST_MODELS = 500
"""RC-BOUND-1: the most models, and the most chits, of a seat."""


def check_models(state: State, seat: int, more: int = 1, chits: bool = False) -> None:
    """RC-BOUND-1: refuse more models (or chits) than a seat may have; the dead do not count."""
    units = state.units.values()
    has = sum(one.seat == seat and one.chit == chits and one.place != "dead" for one in units)
    if has + more > MOST_MODELS:
        what, asked = "chits" if chits else "models", f"; {more} more are too many" * (more > 1)
        why = f"{seat_name(seat)} has {has} {what}, and a seat has at most {MOST_MODELS}{asked}"
        raise Refusal("RC-BOUND-1", why)


MOST_OF_A_KIND = 1_000
"""RC-BOUND-1: the most items, markers, ladders, manholes, types of model, weapons, of each."""


def check_kind(what: str, count: int) -> None:
    """RC-BOUND-1: refuse more than `MOST_OF_A_KIND` of these."""
    if count > MOST_OF_A_KIND:
        why = f"there would be {count:,} {what}, and there are at most {MOST_OF_A_KIND:,}"
        raise Refusal("RC-BOUND-1", why)


def type_named(state: State, name: str) -> ModelType | None:
    """RC-ORD-9: the type of model of that name, in the singular or plural, or None."""
    exact = state.models.get(" ".join(name.lower().split()))
    if exact is not None:
        return exact
    return next((one for one in state.models.values() if means(name, one.name)), None)


def fresh(state: State, model: ModelType, ref: str, seat: int) -> Unit:
    """RC-SETUP-7: a new model of this type, as if its seat's turn had just begun.

    RC-DATA-3: the M after the slash counts if the profile lists a heavy weapon.
    """
    arms = tuple(Arm(state.weapon(name).name) for name in model.weapons)
    heavy = any(state.weapon(arm.name).kind == "heavy" for arm in arms)
    move = model.heavy_move if heavy and model.heavy_move is not None else model.move
    return Unit(
        ref,
        model.name,
        seat,
        **fields_of(model, "armor", "hits", "melee", "size", "value", "traits"),
        move=move,
        moveleft=move,
        maxhits=model.hits,
        graze=model.graze or "S",
        psy=psy_of(model.traits) or 0,
        weapons=arms,
    )


def fresh_chit(ref: str, seat: int) -> Unit:
    """RC-CHIT-1: a new chit, which moves 10 inches and takes no action."""
    return Unit(ref, "chit", seat, move=CHIT_MOVE, moveleft=CHIT_MOVE, chit=True, action=False)


def psy_of(traits: tuple[str, ...]) -> int | None:
    """RC-ABIL-26: the n of `Psy-n` among the traits, or None."""
    for trait in traits:
        if trait.startswith("Psy-"):
            return int(trait.removeprefix("Psy-"))
    return None


def check_statblock(state: State, model: ModelType) -> None:
    """RC-DATA-3: check a model line: its weapons must be known, its letters unused."""
    for name in model.weapons:
        if name.lower() not in state.weapons:
            raise Refusal("RC-DATA-3", f'weapons "{name[:40]}": there is no such weapon')
    for other in state.models.values():
        if other.letters == model.letters and other.name.lower() != model.name.lower():
            why = f'letters "{model.letters}": they belong to {other.name}'
            raise Refusal("RC-DATA-3", why)
    check_kind("types of model", len(state.models.keys() | {model.name.lower()}))


# RC-ORD-2 to RC-ORD-7 and the rest of 6.1: the checks common to all orders.


class Needs(Frozen):
    """What an order needs.

    `action`: the action (`melee`: for a melee, `run`: for an extra full move).  `movement`: that
    the model may move.  `chit`: chits may do it too.  `activation`: it is an activation order.
    """

    action: bool = False
    movement: bool = False
    melee: bool = False
    run: bool = False
    chit: bool = False
    activation: bool = True


ACTION = Needs(action=True)
MELEE = Needs(action=True, melee=True)
MOVEMENT = Needs(movement=True)
RUN = Needs(action=True, movement=True, run=True)
CHARGE = Needs(action=True, movement=True, melee=True)
FREE = Needs()
CHIT = Needs(movement=True, chit=True)
ANYTIME = Needs(activation=False)


def refer(state: State, text: str) -> str:
    """The reference for `M1` or `Marine 1`; an unknown text is returned unchanged."""
    unit = state.find(text)
    if unit is not None:
        return unit.ref
    words = text.split()
    number = words[-1] if words else ""
    kind = state.models.get(" ".join(words[:-1]).lower())
    if kind is not None and number.isdecimal():
        return f"{kind.letters}{number}"
    return text


def named(state: State, seat: int, who: Who) -> list[str]:
    """RC-ORD-8: the references of an order, in the order named, or of `everyone`, `all Marines`."""
    if not who.every:
        return [refer(state, text) for text in who.refs]
    from_seat = [
        unit
        for unit in state.units.values()
        if unit.place == "board" and unit.boss == seat and not unit.has("ko")
    ]
    if who.every != "*":
        wanted = who.every.lower().rstrip("s")
        from_seat = [unit for unit in from_seat if unit.kind.lower().rstrip("s") == wanted]
        if not from_seat:
            raise Refusal("RC-ORD-3", f"There is no {who.every[:40]} of {seat_name(seat)}")
    return [unit.ref for unit in from_seat]


def own(state: State, seat: int, ref: str) -> Unit:
    """RC-ORD-3, RC-ORD-4: the unit, which must exist and obey the seat."""
    unit = known(state, ref)
    if unit.boss != seat:
        raise Refusal("RC-ORD-4", f"{unit.ref} belongs to {seat_name(unit.boss)}")
    return unit


def check_play(state: State, what: str = "that order") -> None:
    """RC-ORD-2: activation orders need phase `play`."""
    if state.flow.phase != "play":
        stage = f"setup, {state.stage}" if state.flow.phase == "setup" else state.flow.phase
        raise Refusal("RC-ORD-2", f"{what} needs phase play; the phase is {stage}")


def check_turn(state: State, seat: int) -> None:
    """RC-ORD-5: activation orders need the seat's own turn."""
    if state.flow.turn != seat:
        raise Refusal("RC-ORD-5", f"It is {seat_name(state.flow.turn)}'s turn")


def check_there(state: State, unit: Unit, chit: bool = False) -> None:
    """RC-ORD-6, RC-ORD-7: the unit must be on the board, alive, no chit, not knocked out."""
    if unit.place == "dead":
        raise Refusal("RC-ORD-6", f"{unit.ref} {gone(state, unit)}")
    if unit.place != "board":
        raise Refusal("RC-ORD-6", f"{unit.ref} is not on the board")
    if unit.has("down"):
        raise Refusal("RC-ORD-6", f"{unit.ref} lies killed")
    if unit.chit and not chit:
        raise Refusal("RC-ORD-6", f"{unit.ref} is an unrevealed chit: it may move or reveal")
    if unit.has("ko"):
        raise Refusal("RC-ORD-7", f"{unit.ref} is knocked out")


def check_common(battle: Battle, ref: str, needs: Needs) -> Unit:
    """6.1: make all checks in their order; return the unit."""
    state = battle.state
    check_play(state)
    unit = own(state, battle.seat, ref)
    if needs.activation:
        check_turn(state, battle.seat)
    check_there(state, unit, needs.chit)
    if needs.activation:
        check_not_finished(state, unit)
    if needs.action:
        check_action(unit, needs)
    if needs.movement:
        check_movement(state, unit)
    return unit


def check_not_finished(state: State, unit: Unit) -> None:
    """RC-TURN-3: a finished model can do no more this turn."""
    if unit.done:
        after = f" ({state.active} was activated after it)" if state.active else ""
        raise Refusal("RC-TURN-3", f"{unit.ref} has finished its activation{after}")


def limps(unit: Unit) -> bool:
    """RC-WOUND-1: does a wound hamper it: not fresh, no Frenzy (RC-ABIL-11), not Tough?"""
    wound = unit.condition("wounded")
    return (
        wound is not None
        and not wound.fresh
        and not unit.trait("Frenzy")
        and not unit.trait("Tough")
    )


def hampered(unit: Unit) -> bool:
    """RC-CARRY-3, RC-CARRY-4: has it carried a load this turn that hampers it?"""
    return unit.laden and not is_heavy(unit)


def check_up(unit: Unit) -> None:
    """RC-STUN-1: the model must not be stunned or rising."""
    if unit.has("rising"):
        why = f"{unit.ref} is getting up and may only move {unit.move // 2} inches"
        raise Refusal("RC-STUN-1", why)
    if unit.has("stunned"):
        raise Refusal("RC-STUN-1", f"{unit.ref} is stunned")


def check_action(unit: Unit, needs: Needs) -> None:
    """RC-STUN-1, RC-WOUND-1, RC-CARRY-3, RC-CHARGE-5, RC-TURN-4: may it use its action?"""
    check_up(unit)
    if limps(unit) and needs.run:  # RC-RULING-46
        raise Refusal("RC-WOUND-1", f"{unit.ref} is wounded and never runs")
    if limps(unit) and unit.moved and not needs.melee:
        raise Refusal("RC-WOUND-1", f"{unit.ref} is wounded: it may move or act, not both")
    if hampered(unit) and needs.run:
        raise Refusal("RC-CARRY-3", f"{unit.ref} carries a load and cannot run")
    if hampered(unit) and unit.moved:
        raise Refusal("RC-CARRY-3", f"{unit.ref} carries a load: it may move or act, not both")
    if unit.charged and not needs.melee:
        raise Refusal("RC-CHARGE-5", f"{unit.ref} has charged: it may only fight now")
    berserk = needs.melee and unit.trait("Berserk") and unit.act == "extra move"  # RC-ABIL-3
    if not unit.action and not berserk:
        raise Refusal("RC-TURN-4", f"{unit.ref} has already used its action this turn")


def check_movement(state: State, unit: Unit) -> None:
    """RC-WOUND-1, RC-CARRY-3, RC-TURN-5, RC-MOVE-19, RC-ABIL-18, RC-ABIL-15: may it move?"""
    if unit.act and limps(unit) and unit.act != "melee":
        raise Refusal("RC-WOUND-1", f"{unit.ref} is wounded: it may move or act, not both")
    first = unit.act == "pick up" and not unit.before_act
    if unit.act and hampered(unit) and not first:
        raise Refusal("RC-CARRY-3", f"{unit.ref} carries a load: it may move or act, not both")
    parted = unit.act not in ("", "extra move") and unit.before_act
    if parted and not unit.trait("Split Move"):
        why = f"{unit.ref} moved {unit.before_act} inches before acting and cannot move again"
        raise Refusal("RC-TURN-5", why)
    check_free_to_move(state, unit)


def check_free_to_move(state: State, unit: Unit) -> None:
    """RC-MOVE-19, RC-ABIL-18, RC-ABIL-15: refuse models braced, held or at their last attack."""
    if unit.has("braced"):
        raise Refusal("RC-MOVE-19", f"{unit.ref} is braced and cannot move")
    holder = next((one for one in state.latchers() if one.latched == unit.ref), None)
    other = holder or (state.find(unit.latched) if unit.latched else None)
    if other is not None and other.bulk >= unit.bulk:
        raise Refusal("RC-ABIL-18", f"{unit.ref} is held by {other.ref}")
    if unit.has("lastattack") or unit.rooted:
        raise Refusal("RC-ABIL-15", f"{unit.ref} has one attack and no move")


def activate(battle: Battle, ref: str) -> None:
    """RC-TURN-3: begin the activation of a model, which finishes the model active before."""
    active = battle.state.active
    if active == ref or not battle.is_turn_of(battle.unit(ref)):
        return
    before = battle.state.find(active) if active else None
    finished = before is not None and before.place == "board" and before.boss == battle.seat
    battle.emit(ev.Activated(ref, active if finished else ""))


def left_after_action(unit: Unit) -> int:
    """RC-TURN-5, RC-ABIL-40: the movement left after an action; 0 if the model has moved."""
    return 0 if unit.moved and not unit.trait("Split Move") else unit.moveleft


def act(battle: Battle, unit: Unit, what: str) -> None:
    """RC-TURN-4: begin the activation and spend the action."""
    activate(battle, unit.ref)
    battle.emit(ev.Acted(unit.ref, what, left_after_action(battle.unit(unit.ref))))
