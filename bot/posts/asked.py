"""Posts in which one side asks something of the others, later edited to show the outcome:
proposals, challenges, and offers (of a draw, or of something else that the system knows)."""

from collections.abc import Sequence
from datetime import datetime

from bot.match.pending import Challenge, Proposal
from bot.match.tree import LogEntry
from bot.posts.headings import accounts, people, person
from bot.posts.panels import Panel
from bot.posts.turns import Turns
from bot.referee.challenged import LETTERS, challenge_in
from bot.referee.petition import asked_in, missing, open_proposal, part_of
from bot.referee.service import OpenMatch, Referee
from bot.render.wording import plain, stamp
from bot.store import Post
from rules.display.telling import Offered
from rules.line.events import DrawOfferClosed, DrawOffered, Ended, Event
from rules.line.orders import GM, AcceptDraw, DeclineDraw


def asked_text(table: OpenMatch, proposal: Proposal) -> str:
    """`@Ben: Anna asks to take back #52 (...). It would void #52-#60.`, or the outcome."""
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
    """Make the words of a player harmless; a line already quoted in backticks stays as it is."""
    return what if what.startswith("`") and what.endswith("`") else plain(what)


def awaited_from(table: OpenMatch, proposal: Proposal) -> list[int]:
    """The seats that must still answer; the GM's if he decides."""
    return [GM] if proposal.to_gm else missing(table, proposal)


async def put(referee: Referee, table: OpenMatch, proposal: Proposal) -> None:
    """Post a proposal where the match is played, ringing those who are asked."""
    seats = awaited_from(table, proposal)
    users = {user for seat, user in table.record.seats if seat in seats}
    post = Post(
        table.last,
        part_of(proposal),
        "public",
        asked_text(table, proposal),
        kind="ask",
        pings=accounts(table, users),
    )
    await referee.mail.add(table.record.id, post)


def asked_now(table: OpenMatch, post: Post) -> tuple[str, Panel | None] | None:
    """The text and buttons that the post of a proposal must show now; None: leave it as it is."""
    proposal = asked_in(table, post.part)
    if proposal is None:
        return None
    waits, number = open_proposal(table), proposal.number
    is_open = waits is not None and waits.number == number
    return asked_text(table, proposal), Panel("ask", table.record.id, number) if is_open else None


# --- challenges -----------------------------------------------------------------------------------


MOST_WORDS = 200


def challenge_text(table: OpenMatch, challenge: Challenge) -> str:
    """`Ben challenges #57. Cleo decides in <thread>; ...`, or the outcome."""
    who, number = person(table, challenge.by), challenge.entry
    if challenge.outcome:
        return closed_text(table, challenge)
    if not table.match.is_live(number):
        return f"{who} challenged #{number}; it does not count any more."
    decides = person(table, GM) if table.holder(GM) else "The other side"
    where = "by direct message"
    if challenge.thread and challenge.thread != LETTERS:
        where = f"in <#{challenge.thread}>"
    clock = f"; {plain(challenge.clock)}" if challenge.clock else ""
    return f"{who} challenges #{number}. {decides} decides {where}{clock}."


def closed_text(table: OpenMatch, challenge: Challenge) -> str:
    """`Ben challenged #57. Cleo: **#57 stands**, "every end of a move". Clock runs.`"""
    decided = challenge.decided_by
    by = person(table, int(decided) if decided.isdecimal() else GM if decided else challenge.by)
    words = f", \u201c{plain(challenge.words)[:MOST_WORDS]}\u201d" if challenge.words else ""
    runs = " Clock runs." if challenge.clock else ""
    what = plain(challenge.outcome)
    text = f"{person(table, challenge.by)} challenged #{challenge.entry}. "
    text += f"{by}: **{what}**{words}.{runs}"
    if not challenge.ruling:
        return text
    ruled = table.ruled.get(challenge.ruling)
    tags = f", tag {', '.join(ruled.tags)}" if ruled and ruled.tags else ""
    return f"{text}\n-# ruling #{challenge.ruling}{plain(tags)}"


def challenged_now(table: OpenMatch, post: Post) -> tuple[str, Panel | None] | None:
    """The text and buttons that a post about a challenge must show now; None: leave it as it is."""
    challenge = challenge_in(table.record, post.part)
    if challenge is None:
        return None
    if post.kind == "challenge":
        return challenge_text(table, challenge), None
    is_open = not challenge.outcome and table.match.is_live(challenge.entry)
    return post.content, Panel("decide", table.record.id, challenge.entry) if is_open else None


# --- offers ---------------------------------------------------------------------------------------


DRAW = "a draw"


def offers_of(table: OpenMatch, entry: LogEntry) -> list[Offered]:
    """The offers that a seat makes with an entry, one for each seat that is to answer."""
    found: list[Offered] = []
    for event in entry.events:
        if isinstance(event, DrawOffered):
            words = str(AcceptDraw()), str(DeclineDraw())
            found += [Offered(event.seat, one, DRAW, *words) for one in asked(table, event.seat)]
        elif table.game.offered and (made := table.game.offered(event)):
            found.append(made)
    return found


def asked(table: OpenMatch, seat: int) -> list[int]:
    """The seats that are to answer an offer of a draw."""
    return [one for one in table.seats if one != seat and one not in table.state.flow.gone]


def draw_post(table: OpenMatch, entry: LogEntry) -> Post | None:
    """The post of an offer made with an entry; it rings those who are to answer."""
    offers = offers_of(table, entry)
    others = people(table, [one.to for one in offers])
    others -= people(table, [one.seat for one in offers])
    if not others:
        return None
    names = ", ".join(person(table, one.to) for one in offers)
    text = f"{names}: {person(table, offers[0].seat)} offers {offers[0].what}."
    return Post(0, 0, "public", text, kind="draw", pings=accounts(table, others))


async def outcome_of(turns: Turns, table: OpenMatch, number: int) -> str:
    """The outcome of the offer made with an entry; empty while it is open."""
    path = table.match.path()
    (entry,) = await turns.referee.entries(table, [number])
    offers = offers_of(table, entry)
    if not offers:
        return "Nobody is left who could answer this offer."
    what = "draw offer" if offers[0].what == DRAW else f"offer of {offers[0].what}"
    name = f"{person(table, offers[0].seat)}'s {what}"
    if number not in path:
        return f"{name}: {turns.how_gone(table, turns.gone_by(table, number))}."
    later = await turns.referee.counted(table, [one for one in path if one > number])
    for one in later:
        how = next((how for event in one.events if (how := ended(table, offers, one, event))), "")
        if how in ("accepted", "declined"):
            return f"{name}: {how} by {person(table, one.seat)} (#{one.number})."
        if how:
            return f"{name} has lapsed (#{one.number})."
    return ""


def ended(table: OpenMatch, offers: Sequence[Offered], entry: LogEntry, event: Event) -> str:
    """How an event ends the offers: `accepted`, `declined` or otherwise; empty: it does not."""
    if isinstance(event, Ended):
        taken = any(isinstance(order, AcceptDraw) for order in entry.orders)
        return "accepted" if taken and offers[0].what == DRAW else "lapsed"
    if isinstance(event, DrawOfferClosed):
        if offers[0].what != DRAW:
            return ""
        return "declined" if event.declined else "lapsed"
    found = table.game.closed(event) if table.game.closed else None
    if found is None or not any((one.seat, one.to) == found[:2] for one in offers):
        return ""
    return found[2]
