"""The proposals stored with a match, in which one side asks something of the others."""

from dataclasses import replace
from datetime import datetime

from bot.match.pending import KEPT, Proposal
from bot.match.settings import Settings
from bot.referee.clock import PRACTICE
from bot.referee.open_match import OpenMatch
from bot.referee.service import Referee
from bot.referee.settings import change_settings

FIRST_PART = 1000
"""The part number of the post about proposal 0; that about proposal 3 is 1003."""


def waits_until(settings: Settings) -> datetime | None:
    """When the newest open proposal of a match lapses; None if none is open."""
    until = [one.until for one in settings.proposals if not one.outcome and one.until]
    return datetime.fromisoformat(until[-1]) if until else None


def open_proposal(table: OpenMatch) -> Proposal | None:
    """The proposal that waits for answers, if there is one."""
    return next((one for one in reversed(table.record.settings.proposals) if not one.outcome), None)


def missing(table: OpenMatch, proposal: Proposal) -> list[int]:
    """The seats that have not agreed yet; seats that the program plays are not asked."""
    machines = {seat for seat, user in table.record.seats if user == PRACTICE}
    seats = table.seats
    return [seat for seat in seats if seat not in proposal.agreed and seat not in machines]


async def keep(referee: Referee, table: OpenMatch, proposal: Proposal) -> None:
    """Store a proposal in its present form; any other open proposal is marked as given up."""
    others = [one for one in table.record.settings.proposals if one.number != proposal.number]
    others = [one if one.outcome else replace(one, outcome="given up") for one in others]
    kept = sorted([*others, proposal], key=lambda one: one.number)[-KEPT:]
    made = max(table.record.settings.proposals_made, proposal.number)
    await change_settings(referee, table, proposals=tuple(kept), proposals_made=made)


def part_of(proposal: Proposal) -> int:
    """The part number of the post about a proposal."""
    return FIRST_PART + proposal.number


def asked_in(table: OpenMatch, part: int) -> Proposal | None:
    """The proposal that the post with this part number is about, if there is one."""
    return next((one for one in table.record.settings.proposals if part_of(one) == part), None)
