"""What is said at the doors: which lines of a text are orders, and for which seat; and what they
answer: the texts, what became of a message, what was perhaps meant and may be pressed."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal
from zlib import crc32

from bot.doors.confirming import REASON, Question, moment_mark
from bot.doors.freely import Meant, meant
from bot.doors.taking_back import Stands
from bot.match.reply import Reply
from bot.referee.gate import Caller, is_gm, is_player
from bot.referee.service import OpenMatch, RefereeError
from bot.render.wording import plain
from grammar import Written
from grammar.lines import spaced
from rules.line.frozen import Frozen
from rules.line.orders import GM

Door = Literal["chat", "mention", "reply", "dm", "menu", "command"]

PUBLIC: tuple[Door, ...] = ("chat", "mention", "reply")
"""Through these doors the answer is read by everybody."""

PREFIX = re.compile(r"\s*(?:(gm)|([0-9]{1,2}))[>|] ?(.*)", re.IGNORECASE)
CHOSEN = re.compile(r"\s*(#[0-9]{1,9}):\s*(.*)", re.DOTALL)
MENTION = re.compile(r"<@!?[0-9]{1,20}>[,:]?")
MOST_CHARACTERS = 10_000


class Heard(Frozen):
    """A text as it came in: who wrote it, where, through which door.

    `key` is its message or interaction; the same key has no second effect.  `match` is set where
    the match was chosen; `late` texts waited while the bot was away; who is `sure` is not asked;
    `offer` is the id of what was offered, where this answers it.
    """

    key: str
    caller: Caller
    channel: str
    text: str
    door: Door
    match: str | None = None
    late: bool = False
    sure: bool = False
    offer: str = ""

    @property
    def spoken(self) -> str:
        """The text without who is addressed, with one blank between words."""
        return spaced(MENTION.sub(" ", self.text))


class Run(Frozen):
    """Consecutive lines of one seat; `addressed`: said to the referee, not into the room.

    `said` is what they mean, once that is known.
    """

    seat: int
    text: str
    addressed: bool = True
    said: Meant | None = None

    def lines(self, after: "Run") -> list[str]:
        """Its lines, to be sent again below those of another run."""
        return self.text.splitlines() if after.seat == self.seat else prefixed(self)

    @property
    def door(self) -> Literal["chat", "mention"]:
        """How its words are weighed."""
        return "mention" if self.addressed else "chat"


def runs_of(table: OpenMatch, heard: Heard) -> list[Run]:
    """What was said, by seat.  In plain chat only players of the match are listened to, and what
    does not say whose it is belongs to their only seat or to nobody."""
    text = MENTION.sub(" ", heard.text)
    caller = heard.caller
    in_room = heard.door in ("chat", "menu")
    if in_room and not (is_player(table, caller) or is_gm(table, caller)):
        return []
    if heard.door == "chat" and table.is_over:
        return []
    return _by_seat(table, caller, text.splitlines(), heard.door != "chat")


def _by_seat(table: OpenMatch, caller: Caller, lines: Sequence[str], addressed: bool) -> list[Run]:
    """Lines grouped by the seat that their prefix names; without one, by one's only seat."""
    runs: list[Run] = []
    seat = _only_seat(table, caller)
    if not addressed and not is_player(table, caller):
        seat = None
    for line in lines:
        found = PREFIX.fullmatch(line)
        if found is not None:
            seat, addressed = GM if found[1] else int(found[2]), True
            line = found[3]
        if not line.strip():
            continue
        if seat is None:
            if not addressed:
                continue
            raise RefereeError(_which_seat(table, caller))
        if runs and (runs[-1].seat, runs[-1].addressed) == (seat, addressed):
            runs[-1] = Run(seat, f"{runs[-1].text}\n{line}", addressed)
        else:
            runs.append(Run(seat, line, addressed))
    return runs


def _only_seat(table: OpenMatch, caller: Caller) -> int | None:
    held = table.plays(caller.user)
    if len(held) == 1:
        return held[0]
    return GM if not held and is_gm(table, caller) else None


def is_one_word(line: str) -> bool:
    """`done`, `ready`, `resign`: too easily said by accident."""
    return len(re.findall(r"[^\W_]+", line)) < 2


def prefixed(run: Run) -> list[str]:
    """The lines of a run, each saying whose it is."""
    who = f"{run.seat}>" if run.seat else "gm>"
    return [f"{who} {line}" for line in run.text.splitlines()]


def _which_seat(table: OpenMatch, caller: Caller) -> str:
    held = sorted(set(table.seats_of(caller.user)))
    if not held:
        return "you hold no seat in this match: /match join"
    forms = " or ".join(f"{seat}> ..." if seat else "gm> ..." for seat in held)
    names = ", ".join(table.name_of(seat) for seat in held)
    return f"you hold {names}: begin each line with its seat, {forms}"


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


Mark = Literal["filed", "asked", "refused", "back"]
"""What became of a message: a reaction on it says so."""


class Answer(Frozen):
    """What to say.  `text` is for whoever asked; `public` is what everybody may read of it.

    `done` says that something happened; `ask` is what is asked before the next word is filed;
    `offer` is what was perhaps meant, or could be ordered instead; `marks` is what became of the
    message; `about` are the lines that were refused or asked about.
    """

    text: str = ""
    public: str = ""
    secret: bool = False
    done: bool = False
    table: OpenMatch | None = None
    ask: Question | None = None
    offer: Offer | None = None
    marks: tuple[Mark, ...] = ()
    about: tuple[str, ...] = ()
    told: bool = False
    """It answers a question: nothing became of the message, so it has no sign."""
    card: str = ""
    """The title of the card that it shows."""
    replies: tuple[Reply, ...] = ()
    """What came of each run of lines of the message, as values."""
    declined: str = ""
    """The id of the offer to which it was said no."""

    @property
    def marked(self) -> tuple[Mark, ...]:
        """What became of the message, also where a sentence alone says that nothing did."""
        if self.marks or self.told or not (self.text or self.public):
            return self.marks
        return ("filed",) if self.done else ("asked",) if self.ask or self.offer else ("refused",)


SILENCE = Answer()


def quiet_answer(table: OpenMatch) -> Answer:
    """A line in plain chat that may be an order: its sign says so, and nothing is said aloud."""
    return Answer(table=table, marks=("asked",))


BY_GM = "given by the GM"
"""The reason of an order that the GM hands in for a seat."""


def marks_of(replies: Sequence[tuple[Run, Reply]], ask: Question | None) -> tuple[Mark, ...]:
    """Filed, asked about, refused: of a message that went through in part all that is so."""
    found: list[Mark] = []
    for _, reply in replies:
        found += ["filed"] if reply.accepted or reply.untaken else []
        asked = reply.offer or reply.options or reply.ask == REASON
        found += ["asked"] if asked else []
        wrong = reply.refused or reply.unreadable or (reply.problem and not asked)
        found += ["refused"] if reply.parts_refused or wrong else []
    found += ["asked"] if ask is not None else []
    return tuple(dict.fromkeys(found))


def lines_about(reply: Reply) -> tuple[str, ...]:
    """The lines that did not go through: what mends them begins with the same word."""
    return (*(one.line for one in reply.faults), *reply.offer, *reply.options)


def without_accepted(reply: Reply) -> Reply:
    """What is not on the status post: the refusals, also those inside accepted lines."""
    return replace(reply, accepted=(), refused=(*reply.parts_refused, *reply.refused))


def given_by_gm(lines: tuple[Written, ...]) -> tuple[Written, ...]:
    """The lines of a seat that the GM hands in, marked as such."""
    marks = [f"{line.reason}; {BY_GM}" if line.reason else BY_GM for line in lines]
    return tuple(replace(line, reason=mark) for line, mark in zip(lines, marks, strict=True))


def kept(table: OpenMatch | Answer | None, stands: Stands) -> Answer:
    """A message that stands though it was edited or deleted: why, and what can be done."""
    text = f"{plain(str(stands))}."
    if stands.reply.ask:
        text += f" `{stands.reply.ask}` asks the others or the GM for it."
    if not isinstance(table, OpenMatch):
        return Answer(text, text)
    offer = offered_by(table, stands.seat, stands.reply)
    return Answer(text, text, table=table, offer=offer, marks=("refused",))
