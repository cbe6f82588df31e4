"""Views and replies as BBCode, Markdown, plain text and pictures.

It may use `match`, and the values of `rules.display.view` and `rules.display.telling`.
What may not come in: the state of a match, reading or writing anything.
"""

from bot.render import bbcode, markdown, text
from bot.render.replies import reply_text
from rules.display.view import Form, View

__all__ = ["reply_text", "view_text"]


def view_text(view: View, form: Form, colour: bool = False) -> str:
    """A whole view as one text; `colour` matters to a terminal only."""
    if form == "bbcode":
        return bbcode.view(view)
    if form == "markdown":
        return "\n".join(markdown.messages(view))
    return text.view(view, colour)
