"""How clocks speak on Discord: each reader sees every time in his own zone."""

from bot.referee.clock import Clock, clock_of, duration, policy_lines, policy_of
from bot.referee.service import OpenMatch
from bot.render.escape import plain
from bot.render.wording import both
from bot.store import TurnTime

MISSED = {
    "": "its turn was ended, nothing filed",
    "orders": "its plan was carried out",
    "nothing": "it is still awaited, and there is no deadline any more (`/gm extend` gives one)",
}


class DiscordWords:
    """The one-line notices."""

    def missed(self, table: OpenMatch, turn: TurnTime) -> str:
        """Nobody is called by it."""
        done = MISSED.get(turn.how, MISSED[""])
        return f"**{table.name_of(turn.seat)}** missed its deadline: {done}."

    def put_off(self, table: OpenMatch, turn: TurnTime, why: str) -> str:
        """Until when, and why."""
        until = f"until {both(turn.due)}" if turn.due else f"{duration(turn.left)} when it goes on"
        who = f"**{table.name_of(turn.seat)}**"
        if why == "grace":
            return f"{who} missed its deadline; it is put off once, {until}."
        if why == "away":
            return f"I was away when the deadline of {who} passed; it has more time: {until}."
        return f"{who} has more time: {until}."

    def opened(self, table: OpenMatch, turn: TurnTime) -> str:
        """How to take it."""
        missed = policy_of(table).open_after
        turns = "a turn" if missed == 1 else f"{missed} turns"
        return (
            f"{table.name_of(turn.seat)} missed {turns}: **{table.name_of(turn.seat)} is open.** "
            "Also under `/match list which: open`"
        )

    def reminder(self, table: OpenMatch, turn: TurnTime, in_channel: bool) -> str:
        """Which match, which system, until when."""
        named = f"<@{turn.holder}> " if in_channel and turn.holder.isdecimal() else ""
        until = both(turn.due) if turn.due else ""
        return (
            f"{named}{table.name_of(turn.seat)} in **{plain(table.record.name)}** (match "
            f"#{table.record.id}, {plain(table.game.title)}) is awaited until {until}: "
            f"{plain(table.now)}. `/remind` sets when I write to you."
        )


def deadline_lines(table: OpenMatch, turns: list[TurnTime]) -> list[str]:
    """For the live post: who has how long."""
    lines = []
    for turn in turns:
        if turn.state == "open":
            rest = both(turn.due) if turn.due else f"{duration(turn.left)} left (the clock rests)"
            lines.append(f"deadline of {table.name_of(turn.seat)}: {rest}")
    return lines


def clock_lines(table: OpenMatch, turns: list[TurnTime]) -> list[str]:
    """The clock of a match, what it does, and how it stands."""
    lines = [*policy_lines(table), *deadline_lines(table, turns)]
    clock = clock_of(table)
    missed: dict[int, int] = {}
    for turn in turns:
        missed[turn.seat] = missed.get(turn.seat, 0) + turn.graces + (turn.state == "missed")
    lines += [f"{table.name_of(seat)} missed {count}" for seat, count in missed.items() if count]
    return lines + (kept_lines(table, clock, turns) if clock is not None else [])


def kept_lines(table: OpenMatch, clock: Clock, turns: list[TurnTime]) -> list[str]:
    """What those who are not awaited have left, where that counts."""
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
