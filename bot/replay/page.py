"""The page: one HTML file that downloads nothing and can be read without its script too."""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape, unescape
from importlib.resources import files
from typing import Any

from bot.history.luck import HEADS, MEANING, LuckRow, luck_rows, per_cent
from bot.referee.beside import PAGES
from bot.referee.service import OpenMatch, Referee
from bot.render.svg import patterns
from bot.render.wording import without_controls
from bot.replay.film import Film, FilmStep, Reel, film_of
from rules.display.view import Line


async def replay_page(
    referee: Referee, table: OpenMatch, viewer: int | None = None, most: int = 0
) -> str:
    """A match as one page, with only what the viewer may see (None: the public).  Raises
    `RefereeError` if its boards have more than `most` shapes and lines (0: no limit)."""
    film = await film_of(referee, table, viewer, most)
    luck = await luck_rows(referee, table, viewer)
    return await PAGES.make(Page(film, luck).text)


@cache
def part(name: str) -> str:
    """The text of a file of this package: a style or script of the page."""
    return files("bot.replay").joinpath(name).read_text(encoding="utf-8")


def safe(text: str) -> str:
    """Escape a text for HTML and remove its control characters."""
    return escape(without_controls(text))


def fingerprint(text: str) -> str:
    """The hash by which the page's security policy allows its one script and its one style."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def as_data(value: Any) -> str:
    """A value as JSON that is safe inside a `<script>` element: nothing in it can end that."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    for sign in ("<", ">", "&", "\u2028", "\u2029"):
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


@dataclass
class Page:
    """Writes the HTML of a film."""

    film: Film
    luck: Sequence[LuckRow]

    def text(self) -> str:
        """The whole file."""
        film, style = self.film, part("page.css")
        script = part("proof.js") + part("page.js")
        policy = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        policy += f"style-src {fingerprint(style)}; script-src {fingerprint(script)}"
        head = (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="referrer" content="no-referrer">\n'
            f"<title>{safe(film.name)} \u00b7 {safe(film.system)} \u00b7 replay</title>\n"
            f'<link rel="icon" href="data:,">\n<style>{style}</style>\n</head>\n<body>\n'
        )
        top, log, luck, looks = self.header(), self.log(), self.lucky(), self.looks()
        told = {f"e{step.number}": entry(step) for step in film.steps}
        told |= {"top": top, "log": log, "luck": luck, "looks": looks, "promise": self.promise()}
        told["turns"] = self.turns()
        read = self.data({part: digest_of_words(one) for part, one in told.items() if one})
        data = f'<script type="application/json" id="data">{as_data(read)}</script>\n'
        body = (SKIP, top, "<main>\n", self.now(), self.stage(), log, luck)
        tail = (self.proof(), "</main>\n", looks, data, f"<script>{script}</script>\n")
        return "".join((head, *body, *tail, "</body>\n</html>\n"))

    def data(self, told: dict[str, str]) -> dict[str, Any]:
        """The data that the script reads; `told` has a digest of the words of each page part."""
        film = self.film
        symbols = {look: number for number, look in enumerate(self.symbols())}
        board = [[one.layer, symbols[one.look], one.x, one.y] for one in film.board.values]
        legend = [[symbols.get(look, -1), label] for look, label in film.legend.values]
        reels: dict[str, tuple[list[Any], list[Any]]] = {
            "board": (board, film.board.changes),
            "legend": (legend, film.legend.changes),
        }
        for name in ("stage", "titles", "words", "text"):
            reel: Reel[Any] = getattr(film, name)
            reels[name] = list(reel.values), reel.changes
        steps = [[one.number, int(one.void), int(one.back)] for one in film.steps]
        boards = json.dumps([steps, reels], separators=(",", ":"), ensure_ascii=False)
        told = {**told, "boards": digest_of_words(safe(boards))}
        return {"steps": steps, "reels": reels, "proof": {**film.proof, "told": told}}

    def symbols(self) -> list[str]:
        """Every look (piece of SVG) of boards and legends, once."""
        looks = [one.look for one in self.film.board.values]
        looks += [look for look, _ in self.film.legend.values if look]
        return list(dict.fromkeys(looks))

    # --- the parts ------------------------------------------------------------------------------

    def header(self) -> str:
        """The name of the match, and facts about it."""
        film = self.film
        count = len(film.steps) - 1
        facts = f"{film.system} \u00b7 {film.result} \u00b7 {count} orders, {film.seen_by}"
        words = f"<h1>{safe(film.name)}</h1>\n<p>{safe(facts)}</p>\n"
        return f'<header>\n<div id="top">{words}</div></header>\n'

    def stage(self) -> str:
        """The last board, which the script then replaces, and the buttons above it."""
        film = self.film
        words, text = safe("".join(film.words.last)), safe("\n".join(film.text.last))
        drawn = self.drawing() if film.stage.last else ""
        buttons = "".join(
            f'<button type="button" id="{name}" aria-label="{label}" title="{label} ({key})" '
            'disabled><svg viewBox="0 0 24 24" aria-hidden="true">'
            f'<path d="{sign}"/></svg></button>'
            for name, sign, label, key in BUTTONS
        )
        spoken = (
            f'<details><summary>The board in words</summary><p id="words">{words}</p></details>'
        )
        return (
            '<section id="stage" aria-labelledby="caption">\n<h2 id="caption">The board</h2>\n'
            f'<div role="group" aria-label="Steps" id="steps"><span>{buttons}</span>\n'
            f'<label><span class="unseen">Turn</span>{self.turns()}</label>\n'
            '<label class="slider"><span class="unseen">Step</span>'
            f'<input type="range" id="slider" min="0" max="{len(film.steps) - 1}" value="0" '
            f"disabled></label></div>\n{drawn}{spoken if words else ''}"
            f"<details{'' if drawn else ' open'}><summary>Board and key as text</summary>"
            f'<pre id="text" tabindex="0">{text}</pre></details>\n</section>\n'
        )

    def turns(self) -> str:
        """The list of turns to go to."""
        options = "".join(
            f'<option value="{one.step}" data-round="{one.round}">{safe(one.name)}</option>\n'
            for one in self.film.turns
        )
        opening = f'data-opening="{self.film.opening}"'
        return f'<select id="turns" {opening} disabled>\n{options}</select>'

    def drawing(self) -> str:
        """The last board, for browsers without the script, and an empty legend for the script."""
        film = self.film
        rows, columns, *_ = film.stage.last[0]
        numbers = {look: number for number, look in enumerate(self.symbols())}
        uses = "".join(
            f'<use href="#s{numbers[one.look]}" x="{one.x}" y="{one.y}"/>'
            for one in film.board.last
        )
        box = f'viewBox="-600 -600 {columns * 1000 + 1200} {rows * 1000 + 1200}"'
        svg = f'<svg id="board" {box} role="img" aria-labelledby="caption" '
        return (
            f'<figure>{svg}aria-describedby="words">{uses}</svg>'
            '<figcaption><ul id="legend" aria-label="Legend"></ul></figcaption></figure>\n'
        )

    def now(self) -> str:
        """The place where the script shows the order of the current step."""
        return (
            '<section id="now" aria-label="This order" aria-live="polite" aria-atomic="true">'
            "<noscript><p>Without JavaScript this page shows the board as it is at the end, and "
            "the whole log below.</p></noscript></section>\n"
        )

    def log(self) -> str:
        """Every order, under headings of round and phase."""
        parts, moment = list[str](), None
        for step in self.film.steps:
            if step.moment != moment:
                closing = "</ol>\n" if moment is not None else ""
                parts.append(f"{closing}<h3>{safe(step.moment) or 'the beginning'}</h3>\n<ol>\n")
                moment = step.moment
            parts.append(entry(step))
        return (
            '<section id="log" aria-labelledby="loghead" tabindex="-1">\n'
            '<h2 id="loghead">Log</h2>\n<div role="search" id="find" hidden><label>Search '
            '<input type="search" id="search" autocomplete="off" aria-describedby="found" '
            'title="Search (/)"></label> <label class="tick"><input type="checkbox" id="void"> '
            'with what was taken back</label> <output id="found" aria-live="polite"></output>'
            f"</div>\n{''.join(parts)}</ol>\n</section>\n"
        )

    def lucky(self) -> str:
        """The table of luck per side: results expected and rolled; empty without such dice."""
        if not self.luck:
            return ""
        rows = "".join(
            f'<tr><th scope="row">{safe(one.who)}, {safe(one.what)}</th><td>{one.dice}</td>'
            f"<td>{one.got}</td><td>{one.expected}</td><td>{per_cent(one.luckier)}</td></tr>\n"
            for one in self.luck
        )
        heads = "".join(f'<th scope="col">{one}</th>' for one in HEADS)
        return (
            '<section id="luck" aria-labelledby="luckhead">\n<h2 id="luckhead">Luck</h2>\n'
            '<div class="wide"><table><thead><tr>'
            f"{heads}</tr></thead><tbody>\n{rows}</tbody></table></div>\n<p>"
            f"{safe(MEANING[0].upper() + MEANING[1:])}.</p>\n</section>\n"
        )

    def promise(self) -> str:
        """The commitment to the dice, and how to check that nobody has changed this page."""
        promised = safe(self.film.proof["seeds"][0]["commitment"])
        seed = self.film.proof["seeds"][0].get("seed")
        told = f"The secret seed was <code>{safe(seed)}</code>." if seed else NO_SEED
        return (
            f'<p id="promise">Promised before the first die fell: SHA-256 <code>{promised}</code>. '
            f"{told} Every face follows from the seed, the number of the order and the number of "
            "the die; this page reckons them again, here, in your browser. Faces, typed words, "
            "reasons and times stand in the chain; what came of the orders, and the boards, are as "
            "the referee tells them. A copy of this page is the referee's if the SHA-256 of the "
            "file is the one that was named with it.</p>\n"
        )

    def proof(self) -> str:
        """The place where the script says what it has checked."""
        return (
            '<section id="proof" aria-labelledby="proofhead">\n<h2 id="proofhead">The dice</h2>\n'
            f"{self.promise()}"
            '<p id="verdict" role="status">Nothing is checked without JavaScript.</p>\n'
            '<ul id="troubles"></ul>\n<p id="heads" hidden><label>A head from a post, such as '
            f'<code>{safe(self.film.steps[-1].mark)}</code>: <input id="head" autocomplete="off" '
            'maxlength="80"></label> <output id="same" aria-live="polite"></output></p>\n'
            "</section>\n"
        )

    def looks(self) -> str:
        """The SVG symbols that all boards use: every look once."""
        symbols = self.symbols()
        drawn = "".join(f'<g id="s{number}">{look}</g>' for number, look in enumerate(symbols))
        return (
            '<svg id="looks" class="unseen" aria-hidden="true" focusable="false" width="0" '
            f'height="0"><defs>{patterns(symbols)}{drawn}</defs></svg>\n'
        )


def entry(step: FilmStep) -> str:
    """The HTML of one order in the log."""
    void = ' class="void"' if step.void else ""
    who = f"{safe(step.who)}: " if step.who else ""
    orders = f"<s>{safe(step.orders)}</s> (taken back)" if step.void else safe(step.orders)
    told = "".join(f"<li>{styled(one)}</li>" for one in step.told)
    parts = [
        f'<li id="e{step.number}"{void}><h4><a href="#e{step.number}">#{step.number}</a> '
        f"{who}{orders}</h4>",
        f"<p>Reason: {sealed('reason', step.reason)}</p>" if step.reason else "",
        f"<ul>{told}</ul>" if told else "",
    ]
    why = [*(f"written: {sealed('text', one)}" for one in (step.written,) if one)]
    why += [*map(safe, step.why), *(f"at {sealed('at', one)}" for one in (step.at,) if one)]
    lines = "\n".join((*why, safe(f"the chain: {step.mark}")))
    parts.append(f"<details><summary>Why</summary><pre>{lines}</pre></details>")
    if step.dice:
        parts.append(f'<p class="dice">{sealed("dice", ", ".join(step.dice))}</p>')
    return "".join((*parts, "</li>\n"))


def sealed(name: str, text: str) -> str:
    """A text that the hash chain contains too: the script replaces it by the one from the chain."""
    return f'<span data-sealed="{name}">{safe(text)}</span>'


def digest_of_words(markup: str) -> str:
    """The SHA-256 of the text of a part of the page, as a browser shows it."""
    words = unescape(re.sub(r"<[^>]*>", "", markup))
    return hashlib.sha256(" ".join(words.split()).encode()).hexdigest()


def styled(spans: Line) -> str:
    """The HTML of a line, its strong spans in `<strong>`."""
    parts = ((safe(one.text), one.strong) for one in spans)
    return "".join(f"<strong>{text}</strong>" if strong else text for text, strong in parts)


BUTTONS = (
    ("first", "M5 5h3v14H5zM20 5v14L9 12z", "To the beginning", "Home"),
    ("before", "M12 5v14L3 12zM22 5v14l-9-7z", "A turn back", "T; a round: R"),
    ("back", "M17 5v14L6 12z", "One step back", "left arrow"),
    ("play", "M4 5l8 7-8 7zM15 5h2v14h-2zM19 5h2v14h-2z", "Play", "space"),
    ("on", "M7 5v14l11-7z", "One step on", "right arrow"),
    ("after", "M12 5v14l9-7zM2 5v14l9-7z", "A turn on", "t; a round: r"),
    ("last", "M16 5h3v14h-3zM4 5v14l11-7z", "To the end", "End"),
)
SKIP = '<a class="skip" href="#log">To the log</a>\n'
NO_SEED = "The seed is shown when the match is over."
