"""Section 7.10: tactics - the four that every army has, and those of factions as data (8.5)."""

from rules.crusade7 import naming
from rules.crusade7.army.statblock import Choose, Effects, Gain, Modifier, Tactic
from rules.crusade7.events import Part, TacticLapsed, TacticSprung, TacticUsed
from rules.crusade7.field.geometry import within
from rules.crusade7.harm import effects, numbers
from rules.crusade7.orders import UseTactic
from rules.crusade7.state import PHASE_NAMES, PHASES, Battle, State, Unit, Until
from rules.line.errors import Refusal, required
from rules.line.flow import seat_name

OPPORTUNITY = Tactic(
    "Opportunity Attack",
    cost=1,
    phases=("command", "move"),
    who="none",
    effects=Effects("The next enemy that leaves contact is attacked.", Choose()),
)
"""C7-TAC-6: waits for an enemy that Advances or Falls Back; its CP come back if none does."""

SUPPORT = Tactic(
    "Support",
    cost=1,
    phases=("mana", "heavy", "fight"),
    who="none",
    effects=Effects("The next attack, spell or power has advantage.", Choose()),
)
"""C7-TAC-7: waits for the army's next attack, spell or power attempt in the phase."""

REFLEXIVE_FIRE = Tactic(
    "Reflexive Fire",
    cost=1,
    phases=("heavy",),
    who="friendly",
    effects=Effects("The first enemy in its sights that charges is shot at.", Choose()),
)
"""C7-TAC-8: waits with a friendly unit for the next Charge Phase; not refunded."""

HIGH_ALERT = Tactic(
    "High Alert",
    cost=2,
    phases=(),
    who="friendly",
    effects=Effects(
        "It gains +5 Initiative until the end of the round.",
        Choose(1, "friendly"),
        gains=(Gain((Modifier("Initiative", amount=5),)),),
    ),
    until="round",
)
"""C7-TAC-9: one own unit on the field, in any phase from Command to Morale."""

CORE = (OPPORTUNITY, SUPPORT, REFLEXIVE_FIRE, HIGH_ALERT)
"""C7-TAC-5: the tactics of every army, with their CP and phases (none listed: any phase)."""

LAPSES_AFTER = {OPPORTUNITY.name: ("move",), SUPPORT.name: PHASES, REFLEXIVE_FIRE.name: ("charge",)}
"""C7-TURN-10, C7-TAC-7: the phases at whose end a tactic that still waits lapses."""


def use(battle: Battle, order: UseTactic) -> None:
    """C7-TAC-1: `use High Alert on L1`: the checks, the CP, and what the tactic does at once."""
    state, seat = battle.state, battle.seat
    named = naming.named(state, seat, order.unit) if order.unit else None
    tactic = find_tactic(state, seat, order.tactic)
    check_usable(state, seat, tactic)
    if tactic.name in LAPSES_AFTER:
        lie_in_wait(battle, tactic, named, order.attack)
        return
    targets = find_targets(state, seat, tactic, named)
    ref = named.ref if named else ""
    battle.emit(TacticUsed(*spent(state, seat, tactic), ref, targets=targets))
    end = end_of(state, tactic.until)
    source = effects.Source(tactic.name, tactic.effects, actor=ref, end=end)
    effects.take_effect(battle, source, targets)


def spent(state: State, seat: int, tactic: Tactic) -> tuple[int, str, int, int]:
    """C7-TAC-2: who uses which tactic, for how many CP, and how many are left at once."""
    return seat, tactic.name, tactic.cost, state.armies[seat].cp - tactic.cost


# What every tactic needs.


def find_tactic(state: State, seat: int, name: str) -> Tactic:
    """C7-TAC-4, C7-TAC-10: the tactic of that name.  Raises `Refusal`."""
    meant = (tactic for tactic in known_tactics(state, seat) if tactic.name.lower() == name.lower())
    faction = state.armies[seat].faction
    why = f"{seat_name(seat)} (faction {faction}) has no tactic {name}"
    return required(next(meant, None), "C7-TAC-4", why)


def known_tactics(state: State, seat: int) -> tuple[Tactic, ...]:
    """C7-TAC-4: core tactics and those of the army's own faction."""
    faction = state.armies[seat].faction.lower()
    own = (one.tactics for one in state.library.factions if one.name.lower() == faction)
    return (*CORE, *next(own, ()))


def check_usable(state: State, seat: int, tactic: Tactic) -> None:
    """C7-TAC-1, C7-TAC-3, C7-TAC-2, in this order: the phase, the last use, the command points."""
    check_phase(state, tactic)
    check_is_unused(state, seat, tactic)
    check_cp(state, seat, tactic)


def check_phase(state: State, tactic: Tactic) -> None:
    """C7-TAC-1: a tactic is used in its phases only, in anyone's turn."""
    phases = tactic.phases or PHASES
    if state.flow.phase not in phases:
        needed = ", ".join(PHASE_NAMES[one] for one in phases)
        now = PHASE_NAMES[state.flow.phase]
        raise Refusal("C7-TAC-1", f"{tactic.name} needs the phase {needed}; this is {now}")


def check_is_unused(state: State, seat: int, tactic: Tactic) -> None:
    """C7-TAC-3, C7-TAC-6: each tactic once in a phase, and not while the last one still waits."""
    if tactic.name in state.armies[seat].tactics_used:
        why = f"{seat_name(seat)} has used {tactic.name} in this phase (1 of 1)"
        raise Refusal("C7-TAC-3", why)
    if any((one.seat, one.tactic) == (seat, tactic.name) for one in state.waiting):
        raise Refusal("C7-TAC-3", f"{tactic.name} of {seat_name(seat)} is still waiting (1 of 1)")


def check_cp(state: State, seat: int, tactic: Tactic) -> None:
    """C7-TAC-2: the army has the CP that the tactic costs."""
    cp = state.armies[seat].cp
    if cp < tactic.cost:
        why = f"{tactic.name} costs {tactic.cost} CP; {seat_name(seat)} has {cp}"
        raise Refusal("C7-TAC-2", why)


# The units that a tactic concerns.


def find_targets(state: State, seat: int, tactic: Tactic, named: Unit | None) -> tuple[str, ...]:
    """C7-EFF-17: the units concerned, fixed when the tactic is used."""
    if not tactic.effects.understood:
        return (named.ref,) if named else ()
    if tactic.who in ("all", "none"):
        check_needs_none(tactic, named)
        friends = state.on_field(seat) if tactic.who == "all" else ()
        found = (one for one in friends if numbers.is_kind(state, one, tactic.kind))
        return tuple(one.ref for one in naming.in_order(found))
    chosen = chosen_unit(state, seat, tactic, named, tactic.who)
    return (chosen.ref, *companions(state, chosen, tactic))


def check_needs_none(tactic: Tactic, named: Unit | None) -> None:
    """C7-TAC-11: a tactic that concerns no unit, or all, is not used on one."""
    if named is not None:
        raise Refusal("C7-TAC-11", f"{tactic.name} is not used on a unit, not on {named.ref}")


def chosen_unit(state: State, seat: int, tactic: Tactic, named: Unit | None, who: str) -> Unit:
    """C7-TAC-11: the unit named, on the field, of the right army (`friendly` or `enemy`) and kind,
    and near enough to a friend.  Raises `Refusal`."""
    kind = f"{tactic.kind} unit".strip()
    if named is None:
        why = f"{tactic.name} of {seat_name(seat)} needs 1 {who} {kind}; none is named"
        raise Refusal("C7-TAC-11", why)
    own = named.seat == seat
    if not named.on_field or own != (who == "friendly"):
        why = f"{named.ref} is no {who} unit on the field, as {tactic.name} needs"
        raise Refusal("C7-TAC-11", why)
    if not numbers.is_kind(state, named, tactic.kind):
        raise Refusal("C7-TAC-11", f"{tactic.name} needs a {kind}; {named.ref} is none")
    if tactic.near is not None and not within(state, named, tactic.near, seat):
        why = f"{tactic.name} needs a friendly unit within {tactic.near} of {named.ref}"
        raise Refusal("C7-TAC-11", why)
    return named


def companions(state: State, chosen: Unit, tactic: Tactic) -> tuple[str, ...]:
    """The friendly units near the one chosen that share in the tactic, by row, then column."""
    if tactic.spread is None:
        return ()
    return tuple(
        one.ref
        for one in within(state, chosen, tactic.spread, chosen.seat)
        if numbers.is_kind(state, one, tactic.spread_kind)
    )


def end_of(state: State, until: str) -> Until | None:
    """C7-TURN-9: a phase ends as the next one starts, a round as the next Command Phase starts."""
    next_round = Until.of(state.flow.round + 1, PHASES[0])
    if until == "phase":
        following = PHASES.index(state.flow.phase) + 1
        return Until(state.flow.round, following) if following < len(PHASES) else next_round
    return next_round if until == "round" else None


# Tactics that wait for their moment.


def lie_in_wait(battle: Battle, tactic: Tactic, named: Unit | None, attack: str) -> None:
    """C7-TAC-6 to C7-TAC-8: the tactic is paid now and works later."""
    state, seat = battle.state, battle.seat
    if tactic is SUPPORT:
        check_needs_none(tactic, named)
    elif tactic is REFLEXIVE_FIRE or named is not None:
        named = chosen_unit(state, seat, tactic, named, "friendly")
    ref = named.ref if named else ""
    chosen = weapon(state, tactic, named, attack)
    battle.emit(TacticUsed(*spent(state, seat, tactic), ref, chosen, waits=True))


def weapon(state: State, tactic: Tactic, named: Unit | None, attack: str) -> str:
    """C7-TAC-6, C7-TAC-8, C7-TAC-11: the name of the attack to use; empty if none is named.

    It must be one of the unit's attacks, for Reflexive Fire a ranged one.  Raises `Refusal`.
    """
    if named is None:
        return ""
    attacks = state.block(named).attacks  # C7-TAC-8: Reflexive Fire needs a ranged one
    fit = [one for one in attacks if tactic is OPPORTUNITY or not one.melee]
    sort = "ranged attack" if tactic is REFLEXIVE_FIRE else "attack"
    if not fit and tactic is REFLEXIVE_FIRE:
        raise Refusal("C7-TAC-11", f"{tactic.name} needs a {sort}; {named.ref} has none")
    if not attack:
        return ""
    for one in fit:
        if one.name.lower() == attack.lower():
            return one.name
    raise Refusal("C7-TAC-11", f"{named.ref} has no {sort} {attack} for {tactic.name}")


def take_support(battle: Battle, seat: int) -> tuple[Part, ...]:
    """C7-TAC-7: use up a waiting Support, if any, and return its advantage."""
    if not any((one.seat, one.tactic) == (seat, SUPPORT.name) for one in battle.state.waiting):
        return ()
    battle.emit(TacticSprung(seat, SUPPORT.name, ""))
    return (Part(SUPPORT.name, 0, 1, "C7-TAC-7"),)


def lapse(battle: Battle, phase: str) -> None:
    """C7-TURN-10: tactics that still wait when their phase ends lapse.

    C7-TAC-6: the CP of an Opportunity Attack come back.  C7-TAC-8: those of Reflexive Fire do not.
    """
    for one in battle.state.waiting:
        if phase in LAPSES_AFTER[one.tactic]:
            refund = OPPORTUNITY.cost if one.tactic == OPPORTUNITY.name else 0
            battle.emit(TacticLapsed(one.seat, one.tactic, refund))
