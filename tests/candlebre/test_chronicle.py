"""The news and the yearbook of a campaign: their pages, the picture, and how to ask for them."""

from collections.abc import Callable
from functools import cache

import pytest

from bot.history.yearbook import news_of, rounds_of, yearbook_of
from bot.referee.service import RefereeError
from bot.render.alt import alt_text
from bot.render.png import paint
from bot.terminal.lookups import is_lookup, look_up
from rules.candlebre import GAME
from rules.candlebre.state import State
from rules.display.view import Disc, Stroke, Text
from tests.candlebre.test_short import recorded
from tests.support import duel, must, referee_on

Golden = Callable[[str, str], None]


@cache
def rounds(name: str) -> tuple[tuple[int, State], ...]:
    """The number of each round of a recorded campaign, with the state at its end."""
    found: list[tuple[int, State]] = []
    last: State = GAME.blank
    for told in recorded(name):
        if told.after.flow.round > told.before.flow.round > 0:
            found.append((told.before.flow.round, told.after))
        last = told.after
    return (*found, (last.flow.round, last))


def test_the_yearbook_of_five_courts(golden: Golden) -> None:
    """The yearbook has tables of at most 45 columns and fits one message; with its alternative text
    and the news it matches a golden file."""
    year = rounds("five-seats")
    found = GAME.yearbook(year, None)
    assert max(map(len, found.lines[:27])) <= 45
    assert len("\n".join(found.lines)) < 1900
    (_, before), (_, after) = year[-4], year[-3]
    for seat in (1, 3):
        assert all(line and "None" not in line for line in GAME.news(before, after, seat))
    lines = (*found.lines, "", f"alt: {alt_text(found.picture)}", "", "# News for army 1")
    pages = (*GAME.news(before, after, 1), "", "# News for army 3", *GAME.news(before, after, 3))
    pages += ("", "# News for everybody", *GAME.news(before, after, None))
    golden("candlebre/chronicle.txt", "\n".join((*lines, *pages)) + "\n")


def test_the_curves_name_every_army_and_the_goals() -> None:
    """Each of three charts has a curve for each army, with the army's number, and the goal that
    wins."""
    picture = GAME.yearbook(rounds("five-seats"), None).picture
    curves = [one for one in picture.shapes if isinstance(one, Stroke) and len(one.points) > 2]
    assert len(curves) == 15
    numbers = {one.label for one in picture.shapes if isinstance(one, Disc)}
    assert numbers == {"1", "2", "3", "4", "5"}
    words = {one.text for one in picture.shapes if isinstance(one, Text)}
    assert {"provinces", "honor", "gold", "wins at 20", "round 12"} <= words
    content = paint(picture)
    assert content.startswith(b"\x89PNG")
    assert len(content) < 300_000


def test_a_long_campaign_keeps_its_page_short() -> None:
    """Even after a hundred rounds the page has less than 40 lines and curves of sixty points, with
    the last round included."""
    (first, *_, last) = rounds("two-seats")
    year = [(number, first[1] if number < 60 else last[1]) for number in range(1, 101)]
    found = GAME.yearbook(year, None)
    assert [line.split()[:2] for line in found.lines if "round 100 " in line] == [
        ["round", "100"]
    ] * 3
    assert len(found.lines) < 40
    curves = [one for one in found.picture.shapes if isinstance(one, Stroke)]
    assert max(len(one.points) for one in curves) == 60
    assert "Army 1: best round 60, +34 provinces" in found.lines
    assert GAME.yearbook([], None).lines == ("No round is over yet.",)


def test_no_news_is_no_line() -> None:
    """If nothing has changed, there is no news."""
    state = rounds("two-seats")[0][1]
    assert GAME.news(state, state, 1) == GAME.news(state, state, None) == ()


COURTS = (
    (0, "set Ashford owner army 1"),
    (0, "set Pellam owner army 2"),
    (0, "put 3 infantry for army 2 in Pellam"),
    (0, "set round 1"),
    (0, "set phase noncombat"),
    (0, "set turn army 1"),
    (1, "end turn"),
    (0, "set Quarrow owner army 2"),
    (2, "end turn"),
    (0, "put 2 infantry for army 2 in Oakhollow"),
    (0, "set army 2 ally army 1"),
)


@pytest.mark.asyncio
async def test_news_and_yearbook_of_a_match() -> None:
    """A seat's news covers the time since its own last order, the public's the time since the last
    round; `news` and `yearbook` can be typed."""
    async with referee_on(":memory:") as referee:
        seats = ((0, "gm"), (1, "ana"), (2, "ben"))
        table = await referee.create(
            "courts", "candlebre", {"fate": "off"}, seats=seats, scene=True
        )
        assert (await news_of(referee, table, None))[0] == "so far"
        for seat, line in COURTS:
            must(await referee.submit(table, seat, line))
        assert [number for number, _ in await rounds_of(referee, table)] == [1, 2]
        since, lines = await news_of(referee, table, 1)
        assert since == "since your #7"
        assert "Army 2 won Oakhollow, Quarrow; holds 3 provinces, income 70 -> 150" in lines
        assert "Army 1 and army 2 are allies now." in lines
        since, lines = await news_of(referee, table, None)
        assert since == "since round 1"
        assert "Army 2 won Oakhollow; holds 3 provinces, income 110 -> 150" in lines
        assert "provinces  army 1 army 2" in (await yearbook_of(referee, table, 2)).lines
        assert is_lookup(table, 1, "news")
        assert is_lookup(table, 1, "Yearbook")
        assert not is_lookup(table, 1, "news from the front")
        assert "Army 2 won Oakhollow, Quarrow" in await look_up(referee, table, 1, 1, "news")
        assert "round 1" in await look_up(referee, table, 1, 1, "yearbook")
        must(await referee.submit(table, 0, "rewind to #6"))
        assert [number for number, _ in await rounds_of(referee, table)] == [1]


@pytest.mark.asyncio
async def test_a_battle_has_no_yearbook() -> None:
    """For a system without campaigns the answer says that it has neither."""
    async with referee_on(":memory:") as referee:
        table = await duel(referee)
        with pytest.raises(RefereeError, match="has neither news nor a yearbook"):
            await yearbook_of(referee, table, 1)
        with pytest.raises(RefereeError, match="has neither news nor a yearbook"):
            await look_up(referee, table, 1, 1, "news")
