"""Taking back at the doors: the words for it, the answers, and logs that still verify."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.doors.freely import meant
from bot.history.exchange import export_match, import_match
from bot.history.verify import verify_lines
from bot.match.reply import Reply
from bot.referee.service import OpenMatch, Referee
from tests.support import must, referee_on

BATTLE = (
    "put Legionnaire L1 for army 1 at 5,5",
    "put Legionnaire L2 for army 1 at 7,5",
    "put Legionnaire L3 for army 1 at 9,5",
    "put Ballista B1 for army 1 at 15,5",
    "put Orc Raider O1 for army 2 at 5,12",
    "put Goblin G1 for army 2 at 9,25",
    "set phase move",
    "set turn army 1",
)


@pytest_asyncio.fixture
async def referee() -> AsyncIterator[Referee]:
    async with referee_on(":memory:") as service:
        yield service


@pytest_asyncio.fixture
async def table(referee: Referee) -> OpenMatch:
    """Three Legionnaires and a Ballista in army 1's Move turn; its orders are #9 to #11."""
    made = await referee.create("battle", "crusade7", scene=True)
    for line in BATTLE:
        must(await referee.submit(made, 0, line))
    for line in ("L1 moves to 5,7", "L2-L3 move 2 forward", "B1 moves to 15,6"):
        must(await referee.submit(made, 1, line))
    return made


async def says(referee: Referee, table: OpenMatch, text: str, seat: int = 1) -> Reply:
    """Submit free words as a door does and return the reply."""
    said = meant(table, seat, text)
    if said.reply is not None:
        return said.reply
    return await referee.submit(table, seat, said.text)


async def verified(referee: Referee, table: OpenMatch) -> None:
    """Assert that the export verifies and that a match imported from it has the same state and
    path."""
    text = await export_match(referee, table)
    lines = verify_lines(text)
    assert all(line.startswith(("ok", "note")) for line in lines), lines
    copy = await import_match(referee, text, "copy")
    assert copy.match.state == table.match.state
    assert copy.match.path() == table.match.path()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("undo L1's move", "undo #9"),
        ("undo l1", "undo #9"),
        ("take back L2's move please", "undo #10"),
        ("take L3's move back", "undo #10"),
        ("Oops, undo B1\u2019s move!", "undo #11"),
        ("undo the move of L1", "undo #9"),
        ("take #10 back", "undo #10"),
        ("undo order #10", "undo #10"),
        ("undo the last two", "undo 2"),
        ("take back my last three orders", "undo 3"),
        ("undo 2 orders", "undo 2"),
        ("reset my orders", "undo 3"),
        ("undo all my orders", "undo 3"),
        ("take back all of my orders of this turn", "undo 3"),
        ("start my turn over", "undo 3"),
        ("undo L3\nL3 moves to 9,6", "undo #10\nL3 moves to 9,6"),
    ],
)
@pytest.mark.asyncio
async def test_what_is_meant(table: OpenMatch, words: str, sentence: str) -> None:
    """Free words for taking back become strict `undo` sentences with the entries, or the number of
    orders, that are meant."""
    said = meant(table, 1, words)
    assert said.reply is None
    assert said.text == sentence
    assert dict(said.typed).get(sentence.split("\n")[0], words.split("\n")[0])


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("undo L9's move", "L9 has no order that could be taken back."),
        ("undo O1", "O1 has no order that could be taken back."),
        ("undo everything", "Take back all your orders of this turn?"),
        (
            "L1 moves to 5,6\nundo L2",
            "`undo L2` takes back what was given before this message: send it by itself, or first.",
        ),
    ],
)
@pytest.mark.asyncio
async def test_what_is_asked(table: OpenMatch, words: str, problem: str) -> None:
    """Nothing is taken back if the unit has no order, if everything could be meant, or if the undo
    follows other orders: the writer is told or asked."""
    said = meant(table, 1, words)
    assert said.reply is not None
    assert said.reply.problem == problem
    assert said.reply.offer == (("undo 3",) if words == "undo everything" else ())


@pytest.mark.asyncio
async def test_several_orders_of_a_unit(referee: Referee, table: OpenMatch) -> None:
    """If a unit has two orders in this turn, `undo L1` lets its author pick one of them."""
    must(await referee.submit(table, 1, "use Opportunity Attack with L1"))
    said = await says(referee, table, "undo L1")
    assert said.options == ("undo #12", "undo #9")
    assert said.problem == (
        "L1 has 2 orders: #12 use Opportunity Attack with L1, #9 L1 moves to 5,7."
    )
    assert (await says(referee, table, "undo L1's move")).accepted[0].orders == ("undo #9",)
    await verified(referee, table)


@pytest.mark.asyncio
async def test_any_order_of_the_turn(referee: Referee, table: OpenMatch) -> None:
    """Any order of the turn can be taken back, not only the last; the log keeps every entry and
    verifies."""
    accepted = must(await says(referee, table, "undo L1's move")).accepted[0]
    assert accepted.report == ("army 1 takes back #9",)
    assert table.match.path()[-2:] == [10, 11]
    must(await referee.submit(table, 0, "rewind to #10"))
    assert table.match.path()[-2:] == [8, 10]
    must(await referee.submit(table, 0, "rewind to #12"))
    must(await referee.submit(table, 1, "undo #11"))
    assert table.match.path()[-1] == 10
    must(await referee.submit(table, 1, "L1 moves to 5,6"))
    must(await says(referee, table, "reset my orders"))
    assert table.match.path()[-1] == 8
    assert [link.number for link in table.match.links] == list(range(18))
    await verified(referee, table)


@pytest.mark.asyncio
async def test_what_builds_on_it(referee: Referee, table: OpenMatch) -> None:
    """L1's move cannot be taken back alone once L2 stands where L1 was; both together can."""
    must(await referee.submit(table, 1, "undo 2"))
    must(await referee.submit(table, 1, "L2 moves to 5,5"))
    reply = await referee.submit(table, 1, "undo #9")
    (refused,) = reply.refused
    assert refused.rule == "C7-ORDER-6"
    assert refused.why == ("#9 cannot be taken back alone: #13 builds on it (L2 moves to 5,5)")
    assert reply.offer == ("undo #9, #13",)
    assert not reply.ask
    must(await referee.submit(table, 1, reply.offer[0]))
    assert table.match.path()[-1] == 8
    await verified(referee, table)


@pytest.mark.asyncio
async def test_what_the_rules_do_not_reach(referee: Referee, table: OpenMatch) -> None:
    """An order cannot be taken back alone after the turn was given up, nor by its player once the
    other side has acted; the GM still can."""
    must(await referee.submit(table, 1, "end phase"))
    reply = await referee.submit(table, 1, "undo #10")
    assert reply.refused[0].why == (
        "#10 cannot be taken back alone: #12 gave up the turn after it (end phase)"
    )
    assert reply.offer == ("undo #10, #12",)
    must(await referee.submit(table, 2, "O1 moves to 5,11"))
    reply = await says(referee, table, "undo L3's move")
    assert reply.refused[0].rule == "C7-ORDER-6"
    assert reply.refused[0].why == (
        "#10 cannot be taken back alone: #13 of army 2 came after it (O1 moves to 5,11)"
    )
    assert reply.ask == "undo #10"
    assert not reply.offer
    refused = await referee.submit(table, 1, "undo 2")
    assert refused.refused[0].why == "the latest entry, #13, was made by army 2"
    must(await referee.submit(table, 0, "undo #10"))
    assert table.match.path()[-4:] == [9, 11, 12, 13]
    await verified(referee, table)


@pytest.mark.asyncio
async def test_only_so_many(referee: Referee, table: OpenMatch) -> None:
    """`undo 9` with only three orders to take back does nothing and says that three could be."""
    reply = await referee.submit(table, 1, "undo 9")
    assert reply.refused[0].why == (
        "only 3 of 9 can be taken back: the latest entry, #8, was made by GM"
    )
    assert (await referee.submit(table, 1, "undo 0")).refused
    must(await referee.submit(table, 1, "undo 3"))
    await verified(referee, table)


@pytest.mark.asyncio
async def test_after_a_restart(tmp_path: Path) -> None:
    """`undo L1's move` also finds an order that was given before the program was restarted."""
    async with referee_on(tmp_path / "r.sqlite") as referee:
        made = await referee.create("battle", "crusade7", scene=True)
        for line in BATTLE:
            must(await referee.submit(made, 0, line))
        must(await referee.submit(made, 1, "L1 moves to 5,7"))
        must(await referee.submit(made, 1, "B1 moves to 15,6"))
    async with referee_on(tmp_path / "r.sqlite") as referee:
        table = await referee.open("battle")
        must(await says(referee, table, "undo L1's move"))
        assert table.match.path()[-1] == 10
    async with referee_on(tmp_path / "r.sqlite") as referee:
        table = await referee.open("battle")
        assert table.match.path()[-2:] == [8, 10]
        must(await says(referee, table, "undo B1's move"))
        await verified(referee, table)


@pytest.mark.asyncio
async def test_an_army_bought_in_secret(referee: Referee) -> None:
    """In a secret set-up a player takes back an earlier order of his own and learns nothing of the
    other side's; what was sealed and is revealed in the end fits the log."""
    table = await referee.create("siege", "crusade7", seats=((0, "gm"), (1, "ana"), (2, "ben")))
    army = "faction Second Roman Empire\ndetachment Auxiliary: 2 Legionnaires\n"
    must(await referee.submit(table, 1, f"{army}deploy L1 at 3,5\ndeploy L2 at 4,5"))
    must(await referee.submit(table, 2, f"{army}deploy L1 at 3,25\ndeploy L2 at 4,25\nready"))
    must(await says(referee, table, "undo L1"))
    assert table.match.path() == [1, 2, 4, *range(5, 10)]
    for number in (3, 6, 77):
        reply = await referee.submit(table, 1, f"undo #{number}")
        assert reply.refused[0].why == f"#{number} is no order of yours that counts"
    reply = await referee.submit(table, 1, "undo #2")
    assert reply.refused[0].why.startswith("#2 cannot be taken back alone: #4 builds on it (deploy")
    must(await referee.submit(table, 1, "deploy L1 at 3,6\nready"))
    assert table.match.state.flow.phase != "setup"
    await verified(referee, table)


@pytest.mark.asyncio
async def test_ready_stands_with_what_was_sealed(referee: Referee) -> None:
    """`ready` seals all orders before it, so an earlier one can only be taken back together with
    it."""
    table = await referee.create("siege", "crusade7", seats=((0, "gm"), (1, "ana"), (2, "ben")))
    army = "faction Second Roman Empire\ndetachment Auxiliary: 2 Legionnaires\n"
    lines = f"{army}deploy L1 at 3,5\ndeploy L2 at 4,5\ndeploy L2 at 5,5\nready"
    must(await referee.submit(table, 1, lines))
    reply = await referee.submit(table, 1, "undo #4")
    assert "#6 gave up the turn after it (ready)" in reply.refused[0].why
    assert reply.offer == ("undo #4, #6",)
    must(await referee.submit(table, 1, "undo #4, #6"))
    assert table.match.path() == [1, 2, 3, 5]
    await verified(referee, table)
