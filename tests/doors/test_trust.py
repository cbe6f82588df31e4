"""Nothing that nobody ordered: laws of the doors over every system, by what was filed and said."""

from dataclasses import replace

import pytest

from bot.doors.freely import MOST_FREE, MOST_WORDS
from bot.doors.hearing import Door
from bot.doors.paper import Came, Paper
from tests.doors.scenes import SCENES, Scene

pytestmark = pytest.mark.asyncio
every_system = pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
SAID: tuple[Door, ...] = ("command", "mention", "dm")


def is_silent(came: Came) -> bool:
    """Does the channel see nothing at all?"""
    answer = came.answer
    return not (came.filed or answer.text or answer.public or answer.marks)


async def nothing(paper: Paper, text: str, door: Door = "command") -> Came:
    """What is answered to a text of which nothing may be filed, also not by a press of its offer
    of something grave."""
    came = await paper.say(1, text, door)
    assert came.filed == (), f"{door}: {text}"
    assert came.answer.ask is None, f"{door}: {text}"
    return came


def filed(came: Came) -> list[str]:
    """The sentences that were filed."""
    return [str(order) for entry in came.filed for order in entry.orders]


@every_system
async def test_a_plain_order_is_carried_out(scene: Scene) -> None:
    """What the laws below take back, denies or tells of others, is carried out as it stands: in the
    law's own words and in free ones, in chat and said to the referee."""
    paper = Paper(scene.match)
    for text in (scene.act, scene.free):
        doors: tuple[Door, ...] = (*SAID, "chat")
        found = {door: filed(await paper.say(1, text, door)) for door in doors}
        assert all(len(sentences) == 1 for sentences in found.values()), found
    assert filed(await paper.say(1, scene.other))


@every_system
@pytest.mark.parametrize(
    "frame",
    [
        "~~ {} ~~", "<blockquote>{}</blockquote>", "'{}'",
        "~~{}~~", "[s]{}[/s]", "[strike]{}[/strike]", "> {}", ">>> {}", "[quote=Tom]{}[/quote]",
        "[quote]{}[/quote]", "[ ] {}", "- [ ] {}", '"{}"', "«{}»", "“{}”",
    ],
)  # fmt: skip
async def test_what_is_quoted_or_struck_out_orders_nothing(scene: Scene, frame: str) -> None:
    """At no door; said to the referee it is asked about, in chat it is passed over."""
    paper = Paper(scene.match)
    for text in (scene.act, scene.free, "resign", "undo"):
        quoted = frame.format(text)
        for door in SAID:
            assert (await nothing(paper, quoted, door)).answer.text, quoted
        assert is_silent(await nothing(paper, quoted, "chat")), quoted


@every_system
async def test_a_real_order_beside_a_quotation_is_carried_out(scene: Scene) -> None:
    """A box that is ticked is one as well."""
    paper = Paper(scene.match)
    for text in (f"> {scene.other}\n{scene.act}", f"[x] {scene.act}", f"~~resign~~\n{scene.act}"):
        assert len(filed(await paper.say(1, text))) == 1, text


@every_system
@pytest.mark.parametrize(
    "taken_back",
    [
        "Scrap that.", "No, leave it.", "hmm, let me think", "Wait, no.", "kindly unmake it",
        "Edit: forget it", "UPDATE: don't, not yet", "On second thoughts, no.", "oops, wrong room",
        "Sorry, this belonged elsewhere.", "pardon, wrong game",
        "I take that back", "not yet", "maybe later", "if that's legal", "I'd rather not",
    ],
)  # fmt: skip
async def test_taking_back_is_heard(scene: Scene, taken_back: str) -> None:
    """Whatever its words, behind an order of the law or a free one, in the same line or below."""
    paper = Paper(scene.match)
    for order in (scene.act, scene.free):
        for text in (f"{order}. {taken_back}", f"{order}\n{taken_back}", f"{order}, {taken_back}"):
            for door in ("command", "chat"):
                await nothing(paper, text, door)


@every_system
@pytest.mark.parametrize(
    "comment", ["not yet", "if he lets me", "no, scrap that", "maybe", "still to be discussed"]
)
async def test_a_comment_that_denies_makes_an_offer(scene: Scene, comment: str) -> None:
    """Other comments are kept with the order."""
    paper = Paper(scene.match)
    for order in (scene.act, scene.free):
        came = await nothing(paper, f"{order} // {comment}")
        assert came.answer.offer is not None
        came = await paper.say(1, f"{order} // he had it coming")
        assert [entry.reason for entry in came.filed] == ["he had it coming"]


@every_system
async def test_what_an_enemy_does_is_no_order(scene: Scene) -> None:
    """A prediction, a report, a fear, a wish: silence in chat, a question to who says it to the
    referee; never the same the other way round, and no offer."""
    paper = Paper(scene.match)
    for text in scene.foes:
        came = await nothing(paper, text)
        assert came.answer.text
        assert came.answer.offer is None, f"{text}: {came.answer.offer}"
        assert is_silent(await nothing(paper, text, "chat")), text


@every_system
async def test_a_sentence_of_the_law_is_the_laws(scene: Scene) -> None:
    """For a unit of another seat it is refused with its rule, also in plain chat."""
    paper = Paper(scene.match)
    doors: tuple[Door, ...] = (*SAID, "chat")
    for door in doors:
        came = await nothing(paper, scene.foe, door)
        assert came.rules, door
        assert came.answer.marks == ("refused",)


@every_system
@pytest.mark.parametrize(
    "frame",
    ["Nice that {}", "everyone thinks {}", "I wonder why {}", "imagine: {}", "for example {}",
     "next turn {}", "tomorrow {}", "if all goes well {}", "perhaps {}", "{} would be a mistake",
     "don't {}", "anyone but {}", "reverse: {}", "said nobody ever: {}"],
)  # fmt: skip
async def test_what_is_said_of_an_order_orders_nothing(scene: Scene, frame: str) -> None:
    """Judgements, wishes, examples, other times, headings."""
    paper = Paper(scene.match)
    for door in ("command", "chat"):
        await nothing(paper, frame.format(scene.free), door)


@every_system
async def test_free_words_are_filed_wholly_or_not_at_all(scene: Scene) -> None:
    """Where the rules refuse a part, the whole is offered, and nothing of it is filed."""
    paper = Paper(scene.match)
    came = await nothing(paper, scene.half)
    assert came.answer.text
    await nothing(paper, scene.half, "chat")


@every_system
async def test_unknown_words_are_never_passed_over(scene: Scene) -> None:
    """Not even where what is left would change nothing else."""
    paper = Paper(scene.match)
    for text in (f"{scene.free} zorpwise", f"{scene.free} then he zorps the lot"):
        await nothing(paper, text)


@every_system
async def test_what_is_unread_bars_what_is_grave(scene: Scene) -> None:
    """The end of a phase is not filed, asked or offered beside words that name things."""
    paper = Paper(scene.match)
    ended = await paper.say(1, scene.ends)
    assert ended.filed or ended.answer.ask is not None
    came = await nothing(paper, scene.unread)
    assert came.answer.offer is None
    await nothing(paper, scene.unread, "chat")


@every_system
async def test_a_line_of_the_law_stands_beside_an_unread_one(scene: Scene) -> None:
    """It is filed, and the other is returned; but nothing grave is."""
    paper = Paper(scene.match)
    came = await paper.say(1, f"{scene.other}\n{scene.odd}")
    assert len(filed(came)) == 1
    assert scene.odd in came.answer.text
    await nothing(paper, f"{scene.odd}\nresign")


@every_system
async def test_done_ends_nothing_in_plain_chat_before_an_order(scene: Scene) -> None:
    """It gets the question mark, in any spelling, and no words."""
    paper = Paper(scene.match)
    for word in ("done", "Done", "done!", "DONE.", "pass"):
        came = await nothing(paper, word, "chat")
        assert (came.answer.text, came.answer.marks) == ("", ("asked",)), word


@every_system
@pytest.mark.parametrize(
    "talk",
    ["good luck everyone", "brb, dinner", "that was close", "what a turn", "lol", "your move, Ben",
     "sorry for the wait", "I love this game", "see you tomorrow", "gg"],
)  # fmt: skip
async def test_talk_is_not_answered(scene: Scene, talk: str) -> None:
    """In plain chat."""
    assert is_silent(await nothing(Paper(scene.match), talk, "chat"))


@every_system
async def test_a_near_order_gets_the_question_mark(scene: Scene) -> None:
    """One wrong letter: its writer may ask what it would be, and the room sees no words."""
    paper = Paper(scene.match)
    words = scene.act.split()
    at = max(range(len(words)), key=lambda place: len(words[place]) * words[place].isalpha())
    words[at] = words[at][0] + words[at][2] + words[at][1] + words[at][3:]
    came = await nothing(paper, " ".join(words), "chat")
    assert (came.answer.text, came.answer.marks) == ("", ("asked",))


@every_system
async def test_long_texts_are_not_read_freely(scene: Scene) -> None:
    """More words than a sentence may have, or more characters than a message: silence in chat,
    the law's error said to the referee."""
    paper = Paper(scene.match)
    for text in ("well " * MOST_WORDS + scene.free, f"{scene.free}\n" + "so it goes. " * 400):
        assert len(text) > MOST_FREE or len(text.split()) > MOST_WORDS
        assert (await nothing(paper, text)).answer.text
        assert is_silent(await nothing(paper, text, "chat"))


async def test_a_sign_belongs_to_its_number() -> None:
    """`advances -1` is neither one step forward nor an offer of it."""
    for system, text in (
        ("machinadei", "Legion1 advances -1"),
        ("machinadei", "Legion1 moves forward -1"),
        ("crusade7", "L1 moves -1 forward"),
        ("crusade7", "L1 -2 forward"),
        ("rulescrusade", "M2 moves -1 north"),
        ("machinadei", "Legion1 advances −2"),
        ("machinadei", "Legion1 advances minus 2"),
        ("machinadei", "legion forward −4"),
        ("crusade7", "L1 moves −2 forward"),
        ("rulescrusade", "M2 moves −2 west"),
    ):
        came = await nothing(Paper(SCENES[system].match), text)
        assert came.answer.offer is None, text


async def test_what_was_said_is_in_the_order_or_it_is_asked() -> None:
    """Counts, tools, pronouns, who stands beside, and the end of a phase in passing."""
    for system, text in (
        ("crusade7", "my two northern legionnaires to 6,13"),
        ("crusade7", "L1 to 6,13, and that is all for me"),
        ("crusade7", "SG1 keeps behind L2, 9,10"),
        ("crusade7", "L1 3 down and L2 with him and himself"),
        ("rulescrusade", "frag out! M2 to 13,11"),
        ("rulescrusade", "M2 to 13,11, five grenades left"),
        ("machinadei", "Legion1 backs up 2"),
        ("machinadei", "Legion1 and the man 3 N"),
        ("machinadei", "legion forward 4 and the other legion too"),
        ("machinadei", "Legion1 advances - 1"),
        ("crusade7", "L1 2 forward, then on for 1"),
        ("candlebre", "2 infantry and 20 archers Ashford to Brindle"),
        ("crusade8x8 setup=empty", "d4 takes d5, e4"),
    ):
        await nothing(Paper(SCENES[system].match), text)


@pytest.mark.parametrize(
    ("system", "text"),
    [
        ("crusade7", "it's O1 who attacks L1, not me"),
        ("crusade8x8 setup=empty", "black's warrior takes e4"),
        ("crusade8x8 setup=empty", "e8 goes to d7, I reckon"),
        ("crusade8x8 setup=empty", "it's e5 who captures e4, not me"),
        ("rulescrusade", "the orc fires at my sergeant"),
        ("rulescrusade", "it's O1 who shoots M1, not me"),
        ("machinadei", "the mob advances 6 and shoots Bows1"),
    ],
)
async def test_what_a_foe_does_is_not_proposed_either(system: str, text: str) -> None:
    """Neither as it was said nor the other way round; in chat it gets no sign."""
    paper = Paper(SCENES[system].match)
    assert (await nothing(paper, text)).answer.offer is None
    assert is_silent(await nothing(paper, text, "chat"))


async def test_names_that_a_dash_joins_are_unread_names() -> None:
    """They bar the end of the phase behind them."""
    text = "2 inf Ashford-Dunmoor. everything else stays put. thats it for moves"
    await nothing(Paper(SCENES["candlebre"].match), text)


async def test_nothing_is_shared_across_a_line_break() -> None:
    """Lists of two lines are two lists."""
    scene = replace(
        SCENES["candlebre"],
        lines=SCENES["candlebre"].lines.replace("phase noncombat", "phase move"),
    )
    await nothing(Paper(scene.match), "ASH -> COR: 4 inf, 2 cav\nBRI -> KES: 3 inf\nGLE: hold")


async def test_what_nobody_named_is_not_offered() -> None:
    """Neither a unit that has another name, nor the first of several."""
    for system, text in (
        ("crusade7", "M1 covers the alley"),
        ("rulescrusade", "GN7 covers the alley"),
        ("crusade7", "L1 advances -1"),
        ("candlebre", "there is a retreat to Brindle"),
    ):
        assert (await nothing(Paper(SCENES[system].match), text)).answer.offer is None, text


async def test_a_secret_is_one_in_whatever_words() -> None:
    """Said where everybody reads it, nothing of it is filed and its writer alone is told; also
    where it is refused, misspelt or proposed."""
    scene = replace(SCENES["crusade7"], lines="")
    paper = Paper(scene.match)
    for text in (
        "faction Orc-Goblins",
        "my faction is Orc Goblins please",
        "factoin Orc-Goblins",
        "faction Zorpians",
        "I take the elves as my faction",
    ):
        came = await nothing(paper, text, "mention")
        assert came.answer.secret, text
        assert came.answer.public == "", text
        assert "delete the message" in came.answer.text, text
    for text in ("faction Orc-Goblins", "my faction is Orc Goblins please"):
        assert "delete the message" in (await nothing(paper, text, "chat")).answer.text
        assert filed(await paper.say(1, text)) == ["faction Orc-Goblins"]


async def test_what_could_be_ordered_instead_is_near() -> None:
    """Nearest by place, and not by the letters of its numbers."""
    for system, text, near in (
        ("crusade7", "L1 moves to 6,40", "L1 moves to 6,14"),
        ("crusade7", "L2 moves to 18,10", "L2 moves to 11,10"),
        ("rulescrusade", "M2 moves to 15,29", "M2 moves to 15,17"),
    ):
        came = await nothing(Paper(SCENES[system].match), text)
        assert came.answer.offer is not None
        assert came.answer.offer.options[0] == near


async def test_no_example_ends_anything() -> None:
    """What is not read is not answered with the end of a phase as an example."""
    scene = SCENES["candlebre"]
    came = await nothing(Paper(scene.match), "build 3 castles in Ashford")
    assert came.answer.offer is None
    assert "end phase" not in came.answer.text
