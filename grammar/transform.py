"""Transform the trees of the shared rules into orders; a system's reader adds its own sentences."""

import re
from collections.abc import Callable, Mapping, Sized
from dataclasses import fields
from functools import partial
from types import FunctionType
from typing import Any

from lark import Token, Transformer, v_args

from grammar.lines import MOST_CLAUSES, MOST_REFS, RawLine
from grammar.names import Names
from rules.line import overrides
from rules.line.orders import (
    AcceptDraw,
    Chained,
    DeclineDraw,
    EndPhase,
    OfferDraw,
    Order,
    Resign,
    Undo,
)

RULING = re.compile(r"\W*\w+\b[*~]*(\s*:)?[*~]*\s*")
"""The beginning of a ruling: the word itself, and perhaps a colon."""


class Unreadable(Exception):
    """A sentence of the right form whose content is refused.

    `why` says why, `rule` is the ID of the rule that it breaks, if any; `text` and `column` are
    what to point at, if that is not the whole line.  `apart`: it is a line of data, so it bars
    nothing beside it.
    """

    apart = False

    def __init__(self, why: str, rule: str = "", text: str = "", column: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.rule = rule
        self.text = text
        self.column = column


class TooMany(Unreadable):
    """A sentence has too many clauses or references, under the system's own rule of bounds."""


def check_length(
    things: Sized, said: str = "the list has {} entries", most: int = MOST_REFS
) -> None:
    """Raises `TooMany` if there are more than `most` things; `said` is the message, with `{}` for
    their number."""
    if len(things) > most:
        raise TooMany(f"{said.format(len(things))}; at most {most} are read")


Clause = Callable[[Any], Chained]
"""What units do, before it is known which: called with the units, it gives the order."""


def order(kind: Callable[..., Any], said: str = "", /, **given: Any) -> Callable[..., Any]:
    """A transformer method that builds an order of this kind from the parts of its rule.

    The parts fill the fields in order, or those that `said` names.  A token gives its number, a
    part that was left out keeps the default, and `given` fields are set by the rule itself.
    """
    names = said.split() or [one.name for one in fields(kind)]  # type: ignore[arg-type]
    return lambda reader, *parts: kind(**_said(reader, names, parts), **given)


def always(value: Any) -> Callable[..., Any]:
    """A transformer method for words that always mean the same value."""
    return lambda *_: value


def clause(kind: Callable[..., Chained], said: str = "", /, **given: Any) -> Callable[..., Clause]:
    """Like `order`, for a clause: the parts fill the fields behind `who`, which comes later."""
    names = said.split() or [one.name for one in fields(kind)][1:]  # type: ignore[arg-type]
    return lambda reader, *parts: partial(kind, **_said(reader, names, parts), **given)


def _said(reader: "Reader", names: list[str], parts: tuple[Any, ...]) -> dict[str, Any]:
    """The values of the fields that were said, by name."""
    return {
        name: reader.value(part)
        for name, part in zip(names[: len(parts)], parts, strict=True)
        if part is not None
    }


def unwrapped(kind: type["Reader"]) -> type["Reader"]:
    """Replace the methods that `v_args` made by plain functions with a `visit_wrapper`, for speed:
    the others are wrapped again at every lookup.  Changes the class and returns it."""
    for one in kind.__mro__:
        for name, own in tuple(vars(one).items()):
            plain = getattr(own, "base_func", None)
            if isinstance(plain, FunctionType):
                vars(plain)["visit_wrapper"] = own.visit_wrapper
                setattr(one, name, plain)
    return kind


@v_args(inline=True)
class Reader(Transformer[Token, Any]):
    """Transforms the shared rules: each has a method here, or the class of order that it makes.

    A reader is made for one line: it knows the line as written, and its known names by column.
    """

    abbreviation = 4
    """A reference with at most so many letters is taken for an abbreviation."""

    def __init__(self, line: RawLine, names: Names, known: Mapping[int, str]) -> None:
        super().__init__()
        self.raw = line.text
        self.line = line.plain
        self.names = names
        self.known = known

    def said(self, token: Token) -> str:
        """The text of a token as it was written, with single blanks."""
        return " ".join(self.written(token).split())

    def written(self, token: Token) -> str:
        """The text of a token as it was written, with all blanks and line breaks."""
        return self.line[token.start_pos : token.end_pos]

    def value(self, part: Any) -> Any:
        """The value of a part as a field of an order: the number of a token, or the part itself."""
        return self.number(part) if isinstance(part, Token) else part

    def number(self, token: Token) -> int:
        """The whole number in a token (`12`, `#17`, `army 2`)."""
        return int("".join(letter for letter in token if letter in "0123456789"))

    def order_line(self, read: Order | tuple[Order, ...]) -> tuple[Order, ...]:
        """The orders of a line, which is one order or a chain of them."""
        return read if isinstance(read, tuple) else (read,)

    gm_line = order_line

    def system_order(self, read: Any) -> Any:
        """The holes that a system's grammar fills: its orders, its GM lines, the subject of `set`,
        and places.  What it reads there is passed on."""
        return read

    system_gm = subject = place = system_order

    end_phase = EndPhase
    resign = Resign
    offer_draw = OfferDraw
    accept_draw = AcceptDraw
    decline_draw = DeclineDraw
    undo = Undo

    undo_count = order(Undo)

    def undo_entries(self, *entries: Token) -> Order:
        """`undo #52, #54`: take back these entries, and not what came after them."""
        return Undo(entries=tuple(dict.fromkeys(self.number(entry) for entry in entries)))

    gm_undo = order(Undo)
    put = order(overrides.Put)

    put_in_reserve = order(overrides.Put, "kind ref seat", inside="reserve")
    put_inside = order(overrides.Put, "kind ref seat inside")

    remove = overrides.Remove
    relocate = overrides.Relocate

    def set(self, subject: str | Token, attribute: Token, value: Token) -> Order:
        """`set L1 hp 9`, `set army 1 cp 3`."""
        if isinstance(subject, Token):
            subject = f"army {self.number(subject)}"
        return overrides.Set(subject, self.said(attribute).lower(), self.said(value))

    def set_game(self, attribute: Token, value: Token) -> Order:
        """`set round 2`."""
        return overrides.Set("game", self.said(attribute).lower(), self.said(value))

    give = order(overrides.Give)
    clear = overrides.Clear

    def next_dice(self, *faces: Token) -> Order:
        """`next dice 12 3`."""
        return overrides.NextDice(tuple(self.number(face) for face in faces))

    rewind = order(overrides.Rewind)

    def ruling(self, text: Token) -> Order:
        """`rule "the hill gives no cover"`; without quotes, everything after the word."""
        words = self.line[text.start_pos :].strip()
        if len(words) > 1 and words[0] == words[-1] == '"':
            return overrides.Rule(words[1:-1])
        return overrides.Rule(RULING.sub("", self.raw, count=1).replace('"', "'"))

    set_winner = order(overrides.SetWinner)

    set_draw = always(overrides.SetWinner(0))
    timeout = order(overrides.Timeout)

    def ref(self, token: Token) -> str:
        """`L1`."""
        return self.reference(self.said(token))

    label = ref

    def reference(self, text: str) -> str:
        """A reference as the match writes it: `l1` is `L1`, and `Legionnaire1` `Legionnaire 1`."""
        letters = text.rstrip("0123456789")
        number = int(text[len(letters) :])
        kind = self.names.canonical((letters,))
        if kind is None and len(letters) <= self.abbreviation:
            return f"{letters.upper()}{number}"
        return f"{kind or letters.capitalize()} {number}"

    def full_name(self, kind: str | Token, number: Token) -> str:
        """`Legionnaire 1`."""
        if isinstance(kind, Token):
            name = self.known[kind.start_pos or 0]
        else:
            name = self.names.canonical(kind.split()) or kind.title()
        return f"{name} {int(number)}"

    def kind_and_ref(self, kind: Token, ref: Token) -> str:
        """`Legionnaire L1`: the reference is what counts."""
        return self.ref(ref)

    def name(self, said: str | Token) -> str:
        """A name as the match spells it, or as written if the match does not know it."""
        if isinstance(said, Token):
            return self.known[said.start_pos or 0]
        return self.names.canonical(said.split()) or said

    def spelt(self, *words: Token) -> str:
        """A name that is said in single words, as the match spells it."""
        return self.name(self.words(*words))

    def words(self, *words: Token) -> str:
        """The text of some words, with single blanks."""
        return " ".join(self.said(word) for word in words)


@v_args(inline=True)
class ChainReader(Reader):
    """Transforms chains of clauses.

    A rule `X` makes a clause without units (`moves to 5,12`); a rule `X_units` makes the same
    clause and gives it the units that are named inside (`move L1 to 5,12`).
    """

    _who: type
    """The class of the system's lists of units."""

    _everybody: tuple[str, ...] = ("unit", "units")

    def all_of(self, kind: str) -> Any:
        """`all Legionnaires`."""
        name = self.name(kind) if isinstance(kind, Token) else kind
        return self._who(every="*" if name.lower() in self._everybody else name)

    def everyone(self) -> Any:
        return self._who(every="*")

    def chain(self, first: Chained, *links: Clause | Chained) -> tuple[Chained, ...]:
        """The orders of a chain: a clause without units belongs to those of the clause before."""
        check_length((first, *links), "the sentence has {} clauses", MOST_CLAUSES)
        orders = [first]
        for link in links:
            orders.append(link if isinstance(link, Chained) else link(orders[-1].who))
        return tuple(orders)

    def opening(self, who: Any, said: Clause | None = None) -> Chained:
        """The first clause of a chain: a complete order, or units and what they do."""
        return who if said is None else said(who)

    def __getattr__(self, rule: str) -> Callable[[list[Any]], Chained]:
        if not rule.endswith("_units"):
            raise AttributeError(rule)
        of_nobody = getattr(self, rule.removesuffix("_units"))

        def of_units(parts: list[Any]) -> Chained:
            (who,) = [part for part in parts if isinstance(part, self._who)]
            said: Clause = of_nobody(*[part for part in parts if part is not who])
            return said(who)

        return of_units
