"""Candle'Bre: tables and formulas number by number; odds, legal orders and the practice
opponent."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import grammar
from rules.border.game import read_options
from rules.candlebre import GAME, overrides
from rules.candlebre import orders as od
from rules.candlebre.court.espionage import levels_for
from rules.candlebre.odds.forecast import ONE
from rules.candlebre.odds.odds import is_likely, looked_ahead
from rules.candlebre.overrides import ProvinceRow
from rules.candlebre.realm.land import (
    checked_sites,
    distances,
    generated,
    nearest,
    varied_value,
    warnings,
)
from rules.candlebre.realm.purse import halves
from rules.candlebre.realm.setup import favoured
from rules.candlebre.state import State
from rules.candlebre.telling.picture import picture
from rules.candlebre.units import Site, Units, fresh
from rules.candlebre.war.tiers import (
    Hits,
    Side,
    is_exact,
    is_hit,
    loss_order,
    losses_from,
    need_of,
    tech,
)
from rules.line.adjudication import Die
from rules.line.codec import Codec
from rules.line.errors import Refusal
from rules.line.orders import AcceptDraw, EndPhase, OfferDraw, Order
from rules.line.overrides import Set

LORE = grammar.library("candlebre")


def lowest(die: Die) -> int:
    return die.faces[0]


def begin(options: Mapping[str, str] | None = None) -> State:
    """A match just set up."""
    state: State = GAME.blank
    for event in GAME.setup(read_options(GAME, options or {}), LORE, lowest):
        state = GAME.apply(state, event)
    return state


def after(state: State, seat: int, *orders: Order, dice: Any = lowest) -> State:
    """The state after these orders, each given as a line of its own."""
    for order in orders:
        for event in GAME.adjudicate(state, seat, (order,), dice):
            state = GAME.apply(state, event)
    return state


def units(**counts: int) -> od.UnitList:
    """A list of units, as in `units(infantry=4)`."""
    return od.UnitList(tuple(od.Some(n, kind.replace("_", "-")) for kind, n in counts.items()))


def attacked(place: str, force: od.UnitList, *more: Order) -> State:
    """A state in phase combat, with a force of army 1 attacking a province."""
    put = overrides.PutUnits(force, 1, place, attacking=True)
    labels = (Set("game", "phase", "combat"), Set("game", "turn", "army 1"))
    return after(begin({"leaders": "0"}), 0, put, *more, *labels)


# --- the map ------------------------------------------------------------------------------------


def test_the_standard_map_is_a_kingdom() -> None:
    """CB-MAP-1, CB-MAP-2, CB-MAP-3, CB-MAP-6: 60 provinces, 132 borders, 2,640 gold, no warning."""
    sites = LORE.sites
    assert sum(len(site.borders) for site in sites) == 2 * 132
    assert sum(10 * len(site.borders) for site in sites) == 2640
    assert warnings(sites) == ()
    assert len(distances(sites, 1)) == 60


def test_the_generator_is_the_same_everywhere() -> None:
    """CB-MAP-8: seed 1 gives the known check value; every seed gives 125 borders and degrees from 2
    to 6."""
    sites = generated(1, LORE.sites)
    shown = [
        f"{s.number} {s.name} {s.code} {s.x} {s.y} : "
        + " ".join(sites[n - 1].code for n in s.borders)
        for s in sites[:3]
    ]
    assert shown == [
        "1 Crownmere CRO 38 38 : ASH JES",
        "2 Ashford ASH 137 28 : CRO BRI JES KES",
        "3 Brindle BRI 224 30 : ASH COR KES LAR",
    ]
    for seed in (1, 2, 77, 999_999_999):
        degrees = [len(site.borders) for site in generated(seed, LORE.sites)]
        assert (sum(degrees), min(degrees), max(degrees) <= 6) == (250, 2, True)


def test_distance_is_the_fewest_steps() -> None:
    """CB-MAP-9: distance is the fewest steps, and ties go to the lowest number."""
    state = begin()
    assert distances(state.sites, 2)[26] == 3
    assert nearest(state, 2, (9, 8, 60)) == 8
    assert nearest(state, 2, ()) == 0


@pytest.mark.parametrize(("face", "value"), [(1, 10), (2, 10), (3, 10), (4, 30), (5, 40), (6, 50)])
def test_varied_values(face: int, value: int) -> None:
    """CB-MAP-5: Pinebarrow has two neighbours."""
    assert varied_value(LORE.sites[41], face) == value


def rows(**changes: ProvinceRow) -> list[ProvinceRow]:
    """The standard map as text, with some lines replaced."""
    found = [
        ProvinceRow(
            site.number,
            site.name,
            site.code,
            site.x,
            site.y,
            tuple(LORE.sites[n - 1].code for n in site.borders),
            site.number,
        )
        for site in LORE.sites
    ]
    return [changes.get(row.code, row) for row in found]


@pytest.mark.parametrize(
    "row",
    [
        ProvinceRow(1, "Ashford", "CRO", 500, 350, ("ASH",), 1),
        ProvinceRow(1, "Crown2", "CRO", 500, 350, ("ASH",), 1),
        ProvinceRow(61, "Crownmere", "CRO", 500, 350, ("ASH",), 1),
        ProvinceRow(1, "Crownmere", "CRO", 500, 350, ("ASH", "XYZ"), 1),
        ProvinceRow(1, "Crownmere", "CRO", 500, 350, ("CRO",), 1),
        ProvinceRow(1, "Crownmere", "CRO", 500, 350, ("ASH",), 1),
        ProvinceRow(1, "Bri", "CRO", 500, 350, ("ASH",), 1),
    ],
    ids=str,
)
def test_a_wrong_map_is_refused_with_its_line(row: ProvinceRow) -> None:
    """CB-MAP-7"""
    with pytest.raises(Refusal) as refused:
        checked_sites(rows(CRO=row))
    assert refused.value.rule == "CB-MAP-7"


def test_a_map_that_reads_back_is_the_map() -> None:
    """CB-MAP-7: a printed map reads back the same; crossing borders are only a warning
    (CB-MAP-2)."""
    assert checked_sites(rows()) == LORE.sites
    moved = [
        Site(s.number, s.name, s.code, 900 if s.code == "EMB" else s.x, s.y, s.borders)
        for s in LORE.sites
    ]
    assert {rule for rule, _ in warnings(moved)} == {"CB-MAP-2"}


# --- sums ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "purses"), [(45, (22, 23)), (0, (0, 0)), (1, (0, 1))])
def test_gold_is_split(amount: int, purses: tuple[int, int]) -> None:
    """CB-GOLD-2"""
    assert halves(amount) == purses


@pytest.mark.parametrize(
    ("incomes", "seats"),
    [
        ({1: 260, 2: 250}, (2,)),
        ({1: 250, 2: 250}, ()),
        ({1: 290, 2: 280, 3: 150}, (2, 3)),
        ({1: 100, 2: 200, 3: 200, 4: 300}, (1, 2, 3)),
        ({1: 5, 2: 5, 3: 5}, (1, 2, 3)),
    ],
)
def test_who_receives_a_bonus(incomes: dict[int, int], seats: tuple[int, ...]) -> None:
    """CB-SETUP-11"""
    assert favoured(incomes) == seats


@pytest.mark.parametrize(
    ("level", "points", "found"),
    [(0, 79, (0, 79)), (0, 87, (1, 7)), (0, 245, (2, 5)), (9, 3000, (10, 0)), (9, 9999, (10, 0))],
)
def test_running_totals(level: int, points: int, found: tuple[int, int]) -> None:
    """CB-RES-6"""
    assert levels_for(level, points) == found


def side(level: int = 0, attacking: bool = True, leader: bool = False, bounty: int = 0) -> Side:
    return Side(1, attacking, level, leader, False, 0, 0, False, bounty, False)


@pytest.mark.parametrize(
    ("who", "kind", "charging", "walls", "need"),
    [
        (side(leader=True), 0, False, 0, 8),
        (side(6, leader=True), 2, True, 0, 19),
        (side(2, attacking=False), 4, False, 1, 12),
        (side(bounty=2), 6, False, 0, 7),
        (side(8), 1, False, 0, 8),
        (side(attacking=False), 2, True, 0, 16),
    ],
)
def test_needs(who: Side, kind: int, charging: bool, walls: int, need: int) -> None:
    """CB-HIT-1, CB-TIER-7: the examples of the rule."""
    assert need_of(who, kind, charging, False, walls).total == need


@pytest.mark.parametrize(("level", "bonuses"), [(0, 0), (1, 0), (2, 1), (8, 1), (9, 2), (10, 2)])
def test_techs_of_infantry_add_up(level: int, bonuses: int) -> None:
    """CB-TECH-1, CB-MERC-2: bonuses from techs add up, but mercenaries get none."""
    assert tech(level, 0, True) == tech(level, 0, False) == bonuses
    assert tech(level, 6, True) == 0


@pytest.mark.parametrize(
    ("roll", "need", "hit", "exact"),
    [(1, -3, True, False), (1, 1, True, True), (20, 25, False, False), (20, 20, False, False),
     (19, 19, True, True), (7, 8, True, False), (9, 8, False, False)],
)  # fmt: skip
def test_hits(roll: int, need: int, hit: bool, exact: bool) -> None:
    """CB-HIT-2, CB-HIT-3, CB-HIT-5"""
    assert (is_hit(roll, need), is_exact(roll, need)) == (hit, exact)


def test_losses_are_taken_in_order() -> None:
    """CB-LOSS-2, CB-WALL-2: first precision kills, then captures, then kills; in Tier One Pikemen
    die first."""
    there = (3, 1, 2, 0, 1, 0, 1)
    hits = Hits(((2, 2),), 1, 1)
    plain = losses_from(there, hits, loss_order(None), shielded=False)
    assert (plain.killed, plain.captured) == ((1, 0, 2, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 1))
    walled = losses_from(there, hits, loss_order(None), shielded=True)
    assert (walled.killed, walled.captured) == ((1, 0, 1, 0, 1, 0, 0), (0, 0, 0, 0, 0, 0, 1))
    beyond = losses_from((1, 0, 0, 0, 0, 0, 0), Hits((), 0, 3), loss_order(None), False)
    assert beyond.wasted == 2


def test_those_who_went_farthest_are_lost_first() -> None:
    """CB-LOSS-5"""
    there = fresh((0, 0, 2, 0, 0, 0, 0)).plus(fresh((0, 0, 1, 0, 0, 0, 0), 2))
    assert there.most_spent((0, 0, 2, 0, 0, 0, 0)) == Units(
        ((0, 0, 0), (0, 0, 0), (1, 0, 1), *((0, 0, 0),) * 4)
    )


# --- odds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "force", "level", "percent"),
    [
        ("Dunmoor", units(infantry=4), "0", "39.10%"),
        ("Dunmoor", units(infantry=5), "0", "68.43%"),
        ("Dunmoor", units(infantry=6), "0", "87.76%"),
        ("Dunmoor", units(infantry=8), "0", "99.13%"),
        ("Kingsfold", units(infantry=7), "0", "37.40%"),
        ("Dunmoor", units(archers=2, infantry=4), "0", "90.04%"),
        ("Dunmoor", units(archers=4, infantry=2), "0", "90.76%"),
        ("Dunmoor", units(infantry=4), "2", "47.53%"),
    ],
    ids=str,
)
def test_odds_are_exact(place: str, force: od.UnitList, level: str, percent: str) -> None:
    """Section 13.5: the odds equal its table, which follows from CB-TIER-1 to CB-TIER-7."""
    state = attacked(place, force, Set("army 1", "military-level", level))
    told = GAME.odds(state, 1, od.Fight(place))
    assert f"army 1 takes {place}: {percent}" in told
    assert "reckoned exactly" in told[-1]


@pytest.mark.parametrize(
    "force",
    [
        units(infantry=5),
        units(infantry=6),
        units(infantry=4, archers=2, cavalry=1),
        units(infantry=9, archers=3, cavalry=3),
    ],
    ids=str,
)
def test_a_comparison_agrees_with_the_odds(force: od.UnitList) -> None:
    """The practice opponent's quick estimate agrees with the exact odds."""
    state = after(
        attacked("Dunmoor", force), 0, overrides.PutLeader("GL1", 1, "Dunmoor", attacking=True)
    )
    outlook, exact, _ = looked_ahead(state, 1, 5)
    assert exact
    for percent in range(5, 100, 5):
        if abs(100 * outlook.taken - percent * ONE) > ONE // 2:
            assert is_likely(state, 1, 5, percent) == (100 * outlook.taken >= percent * ONE)


def test_odds_of_a_great_battle_are_tried() -> None:
    """The odds of a great battle come from a stated number of simulated battles, the same each
    time."""
    state = attacked("Dunmoor", units(infantry=30, archers=9, cavalry=9))
    state = after(state, 0, overrides.PutUnits(units(infantry=40, cavalry=9), 2, "Dunmoor"))
    told = GAME.odds(state, 1, od.Fight("Dunmoor"))
    assert "from 200 battles" in told[-1]
    assert told == GAME.odds(state, 1, od.Fight("Dunmoor"))


def test_odds_of_too_many_are_not_reckoned() -> None:
    """With more than 200 units no odds are computed, and the answer says so."""
    state = attacked("Dunmoor", units(infantry=250))
    assert GAME.odds(state, 1, od.Fight("Dunmoor")) == (
        "254 units meet there; odds are for battles of up to 200",
    )


def test_odds_before_a_battle_is_joined() -> None:
    """13.5: a province or a force is compared with another, with the odds of the real battle, or
    with the reason why it cannot happen now; forces can also meet in the open."""
    own = (Set("Ashford", "owner", "army 1"), Set("Brindle", "owner", "army 1"))
    state = attacked(
        "Elmsey", units(infantry=1), *own, overrides.PutUnits(units(archers=1), 1, "Ashford")
    )
    plain = after(state, 0, Set("game", "phase", "purchase"))
    told = GAME.compared(plain, 1, "5 infantry", "Dunmoor")
    assert told[0] == "Dunmoor: army 1 with 5 infantry against neutral with 4 infantry"
    assert told[1] == "army 1 takes Dunmoor: 68.43%"
    assert "reckoned exactly" in told[-1]
    assert GAME.compared(plain, 1, "4 infantry and 2 archers", "the Dunmoor")[1].endswith("90.04%")
    far = GAME.compared(plain, 1, "ashford", plain.site(60).name)
    assert far[0].startswith("It cannot come to this now: ")
    assert "(CB-MOVE-" in far[0]
    opened = GAME.compared(plain, 1, "infantry", "3 archers behind walls")
    assert opened[0] == "5 infantry against 3 archers"
    assert opened[1] == "the attackers win: 83.76%"
    assert "behind walls" in opened[-1]
    for one, other in (
        *(("Dunmoor", "Ashford"), ("army 1", "army 2"), ("Ashford", "Brindle")),
        *(("5 dragons", "Ashford"), ("Asford", "Dunmoor"), ("300 infantry", "1 archer")),
    ):
        with pytest.raises(Refusal):
            GAME.compared(plain, 1, one, other)


def test_odds_in_any_phase() -> None:
    """CB-TURN-1: the odds of an attack can be asked in any phase, and the answer says that it looks
    ahead to the movement phase."""
    labels = (Set("game", "phase", "purchase"), Set("game", "turn", "army 1"))
    own = (Set("Ashford", "owner", "army 1"), Set("Brindle", "owner", "army 1"))
    put = overrides.PutUnits(units(infantry=5), 1, "Ashford")
    state = after(begin({"leaders": "0"}), 0, *own, put, *labels)
    attack = od.Attack("Farrow", "Ashford", od.UnitList(everything=True))
    head, *told = GAME.odds(state, 1, attack)
    assert head == "As if it were army 1's movement, where all stand now:"
    assert tuple(told) == GAME.compared(state, 1, "Ashford", "Farrow")
    move = after(state, 0, Set("game", "phase", "move"))
    assert GAME.odds(move, 1, attack) == tuple(told)
    assert GAME.threats(state, 2, "Ashford")[1:] == ("Nobody.",)
    near = after(state, 0, Set("Brindle", "owner", "army 2"))
    lines = GAME.threats(near, 2, "Brindle")
    assert lines[0].startswith("What could attack Brindle (army 2)")
    assert lines[1].startswith("Ashford, ")
    assert lines[1].endswith(": certain: Brindle is taken unopposed")


def test_odds_refuse_as_the_order_would() -> None:
    """CB-BATTLE-2: odds are refused under the same rule as the order itself."""
    with pytest.raises(Refusal) as refused:
        GAME.odds(attacked("Dunmoor", units(infantry=4)), 1, od.Fight("Elmsey"))
    assert refused.value.rule == "CB-BATTLE-2"


# --- orders -------------------------------------------------------------------------------------


def test_refusals_name_the_rule_and_both_numbers() -> None:
    """CB-ORDER-8: a refusal names the rule, what there is and what was asked."""
    state = after(
        begin(),
        0,
        overrides.PutUnits(units(archers=2), 1, "Ashford"),
        Set("game", "phase", "move"),
        Set("game", "turn", "army 1"),
    )
    with pytest.raises(Refusal) as refused:
        GAME.adjudicate(state, 1, (od.Attack("Brindle", "Ashford", units(archers=3)),), lowest)
    assert str(refused.value) == "CB-MOVE-2: Ashford has 2 archers, not 3"


def test_legal_orders_are_each_kind_with_each_target() -> None:
    """CB-LEGAL-1: legal orders are accepted, and a seat out of turn cannot claim provinces."""
    state = begin({"houses": "off"})
    first = list(GAME.legal(state, 1))
    assert sum(isinstance(order, od.Claim) for order in first) == 60
    assert not any(isinstance(order, od.ChooseHouse) for order in first)
    assert not any(isinstance(order, od.Claim) for order in GAME.legal(state, 2))
    random = Random(5)
    for _ in range(120):
        if GAME.outcome(state) is not None:
            break
        legal = list(GAME.legal(state, state.flow.turn))
        assert all(str(order) for order in legal)
        chosen = random.choice([order for order in legal if "resign" not in str(order)])
        state = after(state, state.flow.turn, chosen, dice=lambda die: random.choice(die.faces))


def test_an_accepted_draw_is_written_as_it_always_was() -> None:
    """CB-WIN-5: events and states of a draw are encoded exactly as in older exports, whose hashes
    depend on it."""
    codec = Codec(GAME.types)
    state = after(begin({"seats": "4"}), 0, Set("game", "phase", "purchase"))
    state = after(state, 2, OfferDraw())
    events = GAME.adjudicate(state, 1, (AcceptDraw(),), lowest)
    assert codec.encode(events) == [{"_": "DrawAccepted", "seat": 1, "waiting": [3, 4]}]
    state = after(state, 1, AcceptDraw())
    assert codec.encode(state)["agreed"] == [1]
    assert "agreed" not in codec.encode(state)["flow"]
    state = after(state, 3, OfferDraw())
    last = GAME.adjudicate(state, 4, (AcceptDraw(),), lowest)
    assert codec.encode(last[:1]) == [{"_": "DrawAccepted", "seat": 4, "waiting": []}]
    assert [type(event).__name__ for event in last] == ["DrawAccepted", "Ended"]


def test_everybody_sees_everything() -> None:
    """CB-SCOPE-3, CB-SCOPE-4: board, reports and events are the same for all, and only one seat is
    awaited."""
    state = begin()
    assert (
        GAME.view(state, 1, "text") == GAME.view(state, None, "text") == GAME.view(state, 0, "text")
    )
    assert GAME.awaits(state) == (1,)
    for event in GAME.adjudicate(state, 1, (od.Guard(True),), lowest):
        assert GAME.known_to(event, state) is None
        assert GAME.report(event, state, 2) == GAME.report(event, state, None)


def test_a_new_game_is_the_game_of_the_original_rules() -> None:
    """CB-SCOPE-1, CB-SCOPE-2, CB-HONOR-1: it has the original name, sixty neutral provinces and 20
    honor a seat."""
    state = begin({"seats": "5"})
    assert GAME.title == "The Courts of Candle'Bre"
    assert len(state.owned(0)) == 60
    assert [realm.honor for realm in state.realms] == [20] * 5


def test_the_map_is_drawn() -> None:
    """CB-BOARD-7: the picture has a disc for each province and a line for each border."""
    drawn = picture(begin())
    assert len([shape for shape in drawn.shapes if type(shape).__name__ == "Stroke"]) >= 132
    assert len([shape for shape in drawn.shapes if type(shape).__name__ == "Disc"]) >= 60


@pytest.mark.parametrize("levels", [("hard", "easy"), ("easy", "hard", "easy", "easy", "hard")])
def test_opponents_play_a_game_to_its_end(levels: tuple[str, ...]) -> None:
    """CB-WIN-1, CB-SCOPE-4: practice opponents alone play a game to a win."""
    random = Random(3)
    state = begin({"seats": str(len(levels)), "win_provinces": "13", "win_honor": "40"})
    players = [GAME.opponent(level) for level in levels]
    for number in range(3000):
        if GAME.outcome(state) is not None:
            break
        seat = state.flow.turn
        order = players[seat - 1].order(state, seat, number)
        state = after(state, seat, order, dice=lambda die: random.choice(die.faces))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.rule in ("CB-WIN-1", "CB-WIN-3")


def test_an_opponent_that_is_beaten_ends_its_turn() -> None:
    """CB-TURN-6: an opponent with nothing to buy or move ends its phase."""
    state = after(
        begin({"leaders": "0"}),
        0,
        Set("Ashford", "owner", "army 1"),
        Set("game", "phase", "purchase"),
        Set("game", "turn", "army 1"),
    )
    for level in ("easy", "hard"):
        assert GAME.opponent(level).order(state, 1, 1) == EndPhase()
