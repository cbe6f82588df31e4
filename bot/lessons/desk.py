"""Answer a line of a lesson in chat: an order, or a question about the lesson's own table."""

import re

from bot.doors.freely import meant, with_typed
from bot.history.log import why_lines
from bot.history.looks import ViewerLook, board_now, card_asked, key_now
from bot.history.study import looked_up
from bot.lessons.pupil import LEARNER, Pupil
from bot.match.reply import Reply
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render import reply_text
from bot.render.card import card_text
from bot.render.wording import plain

WHY = re.compile(r"/?why\s+#?(\d{1,6})")


async def answered(pupil: Pupil, text: str) -> tuple[list[str], Reply | None]:
    """The answer as messages, and the reply if the line was an order or a question that failed."""
    assert pupil.table is not None
    referee, table = await pupil.scratch.referee(), pupil.table
    try:
        pages = await shown(referee, table, " ".join(text.split()))
    except RefereeError as error:
        return [plain(str(error))], Reply(problem=str(error))
    if pages is not None:
        return pages, None
    said = meant(table, LEARNER, text)
    reply = said.reply
    if reply is None:
        lines = with_typed(referee.read(table, LEARNER, said.text), said)
        reply = await referee.submit(table, LEARNER, said.text, lines=lines)
    return [reply_text(reply, "markdown")], reply


async def shown(referee: Referee, table: OpenMatch, text: str) -> list[str] | None:
    """The answer to a question as messages; None if the line is not one.  Raises `RefereeError`."""
    word, _, rest = text.removeprefix("/").partition(" ")
    word = word.lower()
    asked = card_asked(table, LEARNER, text)
    if word == "board" and not rest:
        return [board_now(table, LEARNER, ViewerLook(), private=True) or "There is no board yet."]
    if word == "key" and not rest:
        return [key_now(table, LEARNER) or "There is no key yet."]
    if asked is not None:
        return [card_text(asked)]
    if found := WHY.fullmatch(text.lower()):
        return ["\n".join(map(plain, await why_lines(referee, table, int(found[1]), LEARNER)))]
    told = await looked_up(referee, table, LEARNER, LEARNER, word, rest) if rest else None
    return None if told is None else [plain(told)]
