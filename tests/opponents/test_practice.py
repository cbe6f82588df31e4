"""The practice opponent: at its seat like a player, knowing no more, and never in the way."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.__main__ import main
from bot.history.log import log_lines, phase_report
from bot.opponents import find_opponent, has_opponent, practise
from bot.referee.service import OpenMatch, Referee, RefereeError
from rules.crusade8x8 import GAME
from rules.line.orders import AcceptDraw, EndPhase, Order, Unread
from tests.support import must, referee_on
from tests.terminal.test_console import home, referee

__all__ = ["home"]


class Stub:
    """An opponent that passes, after some time or after something else has happened."""

    def __init__(self, before: Callable[[], None] = lambda: None) -> None:
        self.before, self.asked = before, 0

    def order(self, state: Any, seat: int, seed: int, nodes: int = 0, stop: Any = None) -> Order:
        """It never looks at the board."""
        self.asked += 1
        self.before()
        return EndPhase()

    def answer(self, state: Any, seat: int) -> None:
        """It leaves offers unanswered."""


def use(monkeypatch: pytest.MonkeyPatch, opponent: Any) -> None:
    """This opponent, whatever the level."""
    monkeypatch.setitem(vars(GAME), "opponent", lambda _: opponent)


async def march(service: Referee, **options: str) -> OpenMatch:
    """A match; the options say how it begins."""
    return await service.create("a", "crusade8x8", options or {"setup": "march"})


@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.asyncio
async def test_a_whole_match(level: str) -> None:
    """Dice, choices, hidden placement and ten turns: every order of both seats is accepted."""
    async with referee_on(":memory:") as service:
        table = await march(service, setup="dice", placement="hidden")
        turns = 0
        while table.game.awaits(table.match.state) and turns < 24:
            for seat in (1, 2):
                for reply in await practise(service, table, seat, level, seconds=0.3):
                    must(reply)
                    turns += 1
        assert table.match.state.flow.phase in ("play", "over")
        assert turns >= 20


@pytest.mark.asyncio
async def test_it_plays_only_when_it_is_awaited() -> None:
    """One turn, one reply; then it waits for the other seat."""
    async with referee_on(":memory:") as service:
        table = await march(service)
        assert await practise(service, table, 2, "easy") == []
        (reply,) = await practise(service, table, 1, "easy")
        assert reply.accepted[0].seat == 1
        assert reply.accepted[0].report[0].startswith("White: ")
        assert await practise(service, table, 1, "easy") == []
        assert table.game.awaits(table.match.state) == (2,)


@pytest.mark.asyncio
async def test_the_same_match_gets_the_same_orders() -> None:
    """What decides among equals follows from match and entry: nothing is drawn by the clock."""
    played = []
    for _ in range(2):
        async with referee_on(":memory:") as service:
            table = await march(service)
            (reply,) = await practise(service, table, 1, "easy")
            played.append(reply.accepted[0].orders)
    assert played[0] == played[1]


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_it_does_not_see_what_is_hidden(level: str) -> None:
    """Fog twins: another choice and another placement of the other seat change no order."""
    from dataclasses import replace

    def lowest(die: Any) -> int:
        return int(die.faces[4 % len(die.faces)])

    from rules.border.game import read_options

    state = GAME.blank
    for event in GAME.setup(read_options(GAME, {"placement": "hidden"}), None, lowest):
        state = GAME.apply(state, event)
    assert state.flow.phase == "choose"
    twins = [
        (state, replace(state, choices=(("Archer",) * 4, ()))),
        tuple(
            replace(state, flow=replace(state.flow, phase="place"), placed=(placed, ()))
            for placed in ((), (("Archer", "a3"),), (("Archer", "h2"), ("Archer", "b3")))
        ),
    ]
    for states in twins:
        opponent = GAME.opponent(level)
        assert len({str(opponent.order(one, 2, 7)) for one in states}) == 1


@pytest.mark.asyncio
async def test_what_it_chose_stays_secret() -> None:
    """Neither its replies nor the log nor the report tell a choice that is not revealed."""
    async with referee_on(":memory:") as service:
        table = await march(service, setup="dice")
        assert table.match.state.flow.phase == "choose"
        (reply,) = await practise(service, table, 2, "easy")
        told = [*reply.accepted[0].orders, *reply.accepted[0].report]
        assert told == ["(secret)", "Black has chosen"]
        for viewer in (None, 1):
            lines = await log_lines(service, table, viewer)
            lines += await phase_report(service, table, viewer)
            assert not any("choose " in line for line in lines)
        assert any("choose " in line for line in await log_lines(service, table, 2))


@pytest.mark.asyncio
async def test_thinking_does_not_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it searches, the event loop answers everybody else."""
    answered = threading.Event()
    use(monkeypatch, Stub(lambda: waited.append(answered.wait(120))))
    waited: list[bool] = []
    async with referee_on(":memory:") as service:
        table = await march(service)
        thinking = asyncio.ensure_future(practise(service, table, 1, "hard"))
        await asyncio.sleep(0.01)
        answered.set()
        assert len(await thinking) == 1
        assert waited == [True]


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("p7/8/8/8/8/8/8/3P4 w Sb3/Sb6 - - 0/0 - 0 9", "decline draw"),
        ("p7/8/8/8/8/8/8/3P4 w Sb3/Sb6 - - 0/0 - 40 9", "accept draw"),
        ("p7/8/8/8/8/8/8/2PPP3 w Sb3/Sb6 - - 0/0 - 0 9", "accept draw"),
        ("ppp5/8/8/8/8/8/8/3P4 w Sb3/Sb6 - - 0/0 - 40 9", "decline draw"),
    ],
)
@pytest.mark.asyncio
async def test_it_answers_a_draw_offer(position: str, said: str) -> None:
    """It is not its turn, but an offer stands: it says yes when it stands worse, or in a barren
    game; and the match goes on, or ends."""
    async with referee_on(":memory:") as service:
        table = await march(service, setup="empty")
        must(await service.submit(table, 0, f'position "{position}"'))
        must(await service.submit(table, 1, "offer draw"))
        (reply,) = await practise(service, table, 2, "easy")
        assert must(reply).accepted[0].orders == (said,)
        over = table.game.outcome(table.match.state) is not None
        assert over == (said == "accept draw")
        assert await practise(service, table, 2, "easy") == []


@pytest.mark.asyncio
async def test_a_search_ends_in_time() -> None:
    """The open position of the specification with 51,478 actions does not hold it up."""
    async with referee_on(":memory:") as service:
        table = await march(service, setup="empty")
        position = "p7/8/3rv4/2R^C^4/3M4/8/8/7P w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1"
        must(await service.submit(table, 0, f'position "{position}"'))
        (reply,) = await practise(service, table, 1, "hard", seconds=0.0)
        must(reply)


@pytest.mark.asyncio
async def test_it_thinks_again_if_the_match_moves_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody writes while it thinks: what it had found is not sent."""
    async with referee_on(":memory:") as service:
        table = await march(service)
        loop = asyncio.get_running_loop()

        def meanwhile() -> None:
            if stub.asked == 1:
                line = service.submit(table, 0, "set game progress 5")
                asyncio.run_coroutine_threadsafe(line, loop).result()

        stub = Stub(meanwhile)
        use(monkeypatch, stub)
        (reply,) = await practise(service, table, 1, "hard")
        assert stub.asked == 2
        assert reply.accepted[0].number == 2


@pytest.mark.asyncio
async def test_two_at_once_give_one_order() -> None:
    """Asked twice (a button pressed twice), it moves once."""
    async with referee_on(":memory:") as service:
        table = await march(service)
        both = (practise(service, table, 1, "easy"), practise(service, table, 1, "easy"))
        replies = [one for many in await asyncio.gather(*both) for one in many]
        assert len(replies) == 1
        assert len(table.match.links) == 2


@pytest.mark.parametrize(
    ("system", "seat", "level", "why"),
    [
        ("crusade7", 1, "cruel", "a practice opponent is easy or hard, not 'cruel'"),
        ("crusade8x8", 1, "cruel", "a practice opponent is easy or hard, not 'cruel'"),
        ("crusade8x8", 3, "easy", "there is no army 3 in this match"),
    ],
)
@pytest.mark.asyncio
async def test_what_cannot_be_practised(system: str, seat: int, level: str, why: str) -> None:
    """One sentence each."""
    async with referee_on(":memory:") as service:
        table = await service.create("a", system)
        with pytest.raises(RefereeError) as caught:
            await practise(service, table, seat, level)
        assert str(caught.value) == why


def test_a_system_without_an_opponent() -> None:
    """One sentence, for systems to come."""
    assert not has_opponent(SimpleNamespace(title="Chess", opponent=None))
    with pytest.raises(RefereeError, match="Chess has no practice opponent"):
        find_opponent(SimpleNamespace(title="Chess", opponent=None), "easy")


# --- it never blocks the match ------------------------------------------------------------------


class Broken(Stub):
    """An opponent that fails, or says what cannot be."""

    def __init__(self, order: Order | None = None) -> None:
        super().__init__()
        self.wrong = order

    def order(self, state: Any, seat: int, seed: int, nodes: int = 0, stop: Any = None) -> Order:
        """Nothing that could be used."""
        if self.wrong is None:
            raise ZeroDivisionError("a defect")
        return self.wrong


@pytest.mark.parametrize("wrong", [None, Unread("knight a1 flies"), AcceptDraw()])
@pytest.mark.asyncio
async def test_an_opponent_that_fails_passes(
    wrong: Order | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A defect, an order that is none, one that is refused: the match goes on with a pass."""
    use(monkeypatch, Broken(wrong))
    async with referee_on(":memory:") as service:
        table = await march(service)
        (reply,) = await practise(service, table, 1, "hard")
        assert must(reply).accepted[0].orders == ("end phase",)
        assert table.game.awaits(table.match.state) == (2,)


@pytest.mark.asyncio
async def test_an_opponent_that_fails_in_the_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing passes, it gives the first order that stands; it never resigns."""
    use(monkeypatch, Broken())
    async with referee_on(":memory:") as service:
        table = await march(service, setup="dice", placement="hidden")
        replies = await practise(service, table, 2, "hard")
        assert all(reply.ok for reply in replies)
        assert 2 not in table.game.awaits(table.match.state)
        assert table.game.outcome(table.match.state) is None


@pytest.mark.asyncio
async def test_an_opponent_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for no longer than its time and a little more; then it passes, and the next
    search does not wait for the one that hangs."""
    ended = threading.Event()
    monkeypatch.setattr("bot.opponents.GRACE", 0.2)
    use(monkeypatch, Stub(lambda: ended.wait(600) and None))
    try:
        async with referee_on(":memory:") as service:
            table = await march(service)
            (reply,) = await practise(service, table, 1, "hard", seconds=0.1)
            assert must(reply).accepted[0].orders == ("end phase",)
            use(monkeypatch, Stub())
            (other,) = await practise(service, table, 2, "hard", seconds=0.1)
            assert must(other).accepted[0].seat == 2
    finally:
        ended.set()


# --- crusade7 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.asyncio
async def test_a_battle_of_crusade7(level: str) -> None:
    """From the secret set-up into the first round: every order of both seats is accepted, and what
    one sets up is told to nobody."""
    async with referee_on(":memory:") as service:
        table = await service.create("a", "crusade7", {"gold": "250"})
        first = [must(reply) for reply in await practise(service, table, 1, level)]
        assert len(first) > 3
        for reply in first:
            assert reply.accepted[0].orders == ("(secret)",)
        lines = await log_lines(service, table, 2)
        assert not any("detachment" in line or "deploy" in line for line in lines)
        for _ in range(4):
            for seat in (2, 1):
                for reply in await practise(service, table, seat, level):
                    must(reply)
        assert table.match.state.flow.round >= 1


def test_play_crusade7_against_easy(home: Path) -> None:
    """The ready-made battle in the console: you pass, it marches, and hands the turn back."""
    lines = "end phase\nskip to command\n= round 2\nundo\n"
    code, out, _ = referee("play", "crusade7", "--against", "easy", "--db", "a", lines=lines)
    assert "army 2 (easy):" in out
    assert "O1-O8" in out
    assert "true" in out
    assert "Traceback" not in out
    assert code in (0, 1)


def test_a_secret_set_up_in_the_console(home: Path) -> None:
    """One line says that the machine is at work; not what it does, nor in how many steps."""
    words = ("play", "crusade7", "gold=250", "--against", "hard", "--db", "a")
    code, out, _ = referee(*words, lines="faction Elves\n")
    assert code == 0
    assert out.count("army 2 (hard)") == 1
    assert "army 2 (hard) is at work in secret" in out
    assert "(secret)" not in out


def test_play_against(home: Path) -> None:
    """The console: your order, then the opponent's; its seat is not yours."""
    lines = "2> pass\nwarrior d2 moves d3\nlog\n"
    code, out, _ = referee("play", "crusade8x8", "--against", "easy", "--db", "a", lines=lines)
    assert code == 0
    assert "army 2 is played by the practice opponent" in out
    assert "White: Wd2-d3" in out
    assert "army 2 (easy):" in out
    assert "  Black: " in out


def test_play_the_second_seat_from_the_dice(home: Path) -> None:
    """With `--seat 2` the opponent opens; its choice is no business of yours."""
    words = ("play", "crusade8x8", "setup=march", "--against", "easy", "--seat", "2", "--db", "a")
    code, out, _ = referee(*words, lines="pass\n")
    assert code == 0
    assert out.index("army 1 (easy):") < out.index("Black: pass")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["crusade7", "--against", "x"], "a practice opponent is easy or hard, not 'x'"),
        (["crusade8x8", "--against", "x"], "a practice opponent is easy or hard, not 'x'"),
        (["crusade8x8", "--seat", "2"], "--seat goes with --against: every line says whose it is"),
        (["crusade8x8", "--against", "easy", "--seat", "3"], "there is no army 3 in this match"),
    ],
)
def test_play_against_nobody(
    words: list[str], why: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be is said in one sentence."""
    assert main(["play", *words, "--db", "a"]) == 2
    assert capsys.readouterr().err == f"referee play: {why}\n"
