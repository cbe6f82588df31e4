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
RANKS = """# crusade7: ranks
game: crusade7
gm> put Legionnaire L1 for army 1 at 5,8
gm> put Legionnaire L2 for army 1 at 7,8
gm> put Legionnaire L3 for army 1 at 9,8
gm> put Legionnaire L4 for army 1 at 11,8
gm> put Centurion C1 for army 1 at 13,8
gm> put Orc Raider O1 for army 2 at 8,20
gm> set round 2
gm> set phase move
gm> set turn army 1
seat: 1
x => -
"""
PURSE = """# candlebre: a full purse
game: candlebre
gm> set Ashford owner army 1
gm> set Brindle owner army 1
gm> set Harrowby owner army 1
gm> set Corrin owner army 2
gm> give Ashford barracks
gm> put 4 infantry for army 1 in Ashford
gm> put 2 cavalry for army 1 in Ashford
gm> set army 1 military 220
gm> set army 1 civil 210
gm> set round 4
gm> set phase purchase
gm> set turn army 1
seat: 1
x => -
"""
MARCH = PURSE.replace("phase purchase", "phase move")
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
        M2 fires over O2
        M1 keeps his shot for O1
        M1 fires 2 shots at O1
        M1 (O1's target) moves 2 north
        M1 to 14,6 is a good move
        M2 fires at O2 (round 9)
    """,
    RANKS: """
        L1-L3, not L2, move 3 forward (no, 2)
        All Legionnaires excl. L3 move 3 forward
        All Legionnaires but two move 3 forward
        All Legionnaires from L2 to L4 stay
        Everyone on foot stays
        All stay, L3 too
        L1 stays. The others too.
        L2 stays under L1
        L1-L4 move 3 forward (L3: 2)
        Round 2: L1 moves 3 forward\\nRound 3: L2 moves 3 forward
        L1 moves 3 forward (on hold)
        Plan A: L1 moves 3 forward\\nPlan B: L2 moves 3 forward
    """,
    PURSE: """
        I have 4 infantry in Ashford
        Ashford holds 4 infantry
        note: 4 infantry in Ashford suffice
        I own 4 infantry in Ashford
        4 infantry in Ashford will do. Build market in Brindle.
        4 infantry in Ashford already, so build market in Brindle
        buy 4 infantry in Ashford (well, 3)
        buy 4 infantry in Ashford. Well, 3.
        buy 4 infantry in Ashford\\n*3
        buy 4 infantry in Ashford. Wait.
        build temple in Brindle. Well, barracks.
        let the enemy build market in Brindle
        build market in Brindle (temple)
        build market in Brindle: too expensive
        build market in Brindle (round 9)
        Turn 9: build market in Brindle
        1. buy 3 infantry in Ashford\\n2. build market in Brindle\\nI'll take the first
        buy 3 infantry in Ashford vs. build market in Brindle
        buy 3 infantry in Ashford in order to build market in Brindle
    """,
    MARCH: """
        attack Glenmark from Ashford with 2 cavalry, 3 infantry remain
        attack Glenmark from Ashford with 2 cavalry, against 3 infantry
        attack Glenmark from Ashford with 2 cavalry, 3 infantry at home
        attack Glenmark from Ashford with 3/4 of the infantry
        call off the attack on Glenmark from Ashford with 2 cavalry
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
        Legion2 around Clans1
        Legion2 no charge on Clans1
        Legion1 and Legion2 turn left and right respectively
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
    RANKS: """
        L1-L4, not L3, stay
        L1-L3, not L2, and C1 stay
        Everyone stays
        L1 moves 3 forward (he is tired)
        Round 2: L1 moves 3 forward
        L1 and L2 stay, C1 too
    """,
    PURSE: """
        buy 4 infantry in Ashford (60 gold)
        I'll have 4 infantry in Ashford please
        buy 4 infantry in Ashford, thanks
        build market in Brindle (I told you!)
        1. buy 3 infantry in Ashford\\n2. build market in Brindle
    """,
    MARCH: """
        attack Glenmark from Ashford with 2 cavalry and 3 infantry
        attack Glenmark from Ashford with 2 cavalry, 3 infantry
        launch the attack on Glenmark from Ashford with 2 cavalry
    """,
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
        (scene, one.strip().replace("\\n", "\n"))
        for scene, text in rows.items()
        for one in text.strip().split("\n")
    ]


@pytest.mark.parametrize(("scene", "text"), listed(TURNED))
def test_what_turns_an_order_round_is_not_passed_over(scene: str, text: str) -> None:
    """Each of these was carried out as the order that it denies, excepts, corrects or tells of."""
    assert said(text, scene).kind != "run"


@pytest.mark.parametrize(("scene", "text"), listed(STRAIGHT))
def test_what_turns_nothing_round_is_carried_out(scene: str, text: str) -> None:
    """The same words in orders that say what they mean."""
    assert said(text, scene).kind == "run"
