"""A scene of every system, with sentences to say in it, for the laws of the doors."""

from dataclasses import dataclass

from bot.cases.casefile import parse_phrases
from bot.doors.measure import scene_of
from bot.match.tree import Match


@dataclass(frozen=True)
class Scene:
    """A match, and sentences of seat 1 for it."""

    system: str
    lines: str
    act: str
    """An order in the law's own words."""
    free: str
    """The same order in free words."""
    other: str
    """Another order in the law's own words, which may be given together with it."""
    foe: str
    """A sentence of the law for a unit of the other seat, which is refused."""
    foes: tuple[str, ...]
    """Remarks about what an enemy does or will do."""
    half: str
    """Free words for two orders, of which the rules refuse one."""
    unread: str
    """Unreadable words that name things of the match, and then the end of the phase."""
    odd: str
    """An unreadable line that names something of the match."""
    ends: str
    """The end of a phase in free words."""

    @property
    def match(self) -> Match:
        """The match as its lines leave it."""
        text = f"game: {self.system}\n{self.lines.strip()}\nseat: 1\nx => -\n"
        (block,) = parse_phrases(text, self.system)
        return scene_of(block)


SCENES = {
    one.system: one
    for one in (
        Scene(
            "crusade7",
            """
gm> put Legionnaire L1 for army 1 at 6,11
gm> put Legionnaire L2 for army 1 at 8,10
gm> put Sagittarius SG1 for army 1 at 12,6
gm> put Orc Raider O1 for army 2 at 6,16
gm> put Warboss WB1 for army 2 at 12,18
gm> set phase move
gm> set turn army 1
""",
            act="L1 moves to 6,13",
            free="L1 to 6,13",
            other="L2 moves to 8,12",
            foe="O1 moves to 6,15",
            foes=(
                "O1 will attack L1 anyway",
                "the warboss charges the legionnaires",
                "I bet O1 goes for L1",
                "hopefully the raider comes to 6,14",
            ),
            half="L1 to 6,13 and L2 to 8,30",
            unread="SG1 and L2 as last week. that's it for moves",
            odd="SG1 zorps about",
            ends="that's it for moves",
        ),
        Scene(
            "crusade8x8 setup=empty",
            "gm> position "
            '"4b3/8/8/1n1avwvcvp1/1A^1W^W^3/5A^1rv/6C^1/2B3NP w '
            'Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 4 12"',
            act="warrior d4 captures d5",
            free="d4 takes d5",
            other="warrior e4 captures e5",
            foe="bishop e8 moves d7",
            foes=(
                "the bishop will take my warrior anyway",
                "your archer captures d4",
                "I bet e5 takes e4",
                "I fear the rogue moves to g3",
            ),
            half="d4 takes d5 and the paladin goes to a8",
            unread="d4 and e4 as last week. I'm done",
            odd="archer b4 zorps about",
            ends="I'm done",
        ),
        Scene(
            "rulescrusade",
            """
gm> put Sergeant S1 for army 1 at 17,12
gm> put Marine M1 for army 1 at 16,7
gm> put Marine M2 for army 1 at 15,11
gm> put Orc O1 for army 2 at 5,4
gm> put Orc O2 for army 2 at 5,6
gm> set phase play
gm> set turn army 1
""",
            act="M2 moves to 13,11",
            free="M2 to 13,11",
            other="M1 moves to 14,7",
            foe="O1 moves to 7,4",
            foes=(
                "O1 will charge M1 anyway",
                "the orcs shoot the sergeant",
                "I bet O2 goes for M2",
                "hopefully the orc moves to 7,6",
            ),
            half="M2 to 13,11 and M1 to 16,30",
            unread="M1 and S1 as last week. that's all for me",
            odd="S1 zorps about",
            ends="that's all for me",
        ),
        Scene(
            "machinadei",
            """
gm> put Legionary Legion1 for army 1 at 18,28 facing N 5 wide 15 models
gm> put Sagittary Bows1 for army 1 at 28,28 facing N 5 wide 10 models
gm> put Man-Machine Man1 for army 1 at 12,28
gm> put Warband War1 for army 2 at 24,8 facing S 5 wide 15 models
gm> put Thrall Mob1 for army 2 at 34,8 facing S 5 wide 20 models
gm> set phase move
gm> set turn army 1
""",
            act="Legion1 advances 4",
            free="legion forward 4",
            other="Man1 moves 3 N",
            foe="War1 charges Legion1",
            foes=(
                "War1 will charge Legion1 anyway",
                "the warband charges the legion",
                "I bet the mob goes for Bows1",
                "hopefully War1 advances 4",
            ),
            half="legion forward 4, bows forward 30",
            unread="Bows1 and Man1 as last week. that's it for moves",
            odd="Bows1 zorps about",
            ends="that's it for moves",
        ),
        Scene(
            "candlebre",
            """
gm> put 6 infantry for army 1 in Ashford
gm> put 2 cavalry for army 1 in Ashford
gm> put 3 infantry for army 1 in Brindle
gm> put 3 infantry for army 2 in Pellam
gm> set phase noncombat
gm> set turn army 1
""",
            act="move 2 infantry from Ashford to Brindle",
            free="2 infantry Ashford to Brindle",
            other="move 1 infantry from Brindle to Ashford",
            foe="attack Ashford from Pellam with 3 infantry",
            foes=(
                "Pellam will attack Brindle anyway",
                "army 2 attacks Ashford",
                "I bet the enemy infantry goes for Brindle",
                "hopefully army 2 moves to Brindle",
            ),
            half="2 infantry Ashford to Brindle, then 3 cavalry Ashford to Brindle",
            unread="Brindle and Ashford as last week. that's it for moves",
            odd="Dunmoor zorps about",
            ends="that's it for moves",
        ),
    )
}
