"""Decide what to do with a message: carry it out, offer it, list readings, ask, or stay silent.

Sentences of the law are carried out as they stand.  Free words are carried out only if every word
that carries meaning is accounted for and exactly one meaning remains.  Where something was filled
in or respelt and the order cannot be taken back (it rolls a die or ends the match), it is offered.
Unexplained words also lead to an offer, several meanings to a list.  Conditions, questions, second
thoughts and denials are never orders.
"""

from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from bot.reading.alike import as_it_was_read, as_one, said_twice, says_more, used_values
from bot.reading.decision import GUESSED, Decision, Door, Kind, ReadAs
from bot.reading.drafts import MOST_LISTED, DraftedMessage
from bot.reading.ending import ended_outright, names_somebody, with_end
from bot.reading.law import (
    comments_of,
    is_law,
    is_word_for_word,
    law_is_wrong,
    without_tail,
    written_in,
)
from bot.reading.limits import is_too_long
from bot.reading.performed import performed
from bot.reading.proposing import UNLIKELY, AsRead, Likeliest, likeliest, proposed
from bot.reading.remaining import decided, left_beside, quoted
from bot.reading.without import (
    CLAUSES,
    CORRECTIONS,
    DESCRIPTIONS,
    KEPT,
    PACES,
    REMARKS,
    SCENES,
    SUMS,
    decided_without,
    freely,
    is_likeliest,
    mistaken_sums,
    of_all,
)
from bot.reading.world import (
    is_grave,
    reached,
    strict_orders,
    try_out,
    unknown_beside,
    world_of,
)
from grammar.doubt import (
    Message,
    ReadSentence,
    doubts_of,
    doubts_of_law,
    is_nearly_order,
    is_plain_order,
    names_any,
    not_ones_own,
    nothing_lost,
)
from grammar.doubt.at_last import doubted_at_last, hidden_ends
from grammar.doubt.beside import WORRYING, doubtful, parted, worry
from grammar.doubt.lost import goes_on_to_an_end
from grammar.reader.acts import doubts_in_brackets
from grammar.reader.in_words import written_out
from grammar.reader.message import Listener
from grammar.reader.shape import Sentence, is_one_line, shape
from grammar.reader.steps import Step
from grammar.reader.weights import weights_of
from grammar.reader.world import World
from rules.border.game import Game
from rules.line.kept import Same
from rules.line.orders import GM, Unread
from rules.line.work import within

READING = 4_500_000
"""Steps of work that reading one message may take.  The costliest message of the corpus needs
eight tenths of them.  Trials of orders spend from the same budget (see `world.TRIED`)."""

PROPOSING = 2_500_000
"""Further steps of work that ranking the candidates of a message may take: twice what the
costliest message of `dev` needs."""

AGAIN = 1_500_000
"""Further steps of work that a message may take to be decided again without a part of it, whatever
is tried inside that: a third more than any message of `dev` needs that is carried out so."""

TOO_MUCH = "this takes me too long to read: say it in shorter sentences, or send it in parts"
CERTAINLY = 1_300
"""Certainty, in thousandths, from which the likeliest orders are carried out.  Set on `dev`, where
none of those is wrong that a threshold of 1,500 would only offer."""

FAR_AHEAD, SURER = 1_000, 3
"""How much higher, in thousandths, an alternative must score than a reading that the rules refuse,
and the factor on that for messages of at most `FEW` words."""

FEW = 8
"""A message of at most this many words (numbers and references not counted) is short: replacing
what it says needs a larger lead (`SURER`)."""

OPEN = ("silent", "ask", "list", "offer")
"""The kinds of decision for a message that is not carried out as it was read."""


def understand(
    game: Game[Any],
    state: Any,
    seat: int,
    text: str,
    door: Door = "mention",
) -> Decision:
    """Decide what to do with a message of a seat in this state.  Files nothing.

    Doors may ask about the same message several times; the work is done once and cached.
    """
    if is_too_long(text) and not is_law(game, state, seat, text):
        asked = Decision("ask", why=TOO_MUCH, read_as=ReadAs.UNREAD)
        return Decision("silent") if door == "chat" else asked
    about = Same(game), Same(state), seat, text
    if door == "chat" and _is_surely_talk(*about):
        return Decision("silent")
    decision = _decided_once(*about)
    if door == "chat":
        return _in_the_room(game, state, seat, text, decision)
    if decision.kind == "silent":
        why = decision.why or "I read no order in this"
        return replace(decision, kind="ask", why=why, read_as=ReadAs.UNREAD, nothing=True)
    return decision


def _is_surely_talk(game: Same[Game[Any]], state: Same[Any], seat: int, text: str) -> bool:
    """Is this one line of plain chat neither read as an order nor close to one?  Then the ranking
    need not be asked."""
    read = _read_in_time(game, state, seat, text)
    message = Message(text, (), world_of(game.value, state.value, seat))
    near = is_nearly_order(message) or is_plain_order(message)
    return "\n" not in text and (read is None or read.kind in OPEN) and not near


@lru_cache(maxsize=64)
def _read_in_time(game: Same[Game[Any]], state: Same[Any], seat: int, text: str) -> Decision | None:
    """Read a message without the ranking; None if its budget of work runs out."""
    return within(READING, _read_beside, game, state, seat, text)


@lru_cache(maxsize=64)
def _decided_once(game: Same[Game[Any]], state: Same[Any], seat: int, text: str) -> Decision:
    """Decide on a message addressed to the referee; one that is not carried out is looked at again
    without what stands beside its orders, and for an end that it says outright."""
    about = game.value, state.value, seat
    if (plain := written_out(text, world_of(*about))) != text:
        return of_all(*about, text, plain, _decided_once(game, state, seat, plain))
    decision = _decided(game, state, seat, text)
    if decision.kind not in OPEN:
        return decision
    return within(AGAIN, _decided_again, game, state, seat, text, decision) or decision


def _decided_again(
    game: Same[Game[Any]], state: Same[Any], seat: int, text: str, decision: Decision
) -> Decision | None:
    """Decide without what stands beside the orders, with a correction applied, or on an end that is
    said outright; None if nothing comes of it."""
    for beside in (SCENES, PACES, DESCRIPTIONS, KEPT, CLAUSES):
        found = decided_without(beside, _decided_once, game, state, seat, text)
        if found is not None:
            return found
    for beside in (CORRECTIONS, REMARKS):
        found = decided_without(beside, _decided_once, game, state, seat, text)
        if found and is_likeliest(game.value, state.value, seat, found, decision):
            return found
    return performed(structural, game, state, seat, text)


def _decided(game: Same[Game[Any]], state: Same[Any], seat: int, text: str) -> Decision:
    """Decide on a text.  Reading and ranking have a budget each: if reading runs out, the sender is
    asked to shorten it; if ranking does, what was read stands."""
    read = _read_in_time(game, state, seat, text)
    if read is None:
        return Decision("ask", why=TOO_MUCH, read_as=ReadAs.UNREAD)
    apart = within(AGAIN, _apart, game, state, seat, text) if read.kind in OPEN else None
    if apart is not None:
        return apart
    look = _with_likeliest if read.kind in OPEN else _instead
    found = within(PROPOSING, look, game.value, state.value, seat, text, read) or read
    if found.kind in OPEN:
        summed = SUMS, _decided_once, game, state, seat, text
        return within(AGAIN, decided_without, *summed) or found
    return found


def _apart(game: Same[Game[Any]], state: Same[Any], seat: int, text: str) -> Decision | None:
    """Decide on the orders before an end that is said outright (`.., end turn`).  None unless all
    of it is carried out."""
    parts = ended_outright(game.value, state.value, seat, text, structural)
    if parts is None:
        return None
    orders, end = parts
    first = _decided_once(game, state, seat, orders) if orders else Decision("run")
    if first.kind != "run" or first.read_as == ReadAs.CERTAIN:
        return None
    first = freely(game.value, state.value, seat, orders, first) if orders else first
    whole = (*first.sentences, end)
    if not try_out(game.value, state.value, seat, whole).stands:
        return None
    sources = (*first.sources, *("",) * (len(whole) - len(first.sources)))
    ended = replace(first, sentences=whole, sources=sources, read_as=ReadAs.EXACT, sure=False)
    about = game.value, state.value, seat
    doubts = _doubted(*about, ended, text) is not ended
    return None if doubts or _doubted_at_last(*about, text, ended) is not ended else ended


def _instead(
    game: Game[Any], state: Any, seat: int, text: str, decision: Decision
) -> Decision | None:
    """Offer an alternative to free words that were read as an order which the rules refuse.

    It must stand and score far higher (higher still for a short message); any lead is enough if
    the order is an `Unread`.  None if there is no such alternative.
    """
    world, read = world_of(game, state, seat), (decision.sentences,)
    words = [one.is_word for row in Message(text, (), world).tokens for one in row]
    if decision.strict:
        return None
    ahead = FAR_AHEAD * (1 if sum(words) > FEW else SURER)
    orders = [strict_orders(game, state, seat, one) or () for one in decision.sentences]
    if any(isinstance(order, Unread) for some in orders for order in some):
        ahead = 0
    refused = try_out(game, state, seat, decision.sentences)
    if refused.stands or refused.done:
        return None
    ranked = proposed(game, state, world, text, weights_of(game.id), read)
    own = next((one.score for one in ranked if one.trial.same_as(refused)), None)
    if own is None or not ranked[0].trial.stands or ranked[0].score < own + ahead:
        return None
    as_asked = replace(
        decision, kind="ask", sentences=(), read_as=ReadAs.UNREAD, refused=decision.sentences
    )
    found = _with_likeliest(game, state, seat, text, as_asked)
    return found if found.kind in ("offer", "list") else None


def _read_beside(game: Same[Game[Any]], state: Same[Any], seat: int, text: str) -> Decision:
    """Read a message, if need be without the remarks beside its orders."""
    decision = _read_whole(game, state, seat, text)
    if decision.kind == "run" and not decision.strict:
        read, decision = decision, _doubted_at_last(game.value, state.value, seat, text, decision)
        if decision.kind in OPEN and decision.sentences == read.sentences:
            return decision
    said = without_tail(game.value, state.value, seat, text) if decision.strict else None
    if decision.kind in OPEN or said is not None:
        plain = _without_asides(game, state, seat, text)
        if plain is not None or said is None:
            return plain or decision
    if said is None:
        return decision
    return Decision("offer", said[:1], why=said[1], strict=True, read_as=ReadAs.DOUBTED)


def _doubted_at_last(
    game: Game[Any], state: Any, seat: int, text: str, decision: Decision
) -> Decision:
    """Check what is about to be carried out a last time, and offer it instead if a doubt is left.

    An end of a phase that was said only in an aside is left out of the offer.
    """
    filed = (ReadSentence(one, "", _is_grave(game, state, seat, one)) for one in decision.sentences)
    message = Message(text, tuple(filed), world_of(game, state, seat))
    ends = hidden_ends(message)
    words = next(doubted_at_last(message), "") or mistaken_sums(game, state, message)
    if not ends and not words:
        return decision
    kept = tuple(one for one in decision.sentences if one not in ends)
    why = f"I am not sure what this says: {quoted((words,))}" if words else ""
    why = why or f"I am not sure that this says {quoted(ends)}"
    return replace(
        decision,
        kind="offer",
        sentences=kept,
        why=why,
        read_as=ReadAs.DOUBTED,
        sure=False,
        sources=(),
    )


def _without_asides(
    game: Same[Game[Any]], state: Same[Any], seat: int, text: str
) -> Decision | None:
    """Decide on a message without the remarks beside its orders.

    None unless what is left would be carried out and stands, is the likeliest meaning, and no
    doubt about the whole message speaks against it.
    """
    parts = parted(text, world_of(game.value, state.value, seat))
    if not parts.cut or not parts.text.strip() or doubtful(parts) or worry(parts) >= WORRYING:
        return None
    decision = _read_whole(game, state, seat, parts.text)
    if decision.kind != "run":
        return None
    trial = try_out(game.value, state.value, seat, decision.sentences)
    if not trial.stands or trial.grave:
        return None
    world, weights = world_of(game.value, state.value, seat), weights_of(game.value.id)
    ranked = proposed(game.value, state.value, world, parts.text, weights, (decision.sentences,))
    if ranked and ranked[0].trial.state != trial.state:
        return None
    free = freely(game.value, state.value, seat, parts.text, decision)
    whole = _doubted(game.value, state.value, seat, free, text, talk=True)  # all of the message
    if whole.kind != "run":
        return None
    return free if _doubted_at_last(game.value, state.value, seat, text, free) is free else None


def structural(game: Game[Any], state: Any, seat: int, text: str) -> Decision:
    """Decide on a message by its structure alone, without the ranking."""
    return _read_whole(Same(game), Same(state), seat, text)


def readings_of(
    game: Game[Any], state: Any, seat: int, text: str, decision: Decision
) -> tuple[tuple[str, ...], ...]:
    """What a message could mean as it was read, with and without the remarks beside its orders."""
    parts = parted(text, world_of(game, state, seat))
    without = structural(game, state, seat, parts.text) if parts.cut and parts.text else decision
    return tuple(dict.fromkeys((*decision.proposals, *without.proposals)))


def as_read(game: Game[Any], state: Any, seat: int, text: str, decision: Decision) -> AsRead:
    """What the ranking needs to know of how a message was read without it."""
    readings = readings_of(game, state, seat, text, decision)
    name = f"{decision.kind} {decision.read_as:d}"
    return AsRead(readings, decision.proposals, name, decision.left, comments_of(text))


def _read_whole(game: Same[Game[Any]], state: Same[Any], seat: int, text: str) -> Decision:
    """Read a message with all its words, and apply the doubts to the result."""
    decision, _ = _weighed_once(game, state, seat, text)
    if decision.kind in ("run", "offer"):
        decision = _doubted(game.value, state.value, seat, decision, text)
    if decision.kind == "run" and seat != GM:
        unknown = unknown_beside(game.value, state.value, seat, decision.sentences)
        why = f"I know no {quoted((unknown,))}"
        decision = Decision("ask", why=why, read_as=ReadAs.UNREAD) if unknown else decision
    if decision.options:
        decision = _only_worth(game.value, state.value, seat, decision, text)
    if decision.kind == "run" and not decision.strict:
        decision = _all_or_nothing(game.value, state.value, seat, text, decision)
    asks = decision.kind == "ask" and not decision.options and decision.read_as > ReadAs.BARRED
    if asks and "?" not in text:
        foreign = not_ones_own(Message(text, (), world_of(game.value, state.value, seat)))
        if (doubt := next(foreign, None)) is not None:
            return replace(decision, why=doubt.why, read_as=ReadAs.BARRED, nothing=False)
    return decision


def _in_the_room(game: Game[Any], state: Any, seat: int, text: str, decision: Decision) -> Decision:
    """Weaken a decision for plain chat, where most lines are talk.

    An order is carried out only if it was said outright.  What comes close to one is `quiet` (only
    its author can ask how it would be read).  Everything else is silent.
    """
    message = Message(text, (), world_of(game, state, seat))
    if decision.kind == "run":
        stands = decision.strict or try_out(game, state, seat, decision.sentences).stands
        if stands and (decision.sure or (not decision.strict and is_plain_order(message))):
            return decision
    proposes = decision.kind in ("run", "offer", "list") and decision.read_as not in GUESSED
    if proposes and is_nearly_order(message):
        return replace(decision, kind="quiet")
    return replace(decision, kind="silent")


def _all_or_nothing(
    game: Game[Any], state: Any, seat: int, text: str, decision: Decision
) -> Decision:
    """Turn an order that would be carried out only in part, or that goes on to where it is said to
    end, into an offer.

    One that is refused as a whole is kept: it changes nothing, and the rules say why.
    """
    trial = try_out(game, state, seat, decision.sentences)
    if not trial.done:
        return decision
    if once := said_twice(game, state, seat, decision.sentences, trial.stands):
        return replace(decision, sentences=(once,), sure=False)
    read = tuple(map(ReadSentence, decision.sentences))
    message = Message(text, read, world_of(game, state, seat))
    twice = goes_on_to_an_end(message)
    if trial.stands and not twice:
        return decision
    why = trial.why or "it is not said whether this is one move or two"
    return replace(decision, kind="offer", why=why, read_as=ReadAs.DOUBTED, sure=False)


def _only_worth(game: Game[Any], state: Any, seat: int, decision: Decision, text: str) -> Decision:
    """Drop the listed options that a doubt says must not even be offered."""
    world = world_of(game, state, seat)
    kept = []
    for option in decision.options:
        message = Message(text, tuple(map(ReadSentence, option)), world)
        lacks = decision.kind == "list" and any(True for _ in nothing_lost(message))
        if not lacks and all(one.offer or one.talk for one in doubts_of(message)):
            kept.append(option)
    if decision.kind == "list" and not kept:
        return replace(decision, kind="ask", options=())
    return replace(decision, options=tuple(kept))


def _doubted(
    game: Game[Any], state: Any, seat: int, decision: Decision, text: str, talk: bool = False
) -> Decision:
    """Apply the doubts: what they speak against is offered, listed with its alternative, or, if an
    offer would be worse than silence, asked about.

    `talk`: ignore doubts that would only turn an order into an offer.
    """
    world = world_of(game, state, seat)
    sources = decision.sentences if decision.strict else decision.sources
    filed = tuple(
        ReadSentence(sentence, source, _is_grave(game, state, seat, sentence))
        for sentence, source in zip_longest(decision.sentences, sources, fillvalue="")
    )
    comments = comments_of(text)
    slips = frozenset(one.typed.casefold() for one in decision.respelt)
    message = Message(text, filed, world, comments if world.seat else (), slips, decision.left)
    law = decision.strict and is_word_for_word(game, state, seat, text)
    doubts = doubts_of_law(message) if law else doubts_of(message)
    if decision.kind == "run" and doubts:
        trial = try_out(game, state, seat, decision.sentences)
        leads, told = reached(game, world, trial), repr(trial.events).lower()
        doubts = doubts_of(replace(message, told=told, reached=leads))
    if decision.kind == "offer" or talk:
        doubts = tuple(doubt for doubt in doubts if doubt.talk or not doubt.offer)
    if not doubts:
        return decision
    if doubts[0].either is not None:
        said, other = doubts[0].either
        otherwise = tuple(one.replace(f" {said}", f" {other}") for one in decision.sentences)
        options = (decision.sentences, otherwise)
        return replace(decision, kind="list", sentences=(), options=options, why=doubts[0].why)
    offer = all(doubt.offer for doubt in doubts) and not any(one.grave for one in filed)
    kind: Kind = "offer" if offer else "ask"
    sentences = tuple(" ".join(one.text.split()) for one in written_in(game, state, seat, text))
    sentences = (sentences if decision.strict else decision.sentences) if offer else ()
    read_as = ReadAs.BARRED if any(doubt.talk for doubt in doubts) else ReadAs.DOUBTED
    return replace(
        decision, kind=kind, sentences=sentences, why=doubts[0].why, read_as=read_as, sure=False
    )


def _is_grave(game: Game[Any], state: Any, seat: int, sentence: str) -> bool:
    return any(map(is_grave, strict_orders(game, state, seat, sentence) or ()))


@lru_cache(maxsize=64)
def _weighed_once(
    game: Same[Game[Any]], state: Same[Any], seat: int, text: str
) -> tuple[Decision, tuple[Step, ...]]:
    return _understand(game.value, state.value, seat, text)


def _with_likeliest(
    game: Game[Any], state: Any, seat: int, text: str, decision: Decision
) -> Decision:
    """Add the likeliest meanings to a message that could not be carried out as it was read."""
    world = world_of(game, state, seat)
    is_tailless = decision.strict and decision.kind == "offer"  # the law's words without the tail
    if decision.kind == "silent" and decision.why:
        return decision
    likely = likeliest(game, state, world, text, as_read(game, state, seat, text, decision))
    if is_tailless and not _is_certain(game, state, seat, decision, likely):
        return decision
    unread = decision.read_as == ReadAs.UNREAD and not decision.nothing
    if decision.kind == "ask" and not (unread and names_somebody(text, world)):
        likely = with_end(game, state, seat, text, likely, structural)
    if likely.refused:  # the rules say why, and nothing changes
        return replace(decision, kind="run", sentences=likely.refused, sources=(text,))
    if not likely.offered and not names_any(Message(text, (), world)):
        return decision
    found = likely.offered
    filed = tuple(map(ReadSentence, found[0])) if found else ()
    left = left_beside(Message(text, filed, world))
    why = decision.why or left
    if _is_certain(game, state, seat, decision, likely):
        said = as_one(game, state, seat, text, found[0])
        certain = Decision(
            "run", said, why=why, read_as=ReadAs.CERTAIN, sources=(text,) * len(said)
        )
        return _doubted_at_last(game, state, seat, text, certain)
    found = tuple(dict.fromkeys(as_it_was_read(game, state, seat, one, decision) for one in found))
    trials = [try_out(game, state, seat, one) for one in decision.proposals]
    if decision.kind in ("offer", "list"):
        if not found:
            return decision
        if decision.read_as != ReadAs.BARRED and says_more(trials, found[0]):
            more = [one.sentences for one in trials if len(one.sentences) >= len(found[0])]
            used = used_values(game, state, world, text, found[0])
            beyond = any(used_values(game, state, world, text, one) > used for one in more)
            first = () if beyond else found[:1]
            found = tuple(dict.fromkeys((*first, *decision.proposals, *found)))[:MOST_LISTED]
    all_fall = (decision.kind, decision.read_as, decision.options) == ("ask", ReadAs.SEVERAL, ())
    if found and (all_fall or any(one.why == why for one in trials)):  # about another reading
        why = left
    if found:
        spoken_for = likely.spoken >= UNLIKELY
        decision = replace(decision, why=why, nothing=False, likely=spoken_for)
        if len(found) == 1:
            return replace(decision, kind="offer", sentences=found[0], options=())
        return replace(decision, kind="list", sentences=(), options=found)
    trial = try_out(game, state, seat, decision.refused)
    if decision.refused and trial.read and not trial.done and not trial.stands:
        whole = replace(decision, kind="run", sentences=decision.refused, sources=(text,))
        return _doubted(game, state, seat, whole, text, talk=True)
    return decision


def _is_certain(
    game: Game[Any], state: Any, seat: int, decision: Decision, likely: Likeliest
) -> bool:
    """Is the likeliest candidate certain enough to be carried out?  Never in place of an order that
    was read and that the rules refuse, nor of a sentence of the law, unless it does the same as
    that sentence without its tail."""
    if likely.certain is None or likely.certain < CERTAINLY:
        return False
    read = (*decision.proposals, *((decision.refused,) if decision.refused else ()))
    whole = {*likely.offered[0]}  # what the rules refuse alone may stand beside other orders
    trials = [try_out(game, state, seat, one) for one in read if not whole.issuperset(one)]
    if decision.strict:
        first = try_out(game, state, seat, likely.offered[0])
        return decision.kind == "offer" and all(map(first.same_as, trials))
    return not any(trial.rule and not trial.done for trial in trials)


def _understand(
    game: Game[Any], state: Any, seat: int, text: str
) -> tuple[Decision, tuple[Step, ...]]:
    """Read a text as the law if the law reads all of it, else sentence by sentence, or with its
    sentences joined to one where that reads better.  Also returns the steps, if it was cut."""
    shaped = shape(text)
    law, strange = Decision("run", (text,), strict=True, read_as=ReadAs.EXACT, sure=True), False
    open_mark = any(one.loose for one in shaped.sentences) or doubts_in_brackets(text)
    world = world_of(game, state, seat)
    if not shaped.cut and not open_mark and is_law(game, state, seat, text):
        strange = law_is_wrong(game, state, seat, text)
        if not strange and not (seat and shaped.sentences[1:] and _falls(game, state, world, law)):
            return law, ()

    def strict(one: str) -> bool:
        orders = strict_orders(game, state, seat, one)
        read = orders is not None
        if read and len(shaped.sentences) == 1:  # a clause is no sentence of its own
            read = not any(isinstance(order, Unread) for order in orders or ())
        return read and not doubts_in_brackets(one) and not law_is_wrong(game, state, seat, one)

    listener = Listener(world, strict)
    for sentence in shaped.sentences:
        listener.hear(sentence)
    decision = _of_steps(game, state, world, listener)
    apart = decision.kind == "silent" or listener.lists
    apart = apart and not any(one.asks for one in shaped.sentences)
    open_ = decision.kind in ("ask", "list") and decision.read_as > ReadAs.BARRED
    falls = len(shaped.sentences) > 1 and _falls(game, state, world, decision)
    if len(shaped.sentences) > 1 and (apart or open_ or falls):
        if world.table.one_sentence or is_one_line(text):
            whole = Listener(world, lambda _: False)
            whole.hear(Sentence(" , ".join(one.text for one in shaped.sentences)))
            joined = _of_steps(game, state, world, whole)
            better = apart or open_ or not _falls(game, state, world, joined)
            if better and joined.kind == "run":
                return joined, ()
        if listener.lists and decision.kind == "run":
            why = "a line says no order"
            return replace(decision, kind="offer", why=why, read_as=ReadAs.DOUBTED), ()
    if strange and not (decision.kind in ("run", "offer") and not decision.left):
        trial = try_out(
            game, state, seat, tuple(one.text for one in written_in(game, state, seat, text))
        )
        if not trial.done:  # the rules say what is wrong with it
            return replace(law, sure=False), ()
        return Decision("ask", why=trial.why, strict=True, read_as=ReadAs.UNREAD), ()
    return decision, tuple(listener.steps)


def _falls(game: Game[Any], state: Any, world: World, decision: Decision) -> bool:
    """In a system whose messages are one sentence: are the orders refused as they were cut up?"""
    if decision.kind != "run" or not world.table.one_sentence:
        return False
    return not try_out(game, state, world.seat, decision.sentences).stands


def _of_steps(game: Game[Any], state: Any, world: World, listener: Listener) -> Decision:
    heard = DraftedMessage([step for step in listener.steps if step.text or step.subject])
    remarks = tuple(step.text for step in heard.steps if step.remark and step.text)
    return decided(game, state, world, heard, remarks)
