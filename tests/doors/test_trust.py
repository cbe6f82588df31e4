"""Laws of the doors for every system: nothing is filed that nobody ordered."""

from dataclasses import replace
from itertools import product

import pytest

from bot.cases.casefile import parse_phrases
from bot.doors.measure import Came, Paper, scene_of
from bot.doors.saying import Door
from bot.reading.limits import MOST_FREE, MOST_WORDS
from tests.doors.scenes import SCENES, Scene
from tests.reading.test_proposing import FIELD
from tests.sample import sample

pytestmark = pytest.mark.asyncio
every_system = pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
SAID: tuple[Door, ...] = ("command", "mention", "dm")


def is_silent(came: Came) -> bool:
    """Does the channel see nothing at all?"""
    answer = came.answer
    return not (came.filed or answer.text or answer.public or answer.marks)


async def nothing(paper: Paper, text: str, door: Door = "command") -> Came:
    """Say a text, assert that nothing is filed and nothing grave is asked about, and return what
    came of it."""
    came = await paper.say(1, text, door)
    assert came.filed == (), f"{door}: {text}"
    assert came.answer.ask is None, f"{door}: {text}"
    return came


def filed(came: Came) -> list[str]:
    """The sentences that were filed."""
    return [str(order) for entry in came.filed for order in entry.orders]


@every_system
async def test_a_plain_order_is_carried_out(scene: Scene) -> None:
    """The orders that the laws below take back or deny are carried out if nothing is added: in the
    law's words and in free ones, in chat and said to the referee."""
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
    """Quoted or struck-out orders are filed at no door: said to the referee they are asked about,
    in chat they are passed over."""
    paper = Paper(scene.match)
    for text in (scene.act, scene.free, "resign", "undo"):
        quoted = frame.format(text)
        for door in SAID:
            assert (await nothing(paper, quoted, door)).answer.text, quoted
        assert is_silent(await nothing(paper, quoted, "chat")), quoted


@every_system
async def test_a_real_order_beside_a_quotation_is_carried_out(scene: Scene) -> None:
    """An order beside a quotation, or behind a ticked box, is carried out."""
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
        "that was for the other match", "strike the above",
        "I take that back", "not yet", "maybe later", "if that's legal", "I'd rather not",
    ],
)  # fmt: skip
async def test_taking_back_is_heard(scene: Scene, taken_back: str) -> None:
    """Words that take an order back do so after strict and free orders, in the same line or
    below."""
    paper = Paper(scene.match)
    orders, signs = (scene.act, scene.free), (". ", "\n", ", ")
    doors: tuple[Door, ...] = ("command", "chat")
    for order, sign, door in sample([*product(orders, signs, doors)], 5, len(taken_back)):
        await nothing(paper, f"{order}{sign}{taken_back}", door)


@every_system
@pytest.mark.parametrize(
    "comment", ["not yet", "if he lets me", "no, scrap that", "maybe", "still to be discussed"]
)
async def test_a_comment_that_denies_makes_an_offer(scene: Scene, comment: str) -> None:
    """A comment that denies the order makes an offer of it; other comments are kept with the
    order."""
    paper = Paper(scene.match)
    for order in (scene.act, scene.free):
        came = await nothing(paper, f"{order} // {comment}")
        assert came.answer.offer is not None
        came = await paper.say(1, f"{order} // he had it coming")
        assert [entry.reason for entry in came.filed] == ["he had it coming"]


@every_system
async def test_what_an_enemy_does_is_no_order(scene: Scene) -> None:
    """A prediction, report, fear or wish about an enemy gets silence in chat, and a question if it
    is said to the referee; nothing is offered, also not with the sides exchanged."""
    paper = Paper(scene.match)
    for text in scene.foes:
        came = await nothing(paper, text)
        assert came.answer.text
        assert came.answer.offer is None, f"{text}: {came.answer.offer}"
        assert is_silent(await nothing(paper, text, "chat")), text


@every_system
async def test_a_sentence_of_the_law_is_the_laws(scene: Scene) -> None:
    """A sentence of the law for a unit of another seat is refused with its rule, also in plain
    chat."""
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
     "don't {}", "anyone but {}", "reverse: {}", "said nobody ever: {}", "in my head {}",
     "rejected: {}", "old orders: {}", "had I been smarter: {}"],
)  # fmt: skip
async def test_what_is_said_of_an_order_orders_nothing(scene: Scene, frame: str) -> None:
    """Judgements, wishes, examples, other times and headings around an order keep it from being
    filed."""
    paper = Paper(scene.match)
    for door in ("command", "chat"):
        await nothing(paper, frame.format(scene.free), door)


@every_system
async def test_free_words_are_filed_wholly_or_not_at_all(scene: Scene) -> None:
    """If the rules refuse a part of a free message, nothing of it is filed, and that is
    answered."""
    paper = Paper(scene.match)
    came = await nothing(paper, scene.half)
    assert came.answer.text
    await nothing(paper, scene.half, "chat")


@every_system
async def test_unknown_words_are_never_passed_over(scene: Scene) -> None:
    """An unknown word keeps an order from being filed, even if the rest reads as the same order."""
    paper = Paper(scene.match)
    for text in (f"{scene.free} zorpwise", f"{scene.free} then he zorps the lot"):
        await nothing(paper, text)


@every_system
async def test_what_is_unread_bars_what_is_grave(scene: Scene) -> None:
    """The end of a phase is not filed, asked about or offered beside unread words that name
    things."""
    paper = Paper(scene.match)
    ended = await paper.say(1, scene.ends)
    assert ended.filed or ended.answer.ask is not None
    came = await nothing(paper, scene.unread)
    assert came.answer.offer is None
    await nothing(paper, scene.unread, "chat")


@every_system
async def test_a_line_of_the_law_stands_beside_an_unread_one(scene: Scene) -> None:
    """A line of the law is filed, and an unread line beside it is returned; but nothing grave is
    filed beside an unread line."""
    paper = Paper(scene.match)
    came = await paper.say(1, f"{scene.other}\n{scene.odd}")
    assert len(filed(came)) == 1
    assert scene.odd in came.answer.text
    await nothing(paper, f"{scene.odd}\nresign")


@every_system
async def test_done_ends_nothing_in_plain_chat_before_an_order(scene: Scene) -> None:
    """`done` in any spelling gets the question mark and no words."""
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
    """Talk in plain chat is passed over in silence."""
    assert is_silent(await nothing(Paper(scene.match), talk, "chat"))


@every_system
async def test_a_near_order_gets_the_question_mark(scene: Scene) -> None:
    """An order with a typing slip in chat gets only the question mark, which its writer may
    press."""
    paper = Paper(scene.match)
    words = scene.act.split()
    at = max(range(len(words)), key=lambda place: len(words[place]) * words[place].isalpha())
    words[at] = words[at][0] + words[at][2] + words[at][1] + words[at][3:]
    came = await nothing(paper, " ".join(words), "chat")
    assert (came.answer.text, came.answer.marks) == ("", ("asked",))


@every_system
async def test_long_texts_are_not_read_freely(scene: Scene) -> None:
    """A text with too many words in a sentence, or too many characters, gets silence in chat, and
    the law's error if it is said to the referee."""
    paper = Paper(scene.match)
    for text in ("well " * MOST_WORDS + scene.free, f"{scene.free}\n" + "so it goes. " * 400):
        assert len(text) > MOST_FREE or len(text.split()) > MOST_WORDS
        assert (await nothing(paper, text)).answer.text
        assert is_silent(await nothing(paper, text, "chat"))


@every_system
async def test_nobody_is_ordered_and_nobody_else_follows(scene: Scene) -> None:
    """`nobody, ..` orders nobody; `.., and so does he` is not filed, as the order would lack
    `he`."""
    paper = Paper(scene.match)
    for frame in ("nobody, {}", "no one: {}", "none of us, {}"):
        for door in ("command", "chat"):
            await nothing(paper, frame.format(scene.free), door)
    for frame in (
        "{} and so does he",
        "{}, he does too",
        "{}; so do the others",
        "{} as will they",
    ):
        for door in ("command", "chat"):
            await nothing(paper, frame.format(scene.free), door)


async def test_what_is_counted_out_or_of_a_sign_is_not_counted_in() -> None:
    """`everyone except 2 infantry ..` does not order the two; a minus before a number is no bullet
    unless there is a list."""
    scene = SCENES["candlebre"]
    paper = Paper(scene.match)
    for begun in ("everyone except ", "everybody but ", "-", "−", "–"):
        for door in ("command", "chat"):
            await nothing(paper, begun + scene.free, door)
    for bullet in ("- ", "-", "* "):
        lines = (f"{bullet}{scene.free}", f"{bullet}1 infantry Brindle to Ashford")
        assert len(filed(await paper.say(1, "\n".join(lines)))) == 2, bullet
    assert len(filed(await paper.say(1, f"- {scene.free}"))) == 1


async def test_several_are_not_one() -> None:
    """A plural that fits only one unit is offered; but a unit of many models may have a plural."""
    paper = Paper(SCENES["rulescrusade"].match)
    for text in ("the sergeants move up 1", "my sergeants to 17,11"):
        assert (await nothing(paper, text)).answer.offer is not None
    assert len(filed(await paper.say(1, "my sergeant to 17,11"))) == 1
    assert len(filed(await paper.say(1, "the marines move up 1"))) == 1
    bodies = Paper(SCENES["machinadei"].match)
    assert len(filed(await bodies.say(1, "the legionaries advance 4"))) == 1


@every_system
@pytest.mark.parametrize(
    "text",
    ["resign?", "I suppose we could draw", "ofer draw", "offer draw?", "surender", "undoo", "passs",
     "I might resign", "do you want to draw", "endd phase", "passs turn", "endd turn", "donne",
     "end turn?", "skipp my turn"],
)  # fmt: skip
async def test_a_nearest_guess_is_never_grave(scene: Scene, text: str) -> None:
    """A misspelling, a question or a thought never files or proposes an order that ends a turn or
    the match, or takes something back."""
    paper = Paper(scene.match)
    for door in SAID:
        came = await nothing(paper, text, door)
        assert came.answer.offer is None, came.answer.offer
        assert came.answer.text
    assert is_silent(await nothing(paper, text, "chat"))


async def test_an_end_in_plain_words_is_no_slip() -> None:
    """`end phase` in plain words counts even beside a drawn-out word (`aaand`); `ennnd phase` is a
    slip and does not."""
    paper = Paper(SCENES["candlebre"].match)
    came = await paper.say(1, "aaand my wallet's empty, end phase")
    assert filed(came) == ["end phase"] or came.answer.ask is not None
    assert "without slips" in (await nothing(paper, "my wallet's empty, ennnd phase")).answer.text


async def test_a_grave_order_in_plain_words_is_offered_beside_others() -> None:
    """A grave order that is said outright is offered, also beside other words."""
    scene = replace(
        SCENES["candlebre"],
        lines=SCENES["candlebre"].lines.replace("phase noncombat", "phase purchase"),
    )
    came = await Paper(scene.match).say(1, "gotta get these guys moving, end purchases")
    assert came.answer.offer is not None or came.filed


@pytest.mark.parametrize(
    ("system", "text"),
    [
        ("crusade7", "the green one goes to 6,12 and hits L1"),
        ("crusade7", "the big one charges L1"),
        ("crusade7", "the enemy moves to 6,12"),
        ("rulescrusade", "the green one goes to 13,11 and hits M1"),
        ("rulescrusade", "that ugly fellow shoots M2"),
        ("machinadei", "the enemy moves forward 4"),
        ("machinadei", "the big one charges Legion1"),
        ("crusade8x8 setup=empty", "the other guy takes d4"),
        ("candlebre", "the enemy moves 3 infantry from Ashford to Brindle"),
        ("candlebre", "the enemy moves 2 infantry Ashford to Brindle"),
    ],
)
async def test_what_somebody_else_does_is_not_proposed(system: str, text: str) -> None:
    """What an unnamed other does is not proposed, for whatever unit."""
    for door in SAID:
        assert (await nothing(Paper(SCENES[system].match), text, door)).answer.offer is None


MANNERS = (
    "{}, swinging the great axe", "{}, aiming for glory", "{}, ready for whatever comes",
    "{}, preparing to fight again", "{}, hoping to see the sea",
)  # fmt: skip


@every_system
async def test_manner_and_intention_are_no_second_act(scene: Scene) -> None:
    """Words about how or why something is done add no second order to what is filed or offered."""
    paper = Paper(scene.match)
    first = (await paper.say(1, scene.free)).state
    for frame in MANNERS:
        came = await paper.say(1, frame.format(scene.free), press=True)
        assert not came.filed or came.state == first, f"{frame}: {filed(came)}"


@pytest.mark.parametrize(
    ("system", "scene", "text"),
    [
        ("crusade7", "O1 to 6,12\ngm> set phase fight", "L1 attacks O1, aiming for L2's glory"),
        ("crusade7", "O1 to 6,12\ngm> set phase fight", "L1 attacks O1, swinging the great axe"),
        ("crusade7", "O1 to 6,12\ngm> set phase fight", "L1 attacks O1, ready to run back to 5,8"),
        ("crusade7", "", "L1 proceeds to 6,13, ready to whack O1"),
        ("crusade7", "", "L1 to 6,13, hoping to get to 6,15"),
        ("rulescrusade", "O1 to 13,11", "M2 fires at O1, aiming for S1's glory"),
        ("rulescrusade", "O1 to 13,11", "M2 fires at O1, ready to run back to 15,11"),
        ("rulescrusade", "", "M2 to 13,11, aiming at O1"),
        ("rulescrusade", "", "M2 to 13,11, ready to run back to 15,11"),
        ("machinadei", "", "Man1 3 N, ready to run back to 12,28"),
        ("machinadei", "", "legion forward 4, preparing to charge War1"),
        ("crusade8x8 setup=empty", "", "d4 takes d5, ready to take e5"),
        ("crusade8x8 setup=empty", "", "d4 takes d5, hoping to take e6"),
        ("candlebre", "", "2 infantry Ashford to Brindle, ready to run back to Ashford"),
        ("candlebre", "", "2 infantry Ashford to Brindle, ready to attack Pellam"),
        ("candlebre", "", "2 infantry Ashford to Brindle, that leaves 4 infantry in Ashford"),
    ],
)
async def test_what_an_order_is_for_is_no_second_order(system: str, scene: str, text: str) -> None:
    """What an order is meant to lead to is neither carried out nor proposed with it."""
    lines = f"{SCENES[system].lines.strip()}\n{scene and f'gm> move {scene}'}"
    match = replace(SCENES[system], lines=lines).match
    for door in ("command", "mention", "chat"):
        came = await Paper(match).say(1, text, door)
        assert len(filed(came)) < 2, came.filed
        for option in came.answer.offer.options if came.answer.offer else ():
            assert option.count(" then ") + option.count("\n") == 0, option


@pytest.mark.parametrize(
    ("system", "text", "order"),
    [
        ("crusade7", "L1 goes 2 to the right, so 6,13", "L1 moves to 6,13"),
        ("crusade7", "L1 2 right, that should be 6,13", "L1 moves to 6,13"),
        ("rulescrusade", "M2 2 north, so 13,11", "M2 moves to 13,11"),
        ("rulescrusade", "M2 moves 2 north, that should be 13,11", "M2 moves to 13,11"),
        ("machinadei", "Man1 3 N, so 12,25", "Man1 moves to 12,25"),
        ("candlebre", "2 infantry Ashford to Brindle, so Brindle", ""),
        ("crusade8x8 setup=empty", "d4 takes d5, so d5", ""),
    ],
)
async def test_a_place_said_twice_is_one_place(system: str, text: str, order: str) -> None:
    """A move whose goal is said twice is one move, not two."""
    scene = SCENES[system]
    paper = Paper(scene.match)
    came = await paper.say(1, text, press=True)
    assert len(filed(came)) == 1
    assert came.state == (await paper.say(1, order or scene.act)).state


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
        ("crusade7", "L1 to 6,-13"),
        ("rulescrusade", "M2 to 13,-11"),
        ("crusade7", "L1 moves −2 forward"),
        ("rulescrusade", "M2 moves −2 west"),
    ):
        came = await nothing(Paper(SCENES[system].match), text)
        assert came.answer.offer is None, text


async def test_what_was_said_is_in_the_order_or_it_is_asked() -> None:
    """An order that leaves out a count, a tool, a pronoun, a second unit or a passing end of phase
    is not filed."""
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
        ("crusade7", "I'm scared of O1 attacking L1"),
        ("rulescrusade", "I'm scared of O1 shooting M2"),
        ("crusade8x8 setup=empty", "black's warrior takes e4"),
        ("crusade8x8 setup=empty", "e8 goes to d7, I reckon"),
        ("crusade8x8 setup=empty", "it's e5 who captures e4, not me"),
        ("rulescrusade", "the orc fires at my sergeant"),
        ("rulescrusade", "it's O1 who shoots M1, not me"),
        ("machinadei", "the mob advances 6 and shoots Bows1"),
    ],
)
async def test_what_a_foe_does_is_not_proposed_either(system: str, text: str) -> None:
    """What a foe does is proposed neither as said nor with the sides exchanged; chat shows no
    sign."""
    paper = Paper(SCENES[system].match)
    assert (await nothing(paper, text)).answer.offer is None
    assert is_silent(await nothing(paper, text, "chat"))


async def test_what_is_told_of_a_foe_beside_an_order_keeps_no_offer_away() -> None:
    """An order is still offered beside a remark about a foe; an act of a foe is not, also not with
    the sides exchanged."""
    (block,) = parse_phrases(FIELD)
    paper = Paper(scene_of(block))
    text = "L1 pokes O1 with the gladius, all zork. The raider has looked at him stupid"
    offer = (await nothing(paper, text)).answer.offer
    assert offer is not None
    assert offer.options == ("L1 attacks O1 with Gladius",)
    assert (await nothing(paper, "O1 strikes L2, is how I see it coming")).answer.offer is None


async def test_names_that_a_dash_joins_are_unread_names() -> None:
    """Unread names that are joined by a dash keep the end of the phase after them from being
    filed."""
    text = "2 inf Ashford-Dunmoor. everything else stays put. thats it for moves"
    await nothing(Paper(SCENES["candlebre"].match), text)


async def test_nothing_is_shared_across_a_line_break() -> None:
    """Words of one line are not applied to the list in the next line."""
    scene = replace(
        SCENES["candlebre"],
        lines=SCENES["candlebre"].lines.replace("phase noncombat", "phase move"),
    )
    await nothing(Paper(scene.match), "ASH -> COR: 4 inf, 2 cav\nBRI -> KES: 3 inf\nGLE: hold")


async def test_the_opposite_is_not_offered() -> None:
    """`L1 avoids 6,13` does not offer to send L1 there."""
    for system, text in (
        ("crusade7", "L1 avoids 6,13"),
        ("crusade7", "L1 stays away from 6,13"),
        ("rulescrusade", "M2 avoids 13,11"),
        ("rulescrusade", "M2 stays away from 13,11"),
        ("machinadei", "Man1 avoids 12,25"),
    ):
        assert (await nothing(Paper(SCENES[system].match), text)).answer.offer is None, text


async def test_what_nobody_named_is_not_offered() -> None:
    """No unit or place is offered that nobody named, neither a similar name nor the first of
    many."""
    for system, text in (
        ("crusade7", "M1 covers the alley"),
        ("rulescrusade", "GN7 covers the alley"),
        ("crusade7", "L1 advances -1"),
        ("candlebre", "there is a retreat to Brindle"),
    ):
        assert (await nothing(Paper(SCENES[system].match), text)).answer.offer is None, text


SECRETS = {
    "crusade7": (
        "game: crusade7",
        "faction Orc-Goblins",
        ("my faction is Orc Goblins please", "factoin Orc-Goblins", "faction Zorpians",
         "I take the elves as my faction", "put me down as orcs"),
    ),
    "crusade8x8 choice": (
        "game: crusade8x8 placement=hidden\ndice: 1 1 5 1 2 6 6 6 6 6 6 6 6 6",
        "choose Rogue",
        ("I take an archer", "chose Rogue", "choose Dragon", "choose Rogue, Caster",
         "my pick: caster", "a warrior maybe", "put me down as a rogue"),
    ),
    "crusade8x8 placement": (
        "game: crusade8x8 placement=hidden\ndice: 1 1 1 2 3 4 6 6 6 6 1 2 6 6",
        "place Archer at b3",
        ("my archer goes to b3", "plcae Archer at b3", "place Archer at b7", "archer on b3 perhaps",
         "put my archer somewhere near b3"),
    ),
    "rulescrusade": (
        "game: rulescrusade\ndice: 3 0 0 0\ngm> put Marine M1 for army 2 at 22,22\n"
        "gm> set phase setup\n1> takes Brood nest\n1> ready\n2> ready",
        "deploy X10 as BL1 at 20,1",
        ("deploi X10 as BL1 at 20,1", "deploy X10 as BL9 at 20,1", "deploy X10 as BL1 at 1,1",
         "X10 is BL2", "x10 goes to 20,1 as bloater BL1", "X10 hides BL1 at 20,1"),
    ),
    "rulescrusade out of turn": (
        "game: rulescrusade\ndice: 0 0 3 0\ngm> put Marine M1 for army 2 at 22,22\n"
        "gm> set phase setup\n1> takes Brood nest\n1> ready\n2> ready",
        "",
        ("deploy X10 as BL1 at 20,1", "X10 is BL2", "x10 goes to 20,1 as bloater BL1"),
    ),
}  # fmt: skip
"""What is chosen in secret; the other systems have no secret (CB-SCOPE-3, MD-INFO-1)."""


@pytest.mark.parametrize(("head", "order", "texts"), SECRETS.values(), ids=list(SECRETS))
async def test_a_secret_is_one_in_whatever_words(
    head: str, order: str, texts: tuple[str, ...]
) -> None:
    """A secret choice said in public is not filed, and only its writer is answered; also if it is
    refused, misspelt, in free words or out of turn."""
    (block,) = parse_phrases(f"{head}\nseat: 1\nx => -\n", "secrets")
    paper = Paper(scene_of(block))
    for text in (order, *texts):
        came = await nothing(paper, text or texts[0], "mention")
        assert came.answer.secret, text
        assert came.answer.public == "", text
        assert "delete the message" in came.answer.text, text
        assert not (await nothing(paper, text or texts[0], "chat")).answer.public
    if order:
        assert "delete the message" in (await nothing(paper, order, "chat")).answer.text
        assert filed(await paper.say(1, order)) == [order]


@pytest.mark.parametrize("head", [SECRETS["crusade7"][0], SECRETS["crusade8x8 choice"][0]])
async def test_good_wishes_choose_nothing(head: str) -> None:
    """`good luck with the orcs` does not choose the orcs."""
    (block,) = parse_phrases(f"{head}\nseat: 1\nx => -\n", "wishes")
    name = "orcs" if "crusade7" in head else "rogue"
    for door in ("command", "chat"):
        await nothing(Paper(scene_of(block)), f"good luck with the {name}", door)


async def test_what_could_be_ordered_instead_is_near() -> None:
    """The alternative to an illegal move is the nearest legal place, not the nearest spelling."""
    for system, text, near in (
        ("crusade7", "L1 moves to 6,40", "L1 moves to 6,14"),
        ("crusade7", "L2 moves to 18,10", "L2 moves to 11,10"),
        ("rulescrusade", "M2 moves to 15,29", "M2 moves to 15,17"),
    ):
        came = await nothing(Paper(SCENES[system].match), text)
        assert came.answer.offer is not None
        assert came.answer.offer.options[0] == near


async def test_no_example_ends_anything() -> None:
    """The answer to an unread text never gives `end phase` as an example."""
    scene = SCENES["candlebre"]
    came = await nothing(Paper(scene.match), "build 3 castles in Ashford")
    assert came.answer.offer is None
    assert "end phase" not in came.answer.text


@pytest.mark.parametrize(
    ("system", "text"),
    [
        ("crusade7", "do not move L1 to 6,12 then L2 to 7,12"),
        ("crusade7", "never L1 moves to 6,12 and L2 to 7,12"),
        ("crusade8x8 setup=empty", "do not archer b4 captures a5 then faces left"),
        ("rulescrusade", "don't M1 moves to 13,11 then fires at O1"),
        ("machinadei", "do not advance Legion1 4 then turn left"),
        ("candlebre", "don't attack Farrow from Ashford and Corrin from Brindle with everything"),
    ],
)
async def test_what_is_forbidden_goes_on_to_the_next_seam(system: str, text: str) -> None:
    """A `do not` covers all clauses up to the next break: none of them is filed or offered."""
    came = await nothing(Paper(SCENES[system].match), text)
    forbidden = came.answer.offer.options if came.answer.offer is not None else ()
    assert not forbidden


async def test_an_answer_to_a_draw_is_not_passed_over() -> None:
    """An order beside an answer to a draw is not filed."""
    scene = SCENES["crusade8x8 setup=empty"]
    paper = Paper(scene.match)
    await nothing(paper, f"No to the draw, thanks all the same. {scene.free}")


OAKHOLLOW = """game: candlebre
gm> set Oakhollow owner army 1
gm> put 4 infantry for army 1 in Oakhollow
gm> put 2 mercenaries for army 1 in Oakhollow
gm> set phase move
gm> set turn army 1
seat: 1
x => -
"""


@pytest.mark.parametrize(
    "behind", ["", ", they are paid for this", ", they are paid for this. It is my birthday today."]
)
async def test_everybody_is_more_than_some(behind: str) -> None:
    """If everybody is ordered, and some by name as well, an order of only some is not filed."""
    (block,) = parse_phrases(OAKHOLLOW, "candlebre")
    paper = Paper(scene_of(block))
    came = await paper.say(1, f"everybody of Oakhollow invades Northolt, also the mercs{behind}")
    assert came.filed == ()
    assert came.answer.text
