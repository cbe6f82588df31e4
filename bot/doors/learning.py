"""Phrases kept from play to train the reader, if the server allows it: what somebody typed, what
was offered for it, and what they did with the offer.

Nothing is kept of messages that are filed or refused at once, or of offers that nobody answers.
Phrases name nobody: mentions, links and custom emoji are removed, and players are called by seat.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping

from cachetools import LRUCache

from bot.doors.saying import Answer, IncomingText
from bot.referee.service import OpenMatch, Referee
from bot.store import PhraseRow, PhraseStore, StoreError
from grammar.reader.spell import english
from rules.line.frozen import Frozen
from rules.line.orders import GM

log = logging.getLogger("referee.doors")

MOST, LONGEST = 200, 500
"""The most phrases kept of a match, and the most characters of each."""

OPEN = 500
"""The most offers that are remembered until they are answered."""

TOLD = (
    "-# This server lets me learn from play: where I offer you what you may have meant, I keep "
    "what you typed and what became of it, without your name. `/privacy show` shows you yours, "
    "`/privacy erase` erases it."
)
ENDED = "-# I no longer learn from play here. What I kept of it is erased."

MARKUP = re.compile(
    r"<(?:@[!&]?|#)\d+>|<a?:\w+:\d+>|<t:-?\d+(?::\w)?>|</[^<>\n]+:\d+>|<id:\w+>|@(?:everyone|here)\b"
)
LABELLED = re.compile(r"\[([^\]\[\n]*)\]\(\s*<?(?:https?|discord)://[^)\n]*\)", re.IGNORECASE)
ADDRESS = re.compile(
    r"<?\b(?:https?|discord)://[^\s<>]+>?|\bwww\.\S+|\bdiscord\.gg/\S+|\S+@[\w-]+\.\w\S*|\d{7,}",
    re.IGNORECASE,
)
HANDLE = re.compile(r"(?<!\S)@(\w[\w.]*)")
SMALL = frozenset({"and", "del", "der", "for", "the", "van", "von"})
"""Words within names that identify nobody."""

_WORDS = re.compile(r"\w+")

Names = Mapping[str, str]
"""Names of people, mapped to what replaces them."""

Ask = Callable[[OpenMatch, str], Awaitable[Names | None]]
"""Finds the names of all players of a match and of an account; None if they cannot be found."""


async def nobody(table: OpenMatch, user: str) -> Names | None:
    """An `Ask` for places where accounts have no names."""
    return {}


class UnansweredOffer(Frozen):
    """A phrase for which something was offered and not yet answered: the key of its message, the
    seat, the entry after which it was said, and what was typed."""

    key: str
    seat: int
    after: int
    said: str


class Learning:
    """Remembers offers, and stores what was typed with what became of it; `names` finds names to
    replace."""

    def __init__(self, referee: Referee, names: Ask = nobody) -> None:
        self._phrases = PhraseStore(referee.store.database)
        self._names = names
        self._open: LRUCache[tuple[int, str, str], UnansweredOffer] = LRUCache(OPEN)

    def offered(self, heard: IncomingText, answer: Answer) -> None:
        """Remember what an answer offers for what was typed."""
        offer, table = answer.offer, answer.table
        if table is None or offer is None or not is_on(table):
            return
        if not 0 < len(offer.said) <= 4 * LONGEST:
            return
        own = table.record.id, heard.caller.user, offer.mark
        self._open[own] = UnansweredOffer(heard.key, offer.seat, offer.after, offer.said)

    async def answered(self, table: OpenMatch, heard: IncomingText, answer: Answer) -> None:
        """Somebody has taken an offer, or one of its alternatives."""
        own = table.record.id, heard.caller.user, heard.offer
        if answer.done and (meant := self._open.pop(own, None)) is not None:
            await self._keep(table, heard.caller.user, meant, filed_in(answer, meant.seat))

    async def edited(self, table: OpenMatch, heard: IncomingText, answer: Answer) -> None:
        """Somebody has edited a message for which something was offered."""
        user = heard.caller.user
        for own, meant in list(self._open.items()):
            if own[:2] == (table.record.id, user) and meant.key == heard.key:
                del self._open[own]
                if answer.done:
                    await self._keep(table, user, meant, filed_in(answer, meant.seat))

    async def declined(self, table: OpenMatch, user: str, mark: str) -> None:
        """Somebody has said no to an offer."""
        if (meant := self._open.pop((table.record.id, user, mark), None)) is not None:
            await self._keep(table, user, meant, "?")

    async def _keep(self, table: OpenMatch, user: str, meant: UnansweredOffer, means: str) -> None:
        """Store a phrase, without names.  If the store fails, only the phrase is lost."""
        if not means or not is_on(table) or (names := await self._names(table, user)) is None:
            return
        said = nameless(meant.said, names, words_of(table))
        if not said or len(said) > LONGEST or len(means) > LONGEST:
            return
        row = PhraseRow(table.record.id, meant.after, meant.seat, user, said, means)
        try:
            await self._phrases.keep(row, MOST)
        except StoreError as problem:
            log.warning("match %d: a phrase was not kept: %s", table.record.id, problem)


def is_on(table: OpenMatch) -> bool:
    """Does the server of a match want learning, and were its players told?"""
    return table.record.settings.learning


def filed_in(answer: Answer, seat: int) -> str:
    """The sentences that were filed for a seat, joined by ` ; `, if everything went through.

    Empty if an entry number (`#52`) is in them: it would mean something else in another match.
    """
    lines = [one for reply in answer.replies for one in reply.accepted]
    whole = all(reply.whole for reply in answer.replies)
    found = " ; ".join(" then ".join(one.orders) for one in lines)
    others = any(one.seat != seat for one in lines)
    return found if whole and not others and "#" not in found and "\n" not in found else ""


def words_of(table: OpenMatch) -> frozenset[str]:
    """The words of a match's own names: they name a unit or a place, even if a person has the same
    name."""
    names = (*table.names, *table.game.references(table.state, GM))
    return frozenset(word for name in names for word in _WORDS.findall(name.casefold()))


def nameless(text: str, names: Names, own: frozenset[str]) -> str:
    """Remove from a text everything that leads to a person.  Names of people are replaced by their
    seats, except words that the match itself uses (`own`)."""
    text = ADDRESS.sub(" ", LABELLED.sub(r"\1", MARKUP.sub(" ", text)))
    for pattern, instead in patterns(names, own):
        text = re.sub(pattern, instead.replace("\\", r"\\"), text)
    text = HANDLE.sub(lambda found: found[0] if found[1].casefold() in own else " ", text)
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def patterns(names: Names, own: frozenset[str]) -> list[tuple[str, str]]:
    """Pairs of (regular expression, replacement) for names, the longest first: whole names, and
    each of their words.  An everyday English word is a name only with a capital."""
    found: dict[str, tuple[str, str]] = {}
    for name, instead in names.items():
        for part in _WORDS.findall(name.casefold()):
            if len(part) > 2 and part not in own and part not in SMALL:
                usual = rf"{re.escape(part.capitalize())}|{re.escape(part.upper())}"
                way = usual if part in english() else rf"(?i:{re.escape(part)})"
                found[part] = way, instead
    for name, instead in names.items():
        whole = " ".join(name.split())
        if whole and not own.issuperset(_WORDS.findall(whole.casefold())):
            found[whole.casefold()] = rf"(?i:{re.escape(whole)})", instead
    longest = sorted(found, key=lambda one: (-len(one), one))
    return [(rf"(?<!\w)@?(?:{found[one][0]})(?!\w)", found[one][1]) for one in longest]
