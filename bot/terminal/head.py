"""What a person at a terminal sees round his lines: the head of the match, what a phase brought."""

from bot.posts.facts import beginnings
from bot.posts.headings import DOT, place
from bot.referee.service import OpenMatch, Referee
from bot.render.escape import without_controls
from bot.render.tally import tally_text


def head_line(table: OpenMatch, width: int) -> str:
    """`Fords   round 2, Fight, army 1   6 CP   #81       ? help   q quit`, in this width."""
    game, state = table.game, table.state
    parts = [table.record.name, *place(table, state).split(DOT)]
    awaited = game.awaits(state)
    if len(awaited) == 1:
        parts.append(f"{table.name_of(awaited[0])} to act")
        if game.situation:
            parts += game.situation(state, awaited[0], awaited[0])[:1]
    parts.append(f"#{table.match.head}")
    ways = "? help   q quit"
    line = without_controls("   ".join(parts))
    room = width - len(ways) - 3
    return f"{line[:room]:<{room}}   {ways}" if room > 20 else line[:width]


async def brought(referee: Referee, table: OpenMatch, number: int, viewer: int | None) -> list[str]:
    """Whom each side lost in the phase that an entry ended; of a round its table, and that it is
    over.  Nothing where nothing changed."""
    game, link = table.game, table.match.links[number]
    if not game.losses or not link.ended_phase:
        return []
    before = await referee.state_at(table, link.parent)
    after = await referee.state_at(table, number)
    phase, whole = await beginnings(referee, table, number, before, after)
    if whole is None:
        lost = game.losses(phase, after, viewer)
        named = ", ".join(f"{table.name_of(seat)} {what}" for seat, what in lost.items())
        return [f"Lost: {without_controls(named)}"] if named else []
    tally = game.tally(whole, after, viewer) if game.tally else None
    over = f"Round {before.flow.round} is over."
    return [over, *([tally_text(tally, table.name_of, "text")] if tally is not None else [])]
