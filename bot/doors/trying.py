"""The command `try`: show a sandbox and file its orders; every answer begins with `NAME`."""

from collections.abc import Awaitable, Callable, Sequence

from bot.doors.sandbox import (
    Happened,
    Sandbox,
    SandboxClosed,
    Sandboxes,
    TriedLine,
    again_of,
    open_state,
)
from bot.match.reply import Reply
from bot.referee.open_match import report_of
from bot.referee.service import OpenMatch, canonical
from bot.render import reply_text
from bot.render.wording import said, strong, told
from grammar import Written
from rules.display.view import Form
from rules.line.frozen import Frozen

WORDS = ("board", "report", "undo", "keep", "drop")
"""The words that may follow `try` instead of an order."""

NAME = "Your sandbox"
FALL = (
    "Dice of the sandbox's own fell; the match will roll others, which nobody can know before: "
    "{places}."
)
MOST_LINES = 3
"""The most lines of a step if all steps are shown."""


class FiledLine(Frozen):
    """The result of filing one line: whether it went through as a whole, and the receipt."""

    done: bool
    text: str


File = Callable[[Written], Awaitable[FiledLine]]
"""Files one line through the normal door."""


class TryAnswer(Frozen):
    """An answer to `try`; `box` is the sandbox afterwards, None if there is none any more."""

    text: str
    box: Sandbox | None = None
    board: bool = False
    """Its board is to be shown below the text."""


class Trying:
    """Answers `try`, formatted for a chat (`markdown`) or a terminal (`text`)."""

    def __init__(self, boxes: Sandboxes, form: Form) -> None:
        self.boxes = boxes
        self.form: Form = form

    async def answer(
        self, user: str, table: OpenMatch, seat: int, words: str, file: File
    ) -> TryAnswer:
        """Answer `try WORDS` of a seat; without words, show the sandbox."""
        word = " ".join(words.lower().split()).rstrip(".!")
        try:
            box = await self.boxes.box(user, table, seat)
        except SandboxClosed as closed:
            return TryAnswer(f"{self.name} is {closed}.")
        note, box.note = box.note, ""
        notes = [said(note, self.form)] if note else []
        if word == "drop":
            self.boxes.drop(user, table, seat)
            return TryAnswer(f"{self.name} is empty now. Nothing was filed.")
        if word == "keep":
            return await self.keep(table, box, notes, file)
        if word == "undo":
            if not box.steps:
                return TryAnswer(
                    self.page(table, box, [*notes, "There is nothing to take back."]), box
                )
            gone = box.steps.pop()
            notes.append(said(f"Taken back: {gone.written.text}", self.form))
        elif word == "report":
            lines = [*notes, *self.report(table, box)]
            return TryAnswer("\n".join((self.head(table, box), *lines)), box)
        elif word and word != "board":
            reply = await self.boxes.add(table, box, words)
            if not reply.ok:
                notes.append(reply_text(reply, self.form))
                notes.append("It is not in the sandbox; nothing else changed.")
        return TryAnswer(self.page(table, box, notes), box, word == "board")

    @property
    def name(self) -> str:
        """The words that begin every answer."""
        return strong(NAME, self.form)

    def head(self, table: OpenMatch, box: Sandbox) -> str:
        """`Your sandbox from #81 (nobody sees it, nothing is filed): round 2, fight phase ...`."""
        game, state = table.game, box.state(table)
        over = game.outcome(state)
        now = "the match would be over" if over is not None else game.moment(state)
        now = said(now or "the beginning", self.form)
        return f"{self.name} from #{box.start} (nobody sees it, nothing is filed): {now}"

    def page(self, table: OpenMatch, box: Sandbox, notes: Sequence[str] = ()) -> str:
        """Show all steps, numbered, with the odds of the newest step that rolled dice."""
        lines = [self.head(table, box)]
        for place, step in enumerate(box.steps, 1):
            first, *more = self.step(table, step, box.seat)
            lines.append(f"{place} {first}")
            lines += [f"  {line}" for line in more[: MOST_LINES - 1]]
        if not box.steps:
            lines.append("Nothing is tried yet: try an order.")
        lines += self.dice(box)
        return "\n".join((*lines, *notes))

    def dice(self, box: Sandbox) -> list[str]:
        """Say which orders rolled dice, with the odds of the newest of them."""
        drawn = [place for place, step in enumerate(box.steps, 1) if step.drew]
        if not drawn:
            return []
        lines = [FALL.format(places=", ".join(map(str, drawn)))]
        last = box.steps[drawn[-1] - 1]
        if last.odds:
            lines.append(f"Odds of {drawn[-1]}:")
            lines += [f"  {said(one, self.form)}" for one in last.odds]
        small = "-# " if self.form == "markdown" else ""
        return [f"{small}{line}" for line in lines]

    def step(self, table: OpenMatch, step: TriedLine, seat: int) -> list[str]:
        """An order and its outcome in short, then the turns that passed by themselves."""
        lines = [line for one in (step.came, *step.passed) for line in self.short(table, one, seat)]
        return lines or [said(step.written.text, self.form)]

    def short(self, table: OpenMatch, one: Happened, seat: int) -> list[str]:
        """Orders and their outcome in the system's short form, else as sentence and report."""
        game = table.game
        if game.brief:
            lines = game.brief(one.before, one.orders, one.events, seat)
            found = [told(line, self.form) for line in lines]
            return [line for line in found if line]
        order = " then ".join(canonical(one.orders))
        report = report_of(game, one.events, one.before, seat)
        came = "; ".join(line for line in report if line != order)
        return [said(f"{order}: {came}" if came else order, self.form)]

    def report(self, table: OpenMatch, box: Sandbox) -> list[str]:
        """Each order with its whole report, then all losses."""
        lines: list[str] = []
        for place, step in enumerate(box.steps, 1):
            lines.append(said(f"{place} {step.written.text}", self.form))
            for one in (step.came, *step.passed):
                report = report_of(table.game, one.events, one.before, box.seat)
                lines += [f"  {said(line, self.form)}" for line in report]
        game = table.game
        if game.losses:
            lost = game.losses(box.begun, box.state(table), box.seat)
            named = "; ".join(f"{table.name_of(seat)} {what}" for seat, what in lost.items())
            lines += [said(f"Lost: {named}", self.form)] if named else []
        return [*lines, *self.dice(box)] or ["Nothing is tried yet: try an order."]

    # --- keeping --------------------------------------------------------------------------------

    async def keep(
        self, table: OpenMatch, box: Sandbox, notes: Sequence[str], file: File
    ) -> TryAnswer:
        """File the orders one by one, up to the first that no longer gives what was shown.

        An order with dice is filed all the same: nobody can know what the match will roll for it.
        """
        texts: list[str] = []
        count, rolled, why = 0, 0, ""
        while box.steps:
            step, place = box.steps[0], count + 1
            if again_of(table, box, count, step, open_state(table)) is None:
                why = f"Order {place} ({step.written.text}) no longer gives what was shown"
                break
            filed = await file(step.written)
            texts += [filed.text] if filed.text else []
            if not filed.done:
                why = f"Order {place} ({step.written.text}) did not go through whole"
                break
            count, rolled = count + 1, rolled + step.drew
            box.steps.pop(0)
        total = count + len(box.steps)
        lines = [f"{self.name}: {count} of {total} orders are filed now.", *notes, *texts]
        if not total:
            lines = [f"{self.name} is empty: there is nothing to file.", *notes]
        if rolled:
            lines.append(f"With dice of the match, which fell anew: {rolled} of them.")
        if why:
            left = "; ".join(step.written.text for step in box.steps)
            lines.append(said(f"{why}. Not filed, and thrown away here: {left}", self.form))
        box.steps.clear()
        box.start, box.begun = table.match.head, open_state(table)
        return TryAnswer("\n".join(lines), box)


def as_filed(reply: Reply, form: Form) -> FiledLine:
    """The referee's reply to one line, as the result of filing it."""
    done = bool(reply.accepted or reply.answers)
    return FiledLine(done and reply.whole, reply_text(reply, form))
