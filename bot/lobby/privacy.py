"""What is kept about an account, and erasing it."""

from bot.lobby.listing import tables_of_person
from bot.referee.gate import Caller
from bot.referee.service import Referee
from bot.render.wording import plain
from bot.store import PhraseRow, PhraseStore, PlanStore
from rules.display.words import counted

NAMES = {
    "welcomed": "that you have read the note for newcomers",
    "reminders": "how long before a deadline you are reminded",
    "quiet hours": "the hours in which you are not reminded",
    "time zone": "your time zone",
    "reminders where": "where you are reminded",
    "phone": "whether boards for you are narrow",
    "reader": "whether boards come to you in words",
    "notes": "what you want to be reminded of in later rounds",
    "lesson": "which lesson you have begun, and its step",
    "ask before end phase": "whether you are asked before a phase ends with units waiting",
}
"""The settings of an account, in words."""

SHOWN = 20
"""Most phrases that are shown."""


async def kept_lines(referee: Referee, user: str) -> list[str]:
    """Everything that names an account, in words."""
    lines = ["Of you I keep your account's id, and with it:"]
    for table in await tables_of_person(referee, Caller(user)):
        seats = ", ".join(table.name_of(seat) for seat in table.seats_of(user))
        lines.append(f"- {seats} of match #{table.record.id} {plain(table.record.name)}")
    for number, count in await referee.mail.written_by(user):
        lines.append(f"- that {count} entries of match #{number} were written by you")
    for number, seat in await PlanStore(referee.store.database).of_user(user):
        of_plan = await referee.open(f"#{number}")
        lines.append(f"- a plan for {of_plan.name_of(seat)} of match #{number}")
    kept = await PhraseStore(referee.store.database).of_user(user)
    if kept:
        phrases = counted(len(kept), "phrase of yours", "phrases of yours")
        lines.append(f"- {phrases}, of matches that teach me, with what became of each:")
        lines += [phrase_line(row) for row in kept[:SHOWN]]
        lines += [f"  - and {len(kept) - SHOWN} more"] * (len(kept) > SHOWN)
    for name, value in (await referee.mail.person(user)).items():
        lines.append(f"- {NAMES.get(name, name)}: {plain(value)}")
    if len(lines) == 1:
        return ["I keep nothing about you."]
    return [
        *lines,
        "The text of orders belongs to the match. I keep no other message of yours, no name and "
        "no picture, and my log file holds no message text. `/privacy erase` erases all this; "
        "the match log then keeps the seat, not the account.",
    ]


def phrase_line(row: PhraseRow) -> str:
    """`“L1 to 8,12 zorp” in match #3: L1 moves to 8,12`."""
    said = " / ".join(row.said.split("\n"))
    became = "declined" if row.means == "?" else row.means
    return f"  - \u201c{plain(said)}\u201d in match #{row.match_id}: {plain(became)}"


async def erase(referee: Referee, user: str) -> str:
    """Erase an account; returns what became of its seats."""
    tables = await tables_of_person(referee, Caller(user))
    held = [(table, table.plays(user)) for table in tables]
    await referee.mail.forget(user)
    freed = []
    for table, seats in held:
        again = await referee.open(f"#{table.record.id}")
        if seats and set(seats) <= set(again.free):
            names = ", ".join(map(table.name_of, seats))
            freed.append(f"{names} of #{table.record.id} {plain(table.record.name)}")
    seats_text = f" Free for a substitute now: {'; '.join(freed)}." if freed else ""
    return f"Everything that named you is erased.{seats_text}"
