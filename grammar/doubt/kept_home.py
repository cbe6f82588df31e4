"""Forces that a message says stay where they are, beside an order for others.

`.., but keep the archers where they are`, `(the archer stops at home)`, `.., inf stay`: such a
clause confirms an order in which these forces are not, or not all of them.
"""

from collections.abc import Iterator, Sequence

from grammar.doubt.marks import found, past, row_at
from grammar.doubt.message import said_in
from grammar.reader.forces import JOINS, forces_at, standing
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.values import noun_of, nouns_at
from grammar.reader.world import World

STOPS = frozenset((",", ";", ".", "..", "!", "(", ")", "—", "–", "-", ":"))
REST, ALL = "the rest", "everything"
OPEN = ("condition", "time", "unreal", "correction", "denial")
MOST_BETWEEN = 4
"""How many words may stand between a force and what it does (`the infantry there`)."""

Tokens = Sequence[Token]


def without_kept(text: str, world: World) -> tuple[str, tuple[str, ...]]:
    """The text without clauses that say that a force stays, and these forces as the law calls
    them."""
    if not world.table.force or not world.seat:
        return text, ()
    kept = list[str]()
    return "\n".join(_without(line, world, kept) for line in text.split("\n")), tuple(kept)


def leaves_them(sentences: Sequence[str], kept: Sequence[str], world: World) -> bool:
    """Do these orders leave the forces that are kept where they are?"""
    return all(_leaves(tokens_of(one), name, world) for one in sentences for name in kept)


def _leaves(tokens: tuple[Token, ...], name: str, world: World) -> bool:
    """Does a sentence leave a force, or enough of its type for as many to stay?"""
    goes = {item.lower() for item in _forces(tokens, world)}
    excepted = [item.partition(" but ")[2] for item in goes if item.startswith(ALL)]
    apart = (one and (name == REST or name.split()[-1].lower() in one) for one in excepted)
    if name.startswith(ALL) or not all(apart):
        return False
    goes = {item for item in goes if not item.startswith(ALL)}
    many, _, kind = name.lower().partition(" ")
    if name == REST or not kind:
        return name.lower() not in goes
    same = [item.partition(" ")[0] for item in goes if item.partition(" ")[2] == kind]
    if not same:
        return True
    counted = many.isdecimal() and all(one.isdecimal() for one in same)
    there = sum(standing(tuple(tokens), kind, world))
    return counted and int(many) + sum(map(int, same)) <= there


def _forces(tokens: tuple[Token, ...], world: World) -> Iterator[str]:
    """The items of the forces in a sentence, each force as long as it may be."""
    at = 0
    while at < len(tokens):
        end, items = max(
            ((end, value.items) for end, value in forces_at(tokens, at, world)), default=(0, ())
        )
        yield from items
        at = max(end, at + 1)


def _without(line: str, world: World, kept: list[str]) -> str:
    """A line without such clauses; adds their forces to `kept`."""
    tokens = tokens_of(line)
    left, done, at = "", 0, 0
    while at < len(tokens):
        begins = not at or tokens[at - 1].word in STOPS or _opens(tokens, at)
        end, name = _clause(tokens, at, world) if begins else (at, "")
        if name and not (name[:1].isdigit() and _is_listed(tokens, at, world)):
            kept.append(name)
            left += line[done : tokens[at].start].rstrip(" ,;(–—-")
            closed = end < len(tokens) and tokens[end].word in (")", left[-1:])
            done = tokens[end].end if closed else tokens[end - 1].end
        at = max(end, at + 1)
    return (left + line[done:]).strip()


def _opens(tokens: Tokens, at: int) -> bool:
    """Does a word that begins a clause stand here (`but`, `while`)?"""
    return row_at([tokens[at].word], 0, "but now") > 0


def _is_listed(tokens: tuple[Token, ...], at: int, world: World) -> bool:
    """May a force here belong to the list before it (`with 2 cavalry, 3 infantry remain`)?"""
    while at and (tokens[at - 1].word in JOINS or _opens(tokens, at - 1)):
        at -= 1
    return any(end == at for one in range(at) for end, _ in forces_at(tokens, one, world))


def _clause(tokens: tuple[Token, ...], at: int, world: World) -> tuple[int, str]:
    """Where a clause that says that a force stays ends, and that force; no name if it is none."""
    words = [token.word for token in tokens]
    stop = next((one for one in range(at + 1, len(words)) if words[one] in STOPS), len(words))
    begin = past(words[:stop], at, "but now")
    keeps = row_at(words, begin, "keeps them")
    for end, name in _who(tokens, keeps, world):
        if keeps > begin:
            behind = row_at(words, end, "where they are")
        else:
            verbs = (row_at(words, one, "they stay") for one in range(end, end + MOST_BETWEEN))
            behind = next((two for one, two in enumerate(verbs, end) if two > one), end)
        if end < behind <= stop and _tells_no_more(tokens[begin:stop], tokens[behind:stop], world):
            return stop, name
    return at, ""


def _tells_no_more(clause: Tokens, tail: Tokens, world: World) -> bool:
    """Does the clause leave nothing open, and name nothing of the match behind its verb?"""
    words = [token.word for token in clause if token.sort != "sign"]
    named = (one.value.kind for one in said_in(tuple(tail), world))
    return not found(words, *OPEN) and {"rest", "text"}.issuperset(named)


def _who(tokens: tuple[Token, ...], at: int, world: World) -> Iterator[tuple[int, str]]:
    """The forces that are named here, the longest first, as (index after it, name)."""
    words = [token.word for token in tokens]
    rest = row_at(words, at, "the others")
    begin = past(words, at, "the last")
    if rest > at:
        yield rest, REST
    lists = [
        *forces_at(tokens, at, world),
        *(forces_at(tokens, begin, world) if begin > at else ()),
    ]
    for end, value in sorted(lists, key=lambda one: -one[0]):
        if len(value.items) == 1:
            yield end, value.items[0]
    kind = world.table.force["kind"]
    for end, value in nouns_at(tokens, begin, world):
        if kind in value.classes:
            yield end, f"all {noun_of(value, kind, world)}"
    if begin > at and row_at(words, begin, "one of them") > begin:
        yield row_at(words, begin, "one of them"), REST


__all__ = ["leaves_them", "without_kept"]
