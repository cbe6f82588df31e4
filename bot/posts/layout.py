"""The text of a living post: the call, its orders, and the report that it becomes.  In practice
against the machine, one post for each exchange, with the board."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.match.chain import SHOWN
from bot.posts.back import back_text, went_back_text
from bot.posts.facts import Facts, PhaseEnd, board_text
from bot.posts.headings import DOT, awaited, people, person, phase_of, place, span, title
from bot.posts.lines import INDENT, by_machine, is_strong, opening_lines, step_lines
from bot.posts.turns import PostedTurn, TurnEntry, sections
from bot.referee.service import OpenMatch
from bot.render.compact import SEE_BOARD, SEE_BOTH
from bot.render.pages import LIMIT
from bot.render.roll import roll_text
from bot.render.tally import tally_text
from bot.render.wording import plain, said
from rules.display.telling import Tally
from rules.line.frozen import Frozen
from rules.line.orders import GM

MOST_ORDERS = 10
"""How many entries a post shows; those left out in the middle can be read with `/why`."""

MOST_LINES = 25
"""Lines that a post may have with its board: as many as fit a phone's screen."""

FEWEST_ORDERS = 6
"""The board is left out rather than show fewer entries than this."""

LONG = 1600
"""A post with more characters is not continued in the next phase."""

ROOM = LIMIT - 40


class PostFrame(Frozen):
    """What a post says besides its log.

    `open`: somebody may still act in its turn; `until`: the current deadline; `board`: this post
    shows the newest text board; `notes`: what was skipped before it; `link`: the address of the
    report before it.
    """

    open: bool = True
    until: str = ""
    board: bool = False
    notes: tuple[str, ...] = ()
    link: str = ""


class Section(Frozen):
    """Some lines of a post.  If there is no room, the parts with the lowest `keep` are left out
    first (9: never), beginning in the middle.  `orders`: the part is an order, counted if it is
    left out.  `instead`: the part is a board, and this is said if it is left out."""

    lines: tuple[str, ...]
    keep: int = 9
    orders: bool = False
    instead: str = ""


class Layout:
    """One turn as the text of its post."""

    def __init__(self, table: OpenMatch, turn: PostedTurn, facts: Facts, frame: PostFrame) -> None:
        self.table = table
        self.turn = turn
        self.facts = facts
        self.frame = frame
        self.shown: list[Any] = []

    def text(self) -> str:
        """The whole post, in at most 2,000 characters."""
        return fitted(list(self.parts()))

    def parts(self) -> Iterator[Section]:
        """The parts of all its sections; those that say nothing are skipped."""
        found = list(sections(self.turn, self.table.game.awaits))
        if not self.frame.open:
            found = [one for one in found if self.says_something(*one)] or found[:1]
        else:
            found = [*(one for one in found[:-1] if self.says_something(*one)), found[-1]]
        self.shown = [state for state, _ in found]
        for at, (state, steps) in enumerate(found):
            going_on = self.frame.open and at == len(found) - 1
            yield from self.section(state, steps, not at, going_on)

    def says_something(self, state: Any, steps: Sequence[TurnEntry]) -> bool:
        """Does a section have orders to show, or the end of a phase that changed something?"""
        seats = self.table.game.awaits(state)
        told = any(step_lines(self.table, step, seats) for step in steps)
        ended = any(
            one.step in steps and (one.moved or one.round is not None)
            for one in self.facts.endings.values()
        )
        return told or ended

    def section(
        self, state: Any, steps: Sequence[TurnEntry], first: bool, going_on: bool
    ) -> Iterator[Section]:
        """One phase of the post."""
        table, live = self.table, [step for step in steps if not step.void]
        seats = table.game.awaits(state)
        now = live[-1].after if live else state
        ending = next((step for step in live if step.number in self.facts.endings), None)
        told = [step for step in steps if not (len(seats) > 1 and step.entry.secret)]
        own = [lines for step in told if (lines := step_lines(table, step, seats))]
        own += [opening_lines(table, step) for step in live if step not in told and step.opens]
        own = self.once(own, ending)
        head = self.heading(state, now, ending, first, going_on)
        yield Section((head,) if head else ())
        if first and not going_on and not self.turn.gone_by:
            back = self.went_back(state, went_back_text)
            yield Section((back,) if back else (), 8)
        if going_on and (call := self.called(now, bool(own))):
            yield Section((call,), 5)
        if ending is None:
            yield Section(tuple(self.at_once(seats, now)), 8)
        for lines in own:
            yield Section(tuple(lines), 3 + any(map(is_strong, lines)), orders=True)
        if going_on and own and (rest := self.waiting(now)):
            yield Section((rest,), 4)
        yield Section(tuple(self.revealed(live)), 8)
        if ending is not None:
            yield from self.ended(self.facts.endings[ending.number])
        elif first and going_on and not own and self.facts.opens and self.frame.board:
            yield self.board(board_text(table, state) or "")

    def once(self, own: list[list[str]], ending: TurnEntry | None) -> list[list[str]]:
        """The lines of orders, without those that the table of the round repeats as its notes."""
        tally = self.tally(self.facts.endings[ending.number]) if ending is not None else None
        if tally is None:
            return own
        said_above = tuple(f"{INDENT}{plain(note.partition(':')[0])}:" for note in tally.notes)
        return [
            [line for line in lines if not (said_above and line.startswith(said_above))]
            for lines in own
        ]

    def tally(self, ending: PhaseEnd) -> Tally | None:
        """The table of a round, if this ending ended one and the system has such tables."""
        game = self.table.game
        if ending.round is None or not game.tally:
            return None
        return game.tally(ending.round, ending.step.after, None)

    # --- lines ----------------------------------------------------------------------------------

    def heading(
        self, state: Any, now: Any, ending: TurnEntry | None, first: bool, going_on: bool
    ) -> str:
        """The first line of a post, or of a later phase in it."""
        table, turn, frame = self.table, self.turn, self.frame
        seats = table.game.awaits(now if going_on else state)
        who = awaited(table, seats, going_on)
        if not first:
            until = frame.until if going_on else ""
            parts = (f"**{phase_of(table, state)}**", who, until)
            return DOT.join(part for part in parts if part)
        where = place(table, state)
        if turn.gone_by:
            return title(table, *self.gone(where, seats))
        back = self.went_back(state)
        if going_on:
            return back or title(table, where, who, frame.until)
        numbered = self.numbers()
        if ending is not None and self.facts.endings[ending.number].round is not None:
            return title(table, f"round {ending.before.flow.round} is over", numbered)
        later = dict.fromkeys(phase_of(table, one) for one in self.shown[1:])
        later.pop(phase_of(table, state), None)
        return title(table, ", ".join((where, *later)), who, numbered)

    def numbers(self) -> str:
        """`#57-#60 4f1c09a2be`: the orders of the turn, and the hash of the log after them."""
        own = [step for step in self.turn.live if not step.passed]
        if not own:
            return ""
        digest = own[-1].entry.hash or self.table.match.links[own[-1].number].hash
        return f"{span(own[0].number, own[-1].number)} {digest[:SHOWN]}"

    def gone(self, where: str, seats: Sequence[int]) -> tuple[str, ...]:
        """The heading of a turn whose beginning was taken back: struck out, and why."""
        table, turn = self.table, self.turn
        link = table.match.links[turn.gone_by]
        who = awaited(table, seats, False)
        if link.seat == GM:
            return (
                f"~~{DOT.join(one for one in (where, who) if one)}~~ void since #{link.number}",
            )
        by = f"{person(table, link.seat)} took back #{turn.start}"
        ended = table.match.links[turn.start].ended_phase
        what = ", the end of the phase" if ended else ""
        mine = awaited(table, seats) + "'s turn" if seats else "the turn"
        return (where, f"~~{mine}~~ not yet: {by}{what}")

    def went_back(self, state: Any, told: Callable[..., str] = back_text) -> str:
        """What a post says of the undo or rewind that began it, if one did: in its first line
        (`back_text`) or in its report (`went_back_text`)."""
        origin = self.turn.origin
        if origin is None or origin.to is None:
            return ""
        return told(self.table, origin, state, self.turn.left)

    def called(self, now: Any, begun: bool) -> str:
        """What the seats called should know, until the first order: the notes, and their situation
        as far as it is the same for all of them."""
        if begun:
            return ""
        table, frame = self.table, self.frame
        facts = [plain(note) for note in frame.notes]
        seats = table.game.awaits(now)
        if situation := table.game.situation:
            told = [situation(now, seat, None) for seat in seats]
            alike = [one for one in (told or [()])[0] if all(one in some for some in told)]
            facts += [said(one, "markdown") for one in alike]
        text = " ".join(one if one.endswith((".", "!")) else f"{one}." for one in facts)
        return f"{text} {frame.link}".strip()

    def waiting(self, now: Any) -> str:
        """`Not moved: G2, O1`."""
        game, seats = self.table.game, self.table.game.awaits(now)
        if not game.waiting or len(seats) != 1:
            return ""
        return plain(game.waiting(now, seats[0], None))

    def at_once(self, seats: Sequence[int], now: Any) -> Iterator[str]:
        """Who is ready, if several act at once or somebody acts in secret; never what they did."""
        table, sealed = self.table, self.facts.sealed
        still = table.game.awaits(now)
        several = len(seats) > 1
        told = []
        for seat in seats if several else [seat for seat in sealed if seat in seats]:
            ready = several and seat not in still
            if seat in sealed and (ready or not several):
                digest = seal_words(sealed[seat])
                told.append(f"{table.name_of(seat)}: {'ready, ' * ready}{digest}")
            elif several:
                told.append(f"{table.name_of(seat)}: {'ready' if ready else 'at work'}")
        if told:
            yield DOT.join(told)

    def revealed(self, steps: Sequence[TurnEntry]) -> Iterator[str]:
        """`Revealed: army 1 seal ...`: the seals opened, whose files are attached to the post."""
        opened = {step.number: self.facts.opened.get(step.number, ()) for step in steps}
        found = Facts(opened=opened).seals
        named = [
            f"{self.table.name_of(seat)} {seal_words(own[0].digest)}"
            if len(own) == 1
            else f"{self.table.name_of(seat)} ({len(own)} seals, one file below)"
            for seat, own in found.items()
        ]
        alone = any(len(own) == 1 for own in found.values())
        if found:
            yield f"Revealed: {DOT.join(named)}{', the SHA-256 of the files below' * alone}"

    def ended(self, ending: PhaseEnd) -> Iterator[Section]:
        """The result of a phase or a round that ended, and the board if it is the newest."""
        table, before, after = self.table, ending.phase, ending.step.after
        newest = self.frame.board and ending is self.facts.newest
        board = board_text(table, after) if newest else None
        tally = self.tally(ending)
        if tally is not None:
            yield Section((tally_text(tally, table.name_of),), 8)
        elif ending.round is None:
            losses = table.game.losses(before, after, None) if table.game.losses else {}
            told = [
                f"{table.name_of(one)} {said(what, 'markdown')}" for one, what in losses.items()
            ]
            lost = f" Lost: {', '.join(told)}" if told else ""
            yield Section((f"**{over_text(table, ending)}**{lost}",), 8)
        if board:
            yield self.board(board)
            if tally is not None and table.game.roll:
                yield Section((roll_text(table.game.roll(after, None, ending.round)),), 2)

    def board(self, text: str) -> Section:
        """The part with the board; if there is no room for it, it says where to see the board."""
        pictured = self.table.record.settings.board != "text"
        return Section((text,), 7, instead=SEE_BOTH if pictured else SEE_BOARD)


def seal_words(digest: str) -> str:
    """The first and last four digits of a seal's SHA-256."""
    return f"seal `{digest[:4]}\u2026{digest[-4:]}`"


def over_text(table: OpenMatch, ending: PhaseEnd) -> str:
    """`Move is over.`, or `All are ready: ...` if several acted at once."""
    before, after = ending.step.before, ending.step.after
    seats = table.game.awaits(ending.phase)
    if len(seats) > 1:
        return f"{'Both' if len(seats) == 2 else 'All'} are ready: {place(table, after)} begins."
    phase = phase_of(table, before)
    return f"{phase[:1].upper()}{phase[1:]} is over."


def fitted(parts: Sequence[Section]) -> str:
    """Join the lines of all parts, leaving out what there is no room for.

    Tries first to keep the board with at least `FEWEST_ORDERS` orders; if that is too long, the
    board is only named, and as many orders as fit are kept.
    """
    whole = [part for part in parts if any(part.lines)]
    boards = [part for part in whole if part.instead]
    whole = [part for part in whole if not part.instead or part is boards[-1]]
    bare = [
        replace(part, lines=(part.instead,), keep=6, instead="") if part.instead else part
        for part in whole
    ]
    tries = ((whole, FEWEST_ORDERS), (bare, 0)) if boards else ((whole, 0),)
    for chosen, fewest in tries:
        if (text := squeezed(chosen, fewest)) is not None:
            return text
    return _joined(whole[:1], 0)[:LIMIT]


def squeezed(parts: Sequence[Section], fewest: int) -> str | None:
    """The text of the parts, with some left out so that it fits; None if it cannot be made to.

    With `fewest`, at least that many orders stay, and everything that is neither order nor key.
    """
    parts, gone, gap = list(parts), 0, 0
    while True:
        orders = [at for at, part in enumerate(parts) if part.orders]
        crowded = len(orders) > MOST_ORDERS
        text = _joined(parts, gone, gap)
        if not crowded and len(text) <= ROOM and text.count("\n") < MOST_LINES:
            return text
        rest = [at for at, part in enumerate(parts) if part.keep < 9 and not part.instead]
        pool = orders if crowded else rest
        if fewest and not crowded:
            spare = orders if len(orders) > fewest else []
            pool = [at for at in rest if parts[at].keep < 3 or at in spare]
        if not pool:
            return None
        middle = sum(orders) / len(orders) if orders else 0
        at = min(pool, key=lambda one: (parts[one].keep, abs(one - middle), one))
        gap = min(gap, at) if gone and parts[at].orders else at if parts[at].orders else gap
        gone += parts[at].orders
        parts[at] = replace(parts[at], lines=(), orders=False, keep=9)


def _joined(parts: Sequence[Section], gone: int, gap: int = 0) -> str:
    """Join the lines; part `gap` is preceded by the number of orders left out (`gone`)."""
    lines: list[str] = []
    for at, part in enumerate(parts):
        if gone and at == gap:
            lines.append(f"\u2026 {gone} more: /why")
        lines += [line for line in part.lines if line]
    return "\n".join(lines)


# --- practice -------------------------------------------------------------------------------------


def level_of(table: OpenMatch) -> str:
    """The level of the machine in this match; empty if none plays."""
    for seat, level in table.record.settings.opponents:
        if by_machine(table, seat):
            return level
    return ""


def by_button(turn: PostedTurn, table: OpenMatch) -> bool:
    """Did the player give all orders of a turn by buttons or commands, not by messages?  Then its
    post is edited rather than a new one made."""
    own = [step for step in turn.live if not by_machine(table, step.entry.seat) and step.entry.seat]
    own = [step for step in own if not step.passed]
    return bool(own) and not any(step.entry.key.startswith("m") for step in own)


def parted(table: OpenMatch, steps: Sequence[TurnEntry]) -> tuple[list[TurnEntry], list[TurnEntry]]:
    """The steps of the last complete exchange, and those since."""
    cuts = [0]
    for at, step in enumerate(steps, 1):
        if step.void:
            continue
        was, now = (people(table, table.game.awaits(one)) for one in (step.before, step.after))
        if now - was:
            cuts.append(at)
    first = cuts[-2] if len(cuts) > 1 else 0
    return list(steps[first : cuts[-1]]), list(steps[cuts[-1] :])


def acts(table: OpenMatch, step: TurnEntry) -> list[str]:
    """`You #6 Ac2-c3<`, `Easy #7 Cc6-c5`: an order and who gave it."""
    seat = step.entry.seat
    lines = step_lines(table, step, (seat,))
    if not lines or seat == GM:
        return lines
    own = [one for one in table.seats if not by_machine(table, one)]
    name = level_of(table).capitalize() if seat not in own else table.name_of(seat)
    name = "You" if own == [seat] else name
    return [f"{name} {lines[0]}", *lines[1:]]


def exchange_text(
    table: OpenMatch,
    exchange: Sequence[TurnEntry],
    since: Sequence[TurnEntry],
    now: Any,
    open_: bool,
) -> str:
    """The post of an exchange: whose turn it is, what both did, what was ordered since, and, while
    it is `open_`, the board."""
    seats = [seat for seat in table.game.awaits(now) if not by_machine(table, seat)]
    own = [one for one in table.seats if not by_machine(table, one)]
    names = f" ({', '.join(map(table.name_of, seats))})" if len(own) > 1 else ""
    turn = f"your turn{names}" if seats and open_ else ""
    head = title(table, place(table, now), turn, f"practice, {level_of(table)}")
    parts = [Section((head,))]
    told = [
        acted for step in (*exchange, *(since if open_ else ())) if (acted := acts(table, step))
    ]
    if len(told) == 2 and all(len(lines) == 1 for lines in told):
        told = [[DOT.join(lines[0] for lines in told)]]
    parts += [Section(tuple(lines), 3, orders=True) for lines in told]
    board = board_text(table, now) if open_ else None
    return fitted([*parts, Section((board,) if board else (), 7)])
