"""Trees of the shared rules become values; a system's own reader adds its sentences."""

from collections.abc import Mapping
from typing import Any

from lark import Token, Transformer, v_args

from grammar.lines import RawLine
from grammar.names import Names
from rules.line import overrides
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign, Undo


class Unreadable(Exception):
    """A sentence of the right form that cannot be meant: `why`, the rule if it breaks one, and the
    text and column to point at if it is not the whole line.  `apart`: it is a line of data, and
    bars nothing beside it."""

    apart = False

    def __init__(self, why: str, rule: str = "", text: str = "", column: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.rule = rule
        self.text = text
        self.column = column


class TooMany(Unreadable):
    """More clauses or references than a sentence may have, by the system's own rule of bounds."""


@v_args(inline=True)
class Reader(Transformer[Token, Any]):
    """The shared rules.  One reader reads one line: it knows the line as it was written and which
    known names stand where in it."""

    abbreviation = 4
    """A reference with at most so many letters is an abbreviation."""

    def __init__(self, line: RawLine, names: Names, known: Mapping[int, str]) -> None:
        super().__init__()
        self.raw = line.text
        self.line = line.plain
        self.names = names
        self.known = known

    def said(self, token: Token) -> str:
        """What was written where the token stands, with single blanks."""
        return " ".join(self.written(token).split())

    def written(self, token: Token) -> str:
        """What was written where the token stands, with its blanks and breaks."""
        return self.line[token.start_pos : token.end_pos]

    def number(self, token: Token) -> int:
        """The whole number in a token (`12`, `#17`, `army 2`)."""
        return int("".join(letter for letter in token if letter in "0123456789"))

    def order_line(self, read: Order | tuple[Order, ...]) -> tuple[Order, ...]:
        """A line is one order or a chain of them."""
        return read if isinstance(read, tuple) else (read,)

    gm_line = order_line

    def system_order(self, read: Any) -> Any:
        """The hole for a system's orders."""
        return read

    def system_gm(self, read: Any) -> Any:
        """The hole for a system's GM lines."""
        return read

    def end_phase(self) -> Order:
        """`end phase`."""
        return EndPhase()

    def resign(self) -> Order:
        """`resign`."""
        return Resign()

    def offer_draw(self) -> Order:
        """`offer draw`."""
        return OfferDraw()

    def accept_draw(self) -> Order:
        """`accept draw`."""
        return AcceptDraw()

    def decline_draw(self) -> Order:
        """`decline draw`."""
        return DeclineDraw()

    def undo(self) -> Order:
        """`undo`, of a seat: its own last line."""
        return Undo()

    def undo_count(self, count: Token) -> Order:
        """`undo 3`, of a seat: its own last lines."""
        return Undo(self.number(count))

    def undo_entries(self, *entries: Token) -> Order:
        """`undo #52, #54`: these, and nothing that came after them."""
        return Undo(entries=tuple(dict.fromkeys(self.number(entry) for entry in entries)))

    def gm_undo(self, count: Token | None = None) -> Order:
        """`undo 3`, of the GM."""
        return Undo() if count is None else Undo(self.number(count))

    def put(self, kind: str, ref: str, seat: Token, at: overrides.Place) -> Order:
        """`put Legionnaire L1 for army 1 at 5,12`."""
        return overrides.Put(kind, ref, self.number(seat), at)

    def put_in_reserve(self, kind: str, ref: str, seat: Token) -> Order:
        """`put Legionnaire L1 for army 1 in reserve`."""
        return overrides.Put(kind, ref, self.number(seat), None, "reserve")

    def put_inside(self, kind: str, ref: str, seat: Token, transport: str) -> Order:
        """`put Legionnaire L1 for army 1 in CR1`."""
        return overrides.Put(kind, ref, self.number(seat), None, transport)

    def remove(self, ref: str) -> Order:
        """`remove L1`."""
        return overrides.Remove(ref)

    def relocate(self, ref: str, to: overrides.Place) -> Order:
        """`move L1 to 5,12`."""
        return overrides.Relocate(ref, to)

    def set(self, subject: str | Token, attribute: Token, value: Token) -> Order:
        """`set L1 hp 9`, `set army 1 cp 3`."""
        if isinstance(subject, Token):
            subject = f"army {self.number(subject)}"
        return overrides.Set(subject, self.said(attribute).lower(), self.said(value))

    def set_game(self, attribute: Token, value: Token) -> Order:
        """`set round 2`."""
        return overrides.Set("game", self.said(attribute).lower(), self.said(value))

    def give(self, subject: str, condition: str, rounds: Token | None = None) -> Order:
        """`give L1 poisoned for 2 rounds`."""
        return overrides.Give(subject, condition, None if rounds is None else self.number(rounds))

    def clear(self, subject: str, condition: str) -> Order:
        """`clear L1 poisoned`."""
        return overrides.Clear(subject, condition)

    def next_dice(self, *faces: Token) -> Order:
        """`next dice 12 3`."""
        return overrides.NextDice(tuple(self.number(face) for face in faces))

    def rewind(self, entry: Token) -> Order:
        """`rewind to #17`."""
        return overrides.Rewind(self.number(entry))

    def ruling(self, text: Token) -> Order:
        """`rule "the hill gives no cover"`; without quotes, everything after the word."""
        words = self.line[text.start_pos :].strip()
        if len(words) > 1 and words[0] == words[-1] == '"':
            return overrides.Rule(words[1:-1])
        return overrides.Rule(self.raw.split(maxsplit=1)[1].replace('"', "'"))

    def set_winner(self, seat: Token) -> Order:
        """`set winner army 1`."""
        return overrides.SetWinner(self.number(seat))

    def set_draw(self) -> Order:
        """`set winner draw`."""
        return overrides.SetWinner(0)

    def timeout(self, seat: Token | None = None) -> Order:
        """`timeout army 2`."""
        return overrides.Timeout() if seat is None else overrides.Timeout(self.number(seat))

    def subject(self, what: Any) -> Any:
        """The hole for what `set` and `give` speak of."""
        return what

    def place(self, where: Any) -> Any:
        """The hole for where things are."""
        return where

    def ref(self, token: Token) -> str:
        """`L1`."""
        return self.reference(self.said(token))

    label = ref

    def reference(self, text: str) -> str:
        """`L1` in capitals; `Legionnaire1` is `Legionnaire 1`."""
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
        """A name of single words, where any word belongs to it."""
        return self.name(self.words(*words))

    def words(self, *words: Token) -> str:
        """Some words in a row."""
        return " ".join(self.said(word) for word in words)
