"""A challenge as a post that becomes its own outcome, and what the GM reads in its thread."""

from bot.match.pending import Challenge
from bot.posts.headings import person
from bot.posts.panels import Panel
from bot.referee.challenged import LETTERS, challenge_in
from bot.referee.open_match import OpenMatch
from bot.render.escape import plain
from bot.store import Post
from rules.line.orders import GM

MOST_WORDS = 200


def challenge_text(table: OpenMatch, challenge: Challenge) -> str:
    """`Ben challenges #57. Cleo decides in <thread>; ...`, or how that ended."""
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
    """What a post about a challenge must show now, and its buttons; None: it stays as it is."""
    challenge = challenge_in(table.record, post.part)
    if challenge is None:
        return None
    if post.kind == "challenge":
        return challenge_text(table, challenge), None
    is_open = not challenge.outcome and table.match.is_live(challenge.entry)
    return post.content, decide_panel(table, challenge) if is_open else None


def decide_panel(table: OpenMatch, challenge: Challenge) -> Panel:
    """Uphold, rule, rewind."""
    return Panel("decide", table.record.id, challenge.entry)
