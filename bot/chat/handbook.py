"""Every command with an example and what it does, for `/help topic: commands` and the guide."""

from rules.line.frozen import Frozen


class Example(Frozen):
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
    "Referee this post", "in the menu of a message, under Apps: reads it as orders of its author"
)

COMMANDS = (
    Example(
        "/match new name: Fords opponent: @Ben",
        "makes a match with its own thread; without a name a form opens",
    ),
    Example(
        "/match practice opponent: easy",
        "a ready-made battle against the computer; without opponent: both sides are yours",
    ),
    Example("/match join", "takes the first free seat of this channel's match"),
    Example("/match leave", "gives up your seat; somebody else may take it"),
    Example(
        "/match salt words: blue skies", "mixes your words into all dice; before the match starts"
    ),
    Example("/match start", "starts the match: the dice are fixed, the board is posted"),
    Example(
        "/match list which: mine", "your matches on all servers, first those that wait for you"
    ),
    Example(
        "/match info", "who plays, where the match stands, its options, the fingerprint of its dice"
    ),
    Example("/match pause", "stops the match for a while"),
    Example(
        "/match autopass on: False",
        "off: a phase in which nobody can do anything waits until you end it",
    ),
    Example("/match resume", "goes on after a pause"),
    Example("/match open-seat seat: 2", "frees a seat for a substitute"),
    Example("/match take-seat seat: 2", "takes over a seat that is open"),
    Example("/match hand-over to: @Cleo", "makes somebody else the GM"),
    Example(
        "/match here match: Fords", "moves a match to this channel, if the GM or all players say so"
    ),
    Example("/match share", "a name by which people on other servers may watch a public match"),
    Example("/match export", "the whole match as a file, for `referee verify`"),
    Example("/match delete", "removes a match; you type its name to confirm"),
    Example("/order text: L1 moves to 5,12", "gives orders; without text a form opens"),
    Example("/board", "the board as you may see it, with a picture; `share: True` shows it to all"),
    Example("/key", "all units with their numbers"),
    Example("/card name: L1", "a unit as it is now, or a type as printed; `L1?` is the same"),
    Example("/units of: Orc-Goblins", "what can be bought, with prices"),
    Example("/units show: factions", "the factions that you can play"),
    Example("/units show: roster", "your own army"),
    Example("/reach unit: B1", "how far a unit can go and strike, as a picture and in words"),
    Example(
        "/screen mine phone: True",
        "narrower boards, for you alone; `reader: True` tells them in words",
    ),
    Example(
        "/screen match board: text", "how a match shows its board: `both`, `text` or `picture`"
    ),
    Example("/report back: 1", "what happened one phase ago"),
    Example("/log last: 10", "the ten newest entries, one line each"),
    Example("/why entry: 17", "everything about entry #17: each number, each rule"),
    Example("/legal unit: L1", "what L1 could be ordered to do now, with a menu that types it"),
    Example("/forum-pack", "report, board and units as BBCode, in a file for a forum"),
    Example(
        "/gm line text: set round 2 reason: typing error", "any line of the GM, with its reason"
    ),
    Example("/gm import file: orcs.txt", "reads a faction, and shows it to you before it counts"),
    Example("/gm rewind to: 17", "goes back to the moment after entry #17"),
    Example("/gm ledger", "everything that a GM changed, with the reasons, and the branches"),
    Example("/gm rule text: The hill gives no cover", "records a ruling"),
    Example("/gm precedents text: uphill", "rulings on this server that have these words"),
    Example("/gm substitute seat: 2 who: @Dan", "gives a seat to somebody else"),
    Example("/gm lock on: True", "takes no orders but the GM's, until `on: False`"),
    Example(
        "/odds order: L1 attacks P1 with Gladius",
        "what an order would bring, exactly; nothing is rolled",
    ),
    Example(
        "/try order: L1 moves to 5,12",
        "a rehearsal that only you see; also `board`, `report`, `undo`, `keep`, `drop`",
    ),
    Example("/describe what: L1", "what is near L1, with direction and distance, in words"),
    Example("/catch-up", "what has changed for you since you last did something"),
    Example("/yearbook", "a campaign over time, as tables and a picture"),
    Example("/learn system: crusade7", "a lesson of ten minutes; nobody else sees it"),
    Example("/howto", "how to play, on one page, with orders that you could give now"),
    Example("/luck", "what each side's dice brought, and what could be expected"),
    Example("/replay", "the whole match as one page for your browser"),
    Example(
        "/gm extend by: 12h seat: 2", "more time for a seat; without seat: for all whose turn it is"
    ),
    Example("/clock show", "who has how much time, and what happens after a missed deadline"),
    Example(
        "/clock set clock: 3d grace: 1 open_after: 3",
        "sets the clock; also `3d + 12h max 5d`, `1d bank 7d`, `off`",
    ),
    Example(
        "/clock holiday first: 2026-12-24 last: 2027-01-02",
        "days off: your clock stops in all your matches, as far as each allows it",
    ),
    Example("/clock extend by: 1d", "gives your opponent more time"),
    Example("/clock pause length: 7d", "stops match and clocks for a week, if all agree"),
    Example("/clock resume", "ends the pause early, if all agree"),
    Example(
        "/remind set ladder: 24h 8h 2h quiet: 22:00-07:00 zone: Europe/Berlin",
        "when you are reminded of deadlines; `ladder: off` for never",
    ),
    Example("/remind round number: 5 note: treaty ends", "reminds you when round 5 begins"),
    Example("/remind show", "your reminders and your deadlines"),
    Example(
        "/plan text: B1 fires at the nearest; stop if a unit of mine dies",
        "orders that are given for you if you miss a deadline",
    ),
    Example("/plan text: on", "gives them as soon as it is your turn; also `off`, `now`, `clear`"),
    Example("/help", "three orders that you could give right now, and the topics of the help"),
    Example("/help topic: commands", "all commands, with an example of each"),
    Example("/rule id: C7-MOVE-8", "the text of a rule; `id: #17` is a ruling of this match"),
    Example("/about", "version, source and licence"),
    Example("/privacy show", "what is kept about you"),
    Example("/privacy erase", "erases it; the log of a match keeps your seat, not your account"),
    Example(
        "/setup check",
        "sets the bot up on a server: missing permissions, choices, a practice match",
    ),
    Example("/setup gm-role role: @Umpires", "a role with GM rights in all matches of this server"),
    Example(
        "/setup words phrase: the big guy means: WR1",
        "a word for all matches of this server; without options: lists them",
    ),
    Example(
        "/setup learning on: True",
        "off at first: I keep, without names, what I offer and what becomes of it, to read better",
    ),
    Example(
        "/setup asking on: False",
        "ends a phase without asking, even if some of your units could still act",
    ),
)


def command_lines() -> list[str]:
    """One line per command."""
    return [f"`{one.typed}` - {one.does}" for one in (*COMMANDS, MENU_ENTRY)]
