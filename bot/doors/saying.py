"""What goes in and out at the doors: texts and the seats that their lines are for; answers, their
marks and offers."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal
from zlib import crc32

from bot.doors.confirming import REASON, Question, moment_mark
from bot.doors.freely import Meant, meant
from bot.doors.taking_back import CannotTakeBack
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
"""Doors where everybody reads the answer."""

PREFIX = re.compile(r"\s*(?:(gm)|([0-9]{1,2}))[>|] ?(.*)", re.IGNORECASE)
CHOSEN = re.compile(r"\s*(#[0-9]{1,9}):\s*(.*)", re.DOTALL)
MENTION = re.compile(r"<@!?[0-9]{1,20}>[,:]?")
MOST_CHARACTERS = 10_000


class IncomingText(Frozen):
    """A text as it came in: who wrote it, where, through which door.

    `key` identifies its message or interaction; the same key has no second effect.  `match` is set
    if the match was chosen; `late` texts waited while the bot was away; `sure`: do not ask before
    filing; `offer` is the id of the offer that this text answers.
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
        """The text without mentions, with single spaces between words."""
        return spaced(MENTION.sub(" ", self.text))


class Run(Frozen):
    """Consecutive lines of one seat; `addressed`: said to the referee, not into the room.

    `said` is what the lines mean, once they are read.
    """

    seat: int
    text: str
    addressed: bool = True
    said: Meant | None = None

    def lines(self, after: "Run") -> list[str]:
        """Its lines, to be sent again below those of the run `after`; with a prefix if that is of
        another seat."""
        return self.text.splitlines() if after.seat == self.seat else prefixed(self)

    @property
    def door(self) -> Literal["chat", "mention"]:
        """The door by whose standards the run is read."""
        return "mention" if self.addressed else "chat"


def runs_of(table: OpenMatch, heard: IncomingText) -> list[Run]:
    """Split a text into runs by seat.

    In plain chat only players and the GM of the match are heard, and a line without a prefix
    belongs to its author's only seat or to nobody.  Raises `RefereeError` if an addressed line does
    not say which of several seats it is for.
    """
    text = MENTION.sub(" ", heard.text)
    caller = heard.caller
    in_room = heard.door in ("chat", "menu")
    if in_room and not (is_player(table, caller) or is_gm(table, caller)):
        return []
    if heard.door == "chat" and table.is_over:
        return []
    return _by_seat(table, caller, text.splitlines(), heard.door != "chat")


def _by_seat(table: OpenMatch, caller: Caller, lines: Sequence[str], addressed: bool) -> list[Run]:
    """Group lines by the seat of their prefix (`2> ...`), or without one by the only seat held."""
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
    """Is it a line of one word (`done`, `ready`, `resign`)?  Those are easily said by accident."""
    return len(re.findall(r"[^\W_]+", line)) < 2


def prefixed(run: Run) -> list[str]:
    """The lines of a run, each with the prefix of its seat."""
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
    """Sentences that a seat may file with one press, one button for each of the `options`.

    `moment` marks where the match stands; afterwards the offer has expired.  `instead`: the options
    are alternatives to what was refused, shown on the buttons only.
    """

    match: int
    seat: int
    options: tuple[str, ...]
    moment: str
    instead: bool = False
    asks: bool = False
    """It is a question that may be answered with no."""
    plea: str = ""
    """What the others or the GM may be asked for (`undo #52`)."""
    said: str = ""
    """The typed text that the offer interprets; empty if it interprets none."""
    after: int = 0
    """The number of the last entry when it was offered."""

    @property
    def mark(self) -> str:
        """A short id of the options."""
        return mark_of(self.options)


def mark_of(options: Sequence[str]) -> str:
    """A short id of some sentences."""
    return f"{crc32(chr(10).join(options).encode()):08x}"


def offer_of(table: OpenMatch, replies: Sequence[tuple[Run, Reply]]) -> Offer | None:
    """The offer of the last reply, if any."""
    if not replies:
        return None
    run, reply = replies[-1]
    read = run.said is not None and run.said.reply is not None
    return offered_by(table, run.seat, reply, run.text if read else "")


def offered_by(table: OpenMatch, seat: int, reply: Reply, said: str = "") -> Offer | None:
    """The offer or plea of a reply to a seat, if any; `said` is the text that it interprets."""
    options = ("\n".join(reply.offer),) if reply.offer else reply.options
    if not options and not reply.ask:
        return None
    options = options[:MOST_OPTIONS]
    moment, after = moment_mark(table, seat), table.match.head
    return Offer(table.record.id, seat, options, moment, plea=reply.ask, said=said, after=after)


def instead_of(table: OpenMatch, run: Run, options: tuple[str, ...]) -> Offer | None:
    """An offer of alternatives to what was refused, if there are any."""
    if not options:
        return None
    moment = moment_mark(table, run.seat)
    return Offer(table.record.id, run.seat, options, moment, instead=True)


def is_talk(table: OpenMatch, run: Run) -> bool:
    """Is nothing in the run surely an order?"""
    return meant(table, run.seat, run.text, run.door).silent


def is_quiet(table: OpenMatch, run: Run) -> bool:
    """May the run be an order although it is answered with silence?"""
    return meant(table, run.seat, run.text, run.door).quiet


def would_run(table: OpenMatch, run: Run) -> bool:
    """Would the run be filed if it were addressed to the referee?"""
    return meant(table, run.seat, run.text, "mention").reply is None


def proposed(table: OpenMatch, run: Run) -> Reply:
    """The reply to a run if it were addressed to the referee; orders become an offer."""
    said = meant(table, run.seat, run.text, "mention")
    if said.reply is not None:
        return said.reply
    return Reply(offer=tuple(line for line in said.text.split("\n") if line.strip()))


def orderly(table: OpenMatch, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines among those passed over that name something on the table."""
    names = {one.lower() for one in table.game.references(table.state, None)}
    return tuple(line for line in lines if names & set(line.lower().split()))


def with_rest(table: OpenMatch, reply: Reply, said: Meant) -> Reply:
    """Add to a reply what else stood in the message: talk that names something on the table, and
    lines that were not read."""
    return replace(
        reply,
        passed_over=orderly(table, said.passed_over),
        unrun=(*reply.unrun, *said.beside),
        problem=reply.problem or said.why,
    )


Mark = Literal["filed", "asked", "refused", "back"]
"""What became of a message, shown as a reaction on it."""


class Answer(Frozen):
    """The answer to a message: `text` is for its author, `public` what everybody may read of it.

    `secret`: the text is not for everybody; `done`: something was filed or taken back; `ask`: the
    question before the next order is filed; `offer`: what may have been meant, or be ordered
    instead; `marks`: what became of the message; `about`: lines that were refused or asked about.
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
    """It answers a question: nothing was ordered, so the message gets no mark."""
    card: str = ""
    """The title of the card that it shows."""
    replies: tuple[Reply, ...] = ()
    """The replies to the runs of the message."""
    declined: str = ""
    """The id of the offer that was declined."""

    @property
    def marked(self) -> tuple[Mark, ...]:
        """The marks of the message; if it has none but an answer, one derived from that."""
        if self.marks or self.told or not (self.text or self.public):
            return self.marks
        return ("filed",) if self.done else ("asked",) if self.ask or self.offer else ("refused",)


SILENCE = Answer()


def quiet_answer(table: OpenMatch) -> Answer:
    """The answer to a line of plain chat that may be an order: a mark on it, and no text."""
    return Answer(table=table, marks=("asked",))


BY_GM = "given by the GM"
"""The reason on an order that the GM gives for a seat."""


def marks_of(replies: Sequence[tuple[Run, Reply]], ask: Question | None) -> tuple[Mark, ...]:
    """The marks of a message: filed, asked, refused, or several if it went through in part."""
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
    """The lines that did not go through; a corrected line begins with the same word as one of
    them."""
    return (*(one.line for one in reply.faults), *reply.offer, *reply.options)


def without_accepted(reply: Reply) -> Reply:
    """A reply without what the status post shows: only the refusals, also those within accepted
    lines."""
    return replace(reply, accepted=(), refused=(*reply.parts_refused, *reply.refused))


def given_by_gm(lines: tuple[Written, ...]) -> tuple[Written, ...]:
    """Mark the lines of a seat as given by the GM."""
    marks = [f"{line.reason}; {BY_GM}" if line.reason else BY_GM for line in lines]
    return tuple(replace(line, reason=mark) for line, mark in zip(lines, marks, strict=True))


def kept(table: OpenMatch | Answer | None, stands: CannotTakeBack) -> Answer:
    """The answer if an edited or deleted message cannot be taken back: why, and what to do."""
    text = f"{plain(str(stands))}."
    if stands.reply.ask:
        text += f" `{stands.reply.ask}` asks the others or the GM for it."
    if not isinstance(table, OpenMatch):
        return Answer(text, text)
    offer = offered_by(table, stands.seat, stands.reply)
    return Answer(text, text, table=table, offer=offer, marks=("refused",))
