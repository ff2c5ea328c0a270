"""Seats won in a satellite: given in the step that closes its money, taken by a step of the target.

The store writes the claim to a seat only while the target is open, and each is taken once. If the
target cannot take the player any more, it gives a ticket of the same worth, else the money (TRN-14,
TAMB-68).
"""

from collections.abc import Sequence
from typing import Any

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.tickets import Ticket
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house.phases import refusal_of_siblings
from cardroom.room.tournaments.house_messages import (
    AskSeatTarget,
    AskWinners,
    GiveSeats,
    SeatTarget,
    TakeWonSeat,
    Winner,
)
from cardroom.room.tournaments.records import NewVoucher, SeatTaken, SeatWon, TicketGrant
from cardroom.room.tournaments.services import TournamentServices
from cardroom.tournament.definition.definition import Satellite
from cardroom.tournament.events import PrizeWon
from cardroom.tournament.ids import EntryId, PersonId

WON_SEATS = 10**12
"""Numbers of refunds for seats that the target could not take; purchases stay far below."""


async def find_winners(actor: TournamentActor, message: AskWinners) -> tuple[Winner, ...]:  # noqa: ARG001
    """Who has won the seats of a satellite."""
    entries = actor.tournament.desk.entries
    winners = [entries[won.entry] for won in actor.summary.seats_won]
    return tuple(Winner(one.player, one.person) for one in winners)


async def say_who_is_taken(target: TournamentActor, message: AskSeatTarget) -> SeatTarget:
    """Whom of the winners a target can seat, as far as it knows now (TAMB-68)."""
    tournament, desk = target.tournament, target.tournament.desk
    late = tournament.has_started and not target.charter.terms.late_levels
    is_closed = tournament.is_over or not desk.registration_open or desk.is_full or late
    takes = frozenset(
        one.player
        for one in message.winners
        if not is_closed
        and one.player not in desk.living
        and not desk.has_other_account(one.player, one.person)
        and not desk.is_barred(one.player)
    )
    return SeatTarget(
        money=target.charter.money,
        price=target.charter.definition.entry_price(message.seat_price),
        takes=takes,
    )


async def give_seats(actor: TournamentActor, message: GiveSeats) -> None:
    """Give out the seats of a satellite, and close its money, in one step."""
    prizes = _SeatPrizes(actor, message.target)

    def give(at_ms: int) -> None:
        for won in actor.summary.seats_won:
            prizes.give(won, at_ms)
        actor.tournament.close_money(at_ms)

    await actor.decide(give, with_it=prizes.papers)


class _SeatPrizes:
    """What each winner of one satellite gets: the seat, a ticket, or the money."""

    def __init__(self, actor: TournamentActor, target: SeatTarget | None) -> None:
        satellite = actor.charter.definition.satellite
        assert satellite is not None
        self._services = actor.services
        self._actor = actor
        self._target = target
        self._satellite: Satellite = satellite
        self._money = actor.tournament.desk.money
        self._seats: list[SeatWon] = []
        self._tickets: list[TicketGrant] = []
        self._vouchers: list[NewVoucher] = []

    def papers(self) -> dict[str, Any]:
        """What is stored with the step besides its money."""
        return {
            "seats_won": tuple(self._seats),
            "tickets": tuple(self._tickets),
            "vouchers": tuple(self._vouchers),
            "is_last": True,
        }

    @property
    def _ticket(self) -> Ticket:
        satellite = self._satellite
        return Ticket(self._money.currency, satellite.seat_price_cents, satellite.target)

    def give(self, won: PrizeWon, at_ms: int) -> None:
        """One prize; what is held stays where the case has it (TRN-24)."""
        if won.held:
            return
        actor, journal = self._actor, self._actor.tournament.journal
        player = actor.tournament.player_of(won.entry)
        person = actor.tournament.desk.entries[won.entry].person
        seat_price = self._satellite.seat_price_cents
        cash = won.award.cents - seat_price
        target = self._target if self._takes(player) else None
        if target is not None:
            journal.pay(
                self._money.award_seat(
                    target.money,
                    target.price,
                    entry=won.entry,
                    at_ms=at_ms,
                    on_top=(player, cash),
                )
            )
            key = f"prize:{actor.id}:{won.entry}"
            self._seats.append(
                SeatWon(
                    key=key,
                    satellite=actor.id,
                    target=target.money.id,
                    player=player,
                    price=target.price,
                    person=person,
                )
            )
        elif self._satellite.package or self._services.takes(self._ticket):
            self._give_ticket(won, player, cash, at_ms)
        else:
            journal.pay(
                self._money.pay_prize(player, won.award.cents, entry=won.entry, at_ms=at_ms)
            )

    def _give_ticket(self, won: PrizeWon, player: PlayerId, cash: int, at_ms: int) -> None:
        """A ticket of the seat's price; for a live package also the voucher (TYP-05)."""
        ticket = self._ticket
        self._actor.tournament.journal.pay(
            self._money.award_ticket(player, ticket, entry=won.entry, at_ms=at_ms, cash=cash)
        )
        # A package is good until it is given.
        is_package = bool(self._satellite.package)
        expires_ms = 0 if is_package else self._services.ticket_expiry(at_ms)
        self._tickets.append(TicketGrant(player, ticket, expires_ms))
        if is_package:
            self._vouchers.append(
                NewVoucher(
                    key=f"prize:{self._actor.id}:{won.entry}",
                    player=player,
                    tournament=self._actor.id,
                    package=self._satellite.package,
                    ticket=ticket,
                )
            )

    def _takes(self, player: PlayerId) -> bool:
        """Whether the target takes the player, who may have won two seats (TAMB-68)."""
        target = self._target
        if target is None or self._satellite.package:
            return False
        return player in target.takes and all(one.player != player for one in self._seats)


async def take_seats(
    services: TournamentServices, actor: TournamentActor, siblings: Sequence[TournamentActor]
) -> None:
    """Let a target take the seats that were won in it, each in a step of its own.

    `siblings` are the other flights of the same event, which are asked first (TYP-13).
    """
    open_seats = await retry_while_unavailable(lambda: services.prizes.seats_for(actor.id))
    for seat in open_seats:
        won = seat.won
        refusal = await refusal_of_siblings(actor, siblings, won.player, _person_of(won))
        await actor.inbox.order(TakeWonSeat(won=won, is_refused=refusal is not None))


def _person_of(won: SeatWon) -> PersonId | None:
    return None if won.person is None else PersonId(won.person)


async def take_won_seat(actor: TournamentActor, message: TakeWonSeat) -> None:
    """An entry for the winner, else a ticket, else the money (TAMB-68)."""
    won, tournament, money = message.won, actor.tournament, actor.tournament.desk.money
    taken: list[SeatTaken] = []

    def enter(at_ms: int) -> EntryId | None:
        if message.is_refused:
            return None
        try:
            return tournament.register(won.player, at_ms, won_seat=True, person=_person_of(won))
        except EntryRefused:
            return None

    def take(at_ms: int) -> None:
        entry = enter(at_ms)
        if entry is not None:
            taken.append(SeatTaken(won.key, "seated", entry))
            return
        ticket = Ticket(money.currency, won.price.total, actor.charter.definition.ticket_word)
        number = WON_SEATS + _number_of(won.key)
        if actor.services.takes(ticket):
            transfer = money.refund_as_ticket(
                won.player, won.price, ticket, purchase=number, at_ms=at_ms
            )
            taken.append(SeatTaken(won.key, "ticket"))
        else:
            transfer = money.refund(won.player, won.price, purchase=number, at_ms=at_ms)
            taken.append(SeatTaken(won.key, "cash"))
        tournament.journal.pay(transfer)

    await actor.decide(take, with_it=lambda: {"seats_taken": tuple(taken)})


def _number_of(key: str) -> int:
    """A number of its own for every prize: `prize:SATELLITE:ENTRY`."""
    _, satellite, entry = key.split(":")
    return int(satellite) * 10**6 + int(entry)
