"""The pack: all that somebody needs who takes a seat over mid-match, in direct messages."""

from bot.history.looks import ViewerLook, board_now, key_now
from bot.posts.headings import phase_of, place
from bot.referee.service import OpenMatch, Referee
from bot.render import markdown
from bot.render.pages import LIMIT
from bot.render.wording import plain
from rules.line.orders import GM

ROUNDS = 2
MOST_ORDERS = 24


async def send_pack(referee: Referee, table: OpenMatch, seat: int, before: str) -> None:
    """Send a seat alone where the match stands, the orders of its last two rounds, board and key.

    `before` says in words who played the seat until now.
    """
    texts = [await pack_text(referee, table, seat, before)]
    user = dict(table.record.seats).get(seat, "")
    sight = ViewerLook.of(await referee.mail.person(user))
    board, key = board_now(table, seat, sight, private=True), key_now(table, seat)
    short = [one for one in (board, key) if one and len(one) <= LIMIT]
    texts += short or markdown.messages(table.game.view(table.state, seat, "markdown"))[:4]
    for text in texts:
        await referee.mail.notice(table.record.id, table.last, f"seat {seat}", text)


async def pack_text(referee: Referee, table: OpenMatch, seat: int, before: str) -> str:
    """Where the match stands, and what the seat ordered lately."""
    game, state = table.game, table.state
    turn = "your turn" if seat in game.awaits(state) else "not your turn"
    head = f"**Your pack for {table.name_of(seat)} in {plain(table.record.name)}.** "
    lines = [f"{head}{place(table, state)}, {turn}."]
    if game.situation:
        facts = [plain(one) for one in game.situation(state, seat, seat)]
        lines += [f"{' '.join(one if one.endswith('.') else f'{one}.' for one in facts)}"]
    given = await orders_of(referee, table, seat)
    if given:
        lines += [f"Orders of {before}, newest last:", *given]
    else:
        lines.append(f"{before[:1].upper()}{before[1:]} has ordered nothing lately.")
    lines.append("No order is waiting to be filed. `/help` shows three orders for now.")
    return "\n".join(line for line in lines if line)[:1990]


async def orders_of(referee: Referee, table: OpenMatch, seat: int) -> list[str]:
    """What a seat ordered in this round and the one before, a line for each phase."""
    own = [one.number for one in table.match.live() if one.seat == seat][-MOST_ORDERS:]
    rounds = range(table.state.flow.round - ROUNDS + 1, table.state.flow.round + 1)
    found: dict[str, list[str]] = {}
    for entry in await referee.entries(table, own):
        before = await referee.state_at(table, entry.parent)
        if before.flow.round in rounds and entry.number in table.said:
            where = f"round {before.flow.round}, {phase_of(table, before)}"
            said = plain(table.said[entry.number].sentence)
            found.setdefault(where, []).append(f"#{entry.number} {said}")
    return [f"- {where}: {'; '.join(said)}"[:400] for where, said in found.items()]


def taken_text(table: OpenMatch, seat: int, before: str) -> str:
    """`Taken over from Ben. Army 2 is to act; the pack for it comes by direct message.`"""
    name = table.name_of(seat)
    awaited = seat != GM and seat in table.awaited
    acts = f"{name[:1].upper()}{name[1:]} is to act; t" if awaited else "T"
    who = f"Taken over from {before}. " if before else ""
    return f"{who}{acts}he pack for it comes by direct message."
