"""Hard cases of the live floor where its staff meets them: over HTTP, with money in the ledger."""

from pathlib import Path
from typing import Any

from cardroom.ledger import Account
from tests.rule import rule
from tests.server.floor.running import (
    TERMS,
    Console,
    at_level,
    new_floor,
    players_at,
    results,
    staff,
    started,
)
from tests.server.open_servers import OpenServer, open_server

REBUY: dict[str, Any] = {"price": {"prize": 4_000}, "chips": 10_000, "until_level": 2}
TEN_PAID = [{"entries": 1, "places": 10, "percents": [10] * 10}]


async def pool(server: OpenServer, console: Console) -> int:
    currency = (await console.state())["currency"]
    return await server._store.balance(Account(f"floor:{console.floor}:places:{currency}"))


def seat_of(state: dict[str, Any], entry: int) -> dict[str, Any]:
    return next(
        one for table in state["tables"] for one in table["players"] if one["entry"] == entry
    )


@rule("LAMB-36", "LHC-57", "LIVE-45.p1")
async def test_missed_hands_count_down_and_the_blinds_are_posted(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        console = await new_floor(await staff(server, "Mara"))
        await started(console, 6)
        await console.do("finish_hand", table=1)
        upcoming = (await console.state())["tables"][0]["next_hand"]["positions"]
        seats = await players_at(console, 1)
        order = sorted(seats, key=lambda seat: (seat <= upcoming["big_blind"], seat))
        punished = seats[order[0]]
        await console.do(
            "penalise", entry=punished, type="DEVICE", sanction="missed_hands", missed_hands=5,
            reason="a phone",
        )  # fmt: skip
        await console.do("finish_hand", table=1)
        assert seat_of(await console.state(), punished)["misses_hands"] == 4
        hand = (await console.state())["tables"][0]["next_hand"]
        assert (hand["positions"]["big_blind"], hand["killed"]) == (order[0], [order[0]])
        said = await console.do("finish_hand", table=1)
        missed = said["entries"][1]["event"]
        assert (missed["type"], missed["posted"]) == ("hand_missed", 200)
        after = seat_of(await console.state(), punished)
        assert (after["misses_hands"], after["stack"]) == (3, 9_800)


@rule("LAMB-55", "LAMB-54", "LAMB-36")
async def test_a_penalty_moves_along_and_a_disqualified_players_prize_is_held(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console = await new_floor(mara, seats=6)
        await started(console, 11, tables=2)
        tables = (await console.state())["tables"]
        (short,) = [one for one in tables if one["open_seats"]]
        full = 3 - short["number"]
        # Whoever has the drawn button would take it along, and it had to be drawn again.
        button = tables[full - 1]["next_hand"]["positions"]["button"]
        seats = await players_at(console, full)
        entry = next(one for seat, one in seats.items() if seat != button)
        await console.do(
            "penalise", entry=entry, type="DEVICE", sanction="missed_hands", missed_hands=2,
            reason="a phone",
        )  # fmt: skip
        await console.do("finish_hand", table=short["number"])
        (seat,) = short["open_seats"]
        move = {"table": short["number"], "seat": seat, "cause": "special_need"}
        await console.do("move", entry=entry, **move)
        await console.do("finish_hand", table=full)
        assert seat_of(await console.state(), entry)["misses_hands"] == 2
        hand = (await console.state())["tables"][short["number"] - 1]["next_hand"]
        await console.do("finish_hand", table=short["number"])
        waited = int(seat in hand["waiting"])
        assert seat_of(await console.state(), entry)["misses_hands"] == 1 + waited
        await console.do("disqualify", entry=entry, type="COLLUSION", stack=3_000, reason="seen")
        state = await console.state()
        assert (state["chips"], state["average"]) == (107_000, 10_700)
        assert (await results(console))[entry][0] == 11
        console = await new_floor(mara)
        _, second, *others = await started(console, 6)
        await at_level(console, 4)
        await console.do("fix_prizes")
        for out in others:
            await console.do("finish_hand", table=1, out=[out])
        await console.do(
            "disqualify", entry=second, type="ABUSE_DIRECT", stack=30_000, reason="abuse"
        )
        assert (await results(console))[second] == (2, 1, 8_400)
        kinds = {one["kind"]: one["entry"] for one in (await console.state())["alerts"]}
        assert kinds["held_prize"] == second
        assert (await console.refused("pay_prize", entry=second))[1] == "the_prize_is_held"
        before = await pool(server, console)
        await console.do("decide_held_prize", entry=second, pays=False, reason="proved")
        assert await pool(server, console) == before - 8_400


@rule("LAMB-39", "LAMB-40", "LHC-51", "LHC-52", "LIVE-11.p1", "LIVE-12")
async def test_re_buys_bind_and_re_entries_end_with_the_paid_places(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console = await new_floor(mara, rebuy=REBUY, entries_until_level=4)
        ann, bob, *others = await started(console, 7)
        too_rich = await console.refused("announce_rebuy", entry=ann, stack=10_001)
        assert too_rich == ("LAMB-40", "stack_is_too_large", {"at_most": 10_000})
        await console.do("announce_rebuy", entry=ann, stack=10_000)
        assert (await console.refused("withdraw_rebuy", entry=ann))[1] == "announced_rebuy_binds"
        assert (await console.refused("finish_hand", table=1, out=[ann]))[1] == (
            "a_rebuy_is_on_its_way"
        )
        assert (await console.state())["tables"][0]["waits_for"] == "a_rebuy_is_on_its_way"
        await console.do("pay_rebuy", entry=ann)
        await console.do("deliver_rebuy", entry=ann)
        assert (await console.state())["chips"] == 80_000
        # Two places are paid from six entries on: with seven entries, two players are left last.
        for out in (*others, bob)[:4]:
            await console.do("finish_hand", table=1, out=[out])
        again = await console.do("enter", player="Player 3", kind="re-entry", previous=others[0])
        assert again["entries"][0]["event"]["previous"] == others[0]
        left = sorted(
            one["entry"] for one in (await console.state())["players"] if one["place"] is not None
        )
        for out in left[2:]:
            await console.do("finish_hand", table=1, out=[out])
        closed = await console.refused(
            "enter", player="Player 4", kind="re-entry", previous=others[1]
        )
        assert closed[:2] == ("LIVE-12", "entries_are_closed")


@rule("LHC-45", "LHC-46", "LHC-47", "LHC-48", "LIVE-29", "LIVE-29.a", "LIVE-29.b", "LIVE-29.c")
async def test_hand_for_hand_hides_all_ins_and_shares_the_place(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        console = await new_floor(
            await staff(server, "Mara"), seats=6, entries_until_level=1, paid=TEN_PAID
        )
        await started(console, 12, tables=2)
        await at_level(console, 2)
        one, two = await players_at(console, 1), await players_at(console, 2)
        (first, second, *_), (other, *_) = one.values(), two.values()
        await console.do("announce_hand_for_hand")
        assert (await console.refused("start_hand", table=1))[1] == "not_now"
        await console.do("deal_synchronised")
        await console.do("hold_table", table=1)
        assert (await console.state())["hand_for_hand"]["held"] == [1]
        assert (await console.refused("resolve_table", table=1))[1] == "wait_for_the_other_tables"
        assert (await console.refused("end_hand_for_hand"))[1] == "tables_have_not_finished"
        await console.do("finish_hand", table=2, out=[other], stacks={other: 6_000})
        await console.do("resolve_table", table=1)
        assert (await console.refused("finish_hand", table=1, out=[first]))[1] == (
            "starting_stacks_are_needed"
        )
        both = {first: 8_000, second: 5_000}
        await console.do("finish_hand", table=1, out=[first, second], stacks=both)
        # The best of each table tie for tenth, and the tenth prize is shared (LAMB-33).
        found = await results(console)
        assert found[first] == found[other] == (10, 2, 2_400)
        assert found[second] == (12, 1, 0)
        assert (await console.refused("deal_synchronised"))[1] == "enough_are_out"
        await console.do("end_hand_for_hand")
        assert (await console.state())["hand_for_hand"]["phase"] == "normal"


@rule("LHC-58", "LIVE-6", "LAMB-47")
async def test_one_refusal_ends_the_talks_and_an_agreed_deal_the_tournament(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        console = await new_floor(await staff(server, "Mara"))
        entries = await started(console, 6)
        await at_level(console, 4)
        await console.do("fix_prizes")
        for out in entries[4:]:
            await console.do("finish_hand", table=1, out=[out])
        stacks = dict(zip(entries[:4], (30_000, 12_000, 10_000, 8_000), strict=True))
        offer = await console.client.post(f"{console.path}/deal", method="chip_chop", stacks=stacks)
        assert sum(offer["amounts"].values()) == 24_000
        await console.do("propose_deal", method="chip_chop", stacks=stacks)
        stored = (await console.state())["clock"]["left_ms"]
        for entry in entries[:3]:
            await console.do("answer_deal", entry=entry, accepts=True)
        waiting = await console.refused("confirm_deal")
        assert (waiting[1], waiting[2]) == ("not_all_agree", {"entries": [entries[3]]})
        await console.do("answer_deal", entry=entries[3], accepts=False)
        clock = (await console.state())["clock"]
        running = (await console.get("log"))["entries"][-1]["event"]
        assert (running["type"], running["left_ms"]) == ("level_clock_running", stored)
        assert not clock["paused"]
        custom = dict(zip(entries[:4], (9_000, 6_000, 5_000, 4_000), strict=True))
        await console.do("propose_deal", method="custom", stacks=stacks, amounts=custom)
        for entry in entries[:4]:
            await console.do("answer_deal", entry=entry, accepts=True)
        await console.do("confirm_deal")
        assert (await console.refused("finish_hand", table=1))[1] == "a_deal_ended_the_tournament"
        for entry in entries[:4]:
            await console.do("pay_prize", entry=entry)
        await console.do("close")
        assert await pool(server, console) == 0
        assert (await console.state())["status"] == "closed"


@rule("LHC-55", "LIVE-28", "LIVE-9", "LAMB-34", "LAMB-35")
async def test_a_day_ends_with_bags_and_the_next_begins_with_ids(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        console = await new_floor(await staff(server, "Mara"))
        entries = await started(console, 4)
        await at_level(console, 4, left_min=4)
        assert (await console.refused("draw_last_hands"))[1] == "not_in_the_window"
        await at_level(console, 4, left_min=6)
        await console.do("start_hand", table=1)
        await console.do("draw_last_hands", card=5)
        for _ in range(6):
            await console.do("finish_hand", table=1)
        assert (await console.refused("finish_hand", table=1))[1] == (
            "the_day_is_over_at_this_table"
        )
        for entry in entries:
            await console.do("bag_stack", entry=entry, stack=10_000, bag=f"B{entry}")
        wrong = await console.refused("bag_stack", entry=entries[0], stack=10_000, bag="B2")
        assert wrong[1] == "the_bag_is_taken"
        await console.do("bag_stack", entry=entries[0], stack=9_000, bag="B1")
        short = await console.refused("start_day")
        assert short[1:] == ("not_the_chips_in_play", {"chips": 40_000, "bagged": 39_000})
        await console.do("bag_stack", entry=entries[0], stack=10_000, bag="B1")
        await console.do("start_day")
        state = await console.state()
        assert (state["day"], state["tables"][0]["waits_for"]) == (2, "draw_the_button_first")
        await console.do("draw_button", table=1)
        await console.do("check_id", entry=entries[0])
        released = [one["entry"] for one in (await console.state())["tables"][0]["players"]
                    if one["released"]]  # fmt: skip
        assert released == [entries[0]]


@rule("LAMB-37")
async def test_the_order_of_busts_is_named_by_the_floor_and_put_right(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        console = await new_floor(await staff(server, "Mara"))
        *_, dee, eve, fay = await started(console, 6)
        asked = await console.refused("finish_hand", table=1, out=[eve, fay])
        assert asked[1:] == ("starting_stacks_are_needed", {"entries": [eve, fay]})
        await console.do(
            "finish_hand", table=1, out=[eve, fay], order=[eve, fay], reason="nobody counted"
        )
        await console.do("finish_hand", table=1, out=[dee])
        assert {one: row[0] for one, row in (await results(console)).items()} == {
            dee: 4, eve: 5, fay: 6,
        }  # fmt: skip
        said = await console.do("correct_order", order=[eve, dee], reason="reported late")
        assert (await results(console))[dee][0] == 6
        await console.undo(said["entries"][0]["number"])
        assert (await results(console))[dee][0] == 4


@rule("LIVE-18", "LIVE-19")
async def test_bad_input_is_one_refusal_and_changes_nothing(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console = await new_floor(mara)
        ann, bob, *_ = await started(console, 4)
        taken = (await console.state())["tables"][0]["players"][1]["seat"]
        for seat in (10, taken):
            move: dict[str, Any] = {"table": 1, "seat": seat, "cause": "special_need"}
            assert (await console.refused("move", entry=ann, **move))[1] == "the_seat_is_taken"
        assert (await console.refused("finish_hand", table=7))[1] == "no_such_table"
        assert (await console.refused("arrive", entry=99))[1] == "no_move_is_open"
        assert (await console.refused("pay_prize", entry=99))[1] == "prizes_are_not_fixed"
        await console.do("finish_hand", table=1, out=[bob])
        for out in ([bob], [ann, ann], [99]):
            assert (await console.refused("finish_hand", table=1, out=out))[1] == (
                "not_dealt_in_at_this_table"
            )
        for what, facts in (
            ("note_stack", {"entry": ann, "stack": -5}),
            ("bag_stack", {"entry": ann, "stack": 0, "bag": "1"}),
            ("count_table", {"table": 1, "chips": {"25": -1}}),
            ("announce_rebuy", {"entry": ann, "stack": -1}),
            ("disqualify", {"entry": ann, "type": "DEVICE", "stack": -1}),
            ("race", {"table": 1, "removed": 25, "seats": [{"seat": 1, "chips": -1}]}),
            ("move", {"entry": ann, "table": 1, "seat": 0, "cause": "special_need"}),
            ("no_such_thing", {}),
        ):
            rule_, reason, details = await console.refused(what, **facts)
            assert (rule_, reason) == ("NET-01", "does_not_fit"), what
            assert details["said"], what
        assert (await console.refused("note_stack", entry=ann, stack=40_001))[1] == "not_a_stack"
        levels = [{"minutes": 20, "small_blind": 30, "big_blind": 60}, *TERMS["levels"][1:]]
        chips = await new_floor(mara, chips=[{"value": 100}, {"value": 500}])
        refused = await chips.refused("change_terms", field="levels", value=levels, reason="x")
        assert refused[:2] == ("LIVE-19", "cannot_be_paid_with_these_chips")
