"""The `referee` command: one line per subcommand; each loads only what it needs."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from importlib import import_module

COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("play", "play at this table: type orders, see what happens"),
    "discord": ("discord", "run the bot on Discord"),
    "cases": ("cases", "run conformance cases and print what fails"),
    "phrases": ("phrases", "measure how well the referee reads what people type"),
    "board": ("show", "print the board of a match, or the empty board of a system"),
    "key": ("show", "print the key of a match"),
    "report": ("show", "print the report of the present phase of a match"),
    "log": ("show", "print the log of a match"),
    "why": ("show", "unfold one entry of a match"),
    "list": ("show", "list the matches of the database"),
    "forum": ("forum", "referee a pasted forum post and print the BBCode answer"),
    "replay": ("replay", "write a match as a page to look at, with every die checked"),
    "export": ("files", "write a match as a file"),
    "import": ("files", "take over an exported match"),
    "verify": ("files", "check an exported match, entry by entry and die by die"),
    "readjudicate": ("files", "replay a match under today's rules and list the differences"),
    "case": ("files", "write one entry of a match as a runnable case"),
    "backup": ("database", "write a checked copy of the database"),
    "restore": ("database", "put a backup in place of the database"),
    "copy": ("copy", "copy all matches from one database to another, each of them checked"),
    "perft": ("perft", "count the successors of a position"),
    "doctor": ("database", "check the installation and the database"),
}

MOST_SAID = 500
"""Most characters printed of an error message, or of a file name in one."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; returns its exit code.  Errors are one sentence on stderr."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = _parser()
    if not words or words[0] not in COMMANDS:
        parser.parse_args(words or ["--help"])
        return 2
    name, rest = words[0], words[1:]
    if any("\udc80" <= sign <= "\udcff" for word in rest for sign in word):
        print(f"referee {name}: what was typed is not text in UTF-8", file=sys.stderr)
        return 2
    module = import_module(f"bot.terminal.commands.{COMMANDS[name][0]}")
    from bot.config import Trouble

    command = argparse.ArgumentParser(prog=f"referee {name}", description=COMMANDS[name][1])
    module.arguments(name, command)
    arguments = command.parse_intermixed_args(rest)
    try:
        done = module.run(name, arguments)
        return done if isinstance(done, int) else asyncio.run(done)
    except Trouble as trouble:
        print(f"referee {name}: {str(trouble)[:MOST_SAID]}", file=sys.stderr)
        return trouble.code
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except OSError as error:
        about = f"{str(error.filename)[:MOST_SAID]}: " if error.filename else ""
        print(f"referee {name}: {about}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:<{width}}  {text}" for name, (_, text) in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="referee",
        description="The referee for wargames played by post.",
        epilog=f"commands:\n{listed}\n\n`referee COMMAND --help` says more of each.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="referee COMMAND ...",
    )
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND", help="what to do")
    return parser


if __name__ == "__main__":
    sys.exit(main())
