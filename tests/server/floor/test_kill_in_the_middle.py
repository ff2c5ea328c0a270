"""`kill -9` of a real server in the middle of everything that a floor does in two days."""

import asyncio
from typing import Any

from tests.rule import rule
from tests.server.floor.outages import Outages, Wish, wish, wish_undone
from tests.server.floor.running import Console, at_level, players_at
from tests.server.seating import audit

PLAYERS = [f"Player {number}" for number in range(1, 17)]
HOUR: dict[str, Any] = {"minutes": 60}
TERMS: dict[str, Any] = {
    "seats": 6,
    "chips": [{"value": 25}, {"value": 100}, {"value": 1_000}],
    "levels": [
        {**HOUR, "small_blind": 25, "big_blind": 50},
        {**HOUR, "small_blind": 100, "big_blind": 200},
        {**HOUR, "small_blind": 200, "big_blind": 400, "ends_day": True},
        {**HOUR, "small_blind": 300, "big_blind": 600},
    ],
    "entries_until_level": 1,
    "paid": [
        {"entries": 1, "places": 6, "percents": [30, 20, 15, 13, 12, 10]},
        {"entries": 16, "places": 7, "percents": [30, 20, 15, 12, 10, 8, 5]},
    ],
}
LEFT_MS = 400
RACED_ODD = 3
"""How many chips of 25 every player brings to the race."""


async def begin(outages: Outages, players: list[str], tables: int) -> None:
    """Everybody sits, buttons are drawn, the clock runs."""
    await outages.create(**TERMS)
    console = outages.console
    await console.do("open_tables", count=tables)
    await console.do("enter_many", players=players)
    for table in range(1, tables + 1):
        await console.do("draw_button", table=table)
    await console.do("start_clock")
    await evened(console)


async def evened(console: Console) -> None:
    """Carry out what the console proposes, until tables are even and everybody sits."""
    while True:
        state = await console.state()
        if state["tickets"]:
            for ticket in state["tickets"]:
                await console.do("arrive", entry=ticket["entry"])
        elif state["moves"]:
            await console.do("balance")
        else:
            return


async def one_out(console: Console) -> None:
    """Somebody at the fullest table goes out."""
    tables = (await console.state())["tables"]
    fullest = max(tables, key=lambda one: len(one["players"]))
    await console.do("finish_hand", table=fullest["number"], out=[dealt_in(fullest)])


def dealt_in(table: dict[str, Any]) -> int:
    """An entry that does not wait behind the button."""
    waiting = table["next_hand"]["waiting"]
    entries = [one["entry"] for one in table["players"] if one["seat"] not in waiting]
    return int(entries[0])


async def down_to(console: Console, left: int) -> None:
    """Play until this many are left, without breaking a table."""
    while (await console.state())["left"] > left:
        await evened(console)
        await one_out(console)
    await evened(console)


async def race_at(console: Console, table: int) -> Wish:
    """The chips of 25 leave play at a table."""
    seats = [
        {"seat": seat, "chips": RACED_ODD, "rest": 5_000}
        for seat in await players_at(console, table)
    ]
    return wish("race", table=table, removed=25, seats=seats)


async def a_level_ends(outages: Outages) -> None:
    """The level ends while nobody is there to see it; a hand of before keeps its level.

    The last minute of a player runs on, too (LIVE-27.p1).
    """
    console = outages.console
    await console.do("start_hand", table=1)
    await console.do("set_clock", level=1, left_ms=LEFT_MS, reason="the end of the level")
    slow = min((await players_at(console, 1)).values())
    called, _ = await outages.killed_during(
        wish("call_clock", entry=slow), wish("finish_hand", table=2)
    )
    # A quick machine may be back before the level has ended.
    await asyncio.sleep(LEFT_MS / 1000)
    state = await console.state()
    assert (state["clock"]["level"], state["clock"]["paused"]) == (2, False)
    assert state["tables"][0]["hand_level"] == 1
    passed_ms = state["clock"]["at_ms"] - called["entries"][0]["at_ms"]
    assert state["tables"][0]["clock"]["left_ms"] == max(0, 60_000 - passed_ms)
    await console.do("stop_called_clock", table=1)
    await console.do("finish_hand", table=1)


async def a_bust_is_undone(outages: Outages) -> None:
    """A player is out and has paid again, and then it was somebody else."""
    console = outages.console
    await at_level(console, 1)
    before = (await console.state())["money"]["pools"]
    entry = min((await players_at(console, 1)).values())
    (bust,) = (await console.do("finish_hand", table=1, out=[entry]))["entries"]
    player = next(one for one in (await console.state())["players"] if one["entry"] == entry)
    await console.do("enter", player=player["player"], kind="re-entry", previous=entry)
    assert (await console.state())["money"]["pools"] != before
    await outages.killed_during(wish_undone(bust["number"]))
    state = await console.state()
    assert (state["money"]["pools"], state["entries"], state["left"]) == (before, 16, 16)


async def chips_are_raced(outages: Outages) -> None:
    """All tables in one break."""
    console = outages.console
    await at_level(console, 2)
    await outages.killed_during(*[await race_at(console, table) for table in (1, 2, 3)])
    again = await race_at(console, 1)
    refusal = await console.refused("race", **{**again.body["command"], "do": "race"})
    assert refusal[1] == "raced_already"


async def a_table_breaks(outages: Outages) -> None:
    """Seats are drawn once: who has a ticket keeps it."""
    console = outages.console
    await down_to(console, 12)
    table = (await console.state())["breaks"]
    (broken,) = await outages.killed_during(wish("break_table", table=table))
    tickets = (await console.state())["tickets"]
    assert len(tickets) == 4
    await outages.killed_during(*[wish("arrive", entry=one["entry"]) for one in tickets])
    await outages.killed_during(wish_undone(broken["entries"][0]["number"]))
    state = await console.state()
    assert (len(state["tables"]), state["tickets"]) == (3, [])
    await console.do("break_table", table=table)
    await evened(console)


async def hand_for_hand(outages: Outages) -> None:
    """An all-in is held at one table while the other plays on."""
    console = outages.console
    await down_to(console, 8)
    await console.do("announce_hand_for_hand")
    await console.do("deal_synchronised")
    tables = (await console.state())["tables"]
    first, second = [one["number"] for one in tables]
    await outages.killed_during(wish("hold_table", table=first))
    held = (await console.state())["hand_for_hand"]["held"]
    assert held == [first]
    assert (await console.refused("resolve_table", table=first))[1] == "wait_for_the_other_tables"
    await console.do("finish_hand", table=second)
    await console.do("resolve_table", table=first)
    gone = dealt_in(tables[0])
    await outages.killed_during(
        wish("finish_hand", table=first, out=[gone], stacks={str(gone): 900})
    )
    await console.do("end_hand_for_hand")
    state = await console.state()
    assert (state["left"], state["hand_for_hand"]["phase"]) == (7, "normal")


async def a_day_ends(outages: Outages) -> None:
    """The card is drawn once; every bag is entered once; the night passes."""
    console = outages.console
    await at_level(console, 3, left_min=10)
    await console.do("fix_prizes")
    (drawn,) = await outages.killed_during(wish("draw_last_hands"))
    card = drawn["entries"][-1]["event"]["card"]
    state = await console.state()
    (table,) = state["tables"]
    assert (table["hands_left"], state["clock"]["paused"]) == (card, True)
    for _ in range(card):
        await console.do("finish_hand", table=table["number"])
    stacks = shared_out(state["chips"], [one["entry"] for one in table["players"]])
    await outages.killed_during(
        *[wish("bag_stack", entry=who, stack=stack, bag=f"B{who}") for who, stack in stacks.items()]
    )
    await outages.killed_during(wish("start_day"))
    state = await console.state()
    (table,) = state["tables"]
    assert state["day"] == 2
    assert {one["entry"]: one["stack"] for one in table["players"]} == stacks
    for entry in stacks:
        await console.do("check_id", entry=entry)
    await console.do("draw_button", table=table["number"])
    await console.do("resume_clock")


async def a_deal_and_its_money(outages: Outages) -> None:
    """Proposed, agreed by all, confirmed, paid, closed."""
    console = outages.console
    state = await console.state()
    stacks = shared_out(state["chips"], [one["entry"] for one in state["tables"][0]["players"]])
    await outages.killed_during(wish("propose_deal", method="icm", stacks=stacks))
    await outages.killed_during(
        *[wish("answer_deal", entry=entry, accepts=True) for entry in stacks]
    )
    await outages.killed_during(wish("confirm_deal"))
    won = [one["entry"] for one in (await console.state())["results"] if one["prize"]]
    assert len(won) == 6
    await outages.killed_during(*[wish("pay_prize", entry=entry) for entry in won])
    assert (await console.refused("pay_prize", entry=won[0]))[1] == "paid_already"
    await outages.killed_during(wish("close"))
    paid = (await console.state())["money"]["paid"]
    assert sum(paid.values()) == 4_000 * len(won)


def shared_out(chips: int, entries: list[int]) -> dict[int, int]:
    """Stacks that add up."""
    share, odd = divmod(chips, len(entries))
    return {entry: share + (odd if place == 0 else 0) for place, entry in enumerate(entries)}


def verify_books(database: str) -> None:
    """The audit of the whole room finds nothing."""
    audited = audit(database)
    assert audited.returncode == 0, audited.stdout
    assert "Live tournaments followed: 1" in audited.stdout


@rule("LIVE-13.p1", "LIVE-18", "LIVE-27.p1", "LIVE-29.a", "LIVE-31")
async def test_power_cuts_on_the_way_to_the_money_lose_nothing_and_do_nothing_twice(
    database: str,
) -> None:
    async with Outages(database) as outages:
        await begin(outages, PLAYERS, tables=3)
        await a_level_ends(outages)
        await a_bust_is_undone(outages)
        await chips_are_raced(outages)
        await a_table_breaks(outages)
        await hand_for_hand(outages)
        await outages.stop()
    verify_books(database)


@rule("LIVE-6", "LIVE-28", "LIVE-31")
async def test_power_cuts_at_the_end_of_a_day_and_of_the_event_lose_no_chip_and_no_cent(
    anywhere: str,
) -> None:
    async with Outages(anywhere) as outages:
        await begin(outages, PLAYERS[:6], tables=1)
        await a_day_ends(outages)
        await a_deal_and_its_money(outages)
        await outages.stop()
    verify_books(anywhere)
