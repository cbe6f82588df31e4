"""Every command with one example and what it does: the text of `/help commands` and the README."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """One line to type, and one sentence about it."""

    typed: str
    does: str

    @property
    def command(self) -> str:
        """`match new` of `/match new name: ...`."""
        words = []
        for word in self.typed.removeprefix("/").split():
            if word.endswith(":") or ":" in word:
                break
            words.append(word)
        return " ".join(words)


MENU_ENTRY = Example(
    "Referee this post", "a message's menu (Apps): reads that post as its author's orders"
)

COMMANDS = (
    Example("/match new name: Fords opponent: @Ben", "makes a match with a thread of its own"),
    Example("/match practice opponent: easy", "a ready-made battle, against yourself without one"),
    Example("/match join", "takes the first free seat of this channel's match"),
    Example("/match leave", "gives up your seat; somebody else may take it"),
    Example(
        "/match salt words: blue skies", "mixes words of yours into every die, before the start"
    ),
    Example("/match start", "begins: the dice are committed, the board is posted"),
    Example("/match list which: mine", "your matches everywhere, first those that wait for you"),
    Example("/match info", "who plays, where it stands, the options, the dice commitment"),
    Example("/match pause", "the match rests"),
    Example(
        "/match autopass on: False", "phases in which nobody can do anything are ended by hand"
    ),
    Example("/match resume", "the match goes on"),
    Example("/match open-seat seat: 2", "frees a seat for a substitute"),
    Example("/match take-seat seat: 2", "takes over a seat that was opened"),
    Example("/match hand-over to: @Cleo", "makes somebody else the GM"),
    Example("/match here match: Fords", "plays a match in this channel, if the GM or all say so"),
    Example("/match share", "a name of the match under which anybody may look on"),
    Example("/match export", "the whole match as a file that `referee verify` checks"),
    Example("/match delete", "puts a match away; its name is asked for first"),
    Example("/order text: L1 moves to 5,12", "gives orders; without text a form opens"),
    Example("/board", "the board as you may see it, with a picture; share: True shows it to all"),
    Example("/key", "the units on the board with their numbers, equal ones together"),
    Example("/card name: L1", "a unit as it is now, or a type as printed; `L1?` does the same"),
    Example("/units of: Orc-Goblins", "what can be had, with prices"),
    Example("/reach unit: B1", "how far a unit goes and strikes: a picture, and in words"),
    Example("/screen mine phone: True", "narrower boards for you alone; `reader`: all in words"),
    Example("/screen match board: text", "how a match shows its board: both, text or picture"),
    Example("/report back: 1", "what happened in the phase before this one"),
    Example("/log last: 10", "the ten newest entries, one line each"),
    Example("/why entry: 17", "entry #17 unfolded: every number, every rule"),
    Example("/legal unit: L1", "what L1 could be ordered to do now, and a menu that types it"),
    Example("/forum-pack", "report, board and key as BBCode in a file"),
    Example("/gm line text: set round 2 reason: typing error", "any GM line, with its reason"),
    Example("/gm import file: orcs.txt", "reads a faction, shows it, then takes it in"),
    Example("/gm rewind to: 17", "goes back to the state after entry #17"),
    Example("/gm ledger", "every override with its reason, and the branches that were left"),
    Example("/gm rule text: The hill gives no cover", "records a ruling under its entry's number"),
    Example("/gm precedents text: uphill", "what GMs have ruled on this server, by its words"),
    Example("/gm substitute seat: 2 who: @Dan", "gives a seat to somebody"),
    Example("/gm lock on: True", "no orders but the GM's until it is lifted"),
    Example("/odds order: L1 attacks P1 with Gladius", "what it would bring, exactly, unrolled"),
    Example(
        "/try order: L1 moves to 5,12",
        "a dry run that only you see; also `board`, `report`, `undo`, `keep`, `drop`",
    ),
    Example("/describe what: L1", "what is near L1, with bearing and distance, in words"),
    Example("/catch-up", "what changed for you since your last act"),
    Example("/yearbook", "a campaign over time, as tables and a picture"),
    Example("/learn system: crusade7", "a lesson of ten minutes on a table of your own"),
    Example("/howto", "how to play, on one page, with orders that you could give now"),
    Example("/luck", "what the dice of each side brought, against what could be expected"),
    Example("/replay", "the whole match as a page for your browser"),
    Example("/gm extend by: 12h seat: 2", "more time for a seat (all who are awaited)"),
    Example("/clock show", "who has how long, and what a missed deadline does"),
    Example(
        "/clock set clock: 3d grace: 1 open_after: 3",
        "a clock: `3d` a turn, `3d + 12h max 5d`, `1d bank 7d`, `off`",
    ),
    Example(
        "/clock holiday first: 2026-12-24 last: 2027-01-02",
        "days off: your clock rests in all your matches, as far as each allows it",
    ),
    Example("/clock extend by: 1d", "more time for your opponent, from you"),
    Example("/clock pause length: 7d", "match and clocks rest, if all agree"),
    Example("/clock resume", "goes on before the pause is over, if all agree"),
    Example(
        "/remind set ladder: 24h 8h 2h quiet: 22:00-07:00 zone: Europe/Berlin",
        "when you are reminded of deadlines; `off` for never",
    ),
    Example("/remind round number: 5 note: treaty ends", "tells you so when round 5 begins"),
    Example("/remind show", "your reminders and your deadlines"),
    Example(
        "/plan text: B1 fires at the nearest; stop if a unit of mine dies",
        "what is done for you if you miss a deadline, and what it would do now",
    ),
    Example("/plan text: on", "uses it as soon as it is your turn; also `off`, `now`, `clear`"),
    Example("/help", "three orders that you could give right now, and the topics"),
    Example("/rule id: C7-MOVE-8", "the text of a rule, or of ruling #17 of this match"),
    Example("/about", "version, source, rules version"),
    Example("/privacy show", "what is kept about you"),
    Example("/privacy erase", "erases it; the match log keeps the seat, not the account"),
    Example(
        "/setup check",
        "sets a server up: names each permission that the bot lacks, where, and what to do; "
        "choices; *Try it*",
    ),
    Example("/setup gm-role role: @Umpires", "a role with GM rights in this server's matches"),
    Example(
        "/setup words phrase: the big guy means: WR1",
        "words that every match of this server knows; without options lists them",
    ),
    Example("/setup asking on: False", "no question before a phase ends with units waiting"),
)


def command_lines() -> list[str]:
    """One line per command."""
    return [f"`{one.typed}` - {one.does}" for one in (*COMMANDS, MENU_ENTRY)]
