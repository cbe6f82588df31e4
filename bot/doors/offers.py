"""What was perhaps meant: offers with a number, the moment that they are for, and how they end."""

from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

from bot.doors.confirming import moment_mark
from bot.doors.freely import Meant, meant
from bot.doors.hearing import Run, is_one_word
from bot.match.reply import Reply
from bot.reading.world import strict_orders
from bot.referee.service import OpenMatch
from rules.line.frozen import Frozen
from rules.line.orders import GM

MOST_OPTIONS = 5


class Offer(Frozen):
    """Sentences that a seat may file with one press; `options` if there are several to choose from.

    `moment` is where the match stands: later the offer counts no more.  `instead`: the sentences
    stand on the buttons alone, as what could be ordered instead of what was refused.
    """

    match: int
    seat: int
    options: tuple[str, ...]
    moment: str
    instead: bool = False
    asks: bool = False
    """It is a question, to which the answer may be no."""
    plea: str = ""
    """What the others or the GM may be asked for: `undo #52`."""
    said: str = ""
    """What was typed, where it is offered for what may have been meant by that."""
    after: int = 0
    """The entry after which it is offered."""

    @property
    def mark(self) -> str:
        """A short id of what is offered."""
        return mark_of(self.options)


def mark_of(options: Sequence[str]) -> str:
    """A short id of sentences."""
    return f"{crc32(chr(10).join(options).encode()):08x}"


def offer_of(table: OpenMatch, replies: Sequence[tuple[Run, Reply]]) -> Offer | None:
    """What the last reply offers."""
    if not replies:
        return None
    run, reply = replies[-1]
    read = run.said is not None and run.said.reply is not None
    return offered_by(table, run.seat, reply, run.text if read else "")


def offered_by(table: OpenMatch, seat: int, reply: Reply, said: str = "") -> Offer | None:
    """What a reply to a seat offers, or lets it ask for; for what it `said`."""
    options = ("\n".join(reply.offer),) if reply.offer else reply.options
    if not options and not reply.ask:
        return None
    options = options[:MOST_OPTIONS]
    moment, after = moment_mark(table, seat), table.match.head
    return Offer(table.record.id, seat, options, moment, plea=reply.ask, said=said, after=after)


def instead_of(table: OpenMatch, run: Run, options: tuple[str, ...]) -> Offer | None:
    """What could be ordered instead."""
    if not options:
        return None
    moment = moment_mark(table, run.seat)
    return Offer(table.record.id, run.seat, options, moment, instead=True)


def is_talk(table: OpenMatch, run: Run) -> bool:
    """Nothing that was said into the room is surely an order."""
    return meant(table, run.seat, run.text, run.door).silent


def is_quiet(table: OpenMatch, run: Run) -> bool:
    """May it be an order all the same?"""
    return meant(table, run.seat, run.text, run.door).quiet


def would_run(table: OpenMatch, run: Run) -> bool:
    """Would it be filed if it were said to the referee?"""
    return meant(table, run.seat, run.text, "mention").reply is None


def proposed(table: OpenMatch, run: Run) -> Reply:
    """What a run would come to if it were said to the referee, as a proposal."""
    said = meant(table, run.seat, run.text, "mention")
    if said.reply is not None:
        return said.reply
    return Reply(offer=tuple(line for line in said.text.split("\n") if line.strip()))


def one_word(table: OpenMatch, runs: Sequence[Run]) -> str | None:
    """The single word of a message that the law reads as an order (`done`, `undo`)."""
    if len(runs) != 1 or runs[0].addressed or not is_one_word(runs[0].text):
        return None
    run = runs[0]
    word = run.text.strip().strip(".!").strip()
    if run.seat == GM or not word.isalpha():
        return None
    orders = strict_orders(table.game, table.state, run.seat, word)
    return word if orders is not None else None


def without_words(table: OpenMatch, runs: Sequence[Run]) -> tuple[list[Run], list[Run]]:
    """What was said into the room without its lines of a single word that would be orders, and
    those lines: too easily said by accident, they are asked about."""
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


def word_answer_of(table: OpenMatch, run: Run, word: str) -> Offer:
    """The button for it."""
    return Offer(table.record.id, run.seat, (word,), moment_mark(table, run.seat))


def orderly(table: OpenMatch, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Of the lines that were passed over those that name something on the table."""
    names = {one.lower() for one in table.game.references(table.state, None)}
    return tuple(line for line in lines if names & set(line.lower().split()))


def with_rest(table: OpenMatch, reply: Reply, said: Meant) -> Reply:
    """A reply with what else stood in the message: talk that seems to order something, and lines
    that were not read."""
    return replace(
        reply,
        passed_over=orderly(table, said.passed_over),
        unrun=(*reply.unrun, *said.beside),
        problem=reply.problem or said.why,
    )
