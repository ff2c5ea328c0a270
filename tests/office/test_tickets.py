"""Tickets in the wallet: what a player sees, what the house gives, what expires (TAMB-87)."""

from random import Random

import pytest

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import Kind, house, player_tickets
from cardroom.ledger.tickets import Ticket
from cardroom.office.tickets import OwnTicket, TicketDesk, expire_what_is_due
from cardroom.room.people import Caller
from cardroom.room.records import NewAccount
from tests.room.fakes import MemoryStore
from tests.room.tournament_fakes import MemoryTournaments
from tests.rule import rule
from tests.server.fakes import FakeAccounts, FakeCases, FakeClock

SUNDAY = Ticket("EUR", 5500, "sunday")


class Office:
    """A desk with a player, Ana."""

    def __init__(self) -> None:
        self.store = MemoryTournaments(MemoryStore(Random(1)))
        self.accounts, self.cases, self.clock = FakeAccounts(), FakeCases(), FakeClock()
        self.desk = TicketDesk(
            self.store, self.accounts, self.cases, clock=self.clock, currency="EUR"
        )
        self.ana = PlayerId(0)

    async def open(self) -> "Office":
        new = NewAccount(name="Ana", name_key="ana", kind="person", created_ms=1)
        added = await self.accounts.add(new)
        assert added is not None
        self.ana = added.player
        return self

    async def give(self, caller: Caller, expires_ms: int, reference: str = "r") -> list[OwnTicket]:
        return await self.desk.give(
            caller,
            self.ana,
            value=SUNDAY.value,
            target=SUNDAY.target,
            expires_ms=expires_ms,
            reference=reference,
            reason="the table crashed",
        )

    def count(self) -> int:
        return self.store.store.ledger.balance(player_tickets(self.ana, SUNDAY.asset))


@pytest.fixture
async def office() -> Office:
    return await Office().open()


@pytest.fixture
def administrator() -> Caller:
    return Caller(player=PlayerId(90), name="Robin", kind="person", role="administrator")


@rule("TAMB-87", "TRN-13")
async def test_the_house_gives_a_ticket_once_and_the_player_sees_value_and_expiry(
    office: Office, administrator: Caller
) -> None:
    until_ms = office.clock.now_ms() + 1000
    for _ in range(2):
        wallet = await office.give(administrator, until_ms)
        expected = OwnTicket(currency="EUR", value=5500, target="sunday", expires_ms=until_ms)
        assert wallet == [expected]
    assert office.count() == 1
    ledger = office.store.store.ledger
    assert ledger.balance(house(Kind.OVERLAY, "EUR")) == -SUNDAY.value


async def test_a_ticket_that_has_expired_or_for_nobody_is_refused(
    office: Office, administrator: Caller
) -> None:
    with pytest.raises(OperatorRefused) as late:
        await office.give(administrator, office.clock.now_ms())
    assert (late.value.rule, late.value.reason) == ("TAMB-87", "already_expired")
    office.ana = PlayerId(77)
    with pytest.raises(AccessRefused):
        await office.give(administrator, 0)
    assert office.count() == 0


@rule("TAMB-87")
async def test_what_has_expired_is_taken_back_and_the_rest_stays(
    office: Office, administrator: Caller
) -> None:
    now_ms = office.clock.now_ms()
    for number, expires_ms in enumerate((now_ms + 10, now_ms + 500, 0)):
        await office.give(administrator, expires_ms, f"r{number}")
    await expire_what_is_due(office.store, now_ms + 5)
    assert office.count() == 3
    for _ in range(2):
        await expire_what_is_due(office.store, now_ms + 20)
        left = [one.expires_ms for one in await office.desk.tickets(office.ana)]
        assert left == [now_ms + 500, 0]
    ledger = office.store.store.ledger
    assert ledger.balance(house(Kind.HOUSE_FEES, "EUR")) == SUNDAY.value
