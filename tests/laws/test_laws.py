"""Laws that hold for every registered system, tried on states from random matches."""

import itertools
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import grammar
from bot.history.verify import faces_drawn, state_hash
from bot.match.dice import recorded
from bot.match.going_back import WayBack
from bot.match.texts import Texts
from bot.match.tree import LogEntry, Match, Return, base_of, path_of
from rules import GAMES, find
from rules.border.game import Game
from rules.line.adjudication import Dice, Die
from rules.line.codec import Codec
from rules.line.errors import Refusal
from rules.line.events import Event, Refused, Rolled, Ruled
from rules.line.orders import GM, EndPhase, Order, Resign, Undo
from tests.fuzz import RandomMatch, fingerprint, played
from tests.laws.strategies import Mirror
from tests.places import ROOT
from tests.sample import lot

FORMS = ("bbcode", "markdown", "text")
EXAMPLES = int(os.environ.get("LAW_EXAMPLES", "60"))
"""Examples of each law with drawn orders; set it higher to search for faults, as `make bench`
does."""

each_game = pytest.mark.parametrize(
    "system",
    [game.id for game in GAMES],
)

slowly = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


# --- what the laws are tried on -----------------------------------------------------------------


MOMENTS = lot(7, 4)


@cache
def samples(system: str) -> tuple[tuple[RandomMatch, int], ...]:
    """Matches, each with the number of an entry: `MOMENTS` of each match, and its end."""
    rng = random.Random(7)
    found = []
    for match in played(system)[0]:
        numbers = [entry.number for entry in match.entries if entry.to is None]
        found += [(match, one) for one in rng.sample(numbers[:-1], min(MOMENTS, len(numbers) - 1))]
        found.append((match, numbers[-1]))
    return tuple(found)


def states(system: str, every: int = 1) -> Iterator[Any]:
    """The states at those moments, or at every so-many-th of them."""
    for match, number in samples(system)[::every]:
        yield match.match.states[number]


@cache
def rule_ids(system: str) -> frozenset[str]:
    """The rule IDs in a system's RULES.md."""
    prefix = find(system).prefix
    text = (ROOT / "rules" / system / "RULES.md").read_text(encoding="utf-8")
    return frozenset(re.findall(rf"\b{prefix}-[A-Z]+-\d+\b", text))


def highest(die: Die) -> int:
    """Roll the last face of the die."""
    return die.faces[-1]


def everything(state: Any, system: str) -> str:
    """A hash of the whole state: states with the same hash are equal in every number."""
    return state_hash(state, Texts(Codec(find(system).types)))


def answer(
    game: Game[Any], state: Any, seat: int, line: tuple[Order, ...], dice: Dice = highest
) -> tuple[Event, ...] | Refusal:
    """What a line leads to: its events, or its refusal."""
    try:
        return game.adjudicate(state, seat, line, dice)
    except Refusal as refusal:
        return refusal


def alike(game: Game[Any], one: Any, other: Any, seat: int, order: Order) -> bool:
    """Does an order get the same answer in both states?  Orders that reveal the secrets may
    differ."""
    first, second = (answer(game, state, seat, (order,)) for state in (one, other))
    if isinstance(first, Refusal) or isinstance(second, Refusal):
        return str(first) == str(second)
    return first == second or all(any(e.bars_undo for e in events) for events in (first, second))


# --- replay -------------------------------------------------------------------------------------


@each_game
def test_replay_equals_play(system: str) -> None:
    """Applying the events of all entries that count to the blank state gives the state of the
    match."""
    for match in played(system)[0]:
        path = [match.match.head]
        while path[-1]:
            path.append(base_of(match.match.links[path[-1]]))
        events = [event for one in reversed(path) for event in match.entries[one].events]
        replayed = reduce(match.game.apply, events, match.game.blank)
        assert replayed == match.state
        assert everything(replayed, system) == everything(match.state, system)


@each_game
def test_the_same_orders_and_dice_give_the_same_events(system: str) -> None:
    """Each line, adjudicated again in the same state with the same dice, gives the same events."""
    for match in played(system)[0]:
        for entry in match.entries[1:]:
            if entry.to is None:
                before = match.match.states[entry.parent]
                dice = recorded(faces_drawn(entry))
                assert match.game.adjudicate(before, entry.seat, entry.orders, dice) == entry.events


@each_game
def test_another_interpreter_plays_the_same_match(system: str) -> None:
    """With another PYTHONHASHSEED, the same seed leads to the same state after eighty steps."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", system, "9", "80"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = RandomMatch(find(system), 9, limit=80).play()
    assert done.stdout.strip() == fingerprint(here)


@each_game
def test_stored_values_come_back(system: str) -> None:
    """Orders, events and states survive JSON: equal, of the same types, with the same hash."""
    codec = Codec(find(system).types)

    def through(value: Any) -> Any:
        return codec.decode(json.loads(json.dumps(codec.encode(value))))

    for match in played(system)[0]:
        for entry in match.entries[::3]:
            for value in (entry.orders, entry.events):
                again = through(value)
                assert again == value
                assert repr(again) == repr(value)
    for state in states(system):
        again = through(state)
        assert again == state
        assert everything(again, system) == everything(state, system)


@each_game
def test_states_are_written_part_by_part(system: str) -> None:
    """A state written with the cached text of parts that did not change is exactly its full
    encoding."""
    codec, compared = Codec(find(system).types), 0
    for match in played(system)[0][:2]:
        texts = Texts(codec)
        for state in [*match.match.states.values()][:60]:
            whole = json.dumps(codec.encode(state), separators=(",", ":"))
            assert texts.of(state) == whole
            compared += 1
    assert compared


# --- legal orders -------------------------------------------------------------------------------


@each_game
def test_every_legal_order_is_accepted_and_reads_back(system: str) -> None:
    """Every order that `legal` yields is accepted, and its sentence reads back as the same
    order."""
    game, rng = find(system), random.Random(11)
    for state in states(system):
        names = game.names(state)
        for seat in game.awaits(state):
            found = list(islice(game.legal(state, seat), 1500))
            for order in rng.sample(found, min(12, len(found))):
                (line,) = grammar.read(system, str(order), names)
                assert line.orders == (order,), str(order)
                events = game.adjudicate(state, seat, (order,), highest)
                assert events
                assert not any(isinstance(event, Refused) for event in events), str(order)


@each_game
def test_standing_orders_of_plans_are_legal_and_read_back(system: str) -> None:
    """What a unit could do by a standing order is accepted and reads back; looking ahead never
    fails; and distances are the same both ways."""
    game: Any = find(system)
    rng = random.Random(15)
    for state in states(system, every=3):
        names, plans = game.names(state), game.plans
        for seat in game.awaits(state):
            own = [body.ref for body in plans.bodies(state, seat) if body.seat == seat]
            for ref, act in itertools.product(rng.sample(own, min(3, len(own))), plans.terms.acts):
                deeds = list(islice(plans.deeds(state, seat, ref, act), 300))
                for deed in rng.sample(deeds, min(3, len(deeds))):
                    (line,) = grammar.read(system, str(deed.order), names)
                    assert line.orders == (deed.order,), str(deed.order)
                    assert game.adjudicate(state, seat, (deed.order,), highest)
                later = plans.foreseen(state, seat, ref, act)
                assert later is None or list(islice(plans.deeds(later, seat, ref, act), 3)) != [0]
            for one, other in itertools.pairwise(rng.sample(own, min(4, len(own)))):
                assert plans.apart(state, seat, one, other) == plans.apart(state, seat, other, one)


@each_game
def test_legal_orders_of_a_unit_are_among_all(system: str) -> None:
    """The legal orders of one unit are a subset of all legal orders, in the same sequence."""
    game, rng = find(system), random.Random(12)
    for state in states(system, every=5):
        for seat in game.awaits(state):
            everybody = [str(order) for order in game.legal(state, seat)]
            references = game.references(state, seat)
            for unit in rng.sample(references, min(2, len(references))):
                own = [str(order) for order in game.legal(state, seat, unit)]
                rest = iter(everybody)
                assert all(one in rest for one in own), unit


@each_game
def test_no_match_comes_to_a_dead_end(system: str) -> None:
    """While a match goes on, every awaited seat has a legal order; when it is over, nobody has."""
    game = find(system)
    for state in states(system):
        awaited = game.awaits(state)
        if game.outcome(state) is None:
            assert awaited
            for seat in awaited:
                assert next(game.legal(state, seat), None) is not None
        else:
            assert awaited == ()
            for seat in (1, 2):
                assert next(game.legal(state, seat), None) is None


FREE_IN_BATTLE = {"UseTactic", "Deny", "StopConcentrating", "SkipTo"}
FREE_ALWAYS = {"Resign", "OfferDraw", "AcceptDraw", "DeclineDraw"}


def free7(state: Any) -> set[str]:
    """C7-TURN-5: the orders allowed out of turn; in setup a seat that is ready may also start
    again."""
    setup = state.flow.phase == "setup"
    return FREE_ALWAYS | ({"ClearArmy", "StopConcentrating"} if setup else FREE_IN_BATTLE)


FREE_AT_COURT = {
    *("AcceptOffer", "DeclineOffer", "CancelOffer", "Guard", "PlayCard", "ProposeAlliance"),
    *("AcceptAlliance", "DeclineAlliance", "WithdrawNow"),
}
"""Section 6 of candlebre: orders marked *any time*, and withdrawals between two rounds."""


FREED: dict[str, Callable[[Any], set[str]]] = {
    "crusade7": free7,
    "crusade8x8": lambda _: FREE_ALWAYS,
    "machinadei": lambda _: FREE_ALWAYS,
    "candlebre": lambda _: FREE_ALWAYS | FREE_AT_COURT,
    "rulescrusade": lambda _: FREE_ALWAYS | {"PlayCards", "ReadyCard"},
}


@each_game
def test_a_seat_that_is_not_awaited_has_only_free_orders(system: str) -> None:
    """Out of turn a seat may give only the orders that the specification allows out of turn."""
    game = find(system)
    for state in states(system):
        for seat in (1, 2):
            if seat not in game.awaits(state) and game.outcome(state) is None:
                kinds = {type(order).__name__ for order in islice(game.legal(state, seat), 1500)}
                assert kinds <= FREED[system](state), (seat, state.flow)


# --- arbitrary orders ---------------------------------------------------------------------------


def drawn_state(system: str, data: st.DataObject) -> Any:
    """One of the sampled states, drawn by number because a whole state is too long to print."""
    match, number = samples(system)[data.draw(st.integers(0, len(samples(system)) - 1))]
    return match.match.states[number]


def refusals_of(events: tuple[Event, ...]) -> Iterator[tuple[str, str]]:
    """The refused parts of a line whose other parts are accepted."""
    for event in events:
        if isinstance(event, Refused):
            yield event.rule, event.why


@each_game
@given(data=st.data())
@slowly
def test_an_arbitrary_line_ends_in_events_or_one_refusal(system: str, data: st.DataObject) -> None:
    """Any line gives either events that apply and can be stored, or one Refusal with a rule ID.

    A refusal changes nothing, and no die is drawn before it.
    """
    game = find(system)
    state = drawn_state(system, data)
    seat = data.draw(st.sampled_from((1, 2, 1, 2, GM)))
    line = data.draw(Mirror(game, state).lines(gm=seat == GM))
    drawn: list[int] = []

    def dice(die: Die) -> int:
        drawn.append(highest(die))
        return drawn[-1]

    before = everything(state, system)
    found = answer(game, state, seat, line, dice)
    assert everything(state, system) == before
    if isinstance(found, Refusal):
        assert not drawn, f"{found} came after a die was drawn"
        check_refusal(system, found.rule, found.why)
        return
    fell = [one.face for one in found if isinstance(one, Rolled) and not one.loaded]
    assert fell == drawn
    for rule, why in refusals_of(found):
        check_refusal(system, rule, why)
    check_events(system, state, found)


def check_refusal(system: str, rule: str, why: str) -> None:
    """The ID is in RULES.md, and the reason is one sentence in plain words."""
    assert rule in rule_ids(system), rule
    assert why
    assert not re.search(r"Token\(|Traceback|\w+\(.*=|<\w+|rules\.|\.py|None\b|\n", why), why


def check_events(system: str, state: Any, events: tuple[Event, ...]) -> None:
    """The events apply, survive being stored, and can be reported to every viewer and explained."""
    game, codec = find(system), Codec(find(system).types)
    assert codec.decode(json.loads(json.dumps(codec.encode(events)))) == events
    for event in events:
        for viewer in (None, GM, 1, 2):
            game.report(event, state, viewer)
        game.why(event, state)
        state = game.apply(state, event)
    for form in FORMS:
        game.view(state, None, form)  # type: ignore[arg-type]


@each_game
@given(data=st.data())
@slowly
def test_an_arbitrary_order_reads_back_or_cannot_be_read(system: str, data: st.DataObject) -> None:
    """The sentence of any order reads as orders, or as an unreadable line that says what would
    fit."""
    game = find(system)
    state = drawn_state(system, data)
    gm = data.draw(st.booleans())
    order = data.draw(Mirror(game, state).orders(gm))
    for line in grammar.read(system, str(order), game.names(state), gm=gm):
        assert line.orders
        assert line.problem is None or line.problem.fits or line.problem.why


# --- hidden facts -------------------------------------------------------------------------------


SECRET = {
    "crusade7": ("setup",),
    "crusade8x8": ("choose", "place"),
    "machinadei": (),
    "candlebre": (),
    "rulescrusade": (),
}
"""The phases in which seats act at the same time without seeing each other's orders."""


def twins(system: str) -> Iterator[tuple[Any, Any, int]]:
    """Pairs of states that differ only in what another seat has done in secret.

    All set-up lines of one seat are played, then two different lines of the other seat. Where not
    even the other seat's progress may be known, pairs also differ in how many of its lines are
    played.
    """
    game, rng = find(system), random.Random(14)
    for match in played(system)[0]:
        for seat in (1, 2):
            own = [one for one in secret_lines(match) if one.seat == seat]
            others = [one for one in secret_lines(match) if one.seat != seat]
            plain = follow(game, match, own)
            if system in SILENT:
                for count in sorted({len(others), len(others) // 2, min(1, len(others))} - {0}):
                    yield plain, follow(game, match, [*own, *others[:count]]), seat
            for count in sorted({len(others), len(others) // 2} - {0}):
                before = follow(game, match, [*own, *others[: count - 1]])
                last = type(others[count - 1].orders[0])
                legal = islice(game.legal(before, 3 - seat), 1500)
                same = [order for order in legal if isinstance(order, last)]
                if len(same) > 1:
                    one, other = (after(game, before, 3 - seat, x) for x in rng.sample(same, 2))
                    yield one, other, seat


SILENT = ("crusade7",)
"""Systems that say nothing at all about what a seat does in secret."""


def after(game: Game[Any], state: Any, seat: int, order: Order) -> Any:
    """The state after a legal order."""
    for event in game.adjudicate(state, seat, (order,), highest):
        state = game.apply(state, event)
    return state


def secret_lines(match: RandomMatch) -> list[LogEntry]:
    """The entries of the secret set-up, without those that declare a seat ready."""
    found = []
    for entry in match.entries[1:]:
        before = match.match.states[entry.parent]
        if before.flow.phase not in SECRET[match.game.id] or entry.to is not None:
            break
        done = entry.text == "ready" or isinstance(entry.orders[0], EndPhase | Resign)
        ends = entry.link.barred or entry.link.ended_phase or entry.seat == GM
        if not done and not ends:
            found.append(entry)
    return found


def follow(game: Game[Any], match: RandomMatch, entries: list[LogEntry]) -> Any:
    """The state after these lines, adjudicated from the beginning of the match; refused lines, and
    those that reveal secrets or end a phase, are skipped."""
    state = match.match.states[0]
    for entry in entries:
        events = answer(game, state, entry.seat, entry.orders, recorded(faces_drawn(entry)))
        if isinstance(events, Refusal) or any(one.bars_undo or one.ends_phase for one in events):
            continue
        state = reduce(game.apply, events, state)
    return state


def planning(game: Any, state: Any, seat: int) -> list[Any]:
    """Everything that a seat's plans ask of a system, for its first four units."""
    plans = game.plans
    bodies = plans.bodies(state, seat)
    own = [body.ref for body in bodies if body.seat == seat][:4]
    found = [bodies, [plans.apart(state, seat, ref, one.ref) for ref in own for one in bodies]]
    for ref, act in itertools.product(own, plans.terms.acts):
        found.append([str(deed) for deed in islice(plans.deeds(state, seat, ref, act), 40)])
        later = plans.foreseen(state, seat, ref, act)
        if later is not None:
            found.append([str(deed) for deed in islice(plans.deeds(later, seat, ref, act), 40)])
    return found


@each_game
def test_fog_twins(system: str) -> None:
    """Nothing that a seat or the public is shown depends on what another seat hides."""
    game, rng = find(system), random.Random(13)
    for plain, other, seat in islice(twins(system), 60):
        for viewer in (seat, None):
            for form in FORMS:
                assert game.view(plain, viewer, form) == game.view(other, viewer, form)  # type: ignore[arg-type]
            assert game.references(plain, viewer) == game.references(other, viewer)
        assert game.names(plain) == game.names(other)
        assert planning(game, plain, seat) == planning(game, other, seat)
        legal = [str(order) for order in islice(game.legal(plain, seat), 400)]
        assert legal == [str(order) for order in islice(game.legal(other, seat), 400)]
        asked = list(islice(game.legal(other, 3 - seat), 400))
        asked = rng.sample(asked, min(20, len(asked))) + list(islice(game.legal(plain, seat), 20))
        for order in asked:
            assert alike(game, plain, other, seat, order), str(order)


@each_game
@given(data=st.data())
@slowly
def test_fog_twins_refuse_alike(system: str, data: st.DataObject) -> None:
    """Any order of a seat gets the same answer, whatever the other seat hides."""
    game = find(system)
    pairs = secret_pairs(system)
    if not pairs:
        return
    plain, other, seat = pairs[data.draw(st.integers(0, len(pairs) - 1))]
    order = data.draw(Mirror(game, other).orders())
    assert alike(game, plain, other, seat, order), str(order)


@cache
def secret_pairs(system: str) -> tuple[tuple[Any, Any, int], ...]:
    """The first 24 twins, cached."""
    return tuple(islice(twins(system), 24))


@pytest.mark.parametrize("system", SILENT)
def test_secret_orders_are_reported_to_their_seat_alone(system: str) -> None:
    """Orders of the secret set-up are reported to their own seat and the GM, and to nobody else."""
    game = find(system)
    for match in played(system)[0][:8]:
        for entry in secret_lines(match):
            before = match.match.states[entry.parent]
            told = {viewer: [] for viewer in (None, GM, 1, 2)}  # type: ignore[var-annotated]
            state = before
            for event in entry.events:
                for viewer in told:
                    told[viewer] += game.report(event, state, viewer)
                state = game.apply(state, event)
            assert told[None] == told[3 - entry.seat] == []
            assert told[entry.seat]
            assert told[GM]


# --- undo ---------------------------------------------------------------------------------------


def undo7(match: RandomMatch, path: list[LogEntry], seat: int) -> LogEntry | None:
    """C7-ORDER-6, C7-END-1: the latest entry, if it is the seat's own, drew no die and did not
    begin the battle; nothing once the battle is over.

    In setup the other army's entries do not count.
    """
    flow = match.match.states[path[-1].number].flow
    if flow.outcome is not None:
        return None
    last = path[-1]
    if flow.phase == "setup":
        last = next((one for one in reversed(path) if one.seat != 3 - seat), last)
    begins = any(type(event).__name__ == "BattleBegan" for event in last.events)
    drew = any(isinstance(event, Rolled) for event in last.events)
    return None if last.seat != seat or drew or begins else last


def undo_cb(match: RandomMatch, path: list[LogEntry], seat: int) -> LogEntry | None:
    """CB-ORDER-9: the last line, if it is the seat's own and drew no die; nothing for a seat that
    is out."""
    last = path[-1]
    state = match.match.states[last.number]
    playing = state.flow.outcome is None and not state.realm(seat).eliminated
    drew = any(isinstance(event, Rolled) for event in last.events)
    return last if playing and last.seat == seat and not drew else None


def undo8(match: RandomMatch, path: list[LogEntry], seat: int) -> LogEntry | None:
    """C8-UNDO-1, C8-END-1: the last order, if it is the seat's own.  While both seats act unseen,
    the opponent's orders are passed over, but any line of the GM bars an undo.  A line that drew
    dice, or bars an undo (choices revealed, a position set), cannot be taken back."""
    flow = match.match.states[path[-1].number].flow
    if flow.phase == "over":
        return None
    unseen = flow.phase in ("choose", "place")
    for entry in reversed(path):
        if entry.link.barred or entry.link.drew or (unseen and entry.seat == GM):
            return None
        if entry.seat == seat:
            return entry
        if entry.seat != GM and not unseen:
            return None
    return None


def undo_rc(match: RandomMatch, path: list[LogEntry], seat: int) -> LogEntry | None:
    """RC-ORD-10: the last line apart from rulings, if it is the seat's own (the end of a turn too)
    and no die or card was drawn and nothing revealed."""
    rulings = (one for one in reversed(path) if not all(isinstance(e, Ruled) for e in one.events))
    last = next(rulings, None)
    if last is None or last.seat != seat:
        return None
    stands = any(isinstance(event, Rolled) or event.bars_undo for event in last.events)
    return None if stands else last


def undo_md(match: RandomMatch, path: list[LogEntry], seat: int) -> LogEntry | None:
    """MD-ORD-8: the last line, if it is the seat's own, drew no die and ended no phase or part of a
    phase; nothing once the battle is over (MD-END-1)."""
    last = path[-1]
    ended = any(event.ends_phase or event.bars_undo for event in last.events)
    drew = any(isinstance(event, Rolled) for event in last.events)
    over = match.match.states[last.number].flow.outcome is not None
    return None if over or last.seat != seat or drew or ended else last


UNDO: dict[str, Callable[[RandomMatch, list[LogEntry], int], LogEntry | None]] = {
    "crusade7": undo7,
    "crusade8x8": undo8,
    "candlebre": undo_cb,
    "machinadei": undo_md,
    "rulescrusade": undo_rc,
}


@pytest.mark.parametrize("system", sorted(UNDO))
def test_undo_is_allowed_exactly_when_the_rule_says_so(system: str) -> None:
    """An undo is allowed exactly when the rule allows it, and afterwards all the other entries
    still count."""
    for match, number in samples(system):
        if not number:
            continue
        links = match.match.links[: number + 1]
        then = Match(match.game, match.options, dict(match.match.states), links=links)
        written = {entry.number: entry for entry in match.entries}
        path = [written[one] for one in then.path()]
        for seat in (1, 2):
            wanted = UNDO[system](match, path, seat) if path else None
            if wanted is None:
                with pytest.raises(Refusal) as caught:
                    WayBack(then, seat, written).leads(Undo())
                assert caught.value.rule in rule_ids(system)
                continue
            back = WayBack(then, seat, written).leads(Undo())
            left = [*then.path(back.to), *(one for one, _ in back.carried)]
            assert left == [one.number for one in path if one is not wanted]
            if wanted is path[-1]:
                assert back == Return(wanted.parent)
                again = reduce(match.game.apply, wanted.events, match.match.states[back.to])
                assert again == match.match.states[number]


def undone(match: Match, seat: int, written: dict[int, LogEntry]) -> Return | Refusal:
    """Where an undo by this seat leads, or why it is refused."""
    try:
        for number in WayBack(match, seat).reach(Undo()):
            base = WayBack(match, seat).without([number])[0]
            match.states.setdefault(base, match.states[match.resolve(base)])
        return WayBack(match, seat, written).leads(Undo())
    except Refusal as refusal:
        return refusal


@each_game
def test_an_undo_takes_back_one_own_line(system: str) -> None:
    """In every system an undo is refused under one of its rules, or takes back one line of that
    seat that drew no die and does not bar an undo.  All other lines still count, and the state is
    what they lead to."""
    for match, number in samples(system):
        links = match.match.links[: number + 1]
        then = Match(match.game, match.options, match.match.states, links=links)
        written = {entry.number: entry for entry in match.entries[: number + 1]}
        counted = then.path()
        for seat in match.game.seats(match.options):
            back = undone(then, seat, written)
            if isinstance(back, Refusal):
                assert back.rule in rule_ids(system)
                continue
            left = [*then.path(back.to), *(one for one, _ in back.carried)]
            (gone,) = [one for one in counted if one not in left]
            assert left == [one for one in counted if one != gone]
            assert written[gone].seat == seat
            assert not any(event.draws or event.bars_undo for event in written[gone].events)
            again = reduce(match.game.apply, back.events, match.match.states[back.to])
            if back.carried:
                assert len(back.events) == sum(count for _, count in back.carried)
            else:
                redone = reduce(match.game.apply, written[gone].events, again)
                assert redone == then.state


def without(match: RandomMatch, counted: list[int], gone: list[int]) -> Any:
    """The state that the entries of a path lead to without some of them, each adjudicated again.

    It starts from the last stored state on that path before the first entry left out.
    """
    links, start = match.match.links, min(counted.index(one) for one in gone)
    while start and path_of(links, counted[start - 1]) != counted[:start]:
        start -= 1
    state = match.match.states[counted[start - 1] if start else 0]
    for number in counted[start:]:
        entry = match.entries[number]
        if number not in gone:
            dice = recorded(faces_drawn(entry))
            events = match.game.adjudicate(state, entry.seat, entry.orders, dice)
            state = reduce(match.game.apply, events, state)
    return state


@each_game
def test_undo_entries_return_to_the_state_before(system: str) -> None:
    """After an undo in a random match, exactly the entries that it takes back no longer count.  The
    state equals a replay of the others, and play goes on from there."""
    for match in played(system)[0]:
        for entry in match.entries:
            order = entry.orders[0] if entry.orders else None
            if not isinstance(order, Undo):
                continue
            counted, now = match.match.path(entry.parent), match.match.path(entry.number)
            gone = [one for one in counted if one not in now]
            assert now == [one for one in counted if one not in gone]
            assert len(gone) == (len(set(order.entries)) or order.count)
            if order.entries:
                assert set(gone) == set(order.entries)
            elif entry.seat == GM:
                assert gone == counted[-order.count :]
            if entry.seat != GM:
                assert {match.entries[one].seat for one in gone} == {entry.seat}
            head = match.match.resolve(entry.number)
            after = match.match.states[head]
            assert everything(after, system) == everything(without(match, counted, gone), system)
            if not entry.carried:
                assert entry.to == (now[-1] if now else 0) or match.match.links[head].carried
            following = match.entries[entry.number + 1 : entry.number + 2]
            assert all(one.parent == head for one in following)
