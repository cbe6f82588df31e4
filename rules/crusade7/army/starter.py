"""A ready-made small battle: a Roman cohort meets an Orc-Goblin horde (500 gold are enough).

It stands at the beginning of army 1's first Move turn: the first order can be typed at once.
"""

STARTER: tuple[str, ...] = (
    "1> faction Second Roman Empire",
    "1> detachment Platoon: 1 Legate, 7 Legionnaires, 5 Sagittarius, 1 Eques, 1 Ballista",
    "1> deploy LG1 at 11,8",
    "1> deploy L1-L7 at 8,9",
    "1> deploy SG1-SG5 at 8,7",
    "1> deploy EQ1 at 6,9",
    "1> deploy B1 at 13,6",
    "2> faction Orc-Goblins",
    "2> detachment Platoon: 1 Warboss, 8 Orc Raiders, 2 Goblins, 1 Goblin Bomber, 1 Wolf Rider",
    "2> deploy WB1 at 11,23",
    "2> deploy O1-O8 at 7,22",
    "2> deploy G1-G2 at 9,24",
    "2> deploy GB1 at 15,22",
    "2> deploy WR1 at 6,22",
    "1> ready",
    "2> ready",
    "1> end phase",
    "2> end phase",
)
