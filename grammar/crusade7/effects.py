"""Texts that the referee understands (8.2 to 8.6): read into values, or left to the GM."""

import re
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedInput, VisitError

from grammar.crusade7.effect_values import Found, NotUnderstood, Reach, Riders, Sentences
from grammar.tables import lalr
from rules.crusade7.army.statblock import Ability, Choose, Effects, Reaction, Tactic

STARTS = ["attribute", "defences", "ability", "effect", "tactic_choice", "tactic_effect"]

SHIELD_TEXT = re.compile(r"no longer have the word ['\"]?shield", re.IGNORECASE)
POLEARM_TEXT = re.compile(r"moves within the reach of this unit's (.+?) attack\b", re.IGNORECASE)


@cache
def parser(strict: bool = False) -> Lark:
    """The parser of sentences; `strict` refuses a grammar that reads a text in two ways."""
    text = files("grammar.crusade7").joinpath("effects.lark").read_text(encoding="utf-8")
    return lalr("crusade7-effects", text, STARTS, maybe_placeholders=True, strict=strict)


def read_sentence(start: str, text: str) -> Any:
    """Read one text by one start rule.  Raises `NotUnderstood` if it does not fit."""
    try:
        return Sentences().transform(parser().parse(text, start=start))
    except UnexpectedInput as error:
        raise NotUnderstood(text) from error
    except VisitError as error:
        if isinstance(error.orig_exc, NotUnderstood):
            raise error.orig_exc from error
        raise


def read_attributes(text: str, melee: bool) -> Riders:
    """Section 8.2: read the texts after the damage; one that is not listed there becomes a note."""
    riders = Riders()
    if SHIELD_TEXT.search(text):
        start = text.lower().find("if the target")
        text = text[: max(start, 0)]
        riders.shield_breaker = True
    for piece in filter(None, (one.strip() for one in re.split(r"[,.]", text))):
        try:
            riders.add(_attribute(piece, melee))
        except NotUnderstood:
            riders.notes.append(piece)
    return riders


def _attribute(piece: str, melee: bool) -> Found:
    """Read one attribute.

    C7-ATTR-5: `once` may be in the original words.  C7-ATTR-3: only melee attacks have reach.
    """
    if "only be used once" in piece.lower():
        return "uses", 1
    found: Found = read_sentence("attribute", piece)
    if found[0] == "reach" and not melee:
        raise NotUnderstood(piece)
    return found


def read_ability(name: str, text: str) -> Ability | None:
    """Section 8.3: the ability that a text describes; None leaves it to the GM (C7-UNIT-3)."""
    seen = POLEARM_TEXT.search(text)
    if seen:
        return Reaction(name, " ".join(seen[1].split()))
    sentence = text.strip().removesuffix(".")
    for start in ("defences", "ability"):
        try:
            ability: Ability = replace(read_sentence(start, sentence), name=name)
        except NotUnderstood:
            continue
        return ability
    return None


def sentences(text: str) -> list[str]:
    """A text cut at its full stops."""
    return [piece.strip() for piece in text.split(".") if piece.strip()]


def read_effects(name: str, reach: int | None, text: str) -> tuple[Effects, int]:
    """Section 8.4: the effects of a spell or power, and by how much its charge escalates.

    `reach` is the range of its attacks; None: as far as it may choose its targets.

    C7-EFF-15: one sentence that is not understood leaves the whole text to the GM; its range and
    its charge still count (C7-SPELL-13).
    """
    found: dict[str, Any] = {}
    understood = True
    for sentence in sentences(text):
        try:
            _gather(found, *read_sentence("effect", sentence))
        except NotUnderstood:
            understood = False
    understood = understood and bool(found)
    choose, escalates = found.pop("choose", Choose()), found.pop("escalates", 0)
    if not understood:
        return Effects(text, choose, understood=False), escalates
    if "strike" in found:
        far = (choose.within or 0) if reach is None else reach
        strikes = (found["strike"], *found.get("more_strikes", ()))
        first, *others = (replace(one, name=name, range=far) for one in strikes)
        found |= {"strike": first, "more_strikes": tuple(others)}
    return Effects(text, choose, **found), escalates


def _gather(found: dict[str, Any], name: str, value: Any) -> None:
    """Add what one sentence says to what the sentences before it said."""
    if name in ("harm", "inflicts", "gains"):
        found[name] = (*found.get(name, ()), value)
    elif name == "strike" and name in found:
        found["more_strikes"] = (*found.get("more_strikes", ()), value)
    elif name in ("regain", "takes_slot"):
        found[name] = found.get(name, 0) + value
    elif name in ("concentration", "breaks_concentration"):
        found[name] = True
    elif name == "instead":
        if not found.get("harm"):
            raise NotUnderstood("there is no damage that could be replaced")
        *most, last = found["harm"]
        from_value, (amount, kind) = value
        changed = replace(last, from_value=from_value, instead=amount, instead_type=kind)
        found["harm"] = (*most, changed)
    elif name in found:
        raise NotUnderstood(f"{name} is said twice")
    else:
        found[name] = value


def read_tactic(name: str, cost: int, phases: tuple[str, ...], text: str) -> Tactic:
    """Section 8.5: a tactic, with the units it concerns and what it does; left to the GM if it is
    not understood."""
    try:
        return _tactic(Tactic(name, cost, phases, "none", Effects(text, Choose())), text)
    except NotUnderstood:
        return Tactic(name, cost, phases, "none", Effects(text, Choose(), understood=False))


def _tactic(tactic: Tactic, text: str) -> Tactic:
    found: dict[str, Any] = {}
    first, *rest = sentences(text) or [""]
    if first.lower().startswith("choose"):
        who, (kind, near) = read_sentence("tactic_choice", first)
        tactic = replace(tactic, who=who, kind=kind, near=near)
    else:
        rest = [first, *rest]
    if not rest:
        raise NotUnderstood(text)
    for sentence in rest:
        reach, (name, value), end = read_sentence("tactic_effect", sentence)
        _gather(found, name, value)
        tactic = _ending(_reaching(tactic, reach), end)
    side = "enemy" if tactic.who == "enemy" else "friendly"
    return replace(tactic, effects=Effects(text, Choose(1, side), **found))


def _reaching(tactic: Tactic, reach: Reach) -> Tactic:
    """The tactic with the units that a sentence reaches: the chosen one, others near it, or all."""
    if reach.who == "all" and tactic.who in ("none", "all"):
        if tactic.who == "all" and tactic.kind != reach.kind:
            raise NotUnderstood("two kinds of units are named")
        return replace(tactic, who="all", kind=reach.kind)
    if reach.who == "all" or tactic.who == "none":
        raise NotUnderstood("the units concerned are not clear")
    if reach.who == "spread":
        if tactic.who != "friendly" or tactic.spread is not None:
            raise NotUnderstood("only a friendly unit's neighbours can be meant, and only once")
        return replace(tactic, spread=reach.within, spread_kind=reach.kind)
    return tactic


def _ending(tactic: Tactic, end: Found | None) -> Tactic:
    """The tactic with the time at which its modifiers end: with the phase or with the round."""
    if end is None or end[0] != "until":
        return tactic
    if tactic.until and tactic.until != end[1]:
        raise NotUnderstood("two ends are named")
    return replace(tactic, until=end[1])
