"""Attacks in short: a single one with its arithmetic, many of a kind by what came of them."""

from collections.abc import Iterator, Sequence

from rules.crusade7 import events as ev
from rules.crusade7.tactics import OPPORTUNITY, REFLEXIVE_FIRE
from rules.crusade7.telling.brief.acts import Act, Seen
from rules.crusade7.telling.brief.outcomes import outcomes
from rules.crusade7.telling.brief.spans import join, mean, worded
from rules.crusade7.telling.labels import ranges
from rules.crusade7.telling.wording import share_text
from rules.display.view import Line

SINGLE = 3
"""So many attacks of an entry show their arithmetic; more are grouped."""

TACTICS = (OPPORTUNITY.name, REFLEXIVE_FIRE.name)


def lines_of(acts: Sequence[Act], ordered: bool) -> list[Line]:
    """The strikes of an entry, one line each, or grouped; `ordered`: the line begins with them."""
    if len(acts) <= SINGLE:
        return [single(act, ordered) for act in acts]
    groups: dict[tuple[str, str], list[Act]] = {}
    for act in acts:
        hit = act.hits()[0]
        groups.setdefault((hit.attack, hit.cause), []).append(act)
    return [
        single(group[0], ordered) if len(group) == 1 else several(group)
        for group in groups.values()
    ]


def single(act: Act, ordered: bool) -> Line:
    """`L1 Gladius on O2: AC 14 - 5 = 9, 60% of 9 = 5 · O2 25 → 20`."""
    hits = act.hits()
    hit = hits[0]
    results = outcomes(act.seen, known(act))
    sums = list(dict.fromkeys(arithmetic(one) for one in hits))
    reacts = hit.cause and hit.cause not in TACTICS
    if reacts and not ordered and len(hits) == 1 and results:
        head = f"{hit.attack} of {hit.attacker}"
    else:
        head = f"{hit.attacker} {hit.attack} on {hit.target}{with_support(act)}"
    if hit.cause in TACTICS:
        head = f"{hit.cause}: {head}"
    if len(sums) > 1 and results:
        return join([worded(f"{head}: ") + results[0], *results[1:], *unhurt(hits)])
    return join([worded(f"{head}: {sums[0]}"), *results, *(unhurt(hits) if hits[1:] else ())])


def known(act: Act) -> tuple[str, ...]:
    """Causes that the head of the line names: the attack, the tactic behind it."""
    hit = act.hits()[0]
    return (hit.attack, hit.cause, "Support")


def with_support(act: Act) -> str:
    """C7-TAC-7: was a Support used up for it?"""
    return " with Support" if any(is_support(one) for one in act.seen) else ""


def is_support(one: Seen) -> bool:
    """C7-TAC-7."""
    return isinstance(one.event, ev.TacticSprung) and one.event.tactic == "Support"


def arithmetic(hit: ev.AttackResolved) -> str:
    """C7-ATK-2, C7-SAVE-2 to C7-SAVE-4: `AC 14 - 5 = 9, 60% of 9 = 5`."""
    share, difference = share_text(hit.share), hit.high - hit.low
    if hit.versus == "AC":
        low = f"- {hit.low}" if hit.low >= 0 else f"+ {-hit.low}"
        against = f"AC {hit.high} {low} = {difference}"
    elif hit.save_type == 3:
        against = f"DC {hit.high} against {hit.versus} {hit.low} + 10 = {hit.low + 10}"
    else:
        low = f"- {hit.versus} {hit.low}" if hit.low >= 0 else f"+ {hit.versus} {-hit.low}"
        against = f"DC {hit.high} {low} = {difference}"
    if not hit.listed:
        return f"{against}, {share}"
    return f"{against}, {share} of {full(hit)} = {hit.damage}"


def full(hit: ev.AttackResolved) -> str:
    """C7-DMG-2 to C7-DMG-4: the damage before its share is taken: `9`, `18 (9 doubled)`."""
    numerator, denominator = hit.sum
    if numerator == hit.listed * denominator:
        return str(hit.listed)
    if not numerator:
        return f"{hit.listed} (immune)"
    how = {
        2 * hit.listed * denominator: f"{hit.listed} doubled",
        4 * hit.listed * denominator: f"{hit.listed} twice doubled",
    }.get(numerator, f"{hit.listed} halved" if 2 * numerator == hit.listed * denominator else "")
    return f"{mean(hit.sum)} ({how or f'{hit.listed} as listed'})"


def unhurt(hits: Sequence[ev.AttackResolved]) -> Iterator[Line]:
    """Those of a blast, or of many attacks, whom nothing reached."""
    hurt = [hit.target for hit in hits if hit.damage]
    missed = [hit.target for hit in hits if hit.target not in hurt]
    if missed:
        yield worded(f"{ranges(missed)} unhurt")


def several(acts: Sequence[Act]) -> Line:
    """`Spears of L1-L5: O2, O3 32 → 25`; ordered at one target: `SG1-SG5 Bows on WB1: 106 → 81`."""
    hits = [hit for act in acts for hit in act.hits()]
    seen = [one for act in acts for one in act.seen]
    attackers = ranges(hit.attacker for hit in hits)
    name, cause = hits[0].attack, hits[0].cause
    targets = list(dict.fromkeys(hit.target for hit in hits))
    support = " with Support" if any(is_support(one) for one in seen) else ""
    if cause or len(targets) > 1:
        head, target = f"{plural(name)} of {attackers}{support}", ""
    else:
        head, target = f"{attackers} {plural(name)} on {targets[0]}{support}", targets[0]
    results = [*outcomes(seen, (name, cause, "Support"), target), *unhurt(hits)]
    results = results or [worded("nothing")]
    return join([worded(f"{head}: ") + results[0], *results[1:]])


def plural(name: str) -> str:
    """`Bows`, `Crushes`; names that end in -s or in a Latin -a stay as they are."""
    if name.endswith(("ch", "sh", "x")):
        return f"{name}es"
    return name if name.endswith(("s", "a", ")")) else f"{name}s"
