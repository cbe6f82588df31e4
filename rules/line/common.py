"""Orders and answers that all systems share; each system passes its own rule IDs in."""

from collections.abc import Callable

from rules.line import events
from rules.line.adjudication import Adjudication, S
from rules.line.errors import Refusal
from rules.line.flow import Flow, seat_name, winner_name
from rules.line.frozen import Frozen
from rules.line.overrides import NextDice, Rule, SetWinner


class Finding(Frozen):
    """The answer to one `=` line: what it says, and what is so."""

    expected: str
    found: str
    holds: bool


Sides = tuple[tuple[int, ...], ...]
"""Who wins and loses together: seats, or teams of seats."""


MOST_REASON = 200
"""So many characters of a reason are told where the result of a match stands."""


def each_alone(seats: tuple[int, ...]) -> Sides:
    """Every seat is a side of its own."""
    return tuple((seat,) for seat in seats)


class Wording(Frozen):
    """In which words a system ends a match: what a side is called, how a draw is told."""

    called: Callable[[int], str] = seat_name
    agreed: str = "draw agreed"


ARMIES = Wording()
"""`army 1 resigns`, `draw agreed`."""


def resign(adj: Adjudication[S], rule: str, sides: Sides, words: Wording = ARMIES) -> None:
    """The seat gives up.  When one side alone is left it wins, with all its seats."""
    gone = (*adj.state.flow.gone, adj.seat)
    if adj.seat in adj.state.flow.gone:
        raise Refusal(rule, f"{words.called(adj.seat)} has given up already")
    left = [side for side in sides if not all(seat in gone for seat in side)]
    if len(left) == 1:
        adj.emit(events.Ended(rule, f"{words.called(adj.seat)} resigns", left[0]))
    else:
        adj.emit(events.Resigned(adj.seat))


def offer_draw(
    adj: Adjudication[S], rule: str, sides: Sides, again: str = "", words: Wording = ARMIES
) -> None:
    """Offer a draw; an offer against an offer accepts it.  `again` is the rule that a second offer
    of the same seat breaks."""
    offer = adj.state.flow.offer
    if offer and offer != adj.seat:
        accept_draw(adj, rule, sides, words)
    elif offer and again:
        raise Refusal(again, f"the draw offer of {words.called(adj.seat)} already stands")
    elif not offer:
        adj.emit(events.DrawOffered(adj.seat))


def check_offer(flow: Flow, seat: int, rule: str, words: Wording = ARMIES) -> None:
    """Accepting and declining need an offer by another seat."""
    if not flow.offer or flow.offer == seat:
        raise Refusal(rule, f"there is no draw offer that {words.called(seat)} could answer")


def accept_draw(adj: Adjudication[S], rule: str, sides: Sides, words: Wording = ARMIES) -> None:
    """Take another seat's offer; when all who play on have, the match is drawn."""
    flow = adj.state.flow
    check_offer(flow, adj.seat, rule, words)
    if adj.seat in flow.agreed:
        raise Refusal(rule, f"{words.called(adj.seat)} has accepted the draw already")
    answered = {flow.offer, adj.seat, *flow.agreed, *flow.gone}
    if all(seat in answered for side in sides for seat in side):
        adj.emit(events.Ended(rule, words.agreed, ()))
    else:
        adj.emit(events.DrawAgreed(adj.seat))


def decline_draw(adj: Adjudication[S], rule: str, words: Wording = ARMIES) -> None:
    """Turn the other side's offer down."""
    check_offer(adj.state.flow, adj.seat, rule, words)
    adj.emit(events.DrawOfferClosed(adj.state.flow.offer, declined=True))


def load_dice(adj: Adjudication[S], order: NextDice, rule: str, faces: range) -> None:
    """Lay faces ready; they replace the tray.  A face that no die of the game has is refused."""
    for face in order.faces:
        if face not in faces:
            raise Refusal(
                rule, f"a die of this game shows {faces.start} to {faces.stop - 1}, not {face}"
            )
    adj.emit(events.DiceLoaded(order.faces))


def record_ruling(adj: Adjudication[S], order: Rule) -> None:
    """A ruling in words, kept in the log."""
    adj.emit(events.Ruled(order.text))


def set_winner(
    adj: Adjudication[S], order: SetWinner, rule: str, sides: Sides, *, over: str, unknown: str
) -> None:
    """The GM ends the match: the side of this seat has won, or nobody; his reason is told as how it
    ended.  `over` is the rule that an ended match breaks, `unknown` a seat there is not."""
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
    """Values are compared without regard to case and to how blanks are counted."""
    same = " ".join(expected.lower().split()) == " ".join(found.lower().split())
    return Finding(expected, found, same)


def expect_flow(
    flow: Flow, words: list[str], called: Callable[[int], str] = seat_name
) -> Finding | None:
    """`phase`, `round`, `turn`, `winner`, also with `game` before them; None: not such a line."""
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
