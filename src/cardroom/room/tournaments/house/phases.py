"""Phased tournaments: when its flights are over, everybody who has chips moves on (TYP-12).

The pools of the flights and the entries of the second phase are stored as one (TAMB-76).
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.actor.joint import Decision, decide_together
from cardroom.room.tournaments.services import TournamentServices
from cardroom.tournament.desk.entries import Survivor
from cardroom.tournament.desk.flights import Flight, moving_on, verify_flight_entry
from cardroom.tournament.ids import PersonId


async def flight_of(services: TournamentServices, actor: TournamentActor) -> Flight:
    """What a first phase leaves behind when it is over."""
    tournament, desk = actor.tournament, actor.tournament.desk
    money = desk.money
    pools = [
        await retry_while_unavailable(lambda account=account: services.money.balance(account))  # type: ignore[misc]
        for account in (money.places, money.bounties, money.fees)
    ]
    return Flight(
        entries=tournament.entries,
        pools=Price(*pools),
        bounties=desk.bounties,
        survivors=tuple(
            Survivor(
                player=tournament.player_of(entry),
                stack=stack,
                bounty=tournament.bounty_book.bounties.get(entry, 0),
                fees=desk.entries[entry].fees,
                person=desk.entries[entry].person,
            )
            for entry, stack in tournament.survivors.items()
        ),
    )


def siblings_of(actor: TournamentActor, others: Iterable[TournamentActor]) -> list[TournamentActor]:
    """The other first phases of the same event that count: not those that were cancelled."""
    if actor.charter.announced.phase != "flight":
        return []
    return [
        one
        for one in others
        if one is not actor
        and one.charter.announced.phase == "flight"
        and one.charter.template == actor.charter.template
        and not one.tournament.is_cancelled
        and not one.is_paid
    ]


async def verify_siblings(
    actor: TournamentActor,
    siblings: Iterable[TournamentActor],
    player: PlayerId,
    person: PersonId | None,
) -> None:
    """Several flights may be entered, with one account, and none after a disqualification
    (TYP-13, TAMB-76); each flight answers in its own turn, from what is stored of it."""
    rules = actor.charter.terms.rules.phased

    async def verify(sibling: TournamentActor) -> None:
        verify_flight_entry(rules, player, [sibling.tournament.desk], person)

    for one in siblings:
        await one.inbox.put(partial(verify, one)).answer


async def refusal_of_siblings(
    actor: TournamentActor,
    siblings: Iterable[TournamentActor],
    player: PlayerId,
    person: PersonId | None,
) -> EntryRefused | None:
    """Why a flight may not take the winner of a seat; None when it may (TYP-13)."""
    try:
        await verify_siblings(actor, siblings, player, person)
    except EntryRefused as refusal:
        return refusal
    return None


def has_survivors(actor: TournamentActor) -> bool:
    """Whether a first phase is over and its pools are still there."""
    return actor.tournament.ended == "phase_over" and not actor.is_paid


async def move_on(
    services: TournamentServices,
    flights: Sequence[tuple[TournamentActor, Flight]],
    second: TournamentActor,
) -> None:
    """Bring pools and survivors of all flights to the second phase, all of it or nothing."""
    survivors = moving_on([flight for _, flight in flights])

    def enter(at_ms: int) -> None:
        for player, survivor in survivors.items():
            second.tournament.register(player, at_ms, survivor=survivor, person=survivor.person)

    decisions: dict[TournamentActor, tuple[Decision, dict[str, Any]]] = {second: (enter, {})}
    for actor, flight in flights:
        decisions[actor] = (_carry_over(actor, flight, second), {"is_last": True})
    await decide_together(services, decisions)


def _carry_over(actor: TournamentActor, flight: Flight, second: TournamentActor) -> Decision:
    """The flight's pools go on, its used tickets back; it is closed."""

    def carry_over(at_ms: int) -> None:
        desk, journal = actor.tournament.desk, actor.tournament.journal
        journal.pay(desk.money.carry_over(second.tournament.desk.money, flight.pools, at_ms=at_ms))
        journal.pay(desk.money.close(0, desk.used_tickets, at_ms=at_ms))

    return carry_over
