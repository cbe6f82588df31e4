"""Leave, show, use and end plans (by hand, in the player's turn, at a missed deadline); they are
checked in the background whenever their match moves."""

import logging
import re
from collections.abc import Callable

from bot.history.secrets import is_kept_from
from bot.plans import telling
from bot.plans.carrying import Carried, Carrying, surprise
from bot.plans.filing import PlanFiling, check_plans
from bot.plans.plan import Plan, PlanNotes, plan_of
from bot.posts.turns import ends_turn
from bot.posts.workers import Workers, by_and_by
from bot.referee.beside import READERS
from bot.referee.clock import clock_of
from bot.referee.gate import LOCAL, PLAYING, is_locked, status
from bot.referee.news import MatchChanged
from bot.referee.open_match import needed
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.store import PlanStore, Post, StoreError
from bot.store.leases import AGAIN
from rules.display.view import Form
from rules.line.frozen import Frozen

ASKED = re.compile(r"\s*plan\b\s*(?P<colon>:)?\s*(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
log = logging.getLogger("referee.plans")

MOST_USES = 12
"""How often plans are used in a row (phase after phase) before somebody else must act."""

DEADLINE = "a deadline was missed"
TURN = "it is your turn"
BY_HAND = "you said so"


class Use(Frozen):
    """An automatic use or end of a plan: the seat and account, and what they are told."""

    seat: int
    user: str
    text: str


def asked_of(text: str) -> str | None:
    """What follows the word `plan` at the beginning of a text; None if it begins otherwise."""
    found = ASKED.fullmatch(text)
    return None if found is None else found["rest"].strip()


class PlanRoom:
    """The plans of all matches; answers are for a chat (`markdown`) or a terminal (`text`)."""

    def __init__(self, referee: Referee, form: Form = "markdown") -> None:
        self.referee = referee
        self.form: Form = form
        self.plans = PlanStore(referee.store.database)
        self.filing = PlanFiling(referee)
        self._looked: dict[tuple[int, int], int] = {}

    # --- what players say -----------------------------------------------------------------------

    async def answer(self, table: OpenMatch, user: str, seat: int, words: str) -> str:
        """Answer `plan WORDS` of a seat; without words, show the plan.  Raises `RefereeError`."""
        word = " ".join(words.lower().split()).rstrip(".!?")
        if word in ("help", "how"):
            return telling.how_to_plan(table, seat)
        plan = await self.of(table, user, seat)
        if word in ("", "show", "on", "off", "now", "clear", "drop", "none") and plan is None:
            check_plans(table)
            return telling.none_text(table, seat, self.form)
        if plan is None or word not in ("", "show", "on", "off", "now", "clear", "drop", "none"):
            return await self.leave(table, user, seat, words)
        if word in ("clear", "drop", "none"):
            async with table.lock:
                await self.plans.keep(Plan(table.record.id, seat, user, "").row)
            return f"Your plan for {table.name_of(seat)} is cleared."
        if word in ("on", "off"):
            async with table.lock:
                plan = await self.switched(table, await self.as_kept(table, plan), word == "on")
            return await self.shown(table, plan)
        if word == "now":
            return await self.use_now(table, plan)
        return await self.shown(table, plan)

    async def of(self, table: OpenMatch, user: str, seat: int) -> Plan | None:
        """The plan that an account has left for a seat; None if there is none."""
        row = await self.plans.of_seat(table.record.id, seat, user)
        return None if row is None else plan_of(row)

    async def leave(self, table: OpenMatch, user: str, seat: int, text: str) -> str:
        """Store a plan in place of the one before, if every line of it is fine.  Raises
        `RefereeError`."""
        checked = await READERS.make(self.filing.check, table, seat, text)
        if checked.wrong:
            return telling.wrong_text(checked, self.form)
        async with table.lock:
            old = await self.of(table, user, seat)
            noted = PlanNotes(table.match.head, ran=table.last)
            if old is not None and not old.noted.ended:
                noted = PlanNotes(noted.since, at_once=old.noted.at_once, ran=noted.ran)
            plan = Plan(table.record.id, seat, user, checked.text, noted)
            await self.plans.keep(plan.row)
        return await self.shown(table, plan)

    async def as_kept(self, table: OpenMatch, plan: Plan) -> Plan:
        """Read a plan again under the lock of the match: it may have been used meanwhile.  Raises
        `RefereeError` if it was cleared."""
        kept = await self.of(table, plan.user, plan.seat)
        return needed(kept, "this plan has been cleared meanwhile")

    async def shown(self, table: OpenMatch, plan: Plan) -> str:
        """The text that shows a plan as it stands."""
        trial = not await is_kept_from(self.referee, table, plan.seat)
        before = await self.referee.state_at(table, plan.noted.since)
        lines = await READERS.make(self.filing.read_back, table, plan, before, trial)
        notes = [] if trial else [telling.SECRET]
        if clock_of(table) is None and not plan.noted.at_once and not plan.noted.ended:
            notes.append(telling.NO_CLOCK)
        return telling.standing_text(table, plan, lines, self.form, notes)

    async def switched(self, table: OpenMatch, plan: Plan, at_once: bool) -> Plan:
        """Set whether a plan is used as soon as it is the seat's turn, or only at a missed
        deadline.  Raises `RefereeError` if it has ended."""
        if plan.noted.ended:
            raise RefereeError(f"this plan has ended ({plan.noted.ended}): leave it anew")
        plan = plan.but(at_once=at_once, ran=table.last)
        await self.plans.keep(plan.row)
        return plan

    async def use_now(self, table: OpenMatch, plan: Plan) -> str:
        """Use a plan once by hand, in the seat's turn.  Raises `RefereeError`."""
        async with table.lock:
            plan = await self.as_kept(table, plan)
            if plan.noted.ended:
                raise RefereeError(f"this plan has ended ({plan.noted.ended}): leave it anew")
            check_used(table, plan.seat)
            last = table.last
            came = await self.carried(table, plan, key_of(plan, last))
        if came.filed:
            self.referee.news.tell(MatchChanged(table))
        return telling.used_text(table, came, BY_HAND, self.form)

    # --- use ------------------------------------------------------------------------------------

    async def carried(self, table: OpenMatch, plan: Plan, key: str, why: str = "") -> Carried:
        """Use a plan once, store its notes and, if there is a `why`, a message to its player in the
        same transaction.  The caller must hold the lock of the match."""
        came = await Carrying(self.referee, table, plan, key).carry_out()
        last = table.last
        kept = came.plan.but(ran=last, used=key, filed=len(came.filed))
        came = Carried(kept, came.filed, came.left)
        told = (
            telling.used_text(table, came, why, "markdown") if why and worth_telling(came) else ""
        )
        posts = (Post(last, 0, f"seat {plan.seat}", told),) if told else ()
        await self.plans.keep(kept.row, posts)
        return came

    async def at_deadline(self, table: OpenMatch, user: str, seat: int, key: str) -> bool:
        """Use the plan of an account that missed a deadline; return whether anything was filed.

        The caller must hold the lock of the match.
        """
        plan = await self.of(table, user, seat)
        if plan is None:
            return False
        if plan.noted.used == key:
            return bool(plan.noted.filed)
        if plan.noted.ended:
            return False
        return bool((await self.carried(table, plan, key, DEADLINE)).filed)

    async def follow(self, table: OpenMatch, letters: bool = False) -> list[Use]:
        """After a match moved: end plans at the surprises that they name, and use those that are
        due in the turn that began.

        Returns what the players are to be told; `letters`: also write it to them, in the
        transaction that stores the plan's notes.
        """
        if not table.game.plans:
            return []
        found: list[Use] = []
        for _ in range(MOST_USES):
            rows = await self.plans.of_match(table.record.id)
            uses = [use for row in rows for use in await self.look(table, plan_of(row), letters)]
            found += uses
            if not uses:
                break
        return found

    async def look(self, table: OpenMatch, plan: Plan, letters: bool = False) -> list[Use]:
        """Check one plan after the entries filed since it was last checked; see `follow`."""
        key = plan.match_id, plan.seat
        last = table.last
        here = plan.user == LOCAL.user or table.holds(plan.user, plan.seat)
        if plan.noted.ended or not here:
            return []
        since = max(self._looked.get(key, 0), plan.noted.since)
        path = (*table.match.path(), table.match.head)
        new = {number for number in path if number > since}
        ended = await self.surprised(table, plan, sorted(new))
        if ended is not None:
            text = telling.ended_text(table, ended, self.form)
            posts = (Post(last, 0, f"seat {plan.seat}", text),) if letters else ()
            async with table.lock:
                if not await self.stands(table, plan):
                    return []
                await self.plans.keep(ended.row, posts)
            return [Use(plan.seat, plan.user, text)]
        self._looked[key] = last
        if not plan.noted.at_once or not may_be_used(table):
            return []
        begun = await self.begun(table, plan)
        if begun is None:
            return []
        async with table.lock:
            if not await self.stands(table, plan) or not may_be_used(table):
                return []
            why = TURN if letters else ""
            came = await self.carried(table, plan, key_of(plan, begun), why)
        if came.filed:
            self.referee.news.tell(MatchChanged(table))
        if not worth_telling(came):
            return []
        return [Use(plan.seat, plan.user, telling.used_text(table, came, TURN, self.form))]

    async def stands(self, table: OpenMatch, plan: Plan) -> bool:
        """Is a plan still stored as it was read before waiting for the lock of the match?"""
        return await self.of(table, plan.user, plan.seat) == plan

    async def surprised(self, table: OpenMatch, plan: Plan, numbers: list[int]) -> Plan | None:
        """The plan as ended by the first surprise in these entries; None if there was none."""
        if not any(line.sort == "stop" for line in plan.lines):
            return None
        before = await self.referee.state_at(table, plan.noted.since)
        for number in numbers:
            state = await self.referee.state_at(table, number)
            fact = surprise(table, plan, state, before)
            if fact:
                return plan.but(ended=fact, ended_at=number)
        return None

    async def begun(self, table: OpenMatch, plan: Plan) -> int | None:
        """The entry that began the current turn of the seat, if the plan was not used in it yet;
        else None.  (A use that was interrupted goes on under the same key.)

        None where several seats act at the same time: a plan is used there only at a missed
        deadline, since an instant order would show the others that nobody is at the keyboard.
        """
        match, seat, game = table.match, plan.seat, table.game
        if game.awaits(match.state) != (seat,):
            return None
        path = [one for one in match.path() if one > plan.noted.ran]
        for entry in reversed(await self.referee.entries(table, sorted(path))):
            before = await self.referee.state_at(table, entry.parent)
            if ends_turn(entry) or seat not in game.awaits(before):
                return entry.number
        return None


def key_of(plan: Plan, number: int) -> str:
    """The key under which a plan files its orders after an entry, except at a missed deadline."""
    return f"p{plan.seat}.{number}.{plan.noted.since}o"


def worth_telling(came: Carried) -> bool:
    """Did a use file something, end the plan, or have something refused?"""
    refused = any(one.refused for one in came.left)
    return bool(came.filed or came.plan.noted.ended or refused)


def may_be_used(table: OpenMatch) -> bool:
    """Are orders taken in this match now?"""
    return status(table) == PLAYING and not is_locked(table)


def check_used(table: OpenMatch, seat: int) -> None:
    """Check that a plan of a seat can be used now.  Raises `RefereeError`."""
    if not may_be_used(table):
        raise RefereeError("no orders can be given in this match now")
    if seat not in table.awaited:
        raise RefereeError("it is not your turn; the plan is used when it is (plan on)")


class Watching:
    """Checks the plans of matches that moved, in the background; a player whose plan was used or
    ended gets a message, and the match is announced as changed."""

    def __init__(self, room: PlanRoom) -> None:
        self.room = room
        self._workers = Workers(self._look)

    def wake(self, table: OpenMatch) -> None:
        """Have the plans of a changed match checked.  Returns at once."""
        self._workers.wake(table.record.id)

    async def wake_all(self, ours: Callable[[str], bool] = lambda _: True) -> None:
        """At the start of the bot, have all matches with plans checked, on servers that are
        `ours`."""
        numbers = await self.room.plans.matches()
        guilds = await self.room.referee.mail.guilds(numbers)
        own = [number for number in numbers if ours(guilds.get(number, ""))]
        await by_and_by(own, self._workers.wake)

    async def close(self) -> None:
        """Finish the checks that are running; those still queued are made at the next start."""
        await self._workers.close()

    async def _look(self, number: int) -> float | None:
        """Use the plans of a match that are due; a number of seconds means: try again then."""
        await self.room.referee.calm.wait()
        try:
            async with self.room.referee.leases.held("plans", number) as taken:
                if taken == "no":
                    return AGAIN
                table = await self.room.referee.open(f"#{number}")
                if await self.room.follow(table, letters=True):
                    self.room.referee.news.tell(MatchChanged(table))
        except RefereeError as problem:
            log.info("match %d: its plans were not looked at: %s", number, problem)
        except StoreError:  # the worker tries again
            raise
        except Exception:
            log.exception("match %d: its plans could not be looked at", number)
        return None
