"""Answers by words: what the referee asked somebody is answered by him with `2`, `yes`, `O3`."""

from dataclasses import replace

from cachetools import LRUCache

from bot.doors.answers import answer_text
from bot.doors.confirming import moment_mark, parts, sentence_of
from bot.doors.freely import Meant, sentence
from bot.doors.saying import MOST_OPTIONS, PREFIX, Answer, Heard, Offer, Run, mark_of, offered_by
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
"""What everybody reads of a question that may name what its seat alone knows."""

UNSURE = "say yes, no, or the order"


class Asked(Frozen):
    """What somebody was asked: `sure` is what needs no second question; for what he `said`, after
    which entry, where something is offered for it."""

    seat: int
    options: tuple[str, ...]
    moment: str
    sure: bool = False
    said: str = ""
    after: int = 0

    @property
    def mark(self) -> str:
        """The id of what was offered."""
        return mark_of(self.options)


class Chosen(Frozen):
    """What an answer says is to be filed, as if it had been said."""

    heard: Heard
    runs: tuple[Run, ...]


class Conversations:
    """The last question to each person in each match; it ends with whatever is filed after it."""

    def __init__(self) -> None:
        self._kept: LRUCache[tuple[int, str], Asked] = LRUCache(KEPT)

    def keep(self, user: str, answer: Answer) -> None:
        """Remember what an answer asks; what was asked before it counts no more."""
        asked: tuple[int, Asked] | None = None
        if answer.ask is not None:
            one = answer.ask
            asked = one.match, Asked(one.seat, (sentence_of(one.word),), one.moment, True)
        elif answer.offer is not None and answer.offer.options and not answer.offer.instead:
            offer = answer.offer
            known = offer.said, offer.after
            asked = offer.match, Asked(offer.seat, offer.options, offer.moment, False, *known)
        elif answer.done and answer.table is not None:
            self._kept.pop((answer.table.record.id, user), None)
        if asked is not None:
            self._kept[asked[0], user] = asked[1]

    def hear(self, referee: Referee, table: OpenMatch, heard: Heard) -> Chosen | Answer | None:
        """What a text says in answer; None if nothing was asked, or if it is no answer.

        An order that the law reads is an order, and no answer; in plain chat nothing is one.
        """
        key = (table.record.id, heard.caller.user)
        asked = self._kept.get(key)
        if asked is None or heard.door in ("chat", "menu"):
            return None
        now = (moment_mark(table), moment_mark(table, asked.seat))
        text = heard.spoken.strip()
        found = PREFIX.fullmatch(text)
        if found is not None and (GM if found[1] else int(found[2])) != asked.seat:
            return None
        text = found[3] if found is not None else text
        left = answer_to(table, asked.seat, asked.options, text)
        if left is None:
            return None
        check_may_order(table, heard.caller, asked.seat)
        if asked.moment not in now:
            del self._kept[key]
            return (
                None if asked.sure or left.refused else asked_anew(table, asked.seat, asked.options)
            )
        if left.refused:
            del self._kept[key]
            return Answer(DROPPED, DROPPED, table=table, marks=("back",), declined=asked.mark)
        if left.only is None:
            return asked_again(table, asked, left)
        chosen = asked.options[left.only].replace(" ; ", "\n")
        typed = tuple((line, text) for line in chosen.split("\n"))
        runs = tuple(
            Run(asked.seat, part, True, Meant(part, typed))
            for part in parts(referee, table, asked.seat, chosen)
        )
        return Chosen(replace(heard, sure=heard.sure or asked.sure, offer=asked.mark), runs)


def answer_to(table: OpenMatch, seat: int, options: tuple[str, ...], text: str) -> Narrowed | None:
    """What a text leaves of a list that a seat was shown; None: it is an order, or something
    else, and no answer."""
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
    """What was offered before the match moved on, offered for the moment that is now."""
    if len(options) == 1:
        reply = Reply(problem=f"{GROWN_OLD}.", offer=tuple(options[0].split("\n")))
    else:
        reply = Reply(problem=f"{GROWN_OLD}.", options=options)
    text = answer_text(reply)
    offer = offered_by(table, seat, reply)
    secret = sees_more(table, table.state, seat)
    return Answer(text, "" if secret else text, secret, table=table, offer=offer, marks=("asked",))


def asked_again(table: OpenMatch, asked: Asked, left: Narrowed) -> Answer:
    """The readings that an answer leaves, to choose from."""
    options = tuple(asked.options[at] for at in left.left)[:MOST_OPTIONS]
    reply = question_again(asked.options, left)
    text = answer_text(reply)
    moment, said, after = asked.moment, asked.said, asked.after
    offer = Offer(table.record.id, asked.seat, options, moment, said=said, after=after)
    secret = sees_more(table, table.state, asked.seat)
    public = TOLD if secret else text
    return Answer(text, public, secret, table=table, offer=offer, marks=("asked",), about=options)


def question_again(options: tuple[str, ...], left: Narrowed) -> Reply:
    """The same question about what is left."""
    kept = tuple(options[at] for at in left.left)
    if len(options) == 1:
        return Reply(problem=sentence(UNSURE), offer=tuple(kept[0].split("\n")))
    return Reply(problem=sentence(CLOSER if len(kept) < len(options) else AGAIN), options=kept)
