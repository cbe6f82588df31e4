"""Parse trees of Rules Crusade sentences become the orders of `rules.rulescrusade`."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from lark import Token, v_args

from grammar.rulescrusade.cards import CardsReader
from grammar.rulescrusade.parts import Attacking, Mod, Said, gather, only, who_of
from grammar.transform import Clause, Unreadable, clause
from rules.line.orders import Chained
from rules.numbers.grid import Cell
from rules.rulescrusade import orders as own
from rules.rulescrusade.words import Goal

Route = tuple[Cell, ...]


@v_args(inline=True)
class MovingReader(CardsReader):
    """The rules of sentences.lark for moves."""

    def move(self, *said: Any) -> Clause:
        """RC-MOVE-1, RC-MOVE-14: `moves to 10,14`, `runs to 10,20`."""
        kind = own.Run if isinstance(said[0], Token) else own.Move
        goal, *via = said[1:] if kind is own.Run else said
        return partial(kind, to=goal, via=_route(goal, via))

    def move_by(self, *said: Any) -> Clause:
        """`moves via 9,12 to 10,14`."""
        kind = own.Run if isinstance(said[0], Token) else own.Move
        via, goal = said[1:] if kind is own.Run else said
        return partial(kind, to=goal, via=_route(goal, [via]))

    slip = clause(own.Slip)
    move_out = clause(own.Leave)
    leave = clause(own.Leave, "building to")
    enter = clause(own.Enter)

    def onto_roof(self, *said: Any) -> Clause:
        """RC-BLDG-12: `goes onto the roof of B1 at 4,5`."""
        at = next((one for one in said if isinstance(one, tuple)), None)
        return partial(own.OntoRoof, at=at)

    climb = clause(own.Climb)
    jump = clause(own.Jump)
    jump_down = clause(own.JumpDown)
    hang = clause(own.HangAndDrop)
    scrabble = clause(own.Scrabble)


def _route(goal: Goal, via: list[Route]) -> Route:
    """The cells on the way.  Raises `Unreadable` if such a route does not end in a cell."""
    if not via:
        return ()
    only(goal)
    return via[0]


Making = Callable[..., own.AttackOrder]

ONE_TARGET = (own.Charge, own.Dive, own.Latch, own.MindWar, own.MindBlast, own.Mob)
UNARMED = (own.Latch, own.MindWar, own.MindBlast, own.FireBoth, own.Volley)


def _attack(kind: type[own.AttackOrder]) -> Callable[..., Clause]:
    """The method for an attack: targets, weapons and manner in the order in which they are said."""
    return lambda _, *said: aimed(kind, said)


def _front(kind: type[own.AttackOrder]) -> Callable[..., Chained]:
    """The method for `attack O2 with M3, pulling to 1`: the models come after `with`."""

    def front(_: MovingReader, targets: tuple[Said, ...], *troop: Said) -> Chained:
        refs = [one for one in troop if not isinstance(one, Mod)]
        mods = [one for one in troop if isinstance(one, Mod)]
        return aimed(kind, (*targets, *mods))(who_of(refs))  # type: ignore[arg-type]

    return front


@v_args(inline=True)
class RulescrusadeTransformer(MovingReader):
    """The rules of sentences.lark for clauses and whole orders."""

    # Attacking.

    fight = _attack(own.Fight)
    attack = _attack(own.Attack)
    dive = _attack(own.Dive)
    latch = _attack(own.Latch)
    charge = _attack(own.Charge)
    charge_to = clause(own.ChargeTo)
    front_fight = _front(own.Fight)
    front_attack = _front(own.Attack)
    front_charge = _front(own.Charge)
    fire = _attack(own.Fire)
    rapid = _attack(own.RapidFire)
    both = _attack(own.FireBoth)
    front_shoot = _front(own.Fire)
    toss = _attack(own.Throw)
    mob = _attack(own.Mob)
    front_mob = _front(own.Mob)
    volley = _attack(own.Volley)
    mind_war = _attack(own.MindWar)
    mind_blast = _attack(own.MindBlast)
    front_mind_war = _front(own.MindWar)
    front_mind_blast = _front(own.MindBlast)

    def force(self, building: str, *weapons: Mod) -> Clause:
        """RC-FORCE-1: `forces entry into B1 with Krak Grenade`."""
        named = tuple(weapon.value for weapon in weapons)
        return partial(own.ForceEntry, building=building, weapons=named)

    close_entry = clause(own.CloseEntry)
    # Other actions.

    hide = clause(own.Hide)
    reload = clause(own.Reload)
    reload_of = clause(own.Reload, "owner weapon")
    unjam = clause(own.Unjam)
    recover = clause(own.Recover)
    pick_up = clause(own.PickUp)
    drop = clause(own.Drop)
    drop_all = clause(own.Drop)
    detonate = clause(own.Detonate)

    def scan(self, chit: Token) -> Clause:
        """RC-CHIT-7: `scans X3`."""
        return partial(own.Scan, chit=self.ref(chit))

    reveal = clause(own.Reveal)
    dissipate = clause(own.Dissipate)
    end_projection = clause(own.EndProjection)


def aimed(kind: type[own.AttackOrder], said: Iterable[Said]) -> Clause:
    """An attack that still lacks its models.  Raises `Unreadable` if its parts do not fit."""
    attack = gather(said)
    if attack.both and kind in (own.Fire, own.FireBoth):
        kind = own.FireBoth
    elif attack.psychic and kind in (own.Attack, own.MindWar):
        kind = own.MindWar
    elif attack.both or attack.psychic:
        raise Unreadable("both pistols are fired, and minds are attacked: nothing else fits here")
    _check_attack(kind, attack)
    return partial(kind, targets=attack.targets, weapons=attack.weapons, manner=attack.manner)


def _check_attack(kind: type[own.AttackOrder], attack: Attacking) -> None:
    """Check how many targets and weapons the order takes."""
    verb = kind.verb
    if kind in ONE_TARGET and len(attack.targets) > 1:
        raise Unreadable(f"`{verb}` takes one target, not {len(attack.targets)}")
    if kind in UNARMED and attack.weapons:
        raise Unreadable(f"`{verb}` takes no weapon, not {attack.weapons[0]}")
    if issubclass(kind, own.Fire | own.RapidFire | own.Throw) and len(attack.weapons) > 1:
        raise Unreadable(f"`{verb}` takes one weapon, not {len(attack.weapons)}")
