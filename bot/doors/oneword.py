"""`undo` or `done` as a single word in plain chat: ask what it would do, with a button for it."""

from collections.abc import Sequence
from dataclasses import replace

from bot.doors.confirming import Question, goes_back, moment_mark, word_of
from bot.doors.saying import SILENCE, Answer, Mark, Offer, Run, is_one_word, quiet_answer
from bot.reading.world import strict_orders
from bot.referee.open_match import cut
from bot.referee.recent import of_turn
from bot.referee.service import OpenMatch
from bot.render.wording import plain
from rules.line.errors import Refusal
from rules.line.orders import GM, EndPhase, Order, Undo


def one_word(table: OpenMatch, runs: Sequence[Run]) -> str | None:
    """The word of a one-word message that the law reads as an order (`done`), else None."""
    if len(runs) != 1 or runs[0].addressed or not is_one_word(runs[0].text):
        return None
    run = runs[0]
    word = run.text.strip().strip(".!").strip()
    if run.seat == GM or not word.isalpha():
        return None
    orders = strict_orders(table.game, table.state, run.seat, word)
    return word if orders is not None else None


def without_words(table: OpenMatch, runs: Sequence[Run]) -> tuple[list[Run], list[Run]]:
    """Separate lines of a single word that would be orders from the rest of plain chat.

    Returns the rest and those lines: easily said by accident, they are asked about.
    """
    kept: list[Run] = []
    words: list[Run] = []
    for run in runs:
        if run.addressed:
            kept.append(run)
            continue
        lines = run.text.split("\n")
        short = [line for line in lines if one_word(table, [replace(run, text=line)])]
        words += [replace(run, text=line.strip()) for line in short]
        rest = [line for line in lines if line not in short]
        if any(line.strip() for line in rest):
            kept.append(replace(run, text="\n".join(rest)))
    return kept, words


def ends_nothing_yet(table: OpenMatch, seat: int) -> bool:
    """Would the end of a phase be the first order of a seat in it?  Then `done`, said among
    players, may well mean that something else is done."""
    return seat != GM and not of_turn(table.match.live(), seat)


def ends_at_once(table: OpenMatch, seat: int, word: str) -> bool:
    """Does `done` end the phase without a question?  It does in the seat's own turn, after an order
    in it, if it can be taken back or nobody could still act."""
    game, state = table.game, table.state
    if seat not in game.awaits(state) or ends_nothing_yet(table, seat):
        return False
    if strict_orders(game, state, seat, word) != (EndPhase(),):
        return False
    all_acted = game.waiting is not None and not game.waiting(state, seat, None)
    return all_acted or goes_back(table, seat, EndPhase())


def word_answer(table: OpenMatch, run: Run, word: str) -> Answer:
    """The question about a word that may be an order; silence if it would end the turn of a seat
    that is not awaited."""
    orders = strict_orders(table.game, table.state, run.seat, word) or ()
    order = orders[0] if len(orders) == 1 else None
    if order == Undo() and (asked := back_asked(table, run.seat)) is not None:
        return asked
    if order is not None and order.passes:
        if run.seat not in table.awaited:
            return SILENCE
        if ends_nothing_yet(table, run.seat):
            return quiet_answer(table)
        return end_asked(table, run.seat, order)
    offer = Offer(table.record.id, run.seat, (word,), moment_mark(table, run.seat))
    text = f"`{word}`: is that an order of {table.name_of(run.seat)}?"
    return Answer(text, text, table=table, offer=offer)


def with_word(answer: Answer, asked: Answer, word: str) -> Answer:
    """Join the answer to the other lines of a message with the question about its word."""
    if not asked.text:
        return answer
    public = "\n".join(one for one in (answer.public, asked.public) if one)
    text = "\n".join(one for one in (answer.text, asked.text) if one)
    marks: tuple[Mark, ...] = (*answer.marks, "asked") if answer.done else ("asked",)
    about = (*answer.about, word)
    more = replace(answer, text=text, public=public, marks=marks, about=about)
    return replace(more, ask=asked.ask, offer=asked.offer)


def joined(answer: Answer, more: Answer) -> Answer:
    """Join the answers to two parts of a message, filed one after the other."""
    text, public = (
        "\n".join(one for one in pair if one)
        for pair in ((answer.text, more.text), (answer.public, more.public))
    )
    marks = tuple(dict.fromkeys((*answer.marks, *more.marks)))
    replies, about = (*answer.replies, *more.replies), (*answer.about, *more.about)
    secret, done = answer.secret or more.secret, answer.done or more.done
    return replace(
        more, text=text, public=public, secret=secret, done=done, marks=marks,
        about=about, replies=replies,
    )  # fmt: skip


def back_asked(table: OpenMatch, seat: int) -> Answer | None:
    """`Take back #54 (SG5 moves to 12,10)?`; None if the seat has nothing to take back."""
    live = table.match.live()
    try:
        number = table.game.undoes(table.state, live, seat)
    except Refusal:
        return None
    entry = next((one for one in live if one.number == number), None)
    if entry is None:
        return None
    said = table.said.get(number)
    what = f" ({plain(cut(said.sentence))})" if said is not None and not entry.secret else ""
    is_end = said is not None and said.sentence == str(EndPhase())
    what = ", the end of your turn" if entry.ended_phase or is_end else what
    text = f"Take back #{number}{what}?"
    moment = moment_mark(table, seat)
    button = f"Take back #{number}"
    offer = Offer(table.record.id, seat, (button,), moment, instead=True, asks=True)
    return Answer(text, text, table=table, offer=offer)


def end_asked(table: OpenMatch, seat: int, order: Order) -> Answer:
    """`End army 1's Move? Not moved: G2, O1.`"""
    game, state = table.game, table.state
    phase = state.flow.phase.capitalize()
    if game.phase_name:
        phase = game.phase_name(state)
    phase = phase or "turn"
    waits = game.waiting(state, seat, None) if game.waiting else ""
    rest = f" {waits}." if waits else ""
    text = plain(f"End {table.name_of(seat)}'s {phase}?{rest}")
    word, label = word_of(order), f"End {phase}"
    asked = Question(table.record.id, seat, word, text, moment_mark(table), text, label)
    return Answer(text, text, table=table, ask=asked)
