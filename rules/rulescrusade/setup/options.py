"""RC-SCOPE-4: the options of a game, and the table that they lay."""

from collections.abc import Mapping

from rules.border.game import Option, between, with_defaults
from rules.line.adjudication import Dice
from rules.line.events import DiceLoaded, Event, PhaseBegan, TurnPassed
from rules.line.orders import GM
from rules.rulescrusade.apply import apply
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import StageBegan, TableLaid
from rules.rulescrusade.setup.ground import lay_out, open_ground
from rules.rulescrusade.sheets import CARDS, Library
from rules.rulescrusade.state import Item, Rules, State

RULE = "RC-SCOPE-4"
YES_NO = ("no", "yes")
OPTIONS = (
    Option("rows", "24", (), RULE, "rows of the board", between(6, 48)),
    Option("cols", "36", (), RULE, "columns of the board", between(6, 48)),
    Option("mode", "open", ("open", "hulk"), RULE, "open ground, or the corridors of a hulk"),
    Option("seats", "2", ("2", "3", "4", "5", "6"), RULE, "number of seats"),
    Option("scenario", "annihilation", ("annihilation", "points"), "RC-VIC-1", "how it is won"),
    Option("rounds", "0", (), "RC-VIC-2", "round limit, 0 for none", between(0, 99)),
    Option("dark", "no", YES_NO, "RC-COVER-5", "the whole board is in darkness"),
    Option("volley", "yes", YES_NO, "RC-VOLLEY-1", "Volley Fire is allowed"),
    Option("melee_fail", "pistol", ("pistol", "random"), "RC-FAIL-4", "which weapon fails"),
    Option("blast_rolls", "single", ("single", "each"), "RC-TMPL-7", "rolls of a blast"),
    Option("ap_in_melee", "yes", YES_NO, "RC-WFX-1", "AP counts in melee"),
    Option("shamble", "once", ("once", "each"), "RC-ABIL-27", "rolls of shambling models"),
    Option("bodies", "no", YES_NO, "RC-CARRY-8", "killed models stay as bodies"),
    Option("models_block", "no", YES_NO, "RC-LOS-5", "big models block sight"),
    Option("budget", "50", (), "RC-SETUP-9", "points for each force, 0 for any", between(0, 500)),
    Option("map", "open", ("open", "yard", "corridors"), "RC-DATA-5", "a map that ships"),
)


def read_rules(options: Mapping[str, str]) -> Rules:
    """RC-SCOPE-4: the options as values, defaults for those not named."""
    chosen = with_defaults(OPTIONS, options)
    return Rules(
        rows=int(chosen["rows"]),
        cols=int(chosen["cols"]),
        hulk=chosen["mode"] == "hulk",
        seats=int(chosen["seats"]),
        scenario=chosen["scenario"],
        rounds=int(chosen["rounds"]),
        dark=chosen["dark"] == "yes",
        volley=chosen["volley"] == "yes",
        melee_fail=chosen["melee_fail"],
        blast_rolls=chosen["blast_rolls"],
        ap_in_melee=chosen["ap_in_melee"] == "yes",
        shamble=chosen["shamble"],
        bodies=chosen["bodies"] == "yes",
        models_block=chosen["models_block"] == "yes",
        budget=int(chosen["budget"]),
        map=chosen["map"],
    )


def lay_table(
    options: Mapping[str, str],
    library: Library,
    dice: Dice,
    scene: bool = False,
    tray: tuple[int, ...] = (),
) -> tuple[Event, ...]:
    """RC-SETUP-9: a new match begins in stage `muster`; RC-SETUP-7: a case in play."""
    battle = Battle(State(), GM, dice, apply)
    if tray:
        battle.emit(DiceLoaded(tray))
    rules = read_rules(options)
    ground = open_ground(rules.rows, rules.cols)
    items: tuple[Item, ...] = ()
    for sheet in library.maps:
        if sheet.name == rules.map:
            ground, items = lay_out(sheet, rules.hulk)
    deck = tuple(card for card in CARDS for _ in range(2))
    battle.emit(TableLaid(rules, ground, library, deck, items))
    battle.emit(PhaseBegan(1, "play" if scene else "setup"))
    battle.emit(StageBegan("-" if scene else "muster"))
    if scene:
        battle.emit(TurnPassed(1))
    return battle.finish()
