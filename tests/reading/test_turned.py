"""Words that turn an order round: what they surround is never carried out as if they were not
there."""

import pytest

from tests.reading.test_proposing import said

SQUAD = """# rulescrusade: a squad
game: rulescrusade map=yard
gm> put Marine M1 for army 1 at 15,5
gm> put Marine M2 for army 1 at 14,10
gm> put Marine M3 for army 1 at 15,17
gm> put Gunner GN1 for army 1 at 16,8
gm> put Orc O1 for army 2 at 10,6
gm> put Orc O2 for army 2 at 10,11
gm> put Orc O4 for army 2 at 8,13
gm> put Bruiser K1 for army 2 at 9,9
gm> set phase play
gm> set turn army 1
seat: 1
x => -
"""
LINE = """# machinadei: a line
game: machinadei
gm> put Legionary Legion1 for army 1 at 20,28 facing N 5 wide 15 models
gm> put Legionary Legion2 for army 1 at 28,22 facing N 5 wide 15 models
gm> put Sagittary Bows1 for army 1 at 36,28 facing N 5 wide 10 models
gm> put Clansman Clans1 for army 2 at 28,17 facing S 5 wide 10 models
gm> set round 2
gm> set phase move
gm> set turn army 1
seat: 1
x => -
"""
SHOOTING = LINE.replace("phase move", "phase shooting")

TURNED = {
    SQUAD: """
        M1 holds fire on O1 for now
        M1 moves 2 north and holds fire on O1
        M2 aims at O2 but does not fire
        M1 is shot at by O1
        M2 is charged by O2
        M2 fires at the nearest orc, not O2
        all fire at O2 but M1
        GN1 fires at K1 over O2
        GN1 fires at K1. O2 next.
        GN1 fires at O2, 4 inches away
        GN1 fires at K1 sorry O2
        M2 fires at O2 but moves 1 north first
        M2 fires at O2 (in their turn)
        M2 fires at O2 (frag)
        M1 moves 2 north, M1 done
        M1 fires at O1 no more
        well done
        M1 fires at O1's mate
    """,
    LINE: """
        Legion2 doesn't charge Clans1
        Legion2 will not charge Clans1
        Legion2 does nothing to Clans1
        Legion2 waits for Clans1
        Legion2 holds the line against Clans1
        Legion2 is charged by Clans1
        Legion2 lets Clans1 charge
        Legion2 advances 1 away from Clans1
        Legion2 advances 1. Clans1 next.
        Legion1 advances 2 sorry 3
        Legion1 turns left sorry right
        Legion1 advances 3 but turns right first
        Legion1 advances 3 (turn right first)
        Legion1 advances 3 (tentative)
        all legionaries but one advance 2
    """,
    SHOOTING: """
        Bows1 doesn't shoot Clans1
        Bows1 holds fire on Clans1
        Bows1 shoots the nearest enemy, not Clans1
        Bows1 is shot by Clans1
    """,
}

STRAIGHT = {
    SQUAD: """
        M2 fires at O2, not O1
        GN1 fires at K1 and O2
        M1 moves 2 north, then fires at O1
        M2 fires at O2 (no mercy)
        M1 moves 2 north. I'm done.
        M2 fires at O2's head
        first M1 moves 2 north, then M2 fires at O2
    """,
    LINE: """
        Legion2 charges Clans1, no holding back
        Legion1 advances 2, sorry, 3
        Legion1 advances 3 (Legion2 is tired)
        Legion1 advances 3. Legion2 does not charge Clans1.
        both legions advance 1
    """,
}


def listed(rows: dict[str, str]) -> list[tuple[str, str]]:
    """(scene, text) of each line."""
    return [
        (scene, one.strip()) for scene, text in rows.items() for one in text.strip().split("\n")
    ]


@pytest.mark.parametrize(("scene", "text"), listed(TURNED))
def test_what_turns_an_order_round_is_not_passed_over(scene: str, text: str) -> None:
    """Each of these was carried out as the order that it denies, excepts, corrects or tells of."""
    assert said(text, scene).kind != "run"


@pytest.mark.parametrize(("scene", "text"), listed(STRAIGHT))
def test_what_turns_nothing_round_is_carried_out(scene: str, text: str) -> None:
    """The same words in orders that say what they mean."""
    assert said(text, scene).kind == "run"
