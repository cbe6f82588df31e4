"""Reads a message sentence by sentence, with its headings, corrections and remarks."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from grammar.reader.acts import (
    asks_back,
    correction_at,
    heading_verb,
    heads_a_plan,
    hedges,
    hesitation,
    is_draft,
    is_open,
    is_plain_heading,
    is_polite,
    is_question,
    is_quotation,
    rethought_at,
    retracted,
    unreal,
)
from grammar.reader.apiece import apiece, under_a_type
from grammar.reader.asides import is_a_saying, is_entry, spoken_of, words_of
from grammar.reader.chart import chart_of, negations
from grammar.reader.clauses import MOST_TOKENS, Reading, TooLong, readings
from grammar.reader.contrast import contrasted
from grammar.reader.deeds import SUBJECT, Deed
from grammar.reader.doubts import (
    asks_opinion,
    casts_doubt,
    denial_goes_on,
    doubt_of,
    forbids,
    only_next_turn,
    ungreeted,
)
from grammar.reader.ellipsis import aided, dealt_out, headed, spelled_out
from grammar.reader.excepted import named_again
from grammar.reader.predicates import untold
from grammar.reader.rethinking import CRIES, replaced, says_the_same
from grammar.reader.rewriting import rewritten
from grammar.reader.said_again import said_again
from grammar.reader.shape import Sentence
from grammar.reader.shares import shared_out
from grammar.reader.spell import Respelt, respellings
from grammar.reader.spoken import spoken
from grammar.reader.steps import (
    Step,
    Steps,
    actors_of,
    has_own_subject,
    is_query,
    is_whole,
    is_whole_idiom,
    last_deed,
    same_deeds,
    unfinished,
)
from grammar.reader.tokens import tokens_of
from grammar.reader.units import units_at
from grammar.reader.values import Tokens
from grammar.reader.world import World

TOO_LONG = Step("", bars=("a sentence of so many words",))

MOST_HEARD = 120
"""How many tokens of the sentences before are kept."""

MOST_DEEP = 6
"""How often the parts of a sentence may be split into parts again."""

Strict = Callable[[str], bool]
"""Does the strict grammar read this sentence?"""


@dataclass
class Listener:
    """Takes in the sentences of a message one by one and keeps a `Step` for each.

    `before` is what a heading says of the lines below it (a verb, a unit); `phases` are the verbs
    of all headings.  `draft` is the word that makes everything after it unsettled (`draft:`).
    """

    world: World
    strict: Strict
    before: Deed | None = None
    steps: Steps = field(default_factory=Steps)
    phases: list[str] = field(default_factory=list)
    draft: str = ""
    heard: Tokens = ()
    """The tokens of the sentences heard so far."""
    deep: int = 0
    """How many times the present sentence has been split off from another."""

    @property
    def lists(self) -> bool:
        """Are there lines that only name things (`12 Legionnaires`)?"""
        return any(step.remark and step.names for step in self.steps)

    def hear(self, sentence: Sentence) -> None:
        """Take in one sentence.  One of more than `MOST_TOKENS` tokens is barred unread."""
        if len(tokens_of(sentence.text)) > MOST_TOKENS:
            self._keep(replace(TOO_LONG, text=sentence.text))
            return
        sentence = replace(sentence, text=said_again(sentence.text, self.heard, self.world))
        tokens = self._tokens(sentence.text)
        self.heard = (*self.heard, *tokens)[-MOST_HEARD:]
        if not tokens or self._heading(tokens, sentence):
            return
        last = self.steps[-1] if self.steps else None
        if says_the_same(tokens) and last is not None and last.orders:
            self.steps.drop()
            self.hear(replace(sentence, text=f"{last.text}, {sentence.text}"))
            return
        self.draft = unreal(tokens) or self.draft
        if self.world.seat and self._is_taken_back(tokens, sentence):
            return
        text, tokens = self._without_prefix(sentence.text, tokens)
        asked = is_question(tokens, sentence.asks)
        question = asked or (
            sentence.asks and any(token.word in self.world.table.past for token in tokens)
        )
        barred = question or sentence.asks or sentence.loose
        if not barred and self._is_plain(text, tokens, sentence):
            return
        corrected = self._corrected(tokens)
        corrected = replace(corrected, text=text, amends=True) if corrected else None
        step = corrected or self._read(text, tokens)
        step = self._if_asked(step, sentence, text, tokens, question, asked)
        if corrected is not None and corrected.corrects and self.steps:
            self.steps.drop()
        if is_draft(tokens):
            self.draft = tokens[0].text
        elif sentence.heading and not step.orders:
            self.draft = is_open(tokens) or self.draft
        self._keep(self._if_in_doubt(step, text, tokens, sentence.item))

    def _tokens(self, text: str) -> Tokens:
        """The tokens of a sentence, tidied up; `end` or `next` after an order ends the phase."""
        ends = text.lower() in ("end", "next") and self.steps and self.steps[-1].orders
        plain = "end of phase" if ends else rewritten(text, self.world)
        tokens = untold(ungreeted(spoken(tokens_of(plain), self.world)), self.world)
        return contrasted(named_again(tokens, self.world), self.world)

    def _is_plain(self, text: str, tokens: Tokens, sentence: Sentence) -> bool:
        """Take in a sentence that the law reads, or the sentences that it consists of.

        Return whether that was possible.
        """
        if self.strict(text):
            self._keep(self._as_headed(text, tokens) or Step(text, strict=True))
            return True
        if shares := shared_out(text, tokens, self.world):
            self._keep(Step(shares.sentence, strict=True, guess=not shares.outright))
            if shares.behind:
                self.hear(replace(sentence, text=shares.behind))
            return True
        if self.deep >= MOST_DEEP:
            return False
        said = apiece(tokens, self.world) or under_a_type(tokens, self.world)
        said = said or spelled_out(tokens, self.world) or self._taken_apart(text, tokens)
        self.deep += 1
        for one in said:
            self.hear(replace(sentence, text=one))
        self.deep -= 1
        return len(said) > 0

    def _if_asked(
        self, step: Step, sentence: Sentence, text: str, tokens: Tokens, question: bool, asked: bool
    ) -> Step:
        """The step, barred if the sentence is a question or may be struck out.

        A question is no order, unless it is an idiom (`how about a draw?`) or a polite request.
        """
        denied = any(words_of(tokens, size) in negations() for size in (1, 2))
        query = bool(step.readings) and is_query(step, self.world.table)
        asks = (asked and not denied) or query
        idiom = is_whole_idiom(step, query) and asks
        if question and not idiom:
            asked_back = asks_back(tokens) and self.steps.ordering > 0
            return Step(text, question=True, bars=("?",) if asked_back else ())
        if sentence.asks and not idiom and not is_polite(tokens):
            if step.readings or step.unread or step.bars or self.strict(text):
                return replace(step, bars=(*step.bars, "?"))
        elif sentence.loose and not step.remark:
            return replace(step, bars=(*step.bars, "~~"))
        return step

    def _if_in_doubt(self, step: Step, text: str, tokens: Tokens, item: bool) -> Step:
        """The step, barred if its words cast doubt on it; a remark notes the enemy it names."""
        if (step.remark or step.bars == ("not",)) and self._casts_doubt(tokens):
            step = replace(step, bars=(" ".join(token.text for token in tokens[:3]),))
        elif step.readings and (said := doubt_of(tokens, step, self.world, self._last())):
            step = replace(step, bars=(*step.bars, said))
        elif not step.remark and self.world.seat and is_quotation(text, self.world):
            step = replace(step, bars=(*step.bars, "a quotation"))
        if not step.remark and not step.question and (doubt := hesitation(tokens)):
            step = replace(step, bars=(*step.bars, doubt))
        if step.remark and not step.question:
            listed = step.names or is_entry(tokens, item, self.world)
            step = replace(step, enemy=spoken_of(tokens, self.world), names=listed)
        return step

    def _last(self) -> Step | None:
        return self.steps[-1] if self.steps else None

    def _is_taken_back(self, tokens: Tokens, sentence: Sentence) -> bool:
        """Keep a bar if the sentence only takes back, puts off or questions what was ordered.

        Return whether it did.
        """
        if (back := retracted(tokens)) >= 0 and self._takes_back(tokens, back):
            return True
        if not self.steps.ordering:
            return False
        if said := forbids(tokens) or only_next_turn(tokens):
            self.steps.append(Step(said, bars=(said,)))
            return True
        if sentence.asks and asks_opinion(tokens):
            self.steps.append(Step(sentence.text, question=True, bars=("?",)))
            return True
        return False

    def _takes_back(self, tokens: Tokens, at: int) -> bool:
        """Keep a bar for words at `at` that take back an order (`..., NOT!`, `Just kidding.`).

        Return False if there was no order to take back.
        """
        said = " ".join(token.text for token in tokens[at:] if token.is_word)
        first = [token for token in tokens[:at] if token.word not in (*CRIES, "actually", "but")]
        if not any(token.is_word or token.sort in ("ref", "number") for token in first):
            if self.steps.ordering:
                self.steps.append(Step(said, bars=(said,)))
            return self.steps.ordering > 0
        step = self._read("", tokens[:at])
        if step.remark:
            return False
        self.steps.append(replace(step, text=said, bars=(*step.bars, said)))
        return True

    def _keep(self, step: Step) -> None:
        """Keep a step, unless it only repeats the correction before it.

        After `draft:` it is barred; so is an `undo` behind other orders of the message.
        """
        last = self.steps[-1] if self.steps else None
        if last is not None and last.amends and step.readings and same_deeds(step, last):
            return  # `1 cavalry in Mossgate... no, two. 2 cavalry in Mossgate`
        deeds = [deed for one in step.readings[:1] for deed in one.deeds if deed.form is not None]
        undone = [at for at, deed in enumerate(deeds) if deed.form and deed.form.text == "undo"]
        if undone and (self.steps.ordering or undone[0]):
            step = replace(step, bars=(*step.bars, "undo"))
        if self.draft and not step.remark and not step.question:
            step = replace(step, bars=(*step.bars, self.draft))
        self.steps.append(step)

    def _taken_apart(self, text: str, tokens: Tokens) -> tuple[str, ...]:
        """The sentences that one line consists of, if each of them is clear.

        Such a line counts things and deals them out, has a place as its heading, or names a helper.
        """
        plain = rewritten(text, self.world)
        said = dealt_out(plain, tokens_of(plain)) or headed(plain, tokens_of(plain), self.world)
        said = said or aided(plain, tokens_of(plain), self.world)
        return said if all(map(self._is_clear, said)) else ()

    def _is_clear(self, text: str) -> bool:
        """Whether it can be read with no bar and no word left over."""
        if self.strict(text):
            return True
        step = self._attempt(tokens_of(text))
        return bool(step.readings) and not step.bars and not step.readings[0].left

    def _casts_doubt(self, tokens: Tokens) -> bool:
        """Whether a remark makes the orders beside it uncertain (`unless you object`)."""
        orders = self.steps.reading > 0
        return casts_doubt(tokens, orders, any(one.word in self.world.by_ref for one in tokens))

    # --- headings -------------------------------------------------------------------------------

    def _heading(self, tokens: Tokens, sentence: Sentence) -> bool:
        """Take in a heading (of a phase, a unit or a group).  Return whether it is one."""
        if verb := heading_verb(tokens, self.world):
            self.before = self._default(verb)
            self.phases.append(verb)
            return True
        if is_plain_heading(tokens) and not self.strict(sentence.text):
            return True
        if not sentence.heading:
            return False
        if heads_a_plan(tokens):
            return True
        for end, value in units_at(tokens, 0, self.world):
            if end == len(tokens) and value.items and value.side != "foe":
                base = self.before or Deed(None)
                self.before = replace(base, roles=((SUBJECT, value),))
                self.steps.append(Step("", subject=value.items))
                return True
        return False

    def _as_headed(self, text: str, tokens: Tokens) -> Step | None:
        """Read a line without a verb by its heading: below `Advance:`, `L1 to 8,12` is an advance.

        None if there is no such heading, or the line is not clear that way.
        """
        if self.before is None or self.before.verb is None or self._acts(tokens):
            return None
        step = self._read(text, tokens)
        clear = bool(step.readings) and not step.bars and not step.readings[0].left
        return step if clear else None

    def _default(self, name: str) -> Deed | None:
        verb = next((one for one in self.world.table.verbs if one.name == name), None)
        return Deed(verb.forms[0], (), verb) if verb else None

    def _without_prefix(self, text: str, tokens: Tokens) -> tuple[str, Tokens]:
        """The sentence without a heading in front (`Reinforcements: L5 on 7,1`), which is noted."""
        for at, token in enumerate(tokens[:6]):
            if token.word == ":" and at:
                verb = heading_verb(tokens[:at], self.world)
                if is_plain_heading(tokens[:at]) and len(tokens) > at + 1:
                    return text[token.end :].strip(), tokens[at + 1 :]
                if verb and len(tokens) > at + 1:
                    self.before = self._default(verb)
                    return text[token.end :].strip(), tokens[at + 1 :]
        return text, tokens

    # --- one sentence ---------------------------------------------------------------------------

    def _read(self, text: str, tokens: Tokens) -> Step:
        """Read a sentence.  Typos are corrected only if that leaves fewer words over."""
        plain = self._attempt(tokens)
        if plain.readings and not plain.readings[0].left:
            return replace(plain, text=text)
        tried = [self._attempt(*one) for one in respellings(tokens, self.world)]
        respelt = [one for one in tried if one.readings]
        if not respelt:
            return replace(plain, text=text)
        least = min(len(one.readings[0].left) for one in respelt)
        best = [one for one in respelt if len(one.readings[0].left) == least]
        alike = all(same_deeds(one, best[0]) for one in best)
        fewer = not plain.readings or least < len(plain.readings[0].left)
        return replace(best[0] if fewer and alike else plain, text=text)

    def _attempt(self, tokens: Tokens, respelt: tuple[Respelt, ...] = ()) -> Step:
        if respelt and (said := spelled_out(tokens, self.world)):
            return self._of_parts(said, respelt)
        before = self.before or last_deed(self.steps, tokens)
        chart = chart_of(tokens, self.world, respelt)
        if is_a_saying(chart):
            return Step("")
        try:
            found = readings(chart, before)
        except TooLong:
            return TOO_LONG
        orders = [one for one in found if any(not deed.void for deed in one.deeds)]
        if not orders:
            return unfinished(chart, found)
        bars, deeds = orders[0].bars, orders[0].deeds
        if denial_goes_on(deeds, chart) or any(deed.doubt for deed in deeds):
            bars = (*bars, "not")
        return Step("", False, tuple(orders), bars, chart.respelt)

    def _of_parts(self, said: tuple[str, ...], respelt: tuple[Respelt, ...]) -> Step:
        """Read an elliptical line by the sentences it was spelled out to; each must be clear."""
        parts = [self._attempt(tokens_of(one)) for one in said]
        if any(len(one.readings) != 1 or one.bars or one.readings[0].left for one in parts):
            return Step("", unread=True)
        deeds = tuple(deed for one in parts for deed in one.readings[0].deeds)
        return Step("", False, (Reading(deeds),), (), respelt)

    # --- second thoughts ------------------------------------------------------------------------

    def _corrected(self, tokens: Tokens) -> Step | None:
        """Read a sentence that corrects itself: in `L1 to 8,11, no wait, 8,12` the last counts.

        None if there is no correction in it.
        """
        found = correction_at(tokens)
        stated = not self.world.seat and found is not None and is_whole(self._read("", tokens))
        if found is None or stated:  # `army 3's influence should be 9`: a fact of the GM
            return None
        start, end = found
        first, last = tokens[:start], tokens[end:]
        if all(one.word in CRIES or one.sort == "sign" for one in first):
            first = ()
        if not last:
            return Step("", bars=(" ".join(token.word for token in tokens[start:end]),))
        if not first:
            if not self.steps.speaking:
                return self._read("", last)
            weak = rethought_at([token.word for token in tokens], 0) == end
            return self._of_sentence_before(last, tokens[0].word if weak else "")
        after = self._read("", last)
        whole = is_whole(after)
        if whole and has_own_subject(after):
            weak = rethought_at([token.word for token in tokens], start) == end
            return self._in_place_of(first, after, tokens[start].word if weak else "")
        merged = replaced(first, last, self.world)
        if merged is not None:
            return self._read("", merged)
        if whole:
            return replace(after, bars=hedges(first)) if hedges(first) else after
        taken_back = " ".join(token.text for token in tokens[start:end] if token.is_word)
        if self._acts(last) and (self._acts(first) or self._read("", first).readings):
            return replace(self._read("", last), bars=(taken_back,))  # which of them counts?
        return None

    def _in_place_of(self, first: Tokens, after: Step, weak: str) -> Step:
        """Replace the last order of `first` by the whole order behind the correction.

        Barred after a `weak` word (`actually`) unless the same units act.
        """
        earlier = self._read("", first)
        if weak and actors_of(earlier) != actors_of(after):
            return replace(after, bars=(weak,))
        if hedges(first):
            return replace(after, bars=hedges(first))
        kept: tuple[Deed, ...] = ()
        if earlier.readings and not earlier.bars:
            kept = earlier.readings[0].deeds[:-1]
        joined = tuple(replace(one, deeds=(*kept, *one.deeds)) for one in after.readings)
        return replace(after, readings=joined)

    def _acts(self, tokens: Tokens) -> bool:
        """Whether they contain a verb of an order."""
        chart = chart_of(tokens, self.world)
        return any("verb" in chart.kinds_at(at) for at in range(len(tokens)))

    def _of_sentence_before(self, last: Tokens, weak: str) -> Step | None:
        """Apply a correction at the start of a sentence to the sentence before it."""
        earlier = self.steps[-1] if self.steps else None
        if earlier is None or earlier.remark:
            return None
        after = self._read("", last)
        if after.readings and has_own_subject(after):
            known = self._read("", tokens_of(rewritten(earlier.text, self.world)))
            if weak and actors_of(known) != actors_of(after):
                return replace(after, bars=(weak,))
            return replace(after, corrects=True)
        merged = replaced(tokens_of(rewritten(earlier.text, self.world)), last, self.world)
        if merged is not None:
            return replace(self._read("", merged), corrects=True)
        named = any(True for at in range(len(last)) for _ in units_at(last, at, self.world))
        return replace(after, bars=(last[0].text,)) if named else None


__all__ = ["Listener", "Step", "rewritten"]
