"""Chapters 7.1 to 7.4 in plain numbers: percentages, saving throws, sums, shields, ends of
effects."""

import pytest

from rules.crusade7.army.statblock import Formula, Modifier
from rules.crusade7.events import Part
from rules.crusade7.harm.conditions import (
    has_shield,
    is_saved,
    leading_stat,
    longer_lasting,
    share_taken,
    shield_worth,
    type_1_share,
    type_2_share,
    without_shield,
)
from rules.crusade7.harm.damage import Felt, damage_dealt, share_against
from rules.crusade7.harm.numbers import Grant, add_up, is_wounded, net_edge, strongest
from rules.crusade7.state import Affliction, Until

CHART = (100, 95, 90, 85, 80, 75, 70, 65, 60, 55, 50, 45, 40, 35, 30, 25, 20, 15, 10, 5)


@pytest.mark.parametrize(("difference", "percent"), list(enumerate(CHART, start=1)))
def test_attack_chart(difference: int, percent: int) -> None:
    """C7-ATK-2: every row of the chart."""
    assert share_against(10 + difference, 10) == 10 * percent


@pytest.mark.parametrize(("ac", "atk", "share"), [(40, 5, 50), (2, 5, 1000), (5, 5, 1000)])
def test_attack_chart_ends(ac: int, atk: int, share: int) -> None:
    """C7-ATK-3: a difference above 20 counts as 20, below 1 as 1."""
    assert share_against(ac, atk) == share


@pytest.mark.parametrize(("x", "share"), [(1, 500), (11, 750), (14, 825), (20, 975), (21, 1000)])
def test_type_1(x: int, share: int) -> None:
    """C7-SAVE-2"""
    assert type_1_share(x) == share


@pytest.mark.parametrize(("x", "share"), [(1, 0), (2, 50), (11, 500), (21, 1000)])
def test_type_2(x: int, share: int) -> None:
    """C7-SAVE-3"""
    assert type_2_share(x) == share


@pytest.mark.parametrize(
    ("save_type", "dc", "stat", "helpless", "share"),
    [
        (1, 14, 20, False, 500),
        (1, 60, 1, False, 1000),
        (2, 12, 11, False, 0),
        (2, 12, 30, False, 0),
        (2, 60, 1, False, 1000),
        (1, 1, 30, True, 1000),
        (2, 1, 30, True, 1000),
        (3, 17, 7, False, 0),
        (3, 17, 6, False, 1000),
        (3, 17, 30, True, 1000),
    ],
)
def test_saving_throws(save_type: int, dc: int, stat: int, helpless: bool, share: int) -> None:
    """C7-SAVE-4, C7-SAVE-5, C7-COND-6: the difference is limited to 1-21; the helpless take the
    full effect."""
    assert share_taken(save_type, dc, stat, helpless) == share


def test_type_3_is_all_or_nothing() -> None:
    """C7-SAVE-4: a throw passes if stat + 10 reaches the DC."""
    assert is_saved(17, 7)
    assert not is_saved(17, 6)


@pytest.mark.parametrize(
    ("stats", "leading"),
    [(("DEX", "PF"), "DEX"), (("PF", "INT", "STR"), "INT"), (("PF",), "")],
)
def test_stat_tested_by_default(stats: tuple[str, ...], leading: str) -> None:
    """C7-SAVE-1: the first of the six in the formula; PF is none of them."""
    assert leading_stat(Formula(tuple((1, stat) for stat in stats))) == leading


@pytest.mark.parametrize(
    ("halves", "share", "damage"),
    [
        (2 * 9, 700, 6),
        (2 * 10, 550, 6),
        (2 * 9, 50, 1),
        (2 * 18, 825, 15),
        (18, 750, 7),
        (2 * 36, 0, 0),
        (2 * 18, 600, 11),
        (21, 1000, 11),
        (1, 1000, 1),
    ],
)
def test_damage_is_rounded_once(halves: int, share: int, damage: int) -> None:
    """C7-ATK-4, C7-ATK-5: one rounding, halves up; at least 1 where anything gets through."""
    assert damage_dealt(Felt(halves, (Part("fire", 0),), False), share) == damage


def test_immunity_leaves_nothing() -> None:
    """C7-DMG-5: an immune unit takes no damage of that type, not even 1; other types count as
    usual."""
    assert damage_dealt(Felt(0, (Part("fire", 0),), True), 1000) == 0
    assert damage_dealt(Felt(1, (Part("fire", 0), Part("cold", 1)), True), 50) == 1
    assert damage_dealt(Felt(0, (), False), 1000) == 0


@pytest.mark.parametrize(
    ("edges", "net"), [((), 0), ((1, 1), 1), ((-1, -1, -1), -1), ((1, -1, -1), 0), ((0,), 0)]
)
def test_edges_do_not_add_up(edges: tuple[int, ...], net: int) -> None:
    """C7-STAT-4"""
    assert net_edge(edges) == net


def test_advantage_is_worth_four() -> None:
    """C7-STAT-3"""
    assert add_up((Part("STR", 3), Part("PF", 2), Part("Support", 0, 1))).value == 9
    assert add_up((Part("STR", 3), Part("PF", 2), Part("poisoned", 0, -1))).value == 1


def test_one_name_counts_once() -> None:
    """C7-STAT-6: the largest in size of one name and one target number, penalties included."""

    def grant(name: str, amount: int, target: str = "ATK") -> Grant:
        return Grant(name, name, "", Modifier(target, amount))

    found = strongest(
        (grant("Drum", 1), grant("drum", -3), grant("Horn", 2), grant("Drum", 1, "AC"))
    )
    assert [one.modifier.amount for one in found] == [-3, 2, 1]


@pytest.mark.parametrize(("hp", "maxhp", "wounded"), [(65, 130, True), (66, 130, False)])
def test_half_hp(hp: int, maxhp: int, wounded: bool) -> None:
    """C7-ABIL-8"""
    assert is_wounded(hp, maxhp) is wounded


@pytest.mark.parametrize(
    ("note", "worth", "rest"),
    [
        ("Hide, shield 1", 3, "Hide"),
        ("Leather, shield", 2, "Leather"),
        ("SHIELD 2, Mail", 4, ""),
        ("Mail; Shield, bossed 7", 2, "Mail"),
        ("Mail , ; shield +3 of oak", 5, "Mail"),
        ("big shield1, little shield 9", 3, "big"),
    ],
)
def test_shields(note: str, worth: int, rest: str) -> None:
    """C7-ATTR-4: 2 and the number right after the word; the note loses all from the word on."""
    assert has_shield(note)
    assert shield_worth(note) == worth
    assert without_shield(note) == rest


@pytest.mark.parametrize("note", ["", "Hide", "Windshield 2", "shielded coat", "shields"])
def test_no_shields(note: str) -> None:
    """C7-ATTR-4: only the whole word counts."""
    assert not has_shield(note)
    assert shield_worth(note) == 0
    assert without_shield(note) == note


EARLY, LATE = Until(2, 5), Until(3, 0)


@pytest.mark.parametrize(
    ("had", "new", "kept"),
    [
        ((EARLY, ""), (LATE, ""), (LATE, "")),
        ((LATE, ""), (EARLY, ""), (LATE, "")),
        ((None, ""), (LATE, ""), (None, "")),
        ((LATE, "HM1"), (None, "HM1"), (None, "HM1")),
        ((None, "HM1"), (EARLY, "HM1"), (None, "HM1")),
    ],
)
def test_later_end(
    had: tuple[Until | None, str], new: tuple[Until | None, str], kept: tuple[Until | None, str]
) -> None:
    """C7-COND-1: two effects of the same source last until the later end; having no end is the
    latest."""
    assert longer_lasting(Affliction("prone", *had), Affliction("prone", *new)) == Affliction(
        "prone", *kept
    )
