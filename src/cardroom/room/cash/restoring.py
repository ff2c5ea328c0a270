"""After a restart: every table as it stood before the hand that was interrupted (CRASH-01)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from cardroom.cash.events import SatDown
from cardroom.cash.places import LobbyPlace
from cardroom.cash.positions import HandPositions
from cardroom.cash.records import TableRecord, restore
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.cash.state import LeftBank
from cardroom.cash.table import CashTable
from cardroom.engine.events import HandStarted, decode_events
from cardroom.errors import UNREADABLE, InvalidFile
from cardroom.ledger import PlayerId, SettledHand, TableId
from cardroom.room.cash.messages import LOBBY, RestorePlaces
from cardroom.room.cash.returning import grant_return
from cardroom.room.cash.settling import Settling
from cardroom.room.incidents import log
from cardroom.room.ordered_writes import about_table
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.room import Room
from cardroom.room.services import RoomServices
from cardroom.rulebook.cash.stakes import stake_word
from cardroom.units import Cents

_records = msgspec.json.Decoder(TableRecord)


class _Kept(NamedTuple):
    """What the store has of a table that is ours again."""

    record: TableRecord
    epoch: int
    bought: tuple[LobbyPlace, ...]
    """Seats that were paid and are not in the record yet."""


async def restore_tables(room: Room) -> set[PlayerId]:
    """Claim and set up every table that the store has kept; deal once the players had time.

    Returns who waits in the lobby.

    Everything is read after the claim: from then on nobody else writes there. All pools come first:
    the last write of a process that died may arrive late and be that of a table nobody has seen.
    What the room must remember about its players comes back with the tables.
    """
    services, tables = room.services, room.services.tables
    for pool in await retry_while_unavailable(tables.pools):
        await retry_while_unavailable(lambda pool=pool: tables.claim_pool(pool, room.process))  # type: ignore[misc]
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
    places = await _places(room)
    for number, stored in await retry_while_unavailable(tables.kept_tables):
        kept = _read(number, stored)
        bought = tuple(one for one in places if one.table == number and one.is_bought)
        await _restore(room, number, _Kept(kept, epochs[number], bought), remembered)
    return await _restore_places(room, places)


async def _places(room: Room) -> list[LobbyPlace]:
    """Places in the lobby, whose pools are ours; those of stakes that are gone are dropped."""
    services, tables = room.services, room.services.tables
    found = []
    for place in await retry_while_unavailable(tables.places):
        if services.rules.stake(place.stake) is not None:
            found.append(place)
            continue
        log.warning("a place at %s is dropped: the stake is not offered", place.stake)
        await retry_while_unavailable(
            lambda place=place: tables.drop_place(place.number, place.stake, room.process)  # type: ignore[misc]
        )
    return found


async def _restore_places(room: Room, places: Sequence[LobbyPlace]) -> set[PlayerId]:
    """Have everybody wait as before, and the same seats on offer; nobody notices (CASH-06).

    A seat on offer is kept as long as for a new offer: its player has to come back first.
    """
    services = room.services
    waiting = tuple(place for place in places if not place.is_bought)
    players = {place.player for place in waiting}
    for player in players:
        await retry_while_unavailable(lambda player=player: services.wallets.look_up(player))  # type: ignore[misc]
    await services.bus.ask(LOBBY, RestorePlaces(places=waiting))
    return players


def _read(number: TableId, stored: bytes) -> TableRecord:
    """The record of a table; a room without it would not know whose the stacks there are."""
    try:
        return _records.decode(stored)
    except UNREADABLE:
        raise InvalidFile(f"the kept record of table {number}", "it is damaged") from None


async def _restore(
    room: Room,
    number: TableId,
    kept: _Kept,
    remembered: Sequence[PlayerRecord],
) -> None:
    services, (record, epoch, bought) = room.services, kept
    stacks = await retry_while_unavailable(lambda: services.tables.stacks(number))
    for player in [*stacks, *(seat.player for seat in record.seats)]:
        await retry_while_unavailable(lambda player=player: services.wallets.look_up(player))  # type: ignore[misc]
    table = await _table(services, number, record, stacks)
    if table is None:
        return
    now = services.clock.now_ms()
    _give_banks(table, remembered)
    for place in bought:
        _seat_buyer(table, place, stacks.get(place.player, 0), now)
    grant_return(table, now, services.pace.return_after_restart_ms)
    interrupted = await _count_on(services, table, record)
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
    for place in bought:
        task.arrive(place.player)
    task.agree(stacks)


def _seat_buyer(table: CashTable, place: LobbyPlace, stack: Cents, now_ms: int) -> None:
    """Seat a player who had paid when the room was killed, before the table was kept."""
    if stack and not table.has(place.player) and place.seat in table.free_seats:
        table.restore_arrival(SatDown(place.seat, place.player, stack, now_ms))


async def _table(
    services: RoomServices, number: TableId, record: TableRecord, stacks: Mapping[PlayerId, Cents]
) -> CashTable | None:
    stake = services.rules.stake(record.stake)
    if stake is None:
        log.error("table %s is not set up: its stake %s is not offered", number, record.stake)
        return None
    table = CashTable(number, stake, services.rules, services.edition.hand)
    last = await retry_while_unavailable(lambda: services.tables.last_hand(number))
    # What a busted player adds may be in the record before it is paid.
    busted = {
        seat.player: 0 for seat in record.seats if seat.stack == 0 or seat.out_cause == "busted"
    }
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
        # Whoever is gone has taken the hand with them, and may have paid for another seat since.
        deal = table.redeal
        return deal if deal is not None and deal.dealt_in else None
    table.number = max(table.number, stored)
    return None


def _give_banks(table: CashTable, remembered: Sequence[PlayerRecord]) -> None:
    """The timebanks of those who left the table lately wait there again (AMB-60)."""
    for record in remembered:
        for number, *bank in record.banks:
            if number == table.table:
                table.restore_left_bank(record.player, LeftBank(*bank))


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
