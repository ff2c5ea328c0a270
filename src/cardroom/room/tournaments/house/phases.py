"""Phased tournaments: when its flights are over, everybody who has chips moves on (TYP-12).

The pools of the flights and the entries of the second phase are stored as one (TAMB-76).
"""

from collections.abc import Iterable, Sequence
from functools import partial

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price, TournamentMoney
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.sealed import Sealed
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.actor.joint import JointWrite
from cardroom.room.tournaments.board import TournamentBoard
from cardroom.room.tournaments.house.together import MakeStep, ask_together
from cardroom.room.tournaments.house_messages import (
    AskFlight,
    CarryOver,
    EnterSurvivors,
    VerifyFlightEntry,
)
from cardroom.room.tournaments.services import TournamentServices
from cardroom.tournament.desk.entries import Survivor
from cardroom.tournament.desk.flights import Flight, moving_on, verify_flight_entry
from cardroom.tournament.ids import PersonId


async def flight_of(actor: TournamentActor, message: AskFlight) -> Flight:  # noqa: ARG001
    """What a first phase leaves behind when it is over; asked in its own turn."""
    tournament, desk = actor.tournament, actor.tournament.desk
    money, store = desk.money, actor.services.money
    pools = [
        await retry_while_unavailable(lambda account=account: store.balance(account))  # type: ignore[misc]
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


def siblings_of(
    actor: TournamentActor, others: Iterable[TournamentActor], board: TournamentBoard
) -> list[TournamentActor]:
    """The other first phases of the same event that count: not those that were cancelled."""
    if actor.charter.announced.phase != "flight":
        return []
    return [
        one
        for one in others
        if one is not actor
        and one.charter.announced.phase == "flight"
        and one.charter.template == actor.charter.template
        and not (status := board.statuses[one.id]).is_cancelled
        and not status.is_paid
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
    for one in siblings:
        await one.inbox.order(VerifyFlightEntry(player=player, person=person, rules=rules))


async def verify_entry(sibling: TournamentActor, message: VerifyFlightEntry) -> None:
    """Refuse whoever may not enter another flight beside this one."""
    desk = sibling.tournament.desk
    verify_flight_entry(message.rules, message.player, [desk], message.person)


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


async def move_on(
    services: TournamentServices,
    flights: Sequence[tuple[TournamentActor, Flight]],
    second: TournamentActor,
) -> None:
    """Bring pools and survivors of all flights to the second phase, all of it or nothing."""
    survivors = tuple(moving_on([flight for _, flight in flights]).values())
    steps: dict[TournamentActor, MakeStep] = {
        second: lambda together: EnterSurvivors(survivors=survivors, together=together)
    }
    money = second.charter.money
    for actor, flight in flights:
        steps[actor] = partial(_carry, flight, money)
    await ask_together(services, steps)


def _carry(flight: Flight, second: TournamentMoney, together: Sealed[JointWrite]) -> CarryOver:
    return CarryOver(flight=flight, second=second, together=together)


# In the turn of each


async def enter_survivors(second: TournamentActor, message: EnterSurvivors) -> None:
    """Seat everybody who moves on."""

    def enter(at_ms: int) -> None:
        for one in message.survivors:
            second.tournament.register(one.player, at_ms, survivor=one, person=one.person)

    await second.decide(enter, write=message.together.open().write)


async def carry_over(actor: TournamentActor, message: CarryOver) -> None:
    """Let the flight's pools go on, and its used tickets back; it is closed."""

    def carry_over(at_ms: int) -> None:
        desk, journal = actor.tournament.desk, actor.tournament.journal
        journal.pay(desk.money.carry_over(message.second, message.flight.pools, at_ms=at_ms))
        journal.pay(desk.money.close(0, desk.used_tickets, at_ms=at_ms))

    await actor.decide(carry_over, write=message.together.open().write, is_last=True)
