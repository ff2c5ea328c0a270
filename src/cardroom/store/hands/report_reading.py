"""What the reports of the house read: hands and transfers of a period, names, balances.

Neither hands nor transfers have an index by time. Both are numbered without gaps in the order in
which they were written, so that the beginning and the end of a period are found by halving.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from cardroom.ledger import Account, PlayerId, Reason, Transfer
from cardroom.ledger.transfers import read_transfer
from cardroom.office.report_rows import Named, TournamentSum
from cardroom.office.report_tally import PaidHand
from cardroom.store.databases.database import One, Row, Script
from cardroom.units import Cents

MARGIN_MS = 3_600_000
"""So much earlier and later is looked, because clocks are set and writers overtake each other."""
HAND_AT = "select at_ms from hands where id = $1"
TRANSFER_AT = "select content from transfers where seq = $1"

_paid = msgspec.json.Decoder(PaidHand)


class Numbers(NamedTuple):
    """Numbers from the first to the last one; none if the last is less."""

    first: int
    last: int


class AccountRow(NamedTuple):
    """An account with its balance."""

    id: int
    name: Account
    balance: Cents


def hands_in(since_ms: int, until_ms: int) -> Script[Numbers]:
    """Which hands may belong to a period."""
    ((last,),) = yield One("select hands from ledger_head where id = 1")
    return (yield from _halved(HAND_AT, last, since_ms, until_ms))


def transfers_in(since_ms: int, until_ms: int) -> Script[Numbers]:
    """Which transfers may belong to a period."""
    ((last,),) = yield One("select transfers from ledger_head where id = 1")
    return (yield from _halved(TRANSFER_AT, last, since_ms, until_ms))


def _halved(sql: str, last: int, since_ms: int, until_ms: int) -> Script[Numbers]:
    first = yield from _first_from(sql, last, since_ms - MARGIN_MS)
    after = yield from _first_from(sql, last, until_ms + MARGIN_MS)
    return Numbers(first, after - 1)


def _first_from(sql: str, last: int, at_ms: int) -> Script[int]:
    """The number of the first row from a moment on, or the one after the last."""
    low, high = 1, last + 1
    while low < high:
        middle = (low + high) // 2
        ((found,),) = yield One(sql, (middle,))
        found_ms = found if isinstance(found, int) else read_transfer(found).at_ms
        if found_ms < at_ms:
            low = middle + 1
        else:
            high = middle
    return low


def paid_hands(
    numbers: Numbers, since_ms: int, until_ms: int, limit: int
) -> Script[list[tuple[int, str, PaidHand, bytes]]]:
    """The first hands for money of a period: number, key, what was paid, history."""
    rows = yield One(
        "select id, key, result, history from hands where id >= $1 and id <= $2"
        " and transfer is not null and at_ms >= $3 and at_ms < $4 order by id limit $5",
        (*numbers, since_ms, until_ms, limit),
    )
    return [
        (number, key, _paid.decode(result), bytes(history)) for number, key, result, history in rows
    ]


def taken_back() -> Script[list[tuple[str, int]]]:
    """The hands that were ever taken back, and when: few, and found by their keys (AMB-24)."""
    rows = yield One(
        "select content from transfers where key > $1 and key < $2",
        ("reversed:hand:", "reversed:hand;"),
    )
    found: list[Transfer] = [read_transfer(content) for (content,) in rows]
    return [(one.hand, one.at_ms) for one in found if one.reason is Reason.REVERSED]


def one_hand(key: str) -> Script[tuple[PaidHand, bytes]]:
    """A hand that was paid."""
    ((result, history),) = yield One("select result, history from hands where key = $1", (key,))
    return _paid.decode(result), bytes(history)


def booked_by_hands(
    account: Account, numbers: Numbers, since_ms: int, until_ms: int
) -> Script[Cents]:
    """What the ledger has moved on an account with the hands of a period."""
    ((amount,),) = yield One(
        "select coalesce(sum(entries.amount), 0) from hands"
        " join entries on entries.transfer = hands.transfer"
        " join accounts on accounts.id = entries.account"
        " where hands.id >= $1 and hands.id <= $2 and hands.at_ms >= $3 and hands.at_ms < $4"
        " and accounts.name = $5",
        (*numbers, since_ms, until_ms, account),
    )
    return int(amount)


def booked_beside_hands(account: Account, numbers: Numbers) -> Script[list[tuple[int, Cents]]]:
    """What else the ledger has moved on an account, and when."""
    rows = yield One(
        "select transfers.content, entries.amount from entries"
        " join accounts on accounts.id = entries.account"
        " join transfers on transfers.seq = entries.transfer"
        " where accounts.name = $1 and entries.by_hand = 0"
        " and entries.transfer >= $2 and entries.transfer <= $3",
        (account, *numbers),
    )
    return [(read_transfer(content).at_ms, int(amount)) for content, amount in rows]


def tournaments(since_ms: int, until_ms: int, currency: str) -> Script[list[TournamentSum]]:
    """What players paid and won in tournaments that ended in a period; refunds count nothing."""
    rows = yield One(
        "select tournament_entries.player, count(*), sum(tournament_entries.paid),"
        " sum(tournament_entries.prize + tournament_entries.bounties)"
        " from tournament_progress"
        " join tournaments on tournaments.id = tournament_progress.tournament"
        " join tournament_entries on tournament_entries.tournament = tournaments.id"
        " where tournament_progress.state = 'finished' and tournament_progress.ended_ms >= $1"
        " and tournament_progress.ended_ms < $2 and tournaments.currency = $3"
        " and tournament_entries.given_back = 0 group by tournament_entries.player",
        (since_ms, until_ms, currency),
    )
    return [TournamentSum(PlayerId(row[0]), *map(int, row[1:])) for row in rows]


def names(players: Sequence[PlayerId]) -> Script[dict[PlayerId, Named]]:
    """The names of accounts."""
    rows: list[Row] = yield One(
        "select players.id, players.name, profiles.kind from players"
        " left join profiles on profiles.player = players.id where players.id = any($1)",
        (list(players),),
    )
    return {PlayerId(player): Named(name, kind) for player, name, kind in rows}


def accounts_after(number: int, currency: str, limit: int) -> Script[list[AccountRow]]:
    """Accounts of a currency with money, in the order of their numbers."""
    rows = yield One(
        "select id, name, balance from accounts where id > $1 and asset = $2 and balance <> 0"
        " order by id limit $3",
        (number, currency, limit),
    )
    return [AccountRow(*row) for row in rows]
