"""Text for events: lines of the short telling, and sentences for events that all systems share."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, Generic, TypeVar, assert_never

from rules.display.view import Line, Span
from rules.display.words import listed
from rules.line import events as ev
from rules.line.chapters import by_type
from rules.line.events import DrawOfferClosed, Ended, Event, Overridden, SharedEvent
from rules.line.flow import Flow, seat_name
from rules.line.frozen import Frozen
from rules.line.said import NO_WORDS, Words, filled

# Sentences for the events that every system has, in the phrases of each system.


class SharedSentences(Frozen):
    """A system's sentences for the shared events; an event whose sentence is empty is not told.

    `called` gives the name of a seat, `listing` joins the names of winners.  `between` separates
    loaded dice; `no_dice` stands in their place if there are none.  Drawn dice (`Rolled`) are left
    to the system.
    """

    called: Callable[[int], str] = seat_name
    listing: Callable[[tuple[str, ...]], str] = listed
    phase: str = ""
    turn: str = ""
    offered: str = "{seat} offers a draw"
    agreed: str = "{seat} agrees to the draw"
    declined: str = "The draw offer of {seat} is declined"
    lapsed: str = "The draw offer of {seat} lapses"
    resigned: str = "{seat} resigns"
    won: str = "{winners} wins: {how} ({rule})"
    drawn: str = "A draw: {how} ({rule})"
    ruled: str = "Ruling: {text}"
    refused: str = "{rule}: {why}"
    overridden: str = "The GM sets {attribute} to {value}"
    dice: str = "The GM loads the dice: {faces}"
    between: str = ", "
    no_dice: str = "none"

    def of(self, event: ev.SharedEvent) -> tuple[str, ...]:
        """The sentence of an event as a tuple; empty if it is not told."""
        told = self._sentence(event)
        return (told,) if told else ()

    def _sentence(self, event: ev.SharedEvent) -> str:
        match event:
            case ev.PhaseBegan(number, phase):
                return self.phase.format(round=number, phase=phase)
            case ev.TurnPassed(seat):
                return self.turn.format(seat=self.called(seat)) if seat else ""
            case ev.DrawOffered(seat):
                return self.offered.format(seat=self.called(seat))
            case ev.DrawAgreed(seat):
                return self.agreed.format(seat=self.called(seat))
            case ev.DrawOfferClosed(seat, declined):
                words = self.declined if declined else self.lapsed
                return words.format(seat=self.called(seat))
            case ev.Resigned(seat):
                return self.resigned.format(seat=self.called(seat))
            case ev.Ended(rule, how, winners):
                names = self.listing(tuple(map(self.called, winners)))
                words = self.won if winners else self.drawn
                wins = "win" if len(winners) > 1 else "wins"
                return words.format(winners=names, wins=wins, how=how, rule=rule)
            case ev.Ruled(text):
                return self.ruled.format(text=text)
            case ev.Overridden(attribute, value):
                return self.overridden.format(attribute=attribute, value=value)
            case ev.DiceLoaded(faces):
                shown = self.between.join(map(str, faces)) or self.no_dice
                return self.dice.format(faces=shown)
            case ev.Refused(rule, why):
                return self.refused.format(rule=rule, why=why)
            case ev.Rolled():
                return ""
            case _:
                assert_never(event)


def told_by(
    events: ModuleType,
    *chapters: Callable[..., tuple[str, ...]],
    words: Words | Callable[..., Words] = NO_WORDS,
) -> Mapping[type[Any], Callable[..., tuple[str, ...]]]:
    """Map each type of event to the function that tells it: a chapter, or its own sentence.

    A chapter takes an event and whatever else the system needs to tell it.  `words` are the
    formatters of the sentences, or a function that makes them from a chapter's other arguments.
    Raises `TypeError` for an event that has both a chapter and a sentence.
    """

    def in_own_words(event: Event, *about: Any) -> tuple[str, ...]:
        known = words(*about) if callable(words) else words
        return sentences((event.SAYS, *event.MORE), event, known)

    return by_type(*chapters, rest=dict.fromkeys(saying_themselves(events), in_own_words))


def sentences(patterns: Iterable[str], event: Event, words: Words) -> tuple[str, ...]:
    """The patterns of an event, filled in; those that come out empty are left out."""
    return tuple(told for one in patterns if (told := filled(one, event, words)))


def clause(pattern: str, event: Event, words: Words) -> Line:
    """A pattern of an event, filled in; text between `**` is strong."""
    told = (filled(piece, event, words) for piece in pattern.split("**"))
    return tuple(Span(text, strong=at % 2 == 1) for at, text in enumerate(told) if text)


OPEN = "\0"
"""Placeholder in a clause for those it is about, until their names are joined."""


def befallen(event: Event, words: Words) -> tuple[str, str, str] | None:
    """Split the `SHORT` clause of an event at `{unit:them}` or `{seat:them}`.

    Returns whom it is about, the text before, and the text behind; None if it names nobody so.
    """
    them: list[str] = []

    def left_open(who: str | int) -> str:
        them.append(seat_name(who) if isinstance(who, int) else who)
        return OPEN

    told = filled(event.SHORT or "", event, {**words, "them": left_open})
    before, _, behind = told.partition(OPEN)
    return (them[0], before, behind) if them else None


def saying_themselves(events: ModuleType) -> Iterator[type[Event]]:
    """The types of events in a module that define `SAYS`."""
    for kind in vars(events).values():
        if isinstance(kind, type) and issubclass(kind, Event) and "SAYS" in vars(kind):
            yield kind


def overridden(flow: Flow, event: Overridden) -> str:
    """`round 2 → 3`: what the GM set for the match as a whole, after what it was."""
    was = {"round": str(flow.round), "phase": flow.phase, "turn": seat_name(flow.turn)}
    old = was.get(event.attribute, "")
    return f"{event.attribute} {old} → {event.value}" if old else f"{event.attribute} {event.value}"


# Lines of the short telling under construction: what was done, its arithmetic, the results.


MANY = 3
"""This many consecutive labels or cells are joined into a range.  Of acts of one kind, more than
this many are told in one line."""


def in_ranges(labels: Iterable[str], least: int = MANY) -> str:
    """`O1-O6, O8`: at least `least` consecutive labels are joined into a range."""
    return ", ".join(ranges(labels, least))


def ranges(labels: Iterable[str], least: int = MANY) -> list[str]:
    """As `in_ranges`, but a list with one text for each range or single label."""
    runs: list[list[str]] = []
    for label in labels:
        if runs and label == following(runs[-1][-1]):
            runs[-1].append(label)
        else:
            runs.append([label])
    long = max(2, least)
    return [part for run in runs for part in ([f"{run[0]}-{run[-1]}"] if len(run) >= long else run)]


def following(label: str) -> str:
    """The label after this one: `O2` after `O1`; empty for a word without a number."""
    letters = label.rstrip("0123456789")
    digits = label[len(letters) :]
    return f"{letters}{int(digits) + 1}" if digits and letters else ""


def cells_in_ranges(cells: Iterable[tuple[int, int]]) -> str:
    """`15,8-10 16,4`: three or more adjacent cells of a row are joined."""
    runs: list[list[tuple[int, int]]] = []
    for cell in cells:
        if runs and cell == (runs[-1][-1][0], runs[-1][-1][1] + 1):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return " ".join(
        f"{run[0][0]},{run[0][1]}-{run[-1][1]}"
        if len(run) >= MANY
        else " ".join(f"{row},{column}" for row, column in run)
        for run in runs
    )


@dataclass(slots=True)
class Result:
    """What happened to one thing: `G1 grazed, wounded`; a result that matters is `strong`."""

    who: str
    words: list[str]
    strong: bool = True
    apart: bool = False
    """If it has no name: separate it from the result before it by more than a comma?"""


@dataclass(slots=True)
class Sum:
    """One calculation of an act and its results; `quiet` is shown if there are none.

    A sum that `follows` from the same dice as the one before it, with the same text and results, is
    merged with it.
    """

    text: str = ""
    who: list[str] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    quiet: str = ""
    follows: bool = False


@dataclass(slots=True)
class Act:
    """One line under construction.

    `actors` and `targets` take part in it.  `kind` and `items` are for acts that are told together:
    `moves`, with (who, where to).  A `weak` act is shown only if there is no other.
    """

    head: str = ""
    kind: str = ""
    actors: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    items: list[tuple[str, str]] = field(default_factory=list)
    sums: list[Sum] = field(default_factory=list)
    weak: bool = False
    prefix: str = ""
    suffix: str = ""
    thrown: bool = False
    """Were dice drawn in it?"""

    def sum(self, text: str, who: str = "", quiet: str = "", follows: bool = False) -> Sum:
        """Add a sum to this act and return it."""
        made = Sum(text, [who] if who else [], quiet=quiet, follows=follows)
        self.sums.append(made)
        return made

    def result(self, who: str, word: str, strong: bool = True) -> None:
        """Add a result to the last sum; consecutive results for one thing are joined."""
        if not self.sums:
            self.sums.append(Sum())
        results = self.sums[-1].results
        last = results[-1] if results else None
        passing = last is not None and last.words[0].startswith("no longer ") and strong
        if last is not None and passing and who == last.who:
            results.pop()  # the new result says it already
            last = results[-1] if results else None
        if last is not None and last.who == who and who and last.strong == strong:
            if word not in last.words:
                last.words.append(word)
        else:
            results.append(Result(who, [word], strong))

    @property
    def empty(self) -> bool:
        """Is there nothing to say?"""
        return not self.head and not self.sums

    def line(self) -> Line:
        """`M1 fires Bolter at G1: R3 W1 = 4 against 2: **G1 grazed, wounded**`."""
        sums = put_together(tuple(told(one)) for one in joined(self.sums))
        between = Span(": " if self.head and sums else "")
        return begun(merged([Span(self.prefix + self.head), between, *sums, Span(self.suffix)]))


S = TypeVar("S")


@dataclass(slots=True)
class Teller(Generic[S]):
    """The acts told so far of one line of orders; `now` is the state at this point."""

    now: S
    acts: list[Act] = field(default_factory=list)
    current: Act | None = None
    loaded: bool = False
    """Was a face drawn that the GM had loaded?"""

    def begin(
        self,
        head: str,
        kind: str = "",
        actors: tuple[str, ...] = (),
        targets: tuple[str, ...] = (),
        weak: bool = False,
    ) -> Act:
        """Begin a new act, to which what follows is added."""
        return self.take(Act(head, kind, actors, targets, weak=weak))

    def take(self, act: Act) -> Act:
        """Append this act and make it the current one."""
        self.acts.append(act)
        self.current = act
        return act

    def item(self, kind: str, who: str, where: str) -> Act:
        """Add an item to the current act if it is of this kind (`moves`), else begin a new act."""
        last = self.acts[-1] if self.acts else None
        alike = last is not None and last.kind == kind and not (last.sums or last.head)
        if last is None or last is not self.current or not alike:
            last = self.begin("", kind)
        last.items.append((who, where))
        last.actors = (*last.actors, who)
        return last

    def here(self) -> Act:
        """The current act; a new one without a head if there is none."""
        return self.current if self.current is not None else self.begin("")

    def result(self, who: str, word: str, strong: bool = True) -> None:
        """Add a result to the current act."""
        self.here().result(who, word, strong)


def told_together(act: Act, places: Callable[[list[str]], str] = " ".join) -> str:
    """The items of an act in one sentence: `M1 moves to 15,8`, `M1-M3 move to 15,8-10`.

    `act.kind` holds the verb in singular and plural: `moves to|move to`.
    """
    one, several = act.kind.split("|")
    who = in_ranges([ref for ref, _ in act.items])
    where = places([place for _, place in act.items if place])
    return " ".join(part for part in (who, several if act.items[1:] else one, where) if part)


def told_of_gm(acts: list[Act], gm: bool, thrown: list[Act] | None) -> list[Act]:
    """Mark what the GM did, in place, and return the acts.

    The first act gets the prefix `GM: ` if `gm`.  Unless `thrown` is None, ` (loaded by the GM)` is
    added to the last act in `thrown` or, if that is empty, to the last act of all.
    """
    if thrown is not None and acts:
        (thrown or acts)[-1].suffix = " (loaded by the GM)"
    for act in acts[:1]:
        act.prefix = "GM: " if gm else act.prefix
    return acts


def joined(sums: list[Sum]) -> Iterator[Sum]:
    """Merge sums of the same dice that say the same about several things."""
    found: list[Sum] = []
    for one in sums:
        if not (one.text or one.results or one.who):
            continue
        last = found[-1] if found else None
        same = last is not None and one.follows and (last.text, last.quiet) == (one.text, one.quiet)
        if last is not None and same and said(last) == said(one) and one.who and last.who:
            last.who += one.who
            for mine, other in zip(last.results, one.results, strict=True):
                mine.who = f"{mine.who}, {other.who}" if other.who != mine.who else mine.who
        else:
            results = [Result(r.who, list(r.words), r.strong, r.apart) for r in one.results]
            found.append(Sum(one.text, list(one.who), results, one.quiet, one.follows))
    yield from found


def said(one: Sum) -> list[tuple[tuple[str, ...], bool]]:
    """The words of the results of a sum, without the names."""
    return [(tuple(result.words), result.strong) for result in one.results]


def told(one: Sum) -> Iterator[Span]:
    """The spans of a sum: its text, a colon, and its results; equal neighbours are joined."""
    text = " ".join(part for part in (", ".join(one.who), one.text) if part)
    yield Span(text)
    if not one.results:
        if one.quiet:
            yield Span(f": {one.quiet}" if text else one.quiet)
        return
    between = ": " if text else ""
    for number, result in enumerate(grouped(one.results)):
        close = number and not result.who and not result.apart
        yield Span(", " if close else between)
        who = f"{result.who} " if result.who else ""
        yield Span(f"{who}{', '.join(result.words)}", strong=result.strong)
        between = "; "


def grouped(results: list[Result]) -> Iterator[Result]:
    """Merge neighbouring results with the same words: `O1-O3 killed`."""
    run: list[Result] = []
    for one in [*results, None]:
        same = one is not None and run and (one.words, one.strong) == (run[0].words, run[0].strong)
        if run and not (same and one is not None and one.who and run[0].who):
            who = in_ranges([r.who for r in run])
            yield Result(who, run[0].words, run[0].strong, run[0].apart)
            run = []
        if one is not None:
            run.append(one)


APART = " · "
"""What separates the parts of a line."""


def put_together(parts: Iterable[Line], between: str = APART) -> Line:
    """Join the parts that are not empty into one line."""
    spans = [span for part in parts if part for span in (Span(between), *part)]
    return merged(spans[1:])


def merged(spans: list[Span]) -> Line:
    """Join neighbouring spans of the same style; drop empty ones."""
    found: list[Span] = []
    for span in spans:
        if not span.text:
            continue
        if found and found[-1].strong == span.strong:
            found[-1] = Span(found[-1].text + span.text, strong=span.strong)
        else:
            found.append(span)
    return tuple(found)


def begun(line: Line) -> Line:
    """The line with its first letter in upper case."""
    if not line:
        return line
    first = line[0]
    return (replace(first, text=first.text[:1].upper() + first.text[1:]), *line[1:])


def lines_of(acts: list[Act]) -> tuple[Line, ...]:
    """The acts as lines; if all are weak, only the first."""
    strong = [act for act in acts if not act.weak and not act.empty]
    kept = strong or [act for act in acts if not act.empty][:1]
    return tuple(act.line() for act in kept)


SAID = SharedSentences(
    listing=" and ".join,
    declined="the draw offer of {seat} is declined",
    lapsed="the draw offer of {seat} lapses",
    resigned="{seat} gives up",
    won="{winners} {wins}: {how}",
    drawn="a draw: {how}",
    ruled="ruling: {text}",
    refused="not done: {why}",
    overridden="",
    dice="dice laid ready: {faces}",
    between=" ",
)


def said_of(event: Event) -> Act | None:
    """The act for a shared event (an offer, a ruling, the end); None if the system tells it."""
    told = SAID.of(event) if isinstance(event, SharedEvent) else ()
    if not told:
        return None
    if not isinstance(event, Ended):
        return Act(told[0], weak=isinstance(event, DrawOfferClosed) and not event.declined)
    act = Act()
    act.result("", told[0])
    return act
