"""CB-START-1: the ready-made game: two seats, all options at their defaults."""

STARTER = (
    "1> house Varlan",
    "1> claim Ashford, Brindle, Harrowby, Ivelstone and Jestwick",
    "1> build barracks in Ashford",
    "1> buy 4 infantry and 1 archer in Ashford",
    "1> buy 1 infantry in Brindle",
    "1> place GL1 in Ashford",
    "1> end phase",
    "2> house Tessaly",
    "2> claim Oakhollow, Pellam, Fallowby, Greymoor and Hollin",
    "2> build temple in Pellam",
    "2> buy 3 infantry, 1 cavalry and 2 mercenaries in Pellam",
    "2> place GL2 in Pellam",
    "gm> next dice 5 2",
    "2> end phase",
)
"""It ends at the beginning of army 1's first purchase."""
