"""After a restart: every table as it stood before the hand that was interrupted (CRASH-01)."""

from collections.abc import Mapping, Sequence

import msgspec

from cardroom.cash.occupant import Occupant
from cardroom.cash.positions import HandPositions
from cardroom.cash.records import TableRecord, restore
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.cash.state import LeftBank
from cardroom.cash.table import CashTable
from cardroom.engine.events import HandStarted, decode_events
from cardroom.errors import UNREADABLE, InvalidFile
from cardroom.ledger import PlayerId, SettledHand, TableId
from cardroom.room.cash.settling import Settling
from cardroom.room.incidents import log
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.room import Room
from cardroom.room.services import RoomServices
from cardroom.room.wallets import about_table
from cardroom.rulebook.cash.stakes import stake_word
from cardroom.units import Cents

_records = msgspec.json.Decoder(TableRecord)


async def restore_tables(room: Room) -> None:
    """Claim and set up every table that the store has kept; deal once the players had time.

    Everything is read after the claim: from then on nobody else writes there. What the room must
    remember about its players comes back with the tables.
    """
    services, tables = room.services, room.services.tables
    epochs = {}
    for number, stored in await retry_while_unavailable(tables.kept_tables):
        stake = stake_word(_read(number, stored).stake)
        epochs[number] = await retry_while_unavailable(
            lambda number=number, stake=stake: tables.claim_table(number, room.process, stake)  # type: ignore[misc]
        )
    now = services.clock.now_ms()
    remembered = await retry_while_unavailable(lambda: tables.remembered(now))
    for record in remembered:
        services.history.restore(record)
    for number, stored in await retry_while_unavailable(tables.kept_tables):
        kept = _read(number, stored)
        await _restore(room, number, kept, epochs[number], remembered)


def _read(number: TableId, stored: bytes) -> TableRecord:
    """The record of a table; a room without it would not know whose the stacks there are."""
    try:
        return _records.decode(stored)
    except UNREADABLE:
        raise InvalidFile(f"the kept record of table {number}", "it is damaged") from None


async def _restore(
    room: Room,
    number: TableId,
    record: TableRecord,
    epoch: int,
    remembered: Sequence[PlayerRecord],
) -> None:
    services = room.services
    stacks = await retry_while_unavailable(lambda: services.tables.stacks(number))
    for player in [*stacks, *(seat.player for seat in record.seats)]:
        await retry_while_unavailable(lambda player=player: services.wallets.look_up(player))  # type: ignore[misc]
    table = await _table(services, number, record, stacks)
    if table is None:
        return
    now = services.clock.now_ms()
    for occupant in table.in_order():
        _grant_return(table, occupant, now, services.pace.return_after_restart_ms)
    interrupted = await _count_on(services, table, record)
    _give_banks(table, remembered)
    desk = room.desk_of(table)
    deal_at_ms = now + services.pace.return_after_restart_ms
    if interrupted is not None:
        # Before the table's new record: should the room end again, the hand is found again.
        settling = Settling(services, desk, epoch)
        settling.keep_interrupted(table.number, record.epoch, interrupted, now)
        await services.wallets.flush(about_table(number))
    for occupant in table.in_order():
        table.lose_connection(occupant.player, now)
    task = await room.adopt(desk, epoch, deal_at_ms=deal_at_ms)
    task.agree(stacks)


async def _table(
    services: RoomServices, number: TableId, record: TableRecord, stacks: Mapping[PlayerId, Cents]
) -> CashTable | None:
    stake = services.rules.stake(record.stake)
    if stake is None:
        log.error("table %s is not set up: its stake %s is not offered", number, record.stake)
        return None
    table = CashTable(number, stake, services.rules, services.edition.hand)
    last = await retry_while_unavailable(lambda: services.tables.last_hand(number))
    busted = {seat.player: 0 for seat in record.seats if seat.stack == 0}
    # The record may be older than the last hand that was paid.
    missed = last if last is not None and last.number > record.number else None
    if missed is not None:
        busted |= {player: 0 for player, stack in missed.stacks.items() if stack == 0}
    restore(table, record, {**busted, **stacks})
    if missed is not None:
        table.catch_up(missed.number, _deal(missed))
    return table


async def _count_on(
    services: RoomServices, table: CashTable, record: TableRecord
) -> HandPositions | None:
    """Go on after the last number that a hand has had; the hand that was in progress (AMB-69)."""
    stored = await retry_while_unavailable(lambda: services.tables.last_number(table.table))
    if record.begun > stored:
        table.number = record.begun
        deal = record.redeal
        are_there = deal is not None and all(map(table.has, deal.dealt_in.values()))
        return deal if are_there else None
    table.number = max(table.number, stored)
    return None


def _give_banks(table: CashTable, remembered: Sequence[PlayerRecord]) -> None:
    """The timebanks of those who left the table lately wait there again (AMB-60)."""
    for record in remembered:
        for number, *bank in record.banks:
            if number == table.table:
                table.restore_left_bank(record.player, LeftBank(*bank))


def _grant_return(table: CashTable, occupant: Occupant, now_ms: int, return_ms: int) -> None:
    """Players who sat out when the room stopped can return before they are removed (SIT-03)."""
    if occupant.out_since_ms is None:
        return
    allowed_ms = table.rules.sitting_out.removed_after_s * 1000
    earliest = now_ms + return_ms - allowed_ms
    occupant.out_since_ms = min(now_ms, max(occupant.out_since_ms, earliest))
    if occupant.out_until_ms is not None:
        occupant.out_until_ms = max(occupant.out_until_ms, now_ms + return_ms)


def _deal(hand: SettledHand) -> HandPositions:
    """Where button and blinds were in a stored hand."""
    started = decode_events(hand.history)[0]
    assert isinstance(started, HandStarted)
    blinds = {post.kind: post.seat for post in started.posts}
    return HandPositions(
        button=started.button,
        small_blind=blinds.get("small_blind"),
        big_blind=blinds["big_blind"],
        dealt_in=dict(hand.seats),
    )
