"""Section 13: the layouts of the treasures, the ready-made armies and the setup table."""

LAYOUTS = {
    "standard": (("b3", "g3"), ("c1", "f1"), ("b6", "g6"), ("c8", "f8")),
    "flanks": (("a3", "h3"), ("b1", "g1"), ("a6", "h6"), ("b8", "g8")),
    "heartland": (("c3", "f3"), ("d1", "e1"), ("c6", "f6"), ("d8", "e8")),
    "pinwheel": (("a2", "f3"), ("c1", "h1"), ("c6", "h7"), ("a8", "f8")),
}
"""C8-TREAS-1, C8-TREAS-2: White's Supplies and Relics, then Black's."""

VARIANTS = ("", "flanks", "heartland", "pinwheel")
"""C8-SETUP-3: what the d3 shows."""

PRESETS = {
    "march": {"Archer": 2, "Caster": 2, "Warrior": 2, "Bishop": 1, "Knight": 1, "Paladin": 1},
    "classic": {
        "Archer": 2,
        "Caster": 2,
        "Rogue": 2,
        "Warrior": 2,
        "Bishop": 1,
        "Commander": 1,
        "Knight": 1,
        "Paladin": 1,
    },
    "shadow": {"Archer": 1, "Rogue": 4, "Warrior": 1, "Knight": 2},
    "council": {"Archer": 2, "Caster": 2, "Warrior": 2, "Commander": 2, "Paladin": 1},
    "siege": {"Archer": 3, "Caster": 2, "Rogue": 1, "Warrior": 3, "Bishop": 2, "Paladin": 2},
}
"""C8-SETUP-9: both players get the same army."""

VARIANT_FACES = (9, 10)
"""C8-SETUP-2, C8-SETUP-3: a rule die that moves the treasures."""

MORE_PAWN_DICE, MORE_NOBLE_DICE = 11, 12
"""C8-SETUP-4: four more pawn dice, two more noble dice."""

FIRST_REMOVAL = 13
"""C8-SETUP-2: 13 to 20 remove Archers, Casters, Rogues, Warriors, Bishops ... in this order."""

CHOICE = 5
"""C8-SETUP-5, C8-SETUP-7: the face that lets each player choose; a 6 gives nothing."""

FILES = "decfbgah"
"""C8-PLACE-5: the order of files in automatic placement."""

NOBLES_FIRST = ("Commander", "Bishop", "Knight", "Paladin")
THEN_PAWNS = ("Warrior", "Archer", "Caster", "Rogue")
"""C8-PLACE-5: who is placed before whom."""
