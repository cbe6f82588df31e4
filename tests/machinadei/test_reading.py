"""Free words of Machina Dei: what is carried out as it was meant, and what only resembles it."""

import pytest

from tests.reading.test_proposing import said
from tests.reading.test_turned import LINE, SHOOTING

SETUP = """# machinadei: setting up
game: machinadei points=2000
seat: 1
x => -
"""
STROLL = LINE.replace(
    "gm> set round 2", "gm> put Augur Augur1 for army 1 at 28,33\ngm> set round 2"
).replace("28,22 facing N 5 wide 15", "28,26 facing N 5 wide 15")
BATTERY = SHOOTING.replace(
    "gm> set round 2", "gm> put Onager Onager1 for army 1 at 28,33\ngm> set round 2"
)

MEANT = [
    (SETUP, "15 auxiliaries, 22,30, 5 wide", "deploy 15 Auxiliary at 22,30 5 wide"),
    (SETUP, "15 auxiliaries 5 wide, 22,30, as aux7", "deploy 15 Auxiliary as Aux7 at 22,30 5 wide"),
    (
        SETUP,
        "Wall2: 15 auxiliaries facing north, 5 wide, 22,30",
        "deploy 15 Auxiliary as Wall2 at 22,30 facing N 5 wide",
    ),
    (
        SETUP,
        "15 auxiliaries, three ranks of 5, name them Wall2, at 22,30",
        "deploy 15 Auxiliary as Wall2 at 22,30 5 wide",
    ),
    (
        SETUP,
        "Deploy: 15 Auxiliary\nName: Wall2\nAt: 22,30",
        "deploy 15 Auxiliary as Wall2 at 22,30",
    ),
    (
        SETUP,
        "Unit: Auxiliary\nModels: 15 (30 points)\nRef: Wall2\nPlace: 22,30",
        "deploy 15 Auxiliary as Wall2 at 22,30",
    ),
    (SHOOTING, "Unit: Bows1\nTarget: Clans1\nWeapon: Bow", "Bows1 shoots Clans1 with Bow"),
    (LINE, "Bows1 would like to turn right, the sun is in their eyes", "Bows1 turns right"),
    (SHOOTING, "No more arrows and no more coffee in the pot. End phase please.", "end phase"),
    (SHOOTING, "Bows1 is going to shoot to the clan, those big hairy men", "Bows1 shoots Clans1"),
    (SHOOTING, "Bows1 would like to shoot Clans1, range is 5, can't miss", "Bows1 shoots Clans1"),
    (SHOOTING, "Bows1 shoots Clans1, they are 5 inches off, can't miss", "Bows1 shoots Clans1"),
    (LINE, "Legion2 charges Clans1 (5 inches away)", "Legion2 charges Clans1"),
    (LINE, "Have L1 and B1 advance 2", "Legion1 and Bows1 advances 2"),
    (
        SETUP,
        "The Herald waits in reserve with that Thirst for Vengeance, 375 points",
        "deploy 1 Herald in reserve with Thirst-for-Vengeance",
    ),
    (SETUP, "one more Augur at 22,30", "deploy 1 Augur at 22,30"),
    (SETUP, "15 auxiliaries at 22,30 - call em Wall2", "deploy 15 Auxiliary as Wall2 at 22,30"),
    (
        SETUP,
        "15 auxiliaries at 22,30, Wall2 is their name",
        "deploy 15 Auxiliary as Wall2 at 22,30",
    ),
    (SHOOTING, "Bows1 shoots Clans1, mind your heads", "Bows1 shoots Clans1"),
    (LINE, "Legion2 charges Clans1, right in front of them", "Legion2 charges Clans1"),
    (SETUP, "15 auxiliaries at 22,30 (behind them)", "deploy 15 Auxiliary at 22,30"),
    (BATTERY, "Onager1 bombards 29,18, right in the middle of the clan", "Onager1 bombards 29,18"),
    (STROLL, "Augur1 moves to 28,29, two squares behind Legion2", "Augur1 moves to 28,29"),
]
NOT_MEANT = [
    (SETUP, "Unit: Auxiliary\nModels: 15 (90 points)\nRef: Wall2\nPlace: 22,30"),
    (LINE, "L2 turns left and he goes 3"),
    (LINE, "Legion2 backs off from Clans1, 3 inches away"),
    (LINE, "Legion2 charges Clans1, 5 inches away or not"),
    (SHOOTING, "Bows1 shoots Clans1, they are 5 inches off but not him"),
    (SHOOTING, "Bows1 shoots Clans1, the second one the same"),
    (SHOOTING, "Bows1 shoots Clans1. Not the same for L1."),
    (LINE, "T2: L2 advances 2"),
    (SETUP, "a Herald without Thirst for Vengeance in reserve"),
    (STROLL, "Augur1 moves to 28,29, not behind Legion2"),
    (STROLL, "Augur1 moves to 28,29, behind Legion2, who advances 3"),
    (STROLL, "Augur1 moves to 28,29, behind Legion2 or Bows1"),
    (STROLL, "Augur1 moves to 28,29, close to Clans1"),
    (STROLL, "Augur1 stays near 28,29, behind Legion2"),
    (SETUP, "15 auxiliaries, 22,30 or 24,30, 5 wide"),
    (SETUP, "no 15 auxiliaries as Wall2 at 22,30"),
    (SHOOTING, "Unit: Bows1\nTarget: none"),
    (SHOOTING, "Unit: Bows1\nTarget: Clans1\nStatus: not yet"),
    (LINE, "Bows1 would turn right"),
    (LINE, "Bows1 would like to turn right but cannot"),
    (LINE, "Bows1 would like to turn right next turn"),
    (SHOOTING, "Bows1 shoots Clans1, oh shoot, wrong one"),
    (LINE, "No more arrows if Bob is right. End phase."),
    (LINE, "End phase. Not yet, I am thinking."),
    (LINE, "My opponent is finished with the phase, coffee for me"),
    (LINE, "I wonder who ends the phase. I am done with coffee."),
]


@pytest.mark.parametrize(("scene", "text", "sentence"), MEANT, ids=[one[1] for one in MEANT])
def test_what_is_meant_is_carried_out(scene: str, text: str, sentence: str) -> None:
    """Each is carried out as this one order."""
    decision = said(text, scene)
    assert decision.kind == "run"
    assert [one.lower() for one in decision.sentences] == [sentence.lower()]


@pytest.mark.parametrize(("scene", "text"), NOT_MEANT, ids=[one[1] for one in NOT_MEANT])
def test_what_only_resembles_an_order_is_not_carried_out(scene: str, text: str) -> None:
    """Each is offered or asked about at most."""
    assert said(text, scene).kind != "run"
