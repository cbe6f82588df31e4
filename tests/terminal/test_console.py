"""`referee` as a person at a terminal meets it: the command line, the local table, files."""

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS, main
from bot.match import reply
from bot.match.reply import UNSAID
from tests.places import ROOT


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with no settings from outside."""
    monkeypatch.chdir(tmp_path)
    for name in ("DATABASE_URL", "REFEREE_BACKUP_FOLDER", "REFEREE_BACKUPS_KEPT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def referee(*words: str, lines: str = "", alone: bool = False) -> tuple[int, str, str]:
    """Run the command.  Returns exit code, output and errors; with `alone` it runs in a process of
    its own, as from a shell."""
    if alone:
        done = subprocess.run(
            [sys.executable, "-m", "bot", *words],
            input=lines,
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        code, out, errors = done.returncode, done.stdout, done.stderr
    else:
        code, out, errors = called(words, lines)
    assert "Traceback" not in out + errors, errors
    return code, out, errors


def called(words: Sequence[str], lines: str) -> tuple[int, str, str]:
    """Run the command in this process, with these lines on its standard input."""
    given = io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8")
    with (
        pytest.MonkeyPatch.context() as patched,
        redirect_stdout(io.StringIO()) as out,
        redirect_stderr(io.StringIO()) as errors,
    ):
        patched.setattr(sys, "stdin", given)
        try:
            code = main(words)
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
    return code, out.getvalue(), errors.getvalue()


def test_a_long_list_of_orders_says_that_there_are_more(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND: `legal` stops at the limit of an answer and says what can be asked instead."""
    monkeypatch.setattr(reply, "AT_ONCE", 500)
    code, out, _ = referee("play", "--db", "a.sqlite", lines="report\nlegal\n")
    listed = out.rpartition("  L1: ")[2]
    assert code == 0
    assert 300 < len(listed) < 500
    assert listed.rstrip().endswith(UNSAID)


def test_play_from_a_pipe(home: Path) -> None:
    """A new match is a ready-made battle in which orders can be given at once; the exit code is
    0."""
    lines = "L1 moves to 8,12\n= L1 at 8,12\n= L1 at 8,13\nboard\nkey full\n"
    lines += "L1 moves to 8,13\nlegal L2\n"
    code, out, _ = referee("play", "--db", "a.sqlite", lines=lines, alone=True)
    assert code == 0
    assert "L1 moves to 8,12 (3.00 -> 3)" in out
    assert "\ntrue\nfalse: 8,12\n" in out
    assert "Legionnaire1 HP 27" in out
    assert "C7-MOVE-1" in out
    assert "L2 moves to" in out
    assert "\x1b[" not in out


def test_orders_on_a_condition(home: Path) -> None:
    """Conditions are decided one after the other; one that waits for others is saved as a plan with
    `y`; one that is not understood is asked about, and nothing of its message is filed."""
    lines = (
        "L1 moves to 8,12; if L1 is within 1 of 8,12, L2 stays; otherwise, L2 moves to 9,9\nlog\n"
    )
    lines += "if O1 comes within 4 of L1, L1 attacks O1 in reach\ny\nplan\n"
    lines += "L3 stays; if L1 blinks, L4 stays\nlog\n"
    code, out, _ = referee("play", "--db", "a.sqlite", lines=lines)
    assert code == 0
    assert "Condition not met, nothing done: otherwise, L2 moves to 9,9" in out
    assert "army 1: L2 stays // if L1 is within 1 of 8,12\n" in out
    assert "plan: if O1 comes within 4 of L1, L1 attacks O1 in reach\ny files it" in out
    assert out.count("\n1 if O1 comes within 4 of L1, L1 attacks O1 in reach: ") == 2
    assert '"if" keeps me from carrying this out' in out
    assert "L3 stays" not in out.rpartition("army 1: L2 stays")[2]


def test_play_goes_on_where_it_stopped(home: Path) -> None:
    """Started again with the same file, the match goes on; with `--key`, repeated input has no
    effect."""
    referee("play", "--db", "a.sqlite", "--key", "k", lines="L1 moves to 8,12\n")
    code, out, _ = referee("play", "--db", "a.sqlite", "--key", "k", lines="L1 moves to 8,12\n")
    assert code == 0
    assert "goes on after #19" in out
    assert "L1 moves to 8,12 (3.00 -> 3)" in out
    code, out, _ = referee("play", "--db", "a.sqlite", lines="L1 moves to 8,13\nundo\nlog\nhelp\n")
    assert "C7-MOVE-1" in out
    assert "undo" in out
    assert "help TOPIC" in out


def test_play_answers_what_it_does_not_know(home: Path) -> None:
    """Input that it does not know is answered with a sentence, and the console goes on."""
    lines = "why\nwhy #99\nhelp dancing\nhelp moving\n9> end phase\n= the moon\nreport\n"
    lines += "override ledger\nbranches\ngm> set L1 hp 5 // dice fell off\nwhy #19\nquit"
    code, out, _ = referee("play", "--db", "a.sqlite", lines=lines + "\nboard\n")
    assert code == 0
    for said in ("the number of an entry", "no entry #99", "no topic", "L1 moves to 5,12"):
        assert said in out
    for said in ("no army 9", "not a question", "no branch was left", "dice fell off"):
        assert said in out


def test_a_statblock_of_several_lines(home: Path) -> None:
    """`gm| ` continues a statblock that `gm> import ...` began."""
    block = (
        "gm> import Velite V HP 18 AC 13 Cost 9 G\ngm| Stats: 7, 2, 3, 1, 0, 1, 1, 2\n"
        "gm| Attacks:\ngm| Dagger: melee, , STR+PF, 5 piercing,\n"
        "gm> put Velite V1 for army 1 at 1,1\n= V1 hp 18\n"
    )
    code, out, _ = referee("play", "--blank", "--db", "a.sqlite", "gold=500", lines=block)
    assert (code, out.splitlines()[-1]) == (0, "true")


@pytest.mark.parametrize(
    ("words", "dealt"),
    [
        (("crusade8x8", "placement=hidden"), False),
        (("crusade8x8", "sight=clear"), True),
        (("crusade7", "gold=750"), False),
        (("crusade7", "reach=ring"), True),
    ],
)
def test_an_option_of_the_set_up_begins_it(home: Path, words: tuple[str, ...], dealt: bool) -> None:
    """Naming an option that only the set-up uses begins the set-up, not the ready-made battle."""
    lines = "= phase play\n= phase move\n"
    _, out, _ = referee("play", *words, "--db", "a.sqlite", lines=lines)
    assert ("\ntrue" in out) == dealt


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "chess"), "no system"),
        (("play", "crusade7", "gold=lots"), "gold"),
        (("play", "crusade7", "wind=high"), "no option"),
        (("play", "crusade7", "now"), "no option"),
        (("play", "--db", "."), "is a folder"),
        (("board", "nothing", "--db", "a.sqlite"), "no match called"),
        (("why", "nothing", "#1", "--db", "a.sqlite"), "no match called"),
        (("verify", "missing.json"), "No such file"),
        (("import", "missing.json"), "No such file"),
        (("restore", "missing.sqlite"), "no file"),
        (("backup", "copy.sqlite", "--db", "none.sqlite"), "no database file"),
        (("cases", "missing.case"), "No such file"),
        (("forum", "nothing", "post.txt"), "No such file"),
    ],
)
def test_trouble_is_one_sentence(home: Path, words: tuple[str, ...], said: str) -> None:
    """What cannot be done is told in one line on the error output, with exit code 2."""
    code, _, errors = referee(*words)
    assert code == 2
    assert said in errors
    assert errors.count("\n") == 1


def test_settings_are_checked(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting with an impossible value is named."""
    monkeypatch.setenv("REFEREE_BACKUPS_KEPT", "many")
    code, _, errors = referee("list", "--db", "a.sqlite")
    assert code == 2
    assert "REFEREE_BACKUPS_KEPT" in errors


def test_cases_command(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 0 when all passed, 1 when one failed, 2 when a file cannot be read."""
    good, bad, odd = home / "good.case", home / "bad.case", home / "odd.case"
    head = "# X\ngame: crusade7\ngm> put Legionnaire L1 for army 1 at 5,5\n"
    good.write_text(head + "= L1 hp 27\n1> L1 dances\n")
    bad.write_text(head + "= L1 hp 26\n")
    odd.write_text(head + "L1 hp 26\n")
    assert main(["cases", str(good)]) == 0
    assert "warning: refused, C7-ORDER-1" in capsys.readouterr().out
    assert main(["cases", str(good), str(bad)]) == 1
    out = capsys.readouterr().out
    assert f"{bad}:4: expected L1 hp 26; found 27" in out
    assert out.endswith("1 passed, 1 failed\n")
    assert main(["cases", str(odd)]) == 2
    assert f"{odd}:4: not a line of a case" in capsys.readouterr().err


def test_showing_and_files(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """board, key, report, log, why, list, export, verify, import, case, readjudicate, backup."""
    referee("play", "--db", "a.sqlite", lines="L1 moves to 8,12\n")
    database = ("--db", "a.sqlite")

    def run(*words: str, code: int = 0) -> str:
        assert main([*words, *database]) == code, capsys.readouterr()
        return capsys.readouterr().out

    assert run("board", "crusade7", "--format", "bbcode").count("[/color]") == 48
    assert " L1 " in run("board", "#1", "--format", "bbcode")
    assert run("board", "#1", "--format", "markdown").startswith("```ansi")
    assert "Legionnaire1 HP 27" in run("key", "#1")
    assert "(3.00 -> 3)" in run("report", "#1")
    assert "#19" in run("log", "#1")
    assert "C7-MOVE" in run("why", "#1", "#19")
    assert "crusade7" in run("list")
    run("export", "#1", "--out", "match.json")
    assert run("verify", "match.json").startswith("ok: 20 entries")
    assert "imported with 20 entries" in run("import", "match.json", "--name", "copy")
    assert "0 entries" in run("readjudicate", "copy")
    run("case", "copy", "#19", "--out", "nineteen.case")
    assert main(["cases", "nineteen.case"]) == 0
    run("backup", "kept.sqlite")
    assert "is now the backup" in run("restore", "kept.sqlite")
    monkeypatch.delenv("REFEREE_MEMORY")
    told = run("doctor")
    assert "sound" in told
    assert "questions are declined above 1,024 MB (REFEREE_MEMORY)" in told
    document = json.loads((home / "match.json").read_text())
    document["entries"][19]["events"][0]["rounded"] = 9
    (home / "edited.json").write_text(json.dumps(document))
    assert "#19" in run("verify", "edited.json", code=1)
    assert list((home / "backups").iterdir())


ODD_NAMES = (
    *("a#b.sqlite", "a?mode=rwc.sqlite", "a%41.sqlite", "a b&c=d.sqlite"),
    "\u00e4+\u2713.sqlite",
)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_backups_of_any_name(home: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Backups and databases may have any file name, and the file that is checked is the one
    copied."""
    referee("play", "--db", "a.sqlite", lines="L1 moves to 8,12\n")
    assert main(["backup", name, "--db", "a.sqlite"]) == 0
    assert main(["restore", name, "--db", "b.sqlite"]) == 0, capsys.readouterr().err
    assert "is now the backup" in capsys.readouterr().out
    for file in ("b.sqlite", name):
        assert main(["log", "#1", "--db", file]) == 0
        assert "L1 moves to 8,12" in capsys.readouterr().out
    assert main(["doctor", "--db", name]) == 0
    capsys.readouterr()
    (home / name).write_text("a letter")
    for other in ("a", "aA.sqlite", "a b"):
        shutil.copy("b.sqlite", other)
    assert main(["restore", name, "--db", "c.sqlite"]) != 0
    assert f"{name} is not a sound database" in capsys.readouterr().err
    assert not (home / "c.sqlite").exists()


def test_an_import_needs_a_name(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A match whose name is blank or invisible is not imported."""
    referee("play", "--db", "a.sqlite", lines="L1 moves to 8,12\n")
    database = ("--db", "a.sqlite")
    assert main(["export", "#1", "--out", "m.json", *database]) == 0
    document = json.loads((home / "m.json").read_text())
    for name in (" ", "   ", "\u3164", "\u2800\u2800", ""):
        assert main(["import", "m.json", "--name", name, *database]) != 0
        assert "a match is called by" in capsys.readouterr().err
        (home / "named.json").write_text(json.dumps({**document, "name": name}))
        assert main(["import", "named.json", *database]) != 0
        assert "a match is called by" in capsys.readouterr().err
    assert main(["list", *database]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


POST = """[b]Turn one[/b]
[quote=ben]L1 moves to 1,1[/quote]
Forward, men of Rome!
- [b]L1[/b] moves to 8,12
L2 moves to 9,12 // behind him
That should do it.
"""


def test_forum(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Prose, quotes and markup in a forum post are passed over; an unreadable line comes back, and
    the readable lines beside it are filed all the same."""
    referee("play", "--db", "a.sqlite")
    Path("post.txt").write_text(POST)
    assert main(["forum", "crusade7-table", "post.txt", "--db", "a.sqlite"]) == 0
    out = capsys.readouterr().out
    assert "L2 moves to 9,12 (3.00 -> 3)" in out
    assert out.count("[color=#f00]") == 24
    Path("bad.txt").write_text("L3 mvoes to 10,12\nL4 hops\nL5 moves to 12,12\n")
    assert main(["forum", "crusade7-table", "bad.txt", "--db", "a.sqlite"]) == 1
    out = capsys.readouterr().out
    assert "mvoes" in out
    assert "L4 hops" in out
    assert "12,12 (3" in out
    Path("prose.txt").write_text("Nothing today, I am ill.\n")
    assert main(["forum", "crusade7-table", "prose.txt", "--db", "a.sqlite"]) == 1


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Every subcommand says what it does."""
    for name in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
        assert COMMANDS[name][1] in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("asked", ["how do I play?", "how to play", "?", "rules"])
def test_how_to_play_is_answered(home: Path, asked: str) -> None:
    """Asking how to play shows orders that can be given now, and no guess at what was meant."""
    code, out, _ = referee("play", "machinadei", "--db", "a.sqlite", lines=f"{asked}\n")
    assert code == 0
    assert "Machina Dei: round 1, move phase, army 1." in out
    assert "Now, for example:" in out
    assert "did you mean" not in out.lower()


def test_rules_things_and_odds_are_looked_up(home: Path) -> None:
    """Rules, units and odds can be looked up; what does not exist is answered with a sentence."""
    lines = "rule C7-MOVE-8\nrule C7-MOVE-99\ndescribe L1\nodds L1 moves to 8,10\nlog\n"
    code, out, _ = referee("play", "crusade7", "--db", "a.sqlite", lines=lines)
    assert code == 0
    assert "A move's length is the sum of its legs" in out
    assert "there is no rule 'C7-MOVE-99'; perhaps C7-MOVE-" in out
    assert "Legionnaire L1 at 8,9" in out
    assert "odds are for attacks" in out


def test_a_question_of_the_rules_leaves_no_entry(home: Path) -> None:
    """RC-ORD-11, MD-SHOW: `check` and `show` are answered, alone or after an order; they are not in
    the log, and `undo` takes back the order before them."""
    lines = "M1 moves to 15,7\ncheck M1 to O2\nundo\nM1 moves to 15,7; check M1 to O2\nlog\n"
    code, out, _ = referee("play", "rulescrusade", "--db", "a.sqlite", lines=lines)
    assert code == 0
    assert out.count("M1 to O2: 10 inches, penalty 0, sight none, cover none") == 2
    assert "army 1 takes back #19" in out
    assert "army 1: check" not in out
    assert "Something is wrong" not in out
    lines = "show Bows1\nBows1 advances 2; show Bows1\nlog\n"
    code, out, _ = referee("play", "machinadei", "--db", "b.sqlite", lines=lines)
    assert code == 0
    assert out.count("Bows1 (Sagittary) 10 models") == 2
    assert "army 1: show" not in out
    assert "Something is wrong" not in out


def test_a_newcomer_is_helped(home: Path) -> None:
    """Greetings, half a question and a `yes` to nothing get a hint and file nothing; `how do I
    attack?` shows that topic, and `legal` names every unit once."""
    lines = "hello\nodds\ncard\nyes\nhelp me\nhow do I attack?\nlegal\nodds L1 attacks O1\nlog\n"
    code, out, _ = referee("play", "crusade7", "--db", "a.sqlite", lines=lines)
    assert code == 0
    assert "Now, for example:" in out
    assert "odds of what? `odds ORDER`, or who beats whom: odds B1 against ENEMY" in out
    assert "a card of what? card B1" in out
    assert "Nothing was asked just now." in out
    assert "  gm> LINE       an override of the GM" in out
    assert "Attacks, in the Heavy Support Fight Phase and the Fight Phase" in out
    assert (
        "L1: moves to (25) \u00b7 advances to (105) \u00b7 falls back to (25) \u00b7 stays\n" in out
    )
    assert "use High Alert on B1 \u00b7 EQ1" in out
    assert "15 in all: legal use High Alert\n" in out
    assert "Gladius (C7-MELEE-1: O1 is 13 from L1" in out
    assert "C7-ORDER-1" not in out
    assert "#19" not in out


def test_topics_and_lessons_by_other_names(home: Path) -> None:
    """`help moving` finds the topic `moves`; `quit lesson` leaves the lesson."""
    code, out, _ = referee(
        "play", "machinadei", "--db", "b.sqlite", lines="how do i charge\nodds Legion1\n"
    )
    assert "Titan1 charges Spears2  (MD-CHARGE-1)" in out
    assert "who beats whom: odds Legion1 against ENEMY" in out
    lines = "help moving\nlearn\nquit lesson\ncan Ashford attack Farrow?\n"
    code, out, _ = referee("play", "candlebre", "--db", "a.sqlite", lines=lines)
    assert code == 0
    assert "no topic" not in out
    assert "The lesson stops" in out
    assert "Can Ashford attack Farrow? Yes: odds Ashford against Farrow" in out


def test_a_pipe_hears_no_codes(home: Path) -> None:
    """C7-INIT-4: a report through a pipe leaves out codes such as -999 and armies that lost nobody,
    and says in words that no unit counts."""
    lines = "end phase\n" * 6 + "skip to command\n" * 2 + "report\n"
    code, out, _ = referee("play", "crusade7", "--db", "a.sqlite", lines=lines)
    assert code == 0
    assert "-999" not in out
    assert "lost nobody" not in out
    assert "Mana: army 2 first, place 5 of the chart" in out
    assert "Heavy Support Fight: army 1 first, 1 to nobody" in out
    assert "Round 1 is over" in out


def test_the_board_fits_the_terminal(home: Path) -> None:
    """The board fits 80 columns and marks what changed since the player's last line; `board full`
    shows the board as the system draws it."""
    lines = "L1 moves to 8,12\nend phase\nboard\nkey\nboard full\nkey full\n"
    code, out, _ = referee("play", "crusade7", "--db", "a.sqlite", lines=lines)
    assert code == 0
    board, _, rest = out.partition("Army 1 ")
    shown = board[board.index("    6 ") :].splitlines()
    assert max(map(len, shown)) <= 80
    assert shown[3].split()[:5] == ["8", ".", "SG1", ".", "."]
    assert "L1*" in shown[3]
    assert shown[-2:] == ["* moved, hurt or changed since your last line", "Moved: L1"]
    assert " B1  Ballista          58/58  13 13,6" in rest
    assert "Legionnaire1 HP 27" in rest


def test_price_lists_and_cards(home: Path) -> None:
    """`K1?`, `card Marine` and `units` are looked up; nothing is filed by them."""
    lines = "K1?\nL9?\ncard Marine\ncard Dragon\nunits\nunits 2\nlog\n"
    code, out, _ = referee("play", "rulescrusade", "--db", "a.sqlite", lines=lines)
    assert code == 0
    assert "there is no card of 'Dragon'; there are " in out
    assert "there is no card of 'L9'; there are " in out
    assert "M Marine 8 points" in out
    assert "more: units 2" in out
    assert "C7-" not in out
