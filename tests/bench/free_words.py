"""What free words cost: every phrase of a system's corpus, read in a match of 2 x 30 units.

As in the bot, what was loaded at the start is exempt from garbage collection.
"""

import gc
import time
from collections.abc import Iterator
from statistics import median

from bot.cases.casefile import Player, files_of, parse_phrases, read_phrases
from bot.chat.serving import warm_up
from bot.match.tree import Match
from bot.reading.decide import understand
from tests.bench.common import Row
from tests.places import PHRASINGS

SYSTEM = "crusade7"
UNITS = 30
KINDS = (
    ("Legionnaire", "L", 22),
    ("Sagittarius", "SG", 4),
    ("Eques", "EQ", 2),
    ("Ballista", "B", 2),
)
ENEMIES = (("Orc Raider", "O", 24), ("Goblin", "G", 4), ("Wolf Rider", "WR", 2))


def crowd(phase: str = "move") -> Match:
    """A match with thirty units a side, two or three cells apart, in a phase of army 1."""
    lines = [f"# {SYSTEM}: a crowd", f"game: {SYSTEM}"]
    for seat, rows, first in ((1, KINDS, 3), (2, ENEMIES, 20)):
        spot = 0
        for kind, letters, count in rows:
            for number in range(1, count + 1):
                place = f"{1 + 2 * (spot % 11)},{first + 3 * (spot // 11)}"
                lines.append(f"gm> put {kind} {letters}{number} for army {seat} at {place}")
                spot += 1
    lines += [f"gm> set phase {phase}", "gm> set turn army 1", "seat: 1", "hello => -"]
    (block,) = parse_phrases("\n".join(lines) + "\n")
    player = Player.begin(block.case)
    for step in block.case.steps:
        player.order(step.seat, step.text)
    return player.match


def costs() -> list[tuple[float, str]]:
    """Milliseconds of CPU to read each phrase of the corpus in this match, the cheapest first."""
    match = crowd()
    texts = [
        phrase.text
        for file in files_of(PHRASINGS / SYSTEM)
        for block in read_phrases(file)
        for phrase in block.phrases
        if phrase.seat
    ]
    warm_up()
    understand(match.game, match.state, 1, "legionaire 1 to 8,12")
    gc.collect()
    gc.freeze()
    found = []
    for text in texts:
        begun = time.process_time()
        understand(match.game, match.state, 1, text)
        found.append((1000 * (time.process_time() - begun), text))
    gc.unfreeze()
    return sorted(found)


def measure() -> Iterator[Row]:
    """The median and the worst of the corpus."""
    found = costs()
    middle, worst = median(one for one, _ in found), found[-1]
    yield Row(
        f"free words, {len(found)} phrases of {SYSTEM}, 2 x {UNITS} units",
        f"median {middle:.0f} ms",
        f"worst {worst[0]:.0f} ms",
        worst[1][:40],
        "20 ms, 100 ms",
    )
