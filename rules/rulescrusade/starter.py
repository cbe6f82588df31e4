"""RC-DATA-6: the ready-made battle: a Vanguard squad meets Orc raiders on the yard.

It stands in round 1 at the beginning of army 1's turn: the first order can be typed at once.
"""

_MODELS = (
    ("Sergeant S1", 1, "17,12"),
    ("Marine M1", 1, "16,7"),
    ("Marine M2", 1, "15,11"),
    ("Marine M3", 1, "16,20"),
    ("Gunner GN1", 1, "18,12"),
    ("Bruiser K1", 2, "4,12"),
    ("Orc O1", 2, "5,4"),
    ("Orc O2", 2, "5,6"),
    ("Orc O3", 2, "6,10"),
    ("Orc O4", 2, "6,13"),
    ("Orc O5", 2, "5,17"),
    ("Orc O6", 2, "6,19"),
    ("Whelp Y1", 2, "3,13"),
    ("Whelp Y2", 2, "3,5"),
    ("Whelp Y3", 2, "4,20"),
)

STARTER: tuple[str, ...] = (
    "gm> map yard",
    *(f"gm> put {model} for army {seat} at {cell}" for model, seat, cell in _MODELS),
    "gm> set phase play",
    "gm> set turn army 1",
)
