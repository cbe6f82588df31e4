"""How clocks speak on Discord: each reader sees every time in his own zone."""

from bot.posts.announce import moment
from bot.referee.clock import Clock, clock_of, duration, policy_lines
from bot.referee.service import Table
from bot.render.escape import plain
from bot.render.times import both
from bot.store import Turn
from rules.flow import seat_name

MISSED = {
    "": "its turn was ended",
    "orders": "its standing orders were filed",
    "nothing": "it is still awaited, and there is no deadline any more (`/gm extend` gives one)",
}


class DiscordWords:
    """The one-line notices."""

    def missed(self, table: Table, turn: Turn) -> str:
        """Nobody is called by it."""
        done = MISSED.get(turn.how, MISSED[""])
        return f"**{seat_name(turn.seat)}** missed its deadline: {done}."

    def put_off(self, table: Table, turn: Turn, why: str) -> str:
        """Until when, and why."""
        until = f"until {both(turn.due)}" if turn.due else f"{duration(turn.left)} when it goes on"
        who = f"**{seat_name(turn.seat)}**"
        if why == "grace":
            return f"{who} missed its deadline and gets more time, this time: {until}."
        if why == "away":
            return f"I was away when the deadline of {who} passed; it has more time: {until}."
        return f"{who} has more time: {until}."

    def opened(self, table: Table, turn: Turn) -> str:
        """How to take it."""
        return (
            f"**{seat_name(turn.seat)}** has not answered for a long time and is open for a "
            "substitute: `/match take-seat`."
        )

    def reminder(self, table: Table, turn: Turn, in_channel: bool) -> str:
        """Which match, which system, until when."""
        named = f"<@{turn.holder}> " if in_channel and turn.holder.isdecimal() else ""
        until = both(turn.due) if turn.due else ""
        return (
            f"{named}{seat_name(turn.seat)} in **{plain(table.record.name)}** (match "
            f"#{table.record.id}, {plain(table.game.title)}) is awaited until {until}: "
            f"{plain(moment(table.match.state))}. `/remind` sets when I write to you."
        )


def deadline_lines(turns: list[Turn]) -> list[str]:
    """For the live post: who has how long."""
    lines = []
    for turn in turns:
        if turn.state == "open":
            rest = both(turn.due) if turn.due else f"{duration(turn.left)} left (the clock rests)"
            lines.append(f"deadline of {seat_name(turn.seat)}: {rest}")
    return lines


def clock_lines(table: Table, turns: list[Turn]) -> list[str]:
    """The clock of a match, what it does, and how it stands."""
    lines = [*policy_lines(table), *deadline_lines(turns)]
    clock = clock_of(table)
    missed: dict[int, int] = {}
    for turn in turns:
        missed[turn.seat] = missed.get(turn.seat, 0) + turn.graces + (turn.state == "missed")
    lines += [f"{seat_name(seat)} missed {count}" for seat, count in missed.items() if count]
    return lines + (kept_lines(clock, turns) if clock is not None else [])


def kept_lines(clock: Clock, turns: list[Turn]) -> list[str]:
    """What those who are not awaited have left, where that counts."""
    if not (clock.bank or clock.plus):
        return []
    newest = {turn.seat: turn for turn in turns if turn.state in ("met", "missed", "open")}
    lines = []
    for seat, turn in sorted(newest.items()):
        if turn.state != "open":
            kept = min(turn.bank, turn.left) if clock.bank else turn.left
            what = "in its bank" if clock.bank else "kept"
            lines.append(f"{seat_name(seat)} has {duration(kept)} {what}")
    return lines
