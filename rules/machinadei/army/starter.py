"""MD-START-1: the ready-made battle: a Roman patrol meets a Hun raid."""

STARTER: tuple[str, ...] = (
    "1> deploy Man-Machine as Man1 at 15,28",
    "1> deploy Augur as Augur1 at 27,31",
    "1> deploy 15 Legionary as Legion1 at 20,28 facing N 5 wide",
    "1> deploy 10 Sagittary as Bows1 at 30,28 facing N 5 wide",
    "1> end phase",
    "2> deploy Shaman as Shaman1 at 27,5",
    "2> deploy 2 Spirit-Kin as Kin1 at 15,7 18,7",
    "2> deploy 15 Warband as War1 at 26,9 facing S 5 wide",
    "2> deploy 20 Thrall as Mob1 at 36,9 facing S 5 wide",
    "gm> next dice 8 3",
    "2> end phase",
)
