"""Words for values: what reports, explanations and printed statblocks say alike."""

from rules.crusade7.army.statblock import Modifier
from rules.crusade7.state import PHASE_NAMES, PHASES, Until


def signed(number: int) -> str:
    """`+2`, `-3`."""
    return f"{number:+d}"


def modifier_text(modifier: Modifier) -> str:
    """Section 8.6: a modifier as a statblock writes it: `+2 AC`, `advantage on ATK`."""
    if modifier.damage_type:
        return f"resistance to {modifier.damage_type}"
    if modifier.edge:
        return f"{'advantage' if modifier.edge > 0 else 'disadvantage'} on {modifier.target}"
    on = "on " if modifier.target == "psychic tests" else ""
    return f"{signed(modifier.amount)} {on}{modifier.target}"


def modifiers_text(modifiers: tuple[Modifier, ...]) -> str:
    """`+4 AC and -2 Speed`."""
    return " and ".join(modifier_text(modifier) for modifier in modifiers)


def until_text(until: Until | None) -> str:
    """C7-TURN-9: ` until round 3, mana phase`; nothing if it has no time."""
    if until is None:
        return ""
    phase = PHASES[until.phase] if until.phase >= 0 else "setup"
    return f" until round {until.round}, {phase} phase"


def phase_name(phase: str) -> str:
    """`Heavy Support Fight` for `heavy`."""
    return PHASE_NAMES.get(phase, phase)


def share_text(tenths: int) -> str:
    """C7-REP-1: tenths of a percent without needless zeros: `82.5%`, `70%`."""
    whole, rest = divmod(tenths, 10)
    return f"{whole}.{rest}%" if rest else f"{whole}%"
