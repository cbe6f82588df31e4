"""Challenges: a player asks the GM to look at one entry again, with all its details."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from bot.history.log import entry_at, why_lines
from bot.history.secrets import hidden, sight
from bot.match.pending import Challenge
from bot.posts.asked import challenge_text
from bot.posts.headings import accounts, person
from bot.posts.outbox import recipients
from bot.posts.turns import Turns
from bot.referee import challenged
from bot.referee.challenged import LETTERS, THREAD, kept_in, open_in, part_of
from bot.referee.gate import Caller, check_is_gm, is_gm, is_player, viewer_of
from bot.referee.open_match import needed
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import change_settings
from bot.render.pages import split
from bot.render.wording import plain
from bot.store import Post
from rules.line.frozen import Frozen
from rules.line.orders import GM

MOST, MOST_PAGES = 30, 6
MOST_WORDS = 300

How = Literal["stands", "rule", "rewind"]


class Challengeable(Frozen):
    """An entry that can be challenged, as a line to choose from."""

    number: int
    text: str


def all_challenges(table: OpenMatch) -> list[Challenge]:
    """The challenges that are not closed, ordered by entry."""
    return sorted(
        (one for one in kept_in(table.record) if not one.outcome), key=lambda one: one.entry
    )


def open_challenges(table: OpenMatch) -> list[Challenge]:
    """The challenges that wait for an answer, without those whose entry was taken back."""
    return open_in(table.record, table.match)


async def match_in(referee: Referee, thread: str) -> str | None:
    """The match whose challenge is discussed in this thread, as `#7`; None if there is none."""
    if await referee.mail.place_at(thread) is not None:
        return None
    for record in await referee.store.all():
        if any(one.thread == thread for one in kept_in(record)):
            return f"#{record.id}"
    return None


async def rows_of_turn(
    referee: Referee, table: OpenMatch, report: int, viewer: int | None
) -> list[Challengeable]:
    """The entries of the turn that entry `report` ended, as far as the viewer may read them."""
    last = await entry_at(referee, table, report)
    _, earlier = await Turns(referee).turn(table, last.parent)
    rows = []
    for entry in (*earlier, last):
        seen = await sight(referee, table, entry, viewer, report=False)
        if entry.number and seen.open:
            text = f"#{entry.number} {table.name_of(entry.seat)}: {seen.orders}"
            rows.append(Challengeable(entry.number, text))
    return rows


async def take_up(
    referee: Referee,
    table: OpenMatch,
    caller: Caller,
    report: int,
    number: int,
    rows: Sequence[Challengeable],
    question: str = "",
) -> Challenge:
    """Store a player's challenge of an entry.  Raises `RefereeError` if it is not allowed.

    `rows` are the entries of the turn that entry `report` ended.  A player may repeat his own
    challenge if its thread was never made because the bot was interrupted.
    """
    if not is_player(table, caller):
        raise RefereeError("only those who play this match may challenge an entry")
    if number not in {row.number for row in rows}:
        raise RefereeError(f"#{number} is no entry of the turn that ended with #{report}")
    if not table.match.is_live(number):
        raise RefereeError(f"#{number} was taken back: there is nothing to challenge")
    async with table.lock:
        known = next((one for one in open_challenges(table) if one.entry == number), None)
        if known is not None and (known.thread or not table.holds(caller.user, known.by)):
            raise RefereeError(f"#{number} is being challenged already")
        asked = " ".join(question.split())[:MOST_WORDS]
        seat = table.plays(caller.user)[0]
        made = known or challenged.following(table.record, Challenge(number, seat))
        made = replace(made, question=asked)
        await _keep(referee, table, made)
    return made


async def note(referee: Referee, table: OpenMatch, made: Challenge, **facts: Any) -> Challenge:
    """Store further facts about a challenge: its thread, where the clocks rest."""
    async with table.lock:
        found = next(one for one in kept_in(table.record) if one.number == made.number)
        changed = replace(found, **facts)
        await _keep(referee, table, changed)
    return changed


async def close(referee: Referee, table: OpenMatch, caller: Caller, entry: int) -> Challenge:
    """Close a challenge without a ruling: the challenger takes it back, or the GM dismisses it.

    Raises `RefereeError`.
    """
    async with table.lock:
        known = _waiting(table, entry)
        own = table.holds(caller.user, known.by)
        if not own:
            check_is_gm(table, caller)
        how = "taken back" if own else f"#{entry} stands"
        by = "" if own else "gm"
        await _keep(referee, table, replace(known, outcome=how, decided_by=by))
    return known


def check_may_decide(table: OpenMatch, caller: Caller, challenge: Challenge) -> None:
    """Raises `RefereeError` unless the caller may decide: the GM; without one, the other side."""
    if table.has_gm or is_gm(table, caller):
        check_is_gm(table, caller)
        return
    own = table.plays(caller.user)
    if not own or challenge.by in own:
        raise RefereeError("the other side decides about this")


async def decide(
    referee: Referee, table: OpenMatch, caller: Caller, entry: int, how: How, words: str
) -> Challenge:
    """Decide a challenge: the entry `stands`, a `rule` is recorded, or the match is set back
    (`rewind`) to before the entry.

    `words` are the ruling or the reason.  Raises `RefereeError`.
    """
    known = _waiting(table, entry)
    check_may_decide(table, caller, known)
    said = " ".join(words.replace('"', "'").split())[:MOST_WORDS]
    if how != "stands" and not said:
        raise RefereeError("say why: it is kept with the ruling")
    number = 0
    line, outcome = _line_of(table, entry, how, said)
    if line:
        source = f"q{table.record.id}.{known.number}{how[0]}"
        reply = await referee.submit(table, GM, line, user=caller.user, source=source)
        if not reply.accepted:
            why = reply.problem or " ".join(one.why for one in reply.refused)
            raise RefereeError(why or "this could not be recorded")
        number = reply.accepted[0].number
    if how == "rewind":
        outcome = f"{outcome} (#{number})"
    async with table.lock:
        ruling = number if how != "rewind" else 0
        shown = said if how != "rule" else ""
        by = "gm" if is_gm(table, caller) else str(max(table.seats_of(caller.user)))
        done = replace(known, outcome=outcome, words=shown, decided_by=by, ruling=ruling)
        await _keep(referee, table, done)
    return known


def _line_of(table: OpenMatch, entry: int, how: How, said: str) -> tuple[str, str]:
    """The GM line to file for a decision (perhaps empty), and the outcome in words."""
    if how == "stands":
        return (f'rule "#{entry} stands: {said}"' if said else ""), f"#{entry} stands"
    if how == "rule":
        return f'rule "#{entry}: {said}"', said
    path = table.match.path()
    before = path[path.index(entry) - 1] if path.index(entry) else 0
    return f"rewind to #{before} // {said}", f"back to the state after #{before}"


def _waiting(table: OpenMatch, entry: int) -> Challenge:
    known = next((one for one in all_challenges(table) if one.entry == entry), None)
    return needed(known, f"the challenge of #{entry} is closed already")


async def _keep(referee: Referee, table: OpenMatch, one: Challenge) -> None:
    """Store the challenges of the match with this one replaced or added."""
    made = max(table.record.settings.challenges_made, one.number)
    rows = challenged.changed(table.record, one)
    await change_settings(referee, table, challenges=rows, challenges_made=made)


async def is_secret(referee: Referee, table: OpenMatch, entry: int) -> bool:
    """Is this entry still hidden from the public?  If so, no thread is made about it."""
    return await hidden(referee, table, await entry_at(referee, table, entry), None)


def members(table: OpenMatch, challenge: Challenge) -> list[str]:
    """The accounts to add to the thread: the GMs (without one, all players) and the challenger."""
    own = recipients(table, f"seat {challenge.by}")
    return list(dict.fromkeys((*recipients(table, "host"), *own)))


async def pages(
    referee: Referee,
    table: OpenMatch,
    challenge: Challenge,
    rows: Sequence[Challengeable],
    viewer: int | None,
    link: str = "",
) -> list[str]:
    """The pages that the GM gets: the question, the entry explained, the entries of its turn."""
    entry, name = challenge.entry, plain(table.record.name)
    trace = await why_lines(referee, table, entry, viewer)
    option = f"match: #{table.record.id}"
    asked = f"asks: \u201c{plain(challenge.question)}\u201d" if challenge.question else "challenges"
    whom = [f"<@{user}>" for user in recipients(table, "gm") if user.isdecimal()]
    to = f"{', '.join(whom)}: " if whom else ""
    there = f" [#{entry} \u2191]({link})" if link else ""
    lines = (
        f"{to}{person(table, challenge.by)} {asked} **#{entry}** of **{name}**{there}",
        f"**Why #{entry}:**",
        *(f"- {plain(line.strip())}" for line in trace),
        "**The turn:**",
        *([f"- ... and {len(rows) - MOST} before them"] if len(rows) > MOST else []),
        *(f"- {plain(row.text)}" for row in rows[-MOST:]),
        f"-# other lines of the GM: `/gm line`, elsewhere with `{option}`",
    )
    found = split("\n".join(lines))
    if len(found) > MOST_PAGES:
        found = [*found[: MOST_PAGES - 1], f"... and more: `/why entry: {entry} {option}`"]
    return found


async def decided_by(
    referee: Referee, table: OpenMatch, caller: Caller, challenge: Challenge
) -> tuple[str, int | None]:
    """The audience of the posts about a challenge, and as which viewer they may be written.

    Raises `RefereeError` if the entry is secret and the audience could read nothing of it.
    """
    if challenge.thread not in ("", LETTERS):
        return f"{THREAD}{challenge.thread}", None
    audience = "gm" if recipients(table, "gm") else "host"
    viewer = viewer_of(table, caller) if audience == "gm" else None
    if viewer is None and await is_secret(referee, table, challenge.entry):
        raise RefereeError(
            f"#{challenge.entry} is still secret and no GM could look at it: wait until it is shown"
        )
    return audience, viewer


async def put(
    referee: Referee,
    table: OpenMatch,
    caller: Caller,
    challenge: Challenge,
    report: int,
    link: str = "",
) -> None:
    """Put all posts about a new challenge into the outbox.

    They go into its thread, or as direct messages to the GMs, and a short one goes where the match
    is played.  Messages to GMs contain what the challenger may read; without a GM they go to all
    players and contain only what is public.  Raises `RefereeError` if the entry is not public then.
    """
    audience, viewer = await decided_by(referee, table, caller, challenge)
    rows = await rows_of_turn(referee, table, report, viewer)
    number = table.last
    texts = await pages(referee, table, challenge, rows, viewer, link)
    pings = accounts(table, recipients(table, "gm" if recipients(table, "gm") else "host"))
    pings = tuple(one for one in pings if str(one) != caller.user)
    for page, text in enumerate(texts, 1):
        last = page == len(texts)
        post = Post(
            number,
            part_of(challenge, page),
            audience,
            text,
            kind="decide" if last else "",
            pings=pings if page == 1 else (),
        )
        await referee.mail.add(table.record.id, post)
    public = challenge_text(table, challenge)
    post = Post(number, part_of(challenge), "public", public, kind="challenge")
    await referee.mail.add(table.record.id, post)
