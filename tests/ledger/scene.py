"""A small room for the tests: three players, a table, a tournament, and what is stored of them."""

from collections.abc import Iterable

from cardroom.ledger import (
    GENESIS,
    Account,
    CaseId,
    Ledger,
    PlayerId,
    SettledHand,
    TableId,
    TournamentId,
    Transfer,
    canonical,
    chain,
    settle_hand,
)
from cardroom.ledger.accounts import places, player_cash
from cardroom.ledger.audit import Audit, Record, Replay, Report, Totals
from cardroom.ledger.banking import deposit, pay_withdrawal, request_withdrawal
from cardroom.ledger.cases import place_hold, release_hold
from cardroom.ledger.suspense import due_to_charity, suspend
from cardroom.ledger.tables import buy_in, cash_out
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import Price, TournamentMoney

ANN, BEN, CAT = PlayerId(1), PlayerId(2), PlayerId(3)
TABLE = TableId(9)
SUNDAY = TournamentMoney(TournamentId(7), "EUR")
CASE = CaseId(5)
TICKET = Ticket("EUR", 1000, "sunday")
DAY_MS = 24 * 3600 * 1000


def cash(player: PlayerId) -> Account:
    return player_cash(player, "EUR")


def hand(
    number: int,
    deltas: dict[PlayerId, int],
    stacks: dict[PlayerId, int],
    *,
    rake: int = 0,
    epoch: int = 1,
    at_ms: int = 3,
) -> SettledHand:
    return SettledHand(
        table=TABLE,
        epoch=epoch,
        number=number,
        edition="en-2.7",
        currency="EUR",
        at_ms=at_ms,
        deltas=deltas,
        rake=rake,
        rake_cap=100,
        stacks=stacks,
        history=b"{}",
    )


HANDS = (
    hand(1, {ANN: 475, BEN: -500, CAT: 0}, {ANN: 1475, BEN: 300, CAT: 500}, rake=25),
    hand(3, {ANN: -75, BEN: 70}, {ANN: 1400, BEN: 370, CAT: 500}, rake=5),
)
PRICE = Price(places=900, bounty=0, fee=100)


def seated() -> list[Transfer]:
    """Ann, Ben and Cat pay in 50.00 each and sit with 10.00, 8.00 and 5.00."""
    transfers = []
    for player, stack in ((ANN, 1000), (BEN, 800), (CAT, 500)):
        transfers.append(deposit(player, 5000, "EUR", reference=f"bank-{player}", at_ms=1))
        transfers.append(buy_in(TABLE, player, stack, "EUR", request="1", at_ms=2))
    return transfers


def busy_quarter() -> list[Transfer]:
    """Hands, a withdrawal, a tournament, a hold, and suspense that goes to charity in the end."""
    transfers = [*seated(), *(settle_hand(one) for one in HANDS)]
    transfers.append(cash_out(TABLE, CAT, 500, "EUR", request="2", at_ms=4))
    asked = request_withdrawal(BEN, 600, "EUR", reference="w1", at_ms=5)
    transfers += [asked, pay_withdrawal(asked, at_ms=6)]
    transfers.append(SUNDAY.enter(ANN, PRICE, purchase=1, at_ms=7))
    transfers.append(SUNDAY.enter(BEN, PRICE, purchase=2, at_ms=7))
    transfers.append(SUNDAY.pay_prize(ANN, 1300, entry=1, at_ms=8))
    hold = place_hold(CASE, BEN, 500, places(SUNDAY.id, "EUR"), number=1, at_ms=8)
    transfers += [hold, SUNDAY.close(200, {}, at_ms=9), release_hold(hold, at_ms=10)]
    item = suspend(CAT, 40, cash(CAT), reference="s1", after_days=90, at_ms=11)
    return [*transfers, item, *due_to_charity([item], 90 * DAY_MS + 11)]


def booked(transfers: Iterable[Transfer]) -> Ledger:
    """A ledger that took in the transfers."""
    ledger = Ledger()
    for transfer in transfers:
        ledger.apply(transfer)
    return ledger


def stored(transfers: Iterable[Transfer], hands: Iterable[SettledHand] = HANDS) -> list[Record]:
    """The transfers as a store would keep them, whatever they say, with a chain that holds."""
    by_key = {one.key: one for one in hands}
    contents: dict[str, bytes] = {}
    records, head = [], GENESIS
    for transfer in transfers:
        content = contents[transfer.key] = canonical(transfer)
        head = chain(head, content)
        back = contents.get(transfer.reverses)
        hand = by_key.get(transfer.key)
        records.append(Record(content, head, transfer.entries, hand, reversed=back))
    return records


def sums(records: Iterable[Record]) -> dict[Account, int]:
    """The balances that belong to the stored entries."""
    balances: dict[Account, int] = {}
    for record in records:
        for account, amount in record.entries:
            balances[account] = balances.get(account, 0) + amount
    return balances


def totals(records: list[Record]) -> Totals:
    """What belongs beside the stored records."""
    hands = sum(record.hand is not None for record in records)
    head = records[-1].hash if records else GENESIS
    return Totals(len(records), hands, head, sums(records))


def audit(
    records: list[Record],
    beside: Totals | None = None,
    *,
    now_ms: int = 90 * DAY_MS + 12,
    replay: Replay | None = None,
    noted: Iterable[bytes] = (),
) -> Report:
    """Everything that an audit finds in stored records."""
    reader = Audit(replay, noted)
    for record in records:
        reader.feed(record)
    return reader.finish(beside or totals(records), now_ms=now_ms)


def first(report: Report) -> tuple[str, str, str]:
    """Rule, key and finding of the first breach."""
    assert report.breaches
    breach = report.breaches[0]
    return breach.rule, breach.key, breach.what


def said(report: Report) -> list[str]:
    """The sentences of all findings."""
    return [breach.sentence for breach in report.breaches]
