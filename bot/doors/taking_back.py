"""Take back orders: find those meant by `undo L4's move`, `reset my orders`, `take back the last
three`, and undo all entries of an edited or deleted message, or none."""

import re
from collections.abc import Sequence
from itertools import groupby

from bot.match.reply import Reply
from bot.match.tree import LogEntry
from bot.referee.recent import RecentLine, of_turn
from bot.referee.service import OpenMatch, Referee, RefereeError
from grammar import Written
from rules.line.errors import Refusal
from rules.line.frozen import Frozen
from rules.line.orders import GM, Undo

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
BEGINNING = r"(?:please\s+|oops,?\s+|no,?\s+|wait,?\s+|sorry,?\s+)*"
END = r"(?:\s*,?\s*please)?[\s.!]*"
BACK = r"(?:undo|take\s+back|revert|withdraw|reset)"
RESET = re.compile(
    rf"{BEGINNING}(?:(?:reset|undo|take\s+back|scrap|withdraw)\s+(?:all\s+(?:of\s+)?)?my\s+"
    rf"(?:orders|turn|whole\s+turn)(?:\s+(?:of|for)\s+this\s+(?:turn|phase))?"
    rf"|reset\s+(?:the|this)\s+turn|start\s+my\s+turn\s+(?:over|again))(?:\s+back)?{END}",
    re.IGNORECASE,
)
EVERYTHING = re.compile(
    rf"{BEGINNING}(?:(?:undo|take\s+back|reset)\s+(?:everything|it\s+all|all)|take\s+everything\s+back)"
    rf"{END}",
    re.IGNORECASE,
)
COUNT = re.compile(
    rf"{BEGINNING}{BACK}\s+(?:(?:my|the)\s+)?(?:last\s+)?(?P<count>\d{{1,3}}|{'|'.join(NUMBERS)})"
    rf"(?:\s+(?:orders?|moves?|lines?|things?))?{END}",
    re.IGNORECASE,
)
LAST = re.compile(
    rf"{BEGINNING}(?:{BACK}\s+(?:that|this|it|(?:my|the|that)\s+(?:last|latest|previous)"
    rf"(?:\s+(?:order|move|line|one|thing|turn|action))?)"
    rf"|take\s+(?:that|this|it|(?:my|the|that)\s+last(?:\s+(?:order|move|line|one))?)\s+back)"
    rf"{END}",
    re.IGNORECASE,
)
ENTRY = re.compile(
    rf"{BEGINNING}(?:{BACK}\s+(?:order\s+)?#\s*(?P<one>\d{{1,6}})"
    rf"|take\s+#\s*(?P<two>\d{{1,6}})\s+back){END}",
    re.IGNORECASE,
)
UNIT = re.compile(
    rf"{BEGINNING}(?:{BACK}\s+(?:the\s+(?P<early>[a-z]+)\s+of\s+)?(?P<who>[a-z]{{1,12}}\d{{1,3}})"
    rf"|take\s+(?P<whom>[a-z]{{1,12}}\d{{1,3}}))(?:'?s?)"
    rf"(?:\s+(?:last\s+)?(?P<what>[a-z]+))?(?:\s+back)?{END}",
    re.IGNORECASE,
)
ANYTHING = ("order", "orders", "turn", "last", "action", "actions")
MEANS = {"shot": "attack", "fire": "attack", "fires": "attack", "shoots": "attack"}
"""Words that people use for an order, and the verb in its sentence."""


class TakingBackFound(Frozen):
    """The sentence of the law that was meant, or the reply that is given instead."""

    sentence: str = ""
    reply: Reply | None = None


def undo_meant(table: OpenMatch, seat: int, line: str) -> TakingBackFound | None:
    """Read a line that takes something back; None if it is any other line."""
    if seat == GM or len(line) > 100:
        return None
    line = " ".join(line.replace("\u2019", "'").split())
    if RESET.fullmatch(line):
        return _reset(table, seat)
    if EVERYTHING.fullmatch(line):
        found = _reset(table, seat)
        asked = Reply(problem="Take back all your orders of this turn?", offer=(found.sentence,))
        return TakingBackFound(reply=asked) if found.sentence else found
    if LAST.fullmatch(line):
        return TakingBackFound("undo")
    if counted := COUNT.fullmatch(line):
        word = counted["count"].lower()
        number = NUMBERS.index(word) + 1 if word in NUMBERS else int(word)
        return TakingBackFound("undo" if number == 1 else f"undo {number}")
    if entry := ENTRY.fullmatch(line):
        return TakingBackFound(f"undo #{int(entry['one'] or entry['two'])}")
    unit = UNIT.fullmatch(line)
    if unit is None or (unit["whom"] and not line.lower().rstrip(" .!").endswith("back")):
        return None
    who = unit["who"] or unit["whom"]
    known = {one.lower() for one in table.game.references(table.state, seat)}
    if who.lower() not in known and not any(who.lower() in one.named for one in own(table, seat)):
        return TakingBackFound(reply=nothing_of(who)) if "'s " in line else None
    return _of_unit(table, seat, who, (unit["early"] or unit["what"] or "").lower())


def nothing_of(who: str) -> Reply:
    """The reply that a unit has no order to take back."""
    label = who.upper() if who.islower() else who
    return Reply(problem=f"{label} has no order that could be taken back.")


def own(table: OpenMatch, seat: int) -> list[RecentLine]:
    """The orders of a seat in force, newest first, as far back as they are kept."""
    return [
        table.said[entry.number]
        for entry in reversed(table.match.live())
        if entry.seat == seat and entry.number in table.said
    ]


def _reset(table: OpenMatch, seat: int) -> TakingBackFound:
    """Undo all orders of the turn; if one cannot be undone, offer to undo those after it."""
    mine = of_turn(table.match.live(), seat)
    if not mine:
        return TakingBackFound(reply=Reply(problem="You have given no order in this turn."))
    free: list[int] = []
    live = table.match.live()
    for number in mine:
        try:
            if table.game.undoes(table.state, live, seat) != number:
                break
        except Refusal as refusal:
            if not free:
                return TakingBackFound(f"undo #{number}")
            why = f"{refusal.why[:1].upper()}{refusal.why[1:].rstrip('.')}."
            return TakingBackFound(reply=Reply(problem=why, offer=(_undo(free),)))
        free.append(number)
        live = [entry for entry in live if entry.number != number]
    return TakingBackFound(_undo(free) if free else f"undo #{mine[0]}")


def _undo(numbers: list[int]) -> str:
    return "undo" if len(numbers) == 1 else f"undo {len(numbers)}"


def _of_unit(table: OpenMatch, seat: int, who: str, what: str) -> TakingBackFound:
    """Undo the order of a unit in this turn, else its last one; list them if there are several."""
    mine = own(table, seat)
    about = [one for one in mine if one.is_about(who)]
    about = about or [one for one in mine if who.lower() in one.touched]
    verb = MEANS.get(what, what).rstrip("s")
    if verb and verb.rstrip("e") and what not in ANYTHING:
        about = [one for one in about if verb[:5] in one.sentence.lower()] or about
    if not about:
        return TakingBackFound(reply=nothing_of(who))
    turn = of_turn(table.match.live(), seat)
    now = [one for one in about if one.number in turn] or about[:1]
    if len(now) == 1 or what == "last":
        return TakingBackFound(f"undo #{now[0].number}")
    listed = ", ".join(f"#{one.number} {one.sentence}" for one in now[:5])
    options = tuple(f"undo #{one.number}" for one in now[:5])
    label = who.upper() if who.islower() else who
    return TakingBackFound(
        reply=Reply(problem=f"{label} has {len(now)} orders: {listed}.", options=options)
    )


class CannotTakeBack(RefereeError):
    """Raised if a message cannot be taken back; `offer` and `ask` of its `reply` say what can be
    done instead."""

    def __init__(self, why: str, seat: int, reply: Reply) -> None:
        super().__init__(why)
        self.seat = seat
        self.reply = reply


async def standing(referee: Referee, table: OpenMatch, key: str) -> list[LogEntry]:
    """The entries of a message that are still in force, oldest first."""
    live = {entry.number for entry in table.match.live()}
    made = await referee.store.entries_of(table.record.id, key, table.codec)
    return [entry for entry in made if entry.number in live]


async def check_newest_first(referee: Referee, table: OpenMatch, entries: list[LogEntry]) -> None:
    """Check that entries of several seats can be undone, newest first.

    Raises `RefereeError`, naming the entry that cannot be undone and why.
    """
    live = table.match.live()
    for entry in reversed(entries):
        number = live[-1].number
        if entry.seat != GM:
            state = await referee.state_at(table, number)
            try:
                number = table.game.undoes(state, live, entry.seat)
            except Refusal as refusal:
                why = f"{refusal.why} ({refusal.rule})"
                raise RefereeError(f"#{entry.number} stands: {why}") from refusal
        if number != entry.number:
            raise RefereeError(f"#{entry.number} stands: #{number} came after it")
        live = [one for one in live if one.number < number]


def undo_of(table: OpenMatch, seat: int, numbers: Sequence[int]) -> Undo:
    """The order that takes these entries back: `undo N` if they are the newest, else by number."""
    last = [entry.number for entry in table.match.live()][-len(numbers) :]
    if last == list(numbers):
        return Undo(len(numbers))
    own = [entry.number for entry in table.match.live() if entry.seat == seat]
    if seat != GM and own[-len(numbers) :] == list(numbers) and _reaches(table, seat, own[-1]):
        return Undo(len(numbers))
    return Undo(entries=tuple(numbers))


def _reaches(table: OpenMatch, seat: int, number: int) -> bool:
    """Would `undo` take back this entry now?  (If seats act at the same time, others may have
    acted since.)"""
    try:
        return table.game.undoes(table.state, table.match.live(), seat) == number
    except Refusal:
        return False


async def withdraw(
    referee: Referee, table: OpenMatch, entries: list[LogEntry], key: str, user: str
) -> tuple[int, ...]:
    """Take these entries back, all or none; the caller must hold the lock of the match.

    Returns their numbers.  Raises `CannotTakeBack`, naming the entry that cannot be undone and why.
    """
    groups = [(seat, list(own)) for seat, own in groupby(entries[::-1], lambda one: one.seat)]
    if len(groups) > 1:
        await check_newest_first(referee, table, entries)
    for seat, newest_first in groups:
        numbers = sorted(one.number for one in newest_first)
        order = undo_of(table, seat, numbers)
        text, source = str(order), f"{key}-{numbers[-1]}"
        lines = (Written(text, (order,)),)
        reply = await referee.submit(
            table, seat, text, user=user, source=source, lines=lines, locked=True
        )
        if not reply.ok:
            why = reply.problem or " ".join(f"{one.why} ({one.rule})" for one in reply.refused)
            named = f"#{numbers[-1]} stands: " if f"#{numbers[-1]} " not in f"{why} " else ""
            raise CannotTakeBack(f"{named}{why}", seat, reply)
    return tuple(entry.number for entry in entries)
