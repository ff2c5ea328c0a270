"""The ledger beside the logs of live tournaments: an edit in either is found, and named."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cardroom.floor.log import LogEntry
from cardroom.floor.money.transfers import transfers_of
from cardroom.floor.money_events import PrizePaid
from cardroom.floor.paper import encode_paper, make_paper
from cardroom.ledger import FloorId, PlayerId
from cardroom.ledger.audit import Report
from cardroom.ledger.floors import FloorMoney, Parts
from cardroom.room.floor.records import FloorStep, NewFloor
from cardroom.rulebook import edition
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store
from cardroom.store.floors import StoredFloors
from cardroom.tournament.ids import EntryId
from tests.floor.commanding import MONEY, SPLIT, Desk
from tests.floor.test_money import ADDON, REBUY
from tests.rule import rule
from tests.store.raw import past_the_guards

FLOOR = FloorId(1)


def played(*, pays_winner: bool = True) -> Desk:
    """An evening with everything that moves money: also what was undone, held and kept."""
    desk = Desk(price={**SPLIT, "bounty": 500}, rebuy=REBUY, addon=ADDON, guarantee=60_000)
    desk.do("open_tables", count=1)
    desk.do("enter", player="Gone")
    desk.do("withdraw_entry", entry=1)
    twice = desk.do("enter", player="Ann")
    desk.undo(twice.number)
    for name in ("Ann", "Bob", "Cas", "Dee"):
        desk.do("enter", player=name)
    ann, bob, cas, dee = 3, 4, 5, 6
    desk.do("draw_button", table=1)
    desk.do("start_clock")
    desk.do("announce_rebuy", entry=ann)
    desk.do("pay_rebuy", entry=ann)
    desk.do("deliver_rebuy", entry=ann)
    desk.level(3)
    desk.do("sell_addon", entry=bob)
    desk.level(4)
    desk.do("fix_prizes")
    desk.do("finish_hand", table=1, out=[dee])
    desk.do("pay_bounty", entry=dee, to=ann)
    desk.do("finish_hand", table=1, out=[cas])
    desk.do("disqualify", entry=bob, type="COLLUSION", stack=20_000, reason="seen by two")
    desk.do("decide_held_prize", entry=bob, pays=False, reason="proved")
    if pays_winner:
        desk.do("pay_prize", entry=ann)
    return desk


async def stored(store: Store, desk: Desk) -> StoredFloors:
    """Write an evening to a store, each entry with its money as the room does."""
    floors = StoredFloors(store)
    online = edition("en-2.7").tournament
    assert online is not None
    new = NewFloor(
        key="1:evening",
        name="Thursday",
        currency="EUR",
        paper=encode_paper(make_paper(desk.floor._written, online)),
        secret="s" * 40,
        created_by=PlayerId(1),
        created_ms=0,
    )
    assert await floors.create(new) == FLOOR
    for entry in desk.floor.log.entries:
        await write(floors, desk.floor.log.entries, entry)
    return floors


async def write(
    floors: StoredFloors, log: tuple[LogEntry, ...], entry: LogEntry, *, money: bool = True
) -> None:
    step = FloorStep(
        floor=FLOOR,
        after=entry.number - 1,
        request=f"r{entry.number}",
        entries=(entry,),
        transfers=tuple(transfers_of(MONEY, log, [entry])) if money else (),
    )
    assert await floors.write(step)


async def audited(store: Store) -> Report:
    return await audit_store(store, None, now_ms=10**9, show_progress=lambda _read, _of: None)


def found(report: Report) -> set[str]:
    return {breach.what for breach in report.breaches}


@rule("LIVE-11.p1", "LAMB-54")
async def test_a_live_tournament_with_all_its_money_passes_the_audit(store: Store) -> None:
    desk = played()
    await stored(store, desk)
    report = await audited(store)
    assert report.breaches == ()
    assert (report.floors, report.floor_entries) == (1, desk.floor.log.last)
    desk.do("pay_bounty", entry=5, to=3)
    desk.do("pay_bounty", entry=3, to=3)
    desk.do("close")
    for entry in desk.floor.log.entries[-3:]:
        await write(StoredFloors(store), desk.floor.log.entries, entry)
    assert (await audited(store)).breaches == ()


def edited(change: Callable[[dict[str, Any]], None]) -> Callable[[bytes], bytes]:
    def edit(content: bytes) -> bytes:
        entry = msgspec.json.decode(content)
        change(entry["event"])
        return msgspec.json.encode(entry)

    return edit


EDITS: dict[str, tuple[str, Callable[[dict[str, Any]], None], str]] = {
    "the price of an entry": (
        "entry_taken",
        lambda event: event["price"].update(prize=3_000),
        "has entries",
    ),
    "the chips of an entry": (
        "entry_taken",
        lambda event: event.update(stack=12_000),
        "entry 1 has 12,000 chips where 10,000 are due",
    ),
    "a prize that was paid": (
        "prize_paid",
        lambda event: event.update(amount=event["amount"] - 100),
        "was paid",
    ),
    "who was paid": (
        "prize_paid",
        lambda event: event.update(entry=5),
        "the results give",
    ),
    "a prize that the house kept": (
        "held_prize_decided",
        lambda event: event.update(outcome="paid"),
        "has entries",
    ),
    "what an undo took back": ("undone", lambda event: event.update(entries=[]), "does not say so"),
    "the chips of a re-buy": (
        "rebuy_announced",
        lambda event: event.update(chips=20_000),
        "20,000 chips where 10,000 are due",
    ),
}


@pytest.mark.parametrize("name", EDITS)
async def test_an_edited_entry_of_the_log_is_found(store: Store, address: str, name: str) -> None:
    kind, change, sentence = EDITS[name]
    desk = played()
    await stored(store, desk)
    events = [(one.number, one) for one in desk.floor.log.entries]
    number, entry = next(
        (number, one) for number, one in events if one.event.__struct_config__.tag == kind
    )
    content = edited(change)(msgspec.json.encode(entry))
    update = "update floor_log set content = $1 where floor = 1 and number = $2"
    await past_the_guards(address, (update, (content, number)))
    report = await audited(store)
    # What the seals say of the edit is one finding; what it does to money or chips is another.
    assert "row_differs" in found(report)
    ours = [one.sentence for one in report.breaches if one.what.startswith("floor_")]
    assert any(sentence in one for one in ours), ours
    assert all("of live tournament 1" in one for one in ours)


async def test_an_entry_that_is_gone_and_one_that_is_none_are_found(
    store: Store, address: str
) -> None:
    await stored(store, played())
    await past_the_guards(address, "delete from floor_log where number = 5")
    report = await audited(store)
    assert any("goes on with entry 6 where 5 is due" in one.sentence for one in report.breaches)
    assert "floor_log_differs" in found(report)
    await past_the_guards(address, ("update floor_log set content = $1 where number = 3", (b"{}",)))
    assert "floor_log_unreadable" in found(await audited(store))


async def test_money_that_is_moved_beside_the_log_is_found(store: Store) -> None:
    await stored(store, played())
    await store.transfer(MONEY.refund(Parts(fee=100), entry=999, at_ms=5))
    report = await audited(store)
    assert found(report) == {"floor_money_beside_log", "floor_money_differs"}
    assert "floor:1:999 moved its money, its log does not say so" in report.breaches[0].sentence
    assert "floor:1:fees:EUR has 2700, by its log it should have 2800" in (
        report.breaches[1].sentence
    )
    nowhere = FloorMoney(FloorId(7), "EUR").take(Parts(places=5), entry=1, at_ms=6)
    await store.transfer(nowhere)
    last = (await audited(store)).breaches[-1]
    assert "money of live tournament 7 was moved, which is not there" in last.sentence


async def test_a_log_that_says_more_than_the_ledger_is_found_though_it_is_sealed(
    store: Store,
) -> None:
    """Somebody with the room's own code writes an entry without money, or money nobody has won."""
    desk = played()
    floors = await stored(store, desk)
    last = desk.floor.log.entries[-1]
    forged = LogEntry(
        number=last.number + 1,
        at_ms=last.at_ms,
        operator=last.operator,
        event=PrizePaid(EntryId(5), 3, 1_000),
    )
    await write(floors, (*desk.floor.log.entries, forged), forged, money=False)
    report = await audited(store)
    assert found(report) >= {"floor_money_differs", "floor_differs"}
    assert not {"row_differs", "row_unsealed"} & found(report)


async def test_a_prize_that_nobody_won_is_found_although_log_and_ledger_agree(
    store: Store,
) -> None:
    desk = played(pays_winner=False)
    floors = await stored(store, desk)
    last = desk.floor.log.entries[-1]
    forged = LogEntry(
        number=last.number + 1,
        at_ms=last.at_ms,
        operator=last.operator,
        event=PrizePaid(EntryId(5), 3, 1_000),
    )
    await write(floors, (*desk.floor.log.entries, forged), forged)
    report = await audited(store)
    assert found(report) == {"floor_differs"}
    (breach,) = report.breaches
    assert "entry 5 was paid 1000 for place 3, the results give 0 for 3" in breach.sentence
