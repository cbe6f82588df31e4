"""Harm and what follows from it: readied cards, damage, reveals, knockbacks, falls."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.line.errors import allows
from rules.line.frozen import defaults_of
from rules.numbers.grid import Cell, shift, square
from rules.rulescrusade import events as ev
from rules.rulescrusade.checks import Battle
from rules.rulescrusade.field import sight
from rules.rulescrusade.field.terrain import LOW, bearing, is_heavy
from rules.rulescrusade.field.zones import gait, may_stand
from rules.rulescrusade.fight import arms
from rules.rulescrusade.fight.arms import NOBODY, Pool, Source
from rules.rulescrusade.fight.hand import check_psyker, note_incursion, roll_number, spend_card
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import Condition, Item, Spot, State, Unit, in_order

# RC-PSY-8: cards readied for an enemy's turn: Shield and Precognant.


def waiting(battle: Battle, card: str, victim: Unit) -> Iterator[Unit]:
    """The psykers of the victim's team who can play this readied card now, by reference."""
    state = battle.state
    ready = tuple(unit for unit in state.on_board() if unit.readied == card and unit.standing)
    for psyker in in_order(ready):
        theirs = state.team(psyker.boss)
        if theirs == state.team(state.flow.turn) or theirs != state.team(victim.boss):
            continue
        if not psyker.has("rising") and allows(check_psyker, battle, psyker, card):
            yield psyker


def raise_shield(battle: Battle, ref: str) -> None:
    """RC-PSY-8, RC-CARD-16: play a readied Shield, which lowers this damage already."""
    victim = battle.unit(ref)
    for psyker in waiting(battle, "Shield", victim):
        if (psyker.readied_for or psyker.ref) != ref:
            continue
        if psyker.ref != ref and not sight.sees(battle.state, psyker, victim):
            continue
        if number := answered(battle, psyker, "Shield", (ref,), victim):
            battle.emit(ev.ConditionGained(ref, battle.for_one_turn("shielded", number)))
        return


def answered(battle: Battle, psyker: Unit, card: str, subjects: tuple[str, ...], far: Unit) -> int:
    """RC-PSY-8: play a readied card; the number rolled for the farthest of its subjects."""
    spend_card(battle, psyker, card, subjects, readied=True)
    pools: list[Pool] = []
    number = roll_number(battle, psyker, card, far.ref, sight.eye(far), pools)
    note_incursion(battle, psyker, pools)
    return number


def foresee(battle: Battle, victims: list[Unit], attacker: Unit) -> int:
    """RC-CARD-13: play a readied Precognant; return what it takes off the attack's total."""
    state = battle.state
    hurt = [unit for unit in victims if not state.friends(unit, attacker)]
    if not hurt:
        return 0
    for psyker in waiting(battle, "Precognant", hurt[0]):
        if state.friends(psyker, attacker):
            continue
        mine = [unit for unit in hurt if state.friends(unit, psyker)]
        if psyker.readied_for and psyker.readied_for not in [unit.ref for unit in mine]:
            continue
        far = max(mine, key=lambda unit: sight.apart(state, sight.eye(psyker), sight.eye(unit)))
        return answered(battle, psyker, "Precognant", tuple(unit.ref for unit in mine), far)
    return 0


# RC-DMG, RC-GRAZE: hits, grazes, knock-outs, deaths.


FIELD = Dice(reds=1)
"""RC-DMG-5: the die of a force field."""


def damage(battle: Battle, ref: str, amount: int, source: Source) -> str:
    """RC-DMG-1 to RC-DMG-6: apply damage.  Returns `nothing`, `hurt`, `grazed` or what `kill` does.

    `out`: the model was out already.  The amount is T - V, or the difference of a melee, before
    Shield and force field.  RC-DMG-4: with no hit left any damage kills.
    """
    unit = battle.unit(ref)
    if unit.place != "board" or unit.has("down"):
        return "out"
    if source.pull is not None:  # RC-MELEE-10
        amount = min(amount, source.pull)
    amount = reduced(battle, unit, amount, source)
    if unit.trait("Swarm") and not source.wide:  # RC-ABIL-32
        amount = min(amount, 1)
    unit = battle.unit(ref)
    if amount <= 0:
        return "nothing"
    if unit.has("ko"):
        return kill(battle, ref, source)
    if unit.hits == 1 and amount == 1 and not unit.vehicle:
        graze(battle, ref, source.graze_for(unit), source)
        return "grazed"
    if amount < unit.hits:
        battle.emit(ev.LostHits(unit.ref, amount, unit.hits - amount))
        return "hurt"
    outcome = kill(battle, ref, source)
    more = amount >= 2 or amount >= unit.hits > 1
    if outcome == "killed" and more:
        for place, arm in enumerate(unit.weapons):  # RC-WFX-26
            if arm.state != "lost" and "V" in battle.state.weapon(arm.name).effects:
                battle.volatile.append((unit.ref, place, source.seat))
    return outcome


def reduced(battle: Battle, unit: Unit, amount: int, source: Source) -> int:
    """RC-DMG-5: the damage left after a Shield card and then the force field's red die."""
    if amount <= 0 or source.bare:
        return amount
    raise_shield(battle, unit.ref)
    shield = battle.unit(unit.ref).condition("shielded")
    if shield is not None:
        amount -= shield.amount
        battle.emit(ev.Reduced(unit.ref, "Shield", shield.amount, max(0, amount)))
    if amount > 0 and unit.trait("+F") and not source.mental:  # RC-ABIL-8
        pool = arms.cast(battle, unit.ref, "force field", FIELD)
        amount -= pool.total
        battle.emit(ev.Reduced(unit.ref, "force field", pool.total, max(0, amount)))
    return amount


def graze(battle: Battle, ref: str, letter: str, source: Source) -> None:
    """RC-GRAZE-1, RC-GRAZE-3 to RC-GRAZE-9: apply a graze result, however many hits are left."""
    unit = battle.unit(ref)
    if unit.place != "board" or unit.has("down") or unit.vehicle:
        return
    battle.emit(ev.Grazed(unit.ref, letter, arms.ignores(unit, letter)))
    let_go(battle, unit.ref)
    if unit.trait("Detonate") and detonate(battle, unit, source):
        return
    if unit.has("ko") and letter != "K":
        return
    if letter == "K":
        kill(battle, ref, source)
    elif not arms.ignores(unit, letter):
        {"S": stun, "W": wound, "KO": knock_out}[letter](battle, unit, source)


def stun(battle: Battle, unit: Unit, source: Source) -> None:
    """RC-GRAZE-3, RC-GRAZE-4, RC-GRAZE-5: stun a model; a stunned one is knocked out."""
    if unit.has("stunned"):
        if not unit.trait("Undead"):  # RC-GRAZE-8
            knock_out(battle, unit, source)
    elif unit.has("wounded") and not unit.trait("Tough"):
        finish_off(battle, unit, source)
    else:
        if unit.has("rising"):
            battle.emit(ev.ConditionLost(unit.ref, "rising"))
        battle.emit(ev.ConditionGained(unit.ref, Condition("stunned")))
        drop_everything(battle, unit.ref)
        if battle.is_turn_of(unit):
            battle.mark(unit.ref, moveleft=0, action=False)


def wound(battle: Battle, unit: Unit, source: Source) -> None:
    """RC-GRAZE-3, RC-GRAZE-4: wound a model; a second wound kills it.

    A wound also finishes off a stunned model, unless it is Tough (RC-ABIL-41).
    """
    if unit.has("wounded"):
        kill(battle, unit.ref, source)
    elif unit.has("stunned") and not unit.trait("Tough"):
        finish_off(battle, unit, source)
    else:
        fresh = battle.is_turn_of(unit)
        battle.emit(ev.ConditionGained(unit.ref, Condition("wounded", fresh=fresh)))


def finish_off(battle: Battle, unit: Unit, source: Source) -> None:
    """RC-GRAZE-4: stun and wound together: kill, or knock out to take prisoners."""
    if source.prisoners:
        knock_out(battle, unit, source)
    else:
        kill(battle, unit.ref, source)


def knock_out(battle: Battle, unit: Unit, source: Source) -> None:
    """RC-GRAZE-6: knock a model out: no action, no move, no defence."""
    if unit.trait("Undead"):
        return
    for name in ("stunned", "rising", "lastattack"):
        if unit.has(name):
            battle.emit(ev.ConditionLost(unit.ref, name))
    battle.emit(ev.KnockedOut(unit.ref))
    ko = Condition("ko", amount=source.seat)
    battle.emit(ev.ConditionGained(unit.ref, ko, told=True))
    drop_everything(battle, unit.ref)
    release(battle, unit.ref)


def kill(battle: Battle, ref: str, source: Source) -> str:
    """RC-GRAZE-6: kill a model, or what happens instead; return which.

    Instead: RC-ABIL-6 Control, RC-GRAZE-7 and RC-WFX-10 Kill=KO, RC-ABIL-15 Horror.
    """
    unit = battle.unit(ref)
    if source.control and not battle.state.friends(unit, battle.unit(source.ref)):
        take_control(battle, unit, source.seat, source.ref)
        return "controlled"
    if source.kill_ko:
        if unit.has("ko") or unit.trait("Undead"):  # RC-RULING-56
            return "nothing"
        if unit.hits == 0:
            battle.mark(ref, hits=1)
        knock_out(battle, unit, source)
        return "knocked out"
    seat, points = credited(battle, unit, source)
    drop_everything(battle, ref)
    release(battle, ref)
    if unit.trait("Horror"):
        battle.emit(ev.WentDown(unit.ref, seat, points))
        return "down"
    remove(battle, unit, seat, points)
    return "killed"


def remove(battle: Battle, unit: Unit, seat: int, points: int) -> None:
    """RC-GRAZE-6: remove a killed model: stuck weapons drop, a body lies, cards are discarded."""
    battle.emit(ev.Killed(unit.ref, seat, points))
    for other in tuple(battle.state.units.values()):  # RC-FAIL-8
        for place, arm in enumerate(other.weapons):
            if arm.state == f"stuck in {unit.ref}":
                fallen = f"dropped at {unit.at[0]},{unit.at[1]}"
                battle.emit(ev.WeaponChanged(other.ref, place, arm.name, fallen))
    if battle.state.rules.bodies and unit.kind != "Ghost":
        body = Item(f"body of {unit.ref}", unit.at, unit.inside, size=unit.size)
        battle.emit(ev.ItemsChanged((*battle.state.items, body)))
    if unit.psy and battle.state.army(unit.seat).role == "good":
        discard(battle, unit.seat, unit.psy)


def discard(battle: Battle, seat: int, count: int) -> None:
    """RC-PSY-9: discard a card for each level of a dead psyker, last in the alphabet first."""
    cards = tuple(reversed(battle.state.army(seat).hand[-count:]))
    if cards:
        battle.emit(ev.CardsDiscarded(seat, len(cards)))
        battle.emit(ev.HandDiscarded(seat, cards))


def credited(battle: Battle, unit: Unit, source: Source) -> tuple[int, int]:
    """RC-VIC-4: the attacking seat and the points that it gets; (0, 0) if it is no enemy."""
    hostile = source.seat and battle.state.team(source.seat) != battle.state.team(unit.seat)
    return (source.seat, unit.value) if hostile else (0, 0)


FRESH = defaults_of(
    Unit,
    *("action", "done", "moved", "walked", "diagonals", "act", "began", "attacked", "charged"),
    "struck",
)
"""RC-RULING-41: what a fresh activation begins with."""


def take_control(battle: Battle, unit: Unit, seat: int, by: str) -> None:
    """RC-ABIL-6: control an unharmed model, with a fresh activation (RC-RULING-41)."""
    battle.emit(ev.ControlTaken(unit.ref, seat, by))
    battle.mark(unit.ref, moveleft=unit.move, **FRESH)


def drop_everything(battle: Battle, ref: str) -> None:
    """RC-CARRY-7: drop all that a model carries in its cell."""
    for item in tuple(battle.state.items):
        if item.carrier == ref:
            battle.emit(ev.Dropped(ref, item.name))
    for other in tuple(battle.state.units.values()):
        if other.borne_by == ref:
            battle.emit(ev.Dropped(ref, f"body of {other.ref}"))


def let_go(battle: Battle, ref: str) -> None:
    """RC-ABIL-18: end the latch that this model has on another."""
    unit = battle.unit(ref)
    if unit.latched:
        battle.emit(ev.LetGo(unit.ref, unit.latched))


def release(battle: Battle, ref: str) -> None:
    """RC-ABIL-18: end all latches of this model and on it."""
    let_go(battle, ref)
    for other in tuple(battle.state.units.values()):
        if other.latched == ref:
            battle.emit(ev.LetGo(other.ref, ref))


def let_go_apart(battle: Battle) -> None:
    """RC-ABIL-18, RC-RULING-62: end the latches of models that are no longer adjacent."""
    for unit in battle.state.latchers():
        held = battle.state.find(unit.latched)
        if (
            held is None
            or held.place != "board"
            or not sight.adjacent_units(battle.state, unit, held)
        ):
            battle.emit(ev.LetGo(unit.ref, unit.latched))


def detonate(battle: Battle, unit: Unit, source: Source) -> bool:
    """RC-ABIL-7: roll its Detonator; did it go off?  A total of 0 does nothing (RC-RULING-8)."""
    weapon = battle.state.weapons.get("detonator")
    own = next((arm for arm in unit.weapons if arm.name.lower() == "detonator"), None)
    if weapon is None or own is None:
        return False
    pool = arms.cast(battle, unit.ref, weapon.name, weapon.dice)
    total = pool.total + weapon.dice.modifier
    if total <= 0:
        return False
    battle.emit(ev.Detonated(unit.ref, total))
    blast = arms.source_of(unit, (weapon,))
    for victim in sight.touched_round(
        battle.state, sight.eye(unit), sight.radius_of(weapon.template)
    ):
        if victim.ref != unit.ref:
            against = arms.value_parts(battle.state, weapon, sight.eye(unit), victim)
            parts = (("dice", pool.total), ("modifier", weapon.dice.modifier))
            more = arms.meet(battle, unit.ref, weapon.name, victim.ref, parts, against, "blast")
            damage(battle, victim.ref, more, blast)
    kill_outright(battle, unit.ref, source)
    return True


def kill_outright(battle: Battle, ref: str, source: Source) -> None:
    """RC-ABIL-7, RC-FAIL-7: kill a model, without Control or Kill=KO."""
    if battle.unit(ref).place == "board":
        kill(battle, ref, replace(source, control=False, kill_ko=False))


# RC-HIDE-5, RC-CHIT: hidden models and chits that a move reveals.


def look_around(battle: Battle, ref: str) -> bool:
    """RC-HIDE-5: reveal what a step or placement shows; was an enemy model or chit revealed?

    The mover itself comes first, then the others by reference; only pairs with the mover count.
    """
    mover = battle.unit(ref)
    if mover.place != "board":
        return False
    unknown = concealed(mover)
    seen = battle.state.on_board() if unknown else battle.state.concealed()
    others = in_order(
        unit for unit in seen if unit.ref != ref and not battle.state.friends(unit, mover)
    )
    if unknown and any(finds(battle, other, mover) for other in others):
        reveal(battle, ref, "seen", found=False)
        mover = battle.unit(mover.under or ref)
    found = False
    for other in others:
        if concealed(other) and finds(battle, mover, battle.unit(other.ref)):
            if other.chit:
                battle.mark(mover.ref, finder_of=other.seat)
            reveal(battle, other.ref, "seen", found=True)
            found = True
    return found


def concealed(unit: Unit) -> bool:
    """Is it a hidden model or an unrevealed chit on the board?"""
    return unit.place == "board" and (unit.chit or unit.has("hidden"))


def finds(battle: Battle, watcher: Unit, unit: Unit) -> bool:
    """RC-HIDE-5: does the watcher have the unit in direct view or within 1 inch (RC-HULK-6)?"""
    if watcher.chit or not watcher.standing:
        return False
    near = sight.apart(battle.state, sight.eye(watcher), sight.eye(unit)) <= 1
    return near or sight.direct_view(battle.state, watcher, unit)


def reveal(battle: Battle, ref: str, why: str, found: bool) -> None:
    """RC-HIDE-5, RC-CHIT-2: reveal a unit.  `found`: by an act of an enemy (RC-ABIL-1: Ambush)."""
    unit = battle.unit(ref)
    if unit.chit:
        turn_over(battle, ref)
        ref = unit.under
    else:
        battle.emit(ev.Revealed(ref, why))
    if found and ref and battle.unit(ref).trait("Ambush"):
        battle.mark(ref, found=True)
        battle.found.append(ref)


def turn_over(battle: Battle, ref: str) -> None:
    """RC-CHIT-3, RC-CHIT-4: replace a chit by its model, less the inches moved, or by nothing."""
    chit = battle.unit(ref)
    if not chit.under:
        battle.emit(ev.ChitTurned(chit.ref, "", ""))
        battle.emit(ev.Left(chit.ref, "blank"))
        return
    model = battle.unit(chit.under)
    moved = chit.walked if battle.is_turn_of(chit) else 0
    action = moved <= model.move
    left = max(0, (model.move if action else 2 * model.move) - moved)
    battle.emit(ev.ChitTurned(chit.ref, model.ref, model.kind, left, action, moved > 0))


# RC-KB, RC-FALL, RC-ABIL-34: models that are pushed or thrown, or that fall.


def occupied(state: State, spot: Spot, but: str = "") -> bool:
    """RC-GEO-10: does a standing model or a chit hold the place?"""
    return any(unit.standing and unit.spot == spot and unit.ref != but for unit in state.on_board())


def knock_back(battle: Battle, ref: str, origin: Cell, source: Source, by: Unit | None) -> None:
    """RC-KB-1, RC-KB-2, RC-ABIL-48: push a model one cell away from `origin`.

    `origin`: the attacker or the centre of a blast.  `by`: the melee opponent, which can push a
    heavy model if it is no smaller.
    """
    unit = battle.unit(ref)
    if unit.place != "board" or unit.has("down") or unit.trait("Steady") or unit.vehicle:
        return
    if unit.at == origin or (is_heavy(unit) and (by is None or by.bulk < unit.bulk)):
        return
    let_go(battle, ref)
    push(battle, ref, bearing(origin, unit.at, battle.state.rules.hulk), source)


def stops(state: State, unit: Unit, to: Cell) -> bool:
    """RC-KB-3: does this cell stop a model that is pushed into it?"""
    ground = sight.ground_of(state)
    spot = (*to, unit.inside)
    open_there = state.ground.holds(to) and may_stand(ground, gait(unit, state.rules.hulk), spot)
    if not open_there or occupied(state, spot, unit.ref):
        return True
    if unit.inside:
        return ground.sector_at(to) != ground.sector_at(unit.at)
    if not ground.sector_at(to) and ground.char(to) in LOW:
        return True
    return ground.level_at(to, False) > ground.level_at(unit.at, False)


def push(battle: Battle, ref: str, step: Cell, source: Source, manner: str = "knock") -> None:
    """RC-KB-3, RC-KB-4, RC-KB-5: push a model one cell, off a ledge too.

    If the cell stops it, it takes a graze S instead.
    """
    unit = battle.unit(ref)
    to = shift(unit.at, step)
    if stops(battle.state, unit, to):
        if not (unit.trait("NSB") or unit.trait("Power Armor")):  # RC-ABIL-24, -42
            graze(battle, ref, "S", arms.outright(source, "S"))
        return
    ground = sight.ground_of(battle.state)
    drop = ground.level_at(unit.at, unit.inside) - ground.level_at(to, unit.inside)
    arrive(battle, ref, manner, (*to, unit.inside), drop, source)


def arrive(
    battle: Battle, ref: str, manner: str, spot: Spot, drop: int = 0, source: Source = NOBODY
) -> None:
    """RC-HIDE-5: put a model in another place, let it fall if there is a drop, and look around."""
    battle.emit(ev.Placed(ref, manner, battle.unit(ref).spot, spot))
    if drop > 0:
        fall(battle, ref, drop, source)
    look_around(battle, ref)


def fall(battle: Battle, ref: str, inches: int, source: Source, counted: int | None = None) -> str:
    """RC-FALL-1, RC-FALL-2, RC-FALL-3: fall: a quarter of the inches as damage, none with Fly.

    `counted`: the inches that count, if not all.  Returns what `damage` returns.
    """
    if battle.unit(ref).chit:  # RC-CHIT-2, RC-RULING-63
        under = battle.unit(ref).under
        reveal(battle, ref, "the fall", found=False)
        if not under:
            return "nothing"
        ref = under
    unit = battle.unit(ref)
    counted = inches if counted is None else counted
    battle.emit(ev.Fell(unit.ref, inches, counted))
    if unit.place == "board":
        battle.mark(unit.ref, moveleft=0)
    if unit.trait("Fly") or counted // 4 <= 0:
        return "nothing"
    harm = Source(ref=source.ref, seat=source.seat, bare=True, wide=True)
    return damage(battle, ref, counted // 4, harm)


def free(state: State, unit: Unit, cells: Iterable[Cell]) -> Iterator[Cell]:
    """RC-MOVE-3: those of these cells in which the model may stand outside, where nobody is."""
    ground, manner = sight.ground_of(state), gait(unit, state.rules.hulk)
    taken = {one.spot for one in state.on_board() if one.standing and one.ref != unit.ref}
    for cell in cells:
        if (*cell, False) not in taken and may_stand(ground, manner, (*cell, False)):
            yield cell


def nearest_free(state: State, unit: Unit, around: Cell) -> Spot:
    """RC-FALL-2: the nearest free cell outside in which the model may stand."""
    options = [(square(cell, around), cell) for cell in free(state, unit, state.ground.cells())]
    return (*min(options)[1], False) if options else unit.spot


def fall_to(
    battle: Battle, ref: str, to: Cell, inches: int, source: Source, counted: int | None = None
) -> str:
    """RC-FALL-2: fall into a cell, or into the nearest free one.  Returns what `fall` returns."""
    unit = battle.unit(ref)
    spot: Spot = (*to, False)
    if occupied(battle.state, spot, ref):
        spot = nearest_free(battle.state, unit, to)
    battle.emit(ev.Placed(ref, "fall", unit.spot, spot))
    outcome = fall(battle, ref, inches, source, counted)
    look_around(battle, ref)
    return outcome
