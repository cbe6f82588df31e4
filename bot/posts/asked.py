"""What one side asks of the others, as a post that becomes its own outcome."""

from datetime import datetime

from bot.match.pending import Proposal
from bot.posts.headings import accounts, person
from bot.posts.panels import Panel
from bot.referee.open_match import OpenMatch
from bot.referee.petition import asked_in, missing, open_proposal, part_of
from bot.referee.service import Referee
from bot.render.escape import plain
from bot.render.wording import stamp
from bot.store import Post
from rules.line.orders import GM


def asked_text(table: OpenMatch, proposal: Proposal) -> str:
    """`@Ben: Anna asks to take back #52 (...). It would void #52-#60.`, or how that ended."""
    asker, what = person(table, proposal.by), escaped(proposal.what)
    if proposal.outcome:
        asked = "asked" if proposal.entries else "proposed"
        return f"{asker} {asked} {what}: {plain(proposal.outcome)}."
    whom = "GM" if proposal.to_gm else ""
    names = ", ".join(person(table, seat) for seat in awaited_from(table, proposal))
    verb = "asks" if proposal.entries else "proposes"
    lapses = ""
    if proposal.until:
        lapses = f"\n-# lapses {stamp(datetime.fromisoformat(proposal.until), 'f')}"
    head = f"{names or whom}: {asker} {verb} {what}."
    return f"{head} {plain(proposal.void)}".strip() + lapses


def escaped(what: str) -> str:
    """Words of a player: a quoted line stays one, everything else is plain."""
    return what if what.startswith("`") and what.endswith("`") else plain(what)


def awaited_from(table: OpenMatch, proposal: Proposal) -> list[int]:
    """The seats that must still answer; of what the GM decides the GM's."""
    return [GM] if proposal.to_gm else missing(table, proposal)


async def put(referee: Referee, table: OpenMatch, proposal: Proposal) -> None:
    """Post a proposal where the match is played; it rings those who are asked."""
    seats = awaited_from(table, proposal)
    users = {user for seat, user in table.record.seats if seat in seats}
    post = Post(
        table.match.links[-1].number,
        part_of(proposal),
        "public",
        asked_text(table, proposal),
        kind="ask",
        pings=accounts(table, users),
    )
    await referee.mail.add(table.record.id, post)


def asked_now(table: OpenMatch, post: Post) -> tuple[str, Panel | None] | None:
    """What the post of a proposal must show now, and its buttons; None: it stays as it is."""
    proposal = asked_in(table, post.part)
    if proposal is None:
        return None
    return asked_text(table, proposal), asked_panel(table, proposal)


def asked_panel(table: OpenMatch, proposal: Proposal) -> Panel | None:
    """Agree and refuse, while it is open."""
    waits = open_proposal(table)
    if waits is None or waits.number != proposal.number:
        return None
    return Panel("ask", table.record.id, proposal.number)
