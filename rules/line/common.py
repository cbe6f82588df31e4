"""Orders and answers that all systems share; each system passes its own rule IDs in."""

from collections.abc import Callable
from typing import Any

from rules.line import events
from rules.line.adjudication import Adjudication, S
from rules.line.errors import Refusal
from rules.line.flow import Flow, seat_name, winner_name
from rules.line.frozen import Frozen
from rules.line.orders import AcceptDraw, DeclineDraw, OfferDraw, Resign
from rules.line.overrides import NextDice, Rule, SetWinner


class Finding(Frozen):
    """The answer to one `=` line of a case: the expected value, the value found, and the result."""

    expected: str
    found: str
    holds: bool


Sides = tuple[tuple[int, ...], ...]
"""The sides of a match.  The seats of one side win and lose together."""


MOST_REASON = 200
"""Characters of the GM's reason that are shown as the result of a match; the rest is cut."""


def each_alone(seats: tuple[int, ...]) -> Sides:
    """Every seat is a side of its own."""
    return tuple((seat,) for seat in seats)


class AgreedEnd(Frozen):
    """How the seats themselves can end a match: a side resigns, or all agree on a draw.

    `resigned` and `drawn` are the rule IDs for resigning and for draws.  `again` is the rule ID
    under which a second offer of the same seat is refused; if it is empty, such an offer changes
    nothing.  `sides` gives the sides of a state, `called` the name of a seat, `agreed` the words
    for an agreed draw.  `close` is called after the end, for what the system still has to do.
    """

    resigned: str
    drawn: str
    sides: Callable[[Any], Sides]
    again: str = ""
    called: Callable[[int], str] = seat_name
    agreed: str = "draw agreed"
    close: Callable[[Any], None] = lambda adj: None

    def resign(self, adj: Adjudication[S], order: Resign) -> None:
        """The seat gives up.  If only one side is left, it wins with all its seats."""
        gone = (*adj.state.flow.gone, adj.seat)
        if adj.seat in adj.state.flow.gone:
            raise Refusal(self.resigned, f"{self.called(adj.seat)} has given up already")
        left = [side for side in self.sides(adj.state) if not all(seat in gone for seat in side)]
        if len(left) == 1:
            self._end(adj, self.resigned, f"{self.called(adj.seat)} resigns", left[0])
        else:
            adj.emit(events.Resigned(adj.seat))

    def offer_draw(self, adj: Adjudication[S], order: OfferDraw) -> None:
        """Offer a draw.  If another seat's offer stands, this accepts it."""
        offer = adj.state.flow.offer
        if offer and offer != adj.seat:
            self._agree(adj)
        elif offer and self.again:
            why = f"the draw offer of {self.called(adj.seat)} already stands"
            raise Refusal(self.again, why)
        elif not offer:
            adj.emit(events.DrawOffered(adj.seat))

    def accept_draw(self, adj: Adjudication[S], order: AcceptDraw) -> None:
        """Accept another seat's offer.  Once all seats still playing have, the match is drawn."""
        self._check_offer(adj)
        self._agree(adj)

    def decline_draw(self, adj: Adjudication[S], order: DeclineDraw) -> None:
        """Decline another seat's offer."""
        self._check_offer(adj)
        adj.emit(events.DrawOfferClosed(adj.state.flow.offer, declined=True))

    def _check_offer(self, adj: Adjudication[S]) -> None:
        """Raises `Refusal` unless an offer by another seat stands."""
        if adj.state.flow.offer in (0, adj.seat):
            why = f"there is no draw offer that {self.called(adj.seat)} could answer"
            raise Refusal(self.drawn, why)

    def _agree(self, adj: Adjudication[S]) -> None:
        flow = adj.state.flow
        if adj.seat in flow.agreed:
            raise Refusal(self.drawn, f"{self.called(adj.seat)} has accepted the draw already")
        answered = {flow.offer, adj.seat, *flow.agreed, *flow.gone}
        if all(seat in answered for side in self.sides(adj.state) for seat in side):
            self._end(adj, self.drawn, self.agreed, ())
        else:
            adj.emit(events.DrawAgreed(adj.seat))

    def _end(self, adj: Adjudication[S], rule: str, told: str, winners: tuple[int, ...]) -> None:
        adj.emit(events.Ended(rule, told, winners))
        self.close(adj)


def load_dice(adj: Adjudication[S], order: NextDice, rule: str, faces: range) -> None:
    """Load faces into the dice tray, replacing what is in it.

    Raises `Refusal` for a face that no die of the game has.
    """
    for face in order.faces:
        if face not in faces:
            why = f"a die of this game shows {faces.start} to {faces.stop - 1}, not {face}"
            raise Refusal(rule, why)
    adj.emit(events.DiceLoaded(order.faces))


def record_ruling(adj: Adjudication[S], order: Rule) -> None:
    """Keep a ruling of the GM in the log; it changes nothing else."""
    adj.emit(events.Ruled(order.text))


def set_winner(
    adj: Adjudication[S], order: SetWinner, rule: str, sides: Sides, *, over: str, unknown: str
) -> None:
    """End the match for the GM: the side of this seat wins, or nobody (seat 0).

    The GM's reason is told as the way it ended.  Refuses under the rule `over` if the match has
    ended already, and under `unknown` if there is no such seat.
    """
    outcome = adj.state.flow.outcome
    if outcome is not None:
        raise Refusal(over, f"it is over already: {outcome.termination}")
    winners = next((side for side in sides if order.seat in side), ())
    if order.seat and not winners:
        raise Refusal(unknown, f"there is no {seat_name(order.seat)}")
    reason = order.reason.rstrip(".")
    told = reason if len(reason) <= MOST_REASON else f"{reason[: MOST_REASON - 1]}…"
    adj.emit(events.Ended(rule, told or "the GM has judged", winners))


def compare(expected: str, found: str) -> Finding:
    """Compare two texts, ignoring case and the amount of white space."""
    same = " ".join(expected.lower().split()) == " ".join(found.lower().split())
    return Finding(expected, found, same)


def expect_flow(
    flow: Flow, words: list[str], called: Callable[[int], str] = seat_name
) -> Finding | None:
    """Answer a `=` line about `phase`, `round`, `turn` or `winner`, perhaps with `game` in front.

    None if the line is about something else.
    """
    values = {
        "phase": flow.phase,
        "round": str(flow.round),
        "turn": called(flow.turn) if flow.turn else "none",
        "winner": winner_name(flow.outcome, called),
    }
    if words and words[0].lower() == "game":
        words = words[1:]
    if len(words) < 2 or words[0].lower() not in values:
        return None
    return compare(" ".join(words[1:]), values[words[0].lower()])
