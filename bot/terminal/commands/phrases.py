"""`referee phrases FILE_OR_FOLDER...`: measure how well the referee reads what people type;
`--from-play FOLDER`: write what was kept of play into files."""

import argparse
from pathlib import Path

from bot.cases.casefile import CaseError, PhraseBlock, files_of, read_phrases
from bot.config import Config, Trouble, as_trouble, read_config
from bot.doors.measure import OUTCOMES, Verdict, counted, run_file
from bot.doors.played import played
from bot.terminal.commands.common import Work, database_argument, referee
from rules.display.words import counted as counted_words

PLAY = "play-"
"""How the names of files begin that hold phrases of play."""


def arguments(_: str, parser: argparse.ArgumentParser) -> None:
    """Which files, and the shares that must be reached."""
    parser.add_argument("paths", nargs="*", metavar="FILE_OR_FOLDER", type=Path)
    parser.add_argument(
        "--from-play",
        metavar="FOLDER",
        type=Path,
        help="write the phrases that matches have taught into files below this folder",
    )
    database_argument(parser)
    parser.add_argument(
        "--right", type=_share, default=(90, 100), help="the least share read right (0.90)"
    )
    parser.add_argument(
        "--served", type=_share, default=(98, 100), help="the least share right or offered (0.98)"
    )


def _share(text: str) -> tuple[int, int]:
    """`0.9` as a fraction of whole numbers."""
    whole, _, part = text.partition(".")
    if not (whole or "0").isdigit() or not (part or "0").isdigit() or len(part) > 6:
        raise argparse.ArgumentTypeError(f"{text!r} is no share between 0 and 1")
    scale = 10 ** len(part)
    return int(whole or 0) * scale + int(part or 0), scale


def run(_: str, chosen: argparse.Namespace) -> Work:
    """Exit code 0: good enough and nothing misread, 1: not, 2: a file cannot be read."""
    if chosen.from_play is not None:
        if chosen.paths:
            raise Trouble("one thing at a time: files to measure, or --from-play", code=2)
        return _from_play(read_config(chosen.db), chosen.from_play)
    verdicts: dict[str, list[Verdict]] = {}
    for path in chosen.paths:
        for file in files_of(path):
            with as_trouble(CaseError):
                blocks = read_phrases(file)
                verdicts |= {name: [] for name in map(_name, blocks) if name not in verdicts}
                for block, verdict in run_file(blocks, str(file)):
                    verdicts[_name(block)].append(verdict)
                    _show(str(file), verdict)
    if not verdicts:
        raise Trouble("there is no file of phrases", code=2)
    _table(verdicts)
    every = [verdict for rows in verdicts.values() for verdict in rows]
    found = counted({"": every})[""]
    print(", ".join(f"{found[outcome]} {outcome}" for outcome in OUTCOMES))
    right, served = found["right"], found["right"] + found["offered"]
    enough = _reaches(right, len(every), chosen.right) and _reaches(
        served, len(every), chosen.served
    )
    return 0 if enough and not found["misread"] else 1


async def _from_play(config: Config, folder: Path) -> int:
    """Write what was kept: for each system files `SYSTEM/play-1.phrases`, in a folder that has none
    from an earlier time, whose phrases may have been erased since."""
    if any(folder.rglob(f"{PLAY}*.phrases")):
        raise Trouble(f"{folder} has phrases of play already: name a new folder", code=2)
    async with referee(config) as service:
        found = await played(service)
    for system, texts in found.files.items():
        for number, text in enumerate(texts, 1):
            file = folder / system / f"{PLAY}{number}.phrases"
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            except OSError as error:
                raise Trouble(f"{file}: {error.strerror or 'cannot be written'}", code=2) from error
            print(file)
    told = counted_words(found.phrases, "phrase"), counted_words(found.matches, "match", "matches")
    left = f"; {found.left_out} left out, which are not read back so" if found.left_out else ""
    print(f"{told[0]} of {told[1]}{left}. Read them before you give them away.")
    return 0


def _name(block: PhraseBlock) -> str:
    return f"{block.case.system}: {block.title}"


def _reaches(number: int, total: int, share: tuple[int, int]) -> bool:
    return number * share[1] >= share[0] * total


def _show(file: str, verdict: Verdict) -> None:
    """A phrase that is not right: where, what was typed, what it means, what came of it."""
    if verdict.outcome == "right":
        return
    phrase = verdict.phrase
    typed = phrase.text.replace("\n", "\\n")
    print(f"{file}:{phrase.line}: {typed}")
    print(f"    expected {phrase.means}; {verdict.outcome}: {verdict.came}")


def _table(verdicts: dict[str, list[Verdict]]) -> None:
    """Counts by system and block."""
    systems: dict[str, list[Verdict]] = {}
    for name, rows in verdicts.items():
        systems.setdefault(name.partition(":")[0], []).extend(rows)
    width = max(map(len, (*verdicts, "block")))
    heads = "  ".join(f"{outcome:>7}" for outcome in OUTCOMES)
    print(f"\n{'block':<{width}}  {heads}  {'of':>5}")
    for name, counts in (*counted(verdicts).items(), *counted(systems).items()):
        total = sum(counts.values())
        row = "  ".join(f"{counts[outcome]:>7}" for outcome in OUTCOMES)
        print(f"{name:<{width}}  {row}  {total:>5}")
    print()
