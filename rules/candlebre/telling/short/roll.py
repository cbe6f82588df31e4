"""The board in short: grouped key, map for a narrow screen, what a round brought, losses."""

from collections.abc import Callable, Iterator, Mapping

from rules.candlebre.naming import names_of
from rules.candlebre.state import NEUTRAL, Realm, State
from rules.candlebre.telling import view
from rules.candlebre.telling.short.clauses import change
from rules.candlebre.units import Tally, added
from rules.candlebre.words import side_name
from rules.display import telling
from rules.display.telling import Cell, Compact, Marked, Roll, RollLine, RollSide, filled
from rules.display.telling import Tally as Table
from rules.display.words import in_groups
from rules.line.flow import seat_name

# The key, grouped: a head line for each House, a line for each province, empty ones joined.


def roll(state: State, since: State | None = None) -> Roll:
    """CB-BOARD-5 in short: every army, then the neutral provinces; changed lines first."""
    since = on_same_map(state, since)
    armies = (of_army(state, realm, since) for realm in state.realms)
    protected = any(here.protector is not None for here in state.provinces)
    legend = (*(["+ protected"] if protected else []), f"research: {view.tree_letters(state)}")
    return Roll((), (*armies, of_neutrals(state, since)), legend)


def on_same_map(state: State, since: State | None) -> State | None:
    """The earlier state, unless it has another map."""
    return since if since and len(since.provinces) == len(state.provinces) else None


def is_new(state: State, since: State | None, look: Callable[[State], object]) -> bool:
    """Does something look otherwise than in the earlier state?"""
    return since is not None and look(since) != look(state)


def line(
    label: str, words: str, state: State, since: State | None, look: Callable[[State], object]
) -> RollLine:
    """A line of the key; it is a changed one if what it is about looked otherwise before."""
    return RollLine(label, "", (words,), is_new(state, since, look))


# --- an army ------------------------------------------------------------------------------------


def of_army(state: State, realm: Realm, since: State | None) -> RollSide:
    """Head line, provinces that hold something, empty ones, and what it has besides."""
    seat, head = realm.seat, view.head_name(state, realm)
    if realm.eliminated:
        return RollSide(seat, f"{head}: out of the game", ())
    owned = state.owned(seat)
    told = [line("court:", court(state, seat), state, since, lambda one: court(one, seat))]
    told += [
        line(f"{code_of(state, one)}:", there(state, one), state, since, owned_looks(one))
        for one in owned
        if there(state, one)
    ]
    told += [attack_line(state, one, since) for one in state.attacks_of(seat)]
    told += joined_bare(state, [one for one in owned if not there(state, one)], since)
    lines = sorted(told, key=lambda line: not line.changed)
    lines += besides(state, seat, since)
    lost = [] if since is None else [state.site(one).code for one in won_by(state, since, seat)]
    return RollSide(seat, head, tuple(lines), tuple(lost))


def court(state: State, seat: int) -> str:
    """`45 + 291 gold, honor 22, influence 3, M1 I0 E0`, and conditions."""
    realm = state.realm(seat)
    gold = f"{realm.military} + {realm.civil} gold"
    if state.flow.phase == "setup" and state.flow.turn == seat:
        gold = f"start gold {realm.start_gold}"
    standing = f"honor {realm.honor}, influence {realm.influence}"
    return ", ".join((gold, standing, view.levels_text(state, realm), *view.conditions(realm)))


def code_of(state: State, number: int) -> str:
    """`ASH 60`, `+ASH 60` under the protection of the clergy."""
    here = state.province(number)
    return f"{'+' if here.protector is not None else ''}{state.site(number).code} {here.value}"


def there(state: State, number: int) -> str:
    """`3 Inf; GL1; barracks`, with who attacks it; nothing for an empty province."""
    here = state.province(number)
    parts = [view.who_stands(state, number), view.buildings_text(here)]
    if here.battle is not None:
        stand = f", {view.short(state.defenders(number))} stand"
        rest = stand if here.battle.begun and here.owner == NEUTRAL else ""
        parts.append(f"attacked by {side_name(here.battle.attacker)}{rest}")
    return view.apart(*parts)


def owned_looks(number: int) -> Callable[[State], object]:
    """How the line of a province of a seat looks: owner, value, who and what is there."""
    return lambda one: (one.province(number).value, neutral_looks(number)(one))


def neutral_looks(number: int) -> Callable[[State], object]:
    """How the line of a neutral province looks."""
    return lambda one: (one.province(number).owner, there(one, number))


def joined_bare(state: State, bare: list[int], since: State | None) -> Iterator[RollLine]:
    """`-: IVE 40, VEX 60`: the empty provinces in one line, those that changed in another."""
    for new in (True, False):
        found = [one for one in bare if is_new(state, since, owned_looks(one)) == new]
        if found:
            yield RollLine("-:", "", (", ".join(code_of(state, one) for one in found),), new)


def attack_line(state: State, number: int, since: State | None) -> RollLine:
    """`attacks UMB: 3 Inf; GL1; after round 1`."""
    battle = state.battle_in(number)
    words = view.apart(
        view.attackers(state, number),
        f"after round {battle.round}" if battle.round else "",
        f"{battle.attack_counters} rerolls left" if battle.attack_counters else "",
    )
    label = f"attacks {state.site(number).code}:"
    return line(label, words, state, since, lambda one: one.province(number).battle)


def besides(state: State, seat: int, since: State | None) -> Iterator[RollLine]:
    """Pool, reserve, captives, cards, allies, without what is empty."""
    now = view.possessions(state, seat)
    was = view.possessions(since, seat) if since is not None else now
    for name, words in now.items():
        if words:
            yield RollLine(f"{name}:", "", (words,), was[name] != words)


# --- neutral provinces --------------------------------------------------------------------------


def of_neutrals(state: State, since: State | None) -> RollSide:
    """`50: CRO, COR` by value, those with a guard, buildings or a battle in lines of their own."""
    numbers = state.owned(NEUTRAL)
    told = [
        line(f"{code_of(state, one)}:", there(state, one), state, since, neutral_looks(one))
        for one in numbers
        if there(state, one)
    ]
    plain = in_groups(
        (state.province(one).value, state.site(one).code)
        for one in numbers
        if not there(state, one)
    )
    told += [
        RollLine(f"{value}:", "", (", ".join(plain[value]),))
        for value in sorted(plain, reverse=True)
    ]
    return telling.side_of(NEUTRAL, f"Neutral: {len(numbers)} provinces, value / 10 Inf each", told)


# What is printed in section 8: abilities, buildings, techs and traits, in words for cards.


ABILITIES: Mapping[str, str] = {
    "first-strike": "First strike: rolls in Tier One, before the others",
    "charge": "Can charge: every other round, in Tier Two, with twice its attack",
    "initiative": "Initiative: rolls in Tier One of round 1; can charge with M7",
    "shield-wall": "Shield-wall: no charge is carried out against its force",
    "negate-walls": "Walls do not count against its force",
    "no-attack": "Left alone it is captured",
    "mercenary": "No techs help them; a bounty of 1 or 2 gold adds as much; a majority revolts",
}
"""8.1: what an ability does, except those that only put a type into a class."""

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
"""8.4: what a building does."""

BUILDING_RULES: Mapping[str, str] = {
    "barracks": "CB-PLACE-4",
    "temple": "CB-INC-4",
    "market": "CB-INC-2",
    "walls": "CB-HIT-1",
    "hall": "CB-BUILD-4",
}
"""The rules behind the effects."""

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


# The map for a narrow screen: the box of rows and columns that hold a seat's provinces.


Placed = tuple[int, int, int]
"""A row and a column of the text map, and the number of the province there."""


def compact(state: State, since: State | None = None) -> Compact:
    """CB-BOARD-2, cut to the provinces of seats; before the first claim the whole map."""
    places = [
        (row, column, site.number)
        for row, cells in enumerate(view.laid_out(state.sites))
        for column, site in cells
    ]
    shown = inside(places, [one for one in places if is_held(state, one[2])] or places)
    top = min(row for row, _, _ in shown)
    left = min(column for _, column, _ in shown)
    cells = tuple(
        Cell(row - top, column - left, text_of(state, number), marked=marked(state, since, number))
        for row, column, number in shown
    )
    rows = 1 + max(cell.row for cell in cells)
    columns = view.CELL + max(cell.column for cell in cells)
    return Compact(
        ("",) * rows,
        ("",) * columns,
        cells,
        legend_of(state, [number for _, _, number in shown]),
        width=1,
        empty=" ",
        whole=True,
    )


def is_held(state: State, number: int) -> bool:
    """Is it a province of a seat, or one under attack?"""
    here = state.province(number)
    return bool(here.owner) or here.battle is not None


def inside(places: list[Placed], held: list[Placed]) -> list[Placed]:
    """All provinces within the box of those that are held."""
    rows = [row for row, _, _ in held]
    columns = [column for _, column, _ in held]
    return [
        (row, column, number)
        for row, column, number in places
        if min(rows) <= row <= max(rows) and min(columns) <= column <= max(columns)
    ]


def text_of(state: State, number: int) -> str:
    """CB-BOARD-2: `ASH1`, `UMB*`."""
    here = state.province(number)
    return f"{state.site(number).code}{'*' if here.battle is not None else here.owner}"


def marked(state: State, since: State | None, number: int) -> Marked:
    """`*` if owner, units or buildings changed; empty for a battle, which has its own sign."""

    def look(one: State) -> object:
        here = one.province(number)
        return here.owner, here.units.tally, here.buildings

    fought = state.province(number).battle is not None
    return "*" if not fought and is_new(state, on_same_map(state, since), look) else ""


def legend_of(state: State, shown: list[int]) -> tuple[str, ...]:
    """What the digits and signs that occur mean."""
    owners = [state.province(number).owner for number in shown if not is_fought(state, number)]
    found = ["digit: owner"] if any(owners) else []
    found += ["0 neutral"] if 0 in owners else []
    found += ["* battle"] if any(is_fought(state, number) for number in shown) else []
    return (", ".join(found),)


def is_fought(state: State, number: int) -> bool:
    """Is a battle on there?"""
    return state.province(number).battle is not None


# What a round brought each army, and what each lost between two states.


NUMBERS: Mapping[str, Callable[[State, int], int]] = {
    "gold": lambda state, seat: state.realm(seat).gold,
    "honor": lambda state, seat: state.realm(seat).honor,
    "influence": lambda state, seat: state.realm(seat).influence,
    "provinces": lambda state, seat: len(state.owned(seat)),
    "units": lambda state, seat: sum(units_of(state, seat)),
}
"""The rows of numbers: `20 -> 22`, or the number as it is."""


def tally(before: State, after: State) -> Table | None:
    """Gold, honor, influence, provinces, units, losses and new techs of each seat.

    Rows in which nothing changed for anybody are left out.  None if there is nothing to say.
    """
    seats = tuple(one for one in after.seats if one in before.living)
    rows: list[tuple[str, Mapping[int, str]]] = []
    for name, value in NUMBERS.items():
        pairs = {seat: (value(before, seat), value(after, seat)) for seat in seats}
        if any(old != new for old, new in pairs.values()):
            words = {
                seat: change("", *pair).strip() or str(pair[1]) for seat, pair in pairs.items()
            }
            rows.append((name, words))
    won = {seat: ", ".join(codes_won(before, after, seat)) for seat in seats}
    techs = {seat: " ".join(new_techs(before, after, seat)) for seat in seats}
    news = filled(seats, {"won": won, "lost": losses(before, after), "techs new": techs})
    rows += news.rows if news else ()
    out = [seat for seat in seats if seat not in after.living]
    notes = tuple(f"{seat_name(seat)} is out of the game" for seat in out)
    return Table(seats, tuple(rows), notes) if rows or notes else None


def new_techs(before: State, after: State, seat: int) -> Iterator[str]:
    """CB-RES-8: levels that are new, in force or about to be."""
    old, new = before.realm(seat), after.realm(seat)
    for at, letter in enumerate("MIE"):
        for level in range(old.reached(at) + 1, new.reached(at) + 1):
            yield f"{letter}{level}"


def won_by(before: State, after: State, seat: int) -> list[int]:
    """The provinces of a seat that were not its own before; with the states exchanged, the lost."""
    return [one for one in after.owned(seat) if before.province(one).owner != seat]


def codes_won(before: State, after: State, seat: int) -> Iterator[str]:
    """The provinces that a seat has won, by their codes."""
    return (after.site(one).code for one in won_by(before, after, seat))


# --- losses -------------------------------------------------------------------------------------


def units_of(state: State, seat: int) -> Tally:
    """All units of a seat: on the map, attacking, in the pool and in the reserve."""
    realm = state.realm(seat)
    return added(state.on_map(seat), realm.pool, realm.reserve)


def losses(before: State, after: State) -> Mapping[int, str]:
    """What each seat lost (`3 Inf, 1 Arc`, leaders, provinces), without seats that lost nothing."""
    return telling.not_empty(
        {seat: view.apart(*lost_by(before, after, seat)) for seat in before.living}
    )


def lost_by(before: State, after: State, seat: int) -> tuple[str, ...]:
    """What one seat lost."""
    old, new = units_of(before, seat), units_of(after, seat)
    fewer = tuple(max(0, a - b) for a, b in zip(old, new, strict=True))
    leaders = [
        one.ref
        for one in before.leaders_of(seat)
        if one.captor is None and is_lost(after, one.number)
    ]
    provinces = names_of(after, won_by(after, before, seat))
    return (view.short(fewer), ", ".join(leaders), provinces)


def is_lost(state: State, number: int) -> bool:
    """Is a leader dead or captive now?"""
    leader = state.find_leader(number)
    return leader is None or leader.dead or leader.captor is not None
