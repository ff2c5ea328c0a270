"""Accounts: one stable string each, and nothing else is one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import (
    COUNTS_TICKETS,
    ID_MAX,
    MAY_BE_NEGATIVE,
    CaseId,
    Kind,
    PlayerId,
    TableId,
    TournamentId,
    bounties,
    escrow,
    fees,
    held,
    house,
    places,
    player_cash,
    player_tickets,
    read_account,
    suspense,
    used_tickets,
    withdrawal,
)
from cardroom.ledger.tickets import Ticket, read_ticket
from tests.rule import rule

ANN = PlayerId(42)


def test_the_strings_of_accounts_are_stored_for_ever() -> None:
    ticket = Ticket("EUR", 5500, "sunday").asset
    assert [
        player_cash(ANN, "EUR"),
        withdrawal(ANN, "EUR"),
        suspense(ANN, "EUR"),
        player_tickets(ANN, ticket),
        escrow(TableId(9), ANN, "EUR"),
        held(CaseId(5), ANN, "EUR"),
        places(TournamentId(7), "EUR"),
        bounties(TournamentId(7), "EUR"),
        fees(TournamentId(7), "EUR"),
        used_tickets(TournamentId(7), ticket),
        house(Kind.RAKE, "EUR"),
        house(Kind.HOUSE_FEES, "EUR"),
        house(Kind.OVERLAY, "EUR"),
        house(Kind.HEXAPRO, "EUR"),
        house(Kind.SEIZED, "EUR"),
        house(Kind.TICKET_MONEY, "EUR"),
        house(Kind.TICKET_ISSUE, ticket),
        house(Kind.BANK, "EUR"),
        house(Kind.CHARITY, "EUR"),
    ] == [
        "player:42:cash:EUR",
        "player:42:withdrawal:EUR",
        "player:42:suspense:EUR",
        "player:42:tickets:EUR-5500-sunday",
        "table:9:escrow:42:EUR",
        "case:5:held:42:EUR",
        "tournament:7:places:EUR",
        "tournament:7:bounties:EUR",
        "tournament:7:fees:EUR",
        "tournament:7:tickets:EUR-5500-sunday",
        "house:rake:EUR",
        "house:fees:EUR",
        "house:overlay:EUR",
        "house:hexapro:EUR",
        "house:seized:EUR",
        "house:ticket_money:EUR",
        "house:tickets:EUR-5500-sunday",
        "bank:clearing:EUR",
        "charity:EUR",
    ]


@rule("TAMB-40")
def test_only_the_bank_and_what_the_house_gives_may_be_below_zero() -> None:
    assert {kind.value for kind in MAY_BE_NEGATIVE} == {
        "bank:clearing",
        "house:desk",
        "house:hexapro",
        "house:overlay",
        "house:tickets",
    }


@given(
    kind=st.sampled_from(Kind),
    ids=st.lists(st.integers(1, ID_MAX), min_size=2, max_size=2),
    currency=st.sampled_from(["CHF", "EUR", "USD"]),
    value=st.integers(1, 10**9),
)
def test_an_account_says_its_kind_its_ids_and_its_asset(
    kind: Kind, ids: list[int], currency: str, value: int
) -> None:
    asset = f"{currency}-{value}-any" if kind in COUNTS_TICKETS else currency
    used = tuple(ids[: kind.value.count("#")])
    shape = kind.value.replace("#", "{}").format(*used)
    account = f"{shape}:{asset}"
    parts = read_account(account)
    assert (parts.account, parts.kind, parts.ids, parts.asset) == (account, kind, used, asset)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "EUR",
        "player:42:cash",
        "player:42:cash:eur",
        "player:42:cash:EURO",
        "player:042:cash:EUR",
        "player:0:cash:EUR",
        "player:-1:cash:EUR",
        "player:٤:cash:EUR",
        "player:42:Cash:EUR",
        "player:42:cash:EUR ",
        "player:42:cash:EUR\n",
        "player:42:cash:EUR-5500-sunday",
        "player:42:tickets:EUR",
        "player:42:tickets:EUR-0-sunday",
        "player:42:tickets:EUR-5500-",
        "player:42:tickets:EUR-5500-a-b",
        "table:9:escrow:EUR",
        f"player:{ID_MAX + 1}:cash:EUR",
        "house:#:EUR",
        "player:#:cash:EUR",
    ],
)
def test_what_is_no_account_is_refused(text: str) -> None:
    with pytest.raises(TransferRefused, match="unknown account"):
        read_account(text)


def test_an_account_cannot_be_made_for_nobody() -> None:
    with pytest.raises(TransferRefused, match="unknown account"):
        player_cash(PlayerId(0), "EUR")


def test_a_ticket_is_read_back_from_its_asset() -> None:
    ticket = Ticket("EUR", 5500, "sunday")
    assert read_ticket(ticket.asset) == ticket
