"""Carry out a plan line by line; each order is filed like any other, under a key of the plan."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.match.reply import Accepted, Reply
from bot.plans.filing import is_repeated, sentences_of
from bot.plans.plan import Plan
from bot.plans.standing import actors_of, is_time, own_of, task_of
from bot.posts.turns import ends_turn
from bot.reading.conditions import holds
from bot.referee.service import OpenMatch, Referee
from grammar.plans import PlanLine
from rules.border.plans import choose
from rules.line.frozen import Frozen
from rules.line.work import Budget, Spent

MOST_ORDERS = 60
"""The most orders that one use of a plan files."""

CHOOSING = 200_000
"""Steps of work for finding what units do by standing orders in one use of a plan."""

UNCHOSEN = "what the others are to do takes too much reckoning: name fewer of them"


class Left(Frozen):
    """A line that was left out in whole or in part, and why; not `refused`: it waits."""

    line: str
    why: str
    refused: bool = True


class Carried(Frozen):
    """The result of using a plan once: the plan afterwards, what was filed, what was left out."""

    plan: Plan
    filed: tuple[Accepted, ...] = ()
    left: tuple[Left, ...] = ()


class Carrying:
    """One use of a plan; the caller must hold the lock of the match."""

    def __init__(self, referee: Referee, table: OpenMatch, plan: Plan, key: str) -> None:
        self.referee = referee
        self.table = table
        self.plan = plan
        self.key = key
        self.filed: list[Accepted] = []
        self.left: list[Left] = []
        self.number = 0
        self.choosing = Budget(CHOOSING)
        self.before: Any = None
        self.over = False

    async def carry_out(self) -> Carried:
        """Carry out line after line, until the turn is over or a surprise that the player named
        ends the plan."""
        self.before = await self.referee.state_at(self.table, self.plan.noted.since)
        held = False
        for index, line in enumerate(self.plan.lines):
            if self.is_ended() or not self.is_awaited():
                break
            if index in self.plan.noted.done or not line.order:
                held = held if line.order else False
                continue
            if line.otherwise:
                wanted, held = not held, False
                waits = "the line before it was used"
            else:
                wanted, waits = self.wanted(line)
                held = wanted and line.condition is not None
            if not wanted:
                self.left.append(Left(line.text, waits, refused=False))
                continue
            came = await self.line(line)
            if came and not is_repeated(self.referee, self.table, self.plan.seat, line):
                done = (*self.plan.noted.done, index)
                self.plan = self.plan.but(done=done)
        self.is_ended()
        return Carried(self.plan, tuple(self.filed), tuple(self.left))

    def is_awaited(self) -> bool:
        """Is it still the turn of the seat in which this use began?"""
        return not self.over and self.plan.seat in self.table.awaited

    def is_ended(self) -> bool:
        """Has a surprise ended the plan?  If one has come just now, note it."""
        if not self.plan.noted.ended:
            fact = surprise(self.table, self.plan, self.table.state, self.before)
            if fact:
                self.plan = self.plan.but(ended=fact, ended_at=self.table.match.head)
        return bool(self.plan.noted.ended)

    def wanted(self, line: PlanLine) -> tuple[bool, str]:
        """Does the condition of a line hold now, and if not, why is the line left out?"""
        if line.condition is None:
            return True, ""
        table, seat = self.table, self.plan.seat
        state = table.state
        actors = actors_of(table, seat, line, state)
        fact = holds(table.game, state, seat, line.condition, self.before, actors)
        return bool(fact), "" if fact else "it is not so now"

    async def line(self, line: PlanLine) -> bool:
        """File the orders of a line as they are now; return whether any was accepted."""
        table, seat, count = self.table, self.plan.seat, len(self.filed)
        if line.standing is None:
            texts = sentences_of(self.referee, table, seat, line.order)
            reply = await self.file("\n".join(texts))
            if why := refusal_of(reply):
                self.left.append(Left(line.text, why))
            return len(self.filed) > count
        refused = ""
        try:
            for sentence in self.standing(line):
                reply = await self.file(sentence)
                refused = refused or refusal_of(reply)
                if self.number > MOST_ORDERS or not self.is_awaited() or self.is_ended():
                    break
        except Spent as spent:
            if spent.budget is not self.choosing:
                raise
            refused = UNCHOSEN
            if len(self.filed) > count:
                self.left.append(Left(line.text, refused))
        if len(self.filed) == count:
            refs = own_of(table, seat, line.standing.who, table.state)
            time = is_time(table, seat, line.standing, refs)
            why = refused or ("nobody can do that now" if time else "not now, or not any more")
            self.left.append(Left(line.text, why, refused=bool(refused)))
        return len(self.filed) > count

    def standing(self, line: PlanLine) -> Iterator[str]:
        """Yield the order of each unit of a standing order, found only when its turn comes, since
        the unit before may have changed the state."""
        assert line.standing is not None
        table, seat = self.table, self.plan.seat
        game: Any = table.game
        for ref in own_of(table, seat, line.standing.who, table.state):
            state = table.state
            task = task_of(table, seat, line.standing, state)
            with self.choosing:
                deed = choose(game.plans, state, seat, ref, task)
            if deed is not None:
                yield str(deed.order)

    async def file(self, text: str) -> Reply:
        """File one order of the plan under a key of its own; a key never takes effect twice."""
        self.number += 1
        if self.number > MOST_ORDERS:
            return Reply(problem=f"a plan files {MOST_ORDERS} orders at a time at most")
        user, source = self.plan.user, f"{self.key}/{self.number}"
        reply = await self.referee.submit(
            self.table, self.plan.seat, text, user=user, source=source, locked=True
        )
        self.filed += [replace(one, refused=()) for one in reply.accepted]
        numbers = [one.number for one in reply.accepted]
        for entry in await self.referee.entries(self.table, numbers):
            self.over = self.over or ends_turn(entry)
        return reply


def surprise(table: OpenMatch, plan: Plan, state: Any, before: Any) -> str:
    """Say which surprise named by the player has come in a state; empty if none has."""
    for line in plan.lines:
        if line.sort == "stop" and line.condition is not None:
            fact = holds(table.game, state, plan.seat, line.condition, before)
            if fact:
                return fact
    return ""


def refusal_of(reply: Reply) -> str:
    """Why an order was not accepted, in one line."""
    for one in (*reply.refused, *reply.parts_refused):
        return f"{one.why} ({one.rule})"
    for unread in reply.unreadable:
        return f"it cannot be read: {unread.why}"
    return reply.problem
