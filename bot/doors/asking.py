"""`L1?`, `card Ballista`, `what can reach L5`, said among orders: for whoever may see it."""

from bot.doors.hearing import MENTION, PUBLIC, Heard
from bot.history.looks import card_asked
from bot.history.study import foreseen, is_question
from bot.referee.gate import viewer_of
from bot.referee.service import OpenMatch, RefereeError
from bot.render.card import card_text
from bot.render.wording import foreseen_text


def card_said(table: OpenMatch, heard: Heard) -> str | None:
    """The card that a text asks for; None: it asks for none that there is.

    What everybody reads says no more than everybody may know.
    """
    viewer = None if heard.door in PUBLIC else viewer_of(table, heard.caller)
    text = MENTION.sub(" ", heard.text)
    if is_question(text):
        return question_said(table, viewer, text)
    asked = card_asked(table, viewer, text)
    return None if asked is None else card_text(asked)


def unit_asked(table: OpenMatch, heard: Heard) -> str:
    """The title of the card that a text asks for; empty where it asks for something else."""
    viewer = None if heard.door in PUBLIC else viewer_of(table, heard.caller)
    asked = card_asked(table, viewer, MENTION.sub(" ", heard.text))
    return asked.title if asked is not None else ""


def question_said(table: OpenMatch, viewer: int | None, text: str) -> str | None:
    """What can reach a unit, can it charge; None: it is a question about nothing that there is."""
    try:
        head, *lines = foreseen(table, viewer, text)
    except RefereeError:
        return None
    return foreseen_text(head, *lines)
