"""Reads lines that deal out attacks: `12 on the warband, the rest on the thralls`, `ten each`.

Such a line becomes the one sentence that it means, but only if every word of it is understood here;
any other line is left to the rest of the reader.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from grammar.reader.table import common, token_words
from grammar.reader.tokens import inflected, number_at
from grammar.reader.units import units_at
from grammar.reader.values import Tokens, skip, word
from grammar.reader.world import World
from rules.line.frozen import Frozen

ALL, REST, HALF = -1, -2, -3
"""Markers for shares whose number is computed."""
MOST = 8
EACH = ("each", "apiece")
OPENS = ("after", "before", "until", "once", "when", "if", "unless", "while", "as")
SO_THAT = ("so", "that")
"""Beginnings of lines that say when or why, and order nothing."""


@dataclass(slots=True)
class LineSoFar:
    """What a line has said so far: who deals out, and numbers and targets in order (`items`).

    `each`: the number is for each target.  `evenly`: everything is split evenly.
    """

    who: str = ""
    items: list[int | str] = field(default_factory=list)
    each: bool = False
    evenly: bool = False

    @property
    def numbers(self) -> list[int]:
        """The shares."""
        return [one for one in self.items if isinstance(one, int)]

    @property
    def targets(self) -> list[str]:
        """The targets that get them."""
        return [one for one in self.items if isinstance(one, str)]


class Shares(Frozen):
    """The sentence that a line means, and the text behind it that is no part of it.

    `outright`: it said who deals out, or it has several shares and said the number of each.
    """

    sentence: str
    behind: str = ""
    outright: bool = True


def shared_out(text: str, tokens: Tokens, world: World) -> Shares | None:
    """The sentence that a line of shares means; None if it is no such line."""
    form: Mapping[str, Any] = world.table.shares
    if not world.seat or world.phase not in form.get("phases", ()):
        return None
    if (
        not world.nouns.get("divider")
        or tokens[0].word in OPENS
        or token_words_at(tokens, 0)[:2] == SO_THAT
    ):
        return None
    heard, at = LineSoFar(), 0
    while at < len(tokens):
        end = _taken(tokens, at, heard, world, form)
        if end is None:
            break
        at = end
    behind = tokens[at:]
    if behind and (not at or tokens[at - 1].word not in (",", ";", "-", "and", "..", ".", "!")):
        return None
    if any(_means(behind, one, world) for one in range(len(behind))):
        return None
    shares = _reckoned(heard, world)
    who = heard.who or _only(world, "divider")
    if not shares or not who:
        return None
    said = ", ".join(form["share"].format(number=number, foe=foe) for foe, number in shares)
    outright = bool(heard.who) or (len(shares) > 1 and min(heard.numbers, default=0) > 0)
    rest = text[behind[0].start :] if behind else ""
    return Shares(form["write"].format(who=who, shares=said), rest, outright)


def _taken(
    tokens: Tokens, at: int, heard: LineSoFar, world: World, form: Mapping[str, Any]
) -> int | None:
    """Note the piece at `at` in `heard` and return the index after it.

    None if it has no place in such a line.
    """
    said = token_words_at(tokens, at)
    for name in ("evenly", "whole", "remainder", "fill"):
        for row in sorted(map(token_words, form[name]), key=len, reverse=True):
            if said[: len(row)] == row:
                if name == "whole" and number_at(tokens, skip(tokens, at + len(row), "of")):
                    return at + len(row)  # `all 20`
                heard.evenly |= name == "evenly"
                if name == "remainder" or (name == "whole" and ALL not in heard.items):
                    heard.items.append(ALL if name == "whole" else REST)
                return at + len(row)
    unit = _unit(tokens, at, world)
    if unit is not None:
        end, ref, own = unit
        if own and (heard.who or heard.targets):
            return None
        if own:
            heard.who = ref
        else:
            heard.items.append(ref)
        return end
    found = number_at(tokens, at)
    if found is not None:
        heard.items.append(found[1])
        return found[0]
    if word(tokens, at) == "half":
        heard.items.append(HALF)
        return at + 1
    if word(tokens, at) in EACH:
        heard.each = True
        return at + 1
    verbs = {shape for verb in form["verbs"] for shape in inflected(verb)}
    return at + 1 if word(tokens, at) in verbs or tokens[at].sort == "own" else None


def token_words_at(tokens: Tokens, at: int) -> tuple[str, ...]:
    """The next six words from `at` on."""
    return tuple(one.word for one in tokens[at : at + 6])


def _unit(tokens: Tokens, at: int, world: World) -> tuple[int, str, bool] | None:
    """The single unit with the longest name here, as (index after it, reference, is it own)."""
    found = None
    for end, value in units_at(tokens, at, world):
        known = len(value.items) == 1 and value.items[0].lower() in world.by_ref
        if value.kind == "units" and known and (found is None or end > found[0]):
            found = end, value.items[0], value.side == "own"
    return found


def _means(tokens: Tokens, at: int, world: World) -> bool:
    """Does the word at `at` matter to the shares (a number, a unit, a doubt, a denial)?"""
    if number_at(tokens, at) is not None or _unit(tokens, at, world) is not None:
        return True
    vague = {row[0] for row in world.table.vague}
    denials = {token_words(one)[0] for one in common()["acts"]["negation"]}
    return tokens[at].word in {*vague, *denials, "rest", "half", "?", "wait", "sorry", "edit"}


def _only(world: World, kind: str) -> str:
    """The only name of a class of nouns; empty if there is none or several."""
    names = world.nouns.get(kind, ())
    return names[0] if len(names) == 1 else ""


def _reckoned(heard: LineSoFar, world: World) -> list[tuple[str, int]]:
    """Every target with its number; empty if something is still open."""
    sole = _only(world, "divider")
    pool = int(_only(world, "pool") or 0) if heard.who in ("", sole) else 0
    numbers, targets = heard.numbers, heard.targets
    everyone = world.nouns.get("divided", ()) if heard.who in ("", sole) else ()
    if len(set(targets)) < len(targets) or len(targets) > MOST:
        return []
    if heard.evenly or (not targets and (heard.each or set(numbers) == {HALF})):
        many = targets or list(everyone)
        return _alike(heard, numbers, many, pool)
    if heard.each and len(numbers) == 1 and numbers[0] > 0:
        return [(foe, numbers[0]) for foe in targets]
    if not targets and len(numbers) == len(everyone) > 1 and len(set(numbers)) == 1:
        return _filled(list(zip(everyone, numbers, strict=True)), pool)  # `10/10`
    if len(numbers) != len(targets) or not targets or not _in_order(heard.items):
        return []
    return _filled(list(zip(targets, numbers, strict=True)), pool)


def _alike(
    heard: LineSoFar, numbers: Sequence[int], many: Sequence[str], pool: int
) -> list[tuple[str, int]]:
    """Equal shares (`ten each`, `evenly`, `half and half`); any remainder goes to the first."""
    if heard.each and len(numbers) == 1 and numbers[0] > 0:
        return [(foe, numbers[0]) for foe in many]
    halves = set(numbers) <= {HALF, ALL}
    if not pool or not many or not halves or (HALF in numbers and len(many) != 2):
        return []
    share, over = divmod(pool, len(many))
    return [(foe, share + (at < over)) for at, foe in enumerate(many)]


def _in_order(items: Sequence[int | str]) -> bool:
    """Do numbers and targets alternate, or does one sort come before all of the other?"""
    sorts = [isinstance(one, int) for one in items]
    half = len(sorts) // 2
    by_turns = all(one != two for one, two in pairwise(sorts))
    return by_turns or len(set(sorts[:half])) == len(set(sorts[half:])) == 1


def _filled(pairs: list[tuple[str, int]], pool: int) -> list[tuple[str, int]]:
    """The pairs with the open shares computed from the pool; empty if that is impossible."""
    numbers = [number for _, number in pairs]
    open_ = [number for number in numbers if number < 0]
    said = sum(number for number in numbers if number > 0)
    if not open_:
        return pairs
    if not pool:
        return []
    if open_ == [HALF, HALF] and len(numbers) == 2 and pool % 2 == 0:
        return [(foe, pool // 2) for foe, _ in pairs]
    if len(open_) > 1 or open_ == [HALF] or (open_ == [ALL] and said):
        return []
    left = pool - said
    return [(foe, left if number < 0 else number) for foe, number in pairs] if left > 0 else []
