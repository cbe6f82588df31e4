"""One entry of the log as lines of a living post: what was ordered, and its outcome."""

from functools import lru_cache

import grammar
from bot.history.log import brief_of
from bot.history.secrets import SECRET
from bot.match.tree import canonical, is_by_plan
from bot.posts.turns import TurnEntry
from bot.referee.service import OpenMatch
from bot.render.wording import arrows, plain, told
from rules.line.orders import GM, Order
from rules.line.overrides import SetWinner

MOST = 4
"""Lines that an entry has at most; those that tell of a death or a result have priority."""

INDENT = "  "


def step_lines(table: OpenMatch, step: TurnEntry, seats: tuple[int, ...]) -> list[str]:
    """The lines of an entry; empty for an undo, an automatic pass, or one that is all secret.

    `seats`: whose turn it is; the name of any other seat is put before its order.
    """
    entry = step.entry
    if entry.to is not None or step.passed:
        return []
    body = [line for line in body_of(table, step) if line]
    if not body:
        return []
    name, body[0] = once(whose(table, step, seats), body[0])
    planned = " (by plan)" if is_by_plan(entry) else ""
    if step.void:
        return [f"~~#{step.number} {name}{body[0]}~~ {step.void}"]
    says_why = any(isinstance(order, SetWinner) for order in entry.orders)  # it tells the reason
    if entry.seat == GM and entry.reason and not says_why:
        body[0] = f"{body[0].rstrip('.')}. Reason: {plain(entry.reason)}"
    first = f"#{step.number} {name}{body[0]}{planned}"
    ruled = [f"ruling #{one.number}" for one in table.rulings_about(step.number)]
    cited = [f"-# {', '.join(ruled)}"] if ruled and entry.seat != GM else []
    return [first, *guessed(table, step, body[0]), *(INDENT + one for one in kept(body)), *cited]


def opening_lines(table: OpenMatch, step: TurnEntry) -> list[str]:
    """The lines of the entry that opened the secret orders of several seats: `White chose Archer 2;
    Black chose Rogue 2`.  They are about all seats, so they do not say whose order it was."""
    first, *rest = [line for line in body_of(table, step) if line] or [""]
    return [f"#{step.number} {first}", *(INDENT + one for one in rest[: MOST - 1])] if first else []


def guessed(table: OpenMatch, step: TurnEntry, line: str) -> list[str]:
    """`-# read as: O1-O8 move 2 forward`, if the order was typed in other words than the law reads
    and `line` does not contain its sentence anyway."""
    entry = step.entry
    if entry.seat == GM or not step.seen.open or not entry.text:
        return []
    orders = plain(" then ".join(canonical(entry.orders)))
    if orders in line or reads(table.game.id, entry.text, table.names) == entry.orders:
        return []
    return [f"-# read as: {orders}"]


@lru_cache(maxsize=2000)
def reads(system: str, text: str, names: tuple[str, ...]) -> tuple[Order, ...]:
    """The orders that the law reads in a text; empty if it is not one line that it can read."""
    written = grammar.read(system, text, names)
    if len(written) != 1 or written[0].problem is not None:
        return ()
    return written[0].orders


def kept(body: list[str]) -> list[str]:
    """The lines below the first, in order; if they are too many, those with results first of all,
    and the number of the rest."""
    below = body[1:]
    if len(body) <= MOST:
        return below
    by_weight = sorted(range(len(below)), key=lambda at: (not is_strong(below[at]), at))
    chosen = sorted(by_weight[: MOST - 1])
    more = len(below) - len(chosen)
    shown = [below[at] for at in chosen]
    return [*shown[:-1], f"{shown[-1]} … {more} more: *Why…*"]


def once(name: str, line: str) -> tuple[str, str]:
    """The name and the line, with the name only once if the line begins with it."""
    bare = name.replace("*", "").removesuffix(": ")
    if bare and line.startswith(f"{bare}: "):
        return name, line.removeprefix(f"{bare}: ")
    return ("" if bare and line.strip("*").startswith(f"{bare} ") else name), line


def whose(table: OpenMatch, step: TurnEntry, seats: tuple[int, ...]) -> str:
    """The name put before an order: of the GM, or of a seat whose turn it is not; else empty."""
    if step.entry.seat == GM:
        return "**GM**: "
    return "" if (step.entry.seat,) == seats else f"{table.name_of(step.entry.seat)}: "


def body_of(table: OpenMatch, step: TurnEntry) -> list[str]:
    """The order and its outcome in the system's brief form, or else from its report."""
    entry, seen = step.entry, step.seen
    if not seen.open:
        return [plain(arrows(line)) for line in seen.report]
    brief = brief_of(table, step.before, entry, None)
    if brief is not None:
        return [told(line, "markdown") for line in brief]
    if seen.orders == SECRET:
        return []
    came = "; ".join(line for line in seen.report if line != seen.orders)
    order = plain(seen.orders)
    return [order, plain(arrows(came))] if came else [order]


def is_strong(line: str) -> bool:
    """Does a line tell of a death or a result?"""
    return "**" in line.replace("**GM**", "")


def by_machine(table: OpenMatch, seat: int) -> bool:
    """Does a machine play this seat?"""
    user = table.holder(seat)
    return bool(user) and not user.isdecimal()
