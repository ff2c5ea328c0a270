"""The audit over a database: feeds it every transfer, while the room may be open."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from functools import partial

import msgspec

from cardroom.engine.events import HandStarted
from cardroom.errors import UNREADABLE, InvalidFile, Unavailable, UsageError
from cardroom.history.rerun import rerun, won
from cardroom.ledger import Invariant, Message, SettledHand
from cardroom.ledger.audit import Audit, Record, Replay, Replayed, Report, Totals
from cardroom.ledger.transfers import read_transfer
from cardroom.office import outbox_messages
from cardroom.room.counting import counted
from cardroom.room.incidents import report
from cardroom.rulebook import Edition, edition
from cardroom.store.audit import reading
from cardroom.store.audit.comparing import Comparison, Telling
from cardroom.store.audit.deck_log import audit_deck_log
from cardroom.store.audit.floors import FloorMoves, FloorRow, audit_floors, opened
from cardroom.store.audit.orders import audit_orders
from cardroom.store.audit.schema import audit_schema
from cardroom.store.audit.seals import follow_seals
from cardroom.store.audit.tournaments import Announced, PoolMoves, announced, audit_tournaments
from cardroom.store.databases.database import Script
from cardroom.store.daybook import BLOCK
from cardroom.store.migrations import known
from cardroom.store.reading import StoredMessage
from cardroom.store.store import Store

TOLD_EVERY = 500
YIELDS_EVERY = 10
"""After this many transfers the tables of a running room have their turn."""

ShowProgress = Callable[[int, int], None]
"""Gets how many transfers have been read, and of how many."""


async def audit_store(
    store: Store,
    replay: Replay | None,
    *,
    now_ms: int,
    show_progress: ShowProgress,
    noted: Iterable[bytes] = (),
    whole: bool = False,
) -> Report:
    """Feed the audit everything up to the transfer that is the last one now.

    `whole` has the database verify its own files first. What is damaged is a finding, too.
    """
    audit = Audit(replay, noted)
    try:
        if whole:
            for flaw in await store.flaws():
                audit.find_at_end(Invariant.CHAIN_HOLDS, "database_damaged", flaw)
        await _audit_all(store, audit, replay, now_ms=now_ms, show_progress=show_progress)
    except (InvalidFile, Unavailable, UsageError) as error:
        if not store.is_damaged:
            raise
        found = f"the database cannot be read to its end: {error}".removesuffix(".")
        audit.find_at_end(Invariant.CHAIN_HOLDS, "database_damaged", _so_far(audit, found))
    except Exception as error:  # noqa: BLE001 - what damage leads to is a finding, as ours would be
        report("the audit cannot go on", error)
        found = f"what is stored cannot be understood: {type(error).__name__}"
        audit.find_at_end(Invariant.CHAIN_HOLDS, "database_damaged", _so_far(audit, found))
    return audit.report()


def _so_far(audit: Audit, found: str) -> str:
    return f"{found}; {audit.read:,} transfers were read, what follows was not verified"


async def _audit_all(
    store: Store, audit: Audit, replay: Replay | None, *, now_ms: int, show_progress: ShowProgress
) -> None:
    around, found, floors = await store.ask(_moment)
    moves, floor_moves = PoolMoves(), FloorMoves()
    standing, last = around.standing, around.standing.head.transfers
    comparison = Comparison(audit, replay)
    async for stored in store.transfers(last):
        fed = audit.feed(
            Record(
                stored.content,
                stored.hash,
                stored.entries,
                stored.hand,
                stored.seq,
                stored.reversed,
            )
        )
        if fed is not None:
            comparison.see(stored, *fed)
            moves.see(stored.seq, fed.transfer, 1)
            floor_moves.see(fed.transfer)
        if audit.read % TOLD_EVERY == 0:
            show_progress(audit.read, last)
        if audit.read % YIELDS_EVERY == 0:
            await asyncio.sleep(0)
    seals = await follow_seals(store, audit)
    totals = Totals(last, standing.hands, standing.head.hash, standing.balances)
    audit.finish(totals, now_ms=now_ms)
    comparison.finish(around, counts=replay is not None)
    await _compare_unpaid_hands(store, comparison, standing.head.hands)
    await _compare_players(store, comparison, standing.head.hands)
    await _compare_messages(store, comparison, standing.head.messages)
    await audit_orders(store, audit)
    await audit_tournaments(store, audit, found, moves)
    await audit_floors(store, audit, floors, floor_moves, standing.balances)
    await audit_deck_log(store, audit, standing.head.hands)
    guards = await store.ask(lambda: reading.guards(store.dialect))
    comparison.see_guards(guards, known(), store.dialect)
    await audit_schema(store, audit)
    seals.finish()


def _moment() -> Script[tuple[reading.Surroundings, list[Announced], list[FloorRow]]]:
    """What is stored beside the transfers, and all tournaments, of one and the same moment."""
    around = yield from reading.surroundings()
    return around, (yield from announced()), (yield from opened())


async def _compare_players(store: Store, comparison: Comparison, last: int) -> None:
    for block in range(0, last // BLOCK + 1, reading.BLOCKS):
        comparison.see_players(await store.ask(partial(reading.hands_counted, block, last)))
    comparison.finish_players()


async def _compare_unpaid_hands(store: Store, comparison: Comparison, last: int) -> None:
    after = 0
    while rows := await store.ask(partial(reading.unpaid_hands, after, last)):
        for row, hand in rows:
            comparison.see_unpaid(row, hand)
            after = row.id


async def _compare_messages(store: Store, comparison: Comparison, last: int) -> None:
    after = 0
    while rows := await store.ask(partial(reading.messages, after, last)):
        expected = await _expected_messages(store, rows)
        for number, subject, body in rows:
            comparison.see_number(number)
            if number in expected:
                comparison.see_message(number, Message(subject, body), expected[number])
            after = number
    comparison.see_number(last + 1)


async def _expected_messages(
    store: Store, rows: Iterable[StoredMessage]
) -> dict[int, Telling | None]:
    """What messages about hands and money should say; other messages tell of no cent."""
    named = {one.id: (one.subject, _key_of(one.body)) for one in rows if is_about_money(one)}
    hands = [key for subject, key in named.values() if subject == outbox_messages.HAND_SETTLED]
    moved = [key for subject, key in named.values() if subject != outbox_messages.HAND_SETTLED]
    results = await store.ask(partial(reading.results, hands))
    contents = await store.ask(partial(reading.contents, moved))
    expected = {key: Telling(seq, _message_of_hand(text)) for key, seq, text in results}
    expected |= {key: Telling(seq, _message_of_transfer(text)) for key, seq, text in contents}
    return {number: expected.get(key) for number, (_, key) in named.items()}


def is_about_money(message: StoredMessage) -> bool:
    """Whether a message tells what a transfer did."""
    return message.subject == outbox_messages.HAND_SETTLED or message.subject.startswith(
        outbox_messages.MONEY
    )


def _key_of(body: bytes) -> str:
    """The key of the hand or transfer that a message tells about."""
    try:
        said = msgspec.json.decode(body)
    except UNREADABLE:
        return ""
    return str(said.get("key", "")) if isinstance(said, dict) else ""


def _message_of_hand(result: bytes) -> Message | None:
    try:
        return outbox_messages.of_hand(msgspec.json.decode(result, type=SettledHand))
    except UNREADABLE:
        return None


def _message_of_transfer(content: bytes) -> Message | None:
    try:
        return next(iter(outbox_messages.of_transfer(read_transfer(content))), None)
    except UNREADABLE:
        return None


def replay_by(houses: Mapping[str, Edition]) -> Replay:
    """Play a hand again by its edition's rules: house rules by their name, or a published one."""

    def replay(hand: SettledHand) -> Replayed:
        rules = houses.get(hand.edition) or edition(hand.edition)
        played = rerun(rules.hand, hand.history)
        winnings = won(played)
        if not winnings.keys() <= hand.seats.keys():
            raise InvalidFile(hand.key, "names no player for a seat")
        deltas = {hand.seats[seat]: amount for seat, amount in winnings.items()}
        count = partial(counted, played.events, hand.seats, hand.deltas, at_ms=hand.at_ms)
        return Replayed(deltas, rake_cap_of(played.started), count)

    return replay


def rake_cap_of(started: HandStarted) -> int:
    """The cap of rake that a hand began with; nothing where none is taken (RAKE-01)."""
    return 0 if started.rake is None else started.rake.cap
