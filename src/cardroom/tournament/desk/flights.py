"""Phased tournaments: what the flights leave behind, and the second phase made of it (TYP-12)."""

from collections.abc import Collection, Iterable, Sequence

import msgspec

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price
from cardroom.rulebook.tournament.formats import PhasedRules
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.desk.entries import Survivor, person_of
from cardroom.tournament.ids import PersonId
from cardroom.tournament.terms import Terms
from cardroom.units import Cents


class Flight(msgspec.Struct, frozen=True, kw_only=True):
    """A first phase that is over: nobody was paid a place yet."""

    entries: int
    pools: Price
    """What lies in its pools: bounties paid so far have left them."""
    bounties: Cents = 0
    """What players have paid for bounties, those included that were taken."""
    survivors: tuple[Survivor, ...]


def moving_on(flights: Sequence[Flight]) -> dict[PlayerId, Survivor]:
    """Per person the largest stack; the bounties of the others come with it (TYP-13, TAMB-76)."""
    moving: dict[PersonId, Survivor] = {}
    for flight in flights:
        for survivor in flight.survivors:
            person = person_of(survivor.player, survivor.person)
            moving[person] = _larger(moving.get(person), survivor)
    return {survivor.player: survivor for survivor in moving.values()}


def _larger(known: Survivor | None, other: Survivor) -> Survivor:
    """Of two stacks of one player the larger, of equal ones the first."""
    if known is None:
        return other
    best = other if other.stack > known.stack else known
    return msgspec.structs.replace(best, bounty=known.bounty + other.bounty)


def verify_flight_entry(
    rules: PhasedRules,
    player: PlayerId,
    others: Collection[Desk],
    person: PersonId | None = None,
) -> None:
    """Several flights may be entered, also with a stack that has survived one (TYP-13, TAMB-76).

    Always with the same account, and not after a disqualification in one of them.
    """
    if any(desk.has_other_account(player, person) for desk in others):
        raise EntryRefused("TRN-11", "entered_with_another_account")
    if any(desk.is_barred(player) for desk in others):
        raise EntryRefused("TRN-23", "disqualified")
    if not rules.several_first_phases and any(desk.entries_of(player) for desk in others):
        raise EntryRefused("TYP-13", "one_flight_per_person")


def pools_of(flights: Iterable[Flight]) -> Price:
    """All that the first phases bring to the second (TAMB-76)."""
    pools = [flight.pools for flight in flights]
    return Price(
        places=sum(pool.places for pool in pools),
        bounty=sum(pool.bounty for pool in pools),
        fee=sum(pool.fee for pool in pools),
    )


def second_phase(terms: Terms, flights: Sequence[Flight], *, starts_ms: int) -> Terms:
    """The terms of the second phase: the next level, all entries, all contributions (TAMB-76)."""
    assert terms.ends_after_level is not None, "terms of a first phase"
    return msgspec.structs.replace(
        terms,
        starts_ms=starts_ms,
        first_level=terms.ends_after_level + 1,
        ends_after_level=None,
        late_levels=0,
        entries_min=1,
        rebuy=None,
        entries_before=sum(flight.entries for flight in flights),
        bounties_before=sum(flight.bounties for flight in flights),
    )
