"""Texts about clocks for Discord, which shows each reader every time in his own zone."""

from bot.referee.clock import Clock, clock_of, duration, policy_lines, policy_of
from bot.referee.service import OpenMatch
from bot.render.wording import both, plain
from bot.store import TurnTime

MISSED = {
    "": "its turn was ended, nothing filed",
    "orders": "its plan was carried out",
    "nothing": "it is still awaited, and there is no deadline any more (`/gm extend` gives one)",
}


def missed(table: OpenMatch, turn: TurnTime) -> str:
    """The notice of a missed deadline, and what was done; it pings nobody."""
    done = MISSED.get(turn.how, MISSED[""])
    return f"**{table.name_of(turn.seat)}** missed its deadline: {done}."


def put_off(table: OpenMatch, turn: TurnTime, why: str) -> str:
    """The notice of a deadline put off (`grace`, `away` or `extended`): until when, and why."""
    until = f"until {both(turn.due)}" if turn.due else f"{duration(turn.left)} when it goes on"
    who = f"**{table.name_of(turn.seat)}**"
    if why == "grace":
        return f"{who} missed its deadline; it is put off once, {until}."
    if why == "away":
        return f"I was away when the deadline of {who} passed; it has more time: {until}."
    return f"{who} has more time: {until}."


def opened(table: OpenMatch, turn: TurnTime) -> str:
    """The notice of a seat that is open for a substitute."""
    after = policy_of(table).open_after
    turns = "a turn" if after == 1 else f"{after} turns"
    return (
        f"{table.name_of(turn.seat)} missed {turns}: **{table.name_of(turn.seat)} is open.** "
        "Also under `/match list which: open`"
    )


def reminder(table: OpenMatch, turn: TurnTime, in_channel: bool) -> str:
    """The reminder of a deadline: which match, which system, until when."""
    named = f"<@{turn.holder}> " if in_channel and turn.holder.isdecimal() else ""
    until = both(turn.due) if turn.due else ""
    return (
        f"{named}{table.name_of(turn.seat)} in **{plain(table.record.name)}** (match "
        f"#{table.record.id}, {plain(table.game.title)}) is awaited until {until}: "
        f"{plain(table.now)}. `/remind` sets when I write to you."
    )


def deadline_lines(table: OpenMatch, turns: list[TurnTime]) -> list[str]:
    """The deadline of each open turn, for the living post."""
    lines = []
    for turn in turns:
        if turn.state == "open":
            rest = both(turn.due) if turn.due else f"{duration(turn.left)} left (the clock rests)"
            lines.append(f"deadline of {table.name_of(turn.seat)}: {rest}")
    return lines


def clock_lines(table: OpenMatch, turns: list[TurnTime]) -> list[str]:
    """The clock of a match, its policy, the deadlines, missed ones, and the time kept."""
    lines = [*policy_lines(table), *deadline_lines(table, turns)]
    clock = clock_of(table)
    counts: dict[int, int] = {}
    for turn in turns:
        counts[turn.seat] = counts.get(turn.seat, 0) + turn.graces + (turn.state == "missed")
    lines += [f"{table.name_of(seat)} missed {count}" for seat, count in counts.items() if count]
    return lines + (kept_lines(table, clock, turns) if clock is not None else [])


def kept_lines(table: OpenMatch, clock: Clock, turns: list[TurnTime]) -> list[str]:
    """The time kept, or in the bank, of seats without an open turn; none for other clocks."""
    if not (clock.bank or clock.plus):
        return []
    newest = {turn.seat: turn for turn in turns if turn.state in ("met", "missed", "open")}
    lines = []
    for seat, turn in sorted(newest.items()):
        if turn.state != "open":
            kept = min(turn.bank, turn.left) if clock.bank else turn.left
            what = "in its bank" if clock.bank else "kept"
            lines.append(f"{table.name_of(seat)} has {duration(kept)} {what}")
    return lines
