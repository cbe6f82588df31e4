"""Answers in words (`2`, `yes`, `O3`) to what the referee asked somebody."""

from dataclasses import replace

from cachetools import LRUCache

from bot.doors.answers import answer_text
from bot.doors.confirming import moment_mark, parts, sentence_of
from bot.doors.freely import Meant, sentence
from bot.doors.saying import MOST_OPTIONS, PREFIX, Answer, IncomingText, Offer, Run, offered_by
from bot.history.secrets import sees_more
from bot.match.reply import Reply
from bot.reading.conditional import conditional
from bot.reading.decide import understand
from bot.reading.world import world_of
from bot.referee.gate import check_may_order
from bot.referee.service import OpenMatch, Referee
from grammar.reader.answers import Narrowed, narrowed
from rules.line.frozen import Frozen
from rules.line.orders import GM

KEPT = 500
LONGEST = 200
DROPPED = "Nothing is filed."
AGAIN = "that does not say which one"
CLOSER = "this is what is left"
TOLD = "I have written to you directly."
"""The public text of a question that may name what only its seat knows."""

UNSURE = "say yes, no, or the order"


class Asked(Frozen):
    """What somebody was asked, as an offer; `sure`: once chosen, it is filed without asking."""

    offer: Offer
    sure: bool = False


class Chosen(Frozen):
    """What an answer chose, to be filed as if it had been said."""

    heard: IncomingText
    runs: tuple[Run, ...]


class Conversations:
    """The last question to each person in each match, until that person files something."""

    def __init__(self) -> None:
        self._kept: LRUCache[tuple[int, str], Asked] = LRUCache(KEPT)

    def keep(self, user: str, answer: Answer) -> None:
        """Remember what an answer asks, in place of the question before it."""
        ask, offer = answer.ask, answer.offer
        if ask is not None:
            word = Offer(ask.match, ask.seat, (sentence_of(ask.word),), ask.moment)
            self._kept[ask.match, user] = Asked(word, True)
        elif offer is not None and offer.options and not offer.instead:
            self._kept[offer.match, user] = Asked(offer)
        elif answer.done and answer.table is not None:
            self._kept.pop((answer.table.record.id, user), None)

    def hear(
        self, referee: Referee, table: OpenMatch, heard: IncomingText
    ) -> Chosen | Answer | None:
        """Read a text as an answer; None if nothing was asked, or if it is no answer.

        A sentence of the law is always an order; plain chat is never an answer.
        """
        key = (table.record.id, heard.caller.user)
        asked = self._kept.get(key)
        if asked is None or heard.door in ("chat", "menu"):
            return None
        offer, seat = asked.offer, asked.offer.seat
        now = (moment_mark(table), moment_mark(table, seat))
        text = heard.spoken.strip()
        found = PREFIX.fullmatch(text)
        if found is not None and (GM if found[1] else int(found[2])) != seat:
            return None
        text = found[3] if found is not None else text
        left = answer_to(table, seat, offer.options, text)
        if left is None:
            return None
        check_may_order(table, heard.caller, seat)
        if offer.moment not in now:
            del self._kept[key]
            gone = asked.sure or left.refused
            return None if gone else asked_anew(table, seat, offer.options)
        if left.refused:
            del self._kept[key]
            return Answer(DROPPED, DROPPED, table=table, marks=("back",), declined=offer.mark)
        if left.only is None:
            return asked_again(table, offer, left)
        chosen = offer.options[left.only].replace(" ; ", "\n")
        typed = tuple((line, text) for line in chosen.split("\n"))
        runs = tuple(
            Run(seat, part, True, Meant(part, typed))
            for part in parts(referee, table, seat, chosen)
        )
        return Chosen(replace(heard, sure=heard.sure or asked.sure, offer=offer.mark), runs)


def answer_to(table: OpenMatch, seat: int, options: tuple[str, ...], text: str) -> Narrowed | None:
    """Narrow the options that a seat was shown by its answer; None if the text is no answer."""
    text = table.in_words(text)
    if not text or len(text) > LONGEST or "\n" in text:
        return None
    decision = understand(table.game, table.state, seat, text)
    if decision.kind == "run" and decision.strict:
        return None
    if conditional(table.game, table.state, seat, text) is not None:
        return None
    return narrowed(options, text, world_of(table.game, table.state, seat))


GROWN_OLD = "The match has moved on since that was asked"


def asked_anew(table: OpenMatch, seat: int, options: tuple[str, ...]) -> Answer:
    """Offer the same options again, for the current state of the match."""
    if len(options) == 1:
        reply = Reply(problem=f"{GROWN_OLD}.", offer=tuple(options[0].split("\n")))
    else:
        reply = Reply(problem=f"{GROWN_OLD}.", options=options)
    text = answer_text(reply)
    offer = offered_by(table, seat, reply)
    secret = sees_more(table, table.state, seat)
    return Answer(text, "" if secret else text, secret, table=table, offer=offer, marks=("asked",))


def asked_again(table: OpenMatch, asked: Offer, left: Narrowed) -> Answer:
    """Ask again, with the options that an answer leaves."""
    options = tuple(asked.options[at] for at in left.left)[:MOST_OPTIONS]
    text = answer_text(question_again(asked.options, left))
    offer = replace(asked, options=options, asks=False, plea="")
    secret = sees_more(table, table.state, asked.seat)
    public = TOLD if secret else text
    return Answer(text, public, secret, table=table, offer=offer, marks=("asked",), about=options)


def question_again(options: tuple[str, ...], left: Narrowed) -> Reply:
    """The reply that asks about the options that are left."""
    kept = tuple(options[at] for at in left.left)
    if len(options) == 1:
        return Reply(problem=sentence(UNSURE), offer=tuple(kept[0].split("\n")))
    return Reply(problem=sentence(CLOSER if len(kept) < len(options) else AGAIN), options=kept)
