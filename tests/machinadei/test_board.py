"""The board and key of Machina Dei as players see them, byte for byte."""

from collections.abc import Callable

from bot.render import bbcode, markdown
from tests.reader_mutants import scenes

Golden = Callable[[str, str], None]
SAID = "the legion charges the warband"
"""A phrase of the scene that is shown."""


def test_the_boards_of_a_charge(golden: Golden) -> None:
    """The board and key of a charge match their golden files, on a forum and in a chat."""
    scene = next(scene for scene, said in scenes("machinadei") if said.text == SAID)
    match = scene.match
    shown = bbcode.view(match.game.view(match.state, None, "bbcode"))
    golden("machinadei/charge.bbcode.txt", shown + "\n")
    posts = markdown.messages(match.game.view(match.state, None, "markdown"))
    assert all(len(post) <= 2000 for post in posts)
    golden("machinadei/charge.md", "\n---\n".join(posts) + "\n")
