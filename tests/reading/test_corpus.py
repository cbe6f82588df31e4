"""The corpus of phrasings: what is read right, what is offered, and that nothing is misread.

REFEREE_SHARE=1 says all of it.
"""

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cases.casefile import CaseError, Phrase, PhraseBlock, files_of, parse_phrases, read_phrases
from bot.doors.measure import Verdict, run_block
from bot.reading.decide import understand
from tests.places import CORPUS, PHRASINGS
from tests.reader_mutants import scenes
from tests.training.corpus import author_of

SYSTEMS = sorted(path.name for path in PHRASINGS.iterdir() if path.is_dir())
SHARE = int(os.environ.get("REFEREE_SHARE", "24"))
OF_DEV, QUIET = min(SHARE, 12), min(SHARE, 3)
"""Of the phrases of each block of `train`, and of the orders of `dev`, one in so many is said; of
what orders nothing in `dev`, one in `QUIET`."""

APART = min(SHARE, 4)
"""Of the blocks that have an author, one in so many is taken."""

FLOORS = {"crusade7": (97, 99), "crusade8x8": (97, 98), "machinadei": (97, 99)}
"""Right, and right or offered, in hundredths; a change may raise them, never lower them."""


AUTHORED = {
    "crusade7": (42, 74),
    "crusade8x8": (43, 68),
    "rulescrusade": (43, 70),
    "machinadei": (44, 65),
    "candlebre": (45, 73),
}
"""The same of sentences by people who write as players do in public threads, `train` and `dev`."""

KNOWN = {
    "buy 5 inf n 1 arc in ash, total 5",
    "both archers b2",
    "M1-M3 deploy at 20,8, all four of them.",
    "turn 5: bows1 adv 2",
    "crownmere falls to 5 inf from ash ez",
    "Requisition follows, sign here:\n- one Gunner\n- two Marines",
    "For Brindle: lose the mercenaries first, then the infantry, and the cavalry go last "
    "(they cost me a fortune).",
    "L1 gives M1 both barrels. both pistols i mean, been a long night",
    "And with that I end my turn, thanks and regards",
    "add one gunner (12) and 2 gangers (4 each) to the roster, thats 20 on the nose",
    "in elmsey we stand fast, nobody runs",
    "2 cav from PEL to ELM (to cut the road, nothing more)",
    "yeah go on then ill accept the alliance with army 1, for now..",
    "legion advances four, the good one",
    "the bows go 1 forward and then wheel right. 45 only, theyre slow learners",
    'Ruling from the chair: rule "Hedges count as soft cover"',
    "RL1 doesn't budge, it's a rock lobber, it's basically furniture.\nO3 to 11,14\nO4 to 12,14",
    "M1 goes 4 east, to 10,13, after that he shoots O1 and that's it for him",
    "from Pellam: 3 inf + 1 arc on Elmsey, 3 inf + 2 arc on Quarrow. That's everything, kisses",
    "Ruling from the chair: the flood took 1 infantry from Ashford, so strike it off.",
    "The enforcer, shield before him, charges the first zombie (they had been at school together).",
    "Crownmere first! The mayor owes me a tenner. To the end.",
    "Allocation, Legion1\nMob1: 3\nWar1: 7",
    "Goblins 6 to 10 deploy across from 16,24, shoulder to shoulder, and smelling of onions.",
    "seer plays heal on himself, had a dodgy kebab",
    "The warrior goes one forward",
    'Ruling, for the record: rule "no biscuits over the board"',
    "A sketch only: knight b1, bishop c1, commander d1.",
    "Legion2 wheels, i'd say left but you'd know better oisin",
    "Y1 has a pop at M2 with the autogun and then K1 piles in on M2 with the great axe",
    "Reserve: L5 comes on at 20,1, our own table edge. Standing by w/ the rest.",
    "Legion1 gives 10 attacks to War1 and 5 to the slaves of Mob1, as they fall alone",
    "So sorry it's late, medicine o'clock here. M2 is nose to nose with that orc so he'll fight "
    "O4, knife out, hope for the best 🤞",
    "*masons swarm over the old square of Ravensby, ropes and dust everywhere* - a temple rises in "
    "Ravensby, 50 gold out of the civil purse",
}
"""Sentences that are known to be misread; no other may be."""


def verdicts(*files: Path, share: int = 1, quiet: int = 1, apart: int = 1) -> list[Verdict]:
    """The verdicts on a sample of the phrases of some files: of one block in `apart`, one order in
    `share`, and one in `quiet` of the phrases that order nothing.  Each is repeated as often as the
    phrases of its block it stands for."""
    return [
        counted
        for number, file in enumerate(files)
        for at, block in enumerate(read_phrases(file))
        if (number + at) % apart == 0
        for verdict in run_block(replace(block, phrases=sample(block, at, share, quiet)))
        for counted in [verdict] * (share if orders(verdict.phrase) else quiet)
    ]


def sample(block: PhraseBlock, at: int, share: int, quiet: int) -> tuple[Phrase, ...]:
    """The phrases of a block that are in the sample.  `at` is the number of the block in its file,
    so that the sample begins with another phrase in each block."""
    several = [one for one in block.phrases if orders(one)]
    others = [one for one in block.phrases if not orders(one)]
    said = several[at % share :: share] or several[:1]
    return (*said, *(others[at % quiet :: quiet] or others[:1]))


def orders(phrase: Phrase) -> bool:
    """Does a phrase order anything?"""
    return phrase.means not in ("?", "-")


def first_files(system: str) -> list[Path]:
    """The files without an author, which were written along with the reader."""
    return [file for file in files_of(PHRASINGS / system) if not author_of(file)]


def enough(found: list[Verdict], floor: tuple[int, int]) -> bool:
    """Are so many verdicts right, and so many right or offered (`floor`, in percent)?"""
    right = sum(one.outcome == "right" for one in found)
    served = sum(one.outcome in ("right", "offered") for one in found)
    return right * 100 >= floor[0] * len(found) and served * 100 >= floor[1] * len(found)


@pytest.mark.parametrize("system", SYSTEMS)
def test_corpus(system: str) -> None:
    """Nothing is misread, talk is passed over, and most is read right."""
    found = verdicts(*first_files(system), share=SHARE, quiet=SHARE)
    misread = [one for one in found if one.outcome == "misread"]
    assert misread == []
    talk = [one for one in found if one.phrase.means == "-"]
    assert [one.phrase.text for one in talk if one.outcome != "right"] == []
    assert enough(found, FLOORS.get(system, (96, 98)))


@pytest.mark.parametrize("system", SYSTEMS)
def test_sentences_of_real_make(system: str) -> None:
    """Of orders inside excuses, remarks and stage directions only the `KNOWN` ones are misread."""
    trained = [file for file in files_of(PHRASINGS / system) if author_of(file)]
    dev = files_of(CORPUS / "dev" / system)
    found = verdicts(*trained, share=SHARE, quiet=SHARE, apart=APART)
    found += verdicts(*dev, share=OF_DEV, quiet=QUIET, apart=APART)
    assert {one.phrase.text for one in found if one.outcome == "misread"} <= KNOWN
    assert enough(found, AUTHORED[system])


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_measures_is_kept_apart(system: str) -> None:
    """No author of `test` wrote for `train` or `dev`, and none of `dev` for `train`."""
    authors = {part: _authors(part, system) for part in ("train", "dev", "test")}
    assert authors["test"]
    assert not authors["test"] & (authors["train"] | authors["dev"])
    assert not authors["dev"] & authors["train"]


def _authors(part: str, system: str) -> set[str]:
    return {author_of(file) for file in files_of(CORPUS / part / system)} - {""}


@pytest.mark.parametrize("system", SYSTEMS)
def test_any_text_is_bounded(system: str) -> None:
    """Ten thousand characters of anything get a bounded answer, and raise nothing."""
    match = scenes(system)[0][0].match
    dice = random.Random(7)
    signs = "L1 8,12 b4-b5 and then the [quote] ~~ > ( ) ; ? ! \n é 👍 x 99999 move stays not if"
    for _ in range(5):
        text = "".join(dice.choice(signs.split(" ")) + " " for _ in range(2500))[:10_000]
        decision = understand(match.game, match.state, 1, text)
        assert len(decision.sentences) <= 60
    assert understand(match.game, match.state, 1, "L1 moves " + "(" * 18_000).kind == "ask"


# --- the format and the command -----------------------------------------------------------------

SCENE = """# crusade7: a test
game: crusade7
gm> put Legionnaire L1 for army 1 at 8,9
gm> set phase move
gm> set turn army 1
seat: 1
"""


def outcome(text: str, means: str) -> str:
    """The outcome of one phrase."""
    (block,) = parse_phrases(f"{SCENE}{text} => {means}\n")
    return next(run_block(block)).outcome


@pytest.mark.parametrize(
    ("text", "means", "came"),
    [
        ("L1 to 8,12", "L1 moves to 8,12", "right"),
        ("L1 to 8,12", "L1 moves to 8,11", "misread"),
        ("L1 to 8,12 zorp", "L1 moves to 8,12", "offered"),
        ("L1 dances", "L1 moves to 8,12", "asked"),
        ("maybe L1 to 8,12", "?", "right"),
        ("L1 to 8,12", "?", "misread"),
        ("L1 is nice", "-", "right"),
        ("L1 moves to 8,12", "-", "misread"),
        ("L1 to 8,30", "L1 moves to 8,30", "right"),
        (r"> L1 to 8,12\nL1 stays", "L1 stays", "right"),
    ],
)
def test_outcomes(text: str, means: str, came: str) -> None:
    """A phrase is right, offered, asked or misread, by what is filed, offered or answered."""
    assert outcome(text, means) == came


def test_the_last_arrow_parts(tmp_path: Path) -> None:
    """A phrase may contain ` => `, since the last one counts; a line `> ..` below `seat:` is a
    phrase."""
    (block,) = parse_phrases(f"{SCENE}L1: 8,9 => 8,12   => L1 moves to 8,12\n> L1 stays => -\n")
    assert [one.text for one in block.phrases] == ["L1: 8,9 => 8,12", "> L1 stays"]
    assert block.title == "crusade7: a test"


def test_several_blocks_and_seats() -> None:
    """The seat may change within a block, and a file may have several scenes."""
    again = SCENE.split("\n", 1)[1]
    text = f"{SCENE}L1 stays => L1 stays\nseat: 2\nhi => -\n\n# the second\n{again}"
    one, two = parse_phrases(f"{text}lol => -\n")
    assert [phrase.seat for phrase in one.phrases] == [1, 2]
    assert two.title == "the second"


@pytest.mark.parametrize(
    "text",
    ["", "seat: 1\n", "game:\nseat: 1\n", f"{SCENE}no meaning\n", "game: crusade7\nhello\n",
     "game: crusade7\ndice: x\nseat: 1\n", "game: crusade7\nbegin: now\nseat: 1\n",
     "game: crusade7\ngm| more\nseat: 1\n"],
)  # fmt: skip
def test_bad_files(text: str) -> None:
    """A file that is not understood is an error, not an empty result."""
    with pytest.raises(CaseError):
        parse_phrases(text)


def test_a_scene_with_a_set_up_and_lines_that_go_on() -> None:
    """A scene may begin with the set-up, and an order of the GM may go on over several lines."""
    text = "game: rulescrusade\nbegin: set-up\nseat: 1\nbuy 2 Marine => buy 2 Marines\n"
    (block,) = parse_phrases(text)
    assert [one.outcome for one in run_block(block)] == ["right"]
    several = "gm> import Ace AC HP 60 AC 10 Cost 40 G\ngm| Stats: 6, 3, 1, 0, 0, 0, 0, 2\n"
    several += "gm| Attacks:\ngm| Fist: melee, , STR+PF, 10 slashing,\ngm| Tags: None\n"
    own = SCENE.replace(
        "gm> set phase", f"{several}gm> put Ace AC1 for army 1 at 9,9\ngm> set phase"
    )
    (block,) = parse_phrases(f"{own}the ace stays => AC1 stays\n")
    assert [one.outcome for one in run_block(block)] == ["right"]


def test_a_scene_that_is_refused_and_a_bad_reference() -> None:
    """Both raise CaseError."""
    (block,) = parse_phrases(SCENE.replace("at 8,9", "at 99,9") + "L1 stays => L1 stays\n")
    with pytest.raises(CaseError, match="refused"):
        list(run_block(block))
    (block,) = parse_phrases(f"{SCENE}L1 stays => L1 dances wildly\n")
    with pytest.raises(CaseError, match="reference"):
        list(run_block(block))


def test_a_verdict_says_what_came() -> None:
    """The verdict tells in a line what was filed, offered or answered."""
    (block,) = parse_phrases(f"{SCENE}L1 8,12 zorp => L1 moves to 8,12\n")
    assert "zorp" in next(run_block(block)).came


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It prints what is not right, a table and the counts; its exit code says if it is enough."""
    file = tmp_path / "a.phrases"
    file.write_text(f"{SCENE}L1 to 8,12 => L1 moves to 8,12\nL1 dances => L1 stays\n")
    assert main(["phrases", str(file)]) == 1
    out = capsys.readouterr().out
    assert f"{file}:8: L1 dances" in out
    assert "1 right, 0 offered, 1 asked, 0 misread" in out
    assert main(["phrases", str(tmp_path), "--right", "0.5", "--served", "0.5"]) == 0
    assert main(["phrases", str(tmp_path / "none.phrases")]) == 2
