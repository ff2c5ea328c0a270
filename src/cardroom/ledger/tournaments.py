"""Money of a tournament: places, bounties and fees in pools apart, until it is closed."""

from collections.abc import Mapping

import msgspec

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import (
    Account,
    Kind,
    PlayerId,
    TournamentId,
    bounties,
    fees,
    house,
    places,
    player_cash,
    used_tickets,
)
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.ticketing import Sides, ticket_given, ticket_issue, ticket_money, ticket_taken
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.transfers import Entry, Reason, Transfer, merged, moved
from cardroom.ledger.verifying import tournament_closing_key, verify_amount
from cardroom.units import Cents

TICKETS_PER_TRANSFER = 30
"""Kinds of tickets that one transfer takes back: two entries each, within its limit."""


class Price(msgspec.Struct, frozen=True):
    """The parts of what an entry, re-buy or add-on costs, or of what is given back (PRZ-01)."""

    places: Cents
    bounty: Cents
    fee: Cents

    @property
    def total(self) -> Cents:
        return self.places + self.bounty + self.fee


class TournamentMoney(msgspec.Struct, frozen=True):
    """The pools of one tournament in its currency, and every transfer to and from them.

    Purchases (entries, re-buys, add-ons) are numbered in a tournament, and so are its bounty
    payments and what the house adds or takes back: the numbers make the keys.
    """

    id: TournamentId
    currency: str

    @property
    def places(self) -> Account:
        return places(self.id, self.currency)

    @property
    def bounties(self) -> Account:
        return bounties(self.id, self.currency)

    @property
    def fees(self) -> Account:
        return fees(self.id, self.currency)

    def enter(self, player: PlayerId, price: Price, *, purchase: int, at_ms: int) -> Transfer:
        """Pay an entry, re-buy or add-on from cash."""
        sides = [(player_cash(player, self.currency), -price.total), *self._into_pools(price)]
        return self._transfer(f"entry:{self.id}:{purchase}", Reason.ENTERED, sides, at_ms)

    def enter_by_ticket(
        self, player: PlayerId, price: Price, ticket: Ticket, *, purchase: int, at_ms: int
    ) -> Transfer:
        """Pay an entry with a ticket worth its price; the ticket's money goes to the pools."""
        _verify_worth(price, ticket)
        taken = ticket_taken(ticket, player, used_tickets(self.id, ticket.asset))
        sides = [*taken, (ticket_money(ticket), -ticket.value), *self._into_pools(price)]
        return self._transfer(f"entry:{self.id}:{purchase}", Reason.ENTERED, sides, at_ms)

    def refund(self, player: PlayerId, share: Price, *, purchase: int, at_ms: int) -> Transfer:
        """Give back a purchase, or a share of a cancelled tournament, in cash (TRN-13, CXL-02)."""
        sides = [(player_cash(player, self.currency), share.total), *self._out_of_pools(share)]
        return self._transfer(f"refund:{self.id}:{purchase}", Reason.ENTRY_REFUNDED, sides, at_ms)

    def refund_ticket(
        self, player: PlayerId, price: Price, ticket: Ticket, *, purchase: int, at_ms: int
    ) -> Transfer:
        """Give back the ticket that was paid in (TRN-13, CXL-02)."""
        given = ticket_given(ticket, player, used_tickets(self.id, ticket.asset))
        return self._refund_in_tickets(given, price, ticket, purchase, at_ms)

    def refund_as_ticket(
        self, player: PlayerId, price: Price, ticket: Ticket, *, purchase: int, at_ms: int
    ) -> Transfer:
        """Give a new ticket for a seat won in a satellite, or a ticket past use (TRN-13)."""
        given = ticket_given(ticket, player, ticket_issue(ticket))
        return self._refund_in_tickets(given, price, ticket, purchase, at_ms)

    def pay_prize(self, player: PlayerId, amount: Cents, *, entry: int, at_ms: int) -> Transfer:
        """Pay the place of an entry from the pool (TAMB-62)."""
        cash = player_cash(player, self.currency)
        sides = moved(verify_amount(amount), self.places, cash)
        return self._transfer(f"prize:{self.id}:{entry}", Reason.PRIZE_PAID, sides, at_ms)

    def award_ticket(
        self, player: PlayerId, ticket: Ticket, *, entry: int, at_ms: int, cash: Cents = 0
    ) -> Transfer:
        """Pay a satellite place with a ticket; the pool pays its face value (TYP-05, TAMB-68).

        `cash` comes on top where there are more seats than players (TAMB-67).
        """
        given = ticket_given(ticket, player, ticket_issue(ticket))
        paid = moved(ticket.value, self.places, ticket_money(ticket))
        sides = [*given, *paid, *self._on_top(player, cash)]
        return self._transfer(f"prize:{self.id}:{entry}", Reason.PRIZE_PAID, sides, at_ms)

    def award_seat(
        self,
        target: "TournamentMoney",
        price: Price,
        *,
        entry: int,
        at_ms: int,
        on_top: tuple[PlayerId, Cents] | None = None,
    ) -> Transfer:
        """Pay a satellite place with a seat in the target: pool to pools (TRN-14, TAMB-68)."""
        sides = [(self.places, -price.total), *target._into_pools(price)]
        sides += self._on_top(*on_top) if on_top else []
        return self._transfer(f"prize:{self.id}:{entry}", Reason.PRIZE_PAID, sides, at_ms)

    def _on_top(self, player: PlayerId, cash: Cents) -> Sides:
        return [(self.places, -cash), (player_cash(player, self.currency), cash)]

    def pay_bounty(self, player: PlayerId, amount: Cents, *, number: int, at_ms: int) -> Transfer:
        """Pay cash for a knock-out, or the winner their own bounty (TAMB-72, TAMB-73, TAMB-75)."""
        cash = player_cash(player, self.currency)
        sides = moved(verify_amount(amount), self.bounties, cash)
        return self._transfer(f"bounty:{self.id}:{number}", Reason.BOUNTY_PAID, sides, at_ms)

    def pay_bounty_ticket(
        self, player: PlayerId, ticket: Ticket, *, number: int, at_ms: int
    ) -> Transfer:
        """Pay a VIP bounty in kind: a ticket, at its face value from the pool (TAMB-74)."""
        given = ticket_given(ticket, player, ticket_issue(ticket))
        sides = [*given, *moved(ticket.value, self.bounties, ticket_money(ticket))]
        return self._transfer(f"bounty:{self.id}:{number}", Reason.BOUNTY_PAID, sides, at_ms)

    def add_house_money(self, pool: Account, amount: Cents, *, number: int, at_ms: int) -> Transfer:
        """The house adds to a pool: overlay of a guarantee, added prize, VIP bounty (TAMB-66)."""
        sides = moved(verify_amount(amount), house(Kind.OVERLAY, self.currency), pool)
        return self._transfer(f"house:{self.id}:{number}", Reason.HOUSE_MONEY_ADDED, sides, at_ms)

    def return_house_money(
        self, pool: Account, amount: Cents, *, number: int, at_ms: int
    ) -> Transfer:
        """What the house added and nobody won goes back, as an unpaid VIP bounty (TAMB-74)."""
        sides = moved(verify_amount(amount), pool, house(Kind.OVERLAY, self.currency))
        reason = Reason.HOUSE_MONEY_RETURNED
        return self._transfer(f"house:{self.id}:{number}", reason, sides, at_ms)

    def carry_over(self, second: "TournamentMoney", pools: Price, *, at_ms: int) -> Transfer:
        """A first phase is over: all its pools go on to the second phase (TAMB-76)."""
        sides = [*self._out_of_pools(pools), *second._into_pools(pools)]
        return self._transfer(f"carried:{self.id}", Reason.PHASE_CARRIED_OVER, sides, at_ms)

    def closing(
        self, fees_kept: Cents, used: Mapping[Ticket, int], *, at_ms: int
    ) -> list[Transfer]:
        """All it takes to close: where tickets of many prices were used they go back in parts.

        A transfer has a limited number of entries; a multi-buy-in takes tickets of any price.
        """
        kinds = list(used.items())
        rest = len(kinds) % TICKETS_PER_TRANSFER
        parts = [
            dict(kinds[start : start + TICKETS_PER_TRANSFER])
            for start in range(rest, len(kinds), TICKETS_PER_TRANSFER)
        ]
        taken = [
            self._take_tickets_back(part, number=number, at_ms=at_ms)
            for number, part in enumerate(parts, start=1)
        ]
        return [*taken, self.close(fees_kept, dict(kinds[:rest]), at_ms=at_ms)]

    def close(self, fees_kept: Cents, used: Mapping[Ticket, int], *, at_ms: int) -> Transfer:
        """Give the house its fees and take the used tickets back: all pools are empty then.

        Prizes, bounties, refunds and fees kept are what was received and added (TAMB-40, I8).
        """
        sides = [(self.fees, -fees_kept), (house(Kind.HOUSE_FEES, self.currency), fees_kept)]
        sides += self._tickets_back(used)
        key = tournament_closing_key(self.id)
        return self._transfer(key, Reason.TOURNAMENT_CLOSED, sides, at_ms)

    def _take_tickets_back(
        self, used: Mapping[Ticket, int], *, number: int, at_ms: int
    ) -> Transfer:
        key = f"tickets_back:{self.id}:{number}"
        return self._transfer(key, Reason.TICKETS_TAKEN_BACK, self._tickets_back(used), at_ms)

    def _tickets_back(self, used: Mapping[Ticket, int]) -> Sides:
        """Used tickets return to where they were issued."""
        sides: Sides = []
        for ticket, count in used.items():
            sides.append((used_tickets(self.id, ticket.asset), -count))
            sides.append((ticket_issue(ticket), count))
        return sides

    def _refund_in_tickets(
        self, given: Sides, price: Price, ticket: Ticket, purchase: int, at_ms: int
    ) -> Transfer:
        _verify_worth(price, ticket)
        sides = [*given, (ticket_money(ticket), ticket.value), *self._out_of_pools(price)]
        return self._transfer(f"refund:{self.id}:{purchase}", Reason.ENTRY_REFUNDED, sides, at_ms)

    def _into_pools(self, price: Price) -> Sides:
        """Each part of a price into its own pool."""
        parts = (price.places, price.bounty, price.fee)
        if any(type(part) is not int or part < 0 for part in parts):
            raise TransferRefused(Invariant.SUMS_TO_ZERO, "not_an_amount", {"from": 0})
        return list(zip((self.places, self.bounties, self.fees), parts, strict=True))

    def _out_of_pools(self, price: Price) -> Sides:
        return [(pool, -part) for pool, part in self._into_pools(price)]

    def _transfer(
        self, key: str, reason: Reason, sides: Sides | tuple[Entry, ...], at_ms: int
    ) -> Transfer:
        return Transfer(key, reason, at_ms, merged(sides), tournament=self.id)


def _verify_worth(price: Price, ticket: Ticket) -> None:
    """A ticket pays a price of exactly its value (TRN-13)."""
    if price.total != ticket.value:
        raise TransferRefused("TRN-13", "ticket_of_another_value", {"value": ticket.value})
