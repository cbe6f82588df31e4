"""New models: a statblock becomes a model as its seat's turn begins (RC-SETUP-7, RC-GM-1)."""

from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.rulescrusade.sheets import ModelType
from rules.rulescrusade.state import Arm, State, Unit
from rules.rulescrusade.words import means

CHIT_MOVE = 10
"""RC-CHIT-1."""

MOST_MODELS = 500
"""RC-BOUND-1: models of a seat, and chits."""


def check_models(state: State, seat: int, more: int = 1, chits: bool = False) -> None:
    """RC-BOUND-1: how many models a seat may have; the dead do not count."""
    units = state.units.values()
    has = sum(one.seat == seat and one.chit == chits and one.place != "dead" for one in units)
    if has + more > MOST_MODELS:
        what, asked = "chits" if chits else "models", f"; {more} more are too many" * (more > 1)
        why = f"{seat_name(seat)} has {has} {what}, and a seat has at most {MOST_MODELS}{asked}"
        raise Refusal("RC-BOUND-1", why)


def type_named(state: State, name: str) -> ModelType | None:
    """RC-ORD-9: a type of model by its name, in the singular or in the plural."""
    exact = state.models.get(" ".join(name.lower().split()))
    if exact is not None:
        return exact
    return next((one for one in state.models.values() if means(name, one.name)), None)


def fresh(state: State, model: ModelType, ref: str, seat: int) -> Unit:
    """RC-SETUP-7: a model of this type as if its seat's turn had just begun.

    RC-DATA-3: the M after the slash holds if the profile lists a heavy weapon.
    """
    arms = tuple(Arm(state.weapon(name).name) for name in model.weapons)
    heavy = any(state.weapon(arm.name).kind == "heavy" for arm in arms)
    move = model.heavy_move if heavy and model.heavy_move is not None else model.move
    return Unit(
        ref,
        model.name,
        seat,
        move=move,
        armor=model.armor,
        hits=model.hits,
        maxhits=model.hits,
        melee=model.melee,
        graze=model.graze or "S",
        size=model.size,
        psy=psy_of(model.traits) or 0,
        value=model.value,
        weapons=arms,
        traits=model.traits,
        moveleft=move,
    )


def fresh_chit(ref: str, seat: int) -> Unit:
    """RC-CHIT-1: a chit moves 10 inches and takes no action."""
    return Unit(ref, "chit", seat, move=CHIT_MOVE, moveleft=CHIT_MOVE, chit=True, action=False)


def psy_of(traits: tuple[str, ...]) -> int | None:
    """RC-ABIL-26: the level of `Psy-n`, if it is among the traits."""
    for trait in traits:
        if trait.startswith("Psy-"):
            return int(trait.removeprefix("Psy-"))
    return None


def check_statblock(state: State, model: ModelType) -> None:
    """RC-DATA-3: the weapons of a model line are known."""
    for name in model.weapons:
        if name.lower() not in state.weapons:
            raise Refusal("RC-DATA-3", f'weapons "{name[:40]}": there is no such weapon')
    for other in state.models.values():
        if other.letters == model.letters and other.name.lower() != model.name.lower():
            why = f'letters "{model.letters}": they belong to {other.name}'
            raise Refusal("RC-DATA-3", why)
