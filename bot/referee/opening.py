"""Matches come into being and are opened: each once, whoever asks, with the states one needs."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from weakref import WeakValueDictionary

import grammar
from bot import __version__
from bot.match.dice import new_seed, seeded
from bot.match.reckoned import codec_of
from bot.match.settings import Settings
from bot.match.tree import LogEntry, Match, as_counted, base_of, fold
from bot.referee.beside import in_thread
from bot.referee.calm import Calm
from bot.referee.memory import MEMORY
from bot.referee.open_match import OpenMatch, RefereeError, check_name, check_words, learn, no_match
from bot.referee.recent import KEPT
from bot.referee.server_words import WORDS, ServerWords
from bot.render.easel import Easel
from bot.store import Leases, Mail, MatchRecord, Store
from rules import find
from rules.border.game import read_options
from rules.line.codec import CodecError
from rules.line.orders import GM

log = logging.getLogger("referee.matches")

AS_USUAL = Settings()
MATCHES_KEPT, ENTRIES_KEPT = 200, 4000
READ_AT_ONCE = 100
BACKWARDS = 24
"""So many states before one that was asked for are kept, for whoever reads a log backwards."""
"""So many entries of a log are read before others are let in."""


class Opening:
    """What is open, and how it got there.  `now` and `seed` can be replaced in tests."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        seed: Callable[[], str] = new_seed,
    ) -> None:
        self.store = store
        self.mail = Mail(store.database)
        self.leases = Leases(store.database)
        self.server_words = ServerWords(self.mail)
        self.calm = Calm()
        self.easel = Easel()
        self._now = now
        self._seed = seed
        self._tables: OrderedDict[int, OpenMatch] = OrderedDict()
        self._alive: WeakValueDictionary[int, OpenMatch] = WeakValueDictionary()
        self._entries: OrderedDict[tuple[int, int], LogEntry] = OrderedDict()
        self._loading: dict[int, asyncio.Future[OpenMatch]] = {}
        MEMORY.keeps(self)

    def relieve(self) -> None:
        """Drop what the store has as well: matches that nobody uses now, entries, pictures."""
        self._tables.clear()
        self._entries.clear()
        self.easel.relieve()

    def cached(self) -> dict[str, int]:
        """How much is kept in memory, by what it is."""
        return {"matches": len(self._tables), "entries": len(self._entries)}

    def timestamp(self) -> str:
        """Now, in UTC, to the second."""
        return self._now().astimezone(UTC).isoformat(timespec="seconds")

    async def create(
        self,
        name: str,
        system: str,
        options: Mapping[str, str] | None = None,
        seats: tuple[tuple[int, str], ...] = (),
        scene: bool = False,
        settings: Settings = AS_USUAL,
    ) -> OpenMatch:
        """A new match.  Raises `RefereeError` for a bad name, system or option."""
        check_name(name)
        try:
            game = find(system)
            chosen = read_options(game, options or {})
        except ValueError as error:
            raise RefereeError(str(error)) from error
        at, kept = self.timestamp(), replace(settings, scene=settings.scene or scene)
        seed = self._seed()
        record = MatchRecord(0, name, game.id, chosen, seed, __version__, at, seats, kept)
        table = OpenMatch(record, Match(game, chosen), codec_of(game))
        first = self._first(table)
        record = await self.store.create(record, first, table.codec)
        return self._keep(self._table(record, Match.begin(game, chosen, first)))

    def _first(self, table: OpenMatch) -> LogEntry:
        """Entry #0: the set-up by options, with its dice."""
        record, library = table.record, grammar.library(table.game.id)
        dice = seeded(record.seed, table.dice_name, 0)
        scene = record.settings.scene
        events = table.game.setup(record.options, library, dice, scene)
        at, rules = record.created_at, record.rules
        return table.chained(LogEntry(0, 0, GM, "", events=events, at=at, rules=rules, secret=()))

    async def salt(self, table: OpenMatch, seat: int, words: str) -> None:
        """A seat's own words, mixed into every die of the match; the set-up is rolled anew.

        Raises `RefereeError`: each seat gives them once, and before the first order.
        """
        words = check_words(words)
        async with table.lock:
            record = table.record
            if seat not in table.game.seats(record.options):
                raise RefereeError(f"{table.name_of(seat)} is no seat of this match")
            if str(seat) in dict(record.settings.salts):
                raise RefereeError(f"{table.name_of(seat)} has given its words already; they stand")
            settings = record.settings.salted(seat, words)
            fresh = OpenMatch(replace(record, settings=settings), table.match, table.codec)
            first = self._first(fresh)
            begun = len(table.match.links) > 1
            if begun or not await self.store.begin_anew(record.id, settings, first, table.codec):
                raise RefereeError("the match has begun; words for the dice are given before that")
            self._forget(table)
            table.record = fresh.record
            table.match = Match.begin(table.game, record.options, first)

    async def replace_log(self, table: OpenMatch, entries: list[LogEntry]) -> None:
        """Give a match that has only its entry #0 the log of another copy of itself."""
        if len(table.match.links) > 1:
            raise RefereeError("this match has a log of its own already")
        chained = await in_thread(lambda: table.chained_anew(entries))
        await self.store.take_log(table.record.id, chained, table.codec)
        self._tables.pop(table.record.id, None)
        self._alive.pop(table.record.id, None)
        self._forget(table)

    async def open(self, name: str) -> OpenMatch:
        """The match of that name (or `#number`).  Raises `RefereeError` if there is none."""
        if name.startswith("#") and name[1:].isdecimal() and int(name[1:12]) in self._alive:
            table = self._alive[int(name[1:12])]
            if await self.refresh(table):
                return self._keep(table)
        before = {number: table.record for number, table in self._alive.items()}
        record = await self.store.find(name)
        if record is None:
            raise no_match(name)
        table = self._alive.get(record.id) or await self._loaded(record)
        self._keep(table)
        if before.get(record.id) is table.record:  # else somebody changed it meanwhile
            await self.refresh(table)
        return table

    def known(self, match_id: int) -> OpenMatch | None:
        """A match that is open in this process."""
        return self._alive.get(match_id)

    async def entries(self, table: OpenMatch, numbers: Sequence[int]) -> list[LogEntry]:
        """Entries in full, in order; an entry never changes, so the latest are kept in memory."""
        own = table.record.id
        missing = {number: None for number in numbers if (own, number) not in self._entries}
        found: dict[int, LogEntry] = {
            number: self._entries[own, number] for number in numbers if number not in missing
        }
        for entry in await self.store.entries(own, table.codec, list(missing)) if missing else ():
            found[entry.number] = entry
            self._remember(table, entry)
        return [found[number] for number in sorted(found)]

    def _remember(self, table: OpenMatch, entry: LogEntry) -> None:
        self._entries[table.record.id, entry.number] = entry
        while len(self._entries) > ENTRIES_KEPT:
            self._entries.popitem(last=False)

    def _forget(self, table: OpenMatch) -> None:
        """The log of a match is another one now."""
        for key in [key for key in self._entries if key[0] == table.record.id]:
            del self._entries[key]

    async def refresh(self, table: OpenMatch) -> bool:
        """Take over what another process wrote to this match; False if it was put away.

        While a line of it is being filed here, whoever files it has looked already.
        """
        if table.lock.locked():
            return True
        async with table.lock:
            return await self._refreshed(table)

    async def _refreshed(self, table: OpenMatch) -> bool:
        """The same for whoever holds the match's lock."""
        version = await self.store.version(table.record.id)
        if version == table.record.version:
            return True
        self.mail.forget_place(table.record.id)
        record = None if version is None else await self.store.find(f"#{table.record.id}")
        if record is None:
            return False
        if record.version != table.record.version:
            await self._reload(table)
            table.record = record
        return True

    async def _loaded(self, record: MatchRecord) -> OpenMatch:
        """A match from the store: whoever asks meanwhile gets the same one, with the same lock."""
        loading = self._loading.get(record.id)
        if loading is None:
            loading = self._loading[record.id] = asyncio.ensure_future(self._load(record))
            loading.add_done_callback(lambda _: self._loading.pop(record.id, None))
        return await asyncio.shield(loading)

    def hold(self, table: OpenMatch) -> None:
        """Take a match that was made elsewhere for the open one of its number."""
        self._keep(table)

    def _table(self, record: MatchRecord, match: Match) -> OpenMatch:
        codec = codec_of(match.game)
        return OpenMatch(record, match, codec, server_words=self.server_words.known)

    def unopened(self, record: MatchRecord) -> OpenMatch:
        """A match of whose log nothing is read: enough to say who may see it."""
        return self._table(record, Match(find(record.system), record.options))

    def _keep(self, table: OpenMatch) -> OpenMatch:
        MEMORY.is_short()
        self._tables[table.record.id] = table
        self._tables.move_to_end(table.record.id)
        self._alive[table.record.id] = table
        while len(self._tables) > MATCHES_KEPT:
            self._tables.popitem(last=False)
        return table

    async def _load(self, record: MatchRecord) -> OpenMatch:
        game = find(record.system)
        await self._learn_words(record.settings.server)
        match = Match(game, record.options, links=await self.store.links(record.id))
        table = self._table(record, match)
        await self._reckon_secrets(table)
        await self.state_at(table, match.head)
        late = len(match.links) - KEPT
        wanted = [one.number for one in match.links if one.seat == GM or one.number > late]
        learn(table, *await self.entries(table, wanted))
        return self._keep(table)

    async def _learn_words(self, server: str) -> None:
        """A match knows the words of its server also where no bot has read them: in a console, for
        a forum."""
        if server and server not in self.server_words.known:
            kept = await self.mail.cursor(WORDS + server)
            self.server_words.load({WORDS + server: kept} if kept else {})

    async def _reckon_secrets(self, table: OpenMatch) -> None:
        """What entries of an older version, or of an import, hide and open is written down."""
        match = table.match
        if all(link.secret is not None for link in match.links):
            return
        fresh = Match(match.game, match.options)
        for entry in await self.store.entries(table.record.id, table.codec):
            if entry.number:
                fresh.append(replace(entry, secret=None))
            else:
                fresh = Match.begin(match.game, match.options, entry)
        match.links = fresh.links
        await self.store.save_secrets(table.record.id, fresh.links)

    async def _reload(self, table: OpenMatch) -> None:
        """Somebody else wrote to this match: take over what is in the store now."""
        match, links = table.match, await self.store.links(table.record.id)
        if links == match.links:
            return
        if links[:1] != match.links[:1]:  # the set-up was rolled anew
            match.states.clear()
            self._forget(table)
        fresh = Match(match.game, match.options, match.states, links=links)
        await self.state_at(replace(table, match=fresh), fresh.head)
        table.foreign += [link.number for link in links[len(match.links) :]]
        fresh_from = len(match.links)
        match.links = links
        learn(table, *await self.entries(table, [link.number for link in links[fresh_from:]]))

    async def state_at(self, table: OpenMatch, number: int) -> Any:
        """The state just after an entry: from memory, from a snapshot, or by replay.

        Of a replay into the past the last states are kept: whoever reads a log backwards asks for
        those before as well.
        """
        match = table.match
        number = match.resolve(number)
        kept_from = max(0, number - BACKWARDS) if number != match.head else number
        if number in match.states:
            return match.states[number]
        kept = await self.store.snapshot_numbers(table.record.id, __version__)
        path: list[int] = []
        state = None
        while number and number not in match.states:
            state = await self._kept_state(table, number) if number in kept else None
            if state is not None:
                break
            path.append(number)
            number = base_of(match.links[number])
        else:
            if number not in match.states:
                path.append(0)
            state = match.states.get(number, match.game.blank)
        numbers = path[::-1]
        for entry in await self.entries(table, numbers):
            state = fold(match.game, state, entry.events)
            number = entry.number
            if number >= kept_from:
                match.states[number] = state
        match.states[number] = state
        return state

    async def _kept_state(self, table: OpenMatch, number: int) -> Any:
        """The snapshot of an entry; None where another build of this version has written it so
        that it cannot be read."""
        try:
            return await self.store.snapshot(table.record.id, number, table.codec)
        except CodecError as error:
            log.warning("match %d: snapshot #%d is passed over: %s", table.record.id, number, error)
            return None

    async def whole_log(self, table: OpenMatch) -> list[LogEntry]:
        """Every entry in full, read by and by, so that nobody waits for a long log."""
        found, count = list[LogEntry](), len(table.match.links)
        for start in range(0, count, READ_AT_ONCE):
            numbers = range(start, min(start + READ_AT_ONCE, count))
            found += await self.store.entries(table.record.id, table.codec, numbers)
        return found

    async def counted(self, table: OpenMatch, numbers: Sequence[int]) -> list[LogEntry]:
        """Live entries in full, oldest first, with the events that count: one that an undo carried
        along has them from there."""
        found = await self.entries(table, list(numbers))
        return await self.as_counted(table, found)

    async def as_counted(
        self, table: OpenMatch, found: Sequence[LogEntry], head: int | None = None
    ) -> list[LogEntry]:
        """The same for entries that were read already; they count after entry `head`."""
        carriers = table.match.carriers(head)
        undos = sorted({carriers[one.number][0] for one in found if one.number in carriers})
        read = await self.entries(table, undos) if undos else []
        return as_counted(found, carriers, {one.number: one for one in read})
