"""What the contract tests know of a room's store: its ports, and the money they begin with."""

from typing import Protocol

from cardroom.ledger import PlayerId, SettledHand, TableId
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in
from cardroom.room.ports import HandRecords, MoneyStore, TableStore

ANA, BEN = PlayerId(3), PlayerId(4)
TABLE = TableId(7)
STACK = 1000
NL10 = "nl-holdem:ordinary:5:10"


class RoomPorts(MoneyStore, TableStore, HandRecords, Protocol):
    """One object with the three ports, as the room gets it."""


async def seat(room: RoomPorts) -> int:
    """Ana and Ben sit at a claimed table with a stack each; the epoch of the claim."""
    epoch = await room.claim_table(TABLE, "us", NL10)
    for player in (ANA, BEN):
        await room.move(deposit(player, 5000, "EUR", reference=str(player), at_ms=1), None)
        chips = buy_in(TABLE, player, STACK, "EUR", request=str(player), at_ms=2)
        await room.move(chips, (TABLE, epoch))
    return epoch


def hand(epoch: int, number: int = 1, won: int = 90, table: TableId = TABLE) -> SettledHand:
    """Ana wins 90 of the 100 that Ben loses."""
    stacks = {ANA: STACK + won, BEN: STACK - won - 10}
    return SettledHand(
        table=table,
        epoch=epoch,
        number=number,
        edition="en-2.7",
        currency="EUR",
        at_ms=number + 2,
        deltas={ANA: won, BEN: -won - 10},
        rake=10,
        rake_cap=300,
        stacks=stacks,
        history=b"",
        seats={1: ANA, 2: BEN},
    )
