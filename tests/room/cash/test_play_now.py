"""Play now: one request, a seat at a game that goes on, drawn like everybody's."""

import asyncio
from collections import Counter

import pytest

from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.room.cash.lobby_views import StakeRow
from cardroom.room.cash.play_now import first_stakes, key_of, tried_stakes
from cardroom.room.requests import PlayNow
from tests.room.inside import delivered, inside
from tests.room.rooms import NL10, Client, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule

NOW = PlayNow(id="n")


def row(**change: object) -> StakeRow:
    usual: dict[str, object] = {
        "game": "nl-holdem", "format": "ordinary", "name": "NL10", "small_blind": 5,
        "big_blind": 10, "seats": 6, "min_buy_in": 500, "max_buy_in": 1000, "players": 0,
        "waiting": 0, "tables": 0, "admits": ("guest", "person"),
    }  # fmt: skip
    return StakeRow(**{**usual, **change})  # type: ignore[arg-type]


def best(*rows: StakeRow, balance: int = 100_000) -> StakeRow | None:
    return next(iter(first_stakes(rows, balance, "guest")), None)


BUSY = row(players=4, tables=1, small_blind=10, big_blind=20, max_buy_in=2000)
OMAHA = row(game="pl-omaha", players=5, tables=1)


@rule("CASH-04")
def test_the_stake_is_one_where_a_hand_is_running_if_one_can_afford_it() -> None:
    assert best(row(), BUSY) == BUSY
    assert best(row(), row(players=6, tables=1)) == row(players=6, tables=1)
    assert best(BUSY, balance=400) is None
    assert best(row(admits=("program",))) is None
    alone = row(players=1, tables=1)
    assert first_stakes([row(), alone, BUSY], None, "guest") == [BUSY, alone, row()]


def test_the_stake_is_at_another_game_rather_than_where_nobody_is_dealt_a_hand() -> None:
    banzai = row(format="banzai", players=3, tables=1, seats=5)
    assert best(row(), OMAHA) == OMAHA
    assert best(row(players=6, tables=1), banzai) == banzai
    assert best(banzai, OMAHA, BUSY) == BUSY


def test_the_stake_does_not_take_most_of_ones_money_if_there_is_a_lower_one() -> None:
    found = best(BUSY, row(players=2, tables=1), balance=15_000)
    assert found is not None
    assert found.big_blind == 10


def test_a_free_seat_is_looked_for_at_the_best_stakes_game_first() -> None:
    two = row(players=9, tables=2)
    assert tried_stakes([two, OMAHA, row()]) == [key_of(two), key_of(OMAHA)]
    assert tried_stakes([OMAHA, two]) == [key_of(OMAHA), key_of(two)]
    assert len(tried_stakes([OMAHA] * 9)) == 6
    assert tried_stakes([row()]) == []


@rule("CASH-04", "CASH-14")
def test_one_request_leads_to_a_seat_with_the_usual_stack_and_to_cards() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9)
        await asyncio.sleep(1.5)
        answer = await scene.shell.room.ask(newcomer.caller, NOW)
        own = scene.task.table.occupant(PlayerId(9))
        assert answer == {
            "seats": [{"table": TABLE, "seat": own.seat, "stack": 1_000}],
            "queued": [],
        }
        assert (own.stack, own.standing) == (1_000, "posting")
        await scene.shell.room.stop()

    run(story())


@rule("CASH-06")
def test_where_no_seat_is_free_one_waits_at_the_best_stake() -> None:
    async def story() -> None:
        scene = await Scene.open(players=6)
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9)
        await asyncio.sleep(1.5)
        answer = await scene.shell.room.ask(newcomer.caller, NOW)
        assert answer["seats"] == []
        (queued,) = inside(scene.shell.room).queued(PlayerId(9))
        assert queued.stake == NL10.stake
        assert len(scene.shell.store.lobby_places) == 1
        await scene.shell.room.stop()

    run(story())


@rule("CASH-16")
def test_who_has_too_little_money_hears_what_it_takes() -> None:
    async def story() -> None:
        shell = Shell(1)
        shell.fund(9, 5)
        with pytest.raises(SeatRefused, match="not enough money"):
            await shell.room.ask(Client(shell, 9).caller, NOW)
        await shell.room.stop()

    run(story())


@rule("CASH-04", "AMB-39")
def test_the_table_is_drawn_and_nobody_chooses_it_by_asking_now() -> None:
    """Two tables with as many free seats: over many newcomers each is drawn about as often."""

    async def story(seed: int) -> int:
        shell = Shell(seed)
        stake = NL10.stake
        for _ in range(2):
            await shell.room.operator.open_table(stake)
        newcomer = Client(shell, 9)
        shell.fund(9)
        await delivered()
        answer = await shell.room.ask(newcomer.caller, NL10)
        offers = answer["offers"]
        await shell.room.stop()
        return int(offers[0]["table"])  # type: ignore[index]

    drawn = Counter(run(story(seed)) for seed in range(40))
    assert set(drawn) == {1, 2}
    assert min(drawn.values()) >= 10


@rule("TIME-01", "AMB-39", "CASH-04")
def test_a_table_that_waits_for_a_lost_connection_is_offered_after_the_others() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        await scene.turn()
        shell = scene.shell
        live = scene.task.table.hand.live  # type: ignore[union-attr]
        lost = scene.task.table.occupants[next(iter(live))].player
        shell.room.gone(lost, on_purpose=False)
        await delivered()
        # Alone it is still offered: a free seat is a free seat (CASH-06).
        first = Client(shell, 9)
        shell.fund(9)
        answer = await shell.room.ask(first.caller, NL10)
        assert answer["offers"][0]["table"] == TABLE  # type: ignore[index]
        # A table that the house has opened comes before it, whatever is drawn.
        other = await shell.room.operator.open_table(NL10.stake)
        for number in range(10, 15):
            shell.fund(number)
            answer = await shell.room.ask(Client(shell, number).caller, NL10)
            assert answer["offers"][0]["table"] == other  # type: ignore[index]
        await shell.room.stop()

    run(story())


@rule("TIME-01", "CASH-04")
def test_who_wants_to_play_now_is_not_seated_where_a_hand_stands_still_while_a_table_opens() -> (
    None
):
    async def story() -> None:
        scene = await Scene.open(players=4)
        await scene.turn()
        shell = scene.shell
        live = scene.task.table.hand.live  # type: ignore[union-attr]
        shell.room.gone(scene.task.table.occupants[next(iter(live))].player, on_purpose=False)
        await asyncio.sleep(1.5)
        shell.fund(9)
        asked = asyncio.create_task(shell.room.ask(Client(shell, 9).caller, NOW))
        await asyncio.sleep(2)
        assert not asked.done()
        other = await shell.room.operator.open_table(NL10.stake)
        answer = await asked
        assert [one["table"] for one in answer["seats"]] == [other]  # type: ignore[attr-defined]
        await shell.room.stop()

    run(story())


@rule("TIME-01", "CASH-06")
def test_a_seat_where_a_hand_stands_still_is_better_than_none() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        await scene.turn()
        shell = scene.shell
        live = scene.task.table.hand.live  # type: ignore[union-attr]
        actor = scene.task.table.actor
        lost = [scene.task.table.occupants[seat].player for seat in live]
        lost.sort(key=lambda one: one == actor)
        shell.room.gone(lost[0], on_purpose=False)
        await asyncio.sleep(1.5)
        shell.fund(9)
        answer = await shell.room.ask(Client(shell, 9).caller, NOW)
        assert [one["table"] for one in answer["seats"]] == [TABLE]  # type: ignore[attr-defined]
        await shell.room.stop()

    run(story())


def test_the_lobby_names_what_play_now_would_deal() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        await asyncio.sleep(1.5)
        assert scene.shell.room.lobby_view().play_now == NL10.stake
        await scene.shell.room.stop()

    run(story())
