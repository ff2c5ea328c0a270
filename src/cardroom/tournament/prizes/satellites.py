"""Seats won in a satellite: taken in the target, or given as a ticket or cash (TYP-04, TAMB-68)."""

from typing import Protocol

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId, Transfer
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import TournamentMoney
from cardroom.tournament.definition import Definition
from cardroom.tournament.desk.desk import Desk, Takes
from cardroom.tournament.events import PrizeWon
from cardroom.tournament.ids import EntryId, PersonId


class Target(Protocol):
    """The tournament that a satellite plays for, before its start or running."""

    @property
    def desk(self) -> Desk:
        """Its registration desk."""

    def register(
        self, player: PlayerId, at_ms: int, *, won_seat: bool, person: PersonId | None
    ) -> EntryId:
        """Take a winner; who comes while it runs is seated at once with a full stack."""


class SeatPrizes:
    """How one satellite gives out the seats it is played for."""

    def __init__(self, definition: Definition, money: TournamentMoney, *, takes: Takes) -> None:
        assert definition.satellite is not None
        self._satellite = definition.satellite
        self._money = money
        self._takes = takes

    @property
    def ticket(self) -> Ticket:
        """What a winner gets who cannot use the seat itself."""
        satellite = self._satellite
        return Ticket(self._money.currency, satellite.seat_price_cents, satellite.target)

    def deliver(
        self,
        player: PlayerId,
        won: PrizeWon,
        target: Target | None,
        at_ms: int,
        *,
        person: PersonId | None = None,
    ) -> Transfer:
        """The seat in the target; else a ticket of its price; else cash (TRN-14, TAMB-27, TAMB-68).

        Who is already registered or playing there, or comes when it is closed or full, cannot use
        the seat. Cash beyond the seat's price comes on top (TAMB-67). A live package has no target
        here: its ticket is its voucher (TYP-05).
        """
        money, entry = self._money, won.entry
        seat_price = self._satellite.seat_price_cents
        cash = won.award.cents - seat_price
        if target is not None and self._seated(player, person, target, at_ms):
            price = target.desk.definition.entry_price(seat_price)
            return money.award_seat(
                target.desk.money, price, entry=entry, at_ms=at_ms, on_top=(player, cash)
            )
        if self._takes(self.ticket):
            return money.award_ticket(player, self.ticket, entry=entry, at_ms=at_ms, cash=cash)
        return money.pay_prize(player, won.award.cents, entry=entry, at_ms=at_ms)

    def _seated(
        self, player: PlayerId, person: PersonId | None, target: Target, at_ms: int
    ) -> bool:
        assert target.desk.definition.price_cents == self._satellite.seat_price_cents
        try:
            target.register(player, at_ms, won_seat=True, person=person)
        except EntryRefused:
            return False
        return True
