"""Questions before something is filed: whether a seat means words that it may regret (`resign`,
`end phase`), and for what reason a GM overrides what has been played."""

import re
from collections.abc import Sequence
from zlib import crc32

from bot.doors.suggest import Suggestions
from bot.history.secrets import sees_more
from bot.match.reply import Reply
from bot.match.tree import LogEntry, fold
from bot.reading.world import strict_orders, world_of
from bot.referee.service import OpenMatch, Referee
from grammar import Written
from rules.line.errors import Refusal
from rules.line.frozen import Frozen
from rules.line.orders import GM, AcceptDraw, EndPhase, Order, Resign, Undo
from rules.line.road import Entry

WORDS: dict[str, Order] = {"r": Resign(), "d": AcceptDraw(), "e": EndPhase()}
"""The orders that are asked about, by the letter that a button carries."""

SENTENCE = re.compile(r"[a-z][a-z ]{1,29}")
"""The form of a sentence that a button can carry for an order without a letter."""

SETTING = "ask before end phase"
"""The setting that is `no` for an account that does not want to be asked about waiting units."""


class Question(Frozen):
    """A question to a seat before an order is filed.

    `word` is what its button carries (see `word_of`), `moment` the mark of when it was asked.
    `public` is its text where everybody reads it, without units that not all may see.  `label` is
    the text on the button, if not the usual one for the word.
    """

    match: int
    seat: int
    word: str
    text: str
    moment: str
    public: str
    label: str = ""


def letter(written: Written) -> str:
    """What a button carries of a line that is to be asked about; empty for all other lines.

    An order without a letter that gives up turns (`skip to fight`) is carried as its sentence.
    """
    if written.problem is not None or len(written.orders) != 1:
        return ""
    return word_of(written.orders[0])


def word_of(order: Order) -> str:
    """What a button carries of an order that is to be asked about; empty for all others."""
    found = next((key for key, word in WORDS.items() if order == word), "")
    sentence = str(order).lower()
    return found or (sentence if order.passes and SENTENCE.fullmatch(sentence) else "")


def sentence_of(word: str) -> str:
    """The sentence that a button files: that of its letter, or the one that it carries."""
    return str(WORDS[word]) if word in WORDS else word


def parts(referee: Referee, table: OpenMatch, seat: int, text: str) -> list[str]:
    """Cut a message so that each line that is to be asked about is a part of its own."""
    if seat == GM:
        return [text]
    lines = referee.read(table, seat, text)
    if not any(letter(line) for line in lines) or any(line.problem for line in lines):
        return [text]
    found: list[list[str]] = [[]]
    for line in lines:
        sentence = f"{line.text} // {line.reason}" if line.reason else line.text
        if letter(line):
            found += [[sentence], []]
        else:
            found[-1].append(sentence)
    return ["\n".join(part) for part in found if part]


async def question(
    referee: Referee, known: Suggestions, table: OpenMatch, user: str, seat: int, text: str
) -> Question | None:
    """The question to ask before this line of a seat is filed; None if it may be filed at once."""
    if seat == GM:
        return None
    lines = referee.read(table, seat, text)
    word = letter(lines[0]) if len(lines) == 1 else ""
    asked = await _asked(referee, known, table, user, seat, word) if word else ""
    if not asked:
        return None
    hides = word not in ("r", "d") and sees_more(table, table.state, seat)
    public = asked
    if hides:
        public = f"Units of {table.name_of(seat)} could still act. {_ending(table, seat, word)}"
    return Question(table.record.id, seat, word, asked, moment_mark(table), public)


async def _asked(
    referee: Referee, known: Suggestions, table: OpenMatch, user: str, seat: int, word: str
) -> str:
    if table.is_over:
        return ""
    who = table.name_of(seat)
    if word == "r":
        ends = " and the match ends" if _would_end(table, seat, Resign()) else ""
        return f"{who} resigns{ends}. This cannot be undone. Resign?"
    if word == "d":
        if table.state.flow.offer in (0, seat):
            return ""
        last = _would_end(table, seat, AcceptDraw())
        return "The match ends in a draw. Accept?" if last else "Accept the draw?"
    if seat not in table.awaited:
        return ""
    if (await referee.mail.person(user)).get(SETTING) == "no":
        return ""
    able = _able(table, seat, await known.able(table, seat))
    whole = word not in WORDS and word.endswith(table.state.flow.phase)
    refused = word in WORDS and table.tried(seat, WORDS[word]) is None
    if (not able and not whole) or refused:  # what would be refused is not asked about
        return ""
    return able + _ending(table, seat, word)


def ends_unasked(table: OpenMatch, seat: int, text: str, addressed: bool) -> bool:
    """Is the end of a phase, said in public, filed without a question (which would be one more
    post)?  It is if said in full, or as a single word to the referee that can be taken back."""
    words = text.split()
    orders = strict_orders(table.game, table.state, seat, text)
    if orders != (EndPhase(),) or not words:
        return False
    return len(words) > 1 or (addressed and goes_back(table, seat, EndPhase()))


def goes_back(table: OpenMatch, seat: int, order: Order) -> bool:
    """Could this order be taken back once it is filed?"""
    match, events = table.match, table.tried(seat, order)
    if events is None:
        return False
    after = fold(table.game, match.state, events)
    link = LogEntry(len(match.links), match.head, seat, "", events=events).link
    entry = Entry(link.number, seat, link.drew, link.barred, link.ended_phase, False)
    try:
        return table.game.undoes(after, [*match.live(), entry], seat) == entry.number
    except Refusal:
        return False


def _ending(table: OpenMatch, seat: int, word: str) -> str:
    """The question itself: to end the phase, or to give up every turn until another phase."""
    if word in WORDS:
        return "End the phase?"
    return f"`{word}` gives up every turn of {table.name_of(seat)} until then. Do it?"


def _would_end(table: OpenMatch, seat: int, order: Order) -> bool:
    """Is the match over after this order?  (Of three sides two may play on.)"""
    events = table.tried(seat, order)
    after = fold(table.game, table.state, events or ())
    return events is not None and table.game.outcome(after) is not None


def _able(table: OpenMatch, seat: int, acting: list[str]) -> str:
    """Name the units of the seat that could still act, or else what the system says is waiting."""
    game, state = table.game, table.state
    own = {one.ref for one in world_of(game, state, seat).things if one.seat == seat}
    idle = [one for one in acting if one in own]
    if idle:
        more = f" and {len(idle) - 5} more" if len(idle) > 5 else ""
        return f"{', '.join(idle[:5])}{more} could still act. "
    rest = game.waiting(state, seat, seat) if acting and game.waiting else ""
    return f"{rest}. " if rest else ""


def moment_mark(table: OpenMatch, seat: int | None = None) -> str:
    """A short id of the current round, phase and turn; a question with another id has expired.

    With a seat, the id changes with every order of that seat too: it ends what was offered before.
    """
    state = table.state
    own = next((one.number for one in reversed(table.match.live()) if one.seat == seat), "")
    return f"{crc32(f'{table.game.moment(state)}/{state.flow.offer}/{own}'.encode()):08x}"


# --- the GM's reasons -----------------------------------------------------------------------------


REASON = "reason"
"""The value of `Reply.ask` that lets the author give the reason of an override."""

NEEDED = "An override needs a reason"


def asks_reason(referee: Referee, table: OpenMatch, text: str) -> Reply | None:
    """Ask for the reason of GM lines that lack one; None if they need none.

    None is needed before the first order of a seat, while the GM is still setting up.
    """
    lines = referee.read(table, GM, text)
    begun = any(entry.seat != GM for entry in table.match.live())
    if not begun or any(line.problem is not None or line.reason for line in lines):
        return None
    orders = [order for line in lines for order in line.orders]
    if all(explains(table, order) for order in orders):
        return None
    return Reply(problem=NEEDED, unrun=tuple(line.text for line in lines), ask=REASON)


def explains(table: OpenMatch, order: Order) -> bool:
    """Does this order need no reason?  A GM who takes back only his own lines needs none."""
    if isinstance(order, Undo):
        gone = order.entries or table.match.path()[-order.count :]
        links = table.match.links
        return all(number < len(links) and links[number].seat == GM for number in gone)
    return order.explains


def shared(lines: Sequence[Written]) -> tuple[Written, ...]:
    """Give all GM lines of a message the first reason found in it, where they have none."""
    reason = next((line.reason for line in lines if line.reason), "")
    return tuple(line if line.reason else line.because(reason) for line in lines)


def with_reason(text: str, reason: str) -> str:
    """Add a reason, given afterwards, to GM lines; lines of other seats stay as they are."""
    said = " ".join(reason.split())
    found = []
    for line in text.splitlines():
        own = line.strip()
        prefixed = own[:3].lower() == "gm>" or own[:1].isdigit()
        whole = own if prefixed else f"gm> {own}"
        of_gm = whole[:3].lower() == "gm>"
        found.append(f"{whole} // {said}" if of_gm and "//" not in whole else whole)
    return "\n".join(found)
