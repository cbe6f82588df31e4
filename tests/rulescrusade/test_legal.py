"""RC-LEGAL: the legal orders of a seat; reports, explanations and secrets of the set-up."""

import pytest

import grammar
from rules.rulescrusade import orders as od
from tests.rulescrusade.scene import GAME, Scene


def yard() -> Scene:
    """Two models of each side in sight of each other, one of them under a chit."""
    return Scene({"rows": "12", "cols": "12"}).gm(
        "put Marine M1 for army 1 at 10,4",
        "put Sergeant S1 for army 1 at 10,6",
        "put Orc O1 for army 2 at 6,4",
        "put chit X1 for army 2 at 3,8 as Orc O2",
        "put item skrap at 10,5",
    )


def test_every_legal_order_is_accepted_and_reads_back() -> None:
    """RC-LEGAL-1, RC-LEGAL-2: every legal order is accepted from its sentence, whatever the
    dice."""
    scene = yard()
    found = list(GAME.legal(scene.state, 1))
    kinds = {type(order) for order in found}
    assert {od.Move, od.Run, od.Charge, od.Fire, od.Throw, od.PickUp, od.Jump} <= kinds
    for order in found[:: max(1, len(found) // 60)]:
        trial = yard().gm("next dice " + " ".join(["0"] * 40))
        assert trial.say(1, str(order)) == "", order
    assert str(found[0]).startswith("M1 moves to")
    assert [str(order) for order in found[-3:]] == ["end phase", "offer draw", "resign"]


def test_legal_orders_tell_nothing_secret() -> None:
    """RC-LEGAL-3, RC-VIEW-2: a seat's legal orders do not depend on what an enemy's chit stands
    for."""
    blank = Scene({"rows": "12", "cols": "12"}).gm(
        "put Marine M1 for army 1 at 10,4",
        "put chit X1 for army 2 at 3,8 as nothing",
    )
    other = Scene({"rows": "12", "cols": "12"}).gm(
        "put Marine M1 for army 1 at 10,4",
        "put chit X1 for army 2 at 3,8 as Warchief OW1",
    )
    assert list(GAME.legal(blank.state, 1)) == list(GAME.legal(other.state, 1))


def test_of_one_unit_and_of_others() -> None:
    """RC-LEGAL-1: with a reference only that model's orders are listed, and none for the enemy's
    models or out of turn."""
    scene = yard()
    assert all("M1" in str(order) for order in GAME.legal(scene.state, 1, "M1"))
    assert list(GAME.legal(scene.state, 1, "O1")) == []
    assert list(GAME.legal(scene.state, 2, "O1")) == []
    assert [str(one) for one in GAME.legal(scene.state, 2)] == ["offer draw", "resign"]


def test_mustering_and_deploying() -> None:
    """RC-LEGAL-1, RC-SETUP-9, RC-SETUP-11: only lists and models within the budget are offered, and
    chits can be deployed as any model they may stand for."""
    scene = Scene({"rows": "12", "cols": "12", "budget": "49"}, match=True)
    texts = [str(order) for order in GAME.legal(scene.state, 1)]
    assert "takes Brood nest" in texts
    assert "takes Vanguard squad" not in texts
    assert "buys 1 Marine" in texts
    assert "buys 1 Ghost" not in texts
    assert scene.say(1, "takes Brood nest") == ""
    assert "dismisses ST1" in [str(order) for order in GAME.legal(scene.state, 1)]
    assert scene.say(2, "takes Risen; ready") == ""
    assert scene.say(0, "next dice 3 3 0 0") == ""
    assert scene.say(1, "ready") == ""
    texts = [str(order) for order in GAME.legal(scene.state, 1, "X1")]
    assert "deploy X1 as ST1 at 9,1" in texts
    assert "deploy X1 as nothing at 12,12" in texts
    assert not any("at 8," in text for text in texts)


def test_who_reads_what_of_the_set_up() -> None:
    """RC-VIEW-1, RC-VIEW-2: only their own seat and the GM learn which chits were dealt and which
    cards were drawn."""
    scene = Scene({"rows": "12", "cols": "12"}, match=True)
    assert scene.say(1, "takes Vanguard strike; ready") == ""
    assert scene.say(2, "takes Brood nest") == ""
    assert scene.say(0, "next dice 0 0 3 0") == ""
    assert scene.say(2, "ready") == ""
    assert scene.say(2, "deploy X4 as ST1 at 3,5") == ""
    assert scene.told(1) == ["X4 is deployed at 3,5"]
    assert scene.told(2) == ["X4 stands for ST1", "X4 is deployed at 3,5"]
    assert scene.say(2, "done") == ""
    assert scene.say(1, "deploy P1 at 10,3") == ""
    assert scene.say(0, "next dice 3 0 0 0 5") == ""
    assert scene.say(1, "done") == ""
    assert "army 1 draws 1 card" in scene.told(2)
    assert not any("Flash" in line for line in scene.told(2))
    assert any(line.startswith("army 1 draws Flash") for line in scene.told(1))
    assert scene.is_so("army 1 cards Flash")


def test_a_shot_is_told_and_unfolded() -> None:
    """RC-REP-1 to RC-REP-3, RC-SHOOT-7, RC-SHOOT-8: a shot is reported with every die, the totals
    and the result."""
    scene = yard().gm("next dice 3 1")
    assert scene.say(1, "M1 fires Bolter at O1") == ""
    told = "\n".join(scene.told(2))
    assert "R3 W1 = 4" in told
    assert "Bolter on O1: 4 against 1" in told
    assert "O1 is killed, 3 points to army 1" in told
    unfolded = "\n".join(scene.unfolded())
    assert "Bolter: total 4 = 4 dice (RC-SHOOT-7)" in unfolded
    assert "damage 4 - 1 = 3" in unfolded


def test_moves_and_queries_are_told() -> None:
    """RC-REP-4, RC-REP-5: a move is reported with its ends and its cost; a query gets its
    answer."""
    scene = yard().gm("remove X1")
    assert scene.say(1, "M1 moves 2 west") == ""
    assert scene.told() == ["M1 moves from 10,4 to 10,2 (2 inches, 4 left)"]
    assert "6 - 2 = 4 inches" in scene.unfolded()[-1]
    assert scene.say(2, "check O1 to S1") == ""
    assert scene.told() == ["O1 to S1: 4 inches, penalty 0, sight clear, cover none"]


def test_an_undo_and_what_bars_it() -> None:
    """RC-ORD-10: any line of the GM except a ruling bars an undo."""
    assert any(event.bars_undo for event in yard().gm("set M1 hits 1").events)
    assert not any(event.bars_undo for event in yard().gm('rule "so it is"').events)


@pytest.mark.parametrize(
    ("options", "line", "rule"),
    [
        ({}, "map 6x6\n______\n___?__\n______\n______\n______\n______\nend", "RC-MAP-5"),
        ({}, "map 6x6\n______\n_____\n______\n______\n______\n______\nend", "RC-MAP-5"),
        ({}, "map 6x6\n______\n__bb__\n______\n______\n______\n______\nend", "RC-MAP-5"),
        ({"mode": "hulk"}, "map 6x6\n#\n ____\n ____\n#\n#\n#\nend", ""),
        ({}, "map nowhere", "RC-GM-7"),
        ({}, "set terrain 3,3 lava", "RC-GM-7"),
        ({}, "set light 3,3 pink", "RC-GM-7"),
        ({}, "set elevation 3,3 12", "RC-GM-7"),
        ({}, "building B1 at 2,2-3,3 roof 0", "RC-MAP-5"),
        ({}, "sector B1.2 at 2,2", "RC-GM-7"),
        ({}, "ladder 2,2 to 2,3", "RC-GM-7"),
        ({}, "manhole 2,2 to 2,2", "RC-GM-7"),
        ({}, "marker B9 at 2,2", "RC-GM-7"),
        ({}, "collapse B9", "RC-GM-7"),
        ({}, "put Ogre O1 for army 1 at 2,2", "RC-GM-7"),
        ({}, "put Orc O1 for army 9 at 2,2", "RC-GM-7"),
        ({}, "set army 1 cards Fireball", "RC-GM-7"),
        ({}, "set army 1 team 7", "RC-GM-7"),
        ({}, "army 1 takes Nobody", "RC-GM-7"),
        ({}, "model Ork (OK): M6 A1 H1; normal; 2R S; Cannon; -; 3", "RC-DATA-3"),
        ({}, "model Ork (O): M6 A1 H1; normal; 2R S; -; -; 3", "RC-DATA-3"),
    ],
)
def test_lines_of_the_gm_that_cannot_stand(options: dict[str, str], line: str, rule: str) -> None:
    """RC-GM-7, RC-MAP-1 to RC-MAP-5, RC-HULK-1, RC-DATA-3: impossible lines of the GM are refused
    under the right rule."""
    assert Scene(options).say(0, line) == rule


def test_options_are_what_the_rules_say() -> None:
    """RC-SCOPE-1, RC-SCOPE-3, RC-SCOPE-4: options have the right defaults and limits, and the two
    dice have the right faces."""
    from rules.border.game import read_options
    from rules.rulescrusade.checks import RED, WHITE

    assert read_options(GAME, {})["rows"] == "24"
    assert len(read_options(GAME, {})) == 16
    for wrong in ({"rows": "5"}, {"cols": "49"}, {"budget": "501"}, {"mode": "sea"}):
        with pytest.raises(ValueError, match="option"):
            read_options(GAME, wrong)
    assert sorted(RED.faces) == [0, 0, 0, 1, 2, 3]
    assert sorted(WHITE.faces) == [0, 0, 0, 0, 1, 2]


def test_a_roll_off_ends_even_with_dice_that_are_stuck() -> None:
    """RC-DICE-9: a tie is rolled again; after very many ties a drawn lot decides, so that nothing
    hangs."""
    scene = Scene({"rows": "12", "cols": "12"}, match=True)
    events = GAME.adjudicate(
        scene.state,
        0,
        grammar.read("rulescrusade", "start", (), gm=True)[0].orders,
        lambda die: die.faces[-1],
    )
    assert any(getattr(event, "purpose", "") == "placement" for event in events)
