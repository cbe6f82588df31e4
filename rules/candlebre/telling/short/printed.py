"""What is printed in section 8: abilities, buildings, techs and traits, in words for cards."""

from collections.abc import Mapping

ABILITIES: Mapping[str, str] = {
    "first-strike": "First strike: rolls in Tier One, before the others",
    "charge": "Can charge: every other round, in Tier Two, with twice its attack",
    "initiative": "Initiative: rolls in Tier One of round 1; can charge with M7",
    "shield-wall": "Shield-wall: no charge is carried out against its force",
    "negate-walls": "Walls do not count against its force",
    "no-attack": "Left alone it is captured",
    "mercenary": "No techs help them; a bounty of 1 or 2 gold adds as much; a majority revolts",
}
"""8.1: what an ability does; what only classes a type says nothing."""

UNIT_RULES: Mapping[str, tuple[str, ...]] = {
    "archers": ("CB-TIER-2",),
    "cavalry": ("CB-CHARGE-3",),
    "light-infantry": ("CB-INIT-1",),
    "pikemen": ("CB-WALL-1",),
    "siege-engines": ("CB-SIEGE-1",),
    "mercenaries": ("CB-MERC-5",),
}
"""The rules behind the abilities."""

BUILDING_EFFECTS: Mapping[str, str] = {
    "barracks": "regular units can be placed",
    "temple": "2 influence a turn",
    "market": "10 gold a turn (15 with I2)",
    "walls": "+1 on all needs of the defenders (+2 with I8), not against siege engines",
    "hall": "2 honor a turn (3 with I9); one for each army",
}
"""8.4."""

BUILDING_RULES: Mapping[str, str] = {
    "barracks": "CB-PLACE-4",
    "temple": "CB-INC-4",
    "market": "CB-INC-2",
    "walls": "CB-HIT-1",
    "hall": "CB-BUILD-4",
}
"""The rules behind them."""

TRAITS: Mapping[str, str] = {
    "bowmaster": "own archers +1 where he is",
    "paymaster": "bounties cost nothing where he is",
    "warden": "+2 instead of +1 for a defending side",
    "horse-lord": "charging units +1",
    "tactician": "four rerolls instead of three",
}
"""CB-LEAD-8."""

TECHS: tuple[tuple[tuple[str, str], ...], ...] = (
    (
        ("", "light infantry can be bought"),
        ("", "infantry, light infantry and pikemen +1 attack and defence"),
        ("", "pikemen can be bought"),
        ("", "archers +1 attack"),
        ("", "siege engines can be bought"),
        ("", "cavalry +1 attack and defence"),
        ("", "light infantry can charge"),
        ("", "archers +1 attack, together +2"),
        ("", "infantry +1 attack and defence, with M2 together +2"),
        ("", "infantry have initiative"),
    ),
    (
        ("Granaries", "2 gold more for each province"),
        ("Guild Charter", "markets bring 15 gold"),
        ("Master Builders", "buildings cost 10% less"),
        ("Roads", "slow units may go two steps in noncombat"),
        ("Drill Yards", "one more regular unit placed in each province"),
        ("Cathedral School", "temples bring 1 influence more"),
        ("Coinage", "3 gold more for each province, together 5"),
        ("Masonry", "walls count 2"),
        ("Courts of Law", "great halls bring 3 honor"),
        ("Golden Age", "gold income +10%"),
    ),
    (
        ("Informers", "mission steal: up to 20 civil gold"),
        ("Watchmen", "missions against you need 2 less"),
        ("Saboteurs", "mission sabotage: a building is gone"),
        ("Safe Houses", "own missions need 1 more"),
        ("Paymasters", "mission bribe: a mercenary is gone"),
        ("Secret Police", "missions against you need 4 less"),
        ("Daggers", "mission assassinate: a regular unit is gone"),
        ("Spymaster", "own missions need 3 more"),
        ("Smugglers", "mission rescue: a captive comes home"),
        ("Masks", "mission abduct: a leader is captured"),
    ),
)
"""8.2, 8.3: name and effect of each level: military, infrastructure, espionage."""
