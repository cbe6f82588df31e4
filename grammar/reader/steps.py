"""What the listener found in each sentence of a message."""

from collections.abc import Sequence

from grammar.reader.acts import is_strange_word
from grammar.reader.clauses import Reading
from grammar.reader.deeds import SUBJECT, Deed
from grammar.reader.edges import Chart
from grammar.reader.spell import Respelt
from grammar.reader.table import Table
from grammar.reader.values import Tokens
from rules.line.frozen import Frozen


class Step(Frozen):
    """A sentence and what was found in it.

    `strict`: the law reads it as it stands.  Otherwise `readings` are what it could mean, and
    `bars` say why it must not be carried out.  With neither it is a remark, or `unread` if it seems
    to order something.  `subject`: the units that a heading names.  `corrects`: it replaces the
    sentence before it.
    """

    text: str
    strict: bool = False
    readings: tuple[Reading, ...] = ()
    bars: tuple[str, ...] = ()
    respelt: tuple[Respelt, ...] = ()
    unread: bool = False
    question: bool = False
    subject: tuple[str, ...] = ()
    corrects: bool = False
    amends: bool = False
    """It corrects itself (`L1 to 8,11, no, 8,12`)."""
    names: bool = False
    """It names things of the match, but says nothing about them that was understood."""
    enemy: tuple[str, ...] = ()
    """The unit that a remark is about: `it` in the next sentence means that one."""

    guess: bool = False
    """Who acts, or how many there are, was not said outright."""

    @property
    def orders(self) -> bool:
        """Whether it orders something, with no bar."""
        return (self.strict or bool(self.readings)) and not (self.bars or self.question)

    @property
    def remark(self) -> bool:
        """Whether it has nothing to do with orders."""
        return not (self.strict or self.readings or self.bars or self.unread)


class Steps(list[Step]):
    """The steps of a message, with counts of three sorts of them.

    `ordering`: it orders something, with no bar.  `reading`: it was read as an order, barred or
    not.  `speaking`: it is no remark.  The counts are kept up to date because each line asks for
    them, and a message may have thousands of lines.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ordering = self.reading = self.speaking = 0

    def append(self, step: Step) -> None:
        """Add a step at the end."""
        super().append(step)
        self._count(step, 1)

    def drop(self) -> None:
        """Remove the last step."""
        self._count(self.pop(), -1)

    def _count(self, step: Step, by: int) -> None:
        self.ordering += by * step.orders
        self.reading += by * (step.strict or bool(step.readings))
        self.speaking += by * (not step.remark)


def is_whole(step: Step) -> bool:
    """Does it say everything that its orders need, including who acts?"""
    return (
        bool(step.readings)
        and not step.bars
        and all(
            (deed.subject in ("said", "none") or (deed.subject == "same" and deed.linked and at))
            and not deed.missing
            for reading in step.readings
            for at, deed in enumerate(reading.deeds)
        )
    )


def actors_of(step: Step) -> set[str]:
    """The units that act in the first reading of a step."""
    deeds = step.readings[0].deeds if step.readings else ()
    roles = [deed.role(SUBJECT) for deed in deeds]
    return {item for role in roles if role is not None for item in role.items}


def same_deeds(one: Step, two: Step) -> bool:
    """Do two steps mean the same orders?"""
    return [each.deeds for each in one.readings] == [each.deeds for each in two.readings]


def last_deed(steps: Sequence[Step], tokens: Tokens) -> Deed | None:
    """The last deed of the sentence before, if these tokens continue it with `then`.

    `The burner: one up. Then flamer at O1`.
    """
    last = steps[-1] if steps else None
    if last is None or not last.readings or last.bars or not tokens or tokens[0].word != "then":
        return None
    deed = last.readings[0].deeds[-1]
    return deed if len(last.readings) == 1 and deed.role(SUBJECT) is not None else None


def has_own_subject(step: Step) -> bool:
    """Does each of its orders, or an order before it in the same sentence, say who acts?"""
    return all(
        deed.role(SUBJECT) is not None
        or deed.subject == "none"
        or (deed.subject == "same" and deed.linked and at > 0)
        for reading in step.readings
        for at, deed in enumerate(one for one in reading.deeds if not one.void)
    )


def is_whole_idiom(step: Step, query: bool = False) -> bool:
    """Whether every deed is an idiom of the table, so that even a question is an order.

    `how about a draw?` is one.  An idiom about units is not (`does Aux1 turn around?`), unless it
    is a `query`.
    """
    return (
        bool(step.readings)
        and not step.bars
        and all(
            deed.verb is None
            and deed.form is not None
            and not deed.form.text.startswith("end ")
            and (query or not deed.roles)
            and not reading.left
            for reading in step.readings
            for deed in reading.deeds
        )
    )


def is_query(step: Step, table: Table) -> bool:
    """Are all its deeds queries, however they were said (`range from M1 to O3?`)?"""
    return all(
        deed.form is not None and deed.form.text.split()[0] in table.queries
        for reading in step.readings
        for deed in reading.deeds
    )


def unfinished(chart: Chart, found: Sequence[Reading]) -> Step:
    """The step for a sentence without orders: a remark, a denial, or an incomplete order."""
    if found:  # all of it is denied
        said = any(chart.kinds_at(at) & {"verb"} for at in range(len(chart.tokens)))
        return Step("", bars=("not",) if said else ())
    kinds = {kind for at in range(len(chart.tokens)) for kind in chart.kinds_at(at)}
    bars = tuple(edge.value for row in chart.edges for edge in row if edge.kind == "bar")
    values = [
        edge.value
        for row in chart.edges
        for edge in row
        if edge.kind == "value" and edge.value.kind in ("units", "place", "noun", "rest", "heading")
    ]
    placed = any(value.kind in ("place", "heading") for value in values)
    named = any(value.kind == "units" and value.explicit for value in values)
    strange = any(is_strange_word(token, chart) for token in chart.tokens)
    seems = bool(values) and ("verb" in kinds or placed or (named and strange))
    names = any(value.kind == "units" or "type" in value.classes for value in values) and all(
        chart.kinds_at(at) & {"value", "link", "skip"} for at in range(len(chart.tokens))
    )
    return Step("", unread=seems, bars=bars if seems else (), names=names)
