"""Trees of Rules Crusade sentences become the orders of `rules.rulescrusade`."""

from collections.abc import Callable
from functools import partial
from typing import Any

from lark import Token, v_args

from grammar.lines import MOST_CLAUSES
from grammar.rulescrusade.moving import MovingReader
from grammar.rulescrusade.parts import (
    Attacking,
    Clause,
    Mod,
    Said,
    gather,
    who_of,
)
from grammar.transform import TooMany, Unreadable
from rules.line.orders import Order
from rules.numbers.grid import Cell
from rules.rulescrusade import orders as own
from rules.rulescrusade.words import Who

Making = Callable[..., own.AttackOrder]

ONE_TARGET = (own.Charge, own.Dive, own.Latch, own.MindWar, own.MindBlast, own.Mob)
UNARMED = (own.Latch, own.MindWar, own.MindBlast, own.FireBoth, own.Volley)


@v_args(inline=True)
class RulescrusadeTransformer(MovingReader):
    """One method for each rule of sentences.lark that is a clause or a whole order."""

    def chain(self, first: own.UnitOrder, *links: Clause | own.UnitOrder) -> tuple[Order, ...]:
        """RC-ORD-8: clauses belong to the same models until others are named."""
        if len(links) >= MOST_CLAUSES:
            raise TooMany(
                f"the sentence has {len(links) + 1} clauses; at most {MOST_CLAUSES} are read"
            )
        orders = [first]
        for link in links:
            orders.append(link if isinstance(link, own.UnitOrder) else link(orders[-1].who))
        return tuple(orders)

    def opening(self, who: Who | own.UnitOrder, clause: Clause | None = None) -> own.UnitOrder:
        """Models and what they do, in whatever order it was said."""
        if isinstance(who, own.UnitOrder):
            return who
        assert clause is not None
        return clause(who)

    # Attacking.

    def fight(self, *said: Said) -> Clause:
        """RC-MELEE-1: `fights O2, O3 and O4`."""
        return _attack(own.Fight, said)

    def attack(self, *said: Said) -> Clause:
        """`attacks O2 with Bolter`; RC-MWAR-1: `attacks P2 psychically`."""
        return _attack(own.Attack, said)

    def dive(self, *said: Said) -> Clause:
        """RC-DIVE-1: `dives on O3`."""
        return _attack(own.Dive, said)

    def latch(self, *said: Said) -> Clause:
        """RC-ABIL-18: `latches onto M1`."""
        return _attack(own.Latch, said)

    def charge(self, *said: Said) -> Clause:
        """RC-CHARGE-1: `charges O2`."""
        return _attack(own.Charge, said)

    def charge_to(self, to: Cell) -> Clause:
        """RC-CHARGE-5: `charges to 5,6`."""
        return partial(own.ChargeTo, to=to)

    def front_fight(self, targets: tuple[Said, ...], *troop: Said) -> own.UnitOrder:
        """`fight O2 with M3`."""
        return _front(own.Fight, targets, troop)

    def front_attack(self, targets: tuple[Said, ...], *troop: Said) -> own.UnitOrder:
        """`attack O2 with M3`."""
        return _front(own.Attack, targets, troop)

    def front_charge(self, targets: tuple[Said, ...], *troop: Said) -> own.UnitOrder:
        """`charge O2 with M3`."""
        return _front(own.Charge, targets, troop)

    def front_dive(self, who: Who, *said: Said) -> own.UnitOrder:
        """`dive M2 at O3`."""
        return _attack(own.Dive, said)(who)

    def front_latch(self, who: Who, *said: Said) -> own.UnitOrder:
        """`latch LE1 onto M1`."""
        return _attack(own.Latch, said)(who)

    def fire(self, *said: Said) -> Clause:
        """RC-SHOOT-1: `fires Bolter at O2`; RC-ABIL-36: `shoots O2 with both pistols`."""
        return _attack(own.Fire, said)

    def rapid(self, *said: Said) -> Clause:
        """RC-WFX-17: `rapid fires Bolter at O2 and O3`."""
        return _attack(own.RapidFire, said)

    def both(self, *said: Said) -> Clause:
        """RC-ABIL-36: `fires both pistols at O2`."""
        return _attack(own.FireBoth, said)

    def front_fire(self, ref: str, *said: Said) -> own.UnitOrder:
        """`fire M3's bolter at O2`."""
        return _attack(own.Fire, said)(Who((ref,)))

    def front_rapid(self, ref: str, *said: Said) -> own.UnitOrder:
        """`fire M3's bolter twice at O2`."""
        return _attack(own.RapidFire, said)(Who((ref,)))

    def front_shoot(self, targets: tuple[Said, ...], *troop: Said) -> own.UnitOrder:
        """`fire at O2 with M3`."""
        return _front(own.Fire, targets, troop)

    def toss(self, *said: Said) -> Clause:
        """RC-SHOOT-10: `throws Frag Grenade at 8,9`."""
        return _attack(own.Throw, said)

    def front_toss(self, ref: str, *said: Said) -> own.UnitOrder:
        """`throw M1's frag grenade at 8,9`."""
        return _attack(own.Throw, said)(Who((ref,)))

    def mob(self, *said: Said) -> Clause:
        """RC-ABIL-23: `O1, O2 and O3 mob M1`."""
        return _attack(own.Mob, said)

    def front_mob(self, targets: tuple[Said, ...], *troop: Said) -> own.UnitOrder:
        """`mob M1 with O1, O2 and O3`."""
        return _front(own.Mob, targets, troop)

    def volley(self, *said: Said) -> Clause:
        """RC-VOLLEY-1: `volley at O1, O2`."""
        return _attack(own.Volley, said)

    def front_volley(self, who: Who, *said: Said) -> own.UnitOrder:
        """`volley fire with G1, G2 at O1`."""
        return _attack(own.Volley, said)(who)

    def mind_war(self, *said: Said) -> Clause:
        """RC-MWAR-1: `mind wars P2`, `duels P2's mind`."""
        return _attack(own.MindWar, said)

    def mind_blast(self, *said: Said) -> Clause:
        """RC-MWAR-5: `mind blasts 8,9`."""
        return _attack(own.MindBlast, said)

    def front_mind_war(self, targets: tuple[Said, ...], *troop: Said) -> own.UnitOrder:
        """`mind war P2 with P1`."""
        return _front(own.MindWar, targets, troop)

    def front_mind_blast(self, targets: tuple[Said, ...], *troop: Said) -> own.UnitOrder:
        """`mind blast 8,9 with P1`."""
        return _front(own.MindBlast, targets, troop)

    def force(self, building: str, *weapons: Mod) -> Clause:
        """RC-FORCE-1: `forces entry into B1 with Krak Grenade`."""
        named = tuple(weapon.value for weapon in weapons)
        return partial(own.ForceEntry, building=building, weapons=named)

    def close_entry(self, building: str = "") -> Clause:
        """RC-FORCE-5: `closes the entry of B1`."""
        return partial(own.CloseEntry, building=building)

    def front_close(self, *said: Any) -> own.UnitOrder:
        """`close entry with M2`."""
        *building, who = said
        return self.close_entry(*building)(who)

    # Other actions.

    def hide(self) -> Clause:
        """RC-HIDE-1: `hides`."""
        return own.Hide

    def front_hide(self, who: Who) -> own.UnitOrder:
        """`hide M2`."""
        return own.Hide(who)

    def reload(self, weapon: Mod | None = None) -> Clause:
        """RC-WFX-18: `reloads Musket`."""
        return partial(own.Reload, weapon=weapon.value if weapon else "")

    def reload_of(self, owner: str, weapon: Mod) -> Clause:
        """RC-WFX-2: `reloads M3's Mortar`."""
        return partial(own.Reload, weapon=weapon.value, owner=owner)

    def front_reload(self, ref: str, weapon: Mod) -> own.UnitOrder:
        """`reload M2's musket`."""
        return own.Reload(Who((ref,)), weapon.value)

    def unjam(self, weapon: Mod | None = None) -> Clause:
        """RC-FAIL-3: `unjams Bolter`, `clears the jam`."""
        return partial(own.Unjam, weapon=weapon.value if weapon else "")

    def front_unjam(self, ref: str, weapon: Mod) -> own.UnitOrder:
        """`unjam M2's bolter`."""
        return own.Unjam(Who((ref,)), weapon.value)

    def recover(self, weapon: Mod) -> Clause:
        """RC-FAIL-9: `recovers Spear`."""
        return partial(own.Recover, weapon=weapon.value)

    def front_recover(self, ref: str, weapon: Mod) -> own.UnitOrder:
        """`recover M2's spear`."""
        return own.Recover(Who((ref,)), weapon.value)

    def pick_up(self, item: str, at: Cell | None = None) -> Clause:
        """RC-CARRY-1: `picks up skrap at 5,5`."""
        return partial(own.PickUp, item=item, at=at)

    def front_pick_up(self, item: str, *rest: Any) -> own.UnitOrder:
        """`pick up skrap with M2`."""
        *at, who = rest
        return self.pick_up(item, *at)(who)

    def drop(self, item: str) -> Clause:
        """RC-CARRY-6: `drops skrap`."""
        return partial(own.Drop, item=item)

    def drop_all(self) -> Clause:
        """RC-CARRY-6: `drops everything`."""
        return own.Drop

    def front_drop(self, ref: str, item: str) -> own.UnitOrder:
        """`drop M2's skrap`."""
        return own.Drop(Who((ref,)), item)

    def detonate(self) -> Clause:
        """RC-ABIL-7: `detonates`."""
        return own.Detonate

    def front_detonate(self, who: Who) -> own.UnitOrder:
        """`detonate BL1`."""
        return own.Detonate(who)

    def scan(self, chit: Token) -> Clause:
        """RC-CHIT-7: `scans X3`."""
        return partial(own.Scan, chit=self.ref(chit))

    def front_scan(self, chit: Token, who: Who) -> own.UnitOrder:
        """`scan X3 with S1`."""
        return own.Scan(who, self.ref(chit))

    def reveal(self) -> Clause:
        """RC-CHIT-2: `reveals`."""
        return own.Reveal

    def front_reveal(self, who: Who) -> own.UnitOrder:
        """`turn over X3`."""
        return own.Reveal(who)

    def dissipate(self) -> Clause:
        """RC-CARD-14: `dissipates`."""
        return own.Dissipate

    def front_dissipate(self, who: Who) -> own.UnitOrder:
        """`dissipate GH1`."""
        return own.Dissipate(who)

    def end_projection(self) -> Clause:
        """RC-CARD-14: `ends the projection`."""
        return own.EndProjection


def _attack(kind: type[own.AttackOrder], said: tuple[Said, ...]) -> Clause:
    """An attack of nobody yet, once it is clear that it can be meant."""
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
    """How many targets and weapons an order takes."""
    verb = kind.VERB[0]
    if kind in ONE_TARGET and len(attack.targets) > 1:
        raise Unreadable(f"`{verb}` takes one target, not {len(attack.targets)}")
    if kind in UNARMED and attack.weapons:
        raise Unreadable(f"`{verb}` takes no weapon, not {attack.weapons[0]}")
    if issubclass(kind, own.Fire | own.RapidFire | own.Throw) and len(attack.weapons) > 1:
        raise Unreadable(f"`{verb}` takes one weapon, not {len(attack.weapons)}")


def _front(
    kind: type[own.AttackOrder], targets: tuple[Said, ...], troop: tuple[Said, ...]
) -> own.UnitOrder:
    """`attack O2 with M3, pulling to 1`: the models come after `with`."""
    refs = [one for one in troop if not isinstance(one, Mod)]
    mods = [one for one in troop if isinstance(one, Mod)]
    return _attack(kind, (*targets, *mods))(who_of(refs))  # type: ignore[arg-type]
