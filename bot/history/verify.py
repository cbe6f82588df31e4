"""Checking exports offline: the hash chain of the log, every order, state, seal and die.

The verdict claims only what was checked, and names what no file can prove.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import grammar
from bot import __version__
from bot.history.exported import FORMAT, HEADER, read_entries, read_export
from bot.match.chain import SHOWN, digest_of, linked, mark, salt_of, sealed
from bot.match.dice import commitment, mixed, recorded, seeded
from bot.match.going_back import WayBack
from bot.match.reckoned import codec_of
from bot.match.seal import broken_seals, seals
from bot.match.texts import Texts
from bot.match.tree import PASSED, LogEntry, Match, as_counted, canonical, entry_for, way_back
from bot.referee.open_match import RefereeError
from rules import find
from rules.border.game import Game, read_options
from rules.display.words import counted
from rules.line.adjudication import Dice
from rules.line.errors import Refusal
from rules.line.events import Event, Rolled
from rules.line.orders import GM, Order, Undo
from rules.line.overrides import Rewind
from rules.line.work import Spent

OTHER = "its events or dice come out otherwise"
MOST_SHOWN = 5
"""How many lines whose typed text means something else to the law are listed one by one."""


def state_hash(state: Any, texts: Texts) -> str:
    """The SHA-256 of a state: if two machines agree on it, they agree on every number in it."""
    return hashlib.sha256(texts.of(state).encode()).hexdigest()


def faces_drawn(entry: LogEntry) -> list[int]:
    """The unloaded faces that an entry drew, in order."""
    return [event.face for event in entry.events if isinstance(event, Rolled) and not event.loaded]


def resolve_again(match: Match, state: Any, entry: LogEntry, dice: Dice) -> tuple[Event, ...] | str:
    """The events of an entry under today's rules with these dice; a text if it is refused.

    For entry #0 only the dice (`Rolled`) are returned.
    """
    try:
        if entry.number == 0:
            library = grammar.library(match.game.id)
            events = match.game.setup(match.options, library, dice)
            return tuple(rolls(events))
        return match.game.adjudicate(state, entry.seat, entry.orders, dice)
    except Refusal as refusal:
        return f"refused, {refusal.rule}: {refusal.why}"
    except ValueError as error:
        return str(error)


def verify_lines(text: str, posted: Sequence[str] = ()) -> list[str]:
    """Check an export offline: the chain, every entry resolved again, every state, every die.

    `posted`: heads as posts show them (`#57 4f1c09a2be`), which must be in the log.  Lines that
    begin with `ok` or `note` are no problems.
    """
    return checked(text, posted)[0]


def problems_in(lines: Sequence[str]) -> list[str]:
    """The lines of a check that name something wrong."""
    return [line for line in lines if not line.startswith(("ok", "note"))]


def checked(
    text: str, posted: Sequence[str] = (), look: Callable[[dict[str, Any]], None] = lambda _: None
) -> tuple[list[str], dict[str, Any], list[LogEntry]]:
    """As `verify_lines`, but also return the document and its entries.  Raises `RefereeError`.

    `look` may refuse the document before any entry is replayed.
    """
    document = read_export(text)
    look(document)
    try:
        game = find(document["system"])
        options = read_options(game, document["options"])
    except ValueError as error:
        said = printable(str(error)[:200])
        raise RefereeError(f"this export cannot be checked: {said}") from error
    entries = read_entries(document, codec_of(game))
    checking = Checking(document, game, options, entries)
    try:
        wrong = [*checking.head(), *checking.chain(), *checking.posted(posted), *checking.log()]
        lines = wrong or [*checking.verdict()]
    except (RefereeError, Spent):
        raise
    except Exception as error:
        # An export may come from anybody: whatever breaks, the answer is one sentence.
        raise RefereeError("this export was edited: it cannot be replayed") from error
    return [printable(line) for line in lines], document, entries


def printable(text: str) -> str:
    """A text from a file on one line, its unprintable characters replaced by `?`."""
    return "".join(one if one.isprintable() else "?" for one in text)


class Checking:
    """The check of one export; its steps yield one sentence for each thing that is wrong."""

    def __init__(
        self,
        document: dict[str, Any],
        game: Game[Any],
        options: dict[str, str],
        entries: list[LogEntry],
    ) -> None:
        self.document, self.game, self.entries = document, game, entries
        self.codec = codec_of(game)
        self.texts = Texts(self.codec)
        self.rows: list[dict[str, Any]] = document["entries"]
        self.match = Match(game, options)
        self.seats = list(game.seats(options))
        self.chained = document["format"] == FORMAT
        self.whole = any("state" in row for row in self.rows)
        """Does it contain states, as a GM's copy does?  Then none may be missing."""
        self.own_from: int = document.get("own_from", 0)
        self.chained_from: int = document.get("chained_from", 0)
        self.hashes: list[str] = []
        later = [(at + 1, row["commits"]) for at, row in enumerate(self.rows) if "commits" in row]
        self.eras: list[tuple[int, str]] = [(0, document["commitment"]), *later]
        """The commitments to seeds in the log, each with the first entry that it holds for."""
        self.shown: dict[int, str] = {}
        """The seeds that the file shows, by the first entry that they hold for."""
        self.states = 0
        self.dice: Counter[str] = Counter()
        self.otherwise: list[LogEntry] = []
        self.free: list[LogEntry] = []
        self.notes: list[str] = []

    # --- the head and the chain -----------------------------------------------------------------

    def head(self) -> Iterator[str]:
        """Check that what is fixed before the first entry fits this match and this log."""
        count = len(self.entries)
        if self.document.get("seats", self.seats) != self.seats:
            yield "the list of seats is not that of this match"
        if self.chained_from > count or (self.chained and self.own_from > self.chained_from):
            yield "the head of the file says wrongly from where on the log is this referee's own"
        if not set(self.document.get("salts", ())) <= set(map(str, self.seats)):
            yield "the head of the file has words for the dice of a seat that is not there"

    def chain(self) -> Iterator[str]:
        """Check that every hash follows from the one before and the entry's own fields."""
        if not self.chained:
            return
        before = digest_of({name: self.document[name] for name in HEADER})
        for row in self.rows:
            before = linked(before, sealed(row["salt"], fields_of_row(row)))
            self.hashes.append(before)
            if row["hash"] != before:
                yield f"entry #{row['number']}, or the file's head, was changed: the chain breaks"
                return
        if self.document["head"] != {"number": len(self.rows) - 1, "hash": before}:
            yield "the log was cut, or its end was changed: it does not end as it says"

    def posted(self, heads: Sequence[str]) -> Iterator[str]:
        """Check that this log contains heads that somebody read in posts.

        Raises `RefereeError` for a text that is no head.
        """
        for head in heads:
            number, _, digits = head.strip().removeprefix("#").partition(" ")
            digits = digits.strip().lower()
            if not number.isdecimal() or len(digits) < SHOWN:
                raise RefereeError(f"a head is written `#57 4f1c09a2be`, not {head[:40]!r}")
            at = int(number[:9])
            found = self.hashes[at] if at < len(self.hashes) else ""
            if not found.startswith(digits):
                yield f"a post said #{at} {digits[:SHOWN]}; this log has not: it was changed or cut"

    # --- the dice -------------------------------------------------------------------------------

    def seeds(self) -> Iterator[str]:
        """Check that the seeds of the file fit the commitments in the log."""
        given = self.document.get("seeds")
        if not self.chained and "seed" in self.document:
            given = [{"from": 0, "commitment": self.eras[0][1], "seed": self.document["seed"]}]
        if given is not None and [(row["from"], row["commitment"]) for row in given] != self.eras:
            yield "the commitments to the dice are not those that were posted"
        for row in given or ():
            seed = row.get("seed")
            if seed is not None and commitment(seed) != row["commitment"]:
                yield "the seed does not fit the commitment that was made at the start"
            elif seed is not None:
                self.shown[row["from"]] = seed

    def seed_of(self, number: int) -> str | None:
        """The seed of the dice of an entry, if the file shows it."""
        return self.shown.get(max(begins for begins, _ in self.eras if begins <= number))

    def dice_of(self, entry: LogEntry) -> Dice:
        """The dice from the seed; as recorded if it is not shown, or the entry was imported."""
        seed = self.seed_of(entry.number)
        if seed is None or entry.number < self.own_from:
            return recorded(faces_drawn(entry))
        name = mixed(self.document["commitment"], self.document.get("salts", {}))
        return seeded(seed, name, entry.number)

    def count_dice(self, entry: LogEntry) -> None:
        """Count the dice of an entry by how far they could be checked."""
        fair = "shown" if self.seed_of(entry.number) is not None else "waiting"
        fair = "elsewhere" if entry.number < self.own_from else fair
        self.dice.update("loaded" if one.loaded else fair for one in rolls(entry.events))

    def promise(self, entry: LogEntry, row: dict[str, Any], ended: bool) -> Iterator[str]:
        """Check that an entry commits to a new seed exactly if it has to.

        It has to if the seed has become public: it ends the match, or follows an end at which no
        new seed was committed to.  `ended`: was the match over before it?
        """
        number = entry.number
        shown = ended and not any(0 < begins <= number for begins, _ in self.eras)
        due = shown or (self.over and not ended)
        if self.chained and number >= self.chained_from and due != ("commits" in row):
            odd = "promises dice, which nothing asked for"
            yield f"entry #{number} {'promises no dice for what follows it' if due else odd}"

    def revealed(self) -> Iterator[str]:
        """Check that all seeds that are public by now are in the file."""
        last, _ = self.eras[-1]
        for begins, _ in self.eras:
            used = begins != last or (len(self.eras) == 1 and self.over)
            if used and begins not in self.shown:
                yield (
                    "this file is not whole: the match is over, and the seed of the dice from "
                    f"#{begins} on is not in it; the GM's export has it"
                )

    @property
    def over(self) -> bool:
        """Is the match over at this point of the log?"""
        return self.game.outcome(self.match.state) is not None

    # --- the log --------------------------------------------------------------------------------

    def log(self) -> Iterator[str]:
        """Check every entry: its sentence gives its orders, and they give its recorded events."""
        wrong = [*self.seeds()] or [*self.set_up()] or [*self.stands(self.entries[0])]
        for entry in islice(self.entries, 1, None):
            wrong = wrong or [*self.line(entry)]
        yield from wrong or [*self.revealed(), *self.sealed()]

    def set_up(self) -> Iterator[str]:
        """Check entry #0: the set-up made again from the options and the system's own data."""
        first, found = self.entries[0], None
        bare = LogEntry(0, 0, GM, "", events=first.events, at=first.at, rules=first.rules)
        head = tuple(self.document.get(name, "") for name in ("created_at", "rules"))
        own = self.chained and not self.chained_from
        if replace(first, hash="") != bare or (own and (first.at, first.rules) != head):
            yield "entry #0 is more than the set-up of this match"
            return
        library, scene = grammar.library(self.game.id), self.document.get("scene") is True
        try:
            found = self.game.setup(self.match.options, library, self.dice_of(first), scene)
        except ValueError as error:
            yield f"entry #0: {error}"
            return
        if not self.same(rolls(found), rolls(first.events)) or (
            own and [without_library(one) for one in found] != [*map(without_library, first.events)]
        ):
            yield f"entry #0: {OTHER}"
        elif not self.same(found, first.events):
            names = ", ".join(islice(other_names(found, first.events), 3)) or "the table"
            if first.rules == __version__ and not self.alike(found, first.events):
                yield f"entry #0: its data are not those of version {__version__}: {names}"
            old = f" of version {first.rules[:20]}" if first.rules else ""
            self.notes.append(f"note: the data{old} in #0 are taken as recorded: {names}")
        self.match = Match.begin(self.game, self.match.options, first)
        self.match.written[0] = first

    def line(self, entry: LogEntry) -> Iterator[str]:
        """Check one entry: its place in the log, its orders, its events, its commitment."""
        name = f"entry #{entry.number} ({entry.text[:60]})"
        if entry.seat not in (GM, *self.seats):
            yield f"{name}: there is no seat {entry.seat} in this match"
            return
        sentence = " then ".join(canonical(entry.orders))
        said = self.read(entry, sentence)
        if said is None or not self.same(said, entry.orders):
            yield f"{name}: `{sentence[:60]}` does not say what its orders do"
        wrong = self.resolved(entry)
        if wrong:
            older = entry.rules not in (__version__, "")
            filed = f"; it was filed under version {entry.rules[:20]}, this is {__version__}"
            yield f"{name}: {wrong}{filed if older else ''}"
            return
        self.weigh(entry)
        ended = self.over
        self.match.append(entry)
        self.match.written[entry.number] = entry
        yield from self.promise(entry, self.rows[entry.number], ended)
        yield from self.stands(entry)

    def resolved(self, entry: LogEntry) -> str:
        """File an entry again in the match as it stood; returns what differs, empty if nothing."""
        match, order = self.match, way_back(entry.orders)
        try:
            back = None
            if order is not None:
                back = WayBack(match, entry.seat, self.written(entry.seat, order)).leads(order)
            dice = self.dice_of(entry)
            found = entry_for(match, entry.seat, entry.text, entry.orders, back, dice)
        except Refusal as refusal:
            return f"refused, {refusal.rule}: {refusal.why}"
        except ValueError as error:
            return str(error)
        if found.asks:
            return "it is a question, and questions leave no entry"
        if found.parent != entry.parent:
            return f"it does not go on from #{found.parent}, where the match stood"
        if (found.to, found.carried) != (entry.to, entry.carried):
            to = "nowhere" if found.to is None else f"to the state after #{found.to}"
            return f"it goes back {to}, or carries something else along"
        if entry.reason == PASSED and not self.is_idle(entry):
            return "this phase did not pass by itself"
        return "" if self.same(found.events, entry.events) else OTHER

    def is_idle(self, entry: LogEntry) -> bool:
        """Was the seat of this automatic pass really unable to do anything else?"""
        found = self.game.idle(self.match.state) if self.game.idle else None
        return found is not None and (found[0], (found[1],)) == (entry.seat, entry.orders)

    def written(self, seat: int, order: Undo | Rewind) -> dict[int, LogEntry]:
        """The entries needed to resolve an undo or rewind, with the events that count."""
        found = [self.match.written[number] for number in WayBack(self.match, seat).reach(order)]
        counted = as_counted(found, self.match.carriers(), self.match.written)
        return {entry.number: entry for entry in counted}

    def stands(self, entry: LogEntry) -> Iterator[str]:
        """Check that the state after an entry is the recorded one, and its salt fits the seed."""
        row, state = self.rows[entry.number], self.match.states.get(entry.number)
        self.count_dice(entry)
        seed = self.seed_of(entry.number)
        if self.chained and seed is not None and row["salt"] != salt_of(seed, entry.number):
            yield f"entry #{entry.number}: its salt does not follow from the seed"
        due = state is not None and (self.whole or "state" in row)
        if row.get("state") != (state_hash(state, self.texts) if due else None):
            about = f"entry #{entry.number} ({entry.text[:60]})"
            yield f"{about}: the state after it is missing or differs"
        self.states += due

    def weigh(self, entry: LogEntry) -> None:
        """Note an entry whose typed text does not prove its orders.

        Free words that the law cannot read go to `free`.  A text that the law reads as other
        orders, with other events, goes to `otherwise`.
        """
        if entry.text == " then ".join(canonical(entry.orders)):
            return
        orders = self.read(entry, entry.text)
        if orders is None:
            self.free.append(entry)
        elif not self.same(orders, entry.orders) and not self.comes_to(entry, orders):
            self.otherwise.append(entry)

    def read(self, entry: LogEntry, text: str) -> tuple[Order, ...] | None:
        """The orders that the law reads in a text at this point; None unless it is one line."""
        names = self.game.names(self.match.state)
        lines = grammar.read(self.game.id, text, names, gm=entry.seat == GM)
        if len(lines) != 1 or lines[0].problem is not None:
            return None
        return lines[0].because(entry.reason).orders

    def comes_to(self, entry: LogEntry, orders: tuple[Order, ...]) -> bool:
        """Would these orders have had exactly the events of an entry?"""
        if way_back(entry.orders) is not None:
            return False
        try:
            found = self.match.play(entry.seat, orders, self.dice_of(entry))
        except (Refusal, ValueError):
            return False
        return self.same(found, entry.events)

    def same(self, one: Sequence[Any], other: Sequence[Any]) -> bool:
        """Are these values equal down to their types?  `True` is not 1."""
        texts = (Texts(self.codec).of(tuple(values)) for values in (one, other))
        return next(texts) == next(texts)

    def alike(self, one: Sequence[Any], other: Sequence[Any]) -> bool:
        """Are these values equal if `True` counts as 1?  An early version wrote `true` in its data
        where 1 stands now."""
        texts = (Texts(self.codec).of(tuple(values)) for values in (one, other))
        found, held = (json.loads(text) for text in texts)
        return bool(found == held)

    # --- seals ----------------------------------------------------------------------------------

    def sealed(self) -> Iterator[str]:
        """Check that the opened seals are all there and fit this log."""
        rows: list[dict[str, Any]] = self.document.get("seals", [])
        if not self.chained:
            yield from broken_seals(rows, self.entries)
            return
        match, seed = self.match, self.shown.get(0)
        path = [match.written[number] for number in match.path()]
        counted = as_counted(path, match.carriers(), match.written)
        due, _ = seals(self.game, seed or "", counted, match.states[0])
        said = [(row["seat"], row["number"], row.get("stretch")) for row in rows]
        if said != [(one.seat, one.number, one.stretch) for one in due]:
            yield "the seals are not those of this log: one is missing, or there is one too many"
            return
        for row, seal in zip(rows, due, strict=True):
            salt, _, orders = seal.text.partition("\n")
            text = f"{row['salt']}\n{orders}"
            held = hashlib.sha256(text.encode()).hexdigest() == row["sha256"]
            if not held or (seed is not None and salt != row["salt"]):
                yield f"what seat {seal.seat} sealed with #{seal.number} is not what this log holds"

    # --- the verdict ----------------------------------------------------------------------------

    def verdict(self) -> Iterator[str]:
        """The result if nothing is wrong: what was checked, and what nobody can prove."""
        count = len(self.entries)
        states = f"{counted(self.states, 'state')} equal" if self.states else "no state to compare"
        yield f"ok: {count} entries resolved again, {states}; {self.told_dice()}"
        yield from self.notes
        yield from self.told_words()
        if not self.chained:
            yield "note: an older export without a chain: text, reasons and times are not checked"
        else:
            head = mark(count - 1, self.hashes[-1])
            yield f"ok: the chain holds and ends with {head}: compare it with any post of the match"
            yield (
                "note: no file proves who typed each line, when, why and under which version, nor "
                "what the match is called: that is as the referee says"
            )
        if self.chained_from:
            kept = self.chained_from - 1
            yield f"note: #0 to #{kept} were chained afterwards, by an upgrade or a take-over"
        for row in self.document.get("seals", ()):
            yield f"ok: seat {row['seat']} sealed {row['sha256']} with #{row['number']}"

    def told_dice(self) -> str:
        """Which dice were checked, and which were not."""
        told = (
            ("shown", "rolled again from the revealed seed"),
            ("loaded", "loaded by the GM"),
            ("waiting", "taken as recorded, since their seed is not revealed yet"),
            ("elsewhere", "taken as recorded, since they fell before this log was taken over"),
        )
        fell = ((self.dice[kind], how) for kind, how in told)
        said = [f"{counted(count, 'die', 'dice')} {how}" for count, how in fell if count]
        none = ["no die to roll again from the revealed seed"] if self.shown else ["no die fell"]
        return ", ".join(said or none)

    def told_words(self) -> Iterator[str]:
        """Notes on entries whose typed words do not prove that their orders were meant."""
        for entry in self.otherwise[:MOST_SHOWN]:
            filed = " then ".join(canonical(entry.orders))
            yield (
                f"note: #{entry.number} was typed `{entry.text[:80]}` and filed as `{filed[:80]}`: "
                "so the referee understood it, which no file proves"
            )
        more = [*self.otherwise[MOST_SHOWN:], *self.free]
        if more:
            numbers = ", ".join(f"#{entry.number}" for entry in more[:10])
            numbers += ", ..." if len(more) > 10 else ""
            yield (
                f"note: {counted(len(more), 'line')} typed in words of their own ({numbers}): that "
                "their orders were meant is as the referee understood them"
            )


def rolls(events: Sequence[Event]) -> list[Rolled]:
    """The dice among events."""
    return [event for event in events if isinstance(event, Rolled)]


def without_library(event: Event) -> Any:
    """An event's type and fields, without the data that ship with the system (`library`)."""
    named = {name: getattr(event, name) for name in event.__dataclass_fields__}
    named.pop("library", None)
    return type(event), named


def other_names(found: Sequence[Event], recorded: Sequence[Event]) -> Iterator[str]:
    """The names of data in the recorded set-up that differ from what ships with the system now."""
    for one, other in zip(found, recorded, strict=False):
        shipped, held = getattr(one, "library", None), getattr(other, "library", None)
        for kind in getattr(held, "__dataclass_fields__", ()):
            known = getattr(shipped, kind, ())
            rest = (sheet for sheet in getattr(held, kind) if sheet not in known)
            yield from (str(getattr(sheet, "name", sheet))[:40] for sheet in rest)


def fields_of_row(row: dict[str, Any]) -> dict[str, Any]:
    """The fields of an export's row that the hash of an entry covers."""
    fields = {name: row.get(name) for name in ("number", "parent", "to", "seat")}
    texts = {name: row.get(name, "") for name in ("text", "reason", "at", "rules", "commits")}
    lists = {name: row.get(name, []) for name in ("orders", "events", "carried")}
    return {**fields, **texts, **lists}
