"""After a restart: every table as it stood before the hand that was interrupted (CRASH-01)."""

import msgspec

from cardroom.cash.positions import Deal
from cardroom.cash.records import TableRecord, restore
from cardroom.cash.table import CashTable
from cardroom.engine.events import HandStarted, decode_events
from cardroom.ledger import SettledHand, TableId
from cardroom.room.house import House, log
from cardroom.room.room import Room

_records = msgspec.json.Decoder(TableRecord)


async def restore_tables(room: Room, owner: str) -> None:
    """Claim and set up every table that the store has kept; deal once the players had time."""
    house = room.house
    for number, stored in await house.tables.kept_tables():
        table = await _table(house, number, stored)
        if table is None:
            continue
        for occupant in table.in_order():
            await house.vault.look_up(occupant.player)
        epoch = await house.tables.claim_table(number, owner)
        now = house.clock.now_ms()
        room.lobby.adopt(table, now)
        for occupant in table.in_order():
            table.lose_connection(occupant.player, now)
        room.lobby.absorb(number, now)
        pause = house.pace.return_after_restart_ms
        room.adopt(table, epoch, deal_at_ms=now + pause).keep()
    await room.tell()


async def _table(house: House, number: TableId, stored: bytes) -> CashTable | None:
    record = _records.decode(stored)
    lobby = house.lobby
    stake = lobby.rules.stake(record.stake)
    if stake is None:
        log.error("table %s is not set up: its stake %s is not offered", number, record.stake)
        return None
    table = CashTable(number, stake, lobby.rules, lobby.edition.hand)
    last = await house.tables.last_hand(number)
    if last is not None:
        record = _brought_up(record, last)
    restore(table, record, dict(await house.tables.stacks(number)))
    return table


def _brought_up(record: TableRecord, hand: SettledHand) -> TableRecord:
    """The record may be older than the last hand that was paid: its players were in the game."""
    deal = _deal(hand)
    seats = tuple(
        msgspec.structs.replace(seat, standing="playing", missed_blind=False)
        if record.number < hand.number and deal.dealt_in.get(seat.seat) == seat.player
        else seat
        for seat in record.seats
    )
    number = max(record.number, hand.number)
    return msgspec.structs.replace(record, last=deal, number=number, seats=seats)


def _deal(hand: SettledHand) -> Deal:
    """Where button and blinds were in a stored hand."""
    started = decode_events(hand.history)[0]
    assert isinstance(started, HandStarted)
    blinds = {post.kind: post.seat for post in started.posts}
    return Deal(
        button=started.button,
        small_blind=blinds.get("small_blind"),
        big_blind=blinds["big_blind"],
        dealt_in=dict(hand.seats),
    )
