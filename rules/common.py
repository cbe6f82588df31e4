"""Orders and answers that all systems share; each system passes its own rule IDs in."""

from rules.adjudication import Adjudication, S
from rules.errors import Refusal
from rules.events import DiceLoaded, DrawOfferClosed, DrawOffered, Ended, Ruled
from rules.flow import Flow, seat_name, winner_name
from rules.game import Answer
from rules.overrides import NextDice, Rule


def resign(adj: Adjudication[S], rule: str, seats: tuple[int, ...]) -> None:
    """The seat gives up; all others win."""
    winners = tuple(seat for seat in seats if seat != adj.seat)
    adj.emit(Ended(rule, f"{seat_name(adj.seat)} resigns", winners))


def offer_draw(adj: Adjudication[S], rule: str, again: str = "") -> None:
    """Offer a draw; two offers make one.  `again` is the rule that a second offer breaks."""
    offer = adj.state.flow.offer
    if offer and offer != adj.seat:
        adj.emit(Ended(rule, "draw agreed", ()))
    elif offer and again:
        raise Refusal(again, f"the draw offer of {seat_name(adj.seat)} already stands")
    elif not offer:
        adj.emit(DrawOffered(adj.seat))


def check_offer(flow: Flow, seat: int, rule: str) -> None:
    """Accepting and declining need an offer by another seat."""
    if not flow.offer or flow.offer == seat:
        raise Refusal(rule, f"there is no draw offer that {seat_name(seat)} could answer")


def accept_draw(adj: Adjudication[S], rule: str) -> None:
    """Take the other side's offer: the match is drawn."""
    check_offer(adj.state.flow, adj.seat, rule)
    adj.emit(Ended(rule, "draw agreed", ()))


def decline_draw(adj: Adjudication[S], rule: str) -> None:
    """Turn the other side's offer down."""
    check_offer(adj.state.flow, adj.seat, rule)
    adj.emit(DrawOfferClosed(adj.state.flow.offer, declined=True))


def load_dice(adj: Adjudication[S], order: NextDice, rule: str, faces: range) -> None:
    """Lay faces ready; they replace the tray.  A face that no die of the game has is refused."""
    for face in order.faces:
        if face not in faces:
            raise Refusal(
                rule, f"a die of this game shows {faces.start} to {faces.stop - 1}, not {face}"
            )
    adj.emit(DiceLoaded(order.faces))


def record_ruling(adj: Adjudication[S], order: Rule) -> None:
    """A ruling in words, kept in the log."""
    adj.emit(Ruled(order.text))


def compare(expected: str, found: str) -> Answer:
    """Values are compared without regard to case and to how blanks are counted."""
    same = " ".join(expected.lower().split()) == " ".join(found.lower().split())
    return Answer(expected, found, same)


def expect_flow(flow: Flow, words: list[str]) -> Answer | None:
    """`phase`, `round`, `turn`, `winner`, also with `game` before them; None: not such a line."""
    values = {
        "phase": flow.phase,
        "round": str(flow.round),
        "turn": seat_name(flow.turn) if flow.turn else "none",
        "winner": winner_name(flow.outcome),
    }
    if words and words[0].lower() == "game":
        words = words[1:]
    if len(words) < 2 or words[0].lower() not in values:
        return None
    return compare(" ".join(words[1:]), values[words[0].lower()])
