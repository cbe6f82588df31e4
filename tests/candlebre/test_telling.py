"""Board, key, picture, descriptions, reasons and news of Candle'Bre, as players see them."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

import grammar
from bot.render import bbcode, markdown
from bot.render.alt import alt_text
from bot.render.png import paint
from rules.border.game import read_options
from rules.candlebre import GAME
from rules.candlebre import events as ev
from rules.candlebre.state import State
from rules.candlebre.telling.view import LAST, WIDTH, laid_out
from rules.candlebre.units import Site
from rules.display.view import Disc, Polygon, Shape, Stroke, Text
from rules.line.adjudication import Die
from rules.line.errors import Refusal
from rules.line.events import Event
from tests.places import ROOT

Golden = Callable[[str, str], None]

RULES = ROOT / "rules" / "candlebre" / "RULES.md"


class Table:
    """A match played by written lines; `seen` has every event with the state before it."""

    def __init__(self, options: dict[str, str] | None = None) -> None:
        chosen = read_options(GAME, options or {})
        self.state: State = GAME.blank
        self.seen: list[tuple[Event, State]] = []
        self.take(GAME.setup(chosen, grammar.library("candlebre"), first))

    def take(self, events: Iterable[Event]) -> None:
        for event in events:
            self.seen.append((event, self.state))
            self.state = GAME.apply(self.state, event)

    def say(self, *lines: str) -> "Table":
        """Play lines such as `1> end phase`."""
        for line in lines:
            who, _, text = line.partition("> ")
            seat = 0 if who == "gm" else int(who)
            (read,) = grammar.read("candlebre", text, GAME.names(self.state), gm=not seat)
            self.take(GAME.adjudicate(self.state, seat, read.orders, first))
        return self

    def told(self) -> list[str]:
        """The report of everything so far."""
        return [line for event, before in self.seen for line in GAME.report(event, before, None)]

    def last(self, kind: type) -> tuple[Any, State]:
        """The last event of a kind, and the state before it."""
        return next((one, before) for one, before in reversed(self.seen) if isinstance(one, kind))


def first(die: Die) -> int:
    """Roll the lowest face of the die."""
    return die.faces[0]


EXAMPLE = (
    "gm> set army 1 house varlan",
    "gm> set army 2 house tessaly",
    "gm> put 1 infantry for army 1 in Ashford",
    "gm> put 1 archer for army 1 in Ashford",
    "gm> give Ashford barracks",
    "gm> put 2 infantry for army 1 in Brindle",
    "gm> put 2 archers for army 1 in Harrowby",
    "gm> set Ivelstone owner army 1",
    "gm> put 1 infantry for army 1 in Jestwick",
    "gm> put 2 infantry for army 2 in Oakhollow",
    "gm> put 3 infantry for army 2 in Pellam",
    "gm> put 2 archers for army 2 in Pellam",
    "gm> put GL2 for army 2 in Pellam",
    "gm> give Pellam temple",
    "gm> give Pellam protection",
    "gm> put 1 cavalry for army 2 in Fallowby",
    "gm> set Greymoor owner army 2",
    "gm> put 2 infantry for army 2 in Hollin",
    "gm> put 2 mercenaries for neutral in Wainscot",
    "gm> put 4 infantry for army 1 attacking Umberly from Harrowby",
    "gm> put 1 cavalry for army 1 attacking Umberly from Harrowby",
    "gm> put GL1 for army 1 attacking Umberly",
    "gm> captive 1 infantry of neutral for army 1",
    "gm> card 4C for army 1",
    "gm> set army 1 military-level 1",
    "gm> set army 1 military 45",
    "gm> set army 1 civil 291",
    "gm> set army 1 honor 22",
    "gm> set army 2 military 60",
    "gm> set army 2 civil 60",
    "gm> set army 2 honor 21",
    "gm> set army 2 influence 3",
    "gm> set round 3",
    "gm> set turn army 1",
    "gm> set phase purchase",
    "1> research military",
    "gm> set army 1 civil 131",
    "gm> set phase move",
    "1> withdraw to Harrowby after round 2 in Umberly",
    "2> lose cavalry last",
)
"""The example of section 10."""


def example(mark: str) -> str:
    """The first fenced block of section 10 that begins with this mark, without its fence."""
    text = RULES.read_text(encoding="utf-8").split("## 10. Board and key")[1]
    begun = text[text.index(mark) :]
    end = begun.index("\n```\n\nDiscord") if mark.startswith("[b]") else begun.index("   (and so")
    return begun[:end]


def test_the_example_in_bbcode(golden: Golden) -> None:
    """CB-BOARD-1 to CB-BOARD-5: the example of section 10, character by character."""
    shown = bbcode.view(GAME.view(Table().say(*EXAMPLE).state, None, "bbcode"))
    assert shown == example("[b]The Courts")
    golden("candlebre/example.bbcode.txt", shown + "\n")


def test_the_example_in_markdown(golden: Golden) -> None:
    """CB-BOARD-3: title and map are one message without colours; headings of the key are bold."""
    posts = markdown.messages(GAME.view(Table().say(*EXAMPLE).state, None, "markdown"))
    golden("candlebre/example.md", "\n---\n".join(posts) + "\n")
    assert all(len(post) <= 2000 for post in posts)
    begun = example("**The Courts").replace("\n```\nNeutral", "\n```\nNeutral").rstrip()
    assert "\n".join(posts).startswith(begun)


def test_a_crowded_row_is_pushed_apart_and_back() -> None:
    """CB-BOARD-2: in a crowded row cells begin at least five columns apart, the last at column 74
    at most."""
    sites = [Site(n, f"P{n}", f"P{n:02}", 1000 if n < 16 else 0, 0, ()) for n in range(1, 17)]
    sites[15] = Site(16, "Q", "QQQ", 0, 100, ())
    row = laid_out(sites)[0]
    columns = [column for column, _ in row]
    assert columns == [LAST - 5 * (14 - at) for at in range(15)]
    assert [site.number for _, site in row] == list(range(1, 16))
    assert laid_out(sites)[18] == ((0, sites[15]),)


def test_every_row_has_its_width() -> None:
    """CB-BOARD-2: any map has 19 rows of 78 characters."""
    for n in range(5):
        state = Table({"map": f"seed:{n}"}).state
        rows = GAME.view(state, None, "bbcode").blocks[1].lines
        assert [sum(len(span.text) for span in row) for row in rows] == [WIDTH] * 19


def test_the_key_in_full() -> None:
    """CB-BOARD-4, CB-BOARD-5: conditions, pools, cards, standing orders, open offers, the end."""
    table = Table({"research": "dice", "seats": "3"}).say(
        *EXAMPLE[:22],
        "gm> set army 1 honor -4",
        "gm> give army 1 rally",
        "gm> give army 1 guard",
        "gm> clear army 1 clean",
        "gm> set army 1 military-points 31",
        "gm> set army 1 pool-infantry 2",
        "gm> set army 1 reserve-cavalry 1",
        "gm> set army 1 ally army 2",
        "gm> captive 2 infantry of army 2 for army 1",
        "gm> captive GL2 of army 2 for army 1",
        "gm> card 5C for army 1",
        "gm> set phase diplomacy",
        "gm> set turn army 1",
        "1> play 5C in Brindle",
        "1> ransom 2 infantry to army 2 for 20 gold",
        "1> charge with cavalry",
        "1> precision strike cavalry with archers",
        "1> pay bounty 2",
        "1> rerolls off",
        "1> battles by round",
        "1> no charge in Umberly",
        "1> stand fast in Umberly",
        "3> propose alliance with army 1",
        "3> offer draw",
    )
    text = bbcode.view(GAME.view(table.state, None, "bbcode"))
    for line in (
        "M0+31 I0 E0; allies army 2; infamy; rally; guard; deed; captives 2 Inf of army 2, GL2; "
        "cards 5C at BRI; pool 2 Inf; reserve 1 Cav",
        "standing: charge with cavalry; precision strike cavalry with archers; pay bounty 2; "
        "rerolls off; battles by round; no charge in Umberly; stand fast in Umberly",
        "Offer 1: army 1 to army 2, 2 Inf for 20 gold",
        "Alliance proposed: army 3 to army 1",
        "Draw offered: army 3",
    ):
        assert line in text.split("\n"), line
    table.say("3> resign", "gm> set Hollin owner army 1")
    assert "[color=#080]Army 3[/color]: eliminated" in bbcode.view(
        GAME.view(table.state, None, "bbcode")
    )


def test_the_title_of_the_end() -> None:
    """CB-BOARD-1: at the end the title says who won, or a draw; CB-SCOPE-3: it is the same for
    everybody."""
    table = Table().say("1> offer draw", "2> accept draw")
    assert GAME.moment(table.state) == "round 0, draw"
    views = [GAME.view(table.state, viewer, "bbcode") for viewer in (None, 0, 1, 2)]
    assert views.count(views[0]) == 4
    assert GAME.moment(Table().say("1> resign").state) == "round 0, army 2 wins"


def test_the_picture() -> None:
    """CB-BOARD-7: the picture has borders, discs, arrows, swords, stars and a legend; its text says
    the same."""
    table = Table().say(*EXAMPLE)
    picture = GAME.shapes(table.state, None)
    kinds = [type(shape) for shape in picture.shapes]
    strokes = [one for one in picture.shapes if isinstance(one, Stroke)]
    assert len([one for one in strokes if one.tone == "dark"]) == 132
    assert len([one for one in strokes if one.tone == "red"]) == 2
    discs = [one for one in picture.shapes if isinstance(one, Disc)]
    assert [one.tone for one in discs].count("grey") == 50
    assert [one.tone for one in discs].count("seat1") == 6
    letters = {one.text for one in picture.shapes if isinstance(one, Text)}
    assert {"ASH1", "CRO", "60", "Ashford", "1 Inf 1 Arc", "B", "T", "2 Mer"} <= letters
    assert "1: 4 Inf 1 Cav; GL1" in letters
    assert Polygon in kinds
    assert isinstance(picture.shapes[0], Shape)
    assert paint(picture).startswith(b"\x89PNG")
    words = alt_text(picture)
    assert "Battle in Umberly: army 1 with 4 Inf 1 Cav; GL1." in words
    assert "Pellam 3 Inf 2 Arc; GL2" in words


def test_descriptions() -> None:
    """A province is described with its neighbours and their directions, an army and a leader too;
    anything else is refused."""
    table = Table().say(*EXAMPLE)
    ash = GAME.describe(table.state, None, "ash")
    assert ash[0] == "Ashford (ASH, value 60, army 1): 1 infantry, 1 archer; barracks"
    assert ash[1] == "borders Crownmere (CRO, value 50, neutral): 5 infantry, down"
    umberly = GAME.describe(table.state, None, "Umberly")
    assert umberly[1] == "battle: army 1 attacks with 4 Inf, 1 Cav; GL1, 0 round(s) fought"
    assert GAME.describe(table.state, None, "GL1") == ("GL1 of army 1 attacks Umberly",)
    assert GAME.describe(table.state, None, "army 2")[0].startswith("Army 2 - House Tessaly: 60")
    with pytest.raises(Refusal, match="CB-ORDER-2"):
        GAME.describe(table.state, None, "Atlantis")


def test_a_battle_in_the_report_and_unfolded() -> None:
    """CB-BOARD-6, CB-HIT-1: the report has exactly these lines, and `why` says where every number
    comes from."""
    table = Table().say(
        "gm> set Ashford owner army 1",
        "gm> put 2 mercenaries for army 1 attacking Brindle from Ashford",
        "gm> put 3 infantry for army 1 attacking Brindle from Ashford",
        "gm> put GL1 for army 1 attacking Brindle",
        "gm> put 2 infantry for army 2 in Brindle",
        "gm> set Corrin owner army 2",
        "gm> give Brindle walls",
        "gm> set army 1 military 9",
        "gm> set army 1 military-level 2",
        "gm> set phase combat",
        "gm> set turn army 1",
        "1> pay bounty 2",
        "gm> next dice 20 9 12 20 15 19 13 8 10 11 20",
        "1> fight Brindle one round",
    )
    told = table.told()
    for line in (
        "Brindle round 1",
        "army 1 pays bounty 2 for 2 mercenaries: 4 gold",
        "Brindle round 1 tier 3 army 1 infantry need 9: 19 9 13 = 1 hits (1 captured)",
        "Brindle round 1 tier 3 army 1 mercenaries need 8: 8 15 = 1 hits (1 captured)",
        "army 2 loses 2 infantry captured",
    ):
        assert line in told, line
    volleys = [(one, before) for one, before in table.seen if isinstance(one, ev.Volley)]
    reasons = GAME.why(*volleys[0])
    assert reasons[0].startswith("need 7 + 1 tech +1")
    assert reasons[0].endswith("= 9 (CB-HIT-1)")
    assert "2 x 2 = 4 gold, 5 left (CB-MERC-5)" in GAME.why(*table.last(ev.BountyPaid))


def test_prices_and_incomes_unfolded() -> None:
    """CB-BUILD-6, CB-INC-2, CB-GOLD-2: `why` gives the sums as players check them."""
    table = Table().say(
        "gm> set 2-3 owner army 1",
        "gm> set Pellam owner army 2",
        "gm> set army 1 house oswin",
        "gm> set army 1 honor -1",
        "gm> set army 1 military 100",
        "gm> set army 1 civil 200",
        "gm> give Brindle market",
        "gm> set phase purchase",
        "gm> set turn army 1",
        "1> build barracks in Ashford",
        "1> research military",
        "1> buy 1 infantry and 1 mercenary",
        "1> end turn",
    )
    assert GAME.why(*table.last(ev.Built)) == ("60 gold +10% infamy = 66, halves up (CB-BUILD-6)",)
    assert GAME.why(*table.last(ev.LevelBought)) == (
        "level 1: 80 gold +10% infamy = 88 (CB-RES-7)",
    )
    assert GAME.why(*table.last(ev.Bought)) == (
        "1 infantry at 15 and 1 mercenary at 10 = 25 gold (CB-UNIT-1, CB-BUY-3)",
    )
    income = GAME.why(*table.last(ev.IncomePaid))
    assert income[0] == (
        "values of 2 provinces 120, 1 markets at 10, +5% House Oswin = 137 gold (CB-INC-2)"
    )
    assert income[1].startswith("137 gold: half, rounded down, is 68 military")
    assert "army 1 income: 137 gold (68 military, 69 civil), 1 honor, 0 influence" in table.told()


def test_the_news_of_a_turn() -> None:
    """The news tells provinces won and lost, losses, what each army has, and whose turn it is."""
    table = Table().say(*EXAMPLE, "gm> set phase combat")
    since = len(table.seen)
    table.say("gm> next dice" + " 1" * 5 + " 20" * 5, "1> fight Umberly")
    news = GAME.summary(table.state, [event for event, _ in table.seen[since:]], None)
    assert news[0].startswith("army 1: 6 provinces, 45 + 131 gold (income 340), honor 22")
    assert "takes Umberly" in news[0]
    assert news[-1] == "round 3, combat, army 1 to play"
    assert GAME.closes_report(table.last(ev.GameOpened)[0]) is False


def test_the_ready_made_game() -> None:
    """CB-START-1: it begins at army 1's first purchase, with the gold of section 13.4."""
    table = Table().say(*GAME.starter)
    assert GAME.moment(table.state) == "round 1, purchase, army 1 to play"
    one, two = table.state.realms
    assert (one.military, one.civil, two.military, two.civil) == (147, 148, 285, 285)
