"""How much the bot posts: one round with its set-up in each system, from `/match new` on.

The players write as people do: one order a message, `done`, a slip now and then, a message that is
deleted, one that is edited.  Every post is counted, also one that was deleted later.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from .stage import Stage, stage
from .standin import Message, Place
from .test_commands import ask
from .transcript import height, labels

DELETE, EDIT = "(delete)", "(edit) "
"""Instead of saying a line: delete the seat's last message, or edit it to what follows."""

PRIVATE = "/"
"""A line that begins with this is given with `/order`."""

MOST_LINES = 25
MOST_TO_OPEN = 3

ONE_ORDER = "crusade8x8"
"""A system in which a turn is one order: each order must ping, and only a new message does."""

Line = tuple[int, str, str]
"""Who says it, in which phase ("" for any), and what."""


@dataclass(frozen=True)
class Script:
    """A match: its house rules, what each side sets up, and the round."""

    setup: dict[int, tuple[str, ...]]
    play: tuple[Line, ...]
    options: str = ""
    rounds: int = 1


def lines(seat: int, phase: str, *texts: str) -> tuple[Line, ...]:
    """The lines of one side in a phase."""
    return tuple((seat, phase, text) for text in texts)


SCRIPTS = {
    "crusade7": Script(
        {
            1: (
                "/faction Second Roman Empire; detachment Platoon: 1 Legate, 7 Legionnaires, "
                "5 Sagittarius, 1 Eques, 1 Ballista",
                "/deploy LG1 at 11,8; deploy L1-L7 at 8,9; deploy SG1-SG5 at 8,7",
                "/deploy EQ1 at 6,9; deploy B1 at 13,6; ready",
            ),
            2: (
                "/faction Orc-Goblins; detachment Platoon: 1 Warboss, 8 Orc Raiders, 2 Goblins, "
                "1 Goblin Bomber, 1 Wolf Rider",
                "/deploy WB1 at 11,23; deploy O1-O8 at 7,22; deploy G1-G2 at 9,24",
                "/deploy GB1 at 15,22; deploy WR1 at 6,22; ready",
            ),
        },
        (
            *lines(1, "command", "use High Alert on L1", "done"),
            *lines(
                1,
                "move",
                "L1-L5 move 3 forward",
                "SG5 moves to 12,10",
                DELETE,
                "L6 moves to 13,14",
                "L6 moves to 13,12",
                "EQ1 advances to 6,14",
                "LG1 moves to 11,10",
                "SG1-SG4 move 2 forward",
                "SG5 moves to 12,9",
                "L7 moves to 14,12",
                "done",
            ),
            *lines(
                2,
                "move",
                "O1-O4 move 3 forward",
                "O5-O8 move 3 forward",
                "WR1 advances to 6,18",
                "WB1 moves to 11,21",
                "G1 moves to 9,30",
                "G1-G2 move 2 forward",
                "GB1 moves to 15,20",
                EDIT + "GB1 moves to 15,21",
                "done",
            ),
            *lines(1, "heavy", "B1 attacks O5 with Bolt", "done"),
            *lines(
                1,
                "fight",
                "SG1 attacks O1",
                "SG2 attacks O2",
                "SG3 attacks O3",
                "SG4 attacks O4",
                "EQ1 attacks WR1",
                "done",
            ),
            *lines(2, "fight", "WR1 attacks EQ1", "done"),
        ),
    ),
    "crusade8x8": Script(
        {1: ("/choose Archer, Archer",), 2: ("/choose Archer, Archer",)},
        (
            *lines(1, "", "Ca2-a3", "Ch2-h3"),
            *lines(2, "", "archer a7 moves a6"),
            *lines(1, "", "archer b2 moves b4", "archer b2 moves b3"),
            *lines(2, "", "caster h7 moves h6 then side-steps g6"),
            *lines(1, "", "archer g2 moves g3"),
            *lines(2, "", "archer b7 moves b6"),
            *lines(1, "", "archer a2 moves a3"),
            *lines(2, "", "archer f7 moves f6"),
        ),
        rounds=4,
    ),
    "machinadei": Script(
        {
            1: (
                "deploy Man-Machine as Man1 at 15,28",
                "deploy Augur as Augur1 at 27,31",
                "deploy 15 Legionary as Legion1 at 20,8 facing N 5 wide",
                "deploy 15 Legionary as Legion1 at 20,28 facing N 5 wide",
                "deploy 10 Sagittary as Bows1 at 30,28 facing N 5 wide",
                "done",
            ),
            2: (
                "deploy Shaman as Shaman1 at 27,5",
                "deploy 2 Spirit-Kin as Kin1 at 15,7 18,7",
                "deploy 15 Warband as War1 at 26,9 facing S 5 wide",
                "deploy 20 Thrall as Mob1 at 36,9 facing S 5 wide",
                "done",
            ),
        },
        (
            *lines(
                1,
                "move",
                "Legion1 advances 3",
                "Legion1 advances 2",
                "Bows1 advances 2",
                DELETE,
                "Bows1 advances 3",
                "Man1 moves 9 N",
                "Man1 moves 4 N",
                "Man1 moves 2 N",
                "Augur1 moves 2 N",
                "Augur1 moves 2 NE",
                "done",
            ),
            *lines(
                2,
                "move",
                "War1 advances 5",
                "Mob1 advances 4",
                EDIT + "Mob1 advances 5",
                "Kin1 moves 3 S",
                "Kin1 moves 2 SE",
                "Shaman1 moves 4 S",
                "done",
            ),
            *lines(1, "magic", "Augur1 casts Thunderbolt on 27,14", "done"),
            *lines(1, "shooting", "Bows1 shoots War1", "done"),
        ),
    ),
    "candlebre": Script(
        {
            1: (
                "house Varlan",
                "claim Ashford, Brindle, Harrowby, Ivelstone and Jestwick",
                "build barracks in Ashford",
                "buy 4 infantry and 1 archer in Ashford",
                "buy 9 infantry in Brindle",
                "buy 1 infantry in Brindle",
                "place GL1 in Ashford",
                "done",
            ),
            2: (
                "house Tessaly",
                "claim Oakhollow, Pellam, Fallowby, Greymoor and Hollin",
                "build temple in Pellam",
                "buy 3 infantry, 1 cavalry and 2 mercenaries in Pellam",
                "place GL2 in Pellam",
                "done",
            ),
        },
        (
            *lines(
                1,
                "purchase",
                "build market in Brindle",
                "buy 2 infantry in Ashford",
                "buy 60 infantry in Ashford",
                "buy 1 archer in Ashford",
                "done",
            ),
            *lines(1, "move", "attack Crownmere from Ashford with everything", "done"),
            *lines(1, "combat", "fight all battles", "done"),
            *lines(1, "fate", "draw fate", "done"),
            *lines(
                2,
                "purchase",
                "build barracks in Hollin",
                "buy 3 mercenaries in Hollin",
                DELETE,
                "buy 2 mercenaries in Hollin",
                "done",
            ),
            *lines(2, "move", "attack Quarrow from Pellam with everything", "done"),
            *lines(2, "combat", "fight all battles", "done"),
            *lines(2, "fate", "draw fate", "done"),
        ),
    ),
    "rulescrusade": Script(
        {
            1: (
                "I take Vanguard squad",
                "ready",
                "deploy M1-M3 at 15,8",
                "S1 deploys at 16,11",
                "deploy GN1 at 15,15",
                "done",
            ),
            2: (
                "muster Orc mob",
                "ready",
                "deploy OB1 at 5,12",
                "deploy K1, K2 at 6,10",
                "deploy O1-O6 at 6,14",
                "deploy Y1, Y2 at 5,6",
                "deploy R1-R6 at 4,3",
                "done",
            ),
        },
        (
            *lines(
                1,
                "play",
                "M1 moves to 12,9",
                "M1 fires Bolter at O1",
                "M2 moves to 1,1",
                "M2 moves to 13,10",
                "M2 fires Bolter at K1",
                "S1 moves to 14,12",
                "GN1 moves to 13,15",
                DELETE,
                "GN1 fires Heavy Bolter at O3",
                "M3 moves to 14,10",
                "M3 fires Bolter at O2",
                "done",
            ),
            *lines(
                2,
                "play",
                "K2 moves to 9,11",
                "O1-O6 move to 12,16",
                "O4 moves to 9,17",
                "O5 moves to 9,18",
                "O6 moves to 9,19",
                "O3 charges M1",
                "Y1 moves to 8,6",
                EDIT + "Y1 moves to 8,7",
                "R2 moves to 8,4",
                "R1 fires Slug Pistol at M1",
                "OB1 moves to 9,13",
                "Y2 moves to 8,9",
                "R3 moves to 7,3",
                "R4 moves to 7,4",
                "done",
            ),
        ),
        options="map=yard",
    ),
}


@dataclass
class Counted:
    """All messages seen in a channel by id, also those deleted since."""

    posts: dict[int, Message] = field(default_factory=dict)
    tall: dict[int, int] = field(default_factory=dict)
    """The most lines that each message ever had, by id."""

    def look(self, place: Place) -> None:
        """Note what stands in the channel now."""
        for number, message in place.channel.messages.items():
            if message.only_for is None and message.kind in (0, 19, 20):
                self.posts[number] = message
                self.tall[number] = max(self.tall.get(number, 0), height(message))

    def between(self, first: int, last: int) -> tuple[int, int]:
        """How many messages the bot and people wrote, from id `first` to before `last`."""
        found = [one for at, one in self.posts.items() if first <= at < last]
        own = sum(one.author.bot for one in found)
        return own, len(found) - own

    def tallest(self) -> int:
        """The lines of the longest post of the bot."""
        return max(self.tall[at] for at, one in self.posts.items() if one.author.bot)


class Sitting:
    """A match played from `/match new` on."""

    def __init__(self, built: Stage, script: Script) -> None:
        self.built, self.script = built, script
        self.people = {1: built.ana, 2: built.ben}
        self.said: dict[int, Message] = {}
        self.counted = Counted()
        self.refused: list[str] = []

    async def begin(self, system: str) -> None:
        """Make the match, let Ben join, and start it."""
        built, here = self.built, self.built.play
        given = {"name": "Fords", "system": system, "gm": built.gm}
        given |= {"options": self.script.options} if self.script.options else {}
        await ask(built.ana, "match new", here, **given)
        self.place = await here.thread("Fords")
        gathering = await self.place.says("gathers its players")
        for who, label in ((built.ben, "Join"), (built.ana, "Start")):
            self.counted.look(self.place)
            await who.answer(who.click(gathering, label))
            await built.quiet()
        self.table = await built.table("Fords")

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that are to act."""
        return self.table.game.awaits(self.table.match.state)

    async def say(self, seat: int, text: str) -> None:
        """Say a line and deal with the answer: press a button that ends the phase; say `done` or
        `ready` in full if nothing was filed."""
        person, before = self.people[seat], self.table.match.head
        self.counted.look(self.place)
        if text == DELETE:
            person.delete(self.said[seat])
        elif text.startswith(EDIT):
            person.edit(self.said[seat], text.removeprefix(EDIT))
        elif text.startswith(PRIVATE):
            order = {"text": text.removeprefix(PRIVATE)}
            await person.answer(person.slash("order", order, here=self.place))
        else:
            self.said[seat] = person.say(self.place, text)
        await self.built.quiet()
        self.counted.look(self.place)
        for one in self.place.from_bot:
            ends = [label for label in labels(one.components) if label.startswith("End")]
            if one.replied is self.said.get(seat) and one.replied is not None and ends:
                await person.answer(person.click(one, ends[0]))
                await self.built.quiet()
        if self.table.match.head == before:
            self.refused.append(text)
            if text in ("done", "ready"):
                full = {"done": "end phase", "ready": "we are ready"}[text]
                await self.say(seat, full)

    async def set_up(self) -> None:
        """Give each side's lines of the set-up when it is to act."""
        left = {seat: list(texts) for seat, texts in self.script.setup.items()}
        while waiting := [seat for seat in self.awaited if left[seat]]:
            await self.say(waiting[0], left[waiting[0]].pop(0))
        assert not any(left.values()), (left, self.table.now)

    async def play(self) -> None:
        """Play the rounds; a seat that has no line left in a phase ends it."""
        first = self.table.match.state.flow.turn
        todo = list(self.script.play)
        if self.table.game.id in ("machinadei", "candlebre", "rulescrusade"):
            todo.sort(key=lambda line: line[0] != first)
        rounds = self.script.rounds
        while self.table.match.state.flow.round <= rounds:
            flow = self.table.match.state.flow
            seat = self.awaited[0]
            mine = [one for one in todo if one[0] == seat and one[1] in ("", flow.phase)]
            if not mine:
                await self.say(seat, "end phase")
                continue
            todo.remove(mine[0])
            await self.say(seat, mine[0][2])
            if mine[0][2] == DELETE or mine[0][2].startswith(EDIT):
                self.refused = [one for one in self.refused if one != mine[0][2]]
        left = [one for one in todo if one[2] != "done"]
        assert not left, left


def rows(found: dict[str, tuple[int, int, int, int, int]]) -> Iterator[str]:
    """The table of what was counted."""
    yield "system        to open  set-up   play          longest"
    for system, (opening, setup, own, theirs, tallest) in found.items():
        ratio = f"1 to {theirs / own:.1f}" if own else "none"
        yield f"{system:12}  {opening:7}  {setup:6}   {own:2} : {theirs:2} {ratio:9} {tallest:4}"


@pytest.mark.asyncio
@pytest.mark.parametrize("system", SCRIPTS)
async def test_the_bot_posts_little(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str
) -> None:
    """In play the bot posts at most once for every three messages of people, deleted ones counted
    (once for each where a turn is a single order).  Opening a match takes at most three posts, and
    no post is over 25 lines."""
    async with stage(monkeypatch, tmp_path) as built:
        sitting = Sitting(built, SCRIPTS[system])
        await sitting.begin(system)
        sitting.counted.look(sitting.place)
        opened = max(sitting.counted.posts) + 1
        await sitting.set_up()
        ready = max(sitting.counted.posts) + 1
        await sitting.play()
        sitting.counted.look(sitting.place)
        opening, _ = sitting.counted.between(0, opened)
        setup, _ = sitting.counted.between(opened, ready)
        own, theirs = sitting.counted.between(ready, max(sitting.counted.posts) + 1)
        tallest = sitting.counted.tallest()
        table = "\n".join(rows({system: (opening, setup, own, theirs, tallest)}))
        print(table)
        assert opening <= MOST_TO_OPEN, table
        if system != ONE_ORDER:
            assert own * 3 <= theirs, table
        assert own <= theirs, table
        assert tallest <= MOST_LINES, table
