"""The events of an entry cut into acts, and the brief wording of attacks and outcomes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rules.crusade7 import events as ev
from rules.crusade7.apply import apply
from rules.crusade7.army.statblock import STATS, Attack
from rules.crusade7.orders import ordinal
from rules.crusade7.sequence import NOBODY, average_text
from rules.crusade7.state import PHASES, State, Until
from rules.crusade7.tactics import OPPORTUNITY, REFLEXIVE_FIRE
from rules.crusade7.telling import report
from rules.crusade7.telling.describe import phase_name, share_text
from rules.crusade7.telling.roll import listed_ranges, place_text, places, ranges
from rules.display.acts import SAID, befallen, put_together
from rules.display.view import Line, line
from rules.display.words import in_groups, listed
from rules.line.events import DrawOfferClosed, Event, PhaseBegan, Rolled
from rules.line.frozen import Frozen
from rules.line.said import NO_WORDS, Words, filled

# The events of an entry as a viewer may see them, cut into acts.


Kind = Literal["deed", "strike", "magic", "turn"]


class Seen(Frozen):
    """An event and the state that it happened in."""

    event: Event
    before: State


@dataclass(slots=True)
class Act:
    """Something done and what came of it.

    `deed`: what the order itself says, and what follows without an act of its own; `strike`: one
    attack, for a blast with every unit hit; `magic`: a spell, or an attempt at a power, with its
    own attacks; `turn`: what the end of a turn or phase brings.
    """

    kind: Kind
    seen: list[Seen] = field(default_factory=list)

    def hits(self) -> list[ev.AttackResolved]:
        """The attacks of a strike: one, or one for each unit in a blast; those of magic."""
        return [one.event for one in self.seen if isinstance(one.event, ev.AttackResolved)]

    def magic(self) -> str:
        """The name of the spell or power; empty for any other act."""
        for one in self.seen:
            match one.event:
                case ev.SpellCast(spell=name) | ev.AttemptBegan(power=name):
                    return name
        return ""

    def owns(self, event: Event) -> bool:
        """Is this an attack of the spell or power?"""
        attack = event.attack if isinstance(event, ev.AttackResolved) else ""
        return self.kind == "magic" and attack == self.magic()


AHEAD = (ev.AttackMade, ev.UseSpent, ev.TacticSprung)
"""Events that are emitted before the strike that they belong to."""

TURNS = (PhaseBegan, ev.SecondTurn, ev.MoraleTested, ev.RoundEnded, ev.OrderOfPlay)


def witnessed(state: State, events: Iterable[Event], viewer: int | None) -> Iterator[Seen]:
    """The events that this viewer may know of, each with the state before it."""
    for event in events:
        if not report.is_secret(event, state, viewer):
            yield Seen(event, state)
        state = apply(state, event)


def cut(witnesses: Iterable[Seen], first: Kind = "deed") -> list[Act]:
    """Cut events into acts, in order; the first act is the order itself and may be empty."""
    acts, ahead = [Act(first)], list[Seen]()
    for one in witnesses:
        if isinstance(one.event, AHEAD):
            ahead.append(one)
            continue
        kind = None if acts[-1].owns(one.event) else kind_of(one, acts[-1])
        if kind:
            acts.append(Act(kind))
        acts[-1].seen += (*ahead, one)
        ahead = []
    acts[-1].seen += ahead
    return acts


def kind_of(one: Seen, current: Act) -> Kind | None:
    """The kind of act that begins with an event; None if the event belongs to the current act."""
    match one.event:
        case ev.AttackResolved():
            return None if is_of_blast(one, current) else "strike"
        case ev.SpellCast() | ev.AttemptBegan():
            return "magic"
        case event if isinstance(event, TURNS):
            return None if current.kind == "turn" else "turn"
        case ev.Disembarked(forced=True):
            return None
        case event if isinstance(event, ev.FieldEvent | ev.TacticUsed | ev.Denied):
            return None if current.kind == "deed" else "deed"
    return None


def is_of_blast(one: Seen, current: Act) -> bool:
    """C7-ATTR-1: is this one more unit hit by the blast of the current act?"""
    hits, hit = current.hits(), one.event
    if current.kind != "strike" or not isinstance(hit, ev.AttackResolved):
        return False
    is_new = hit.target not in [other.target for other in hits]
    made = {(other.attacker, other.attack, other.cause) for other in (*hits, hit)}
    return is_new and len(made) == 1 and is_blast(one.before, hit)


def is_blast(state: State, hit: ev.AttackResolved) -> bool:
    """C7-ATTR-1: is it a blast of the statblock, or of a spell or power of that name?"""
    unit = state.find(hit.attacker)
    block = state.block(unit) if unit else None
    attacks: list[Attack] = [*(block.attacks if block else ())]
    for text in (*(block.own_spells if block else ()), *state.library.spells):
        attacks += text.effects.strikes if text.name == hit.attack else ()
    for power in state.library.powers:
        attacks += power.effects.strikes if power.name == hit.attack else ()
    return any(one.blast for one in attacks if one.name in (hit.attack, ""))


def of_kind(acts: Sequence[Act], kind: Kind) -> list[Act]:
    """The acts of one kind."""
    return [act for act in acts if act.kind == kind]


# The words of short sentences, and the numbers in them.


def told(one: Seen, more: Words = NO_WORDS) -> str:
    """An event in its short sentence (`SHORT`), or else in that of the report; perhaps two lines.

    `more`: formatters that only the caller can give, by the name behind the colon.
    """
    return filled(one.event.SHORT or one.event.SAYS, one.event, {**words_of(one), **more})


def words_of(one: Seen) -> Words:
    """The formatters for both sentences of an event, by the name behind the colon."""
    before = one.before
    return {
        **report.words_of(before),
        "several": lambda units: listed_ranges(unit.ref for unit in units),
        "gold left": lambda event: f"{before.armies[event.seat].gold - event.gold} gold",
        "cp left": lambda event: f"{before.armies[event.seat].cp - event.cp} CP",
        "old cp": lambda event: str(event.left + event.cp),
        "whereabouts": place_text,
        "where it was": lambda ref: place_text(unit) if (unit := before.find(ref)) else "",
        "attribute": lambda attribute: str(NAMES.get(attribute, attribute)),
        "old total": lambda event: str(event.total - event.cp),
        "one more": lambda left: str(left + 1),
        "phase now": lambda event: phase_name(before.flow.phase),
        "phase": phase_name,
        "later": lambda one: f" of round {one.round}" * (one.round != before.flow.round),
        "in short": shortened,
        "at length": lambda text: shortened(text, 120),
        "in words": until_words,
        "ordinal": ordinal,
        "ranges": ranges,
        "value": lambda test: f", value {test.value}" * (test.value != test.die),
        "leading": leading,
        "a few": lambda names: shortened(", ".join(names), 200),
        "several of them": lambda names: shortened(listed(names), 200),
    }


NAMES = {
    **{name.lower(): name for name in STATS},
    **{"hp": "HP", "maxhp": "maximum HP", "ac": "AC", "cp": "CP"},
}
"""How attributes are shown that are not shown as they are typed."""


def leading(event: ev.OrderOfPlay) -> str:
    """C7-INIT-2: `, 4 to 3.5`: the averages, that of the first army first; nothing without any."""
    averages = event.averages if event.first == 1 else event.averages[::-1]
    words = ("nobody" if one == NOBODY else mean(one) for one in averages)
    return "" if averages == (NOBODY, NOBODY) else f", {' to '.join(words)}"


def mean(number: tuple[int, int]) -> str:
    """A mean or a half without needless zeros: `4`, `3.5`, `2.33`."""
    text = average_text(number)
    return text.rstrip("0").rstrip(".") if "." in text else text


def until_words(until: Until | None) -> str:
    """C7-TURN-9: ` until the Mana Phase of round 3`; nothing if it has no time."""
    if until is None:
        return ""
    phase = phase_name(PHASES[until.phase]) if until.phase >= 0 else "Setup"
    return f" until the {phase} Phase of round {until.round}"


def shortened(text: str, most: int = 60) -> str:
    """A text that somebody wrote, on one line and cut to `most` characters."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


# What came of acts: who was hurt, killed, changed; equal outcomes are one piece.


@dataclass(slots=True)
class Wound:
    """The HP of one unit before and after all that one cause did to it."""

    unit: str
    cause: str
    before: int
    after: int


def outcomes(seen: Sequence[Seen], names: tuple[str, ...] = (), target: str = "") -> list[Line]:
    """Pieces for a line: `O2, O3 32 → 25`, `O5 killed`, `O4 prone`.

    `names`: causes that need not be named; `target`: a unit that has just been named, and is not
    named again if nothing else is told.
    """

    def cause(name: str) -> str:
        return "" if name in (*names, "GM", "") else f" ({name})"

    events = [one.event for one in seen]
    killed = in_groups((cause(one.cause), one.unit) for one in events if isinstance(one, ev.Killed))
    dead = [unit for units in killed.values() for unit in units]
    hurt = in_groups(
        (f"{one.before} → {one.after}{one.cause}", one.unit)
        for one in wounds(events, cause)
        if one.unit not in dead
    )
    others = in_groups(told for one in seen for told in befell(one, names, cause))
    alone = not dead and not others and [*hurt.values()] == [[target]]
    return [
        *(line(text if alone else f"{ranges(units)} {text}") for text, units in hurt.items()),
        *(line(f"{ranges(units)} killed", strong=True) + line(by) for by, units in killed.items()),
        *(line(f"{before}{ranges(who)}{after}") for (before, after), who in others.items()),
        *map(line, put_out(events)),
        *map(line, spent(events)),
    ]


def wounds(events: Iterable[Event], cause: Callable[[str], str]) -> list[Wound]:
    """Damage and healing; what one cause does to a unit in a row is one wound."""
    found = list[Wound]()
    for event in events:
        if isinstance(event, ev.Damaged | ev.Healed):
            new = Wound(event.unit, cause(event.cause), event.before, event.after)
            last = next((one for one in reversed(found) if one.unit == new.unit), None)
            if last is not None and (last.cause, last.after) == (new.cause, new.before):
                last.after = new.after
            else:
                found.append(new)
    return found


def befell(
    one: Seen, names: tuple[str, ...], cause: Callable[[str], str]
) -> Iterator[tuple[tuple[str, str], str]]:
    """What else came of an event: the text before and after a unit or seat, and its name."""
    match one.event:
        case ev.DenialsLapsed(denials):
            for denier, target in denials:
                yield ("denial by ", f" of {target} lapses"), denier
        case DrawOfferClosed():
            yield from (((told, ""), "") for told in SAID.of(one.event))
        case ev.TacticSprung(tactic=tactic) if tactic in names:
            pass
        case event if ":them}" in (event.SHORT or ""):
            if told := befallen(event, {**words_of(one), "new": cause}):
                yield (told[1], told[2]), told[0]


def put_out(events: Iterable[Event]) -> Iterator[str]:
    """C7-TRANS-10: `L1, L2 out of CR1 at 1,1-2`."""
    out = (one for one in events if isinstance(one, ev.Disembarked) and one.forced)
    for transport, riders in in_groups((one.transport, one) for one in out).items():
        cells = places(one.to for one in riders)
        yield f"{ranges(one.unit for one in riders)} out of {transport} at {cells}"


def spent(events: Iterable[Event]) -> Iterator[str]:
    """C7-ATK-10: `Javelin 3 → 2`; with the units if it is not the same for all."""
    uses = (one for one in events if isinstance(one, ev.UseSpent))
    for attack, used in in_groups((one.attack, one) for one in uses).items():
        changes = in_groups((one.left, one.unit) for one in used)
        for left, units in changes.items():
            whose = f" ({ranges(units)})" if len(changes) > 1 else ""
            yield f"{attack} {left + 1} → {left}{whose}"


# Attacks in short: a few with their arithmetic, many of a kind by what came of them.


SINGLE = 3
"""Up to this many attacks of an entry show their arithmetic; more are grouped."""

TACTICS = (OPPORTUNITY.name, REFLEXIVE_FIRE.name)


def lines_of(acts: Sequence[Act], ordered: bool) -> list[Line]:
    """The strikes of an entry, one line each, or grouped, then its spells and powers.

    `ordered`: does the telling begin with them?
    """
    blows = of_kind(acts, "strike")
    alike = in_groups(((act.hits()[0].attack, act.hits()[0].cause), act) for act in blows)
    groups = [*alike.values()] if len(blows) > SINGLE else [[act] for act in blows]
    struck = [several(group) if group[1:] else single(group[0], ordered) for group in groups]
    return [*struck, *map(of_magic, of_kind(acts, "magic"))]


def single(act: Act, ordered: bool) -> Line:
    """`L1 Gladius on O2: AC 14 - 5 = 9, 60% of 9 = 5 · O2 25 → 20`."""
    hits = act.hits()
    hit = hits[0]
    results = outcomes(act.seen, (hit.attack, hit.cause, "Support"))
    sums = list(dict.fromkeys(map(arithmetic, hits)))
    reacts = hit.cause and hit.cause not in TACTICS
    if reacts and not ordered and len(hits) == 1 and results:
        head = f"{hit.attack} of {hit.attacker}"
    else:
        head = f"{hit.attacker} {hit.attack} on {hit.target}{with_support(act.seen)}"
    if hit.cause in TACTICS:
        head = f"{hit.cause}: {head}"
    first = [] if len(sums) > 1 and results else [line(sums[0])]
    rest = put_together([*first, *results, *(unhurt(hits) if hits[1:] else ())])
    return put_together([line(head), rest], ": ")


def of_magic(act: Act) -> Line:
    """`HM1 casts Ward on L1 (1st level slot 4 → 3) · L1 +2 AC until ...`."""
    hits = act.hits()
    sums = list(dict.fromkeys(map(arithmetic, hits)))
    head = put_together([line(cast(act)), line(sums[0]) if len(sums) == 1 else ()], ": ")
    return put_together([head, *outcomes(act.seen, (act.magic(), "Support")), *unhurt(hits)])


def cast(act: Act) -> str:
    """What was cast or attempted, and whether the test passed (C7-PSI-1)."""
    ends = (one for one in act.seen if isinstance(one.event, ev.SpellCast | ev.PsionicTested))
    by_gm = any(isinstance(one.event, Rolled) and one.event.loaded for one in act.seen)
    words = {
        "support": lambda _: with_support(act.seen),
        "loaded": lambda _: " (loaded by the GM)" * by_gm,
    }
    return told(next(ends, act.seen[0]), words)


def with_support(seen: Iterable[Seen]) -> str:
    """C7-TAC-7: ` with Support` if one was used up among these events."""
    sprung = (one.event for one in seen if isinstance(one.event, ev.TacticSprung))
    return " with Support" if any(event.tactic == "Support" for event in sprung) else ""


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


HOW = {1: "halved", 4: "doubled", 8: "twice doubled"}
"""How a damage is changed, by how many halves of it are felt."""


def full(hit: ev.AttackResolved) -> str:
    """C7-DMG-2 to C7-DMG-4: the damage before its share is taken: `9`, `18 (9 doubled)`."""
    felt, whole = hit.sum[0], hit.listed * hit.sum[1]
    if felt == whole:
        return str(hit.listed)
    if not felt:
        return f"{hit.listed} (immune)"
    how = (words for halves, words in HOW.items() if 2 * felt == halves * whole)
    return f"{mean(hit.sum)} ({hit.listed} {next(how, 'as listed')})"


def unhurt(hits: Sequence[ev.AttackResolved]) -> Iterator[Line]:
    """`O2 unhurt`: the targets that took no damage."""
    hurt = [hit.target for hit in hits if hit.damage]
    missed = [hit.target for hit in hits if hit.target not in hurt]
    if missed:
        yield line(f"{ranges(missed)} unhurt")


def several(blows: Sequence[Act]) -> Line:
    """`Spears of L1-L5: O2, O3 32 → 25`; ordered at one target: `SG1-SG5 Bows on WB1: 106 → 81`."""
    hits = [hit for act in blows for hit in act.hits()]
    seen = [one for act in blows for one in act.seen]
    attackers = ranges(hit.attacker for hit in hits)
    name, cause = hits[0].attack, hits[0].cause
    targets = list(dict.fromkeys(hit.target for hit in hits))
    support = with_support(seen)
    if cause or len(targets) > 1:
        head, target = f"{plural(name)} of {attackers}{support}", ""
    else:
        head, target = f"{attackers} {plural(name)} on {targets[0]}{support}", targets[0]
    results = [*outcomes(seen, (name, cause, "Support"), target), *unhurt(hits)]
    return put_together([line(head), put_together(results) or line("nothing")], ": ")


def plural(name: str) -> str:
    """`Bows`, `Crushes`; names that end in -s or in a Latin -a stay as they are."""
    if name.endswith(("ch", "sh", "x")):
        return f"{name}es"
    return name if name.endswith(("s", "a", ")")) else f"{name}s"
